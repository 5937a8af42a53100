/* HECO-DE of June 2019 (repository burningxt/HECO-DE-OldVersion) as HECO-PDE's program uses it
 * (burningxt/HECO-PDE, August 2019). It differs from heco_de_authors.c in:
 *
 *   weights tau^(30 s), s tau^(5 s), (1 - s)(1 - tau)^(5 s), no gamma     heco_de_2019_weights
 *   x_Qb: smallest f, or smallest violation late without a feasible one   heco_de_2019_best
 *   the archive holds old members, 4 N of them                            heco_de_2019_tell
 *   a target that is the best of all so far is not replaced               heco_de_2019_best_of_all
 *   strategies 3 and 4 both cross exponentially; crossover is skipped
 *   with a probability                                                    heco_de_2019_ask
 *
 * Not reproduced: the program's repair leaves points outside the box (mean of coordinate and
 * bound); here they are reflected once, as in the later program. Nor are initial evaluations free:
 * progress is counted from the first generation on to the end of the budget (heco_pde.c). */
#include "solver/heco/heco_de_2019.h"

#include "base/elementary.h"
#include "solver/common/pick.h"
#include "solver/common/repair.h"
#include "solver/de/mutate.h"

static const double HECO_DE_2019_EARLY = 0.4; /* until then x_Qb is the smallest f in any case */

heco_status heco_de_2019_init(heco_de_2019 *h, heco_de_island *d, double skip,
                              const heco_setup *setup) {
    h->skip = skip;
    return heco_de_authors_init(&h->a, d, setup);
}

void heco_de_2019_weights(double w[3], double tau, double s) {
    w[0] = heco_pow(tau, 30.0 * s);
    w[1] = s * heco_pow(tau, 5.0 * s);
    w[2] = (1.0 - s) * heco_pow(1.0 - tau, 5.0 * s);
}

/* Returns x_Qb, the same for all subproblems. */
static size_t heco_de_2019_best(const heco_de_2019 *h) {
    const heco_population *Q    = &h->a->Q;
    int                    by_f = h->a->d->tau < HECO_DE_2019_EARLY;
    size_t                 best = 0;
    for (size_t m = 0; m < Q->count; m++) by_f |= Q->v[m] == 0.0;
    for (size_t m = 1; m < Q->count; m++)
        if (by_f ? Q->f[m] < Q->f[best]
                 : heco_better_feasible_inline(Q->f[m], Q->v[m], Q->f[best], Q->v[best]))
            best = m;
    return best;
}

/* Writes the mutant current-to-Qbest/1 of target i. */
static void heco_de_2019_toward_best(heco_de_2019 *h, size_t i, double *row) {
    const heco_population *Q      = &h->a->Q;
    heco_de_island        *d      = h->a->d;
    size_t                 lambda = d->p.lambda, r1 = heco_pick_other(d->rng, lambda, i);
    size_t                 r2 = heco_pick_other2(d->rng, lambda + d->A.count, i, r1);
    const double *x2 = r2 < lambda ? heco_population_row(Q, r2) : d->A.x + (r2 - lambda) * d->A.n;
    heco_parents  p  = {heco_population_row(Q, i), heco_population_row(Q, heco_de_2019_best(h)),
                        heco_population_row(Q, r1), x2};
    heco_mutate_toward1(row, &p, d->F[i], d->F[i], Q->n);
}

/* Begins a generation and saves the best values of P. */
static void heco_de_2019_begin(heco_de_2019 *h, double tau) {
    heco_de_island *d    = h->a->d;
    size_t          best = heco_population_best(&d->P);
    h->f_best            = d->P.f[best];
    h->v_best            = d->P.v[best];
    heco_de_authors_begin(h->a, tau);
}

void heco_de_2019_ask(heco_de_2019 *h, double tau, double *row) {
    heco_de_authors *a = h->a;
    heco_de_island  *d = a->d;
    if (!a->in_generation) heco_de_2019_begin(h, tau);
    size_t i = a->i, k = heco_de_authors_sample(d, i);
    if (k < 2) heco_de_2019_toward_best(h, i, row);
    else heco_de_authors_rand1(a, d->F[i], row);
    heco_repair_reflect_once(row, d->space);
    if (heco_rng_uniform_inline(d->rng) < h->skip) return;
    heco_de_cross(d, row, heco_population_row(&a->Q, i), k < 2 ? k : 3, d->CR[i]);
}

/* Returns f_i(x_i) - f_i(y) on Q with y added; negative if y is not finite. */
static double heco_de_2019_gain(const heco_de_2019 *h, size_t i, double f, double v) {
    const heco_de_island  *d = h->a->d;
    const heco_population *Q = &h->a->Q;
    heco_extremes          extremes;
    heco_helper            helper;
    double                 w[3];
    if (!heco_helper_is_finite(f, v)) return -1.0;
    heco_de_2019_weights(w, d->tau, d->s[i]);
    if (!heco_helper_is_finite(Q->f[i], Q->v[i])) return w[0] + w[1] + w[2];
    heco_extremes_init(&extremes);
    heco_extremes_add(&extremes, d->p.equivalent, f, v);
    for (size_t m = 0; m < Q->count; m++)
        if (heco_helper_is_finite(Q->f[m], Q->v[m]))
            heco_extremes_add(&extremes, d->p.equivalent, Q->f[m], Q->v[m]);
    heco_helper_set(&helper, &extremes, d->p.equivalent);
    heco_objectives x = heco_helper_objectives(&helper, Q->f[i], Q->v[i]);
    heco_objectives y = heco_helper_objectives(&helper, f, v);
    return (w[0] * x.e + w[1] * x.v + w[2] * x.f) - (w[0] * y.e + w[1] * y.v + w[2] * y.f);
}

/* Returns 1 if target i is, in f and v, the best of P, of Q and of the trial. */
static int heco_de_2019_best_of_all(const heco_de_2019 *h, size_t i, double f, double v) {
    const heco_population *Q   = &h->a->Q;
    double                 f_i = Q->f[i], v_i = Q->v[i];
    int                    beaten = heco_better_feasible_inline(h->f_best, h->v_best, f_i, v_i) ||
                 heco_better_feasible_inline(f, v, f_i, v_i);
    for (size_t m = 0; m < Q->count && !beaten; m++)
        beaten = heco_better_feasible_inline(Q->f[m], Q->v[m], f_i, v_i);
    return !beaten;
}

int heco_de_2019_tell(heco_de_2019 *h, const double *row, double f, double v) {
    heco_de_authors *a = h->a;
    heco_de_island  *d = a->d;
    size_t           i = a->i, k = d->strategy[i];
    double           gain = heco_de_2019_gain(h, i, f, v);
    if (gain > 0.0) {
        heco_successes_add(&d->success[k], d->F[i], d->CR[i], gain);
        d->compete.n[k] += 1.0;
        d->A.limit = a->entry_limit; /* 4 N of this generation */
        if (d->A.limit > 0) heco_archive_add(&d->A, heco_population_row(&a->Q, i), d->rng);
        if (!heco_de_2019_best_of_all(h, i, f, v)) heco_population_set(&a->Q, i, row, f, v);
    }
    return heco_de_authors_next(a);
}

void heco_de_2019_shrink(heco_de_2019 *h, double progress) {
    heco_de_island *d = h->a->d;
    heco_de_authors_shrink(h->a, progress);
    heco_archive_trim(&d->A, (size_t)(d->p.archive * (double)d->P.count), d->rng);
}
