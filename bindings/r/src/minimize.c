/* heco_minimize() with a function of R.
 *
 * No jump of R passes the frames of the library. R code runs within R_ToplevelExec(), which returns
 * in any case. The function of R catches errors and interrupts itself and returns them as
 * conditions. Memory belongs to an external pointer, so that R frees it if an allocation of R
 * fails. */
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <heco/heco.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SEXP           fun, last; /* the function; the last condition, a pair whose CAR it is      */
    const double  *x;         /* point of the call under way                                   */
    double        *values;    /* f, g and h of the call under way                              */
    size_t         n, ng, nh;
    double        *rows; /* history: x, f, g, h, failed of each evaluation                */
    size_t         count, capacity;
    int            answered; /* 1: the call gave its values                                   */
    int            raises, raised, interrupted, jumped;
    heco_solution *solution;
} search;

static size_t search_width(const search *s) { return s->n + s->ng + s->nh + 2; }

static void search_free(search *s) {
    if (s == NULL) return;
    heco_solution_free(s->solution);
    free(s->rows);
    free(s->values);
    free(s);
}

static void search_finalize(SEXP owner) {
    search_free(R_ExternalPtrAddr(owner));
    R_ClearExternalPtr(owner);
}

/* ---- callbacks of the library ---- */

/* Calls the function of R. It may jump: R_ToplevelExec() is around it. */
static void search_call(void *user) {
    search *s     = user;
    SEXP    x     = PROTECT(allocVector(REALSXP, (R_xlen_t)s->n));
    size_t  count = 1 + s->ng + s->nh;
    memcpy(REAL(x), s->x, s->n * sizeof(double));
    SEXP call   = PROTECT(lang2(s->fun, x));
    SEXP answer = PROTECT(eval(call, R_GlobalEnv));
    if (inherits(answer, "condition")) {
        SETCAR(s->last, answer);
        s->interrupted = inherits(answer, "interrupt");
        s->raised      = s->raises && !s->interrupted;
    } else if (isReal(answer) && (size_t)xlength(answer) == count) {
        memcpy(s->values, REAL(answer), count * sizeof(double));
        s->answered = 1;
    }
    UNPROTECT(3);
}

/* Appends a row to the history. If there is no memory, the row is left out. */
static void search_keep(search *s, int failed) {
    size_t width = search_width(s);
    if (s->count == s->capacity) {
        size_t  capacity = s->capacity > 0 ? 2 * s->capacity : 256;
        double *rows     = realloc(s->rows, capacity * width * sizeof *rows);
        if (rows == NULL) return;
        s->rows = rows, s->capacity = capacity;
    }
    double *row = s->rows + s->count++ * width;
    memcpy(row, s->x, s->n * sizeof *row);
    for (size_t k = 0; k < 1 + s->ng + s->nh; k++) row[s->n + k] = failed ? NAN : s->values[k];
    row[width - 1] = failed;
}

static int search_eval(void *user, const double *x, double *f, double *g, double *h) {
    search *s = user;
    if (s->raised || s->interrupted || s->jumped) return HECO_POINT_STOP;
    s->x = x, s->answered = 0;
    if (!R_ToplevelExec(search_call, s)) s->jumped = 1;
    if (s->raised || s->interrupted || s->jumped) return HECO_POINT_STOP;
    for (size_t k = 0; s->answered && k < 1 + s->ng + s->nh; k++)
        s->answered = isfinite(s->values[k]) != 0;
    search_keep(s, !s->answered);
    if (!s->answered) return HECO_POINT_FAILED;
    f[0] = s->values[0];
    if (s->ng > 0) memcpy(g, s->values + 1, s->ng * sizeof *g);
    if (s->nh > 0) memcpy(h, s->values + 1 + s->ng, s->nh * sizeof *h);
    return HECO_POINT_OK;
}

static void search_check_interrupt(void *unused) {
    (void)unused;
    R_CheckUserInterrupt();
}

static int search_should_stop(void *user, const heco_progress *progress) {
    search *s = user;
    (void)progress;
    if (!R_ToplevelExec(search_check_interrupt, NULL)) s->interrupted = 1;
    return s->interrupted;
}

/* ---- arguments and answer ---- */

static SEXP item(SEXP list, const char *name) {
    SEXP names = getAttrib(list, R_NamesSymbol);
    for (R_xlen_t k = 0; k < xlength(list); k++)
        if (strcmp(CHAR(STRING_ELT(names, k)), name) == 0) return VECTOR_ELT(list, k);
    return R_NilValue;
}

/* Returns a text of the settings; NULL if it is empty. It belongs to R. */
static const char *item_text(SEXP list, const char *name) {
    const char *text = CHAR(STRING_ELT(item(list, name), 0));
    return text[0] != '\0' ? text : NULL;
}

static void read_settings(SEXP how, heco_problem *p, heco_minimize_options *o) {
    SEXP set           = item(how, "set");
    p->space.eq_tol    = asReal(item(how, "eq_tol"));
    p->maximise        = asLogical(item(how, "maximise")) == TRUE;
    o->run.seed        = (uint64_t)asReal(item(how, "seed"));
    o->run.max_evals   = (uint64_t)asReal(item(how, "budget"));
    o->run.stall       = (uint64_t)asReal(item(how, "stall"));
    o->run.target      = asReal(item(how, "target"));
    o->run.max_seconds = asReal(item(how, "time"));
    o->algorithm       = item_text(how, "algorithm");
    o->journal         = item_text(how, "journal");
    o->resume          = asLogical(item(how, "resume")) == TRUE;
    const char **texts = (const char **)R_alloc((size_t)xlength(set) + 1, sizeof *texts);
    for (R_xlen_t k = 0; k < xlength(set); k++) texts[k] = CHAR(STRING_ELT(set, k));
    o->run.set = texts, o->run.sets = (size_t)xlength(set);
}

static SEXP numbers(const double *values, size_t count) {
    SEXP out = allocVector(REALSXP, (R_xlen_t)count);
    if (count > 0) memcpy(REAL(out), values, count * sizeof(double));
    return out;
}

/* The evaluations made here, without the last one of the best point, as a matrix with a row each.
 */
static SEXP history(const search *s) {
    const heco_result *r     = heco_solution_result(s->solution);
    size_t             most  = (size_t)(r->outcome.evals - heco_solution_replayed(s->solution));
    size_t             count = s->count < most ? s->count : most, width = search_width(s);
    SEXP               out = allocMatrix(REALSXP, (int)count, (int)width);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < width; j++) REAL(out)[i + j * count] = s->rows[i * width + j];
    return out;
}

static SEXP answer(const search *s, const heco_problem *p, const heco_minimize_options *o) {
    static const char *const names[] = {
        "x",    "f",        "g",      "h",           "feasible",   "violation", "found",
        "stop", "nfev",     "nfail",  "replayed",    "reproduced", "seconds",   "algorithm",
        "seed", "maximise", "eq_tol", "interrupted", "history",    "condition", ""};
    const heco_result  *r   = heco_solution_result(s->solution);
    const heco_outcome *at  = &r->outcome;
    SEXP                out = PROTECT(mkNamed(VECSXP, (const char **)names));
    int                 k   = 0;
    SET_VECTOR_ELT(out, k++, numbers(r->x, s->n));
    SET_VECTOR_ELT(out, k++, ScalarReal(at->f));
    SET_VECTOR_ELT(out, k++, numbers(r->g, s->ng));
    SET_VECTOR_ELT(out, k++, numbers(r->h, s->nh));
    SET_VECTOR_ELT(out, k++, ScalarLogical(at->found == HECO_FOUND_FEASIBLE));
    SET_VECTOR_ELT(out, k++, ScalarReal(at->viol));
    SET_VECTOR_ELT(out, k++, mkString(heco_found_text(at->found)));
    SET_VECTOR_ELT(out, k++, mkString(heco_stop_text(at->stop)));
    SET_VECTOR_ELT(out, k++, ScalarReal((double)at->evals));
    SET_VECTOR_ELT(out, k++, ScalarReal((double)at->failed));
    SET_VECTOR_ELT(out, k++, ScalarReal((double)heco_solution_replayed(s->solution)));
    int same = heco_solution_reproduced(s->solution);
    SET_VECTOR_ELT(out, k++, ScalarLogical(same < 0 ? NA_LOGICAL : same));
    SET_VECTOR_ELT(out, k++, ScalarReal(at->seconds));
    SET_VECTOR_ELT(out, k++, mkString(heco_solution_algorithm(s->solution)->name));
    SET_VECTOR_ELT(out, k++, ScalarReal((double)o->run.seed));
    SET_VECTOR_ELT(out, k++, ScalarLogical(p->maximise));
    SET_VECTOR_ELT(out, k++, ScalarReal(p->space.eq_tol));
    SET_VECTOR_ELT(out, k++, ScalarLogical(s->interrupted));
    SET_VECTOR_ELT(out, k++, history(s));
    SET_VECTOR_ELT(out, k++, CAR(s->last));
    UNPROTECT(1);
    return out;
}

/* Only the condition, for an error that ends the search before it has an answer. */
static SEXP only_condition(SEXP condition) {
    static const char *const names[] = {"condition", ""};
    SEXP                     out     = PROTECT(mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, condition);
    UNPROTECT(1);
    return out;
}

static SEXP r_minimize(SEXP fun, SEXP lower, SEXP upper, SEXP integer, SEXP start, SEXP sizes,
                       SEXP how) {
    heco_problem          p = heco_problem_default();
    heco_minimize_options o = heco_minimize_options_default();
    heco_error            why;
    size_t                n     = (size_t)xlength(lower);
    search               *s     = calloc(1, sizeof *s);
    SEXP                  owner = PROTECT(R_MakeExternalPtr(s, R_NilValue, R_NilValue));
    SEXP                  last  = PROTECT(cons(R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(owner, search_finalize, TRUE);
    unsigned char *whole = (unsigned char *)R_alloc(n + 1, 1);
    for (size_t j = 0; j < n; j++) whole[j] = LOGICAL(integer)[j] == TRUE;
    read_settings(how, &p, &o);
    p.space.n = n, p.space.ng = (size_t)INTEGER(sizes)[0], p.space.nh = (size_t)INTEGER(sizes)[1];
    p.space.lower = REAL(lower), p.space.upper = REAL(upper), p.space.integer = whole;
    p.eval = search_eval, p.user = s, p.name = "R";
    o.run.start = REAL(start), o.run.starts = n > 0 ? (size_t)xlength(start) / n : 0;
    o.run.on_progress = o.evaluator.should_stop = search_should_stop;
    o.run.progress_user = o.evaluator.stop_user = s;
    if (s != NULL) s->values = calloc(1 + p.space.ng + p.space.nh, sizeof(double));
    if (s == NULL || s->values == NULL) Rf_error("out of memory");
    s->fun = fun, s->last = last, s->n = n, s->ng = p.space.ng, s->nh = p.space.nh;
    s->raises          = asLogical(item(how, "raises")) == TRUE;
    heco_status status = heco_minimize(&s->solution, &p, &o, &why);
    if (s->jumped) Rf_error("the function left the search by a jump, such as a restart");
    if (status != HECO_OK && !s->raised) Rf_error("%s", why.text);
    SEXP out =
        PROTECT(s->raised || s->solution == NULL ? only_condition(CAR(last)) : answer(s, &p, &o));
    search_finalize(owner);
    UNPROTECT(3);
    return out;
}

static const R_CallMethodDef calls[] = {{"C_minimize", (DL_FUNC)r_minimize, 7}, {NULL, NULL, 0}};

void R_init_heco(DllInfo *dll) {
    R_registerRoutines(dll, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
}
