#include "run/moved_limit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Subtracts the shift from the moved constraint in `count` rows. */
static void moved_shift_rows(const heco_moved_limit *m, size_t count, double *g, double *h) {
    const heco_space *s = &m->inner.space;
    for (size_t i = 0; i < count; i++)
        if (m->constraint < s->ng) g[i * s->ng + m->constraint] -= m->shift;
        else h[i * s->nh + m->constraint - s->ng] -= m->shift;
}

static int moved_eval(void *user, const double *x, double *f, double *g, double *h) {
    const heco_moved_limit *m      = user;
    int                     result = m->inner.eval(m->inner.user, x, f, g, h);
    if (result == HECO_POINT_OK) moved_shift_rows(m, 1, g, h);
    return result;
}

static int moved_eval_batch(void *user, const double *x, size_t count, double *f, double *g,
                            double *h) {
    const heco_moved_limit *m      = user;
    int                     result = m->inner.eval_batch(m->inner.user, x, count, f, g, h);
    if (result == HECO_POINT_OK) moved_shift_rows(m, count, g, h);
    return result;
}

static int moved_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    const heco_moved_limit *m = user;
    return m->inner.derivatives(m->inner.user, x, df, dg, dh);
}

static void *moved_clone(const void *user) {
    heco_moved_limit *copy = malloc(sizeof *copy);
    if (copy == NULL) return NULL;
    *copy            = *(const heco_moved_limit *)user;
    copy->inner.user = copy->inner.clone(copy->inner.user);
    if (copy->inner.user != NULL) return copy;
    free(copy);
    return NULL;
}

static void moved_drop(void *clone) {
    heco_moved_limit *m = clone;
    m->inner.drop(m->inner.user);
    free(m);
}

static void moved_failures(const void *user, heco_failures *out) {
    const heco_moved_limit *m = user;
    m->inner.failures(m->inner.user, out);
}

static void moved_set_should_stop(void *user, heco_stop_fn should_stop, void *context) {
    heco_moved_limit *m = user;
    m->inner.set_should_stop(m->inner.user, should_stop, context);
}

/* Copies the forms, and the constants of the linear constraints. */
static void moved_copy_rows(heco_moved_limit *m, heco_arena *arena) {
    const heco_space *s = &m->inner.space;
    m->forms            = heco_arena_take(arena, s->ng + s->nh, sizeof *m->forms);
    if (s->linear != NULL)
        m->constant = heco_arena_take(arena, s->linear->count, sizeof *m->constant);
    if (heco_arena_failed(arena)) return;
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        heco_constraint_form *form = &m->forms[k];
        if (m->inner.forms != NULL) *form = m->inner.forms[k];
        if (form->sense == 0)
            *form = (heco_constraint_form){k < s->ng ? '<' : '=', 0.0, 1.0, form->unit};
    }
    m->outer.forms = m->forms;
    if (s->linear == NULL) return;
    memcpy(m->constant, s->linear->constant, s->linear->count * sizeof *m->constant);
    m->linear             = *s->linear;
    m->linear.constant    = m->constant;
    m->outer.space.linear = &m->linear;
}

void heco_moved_limit_init(heco_moved_limit *m, const heco_problem *inner, size_t constraint,
                           heco_arena *arena) {
    *m            = (heco_moved_limit){.inner = *inner, .outer = *inner, .constraint = constraint};
    heco_problem *p = &m->outer;
    p->user       = m;
    if (inner->eval != NULL) p->eval = moved_eval;
    if (inner->eval_batch != NULL) p->eval_batch = moved_eval_batch;
    if (inner->derivatives != NULL) p->derivatives = moved_derivatives;
    if (inner->clone != NULL) p->clone = moved_clone, p->drop = moved_drop;
    if (inner->failures != NULL) p->failures = moved_failures;
    if (inner->set_should_stop != NULL) p->set_should_stop = moved_set_should_stop;
    p->f_ref = NAN, p->x_ref = NULL; /* of another limit */
    moved_copy_rows(m, arena);
}

double heco_moved_limit_shift(const heco_moved_limit *m, double limit) {
    const heco_problem *p    = &m->inner;
    heco_constraint_form form = {0};
    if (p->forms != NULL) form = p->forms[m->constraint];
    return form.sense != 0 ? (limit - form.bound) / form.factor : limit;
}

void heco_moved_limit_set(heco_moved_limit *m, double limit) {
    const heco_linear *l         = m->inner.space.linear;
    m->shift                     = heco_moved_limit_shift(m, limit);
    m->forms[m->constraint].bound = limit;
    for (size_t i = 0; l != NULL && i < l->count; i++)
        if (l->constraint[i] == m->constraint) m->constant[i] = l->constant[i] - m->shift;
}
