/* Rows of a batch over the ranks of MPI: the library libheco_mpi (pkg-config heco_mpi).
 *
 * Rank 0 searches, the others evaluate. Every rank runs the same program: it opens the problem, then
 *
 *     heco_mpi_options     ranks = heco_mpi_options_default();
 *     heco_minimize_options how  = heco_minimize_options_default();
 *     how.own_backend            = heco_mpi_backend();
 *     how.evaluator.context      = &ranks;
 *     status = heco_backend_serve(how.own_backend, &problem, &how.evaluator, &served, &error);
 *     if (status == HECO_OK && !served)                  // rank 0
 *         status = heco_minimize(&solution, &problem, &how, &error);
 *
 * between MPI_Init and MPI_Finalize, or heco_mpi_start() and heco_mpi_end(). The answer is that of
 * the backend serial, bit for bit, with any number of ranks. MPI is called by the thread that calls
 * these functions, by no other. */
#ifndef HECO_MPI_H
#define HECO_MPI_H

#include "heco/evaluator.h"
#include "heco/experiment.h"

HECO_BEGIN_DECLS

/* How ranks work together. Start from heco_mpi_options_default(). */
typedef struct {
    size_t      size;         /* sizeof(heco_mpi_options), set by its default            */
    const void *communicator; /* an MPI_Comm * on which nobody else sends anything while an
                               * evaluator is open; NULL: that of all ranks              */
    const heco_backend *inside; /* who evaluates within each rank; NULL: serial. With the backend
                                 * process a crash costs one point; otherwise it ends the rank, and
                                 * the launcher ends the others                          */
    const char *identity;     /* what rank 0 and the others must have in common besides the
                               * version and the problem's box, such as fingerprints of files,
                               * one per line; NULL: nothing                             */
    double      wait;         /* seconds until a rank that does not come is given up     */
} heco_mpi_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_mpi_options_init(heco_mpi_options *options, size_t size);
/* All ranks, serial in each of them, 60 seconds. */
static inline heco_mpi_options heco_mpi_options_default(void) {
    heco_mpi_options options;
    heco_mpi_options_init(&options, sizeof options);
    return options;
}

/* The backend, for heco_minimize_options.own_backend, heco_evaluator_open() and
 * heco_backend_serve(). heco_evaluator_options.context is NULL or a heco_mpi_options; workers,
 * timeout, retries and memory_limit are those within each rank (0 workers: one). */
HECO_API const heco_backend *heco_mpi_backend(void);

/* For rank 0 where it ends without having opened an evaluator: the others, which wait in
 * heco_backend_serve(), return. Harmless where they have done so already. */
HECO_API void heco_mpi_dismiss(const heco_mpi_options *options);

/* Initialises MPI where nobody has. */
HECO_API heco_status heco_mpi_start(heco_error *error);
/* This rank; 0 where MPI is not initialised. */
HECO_API int heco_mpi_rank(void);
/* The number of ranks; 1 where MPI is not initialised. */
HECO_API int heco_mpi_count(void);
/* Ends MPI when all ranks have come; where one does not, rank 0 ends the job with that exit code
 * after a few seconds. */
HECO_API void heco_mpi_end(int code);

/* What each rank says to rank 0 before the work begins. */
typedef struct {
    int  rank;       /* whose it is                                                      */
    int  code;       /* negative: it is ready; else why not, as an exit code             */
    char host[64];   /* where it runs                                                    */
    char text[400];  /* one line about what is wrong; "": nothing                        */
} heco_mpi_report;
/* Called by every rank once: `own` goes to rank 0, which gets all `count` reports in `all` (NULL
 * elsewhere; those of ranks that did not come in time have code 1 and say so) and decides with
 * `judge`; all ranks return what that returned. */
HECO_API int heco_mpi_settle(const heco_mpi_report *own, heco_mpi_report *all, double wait,
                             int (*judge)(const heco_mpi_report *all, int count));

/* ---- a bench over the ranks ---- */

/* heco_bench() over all ranks: each makes the plan and calls this. Rank 0 alone opens the database
 * and stores what the others finish; they run one job at a time each. In them *served is 1 and the
 * other results mean nothing. The database is that of heco_bench(), with any number of ranks. */
HECO_API heco_status heco_mpi_bench(const heco_plan *plan, const heco_bench_options *options,
                                    heco_bench_summary *summary, int *served, heco_error *error);

HECO_END_DECLS

#endif
