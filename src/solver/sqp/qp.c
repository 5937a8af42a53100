/* The dual active-set method for the elastic program of qp.h.
 *
 *   step of the method                                          function
 *   warm start: stationary point of the last active set         qp_warm_start, qp_solve_stationary
 *   choice of the most violated constraint p                    qp_choose_entering
 *   step lengths: until p is met, until a multiplier is 0 or rho   qp_step_lengths
 *   partial and full steps until p is active, relaxed or inactive  qp_enter_constraint
 *
 * Deviations from the paper: multipliers have the upper bound rho; a relaxed row that is met
 * strictly returns, its multiplier falling to 0; the method starts with any active set. */
#include "solver/sqp/qp.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

/* clang-format off */
static const double
    qp_feasible_abs = 1e-13, /* violations, as distances, below this */
    qp_feasible     = 1e-12, /* plus this times |a_i'd| are rounding errors */
    qp_no_change    = 1e-14, /* multipliers that change less do not block */
    qp_independent  = 1e-12, /* a warm start admits constraints whose squared sine to the others
                              * is larger */
    qp_worst        = 0.3;   /* a warm start releases constraints with this share of the worst
                              * multiplier error */
enum {
    QP_STEPS       = 20,  /* most steps: 20 (n + m) + 50; the method needs few per constraint */
    QP_STEPS_ADD   = 50,
    QP_CHANGES     = 20,  /* the factors are rebuilt after 20 (n + 10) updates, against rounding */
    QP_CHANGES_ADD = 10,
    QP_LONG        = 100  /* variables from which on a step can take long: the time limit is
                           * polled */
};
/* clang-format on */

typedef struct {    /* the constraint that is to become active, relaxed or inactive */
    size_t id;      /* row, or m + variable for a bound                             */
    int    side;    /* +1: lower end, -1: upper end                                 */
    int    returns; /* it was relaxed but is met: its multiplier falls              */
    double u, most; /* its multiplier and the bound of that                         */
} qp_entering;

typedef struct {
    double length;   /* the least of the following                                   */
    double full;     /* until the entering constraint is met                         */
    double own;      /* until its multiplier reaches its bound, or 0 if it returns   */
    size_t blocking; /* the active constraint whose multiplier reaches 0 or rho first */
    int    reaches_rho;
} qp_step;

static int qp_is_active(int state) { return state == HECO_QP_LOWER || state == HECO_QP_UPPER; }

static int qp_is_relaxed(int state) {
    return state == HECO_QP_RELAXED_LOWER || state == HECO_QP_RELAXED_UPPER;
}

/* Returns +1 at the lower end, -1 at the upper end. */
static int qp_side(int state) {
    return state == HECO_QP_LOWER || state == HECO_QP_RELAXED_LOWER ? 1 : -1;
}

static unsigned char qp_active(int side) { return side > 0 ? HECO_QP_LOWER : HECO_QP_UPPER; }

static unsigned char qp_relaxed(int side) {
    return side > 0 ? HECO_QP_RELAXED_LOWER : HECO_QP_RELAXED_UPPER;
}

void heco_qp_init(heco_qp *q, size_t n, size_t m, heco_arena *arena) {
    heco_active_set_init(&q->active, n, arena);
    q->n = n, q->m = m;
    q->is_timed_out = NULL, q->timeout_user = NULL;
    q->norm      = heco_arena_take(arena, m, sizeof *q->norm);
    q->relaxed_u = heco_arena_take(arena, m, sizeof *q->relaxed_u);
    q->state     = heco_arena_take(arena, m + n, sizeof *q->state);
    q->u         = heco_arena_take(arena, n + 1, sizeof *q->u);
    q->r         = heco_arena_take(arena, n + 1, sizeof *q->r);
    q->g         = heco_arena_take(arena, n, sizeof *q->g);
    q->p         = heco_arena_take(arena, n, sizeof *q->p);
}

/* Sets the sizes. The states of the bounds follow those of the rows, so a new size discards them.
 */
static void qp_set_sizes(heco_qp *q, size_t n, size_t m) {
    if (n == q->n && m == q->m) return;
    q->n = n, q->m = m;
    heco_qp_clear_active_set(q);
}

void heco_qp_init_unit(heco_qp *q, size_t n, size_t m, heco_arena *arena) {
    heco_qp_init(q, n, m, arena);
    double *unit = heco_arena_take(arena, n * n, sizeof *unit);
    if (heco_arena_failed(arena)) return;
    heco_dense_identity(unit, n);
    heco_qp_set_hessian(q, unit, n);
}

int heco_qp_set_hessian(heco_qp *q, const double *B, size_t n) {
    qp_set_sizes(q, n, q->m);
    q->stale = 1;
    return heco_active_set_factor(&q->active, B, n);
}

void heco_qp_set_rows(heco_qp *q, const double *A, size_t m) {
    qp_set_sizes(q, q->n, m);
    q->A = A, q->stale = 1;
    for (size_t i = 0; i < m; i++)
        q->norm[i] = sqrt(heco_dense_dot(A + i * q->n, A + i * q->n, q->n));
}

void heco_qp_clear_active_set(heco_qp *q) {
    memset(q->state, HECO_QP_INACTIVE, q->m + q->n);
    q->stale = 1;
}

static void qp_project_normal(heco_qp *q, size_t id, int side) {
    if (id < q->m) heco_active_set_project(&q->active, q->A + id * q->n, side);
    else heco_active_set_project_unit(&q->active, id - q->m, side);
}

/* Returns the end of a constraint's range, signed like its normal: normal'd >= bound. */
static double qp_bound(const heco_qp *q, const heco_qp_program *p, size_t id, int side) {
    if (id < q->m) return side > 0 ? p->lo[id] : -p->up[id];
    return side > 0 ? p->dl[id - q->m] : -p->du[id - q->m];
}

/* Returns the bound of the end that a constraint is active or relaxed at. */
static double qp_own_bound(const heco_qp *q, const heco_qp_program *p, size_t id) {
    return qp_bound(q, p, id, qp_side(q->state[id]));
}

static int qp_is_fixed(const heco_qp *q, const heco_qp_program *p, size_t id) {
    return id >= q->m && p->dl[id - q->m] == p->du[id - q->m];
}

static int qp_is_timed_out(const heco_qp *q) {
    return q->is_timed_out != NULL && q->n > QP_LONG && q->is_timed_out(q->timeout_user);
}

/* Factors the constraints that are active by `state`, bounds first because they are exact. Those
 * that depend on others become inactive. */
static void qp_rebuild_factors(heco_qp *q, const heco_qp_program *p) {
    heco_active_set *a = &q->active;
    heco_active_set_clear(a);
    for (size_t k = 0; k < q->m + q->n; k++) {
        size_t id = k < q->n ? q->m + k : k - q->n;
        if (!qp_is_active(q->state[id])) continue;
        int use = a->count < q->n && isfinite(qp_own_bound(q, p, id)) && !qp_is_timed_out(q);
        if (use) {
            qp_project_normal(q, id, qp_side(q->state[id]));
            double head = heco_dense_dot(a->w, a->w, a->count);
            use         = a->tail > qp_independent * (head + a->tail);
        }
        if (use) heco_active_set_add(a, id);
        else q->state[id] = HECO_QP_INACTIVE;
    }
    q->stale = 0;
}

/* Computes the minimiser d for the active set and its multipliers u: with J'BJ = I and
 * d = J_1 p + J_2 s, R'p = bounds, s = -J_2'g and R u = p + J_1'g. g is b plus the relaxed rows
 * times their multipliers. */
static void qp_solve_stationary(heco_qp *q, double *d, const heco_qp_program *p) {
    const heco_active_set *a = &q->active;
    size_t                 n = q->n, count = a->count;
    memcpy(d, p->b, n * sizeof *d);
    for (size_t i = 0; i < q->m; i++)
        if (qp_is_relaxed(q->state[i]))
            heco_dense_add(d, qp_side(q->state[i]) > 0 ? -q->relaxed_u[i] : q->relaxed_u[i],
                           q->A + i * n, n);
    heco_dense_rows_dot(q->g, a->J, d, n, n); /* J'g */
    for (size_t k = 0; k < count; k++) q->r[k] = qp_own_bound(q, p, a->id[k]);
    heco_active_set_solve_transposed(a, q->p, q->r);
    for (size_t k = 0; k < count; k++) q->r[k] = q->p[k] + q->g[k];
    for (size_t k = count; k < n; k++) q->p[k] = -q->g[k];
    heco_dense_rows_sum(d, a->J, q->p, n, n);
    heco_active_set_solve(a, q->u, q->r);
}

/* Limits the multipliers of relaxed rows to rho: they begin with their old ones. */
static void qp_limit_relaxed(heco_qp *q, const heco_qp_program *p) {
    for (size_t i = 0; i < q->m; i++) {
        if (!qp_is_relaxed(q->state[i])) continue;
        if (!isfinite(qp_own_bound(q, p, i))) q->state[i] = HECO_QP_INACTIVE;
        if (q->relaxed_u[i] > p->rho) q->relaxed_u[i] = p->rho;
    }
}

/* Removes active constraint k: it becomes relaxed or inactive. */
static void qp_release_constraint(heco_qp *q, size_t k, int relax, double rho) {
    size_t id    = q->active.id[k];
    q->state[id] = relax ? qp_relaxed(qp_side(q->state[id])) : HECO_QP_INACTIVE;
    if (relax) q->relaxed_u[id] = rho;
    heco_active_set_drop(&q->active, k);
}

/* Returns the distance of multiplier k from its range; not positive: it is inside. */
static double qp_multiplier_excess(const heco_qp *q, const heco_qp_program *p, size_t k) {
    size_t id = q->active.id[k];
    if (qp_is_fixed(q, p, id)) return 0.0;
    double above = id < q->m ? q->u[k] - p->rho : 0.0;
    return above > -q->u[k] ? above : -q->u[k];
}

/* Sets d to the minimiser for the last active set, and releases constraints with multipliers
 * outside their range. The worst ones go first, because the others may then be right. */
static void qp_warm_start(heco_qp *q, double *d, const heco_qp_program *p) {
    heco_active_set *a = &q->active;
    qp_limit_relaxed(q, p);
    for (size_t k = 0; k < a->count && !q->stale; k++)
        q->stale = !isfinite(qp_own_bound(q, p, a->id[k]));
    if (q->stale || a->changes > QP_CHANGES * (q->n + QP_CHANGES_ADD)) qp_rebuild_factors(q, p);
    for (;;) {
        double worst = 0.0;
        qp_solve_stationary(q, d, p);
        for (size_t k = 0; k < a->count; k++) worst = fmax(worst, qp_multiplier_excess(q, p, k));
        if (!(worst > 0.0)) return;
        for (size_t k = a->count; k-- > 0;)
            if (qp_multiplier_excess(q, p, k) >= qp_worst * worst)
                qp_release_constraint(q, k, q->u[k] > 0.0, p->rho);
    }
}

/* Replaces the best constraint by another one that is further from its state. */
static void qp_offer(qp_entering *best, double *worst, double by, qp_entering offer) {
    if (by > *worst) *worst = by, *best = offer;
}

/* Offers the bounds that d violates. */
static void qp_choose_bound(const heco_qp *q, const double *d, const heco_qp_program *p,
                            double *worst, qp_entering *out) {
    for (size_t j = 0; j < q->n; j++) {
        if (q->state[q->m + j] != HECO_QP_INACTIVE) continue;
        double low = p->dl[j] - d[j], high = d[j] - p->du[j], by = low > high ? low : high;
        if (by > qp_feasible_abs + qp_feasible * fabs(d[j]))
            qp_offer(out, worst, by,
                     (qp_entering){q->m + j, low > high ? 1 : -1, 0, 0.0, INFINITY});
    }
}

/* Offers the rows that d violates, and relaxed rows that must change. A relaxed row may stay if it
 * is violated and its multiplier is rho. Violations are distances: divided by the length of the
 * row. */
static void qp_choose_row(const heco_qp *q, const double *d, const heco_qp_program *p,
                          double *worst, qp_entering *out) {
    for (size_t i = 0; i < q->m; i++) {
        int state = q->state[i];
        if (qp_is_active(state) || q->norm[i] <= 0.0) continue;
        double a = heco_dense_dot(q->A + i * q->n, d, q->n), s = 1.0 / q->norm[i];
        double low = (p->lo[i] - a) * s, high = (a - p->up[i]) * s, by = low > high ? low : high;
        qp_entering row = {i, low > high ? 1 : -1, 0, 0.0, p->rho};
        if (qp_is_relaxed(state)) {
            row.side = qp_side(state), row.u = q->relaxed_u[i];
            by          = row.side > 0 ? low : high;
            row.returns = by < 0.0;
            if (row.returns) by = -by;
            else if (row.u >= p->rho) continue;
        }
        if (by > qp_feasible_abs + qp_feasible * fabs(a) * s) qp_offer(out, worst, by, row);
    }
}

/* Chooses the constraint that is furthest from its state. Returns 0 if d is the solution. */
static int qp_choose_entering(const heco_qp *q, const double *d, const heco_qp_program *p,
                              qp_entering *out) {
    double worst = 0.0;
    qp_choose_bound(q, d, p, &worst, out);
    qp_choose_row(q, d, p, &worst, out);
    return worst > 0.0;
}

/* Computes the step lengths for the projected normal, and in q->r the rates at which the active
 * multipliers fall. */
static qp_step qp_step_lengths(heco_qp *q, const double *d, const heco_qp_program *p,
                               const qp_entering *in) {
    heco_active_set *a     = &q->active;
    qp_step          s     = {.full = INFINITY, .own = in->returns ? in->u : in->most - in->u};
    double           block = INFINITY, dir = in->returns ? -1.0 : 1.0;
    heco_active_set_solve(a, q->r, a->w);
    if (heco_active_set_is_independent(a)) {
        size_t id = in->id;
        double at = id < q->m ? heco_dense_dot(q->A + id * q->n, d, q->n) : d[id - q->m];
        s.full    = dir * (qp_bound(q, p, id, in->side) - in->side * at) / a->tail;
        s.full    = s.full > 0.0 ? s.full : 0.0;
    }
    for (size_t k = 0; k < a->count; k++) {
        double r = dir * q->r[k], t = INFINITY;
        if (qp_is_fixed(q, p, a->id[k])) continue;
        if (r > qp_no_change) t = q->u[k] / r;
        else if (r < -qp_no_change && a->id[k] < q->m) t = (p->rho - q->u[k]) / -r;
        if (t < block) block = t, s.blocking = k, s.reaches_rho = r < 0.0;
    }
    s.length = fmin(s.full, fmin(s.own, block));
    return s;
}

/* Moves d until the entering constraint is active, relaxed or inactive; counts `left` down. Returns
 * 0 if that fails. */
static int qp_enter_constraint(heco_qp *q, double *d, const heco_qp_program *p, qp_entering in,
                               long *left) {
    heco_active_set *a   = &q->active;
    double           dir = in.returns ? -1.0 : 1.0;
    for (;;) {
        qp_project_normal(q, in.id, in.side);
        qp_step s = qp_step_lengths(q, d, p, &in);
        if (!isfinite(s.length) || --*left < 0 || qp_is_timed_out(q)) return 0;
        if (s.full < INFINITY) heco_dense_add(d, dir * s.length, a->z, q->n);
        heco_dense_add(q->u, -dir * s.length, q->r, a->count);
        in.u += dir * s.length;
        if (s.length == s.full) {
            q->state[in.id] = qp_active(in.side);
            q->u[a->count]  = in.u;
            heco_active_set_add(a, in.id);
            return 1;
        }
        if (s.length == s.own) {
            q->state[in.id] = in.returns ? HECO_QP_INACTIVE : qp_relaxed(in.side);
            if (!in.returns) q->relaxed_u[in.id] = p->rho;
            return 1;
        }
        qp_release_constraint(q, s.blocking, s.reaches_rho, p->rho);
        memmove(q->u + s.blocking, q->u + s.blocking + 1, (a->count - s.blocking) * sizeof *q->u);
    }
}

/* Writes the multipliers of all rows to lambda, positive at the upper end. */
static void qp_write_multipliers(const heco_qp *q, double *lambda) {
    for (size_t i = 0; i < q->m; i++) {
        double u  = qp_is_relaxed(q->state[i]) ? q->relaxed_u[i] : 0.0;
        lambda[i] = q->state[i] == HECO_QP_RELAXED_LOWER ? -u : u;
    }
    for (size_t k = 0; k < q->active.count; k++) {
        size_t id = q->active.id[k];
        if (id < q->m) lambda[id] = qp_side(q->state[id]) > 0 ? -q->u[k] : q->u[k];
    }
}

/* A cold start follows if the warm start did not lead to the solution. */
int heco_qp_solve(heco_qp *q, double *d, double *lambda, const heco_qp_program *p) {
    long limit = (long)(QP_STEPS * (q->n + q->m) + QP_STEPS_ADD), left = limit;
    for (int cold = 0; cold < 2; cold++) {
        qp_entering in = {0};
        int         more;
        left = limit;
        if (cold) heco_qp_clear_active_set(q);
        qp_warm_start(q, d, p);
        while ((more = qp_choose_entering(q, d, p, &in)) &&
               qp_enter_constraint(q, d, p, in, &left)) {
        }
        if (!more) break;
        left = -1;
        if (qp_is_timed_out(q)) break;
    }
    for (size_t j = 0; j < q->n; j++) d[j] = fmin(p->du[j], fmax(p->dl[j], d[j]));
    qp_write_multipliers(q, lambda);
    if (left < 0) heco_qp_clear_active_set(q);
    return left < 0 ? -1 : (int)(limit - left);
}
