/* rdex: the constants of the specification, one problem solved. Steps: test_srde_family.c. */
#include "solver/papers/rdex.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

static void constants(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rdex, 30, 1, 0, 600000, NULL);
    const srde_params *p = &((srde_family *)t.state)->p;
    assert_int_equal(p->N0, 300);
    assert_int_equal(p->H, 5);
    assert_double(p->jump, 0.2);
    assert_double(p->jump_scale, 0.1);
    assert_double(p->exploit.from, 0.9);
    assert_double(((srde_family *)t.state)->rho, 0.7);
    assert_double(p->race.until, 0.0);
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_rdex, 3, 1, 0, 150, NULL);
    assert_int_equal(((srde_family *)t.state)->p.N0, 15); /* a tenth of the budget */
    fixture_close(&t);
}

/* A jump may leave the box; the point asked for does not. */
static void every_point_is_inside(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rdex, 4, 1, 0, 3000, "jump=1 jump_scale=100 jump_units=problem");
    srde_family *s = t.state;
    for (int turn = 0; turn < 2000; turn++) {
        assert_int_equal(heco_srde_family_ask(s, t.batch), HECO_OK);
        for (size_t i = 0; i < t.batch->count; i++) {
            const double *x = t.batch->x + 4 * i;
            for (size_t j = 0; j < 4; j++) assert_true(x[j] >= -1.0 && x[j] <= 1.0);
            t.batch->f[i]    = x[0] + 2.0 * x[1] * x[2];
            t.batch->viol[i] = x[3] < 0.5 ? 0.5 - x[3] : 0.0;
        }
        assert_int_equal(heco_srde_family_tell(s, t.batch), HECO_OK);
    }
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("rdex", SET(0), 20000);
    assert_near(fixture_solve_cec2006("rdex", "g09", 150000), 680.630057, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(every_point_is_inside),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
