/* Wilcoxon's two tests. Wilcoxon (1945), Biometrics Bulletin 1, 80-83; Mann and Whitney (1947),
 * Ann. Math. Statist. 18, 50-60.
 *
 * Small samples use the exact permutation distribution given the midranks (Streitberg and
 * Roehmel 1986): ranks are doubled, so that shared ranks are integers too, and the number of
 * subsets with each sum is counted one rank at a time. Larger samples use the normal
 * approximation, its variance corrected for ties and its distance by one half. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/stats/special.h"
#include "report/stats/stats.h"

enum { WILCOXON_EXACT_SUM = 50, WILCOXON_EXACT_SIGNED = 200 };

/* Moves half a step towards the centre and returns the probability of both tails. */
static void wilcoxon_normal(heco_wilcoxon *out, double mean, double variance) {
    double away = out->statistic - mean;
    double near = fabs(away) > 0.5 ? fabs(away) - 0.5 : 0.0;
    out->z      = variance > 0.0 ? copysign(near, away) / sqrt(variance) : 0.0;
    if (near == 0.0) out->z = 0.0;
    out->p = 2.0 * heco_special_normal_tail(fabs(out->z));
}

/* Returns both tails of the weights way[0..top] at `sum`. */
static double wilcoxon_tails(const double *way, size_t top, size_t sum) {
    double below = 0.0, above = 0.0, all = 0.0;
    for (size_t s = 0; s <= top; s++) {
        all += way[s];
        if (s <= sum) below += way[s];
        if (s >= sum) above += way[s];
    }
    double p = 2.0 * (below < above ? below : above) / all;
    return p < 1.0 ? p : 1.0;
}

/* Counts the ways to choose `m` of the doubled ranks, by their sum. There are at most C(50, 25),
 * which a double holds exactly. */
static heco_status wilcoxon_exact_sum(const double *ranks, size_t count, size_t m, size_t sum,
                                      double *p) {
    size_t  top = count * (count + 1), row = top + 1;
    double *way = calloc((m + 1) * row, sizeof *way);
    if (way == NULL) return HECO_ERR_MEMORY;
    way[0]       = 1.0;
    size_t reach = 0;
    for (size_t i = 0; i < count; i++) {
        size_t r = (size_t)(2.0 * ranks[i] + 0.5);
        reach += r;
        for (size_t k = m < i + 1 ? m : i + 1; k >= 1; k--) {
            double       *to   = way + k * row + r;
            const double *from = way + (k - 1) * row;
            for (size_t s = 0; s + r <= reach; s++) to[s] += from[s];
        }
    }
    *p = wilcoxon_tails(way + m * row, top, sum);
    free(way);
    return HECO_OK;
}

/* Fills `out` from the midranks of both samples, the first `na` of them of the first sample. */
static heco_status wilcoxon_sum_ranked(const double *ranks, double ties, size_t na, size_t nb,
                                       heco_wilcoxon *out) {
    double a = (double)na, b = (double)nb, n = a + b;
    for (size_t i = 0; i < na; i++) out->statistic += ranks[i];
    out->used       = na + nb;
    out->effect     = 1.0 - (out->statistic - 0.5 * a * (a + 1.0)) / (a * b);
    double variance = a * b / 12.0 * (n + 1.0 - (n > 1.0 ? ties / (n * (n - 1.0)) : 0.0));
    wilcoxon_normal(out, 0.5 * a * (n + 1.0), variance);
    if (na + nb > WILCOXON_EXACT_SUM) return HECO_OK;
    out->exact = 1;
    /* The sum of the smaller sample gives the same p and is counted faster. */
    double sum = na <= nb ? out->statistic : 0.5 * n * (n + 1.0) - out->statistic;
    return wilcoxon_exact_sum(ranks, na + nb, na <= nb ? na : nb, (size_t)(2.0 * sum + 0.5),
                              &out->p);
}

double heco_rank_sum_least(size_t na, size_t nb) {
    double p = 2.0;
    for (size_t i = 1; i <= na; i++) p *= (double)i / (double)(nb + i);
    return p < 1.0 ? p : 1.0;
}

heco_status heco_rank_sum(const double *a, size_t na, const double *b, size_t nb,
                          heco_wilcoxon *out) {
    memset(out, 0, sizeof *out);
    if (na == 0 || nb == 0) return HECO_ERR_ARG;
    double *both = malloc(2 * (na + nb) * sizeof *both), ties;
    if (both == NULL) return HECO_ERR_MEMORY;
    double *ranks = both + na + nb;
    memcpy(both, a, na * sizeof *a);
    memcpy(both + na, b, nb * sizeof *b);
    heco_status status = heco_midranks(both, na + nb, ranks, &ties);
    if (status == HECO_OK) status = wilcoxon_sum_ranked(ranks, ties, na, nb, out);
    free(both);
    return status;
}

/* Computes the probability of each sum of doubled ranks if every sign is equally likely. */
static heco_status wilcoxon_exact_signed(const double *ranks, size_t count, size_t sum, double *p) {
    size_t  top = count * (count + 1), reach = 0;
    double *way = calloc(top + 1, sizeof *way);
    if (way == NULL) return HECO_ERR_MEMORY;
    way[0] = 1.0;
    for (size_t i = 0; i < count; i++) {
        size_t r = (size_t)(2.0 * ranks[i] + 0.5);
        reach += r;
        for (size_t s = reach + 1; s-- > 0;) way[s] = 0.5 * (way[s] + (s >= r ? way[s - r] : 0.0));
    }
    *p = wilcoxon_tails(way, top, sum);
    free(way);
    return HECO_OK;
}

heco_status heco_signed_rank(const double *a, const double *b, size_t count, heco_wilcoxon *out) {
    memset(out, 0, sizeof *out);
    if (count == 0) return HECO_ERR_ARG;
    double *size = malloc(3 * count * sizeof *size), ties;
    if (size == NULL) return HECO_ERR_MEMORY;
    double *ranks = size + count, *sign = size + 2 * count, smaller = 0.0;
    size_t  used = 0;
    for (size_t i = 0; i < count; i++) {
        /* Equal infinities are equal, not undefined. */
        double d = a[i] == b[i] ? 0.0 : a[i] - b[i];
        smaller += d < 0.0 ? 1.0 : d == 0.0 ? 0.5 : 0.0;
        if (d == 0.0) continue;
        size[used]   = fabs(d);
        sign[used++] = d;
    }
    heco_status status = heco_midranks(size, used, ranks, &ties);
    if (status == HECO_OK) {
        double n = (double)used;
        for (size_t i = 0; i < used; i++) out->statistic += sign[i] > 0.0 ? ranks[i] : 0.0;
        out->used   = used;
        out->effect = smaller / (double)count;
        wilcoxon_normal(out, 0.25 * n * (n + 1.0),
                        n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0);
        out->exact = used <= WILCOXON_EXACT_SIGNED;
        if (out->exact)
            status =
                wilcoxon_exact_signed(ranks, used, (size_t)(2.0 * out->statistic + 0.5), &out->p);
    }
    free(size);
    return status;
}
