/* rde26: the constants of the specification, one problem solved. Steps: test_srde_family.c. */
#include "solver/papers/rde26.c"

#include "algorithm_fixture.h"

static void constants(void **state) {
    (void)state;
    static const struct { size_t n, N0; uint64_t evals; } sizes[] = {
        {30, 299, 600000}, {10, 99, 200000}, {100, 998, 2000000}, {30, 60, 600}, {1, 99, 1000}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_rde26, sizes[k].n, 1, 0, sizes[k].evals, NULL);
        const srde_family *s = t.state;
        assert_int_equal(s->p.N0, sizes[k].N0);
        assert_int_equal(s->memory.H, 11);
        assert_double(s->memory.F[10], 0.63);
        assert_double(s->memory.CR[10], 0.94);
        assert_double(s->rho, 0.91);
        assert_double(s->p.exploit.from, 0.71);
        assert_double(s->p.eps_end, 0.75);
        assert_double(s->p.race.until, 0.76);
        assert_double(s->p.bound, 0.21);
        fixture_close(&t);
    }
}

/* The sphere with one linear constraint, D = 30: populations end at four members, races and
 * exploitation take the shares that the specification reports (6 % and 55 to 92 % of the trials). */
static void shares_of_races_and_exploitation(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rde26, 10, 1, 0, 60000, NULL);
    srde_family *s     = t.state;
    size_t       races = 0, exploited = 0, late = 0;
    while (t.evals < 60000) {
        assert_int_equal(heco_srde_family_ask(s, t.batch), HECO_OK);
        races += t.evals > 0 && s->trial.second;
        if (t.evals > 0 && !s->trial.second && t.evals >= 42600) late++, exploited += s->exploited[s->trial.target];
        for (size_t i = 0; i < t.batch->count; i++) {
            double sum = 0.0, line = 0.0;
            for (size_t j = 0; j < 10; j++) sum += t.batch->x[10 * i + j] * t.batch->x[10 * i + j], line += t.batch->x[10 * i + j];
            t.batch->f[i]    = sum;
            t.batch->viol[i] = line < 1.0 ? 1.0 - line : 0.0;
        }
        assert_int_equal(heco_srde_family_tell(s, fixture_count(&t)), HECO_OK);
    }
    assert_int_equal(s->front.count, 4);
    assert_near(s->top.f[0], 0.1, 1e-9);
    assert_in_range(races, 1000, 4200);
    assert_in_range(100 * exploited / late, 50, 95);
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("rde26", "g24", 100000), -5.50801327, 1e-6);
    assert_near(fixture_solve_cec2006("rde26", "g09", 150000), 680.630057, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(shares_of_races_and_exploitation),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
