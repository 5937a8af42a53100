/* Every pair of algorithms over the problems: wins, ties and losses by rank, Wilcoxon's signed-rank
 * test on the ranks with Holm's adjustment over all pairs, and the Bayesian signed-rank test.
 *
 * The Bayesian test needs differences that mean the same on every problem. It uses A12 - 0.5 of the
 * runs, which compares violations before objective values and has no unit. Published summaries
 * have no runs, so their pairs have no such test. */
#include <math.h>
#include <stdlib.h>

#include "report/rank.h"

typedef struct {
    const heco_comparison   *comparison;
    const heco_rank_options *options;
    heco_table              *table;
    heco_rank_part           part;
    double                  *value, *mine, *other; /* ranks: a row per problem; two columns  */
    double                  *p, *holm;             /* of all pairs                           */
} rank_pairs_work;

static heco_status rank_pairs_init(rank_pairs_work *w) {
    size_t problems = w->comparison->problems, count = w->comparison->algorithms;
    heco_arena *work = w->comparison->work;
    w->value         = heco_arena_take(work, problems * count, sizeof *w->value);
    w->mine          = heco_arena_take(work, problems + count, sizeof *w->mine);
    w->other         = heco_arena_take(work, problems, sizeof *w->other);
    w->p             = heco_arena_take(work, count * count, sizeof *w->p);
    w->holm          = heco_arena_take(work, count * count, sizeof *w->holm);
    return heco_arena_failed(work) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Copies the ranks of a pair into two columns. */
static void rank_pairs_columns(const rank_pairs_work *w, size_t j, size_t k) {
    for (size_t i = 0; i < w->part.end - w->part.begin; i++) {
        w->mine[i]  = w->value[i * w->part.count + j];
        w->other[i] = w->value[i * w->part.count + k];
    }
}

/* Tests all pairs by ranks and adjusts p. */
static heco_status rank_pairs_test(rank_pairs_work *w, int by_median) {
    size_t      pair   = 0;
    heco_status status = heco_rank_blocks(w->comparison, &w->part, by_median, w->value, w->mine);
    for (size_t j = 0; j < w->part.count; j++)
        for (size_t k = j + 1; k < w->part.count && status == HECO_OK; k++) {
            heco_wilcoxon test;
            rank_pairs_columns(w, j, k);
            status       = heco_signed_rank(w->mine, w->other, w->part.end - w->part.begin, &test);
            w->p[pair++] = test.p;
        }
    return status == HECO_OK ? heco_holm_adjust(w->p, pair, w->holm) : status;
}

/* Runs the Bayesian test of a pair; the result is NAN if an algorithm lacks runs on a problem. */
static heco_status rank_pairs_bayes(rank_pairs_work *w, size_t j, size_t k, heco_bayes *out) {
    const heco_comparison *c      = w->comparison;
    size_t                 blocks = w->part.end - w->part.begin;
    heco_resampling        how    = heco_rank_resampling(w->options);
    *out                          = (heco_bayes){NAN, NAN, NAN};
    how.resamples *= 10;
    for (size_t i = 0; i < blocks; i++) {
        heco_wilcoxon test;
        heco_status   status =
            heco_rank_runs(heco_comparison_at(c, w->part.begin + i, w->part.algorithm[j]),
                           heco_comparison_at(c, w->part.begin + i, w->part.algorithm[k]),
                           w->options, &test, NULL);
        if (status != HECO_OK) return status;
        if (isnan(test.effect)) return HECO_OK;
        w->mine[i] = 0.5 - test.effect;
    }
    return heco_bayes_signed_rank(w->mine, blocks, w->options->rope, &how, out);
}

/* Adds the row of one pair. */
static heco_status rank_pairs_row(rank_pairs_work *w, int by_median, size_t j, size_t k,
                                  size_t pair) {
    heco_table *t    = w->table;
    size_t      wins = 0, ties = 0, blocks = w->part.end - w->part.begin;
    heco_bayes  bayes;
    rank_pairs_columns(w, j, k);
    for (size_t i = 0; i < blocks; i++) {
        wins += w->mine[i] < w->other[i];
        ties += w->mine[i] == w->other[i];
    }
    heco_status status = rank_pairs_bayes(w, j, k, &bayes);
    if (status != HECO_OK) return status;
    heco_rank_put_part(t, &w->part);
    heco_table_put_text(t, by_median ? "median" : "mean");
    heco_table_put_text(t, w->comparison->algorithm[w->part.algorithm[j]]);
    heco_table_put_text(t, w->comparison->algorithm[w->part.algorithm[k]]);
    heco_table_put_integer(t, (int64_t)wins);
    heco_table_put_integer(t, (int64_t)ties);
    heco_table_put_integer(t, (int64_t)(blocks - wins - ties));
    heco_table_put_real(t, w->p[pair]);
    heco_table_put_real(t, w->holm[pair]);
    heco_table_put_text(t, w->holm[pair] >= w->options->level ? "="
                           : 2 * wins + ties > blocks         ? "+"
                                                              : "-");
    heco_table_put_real(t, bayes.smaller);
    heco_table_put_real(t, bayes.equal);
    heco_table_put_real(t, bayes.larger);
    return HECO_OK;
}

/* Adds the rows of one part. */
static heco_status rank_pairs_part(rank_pairs_work *w) {
    heco_status status = HECO_OK;
    if (heco_rank_part_is_small(w->table, &w->part)) return HECO_OK;
    for (int by_median = 0; by_median < 2 && status == HECO_OK; by_median++) {
        size_t pair = 0;
        status      = rank_pairs_test(w, by_median);
        for (size_t j = 0; j < w->part.count; j++)
            for (size_t k = j + 1; k < w->part.count && status == HECO_OK; k++)
                status = rank_pairs_row(w, by_median, j, k, pair++);
    }
    return status;
}

/* Makes the table with one row per pair. */
static heco_status rank_pairs_totals(rank_pairs_work *w) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"by", NULL, HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"against", NULL, HECO_STYLE_PLAIN, 0},
                                          {"wins", NULL, HECO_STYLE_PLAIN, 0},
                                          {"ties", NULL, HECO_STYLE_PLAIN, 0},
                                          {"losses", NULL, HECO_STYLE_PLAIN, 0},
                                          {"p_wilcoxon", "p Wilcoxon", HECO_STYLE_GENERAL, 3},
                                          {"p_wilcoxon_holm", "p Holm", HECO_STYLE_GENERAL, 3},
                                          {"outcome", NULL, HECO_STYLE_PLAIN, 0},
                                          {"bayes_better", "P(better)", HECO_STYLE_FIXED, 3},
                                          {"bayes_equal", "P(equal)", HECO_STYLE_FIXED, 3},
                                          {"bayes_worse", "P(worse)", HECO_STYLE_FIXED, 3}};
    const heco_comparison   *c         = w->comparison;
    heco_status status = heco_comparison_table(&w->table, c, "Pairs of algorithms", columns,
                                               sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < heco_rank_parts(c, w->options->wide) && status == HECO_OK; i++) {
        w->part = heco_rank_part_at(c, i);
        status  = rank_pairs_part(w);
    }
    return status;
}

/* Makes the table with one row per pair and problem. */
static heco_status rank_pairs_per_problem(rank_pairs_work *w) {
    const heco_comparison *c      = w->comparison;
    heco_status            status = heco_rank_runs_table(&w->table, c, "against");
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++) {
        heco_rank_part part = heco_rank_part_at(c, i);
        for (size_t j = 0; j < part.count; j++)
            for (size_t k = j + 1; k < part.count && status == HECO_OK; k++)
                status = heco_rank_runs_put(w->table, c, w->options, &part, (size_t[2]){j, k});
    }
    return status;
}

heco_status heco_rank_pairs(heco_table **out, const heco_comparison *comparison,
                            const heco_rank_options *options, heco_error *error) {
    (void)error;
    rank_pairs_work w      = {.comparison = comparison, .options = options};
    heco_status     status = rank_pairs_init(&w);
    if (status == HECO_OK)
        status = options->view == HECO_VIEW_PER_PROBLEM ? rank_pairs_per_problem(&w)
                                                        : rank_pairs_totals(&w);
    *out = w.table;
    return status;
}
