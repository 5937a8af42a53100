#include "solver/de/shade.h"

#include "solver/common/popsize.h"
#include "solver/common/sample.h"
#include "solver/de/mutate.h"

heco_status heco_shade_init(heco_shade *s, const heco_shade_sizes *sizes, const heco_setup *setup,
                            size_t *max_batch) {
    heco_arena *arena  = setup->arena;
    size_t      N0     = sizes->N0;
    heco_status status = heco_sample_check_budget(setup, N0);
    if (status != HECO_OK) return status;
    s->setup     = setup;
    s->N0        = N0;
    s->N_end     = sizes->N_end < N0 ? sizes->N_end : N0;
    s->operators = sizes->operators;
    heco_population_init(&s->P, sizes->width, N0, arena);
    heco_archive_init(&s->A, setup->space->n, sizes->archive, arena);
    for (size_t k = 0; k < s->operators; k++) {
        heco_history_init(&s->memory[k], sizes->H, 0.5, 0.5, arena);
        heco_successes_init(&s->success[k], N0, arena);
    }
    s->order   = heco_arena_take(arena, N0, sizeof *s->order);
    s->F       = heco_arena_take(arena, N0, sizeof *s->F);
    s->CR      = heco_arena_take(arena, N0, sizeof *s->CR);
    s->v       = heco_arena_take(arena, N0, sizeof *s->v);
    *max_batch = N0;
    return HECO_OK;
}

int heco_shade_ask_first(const heco_shade *s, heco_batch *out) {
    if (s->P.count > 0) return 0;
    heco_sample_initial(out, s->N0, s->setup);
    return 1;
}

int heco_shade_take_values(heco_shade *s, const heco_batch *in) {
    int first = s->P.count == 0;
    heco_row_violations(s->v, in, s->setup->space, 1.0);
    if (first) heco_population_fill(&s->P, in, s->v);
    return first;
}

void heco_shade_mutate(const heco_shade *s, size_t i, size_t best, const size_t r[2], double *row) {
    heco_parents p = {heco_population_row(&s->P, i), heco_population_row(&s->P, best),
                      heco_population_row(&s->P, r[0]), heco_shade_row(s, r[1])};
    heco_mutate_toward1(row, &p, s->F[i], s->F[i], s->setup->space->n);
}

size_t heco_shade_next_size(const heco_shade *s) {
    size_t N = heco_popsize_linear(s->N0, s->N_end, heco_setup_progress(s->setup));
    return N < s->P.count ? N : s->P.count;
}

void heco_shade_clear_successes(heco_shade *s) {
    for (size_t k = 0; k < s->operators; k++) s->success[k].count = 0;
}

void heco_shade_record_success(heco_shade *s, size_t k, size_t i, double gain) {
    heco_successes_add(&s->success[k], s->F[i], s->CR[i], isfinite(gain) ? gain : 0.0);
}
