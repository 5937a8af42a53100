/* Compares the runs of two algorithms problem by problem: the rank-sum test with Holm's adjustment
 * over the problems, A12 with its bootstrap interval, and a mark.
 *
 * A12 is the probability that a run of the first is better than one of the second, ties counting
 * half. Vargha and Delaney (2000), J. Educ. Behav. Statist. 25, 101-132. */
#include <math.h>
#include <stdlib.h>

#include "report/rank.h"

heco_resampling heco_rank_resampling(const heco_rank_options *o) {
    return (heco_resampling){o->resamples, o->seed, o->level};
}

/* Returns the values that order a run. */
static heco_cec_entry rank_runs_key(const heco_outcome *run, unsigned digits) {
    heco_cec_entry key = {0};
    key.median_viol =
        digits > 0 ? heco_cec_significant(run->viol, digits) : heco_cec_round(run->viol);
    key.median = digits > 0 ? heco_cec_significant(run->f, digits) : heco_cec_round(run->f);
    return key;
}

/* Fills place[0 .. count) with the number of strictly better runs. */
static void rank_runs_places(const heco_cec_entry *key, size_t count, double *place) {
    for (size_t i = 0; i < count; i++) place[i] = 0.0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            int order = heco_cec_compare_median(key + j, key + i);
            place[i] += order < 0;
            place[j] += order > 0;
        }
}

heco_status heco_rank_runs(const heco_comparison_cell *a, const heco_comparison_cell *b,
                           const heco_rank_options *options, heco_wilcoxon *out,
                           heco_interval *interval) {
    size_t count = a->runs + b->runs;
    out->p = out->effect = NAN;
    if (interval != NULL) interval->low = interval->high = NAN;
    if (a->runs == 0 || b->runs == 0) return HECO_OK;
    double         *place  = malloc(count * sizeof *place);
    heco_cec_entry *key    = malloc(count * sizeof *key);
    heco_resampling how    = heco_rank_resampling(options);
    heco_status     status = place != NULL && key != NULL ? HECO_OK : HECO_ERR_MEMORY;
    for (size_t i = 0; i < count && status == HECO_OK; i++)
        key[i] = rank_runs_key(i < a->runs ? a->outcome + i : b->outcome + (i - a->runs),
                               options->digits);
    if (status == HECO_OK) {
        rank_runs_places(key, count, place);
        status = heco_rank_sum(place, a->runs, place + a->runs, b->runs, out);
    }
    if (status == HECO_OK && interval != NULL)
        status = heco_bootstrap_a12(place, a->runs, place + a->runs, b->runs, &how, interval);
    free(place);
    free(key);
    return status;
}

heco_status heco_rank_runs_table(heco_table **out, const heco_comparison *comparison,
                                 const char *other) {
    const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                   {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                   {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                   {other, NULL, HECO_STYLE_PLAIN, 0},
                                   {"p_rank_sum", "p rank sum", HECO_STYLE_GENERAL, 3},
                                   {"p_holm", "p Holm", HECO_STYLE_GENERAL, 3},
                                   {"a12", "A12", HECO_STYLE_FIXED, 3},
                                   {"a12_low", "low", HECO_STYLE_FIXED, 3},
                                   {"a12_high", "high", HECO_STYLE_FIXED, 3},
                                   {"outcome", NULL, HECO_STYLE_PLAIN, 0}};
    return heco_comparison_table(out, comparison, "Runs against runs", columns, 10);
}

/* The tests of one pair; one entry per problem. */
typedef struct {
    const heco_comparison   *comparison;
    const heco_rank_options *options;
    const heco_rank_part    *part;
    size_t                   first, second; /* numbers of the algorithms                  */
    heco_interval           *interval;
    double                  *p, *holm, *a12;
    double                   tests;     /* tests with a p                                 */
    size_t                   undecided; /* problems on which no result could be significant */
    size_t                   runs;      /* the fewest runs on them                        */
} rank_runs_pair;

static const heco_comparison_cell *rank_runs_cell(const rank_runs_pair *w, size_t i, int second) {
    return heco_comparison_at(w->comparison, w->part->begin + i, second ? w->second : w->first);
}

/* Tests every problem and adjusts p. */
static heco_status rank_runs_test(rank_runs_pair *w) {
    size_t      blocks = w->part->end - w->part->begin;
    heco_status status = HECO_OK;
    for (size_t i = 0; i < blocks && status == HECO_OK; i++) {
        heco_wilcoxon test;
        status = heco_rank_runs(rank_runs_cell(w, i, 0), rank_runs_cell(w, i, 1), w->options, &test,
                                w->interval + i);
        w->p[i]   = test.p;
        w->a12[i] = test.effect;
        w->tests += !isnan(test.p);
    }
    return status == HECO_OK ? heco_holm_adjust(w->p, blocks, w->holm) : status;
}

/* Returns "+", "-" or "=". Returns "?" and counts the problem if the runs differ, but so few runs
 * cannot be significant after the adjustment even if all runs of one beat all of the other. */
static const char *rank_runs_outcome(rank_runs_pair *w, size_t i) {
    size_t mine = rank_runs_cell(w, i, 0)->runs, other = rank_runs_cell(w, i, 1)->runs;
    if (isnan(w->p[i])) return NULL;
    if (w->holm[i] < w->options->level) return w->a12[i] > 0.5 ? "+" : "-";
    int all_equal = w->a12[i] == 0.5 && w->interval[i].low == 0.5 && w->interval[i].high == 0.5;
    if (all_equal || w->tests * heco_rank_sum_least(mine, other) < w->options->level) return "=";
    size_t fewest = mine < other ? mine : other;
    if (w->undecided++ == 0 || fewest < w->runs) w->runs = fewest;
    return "?";
}

/* Adds the rows, and a footnote about the problems without a decision. */
static void rank_runs_rows(rank_runs_pair *w, heco_table *table) {
    const heco_comparison *c = w->comparison;
    for (size_t i = 0; i < w->part->end - w->part->begin; i++) {
        heco_rank_put_part(table, w->part);
        heco_table_put_text(table, c->problem[w->part->begin + i].name);
        heco_table_put_text(table, c->algorithm[w->first]);
        heco_table_put_text(table, c->algorithm[w->second]);
        heco_table_put_real(table, w->p[i]);
        heco_table_put_real(table, w->holm[i]);
        heco_table_put_real(table, w->a12[i]);
        heco_table_put_real(table, w->interval[i].low);
        heco_table_put_real(table, w->interval[i].high);
        heco_table_put_text(table, rank_runs_outcome(w, i));
    }
    if (w->undecided == 0) return;
    char buffer[40], note[300];
    snprintf(note, sizeof note,
             "%s, %.80s against %.80s: undecided: %zu run%s cannot show a difference on %zu "
             "problem%s.",
             heco_rank_part_text(buffer, sizeof buffer, w->part), c->algorithm[w->first],
             c->algorithm[w->second], w->runs, w->runs == 1 ? "" : "s", w->undecided,
             w->undecided == 1 ? "" : "s");
    heco_table_footnote(table, note);
}

heco_status heco_rank_runs_put(heco_table *table, const heco_comparison *comparison,
                               const heco_rank_options *options, const heco_rank_part *part,
                               const size_t pair[2]) {
    size_t         blocks = part->end - part->begin;
    rank_runs_pair w      = {.comparison = comparison,
                             .options    = options,
                             .part       = part,
                             .first      = part->algorithm[pair[0]],
                             .second     = part->algorithm[pair[1]],
                             .interval   = malloc(blocks * sizeof *w.interval),
                             .p          = malloc(3 * blocks * sizeof *w.p)};
    heco_status    status = w.interval != NULL && w.p != NULL ? HECO_OK : HECO_ERR_MEMORY;
    if (status == HECO_OK) {
        w.holm = w.p + blocks;
        w.a12  = w.p + 2 * blocks;
        status = rank_runs_test(&w);
    }
    if (status == HECO_OK) rank_runs_rows(&w, table);
    free(w.interval);
    free(w.p);
    return status;
}
