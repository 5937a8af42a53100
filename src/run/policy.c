#include "run/policy.h"

#include <stdio.h>
#include <string.h>

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

size_t heco_policy_options(const heco_run_options *o, const heco_algorithm *algorithm, size_t n,
                           char text[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE]) {
    const heco_option *stop  = policy_free_option(o, algorithm, "stop");
    const heco_option *batch = policy_free_option(o, algorithm, "batch");
    size_t             count = 0;
    if (stop != NULL && o->max_evals == 0 && stop->kind == HECO_OPTION_CHOICE &&
        strstr(stop->choices, "converged") != NULL)
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "stop=converged");
    if (batch != NULL && o->batch > 1 && (double)o->batch <= batch->max &&
        heco_policy_budget(o, n) <= HECO_POLICY_FEW_EVALS)
        snprintf(text[count++], HECO_POLICY_OPTION_SIZE, "batch=%llu",
                 (unsigned long long)o->batch);
    return count;
}
