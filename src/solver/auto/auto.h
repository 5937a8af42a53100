/* The state of `auto` and the functions that its files share. */
#ifndef HECO_SOLVER_AUTO_AUTO_H
#define HECO_SOLVER_AUTO_AUTO_H

#include "heco/algorithm.h"
#include "solver/sqp/restart.h"

enum {
    AUTO_LOCAL, AUTO_VIOLATION, AUTO_ES, AUTO_RESTARTS, AUTO_POLISH, AUTO_SURROGATE, AUTO_BATCH,
    AUTO_STOP, AUTO_EAGER, AUTO_BAND, AUTO_OPTIONS
};

typedef enum {            /* parts of the run, in order                              */
    AUTO_MODELS,          /* the surrogate, for the first evaluations                */
    AUTO_FIRST_DESCENTS,
    AUTO_POPULATIONS,     /* HECO-DE and MA-ES, with descents between generations    */
    AUTO_LAST_DESCENTS
} auto_part;

typedef enum {            /* the meaning of the rows of the batch                    */
    AUTO_IS_START,        /* a start point of a descent                              */
    AUTO_IS_DESCENT,      /* the descent from it                                     */
    AUTO_IS_POLISH,       /* a descent from the best point of a population           */
    AUTO_IS_MEMBER,       /* rows of a member: surrogate, HECO-DE or MA-ES           */
    AUTO_IS_OVER          /* there is nothing left to ask                            */
} auto_phase;

typedef enum {            /* stages of the populations, in order                     */
    AUTO_VIOLATION_PHASE, /* HECO-DE with a large weight of the violation            */
    AUTO_OBJECTIVE_PHASE, /* HECO-DE with a weight that grows from 0                 */
    AUTO_MA_ES,
    AUTO_STAGES
} auto_stage;

typedef struct {          /* a point with its values                                 */
    double *x, *g, *h, f, viol;
    int     fresh;        /* no descent has started from it yet                      */
} auto_point;

typedef struct {          /* descents; local searches if there are integers          */
    heco_local_search search;
    heco_optima       known;
    heco_restart      restart;
    uint64_t most, least; /* evaluations: limit of the first descents; before `least`
                           * they do not end for lack of progress                    */
    size_t   last_gain;   /* number of the last descent that improved the best point */
    size_t   duplicates;  /* descents that led to a known optimum                    */
    size_t   returns;     /* descents from uniform starts that returned to the best
                           * assignment of the integers since the last gain          */
    size_t   repeats;     /* consecutive descents that ended at a known optimum       */
    size_t   uniform, basins; /* descents from uniform starts; new ends of these     */
    size_t   unreliable;  /* consecutive descents with useless derivatives           */
    size_t   raised;      /* consecutive descents that ended above usual_level       */
    int      level, usual_level; /* difference level of the next descent; usual one  */
    int      rough;       /* derivatives are of no use                               */
    int      many;        /* there are too many basins                               */
    int      checks;      /* a descent from a neighbour checks the best point        */
    int      checked;     /* such a descent gained nothing                           */
    int      centres;     /* a polish aims at the constraints, not at the edge     */
    int      centred;     /* the best point had such a polish                        */
} auto_local;

typedef struct {
    heco_member *member[AUTO_STAGES];
    double       share[AUTO_STAGES]; /* of the evaluations                           */
    size_t       N0[AUTO_STAGES];    /* initial population sizes                     */
    uint64_t     until[AUTO_STAGES]; /* ends of the stages, counted from `begun`     */
    uint64_t     begun, length;  /* evaluations before the populations; theirs       */
    uint64_t     reserve;        /* evaluations for the last descents                */
    auto_stage   stage;
    auto_point   best;           /* of the violation phase, then of the later stages */
    auto_point   restart_best;   /* of the present restart of MA-ES                  */
    uint64_t     evals;          /* of members                                       */
    uint64_t     restart_evals;  /* length of a restart of MA-ES                     */
    size_t       restarts;       /* of MA-ES so far                                  */
} auto_population;

typedef enum {            /* the part that found the best feasible point             */
    AUTO_NONE_LEADS,
    AUTO_POPULATIONS_LEAD, /* a generation, or a polish of its best point            */
    AUTO_DESCENTS_LEAD    /* a descent from a start point                            */
} auto_leader;

typedef struct {          /* descents between generations                            */
    auto_phase  resume;   /* phase after the descent                                 */
    uint64_t    next;     /* population.evals at which the next one is due           */
    uint64_t    interval;
    size_t      count;
    auto_leader leader;   /* it earns the larger share of the evaluations            */
} auto_interleaved;

typedef struct {     /* whether f has one value                                 */
    double   f;      /* the first value                                         */
    uint64_t rows;   /* rows with this value                                    */
    uint64_t places; /* those at uniform starts and in populations              */
    int      varies; /* another value was seen                                  */
} auto_constant;

typedef struct {          /* for the answer                                          */
    uint64_t surrogate_evals, de_evals, es_evals, polishes;
    uint64_t between_evals; /* of descents between generations                       */
    uint64_t constant_rows; /* if the search ended because f had one value           */
    int      converged;
} auto_summary;

typedef struct {
    const heco_setup *setup;
    const double     *o;
    size_t            n, m;
    uint64_t          budget;
    auto_part         part;
    auto_phase        phase;
    auto_point        best;    /* of all points */
    heco_member      *surrogate;
    uint64_t          members; /* created so far */
    auto_local        local;
    auto_population   population;
    auto_interleaved  interleaved;
    auto_constant     constant;
    auto_summary      summary;
} auto_state;

static inline uint64_t auto_evals(const auto_state *s) { return *s->setup->evals; }

/* Returns 1 if all free variables are integers. */
static inline int auto_is_integer(const auto_state *s) {
    return s->local.search.descent.nc == 0 && s->local.search.descent.ni > 0;
}

/* ---- auto.c ---- */

/* Keeps row i if it is better than the point. */
void heco_auto_keep(auto_state *s, auto_point *p, const heco_batch *in, size_t i);

/* ---- auto_local.c ---- */

/* Returns 1 if a point is better than the best one by more than rounding errors. */
int heco_auto_is_gain(const auto_state *s, double f, double viol);

/* Returns 1 if f had one value at so many points that descents have nothing to follow, and the best
 * point is feasible. */
int heco_auto_is_flat(const auto_state *s);
/* Allocates the local search and sets the evaluations of the first descents. */
void heco_auto_local_init(auto_state *s);
/* Draws a start point of a descent. */
void heco_auto_draw_start(auto_state *s, double *x);
/* Begins a descent from the start point that was evaluated. */
void heco_auto_tell_start(auto_state *s, const heco_batch *in);
/* Continues a descent or a polish. At its end the next phase begins. */
void heco_auto_tell_descent(auto_state *s, const heco_batch *in);
/* Begins a descent from a point, followed by the phase `resume`. If there is nothing to do, that
 * phase begins at once. */
void heco_auto_polish(auto_state *s, auto_point *from, auto_phase resume);
/* Begins the last descents, with polishes of the best points. */
void heco_auto_begin_last_descents(auto_state *s);

/* ---- auto_population.c ---- */

/* Creates a member. One that refuses to initialise is left out, except when memory runs out. */
heco_status heco_auto_add_member(auto_state *s, heco_member **out, const heco_algorithm *algorithm,
                                 const heco_member_value *set, size_t *max_batch);
/* Sets the shares of the stages and creates their members. */
heco_status heco_auto_population_init(auto_state *s, size_t *max_batch);
/* Returns 1 if enough evaluations are left for the populations. */
int  heco_auto_population_fits(const auto_state *s);
/* Sets the ends of the stages and begins the first one. */
void heco_auto_population_begin(auto_state *s);
/* Passes a generation to its member and begins the stage or descent that is due. */
void heco_auto_population_tell(auto_state *s, const heco_batch *in);
/* Continues after the member that was asked has ended. */
void heco_auto_population_next(auto_state *s);
/* Schedules the next descent after one that took `evals` evaluations, and charges these to the
 * present phase of HECO-DE. */
void heco_auto_interleaved_done(auto_state *s, int gained, uint64_t evals);

#endif
