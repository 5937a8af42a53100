/* HECO-DE's parts, for the algorithms built on it: one population with its subproblems, its
 * generation in two halves (make the trials, learn their values) and its shrinking. */
#ifndef HECO_SOLVER_HECO_HECO_DE_H
#define HECO_SOLVER_HECO_HECO_DE_H

#include <math.h>

#include "solver/heco/heco_many.h"
#include "heco/algorithm.h"
#include "solver/de/archive.h"
#include "solver/de/compete.h"
#include "solver/de/helper.h"
#include "solver/de/history.h"
#include "solver/common/population.h"

/* Returns x moved into [low, high]; NAN stays NAN. */
static inline double heco_clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* Returns the largest number of subproblems of an objective phase with n variables: 20 up to n = 12,
 * 25 at 30, 30 at 50, at most 60. More subproblems keep more directions in the last populations:
 * with 20 instead of 30 those of C08 and C10 of CEC 2017 at D = 50 become flat before they reach
 * the optimum (docs/algorithms/heco-next.md). */
static inline double heco_objective_lambda(size_t n) {
    return heco_clamp(17.0 + floor((double)n / 4.0 + 0.5), 20.0, 60.0);
}

enum { HECO_DE_STRATEGIES = 4 };
enum { HECO_DE_BASE_Q, HECO_DE_BASE_P };
enum { HECO_DE_SAMPLE_NORMAL, HECO_DE_SAMPLE_AUTHORS };
enum { HECO_DE_KEEP, HECO_DE_MUTANT };

typedef struct {
    size_t          lambda, N0, H;
    double          gamma;
    heco_equivalent equivalent;
    double          archive; /* capacity as a multiple of the population size */
    int             base, cr_sample, cr_role;
    heco_mean       cr_mean;
    size_t          keep_max; /* longest run kept by the exponential crossover, n - 1 or n */
    heco_many_helpers helpers; /* which violations are helper objectives */
} heco_de_params;

/* One population and everything that adapts with it. */
typedef struct heco_de_island {
    heco_de_params    p;
    const heco_space *space;
    heco_rng         *rng;
    heco_population   P;
    size_t           *perm; /* a permutation of 0..|P|-1; its first lambda entries are Q */
    heco_archive      A;
    heco_history      memory[HECO_DE_STRATEGIES];
    heco_successes    success[HECO_DE_STRATEGIES];
    heco_compete      compete;
    double           *s;                 /* s[i]: position of subproblem i, (i + 1)/lambda */
    size_t           *strategy;          /* of trial i                                     */
    double           *F, *CR;            /* of trial i                                     */
    double            tau;               /* progress at the start of the generation        */
    heco_extremes     extremes;          /* of Q                                           */
    heco_helper       helper;            /* normalisation on Q                             */
    double           *constant, *slope;  /* f_i(x_m) = constant[m] + s[i] slope[m] on Q    */
    size_t           *candidate;         /* members of Q that are best for some s          */
    size_t            candidates;
    heco_many        *many;              /* NULL: the sum of all violations is the helper  */
    /* Called after the mutation; nonzero: the row is the trial, without crossover. */
    int (*instead_of_crossover)(void *user, double *row, heco_rng *rng);
    void *hook_user;
} heco_de_island;

/* Takes memory for the island; the position s of subproblem i = 0.. is (i + 1)/lambda. */
void heco_de_island_init(heco_de_island *d, const heco_de_params *p, const heco_setup *setup,
                         heco_rng *rng);
/* Adds a member of the first population. */
void heco_de_island_add(heco_de_island *d, const double *x, double f, const double *g,
                        const double *h);
/* Adds the complete first population, N0 rows. */
void heco_de_island_fill(heco_de_island *d, const double *x, const double *f, const double *g,
                         const double *h);
/* First half of a generation: draws Q (the first lambda entries of perm), computes the subproblems
 * and writes lambda trials into rows. Sets tau, strategy, F and CR of the trials. */
void heco_de_generate(heco_de_island *d, double tau, double *rows);
/* Second half: replaces targets by better trials; updates archive, strategies and memories. */
void heco_de_select(heco_de_island *d, const double *rows, const double *f, const double *g,
                    const double *h);
/* Removes random members, but not the best, until `target` are left, and trims the archive. */
void heco_de_shrink(heco_de_island *d, size_t target);

/* ---- pieces shared with the sequential `authors` profile ---- */

/* Computes the normalisation and the subproblems on Q, whose values are f[member[m]], v[member[m]]:
 * sets extremes, helper, constant, slope and the candidates. */
void heco_de_set_subproblems(heco_de_island *d, const double *f, const double *v,
                             const size_t *member);
/* Returns the position in Q of the best member for subproblem i, the first of equals. */
size_t heco_de_best_of_Q(const heco_de_island *d, size_t i);
/* Crosses the mutant in `row` with its parent as strategy k does. */
void heco_de_cross(heco_de_island *d, double *row, const double *parent, size_t k, double CR);
/* Draws the normal number for CR, by the option cr_sample. */
double heco_de_draw_z(heco_de_island *d);
/* Returns f_i(x) - f_i(y) on Q with y added; negative if y has values that are not finite. */
double heco_de_gain(const heco_de_island *d, size_t i, double f_x, double v_x, double f_y,
                    double v_y);

/* Options: the common table and its reader. */
enum {
    HECO_DE_PROFILE, HECO_DE_PRESET, HECO_DE_EQUIVALENT, HECO_DE_LAMBDA, HECO_DE_GAMMA, HECO_DE_N0,
    HECO_DE_H, HECO_DE_ARCHIVE, HECO_DE_BASE, HECO_DE_CR_MEAN, HECO_DE_CR_SAMPLE, HECO_DE_CR_ROLE,
    HECO_DE_EXP_KEEP_MAX, HECO_DE_FR_SLIP, HECO_DE_OPTIONS
};
/* Resolves every automatic value in setup->option and fills p. Fails for combinations that cannot
 * work. */
heco_status heco_de_read_options(heco_de_params *p, const heco_setup *setup);

/* The rows of an algorithm built on HECO-DE: its own profiles ("a|b"), of which `most` is the last,
 * and whether the program's slip in the feasibility rule can be had ("no" or "no|yes"). */
#define HECO_DE_OPTION_ROWS_FOR(profiles, most, what, slips, equivalent_default)                  \
    [HECO_DE_PROFILE] = {"profile", HECO_OPTION_CHOICE, 0, 0, most, profiles, what},              \
    [HECO_DE_PRESET] = {"preset", HECO_OPTION_CHOICE, 0, 0, 2, "auto|cec2006|cec2017",            \
                        "lambda, gamma, N0: from the problem, or the paper's settings"},          \
    [HECO_DE_EQUIVALENT] = {"equivalent", HECO_OPTION_CHOICE, equivalent_default, 0, 3,           \
                            "new|feasibility-rule|death-penalty|none", "equivalent objective"},   \
    [HECO_DE_LAMBDA] = {"lambda", HECO_OPTION_INTEGER, NAN, 4, 1e6, NULL,                         \
                        "number of subproblems, size of Q, final population size"},               \
    [HECO_DE_GAMMA] = {"gamma", HECO_OPTION_REAL, NAN, 0, 1e3, NULL,                              \
                       "bias of the violation's weight"},                                         \
    [HECO_DE_N0] = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL, "initial population size"},     \
    [HECO_DE_H] = {"H", HECO_OPTION_INTEGER, 5, 1, 1e4, NULL, "memory slots per strategy"},       \
    [HECO_DE_ARCHIVE] = {"archive", HECO_OPTION_REAL, NAN, 0, 100, NULL,                          \
                         "archive capacity as a multiple of the population size, 0: none"},       \
    [HECO_DE_BASE] = {"base", HECO_OPTION_CHOICE, NAN, 0, 1, "Q|P",                               \
                      "set that r1, r2, r3 come from"},                                           \
    [HECO_DE_CR_MEAN] = {"cr_mean", HECO_OPTION_CHOICE, NAN, 0, 1, "lehmer|arithmetic",           \
                         "mean of successful CR"},                                                \
    [HECO_DE_CR_SAMPLE] = {"cr_sample", HECO_OPTION_CHOICE, NAN, 0, 1, "normal|authors",          \
                           "normal numbers, or the program's one-uniform formula"},               \
    [HECO_DE_CR_ROLE] = {"cr_role", HECO_OPTION_CHOICE, 0, 0, 1, "keep|mutant",                   \
                         "CR is the probability of the parent's or of the mutant's component"},   \
    [HECO_DE_EXP_KEEP_MAX] = {"exp_keep_max", HECO_OPTION_CHOICE, NAN, 0, 1, "n-1|n",             \
                              "longest run kept by the exponential crossover"},                   \
    [HECO_DE_FR_SLIP] = {"fr_slip", HECO_OPTION_CHOICE, 0, 0, most, slips,                        \
                         "authors only: the program's slip in the feasibility rule"},

#define HECO_DE_OPTION_ROWS(equivalent_default)                                                   \
    HECO_DE_OPTION_ROWS_FOR("reference|authors", 1,                                               \
                            "the paper's algorithm, or what the authors' program does", "no|yes", \
                            equivalent_default)

/* Options that make the search a phase of a longer one (heco-next, auto); islands lack them. */
enum {
    HECO_DE_RAMP = HECO_DE_OPTIONS, HECO_DE_END, HECO_DE_HORIZON, HECO_DE_HELPERS,
    HECO_DE_ALL_OPTIONS
};
#define HECO_DE_ACT_ROWS(helpers_default)                                                         \
    [HECO_DE_RAMP] = {"ramp", HECO_OPTION_CHOICE, 0, 0, 1, "no|yes",                              \
                      "gamma is constant, or grows with the progress: gamma tau"},                \
    [HECO_DE_END] = {"end", HECO_OPTION_INTEGER, NAN, 4, 1e8, NULL,                               \
                     "final population size (lambda)"},                                           \
    [HECO_DE_HORIZON] = {"horizon", HECO_OPTION_INTEGER, NAN, 1, 1e18, NULL,                      \
                         "evaluations until tau is 1, where it stays (the budget)"},              \
    [HECO_DE_HELPERS] = {"helpers", HECO_OPTION_CHOICE, helpers_default, 0, 2, "sum|kinds|each",  \
                         "violations as helpers: all in one, by kind, of each constraint"},

/* Returns the population of a member that is heco-de, heco-de-fr or hco-de, for an outer algorithm
 * that wants more than its best point. */
const heco_population *heco_de_member_population(const heco_member *member);

/* heco_de_authors.c: the sequential profile, one point at a time. */
typedef struct {
    heco_de_island *d;
    heco_population Q;
    size_t         *rows_of_Q;    /* 0 .. lambda-1 */
    size_t         *entry;        /* the archive: numbers of rows of Q */
    size_t          entries, entry_limit;
    size_t          i;            /* the target whose trial is out */
    int             in_generation;
} heco_de_authors;

/* Allocates the state of the profile `authors` in the arena, for the island d. */
heco_status heco_de_authors_init(heco_de_authors **out, heco_de_island *d, const heco_setup *setup);
/* Writes the trial of the next target; begins a generation if none is under way. */
void heco_de_authors_ask(heco_de_authors *a, double tau, double *row);
/* Replaces the target by a better trial. Returns 1 if a generation ended with this point. */
int heco_de_authors_tell(heco_de_authors *a, const double *row, double f, double v);
/* Deletes random members down to the size for `progress`. */
void heco_de_authors_shrink(heco_de_authors *a, double progress);

/* ---- its pieces, for the version of 2019 (heco_de_2019.c) ---- */

/* Begins a generation: draws Q and copies it, clears the successes. */
void heco_de_authors_begin(heco_de_authors *a, double tau);
/* Draws strategy, F and CR of target i. Returns the strategy. */
size_t heco_de_authors_sample(heco_de_island *d, size_t i);
/* Writes the mutant rand/1. */
void heco_de_authors_rand1(const heco_de_authors *a, double F, double *row);
/* Moves on to the next target. After the last one it copies Q to P, updates the memories and
 * returns 1. */
int heco_de_authors_next(heco_de_authors *a);

#endif
