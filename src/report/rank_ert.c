/* Tables of expected running times: on each problem with the ratio to the best algorithm and a
 * bootstrap interval, and over the problems as counts and the geometric mean of the ratios. */
#include <math.h>
#include <stdlib.h>

#include "report/rank.h"

/* Returns 1 if every algorithm of the part has a success on the problem. */
static int rank_ert_is_common(const heco_rank_times *times, const heco_comparison *c,
                              const heco_rank_part *part, size_t problem) {
    for (size_t k = 0; k < part->count; k++)
        if (!isfinite(times->ert[problem * c->algorithms + part->algorithm[k]])) return 0;
    return 1;
}

/* Adds the row of one algorithm: problems solved, problems on which it is first, and the mean
 * ratio over the problems that all algorithms solve. */
static void rank_ert_row(heco_table *t, const heco_rank_times *times, const heco_comparison *c,
                         const heco_rank_part *part, size_t algorithm) {
    size_t solved = 0, first = 0, common = 0;
    double sum = 0.0;
    for (size_t p = part->begin; p < part->end; p++) {
        double ratio = heco_rank_times_ratio(times, c, p, algorithm);
        solved += isfinite(ratio) != 0;
        first += ratio == 1.0;
        if (!rank_ert_is_common(times, c, part, p)) continue;
        common++;
        sum += log(ratio);
    }
    heco_rank_put_part(t, part);
    heco_table_put_text(t, c->algorithm[algorithm]);
    heco_table_put_integer(t, (int64_t)(part->end - part->begin));
    heco_table_put_integer(t, (int64_t)solved);
    heco_table_put_integer(t, (int64_t)first);
    heco_table_put_integer(t, (int64_t)common);
    heco_table_put_real(t, common > 0 ? exp(sum / (double)common) : (double)NAN);
}

static heco_status rank_ert_totals(heco_table **out, const heco_comparison *c,
                                   const heco_rank_options *options, const heco_rank_times *times) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"problems", NULL, HECO_STYLE_PLAIN, 0},
                                          {"solved", NULL, HECO_STYLE_PLAIN, 0},
                                          {"first", NULL, HECO_STYLE_PLAIN, 0},
                                          {"common", "solved by all", HECO_STYLE_PLAIN, 0},
                                          {"mean_ratio", "mean ratio", HECO_STYLE_GENERAL, 4}};
    heco_status status = heco_comparison_table(out, c, "Expected running times", columns, 7);
    for (size_t i = 0; i < heco_rank_parts(c, options->wide) && status == HECO_OK; i++) {
        heco_rank_part part = heco_rank_part_at(c, i);
        for (size_t k = 0; k < part.count; k++)
            rank_ert_row(*out, times, c, &part, part.algorithm[k]);
    }
    return status;
}

/* Adds the row of one cell. */
static void rank_ert_cell(heco_table *t, const heco_rank_times *times, const heco_comparison *c,
                          const heco_interval *interval, size_t problem, size_t algorithm) {
    size_t at    = problem * c->algorithms + algorithm;
    double ratio = heco_rank_times_ratio(times, c, problem, algorithm);
    heco_comparison_put_dim(t, c->problem[problem].dim);
    heco_table_put_text(t, c->problem[problem].name);
    heco_table_put_text(t, c->algorithm[algorithm]);
    heco_table_put_integer(t, (int64_t)heco_comparison_at(c, problem, algorithm)->runs);
    heco_table_put_integer(t, (int64_t)times->successes[at]);
    heco_table_put_real(t, times->ert[at]);
    if (ratio == 1.0) heco_table_mark(t);
    heco_table_put_real(t, interval[at].low);
    heco_table_put_real(t, interval[at].high);
    heco_table_put_real(t, ratio);
}

static heco_status rank_ert_per_problem(heco_table **out, const heco_comparison *c,
                                        const heco_rank_times *times,
                                        const heco_interval   *interval) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"runs", NULL, HECO_STYLE_PLAIN, 0},
                                          {"successes", NULL, HECO_STYLE_PLAIN, 0},
                                          {"ert", "ERT", HECO_STYLE_GENERAL, 6},
                                          {"ert_low", "low", HECO_STYLE_GENERAL, 6},
                                          {"ert_high", "high", HECO_STYLE_GENERAL, 6},
                                          {"ratio", NULL, HECO_STYLE_GENERAL, 4}};
    heco_status              status =
        heco_comparison_table(out, c, "Expected running time per problem", columns, 9);
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++)
        for (size_t p = c->dim[i].begin; p < c->dim[i].end; p++)
            for (size_t k = 0; k < c->dim[i].algorithms; k++)
                rank_ert_cell(*out, times, c, interval, p, c->dim[i].algorithm[k]);
    return status;
}

heco_status heco_rank_ert(heco_table **out, const heco_comparison *c,
                          const heco_rank_options *options, heco_error *error) {
    heco_rank_times times;
    int             each     = options->view == HECO_VIEW_PER_PROBLEM;
    heco_interval  *interval =
        heco_arena_take(c->work, c->problems * c->algorithms, sizeof *interval);
    if (interval == NULL) return HECO_ERR_MEMORY;
    heco_status status = heco_rank_times_compute(&times, each ? interval : NULL, c, options, error);
    if (status != HECO_OK) return status;
    return each ? rank_ert_per_problem(out, c, &times, interval)
                : rank_ert_totals(out, c, options, &times);
}
