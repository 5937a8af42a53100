/* cl-srde: the constants of the specification, one problem solved. Steps: test_srde_family.c. */
#include "solver/papers/cl_srde.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

static void constants(void **state) {
    (void)state;
    static const struct { size_t n, N0; uint64_t evals; } sizes[] = {
        {30, 600, 600000}, {10, 600, 200000}, {2, 50, 500}, {1, 4, 12}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_cl_srde, sizes[k].n, 1, 0, sizes[k].evals, NULL);
        const srde_family *s = t.state;
        assert_int_equal(s->p.N0, sizes[k].N0);
        assert_double(t.option[SRDE_N0], (double)sizes[k].N0);
        assert_int_equal(s->p.N_end, 4);
        assert_int_equal(s->memory.H, 5);
        assert_double(s->memory.F[4], 0.3);
        assert_double(s->memory.CR[4], 1.0);
        assert_double(s->p.exploit.from, 2.0); /* never */
        assert_double(s->p.race.until, 0.0);
        assert_double(s->p.jump, 0.0);
        fixture_close(&t);
    }
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("cl-srde", SET(0), 20000);
    assert_near(fixture_solve_cec2006("cl-srde", "g09", 200000), 680.630057, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
