/* auto: the default. A surrogate where evaluations are few, else descents first, then HECO-Next's
 * two acts and restarts of MA-ES with descents between them.
 *
 * An own design of the pieces of sqp, surrogate, heco-de [xu2019heco] and MA-ES; when to stop by
 * the number of basins: Boender and Rinnooy Kan (1987)                        [boender1987]
 *
 *   step                                              here
 *   few evaluations: the surrogate                    auto_init
 *   part 1: descents from start points                auto_local.c
 *   when part 1 ends: rough, many basins, no gain     auto_part1_next
 *   part 2: act V, act H, MA-ES                       auto_global.c
 *   slots for descents and polish                     auto_slot, heco_auto_polish
 *   part 3: the last evaluations                      auto_part3
 *
 * What it does depends on sizes, the budget and the values seen, never on a clock or a name, so one
 * seed is one search. Nothing that descents find goes into a population: that costs the acts their
 * diversity (measured on C04, C06, C07 and C16 of CEC 2017). */
#include "solver/auto/auto.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problem/better.h"
#include "solver/algorithm_table.h"

static const heco_option auto_options[] = {
    [AUTO_LOCAL] = {"local", HECO_OPTION_REAL, 0.1, 0, 1, NULL,
                    "share of the budget for descents before the acts, besides 400 n"},
    [AUTO_VIOLATION] =
        {"violation", HECO_OPTION_REAL, 0.6, 0, 100, NULL,
         "share of act V: this times constraints per variable, in 0.1 .. 0.4; 0: no act V"},
    [AUTO_ES]       = {"es", HECO_OPTION_REAL, 0.15, 0, 0.9, NULL,
                       "share of part 2 for restarts of MA-ES"},
    [AUTO_RESTARTS] = {"restarts", HECO_OPTION_INTEGER, 5, 1, 1000, NULL,
                       "restarts of MA-ES that fit into it"},
    [AUTO_POLISH]   = {"polish", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes", "descents during part 2"},
    [AUTO_SURROGATE] =
        {"surrogate", HECO_OPTION_INTEGER, NAN, 0, 1e6, NULL,
         "evaluations for the surrogate (100 of at most 1000, up to 30 variables, no integers)"},
    [AUTO_BATCH]   = {"batch", HECO_OPTION_INTEGER, 1, 1, 64, NULL,
                      "points the surrogate asks for at a time: the number of workers"},
    [AUTO_STOP]    = {"stop", HECO_OPTION_CHOICE, 0, 0, 1, "budget|converged",
                      "use the whole budget, or stop when descents find nothing new"},
    [AUTO_OPTIONS] = {0}};

int heco_auto_keep(auto_state *s, auto_point *p, const heco_batch *in, size_t i) {
    if (!heco_better_feasible_inline(in->f[i], in->viol[i], p->f, p->viol)) return 0;
    p->f = in->f[i], p->viol = in->viol[i], p->fresh = 1;
    memcpy(p->x, in->x + i * in->n, s->n * sizeof *p->x);
    if (in->ng > 0) memcpy(p->g, in->g + i * in->ng, in->ng * sizeof *p->g);
    if (in->nh > 0) memcpy(p->h, in->h + i * in->nh, in->nh * sizeof *p->h);
    return 1;
}

static void auto_point_init(auto_point *p, const heco_setup *setup) {
    p->x = heco_arena_take(setup->arena, setup->space->n, sizeof *p->x);
    p->g = heco_arena_take(setup->arena, setup->space->ng, sizeof *p->g);
    p->h = heco_arena_take(setup->arena, setup->space->nh, sizeof *p->h);
    p->f = p->viol = INFINITY;
}

/* Few evaluations are best spent on models of the functions: they find the basin sooner, descents
 * from there are more exact. How many the models get was measured on CEC 2006 and `design`
 * (docs/algorithms/auto.md); with many variables they have too few points, with many evaluations
 * they cost more than they save, and where there are integers chains do as well from the start. */
static void auto_resolve(auto_state *s, double *o) {
    int few = s->n <= 30 && s->budget <= AUTO_FEW && s->search.descent.ni == 0;
    if (isnan(o[AUTO_SURROGATE])) o[AUTO_SURROGATE] = few ? 100.0 : 0.0;
}

/* Part 0: the surrogate, until its share is used or it has nothing more to propose. */
static heco_status auto_surrogate_init(auto_state *s, size_t *max_batch) {
    const heco_member_value set[] = {{"after", 1.0}, {"batch", s->o[AUTO_BATCH]}, {NULL, 0.0}};
    const heco_setup       *setup = s->setup;
    uint64_t                share = (uint64_t)fmin(s->o[AUTO_SURROGATE], (double)s->budget);
    if (s->n > 30 && share == 0) return HECO_OK;
    /* Held whatever the budget: a later beginning with a smaller one must find its memory. */
    heco_status status =
        heco_auto_hold(s, &s->surrogate, &heco_algorithm_surrogate, set, max_batch);
    if (status != HECO_OK || s->surrogate == NULL || share == 0) return status;
    if (heco_member_begin(s->surrogate, share, setup->start, setup->starts) != HECO_OK)
        return HECO_OK;
    s->restart.used = setup->starts;
    s->part         = 0;
    s->phase        = AUTO_IS_MEMBER;
    return HECO_OK;
}

static heco_status auto_init(void *state, const heco_setup *setup, size_t *max_batch) {
    auto_state *s = state;
    s->setup      = setup;
    s->o          = setup->option;
    s->n          = setup->space->n;
    s->m          = setup->space->ng + setup->space->nh;
    s->budget     = setup->max_evals;
    s->part       = 1;
    s->phase      = AUTO_IS_START;
    auto_point_init(&s->best, setup);
    auto_point_init(&s->leader, setup);
    auto_point_init(&s->restart_best, setup);
    heco_auto_local_init(s);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    auto_resolve(s, setup->option);
    *max_batch         = heco_local_search_rows(&s->search);
    heco_status status = auto_surrogate_init(s, max_batch);
    if (status == HECO_OK) status = heco_auto_global_init(s, max_batch);
    if (status == HECO_OK && heco_arena_failed(setup->arena)) status = HECO_ERR_MEMORY;
    return status;
}

/* Where all variables are integers, no assignment is asked for twice: a population would collapse.
 */
static heco_status auto_ask_member(auto_state *s, heco_batch *out) {
    heco_member *asked  = s->part == 0 ? s->surrogate : s->member[s->stage];
    heco_status  status = heco_member_ask(asked, out);
    if (s->part == 0) {
        if (out->count > 0 || status != HECO_OK) return status;
        s->part = 1;
        heco_auto_polish(s, &s->best, AUTO_IS_START); /* the first descent, from the best point */
        return status;
    }
    if (auto_is_integer(s))
        for (size_t i = 0; i < out->count; i++)
            heco_visited_perturb(&s->search.visited, out->x + i * s->n, HECO_VISITED_POINT,
                                 s->setup->rng);
    if (status != HECO_OK || out->count > 0) return status;
    heco_auto_global_next(s);
    return HECO_OK;
}

static heco_status auto_ask(void *state, heco_batch *out) {
    auto_state *s      = state;
    heco_status status = HECO_OK;
    out->count         = 0;
    /* A member that has ended hands over at most once per stage and restart. */
    for (int turn = 0; out->count == 0 && status == HECO_OK && turn < 8; turn++) switch (s->phase) {
        case AUTO_IS_START: out->count = 1, heco_auto_start_draw(s, out->x); break;
        case AUTO_IS_DESCENT:
        case AUTO_IS_POLISH: heco_local_search_ask(&s->search, out); break;
        case AUTO_IS_MEMBER: status = auto_ask_member(s, out); break;
        case AUTO_IS_OVER: return HECO_OK;
        }
    return status;
}

static void auto_surrogate_told(auto_state *s, const heco_batch *in) {
    s->surrogate_evals += in->count;
    for (size_t i = 0; i < in->count; i++) heco_auto_keep(s, &s->best, in, i);
    heco_restart_record(&s->restart, s->best.x, s->best.f, s->best.viol);
    heco_member_tell(s->surrogate, in);
}

static heco_status auto_tell(void *state, const heco_batch *in) {
    auto_state *s = state;
    switch (s->phase) {
    case AUTO_IS_START: heco_auto_start_told(s, in); break;
    case AUTO_IS_DESCENT:
    case AUTO_IS_POLISH: heco_auto_descent_told(s, in); break;
    case AUTO_IS_MEMBER:
        if (s->part > 0) heco_auto_global_told(s, in);
        else auto_surrogate_told(s, in);
        break;
    case AUTO_IS_OVER: break;
    }
    return HECO_OK;
}

static size_t auto_say(char *text, size_t size, size_t at, const char *format,
                       unsigned long long number) {
    if (number == 0 || at >= size) return at;
    int wrote = snprintf(text + at, size - at, "%s", at > 0 ? ", " : "");
    at += (size_t)wrote;
    if (at < size) wrote = snprintf(text + at, size - at, format, number);
    return at + (size_t)wrote;
}

static void auto_describe(const void *state, char *text, size_t size) {
    const auto_state *s  = state;
    size_t            at = 0;
    at = auto_say(text, size, at, "surrogate %llu evaluations", s->surrogate_evals);
    at = auto_say(text, size, at, "SQP from %llu starts", s->restart.descents);
    at = auto_say(text, size, at, "%llu of them into a known basin", s->duplicates);
    at = auto_say(text, size, at, "HECO-DE %llu evaluations", s->act_evals);
    at = auto_say(text, size, at, "MA-ES %llu evaluations", s->es_evals);
    at = auto_say(text, size, at, "%llu polishes", s->polishes);
    if (s->converged && at < size)
        at += (size_t)snprintf(text + at, size - at,
                               "; converged: further descents would find nothing new");
    char exact[100];
    heco_descent_describe(&s->search.descent, exact, sizeof exact);
    if (exact[0] != '\0' && at < size) snprintf(text + at, size - at, "; %s", exact);
}

static const char *const auto_members[] = {"surrogate", "heco-de", "ma-es", NULL};

const heco_algorithm heco_algorithm_auto = {
    .size       = sizeof(heco_algorithm),
    .name       = "auto",
    .traits     = HECO_TRAIT_DERIVATIVES,
    .title      = "the default: descents or a surrogate first, then HECO-DE and MA-ES",
    .reference  = "xu2019heco",
    .options    = auto_options,
    .state_size = sizeof(auto_state),
    .init       = auto_init,
    .ask        = auto_ask,
    .tell       = auto_tell,
    .describe   = auto_describe,
    .members    = auto_members,
};
