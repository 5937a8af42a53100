/* What one algorithm provides: a constant descriptor with a few functions.
 *
 * An algorithm never calls the objective. It is a state machine that proposes a batch of
 * points (ask) and learns their values (tell). Authors also need rng.h and arena.h; an
 * algorithm made of algorithms member.h. */
#ifndef HECO_ALGORITHM_H
#define HECO_ALGORITHM_H

#include "heco/arena.h"
#include "heco/batch.h"
#include "heco/rng.h"

HECO_BEGIN_DECLS

typedef struct heco_algorithm heco_algorithm;

/* What a value may be: any number of the range, a whole one, or one of a list of names. */
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
    uint64_t          seed;      /* for further streams: heco_arena_take_rng()            */
    heco_rng         *rng;       /* the only source of randomness                         */
    heco_arena       *arena;     /* the only source of memory                             */
    heco_error       *error;     /* the message of a refusal                              */
    const uint64_t   *evals;     /* evaluations told so far; within tell the rows of that
                                  * call are counted                                      */
    const heco_algorithm *algorithm; /* whose setup this is                               */
    const unsigned char  *given;     /* 1: the user set this option, else it has its default;
                                      * in the order of `option`, NULL: none given        */
    int                   derivatives; /* 1: batches can give exact derivatives            */
    int (*is_late)(void *user); /* nonzero: the time limit has passed, so that a computation of
                                 * seconds may be given up; NULL: there is no limit        */
    void *late_user;            /* what it is called with                                  */
} heco_setup;

/* What to know of an algorithm before choosing it; bits of heco_algorithm.traits. */
enum {
    HECO_TRAIT_SEQUENTIAL = 1, /* asks for one point at a time                            */
    HECO_TRAIT_THEORY     = 2, /* built to illustrate a proof, not to solve problems      */
    HECO_TRAIT_LINALG     = 4, /* needs LAPACK                                            */
    HECO_TRAIT_EXPENSIVE  = 8, /* thinks for milliseconds per point: for expensive functions */
    HECO_TRAIT_DERIVATIVES = 16 /* may want exact derivatives; without it batches have no room */
};

/* The descriptor: constant, one per algorithm. What is not set is 0.
 *
 * What whoever drives an algorithm (a run, or an algorithm that holds it as a member) relies on:
 * 1. ask with count = 0 says that the algorithm has ended; it is not asked again.
 * 2. tell gets exactly the rows of the last ask. A batch that was cut short is never told.
 * 3. The setup and what it points to stay valid; `start` is read at the first ask, not in init.
 * 4. init may be called again on zeroed state in the memory of the first call; with a smaller
 *    budget it takes no larger pieces. */
struct heco_algorithm {
    size_t             size;       /* sizeof(heco_algorithm)                              */
    const char        *name;       /* as users type it: lower case, hyphens               */
    const char        *title;      /* one line                                            */
    const char        *reference;  /* key in docs/references.bib                          */
    unsigned           traits;     /* HECO_TRAIT_...                                      */
    const heco_option *options;    /* ends with a row whose name is NULL                  */
    size_t             state_size; /* zeroed before init                                  */
    /* Takes all memory, and says how many rows a batch has at most. */
    heco_status (*init)(void *state, const heco_setup *setup, size_t *max_batch);
    /* Proposes points: sets count and x; and `derivatives` where it wants those of the first row
     * and the batch has room for them (df). */
    heco_status (*ask)(void *state, heco_batch *out);
    /* Learns f, g, h and viol of the rows asked for last, and derivatives where they are given.
     * Not called for a batch that was cut. */
    heco_status (*tell)(void *state, const heco_batch *in);
    /* Optional: learns of points that others evaluated, after init and between tell and ask. */
    heco_status (*inform)(void *state, const heco_batch *rows);
    /* Optional: what the search did so far, for the answer; one line, at most `size` bytes. */
    void (*describe)(const void *state, char *text, size_t size);
    /* Optional: names of the algorithms it holds as members (heco/member.h), ends with NULL. Their
     * options are set as "member.option=value". */
    const char *const *members;
};

/* The algorithm of that name; NULL, with the nearest names in `error`, when there is none. */
HECO_API const heco_algorithm *heco_algorithm_find(const char *name, heco_error *error);
/* The table of algorithms by number; NULL past the end. */
HECO_API const heco_algorithm *heco_algorithm_at(size_t index);
/* The recommended one. */
HECO_API const heco_algorithm *heco_algorithm_default(void);

/* HECO_OK when the descriptor is complete and its table of options makes sense; else what is wrong
 * with it. Runs look at it, too. */
HECO_API heco_status heco_algorithm_check(const heco_algorithm *algorithm, heco_error *error);

/* Number of rows of an option table. */
HECO_API size_t heco_option_count(const heco_option *options);
/* Sets one value from "name=value" ("auto" where the default is automatic). */
HECO_API heco_status heco_option_set(const heco_option *options, double *values,
                                     const char *name_value, const char *algorithm,
                                     heco_error *error);
/* Options of the algorithm and of its members, flat: its own first, then those of each member. */
HECO_API size_t heco_algorithm_option_count(const heco_algorithm *algorithm);
/* Row `index` of that list, and its name as users type it ("lambda", "heco-de.lambda"); NULL past
 * the end. A `size` of 120 is enough. */
HECO_API const heco_option *heco_algorithm_option_at(const heco_algorithm *algorithm, size_t index,
                                                     char *name, size_t size);
/* Sets one value of that list from "name=value"; `given`, NULL or as long, notes that it was
 * set. */
HECO_API heco_status heco_algorithm_set(const heco_algorithm *algorithm, double *values,
                                        unsigned char *given, const char *name_value,
                                        heco_error *error);
/* The value as the user would type it; `size` of at least 40 is enough. */
HECO_API void heco_option_print(const heco_option *option, double value, char *buffer, size_t size);

HECO_END_DECLS

#endif
