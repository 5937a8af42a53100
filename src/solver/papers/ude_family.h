/* The parts shared by UDE, IUDE and UDE-IV: a sorted population whose best T members try three strategies
 * each and whose others try one, parameter memories, and strategy probabilities learned from wins.
 *
 * A generation is heco_ude_family_generate (N + 2 T rows), heco_ude_family_judge on their values,
 * then the algorithm's own replacement. Row 3 i + k is the trial of member i < T by strategy k,
 * row 2 T + i the only trial of member i >= T. */
#ifndef HECO_SOLVER_PAPERS_UDE_FAMILY_H
#define HECO_SOLVER_PAPERS_UDE_FAMILY_H

#include "heco/algorithm.h"
#include "solver/de/history.h"
#include "solver/common/population.h"
#include "solver/de/tally.h"

enum { UDE_RAND, UDE_CURRENT_TO_RAND, UDE_TO_PBEST, UDE_STRATEGIES };
enum { UDE_RANK_NONE, UDE_RANK_BASE, UDE_RANK_BOTH };

/* The first options of IUDE and UDE-IV. They differ in the least population size and the
 * description of the usual one, in the share of the top, and in the ranking. */
enum { UDE_FAMILY_N, UDE_FAMILY_TOP, UDE_FAMILY_LP, UDE_FAMILY_H, UDE_FAMILY_P_MIN,
       UDE_FAMILY_P_MAX, UDE_FAMILY_RANKING, UDE_FAMILY_OPTIONS };
/* clang-format off */
#define UDE_FAMILY_OPTION_ROWS(least, N_help, top, rank)                                          \
    [UDE_FAMILY_N]       = {"N", HECO_OPTION_INTEGER, NAN, least, 1e8, NULL, N_help},             \
    [UDE_FAMILY_TOP]     = {"top", HECO_OPTION_REAL, top, 0, 1, NULL,                             \
                            "share of the population that tries all three strategies"},           \
    [UDE_FAMILY_LP]      = {"Lp", HECO_OPTION_INTEGER, 25, 1, 1e5, NULL,                          \
                            "generations from which strategy probabilities are learned"},         \
    [UDE_FAMILY_H]       = {"H", HECO_OPTION_INTEGER, 100, 1, 1e4, NULL,                          \
                            "memory slots per strategy"},                                         \
    [UDE_FAMILY_P_MIN]   = {"p_min", HECO_OPTION_INTEGER, 5, 2, 1e6, NULL,                        \
                            "pbest: least number of members"},                                    \
    [UDE_FAMILY_P_MAX]   = {"p_max", HECO_OPTION_INTEGER, 20, 2, 1e6, NULL,                       \
                            "pbest: largest number of members"},                                  \
    [UDE_FAMILY_RANKING] = {"ranking", HECO_OPTION_CHOICE, rank, 0, 2, "none|base|both",          \
                            "parents drawn by rank: none, the base vector, or base and terminal " \
                            "vector"}
/* clang-format on */

typedef struct {
    size_t N, T, Lp;
    size_t room;         /* rows of P: N, or 2 N where the candidates join it                     */
    size_t H;            /* memory slots per strategy; 0: two fixed pairs (F, CR) instead         */
    size_t p_min, p_max; /* pbest is one of the best p members, p drawn per trial between these   */
    int    ranking;      /* parents drawn by rank: UDE_RANK_*                                     */
    int    losers_lose;  /* of the three trials of a top member, the two beaten ones count a loss */
    double current;      /* probability that a bottom member's third strategy starts from itself  */
    double penalty;      /* > 0: points are compared by f + penalty * v alone                     */
    double cp_max;       /* limit of the epsilon exponent                                         */
} ude_params;

typedef struct {
    ude_params        p;
    const heco_setup *setup;
    const heco_space *space;
    heco_rng         *rng;
    heco_population   P; /* best first; with a penalty, f holds the sum and v is 0 */
    uint64_t          g; /* generation; the initial population is number 1         */
    double            G_max, eps0, cp;
    double            eps; /* level of the generation                              */
    heco_history      memory[UDE_STRATEGIES];
    heco_successes    success[UDE_STRATEGIES];
    heco_tally        tally;
    double            share[UDE_STRATEGIES]; /* probabilities of the strategies    */
    size_t           *strategy;              /* of the rows of a generation        */
    double           *F, *CR, *f, *v;        /* the same; f, v as compared         */
    size_t           *candidate;             /* row that challenges member i       */
    unsigned char    *won;                   /* did it? (heco_ude_family_replace)       */
    size_t           *order, *scratch;       /* of the last sort                   */
    double           *rows;
} ude_family;

/* Reads the options, of which UDE_FAMILY_OPTION_ROWS are the first; the rest is as in IUDE. */
ude_params heco_ude_family_params(const double *option);
/* Takes all memory and sets the batch size. Fails if N does not fit the budget. */
heco_status heco_ude_family_init(ude_family *e, const ude_params *p, const heco_setup *setup,
                            size_t *max_batch);
/* Asks for the initial population, or for a generation, whose level is set: the ask of IUDE and
 * UDE-IV, whose states begin with a ude_family. */
heco_status heco_ude_family_ask(void *state, heco_batch *out);
/* Writes the values of a batch as this family compares them to e->f and e->v. */
void heco_ude_family_measure(ude_family *e, const heco_batch *in);
/* Makes a batch the initial population, sorts it and sets the first epsilon level. */
void heco_ude_family_start(ude_family *e, const heco_batch *in);
/* Begins generation g + 1: sets the probabilities of the strategies and writes all trials. */
void heco_ude_family_generate(ude_family *e, heco_batch *out);
/* Draws F and CR of row `row` by strategy k: one of the two pairs, or from the memory. */
void heco_ude_family_sample(ude_family *e, size_t row, size_t k);
/* Measures the rows, sets each member's candidate, counts wins and updates the memories. */
void heco_ude_family_judge(ude_family *e, const heco_batch *in);
/* Returns eps0 (1 - g/G_max)^cp in the first half of the generations, then 0. */
double heco_ude_family_epsilon(const ude_family *e);
/* Replaces each member by its candidate if that is better by the epsilon rule at e->eps; sets
 * e->won. */
void heco_ude_family_replace(ude_family *e, const heco_batch *in);
/* Sorts the population, best first; e->order[i] is the old place of member i. */
void heco_ude_family_sort(ude_family *e);

#endif
