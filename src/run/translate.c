#include "run/translate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "problem/default_bound.h"
#include "problem/violation.h"
#include "run/box_check.h"
#include "run/coordinate.h"
#include "run/epigraph.h"
#include "run/limit_scale.h"
#include "run/presolve/presolve.h"

struct heco_translation {
    const heco_space *outer;
    heco_space        inner;
    heco_presolve     presolve;
    heco_epigraph     epigraph;   /* of a maximum                                    */
    size_t            vars;       /* inner variables, without that of the epigraph   */
    heco_coordinate  *coordinate; /* one for each of them                            */
    size_t           *equality;   /* of each inner equality: its number in the outer space */
    size_t            unbounded;  /* number of variables without bounds              */
    size_t            distant;    /* number of others with distant bounds            */
    size_t            logs;       /* number of variables on a logarithmic scale      */
    int               recomputes; /* the inner violation differs from the outer one  */
    double           *scale;      /* powers of two that the inner constraints are multiplied by;
                                   * NULL: all are 1                                 */
    char conflict[200];           /* why linear constraints are not used, or ""      */
};

/* A bound at least this far away, such as the 1e10 of many AMPL models, says nothing about where
 * the optimum lies: the first trust radius would be a share of it. */
static const double translate_far = 1e10;

/* Returns which bounds of variable j are missing or far away, with the flag of a logarithmic scale.
 */
static unsigned translate_open(unsigned missing, double lower, double upper) {
    if (lower <= -translate_far) missing |= HECO_LOWER_MISSING;
    if (upper >= translate_far) missing |= HECO_UPPER_MISSING;
    return missing;
}

/* Returns whether the inner space differs from the outer one. */
static int translate_is_needed(const heco_space *s, const heco_run_options *o) {
    int needed = s->linear != NULL && s->linear->count > 0 && !o->no_presolve;
    needed |= heco_space_pieces(s) > 0;
    needed |= heco_limit_scales_needed(o->limits, s->ng + s->nh);
    for (size_t j = 0; s->choices != NULL && j < s->n; j++) needed |= s->choices[j].count > 0;
    for (size_t j = 0; j < s->n; j++)
        needed |=
            translate_open(s->missing != NULL ? s->missing[j] : 0, s->lower[j], s->upper[j]) != 0;
    return needed;
}

/* Returns x[j] of the first initial point, or 0. */
static double translate_centre(const heco_run_options *o, size_t j) {
    return o->starts > 0 && isfinite(o->start[j]) ? o->start[j] : 0.0;
}

typedef struct { /* arrays of the inner space */
    double        *lower, *upper, *tol;
    unsigned char *integer, *missing;
    heco_choice   *choices;
} translate_arrays;

/* Appends variable j to the inner space. Refuses an empty range. */
static heco_status translate_add_variable(heco_translation *t, const heco_run_options *o, size_t j,
                                          const translate_arrays *a, heco_error *error) {
    const heco_space            *s      = t->outer;
    const heco_box              *box    = &t->presolve.box;
    size_t                       at     = t->inner.n++;
    heco_coordinate             *c      = &t->coordinate[at];
    const heco_coordinate_limits limits = {
        box->lower[j], box->upper[j], translate_open(box->missing[j], box->lower[j], box->upper[j]),
        translate_centre(o, j)};
    heco_coordinate_init(c, s, j, &limits);
    heco_coordinate_range(c, &a->lower[at], &a->upper[at]);
    a->integer[at] = (unsigned char)heco_coordinate_is_integer(c, s);
    a->missing[at] = c->kind == HECO_COORDINATE_UNBOUNDED ? HECO_SINH_SCALE : 0;
    if (s->choices != NULL) a->choices[at] = s->choices[j];
    int open = c->kind == HECO_COORDINATE_UNBOUNDED || c->kind == HECO_COORDINATE_UNBOUNDED_INTEGER;
    t->unbounded += open && box->missing[j] != 0;
    t->distant += open && box->missing[j] == 0;
    t->logs += c->kind == HECO_COORDINATE_LOG;
    if (a->lower[at] <= a->upper[at] &&
        (!a->integer[at] || ceil(a->lower[at]) <= floor(a->upper[at])))
        return HECO_OK;
    return heco_fail(
        error, HECO_ERR_MODEL,
        "the linear constraints leave no value for variable %zu: its range would be %g .. %g",
        j + 1, box->lower[j], box->upper[j]);
}

/* Sets the equalities and tolerances of the inner space. The pieces of a maximum are constraints
 * there. Drops equalities that always hold.
 * Projected equalities keep the same tolerance in batches that are not projected. */
static void translate_set_equalities(heco_translation *t, const translate_arrays *a) {
    const heco_space *s = t->outer;
    t->inner.nh         = 0;
    for (size_t k = 0; k < s->ng; k++)
        a->tol[k] = k < t->epigraph.first ? heco_space_tol(s, k) : HECO_INEQ_TOL;
    t->recomputes |= t->epigraph.count > 0;
    for (size_t k = s->ng; k < s->ng + s->nh; k++) {
        heco_equality_fate fate = heco_presolve_fate(&t->presolve, k);
        double             tol  = heco_space_tol(s, k);
        t->recomputes |= fate != HECO_EQUALITY_LEFT;
        if (fate == HECO_EQUALITY_ELIMINATED || fate == HECO_EQUALITY_REDUNDANT) continue;
        if (fate == HECO_EQUALITY_PROJECTED) tol = fmin(tol, heco_presolve_tol(s, k));
        a->tol[s->ng + t->inner.nh] = tol;
        t->equality[t->inner.nh++]  = k - s->ng;
    }
}

/* Makes the inner constraints relative to the limits that the outer ones state. */
static void translate_set_scales(heco_translation *t, const heco_run_options *o,
                                 const translate_arrays *a, heco_arena *arena) {
    const heco_space *s = t->outer;
    t->scale            = NULL;
    if (!heco_limit_scales_needed(o->limits, s->ng + s->nh)) return;
    t->scale = heco_arena_take(arena, s->ng + t->inner.nh, sizeof *t->scale);
    if (t->scale == NULL) return; /* the caller checks the arena */
    for (size_t k = 0; k < s->ng + t->inner.nh; k++) {
        size_t outer = k < s->ng ? k : s->ng + t->equality[k - s->ng];
        t->scale[k]  = heco_space_is_objective(s, k) ? 1.0 : heco_limit_scale(o->limits[outer]);
        a->tol[k] *= t->scale[k];
    }
    t->recomputes = 1;
}

/* Fills t->inner, t->coordinate and t->equality after presolve. */
static heco_status translate_fill_space(heco_translation *t, const heco_run_options *o,
                                        heco_arena *arena, heco_error *error) {
    const heco_space *s      = t->outer;
    heco_status       status = HECO_OK;
    translate_arrays  a      = {.lower   = heco_arena_take(arena, s->n + 1, sizeof *a.lower),
                                .upper   = heco_arena_take(arena, s->n + 1, sizeof *a.upper),
                                .tol     = heco_arena_take(arena, s->ng + s->nh, sizeof *a.tol),
                                .integer = heco_arena_take(arena, s->n + 1, 1),
                                .missing = heco_arena_take(arena, s->n + 1, 1),
                                .choices = heco_arena_take(arena, s->n + 1, sizeof *a.choices)};
    t->coordinate            = heco_arena_take(arena, s->n, sizeof *t->coordinate);
    t->equality              = heco_arena_take(arena, s->nh, sizeof *t->equality);
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller checks the arena */
    t->inner.n = 0;
    for (size_t j = 0; status == HECO_OK && j < s->n; j++)
        if (!heco_presolve_is_eliminated(&t->presolve, j))
            status = translate_add_variable(t, o, j, &a, error);
    t->vars = t->inner.n;
    heco_epigraph_add_variable(&t->epigraph, &t->inner, a.lower, a.upper);
    translate_set_equalities(t, &a);
    translate_set_scales(t, o, &a, arena);
    t->inner.lower = a.lower, t->inner.upper = a.upper, t->inner.integer = a.integer;
    t->inner.tol     = t->recomputes ? a.tol : s->tol;
    t->inner.choices = s->choices != NULL ? a.choices : NULL;
    t->inner.missing = t->unbounded > 0 ? a.missing : NULL; /* no bound, but scales */
    t->inner.linear  = NULL;
    return status;
}

/* Builds the inner space, with or without presolve. */
static heco_status translate_build(heco_translation *t, const heco_run_options *o, int presolve,
                                   heco_arena *arena, heco_error *error) {
    heco_status status = HECO_OK;
    t->inner           = *t->outer;
    t->unbounded       = 0;
    t->distant         = 0;
    t->logs            = 0;
    heco_epigraph_init(&t->epigraph, t->outer);
    if (presolve) status = heco_presolve_init(&t->presolve, t->outer, arena, error);
    else heco_presolve_copy_bounds(&t->presolve, t->outer, arena);
    if (status != HECO_OK || heco_arena_failed(arena)) return status;
    return translate_fill_space(t, o, arena, error);
}

/* Contradicting linear constraints are reported, not refused: the user may want the point that
 * violates them least. */
heco_status heco_translation_new(heco_translation **out, const heco_space *outer,
                                 const heco_run_options *o, heco_arena *arena, heco_error *error) {
    heco_error why = {HECO_OK, ""};
    *out           = NULL;
    if (!translate_is_needed(outer, o)) return HECO_OK;
    heco_translation *t = heco_arena_take(arena, 1, sizeof *t);
    if (t == NULL) return HECO_OK; /* the caller checks the arena */
    t->outer = outer;
    *out     = t;
    if (o->no_presolve) return translate_build(t, o, 0, arena, error);
    heco_status status = translate_build(t, o, 1, arena, &why);
    if (status == HECO_OK) return status;
    snprintf(t->conflict, sizeof t->conflict, "%.*s", (int)sizeof t->conflict - 1, why.text);
    return translate_build(t, o, 0, arena, error);
}

const heco_space *heco_translation_inner(const heco_translation *t) { return &t->inner; }

void heco_translation_to_inner(const heco_translation *t, double *inner, const double *outer) {
    for (size_t j = 0; j < t->vars; j++)
        inner[j] = heco_coordinate_to_inner(&t->coordinate[j], outer[t->coordinate[j].var]);
    if (t->epigraph.count > 0) inner[t->epigraph.var] = 0.0; /* tell sets it */
}

/* Computes the eliminated variables. A value beyond a default bound is clipped. */
static void translate_complete(const heco_translation *t, double *outer) {
    const heco_equalities *q = &t->presolve.equalities;
    heco_equalities_complete(q, outer);
    for (size_t i = 0; i < q->rows; i++) {
        if (q->pivot[i] == SIZE_MAX) continue;
        double *x = &outer[q->pivot[i]];
        *x        = fmin(fmax(*x, t->outer->lower[q->pivot[i]]), t->outer->upper[q->pivot[i]]);
    }
}

static void translate_coordinates(const heco_translation *t, double *outer, const double *inner) {
    for (size_t j = 0; j < t->vars; j++)
        outer[t->coordinate[j].var] = heco_coordinate_to_outer(&t->coordinate[j], inner[j]);
}

void heco_translation_to_outer(const heco_translation *t, double *outer, const double *inner) {
    translate_coordinates(t, outer, inner);
    heco_project_point(&t->presolve.projection, outer);
    translate_complete(t, outer);
}

/* Updates the inner point after the projection of the outer one. */
static void translate_update(const heco_translation *t, double *inner, const double *outer) {
    for (size_t j = 0; j < t->vars; j++) {
        const heco_coordinate *c = &t->coordinate[j];
        if (heco_coordinate_to_outer(c, inner[j]) != outer[c->var])
            inner[j] = heco_coordinate_to_inner(c, outer[c->var]);
    }
}

void heco_translation_ask(const heco_translation *t, heco_batch *outer, heco_batch *inner) {
    outer->count    = inner->count;
    outer->as_asked = inner->as_asked;
    for (size_t i = 0; i < inner->count; i++) {
        double *x = outer->x + i * outer->n, *u = inner->x + i * inner->n;
        translate_coordinates(t, x, u);
        if (!inner->as_asked && heco_project_point(&t->presolve.projection, x))
            translate_update(t, u, x);
        translate_complete(t, x);
    }
}

/* Applies the chain rule to the derivatives of row 0: dx/du of the coordinate, and the part that
 * comes through eliminated variables. */
static void translate_gradient(const heco_translation *t, double *inner, const double *outer,
                               const double *at) {
    const heco_equalities *q = &t->presolve.equalities;
    for (size_t j = 0; j < t->vars; j++) inner[j] = outer[t->coordinate[j].var];
    for (size_t i = 0; i < q->rows; i++) {
        const double *m = q->M + i * (q->n + 1);
        double        d = q->pivot[i] != SIZE_MAX ? outer[q->pivot[i]] : 0.0;
        for (size_t j = 0; d != 0.0 && j < t->vars; j++) inner[j] -= d * m[t->coordinate[j].var];
    }
    for (size_t j = 0; j < t->vars; j++)
        inner[j] *= heco_coordinate_slope(&t->coordinate[j], at[j]);
}

/* Multiplies the constraints of inner row i by their scales. */
static void translate_scale_row(const heco_translation *t, heco_batch *inner, size_t i) {
    if (t->scale == NULL) return;
    for (size_t k = 0; k < inner->ng; k++) inner->g[i * inner->ng + k] *= t->scale[k];
    for (size_t k = 0; k < inner->nh; k++) inner->h[i * inner->nh + k] *= t->scale[inner->ng + k];
}

/* Does the same with the derivatives of row 0. */
static void translate_scale_derivatives(const heco_translation *t, heco_batch *inner) {
    if (t->scale == NULL) return;
    for (size_t k = 0; k < inner->ng * inner->n; k++) inner->dg[k] *= t->scale[k / inner->n];
    for (size_t k = 0; k < inner->nh * inner->n; k++)
        inner->dh[k] *= t->scale[inner->ng + k / inner->n];
}

/* Maps the derivatives of row 0, if there are any, to the inner space. */
static void translate_derivatives(const heco_translation *t, heco_batch *inner,
                                  const heco_batch *outer) {
    inner->derivatives = outer->derivatives;
    if (!outer->derivatives) return;
    translate_gradient(t, inner->df, outer->df, inner->x);
    for (size_t k = 0; k < inner->ng; k++)
        translate_gradient(t, inner->dg + k * inner->n, outer->dg + k * outer->n, inner->x);
    for (size_t k = 0; k < inner->nh; k++)
        translate_gradient(t, inner->dh + k * inner->n, outer->dh + t->equality[k] * outer->n,
                           inner->x);
    translate_scale_derivatives(t, inner);
    if (t->epigraph.count > 0) heco_epigraph_tell_derivatives(&t->epigraph, inner);
}

void heco_translation_tell(const heco_translation *t, heco_batch *inner, const heco_batch *outer) {
    size_t rows = outer->count;
    memcpy(inner->f, outer->f, rows * sizeof *inner->f);
    if (inner->ng > 0) memcpy(inner->g, outer->g, rows * inner->ng * sizeof *inner->g);
    memcpy(inner->viol, outer->viol, rows * sizeof *inner->viol);
    memcpy(inner->state, outer->state, rows);
    for (size_t i = 0; i < rows; i++) {
        double *h = inner->h + i * inner->nh;
        for (size_t k = 0; k < inner->nh; k++) h[k] = outer->h[i * outer->nh + t->equality[k]];
        translate_scale_row(t, inner, i);
        if (t->epigraph.count > 0 && isfinite(outer->viol[i]))
            heco_epigraph_tell_row(&t->epigraph, inner, i, !inner->as_asked);
        if (t->recomputes && isfinite(outer->viol[i]))
            inner->viol[i] = heco_violation(&t->inner, inner->g + i * inner->ng, h);
    }
    translate_derivatives(t, inner, outer);
}

/* The variable of a maximum follows from the others. */
int heco_translation_leaves_one_point(const heco_translation *t) {
    return heco_box_is_point(&t->inner, t->vars);
}

/* Appends "2 variables without bounds" unless the count is 0. */
static void translate_count(char *text, size_t size, size_t count, const char *what) {
    size_t at = size > 0 ? strlen(text) : 0;
    if (count == 0 || at >= size) return;
    snprintf(text + at, size - at, "%s%zu variable%s %s", at > 0 ? ", " : "", count,
             count == 1 ? "" : "s", what);
}

void heco_translation_describe(const heco_translation *t, char *text, size_t size) {
    if (t->conflict[0] != '\0') snprintf(text, size, "%s", t->conflict);
    else heco_presolve_describe(&t->presolve, text, size);
    translate_count(text, size, t->unbounded, "without bounds");
    translate_count(text, size, t->distant, "with distant bounds");
    translate_count(text, size, t->logs, "on a logarithmic scale");
}
