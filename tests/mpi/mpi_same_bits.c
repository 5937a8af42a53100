/* Every algorithm of the table on a constrained problem with integer variables and points that fail:
 * the same bits from MPI as from serial. Started by a launcher with any number of ranks. With one
 * rank threads and processes are compared as well. */
#include "../conformance/conformance.h"

#include "heco/mpi.h"

static const shape hard = {.name = "integers, some points fail", .n = 4, .ng = 2, .nh = 1,
                           .integer = 1, .behaviour = EVAL_SOME_FAIL};

static heco_minimize_options options_for(const heco_algorithm *a) {
    heco_minimize_options m = heco_minimize_options_default();
    m.run                   = hand_options(51);
    m.run.max_evals         = 403;
    m.run.batch             = 1; /* the default batch follows the number of workers */
    m.algorithm             = a->name;
    return m;
}

static heco_solution *solve(const heco_algorithm *a, const heco_problem *p,
                            const heco_minimize_options *m) {
    heco_error     error = {HECO_OK, ""};
    heco_solution *solution;
    if (heco_minimize(&solution, p, m, &error) == HECO_OK) return solution;
    if (!may_refuse(a)) {
        fprintf(stderr, "%s: %s\n", a->name, error.text);
        exit(1);
    }
    return NULL;
}

/* Compared by hand: a failed assertion of cmocka would jump out of one rank alone. */
static void compare(const heco_solution *one, const heco_solution *other, const char *who,
                    const char *how) {
    const heco_result *a = heco_solution_result(one), *b = heco_solution_result(other);
    int same = a->outcome.evals == b->outcome.evals && a->outcome.failed == b->outcome.failed &&
               a->outcome.stop == b->outcome.stop && a->outcome.found == b->outcome.found &&
               memcmp(&a->outcome.f, &b->outcome.f, sizeof a->outcome.f) == 0 &&
               memcmp(&a->outcome.viol, &b->outcome.viol, sizeof a->outcome.viol) == 0 &&
               a->outcome.evals_at_best == b->outcome.evals_at_best &&
               memcmp(a->x, b->x, hard.n * sizeof *a->x) == 0;
    if (same) return;
    fprintf(stderr, "%s: %s differs from serial: f %.17g and %.17g\n", who, how, a->outcome.f,
            b->outcome.f);
    exit(1);
}

static void compare_here(const heco_algorithm *a, const heco_problem *p,
                         const heco_solution *serial) {
    static const char *const backend[] = {"threads", "process"};
    for (int k = 0; k < 2; k++)
        for (unsigned workers = 1; workers <= 4; workers *= 2) {
            heco_minimize_options m = options_for(a);
            m.backend               = backend[k];
            m.evaluator.workers     = workers;
            heco_solution *found    = solve(a, p, &m);
            compare(serial, found, a->name, backend[k]);
            heco_solution_free(found);
        }
}

static void compare_ranks(const heco_algorithm *a, const heco_problem *p,
                          const heco_solution *serial) {
    heco_mpi_options      ranks  = heco_mpi_options_default();
    heco_minimize_options m      = options_for(a);
    heco_error            error  = {HECO_OK, ""};
    int                   served = 0;
    m.own_backend                = heco_mpi_backend();
    m.evaluator.context          = &ranks;
    if (heco_backend_serve(m.own_backend, p, &m.evaluator, &served, &error) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", a->name, error.text);
        exit(1);
    }
    if (served) return;
    heco_solution *found = solve(a, p, &m);
    compare(serial, found, a->name, "MPI");
    heco_solution_free(found);
}

int main(void) {
    heco_problem p     = shape_problem(&hard);
    heco_error   error = {HECO_OK, ""};
    size_t       count = 0;
    if (heco_mpi_start(&error) != HECO_OK) return 1;
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++) {
        const heco_algorithm *a = heco_algorithm_at(i);
        heco_minimize_options m = options_for(a);
        heco_solution        *serial = solve(a, &p, &m);
        if (serial == NULL) continue;
        if (heco_mpi_count() == 1) compare_here(a, &p, serial);
        compare_ranks(a, &p, serial);
        heco_solution_free(serial);
        count++;
    }
    if (heco_mpi_rank() == 0)
        printf("%zu algorithms, %d rank(s): the same bits\n", count, heco_mpi_count());
    heco_mpi_end(0);
    return 0;
}
