/* The ASL walks the expression of the objective (nqpcheck) and gives its Hessian if the expression
 * is quadratic. The rest follows from value and gradient at 0; the gradient at another point
 * confirms it. */
#include "models/nl/nl_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

enum { NL_QUADRATIC_SIZE = 400 }; /* variables and rows up to which heco solves such a model */
static const double nl_quadratic_same = 1e-10; /* relative accuracy of the confirmation */

/* Returns whether the problem can be a linear or quadratic program. */
static int nl_quadratic_is_candidate(const heco_problem *p, const heco_nl_header *h) {
    const heco_space *s = &p->space;
    size_t            m = s->ng + s->nh;
    if (h->objs == 0 || s->n > NL_QUADRATIC_SIZE || m > NL_QUADRATIC_SIZE) return 0;
    if (m > (s->linear != NULL ? s->linear->count : 0)) return 0;
    for (size_t j = 0; s->integer != NULL && j < s->n; j++)
        if (s->integer[j]) return 0;
    return 1;
}

/* Writes the Hessian. Returns 1; 0 if it is 0; -1 if the objective is not quadratic. */
static int nl_quadratic_hessian(double *H, const char *path, size_t n, int objective) {
    ASL  *asl = ASL_alloc(ASL_read_fg);
    fint *row = NULL, *column = NULL;
    real *value   = NULL;
    int   kind    = -1;
    return_nofile = 1;
    FILE *file    = jac0dim_ASL(asl, path, (ftnlen)(strlen(path) - strlen(".nl")));
    if (file != NULL && (size_t)n_var == n && qp_read_ASL(asl, file, ASL_return_read_err) == 0) {
        fint count = nqpcheck_ASL(asl, objective, &row, &column, &value);
        kind       = count < 0 ? -1 : count > 0;
        for (size_t j = 0; kind > 0 && j < n; j++)
            for (fint e = column[j]; e < column[j + 1]; e++) H[(size_t)row[e] * n + j] = value[e];
    }
    ASL_free(&asl);
    return kind;
}

/* Returns whether the gradient at 1, 1, .. is linear + H (1, 1, ..). */
static int nl_quadratic_agrees(const heco_quadratic *q, const double *df, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double sum = q->linear[j], size = fabs(sum);
        for (size_t k = 0; q->hessian != NULL && k < n; k++) {
            sum += q->hessian[j * n + k];
            size += fabs(q->hessian[j * n + k]);
        }
        if (!(fabs(sum - df[j]) <= nl_quadratic_same * size)) return 0;
    }
    return 1;
}

heco_status heco_nl_quadratic(heco_problem *p, heco_arena *arena, const char *path,
                              const heco_nl_header *header, int objective) {
    size_t n = p->space.n, m = p->space.ng + p->space.nh;
    if (!nl_quadratic_is_candidate(p, header)) return HECO_OK;
    heco_quadratic *q      = heco_arena_take(arena, 1, sizeof *q);
    double         *linear = heco_arena_take(arena, n, sizeof *linear);
    double         *H      = heco_arena_take(arena, n * n, sizeof *H);
    double         *x      = calloc(2 * n + m + m * n, sizeof *x);
    int             good   = 0;
    if (q != NULL && linear != NULL && H != NULL && x != NULL) {
        int     kind = nl_quadratic_hessian(H, path, n, objective);
        double *df = x + n, *c = df + n, *dc = c + m, *dh = dc + p->space.ng * n;
        q->linear = linear, q->hessian = kind > 0 ? H : NULL;
        good = kind >= 0 && p->eval(p->user, x, &q->constant, c, c + p->space.ng) == HECO_POINT_OK;
        good = good && p->derivatives(p->user, x, linear, dc, dh) == HECO_POINT_OK;
        for (size_t j = 0; j < n; j++) x[j] = 1.0;
        good = good && p->derivatives(p->user, x, df, dc, dh) == HECO_POINT_OK &&
               isfinite(q->constant) && nl_quadratic_agrees(q, df, n);
    }
    free(x);
    if (good) p->quadratic = q;
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}
