/* The MPI ranks that run this command. heco is one process (mpi_ranks_none.c). In heco-mpi
 * (mpi_ranks.c) rank 0 searches and writes, and the other ranks evaluate. */
#ifndef HECO_CLI_MPI_RANKS_H
#define HECO_CLI_MPI_RANKS_H

#include "cli/args.h"
#include "heco/heco.h"

/* Initialises MPI if a launcher started this process. Returns -1 on success, else prints a message
 * and returns the exit code. */
int mpi_ranks_begin(void);
/* Disconnects from the other ranks. Returns the exit code of the process. */
int mpi_ranks_end(int code);

int mpi_ranks_count(void); /* number of ranks that run this command, this one included */
int mpi_ranks_is_first(void);
/* Returns 1 if this process runs the command. Rank 0 always does. */
int mpi_ranks_take_part(const cli_command *command);

/* Waits before the work begins until every rank has called it; `code` is -1 if this rank is ready.
 * If all ranks are ready, prints one line about them unless `quiet`, and returns -1. Otherwise
 * prints the message of a rank that is not ready and returns its exit code. mpi_ranks_end() calls
 * it if the command has not. */
int mpi_ranks_settle(int code, int quiet);

/* Returns the backend of the search: `inside`, or one that runs `inside` in each of the other
 * ranks. `identity` must be equal on all ranks and stays valid until the end of the search. */
const heco_backend *mpi_ranks_backend(const heco_backend *inside, const char *identity,
                                      heco_evaluator_options *how);

/* Runs heco_bench(), over the other ranks if there are any. Sets *served on ranks other than 0. */
heco_status mpi_ranks_bench(const heco_plan *plan, const heco_bench_options *options,
                            heco_bench_summary *summary, int *served, heco_error *error);

#endif
