/* Functions of a run for lanes, beside ask and tell: rows ahead, and points of other lanes. */
#include <string.h>

#include "base/error.h"
#include "problem/batch_init.h"
#include "run/run_internal.h"
#include "run/run_state.h"

heco_status heco_run_prepare_ahead(heco_run *run, heco_error *error) {
    heco_batch_init(&run->ahead, run->inner, run->batch.capacity, &run->arena);
    if (run->translation != NULL)
        heco_batch_init(&run->ahead_outer, &run->space, run->batch.capacity, &run->arena);
    return heco_arena_failed(&run->arena) ? heco_fail_memory(error) : HECO_OK;
}

size_t   heco_run_most_rows(const heco_run *run) { return run->batch.capacity; }
uint64_t heco_run_max_evals(const heco_run *run) { return run->rules.max_evals; }

const heco_batch *heco_run_ahead(heco_run *run) {
    heco_batch *out = run->translation != NULL ? &run->ahead_outer : &run->ahead;
    out->count      = 0;
    if (run->asked == 0 || run->external || run->rules.one_point) return out;
    heco_member_ahead(&run->member, &run->ahead);
    heco_run_place(run, &run->ahead, out);
    return out;
}

int heco_run_is_at_rest(const heco_run *run) { return heco_member_is_at_rest(&run->member); }

/* The batches of heco_run_ahead() have room for the point, because nothing is being evaluated. */
heco_status heco_run_inform(heco_run *run, const heco_point *p) {
    heco_batch       *to = run->translation != NULL ? &run->ahead_outer : &run->ahead;
    const heco_space *s  = &run->space;
    memcpy(to->x, p->x, s->n * sizeof *p->x);
    if (s->ng > 0) memcpy(to->g, p->g, s->ng * sizeof *p->g);
    if (s->nh > 0) memcpy(to->h, p->h, s->nh * sizeof *p->h);
    to->count       = 1;
    to->f[0]        = p->f;
    to->viol[0]     = p->viol;
    to->state[0]    = HECO_ROW_OK;
    to->derivatives = run->ahead.derivatives = 0;
    run->ahead.count                         = 1;
    if (run->translation != NULL) {
        heco_translation_to_inner(run->translation, run->ahead.x, p->x);
        heco_translation_tell(run->translation, &run->ahead, to);
    }
    return heco_member_inform(&run->member, &run->ahead);
}
