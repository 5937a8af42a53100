/* The interface of a model as a shared object.
 *
 * `heco solve ./beam.so` loads the object. The object exports one function, heco_plugin_entry,
 * which returns a description that stays valid while the object is loaded. This header needs only
 * the C library: a plugin includes it, is compiled with `cc -O2 -fPIC -shared -o beam.so beam.c`,
 * and links no library of heco. HECO_PLUGIN works in C99 and in C++20. Before C++20, write the
 * function yourself, in extern "C", with a static heco_plugin whose version and size are set as
 * HECO_PLUGIN does.
 *
 *     static int eval(void *user, const double *x, double *f, double *g, double *h) {
 *         f[0] = x[0] * x[1];            // minimised
 *         g[0] = 2.0 - x[0] - x[1];      // g <= 0
 *         return HECO_PLUGIN_OK;
 *     }
 *     static const double lower[] = {0, 0}, upper[] = {10, 10};
 *     HECO_PLUGIN(.n = 2, .ng = 1, .lower = lower, .upper = upper, .eval = eval,
 *                 .sharing = HECO_PLUGIN_FREELY) */
#ifndef HECO_PLUGIN_H
#define HECO_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. It grows if the meaning of a field changes. New fields come at the
 * end: `size` says which fields a plugin has. */
#define HECO_PLUGIN_VERSION 1

/* Return values of an evaluation: success; the point cannot be evaluated; the search ends. */
enum { HECO_PLUGIN_OK = 0, HECO_PLUGIN_FAILED = 1, HECO_PLUGIN_STOP = 2 };

/* How threads may share a plugin: one thread only; one clone of `user` per thread; all threads with
 * the same `user`. */
enum { HECO_PLUGIN_ALONE = 0, HECO_PLUGIN_CLONES = 1, HECO_PLUGIN_FREELY = 2 };

/* The list of values that one variable may take instead of a range. The bounds of the variable must
 * contain every value. If count is 0, the variable has a range. */
typedef struct {
    size_t             count;     /* Number of values                                      */
    const double      *values;    /* Ascending; distinct in any order if `unordered`       */
    const char *const *labels;    /* Label of each value in reports, or NULL               */
    int                unordered; /* 1: a category, whose values have no order             */
} heco_plugin_choice;

/* The constraints that are known to be linear. Constraint number constraint[i] (0 .. ng+nh-1) is
 * constant[i] plus the sum of coef[e] * x[index[e]] over e in [begin[i], begin[i+1]). eval writes
 * their values, too. */
typedef struct {
    size_t        count;      /* Number of linear constraints                              */
    const size_t *constraint; /* `count` distinct constraint numbers                       */
    const size_t *begin;      /* `count` + 1 positions in index and coef                   */
    const size_t *index;      /* begin[count] variables                                    */
    const double *coef;       /* begin[count] coefficients                                 */
    const double *constant;   /* `count` constants                                         */
} heco_plugin_linear;

/* The original form of a constraint, for reports: value `sense` bound, with value = bound + factor
 * * g (or h). Example: "velocity >= 0.5", given as g = 0.5 - velocity, has sense '>', bound 0.5 and
 * factor -1. */
typedef struct {
    char        sense;  /* '<', '>' or '='; 0: the form is g <= 0 or h = 0                 */
    double      bound;  /* Right-hand side                                                 */
    double      factor; /* Not 0 if sense is not 0                                         */
    const char *unit;   /* Unit of value and bound, or NULL                                */
} heco_plugin_form;

/* The description of a model. */
typedef struct {
    uint32_t    version;           /* HECO_PLUGIN_VERSION                                  */
    uint32_t    size;              /* sizeof(heco_plugin)                                  */
    const char *name;              /* Name of the model; NULL: that of the file            */

    size_t               n, ng, nh;     /* Number of variables; of g <= 0; of h = 0         */
    const double        *lower, *upper; /* n bounds each; -INFINITY or INFINITY: none      */
    const unsigned char *integer;       /* n flags, 1: integer; NULL: all are continuous   */
    const double        *tol;           /* ng + nh tolerances; NULL: 0 for g, 1e-4 for h   */
    const char *const   *x_names;       /* n names, or NULL                                */
    const char *const   *c_names;       /* ng + nh names, or NULL                          */
    const double        *start;         /* Initial points, `starts` rows of n, or NULL     */
    size_t               starts;        /* Number of initial points                        */
    int                  maximise;      /* 1: f is maximised                               */

    /* Evaluates one point: writes f[0], g[0..ng) and h[0..nh). */
    int (*eval)(void *user, const double *x, double *f, double *g, double *h);
    /* Optional: evaluates `count` points in one call; row i of x starts at x + i * n, of g at
     * g + i * ng. A row that cannot be evaluated gets f = NAN. */
    int (*eval_batch)(void *user, const double *x, size_t count, double *f, double *g, double *h);

    void *user;                         /* Passed to every function                        */
    int   sharing;                      /* HECO_PLUGIN_ALONE, _CLONES or _FREELY           */
    void *(*clone)(const void *user);   /* Clones user; NULL: out of memory                */
    void (*drop)(void *clone);          /* Frees a clone                                   */

    /* Optional fields, which an older plugin does not have. */
    const heco_plugin_choice  *choices; /* n lists; NULL: every variable has a range       */
    const heco_plugin_linear  *linear;  /* or NULL                                         */
    const heco_plugin_form *forms; /* ng + nh original forms, or NULL                 */
    const char *const         *x_units; /* n units, or NULL; an entry may be NULL          */
    const char                *f_unit;  /* or NULL                                         */
    /* Computes exact first derivatives at x, right after eval at the same x: df[0..n), row k of dg
     * at dg + k * n, likewise dh. It returns HECO_PLUGIN_FAILED, or writes a number that is not
     * finite, if there are none at x. May be NULL. */
    int (*derivatives)(void *user, const double *x, double *df, double *dg, double *dh);
    const unsigned char *log_scale; /* n flags, 1: a variable over decades, whose lower bound is
                                     * above 0: the search sees log(x); or NULL            */
} heco_plugin;

/* The type of heco_plugin_entry. */
typedef const heco_plugin *(*heco_plugin_entry_fn)(uint32_t host);

/* Exports the entry point if other names are hidden. */
#if defined(__GNUC__) || defined(__clang__)
#define HECO_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define HECO_PLUGIN_EXPORT
#endif

/* Gives the entry point C linkage. */
#ifdef __cplusplus
#define HECO_PLUGIN_EXTERN extern "C"
#else
#define HECO_PLUGIN_EXTERN extern
#endif

/* The entry point. `host` is the host's HECO_PLUGIN_VERSION: a plugin that supports several
 * versions returns that one. It returns NULL if the plugin does not support the host's version. */
HECO_PLUGIN_EXPORT const heco_plugin *heco_plugin_entry(uint32_t host);

/* Defines the entry point for a description given as designated initialisers. */
#define HECO_PLUGIN(...)                                                                    \
    HECO_PLUGIN_EXTERN HECO_PLUGIN_EXPORT const heco_plugin *heco_plugin_entry(uint32_t host) { \
        static const heco_plugin description = {                                            \
            .version = HECO_PLUGIN_VERSION, .size = sizeof(heco_plugin), __VA_ARGS__};      \
        (void)host;                                                                         \
        return &description;                                                                \
    }

#ifdef __cplusplus
}
#endif

#endif
