/* A suite as a shared object: two problems in three dimensions.
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -o shapes.so shapes_suite.c -lm
 *     heco list problems ./shapes.so
 *     heco bench --suite ./shapes.so --algorithms auto,heco-de --runs 5 --db shapes.db */
#include <heco/suite_plugin.h>
#include <stdio.h>
#include <stdlib.h>

/* The data of one problem. */
typedef struct {
    size_t n;
    double lower[10], upper[10];
} shape;

/* ball: the smallest sum of x inside the unit ball, -sqrt(n). */
static int ball(void *user, const double *x, double *f, double *g, double *h) {
    const shape *s = user;
    (void)h;
    f[0] = 0.0;
    g[0] = -1.0;
    for (size_t j = 0; j < s->n; j++) f[0] += x[j], g[0] += x[j] * x[j];
    return HECO_PLUGIN_OK;
}

/* plane: the point of the plane sum x = 1 that is nearest to 0; f is 1/n. */
static int plane(void *user, const double *x, double *f, double *g, double *h) {
    const shape *s = user;
    (void)g;
    f[0] = 0.0;
    h[0] = -1.0;
    for (size_t j = 0; j < s->n; j++) f[0] += x[j] * x[j], h[0] += x[j];
    return HECO_PLUGIN_OK;
}

static int shapes_open(void *user, size_t index, size_t dim, heco_plugin *out, char *text,
                       size_t size) {
    shape *s = calloc(1, sizeof *s);
    (void)user;
    if (s == NULL) return snprintf(text, size, "out of memory"), HECO_PLUGIN_FAILED;
    s->n = dim;
    for (size_t j = 0; j < dim; j++) s->lower[j] = -2.0, s->upper[j] = 2.0;
    out->n       = dim;
    out->ng      = index == 0;
    out->nh      = index == 1;
    out->lower   = s->lower;
    out->upper   = s->upper;
    out->eval    = index == 0 ? ball : plane;
    out->user    = s;
    out->sharing = HECO_PLUGIN_FREELY; /* an evaluation only reads *s */
    return HECO_PLUGIN_OK;
}

static void shapes_release(void *user, heco_plugin *problem) {
    (void)user;
    free(problem->user);
}

static const size_t shapes_dims[] = {2, 5, 10};
static const double ball_best[]   = {-1.4142135623730951, -2.2360679774997898, -3.1622776601683795};
static const double plane_best[]  = {0.5, 0.2, 0.1};
static const heco_suite_plugin_problem shapes[] = {{.name      = "ball",
                                                    .title     = "smallest sum in a ball",
                                                    .dims      = shapes_dims,
                                                    .dim_count = 3,
                                                    .best      = ball_best},
                                                   {.name      = "plane",
                                                    .title     = "nearest point of a plane",
                                                    .dims      = shapes_dims,
                                                    .dim_count = 3,
                                                    .best      = plane_best}};

HECO_SUITE_PLUGIN(.name = "shapes", .title = "a ball and a plane", .problems = shapes, .count = 2,
                  .evals_per_variable = 1000, .success = 1e-3, .open = shapes_open,
                  .release = shapes_release)
