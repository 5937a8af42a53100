/* HECO-DE: a generation worked by hand, and against a plain transcription of the paper's formulas. */
#include "island_fixture.h"

#include "heco/run.h"
#include "heco/suite.h"
#include "solver/common/pick.h"

typedef island_fixture fixture;

/* An island of `size` members; member m is (x, f, v) = (m, f[m], v[m]). */
static void fixture_open(fixture *t, heco_equivalent kind, size_t lambda, size_t size, const double *f,
                         const double *v) {
    heco_de_params p = {.lambda = lambda, .N0 = size, .H = 5, .gamma = 0.1, .equivalent = kind,
                        .cr_mean = HECO_MEAN_LEHMER, .keep_max = 1};
    island_fixture_open(t, &p, 11);
    for (size_t m = 0; m < size; m++)
        heco_population_set(&t->d.P, m, (double[]){0.1 * (double)m, 0.2}, f[m], v[m]);
    t->d.P.count = size;
    heco_pick_identity(t->d.perm, size);
}

/* lambda = 4, tau = 1/2, gamma = 0.1, f = 1 2 4 3, v = 0.5 0 0 1 (see test_helper.c).
 * Subproblem 1: w = 0.125, 0.225, 0.375; subproblem 4: w = 0.5, 0.6, 0. */
static void subproblems_by_hand(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_EQUIVALENT_NEW, 4, 4, (double[]){1, 2, 4, 3}, (double[]){0.5, 0, 0, 1});
    heco_de_island *d = &t.d;
    d->tau            = 0.5;
    heco_de_set_subproblems(d, d->P.f, d->P.v, d->perm);
    const double first[4] = {0.175, 0.125, 0.5, 0.5375}, last[4] = {0.55, 0.0, 0.5, 0.85};
    for (size_t m = 0; m < 4; m++) {
        assert_near(d->constant[m] + d->s[0] * d->slope[m], first[m], 1e-15);
        assert_near(d->constant[m] + d->s[3] * d->slope[m], last[m], 1e-15);
    }
    assert_int_equal(heco_de_best_of_Q(d, 0), 1);
    assert_int_equal(heco_de_best_of_Q(d, 3), 1);
    /* Target 3 (f = 4, v = 0), w = 0.375, 0.475, 0.125. Trial (0, 0.25): x* stays, f spans 0..4:
     * 0.375 + 0.125 against 0.375 + 0.475/4. Trial (1.5, 0) becomes x*: 0.5 against 0.125/6. */
    assert_near(heco_de_gain(d, 2, 4, 0, 0, 0.25), 0.5 - 0.49375, 1e-15);
    assert_near(heco_de_gain(d, 2, 4, 0, 1.5, 0), 0.5 - 0.125 / 6.0, 1e-15);
    assert_double(heco_de_gain(d, 2, 4, 0, 4, 0), 0.0); /* the same point again: no success */
    island_fixture_close(&t);
}

/* f_i on the set S by the printed formulas, nothing shared with the program. */
static double plain_objective(heco_equivalent kind, size_t at, const double *f, const double *v, size_t count,
                              const double *w) {
    double e[32], fF = 0.0, fstar = 0, vstar = INFINITY;
    int    any = 0;
    for (size_t m = 0; m < count; m++) {
        if (v[m] < vstar || (v[m] == vstar && f[m] < fstar)) vstar = v[m], fstar = f[m];
        if (v[m] == 0.0 && (!any || f[m] > fF)) fF = f[m], any = 1;
    }
    for (size_t m = 0; m < count; m++)
        e[m] = kind == HECO_EQUIVALENT_NEW    ? fabs(f[m] - fstar)
               : kind == HECO_EQUIVALENT_NONE ? f[m]
               : v[m] == 0.0                  ? f[m]
                                              : v[m] + fF;
    const double *q[3] = {e, v, f};
    double        sum  = 0.0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t m = 0; m < count; m++) low = fmin(low, q[k][m]), high = fmax(high, q[k][m]);
        sum += high > low ? w[k] * (q[k][at] - low) / (high - low) : 0.0;
    }
    return sum;
}

static void weights(double *w, double tau, double s, double gamma) {
    w[0] = tau * s, w[1] = tau * s + gamma, w[2] = (1.0 - tau) * (1.0 - s);
}

static void selection_equals_the_plain_formulas(void **state) {
    (void)state;
    static const heco_equivalent kinds[] = {HECO_EQUIVALENT_NEW, HECO_EQUIVALENT_FEASIBILITY,
                                            HECO_EQUIVALENT_NONE};
    enum { LAMBDA = 6 };
    heco_rng rng;
    heco_rng_init(&rng, 5, 0);
    int successes = 0;
    for (int round = 0; round < 600; round++) {
        double  f[LAMBDA + 1], v[LAMBDA + 1], w[3];
        fixture t;
        for (size_t m = 0; m <= LAMBDA; m++) {
            f[m] = 10.0 * heco_rng_uniform_inline(&rng) - 5.0;
            v[m] = heco_rng_uniform_inline(&rng) < 0.5 ? 0.0 : heco_rng_uniform_inline(&rng);
        }
        heco_equivalent kind = kinds[round % 3];
        fixture_open(&t, kind, LAMBDA, LAMBDA, f, v);
        t.d.tau = heco_rng_uniform_inline(&rng);
        heco_de_set_subproblems(&t.d, f, v, t.d.perm);
        for (size_t i = 0; i < LAMBDA; i++) {
            size_t best = 0;
            weights(w, t.d.tau, (double)(i + 1) / LAMBDA, 0.1);
            for (size_t m = 1; m < LAMBDA; m++)
                if (plain_objective(kind, m, f, v, LAMBDA, w) < plain_objective(kind, best, f, v, LAMBDA, w))
                    best = m;
            assert_int_equal(heco_de_best_of_Q(&t.d, i), best);
            double plain = plain_objective(kind, i, f, v, LAMBDA + 1, w) -
                           plain_objective(kind, LAMBDA, f, v, LAMBDA + 1, w);
            double gain = heco_de_gain(&t.d, i, f[i], v[i], f[LAMBDA], v[LAMBDA]);
            assert_near(gain, plain, 1e-13);
            successes += gain > 0.0;
        }
        island_fixture_close(&t);
    }
    assert_in_range(successes, 500, 3100); /* both outcomes were met */
}

static void points_that_are_not_finite(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, HECO_EQUIVALENT_NEW, 4, 4, (double[]){INFINITY, 2, 4, 3}, (double[]){INFINITY, 0, 0, 1});
    t.d.tau = 0.5;
    heco_de_set_subproblems(&t.d, t.d.P.f, t.d.P.v, t.d.perm);
    assert_double(t.d.helper.f_min, 2.0); /* left out of the extremes */
    assert_int_equal(heco_de_best_of_Q(&t.d, 0), 1);
    /* a finite trial beats it with w1 + w2 + w3 = 0.125 + 0.225 + 0.375; the reverse never holds */
    assert_near(heco_de_gain(&t.d, 0, INFINITY, INFINITY, 9, 9), 0.725, 1e-15);
    assert_true(heco_de_gain(&t.d, 1, 2, 0, INFINITY, INFINITY) < 0.0);
    for (size_t m = 1; m < 4; m++) t.d.P.f[m] = t.d.P.v[m] = INFINITY;
    heco_de_set_subproblems(&t.d, t.d.P.f, t.d.P.v, t.d.perm);
    assert_int_equal(heco_de_best_of_Q(&t.d, 2), 0); /* nobody is finite: the first of Q */
    island_fixture_close(&t);
}

/* One whole generation: who is replaced, what the memories become, what stays. */
static void a_generation_step_by_step(void **state) {
    (void)state;
    enum { LAMBDA = 4, SIZE = 7 };
    double  f[SIZE] = {3, 9, 4, 8, 5, 7, 6}, v[SIZE] = {0, 1, 0, 2, 0, 3, 0};
    fixture t;
    fixture_open(&t, HECO_EQUIVALENT_NEW, LAMBDA, SIZE, f, v);
    heco_de_island *d = &t.d;
    double          rows[2 * LAMBDA], yf[LAMBDA] = {1, 100, 2, 100}, yg[LAMBDA] = {-1, 50, 0.5, 60};
    heco_de_generate(d, 0.25, rows);
    size_t Q[LAMBDA];
    memcpy(Q, d->perm, sizeof Q);
    for (size_t i = 0; i < 2 * LAMBDA; i++) assert_true(rows[i] >= -5 && rows[i] <= 5);

    double gain[LAMBDA], listF[4][LAMBDA], listCR[4][LAMBDA], listG[4][LAMBDA];
    size_t count[4] = {0};
    for (size_t i = 0; i < LAMBDA; i++) {
        double yv = yg[i] > 0 ? yg[i] : 0.0;
        gain[i]   = heco_de_gain(d, i, f[Q[i]], v[Q[i]], yf[i], yv);
        size_t k  = d->strategy[i];
        if (gain[i] > 0) listF[k][count[k]] = d->F[i], listCR[k][count[k]] = d->CR[i], listG[k][count[k]++] = gain[i];
    }
    assert_true(gain[0] > 0 && gain[1] < 0 && gain[3] < 0); /* best of all; worst of all */
    heco_de_select(d, rows, yf, yg, NULL);
    for (size_t m = 0; m < SIZE; m++) {
        size_t i = LAMBDA;
        for (size_t k = 0; k < LAMBDA; k++) i = Q[k] == m ? k : i;
        int replaced = i < LAMBDA && gain[i] > 0;
        assert_double(d->P.f[m], replaced ? yf[i] : f[m]);
        assert_double(heco_population_row(&d->P, m)[0], replaced ? rows[2 * i] : 0.1 * (double)m);
    }
    for (size_t k = 0; k < 4; k++) {
        double sw = 0, F1 = 0, F2 = 0, C1 = 0, C2 = 0;
        for (size_t j = 0; j < count[k]; j++) {
            sw += listG[k][j];
            F1 += listG[k][j] * listF[k][j], F2 += listG[k][j] * listF[k][j] * listF[k][j];
            C1 += listG[k][j] * listCR[k][j], C2 += listG[k][j] * listCR[k][j] * listCR[k][j];
        }
        assert_double(d->compete.n[k], (double)count[k]);
        assert_int_equal(d->memory[k].at, count[k] > 0);
        assert_near(d->memory[k].F[0], count[k] > 0 ? F2 / F1 : 0.5, 1e-14);
        assert_near(d->memory[k].CR[0], count[k] > 0 ? (C1 > 0 ? C2 / C1 : 0.0) : 0.5, 1e-14);
        (void)sw;
    }
    heco_de_shrink(d, 5);
    assert_int_equal(d->P.count, 5);
    size_t best = heco_population_best(&d->P);
    assert_double(d->P.f[best], 1.0); /* spared */
    island_fixture_close(&t);
}

static heco_status settle(heco_space *sp, uint64_t evals, const char *const *set, size_t sets, const char *name,
                          double *option, heco_error *error) {
    heco_run_options o = heco_run_options_default();
    heco_run        *run;
    o.max_evals = evals, o.set = set, o.sets = sets;
    heco_status status = heco_run_new(&run, heco_algorithm_find(name, NULL), sp, &o, error);
    if (status == HECO_OK) memcpy(option, heco_run_settings(run), HECO_DE_OPTIONS * sizeof *option);
    heco_run_free(run);
    return status;
}

static void settings_are_derived(void **state) {
    (void)state;
    double     lo[30] = {0}, hi[30], o[HECO_DE_OPTIONS];
    heco_error error;
    for (int j = 0; j < 30; j++) hi[j] = 1.0;
    heco_space sp = {.n = 30, .ng = 3, .lower = lo, .upper = hi};
    assert_int_equal(settle(&sp, 600000, NULL, 0, "heco-de", o, &error), HECO_OK);
    assert_double(o[HECO_DE_LAMBDA], 20);
    assert_double(o[HECO_DE_GAMMA], 0.1);
    assert_double(o[HECO_DE_N0], 360);
    sp.n = 8, sp.nh = 1;
    assert_int_equal(settle(&sp, 500000, NULL, 0, "heco-de", o, &error), HECO_OK);
    assert_double(o[HECO_DE_LAMBDA], 45);
    assert_double(o[HECO_DE_GAMMA], 0.7);
    assert_double(o[HECO_DE_N0], 450);
    assert_int_equal(settle(&sp, 400, NULL, 0, "heco-de", o, &error), HECO_OK);
    assert_double(o[HECO_DE_N0], 20); /* a twentieth of the budget */
    assert_double(o[HECO_DE_LAMBDA], 10);
    const char *preset[] = {"preset=cec2017", "profile=authors"};
    assert_int_equal(settle(&sp, 500000, preset, 2, "hco-de", o, &error), HECO_OK);
    assert_double(o[HECO_DE_N0], 96);
    assert_double(o[HECO_DE_EQUIVALENT], HECO_EQUIVALENT_NONE);
    assert_double(o[HECO_DE_ARCHIVE], 4);
    assert_double(o[HECO_DE_EXP_KEEP_MAX], 1);
}

static void settings_that_cannot_work_are_refused(void **state) {
    (void)state;
    double      o[HECO_DE_OPTIONS];
    heco_error  error;
    heco_space  sp     = space;
    const char *small[] = {"lambda=50", "N0=40"}, *slip[] = {"fr_slip=yes"}, *big[] = {"N0=1000"};
    assert_int_equal(settle(&sp, 5000, small, 2, "heco-de", o, &error), HECO_ERR_ARG);
    assert_text(error.text, "N0 = 40 is smaller than lambda = 50");
    assert_int_equal(settle(&sp, 5000, slip, 1, "heco-de-fr", o, &error), HECO_ERR_ARG);
    assert_int_equal(settle(&sp, 500, big, 1, "heco-de", o, &error), HECO_ERR_ARG);
    assert_text(error.text, "smaller than the first population of 1000");
}

/* Both profiles solve g08 (f* = -0.0958250414, Liang et al. 2006); authors asks point by point. */
static void a_known_problem_is_solved(void **state) {
    (void)state;
    heco_suite         *suite;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    long index = heco_suite_find(suite, "g08", NULL);
    assert_int_equal(heco_suite_problem(suite, (size_t)index, 0, &p, NULL), HECO_OK);
    static const char *const profiles[] = {"profile=reference", "profile=authors"};
    for (int k = 0; k < 2; k++) {
        heco_run_options o = heco_run_options_default();
        o.max_evals = 30000, o.set = &profiles[k], o.sets = 1;
        heco_run       *run;
        heco_evaluator *ev;
        heco_batch     *batch;
        assert_int_equal(heco_run_new(&run, heco_algorithm_find("heco-de", NULL), &p->space, &o, NULL), HECO_OK);
        assert_int_equal(heco_evaluator_open(&ev, p, NULL, NULL, NULL), HECO_OK);
        for (int turn = 0; (batch = heco_run_ask(run)) != NULL; turn++) {
            assert_int_equal(batch->count, turn == 0 ? 200 : k == 0 ? (batch->count < 20 ? batch->count : 20) : 1);
            heco_evaluate(ev, batch);
            heco_run_tell(run);
        }
        assert_int_equal(heco_run_result(run)->outcome.evals, 30000);
        assert_near(heco_run_result(run)->outcome.f, -0.0958250414180359, 1e-9);
        heco_evaluator_close(ev);
        heco_run_free(run);
    }
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subproblems_by_hand),       cmocka_unit_test(selection_equals_the_plain_formulas),
        cmocka_unit_test(points_that_are_not_finite), cmocka_unit_test(a_generation_step_by_step),
        cmocka_unit_test(settings_are_derived),      cmocka_unit_test(settings_that_cannot_work_are_refused),
        cmocka_unit_test(a_known_problem_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
