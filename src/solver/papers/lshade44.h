/* LSHADE44 as a part of other algorithms: its options, state and turns. */
#ifndef HECO_SOLVER_PAPERS_LSHADE44_H
#define HECO_SOLVER_PAPERS_LSHADE44_H

#include "solver/de/compete.h"
#include "solver/de/shade.h"

enum { LSHADE44_STRATEGIES = 4 };
enum { LSHADE44_N0, LSHADE44_NEND, LSHADE44_P, LSHADE44_H, LSHADE44_ARCHIVE, LSHADE44_CR_SD,
       LSHADE44_OPTIONS };

/* The first rows of the option table of an algorithm that runs LSHADE44. */
#define LSHADE44_OPTION_ROWS                                                                      \
    [LSHADE44_N0]      = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,                           \
                          "initial population size (18 n)"},                                      \
    [LSHADE44_NEND]    = {"N_end", HECO_OPTION_INTEGER, 4, 4, 1e8, NULL, "final population size"},\
    [LSHADE44_P]       = {"p", HECO_OPTION_REAL, 0.11, 0, 1, NULL,                                \
                          "share of the population that pbest comes from"},                       \
    [LSHADE44_H]       = {"H", HECO_OPTION_INTEGER, 6, 1, 1e4, NULL, "memory slots per strategy"},\
    [LSHADE44_ARCHIVE] = {"archive", HECO_OPTION_REAL, 2.6, 0, 100, NULL,                         \
                          "archive size over population size"},                                   \
    [LSHADE44_CR_SD]   = {"cr_sd", HECO_OPTION_REAL, 0.31622776601683794, 0, 1, NULL,             \
                          "standard deviation of CR; the program reads the papers' 0.1 as the "   \
                          "variance"}

typedef struct {
    heco_shade   e;
    double       p, archive_rate, cr_sd;
    heco_compete compete;
    size_t       top; /* of e.order, the best p N members come first */
    size_t      *strategy;
} lshade44_state;

/* As in a descriptor; `state` is an lshade44_state. */
heco_status heco_lshade44_init(void *state, const heco_setup *setup, size_t *max_batch);
heco_status heco_lshade44_ask(void *state, heco_batch *out);
/* Does the work of tell for any objective: x holds the rows of the last ask, f and v the values that
 * decide. */
void heco_lshade44_take_values(lshade44_state *s, const double *x, const double *f, const double *v,
                               size_t count);

#endif
