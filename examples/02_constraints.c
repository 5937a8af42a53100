/* Inequalities and equalities with names, user data, and the report of the answer.
 *
 * A box without a lid has a given surface: which one holds most? With the edges x, y, z and the
 * surface s the answer is x = y = 2 z = sqrt(s / 3). */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>

typedef struct {
    double surface; /* square metres of sheet */
} box;

static int box_eval(void *user, const double *x, double *f, double *g, double *h) {
    const box *b = user;
    f[0]         = -x[0] * x[1] * x[2];                                   /* largest volume */
    g[0]         = 0.2 - x[2];                                            /* at least 0.2 m high */
    h[0]         = x[0] * x[1] + 2.0 * x[2] * (x[0] + x[1]) - b->surface; /* uses all the sheet */
    return HECO_POINT_OK;
}

static void box_print(const heco_problem *problem, const heco_solution *solution) {
    const heco_result            *r = heco_solution_result(solution);
    const heco_constraint_report *c = heco_solution_constraints(solution);
    char                          name[24];
    printf("%s after %llu evaluations (%s), f = %.6f\n", heco_found_text(r->outcome.found),
           (unsigned long long)r->outcome.evals, heco_stop_text(r->outcome.stop), r->outcome.f);
    for (size_t j = 0; j < problem->space.n; j++)
        printf("  %-8s %.6f\n", heco_problem_x_name(problem, j, name), r->x[j]);
    for (size_t k = 0; k < problem->space.ng + problem->space.nh; k++)
        printf("  %-8s %s 0: %.3g, %s\n", c[k].name, c[k].equality ? "= " : "<=", c[k].value,
               c[k].satisfied ? "satisfied" : "violated");
}

int main(void) {
    static const double      lower[] = {0, 0, 0}, upper[] = {4, 4, 4};
    static const char *const x_names[] = {"length", "width", "height"};
    static const char *const c_names[] = {"headroom", "sheet"};
    box                      sheet     = {.surface = 12.0};

    heco_problem problem = heco_problem_default();
    problem.name         = "open box";
    problem.space.n = 3, problem.space.ng = 1, problem.space.nh = 1;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.space.eq_tol = 1e-6; /* |h| up to this counts as met */
    problem.x_names = x_names, problem.c_names = c_names;
    problem.eval = box_eval, problem.user = &sheet;

    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 60000;
    options.run.seed              = 7;

    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    box_print(&problem, solution);
    int right = fabs(heco_solution_result(solution)->outcome.f + 4.0) < 1e-3; /* 2 x 2 x 1 */
    heco_solution_free(solution);
    return right ? 0 : 1;
}
