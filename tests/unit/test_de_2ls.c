/* de-2ls: when the local search begins, its probes, and where an improved point goes. The
 * generation is that of rdex: test_srde_family.c. */
#include "solver/papers/de_2ls.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

/* Asks for a batch and tells f = value, or the distance of x from `centre` if value is NAN. */
static void step(fixture *t, double value, double centre, double viol) {
    assert_int_equal(de_2ls_ask(t->state, t->batch), HECO_OK);
    for (size_t i = 0; i < t->batch->count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < t->space.n; j++)
            sum += fabs(t->batch->x[i * t->space.n + j] - centre);
        t->batch->f[i]    = isnan(value) ? sum : value;
        t->batch->viol[i] = viol;
    }
    assert_int_equal(de_2ls_tell(t->state, fixture_count(t)), HECO_OK);
}

/* A run in which nothing gets better searches at 85 % of the budget, for 0.5 % of it, and once more
 * after eight generations; an infeasible one waits for 95 %. */
static void begins(void **state) {
    (void)state;
    for (int feasible = 0; feasible < 2; feasible++) {
        fixture  t;
        uint64_t first = 0, probes = 0;
        fixture_open(&t, &heco_algorithm_de_2ls, 2, 1, 0, 20000, "N0=20 eps_share=0");
        de_2ls *s = t.state;
        while (t.evals < 20000) {
            int searching = s->searching;
            step(&t, 1.0, 0.0, feasible ? 0.0 : 1.0);
            probes += (uint64_t)searching;
            if (first == 0 && s->searching) first = t.evals;
        }
        assert_int_equal(s->calls, 2);
        assert_int_equal(probes, 168); /* 21 halvings from 0.015 to 1e-8, of 4 probes, twice */
        assert_in_range(first, feasible ? 17000 : 19000, feasible ? 17100 : 19100);
        fixture_close(&t);
    }
}

/* Probes go down, then up, in one variable after the other; a better one is taken and the first
 * variable follows; without one the step is halved. */
static void probes(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_de_2ls, 2, 1, 0, 1000,
                 "N0=10 ls_from=0 ls_wait=0 ls_share=0.1 ls_step=0.1");
    de_2ls *s = t.state;
    while (!s->searching) step(&t, 1.0, 0.0, 0.0);
    s->x[0] = 0.5, s->x[1] = -0.95;
    static const double want[][2] = {{0.3, -0.95}, {0.7, -0.95}, {0.5, -0.975}, {0.5, -0.75}};
    for (size_t k = 0; k < 4; k++) { /* the third is the midpoint of the bound */
        step(&t, 1.0, 0.0, 0.0);
        assert_near(t.batch->x[0], want[k][0], 1e-15);
        assert_near(t.batch->x[1], want[k][1], 1e-15);
    }
    assert_near(s->step, 0.05, 1e-16);
    step(&t, 1.0, 0.0, 0.0); /* x1 - 0.1 */
    step(&t, 0.5, 0.0, 0.0); /* x1 + 0.1 is better */
    assert_near(s->x[0], 0.6, 1e-15);
    assert_int_equal(s->variable, 0);
    assert_int_equal(s->upward, 0);
    assert_double(s->f, 0.5);
    fixture_close(&t);
}

/* An improved point takes the place of the worst member of the front and of the top. */
static void injects(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_de_2ls, 2, 1, 0, 1000,
                 "N0=10 ls_from=0 ls_wait=0 ls_share=0.01");
    de_2ls *s = t.state;
    while (!s->searching) step(&t, 1.0, 0.0, 0.0);
    assert_int_equal(s->left, 10);
    for (int k = 0; k < 10; k++) {
        assert_int_equal(s->searching, 1);
        step(&t, 0.5 - 0.01 * k, 0.0, 0.0);
    }
    assert_int_equal(s->searching, 0);
    size_t found = 0;
    for (size_t i = 0; i < s->family.front.count; i++) found += s->family.front.f[i] == s->f;
    for (size_t i = 0; i < s->family.top.count; i++) found += s->family.top.f[i] == s->f;
    assert_int_equal(found, 2);
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("de-2ls", SET(0), 20000);
    assert_near(fixture_solve_cec2006("de-2ls", "g09", 150000), 680.630057, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins),
        cmocka_unit_test(probes),
        cmocka_unit_test(injects),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
