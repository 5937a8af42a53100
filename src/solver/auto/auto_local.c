/* The descents of auto: the first ones, those between generations, polishes and the last ones.
 *
 * The first descents end, and the populations begin, when one of these holds (auto_choose_next):
 *   rough      the last two descents found derivatives useless even with wide differences
 *   many       hardly any descent leads to a known optimum: there are too many basins
 *   limit      the evaluations for the first descents are used up
 *   no gain    the best point has not improved for many descents
 *
 * Before the search ends as converged, one descent from a neighbour of the best point checks that
 * it is a minimum: a descent from a symmetric start may end at a maximum or a saddle point, where
 * the first derivatives say nothing.
 *
 * Suites accept equalities within a tolerance, and descents use it up to its edge. Where f is least
 * in between, that is inexact: a tolerance that is much narrower than the steps spoils the models.
 * So one polish of the best point aims at the constraints themselves (RC40 and RC41 of CEC 2020: f
 * is 0 instead of 1e-7).
 *
 * docs/algorithms/auto.md has the measurements. */
#include <math.h>
#include <string.h>

#include "problem/better.h"
#include "solver/auto/auto.h"

/* clang-format off */
/* B is the budget, n the number of variables. */
static const double
    auto_small_budget  = 600.0, /* below 600 n the first descents may use all of B */
    auto_most_extra    = 400.0, /* else they may use 400 n and the share `local` of B */
    auto_least         = 400.0, /* before 400 n evaluations they do not end for lack of gain */
    auto_least_share   = 0.02,  /* nor before this share of B */
    auto_least_half    = 0.5,   /* but from this share of B on they may always end */
    auto_many_share    = 0.02,  /* share of B before which basins are not many */
    auto_many_hops     = 0.9,   /* probability of a hop with many basins and in the last descents */
    auto_polish_radius = 0.1,   /* first trust radius of a polish */
    auto_viol_gain     = 1e-12, /* least decrease of the violation that counts */
    auto_f_gain        = 1e-6,  /* least decrease of f, relative to |f| and its unit */
    auto_check_radius  = 1e-3,  /* distance of that neighbour and its first trust radius, in widths;
                                 * smaller than every hop */
    auto_unseen        = 0.5;   /* expected number of unseen basins that is few enough */
enum {
    AUTO_QUIET         = 12, /* no gain in 12 + 2 k descents ends the first descents; k is the
                              * number of the last descent with a gain */
    AUTO_QUIET_FACTOR  = 2,
    AUTO_MANY_DESCENTS = 4,  /* basins are many if of at least 4 descents fewer than a tenth
                              * reached a known optimum. Without auto_many_share long runs leave
                              * too early (146 instead of 115 evaluations on CEC 2006); 15
                              * descents waste small budgets */
    AUTO_MANY_RATIO    = 10,
    AUTO_OVERRUN       = 4,  /* a descent is stopped a quarter beyond the limit, */
    AUTO_POLISH_PART   = 20, /* a polish at B/20 */
    AUTO_TWICE         = 2,  /* consecutive descents that decide on the difference level */
    AUTO_RETURNS       = 5,  /* descents that return to the best assignment before a search with
                              * integers has converged */
    AUTO_VERY_QUIET    = 30, /* it also has if 30 + 2 k descents had no gain */
    AUTO_FLAT_LEAST    = 100, /* evaluations with one value of f, and so many times (n + 1), */
    AUTO_FLAT_WIDE     = 10,  /* before starts are evaluated without descents */
    AUTO_RETRY_SHORT   = 3   /* each third descent tries short differences again */
};
/* clang-format on */

void heco_auto_local_init(auto_state *s) {
    double      B = (double)s->budget, n = (double)s->n;
    auto_local *l = &s->local;
    heco_local_search_init(&l->search, s->setup);
    if (!heco_arena_failed(s->setup->arena))
        heco_descent_set_band(&l->search.descent, s->o[AUTO_BAND] > 0.0);
    heco_optima_init(&l->known, s->setup->space, s->setup->arena);
    heco_restart_init(&l->restart, s->setup);
    l->search.known = &l->known;
    double most =
        B < auto_small_budget * n ? B : fmin(B, s->o[AUTO_LOCAL] * B + auto_most_extra * n);
    l->most  = (uint64_t)most;
    l->least = (uint64_t)fmin(fmax(auto_least * n, auto_least_share * B), auto_least_half * B);
}

int heco_auto_is_flat(const auto_state *s) {
    uint64_t wide = AUTO_FLAT_WIDE * ((uint64_t)s->n + 1);
    return s->o[AUTO_STOP] > 0.0 && !s->constant.varies && s->best.viol == 0.0 &&
           s->constant.rows >= (wide > AUTO_FLAT_LEAST ? wide : AUTO_FLAT_LEAST);
}

/* Hops are rare unless there are too many basins or the last descents run. */
void heco_auto_draw_start(auto_state *s, double *x) {
    int    integers = s->local.search.descent.ni > 0;
    double hops     = integers ? HECO_RESTART_HOPS_INTEGER : HECO_RESTART_HOPS;
    if (s->part == AUTO_LAST_DESCENTS || s->local.many) hops = auto_many_hops;
    if (s->local.checks) heco_restart_draw_neighbour(&s->local.restart, x, auto_check_radius);
    else heco_restart_draw(&s->local.restart, x, hops);
}

static void auto_end_descent(auto_state *s);

/* Begins a descent that may lead to a known optimum: it is not ended near one. */
static void auto_begin_check(auto_state *s, const heco_batch *in) {
    heco_descent_start start =
        heco_descent_start_at(in->x, in->f[0], in->g, in->h, in->viol[0], auto_check_radius);
    start.level   = s->local.level;
    start.lacks_f = heco_batch_lacks_f(in, 0);
    heco_local_search_begin(&s->local.search, &start, s->best.f, s->best.viol);
}

void heco_auto_tell_start(auto_state *s, const heco_batch *in) {
    auto_local *l = &s->local;
    heco_auto_keep(s, &s->best, in, 0);
    if (!heco_batch_lacks_f(in, 0)) heco_restart_record(&l->restart, in->x, in->f[0], in->viol[0]);
    if (!l->checks && heco_auto_is_flat(s)) return; /* another start follows */
    s->phase = AUTO_IS_DESCENT;
    if (l->checks) auto_begin_check(s, in);
    else heco_restart_begin(&l->restart, &l->search, in, l->level, s->best.f, s->best.viol);
    if (heco_local_search_is_over(&l->search)) auto_end_descent(s);
}

void heco_auto_polish(auto_state *s, auto_point *from, auto_phase resume) {
    heco_descent_start start =
        heco_descent_start_at(from->x, from->f, from->g, from->h, from->viol, auto_polish_radius);
    start.level           = s->local.level;
    from->fresh           = 0;
    s->interleaved.resume = resume;
    s->phase              = resume;
    if (!isfinite(from->viol) || s->o[AUTO_POLISH] == 0.0) return;
    heco_local_search_begin(&s->local.search, &start, s->best.f, s->best.viol);
    if (!heco_local_search_is_over(&s->local.search)) s->phase = AUTO_IS_POLISH;
}

/* Begins a polish of the best point that aims at the constraints, not at the edge of their
 * tolerances. Returns 0 if there is nothing to do. */
static int auto_begin_centring(auto_state *s) {
    auto_local *l = &s->local;
    if (l->centred || s->o[AUTO_BAND] == 0.0 || s->setup->space->nh == 0 || s->best.viol > 0.0)
        return 0;
    l->centred = 1;
    heco_descent_set_band(&l->search.descent, 0);
    heco_auto_polish(s, &s->best, AUTO_IS_START);
    l->centres = s->phase == AUTO_IS_POLISH;
    if (!l->centres) heco_descent_set_band(&l->search.descent, 1);
    return l->centres;
}

static void auto_end_centring(auto_state *s) {
    s->local.centres = 0;
    heco_descent_set_band(&s->local.search.descent, 1);
}

/* Begins the next polish of the last descents, if one is left: the one that aims at the constraints
 * comes first, because it is short. */
static void auto_polish_last(auto_state *s) {
    auto_point *best = &s->population.best;
    if (!auto_begin_centring(s) && best->fresh) heco_auto_polish(s, best, AUTO_IS_START);
}

void heco_auto_begin_last_descents(auto_state *s) {
    s->part          = AUTO_LAST_DESCENTS;
    s->phase         = AUTO_IS_START;
    s->local.centred = 0;
    auto_polish_last(s);
}

/* A gain is a decrease of the violation by auto_viol_gain or of f by auto_f_gain. */
int heco_auto_is_gain(const auto_state *s, double f, double viol) {
    const auto_point *b = &s->best;
    if (!heco_better_feasible_inline(f, viol, b->f, b->viol)) return 0;
    double unit = heco_descent_f_unit(&s->local.search.descent);
    return viol < b->viol - auto_viol_gain || !isfinite(b->f) ||
           b->f - f > auto_f_gain * (unit + fabs(b->f));
}

/* Updates s->best and the restarts with the best point of a descent. Returns 1 if it is a gain. */
static int auto_keep_descent(auto_state *s) {
    const heco_descent_point *p     = &s->local.search.best;
    const heco_space         *space = s->setup->space;
    int                       gain  = heco_auto_is_gain(s, p->f, p->viol);
    heco_restart_record(&s->local.restart, p->x, p->f, p->viol);
    if (heco_better_feasible_inline(p->f, p->viol, s->best.f, s->best.viol)) {
        s->best.f = p->f, s->best.viol = p->viol;
        memcpy(s->best.x, p->x, s->n * sizeof *s->best.x);
        memcpy(s->best.g, p->c, space->ng * sizeof *s->best.g);
        memcpy(s->best.h, p->c + space->ng, space->nh * sizeof *s->best.h);
    }
    return gain;
}

/* Returns the difference level of the next descent: the usual one, and short again every third
 * time. */
static int auto_next_level(const auto_local *l, size_t number) {
    return l->usual_level > HECO_DESCENT_SHORT && number % AUTO_RETRY_SHORT == 0
               ? HECO_DESCENT_SHORT
               : l->usual_level;
}

/* Updates the usual difference level: it rises after two consecutive descents that had to widen
 * their differences, and falls after a descent that did well with shorter ones. Sets `rough` after
 * two with useless derivatives, and the level of the next descent. */
static void auto_update_level(auto_state *s, size_t number) {
    auto_local         *l     = &s->local;
    const heco_descent *d     = &l->search.descent;
    int                 level = d->differences.level, useless = l->search.unreliable;
    l->unreliable = useless && level == HECO_DESCENT_WIDE && d->nc > 0 ? l->unreliable + 1 : 0;
    l->raised     = level > l->usual_level ? l->raised + 1 : 0;
    if (l->unreliable >= AUTO_TWICE || d->nc + d->ni == 0) l->rough = 1;
    if (l->raised >= AUTO_TWICE) l->usual_level = level, l->raised = 0;
    else if (level < l->usual_level && !useless) l->usual_level = level;
    l->level = auto_next_level(l, number);
}

/* Returns 1 if the best point has not improved for many descents. */
static int auto_is_quiet(const auto_local *l) {
    return l->restart.descents - l->last_gain >= AUTO_QUIET + AUTO_QUIET_FACTOR * l->last_gain;
}

/* A local search with integers visits no assignment twice, so that its ends are no basins that
 * could be counted. A search that may stop early goes on with descents instead, up to half of the
 * budget. Without continuous variables populations are better (gear train in test_translate). */
static int auto_counts_quiet(const auto_state *s) {
    const heco_descent *d = &s->local.search.descent;
    return s->o[AUTO_STOP] > 0.0 && d->ni > 0 && d->nc > 0;
}

/* Returns the limit of the first descents. */
static uint64_t auto_most(const auto_state *s) {
    uint64_t most = s->local.most, half = s->budget / 2;
    return auto_counts_quiet(s) && half > most ? half : most;
}

/* A search with integers has converged if descents from uniform starts returned to the best
 * assignment and none of many was better, or if none of very many was better. */
static int auto_is_very_quiet(const auto_state *s) {
    const auto_local *l     = &s->local;
    size_t            quiet = l->restart.descents - l->last_gain;
    return auto_counts_quiet(s) && auto_is_quiet(l) &&
           (l->returns >= AUTO_RETURNS ||
            quiet >= AUTO_VERY_QUIET + AUTO_QUIET_FACTOR * l->last_gain);
}

/* Boender and Rinnooy Kan (1987): if r descents from uniform starts ended in w different basins,
 * the expected number of basins is w (r - 1)/(r - w - 2). If a descent from elsewhere found the
 * only basin, the uniform ones have found no other one, and w is 1. */
static int auto_has_converged(const auto_state *s) {
    double w = fmax(1.0, (double)s->local.basins), r = (double)s->local.uniform;
    if (s->o[AUTO_STOP] == 0.0 || s->best.viol > 0.0 || s->local.rough) return 0;
    if (auto_is_very_quiet(s)) return 1;
    return r > w + 2.0 && w * (r - 1.0) / (r - w - 2.0) <= w + auto_unseen;
}

/* Returns 1 if the first descents go on, 0 if the populations begin. */
static int auto_descents_go_on(const auto_state *s) {
    const auto_local *l     = &s->local;
    uint64_t          evals = auto_evals(s), most = auto_most(s);
    int               quiet = auto_is_quiet(l) && !auto_counts_quiet(s);
    if (l->rough || l->many) return 0;
    return most >= s->budget || (evals < most && !(evals >= l->least && quiet));
}

/* Ends the search if it has converged. A check comes before. Returns 1 if the phase is set. */
static int auto_end_converged(auto_state *s) {
    auto_local *l = &s->local;
    if (!auto_has_converged(s)) return 0;
    l->checks            = !l->checked && l->search.descent.nc > 0;
    s->phase             = l->checks ? AUTO_IS_START : AUTO_IS_OVER;
    s->summary.converged = !l->checks;
    return 1;
}

/* Sets the phase after one of the first descents: another one, the populations, or the end. */
static void auto_choose_next(auto_state *s) {
    auto_local *l    = &s->local;
    size_t      runs = l->restart.descents;
    if (auto_end_converged(s)) return;
    s->phase = AUTO_IS_START;
    if (!auto_counts_quiet(s) && runs >= AUTO_MANY_DESCENTS &&
        l->duplicates * AUTO_MANY_RATIO < runs &&
        (double)auto_evals(s) >= auto_many_share * (double)s->budget)
        l->many = 1;
    if (auto_descents_go_on(s) || auto_begin_centring(s)) return;
    if (heco_auto_population_fits(s)) {
        heco_auto_population_begin(s);
    } else {
        l->rough = 0;
        l->most  = s->budget;
    }
}

/* Takes the result of a check. After a gain the known optima were not all minima, so that basins
 * are counted from the start. */
static void auto_end_check(auto_state *s, int gained) {
    auto_local *l = &s->local;
    l->checks     = 0;
    l->checked    = !gained;
    if (gained) l->uniform = l->basins = 0, l->known.added = 0;
}

/* Counts the descents from uniform starts that end at the best assignment. */
static void auto_count_return(auto_state *s, int gained) {
    auto_local         *l    = &s->local;
    const heco_visited *v    = &l->search.visited;
    int                 same = l->search.descent.ni > 0 &&
               heco_visited_hash(v, l->search.best.x) == heco_visited_hash(v, s->best.x);
    l->returns = gained ? 0 : l->returns + (size_t)(same && !l->restart.hopped);
}

/* Ends a descent from a start point: keeps its best point, updates the counts and the difference
 * level, and sets the next phase. */
static void auto_end_descent(auto_state *s) {
    auto_local *l      = &s->local;
    int         known  = l->search.end == HECO_DESCENT_DUPLICATE;
    int         ended  = known || l->search.end == HECO_DESCENT_CONVERGED; /* at an optimum */
    int         gained = auto_keep_descent(s);
    size_t      number = ++l->restart.descents;
    l->duplicates += known;
    l->repeats = known ? l->repeats + 1 : 0;
    l->uniform += !l->restart.hopped && ended;
    l->basins += !l->restart.hopped && ended && !known;
    if (gained) l->last_gain = number;
    if (gained && s->best.viol == 0.0)
        s->interleaved.leader =
            ended || l->search.bundled ? AUTO_DESCENTS_LEAD : AUTO_POPULATIONS_LEAD;
    auto_update_level(s, number);
    auto_count_return(s, gained);
    if (l->checks) auto_end_check(s, gained);
    if (s->part == AUTO_FIRST_DESCENTS) {
        auto_choose_next(s);
    } else if (s->part == AUTO_POPULATIONS) {
        s->phase = s->interleaved.resume;
        heco_auto_interleaved_done(s, gained, l->search.evals + 1);
    } else {
        s->phase = AUTO_IS_START;
    }
}

/* Ends a polish: keeps its best point, schedules the next descent, and resumes. */
static void auto_end_polish(auto_state *s) {
    int gained = auto_keep_descent(s);
    int first  = s->part == AUTO_FIRST_DESCENTS;
    if (gained && s->best.viol == 0.0)
        s->interleaved.leader = first ? AUTO_DESCENTS_LEAD : AUTO_POPULATIONS_LEAD;
    s->summary.polishes++;
    heco_auto_interleaved_done(s, gained, s->local.search.evals);
    s->local.level = auto_next_level(&s->local, s->interleaved.count);
    s->phase       = s->interleaved.resume;
    if (!s->local.centres) return;
    auto_end_centring(s);
    if (first) auto_choose_next(s);
    else auto_polish_last(s);
}

/* Returns 1 if the descent costs more than its part of the run can afford. */
static int auto_is_too_long(const auto_state *s) {
    const auto_local *l = &s->local;
    if (s->part == AUTO_FIRST_DESCENTS)
        return auto_most(s) < s->budget &&
               auto_evals(s) >= auto_most(s) + auto_most(s) / AUTO_OVERRUN;
    return s->phase == AUTO_IS_POLISH && s->part == AUTO_POPULATIONS &&
           l->search.evals > s->budget / AUTO_POLISH_PART;
}

void heco_auto_tell_descent(auto_state *s, const heco_batch *in) {
    heco_local_search_tell(&s->local.search, in);
    if (!heco_local_search_is_over(&s->local.search)) {
        if (!auto_is_too_long(s)) return;
        heco_local_search_stop(&s->local.search);
    }
    if (s->phase == AUTO_IS_POLISH) auto_end_polish(s);
    else auto_end_descent(s);
}
