/* The command heco is one process. */
#include "cli/mpi_ranks.h"

int mpi_ranks_begin(void) { return -1; }
int mpi_ranks_end(int code) { return code; }
int mpi_ranks_count(void) { return 1; }
int mpi_ranks_is_first(void) { return 1; }

int mpi_ranks_take_part(const cli_command *command) {
    (void)command;
    return 1;
}

int mpi_ranks_settle(int code, int quiet) {
    (void)quiet;
    return code;
}

const heco_backend *mpi_ranks_backend(const heco_backend *inside, const char *identity,
                                      heco_evaluator_options *how) {
    (void)identity, (void)how;
    return inside;
}

heco_status mpi_ranks_bench(const heco_plan *plan, const heco_bench_options *options,
                            heco_bench_summary *summary, int *served, heco_error *error) {
    *served = 0;
    return heco_bench(plan, options, summary, error);
}
