/* Saved models: the model that one descent passes to the next, and predictions with it. */
#include "solver/sqp/descent_internal.h"

#include <string.h>

void heco_descent_memory_init(heco_descent_memory *memory, const heco_descent *s,
                              heco_arena *arena) {
    size_t nc = s->nc, m = s->m;
    memory->B      = heco_arena_take(arena, nc * nc, sizeof(double));
    memory->A      = heco_arena_take(arena, m * nc, sizeof(double));
    memory->grad   = heco_arena_take(arena, nc, sizeof(double));
    memory->scale  = heco_arena_take(arena, m, sizeof(double));
    memory->lambda = heco_arena_take(arena, m, sizeof(double));
}

void heco_descent_save_model(heco_descent *s, heco_descent_memory *memory) {
    size_t nc = s->nc, m = s->m;
    heco_descent_drop_integers(s);
    memcpy(memory->B, s->bfgs.B, nc * nc * sizeof(double));
    memcpy(memory->A, s->linear.A, m * nc * sizeof(double));
    memcpy(memory->grad, s->linear.grad, nc * sizeof(double));
    memcpy(memory->scale, s->program.scale, m * sizeof(double));
    memcpy(memory->lambda, s->program.lambda, m * sizeof(double));
    memory->penalty = s->program.penalty;
}

void heco_descent_load_model(heco_descent *s, const heco_descent_memory *memory, const double *x) {
    heco_descent_program *p  = &s->program;
    size_t                nc = s->nc, m = s->m;
    s->nv             = nc;
    s->region.radius  = 1.0;
    s->integers.fixed = 0;
    p->penalty        = memory->penalty;
    p->first_penalty  = memory->penalty;
    memcpy(s->current.x, x, s->n * sizeof(double));
    heco_descent_set_frame(s);
    memcpy(s->region.lower, s->space->lower, s->n * sizeof(double));
    memcpy(s->region.upper, s->space->upper, s->n * sizeof(double));
    memcpy(s->bfgs.B, memory->B, nc * nc * sizeof(double));
    memcpy(s->linear.A, memory->A, m * nc * sizeof(double));
    memcpy(s->linear.grad, memory->grad, nc * sizeof(double));
    memcpy(p->scale, memory->scale, m * sizeof(double));
    memcpy(p->lambda, memory->lambda, m * sizeof(double));
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < nc; k++) p->A[i * nc + k] = s->linear.A[i * nc + k] / p->scale[i];
    s->bfgs.changed = 1, p->rows = NULL;
}

double heco_descent_predict_merit(heco_descent *s, double f, const double *c) {
    heco_descent_program *p = &s->program;
    s->current.f            = f; /* the margins depend on it */
    heco_descent_set_ranges(s, c, NULL);
    heco_descent_solve_qp(s, s->step.d, p->tentative_lambda, p->penalty);
    double v1 = heco_descent_linear_violation(s, s->step.d, p->A);
    return f + heco_descent_model_change(s, s->step.d, s->linear.grad) + p->penalty * v1;
}

void heco_descent_apply_step(const heco_descent *s, double *x) {
    for (size_t k = 0; k < s->nc; k++) {
        size_t j  = s->var[k];
        double to = heco_descent_displace(s, j, x[j], s->step.d[k]);
        x[j]      = fmin(s->space->upper[j], fmax(s->space->lower[j], to));
    }
}
