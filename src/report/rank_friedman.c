/* Friedman's test over problems, and tests of each algorithm against one control.
 *
 * A block is a problem in one dimension. Within it, algorithms are ordered by the competition's
 * rule, by mean and by median, because objective values alone do not compare runs that may be
 * infeasible. For the same reason the signed-rank test over problems uses the differences of these
 * ranks. If both algorithms have runs, the rank-sum test per problem compares the runs themselves
 * (rank_runs.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/rank.h"

typedef struct {
    const heco_comparison   *comparison;
    const heco_rank_options *options;
    heco_error              *error;
    heco_table              *table;
    heco_rank_part           part;
    int                      by_median;
    double                  *value; /* a row of ranks for each problem                 */
    double                  *mean_rank, *p, *holm, *contrast, *contrast_holm;
    heco_wilcoxon           *wilcoxon;
    size_t                  *wins, *ties; /* tests against the control                     */
    double                  *column;      /* two columns of `value`                          */
    size_t                   control;
    heco_friedman            friedman;
} rank_friedman_work;

static heco_status rank_friedman_init(rank_friedman_work *w) {
    size_t problems = w->comparison->problems, algorithms = w->comparison->algorithms;
    heco_arena *work = w->comparison->work;
    w->value         = heco_arena_take(work, problems * algorithms, sizeof *w->value);
    w->mean_rank     = heco_arena_take(work, algorithms, sizeof *w->mean_rank);
    w->p             = heco_arena_take(work, algorithms, sizeof *w->p);
    w->holm          = heco_arena_take(work, algorithms, sizeof *w->holm);
    w->contrast      = heco_arena_take(work, algorithms, sizeof *w->contrast);
    w->contrast_holm = heco_arena_take(work, algorithms, sizeof *w->contrast_holm);
    w->wilcoxon      = heco_arena_take(work, algorithms, sizeof *w->wilcoxon);
    w->wins          = heco_arena_take(work, algorithms, sizeof *w->wins);
    w->ties          = heco_arena_take(work, algorithms, sizeof *w->ties);
    w->column        = heco_arena_take(work, 2 * problems, sizeof *w->column);
    return heco_arena_failed(work) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Sets w->control, an index into w->algorithm: the named algorithm, otherwise the one of smallest
 * mean rank. */
static void rank_friedman_choose_control(rank_friedman_work *w) {
    w->control = 0;
    for (size_t k = 0; k < w->part.count; k++) {
        if (w->options->control != NULL) {
            if (strcmp(w->comparison->algorithm[w->part.algorithm[k]], w->options->control) == 0)
                w->control = k;
        } else if (w->mean_rank[k] < w->mean_rank[w->control]) w->control = k;
    }
}

/* Tests algorithm k against the control over all blocks: sets wins, ties, wilcoxon, p and contrast
 * of k. */
static heco_status rank_friedman_test(rank_friedman_work *w, size_t k, size_t blocks) {
    double *mine = w->column, *control = w->column + blocks;
    w->wins[k] = w->ties[k] = 0;
    for (size_t i = 0; i < blocks; i++) {
        mine[i]    = w->value[i * w->part.count + k];
        control[i] = w->value[i * w->part.count + w->control];
        w->wins[k] += mine[i] < control[i];
        w->ties[k] += mine[i] == control[i];
    }
    w->p[k] = w->contrast[k] = NAN;
    if (k == w->control) return HECO_OK;
    heco_status status = heco_signed_rank(mine, control, blocks, w->wilcoxon + k);
    w->p[k]            = w->wilcoxon[k].p;
    w->contrast[k] =
        heco_friedman_contrast(w->mean_rank[k], w->mean_rank[w->control], blocks, w->part.count);
    return status;
}

/* Ranks every block, tests all algorithms and adjusts p by Holm's method. Sets every result in w
 * for the problems begin .. end - 1. */
static heco_status rank_friedman_compute(rank_friedman_work *w) {
    size_t blocks = w->part.end - w->part.begin;
    /* Uses midranks, so that the differences tested below are those of the mean ranks. */
    heco_status status =
        heco_rank_blocks(w->comparison, &w->part, w->by_median, w->value, w->mean_rank);
    if (status == HECO_OK)
        status = heco_friedman_compute(w->value, blocks, w->part.count, w->mean_rank, &w->friedman);
    if (status != HECO_OK) return status;
    rank_friedman_choose_control(w);
    for (size_t k = 0; k < w->part.count && status == HECO_OK; k++)
        status = rank_friedman_test(w, k, blocks);
    if (status == HECO_OK) status = heco_holm_adjust(w->p, w->part.count, w->holm);
    if (status == HECO_OK) status = heco_holm_adjust(w->contrast, w->part.count, w->contrast_holm);
    return status;
}

/* Adds the row of algorithm k. */
static void rank_friedman_row(const rank_friedman_work *w, size_t k) {
    heco_table *t      = w->table;
    size_t      blocks = w->part.end - w->part.begin;
    heco_rank_put_part(t, &w->part);
    heco_table_put_text(t, w->by_median ? "median" : "mean");
    heco_table_put_text(t, w->comparison->algorithm[w->part.algorithm[k]]);
    heco_table_put_real(t, w->mean_rank[k]);
    if (k == w->control && w->options->control == NULL) heco_table_mark(t);
    if (k == w->control) {
        for (int i = 0; i < 7; i++) heco_table_put_text(t, NULL);
    } else {
        heco_table_put_integer(t, (int64_t)w->wins[k]);
        heco_table_put_integer(t, (int64_t)w->ties[k]);
        heco_table_put_integer(t, (int64_t)(blocks - w->wins[k] - w->ties[k]));
        heco_table_put_real(t, w->p[k]);
        heco_table_put_real(t, w->holm[k]);
        heco_table_put_real(t, w->contrast[k]);
        heco_table_put_real(t, w->contrast_holm[k]);
    }
    if (w->options->wide) return; /* a footnote has the rest */
    heco_table_put_text(t, w->comparison->algorithm[w->part.algorithm[w->control]]);
    heco_table_put_integer(t, (int64_t)blocks);
    heco_table_put_real(t, w->friedman.chi2);
    heco_table_put_real(t, w->friedman.p_chi2);
    heco_table_put_real(t, w->friedman.iman_davenport);
    heco_table_put_real(t, w->friedman.p_iman_davenport);
}

/* Adds the results of Friedman's test as a footnote, for wide tables. */
static void rank_friedman_note(const rank_friedman_work *w) {
    char buffer[40], note[400];
    snprintf(note, sizeof note,
             "%s, by %s, %zu problems: Friedman chi2 = %.5g (p = %.3g), Iman-Davenport F = %.5g "
             "(p = %.3g); compared with %.80s.",
             heco_rank_part_text(buffer, sizeof buffer, &w->part), w->by_median ? "median" : "mean",
             w->part.end - w->part.begin, w->friedman.chi2, w->friedman.p_chi2,
             w->friedman.iman_davenport, w->friedman.p_iman_davenport,
             w->comparison->algorithm[w->part.algorithm[w->control]]);
    heco_table_footnote(w->table, note);
}

/* Tests one part by mean and by median. */
static heco_status rank_friedman_part(rank_friedman_work *w) {
    if (heco_rank_part_is_small(w->table, &w->part)) return HECO_OK;
    for (w->by_median = 0; w->by_median < 2; w->by_median++) {
        heco_status status = rank_friedman_compute(w);
        if (status != HECO_OK) return status;
        for (size_t k = 0; k < w->part.count; k++) rank_friedman_row(w, k);
        if (w->options->wide) rank_friedman_note(w);
    }
    return HECO_OK;
}

/* Makes the table of the tests: each dimension, then all dimensions together. */
static heco_status rank_friedman_totals(rank_friedman_work *w) {
    static const heco_column columns[] = {
        {"dim", "D", HECO_STYLE_PLAIN, 0},
        {"by", NULL, HECO_STYLE_PLAIN, 0},
        {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
        {"mean_rank", "mean rank", HECO_STYLE_FIXED, 3},
        {"wins", NULL, HECO_STYLE_PLAIN, 0},
        {"ties", NULL, HECO_STYLE_PLAIN, 0},
        {"losses", NULL, HECO_STYLE_PLAIN, 0},
        {"p_wilcoxon", "p Wilcoxon", HECO_STYLE_GENERAL, 3},
        {"p_wilcoxon_holm", "p Holm", HECO_STYLE_GENERAL, 3},
        {"p_contrast", "p contrast", HECO_STYLE_GENERAL, 3},
        {"p_contrast_holm", "p Holm", HECO_STYLE_GENERAL, 3},
        {"control", NULL, HECO_STYLE_PLAIN, 0},
        {"problems", NULL, HECO_STYLE_PLAIN, 0},
        {"chi2", NULL, HECO_STYLE_GENERAL, 5},
        {"p_chi2", "p chi2", HECO_STYLE_GENERAL, 3},
        {"iman_davenport", "Iman-Davenport", HECO_STYLE_GENERAL, 5},
        {"p_iman_davenport", "p", HECO_STYLE_GENERAL, 3}};
    const heco_comparison *c      = w->comparison;
    size_t                 count  = w->options->wide ? 11 : sizeof columns / sizeof columns[0];
    heco_status            status = heco_comparison_table(
                   &w->table, c, "Friedman test and comparison with a control", columns, count);
    for (size_t i = 0; i < heco_rank_parts(c, w->options->wide) && status == HECO_OK; i++) {
        w->part = heco_rank_part_at(c, i);
        status  = rank_friedman_part(w);
    }
    return status;
}

/* Makes the table with one row per problem and algorithm. One problem alone has no mean ranks, so
 * the first algorithm is the control. */
static heco_status rank_friedman_per_problem(rank_friedman_work *w) {
    const heco_comparison *c      = w->comparison;
    heco_status            status = heco_rank_runs_table(&w->table, c, "control");
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++) {
        w->part = heco_rank_part_at(c, i);
        if (w->part.count < 2) continue;
        w->by_median = 0;
        if (w->part.end - w->part.begin > 1) status = rank_friedman_compute(w);
        else
            memset(w->mean_rank, 0, w->part.count * sizeof *w->mean_rank),
                rank_friedman_choose_control(w);
        for (size_t k = 0; k < w->part.count && status == HECO_OK; k++)
            if (k != w->control)
                status = heco_rank_runs_put(w->table, c, w->options, &w->part,
                                            (size_t[2]){k, w->control});
    }
    return status;
}

/* Refuses a control that lacks results in a dimension. */
static heco_status rank_friedman_check_control(const rank_friedman_work *w) {
    const heco_comparison *c    = w->comparison;
    const char            *name = w->options->control;
    if (name == NULL) return HECO_OK;
    for (size_t k = 0; k < c->everywhere_count; k++)
        if (strcmp(c->algorithm[c->everywhere[k]], name) == 0) return HECO_OK;
    return heco_fail_name(w->error, name, c->algorithm, c->algorithms,
                          "an algorithm with results everywhere, so it cannot be the control");
}

heco_status heco_rank_friedman(heco_table **out, const heco_comparison *comparison,
                               const heco_rank_options *options, heco_error *error) {
    rank_friedman_work w      = {.comparison = comparison, .options = options, .error = error};
    heco_status        status = rank_friedman_check_control(&w);
    if (status == HECO_OK) status = rank_friedman_init(&w);
    if (status == HECO_OK)
        status = options->view == HECO_VIEW_PER_PROBLEM ? rank_friedman_per_problem(&w)
                                                        : rank_friedman_totals(&w);
    *out = w.table;
    return status;
}
