/* Whose journal it is: algorithms and backends of one's own in heco_minimize(). */
#include "testing.h"

#include <unistd.h>

#include "heco/journal.h"
#include "scripted_algorithm.h"

static const double lower[2] = {0.0, 0.0}, upper[2] = {1.0, 1.0};
static char         path[64];

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)g, (void)h;
    ++*(int *)user;
    f[0] = x[0] - x[1] * x[1];
    return HECO_POINT_OK;
}

static heco_problem plain(int *calls) {
    heco_problem p = heco_problem_default();
    p.name = "plain", p.space.n = 2;
    p.space.lower = lower, p.space.upper = upper;
    p.eval = eval, p.user = calls;
    return p;
}

static heco_minimize_options with(const heco_algorithm *own, int resume) {
    heco_minimize_options o = heco_minimize_options_default();
    o.run.max_evals = 40, o.own_algorithm = own;
    o.journal = path, o.resume = resume;
    return o;
}

static int fresh(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/heco-identity-%ld.journal", (long)getpid());
    remove(path);
    return 0;
}

static int clean(void **state) { return fresh(state); }

static void an_own_algorithm_is_journalled(void **state) {
    (void)state;
    int                   calls = 0;
    heco_problem          p     = plain(&calls);
    heco_minimize_options o     = with(&scripted_algorithm, 0);
    heco_solution        *solution;
    heco_journal_info    *info;
    heco_error            error = {HECO_OK, ""};
    o.algorithm                 = "no such name"; /* the descriptor comes first */
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(calls, 41);
    assert_int_equal(heco_solution_reproduced(solution), 1);
    assert_ptr_equal(heco_solution_algorithm(solution), &scripted_algorithm);
    heco_solution_free(solution);
    assert_int_equal(heco_journal_read(&info, path, &error), HECO_OK);
    assert_text(info->identity, "\nalgorithm=scripted (own, ");
    heco_journal_info_free(info);

    /* the same descriptor at another place is the same algorithm */
    heco_algorithm again = scripted_algorithm;
    again.title = "another title", o.own_algorithm = &again, o.resume = 1;
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(heco_solution_replayed(solution), 40);
    assert_int_equal(calls, 42);
    heco_solution_free(solution);
}

static void conflict(const heco_problem *p, const heco_minimize_options *o, const char *words) {
    heco_solution *solution;
    heco_error     error = {HECO_OK, ""};
    assert_int_equal(heco_minimize(&solution, p, o, &error), HECO_ERR_CONFLICT);
    assert_null(solution);
    assert_text(error.text, words);
}

static void another_algorithm_is_refused(void **state) {
    (void)state;
    int                   calls = 0;
    heco_problem          p     = plain(&calls);
    heco_minimize_options o     = with(&scripted_algorithm, 0);
    heco_solution        *solution;
    heco_option           table[6];
    assert_int_equal(heco_minimize(&solution, &p, &o, NULL), HECO_OK);
    heco_solution_free(solution);
    heco_algorithm other = scripted_algorithm;
    memcpy(table, scripted_options, sizeof table);
    other.options = table;
    o = with(&other, 1);
    for (int change = 0; change < 5; change++) {
        memcpy(table, scripted_options, sizeof table);
        if (change == 0) table[SCRIPTED_BATCH].value = 5;
        if (change == 1) table[SCRIPTED_BATCH].max = 101;
        if (change == 2) table[SCRIPTED_REAL].value = 0.0; /* was automatic */
        if (change == 3) table[SCRIPTED_MODE].choices = "one|two|four";
        if (change == 4) table[SCRIPTED_MODE].name = "moods";
        conflict(&p, &o, "was made with algorithm=scripted (own, ");
    }
    other      = scripted_algorithm;
    other.name = "other";
    conflict(&p, &o, "this search has algorithm=other (own, ");
    o.own_algorithm = NULL, o.algorithm = "lshade44";
    conflict(&p, &o, "this search has algorithm=lshade44");
    assert_int_equal(calls, 41);
}

/* A built-in algorithm is the same by name and by descriptor. */
static void a_built_in_one_by_descriptor(void **state) {
    (void)state;
    int                   calls = 0;
    heco_problem          p     = plain(&calls);
    heco_minimize_options o     = with(heco_algorithm_find("lshade44", NULL), 0);
    heco_solution        *solution;
    heco_error            error = {HECO_OK, ""};
    o.run.max_evals             = 200;
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    heco_solution_free(solution);
    o.own_algorithm = NULL, o.algorithm = "lshade44", o.resume = 1;
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(heco_solution_replayed(solution), 200);
    heco_solution_free(solution);
}

/* --- a backend of one's own ---------------------------------------------------------------- */

static heco_status loop_open(void **state, const heco_problem *problem,
                             const heco_evaluator_options *options, heco_error *error) {
    (void)options, (void)error;
    *state = (void *)problem;
    return HECO_OK;
}

static heco_status loop_eval(void *state, heco_batch *b, heco_failures *stats) {
    const heco_problem *p = state;
    for (size_t i = b->count; i-- > 0;) { /* any order will do */
        p->eval(p->user, b->x + i * b->n, b->f + i, NULL, NULL);
        b->state[i] = HECO_ROW_OK;
    }
    if (*(int *)p->user < 1000) return HECO_OK;
    snprintf(stats->last_failure, sizeof stats->last_failure, "the machine is on fire");
    return HECO_ERR_IO;
}

static void loop_close(void *state) { (void)state; }

static const heco_backend loop = {.size  = sizeof(heco_backend),
                                  .name  = "loop",
                                  .open  = loop_open,
                                  .eval  = loop_eval,
                                  .close = loop_close};

static void an_own_backend_gives_the_same_bits(void **state) {
    (void)state;
    int                   calls = 0;
    heco_problem          p     = plain(&calls);
    heco_minimize_options o     = with(NULL, 0);
    heco_solution        *one, *two;
    heco_error            error = {HECO_OK, ""};
    o.journal = NULL, o.run.max_evals = 400, p.protocol = 1;
    assert_int_equal(heco_minimize(&one, &p, &o, &error), HECO_OK);
    calls = 0, o.own_backend = &loop, o.backend = "no such name";
    if (heco_minimize(&two, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    assert_int_equal(calls, 401);
    assert_double(heco_solution_result(one)->outcome.f, heco_solution_result(two)->outcome.f);
    heco_solution_free(one);
    heco_solution_free(two);
    /* it breaks: its own status and message, and what was found before */
    calls = 700;
    assert_int_equal(heco_minimize(&two, &p, &o, &error), HECO_ERR_IO);
    assert_text(error.text, "the machine is on fire");
    assert_non_null(two);
    assert_int_equal(heco_solution_result(two)->outcome.stop, HECO_STOP_ERROR);
    assert_true(heco_solution_result(two)->outcome.evals > 200 && heco_solution_result(two)->outcome.evals < 300);
    heco_solution_free(two);
    heco_backend empty = loop;
    empty.size = 0, o.own_backend = &empty;
    assert_int_equal(heco_minimize(&two, &p, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "sizeof(heco_backend)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_own_algorithm_is_journalled, fresh, clean),
        cmocka_unit_test_setup_teardown(another_algorithm_is_refused, fresh, clean),
        cmocka_unit_test_setup_teardown(a_built_in_one_by_descriptor, fresh, clean),
        cmocka_unit_test(an_own_backend_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
