/* The problem: minimise (or maximise) f over a box, subject to g <= 0 and h = 0.
 *
 * A problem does not change while it is solved: every counter belongs to the run. */
#ifndef HECO_PROBLEM_H
#define HECO_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include "heco/common.h"

HECO_BEGIN_DECLS

/* ---- variables and constraints ---- */

/* The list of values that one variable may take instead of a range. The bounds of the variable must
 * contain every value. If count is 0, the variable has a range. The points of a run hold the values
 * themselves; an initial point is moved to the nearest value. An algorithm sees the integers
 * 0 .. count-1 instead. This struct is closed. */
typedef struct {
    size_t             count;     /* Number of values                                    */
    const double      *values;    /* Ascending; distinct in any order if `unordered`     */
    const char *const *labels;    /* Label of each value in reports, or NULL             */
    int                unordered; /* 1: a category, whose values have no order           */
} heco_choice;

/* The constraints that are known to be linear. Constraint number constraint[i] (0 .. ng+nh-1) is
 * constant[i] plus the sum of coef[e] * x[index[e]] over e in [begin[i], begin[i+1]). This struct
 * is closed. */
typedef struct {
    size_t        count;      /* Number of linear constraints           */
    const size_t *constraint; /* `count` distinct constraint numbers    */
    const size_t *begin;      /* `count` + 1 positions in index and coef */
    const size_t *index;      /* begin[count] variables                 */
    const double *coef;       /* begin[count] coefficients              */
    const double *constant;   /* `count` constants                      */
} heco_linear;

/* An objective that is known to be quadratic: f(x) = constant + linear'x + x'hessian x / 2. This
 * struct is closed. */
typedef struct {
    double        constant; /* f at 0                                         */
    const double *linear;   /* n coefficients                                 */
    const double *hessian;  /* n rows of n, symmetric; NULL: f is linear      */
} heco_quadratic;

/* Flags of a variable. The first two mark a bound that the user did not give. heco chose one so that
 * the box is finite. A run first derives a bound from the linear constraints. Otherwise it searches
 * on a logarithmic scale around the first initial point (around 0 without one), so that the default
 * bound may be distant. A bound of -INFINITY or INFINITY counts as missing without a flag. */
enum {
    HECO_LOWER_MISSING = 1, /* The lower bound was not given                               */
    HECO_UPPER_MISSING = 2, /* The upper bound was not given                               */
    HECO_LOG_SCALE     = 4  /* A continuous variable over decades: the search sees log(x). Its
                             * lower bound is above 0                                      */
};
/* Default distance of a missing bound. */
#define HECO_DEFAULT_BOUND 1e12
/* Default tolerance of an inequality, relative to its bound if the problem states one that is not
 * 0 (heco_problem.forms). */
#define HECO_INEQ_TOL 1e-8

/* The part of a problem that an algorithm sees: sizes, box and tolerances. A field that is not set
 * is 0. This struct is closed. */
typedef struct {
    size_t               n, ng, nh;     /* Number of variables; of inequalities; of equalities */
    const double        *lower, *upper; /* n bounds each, borrowed from the caller; -INFINITY and
                                         * INFINITY: the bound is missing                  */
    const unsigned char *integer;       /* n flags, 1: integer; NULL: all are continuous   */
    const double        *tol;           /* ng + nh tolerances; NULL: heco_minimize() and models
                                         * take heco_problem_tol(), a run by ask and tell takes
                                         * 0 for g and eq_tol for h                        */
    double               eq_tol;        /* Tolerance of |h| if `tol` is NULL               */
    const heco_choice   *choices;       /* n lists of values; NULL: every variable has a range */
    const heco_linear   *linear;        /* The linear constraints, or NULL                 */
    const unsigned char *missing;       /* n sets of HECO_LOWER_MISSING, HECO_UPPER_MISSING and
                                         * HECO_LOG_SCALE; NULL: none is set               */
} heco_space;

/* How the user wrote a constraint: value `sense` bound, with value = bound + factor * g (or h).
 * Example: "velocity >= 0.5", given as g = 0.5 - velocity, has sense '>', bound 0.5 and factor -1.
 * This struct is closed. */
typedef struct {
    char        sense;  /* '<', '>' or '='; 0: the form is g <= 0 or h = 0               */
    double      bound;  /* Right-hand side                                               */
    double      factor; /* Not 0; negative for '>'                                       */
    const char *unit;   /* Unit of value and bound, or NULL                              */
} heco_constraint_form;

/* ---- functions ---- */

/* Return values of an evaluation function. */
enum {
    HECO_POINT_OK      = 0, /* The function wrote f, g and h                              */
    HECO_POINT_FAILED  = 1, /* The point cannot be evaluated; it counts, the search goes on */
    HECO_POINT_STOP    = 2, /* The search ends now with the best point so far             */
    HECO_POINT_PARTIAL = 3  /* The evaluation stopped early, because a constraint was violated. The
                             * values that it did not compute are NAN (they are when the function is
                             * called), f among them. The search uses the others. A row without f
                             * and without a violated constraint has failed                 */
};

/* Evaluates one point: writes f[0], g[0..ng) and h[0..nh). */
typedef int (*heco_eval_fn)(void *user, const double *x, double *f, double *g, double *h);

/* Evaluates `count` points in one call. Row i of x starts at x + i * n, row i of g at g + i * ng. A
 * row that cannot be evaluated gets f = NAN. The values of a row must not depend on the other rows
 * of the call. */
typedef int (*heco_eval_batch_fn)(void *user, const double *x, size_t count, double *f, double *g,
                                  double *h);

/* Writes the cheap constraints at x, the first `cheap` values of g (heco_problem.cheap). Returns
 * HECO_POINT_OK; anything else rejects the point. */
typedef int (*heco_cheap_fn)(void *user, const double *x, double *g);

/* Computes exact first derivatives at x: df[0..n), row k of dg at dg + k * n, likewise dh. It is
 * called right after an evaluation at the same x. If it returns HECO_POINT_FAILED or writes a value
 * that is not finite, the search takes differences around this point. The derivative by an integer
 * variable may be any finite number, because steps of integers are evaluated. */
typedef int (*heco_derivatives_fn)(void *user, const double *x, double *df, double *dg, double *dh);

/* How far a search is. New fields come at the end. */
typedef struct {
    uint64_t evals, max_evals, failed; /* Evaluations; the budget; failed evaluations    */
    double   seconds;    /* Since the start                                              */
    double   f, viol;    /* Value and violation of the best point so far                 */
    int      feasible;   /* 1: that point meets every constraint                         */
    const double *x;     /* That point, n values, valid during the call; NULL: unknown   */
    size_t   runs, done; /* Of heco_minimize_runs(): all runs; those that have ended     */
    double   share;      /* Of heco_minimize_runs(): the part that is done, from 0 to 1  */
    const char *part;    /* Part of the search that found x, as the algorithm calls it; NULL: it has no
                          * names                                                        */
    size_t   worst;      /* Constraint that x violates most, from 1; 0: none, or unknown  */
} heco_progress;
/* The one callback that ends a search: it returns nonzero to stop. `progress` is NULL if its caller
 * does not know it. For a signal, the handler sets a volatile sig_atomic_t and this reads it. */
typedef int (*heco_stop_fn)(void *user, const heco_progress *progress);

/* How many threads may evaluate a problem at the same time. */
typedef enum {
    HECO_SHARE_NONE,  /* One thread                                                      */
    HECO_SHARE_CLONE, /* Several threads, each with a clone of `user`                    */
    HECO_SHARE_FREELY /* Several threads, all with the same `user`                       */
} heco_sharing;

/* How a backend (heco_backend.traits) or a model (heco_model_traits) contains crashes, hangs and
 * excessive memory use. */
enum {
    HECO_TRAIT_ISOLATES     = 1, /* Points run in other processes: a crash costs one point */
    HECO_TRAIT_TIMEOUT      = 2, /* A point that takes longer than `timeout` fails         */
    HECO_TRAIT_RETRIES      = 4, /* A failed point is tried again, up to `retries` times   */
    HECO_TRAIT_MEMORY_LIMIT = 8  /* A point that needs more than `memory_limit` fails      */
};

/* Counts of failed evaluations and of restarts. A problem that runs code of its own (a script, a
 * program) counts its own, with those of its clones; an evaluator counts all. New fields come at
 * the end. */
typedef struct {
    uint64_t failed;            /* Points that could not be evaluated; 0 if a problem counts */
    uint64_t retried;           /* Attempts beyond the first                             */
    uint64_t restarted;         /* Workers or programs restarted after they died or hung */
    uint64_t timed_out;         /* Points that took longer than allowed                  */
    char     last_failure[400]; /* One line about the latest failed point, with its x    */
} heco_failures;

/* A problem: sizes, bounds and functions. Start from heco_problem_default(). To copy a problem that
 * the library returned (*p), set the size of the copy to sizeof(heco_problem). */
typedef struct {
    size_t             size;          /* sizeof(heco_problem), set by heco_problem_default() */
    const char        *name;          /* Name in reports, or NULL                        */
    heco_space         space;         /* Sizes, box and tolerances                       */
    heco_eval_fn       eval;          /* May be NULL if eval_batch is given              */
    heco_eval_batch_fn eval_batch;    /* NULL: the library calls eval for each row       */
    void              *user;          /* Passed to every function; the caller frees it   */
    heco_sharing       sharing;       /* How many threads may evaluate at the same time  */
    void *(*clone)(const void *user); /* Returns a clone of user; NULL: out of memory. Required with
                                       * HECO_SHARE_CLONE                                */
    void (*drop)(void *clone);        /* Frees a clone                                   */
    double             f_ref;         /* Best known value of f; NAN: unknown             */
    const double      *x_ref;         /* Best known point, n values, or NULL             */
    const char *const *x_names;       /* n names; NULL: x1, x2, ...                      */
    const char *const *c_names;       /* ng + nh names; NULL: g1, .., h1, ..             */
    /* Writes the problem's own counts, or NULL. It may be called while clones of `user`
     * evaluate. */
    void (*failures)(const void *user, heco_failures *out);
    heco_derivatives_fn derivatives; /* NULL: there are no exact derivatives             */
    /* Gives a function that evaluates for long the callback to poll, or NULL. The evaluator calls
     * it before it clones `user` or evaluates, and again with should_stop = NULL afterwards. A
     * clone inherits the callback of the object it was cloned from. During an evaluation the
     * function may call should_stop(context, NULL) in any thread; if that returns nonzero, it
     * returns HECO_POINT_STOP. If should_stop is NULL, the search cannot be stopped. */
    void (*set_should_stop)(void *user, heco_stop_fn should_stop, void *context);
    const heco_constraint_form *forms; /* ng + nh original forms for reports, or NULL    */
    const char *const  *x_units;       /* n units, or NULL; an entry may be NULL         */
    const char         *f_unit;        /* Unit of f, or NULL                             */
    int                 maximise;      /* 1: f is maximised. Functions, f_ref, the target of
                                        * heco_minimize() and its results have f as it is   */
    int                 derivatives_trusted; /* 1: `derivatives` follow from formulas, as those of
                                        * a modelling language: a search does not check them */
    double              ineq_tol;      /* Tolerance of g, in its unit, if space.tol is NULL; NAN:
                                        * HECO_INEQ_TOL of the bound, see heco_problem_tol() */
    int                 protocol;      /* 1: a problem of a benchmark, whose protocol rewards the
                                        * edge of tolerances: heco_minimize() may use it. 0: it
                                        * aims at the constraints and restores the answer  */
    const heco_quadratic *quadratic;   /* The objective if it is known to be quadratic, or NULL. If
                                        * it is convex, all constraints are in space.linear and no
                                        * variable is an integer, heco_minimize() solves the
                                        * problem without a search                         */
    size_t              residuals;     /* The last `residuals` values of g are the residuals of a fit
                                        * and not constraints. heco_minimize() minimises the sum of
                                        * their squares, which the library writes to f, and descents
                                        * use the derivatives of each of them (Gauss-Newton). The
                                        * default algorithm is then sqp                    */
    size_t              pieces;        /* The last `pieces` values of g are pieces of the objective and
                                        * not constraints. heco_minimize() minimises their maximum,
                                        * which the library writes to f. The search sees one more
                                        * variable t and the smooth constraints piece <= t
                                        * (epigraph). Not together with residuals          */
    size_t                cheap; /* The first `cheap` values of g are cheap constraints: they are
                                  * known without the simulation. eval_cheap writes them, and
                                  * the other functions are never called at a point that
                                  * violates one of them: it is rejected. Elsewhere they need
                                  * not write them                                   */
    heco_cheap_fn eval_cheap;    /* Required if `cheap` is not 0. Called in the thread of the
                                  * search with the problem's own `user`, not in workers */
} heco_problem;

/* Fills the `size` bytes of the caller's problem with the defaults. */
HECO_API void heco_problem_init(heco_problem *problem, size_t size);
/* Returns a problem with the defaults: eq_tol is 1e-4, f_ref and ineq_tol are NAN, everything else
 * is 0. */
static inline heco_problem heco_problem_default(void) {
    heco_problem problem;
    heco_problem_init(&problem, sizeof problem);
    return problem;
}

/* Checks a space. Returns HECO_ERR_ARG with a message for n = 0, a bound that is not a number, lower
 * > upper, a logarithmic scale with a bound of 0 or below, an integer variable without an integer in its range, a bad tolerance, a list that is not
 * ascending or not within the bounds (unordered: has a value twice), or a bad linear constraint. */
HECO_API heco_status heco_space_check(const heco_space *space, heco_error *error);
/* Checks a problem: its space and its functions. */
HECO_API heco_status heco_problem_check(const heco_problem *problem, heco_error *error);

/* Returns the name of variable j, "x1" if the problem gives none. The text is in `buffer` (at least
 * 24 bytes) or belongs to the problem. */
HECO_API const char *heco_problem_x_name(const heco_problem *problem, size_t j, char *buffer);
/* Returns the name of constraint k, 0 .. ng+nh-1, in the same way; "piece1" or "residual1" for a part
 * of the objective. */
HECO_API const char *heco_problem_c_name(const heco_problem *problem, size_t k, char *buffer);

/* Returns 1 if value k of g is a residual or a piece of the objective, and not a constraint. */
HECO_API int heco_problem_is_part(const heco_problem *problem, size_t k);

/* ---- reports ---- */

/* One constraint at one point, in its original form "value sense bound". This struct is closed. */
typedef struct {
    char   name[64];  /* Name of the constraint, cut to 63 bytes                         */
    char   unit[64];  /* Unit of value and bound; "": none                               */
    int    equality;  /* 1: h = 0, else g <= 0                                           */
    double g_or_h;    /* Value that the search sees                                      */
    char   sense;     /* '<', '>' or '='                                                 */
    double value;     /* Left-hand side of the original form                             */
    double bound;     /* Right-hand side of the original form                            */
    double slack;     /* Distance to the bound, negative beyond it; for an equality, minus its
                       * absolute error                                                  */
    double tolerance; /* The constraint is satisfied if slack >= -tolerance              */
    double excess;    /* Violation beyond the tolerance; 0 if satisfied                  */
    int    satisfied; /* 1: within the tolerance                                         */
    int    active;    /* 1: an equality, or the slack is at most 1e-4 of the bound (of 1 if the
                       * bound is 0) or at most the tolerance                            */
} heco_constraint_report;
/* Reports constraint k, 0 .. ng+nh-1, at a point where its g or h has this value. A constraint
 * without an original form is reported as "g <= 0" or "h = 0". */
HECO_API void heco_problem_report(const heco_problem *problem, size_t k, double g_or_h,
                                  heco_constraint_report *out);

/* Where a value lies in the range of a variable. */
typedef enum {
    HECO_BOUND_INSIDE, /* Between the bounds                                             */
    HECO_BOUND_LOWER,  /* At the lower bound                                             */
    HECO_BOUND_UPPER,  /* At the upper bound                                             */
    HECO_BOUND_FIXED   /* The two bounds are equal                                       */
} heco_bound_status;
/* Returns whether x is at a bound of variable j. A continuous value is at a bound within 1e-6 of it
 * (times |bound| if that is above 1, times the range if that is below 1), at a default bound
 * (heco_space.missing) within 1e-3. Integers and listed values are compared exactly. A variable with
 * two values, or with unordered ones, is always inside. `missing`, unless NULL, becomes 1 if the
 * user did not give the bound. */
HECO_API heco_bound_status heco_space_bound_status(const heco_space *space, size_t j, double x,
                                                   int *missing);

/* ---- violation ---- */

/* Returns the tolerance of constraint k, 0 .. ng+nh-1, of a space: 0 for g and eq_tol for h if it
 * has no array of tolerances. */
HECO_API double heco_space_tol(const heco_space *space, size_t k);
/* Returns the tolerance of constraint k of a problem: space.tol if it is given; else space.eq_tol of
 * an equality; else ineq_tol of an inequality. If ineq_tol is NAN, the tolerance is HECO_INEQ_TOL
 * times |bound / factor| of the original form, or HECO_INEQ_TOL if the problem states no bound or
 * the bound 0. A constraint is met if g, or |h|, is at most its tolerance. */
HECO_API double heco_problem_tol(const heco_problem *problem, size_t k);

/* Returns the violation that is reported and ranked: the mean over all constraints of g where
 * g > tol and of |h| where |h| > tol. It is 0 if and only if every constraint is satisfied, and
 * +infinity if a value is not finite. */
HECO_API double heco_violation(const heco_space *space, const double *g, const double *h);

/* Returns the measure of the HECO papers: the sum of g - tol and |h| - tol where positive. */
HECO_API double heco_violation_excess(const heco_space *space, const double *g, const double *h);

/* Returns the sum of g where g > tol and of |h| where |h| > tol. */
HECO_API double heco_violation_sum(const heco_space *space, const double *g, const double *h);

/* Counts the constraints that are violated by more than 1, by 0.01 to 1, and by 0.0001 to 0.01, as
 * the rules of CEC 2017 do. A smaller violation is in none of the three. */
HECO_API void heco_violation_counts(const heco_space *space, const double *g, const double *h,
                                    unsigned c[3]);

/* Returns 1 if point 1 is strictly better: it has a smaller violation, or an equal violation and a
 * smaller f. */
HECO_API int heco_better_feasible(double f1, double v1, double f2, double v2);

HECO_END_DECLS

#endif
