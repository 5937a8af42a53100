/* The populations of auto: two phases of HECO-DE and restarts of MA-ES, with descents between their
 * generations. Descents count towards the stage that they interrupt and shorten only that stage. */
#include <math.h>
#include <string.h>

#include "solver/algorithm_table.h"
#include "solver/auto/auto.h"
#include "solver/heco/heco_de.h"
#include "solver/heco/ma_es.h"

/* clang-format off */
/* ---- shares of the stages ---- */
static const double
    auto_violation_least = 0.1,  /* share of the violation phase: at least this */
    auto_violation_most  = 0.4,  /* and at most this */
    auto_es_least        = 50.0, /* evaluations per variable that MA-ES needs */
    auto_not_objective   = 0.9;  /* most of the other two stages together */
/* ---- initial population sizes N0, from the evaluations E of a phase ---- */
static const double
    auto_expected             = 0.95,   /* share of the budget that the populations will have */
    auto_least_E              = 200.0,
    auto_least_N0             = 80.0,
    auto_per_member_violation = 1000.0, /* evaluations per member in the violation phase */
    auto_per_member_objective = 1400.0, /* and in the objective phase, */
    auto_per_variable         = 8.0,    /* with 8 n members if E allows */
    auto_per_member_least     = 500.0,  /* 500 evaluations each (g02 of CEC 2006: 46 instead of
                                         * 43 of 50 runs) */
    auto_most_N0              = 1000.0, /* at most 1000 + 200 n members, however large the
                                         * budget, */
    auto_most_per_variable    = 200.0,
    auto_generations          = 20.0,   /* and E/20, */
    auto_fewest               = 8.0;    /* but at least 8 */
/* ---- parameters of HECO-DE ---- */
static const double
    auto_lambda_least    = 4.0,
    auto_lambda_most     = 20.0, /* in the violation phase */
    auto_violation_end   = 30.0, /* final size of the violation phase */
    auto_violation_gamma = 0.7,  /* its constant bias of the violation */
    auto_objective_gamma = 1.0;  /* final bias of the objective phase; it grows from 0 */
/* ---- schedule ---- */
static const double
    auto_reserve_share = 0.02,  /* evaluations of the last descents: this share of the budget, */
    auto_reserve_rows  = 30.0,  /* at most 30 (n + 1) */
    auto_restart_least = 200.0, /* evaluations per variable of a restart of MA-ES */
    auto_leading_share = 0.6;   /* share of descents if one of them found the best feasible point.
                                 * RC48 of CEC 2020 is solved in 2 of 3 runs instead of none */
enum {
    AUTO_POPULATION_FITS = 4,  /* populations of both phases that must fit into the budget */
    AUTO_RELAXED         = 3,  /* one restart of three is not relaxed. Without relaxed ones the
                                * shells of C16 and C25 of CEC 2017 are never left */
    AUTO_FIRST_INTERVAL  = 50, /* a descent is due every B/50 evaluations; without gain the
                                * interval */
    AUTO_LAST_INTERVAL   = 20, /* doubles up to B/20 */
    AUTO_COST            = 10, /* and is at least 10 times the cost of the last descent */
    AUTO_POLISH_TURN     = 2,  /* each second descent is a polish; */
    AUTO_LEADING_TURN    = 8,  /* each eighth if descents lead */
    AUTO_REPEATS         = 8,  /* descents in turn that end at known optima: they lead no longer */
    AUTO_FIRST_DESCENT   = 5   /* the first one comes after 5 N0 evaluations */
};
/* clang-format on */

/* Returns the evaluations since the populations began. */
static uint64_t auto_elapsed(const auto_state *s) { return auto_evals(s) - s->population.begun; }

/* Sets the shares of the stages. The violation phase is longer with more constraints per variable.
 */
static void auto_set_shares(auto_state *s) {
    double  n = (double)s->n, B = (double)s->budget, m = (double)s->m, es = s->o[AUTO_ES];
    double *share = s->population.share, v = s->o[AUTO_VIOLATION] * m / n;
    share[AUTO_VIOLATION_PHASE] =
        v == 0.0 ? 0.0 : fmin(auto_violation_most, fmax(auto_violation_least, v));
    share[AUTO_MA_ES]           = es * B < auto_es_least * n
                                      ? 0.0
                                      : fmin(es, auto_not_objective - share[AUTO_VIOLATION_PHASE]);
    share[AUTO_OBJECTIVE_PHASE] = 1.0 - share[AUTO_VIOLATION_PHASE] - share[AUTO_MA_ES];
}

/* Returns the initial population size of a phase. */
static size_t auto_initial_size(const auto_state *s, auto_stage stage) {
    double n = (double)s->n, B = (double)s->budget;
    double E         = s->population.share[stage] * fmax(auto_least_E, auto_expected * B);
    int    objective = stage == AUTO_OBJECTIVE_PHASE;
    double per       = objective ? auto_per_member_objective : auto_per_member_violation;
    double N0        = fmax(auto_least_N0, E / per);
    if (objective) N0 = fmax(N0, fmin(auto_per_variable * n, E / auto_per_member_least));
    N0 = fmin(N0, auto_most_N0 + auto_most_per_variable * n);
    return (size_t)fmin(N0, fmax(auto_fewest, floor(E / auto_generations)));
}

heco_status heco_auto_add_member(auto_state *s, heco_member **out, const heco_algorithm *algorithm,
                                 const heco_member_value *set, size_t *max_batch) {
    static const heco_error none = {HECO_OK, ""};
    size_t                  rows = 0;
    heco_status status = heco_member_new(out, algorithm, s->setup, ++s->members, set, &rows);
    if (status == HECO_ERR_MEMORY) return status;
    if (status != HECO_OK) *s->setup->error = none;
    if (rows > *max_batch) *max_batch = rows;
    return HECO_OK;
}

/* Creates the member of a phase of HECO-DE and sets its N0. Options of the user take precedence, so
 * that N0 and lambda are read from the member. */
static heco_status auto_add_phase(auto_state *s, auto_stage stage, size_t *max_batch) {
    int          objective = stage == AUTO_OBJECTIVE_PHASE;
    double       N0        = (double)auto_initial_size(s, stage);
    double       most      = objective ? heco_objective_lambda(s->n) : auto_lambda_most;
    heco_member *member    = NULL;

    const heco_member_value set[] = {
        {"N0", N0},
        {"lambda", fmax(auto_lambda_least, fmin(most, floor(N0 / 2.0)))},
        {"gamma", objective ? auto_objective_gamma : auto_violation_gamma},
        {"ramp", objective},
        {"exp_keep_max", objective || s->n == 1},
        {NULL, 0.0}};
    heco_status status = heco_auto_add_member(s, &member, &heco_algorithm_heco_de, set, max_batch);
    s->population.member[stage] = member;
    if (member == NULL) return status;
    const double *used      = heco_member_settings(member);
    double        end       = auto_violation_end;
    s->population.N0[stage] = (size_t)used[HECO_DE_N0];
    if (!objective && used[HECO_DE_LAMBDA] < end && used[HECO_DE_N0] > end)
        heco_member_set(member, "end", end);
    return status;
}

heco_status heco_auto_population_init(auto_state *s, size_t *max_batch) {
    heco_status status = HECO_OK;
    auto_set_shares(s);
    for (auto_stage stage = AUTO_VIOLATION_PHASE; stage < AUTO_MA_ES && status == HECO_OK; stage++)
        if (s->population.share[stage] > 0.0) status = auto_add_phase(s, stage, max_batch);
    const heco_member_value once[] = {{"restarts", 1.0}, {NULL, 0.0}};
    if (status == HECO_OK)
        status = heco_auto_add_member(s, &s->population.member[AUTO_MA_ES],
                                      &heco_algorithm_ma_es_once, once, max_batch);
    return status;
}

int heco_auto_population_fits(const auto_state *s) {
    const auto_population *p = &s->population;
    for (auto_stage stage = AUTO_VIOLATION_PHASE; stage < AUTO_STAGES; stage++)
        if (p->share[stage] > 0.0 && p->member[stage] == NULL) return 0;
    size_t members = p->N0[AUTO_VIOLATION_PHASE] + p->N0[AUTO_OBJECTIVE_PHASE];
    return s->budget - auto_evals(s) >= AUTO_POPULATION_FITS * members;
}

/* Begins a restart of MA-ES at the best point. A relaxed one begins at an epsilon level: outside
 * the constraints, from where it returns. If it cannot begin, the last descents are due. */
static void auto_begin_es(auto_state *s) {
    auto_population  *p       = &s->population;
    heco_member      *m       = p->member[AUTO_MA_ES];
    const heco_space *space   = s->setup->space;
    unsigned char     state   = HECO_ROW_OK;
    heco_batch        best    = {.n        = s->n,
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
    int               relaxed = ++p->restarts % AUTO_RELAXED != 0;
    heco_member_set(m, "relaxed", relaxed ? MA_ES_ALWAYS : MA_ES_NEVER);
    p->restart_best.f = p->restart_best.viol = INFINITY;
    if (heco_member_begin(m, p->restart_evals, NULL, 0) != HECO_OK)
        p->reserve = s->budget; /* the last descents begin */
    if (isfinite(s->best.viol)) heco_member_inform(m, &best);
}

/* Returns the equivalent objective of a phase. If descents and the whole violation phase have found
 * no feasible point, the objective phase has none: the point with the least violation is then no
 * guide, and following f finds smaller violations (docs/algorithms/heco-next.md). */
static heco_equivalent auto_equivalent(const auto_state *s, auto_stage stage) {
    double violation = s->population.share[AUTO_VIOLATION_PHASE];
    int    after     = stage == AUTO_OBJECTIVE_PHASE && violation > 0.0;
    return after && s->best.viol > 0.0 ? HECO_EQUIVALENT_NONE : HECO_EQUIVALENT_NEW;
}

/* Begins a stage; its first rows come from its member. Resets population.best for HECO-DE. */
static void auto_begin_stage(auto_state *s, auto_stage stage) {
    auto_population *p = &s->population;
    p->stage           = stage;
    s->phase           = AUTO_IS_MEMBER;
    if (stage == AUTO_MA_ES) {
        auto_begin_es(s);
        return;
    }
    uint64_t from   = stage == AUTO_VIOLATION_PHASE ? 0 : p->until[AUTO_VIOLATION_PHASE];
    uint64_t length = p->until[stage] - from;
    p->best.f = p->best.viol = INFINITY;
    p->best.fresh            = 0;
    /* The member's budget is longer than the phase, so that its last generation is complete. */
    heco_member_set(p->member[stage], "horizon", (double)length);
    heco_member_set(p->member[stage], "equivalent", auto_equivalent(s, stage));
    heco_member_begin(p->member[stage], length + p->N0[stage], NULL, 0);
    heco_member_charge(p->member[stage], auto_elapsed(s) - from);
}

void heco_auto_population_begin(auto_state *s) {
    auto_population *p = &s->population;
    double           B = (double)s->budget, left = B - (double)auto_evals(s), n = (double)s->n;
    double           rows = auto_reserve_rows * (double)(s->n + 1);
    s->part               = AUTO_POPULATIONS;
    p->begun              = auto_evals(s);
    p->reserve            = (uint64_t)fmin(left, fmin(auto_reserve_share * B, rows));
    p->length             = s->budget - p->begun - p->reserve;
    double violation = p->share[AUTO_VIOLATION_PHASE], length = (double)p->length;
    p->until[AUTO_VIOLATION_PHASE] = (uint64_t)(violation * length);
    p->until[AUTO_OBJECTIVE_PHASE] =
        (uint64_t)((violation + p->share[AUTO_OBJECTIVE_PHASE]) * length);
    p->until[AUTO_MA_ES] = p->length;
    double es            = (double)(p->length - p->until[AUTO_OBJECTIVE_PHASE]);
    p->restart_evals =
        (uint64_t)fmax(es / s->o[AUTO_RESTARTS], fmin(es, auto_restart_least * n)) + 1;
    auto_begin_stage(s, violation > 0.0 ? AUTO_VIOLATION_PHASE : AUTO_OBJECTIVE_PHASE);
    s->interleaved.interval = s->budget / AUTO_FIRST_INTERVAL;
    s->interleaved.next     = AUTO_FIRST_DESCENT * p->N0[p->stage];
}

/* Returns 1 if descents have earned the larger share: one of them found the best feasible point, and
 * not all of the last ones ended at known optima (C10 of CEC 2017 at D = 30: 200,000 of 600,000
 * evaluations went into 52 such descents). With an infeasible best point the populations keep it
 * (RC26 of CEC 2020: 45.6 instead of 37), and with integers (gear train: fewer than 9 of 10 runs at
 * 20,000 evaluations). */
static int auto_descents_lead(const auto_state *s) {
    const auto_local *l = &s->local;
    return s->interleaved.leader == AUTO_DESCENTS_LEAD && !l->rough && l->repeats < AUTO_REPEATS &&
           l->search.descent.ni == 0;
}

/* Returns the evaluations of the populations before the next descent, after one of `evals`. */
static uint64_t auto_wait(const auto_state *s, uint64_t evals) {
    uint64_t interval = s->interleaved.interval;
    if (auto_descents_lead(s))
        return (uint64_t)((double)evals * (1.0 - auto_leading_share) / auto_leading_share);
    return interval > AUTO_COST * evals ? interval : AUTO_COST * evals;
}

void heco_auto_interleaved_done(auto_state *s, int gained, uint64_t evals) {
    auto_interleaved *t    = &s->interleaved;
    auto_population  *p    = &s->population;
    uint64_t          most = s->budget / AUTO_LAST_INTERVAL;
    if (s->part != AUTO_POPULATIONS) return;
    if (gained) t->interval = s->budget / AUTO_FIRST_INTERVAL;
    else t->interval = 2 * t->interval < most ? 2 * t->interval : most;
    t->next = p->evals + auto_wait(s, evals);
    t->count++;
    s->summary.between_evals += evals;
    if (p->stage != AUTO_MA_ES) heco_member_charge(p->member[p->stage], evals);
}

/* Polishes the best point of a phase and begins the next stage. */
static void auto_end_phase(auto_state *s) {
    auto_population *p     = &s->population;
    auto_point       last  = p->best;
    auto_stage       next  = p->stage + 1;
    int              fresh = p->best.fresh;
    if (fresh) heco_auto_polish(s, &p->best, AUTO_IS_MEMBER); /* copies the point */
    auto_phase phase = s->phase;
    auto_begin_stage(s, next);
    if (next == AUTO_MA_ES) p->best = last, p->best.fresh = 0;
    s->phase = fresh ? phase : AUTO_IS_MEMBER;
}

/* Begins a descent if one is due: a polish if the populations have a new best point, else, and
 * every second time (seven times of eight if descents lead), a descent from a start point. With
 * many basins start points wait for the
 * second half. */
static void auto_interleave(auto_state *s) {
    auto_population  *p    = &s->population;
    const auto_local *l    = &s->local;
    int               late = 2 * auto_elapsed(s) > p->length;
    if (s->o[AUTO_POLISH] == 0.0 || p->evals < s->interleaved.next) return;
    size_t turns = auto_descents_lead(s) ? AUTO_LEADING_TURN : AUTO_POLISH_TURN;
    int    start = s->interleaved.count % turns != 0;
    if (!l->rough && (!l->many || late) && (start || !p->best.fresh)) {
        s->interleaved.resume = AUTO_IS_MEMBER;
        s->phase              = AUTO_IS_START;
    } else if (p->best.fresh) {
        heco_auto_polish(s, &p->best, AUTO_IS_MEMBER);
    }
}

/* Begins the stage or descent that is due after a generation. */
static void auto_advance(auto_state *s) {
    auto_population *p = &s->population;
    if (auto_evals(s) + p->reserve >= s->budget) heco_auto_begin_last_descents(s);
    else if (p->stage == AUTO_MA_ES) {
        if (heco_member_left(p->member[AUTO_MA_ES]) == 0) heco_auto_population_next(s);
        else if (auto_descents_lead(s)) auto_interleave(s);
    } else if (auto_elapsed(s) >= p->until[p->stage]) auto_end_phase(s);
    else auto_interleave(s);
}

void heco_auto_population_tell(auto_state *s, const heco_batch *in) {
    auto_population *p  = &s->population;
    int              es = p->stage == AUTO_MA_ES;
    p->evals += in->count;
    *(es ? &s->summary.es_evals : &s->summary.de_evals) += in->count;
    for (size_t i = 0; i < in->count; i++) {
        if (in->viol[i] == 0.0 && heco_auto_is_gain(s, in->f[i], in->viol[i]))
            s->interleaved.leader = AUTO_POPULATIONS_LEAD;
        heco_auto_keep(s, &s->best, in, i);
        heco_auto_keep(s, &p->best, in, i);
        if (es) heco_auto_keep(s, &p->restart_best, in, i);
        if (auto_is_integer(s))
            heco_visited_put(&s->local.search.visited, in->x + i * in->n, HECO_VISITED_POINT);
    }
    heco_restart_record(&s->local.restart, s->best.x, s->best.f, s->best.viol);
    heco_member_tell(p->member[p->stage], in);
    auto_advance(s);
}

/* After a restart of MA-ES, begins a polish of its best point, then the next restart. */
void heco_auto_population_next(auto_state *s) {
    auto_population *p = &s->population;
    if (auto_evals(s) + p->reserve >= s->budget) {
        heco_auto_begin_last_descents(s);
        return;
    }
    if (p->stage != AUTO_MA_ES) {
        auto_end_phase(s);
        return;
    }
    heco_auto_polish(s, &p->restart_best, AUTO_IS_MEMBER);
    auto_phase phase = s->phase;
    auto_begin_es(s);
    s->phase = phase;
}
