#include "models/nl/nl_derivatives.h"

#include <stdlib.h>
#include <string.h>

#include "heco/problem.h"
#include "models/nl/nl_parts.h"

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

struct heco_nl_derivatives {
    heco_nl_derivatives_plan plan;
    ASL_fg                  *asl;
    double *body;        /* the rows of the model                                          */
    double *sparse;      /* nonzeros of their Jacobian, numbered row by row                */
    int     unavailable; /* derivatives do not exist at this point                      */
};

/* Numbers the nonzeros row by row, because the numbers in the file are arbitrary. */
static void nl_derivatives_number(ASL_fg *asl) {
    int next = 0;
    for (int i = 0; i < n_con; i++)
        for (cgrad *c = Cgrad[i]; c != NULL; c = c->next) c->goff = next++;
}

heco_nl_derivatives *heco_nl_derivatives_open(const heco_nl_derivatives_plan *plan) {
    heco_nl_derivatives *d = calloc(1, sizeof *d);
    if (d == NULL) return NULL;
    d->plan      = *plan;
    d->asl       = heco_nl_asl_read(plan->path, plan->header, 1);
    ASL_fg *asl  = d->asl;
    size_t  most = asl != NULL && nzc > 0 ? (size_t)nzc : 0;
    d->body      = calloc((size_t)plan->header->cons + 1, sizeof *d->body);
    d->sparse    = calloc(most + 1, sizeof *d->sparse);
    if (asl != NULL) {
        asl->i.uinfo = &d->unavailable;
        nl_derivatives_number(asl);
    }
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
    d->unavailable = 0;
    if (p->objective >= 0) objval(p->objective, at, &bad);
    if (bad == 0 && p->objective >= 0) objgrd(p->objective, at, df, &bad);
    if (bad == 0 && n_con > 0) conval(at, d->body, &bad);
    if (bad == 0 && n_con > 0) jacval(at, d->sparse, &bad);
    if (bad != 0 || d->unavailable) return nl_derivatives_failed(d);
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
