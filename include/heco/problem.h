/* What is to be minimised: f over a box, subject to g <= 0 and h = 0.
 *
 * A problem never changes while it is solved: counters belong to the run. */
#ifndef HECO_PROBLEM_H
#define HECO_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

HECO_BEGIN_DECLS

/* Values that one variable may take instead of a range; its bounds must contain them all. count 0:
 * it has a range. Points of a run hold the values themselves, an initial point the nearest one. An
 * algorithm sees the integers 0 .. count-1 instead. */
typedef struct {
    size_t             count;     /* how many values                                     */
    const double      *values;    /* ascending; for an unordered one any distinct numbers */
    const char *const *labels;    /* a word for each value in reports, or NULL           */
    int                unordered; /* the order of the values says nothing (a category)   */
} heco_choice;

/* Constraints that are known to be linear: number constraint[i] (0 .. ng+nh-1) is
 * constant[i] + the sum of coef[e] * x[index[e]] over e in [begin[i], begin[i+1]). */
typedef struct {
    size_t        count;      /* how many                   */
    const size_t *constraint; /* count numbers, none twice  */
    const size_t *begin;      /* count + 1                  */
    const size_t *index;      /* begin[count] variables     */
    const double *coef;       /* begin[count] coefficients  */
    const double *constant;   /* count                      */
} heco_linear;

/* A bound that nobody gave: it was made up so that there is a box to search in. A run looks for a
 * bound that follows from the linear rows; else it goes by the logarithm of the distance from the
 * first initial point (from 0 without one), so that the made-up bound may be far away. */
enum { HECO_LOWER_MISSING = 1, HECO_UPPER_MISSING = 2 };
/* How far, where nobody knows better. */
#define HECO_OPEN_LIMIT 1e12

/* The part an algorithm gets to see: sizes, box, tolerances. What is not set is 0. */
typedef struct {
    size_t               n, ng, nh;     /* variables; inequalities; equalities           */
    const double        *lower, *upper; /* n finite bounds each, borrowed                */
    const unsigned char *integer;       /* n flags; NULL: all continuous                 */
    const double        *tol;           /* ng + nh tolerances; NULL: 0 and eq_tol        */
    double               eq_tol;        /* |h| up to this counts as met (where tol NULL) */
    const heco_choice   *choices;       /* n of them, or NULL: every variable has a range */
    const heco_linear   *linear;        /* which constraints are linear, or NULL         */
    const unsigned char *open;          /* n HECO_OPEN_*, or NULL: every bound was given */
    uint64_t             reserved[1];   /* room for fields to come: 0                    */
} heco_space;

/* What an evaluation function returns. */
enum {
    HECO_POINT_OK     = 0, /* f, g and h are written                                  */
    HECO_POINT_FAILED = 1, /* it could not be evaluated; it counts, the search goes on */
    HECO_POINT_STOP   = 2  /* end the search now and return the best point so far     */
};

/* One call gives everything at x: f[0], g[0..ng), h[0..nh). */
typedef int (*heco_eval_fn)(void *user, const double *x, double *f, double *g, double *h);

/* Optional: many rows in one call. Row i of x starts at x + i * n, of g at g + i * ng.
 * A row that cannot be evaluated gets f = NAN. The values of a row must not depend on
 * which other rows come with it. */
typedef int (*heco_eval_batch_fn)(void *user, const double *x, size_t count, double *f, double *g,
                                  double *h);

/* Exact first derivatives at x: df[0..n), row k of dg at dg + k * n, likewise dh. Called right
 * after an evaluation at the same x. Where there are none (HECO_POINT_FAILED, or a value that is not
 * finite) the search takes differences around this point. Of an integer variable it may be
 * anything finite: steps of integers are evaluated. */
typedef int (*heco_derivatives_fn)(void *user, const double *x, double *df, double *dg, double *dh);

/* One thread only; a clone of user per worker; eval is reentrant on one user. */
typedef enum { HECO_SHARE_NONE, HECO_SHARE_CLONE, HECO_SHARE_FREELY } heco_sharing;

/* What is done about points that crash, hang or want too much memory; by a backend
 * (heco_backend.traits), or by the model itself (heco_model_traits). */
enum {
    HECO_TRAIT_ISOLATES = 1, /* the function runs in other processes: a crash costs one point */
    HECO_TRAIT_TIMEOUT    = 2, /* a point that takes longer than `timeout` fails                */
    HECO_TRAIT_RETRIES  = 4, /* a failed point is tried again, `retries` times                */
    HECO_TRAIT_MEMORY_LIMIT   = 8  /* a point that needs more than `memory_limit` fails             */
};

/* What went wrong so far inside a problem that runs code of its own (a script, a program),
 * its clones included. */
typedef struct {
    uint64_t retried;           /* attempts beyond the first                           */
    uint64_t restarted;         /* programs started again                              */
    uint64_t timed_out;         /* points that took longer than allowed                */
    char     last_failure[400]; /* one line about the latest failed point, x included  */
} heco_trouble;

/* Whether the search is to end: 0, go on; else abandon the points under way. */
typedef int (*heco_leave_fn)(void *asker);

/* How the user wrote a constraint: value `sense` bound, with value = bound + factor * g (or h).
 * "velocity >= 0.5" as g = 0.5 - velocity: sense '>', bound 0.5, factor -1. */
typedef struct {
    char        sense;  /* '<', '>' or '='; 0: as it stands, g <= 0 or h = 0       */
    double      bound;  /* the right-hand side                                     */
    double      factor; /* not 0; negative for '>'                                 */
    const char *unit;   /* or NULL                                                 */
} heco_wording;

/* Sizes, bounds and functions. Start from heco_problem_default(), so that fields added later have
 * defaults. A copy of a problem that the library handed out (*p) is as long as your program knows
 * problems: set its size to sizeof(heco_problem). */
typedef struct {
    size_t             size;          /* sizeof(heco_problem), set by its default        */
    const char        *name;          /* for reports, or NULL                            */
    heco_space         space;         /* sizes, box and tolerances                       */
    heco_eval_fn       eval;          /* may be NULL when eval_batch is given            */
    heco_eval_batch_fn eval_batch;    /* NULL: the library loops over eval               */
    void              *user;          /* the caller's; the library never frees it        */
    heco_sharing       sharing;       /* how many threads may evaluate at the same time  */
    void *(*clone)(const void *user); /* HECO_SHARE_CLONE: NULL result means no memory */
    void (*drop)(void *clone);        /* frees a clone                                   */
    double             f_ref;         /* best known value, NAN when unknown              */
    const double      *x_ref;         /* best known point, n values or NULL              */
    const char *const *x_names;       /* n names, or NULL: x1, x2, ...                   */
    const char *const *c_names;       /* ng + nh names, or NULL: g1, .., h1, ..          */
    void (*trouble)(const void   *user,
                    heco_trouble *out); /* optional, else NULL; may be
                                         * called while clones of `user` are at work       */
    heco_derivatives_fn derivatives;    /* NULL: there are none                            */
    /* Optional, else NULL: for functions that take long over a point and can leave it half-way.
     * The evaluator hands them its question before it clones `user` or evaluates on it, and takes
     * it back (`leave` NULL) afterwards; a clone asks what the one asked that it was made of. While
     * it evaluates, a function may call leave(asker) now and then, in any thread; when that is
     * nonzero it returns HECO_POINT_STOP. `leave` NULL: nobody can stop the search. */
    void (*on_watch)(void *user, heco_leave_fn leave, void *asker);
    const heco_wording *wording; /* ng + nh, or NULL: for reports                   */
    const char *const  *x_units; /* n units, or NULL                                */
    const char         *f_unit;  /* or NULL                                         */
} heco_problem;

/* Fills the `size` bytes that the caller's problem has with the defaults. */
HECO_API void heco_problem_init(heco_problem *problem, size_t size);
/* A problem with nothing in it but the defaults: eq_tol 1e-4, f_ref NAN. */
static inline heco_problem heco_problem_default(void) {
    heco_problem problem;
    heco_problem_init(&problem, sizeof problem);
    return problem;
}

/* HECO_OK, or what is wrong: n = 0, a bound that is not finite, lower > upper, a missing
 * function, an integer variable without an integer in its range, a bad tolerance, a list that is
 * not within the bounds or not ascending (unordered: has a value twice), a bad linear row. */
HECO_API heco_status heco_space_check(const heco_space *space, heco_error *error);
/* The same for a whole problem. */
HECO_API heco_status heco_problem_check(const heco_problem *problem, heco_error *error);

/* Name of variable j, also where none was given. The text is in `buffer` (at least 24 bytes) or
 * is the problem's own. */
HECO_API const char *heco_problem_x_name(const heco_problem *problem, size_t j, char *buffer);
/* The same for constraint k, 0 .. ng+nh-1. */
HECO_API const char *heco_problem_c_name(const heco_problem *problem, size_t k, char *buffer);

/* One constraint at one point in the user's terms: "value sense bound". Its size is fixed. */
typedef struct {
    char        sense;     /* '<', '>' or '='                                                 */
    int         satisfied; /* 1: within the tolerance                                         */
    int         active;    /* 1: an equality, or next to nothing is left: a slack of at most 1e-4
                            * of the bound (of 1 where that is 0), or within the tolerance      */
    double      value, bound; /* the two sides                                                */
    double      slack;     /* how much is left, negative beyond the bound; '=': minus how
                            * far it is off                                                   */
    double      tolerance; /* down to minus this the slack counts as met                      */
    double      excess;    /* how much is missing beyond the tolerance; 0 when met            */
    const char *unit;      /* "": none                                                        */
    uint64_t    reserved[4]; /* room for fields to come: 0                                    */
} heco_worded;
/* Constraint k, 0 .. ng+nh-1, where g or h has this value, as the problem's wording has it; without
 * one "g <= 0" and "h = 0". */
HECO_API void heco_problem_word(const heco_problem *problem, size_t k, double g_or_h,
                                heco_worded *out);

/* Where a value lies in the range of a variable. */
typedef enum { HECO_BOUND_INSIDE, HECO_BOUND_LOWER, HECO_BOUND_UPPER, HECO_BOUND_FIXED } heco_bound_status;
/* Whether x is at a bound of variable j: within 1e-6 of it (times the bound where that is above 1,
 * times the range where that is below 1), whole numbers and listed values exactly; at a bound that
 * was made up (heco_space.open) already within 1e-3. What has two values, or words without an
 * order, is inside. `made_up`, unless NULL: 1 where the bound was made up. */
HECO_API heco_bound_status heco_space_bound_status(const heco_space *space, size_t j, double x, int *made_up);

/* Tolerance of constraint k, 0 .. ng+nh-1. */
HECO_API double heco_space_tol(const heco_space *space, size_t k);

/* The violation that is reported and ranked: the mean over all constraints of g where
 * g > tol and of |h| where |h| > tol. 0 exactly when every constraint is met; +infinity
 * when a value is not finite. */
HECO_API double heco_violation(const heco_space *space, const double *g, const double *h);

/* The measure of the HECO papers: the sum of g - tol and |h| - tol where positive. */
HECO_API double heco_violation_excess(const heco_space *space, const double *g, const double *h);

/* The sum of g where g > tol and of |h| where |h| > tol. */
HECO_API double heco_violation_sum(const heco_space *space, const double *g, const double *h);

/* How many constraints are violated by more than 1, by 0.01 to 1, and by 0.0001 to 0.01, as the
 * rules of CEC 2017 count them: a smaller violation is in none of the three. */
HECO_API void heco_violation_counts(const heco_space *space, const double *g, const double *h,
                                    unsigned c[3]);

/* The one rule for "better": smaller violation; among equal violations smaller f. Strict. */
HECO_API int heco_better_feasible(double f1, double v1, double f2, double v2);

HECO_END_DECLS

#endif
