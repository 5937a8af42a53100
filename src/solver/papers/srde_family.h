/* The parts shared by CL-SRDE, RDEx, RDE26, RDEx-CASK and DE-2LS: two populations, the front of recent successes and the top
 * of the best points ever; F tied to the success rate; a violation level from a quantile of the
 * front. RDEx and RDE26 add coordinate jumps and an exploitation branch, RDE26 a race. */
#ifndef HECO_SOLVER_PAPERS_SRDE_FAMILY_H
#define HECO_SOLVER_PAPERS_SRDE_FAMILY_H

#include "heco/algorithm.h"
#include "solver/de/history.h"
#include "solver/common/population.h"
#include "solver/de/ranking.h"

enum { SRDE_UNITS_AUTO, SRDE_UNITS_PROBLEM, SRDE_UNITS_BOX };

/* A second trial for the best targets while most of the front is feasible. */
typedef struct {
    double until;            /* progress; 0: no race                              */
    double feasible;         /* share of the front that must be feasible          */
    double targets, pool;    /* shares of the front: targets that race, their pb' */
    double toward, across;   /* factors of F                                      */
    double CR_min, CR_max;
} srde_race;

/* The stagnation rules of RDEx-CASK. They act on targets whose last `wait` trials were refused. */
typedef struct {
    size_t   archive;        /* most points in the archive; 0: none of these rules     */
    double   F_scale;        /* Cauchy scale of the second F                           */
    double   wait;
    double   share;          /* least probability that r2 comes from the archive       */
    double   SR, CR;         /* below this success rate CR is at least that            */
} srde_kick;

/* The exploitation branch (EB). */
typedef struct {
    double from;             /* progress; 2: never                                */
    double rho0;             /* probability at the start and when nothing is learned */
    double pool, fade;       /* p-best pool: pool N (1 - fade s)                  */
    double spread;           /* Cauchy scale of F                                 */
    double F, CR;            /* the extra memory slot                             */
    double learn, forget;    /* share of the new rho, and of rho0 if nothing is learned */
} srde_exploit;

typedef struct {
    size_t       N0, N_end, H;
    double       M_F, M_CR, rate;           /* memories: start, share of the new value */
    double       F_power, F_spread, CR_spread;
    double       p, pressure;               /* p-best share of the top; rank pressure for r1 */
    double       eps_share, eps_end;
    double       bound;                     /* repair: share of the bound              */
    double       jump, jump_scale;          /* probability per trial; size             */
    int          jump_units;
    srde_exploit exploit;
    srde_race    race;
    srde_kick    kick;
} srde_params;

/* How the trial that is being evaluated was made. */
typedef struct {
    size_t target;
    double F, F2;            /* of the step to pbest; of the difference             */
    double CR_drawn;
    double CR;                /* share of coordinates really taken from the mutant  */
    int    race, second;      /* there are two trials; the second one is due or out */
    double f, v, CR_first;    /* of the first of them; its point is in first_x      */
} srde_trial;

typedef struct {
    srde_params       p;
    const heco_setup *setup;
    heco_population   front, top;           /* top: room for the successes after it    */
    heco_ranking      front_rank, top_rank;
    heco_history      memory;
    heco_successes    success;
    heco_population   child;                /* the points of the success list          */
    double            SR, mean_F, eps, rho, feasible;
    double           *last_trial, *before;  /* t_i, m_i: f of the last trial for i; of the front
                                             * member i when the generation began      */
    unsigned char    *exploited;            /* b_i: the last trial for i came from EB  */
    double           *scale;                /* of the jumps, per coordinate            */
    int               integers;             /* some variable is an integer             */
    double           *first_x, *rows;       /* a row; work space for a generation      */
    heco_population   archive;              /* of a kick: overwritten members of the front */
    size_t            archive_at;           /* the next place in the archive           */
    double           *refused;              /* trials refused in a row, by target      */
    heco_best_point   best;                 /* of a kick                               */
    size_t           *index;
    size_t            write, step;
    double            s_begin;              /* progress when the generation began      */
    srde_trial        trial;
} srde_family;

heco_status heco_srde_family_init(srde_family *s, const srde_params *p, const heco_setup *setup,
                             size_t *max_batch);
/* As in a descriptor; `state` begins with an srde_family. */
heco_status heco_srde_family_ask(void *state, heco_batch *out);
heco_status heco_srde_family_tell(void *state, const heco_batch *in);
/* Returns 1 if no generation is under way; the first one has been evaluated. */
static inline int heco_srde_family_is_between(const srde_family *s) {
    return s->front.count > 0 && s->step == 0 && !s->trial.second;
}

/* Option rows that all three have, and their reader. */
enum {
    SRDE_N0, SRDE_N_END, SRDE_H, SRDE_P, SRDE_PRESSURE, SRDE_EPS_SHARE, SRDE_EPS_END, SRDE_OPTIONS
};
#define SRDE_OPTION_ROWS(N0_text, H, p, pressure, eps_end)                                         \
    [SRDE_N0] = {"N0", HECO_OPTION_INTEGER, NAN, 4, 1e7, NULL,                             \
                 "initial population size (" N0_text ")"},                                         \
    [SRDE_N_END] = {"N_end", HECO_OPTION_INTEGER, 4, 4, 1e7, NULL, "final population size"},       \
    [SRDE_H] = {"H", HECO_OPTION_INTEGER, H, 1, 1e4, NULL, "memory slots"},                        \
    [SRDE_P] = {"p", HECO_OPTION_REAL, p, 0, 1, NULL, "share of the top that pbest comes from"},   \
    [SRDE_PRESSURE] = {"pressure", HECO_OPTION_REAL, pressure, 0, 1e3, NULL,                       \
                       "rank pressure: r1 has place k with probability ~ exp(-pressure k/N)"},     \
    [SRDE_EPS_SHARE] = {"eps_share", HECO_OPTION_REAL, 0.8, 0, 1, NULL,                            \
                        "quantile of the front's violations that is the level at the start"},      \
    [SRDE_EPS_END] = {"eps_end", HECO_OPTION_REAL, eps_end, 0, 1, NULL,                            \
                      "share of the budget after which the level is 0"},

/* Rows of those with jumps and exploitation; they follow the others. */
enum {
    SRDE_JUMP = SRDE_OPTIONS, SRDE_JUMP_SCALE, SRDE_JUMP_UNITS, SRDE_EB_FROM, SRDE_RHO0,
    SRDE_ALL_OPTIONS
};
#define SRDE_EXPLOIT_ROWS(jump, jump_scale, eb_from, rho0)                                         \
    [SRDE_JUMP] = {"jump", HECO_OPTION_REAL, jump, 0, 1, NULL,                                     \
                   "probability that coordinates not taken from the mutant jump"},                 \
    [SRDE_JUMP_SCALE] = {"jump_scale", HECO_OPTION_REAL, jump_scale, 0, 1e6, NULL,                 \
                         "Cauchy scale of a jump, in problem units or per 200 of box width"},      \
    [SRDE_JUMP_UNITS] = {"jump_units", HECO_OPTION_CHOICE, 0, 0, 2, "auto|problem|box",            \
                         "unit of jump_scale; auto: problem units in boxes 20 to 200 wide"},       \
    [SRDE_EB_FROM] = {"eb_from", HECO_OPTION_REAL, eb_from, 0, 2, NULL,                            \
                      "share of the budget from which trials may exploit; above 1: never"},        \
    [SRDE_RHO0] = {"rho0", HECO_OPTION_REAL, rho0, 0, 1, NULL,                                     \
                   "probability of exploitation before anything is learned"},

/* Reads the common options into p. `usual` is the published initial size; it shrinks with a small
 * budget. */
void heco_srde_family_read(srde_params *p, const heco_setup *setup, double usual);
/* The constants of RDEx; its options are still to be read. */
static inline srde_params heco_srde_family_rdex(void) {
    return (srde_params){.M_F       = 0.3,
                         .M_CR      = 1.0,
                         .rate      = 0.5,
                         .F_power   = 1.0 / 3.0,
                         .F_spread  = 0.05,
                         .CR_spread = 0.1,
                         .bound     = 0.5,
                         .exploit   = {.pool   = 0.17,
                                       .fade   = 0.5,
                                       .spread = 0.1,
                                       .F      = 0.4,
                                       .CR     = 0.9,
                                       .learn  = 1.0,
                                       .forget = 1.0}};
}
/* Reads the options of SRDE_EXPLOIT_ROWS into p. */
void heco_srde_family_read_exploit(srde_params *p, const heco_setup *setup);

#endif
