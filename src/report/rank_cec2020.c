/* Rule cec2020 of `heco rank`: the score of the CEC 2020 competition on real-world problems (Kumar
 * et al. 2020, guidelines of July 2020).
 *
 * For each problem the best, mean and median values of the algorithms are scaled to [0, 1]; an
 * infeasible value counts as the worst feasible one plus its violation; its f does not count. The
 * score of an algorithm is 0.5 best + 0.3 mean + 0.2 median, averaged over the problems with
 * weights that grow with the dimension. Smaller is better. It needs runs, so published summaries
 * are refused.
 *
 * Values that differ by one bit are different, as in the official score: on RC08 one competitor has
 * 2 - 2^-52 and the others 2, which costs them the full range. The option `digits` rounds before.
 */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/index_sort.h"
#include "report/rank.h"

enum { CEC2020_BEST, CEC2020_MEAN, CEC2020_MEDIAN, CEC2020_PARTS };

static const double rank_cec2020_share[CEC2020_PARTS] = {0.5, 0.3, 0.2};

typedef struct {
    const heco_comparison *comparison;
    unsigned               digits; /* significant digits that are compared; 0: all            */
    double                *part;   /* algorithms x CEC2020_PARTS: scaled values of one problem   */
    double                *sum;    /* the same, weighted over the problems                       */
    double                *key;
    size_t                *order;
} rank_cec2020_work;

/* Weight of a problem by its dimension, before division by the sum of all weights. */
static double rank_cec2020_weight(size_t dim) {
    return dim <= 10 ? 1 : dim <= 30 ? 2 : dim <= 50 ? 3 : dim <= 150 ? 4 : 5;
}

/* Sets the f and the violation of one part of a cell. */
static void rank_cec2020_value(const rank_cec2020_work *w, size_t problem, size_t algorithm,
                               int part, double *f, double *violation) {
    const heco_summary *s = &heco_comparison_at(w->comparison, problem, algorithm)->summary;
    *f         = part == CEC2020_BEST ? s->best : part == CEC2020_MEAN ? s->mean : s->median;
    *violation = part == CEC2020_BEST   ? s->best_viol
                 : part == CEC2020_MEAN ? s->mean_viol
                                        : s->median_viol;
    if (w->digits == 0) return;
    *f         = heco_cec_significant(*f, w->digits);
    *violation = heco_cec_significant(*violation, w->digits);
}

/* Fills one part of w->part for a problem. A feasible value that is not finite and an infinite
 * violation get the worst score, 1, and leave the range of the others alone. */
static void rank_cec2020_scale(rank_cec2020_work *w, size_t problem, int part) {
    size_t algorithms = w->comparison->algorithms;
    double worst = -INFINITY, low = INFINITY, high = -INFINITY, f, violation;
    for (size_t a = 0; a < algorithms; a++) {
        rank_cec2020_value(w, problem, a, part, &f, &violation);
        if (violation == 0.0 && isfinite(f) && f > worst) worst = f;
    }
    if (worst == -INFINITY) worst = 0.0; /* no algorithm is feasible: violations are compared */
    for (size_t a = 0; a < algorithms; a++) {
        double *value = &w->part[a * CEC2020_PARTS + (size_t)part];
        rank_cec2020_value(w, problem, a, part, &f, &violation);
        *value = violation == 0.0 ? f : worst + violation;
        if (!isfinite(*value)) *value = NAN;
        low  = fmin(low, *value);
        high = fmax(high, *value);
    }
    for (size_t a = 0; a < algorithms; a++) {
        double *value = &w->part[a * CEC2020_PARTS + (size_t)part];
        *value        = isnan(*value) ? 1.0 : high > low ? (*value - low) / (high - low) : 0.0;
    }
}

/* Returns the score of three parts. */
static double rank_cec2020_score(const double *part) {
    double score = 0.0;
    for (int k = 0; k < CEC2020_PARTS; k++) score += rank_cec2020_share[k] * part[k];
    return score;
}

static void rank_cec2020_put(heco_table *t, const double *part) {
    heco_table_put_real(t, rank_cec2020_score(part));
    for (int k = 0; k < CEC2020_PARTS; k++) heco_table_put_real(t, part[k]);
}

/* Makes the table with one row per problem and algorithm. */
static heco_status rank_cec2020_per_problem(heco_table **out, rank_cec2020_work *w) {
    static const heco_column columns[] = {
        {"problem", "Problem", HECO_STYLE_PLAIN, 0},     {"dim", "D", HECO_STYLE_PLAIN, 0},
        {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0}, {"score", "score", HECO_STYLE_FIXED, 4},
        {"best", "best", HECO_STYLE_FIXED, 4},           {"mean", "mean", HECO_STYLE_FIXED, 4},
        {"median", "median", HECO_STYLE_FIXED, 4}};
    const heco_comparison *c = w->comparison;
    heco_status status = heco_comparison_table(out, c, "Score of CEC 2020 per problem", columns, 7);
    for (size_t p = 0; p < c->problems && status == HECO_OK; p++) {
        for (int k = 0; k < CEC2020_PARTS; k++) rank_cec2020_scale(w, p, k);
        for (size_t a = 0; a < c->algorithms; a++) {
            heco_table_put_text(*out, c->problem[p].name);
            heco_table_put_integer(*out, (int64_t)heco_comparison_at(c, p, a)->record[0]->n);
            heco_table_put_text(*out, c->algorithm[a]);
            rank_cec2020_put(*out, &w->part[a * CEC2020_PARTS]);
        }
    }
    return status;
}

/* Fills w->sum with the weighted means and w->order with the algorithms, best first. */
static void rank_cec2020_total(rank_cec2020_work *w) {
    const heco_comparison *c     = w->comparison;
    double                 total = 0.0;
    for (size_t p = 0; p < c->problems; p++) {
        double weight = rank_cec2020_weight(heco_comparison_at(c, p, 0)->record[0]->n);
        total += weight;
        for (int k = 0; k < CEC2020_PARTS; k++) rank_cec2020_scale(w, p, k);
        for (size_t i = 0; i < c->algorithms * CEC2020_PARTS; i++) w->sum[i] += weight * w->part[i];
    }
    for (size_t i = 0; i < c->algorithms * CEC2020_PARTS; i++) w->sum[i] /= total;
    for (size_t a = 0; a < c->algorithms; a++) {
        w->order[a] = a;
        w->key[a]   = rank_cec2020_score(&w->sum[a * CEC2020_PARTS]);
    }
    heco_index_sort(w->order, w->key, c->algorithms, w->order + c->algorithms);
}

/* Makes the table with one row per algorithm, best first. */
static heco_status rank_cec2020_totals(heco_table **out, rank_cec2020_work *w) {
    static const heco_column columns[] = {{"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"score", "score", HECO_STYLE_FIXED, 4},
                                          {"best", "best", HECO_STYLE_FIXED, 4},
                                          {"mean", "mean", HECO_STYLE_FIXED, 4},
                                          {"median", "median", HECO_STYLE_FIXED, 4}};
    const heco_comparison   *c         = w->comparison;
    rank_cec2020_total(w);
    heco_status status =
        heco_comparison_table(out, c, "Score of CEC 2020, smaller is better", columns, 5);
    for (size_t i = 0; i < c->algorithms && status == HECO_OK; i++) {
        heco_table_put_text(*out, c->algorithm[w->order[i]]);
        rank_cec2020_put(*out, &w->sum[w->order[i] * CEC2020_PARTS]);
    }
    return status;
}

/* Refuses a comparison that the rule cannot rank. */
static heco_status rank_cec2020_check(const heco_comparison *c, heco_error *error) {
    for (size_t p = 0; p < c->problems; p++)
        for (size_t a = 0; a < c->algorithms; a++) {
            const heco_comparison_cell *cell = heco_comparison_at(c, p, a);
            if (cell == NULL)
                return heco_fail(error, HECO_ERR_ARG,
                                 "the rule cec2020 ranks one table, but %s has no runs on %s with "
                                 "%zu variables: choose dimensions with --dims",
                                 c->algorithm[a], c->problem[p].name, c->problem[p].dim);
            if (cell->runs == 0)
                return heco_fail(error, HECO_ERR_ARG,
                                 "the rule cec2020 needs runs, not published summaries (%s)",
                                 c->algorithm[a]);
        }
    return HECO_OK;
}

heco_status heco_rank_cec2020(heco_table **out, const heco_comparison *comparison,
                              const heco_rank_options *options, heco_error *error) {
    size_t            count = comparison->algorithms, cells = count * CEC2020_PARTS;
    heco_arena       *work   = comparison->work;
    heco_status       status = rank_cec2020_check(comparison, error);
    rank_cec2020_work w      = {comparison,
                                options->digits,
                                heco_arena_take(work, cells, sizeof(double)),
                                heco_arena_take(work, cells, sizeof(double)),
                                heco_arena_take(work, count, sizeof(double)),
                                heco_arena_take(work, 2 * count, sizeof(size_t))};
    if (status != HECO_OK) return status;
    if (heco_arena_failed(work)) return HECO_ERR_MEMORY;
    return options->view == HECO_VIEW_PER_PROBLEM ? rank_cec2020_per_problem(out, &w)
                                                  : rank_cec2020_totals(out, &w);
}
