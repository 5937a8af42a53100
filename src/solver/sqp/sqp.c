/* sqp: sequential quadratic programming with restarts.
 *
 * An own design of known pieces [fletcher1985, goldfarb1983, powell1978, oren1974, byrd2008].
 *
 *   step                                       here
 *   start point: given, uniform or a hop       sqp_ask, restart.c
 *   one descent from it                        descent.c; descent.h maps its steps to functions
 *   QP subproblem                              qp.c, active_set.c
 *   integers: neighbours of the descent's end  local_search.c, neighbours.c, visited.c
 *   certified optima are remembered            optima.c
 *
 * Any budget is sufficient: each evaluation is a start point or a row of a descent.
 * docs/algorithms/sqp.md describes the method and its measurements. */
#include <math.h>
#include <string.h>

#include "solver/algorithm_table.h"
#include "solver/sqp/restart.h"

enum {
    SQP_RADIUS,
    SQP_HOPS,
    SQP_STEP,
    SQP_MARGIN,
    SQP_SECANT_STEPS,
    SQP_NEIGHBOURS,
    SQP_CANDIDATES,
    SQP_BEAM,
    SQP_EAGER,
    SQP_BAND,
    SQP_OPTIONS
};
static const heco_option sqp_options[] = {
    [SQP_RADIUS]       = {"radius", HECO_OPTION_REAL, 0.5, 1e-6, 1, NULL,
                          "first trust radius, in widths of the box"},
    [SQP_HOPS]         = {"hops", HECO_OPTION_REAL, NAN, 0, 1, NULL,
                          "share of starts near the best point (0.4, with integers 0.2)"},
    [SQP_STEP]         = {"step", HECO_OPTION_REAL, NAN, 1e-14, 0.1, NULL,
                          "difference step relative to the variable (1e-8), widened when it misleads"},
    [SQP_MARGIN]       = {"margin", HECO_OPTION_REAL, 1e-10, 0, 0.01, NULL,
                          "how far inside the constraints to aim, in units of their gradients"},
    [SQP_SECANT_STEPS] = {"secant_steps", HECO_OPTION_INTEGER, 2, 0, 100, NULL,
                          "most steps with old derivatives between two sets of new ones"},
    [SQP_NEIGHBOURS]   = {"neighbours", HECO_OPTION_CHOICE, 0, 0, 1, "yes|no",
                          "look at other values of the integers after a descent"},
    [SQP_CANDIDATES]   = {"candidates", HECO_OPTION_INTEGER, 1, 1, HECO_LOCAL_SEARCH_BATCH, NULL,
                          "assignments of the integers that are evaluated in one batch"},
    [SQP_BEAM]  = {"beam", HECO_OPTION_INTEGER, HECO_NEIGHBOURS_CHANGES, 1, HECO_NEIGHBOURS_CHANGES,
                   NULL, "most integers that change at once"},
    [SQP_EAGER] = {"eager", HECO_OPTION_CHOICE, 0, 0, 1, "no|yes",
                   "save rounds instead of evaluations, for many workers"},
    [SQP_BAND]  = {"band", HECO_OPTION_CHOICE, 1, 0, 1, "no|yes",
                   "use the tolerances of constraints up to their edge, or aim at the constraints"},
    [SQP_OPTIONS] = {0}};

typedef struct {
    const heco_setup *setup;
    heco_local_search search;
    heco_optima       known;
    heco_restart      restart;
    size_t            asked; /* rows of the last batch */
} sqp_state;

/* Resolves automatic options and copies all options to the parts that use them. */
static void sqp_read_options(sqp_state *s, double *o) {
    heco_descent *d = &s->search.descent;
    if (isnan(o[SQP_STEP])) o[SQP_STEP] = d->options.difference;
    if (isnan(o[SQP_HOPS])) o[SQP_HOPS] = d->ni > 0 ? HECO_RESTART_HOPS_INTEGER : HECO_RESTART_HOPS;
    d->options.difference   = o[SQP_STEP];
    d->options.margin       = o[SQP_MARGIN];
    d->options.secant_steps = (int)o[SQP_SECANT_STEPS];
    if (o[SQP_EAGER] > 0.0) heco_descent_set_eager(d);
    heco_descent_set_band(d, o[SQP_BAND] > 0.0);
    s->restart.radius = o[SQP_RADIUS];
    s->search.options = (heco_local_search_options){o[SQP_NEIGHBOURS] == 0.0,
                                                    (size_t)o[SQP_CANDIDATES], (size_t)o[SQP_BEAM]};
}

static heco_status sqp_init(void *state, const heco_setup *setup, size_t *max_batch) {
    sqp_state *s = state;
    s->setup     = setup;
    heco_local_search_init(&s->search, setup);
    heco_optima_init(&s->known, setup->space, setup->arena);
    heco_restart_init(&s->restart, setup);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    sqp_read_options(s, setup->option);
    s->search.known = &s->known;
    *max_batch      = heco_local_search_rows(&s->search);
    return HECO_OK;
}

static heco_status sqp_ask(void *state, heco_batch *out) {
    sqp_state *s = state;
    out->count   = 1;
    if (heco_local_search_is_over(&s->search))
        heco_restart_draw(&s->restart, out->x, s->setup->option[SQP_HOPS]);
    else heco_local_search_ask(&s->search, out);
    s->asked = out->count;
    return HECO_OK;
}

static heco_status sqp_tell(void *state, const heco_batch *in) {
    sqp_state               *s = state;
    const heco_local_search *c = &s->search;
    heco_restart            *r = &s->restart;
    if (in->count < s->asked) return HECO_OK; /* the budget is used up */
    if (heco_local_search_is_over(c)) {
        if (!heco_batch_lacks_f(in, 0)) heco_restart_record(r, in->x, in->f[0], in->viol[0]);
        heco_restart_begin(r, &s->search, in, HECO_DESCENT_SHORT, r->best_f, r->best_v);
    } else heco_local_search_tell(&s->search, in);
    if (heco_local_search_is_over(c)) {
        heco_restart_record(r, c->best.x, c->best.f, c->best.viol);
        r->descents++;
    }
    return HECO_OK;
}

static heco_status sqp_ahead(void *state, heco_batch *out) {
    const sqp_state *s = state;
    heco_restart_ahead(&s->restart, &s->search, HECO_DESCENT_SHORT, out);
    return HECO_OK;
}

/* Hops start from the best point of all that were told or informed. */
static heco_status sqp_inform(void *state, const heco_batch *rows) {
    sqp_state *s = state;
    for (size_t i = 0; i < rows->count; i++)
        heco_restart_record(&s->restart, rows->x + i * rows->n, rows->f[i], rows->viol[i]);
    return HECO_OK;
}

static int sqp_is_at_rest(const void *state) {
    return heco_local_search_is_over(&((const sqp_state *)state)->search);
}

static const char *sqp_part(const void *state) {
    return heco_local_search_is_over(&((const sqp_state *)state)->search) ? "start" : "descent";
}

static void sqp_describe(const void *state, char *text, size_t size) {
    heco_descent_describe(&((const sqp_state *)state)->search.descent, text, size);
}

const heco_algorithm heco_algorithm_sqp = {
    .size       = sizeof(heco_algorithm),
    .name       = "sqp",
    .traits     = HECO_TRAIT_DERIVATIVES,
    .title      = "SQP: local descents by sequential quadratic programming, restarted",
    .reference  = "fletcher1985",
    .options    = sqp_options,
    .state_size = sizeof(sqp_state),
    .init       = sqp_init,
    .ask        = sqp_ask,
    .tell       = sqp_tell,
    .inform     = sqp_inform,
    .describe   = sqp_describe,
    .ahead      = sqp_ahead,
    .is_at_rest = sqp_is_at_rest,
    .part       = sqp_part,
};
