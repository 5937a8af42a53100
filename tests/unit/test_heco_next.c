/* HECO-Next: shares, sizes and the changes of phase worked by hand. */
#include "algorithm_fixture.h"
#include "known_problem.h"

#include "solver/heco/heco_next.c"

static fixture  t;
static uint64_t evals;

static heco_next_state *opened(size_t n, size_t m, uint64_t budget, const char *set) {
    fixture_open(&t, &heco_algorithm_heco_next, n, m, 0, budget, set);
    evals         = 0;
    t.setup.evals = &evals;
    return t.state;
}

static void shares(void **state) {
    (void)state;
    static const struct {
        size_t   n, m;
        uint64_t budget, open, v, acts;
    } c[] = {
        {30, 2, 600000, 18000, 60000, 510000}, /* 0.6 m/n = 0.04: the least share, 2000 n        */
        {30, 2, 150000, 4500, 0, 127500},   /* a tenth is 500 n, less than 1500 n: objective phase only    */
        {10, 3, 200000, 6000, 36000, 170000},  /* 0.6 m/n = 0.18                                 */
        {6, 4, 100000, 3000, 60000, 85000}, /* dense: 10000 n is more than the share of 0.4      */
        {8, 6, 500000, 15000, 200000, 425000}, /* dense: the share is more                       */
        {8, 6, 100000, 3000, 82000, 85000}, /* 2000 would be left for objective phase, less than 1500 n    */
        {6, 4, 84000, 2520, 68880, 71400},  /* 8880 would be left: too few again                 */
        {5, 0, 100000, 3000, 0, 85000},     /* nothing to violate                                */
    };
    for (size_t k = 0; k < sizeof c / sizeof c[0]; k++) {
        heco_next_state *s = opened(c[k].n, c[k].m, c[k].budget, NULL);
        assert_int_equal(s->end[HECO_NEXT_V], c[k].open + c[k].v);
        assert_int_equal(s->end[HECO_NEXT_OPEN], c[k].open);
        assert_int_equal(s->end[HECO_NEXT_H], c[k].acts);
        assert_int_equal(s->end[HECO_NEXT_ES], c[k].budget - c[k].budget / 100);
        assert_int_equal(s->end[HECO_NEXT_CLOSE], c[k].budget);
        assert_int_equal(s->phase, HECO_NEXT_OPEN);
        fixture_close(&t);
    }
}

static void settings_of_the_acts(void **state) {
    (void)state;
    heco_next_state *s = opened(8, 6, 500000, NULL);
    const double    *v = heco_member_settings(s->de[0]);
    const double    *h = heco_member_settings(s->de[1]);
    const double     expected[][3] = {/* row of heco-de's table, V, H */
        {HECO_DE_LAMBDA, 40, 20},     {HECO_DE_N0, 200, 150},
        {HECO_DE_END, 40, 20},        {HECO_DE_HORIZON, 200000, 210000},
        {HECO_DE_GAMMA, 0.7, 1},      {HECO_DE_RAMP, 0, 1},
        {HECO_DE_EXP_KEEP_MAX, 0, 1}, {HECO_DE_EQUIVALENT, 0, 0}};
    for (size_t k = 0; k < 8; k++) {
        assert_double(v[(size_t)expected[k][0]], expected[k][1]);
        assert_double(h[(size_t)expected[k][0]], expected[k][2]);
    }
    assert_int_equal(t.batch->capacity, 200);
    fixture_close(&t);
    s = opened(8, 6, 2000, NULL); /* 1640 for violation phase: a twentieth is 82 */
    v = heco_member_settings(s->de[0]);
    assert_double(v[HECO_DE_N0], 80);
    assert_double(v[HECO_DE_LAMBDA], 20);
    fixture_close(&t);
    s = opened(8, 6, 200, NULL); /* 164: N0 8, lambda 4 */
    v = heco_member_settings(s->de[0]);
    assert_double(v[HECO_DE_N0], 8);
    assert_double(v[HECO_DE_LAMBDA], 4);
    fixture_close(&t);
}

/* Row 3 of ma-es is `restarts`: five, or as many as have 400 n evaluations. */
static void restarts_of_the_polish(void **state) {
    (void)state;
    static const struct {
        size_t   n;
        uint64_t budget;
        double   restarts;
    } c[] = {{30, 600000, 5}, {10, 50000, 1.4}, {10, 20000, 1}};
    for (size_t k = 0; k < 3; k++) {
        heco_next_state *s = opened(c[k].n, 1, c[k].budget, NULL);
        assert_string_equal(heco_algorithm_ma_es.options[3].name, "restarts");
        assert_double(heco_member_settings(s->es)[3], c[k].restarts);
        fixture_close(&t);
    }
}

/* One batch with f from `value` of the phase it belongs to. Returns its rows. */
static double violated; /* by every point */
static size_t step(heco_next_state *s, const double value[HECO_NEXT_PHASES]) {
    int phase = s->phase;
    assert_int_equal(heco_next_ask(s, t.batch), HECO_OK);
    for (size_t i = 0; i < t.batch->count; i++) {
        t.batch->f[i]    = value[phase] + 1e-3 * (double)i;
        t.batch->viol[i] = violated;
        if (t.batch->ng > 0) t.batch->g[i] = violated;
    }
    evals += t.batch->count;
    if (evals < s->setup->max_evals) assert_int_equal(heco_next_tell(s, t.batch), HECO_OK);
    return t.batch->count;
}

/* 2000 evaluations, m/n = 1/2 and no act comes first: V ends at 600, H at 1700, MA-ES at 2000.
 * V: a twentieth of 600 is 30, lambda 15; 30 + 38 * 15 = 600. H: 55 of 1100, lambda 20;
 * 655 + 53 * 20 = 1715. MA-ES: batches of 6. */
static void phases_by_hand(void **state) {
    (void)state;
    static const double value[] = {4, 3, 2, 1, 1, 1};
    heco_next_state    *s       = opened(2, 1, 2000, "dense=9 least=0 polisher=es");
    assert_int_equal(step(s, value), 30);
    for (int k = 0; k < 37; k++) {
        assert_int_equal(s->phase, HECO_NEXT_V);
        assert_int_equal(step(s, value), 15);
    }
    assert_int_equal(evals, 585);
    step(s, value);
    assert_int_equal(s->phase, HECO_NEXT_H);
    assert_int_equal(step(s, value), 55);
    assert_int_equal(s->best_phase, HECO_NEXT_H);
    while (s->phase == HECO_NEXT_H) assert_int_equal(step(s, value), 20);
    assert_int_equal(evals, 1715);
    assert_int_equal(s->phase, HECO_NEXT_ES);
    assert_int_equal(heco_member_left(s->es), 285);
    assert_int_equal(step(s, value), 6);
    assert_int_equal(s->best_phase, HECO_NEXT_ES);
    for (int k = 0; k < 46; k++) assert_int_equal(step(s, value), 6);
    assert_int_equal(step(s, value), 3); /* 1715 + 47 * 6 = 1997: the slice ends with the budget */
    char text[200];
    heco_next_describe(s, text, sizeof text);
    assert_text(text, "violation phase 30 %, objective phase 55 %");
    assert_text(text, "best from MA-ES");
    fixture_close(&t);
}

/* Descents have 60 evaluations at the start, a fifth of the 280 before the end of MA-ES, and the
 * last 20; the later ones begin at the best point. */
static void descents_around_the_acts(void **state) {
    (void)state;
    static const double value[] = {4, 3, 2, 1, 0.5, 0.25};
    heco_next_state    *s       = opened(2, 1, 2000, "dense=9 least=0");
    double              best[2];
    assert_int_equal(s->end[HECO_NEXT_V], 660);
    assert_int_equal(s->end[HECO_NEXT_SQP], 1756);
    assert_int_equal(s->end[HECO_NEXT_ES], 1980);
    while (s->phase == HECO_NEXT_OPEN) assert_in_range(step(s, value), 1, 2);
    assert_in_range(evals, 60, 61);
    assert_int_equal(s->phase, HECO_NEXT_V);
    assert_int_equal(step(s, value), 30);
    while (s->phase != HECO_NEXT_SQP) step(s, value);
    memcpy(best, s->best.x, sizeof best);
    assert_int_equal(step(s, value), 1);
    assert_memory_equal(t.batch->x, best, sizeof best);
    while (s->phase == HECO_NEXT_SQP) assert_in_range(step(s, value), 1, 2);
    assert_in_range(evals, 1756, 1757);
    assert_int_equal(step(s, value), 6);
    while (s->phase == HECO_NEXT_ES) step(s, value);
    assert_int_equal(evals, 1980);
    memcpy(best, s->best.x, sizeof best);
    assert_int_equal(step(s, value), 1);
    assert_memory_equal(t.batch->x, best, sizeof best);
    assert_int_equal(s->best_phase, HECO_NEXT_CLOSE);
    fixture_close(&t);
    s = opened(2, 1, 2000, "dense=9 least=0 polisher=sqp");
    while (s->phase != HECO_NEXT_SQP) step(s, value);
    while (evals < 1980) step(s, value);
    assert_int_equal(s->phase, HECO_NEXT_CLOSE);
    fixture_close(&t);
}

/* Rounds of 200, 400, 800, ... evaluations for two variables: each has the phases of its own
 * budget, and the best point of all so far is in the second violation phase's first batch. */
static void rounds_of_growing_budgets(void **state) {
    (void)state;
    static const double value[] = {4, 3, 2, 1, 1, 1};
    heco_next_state    *s       = opened(2, 1, 100000, "dense=9 least=0 first=100 polisher=es");
    assert_int_equal(s->budget, 200);
    assert_int_equal(s->end[HECO_NEXT_V], 60);
    assert_int_equal(t.batch->capacity, 80); /* of 6400: 55 percent, but 4 lambda at least */
    while (s->round == 0) step(s, value);
    assert_int_equal(s->budget, 400);
    assert_int_equal(s->phase, HECO_NEXT_V);
    uint64_t begun = s->end[HECO_NEXT_CLOSE] - 400;
    assert_in_range(begun, 200, 206);
    assert_int_equal(s->end[HECO_NEXT_V], begun + 120);
    double best[2];
    memcpy(best, s->best.x, sizeof best);
    assert_int_equal(step(s, value), 8); /* a twentieth of 120, but 8 */
    assert_memory_equal(t.batch->x, best, sizeof best);
    while (s->round == 1) step(s, value);
    assert_int_equal(s->budget, 800);
    while (s->round < 7) step(s, value);
    assert_int_equal(s->budget, 6400); /* five doublings, then the same again */
    char text[200];
    heco_next_describe(s, text, sizeof text);
    assert_text(text, "round 8, violation phase");
    fixture_close(&t);
    s = opened(2, 1, 1000000000, NULL); /* nobody means so many */
    assert_int_equal(s->budget, 4000);
    fixture_close(&t);
}

/* The objective phase follows f where descents and violation phase have found nothing feasible, unless the user has other
 * plans or there was no violation phase. */
static void nothing_feasible(void **state) {
    (void)state;
    static const double value[] = {4, 3, 2, 1, 1, 1};
    static const struct {
        const char *set;
        double      violated;
        int         equivalent;
    } c[] = {{"dense=9 least=0", 0.0, HECO_EQUIVALENT_NEW},
             {"dense=9 least=0", 0.5, HECO_EQUIVALENT_NONE},
             {"dense=9 least=0 equivalent_h=new", 0.5, HECO_EQUIVALENT_NEW},
             {"dense=9", 0.5, HECO_EQUIVALENT_NEW}};
    for (size_t k = 0; k < 4; k++) {
        heco_next_state *s = opened(2, 1, 2000, c[k].set);
        violated           = c[k].violated;
        while (s->phase != HECO_NEXT_H) step(s, value);
        assert_double(heco_member_settings(s->de[1])[HECO_DE_EQUIVALENT], c[k].equivalent);
        violated = 0.0;
        fixture_close(&t);
    }
}

static void the_better_act_leads(void **state) {
    (void)state;
    static const struct {
        double value[HECO_NEXT_PHASES];
        int    leader;
    } c[] = {{{9, 1, 2, 3, 3, 3}, 0}, {{9, 2, 2, 3, 3, 3}, 0}, {{9, 2, 1, 3, 3, 3}, 1}};
    for (size_t k = 0; k < 3; k++) {
        heco_next_state *s = opened(2, 1, 2000, "dense=9 least=0");
        while (s->phase != HECO_NEXT_ES) step(s, c[k].value);
        assert_int_equal(s->better, c[k].leader);
        assert_double(s->best.f[0], fmin(c[k].value[1], c[k].value[2]));
        fixture_close(&t);
    }
    heco_next_state *s = opened(2, 0, 2000, NULL); /* violation phase is not played */
    while (s->phase != HECO_NEXT_ES) step(s, c[0].value);
    assert_int_equal(s->better, 1);
    fixture_close(&t);
}

/* 30 evaluations leave 4 for MA-ES, which asks for 6 at a time: the act goes on. */
static void too_few_for_the_polish(void **state) {
    (void)state;
    static const double value[] = {4, 3, 2, 1, 1, 1};
    heco_next_state    *s       = opened(2, 1, 30, NULL);
    while (evals < 30) step(s, value);
    assert_int_equal(s->phase, HECO_NEXT_V);
    fixture_close(&t);
}

static int sphere(void *user, const double *x, double *f, double *g, double *h) {
    const heco_space *space = user;
    f[0]                    = 0.0;
    for (size_t j = 0; j < space->n; j++) f[0] += (x[j] - 0.3) * (x[j] - 0.3);
    for (size_t k = 0; k < space->ng; k++) g[k] = x[0] - 1.0;
    (void)h;
    return HECO_POINT_OK;
}

/* Best f of a run on the sphere; NAN when it was refused. */
static double sphere_best(size_t n, size_t ng, uint64_t budget) {
    static const double   low[3] = {-5, -5, -5}, high[3] = {5, 5, 5};
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *solution;
    heco_error            error = {HECO_OK, ""};
    p.space.n = n, p.space.ng = ng, p.space.lower = low, p.space.upper = high;
    p.eval = sphere, p.user = &p.space;
    o.algorithm = "heco-next", o.run.max_evals = budget;
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) {
        assert_text(error.text, "budget");
        return NAN;
    }
    assert_int_equal(heco_solution_result(solution)->outcome.evals, budget);
    double f = heco_solution_result(solution)->outcome.f;
    heco_solution_free(solution);
    return f;
}

static void few_variables_and_small_budgets(void **state) {
    (void)state;
    for (size_t n = 1; n <= 3; n++)
        for (size_t ng = 0; ng <= 1; ng++) {
            assert_true(isnan(sphere_best(n, ng, 7)));
            for (uint64_t budget = 8; budget < 300; budget += budget < 60 ? 1 : 37)
                assert_true(sphere_best(n, ng, budget) < 85.0);
            assert_true(sphere_best(n, ng, 600) < 1e-2);
            assert_true(sphere_best(n, ng, 6000) < 1e-8);
        }
}

static void solves_known_problems(void **state) {
    (void)state;
    assert_solves_known("heco-next", SET(0), 20000);
    assert_solves_known("heco-next", SET("need=0", "relaxed=no", "take_over=no"), 20000);
    assert_solves_known("heco-next", SET("polisher=sqp"), 20000);
    assert_solves_known("heco-next", SET("polisher=es"), 20000);
    assert_solves_known("heco-next", SET("first=200"), 20000);
    assert_solves_known("heco-next", SET("polish=0", "equivalent_h=feasibility-rule"), 20000);
    assert_near(fixture_solve_cec2006("heco-next", "g04", 30000), -30665.538671783, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(settings_of_the_acts),
        cmocka_unit_test(restarts_of_the_polish),
        cmocka_unit_test(phases_by_hand),
        cmocka_unit_test(descents_around_the_acts),
        cmocka_unit_test(rounds_of_growing_budgets),
        cmocka_unit_test(nothing_feasible),
        cmocka_unit_test(the_better_act_leads),
        cmocka_unit_test(too_few_for_the_polish),
        cmocka_unit_test(few_variables_and_small_budgets),
        cmocka_unit_test(solves_known_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
