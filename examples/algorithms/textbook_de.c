/* The worked example of docs/guide/own-algorithm.md: DE/rand/1/bin with the feasibility rule.
 * Storn and Price (1997), J. Global Optimization 11, 341-359; Deb (2000).
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -I include -o textbook_de.so textbook_de.c
 *     heco bench --suite cec2006 --algorithms ./textbook_de.so --runs 5 --db runs.db */
#include <heco/algorithm.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DE_N, DE_F, DE_CR, DE_OPTIONS };
static const heco_option de_options[] = {
    [DE_N]  = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL, "population size (10 n, 20 to 100)"},
    [DE_F]  = {"F", HECO_OPTION_REAL, 0.6, 0, 2, NULL, "scale of the difference"},
    [DE_CR] = {"CR", HECO_OPTION_REAL, 0.9, 0, 1, NULL, "crossover rate"},
    [DE_OPTIONS] = {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL}};

typedef struct {
    const heco_setup *setup;
    size_t            N, known; /* members; members that have values */
    double           *x, *f, *viol;
} de;

static heco_status de_init(void *state, const heco_setup *setup, size_t *max_batch) {
    de    *s = state;
    double n = (double)setup->space->n, *N = &setup->option[DE_N];
    if (isnan(*N)) *N = fmin(100.0, fmax(20.0, 10.0 * n)); /* automatic: say what is used */
    if (*N > (double)setup->max_evals) {
        snprintf(setup->error->text, sizeof setup->error->text,
                 "N = %g does not fit %llu evaluations: lower N", *N,
                 (unsigned long long)setup->max_evals);
        return HECO_ERR_ARG;
    }
    s->setup = setup;
    s->N = *max_batch = (size_t)*N;
    s->x              = heco_arena_take(setup->arena, s->N * setup->space->n, sizeof *s->x);
    s->f              = heco_arena_take(setup->arena, s->N, sizeof *s->f);
    s->viol           = heco_arena_take(setup->arena, s->N, sizeof *s->viol);
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

static void de_trial(const de *s, size_t i, double *u) {
    const heco_space *box = s->setup->space;
    heco_rng         *rng = s->setup->rng;
    size_t            n = box->n, r[4] = {i}, forced = heco_rng_index(rng, n);
    for (int k = 1; k < 4; k++) /* three different members, none of them i */
        do r[k] = heco_rng_index(rng, s->N);
        while (r[k] == r[0] || (k > 1 && r[k] == r[1]) || (k > 2 && r[k] == r[2]));
    for (size_t j = 0; j < n; j++) {
        double x = s->x[i * n + j];
        u[j] =
            s->x[r[1] * n + j] + s->setup->option[DE_F] * (s->x[r[2] * n + j] - s->x[r[3] * n + j]);
        if (heco_rng_uniform(rng) >= s->setup->option[DE_CR] && j != forced) u[j] = x;
        if (u[j] < box->lower[j]) u[j] = (x + box->lower[j]) / 2.0;
        if (u[j] > box->upper[j]) u[j] = (x + box->upper[j]) / 2.0;
    }
}

static heco_status de_ask(void *state, heco_batch *out) {
    de               *s   = state;
    const heco_setup *set = s->setup;
    const heco_space *box = set->space;
    out->count            = s->N;
    for (size_t i = 0; i < s->N; i++) {
        double *u = out->x + i * box->n;
        if (s->known > 0) de_trial(s, i, u);
        else if (i < set->starts) memcpy(u, set->start + i * box->n, box->n * sizeof *u);
        else
            for (size_t j = 0; j < box->n; j++)
                u[j] = box->lower[j] + heco_rng_uniform(set->rng) * (box->upper[j] - box->lower[j]);
    }
    return HECO_OK;
}

static heco_status de_tell(void *state, const heco_batch *in) {
    de *s = state;
    for (size_t i = 0; i < in->count; i++) {
        if (s->known > 0 && !heco_better_feasible(in->f[i], in->viol[i], s->f[i], s->viol[i]))
            continue;
        memcpy(s->x + i * in->n, in->x + i * in->n, in->n * sizeof *s->x);
        s->f[i] = in->f[i], s->viol[i] = in->viol[i];
    }
    s->known = in->count;
    return HECO_OK;
}

static const heco_algorithm textbook_de = {.size       = sizeof(heco_algorithm),
                                           .name       = "textbook-de",
                                           .title      = "DE/rand/1/bin, feasibility rule",
                                           .options    = de_options,
                                           .state_size = sizeof(de),
                                           .init       = de_init,
                                           .ask        = de_ask,
                                           .tell       = de_tell};

HECO_ALGORITHM_PLUGIN(textbook_de)
