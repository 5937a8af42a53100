/* Ranks by mean and by median on every problem, summed per dimension and over all dimensions. */
#include <math.h>
#include <stdlib.h>

#include "report/rank.h"

typedef struct {
    const heco_comparison *comparison;
    heco_cec_entry        *entry;               /* entries of the algorithms on one problem      */
    unsigned              *by_mean, *by_median; /* their ranks                                  */
    double                *mean, *median;       /* sums, dims x algorithms; NAN: no results      */
} rank_cec2017_work;

/* Takes the arrays. Sums start as NAN, which means no result in the dimension. */
static heco_status rank_cec2017_init(rank_cec2017_work *w, const heco_comparison *c) {
    size_t cells  = c->dims * c->algorithms;
    w->comparison = c;
    w->entry      = heco_arena_take(c->work, c->algorithms, sizeof *w->entry);
    w->by_mean    = heco_arena_take(c->work, c->algorithms, sizeof *w->by_mean);
    w->by_median  = heco_arena_take(c->work, c->algorithms, sizeof *w->by_median);
    w->mean       = heco_arena_take(c->work, cells, sizeof *w->mean);
    w->median     = heco_arena_take(c->work, cells, sizeof *w->median);
    if (heco_arena_failed(c->work)) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < cells; i++) w->mean[i] = w->median[i] = NAN;
    return HECO_OK;
}

/* Ranks the algorithms on one problem: fills w->by_mean and w->by_median. */
static void rank_cec2017_rank_problem(rank_cec2017_work *w, const heco_comparison_dim *d,
                                      size_t problem) {
    for (size_t k = 0; k < d->algorithms; k++)
        w->entry[k] = heco_comparison_at(w->comparison, problem, d->algorithm[k])->entry;
    heco_cec_rank(w->entry, d->algorithms, w->by_mean, w->by_median);
}

/* Fills w->mean and w->median with the sums of ranks in each dimension. */
static void rank_cec2017_totals(rank_cec2017_work *w) {
    const heco_comparison *c = w->comparison;
    for (size_t i = 0; i < c->dims; i++) {
        const heco_comparison_dim *d = c->dim + i;
        double *mean = w->mean + i * c->algorithms, *median = w->median + i * c->algorithms;
        for (size_t k = 0; k < d->algorithms; k++)
            mean[d->algorithm[k]] = median[d->algorithm[k]] = 0.0;
        for (size_t p = d->begin; p < d->end; p++) {
            rank_cec2017_rank_problem(w, d, p);
            for (size_t k = 0; k < d->algorithms; k++) {
                mean[d->algorithm[k]] += w->by_mean[k];
                median[d->algorithm[k]] += w->by_median[k];
            }
        }
    }
}

static void rank_cec2017_put(heco_table *t, const char *algorithm, double mean, double median) {
    heco_table_put_text(t, algorithm);
    heco_table_put_integer(t, (int64_t)mean);
    heco_table_put_integer(t, (int64_t)median);
    heco_table_put_integer(t, (int64_t)(mean + median));
}

/* Makes the table with one row per dimension and algorithm, then the sums over all dimensions. */
static heco_status rank_cec2017_long(heco_table **out, rank_cec2017_work *w) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"by_mean", "by mean", HECO_STYLE_PLAIN, 0},
                                          {"by_median", "by median", HECO_STYLE_PLAIN, 0},
                                          {"total", "total", HECO_STYLE_PLAIN, 0}};
    const heco_comparison   *c         = w->comparison;
    heco_status              status =
        heco_comparison_table(out, c, "Total ranks by mean and by median", columns, 5);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < c->dims; i++)
        for (size_t k = 0; k < c->dim[i].algorithms; k++) {
            size_t a = c->dim[i].algorithm[k], at = i * c->algorithms + a;
            heco_comparison_put_dim(*out, c->dim[i].dim);
            rank_cec2017_put(*out, c->algorithm[a], w->mean[at], w->median[at]);
        }
    for (size_t k = 0; k < c->everywhere_count; k++) {
        size_t a    = c->everywhere[k];
        double mean = 0.0, median = 0.0;
        for (size_t i = 0; i < c->dims; i++) {
            mean += w->mean[i * c->algorithms + a];
            median += w->median[i * c->algorithms + a];
        }
        heco_table_put_text(*out, "all");
        rank_cec2017_put(*out, c->algorithm[a], mean, median);
    }
    return HECO_OK;
}

/* Makes the table with one column per dimension. Adds w->median to w->mean. */
static heco_status rank_cec2017_wide(heco_table **out, rank_cec2017_work *w) {
    const heco_comparison *c = w->comparison;
    /* analyse: clang-tidy clang-analyzer-core.uninitialized.Assign: rank_cec2017_init filled it */
    for (size_t i = 0; i < c->dims * c->algorithms; i++) w->mean[i] += w->median[i];
    heco_rank_scores scores = {"Total ranks (by mean and by median), smaller is better", w->mean,
                               0};
    return heco_rank_wide(out, c, &scores);
}

/* Adds the cells from column `best` on. */
static void rank_cec2017_values(heco_table *t, const heco_comparison_cell *cell) {
    int                 runs = cell->runs > 0;
    const heco_summary *s    = &cell->summary;
    heco_table_put_real(t, runs ? s->best : NAN);
    heco_table_put_real(t, runs ? s->median : cell->entry.median);
    heco_table_put_real(t, runs ? s->worst : NAN);
    heco_table_put_real(t, runs ? s->mean : cell->entry.mean);
    heco_table_put_real(t, runs ? s->std : NAN);
    heco_table_put_real(t, runs ? s->feasible_rate : cell->entry.feasible_rate);
    heco_table_put_real(t, runs ? s->mean_viol : cell->entry.mean_viol);
}

/* Makes the table with one row per problem and algorithm. */
static heco_status rank_cec2017_per_problem(heco_table **out, rank_cec2017_work *w) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"rank_mean", "rank (mean)", HECO_STYLE_PLAIN, 0},
                                          {"rank_median", "rank (median)", HECO_STYLE_PLAIN, 0},
                                          {"best", "best", HECO_STYLE_SCIENTIFIC, 4},
                                          {"median", "median", HECO_STYLE_SCIENTIFIC, 4},
                                          {"worst", "worst", HECO_STYLE_SCIENTIFIC, 4},
                                          {"mean", "mean", HECO_STYLE_SCIENTIFIC, 4},
                                          {"std", "std", HECO_STYLE_SCIENTIFIC, 2},
                                          {"feasible_rate", "SR %", HECO_STYLE_GENERAL, 4},
                                          {"violation", "vio", HECO_STYLE_SCIENTIFIC, 2}};
    const heco_comparison   *c         = w->comparison;
    heco_status status = heco_comparison_table(out, c, "Ranks per problem", columns, 12);
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++) {
        const heco_comparison_dim *d = c->dim + i;
        for (size_t p = d->begin; p < d->end; p++) {
            rank_cec2017_rank_problem(w, d, p);
            for (size_t k = 0; k < d->algorithms; k++) {
                heco_comparison_put_dim(*out, d->dim);
                heco_table_put_text(*out, c->problem[p].name);
                heco_table_put_text(*out, c->algorithm[d->algorithm[k]]);
                heco_table_put_integer(*out, w->by_mean[k]);
                if (w->by_mean[k] == 1) heco_table_mark(*out);
                heco_table_put_integer(*out, w->by_median[k]);
                if (w->by_median[k] == 1) heco_table_mark(*out);
                rank_cec2017_values(*out, heco_comparison_at(c, p, d->algorithm[k]));
            }
        }
    }
    return status;
}

heco_status heco_rank_cec2017(heco_table **out, const heco_comparison *comparison,
                              const heco_rank_options *options, heco_error *error) {
    (void)error;
    rank_cec2017_work w;
    heco_status       status = rank_cec2017_init(&w, comparison);
    if (status != HECO_OK) return status;
    if (options->view == HECO_VIEW_PER_PROBLEM) return rank_cec2017_per_problem(out, &w);
    rank_cec2017_totals(&w);
    return options->wide ? rank_cec2017_wide(out, &w) : rank_cec2017_long(out, &w);
}
