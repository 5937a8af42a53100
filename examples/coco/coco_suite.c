/* bbob-constrained of COCO as a suite of heco (docs/guide/coco.md). COCO itself is not part of
 * heco:
 *
 *     cc -O2 -fPIC -shared -I COCO/code-experiments/build/c -o coco.so coco_suite.c \
 *        COCO/code-experiments/build/c/coco.c -lm
 *     heco bench --suite ./coco.so --dims 2,5 --problems f001_i01-f054_i01 --algorithms al-cma-es \
 *        --runs 1 --jobs 1 --db coco.db
 *
 * Every instance of a function is a problem of its own, "f001_i01". COCO's observer writes its data
 * as it does for any experiment. It observes one problem at a time, so a problem is opened at its
 * first evaluation and closed at the first evaluation of another one. */
#include <coco.h>
#include <heco/suite_plugin.h>
#include <stdio.h>
#include <stdlib.h>

enum { FUNCTIONS = 54, INSTANCES = 15, DIMS = 6, PROBLEMS = FUNCTIONS * INSTANCES };
static const size_t dims[DIMS] = {2, 3, 5, 10, 20, 40};

/* A problem in one dimension. */
typedef struct {
    size_t  function, instance, dim, constraints;
    double *lower, *upper;
} entry;

/* The one experiment of this process. */
static struct {
    coco_suite_t             *suite;
    coco_observer_t          *observer;
    coco_problem_t           *problem; /* the one that is observed now */
    const entry              *observed;
    char                      name[PROBLEMS][12];
    heco_suite_plugin_problem row[PROBLEMS];
} coco;

static coco_problem_t *find(const entry *e) {
    return coco_suite_get_problem_by_function_dimension_instance(coco.suite, e->function, e->dim,
                                                                 e->instance);
}

/* Lets the observer follow problem e, or none if e is NULL. */
static void observe(const entry *e) {
    if (coco.problem != NULL) coco_problem_free(coco.problem); /* the observer completes its data */
    coco.problem  = e != NULL ? coco_problem_add_observer(find(e), coco.observer) : NULL;
    coco.observed = e;
}

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    const entry *e = user;
    (void)h;
    if (coco.observed != e) observe(e);
    if (e->constraints > 0) coco_evaluate_constraint(coco.problem, x, g);
    coco_evaluate_function(coco.problem, x, f);
    return HECO_PLUGIN_OK;
}

static void release(void *user, heco_plugin *problem) {
    entry *e = problem->user;
    (void)user;
    if (coco.observed == e) observe(NULL);
    free(e->lower);
    free(e);
}

static int open_problem(void *user, size_t index, size_t dim, heco_plugin *out, char *text,
                        size_t size) {
    entry  *e = calloc(1, sizeof *e);
    double *x = calloc(2 * dim, sizeof *x);
    (void)user;
    if (e == NULL || x == NULL) {
        free(e), free(x);
        return snprintf(text, size, "out of memory"), HECO_PLUGIN_FAILED;
    }
    *e                = (entry){index / INSTANCES + 1, index % INSTANCES + 1, dim, 0, x, x + dim};
    coco_problem_t *p = find(e); /* not observed: only described */
    e->constraints    = coco_problem_get_number_of_constraints(p);
    for (size_t j = 0; j < dim; j++) {
        e->lower[j] = coco_problem_get_smallest_values_of_interest(p)[j];
        e->upper[j] = coco_problem_get_largest_values_of_interest(p)[j];
    }
    coco_problem_free(p);
    out->n = dim, out->ng = e->constraints;
    out->lower = e->lower, out->upper = e->upper;
    out->eval = eval, out->user = e, out->sharing = HECO_PLUGIN_ALONE;
    return HECO_PLUGIN_OK;
}

static void close_suite(void *user) {
    (void)user;
    coco_observer_free(coco.observer);
    coco_suite_free(coco.suite);
}

/* HECO_COCO_OBSERVER holds options of the observer, such as "result_folder: heco-auto". */
const heco_suite_plugin *heco_suite_plugin_entry(uint32_t host) {
    static heco_suite_plugin suite = {
        HECO_SUITE_PLUGIN_SIZES, .name = "bbob-constrained", .title = "COCO bbob-constrained",
        .problems = coco.row,    .count = PROBLEMS,          .evals_per_variable = 10000,
        .open = open_problem,    .release = release,         .close = close_suite};
    const char *options = getenv("HECO_COCO_OBSERVER");
    (void)host;
    coco.suite    = coco_suite("bbob-constrained", "", "");
    coco.observer = coco_observer("bbob", options != NULL ? options : "result_folder: heco");
    for (int i = 0; i < PROBLEMS; i++) {
        snprintf(coco.name[i], sizeof coco.name[i], "f%03d_i%02d", i / INSTANCES + 1,
                 i % INSTANCES + 1);
        coco.row[i] =
            (heco_suite_plugin_problem){.name = coco.name[i], .dims = dims, .dim_count = DIMS};
    }
    return coco.suite != NULL && coco.observer != NULL ? &suite : NULL;
}
