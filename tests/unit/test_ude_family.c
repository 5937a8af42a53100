/* ude_family: the steps that UDE, IUDE and UDE-IV share, worked by hand. */
#include "solver/papers/ude_family.c"

#include "algorithm_fixture.h"
#include "solver/common/epsilon.h"

/* N = 6, T = 2 on two variables with one inequality and one equality. */
static void open_family(fixture *t, ude_family **e, const ude_params *wanted) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 1, 0);
    for (size_t j = 0; j < 2; j++) t->lower[j] = -1.0, t->upper[j] = 1.0;
    t->space = (heco_space){
        .n = 2, .ng = 1, .nh = 1, .lower = t->lower, .upper = t->upper, .eq_tol = 1e-4};
    t->setup = (heco_setup){.space = &t->space, .max_evals = 1000, .rng = &t->rng,
                            .arena = &t->arena, .error = &t->error};
    size_t max_batch;
    *e = heco_arena_take(&t->arena, 1, sizeof **e);
    assert_int_equal(heco_ude_family_init(*e, wanted, &t->setup, &max_batch), HECO_OK);
    assert_int_equal(max_batch, wanted->N + 2 * wanted->T);
    assert_int_equal(heco_batch_new(&t->batch, &t->space, max_batch), HECO_OK);
}

static const ude_params SIX = {.N = 6, .room = 6, .T = 2, .Lp = 3, .H = 4, .p_min = 2,
                               .p_max = 4, .ranking = UDE_RANK_BOTH, .losers_lose = 1,
                               .current = 1.0, .cp_max = INFINITY};

/* f and the violation of the inequality of rows 0 .. count-1, the equality met. */
static void values(heco_batch *b, const double *f, const double *g, size_t count) {
    b->count = count;
    for (size_t i = 0; i < count; i++) {
        b->f[i] = f[i], b->g[i] = g[i], b->h[i] = 0.0;
        b->x[2 * i] = (double)i / 10.0, b->x[2 * i + 1] = -(double)i / 10.0;
    }
}

static void start(ude_family *e, heco_batch *b) {
    static const double f[6] = {5, 1, 4, 2, 9, 3}, g[6] = {0, 8, 0, 2, 0, 100};
    values(b, f, g, 6);
    b->h[3] = -0.5; /* adds its full size: 2.5 */
    heco_ude_family_start(e, b);
}

static void the_first_population_is_sorted_by_feasibility(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    start(e, t.batch);
    static const double f[6] = {4, 5, 9, 2, 1, 3}, v[6] = {0, 0, 0, 2.5, 8, 100};
    for (size_t i = 0; i < 6; i++) assert_double(e->P.f[i], f[i]), assert_double(e->P.v[i], v[i]);
    assert_double(e->P.x[0], 0.2);
    assert_double(e->eps0, 100.0);
    fixture_close(&t);
}

/* eps0 = 100: cp = (ln 100 + 6)/ln 2 = 15.30003; e^-6 at half of the G_max = 100 generations. */
static void the_level_falls_to_exp_minus_six(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    start(e, t.batch);
    assert_double(e->G_max, 100.0); /* 1000/(6 + 4) */
    assert_near(e->cp, 15.3000264, 1e-6);
    e->g = 2;
    assert_near(heco_ude_family_epsilon(e), 100.0 * pow(0.98, 15.3000264), 1e-5);
    e->g = 50;
    assert_near(heco_ude_family_epsilon(e), 0.0024787522, 1e-9);
    e->g = 51;
    assert_double(heco_ude_family_epsilon(e), 0.0);
    heco_batch_free(t.batch);
    heco_arena_release(&t.arena);
    assert_double(heco_epsilon_exponent(1e-9, 6.0, 0.5), 0.0); /* would be negative */
    double v[3] = {1.0, INFINITY, 2.0};
    assert_double(heco_epsilon_largest(v, 3), 2.0);
}

/* Population (4,0) (5,0) (9,0) (2,2.5) (1,8) (3,100); T = 2, so rows 0..2, 3..5, then 6..9. */
static void generation(fixture *t, ude_family *e) {
    static const double f[10] = {3, 2, 2, 9, 9, 9, 8, 0, 0, 0};
    static const double g[10] = {0, 0, 0, 1, 3, 2, 0, 3, 8, 50};
    start(e, t->batch);
    e->share[0] = e->share[1] = e->share[2] = 1.0 / 3.0;
    heco_tally_next(&e->tally);
    for (size_t row = 0; row < 10; row++) {
        e->strategy[row] = row < 6 ? row % 3 : UDE_RAND;
        e->F[row]        = 0.1 * (double)(row + 1);
        e->CR[row]       = 0.5;
    }
    values(t->batch, f, g, 10);
    heco_ude_family_judge(e, t->batch);
}

static void the_best_of_three_is_the_candidate(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    generation(&t, e);
    static const size_t candidate[6] = {1, 3, 6, 7, 8, 9}; /* rows 1, 2 tie: the lower strategy */
    for (size_t i = 0; i < 6; i++) assert_int_equal(e->candidate[i], candidate[i]);
    static const size_t won[3] = {1, 1, 0}, lost[3] = {1, 1, 2};
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(e->tally.all_won[k], won[k]);
        assert_int_equal(e->tally.all_lost[k], lost[k]);
    }
    fixture_close(&t);
}

/* Only top trials that beat their target count: rows 0, 1, 2, gains 1, 2, 2. */
static void top_trials_feed_the_memories(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    generation(&t, e);
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(e->success[k].count, 1);
        assert_double(e->success[k].gain[0], k == 0 ? 1.0 : 2.0);
        assert_near(e->memory[k].F[0], 0.1 * (double)(k + 1), 1e-15);
        assert_double(e->memory[k].F[1], 0.5);
        assert_int_equal(e->memory[k].at, 1);
    }
    /* An infeasible target: the gain is the difference of the violations over two constraints. */
    e->P.v[0] = 7.0, e->success[0].count = 0;
    ude_family_record(e, 0, 0);
    assert_double(e->success[0].gain[0], 3.5);
    e->f[0] = 4.0, e->v[0] = 7.0; /* equal to its target: no success */
    ude_family_record(e, 0, 0);
    assert_int_equal(e->success[0].count, 1);
    fixture_close(&t);
}

static void replacement_by_the_epsilon_rule(void **state) {
    (void)state;
    static const unsigned char strict[6] = {1, 0, 1, 0, 1, 1}; /* 3 > 2.5; equal v: smaller f   */
    static const unsigned char loose[6]  = {1, 0, 1, 1, 1, 1}; /* both within 3: smaller f      */
    for (int level = 0; level < 2; level++) {
        fixture     t;
        ude_family *e;
        open_family(&t, &e, &SIX);
        generation(&t, e);
        e->eps = level ? 3.0 : 0.0;
        heco_ude_family_replace(e, t.batch);
        for (size_t i = 0; i < 6; i++) assert_int_equal(e->won[i], (level ? loose : strict)[i]);
        assert_double(e->P.f[0], 2.0);
        assert_double(heco_population_row(&e->P, 0)[0], 0.1); /* row 1 of the batch */
        fixture_close(&t);
    }
}

/* The penalty becomes part of f: (5,0) (1,8) (4,0) (2,2.5) (9,0) (3,100) with R = 2. */
static void a_penalty_orders_by_one_number(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    ude_params  p = SIX;
    p.penalty     = 2.0;
    open_family(&t, &e, &p);
    start(e, t.batch);
    static const double f[6] = {4, 5, 7, 9, 17, 203};
    for (size_t i = 0; i < 6; i++) assert_double(e->P.f[i], f[i]), assert_double(e->P.v[i], 0.0);
    assert_double(heco_ude_family_epsilon(e), 0.0);
    fixture_close(&t);
}

/* Parents are distinct and not the target even where there is just one way left. */
static void parents_are_distinct(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    start(e, t.batch);
    size_t last = 0;
    for (size_t N = 4; N <= 6; N++)
        for (size_t round = 0; round < 400; round++) {
            size_t i = round % N, taken[4] = {i};
            e->P.count = N;
            for (size_t c = 1; c < 4; c++) ude_family_parent(e, taken, c, c < 3);
            for (size_t a = 0; a < 4; a++)
                for (size_t b = 0; b < a; b++) assert_int_not_equal(taken[a], taken[b]);
            last += taken[1] == N - 1; /* the worst is never drawn by rank */
            assert_true(ude_family_pbest(e, i) < 4 && ude_family_pbest(e, i) != i);
        }
    assert_int_equal(last, 0);
    fixture_close(&t);
}

/* Without memories the two pairs (0.9, 0.9) and (0.5, 0.5) come about equally often. */
static void two_pairs_without_memories(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    ude_params  p = SIX;
    p.H           = 0;
    open_family(&t, &e, &p);
    size_t large = 0;
    for (size_t i = 0; i < 1000; i++) {
        heco_ude_family_sample(e, 0, UDE_RAND);
        assert_true(e->F[0] == 0.9 || e->F[0] == 0.5);
        assert_double(e->F[0], e->CR[0]);
        large += e->F[0] == 0.9;
    }
    assert_true(large > 420 && large < 580);
    fixture_close(&t);
}

/* Equal thirds for Lp generations, then by wins. */
static void probabilities_are_learned(void **state) {
    (void)state;
    fixture     t;
    ude_family *e;
    open_family(&t, &e, &SIX);
    generation(&t, e); /* wins 1, 1, 0 of 2 each */
    e->g = 1;
    heco_ude_family_generate(e, t.batch);
    assert_near(e->share[2], 1.0 / 3.0, 1e-15);
    heco_ude_family_generate(e, t.batch);
    assert_near(e->share[2], 1.0 / 3.0, 1e-15); /* g = 3 = Lp */
    heco_ude_family_generate(e, t.batch);
    assert_near(e->share[0], 0.51 / 1.03, 1e-15);
    assert_near(e->share[2], 0.01 / 1.03, 1e-15);
    assert_int_equal(t.batch->count, 10);
    fixture_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_population_is_sorted_by_feasibility),
        cmocka_unit_test(the_level_falls_to_exp_minus_six),
        cmocka_unit_test(the_best_of_three_is_the_candidate),
        cmocka_unit_test(top_trials_feed_the_memories),
        cmocka_unit_test(replacement_by_the_epsilon_rule),
        cmocka_unit_test(a_penalty_orders_by_one_number),
        cmocka_unit_test(parents_are_distinct),
        cmocka_unit_test(two_pairs_without_memories),
        cmocka_unit_test(probabilities_are_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
