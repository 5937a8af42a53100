/* Evaluations and benches over the ranks of MPI: the library libheco_mpi (pkg-config heco_mpi).
 *
 * Rank 0 searches, the others evaluate. Every rank runs the same program: it opens the problem,
 * then
 *
 *     heco_mpi_options     ranks = heco_mpi_options_default();
 *     heco_minimize_options how  = heco_minimize_options_default();
 *     how.own_backend            = heco_mpi_backend();
 *     how.evaluator.context      = &ranks;
 *     status = heco_backend_serve(how.own_backend, &problem, &how.evaluator, &served, &error);
 *     if (status == HECO_OK && !served)                  // rank 0
 *         status = heco_minimize(&solution, &problem, &how, &error);
 *
 * between MPI_Init and MPI_Finalize, or heco_mpi_start() and heco_mpi_end(). The answer has the
 * same bits as that of the backend serial, with any number of ranks. Only the thread that calls
 * these functions calls MPI. */
#ifndef HECO_MPI_H
#define HECO_MPI_H

#include "heco/evaluator.h"
#include "heco/experiment.h"

HECO_BEGIN_DECLS

/* Options of the backend. Start from heco_mpi_options_default(). */
typedef struct {
    size_t      size;         /* sizeof(heco_mpi_options), set by its default            */
    const void *communicator; /* An MPI_Comm * that the program does not use while an
                               * evaluator is open; NULL: that of all ranks              */
    const heco_backend *inside; /* Backend within each rank; NULL: serial. With the backend process
                                 * a crash costs one point; otherwise it ends the rank, and the
                                 * launcher ends the others                              */
    const char *identity;     /* Lines that must be equal in all ranks, besides the version and
                               * the problem's box, such as fingerprints of files; NULL: none */
    double      wait;         /* Seconds to wait for the other ranks at the start        */
} heco_mpi_options;
/* Fills the `size` bytes of the caller's options with the defaults. */
HECO_API void heco_mpi_options_init(heco_mpi_options *options, size_t size);
/* Returns the defaults: all ranks, serial in each of them, 60 seconds. */
static inline heco_mpi_options heco_mpi_options_default(void) {
    heco_mpi_options options;
    heco_mpi_options_init(&options, sizeof options);
    return options;
}

/* Returns the backend, for heco_minimize_options.own_backend, heco_evaluator_open() and
 * heco_backend_serve(). heco_evaluator_options.context is NULL or a heco_mpi_options. The options
 * workers, timeout, retries and memory_limit apply within each rank (0 workers: one). */
HECO_API const heco_backend *heco_mpi_backend(void);

/* Lets the other ranks return from heco_backend_serve(). Rank 0 calls it if it ends without having
 * opened an evaluator. It does nothing if they have returned already. */
HECO_API void heco_mpi_dismiss(const heco_mpi_options *options);

/* Initialises MPI unless it is initialised already. */
HECO_API heco_status heco_mpi_start(heco_error *error);
/* Returns the number of this rank; 0 if MPI is not initialised. */
HECO_API int heco_mpi_rank(void);
/* Returns the number of ranks; 1 if MPI is not initialised. */
HECO_API int heco_mpi_count(void);
/* Ends MPI when all ranks have called it. If one does not within a few seconds, rank 0 ends the job
 * with this exit code. */
HECO_API void heco_mpi_end(int code);

/* The report of a rank to rank 0 before the work begins. This struct is closed. */
typedef struct {
    int  rank;       /* Number of the rank                                               */
    int  code;       /* Negative: the rank is ready; else an exit code                   */
    char host[64];   /* Name of its machine                                              */
    char text[400];  /* Message in one line; "": none                                    */
} heco_mpi_report;
/* Collects the reports of all ranks at rank 0. Every rank calls it once. Rank 0 receives the
 * `count` reports in `all` (NULL in other ranks) and calls `judge`; every rank returns its result.
 * The report of a rank that did not respond in time has code 1 and a message. */
HECO_API int heco_mpi_settle(const heco_mpi_report *own, heco_mpi_report *all, double wait,
                             int (*judge)(const heco_mpi_report *all, int count));

/* ---- a bench over the ranks ---- */

/* Runs a bench over all ranks: every rank makes the plan and calls this function. Only rank 0 opens
 * the database; it stores the jobs that the other ranks finish, one at a time each. In the other
 * ranks *served is 1 and `summary` is not set. The database is equal to that of heco_bench(). */
HECO_API heco_status heco_mpi_bench(const heco_plan *plan, const heco_bench_options *options,
                                    heco_bench_summary *summary, int *served, heco_error *error);

HECO_END_DECLS

#endif
