/* The suite cec2017 against the official values, and what follows from the definitions. */
#include "testing.h"

#include "base/rng.h"
#include "heco/suite.h"
#include "suites/cec2017/cec2017_tile.h"

static const size_t test_dims[] = {10, 30, 50, 100};

static int test_have_shared(void) {
    FILE *file = fopen(HECO_SHARED_DIR "/cec2017/data/shift/C01.txt", "r");
    if (file != NULL) fclose(file);
    return file != NULL;
}

static void test_need_shared(void) {
    if (test_have_shared()) return;
    print_message("no reference data in %s: skipped\n", HECO_SHARED_DIR);
    skip();
}

static heco_suite *test_open(const char *data, const char *instance) {
    heco_suite        *suite;
    heco_error         error   = {0};
    heco_suite_options options = {.data = data, .instance = instance};
    if (heco_suite_open(&suite, "cec2017", &options, &error) != HECO_OK) fail_msg("%s", error.text);
    return suite;
}

static const heco_problem *test_problem(heco_suite *suite, size_t number, size_t dim) {
    const heco_problem *p;
    heco_error          error = {0};
    if (heco_suite_problem(suite, number - 1, dim, &p, &error) != HECO_OK)
        fail_msg("%s", error.text);
    return p;
}

/* The bounds of "Numerical agreement" in the reference's DEFINITIONS.md. */
static double test_bound(size_t number, const heco_problem *p, size_t value) {
    if (value == 0 && (number == 19 || number == 28)) return 1e-9;
    if (value > p->space.ng && (number == 24 || number == 25)) return 1e-10;
    if (value > 0 && value <= p->space.ng && number == 28) return 1e-10;
    return 1e-12;
}

/* One row of a vector file: kind, f, g.., h.., x... 0 at the end. */
static int test_row(FILE *file, double *numbers, size_t count) {
    int c;
    while ((c = getc(file)) != EOF && c != ',') continue;
    for (size_t i = 0; i < count; i++)
        if (fscanf(file, i == 0 ? "%lf" : ",%lf", numbers + i) != 1) return 0;
    while ((c = getc(file)) != EOF && c != '\n') continue;
    return 1;
}

/* All values of one row, in the order of the vector files. */
static double test_value(const heco_space *s, const double *f, const double *g, const double *h,
                         size_t row, size_t k) {
    if (k == 0) return f[row];
    return k <= s->ng ? g[row * s->ng + k - 1] : h[row * s->nh + k - 1 - s->ng];
}

enum { TEST_ROWS = 12 };

/* One file of vectors; returns the largest share of its bound that a difference uses. */
static double test_file(const heco_problem *p, size_t number) {
    size_t n = p->space.n, count = 1 + p->space.ng + p->space.nh;
    double row[7 + 100], x[TEST_ROWS * 100], want[TEST_ROWS][7];
    double f[TEST_ROWS], g[TEST_ROWS * 3], h[TEST_ROWS * 6], worst = 0.0;
    char   path[600];
    snprintf(path, sizeof path, "%s/cec2017/vectors/C%02zu_D%zu.csv", HECO_SHARED_DIR, number, n);
    FILE *file = fopen(path, "r");
    if (file == NULL) fail_msg("cannot read %s", path);
    for (int c = getc(file); c != '\n' && c != EOF;) c = getc(file);
    for (size_t i = 0; i < TEST_ROWS; i++) {
        assert_true(test_row(file, row, count + n));
        memcpy(want[i], row, count * sizeof *row);
        memcpy(x + i * n, row + count, n * sizeof *row);
    }
    assert_false(test_row(file, row, count + n));
    fclose(file);
    assert_int_equal(p->eval_batch(p->user, x, TEST_ROWS, f, g, h), HECO_POINT_OK);
    for (size_t i = 0; i < TEST_ROWS; i++)
        for (size_t k = 0; k < count; k++) {
            double got = test_value(&p->space, f, g, h, i, k);
            double off = fabs(got - want[i][k]) / fmax(1.0, fabs(want[i][k]));
            double use = off / test_bound(number, p, k);
            if (!(use <= 1.0))
                fail_msg("%s row %zu value %zu: %.17g instead of %.17g, off by %g", path, i + 1, k,
                         got, want[i][k], off);
            worst = fmax(worst, use);
        }
    return worst;
}

static void test_vectors(void **state) {
    (void)state;
    test_need_shared();
    heco_suite *suite = test_open(HECO_SHARED_DIR "/cec2017/data", NULL);
    size_t      files = 0;
    double      worst = 0.0;
    assert_string_equal(heco_suite_instance(suite), "official");
    for (size_t number = 1; number <= 28; number++)
        for (size_t d = 0; d < 4; d++, files++)
            worst = fmax(worst, test_file(test_problem(suite, number, test_dims[d]), number));
    print_message("%zu files of %d rows; the worst value uses %.2g of its bound\n", files,
                  TEST_ROWS, worst);
    assert_int_equal(files, 112);
    heco_suite_close(suite);
}

/* f and mean violation at x. */
static double test_at(const heco_problem *p, const double *x, double *violation) {
    double f, g[3], h[6];
    assert_int_equal(p->eval(p->user, x, &f, g, h), HECO_POINT_OK);
    *violation = heco_violation(&p->space, g, h);
    return f;
}

static void test_shift(double *o, heco_suite *suite, size_t number, size_t n) {
    const heco_problem *p = test_problem(suite, number, n);
    memcpy(o, ((const cec2017_problem *)p->user)->shift, n * sizeof *o);
}

/* "Facts that help testing": x = o. */
static void test_at_shift(heco_suite *suite, size_t n) {
    for (size_t number = 1; number <= 28; number++) {
        const heco_problem *p = test_problem(suite, number, n);
        double              o[100], violation;
        test_shift(o, suite, number, n);
        double f        = test_at(p, o, &violation);
        int    feasible = number <= 11 || number == 16 || number == 25;
        if ((violation == 0.0) != feasible) fail_msg("C%02zu: violation %g", number, violation);
        if (feasible) assert_double(f, number == 5 ? (double)(n - 1) : 0.0);
        int known = number <= 4 || number == 6 || number == 16 || number == 25 || number == 5 ||
                    number == 13 || number == 22;
        assert_int_equal(known && n >= 10, p->f_ref == 0.0);
    }
}

static void test_facts_shift(void **state) {
    (void)state;
    heco_suite *drawn = test_open(NULL, "3");
    test_at_shift(drawn, 20);
    heco_suite_close(drawn);
    test_need_shared();
    heco_suite *official = test_open(HECO_SHARED_DIR, "official");
    for (size_t d = 0; d < 4; d++) test_at_shift(official, test_dims[d]);
    heco_suite_close(official);
}

/* C05, C13, C22: f = 0 where the vector entering Rosenbrock's function is (1, .., 1). */
static void test_facts_ones(void **state) {
    (void)state;
    test_need_shared();
    const size_t numbers[] = {5, 13, 22};
    heco_suite  *suite     = test_open(HECO_SHARED_DIR "/cec2017", NULL);
    for (size_t k = 0; k < 3; k++)
        for (size_t d = 0; d < 4; d++) {
            const heco_problem *p = test_problem(suite, numbers[k], test_dims[d]);
            double              violation;
            assert_double(p->f_ref, 0.0);
            if (p->x_ref == NULL) { /* g1 is 0 there except for rounding */
                assert_int_equal(test_dims[d], 100);
                continue;
            }
            assert_near(test_at(p, p->x_ref, &violation), 0.0, 1e-20);
            assert_double(violation, 0.0);
        }
    heco_suite_close(suite);
}

/* C15: the smallest feasible f is 3 pi/4 less about eps/sqrt(2). */
static void test_facts_levels(void **state) {
    (void)state;
    heco_suite         *suite = test_open(NULL, "1");
    const heco_problem *p     = test_problem(suite, 15, 10);
    double              x[10], violation;
    test_shift(x, suite, 15, 10);
    double start = x[4];
    x[4]         = start + 2.3561238;
    assert_near(test_at(p, x, &violation), 2.3561238, 1e-13);
    assert_double(violation, 0.0);
    x[4] = start - 2.3561230;
    test_at(p, x, &violation);
    assert_true(violation > 0.0);
    heco_suite_close(suite);
}

/* C17, C26 and C19, C28 have no feasible point. */
static void test_facts_infeasible(void **state) {
    (void)state;
    heco_suite  *suite     = test_open(NULL, "1");
    const size_t numbers[] = {17, 26, 19, 28};
    heco_rng     rng;
    heco_rng_init(&rng, 5, 0);
    for (size_t k = 0; k < 4; k++)
        for (size_t n = 10; n <= 30; n += 20) {
            const heco_problem *p = test_problem(suite, numbers[k], n);
            double least          = k < 2 ? (double)n - 1.0 : (double)(n - 1) * 10.0 * expm1(5.0);
            double o[30], x[30], f, g[2], h[1];
            test_shift(o, suite, numbers[k], n);
            for (int i = 0; i < 3000; i++) {
                double r = pow(10.0, 3.0 * heco_rng_uniform_inline(&rng) - 1.0);
                for (size_t j = 0; j < n; j++) x[j] = o[j] + r * heco_rng_normal_inline(&rng);
                assert_int_equal(p->eval(p->user, x, &f, g, h), HECO_POINT_OK);
                assert_true(g[0] >= least - 1e-9);
            }
        }
    double violation, o[30];
    test_shift(o, suite, 19, 10);
    test_at(test_problem(suite, 19, 10), o, &violation);
    assert_near(violation, 6633.59216, 1e-5);
    test_shift(o, suite, 28, 30);
    test_at(test_problem(suite, 28, 30), o, &violation);
    assert_near(violation, 21374.9, 0.05);
    heco_suite_close(suite);
}

/* C07: f is a sum over the variables, so its least value over the box comes from a scan. */
static double test_c07_least(const heco_problem *p) {
    enum { STEPS = 1000 };
    size_t n     = p->space.n;
    double least = 0.0, x[100], f, h[2], zero;
    memcpy(x, ((const cec2017_problem *)p->user)->shift, n * sizeof *x);
    p->eval(p->user, x, &zero, NULL, h); /* f = 0 at the shift, which is exact */
    assert_double(zero, 0.0);
    for (size_t j = 0; j < n; j++) {
        double o = x[j], best = 0.0, at = o, middle = 0.0, half = 50.0;
        for (int level = 0; level < 3; level++, middle = at, half *= 4.0 / STEPS)
            for (int i = -STEPS; i <= STEPS; i++) {
                x[j] = fmin(50.0, fmax(-50.0, middle + half * i / STEPS));
                p->eval(p->user, x, &f, NULL, h);
                if (f < best) best = f, at = x[j];
            }
        x[j] = o;
        least += best;
    }
    return least;
}

static void test_facts_c07(void **state) {
    (void)state;
    test_need_shared();
    heco_suite *suite = test_open(HECO_SHARED_DIR "/cec2017/data", NULL);
    assert_near(test_c07_least(test_problem(suite, 7, 10)), -524.74, 0.005);
    assert_near(test_c07_least(test_problem(suite, 7, 30)), -1555.38, 0.005);
    heco_suite_close(suite);
}

static void test_protocol(void **state) {
    (void)state;
    heco_suite *suite = test_open(NULL, NULL);
    assert_string_equal(heco_suite_instance(suite), "1");
    assert_int_equal(heco_suite_count(suite), 28);
    assert_int_equal(heco_suite_budget(suite, 4, 30), 600000);
    assert_true(heco_suite_eq_tol(suite) == 1e-4);
    assert_int_equal(heco_suite_dims("cec2017"), HECO_DIMS_SHARED);
    assert_true(isnan(heco_suite_target(suite, test_problem(suite, 1, 10)))); /* no such rule */
    for (size_t i = 0; i < 28; i++) {
        const heco_suite_entry *e = heco_suite_at(suite, i);
        char                    name[8];
        snprintf(name, sizeof name, "C%02zu", i + 1);
        assert_string_equal(e->name, name);
        assert_int_equal(e->dim_count, 4);
        assert_int_equal(e->dims[3], 100);
        const heco_problem *p = test_problem(suite, i + 1, i % 2 ? 2 : 6);
        assert_int_equal(p->sharing, HECO_SHARE_FREELY);
        assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
    }
    heco_suite_close(suite);
}

static void test_instances(void **state) {
    (void)state;
    heco_suite *a = test_open(NULL, "7"), *b = test_open("/nowhere", "7"),
               *c = test_open(NULL, "8");
    double x[12], fa, fb, fc, g[3], h[6];
    assert_string_equal(heco_suite_instance(a), "7");
    for (size_t j = 0; j < 12; j++) x[j] = 0.5 * (double)j - 2.0;
    for (size_t number = 1; number <= 28; number++) {
        const heco_problem *pa = test_problem(a, number, 12), *pb = test_problem(b, number, 12),
                           *pc = test_problem(c, number, 12);
        pa->eval(pa->user, x, &fa, g, h);
        pb->eval(pb->user, x, &fb, g, h);
        pc->eval(pc->user, x, &fc, g, h);
        assert_double(fa, fb);
        assert_true(fa != fc);
    }
    heco_suite_close(a), heco_suite_close(b), heco_suite_close(c);
}

static void test_refused(const char *data, const char *instance, const char *part) {
    heco_suite        *suite;
    heco_error         error   = {0};
    heco_suite_options options = {.data = data, .instance = instance};
    assert_int_not_equal(heco_suite_open(&suite, "cec2017", &options, &error), HECO_OK);
    assert_null(suite);
    assert_text(error.text, part);
}

static void test_refusals(void **state) {
    (void)state;
    const heco_problem *p;
    heco_error          error = {0};
    test_refused(NULL, "official", "--data");
    test_refused(NULL, "seven", "'seven'");
    test_refused("/nowhere/at/all", NULL, "/nowhere/at/all");
    test_refused("/proc/self/fd", "official", "no cec2017 data");
    heco_suite *drawn = test_open(NULL, "1");
    assert_int_equal(heco_suite_problem(drawn, 4, 7, &p, &error), HECO_ERR_ARG);
    assert_text(error.text, "even");
    heco_suite_close(drawn);
    test_need_shared();
    heco_suite *official = test_open(HECO_SHARED_DIR "/cec2017/data", NULL);
    assert_int_equal(heco_suite_problem(official, 4, 20, &p, &error), HECO_ERR_ARG);
    assert_text(error.text, "only 10, 30, 50 and 100");
    heco_suite_close(official);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),          cmocka_unit_test(test_facts_shift),
        cmocka_unit_test(test_facts_ones),       cmocka_unit_test(test_facts_levels),
        cmocka_unit_test(test_facts_infeasible), cmocka_unit_test(test_facts_c07),
        cmocka_unit_test(test_protocol),         cmocka_unit_test(test_instances),
        cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
