/* nses: a novel selection evolutionary strategy. A reconstruction.
 * Jiao, Li, Shang, Liu, Stolkin (2013), Information Sciences 239, 122-141          [jiao2013]
 *
 *   step                                                    here
 *   one child per member, rand/1/bin, reflect               nses_ask
 *   scaled violation                                        solver/common/scaled_violation.c
 *   pool of parents and children, duplicates leave          nses_select
 *   feasible points of small f, as many as their share      nses_choose_feasible
 *   nondominated infeasible points of small violation       nses_choose_infeasible
 *
 * Only the abstract of the paper was available: nondominated points of low violation and feasible
 * points of low objective are both preferred, and the preference adapts itself. Everything else is
 * a choice: N, F, CR (options), and the selection as written here. An infeasible point that a
 * chosen feasible one dominates comes after all feasible ones. Fewer different points than N, as
 * integer variables may give, are repeated from the best on. */
#include "solver/algorithm_table.h"
#include "solver/common/distinct.h"
#include "solver/common/dominance.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/scaled_violation.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

enum { NSES_N, NSES_F_MIN, NSES_F_MAX, NSES_CR_MIN, NSES_CR_MAX, NSES_OPTIONS };
static const heco_option nses_options[] = {
    [NSES_N]       = {"N", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "population size (100)"},
    [NSES_F_MIN]   = {"F_min", HECO_OPTION_REAL, 0.5, 0, 2, NULL, "F is uniform from here"},
    [NSES_F_MAX]   = {"F_max", HECO_OPTION_REAL, 0.9, 0, 2, NULL, "to here, for each child"},
    [NSES_CR_MIN]  = {"CR_min", HECO_OPTION_REAL, 0.9, 0, 1, NULL, "CR is uniform from here"},
    [NSES_CR_MAX]  = {"CR_max", HECO_OPTION_REAL, 0.95, 0, 1, NULL, "to here, for each child"},
    [NSES_OPTIONS] = {0}};

typedef struct {
    const heco_setup     *setup;
    heco_population       P; /* N members; room for their N children after them */
    size_t                N;
    int                   started;
    const double         *option;
    heco_scaled_violation scaled;
    heco_distinct         distinct;
    size_t               *pool;        /* different rows of P, by (v, f)                       */
    size_t               *chosen;      /* rows of P that survive                               */
    size_t                count;       /* how many so far                                      */
    double               *f, *v, *key; /* the infeasible ones of the pool, for the fronts      */
    size_t               *order, *rank, *scratch;
    double               *rows;
} nses_state;

static heco_status nses_init(void *state, const heco_setup *setup, size_t *max_batch) {
    nses_state *s     = state;
    heco_arena *arena = setup->arena;
    size_t      n     = setup->space->n;
    double     *o     = setup->option;
    heco_sample_resolve_size(setup, NSES_N, 100.0, 4.0);
    s->setup           = setup;
    s->option          = o;
    s->N               = (size_t)o[NSES_N];
    heco_status status = heco_sample_check_budget(setup, s->N);
    if (status != HECO_OK) return status;
    size_t room = 2 * s->N;
    heco_population_init(&s->P, n, room, arena);
    heco_scaled_violation_init(&s->scaled, setup->space, arena);
    heco_distinct_init(&s->distinct, room, arena);
    s->pool    = heco_arena_take(arena, room, sizeof *s->pool);
    s->chosen  = heco_arena_take(arena, s->N, sizeof *s->chosen);
    s->f       = heco_arena_take(arena, room, sizeof *s->f);
    s->v       = heco_arena_take(arena, room, sizeof *s->v);
    s->key     = heco_arena_take(arena, room, sizeof *s->key);
    s->order   = heco_arena_take(arena, room, sizeof *s->order);
    s->rank    = heco_arena_take(arena, room, sizeof *s->rank);
    s->scratch = heco_arena_take(arena, room, sizeof *s->scratch);
    s->rows    = heco_arena_take(arena, s->N * n, sizeof *s->rows);
    *max_batch = s->N;
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Draws uniformly between the options `low` and `low` + 1. */
static double nses_between(nses_state *s, int low) {
    double from = s->option[low], to = s->option[low + 1];
    return from + heco_rng_uniform_inline(s->setup->rng) * (to - from);
}

static heco_status nses_ask(void *state, heco_batch *out) {
    nses_state *s = state;
    if (!s->started) return heco_sample_initial(out, s->N, s->setup);
    out->count = s->N;
    for (size_t i = 0; i < s->N; i++) {
        double *u = out->x + i * s->P.n;
        size_t  r[3];
        heco_pick_three(r, s->setup->rng, s->N, i);
        double F = nses_between(s, NSES_F_MIN), CR = nses_between(s, NSES_CR_MIN);
        heco_mutate_rand1(u, heco_population_row(&s->P, r[0]), heco_population_row(&s->P, r[1]),
                          heco_population_row(&s->P, r[2]), F, s->P.n);
        heco_cross_binomial(u, heco_population_row(&s->P, i), CR, s->P.n, HECO_FORCE_ONE,
                            s->setup->rng);
        heco_repair_reflect(u, s->setup->space);
    }
    return HECO_OK;
}

static void nses_choose(nses_state *s, size_t row) {
    if (s->count < s->N) s->chosen[s->count++] = row;
}

/* Chooses the first n_F of the feasible points, which lead the pool by f. Returns n_F. */
static size_t nses_choose_feasible(nses_state *s, size_t feasible, size_t pool) {
    if (feasible == 0) return 0;
    size_t share = (size_t)round((double)feasible / (double)pool * (double)s->N);
    share        = share > 1 ? share : 1;
    share        = share < feasible ? share : feasible;
    for (size_t k = 0; k < share; k++) nses_choose(s, s->pool[k]);
    return share;
}

/* Chooses infeasible points, front by front, inside a front by rising violation: those with f up to
 * `limit`, or the others. */
static void nses_choose_infeasible(nses_state *s, const size_t *row, size_t count, double limit,
                                   int others) {
    for (size_t k = 0; k < count; k++)
        if ((s->f[s->order[k]] > limit) == others) nses_choose(s, row[s->order[k]]);
}

/* Reduces members and children to the N members of the next generation. */
static void nses_select(nses_state *s) {
    heco_population *P        = &s->P;
    size_t           feasible = 0;
    heco_order_feasible(s->pool, P->f, P->v, P->count, s->scratch);
    size_t pool = heco_distinct_remove_equal(&s->distinct, s->pool, P->count, P->x, P->n);
    while (feasible < pool && P->v[s->pool[feasible]] == 0.0) feasible++;
    const size_t *row   = s->pool + feasible;
    size_t        count = pool - feasible;
    for (size_t k = 0; k < count; k++) s->f[k] = P->f[row[k]], s->v[k] = P->v[row[k]];
    heco_dominance_sort(s->order, s->rank, s->f, s->v, count,
                        (heco_order_work){s->key, s->scratch});
    s->count     = 0;
    size_t n_F   = nses_choose_feasible(s, feasible, pool);
    double limit = n_F > 0 ? P->f[s->pool[n_F - 1]] : INFINITY;
    nses_choose_infeasible(s, row, count, limit, 0);
    for (size_t k = n_F; k < feasible; k++) nses_choose(s, s->pool[k]);
    nses_choose_infeasible(s, row, count, limit, 1);
    for (size_t k = 0; s->count < s->N; k++) nses_choose(s, s->chosen[k]);
    heco_population_gather(P, s->chosen, s->N, s->rows);
}

static heco_status nses_tell(void *state, const heco_batch *in) {
    nses_state       *s     = state;
    const heco_space *space = s->setup->space;
    if (!s->started) heco_scaled_violation_learn(&s->scaled, space, in);
    for (size_t i = 0; i < in->count; i++) {
        double v = heco_violation_scaled(space, &s->scaled, in->g + i * in->ng, in->h + i * in->nh);
        heco_population_set(&s->P, s->P.count++, in->x + i * in->n, in->f[i], v);
    }
    if (s->started) nses_select(s);
    s->started = 1;
    return HECO_OK;
}

const heco_algorithm heco_algorithm_nses = {
    .size       = sizeof(heco_algorithm),
    .name       = "nses",
    .title      = "NSES: feasible and nondominated points together (reconstruction)",
    .reference  = "jiao2013",
    .options    = nses_options,
    .state_size = sizeof(nses_state),
    .init       = nses_init,
    .ask        = nses_ask,
    .tell       = nses_tell,
};
