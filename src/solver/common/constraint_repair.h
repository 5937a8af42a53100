/* Repair of infeasible points by their constraints alone, by ask and tell. The object holds the
 * offspring of a generation; those on its list are repaired one after the other, or several side by
 * side. A step needs n evaluations for the Jacobian by forward differences and one for the new
 * point.
 *
 *   HECO_REPAIR_NEWTON   x - pinv(J) c with c = (max(0, g), h); the last step is kept even if it is
 *                        worse (Hellwig and Beyer 2018)                          [hellwig2018]
 *   HECO_REPAIR_GROUPS   the same, in groups whose differences are at most as many as the offspring
 *   HECO_REPAIR_SLACKS   Levenberg's damped least squares on h, g + s^2, x - l^2 - lower and
 *                        x + u^2 - upper with the unknowns x, s, l, u; a step is kept if the sum of
 *                        squares falls (Kumar, Das, Zelinka 2020)                [kumar2020sass] */
#ifndef HECO_SOLVER_COMMON_CONSTRAINT_REPAIR_H
#define HECO_SOLVER_COMMON_CONSTRAINT_REPAIR_H

#include "base/dense_spectral.h"
#include "heco/algorithm.h"

typedef enum { HECO_REPAIR_NEWTON, HECO_REPAIR_GROUPS, HECO_REPAIR_SLACKS } heco_repair_kind;
typedef enum { HECO_REPAIR_IDLE, HECO_REPAIR_PROBES, HECO_REPAIR_POINT } heco_repair_phase;

/* The slack system of HECO_REPAIR_SLACKS. */
typedef struct {
    double  damping, merit; /* Levenberg's parameter; the sum of squares at the point       */
    double *s, *l, *u;      /* roots of the slacks: ng, n, n                                */
    double *s1, *l1, *u1;   /* those of the new point                                       */
    double *A, *U, *step;   /* normal equations, their factor, and the step                 */
    double *c1;             /* g, then h of the new point                                   */
} heco_repair_slacks;

typedef struct {
    const heco_space  *space;
    heco_repair_kind   kind;
    double             eta; /* difference: absolute, or a share of the box (SLACKS)           */
    size_t             n, m;
    size_t             count;           /* offspring                                         */
    double            *x, *f, *v, *c;   /* offspring by rows; c: their g, then h              */
    unsigned char     *changed;         /* whether the repair has moved the offspring         */
    size_t            *todo, todos, at; /* the list, and its first entry not yet begun       */
    size_t            *active, actives, room; /* those under repair now; how many at most    */
    size_t             steps, done;     /* steps at most; steps made                         */
    heco_repair_phase  phase;
    double            *J, *J_inv, *next; /* next: the new points of the active ones          */
    heco_pinv          pinv;
    heco_repair_slacks slack;
} heco_constraint_repair;

/* Takes memory for `capacity` offspring. */
void heco_constraint_repair_init(heco_constraint_repair *r, heco_repair_kind kind, double eta,
                                 const heco_space *space, size_t capacity, heco_arena *arena);
/* Stores the rows of a batch as the offspring and empties the list. */
void heco_constraint_repair_take(heco_constraint_repair *r, const heco_batch *in);
/* Stores one row as offspring k. */
void heco_constraint_repair_set(heco_constraint_repair *r, size_t k, const heco_batch *in,
                                size_t i);
/* Puts offspring k on the list if it is infeasible and was evaluated. */
void heco_constraint_repair_add(heco_constraint_repair *r, size_t k);
/* Returns the violation of c = (g, h) if every constraint may be violated by E beyond its tolerance;
 * infinite if a value is not finite. */
double heco_constraint_repair_violation(const heco_constraint_repair *r, const double *c, double E);
/* Returns 1 if repairs by SLACKS are long: 20 variables or more, and equalities. */
int heco_constraint_repair_is_long(const heco_space *space);
/* Begins to repair the list with at most `steps` steps each. Returns 0 if it is empty. */
int heco_constraint_repair_begin(heco_constraint_repair *r, size_t steps);
/* Writes the next rows: n of them at most, or with GROUPS the larger of n and the capacity. */
void heco_constraint_repair_ask(const heco_constraint_repair *r, heco_batch *out);
/* Reads their values. Returns 0 at the end of the list. */
int heco_constraint_repair_tell(heco_constraint_repair *r, const heco_batch *in);

#endif
