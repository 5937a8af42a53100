/* A bench over the ranks of MPI: the library libheco_mpi, with libheco_tools. */
#ifndef HECO_MPI_BENCH_H
#define HECO_MPI_BENCH_H

#include "heco/experiment.h"
#include "heco/mpi.h"

HECO_BEGIN_DECLS

/* heco_bench() over all ranks: each makes the plan and calls this. Rank 0 alone opens the database
 * and stores what the others finish; they run one job at a time each. In them *served is 1 and the
 * other results mean nothing. The database is that of heco_bench(), with any number of ranks. */
HECO_API heco_status heco_mpi_bench(const heco_plan *plan, const heco_bench_options *options,
                                    heco_bench_summary *summary, int *served, heco_error *error);

HECO_END_DECLS

#endif
