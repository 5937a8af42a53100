/* An algorithm of your own: a descriptor with init, ask and tell, run by the library.
 *
 * DE/rand/1/bin with the feasibility rule: Storn and Price (1997), J. Global Optimization 11,
 * 341-359; Deb (2000), Comput. Methods Appl. Mech. Eng. 186, 311-338. Budget, best point, stop
 * rules, threads and repeatability come with the run. */
#include <heco/heco.h>
#include <stdio.h>
#include <string.h>

enum { TOY_POP, TOY_F, TOY_CR, TOY_OPTIONS };
static const heco_option toy_options[] = {
    [TOY_POP]     = {"pop", HECO_OPTION_INTEGER, 40, 4, 1e6, NULL, "population size"},
    [TOY_F]       = {"F", HECO_OPTION_REAL, 0.5, 0, 2, NULL, "scale of the difference vector"},
    [TOY_CR]      = {"CR", HECO_OPTION_REAL, 0.9, 0, 1, NULL, "crossover rate"},
    [TOY_OPTIONS] = {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL},
};

typedef struct {
    const heco_setup *setup;
    size_t            pop;
    int               started; /* has the first population been told? */
    double           *x, *f, *viol;
} toy;

static heco_status toy_init(void *state, const heco_setup *setup, size_t *max_batch) {
    toy *s     = state;
    s->setup   = setup;
    s->pop     = (size_t)setup->option[TOY_POP];
    s->x       = heco_arena_take(setup->arena, s->pop * setup->space->n, sizeof *s->x);
    s->f       = heco_arena_take(setup->arena, s->pop, sizeof *s->f);
    s->viol    = heco_arena_take(setup->arena, s->pop, sizeof *s->viol);
    *max_batch = s->pop;
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

static void toy_trial(const toy *s, size_t i, double *trial) {
    const heco_space *space = s->setup->space;
    heco_rng         *rng   = s->setup->rng;
    size_t            n     = space->n, r[3];
    for (int k = 0; k < 3; k++) {
        do {
            r[k] = heco_rng_index(rng, s->pop);
        } while (r[k] == i || (k > 0 && r[k] == r[0]) || (k > 1 && r[k] == r[1]));
    }
    const double *a = s->x + r[0] * n, *b = s->x + r[1] * n, *c = s->x + r[2] * n,
                 *p = s->x + i * n;
    size_t keep     = heco_rng_index(rng, n);
    for (size_t j = 0; j < n; j++) {
        int mutant = heco_rng_uniform(rng) < s->setup->option[TOY_CR] || j == keep;
        trial[j]   = mutant ? a[j] + s->setup->option[TOY_F] * (b[j] - c[j]) : p[j];
        if (trial[j] < space->lower[j]) trial[j] = 0.5 * (p[j] + space->lower[j]);
        if (trial[j] > space->upper[j]) trial[j] = 0.5 * (p[j] + space->upper[j]);
    }
}

static heco_status toy_ask(void *state, heco_batch *out) {
    toy              *s     = state;
    const heco_space *space = s->setup->space;
    out->count              = s->pop;
    for (size_t i = 0; i < s->pop; i++)
        for (size_t j = 0; !s->started && j < space->n; j++)
            out->x[i * space->n + j] = space->lower[j] + heco_rng_uniform(s->setup->rng) *
                                                             (space->upper[j] - space->lower[j]);
    for (size_t i = 0; s->started && i < s->pop; i++) toy_trial(s, i, out->x + i * space->n);
    return HECO_OK;
}

static heco_status toy_tell(void *state, const heco_batch *in) {
    toy   *s = state;
    size_t n = s->setup->space->n;
    for (size_t i = 0; i < in->count; i++)
        if (!s->started || heco_better_feasible(in->f[i], in->viol[i], s->f[i], s->viol[i])) {
            memcpy(s->x + i * n, in->x + i * n, n * sizeof *s->x);
            s->f[i]    = in->f[i];
            s->viol[i] = in->viol[i];
        }
    s->started = 1;
    return HECO_OK;
}

static const heco_algorithm toy_de = {
    .size       = sizeof(heco_algorithm),
    .name       = "toy-de",
    .title      = "DE/rand/1/bin with the feasibility rule",
    .reference  = "storn1997",
    .options    = toy_options,
    .state_size = sizeof(toy),
    .init       = toy_init,
    .ask        = toy_ask,
    .tell       = toy_tell,
};

int main(void) {
    static const char *const set[] = {"F=0.7"};
    heco_suite              *suite;
    const heco_problem      *problem;
    heco_error               error;
    heco_run                *run       = NULL;
    heco_evaluator          *evaluator = NULL;
    heco_run_options         options   = heco_run_options_default();
    options.max_evals                  = 20010; /* no multiple of 40: the last batch is cut */
    options.set = set, options.sets = 1;

    heco_status status = heco_suite_open(&suite, "cec2006", NULL, &error);
    if (status == HECO_OK)
        status = heco_suite_problem(suite, (size_t)heco_suite_find(suite, "g06", NULL), 0, &problem,
                                    &error);
    if (status == HECO_OK) status = heco_evaluator_open(&evaluator, problem, NULL, NULL, &error);
    if (status == HECO_OK) status = heco_run_new(&run, &toy_de, &problem->space, &options, &error);
    if (status != HECO_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    heco_batch *batch;
    while (status == HECO_OK && (batch = heco_run_ask(run)) != NULL)
        if ((status = heco_evaluate(evaluator, batch)) == HECO_OK) status = heco_run_tell(run);

    const heco_result *r = heco_run_result(run);
    printf("%s: %s, f = %.6f (best known %.6f) after %llu evaluations\n", toy_de.name,
           heco_found_text(r->outcome.found), r->outcome.f, problem->f_ref,
           (unsigned long long)r->outcome.evals);
    int right = r->outcome.found == HECO_FOUND_FEASIBLE && r->outcome.evals == 20010 &&
                r->outcome.f < problem->f_ref + 1;
    heco_run_free(run);
    heco_evaluator_close(evaluator);
    heco_suite_close(suite);
    return right ? 0 : 1;
}
