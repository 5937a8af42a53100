/* MA-ES: levels, turns and ends of restarts worked by hand. */
#include "algorithm_fixture.h"
#include "known_problem.h"

#include "solver/heco/ma_es.c"
#include "solver/member.h"

static fixture t;

static ma_es_state *opened(size_t n, uint64_t budget, const char *set) {
    fixture_open(&t, &heco_algorithm_ma_es, n, 1, 0, budget, set);
    return t.state;
}

/* The rows asked for get f and g from these functions of their number. */
static void step(ma_es_state *s, double f, double f_slope, double g, double g_slope) {
    assert_int_equal(ma_es_ask(s, t.batch), HECO_OK);
    for (size_t i = 0; i < t.batch->count; i++) {
        t.batch->f[i] = f + f_slope * (double)i;
        t.batch->g[i] = g + g_slope * (double)i;
    }
    assert_int_equal(ma_es_tell(s, fixture_count(&t)), HECO_OK);
}

static void sizes(void **state) {
    (void)state;
    static const struct {
        size_t n, lambda, mu;
    } c[] = {{1, 6, 3}, {2, 6, 3}, {10, 10, 5}, {30, 14, 7}};
    for (size_t k = 0; k < 4; k++) {
        ma_es_state *s = opened(c[k].n, 1000, NULL);
        assert_int_equal(s->ma.lambda, c[k].lambda);
        assert_int_equal(s->ma.mu, c[k].mu);
        assert_double(s->T, 200.0);
        fixture_close(&t);
    }
}

/* Six first points, the third the best: it is the mean of the first restart. */
static void begins_at_the_best_of_the_first_points(void **state) {
    (void)state;
    ma_es_state *s = opened(2, 1000, NULL);
    double       best[2];
    ma_es_ask(s, t.batch);
    memcpy(best, t.batch->x + 4, sizeof best);
    for (size_t i = 0; i < 6; i++) t.batch->f[i] = i == 2 ? 0.0 : 1.0, t.batch->g[i] = -1.0;
    t.evals = 6;
    ma_es_tell(s, t.batch);
    assert_int_equal(s->number, 0);
    ma_es_ask(s, t.batch);
    assert_int_equal(s->number, 1);
    assert_memory_equal(s->y, best, sizeof best);
    assert_double((double)s->begun, 6.0);
    fixture_close(&t);
}

/* A point that others evaluated takes the place of the first points. */
static void begins_at_a_point_it_is_informed_of(void **state) {
    (void)state;
    ma_es_state *s = opened(2, 1000, NULL);
    t.batch->count = 1;
    t.batch->x[0] = 0.25, t.batch->x[1] = -0.5, t.batch->f[0] = 3.0, t.batch->g[0] = 2.0;
    assert_int_equal(ma_es_inform(s, t.batch), HECO_OK);
    ma_es_ask(s, t.batch);
    assert_int_equal(s->number, 1);
    assert_double(s->y[0], 0.25);
    assert_double(s->best.v, 2.0);
    fixture_close(&t);
}

/* T = 200, violations 0.1 .. 0.6: the level begins at 0.4 (rank 3 of 0 .. 5), and is
 * 0.4 (1 - t/120)^3 after t evaluations. No patience is lost above level 0. */
static void level_of_a_relaxed_restart(void **state) {
    (void)state;
    ma_es_state *s = opened(2, 1000, "relaxed=yes");
    step(s, 1, 0, 0.1, 0.1); /* the first points */
    step(s, 1, 0, 0.1, 0.1);
    assert_near(s->eps0, 0.4, 1e-15);
    assert_near(s->eps, 0.4 * pow(1.0 - 6.0 / 120.0, 3.0), 1e-15);
    for (int k = 0; k < 9; k++) step(s, 1, 0, 0.1, 0.1);
    assert_near(s->eps, 0.4 * pow(0.5, 3.0), 1e-15); /* t = 60 */
    assert_int_equal(s->gain, t.evals);
    for (int k = 0; k < 10; k++) step(s, 1, 0, 0.1, 0.1);
    assert_double(s->eps, 0.0); /* t = 120 */
    assert_int_equal(s->gain, t.evals - 6);
    assert_true(s->running);
    for (int k = 0; k < 10; k++) step(s, 1, 0, 0.1, 0.1);
    assert_true(!s->running); /* more than 0.3 T = 60 evaluations after that without a gain */
    fixture_close(&t);
}

/* Above the level the violation counts, below it f does. */
static void ranking_by_the_level(void **state) {
    (void)state;
    ma_es_state *s = opened(2, 1000, "relaxed=yes");
    step(s, 1, 0, 0.1, 0.1);
    step(s, 6, -1, 0.1, 0.1); /* f 6 .. 1, v 0.1 .. 0.6; level 0.343: v = 0.1, 0.2, 0.3 are equal */
    assert_int_equal(s->order[0], 2);
    assert_int_equal(s->order[1], 1);
    assert_int_equal(s->order[2], 0);
    assert_int_equal(s->order[3], 3);
    fixture_close(&t);
}

/* Relaxed, relaxed, not, relaxed, ...; each is cut by its time T = 10. */
static void turns(void **state) {
    (void)state;
    ma_es_state *s = opened(2, 1000, "restarts=100");
    step(s, 1, 0, -1, 0);
    for (size_t k = 1; k <= 7; k++) {
        step(s, 1, 0, -1, 0);
        assert_int_equal(s->number, k);
        assert_int_equal(s->relaxed, k % 3 != 0);
        while (s->running) step(s, 1, 0, -1, 0);
        assert_in_range(t.evals - s->begun, 6, 12);
    }
    fixture_close(&t);
}

/* Drawn step sizes: 0.1 .. 0.5 where relaxed, 1e-5 .. 0.1 elsewhere; or as set. */
static void step_sizes(void **state) {
    (void)state;
    ma_es_state *s   = opened(2, 1000, NULL);
    s->best.known         = 1;
    double least = 1.0, most = 0.0;
    for (int k = 0; k < 300; k++) {
        ma_es_begin_restart(s);
        assert_true(s->sigma >= (s->relaxed ? 0.1 : 1e-5) && s->sigma <= (s->relaxed ? 0.5 : 0.1));
        if (!s->relaxed) least = fmin(least, s->sigma), most = fmax(most, s->sigma);
    }
    assert_true(least < 3e-5 && most > 0.03);
    fixture_close(&t);
    s        = opened(2, 1000, "sigma=0.01 relaxed=no");
    s->best.known = 1;
    ma_es_begin_restart(s);
    assert_double(s->sigma, 0.01);
    assert_int_equal(s->relaxed, 0);
    fixture_close(&t);
}

/* The shape of the initial points: not relaxed, twice the time, then the ordinary turns. */
static void shape_of_the_initial_points(void **state) {
    (void)state;
    ma_es_state *s        = opened(2, 1000, "shape=starts");
    const double start[6] = {0.5, 0.5, 0.5, 0.49, 0.5, 0.51};
    t.setup.start = start, t.setup.starts = 3;
    s->best.known = 1;
    ma_es_begin_restart(s);
    assert_int_equal(s->relaxed, 0);
    assert_double(s->length, 2.0);
    assert_near(s->sigma, sqrt((2.0 * 0.005 * 0.005 / 3.0) / 2.0), 1e-12);
    assert_true(s->ma.M[3] > 1.0 && s->ma.M[0] < 0.5);
    ma_es_begin_restart(s);
    assert_int_equal(s->relaxed, 1);
    assert_double(s->ma.M[3], 1.0);
    assert_double(s->length, 1.0);
    fixture_close(&t);
}

/* As a member that ends with its restart, and begins again. */
static void one_restart_per_beginning(void **state) {
    (void)state;
    static const heco_member_value set[] = {{"restarts", 1}, {NULL, 0}};
    heco_member                   *m;
    size_t                         rows = 0;
    fixture_open(&t, &heco_algorithm_ma_es, 2, 1, 0, 1000, NULL);
    assert_int_equal(heco_member_new(&m, &heco_algorithm_ma_es_once, &t.setup, 1, set, &rows),
                     HECO_OK);
    for (int turn = 0; turn < 2; turn++) {
        size_t evals = 0;
        assert_int_equal(heco_member_begin(m, 300, NULL, 0), HECO_OK);
        t.batch->count = 1;
        t.batch->x[0] = t.batch->x[1] = 0.0, t.batch->f[0] = 0.0, t.batch->g[0] = -1.0;
        assert_int_equal(heco_member_inform(m, t.batch), HECO_OK);
        assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
        while (t.batch->count > 0) {
            for (size_t i = 0; i < 6; i++) t.batch->f[i] = 1.0, t.batch->g[i] = -1.0;
            evals += t.batch->count;
            assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
            assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
        }
        assert_in_range(evals, 270, 282); /* level 0 after 180, patience 90 */
        assert_true(heco_member_left(m) == 0);
    }
    char text[60];
    heco_member_describe(m, text, sizeof text);
    assert_string_equal(text, "1 restart");
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("ma-es", SET(0), 10000);
    assert_solves_known("ma-es", SET("relaxed=no"), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(begins_at_the_best_of_the_first_points),
        cmocka_unit_test(begins_at_a_point_it_is_informed_of),
        cmocka_unit_test(level_of_a_relaxed_restart),
        cmocka_unit_test(ranking_by_the_level),
        cmocka_unit_test(turns),
        cmocka_unit_test(step_sizes),
        cmocka_unit_test(shape_of_the_initial_points),
        cmocka_unit_test(one_restart_per_beginning),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
