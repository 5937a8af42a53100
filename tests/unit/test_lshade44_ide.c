#include "known_problem.h"

#include "solver/papers/lshade44_ide.c"

typedef struct {
    heco_arena         arena;
    heco_rng           rng;
    heco_error         error;
    heco_space         space;
    heco_setup         setup;
    uint64_t           evals;
    double             option[IDE_OPTIONS];
    lshade44_ide_state s;
    size_t             max_batch;
    heco_status        status;
} fixture;

static void fixture_open(fixture *t, uint64_t max_evals) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < IDE_OPTIONS; i++) t->option[i] = lshade44_ide_options[i].value;
    t->space = (heco_space){.n = 2, .ng = 1, .lower = KNOWN_LOWER, .upper = KNOWN_UPPER};
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 1, 0);
    t->setup = (heco_setup){.space = &t->space, .max_evals = max_evals, .option = t->option,
                            .rng = &t->rng, .arena = &t->arena, .error = &t->error,
                            .evals = &t->evals};
    t->status = lshade44_ide_init(&t->s, &t->setup, &t->max_batch);
}

static void sizes(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 40000);
    assert_int_equal(t.status, HECO_OK);
    assert_int_equal(t.s.one.e.N0, 36);
    assert_int_equal(t.s.P.capacity, 10); /* 5 n */
    assert_int_equal(t.max_batch, 36);
    heco_arena_release(&t.arena);
}

/* Two batches of 36 with 7 and 5 feasible points: stage 2 starts from the first ten, with
 * floor((1000 - 72) / 10) generations to come. Stage 1 saw nothing of f. */
static void hand_over(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, 1000);
    double     x[72] = {0}, f[36], v[36];
    heco_batch b = {.n = 2, .ng = 1, .capacity = 36, .x = x, .f = f, .viol = v};
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(t.s.second, 0);
        assert_int_equal(lshade44_ide_ask(&t.s, &b), HECO_OK);
        if (b.count > 36) fail();
        for (size_t i = 0; i < b.count; i++) f[i] = 100.0 * turn + (double)i, v[i] = 1.0;
        for (size_t i = 0; i < (turn == 0 ? 7u : 5u); i++) v[2 * i] = 0.0;
        t.evals += b.count;
        lshade44_ide_tell(&t.s, &b);
    }
    assert_int_equal(t.s.second, 1);
    assert_int_equal(t.s.P.count, 10);
    assert_double(t.s.P.f[6], 12.0);
    assert_double(t.s.P.f[7], 100.0);
    assert_double(t.s.P.f[9], 104.0);
    assert_double(t.s.g_max, floor((1000.0 - (double)t.evals) / 10.0));
    for (size_t i = 0; i < t.s.one.e.P.count; i++) assert_double(t.s.one.e.P.f[i], 0.0);
    heco_arena_release(&t.arena);
}

/* ps at the start, in the middle and at the end of 100 generations. */
static void superior_share(void **state) {
    (void)state;
    lshade44_ide_state s = {.g = 100, .g_max = 100};
    assert_near(lshade44_ide_superior(&s), 1.0, 1e-15);
    s.g = 80;
    assert_near(lshade44_ide_superior(&s), 0.19, 1e-15); /* 0.1 + 0.9 / 10 */
    s.g = 0;
    assert_near(lshade44_ide_superior(&s), 0.100009, 1e-15);
}

/* Infeasible trials and worse ones are rejected, equal ones taken; the first phase ends after
 * g_max/10 generations without success. */
static void selection_and_phases(void **state) {
    (void)state;
    double     px[5] = {0}, pf[5] = {1, 2, 3, 4, 5}, pv[5] = {0};
    double     x[5] = {9, 9, 9, 9, 9}, f[5] = {0, 2, 4, 3, 9}, v[5] = {1, 0, 0, 0, 0};
    heco_batch in = {.n = 1, .count = 5, .x = x, .f = f, .viol = v};
    lshade44_ide_state s = {.g = 1, .g_max = 20, .g_t = 10};
    s.P = (heco_population){.n = 1, .count = 5, .capacity = 5, .x = px, .f = pf, .v = pv};
    lshade44_ide_select(&s, &in);
    const double expected[5] = {0, 9, 0, 9, 0};
    assert_memory_equal(px, expected, sizeof px);
    assert_double(pf[3], 3.0);
    assert_double(s.g, 2.0);
    for (int i = 0; i < 5; i++) f[i] = 100.0;
    lshade44_ide_select(&s, &in);
    assert_double(s.g_t, 10.0);
    lshade44_ide_select(&s, &in); /* the second in a row: 20/10 */
    assert_double(s.g_t, 3.0);
}

static void impossible_N2_is_refused(void **state) {
    (void)state;
    heco_run         *run;
    heco_error        error = {HECO_OK, ""};
    heco_space        space = {.n = 2, .lower = KNOWN_LOWER, .upper = KNOWN_UPPER};
    heco_run_options  o = heco_run_options_default();
    const char *const set[] = {"N2=501"};
    o.max_evals = 500, o.set = set, o.sets = 1;
    assert_int_equal(heco_run_new(&run, &heco_algorithm_lshade44_ide, &space, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "N2");
}

static void solves_a_known_problem(void **state) {
    (void)state;
    assert_solves_known("lshade44-ide", SET(0), 20000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(hand_over),
        cmocka_unit_test(superior_share),
        cmocka_unit_test(selection_and_phases),
        cmocka_unit_test(impossible_N2_is_refused),
        cmocka_unit_test(solves_a_known_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
