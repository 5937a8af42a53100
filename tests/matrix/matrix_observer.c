/* The observer: it stands inside the function, keeps every call and looks at every point. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "matrix.h"

enum { OBSERVER_STRIDE = MATRIX_MAX_N + MATRIX_MAX_C + 2 };

matrix_log *matrix_log_new(void) {
    size_t size = sizeof(matrix_log) + sizeof(double) * OBSERVER_STRIDE * MATRIX_ROWS;
    void  *log  = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return log == MAP_FAILED ? NULL : log;
}

void matrix_log_reset(matrix_log *log, const matrix_space *s) {
    memset(log, 0, sizeof *log);
    log->n      = s->space.n;
    log->m      = s->space.ng + s->space.nh;
    log->stride = log->n + log->m + 2;
}

uint64_t matrix_log_count(const matrix_log *log) {
    uint64_t calls = atomic_load(&log->calls);
    return calls < MATRIX_ROWS ? calls : MATRIX_ROWS;
}

static double *log_row(matrix_log *log, uint64_t call) { return log->row + call * log->stride; }
const double  *matrix_log_x(const matrix_log *log, uint64_t call) {
    return log->row + call * log->stride;
}
double matrix_log_f(const matrix_log *log, uint64_t call) {
    return matrix_log_x(log, call)[log->n];
}
const double *matrix_log_c(const matrix_log *log, uint64_t call) {
    return matrix_log_x(log, call) + log->n + 1;
}
int matrix_log_said(const matrix_log *log, uint64_t call) {
    return (int)matrix_log_x(log, call)[log->stride - 1];
}
void matrix_log_confirms(matrix_log *log, uint64_t call) {
    double *row = log_row(log, call);
    if (row[log->stride - 1] != HECO_POINT_OK) row[log->n] = NAN; /* its values mean nothing */
    row[log->stride - 1] = MATRIX_CONFIRMS;
}
int matrix_log_again(matrix_log *log, uint64_t call) {
    double *row = log_row(log, call);
    for (uint64_t i = call; i-- > 0;) {
        if (!matrix_log_counts(log, i)) continue;
        if (memcmp(log_row(log, i), row, log->n * sizeof *row) != 0) continue;
        memcpy(log_row(log, i), row, log->stride * sizeof *row);
        row[log->stride - 1] = MATRIX_AGAIN;
        return 1;
    }
    return 0;
}
int matrix_log_counts(const matrix_log *log, uint64_t call) {
    int said = matrix_log_said(log, call);
    return said != HECO_POINT_STOP && said != MATRIX_CONFIRMS && said != MATRIX_AGAIN;
}

/* A point of the space: inside, whole where it is to be, one of a list where there is one. */
static void observer_look(const matrix_space *s, matrix_log *log, const double *x) {
    for (size_t j = 0; j < s->space.n; j++) {
        const heco_choice *list  = &s->choices[j];
        int                odd   = MATRIX_FINE;
        int                known = list->count == 0;
        for (size_t i = 0; i < list->count; i++) known |= x[j] == list->values[i];
        if (!(x[j] >= s->lower[j] && x[j] <= s->upper[j])) odd = MATRIX_OUTSIDE;
        else if (s->integer[j] && x[j] != floor(x[j])) odd = MATRIX_NOT_INTEGER;
        else if (!known) odd = MATRIX_NOT_LISTED;
        if (odd == MATRIX_FINE || atomic_exchange(&log->odd, odd) != MATRIX_FINE) continue;
        log->odd_x = x[j];
    }
}

/* A worker process that is to die, dies; the point is in the list by then. */
static void observer_die(const matrix_user *u, const double *x) {
    if (!u->dies || getpid() == u->parent) return;
    if (matrix_hash(MATRIX_HASH, x, u->space->space.n * sizeof *x) % 8 == 0) raise(SIGKILL);
}

/* One call: its number, its values, its row of the list. */
static int observer_call(matrix_user *u, const double *x, double *f, double *c) {
    matrix_log *log   = u->log;
    uint64_t    call  = atomic_fetch_add(&log->calls, 1);
    int         fired = 0;
    int         said  = matrix_fault_eval(u->fault, u->space, x, call + 1, f, c, &fired);
    if (call + 1 == u->stop_at) said = HECO_POINT_STOP;
    if (u->interrupt_at != 0 && call + 1 >= u->interrupt_at) *u->interrupt = 1;
    observer_look(u->space, log, x);
    atomic_fetch_add(&log->fired, fired);
    if (call >= MATRIX_ROWS) return said;
    double *row = log_row(log, call);
    memcpy(row, x, log->n * sizeof *x);
    memcpy(row + log->n, f, sizeof *f);
    memcpy(row + log->n + 1, c, log->m * sizeof *c);
    row[log->stride - 1] = said;
    if (said == HECO_POINT_FAILED) observer_die(u, x);
    return said;
}

static void observer_write(const matrix_user *u, double *to, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (matrix_fault_writes(u->fault) || !isnan(from[i])) to[i] = from[i];
}

int matrix_observe(void *user, const double *x, double *f, double *g, double *h) {
    matrix_user *u = user;
    double       c[MATRIX_MAX_C], value;
    size_t       ng = u->space->space.ng, nh = u->space->space.nh;
    int          said = observer_call(u, x, &value, c);
    observer_write(u, f, &value, 1);
    if (ng > 0) observer_write(u, g, c, ng);
    if (nh > 0) observer_write(u, h, c + ng, nh);
    return said;
}

int matrix_observe_batch(void *user, const double *x, size_t count, double *f, double *g,
                         double *h) {
    matrix_user *u = user;
    size_t       n = u->space->space.n, ng = u->space->space.ng, nh = u->space->space.nh;
    for (size_t i = 0; i < count; i++)
        if (matrix_observe(u, x + i * n, f + i, g + i * ng, h + i * nh) != HECO_POINT_OK)
            f[i] = NAN;
    return HECO_POINT_OK;
}

/* Whether the latest evaluation at x worked: derivatives at a point that failed do not count. */
static int observer_worked(const matrix_user *u, const double *x) {
    const matrix_log *log = u->log;
    for (uint64_t i = matrix_log_count(log); i-- > 0;)
        if (memcmp(matrix_log_x(log, i), x, log->n * sizeof *x) == 0)
            return matrix_log_said(log, i) == HECO_POINT_OK && isfinite(matrix_log_f(log, i)) &&
                   isfinite(matrix_violation(&u->space->space, matrix_log_c(log, i)));
    return 0;
}

int matrix_observe_slopes(void *user, const double *x, double *df, double *dg, double *dh) {
    matrix_user *u    = user;
    matrix_log  *log  = u->log;
    size_t       n    = log->n, ng = u->space->space.ng, nh = log->m - ng;
    uint64_t     last = matrix_log_count(log);
    int          said = matrix_fault_slopes(u->space, u->slopes, x, df, dg, dh), fine = 1;
    if (u->serial && (last == 0 || memcmp(matrix_log_x(log, last - 1), x, n * sizeof *x) != 0))
        atomic_store(&log->odd, MATRIX_SLOPE_ELSEWHERE);
    observer_look(u->space, log, x);
    for (size_t i = 0; i < n; i++) fine &= isfinite(df[i]) != 0;
    for (size_t i = 0; i < ng * n; i++) fine &= isfinite(dg[i]) != 0;
    for (size_t i = 0; i < nh * n; i++) fine &= isfinite(dh[i]) != 0;
    atomic_fetch_add(&log->slopes, 1);
    if (said == HECO_POINT_OK && fine && observer_worked(u, x))
        atomic_fetch_add(&log->derivative_report_given, 1);
    return said;
}

void *matrix_observe_clone(const void *user) {
    matrix_user *clone = malloc(sizeof *clone);
    if (clone == NULL) return NULL;
    memcpy(clone, user, sizeof *clone);
    atomic_fetch_add(&clone->log->clones, 1);
    return clone;
}

void matrix_observe_drop(void *clone) {
    atomic_fetch_add(&((matrix_user *)clone)->log->drops, 1);
    free(clone);
}
