/* bench_backends for the backend mpi; see there. */
#include "bench_backends.h"
#include "heco/mpi.h"

int main(int argc, char **argv) {
    heco_error error;
    size_t     only = argc > 1 ? strtoul(argv[1], NULL, 10) : BENCH_TASKS;
    if (heco_mpi_start(&error) != HECO_OK || heco_mpi_count() < 2) {
        fprintf(stderr, "start it with mpirun -n 3\n");
        return 1;
    }
    if (heco_mpi_rank() == 0) bench_print_head();
    for (size_t k = 0; k < BENCH_TASKS; k++) {
        if (only < BENCH_TASKS && k != only) continue;
        bench_task             task   = bench_tasks[k];
        heco_problem           p      = bench_problem(&task);
        heco_evaluator_options o      = {.workers = 0};
        int                    served = 0;
        heco_evaluator        *ev;
        double bare = heco_mpi_rank() == 0 ? bench_bare(&task, bench_count(&task)) : 0.0;
        if (heco_backend_serve(heco_mpi_backend(), &p, &o, &served, &error) != HECO_OK) return 1;
        if (served) continue;
        if (heco_evaluator_open(&ev, &p, heco_mpi_backend(), &o, &error) != HECO_OK) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        bench_print("mpi", (unsigned)heco_mpi_count() - 1, bench_task_name[k], bare,
                    bench_rows(ev, &p.space, BENCH_ROWS, bench_count(&task)));
        heco_evaluator_close(ev);
    }
    heco_mpi_end(0);
    return 0;
}
