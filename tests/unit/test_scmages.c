/* The steps of scmages, worked by hand on the box [-1, 1]^n. */
#include "known_problem.h"

#include "solver/papers/scmages.c"

#include "algorithm_fixture.h"

/* n = 10, lambda = 10: worked out apart from this code. */
static void rates(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_scmages, 10, 1, 0, 100000, NULL);
    scmages_state *s = t.state;
    assert_int_equal(s->ma.lambda, 10);
    assert_int_equal(s->ma.mu, 3);
    assert_near(s->ma.w[0], 0.6370425712412168, 1e-14);
    assert_near(s->ma.w[2], 0.07838717132075033, 1e-14);
    assert_near(s->ma.mu_eff, 2.0286114646100617, 1e-13);
    assert_near(s->ma.c_s, 0.26806278637895375, 1e-14);
    assert_near(s->c_c, 4.0 / 14.0, 1e-15);
    assert_near(s->c_mu, 0.07273118882690907, 1e-14);
    assert_double(t.option[SCMAGES_TC], 500.0);
    fixture_close(&t);
}

/* Two variables, one inequality, four offspring at (0, 0), (0.25, 0.25), .. with f = 4 .. 1. */
static scmages_state *open_four(fixture *t, const double g[4]) {
    fixture_open(t, &heco_algorithm_scmages, 2, 1, 0, 1000, "lambda=4 literal=no");
    scmages_state *s = t->state;
    scmages_ask(s, t->batch);
    for (size_t i = 0; i < 4; i++) {
        t->batch->x[2 * i] = t->batch->x[2 * i + 1] = 0.25 * (double)i;
        t->batch->f[i] = 4.0 - (double)i, t->batch->g[i] = g[i];
        t->batch->viol[i] = g[i] > 0.0 ? g[i] : 0.0;
    }
    scmages_tell(s, fixture_count(t));
    return s;
}

/* Violations 0, 1, 2, 5: ceil(3.6) = 4 of them have the median 1.5. At that level the first two are
 * feasible; of these the second has the smaller f and is the centre (mu = 1). */
static void level_and_centre(void **state) {
    (void)state;
    fixture        t;
    scmages_state *s = open_four(&t, (double[4]){-1, 1, 2, 5});
    assert_near(s->E0, 1.5, 1e-15);
    assert_double(s->y[0], 0.25);
    assert_double(s->y[1], 0.25);
    fixture_close(&t);
}

/* One parent (mu_eff = 1), centre (0.25, 0.25), sigma = 1: the best offspring (0.75, 0) has
 * d = z = (0.5, -0.25). C has no rank-mu term: C_j = 1 - c_mu + c_mu p_c,j^2. */
static void one_generation(void **state) {
    (void)state;
    fixture        t;
    scmages_state *s = open_four(&t, (double[4]){-1, 1, 2, 5});
    double x[8] = {0.75, 0, 0, 0, 0, 0, 0, 0}, c_s = 3.0 / 6.0, c_c = 4.0 / 6.0;
    double c_mu = 4.0 / 3.0 * 2.0 / ((2.0 + sqrt(2.0)) * (2.0 + sqrt(2.0)));
    s->g        = 1.0;
    scmages_ask(s, t.batch);
    memcpy(t.batch->x, x, sizeof x);
    for (size_t i = 0; i < 4; i++) t.batch->f[i] = (double)i, t.batch->g[i] = t.batch->viol[i] = 0.0;
    scmages_tell(s, fixture_count(&t));
    assert_double(s->y[0], 0.75);
    assert_double(s->y[1], 0.0);
    double p_s[2] = {sqrt(c_s * (2 - c_s)) * 0.5, sqrt(c_s * (2 - c_s)) * -0.25};
    double p_c    = sqrt(c_c * (2 - c_c)) * 0.5;
    assert_near(s->c_mu, c_mu, 1e-15);
    assert_near(s->ma.p[1], p_s[1], 1e-15);
    assert_near(s->p_c[0], p_c, 1e-15);
    assert_near(s->C[0], 1.0 - c_mu + c_mu * p_c * p_c, 1e-15);
    assert_near(s->root[0], sqrt(s->C[0]), 1e-15);
    double square = p_s[0] * p_s[0] + p_s[1] * p_s[1];
    assert_near(s->sigma, exp(c_s / 2.0 * (square / 2.0 - 1.0)), 1e-14);
    assert_near(s->E, 1.5 * pow(1.0 - 2.0 / t.option[SCMAGES_TC], 3.0), 1e-12);
    fixture_close(&t);
}

/* The program's rank-one term has the rate 1/mu_eff = 1 here. */
static void the_programs_rank_one_rate(void **state) {
    (void)state;
    fixture        t;
    scmages_state *s           = open_four(&t, (double[4]){0, 0, 0, 0});
    t.option[SCMAGES_LITERAL] = 1.0;
    s->p_c[0] = 0.5, s->order[0] = 0;
    scmages_adapt_diagonal(s);
    assert_near(s->C[0], 1.0 - s->c_mu + 0.25, 1e-15);
    fixture_close(&t);
}

/* lambda grows by 1.2 while it is below 8 n, rounded up; by 1.5 from 25 variables on. */
static void populations_grow(void **state) {
    (void)state;
    fixture        t;
    scmages_state *s = open_four(&t, (double[4]){0, 0, 0, 0});
    scmages_restart(s);
    assert_int_equal(s->ma.lambda, 5);
    assert_int_equal(s->phase, SCMAGES_START);
    s->ma.lambda = 16;
    scmages_restart(s);
    assert_int_equal(s->ma.lambda, 16);
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_scmages, 25, 1, 0, 100000, "lambda=10");
    scmages_restart(t.state);
    assert_int_equal(((scmages_state *)t.state)->ma.lambda, 15);
    fixture_close(&t);
}

/* Before generation TC nothing ends a run; afterwards 300 generations without improvement do. */
static void patience(void **state) {
    (void)state;
    fixture        t;
    scmages_state *s = open_four(&t, (double[4]){0, 0, 0, 0});
    s->idle = 301, s->g = t.option[SCMAGES_TC];
    assert_false(scmages_is_over(s, 1.0));
    s->g += 1.0;
    assert_true(scmages_is_over(s, 1.0));
    s->idle = 300;
    assert_false(scmages_is_over(s, 1.0));
    assert_true(scmages_is_over(s, 1e-26));
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("scmages", SET(0), 40000);
    assert_solves_known("scmages", SET("literal=no"), 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates),
        cmocka_unit_test(level_and_centre),
        cmocka_unit_test(one_generation),
        cmocka_unit_test(the_programs_rank_one_rate),
        cmocka_unit_test(populations_grow),
        cmocka_unit_test(patience),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
