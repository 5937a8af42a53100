/* An algorithm inside an algorithm: options, slices, turns, what it may not do. */
#include "testing.h"

#include "algorithm_fixture.h"
#include "solver/member.h"
#include "scripted_algorithm.h"

static fixture t; /* an outer setup; its own algorithm is scripted */

static heco_member *held(uint64_t number, const heco_member_value *set, size_t *rows) {
    heco_member *m;
    fixture_open(&t, &scripted_algorithm, 2, 1, 0, 100, NULL);
    t.setup.algorithm = &scripted_algorithm;
    if (heco_member_new(&m, &scripted_algorithm, &t.setup, number, set, rows) != HECO_OK)
        fail_msg("%s", t.error.text);
    return m;
}

static void values_are_those_of_the_outer_algorithm(void **state) {
    (void)state;
    static const heco_member_value set[] = {{"batch", 3}, {"mode", 2}, {NULL, 0}};
    size_t                         rows  = 0;
    heco_member                   *m     = held(1, set, &rows);
    assert_int_equal(rows, 3);
    assert_int_equal(heco_member_begin(m, 100, NULL, 0), HECO_OK);
    assert_double(heco_member_settings(m)[SCRIPTED_MODE], 2.0);
    assert_double(heco_member_settings(m)[SCRIPTED_REAL], 0.25); /* automatic, resolved by init */
    assert_int_equal(heco_member_set(m, "batch", 2), HECO_OK);
    assert_double(heco_member_settings(m)[SCRIPTED_BATCH], 3.0); /* from the next begin on */
    assert_int_equal(heco_member_begin(m, 100, NULL, 0), HECO_OK);
    assert_double(heco_member_settings(m)[SCRIPTED_BATCH], 2.0);
    assert_int_equal(heco_member_set(m, "batch", 101), HECO_ERR_ARG);
    assert_int_equal(heco_member_set(m, "bath", 1), HECO_ERR_NAME);
    assert_text(heco_member_message(m), "bath");
    fixture_close(&t);
}

/* asked 4 at a time from a slice of 10: 4, 4, 2, then nothing; the last ones are not told. */
static void a_slice_is_met_exactly(void **state) {
    (void)state;
    size_t       rows = 0, expected[] = {4, 4, 2, 0, 0};
    heco_member *m = held(1, NULL, &rows);
    assert_int_equal(heco_member_left(m), 0); /* not begun */
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(heco_member_begin(m, 10, NULL, 0), HECO_OK);
        uint64_t left = 10;
        for (size_t k = 0; k < 5; k++) {
            assert_int_equal(heco_member_left(m), left);
            assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
            assert_int_equal(t.batch->count, expected[k]);
            if (t.batch->count > 0) assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
            left -= expected[k];
        }
        assert_int_equal(((scripted *)m->state)->rows, 8);
    }
    fixture_close(&t);
}

static void start_points_are_read_at_the_first_ask(void **state) {
    (void)state;
    double       start[2] = {0.0, 0.0};
    size_t       rows     = 0;
    heco_member *m        = held(1, NULL, &rows);
    assert_int_equal(heco_member_begin(m, 50, start, 1), HECO_OK);
    start[0] = 0.5, start[1] = -0.5;
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    assert_double(t.batch->x[0], 0.5);
    assert_double(t.batch->x[1], -0.5);
    fixture_close(&t);
}

static void turns_are_kept(void **state) {
    (void)state;
    size_t       rows = 0;
    heco_member *m    = held(1, NULL, &rows);
    assert_int_equal(heco_member_begin(m, 50, NULL, 0), HECO_OK);
    assert_int_equal(heco_member_tell(m, t.batch), HECO_ERR_ORDER);
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    heco_batch fewer = heco_batch_rows(t.batch, 0, 3);
    assert_int_equal(heco_member_tell(m, &fewer), HECO_ERR_ORDER);
    assert_int_equal(heco_member_inform(m, &fewer), HECO_OK); /* nobody listens */
    assert_int_equal(heco_member_ask(m, t.batch), HECO_ERR_ORDER);
    assert_int_equal(t.batch->count, 0);
    heco_batch narrow = heco_batch_rows(t.batch, 0, 3);
    assert_int_equal(heco_member_begin(m, 50, NULL, 0), HECO_OK); /* forgets the open turn */
    assert_int_equal(heco_member_ask(m, &narrow), HECO_ERR_ARG);
    fixture_close(&t);
}

static void the_evaluations_told_are_counted(void **state) {
    (void)state;
    size_t       rows = 0;
    heco_member *m    = held(1, NULL, &rows);
    assert_int_equal(heco_member_begin(m, 50, NULL, 0), HECO_OK);
    for (uint64_t k = 0; k < 3; k++) {
        assert_int_equal(*m->setup.evals, 4 * k);
        assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
        assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
    }
    fixture_close(&t);
}

/* 4 rows of a slice of 10 told, 3 spent elsewhere: 3 are left, and the next 4 are cut to them. */
static void evaluations_spent_elsewhere_count(void **state) {
    (void)state;
    size_t       rows = 0;
    heco_member *m    = held(1, NULL, &rows);
    assert_int_equal(heco_member_begin(m, 10, NULL, 0), HECO_OK);
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
    heco_member_charge(m, 3);
    assert_int_equal(*m->setup.evals, 7);
    assert_int_equal(heco_member_left(m), 3);
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 3);
    assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
    assert_int_equal(heco_member_left(m), 0);
    assert_int_equal(heco_member_begin(m, 10, NULL, 0), HECO_OK);
    heco_member_charge(m, 1000);
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 0);
    fixture_close(&t);
}

/* Numbers name streams; every beginning draws other numbers, and the same ones in another run. */
static void streams_are_apart(void **state) {
    (void)state;
    double first[4];
    for (uint64_t number = 0; number < 4; number++) {
        size_t       rows = 0;
        heco_member *m    = held(number % 3, NULL, &rows);
        assert_int_equal(heco_member_begin(m, 50, NULL, 0), HECO_OK);
        first[number] = heco_rng_uniform(m->setup.rng);
        assert_int_equal(heco_member_begin(m, 50, NULL, 0), HECO_OK);
        assert_true(heco_rng_uniform(m->setup.rng) != first[number]);
        fixture_close(&t);
    }
    heco_rng alone;
    heco_rng_init(&alone, 1, 0);
    assert_double(first[0], heco_rng_uniform(&alone));
    assert_double(first[3], first[0]);
    assert_true(first[0] != first[1] && first[1] != first[2] && first[0] != first[2]);
}

static void a_refusal_leaves_it_ended(void **state) {
    (void)state;
    size_t       rows = 0;
    heco_member *m;
    fixture_open(&t, &scripted_algorithm, 2, 1, 0, 1000, NULL);
    const heco_algorithm *lshade44 = heco_algorithm_find("lshade44", NULL);
    assert_int_equal(heco_member_new(&m, lshade44, &t.setup, 1, NULL, &rows), HECO_OK);
    assert_int_equal(heco_member_begin(m, 1, NULL, 0), HECO_ERR_ARG);
    assert_true(strlen(heco_member_message(m)) > 10);
    assert_string_equal(t.error.text, ""); /* the outer search may go on */
    heco_batch *wide;
    assert_int_equal(heco_batch_new(&wide, &t.space, rows), HECO_OK);
    assert_int_equal(heco_member_ask(m, wide), HECO_OK);
    assert_int_equal(wide->count, 0);
    assert_int_equal(heco_member_begin(m, 1000, NULL, 0), HECO_OK);
    assert_int_equal(heco_member_ask(m, wide), HECO_OK);
    assert_true(wide->count > 0);
    heco_batch_free(wide);
    fixture_close(&t);
}

/* ---- options of members through a run ---- */

static const char *const    outer_members[] = {"heco-de", "lshade44", NULL};
static heco_member         *outer_held;
static heco_status outer_init(void *state, const heco_setup *setup, size_t *max_batch) {
    static const heco_member_value set[] = {{"lambda", 12}, {"gamma", 0.5}, {NULL, 0}};
    (void)state;
    heco_status status =
        heco_member_new(&outer_held, heco_algorithm_find("heco-de", NULL), setup, 1, set, max_batch);
    return status == HECO_OK ? heco_member_begin(outer_held, setup->max_evals, NULL, 0) : status;
}
static const heco_algorithm outer = {.size = sizeof(heco_algorithm), .name = "outer",
                                     .options = scripted_options, .members = outer_members,
                                     .init = outer_init, .ask = scripted_ask, .tell = scripted_tell};

static double used(const char *option) {
    const heco_algorithm *a = heco_algorithm_find("heco-de", NULL);
    for (size_t i = 0;; i++)
        if (strcmp(a->options[i].name, option) == 0) return heco_member_settings(outer_held)[i];
}

static void what_the_user_sets_takes_precedence(void **state) {
    (void)state;
    static const char *const set[] = {"heco-de.lambda=20", "lshade44.N0=40", "batch=7"};
    static const double      lower[2] = {0, 0}, upper[2] = {1, 1};
    heco_space               space = {.n = 2, .lower = lower, .upper = upper, .eq_tol = 1e-4};
    heco_run_options         o     = heco_run_options_default();
    heco_run                *run;
    heco_error               error;
    o.max_evals = 5000;
    o.set = set, o.sets = 3;
    if (heco_run_new(&run, &outer, &space, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_double(used("lambda"), 20.0);
    assert_double(used("gamma"), 0.5);
    assert_double(heco_run_settings(run)[SCRIPTED_BATCH], 7.0);
    heco_run_free(run);
    static const char *const wrong[] = {"heco-de.lamda=20"};
    o.set = wrong, o.sets = 1;
    assert_int_equal(heco_run_new(&run, &outer, &space, &o, &error), HECO_ERR_NAME);
    assert_text(error.text, "lambda");
}

static void options_of_members_are_listed(void **state) {
    (void)state;
    char   name[120];
    size_t own = heco_option_count(scripted_options);
    size_t de  = heco_option_count(heco_algorithm_find("heco-de", NULL)->options);
    size_t all = heco_algorithm_option_count(&outer);
    assert_int_equal(heco_algorithm_option_offset(&outer, "lshade44"), own + de);
    assert_true(all > own + de);
    assert_ptr_equal(heco_algorithm_option_at(&outer, 1, name, sizeof name), &scripted_options[1]);
    assert_string_equal(name, "end");
    assert_non_null(heco_algorithm_option_at(&outer, own, name, sizeof name));
    assert_true(strncmp(name, "heco-de.", 8) == 0);
    assert_non_null(heco_algorithm_option_at(&outer, all - 1, name, sizeof name));
    assert_true(strncmp(name, "lshade44.", 9) == 0);
    assert_null(heco_algorithm_option_at(&outer, all, name, sizeof name));
}

/* A descriptor of an older header ends before `inform`; one without a size is refused. */
static void older_descriptors_are_taken(void **state) {
    (void)state;
    heco_algorithm out, older = scripted_algorithm;
    heco_error     error;
    older.size                = offsetof(heco_algorithm, inform);
    older.members             = (const char *const *)1; /* not its field: must not be read */
    assert_int_equal(heco_algorithm_read(&out, &older, &error), HECO_OK);
    assert_null(out.members);
    assert_ptr_equal(out.ask, older.ask);
    assert_int_equal(heco_algorithm_option_count(&older), heco_option_count(scripted_options));
    older.size = 0;
    assert_int_equal(heco_algorithm_read(&out, &older, &error), HECO_ERR_ARG);
    assert_text(error.text, "sizeof(heco_algorithm)");
    older.size = sizeof older, older.tell = NULL;
    assert_int_equal(heco_algorithm_read(&out, &older, &error), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_outer_algorithm),
        cmocka_unit_test(a_slice_is_met_exactly),
        cmocka_unit_test(start_points_are_read_at_the_first_ask),
        cmocka_unit_test(turns_are_kept),
        cmocka_unit_test(the_evaluations_told_are_counted),
        cmocka_unit_test(evaluations_spent_elsewhere_count),
        cmocka_unit_test(streams_are_apart),
        cmocka_unit_test(a_refusal_leaves_it_ended),
        cmocka_unit_test(what_the_user_sets_takes_precedence),
        cmocka_unit_test(options_of_members_are_listed),
        cmocka_unit_test(older_descriptors_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
