/* nl: an AMPL model as a .nl file, text or binary, through the AMPL Solver Library (ASL).
 *
 *   Gay (1997), Hooking your solver to AMPL, Bell Laboratories
 *
 * The ASL trusts most of the numbers in a file, and prints and exits on an error. So heco scans the
 * file first (nl_scan.c), and then reads it in a child process (model_nl_trial), because deep
 * expressions can still crash the ASL. The ASL is not thread-safe: the model is HECO_SHARE_NONE,
 * and the backend process evaluates in parallel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/number_text.h"
#include "models/model_table.h"
#include "models/nl/nl_box.h"
#include "models/nl/nl_derivatives.h"
#include "models/nl/nl_parts.h"
#include "models/nl/nl_rows.h"
#include "models/nl/nl_scan.h"
#include "models/trial_fork.h"

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

enum { MODEL_NL_SECONDS = 120 };         /* limit of the trial */
static const double model_nl_tol = 1e-6; /* of all constraints, as in other AMPL solvers */

typedef struct {
    heco_nl_header      header;
    heco_nl_annotations annotations;
    heco_nl_sos         sos;
    heco_nl_rows        rows;
    heco_nl_source source; /* input of the rows                                               */
    const char    *path;
    ASL_fg        *asl;
    double        *body; /* the rows of the model at the current point                        */
    size_t         n;
    int            objective;
    heco_failures  failures;
    heco_nl_derivatives *derivatives; /* NULL: derivatives are unavailable                    */
} model_nl_state;

/* --- reading ------------------------------------------------------------------------------- */

/* Runs in the child: reads the file and evaluates once, which shows whether either crashes. */
static void model_nl_trial(void *user) {
    const model_nl_state *s   = user;
    ASL_fg               *asl = heco_nl_asl_read(s->path, &s->header, 0);
    fint                  bad = 0;
    if (asl == NULL) _exit(3); /* the ASL has printed the reason */
    double *x = calloc((size_t)s->header.vars + (size_t)s->header.cons + 1, sizeof *x);
    if (x == NULL) heco_trial_fork_refuse("out of memory");
    for (int j = 0; j < s->header.vars; j++) x[j] = X0 != NULL ? X0[j] : 1.0;
    for (int i = 0; i < s->header.objs; i++) objval(i, x, &bad), bad = 0;
    if (s->header.cons > 0) conval(x, x + s->header.vars, &bad);
    for (int i = 0, failed; i < s->header.logical; i++)
        heco_nl_logic_violation(asl, i, x, (failed = 0, &failed));
    heco_nl_derivatives_try(s->path, &s->header, x);
    free(x);
}

/* Runs model_nl_trial() in a child process and reports how it failed. */
static heco_status model_nl_try_reading(model_nl_state *s, heco_error *error) {
    char        text[300];
    const char *path = s->path;
    switch (heco_trial_fork(model_nl_trial, s, MODEL_NL_SECONDS, text, sizeof text)) {
    case HECO_TRIAL_GOOD: return HECO_OK;
    case HECO_TRIAL_BAD:
        return heco_fail(error, HECO_ERR_MODEL, "'%.150s' is damaged: %.200s; write it again", path,
                         text[0] != '\0' ? text : "the AMPL Solver Library cannot read it");
    case HECO_TRIAL_CRASH:
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.150s' is damaged: reading it crashes the AMPL Solver Library (%s); "
                         "write it again",
                         path, text);
    case HECO_TRIAL_LATE:
        return heco_fail(error, HECO_ERR_MODEL,
                         "reading '%.150s' took longer than %d s: the file is probably damaged",
                         path, MODEL_NL_SECONDS);
    default:
        return heco_fail(error, HECO_ERR_MEMORY, "no process could be started to read '%.150s'",
                         path);
    }
}

/* --- one point ----------------------------------------------------------------------------- */

/* Records a failed point in s->failures with the row that could not be evaluated. */
static int model_nl_fail_point(model_nl_state *s, const double *x, size_t row) {
    ASL_fg *asl = s->asl;
    char    name[24], point[300];
    heco_point_text(point, sizeof point, x, s->n, s->source.x_names);
    snprintf(s->failures.last_failure, sizeof s->failures.last_failure,
             "%.80s cannot be evaluated at %.290s", heco_nl_row_name(&s->source, row, name), point);
    /* Forces the ASL to compute all defined variables again: this point is half evaluated. */
    x0kind = ASL_first_x;
    return HECO_POINT_FAILED;
}

/* Records a failed point with the row that the ASL evaluated last. */
static int model_nl_fail_last_row(model_nl_state *s, const double *x) {
    ASL_fg *asl  = s->asl;
    size_t  objs = (size_t)s->header.cons + (size_t)s->header.logical + (size_t)s->objective;
    return model_nl_fail_point(s, x, co_index >= 0 ? (size_t)co_index : objs);
}

/* Returns the value of constraint c. s->body holds the rows of the model at x. */
static double model_nl_constraint(model_nl_state *s, const heco_nl_constraint *c, double *x,
                                  int *failed) {
    switch (c->kind) {
    case HECO_NL_ABOVE: return c->bound - s->body[c->row];
    case HECO_NL_SOS: return heco_nl_sos_violation(&s->sos, c->row, x);
    case HECO_NL_LOGICAL: return heco_nl_logic_violation(s->asl, (int)c->row, x, failed);
    case HECO_NL_COMPLEMENTARITY:
        return heco_nl_complementarity_residual(c, x[c->variable], s->body[c->row]);
    default: return s->body[c->row] - c->bound;
    }
}

/* Computes f and the rows of the model (s->body), and from these g and h. */
static int model_nl_eval(void *user, const double *x, double *f, double *g, double *h) {
    model_nl_state *s      = user;
    ASL_fg         *asl    = s->asl;
    double         *at     = (double *)x; /* the ASL only reads it */
    fint            bad    = 0;
    int             failed = 0;
    *f                     = 0.0; /* without an objective every feasible point is a solution */
    if (s->header.objs > 0) *f = objval(s->objective, at, &bad);
    if (bad != 0) return model_nl_fail_last_row(s, x);
    if (s->header.cons > 0) conval(at, s->body, &bad);
    if (bad != 0) return model_nl_fail_last_row(s, x);
    const heco_nl_constraint *c = s->rows.constraint;
    for (size_t k = 0; k < s->rows.ng && !failed; k++, c++)
        g[k] = model_nl_constraint(s, c, at, &failed);
    if (failed) return model_nl_fail_point(s, x, (size_t)s->header.cons + c[-1].row);
    for (size_t k = 0; k < s->rows.nh; k++, c++) h[k] = model_nl_constraint(s, c, at, &failed);
    return HECO_POINT_OK;
}

/* The ASL gives the derivatives of the bodies; complementarity residuals are derived from them. */
static int model_nl_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    model_nl_state           *s = user;
    const heco_nl_constraint *c = s->rows.constraint, *end = c + s->rows.ng + s->rows.nh;
    const double             *body   = heco_nl_derivatives_rows(s->derivatives);
    int                       result = heco_nl_derivatives_at(s->derivatives, x, df, dg, dh);
    for (size_t k = 0; result == HECO_POINT_OK && c < end; k++, c++) {
        double *row = k < s->rows.ng ? dg + k * s->n : dh + (k - s->rows.ng) * s->n;
        if (c->kind == HECO_NL_COMPLEMENTARITY)
            heco_nl_complementarity_gradient(c, x[c->variable], body[c->row], row, s->n);
    }
    return result;
}

static void model_nl_failures(const void *user, heco_failures *out) {
    *out = ((const model_nl_state *)user)->failures;
}

/* --- the problem --------------------------------------------------------------------------- */

/* Sets flag[j] to 1 for integers. The variables come in groups, integers at the end of each:
 * nonlinear in constraints and objectives, in constraints only, in objectives only, linear. */
static void model_nl_mark_integers(const heco_nl_header *h, unsigned char *flag) {
    int ends[4]  = {h->nl_both, h->nl_cons, h->nl_objs, h->vars};
    int count[4] = {h->nl_both_int, h->nl_cons_int, h->nl_objs_int, h->binaries + h->integers};
    for (int group = 0; group < 4; group++)
        for (int k = 1; k <= count[group]; k++) flag[ends[group] - k] = 1;
}

/* Sets the bounds of m->problem and the start. */
static heco_status model_nl_fill_box(heco_model *m, model_nl_state *s,
                                     const heco_model_options *how, heco_error *error) {
    ASL_fg           *asl   = s->asl;
    heco_nl_box_input given = {.path    = s->path,
                               .names   = s->source.x_names,
                               .n       = s->n,
                               .lower   = LUv,
                               .upper   = Uvx,
                               .guess   = X0,
                               .integer = m->problem.space.integer,
                               .bound   = how->bound,
                               .strict  = how->strict_bounds};
    m->starts               = 1;
    return heco_nl_box(&given, &m->arena, &m->problem.space, &m->start, error);
}

/* Sets the constraints of m->problem, with s->source, s->sos and s->rows, from which they are
 * computed. */
static heco_status model_nl_fill_rows(heco_model *m, model_nl_state *s) {
    ASL_fg *asl           = s->asl;
    s->source.header      = &s->header;
    s->source.annotations = &s->annotations;
    s->source.sos         = &s->sos;
    s->source.lower       = LUrhs;
    s->source.upper       = Urhsx;
    s->source.x_lower     = LUv;
    s->source.x_upper     = Uvx;
    heco_problem *p       = &m->problem;
    s->body               = heco_arena_take(&m->arena, (size_t)s->header.cons + 1, sizeof *s->body);
    heco_status status    = heco_nl_sos_init(&s->sos, &m->arena, &s->annotations, s->n);
    if (status == HECO_OK) status = heco_nl_rows_init(&s->rows, &m->arena, &s->source);
    if (status == HECO_OK)
        status = heco_nl_linear(&p->space.linear, &m->arena, asl, &s->rows, &s->annotations);
    if (status != HECO_OK || s->body == NULL) return HECO_ERR_MEMORY;
    p->space.ng = s->rows.ng, p->space.nh = s->rows.nh;
    p->c_names = s->rows.names;
    p->forms   = s->rows.forms;
    return HECO_OK;
}

/* Appends a sentence to the note. */
static void model_nl_append(char *text, size_t size, const char *sentence) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used > 0 ? "; " : "", sentence);
}

/* Notes which solvers suit a linear model better. */
static void model_nl_note_linear(const model_nl_state *s, const unsigned char *integer, char *text,
                                 size_t size) {
    char   line[160];
    size_t integers = 0;
    if (!heco_nl_all_linear(&s->header, &s->annotations, &s->sos, s->objective)) return;
    for (size_t j = 0; j < s->n; j++) integers += integer[j] != 0;
    snprintf(line, sizeof line, "the model is linear%s: HiGHS, CBC or GLPK solve it exactly",
             integers == 0      ? ""
             : integers == s->n ? " and all integer"
                                : " with integer variables");
    model_nl_append(text, size, line);
}

/* Notes how many variables lack a bound. */
static void model_nl_note_bounds(const model_nl_state *s, const heco_space *space, char *text,
                                 size_t size) {
    char   line[240], name[24];
    size_t missing = 0, first = 0;
    for (size_t j = s->n; space->missing != NULL && j-- > 0;)
        if (space->missing[j]) missing++, first = j;
    if (missing == 0) return;
    snprintf(line, sizeof line,
             "%zu of %zu variables lack%s a bound (%.60s%s), so the search widens from the "
             "start: add bounds to the model, or give --bound B",
             missing, s->n, missing == 1 ? "s" : "",
             heco_nl_variable(s->source.x_names, first, name), missing == 1 ? "" : ", ...");
    model_nl_append(text, size, line);
}

/* Sets m->note, and m->target if the model has no objective. */
static void model_nl_note(heco_model *m, const model_nl_state *s) {
    char name[24], text[900] = "", line[240];
    if (s->header.objs == 0) {
        model_nl_append(text, sizeof text,
                        "the model has no objective: the search ends at the first feasible point");
        m->target = 0.0;
    }
    if (s->header.objs > 1) {
        size_t row = (size_t)s->header.cons + (size_t)s->header.logical + (size_t)s->objective;
        snprintf(line, sizeof line,
                 "the model has %d objectives: number %d, %.80s, is used; --objno N (objno=N in "
                 "heco_options) chooses another",
                 s->header.objs, s->objective + 1, heco_nl_row_name(&s->source, row, name));
        model_nl_append(text, sizeof text, line);
    }
    model_nl_note_linear(s, m->problem.space.integer, text, sizeof text);
    model_nl_note_bounds(s, &m->problem.space, text, sizeof text);
    if (s->annotations.unknown[0] != '\0') {
        snprintf(line, sizeof line, "suffixes without effect here: %s", s->annotations.unknown);
        model_nl_append(text, sizeof text, line);
    }
    m->note = heco_arena_text(&m->arena, text);
}

/* Sets s->objective. `number` counts from 1; 0 means the first. */
static heco_status model_nl_choose_objective(model_nl_state *s, unsigned number,
                                             heco_error *error) {
    s->objective = number > 0 ? (int)number - 1 : 0;
    if (number <= 1 || number <= (unsigned)s->header.objs) return HECO_OK;
    return heco_fail(
        error, HECO_ERR_MODEL,
        "'%.150s' has %d objective%s; there is no objective %u: choose one with --objno "
        "(objno in heco_options)",
        s->path, s->header.objs, s->header.objs == 1 ? "" : "s", number);
}

static heco_status model_nl_set_tolerances(heco_model *m) {
    heco_space *space = &m->problem.space;
    double     *tol   = heco_arena_take(&m->arena, space->ng + space->nh + 1, sizeof *tol);
    if (tol == NULL) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < space->ng + space->nh; k++) tol[k] = model_nl_tol;
    space->eq_tol = model_nl_tol;
    space->tol    = tol;
    return HECO_OK;
}

/* Opens the derivatives. Models with logical constraints or special ordered sets are solved without
 * derivatives: a logical constraint has none, and the solutions of a set lie at its kinks. */
static heco_status model_nl_open_derivatives(heco_model *m, model_nl_state *s) {
    size_t              count = s->rows.ng + s->rows.nh;
    heco_nl_scaled_row *row   = heco_arena_take(&m->arena, count + 1, sizeof *row);
    if (row == NULL) return HECO_ERR_MEMORY;
    if (s->header.logical > 0 || s->sos.count > 0) return HECO_OK;
    for (size_t k = 0; k < count; k++) {
        const heco_nl_constraint *c = &s->rows.constraint[k];
        row[k]                      = (heco_nl_scaled_row){(int)c->row, 1.0};
        if (c->kind == HECO_NL_ABOVE) row[k].factor = -1.0;
    }
    heco_nl_derivatives_plan plan = {.path      = s->path,
                                     .header    = &s->header,
                                     .objective = s->header.objs > 0 ? s->objective : -1,
                                     .ng        = s->rows.ng,
                                     .nh        = s->rows.nh,
                                     .row       = row};
    s->derivatives                = heco_nl_derivatives_open(&plan);
    if (s->derivatives == NULL) return HECO_OK;
    m->problem.derivatives         = model_nl_derivatives;
    m->problem.derivatives_trusted = 1;
    return heco_nl_quadratic(&m->problem, &m->arena, s->path, &s->header, s->objective);
}

/* Fills m->problem, start and note from the ASL. */
static heco_status model_nl_describe(heco_model *m, model_nl_state *s,
                                     const heco_model_options *options, heco_error *error) {
    ASL_fg        *asl = s->asl;
    heco_problem  *p   = &m->problem;
    unsigned char *integer;
    integer = heco_arena_take(&m->arena, s->n, 1);
    if (integer == NULL) return HECO_ERR_MEMORY;
    model_nl_mark_integers(&s->header, integer);
    p->space.n         = s->n;
    p->space.integer   = integer;
    heco_status status = model_nl_fill_box(m, s, options, error);
    if (status == HECO_OK) status = model_nl_fill_rows(m, s);
    if (status == HECO_OK) status = model_nl_set_tolerances(m);
    if (status != HECO_OK) return status;
    p->x_names  = s->source.x_names;
    p->eval     = model_nl_eval;
    p->user     = s;
    p->failures = model_nl_failures;
    m->nl = &s->header, m->nl_rows = &s->rows, m->objective = s->objective;
    p->maximise = s->header.objs > 0 && objtype[s->objective] != 0;
    model_nl_note(m, s);
    return model_nl_open_derivatives(m, s);
}

static heco_status model_nl_open(heco_model *m, const char *path, const heco_model_options *options,
                                 heco_error *error) {
    model_nl_state *s = heco_arena_take(&m->arena, 1, sizeof *s);
    if (s == NULL) return heco_fail_memory_for(error, "model '%.200s'", path);
    m->state           = s;
    s->path            = path;
    heco_status status = heco_nl_header_read(&s->header, path, error);
    if (status == HECO_OK &&
        heco_nl_annotations_init(&s->annotations, &m->arena, &s->header) != HECO_OK)
        return heco_fail_memory_for(error, "model '%.200s'", path);
    if (status == HECO_OK) status = heco_nl_scan(&s->header, path, &s->annotations, error);
    if (status == HECO_OK) status = model_nl_choose_objective(s, options->objective, error);
    if (status == HECO_OK) status = model_nl_try_reading(s, error);
    if (status != HECO_OK) return status;
    s->path = heco_arena_text(&m->arena, path);
    s->asl  = s->path != NULL ? heco_nl_asl_read(s->path, &s->header, 0) : NULL;
    if (s->asl == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' changed while it was read", path);
    size_t rows       = (size_t)s->header.cons + (size_t)s->header.logical + (size_t)s->header.objs;
    s->n              = (size_t)s->header.vars;
    s->source.x_names = heco_nl_names(&m->arena, path, ".col", s->n);
    s->source.row_names = heco_nl_names(&m->arena, path, ".row", rows);
    status              = model_nl_describe(m, s, options, error);
    if (status == HECO_ERR_MEMORY) heco_fail_memory_for(error, "model '%.200s'", path);
    return status;
}

static void model_nl_close(heco_model *m) {
    model_nl_state *s = m->state;
    if (s == NULL || s->asl == NULL) return;
    heco_nl_derivatives_close(s->derivatives);
    ASL *asl = (ASL *)s->asl;
    ASL_free(&asl);
}

static int model_nl_match(const char *spec) { return heco_model_ends(spec, ".nl"); }

const heco_model_row heco_model_row_nl = {
    .name  = "nl",
    .form  = "FILE.nl",
    .help  = "FILE.nl, an AMPL model as written by AMPL, Pyomo and others, text or binary",
    .match = model_nl_match,
    .open  = model_nl_open,
    .close = model_nl_close,
};
