/* Special ordered sets: which there are, in which order, and by how much points miss them. */
#include "models/nl/nl_sos.h"

#include "testing.h"

enum { N = 8 };

static heco_nl_sos make(heco_arena *arena, heco_nl_annotations annotations) {
    heco_nl_sos sets;
    heco_arena_init(arena);
    annotations.arena = arena;
    assert_int_equal(heco_nl_sos_init(&sets, arena, &annotations, N), HECO_OK);
    return sets;
}

static void sets_of_the_model(void **state) {
    (void)state;
    double       number[N] = {1, 1, -2, -2, -2, 5, -7, -7}, place[N] = {2, 1, 30, 10, 20, 0, 0, 0};
    heco_arena   arena;
    heco_nl_sos sets = make(&arena, (heco_nl_annotations){.sosno = number, .ref = place});
    /* one variable, or two of type 2, are met by any point */
    assert_int_equal(sets.count, 2);
    assert_true(sets.set[0].type == 2 && sets.set[0].number == 2 && sets.set[0].count == 3);
    assert_true(sets.set[1].type == 1 && sets.set[1].number == 1 && sets.set[1].count == 2);
    assert_memory_equal(sets.variable, ((size_t[]){3, 4, 2, 1, 0}), 5 * sizeof(size_t));
    assert_double(heco_nl_sos_violation(&sets, 0, (double[N]){0, 0, 1, -2, 4}), 1);
    assert_double(heco_nl_sos_violation(&sets, 0, (double[N]){0, 0, 3, -1, 0}), 1);
    assert_double(heco_nl_sos_violation(&sets, 0, (double[N]){0, 0, 3, 0, 2}), 0);
    assert_double(heco_nl_sos_violation(&sets, 1, (double[N]){3, -4}), 3);
    assert_double(heco_nl_sos_violation(&sets, 1, (double[N]){0, -4}), 0);
    /* a little beside much is still there */
    assert_double(heco_nl_sos_violation(&sets, 1, (double[N]){1e-9, 1e9}), 1e-9);
    heco_arena_release(&arena);
}

/* Without `ref` the order of the variables counts. */
static void sets_without_an_order(void **state) {
    (void)state;
    double       number[N] = {-3, -3, 0, -3, -3};
    heco_arena   arena;
    heco_nl_sos sets = make(&arena, (heco_nl_annotations){.sosno = number});
    assert_int_equal(sets.count, 1);
    assert_memory_equal(sets.variable, ((size_t[]){0, 1, 3, 4}), 4 * sizeof(size_t));
    heco_arena_release(&arena);
}

/* AMPL's own: set 1 of type 2 over x0, x1, x2, with x3 made for it; set 2 of type 1. */
static void sets_of_piecewise_linear_terms(void **state) {
    (void)state;
    double       number[N] = {17, 17, 17, 19, 32, 32}, place[N] = {0, 1, 2, 0, 1, 2};
    heco_arena   arena;
    heco_nl_sos sets = make(&arena, (heco_nl_annotations){.sos = number, .sosref = place});
    assert_int_equal(sets.count, 2);
    assert_true(sets.set[0].type == 2 && sets.set[0].own && sets.set[0].count == 3);
    assert_true(sets.set[1].type == 1 && sets.set[1].number == 2 && sets.set[1].count == 2);
    heco_arena_release(&arena);
    sets = make(&arena, (heco_nl_annotations){0});
    assert_int_equal(sets.count, 0);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_the_model),
        cmocka_unit_test(sets_without_an_order),
        cmocka_unit_test(sets_of_piecewise_linear_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
