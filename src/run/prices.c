/* The prices of the limits.
 *
 * Let a_k be the gradients of the active constraints and e_j those of the bounds that the answer is
 * at, all in scaled variables. The steepest feasible descent solves
 *
 *   minimise |d|^2 / 2 + grad f'd   subject to a_k'd <= 0 (= 0 for equalities), d_j >= 0 or <= 0
 *
 * If the answer is a stationary point, d is 0 and the multipliers of this program are those of the
 * problem (Nocedal and Wright 2006, section 12.3). Otherwise |d| is the residual of the
 * stationarity condition. The dual active-set method of qp.h also returns a linearly independent
 * set of active constraints if their gradients depend on each other.
 *
 * The range of a price: the answer moves by the shortest scaled step that moves this limit by a
 * unit and keeps the other active ones, until another constraint becomes active in the linear model
 * (the ratio test of linear programming). */
#include "run/prices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "problem/problem_read.h"
#include "problem/violation.h"
#include "run/local_model.h"
#include "solver/sqp/qp.h"

/* clang-format off */
static const double
    prices_near     = 1e-4, /* a constraint is active if so large a change of every variable, in
                             * parts of its size, reaches it */
    prices_residual = 0.1,  /* a larger residual, in parts of the largest gradient, means that the
                             * answer is not stationary */
    prices_zero     = 1e-9, /* smaller multipliers, in parts of the gradient of f, are rounding */
    prices_missed   = 1e-6, /* error of a step along which a limit moves by 1 */
    prices_penalty  = 1e9,  /* more than any multiplier of a row of length 1 */
    prices_longest  = 1e4;  /* a longer step per unit of a row of length 1: the active rows depend
                             * on each other up to an angle of 1e-4, so that the linear model holds
                             * at this limit only */
enum {
    PRICES_VARIABLES = 1000,   /* more variables that move take too long: n^3 operations */
    PRICES_DERIVATIVES = 8000000 /* more derivatives take too much memory */
};
/* clang-format on */

typedef struct {
    const heco_problem *problem;
    heco_local_model    model;
    size_t              rows;   /* active constraints                                       */
    size_t             *at;     /* of each constraint its active row; SIZE_MAX: inactive    */
    double             *length; /* of the scaled gradient of each active row                */
    heco_bound_status  *where;  /* n: the bound that each variable is at                    */
    double             *A;      /* `rows` scaled gradients, in the variables that move      */
    double             *b;      /* scaled gradient of f                                     */
    double             *lo, *up, *dl, *du;   /* of the program                                */
    double             *d, *lambda, *unused; /* its solution, multipliers; other multipliers */
    double             *reduced; /* gradient of the Lagrangian by the variables that move   */
    double             *move;    /* n: a change of the answer                                */
    unsigned char      *held;    /* rows, then variables: 1 if the multiplier is not 0       */
    heco_qp             qp;
    size_t              first_piece; /* of a maximum, among the inequalities; ng: none      */
} prices_work;

int heco_prices_wanted(heco_price_list *p, heco_prices when, const heco_space *s,
                       const heco_outcome *o, uint64_t left) {
    size_t moves = 0;
    p->note[0]   = '\0';
    for (size_t j = 0; j < s->n; j++) moves += heco_local_model_moves(s, j) != 0;
    if (when == HECO_PRICES_NO || o->found != HECO_FOUND_FEASIBLE || moves == 0) return 0;
    const char *why = NULL;
    if (moves > PRICES_VARIABLES || (s->ng + s->nh + 1) * s->n > PRICES_DERIVATIVES)
        why = "the model is too large for them";
    else if (o->stop == HECO_STOP_USER || o->stop == HECO_STOP_ERROR)
        why = "the search was stopped";
    else if (when == HECO_PRICES_AUTO && o->stop == HECO_STOP_TIME)
        why = "the time limit ended the search";
    else if (when == HECO_PRICES_AUTO && left < moves + 1)
        why = "the budget left no evaluations for them";
    if (why != NULL) snprintf(p->note, sizeof p->note, "%s", why);
    return why == NULL;
}

/* --- the active set ------------------------------------------------------------------------ */

/* Writes the scaled gradient of constraint k, in the variables that move. */
static void prices_scale_row(const prices_work *w, size_t k, double *out) {
    const heco_local_model *m = &w->model;
    for (size_t v = 0; v < m->nv; v++)
        out[v] = m->dc[k * m->space->n + m->var[v]] * m->scale[m->var[v]];
}

/* Rewrites the model of a maximum at its largest piece r: minimise r subject to piece - r <= 0 for
 * the others. This is the epigraph without its variable t. */
static void prices_use_pieces(prices_work *w) {
    heco_local_model *m = &w->model;
    size_t            n = m->space->n, ng = m->space->ng, r;
    w->first_piece = r = ng - heco_space_pieces(m->space);
    if (r == ng) return;
    for (size_t k = r + 1; k < ng; k++)
        if (m->c[k] > m->c[r]) r = k;
    memcpy(m->df, m->dc + r * n, n * sizeof *m->df);
    for (size_t k = w->first_piece; k < ng; k++) {
        if (k != r) m->c[k] -= m->c[r];
        for (size_t j = 0; j < n; j++)
            m->dc[k * n + j] = k == r ? 0.0 : m->dc[k * n + j] - m->df[j];
    }
    m->c[r] = 0.0; /* its gradient is 0, so that it is never active */
}

/* Returns the sum of the multipliers of the pieces. It is at most 1 at a minimum; the rest is the
 * multiplier of the largest piece. */
static double prices_piece_sum(const prices_work *w) {
    double sum = 0.0;
    for (size_t k = w->first_piece; k < w->model.space->ng; k++)
        if (w->at[k] != SIZE_MAX) sum += w->lambda[w->at[k]] / w->length[w->at[k]];
    return sum;
}

/* Lists the active constraints with their scaled gradients, which get the length 1. */
static void prices_find_active(prices_work *w) {
    const heco_space *s = w->model.space;
    size_t            n = w->model.nv;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double *a = w->A + w->rows * n;
        prices_scale_row(w, k, a);
        double length = sqrt(heco_dense_dot(a, a, n));
        int    piece  = k >= w->first_piece && k < s->ng;
        double near   = fmax(piece ? 0.0 : heco_space_tol(s, k), prices_near * length);
        w->at[k]      = SIZE_MAX;
        if (heco_space_is_residual(s, k)) continue;
        if (!(length > 0.0) || (k < s->ng && w->model.c[k] < -near)) continue;
        heco_dense_scale(a, 1.0 / length, n);
        w->at[k]           = w->rows;
        w->length[w->rows] = length;
        w->up[w->rows]     = 0.0;
        w->lo[w->rows++]   = k < s->ng ? -INFINITY : 0.0;
    }
    for (size_t j = 0; j < s->n; j++)
        w->where[j] = heco_space_bound_status(s, j, w->model.x[j], NULL);
}

/* Takes memory for the programs. */
static void prices_init(prices_work *w, heco_arena *arena) {
    size_t n = w->model.nv, m = w->model.space->ng + w->model.space->nh, all = w->model.space->n;
    w->at      = heco_arena_take(arena, m, sizeof *w->at);
    w->length  = heco_arena_take(arena, m, sizeof *w->length);
    w->where   = heco_arena_take(arena, all, sizeof *w->where);
    w->A       = heco_arena_take(arena, (m + 1) * n, sizeof *w->A);
    w->b       = heco_arena_take(arena, n, sizeof *w->b);
    w->lo      = heco_arena_take(arena, m, sizeof *w->lo);
    w->up      = heco_arena_take(arena, m, sizeof *w->up);
    w->dl      = heco_arena_take(arena, n, sizeof *w->dl);
    w->du      = heco_arena_take(arena, n, sizeof *w->du);
    w->d       = heco_arena_take(arena, n, sizeof *w->d);
    w->lambda  = heco_arena_take(arena, m, sizeof *w->lambda);
    w->unused  = heco_arena_take(arena, m, sizeof *w->unused);
    w->reduced = heco_arena_take(arena, n, sizeof *w->reduced);
    w->move    = heco_arena_take(arena, all, sizeof *w->move);
    w->held    = heco_arena_take(arena, m + n, sizeof *w->held);
    heco_qp_init_unit(&w->qp, n, m, arena);
}

/* Computes the multipliers of the active constraints. Returns the residual of the stationarity
 * condition in parts of the largest gradient. */
static double prices_multipliers(prices_work *w) {
    const heco_local_model *m = &w->model;
    size_t                  n = m->nv;
    for (size_t v = 0; v < n; v++) {
        size_t j = m->var[v];
        w->b[v]  = m->df[j] * m->scale[j];
        w->dl[v] = w->where[j] == HECO_BOUND_LOWER ? 0.0 : -INFINITY;
        w->du[v] = w->where[j] == HECO_BOUND_UPPER ? 0.0 : INFINITY;
    }
    double size = sqrt(heco_dense_dot(w->b, w->b, n)), largest = 1.0;
    if (!(size > 0.0)) size = 1.0;
    heco_dense_scale(w->b, 1.0 / size, n);
    heco_qp_program program = {w->b, w->lo, w->up, w->dl, w->du, prices_penalty};
    heco_qp_set_rows(&w->qp, w->A, w->rows);
    heco_qp_clear_active_set(&w->qp);
    if (heco_qp_solve(&w->qp, w->d, w->lambda, &program) < 0) return INFINITY;
    heco_dense_rows_sum(w->reduced, w->A, w->lambda, w->rows, n);
    heco_dense_add(w->reduced, 1.0, w->b, n);
    for (size_t i = 0; i < w->rows + n; i++) {
        double *value = i < w->rows ? &w->lambda[i] : &w->reduced[i - w->rows];
        largest       = fmax(largest, i < w->rows ? fabs(*value) : 0.0);
        w->held[i]    = w->qp.state[i] != HECO_QP_INACTIVE && fabs(*value) > prices_zero;
        if (!w->held[i]) *value = 0.0;
        *value *= size;
    }
    return sqrt(heco_dense_dot(w->d, w->d, n)) / largest;
}

/* --- the range of a price ------------------------------------------------------------------ */

/* Shortens the two ends of a range by a quantity that is `room` below its limit and changes by
 * `rate` per unit. */
static void prices_shorten(double range[2], double room, double rate) {
    room = fmax(room, 0.0);
    if (rate > 0.0) range[1] = fmin(range[1], room / rate);
    else if (rate < 0.0) range[0] = fmin(range[0], room / -rate);
}

/* Sets w->move to the shortest scaled step along which limit `which` (an active row, or the number
 * of active rows plus a variable of the model) moves by a unit and the other active limits stay.
 * Returns 0 if there is none. */
static int prices_step(prices_work *w, size_t which) {
    const heco_local_model *m = &w->model;
    for (size_t i = 0; i < w->rows; i++) {
        int held = w->held[i] || w->lo[i] > -INFINITY; /* equalities always hold */
        w->lo[i] = held ? (i == which ? 1.0 : 0.0) : -INFINITY;
        w->up[i] = held ? w->lo[i] : INFINITY;
    }
    for (size_t v = 0; v < m->nv; v++) {
        int held = w->held[w->rows + v];
        w->dl[v] = held ? (w->rows + v == which ? 1.0 : 0.0) : -INFINITY;
        w->du[v] = held ? w->dl[v] : INFINITY;
    }
    memset(w->b, 0, m->nv * sizeof *w->b);
    memset(w->move, 0, m->space->n * sizeof *w->move);
    heco_qp_program program = {w->b, w->lo, w->up, w->dl, w->du, prices_penalty};
    if (heco_qp_solve(&w->qp, w->d, w->unused, &program) < 0) return 0;
    for (size_t i = 0; i < w->rows; i++) { /* rows of the program are elastic */
        double by = heco_dense_dot(w->A + i * m->nv, w->d, m->nv);
        if (w->lo[i] > -INFINITY && !(fabs(by - w->lo[i]) <= prices_missed)) return 0;
    }
    for (size_t v = 0; v < m->nv; v++) w->move[m->var[v]] = w->d[v] * m->scale[m->var[v]];
    return 1;
}

/* Computes how far limit `which` can fall and rise until another one is reached; 0 if the active
 * limits nearly depend on each other. */
static void prices_range(prices_work *w, size_t which, double range[2]) {
    const heco_local_model *m = &w->model;
    const heco_space       *s = m->space;
    range[0] = range[1] = 0.0;
    if (!prices_step(w, which)) return;
    if (sqrt(heco_dense_dot(w->d, w->d, m->nv)) > prices_longest) return;
    range[0] = range[1] = INFINITY;
    for (size_t k = 0; k < s->ng; k++)
        if (!heco_space_is_residual(s, k) && (w->at[k] == SIZE_MAX || !w->held[w->at[k]]))
            prices_shorten(range, -m->c[k], heco_dense_dot(m->dc + k * s->n, w->move, s->n));
    for (size_t v = 0; v < m->nv; v++) {
        size_t j    = m->var[v];
        int    held = w->held[w->rows + v];
        if (!held || w->where[j] == HECO_BOUND_LOWER)
            prices_shorten(range, s->upper[j] - m->x[j], w->move[j]);
        if (!held || w->where[j] == HECO_BOUND_UPPER)
            prices_shorten(range, m->x[j] - s->lower[j], -w->move[j]);
    }
}

/* --- prices -------------------------------------------------------------------------------- */

/* Writes the price of constraint k: its multiplier and its range in terms of g or h become those
 * of the limit that the user wrote. */
static void prices_of_constraint(prices_work *w, size_t k, double sign, heco_price *out) {
    heco_constraint_report c;
    size_t                 i        = w->at[k];
    double                 lambda   = 0.0;
    double                 range[2] = {fmax(0.0, -w->model.c[k]), INFINITY};
    heco_problem_report(w->problem, k, w->model.c[k], &c);
    heco_constraint_form form =
        w->problem->forms != NULL ? w->problem->forms[k] : (heco_constraint_form){0};
    double factor = form.sense != 0 ? form.factor : 1.0;
    if (i != SIZE_MAX && w->held[i]) {
        prices_range(w, i, range);
        lambda = w->lambda[i] / w->length[i];
        range[0] *= w->length[i], range[1] *= w->length[i];
    }
    double fall = fabs(factor) * range[factor < 0.0], rise = fabs(factor) * range[factor > 0.0];
    *out = (heco_price){0.0 - sign * lambda / factor, c.bound - fall, c.bound + rise};
    if (out->price == 0.0) out->price = 0.0; /* no -0 */
}

/* Writes the price of the bound that variable v of the model is at. */
static void prices_of_bound(prices_work *w, size_t v, double sign, heco_price *out) {
    const heco_space *s = w->model.space;
    size_t            j = w->model.var[v];
    int               is_default;
    double            range[2];
    heco_bound_status where = heco_space_bound_status(s, j, w->model.x[j], &is_default);
    if (where == HECO_BOUND_INSIDE || is_default || !w->held[w->rows + v]) return;
    double bound = where == HECO_BOUND_LOWER ? s->lower[j] : s->upper[j];
    prices_range(w, w->rows + v, range);
    out->price = sign * w->reduced[v] / w->model.scale[j];
    out->from  = bound - range[0] * w->model.scale[j];
    out->to    = bound + range[1] * w->model.scale[j];
}

/* Returns whether a limit is active at the answer. */
static int prices_has_active(const prices_work *w) {
    size_t at_bound = 0;
    for (size_t v = 0; v < w->model.nv; v++)
        at_bound += w->where[w->model.var[v]] != HECO_BOUND_INSIDE;
    return w->rows + at_bound > 0;
}

/* `converged`: the search expects no better point. If no limit is active then, the gradient is 0 up
 * to the errors of differences, so that it has no size to compare a residual with. */
static heco_status prices_fill(heco_price_list *p, prices_work *w, int converged, heco_arena *arena,
                               heco_arena *keep) {
    const heco_space *s    = w->model.space;
    size_t            m    = s->ng + s->nh;
    double            sign = w->problem->maximise ? -1.0 : 1.0;
    prices_init(w, arena);
    if (heco_arena_failed(arena)) return HECO_ERR_MEMORY;
    prices_use_pieces(w);
    prices_find_active(w);
    double residual = prices_multipliers(w);
    residual        = fmax(residual, prices_piece_sum(w) - 1.0);
    if (!(residual <= prices_residual) && (!converged || prices_has_active(w))) {
        snprintf(p->note, sizeof p->note, "the answer is not a stationary point (residual %.2g)",
                 residual);
        return HECO_OK;
    }
    p->row = heco_arena_take(keep, m + s->n, sizeof *p->row);
    if (p->row == NULL) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < m; k++)
        if (heco_space_is_objective(s, k)) p->row[k] = (heco_price){0.0, NAN, NAN};
        else prices_of_constraint(w, k, sign, &p->row[k]);
    for (size_t j = 0; j < s->n; j++) p->row[m + j] = (heco_price){0.0, NAN, NAN};
    for (size_t v = 0; v < w->model.nv; v++)
        prices_of_bound(w, v, sign, &p->row[m + w->model.var[v]]);
    return HECO_OK;
}

heco_status heco_prices_compute(heco_price_list *p, const heco_problem *problem,
                                const heco_result *result, heco_evaluator *evaluator,
                                heco_arena *keep) {
    heco_arena  arena;
    prices_work w = {.problem = problem};
    heco_arena_init(&arena);
    heco_local_model_init(&w.model, &problem->space, result, &arena);
    heco_status status = heco_arena_failed(&arena) ? HECO_ERR_MEMORY : HECO_OK;
    if (status == HECO_OK)
        status = heco_local_model_fit(&w.model, result->outcome.f, evaluator,
                                      problem->derivatives != NULL, &arena);
    p->evals = w.model.evals;
    if (status == HECO_OK)
        status = prices_fill(p, &w, result->outcome.stop == HECO_STOP_ALGORITHM, &arena, keep);
    else if (status == HECO_ERR_EVAL)
        snprintf(p->note, sizeof p->note, "an evaluation beside the answer failed");
    heco_arena_release(&arena);
    return status;
}
