/* A function of your own, evaluated by the ranks of MPI on a communicator of your own.
 *
 *     mpicc 08_mpi.c $(pkg-config --cflags --libs heco_mpi) -lm -o 08_mpi && mpirun -n 4 ./08_mpi
 *
 * Every rank runs this program. Rank 0 of the communicator searches, the others evaluate. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#include <heco/heco.h>
#include <heco/mpi.h>

/* Minimise the weight of a bar under a load; x[1] is a whole number of struts. */
static int bar(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] * (1.0 + 0.2 * x[1]);
    g[0] = 3.0 - x[0] * sqrt(1.0 + x[1]);    /* it must carry the load */
    g[1] = x[1] * x[1] / 20.0 + x[0] - 3.0; /* and fit into its place */
    return HECO_POINT_OK;
}

int main(int argc, char **argv) {
    static const double        lower[] = {0.1, 0.0}, upper[] = {5.0, 8.0};
    static const unsigned char integer[] = {0, 1};
    heco_problem               problem   = heco_problem_default();
    heco_minimize_options      how       = heco_minimize_options_default();
    heco_mpi_options           ranks     = heco_mpi_options_default();
    heco_error                 error     = {HECO_OK, ""};
    heco_solution             *solution  = NULL;
    MPI_Comm                   ours;
    int                        served = 0, good = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &ours); /* letters of the library, and no others */

    problem.space.n = 2, problem.space.ng = 2;
    problem.space.lower = lower, problem.space.upper = upper, problem.space.integer = integer;
    problem.eval = bar;

    ranks.communicator    = &ours;
    how.run.max_evals     = 4000;
    how.own_backend       = heco_mpi_backend();
    how.evaluator.context = &ranks;

    heco_status status =
        heco_backend_serve(how.own_backend, &problem, &how.evaluator, &served, &error);
    if (status == HECO_OK && !served) status = heco_minimize(&solution, &problem, &how, &error);
    if (status != HECO_OK) fprintf(stderr, "%s\n", error.text);
    if (solution != NULL) {
        const heco_result *r = heco_solution_result(solution);
        printf("weight %.6f with thickness %.6f and %g struts\n", r->outcome.f, r->x[0], r->x[1]);
        good = fabs(r->outcome.f - 2.4) < 1e-3; /* 1.5 thick, three struts */
    }
    heco_solution_free(solution);
    MPI_Comm_free(&ours);
    MPI_Finalize();
    return status == HECO_OK && good ? 0 : 1;
}
