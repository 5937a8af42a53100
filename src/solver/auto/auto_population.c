/* auto's part 2: two acts of HECO-DE and restarts of MA-ES, with slots for descents between their
 * generations. The clock of part 2 counts every evaluation, so that a slot shortens the act it
 * interrupts and nothing else. */
#include <math.h>
#include <string.h>

#include "solver/algorithm_table.h"
#include "solver/auto/auto.h"
#include "solver/heco/ma_es.h"

enum { AUTO_MEMBERS_MOST = 200 }; /* initial members per variable */

static uint64_t auto_clock(const auto_state *s) { return auto_evals(s) - s->begun; }

/* Share of act V: the more of the space constraints take, the more it is worth. */
static void auto_shares(auto_state *s) {
    double n = (double)s->n, B = (double)s->budget, m = (double)s->m;
    double v         = s->o[AUTO_VIOLATION] * m / n;
    s->share[AUTO_V] = v == 0.0 ? 0.0 : fmin(0.4, fmax(0.1, v));
    s->share[AUTO_MA_ES] =
        s->o[AUTO_ES] * B < 50.0 * n ? 0.0 : fmin(s->o[AUTO_ES], 0.9 - s->share[AUTO_V]);
    s->share[AUTO_H] = 1.0 - s->share[AUTO_V] - s->share[AUTO_MA_ES];
}

/* Sizes for a part 2 of 0.95 B. */
static size_t auto_population(const auto_state *s, auto_stage stage) {
    double n = (double)s->n, E = s->share[stage] * fmax(200.0, 0.95 * (double)s->budget);
    double N0 = fmax(80.0, E / (stage == AUTO_V ? 1000.0 : 1400.0));
    if (stage == AUTO_H) N0 = fmax(N0, fmin(8.0 * n, E / 500.0));
    N0 = fmin(N0, 1000.0 + AUTO_MEMBERS_MOST * n); /* a budget without end is no reason for more */
    return (size_t)fmin(N0, fmax(8.0, floor(E / 20.0)));
}

heco_status heco_auto_hold(auto_state *s, heco_member **out, const heco_algorithm *algorithm,
                           const heco_member_value *set, size_t *max_batch) {
    static const heco_error none = {HECO_OK, ""};
    size_t                  rows = 0;
    heco_status status           = heco_member_new(out, algorithm, s->setup, ++s->held, set, &rows);
    if (status == HECO_ERR_MEMORY) return status;
    if (status != HECO_OK) *s->setup->error = none;
    if (rows > *max_batch) *max_batch = rows;
    return HECO_OK;
}

/* Act V: gamma 0.7 all along. Act H: gamma = tau. Fresh memories and populations in both. */
static heco_status auto_hold_act(auto_state *s, auto_stage stage, size_t *max_batch) {
    int                     H      = stage == AUTO_H;
    size_t                  N0     = auto_population(s, stage);
    double                  lambda = fmax(4.0, fmin(20.0, floor((double)N0 / 2.0)));
    const heco_member_value set[]  = {{"N0", (double)N0},
                                      {"lambda", lambda},
                                      {"end", !H && lambda < 30.0 && N0 > 30 ? 30.0 : lambda},
                                      {"gamma", H ? 1.0 : 0.7},
                                      {"ramp", H},
                                      {"exp_keep_max", H || s->n == 1},
                                      {NULL, 0.0}};
    s->N0[stage]                   = N0;
    return heco_auto_hold(s, &s->member[stage], &heco_algorithm_heco_de, set, max_batch);
}

heco_status heco_auto_global_init(auto_state *s, size_t *max_batch) {
    heco_status status = HECO_OK;
    auto_shares(s);
    for (auto_stage stage = AUTO_V; stage <= AUTO_H && status == HECO_OK; stage++)
        if (s->share[stage] > 0.0) status = auto_hold_act(s, stage, max_batch);
    const heco_member_value once[] = {{"restarts", 1.0}, {NULL, 0.0}};
    if (status == HECO_OK)
        status =
            heco_auto_hold(s, &s->member[AUTO_MA_ES], &heco_algorithm_ma_es_once, once, max_batch);
    return status;
}

int heco_auto_global_fits(const auto_state *s) {
    for (auto_stage stage = AUTO_V; stage < AUTO_STAGES; stage++)
        if (s->share[stage] > 0.0 && s->member[stage] == NULL) return 0;
    return s->budget - auto_evals(s) >= 4 * (s->N0[AUTO_V] + s->N0[AUTO_H]);
}

/* MA-ES from the best point of all. Two of three restarts are relaxed: they begin on the wrong side
 * of the constraints and come back (without them the shells of C16 and C25 are never left). */
static void auto_es_begin(auto_state *s) {
    heco_member *m = s->member[AUTO_MA_ES];
    heco_member_set(m, "relaxed", ++s->es_restarts % 3 != 0 ? MA_ES_ALWAYS : MA_ES_NEVER);
    const heco_space *space = s->setup->space;
    unsigned char     state = HECO_ROW_OK;
    heco_batch        best  = {.n        = s->n,
                               .ng       = space->ng,
                               .nh       = space->nh,
                               .count    = 1,
                               .capacity = 1,
                               .x        = s->best.x,
                               .f        = &s->best.f,
                               .g        = s->best.g,
                               .h        = s->best.h,
                               .viol     = &s->best.viol,
                               .state    = &state};
    s->restart_best.f = s->restart_best.viol = INFINITY;
    if (heco_member_begin(m, s->T, NULL, 0) != HECO_OK) s->reserve = s->budget; /* part 3 */
    if (isfinite(s->best.viol)) heco_member_inform(m, &best);
}

static void auto_stage_begin(auto_state *s, auto_stage stage) {
    s->stage = stage;
    s->phase = AUTO_IS_MEMBER;
    if (stage == AUTO_MA_ES) {
        auto_es_begin(s);
        return;
    }
    uint64_t from = stage == AUTO_V ? 0 : s->until[AUTO_V], length = s->until[stage] - from;
    s->leader.f = s->leader.viol = INFINITY;
    s->leader.fresh              = 0;
    /* Longer than the act, so that its last generation is whole. */
    heco_member_set(s->member[stage], "horizon", (double)length);
    heco_member_begin(s->member[stage], length + s->N0[stage], NULL, 0);
    heco_member_charge(s->member[stage], auto_clock(s) - from);
}

void heco_auto_global_begin(auto_state *s) {
    double B = (double)s->budget, left = B - (double)auto_evals(s);
    s->part              = 2;
    s->begun             = auto_evals(s);
    s->reserve           = (uint64_t)fmin(left, fmin(0.02 * B, 30.0 * (double)(s->n + 1)));
    s->D                 = s->budget - s->begun - s->reserve;
    double D             = (double)s->D;
    s->until[AUTO_V]     = (uint64_t)(s->share[AUTO_V] * D);
    s->until[AUTO_H]     = (uint64_t)((s->share[AUTO_V] + s->share[AUTO_H]) * D);
    s->until[AUTO_MA_ES] = s->D;
    double es            = (double)(s->D - s->until[AUTO_H]);
    s->T = (uint64_t)fmax(es / s->o[AUTO_RESTARTS], fmin(es, 200.0 * (double)s->n)) + 1;
    auto_stage_begin(s, s->share[AUTO_V] > 0.0 ? AUTO_V : AUTO_H);
    s->interval  = s->budget / 50;
    s->next_slot = 5 * s->N0[s->stage];
}

void heco_auto_slot_done(auto_state *s, int gained, uint64_t evals) {
    uint64_t most = s->budget / 20;
    if (s->part != 2) return;
    s->interval   = gained ? s->budget / 50 : 2 * s->interval < most ? 2 * s->interval : most;
    uint64_t wait = s->interval > 10 * evals ? s->interval : 10 * evals;
    s->next_slot  = s->population_evals + wait;
    s->slots++;
    if (s->stage != AUTO_MA_ES) heco_member_charge(s->member[s->stage], evals);
}

/* The last evaluations are for descents alone. */
static void auto_part3(auto_state *s) {
    s->part  = 3;
    s->phase = AUTO_IS_START;
    if (s->leader.fresh) heco_auto_polish(s, &s->leader, AUTO_IS_START);
}

/* The act is over: its best point is polished, then the next one begins. */
static void auto_stage_over(auto_state *s) {
    auto_point last  = s->leader;
    auto_stage next  = s->stage + 1;
    int        fresh = s->leader.fresh;
    if (fresh) heco_auto_polish(s, &s->leader, AUTO_IS_MEMBER); /* copies the point */
    auto_phase phase = s->phase;
    auto_stage_begin(s, next);
    if (next == AUTO_MA_ES) s->leader = last, s->leader.fresh = 0;
    s->phase = fresh ? phase : AUTO_IS_MEMBER;
}

/* Time for a descent? A polish if the populations have a new best point, else, and every second
 * time, one from a start point. */
static void auto_slot(auto_state *s) {
    int late = 2 * auto_clock(s) > s->D;
    if (s->o[AUTO_POLISH] == 0.0 || s->population_evals < s->next_slot) return;
    if (!s->rough && (!s->many || late) && (s->slots % 2 == 1 || !s->leader.fresh)) {
        s->resume = AUTO_IS_MEMBER;
        s->phase  = AUTO_IS_START;
    } else if (s->leader.fresh) {
        heco_auto_polish(s, &s->leader, AUTO_IS_MEMBER);
    }
}

static void auto_plan(auto_state *s) {
    if (auto_evals(s) + s->reserve >= s->budget) auto_part3(s);
    else if (s->stage == AUTO_MA_ES) {
        if (heco_member_left(s->member[AUTO_MA_ES]) == 0) heco_auto_global_next(s);
    } else if (auto_clock(s) >= s->until[s->stage]) auto_stage_over(s);
    else auto_slot(s);
}

void heco_auto_global_told(auto_state *s, const heco_batch *in) {
    s->population_evals += in->count;
    *(s->stage == AUTO_MA_ES ? &s->es_evals : &s->act_evals) += in->count;
    for (size_t i = 0; i < in->count; i++) {
        heco_auto_keep(s, &s->best, in, i);
        heco_auto_keep(s, &s->leader, in, i);
        if (s->stage == AUTO_MA_ES) heco_auto_keep(s, &s->restart_best, in, i);
        if (auto_is_integer(s))
            heco_visited_put(&s->search.visited, in->x + i * in->n, HECO_VISITED_POINT);
    }
    heco_restart_record(&s->restart, s->best.x, s->best.f, s->best.viol);
    heco_member_tell(s->member[s->stage], in);
    auto_plan(s);
}

/* The member has nothing more to ask: of MA-ES a restart, whose best point is polished. */
void heco_auto_global_next(auto_state *s) {
    if (auto_evals(s) + s->reserve >= s->budget) {
        auto_part3(s);
        return;
    }
    if (s->stage != AUTO_MA_ES) {
        auto_stage_over(s);
        return;
    }
    heco_auto_polish(s, &s->restart_best, AUTO_IS_MEMBER);
    auto_phase phase = s->phase;
    auto_es_begin(s);
    s->phase = phase;
}
