/* Counts evaluations and notes success, for every solver of the comparison alike. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct peers_run {
    heco_suite         *suite; /* NULL: the caller's */
    const heco_problem *problem;
    double              target;
    const peers_truth  *truth; /* NULL: the values themselves */
    const double       *start; /* NULL: the solver's own */
    uint64_t            max_evals, evals;
    int64_t             solved;
    double              best_f, best_viol;
    size_t              n, nc;
    int                 known, sloped; /* whether u and its values, its slopes are there */
    double             *u, *x, *g, *h, *f, *c; /* the last point */
    double             *df, *dc, *moved_c;
};

/* For values that are not finite: worse than all that occurs, and still harmless in sums. */
static const double harness_bad = 1e10;
/* Of the unit box. */
static const double harness_step = 1e-7;

static double *harness_take(double **from, size_t count) {
    double *block = *from;
    *from += count;
    return block;
}

peers_run *peers_run_new(const heco_problem *problem, double target, uint64_t max_evals) {
    size_t     n = problem->space.n, ng = problem->space.ng, nh = problem->space.nh;
    size_t     nc = ng + 2 * nh;
    peers_run *r  = calloc(1, sizeof *r);
    double    *block = calloc(3 * n + ng + nh + 1 + 2 * nc + n * nc, sizeof *block);
    if (r == NULL || block == NULL) {
        free(r);
        free(block);
        return NULL;
    }
    r->problem   = problem;
    r->target    = target;
    r->max_evals = max_evals;
    r->n = n, r->nc = nc;
    r->u       = harness_take(&block, n); /* the first: it is what peers_run_free() frees */
    r->x       = harness_take(&block, n);
    r->df      = harness_take(&block, n);
    r->g       = harness_take(&block, ng);
    r->h       = harness_take(&block, nh);
    r->f       = harness_take(&block, 1);
    r->c       = harness_take(&block, nc);
    r->moved_c = harness_take(&block, nc);
    r->dc      = harness_take(&block, n * nc);
    peers_run_restart(r);
    return r;
}

void peers_run_free(peers_run *r) {
    if (r == NULL) return;
    heco_suite_close(r->suite);
    free(r->u);
    free(r);
}

void peers_run_judge_by(peers_run *r, const peers_truth *truth) { r->truth = truth; }
void peers_run_start_at(peers_run *r, const double *x) { r->start = x; }
const double *peers_run_start(const peers_run *r) { return r->start; }

void peers_run_restart(peers_run *r) {
    r->evals  = 0;
    r->solved = -1;
    r->best_f = r->best_viol = INFINITY;
    r->known = r->sloped = 0;
}

const heco_problem *peers_run_problem(const peers_run *r) { return r->problem; }
size_t              peers_run_constraints(const peers_run *r) { return r->nc; }
size_t              peers_run_variables(const peers_run *r) { return r->n; }
uint64_t            peers_run_left(const peers_run *r) { return r->max_evals - r->evals; }
int peers_run_over(const peers_run *r) { return r->solved > 0 || r->evals >= r->max_evals; }

int peers_run_is_integer(const peers_run *r, size_t j) {
    return r->problem->space.integer != NULL && r->problem->space.integer[j];
}

peers_outcome peers_run_outcome(const peers_run *r) {
    return (peers_outcome){r->evals, r->solved, r->best_f, r->best_viol};
}

void peers_run_report(const peers_run *r, double *out) {
    out[0] = (double)r->evals, out[1] = (double)r->solved;
    out[2] = r->best_f, out[3] = r->best_viol;
}

/* A fractional value of an integer variable would be a point of another, easier problem. */
static int harness_whole(const peers_run *r, const double *x) {
    for (size_t j = 0; j < r->n; j++)
        if (peers_run_is_integer(r, j) && x[j] != floor(x[j])) return 0;
    return 1;
}

/* The one place where the problem is called and counted. */
int peers_run_eval_heco(void *user, const double *x, double *f, double *g, double *h) {
    peers_run          *r = user;
    const heco_problem *p = r->problem;
    if (peers_run_over(r)) return HECO_POINT_STOP;
    int    how  = harness_whole(r, x) ? p->eval(p->user, x, f, g, h) : HECO_POINT_FAILED;
    int    good = how == HECO_POINT_OK && isfinite(f[0]);
    double viol = good ? heco_violation(&p->space, g, h) : INFINITY;
    double value = good ? f[0] : INFINITY;
    if (r->truth != NULL) value = r->truth->f, viol = r->truth->viol;
    r->evals++;
    if (good && heco_better_feasible(value, viol, r->best_f, r->best_viol))
        r->best_f = value, r->best_viol = viol;
    if (viol == 0.0 && value <= r->target) r->solved = (int64_t)r->evals;
    return how;
}

static double harness_tame(double value) {
    return isfinite(value) ? fmin(value, harness_bad) : harness_bad;
}

/* Evaluates at u and writes f and c; 1: over. */
static int harness_point(peers_run *r, const double *u, double *f, double *c) {
    const heco_space *s = &r->problem->space;
    if (peers_run_over(r)) return 1;
    for (size_t j = 0; j < r->n; j++) {
        double inside = u[j] > 0.0 ? fmin(u[j], 1.0) : 0.0; /* NAN is 0 */
        r->x[j]       = fmin(s->lower[j] + inside * (s->upper[j] - s->lower[j]), s->upper[j]);
        if (peers_run_is_integer(r, j)) r->x[j] = floor(r->x[j] + 0.5);
    }
    int failed = peers_run_eval_heco(r, r->x, f, r->g, r->h) != HECO_POINT_OK;
    f[0]       = failed ? harness_bad : harness_tame(f[0]);
    for (size_t k = 0; k < s->ng; k++)
        c[k] = failed ? harness_bad : harness_tame(r->g[k] - heco_space_tol(s, k));
    for (size_t k = 0; k < s->nh; k++) {
        double tol         = heco_space_tol(s, s->ng + k);
        c[s->ng + k]         = failed ? harness_bad : harness_tame(r->h[k] - tol);
        c[s->ng + s->nh + k] = failed ? harness_bad : harness_tame(-r->h[k] - tol);
    }
    return peers_run_over(r);
}

int peers_run_eval(peers_run *r, const double *u, double *f, double *c) {
    int same = r->known && memcmp(u, r->u, r->n * sizeof *u) == 0;
    if (!same && !peers_run_over(r)) {
        memcpy(r->u, u, r->n * sizeof *u);
        r->sloped = 0;
        r->known  = 1;
        harness_point(r, u, r->f, r->c);
    }
    f[0] = r->f[0];
    if (c != NULL && r->nc > 0) memcpy(c, r->c, r->nc * sizeof *c);
    return peers_run_over(r);
}

int peers_run_slopes(peers_run *r, const double *u, double *df, double *dc) {
    double f, moved_f = 0.0;
    int    over = peers_run_eval(r, u, &f, NULL);
    for (size_t j = 0; j < r->n && !r->sloped && !over; j++) {
        double at = r->u[j], step = at + harness_step <= 1.0 ? harness_step : -harness_step;
        r->u[j]   = at + step;
        over      = harness_point(r, r->u, &moved_f, r->moved_c);
        r->u[j]   = at;
        r->df[j]  = (moved_f - r->f[0]) / step;
        for (size_t k = 0; k < r->nc; k++)
            r->dc[k * r->n + j] = (r->moved_c[k] - r->c[k]) / step;
        if (j + 1 == r->n) r->sloped = 1;
    }
    if (df != NULL) memcpy(df, r->df, r->n * sizeof *df);
    if (dc != NULL && r->nc > 0) memcpy(dc, r->dc, r->n * r->nc * sizeof *dc);
    return over;
}

peers_run *peers_run_open(const char *suite, const char *problem, uint64_t max_evals) {
    heco_suite         *s;
    const heco_problem *p = NULL;
    peers_run          *r = NULL;
    if (heco_suite_open(&s, suite, NULL, NULL) != HECO_OK) return NULL;
    long index = heco_suite_find(s, problem, NULL);
    if (index >= 0 && heco_suite_problem(s, (size_t)index, 0, &p, NULL) == HECO_OK)
        r = peers_run_new(p, heco_suite_target(s, p),
                          max_evals > 0 ? max_evals
                                        : heco_suite_budget(s, (size_t)index, p->space.n));
    if (r != NULL) r->suite = s;
    else heco_suite_close(s);
    return r;
}
