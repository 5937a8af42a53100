/* The parts of a comparison that rules over problems test: each dimension, then all dimensions. */
#include <string.h>

#include "report/rank.h"

size_t heco_rank_parts(const heco_comparison *c, int wide) {
    /* A single dimension equals the total: one of them is enough. */
    return c->dims + !(wide && c->dims == 1);
}

heco_rank_part heco_rank_part_at(const heco_comparison *c, size_t i) {
    if (i >= c->dims)
        return (heco_rank_part){SIZE_MAX, c->everywhere, c->everywhere_count, 0, c->problems};
    const heco_comparison_dim *d = c->dim + i;
    return (heco_rank_part){d->dim, d->algorithm, d->algorithms, d->begin, d->end};
}

void heco_rank_put_part(heco_table *table, const heco_rank_part *part) {
    if (part->dim == SIZE_MAX) heco_table_put_text(table, "all");
    else heco_comparison_put_dim(table, part->dim);
}

const char *heco_rank_part_text(char *buffer, size_t size, const heco_rank_part *part) {
    return part->dim == SIZE_MAX ? "All dimensions"
                                 : heco_comparison_dim_text(buffer, size, part->dim);
}

int heco_rank_part_is_small(heco_table *table, const heco_rank_part *part) {
    char buffer[40], note[160];
    if (part->count >= 2 && part->end - part->begin >= 2) return 0;
    snprintf(note, sizeof note, "%s: no test: it needs at least two algorithms and two problems.",
             heco_rank_part_text(buffer, sizeof buffer, part));
    heco_table_footnote(table, note);
    return 1;
}

/* Counts the strictly better algorithms on the problem, which orders the block with ties. */
static void rank_part_block(const heco_comparison *c, const heco_rank_part *part, size_t problem,
                            int by_median, double *row) {
    for (size_t k = 0; k < part->count; k++) {
        const heco_cec_entry *mine = &heco_comparison_at(c, problem, part->algorithm[k])->entry;
        row[k]                     = 0.0;
        for (size_t j = 0; j < part->count; j++) {
            const heco_cec_entry *other =
                &heco_comparison_at(c, problem, part->algorithm[j])->entry;
            row[k] += (by_median ? heco_cec_compare_median(other, mine)
                                 : heco_cec_compare_mean(other, mine)) < 0;
        }
    }
}

heco_status heco_rank_blocks(const heco_comparison *c, const heco_rank_part *part, int by_median,
                             double *value, double *scratch) {
    for (size_t p = part->begin; p < part->end; p++) {
        double *row = value + (p - part->begin) * part->count;
        rank_part_block(c, part, p, by_median, row);
        heco_status status = heco_midranks(row, part->count, scratch, NULL);
        if (status != HECO_OK) return status;
        memcpy(row, scratch, part->count * sizeof *row);
    }
    return HECO_OK;
}
