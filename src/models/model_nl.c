/* nl: an AMPL model as a .nl file, text or binary, through the AMPL Solver Library (ASL).
 *
 *   Gay (1997), Hooking your solver to AMPL, Bell Laboratories
 *
 * The ASL trusts most of the numbers in a file, and prints and exits when it does not, so the file
 * is looked through first (nl_scan.c), and then a child process reads it (model_nl_trial): deep
 * expressions, for one, can still be more than the ASL bears. The ASL is not
 * thread-safe: HECO_SHARE_NONE, and parallel evaluation is for the backend process. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/number_text.h"
#include "models/model_table.h"
#include "models/nl_derivatives.h"
#include "models/nl_header.h"
#include "models/nl_names.h"
#include "models/nl_scan.h"
#include "models/rehearse.h"

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

enum { MODEL_NL_SECONDS = 120 };
/* What AMPL and other modelling languages write when they mean infinity. */
static const double model_nl_infinite = 1e20;

/* One inequality or equality: the value of row `row` against one of its bounds. */
typedef struct {
    int    row;
    int    lower; /* bound - value <= 0; else value - bound <= 0                              */
    double bound;
} model_nl_side;

typedef struct {
    heco_nl_header     head;
    const char        *path;
    ASL_fg            *asl;
    double            *body; /* the rows of the model at the point in hand                    */
    model_nl_side     *side; /* ng inequalities, then nh equalities                           */
    const char *const *x_names;
    const char *const *row_names; /* NULL, or constraints and then objectives                 */
    size_t             n, ng, nh;
    int                objective, maximise;
    heco_trouble       trouble;
    heco_nl_derivatives *derivatives; /* NULL: there are none                                   */
} model_nl_state;

static int model_nl_no_lower(double bound) { return bound <= -model_nl_infinite; }
static int model_nl_no_upper(double bound) { return bound >= model_nl_infinite; }

/* --- piecewise-linear terms ---------------------------------------------------------------- */

/* The ASL of 2019 takes the slope of the piece below when the variable is between the last negative
 * breakpoint and 0. The term is 0 at 0; slopes and breakpoints are in turn. */
enum { MODEL_NL_PIECES = 64 };

static double model_nl_pieces(expr *e A_ASL) {
    const double *slope = e->L.p->bs + e->L.p->z, *last = e->L.p->bs + 2 * (e->L.p->n - 1);
    double        x = ((expr_v *)e->R.e)->v, at = 0.0, value = 0.0;
    if (x < 0.0)
        for (; slope > e->L.p->bs && x < slope[-1]; slope -= 2) {
            value += *slope * (slope[-1] - at);
            at = slope[-1];
        }
    else
        for (; slope < last && x > slope[1]; slope += 2) {
            value += *slope * (slope[1] - at);
            at = slope[1];
        }
    return value + *slope * (x - at);
}

/* The reader takes the functions of expressions from a table, which is as it was afterwards. */
static int model_nl_read_body(ASL *asl, FILE *file) {
    efunc *own                 = r_ops_ASL[MODEL_NL_PIECES];
    r_ops_ASL[MODEL_NL_PIECES] = model_nl_pieces;
    int wrong                  = fg_read_ASL(asl, file, ASL_return_read_err | ASL_allow_CLP);
    r_ops_ASL[MODEL_NL_PIECES] = own;
    return wrong;
}

/* --- reading ------------------------------------------------------------------------------- */

/* Opens and reads the file. NULL: it is not there, or not as before. */
static ASL_fg *model_nl_read(const model_nl_state *s) {
    const heco_nl_header *h   = &s->head;
    ASL                  *asl = ASL_alloc(ASL_read_fg);
    size_t                n = (size_t)h->vars, m = (size_t)h->cons;
    return_nofile = 1;
    want_derivs   = 0; /* values alone, also where a derivative does not exist */
    want_xpi0     = 1 | 4;
    FILE *file    = jac0dim_ASL(asl, s->path, (ftnlen)(strlen(s->path) - strlen(".nl")));
    if (file == NULL || n_var != h->vars || n_con != h->cons || n_obj != h->objs) {
        if (file != NULL) fclose(file);
        ASL_free(&asl);
        return NULL;
    }
    LUv   = M1alloc(2 * n * sizeof(double));
    Uvx   = LUv + n;
    LUrhs = M1alloc((2 * m + 1) * sizeof(double));
    Urhsx = LUrhs + m;
    if (model_nl_read_body(asl, file) == 0) return (ASL_fg *)asl;
    ASL_free(&asl);
    return NULL;
}

/* In the child: reads, and evaluates once, in case that crashes. */
static void model_nl_trial(void *user) {
    const model_nl_state *s   = user;
    ASL_fg               *asl = model_nl_read(s);
    fint                  bad = 0;
    if (asl == NULL) _exit(3); /* the ASL has said why */
    double *x = calloc((size_t)s->head.vars + (size_t)s->head.cons + 1, sizeof *x);
    if (x == NULL) heco_rehearse_refuse("out of memory");
    for (int j = 0; j < s->head.vars; j++) x[j] = X0 != NULL ? X0[j] : 1.0;
    for (int i = 0; i < s->head.objs; i++) objval(i, x, &bad), bad = 0;
    if (s->head.cons > 0) conval(x, x + s->head.vars, &bad);
    heco_nl_derivatives_try(s->path, &s->head, x);
}

static heco_status model_nl_try(model_nl_state *s, heco_error *error) {
    char        said[300];
    const char *path = s->path;
    switch (heco_rehearse(model_nl_trial, s, MODEL_NL_SECONDS, said, sizeof said)) {
    case HECO_TRIAL_GOOD:
        return HECO_OK;
    case HECO_TRIAL_BAD:
        return heco_fail(error, HECO_ERR_MODEL, "'%.150s' is damaged: %.200s; write it again", path,
                         said[0] != '\0' ? said : "the AMPL Solver Library cannot read it");
    case HECO_TRIAL_CRASH:
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.150s' is damaged: reading it crashes the AMPL Solver Library (%s); "
                         "write it again",
                         path, said);
    case HECO_TRIAL_LATE:
        return heco_fail(error, HECO_ERR_MODEL,
                         "reading '%.150s' did not finish; the file is probably damaged", path);
    default:
        return heco_fail(error, HECO_ERR_MEMORY, "no process could be started to read '%.150s'",
                         path);
    }
}

/* --- one point ----------------------------------------------------------------------------- */

static const char *model_nl_row_name(const model_nl_state *s, int row, char buffer[24]) {
    if (s->row_names != NULL && s->row_names[row] != NULL) return s->row_names[row];
    if (row < s->head.cons)
        snprintf(buffer, 24, "c%d", row + 1);
    else
        snprintf(buffer, 24, "the objective");
    return buffer;
}

/* The ASL knows which expression it could not evaluate. */
static int model_nl_failed(model_nl_state *s, const double *x) {
    ASL_fg *asl = s->asl;
    char    name[24], point[300];
    int     row = co_index >= 0 ? co_index : s->head.cons + s->objective;
    heco_point_text(point, sizeof point, x, s->n, s->x_names);
    snprintf(s->trouble.last_failure, sizeof s->trouble.last_failure,
             "%.80s cannot be evaluated at %.290s", model_nl_row_name(s, row, name), point);
    /* Or it would take defined variables that it did not finish for those of this point. */
    x0kind = ASL_first_x;
    return HECO_POINT_FAILED;
}

static int model_nl_eval(void *user, const double *x, double *f, double *g, double *h) {
    model_nl_state *s   = user;
    ASL_fg         *asl = s->asl;
    double         *at  = (double *)x; /* it is only read */
    fint            bad = 0;
    *f                  = 0.0; /* without an objective any feasible point will do */
    if (s->head.objs > 0) *f = objval(s->objective, at, &bad);
    if (bad != 0) return model_nl_failed(s, x);
    if (s->maximise) *f = -*f;
    if (s->head.cons > 0) conval(at, s->body, &bad);
    if (bad != 0) return model_nl_failed(s, x);
    const model_nl_side *side = s->side;
    for (size_t k = 0; k < s->ng; k++, side++)
        g[k] = side->lower ? side->bound - s->body[side->row] : s->body[side->row] - side->bound;
    for (size_t k = 0; k < s->nh; k++, side++) h[k] = s->body[side->row] - side->bound;
    return HECO_POINT_OK;
}

static int model_nl_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    return heco_nl_derivatives_at(((model_nl_state *)user)->derivatives, x, df, dg, dh);
}

static void model_nl_trouble(const void *user, heco_trouble *out) {
    *out = ((const model_nl_state *)user)->trouble;
}

/* --- the problem --------------------------------------------------------------------------- */

/* The variables come in groups, integers at the end of each: nonlinear in constraints and
 * objectives, in constraints only, in objectives only, linear. */
static void model_nl_integers(const heco_nl_header *h, unsigned char *flag) {
    int ends[4]  = {h->nl_both, h->nl_cons, h->nl_objs, h->vars};
    int count[4] = {h->nl_both_int, h->nl_cons_int, h->nl_objs_int, h->binaries + h->integers};
    for (int group = 0; group < 4; group++)
        for (int k = 1; k <= count[group]; k++) flag[ends[group] - k] = 1;
}

static const char *model_nl_var_name(const model_nl_state *s, size_t j, char buffer[24]) {
    if (s->x_names != NULL && s->x_names[j] != NULL) return s->x_names[j];
    snprintf(buffer, 24, "x%zu", j + 1);
    return buffer;
}

static int model_nl_is_open(const model_nl_state *s, size_t j) {
    ASL_fg *asl = s->asl;
    return model_nl_no_lower(LUv[j]) || model_nl_no_upper(Uvx[j]);
}

/* The first few are named with what they lack, the others counted. */
static heco_status model_nl_unbounded(const model_nl_state *s, heco_error *error) {
    ASL_fg *asl = s->asl;
    char    named[160], buffer[24];
    size_t  used = 0, more = 0;
    for (size_t j = 0; j < s->n; j++) {
        if (!model_nl_is_open(s, j)) continue;
        const char *name  = model_nl_var_name(s, j, buffer);
        int         lower = model_nl_no_lower(LUv[j]), upper = model_nl_no_upper(Uvx[j]);
        if (more > 0 || (used > 0 && used + strlen(name) + 20 > sizeof named))
            more++;
        else
            used += (size_t)snprintf(named + used, sizeof named - used, "%s'%.100s' (no %s)",
                                     used > 0 ? ", " : "", name,
                                     lower && upper ? "bounds"
                                     : lower        ? "lower"
                                                    : "upper");
    }
    if (more > 0) snprintf(buffer, sizeof buffer, ", %zu more", more);
    return heco_fail(error, HECO_ERR_MODEL,
                     "'%.150s': variables without bounds: %s%s: bound them in the model, or give "
                     "all of them a box with --bound 1e6 (bound=1e6 in heco_options)",
                     s->path, named, more > 0 ? buffer : "");
}

/* A box that is empty, with the name of the variable. */
static heco_status model_nl_check_box(const model_nl_state *s, const heco_space *box,
                                      heco_error *error) {
    char buffer[24];
    for (size_t j = 0; j < s->n; j++) {
        double      lower = box->lower[j], upper = box->upper[j];
        const char *name = model_nl_var_name(s, j, buffer);
        if (lower > upper)
            return heco_fail(error, HECO_ERR_MODEL,
                             "'%.150s': variable '%.80s' has lower bound %.17g above its upper "
                             "bound %.17g: correct the model",
                             s->path, name, lower, upper);
        if (box->integer[j] && ceil(lower) > floor(upper))
            return heco_fail(error, HECO_ERR_MODEL,
                             "'%.150s': integer variable '%.80s' has no integer from %.17g to "
                             "%.17g: correct the model",
                             s->path, name, lower, upper);
    }
    return HECO_OK;
}

/* Where a side is missing: `bound` away from zero, or from the other side when that is farther. */
static heco_status model_nl_box(heco_model *m, model_nl_state *s, double bound, heco_error *error) {
    ASL_fg *asl   = s->asl;
    double *lower = heco_arena_take(&m->arena, s->n, sizeof *lower);
    double *upper = heco_arena_take(&m->arena, s->n, sizeof *upper);
    if (lower == NULL || upper == NULL) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < s->n; j++) {
        if (model_nl_is_open(s, j) && !(bound > 0.0)) return model_nl_unbounded(s, error);
        int no_lower = model_nl_no_lower(LUv[j]), no_upper = model_nl_no_upper(Uvx[j]);
        lower[j] = no_lower ? -bound : LUv[j];
        upper[j] = no_upper ? bound : Uvx[j];
        if (no_lower && !no_upper) lower[j] = fmin(-bound, upper[j] - bound);
        if (no_upper && !no_lower) upper[j] = fmax(bound, lower[j] + bound);
    }
    m->problem.space.lower = lower;
    m->problem.space.upper = upper;
    return model_nl_check_box(s, &m->problem.space, error);
}

/* Which rows become inequalities and which equalities: 0, 1, 2 for a range, or -1. */
static int model_nl_sides(double lower, double upper) {
    if (lower == upper) return -1;
    return !model_nl_no_lower(lower) + !model_nl_no_upper(upper);
}

static const char *model_nl_side_name(heco_arena *arena, const model_nl_state *s, int row,
                                      const char *which) {
    char        buffer[24];
    const char *name = model_nl_row_name(s, row, buffer);
    size_t      size = strlen(name) + strlen(which) + 1;
    char       *text = heco_arena_take(arena, size, 1);
    if (text != NULL) snprintf(text, size, "%s%s", name, which);
    return text;
}

static heco_status model_nl_rows(heco_model *m, model_nl_state *s) {
    ASL_fg *asl = s->asl;
    for (int i = 0; i < s->head.cons; i++) {
        int sides = model_nl_sides(LUrhs[i], Urhsx[i]);
        if (sides < 0)
            s->nh++;
        else
            s->ng += (size_t)sides;
    }
    size_t       count = s->ng + s->nh, g = 0, h = s->ng;
    const char **names = heco_arena_take(&m->arena, count + 1, sizeof *names);
    s->side            = heco_arena_take(&m->arena, count + 1, sizeof *s->side);
    s->body            = heco_arena_take(&m->arena, (size_t)s->head.cons + 1, sizeof *s->body);
    if (names == NULL || s->side == NULL || s->body == NULL) return HECO_ERR_MEMORY;
    for (int i = 0; i < s->head.cons; i++) {
        int sides = model_nl_sides(LUrhs[i], Urhsx[i]);
        if (sides < 0) {
            names[h]     = model_nl_side_name(&m->arena, s, i, "");
            s->side[h++] = (model_nl_side){.row = i, .bound = LUrhs[i]};
            continue;
        }
        if (!model_nl_no_lower(LUrhs[i])) {
            names[g]     = model_nl_side_name(&m->arena, s, i, sides == 2 ? " (lower)" : "");
            s->side[g++] = (model_nl_side){.row = i, .lower = 1, .bound = LUrhs[i]};
        }
        if (!model_nl_no_upper(Urhsx[i])) {
            names[g]     = model_nl_side_name(&m->arena, s, i, sides == 2 ? " (upper)" : "");
            s->side[g++] = (model_nl_side){.row = i, .bound = Urhsx[i]};
        }
    }
    m->problem.c_names = names;
    return HECO_OK;
}

/* The initial guess, moved into the box; variables without one start at zero, as in AMPL. */
static void model_nl_start(heco_model *m, const model_nl_state *s) {
    ASL_fg           *asl   = s->asl;
    const heco_space *space = &m->problem.space;
    if (X0 == NULL) return;
    double *x = heco_arena_take(&m->arena, s->n, sizeof *x);
    if (x == NULL) return;
    for (size_t j = 0; j < s->n; j++) {
        x[j] = fmin(fmax(X0[j], space->lower[j]), space->upper[j]);
        if (!space->integer[j]) continue;
        x[j] = fmin(fmax(nearbyint(x[j]), ceil(space->lower[j])), floor(space->upper[j]));
    }
    m->start  = x;
    m->starts = 1;
}

static void model_nl_note(heco_model *m, const model_nl_state *s) {
    char name[24], text[240];
    if (s->head.objs == 0) {
        m->note   = "the model has no objective: the search ends at the first feasible point";
        m->target = 0.0;
    }
    if (s->head.objs < 2) return;
    snprintf(text, sizeof text,
             "the model has %d objectives: number %d, %.80s, is used; --objno N (objno=N in "
             "heco_options) chooses another",
             s->head.objs, s->objective + 1,
             model_nl_row_name(s, s->head.cons + s->objective, name));
    m->note = heco_arena_text(&m->arena, text);
}

static heco_status model_nl_choose(model_nl_state *s, unsigned number, heco_error *error) {
    s->objective = number > 0 ? (int)number - 1 : 0;
    if (number <= 1 || number <= (unsigned)s->head.objs) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL,
                     "'%.150s' has no objective number %u, but %d: choose one of them with --objno "
                     "(objno in heco_options)",
                     s->path, number, s->head.objs);
}

static heco_status model_nl_tolerances(heco_model *m, const model_nl_state *s,
                                       const heco_model_options *options) {
    heco_space *space = &m->problem.space;
    if (options->eq_tol > 0.0) space->eq_tol = options->eq_tol;
    if (!(options->ineq_tol > 0.0)) return HECO_OK;
    double *tol = heco_arena_take(&m->arena, s->ng + s->nh + 1, sizeof *tol);
    if (tol == NULL) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < s->ng + s->nh; k++)
        tol[k] = k < s->ng ? options->ineq_tol : space->eq_tol;
    space->tol = tol;
    return HECO_OK;
}

/* A model whose derivatives cannot be read is solved without them. */
static heco_status model_nl_derive(heco_model *m, model_nl_state *s) {
    size_t         count = s->ng + s->nh;
    heco_nl_slope *slope = heco_arena_take(&m->arena, count + 1, sizeof *slope);
    if (slope == NULL) return HECO_ERR_MEMORY;
    for (size_t k = 0; k < count; k++)
        slope[k] = (heco_nl_slope){s->side[k].row, s->side[k].lower ? -1.0 : 1.0};
    heco_nl_derived plan = {.path      = s->path,
                            .head      = &s->head,
                            .objective = s->head.objs > 0 ? s->objective : -1,
                            .factor    = s->maximise ? -1.0 : 1.0,
                            .ng        = s->ng,
                            .nh        = s->nh,
                            .slope     = slope};
    s->derivatives       = heco_nl_derivatives_open(&plan);
    if (s->derivatives != NULL) m->problem.derivatives = model_nl_derivatives;
    return HECO_OK;
}

static heco_status model_nl_describe(heco_model *m, model_nl_state *s,
                                     const heco_model_options *options, heco_error *error) {
    ASL_fg        *asl = s->asl;
    heco_problem  *p   = &m->problem;
    unsigned char *integer;
    integer = heco_arena_take(&m->arena, s->n, 1);
    if (integer == NULL) return HECO_ERR_MEMORY;
    model_nl_integers(&s->head, integer);
    p->space.integer   = integer;
    heco_status status = model_nl_box(m, s, options->bound, error);
    if (status == HECO_OK) status = model_nl_rows(m, s);
    if (status != HECO_OK) return status;
    p->space.n = s->n, p->space.ng = s->ng, p->space.nh = s->nh;
    status = model_nl_tolerances(m, s, options);
    if (status != HECO_OK) return status;
    p->x_names = s->x_names;
    p->eval    = model_nl_eval;
    p->user    = s;
    p->trouble = model_nl_trouble;
    m->nl = &s->head, m->objective = s->objective;
    s->maximise = m->maximises = s->head.objs > 0 && objtype[s->objective] != 0;
    model_nl_start(m, s);
    model_nl_note(m, s);
    return model_nl_derive(m, s);
}

static heco_status model_nl_open(heco_model *m, const char *path, const heco_model_options *options,
                                 heco_error *error) {
    model_nl_state *s = heco_arena_take(&m->arena, 1, sizeof *s);
    if (s == NULL) return heco_fail_memory_for(error, "model '%.200s'", path);
    m->state           = s;
    s->path            = path;
    heco_status status = heco_nl_header_read(&s->head, path, error);
    if (status == HECO_OK) status = heco_nl_scan(&s->head, path, error);
    if (status == HECO_OK) status = model_nl_choose(s, options->objective, error);
    if (status == HECO_OK) status = model_nl_try(s, error);
    if (status != HECO_OK) return status;
    s->path = heco_arena_text(&m->arena, path);
    s->asl  = s->path != NULL ? model_nl_read(s) : NULL;
    if (s->asl == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' changed while it was read", path);
    s->n         = (size_t)s->head.vars;
    s->x_names   = heco_nl_names(&m->arena, path, ".col", s->n);
    s->row_names = heco_nl_names(&m->arena, path, ".row", (size_t)(s->head.cons + s->head.objs));
    status       = model_nl_describe(m, s, options, error);
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
