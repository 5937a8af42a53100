#include "models/exec/exec_problem.h"

#include <stddef.h>
#include <string.h>

#include "problem/default_bound.h"

/* Returns the start of a variable that has none of its own. */
static double exec_problem_middle(const heco_exec_variable *v) {
    const heco_choice *c = &v->choice;
    if (c->count > 0) return c->values[c->unordered ? 0 : (c->count - 1) / 2];
    return heco_space_middle(v->lower, v->upper, v->log_scale);
}

/* Sets the variables of m->problem, and m->start if the program gives a start. */
static void exec_problem_fill_variables(heco_model *m, const heco_exec_header *header) {
    heco_problem  *p       = &m->problem;
    size_t         n       = header->sizes.n;
    double        *lower   = heco_arena_take(&m->arena, 3 * n, sizeof *lower);
    unsigned char *integer = heco_arena_take(&m->arena, n, sizeof *integer);
    unsigned char *flags   = heco_arena_take(&m->arena, n, sizeof *flags);
    heco_choice   *choice  = heco_arena_take(&m->arena, n, sizeof *choice);
    const char   **names   = heco_arena_take(&m->arena, 2 * n, sizeof *names);
    if (heco_arena_failed(&m->arena)) return;
    double *upper = lower + n, *start = upper + n;
    for (size_t j = 0; j < n; j++) {
        const heco_exec_variable *v = &header->variable[j];
        lower[j] = v->lower, upper[j] = v->upper;
        integer[j] = (unsigned char)v->integer;
        start[j]   = v->has_start ? v->start : exec_problem_middle(v);
        choice[j]  = v->choice;
        if (v->log_scale) flags[j] = HECO_LOG_SCALE, p->space.missing = flags;
        if (v->has_start) m->starts = 1;
        if (v->choice.count > 0) p->space.choices = choice;
        if (v->name[0] != '\0') names[j] = v->name, p->x_names = names;
        if (v->unit[0] != '\0') names[n + j] = v->unit, p->x_units = names + n;
    }
    if (m->starts > 0) m->start = start;
    p->space.n     = n;
    p->space.lower = lower, p->space.upper = upper;
    p->space.integer = integer;
}

/* Sets the constraints of m->problem. Puts inequalities before equalities; the lines of the program
 * may have any order. */
static void exec_problem_fill_constraints(heco_model *m, const heco_exec_header *header) {
    heco_problem *p   = &m->problem;
    size_t        own = header->sizes.ng, parts = header->sizes.pieces + header->sizes.residuals;
    size_t        ng = own + parts, count = own + header->sizes.nh, g = 0, h = ng;
    p->space.ng     = ng;
    p->pieces       = header->sizes.pieces;
    p->residuals    = header->sizes.residuals;
    p->space.nh     = header->sizes.nh;
    p->space.eq_tol = header->sizes.tolerance;
    if (header->sizes.ineq_tol >= 0.0) p->ineq_tol = header->sizes.ineq_tol;
    if (header->constraint == NULL) return;
    const char          **names = heco_arena_take(&m->arena, count + parts + 1, sizeof *names);
    heco_constraint_form *forms = heco_arena_take(&m->arena, count + parts + 1, sizeof *forms);
    double               *tol   = heco_arena_take(&m->arena, count + parts + 1, sizeof *tol);
    if (heco_arena_failed(&m->arena)) return;
    for (size_t k = 0; k < count; k++) {
        const heco_exec_constraint *c     = &header->constraint[k];
        int                         equal = c->sense == '=';
        size_t                      to    = equal ? h++ : g++;
        if (c->name[0] != '\0') names[to] = c->name, p->c_names = names;
        forms[to] = (heco_constraint_form){.sense  = c->sense,
                                           .bound  = c->bound,
                                           .factor = c->sense == '>' ? -1.0 : 1.0,
                                           .unit   = c->unit[0] != '\0' ? c->unit : NULL};
        p->forms  = forms;
        tol[to]   = c->tolerance >= 0.0 ? c->tolerance : heco_problem_tol(p, to);
    }
    for (size_t k = own; k < ng; k++) tol[k] = heco_problem_tol(p, k);
    p->space.tol = tol;
}

void heco_exec_fill_problem(heco_model *m, const heco_exec_header *header) {
    heco_problem *p = &m->problem;
    exec_problem_fill_variables(m, header);
    exec_problem_fill_constraints(m, header);
    p->f_unit =
        header->sizes.unit[0] != '\0' ? heco_arena_text(&m->arena, header->sizes.unit) : NULL;
    p->maximise = header->sizes.maximise;
}

void heco_exec_split_values(const heco_exec_sizes *s, const heco_exec_constraint *constraint,
                            const double *values, double *f, double *g, double *h) {
    size_t        parts = s->pieces + s->residuals, count = s->ng + s->nh;
    const double *c = values + heco_exec_objective_values(s);
    *f              = parts > 0 ? 0.0 : values[0]; /* the library writes f from the parts */
    if (parts > 0) memcpy(g + s->ng, values, parts * sizeof *g);
    for (size_t k = 0; constraint != NULL && k < count; k++) {
        if (constraint[k].sense == '=') *h++ = c[k] - constraint[k].bound;
        else
            *g++ = constraint[k].sense == '<' ? c[k] - constraint[k].bound
                                              : constraint[k].bound - c[k];
    }
    if (constraint != NULL) return;
    if (s->ng > 0) memcpy(g, c, s->ng * sizeof *g);
    if (s->nh > 0) memcpy(h, c + s->ng, s->nh * sizeof *h);
}
