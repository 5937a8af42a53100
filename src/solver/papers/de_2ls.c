/* de-2ls: RDEx with a short coordinate search around the best point, late in the run.
 * Chauhan, Trivedi (2026), arXiv:2606.27764                                     [chauhan2026]
 *
 *   paper                                            here
 *   generation of RDEx                               srde_family.c
 *   when the local search begins                     de_2ls_begins
 *   coordinate pattern, first improvement            de_2ls_place, de_2ls_settle
 *   injection of an improved point                   de_2ls_inject
 *
 * The constants are those of the authors' program of the competition's archive. A search probes
 * x_d - step and x_d + step for d = 1, 2, ...; the first better point is taken and the search
 * begins again at d = 1; without one the step is halved. Violations up to 1e-4 count as 0 there.
 *
 * Differs from it: the best point is the best by violation, then f; the program misses the first
 * feasible points after an infeasible record with a small f. An improved point takes the place of
 * the worst of the top after the generation's successes have joined the top, not before. A step is
 * at least 1 for an integer variable. */
#include "solver/algorithm_table.h"
#include "solver/common/repair.h"
#include "solver/papers/srde_kick.h"

enum {
    DE_2LS_START = SRDE_ALL_OPTIONS,
    DE_2LS_FORCE,
    DE_2LS_SHARE,
    DE_2LS_CALLS,
    DE_2LS_WAIT,
    DE_2LS_STEP,
    DE_2LS_OPTIONS
};
static const heco_option de_2ls_options[] = {
    SRDE_OPTION_ROWS("10 n, at least 100", 5, 0.3, 7, 0.8) SRDE_EXPLOIT_ROWS(
        0.2, 0.1, 0.9,
        0.7)[DE_2LS_START] = {"ls_from", HECO_OPTION_REAL, 0.85, 0, 1, NULL,
                              "share of the budget from which a stagnated run searches locally"},
    [DE_2LS_FORCE]         = {"ls_force", HECO_OPTION_REAL, 0.95, 0, 1, NULL,
                              "share of the budget from which it does so in any case"},
    [DE_2LS_SHARE]         = {"ls_share", HECO_OPTION_REAL, 0.005, 0, 1, NULL,
                              "share of the budget for one local search"},
    [DE_2LS_CALLS]   = {"ls_calls", HECO_OPTION_INTEGER, 2, 0, 1e6, NULL, "most local searches"},
    [DE_2LS_WAIT]    = {"ls_wait", HECO_OPTION_INTEGER, 8, 0, 1e6, NULL,
                        "generations without a better point after which a run has stagnated"},
    [DE_2LS_STEP]    = {"ls_step", HECO_OPTION_REAL, 0.015, 1e-8, 1, NULL,
                        "first step of a local search, as a share of the box width"},
    [DE_2LS_OPTIONS] = {0}};

/* Least step as a share of the box width, and the violation that a local search takes for 0. */
static const double de_2ls_least = 1e-8, de_2ls_level = 1e-4;

typedef struct {
    srde_family     family;
    heco_best_point best;           /* of all points so far                               */
    double          last_f, last_v; /* the best point when it was last better             */
    double          waited;         /* generations since then                             */
    size_t          calls;          /* local searches so far                              */
    int             searching;      /* 1: the point that is out is one of a local search  */
    double          left, step;     /* of that search: evaluations; share of the width    */
    size_t          variable;       /* that is probed next                                */
    int             upward, better; /* the side; whether the search has improved          */
    double         *x, f, v;        /* the point of the search                            */
} de_2ls;

static heco_status de_2ls_init(void *state, const heco_setup *setup, size_t *max_batch) {
    de_2ls     *s = state;
    srde_params p = heco_srde_family_rdex();
    heco_srde_family_read(&p, setup, 10.0 * fmax(10.0, (double)setup->space->n));
    heco_srde_family_read_exploit(&p, setup);
    heco_best_point_init(&s->best, setup->space->n, setup->arena);
    s->x      = heco_arena_take(setup->arena, setup->space->n, sizeof *s->x);
    s->last_f = s->last_v = INFINITY;
    return heco_srde_family_init(&s->family, &p, setup, max_batch);
}

/* Returns 1 if point 1 is better; violations up to `level` count as 0. */
static int de_2ls_is_better(double f1, double v1, double f2, double v2, double level) {
    return heco_better_feasible(f1, v1 <= level ? 0.0 : v1, f2, v2 <= level ? 0.0 : v2);
}

/* ---- the local search ---- */

/* Writes the next probe. */
static void de_2ls_place(const de_2ls *s, double *row) {
    const heco_space *space = s->family.setup->space;
    size_t            j     = s->variable;
    double            step  = s->step * (space->upper[j] - space->lower[j]);
    if (space->integer != NULL && space->integer[j]) step = fmax(1.0, round(step));
    memcpy(row, s->x, space->n * sizeof *row);
    row[j] += s->upward ? step : -step;
    heco_repair_blend(row, s->x, 0.5, space);
}

/* Moves on to the next probe: the other side, the next variable, or half the step. */
static void de_2ls_advance(de_2ls *s) {
    s->upward = !s->upward;
    if (s->upward) return;
    if (++s->variable < s->family.setup->space->n) return;
    s->variable = 0;
    s->step *= 0.5;
}

/* Replaces the worst member by the point of the search if that is better. Returns its place;
 * SIZE_MAX if nothing is replaced. */
static size_t de_2ls_replace_worst(const de_2ls *s, heco_population *p) {
    size_t worst = 0;
    for (size_t i = 1; i < p->count; i++)
        if (de_2ls_is_better(p->f[worst], p->v[worst], p->f[i], p->v[i], s->family.eps)) worst = i;
    if (!de_2ls_is_better(s->f, s->v, p->f[worst], p->v[worst], s->family.eps)) return SIZE_MAX;
    heco_population_set(p, worst, s->x, s->f, s->v);
    return worst;
}

static void de_2ls_inject(de_2ls *s) {
    size_t i = de_2ls_replace_worst(s, &s->family.front);
    if (i != SIZE_MAX) s->family.before[i] = s->f;
    de_2ls_replace_worst(s, &s->family.top);
}

/* Takes the value of a probe, and ends the search if its evaluations or its steps are used up. */
static void de_2ls_settle(de_2ls *s, const heco_batch *in) {
    s->left--;
    if (de_2ls_is_better(in->f[0], in->viol[0], s->f, s->v, de_2ls_level)) {
        memcpy(s->x, in->x, in->n * sizeof *s->x);
        s->f = in->f[0], s->v = in->viol[0];
        s->variable = 0, s->upward = 0, s->better = 1;
    } else de_2ls_advance(s);
    s->searching = s->left > 0.0 && s->step > de_2ls_least;
    if (!s->searching && s->better) de_2ls_inject(s);
}

/* ---- between the generations ---- */

/* Counts the generations without a better point. */
static void de_2ls_wait(de_2ls *s) {
    if (!de_2ls_is_better(s->best.f, s->best.v, s->last_f, s->last_v, de_2ls_level)) s->waited++;
    else s->waited = 0.0, s->last_f = s->best.f, s->last_v = s->best.v;
}

/* Begins a local search if it is time for one. */
static void de_2ls_begin(de_2ls *s) {
    const heco_setup *setup    = s->family.setup;
    const double     *o        = setup->option;
    double            progress = (double)*setup->evals / (double)setup->max_evals;
    double            least    = 2.0 * (double)setup->space->n;
    int               near     = s->best.v <= fmax(de_2ls_level, s->family.eps);
    int               late     = progress >= o[DE_2LS_START] && s->waited >= o[DE_2LS_WAIT] && near;
    if ((!late && progress < o[DE_2LS_FORCE]) || (double)s->calls >= o[DE_2LS_CALLS]) return;
    if (!(s->best.v < INFINITY)) return;
    memcpy(s->x, s->best.x, setup->space->n * sizeof *s->x);
    s->f = s->best.f, s->v = s->best.v;
    s->left      = fmax(floor(o[DE_2LS_SHARE] * (double)setup->max_evals), least);
    s->step      = o[DE_2LS_STEP];
    s->variable  = 0;
    s->upward    = 0;
    s->better    = 0;
    s->searching = 1;
    s->calls++;
}

static heco_status de_2ls_ask(void *state, heco_batch *out) {
    de_2ls *s = state;
    if (!s->searching) return heco_srde_family_ask(&s->family, out);
    out->count = 1;
    de_2ls_place(s, out->x);
    return HECO_OK;
}

static heco_status de_2ls_tell(void *state, const heco_batch *in) {
    de_2ls *s     = state;
    int     first = s->family.front.count == 0;
    heco_best_point_look(&s->best, in);
    if (s->searching) {
        de_2ls_settle(s, in);
        return HECO_OK;
    }
    heco_status status = heco_srde_family_tell(&s->family, in);
    if (status != HECO_OK || first || !heco_srde_family_is_between(&s->family)) return status;
    de_2ls_wait(s);
    de_2ls_begin(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_de_2ls = {
    .size       = sizeof(heco_algorithm),
    .name       = "de-2ls",
    .title      = "DE-2LS: RDEx with a late coordinate search around the best point",
    .reference  = "chauhan2026",
    .traits     = HECO_TRAIT_SEQUENTIAL,
    .options    = de_2ls_options,
    .state_size = sizeof(de_2ls),
    .init       = de_2ls_init,
    .ask        = de_2ls_ask,
    .tell       = de_2ls_tell,
};
