/* rdex-cask: the constants of the program, the rules for stagnated targets, one problem solved.
 * Other steps: test_srde_family.c. */
#include "solver/papers/rdex_cask.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

static void constants(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rdex_cask, 30, 1, 0, 600000, NULL);
    const srde_family *s = t.state;
    assert_int_equal(s->p.N0, 300);
    assert_int_equal(s->memory.H, 10);
    assert_double(s->p.F_power, 0.4);
    assert_double(s->p.jump, 0.0);
    assert_double(s->p.exploit.from, 0.9);
    assert_double(s->rho, 0.5);
    assert_int_equal(s->p.kick.archive, 50);
    assert_double(s->p.kick.wait, 180.0);
    fixture_close(&t);
}

/* Tells the batch that is out: f of each row, all feasible. */
static void tell(fixture *t, double f) {
    srde_family *s = t->state;
    assert_int_equal(heco_srde_family_ask(s, t->batch), HECO_OK);
    for (size_t i = 0; i < t->batch->count; i++) t->batch->f[i] = f, t->batch->viol[i] = 0.0;
    assert_int_equal(heco_srde_family_tell(s, fixture_count(t)), HECO_OK);
}

/* An accepted trial keeps the member it overwrites, ends the count of its target, and a refused one
 * goes on counting. The archive is cyclic. */
static void archive_and_counts(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rdex_cask, 2, 1, 0, 100000, "N0=6 archive=3");
    srde_family *s = t.state;
    tell(&t, 100.0);
    assert_double(s->best.f, 100.0);
    double counted[6] = {0};
    for (int k = 0; k < 30; k++) { /* refused */
        tell(&t, 200.0);
        counted[s->trial.target]++;
    }
    for (size_t i = 0; i < 6; i++) assert_double(s->refused[i], counted[i]);
    assert_int_equal(s->archive.count, 0);
    for (size_t k = 0; k < 4; k++) {
        double old = heco_population_row(&s->front, s->write)[0];
        tell(&t, 99.0 - (double)k);
        assert_double(s->refused[s->trial.target], 0.0);
        assert_double(heco_population_row(&s->archive, k % 3)[0], old);
        assert_int_equal(s->archive.count, k < 3 ? k + 1 : 3);
    }
    assert_double(s->best.f, 96.0);
    fixture_close(&t);
}

/* A stagnated target steps to the best point with CR of at least 0.95, and its r2 comes from the
 * archive with probability 0.65 instead of 1 / (6 + 1). The second F is another one. */
static void kick(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_rdex_cask, 2, 1, 0, 100000, "N0=6 archive=1 wait=5");
    srde_family *s = t.state;
    tell(&t, 100.0);
    tell(&t, 50.0);
    static const double x[2] = {0, 1}, a[2] = {1, 2}, b[2] = {3, 4}, c[2] = {5, 6};
    int                 archived[2] = {0, 0};
    s->SR = 0.05, s->mean_F = 0.5;
    for (int stagnates = 0; stagnates < 2; stagnates++)
        for (int k = 0; k < 2000; k++) {
            heco_parents p    = {x, a, b, c};
            s->refused[1]     = stagnates ? 5.0 : 4.0;
            s->trial.F        = 0.5;
            s->trial.CR_drawn = 0.2;
            heco_srde_kick_trial(s, 1, &p);
            archived[stagnates] += p.d == s->archive.x;
            assert_true(p.a == x && p.b == (stagnates ? s->best.x : a) && p.c == b);
            assert_double(s->trial.CR_drawn, stagnates ? 0.95 : 0.2);
            assert_true(s->trial.F2 >= 0.0 && s->trial.F2 <= 1.0 && s->trial.F2 != s->trial.F);
        }
    assert_in_range(archived[0], 222, 350); /* 2000 / 7, four standard deviations */
    assert_in_range(archived[1], 1215, 1385);
    s->SR             = 0.2;
    s->trial.CR_drawn = 0.2;
    heco_parents p    = {x, a, b, c};
    heco_srde_kick_trial(s, 1, &p);
    assert_double(s->trial.CR_drawn, 0.2);
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("rdex-cask", SET(0), 20000);
    assert_near(fixture_solve_cec2006("rdex-cask", "g09", 150000), 680.630057, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(archive_and_counts),
        cmocka_unit_test(kick),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
