/* visited: assignments are told apart, remembered with their marks, and left by few steps. */
#include "testing.h"

#include "base/arena.h"
#include "solver/sqp/visited.h"

enum { N = 3 };
static const double lower[N] = {-4, 0, -2.5}, upper[N] = {4, 1, 7.5};
static const size_t var[]    = {0, 2}; /* the second variable is continuous */

typedef struct {
    heco_arena   arena;
    heco_rng     rng;
    heco_space   space;
    heco_setup   setup;
    heco_visited v;
} room;

static void begin(room *r, uint64_t evals, size_t count) {
    heco_arena_init(&r->arena);
    heco_rng_init(&r->rng, 3, 0);
    r->space = heco_problem_default().space;
    r->space.n = N, r->space.lower = lower, r->space.upper = upper;
    r->setup = (heco_setup){.space = &r->space, .max_evals = evals, .arena = &r->arena};
    heco_visited_init(&r->v, &r->setup, var, count);
}

static void marks_add_up(void **state) {
    (void)state;
    room r;
    begin(&r, 100, 2);
    assert_int_equal(heco_visited_get(&r.v, (double[]){1, 0.5, 2}), 0);
    heco_visited_put(&r.v, (double[]){1, 0.5, 2}, HECO_VISITED_DESCENT);
    heco_visited_put(&r.v, (double[]){1, 0.9, 2}, HECO_VISITED_POINT); /* the same assignment */
    assert_int_equal(heco_visited_get(&r.v, (double[]){1, 0.1, 2}),
                     HECO_VISITED_DESCENT | HECO_VISITED_POINT);
    assert_int_equal(heco_visited_get(&r.v, (double[]){2, 0.5, 1}), 0);
    assert_int_equal(heco_visited_get(&r.v, (double[]){-1, 0.5, 2}), 0);
    heco_arena_release(&r.arena);
}

/* All 9 x 10 assignments of the box in a table with room: none is lost, none taken for another. */
static void a_table_with_room_forgets_nothing(void **state) {
    (void)state;
    room r;
    begin(&r, 1000, 2);
    for (int i = -4; i <= 4; i++)
        for (int k = -2; k <= 7; k++) {
            const double x[N] = {i, 0.0, k};
            assert_int_equal(heco_visited_get(&r.v, x), 0);
            heco_visited_put(&r.v, x, (unsigned)(1 + (i + k + 6) % 7));
        }
    for (int i = -4; i <= 4; i++)
        for (int k = -2; k <= 7; k++)
            assert_int_equal(heco_visited_get(&r.v, (const double[N]){i, 0.0, k}),
                             1 + (i + k + 6) % 7);
    heco_arena_release(&r.arena);
}

/* More assignments than entries: the last one is found, and no search loops for ever. */
static void a_full_table_goes_on(void **state) {
    (void)state;
    room r;
    begin(&r, 1, 2); /* 1024 places */
    for (int i = 0; i < 5000; i++) {
        const double x[N] = {i, 0.0, -i};
        heco_visited_put(&r.v, x, HECO_VISITED_POINT);
        assert_int_equal(heco_visited_get(&r.v, x), HECO_VISITED_POINT);
    }
    heco_arena_release(&r.arena);
}

static void perturbing_leaves_known_assignments(void **state) {
    (void)state;
    room r;
    begin(&r, 100, 2);
    for (int i = 0; i < 200; i++) {
        double x[N] = {4.3, 0.25, -2.4}; /* a corner, not whole */
        heco_visited_perturb(&r.v, x, HECO_VISITED_DESCENT, &r.rng);
        assert_true(x[0] == floor(x[0]) && x[2] == floor(x[2]) && x[1] == 0.25);
        assert_true(x[0] >= -4 && x[0] <= 4 && x[2] >= -2 && x[2] <= 7);
        if (i == 0) assert_true(x[0] == 4.0 && x[2] == -2.0);
        if (i < 3) assert_int_equal(heco_visited_get(&r.v, x) & HECO_VISITED_DESCENT, 0);
        heco_visited_put(&r.v, x, HECO_VISITED_DESCENT);
    }
    heco_arena_release(&r.arena);
}

static void without_integers_there_is_one_assignment(void **state) {
    (void)state;
    room r;
    begin(&r, 100, 0);
    heco_visited_put(&r.v, (double[]){1, 2, 3}, HECO_VISITED_NEIGHBOURS);
    assert_int_equal(heco_visited_get(&r.v, (double[]){3, 2, 1}), HECO_VISITED_NEIGHBOURS);
    heco_arena_release(&r.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_add_up),
        cmocka_unit_test(a_table_with_room_forgets_nothing),
        cmocka_unit_test(a_full_table_goes_on),
        cmocka_unit_test(perturbing_leaves_known_assignments),
        cmocka_unit_test(without_integers_there_is_one_assignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
