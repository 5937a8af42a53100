/* The table of values in the form of the competition's papers: best, median with its violated
 * constraints c and mean violation, worst, mean, std, success rate, mean violation. */
#include <math.h>

#include "report/rank.h"

/* Adds the cells from column `runs` on. NAN and NULL stand for values that were not published. */
static void rank_values_row(heco_table *t, const heco_comparison_cell *cell) {
    const heco_summary *s    = &cell->summary;
    int                 runs = cell->runs > 0;
    char                c[64];
    heco_table_put_integer(t, (int64_t)cell->runs);
    heco_table_put_real(t, runs ? s->best : NAN);
    heco_table_put_real(t, runs ? s->median : cell->entry.median);
    snprintf(c, sizeof c, "(%u,%u,%u)", s->median_c[0], s->median_c[1], s->median_c[2]);
    heco_table_put_text(t, runs ? c : NULL);
    heco_table_put_real(t, runs ? s->median_viol : cell->entry.median_viol);
    heco_table_put_real(t, runs ? s->worst : NAN);
    heco_table_put_real(t, runs ? s->mean : cell->entry.mean);
    heco_table_put_real(t, runs ? s->std : NAN);
    heco_table_put_real(t, runs ? s->feasible_rate : cell->entry.feasible_rate);
    heco_table_put_real(t, runs ? s->mean_viol : cell->entry.mean_viol);
}

heco_status heco_rank_values(heco_table **out, const heco_comparison *comparison,
                             const heco_rank_options *options, heco_error *error) {
    (void)options;
    (void)error;
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"runs", "runs", HECO_STYLE_PLAIN, 0},
                                          {"best", "Best", HECO_STYLE_SCIENTIFIC, 4},
                                          {"median", "Median", HECO_STYLE_SCIENTIFIC, 4},
                                          {"c", "c", HECO_STYLE_PLAIN, 0},
                                          {"median_violation", "v", HECO_STYLE_SCIENTIFIC, 4},
                                          {"worst", "Worst", HECO_STYLE_SCIENTIFIC, 4},
                                          {"mean", "Mean", HECO_STYLE_SCIENTIFIC, 4},
                                          {"std", "Std", HECO_STYLE_SCIENTIFIC, 4},
                                          {"feasible_rate", "SR", HECO_STYLE_GENERAL, 4},
                                          {"violation", "vio", HECO_STYLE_SCIENTIFIC, 4}};
    heco_status status = heco_comparison_table(out, comparison, "Values per problem", columns, 13);
    for (size_t d = 0; d < comparison->dims && status == HECO_OK; d++)
        for (size_t a = 0; a < comparison->algorithms; a++)
            for (size_t p = comparison->dim[d].begin; p < comparison->dim[d].end; p++) {
                const heco_comparison_cell *cell = heco_comparison_at(comparison, p, a);
                if (cell == NULL) continue;
                heco_comparison_put_dim(*out, comparison->dim[d].dim);
                heco_table_put_text(*out, comparison->algorithm[a]);
                heco_table_put_text(*out, comparison->problem[p].name);
                rank_values_row(*out, cell);
            }
    return status;
}
