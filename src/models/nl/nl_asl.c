/* Reads a .nl file with the AMPL Solver Library. */
#include "models/nl/nl_parts.h"

#include <stdio.h>
#include <string.h>

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

/* --- functions of expressions that heco replaces -------------------------------------------- */

/* Operator numbers: Gay (2005), Writing .nl files, table 4. */
enum { NL_ASL_PIECEWISE = 64, NL_ASL_IMPLIES = 72 };

/* Returns the value of a piecewise-linear term, and its slope in *slope. Between the last negative
 * breakpoint and 0 the ASL of 2019 uses the slope of the piece below. A term is 0 at 0; slopes and
 * breakpoints alternate in memory. */
static double nl_asl_piecewise(const expr *e, double *slope) {
    const double *s = e->L.p->bs + e->L.p->z, *last = e->L.p->bs + 2 * (e->L.p->n - 1);
    double        x = ((const expr_v *)e->R.e)->v, at = 0.0, value = 0.0;
    if (x < 0.0)
        for (; s > e->L.p->bs && x < s[-1]; s -= 2) {
            value += *s * (s[-1] - at);
            at = s[-1];
        }
    else
        for (; s < last && x > s[1]; s += 2) {
            value += *s * (s[1] - at);
            at = s[1];
        }
    *slope = *s;
    return value + *s * (x - at);
}

static double nl_asl_piecewise_value(expr *e A_ASL) {
    double slope;
    return nl_asl_piecewise(e, &slope);
}

/* Returns the value and stores the slope where the ASL expects the derivative of the expression. */
static double nl_asl_piecewise_derivative(expr *e A_ASL) { return nl_asl_piecewise(e, &e->dL); }

/* Comparisons used as numbers, 0 or 1. The ASL of 2019 gives them the derivative 1 instead of 0. */
#define NL_ASL_FLAT(HECO_X) \
    HECO_X(20) \
    HECO_X(21) HECO_X(22) HECO_X(23) HECO_X(24) HECO_X(28) HECO_X(29) HECO_X(30) HECO_X(73)

#define HECO_X(number) \
    static double nl_asl_flat_##number(expr *e A_ASL) { \
        double value = r_ops_ASL[number](e K_ASL); \
        e->dL = e->dR = 0.0; \
        return value; \
    }
NL_ASL_FLAT(HECO_X)
#undef HECO_X

/* An implication used as a number. The ASL gives it the derivative of the first variable, so the
 * derivatives of such a point are reported as unavailable. */
static double nl_asl_implies(expr *e A_ASL) {
    int *unavailable = cur_ASL->i.uinfo;
    if (unavailable != NULL) *unavailable = 1;
    return r_ops_ASL[NL_ASL_IMPLIES](e K_ASL);
}

typedef struct {
    int    number;
    efunc *function;
} nl_asl_replacement;

static const nl_asl_replacement nl_asl_values[]      = {{NL_ASL_PIECEWISE, nl_asl_piecewise_value}};
static const nl_asl_replacement nl_asl_derivatives[] = {
    {NL_ASL_PIECEWISE, nl_asl_piecewise_derivative},
    {NL_ASL_IMPLIES, nl_asl_implies},
#define HECO_X(number) {number, nl_asl_flat_##number},
    NL_ASL_FLAT(HECO_X)
#undef HECO_X
};
enum { NL_ASL_MOST = sizeof nl_asl_derivatives / sizeof nl_asl_derivatives[0] };

/* --- reading ------------------------------------------------------------------------------- */

/* Reads the model from the file. Meanwhile the functions `own` replace those of the ASL in its
 * table, from which the expressions take theirs. Returns 0 on success. */
static int nl_asl_read_body(ASL *asl, FILE *file, const nl_asl_replacement *own, size_t count) {
    efunc *was[NL_ASL_MOST];
    for (size_t i = 0; i < count; i++) {
        /* analyse: cppcheck legacyUninitvar: this is where it gets its value */
        was[i]                   = r_ops_ASL[own[i].number];
        r_ops_ASL[own[i].number] = own[i].function;
    }
    int wrong =
        fg_read_ASL(asl, file, ASL_return_read_err | ASL_allow_CLP | ASL_no_linear_cc_rhs_adjust);
    for (size_t i = 0; i < count; i++) r_ops_ASL[own[i].number] = was[i];
    return wrong;
}

void *heco_nl_asl_read(const char *path, const heco_nl_header *h, int derivatives) {
    ASL   *asl = ASL_alloc(ASL_read_fg);
    size_t n = (size_t)h->vars, m = (size_t)h->cons;
    return_nofile = 1;
    want_derivs   = derivatives;
    want_xpi0     = 1 | 4;
    FILE *file    = jac0dim_ASL(asl, path, (ftnlen)(strlen(path) - strlen(".nl")));
    int   same    = file != NULL && n_var == h->vars && n_con == h->cons && n_obj == h->objs;
    if (same) {
        LUv   = M1alloc(2 * n * sizeof(double));
        Uvx   = LUv + n;
        LUrhs = M1alloc((2 * m + 1) * sizeof(double));
        Urhsx = LUrhs + m;
    } else if (file != NULL) fclose(file);
    if (same && nl_asl_read_body(asl, file, derivatives ? nl_asl_derivatives : nl_asl_values,
                                 derivatives ? NL_ASL_MOST : 1) == 0) {
        /* Makes all variables known to expressions, also those that the header calls linear. */
        x0len = n * sizeof(double);
        return asl;
    }
    ASL_free(&asl);
    return NULL;
}
