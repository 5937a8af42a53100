/* U-score of the CEC competitions on constrained problems: all trials of all algorithms on one
 * problem are compared pair by pair, on accuracy and on speed (2026), or ranked in one list
 * (2024, 2025; the Mann-Whitney statistic of Price, Kumar and Suganthan 2023).
 *
 * Curves are best-so-far, so the first checkpoint at or below a target is found by bisection:
 * 8 algorithms x 25 runs are 19900 pairs per problem, each a few dozen steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/index_sort.h"
#include "report/stats/stats.h"

static const double uscore_tol        = 1e-8; /* smaller differences are ties             */
static const double uscore_ranked_tol = 1e-4; /* violations below count as 0 (2024, 2025) */

/* Curves of one problem after cleaning: `value` is +infinity until a point is feasible. */
typedef struct {
    size_t  trials, steps;
    double *value, *viol;
    int    *feasible;
} uscore_curves;

/* Returns 0 for a value within the tolerance and infinity for NAN. */
static double uscore_clip(double v) { return isnan(v) ? INFINITY : fabs(v) < uscore_tol ? 0.0 : v; }

static void uscore_curves_free(uscore_curves *c) {
    free(c->value);
    free(c->feasible);
}

/* Makes the curves monotone, because bisection needs it and some recorded traces are not. */
static void uscore_clean(uscore_curves *c, const heco_uscore_trials *all, size_t trial) {
    size_t        at = trial * c->steps;
    const double *f = all->f + at, *viol = all->viol + at;
    double        best = INFINITY, least = INFINITY;
    for (size_t k = 0; k < c->steps; k++) {
        double now = viol[k] == 0.0 ? uscore_clip(f[k]) : INFINITY;
        if (now < best) best = now;
        if (uscore_clip(viol[k]) < least) least = uscore_clip(viol[k]);
        c->value[at + k] = best;
        c->viol[at + k]  = least;
    }
    c->feasible[trial] = best < INFINITY;
}

/* Allocates and fills the curves of all trials. */
static heco_status uscore_curves_init(uscore_curves *c, const heco_uscore_trials *all) {
    size_t cells = all->trials * all->checkpoints;
    c->trials    = all->trials;
    c->steps     = all->checkpoints;
    c->value     = malloc(2 * cells * sizeof *c->value);
    c->feasible  = malloc(c->trials * sizeof *c->feasible);
    if (c->value == NULL || c->feasible == NULL) {
        uscore_curves_free(c);
        return HECO_ERR_MEMORY;
    }
    c->viol = c->value + cells;
    for (size_t i = 0; i < c->trials; i++) uscore_clean(c, all, i);
    return HECO_OK;
}

/* Returns the first checkpoint at or below the target; `steps` if there is none. */
static size_t uscore_arrival(const double *curve, size_t steps, double target) {
    size_t low = 0, high = steps;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (curve[middle] <= target + uscore_tol) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* Returns the share of the point that goes to the smaller of two values. */
static double uscore_share(double a, double b) {
    if (a == b || fabs(a - b) <= uscore_tol) return 0.5;
    return a < b ? 1.0 : 0.0;
}

/* Compares trials i and j. The results are 1 if i wins, 0.5 for a tie, 0 if j wins. */
static void uscore_pair(const uscore_curves *c, size_t i, size_t j, double *accuracy,
                        double *speed) {
    int           by_value = c->feasible[i] && c->feasible[j];
    const double *curves   = by_value ? c->value : c->viol;
    const double *a = curves + i * c->steps, *b = curves + j * c->steps;
    double        last_a = a[c->steps - 1], last_b = b[c->steps - 1];
    if (c->feasible[i] != c->feasible[j]) *accuracy = c->feasible[i];
    else *accuracy = uscore_share(last_a, last_b);
    double target = last_a > last_b ? last_a : last_b;
    if (c->feasible[i] != c->feasible[j]) target = c->feasible[i] ? last_b : last_a;
    size_t ta = uscore_arrival(a, c->steps, target), tb = uscore_arrival(b, c->steps, target);
    *speed = ta < tb ? 1.0 : ta == tb ? 0.5 : 0.0;
}

/* Adds the points of all pairs of trials to their algorithms (rule of 2026). */
static heco_status uscore_pairwise(const heco_uscore_trials *all, double *accuracy, double *speed) {
    uscore_curves c;
    heco_status   status = uscore_curves_init(&c, all);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < c.trials; i++)
        for (size_t j = i + 1; j < c.trials; j++) {
            double won, sooner;
            uscore_pair(&c, i, j, &won, &sooner);
            accuracy[all->algorithm[i]] += won;
            accuracy[all->algorithm[j]] += 1.0 - won;
            speed[all->algorithm[i]] += sooner;
            speed[all->algorithm[j]] += 1.0 - sooner;
        }
    uscore_curves_free(&c);
    return HECO_OK;
}

/* ---- the ranked rule ---- */

typedef struct {
    int    group; /* 0 feasible and on target, 1 feasible, 2 infeasible                   */
    double key;   /* checkpoint, f or violation                                          */
    size_t trial;
} uscore_place;

static int uscore_place_compare(const void *a, const void *b) {
    const uscore_place *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* Returns the value at the last checkpoint of a trial; infinity for NAN. */
static double uscore_last(const double *rows, const heco_uscore_trials *all, size_t trial) {
    double v = rows[(trial + 1) * all->checkpoints - 1];
    return isnan(v) ? INFINITY : v;
}

/* Returns the median of all final values, feasible or not: the target of the 2024 program. */
static heco_status uscore_ranked_target(const heco_uscore_trials *all, double *target) {
    size_t  n    = all->trials;
    double *last = malloc(n * sizeof *last);
    if (last == NULL) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < n; i++) last[i] = uscore_last(all->f, all, i);
    heco_sort_ascending(last, n);
    *target = n % 2 == 1 ? last[n / 2] : 0.5 * (last[n / 2 - 1] + last[n / 2]);
    free(last);
    return HECO_OK;
}

/* Returns the sort key of a trial: first trials on target by time, then feasible ones by f, then
 * infeasible ones by violation. */
static uscore_place uscore_place_of(const heco_uscore_trials *all, size_t trial, double target) {
    const double *f      = all->f + trial * all->checkpoints;
    const double *v      = all->viol + trial * all->checkpoints;
    double        last_f = uscore_last(all->f, all, trial);
    double        last_v = uscore_last(all->viol, all, trial);
    uscore_place  place  = {2, last_v, trial};
    if (last_v >= uscore_ranked_tol) return place;
    place.group = 1;
    place.key   = last_f;
    if (!(last_f <= target)) return place;
    size_t from = all->checkpoints; /* from here on the trial is feasible and on target */
    while (from > 0 && v[from - 1] < uscore_ranked_tol && f[from - 1] <= target) from--;
    place.group = 0;
    place.key   = (double)from;
    return place;
}

/* Adds the points of the ranked list to the algorithms (rule of 2024 and 2025). Tied trials share
 * their mean rank. */
static heco_status uscore_ranked(const heco_uscore_trials *all, double *points) {
    double        target;
    size_t        n      = all->trials;
    uscore_place *place  = malloc(n * sizeof *place);
    heco_status   status = place == NULL ? HECO_ERR_MEMORY : uscore_ranked_target(all, &target);
    if (status != HECO_OK) {
        free(place);
        return status;
    }
    for (size_t i = 0; i < n; i++) place[i] = uscore_place_of(all, i, target);
    qsort(place, n, sizeof *place, uscore_place_compare);
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && uscore_place_compare(place + begin, place + end) == 0;)
            end++;
        double shared = 0.5 * (double)(begin + end + 1);
        for (size_t i = begin; i < end; i++)
            points[all->algorithm[place[i].trial]] += (double)(n + 1) - shared;
    }
    free(place);
    for (size_t a = 0; a < all->algorithms; a++) {
        double runs = 0.0;
        for (size_t i = 0; i < n; i++) runs += all->algorithm[i] == a;
        points[a] -= 0.5 * runs * (runs + 1.0);
    }
    return HECO_OK;
}

heco_status heco_uscore_compute(const heco_uscore_trials *all, heco_uscore_rule rule,
                                double *accuracy, double *speed) {
    if (all->trials == 0 || all->checkpoints == 0) return HECO_ERR_ARG;
    for (size_t i = 0; i < all->trials; i++)
        if (all->algorithm[i] >= all->algorithms) return HECO_ERR_ARG;
    for (size_t a = 0; a < all->algorithms; a++) accuracy[a] = speed[a] = 0.0;
    if (rule == HECO_USCORE_RANKED) return uscore_ranked(all, accuracy);
    return uscore_pairwise(all, accuracy, speed);
}
