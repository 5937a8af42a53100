/* The other processes that a launcher of MPI has started with this one. The command heco knows of
 * none (ranks_none.c); heco-mpi works together with them (ranks_mpi.c): the first one searches,
 * writes and speaks, the others evaluate. */
#ifndef HECO_CLI_MPI_RANKS_H
#define HECO_CLI_MPI_RANKS_H

#include "cli/args.h"
#include "heco/heco.h"

/* First thing: finds the others. -1, or the exit code after saying why. */
int mpi_ranks_begin(void);
/* Last thing: takes leave of them. The exit code. */
int mpi_ranks_end(int code);

int mpi_ranks_count(void); /* that run this command, this one included */
int mpi_ranks_is_first(void);
/* Whether this process runs the command: the first one always does. */
int mpi_ranks_take_part(const cli_command *command);

/* Before the work begins, in every process that takes part: is everybody ready (`code` -1)? Then -1,
 * and one line about who works where unless `quiet`; else the exit code, after one line about who is
 * not. Where a command ends before it comes to this, mpi_ranks_end() does it. */
int mpi_ranks_settle(int code, int quiet);

/* Who evaluates: `inside`, or the others with `inside` in each of them. `identity` is what they must
 * have in common; it stays until the end of the search. */
const heco_backend *mpi_ranks_backend(const heco_backend *inside, const char *identity,
                                  heco_evaluator_options *how);

/* heco_bench(), over the others where there are some. *served: this process has done its part. */
heco_status mpi_ranks_bench(const heco_plan *plan, const heco_bench_options *options,
                        heco_bench_summary *summary, int *served, heco_error *error);

#endif
