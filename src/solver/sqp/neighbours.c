#include "solver/sqp/neighbours.h"

#include <math.h>
#include <string.h>

enum {
    NEIGHBOURS_ROOM = 512,  /* candidates besides the singles; a full list loses its worse half */
    NEIGHBOURS_BEAM = 4096, /* most candidates of one size: 64 bytes each                       */
    NEIGHBOURS_BEAM_ADD = 128, /* besides all pairs, of which there are ni (2 ni + 1) */

    /* Candidates of each size that are extended by one more single. A width of 6 solves knap20 in 9
     * instead of 35 of 60 runs with 300 evaluations. */
    NEIGHBOURS_WIDTH         = 24,
    NEIGHBOURS_WIDTH_INTEGER = 128, /* without continuous variables: no program per candidate */

    /* Up to so many integers the model predicts each candidate by a quadratic program. Beyond, the
     * merit at the incumbent's continuous part chooses the best, which the model then ranks. */
    NEIGHBOURS_FEW    = 12,
    NEIGHBOURS_RANKED = 100,

    /* Candidates that are evaluated. */
    NEIGHBOURS_TRY_SINGLES      = 24, /* beyond NEIGHBOURS_FEW integers, else all  */
    NEIGHBOURS_TRY_SWEEP        = 16,
    NEIGHBOURS_TRY_SETS         = 8, /* at least; two per integer                  */
    NEIGHBOURS_TRY_SETS_INTEGER = 4  /* per integer without continuous variables   */
};

/* A sweep covers integers with 2 to 63 steps. */
static const double neighbours_sweep_least = 2.0, neighbours_sweep_most = 63.0;
static const double neighbours_adjacent =
    1.5; /* changes below are single steps, no part of a sweep */

static size_t neighbours_least(size_t a, size_t b) { return a < b ? a : b; }

/* Returns 1 for a small category, in which each value is one step away from each other value. */
static int neighbours_is_category(const heco_space *s, size_t j) {
    return s->choices != NULL && s->choices[j].unordered && s->choices[j].count > 2 &&
           s->choices[j].count <= HECO_NEIGHBOURS_CATEGORY;
}

size_t heco_neighbours_max_singles(const heco_descent *d) {
    size_t steps = 2 * d->ni;
    for (size_t k = 0; k < d->ni; k++)
        if (neighbours_is_category(d->space, d->var[d->nc + k]))
            steps += d->space->choices[d->var[d->nc + k]].count;
    return d->ni == 0 || steps > HECO_NEIGHBOURS_SWEEP ? steps : HECO_NEIGHBOURS_SWEEP;
}

void heco_neighbours_init(heco_neighbours *nb, heco_descent *descent, const heco_visited *visited,
                          heco_arena *arena) {
    size_t n = descent->n, m = descent->m, ni = descent->ni;
    size_t singles = heco_neighbours_max_singles(descent);
    size_t pairs   = ni * (2 * ni + 1) + NEIGHBOURS_BEAM_ADD;
    nb->descent = descent, nb->visited = visited;
    nb->room      = ni == 0 ? 0 : singles + NEIGHBOURS_ROOM;
    nb->beam_room = ni == 0 ? 0 : neighbours_least(pairs, NEIGHBOURS_BEAM);
    if (ni > 0) heco_descent_memory_init(&nb->memory, descent, arena);
    double **const point[]  = {&nb->incumbent.x, &nb->previous_x, &nb->trial_x};
    double **const values[] = {&nb->incumbent.c, &nb->trial_c};
    for (size_t k = 0; k < 3; k++) *point[k] = heco_arena_take(arena, n, sizeof(double));
    for (size_t k = 0; k < 2; k++) *values[k] = heco_arena_take(arena, m, sizeof(double));
    nb->single.integer = heco_arena_take(arena, singles, sizeof *nb->single.integer);
    nb->single.by      = heco_arena_take(arena, singles, sizeof *nb->single.by);
    nb->single.f       = heco_arena_take(arena, singles, sizeof *nb->single.f);
    nb->single.c       = heco_arena_take(arena, singles * m, sizeof *nb->single.c);
    nb->candidate      = heco_arena_take(arena, nb->room, sizeof *nb->candidate);
    nb->beam           = heco_arena_take(arena, nb->beam_room, sizeof *nb->beam);
    nb->extended       = heco_arena_take(arena, nb->beam_room, sizeof *nb->extended);
}

void heco_neighbours_set_incumbent(heco_neighbours *nb, const double *x, double f, const double *c,
                                   double viol) {
    heco_descent_point *p = &nb->incumbent;
    memcpy(nb->previous_x, p->x, nb->descent->n * sizeof *x);
    memmove(p->x, x, nb->descent->n * sizeof *x);
    memmove(p->c, c, nb->descent->m * sizeof *c);
    p->f = f, p->viol = viol;
    nb->loaded = 0;
}

/* ---- singles ---- */

/* Returns the variable of integer k. */
static size_t neighbours_variable(const heco_neighbours *nb, size_t k) {
    return nb->descent->var[nb->descent->nc + k];
}

static int neighbours_inside(const heco_neighbours *nb, size_t j, double x) {
    return x >= nb->descent->space->lower[j] && x <= nb->descent->space->upper[j];
}

/* Adds the change of integer k by `by` to the singles. */
static void neighbours_add_single(heco_singles *s, size_t k, double by) {
    s->integer[s->count] = k;
    s->by[s->count]      = by;
    s->count++;
}

/* Adds a single for each other value of category k. */
static void neighbours_add_category(heco_neighbours *nb, size_t k) {
    size_t j = neighbours_variable(nb, k);
    double x = nb->incumbent.x[j];
    for (size_t v = 0; v < nb->descent->space->choices[j].count; v++)
        if ((double)v != x) neighbours_add_single(&nb->single, k, (double)v - x);
}

void heco_neighbours_single_steps(heco_neighbours *nb) {
    nb->single.count = 0, nb->single.sweep = 0;
    for (size_t k = 0; k < nb->descent->ni; k++) {
        size_t j = neighbours_variable(nb, k);
        if (neighbours_is_category(nb->descent->space, j)) {
            neighbours_add_category(nb, k);
            continue;
        }
        for (int by = 1; by >= -1; by -= 2)
            if (neighbours_inside(nb, j, nb->incumbent.x[j] + by))
                neighbours_add_single(&nb->single, k, by);
    }
}

/* Visits the values of the integers of a sweep and draws `most` of `total` at random, without
 * repetition. Without rng it only counts them. */
static size_t neighbours_visit_values(heco_neighbours *nb, size_t total, size_t most,
                                      heco_rng *rng) {
    const heco_space *s    = nb->descent->space;
    size_t            seen = 0;
    for (size_t k = 0; k < nb->descent->ni; k++) {
        size_t j  = neighbours_variable(nb, k);
        double lo = ceil(s->lower[j]), hi = floor(s->upper[j]);
        if (hi - lo > neighbours_sweep_most || hi - lo < neighbours_sweep_least ||
            neighbours_is_category(s, j))
            continue;
        for (size_t step = 0, steps = (size_t)(hi - lo); step <= steps; step++) {
            /* Beyond 2^53 a loop over v would not end, since v + 1 is v; here values repeat. */
            double by = lo + (double)step - nb->incumbent.x[j];
            if (fabs(by) < neighbours_adjacent) continue;
            double left = (double)(total - seen++), need = (double)(most - nb->single.count);
            if (rng == NULL || nb->single.count >= most) continue;
            if (heco_rng_uniform_inline(rng) * left < need)
                neighbours_add_single(&nb->single, k, by);
        }
    }
    return seen;
}

size_t heco_neighbours_sweep(heco_neighbours *nb, size_t most, heco_rng *rng) {
    nb->single.count = 0, nb->single.sweep = 1;
    size_t total = neighbours_visit_values(nb, 0, 0, NULL);
    if (total > 0) neighbours_visit_values(nb, total, most, rng);
    return nb->single.count;
}

void heco_neighbours_single_point(const heco_neighbours *nb, double *x, size_t t) {
    memcpy(x, nb->incumbent.x, nb->descent->n * sizeof *x);
    x[neighbours_variable(nb, nb->single.integer[t])] += nb->single.by[t];
}

/* ---- predictions ---- */

void heco_neighbours_load_model(heco_neighbours *nb) {
    if (nb->loaded) return;
    heco_descent_load_model(nb->descent, &nb->memory, nb->incumbent.x);
    nb->merit  = heco_descent_merit(nb->descent, nb->incumbent.f, nb->incumbent.c);
    nb->loaded = 1;
}

void heco_neighbours_point(const heco_neighbours *nb, double *x, const heco_candidate *c) {
    memcpy(x, nb->incumbent.x, nb->descent->n * sizeof *x);
    for (size_t i = 0; i < c->changes; i++)
        x[neighbours_variable(nb, nb->single.integer[c->single[i]])] += nb->single.by[c->single[i]];
}

/* Adds the changes of a candidate's singles. Returns f and writes c to trial_c; INFINITY: a single
 * failed. */
static double neighbours_add_values(heco_neighbours *nb, const heco_candidate *c) {
    const heco_descent_point *p = &nb->incumbent;
    size_t                    m = nb->descent->m;
    double                    f = p->f;
    memcpy(nb->trial_c, p->c, m * sizeof *p->c);
    for (size_t i = 0; i < c->changes; i++) {
        size_t        t  = c->single[i];
        const double *ct = nb->single.c + t * m;
        if (!isfinite(nb->single.f[t])) return INFINITY;
        f += nb->single.f[t] - p->f;
        for (size_t k = 0; k < m; k++) nb->trial_c[k] += ct[k] - p->c[k];
    }
    return f;
}

/* Returns the predicted merit of a candidate, after a step of the model if `with_model`. */
static double neighbours_predict_merit(heco_neighbours *nb, const heco_candidate *c,
                                       int with_model) {
    double f = neighbours_add_values(nb, c), predicted = f;
    if (isfinite(f))
        predicted = with_model && nb->descent->nc > 0
                        ? heco_descent_predict_merit(nb->descent, f, nb->trial_c)
                        : heco_descent_merit(nb->descent, f, nb->trial_c);
    return isfinite(predicted) ? predicted : INFINITY;
}

void heco_neighbours_model_step(heco_neighbours *nb, double *x, heco_candidate *c) {
    heco_neighbours_point(nb, x, c);
    if (nb->descent->nc == 0) return;
    c->predicted = neighbours_predict_merit(nb, c, 1);
    heco_descent_apply_step(nb->descent, x);
}

/* ---- lists of candidates ---- */

/* Returns 1 if a comes before b. This is a total order, so that the result does not depend on the
 * sort: prediction, size, singles. */
static int neighbours_before(const heco_candidate *a, const heco_candidate *b) {
    if (a->predicted != b->predicted) return a->predicted < b->predicted;
    if (a->changes != b->changes) return a->changes < b->changes;
    for (size_t i = 0; i < a->changes; i++)
        if (a->single[i] != b->single[i]) return a->single[i] < b->single[i];
    return 0;
}

/* Moves element `at` down to its place in the heap. */
static void neighbours_sift_down(heco_candidate *heap, size_t at, size_t count) {
    heco_candidate moving = heap[at];
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && neighbours_before(&heap[below], &heap[below + 1])) below++;
        if (!neighbours_before(&moving, &heap[below])) break;
        heap[at] = heap[below];
    }
    heap[at] = moving;
}

/* Heapsort: in place, and without the memory that qsort may allocate. */
static void neighbours_sort(heco_candidate *c, size_t count) {
    for (size_t i = count / 2; i-- > 0;) neighbours_sift_down(c, i, count);
    for (size_t i = count; i-- > 1;) {
        heco_candidate last = c[i];
        c[i] = c[0], c[0] = last;
        neighbours_sift_down(c, 0, i);
    }
}

/* Adds single t to a candidate, whose point goes to trial_x; numbers do not decrease. Returns 0 if
 * one integer would go up and down, or leave its range. */
static int neighbours_extend_by(heco_neighbours *nb, heco_candidate *c, size_t t) {
    const heco_singles *s = &nb->single;
    size_t              j = neighbours_variable(nb, s->integer[t]);
    for (size_t i = 0; i < c->changes; i++)
        if (s->integer[c->single[i]] == s->integer[t] && s->by[c->single[i]] != s->by[t]) return 0;
    c->single[c->changes++] = (unsigned short)t;
    heco_neighbours_point(nb, nb->trial_x, c);
    return neighbours_inside(nb, j, nb->trial_x[j]);
}

/* Extends each candidate of `from` by each further single and sorts the results into `to`. Returns
 * their number. */
static size_t neighbours_extend(heco_neighbours *nb, heco_candidate *to, const heco_candidate *from,
                                size_t count, int with_model) {
    unsigned visited = HECO_VISITED_DESCENT | HECO_VISITED_NEIGHBOURS;
    size_t   got     = 0;
    if (nb->descent->nc == 0) visited |= HECO_VISITED_POINT;
    for (size_t i = 0; i < count; i++) {
        size_t last = from[i].changes > 0 ? from[i].single[from[i].changes - 1] : 0;
        for (size_t t = last; t < nb->single.count; t++) {
            heco_candidate c = from[i];
            if (!neighbours_extend_by(nb, &c, t)) continue;
            c.tried     = 0;
            c.visited   = (heco_visited_get(nb->visited, nb->trial_x) & visited) != 0;
            c.predicted = neighbours_predict_merit(nb, &c, with_model);
            if (c.predicted == INFINITY) continue;
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

/* Sorts the candidates and keeps the best `most`. With many integers the model ranks them first. */
static void neighbours_finish_list(heco_neighbours *nb, size_t most) {
    neighbours_sort(nb->candidate, nb->count);
    if (nb->descent->ni > NEIGHBOURS_FEW && nb->descent->nc > 0) {
        nb->count = neighbours_least(nb->count, NEIGHBOURS_RANKED);
        for (size_t i = 0; i < nb->count; i++)
            nb->candidate[i].predicted = neighbours_predict_merit(nb, nb->candidate + i, 1);
        neighbours_sort(nb->candidate, nb->count);
    }
    nb->count = neighbours_least(nb->count, most);
}

/* Appends the first `count` candidates of the beam that are not visited to the list. */
static void neighbours_list_beam(heco_neighbours *nb, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (nb->beam[i].visited) continue;
        if (nb->count == nb->room) {
            neighbours_sort(nb->candidate, nb->count);
            nb->count /= 2;
        }
        nb->candidate[nb->count++] = nb->beam[i];
    }
}

/* Begins a new list with the beam of all singles. Returns their number. */
static size_t neighbours_begin_beam(heco_neighbours *nb) {
    heco_candidate nothing = {.changes = 0};
    heco_neighbours_load_model(nb);
    nb->count = nb->next = 0;
    return neighbours_extend(nb, nb->beam, &nothing, 1, nb->descent->ni <= NEIGHBOURS_FEW);
}

void heco_neighbours_list_singles(heco_neighbours *nb) {
    size_t most = nb->room;
    neighbours_list_beam(nb, neighbours_begin_beam(nb));
    if (nb->descent->nc > 0 && nb->descent->ni > NEIGHBOURS_FEW) most = NEIGHBOURS_TRY_SINGLES;
    if (nb->single.sweep) most = NEIGHBOURS_TRY_SWEEP;
    neighbours_finish_list(nb, most);
}

/* Extends all singles to pairs, then the best of each size by one more single. */
void heco_neighbours_list_sets(heco_neighbours *nb, size_t changes) {
    size_t ni = nb->descent->ni, nc = nb->descent->nc, got = neighbours_begin_beam(nb);
    size_t width = nc > 0 ? NEIGHBOURS_WIDTH : NEIGHBOURS_WIDTH_INTEGER;
    size_t most  = 2 * ni > NEIGHBOURS_TRY_SETS ? 2 * ni : NEIGHBOURS_TRY_SETS;
    for (size_t size = 2; size <= changes; size++) {
        if (size > 2) got = neighbours_least(got, width);
        got = neighbours_least(got, nb->beam_room / 2);
        got = neighbours_extend(nb, nb->extended, nb->beam, got, ni <= NEIGHBOURS_FEW);
        heco_candidate *swap = nb->beam;
        nb->beam = nb->extended, nb->extended = swap;
        neighbours_list_beam(nb, got);
    }
    neighbours_finish_list(nb, nc == 0 ? NEIGHBOURS_TRY_SETS_INTEGER * ni : most);
}
