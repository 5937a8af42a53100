/* The tests of textbook_de.c, as a program that exits with 0: a step worked by hand, the refusal,
 * the same numbers twice, and a problem with a known solution.
 *
 *     cc -I include -o textbook_de_test textbook_de_test.c -L build/release -lheco -lm */
#include "textbook_de.c"

#include <heco/heco.h>
#include <stdlib.h>

#define CHECK(what) \
    ((what) ? (void)0 : (fprintf(stderr, "line %d: %s\n", __LINE__, #what), exit(1)))

static const double LOW[2] = {-5, -5}, HIGH[2] = {5, 5};

/* x1 + x2 with x1^2 + x2^2 <= 2: the solution is (-1, -1), f = -2. */
static int disc(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] + x[1];
    g[0] = x[0] * x[0] + x[1] * x[1] - 2.0;
    return HECO_POINT_OK;
}

static heco_space box(void) {
    heco_problem p = heco_problem_default();
    p.space.n = 2, p.space.ng = 1, p.space.lower = LOW, p.space.upper = HIGH;
    return p.space;
}

/* Selection by hand: member 0 is feasible with f = 1, member 1 infeasible by 2. A trial of member 0
 * with smaller f that is infeasible loses; a trial of member 1 with a smaller violation wins. */
static void selection(void) {
    double     x[4] = {1, 1, 2, 2}, u[4] = {3, 3, 4, 4}, f[2] = {1, 0}, viol[2] = {0, 2};
    double     f_u[2] = {0.5, 9}, viol_u[2] = {0.1, 1};
    de         s  = {.N = 2, .known = 2, .x = x, .f = f, .viol = viol};
    heco_batch in = {.n = 2, .count = 2, .x = u, .f = f_u, .viol = viol_u};
    CHECK(de_tell(&s, &in) == HECO_OK);
    CHECK(x[0] == 1 && f[0] == 1 && viol[0] == 0);
    CHECK(x[2] == 4 && f[1] == 9 && viol[1] == 1);
}

/* A population that does not fit the budget is refused with status and message. */
static void refusal(void) {
    heco_space       space = box();
    heco_run_options o     = heco_run_options_default();
    heco_error       error = {HECO_OK, ""};
    heco_run        *run;
    o.max_evals = 10;
    CHECK(heco_run_new(&run, &textbook_de, &space, &o, &error) == HECO_ERR_ARG);
    CHECK(strstr(error.text, "textbook-de: N = 20 does not fit 10 evaluations: lower N") != NULL);
}

static double solve(uint64_t seed, uint64_t evals) {
    heco_space       space = box();
    heco_run_options o     = heco_run_options_default();
    heco_run        *run;
    heco_batch      *b;
    o.max_evals = evals, o.seed = seed;
    CHECK(heco_run_new(&run, &textbook_de, &space, &o, NULL) == HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < b->count; i++) disc(NULL, b->x + 2 * i, b->f + i, b->g + i, NULL);
        CHECK(heco_run_tell(run) == HECO_OK);
    }
    const heco_outcome *end = &heco_run_result(run)->outcome;
    double              f   = end->f;
    CHECK(end->found == HECO_FOUND_FEASIBLE);
    heco_run_free(run);
    return f;
}

int main(void) {
    heco_error error;
    CHECK(heco_algorithm_check(&textbook_de, &error) == HECO_OK);
    selection();
    refusal();
    CHECK(fabs(solve(1, 5010) + 2.0) < 1e-6); /* no multiple of 20: the last batch is cut */
    CHECK(solve(2, 500) == solve(2, 500));
    CHECK(solve(2, 500) != solve(3, 500));
    return 0;
}
