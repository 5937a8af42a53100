/* heco-de, heco-de-fr, hco-de: helper and equivalent objectives with differential evolution.
 * Xu, He, Shang (2019), arXiv 1903.04886                                       [xu2019heco]
 *
 *   paper                                       here
 *   sec. V-C, the procedure                     heco_de_ask, heco_de_tell
 *   line 9, subpopulation Q                     heco_de_generate
 *   eq. (fi), (equW1)-(equW3), f_i on Q         heco_de_set_subproblems
 *   current-to-Qbest/1, eq. (equMutation1')     heco_de_mutate
 *   rand/1, eq. (equMutation2)                  heco_de_mutate
 *   binomial and exponential crossover          heco_de_cross
 *   lines 15-20, f_i(y_i) < f_i(x_i) on Q'      heco_de_gain, heco_de_select
 *   eq. (equStrat), competition of strategies   solver/de/compete.c
 *   line 22, memories                           solver/de/history.c
 *   lines 24-27, size N_t                       heco_de_shrink
 *
 * Differs from the paper, each because paper and the authors' program disagree or the paper is
 * silent, each an option (measurements: docs/algorithms/heco-de.md):
 *   - CR is the probability of keeping the parent's component (cr_role), as in the program;
 *   - no archive of old parents (archive): the program's holds no old points either;
 *   - failed targets stay in P: dropping them, as printed, would exhaust P;
 *   - random deletion spares the best member; components outside the box are reflected once.
 * Several violations as helpers (option `helpers`, algorithm heco-many): heco_many.c.
 * Profile `authors` reproduces the program step by step: heco_de_authors.c.
 *
 * The weighted sum is linear in the position s = i/lambda of the subproblem,
 *   f_i = [gamma v + (1 - tau) f] + s [tau (e + v) - (1 - tau) f],
 * so one pair (constant, slope) per member serves all subproblems. */
#include "solver/heco/heco_de.h"

#include "base/elementary.h"
#include "base/error.h"
#include "problem/violation.h"
#include "solver/algorithm_table.h"
#include "solver/common/pick.h"
#include "solver/common/popsize.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"
#include "solver/member.h"

static const double HECO_DE_SPREAD = 0.1; /* of F (Cauchy) and CR (normal) */

void heco_de_island_init(heco_de_island *d, const heco_de_params *p, const heco_setup *setup,
                         heco_rng *rng) {
    heco_arena *arena = setup->arena;
    size_t      n = setup->space->n, lambda = p->lambda;
    d->p         = *p;
    d->space     = setup->space;
    d->rng       = rng;
    d->perm      = heco_arena_take(arena, p->N0, sizeof *d->perm);
    d->s         = heco_arena_take(arena, lambda, sizeof *d->s);
    d->strategy  = heco_arena_take(arena, lambda, sizeof *d->strategy);
    d->F         = heco_arena_take(arena, lambda, sizeof *d->F);
    d->CR        = heco_arena_take(arena, lambda, sizeof *d->CR);
    d->constant  = heco_arena_take(arena, lambda, sizeof *d->constant);
    d->slope     = heco_arena_take(arena, lambda, sizeof *d->slope);
    d->candidate = heco_arena_take(arena, lambda, sizeof *d->candidate);
    heco_population_init(&d->P, n, p->N0, arena);
    size_t capacity = p->archive > 0.0 ? (size_t)ceil(p->archive * (double)p->N0) + lambda : 0;
    heco_archive_init(&d->A, n, capacity, arena);
    for (size_t k = 0; k < HECO_DE_STRATEGIES; k++) {
        heco_history_init(&d->memory[k], p->H, 0.5, 0.5, arena);
        heco_successes_init(&d->success[k], lambda, arena);
    }
    heco_compete_init(&d->compete, HECO_DE_STRATEGIES, 2.0, 1.0 / 20.0);
    d->many = heco_many_new(setup, p->helpers, lambda, p->N0);
    if (heco_arena_failed(arena)) return;
    for (size_t i = 0; i < lambda; i++) d->s[i] = (double)(i + 1) / (double)lambda;
}

void heco_de_island_add(heco_de_island *d, const double *x, double f, const double *g,
                        const double *h) {
    size_t i   = d->P.count++;
    d->perm[i] = i;
    heco_population_set(&d->P, i, x, f, heco_violation_excess(d->space, g, h));
    if (d->many != NULL) heco_many_keep(d->many, i, g, h);
}

void heco_de_island_fill(heco_de_island *d, const double *x, const double *f, const double *g,
                         const double *h) {
    const heco_space *sp = d->space;
    for (size_t i = 0; i < d->p.N0; i++)
        heco_de_island_add(d, x + i * sp->n, f[i], g + i * sp->ng, h + i * sp->nh);
}

/* Sets constant and slope of member m of Q: f_i for all i. */
static void heco_de_set_line(heco_de_island *d, size_t m, double f, double v) {
    if (!heco_helper_is_finite(f, v)) {
        d->constant[m] = INFINITY;
        d->slope[m]    = 0.0;
        return;
    }
    heco_objectives o = heco_helper_objectives(&d->helper, f, v);
    d->constant[m]    = d->p.gamma * o.v + (1.0 - d->tau) * o.f;
    d->slope[m]       = d->tau * (o.e + o.v) - (1.0 - d->tau) * o.f;
}

/* Sets the candidates. Only a member that no other beats at both ends s = 0 and s = 1 can be the
 * best of a subproblem. Comparing with the two best ends leaves a handful of candidates. */
static void heco_de_find_candidates(heco_de_island *d) {
    size_t        lambda = d->p.lambda, best0 = 0, best1 = 0;
    const double *c = d->constant, *b = d->slope;
    for (size_t m = 1; m < lambda; m++) {
        if (c[m] < c[best0]) best0 = m;
        if (c[m] + b[m] < c[best1] + b[best1]) best1 = m;
    }
    double c0 = c[best0], e0 = c[best0] + b[best0], c1 = c[best1], e1 = c[best1] + b[best1];
    d->candidates = 0;
    for (size_t m = 0; m < lambda; m++) {
        double at0 = c[m], at1 = c[m] + b[m];
        if ((at0 > c0 && at1 > e0) || (at0 > c1 && at1 > e1)) continue;
        d->candidate[d->candidates++] = m;
    }
}

void heco_de_set_subproblems(heco_de_island *d, const double *f, const double *v,
                             const size_t *member) {
    heco_equivalent kind = d->p.equivalent;
    heco_extremes   extremes;
    heco_extremes_init(&extremes);
    for (size_t m = 0; m < d->p.lambda; m++)
        if (heco_helper_is_finite(f[member[m]], v[member[m]]))
            heco_extremes_add(&extremes, kind, f[member[m]], v[member[m]]);
    d->extremes = extremes;
    heco_helper_set(&d->helper, &d->extremes, kind);
    for (size_t m = 0; m < d->p.lambda; m++) heco_de_set_line(d, m, f[member[m]], v[member[m]]);
    if (d->many != NULL) heco_many_set_subproblems(d, f, v, member);
    else heco_de_find_candidates(d);
}

size_t heco_de_best_of_Q(const heco_de_island *d, size_t i) {
    if (d->many != NULL) return d->many->best[i];
    size_t best  = d->candidate[0];
    double value = d->constant[best] + d->s[i] * d->slope[best];
    for (size_t c = 1; c < d->candidates; c++) {
        size_t m  = d->candidate[c];
        double at = d->constant[m] + d->s[i] * d->slope[m];
        if (at < value) value = at, best = m;
    }
    return best;
}

/* Draws the program's z: one uniform number in both factors of the Box-Muller formula. */
static double heco_de_authors_normal(heco_rng *rng) {
    double u = 1.0 - heco_rng_uniform_inline(rng);
    return sqrt(-2.0 * heco_log(u)) * heco_sin(6.283185307179586 * u);
}

static inline double heco_de_z(const heco_de_island *d, heco_rng *rng) {
    return d->p.cr_sample == HECO_DE_SAMPLE_AUTHORS ? heco_de_authors_normal(rng)
                                                    : heco_rng_normal_inline(rng);
}

double heco_de_draw_z(heco_de_island *d) { return heco_de_z(d, d->rng); }

void heco_de_cross(heco_de_island *d, double *row, const double *parent, size_t k, double CR) {
    size_t n = d->space->n;
    if (d->p.cr_role == HECO_DE_KEEP) {
        if (k % 2 == 0) heco_cross_binomial(row, parent, 1.0 - CR, n, HECO_FORCE_ONE, d->rng);
        else heco_cross_keep_run(row, parent, CR, d->p.keep_max, n, d->rng);
    } else {
        if (k % 2 == 0) heco_cross_binomial(row, parent, CR, n, HECO_FORCE_ONE, d->rng);
        else heco_cross_exponential(row, parent, CR, n, d->rng);
    }
}

/* Returns row r of the base set: a position in Q, or an index of P; after them the archive. */
static const double *heco_de_member(const heco_de_island *d, size_t r, size_t base_size) {
    if (r >= base_size) return d->A.x + (r - base_size) * d->A.n;
    return heco_population_row(&d->P, d->p.base == HECO_DE_BASE_Q ? d->perm[r] : r);
}

/* Writes the mutant of target i by strategy k, repaired unless there is a hook. */
static inline void heco_de_mutate(const heco_de_island *d, size_t i, size_t k, double *row,
                                  heco_rng *rng) {
    size_t        n    = d->space->n;
    size_t        size = d->p.base == HECO_DE_BASE_Q ? d->p.lambda : d->P.count;
    size_t        self = d->p.base == HECO_DE_BASE_Q ? i : d->perm[i];
    int           raw  = d->instead_of_crossover != NULL;
    double        F    = d->F[i];
    const double *x    = heco_population_row(&d->P, d->perm[i]);
    if (k < 2) {
        const double *best = heco_population_row(&d->P, d->perm[heco_de_best_of_Q(d, i)]);
        size_t        r1   = heco_pick_other(rng, size, self);
        size_t        r2   = heco_pick_other2(rng, size + d->A.count, self, r1);
        heco_parents  p    = {x, best, heco_de_member(d, r1, size), heco_de_member(d, r2, size)};
        if (raw) heco_mutate_toward1(row, &p, F, F, n);
        else heco_mutate_toward1_mirror(row, &p, F, d->space);
    } else {
        size_t r[3];
        heco_pick_three(r, rng, size, self);
        const double *x1 = heco_de_member(d, r[0], size), *x2 = heco_de_member(d, r[1], size),
                     *x3 = heco_de_member(d, r[2], size);
        if (raw) heco_mutate_rand1(row, x1, x2, x3, F, n);
        else heco_mutate_rand1_mirror(row, x1, x2, x3, F, d->space);
    }
}

/* Draws strategy, F and CR of target i and writes its trial. */
static void heco_de_make_trial(heco_de_island *d, size_t i, double *row) {
    heco_rng            rng    = *d->rng; /* in registers until the crossover */
    size_t              k      = heco_compete_pick(&d->compete, &rng);
    const heco_history *memory = &d->memory[k];
    size_t              slot   = heco_rng_index_inline(&rng, memory->H);
    double              F      = heco_history_draw_F(memory->F[slot], HECO_DE_SPREAD, &rng);
    double CR      = heco_history_clip_CR(memory->CR[slot] + HECO_DE_SPREAD * heco_de_z(d, &rng));
    d->strategy[i] = k;
    d->F[i]        = F;
    d->CR[i]       = CR;
    heco_de_mutate(d, i, k, row, &rng);
    *d->rng = rng;
    if (d->instead_of_crossover != NULL) {
        int done = d->instead_of_crossover(d->hook_user, row, d->rng);
        heco_repair_reflect_once(row, d->space);
        if (done) return;
    }
    heco_de_cross(d, row, heco_population_row(&d->P, d->perm[i]), k, CR);
}

void heco_de_generate(heco_de_island *d, double tau, double *rows) {
    d->tau = tau;
    heco_compete_refresh(&d->compete);
    heco_pick_subset(d->perm, d->P.count, d->p.lambda, d->rng);
    heco_de_set_subproblems(d, d->P.f, d->P.v, d->perm);
    for (size_t i = 0; i < d->p.lambda; i++) heco_de_make_trial(d, i, rows + i * d->space->n);
}

/* Returns f_i of normalised objectives, computed as in heco_de_set_line. */
static double heco_de_weighted(const heco_de_island *d, double s, heco_objectives o) {
    double constant = d->p.gamma * o.v + (1.0 - d->tau) * o.f;
    double slope    = d->tau * (o.e + o.v) - (1.0 - d->tau) * o.f;
    return constant + s * slope;
}

/* Most trials move no extreme, and then the values computed on Q still hold. */
double heco_de_gain(const heco_de_island *d, size_t i, double f_x, double v_x, double f_y,
                    double v_y) {
    double s = d->s[i], gamma = d->p.gamma, tau = d->tau;
    if (!heco_helper_is_finite(f_y, v_y)) return -1.0;
    if (!heco_helper_is_finite(f_x, v_x)) return 2.0 * tau * s + gamma + (1.0 - tau) * (1.0 - s);
    if (heco_extremes_are_kept(&d->extremes, d->p.equivalent, f_y, v_y))
        return d->constant[i] + s * d->slope[i] -
               heco_de_weighted(d, s, heco_helper_objectives(&d->helper, f_y, v_y));
    heco_extremes extremes = d->extremes;
    heco_helper   helper;
    heco_extremes_add(&extremes, d->p.equivalent, f_y, v_y);
    heco_helper_set(&helper, &extremes, d->p.equivalent);
    return heco_de_weighted(d, s, heco_helper_objectives(&helper, f_x, v_x)) -
           heco_de_weighted(d, s, heco_helper_objectives(&helper, f_y, v_y));
}

void heco_de_select(heco_de_island *d, const double *rows, const double *f, const double *g,
                    const double *h) {
    const heco_space *sp = d->space;
    for (size_t k = 0; k < HECO_DE_STRATEGIES; k++) d->success[k].count = 0;
    d->A.limit = d->A.capacity; /* trimmed after the reduction */
    for (size_t i = 0; i < d->p.lambda; i++) {
        size_t at = d->perm[i], k = d->strategy[i];
        double v    = heco_violation_total(sp, g + i * sp->ng, h + i * sp->nh, 1.0);
        double gain = heco_de_gain(d, i, d->P.f[at], d->P.v[at], f[i], v);
        if (d->many != NULL) {
            heco_many_measure(d->many, g + i * sp->ng, h + i * sp->nh, d->many->trial);
            gain = heco_many_gain(d, i, gain, at, f[i], v);
        }
        if (!(gain > 0.0)) continue;
        heco_successes_add(&d->success[k], d->F[i], d->CR[i], gain);
        d->compete.n[k] += 1.0;
        if (d->p.archive > 0.0) heco_archive_add(&d->A, heco_population_row(&d->P, at), d->rng);
        /* P is not read before the end of the generation */
        heco_population_set(&d->P, at, rows + i * sp->n, f[i], v);
        if (d->many != NULL) heco_many_keep(d->many, at, g + i * sp->ng, h + i * sp->nh);
    }
    for (size_t k = 0; k < HECO_DE_STRATEGIES; k++)
        heco_history_update(&d->memory[k], &d->success[k], d->p.cr_mean, 0);
}

void heco_de_shrink(heco_de_island *d, size_t target) {
    if (d->P.count > target) {
        size_t best = heco_population_best(&d->P);
        while (d->P.count > target) {
            size_t j    = heco_pick_other(d->rng, d->P.count, best);
            size_t last = --d->P.count;
            heco_population_move(&d->P, j, last);
            if (d->many != NULL) heco_many_move(d->many, j, last);
            if (best == last) best = j;
        }
        heco_pick_identity(d->perm, d->P.count);
    }
    if (d->p.archive > 0.0)
        heco_archive_trim(&d->A, (size_t)(d->p.archive * (double)d->P.count), d->rng);
}

/* The algorithm proper: one island, or the authors' sequential loop on it. */
typedef struct {
    const heco_setup *setup;
    heco_de_island    island;
    heco_de_authors  *authors; /* NULL: profile reference */
    double            gamma, horizon;
    size_t            end; /* members that are left at last */
} heco_de_state;

/* Reads the options that make the search a phase of a longer one. */
static heco_status heco_de_read_schedule(heco_de_state *s, const heco_setup *setup) {
    double *o      = setup->option;
    double  lambda = o[HECO_DE_LAMBDA], authors = o[HECO_DE_PROFILE];
    if (authors == 1.0 &&
        (o[HECO_DE_RAMP] == 1.0 || (!isnan(o[HECO_DE_END]) && o[HECO_DE_END] != lambda)))
        return heco_fail(setup->error, HECO_ERR_ARG, "ramp and end need profile=reference");
    if (authors == 1.0 && o[HECO_DE_HELPERS] != HECO_MANY_SUM)
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "helpers other than sum need profile=reference");
    if (isnan(o[HECO_DE_END])) o[HECO_DE_END] = lambda;
    if (isnan(o[HECO_DE_HORIZON])) o[HECO_DE_HORIZON] = (double)setup->max_evals;
    if (o[HECO_DE_END] < lambda || o[HECO_DE_END] > o[HECO_DE_N0])
        return heco_fail(setup->error, HECO_ERR_ARG,
                         "end = %.0f is not within lambda = %.0f and N0 = %.0f", o[HECO_DE_END],
                         lambda, o[HECO_DE_N0]);
    s->gamma   = o[HECO_DE_GAMMA];
    s->horizon = o[HECO_DE_HORIZON];
    s->end     = (size_t)o[HECO_DE_END];
    return HECO_OK;
}

static heco_status heco_de_init(void *state, const heco_setup *setup, size_t *max_batch) {
    heco_de_state *s = state;
    heco_de_params p;
    heco_status    status = heco_de_read_options(&p, setup);
    if (status == HECO_OK) status = heco_de_read_schedule(s, setup);
    if (status != HECO_OK) return status;
    p.helpers = (heco_many_helpers)(int)setup->option[HECO_DE_HELPERS];
    s->setup  = setup;
    heco_de_island_init(&s->island, &p, setup, setup->rng);
    if (setup->option[HECO_DE_PROFILE] == 1.0) {
        status = heco_de_authors_init(&s->authors, &s->island, setup);
        if (status != HECO_OK) return status;
    }
    *max_batch = p.N0;
    return heco_arena_failed(setup->arena) ? HECO_ERR_MEMORY : HECO_OK;
}

static double heco_de_progress(const heco_de_state *s) {
    return fmin(1.0, (double)*s->setup->evals / s->horizon);
}

static heco_status heco_de_ask(void *state, heco_batch *out) {
    heco_de_state *s = state;
    if (s->island.P.count == 0) return heco_sample_initial(out, s->island.p.N0, s->setup);
    if (s->authors != NULL) {
        out->count = 1;
        heco_de_authors_ask(s->authors, heco_de_progress(s), out->x);
    } else {
        double tau        = heco_de_progress(s);
        out->count        = s->island.p.lambda;
        s->island.p.gamma = s->setup->option[HECO_DE_RAMP] == 1.0 ? s->gamma * tau : s->gamma;
        heco_de_generate(&s->island, tau, out->x);
    }
    return HECO_OK;
}

static heco_status heco_de_tell(void *state, const heco_batch *in) {
    heco_de_state  *s = state;
    heco_de_island *d = &s->island;
    if (d->P.count == 0) {
        heco_de_island_fill(d, in->x, in->f, in->g, in->h);
        return HECO_OK;
    }
    if (s->authors != NULL) {
        double v = heco_violation_excess(d->space, in->g, in->h);
        if (heco_de_authors_tell(s->authors, in->x, in->f[0], v))
            heco_de_authors_shrink(s->authors, heco_de_progress(s));
        return HECO_OK;
    }
    heco_de_select(d, in->x, in->f, in->g, in->h);
    heco_de_shrink(d, heco_popsize_linear(d->p.N0, s->end, heco_de_progress(s)));
    return HECO_OK;
}

const heco_population *heco_de_member_population(const heco_member *member) {
    return &((const heco_de_state *)member->state)->island.P;
}

#define HECO_DE_DESCRIPTOR(file, text, what, equivalent_default, helpers_default) \
    static const heco_option file##_options[] = { \
        HECO_DE_OPTION_ROWS(equivalent_default) \
            HECO_DE_ACT_ROWS(helpers_default)[HECO_DE_ALL_OPTIONS] = {0}}; \
    const heco_algorithm heco_algorithm_##file = {.size       = sizeof(heco_algorithm), \
                                                  .name       = (text), \
                                                  .title      = (what), \
                                                  .reference  = "xu2019heco", \
                                                  .options    = file##_options, \
                                                  .state_size = sizeof(heco_de_state), \
                                                  .init       = heco_de_init, \
                                                  .ask        = heco_de_ask, \
                                                  .tell       = heco_de_tell}

HECO_DE_DESCRIPTOR(heco_de, "heco-de", "HECO-DE: helper and equivalent objectives", 0, 0);
HECO_DE_DESCRIPTOR(heco_de_fr, "heco-de-fr",
                   "HECO-DE with the feasibility rule as equivalent objective", 1, 0);
HECO_DE_DESCRIPTOR(hco_de, "hco-de", "HCO-DE: helper objectives only", 3, 0);
HECO_DE_DESCRIPTOR(heco_many, "heco-many",
                   "HECO-DE with the violation of every constraint as a helper", 0, 2);
