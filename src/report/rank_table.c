/* The list of rules, one row each. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "report/rank.h"

static const struct {
    const char   *name, *help;
    heco_rank_fn *rank;
    int           complete; /* 1 if it compares algorithms, which then need the same problems */
    int           traces;   /* 1 if it needs the traces of the runs                         */
} rank_table[] = {
    {"cec2017", "sum of ranks by mean and by median, as in the CEC 2017 competition",
     heco_rank_cec2017, 1, 0},
    {"cec2006", "feasible rate, success rate and success performance per problem",
     heco_rank_cec2006, 0, 0},
    {"cec2020", "scaled best, mean and median values, as in the CEC 2020 competition",
     heco_rank_cec2020, 1, 0},
    {"u-score", "accuracy and speed of all pairs of runs (2026)", heco_rank_uscore, 1, 1},
    {"u-score-2024", "all runs ranked in one list (2024, 2025)", heco_rank_uscore_2024, 1, 1},
    {"friedman", "mean ranks, Friedman test, Wilcoxon tests with Holm's adjustment",
     heco_rank_friedman, 1, 0},
    {"critical", "critical differences of mean ranks (Nemenyi, Holm) with bootstrap intervals",
     heco_rank_critical, 1, 0},
    {"pairs", "every pair: signed-rank test with Holm's adjustment, Bayesian signed-rank test",
     heco_rank_pairs, 1, 0},
    {"ert", "expected running times, their ratios and bootstrap intervals", heco_rank_ert, 1, 0},
    {"profile", "performance profiles of expected running times (Dolan and More)",
     heco_rank_profile, 1, 0},
};
enum { RANK_RULES = sizeof rank_table / sizeof rank_table[0] };

const char *heco_rank_rule_at(size_t index) {
    return index < RANK_RULES ? rank_table[index].name : NULL;
}

const char *heco_rank_rule_help(size_t index) {
    return index < RANK_RULES ? rank_table[index].help : NULL;
}

int heco_rank_rule_traces(const char *rule) {
    for (size_t i = 0; i < RANK_RULES; i++)
        if (strcmp(rank_table[i].name, rule) == 0) return rank_table[i].traces;
    return 0;
}

void heco_rank_options_init(heco_rank_options *options, size_t size) {
    heco_rank_options o = {.rule      = rank_table[0].name,
                           .level     = 0.05,
                           .resamples = 2000,
                           .seed      = 1,
                           .rope      = 0.06}; /* negligible effect, Vargha and Delaney (2000) */
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Refuses options outside their ranges. */
static heco_status rank_check_options(const heco_rank_options *o, heco_error *error) {
    if (!(o->level > 0.0 && o->level < 1.0))
        return heco_fail(error, HECO_ERR_ARG, "level %g: give a number between 0 and 1", o->level);
    if (o->resamples < 1 || o->resamples > 10000000)
        return heco_fail(error, HECO_ERR_ARG, "resamples %zu: give 1 to 10000000", o->resamples);
    if (!(o->rope >= 0.0 && o->rope < 0.5))
        return heco_fail(error, HECO_ERR_ARG, "rope %g: give a number from 0 to below 0.5",
                         o->rope);
    if (!(o->accuracy >= 0.0 && o->accuracy < INFINITY))
        return heco_fail(error, HECO_ERR_ARG, "accuracy %g: give a positive number", o->accuracy);
    if (o->digits > 17)
        return heco_fail(error, HECO_ERR_ARG, "digits %u: a number has at most 17", o->digits);
    return HECO_OK;
}

/* Sets *rule to the index of the named rule in rank_table. */
static heco_status rank_find_rule(const char *name, size_t *rule, heco_error *error) {
    const char *names[RANK_RULES];
    for (size_t i = 0; i < RANK_RULES; i++) {
        *rule = i;
        if (strcmp(rank_table[i].name, name) == 0) return HECO_OK;
        names[i] = rank_table[i].name;
    }
    return heco_fail_name(error, name, names, RANK_RULES, "a ranking rule");
}

heco_status heco_rank_compute(heco_table **out, const heco_records *records,
                              const heco_rank_options *options, heco_error *error) {
    size_t            rule;
    heco_comparison  *comparison;
    heco_rank_options o = heco_rank_options_default();
    *out                = NULL;
    heco_status status  = heco_struct_read(&o, sizeof o, options, "heco_rank_options",
                                           "start from heco_rank_options_default()", error);
    if (status == HECO_OK) status = rank_find_rule(o.rule, &rule, error);
    if (status == HECO_OK) status = rank_check_options(&o, error);
    if (status != HECO_OK) return status;
    int values = o.view == HECO_VIEW_VALUES;
    status =
        heco_comparison_open(&comparison, records, &o, rank_table[rule].complete && !values, error);
    if (status != HECO_OK) return status;
    if (values) status = heco_rank_values(out, comparison, &o, error);
    else status = rank_table[rule].rank(out, comparison, &o, error);
    if (status == HECO_OK) status = heco_table_check(*out);
    if (status == HECO_ERR_MEMORY) heco_fail_memory_for(error, "the ranking");
    heco_comparison_close(comparison);
    if (status != HECO_OK) {
        heco_table_free(*out);
        *out = NULL;
    }
    return status;
}
