/* bp-epsmag-es: epsMAg-ES with restarts of two kinds, small and growing populations, and a level
 * that follows the share of nearly feasible parents.
 * Hellwig, Beyer (2020), IEEE CEC                                             [hellwig2020]
 *
 *   step                                             here
 *   large or small run, its population               bp_epsmag_begin_run
 *   first level, centre of the best mu               bp_epsmag_start
 *   z, d = M z, x = y + sigma d, reflection          heco_epsmag_family_generate
 *   repair by Newton steps                           solver/common/constraint_repair.c
 *   back-calculation of d and z                      heco_epsmag_family_calculate_back
 *   M (1 - ..) + c_1/2 M p p', then M z z' in turn   bp_epsmag_update_matrix
 *   level                                            bp_epsmag_next_level
 *   end of a run                                     bp_epsmag_is_over
 *
 * Follows the description of the authors' program, as a difference to epsmag-es. A Jacobian costs n
 * evaluations (the competition counted one). Differs from it, beside what epsmag-es does:
 *   - a population has at most 64 times the first size and a twentieth of the budget;
 *   - a short budget shortens the level's horizon T to a fifth of its generations;
 *   - M is reset as in epsmag-es if its entries leave the range of numbers. */
#include "base/dense.h"
#include "base/elementary.h"
#include "solver/algorithm_table.h"
#include "solver/common/order.h"
#include "solver/common/sample.h"
#include "solver/papers/epsmag_family.h"

enum { BP_LAMBDA, BP_SIGMA, BP_T, BP_CP, BP_REPAIR, BP_STEPS, BP_ETA, BP_OPTIONS };
static const heco_option bp_epsmag_options[] = {
    [BP_LAMBDA]  = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,
                    "first number of offspring (4 + 3 ln n)"},
    [BP_SIGMA]   = {"sigma", HECO_OPTION_REAL, 1, 1e-100, 1e100, NULL, "initial step size"},
    [BP_T]       = {"T", HECO_OPTION_INTEGER, NAN, 0, 1e9, NULL,
                    "generations until the level is 0 (500; a fifth of a short run)"},
    [BP_CP]      = {"cp", HECO_OPTION_REAL, 2, 0, 1e6, NULL, "exponent of the level"},
    [BP_REPAIR]  = {"repair", HECO_OPTION_REAL, 0.2, 0, 1, NULL,
                    "share of the offspring repaired in every n-th generation"},
    [BP_STEPS]   = {"steps", HECO_OPTION_INTEGER, 3, 1, 1000, NULL, "repair steps at most"},
    [BP_ETA]     = {"eta", HECO_OPTION_REAL, 1e-4, 1e-15, 1e3, NULL, "finite-difference step"},
    [BP_OPTIONS] = {0}};

static const double BP_SIGMA_MIN = 1e-12; /* step size that ends a run                           */
static const double BP_PATIENCE  = 0.1;   /* share of the budget without improvement             */
static const double BP_ENOUGH    = 0.2;   /* share of parents within the level that lets it fall */
static const double BP_LEAST     = 1e-8;  /* a smaller level becomes 0                           */
enum { BP_MANY_STEPS = 20, BP_GROWTH = 64 };

typedef struct {
    epsmag_family e;
    size_t        lambda0, room;    /* offspring: first, at most                               */
    size_t        runs, small_runs; /* runs begun, and small ones of them                      */
    int           small;            /* whether this run is small                               */
    double        spent[2];         /* evaluations of large and of small runs                  */
    uint64_t      begun, gain;      /* evaluations: begin of the run, its last improvement     */
    double        T;                /* horizon of the level in this run                        */
    size_t        steps;            /* repair steps in this run                                */
    double        own_f, own_v, best_f, best_v; /* best of the run, and of all                 */
    double       *column;
} bp_state;

/* Begins a run: chooses its kind and size, and resets matrix, path and step size. */
static void bp_epsmag_begin_run(bp_state *s) {
    epsmag_family *e     = &s->e;
    double         power = (double)(s->runs - s->small_runs), first = (double)s->lambda0;
    double         large = fmin(first * heco_pow(2.0, power), (double)s->room), lambda = large;
    s->small = s->runs > 2 && s->spent[1] < s->spent[0];
    if (s->small) {
        double u = heco_rng_uniform_inline(e->setup->rng);
        lambda   = floor(first * heco_pow(large / (2.0 * first), u * u));
        s->small_runs++;
    }
    int hard = s->best_v > 0.0 && s->runs % 2 == 1;
    s->T     = hard ? 0.0 : e->o[BP_T];
    s->steps = hard ? BP_MANY_STEPS : (size_t)e->o[BP_STEPS];
    e->sigma = fmin(e->o[BP_SIGMA], e->sigma_max);
    e->g     = 0.0;
    s->own_f = s->own_v = INFINITY;
    s->begun = s->gain = *e->setup->evals;
    size_t count       = (size_t)fmax(4.0, lambda);
    heco_ma_resize(&e->ma, count, (count + 2) / 3);
    heco_ma_reset(&e->ma);
    e->phase = EPSMAG_START;
}

static heco_status bp_epsmag_init(void *state, const heco_setup *setup, size_t *max_batch) {
    bp_state *s = state;
    double   *o = setup->option;
    size_t    n = setup->space->n;
    heco_sample_resolve_size(setup, BP_LAMBDA, 4.0 + floor(3.0 * heco_log((double)n)), 4.0);
    double fifth = floor((double)setup->max_evals / (5.0 * o[BP_LAMBDA]));
    if (isnan(o[BP_T])) o[BP_T] = fmax(1.0, fmin(500.0, fifth));
    s->lambda0  = (size_t)o[BP_LAMBDA];
    double most = fmin((double)BP_GROWTH * o[BP_LAMBDA], (double)setup->max_evals / 20.0);
    s->room     = most > o[BP_LAMBDA] ? (size_t)most : s->lambda0;
    *max_batch  = s->room > n ? s->room : n;
    s->column   = heco_arena_take(setup->arena, n, sizeof *s->column);
    s->best_f = s->best_v = INFINITY;
    heco_status status    = heco_sample_check_budget(setup, s->lambda0);
    if (status != HECO_OK) return status;
    return heco_epsmag_family_init(&s->e, setup, HECO_REPAIR_NEWTON, o[BP_ETA], s->room,
                                   (s->room + 2) / 3);
}

/* Sets the first level, the median violation, and the centre. */
static void bp_epsmag_start(bp_state *s) {
    epsmag_family *e      = &s->e;
    size_t         lambda = e->ma.lambda;
    heco_order_feasible(e->order, e->fix.f, e->fix.v, lambda, e->scratch);
    double low  = e->fix.v[e->order[(lambda - 1) / 2]];
    double high = e->fix.v[e->order[lambda / 2]];
    e->eps      = s->T > 0.0 && isfinite(high) ? (low + high) / 2.0 : 0.0;
    heco_epsmag_family_start(e);
}

/* M = (1 - c_1/2 - c_mu/2) M + c_1/2 M p p', then M += c_mu/2 w_k M z_k z_k' for one parent after
 * the other: later terms see the earlier ones. */
static void bp_epsmag_update_matrix(bp_state *s) {
    heco_ma *ma = &s->e.ma;
    size_t   n  = ma->n;
    heco_dense_rows_sum(s->column, ma->M, ma->p, n, n);
    heco_dense_scale(ma->M, 1.0 - ma->c_1 / 2.0 - ma->c_mu / 2.0, n * n);
    heco_dense_add_outer(ma->M, ma->c_1 / 2.0, s->column, ma->p, n);
    for (size_t k = 0; k < ma->mu; k++) {
        const double *z = ma->z + s->e.order[k] * n;
        heco_dense_rows_sum(s->column, ma->M, z, n, n);
        heco_dense_add_outer(ma->M, ma->c_mu / 2.0 * ma->w[k], s->column, z, n);
    }
}

/* Lets the level fall if enough parents are within it, and rise if not. */
static void bp_epsmag_next_level(bp_state *s) {
    epsmag_family *e      = &s->e;
    double         within = 0.0;
    for (size_t k = 0; k < e->ma.mu; k++)
        within += e->fix.v[e->order[k]] <= e->eps ? 1.0 / (double)e->ma.mu : 0.0;
    if (e->g < s->T) e->eps *= within > BP_ENOUGH ? heco_pow(1.0 - e->g / s->T, e->o[BP_CP]) : 1.1;
    if (e->g + 1.0 >= s->T || e->eps < BP_LEAST) e->eps = 0.0;
}

/* Updates the best values of the run and of all runs. */
static void bp_epsmag_update_best(bp_state *s) {
    for (size_t k = 0; k < s->e.ma.lambda; k++) {
        double f = s->e.fix.f[k], v = s->e.fix.v[k];
        if (heco_better_feasible_inline(f, v, s->own_f, s->own_v))
            s->own_f = f, s->own_v = v, s->gain = *s->e.setup->evals;
    }
    if (heco_better_feasible_inline(s->own_f, s->own_v, s->best_f, s->best_v))
        s->best_f = s->own_f, s->best_v = s->own_v;
}

/* Returns 1 if the run has small steps or has not improved for long. */
static int bp_epsmag_is_over(const bp_state *s) {
    const heco_setup *setup = s->e.setup;
    double            idle  = (double)(*setup->evals - s->gain);
    return !(s->e.sigma >= BP_SIGMA_MIN) || idle > BP_PATIENCE * (double)setup->max_evals;
}

/* Ends a generation, and perhaps the run. */
static void bp_epsmag_finish(bp_state *s) {
    epsmag_family *e = &s->e;
    heco_epsmag_family_calculate_back(e);
    heco_epsmag_family_rank(e);
    bp_epsmag_update_best(s);
    heco_ma_update_path(&e->ma, e->order);
    bp_epsmag_update_matrix(s);
    heco_epsmag_family_move(e);
    bp_epsmag_next_level(s);
    e->g += 1.0;
    e->phase = EPSMAG_OFFSPRING;
    if (!bp_epsmag_is_over(s)) return;
    s->spent[s->small] += (double)(*e->setup->evals - s->begun);
    s->runs++;
    bp_epsmag_begin_run(s);
}

static heco_status bp_epsmag_ask(void *state, heco_batch *out) {
    bp_state      *s = state;
    epsmag_family *e = &s->e;
    if (s->steps == 0) bp_epsmag_begin_run(s);
    switch (e->phase) {
    case EPSMAG_START:
        if (s->runs == 0) return heco_sample_initial(out, e->ma.lambda, e->setup);
        return heco_sample_rows(out, e->ma.lambda, e->setup);
    case EPSMAG_OFFSPRING: heco_epsmag_family_generate(e, out); break;
    case EPSMAG_UNDER_REPAIR: heco_constraint_repair_ask(&e->fix, out); break;
    }
    return HECO_OK;
}

static heco_status bp_epsmag_tell(void *state, const heco_batch *in) {
    bp_state      *s = state;
    epsmag_family *e = &s->e;
    if (e->phase == EPSMAG_UNDER_REPAIR) {
        if (!heco_constraint_repair_tell(&e->fix, in)) bp_epsmag_finish(s);
        return HECO_OK;
    }
    heco_constraint_repair_take(&e->fix, in);
    if (e->phase == EPSMAG_START) bp_epsmag_start(s);
    else if (heco_epsmag_family_repair(e, e->o[BP_REPAIR], s->steps))
        e->phase = EPSMAG_UNDER_REPAIR;
    else bp_epsmag_finish(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_bp_epsmag_es = {
    .size       = sizeof(heco_algorithm),
    .name       = "bp-epsmag-es",
    .title      = "BP-epsMAg-ES: epsMAg-ES in large and small runs, adaptive level",
    .reference  = "hellwig2020",
    .options    = bp_epsmag_options,
    .state_size = sizeof(bp_state),
    .init       = bp_epsmag_init,
    .ask        = bp_epsmag_ask,
    .tell       = bp_epsmag_tell,
};
