#include "solver/de/history.h"

void heco_history_init(heco_history *h, size_t H, double F, double CR, heco_arena *arena) {
    h->H  = H;
    h->at = 0;
    h->F  = heco_arena_take(arena, H, sizeof *h->F);
    h->CR = heco_arena_take(arena, H, sizeof *h->CR);
    if (heco_arena_failed(arena)) return;
    for (size_t k = 0; k < H; k++) h->F[k] = F, h->CR[k] = CR;
}

void heco_successes_init(heco_successes *s, size_t capacity, heco_arena *arena) {
    s->count    = 0;
    s->capacity = capacity;
    s->F        = heco_arena_take(arena, capacity, sizeof *s->F);
    s->CR       = heco_arena_take(arena, capacity, sizeof *s->CR);
    s->gain     = heco_arena_take(arena, capacity, sizeof *s->gain);
}

/* Writes the sum of the gains. Returns 1 if the weights are to be equal because it is 0 or not
 * finite. The published codes divide 0 by 0 here. */
static int history_sum_gains(const double *gain, size_t count, double *total) {
    *total = 0.0;
    for (size_t i = 0; i < count; i++) *total += gain[i];
    return !(*total > 0.0 && isfinite(*total));
}

/* Returns the Lehmer or arithmetic mean from the weighted sums of x and of x^2. */
static double history_mean(double first, double second, heco_mean mean) {
    if (mean == HECO_MEAN_ARITHMETIC) return first;
    return first > 0.0 ? second / first : 0.0;
}

double heco_mean_weighted(const double *x, const double *gain, size_t count, heco_mean mean) {
    double total, first = 0.0, second = 0.0;
    int    equal = history_sum_gains(gain, count, &total);
    for (size_t i = 0; i < count; i++) {
        double w = equal ? 1.0 / (double)count : gain[i] / total;
        first += w * x[i];
        second += w * x[i] * x[i];
    }
    return history_mean(first, second, mean);
}

/* Computes both means of heco_mean_weighted in one pass, because the division for the weight
 * dominates the cost. */
void heco_history_update(heco_history *h, const heco_successes *s, heco_mean cr_mean,
                         int terminal) {
    double total, largest = 0.0, F1 = 0.0, F2 = 0.0, CR1 = 0.0, CR2 = 0.0;
    if (s->count == 0) return;
    int equal = history_sum_gains(s->gain, s->count, &total);
    for (size_t i = 0; i < s->count; i++) {
        double w = equal ? 1.0 / (double)s->count : s->gain[i] / total;
        F1 += w * s->F[i];
        F2 += w * s->F[i] * s->F[i];
        CR1 += w * s->CR[i];
        CR2 += w * s->CR[i] * s->CR[i];
        largest = s->CR[i] > largest ? s->CR[i] : largest;
    }
    h->F[h->at] = history_mean(F1, F2, HECO_MEAN_LEHMER);
    if (terminal && (isnan(h->CR[h->at]) || largest == 0.0)) h->CR[h->at] = NAN;
    else h->CR[h->at] = history_mean(CR1, CR2, cr_mean);
    h->at = h->at + 1 < h->H ? h->at + 1 : 0;
}

void heco_history_repeat_slot(heco_history *h) {
    size_t before = h->at > 0 ? h->at - 1 : h->H - 1;
    h->F[h->at]   = h->F[before];
    h->CR[h->at]  = h->CR[before];
    h->at         = h->at + 1 < h->H ? h->at + 1 : 0;
}

/* Returns the Lehmer mean, or 1 if all gains are 0 or the weighted mean is below 1e-8. */
static double history_lehmer_or_one(const double *x, const heco_successes *s) {
    double total = 0.0;
    for (size_t i = 0; i < s->count; i++) total += s->gain[i];
    if (!(total > 0.0)) return 1.0;
    if (heco_mean_weighted(x, s->gain, s->count, HECO_MEAN_ARITHMETIC) < 1e-8) return 1.0;
    return heco_mean_weighted(x, s->gain, s->count, HECO_MEAN_LEHMER);
}

void heco_history_blend(heco_history *h, const heco_successes *s, double share) {
    if (s->count == 0) return;
    h->F[h->at]  = share * history_lehmer_or_one(s->F, s) + (1.0 - share) * h->F[h->at];
    h->CR[h->at] = share * history_lehmer_or_one(s->CR, s) + (1.0 - share) * h->CR[h->at];
    h->at        = h->at + 1 < h->H ? h->at + 1 : 0;
}
