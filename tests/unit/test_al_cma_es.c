/* The augmented Lagrangian of al-cma-es and the update of its coefficients, worked by hand. */
#include "known_problem.h"

#include "solver/papers/al_cma_es.c"

#include "algorithm_fixture.h"

/* Four variables, one inequality, one equality. */
static al_cma_state *open_state(fixture *t, const char *set) {
    fixture_open(t, &heco_algorithm_al_cma_es, 4, 1, 1, 10000, set);
    al_cma_state *s = t->state;
    al_cma_ask(s, t->batch); /* one random point, the first mean */
    t->batch->f[0] = t->batch->viol[0] = 1.0;
    al_cma_tell(s, fixture_count(t));
    al_cma_ask(s, t->batch);
    return s;
}

/* lambda = 2, omega = 4: at g = 1 the penalty is 2 + 2. Below -lambda/omega = -1/2 an inequality
 * has the constant -lambda^2/(2 omega) = -1/2; an equality goes on: -2 + 2 = 0 at -1. */
static void penalty(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, NULL);
    assert_double(al_cma_penalty(s, 0, 1.0), 0.0); /* no coefficients yet */
    for (size_t k = 0; k < 2; k++) s->multiplier[k] = 2.0, s->omega[k] = 4.0;
    assert_double(al_cma_penalty(s, 0, 1.0), 4.0);
    assert_double(al_cma_penalty(s, 0, -0.5), -0.5);
    assert_double(al_cma_penalty(s, 0, -7.0), -0.5);
    assert_double(al_cma_penalty(s, 1, -1.0), 0.0);
    assert_double(al_cma_lagrangian(s, 10.0, (double[2]){1.0, -1.0}), 14.0);
    assert_true(isinf(al_cma_lagrangian(s, 10.0, (double[2]){NAN, 0.0})));
    fixture_close(&t);
}

/* Four values 0, 1, 3, 10: the quartiles taken are the second and the third, range 2. */
static void first_coefficients(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, "lambda=4");
    double        f[4] = {0, 1, 3, 10}, c[8] = {-1, -1, 0.5, -1, 1, 0, 2, 1};
    memcpy(s->c, c, sizeof c); /* g: -1, 0.5, 1, 2; h: -1, -1, 0, 1 */
    al_cma_set_first(s, f);
    assert_near(s->omega[0], 0.4 * 2.0 / 4.0 / 0.5, 1e-9);
    assert_near(s->multiplier[0], 2.0 / (4.0 * 0.5), 1e-9);
    assert_near(s->omega[1], 0.4 * 2.0 / 4.0 / 1.0, 1e-9);
    assert_double(s->multiplier[1], 0.0);
    fixture_close(&t);
}

/* An inequality that all offspring meet gets no coefficients. */
static void inactive_constraints_have_none(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, "lambda=4");
    double        f[4] = {0, 1, 3, 10}, c[8] = {-1, 0, -2, 0, -3, 0, -4, 0};
    memcpy(s->c, c, sizeof c);
    al_cma_set_first(s, f);
    assert_double(s->omega[0], 0.0);
    assert_true(s->omega[1] > 0.0);
    fixture_close(&t);
}

/* lambda = 1, omega = 4, g from 1 to 0.5: lambda becomes 1 + 4 0.5/5 = 1.4. omega g^2 = 1; with the
 * change 0.3 of the Lagrangian k1 |change|/n is 0.75 (2021) or 0.225 (2017), and 5 |0.5| > 1:
 * omega falls by chi. With the change 1 it rises by chi^(1/4) under k1 = 10. */
static void update_of_coefficients(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, NULL);
    double        chi = pow(2.0, 1.0 / 2.0); /* n = 4 */
    for (size_t k = 0; k < 2; k++) s->multiplier[k] = 1.0, s->omega[k] = 4.0, s->g_mean[k] = 1.0;
    al_cma_update_one(s, 0, 0.5, 0.3);
    assert_near(s->multiplier[0], 1.4, 1e-15);
    assert_near(s->omega[0], 4.0 / chi, 1e-14);
    al_cma_update_one(s, 1, 0.5, 1.0);
    assert_near(s->omega[1], 4.0 * pow(chi, 0.25), 1e-14);
    t.option[AL_RATES] = AL_RATES_2017;
    s->omega[1]        = 4.0;
    al_cma_update_one(s, 1, 0.5, 1.0); /* k1 = 3: 0.75 < 1 */
    assert_near(s->omega[1], 4.0 / pow(2.0, 1.0 / 20.0), 1e-14);
    s->omega[1] = 4.0, s->g_mean[1] = 0.55;
    al_cma_update_one(s, 1, 0.5, 0.0); /* g hardly changes: omega rises */
    assert_near(s->omega[1], 4.0 * pow(2.0, 1.0 / 80.0), 1e-14);
    fixture_close(&t);
}

/* A multiplier of an inequality does not fall below 0 and then leaves omega; that of an equality
 * may be negative. */
static void multipliers_of_inequalities_stay_positive(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, NULL);
    for (size_t k = 0; k < 2; k++) s->multiplier[k] = 1.0, s->omega[k] = 4.0, s->g_mean[k] = -3.0;
    al_cma_update_one(s, 0, -2.0, 0.0);
    assert_double(s->multiplier[0], 0.0);
    assert_double(s->omega[0], 4.0);
    al_cma_update_one(s, 1, -2.0, 0.0);
    assert_near(s->multiplier[1], 1.0 - 8.0 / 5.0, 1e-15);
    fixture_close(&t);
}

/* The last row of a generation is the mean, in problem units. */
static void the_mean_is_evaluated(void **state) {
    (void)state;
    fixture       t;
    al_cma_state *s = open_state(&t, "lambda=6");
    assert_int_equal(t.batch->count, 7);
    for (size_t j = 0; j < 4; j++)
        assert_near(t.batch->x[6 * 4 + j], -1.0 + 2.0 * s->cma.mean[j], 1e-15);
    fixture_close(&t);
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("al-cma-es", SET(0), 40000);
    assert_solves_known("al-cma-es", SET("rates=2017"), 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(penalty),
        cmocka_unit_test(first_coefficients),
        cmocka_unit_test(inactive_constraints_have_none),
        cmocka_unit_test(update_of_coefficients),
        cmocka_unit_test(multipliers_of_inequalities_stay_positive),
        cmocka_unit_test(the_mean_is_evaluated),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
