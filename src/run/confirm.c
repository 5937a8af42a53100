#include "run/confirm.h"

#include <math.h>
#include <string.h>

#include "problem/batch_init.h"

void heco_confirmation_init(heco_confirmation *c, const heco_space *space, heco_arena *arena) {
    c->reproduced = -1;
    c->constraint = heco_arena_take(arena, space->ng + space->nh, sizeof *c->constraint);
    heco_batch_init(&c->again, space, 1, arena);
}

void heco_confirmation_evaluate(heco_confirmation *c, const heco_space *space,
                                heco_evaluator *evaluator, heco_result *result) {
    heco_batch   *b = &c->again;
    heco_outcome *o = &result->outcome;
    if (o->found == HECO_FOUND_NONE) return;
    b->count = 1;
    memcpy(b->x, result->x, space->n * sizeof *b->x);
    if (heco_evaluate(evaluator, b) != HECO_OK || b->state[0] != HECO_ROW_OK) return;
    double viol = heco_violation(space, b->g, b->h);
    if (!isfinite(b->f[0]) || !isfinite(viol)) return;
    c->reproduced = b->f[0] == o->f && viol == o->viol &&
                    (space->ng == 0 || !memcmp(b->g, result->g, space->ng * sizeof *b->g)) &&
                    (space->nh == 0 || !memcmp(b->h, result->h, space->nh * sizeof *b->h));
    if (c->reproduced || !heco_better_feasible(o->f, o->viol, b->f[0], viol)) return;
    o->f      = b->f[0];
    o->viol   = viol;
    o->found  = heco_found_of(o->f, viol);
    result->g = b->g;
    result->h = b->h;
    heco_violation_counts(space, b->g, b->h, o->c);
}

void heco_confirmation_report(heco_confirmation *c, const heco_problem *p, const heco_space *space,
                              const heco_result *result) {
    heco_problem seen = *p;
    seen.space        = *space;
    for (size_t k = 0; k < space->ng + space->nh; k++)
        heco_problem_report(&seen, k, k < space->ng ? result->g[k] : result->h[k - space->ng],
                            &c->constraint[k]);
}
