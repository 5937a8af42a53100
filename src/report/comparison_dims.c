/* Decides whether the dimension of a problem has a meaning for the comparison. The records say so,
 * or the suite of that name. For an unknown suite the results decide. */
#include <stdlib.h>

#include "report/comparison.h"

/* The problems seen so far with their dimensions. */
typedef struct {
    const char **problem;
    size_t      *dim;
    size_t       count;
    int          several; /* 1 if a problem has two dimensions                            */
    int          various; /* 1 if problems have different dimensions                      */
} comparison_dims_seen;

/* Records a problem. Names are kept once each, so equal names are equal pointers. Rows of one
 * problem are mostly neighbours, so the search starts at the end. */
static void comparison_dims_note(comparison_dims_seen *s, const char *problem, size_t dim) {
    size_t k = s->count;
    if (dim == 0) return;
    while (k > 0 && s->problem[k - 1] != problem) k--;
    if (k > 0) {
        s->several |= s->dim[k - 1] != dim;
        return;
    }
    s->various |= s->count > 0 && s->dim[0] != dim;
    s->problem[s->count] = problem;
    s->dim[s->count++]   = dim;
}

/* Derives the meaning from the results: dimensions belong to the problems if these differ in
 * dimension and each problem has one only. */
static heco_status comparison_dims_derive(heco_dims *out, const heco_records *r,
                                          const char *suite) {
    size_t               runs = heco_records_count(r), rows = heco_records_published_count(r);
    comparison_dims_seen s      = {malloc((runs + rows) * sizeof *s.problem),
                                   malloc((runs + rows) * sizeof *s.dim), 0, 0, 0};
    heco_status          status = s.problem != NULL && s.dim != NULL ? HECO_OK : HECO_ERR_MEMORY;
    for (size_t i = 0; i < runs && status == HECO_OK; i++) {
        const heco_record *run = heco_records_at(r, i);
        if (run->suite == suite) comparison_dims_note(&s, run->problem, run->n);
    }
    for (size_t i = 0; i < rows && status == HECO_OK; i++) {
        const heco_published *row = heco_records_published_at(r, i);
        if (row->suite == suite) comparison_dims_note(&s, row->problem, row->dim);
    }
    *out = s.various && !s.several ? HECO_DIMS_OWN : HECO_DIMS_SHARED;
    free(s.problem);
    free(s.dim);
    return status;
}

void heco_comparison_put_dim(heco_table *table, size_t dim) {
    if (dim > 0) heco_table_put_integer(table, (int64_t)dim);
    else heco_table_put_text(table, NULL);
}

const char *heco_comparison_dim_text(char *buffer, size_t size, size_t dim) {
    if (dim == 0) return "The suite";
    snprintf(buffer, size, "Dimension %zu", dim);
    return buffer;
}

heco_status heco_comparison_dims(heco_dims *out, const heco_records *r, const char *suite) {
    *out = HECO_DIMS_UNKNOWN;
    for (size_t i = 0; i < heco_records_count(r) && *out == HECO_DIMS_UNKNOWN; i++)
        if (heco_records_at(r, i)->suite == suite) *out = heco_records_at(r, i)->dims;
    for (size_t i = 0; i < heco_records_published_count(r) && *out == HECO_DIMS_UNKNOWN; i++) {
        const heco_published *row = heco_records_published_at(r, i);
        if (row->suite == suite) *out = row->dims;
    }
    if (*out == HECO_DIMS_UNKNOWN) *out = heco_suite_dims(suite);
    return *out == HECO_DIMS_UNKNOWN ? comparison_dims_derive(out, r, suite) : HECO_OK;
}
