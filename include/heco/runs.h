/* The same search several times, with one seed after the other: the best answer, and how much the
 * runs agree. Run i (from 0) has the seed of the first plus i, and is bit for bit what
 * heco_minimize() gives with that seed.
 *
 * Which runs end at the same point, as far as that matters for a design: those whose f differs by
 * at most 1e-4 |f| (1e-8 is always near enough) and in which every variable differs by at most 1e-2
 * of its range (where a bound was made up: of its value, or of 1 where that is smaller); words
 * without an order must be the same. */
#ifndef HECO_RUNS_H
#define HECO_RUNS_H

#include "heco/run.h"

HECO_BEGIN_DECLS

/* How far the runs are, all of them together. Its size is fixed. */
typedef struct {
    size_t   runs, done;  /* how many there are to be; how many have ended               */
    double   share;       /* of the way, from 0 to 1                                     */
    uint64_t evals, failed; /* evaluations so far; failed ones                           */
    double   seconds;     /* since the call                                              */
    double   f, viol;     /* of the best point so far                                    */
    int      feasible;    /* 1: that point meets every constraint                        */
    uint64_t reserved[4]; /* room for fields to come: 0                                  */
} heco_runs_progress;

/* What to do. Start from heco_runs_options_default(). */
typedef struct {
    size_t   size;     /* sizeof(heco_runs_options), set by its default                  */
    size_t   runs;     /* how many; must be set                                          */
    unsigned jobs;     /* runs at the same time; 0: one per core. With a parallel backend, or a
                        * problem for one thread only, they come one after the other, and
                        * their points are evaluated in parallel instead                 */
    const heco_minimize_options *each; /* of every run; must be set. seed: of the first run.
                        * journal: FILE of the first run, the others keep FILE.2, FILE.3, ..;
                        * resume: runs whose journal is missing or empty begin. on_progress is
                        * not called; a watch is asked in the calling thread            */
    const char *const *notes; /* journal_metadata for each of the runs; NULL: that of `each`  */
    /* Called now and then in the calling thread; nonzero ends all runs. NULL: no reports. */
    int (*on_progress)(void *user, const heco_runs_progress *now);
    void *user;        /* handed to on_progress                                          */
} heco_runs_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_runs_options_init(heco_runs_options *options, size_t size);
/* Nothing is set. */
static inline heco_runs_options heco_runs_options_default(void) {
    heco_runs_options options;
    heco_runs_options_init(&options, sizeof options);
    return options;
}

/* One run. Its size is fixed: there are arrays of it. */
typedef struct {
    uint64_t      seed;        /* of this run                                             */
    heco_outcome  outcome;     /* stop is HECO_STOP_NOT_YET for a run that never began    */
    const double *x;           /* its best point, n values; NULL: it never began         */
    uint64_t      replayed;    /* evaluations that came from its journal                  */
    int           reproduced;  /* see heco_solution_reproduced()                          */
    int           same_point;  /* 1: it ends where the best run does                      */
    uint64_t      reserved[4]; /* room for fields to come: 0                              */
} heco_runs_row;

/* What the runs say together. Its size is fixed. */
typedef struct {
    size_t   runs, begun;  /* asked for; begun                                           */
    size_t   finished;     /* neither cut short by somebody nor broken                   */
    size_t   feasible;     /* runs that found a feasible point                           */
    size_t   best;         /* number of the best run, from 0; SIZE_MAX: none             */
    size_t   same_point;   /* feasible runs that end where the best one does, itself included */
    size_t   same_value;   /* feasible runs whose f is as close, wherever they end       */
    double   f_best;       /* least f of the feasible runs; this and the next: NAN: none */
    double   f_lower, f_median, f_upper; /* quartiles of f, interpolated linearly         */
    double   f_worst;      /* largest f of the feasible runs                             */
    uint64_t evals, failed; /* of all runs                                               */
    double   seconds;      /* of the call                                                */
    double   unseen;       /* a point that a run finds with at least this probability would have
                            * been found by one of the finished runs, 95 times in 100:
                            * 1 - 0.05^(1/finished) (hanley1983)                          */
    uint64_t reserved[4];  /* room for fields to come: 0                                  */
} heco_runs_summary;

/* The runs and their best answer. */
typedef struct heco_runs heco_runs;
/* Searches `runs` times. An interrupt, a watch, on_progress, a model that says HECO_POINT_STOP or a
 * run whose first evaluations all fail ends them all; what was found till then is kept. When
 * something fails after points were evaluated, the status says so and *out holds what there is:
 * free it whenever it is not NULL.
 * With several jobs every function of a problem with HECO_SHARE_CLONE gets a clone in place of
 * `user`, and on_watch of one with HECO_SHARE_FREELY is not called. */
HECO_API heco_status heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                        const heco_runs_options *options, heco_error *error);
/* The rows by number; NULL past the end. */
HECO_API const heco_runs_row *heco_runs_at(const heco_runs *runs, size_t index);
/* The answer of the best run: smaller violation, then smaller f, then the earlier run. NULL: no run
 * has evaluated anything. */
HECO_API const heco_solution *heco_runs_best(const heco_runs *runs);
/* Best, spread, and agreement. */
HECO_API const heco_runs_summary *heco_runs_get_summary(const heco_runs *runs);
/* Frees everything, the best answer included. NULL is fine. */
HECO_API void heco_runs_free(heco_runs *runs);

HECO_END_DECLS

#endif
