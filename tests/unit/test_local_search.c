/* Chains, neighbours, visited assignments, integer restarts. */
#include "testing.h"

#include "base/arena.h"
#include "base/rng.h"
#include "heco/heco.h"
#include "solver/sqp/local_search.h"
#include "solver/sqp/restart.h"

enum { LOCAL_SEARCH_N = 8 };

typedef struct {
    heco_arena    arena;
    heco_rng      rng;
    heco_space    space;
    heco_setup    setup;
    heco_local_search    search;
    heco_optima   known;
    heco_batch   *batch;
    heco_eval_fn  eval;
    double        lower[LOCAL_SEARCH_N], upper[LOCAL_SEARCH_N], option[1];
    unsigned char integer[LOCAL_SEARCH_N];
    uint64_t      evals;
} bed;

/* Variables are integers in 0..top from `continuous` on, others in [-5, 5]. */
static void bed_open(bed *t, heco_eval_fn eval, const size_t shape[4], double top) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 3, 0);
    t->eval = eval;
    for (size_t j = 0; j < shape[0]; j++) {
        t->integer[j] = j >= shape[3];
        t->lower[j]   = t->integer[j] ? 0.0 : -5.0;
        t->upper[j]   = t->integer[j] ? top : 5.0;
    }
    t->space = (heco_space){.n = shape[0], .ng = shape[1], .nh = shape[2], .lower = t->lower,
                            .upper = t->upper, .integer = t->integer, .eq_tol = 1e-4};
    t->setup = (heco_setup){.space = &t->space, .max_evals = 1000, .option = t->option, .seed = 3,
                            .rng = &t->rng, .arena = &t->arena};
    heco_local_search_init(&t->search, &t->setup);
    heco_optima_init(&t->known, &t->space, &t->arena);
    t->search.known = &t->known;
    assert_false(heco_arena_failed(&t->arena));
    assert_int_equal(heco_batch_new(&t->batch, &t->space, heco_local_search_rows(&t->search)), HECO_OK);
}

static void bed_close(bed *t) {
    heco_batch_free(t->batch);
    heco_arena_release(&t->arena);
}

static void bed_evaluate(bed *t) {
    heco_batch *b = t->batch;
    t->evals += b->count;
    for (size_t i = 0; i < b->count; i++) {
        int bad = t->eval(NULL, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh);
        if (bad) b->f[i] = NAN;
        b->viol[i] = bad ? INFINITY : heco_violation(&t->space, b->g + i * b->ng, b->h + i * b->nh);
        for (size_t j = 0; j < b->n; j++) {
            double x = b->x[i * b->n + j];
            assert_true(x >= t->lower[j] && x <= t->upper[j]);
            if (t->integer[j]) assert_double(x, nearbyint(x));
        }
    }
}

static void bed_begin(bed *t, const double *x) {
    heco_batch *b = t->batch;
    memcpy(b->x, x, b->n * sizeof *x);
    b->count = 1;
    bed_evaluate(t);
    heco_descent_start start = {.x = b->x, .g = b->g, .h = b->h, .f = b->f[0], .viol = b->viol[0],
                                .radius = 0.5, .known = &t->known, .incumbent = INFINITY,
                                .rival = INFINITY};
    heco_local_search_begin(&t->search, &start, INFINITY, INFINITY);
}

static void bed_step(bed *t) {
    heco_local_search_ask(&t->search, t->batch);
    assert_true(t->batch->count > 0 && t->batch->count <= heco_local_search_rows(&t->search));
    bed_evaluate(t);
    heco_local_search_tell(&t->search, t->batch);
}

static void bed_run(bed *t, const double *x) {
    bed_begin(t, x);
    while (!heco_local_search_is_over(&t->search) && t->evals < 10000) bed_step(t);
    assert_true(t->evals < 10000);
}

/* y has to make up for what the integers cost: z = 3 is best, f = (3 - 2.6)^2. */
static int separable(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 1.0) * (x[0] - 1.0) + (x[1] - 2.6) * (x[1] - 2.6) + (x[2] - 1.0) * (x[2] - 1.0);
    g[0] = 0.5 - x[0];
    return HECO_POINT_OK;
}

static void without_integers_a_search_is_a_descent(void **state) {
    (void)state;
    bed t;
    bed_open(&t, separable, (size_t[]){3, 1, 0, 3}, 9.0);
    bed_run(&t, (double[]){-4.0, 4.0, 2.0});
    assert_int_equal(t.search.end, HECO_DESCENT_CONVERGED);
    assert_int_equal(t.search.evals + 1, t.evals);
    assert_int_equal(t.search.descent.count.evals, t.search.evals);
    assert_int_equal(t.known.added, 1);
    assert_true(t.search.best.f < 1e-9);
    assert_int_equal(heco_local_search_rows(&t.search), 3);
    bed_close(&t);
}

static void a_search_ends_at_the_best_assignment(void **state) {
    (void)state;
    bed t;
    bed_open(&t, separable, (size_t[]){3, 1, 0, 1}, 9.0);
    bed_run(&t, (double[]){-4.0, 9.0, 0.0});
    assert_double(t.search.best.x[1], 3.0);
    assert_double(t.search.best.x[2], 1.0);
    assert_near(t.search.best.f, 0.16, 1e-8);
    assert_double(t.search.best.viol, 0.0);
    assert_int_equal(heco_visited_get(&t.search.visited, t.search.best.x),
                     HECO_VISITED_DESCENT | HECO_VISITED_NEIGHBOURS);
    assert_true(t.evals < 120);
    uint64_t first = t.evals;
    bed_run(&t, (double[]){3.0, 5.0, 7.0}); /* the same end again: not looked around twice */
    assert_true(t.evals - first < 40);
    bed_close(&t);
}

/* Exactly two of six, each with its price. */
static int choose_two(void *user, const double *x, double *f, double *g, double *h) {
    static const double price[6] = {5, 3, 8, 1, 7, 2};
    (void)user, (void)g;
    f[0] = 0.0, h[0] = -2.0;
    for (int j = 0; j < 6; j++) f[0] += price[j] * x[j], h[0] += x[j];
    return HECO_POINT_OK;
}

/* From the worst pair every single step is infeasible; the best pair is four changes away. */
static void swaps_are_found_by_the_beam(void **state) {
    (void)state;
    bed t;
    bed_open(&t, choose_two, (size_t[]){6, 0, 1, 0}, 1.0);
    heco_neighbours *nb   = &t.search.neighbours;
    double           x[6] = {0, 0, 1, 0, 1, 0}, f, c;
    nb->memory.penalty = 100.0, nb->memory.scale[0] = 1.0;
    choose_two(NULL, x, &f, NULL, &c);
    heco_neighbours_set_incumbent(nb, x, f, &c, 0.0);
    heco_neighbours_single_steps(nb);
    assert_int_equal(nb->single.count, 6); /* up or down, never both */
    for (size_t k = 0; k < 6; k++) {
        heco_neighbours_single_point(nb, x, k);
        choose_two(NULL, x, &nb->single.f[k], NULL, nb->single.c + k);
    }
    heco_neighbours_list_singles(nb);
    assert_true(nb->candidate[0].predicted > nb->merit);
    heco_neighbours_list_sets(nb, 1);
    assert_int_equal(nb->count, 0);
    heco_neighbours_list_sets(nb, 2);
    assert_near(nb->candidate[0].predicted, 7.0 + 1.0, 1e-3); /* one swap: 8 becomes 1 */
    heco_neighbours_list_sets(nb, HECO_NEIGHBOURS_CHANGES);
    assert_near(nb->candidate[0].predicted, 3.0, 1e-3);
    assert_int_equal(nb->candidate[0].changes, 4);
    heco_neighbours_point(nb, x, nb->candidate);
    assert_memory_equal(x, ((double[]){0, 0, 0, 1, 0, 1}), sizeof x);
    bed_close(&t);
}

/* No order among 20 values: only one is good. */
static int unordered(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = 1.0 + x[0] * x[0] + (x[1] == 17.0 ? -0.9 : 0.001 * fabs(x[1] - 4.0));
    return HECO_POINT_OK;
}

static void a_sweep_looks_at_all_values(void **state) {
    (void)state;
    bed t;
    bed_open(&t, unordered, (size_t[]){2, 0, 0, 1}, 20.0);
    bed_run(&t, (double[]){2.0, 3.0});
    assert_double(t.search.best.x[1], 17.0);
    assert_near(t.search.best.f, 0.1, 1e-8);
    bed_close(&t);
}

/* Integers alone: 3 z1 + 5 z2 as large as possible below 19.5 with z2 <= 2: z = (3, 2). */
static int all_integer(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = -3.0 * x[0] - 5.0 * x[1];
    g[0] = 3.0 * x[0] + 5.0 * x[1] - 19.5;
    g[1] = x[1] - 2.0;
    return HECO_POINT_OK;
}

static void without_continuous_variables(void **state) {
    (void)state;
    bed t;
    bed_open(&t, all_integer, (size_t[]){2, 2, 0, 0}, 9.0);
    bed_run(&t, (double[]){9.0, 9.0});
    assert_double(t.search.best.f, -19.0);
    assert_true(t.search.has_model);
    assert_true((heco_visited_get(&t.search.visited, t.search.best.x) & HECO_VISITED_POINT) != 0);
    t.batch->x[0] = 1.0, t.batch->x[1] = 0.0, t.batch->count = 1;
    bed_evaluate(&t);
    heco_local_search_begin_neighbours(&t.search, t.batch, INFINITY, INFINITY);
    assert_int_equal(t.search.phase, HECO_LOCAL_SEARCH_NEIGHBOURS);
    while (!heco_local_search_is_over(&t.search)) bed_step(&t);
    assert_true(t.search.best.f <= -3.0);
    heco_local_search_stop(&t.search);
    assert_true(heco_local_search_is_over(&t.search));
    bed_close(&t);
}

static int always_fails(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)x, (void)f, (void)g, (void)h;
    return HECO_POINT_FAILED;
}

static void a_failed_start_ends_the_search(void **state) {
    (void)state;
    bed t;
    bed_open(&t, always_fails, (size_t[]){3, 1, 0, 1}, 9.0);
    bed_begin(&t, (double[]){0.0, 1.0, 2.0});
    assert_true(heco_local_search_is_over(&t.search));
    assert_int_equal(t.search.end, HECO_DESCENT_STUCK);
    bed_close(&t);
}

/* Values of sets are sums of those of singles: exact here, since f and g are separable. */
static void predictions_add_up(void **state) {
    (void)state;
    bed t;
    bed_open(&t, all_integer, (size_t[]){2, 2, 0, 0}, 9.0);
    heco_neighbours *nb = &t.search.neighbours;
    double           c[2];
    nb->memory.penalty = 10.0, nb->memory.scale[0] = nb->memory.scale[1] = 1.0;
    double x[2] = {2.0, 1.0}, f;
    all_integer(NULL, x, &f, c, NULL);
    heco_neighbours_set_incumbent(nb, x, f, c, 0.0);
    heco_neighbours_single_steps(nb);
    assert_int_equal(nb->single.count, 4);
    for (size_t k = 0; k < 4; k++) {
        heco_neighbours_single_point(nb, x, k);
        all_integer(NULL, x, &nb->single.f[k], nb->single.c + 2 * k, NULL);
    }
    heco_neighbours_list_sets(nb, 2);
    assert_true(nb->count > 4);
    for (size_t i = 0; i < nb->count; i++) {
        const heco_candidate *k = nb->candidate + i;
        heco_neighbours_point(nb, x, k);
        all_integer(NULL, x, &f, c, NULL);
        assert_near(k->predicted, f + 10.0 * (fmax(0.0, c[0]) + fmax(0.0, c[1])), 1e-12);
        assert_true(i == 0 || nb->candidate[i - 1].predicted <= k->predicted);
    }
    heco_neighbours_point(nb, x, nb->candidate); /* of two changes (3, 2) is the best */
    assert_double(x[0], 3.0);
    assert_double(x[1], 2.0);
    bed_close(&t);
}

static void visited_assignments_are_remembered(void **state) {
    (void)state;
    bed t;
    bed_open(&t, all_integer, (size_t[]){2, 2, 0, 0}, 9.0);
    heco_visited *v = &t.search.visited;
    for (double a = 0.0; a <= 9.0; a++)
        for (double b = 0.0; b <= 9.0; b++) {
            double x[2] = {a, b};
            assert_int_equal(heco_visited_get(v, x), 0);
            heco_visited_put(v, x, HECO_VISITED_DESCENT);
            if (a + b != 7.0) heco_visited_put(v, x, HECO_VISITED_POINT);
        }
    double x[2] = {3.0, 4.0}, y[2] = {4.2, 3.9};
    assert_int_equal(heco_visited_get(v, x), 1);
    heco_visited_perturb(v, x, HECO_VISITED_POINT, &t.rng); /* fresh already */
    assert_double(x[0], 3.0);
    heco_visited_perturb(v, y, HECO_VISITED_POINT, &t.rng); /* rounded, then off to the next one */
    assert_int_equal(heco_visited_get(v, y), 1);
    assert_double(y[0] + y[1], 7.0);
    bed_close(&t);
}

/* A hop changes 1 to 6 integers and keeps them in their ranges. */
static void hops_change_few_integers(void **state) {
    (void)state;
    bed          t;
    heco_restart r = {0};
    int          seen[8] = {0};
    bed_open(&t, separable, (size_t[]){8, 1, 0, 1}, 4.0);
    heco_restart_init(&r, &t.setup);
    assert_int_equal(r.integers, 7);
    double best[8] = {1.0, 0, 1, 2, 3, 4, 0, 4}, x[8];
    heco_restart_record(&r, best, 1.0, 0.0);
    r.descents = 1;
    for (int i = 0; i < 500; i++) {
        int changed = 0;
        heco_restart_draw(&r, x, 1.0);
        assert_true(r.hopped);
        for (int j = 1; j < 8; j++) {
            assert_true(x[j] >= 0.0 && x[j] <= 4.0);
            changed += x[j] != best[j];
        }
        assert_true(changed <= 6);
        seen[changed]++;
    }
    assert_true(seen[1] > 150 && seen[2] > 50 && seen[4] > 5);
    bed_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_integers_a_search_is_a_descent),
        cmocka_unit_test(a_search_ends_at_the_best_assignment),
        cmocka_unit_test(swaps_are_found_by_the_beam),
        cmocka_unit_test(a_sweep_looks_at_all_values),
        cmocka_unit_test(without_continuous_variables),
        cmocka_unit_test(a_failed_start_ends_the_search),
        cmocka_unit_test(predictions_add_up),
        cmocka_unit_test(visited_assignments_are_remembered),
        cmocka_unit_test(hops_change_few_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
