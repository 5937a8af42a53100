#include "models/nl/nl_derivatives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heco/problem.h"

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

#include "models/nl/nl_piecewise.h"

struct heco_nl_derivatives {
    heco_nl_derivatives_plan plan;
    ASL_fg                  *asl;
    double *body;    /* the rows of the model                                          */
    double *sparse;  /* nonzeros of their Jacobian, numbered row by row                */
    int     implied; /* an implication was evaluated                                  */
};

static double nl_derivatives_piecewise(expr *e A_ASL) { return heco_nl_piecewise_value(e, &e->dL); }

/* Comparisons used as numbers, 0 or 1. The ASL of 2019 gives them the derivative 1 instead of 0. */
#define NL_DERIVATIVES_FLAT(HECO_X) \
    HECO_X(20) \
    HECO_X(21) HECO_X(22) HECO_X(23) HECO_X(24) HECO_X(28) HECO_X(29) HECO_X(30) HECO_X(73)

#define HECO_X(number) \
    static double nl_derivatives_flat_##number(expr *e A_ASL) { \
        double value = r_ops_ASL[number](e K_ASL); \
        e->dL = e->dR = 0.0; \
        return value; \
    }
NL_DERIVATIVES_FLAT(HECO_X)
#undef HECO_X

/* An implication used as a number. The ASL gives it the derivative of the first variable, so the
 * derivatives of such a point are reported as unavailable. */
enum { NL_DERIVATIVES_IMPLIES = 72 };

static double nl_derivatives_implies(expr *e A_ASL) {
    int *implied = cur_ASL->i.uinfo;
    if (implied != NULL) *implied = 1;
    return r_ops_ASL[NL_DERIVATIVES_IMPLIES](e K_ASL);
}

typedef struct {
    int    number;
    efunc *function;
} nl_derivatives_replacement;

static const nl_derivatives_replacement nl_derivatives_table[] = {
    {HECO_NL_PIECEWISE, nl_derivatives_piecewise},
    {NL_DERIVATIVES_IMPLIES, nl_derivatives_implies},
#define HECO_X(number) {number, nl_derivatives_flat_##number},
    NL_DERIVATIVES_FLAT(HECO_X)
#undef HECO_X
};
enum { NL_DERIVATIVES_COUNT = sizeof nl_derivatives_table / sizeof nl_derivatives_table[0] };

/* Replaces functions in the table of the ASL while it reads the file. */
static int nl_derivatives_read_body(ASL *asl, FILE *file) {
    efunc *was[NL_DERIVATIVES_COUNT];
    for (size_t i = 0; i < NL_DERIVATIVES_COUNT; i++) {
        const nl_derivatives_replacement *own = &nl_derivatives_table[i];
        /* analyse: cppcheck legacyUninitvar: this is where it gets its value */
        was[i]                 = r_ops_ASL[own->number];
        r_ops_ASL[own->number] = own->function;
    }
    int wrong =
        fg_read_ASL(asl, file, ASL_return_read_err | ASL_allow_CLP | ASL_no_linear_cc_rhs_adjust);
    for (size_t i = 0; i < NL_DERIVATIVES_COUNT; i++)
        r_ops_ASL[nl_derivatives_table[i].number] = was[i];
    return wrong;
}

/* Numbers the nonzeros row by row, because the numbers in the file are arbitrary. */
static void nl_derivatives_number(ASL_fg *asl) {
    int next = 0;
    for (int i = 0; i < n_con; i++)
        for (cgrad *c = Cgrad[i]; c != NULL; c = c->next) c->goff = next++;
}

static ASL_fg *nl_derivatives_read(const heco_nl_derivatives_plan *plan) {
    const heco_nl_header *h   = plan->header;
    ASL                  *asl = ASL_alloc(ASL_read_fg);
    return_nofile             = 1;
    want_derivs               = 1;
    FILE *file = jac0dim_ASL(asl, plan->path, (ftnlen)(strlen(plan->path) - strlen(".nl")));
    if (file != NULL && n_var == h->vars && n_con == h->cons && n_obj == h->objs) {
        if (nl_derivatives_read_body(asl, file) == 0) {
            x0len = (size_t)h->vars * sizeof(double); /* see model_nl_read() */
            nl_derivatives_number((ASL_fg *)asl);
            return (ASL_fg *)asl;
        }
    } else if (file != NULL) fclose(file);
    ASL_free(&asl);
    return NULL;
}

heco_nl_derivatives *heco_nl_derivatives_open(const heco_nl_derivatives_plan *plan) {
    heco_nl_derivatives *d = calloc(1, sizeof *d);
    if (d == NULL) return NULL;
    d->plan      = *plan;
    d->asl       = nl_derivatives_read(plan);
    ASL_fg *asl  = d->asl;
    size_t  most = asl != NULL && nzc > 0 ? (size_t)nzc : 0;
    d->body      = calloc((size_t)plan->header->cons + 1, sizeof *d->body);
    d->sparse    = calloc(most + 1, sizeof *d->sparse);
    if (asl != NULL) asl->i.uinfo = &d->implied;
    if (asl != NULL && d->body != NULL && d->sparse != NULL) return d;
    heco_nl_derivatives_close(d);
    return NULL;
}

/* Writes a scaled row of the Jacobian as a dense row. */
static void nl_derivatives_dense_row(const heco_nl_derivatives *d, double *out,
                                     const heco_nl_scaled_row *row) {
    ASL_fg *asl = d->asl;
    memset(out, 0, (size_t)n_var * sizeof *out);
    for (const cgrad *c = Cgrad[row->row]; c != NULL; c = c->next)
        out[c->varno] = row->factor * d->sparse[c->goff];
}

/* Forces the ASL to compute everything again at the next point: this one is half evaluated. */
static int nl_derivatives_failed(heco_nl_derivatives *d) {
    ASL_fg *asl = d->asl;
    x0kind      = ASL_first_x;
    return HECO_POINT_FAILED;
}

int heco_nl_derivatives_at(heco_nl_derivatives *d, const double *x, double *df, double *dg,
                           double *dh) {
    const heco_nl_derivatives_plan *p   = &d->plan;
    ASL_fg                         *asl = d->asl;
    double                         *at  = (double *)x; /* the ASL only reads it */
    size_t                          n   = (size_t)n_var;
    fint                            bad = 0;
    memset(df, 0, n * sizeof *df);
    d->implied = 0;
    if (p->objective >= 0) objval(p->objective, at, &bad);
    if (bad == 0 && p->objective >= 0) objgrd(p->objective, at, df, &bad);
    if (bad == 0 && n_con > 0) conval(at, d->body, &bad);
    if (bad == 0 && n_con > 0) jacval(at, d->sparse, &bad);
    if (bad != 0 || d->implied) return nl_derivatives_failed(d);
    for (size_t k = 0; k < p->ng + p->nh; k++)
        nl_derivatives_dense_row(d, k < p->ng ? dg + k * n : dh + (k - p->ng) * n, &p->row[k]);
    return HECO_POINT_OK;
}

const double *heco_nl_derivatives_rows(const heco_nl_derivatives *d) { return d->body; }

void heco_nl_derivatives_close(heco_nl_derivatives *d) {
    if (d == NULL) return;
    ASL *asl = (ASL *)d->asl;
    if (asl != NULL) ASL_free(&asl);
    free(d->body);
    free(d->sparse);
    free(d);
}

void heco_nl_derivatives_try(const char *path, const heco_nl_header *header, const double *x) {
    heco_nl_derivatives_plan plan = {
        .path = path, .header = header, .objective = header->objs > 0 ? 0 : -1};
    heco_nl_derivatives *d  = heco_nl_derivatives_open(&plan);
    double              *df = calloc((size_t)header->vars + 1, sizeof *df);
    if (d != NULL && df != NULL) heco_nl_derivatives_at(d, x, df, NULL, NULL);
    heco_nl_derivatives_close(d);
    free(df);
}
