/* Who evaluates a batch: a plain loop, threads, processes, ...
 *
 * A backend fills f, g, h and state of every row. It draws no random numbers and counts
 * nothing that matters to the search, so all backends give the same bits. */
#ifndef HECO_EVALUATOR_H
#define HECO_EVALUATOR_H

#include "heco/algorithm.h"

HECO_BEGIN_DECLS

/* All 0: one worker per core, no limits, no retries. */
typedef struct {
    unsigned workers;      /* 0: one per available core                                 */
    double   timeout;      /* seconds per point, 0: none (HECO_TRAIT_TIMEOUT)             */
    unsigned retries;      /* how often a failed point is tried again (HECO_TRAIT_RETRIES) */
    uint64_t memory_limit; /* bytes per worker, 0: none (HECO_TRAIT_MEMORY_LIMIT)             */
    /* Called now and then while a batch is evaluated, always in the thread that called
     * heco_evaluate(). progress->evals are the rows done so far; heco_minimize() passes the whole
     * progress of the search. If it returns nonzero, the other rows stay HECO_ROW_SKIPPED; backends
     * and problems (heco_problem.set_should_stop) that can abort evaluations in progress do so. A
     * batch function gets its rows in pieces of a few milliseconds if this is set. NULL: none. */
    heco_stop_fn should_stop;
    void        *stop_user; /* passed to should_stop                                    */
    const void *context;  /* what a backend from outside wants to know, such as
                           * heco_mpi_options (heco/mpi.h); NULL: nothing               */
} heco_evaluator_options;

/* What a backend does; further bits of heco_backend.traits beside HECO_GUARD_... Whoever chooses a
 * backend asks for these, never for a name. */
enum {
    HECO_BACKEND_PARALLEL = 16, /* evaluates several points at a time                   */
    HECO_BACKEND_EXPLAINS = 32, /* eval fills stats->last_failure itself                */
    HECO_BACKEND_DERIVES  = 64  /* eval also gives the derivatives that a batch wants; for other
                                 * backends heco_evaluate() asks the problem for them   */
};

/* The descriptor of a backend: constant, one each. What is not set is 0. */
typedef struct {
    size_t      size;   /* sizeof(heco_backend)                                         */
    const char *name;   /* "serial", "threads", "process"                               */
    const char *title;  /* one line                                                     */
    unsigned    traits; /* HECO_GUARD_... and HECO_BACKEND_...                          */
    /* Starts the workers. */
    heco_status (*open)(void **state, const heco_problem *problem,
                        const heco_evaluator_options *options, heco_error *error);
    /* Fills f, g, h and state of every row. */
    heco_status (*eval)(void *state, heco_batch *batch, heco_failures *stats);
    /* Ends the workers. */
    void (*close)(void *state);
    /* Optional: see heco_backend_serve(). */
    heco_status (*serve)(const heco_problem *problem, const heco_evaluator_options *options,
                         int *served, heco_error *error);
} heco_backend;

/* The backend of that name; NULL when there is none. */
HECO_API const heco_backend *heco_backend_find(const char *name);
/* The table of backends built in, by number; NULL past the end. */
HECO_API const heco_backend *heco_backend_at(size_t index);

/* HECO_OK when the descriptor is complete; else what it lacks. */
HECO_API heco_status heco_backend_check(const heco_backend *backend, heco_error *error);
/* For backends whose workers are processes that were started together with this one, all running
 * the same program (MPI ranks). Every process calls it once it has opened the problem and before it
 * searches or opens an evaluator. In the one that is to search it returns immediately, *served is
 * 0. In the others it evaluates what that one sends until its evaluator is closed; then *served is
 * 1, and there is nothing left to do. With other backends *served is 0. */
HECO_API heco_status heco_backend_serve(const heco_backend *backend, const heco_problem *problem,
                                        const heco_evaluator_options *options, int *served,
                                        heco_error *error);

/* A backend at work on one problem. Not to be used from two threads at the same time. */
typedef struct heco_evaluator heco_evaluator;

/* Starts the workers. `backend` NULL: serial. `options` NULL: defaults. The problem must outlive
 * the evaluator. */
HECO_API heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                         const heco_backend           *backend,
                                         const heco_evaluator_options *options, heco_error *error);
/* Fills every row. Failed rows get f, g, h = NAN and state HECO_ROW_FAILED. Where `derivatives` and
 * df are set, it also gives those of the first row; `derivatives` is 0 afterwards where there are
 * none. */
HECO_API heco_status heco_evaluate(heco_evaluator *evaluator, heco_batch *batch);
/* The derivative of one function that agrees least with differences. */
typedef struct {
    int    compared; /* 0: no difference was of any use                                   */
    size_t variable; /* by which variable                                                 */
    double given;    /* the derivative                                                    */
    double difference; /* and what differences make of it                                 */
    double off; /* how far these two are apart, relative to the larger one; 0: no farther than
                 * differences can tell                                                   */
} heco_derivative_check;
/* Compares the derivatives at x with differences: 1 + 4 n evaluations. `worst` has room for f and
 * ng + nh constraints. Integers and lists are left out. HECO_ERR_EVAL: there are none at x. */
HECO_API heco_status heco_evaluator_check_derivatives(heco_evaluator   *evaluator,
                                                      const heco_space *space, const double *x,
                                                      heco_derivative_check *worst);
/* Counts since it was opened; belong to the evaluator. */
HECO_API const heco_failures *heco_evaluator_failures(const heco_evaluator *evaluator);
/* Ends the workers and frees everything. NULL is fine. */
HECO_API void heco_evaluator_close(heco_evaluator *evaluator);

HECO_END_DECLS

#endif
