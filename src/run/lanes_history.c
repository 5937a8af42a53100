/* The history of lanes: it records the best point of each lane at each time of its clock. Lanes
 * publish points from it, and the result taken from it does not depend on how far lanes ran beyond
 * the end of the search. */
#include "base/array.h"
#include "problem/better.h"
#include "run/lanes_state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies the best point of a lane. Returns 0 if there is no memory. */
static int history_copy(const heco_lanes *s, lane_best *to, const lane_state *l) {
    const heco_result *r = heco_run_result(l->run);
    size_t             n = s->space.n, ng = s->space.ng, nh = s->space.nh;
    *to        = (lane_best){l->clock, r->outcome.f, r->outcome.viol, NULL};
    to->values = malloc((n + ng + nh) * sizeof *to->values);
    if (to->values == NULL) return 0;
    memcpy(to->values, r->x, n * sizeof *r->x);
    if (ng > 0) memcpy(to->values + n, r->g, ng * sizeof *r->g);
    if (nh > 0) memcpy(to->values + n + ng, r->h, nh * sizeof *r->h);
    return 1;
}

/* Forgets improvements that no end of the search can report: the search goes on at least to the
 * present time of lane 0. */
static void history_prune(const heco_lanes *s, lane_state *l) {
    uint64_t least = s->lane[0].clock < s->limit ? s->lane[0].clock : s->limit;
    size_t   drop  = 0;
    while (drop + 1 < l->bests && l->best[drop + 1].clock <= least) drop++;
    for (size_t i = 0; i < drop; i++) free(l->best[i].values);
    if (drop > 0) memmove(l->best, l->best + drop, (l->bests - drop) * sizeof *l->best);
    l->bests -= drop;
}

int heco_lanes_record(heco_lanes *s, lane_state *l) {
    const heco_result  *r    = heco_run_result(l->run);
    const heco_outcome *o    = &r->outcome;
    const lane_best    *last = l->bests > 0 ? &l->best[l->bests - 1] : NULL;
    if (!heco_array_grow(&l->counts, (size_t)l->clock, &l->time_capacity, sizeof *l->counts))
        return 0;
    l->counts[l->clock - 1] = (lane_counts){{o->evals, o->failed, r->rejected, r->partial}};
    if (l->feasible == 0 && o->evals_to_feasible > 0) l->feasible = l->clock;
    if (last != NULL && last->f == o->f && last->viol == o->viol) return 1;
    if (l->bests == l->best_capacity) history_prune(s, l);
    if (!heco_array_grow(&l->best, l->bests, &l->best_capacity, sizeof *l->best)) return 0;
    return history_copy(s, &l->best[l->bests], l) && ++l->bests > 0;
}

/* ---- points published ---- */

/* Returns whether a comes before b: better, or as good and earlier, or of a smaller lane. */
static int history_before(const lane_best *a, size_t lane_a, const lane_best *b, size_t lane_b) {
    if (a->f != b->f || a->viol != b->viol)
        return heco_better_feasible_inline(a->f, a->viol, b->f, b->viol);
    return a->clock < b->clock || (a->clock == b->clock && lane_a < lane_b);
}

/* Inserts a point into the news, unless one that is not later is better, and removes later ones
 * that are not better. */
static void history_insert(heco_lanes *s, const lane_best *p, size_t lane) {
    size_t at = 0, end;
    while (at < s->news_count && s->news[at].clock < p->clock) at++;
    if (at < s->news_count && s->news[at].clock == p->clock &&
        history_before(&s->news[at], s->news_lane[at], p, lane))
        at++;
    if (at > 0 && history_before(&s->news[at - 1], s->news_lane[at - 1], p, lane)) {
        free(p->values);
        return;
    }
    for (end = at; end < s->news_count && history_before(p, lane, &s->news[end], s->news_lane[end]);
         end++)
        free(s->news[end].values);
    memmove(s->news + at + 1, s->news + end, (s->news_count - end) * sizeof *s->news);
    memmove(s->news_lane + at + 1, s->news_lane + end,
            (s->news_count - end) * sizeof *s->news_lane);
    s->news[at]      = *p;
    s->news_lane[at] = lane;
    s->news_count += 1 - (end - at);
}

int heco_lanes_publish(heco_lanes *s, size_t lane) {
    lane_state         *l = &s->lane[lane];
    const heco_outcome *o = &heco_run_result(l->run)->outcome;
    lane_best           p;
    if (o->evals_at_best == l->published || !isfinite(o->viol) || !isfinite(o->f)) return 1;
    l->published    = o->evals_at_best;
    size_t capacity = s->news_capacity;
    if (!heco_array_grow(&s->news, s->news_count, &capacity, sizeof *s->news)) return 0;
    if (!heco_array_grow(&s->news_lane, s->news_count, &s->news_capacity, sizeof *s->news_lane))
        return 0;
    if (!history_copy(s, &p, l)) return 0;
    history_insert(s, &p, lane);
    return 1;
}

/* Each point of the news is better than those before it. */
const lane_best *heco_lanes_news(const heco_lanes *s, uint64_t until) {
    size_t i = s->news_count;
    while (i > 0 && s->news[i - 1].clock > until) i--;
    return i > 0 ? &s->news[i - 1] : NULL;
}

/* ---- the result ---- */

/* Returns the sum of one count over all lanes up to a time. */
static uint64_t history_count(const heco_lanes *s, uint64_t until, lane_count which) {
    uint64_t sum = 0;
    for (size_t k = 0; k < s->count; k++) {
        uint64_t at = s->lane[k].clock < until ? s->lane[k].clock : until;
        if (at > 0) sum += s->lane[k].counts[at - 1].of[which];
    }
    return sum;
}

/* Returns the best point of all lanes up to the limit; NULL: none. */
static const lane_best *history_best(const heco_lanes *s) {
    const lane_best *best = NULL;
    size_t           lane = 0;
    for (size_t k = 0; k < s->count; k++) {
        const lane_state *l = &s->lane[k];
        size_t            i = l->bests;
        while (i > 0 && l->best[i - 1].clock > s->limit) i--;
        if (i > 0 && (best == NULL || history_before(&l->best[i - 1], k, best, lane)))
            best = &l->best[i - 1], lane = k;
    }
    return best;
}

void heco_lanes_each_best(heco_lanes *s, heco_lanes_learn_fn *learn, void *user) {
    for (size_t k = 1; k < s->count; k++) {
        const lane_state *l = &s->lane[k];
        size_t            i = l->bests;
        while (i > 0 && l->best[i - 1].clock > s->limit) i--;
        if (i == 0) continue;
        lane_best    *b     = &l->best[i - 1];
        unsigned char state = HECO_ROW_OK;
        size_t        n     = s->space.n;
        heco_batch    one   = {.n     = n,
                               .ng    = s->space.ng,
                               .nh    = s->space.nh,
                               .count = 1,
                               .x     = b->values,
                               .f     = &b->f,
                               .g     = b->values + n,
                               .h     = b->values + n + s->space.ng,
                               .viol  = &b->viol,
                               .state = &state};
        learn(user, s->lane[0].run, &one);
    }
}

/* Returns the evaluations of all lanes up to the first feasible point. */
static uint64_t history_to_feasible(const heco_lanes *s) {
    uint64_t first = 0;
    for (size_t k = 0; k < s->count; k++) {
        uint64_t at = s->lane[k].feasible;
        if (at > 0 && at <= s->limit && (first == 0 || at < first)) first = at;
    }
    return first > 0 ? history_count(s, first, LANE_EVALS) : 0;
}

void heco_lanes_summarise(heco_lanes *s) {
    const heco_result *zero = heco_run_result(s->lane[0].run);
    const lane_best   *best = history_best(s);
    heco_outcome      *o    = &s->result.outcome;
    size_t             n = s->space.n, ng = s->space.ng;
    s->result             = *zero;
    o->evals              = history_count(s, s->limit, LANE_EVALS);
    o->failed             = history_count(s, s->limit, LANE_FAILED);
    s->result.rejected    = history_count(s, s->limit, LANE_REJECTED);
    s->result.partial     = history_count(s, s->limit, LANE_PARTIAL);
    o->stop               = s->over ? s->stop : HECO_STOP_NOT_YET;
    o->evals_to_feasible  = history_to_feasible(s);
    o->evals_to_target    = o->stop == HECO_STOP_TARGET ? o->evals : 0;
    double        seconds = 0.0;
    heco_progress now;
    heco_run_progress(s->lane[0].run, &now);
    seconds = now.seconds;
    if (o->seconds == 0.0 || !s->over) o->seconds = seconds;
    if (best == NULL) return;
    memcpy(s->result_values, best->values, (n + ng + s->space.nh) * sizeof *best->values);
    s->result.x      = s->result_values;
    s->result.g      = s->result_values + n;
    s->result.h      = s->result_values + n + ng;
    o->f             = best->f;
    o->viol          = best->viol;
    o->found         = heco_found_of(best->f, best->viol);
    o->evals_at_best = history_count(s, best->clock, LANE_EVALS);
    heco_violation_counts(&s->space, s->result.g, s->result.h, o->c);
}

const heco_result *heco_lanes_result(heco_lanes *s) {
    heco_lanes_summarise(s);
    return &s->result;
}

void heco_lanes_free_history(heco_lanes *s) {
    for (size_t k = 0; k < s->count; k++) {
        for (size_t i = 0; i < s->lane[k].bests; i++) free(s->lane[k].best[i].values);
        free(s->lane[k].best);
        free(s->lane[k].counts);
    }
    for (size_t i = 0; i < s->news_count; i++) free(s->news[i].values);
    free(s->news);
    free(s->news_lane);
}
