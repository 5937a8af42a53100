/* The welded beam: a cantilever welded to a wall carries 6000 lb at its end, at least cost.
 *
 * h and l: height and length of the weld; t and b: height and thickness of the bar (inches).
 * Ragsdell and Phillips (1976), J. Engineering for Industry 98, 1021-1025; this form (stress from
 * the full torsion term, buckling load, bounds) as in Coello Coello (2000), Computers in Industry
 * 41, 113-127. Best known: f = 1.724852 at (0.205730, 3.470489, 9.036624, 0.205730).
 *
 * Each constraint is a ratio to its limit less one, so that no unit outweighs another and
 * -0.03 reads as "3 % below the limit". */
#include <heco/heco.h>
#include <math.h>
#include <stdio.h>

static const double LOAD = 6000, ARM = 14, YOUNG = 30e6, SHEAR_MODULUS = 12e6;     /* lb, in, psi */
static const double SHEAR_MAX = 13600, BENDING_MAX = 30000, DEFLECTION_MAX = 0.25; /* psi, in */

static double beam_shear(const double *x) {
    double h = x[0], l = x[1], t = x[2];
    double primary = LOAD / (sqrt(2.0) * h * l);
    double moment  = LOAD * (ARM + l / 2);
    double radius  = sqrt(l * l / 4 + (h + t) * (h + t) / 4);
    double polar   = 2 * sqrt(2.0) * h * l * (l * l / 12 + (h + t) * (h + t) / 4);
    double torsion = moment * radius / polar;
    return sqrt(primary * primary + primary * torsion * l / radius + torsion * torsion);
}

static double beam_buckling_load(const double *x) {
    double t = x[2], b = x[3];
    return 4.013 * YOUNG * sqrt(t * t * pow(b, 6) / 36) / (ARM * ARM) *
           (1 - t / (2 * ARM) * sqrt(YOUNG / (4 * SHEAR_MODULUS)));
}

static int beam_eval(void *user, const double *x, double *f, double *g, double *h_unused) {
    (void)user, (void)h_unused;
    double h = x[0], l = x[1], t = x[2], b = x[3];
    f[0] = 1.10471 * h * h * l + 0.04811 * t * b * (14 + l);
    g[0] = beam_shear(x) / SHEAR_MAX - 1;
    g[1] = 6 * LOAD * ARM / (b * t * t) / BENDING_MAX - 1;
    g[2] = h / b - 1;
    g[3] = (0.10471 * h * h + 0.04811 * t * b * (14 + l)) / 5 - 1;
    g[4] = 1 - h / 0.125;
    g[5] = 4 * LOAD * ARM * ARM * ARM / (YOUNG * t * t * t * b) / DEFLECTION_MAX - 1;
    g[6] = 1 - beam_buckling_load(x) / LOAD;
    return HECO_POINT_OK;
}

static void beam_report(const heco_problem *problem, const heco_solution *solution) {
    const heco_result            *r = heco_solution_result(solution);
    const heco_constraint_report *c = heco_solution_constraints(solution);
    char                          name[24];
    printf("%s, %s\n", problem->name, heco_found_text(r->outcome.found));
    printf("  cost %.6f (best known %.6f), violation %g, %llu evaluations, stopped by %s\n",
           r->outcome.f, problem->f_ref, r->outcome.viol, (unsigned long long)r->outcome.evals,
           heco_stop_text(r->outcome.stop));
    for (size_t j = 0; j < problem->space.n; j++)
        printf("  %-18s %12.6f   in [%g, %g]\n", heco_problem_x_name(problem, j, name), r->x[j],
               problem->space.lower[j], problem->space.upper[j]);
    for (size_t k = 0; k < problem->space.ng + problem->space.nh; k++)
        printf("  %-18s %12.3e   %s\n", c[k].name, c[k].value,
               !c[k].satisfied      ? "VIOLATED"
               : c[k].value > -1e-3 ? "satisfied, active"
                                    : "satisfied");
    printf("  re-evaluation of the answer: %s\n",
           heco_solution_reproduced(solution) == 1 ? "the same bits" : "not the same");
}

int main(void) {
    static const double      lower[] = {0.1, 0.1, 0.1, 0.1}, upper[] = {2, 10, 10, 2};
    static const char *const x_names[] = {"weld height", "weld length", "bar height",
                                          "bar thickness"};
    static const char *const c_names[] = {"shear stress",  "bending stress", "weld fits bar",
                                          "material cost", "smallest weld",  "deflection",
                                          "buckling"};
    heco_problem             problem   = heco_problem_default();
    problem.name                       = "welded beam";
    problem.space.n = 4, problem.space.ng = 7;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.x_names = x_names, problem.c_names = c_names;
    problem.f_ref = 1.724852;
    problem.eval  = beam_eval;

    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 60000;

    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    beam_report(&problem, solution);
    int right = heco_solution_result(solution)->outcome.found == HECO_FOUND_FEASIBLE &&
                heco_solution_result(solution)->outcome.f < problem.f_ref + 1e-4;
    heco_solution_free(solution);
    return right ? 0 : 3;
}
