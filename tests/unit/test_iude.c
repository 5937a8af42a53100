/* iude: sizes of the specification, one problem solved. The steps are in test_ude_family.c. */
#include "solver/papers/iude.c"

#include "algorithm_fixture.h"

static void sizes_follow_the_dimension(void **state) {
    (void)state;
    static const struct { size_t n, N; uint64_t evals; } cases[] = {
        {10, 50, 200000}, {30, 150, 600000}, {100, 250, 2000000}, {2, 20, 500000}, {10, 40, 400}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_iude, cases[k].n, 1, 0, cases[k].evals, NULL);
        ude_family *e = t.state;
        assert_int_equal(e->p.N, cases[k].N);
        assert_int_equal(e->p.T, cases[k].N / 2);
        assert_int_equal(t.batch->capacity, 2 * cases[k].N);
        assert_double(t.option[UDE_FAMILY_N], (double)cases[k].N);
        assert_double(e->G_max, floor((double)cases[k].evals / (2.0 * (double)cases[k].N)));
        fixture_close(&t);
    }
}

/* A generation keeps a member that no candidate beats, and sorts again. */
static void a_generation_replaces_and_sorts(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_iude, 2, 0, 0, 1000, "N=4 top=0.5");
    ude_family *e = t.state;
    assert_int_equal(heco_ude_family_ask(e, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 4);
    for (size_t i = 0; i < 4; i++) t.batch->f[i] = (double)(4 - i); /* 4 3 2 1 */
    assert_int_equal(iude_tell(e, t.batch), HECO_OK);
    assert_double(e->P.f[0], 1.0);
    assert_int_equal(heco_ude_family_ask(e, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 8);
    static const double f[8] = {7, 8, 9, 9, 0.5, 7, 9, 2.5}; /* members 1 and 3 lose to row 4, 7 */
    memcpy(t.batch->f, f, sizeof f);
    double winner = t.batch->x[4 * 2];
    assert_int_equal(iude_tell(e, t.batch), HECO_OK);
    static const double after[4] = {0.5, 1, 2.5, 3};
    for (size_t i = 0; i < 4; i++) assert_double(e->P.f[i], after[i]);
    assert_double(e->P.x[0], winner);
    fixture_close(&t);
}

static void g01_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("iude", "g01", 200000), -15.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_follow_the_dimension),
        cmocka_unit_test(a_generation_replaces_and_sorts),
        cmocka_unit_test(g01_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
