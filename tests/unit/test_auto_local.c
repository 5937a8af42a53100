/* The descents of auto: when the first ones end, which gain counts, which differences the next descent
 * takes, and when a polish begins. States are set by hand. */
#include "solver/auto/auto_local.c"

#include "algorithm_fixture.h"

/* A state for n variables and one inequality, without the populations. */
typedef struct {
    fixture    base;
    auto_state s;
} local;

static void local_open(local *t, size_t n, uint64_t budget) {
    static double o[AUTO_OPTIONS] = {[AUTO_LOCAL] = 0.1, [AUTO_POLISH] = 1.0, [AUTO_STOP] = 1.0};
    memset(t, 0, sizeof *t);
    fixture *b = &t->base;
    heco_arena_init(&b->arena);
    heco_rng_init(&b->rng, 1, 0);
    for (size_t j = 0; j < n; j++) b->lower[j] = -1.0, b->upper[j] = 1.0;
    b->space = (heco_space){.n = n, .ng = 1, .lower = b->lower, .upper = b->upper};
    b->setup = (heco_setup){.space = &b->space, .max_evals = budget, .option = o, .rng = &b->rng,
                            .arena = &b->arena, .error = &b->error, .evals = &b->evals};
    o[AUTO_POLISH] = 1.0;
    t->s = (auto_state){.setup = &b->setup, .o = o, .n = n, .m = 1, .budget = budget, .part = AUTO_FIRST_DESCENTS};
    t->s.best.x = heco_arena_take(&b->arena, n, sizeof(double));
    t->s.best.g = heco_arena_take(&b->arena, 1, sizeof(double));
    t->s.best.h = heco_arena_take(&b->arena, 1, sizeof(double));
    t->s.best.f = t->s.best.viol = INFINITY;
    heco_auto_local_init(&t->s);
    assert_false(heco_arena_failed(&b->arena));
}

static void local_close(local *t) { heco_arena_release(&t->base.arena); }

static void the_first_descents_have_limits(void **state) {
    (void)state;
    static const struct { size_t n; uint64_t budget, cap, least; } cases[] = {
        {2, 200000, 20800, 4000}, /* 0.1 B + 400 n; 0.02 B                   */
        {10, 20000, 6000, 4000},  /* 2000 + 4000; 400 n                      */
        {10, 5999, 5999, 2999},   /* below 600 n: descents alone; half of it */
        {10, 6000, 4600, 3000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        local t;
        local_open(&t, cases[i].n, cases[i].budget);
        assert_int_equal(t.s.local.most, cases[i].cap);
        assert_int_equal(t.s.local.least, cases[i].least);
        local_close(&t);
    }
}

static void gains_are_more_than_noise(void **state) {
    (void)state;
    auto_state s = {.best = {.f = INFINITY, .viol = INFINITY}};
    assert_int_equal(heco_auto_is_gain(&s, 5.0, 3.0), 1); /* over nothing */
    s.best.f = 99.0, s.best.viol = 0.0;
    assert_int_equal(heco_auto_is_gain(&s, 99.0 - 0.9e-4, 0.0), 0); /* 1e-6 (1 + f) = 1e-4 */
    assert_int_equal(heco_auto_is_gain(&s, 99.0 - 1.1e-4, 0.0), 1);
    assert_int_equal(heco_auto_is_gain(&s, 0.0, 0.1), 0); /* infeasible is no gain */
    s.best.viol = 0.5;
    assert_int_equal(heco_auto_is_gain(&s, 500.0, 0.4), 1); /* less violation is one for any f */
    assert_int_equal(heco_auto_is_gain(&s, 500.0, 0.5), 0);
}

/* One basin: w = 1, (r - 1)/(r - 3) <= 1.5 from r = 7 on. Two: 2 (r - 1)/(r - 4) <= 2.5 from r = 16 on. */
/* A descent that got stuck may improve the best point, but it does not lead. */
static void a_descent_that_ends_at_an_optimum_leads(void **state) {
    (void)state;
    local t;
    local_open(&t, 2, 10000);
    heco_local_search *search = &t.s.local.search;
    t.s.part = AUTO_POPULATIONS, t.s.population.stage = AUTO_MA_ES;
    search->best.f = 5.0, search->best.viol = 0.0, search->end = HECO_DESCENT_STUCK;
    auto_end_descent(&t.s);
    assert_int_equal(t.s.interleaved.leader, AUTO_POPULATIONS_LEAD);
    search->best.f = 4.0, search->end = HECO_DESCENT_CONVERGED;
    auto_end_descent(&t.s);
    assert_int_equal(t.s.interleaved.leader, AUTO_DESCENTS_LEAD);
    assert_int_equal(t.s.local.repeats, 0);
    search->end = HECO_DESCENT_DUPLICATE;
    auto_end_descent(&t.s);
    assert_int_equal(t.s.interleaved.leader, AUTO_DESCENTS_LEAD);
    assert_int_equal(t.s.local.repeats, 1);
    local_close(&t);
}

static void the_number_of_basins_says_when_to_stop(void **state) {
    (void)state;
    double     o[AUTO_OPTIONS] = {[AUTO_STOP] = 1.0};
    auto_state s = {.o = o, .best = {.viol = 0.0}, .local.basins = 1};
    for (s.local.uniform = 0; s.local.uniform < 12; s.local.uniform++)
        assert_int_equal(auto_has_converged(&s), s.local.uniform >= 7);
    for (s.local.basins = 2, s.local.uniform = 2; s.local.uniform < 20; s.local.uniform++)
        assert_int_equal(auto_has_converged(&s), s.local.uniform >= 16);
    s.local.rough = 1;
    assert_int_equal(auto_has_converged(&s), 0);
    s.local.rough = 0, s.best.viol = 1e-9;
    assert_int_equal(auto_has_converged(&s), 0);
    s.best.viol = 0.0, o[AUTO_STOP] = 0.0; /* stop=budget */
    assert_int_equal(auto_has_converged(&s), 0);
}

static void differences_widen_where_two_descents_had_to(void **state) {
    (void)state;
    auto_state s = {.local.search.descent = {.nc = 2, .differences.level = 1}};
    auto_update_level(&s, 1);
    assert_true(s.local.usual_level == 0 && s.local.raised == 1 && s.local.level == 0);
    auto_update_level(&s, 2);
    assert_true(s.local.usual_level == 1 && s.local.raised == 0 && s.local.level == 1);
    auto_update_level(&s, 3);
    assert_int_equal(s.local.level, 0); /* every third one tries short ones */
    s.local.search.descent.differences.level = 0;
    auto_update_level(&s, 4); /* which went well */
    assert_true(s.local.usual_level == 0 && s.local.level == 0 && !s.local.rough);
    s.local.search.descent.differences.level = 2, s.local.search.unreliable = 1;
    auto_update_level(&s, 5);
    assert_false(s.local.rough);
    auto_update_level(&s, 6);
    assert_true(s.local.rough); /* the widest differences have led nowhere twice */
}

static void a_long_descent_is_cut(void **state) {
    (void)state;
    uint64_t   evals = 1250;
    heco_setup setup = {.evals = &evals};
    double     option[AUTO_OPTIONS] = {0.0};
    auto_state s     = {.setup = &setup, .o = option, .part = AUTO_FIRST_DESCENTS, .local.most = 1000, .budget = 10000};
    assert_int_equal(auto_is_too_long(&s), 1); /* a quarter beyond the cap */
    evals = 1249;
    assert_int_equal(auto_is_too_long(&s), 0);
    evals = 9999, s.local.most = s.budget; /* nothing follows that could use them */
    assert_int_equal(auto_is_too_long(&s), 0);
    s.part = AUTO_POPULATIONS, s.phase = AUTO_IS_POLISH, s.local.search.evals = 501; /* a twentieth */
    assert_int_equal(auto_is_too_long(&s), 1);
    s.local.search.evals = 500;
    assert_int_equal(auto_is_too_long(&s), 0);
    s.local.search.evals = 501, s.phase = AUTO_IS_DESCENT;
    assert_int_equal(auto_is_too_long(&s), 0);
}

static void a_polish_needs_a_point_and_the_option(void **state) {
    (void)state;
    local  t;
    double x[2] = {0.5, 0.5}, g[1] = {-1.0};
    local_open(&t, 2, 20000);
    auto_point from = {.x = x, .g = g, .f = 1.0, .viol = INFINITY, .fresh = 1};
    heco_auto_polish(&t.s, &from, AUTO_IS_MEMBER); /* a point that failed */
    assert_true(t.s.phase == AUTO_IS_MEMBER && !from.fresh);
    from.viol = 0.0, from.fresh = 1;
    heco_auto_polish(&t.s, &from, AUTO_IS_MEMBER);
    assert_true(t.s.phase == AUTO_IS_POLISH && t.s.interleaved.resume == AUTO_IS_MEMBER && !from.fresh);
    ((double *)t.s.o)[AUTO_POLISH] = 0.0; /* polish=no */
    from.fresh                     = 1;
    heco_auto_polish(&t.s, &from, AUTO_IS_START);
    assert_true(t.s.phase == AUTO_IS_START && !from.fresh);
    local_close(&t);
}

/* (x_0 - 0.3)^2 + x_1^2 from a start point: the descent ends there, is a gain and the first basin. */
static void a_descent_from_a_start_point(void **state) {
    (void)state;
    local       t;
    heco_batch *b;
    local_open(&t, 2, 1000); /* below 600 n: descents alone */
    assert_int_equal(heco_batch_new(&b, &t.base.space, heco_local_search_rows(&t.s.local.search)), HECO_OK);
    t.s.phase = AUTO_IS_START;
    b->count  = 1;
    heco_auto_draw_start(&t.s, b->x);
    while (t.s.local.restart.descents == 0 && t.base.evals < 500) {
        for (size_t i = 0; i < b->count; i++) {
            double *x = b->x + 2 * i;
            b->f[i]   = (x[0] - 0.3) * (x[0] - 0.3) + x[1] * x[1];
            b->g[i] = -1.0, b->viol[i] = 0.0;
        }
        t.base.evals += b->count;
        if (t.s.phase == AUTO_IS_START) heco_auto_tell_start(&t.s, b);
        else heco_auto_tell_descent(&t.s, b);
        if (t.s.phase == AUTO_IS_DESCENT) heco_local_search_ask(&t.s.local.search, b);
    }
    assert_int_equal(t.s.local.restart.descents, 1);
    assert_near(t.s.best.x[0], 0.3, 1e-4);
    assert_near(t.s.best.x[1], 0.0, 1e-4);
    assert_true(t.s.local.last_gain == 1 && t.s.local.uniform == 1 && t.s.local.basins == 1);
    assert_int_equal(t.s.phase, AUTO_IS_START); /* and on to the next one */
    heco_batch_free(b);
    local_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_descents_have_limits),
        cmocka_unit_test(gains_are_more_than_noise),
        cmocka_unit_test(a_descent_that_ends_at_an_optimum_leads),
        cmocka_unit_test(the_number_of_basins_says_when_to_stop),
        cmocka_unit_test(differences_widen_where_two_descents_had_to),
        cmocka_unit_test(a_long_descent_is_cut),
        cmocka_unit_test(a_polish_needs_a_point_and_the_option),
        cmocka_unit_test(a_descent_from_a_start_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
