/* Inequalities with two values, as simulators have them that report 0 or 1: one value where the
 * constraint holds, another one where it does not. A smooth model of them says nothing about the
 * distance to the boundary, and is 0 wherever the constraint holds with the value 0.
 *
 * The samples therefore hold a distance in place of such a value: half the distance to the nearest
 * sample with the other value, negative where the constraint holds. Models, merits and margins use
 * it like the value of any other inequality. It changes when samples are added. An inequality that
 * has been 0 everywhere is treated like one whose other value has not been seen yet. */
#ifndef HECO_SOLVER_SURROGATE_TWO_VALUED_H
#define HECO_SOLVER_SURROGATE_TWO_VALUED_H

#include "base/arena.h"

typedef enum {
    TWO_VALUED_CONSTANT, /* one value so far, or none                              */
    TWO_VALUED_BOTH,     /* two values, the constraint holds with one of them only */
    TWO_VALUED_NOT       /* more values                                            */
} heco_two_valued_kind;

typedef struct {                 /* what the samples have shown of an inequality        */
    double               held;   /* its value where it holds; NAN: nowhere yet          */
    double               broken; /* its value where it does not hold; NAN: nowhere yet  */
    heco_two_valued_kind kind;
    int                  replaced; /* the samples hold other numbers than its values    */
} heco_two_valued;

struct heco_samples;
/* Returns one entry for each of m outputs; NULL if there is no memory. */
heco_two_valued *heco_two_valued_new(size_t m, heco_arena *arena);
/* Looks at the rows from `first` on, which are new, and puts distances in place of the values of
 * two-valued inequalities. Fewer than n + 3 rows decide nothing. */
void heco_two_valued_update(struct heco_samples *e, size_t first);

#endif
