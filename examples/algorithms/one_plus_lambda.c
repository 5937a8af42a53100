/* An algorithm as a shared object: a (1+lambda) evolution strategy with the feasibility rule.
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -o one_plus_lambda.so one_plus_lambda.c
 *     heco list options ./one_plus_lambda.so
 *     heco solve cec2006:g08 --algorithm ./one_plus_lambda.so --set lambda=20
 *     heco bench --suite cec2006 --algorithms heco-de,./one_plus_lambda.so --db runs.db
 *
 * Rechenberg (1973): the step grows when more than a fifth of the children are better than their
 * parent, and shrinks when fewer are; Deb (2000): feasible before infeasible, then the smaller f.
 * When the steps have become too small to matter it starts again from a random point; the best
 * point of all is kept by the run. */
#include <heco/algorithm.h>
#include <math.h>
#include <string.h>

enum { ES_LAMBDA, ES_SIGMA, ES_OPTIONS };
static const heco_option es_options[] = {
    [ES_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, 10, 1, 10000, NULL, "children per generation"},
    [ES_SIGMA]   = {"sigma", HECO_OPTION_REAL, 0.2, 1e-6, 1, NULL, "first step, as a part of the box"},
    [ES_OPTIONS] = {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL},
};

typedef struct {
    const heco_setup *setup;
    size_t            lambda;
    double            sigma;
    double           *x, f, viol; /* the parent; f and viol are infinite at a start          */
    size_t            begun;      /* starts so far: initial points come first                */
} es;

static heco_status es_init(void *state, const heco_setup *setup, size_t *max_batch) {
    es *s      = state;
    s->setup   = setup;
    s->lambda  = (size_t)setup->option[ES_LAMBDA];
    s->x       = heco_arena_take(setup->arena, setup->space->n, sizeof *s->x);
    *max_batch = s->lambda;
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

static void es_begin(es *s) {
    const heco_space *space = s->setup->space;
    for (size_t j = 0; j < space->n; j++)
        s->x[j] = s->begun < s->setup->starts
                      ? s->setup->start[s->begun * space->n + j]
                      : space->lower[j] +
                            heco_rng_uniform(s->setup->rng) * (space->upper[j] - space->lower[j]);
    s->begun++;
    s->sigma = s->setup->option[ES_SIGMA];
    s->f = s->viol = INFINITY;
}

static void es_child(const es *s, double *child) {
    const heco_space *space = s->setup->space;
    for (size_t j = 0; j < space->n; j++) {
        double range = space->upper[j] - space->lower[j];
        child[j]     = s->x[j] + s->sigma * range * heco_rng_normal(s->setup->rng);
        if (child[j] < space->lower[j]) child[j] = 0.5 * (s->x[j] + space->lower[j]);
        if (child[j] > space->upper[j]) child[j] = 0.5 * (s->x[j] + space->upper[j]);
    }
}

static heco_status es_ask(void *state, heco_batch *out) {
    es    *s = state;
    size_t n = s->setup->space->n;
    if (s->begun == 0 || s->sigma < 1e-12) es_begin(s);
    out->count = s->lambda;
    for (size_t i = 0; i < s->lambda; i++) es_child(s, out->x + i * n);
    if (isinf(s->f)) memcpy(out->x, s->x, n * sizeof *s->x); /* the parent itself has no value yet */
    return HECO_OK;
}

static heco_status es_tell(void *state, const heco_batch *in) {
    es    *s = state;
    double f = s->f, viol = s->viol;
    size_t better = 0;
    for (size_t i = 0; i < in->count; i++) {
        better += (size_t)heco_better_feasible(in->f[i], in->viol[i], f, viol);
        if (!heco_better_feasible(in->f[i], in->viol[i], s->f, s->viol)) continue;
        memcpy(s->x, in->x + i * in->n, in->n * sizeof *s->x);
        s->f = in->f[i], s->viol = in->viol[i];
    }
    s->sigma *= exp(0.5 * ((double)better / (double)in->count - 0.2));
    if (s->sigma > s->setup->option[ES_SIGMA]) s->sigma = s->setup->option[ES_SIGMA];
    return HECO_OK;
}

static const heco_algorithm one_plus_lambda = {
    .size       = sizeof(heco_algorithm),
    .name       = "one-plus-lambda",
    .title      = "(1+lambda) evolution strategy with the feasibility rule",
    .options    = es_options,
    .state_size = sizeof(es),
    .init       = es_init,
    .ask        = es_ask,
    .tell       = es_tell,
};

HECO_ALGORITHM_PLUGIN(one_plus_lambda)
