/* Rule cec2006 of `heco rank`: a table of the competition's measures for each problem and
 * algorithm, without ranks. It needs runs, so published summaries are left out. */
#include "base/error.h"
#include "report/rank.h"

/* Adds one row; its cells are in the order of `columns` below. */
static void rank_cec2006_row(heco_table *t, const heco_comparison *c, size_t problem,
                             size_t algorithm) {
    const heco_comparison_cell *cell = heco_comparison_at(c, problem, algorithm);
    const heco_summary         *s    = &cell->summary;
    heco_success                success;
    heco_success_compute(cell->outcome, cell->runs, &success);
    heco_table_put_text(t, c->problem[problem].name);
    heco_table_put_text(t, c->algorithm[algorithm]);
    heco_table_put_integer(t, (int64_t)cell->runs);
    heco_table_put_real(t, success.feasible_rate);
    heco_table_put_real(t, success.success_rate);
    heco_table_put_real(t, s->best);
    heco_table_put_real(t, s->median);
    heco_table_put_real(t, s->worst);
    heco_table_put_real(t, s->mean);
    heco_table_put_real(t, s->std);
    heco_table_put_real(t, success.evals_to_success);
    heco_table_put_real(t, success.success_performance);
}

heco_status heco_rank_cec2006(heco_table **out, const heco_comparison *c,
                              const heco_rank_options *options, heco_error *error) {
    (void)options;
    static const heco_column columns[] = {
        {"problem", "Problem", HECO_STYLE_PLAIN, 0},
        {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
        {"runs", "runs", HECO_STYLE_PLAIN, 0},
        {"feasible_rate", "feasible %", HECO_STYLE_GENERAL, 4},
        {"success_rate", "success %", HECO_STYLE_GENERAL, 4},
        {"best", "best", HECO_STYLE_SCIENTIFIC, 4},
        {"median", "median", HECO_STYLE_SCIENTIFIC, 4},
        {"worst", "worst", HECO_STYLE_SCIENTIFIC, 4},
        {"mean", "mean", HECO_STYLE_SCIENTIFIC, 4},
        {"std", "std", HECO_STYLE_SCIENTIFIC, 2},
        {"evals_to_success", "evals to success", HECO_STYLE_FIXED, 0},
        {"success_performance", "success perf.", HECO_STYLE_FIXED, 0}};
    heco_status status = heco_comparison_table(out, c, "Feasibility and success", columns, 12);
    size_t      rows   = 0;
    for (size_t p = 0; p < c->problems && status == HECO_OK; p++)
        for (size_t a = 0; a < c->algorithms; a++) {
            const heco_comparison_cell *cell = heco_comparison_at(c, p, a);
            if (cell == NULL || cell->runs == 0) continue;
            rank_cec2006_row(*out, c, p, a);
            rows++;
        }
    if (status == HECO_OK && rows == 0)
        status =
            heco_fail(error, HECO_ERR_ARG, "the rule cec2006 needs runs, not published summaries");
    return status;
}
