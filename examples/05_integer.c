/* Integer variables, a starting point, and a stop rule: the pressure vessel.
 *
 * A cylinder with two hemispherical heads, to be made for the least cost of material, forming
 * and welding. The thicknesses of shell and head come in steps of 1/16 inch, so the variables
 * count steps. Formulation: Sandgren (1990), J. Mechanical Design 112, 223-229, with the bounds of
 * Coello Coello (2000), Computers in Industry 41, 113-127. Best known: 6059.7143 with shell 13
 * steps, head 7 steps, radius 42.0984, length 176.6366. */
#include <heco/heco.h>
#include <stdio.h>

static int vessel_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    const double pi    = 3.14159265358979323846;
    double       shell = x[0] / 16, head = x[1] / 16, radius = x[2], length = x[3];
    f[0] = 0.6224 * shell * radius * length + 1.7781 * head * radius * radius +
           3.1661 * shell * shell * length + 19.84 * shell * shell * radius;
    g[0] = 0.0193 * radius - shell; /* pressure in the shell */
    g[1] = 0.00954 * radius - head; /* pressure in the heads */
    g[2] = 1 - pi * radius * radius * (length + 4.0 / 3.0 * radius) / 1296000; /* volume */
    g[3] = length / 240 - 1; /* as long as the rolling mill is wide */
    return HECO_POINT_OK;
}

int main(void) {
    static const double        lower[] = {1, 1, 10, 10}, upper[] = {99, 99, 200, 200};
    static const unsigned char integer[] = {1, 1, 0, 0};
    static const double        start[]   = {20, 10, 50, 120}; /* an engineer's first guess */
    static const char *const   c_names[] = {"shell", "heads", "volume", "mill"};

    heco_problem problem = heco_problem_default();
    problem.name         = "pressure vessel";
    problem.space.n = 4, problem.space.ng = 4;
    problem.space.lower = lower, problem.space.upper = upper;
    problem.space.integer = integer;
    problem.c_names       = c_names;
    problem.eval          = vessel_eval;

    heco_minimize_options options = heco_minimize_options_default();
    options.run.max_evals         = 100000;
    options.run.start = start, options.run.starts = 1;
    options.run.target = 6060; /* good enough: stop there */

    heco_solution *solution;
    heco_error     error;
    if (heco_minimize(&solution, &problem, &options, &error) != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const heco_result *r = heco_solution_result(solution);
    printf("%s, stopped by %s after %llu evaluations: cost %.2f with shell %g/16, head %g/16, "
           "radius %.4f, length %.4f\n",
           heco_found_text(r->outcome.found), heco_stop_text(r->outcome.stop),
           (unsigned long long)r->outcome.evals, r->outcome.f, r->x[0], r->x[1], r->x[2], r->x[3]);
    int right = r->outcome.found == HECO_FOUND_FEASIBLE && r->outcome.f < 6500;
    heco_solution_free(solution);
    return right ? 0 : 1;
}
