/* The parts shared by epsMAg-ES and BP-epsMAg-ES: matrix adaptation with an epsilon level and repair
 * of infeasible offspring by Newton steps. Hellwig, Beyer (2018, 2020). */
#ifndef HECO_SOLVER_PAPERS_EPSMAG_FAMILY_H
#define HECO_SOLVER_PAPERS_EPSMAG_FAMILY_H

#include "solver/common/constraint_repair.h"
#include "solver/common/matrix_adaptation.h"

/* What the batch that is out consists of. */
typedef enum { EPSMAG_START, EPSMAG_OFFSPRING, EPSMAG_UNDER_REPAIR } epsmag_phase;

typedef struct {
    const heco_setup      *setup;
    const double          *o;
    epsmag_phase           phase;
    heco_ma                ma; /* M, path, vectors z and d                                  */
    double                 sigma, sigma_max;
    double                 g, eps; /* generation; level                                         */
    double                *y;      /* centre                                                    */
    heco_constraint_repair fix;    /* the offspring                                             */
    heco_ma_inverse        inverse; /* of ma.M                                                  */
    double                *key;
    size_t                *order, *scratch;
} epsmag_family;

/* Takes memory for `lambda` offspring and `mu` parents, the most of all runs, and sets sigma_max to
 * half of the widest side of the box. `eta` is the difference of a repair. Fails if there are too many
 * variables. */
heco_status heco_epsmag_family_init(epsmag_family *e, const heco_setup *setup,
                                    heco_repair_kind kind, double eta, size_t lambda, size_t mu);
/* Orders the offspring by the epsilon rule at the level e->eps. */
void heco_epsmag_family_rank(epsmag_family *e);
/* Ranks the first points and sets the centre, the mean of the best mu; offspring are next. */
void heco_epsmag_family_start(epsmag_family *e);
/* Draws the offspring of a generation. */
void heco_epsmag_family_generate(epsmag_family *e, heco_batch *out);
/* Begins to repair a share of the infeasible offspring in every n-th generation, with at most `steps`
 * steps each. Returns 0 if there are none. */
int heco_epsmag_family_repair(epsmag_family *e, double share, size_t steps);
/* Sets d and z of the offspring that were reflected or repaired, as if they had been drawn. */
void heco_epsmag_family_calculate_back(epsmag_family *e);
/* Moves the centre and updates the step size; M and the path have been updated. Resets them if M has
 * more than one entry beyond 1e12 or one that is not finite. */
void heco_epsmag_family_move(epsmag_family *e);

#endif
