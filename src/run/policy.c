#include "run/policy.h"

#include <stdio.h>
#include <string.h>

#include "heco/lanes.h"
#include "problem/problem_read.h"

uint64_t heco_policy_budget(const heco_run_options *o, size_t n) {
    if (o->max_evals > 0) return o->max_evals;
    if (o->default_evals > 0) return o->default_evals;
    return HECO_POLICY_EVALS_PER_VARIABLE * ((uint64_t)n + 1);
}

static int policy_is_set(const heco_run_options *o, const char *name) {
    size_t length = strlen(name);
    for (size_t k = 0; k < o->sets; k++)
        if (strncmp(o->set[k], name, length) == 0 && o->set[k][length] == '=') return 1;
    return 0;
}

/* The option of the algorithm if it has one of that name and the caller has not set it. */
static const heco_option *policy_free_option(const heco_run_options *o, const heco_algorithm *a,
                                             const char *name) {
    const heco_option *option = a->options;
    while (option != NULL && option->name != NULL && strcmp(option->name, name) != 0) option++;
    return option != NULL && option->name != NULL && !policy_is_set(o, name) ? option : NULL;
}

/* Returns whether the algorithm has this option with this choice, and the caller has not set it. */
static int policy_may_choose(const heco_run_options *o, const heco_algorithm *a, const char *name,
                             const char *choice) {
    const heco_option *option = policy_free_option(o, a, name);
    return option != NULL && option->kind == HECO_OPTION_CHOICE &&
           strstr(option->choices, choice) != NULL;
}

size_t heco_policy_answer_options(const heco_run_options *o, const heco_algorithm *algorithm,
                                  char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]) {
    size_t count = 0;
    if (policy_may_choose(o, algorithm, "band", "no"))
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "band=no");
    if (policy_may_choose(o, algorithm, "stop", "converged"))
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "stop=converged");
    return count;
}

size_t heco_policy_options(const heco_run_options *o, const heco_algorithm *algorithm, size_t n,
                           char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]) {
    const heco_option *batch = policy_free_option(o, algorithm, "batch");
    size_t             count = 0;
    uint64_t           most  = heco_policy_budget(o, n) / HECO_POLICY_BATCHES;
    uint64_t           rows  = o->batch < most ? o->batch : most;
    if (o->max_evals == 0 && policy_may_choose(o, algorithm, "stop", "converged"))
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "stop=converged");
    if (batch != NULL && rows > 1 && (double)rows <= batch->max &&
        heco_policy_budget(o, n) <= HECO_POLICY_FEW_EVALS)
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "batch=%llu", (unsigned long long)rows);
    return count;
}

size_t heco_lanes_default(const heco_algorithm *algorithm, size_t workers, size_t n,
                          uint64_t max_evals) {
    if (algorithm != heco_algorithm_default() || max_evals <= HECO_POLICY_FEW_EVALS) return 0;
    return heco_lanes_for(workers, n, max_evals);
}

/* Descents from random points use residuals at once; `auto` begins with models of f. */
const heco_algorithm *heco_minimize_default_algorithm(const heco_problem *given) {
    heco_problem          p;
    const heco_algorithm *own = heco_algorithm_default();
    if (heco_problem_read(&p, given, NULL) == HECO_OK && p.residuals > 0)
        own = heco_algorithm_find("sqp", NULL);
    return own != NULL ? own : heco_algorithm_default();
}
