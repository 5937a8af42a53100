/* Defaults and checks of a problem, and the names of its variables and constraints. Every other
 * file relies on the checks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "problem/default_bound.h"
#include "problem/problem_read.h"
#include "problem/violation.h"

enum { PROBLEM_FLAGS = HECO_LOWER_MISSING | HECO_UPPER_MISSING | HECO_LOG_SCALE };

void heco_problem_init(heco_problem *problem, size_t size) {
    heco_problem p = {.size = sizeof p};
    p.space.eq_tol = 1e-4; /* CEC2006, CEC2017 and the HECO paper */
    p.f_ref        = NAN;
    p.ineq_tol     = NAN;
    heco_struct_defaults(problem, size, &p, sizeof p);
}

heco_status heco_problem_read(heco_problem *out, const heco_problem *given, heco_error *error) {
    *out = heco_problem_default();
    if (given == NULL) return heco_fail(error, HECO_ERR_ARG, "there is no problem (NULL)");
    return heco_struct_read(out, sizeof *out, given, "the problem",
                            "start from heco_problem_default()", error);
}

/* Writes the number of a variable, and its name if it has one. */
static const char *problem_label(char text[96], size_t j, const char *const *names) {
    int named = names != NULL && names[j] != NULL;
    snprintf(text, 96, "variable %zu%s%.60s%s", j + 1, named ? " (" : "", named ? names[j] : "",
             named ? ")" : "");
    return text;
}

static heco_status problem_check_variable(const heco_space *s, size_t j, const char *const *names,
                                          heco_error *error) {
    double lo = s->lower[j], hi = s->upper[j];
    char   label[96];
    if (isnan(lo) || isnan(hi) || lo == INFINITY || hi == -INFINITY)
        return heco_fail(error, HECO_ERR_ARG,
                         "%s has the bounds [%g, %g]: give numbers, or -infinity and infinity for "
                         "none",
                         problem_label(label, j, names), lo, hi);
    if (lo > hi)
        return heco_fail(error, HECO_ERR_ARG, "%s has lower bound %.17g above upper bound %.17g",
                         problem_label(label, j, names), lo, hi);
    if (!isfinite(hi - lo) && isfinite(lo) && isfinite(hi))
        return heco_fail(error, HECO_ERR_ARG, "%s has a range too wide to compute with: [%g, %g]",
                         problem_label(label, j, names), lo, hi);
    if (s->integer != NULL && s->integer[j] && ceil(lo) > floor(hi))
        return heco_fail(error, HECO_ERR_ARG, "integer %s has no integer between %.17g and %.17g",
                         problem_label(label, j, names), lo, hi);
    if (s->missing != NULL && s->missing[j] > PROBLEM_FLAGS)
        return heco_fail(error, HECO_ERR_ARG,
                         "%s has missing = %d: it is a set of HECO_LOWER_MISSING, "
                         "HECO_UPPER_MISSING and HECO_LOG_SCALE",
                         problem_label(label, j, names), s->missing[j]);
    if (heco_space_is_log(s, j) && !(lo > 0.0))
        return heco_fail(error, HECO_ERR_ARG,
                         "%s has a logarithmic scale and the lower bound %g: give it one above 0",
                         problem_label(label, j, names), lo);
    if (heco_space_is_log(s, j) &&
        ((s->integer != NULL && s->integer[j]) || (s->choices != NULL && s->choices[j].count > 0)))
        return heco_fail(error, HECO_ERR_ARG,
                         "%s has a logarithmic scale, which is for continuous variables: omit it",
                         problem_label(label, j, names));
    if (s->choices == NULL) return HECO_OK;
    return heco_structure_check_choice(s, j, problem_label(label, j, names), error);
}

double heco_problem_tol(const heco_problem *given, size_t k) {
    heco_problem p; /* a copy, because an older program's problem has no ineq_tol */
    if (heco_problem_read(&p, given, NULL) != HECO_OK) return 0.0;
    if (k < p.space.ng && k + p.residuals >= p.space.ng) return HECO_RESIDUAL_TOL;
    if (k < p.space.ng && k + p.pieces >= p.space.ng) return HECO_PIECE_TOL;
    if (p.space.tol != NULL || k >= p.space.ng) return heco_space_tol(&p.space, k);
    if (!isnan(p.ineq_tol)) return p.ineq_tol;
    const heco_constraint_form *form = p.forms != NULL ? &p.forms[k] : NULL;
    if (form == NULL || form->sense == 0 || form->bound == 0.0) return HECO_INEQ_TOL;
    return HECO_INEQ_TOL * fabs(form->bound / form->factor);
}

static heco_status problem_check_space(const heco_space *s, const char *const *names,
                                       heco_error *error) {
    if (s->n == 0) return heco_fail(error, HECO_ERR_ARG, "the problem has no variables (n = 0)");
    if (s->n > 10000000 || s->ng > 10000000 || s->nh > 10000000)
        return heco_fail(error, HECO_ERR_ARG,
                         "the problem is too large: n = %zu, ng = %zu, nh = %zu", s->n, s->ng,
                         s->nh);
    if (s->lower == NULL || s->upper == NULL)
        return heco_fail(error, HECO_ERR_ARG, "the problem has no bounds");
    for (size_t j = 0; j < s->n; j++) {
        heco_status status = problem_check_variable(s, j, names, error);
        if (status != HECO_OK) return status;
    }
    if (!(s->eq_tol >= 0.0) || !isfinite(s->eq_tol))
        return heco_fail(error, HECO_ERR_ARG, "eq_tol is %g: it must be finite and not negative",
                         s->eq_tol);
    for (size_t k = 0; s->tol != NULL && k < s->ng + s->nh; k++)
        if (!(s->tol[k] >= 0.0) || !isfinite(s->tol[k]))
            return heco_fail(
                error, HECO_ERR_ARG,
                "tolerance of constraint %zu is %g: it must be finite and not negative", k + 1,
                s->tol[k]);
    return heco_structure_check_linear(s, error);
}

heco_status heco_space_check(const heco_space *s, heco_error *error) {
    return problem_check_space(s, NULL, error);
}

/* Checks the residuals of a sum of squares or the pieces of a maximum. */
static heco_status problem_check_objective(const heco_problem *p, heco_error *error) {
    const char *what  = p->residuals > 0 ? "residuals" : "pieces";
    size_t      count = p->residuals > 0 ? p->residuals : p->pieces;
    if (p->residuals > 0 && p->pieces > 0)
        return heco_fail(error, HECO_ERR_ARG,
                         "the objective has %zu residuals and %zu pieces: set one of the two",
                         p->residuals, p->pieces);
    if (count > p->space.ng)
        return heco_fail(error, HECO_ERR_ARG,
                         "%zu %s among %zu values of g: space.ng counts the %s, too", count, what,
                         p->space.ng, what);
    if (p->residuals > 0 && p->maximise)
        return heco_fail(error, HECO_ERR_ARG,
                         "a sum of squares is minimised: leave out maximise or the residuals");
    if (p->pieces > 0 && p->maximise)
        return heco_fail(error, HECO_ERR_ARG,
                         "a maximum is minimised: to maximise a minimum, give the pieces with the "
                         "other sign and leave out maximise");
    return HECO_OK;
}

/* Checks the cheap constraints, which are constraints and not parts of the objective. */
static heco_status problem_check_cheap(const heco_problem *p, heco_error *error) {
    size_t most = p->space.ng - p->residuals - p->pieces;
    if (p->cheap > most)
        return heco_fail(error, HECO_ERR_ARG,
                         "%zu cheap constraints among %zu inequalities: the first inequalities are "
                         "the cheap ones, an equality cannot be cheap",
                         p->cheap, most);
    if (p->cheap > 0 && p->eval_cheap == NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "%zu cheap constraints without eval_cheap: give the function that writes "
                         "them",
                         p->cheap);
    if (p->cheap == 0 && p->eval_cheap != NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "eval_cheap is given and cheap is 0: set the number of cheap constraints");
    return HECO_OK;
}

heco_status heco_problem_check(const heco_problem *given, heco_error *error) {
    heco_problem p;
    heco_status  status = heco_problem_read(&p, given, error);
    if (status != HECO_OK) return status;
    if (p.eval == NULL && p.eval_batch == NULL)
        return heco_fail(error, HECO_ERR_ARG, "the problem has no evaluation function");
    if ((unsigned)p.sharing > HECO_SHARE_FREELY)
        return heco_fail(error, HECO_ERR_ARG, "sharing is %d: use a constant HECO_SHARE_*",
                         (int)p.sharing);
    if (p.sharing == HECO_SHARE_CLONE && (p.clone == NULL || p.drop == NULL))
        return heco_fail(error, HECO_ERR_ARG,
                         "sharing by clones needs the functions clone and drop");
    if (p.ineq_tol < 0.0 || isinf(p.ineq_tol))
        return heco_fail(error, HECO_ERR_ARG, "ineq_tol is %g: it must be finite and not negative",
                         p.ineq_tol);
    status = problem_check_objective(&p, error);
    if (status == HECO_OK) status = problem_check_cheap(&p, error);
    if (status != HECO_OK) return status;
    return problem_check_space(&p.space, p.x_names, error);
}

const char *heco_problem_x_name(const heco_problem *p, size_t j, char *buffer) {
    if (p->x_names != NULL && p->x_names[j] != NULL) return p->x_names[j];
    snprintf(buffer, HECO_PROBLEM_NAME, "x%zu", j + 1);
    return buffer;
}

const char *heco_problem_c_name(const heco_problem *p, size_t k, char *buffer) {
    if (p->c_names != NULL && p->c_names[k] != NULL) return p->c_names[k];
    heco_problem all; /* a copy, because an older program's problem has no parts */
    heco_problem_read(&all, p, NULL);
    size_t first = p->space.ng - all.residuals - all.pieces;
    if (k >= first && k < p->space.ng)
        snprintf(buffer, HECO_PROBLEM_NAME, "%s%zu", all.residuals > 0 ? "residual" : "piece",
                 k - first + 1);
    else if (k < p->space.ng) snprintf(buffer, HECO_PROBLEM_NAME, "g%zu", k + 1);
    else snprintf(buffer, HECO_PROBLEM_NAME, "h%zu", k - p->space.ng + 1);
    return buffer;
}

int heco_problem_is_part(const heco_problem *given, size_t k) {
    heco_problem p; /* a copy, because an older program's problem has no parts */
    if (heco_problem_read(&p, given, NULL) != HECO_OK) return 0;
    return k < p.space.ng && k + p.residuals + p.pieces >= p.space.ng;
}

heco_status heco_problem_clones(void ***out, const heco_problem *p, unsigned count,
                                heco_error *error) {
    void **user = calloc(count + 1, sizeof *user);
    int    own  = p->sharing == HECO_SHARE_CLONE;
    *out        = NULL;
    if (user == NULL) return heco_fail_memory(error);
    for (unsigned i = 0; i < count; i++) {
        user[i] = own ? p->clone(p->user) : p->user;
        if (!own || user[i] != NULL) continue;
        heco_problem_drop_clones(user, p, i);
        return heco_fail_memory_for(error, "a clone of the problem for worker %u", i + 1);
    }
    *out = user;
    return HECO_OK;
}

void heco_problem_drop_clones(void **user, const heco_problem *p, unsigned count) {
    for (unsigned i = 0; user != NULL && p->sharing == HECO_SHARE_CLONE && i < count; i++)
        p->drop(user[i]);
    free(user);
}
