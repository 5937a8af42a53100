/* Violations relative to the limits that constraints state. */
#include "testing.h"

#include <unistd.h>

#include "heco/heco.h"
#include "run/limit_scale.h"

static void scales_are_powers_of_two(void **state) {
    (void)state;
    assert_true(heco_limit_scale(0.0) == 1.0);
    assert_true(heco_limit_scale(INFINITY) == 1.0);
    assert_true(heco_limit_scale(1.0) == 1.0);
    assert_true(heco_limit_scale(-0.25) == 4.0);
    assert_true(heco_limit_scale(1.4) == 1.0); /* below the square root of 2 */
    assert_true(heco_limit_scale(1.5) == 0.5);
    assert_true(heco_limit_scale(30000.0) == 0x1p-15);
    assert_true(heco_limit_scale(1e300) == 0x1p-100);
    assert_true(heco_limit_scale(5e-324) == 0x1p100);
    double limits[] = {1.0, 0.0, 3.0};
    assert_false(heco_limit_scales_needed(NULL, 3));
    assert_false(heco_limit_scales_needed(limits, 2));
    assert_true(heco_limit_scales_needed(limits, 3));
}

/* A beam with a stress in pascals and a deflection in metres. `user` is the factor of the unit of
 * stress. */
static int beam(void *user, const double *x, double *f, double *g, double *h) {
    double unit = *(const double *)user;
    f[0]        = x[0] * x[1] * x[1] + x[2] * x[2];
    g[0]        = unit * (6e6 / (x[0] * x[1] * x[1]) - 2e8);
    g[1]        = 0.01 / (x[0] * x[1] * x[1] * x[1]) - 0.02;
    h[0]        = unit * (1e8 * x[2] - 1e8 * x[0]);
    return HECO_POINT_OK;
}

static int beam_slopes(void *user, const double *x, double *df, double *dg, double *dh) {
    double unit = *(const double *)user, a = x[0], b = x[1];
    df[0] = b * b, df[1] = 2.0 * a * b, df[2] = 2.0 * x[2];
    dg[0] = unit * (-6e6 / (a * a * b * b)), dg[1] = unit * (-12e6 / (a * b * b * b)), dg[2] = 0.0;
    dg[3] = -0.01 / (a * a * b * b * b), dg[4] = -0.03 / (a * b * b * b * b), dg[5] = 0.0;
    dh[0] = -1e8 * unit, dh[1] = 0.0, dh[2] = 1e8 * unit;
    return HECO_POINT_OK;
}

typedef struct {
    double               unit, tol[3], limits[3];
    heco_constraint_form forms[3];
    heco_problem         p;
} beam_model;

/* Fills the beam with stresses in that unit. */
static void open_beam(beam_model *m, double unit) {
    static const double lower[] = {0.01, 0.01, 0.0}, upper[] = {1.0, 1.0, 2.0};
    *m           = (beam_model){.unit   = unit,
                                .tol    = {2.0 * unit, 2e-10, unit},
                                .limits = {unit * 2e8, 0.02, unit * 1e8},
                                .forms  = {{'<', unit * 2e8, 1.0, "Pa"},
                                           {'<', 0.02, 1.0, "m"},
                                           {'=', unit * 1e8, 1.0, "Pa"}},
                                .p      = heco_problem_default()};
    m->p.space.n = 3, m->p.space.ng = 2, m->p.space.nh = 1;
    m->p.space.lower = lower, m->p.space.upper = upper, m->p.space.tol = m->tol;
    m->p.eval = beam, m->p.user = &m->unit, m->p.forms = m->forms;
}

/* Returns the sum of the points that a search by ask and tell evaluates. */
static double points_asked(double unit, int stated, const char *algorithm) {
    beam_model       m;
    heco_run_options o   = heco_run_options_default();
    heco_run        *run = NULL;
    heco_batch      *b;
    double           sum = 0.0;
    open_beam(&m, unit);
    o.max_evals = 1500, o.limits = stated ? m.limits : NULL;
    assert_int_equal(heco_run_new(&run, heco_algorithm_find(algorithm, NULL), &m.p.space, &o, NULL),
                     HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < b->count; i++) {
            for (size_t j = 0; j < 3; j++) sum += b->x[3 * i + j] * (double)(1 + (i + j) % 7);
            beam(&m.unit, b->x + 3 * i, b->f + i, b->g + 2 * i, b->h + i);
        }
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    heco_run_free(run);
    return sum;
}

static void a_search_does_not_depend_on_the_unit_of_a_limit(void **state) {
    static const char *const names[] = {"auto", "sqp", "heco-de", "lshade44", "heco-next"};
    const double             other   = 0x1p-20;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_double(points_asked(1.0, 1, names[i]), points_asked(other, 1, names[i]));
    /* Otherwise this test could not fail. */
    assert_true(points_asked(1.0, 0, "heco-de") != points_asked(other, 0, "heco-de"));
}

static const char *const journal = "test_limit_scale.journal";

/* Solves the beam. With a journal, the search is resumed if the file exists. */
static heco_solution *solve(beam_model *m, const char *algorithm, const char *path,
                            heco_status expected) {
    heco_solution        *s = NULL;
    heco_minimize_options o = heco_minimize_options_default();
    o.algorithm             = algorithm;
    o.run.max_evals         = 1500;
    o.journal = path, o.resume = path != NULL && access(path, F_OK) == 0;
    assert_int_equal(heco_minimize(&s, &m->p, &o, NULL), expected);
    return s;
}

/* The restoration aims at equalities within 1e-10 in the unit of the user, so that only the last
 * digits of the answer may differ. */
static void the_answer_does_not_depend_on_the_unit_of_a_limit(void **state) {
    static const char *const names[] = {"auto", "lshade44"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        for (int slopes = 0; slopes < 2; slopes++) {
            beam_model a, b;
            open_beam(&a, 1.0);
            open_beam(&b, 0x1p-20);
            if (slopes) a.p.derivatives = b.p.derivatives = beam_slopes;
            heco_solution      *s = solve(&a, names[i], NULL, HECO_OK);
            heco_solution      *t = solve(&b, names[i], NULL, HECO_OK);
            const heco_outcome *u = &heco_solution_result(s)->outcome;
            const heco_outcome *v = &heco_solution_result(t)->outcome;
            assert_int_equal(u->found, HECO_FOUND_FEASIBLE);
            assert_int_equal(v->found, HECO_FOUND_FEASIBLE);
            assert_int_equal(u->evals, v->evals);
            assert_int_equal(u->derivatives, v->derivatives);
            for (size_t j = 0; j < 3; j++)
                assert_near(heco_solution_result(s)->x[j], heco_solution_result(t)->x[j], 1e-12);
            heco_solution_free(s);
            heco_solution_free(t);
        }
    }
}

/* A journal holds the values in the units of the user. It is resumed if the scales agree. */
static void a_journal_is_resumed_with_the_same_scales(void **state) {
    beam_model m;
    (void)state;
    unlink(journal);
    open_beam(&m, 1.0);
    heco_solution *s = solve(&m, "lshade44", journal, HECO_OK);
    m.forms[0].bound = 2.1e8; /* the same power of two */
    heco_solution *t = solve(&m, "lshade44", journal, HECO_OK);
    assert_int_equal(heco_solution_replayed(t), 1500);
    assert_double(heco_solution_result(s)->outcome.f, heco_solution_result(t)->outcome.f);
    heco_solution_free(s);
    heco_solution_free(t);
    m.forms[0].bound = 4e8;
    assert_null(solve(&m, "lshade44", journal, HECO_ERR_CONFLICT));
    m.p.forms = NULL;
    assert_null(solve(&m, "lshade44", journal, HECO_ERR_CONFLICT));
    unlink(journal);
}

/* Writes the limits that heco_minimize() would give to the search. */
static const double *limits_of(int protocol, const double *given, double **memory) {
    heco_constraint_form forms[] = {{'>', 0.5, -2.0, NULL}, {0, 7.0, 1.0, NULL}};
    heco_problem         p       = heco_problem_default();
    heco_run_options     o       = heco_run_options_default();
    heco_error           error;
    p.space.ng = 2;
    p.forms    = forms;
    p.protocol = protocol;
    o.limits   = given;
    assert_int_equal(heco_limits_set(&o, memory, &p, &error), HECO_OK);
    return o.limits;
}

static void limits_follow_from_the_original_forms(void **state) {
    double own[] = {1.0, 1.0}, *memory;
    (void)state;
    const double *limits = limits_of(0, NULL, &memory);
    assert_true(limits[0] == 0.25);
    assert_true(limits[1] == 0.0); /* it has no original form */
    free(memory);
    assert_null(limits_of(1, NULL, &memory)); /* a protocol adds violations as they are */
    assert_null(memory);
    assert_ptr_equal(limits_of(0, own, &memory), own);
    assert_null(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_are_powers_of_two),
        cmocka_unit_test(a_search_does_not_depend_on_the_unit_of_a_limit),
        cmocka_unit_test(the_answer_does_not_depend_on_the_unit_of_a_limit),
        cmocka_unit_test(a_journal_is_resumed_with_the_same_scales),
        cmocka_unit_test(limits_follow_from_the_original_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
