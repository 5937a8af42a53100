#include "solver/surrogate/rbf_fit.h"

#include <string.h>

#include "base/clones.h"
#include "base/elementary.h"
#include "base/index_sort.h"
#include "base/quantile.h"

static const double RBF_FIT_PLOG_HANDICAP = 1.2;  /* factor of the errors of plog           */
static const double RBF_FIT_MUST_WIN      = 0.95; /* a later basis must be better by this   */
static const double RBF_FIT_NO_WEIGHT     = 1e-14;

void heco_rbf_fitter_init(heco_rbf_fitter *f, size_t n, size_t m, size_t most, size_t rows,
                          heco_arena *arena) {
    memset(f, 0, sizeof *f);
    f->n = n, f->m = m, f->most = most, f->rows = rows;
    heco_rbf_work_init(&f->work, most, 2 * m, arena);
    for (int t = 0; t < HECO_RBF_BASES; t++)
        heco_rbf_basis_init(&f->basis[t], (heco_rbf_tail)t, &f->work, n,
                            t == HECO_RBF_QUADRATIC_FORM ? &f->basis[HECO_RBF_LINEAR] : NULL,
                            arena);
    f->kernel   = heco_arena_take(arena, most * most, sizeof *f->kernel);
    f->values   = heco_arena_take(arena, most * 2 * m, sizeof *f->values);
    f->distance = heco_arena_take(arena, rows, sizeof *f->distance);
    f->order    = heco_arena_take(arena, rows, sizeof *f->order);
    f->scratch  = heco_arena_take(arena, 2 * rows, sizeof *f->scratch);
    f->column   = heco_arena_take(arena, most, sizeof *f->column);
    f->residual = heco_arena_take(arena, most, sizeof *f->residual);
}

/* Selects the nearest usable points, the older of equals first: sets q->count, order and q->s. */
static void rbf_fit_window(heco_rbf_fitter *f, heco_rbf *q, const heco_rbf_data *d, size_t cap) {
    size_t usable = 0;
    for (size_t i = 0; i < d->count; i++) {
        const double *x = d->x + i * f->n;
        if (!d->usable[i]) continue;
        f->distance[i] = 0.0;
        for (size_t j = 0; j < f->n; j++) f->distance[i] += (x[j] - q->c[j]) * (x[j] - q->c[j]);
        f->order[usable++] = i;
    }
    heco_index_sort(f->order, f->distance, usable, f->scratch);
    q->count = usable < cap ? usable : cap;
    if (q->count > f->most) q->count = f->most;
    q->s = sqrt(f->distance[f->order[q->count / 2 < usable ? q->count / 2 : 0]]);
    if (!(q->s >= 1e-12)) q->s = 1.0;
}

/* Writes the points in z and the matrix of the |z_i - z_k|^3. */
HECO_CLONES static void rbf_fit_points(heco_rbf_fitter *f, heco_rbf *q, const heco_rbf_data *d) {
    size_t n = f->n, M = q->count;
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < n; j++) {
            double z        = (d->x[f->order[i] * n + j] - q->c[j]) / q->s;
            q->z[i * n + j] = q->zt[j * q->most + i] = z;
        }
    for (size_t i = 0; i < M; i++) {
        double *restrict row = f->kernel + i * M;
        for (size_t k = 0; k < M; k++) row[k] = 0.0;
        for (size_t j = 0; j < n; j++) {
            const double *restrict zt = q->zt + j * q->most;
            double zi                 = q->z[i * n + j];
            for (size_t k = 0; k < M; k++) row[k] += (zi - zt[k]) * (zi - zt[k]);
        }
        for (size_t k = 0; k < M; k++) row[k] *= sqrt(row[k]);
    }
}

/* Sets the shift and alpha of output k and writes its two columns of values. */
static void rbf_fit_transform(heco_rbf_fitter *f, heco_rbf *q, const heco_rbf_data *d, size_t k) {
    heco_rbf_output *o    = &q->out[k];
    double           most = 0.0;
    o->y0                 = k == 0 ? d->y[f->order[0] * f->m] : 0.0;
    for (size_t i = 0; i < q->count; i++) {
        f->column[i] = fabs(d->y[f->order[i] * f->m + k] - o->y0);
        most         = fmax(most, f->column[i]);
    }
    double median = heco_quantile(f->column, q->count, 0.5, f->scratch, f->scratch + f->rows);
    o->alpha      = fmax(0.1 * median, 1e-12 * most);
    if (!(o->alpha > 0.0)) o->alpha = 1.0;
    for (size_t i = 0; i < q->count; i++) {
        double  y        = d->y[f->order[i] * f->m + k] - o->y0;
        double *values   = f->values + i * 2 * f->m;
        values[k]        = y;
        values[f->m + k] = heco_plog(y, o->alpha);
    }
}

/* Returns the mean absolute deviation of the values of the near points. */
static double rbf_fit_deviation(const heco_rbf_fitter *f, size_t k, size_t near) {
    double mean = 0.0, sum = 0.0;
    for (size_t i = 0; i < near; i++) mean += f->values[i * 2 * f->m + k] / (double)near;
    for (size_t i = 0; i < near; i++)
        sum += fabs(f->values[i * 2 * f->m + k] - mean) / (double)near;
    return sum;
}

/* Returns the mean leave-one-out error of output k in its own units, each limited to 10 `most`. */
static double rbf_fit_error(const heco_rbf_fitter *f, const heco_rbf_basis *a, size_t column,
                            const heco_rbf_output *o, double most, size_t near) {
    double sum  = 0.0;
    int    plog = column >= f->m;
    for (size_t i = 0; i < near; i++) {
        const double *values = f->values + i * 2 * f->m;
        double        e      = INFINITY;
        if (a->A[i] > RBF_FIT_NO_WEIGHT) e = a->lambda[i * 2 * f->m + column] / a->A[i];
        if (plog) e = values[column - f->m] - heco_plog_inverse(values[column] - e, o->alpha);
        sum += fmin(fabs(e), 10.0 * most) / (double)near;
    }
    return plog ? RBF_FIT_PLOG_HANDICAP * sum : sum;
}

/* Chooses basis and transform of output k. */
static void rbf_fit_choose(const heco_rbf_fitter *f, heco_rbf_output *o, size_t k, double most,
                           size_t near) {
    o->error = INFINITY, o->tail = HECO_RBF_CONSTANT, o->plog = 0;
    for (int plog = 0; plog < 2; plog++)
        for (int t = 0; t < HECO_RBF_BASES; t++) {
            if (!f->basis[t].ok) continue;
            double e = rbf_fit_error(f, &f->basis[t], (size_t)plog * f->m + k, o, most, near);
            if (!(e < RBF_FIT_MUST_WIN * o->error)) continue;
            o->error = e, o->tail = (heco_rbf_tail)t, o->plog = plog;
        }
}

/* Sets the scale of the transformed output k and its weights. */
static void rbf_fit_weights(heco_rbf_fitter *f, heco_rbf *q, size_t k, double most) {
    heco_rbf_output *o      = &q->out[k];
    size_t           column = o->plog ? f->m + k : k;
    double          *lambda = q->lambda + k * q->most;
    for (size_t i = 0; i < q->count; i++) f->column[i] = f->values[i * 2 * f->m + column];
    o->scale = heco_quantile(f->column, q->count, 0.8, f->scratch, f->scratch + f->rows) -
               heco_quantile(f->column, q->count, 0.2, f->scratch, f->scratch + f->rows);
    if (!(o->scale > 1e-9 * most)) o->scale = most > 0.0 ? most : 1.0;
    if (o->tail == HECO_RBF_CONSTANT) return;
    for (size_t i = 0; i < q->count; i++)
        lambda[i] = f->basis[o->tail].lambda[i * 2 * f->m + column] / o->scale;
}

/* Writes the quadratic form 100 sum lambda_i z_i z_i' as coefficients of z_a z_b, a <= b. */
static void rbf_fit_form(const heco_rbf *q, size_t k, double *form) {
    size_t        n      = q->n;
    const double *lambda = q->lambda + k * q->most;
    memset(form, 0, n * (n + 1) / 2 * sizeof *form);
    for (size_t i = 0; i < q->count; i++) {
        const double *z    = q->z + i * n;
        double       *into = form;
        for (size_t a = 0; a < n; a++) {
            double w = HECO_RBF_FORM_WEIGHT * lambda[i] * z[a];
            for (size_t b = a; b < n; b++) *into++ += w * z[b];
        }
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++, form++)
            if (a != b) *form *= 2.0;
}

/* Writes the scaled values of output k less its kernel sums to a column of x. */
static void rbf_fit_residual(heco_rbf_fitter *f, heco_rbf *q, size_t k, double *x, size_t stride) {
    const heco_rbf_output *o = &q->out[k];
    size_t                 n = q->n, M = q->count, column = o->plog ? f->m + k : k;
    double                *form = q->beta + k * q->terms + 1 + n, *kernel = f->residual;
    heco_dense_rows_sum(kernel, f->kernel, q->lambda + k * q->most, M, M);
    if (o->tail == HECO_RBF_QUADRATIC_FORM) rbf_fit_form(q, k, form);
    for (size_t i = 0; i < M; i++) {
        const double *z = q->z + i * n, *c = form;
        double        sum = f->values[i * 2 * f->m + column] / o->scale - kernel[i];
        for (size_t a = 0; o->tail == HECO_RBF_QUADRATIC_FORM && a < n; a++)
            for (size_t b = a; b < n; b++) sum -= *c++ * z[a] * z[b];
        x[i * stride] = sum;
    }
}

/* Fits the polynomials of all outputs that use basis t. */
static void rbf_fit_polynomials(heco_rbf_fitter *f, heco_rbf *q, heco_rbf_tail t) {
    const heco_qr *qr = &f->basis[t].qr;
    double        *x = f->work.x, *b = f->column;
    size_t         users = 0, next = 0;
    for (size_t k = 0; k < f->m; k++) users += q->out[k].tail == t;
    if (users == 0) return;
    for (size_t k = 0; k < f->m; k++)
        if (q->out[k].tail == t) rbf_fit_residual(f, q, k, x + next++, users);
    heco_qr_apply_t(qr, x, users, f->work.work);
    next = 0;
    for (size_t k = 0; k < f->m; k++) {
        if (q->out[k].tail != t) continue;
        for (size_t i = 0; i < qr->rank; i++) b[i] = x[i * users + next];
        heco_qr_solve(qr, q->beta + k * q->terms, b);
        next++;
    }
}

double heco_rbf_fit(heco_rbf_fitter *f, heco_rbf *q, const heco_rbf_data *d, const double *c,
                    size_t cap, size_t near) {
    memcpy(q->c, c, f->n * sizeof *c);
    rbf_fit_window(f, q, d, cap);
    rbf_fit_points(f, q, d);
    if (near == 0) near = q->count / 2 > f->n + 2 ? q->count / 2 : f->n + 2;
    if (near > q->count) near = q->count;
    for (size_t k = 0; k < f->m; k++) rbf_fit_transform(f, q, d, k);
    heco_rbf_task task = {.n       = f->n,
                          .count   = q->count,
                          .columns = 2 * f->m,
                          .near    = near,
                          .stride  = q->most,
                          .z       = q->z,
                          .zt      = q->zt,
                          .kernel  = f->kernel,
                          .values  = f->values,
                          .nugget  = f->noise};
    for (int t = 0; t < HECO_RBF_BASES; t++)
        heco_rbf_basis_solve(&f->basis[t], &task, &f->work,
                             t == HECO_RBF_QUADRATIC_FORM ? &f->basis[HECO_RBF_LINEAR] : NULL);
    double score = 0.0;
    for (size_t k = 0; k < f->m; k++) {
        heco_rbf_output *o    = &q->out[k];
        double           most = 0.0;
        for (size_t i = 0; i < q->count; i++) most = fmax(most, fabs(f->values[i * 2 * f->m + k]));
        o->deviation = rbf_fit_deviation(f, k, near);
        rbf_fit_choose(f, o, k, most, near);
        rbf_fit_weights(f, q, k, most);
        score += heco_log(fmax(o->error, 1e-7 * o->deviation + 1e-300) / (o->deviation + 1e-300));
    }
    for (int t = 0; t < HECO_RBF_BASES; t++) rbf_fit_polynomials(f, q, (heco_rbf_tail)t);
    return score / (double)f->m;
}
