/* The batches of neighbours within a local search: single steps, sets of changes, sweeps and moves
 * repeated twice as far. */
#include "solver/sqp/local_search.h"

#include <math.h>
#include <string.h>

/* clang-format off */
static const double
    local_search_twice       = 2.0, /* an extrapolation is twice as far */
    local_search_sweep_share = 0.1, /* most evaluations of a sweep, as a share of the budget, */
    local_search_sweep_least = 8.0; /* but at least so many */
enum { LOCAL_SEARCH_INTEGER_BATCH = 8 }; /* candidates per batch without continuous variables */
/* clang-format on */

void heco_local_search_ask_neighbours(heco_local_search *s) {
    heco_neighbours_single_steps(&s->neighbours);
    s->phase = HECO_LOCAL_SEARCH_NEIGHBOURS;
    s->stage = HECO_LOCAL_SEARCH_SINGLES;
}

/* Sets a sweep as the next batch. Returns 0 if there is nothing to sweep. */
static int local_search_ask_sweep(heco_local_search *s) {
    double share =
        fmax(local_search_sweep_least, local_search_sweep_share * (double)s->setup->max_evals);
    size_t most = (size_t)fmin(HECO_NEIGHBOURS_SWEEP, share);
    s->phase    = HECO_LOCAL_SEARCH_NEIGHBOURS;
    s->stage    = HECO_LOCAL_SEARCH_SWEEP;
    return heco_neighbours_sweep(&s->neighbours, most, s->setup->rng) > 0;
}

void heco_local_search_next_batch(heco_local_search *s) {
    heco_neighbours *nb   = &s->neighbours;
    size_t           most = s->descent.nc > 0 ? s->options.batch : LOCAL_SEARCH_INTEGER_BATCH;
    if (nb->next >= nb->count && s->stage == HECO_LOCAL_SEARCH_SINGLES) {
        s->stage = HECO_LOCAL_SEARCH_SETS;
        heco_neighbours_list_sets(nb, s->options.changes);
    }
    if (nb->next >= nb->count) {
        if (s->stage == HECO_LOCAL_SEARCH_SETS && local_search_ask_sweep(s)) return;
        heco_visited_put(&s->visited, nb->incumbent.x, HECO_VISITED_NEIGHBOURS);
        s->phase = HECO_LOCAL_SEARCH_OVER;
        return;
    }
    heco_neighbours_load_model(nb);
    s->phase     = HECO_LOCAL_SEARCH_MODEL_STEP;
    size_t count = 0;
    for (; count < most && nb->next < nb->count; count++) {
        s->batch.candidate[count] = nb->next;
        heco_neighbours_model_step(nb, s->batch.x + count * s->descent.n,
                                   nb->candidate + nb->next++);
    }
    s->batch.count = count;
}

int heco_local_search_try_extrapolation(heco_local_search *s) {
    const heco_space      *space = s->setup->space;
    const heco_neighbours *nb    = &s->neighbours;
    double                *to    = s->batch.x;
    memcpy(to, nb->incumbent.x, space->n * sizeof *to);
    for (size_t k = 0; k < s->descent.nc + s->descent.ni; k++) {
        size_t j       = s->descent.var[k];
        int    integer = k >= s->descent.nc;
        double by      = nb->incumbent.x[j] - nb->previous_x[j];
        double lo      = integer ? ceil(space->lower[j]) : space->lower[j];
        double hi      = integer ? floor(space->upper[j]) : space->upper[j];
        if (integer && by != 0.0 && s->descent.width[j] < HECO_LOCAL_SEARCH_MANY_STEPS) return 0;
        to[j] = fmin(hi, fmax(lo, nb->incumbent.x[j] + local_search_twice * by));
    }
    if (heco_visited_hash(&s->visited, to) == heco_visited_hash(&s->visited, nb->incumbent.x) ||
        heco_visited_get(&s->visited, to) != 0)
        return 0;
    s->phase       = HECO_LOCAL_SEARCH_EXTRAPOLATE;
    s->batch.count = 1;
    return 1;
}

void heco_local_search_follow_incumbent(heco_local_search *s) {
    if (!heco_local_search_try_extrapolation(s)) heco_local_search_ask_neighbours(s);
}
