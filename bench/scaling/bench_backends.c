/* Measures the cost of each backend per point, and the efficiency of two workers:
 *
 *     bench_backends [WORKERS [TASK]]          threads and processes; TASK: number of the one function
 *     mpirun -n 3 bench_backends_mpi [TASK]    two ranks that evaluate
 *
 * "1 ms waiting" needs no core, so it measures the backend also on a busy machine. */
#include "bench_backends.h"

static void bench_backend(const char *name, unsigned workers, size_t only) {
    for (size_t k = 0; k < BENCH_TASKS; k++) {
        if (only < BENCH_TASKS && k != only) continue;
        bench_task             task = bench_tasks[k];
        heco_problem           p    = bench_problem(&task);
        heco_evaluator_options o    = {.workers = workers};
        heco_evaluator        *ev;
        double                 bare = bench_bare(&task, bench_count(&task));
        if (heco_evaluator_open(&ev, &p, heco_backend_find(name, NULL), &o, NULL) != HECO_OK) abort();
        bench_print(name, workers, bench_task_name[k], bare,
                    bench_rows(ev, &p.space, BENCH_ROWS, bench_count(&task)));
        heco_evaluator_close(ev);
    }
}

int main(int argc, char **argv) {
    unsigned workers = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    size_t   only    = argc > 2 ? strtoul(argv[2], NULL, 10) : BENCH_TASKS;
    bench_print_head();
    bench_backend("serial", 1, only);
    bench_backend("threads", 1, only);
    bench_backend("threads", workers, only);
    bench_backend("process", 1, only);
    bench_backend("process", workers, only);
    return 0;
}
