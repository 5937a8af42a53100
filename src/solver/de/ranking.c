#include "solver/de/ranking.h"

#include <string.h>

#include "solver/common/order.h"

void heco_ranking_init(heco_ranking *r, size_t capacity, heco_arena *arena) {
    r->count   = 0;
    r->order   = heco_arena_take(arena, capacity, sizeof *r->order);
    r->place   = heco_arena_take(arena, capacity, sizeof *r->place);
    r->cut     = heco_arena_take(arena, capacity, sizeof *r->cut);
    r->scratch = heco_arena_take(arena, capacity, sizeof *r->scratch);
}

/* Sets the places of the members at [begin, end) of the order. */
static void ranking_set_places(heco_ranking *r, size_t begin, size_t end) {
    for (size_t k = begin; k < end; k++) r->place[r->order[k]] = k;
}

void heco_ranking_sort(heco_ranking *r, const double *f, const double *v, double eps,
                       size_t count) {
    r->count = count;
    r->eps   = eps;
    heco_order_epsilon(r->order, f, v, eps, count, (heco_order_work){r->cut, r->scratch});
    ranking_set_places(r, 0, count);
}

/* Returns 1 if member a comes before member b. */
static int ranking_before(const heco_ranking *r, const double *f, size_t a, size_t b) {
    if (r->cut[a] != r->cut[b]) return r->cut[a] < r->cut[b];
    if (f[a] != f[b]) return f[a] < f[b];
    return a < b;
}

/* Returns the first of the places [begin, end) whose member comes after i. */
static size_t ranking_find(const heco_ranking *r, const double *f, size_t i, size_t begin,
                           size_t end) {
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ranking_before(r, f, i, r->order[middle])) end = middle;
        else begin = middle + 1;
    }
    return begin;
}

void heco_ranking_update(heco_ranking *r, const double *f, const double *v, size_t i) {
    size_t from = r->place[i];
    r->cut[i]   = v[i] <= r->eps ? 0.0 : v[i];
    if (from > 0 && ranking_before(r, f, i, r->order[from - 1])) {
        size_t to = ranking_find(r, f, i, 0, from);
        memmove(r->order + to + 1, r->order + to, (from - to) * sizeof *r->order);
        r->order[to] = i;
        ranking_set_places(r, to, from + 1);
    } else {
        size_t to = ranking_find(r, f, i, from + 1, r->count) - 1;
        memmove(r->order + from, r->order + from + 1, (to - from) * sizeof *r->order);
        r->order[to] = i;
        ranking_set_places(r, from, to + 1);
    }
}
