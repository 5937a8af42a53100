/* The data of a search for its report page, collected in one pass over its evaluations: every
 * improvement (thinned out evenly on a logarithmic axis), a sample of all points, failures and
 * times. */
#ifndef HECO_REPORT_PAGE_PAGE_HISTORY_H
#define HECO_REPORT_PAGE_PAGE_HISTORY_H

#include "heco/journal.h"

enum { HISTORY_EVENTS = 600, HISTORY_SAMPLE = 400, HISTORY_FAILED = 20, HISTORY_TIMES = 400 };
/* Numbers before x in a row, and most parts of a search that are told apart. */
enum { HISTORY_HEAD = 5, HISTORY_PARTS = 16 };

/* Why a point failed: it was not evaluated, f is not finite, or constraint reason - HISTORY_REASONS
 * is not finite. */
enum { HISTORY_NO_VALUES, HISTORY_NO_F, HISTORY_REASONS };

typedef struct {
    double *value; /* rows: evaluation, f, violation, 1 when failed, number of the part of the
                    * search, x, violation of each constraint, its value                  */
    size_t count, width;
} history_rows;

typedef struct {
    size_t       n, ng, nh;
    uint64_t     evals, failed, feasible, first_feasible;
    uint64_t     schedules;
    history_rows best;   /* improvements; the last row is the best point                   */
    history_rows sample; /* every stride-th evaluation                                     */
    history_rows bad;    /* the first failed points                                        */
    uint64_t    *why;    /* failed points by reason: history_reason                        */
    uint64_t     stride;
    double       time_evals[HISTORY_TIMES], time[HISTORY_TIMES];
    size_t       times;
    uint64_t    *met; /* first evaluation since which the best point satisfies a constraint */
    double      *row; /* the current evaluation                                            */
    char         part[HISTORY_PARTS][48]; /* names of the parts of the search              */
    size_t       parts; /* how many                                                        */
} heco_history;

/* Starts an empty history. Returns HECO_OK or HECO_ERR_MEMORY. Free it in either case. */
heco_status heco_history_begin(heco_history *h, const heco_journal_walk *walk, heco_error *error);
/* Reads the walk to its end and adds its evaluations; may be called again after the journal has
 * grown. Returns HECO_OK or the status of the walk. `error` must not be NULL. */
heco_status heco_history_add(heco_history *h, heco_journal_walk *walk, heco_error *error);
void        heco_history_free(heco_history *h);
/* Returns the reason of a failed row, as far as its values tell. */
size_t heco_history_reason(const heco_history *h, const double *row);

/* The parts of a row. */
static inline const double *heco_history_row(const history_rows *r, size_t i) {
    return r->value + i * r->width;
}
static inline const double *heco_history_x(const double *row) { return row + HISTORY_HEAD; }
static inline const double *heco_history_violations(const heco_history *h, const double *row) {
    return row + HISTORY_HEAD + h->n;
}
static inline const double *heco_history_values(const heco_history *h, const double *row) {
    return row + HISTORY_HEAD + h->n + h->ng + h->nh;
}

#endif
