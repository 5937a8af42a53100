/* The interface of a suite as a shared object.
 *
 * `heco bench --suite ./mine.so` loads the object, and so do `heco list problems ./mine.so` and
 * `heco solve ./mine.so:NAME/DIM`. The object exports one function, heco_suite_plugin_entry, which
 * returns a description that stays valid while the object is loaded. A problem is described as in
 * heco/plugin.h. Like that header, this one needs only the C library, and the object links no
 * library of heco: cc -O2 -fPIC -shared -o mine.so mine.c
 *
 *     static int open(void *user, size_t index, size_t dim, heco_plugin *out, char *text, size_t size);
 *     static const size_t dims[] = {2, 10};
 *     static const double best[] = {0.0, 0.0};
 *     static const heco_suite_plugin_problem problems[] = {
 *         {.name = "ball", .dims = dims, .dim_count = 2, .best = best}};
 *     HECO_SUITE_PLUGIN(.name = "mine", .problems = problems, .count = 1, .open = open,
 *                       .evals_per_variable = 10000, .success = 1e-4) */
#ifndef HECO_SUITE_PLUGIN_H
#define HECO_SUITE_PLUGIN_H

#include "heco/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. It grows if the meaning of a field changes. New fields come at the
 * end: `size` says which fields a plugin has. */
#define HECO_SUITE_PLUGIN_VERSION 1

/* One problem of the suite. This struct is closed. */
typedef struct {
    const char     *name;      /* Up to 59 letters, digits, - _ .                           */
    const char     *title;     /* Title in one line, or NULL                                */
    const size_t   *dims;      /* Numbers of variables in which the problem exists          */
    size_t          dim_count; /* At least 1                                                */
    const double   *best;      /* Best known f for each dimension, NAN: unknown; or NULL    */
    const uint64_t *evals;     /* Evaluations per run for each dimension; NULL: the suite's */
    int             optional;  /* 1: a bench without --problems omits it                    */
} heco_suite_plugin_problem;

/* The description of a suite. */
typedef struct {
    uint32_t version;      /* HECO_SUITE_PLUGIN_VERSION                                     */
    uint32_t size;         /* sizeof(heco_suite_plugin)                                     */
    uint32_t plugin_size;  /* sizeof(heco_plugin)                                           */
    uint32_t problem_size; /* sizeof(heco_suite_plugin_problem)                             */

    const char *name;                          /* Name in databases and rankings            */
    const char *title;                         /* Title in one line, or NULL                */
    const heco_suite_plugin_problem *problems; /* `count` rows                              */
    size_t                           count;    /* Number of problems                        */

    uint64_t evals;              /* Evaluations per run; 0: evals_per_variable              */
    uint64_t evals_per_variable; /* The same, times the number of variables                 */
    double   success;            /* A run succeeds if f is at most this above the best      */
    double   success_relative;   /* or this times |best|; 0 and 0: no rule                  */
    double   equality_tolerance; /* 0: 1e-4                                                 */

    /* Describes problem `index` in dimension `dim`. `out` is zeroed except for version and size.
     * Its arrays must stay valid until `release` or `close`. The function returns
     * HECO_PLUGIN_OK, or HECO_PLUGIN_FAILED with a message of one line in `text`. It is called once
     * per problem and dimension, never by two threads at a time. */
    int (*open)(void *user, size_t index, size_t dim, heco_plugin *out, char *text, size_t size);
    /* Optional: frees a problem that `open` described, before `close`. */
    void (*release)(void *user, heco_plugin *problem);
    /* Optional: called once, when the suite is closed. */
    void (*close)(void *user);
    void *user; /* Passed to open, release and close                                        */
} heco_suite_plugin;

/* The type of heco_suite_plugin_entry. */
typedef const heco_suite_plugin *(*heco_suite_plugin_entry_fn)(uint32_t host);

/* The entry point. `host` is the host's HECO_SUITE_PLUGIN_VERSION. It returns NULL if the plugin
 * does not support that version, or if it could not be set up. */
HECO_PLUGIN_EXPORT const heco_suite_plugin *heco_suite_plugin_entry(uint32_t host);

/* The first four fields of a description. */
#define HECO_SUITE_PLUGIN_SIZES                                                             \
    .version = HECO_SUITE_PLUGIN_VERSION, .size = sizeof(heco_suite_plugin),                \
    .plugin_size = sizeof(heco_plugin), .problem_size = sizeof(heco_suite_plugin_problem)

/* Defines the entry point for a description given as designated initialisers. */
#define HECO_SUITE_PLUGIN(...)                                                              \
    HECO_PLUGIN_EXTERN HECO_PLUGIN_EXPORT const heco_suite_plugin *heco_suite_plugin_entry( \
        uint32_t host) {                                                                    \
        static const heco_suite_plugin description = {HECO_SUITE_PLUGIN_SIZES, __VA_ARGS__}; \
        (void)host;                                                                         \
        return &description;                                                                \
    }

#ifdef __cplusplus
}
#endif

#endif
