/* Memory, beginning and phases of a descent; descent.h maps the steps of the method to files. */
#include "solver/sqp/descent_internal.h"

#include <string.h>

#include "problem/violation.h"

/* Defaults of the options of `sqp`, see docs/algorithms/sqp.md. */
static const double descent_difference = 1e-8; /* about the square root of the unit roundoff, the
                                                * best forward difference (Nocedal and Wright 2006,
                                                * section 8.1)                                    */
static const double descent_margin = 1e-10;    /* keeps ends feasible in spite of rounding       */
enum { DESCENT_SECANT_STEPS = 2, DESCENT_HESSIANS = 12 };

static double *descent_take(heco_arena *arena, size_t count) {
    return heco_arena_take(arena, count, sizeof(double));
}

/* Allocates points, bounds and lists of variables. */
static void descent_take_points(heco_descent *s, size_t n, size_t m, heco_arena *a) {
    heco_descent_point *const points[] = {&s->current, &s->best, &s->trial, &s->step.uncorrected,
                                          &s->feasibility.iterate};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        points[k]->x = descent_take(a, n);
        points[k]->c = descent_take(a, m);
    }
    s->linear.x     = descent_take(a, n);
    s->linear.c     = descent_take(a, m);
    s->region.lower = descent_take(a, n);
    s->region.upper = descent_take(a, n);
    s->width        = descent_take(a, n);
    s->unit         = descent_take(a, n);
    s->first_unit   = descent_take(a, n);
    s->natural      = heco_arena_take(a, n, 1);
    s->tol          = descent_take(a, m);
    s->var          = heco_arena_take(a, n, sizeof *s->var);

    s->differences.column = heco_arena_take(a, n, sizeof *s->differences.column);
    s->digits             = heco_arena_take(a, m + 1, sizeof *s->digits);
}

/* Allocates the model of nv columns and m constraints. */
static void descent_take_model(heco_descent *s, size_t nv, size_t m, heco_arena *a) {
    heco_descent_program  *p        = &s->program;
    heco_descent_integers *z        = &s->integers;
    double **const         matrix[] = {&s->linear.A, &s->linear.old_A, &p->A, &p->secant_A};
    double **const         column[] = {
                &s->linear.grad, &s->linear.old_grad, &p->secant_grad,    &p->dl,     &p->du,
                &s->step.d,      &s->step.Bd,         &s->step.tentative, &s->bfgs.s, &s->bfgs.y,
                &s->bfgs.Bs,     &z->fixed_step,      &z->fraction,       &z->best_d};
    double **const row[] = {
        &p->scale, &p->lambda, &p->tentative_lambda, &s->linear.old_lambda, &p->lo,
        &p->up,    &p->margin, &z->best_lambda,      &s->feasibility.error};
    for (size_t k = 0; k < sizeof matrix / sizeof *matrix; k++)
        *matrix[k] = descent_take(a, m * nv);
    for (size_t k = 0; k < sizeof column / sizeof *column; k++) *column[k] = descent_take(a, nv);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) *row[k] = descent_take(a, m);
    s->bfgs.B             = descent_take(a, nv * nv);
    s->curvature.H        = descent_take(a, nv * nv);
    s->curvature.V        = descent_take(a, nv * nv);
    s->curvature.gradient = descent_take(a, nv);
    p->no_interior        = heco_arena_take(a, m, sizeof *p->no_interior);
    heco_qp_init(&p->qp, nv, m, a);
}

static int descent_is_integer(const heco_space *space, size_t j) {
    return space->integer != NULL && space->integer[j];
}

void heco_descent_set_band(heco_descent *s, int band) {
    s->band = band;
    for (size_t i = 0; i < s->m; i++) {
        int keeps = band || heco_space_is_residual(s->space, i);
        s->tol[i] = keeps ? heco_space_tol(s->space, i) : 0.0;
    }
}

void heco_descent_init(heco_descent *s, const heco_space *space, heco_arena *arena) {
    size_t n = space->n, m = space->ng + space->nh;
    s->space = space, s->n = n, s->m = m;
    s->nc = s->ni = 0;
    s->options    = (heco_descent_options){
           descent_difference, descent_margin, DESCENT_SECANT_STEPS, 0, DESCENT_HESSIANS, 0};
    descent_take_points(s, n, m, arena);
    if (heco_arena_failed(arena)) return;
    for (size_t j = 0; j < n; j++) {
        s->width[j] = heco_descent_variable_width(space, j);
        if (s->width[j] > 0.0 && !descent_is_integer(space, j)) s->var[s->nc++] = j;
    }
    for (size_t j = 0; j < n; j++)
        if (descent_is_integer(space, j) && floor(space->upper[j]) > ceil(space->lower[j]))
            s->var[s->nc + s->ni++] = j;
    heco_descent_find_natural(s);
    heco_descent_find_residuals(s);
    heco_descent_set_band(s, 1);
    s->nv = s->nc + s->ni;
    descent_take_model(s, s->nv, m, arena);
}

void heco_descent_set_eager(heco_descent *s) {
    s->options.secant_steps = 0;
    s->options.eager        = 1;
}

/* A batch of exact derivatives has the iterate, two rows for their check, and one row per integer.
 */
size_t heco_descent_rows(const heco_descent *s) {
    size_t rows = s->nc + s->ni, exact = s->exact.available && s->nc > 0 ? s->ni + 3 : 1;
    return rows > exact ? rows : exact;
}

heco_descent_start heco_descent_start_at(const double *x, double f, const double *g,
                                         const double *h, double viol, double radius) {
    return (heco_descent_start){.x         = x,
                                .g         = g,
                                .h         = h,
                                .f         = f,
                                .viol      = viol,
                                .radius    = radius,
                                .incumbent = INFINITY,
                                .rival     = INFINITY};
}

void heco_descent_copy_point(const heco_descent *s, heco_descent_point *to,
                             const heco_descent_point *from) {
    memcpy(to->x, from->x, s->n * sizeof *to->x);
    memcpy(to->c, from->c, s->m * sizeof *to->c);
    to->f = from->f, to->viol = from->viol;
}

heco_descent_end heco_descent_finish(heco_descent *s, heco_descent_end end) {
    if (s->step.fine) {
        end = HECO_DESCENT_CONVERGED, s->certified = 1;
        if (s->current.viol > 0.0) heco_descent_copy_point(s, &s->current, &s->best);
    }
    return s->end = end;
}

void heco_descent_reset_program(heco_descent *s) {
    s->goal.warm       = 0;
    s->program.penalty = 0.0;
    memset(s->program.scale, 0, s->m * sizeof *s->program.scale);
    memset(s->program.lambda, 0, s->m * sizeof *s->program.lambda);
    memset(s->program.no_interior, 0, s->m * sizeof *s->program.no_interior);
    heco_qp_clear_active_set(&s->program.qp);
}

void heco_descent_reset_counts(heco_descent *s) {
    s->count.iterations = s->count.rejections = 0;
    s->bfgs.has_pair                          = 0;
    s->step.slow_errors = s->step.slow_steps = 0;
    s->region.may_grow                       = 1;
}

/* Sets the columns of the model and the state of the integers. */
static void descent_begin_integers(heco_descent *s, const heco_descent_start *start) {
    heco_descent_integers *z = &s->integers;
    s->nv                    = start->fixed_integers ? s->nc : s->nc + s->ni;
    z->radius                = start->radius;
    z->frozen = z->freezes = z->moved = z->fixed = 0;
}

/* Sets the region to the whole box with a trust radius. */
static void descent_begin_region(heco_descent *s, double radius) {
    heco_descent_region *r = &s->region;
    memcpy(r->lower, s->space->lower, s->n * sizeof *r->lower);
    memcpy(r->upper, s->space->upper, s->n * sizeof *r->upper);
    r->radius = r->saved_radius = radius;
    r->accepted_length          = 1.0;
}

/* Without continuous variables wider differences would be the same: those of integers are always
 * one step wide. */
void heco_descent_begin(heco_descent *s, const heco_descent_start *start) {
    size_t ng = s->space->ng, nh = s->space->nh;
    memcpy(s->current.x, start->x, s->n * sizeof *s->current.x);
    if (ng > 0) memcpy(s->current.c, start->g, ng * sizeof *s->current.c);
    if (nh > 0) memcpy(s->current.c + ng, start->h, nh * sizeof *s->current.c);
    s->current.f = start->f, s->current.viol = start->viol;
    heco_descent_copy_point(s, &s->best, &s->current);
    heco_descent_set_frame(s);
    if (isfinite(start->f)) s->f_most = fmax(s->f_most, fabs(start->f));
    s->lacks_f = start->lacks_f;
    if (s->lacks_f) s->best.f = s->best.viol = INFINITY;
    double incumbent = start->fixed_integers ? start->incumbent : INFINITY;
    s->goal  = (heco_descent_goal){start->known, incumbent, start->rival, start->fixed_integers,
                                   start->warm};
    s->count = (heco_descent_counts){0};
    s->discontinuity.count = 0;
    s->certified           = 0;
    s->kinked              = 0;
    s->differences.level   = s->nc > 0 ? start->level : HECO_DESCENT_WIDE;
    s->differences.flat    = 0;
    s->exact.distrusted    = 0;
    s->bfgs.updates = s->bfgs.foreign = 0;
    s->curvature.count = s->curvature.models = s->curvature.wanted = 0;

    s->step.uncorrected_ratio = s->step.total = 0.0;
    s->step.fine                              = 0;
    descent_begin_region(s, start->radius);
    descent_begin_integers(s, start);
    heco_descent_reset_counts(s);
    if (!s->goal.warm) heco_descent_reset_program(s);
    int fine = s->nv > 0 && isfinite(s->current.f) && isfinite(s->current.viol);
    s->end   = fine ? HECO_DESCENT_RUNNING : HECO_DESCENT_STUCK;
    heco_descent_begin_derivatives(s);
}

size_t heco_descent_ask(heco_descent *s, double *rows) {
    if (s->phase == HECO_DESCENT_DIFFERENCES && heco_descent_may_ask_exact(s))
        s->phase = HECO_DESCENT_EXACT;
    switch (s->phase) {
    case HECO_DESCENT_EXACT: return heco_descent_ask_exact(s, rows);
    case HECO_DESCENT_CURVATURE: return heco_descent_ask_curvature(s, rows);
    case HECO_DESCENT_DIFFERENCES:
    case HECO_DESCENT_OTHER_SIDE: return heco_descent_ask_differences(s, rows);
    case HECO_DESCENT_LOCATE: return heco_descent_ask_discontinuity(s, rows);
    case HECO_DESCENT_BISECT: return heco_descent_ask_bisection(s, rows);
    default: memcpy(rows, s->trial.x, s->n * sizeof *rows); return 1;
    }
}

void heco_descent_row_values(const heco_descent *s, double *c, const heco_batch *in, size_t i) {
    size_t ng = s->space->ng, nh = s->space->nh;
    if (ng > 0) memcpy(c, in->g + i * ng, ng * sizeof *c);
    if (nh > 0) memcpy(c + ng, in->h + i * nh, nh * sizeof *c);
}

/* Updates s->best with the rows of a batch. */
static void descent_record_best(heco_descent *s, const heco_batch *in) {
    heco_descent_point *best = &s->best;
    for (size_t i = 0; i < in->count; i++) {
        if (!heco_descent_row_is_finite(in, i)) continue;
        if (!heco_better_feasible(in->f[i], in->viol[i], best->f, best->viol)) continue;
        memcpy(best->x, in->x + i * s->n, s->n * sizeof *best->x);
        heco_descent_row_values(s, best->c, in, i);
        best->f = in->f[i], best->viol = in->viol[i];
    }
}

/* If the iterate lacks f and a row has it, takes the best such row as the iterate, with a new
 * model. Returns 1 then. */
static int descent_find_f(heco_descent *s, const heco_batch *in) {
    for (size_t i = 0; s->lacks_f && i < in->count; i++)
        if (heco_descent_row_is_finite(in, i)) s->lacks_f = 0;
    if (s->lacks_f) return 0;
    heco_descent_copy_point(s, &s->current, &s->best);
    heco_descent_set_frame(s);
    heco_descent_reset_program(s);
    heco_descent_reset_counts(s);
    s->bfgs.updates  = 0;
    s->region.radius = s->region.saved_radius;
    heco_descent_begin_derivatives(s);
    return 1;
}

heco_descent_end heco_descent_tell(heco_descent *s, const heco_batch *in) {
    s->count.evals += in->count;
    descent_record_best(s, in);
    heco_descent_look_at_digits(s, in);
    if (s->lacks_f && descent_find_f(s, in)) return HECO_DESCENT_RUNNING;
    switch (s->phase) {
    case HECO_DESCENT_EXACT: return heco_descent_tell_exact(s, in);
    case HECO_DESCENT_CURVATURE: return heco_descent_tell_curvature(s, in);
    case HECO_DESCENT_DIFFERENCES:
    case HECO_DESCENT_OTHER_SIDE: return heco_descent_tell_differences(s, in);
    case HECO_DESCENT_LOCATE: return heco_descent_tell_discontinuity(s, in);
    case HECO_DESCENT_BISECT: return heco_descent_tell_bisection(s, in);
    default: return heco_descent_tell_trial(s, in);
    }
}

/* Few means fewer than a quarter. */
int heco_descent_was_unreliable(const heco_descent *s) {
    return s->differences.flat || 4 * s->count.accepted < s->count.trials;
}
