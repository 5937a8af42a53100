/* heco-next: two phases of HECO-DE with opposite bias between descents, then matrix adaptation.
 * Own design on Xu, He, Shang (2019), arXiv 1903.04886                        [xu2019heco]
 *
 *   phase                                              here
 *   shares of the budget, sizes                        heco_next_plan
 *   1. opening: descents from start points             a member sqp
 *   2. violation phase: gamma constant                 a member heco-de
 *   3. objective phase: gamma = gamma_h tau            another one
 *   4. descents from the best point                    the member sqp again
 *   5. restarts from the best point                    a member ma-es
 *   6. closing: a last descent                         the member sqp again
 *   no budget known: rounds of growing budgets         heco_next_budget, heco_next_enter
 *
 * HECO-DE needs a large bias gamma where the objective leads away from the feasible set, and a
 * small one where the feasible set is many thin shells. heco-next does not search for the right
 * gamma: it runs a phase for each if the budget allows it, else the likelier one. The ends of the
 * phases are fixed in advance; a phase continues with full batches until its end has passed. Points
 * found by descents do not enter the populations of the same round, because these would lose their
 * diversity. docs/algorithms/heco-next.md has the measurements. */
#include <stdio.h>
#include <string.h>

#include "problem/batch_init.h"
#include "problem/better.h"
#include "solver/algorithm_table.h"
#include "solver/heco/heco_de.h"

enum {
    HECO_NEXT_LAMBDA_V,
    HECO_NEXT_LAMBDA_H,
    HECO_NEXT_SHARE_RULE,
    HECO_NEXT_SHARE_MIN,
    HECO_NEXT_SHARE_MAX,
    HECO_NEXT_DENSE,
    HECO_NEXT_NEED,
    HECO_NEXT_LEAST,
    HECO_NEXT_OPENING,
    HECO_NEXT_POLISH,
    HECO_NEXT_POLISHER,
    HECO_NEXT_CLOSING,
    HECO_NEXT_GAMMA_V,
    HECO_NEXT_GAMMA_H,
    HECO_NEXT_EQUIVALENT_H,
    HECO_NEXT_PER_MEMBER_V,
    HECO_NEXT_PER_MEMBER_H,
    HECO_NEXT_END_V,
    HECO_NEXT_END_H,
    HECO_NEXT_RELAXED,
    HECO_NEXT_RESTARTS,
    HECO_NEXT_SHORTEST,
    HECO_NEXT_TAKE_OVER,
    HECO_NEXT_FIRST,
    HECO_NEXT_OPTIONS
};
static const heco_option heco_next_options[] =
    {[HECO_NEXT_LAMBDA_V]   = {"lambda_v", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,
                               "violation phase: subproblems (its evaluations/2000, 20 to 40)"},
     [HECO_NEXT_LAMBDA_H]   = {"lambda_h", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,
                               "objective phase: subproblems (its evaluations/2000, 20 to 17 + n/4)"},
     [HECO_NEXT_SHARE_RULE] = {"share_rule", HECO_OPTION_REAL, 0.6, 0, 100, NULL,
                               "factor of m/n in the violation phase's share of the budget"},
     [HECO_NEXT_SHARE_MIN]  = {"share_v_min", HECO_OPTION_REAL, 0.1, 0, 1, NULL,
                               "least share of the violation phase"},
     [HECO_NEXT_SHARE_MAX]  = {"share_v_max", HECO_OPTION_REAL, 0.4, 0, 1, NULL,
                               "largest share of the violation phase"},
     [HECO_NEXT_DENSE]      = {"dense", HECO_OPTION_REAL, 1.0 / 3.0, 0, 1e9, NULL,
                               "m/n from which the violation phase comes first if the budget is short"},
     [HECO_NEXT_NEED]       = {"need", HECO_OPTION_REAL, 10000, 0, 1e9, NULL,
                               "evaluations per variable that the violation phase then gets"},
     [HECO_NEXT_LEAST]      = {"least", HECO_OPTION_REAL, 1500, 0, 1e9, NULL,
                               "evaluations per variable below which a phase is left out"},
     [HECO_NEXT_OPENING]    = {"opening", HECO_OPTION_REAL, 0.03, 0, 0.5, NULL,
                               "share of the descents before the population phases"},
     [HECO_NEXT_POLISH]     = {"polish", HECO_OPTION_REAL, 0.15, 0, 0.9, NULL,
                               "share of the polish after the population phases"},
     [HECO_NEXT_POLISHER]   = {"polisher", HECO_OPTION_CHOICE, 2, 0, 2, "es|sqp|both",
                               "MA-ES restarts, SQP descents, or a fifth of these before those"},
     [HECO_NEXT_CLOSING]    = {"closing", HECO_OPTION_REAL, 0.01, 0, 0.5, NULL,
                               "share of the last descents"},
     [HECO_NEXT_GAMMA_V]    = {"gamma_v", HECO_OPTION_REAL, 0.7, 0, 1e3, NULL,
                               "violation phase: bias of the violation"},
     [HECO_NEXT_GAMMA_H]    = {"gamma_h", HECO_OPTION_REAL, 1, 0, 1e3, NULL,
                               "objective phase: its last bias"},
     [HECO_NEXT_EQUIVALENT_H] =
         {"equivalent_h", HECO_OPTION_CHOICE, NAN, 0, 3, "new|feasibility-rule|death-penalty|none",
          "objective phase: equivalent objective (new; none where nothing feasible "
          "is known when it begins)"},
     [HECO_NEXT_PER_MEMBER_V] = {"per_member_v", HECO_OPTION_REAL, 1000, 1, 1e9, NULL,
                                 "violation phase: evaluations per initial member"},
     [HECO_NEXT_PER_MEMBER_H] = {"per_member_h", HECO_OPTION_REAL, 1400, 1, 1e9, NULL,
                                 "objective phase: evaluations per initial member"},
     [HECO_NEXT_END_V]        = {"end_v", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,
                                 "violation phase: final size (lambda_v)"},
     [HECO_NEXT_END_H]        = {"end_h", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,
                                 "objective phase: final size (lambda_h)"},
     [HECO_NEXT_RELAXED]      = {"relaxed", HECO_OPTION_CHOICE, 0, 0, 1, "yes|no",
                                 "two of three MA-ES restarts begin at an epsilon level"},
     [HECO_NEXT_RESTARTS]     = {"restarts", HECO_OPTION_REAL, 5, 1, 1e9, NULL,
                                 "MA-ES restarts that fit"},
     [HECO_NEXT_SHORTEST]     = {"shortest", HECO_OPTION_REAL, 400, 0.001, 1e9, NULL,
                                 "evaluations per variable of an MA-ES restart at least"},
     [HECO_NEXT_TAKE_OVER]    = {"take_over", HECO_OPTION_CHOICE, 0, 0, 1, "yes|no",
                                 "the first restart has the shape of the better phase's population"},
     [HECO_NEXT_FIRST]        = {"first", HECO_OPTION_REAL, NAN, 0, 1e9, NULL,
                                 "evaluations per variable of the first round, 0: one round"},
     [HECO_NEXT_OPTIONS]      = {0}};

enum {
    HECO_NEXT_OPEN,
    HECO_NEXT_V, /* violation phase */
    HECO_NEXT_H, /* objective phase */
    HECO_NEXT_SQP,
    HECO_NEXT_ES,
    HECO_NEXT_CLOSE,
    HECO_NEXT_PHASES
};
enum { HECO_NEXT_BY_ES, HECO_NEXT_BY_SQP, HECO_NEXT_BY_BOTH };
enum { HECO_NEXT_DOUBLINGS = 5 }; /* of the first round's budget */

typedef struct {
    double lambda, N0, end, horizon;
} heco_next_sizes; /* of a population phase */

typedef struct {
    const heco_setup *setup;
    const double     *o;
    heco_member      *de[2], *sqp, *es;      /* phases V and H; descents; restarts of MA-ES   */
    double            lambda[2], last[2];    /* sizes that the user wants; NAN: automatic     */
    double            equivalent_h;          /* option that the user wants; NAN: automatic    */
    int               round;                 /* 0, 1, ...; always 0 where the budget is known */
    uint64_t          budget;                /* of this round                                 */
    uint64_t          end[HECO_NEXT_PHASES]; /* evaluations after which a phase is over       */
    int               phase;
    int               better;     /* 0 or 1: index in `de` of the better population  */
    heco_batch        best;       /* one row: the best so far                      */
    int               best_phase; /* where it was found; -1: no point yet          */
} heco_next_state;

/* Returns the evaluations of the violation phase out of those of both phases, in a round of B. Its
 * share grows with the number of constraints per variable. If the budget is short, the violation
 * phase gets its minimum before the objective phase gets any. */
static double heco_next_length_v(const heco_next_state *s, double B, double both) {
    const heco_space *space = s->setup->space;
    const double     *o     = s->o;
    double            n = (double)space->n, m = (double)(space->ng + space->nh);
    double            least = o[HECO_NEXT_LEAST] * n;
    if (m == 0.0) return 0.0;
    double v = heco_clamp(o[HECO_NEXT_SHARE_RULE] * m / n, o[HECO_NEXT_SHARE_MIN],
                          fmax(o[HECO_NEXT_SHARE_MIN], o[HECO_NEXT_SHARE_MAX])) *
               B;
    int dense = m >= o[HECO_NEXT_DENSE] * n;
    if (dense) v = fmax(v, o[HECO_NEXT_NEED] * n);
    v = fmin(v, both);
    if (dense) return both - v < least ? both : v;
    return v < least ? 0.0 : v;
}

/* Sets `budget` and the ends of the phases for a round of `budget` evaluations that begins after
 * `begun`. */
static void heco_next_plan(heco_next_state *s, uint64_t budget, uint64_t begun) {
    const double *o = s->o;
    double        B = (double)budget, polish = o[HECO_NEXT_POLISH], by = o[HECO_NEXT_POLISHER];
    double        both = floor((1.0 - polish) * B), opening = 0.0, closing = 0.0, share = 0.0;
    if (by != HECO_NEXT_BY_ES) {
        opening = fmin(floor(o[HECO_NEXT_OPENING] * B), both);
        closing = floor(fmin(o[HECO_NEXT_CLOSING], polish) * B);
        share   = by == HECO_NEXT_BY_SQP ? 1.0 : 0.2;
    }
    const double end[HECO_NEXT_PHASES] = {
        [HECO_NEXT_OPEN]  = opening,
        [HECO_NEXT_V]     = opening + heco_next_length_v(s, B, both - opening),
        [HECO_NEXT_H]     = both,
        [HECO_NEXT_SQP]   = both + share * (B - closing - both),
        [HECO_NEXT_ES]    = B - closing,
        [HECO_NEXT_CLOSE] = B};
    s->budget = budget;
    for (int k = 0; k < HECO_NEXT_PHASES; k++) s->end[k] = begun + (uint64_t)end[k];
}

/* Returns the evaluations of a round: all of them if the budget is known, else those of the first
 * round, doubled `round` times, at most HECO_NEXT_DOUBLINGS times. */
static uint64_t heco_next_budget(const heco_next_state *s, int round) {
    double first = s->o[HECO_NEXT_FIRST] * (double)s->setup->space->n;
    if (round > HECO_NEXT_DOUBLINGS) round = HECO_NEXT_DOUBLINGS;
    if (first == 0.0) return s->setup->max_evals;
    return (uint64_t)fmin((double)s->setup->max_evals, ceil(ldexp(first, round)));
}

/* Returns the sizes of population phase a in this round: N0 from its evaluations, at most a
 * twentieth of them; lambda at most half of N0. */
static heco_next_sizes heco_next_phase_sizes(const heco_next_state *s, int a) {
    const double   *o     = s->o;
    double          evals = (double)(s->end[HECO_NEXT_V + a] - s->end[HECO_NEXT_V + a - 1]);
    double          most  = a == 0 ? 40.0 : heco_objective_lambda(s->setup->space->n);
    heco_next_sizes z     = {.lambda = s->lambda[a], .horizon = fmax(1.0, evals)};
    if (isnan(z.lambda)) z.lambda = heco_clamp(floor(evals / 2000.0), 20.0, most);
    z.N0     = fmax(4.0 * z.lambda, floor(evals / o[HECO_NEXT_PER_MEMBER_V + a]));
    z.N0     = fmin(z.N0, fmax(8.0, floor(evals / 20.0)));
    z.lambda = heco_clamp(z.lambda, 4.0, floor(z.N0 / 2.0));
    z.end    = isnan(s->last[a]) ? z.lambda : heco_clamp(s->last[a], z.lambda, z.N0);
    return z;
}

/* Returns the equivalent objective of the objective phase. If descents and a complete violation
 * phase have found no feasible point, there may be none: the point with the least violation is then
 * no guide, and the objective phase follows f instead. */
static double heco_next_equivalent_h(const heco_next_state *s) {
    int after_v = s->best_phase >= 0 && s->end[HECO_NEXT_V] > s->end[HECO_NEXT_OPEN];
    if (!isnan(s->equivalent_h)) return s->equivalent_h;
    return after_v && s->best.viol[0] > 0.0 ? HECO_EQUIVALENT_NONE : HECO_EQUIVALENT_NEW;
}

/* Creates the member of population phase a, 0 for the violation phase and 1 for the objective
 * phase. Its memory is for the largest round. Writes its sizes to the options. */
static heco_status heco_next_create_de(heco_next_state *s, int a, size_t *rows) {
    double         *o             = s->setup->option;
    heco_next_sizes z             = heco_next_phase_sizes(s, a);
    o[HECO_NEXT_LAMBDA_V + a]     = z.lambda;
    o[HECO_NEXT_END_V + a]        = z.end;
    const heco_member_value set[] = {
        {"lambda", z.lambda},
        {"N0", z.N0},
        {"end", z.end},
        {"horizon", z.horizon},
        {"gamma", o[HECO_NEXT_GAMMA_V + a]},
        {"ramp", a == 1},
        {"equivalent", a == 1 ? heco_next_equivalent_h(s) : HECO_EQUIVALENT_NEW},
        {"exp_keep_max", a == 1},
        {NULL, 0}};
    return heco_member_new(&s->de[a], &heco_algorithm_heco_de, s->setup, (uint64_t)a + 1, set,
                           rows);
}

/* Returns the number of restarts of MA-ES: fewer if each would be too short to adapt a matrix. */
static double heco_next_restarts(const heco_next_state *s) {
    double length = (double)(s->end[HECO_NEXT_ES] - s->end[HECO_NEXT_SQP]);
    double most   = fmax(1.0, length / (s->o[HECO_NEXT_SHORTEST] * (double)s->setup->space->n));
    return fmin(s->o[HECO_NEXT_RESTARTS], most);
}

/* Creates the member of the restarts of MA-ES. */
static heco_status heco_next_create_es(heco_next_state *s, size_t *rows) {
    const heco_member_value set[] = {{"restarts", heco_next_restarts(s)},
                                     {"relaxed", s->o[HECO_NEXT_RELAXED]},
                                     {"shape", 1.0 - s->o[HECO_NEXT_TAKE_OVER]},
                                     {NULL, 0}};
    return heco_member_new(&s->es, &heco_algorithm_ma_es, s->setup, 3, set, rows);
}

/* Returns 0 if the population of the violation phase has the better member, 1 if that of the
 * objective phase has it. An empty population is worse; if both are empty, returns 1. */
static int heco_next_better_population(const heco_next_state *s) {
    const heco_population *V = heco_de_member_population(s->de[0]);
    const heco_population *H = heco_de_member_population(s->de[1]);
    if (V->count == 0 || H->count == 0) return V->count == 0;
    size_t v = heco_population_best(V), h = heco_population_best(H);
    return heco_better_feasible_inline(H->f[h], H->v[h], V->f[v], V->v[v]);
}

/* Begins the population phase s->phase with its sizes of this round. In the first round the user's
 * points go into the first population. In later rounds the best point goes into the violation
 * phase, and the objective phase starts without points. */
static heco_status heco_next_begin_de(heco_next_state *s) {
    int               a      = s->phase - HECO_NEXT_V;
    const heco_setup *setup  = s->setup;
    heco_member      *member = s->de[a];
    heco_next_sizes   z      = heco_next_phase_sizes(s, a);
    int               first  = a == 0 || s->end[HECO_NEXT_V] == s->end[HECO_NEXT_OPEN];
    heco_member_set(member, "lambda", z.lambda);
    heco_member_set(member, "N0", z.N0);
    heco_member_set(member, "end", z.end);
    heco_member_set(member, "horizon", z.horizon);
    if (a == 1) heco_member_set(member, "equivalent", heco_next_equivalent_h(s));
    if (s->round == 0)
        return heco_member_begin(member, setup->max_evals, setup->start, first ? setup->starts : 0);
    return heco_member_begin(member, setup->max_evals, s->best.x, a == 0);
}

/* Begins the restarts of MA-ES from the better population. If too few evaluations are left for
 * them, the phase of that population goes on to the end of the round. */
static heco_status heco_next_begin_es(heco_next_state *s, uint64_t evals) {
    s->better                = heco_next_better_population(s);
    const heco_population *P = heco_de_member_population(s->de[s->better]);
    heco_member_set(s->es, "restarts", heco_next_restarts(s));
    heco_status status = heco_member_begin(s->es, s->end[HECO_NEXT_ES] - evals, P->x, P->count);
    if (status == HECO_OK) return heco_member_inform(s->es, &s->best);
    if (status != HECO_ERR_ARG) return status;
    s->phase         = HECO_NEXT_V + s->better;
    s->end[s->phase] = s->end[HECO_NEXT_CLOSE];
    return HECO_OK;
}

/* Begins descents: from the whole box in the opening, else mostly near the best point. */
static heco_status heco_next_begin_sqp(heco_next_state *s, uint64_t evals) {
    const heco_setup *setup = s->setup;
    int               opens = s->phase == HECO_NEXT_OPEN;
    uint64_t          left  = setup->max_evals - evals;
    heco_member_set(s->sqp, "radius", opens ? 0.5 : 0.1);
    heco_member_set(s->sqp, "hops", opens ? 0.4 : 0.9);
    if (s->best_phase < 0) return heco_member_begin(s->sqp, left, setup->start, setup->starts);
    return heco_member_begin(s->sqp, left, s->best.x, 1);
}

/* Begins the phase that the next evaluation belongs to, unless it is the current one. After the
 * last phase of a round it begins the next round. */
static heco_status heco_next_enter(heco_next_state *s, uint64_t evals) {
    int from = s->phase;
    if (s->o[HECO_NEXT_FIRST] > 0.0 && evals >= s->end[HECO_NEXT_CLOSE]) {
        heco_next_plan(s, heco_next_budget(s, ++s->round), evals);
        from = s->phase = -1;
    }
    if (from < 0) s->phase = HECO_NEXT_OPEN;
    while (s->phase < HECO_NEXT_CLOSE && evals >= s->end[s->phase]) s->phase++;
    if (s->phase == from) return HECO_OK;
    if (s->phase == HECO_NEXT_ES) return heco_next_begin_es(s, evals);
    if (s->phase == HECO_NEXT_V || s->phase == HECO_NEXT_H) return heco_next_begin_de(s);
    return heco_next_begin_sqp(s, evals);
}

/* Saves the options that follow the rounds as the user set them, and sets defaults. A budget of a
 * million evaluations per variable means that a time limit or a target ends the search; rounds of
 * growing budgets are used then. */
static void heco_next_resolve_options(heco_next_state *s) {
    double *o = s->setup->option, n = (double)s->setup->space->n;
    if (isnan(o[HECO_NEXT_FIRST]))
        o[HECO_NEXT_FIRST] = (double)s->setup->max_evals >= 1e6 * (n + 1.0) ? 2000.0 : 0.0;
    s->equivalent_h = o[HECO_NEXT_EQUIVALENT_H];
    if (isnan(s->equivalent_h)) o[HECO_NEXT_EQUIVALENT_H] = HECO_EQUIVALENT_NEW;
    for (int a = 0; a < 2; a++) {
        s->lambda[a] = o[HECO_NEXT_LAMBDA_V + a];
        s->last[a]   = o[HECO_NEXT_END_V + a];
    }
}

static heco_status heco_next_init(void *state, const heco_setup *setup, size_t *max_batch) {
    heco_next_state *s       = state;
    size_t           rows[4] = {0, 0, 0, 0};
    s->setup                 = setup;
    s->o                     = setup->option;
    s->phase                 = -1;
    s->best_phase            = -1;
    heco_next_resolve_options(s);
    heco_next_plan(s, heco_next_budget(s, HECO_NEXT_DOUBLINGS), 0); /* the largest: for memory */
    heco_batch_init(&s->best, setup->space, 1, setup->arena);
    s->best.count      = 1;
    heco_status status = heco_next_create_de(s, 0, &rows[0]);
    if (status == HECO_OK) status = heco_next_create_de(s, 1, &rows[1]);
    if (status == HECO_OK) status = heco_next_create_es(s, &rows[2]);
    if (status == HECO_OK)
        status = heco_member_new(&s->sqp, &heco_algorithm_sqp, setup, 4, NULL, &rows[3]);
    for (size_t k = 0; k < 4; k++)
        if (rows[k] > *max_batch) *max_batch = rows[k];
    if (status != HECO_OK) return status;
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    heco_next_plan(s, heco_next_budget(s, 0), 0);
    return heco_next_enter(s, 0);
}

/* Returns the member of the current phase. */
static heco_member *heco_next_member(const heco_next_state *s) {
    heco_member *const member[] = {s->sqp, s->de[0], s->de[1], s->sqp, s->es, s->sqp};
    return member[s->phase];
}

static heco_status heco_next_ask(void *state, heco_batch *out) {
    return heco_member_ask(heco_next_member(state), out);
}

/* Updates `best` and `best_phase` if row i is better. */
static void heco_next_keep_best(heco_next_state *s, const heco_batch *in, size_t i) {
    heco_batch *b = &s->best;
    if (s->best_phase >= 0 &&
        !heco_better_feasible_inline(in->f[i], in->viol[i], b->f[0], b->viol[0]))
        return;
    memcpy(b->x, in->x + i * in->n, in->n * sizeof *b->x);
    if (in->ng > 0) memcpy(b->g, in->g + i * in->ng, in->ng * sizeof *b->g);
    if (in->nh > 0) memcpy(b->h, in->h + i * in->nh, in->nh * sizeof *b->h);
    b->f[0]       = in->f[i];
    b->viol[0]    = in->viol[i];
    s->best_phase = s->phase;
}

static heco_status heco_next_tell(void *state, const heco_batch *in) {
    heco_next_state *s = state;
    for (size_t i = 0; i < in->count; i++) heco_next_keep_best(s, in, i);
    heco_status status = heco_member_tell(heco_next_member(s), in);
    return status == HECO_OK ? heco_next_enter(s, *s->setup->evals) : status;
}

static const char *const heco_next_phases[] = {"opening", "violation phase", "objective phase",
                                               "SQP",     "MA-ES",           "closing"};

static const char *heco_next_part(const void *state) {
    return heco_next_phases[((const heco_next_state *)state)->phase];
}

static void heco_next_describe(const void *state, char *text, size_t size) {
    const heco_next_state *s = state;
    double                 B = (double)s->budget / 100.0;
    char                   es[40], round[40] = "";
    if (s->best_phase < 0) return;
    heco_member_describe(s->es, es, sizeof es);
    if (s->round > 0) snprintf(round, sizeof round, "round %d, ", s->round + 1);
    snprintf(
        text, size,
        "%sviolation phase %.0f %%, objective phase %.0f %% of the budget, MA-ES: %s; best from %s",
        round, (double)(s->end[HECO_NEXT_V] - s->end[HECO_NEXT_OPEN]) / B,
        (double)(s->end[HECO_NEXT_H] - s->end[HECO_NEXT_V]) / B, es,
        heco_next_phases[s->best_phase]);
}

static const char *const heco_next_members[] = {"heco-de", "sqp", "ma-es", NULL};

const heco_algorithm heco_algorithm_heco_next = {
    .size       = sizeof(heco_algorithm),
    .name       = "heco-next",
    .traits     = HECO_TRAIT_DERIVATIVES,
    .title      = "HECO-Next: HECO-DE with large and with small bias, then polish",
    .reference  = "xu2019heco",
    .options    = heco_next_options,
    .state_size = sizeof(heco_next_state),
    .init       = heco_next_init,
    .ask        = heco_next_ask,
    .tell       = heco_next_tell,
    .describe   = heco_next_describe,
    .members    = heco_next_members,
    .part       = heco_next_part,
};
