/* The state of a solution: heco_minimize() sets it, and the functions of solution.c read it. */
#ifndef HECO_RUN_SOLUTION_STATE_H
#define HECO_RUN_SOLUTION_STATE_H

#include "base/arena.h"
#include "run/confirm.h"
#include "run/conflict.h"
#include "run/drive.h"
#include "run/exact.h"
#include "run/lanes_state.h"
#include "run/minimize.h"
#include "run/policy.h"
#include "run/prices.h"
#include "run/restore.h"
#include "run/verdict.h"

struct heco_solution {
    heco_arena        arena; /* of the arrays below, except those of limits and known designs */
    heco_run         *run;   /* of lane 0, if there are lanes */
    heco_lanes       *lanes; /* NULL: the run searched alone  */
    size_t            lane_count;
    heco_result       result;
    heco_confirmation confirmed;
    heco_failures     stats;
    uint64_t          replayed;
    uint64_t          known_rows; /* evaluations that took the values of known designs           */
    heco_price_list   prices;
    heco_conflict     conflict;
    heco_known_table *known; /* or NULL                                                      */
    heco_noise_state  noise;
    const heco_minimize_watcher *watcher; /* during the search */
    double                       half_f;  /* of lane 0, as that of a drive */
    double                       late_gain;
    char                         verdict[HECO_VERDICT_SIZE];
    heco_restoration             restored;
    heco_exact                   exact;
    int          edge; /* the caller wants the edge of the tolerances: band=yes          */
    const char **set;  /* options of the caller and of policy.c                          */
    char         policy[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    double      *tol;    /* tolerances of the constraints; NULL: the caller gave them     */
    double      *limits; /* limits that the constraints state; NULL: none                 */
    double      *least;  /* the point with the least violation of linear constraints; or NULL */
};

#endif
