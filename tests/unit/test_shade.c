/* What the L-SHADE relatives share, on a box of two variables. */
#include "testing.h"

#include "solver/de/shade.h"

enum { N0 = 10 };

typedef struct {
    heco_arena arena;
    heco_rng   rng;
    heco_error error;
    heco_space space;
    heco_setup setup;
    uint64_t   evals;
    heco_shade s;
    size_t     max_batch;
    double     x[2 * N0], f[N0], g[N0], viol[N0];
    heco_batch batch;
} fixture;

static const double lower[2] = {-1, -1}, upper[2] = {1, 1};

static heco_status fixture_open(fixture *t, uint64_t max_evals, size_t N_end) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 3, 0);
    t->space = (heco_space){.n = 2, .ng = 1, .lower = lower, .upper = upper, .eq_tol = 1e-4};
    t->setup = (heco_setup){.space     = &t->space,
                            .max_evals = max_evals,
                            .rng       = &t->rng,
                            .arena     = &t->arena,
                            .error     = &t->error,
                            .evals     = &t->evals};
    t->batch = (heco_batch){.n = 2, .ng = 1, .x = t->x, .f = t->f, .g = t->g, .viol = t->viol};
    heco_shade_sizes sizes = {
        .N0 = N0, .N_end = N_end, .width = 2, .archive = 4, .operators = 2, .H = 3};
    return heco_shade_init(&t->s, &sizes, &t->setup, &t->max_batch);
}

/* Asked for once, learned with violations of its own; v is the excess, not in->viol. */
static void the_first_population(void **state) {
    (void)state;
    fixture t;
    assert_int_equal(fixture_open(&t, 100, 4), HECO_OK);
    assert_int_equal(t.max_batch, N0);
    assert_true(heco_shade_ask_first(&t.s, &t.batch));
    assert_int_equal(t.batch.count, N0);
    for (size_t i = 0; i < N0; i++) t.f[i] = (double)i, t.g[i] = (double)i - 4.0, t.viol[i] = 99.0;
    assert_true(heco_shade_take_values(&t.s, &t.batch));
    assert_int_equal(t.s.P.count, N0);
    assert_double(t.s.P.v[3], 0.0);
    assert_double(t.s.P.v[9], 5.0);
    assert_memory_equal(heco_shade_row(&t.s, 9), t.x + 18, 2 * sizeof *t.x);
    assert_false(heco_shade_ask_first(&t.s, &t.batch));
    t.g[0] = 7.0;
    assert_false(heco_shade_take_values(&t.s, &t.batch)); /* members stay */
    assert_double(t.s.v[0], 7.0);
    assert_double(t.s.P.v[0], 0.0);
    heco_arena_release(&t.arena);
}

/* From 10 to 4 with the budget used; never more than there are. */
static void the_size_falls(void **state) {
    (void)state;
    fixture t;
    assert_int_equal(fixture_open(&t, 100, 4), HECO_OK);
    t.s.P.count = 10, t.evals = 50;
    assert_int_equal(heco_shade_next_size(&t.s), 7);
    t.s.P.count = 6;
    assert_int_equal(heco_shade_next_size(&t.s), 6);
    t.evals = 100;
    assert_int_equal(heco_shade_next_size(&t.s), 4);
    heco_arena_release(&t.arena);
    assert_int_equal(fixture_open(&t, 100, 50), HECO_OK); /* a last size above the first */
    assert_int_equal(t.s.N_end, N0);
    heco_arena_release(&t.arena);
    assert_int_equal(fixture_open(&t, 9, 4), HECO_ERR_ARG);
    heco_arena_release(&t.arena);
}

static void successes_and_the_archive(void **state) {
    (void)state;
    fixture t;
    double  old[2] = {0.5, -0.5};
    assert_int_equal(fixture_open(&t, 100, 4), HECO_OK);
    t.s.P.count = 6, t.s.F[2] = 0.7, t.s.CR[2] = 0.1;
    heco_shade_record_success(&t.s, 1, 2, 3.0);
    heco_shade_record_success(&t.s, 1, 2, INFINITY);
    assert_int_equal(t.s.success[0].count, 0);
    assert_int_equal(t.s.success[1].count, 2);
    assert_double(t.s.success[1].F[0], 0.7);
    assert_double(t.s.success[1].CR[0], 0.1);
    assert_double(t.s.success[1].gain[0], 3.0);
    assert_double(t.s.success[1].gain[1], 0.0);
    heco_shade_clear_successes(&t.s);
    assert_int_equal(t.s.success[1].count, 0);
    heco_archive_add(&t.s.A, old, &t.rng);
    assert_memory_equal(heco_shade_row(&t.s, 6), old, sizeof old);
    heco_arena_release(&t.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_population),
        cmocka_unit_test(the_size_falls),
        cmocka_unit_test(successes_and_the_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
