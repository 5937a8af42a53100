/* The example of the 2026 report, the invariants on random curves, and the ranked rule. */
#include "testing.h"

#include "base/rng.h"
#include "report/stats/stats.h"

/* A trial that jumps to its final values at one checkpoint. */
static void jump(double *f, double *viol, size_t steps, size_t at, double last_f,
                 double last_viol) {
    for (size_t k = 0; k < steps; k++) {
        f[k]    = k < at ? 1e3 : last_f;
        viol[k] = k < at ? 1e3 : last_viol;
    }
}

static void report_2026(void **state) {
    (void)state;
    /* final order q1 p1 q2 p2 p3 q3 p4 q4, the last three infeasible; arrival p1 q1 q2 p2 q3 p3
     * q4 p4 */
    enum { P, Q, STEPS = 9 };
    static const struct {
        size_t algorithm, arrival;
        double f, viol;
    } trial[8] = {{P, 1, 2, 0}, {P, 4, 4, 0}, {P, 6, 5, 0}, {P, 8, 0, 2},
                  {Q, 2, 1, 0}, {Q, 3, 3, 0}, {Q, 5, 0, 1}, {Q, 7, 0, 3}};
    size_t algorithm[8];
    double f[8 * STEPS], viol[8 * STEPS], accuracy[8], speed[8];
    for (size_t i = 0; i < 8; i++) {
        algorithm[i] = trial[i].algorithm;
        jump(f + i * STEPS, viol + i * STEPS, STEPS, trial[i].arrival, trial[i].f, trial[i].viol);
    }
    heco_uscore_trials comparison = {2, 8, STEPS, algorithm, f, viol};
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    assert_double(accuracy[P], 6 + 4 + 3 + 1);
    assert_double(speed[P], 7 + 4 + 2 + 0);
    assert_double(accuracy[Q], 7 + 5 + 2 + 0);
    assert_double(speed[Q], 6 + 5 + 3 + 1);
    assert_double(accuracy[P] + speed[P], 27);
    assert_double(accuracy[Q] + speed[Q], 29);
    /* trial by trial: every trial an algorithm of its own */
    static const double want[8][2] = {{6, 7}, {4, 4}, {3, 2}, {1, 0},
                                      {7, 6}, {5, 5}, {2, 3}, {0, 1}};
    for (size_t i = 0; i < 8; i++) algorithm[i] = i;
    comparison.algorithms = 8;
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    for (size_t i = 0; i < 8; i++) {
        assert_double(accuracy[i], want[i][0]);
        assert_double(speed[i], want[i][1]);
    }
}

enum { M = 4, N = 7, TRIALS = M * N, STEPS = 60 };

typedef struct {
    size_t algorithm[TRIALS];
    double f[TRIALS * STEPS], viol[TRIALS * STEPS];
} curves;

/* Best-so-far walks on coarse grids, so that ties occur; some never become feasible. */
static void random_curves(curves *c, uint64_t seed) {
    heco_rng rng;
    heco_rng_init(&rng, seed, 0);
    for (size_t i = 0; i < TRIALS; i++) {
        double f = 20, viol = (double)heco_rng_index(&rng, 5);
        c->algorithm[i] = i / N;
        for (size_t k = 0; k < STEPS; k++) {
            if (heco_rng_uniform(&rng) < 0.05 && viol > 0) viol -= 1;
            if (heco_rng_uniform(&rng) < 0.2) f -= 0.5 * (double)heco_rng_index(&rng, 3);
            c->f[i * STEPS + k]    = f;
            c->viol[i * STEPS + k] = viol;
        }
    }
}

static double total(const double *v, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += v[i];
    return sum;
}

static void invariants(void **state) {
    (void)state;
    curves *c = malloc(sizeof *c);
    double  accuracy[M], speed[M];
    assert_non_null(c);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_curves(c, seed);
        heco_uscore_trials comparison = {M, TRIALS, STEPS, c->algorithm, c->f, c->viol};
        assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed),
                         HECO_OK);
        assert_double(total(accuracy, M), TRIALS * (TRIALS - 1) / 2);
        assert_double(total(speed, M), TRIALS * (TRIALS - 1) / 2);
        for (size_t a = 0; a < M; a++) {
            double score = accuracy[a] + speed[a];
            assert_true(score >= N * (N - 1) && score <= N * (N - 1) + 2 * N * N * (M - 1));
        }
        assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_RANKED, accuracy, speed), HECO_OK);
        assert_near(total(accuracy, M), N * N * M * (M - 1) / 2, 1e-9);
        assert_double(total(speed, M), 0.0);
    }
    free(c);
}

/* Linear scan, straight from the rule, on curves that are best-so-far already. */
static void naive_pairwise(const curves *c, double *accuracy, double *speed) {
    for (size_t a = 0; a < M; a++) accuracy[a] = speed[a] = 0;
    for (size_t i = 0; i < TRIALS; i++)
        for (size_t j = 0; j < TRIALS; j++) {
            if (i == j) continue;
            const double *fi = c->f + i * STEPS, *fj = c->f + j * STEPS;
            const double *vi = c->viol + i * STEPS, *vj = c->viol + j * STEPS;
            int           si = vi[STEPS - 1] == 0, sj = vj[STEPS - 1] == 0;
            double        a = si && sj ? fi[STEPS - 1] : vi[STEPS - 1];
            double        b = si && sj ? fj[STEPS - 1] : vj[STEPS - 1];
            accuracy[c->algorithm[i]] += a < b ? 1 : a == b ? 0.5 : 0;
            double target = a > b ? a : b;
            size_t ti = 0, tj = 0;
            while (si && sj ? vi[ti] > 0 || fi[ti] > target : vi[ti] > target) ti++;
            while (si && sj ? vj[tj] > 0 || fj[tj] > target : vj[tj] > target) tj++;
            speed[c->algorithm[i]] += ti < tj ? 1 : ti == tj ? 0.5 : 0;
        }
}

static void equals_the_plain_rule(void **state) {
    (void)state;
    curves *c = malloc(sizeof *c);
    double  accuracy[M], speed[M], want_accuracy[M], want_speed[M];
    assert_non_null(c);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_curves(c, seed);
        heco_uscore_trials comparison = {M, TRIALS, STEPS, c->algorithm, c->f, c->viol};
        naive_pairwise(c, want_accuracy, want_speed);
        assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed),
                         HECO_OK);
        for (size_t a = 0; a < M; a++) {
            assert_double(accuracy[a], want_accuracy[a]);
            assert_double(speed[a], want_speed[a]);
        }
    }
    free(c);
}

static void twins(void **state) {
    (void)state;
    curves *c = malloc(sizeof *c);
    double  accuracy[M], speed[M];
    assert_non_null(c);
    random_curves(c, 7);
    memcpy(c->f + 2 * N * STEPS, c->f + N * STEPS, N * STEPS * sizeof *c->f);
    memcpy(c->viol + 2 * N * STEPS, c->viol + N * STEPS, N * STEPS * sizeof *c->viol);
    heco_uscore_trials comparison = {M, TRIALS, STEPS, c->algorithm, c->f, c->viol};
    for (int rule = 0; rule < 2; rule++) {
        assert_int_equal(heco_uscore_compute(&comparison, (heco_uscore_rule)rule, accuracy, speed),
                         HECO_OK);
        assert_double(accuracy[1], accuracy[2]);
        assert_double(speed[1], speed[2]);
    }
    free(c);
}

static void tolerance(void **state) {
    (void)state;
    /* 6 against 12 printed digits: equal; a tiny value counts as 0; no value loses */
    const size_t      algorithm[] = {0, 1};
    double            accuracy[2], speed[2];
    double            f[] = {5, 1.0, 5, 1.000000009}, viol[] = {0, 0, 0, 0};
    heco_uscore_trials comparison = {2, 2, 2, algorithm, f, viol};
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    assert_double(accuracy[0], 0.5);
    assert_double(speed[0], 0.5);
    f[1] = 9e-9, f[3] = -9e-9; /* 1.8e-8 apart, but both count as 0 */
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    assert_double(accuracy[0], 0.5);
    f[0] = f[1] = NAN;
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    assert_double(accuracy[0], 0.0);
    viol[0] = viol[1] = viol[2] = viol[3] = INFINITY; /* nothing could be evaluated */
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed), HECO_OK);
    assert_double(accuracy[0], 0.5);
    assert_double(speed[0], 0.5);
    const size_t wrong[] = {0, 2};
    comparison.algorithm      = wrong;
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed),
                     HECO_ERR_ARG);
    comparison.trials = 0;
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_PAIRWISE, accuracy, speed),
                     HECO_ERR_ARG);
}

static void ranked_by_hand(void **state) {
    (void)state;
    /* finals 1, 2, 4, 9: target 3. Trial 1 (f 1) arrives at checkpoint 2, trial 2 (f 2) at 1,
     * trial 3 is feasible above the target, trial 4 infeasible: order 2, 1, 3, 4. */
    const size_t      algorithm[] = {0, 1, 0, 1};
    const double      f[]         = {9, 9, 1, 5, 2, 2, 6, 5, 4, 9, 9, 9};
    const double      viol[]      = {0, 0, 0, 5e-5, 5e-5, 0, 0, 0, 0, 1, 1, 1e-3};
    double            points[2], speed[2];
    heco_uscore_trials comparison = {2, 4, 3, algorithm, f, viol};
    assert_int_equal(heco_uscore_compute(&comparison, HECO_USCORE_RANKED, points, speed), HECO_OK);
    assert_double(points[0], 3 + 2 - 3); /* places 2 and 3 */
    assert_double(points[1], 4 + 1 - 3); /* places 1 and 4 */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(report_2026),
                                       cmocka_unit_test(invariants),
                                       cmocka_unit_test(equals_the_plain_rule),
                                       cmocka_unit_test(twins),
                                       cmocka_unit_test(tolerance),
                                       cmocka_unit_test(ranked_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
