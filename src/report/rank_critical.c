/* Critical differences: the mean ranks of Friedman's test with bootstrap intervals, and groups of
 * algorithms whose mean ranks do not differ, by Nemenyi's test and by Holm's procedure over all
 * pairs. Demsar (2006), JMLR 7, 1-30, section 3.2.2; Garcia and Herrera (2008), JMLR 9, 2677-2694.
 *
 * A group is written as a letter: algorithms that share a letter do not differ at the level. All
 * pairs have the same standard error, so both procedures reject differences above one limit, and
 * every group is an interval of the algorithms ordered by mean rank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/index_sort.h"
#include "report/rank.h"

typedef struct {
    const heco_comparison   *comparison;
    const heco_rank_options *options;
    heco_table              *table;
    heco_rank_part           part;
    int                      by_median;
    double                  *value, *column; /* ranks: a row per problem; one algorithm's  */
    double                  *other;          /* the ranks by median, beside those by mean  */
    double                  *mean_rank;
    double                  *p[2]; /* of all pairs, count x count: Nemenyi, Holm */
    heco_interval           *interval;
    size_t                  *order, *scratch; /* the algorithms by mean rank               */
    char                    *letters;         /* groups of each algorithm, two tests       */
} rank_critical_work;

enum { CRITICAL_LETTERS = 54 }; /* a to z, A to Z, + for any further group, and the end */

static heco_status rank_critical_init(rank_critical_work *w) {
    size_t problems = w->comparison->problems, count = w->comparison->algorithms;
    heco_arena *work = w->comparison->work;
    w->value         = heco_arena_take(work, problems * count, sizeof *w->value);
    w->other         = heco_arena_take(work, problems * count, sizeof *w->other);
    w->column        = heco_arena_take(work, problems, sizeof *w->column);
    w->mean_rank     = heco_arena_take(work, count, sizeof *w->mean_rank);
    w->p[0]          = heco_arena_take(work, count * count, sizeof *w->p[0]);
    w->p[1]          = heco_arena_take(work, count * count, sizeof *w->p[1]);
    w->interval      = heco_arena_take(work, count, sizeof *w->interval);
    w->order         = heco_arena_take(work, count, sizeof *w->order);
    w->scratch       = heco_arena_take(work, count, sizeof *w->scratch);
    w->letters       = heco_arena_take(work, 2 * count, CRITICAL_LETTERS);
    return heco_arena_failed(work) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Fills the p values of all pairs. Holm's adjustment is over the pairs j < k alone. */
static heco_status rank_critical_pairs(rank_critical_work *w) {
    size_t  count = w->part.count, blocks = w->part.end - w->part.begin;
    double *holm = w->p[1];
    for (size_t j = 0; j < count; j++)
        for (size_t k = 0; k < count; k++) {
            double a = w->mean_rank[j], b = w->mean_rank[k];
            w->p[0][j * count + k] = heco_nemenyi(a, b, blocks, count);
            holm[j * count + k] = j < k ? heco_friedman_contrast(a, b, blocks, count) : (double)NAN;
        }
    heco_status status = heco_holm_adjust(holm, count * count, holm);
    for (size_t j = 0; j < count && status == HECO_OK; j++)
        for (size_t k = 0; k <= j; k++) holm[j * count + k] = j == k ? 1.0 : holm[k * count + j];
    return status;
}

/* Writes the letters of the groups by the p values of one test. */
static void rank_critical_group(rank_critical_work *w, int test) {
    static const char names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t            count = w->part.count, groups = 0, reached = 0;
    char             *letters = w->letters + (size_t)test * count * CRITICAL_LETTERS;
    memset(letters, 0, count * CRITICAL_LETTERS);
    for (size_t i = 0; i < count; i++) {
        size_t end = i + 1;
        while (end < count && w->p[test][w->order[i] * count + w->order[end]] >= w->options->level)
            end++;
        if (end <= reached) continue; /* the group before has all of them */
        for (size_t k = i; k < end; k++) {
            char  *text = letters + w->order[k] * CRITICAL_LETTERS;
            size_t used = strlen(text);
            if (used < CRITICAL_LETTERS - 1) text[used] = groups < 52 ? names[groups] : '+';
        }
        reached = end;
        groups++;
    }
}

/* Computes mean ranks, intervals, p values and groups of the part. */
static heco_status rank_critical_compute(rank_critical_work *w) {
    heco_friedman   test;
    heco_resampling how   = heco_rank_resampling(w->options);
    size_t          count = w->part.count, blocks = w->part.end - w->part.begin;
    heco_status     status =
        heco_rank_blocks(w->comparison, &w->part, w->by_median, w->value, w->mean_rank);
    if (status == HECO_OK)
        status = heco_friedman_compute(w->value, blocks, count, w->mean_rank, &test);
    for (size_t k = 0; k < count && status == HECO_OK; k++) {
        for (size_t i = 0; i < blocks; i++) w->column[i] = w->value[i * count + k];
        status      = heco_bootstrap_mean(w->column, blocks, &how, w->interval + k);
        w->order[k] = k;
    }
    if (status == HECO_OK) status = rank_critical_pairs(w);
    if (status != HECO_OK) return status;
    heco_index_sort(w->order, w->mean_rank, count, w->scratch);
    rank_critical_group(w, 0);
    rank_critical_group(w, 1);
    return HECO_OK;
}

/* Adds the rows, best first, with p against the best. */
static void rank_critical_rows(const rank_critical_work *w, double difference) {
    size_t count = w->part.count, best = w->order[0];
    for (size_t i = 0; i < count; i++) {
        size_t k = w->order[i];
        heco_rank_put_part(w->table, &w->part);
        heco_table_put_text(w->table, w->by_median ? "median" : "mean");
        heco_table_put_text(w->table, w->comparison->algorithm[w->part.algorithm[k]]);
        heco_table_put_real(w->table, w->mean_rank[k]);
        if (i == 0) heco_table_mark(w->table);
        heco_table_put_real(w->table, w->interval[k].low);
        heco_table_put_real(w->table, w->interval[k].high);
        for (size_t test = 0; test < 2; test++) {
            heco_table_put_text(w->table, w->letters + (test * count + k) * CRITICAL_LETTERS);
            heco_table_put_real(w->table, i == 0 ? (double)NAN : w->p[test][best * count + k]);
        }
        if (w->options->wide) continue; /* a footnote has the rest */
        heco_table_put_real(w->table, difference);
        heco_table_put_integer(w->table, (int64_t)(w->part.end - w->part.begin));
    }
}

/* Adds the critical difference as a footnote, and the diagram for LaTeX. */
static heco_status rank_critical_note(const rank_critical_work *w, double difference) {
    char   buffer[40], note[300];
    size_t count = w->part.count;
    snprintf(note, sizeof note,
             "%s, by %s, %zu problems: mean ranks that differ by less than %.4g do not differ "
             "(Nemenyi, level %g).",
             heco_rank_part_text(buffer, sizeof buffer, &w->part), w->by_median ? "median" : "mean",
             w->part.end - w->part.begin, difference, w->options->level);
    heco_table_footnote(w->table, note);
    for (size_t k = 0; k < count; k++) w->scratch[k] = w->part.algorithm[w->order[k]];
    heco_rank_diagram diagram = {
        note,       w->comparison->algorithm, w->scratch, w->order, w->mean_rank, w->p[1], count,
        difference, w->options->level};
    return heco_rank_diagram_add(w->table, &diagram);
}

/* Adds one part by mean and by median. */
static heco_status rank_critical_part(rank_critical_work *w) {
    if (heco_rank_part_is_small(w->table, &w->part)) return HECO_OK;
    heco_status status = HECO_OK;
    for (w->by_median = 0; w->by_median < 2 && status == HECO_OK; w->by_median++) {
        size_t blocks     = w->part.end - w->part.begin;
        double difference = heco_nemenyi_difference(w->options->level, blocks, w->part.count);
        status            = rank_critical_compute(w);
        if (status != HECO_OK) return status;
        rank_critical_rows(w, difference);
        if (w->options->wide) status = rank_critical_note(w, difference);
    }
    return status;
}

/* Makes the table of mean ranks and groups. */
static heco_status rank_critical_totals(rank_critical_work *w) {
    static const heco_column columns[] = {
        {"dim", "D", HECO_STYLE_PLAIN, 0},
        {"by", NULL, HECO_STYLE_PLAIN, 0},
        {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
        {"mean_rank", "mean rank", HECO_STYLE_FIXED, 3},
        {"mean_rank_low", "low", HECO_STYLE_FIXED, 3},
        {"mean_rank_high", "high", HECO_STYLE_FIXED, 3},
        {"group_nemenyi", "Nemenyi", HECO_STYLE_PLAIN, 0},
        {"p_nemenyi", "p Nemenyi", HECO_STYLE_GENERAL, 3},
        {"group_holm", "Holm", HECO_STYLE_PLAIN, 0},
        {"p_holm", "p Holm", HECO_STYLE_GENERAL, 3},
        {"critical_difference", "difference", HECO_STYLE_FIXED, 3},
        {"problems", NULL, HECO_STYLE_PLAIN, 0}};
    const heco_comparison *c      = w->comparison;
    size_t                 count  = w->options->wide ? 10 : sizeof columns / sizeof columns[0];
    heco_status            status = heco_comparison_table(
                   &w->table, c,
                   "Critical differences of mean ranks: algorithms that share a letter do not differ", columns,
                   count);
    for (size_t i = 0; i < heco_rank_parts(c, w->options->wide) && status == HECO_OK; i++) {
        w->part = heco_rank_part_at(c, i);
        status  = rank_critical_part(w);
    }
    return status;
}

/* Makes the table of midranks on each problem. */
static heco_status rank_critical_per_problem(rank_critical_work *w) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"rank_mean", "rank (mean)", HECO_STYLE_PLAIN, 0},
                                          {"rank_median", "rank (median)", HECO_STYLE_PLAIN, 0}};
    const heco_comparison   *c         = w->comparison;
    heco_status status = heco_comparison_table(&w->table, c, "Ranks with ties", columns, 5);
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++) {
        heco_rank_part part = heco_rank_part_at(c, i);
        status              = heco_rank_blocks(c, &part, 0, w->value, w->mean_rank);
        if (status == HECO_OK) status = heco_rank_blocks(c, &part, 1, w->other, w->mean_rank);
        for (size_t j = 0; j < (part.end - part.begin) * part.count && status == HECO_OK; j++) {
            heco_rank_put_part(w->table, &part);
            heco_table_put_text(w->table, c->problem[part.begin + j / part.count].name);
            heco_table_put_text(w->table, c->algorithm[part.algorithm[j % part.count]]);
            heco_table_put_real(w->table, w->value[j]);
            heco_table_put_real(w->table, w->other[j]);
        }
    }
    return status;
}

heco_status heco_rank_critical(heco_table **out, const heco_comparison *comparison,
                               const heco_rank_options *options, heco_error *error) {
    (void)error;
    rank_critical_work w      = {.comparison = comparison, .options = options};
    heco_status        status = rank_critical_init(&w);
    if (status == HECO_OK)
        status = options->view == HECO_VIEW_PER_PROBLEM ? rank_critical_per_problem(&w)
                                                        : rank_critical_totals(&w);
    *out = w.table;
    return status;
}
