#include "solver/sqp/bundle.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solver/sqp/descent_internal.h"

/* clang-format off */
/* ---- steps; the names are those of Schramm and Zowe (1992) ---- */
static const double
    bundle_accept    = 0.1,    /* m1: least share of the predicted decrease of an accepted step */
    bundle_good      = 0.5,    /* above: the radius may grow */
    bundle_grow      = 2.0,
    bundle_first_radius = 3.0, /* first radius, relative to the last accepted step of the descent */
    bundle_shrink    = 0.5,    /* radius after a step whose cut says nothing about the centre */
    bundle_at_radius = 0.9,    /* steps above this share of the radius are limited by it */
    bundle_proximal  = 0.1,    /* weight of |d|^2/2, times the slope, over n times the radius: a
                                * tenth of the decrease at most */
    bundle_value     = 1e-3,   /* weight of the square of the model's value, over the radius: the
                                * program must be strictly convex */
    bundle_multiplier = 2.0,   /* least penalty of phi, times the slope of f; as a descent begins */
    bundle_penalty   = 10.0,   /* the multipliers of the cuts add up to 1, so that 10 is exact */
    bundle_range     = 1e6,    /* bound of the model's value, in slopes times widths */
    bundle_step      = 1e-8,   /* difference, relative to |x| or a tenth of the width */
    bundle_typical   = 0.1,
    bundle_most_step = 0.25,   /* but at most this times the width */
    bundle_untie     = 1e-4,   /* most of a step that is cut off */
    bundle_golden    = 0.61803398874989485; /* its multiples modulo 1 all differ */
/* ---- the end ---- */
static const double
    bundle_least_radius = 1e-9,
    bundle_accuracy     = 1e-9,  /* predicted decrease, relative to |phi| and to the whole decrease */
    bundle_slow         = 1e-3,  /* least share of the whole decrease in BUNDLE_LOOK steps */
    bundle_useful       = 0.01;  /* least decrease of phi, relative to that of the descent */
enum {
    BUNDLE_VARIABLES = 200, /* most variables: a program costs n^3 operations */
    BUNDLE_SPARE     = 20,  /* cuts beyond n: at most n + 1 are active */
    BUNDLE_FIRST     = 8,   /* null steps before the first accepted one, */
    BUNDLE_USELESS   = 3,   /* or cuts that say nothing about the centre: it was noise, no kink */
    BUNDLE_NULLS     = 10,  /* null steps beyond n between accepted ones */
    BUNDLE_LOOK      = 20   /* trials between two looks at the progress */
};
/* clang-format on */

void heco_bundle_init(heco_bundle *b, heco_descent *descent, heco_arena *arena) {
    size_t n = descent->n, nv = descent->nc, size = nv + 1;
    memset(b, 0, sizeof *b);
    b->descent = descent;
    b->phase   = HECO_BUNDLE_OVER;
    if (nv < 2 || nv > BUNDLE_VARIABLES || descent->ni > 0) return;
    b->room                 = nv + BUNDLE_SPARE;
    double **const column[] = {&b->b, &b->dl, &b->du, &b->d, &b->slope};
    double **const row[]    = {&b->alpha, &b->lo, &b->lambda};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        *column[k] = heco_arena_take(arena, size, sizeof(double));
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        *row[k] = heco_arena_take(arena, b->room, sizeof(double));
    b->rows     = heco_arena_take(arena, b->room * size, sizeof *b->rows);
    b->B        = heco_arena_take(arena, size * size, sizeof *b->B);
    b->centre.x = heco_arena_take(arena, n, sizeof *b->centre.x);
    b->centre.c = heco_arena_take(arena, descent->m, sizeof *b->centre.c);
    b->trial.x  = heco_arena_take(arena, n, sizeof *b->trial.x);
    b->trial.c  = heco_arena_take(arena, descent->m, sizeof *b->trial.c);
    heco_qp_init(&b->qp, size, b->room, arena);
}

int heco_bundle_may_begin(const heco_bundle *b) { return b->room > 0 && b->descent->kinked; }

int heco_bundle_was_useful(const heco_bundle *b) {
    return b->steps > 0 && b->first_phi - b->phi > bundle_useful * fabs(b->descent->step.total);
}

/* Returns the cut that is worth least: an inactive one with the largest error. */
static size_t bundle_worst_cut(const heco_bundle *b) {
    size_t worst = 0;
    double most  = -1.0;
    for (size_t i = 0; i < b->cuts; i++)
        if (b->lambda[i] == 0.0 && b->alpha[i] > most) most = b->alpha[i], worst = i;
    return worst;
}

/* Adds the cut of b->slope with this linearisation error. An error below 0 shows that phi is not
 * convex there; its size then counts (Schramm and Zowe, section 3). */
static void bundle_add_cut(heco_bundle *b, double alpha) {
    size_t  nv = b->descent->nc, at = b->cuts < b->room ? b->cuts++ : bundle_worst_cut(b);
    double *row = b->rows + at * (nv + 1);
    for (size_t k = 0; k < nv; k++) row[k] = b->slope[k] / b->unit;
    row[nv]       = -1.0;
    b->alpha[at]  = fabs(alpha) / b->unit;
    b->lambda[at] = 0.0;
    b->lo[at]     = -INFINITY;
}

/* Sets b->slope to the slopes of phi at the iterate of the descent. */
static void bundle_set_first_slope(heco_bundle *b) {
    const heco_descent *s = b->descent;
    memcpy(b->slope, s->linear.grad, s->nc * sizeof *b->slope);
    for (size_t i = 0; i < s->m; i++) {
        double c     = s->current.c[i];
        int    above = c > s->tol[i], below = i >= s->space->ng && c < -s->tol[i];
        if (above || below)
            heco_dense_add(b->slope, (above ? 1.0 : -1.0) * s->program.penalty,
                           s->program.A + i * s->nv, s->nc);
    }
}

/* Sets the bounds of the step: the box and the trust region. The last variable is the value of the
 * model. */
static void bundle_set_bounds(heco_bundle *b) {
    const heco_descent *s = b->descent;
    for (size_t k = 0; k < s->nc; k++) {
        size_t j = s->var[k];
        b->dl[k] = fmin(0.0, fmax((s->space->lower[j] - b->centre.x[j]) / s->width[j], -b->radius));
        b->du[k] = fmax(0.0, fmin((s->space->upper[j] - b->centre.x[j]) / s->width[j], b->radius));
    }
    b->dl[s->nc] = -bundle_range, b->du[s->nc] = bundle_range;
}

/* Sets the weights of the quadratic terms, which follow the radius. Returns 0 if the program cannot
 * be factored. */
static int bundle_set_hessian(heco_bundle *b) {
    size_t nv = b->descent->nc, size = nv + 1;
    memset(b->B, 0, size * size * sizeof *b->B);
    for (size_t k = 0; k < nv; k++) b->B[k * size + k] = bundle_proximal / ((double)nv * b->radius);
    b->B[nv * size + nv] = bundle_value / b->radius;
    return heco_qp_set_hessian(&b->qp, b->B, size);
}

/* Returns the decrease of phi that the model predicts for the step b->d. */
static double bundle_predict(const heco_bundle *b) {
    size_t nv   = b->descent->nc;
    double most = -INFINITY;
    for (size_t i = 0; i < b->cuts; i++)
        most = fmax(most, heco_dense_dot(b->rows + i * (nv + 1), b->d, nv) - b->alpha[i]);
    return -most * b->unit;
}

/* Writes centre + step to the trial point. The step is shortened a little, differently in each
 * variable: steps of a linear model end where several of the values are equal, and differences
 * there are slopes of none of them. */
static void bundle_set_trial(heco_bundle *b) {
    const heco_descent *s = b->descent;
    memcpy(b->trial.x, b->centre.x, s->n * sizeof *b->trial.x);
    for (size_t k = 0; k < s->nc; k++) {
        double turn = bundle_golden * (double)(k + 1);
        b->d[k] *= 1.0 - bundle_untie * (turn - floor(turn));
        size_t j  = s->var[k];
        double lo = s->space->lower[j], hi = s->space->upper[j];
        double to     = b->centre.x[j] + b->d[k] * s->width[j];
        b->trial.x[j] = fmin(hi, fmax(lo, to));
    }
}

/* Solves the program for the next trial point, or ends. */
static void bundle_next_trial(heco_bundle *b) {
    size_t nv   = b->descent->nc;
    double gain = b->first_phi - b->phi;
    bundle_set_bounds(b);
    heco_qp_set_rows(&b->qp, b->rows, b->cuts);
    heco_qp_clear_active_set(&b->qp);
    heco_qp_program program = {b->b, b->lo, b->alpha, b->dl, b->du, bundle_penalty};
    b->phase                = HECO_BUNDLE_OVER;
    if (b->radius < bundle_least_radius || !bundle_set_hessian(b)) return;
    if (heco_qp_solve(&b->qp, b->d, b->lambda, &program) < 0) return;
    b->predicted = bundle_predict(b);
    b->length    = heco_dense_largest(b->d, nv);
    if (!(b->predicted > bundle_accuracy * fmax(fabs(b->phi), gain))) return;
    bundle_set_trial(b);
    b->phase = HECO_BUNDLE_TRIAL;
}

void heco_bundle_begin(heco_bundle *b) {
    heco_descent *s = b->descent;
    b->cuts = b->steps = b->nulls = b->useless = b->trials = 0;
    b->evals                                               = 0;
    heco_descent_copy_point(s, &b->centre, &s->current);
    /* The penalty of the descent may be far too small: its multipliers were those of one value. */
    double length      = sqrt(heco_dense_dot(s->linear.grad, s->linear.grad, s->nc));
    s->program.penalty = fmax(s->program.penalty, bundle_multiplier * length);
    b->phi = b->first_phi = b->mark_phi = heco_descent_merit(s, s->current.f, s->current.c);
    b->radius = fmin(1.0, bundle_first_radius * s->region.accepted_length);
    bundle_set_first_slope(b);
    b->unit = sqrt(heco_dense_dot(b->slope, b->slope, s->nc));
    memset(b->b, 0, (s->nc + 1) * sizeof *b->b);
    b->b[s->nc] = 1.0;
    b->phase    = HECO_BUNDLE_OVER;
    if (!(b->unit > 0.0) || !isfinite(b->unit)) return;
    bundle_add_cut(b, 0.0);
    bundle_next_trial(b);
}

/* Returns the difference of column k at the trial point, towards the inside of the box. */
static double bundle_difference(const heco_bundle *b, size_t k) {
    const heco_descent *s = b->descent;
    size_t              j = s->var[k];
    double              x = b->trial.x[j];
    double              h = bundle_step * fmax(fabs(x), bundle_typical * s->width[j]);
    h                     = fmin(h, bundle_most_step * s->width[j]);
    return x + h > s->space->upper[j] ? -h : h;
}

size_t heco_bundle_ask(heco_bundle *b, double *rows) {
    const heco_descent *s = b->descent;
    if (b->phase == HECO_BUNDLE_OVER) return 0;
    if (b->phase == HECO_BUNDLE_TRIAL) {
        memcpy(rows, b->trial.x, s->n * sizeof *rows);
        return 1;
    }
    for (size_t k = 0; k < s->nc; k++) {
        memcpy(rows + k * s->n, b->trial.x, s->n * sizeof *rows);
        rows[k * s->n + s->var[k]] += bundle_difference(b, k);
    }
    return s->nc;
}

/* Returns phi of a row; its constraints go to c. */
static double bundle_row_phi(const heco_bundle *b, double *c, const heco_batch *in, size_t i) {
    if (!heco_descent_row_is_finite(in, i)) return INFINITY;
    heco_descent_row_values(b->descent, c, in, i);
    return heco_descent_merit(b->descent, in->f[i], c);
}

/* Takes the value of the trial. A point that cannot be evaluated shrinks the region. */
static void bundle_tell_trial(heco_bundle *b, const heco_batch *in) {
    b->trials++;
    b->trial_phi = bundle_row_phi(b, b->trial.c, in, 0);
    b->trial.f = in->f[0], b->trial.viol = in->viol[0];
    b->phase = HECO_BUNDLE_DIFFERENCES;
    if (isfinite(b->trial_phi)) return;
    b->radius = bundle_shrink * b->length;
    b->nulls++;
    bundle_next_trial(b);
}

/* Moves the centre to the trial point: the errors of the cuts become those at the new centre. */
static void bundle_move_centre(heco_bundle *b) {
    const heco_descent *s      = b->descent;
    size_t              nv     = s->nc;
    double              change = (b->trial_phi - b->phi) / b->unit;
    for (size_t i = 0; i < b->cuts; i++) {
        double slope = heco_dense_dot(b->rows + i * (nv + 1), b->d, nv);
        b->alpha[i]  = fabs(b->alpha[i] + change - slope);
    }
    heco_descent_copy_point(s, &b->centre, &b->trial);
    b->phi = b->trial_phi;
}

/* Accepts the step or leaves its cut, by the value of the trial point and its slopes. */
static void bundle_judge(heco_bundle *b) {
    double ratio = (b->phi - b->trial_phi) / b->predicted;
    if (ratio >= bundle_accept) {
        bundle_move_centre(b);
        bundle_add_cut(b, 0.0);
        b->steps++, b->nulls = 0;
        if (ratio > bundle_good && b->length >= bundle_at_radius * b->radius)
            b->radius = fmin(1.0, bundle_grow * b->radius);
        return;
    }
    double alpha = b->phi - b->trial_phi + heco_dense_dot(b->slope, b->d, b->descent->nc);
    b->nulls++;
    bundle_add_cut(b, alpha);
    if (!(fabs(alpha) > b->predicted)) return;
    b->radius = bundle_shrink * fmin(b->radius, b->length);
    b->useless++;
}

/* Returns 1 if the method makes no progress worth its evaluations. */
static int bundle_is_slow(heco_bundle *b) {
    size_t most = b->steps == 0 ? BUNDLE_FIRST : b->descent->nc + BUNDLE_NULLS;
    if (b->nulls > most || (b->steps == 0 && b->useless >= BUNDLE_USELESS)) return 1;
    if (b->trials % BUNDLE_LOOK != 0) return 0;
    int slow    = b->mark_phi - b->phi < bundle_slow * (b->first_phi - b->phi);
    b->mark_phi = b->phi;
    return slow;
}

/* Takes the slopes at the trial point. A difference that failed makes them useless. */
static void bundle_tell_differences(heco_bundle *b, const heco_batch *in) {
    const heco_descent *s = b->descent;
    for (size_t k = 0; k < s->nc; k++) {
        double *c   = s->step.uncorrected.c; /* scratch: the descent has ended */
        double  phi = bundle_row_phi(b, c, in, k), h = bundle_difference(b, k);
        double  moved = (b->trial.x[s->var[k]] + h) - b->trial.x[s->var[k]];
        b->slope[k]   = (phi - b->trial_phi) / moved * s->width[s->var[k]];
        if (!isfinite(b->slope[k])) {
            b->phase = HECO_BUNDLE_OVER;
            return;
        }
    }
    bundle_judge(b);
    if (bundle_is_slow(b)) b->phase = HECO_BUNDLE_OVER;
    else bundle_next_trial(b);
}

int heco_bundle_tell(heco_bundle *b, const heco_batch *in) {
    b->evals += in->count;
    if (b->phase == HECO_BUNDLE_TRIAL) bundle_tell_trial(b, in);
    else bundle_tell_differences(b, in);
    return b->phase == HECO_BUNDLE_OVER;
}
