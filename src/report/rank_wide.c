/* Makes the table of totals in the form of papers: "Algorithm | 10D | 30D | 50D | 100D | Total". */
#include <math.h>
#include <stdlib.h>

#include "base/index_sort.h"
#include "report/rank.h"

/* Column dims + 1 is the total; a single dimension needs none. */
typedef struct {
    const heco_comparison  *comparison;
    const heco_rank_scores *scores;
    double                 *total; /* by algorithm; NAN: results are missing in a dimension */
    size_t                 *order;
} rank_wide_work;

/* Returns the score in a column; column dims is the total. */
static double rank_wide_score(const rank_wide_work *w, size_t column, size_t algorithm) {
    if (column == w->comparison->dims) return w->total[algorithm];
    return w->scores->score[column * w->comparison->algorithms + algorithm];
}

/* Returns the best score of a column; NAN if there is none. */
static double rank_wide_best(const rank_wide_work *w, size_t column) {
    double best = NAN;
    for (size_t a = 0; a < w->comparison->algorithms; a++) {
        double s = rank_wide_score(w, column, a);
        if (isnan(best) || (w->scores->largest ? s > best : s < best)) best = s;
    }
    return best;
}

/* Fills w->total, and w->order with the algorithms by total, best first. */
static void rank_wide_sort(rank_wide_work *w) {
    const heco_comparison *comparison = w->comparison;
    double                *key        = w->total + comparison->algorithms;
    for (size_t a = 0; a < comparison->algorithms; a++) {
        w->order[a] = a;
        w->total[a] = 0.0;
        for (size_t d = 0; d < comparison->dims; d++) w->total[a] += rank_wide_score(w, d, a);
        key[a] = isnan(w->total[a]) ? INFINITY : w->scores->largest ? -w->total[a] : w->total[a];
    }
    heco_index_sort(w->order, key, comparison->algorithms, w->order + comparison->algorithms);
}

/* Makes the empty table with one column per dimension. */
static heco_status rank_wide_make_table(heco_table **out, const rank_wide_work *w, size_t columns) {
    const heco_comparison *comparison = w->comparison;
    heco_column           *column = heco_arena_take(comparison->work, columns + 1, sizeof *column);
    char(*name)[24] = heco_arena_take(comparison->work, comparison->dims, sizeof *name);
    if (column == NULL || name == NULL) return HECO_ERR_MEMORY;
    column[0].name  = "algorithm";
    column[0].title = "Algorithm";
    for (size_t d = 0; d < comparison->dims; d++) {
        if (comparison->dim[d].dim > 0)
            snprintf(name[d], sizeof *name, "%zuD", comparison->dim[d].dim);
        else snprintf(name[d], sizeof *name, "score");
        column[d + 1].name = name[d];
    }
    if (columns > comparison->dims) column[columns].name = "Total";
    return heco_comparison_table(out, comparison, w->scores->title, column, columns + 1);
}

heco_status heco_rank_wide(heco_table **out, const heco_comparison *comparison,
                           const heco_rank_scores *scores) {
    rank_wide_work w = {
        comparison, scores,
        heco_arena_take(comparison->work, 2 * comparison->algorithms, sizeof *w.total),
        heco_arena_take(comparison->work, 2 * comparison->algorithms, sizeof *w.order)};
    size_t         columns = comparison->dims + (comparison->dims > 1);
    if (heco_arena_failed(comparison->work)) return HECO_ERR_MEMORY;
    rank_wide_sort(&w);
    heco_status status = rank_wide_make_table(out, &w, columns);
    for (size_t i = 0; i < comparison->algorithms && status == HECO_OK; i++) {
        size_t a = w.order[i];
        heco_table_put_text(*out, comparison->algorithm[a]);
        for (size_t c = 0; c < columns; c++) {
            heco_table_put_real(*out, rank_wide_score(&w, c, a));
            if (rank_wide_score(&w, c, a) == rank_wide_best(&w, c)) heco_table_mark(*out);
        }
    }
    return status;
}
