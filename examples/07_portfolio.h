/* An algorithm made of two: HECO-DE explores with half of the budget, then LSHADE44 starts again and
 * again from the best point so far, each time with twice the evaluations of the time before. */
#include <heco/heco.h>
#include <math.h>
#include <string.h>

typedef struct {
    const heco_setup *setup;
    heco_member      *explore, *refine;
    int               refining; /* 0: explore is asked                                     */
    uint64_t          slice;    /* evaluations of the next start of refine                 */
    double           *x, f, viol; /* the best point so far                                 */
} portfolio_state;

static heco_status portfolio_init(void *state, const heco_setup *setup, size_t *max_batch) {
    portfolio_state *s      = state;
    size_t           rows   = 0;
    heco_status      status = heco_member_new(&s->explore, heco_algorithm_find("heco-de", NULL), setup,
                                              1, NULL, max_batch);
    if (status == HECO_OK)
        status = heco_member_new(&s->refine, heco_algorithm_find("lshade44", NULL), setup, 2, NULL,
                                 &rows);
    if (status != HECO_OK) return status;
    s->setup = setup, s->f = s->viol = HUGE_VAL, s->slice = setup->max_evals / 16 + 1;
    s->x     = heco_arena_take(setup->arena, setup->space->n, sizeof *s->x);
    if (rows > *max_batch) *max_batch = rows;
    if (heco_arena_failed(setup->arena)) return HECO_ERR_MEMORY;
    return heco_member_begin(s->explore, setup->max_evals / 2 + 1, setup->start, setup->starts);
}

static heco_status portfolio_ask(void *state, heco_batch *out) {
    portfolio_state *s      = state;
    heco_status      status = heco_member_ask(s->refining ? s->refine : s->explore, out);
    if (status != HECO_OK || out->count > 0) return status;
    s->refining = 1; /* the one that was asked has ended: (re)start from the best point */
    status      = heco_member_begin(s->refine, s->slice, s->x, s->viol < HUGE_VAL);
    s->slice *= 2;
    return status == HECO_OK ? heco_member_ask(s->refine, out) : HECO_OK; /* too few: ended */
}

static heco_status portfolio_tell(void *state, const heco_batch *in) {
    portfolio_state *s = state;
    for (size_t i = 0; i < in->count; i++)
        if (heco_better_feasible(in->f[i], in->viol[i], s->f, s->viol)) {
            memcpy(s->x, in->x + i * in->n, in->n * sizeof *s->x);
            s->f = in->f[i], s->viol = in->viol[i];
        }
    return heco_member_tell(s->refining ? s->refine : s->explore, in);
}

static const char *const    portfolio_members[] = {"heco-de", "lshade44", NULL};
static const heco_algorithm portfolio           = {
    .size = sizeof(heco_algorithm), .name = "portfolio", .title = "HECO-DE, then LSHADE44 restarts",
    .members = portfolio_members, .state_size = sizeof(portfolio_state), .init = portfolio_init, .ask = portfolio_ask,
    .tell = portfolio_tell};
