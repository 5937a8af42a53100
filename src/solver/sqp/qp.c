#include "solver/sqp/qp.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

typedef struct { /* the constraint that is to become active, given up or inactive */
    size_t id;   /* row, or m + variable for a bound                              */
    int    side; /* +1: lower end, -1: upper end                                  */
    int    back; /* given up so far, but met: its multiplier has to come down     */
    double u;    /* its multiplier                                                */
    double most; /* and what that may be at most                                  */
} qp_pick;

typedef struct {              /* how far to go, and what ends the step                         */
    double length, full, own; /* taken; until p holds; until its multiplier ends  */
    size_t block;             /* the active constraint whose multiplier ends      */
    int    high;              /* it ends at rho, not at 0                         */
} qp_step;

void heco_qp_init(heco_qp *q, size_t n, size_t m, heco_arena *arena) {
    heco_active_set_init(&q->active, n, arena);
    q->n = n, q->m = m;
    q->is_late = NULL, q->late_user = NULL;
    q->norm  = heco_arena_take(arena, m, sizeof *q->norm);
    q->price = heco_arena_take(arena, m, sizeof *q->price);
    q->state = heco_arena_take(arena, m + n, sizeof *q->state);
    q->u     = heco_arena_take(arena, n + 1, sizeof *q->u);
    q->r     = heco_arena_take(arena, n + 1, sizeof *q->r);
    q->g     = heco_arena_take(arena, n, sizeof *q->g);
    q->p     = heco_arena_take(arena, n, sizeof *q->p);
}

/* The bounds' states follow those of the rows, so another size makes them meaningless. */
static void qp_resize(heco_qp *q, size_t n, size_t m) {
    if (n == q->n && m == q->m) return;
    q->n = n, q->m = m;
    heco_qp_forget(q);
}

int heco_qp_set_hessian(heco_qp *q, const double *B, size_t n) {
    qp_resize(q, n, q->m);
    q->stale = 1;
    return heco_active_set_factor(&q->active, B, n);
}

void heco_qp_set_rows(heco_qp *q, const double *A, size_t m) {
    qp_resize(q, q->n, m);
    q->A = A, q->stale = 1;
    for (size_t i = 0; i < m; i++)
        q->norm[i] = sqrt(heco_dense_dot(A + i * q->n, A + i * q->n, q->n));
}

void heco_qp_forget(heco_qp *q) {
    memset(q->state, 0, q->m + q->n);
    q->stale = 1;
}

static void qp_project_normal(heco_qp *q, size_t id, int side) {
    if (id < q->m) heco_active_set_measure(&q->active, q->A + id * q->n, side);
    else heco_active_set_measure_unit(&q->active, id - q->m, side);
}

/* The end of a constraint's range, signed like its normal: normal'd >= bound. */
static double qp_bound(const heco_qp *q, const heco_qp_program *p, size_t id, int side) {
    if (id < q->m) return side > 0 ? p->lo[id] : -p->up[id];
    return side > 0 ? p->dl[id - q->m] : -p->du[id - q->m];
}

static int qp_pinned(const heco_qp *q, const heco_qp_program *p, size_t id) {
    return id >= q->m && p->dl[id - q->m] == p->du[id - q->m];
}

/* A step takes microseconds with a hundred variables, milliseconds with thousands. */
static int qp_is_late(const heco_qp *q) {
    return q->is_late != NULL && q->n > 100 && q->is_late(q->late_user);
}

/* Factors of the constraints that `state` calls active, as far as they are independent. */
static void qp_rebuild(heco_qp *q, const heco_qp_program *p) {
    heco_active_set_clear(&q->active);
    for (size_t k = 0; k < q->m + q->n; k++) {
        size_t id = k < q->n ? q->m + k : k - q->n; /* bounds first: they are exact */
        if (q->state[id] != 1 && q->state[id] != -1) continue;
        int use =
            q->active.count < q->n && isfinite(qp_bound(q, p, id, q->state[id])) && !qp_is_late(q);
        if (use) {
            qp_project_normal(q, id, q->state[id]);
            double head = heco_dense_dot(q->active.w, q->active.w, q->active.count);
            use         = q->active.tail > 1e-12 * (head + q->active.tail);
        }
        if (use) heco_active_set_add(&q->active, id);
        else q->state[id] = 0;
    }
    q->stale = 0;
}

/* d and u for the constraints as they stand: with J'BJ = I and d = J_1 p + J_2 s, R'p = bounds,
 * s = -J_2'g and R u = p + J_1'g, where g is b with the given-up rows at their price. */
static void qp_stationary(heco_qp *q, double *d, const heco_qp_program *p) {
    const heco_active_set *a = &q->active;
    size_t                 n = q->n, count = a->count;
    memcpy(d, p->b, n * sizeof *d);
    for (size_t i = 0; i < q->m; i++)
        if (q->state[i] == 2 || q->state[i] == -2)
            heco_dense_add(d, q->state[i] > 0 ? -q->price[i] : q->price[i], q->A + i * n, n);
    heco_dense_rows_dot(q->g, a->J, d, n, n); /* J'g */
    for (size_t k = 0; k < count; k++) q->r[k] = qp_bound(q, p, a->id[k], q->state[a->id[k]]);
    heco_active_set_solve_transposed(a, q->p, q->r);
    for (size_t k = 0; k < count; k++) q->r[k] = q->p[k] + q->g[k];
    for (size_t k = count; k < n; k++) q->p[k] = -q->g[k];
    heco_dense_rows_sum(d, a->J, q->p, n, n);
    heco_active_set_solve(a, q->u, q->r);
}

/* Rows given up by the last solve begin at their old price, which may be too low by now. */
static void qp_set_prices(heco_qp *q, const heco_qp_program *p) {
    for (size_t i = 0; i < q->m; i++) {
        if (q->state[i] != 2 && q->state[i] != -2) continue;
        if (!isfinite(qp_bound(q, p, i, q->state[i]))) q->state[i] = 0;
        if (q->price[i] > p->rho) q->price[i] = p->rho;
    }
}

/* Active constraint k leaves: given up at its price, or inactive. */
static void qp_release(heco_qp *q, size_t k, int given_up, double rho) {
    size_t id    = q->active.id[k];
    q->state[id] = (signed char)(given_up ? 2 * q->state[id] : 0);
    if (given_up) q->price[id] = rho;
    heco_active_set_drop(&q->active, k);
}

/* How far multiplier k is outside its range. */
static double qp_excess(const heco_qp *q, const heco_qp_program *p, size_t k) {
    size_t id = q->active.id[k];
    if (qp_pinned(q, p, id)) return 0.0;
    double above = id < q->m ? q->u[k] - p->rho : 0.0;
    return above > -q->u[k] ? above : -q->u[k];
}

/* The set of the last solve, less what has a multiplier outside its range: the worst ones leave
 * first, since others may then be right. */
static void qp_begin(heco_qp *q, double *d, const heco_qp_program *p) {
    qp_set_prices(q, p);
    for (size_t k = 0; k < q->active.count && !q->stale; k++)
        q->stale = !isfinite(qp_bound(q, p, q->active.id[k], q->state[q->active.id[k]]));
    if (q->stale || q->active.changes > 20 * (q->n + 10)) qp_rebuild(q, p);
    for (;;) {
        double worst = 0.0;
        qp_stationary(q, d, p);
        for (size_t k = 0; k < q->active.count; k++) worst = fmax(worst, qp_excess(q, p, k));
        if (!(worst > 0.0)) return;
        for (size_t k = q->active.count; k-- > 0;)
            if (qp_excess(q, p, k) >= 0.3 * worst) qp_release(q, k, q->u[k] > 0.0, p->rho);
    }
}

static void qp_offer(qp_pick *best, double *worst, double by, qp_pick offer) {
    if (by > *worst) *worst = by, *best = offer;
}

static void qp_choose_bound(const heco_qp *q, const double *d, const heco_qp_program *p,
                            double *worst, qp_pick *out) {
    for (size_t j = 0; j < q->n; j++) {
        if (q->state[q->m + j] != 0) continue;
        double low = p->dl[j] - d[j], high = d[j] - p->du[j], by = low > high ? low : high;
        if (by > 1e-13 + 1e-12 * fabs(d[j]))
            qp_offer(out, worst, by, (qp_pick){q->m + j, low > high ? 1 : -1, 0, 0.0, INFINITY});
    }
}

/* A row given up is content where it is violated and at the full price. */
static void qp_choose_row(const heco_qp *q, const double *d, const heco_qp_program *p,
                          double *worst, qp_pick *out) {
    for (size_t i = 0; i < q->m; i++) {
        signed char state = q->state[i];
        if (state == 1 || state == -1 || q->norm[i] <= 0.0) continue;
        double  a = heco_dense_dot(q->A + i * q->n, d, q->n), s = 1.0 / q->norm[i];
        double  low = (p->lo[i] - a) * s, high = (a - p->up[i]) * s, by = low > high ? low : high;
        qp_pick pick = {i, low > high ? 1 : -1, 0, 0.0, p->rho};
        if (state != 0) {
            by        = state > 0 ? low : high;
            pick.side = state / 2, pick.u = q->price[i], pick.back = by < 0.0;
            if (pick.back) by = -by;
            else if (pick.u >= p->rho) continue;
        }
        if (by > 1e-13 + 1e-12 * fabs(a) * s) qp_offer(out, worst, by, pick);
    }
}

/* The constraint that is furthest from what its state says; 0: none, d is the solution. */
static int qp_choose(const heco_qp *q, const double *d, const heco_qp_program *p, qp_pick *out) {
    double worst = 0.0;
    qp_choose_bound(q, d, p, &worst, out);
    qp_choose_row(q, d, p, &worst, out);
    return worst > 0.0;
}

/* Step lengths for the normal looked at; q->r: how the active multipliers change. */
static qp_step qp_measure(heco_qp *q, const double *d, const heco_qp_program *p,
                          const qp_pick *pick) {
    heco_active_set *a  = &q->active;
    qp_step          s  = {.full = INFINITY, .own = pick->back ? pick->u : pick->most - pick->u};
    double           t1 = INFINITY, dir = pick->back ? -1.0 : 1.0;
    heco_active_set_solve(a, q->r, a->w);
    if (heco_active_set_is_free(a)) {
        size_t id = pick->id;
        double at = id < q->m ? heco_dense_dot(q->A + id * q->n, d, q->n) : d[id - q->m];
        s.full    = dir * (qp_bound(q, p, id, pick->side) - pick->side * at) / a->tail;
        s.full    = s.full > 0.0 ? s.full : 0.0;
    }
    for (size_t k = 0; k < a->count; k++) {
        double r = dir * q->r[k], t = INFINITY;
        if (qp_pinned(q, p, a->id[k])) continue;
        if (r > 1e-14) t = q->u[k] / r;
        else if (r < -1e-14 && a->id[k] < q->m) t = (p->rho - q->u[k]) / -r;
        if (t < t1) t1 = t, s.block = k, s.high = r < 0.0;
    }
    s.length = fmin(s.full, fmin(s.own, t1));
    return s;
}

/* Brings the chosen constraint where it belongs; counts steps down. 0: no step leads there. */
static int qp_enter(heco_qp *q, double *d, const heco_qp_program *p, qp_pick pick, long *left) {
    heco_active_set *a   = &q->active;
    double           dir = pick.back ? -1.0 : 1.0;
    for (;;) {
        qp_project_normal(q, pick.id, pick.side);
        qp_step s = qp_measure(q, d, p, &pick);
        if (!isfinite(s.length) || --*left < 0 || qp_is_late(q)) return 0;
        if (s.full < INFINITY) heco_dense_add(d, dir * s.length, a->z, q->n);
        heco_dense_add(q->u, -dir * s.length, q->r, a->count);
        pick.u += dir * s.length;
        if (s.length == s.full) {
            q->state[pick.id] = (signed char)pick.side;
            q->u[a->count]    = pick.u;
            heco_active_set_add(a, pick.id);
            return 1;
        }
        if (s.length == s.own) {
            q->state[pick.id] = (signed char)(pick.back ? 0 : 2 * pick.side);
            if (!pick.back) q->price[pick.id] = p->rho;
            return 1;
        }
        qp_release(q, s.block, s.high, p->rho);
        memmove(q->u + s.block, q->u + s.block + 1, (a->count - s.block) * sizeof *q->u);
    }
}

static void qp_multipliers(const heco_qp *q, double *lambda) {
    for (size_t i = 0; i < q->m; i++) {
        signed char state = q->state[i];
        lambda[i]         = state == 2 ? -q->price[i] : state == -2 ? q->price[i] : 0.0;
    }
    for (size_t k = 0; k < q->active.count; k++) {
        size_t id = q->active.id[k];
        if (id < q->m) lambda[id] = q->state[id] > 0 ? -q->u[k] : q->u[k];
    }
}

int heco_qp_solve(heco_qp *q, double *d, double *lambda, const heco_qp_program *p) {
    long limit = (long)(20 * (q->n + q->m) + 50), left = limit;
    for (int cold = 0; cold < 2; cold++) {
        qp_pick pick = {0};
        int     more;
        left = limit;
        if (cold) heco_qp_forget(q); /* a bad start must not cost the answer */
        qp_begin(q, d, p);
        while ((more = qp_choose(q, d, p, &pick)) && qp_enter(q, d, p, pick, &left)) {
        }
        if (!more) break;
        left = -1;
        if (qp_is_late(q)) break;
    }
    for (size_t j = 0; j < q->n; j++) d[j] = fmin(p->du[j], fmax(p->dl[j], d[j]));
    qp_multipliers(q, lambda);
    if (left < 0) heco_qp_forget(q);
    return left < 0 ? -1 : (int)(limit - left);
}
