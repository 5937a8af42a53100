/* The interface of an algorithm: a constant descriptor with a few functions.
 *
 * An algorithm never calls the objective. It is a state machine that proposes a batch of points
 * (ask) and receives their values (tell). Its random numbers and its memory come from the run.
 * An algorithm may hold other algorithms as members. A shared object may contain an algorithm. */
#ifndef HECO_ALGORITHM_H
#define HECO_ALGORITHM_H

#include <stddef.h>
#include <stdint.h>

#include "heco/problem.h"

HECO_BEGIN_DECLS

/* ---- batches ---- */

/* What became of a row. */
enum {
    HECO_ROW_OK      = 0, /* evaluated                                                  */
    HECO_ROW_FAILED  = 1, /* the evaluation failed: f is NAN                            */
    HECO_ROW_SKIPPED = 2  /* not evaluated, because a stop was asked for                */
};

/* Points and what the evaluator found there. Its size is fixed: views of it are passed by value. */
typedef struct {
    size_t         n, ng, nh;     /* variables; inequalities; equalities                 */
    size_t         count;         /* rows in use                                         */
    size_t         capacity;      /* rows there is room for                              */
    double        *x;             /* row i starts at x + i * n                           */
    double        *f, *g, *h;     /* values: row i of g starts at g + i * ng             */
    double        *viol;          /* written by heco_run_tell, by nobody else            */
    unsigned char *state;         /* HECO_ROW_*; written by the evaluator                */
    int            stop;          /* the evaluation asked to end the search              */
    int            derivatives;   /* set by an ask that wants those of its first row; 0 when told:
                                   * they are not given, and the search goes on without  */
    double        *df, *dg, *dh;  /* of that row: n values, and as in heco_derivatives_fn. df NULL:
                                   * nobody can give them                                */
    int            as_asked;      /* set by an ask whose rows are to be evaluated where they are,
                                   * such as those for differences; else a run may move rows onto
                                   * linear equalities, and tells where they went         */
} heco_batch;

/* An empty batch with room for `capacity` rows, for those who evaluate without a run. */
HECO_API heco_status heco_batch_new(heco_batch **out, const heco_space *space, size_t capacity);
/* Only what heco_batch_new made: the batch of a run belongs to the run. NULL is fine. */
HECO_API void heco_batch_free(heco_batch *batch);
/* Rows [begin, end) of a batch as a batch of their own: a view, nothing is copied or freed. It is
 * full (count and capacity are end - begin); a caller that asks into it sets count. */
HECO_API heco_batch heco_batch_rows(const heco_batch *batch, size_t begin, size_t end);

/* ---- random numbers and memory ---- */

typedef struct heco_rng heco_rng; /* a random generator; its numbers depend on its seed alone */

HECO_API double heco_rng_uniform(heco_rng *rng);         /* in [0, 1)                        */
HECO_API double heco_rng_normal(heco_rng *rng);          /* mean 0, deviation 1              */
HECO_API double heco_rng_cauchy(heco_rng *rng);          /* location 0, scale 1              */
HECO_API size_t heco_rng_index(heco_rng *rng, size_t n); /* in 0 .. n-1, unbiased; n < 2^32  */

typedef struct heco_arena heco_arena; /* memory that lives exactly as long as a run */

/* Zeroed memory that lives exactly as long as the run; NULL when there is none. */
HECO_API void *heco_arena_take(heco_arena *arena, size_t count, size_t size);
/* 1: some request could not be met. One look at the end of init is enough. */
HECO_API int heco_arena_failed(const heco_arena *arena);
/* One more generator: same seed and stream, same numbers; streams are independent. */
HECO_API heco_rng *heco_arena_take_rng(heco_arena *arena, uint64_t seed, uint64_t stream);

/* ---- algorithms and their options ---- */

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

/* ---- members: algorithms inside an algorithm ---- */

/* An algorithm inside an algorithm: restarts, relays, portfolios, islands, a last local search.
 *
 * A member is what a run makes of an algorithm: its options, its random numbers, its memory, its
 * share of the budget and its turns of ask and tell. Whoever holds a member asks it for rows, hands
 * them on in its own ask, and tells it the same rows. The budget, integers, the best point, the
 * journal and every stop rule stay with the run around them. The guide has an example:
 * docs/guide/composition.md. */
typedef struct heco_member heco_member; /* belongs to the outer setup's arena: nothing to free */

/* A value for an option of a member; a list ends with a row whose name is NULL. */
typedef struct {
    const char *option; /* its name in the member's table                                  */
    double      value;  /* a number; for a choice its place, from 0                         */
} heco_member_value;

/* In init of the outer algorithm: takes all memory that the member needs for the outer budget with
 * these option values (NULL: its defaults). What the user set ("member.option=value") takes
 * precedence. `outer` is the setup that init was given, not a copy of it. `number` names its random
 * numbers: members of one search have different ones, from 1; a member of number 0 draws what the
 * algorithm alone would draw, which suits an outer algorithm that draws nothing. `max_batch`
 * becomes the number of rows it asks for at most. A refusal leaves its message in the outer setup's
 * error. */
HECO_API heco_status heco_member_new(heco_member **out, const heco_algorithm *algorithm,
                                     const heco_setup *outer, uint64_t number,
                                     const heco_member_value *set, size_t *max_batch);
/* An option from the next begin on; may not need more memory than the values given at first. */
HECO_API heco_status heco_member_set(heco_member *member, const char *option, double value);
/* From the beginning, with this many evaluations and from these points (0: none); at any time, any
 * number of times, without a request for memory. The points are read at the first ask, so they may
 * be written after this call. A refusal (a slice too small for a first population, for
 * instance) leaves the member ended. */
HECO_API heco_status heco_member_begin(heco_member *member, uint64_t max_evals, const double *start,
                                       size_t starts);
/* The next rows, at most what its slice leaves; count 0: it has ended. The rows need room for
 * `max_batch`; heco_batch_rows() gives a member its part of a batch. */
HECO_API heco_status heco_member_ask(heco_member *member, heco_batch *rows);
/* The same rows with their values. */
HECO_API heco_status heco_member_tell(heco_member *member, const heco_batch *rows);
/* Rows that others evaluated; ignored by algorithms that do not listen. */
HECO_API heco_status heco_member_inform(heco_member *member, const heco_batch *rows);
/* Its clock moves on by evaluations that were spent elsewhere: they count as used of its slice. */
HECO_API void heco_member_charge(heco_member *member, uint64_t evals);
/* Evaluations left of its slice; 0 when it has ended. */
HECO_API uint64_t heco_member_left(const heco_member *member);
/* Option values in use since the last begin, in the order of its algorithm's table. */
HECO_API const double *heco_member_settings(const heco_member *member);
/* Why it refused or broke; "" when it did not. */
HECO_API const char *heco_member_message(const heco_member *member);
/* What it did so far, in one line; "" where the algorithm does not say. */
HECO_API void heco_member_describe(const heco_member *member, char *text, size_t size);

/* ---- an algorithm as a shared object ---- */

/* An algorithm as a shared object, which heco solve, resume and bench take in place of a name.
 *
 * The object exports one function, heco_algorithm_entry, which HECO_ALGORITHM_PLUGIN writes. The
 * functions of heco that it calls (heco_arena_take, heco_rng_uniform, heco_member_new, ...) are
 * those of the program that loads it, so it links to nothing of heco:
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -o mine.so mine.c
 *
 * As built-in ones, its functions may run in several threads at once, each on a state of its own:
 * what a search knows is in the state, not in variables of the file.
 *
 *     static const heco_algorithm mine = {.size = sizeof(heco_algorithm), .name = "mine", ...};
 *     HECO_ALGORITHM_PLUGIN(mine) */
/* Goes up when the meaning of a field changes. */
#define HECO_ALGORITHM_PLUGIN_VERSION 1
/* Of the interface that the object was built for: before 1.0 a minor version may change it. */
#define HECO_ALGORITHM_PLUGIN_HECO (1000 * HECO_VERSION_MAJOR + HECO_VERSION_MINOR)

/* What the object says of itself. The sizes tell whether it and the program mean the same. */
typedef struct {
    uint32_t version;         /* HECO_ALGORITHM_PLUGIN_VERSION                              */
    uint32_t size;            /* sizeof(heco_algorithm_plugin)                              */
    uint32_t heco;            /* HECO_ALGORITHM_PLUGIN_HECO                                 */
    uint32_t setup_size;      /* sizeof(heco_setup)                                         */
    uint32_t space_size;      /* sizeof(heco_space)                                         */
    uint32_t batch_size;      /* sizeof(heco_batch)                                         */
    uint32_t option_size;     /* sizeof(heco_option)                                        */
    const heco_algorithm *algorithm; /* stays valid as long as the object is loaded         */
} heco_algorithm_plugin;

/* The type of heco_algorithm_entry. */
typedef const heco_algorithm_plugin *(*heco_algorithm_entry_fn)(uint32_t host);

/* The one entry point. `host` is the program's HECO_ALGORITHM_PLUGIN_VERSION. NULL: the object
 * cannot work with it. */
HECO_API const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host);

/* Writes the entry point for a descriptor. */
#define HECO_ALGORITHM_PLUGIN(descriptor)                                                     \
    HECO_API const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host) {               \
        static const heco_algorithm_plugin plugin = {HECO_ALGORITHM_PLUGIN_VERSION,           \
                                                     sizeof(heco_algorithm_plugin),           \
                                                     HECO_ALGORITHM_PLUGIN_HECO,              \
                                                     sizeof(heco_setup),                      \
                                                     sizeof(heco_space),                      \
                                                     sizeof(heco_batch),                      \
                                                     sizeof(heco_option),                     \
                                                     &(descriptor)};                          \
        (void)host;                                                                           \
        return &plugin;                                                                       \
    }

HECO_END_DECLS

#endif
