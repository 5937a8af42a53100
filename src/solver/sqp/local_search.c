/* The phases of a local search. After the descent:
 *
 *   BUNDLE        continues where kinks have stopped the descent (local_search_bundle.c)
 *   NEIGHBOURS    evaluates each integer one step up and one step down
 *   MODEL_STEP    evaluates candidates with the model's step in the continuous variables; a
 *                 candidate is dropped if the model is accurate and predicts no gain
 *   FIXED         descends in the continuous variables from each other candidate, with the
 *                 incumbent's model; a better end is the new incumbent
 *   EXTRAPOLATE   repeats the move to a new incumbent, twice as far
 *
 * Candidates are the single steps, then sets of several changes, then all values of integers with
 * few values. The search ends when none is better. docs/algorithms/sqp.md has the measurements. */
#include "solver/sqp/local_search.h"

#include <math.h>
#include <string.h>

#include "problem/batch_init.h"
#include "problem/better.h"

/* clang-format off */
static const double
    local_search_viol_gain    = 1e-12, /* least decrease of the violation that counts */
    local_search_f_gain       = 1e-7,  /* least decrease of f, relative to |f|: values near 0 can
                                        * improve */
    local_search_errors       = 3.0,   /* a candidate is dropped if its merit exceeds that of the
                                        * incumbent by so many errors of the model */
    local_search_fixed_radius = 0.3,   /* first trust radius of a descent from a candidate */
    local_search_mixed_radius = 0.2;   /* first trust radius of a descent from a new incumbent */
/* clang-format on */

void heco_local_search_init(heco_local_search *s, const heco_setup *setup) {
    size_t n = setup->space->n, m = setup->space->ng + setup->space->nh;
    s->setup   = setup;
    s->options = (heco_local_search_options){1, 1, HECO_NEIGHBOURS_CHANGES};
    s->phase   = HECO_LOCAL_SEARCH_OVER;
    s->met_f   = INFINITY;
    heco_descent_init(&s->descent, setup->space, setup->arena);
    s->descent.exact.available         = setup->derivatives > 0;
    s->descent.exact.trusted           = setup->derivatives > 1;
    s->descent.exact.checked           = s->descent.exact.trusted;
    s->descent.program.qp.is_timed_out = setup->is_timed_out;
    s->descent.program.qp.timeout_user = setup->timeout_user;
    if (heco_arena_failed(setup->arena)) return;
    size_t rows = s->descent.ni > 0 ? HECO_LOCAL_SEARCH_BATCH : 0;
    heco_visited_init(&s->visited, setup, s->descent.var + s->descent.nc, s->descent.ni);
    heco_neighbours_init(&s->neighbours, &s->descent, &s->visited, setup->arena);
    s->best.x  = heco_arena_take(setup->arena, n, sizeof(double));
    s->best.c  = heco_arena_take(setup->arena, m, sizeof(double));
    s->batch.x = heco_arena_take(setup->arena, rows * n, sizeof(double));
    s->batch.f = heco_arena_take(setup->arena, rows, sizeof(double));
    s->batch.c = heco_arena_take(setup->arena, rows * m, sizeof(double));
    heco_bundle_init(&s->bundle, &s->descent, setup->arena);
    s->bundle.qp.is_timed_out = setup->is_timed_out;
    s->bundle.qp.timeout_user = setup->timeout_user;
    s->descent.options.kinks  = s->bundle.room > 0;
}

size_t heco_local_search_rows(const heco_local_search *s) {
    size_t rows    = heco_descent_rows(&s->descent),
           singles = heco_neighbours_max_singles(&s->descent);
    return rows > singles ? rows : singles;
}

int heco_local_search_is_over(const heco_local_search *s) {
    return s->phase == HECO_LOCAL_SEARCH_OVER;
}

/* Returns 1 if (f, v) is better by more than rounding errors. */
static int local_search_gains(double f, double v, double than_f, double than_v) {
    if (!heco_better_feasible_inline(f, v, than_f, than_v)) return 0;
    return v < than_v - local_search_viol_gain || !isfinite(than_f) ||
           than_f - f > local_search_f_gain * fabs(than_f);
}

void heco_local_search_record(heco_local_search *s, const double *x, double f, const double *values,
                              double v) {
    if (heco_better_feasible_inline(f, v, s->overall_f, s->overall_viol))
        s->overall_f = f, s->overall_viol = v;
    if (v == 0.0 && f < s->met_f && heco_descent_is_aim(&s->descent, values)) s->met_f = f;
    if (!heco_better_feasible_inline(f, v, s->best.f, s->best.viol)) return;
    memcpy(s->best.x, x, s->descent.n * sizeof *x);
    memcpy(s->best.c, values, s->descent.m * sizeof *values);
    s->best.f = f, s->best.viol = v;
}

static void local_search_record_descent(heco_local_search *s) {
    const heco_descent *d = &s->descent;
    if (isfinite(d->best.f) && isfinite(d->best.viol))
        heco_local_search_record(s, d->best.x, d->best.f, d->best.c, d->best.viol);
    if (d->current.viol == 0.0)
        heco_local_search_record(s, d->current.x, d->current.f, d->current.c, 0.0);
}

/* Returns f of the point that a descent has to beat. If descents aim at the constraints themselves,
 * a point at the edge of the tolerances is no rival: no descent would come near its f, and all of
 * them would end early, far from the last digits. */
static double local_search_rival(const heco_local_search *s, double best_f, double best_viol) {
    if (best_viol != 0.0) return INFINITY;
    return s->descent.band || s->descent.m == 0 ? best_f : fmax(best_f, s->met_f);
}

static void local_search_reset(heco_local_search *s, double best_f, double best_viol) {
    s->evals      = 0;
    s->unreliable = s->outside_list = s->records = s->bundled = 0;
    s->end                                                    = HECO_DESCENT_RUNNING;
    s->best.f = s->best.viol = INFINITY;
    s->overall_f             = best_f;
    s->overall_viol          = best_viol;
}

static int local_search_has_continuous(const heco_local_search *s) { return s->descent.nc > 0; }

/* ---- descents ---- */

/* Begins a descent of the continuous variables with the incumbent's model. Returns 0 if there is
 * nothing to do. */
static int local_search_begin_fixed(heco_local_search *s, const double *x, double f,
                                    const double *values) {
    const heco_descent_point *p = &s->neighbours.incumbent;
    const double             *h = values + s->setup->space->ng;
    heco_neighbours_load_model(&s->neighbours);
    heco_descent_start start = heco_descent_start_at(
        x, f, values, h, heco_violation(s->setup->space, values, h), local_search_fixed_radius);
    start.level          = s->descent.differences.level;
    start.fixed_integers = start.warm = 1;
    if (p->viol == 0.0) start.incumbent = p->f;
    heco_descent_begin(&s->descent, &start);
    s->neighbours.loaded = 0;
    s->phase             = HECO_LOCAL_SEARCH_FIXED;
    return s->descent.end == HECO_DESCENT_RUNNING;
}

/* Returns the best candidate of the batch that was not tried; s->batch.count: none. */
static size_t local_search_best_candidate(const heco_local_search *s) {
    size_t best  = s->batch.count;
    double least = INFINITY;
    for (size_t i = 0; i < s->batch.count; i++) {
        const heco_candidate *k = s->neighbours.candidate + s->batch.candidate[i];
        if (!k->tried && k->merit < least) best = i, least = k->merit;
    }
    return best;
}

/* Returns 1 if the model has proved accurate for a candidate that is worse than the incumbent. */
static int local_search_is_ruled_out(const heco_neighbours *nb, const heco_candidate *k) {
    double error = fabs(k->merit - k->predicted), f = nb->incumbent.f;
    return nb->incumbent.viol == 0.0 &&
           k->merit - nb->merit > local_search_errors * error + local_search_f_gain * fabs(f);
}

/* Begins a descent from row i of the batch, or from the candidate's single, without the model's
 * step, if that has the lower merit. */
static int local_search_begin_candidate(heco_local_search *s, const heco_candidate *k, size_t i) {
    heco_neighbours *nb = &s->neighbours;
    size_t           m  = s->descent.m;
    double          *x = s->batch.x + i * s->descent.n, *values = s->batch.c + i * m;
    double           f = s->batch.f[i];
    if (k->changes == 1) {
        size_t        t = k->single[0];
        const double *c = nb->single.c + t * m;
        heco_neighbours_load_model(nb);
        if (heco_descent_merit(&s->descent, nb->single.f[t], c) < k->merit) {
            heco_neighbours_point(nb, x, k);
            f = nb->single.f[t];
            memcpy(values, c, m * sizeof *values);
        }
    }
    return local_search_begin_fixed(s, x, f, values);
}

/* Descends from the best candidate of the batch that the model does not rule out, else goes on to
 * the next batch. */
static void local_search_next_fixed(heco_local_search *s) {
    for (size_t i; (i = local_search_best_candidate(s)) < s->batch.count;) {
        heco_candidate *k = s->neighbours.candidate + s->batch.candidate[i];
        k->tried          = 1;
        if (!local_search_is_ruled_out(&s->neighbours, k) && local_search_begin_candidate(s, k, i))
            return;
    }
    heco_local_search_next_batch(s);
}

/* Begins a descent with moving integers from the incumbent. Returns 0 if none has many steps. */
static int local_search_begin_mixed(heco_local_search *s) {
    const heco_descent_point *p = &s->neighbours.incumbent;
    const size_t             *j = s->descent.var + s->descent.nc, *end = j + s->descent.ni;
    while (j < end && s->descent.width[*j] < HECO_LOCAL_SEARCH_MANY_STEPS) j++;
    if (j == end) return 0;
    heco_descent_start start = heco_descent_start_at(p->x, p->f, p->c, p->c + s->setup->space->ng,
                                                     p->viol, local_search_mixed_radius);
    start.level              = s->descent.differences.level;
    heco_descent_begin(&s->descent, &start);
    s->neighbours.loaded = 0;
    s->phase             = HECO_LOCAL_SEARCH_DESCENT;
    return s->descent.end == HECO_DESCENT_RUNNING;
}

/* Makes the best point of the descent the incumbent and saves the model. */
static void local_search_take_incumbent(heco_local_search *s) {
    heco_descent *d = &s->descent;
    heco_descent_save_model(d, &s->neighbours.memory);
    s->has_model = 1;
    heco_neighbours_set_incumbent(&s->neighbours, d->best.x, d->best.f, d->best.c, d->best.viol);
}

/* Ends a descent with fixed integers: follows a new incumbent, else tries the next candidate. */
static void local_search_end_fixed(heco_local_search *s) {
    const heco_descent *d = &s->descent;
    local_search_record_descent(s);
    heco_visited_put(&s->visited, d->current.x, HECO_VISITED_DESCENT);
    if (local_search_gains(d->best.f, d->best.viol, s->neighbours.incumbent.f,
                           s->neighbours.incumbent.viol)) {
        local_search_take_incumbent(s);
        if (!local_search_begin_mixed(s)) heco_local_search_follow_incumbent(s);
    } else if (s->outside_list) heco_local_search_ask_neighbours(s);
    else local_search_next_fixed(s);
}

/* Ends a descent with moving integers. Sets `end`, `unreliable` and `best`. Searches its neighbours
 * unless they are known. If the best point is a difference with other integers than the end, its
 * continuous part comes first: else the search could miss the optimum of that assignment. */
static void local_search_end_descent(heco_local_search *s) {
    const heco_descent *d = &s->descent;
    int worse     = !local_search_gains(d->best.f, d->best.viol, s->overall_f, s->overall_viol);
    int only      = d->ni == 0 || !s->options.neighbours || d->count.iterations == 0;
    s->end        = d->end;
    s->unreliable = heco_descent_was_unreliable(d);
    local_search_record_descent(s);
    if (s->phase == HECO_LOCAL_SEARCH_DESCENT && heco_local_search_begin_bundle(s)) return;
    /* A descent that aims at the constraints ends beside a known optimum, a rounding error better
     * or worse: that is no new basin. */
    if (!d->band && d->end == HECO_DESCENT_CONVERGED && d->ni == 0 &&
        heco_optima_is_same(s->known, d->current.x, d->current.f, heco_descent_f_unit(d)))
        s->end = HECO_DESCENT_DUPLICATE;
    else if (s->records && d->end == HECO_DESCENT_CONVERGED && d->certified)
        heco_optima_add(s->known, d->current.x, d->current.f, d->current.viol);
    if (only || d->end == HECO_DESCENT_DUPLICATE || !isfinite(d->best.viol)) {
        s->phase = HECO_LOCAL_SEARCH_OVER;
        return;
    }
    unsigned bits = heco_visited_get(&s->visited, d->best.x);
    heco_visited_put(&s->visited, d->best.x, HECO_VISITED_DESCENT);
    if ((bits & HECO_VISITED_NEIGHBOURS) != 0 && worse) {
        s->end   = HECO_DESCENT_DUPLICATE;
        s->phase = HECO_LOCAL_SEARCH_OVER;
        return;
    }
    int elsewhere =
        local_search_has_continuous(s) &&
        heco_visited_hash(&s->visited, d->current.x) != heco_visited_hash(&s->visited, d->best.x);
    local_search_take_incumbent(s);
    const heco_descent_point *p = &s->neighbours.incumbent;
    if (elsewhere && local_search_begin_fixed(s, p->x, p->f, p->c)) s->outside_list = 1;
    else heco_local_search_ask_neighbours(s);
}

/* ---- ask and tell ---- */

void heco_local_search_begin(heco_local_search *s, const heco_descent_start *start, double best_f,
                             double best_viol) {
    local_search_reset(s, best_f, best_viol);
    s->records                  = s->known != NULL && start->known != NULL;
    s->neighbours.loaded        = 0;
    heco_descent_start compared = *start;
    compared.rival              = local_search_rival(s, best_f, best_viol);
    heco_descent_begin(&s->descent, &compared);
    s->phase = HECO_LOCAL_SEARCH_DESCENT;
    if (s->descent.end != HECO_DESCENT_RUNNING) local_search_end_descent(s);
}

void heco_local_search_begin_neighbours(heco_local_search *s, const heco_batch *in, double best_f,
                                        double best_viol) {
    local_search_reset(s, best_f, best_viol);
    s->end = HECO_DESCENT_CONVERGED;
    heco_descent_row_values(&s->descent, s->batch.c, in, 0);
    heco_local_search_record(s, in->x, in->f[0], s->batch.c, in->viol[0]);
    heco_neighbours_set_incumbent(&s->neighbours, in->x, in->f[0], s->batch.c, in->viol[0]);
    heco_local_search_ask_neighbours(s);
}

/* Writes the rows of the next batch and returns their number. */
static size_t local_search_ask_rows(heco_local_search *s, double *rows) {
    size_t n = s->descent.n;
    switch (s->phase) {
    case HECO_LOCAL_SEARCH_NEIGHBOURS:
        for (size_t t = 0; t < s->neighbours.single.count; t++)
            heco_neighbours_single_point(&s->neighbours, rows + t * n, t);
        return s->neighbours.single.count;
    case HECO_LOCAL_SEARCH_MODEL_STEP:
    case HECO_LOCAL_SEARCH_EXTRAPOLATE:
        memcpy(rows, s->batch.x, s->batch.count * n * sizeof *rows);
        return s->batch.count;
    case HECO_LOCAL_SEARCH_BUNDLE: return heco_bundle_ask(&s->bundle, rows);
    default: return heco_descent_ask(&s->descent, rows);
    }
}

void heco_local_search_ask(heco_local_search *s, heco_batch *out) {
    s->descent.exact.has_room = out->df != NULL;
    out->count                = local_search_ask_rows(s, out->x);
    int descends = s->phase == HECO_LOCAL_SEARCH_DESCENT || s->phase == HECO_LOCAL_SEARCH_FIXED;
    out->as_asked =
        descends && heco_descent_is_trial(&s->descent) ? HECO_BATCH_BUT_CHEAP : HECO_BATCH_AS_ASKED;
    out->derivatives = descends && heco_descent_wants_derivatives(&s->descent);
}

/* Records all rows and writes their values to f and `values`. Returns the best one that beats the
 * incumbent, or in->count. */
static size_t local_search_take_rows(heco_local_search *s, const heco_batch *in, double *f,
                                     double *values) {
    size_t best = in->count, m = s->descent.m;
    for (size_t i = 0; i < in->count; i++) {
        int fine = heco_descent_row_is_finite(in, i);
        f[i]     = fine ? in->f[i] : INFINITY;
        heco_descent_row_values(&s->descent, values + i * m, in, i);
        if (!local_search_has_continuous(s))
            heco_visited_put(&s->visited, in->x + i * in->n, HECO_VISITED_DESCENT);
        if (!fine) continue;
        heco_local_search_record(s, in->x + i * in->n, in->f[i], values + i * m, in->viol[i]);
        if (!local_search_gains(in->f[i], in->viol[i], s->neighbours.incumbent.f,
                                s->neighbours.incumbent.viol))
            continue;
        if (best == in->count ||
            heco_better_feasible_inline(in->f[i], in->viol[i], in->f[best], in->viol[best]))
            best = i;
    }
    return best;
}

/* Takes the values of singles and lists them as candidates. Without continuous variables the best
 * one is the new incumbent if it gains. */
static void local_search_tell_neighbours(heco_local_search *s, const heco_batch *in) {
    heco_neighbours *nb   = &s->neighbours;
    size_t           best = local_search_take_rows(s, in, nb->single.f, nb->single.c);
    if (!local_search_has_continuous(s) && best < in->count) {
        heco_neighbours_set_incumbent(nb, in->x + best * in->n, in->f[best],
                                      nb->single.c + best * s->descent.m, in->viol[best]);
        heco_local_search_follow_incumbent(s);
        return;
    }
    heco_neighbours_list_singles(nb);
    if (!local_search_has_continuous(s)) nb->next = nb->count; /* they are evaluated already */
    heco_local_search_next_batch(s);
}

/* Takes the values of candidates or of an extrapolation, and sets the next batch. */
static void local_search_tell_batch(heco_local_search *s, const heco_batch *in) {
    heco_neighbours *nb           = &s->neighbours;
    int              extrapolated = s->phase == HECO_LOCAL_SEARCH_EXTRAPOLATE;
    size_t           best = local_search_take_rows(s, in, s->batch.f, s->batch.c), m = s->descent.m;
    if (!local_search_has_continuous(s)) {
        if (best < in->count) {
            heco_neighbours_set_incumbent(nb, in->x + best * in->n, in->f[best],
                                          s->batch.c + best * m, in->viol[best]);
            if (!extrapolated || !heco_local_search_try_extrapolation(s))
                heco_local_search_ask_neighbours(s);
        } else if (extrapolated) heco_local_search_ask_neighbours(s);
        else heco_local_search_next_batch(s);
        return;
    }
    s->outside_list = extrapolated;
    if (extrapolated) {
        if (!isfinite(s->batch.f[0]) ||
            !local_search_begin_fixed(s, s->batch.x, s->batch.f[0], s->batch.c))
            heco_local_search_ask_neighbours(s);
        return;
    }
    heco_neighbours_load_model(nb);
    for (size_t i = 0; i < in->count; i++) {
        heco_candidate *k = nb->candidate + s->batch.candidate[i];
        k->merit          = heco_descent_merit(&s->descent, s->batch.f[i], s->batch.c + i * m);
        if (!isfinite(k->merit)) k->merit = INFINITY;
    }
    local_search_next_fixed(s);
}

void heco_local_search_tell(heco_local_search *s, const heco_batch *in) {
    s->evals += in->count;
    if (!local_search_has_continuous(s) && s->descent.ni > 0)
        for (size_t i = 0; i < in->count; i++)
            heco_visited_put(&s->visited, in->x + i * in->n, HECO_VISITED_POINT);
    if (s->phase == HECO_LOCAL_SEARCH_BUNDLE) heco_local_search_tell_bundle(s, in);
    else if (s->phase == HECO_LOCAL_SEARCH_NEIGHBOURS) local_search_tell_neighbours(s, in);
    else if (s->phase == HECO_LOCAL_SEARCH_MODEL_STEP || s->phase == HECO_LOCAL_SEARCH_EXTRAPOLATE)
        local_search_tell_batch(s, in);
    else if (heco_descent_tell(&s->descent, in) == HECO_DESCENT_RUNNING) return;
    else if (s->phase == HECO_LOCAL_SEARCH_FIXED) local_search_end_fixed(s);
    else local_search_end_descent(s);
}

void heco_local_search_stop(heco_local_search *s) {
    if (s->phase == HECO_LOCAL_SEARCH_DESCENT || s->phase == HECO_LOCAL_SEARCH_FIXED) {
        local_search_record_descent(s);
        s->descent.end = HECO_DESCENT_STUCK;
        if (s->end == HECO_DESCENT_RUNNING) {
            s->end        = HECO_DESCENT_STUCK;
            s->unreliable = heco_descent_was_unreliable(&s->descent);
        }
    }
    s->phase = HECO_LOCAL_SEARCH_OVER;
}
