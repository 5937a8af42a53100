/* The rows of a .nl model as inequalities and equalities: what each of them is made of, its name,
 * and how the modeller wrote it. */
#ifndef HECO_MODELS_NL_NL_ROWS_H
#define HECO_MODELS_NL_NL_ROWS_H

#include "heco/problem.h"
#include "models/nl/nl_sos.h"

typedef enum {
    HECO_NL_BELOW,   /* body - bound <= 0                                                     */
    HECO_NL_ABOVE,   /* bound - body <= 0                                                     */
    HECO_NL_SET,     /* a special ordered set                                                 */
    HECO_NL_LOGICAL, /* a logical constraint                                                  */
    HECO_NL_EQUAL,   /* body - bound = 0                                                      */
    HECO_NL_PAIR     /* the body complements a variable                                       */
} heco_nl_kind;

/* One inequality or equality. */
typedef struct {
    heco_nl_kind kind;
    size_t       row;      /* of the model; number of a set or of a logical constraint           */
    double       bound;    /* of the row                                                         */
    size_t       variable; /* of a pair                                                    */
    double       lower, upper; /* its bounds that take part in the pair, or infinite          */
} heco_nl_side;

/* What is known of the model. */
typedef struct {
    const heco_nl_header *head;
    const heco_nl_annotations  *annotations;
    const heco_nl_sos   *sets;
    const double         *lower, *upper;     /* of the rows                                   */
    const double         *x_lower, *x_upper; /* of the variables, as in the file              */
    const char *const    *x_names;           /* or NULL                                       */
    const char *const    *row_names; /* constraints, logical ones, objectives; or NULL        */
} heco_nl_source;

typedef struct {
    size_t        ng, nh;
    heco_nl_side *side; /* ng inequalities and then nh equalities                             */
    const char  **names;
    heco_wording *wording;
} heco_nl_rows;

/* Name of a row of the file: constraints, logical ones, objectives. */
const char *heco_nl_row_name(const heco_nl_source *source, size_t row, char buffer[24]);

heco_status heco_nl_rows_init(heco_nl_rows *rows, heco_arena *arena, const heco_nl_source *source);

/* l <= x <= u complements the body: 0 where the body is 0, or >= 0 with x at l, or <= 0 with x at
 * u; else by how far the nearest of these is missed. */
double heco_nl_pair_residual(const heco_nl_side *side, double x, double body);
/* Its derivatives, in place of those of the body in slope[0..n). */
void heco_nl_pair_slope(const heco_nl_side *side, double x, double body, double *slope, size_t n);

#endif
