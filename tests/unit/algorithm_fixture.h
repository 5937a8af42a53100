/* What the tests of single algorithms share: an algorithm's state opened without a run, so that
 * its steps can be called one by one, and a problem of CEC 2006 solved in one line. */
#ifndef HECO_TESTS_ALGORITHM_FIXTURE_H
#define HECO_TESTS_ALGORITHM_FIXTURE_H

#include "testing.h"

#include "base/arena.h"
#include "base/rng.h"
#include "heco/heco.h"

enum { FIXTURE_MAX_N = 120, FIXTURE_MAX_OPTIONS = 24 };

typedef struct {
    heco_arena  arena;
    heco_rng    rng;
    heco_space  space;
    heco_setup  setup;
    uint64_t    evals; /* told so far, see fixture_count */
    heco_error  error;
    heco_batch *batch;
    void       *state;
    double      lower[FIXTURE_MAX_N], upper[FIXTURE_MAX_N], option[FIXTURE_MAX_OPTIONS];
} fixture;

/* A box [-1, 1]^n with ng inequalities and nh equalities, default options; `set` NULL or one
 * "name=value name=value". */
static inline void fixture_open(fixture *t, const heco_algorithm *a, size_t n, size_t ng, size_t nh,
                                uint64_t max_evals, const char *set) {
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, 1, 0);
    for (size_t j = 0; j < n; j++) t->lower[j] = -1.0, t->upper[j] = 1.0;
    t->space = (heco_space){
        .n = n, .ng = ng, .nh = nh, .lower = t->lower, .upper = t->upper, .eq_tol = 1e-4};
    size_t count = heco_option_count(a->options);
    assert_true(count <= FIXTURE_MAX_OPTIONS);
    for (size_t i = 0; i < count; i++) t->option[i] = a->options[i].value;
    char words[200];
    snprintf(words, sizeof words, "%s", set != NULL ? set : "");
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(heco_option_set(a->options, t->option, word, a->name, &t->error), HECO_OK);
    t->setup = (heco_setup){.space = &t->space, .max_evals = max_evals, .option = t->option,
                            .seed = 1, .rng = &t->rng, .arena = &t->arena, .error = &t->error,
                            .evals = &t->evals};
    t->state = heco_arena_take(&t->arena, 1, a->state_size);
    size_t max_batch = 0;
    assert_int_equal(a->init(t->state, &t->setup, &max_batch), HECO_OK);
    assert_int_equal(heco_batch_new(&t->batch, &t->space, max_batch), HECO_OK);
}

/* The batch to be told, after counting its rows as a run does. */
static inline const heco_batch *fixture_count(fixture *t) {
    t->evals += t->batch->count;
    return t->batch;
}

static inline void fixture_close(fixture *t) {
    heco_batch_free(t->batch);
    heco_arena_release(&t->arena);
}

/* Best f of one run; NAN when it is not feasible. */
static inline double fixture_solve_cec2006(const char *algorithm, const char *problem,
                                           uint64_t evals) {
    heco_suite            *suite;
    const heco_problem    *p;
    heco_solution         *solution;
    heco_error             error;
    heco_minimize_options  m = heco_minimize_options_default();
    m.algorithm              = algorithm;
    m.run.max_evals          = evals;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, &error), HECO_OK);
    long index = heco_suite_find(suite, problem, &error);
    assert_int_equal(heco_suite_problem(suite, (size_t)index, 0, &p, &error), HECO_OK);
    if (heco_minimize(&solution, p, &m, &error) != HECO_OK) fail_msg("%s", error.text);
    const heco_result *r = heco_solution_result(solution);
    double             f = r->outcome.found == HECO_FOUND_FEASIBLE ? r->outcome.f : NAN;
    heco_solution_free(solution);
    heco_suite_close(suite);
    return f;
}

#endif
