/* Logical constraints of a .nl model. The AMPL Solver Library says whether they are true; a search
 * needs by how much they are violated. */
#include "models/nl/nl_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stddef.h>

#include <nlp.h> /* of the ASL, last: it redefines names such as exit and strtod */

/* Numbers of operators in a .nl file: Gay (2005), Writing .nl files, table 4. */
enum {
    NL_LOGIC_OR       = 20,
    NL_LOGIC_AND      = 21,
    NL_LOGIC_LT       = 22,
    NL_LOGIC_LE       = 23,
    NL_LOGIC_EQ       = 24,
    NL_LOGIC_GE       = 28,
    NL_LOGIC_GT       = 29,
    NL_LOGIC_NE       = 30,
    NL_LOGIC_NOT      = 34,
    NL_LOGIC_AT_LEAST = 62,
    NL_LOGIC_AT_MOST  = 63,
    NL_LOGIC_EXACTLY  = 66,
    NL_LOGIC_FORALL   = 70,
    NL_LOGIC_EXISTS   = 71,
    NL_LOGIC_IMPLIES  = 72,
    NL_LOGIC_IFF      = 73
};

/* Distance of an expression from being true, and from being false; one of them is 0. */
typedef struct {
    double yes, no;
} nl_logic_distance;

static double nl_logic_value(expr *e) { return (*e->op)(e); }

/* Returns the distance of a <= b. */
static nl_logic_distance nl_logic_order(double a, double b) {
    double gap = fabs(a - b);
    if (isnan(gap)) gap = 0.0;
    return a <= b ? (nl_logic_distance){0.0, 1.0 + gap}
                  : (nl_logic_distance){a > b ? gap : 1.0, 0.0};
}

/* Returns the distance of a = b. */
static nl_logic_distance nl_logic_equal(double a, double b) {
    double gap = fabs(a - b);
    if (a == b) return (nl_logic_distance){0.0, 1.0};
    return (nl_logic_distance){isnan(gap) ? 1.0 : gap, 0.0};
}

static nl_logic_distance nl_logic_not(nl_logic_distance a) {
    return (nl_logic_distance){a.no, a.yes};
}

static nl_logic_distance nl_logic_and(nl_logic_distance a, nl_logic_distance b) {
    return (nl_logic_distance){a.yes + b.yes, fmin(a.no, b.no)};
}

static nl_logic_distance nl_logic_or(nl_logic_distance a, nl_logic_distance b) {
    return nl_logic_not(nl_logic_and(nl_logic_not(a), nl_logic_not(b)));
}

/* Returns the operator of an expression, or -1 if it is not a logical one. */
static int nl_logic_operator(const expr *e) {
    static const unsigned char known[] = {
        NL_LOGIC_OR,  NL_LOGIC_AND,      NL_LOGIC_LT,      NL_LOGIC_LE,
        NL_LOGIC_EQ,  NL_LOGIC_GE,       NL_LOGIC_GT,      NL_LOGIC_NE,
        NL_LOGIC_NOT, NL_LOGIC_FORALL,   NL_LOGIC_EXISTS,  NL_LOGIC_IMPLIES,
        NL_LOGIC_IFF, NL_LOGIC_AT_LEAST, NL_LOGIC_AT_MOST, NL_LOGIC_EXACTLY};
    for (size_t i = 0; i < sizeof known; i++)
        if (e->op == r_ops_ASL[known[i]]) return known[i];
    return -1;
}

static nl_logic_distance nl_logic_walk(expr *e);

/* Returns the distance of the conjunction (all) or disjunction of a list. */
static nl_logic_distance nl_logic_list(expr *e, int all) {
    nl_logic_distance far = all ? (nl_logic_distance){0.0, 1.0} : (nl_logic_distance){1.0, 0.0};
    for (expr **part = e->L.ep; part < e->R.ep; part++) {
        nl_logic_distance here = nl_logic_walk(*part);
        far = part == e->L.ep ? here : all ? nl_logic_and(far, here) : nl_logic_or(far, here);
    }
    return far;
}

/* Returns the distance of "if e then T else F". */
static nl_logic_distance nl_logic_implies(expr_if *e) {
    nl_logic_distance when = nl_logic_walk(e->e);
    return nl_logic_or(nl_logic_and(when, nl_logic_walk(e->T)),
                       nl_logic_and(nl_logic_not(when), nl_logic_walk(e->F)));
}

static nl_logic_distance nl_logic_iff(nl_logic_distance a, nl_logic_distance b) {
    return nl_logic_or(nl_logic_and(a, b), nl_logic_and(nl_logic_not(a), nl_logic_not(b)));
}

/* Returns the distance of comparison `op` of a and b. */
static nl_logic_distance nl_logic_compare(int op, double a, double b) {
    switch (op) {
    case NL_LOGIC_LE:
    case NL_LOGIC_AT_LEAST: /* (number, count) */ return nl_logic_order(a, b);
    case NL_LOGIC_GE:
    case NL_LOGIC_AT_MOST: return nl_logic_order(b, a);
    case NL_LOGIC_LT: return nl_logic_not(nl_logic_order(b, a));
    case NL_LOGIC_GT: return nl_logic_not(nl_logic_order(a, b));
    case NL_LOGIC_NE: return nl_logic_not(nl_logic_equal(a, b));
    default: return nl_logic_equal(a, b);
    }
}

/* Returns the distance of expression e. */
static nl_logic_distance nl_logic_walk(expr *e) {
    int op = nl_logic_operator(e);
    switch (op) {
    case -1:
        return nl_logic_value(e) != 0.0 ? (nl_logic_distance){0.0, 1.0}
                                        : (nl_logic_distance){1.0, 0.0};
    case NL_LOGIC_NOT: return nl_logic_not(nl_logic_walk(e->L.e));
    case NL_LOGIC_AND: return nl_logic_and(nl_logic_walk(e->L.e), nl_logic_walk(e->R.e));
    case NL_LOGIC_OR: return nl_logic_or(nl_logic_walk(e->L.e), nl_logic_walk(e->R.e));
    case NL_LOGIC_IFF: return nl_logic_iff(nl_logic_walk(e->L.e), nl_logic_walk(e->R.e));
    case NL_LOGIC_FORALL:
    case NL_LOGIC_EXISTS: return nl_logic_list(e, op == NL_LOGIC_FORALL);
    case NL_LOGIC_IMPLIES: return nl_logic_implies((expr_if *)e);
    default: return nl_logic_compare(op, nl_logic_value(e->L.e), nl_logic_value(e->R.e));
    }
}

/* Returns the distance from true of a constraint that is false. It is 1 if a part of the expression
 * has no value: that part was not needed to decide the constraint. */
static double nl_logic_violation(ASL_fg *asl, int which) {
    volatile double far = 1.0;
    Jmp_buf         back;
    err_jmp = &back;
    if (setjmp(back.jb) == 0) far = nl_logic_walk(lcon_de[which].e).yes;
    err_jmp = NULL;
    return far > 0.0 ? far : 1.0;
}

double heco_nl_logic_violation(void *open, int which, double *x, int *failed) {
    ASL_fg *asl = open;
    fint    bad = 0;
    /* This also sets the point in the library for nl_logic_walk(). */
    int truth = lconval(which, x, &bad);
    if (bad != 0) *failed = 1;
    return bad != 0 || truth ? 0.0 : nl_logic_violation(asl, which);
}
