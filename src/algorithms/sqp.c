/* sqp: sequential quadratic programming with restarts.
 *
 * An own design of known pieces [fletcher1985, goldfarb1983, powell1978, oren1974, byrd2008]; the
 * steps of a descent are in search/descent.c.
 *
 *   step                                       here
 *   start point: given, uniform or a hop       sqp_ask, search/restart.c
 *   one descent from it                        search/descent.c
 *   certified optima are remembered            sqp_end_descent, search/optima.c
 *
 * Any budget will do: every evaluation is a start point or a step of a descent. */
#include <math.h>
#include <string.h>

#include "algorithms/algorithm_table.h"
#include "search/descent.h"
#include "search/restart.h"

enum { SQP_RADIUS, SQP_HOPS, SQP_STEP, SQP_MARGIN, SQP_CHORDS, SQP_OPTIONS };
static const heco_option sqp_options[] = {
    [SQP_RADIUS]  = {"radius", HECO_OPTION_REAL, 0.5, 1e-6, 1, NULL,
                     "first trust radius, in widths of the box"},
    [SQP_HOPS]    = {"hops", HECO_OPTION_REAL, 0.4, 0, 1, NULL, "share of starts near the best point"},
    [SQP_STEP]    = {"step", HECO_OPTION_REAL, NAN, 1e-14, 0.1, NULL,
                     "difference step relative to the variable (1e-8), widened when it misleads"},
    [SQP_MARGIN]  = {"margin", HECO_OPTION_REAL, 1e-10, 0, 0.01, NULL,
                     "how far inside the constraints to aim, in units of their gradients"},
    [SQP_CHORDS]  = {"chords", HECO_OPTION_INTEGER, 2, 0, 100, NULL,
                     "steps with old derivatives before new ones are taken"},
    [SQP_OPTIONS] = {0}};

typedef struct {
    const heco_setup *setup;
    heco_descent      descent;
    heco_optima       known;
    heco_restart      restart;
    int               running; /* is a descent under way?     */
    size_t            asked;   /* rows of the last batch      */
} sqp_state;

static heco_status sqp_init(void *state, const heco_setup *setup, size_t *max_batch) {
    sqp_state *s = state;
    double    *o = setup->option;
    if (isnan(o[SQP_STEP])) o[SQP_STEP] = 1e-8;
    s->setup = setup;
    heco_descent_init(&s->descent, setup->space, setup->arena);
    heco_optima_init(&s->known, setup->space, setup->arena);
    heco_restart_init(&s->restart, setup);
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    s->descent.step = o[SQP_STEP], s->descent.margin = o[SQP_MARGIN];
    s->descent.chords_most = (int)o[SQP_CHORDS];
    s->restart.radius      = o[SQP_RADIUS];
    *max_batch             = heco_descent_rows(&s->descent);
    return HECO_OK;
}

static heco_status sqp_ask(void *state, heco_batch *out) {
    sqp_state *s = state;
    out->count   = 1;
    if (s->running) out->count = heco_descent_ask(&s->descent, out->x);
    else heco_restart_draw(&s->restart, out->x, s->setup->option[SQP_HOPS]);
    s->asked = out->count;
    return HECO_OK;
}

static void sqp_end_descent(sqp_state *s) {
    const heco_descent *d = &s->descent;
    s->running            = 0;
    heco_restart_note(&s->restart, d->best_x, d->best_f, d->best_viol);
    if (d->end == HECO_DESCENT_CONVERGED && d->certified)
        heco_optima_add(&s->known, d->x, d->f, d->viol);
    s->restart.descents++;
}

static heco_status sqp_tell(void *state, const heco_batch *in) {
    sqp_state *s = state;
    if (in->count < s->asked) return HECO_OK; /* the budget is over */
    if (!s->running) {
        heco_descent_start start = {.x = in->x, .g = in->g, .h = in->h, .f = in->f[0],
                                    .viol = in->viol[0], .radius = heco_restart_radius(&s->restart),
                                    .known = &s->known};
        heco_descent_begin(&s->descent, &start);
        s->running = 1;
    } else heco_descent_tell(&s->descent, in);
    if (s->descent.end != HECO_DESCENT_RUNNING) sqp_end_descent(s);
    return HECO_OK;
}

const heco_algorithm heco_algorithm_sqp = {
    .size       = sizeof(heco_algorithm),
    .name       = "sqp",
    .title      = "SQP: local descents by sequential quadratic programming, restarted",
    .reference  = "fletcher1985",
    .options    = sqp_options,
    .state_size = sizeof(sqp_state),
    .init       = sqp_init,
    .ask        = sqp_ask,
    .tell       = sqp_tell,
};
