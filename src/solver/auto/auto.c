/* auto: the default. A surrogate for the first evaluations, then descents, then two phases of
 * HECO-DE and restarts of MA-ES with descents between their generations.
 *
 * An own design of the pieces of sqp, surrogate, heco-de [xu2019heco] and MA-ES. The number of
 * basins decides when to stop (Boender and Rinnooy Kan 1987)                  [boender1987]
 *
 *   step                                              here
 *   first evaluations: the surrogate                  auto_surrogate_init
 *   first descents from start points                  auto_local.c
 *   their end: rough, many basins, limit, no gain     auto_choose_next
 *   violation phase, objective phase, MA-ES           auto_population.c
 *   descents between generations, polishes            auto_interleave, heco_auto_polish
 *   last descents                                     auto_begin_last_descents
 *
 * The decisions depend on sizes, the budget and the values seen, never on a clock or a name, so one
 * seed is one search. Nothing that descents find goes into a population: it would lose its
 * diversity (measured on C04, C06, C07 and C16 of CEC 2017). docs/algorithms/auto.md has the
 * measurements. */
#include "solver/auto/auto.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problem/better.h"
#include "solver/algorithm_table.h"

static const heco_option auto_options[] = {
    [AUTO_LOCAL]     = {"local", HECO_OPTION_REAL, 0.1, 0, 1, NULL,
                        "share of the budget for descents before the populations, besides 400 n"},
    [AUTO_VIOLATION] = {"violation", HECO_OPTION_REAL, 0.6, 0, 100, NULL,
                        "share of the violation phase: this times constraints per variable, in 0.1 "
                        ".. 0.4; 0: none"},
    [AUTO_ES]        = {"es", HECO_OPTION_REAL, 0.15, 0, 0.9, NULL,
                        "share of the populations for restarts of MA-ES"},
    [AUTO_RESTARTS]  = {"restarts", HECO_OPTION_INTEGER, 5, 1, 1000, NULL,
                        "restarts of MA-ES that fit into that share"},
    [AUTO_POLISH]    = {"polish", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                        "descents between generations"},
    [AUTO_SURROGATE] =
        {"surrogate", HECO_OPTION_INTEGER, NAN, 0, 1e6, NULL,
         "evaluations for the surrogate (100; none with integers of fewer than 100 values, "
         "above 30 variables, above 1000 constraints or with exact derivatives)"},
    [AUTO_BATCH]   = {"batch", HECO_OPTION_INTEGER, 1, 1, 64, NULL,
                      "points the surrogate asks for at a time: the number of workers"},
    [AUTO_STOP]    = {"stop", HECO_OPTION_CHOICE, 0, 0, 1, "budget|converged",
                      "use the whole budget, or stop when descents find nothing new"},
    [AUTO_EAGER]   = {"eager", HECO_OPTION_CHOICE, 0, 0, 1, "no|yes",
                      "descents save rounds instead of evaluations, for many workers"},
    [AUTO_BAND]    = {"band", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                      "use the tolerances of constraints up to their edge, or aim at the constraints"},
    [AUTO_OPTIONS] = {0}};

/* ---- the surrogate's part, chosen by measurement on CEC 2006 and `design` (auto.md) ---- */
static const size_t auto_few_variables   = 30;    /* most variables: more need more points  */
static const size_t auto_few_constraints = 1000;  /* most constraints: 100 evaluations took 5 s of
                                                   * CPU time with 1000, above 60 s with 3000; a
                                                   * million would need 12 GB               */
static const double auto_wide = 100.0;            /* an integer of so many values is modelled like a
                                                   * continuous variable and rounded        */
static const double auto_surrogate_evals = 100.0; /* evaluations of the surrogate           */

enum {
    AUTO_TURNS  = 8, /* a member that has ended passes on at most once per stage and restart */
    AUTO_PLACES = 30 /* uniform points with one value of f after which the search ends       */
};

void heco_auto_keep(auto_state *s, auto_point *p, const heco_batch *in, size_t i) {
    if (heco_batch_lacks_f(in, i) ||
        !heco_better_feasible_inline(in->f[i], in->viol[i], p->f, p->viol))
        return;
    p->f = in->f[i], p->viol = in->viol[i], p->fresh = 1;
    memcpy(p->x, in->x + i * in->n, s->n * sizeof *p->x);
    if (in->ng > 0) memcpy(p->g, in->g + i * in->ng, in->ng * sizeof *p->g);
    if (in->nh > 0) memcpy(p->h, in->h + i * in->nh, in->nh * sizeof *p->h);
}

static void auto_point_init(auto_point *p, const heco_setup *setup) {
    p->x = heco_arena_take(setup->arena, setup->space->n, sizeof *p->x);
    p->g = heco_arena_take(setup->arena, setup->space->ng, sizeof *p->g);
    p->h = heco_arena_take(setup->arena, setup->space->nh, sizeof *p->h);
    p->f = p->viol = INFINITY;
}

/* Returns whether models of the functions are worth their time. */
static int auto_is_small(const auto_state *s) {
    return s->n <= auto_few_variables && s->m <= auto_few_constraints;
}

/* Sets the default of the option `surrogate`. The first evaluations are best spent on models of the
 * functions: they find the basin sooner, and descents from there are more exact. This holds at
 * every budget, so that more evaluations never mean a worse beginning. With many variables the
 * models have too few points, with many constraints they take too long, with integers of few values
 * local searches do as well, and with exact derivatives a descent needs fewer evaluations than the
 * models. */
static void auto_resolve_option(auto_state *s, double *o) {
    const heco_descent *d      = &s->local.search.descent;
    int                 models = auto_is_small(s) && !s->setup->derivatives;
    for (size_t k = d->nc; k < d->nc + d->ni; k++) models &= d->width[d->var[k]] >= auto_wide;
    if (isnan(o[AUTO_SURROGATE])) o[AUTO_SURROGATE] = models ? auto_surrogate_evals : 0.0;
}

/* Creates the surrogate and begins it if it has a share. It runs until its share is used or it has
 * nothing more to propose. Its memory is allocated for each budget, because a later beginning may
 * have a smaller one. */
static heco_status auto_surrogate_init(auto_state *s, size_t *max_batch) {
    const heco_member_value set[] = {
        {"after", 1.0}, {"batch", s->o[AUTO_BATCH]}, {"band", s->o[AUTO_BAND]}, {NULL, 0.0}};
    const heco_setup       *setup = s->setup;
    uint64_t                share = (uint64_t)fmin(s->o[AUTO_SURROGATE], (double)s->budget);
    if (!auto_is_small(s) && share == 0) return HECO_OK;
    heco_status status =
        heco_auto_add_member(s, &s->surrogate, &heco_algorithm_surrogate, set, max_batch);
    if (status != HECO_OK || s->surrogate == NULL || share == 0) return status;
    if (heco_member_begin(s->surrogate, share, setup->start, setup->starts) != HECO_OK)
        return HECO_OK;
    s->local.restart.used = setup->starts;
    s->part               = AUTO_MODELS;
    s->phase              = AUTO_IS_MEMBER;
    return HECO_OK;
}

static heco_status auto_init(void *state, const heco_setup *setup, size_t *max_batch) {
    auto_state *s = state;
    s->setup      = setup;
    s->o          = setup->option;
    s->n          = setup->space->n;
    s->m          = setup->space->ng + setup->space->nh;
    s->budget     = setup->max_evals;
    s->part       = AUTO_FIRST_DESCENTS;
    s->phase      = AUTO_IS_START;
    auto_point_init(&s->best, setup);
    auto_point_init(&s->population.best, setup);
    auto_point_init(&s->population.restart_best, setup);
    heco_auto_local_init(s);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    auto_resolve_option(s, setup->option);
    if (s->o[AUTO_EAGER] > 0.0) heco_descent_set_eager(&s->local.search.descent);
    *max_batch         = heco_local_search_rows(&s->local.search);
    heco_status status = auto_surrogate_init(s, max_batch);
    if (status == HECO_OK) status = heco_auto_population_init(s, max_batch);
    if (status == HECO_OK && heco_arena_failed(setup->arena)) status = HECO_ERR_MEMORY;
    return status;
}

/* Asks the surrogate. After its end a polish of the best point begins the first descents. */
static heco_status auto_ask_surrogate(auto_state *s, heco_batch *out) {
    heco_status status = heco_member_ask(s->surrogate, out);
    if (out->count > 0 || status != HECO_OK) return status;
    s->part = AUTO_FIRST_DESCENTS;
    heco_auto_polish(s, &s->best, AUTO_IS_START);
    return HECO_OK;
}

/* Asks the member of the stage, or continues after its end. If all variables are integers, no
 * assignment is evaluated twice: else a population would collapse (gear at 30,000 evaluations: 27
 * instead of 39 of 40 runs). */
static heco_status auto_ask_population(auto_state *s, heco_batch *out) {
    heco_status status = heco_member_ask(s->population.member[s->population.stage], out);
    if (auto_is_integer(s))
        for (size_t i = 0; i < out->count; i++)
            heco_visited_perturb(&s->local.search.visited, out->x + i * s->n, HECO_VISITED_POINT,
                                 s->setup->rng);
    if (status != HECO_OK || out->count > 0) return status;
    heco_auto_population_next(s);
    return HECO_OK;
}

static heco_status auto_ask(void *state, heco_batch *out) {
    auto_state *s      = state;
    heco_status status = HECO_OK;
    out->count         = 0;
    for (int turn = 0; out->count == 0 && status == HECO_OK && turn < AUTO_TURNS; turn++)
        switch (s->phase) {
        case AUTO_IS_START: out->count = 1, heco_auto_draw_start(s, out->x); break;
        case AUTO_IS_DESCENT:
        case AUTO_IS_POLISH: heco_local_search_ask(&s->local.search, out); break;
        case AUTO_IS_MEMBER:
            status =
                s->part == AUTO_MODELS ? auto_ask_surrogate(s, out) : auto_ask_population(s, out);
            break;
        case AUTO_IS_OVER: return HECO_OK;
        }
    return status;
}

/* Updates the best point and the restarts, and passes the values to the surrogate. */
static void auto_tell_surrogate(auto_state *s, const heco_batch *in) {
    s->summary.surrogate_evals += in->count;
    for (size_t i = 0; i < in->count; i++) heco_auto_keep(s, &s->best, in, i);
    heco_restart_record(&s->local.restart, s->best.x, s->best.f, s->best.viol);
    heco_descent_look_at_digits(&s->local.search.descent, in);
    heco_member_tell(s->surrogate, in);
}

/* Returns 1 if the rows are places: uniform starts, or points of populations. Descents and the
 * surrogate stay near other points. */
static int auto_rows_are_places(const auto_state *s) {
    if (s->phase == AUTO_IS_START) return !s->local.restart.hopped;
    return s->phase == AUTO_IS_MEMBER && s->part == AUTO_POPULATIONS;
}

/* Counts the points at which f has its first value. */
static void auto_look_at_f(auto_state *s, const heco_batch *in) {
    auto_constant *c      = &s->constant;
    int            places = auto_rows_are_places(s);
    for (size_t i = 0; i < in->count && !c->varies; i++) {
        if (in->state[i] != HECO_ROW_OK || heco_batch_lacks_f(in, i)) continue;
        if (c->rows == 0) c->f = in->f[i];
        c->varies = in->f[i] != c->f;
        c->rows++;
        c->places += (uint64_t)places;
    }
}

/* Ends the search if f seems to be constant: after so many places another one has another value
 * with the probability 1/(places + 2) (Laplace), less than the 5 % of the box that basins may hold
 * which seven descents have not seen. */
static void auto_end_flat(auto_state *s) {
    if (s->constant.places < AUTO_PLACES || !heco_auto_is_flat(s)) return;
    s->phase                 = AUTO_IS_OVER;
    s->summary.constant_rows = s->constant.rows;
}

static heco_status auto_tell(void *state, const heco_batch *in) {
    auto_state *s = state;
    auto_look_at_f(s, in);
    switch (s->phase) {
    case AUTO_IS_START: heco_auto_tell_start(s, in); break;
    case AUTO_IS_DESCENT:
    case AUTO_IS_POLISH: heco_auto_tell_descent(s, in); break;
    case AUTO_IS_MEMBER:
        if (s->part != AUTO_MODELS) heco_auto_population_tell(s, in);
        else auto_tell_surrogate(s, in);
        break;
    case AUTO_IS_OVER: break;
    }
    auto_end_flat(s);
    return HECO_OK;
}

static heco_status auto_ahead(void *state, heco_batch *out) {
    const auto_state *s = state;
    out->count          = 0;
    if (s->phase == AUTO_IS_START || s->phase == AUTO_IS_DESCENT || s->phase == AUTO_IS_POLISH)
        heco_restart_ahead(&s->local.restart, &s->local.search, s->local.level, out);
    return HECO_OK;
}

typedef struct { /* a number of the answer; left out if it is 0 */
    uint64_t    number;
    const char *before, *one, *several;
} auto_fact;

/* Appends a fact to the text at position `at`. Returns the new length, which may exceed `size`. */
static size_t auto_append_fact(char *text, size_t size, size_t at, const auto_fact *fact) {
    if (fact->number == 0 || at >= size) return at;
    return at + (size_t)snprintf(text + at, size - at, "%s%s%llu%s", at > 0 ? ", " : "",
                                 fact->before, (unsigned long long)fact->number,
                                 fact->number > 1 ? fact->several : fact->one);
}

static void auto_describe(const void *state, char *text, size_t size) {
    const auto_state   *s       = state;
    const auto_local   *l       = &s->local;
    const auto_summary *u       = &s->summary;
    const char         *known   = " of them reached a known basin";
    const auto_fact     facts[] = {
            {u->constant_rows, "f had one value at ", " point", " points"},
            {u->surrogate_evals, "surrogate ", " evaluation", " evaluations"},
            {l->restart.descents, "SQP from ", " start", " starts"},
            {l->duplicates, "", known, known},
            {u->de_evals, "HECO-DE ", " evaluation", " evaluations"},
            {u->es_evals, "MA-ES ", " evaluation", " evaluations"},
            {u->between_evals, "descents between generations ", " evaluation", " evaluations"},
            {u->polishes, "", " polish", " polishes"}};
    size_t at = 0;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        at = auto_append_fact(text, size, at, &facts[k]);
    if (u->between_evals > 0 && s->interleaved.leader != AUTO_NONE_LEADS && at < size)
        at += (size_t)snprintf(text + at, size - at, "; %s found the best point",
                               s->interleaved.leader == AUTO_DESCENTS_LEAD ? "descents"
                                                                           : "populations");
    if (u->converged && at < size)
        at += (size_t)snprintf(text + at, size - at,
                               "; converged: further descents would find nothing new");
    char exact[100];
    heco_descent_describe(&s->local.search.descent, exact, sizeof exact);
    if (exact[0] != '\0' && at < size) snprintf(text + at, size - at, "; %s", exact);
}

static const char *auto_part_name(const void *state) {
    static const char *const stage[] = {"violation phase", "objective phase", "MA-ES"};
    const auto_state        *s       = state;
    switch (s->phase) {
    case AUTO_IS_START: return "start";
    case AUTO_IS_DESCENT: return "descent";
    case AUTO_IS_POLISH: return "polish";
    case AUTO_IS_MEMBER: return s->part == AUTO_MODELS ? "surrogate" : stage[s->population.stage];
    default: return NULL;
    }
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
    .ahead      = auto_ahead,
    .part       = auto_part_name,
};
