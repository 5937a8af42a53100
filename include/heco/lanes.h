/* Lanes: one search as several searches side by side, whose points are given out one by one.
 *
 * A lane is a run. Lane 0 is the algorithm itself with the whole budget; the others are restarted
 * SQP descents with evaluations of their own, and from 8 lanes on the last two are the default
 * algorithm with a quarter of the budget each. Descents receive each other's best points at fixed
 * moments of logical time, so that the result depends on the number of lanes and never on the
 * order in which evaluations finish. Only a target or a time limit ends the search at once,
 * wherever lanes are.
 *
 * A caller takes points (pull), evaluates them in any order and at any time, and returns their
 * values (push). Points that a lane is likely to ask for next are given out as well, as points
 * ahead: they count only if the lane asks for them. */
#ifndef HECO_LANES_H
#define HECO_LANES_H

#include "heco/run.h"

HECO_BEGIN_DECLS

/* A point to evaluate. This struct is closed. */
typedef struct {
    uint64_t      id;    /* Identifies the point in push                                     */
    size_t        lane;  /* Number of the lane, from 0                                       */
    int           ahead; /* 1: the lane has not asked for it yet                             */
    const double *x;     /* The point, n values; valid until its push, or until it is dropped */
} heco_lanes_point;

/* A search in lanes. One thread uses it at a time. */
typedef struct heco_lanes heco_lanes;

/* Returns the number of lanes for so many workers and variables: lane 0, and one per n + 1 of the
 * other workers; at most one per 60 (n + 1) evaluations of the budget, at most 256. For one worker
 * it is 0, that is a search without lanes. */
HECO_API size_t heco_lanes_for(size_t workers, size_t n, uint64_t max_evals);
/* Returns the number of lanes that heco_minimize() chooses unless its caller does: that of
 * heco_lanes_for() if there are several workers, the algorithm is the default one and the budget is
 * above 1000; else 0. Up to 1000 evaluations, batches of the surrogate model are as fast and miss
 * fewer problems. A search with derivatives, checkpoints or known designs has no lanes. */
HECO_API size_t heco_lanes_default(const heco_algorithm *algorithm, size_t workers, size_t n,
                                   uint64_t max_evals);
/* Makes a search in that many lanes, from 1. Lane 0 has the options; its budget is theirs, and the
 * other lanes together have as many evaluations again. Checkpoints, derivatives and on_progress are
 * not supported and must be 0. */
HECO_API heco_status heco_lanes_new(heco_lanes **out, const heco_algorithm *algorithm,
                                    const heco_space *space, const heco_run_options *options,
                                    size_t lanes, heco_error *error);
/* Takes the most urgent points, at most `most`, and returns their number. 0 means that there is
 * nothing to start before the next push, or that the search is over. */
HECO_API size_t heco_lanes_pull(heco_lanes *lanes, heco_lanes_point *out, size_t most);
/* Returns the values of a point: its HECO_ROW_* state, f with the sign that the search minimises, g
 * and h, which are copied. A point that was dropped is accepted and ignored. An id that was not
 * given out or was returned before is refused with HECO_ERR_ARG. */
HECO_API heco_status heco_lanes_push(heco_lanes *lanes, uint64_t id, int state, double f,
                                     const double *g, const double *h);
/* Writes ids of points that were given out and are no longer wanted, at most `most`, each once, and
 * returns their number. A caller may cancel them; it need not push them. */
HECO_API size_t heco_lanes_dropped(heco_lanes *lanes, uint64_t *ids, size_t most);
/* Returns 1 if the search is over. Otherwise, if pull gives no point, wait for a push. */
HECO_API int heco_lanes_is_over(const heco_lanes *lanes);
/* Ends the search at once. Its result then depends on the moment. */
HECO_API void heco_lanes_stop(heco_lanes *lanes, heco_stop reason);
/* Returns the best point of all lanes. Its evals are those that lanes asked for. */
HECO_API const heco_result *heco_lanes_result(heco_lanes *lanes);
/* Returns the number of evaluations that were returned and that no lane has asked for. */
HECO_API uint64_t heco_lanes_ahead(const heco_lanes *lanes);
/* Returns a lane's run, for its describe, settings and progress; NULL past the last lane. */
HECO_API const heco_run *heco_lanes_run(const heco_lanes *lanes, size_t lane);
/* Returns the status of the last failure of a lane, and writes its message to `error`. */
HECO_API heco_status heco_lanes_status(const heco_lanes *lanes, heco_error *error);
/* Frees a search, or NULL. */
HECO_API void heco_lanes_free(heco_lanes *lanes);

HECO_END_DECLS

#endif
