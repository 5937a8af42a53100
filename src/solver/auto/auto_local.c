/* auto's descents: part 1 (until the problem shows that it wants more than descents), the slots and
 * polishes of part 2, and part 3. */
#include <math.h>
#include <string.h>

#include "problem/better.h"
#include "solver/auto/auto.h"

void heco_auto_local_init(auto_state *s) {
    double B = (double)s->budget, n = (double)s->n;
    heco_local_search_init(&s->search, s->setup);
    heco_optima_init(&s->known, s->setup->space, s->setup->arena);
    heco_restart_init(&s->restart, s->setup);
    s->search.known = &s->known;
    double cap      = B < 600.0 * n ? B : fmin(B, s->o[AUTO_LOCAL] * B + 400.0 * n);
    s->cap          = (uint64_t)cap;
    s->least        = (uint64_t)fmin(fmax(400.0 * n, 0.02 * B), 0.5 * B);
}

/* Hops are rarer while there is something to explore. */
void heco_auto_start_draw(auto_state *s, double *x) {
    double hops = s->part == 3 || s->many ? 0.9 : s->search.descent.ni > 0 ? 0.2 : 0.4;
    heco_restart_draw(&s->restart, x, hops);
}

static void auto_descent_done(auto_state *s);

/* Without continuous variables a hop needs no descent: its neighbours tell where to go. */
static void auto_descent_begin(auto_state *s, const heco_batch *in) {
    int whole = s->search.descent.nc == 0 && s->restart.hopped && s->search.has_model;
    if (whole && isfinite(in->f[0]) && isfinite(in->viol[0])) {
        heco_local_search_begin_neighbours(&s->search, in, s->best.f, s->best.viol);
        return;
    }
    heco_descent_start start = {.x      = in->x,
                                .g      = in->g,
                                .h      = in->h,
                                .f      = in->f[0],
                                .viol   = in->viol[0],
                                .radius = heco_restart_radius(&s->restart),
                                .level  = s->level,
                                .known  = &s->known};
    heco_local_search_begin(&s->search, &start, s->best.f, s->best.viol);
}

void heco_auto_start_told(auto_state *s, const heco_batch *in) {
    heco_auto_keep(s, &s->best, in, 0);
    heco_restart_record(&s->restart, in->x, in->f[0], in->viol[0]);
    s->phase = AUTO_IS_DESCENT;
    auto_descent_begin(s, in);
    if (heco_local_search_is_over(&s->search)) auto_descent_done(s);
}

void heco_auto_polish(auto_state *s, auto_point *from, auto_phase resume) {
    heco_descent_start start = {.x      = from->x,
                                .g      = from->g,
                                .h      = from->h,
                                .f      = from->f,
                                .viol   = from->viol,
                                .radius = 0.1,
                                .level  = s->level};
    from->fresh              = 0;
    s->resume                = resume;
    s->phase                 = resume;
    if (!isfinite(from->viol) || s->o[AUTO_POLISH] == 0.0) return;
    heco_local_search_begin(&s->search, &start, s->best.f, s->best.viol);
    if (!heco_local_search_is_over(&s->search)) s->phase = AUTO_IS_POLISH;
}

/* More than noise: a smaller violation, or f smaller by a millionth. */
static int auto_is_gain(const auto_state *s, double f, double viol) {
    const auto_point *b = &s->best;
    if (!heco_better_feasible_inline(f, viol, b->f, b->viol)) return 0;
    return viol < b->viol - 1e-12 || !isfinite(b->f) || b->f - f > 1e-6 * (1.0 + fabs(b->f));
}

/* The best point of a descent; 1: a real gain. */
static int auto_descent_keep(auto_state *s) {
    const heco_local_search *d    = &s->search;
    int                      gain = auto_is_gain(s, d->best.f, d->best.viol);
    heco_restart_record(&s->restart, d->best.x, d->best.f, d->best.viol);
    if (heco_better_feasible_inline(d->best.f, d->best.viol, s->best.f, s->best.viol)) {
        s->best.f = d->best.f, s->best.viol = d->best.viol;
        memcpy(s->best.x, d->best.x, s->n * sizeof *s->best.x);
        memcpy(s->best.g, d->best.c, s->setup->space->ng * sizeof *s->best.g);
        memcpy(s->best.h, d->best.c + s->setup->space->ng, s->setup->space->nh * sizeof *s->best.h);
    }
    return gain;
}

/* Difference level of the next descent: where two in a row had to go wider, begin there; every
 * third one tries short differences again. */
static void auto_levels(auto_state *s, size_t number) {
    const heco_descent *d   = &s->search.descent;
    int                 bad = s->search.unreliable;
    s->bad                  = bad && d->differences.level == 2 && d->nc > 0 ? s->bad + 1 : 0;
    s->raised               = d->differences.level > s->base ? s->raised + 1 : 0;
    if (s->bad >= 2 || d->nc + d->ni == 0) s->rough = 1;
    if (s->raised >= 2) s->base = d->differences.level, s->raised = 0;
    else if (d->differences.level < s->base && !bad) s->base = d->differences.level;
    s->level = s->base > 0 && number % 3 == 0 ? 0 : s->base;
}

/* Boender and Rinnooy Kan (1987): after r descents from uniform starts that ended in w different
 * places, w (r - 1)/(r - w - 2) places are to be expected. One more than half is too many. */
static int auto_has_converged(const auto_state *s) {
    double w = (double)s->basins, r = (double)s->uniform;
    return s->o[AUTO_STOP] > 0.0 && s->best.viol == 0.0 && !s->rough && r > w + 2.0 &&
           w * (r - 1.0) / (r - w - 2.0) <= w + 0.5;
}

/* Does the problem want more than descents? */
static void auto_part1_next(auto_state *s) {
    size_t   runs  = s->restart.descents;
    uint64_t e     = auto_evals(s);
    int      quiet = runs - s->last_gain >= 12 + 2 * s->last_gain;
    s->phase       = AUTO_IS_START;
    if (auto_has_converged(s)) {
        s->converged = 1;
        s->phase     = AUTO_IS_OVER;
        return;
    }
    if (runs >= 4 && s->duplicates * 10 < runs && (double)e >= 0.02 * (double)s->budget)
        s->many = 1;
    if (!s->rough && !s->many && (s->cap >= s->budget || (e < s->cap && !(e >= s->least && quiet))))
        return;
    if (heco_auto_global_fits(s)) {
        heco_auto_global_begin(s);
    } else {
        s->rough = 0;
        s->cap   = s->budget;
    }
}

/* After a descent from a start point. */
static void auto_descent_done(auto_state *s) {
    int anew      = s->search.end != HECO_DESCENT_DUPLICATE;
    s->gained     = auto_descent_keep(s);
    size_t number = ++s->restart.descents;
    s->duplicates += !anew;
    s->uniform += !s->restart.hopped;
    s->basins += !s->restart.hopped && anew;
    if (s->gained) s->last_gain = number;
    auto_levels(s, number);
    if (s->part == 1) {
        auto_part1_next(s);
    } else if (s->part == 2) {
        s->phase = s->resume;
        heco_auto_slot_done(s, s->gained, s->search.evals + 1);
    } else {
        s->phase = AUTO_IS_START;
    }
}

static void auto_polish_done(auto_state *s) {
    int gained = auto_descent_keep(s);
    s->polishes++;
    heco_auto_slot_done(s, gained, s->search.evals);
    s->level = s->base > 0 && s->slots % 3 == 0 ? 0 : s->base;
    s->phase = s->resume;
}

/* A descent that costs more than its part can bear is cut off. */
static int auto_is_too_long(const auto_state *s) {
    if (s->part == 1) return s->cap < s->budget && auto_evals(s) >= s->cap + s->cap / 4;
    return s->phase == AUTO_IS_POLISH && s->part == 2 && s->search.evals > s->budget / 20;
}

void heco_auto_descent_told(auto_state *s, const heco_batch *in) {
    heco_local_search_tell(&s->search, in);
    if (!heco_local_search_is_over(&s->search)) {
        if (!auto_is_too_long(s)) return;
        heco_local_search_stop(&s->search);
    }
    if (s->phase == AUTO_IS_POLISH) auto_polish_done(s);
    else auto_descent_done(s);
}
