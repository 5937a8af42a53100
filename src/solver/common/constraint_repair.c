/* The slack system has n + ng + 2 n unknowns, but each slack is in one residual only. Least squares
 * over a slack t with residual r + a'd + 2 t e (d the step of x, e that of t) leaves
 *
 *     (r + a'd)^2 mu / (4 t^2 + mu)     with     e = -2 t (r + a'd) / (4 t^2 + mu),
 *
 * so that the normal equations are n x n with these weights, mu being the damping. */
#include "solver/common/constraint_repair.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/dense.h"
#include "solver/common/population.h"
#include "solver/common/repair.h"

static const double REPAIR_CUTOFF      = 1e-12; /* singular values up to this count as 0     */
static const double REPAIR_DAMPING     = 0.01;  /* first damping, factor 10 (SASS's program) */
static const double REPAIR_MOST_DAMPED = 1e12;  /* beyond it a step is rounding error        */

static void repair_slacks_init(heco_repair_slacks *s, size_t n, size_t ng, size_t m,
                               heco_arena *arena) {
    s->s    = heco_arena_take(arena, ng, sizeof *s->s);
    s->l    = heco_arena_take(arena, n, sizeof *s->l);
    s->u    = heco_arena_take(arena, n, sizeof *s->u);
    s->s1   = heco_arena_take(arena, ng, sizeof *s->s1);
    s->l1   = heco_arena_take(arena, n, sizeof *s->l1);
    s->u1   = heco_arena_take(arena, n, sizeof *s->u1);
    s->A    = heco_arena_take(arena, n * n, sizeof *s->A);
    s->U    = heco_arena_take(arena, n * n, sizeof *s->U);
    s->step = heco_arena_take(arena, n, sizeof *s->step);
    s->c1   = heco_arena_take(arena, m, sizeof *s->c1);
}

void heco_constraint_repair_init(heco_constraint_repair *r, heco_repair_kind kind, double eta,
                                 const heco_space *space, size_t capacity, heco_arena *arena) {
    size_t n = space->n, m = space->ng + space->nh;
    r->space = space, r->kind = kind, r->eta = eta, r->n = n, r->m = m;
    r->room    = kind == HECO_REPAIR_GROUPS && capacity > n ? capacity / n : 1;
    r->x       = heco_arena_take(arena, capacity * n, sizeof *r->x);
    r->f       = heco_arena_take(arena, capacity, sizeof *r->f);
    r->v       = heco_arena_take(arena, capacity, sizeof *r->v);
    r->c       = heco_arena_take(arena, capacity * m, sizeof *r->c);
    r->changed = heco_arena_take(arena, capacity, sizeof *r->changed);
    r->todo    = heco_arena_take(arena, capacity, sizeof *r->todo);
    r->J       = heco_arena_take(arena, m * n, sizeof *r->J);
    r->active  = heco_arena_take(arena, r->room, sizeof *r->active);
    r->next    = heco_arena_take(arena, r->room * n, sizeof *r->next);
    if (kind == HECO_REPAIR_SLACKS) {
        repair_slacks_init(&r->slack, n, space->ng, m, arena);
    } else {
        r->J_inv = heco_arena_take(arena, m * n, sizeof *r->J_inv);
        heco_pinv_init(&r->pinv, m, n, arena);
    }
}

void heco_constraint_repair_set(heco_constraint_repair *r, size_t k, const heco_batch *in,
                                size_t i) {
    memcpy(r->x + k * r->n, in->x + i * in->n, in->n * sizeof *in->x);
    r->f[k] = in->f[i];
    r->v[k] = in->viol[i];
    heco_row_constraints(r->c + k * r->m, in, i);
}

void heco_constraint_repair_take(heco_constraint_repair *r, const heco_batch *in) {
    r->count = in->count;
    r->todos = 0;
    memset(r->changed, 0, in->count);
    for (size_t k = 0; k < in->count; k++) heco_constraint_repair_set(r, k, in, k);
}

void heco_constraint_repair_add(heco_constraint_repair *r, size_t k) {
    if (r->v[k] > 0.0 && isfinite(r->v[k])) r->todo[r->todos++] = k;
}

double heco_constraint_repair_violation(const heco_constraint_repair *r, const double *c,
                                        double E) {
    double sum = 0.0;
    for (size_t k = 0; k < r->m; k++) {
        double value = k < r->space->ng ? c[k] : fabs(c[k]);
        if (!isfinite(value)) return INFINITY;
        sum += fmax(0.0, value - E - heco_space_tol(r->space, k));
    }
    return sum;
}

int heco_constraint_repair_is_long(const heco_space *space) {
    return space->n >= 20 && space->nh > 0;
}

/* Returns the sum of squares of the slack system at x with values c and slacks s, l, u. */
static double repair_merit(const heco_constraint_repair *r, const double *x, const double *c,
                           const double *s, const double *l, const double *u) {
    size_t ng  = r->space->ng;
    double sum = 0.0;
    for (size_t k = 0; k < r->m; k++) {
        double residual = k < ng ? c[k] + s[k] * s[k] : c[k];
        sum += residual * residual;
    }
    for (size_t j = 0; j < r->n; j++) {
        double low  = x[j] - l[j] * l[j] - r->space->lower[j];
        double high = x[j] + u[j] * u[j] - r->space->upper[j];
        sum += low * low + high * high;
    }
    return sum;
}

/* Sets the slacks of the point under repair: those of a met inequality and of the bounds leave no
 * residual, that of a violated inequality is 0. */
static void repair_start_slacks(heco_constraint_repair *r, const double *x, const double *c) {
    heco_repair_slacks *q = &r->slack;
    for (size_t k = 0; k < r->space->ng; k++) q->s[k] = c[k] < 0.0 ? sqrt(-c[k]) : 0.0;
    for (size_t j = 0; j < r->n; j++) {
        q->l[j] = sqrt(fmax(0.0, x[j] - r->space->lower[j]));
        q->u[j] = sqrt(fmax(0.0, r->space->upper[j] - x[j]));
    }
    q->damping = REPAIR_DAMPING;
    q->merit   = repair_merit(r, x, c, q->s, q->l, q->u);
}

/* Begins with the next entries of the list. Returns 0 past its end. */
static int repair_open(heco_constraint_repair *r) {
    r->done = r->actives = 0;
    while (r->actives < r->room && r->at < r->todos) r->active[r->actives++] = r->todo[r->at++];
    r->phase = r->actives > 0 ? HECO_REPAIR_PROBES : HECO_REPAIR_IDLE;
    if (r->phase == HECO_REPAIR_IDLE) return 0;
    size_t k = r->active[0];
    if (r->kind == HECO_REPAIR_SLACKS) repair_start_slacks(r, r->x + k * r->n, r->c + k * r->m);
    return 1;
}

int heco_constraint_repair_begin(heco_constraint_repair *r, size_t steps) {
    r->at    = 0;
    r->steps = steps;
    return repair_open(r);
}

/* Returns coordinate j of a difference: ahead, or back, or as far as the box allows. */
static double repair_beside(const heco_constraint_repair *r, double x, size_t j) {
    double lo = r->space->lower[j], hi = r->space->upper[j];
    double eta = r->kind == HECO_REPAIR_SLACKS ? r->eta * (hi - lo) : r->eta;
    if (x + eta <= hi) return x + eta;
    if (x - eta >= lo) return x - eta;
    return hi - x >= x - lo ? hi : lo;
}

void heco_constraint_repair_ask(const heco_constraint_repair *r, heco_batch *out) {
    size_t n   = r->n;
    out->count = r->phase == HECO_REPAIR_PROBES ? r->actives * n : r->actives;
    if (r->phase == HECO_REPAIR_POINT) {
        memcpy(out->x, r->next, r->actives * n * sizeof *out->x);
        return;
    }
    for (size_t a = 0; a < r->actives; a++)
        for (size_t j = 0; j < n; j++) {
            double *row = out->x + (a * n + j) * n;
            memcpy(row, r->x + r->active[a] * n, n * sizeof *row);
            row[j] = repair_beside(r, row[j], j);
        }
}

/* Sets J, by rows, from the n probes of offspring k, of which row `at` is the first. A coordinate
 * that could not move has a column of zeros. */
static void repair_set_jacobian(heco_constraint_repair *r, size_t k, const heco_batch *in,
                                size_t at) {
    size_t n = r->n;
    for (size_t j = 0; j < n; j++) {
        size_t i     = at + j;
        double width = in->x[i * n + j] - r->x[k * n + j];
        for (size_t c = 0; c < r->m; c++) {
            double there    = c < in->ng ? in->g[i * in->ng + c] : in->h[i * in->nh + c - in->ng];
            r->J[c * n + j] = width != 0.0 ? (there - r->c[k * r->m + c]) / width : 0.0;
        }
    }
}

/* Writes x - pinv(J) c of offspring k. Returns 0 if J has no pseudoinverse. */
static int repair_aim_newton(heco_constraint_repair *r, size_t k, double *next) {
    size_t n = r->n, m = r->m;
    if (!heco_dense_pinv(&r->pinv, r->J_inv, r->J, m, n, REPAIR_CUTOFF)) return 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (size_t c = 0; c < m; c++) {
            double value = r->c[k * m + c];
            sum += r->J_inv[j * m + c] * (c < r->space->ng ? fmax(0.0, value) : value);
        }
        next[j] = r->x[k * n + j] - sum;
    }
    heco_repair_reflect_mod(next, r->space);
    return 1;
}

/* Adds the rows of the constraints to the normal equations; `step` gets their right-hand side. */
static void repair_add_constraints(heco_constraint_repair *r, const double *c) {
    heco_repair_slacks *q = &r->slack;
    size_t              n = r->n, ng = r->space->ng;
    for (size_t k = 0; k < r->m; k++) {
        const double *row      = r->J + k * n;
        double        root     = k < ng ? q->s[k] : 0.0;
        double        residual = c[k] + root * root;
        double        w        = q->damping / (4.0 * root * root + q->damping);
        heco_dense_add_outer(q->A, w, row, row, n);
        heco_dense_add(q->step, -w * residual, row, n);
    }
}

/* Adds the rows of the bounds and the damping. */
static void repair_add_bounds(heco_constraint_repair *r, const double *x) {
    heco_repair_slacks *q = &r->slack;
    for (size_t j = 0; j < r->n; j++) {
        double l2 = q->l[j] * q->l[j], u2 = q->u[j] * q->u[j];
        double w_l = q->damping / (4.0 * l2 + q->damping);
        double w_u = q->damping / (4.0 * u2 + q->damping);
        q->A[j * r->n + j] += w_l + w_u + q->damping;
        q->step[j] -= w_l * (x[j] - l2 - r->space->lower[j]);
        q->step[j] -= w_u * (x[j] + u2 - r->space->upper[j]);
    }
}

/* Sets the slacks that belong to the step. */
static void repair_step_slacks(heco_constraint_repair *r, const double *x, const double *c) {
    heco_repair_slacks *q = &r->slack;
    for (size_t k = 0; k < r->space->ng; k++) {
        double t = q->s[k], residual = c[k] + t * t;
        residual += heco_dense_dot(r->J + k * r->n, q->step, r->n);
        q->s1[k] = t - 2.0 * t * residual / (4.0 * t * t + q->damping);
    }
    for (size_t j = 0; j < r->n; j++) {
        double l = q->l[j], u = q->u[j], there = x[j] + q->step[j];
        double low  = there - l * l - r->space->lower[j];
        double high = there + u * u - r->space->upper[j];
        q->l1[j]    = l + 2.0 * l * low / (4.0 * l * l + q->damping);
        q->u1[j]    = u - 2.0 * u * high / (4.0 * u * u + q->damping);
    }
}

/* Writes x and the step of the slack system, clipped to the box. Returns 0 if the normal equations
 * cannot be solved. */
static int repair_aim_slacks(heco_constraint_repair *r, size_t k, double *next) {
    heco_repair_slacks *q = &r->slack;
    size_t              n = r->n;
    const double       *x = r->x + k * n, *c = r->c + k * r->m;
    memset(q->A, 0, n * n * sizeof *q->A);
    memset(q->step, 0, n * sizeof *q->step);
    repair_add_constraints(r, c);
    repair_add_bounds(r, x);
    if (!heco_dense_cholesky(q->U, q->A, n)) return 0;
    heco_dense_cholesky_solve(q->U, n, q->step);
    for (size_t j = 0; j < n; j++) {
        next[j] = x[j] + q->step[j];
        if (!isfinite(next[j])) return 0;
    }
    repair_step_slacks(r, x, c);
    heco_repair_clip(next, r->space);
    return 1;
}

/* Writes the next point of offspring k. Returns 0 if there is none. */
static int repair_aim(heco_constraint_repair *r, size_t k, double *next) {
    return r->kind == HECO_REPAIR_SLACKS ? repair_aim_slacks(r, k, next)
                                         : repair_aim_newton(r, k, next);
}

/* Accepts or rejects the new point of offspring k by the sum of squares and sets the damping.
 * Returns 1 if it was accepted. */
static int repair_judge_slacks(heco_constraint_repair *r, size_t k, const heco_batch *in) {
    heco_repair_slacks *q     = &r->slack;
    double              merit = INFINITY;
    heco_row_constraints(q->c1, in, 0);
    if (isfinite(in->viol[0])) merit = repair_merit(r, in->x, q->c1, q->s1, q->l1, q->u1);
    if (!(merit < q->merit)) return q->damping *= 10.0, 0;
    heco_constraint_repair_set(r, k, in, 0);
    memcpy(q->s, q->s1, r->space->ng * sizeof *q->s);
    memcpy(q->l, q->l1, r->n * sizeof *q->l);
    memcpy(q->u, q->u1, r->n * sizeof *q->u);
    q->merit = merit;
    q->damping /= 10.0;
    return 1;
}

/* Takes row i as the new point of offspring k. Returns 1 if its Jacobian is not known. */
static int repair_judge(heco_constraint_repair *r, size_t k, const heco_batch *in, size_t i) {
    int accepted = 1;
    if (r->kind == HECO_REPAIR_SLACKS) accepted = repair_judge_slacks(r, k, in);
    else heco_constraint_repair_set(r, k, in, i);
    if (accepted) r->changed[k] = 1;
    return accepted;
}

/* Returns 1 if offspring k needs no further step or cannot have one. */
static int repair_is_done(const heco_constraint_repair *r, size_t k) {
    return r->done >= r->steps || !(r->v[k] > 0.0) || !isfinite(r->v[k]) ||
           (r->kind == HECO_REPAIR_SLACKS && !(r->slack.damping <= REPAIR_MOST_DAMPED));
}

/* Learns the rows of offspring k, from row `at` on, and returns what it needs next: IDLE is
 * nothing. Writes its new point, if that is next, to `next`. */
static heco_repair_phase repair_advance(heco_constraint_repair *r, size_t k, const heco_batch *in,
                                        size_t at, double *next) {
    if (r->phase == HECO_REPAIR_PROBES) {
        repair_set_jacobian(r, k, in, at);
    } else {
        int accepted = repair_judge(r, k, in, at);
        if (repair_is_done(r, k)) return HECO_REPAIR_IDLE;
        if (accepted) return HECO_REPAIR_PROBES;
    }
    return repair_aim(r, k, next) ? HECO_REPAIR_POINT : HECO_REPAIR_IDLE;
}

int heco_constraint_repair_tell(heco_constraint_repair *r, const heco_batch *in) {
    size_t            kept = 0, rows = r->phase == HECO_REPAIR_PROBES ? r->n : 1;
    heco_repair_phase phase = HECO_REPAIR_IDLE; /* the same for all that go on */
    r->done += r->phase == HECO_REPAIR_POINT;
    for (size_t a = 0; a < r->actives; a++) {
        size_t            k     = r->active[a];
        heco_repair_phase needs = repair_advance(r, k, in, a * rows, r->next + kept * r->n);
        if (needs == HECO_REPAIR_IDLE) continue;
        r->active[kept++] = k;
        phase             = needs;
    }
    r->actives = kept;
    r->phase   = phase;
    return kept > 0 || repair_open(r);
}
