/* What one algorithm provides: a constant descriptor with a few functions.
 *
 * An algorithm never calls the objective. It is a state machine that proposes a batch of
 * points (ask) and learns their values (tell). For users: the table of all algorithms.
 * For authors of an algorithm: the random generator and the memory they may use. */
#ifndef HECO_ALGORITHM_H
#define HECO_ALGORITHM_H

#include "heco/batch.h"

HECO_BEGIN_DECLS

typedef struct heco_rng   heco_rng;   /* a random generator                               */
typedef struct heco_arena heco_arena; /* memory that lives exactly as long as a run       */

/* What a value may be: any number of the range, a whole one, or one of some words. */
typedef enum { HECO_OPTION_REAL, HECO_OPTION_INTEGER, HECO_OPTION_CHOICE } heco_option_kind;

/* Documentation, command line and bindings read this table. */
typedef struct {
    const char      *name;     /* as in "name=value"                                      */
    heco_option_kind kind;     /* how a value is read and printed                         */
    double           value;    /* default; NAN: automatic, resolved by init               */
    double           min, max; /* range; for a choice 0 and the number of choices less 1  */
    const char      *choices;  /* "new|feasibility-rule|..." for a choice, else NULL      */
    const char      *help;     /* one line                                                */
} heco_option;

typedef struct {               /* all that an algorithm gets to know                      */
    const heco_space *space;     /* no evaluation function in here                        */
    uint64_t          max_evals; /* the budget, for schedules                             */
    double           *option;    /* values in the order of the table; init replaces every
                                  * NAN (automatic) by the value it uses                  */
    const double     *start;     /* initial points, `starts` rows of n, inside the box    */
    size_t            starts;    /* how many there are                                    */
    uint64_t          seed;      /* for further streams: heco_rng_init(r, seed, stream)   */
    heco_rng         *rng;       /* the only source of randomness                         */
    heco_arena       *arena;     /* the only source of memory                             */
    heco_error       *error;     /* words for a refusal                                   */
} heco_setup;

/* What to know of an algorithm before choosing it; bits of heco_algorithm.traits. */
enum {
    HECO_TRAIT_SEQUENTIAL = 1, /* asks for one point at a time                            */
    HECO_TRAIT_THEORY     = 2, /* built to illustrate a proof, not to solve problems      */
    HECO_TRAIT_LINALG     = 4  /* needs LAPACK                                            */
};

/* The descriptor: constant, one per algorithm. */
typedef struct {
    const char        *name;       /* as users type it: lower case, hyphens               */
    const char        *title;      /* one line                                            */
    const char        *reference;  /* key in docs/references.bib                          */
    unsigned           traits;     /* HECO_TRAIT_...                                      */
    const heco_option *options;    /* ends with a row whose name is NULL                  */
    size_t             state_size; /* zeroed before init                                  */
    /* Takes all memory, and says how many rows a batch has at most. */
    heco_status (*init)(void *state, const heco_setup *setup, size_t *max_batch);
    /* Proposes points: sets count and x. */
    heco_status (*ask)(void *state, heco_batch *out);
    /* Learns f, g, h and viol of these rows; at the end of the budget only of the first. */
    heco_status (*tell)(void *state, const heco_batch *in);
} heco_algorithm;

/* The algorithm of that name; NULL, with the nearest names in `error`, when there is none. */
HECO_API const heco_algorithm *heco_algorithm_find(const char *name, heco_error *error);
/* The table of algorithms by number; NULL past the end. */
HECO_API const heco_algorithm *heco_algorithm_at(size_t index);
/* The recommended one. */
HECO_API const heco_algorithm *heco_algorithm_default(void);

/* Number of rows of an option table. */
HECO_API size_t heco_option_count(const heco_option *options);
/* Sets one value from "name=value" ("auto" where the default is automatic). */
HECO_API heco_status heco_option_set(const heco_option *options, double *values,
                                     const char *name_value, const char *algorithm,
                                     heco_error *error);
/* The value as the user would type it; `size` of at least 40 is enough. */
HECO_API void heco_option_print(const heco_option *option, double value, char *buffer, size_t size);

/* ---- for authors ---- */

/* Zeroed memory that lives exactly as long as the run; NULL when there is none. */
HECO_API void *heco_arena_take(heco_arena *arena, size_t count, size_t size);
/* 1: some request could not be met. One look at the end of init is enough. */
HECO_API int heco_arena_failed(const heco_arena *arena);
/* One more generator: same seed and stream, same numbers; streams are independent. */
HECO_API heco_rng *heco_arena_take_rng(heco_arena *arena, uint64_t seed, uint64_t stream);
HECO_API double    heco_rng_uniform(heco_rng *rng);          /* in [0, 1)               */
HECO_API double    heco_rng_normal(heco_rng *rng);           /* mean 0, deviation 1     */
HECO_API double    heco_rng_cauchy(heco_rng *rng);           /* location 0, scale 1     */
HECO_API size_t    heco_rng_index(heco_rng *rng, size_t n);  /* in 0 .. n-1, unbiased   */

HECO_END_DECLS

#endif
