/* The rows of a .nl model as inequalities and equalities, with their names and their original
 * form. */
#ifndef HECO_MODELS_NL_NL_ROWS_H
#define HECO_MODELS_NL_NL_ROWS_H

#include "heco/problem.h"
#include "models/nl/nl_sos.h"

typedef enum {
    HECO_NL_BELOW,   /* body - bound <= 0                                                     */
    HECO_NL_ABOVE,   /* bound - body <= 0                                                     */
    HECO_NL_SOS,     /* a special ordered set                                                 */
    HECO_NL_LOGICAL, /* a logical constraint                                                  */
    HECO_NL_EQUAL,   /* body - bound = 0                                                      */
    HECO_NL_COMPLEMENTARITY /* the body complements a variable                                */
} heco_nl_kind;

/* One inequality or equality. */
typedef struct {
    heco_nl_kind kind;
    size_t       row;      /* row of the model, or number of the set or logical constraint       */
    double       bound;    /* of the row                                                         */
    size_t       variable; /* that the row complements                                           */
    double       lower, upper; /* its bounds that take part, or infinite                          */
} heco_nl_constraint;

/* The model as read from its files. */
typedef struct {
    const heco_nl_header      *header;
    const heco_nl_annotations *annotations;
    const heco_nl_sos         *sos;
    const double              *lower, *upper;     /* of the rows                              */
    const double              *x_lower, *x_upper; /* of the variables, as in the file         */
    const char *const         *x_names;           /* or NULL                                  */
    const char *const         *row_names; /* as in heco_nl_row_name(); or NULL                */
} heco_nl_source;

typedef struct heco_nl_rows {
    size_t              ng, nh;
    heco_nl_constraint *constraint; /* ng inequalities, then nh equalities                    */
    const char        **names;
    heco_constraint_form       *forms;
} heco_nl_rows;

/* Returns the name of a row of the file: constraints, logical constraints, objectives. */
const char *heco_nl_row_name(const heco_nl_source *source, size_t row, char buffer[24]);

/* Makes inequalities and equalities of the rows. */
heco_status heco_nl_rows_init(heco_nl_rows *rows, heco_arena *arena, const heco_nl_source *source);

/* Returns the residual of l <= x <= u complementing the body: 0 if the body is 0, or >= 0 with x at
 * l, or <= 0 with x at u; otherwise the distance to the nearest of these. */
double heco_nl_complementarity_residual(const heco_nl_constraint *c, double x, double body);
/* Replaces the gradient of the body by that of the residual. */
void heco_nl_complementarity_gradient(const heco_nl_constraint *c, double x, double body,
                                      double *gradient, size_t n);

#endif
