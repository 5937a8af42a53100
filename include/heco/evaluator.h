/* Evaluators: they compute the values of a batch in a loop, in threads or in processes.
 *
 * A backend fills f, g, h and state of every row. It draws no random numbers and does not affect
 * the search in any other way, so all backends give the same bits. */
#ifndef HECO_EVALUATOR_H
#define HECO_EVALUATOR_H

#include "heco/algorithm.h"

HECO_BEGIN_DECLS

/* Options of an evaluator. All fields may be 0. This struct is closed. */
typedef struct {
    unsigned workers;      /* Number of workers; 0: one per available core              */
    double   timeout;      /* Seconds per point; 0: no limit (HECO_TRAIT_TIMEOUT)         */
    unsigned retries;      /* Number of retries of a failed point (HECO_TRAIT_RETRIES)  */
    uint64_t memory_limit; /* Bytes per worker; 0: no limit (HECO_TRAIT_MEMORY_LIMIT)   */
    /* Called now and then while a batch is evaluated, always in the thread that called
     * heco_evaluate(). progress->evals are the rows done so far; heco_minimize() passes the whole
     * progress of the search. If it returns nonzero, the other rows stay HECO_ROW_SKIPPED; backends
     * and problems (heco_problem.set_should_stop) that can abort evaluations in progress do so. A
     * batch function gets its rows in pieces of a few milliseconds if this is set. NULL: none. */
    heco_stop_fn should_stop;
    void        *stop_user; /* passed to should_stop                                    */
    const void *context;  /* Data for an external backend, such as heco_mpi_options
                           * (heco/mpi.h); NULL: none                                   */
} heco_evaluator_options;

/* Properties of a backend: bits of heco_backend.traits besides HECO_TRAIT_ISOLATES and those that
 * follow it. A caller chooses a backend by its traits, never by its name. */
enum {
    HECO_BACKEND_PARALLEL = 16, /* It evaluates several points at a time                */
    HECO_BACKEND_EXPLAINS = 32, /* eval fills stats->last_failure                       */
    HECO_BACKEND_DERIVES  = 64  /* eval also computes the requested derivatives; for other
                                 * backends heco_evaluate() calls the problem           */
};

/* Receives the rows [begin, end) of the batch that is being evaluated, as soon as they have their
 * values. Rows whose state is HECO_ROW_SKIPPED have none. It may be called from any thread. */
typedef void (*heco_rows_fn)(void *user, const heco_batch *batch, size_t begin, size_t end);

/* The values of a point that was submitted. This struct is closed. */
typedef struct {
    uint64_t      id;    /* The id of its submit                                          */
    int           state; /* HECO_ROW_*                                                    */
    int           stop;  /* 1: the function asked to end the search                       */
    const double *x;     /* The point                                                     */
    double        f;     /* Objective                                                     */
    const double *g, *h; /* Constraints; valid, as x, until the next call                 */
} heco_answer;

/* The descriptor of a backend: one constant struct. A field that is not set is 0. */
typedef struct {
    size_t      size;   /* sizeof(heco_backend)                                         */
    const char *name;   /* Name, such as "serial", "threads" or "process"               */
    const char *title;  /* Title in one line                                            */
    unsigned    traits; /* Bits of HECO_TRAIT_ISOLATES, ... and HECO_BACKEND_...        */
    /* Starts the workers. */
    heco_status (*open)(void **state, const heco_problem *problem,
                        const heco_evaluator_options *options, heco_error *error);
    /* Fills f, g, h and state of every row, with f as the problem returns it. */
    heco_status (*eval)(void *state, heco_batch *batch, heco_failures *stats);
    /* Ends the workers. */
    void (*close)(void *state);
    /* Optional: does the work of heco_backend_serve(). */
    heco_status (*serve)(const heco_problem *problem, const heco_evaluator_options *options,
                         int *served, heco_error *error);
    /* Optional: makes eval call `done` whenever rows have their values; NULL ends it. Without it
     * the journal gets the rows of a batch when eval returns. */
    void (*on_rows)(void *state, heco_rows_fn done, void *user);
    /* Begins the evaluation of a point, at most `workers` at a time. submit, collect and abandon
     * are optional, all three or none, for points that come and go one by one. */
    heco_status (*submit)(void *state, uint64_t id, const double *x);
    /* Waits at most `seconds` for a finished point and returns 1; 0 if there is none; -1, with
     * stats->last_failure, if no worker is left. */
    int (*collect)(void *state, double seconds, heco_answer *out, heco_failures *stats);
    /* Forgets all points under way, before the next eval. */
    void (*abandon)(void *state);
    /* Optional: returns the number of points that it evaluates at a time with these options. Without
     * it that is options->workers, 0 meaning one per core. It is called before open. */
    unsigned (*workers)(const heco_evaluator_options *options);
} heco_backend;

/* Returns the backend of that name. If there is none, returns NULL and writes the nearest names to
 * `error`, which may be NULL. */
HECO_API const heco_backend *heco_backend_find(const char *name, heco_error *error);
/* Returns a built-in backend by number; NULL past the end. */
HECO_API const heco_backend *heco_backend_at(size_t index);

/* Checks that a descriptor is complete. */
HECO_API heco_status heco_backend_check(const heco_backend *backend, heco_error *error);
/* Serves as a worker of a backend whose processes were started together and run the same program
 * (MPI ranks). Every process calls it after it has opened the problem and before it searches or
 * opens an evaluator. In the process that searches it returns immediately with *served = 0. In the
 * others it evaluates points until the evaluator of that process is closed, and sets *served = 1.
 * With other backends *served is 0. */
HECO_API heco_status heco_backend_serve(const heco_backend *backend, const heco_problem *problem,
                                        const heco_evaluator_options *options, int *served,
                                        heco_error *error);

/* A backend with its workers for one problem. Only one thread may use it at a time. */
typedef struct heco_evaluator heco_evaluator;

/* Starts the workers. `backend` NULL means serial; `options` may be NULL. The problem must outlive
 * the evaluator. */
HECO_API heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                         const heco_backend           *backend,
                                         const heco_evaluator_options *options, heco_error *error);
/* Evaluates every row. A failed row gets f, g, h = NAN and state HECO_ROW_FAILED. If the problem
 * maximises, f becomes -f. If `derivatives` and df are set, it also computes the derivatives of row
 * 0, and clears `derivatives` if there are none. */
HECO_API heco_status heco_evaluate(heco_evaluator *evaluator, heco_batch *batch);
/* Begins the evaluation of a point. At most `workers` points may be under way; heco_evaluate() is
 * not called meanwhile. With a backend that cannot do this, points are evaluated in batches. */
HECO_API heco_status heco_evaluator_submit(heco_evaluator *evaluator, uint64_t id, const double *x);
/* Waits for a point that was submitted, at most about `seconds`. Returns 1 if there is one, with f
 * as a search minimises it; 0 if there is none yet; -1 if no worker is left. */
HECO_API int heco_evaluator_collect(heco_evaluator *evaluator, double seconds, heco_answer *out);
/* Forgets the points under way. It waits for those that cannot be aborted. */
HECO_API void heco_evaluator_abandon(heco_evaluator *evaluator);
/* Makes heco_evaluate() call `done` as soon as rows have their values, with f as the problem
 * returns it; NULL ends it. A row whose derivatives are requested comes after these. */
HECO_API void heco_evaluator_on_rows(heco_evaluator *evaluator, heco_rows_fn done, void *user);
/* The derivative of one function that differs most from differences. This struct is closed. */
typedef struct {
    int    compared; /* 0: no difference could be computed                                */
    size_t variable; /* Number of the variable, from 0                                    */
    double given;    /* Derivative                                                        */
    double difference; /* Difference quotient                                             */
    double off; /* Difference of the two, relative to the larger one; 0: within the accuracy of
                 * differences                                                            */
} heco_derivative_check;
/* Compares the derivatives at x with differences, by 1 + 4 n evaluations. `worst` has room for f
 * and ng + nh constraints. It omits integers and lists. Returns HECO_ERR_EVAL if there are no
 * derivatives at x. */
HECO_API heco_status heco_evaluator_check_derivatives(heco_evaluator   *evaluator,
                                                      const heco_space *space, const double *x,
                                                      heco_derivative_check *worst);
/* Returns the counts since the evaluator was opened; they belong to the evaluator. */
HECO_API const heco_failures *heco_evaluator_failures(const heco_evaluator *evaluator);
/* Ends the workers and frees an evaluator, or NULL. */
HECO_API void heco_evaluator_close(heco_evaluator *evaluator);

HECO_END_DECLS

#endif
