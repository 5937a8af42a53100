/* The phases of a search. After the descent:
 *
 *   NEIGHBOURS   every integer one step up and down
 *   CHORD        each promising one with the model's step in the continuous variables: one
 *                evaluation, and the model was good enough to say no, or
 *   CHILD        a warm descent from there; better: the new incumbent, all over again
 *   then sets of several changes (beam), then all values of integers with few (sweep). */
#include "solver/sqp/local_search.h"

#include <math.h>
#include <string.h>

#include "problem/better.h"

void heco_local_search_init(heco_local_search *c, const heco_setup *setup) {
    size_t n = setup->space->n, m = setup->space->ng + setup->space->nh;
    c->setup       = setup;
    c->look_around = 1, c->group = 1, c->depth = HECO_NEIGHBOURS_DEPTH;
    c->phase = HECO_LOCAL_SEARCH_OVER;
    heco_descent_init(&c->descent, setup->space, setup->arena);
    c->descent.offered    = setup->derivatives;
    c->descent.qp.is_late = setup->is_late, c->descent.qp.late_user = setup->late_user;
    if (heco_arena_failed(setup->arena)) return;
    size_t group = c->descent.ni > 0 ? HECO_LOCAL_SEARCH_BATCH : 0;
    heco_visited_init(&c->visited, setup, c->descent.var + c->descent.nc, c->descent.ni);
    heco_neighbours_init(&c->around, &c->descent, &c->visited, setup->arena);
    c->best_x  = heco_arena_take(setup->arena, n, sizeof(double));
    c->best_c  = heco_arena_take(setup->arena, m, sizeof(double));
    c->batch_x = heco_arena_take(setup->arena, group * n, sizeof(double));
    c->batch_f = heco_arena_take(setup->arena, group, sizeof(double));
    c->batch_c = heco_arena_take(setup->arena, group * m, sizeof(double));
}

size_t heco_local_search_rows(const heco_local_search *c) {
    size_t rows = heco_descent_rows(&c->descent), singles = heco_neighbours_singles(&c->descent);
    return rows > singles ? rows : singles;
}

int heco_local_search_is_over(const heco_local_search *c) {
    return c->phase == HECO_LOCAL_SEARCH_OVER;
}

/* Better, and by more than rounding: f near 0 counts by its own size. */
static int local_search_really_better(double f, double v, double than_f, double than_v) {
    if (!heco_better_feasible_inline(f, v, than_f, than_v)) return 0;
    return v < than_v - 1e-12 || !isfinite(than_f) || than_f - f > 1e-7 * fabs(than_f);
}

static void local_search_record(heco_local_search *c, const double *x, double f,
                                const double *values, double v) {
    if (heco_better_feasible_inline(f, v, c->all_f, c->all_viol)) c->all_f = f, c->all_viol = v;
    if (!heco_better_feasible_inline(f, v, c->best_f, c->best_viol)) return;
    memcpy(c->best_x, x, c->descent.n * sizeof *x);
    memcpy(c->best_c, values, c->descent.m * sizeof *values);
    c->best_f = f, c->best_viol = v;
}

static void local_search_record_descent(heco_local_search *c) {
    const heco_descent *d = &c->descent;
    if (isfinite(d->best_f) && isfinite(d->best_viol))
        local_search_record(c, d->best_x, d->best_f, d->best_c, d->best_viol);
}

static void local_search_reset(heco_local_search *c, double best_f, double best_viol) {
    c->evals = 0;
    c->bad = c->leaping = c->learns = 0;
    c->end                          = HECO_DESCENT_RUNNING;
    c->best_f = c->best_viol = INFINITY;
    c->all_f                 = best_f;
    c->all_viol              = best_viol;
}

static int local_search_has_continuous(const heco_local_search *c) { return c->descent.nc > 0; }

static void local_search_finish(heco_local_search *c) { c->phase = HECO_LOCAL_SEARCH_OVER; }

/* ---- neighbours ---- */

static void local_search_go_neighbours(heco_local_search *c) {
    heco_neighbours_single_steps(&c->around);
    c->phase = HECO_LOCAL_SEARCH_NEIGHBOURS;
    c->stage = HECO_LOCAL_SEARCH_SINGLES;
}

static int local_search_go_sweep(heco_local_search *c) {
    double tenth = fmax(8.0, 0.1 * (double)c->setup->max_evals);
    size_t most  = (size_t)fmin(HECO_NEIGHBOURS_SWEEP, tenth);
    c->phase     = HECO_LOCAL_SEARCH_NEIGHBOURS;
    c->stage     = HECO_LOCAL_SEARCH_SWEEP;
    return heco_neighbours_sweep(&c->around, most, c->setup->rng) > 0;
}

/* The next candidates; after single steps sets of them, then a sweep, then the end. */
static void local_search_next_batch(heco_local_search *c) {
    heco_neighbours *nb = &c->around;
    size_t           n = c->descent.n, most = local_search_has_continuous(c) ? c->group : 8;
    if (nb->next >= nb->count && c->stage == HECO_LOCAL_SEARCH_SINGLES) {
        c->stage = HECO_LOCAL_SEARCH_SETS;
        heco_neighbours_list_sets(nb, c->depth);
    }
    if (nb->next >= nb->count) {
        if (c->stage == HECO_LOCAL_SEARCH_SETS && local_search_go_sweep(c)) return;
        heco_visited_put(&c->visited, nb->x, HECO_VISITED_NEIGHBOURS);
        local_search_finish(c);
        return;
    }
    heco_neighbours_load(nb);
    c->phase = HECO_LOCAL_SEARCH_OLD_MODEL;
    for (c->grouped = 0; c->grouped < most && nb->next < nb->count; c->grouped++) {
        c->member[c->grouped] = nb->next;
        heco_neighbours_old_model(nb, c->batch_x + c->grouped * n, nb->candidate + nb->next++);
    }
}

/* The incumbent's last move again, twice as far; not where that makes no sense. */
static int local_search_try_extrapolation(heco_local_search *c) {
    const heco_space      *space = c->setup->space;
    const heco_neighbours *nb    = &c->around;
    double                *to    = c->batch_x;
    memcpy(to, nb->x, space->n * sizeof *to);
    for (size_t k = 0; k < c->descent.nc + c->descent.ni; k++) {
        size_t j     = c->descent.var[k];
        int    whole = k >= c->descent.nc;
        double by    = nb->x[j] - nb->old_x[j];
        double lo    = whole ? ceil(space->lower[j]) : space->lower[j];
        double hi    = whole ? floor(space->upper[j]) : space->upper[j];
        if (whole && by != 0.0 && c->descent.width[j] < 6.0) return 0;
        to[j] = fmin(hi, fmax(lo, nb->x[j] + 2.0 * by));
    }
    if (heco_visited_hash(&c->visited, to) == heco_visited_hash(&c->visited, nb->x)) return 0;
    if (heco_visited_get(&c->visited, to) != 0) return 0;
    c->phase   = HECO_LOCAL_SEARCH_EXTRAPOLATE;
    c->grouped = 1;
    return 1;
}

static void local_search_extrapolate_or_scan(heco_local_search *c) {
    if (!local_search_try_extrapolation(c)) local_search_go_neighbours(c);
}

/* ---- descents ---- */

static int local_search_begin_fixed(heco_local_search *c, const double *x, double f,
                                    const double *values) {
    heco_neighbours_load(&c->around);
    heco_descent_start start = {
        .x         = x,
        .g         = values,
        .h         = values + c->setup->space->ng,
        .f         = f,
        .radius    = 0.3,
        .viol      = heco_violation(c->setup->space, values, values + c->setup->space->ng),
        .level     = c->descent.level,
        .fixed     = 1,
        .keep      = 1,
        .incumbent = c->around.viol == 0.0 ? c->around.f : INFINITY};
    heco_descent_begin(&c->descent, &start);
    c->around.loaded = 0;
    c->phase         = HECO_LOCAL_SEARCH_FIXED;
    return c->descent.end == HECO_DESCENT_RUNNING;
}

/* The best candidate of the group that the model has not ruled out; else the next group. */
static void local_search_next_fixed(heco_local_search *c) {
    heco_neighbours *nb = &c->around;
    size_t           n = c->descent.n, m = c->descent.m;
    for (;;) {
        size_t who   = c->grouped;
        double least = INFINITY;
        for (size_t i = 0; i < c->grouped; i++) {
            const heco_candidate *k = nb->candidate + c->member[i];
            if (!k->tried && k->phi < least) who = i, least = k->phi;
        }
        if (who == c->grouped) break;
        heco_candidate *k = nb->candidate + c->member[who];
        k->tried          = 1;
        double error      = fabs(k->phi - k->pred);
        if (nb->viol == 0.0 && k->phi - nb->phi > 3.0 * error + 1e-7 * fabs(nb->f)) continue;
        double *x = c->batch_x + who * n, *values = c->batch_c + who * m, f = c->batch_f[who];
        if (k->depth == 1) { /* the point without the model's step may be the better one */
            size_t t = k->single[0];
            heco_neighbours_load(nb);
            const double *at_once = nb->single_c + t * m;
            if (heco_descent_merit_at(&c->descent, nb->single_f[t], at_once) < k->phi) {
                heco_neighbours_point(nb, x, k);
                f = nb->single_f[t];
                memcpy(values, at_once, m * sizeof *values);
            }
        }
        if (local_search_begin_fixed(c, x, f, values)) return;
    }
    local_search_next_batch(c);
}

/* Integers with many values may now move far: a descent from the new incumbent. */
static int local_search_begin_mixed(heco_local_search *c) {
    const heco_neighbours *nb   = &c->around;
    int                    wide = 0;
    for (size_t k = 0; k < c->descent.ni; k++)
        wide = wide || c->descent.width[c->descent.var[c->descent.nc + k]] >= 6.0;
    if (!wide) return 0;
    heco_descent_start start = {.x         = nb->x,
                                .g         = nb->c,
                                .h         = nb->c + c->setup->space->ng,
                                .f         = nb->f,
                                .viol      = nb->viol,
                                .radius    = 0.2,
                                .level     = c->descent.level,
                                .incumbent = INFINITY};
    heco_descent_begin(&c->descent, &start);
    c->around.loaded = 0;
    c->phase         = HECO_LOCAL_SEARCH_DESCENT;
    return c->descent.end == HECO_DESCENT_RUNNING;
}

static void local_search_take_incumbent(heco_local_search *c) {
    heco_descent *d = &c->descent;
    heco_descent_save(d, &c->around.memory);
    c->has_model = 1;
    heco_neighbours_set(&c->around, d->best_x, d->best_f, d->best_c, d->best_viol);
}

static void local_search_fixed_ended(heco_local_search *c) {
    const heco_descent *d = &c->descent;
    local_search_record_descent(c);
    heco_visited_put(&c->visited, d->x, HECO_VISITED_DESCENT);
    if (local_search_really_better(d->best_f, d->best_viol, c->around.f, c->around.viol)) {
        local_search_take_incumbent(c);
        if (!local_search_begin_mixed(c)) local_search_extrapolate_or_scan(c);
    } else if (c->leaping) local_search_go_neighbours(c);
    else local_search_next_fixed(c);
}

/* A descent with moving integers has ended: look around, unless that place is known. */
static void local_search_descent_ended(heco_local_search *c) {
    const heco_descent *d = &c->descent;
    int worse = !local_search_really_better(d->best_f, d->best_viol, c->all_f, c->all_viol);
    int alone = d->ni == 0 || !c->look_around || d->iterations == 0;
    c->end    = d->end;
    c->bad    = heco_descent_was_bad(d);
    local_search_record_descent(c);
    if (c->learns && d->end == HECO_DESCENT_CONVERGED && d->certified)
        heco_optima_add(c->known, d->x, d->f, d->viol);
    if (alone || d->end == HECO_DESCENT_DUPLICATE || !isfinite(d->best_viol)) {
        local_search_finish(c);
        return;
    }
    unsigned bits = heco_visited_get(&c->visited, d->best_x);
    heco_visited_put(&c->visited, d->best_x, HECO_VISITED_DESCENT);
    if ((bits & HECO_VISITED_NEIGHBOURS) != 0 && worse) {
        c->end = HECO_DESCENT_DUPLICATE;
        local_search_finish(c);
        return;
    }
    int elsewhere = local_search_has_continuous(c) && heco_visited_hash(&c->visited, d->x) !=
                                                          heco_visited_hash(&c->visited, d->best_x);
    local_search_take_incumbent(c);
    if (elsewhere && local_search_begin_fixed(c, c->around.x, c->around.f, c->around.c))
        c->leaping = 1;
    else local_search_go_neighbours(c); /* the best point was a probe: its continuous part first */
}

/* ---- ask and tell ---- */

void heco_local_search_begin(heco_local_search *c, const heco_descent_start *start, double best_f,
                             double best_viol) {
    local_search_reset(c, best_f, best_viol);
    c->learns        = c->known != NULL && start->known != NULL;
    c->around.loaded = 0;
    heco_descent_begin(&c->descent, start);
    c->phase = HECO_LOCAL_SEARCH_DESCENT;
    if (c->descent.end != HECO_DESCENT_RUNNING) local_search_descent_ended(c);
}

void heco_local_search_begin_around(heco_local_search *c, const heco_batch *in, double best_f,
                                    double best_viol) {
    local_search_reset(c, best_f, best_viol);
    c->end = HECO_DESCENT_CONVERGED;
    heco_descent_row_values(&c->descent, c->batch_c, in, 0);
    local_search_record(c, in->x, in->f[0], c->batch_c, in->viol[0]);
    heco_neighbours_set(&c->around, in->x, in->f[0], c->batch_c, in->viol[0]);
    local_search_go_neighbours(c);
}

static size_t local_search_ask_rows(heco_local_search *c, double *rows) {
    size_t n = c->descent.n;
    switch (c->phase) {
    case HECO_LOCAL_SEARCH_NEIGHBOURS:
        for (size_t t = 0; t < c->around.singles; t++)
            heco_neighbours_single_point(&c->around, rows + t * n, t);
        return c->around.singles;
    case HECO_LOCAL_SEARCH_OLD_MODEL:
    case HECO_LOCAL_SEARCH_EXTRAPOLATE:
        memcpy(rows, c->batch_x, c->grouped * n * sizeof *rows);
        return c->grouped;
    default: return heco_descent_ask(&c->descent, rows);
    }
}

void heco_local_search_ask(heco_local_search *c, heco_batch *out) {
    c->descent.room  = out->df != NULL;
    out->count       = local_search_ask_rows(c, out->x);
    out->as_asked    = 1;
    int descends     = c->phase == HECO_LOCAL_SEARCH_DESCENT || c->phase == HECO_LOCAL_SEARCH_FIXED;
    out->derivatives = descends && heco_descent_wants_derivatives(&c->descent);
}

/* The best of the rows that beats the incumbent; in->count: none. Notes them all. */
static size_t local_search_scan(heco_local_search *c, const heco_batch *in, double *f,
                                double *values) {
    size_t best = in->count, m = c->descent.m;
    for (size_t i = 0; i < in->count; i++) {
        int fine = isfinite(in->f[i]) && isfinite(in->viol[i]);
        f[i]     = fine ? in->f[i] : INFINITY;
        heco_descent_row_values(&c->descent, values + i * m, in, i);
        if (!local_search_has_continuous(c))
            heco_visited_put(&c->visited, in->x + i * in->n, HECO_VISITED_DESCENT);
        if (!fine) continue;
        local_search_record(c, in->x + i * in->n, in->f[i], values + i * m, in->viol[i]);
        if (!local_search_really_better(in->f[i], in->viol[i], c->around.f, c->around.viol))
            continue;
        if (best == in->count ||
            heco_better_feasible_inline(in->f[i], in->viol[i], in->f[best], in->viol[best]))
            best = i;
    }
    return best;
}

static void local_search_tell_neighbours(heco_local_search *c, const heco_batch *in) {
    heco_neighbours *nb   = &c->around;
    size_t           best = local_search_scan(c, in, nb->single_f, nb->single_c);
    if (!local_search_has_continuous(c) && best < in->count) {
        heco_neighbours_set(nb, in->x + best * in->n, in->f[best],
                            nb->single_c + best * c->descent.m, in->viol[best]);
        local_search_extrapolate_or_scan(c);
        return;
    }
    heco_neighbours_list_singles(nb);
    if (!local_search_has_continuous(c)) nb->next = nb->count; /* they are evaluated already */
    local_search_next_batch(c);
}

static void local_search_tell_batch(heco_local_search *c, const heco_batch *in) {
    heco_neighbours *nb   = &c->around;
    int              leap = c->phase == HECO_LOCAL_SEARCH_EXTRAPOLATE;
    size_t           best = local_search_scan(c, in, c->batch_f, c->batch_c), m = c->descent.m;
    if (!local_search_has_continuous(c)) {
        if (best < in->count) {
            heco_neighbours_set(nb, in->x + best * in->n, in->f[best], c->batch_c + best * m,
                                in->viol[best]);
            if (!leap || !local_search_try_extrapolation(c)) local_search_go_neighbours(c);
        } else if (leap) local_search_go_neighbours(c);
        else local_search_next_batch(c);
        return;
    }
    c->leaping = leap;
    if (leap) {
        if (!isfinite(c->batch_f[0]) ||
            !local_search_begin_fixed(c, c->batch_x, c->batch_f[0], c->batch_c))
            local_search_go_neighbours(c);
        return;
    }
    heco_neighbours_load(nb);
    for (size_t i = 0; i < in->count; i++) {
        heco_candidate *k = nb->candidate + c->member[i];
        k->phi            = heco_descent_merit_at(&c->descent, c->batch_f[i], c->batch_c + i * m);
        if (!isfinite(k->phi)) k->phi = INFINITY;
    }
    local_search_next_fixed(c);
}

void heco_local_search_tell(heco_local_search *c, const heco_batch *in) {
    c->evals += in->count;
    if (!local_search_has_continuous(c) && c->descent.ni > 0)
        for (size_t i = 0; i < in->count; i++)
            heco_visited_put(&c->visited, in->x + i * in->n, HECO_VISITED_POINT);
    if (c->phase == HECO_LOCAL_SEARCH_NEIGHBOURS) local_search_tell_neighbours(c, in);
    else if (c->phase == HECO_LOCAL_SEARCH_OLD_MODEL || c->phase == HECO_LOCAL_SEARCH_EXTRAPOLATE)
        local_search_tell_batch(c, in);
    else if (heco_descent_tell(&c->descent, in) == HECO_DESCENT_RUNNING) return;
    else if (c->phase == HECO_LOCAL_SEARCH_FIXED) local_search_fixed_ended(c);
    else local_search_descent_ended(c);
}

void heco_local_search_cut(heco_local_search *c) {
    if (c->phase == HECO_LOCAL_SEARCH_DESCENT || c->phase == HECO_LOCAL_SEARCH_FIXED) {
        local_search_record_descent(c);
        c->descent.end = HECO_DESCENT_STUCK;
        if (c->end == HECO_DESCENT_RUNNING) {
            c->end = HECO_DESCENT_STUCK;
            c->bad = heco_descent_was_bad(&c->descent);
        }
    }
    local_search_finish(c);
}
