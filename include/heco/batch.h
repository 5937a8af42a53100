/* Rows of points and their values: one array per quantity, rows of x contiguous. */
#ifndef HECO_BATCH_H
#define HECO_BATCH_H

#include "heco/problem.h"

HECO_BEGIN_DECLS

/* What became of a row. */
enum {
    HECO_ROW_OK      = 0, /* evaluated                                                  */
    HECO_ROW_FAILED  = 1, /* the evaluation failed: f is NAN                            */
    HECO_ROW_SKIPPED = 2  /* not evaluated, because a stop was asked for                */
};

/* Points and what the evaluator found there. Its size is fixed: views of it are passed by value. */
typedef struct {
    size_t         n, ng, nh;     /* variables; inequalities; equalities                 */
    size_t         count;         /* rows in use                                         */
    size_t         capacity;      /* rows there is room for                              */
    double        *x;             /* row i starts at x + i * n                           */
    double        *f, *g, *h;     /* values: row i of g starts at g + i * ng             */
    double        *viol;          /* written by heco_run_tell, by nobody else            */
    unsigned char *state;         /* HECO_ROW_*; written by the evaluator                */
    int            stop;          /* the evaluation asked to end the search              */
    int            derivatives;   /* set by an ask that wants those of its first row; 0 when told:
                                   * they are not given, and the search goes on without  */
    double        *df, *dg, *dh;  /* of that row: n values, and as in heco_derivatives_fn. df NULL:
                                   * nobody can give them                                */
    uint64_t       as_asked;      /* set by an ask whose rows are to be evaluated where they are,
                                   * such as those for differences; else a run may move rows onto
                                   * linear equalities, and tells where they went         */
    uint64_t       reserved[3];   /* room for fields to come: 0                          */
} heco_batch;

/* An empty batch with room for `capacity` rows, for those who evaluate without a run. */
HECO_API heco_status heco_batch_new(heco_batch **out, const heco_space *space, size_t capacity);
/* Only what heco_batch_new made: the batch of a run belongs to the run. NULL is fine. */
HECO_API void heco_batch_free(heco_batch *batch);
/* Rows [begin, end) of a batch as a batch of their own: a view, nothing is copied or freed. It is
 * full (count and capacity are end - begin); a caller that asks into it sets count. */
HECO_API heco_batch heco_batch_rows(const heco_batch *batch, size_t begin, size_t end);

HECO_END_DECLS

#endif
