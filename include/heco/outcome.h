/* How a run ended: the one description that results of runs, rows of a database, records and
 * statistics share. */
#ifndef HECO_OUTCOME_H
#define HECO_OUTCOME_H

#include <stdint.h>

#include "heco/status.h"

HECO_BEGIN_DECLS

/* Why the search ended: kept apart from what was found. */
#define HECO_STOP_LIST(HECO_X)                                                   \
    HECO_X(NOT_YET, "running")                                                   \
    HECO_X(BUDGET, "budget")       /* the evaluations are used up */             \
    HECO_X(TARGET, "target")       /* a feasible point with f <= target */       \
    HECO_X(TIME, "time")           /* the time limit */                          \
    HECO_X(STALL, "stall")         /* no better point for that many evaluations */ \
    HECO_X(USER, "user")           /* a callback asked for it, or an interrupt */ \
    HECO_X(ALGORITHM, "algorithm") /* the algorithm has nothing more to ask */   \
    HECO_X(FAILED, "failed")       /* all of the first evaluations failed */ \
    HECO_X(ERROR, "error")         /* the algorithm or the backend broke: see the status */ \
    HECO_X(UNKNOWN, "unknown")     /* a run that somebody else made */
typedef enum {
#define HECO_X(name, text) HECO_STOP_##name,
    HECO_STOP_LIST(HECO_X)
#undef HECO_X
} heco_stop;
/* A static text: "budget", "target", ... */
HECO_API const char *heco_stop_text(heco_stop stop);
/* The reason with that text; UNKNOWN for any other text. */
HECO_API heco_stop heco_stop_parse(const char *text);

/* What was found. NONE: every evaluation failed; x is then just a point of the box. */
typedef enum { HECO_FOUND_NONE, HECO_FOUND_INFEASIBLE, HECO_FOUND_FEASIBLE } heco_found;
HECO_API const char *heco_found_text(heco_found found); /* "none", "infeasible", "feasible" */
/* What a best point with these values is worth. */
HECO_API heco_found heco_found_of(double f, double viol);

/* The best point of a run and how it came about. The violation is everywhere the mean over all
 * constraints; a ranking whose rule wants a sum works it out itself. Its size is fixed: other
 * structs hold it, and there are arrays of it. */
typedef struct {
    double     f;                 /* of the best point; infinity: no evaluation worked   */
    double     viol;              /* its violation, mean over the constraints; 0: feasible */
    unsigned   c[3];              /* constraints violated by more than 1, by 0.01 to 1, and
                                   * by 0.0001 to 0.01                                   */
    heco_found found;             /* what f and viol are worth                           */
    heco_stop  stop;              /* why the search ended                                */
    uint64_t   evals;             /* evaluations, failed ones included                   */
    uint64_t   failed;            /* how many of them failed                             */
    uint64_t   evals_at_best;     /* evaluation that gave the best point, from 1         */
    uint64_t   evals_to_feasible; /* first feasible point, from 1; 0: never              */
    uint64_t   evals_to_target;   /* first feasible point with f <= target; 0: never     */
    double     seconds;           /* by the clock                                        */
    uint64_t   derivatives;       /* how often exact derivatives were given; the evaluation that
                                   * came with each of them is in evals                  */
    uint64_t   reserved[3];       /* room for fields to come: 0                          */
} heco_outcome;

HECO_END_DECLS

#endif
