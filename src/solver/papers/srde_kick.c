#include "solver/papers/srde_kick.h"

#include "solver/common/pick.h"

void heco_srde_kick_init(srde_family *s, heco_arena *arena) {
    if (s->p.kick.archive == 0) return;
    heco_population_init(&s->archive, s->setup->space->n, s->p.kick.archive, arena);
    s->refused = heco_arena_take(arena, s->p.N0, sizeof *s->refused);
    heco_best_point_init(&s->best, s->setup->space->n, arena);
}

void heco_srde_kick_trial(srde_family *s, size_t i, heco_parents *points) {
    const srde_kick *k         = &s->p.kick;
    heco_rng        *rng       = s->setup->rng;
    int              stagnates = s->refused[i] >= k->wait;
    double           count = (double)s->archive.count, N = (double)s->front.count;
    double           share = count / (N + count);
    s->trial.F2            = heco_history_redraw_cauchy(s->mean_F, k->F_scale, rng);
    if (stagnates && s->SR < k->SR) s->trial.CR_drawn = fmax(s->trial.CR_drawn, k->CR);
    if (stagnates) share = fmax(share, k->share);
    if (s->archive.count > 0 && heco_rng_uniform_inline(rng) < share)
        points->d = heco_population_row(&s->archive, heco_rng_index_inline(rng, s->archive.count));
    if (stagnates && s->best.v < INFINITY) points->b = s->best.x;
}

void heco_srde_kick_settle(srde_family *s, int accepted) {
    size_t i = s->trial.target, w = s->write;
    s->refused[i] = accepted ? 0.0 : s->refused[i] + 1.0;
    if (!accepted || s->front.v[w] > s->eps) return;
    if (s->archive.count < s->p.kick.archive) s->archive.count++;
    heco_population_set(&s->archive, s->archive_at, heco_population_row(&s->front, w),
                        s->front.f[w], s->front.v[w]);
    s->archive_at = s->archive_at + 1 < s->p.kick.archive ? s->archive_at + 1 : 0;
}
