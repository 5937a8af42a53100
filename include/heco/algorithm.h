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

/* States of a row. */
enum {
    HECO_ROW_OK       = 0, /* the row was evaluated                                      */
    HECO_ROW_FAILED   = 1, /* the evaluation failed; f is NAN                            */
    HECO_ROW_SKIPPED  = 2, /* the row was not evaluated, because the search was stopped  */
    HECO_ROW_REJECTED = 3, /* the row violates a cheap constraint and was not simulated; its other
                            * values are NAN, and f too                                  */
    HECO_ROW_PARTIAL = 4   /* the evaluation stopped early; values that it did not compute are NAN,
                            * and   f is. In the tell of an algorithm, values of rejected and partial
                            * rows   that are unknown have the largest value of the rows before */
};

/* Points and their values. Row i of an array belongs to point i. This struct is closed. */
typedef struct {
    size_t         n, ng, nh;     /* Number of variables; of inequalities; of equalities */
    size_t         count;         /* Number of rows in use                               */
    size_t         capacity;      /* Number of rows that fit                             */
    double        *x;             /* Points; row i starts at x + i * n                   */
    double        *f, *g, *h;     /* Values; row i of g starts at g + i * ng             */
    double        *viol;          /* Violations; only heco_run_tell() writes them        */
    unsigned char *state;         /* HECO_ROW_* of each row; the evaluator writes them   */
    int            stop;          /* 1: an evaluation returned HECO_POINT_STOP           */
    int            derivatives;   /* In ask: 1 requests the derivatives of row 0. In tell: 1 if they
                                   * were supplied                                       */
    double        *df, *dg, *dh;  /* Derivatives of row 0, as in heco_derivatives_fn; df is NULL if
                                   * derivatives are unavailable                         */
    int            as_asked;      /* In ask: 1 requests the evaluation of exactly these points, as
                                   * differences need. Otherwise a run may project points onto
                                   * linear equalities, and tell receives the projections */
} heco_batch;

/* Returns 1 if row i has no value of f, although it did not fail: it was rejected or is partial. */
static inline int heco_batch_lacks_f(const heco_batch *batch, size_t i) {
    return batch->state[i] == HECO_ROW_REJECTED || batch->state[i] == HECO_ROW_PARTIAL;
}

/* Makes an empty batch for `capacity` rows, for callers that evaluate without a run. */
HECO_API heco_status heco_batch_new(heco_batch **out, const heco_space *space, size_t capacity);
/* Frees a batch that heco_batch_new() made, or NULL. The batch of a run belongs to the run. */
HECO_API void heco_batch_free(heco_batch *batch);
/* Returns a view of the rows [begin, end). It copies nothing and needs no free. Its count and
 * capacity are end - begin; a caller that passes the view to ask sets its count. */
HECO_API heco_batch heco_batch_rows(const heco_batch *batch, size_t begin, size_t end);

/* ---- random numbers and memory ---- */

typedef struct heco_rng heco_rng; /* A random generator. Its numbers depend only on its seed. */

HECO_API double heco_rng_uniform(heco_rng *rng);         /* Draws from [0, 1), uniform       */
HECO_API double heco_rng_normal(heco_rng *rng);          /* Draws a normal: mean 0, std 1    */
HECO_API double heco_rng_cauchy(heco_rng *rng);          /* Draws a Cauchy: location 0, scale 1 */
HECO_API size_t heco_rng_index(heco_rng *rng, size_t n); /* Draws from 0 .. n-1; n < 2^32    */

typedef struct heco_arena heco_arena; /* Memory that lives exactly as long as a run. */

/* Returns `count` zeroed elements of `size` bytes; NULL if out of memory. The run frees them. */
HECO_API void *heco_arena_take(heco_arena *arena, size_t count, size_t size);
/* Returns 1 if an earlier request failed. One call at the end of init is enough. */
HECO_API int heco_arena_failed(const heco_arena *arena);
/* Returns a generator for a seed and a stream; NULL if out of memory. Streams are independent. */
HECO_API heco_rng *heco_arena_take_rng(heco_arena *arena, uint64_t seed, uint64_t stream);

/* ---- algorithms and their options ---- */

typedef struct heco_algorithm heco_algorithm; /* The descriptor of an algorithm. */

/* The kind of an option. */
typedef enum {
    HECO_OPTION_REAL,    /* a number of the range                                         */
    HECO_OPTION_INTEGER, /* an integer of the range                                       */
    HECO_OPTION_CHOICE   /* one of a list of names; its value is the position, from 0      */
} heco_option_kind;

/* One option of an algorithm. Documentation, command line and bindings read it. This struct is
 * closed. */
typedef struct {
    const char      *name;     /* Name in "name=value"                                    */
    heco_option_kind kind;     /* How a value is read and printed                         */
    double           value;    /* Default; NAN: automatic, init chooses the value         */
    double           min, max; /* Range; for a choice 0 and the number of choices - 1     */
    const char      *choices;  /* Names "new|feasibility-rule|..." of a choice, else NULL */
    const char      *help;     /* Description in one line                                 */
} heco_option;

/* Everything an algorithm is given. New fields come at the end. */
typedef struct {
    const heco_space *space;     /* Sizes, box and tolerances; no evaluation function     */
    uint64_t          max_evals; /* The budget, for schedules                             */
    double           *option;    /* Option values in the order of the table; init replaces
                                  * every NAN (automatic) by the value it uses            */
    const double     *start;     /* Initial points, `starts` rows of n, inside the box    */
    size_t            starts;    /* Number of initial points                              */
    uint64_t          seed;      /* Seed for more streams, see heco_arena_take_rng()      */
    heco_rng         *rng;       /* The only source of randomness                         */
    heco_arena       *arena;     /* The only source of memory                             */
    heco_error       *error;     /* Receives the message if init fails                    */
    const uint64_t   *evals;     /* Number of evaluations told so far; within tell it
                                  * includes the rows of that call                        */
    const heco_algorithm *algorithm; /* The algorithm of this setup                       */
    const unsigned char  *given;     /* 1 for each option that the user set, in the order of
                                      * `option`; NULL: none was set                      */
    int                   derivatives; /* 1: exact derivatives are available; 2: and trusted */
    int (*is_timed_out)(void *user); /* Nonzero: the time limit has passed, and a computation of
                                      * seconds may be abandoned; NULL: there is no limit  */
    void *timeout_user;         /* Passed to is_timed_out                                  */
} heco_setup;

/* Properties of an algorithm, bits of heco_algorithm.traits. */
enum {
    HECO_TRAIT_SEQUENTIAL = 1, /* It asks for one point at a time                         */
    HECO_TRAIT_THEORY     = 2, /* It illustrates a proof and is not meant for applications */
    HECO_TRAIT_EXPENSIVE  = 8, /* It needs milliseconds of its own per point              */
    HECO_TRAIT_DERIVATIVES = 16 /* It may request exact derivatives                       */
};

/* The descriptor of an algorithm: one constant struct. A field that is not set is 0.
 *
 * The contract between an algorithm and its caller (a run, or an algorithm that holds it as a
 * member):
 * 1. An ask with count = 0 means that the algorithm has ended; it is not asked again.
 * 2. tell receives exactly the rows of the last ask. A batch that was cut short is never told.
 * 3. The setup and its arrays stay valid; `start` is read at the first ask, not in init.
 * 4. init may be called again on zeroed state in the memory of the first call; with a smaller
 *    budget it takes no larger pieces. */
struct heco_algorithm {
    size_t             size;       /* sizeof(heco_algorithm)                              */
    const char        *name;       /* Name that users type: lower case, hyphens           */
    const char        *title;      /* Title in one line                                   */
    const char        *reference;  /* Key in docs/references.bib                          */
    unsigned           traits;     /* Bits of HECO_TRAIT_...                              */
    const heco_option *options;    /* Options; the last row has the name NULL             */
    size_t             state_size; /* Size of the state, which is zeroed before init      */
    /* Takes all memory from the arena and sets the largest number of rows of a batch. */
    heco_status (*init)(void *state, const heco_setup *setup, size_t *max_batch);
    /* Proposes points: sets count and x, and `derivatives` to request those of row 0 if df is not
     * NULL. */
    heco_status (*ask)(void *state, heco_batch *out);
    /* Receives f, g, h and viol of the rows of the last ask, and derivatives if they were
     * supplied. */
    heco_status (*tell)(void *state, const heco_batch *in);
    /* Optional: receives points that other algorithms evaluated, after init and between tell and
     * ask. */
    heco_status (*inform)(void *state, const heco_batch *rows);
    /* Optional: writes one line about the search so far, at most `size` bytes. */
    void (*describe)(const void *state, char *text, size_t size);
    /* Optional: the names of its members, ending with NULL. Users set their options as
     * "member.option=value". */
    const char *const *members;
    /* Optional: between ask and tell, writes rows that the next ask is likely to contain, bit by
     * bit, so that idle workers can evaluate them ahead. It changes nothing that affects the search,
     * and `out` has room for the rows of an ask. */
    heco_status (*ahead)(void *state, heco_batch *out);
    /* Optional: returns 1 if the next ask is a restart, so that an inform before it takes effect.
     * Without it the algorithm is not informed of what other lanes find (heco/lanes.h). */
    int (*is_at_rest)(const void *state);
    /* Optional: between ask and tell, returns the name of the part of the search that asked for the
     * batch, a static text of one or two words. Without it the parts have no names. */
    const char *(*part)(const void *state);
};

/* Returns the algorithm of that name; NULL, with the nearest names in `error`, if there is none. */
HECO_API const heco_algorithm *heco_algorithm_find(const char *name, heco_error *error);
/* Returns the algorithm at a position of the table; NULL past the end. */
HECO_API const heco_algorithm *heco_algorithm_at(size_t index);
/* Returns the recommended algorithm. */
HECO_API const heco_algorithm *heco_algorithm_default(void);

/* Checks a descriptor and its table of options. Every run checks its algorithm, too. */
HECO_API heco_status heco_algorithm_check(const heco_algorithm *algorithm, heco_error *error);

/* Returns the number of rows of an option table. */
HECO_API size_t heco_option_count(const heco_option *options);
/* Sets one value from "name=value"; "auto" is a value if the default is automatic. */
HECO_API heco_status heco_option_set(const heco_option *options, double *values,
                                     const char *name_value, const char *algorithm,
                                     heco_error *error);
/* Returns the number of options of the algorithm and its members: its own come first, then those of
 * each member. */
HECO_API size_t heco_algorithm_option_count(const heco_algorithm *algorithm);
/* Returns option `index` of that list and writes its full name ("lambda", "heco-de.lambda");
 * returns NULL past the end. A `size` of 120 is enough. */
HECO_API const heco_option *heco_algorithm_option_at(const heco_algorithm *algorithm, size_t index,
                                                     char *name, size_t size);
/* Sets one value of that list from "name=value". `given`, if it is not NULL, records that the
 * option was set. */
HECO_API heco_status heco_algorithm_set(const heco_algorithm *algorithm, double *values,
                                        unsigned char *given, const char *name_value,
                                        heco_error *error);
/* Writes a value as the user would type it. A `size` of 40 is enough. */
HECO_API void heco_option_print(const heco_option *option, double value, char *buffer, size_t size);

/* ---- members: algorithms inside an algorithm ---- */

/* A member is an algorithm inside an algorithm: for restarts, portfolios, islands or a final local
 * search. It has its own options, random numbers, memory and share of the budget. The outer
 * algorithm asks the member for rows, passes them on in its own ask, and tells the member the same
 * rows. The budget, integers, the best point, the journal and every stop rule belong to the run.
 * docs/guide/composition.md has an example. The arena of the outer setup owns the member. */
typedef struct heco_member heco_member;

/* A value for an option of a member. A list ends with a row whose option is NULL. */
typedef struct {
    const char *option; /* Name in the member's table                                      */
    double      value;  /* Value; for a choice its position, from 0                         */
} heco_member_value;

/* Makes a member, in init of the outer algorithm. It takes all memory that the member needs for the
 * outer budget with these option values (NULL: the defaults). Values that the user set
 * ("member.option=value") take precedence. `outer` is the setup that init received, not a copy.
 * `number` selects the random stream: members of one search have different numbers, from 1. Number
 * 0 gives the stream of the algorithm alone, for an outer algorithm that draws no numbers.
 * `max_batch` becomes the largest number of rows of an ask. On failure outer->error has the
 * message. */
HECO_API heco_status heco_member_new(heco_member **out, const heco_algorithm *algorithm,
                                     const heco_setup *outer, uint64_t number,
                                     const heco_member_value *set, size_t *max_batch);
/* Sets an option from the next begin on. It may not need more memory than the first values. */
HECO_API heco_status heco_member_set(heco_member *member, const char *option, double value);
/* Restarts the member with a budget and initial points (0: none). It may be called at any time
 * and requests no memory. The points are read at the first ask. If it fails, for example because
 * the budget is too small for a first population, the member has ended. */
HECO_API heco_status heco_member_begin(heco_member *member, uint64_t max_evals, const double *start,
                                       size_t starts);
/* Asks for the next rows, at most as many as the budget leaves; count 0: the member has ended. The
 * batch needs room for `max_batch` rows; heco_batch_rows() gives a member its part of a batch. */
HECO_API heco_status heco_member_ask(heco_member *member, heco_batch *rows);
/* Tells the member the same rows with their values. */
HECO_API heco_status heco_member_tell(heco_member *member, const heco_batch *rows);
/* Passes rows that other algorithms evaluated; algorithms without `inform` ignore them. */
HECO_API heco_status heco_member_inform(heco_member *member, const heco_batch *rows);
/* Charges evaluations made elsewhere to this member's budget. */
HECO_API void heco_member_charge(heco_member *member, uint64_t evals);
/* Returns the evaluations left of its budget; 0 if it has ended. */
HECO_API uint64_t heco_member_left(const heco_member *member);
/* Returns the option values since the last begin, in the order of the algorithm's table. */
HECO_API const double *heco_member_settings(const heco_member *member);
/* Returns the message of its last failure; "" if there was none. */
HECO_API const char *heco_member_message(const heco_member *member);
/* Writes one line about its search so far; "" if the algorithm has no `describe`. */
HECO_API void heco_member_describe(const heco_member *member, char *text, size_t size);

/* ---- an algorithm as a shared object ---- */

/* heco solve, resume and bench accept an algorithm as a shared object in place of a name.
 *
 * The object exports one function, heco_algorithm_entry, which HECO_ALGORITHM_PLUGIN defines. The
 * functions of heco that it calls (heco_arena_take, heco_rng_uniform, heco_member_new, ...) are
 * those of the program that loads it, so it links no library of heco:
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -o mine.so mine.c
 *
 * Like those of built-in algorithms, its functions may run in several threads at once, each with
 * its own state: all data of a search is in the state, not in variables of the file.
 *
 *     static const heco_algorithm mine = {.size = sizeof(heco_algorithm), .name = "mine", ...};
 *     HECO_ALGORITHM_PLUGIN(mine) */
/* Version of this interface. It grows if the meaning of a field changes. */
#define HECO_ALGORITHM_PLUGIN_VERSION 1
/* Version of the headers that the object was built with: before 1.0 a minor version may change
 * them. */
#define HECO_ALGORITHM_PLUGIN_HECO (1000 * HECO_VERSION_MAJOR + HECO_VERSION_MINOR)

/* The description of the object. The program compares the sizes with its own. */
typedef struct {
    uint32_t version;         /* HECO_ALGORITHM_PLUGIN_VERSION                              */
    uint32_t size;            /* sizeof(heco_algorithm_plugin)                              */
    uint32_t heco;            /* HECO_ALGORITHM_PLUGIN_HECO                                 */
    uint32_t setup_size;      /* sizeof(heco_setup)                                         */
    uint32_t space_size;      /* sizeof(heco_space)                                         */
    uint32_t batch_size;      /* sizeof(heco_batch)                                         */
    uint32_t option_size;     /* sizeof(heco_option)                                        */
    const heco_algorithm *algorithm; /* The descriptor; it stays valid while the object is loaded */
} heco_algorithm_plugin;

/* The type of heco_algorithm_entry. */
typedef const heco_algorithm_plugin *(*heco_algorithm_entry_fn)(uint32_t host);

/* The entry point. `host` is the program's HECO_ALGORITHM_PLUGIN_VERSION. It returns NULL if the
 * object does not support that version. */
HECO_API const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host);

/* Defines the entry point for a descriptor. */
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
