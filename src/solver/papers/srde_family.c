/* The generation of CL-SRDE, RDEx, RDE26 and RDEx-CASK (Stanovov, Semenkin 2024; Tao et al. 2025,
 * 2026).
 *
 *   step                                            here
 *   level, feasible share, orders, mean of F        srde_begin_generation, srde_level
 *   target, branch, parents, F, CR                  srde_generate, srde_standard, srde_exploitation
 *   mutant, crossover, coordinate jumps, repair     srde_cross
 *   race: the second trial of an elite target       srde_races, srde_generate_second
 *   acceptance, cyclic overwriting of the front     srde_accepts, srde_settle
 *   exploitation rate rho                           srde_update_rho
 *   success rate, size, memories, top population    srde_end_generation, srde_shrink_front,
 * srde_renew_top
 *
 * The programs order by a penalised value, f up to the level and (largest f) + 1 + v above it. That
 * is the epsilon rule except for rounding, so the epsilon rule is used; equal violations above the
 * level are ordered by f, where the programs tie. Indices are compared as numbers even between
 * front and top, as in the programs. The front must be in order before every trial:
 * solver/de/ranking.c keeps it so. Random numbers that a branch does not use
 * are not drawn, which changes no distribution.
 *
 * Not copied: successes that miss the top when N shrinks, a write position beyond the shrunken
 * front, an uninitialised t (here t = m). Added: a trial whose evaluation failed is never accepted,
 * gains that are not finite count as 0, jumps out of the box are repaired. One variable and
 * integers, of which the papers say nothing: srde_jump, srde_is_repeated. */
#include "solver/papers/srde_kick.h"

#include "base/elementary.h"
#include "base/index_sort.h"
#include "solver/common/order.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/common/sample.h"
#include "solver/common/setup_progress.h"
#include "solver/de/cross.h"
#include "solver/de/mutate.h"

void heco_srde_family_read(srde_params *p, const heco_setup *setup, double usual) {
    double *o = setup->option;
    heco_sample_resolve_size(setup, SRDE_N0, usual, 4.0);
    p->N0        = (size_t)o[SRDE_N0];
    p->N_end     = (size_t)fmin(o[SRDE_N_END], o[SRDE_N0]);
    p->H         = (size_t)o[SRDE_H];
    p->p         = o[SRDE_P];
    p->pressure  = o[SRDE_PRESSURE];
    p->eps_share = o[SRDE_EPS_SHARE];
    p->eps_end   = o[SRDE_EPS_END];
}

void heco_srde_family_read_exploit(srde_params *p, const heco_setup *setup) {
    const double *o = setup->option;
    p->jump         = o[SRDE_JUMP];
    p->jump_scale   = o[SRDE_JUMP_SCALE];
    p->jump_units   = (int)o[SRDE_JUMP_UNITS];
    p->exploit.from = o[SRDE_EB_FROM];
    p->exploit.rho0 = o[SRDE_RHO0];
}

/* Sets the sizes of the jumps. Problem units fit the boxes of the CEC 2017 suite, 20 to 200 wide;
 * elsewhere the same share of the box as on its widest. An integer moves by one step or more now
 * and then. */
static void srde_set_scale(srde_family *s) {
    const heco_space *space = s->setup->space;
    for (size_t j = 0; j < space->n; j++) {
        double width = space->upper[j] - space->lower[j];
        int    units = s->p.jump_units;
        if (units == SRDE_UNITS_AUTO)
            units = width >= 20.0 && width <= 200.0 ? SRDE_UNITS_PROBLEM : SRDE_UNITS_BOX;
        s->scale[j] = s->p.jump_scale * (units == SRDE_UNITS_PROBLEM ? 1.0 : width / 200.0);
        if (space->integer == NULL || !space->integer[j]) continue;
        s->integers = 1;
        if (s->p.jump_units == SRDE_UNITS_AUTO)
            s->scale[j] = fmax(s->scale[j], 0.3); /* less is mostly rounded away */
    }
}

heco_status heco_srde_family_init(srde_family *s, const srde_params *p, const heco_setup *setup,
                                  size_t *max_batch) {
    heco_arena *arena  = setup->arena;
    size_t      n      = setup->space->n;
    heco_status status = heco_sample_check_budget(setup, p->N0); /* before taking memory for it */
    if (status != HECO_OK) return status;
    s->p     = *p;
    s->setup = setup;
    heco_population_init(&s->front, n, p->N0, arena);
    heco_population_init(&s->top, n, 2 * p->N0, arena);
    heco_population_init(&s->child, n, p->N0, arena);
    heco_ranking_init(&s->front_rank, p->N0, arena);
    heco_ranking_init(&s->top_rank, 2 * p->N0, arena);
    heco_history_init(&s->memory, p->H, p->M_F, p->M_CR, arena);
    heco_successes_init(&s->success, p->N0, arena);
    s->last_trial = heco_arena_take(arena, p->N0, sizeof *s->last_trial);
    s->before     = heco_arena_take(arena, p->N0, sizeof *s->before);
    s->exploited  = heco_arena_take(arena, p->N0, sizeof *s->exploited);
    s->scale      = heco_arena_take(arena, n, sizeof *s->scale);
    s->first_x    = heco_arena_take(arena, n, sizeof *s->first_x);
    s->rows       = heco_arena_take(arena, p->N0 * n, sizeof *s->rows);
    s->index      = heco_arena_take(arena, p->N0, sizeof *s->index);
    heco_srde_kick_init(s, arena);
    s->SR      = 0.5;
    s->rho     = p->exploit.rho0;
    *max_batch = p->N0;
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    srde_set_scale(s);
    return HECO_OK;
}

/* Makes the first batch both the front and the top. */
static void srde_fill(srde_family *s, const heco_batch *in) {
    for (size_t i = 0; i < in->count; i++) {
        heco_population_set(&s->front, i, in->x + i * in->n, in->f[i], in->viol[i]);
        heco_population_set(&s->top, i, in->x + i * in->n, in->f[i], in->viol[i]);
        s->before[i] = s->last_trial[i] = in->f[i];
    }
    s->front.count = s->top.count = in->count;
}

/* Returns the level: the violation at place floor(share N (1 - s)^2) of the front. */
static double srde_level(srde_family *s, double progress) {
    if (progress > s->p.eps_end) return 0.0;
    size_t N    = s->front.count;
    double left = 1.0 - progress;
    size_t k    = (size_t)(s->p.eps_share * (double)N * left * left);
    if (k >= N) k = N - 1;
    heco_pick_identity(s->index, N);
    heco_index_select2(s->index, s->front.v, NULL, N, k + 1);
    double eps = 0.0;
    for (size_t i = 0; i <= k; i++) eps = fmax(eps, s->front.v[s->index[i]]);
    return eps;
}

/* Begins a generation: sets level, mean of F and feasible share, and ranks both populations. */
static void srde_begin_generation(srde_family *s) {
    size_t N = s->front.count, feasible = 0;
    s->s_begin = heco_setup_progress(s->setup);
    s->mean_F  = heco_pow(s->SR, s->p.F_power);
    s->eps     = srde_level(s, s->s_begin);
    for (size_t i = 0; i < N; i++) feasible += s->front.v[i] < 1e-4;
    s->feasible      = (double)feasible / (double)N;
    s->success.count = 0;
    heco_ranking_sort(&s->front_rank, s->front.f, s->front.v, s->eps, N);
    heco_ranking_sort(&s->top_rank, s->top.f, s->top.v, s->eps, N);
}

/* Returns how many of the N best members one is drawn from: `share` of them, but at least two. */
static size_t srde_pool(double share, size_t N) {
    double size = floor(share * (double)N);
    return size < 2.0 ? 2 : size < (double)N ? (size_t)size : N;
}

/* Picks the points of a standard trial for member i and draws its F and CR. */
static heco_parents srde_standard(srde_family *s, size_t i) {
    heco_rng *rng = s->setup->rng;
    size_t    N = s->front.count, pool = srde_pool(s->p.p, N), at = s->top_rank.place[i];
    size_t    k    = at < pool ? heco_pick_other(rng, pool, at) : heco_rng_index_inline(rng, pool);
    size_t    pb   = s->top_rank.order[k];
    double    rate = s->p.pressure / (double)N;
    k              = heco_pick_geometric_other(N, rate, s->front_rank.place[pb], rng);
    size_t r1      = s->front_rank.order[k];
    size_t r2      = heco_pick_other2(rng, N, pb, r1);
    size_t slot    = heco_rng_index_inline(rng, s->p.H);
    s->trial.F = s->trial.F2 = heco_history_redraw_normal(s->mean_F, s->p.F_spread, rng);
    s->trial.CR_drawn        = heco_history_draw_CR(s->memory.CR[slot], s->p.CR_spread, rng);
    heco_parents points      = {heco_population_row(&s->front, i), heco_population_row(&s->top, pb),
                                heco_population_row(&s->front, r1), heco_population_row(&s->top, r2)};
    if (s->p.kick.archive > 0) heco_srde_kick_trial(s, i, &points);
    return points;
}

/* Does the same in the exploitation branch: picks all three by rank, then orders them by f alone,
 * without regard to their violation. */
static heco_parents srde_exploitation(srde_family *s, size_t i) {
    const srde_exploit *e    = &s->p.exploit;
    heco_rng           *rng  = s->setup->rng;
    size_t              N    = s->front.count, pb, r1, r2;
    size_t              pool = srde_pool(e->pool * (1.0 - e->fade * s->s_begin), N);
    size_t              slot = heco_rng_index_inline(rng, s->p.H + 1);
    do pb = s->top_rank.order[heco_pick_linear(pool, N, rng)];
    while (pb == i);
    do r1 = s->front_rank.order[heco_pick_linear(N, N, rng)];
    while (r1 == pb);
    do r2 = s->top_rank.order[heco_pick_linear(N, N, rng)];
    while (r2 == pb || r2 == r1);
    double mean_F  = slot == s->p.H ? e->F : s->memory.F[slot];
    double mean_CR = slot == s->p.H ? e->CR : s->memory.CR[slot];
    s->trial.F = s->trial.F2 = heco_history_redraw_cauchy(mean_F, e->spread, rng);
    s->trial.CR_drawn        = heco_history_draw_CR(mean_CR, s->p.CR_spread, rng);
    const double *x[3] = {heco_population_row(&s->top, pb), heco_population_row(&s->front, r1),
                          heco_population_row(&s->top, r2)};
    const double  f[3] = {s->top.f[pb], s->front.f[r1], s->top.f[r2]}, none[3] = {0.0, 0.0, 0.0};
    size_t        order[3] = {0, 1, 2};
    heco_order_three(order, f, none);
    return (heco_parents){heco_population_row(&s->front, i), x[order[0]], x[order[1]], x[order[2]]};
}

/* Crosses with jumps and returns the coordinates taken from the mutant; the others jump. One
 * variable is always taken, so nothing could jump and a population that has met in one point would
 * stay there: there it jumps itself. */
static size_t srde_jump(srde_family *s, double *row, const double *x, double CR) {
    size_t    n   = s->setup->space->n;
    heco_rng *rng = s->setup->rng;
    if (n > 1) return heco_cross_binomial_jump(row, x, CR, s->scale, n, rng);
    row[0] = x[0] + s->scale[0] * heco_rng_cauchy_inline(rng);
    return 0;
}

/* Returns 1 if a rounded trial is a member of the front. With integers a trial often is a member of
 * the front again once it has been rounded. It would be accepted and gain nothing, fill the front
 * with copies and pull CR to 1. */
static int srde_is_repeated(const srde_family *s, const double *row) {
    const heco_space *space = s->setup->space;
    if (!s->integers) return 0;
    for (size_t i = 0; i < s->front.count; i++) {
        const double *x = heco_population_row(&s->front, i);
        size_t        j = 0;
        while (j < space->n && (space->integer[j] ? round(row[j]) : row[j]) == x[j]) j++;
        if (j == space->n) return 1;
    }
    return 0;
}

/* Crosses the mutant in `row` with x, with or without jumps, repairs it and sets trial.CR. */
static void srde_cross(srde_family *s, double *row, const double *x, double CR, int jump) {
    const heco_space *space = s->setup->space;
    size_t            taken = jump ? srde_jump(s, row, x, CR)
                                   : heco_cross_binomial(row, x, CR, space->n, HECO_FORCE_ONE, s->setup->rng);
    heco_repair_blend(row, x, s->p.bound, space);
    s->trial.CR = (double)taken / (double)space->n;
    if (!srde_is_repeated(s, row)) return;
    for (size_t j = 0; j < space->n; j++)
        row[j] = x[j] + s->scale[j] * heco_rng_cauchy_inline(s->setup->rng);
    heco_repair_blend(row, x, s->p.bound, space);
}

/* Returns `share` N rounded, at least one. */
static size_t srde_round_share(double share, size_t N) {
    double size = round(share * (double)N);
    return size < 1.0 ? 1 : size < (double)N ? (size_t)size : N;
}

/* Returns 1 if target i gets a second trial. */
static int srde_races(const srde_family *s, size_t i, double progress) {
    const srde_race *r = &s->p.race;
    return progress < r->until && s->feasible > r->feasible && heco_setup_left(s->setup) >= 2 &&
           s->front_rank.place[i] < srde_round_share(r->targets, s->front.count);
}

/* Draws a target and writes its trial; sets s->trial. */
static void srde_generate(srde_family *s, double *row) {
    heco_rng    *rng      = s->setup->rng;
    double       progress = heco_setup_progress(s->setup);
    size_t       i        = heco_rng_index_inline(rng, s->front.count);
    int          exploit  = progress >= s->p.exploit.from && heco_rng_uniform_inline(rng) < s->rho;
    heco_parents p        = exploit ? srde_exploitation(s, i) : srde_standard(s, i);
    s->exploited[i]       = (unsigned char)exploit;
    s->trial.target       = i;
    s->trial.second       = 0;
    s->trial.race         = srde_races(s, i, progress);
    heco_mutate_toward1(row, &p, s->trial.F, s->trial.F2, s->front.n);
    srde_cross(s, row, p.a, s->trial.CR_drawn,
               s->p.jump > 0.0 && heco_rng_uniform_inline(rng) < s->p.jump);
}

/* Writes the second trial of a race: same F, its own parents, no jumps. */
static void srde_generate_second(srde_family *s, double *row) {
    const srde_race *r   = &s->p.race;
    heco_rng        *rng = s->setup->rng;
    size_t           N = s->front.count, i = s->trial.target, pool = srde_round_share(r->pool, N);
    size_t           a = heco_pick_other(rng, N, i), e = heco_pick_other2(rng, N, a, i);
    size_t           c = heco_pick_other3(rng, N, a, e, i), pb = i;
    for (int tries = 0; tries < 7 && pb == i; tries++)
        pb = s->front_rank.order[heco_rng_index_inline(rng, pool)];
    if (pb == i) pb = e;
    heco_parents p = {heco_population_row(&s->front, i), heco_population_row(&s->front, pb),
                      heco_population_row(&s->top, a), heco_population_row(&s->top, c)};
    heco_mutate_toward1(row, &p, r->toward * s->trial.F, r->across * s->trial.F, s->front.n);
    srde_cross(s, row, p.a, fmin(fmax(s->trial.CR_drawn, r->CR_min), r->CR_max), 0);
}

/* Returns 1 if a trial is not worse than the old point at the level, and writes its gain: one of f,
 * or one of violation if only that decides. */
static int srde_accepts(double f, double v, double f_old, double v_old, double eps, double *gain) {
    double cut = v <= eps ? 0.0 : v, cut_old = v_old <= eps ? 0.0 : v_old;
    if (!(v < INFINITY)) return 0;
    int by_f = f <= f_old && (cut == 0.0 || cut == cut_old);
    if (!by_f && !(cut < cut_old)) return 0;
    *gain = by_f ? f_old - f : cut_old - cut;
    if (!isfinite(*gain)) *gain = 0.0;
    return 1;
}

/* Compares the trial with its target. An accepted trial overwrites the oldest member of the front
 * and joins the successes. */
static void srde_settle(srde_family *s, const double *x, double f, double v) {
    size_t i = s->trial.target, w = s->write;
    double gain;
    s->last_trial[i] = f;
    int accepted     = srde_accepts(f, v, s->front.f[i], s->front.v[i], s->eps, &gain);
    if (s->p.kick.archive > 0) heco_srde_kick_settle(s, accepted);
    if (!accepted) return;
    heco_population_set(&s->child, s->success.count, x, f, v);
    heco_successes_add(&s->success, s->trial.F, s->trial.CR, gain);
    heco_population_set(&s->front, w, x, f, v);
    heco_ranking_update(&s->front_rank, s->front.f, s->front.v, w);
    s->write = w + 1 < s->front.count ? w + 1 : 0;
}

/* Sets rho to the share of EB in the gain of f since the generation began. Indices that were not
 * drawn contribute their last gain again, as in the program. */
static void srde_update_rho(srde_family *s) {
    double gain[2] = {0.0, 0.0};
    for (size_t i = 0; i < s->front.count; i++) {
        double d = s->before[i] - s->last_trial[i];
        if (d > 0.0 && d < INFINITY) gain[s->exploited[i]] += d;
    }
    int    both = gain[0] > 0.0 && gain[1] > 0.0;
    double goal = both ? gain[1] / (gain[0] + gain[1]) : s->p.exploit.rho0;
    double part = both ? s->p.exploit.learn : s->p.exploit.forget;
    s->rho      = (1.0 - part) * s->rho + part * goal;
    memcpy(s->before, s->front.f, s->front.count * sizeof *s->before);
}

/* Drops the worst members of the front; the others close up in their order, m with them, b and t
 * not. */
static void srde_shrink_front(srde_family *s, size_t N) {
    size_t to = 0;
    for (size_t i = 0; i < s->front.count; i++) {
        if (s->front_rank.place[i] >= N) continue;
        heco_population_move(&s->front, to, i);
        if (s->refused != NULL) s->refused[to] = s->refused[i];
        s->before[to++] = s->before[i];
    }
    s->front.count = N;
    if (s->write >= N) s->write = 0;
}

/* Sets the top to the best N of top and successes, from best to worst. */
static void srde_renew_top(srde_family *s, size_t N) {
    size_t old = s->top.count, count = s->success.count;
    s->top.count = N;
    if (count == 0) return;
    memcpy(heco_population_row(&s->top, old), s->child.x, count * s->top.n * sizeof *s->top.x);
    memcpy(s->top.f + old, s->child.f, count * sizeof *s->top.f);
    memcpy(s->top.v + old, s->child.v, count * sizeof *s->top.v);
    heco_ranking_sort(&s->top_rank, s->top.f, s->top.v, s->eps, old + count);
    heco_population_gather(&s->top, s->top_rank.order, N, s->rows);
}

/* Ends a generation: updates rho, success rate, size, memories and top. */
static void srde_end_generation(srde_family *s) {
    double N0 = (double)s->p.N0, N_end = (double)s->p.N_end;
    size_t N = (size_t)floor(N0 + (N_end - N0) * heco_setup_progress(s->setup));
    if (N > s->front.count) N = s->front.count;
    srde_update_rho(s);
    s->SR = (double)s->success.count / (double)s->front.count;
    srde_shrink_front(s, N);
    heco_history_blend(&s->memory, &s->success, s->p.rate);
    srde_renew_top(s, N);
}

heco_status heco_srde_family_ask(void *state, heco_batch *out) {
    srde_family *s = state;
    if (s->front.count == 0) return heco_sample_initial(out, s->p.N0, s->setup);
    out->count = 1;
    if (s->trial.second) srde_generate_second(s, out->x);
    else {
        if (s->step == 0) srde_begin_generation(s);
        srde_generate(s, out->x);
    }
    return HECO_OK;
}

/* Learns a trial. In a race, a target has two trials: the values of the first are stored until
 * those of the second arrive. The second one then counts if it would replace the first; else the
 * first one does. */
heco_status heco_srde_family_tell(void *state, const heco_batch *in) {
    srde_family  *s = state;
    srde_trial   *t = &s->trial;
    const double *x = in->x;
    double        f = in->f[0], v = in->viol[0], gain;
    if (s->p.kick.archive > 0) heco_best_point_look(&s->best, in);
    if (s->front.count == 0) {
        srde_fill(s, in);
        return HECO_OK;
    }
    if (t->race && !t->second) {
        memcpy(s->first_x, x, in->n * sizeof *x);
        t->f = f, t->v = v, t->CR_first = t->CR, t->second = 1;
        return HECO_OK;
    }
    if (t->second && !srde_accepts(f, v, t->f, t->v, s->eps, &gain))
        x = s->first_x, f = t->f, v = t->v, t->CR = t->CR_first;
    t->second = 0;
    srde_settle(s, x, f, v);
    if (++s->step < s->front.count) return HECO_OK;
    srde_end_generation(s);
    s->step = 0;
    return HECO_OK;
}
