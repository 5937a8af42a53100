/* restart: whose points come first, how far hops go, and with which radius a descent begins. */
#include "testing.h"

#include "base/arena.h"
#include "solver/sqp/restart.h"

enum { N = 3 };
static const double        lower[N] = {-1, 0, 5}, upper[N] = {1, 9, 5};
static const unsigned char whole[N] = {0, 1, 1}; /* the third has one value: no choice */
static const double        start[]  = {0.5, 1, 5, -0.5, 2, 5};

typedef struct {
    heco_arena   arena;
    heco_rng     rng;
    heco_space   space;
    heco_setup   setup;
    heco_restart r;
} room;

static void begin(room *r, size_t starts) {
    heco_arena_init(&r->arena);
    heco_rng_init(&r->rng, 5, 0);
    r->space = heco_problem_default().space;
    r->space.n = N, r->space.lower = lower, r->space.upper = upper, r->space.integer = whole;
    r->setup = (heco_setup){.space = &r->space, .max_evals = 100, .arena = &r->arena,
                            .rng = &r->rng, .start = start, .starts = starts};
    heco_restart_init(&r->r, &r->setup);
}

static void check_box(const double *x) {
    for (size_t j = 0; j < N; j++) assert_true(x[j] >= lower[j] && x[j] <= upper[j]);
}

static void the_users_points_come_first(void **state) {
    (void)state;
    room   r;
    double x[N];
    begin(&r, 2);
    for (size_t i = 0; i < 2; i++) {
        heco_restart_draw(&r.r, x, 1.0);
        assert_memory_equal(x, start + i * N, sizeof x);
        assert_true(heco_restart_radius(&r.r) == 0.5);
        r.r.descents++;
    }
    heco_restart_draw(&r.r, x, 1.0); /* nothing is known: no hop */
    assert_false(r.r.hopped);
    check_box(x);
    heco_arena_release(&r.arena);
}

static void the_best_point_is_kept(void **state) {
    (void)state;
    room r;
    begin(&r, 0);
    assert_int_equal(r.r.integers, 1);
    heco_restart_record(&r.r, (double[]){0.1, 1, 5}, 3.0, 0.5);
    heco_restart_record(&r.r, (double[]){0.2, 2, 5}, 9.0, 0.0); /* feasible before f */
    heco_restart_record(&r.r, (double[]){0.3, 3, 5}, 1.0, 0.1);
    heco_restart_record(&r.r, (double[]){0.4, 4, 5}, NAN, 0.0);
    heco_restart_record(&r.r, (double[]){0.5, 5, 5}, -INFINITY, 0.0);
    heco_restart_record(&r.r, (double[]){0.6, 6, 5}, 9.0, 0.0); /* not better */
    assert_true(r.r.best_f == 9.0 && r.r.best_v == 0.0 && r.r.best_x[0] == 0.2);
    heco_arena_release(&r.arena);
}

/* A hop stays within its radius and changes the integer; the trust radius is half of it. */
static void hops_stay_within_their_radius(void **state) {
    (void)state;
    room   r;
    double x[N], least = 1.0, most = 0.0;
    begin(&r, 0);
    heco_restart_record(&r.r, (double[]){0.9, 8, 5}, 1.0, 0.0);
    r.r.descents = 1;
    for (int i = 0; i < 2000; i++) {
        heco_restart_draw(&r.r, x, 1.0);
        assert_true(r.r.hopped);
        check_box(x);
        assert_true(x[1] != 8.0 && x[1] == floor(x[1]));
        assert_true(fabs(x[0] - 0.9) <= r.r.hop_radius * 2.0);
        assert_true(fabs(x[1] - 8.0) <= 1.0 + r.r.hop_radius * 9.0);
        assert_true(heco_restart_radius(&r.r) == 0.5 * r.r.hop_radius);
        least = fmin(least, r.r.hop_radius), most = fmax(most, r.r.hop_radius);
    }
    assert_true(least >= 0.01 && least < 0.011 && most <= 0.5 && most > 0.49);
    heco_arena_release(&r.arena);
}

/* Without hops: points all over the box, not rounded; half of the later radii drawn from [0.02, 1]. */
static void other_starts_are_anywhere(void **state) {
    (void)state;
    room   r;
    double x[N], sum = 0.0;
    int    drawn = 0;
    begin(&r, 0);
    heco_restart_record(&r.r, (double[]){0.9, 8, 5}, 1.0, 0.0);
    r.r.descents = 1;
    for (int i = 0; i < 2000; i++) {
        heco_restart_draw(&r.r, x, 0.0);
        assert_false(r.r.hopped);
        check_box(x);
        sum += x[0];
        double radius = heco_restart_radius(&r.r);
        assert_true(radius >= 0.02 && radius <= 1.0);
        drawn += radius != 0.5;
    }
    assert_true(fabs(sum / 2000.0) < 0.07); /* 5 standard errors: 5 * 2/sqrt(12)/sqrt(2000) */
    assert_in_range(drawn, 888, 1112);      /* 1000 +- 5 sqrt(500)                          */
    heco_arena_release(&r.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_users_points_come_first),
        cmocka_unit_test(the_best_point_is_kept),
        cmocka_unit_test(hops_stay_within_their_radius),
        cmocka_unit_test(other_starts_are_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
