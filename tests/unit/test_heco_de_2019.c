/* The 2019 version of HECO-DE: weights, x_Qb, gain, the best that is spared, the archive. */
#include "solver/heco/heco_de_2019.c"

#include "island_fixture.h"

typedef struct {
    island_fixture i;
    heco_de_2019   h;
} world;

static void world_open(world *t, size_t lambda, size_t size, double skip, const double *f, const double *v) {
    heco_de_params p = {.lambda = lambda, .N0 = size, .H = 5, .archive = 1.0, .keep_max = 1,
                        .cr_mean = HECO_MEAN_ARITHMETIC, .cr_sample = HECO_DE_SAMPLE_AUTHORS};
    memset(t, 0, sizeof *t);
    island_fixture_open(&t->i, &p, 11);
    assert_int_equal(heco_de_2019_init(&t->h, &t->i.d, skip, &t->i.setup), HECO_OK);
    for (size_t m = 0; m < size; m++)
        heco_de_island_add(&t->i.d, (double[]){0.1 * (double)m, 0.2}, f[m], &v[m], NULL);
}

static void world_close(world *t) { island_fixture_close(&t->i); }

/* Q in the order of P, at progress tau. */
static void world_begin(world *t, double tau) {
    heco_de_2019_begin(&t->h, tau);
    for (size_t m = 0; m < t->i.d.p.lambda; m++) {
        t->i.d.perm[m] = m;
        heco_population_set(&t->h.a->Q, m, heco_population_row(&t->i.d.P, m), t->i.d.P.f[m], t->i.d.P.v[m]);
    }
}

static void weights_by_hand(void **state) {
    (void)state;
    double w[3];
    heco_de_2019_weights(w, 0.5, 0.2); /* 2^-6, 0.2 / 2, 0.8 / 2 */
    assert_near(w[0], 0.015625, 1e-15);
    assert_near(w[1], 0.1, 1e-15);
    assert_near(w[2], 0.4, 1e-15);
    heco_de_2019_weights(w, 0.0, 0.5); /* only the helper at the start */
    assert_double(w[0], 0.0);
    assert_double(w[1], 0.0);
    assert_double(w[2], 0.5);
    heco_de_2019_weights(w, 1.0, 1.0); /* only the equivalent one and the violation at the end */
    assert_double(w[0], 1.0);
    assert_double(w[1], 1.0);
    assert_double(w[2], 0.0);
}

static void best_of_Q(void **state) {
    (void)state;
    world t;
    world_open(&t, 4, 4, 0, (double[]){4, 3, 2, 1}, (double[]){1, 0.5, 0.75, 9});
    world_begin(&t, 0.39);
    assert_int_equal(heco_de_2019_best(&t.h), 3); /* early: smallest f */
    t.i.d.tau = 0.4;
    assert_int_equal(heco_de_2019_best(&t.h), 1); /* late, nobody feasible: smallest violation */
    t.h.a->Q.v[0] = 0.0;
    assert_int_equal(heco_de_2019_best(&t.h), 3); /* somebody is: smallest f of all */
    world_close(&t);
}

/* Q = (f, v): (1, 0), (3, 0), (2, 4), (5, 2); target 1 with y = (2, 0), tau = 0.5, s = 0.5.
 * On Q': x* = (1, 0), e = |f - 1|/4, f = (f - 1)/4, w1 = 2^-15, w3 = 0.5 * 2^-2.5. */
static void gain_by_hand(void **state) {
    (void)state;
    world t;
    world_open(&t, 4, 4, 0, (double[]){1, 3, 2, 5}, (double[]){0, 0, 4, 2});
    world_begin(&t, 0.5);
    double w1 = ldexp(1.0, -15), w2 = 0.5 * pow(2, -2.5), w3 = w2;
    assert_near(heco_de_2019_gain(&t.h, 1, 2, 0), (w1 + w3) * (0.5 - 0.25), 1e-15);
    /* y = (-3, 8) stretches f to 8, v to 8: e stays 2/4 against |-3 - 1|/4 */
    assert_near(heco_de_2019_gain(&t.h, 1, -3, 8), w1 * (0.5 - 1.0) + w2 * (0 - 1.0) + w3 * (6.0 / 8.0), 1e-15);
    assert_true(heco_de_2019_gain(&t.h, 1, INFINITY, INFINITY) < 0.0);
    t.h.a->Q.f[1] = t.h.a->Q.v[1] = INFINITY;
    assert_near(heco_de_2019_gain(&t.h, 1, 2, 0), w1 + w2 + w3, 1e-15);
    world_close(&t);
}

static void the_best_of_all_stays(void **state) {
    (void)state;
    world t;
    world_open(&t, 4, 5, 0, (double[]){1, 3, 2, 5, 0.5}, (double[]){0, 0, 4, 2, 0.1});
    world_begin(&t, 0.1);
    assert_double(t.h.f_best, 1.0);
    assert_true(heco_de_2019_best_of_all(&t.h, 0, 0, 1));   /* a trial that is better by f alone */
    assert_false(heco_de_2019_best_of_all(&t.h, 0, 0.5, 0)); /* the trial is the best of all */
    assert_false(heco_de_2019_best_of_all(&t.h, 1, 0, 1));
    double row[2];
    heco_de_2019_ask(&t.h, 0.1, row);
    /* target 0 is beaten by the helper (f = -9), but stays: archived, counted as a success */
    size_t k = t.i.d.strategy[0];
    assert_int_equal(heco_de_2019_tell(&t.h, row, -9, 7), 0);
    assert_int_equal(t.i.d.success[k].count, 1);
    assert_double(t.i.d.compete.n[k], 1.0);
    assert_int_equal(t.i.d.A.count, 1);
    assert_double(t.i.d.A.x[1], 0.2);
    assert_double(t.h.a->Q.f[0], 1.0);
    heco_de_2019_ask(&t.h, 0.1, row);
    assert_int_equal(heco_de_2019_tell(&t.h, row, 0.25, 0), 0);
    assert_double(t.h.a->Q.f[1], 0.25); /* seen by later targets */
    assert_double(t.i.d.P.f[1], 3.0);     /* in P after the generation */
    assert_int_equal(t.i.d.A.count, 2);
    assert_double(t.i.d.A.x[2], 0.1); /* the old member itself */
    for (int i = 2; i < 4; i++) {
        heco_de_2019_ask(&t.h, 0.1, row);
        assert_int_equal(heco_de_2019_tell(&t.h, row, INFINITY, INFINITY), i == 3);
    }
    assert_double(t.i.d.P.f[1], 0.25);
    heco_de_2019_shrink(&t.h, 1.0);
    assert_int_equal(t.i.d.P.count, 4);
    assert_in_range(t.i.d.A.count, 1, 4);
    world_close(&t);
}

/* With skip = 1 the trial is the mutant: with two variables and CR near 1 the crossover would keep
 * a coordinate of the parent in most trials. */
static void crossover_can_be_skipped(void **state) {
    (void)state;
    for (int skip = 0; skip < 2; skip++) {
        world t;
        world_open(&t, 6, 6, (double)skip, (double[]){1, 2, 3, 4, 5, 6}, (double[]){0, 0, 0, 0, 0, 0});
        for (size_t m = 0; m < 6; m++) t.i.d.P.x[2 * m + 1] = 0.3 * (double)(m * m);
        for (size_t k = 0; k < 4; k++)
            for (size_t r = 0; r < 5; r++) t.i.d.memory[k].CR[r] = 1.0;
        int kept = 0;
        for (int turn = 0; turn < 300; turn++) {
            double row[2];
            heco_de_2019_ask(&t.h, 0.5, row);
            const double *x = heco_population_row(&t.h.a->Q, t.h.a->i);
            kept += row[0] == x[0] || row[1] == x[1];
            heco_de_2019_tell(&t.h, row, 99, 0);
        }
        if (skip) assert_in_range(kept, 0, 40); /* rand/1 of x_i and reflections may coincide */
        else assert_in_range(kept, 200, 300);
        world_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_by_hand),       cmocka_unit_test(best_of_Q),
        cmocka_unit_test(gain_by_hand),          cmocka_unit_test(the_best_of_all_stays),
        cmocka_unit_test(crossover_can_be_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
