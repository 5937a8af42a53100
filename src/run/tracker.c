#include "run/tracker.h"

#include <math.h>
#include <string.h>

#include "problem/better.h"
#include "problem/violation.h"

void heco_tracker_init(heco_tracker *r, const heco_space *space, const heco_run_options *options,
                       heco_arena *arena) {
    size_t count = options->checkpoint_count;
    memset(r, 0, sizeof *r);
    r->space           = space;
    r->target          = options->target;
    r->f               = INFINITY;
    r->viol            = INFINITY;
    r->x               = heco_arena_take(arena, space->n, sizeof *r->x);
    r->g               = heco_arena_take(arena, space->ng, sizeof *r->g);
    r->h               = heco_arena_take(arena, space->nh, sizeof *r->h);
    r->exact.f         = INFINITY;
    r->exact.x         = heco_arena_take(arena, space->n, sizeof *r->exact.x);
    r->exact.g         = heco_arena_take(arena, space->ng, sizeof *r->exact.g);
    r->exact.h         = heco_arena_take(arena, space->nh, sizeof *r->exact.h);
    r->nonfinite_x     = heco_arena_take(arena, space->n, sizeof *r->nonfinite_x);
    r->least           = INFINITY;
    r->most_g          = heco_arena_take(arena, space->ng, sizeof *r->most_g);
    r->most_h          = heco_arena_take(arena, space->nh, sizeof *r->most_h);
    uint64_t *at       = heco_arena_take(arena, count, sizeof *at);
    r->checkpoint_f    = heco_arena_take(arena, count, sizeof *r->checkpoint_f);
    r->checkpoint_viol = heco_arena_take(arena, count, sizeof *r->checkpoint_viol);
    if (heco_arena_failed(arena)) return;
    if (count > 0) memcpy(at, options->checkpoints, count * sizeof *at);
    r->checkpoint  = at;
    r->checkpoints = count;
}

/* Records which value of row i is not finite, before tracker_set_worst overwrites them. */
static void tracker_record_nonfinite(heco_tracker *r, const heco_batch *b, size_t i) {
    const double *g = b->g + i * b->ng, *h = b->h + i * b->nh;
    double        value = b->f[i];
    size_t        which = 0;
    while (isfinite(value) && which < b->ng + b->nh) {
        value = which < b->ng ? g[which] : h[which - b->ng];
        which++;
    }
    r->nonfinite++;
    r->nonfinite_which = isfinite(value) ? SIZE_MAX : which;
    r->nonfinite_value = value;
    memcpy(r->nonfinite_x, b->x + i * b->n, b->n * sizeof *r->nonfinite_x);
}

/* Sets all values to infinity, so that the row loses every comparison. */
static void tracker_set_worst(heco_batch *b, size_t i) {
    b->f[i]    = INFINITY;
    b->viol[i] = INFINITY;
    for (size_t k = 0; k < b->ng; k++) b->g[i * b->ng + k] = INFINITY;
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = INFINITY;
}

/* Copies x, g and h of row i, the best point. */
static void tracker_keep_point(heco_tracker *r, const heco_batch *b, size_t i) {
    memcpy(r->x, b->x + i * b->n, b->n * sizeof *r->x);
    if (b->ng) memcpy(r->g, b->g + i * b->ng, b->ng * sizeof *r->g);
    if (b->nh) memcpy(r->h, b->h + i * b->nh, b->nh * sizeof *r->h);
}

/* Keeps row i, feasible and better than r->exact, if it meets the constraints to rounding. */
static void tracker_keep_exact(heco_tracker *r, const heco_batch *b, size_t i) {
    const double *g = b->g + i * b->ng, *h = b->h + i * b->nh;
    if (b->ng + b->nh == 0 || !heco_violation_is_exact(r->space, g, h)) return;
    r->exact.f     = b->f[i];
    r->exact.evals = r->evals;
    memcpy(r->exact.x, b->x + i * b->n, b->n * sizeof *r->exact.x);
    if (b->ng) memcpy(r->exact.g, g, b->ng * sizeof *g);
    if (b->nh) memcpy(r->exact.h, h, b->nh * sizeof *h);
}

/* Records the best values at each checkpoint up to r->evals. */
static void tracker_pass_checkpoints(heco_tracker *r) {
    while (r->passed < r->checkpoints && r->checkpoint[r->passed] <= r->evals) {
        r->checkpoint_f[r->passed]    = r->f;
        r->checkpoint_viol[r->passed] = r->viol;
        r->passed++;
    }
}

/* Makes the values of row i the best ones. heco_tracker_add_batch() copies the point later. */
static void tracker_improve(heco_tracker *r, const heco_batch *b, size_t i) {
    r->f             = b->f[i];
    r->viol          = b->viol[i];
    r->any           = 1;
    r->evals_at_best = r->evals;
    if (r->viol != 0.0) return;
    if (r->evals_to_feasible == 0) r->evals_to_feasible = r->evals;
    if (r->evals_to_target == 0 && r->f <= r->target) r->evals_to_target = r->evals;
}

/* Raises the largest values by those of one point. */
static void tracker_raise(heco_tracker *r, double f, const double *g, const double *h) {
    const heco_space *s = r->space;
    if (!r->filled || f > r->most_f) r->most_f = f;
    for (size_t k = 0; k < s->ng; k++)
        if (!r->filled || g[k] > r->most_g[k]) r->most_g[k] = g[k];
    for (size_t k = 0; k < s->nh; k++)
        if (!r->filled || fabs(h[k]) > r->most_h[k]) r->most_h[k] = fabs(h[k]);
    r->filled = 1;
}

/* Writes the violation of each row; infinity if g or h is not finite. The loop stores doubles only,
 * so that compilers keep the sizes and addresses in registers. */
static void tracker_measure(const heco_tracker *r, heco_batch *b) {
    size_t m    = b->ng + b->nh;
    double mean = m > 0 ? (double)m : 1.0;
    for (size_t i = 0; i < b->count; i++)
        b->viol[i] = heco_violation_total(r->space, b->g + i * b->ng, b->h + i * b->nh, 0.0) / mean;
}

/* Returns whether a row of the batch lacks f. The loop does not end at the first one, so that
 * compilers vectorise it. */
static int tracker_has_row_without_f(const heco_batch *b) {
    int has = 0;
    for (size_t i = 0; i < b->count; i++) has |= heco_batch_lacks_f(b, i);
    return has;
}

/* Raises the largest values by the rows with f. Recording begins with the first row that lacks f,
 * because the loop would cost fast functions several per cent. */
static void tracker_raise_batch(heco_tracker *r, const heco_batch *b) {
    if (!r->filled && r->any) tracker_raise(r, r->f, r->g, r->h);
    for (size_t i = 0; i < b->count; i++)
        if (b->state[i] == HECO_ROW_OK && isfinite(b->f[i]) && b->viol[i] < INFINITY)
            tracker_raise(r, b->f[i], b->g + i * b->ng, b->h + i * b->nh);
}

/* Returns the violation of the values of row i that are known. */
static double tracker_known_violation(const heco_tracker *r, const heco_batch *b, size_t i) {
    double sum = 0.0;
    for (size_t k = 0; k < b->ng + b->nh; k++) {
        double value = k < b->ng ? b->g[i * b->ng + k] : fabs(b->h[i * b->nh + k - b->ng]);
        if (isfinite(value) && value > heco_space_tol(r->space, k)) sum += value;
    }
    return sum;
}

/* Fills the unknown values of row i. As long as no row had f, a constraint is violated as much as
 * the known ones together, whose scale is the only one known. */
static void tracker_fill_row(const heco_tracker *r, heco_batch *b, size_t i, double known) {
    double *g = b->g + i * b->ng, *h = b->h + i * b->nh;
    if (!isfinite(b->f[i])) b->f[i] = r->filled ? r->most_f : 0.0;
    for (size_t k = 0; k < b->ng; k++) {
        int part = heco_space_is_objective(r->space, k);
        if (isfinite(g[k])) continue;
        g[k] = r->filled ? r->most_g[k] : part ? 0.0 : known;
        if (!part && g[k] < 0.0) g[k] = 0.0;
    }
    for (size_t k = 0; k < b->nh; k++)
        if (!isfinite(h[k])) h[k] = r->filled ? r->most_h[k] : known;
}

/* Counts row i, which lacks f, and fills its unknown values. Until a row has f, the best point is
 * the one with the least known violation. */
static void tracker_add_row_without_f(heco_tracker *r, heco_batch *b, size_t i) {
    double known = tracker_known_violation(r, b, i);
    size_t m     = b->ng + b->nh;
    if (b->state[i] == HECO_ROW_REJECTED) r->rejected++;
    else r->partial++;
    if (!r->any && (known > 0.0 ? known : INFINITY) < r->least) {
        r->least = known;
        tracker_keep_point(r, b, i);
    }
    tracker_fill_row(r, b, i, known);
    double sum = heco_violation_total(r->space, b->g + i * b->ng, b->h + i * b->nh, 0.0);
    /* There is no known violation where a cheap constraint has no value, or within the tolerance.
     */
    if (!(sum > 0.0 && sum < INFINITY) || !isfinite(b->f[i])) tracker_set_worst(b, i);
    else b->viol[i] = sum / (double)m;
}

/* Counts row i, whose values are not finite, and sets them to the worst ones. Until an evaluation
 * succeeds, the best point is the first one asked for. */
static void tracker_add_failed_row(heco_tracker *r, heco_batch *b, size_t i) {
    if (b->state[i] == HECO_ROW_OK) tracker_record_nonfinite(r, b, i);
    tracker_set_worst(b, i);
    b->state[i] = HECO_ROW_FAILED;
    if (r->failed++ == 0 && !r->any) tracker_keep_point(r, b, i);
}

/* Compares row i, whose values are finite, with the best points. Returns 1 if it is the best. The
 * conditions are joined by & and |, because one rare branch costs less than several that are hard
 * to predict. */
static inline int tracker_compare(heco_tracker *r, const heco_batch *b, size_t i) {
    double f = b->f[i], viol = b->viol[i];
    int    exact  = (viol == 0.0) & (f < r->exact.f);
    int    better = heco_better_feasible_inline(f, viol, r->f, r->viol);
    if (!(exact | better)) return 0;
    if (exact) tracker_keep_exact(r, b, i);
    if (better) tracker_improve(r, b, i);
    return better;
}

void heco_tracker_add_batch(heco_tracker *r, heco_batch *b) {
    size_t best = SIZE_MAX, count = b->count;
    tracker_measure(r, b);
    int lacks = tracker_has_row_without_f(b);
    r->fills |= lacks;
    if (r->fills) tracker_raise_batch(r, b);
    for (size_t i = 0; i < count; i++) {
        if (b->state[i] == HECO_ROW_SKIPPED) continue;
        r->evals++;
        if (lacks && heco_batch_lacks_f(b, i)) tracker_add_row_without_f(r, b, i);
        else if (!isfinite(b->f[i]) || b->viol[i] == INFINITY) tracker_add_failed_row(r, b, i);
        else if (tracker_compare(r, b, i)) best = i;
        if (r->passed < r->checkpoints && r->checkpoint[r->passed] <= r->evals)
            tracker_pass_checkpoints(r);
    }
    if (best != SIZE_MAX) tracker_keep_point(r, b, best);
}
