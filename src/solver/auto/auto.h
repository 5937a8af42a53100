/* What the files of `auto` share: its state and the steps they call of each other. */
#ifndef HECO_SOLVER_AUTO_AUTO_H
#define HECO_SOLVER_AUTO_AUTO_H

#include "heco/algorithm.h"
#include "solver/sqp/local_search.h"
#include "solver/sqp/restart.h"

enum {
    AUTO_LOCAL, AUTO_VIOLATION, AUTO_ES, AUTO_RESTARTS, AUTO_POLISH, AUTO_SURROGATE, AUTO_BATCH,
    AUTO_STOP, AUTO_OPTIONS
};

enum { AUTO_FEW = 1000 }; /* evaluations: as many as one pays for an expensive function */

typedef enum { /* what the rows of the batch are */
    AUTO_IS_START,   /* a start point for a descent                                        */
    AUTO_IS_DESCENT, /* the descent from it                                                */
    AUTO_IS_POLISH,  /* a descent from the best point of a population                      */
    AUTO_IS_MEMBER,  /* a generation of an act or of MA-ES, or points of the surrogate      */
    AUTO_IS_OVER     /* nothing more to ask                                                */
} auto_phase;

typedef enum { AUTO_V, AUTO_H, AUTO_MA_ES, AUTO_STAGES } auto_stage; /* of part 2, in order */

typedef struct { /* a point with its values */
    double *x, *g, *h, f, viol;
    int     fresh; /* not polished yet */
} auto_point;

typedef struct {
    const heco_setup *setup;
    const double     *o;
    size_t            n, m;
    uint64_t          budget;
    int part; /* 0 surrogate, 1 descents, 2 populations with descents, 3 the last descents */
    auto_phase        phase;
    auto_point        best;  /* of all */

    /* descents: chains of them where there are integers */
    heco_local_search   search;
    heco_optima  known;
    heco_restart restart;
    uint64_t     cap, least;   /* when part 1 ends                                          */
    size_t       last_gain;    /* number of the last descent with a real gain               */
    size_t       duplicates;   /* descents that led to a known optimum                      */
    size_t       uniform, basins; /* descents from uniform starts; how many ended anew      */
    size_t       bad, raised;  /* bad descents, descents above `base` in a row              */
    int          level, base;  /* difference level of the next descent; usual one           */
    int          rough, many;  /* derivatives lead nowhere; too many basins                 */
    int          gained;       /* did the last descent improve the best point really?       */

    /* populations */
    heco_member *member[AUTO_STAGES], *surrogate;
    uint64_t     held; /* members so far */
    double       share[AUTO_STAGES];
    size_t       N0[AUTO_STAGES];
    uint64_t     begun, D, reserve; /* evaluations before part 2; its length; for part 3    */
    uint64_t     until[AUTO_STAGES]; /* ends of the stages, on the clock of part 2          */
    auto_stage   stage;
    auto_point   leader;   /* best of the populations: of act V, then of act H and MA-ES    */
    auto_point   restart_best; /* best of the present restart of MA-ES                      */
    auto_phase   resume;   /* what goes on after a slot                                     */
    uint64_t     population_evals, next_slot, interval;
    uint64_t     T;        /* evaluations of a restart of MA-ES                             */
    size_t       slots, es_restarts, polishes;

    /* for the answer */
    uint64_t surrogate_evals, act_evals, es_evals;
    int      converged;
} auto_state;

static inline uint64_t auto_evals(const auto_state *s) { return *s->setup->evals; }

/* All that can move are integers. */
static inline int auto_is_integer(const auto_state *s) {
    return s->search.descent.nc == 0 && s->search.descent.ni > 0;
}

/* auto_local.c */
void heco_auto_local_init(auto_state *s);
void heco_auto_start_draw(auto_state *s, double *x);
void heco_auto_start_told(auto_state *s, const heco_batch *in);
void heco_auto_descent_told(auto_state *s, const heco_batch *in);
/* A descent from this point, then `resume`; not begun where there is nothing to do. */
void heco_auto_polish(auto_state *s, auto_point *from, auto_phase resume);

/* auto_global.c */
/* A member that cannot be had is left out, unless it is for lack of memory. */
heco_status heco_auto_hold(auto_state *s, heco_member **out, const heco_algorithm *algorithm,
                      const heco_member_value *set, size_t *max_batch);
heco_status heco_auto_global_init(auto_state *s, size_t *max_batch);
int         heco_auto_global_fits(const auto_state *s); /* is there enough left for part 2? */
void        heco_auto_global_begin(auto_state *s);
void        heco_auto_global_told(auto_state *s, const heco_batch *in);
void        heco_auto_global_next(auto_state *s); /* the member that was asked has ended */
/* After a slot that took `evals` evaluations. */
void heco_auto_slot_done(auto_state *s, int gained, uint64_t evals);

/* auto.c */
/* Keeps row i if it is better than the point; 1: it was. */
int heco_auto_keep(auto_state *s, auto_point *p, const heco_batch *in, size_t i);

#endif
