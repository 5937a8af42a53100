/* AMPL models: the files of tests/golden/nl (written by make_nl.py there), values worked by hand,
 * and files that are cut or damaged at every place. */
#include "model_files.h"

#define GOLDEN(name) HECO_GOLDEN_DIR "/nl/" name ".nl"

/* Values at x against f, g and h worked by hand. */
static void check_values(heco_model *m, const double *x, double f, const double *g,
                         const double *h) {
    const heco_problem *p = heco_model_problem(m);
    double              got_f, got_g[8], got_h[8];
    assert_int_equal(files_point(p, x, &got_f, got_g, got_h, NULL), HECO_ROW_OK);
    assert_near(got_f, f, 1e-12);
    for (size_t k = 0; k < p->space.ng; k++) assert_near(got_g[k], g[k], 1e-12);
    for (size_t k = 0; k < p->space.nh; k++) assert_near(got_h[k], h[k], 1e-12);
}

static void a_nonlinear_model_with_names(void **state) {
    (void)state;
    heco_model         *m = files_open(GOLDEN("hs071"), NULL);
    const heco_problem *p = heco_model_problem(m);
    size_t              starts;
    assert_string_equal(heco_model_kind(m), "nl");
    assert_int_equal(p->space.n, 4);
    assert_int_equal(p->space.ng, 1);
    assert_int_equal(p->space.nh, 1);
    assert_int_equal(p->sharing, HECO_SHARE_NONE);
    assert_int_equal(heco_model_problem(m)->maximise, 0);
    assert_true(isnan(heco_model_target(m)));
    assert_string_equal(heco_model_note(m), "");
    for (size_t j = 0; j < 4; j++) {
        assert_true(p->space.lower[j] == 1 && p->space.upper[j] == 5 && !p->space.integer[j]);
    }
    assert_string_equal(p->x_names[3], "z");
    assert_string_equal(p->c_names[0], "product");
    assert_string_equal(p->c_names[1], "circle");
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 1);
    assert_memory_equal(start, ((double[]){1, 5, 5, 1}), 4 * sizeof(double));
    check_values(m, (double[]){1, 5, 5, 1}, 16, (double[]){0}, (double[]){12});
    check_values(m, (double[]){2, 3, 4, 5}, 94, (double[]){-95}, (double[]){14});
    heco_model_close(m);
}

static void binary_files_give_the_same_bits(void **state) {
    (void)state;
    static const char *const pair[][2] = {{GOLDEN("hs071"), GOLDEN("hs071_b")},
                                          {GOLDEN("knapsack"), GOLDEN("knapsack_b")}};
    for (size_t i = 0; i < 2; i++) {
        heco_model         *a = files_open(pair[i][0], NULL), *b = files_open(pair[i][1], NULL);
        const heco_problem *p = heco_model_problem(a), *q = heco_model_problem(b);
        heco_batch         *x = files_batch(&p->space, 50), *y = files_batch(&q->space, 50);
        files_evaluate(p, x, "serial", (heco_evaluator_options){0});
        files_evaluate(q, y, "process", (heco_evaluator_options){.workers = 2});
        assert_memory_equal(x->f, y->f, 50 * sizeof *x->f);
        assert_memory_equal(x->g, y->g, 50 * p->space.ng * sizeof *x->g);
        if (p->space.nh > 0) assert_memory_equal(x->h, y->h, 50 * p->space.nh * sizeof *x->h);
        heco_batch_free(x);
        heco_batch_free(y);
        heco_model_close(a);
        heco_model_close(b);
    }
}

static void rows_become_inequalities_and_equalities(void **state) {
    (void)state;
    size_t      starts;
    heco_model *m = files_open(GOLDEN("ranges"), NULL);
    assert_int_equal(heco_model_problem(m)->space.ng, 4);
    assert_string_equal(heco_model_problem(m)->c_names[0], "c1 (lower)");
    assert_string_equal(heco_model_problem(m)->c_names[3], "c2 (upper)");
    check_values(m, (double[]){1, 2}, 4, (double[]){-2, -1, -1, -3}, NULL);
    /* the guess (99, -99) is moved into the box */
    assert_memory_equal(heco_model_start(m, &starts), ((double[]){10, -10}), 2 * sizeof(double));
    heco_model_close(m);

    m = files_open(GOLDEN("equality"), NULL);
    check_values(m, (double[]){2, 3}, 1, NULL, (double[]){-10});
    heco_model_close(m);

    m = files_open(GOLDEN("infeasible"), NULL);
    check_values(m, (double[]){1, 1.5}, 1, (double[]){1.5, 0.5}, NULL);
    heco_model_close(m);

    m = files_open(GOLDEN("fixed"), NULL); /* a row without bounds is not a constraint */
    assert_int_equal(heco_model_problem(m)->space.ng, 0);
    assert_string_equal(heco_model_problem(m)->c_names[0], "c2");
    check_values(m, (double[]){2, 4}, 4, NULL, (double[]){5});
    heco_model_close(m);
}

/* Tolerances of the inequality and of the equality of noobj. */
static void check_tolerances(const heco_model_options *how, double ineq, double eq) {
    heco_model       *m = files_open(GOLDEN("noobj"), how);
    const heco_space *s = &heco_model_problem(m)->space;
    assert_int_equal(s->ng, 1);
    assert_double(heco_space_tol(s, 0), ineq);
    assert_double(heco_space_tol(s, 1), eq);
    heco_model_close(m);
}

static void tolerances(void **state) {
    (void)state;
    check_tolerances(NULL, 1e-6, 1e-6);
    check_tolerances(MODEL_HOW(.eq_tol = 1e-7), 1e-6, 1e-7);
    check_tolerances(MODEL_HOW(.ineq_tol = 1e-3), 1e-3, 1e-6);
    check_tolerances(MODEL_HOW(.eq_tol = 1e-4, .ineq_tol = -1), 0, 1e-4);
    check_tolerances(MODEL_HOW(.eq_tol = -1), 1e-6, 0);
    /* elsewhere they take the place of what the model says */
    heco_model *m = files_open("cec2006:g05", NULL);
    assert_double(heco_space_tol(&heco_model_problem(m)->space, 0), 0);
    assert_double(heco_space_tol(&heco_model_problem(m)->space, 2), 1e-4);
    heco_model_close(m);
    m = files_open("cec2006:g05", MODEL_HOW(.ineq_tol = 1e-5));
    assert_double(heco_space_tol(&heco_model_problem(m)->space, 0), 1e-5);
    assert_double(heco_space_tol(&heco_model_problem(m)->space, 2), 1e-4);
    heco_model_close(m);
}

static void special_ordered_sets(void **state) {
    (void)state;
    static const char *const path[] = {GOLDEN("sets"), GOLDEN("sets_b")};
    for (size_t i = 0; i < 2; i++) {
        heco_model         *m = files_open(path[i], NULL);
        const heco_problem *p = heco_model_problem(m);
        assert_int_equal(p->space.ng, 3);
        assert_string_equal(p->c_names[1], "SOS2 3");
        assert_string_equal(p->c_names[2], "SOS1 2");
        /* x0, x1, x2; and x6, x4, x3, x5 by their order */
        check_values(m, (double[]){0, 0, 0, 0, 0, 0, 0}, 0, (double[]){-6, 0, 0}, NULL);
        check_values(m, (double[]){0, 1, 0, 0, 1, 0, 1}, -12, (double[]){-3, 0, 0}, NULL);
        check_values(m, (double[]){.5, 1, .25, 0, 0, 0, 0}, -4, (double[]){-4.25, 0, .75}, NULL);
        check_values(m, (double[]){0, 0, 0, .5, 0, .25, 0}, -2, (double[]){-5.25, 0, 0}, NULL);
        check_values(m, (double[]){0, 0, 0, 0, .5, .25, 0}, -3.5, (double[]){-5.25, .25, 0}, NULL);
        check_values(m, (double[]){0, 0, 0, 1, .5, .5, 1}, -11, (double[]){-3, 1.5, 0}, NULL);
        assert_null(strstr(heco_model_note(m), "linear"));
        heco_model_close(m);
    }
    files_refused(GOLDEN("semicont"), NULL, "suffix 'semicont'", "express it by");
}

static void complementarity_and_logic(void **state) {
    (void)state;
    heco_model         *m = files_open(GOLDEN("complementary"), NULL);
    const heco_problem *p = heco_model_problem(m);
    assert_int_equal(p->space.ng, 0);
    assert_int_equal(p->space.nh, 3);
    assert_string_equal(p->c_names[1], "c2 (complements x2)");
    check_values(m, (double[]){.5, 1.5, .5}, .5, NULL, (double[]){0, 0, 0});
    check_values(m, (double[]){0, 1, 2}, 2, NULL, (double[]){2, 0, -1});
    check_values(m, (double[]){1, 3, 1}, 1, NULL, (double[]){0, 1, 1});
    check_values(m, (double[]){7, 3, 0}, 0, NULL, (double[]){-7, 0, 7});
    assert_null(p->space.linear);
    heco_model_close(m);

    m = files_open(GOLDEN("logical"), NULL);
    p = heco_model_problem(m);
    assert_int_equal(p->space.ng, 3);
    assert_string_equal(p->c_names[0], "logical 1");
    check_values(m, (double[]){1, 5, 0}, 1.44 - 5, (double[]){0, 0, 0}, NULL);
    /* 0.7 to 3 is less than 1.3 to 1; x = 3 needs y < 2; z = 1 is not allowed */
    check_values(m, (double[]){2.3, 5, 0}, 0.01 - 5, (double[]){0.7, 0, 0}, NULL);
    check_values(m, (double[]){3, 1, 0}, 0.64 - 1, (double[]){0, 0, 0}, NULL);
    check_values(m, (double[]){3, 2.5, 1}, 0.64 - 2.5, (double[]){0, 1, 1}, NULL);
    heco_model_close(m);
}

/* Every linear row gives the same numbers as the evaluation does. */
static void check_linear(const char *path, size_t rows) {
    heco_model         *m = files_open(path, NULL);
    const heco_problem *p = heco_model_problem(m);
    const heco_linear  *l = p->space.linear;
    heco_batch         *b = files_batch(&p->space, 20);
    assert_non_null(l);
    assert_int_equal(l->count, rows);
    files_evaluate(p, b, "serial", (heco_evaluator_options){0});
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < l->count; k++) {
            size_t c     = l->constraint[k];
            double value = l->constant[k];
            for (size_t e = l->begin[k]; e < l->begin[k + 1]; e++)
                value += l->coef[e] * b->x[i * p->space.n + l->index[e]];
            assert_near(value,
                        c < p->space.ng ? b->g[i * p->space.ng + c]
                                        : b->h[i * p->space.nh + c - p->space.ng],
                        1e-12);
        }
    heco_batch_free(b);
    heco_model_close(m);
}

static void linear_rows_and_original_forms(void **state) {
    (void)state;
    check_linear(GOLDEN("ranges"), 4);
    check_linear(GOLDEN("network"), 4);
    check_linear(GOLDEN("noobj"), 1);
    check_linear(GOLDEN("sets_b"), 1);
    heco_model *m = files_open(GOLDEN("hs071"), NULL);
    assert_null(heco_model_problem(m)->space.linear);
    const heco_constraint_form *w = heco_model_problem(m)->forms;
    assert_true(w[0].sense == '>' && w[0].bound == 25 && w[0].factor == -1);
    assert_true(w[1].sense == '=' && w[1].bound == 40 && w[1].factor == 1);
    heco_model_close(m);
    m = files_open(GOLDEN("ranges"), NULL);
    w = heco_model_problem(m)->forms;
    assert_true(w[0].sense == '>' && w[0].bound == 1 && w[1].sense == '<' && w[1].bound == 4);
    assert_string_equal(heco_model_note(m), "");
    heco_model_close(m);
    m = files_open(GOLDEN("network"), NULL);
    assert_text(heco_model_note(m), "the model is linear: HiGHS, CBC or GLPK solve it exactly");
    assert_text(heco_model_note(m), "suffixes without effect here: weight, rank, mode");
    heco_model_close(m);
    m = files_open(GOLDEN("knapsack"), NULL);
    assert_text(heco_model_note(m), "linear and all integer: HiGHS");
    heco_model_close(m);
}

static void objectives(void **state) {
    (void)state;
    heco_model *m = files_open(GOLDEN("maximise"), NULL);
    assert_int_equal(heco_model_problem(m)->maximise, 1);
    check_values(m, (double[]){3, 2}, -6.25, (double[]){-1}, NULL);
    heco_model_close(m);

    m = files_open(GOLDEN("noobj"), NULL);
    assert_true(heco_model_target(m) == 0.0);
    assert_text(heco_model_note(m), "no objective");
    check_values(m, (double[]){3, 2}, 0, (double[]){-1}, (double[]){9});
    heco_model_close(m);

    m = files_open(GOLDEN("objectives"), NULL);
    assert_int_equal(heco_model_problem(m)->maximise, 1);
    assert_text(heco_model_note(m), "2 objectives: number 1, profit, is used; --objno N");
    check_values(m, (double[]){0.75, 0.25}, -0.5, NULL, NULL);
    heco_model_close(m);
    m = files_open(GOLDEN("objectives"), MODEL_HOW(.objective = 2));
    assert_int_equal(heco_model_problem(m)->maximise, 0);
    assert_text(heco_model_note(m), "number 2, loss, is used");
    check_values(m, (double[]){0.75, 0.25}, 0.25, NULL, NULL);
    heco_model_close(m);
    files_refused(GOLDEN("objectives"), MODEL_HOW(.objective = 3),
                  "has 2 objectives; there is no objective 3", "--objno");
}

static void expressions(void **state) {
    (void)state;
    heco_model *m = files_open(GOLDEN("defined"), NULL);
    double      e = exp(-5.0) + 1;
    check_values(m, (double[]){1, 2, 3}, 9 + e, (double[]){0.3 - e}, NULL);
    check_values(m, (double[]){0, 0, 2}, exp(-2.0), (double[]){0.3 - exp(-2.0)}, NULL);
    heco_model_close(m);
    m = files_open(GOLDEN("branches"), NULL);
    check_values(m, (double[]){-1, 1.5}, 7, NULL, NULL);
    check_values(m, (double[]){1.5, 1.5}, 2, NULL, NULL);
    heco_model_close(m);
}

static void integer_variables(void **state) {
    (void)state;
    size_t      starts;
    heco_model *m = files_open(GOLDEN("groups"), NULL);
    assert_memory_equal(heco_model_problem(m)->space.integer, "\0\1\0\1\0\1\0\1", 8);
    heco_model_close(m);
    m = files_open(GOLDEN("knapsack"), NULL);
    assert_memory_equal(heco_model_problem(m)->space.integer, "\1\1\1\1", 4);
    check_values(m, (double[]){1, 0, 1, 1}, -25, (double[]){2}, NULL);
    heco_model_close(m);
    m = files_open(GOLDEN("integer"), NULL);
    assert_memory_equal(heco_model_problem(m)->space.integer, "\0\1\1", 3);
    /* the guess 1.6 is rounded; variables without one start at 0 */
    assert_memory_equal(heco_model_start(m, &starts), ((double[]){0, 2, 0}), 3 * sizeof(double));
    check_values(m, (double[]){0.5, 2, 2}, 0.18, (double[]){-0.5}, NULL);
    heco_model_close(m);
}

static void points_outside_the_domain_fail(void **state) {
    (void)state;
    heco_model         *m = files_open(GOLDEN("domain"), NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g, bad[] = {-0.5, 0.5}, worse[] = {0.5, 0.0};
    char                why[400];
    /* twice: a half evaluated point must not count as evaluated the second time */
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(files_point(p, bad, &f, &g, NULL, why), HECO_ROW_FAILED);
        assert_text(why, "the objective cannot be evaluated at (-0.5, 0.5)");
        assert_int_equal(files_point(p, worse, &f, &g, NULL, why), HECO_ROW_FAILED);
        assert_text(why, "c1 cannot be evaluated at (0.5, 0)");
    }
    check_values(m, (double[]){0.5, 0.29}, 0.5 * log(0.5), (double[]){0.2 - 0.5}, NULL);
    heco_model_close(m);
}

static void check_box(const heco_model_options *how, const double *lower, const double *upper) {
    heco_model       *m = files_open(GOLDEN("unbounded"), how);
    const heco_space *s = &heco_model_problem(m)->space;
    size_t            starts;
    assert_memory_equal(s->lower, lower, 4 * sizeof *lower);
    assert_memory_equal(s->upper, upper, 4 * sizeof *upper);
    assert_memory_equal(s->missing, "\3\2\1\0", 4);
    assert_text(heco_model_note(m), "3 of 4 variables lack a bound (x, ...)");
    assert_memory_equal(heco_model_start(m, &starts), ((double[]){0, 3, 0, 0}), 4 * sizeof(double));
    assert_int_equal(starts, 1);
    heco_model_close(m);
}

static void variables_without_bounds(void **state) {
    (void)state;
    files_refused(GOLDEN("unbounded"), MODEL_HOW(.strict_bounds = 1),
                  "'x' (no bounds), 'y' (no upper), 'z' (no lower):", "--bound 1e6");
    check_box(MODEL_HOW(.bound = 100), (double[]){-100, 3, -100, 0}, (double[]){100, 103, 1, 1});
    check_box(MODEL_HOW(.bound = 100, .strict_bounds = 1), (double[]){-100, 3, -100, 0},
              (double[]){100, 103, 1, 1});
    check_box(NULL, (double[]){-1e12, 3, -1e12, 0}, (double[]){1e12, 1e12 + 3, 1, 1});
    heco_model *m = files_open(GOLDEN("hs071"), MODEL_HOW(.strict_bounds = 1));
    assert_null(heco_model_problem(m)->space.missing);
    heco_model_close(m);
}

static void what_cannot_be_solved_is_said(void **state) {
    (void)state;
    files_refused(GOLDEN("functions"), NULL, "functions.nl", "imported functions");
    files_refused("nothing-there.nl", NULL, "nothing-there.nl", "No such file");
    files_refused(files_write("a.nl", ""), NULL, "a.nl', line 1", "ends within its header");
    files_refused(files_write("b.nl", "#!/bin/sh\necho\n"), NULL, "b.nl', line 1", "begins with g");
    files_refused(files_write("c.nl", "g3 1 1 0\n 0 1 1\n 0 0\n 0 0\n 0 0\n 0 0 0 1\n"
                                      " 0 0 0 0 0\n 0 0\n 0 0\n 0 0 0 0 0\n"),
                  NULL, "c.nl", "no variables");
    files_refused(files_write("d.nl", "g3 1 1 0\n 1 0 0\n 0 0\n 0 0\n 0 0\n 0 0 0 1\n"
                                      " 0 0 0 0 0\n 0 0\n 0 0\n 0 0 0 0 0\nb\n0 0 1\nk0\n"),
                  NULL, "d.nl", "neither an objective nor constraints");
    files_refused(files_write("e.nl", "g3 1 1 0\n 2000000000 1 1\n"), NULL, "e.nl', line 2",
                  "too large for this file");
    files_refused(files_write("f.nl", "g3 1 1 0\n -2 1 1\n"), NULL, "f.nl', line 2", "negative");
    files_refused(files_write("g.nl", "g3 1 1 0\n two 1 1\n"), NULL, "g.nl', line 2", "missing");
}

static size_t slurp(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t got = fread(out, 1, size, file);
    fclose(file);
    return got;
}

static void spill(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

static void a_file_cut_at_any_byte_is_refused(void **state) {
    (void)state;
    static const char *const whole[] = {
        GOLDEN("defined"),  GOLDEN("hs071"),      GOLDEN("knapsack"),  GOLDEN("noobj"),
        GOLDEN("network"),  GOLDEN("local"),      GOLDEN("operators"), GOLDEN("hs071_b"),
        GOLDEN("hs071_be"), GOLDEN("knapsack_b"), GOLDEN("network_b"), GOLDEN("operators_b"),
        GOLDEN("sets"),     GOLDEN("sets_b"),     GOLDEN("logical"),   GOLDEN("complementary")};
    char        text[8000];
    const char *path = files_write("cut.nl", NULL);
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        size_t size = slurp(whole[i], text, sizeof text);
        spill(path, text, size);
        heco_model_close(files_open(path, NULL));
        while (size-- > 0) {
            assert_int_equal(truncate(path, (off_t)size), 0);
            files_refused(path, NULL, "cut.nl", "write");
        }
    }
}

/* Other bytes here and there: refused with a message, or a model like any other. */
static void damaged_files_do_no_harm(void **state) {
    (void)state;
    static const char *const whole[] = {GOLDEN("defined"), GOLDEN("hs071"), GOLDEN("hs071_b"),
                                        GOLDEN("domain")};
    char                     text[4000];
    const char              *path     = files_write("damaged.nl", NULL);
    uint64_t                 seed     = 3;
    size_t                   accepted = 0;
    for (size_t turn = 0; turn < 400; turn++) {
        size_t size = slurp(whole[turn % 4], text, sizeof text), head = 0;
        for (int line = 0; line < 10; head++) line += text[head] == '\n';
        for (size_t k = 0; k < 1 + turn % 3; k++) {
            seed        = seed * 6364136223846793005u + 1442695040888963407u;
            size_t from = turn % 5 == 0 ? 0 : head;
            size_t at   = from + (size_t)(seed >> 33) % (size - from);
            text[at] =
                turn % 4 == 2 ? (char)(seed >> 20) : "0123456789-.nvoCbJ\n "[(seed >> 20) % 20];
        }
        spill(path, text, size);
        heco_model *m;
        heco_error  error = {HECO_OK, ""};
        if (heco_model_open(&m, path, MODEL_HOW(.bound = 10), &error) != HECO_OK) {
            assert_text(error.text, "damaged.nl");
            assert_null(strchr(error.text, '\n'));
            continue;
        }
        heco_batch *b = files_batch(&heco_model_problem(m)->space, 5);
        files_evaluate(heco_model_problem(m), b, "serial", (heco_evaluator_options){0});
        heco_batch_free(b);
        heco_model_close(m);
        accepted++;
    }
    assert_in_range(accepted, 1, 399);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nonlinear_model_with_names),
        cmocka_unit_test(binary_files_give_the_same_bits),
        cmocka_unit_test(rows_become_inequalities_and_equalities),
        cmocka_unit_test(tolerances),
        cmocka_unit_test(special_ordered_sets),
        cmocka_unit_test(complementarity_and_logic),
        cmocka_unit_test(linear_rows_and_original_forms),
        cmocka_unit_test(objectives),
        cmocka_unit_test(expressions),
        cmocka_unit_test(integer_variables),
        cmocka_unit_test(points_outside_the_domain_fail),
        cmocka_unit_test(variables_without_bounds),
        cmocka_unit_test(what_cannot_be_solved_is_said),
        cmocka_unit_test(a_file_cut_at_any_byte_is_refused),
        cmocka_unit_test(damaged_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
