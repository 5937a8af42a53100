/* A model as a shared object.
 *
 * For `heco solve ./beam.so` the object exports one function, heco_plugin_entry, which returns a
 * description that stays valid as long as the object is loaded. This header needs nothing but the
 * C library: a plugin includes it, is compiled with `cc -O2 -fPIC -shared -o beam.so beam.c`, and
 * links to nothing of heco. HECO_PLUGIN works from C99 and C++20 on; before C++20 write the
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
 *                 .sharing = HECO_PLUGIN_FREELY)
 */
#ifndef HECO_PLUGIN_H
#define HECO_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up when the meaning of a field changes. New fields come at the end: `size` tells how many
 * of them a plugin knows. */
#define HECO_PLUGIN_VERSION 1

/* What an evaluation returns: fine; this point cannot be evaluated; end the search. */
enum { HECO_PLUGIN_OK = 0, HECO_PLUGIN_FAILED = 1, HECO_PLUGIN_STOP = 2 };

/* One thread only; a clone of user per worker; eval may run in many threads on one user. */
enum { HECO_PLUGIN_ALONE = 0, HECO_PLUGIN_CLONES = 1, HECO_PLUGIN_FREELY = 2 };

/* Values that one variable may take instead of a range; its bounds must contain them all. count 0:
 * it has a range. */
typedef struct {
    size_t             count;     /* how many values                                       */
    const double      *values;    /* ascending; of an unordered one any distinct numbers   */
    const char *const *labels;    /* a word for each value in reports, or NULL             */
    int                unordered; /* the order of the values says nothing (a category)     */
} heco_plugin_choice;

/* Constraints that are known to be linear: number constraint[i] (0 .. ng+nh-1) is constant[i] + the
 * sum of coef[e] * x[index[e]] over e in [begin[i], begin[i+1]). eval gives their values too. */
typedef struct {
    size_t        count;      /* rows                                                      */
    const size_t *constraint; /* count numbers, none twice                                 */
    const size_t *begin;      /* count + 1                                                 */
    const size_t *index;      /* begin[count] variables                                    */
    const double *coef;       /* begin[count] coefficients                                 */
    const double *constant;   /* count                                                     */
} heco_plugin_linear;

/* How a constraint is to read in reports: value `sense` bound, with value = bound + factor * g (or
 * h). "velocity >= 0.5" as g = 0.5 - velocity: sense '>', bound 0.5, factor -1. */
typedef struct {
    char        sense;  /* '<', '>' or '='; 0: as it is, g <= 0 or h = 0                   */
    double      bound;  /* what the value is compared with                                 */
    double      factor; /* not 0 where there is a sense                                    */
    const char *unit;   /* or NULL                                                         */
} heco_plugin_form;

/* The description of a model. */
typedef struct {
    uint32_t    version;           /* HECO_PLUGIN_VERSION                                  */
    uint32_t    size;              /* sizeof(heco_plugin)                                  */
    const char *name;              /* NULL: the file's name                                */

    size_t               n, ng, nh;     /* variables; g <= 0; h = 0                        */
    const double        *lower, *upper; /* n finite bounds each                            */
    const unsigned char *integer;       /* n flags; NULL: all continuous                   */
    const double        *tol;           /* ng + nh tolerances; NULL: 0 and 1e-4            */
    const char *const   *x_names;       /* n names, or NULL                                */
    const char *const   *c_names;       /* ng + nh names, or NULL                          */
    const double        *start;         /* starts rows of n values, or NULL                */
    size_t               starts;        /* how many points there are to begin with         */
    int                  maximise;      /* 1: f is to be maximised                         */

    /* One call gives everything at x: f[0], g[0..ng), h[0..nh). */
    int (*eval)(void *user, const double *x, double *f, double *g, double *h);
    /* Optional: many rows in one call; row i of x starts at x + i * n, of g at g + i * ng. A row
     * that cannot be evaluated gets f = NAN. */
    int (*eval_batch)(void *user, const double *x, size_t count, double *f, double *g, double *h);

    void *user;                         /* handed to every call                            */
    int   sharing;                      /* HECO_PLUGIN_ALONE, _CLONES or _FREELY           */
    void *(*clone)(const void *user);   /* with HECO_PLUGIN_CLONES; NULL result: no memory */
    void (*drop)(void *clone);          /* frees a clone                                   */

    /* What a plugin may leave out, also because it was built before these were there. */
    const heco_plugin_choice  *choices; /* n, or NULL: every variable has a range          */
    const heco_plugin_linear  *linear;  /* or NULL                                         */
    const heco_plugin_form *forms; /* ng + nh, or NULL                                */
    const char *const         *x_units; /* n units, entries may be NULL; or NULL           */
    const char                *f_unit;  /* or NULL                                         */
    /* Exact first derivatives at x, where eval was called just before: df[0..n), row k of dg at
     * dg + k * n, likewise dh. HECO_PLUGIN_FAILED or a number that is not finite: there are none
     * at x. Of f as it is, also where f is maximised. Or NULL. */
    int (*derivatives)(void *user, const double *x, double *df, double *dg, double *dh);
} heco_plugin;

/* The type of heco_plugin_entry. */
typedef const heco_plugin *(*heco_plugin_entry_fn)(uint32_t host);

/* Makes the entry point visible where everything else is hidden. */
#if defined(__GNUC__) || defined(__clang__)
#define HECO_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define HECO_PLUGIN_EXPORT
#endif

/* Gives it a name that C understands. */
#ifdef __cplusplus
#define HECO_PLUGIN_EXTERN extern "C"
#else
#define HECO_PLUGIN_EXTERN extern
#endif

/* The one entry point. `host` is the host's HECO_PLUGIN_VERSION: a plugin that knows several may
 * answer in the host's. NULL: the plugin cannot work with it. */
HECO_PLUGIN_EXPORT const heco_plugin *heco_plugin_entry(uint32_t host);

/* Writes the entry point for a description given as designated initialisers. */
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
