/* The populations of auto: shares of the stages, sizes, whether they fit, and the schedule of descents
 * between generations. */
#include "solver/auto/auto_population.c"

#include "testing.h"

#include "solver/member.h"

static void shares_of_the_stages(void **state) {
    (void)state;
    static const struct { size_t n, m; uint64_t B; double violation, es, V, H, MA; } cases[] = {
        {10, 5, 100000, 0.6, 0.15, 0.3, 0.55, 0.15},
        {10, 0, 100000, 0.6, 0.15, 0.0, 0.85, 0.15},  /* no constraint, no violation phase*/
        {10, 9, 100000, 0.6, 0.15, 0.4, 0.45, 0.15},  /* at most 0.4                    */
        {30, 1, 100000, 0.6, 0.15, 0.1, 0.75, 0.15},  /* at least 0.1                   */
        {10, 5, 3333, 0.6, 0.15, 0.3, 0.7, 0.0},      /* too few for MA-ES: es B < 50 n */
        {10, 9, 100000, 0.6, 0.8, 0.4, 0.1, 0.5},     /* the objective phase has a tenth at least*/
        {10, 5, 100000, 0.0, 0.0, 0.0, 1.0, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double     o[AUTO_OPTIONS] = {[AUTO_VIOLATION] = cases[i].violation, [AUTO_ES] = cases[i].es};
        auto_state s = {.o = o, .n = cases[i].n, .m = cases[i].m, .budget = cases[i].B};
        auto_set_shares(&s);
        assert_near(s.population.share[AUTO_VIOLATION_PHASE], cases[i].V, 1e-15);
        assert_near(s.population.share[AUTO_OBJECTIVE_PHASE], cases[i].H, 1e-15);
        assert_near(s.population.share[AUTO_MA_ES], cases[i].MA, 1e-15);
    }
}

static void sizes_of_the_populations(void **state) {
    (void)state;
    auto_state s = {.n = 10, .budget = 1000000, .population.share = {0.4, 0.5, 0.1}};
    assert_int_equal(auto_initial_size(&s, AUTO_VIOLATION_PHASE), 380); /* 0.4 x 950 000 / 1000 */
    assert_int_equal(auto_initial_size(&s, AUTO_OBJECTIVE_PHASE), 339); /* 0.5 x 950 000 / 1400 */
    s.n = 100;
    assert_int_equal(auto_initial_size(&s, AUTO_OBJECTIVE_PHASE), 800); /* 8 n, less than E/500 = 950 */
    s.n = 10, s.budget = 10000;
    assert_int_equal(auto_initial_size(&s, AUTO_VIOLATION_PHASE), 80); /* at least */
    s.budget = 1000; /* E/20 = 19 and 23 */
    assert_int_equal(auto_initial_size(&s, AUTO_VIOLATION_PHASE), 19);
    assert_int_equal(auto_initial_size(&s, AUTO_OBJECTIVE_PHASE), 23);
    s.budget = 10; /* E = 0.4 x 200, and 8 at least */
    assert_int_equal(auto_initial_size(&s, AUTO_VIOLATION_PHASE), 8);
    s.budget = (uint64_t)1 << 60;
    assert_int_equal(auto_initial_size(&s, AUTO_VIOLATION_PHASE), 3000); /* 1000 + 200 n */
}

static void populations_need_their_members_and_room(void **state) {
    (void)state;
    heco_member m;
    uint64_t    evals = 0;
    heco_setup  setup = {.evals = &evals};
    auto_state  s     = {.setup = &setup, .budget = 10000, .population.share = {0.3, 0.55, 0.15},
                         .population.N0 = {80, 100}, .population.member = {&m, &m, &m}};
    evals = 10000 - 4 * 180;
    assert_int_equal(heco_auto_population_fits(&s), 1);
    evals++;
    assert_int_equal(heco_auto_population_fits(&s), 0);
    evals              = 0;
    s.population.member[AUTO_MA_ES] = NULL;
    assert_int_equal(heco_auto_population_fits(&s), 0); /* it has a share, but no member */
    s.population.share[AUTO_MA_ES] = 0.0;
    assert_int_equal(heco_auto_population_fits(&s), 1);
}

static void without_a_feasible_point_the_objective_phase_follows_f(void **state) {
    (void)state;
    auto_state s = {.population.share = {0.3, 0.55, 0.15}, .best.viol = 1e-9};
    assert_int_equal(auto_equivalent(&s, AUTO_OBJECTIVE_PHASE), HECO_EQUIVALENT_NONE);
    assert_int_equal(auto_equivalent(&s, AUTO_VIOLATION_PHASE), HECO_EQUIVALENT_NEW);
    s.best.viol = 0.0;
    assert_int_equal(auto_equivalent(&s, AUTO_OBJECTIVE_PHASE), HECO_EQUIVALENT_NEW);
    s.best.viol = 1e-9, s.population.share[AUTO_VIOLATION_PHASE] = 0.0; /* not looked for yet */
    assert_int_equal(auto_equivalent(&s, AUTO_OBJECTIVE_PHASE), HECO_EQUIVALENT_NEW);
}

/* Descents of other parts do not change the schedule. */
static void descents_of_other_parts_are_not_scheduled(void **state) {
    (void)state;
    auto_state s = {.part = AUTO_LAST_DESCENTS, .budget = 1000,
                    .interleaved = {.interval = 7, .next = 9}};
    heco_auto_interleaved_done(&s, 1, 100);
    assert_true(s.interleaved.count == 0 && s.interleaved.interval == 7 && s.interleaved.next == 9);
    s.part = AUTO_POPULATIONS, s.population.stage = AUTO_MA_ES, s.population.evals = 50;
    heco_auto_interleaved_done(&s, 0, 1);
    assert_int_equal(s.interleaved.interval, 14);
    assert_int_equal(s.interleaved.next, 64);
    heco_auto_interleaved_done(&s, 1, 1);
    assert_int_equal(s.interleaved.interval, 20); /* B/50 */
    assert_int_equal(s.interleaved.count, 2);
}

/* Descents that lead have 60 % of the evaluations: 600 of theirs for 400 of the populations. */
static void the_part_that_leads_earns_the_larger_share(void **state) {
    (void)state;
    auto_state s = {.part = AUTO_POPULATIONS, .budget = 1000, .population.stage = AUTO_MA_ES,
                    .interleaved.leader = AUTO_DESCENTS_LEAD};
    heco_auto_interleaved_done(&s, 0, 600);
    assert_int_equal(s.interleaved.next, 400);
    s.interleaved.leader = AUTO_POPULATIONS_LEAD;
    heco_auto_interleaved_done(&s, 0, 600);
    assert_int_equal(s.interleaved.next, 6000);
    s.interleaved.leader = AUTO_DESCENTS_LEAD, s.local.rough = 1; /* derivatives are of no use */
    heco_auto_interleaved_done(&s, 0, 600);
    assert_int_equal(s.interleaved.next, 6000);
    s.local.rough = 0, s.local.repeats = 7;
    heco_auto_interleaved_done(&s, 0, 600);
    assert_int_equal(s.interleaved.next, 400);
    s.local.repeats = 8; /* eight descents have found nothing new */
    heco_auto_interleaved_done(&s, 0, 600);
    assert_int_equal(s.interleaved.next, 6000);
    assert_int_equal(s.summary.between_evals, 3000);
}

/* Time for a descent: from the best point if it is new, else, and every second time, from a start. */
static void polishes_and_starts_take_turns(void **state) {
    (void)state;
    double     o[AUTO_OPTIONS] = {[AUTO_POLISH] = 1.0};
    uint64_t   evals = 0;
    heco_setup setup = {.evals = &evals};
    auto_state s     = {.setup = &setup, .o = o, .part = AUTO_POPULATIONS, .phase = AUTO_IS_MEMBER,
                        .population = {.length = 1000, .evals = 99}, .interleaved.next = 100};
    auto_interleave(&s);
    assert_int_equal(s.phase, AUTO_IS_MEMBER); /* too early */
    s.population.evals = 100;
    auto_interleave(&s);
    assert_true(s.phase == AUTO_IS_START && s.interleaved.resume == AUTO_IS_MEMBER);
    s.phase = AUTO_IS_MEMBER, s.local.rough = 1; /* derivatives lead nowhere, and nothing is new */
    auto_interleave(&s);
    assert_int_equal(s.phase, AUTO_IS_MEMBER);
    s.local.rough = 0, s.local.many = 1; /* many basins: starts only in the second half */
    auto_interleave(&s);
    assert_int_equal(s.phase, AUTO_IS_MEMBER);
    evals = 501;
    auto_interleave(&s);
    assert_int_equal(s.phase, AUTO_IS_START);
    s.phase = AUTO_IS_MEMBER, o[AUTO_POLISH] = 0.0;
    auto_interleave(&s);
    assert_int_equal(s.phase, AUTO_IS_MEMBER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_the_stages),
        cmocka_unit_test(sizes_of_the_populations),
        cmocka_unit_test(populations_need_their_members_and_room),
        cmocka_unit_test(without_a_feasible_point_the_objective_phase_follows_f),
        cmocka_unit_test(descents_of_other_parts_are_not_scheduled),
        cmocka_unit_test(the_part_that_leads_earns_the_larger_share),
        cmocka_unit_test(polishes_and_starts_take_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
