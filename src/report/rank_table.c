/* The list of rules, one row each. */
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "base/text.h"
#include "report/rank.h"

static const struct {
    const char  *name, *help;
    heco_rank_fn rank;
    int          complete; /* 1 if it compares algorithms, which then need the same problems */
    int          traces;   /* 1 if it needs the traces of the runs                         */
} rank_table[] = {
    {"cec2017", "sum of ranks by mean and by median, as in the CEC 2017 competition",
     heco_rank_cec2017, 1, 0},
    {"cec2006", "feasible rate, success rate and success performance per problem",
     heco_rank_cec2006, 0, 0},
    {"u-score", "accuracy and speed of all pairs of runs (2026)", heco_rank_uscore, 1, 1},
    {"u-score-2024", "all runs ranked in one list (2024, 2025)", heco_rank_uscore_2024, 1, 1},
    {"friedman", "mean ranks, Friedman test, Wilcoxon tests with Holm's adjustment",
     heco_rank_friedman, 1, 0},
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
    heco_rank_options o = {.rule = rank_table[0].name};
    heco_struct_defaults(options, size, &o, sizeof o);
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
