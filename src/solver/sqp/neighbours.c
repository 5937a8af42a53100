#include "solver/sqp/neighbours.h"

#include <math.h>
#include <string.h>

static size_t neighbours_least(size_t a, size_t b) { return a < b ? a : b; }

/* A category with so few values that each of them is one step away from each. */
static int neighbours_is_category(const heco_space *s, size_t j) {
    return s->choices != NULL && s->choices[j].unordered && s->choices[j].count > 2 &&
           s->choices[j].count <= HECO_NEIGHBOURS_CATEGORY;
}

size_t heco_neighbours_singles(const heco_descent *d) {
    size_t steps = 2 * d->ni;
    for (size_t k = 0; k < d->ni; k++)
        if (neighbours_is_category(d->space, d->var[d->nc + k]))
            steps += d->space->choices[d->var[d->nc + k]].count;
    return d->ni == 0 || steps > HECO_NEIGHBOURS_SWEEP ? steps : HECO_NEIGHBOURS_SWEEP;
}

void heco_neighbours_init(heco_neighbours *nb, heco_descent *descent, const heco_visited *visited,
                          heco_arena *arena) {
    size_t n = descent->n, m = descent->m, ni = descent->ni;
    size_t singles = heco_neighbours_singles(descent);
    nb->descent = descent, nb->visited = visited;
    nb->room      = ni == 0 ? 0 : singles + 512;
    nb->beam_room = ni == 0 ? 0 : neighbours_least(ni * (2 * ni + 1) + 128, 4096);
    if (ni > 0) heco_descent_memory_init(&nb->memory, descent, arena);
    double **point[] = {&nb->x, &nb->old_x, &nb->trial_x}, **values[] = {&nb->c, &nb->trial_c};
    for (size_t k = 0; k < 3; k++) *point[k] = heco_arena_take(arena, n, sizeof(double));
    for (size_t k = 0; k < 2; k++) *values[k] = heco_arena_take(arena, m, sizeof(double));
    nb->of        = heco_arena_take(arena, singles, sizeof *nb->of);
    nb->by        = heco_arena_take(arena, singles, sizeof *nb->by);
    nb->single_f  = heco_arena_take(arena, singles, sizeof *nb->single_f);
    nb->single_c  = heco_arena_take(arena, singles * m, sizeof *nb->single_c);
    nb->candidate = heco_arena_take(arena, nb->room, sizeof *nb->candidate);
    nb->beam      = heco_arena_take(arena, nb->beam_room, sizeof *nb->beam);
    nb->wider     = heco_arena_take(arena, nb->beam_room, sizeof *nb->wider);
}

void heco_neighbours_set(heco_neighbours *nb, const double *x, double f, const double *c,
                         double viol) {
    memcpy(nb->old_x, nb->x, nb->descent->n * sizeof *x);
    memmove(nb->x, x, nb->descent->n * sizeof *x);
    memmove(nb->c, c, nb->descent->m * sizeof *c);
    nb->f = f, nb->viol = viol;
    nb->loaded = 0;
}

static size_t neighbours_variable(const heco_neighbours *nb, size_t k) {
    return nb->descent->var[nb->descent->nc + k];
}

static int neighbours_inside(const heco_neighbours *nb, size_t j, double x) {
    return x >= nb->descent->space->lower[j] && x <= nb->descent->space->upper[j];
}

/* Every other value: the numbers of a category are names. */
static void neighbours_other_values(heco_neighbours *nb, size_t k) {
    size_t j = neighbours_variable(nb, k);
    for (size_t v = 0; v < nb->descent->space->choices[j].count; v++) {
        if ((double)v == nb->x[j]) continue;
        nb->of[nb->singles] = k, nb->by[nb->singles] = (double)v - nb->x[j];
        nb->singles++;
    }
}

void heco_neighbours_single_steps(heco_neighbours *nb) {
    nb->singles = 0, nb->sweeping = 0;
    for (size_t k = 0; k < nb->descent->ni; k++) {
        size_t j = neighbours_variable(nb, k);
        if (neighbours_is_category(nb->descent->space, j)) {
            neighbours_other_values(nb, k);
            continue;
        }
        for (int sign = 1; sign >= -1; sign -= 2) {
            double by = sign;
            if (!neighbours_inside(nb, j, nb->x[j] + by)) continue;
            nb->of[nb->singles] = k, nb->by[nb->singles] = by;
            nb->singles++;
        }
    }
}

/* Visits all values but the present one and its neighbours of integers with 2 to 63 steps; `take`
 * NULL: only counts them. */
static size_t neighbours_each_value(heco_neighbours *nb, size_t total, size_t most, heco_rng *rng) {
    const heco_space *s    = nb->descent->space;
    size_t            seen = 0;
    for (size_t k = 0; k < nb->descent->ni; k++) {
        size_t j  = neighbours_variable(nb, k);
        double lo = ceil(s->lower[j]), hi = floor(s->upper[j]);
        if (hi - lo > 63.0 || hi - lo < 2.0 || neighbours_is_category(s, j)) continue;
        for (size_t step = 0, steps = (size_t)(hi - lo); step <= steps; step++) {
            /* Beyond 2^53 some come twice, and v + 1 would be v for ever. */
            double v = lo + (double)step;
            if (fabs(v - nb->x[j]) < 1.5) continue;
            double left = (double)(total - seen++), need = (double)(most - nb->singles);
            if (rng == NULL || nb->singles >= most || !(heco_rng_uniform_inline(rng) * left < need))
                continue;
            nb->of[nb->singles] = k, nb->by[nb->singles] = v - nb->x[j];
            nb->singles++;
        }
    }
    return seen;
}

size_t heco_neighbours_sweep(heco_neighbours *nb, size_t most, heco_rng *rng) {
    nb->singles = 0, nb->sweeping = 1;
    size_t total = neighbours_each_value(nb, 0, 0, NULL);
    if (total > 0) neighbours_each_value(nb, total, most, rng);
    return nb->singles;
}

void heco_neighbours_single_point(const heco_neighbours *nb, double *x, size_t t) {
    memcpy(x, nb->x, nb->descent->n * sizeof *x);
    x[neighbours_variable(nb, nb->of[t])] += nb->by[t];
}

void heco_neighbours_load(heco_neighbours *nb) {
    if (nb->loaded) return;
    heco_descent_load(nb->descent, &nb->memory, nb->x);
    nb->phi    = heco_descent_merit_at(nb->descent, nb->f, nb->c);
    nb->loaded = 1;
}

void heco_neighbours_point(const heco_neighbours *nb, double *x, const heco_candidate *c) {
    memcpy(x, nb->x, nb->descent->n * sizeof *x);
    for (size_t i = 0; i < c->depth; i++)
        x[neighbours_variable(nb, nb->of[c->single[i]])] += nb->by[c->single[i]];
}

/* Values at the incumbent's continuous part, added up in trial_c; exact for one single. INFINITY: a
 * single failed. */
static double neighbours_values(heco_neighbours *nb, const heco_candidate *c) {
    size_t m = nb->descent->m;
    double f = nb->f;
    memcpy(nb->trial_c, nb->c, m * sizeof *nb->c);
    for (size_t i = 0; i < c->depth; i++) {
        size_t        t  = c->single[i];
        const double *ct = nb->single_c + t * m;
        if (!isfinite(nb->single_f[t])) return INFINITY;
        f += nb->single_f[t] - nb->f;
        for (size_t k = 0; k < m; k++) nb->trial_c[k] += ct[k] - nb->c[k];
    }
    return f;
}

static double neighbours_predict(heco_neighbours *nb, const heco_candidate *c, int with_model) {
    double f = neighbours_values(nb, c), pred = f;
    if (isfinite(f))
        pred = with_model && nb->descent->nc > 0
                   ? heco_descent_predict(nb->descent, f, nb->trial_c)
                   : heco_descent_merit_at(nb->descent, f, nb->trial_c);
    return isfinite(pred) ? pred : INFINITY;
}

void heco_neighbours_old_model(heco_neighbours *nb, double *x, heco_candidate *c) {
    heco_neighbours_point(nb, x, c);
    if (nb->descent->nc == 0) return;
    c->pred = neighbours_predict(nb, c, 1);
    heco_descent_step_from(nb->descent, x);
}

/* A total order, so that no sort can disagree: prediction, depth, numbers of the singles. */
static int neighbours_before(const heco_candidate *a, const heco_candidate *b) {
    if (a->pred != b->pred) return a->pred < b->pred;
    if (a->depth != b->depth) return a->depth < b->depth;
    for (size_t i = 0; i < a->depth; i++)
        if (a->single[i] != b->single[i]) return a->single[i] < b->single[i];
    return 0;
}

static void neighbours_sift(heco_candidate *heap, size_t at, size_t count) {
    heco_candidate moving = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && neighbours_before(&heap[child], &heap[child + 1])) child++;
        if (!neighbours_before(&moving, &heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

/* Heapsort: in place, without memory of its own. */
static void neighbours_sort(heco_candidate *c, size_t count) {
    for (size_t i = count / 2; i-- > 0;) neighbours_sift(c, i, count);
    for (size_t i = count; i-- > 1;) {
        heco_candidate last = c[i];
        c[i] = c[0], c[0] = last;
        neighbours_sift(c, 0, i);
    }
}

/* One more single, numbers rising; 0: up and down of one integer meet, or it leaves its range. */
static int neighbours_add_single(heco_neighbours *nb, heco_candidate *c, size_t t) {
    size_t j = neighbours_variable(nb, nb->of[t]);
    for (size_t i = 0; i < c->depth; i++)
        if (nb->of[c->single[i]] == nb->of[t] && nb->by[c->single[i]] != nb->by[t]) return 0;
    c->single[c->depth++] = (unsigned short)t;
    heco_neighbours_point(nb, nb->trial_x, c);
    return neighbours_inside(nb, j, nb->trial_x[j]);
}

/* Every candidate of `from` with every further single, sorted into `to`; their number. */
static size_t neighbours_extend(heco_neighbours *nb, heco_candidate *to, const heco_candidate *from,
                                size_t count, int with_model) {
    unsigned visited = HECO_VISITED_DESCENT | HECO_VISITED_NEIGHBOURS;
    size_t   got     = 0;
    if (nb->descent->nc == 0) visited |= HECO_VISITED_POINT;
    for (size_t i = 0; i < count; i++) {
        size_t last = from[i].depth > 0 ? from[i].single[from[i].depth - 1] : 0;
        for (size_t t = last; t < nb->singles; t++) {
            heco_candidate c = from[i];
            if (!neighbours_add_single(nb, &c, t)) continue;
            c.tried = 0;
            c.known = (heco_visited_get(nb->visited, nb->trial_x) & visited) != 0;
            c.pred  = neighbours_predict(nb, &c, with_model);
            if (c.pred == INFINITY) continue;
            if (got == nb->beam_room) {
                neighbours_sort(to, got);
                got /= 2;
            }
            to[got++] = c;
        }
    }
    neighbours_sort(to, got);
    return got;
}

/* Best first; beyond 12 integers the merit has chosen so far, and the model has the last word. */
static void neighbours_finish_list(heco_neighbours *nb, size_t most) {
    neighbours_sort(nb->candidate, nb->count);
    if (nb->descent->ni > 12 && nb->descent->nc > 0) {
        nb->count = neighbours_least(nb->count, 100);
        for (size_t i = 0; i < nb->count; i++)
            nb->candidate[i].pred = neighbours_predict(nb, nb->candidate + i, 1);
        neighbours_sort(nb->candidate, nb->count);
    }
    nb->count = neighbours_least(nb->count, most);
}

static void neighbours_list_beam(heco_neighbours *nb, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (nb->beam[i].known) continue;
        if (nb->count == nb->room) {
            neighbours_sort(nb->candidate, nb->count);
            nb->count /= 2;
        }
        nb->candidate[nb->count++] = nb->beam[i];
    }
}

void heco_neighbours_list_singles(heco_neighbours *nb) {
    heco_candidate nothing = {.depth = 0};
    size_t         ni = nb->descent->ni, most = nb->room;
    heco_neighbours_load(nb);
    nb->count = nb->next = 0;
    neighbours_list_beam(nb, neighbours_extend(nb, nb->beam, &nothing, 1, ni <= 12));
    if (nb->descent->nc > 0 && ni > 12) most = 24;
    if (nb->sweeping) most = 16;
    neighbours_finish_list(nb, most);
}

void heco_neighbours_list_sets(heco_neighbours *nb, size_t depth) {
    heco_candidate nothing = {.depth = 0};
    size_t         ni = nb->descent->ni, nc = nb->descent->nc;
    int            with_model = ni <= 12;
    heco_neighbours_load(nb);
    nb->count = nb->next = 0;
    size_t got           = neighbours_extend(nb, nb->beam, &nothing, 1, with_model);
    for (size_t deep = 2; deep <= depth; deep++) { /* every pair, then the best of each depth */
        if (deep > 2) got = neighbours_least(got, nc > 0 ? 24 : 128);
        got                  = neighbours_least(got, nb->beam_room / 2);
        got                  = neighbours_extend(nb, nb->wider, nb->beam, got, with_model);
        heco_candidate *swap = nb->beam;
        nb->beam = nb->wider, nb->wider = swap;
        neighbours_list_beam(nb, got);
    }
    neighbours_finish_list(nb, nc == 0 ? 4 * ni : 2 * ni > 8 ? 2 * ni : 8);
}
