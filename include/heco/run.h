/* One algorithm on one problem, once: ask and tell by hand, or minimize() in one call.
 *
 * Threads: nothing is kept outside the objects. Any number of runs and calls of heco_minimize() may
 * be at work in different threads at the same time, on the same problem where its `sharing` allows
 * that (not HECO_SHARE_NONE); one run, evaluator or solution is used by one thread at a time. */
#ifndef HECO_RUN_H
#define HECO_RUN_H

#include "heco/evaluator.h"

HECO_BEGIN_DECLS

/* ---- how a run ended ---- */

/* Every reason why a search ends, with its text. */
#define HECO_STOP_LIST(HECO_X)                                                   \
    HECO_X(NOT_YET, "running")                                                   \
    HECO_X(BUDGET, "budget")       /* the evaluations are used up */             \
    HECO_X(TARGET, "target")       /* a feasible point with f <= target */       \
    HECO_X(TIME, "time")           /* the time limit */                          \
    HECO_X(STALL, "stall")         /* no better point for that many evaluations */ \
    HECO_X(USER, "user")           /* a callback asked for it, or an interrupt */ \
    HECO_X(ALGORITHM, "converged") /* the algorithm has nothing more to ask */   \
    HECO_X(FAILED, "failed")       /* all of the first evaluations failed */ \
    HECO_X(ERROR, "error")         /* the algorithm or the backend broke: see the status */ \
    HECO_X(UNKNOWN, "unknown")     /* the run was made by another program */ \
    HECO_X(INFEASIBLE, "infeasible") /* linear constraints contradict each other: no search */ \
    HECO_X(OPTIMAL, "optimal") /* a linear or convex quadratic problem is solved: no search */
typedef enum {
#define HECO_X(name, text) HECO_STOP_##name,
    HECO_STOP_LIST(HECO_X)
#undef HECO_X
} heco_stop;
/* Returns a static text: "budget", "target", ... */
HECO_API const char *heco_stop_text(heco_stop stop);
/* Returns the reason with that text; UNKNOWN for any other text. Files of older versions have
 * "algorithm" for "converged". */
HECO_API heco_stop heco_stop_parse(const char *text);

/* The kind of the best point. NONE: every evaluation failed, and x is a point of the box. */
typedef enum { HECO_FOUND_NONE, HECO_FOUND_INFEASIBLE, HECO_FOUND_FEASIBLE } heco_found;
/* Returns "none", "infeasible" or "feasible". */
HECO_API const char *heco_found_text(heco_found found);
/* Returns the kind of a best point with these values. */
HECO_API heco_found heco_found_of(double f, double viol);

/* The best point of a run, and how the run ended. The violation is the mean over all constraints.
 * This struct is closed. */
typedef struct {
    double     f;                 /* f of the best point; infinite: every evaluation failed */
    double     viol;              /* Its violation, mean over the constraints; 0: feasible */
    unsigned   c[3];              /* constraints violated by more than 1, by 0.01 to 1, and
                                   * by 0.0001 to 0.01                                   */
    heco_found found;             /* Kind of the best point                              */
    heco_stop  stop;              /* why the search ended                                */
    uint64_t   evals;             /* evaluations, failed ones included                   */
    uint64_t   failed;            /* how many of them failed                             */
    uint64_t   evals_at_best;     /* evaluation that gave the best point, from 1         */
    uint64_t   evals_to_feasible; /* first feasible point, from 1; 0: never              */
    uint64_t   evals_to_target;   /* first feasible point with f <= target; 0: never     */
    double     seconds;           /* by the clock                                        */
    uint64_t   derivatives;       /* how often exact derivatives were given; the evaluation that
                                   * came with each of them is in evals                  */
} heco_outcome;

/* ---- one run ---- */

/* Options of a run: seed, stop rules and initial points. Start from heco_run_options_default().
 * This struct is closed. */
typedef struct {
    size_t             size;         /* sizeof(heco_run_options), set by its default      */
    uint64_t           seed;         /* Seed; it determines the search                   */
    uint64_t           max_evals;    /* Budget; 0: default_evals. heco_minimize() ends before if
                                      * the algorithm has converged, unless its option says
                                      * stop=budget                                       */
    double             max_seconds;  /* Time limit; 0: none                              */
    double             target;       /* Target of f; NAN: none                           */
    int                stop_at_target; /* 0: record when the target was met, and continue */
    uint64_t           stall;        /* Stop after this number of evaluations without a better
                                      * point; 0: never                                  */
    uint64_t           max_failed;   /* Stop if the first max_failed evaluations all fail;
                                      * 0: never                                         */
    const char *const *set;          /* Options as "name=value"                          */
    size_t             sets;         /* Number of options                                */
    const double      *start;        /* Initial points, `starts` rows of n               */
    size_t             starts;       /* Number of initial points                         */
    const uint64_t    *checkpoints;  /* Ascending numbers of evaluations after which the best
                                      * point is recorded                                */
    size_t             checkpoint_count; /* Number of checkpoints                        */
    heco_stop_fn       on_progress;  /* Called after every batch; nonzero ends the run; may be NULL */
    void              *progress_user; /* Passed to on_progress                           */
    int                derivatives;  /* 1: the caller can supply exact derivatives, 2: and they need no
                                      * check; heco_minimize() sets it                   */
    int                no_presolve;  /* 1: treat linear constraints like any other; 0: derive bounds
                                      * from them and meet linear equalities exactly     */
    uint64_t           default_evals; /* Budget if max_evals is 0; 0: 10000 (n + 1)       */
    uint64_t           batch;        /* Points at a time if the budget is at most 1000 and the
                                      * algorithm has the option batch; 0: heco_minimize() takes
                                      * evaluator.workers, else 1                        */
    const double      *limits;       /* ng + nh sizes of the limits that the constraints state, or
                                      * NULL. The search compares violations relative to them; 0:
                                      * the constraint states none. heco_minimize() sets them from
                                      * the original forms, if the problem is the user's own */
} heco_run_options;
/* Fills the `size` bytes of the caller's options with the defaults. */
HECO_API void heco_run_options_init(heco_run_options *options, size_t size);
/* Returns the defaults: seed 1 and the default budget. The run ends if its first 200 evaluations
 * all fail, or at the target if one is set. */
static inline heco_run_options heco_run_options_default(void) {
    heco_run_options options;
    heco_run_options_init(&options, sizeof options);
    return options;
}

/* The best point so far. It is valid until the run is freed. New fields come at the end. */
typedef struct {
    heco_outcome  outcome;           /* its values, counts of evaluations, why it ended   */
    const double *x;                 /* the point, n values                              */
    const double *g, *h;             /* constraints at x                                 */
    size_t        checkpoint_count;  /* how many of those asked for have been passed     */
    const double *checkpoint_f, *checkpoint_viol; /* of the best point at each of these  */
    uint64_t      rejected; /* evaluations, of outcome.evals, that violated a cheap constraint
                             * and were not simulated                           */
    uint64_t partial;       /* evaluations that stopped early (HECO_POINT_PARTIAL) */
} heco_result;

/* A run: one search by one algorithm. */
typedef struct heco_run heco_run;
/* Makes a run. It copies the arrays of the space, the initial points and the option texts. */
HECO_API heco_status heco_run_new(heco_run **out, const heco_algorithm *algorithm,
                                  const heco_space *space, const heco_run_options *options,
                                  heco_error *error);
/* Checks the arguments of heco_run_new() without making a run. */
HECO_API heco_status heco_run_check(const heco_algorithm *algorithm, const heco_space *space,
                                    const heco_run_options *options, heco_error *error);
/* Returns the next points to evaluate, at most as many as the budget leaves. Returns NULL if the
 * run is over or has failed; heco_run_status() distinguishes the two. A run fails if its algorithm
 * asks for a point that is outside the box or not finite. */
HECO_API heco_batch *heco_run_ask(heco_run *run);
/* Passes the values of the batch of the last ask to the run. A row whose f, g or h is not finite
 * counts as failed. Without an ask before it returns HECO_ERR_ORDER; if the count of the batch was
 * changed it returns HECO_ERR_ARG. Neither changes the run. */
HECO_API heco_status heco_run_tell(heco_run *run);
/* The loop in one call: ask, evaluate, tell, until the run is over. Returns HECO_OK, or the status
 * and message of what failed. */
HECO_API heco_status heco_run_drive(heco_run *run, heco_evaluator *evaluator, heco_error *error);
/* Ends the search; the result stays valid. HECO_STOP_NOT_YET is replaced by HECO_STOP_USER. */
HECO_API void heco_run_stop(heco_run *run, heco_stop reason);
/* Returns the best point so far. f has the sign that the run minimises. */
HECO_API const heco_result *heco_run_result(const heco_run *run);
/* Returns the status of the last error; HECO_OK if there was none. */
HECO_API heco_status heco_run_status(const heco_run *run);
/* Returns the message of the last error; "" if there was none. */
HECO_API const char *heco_run_message(const heco_run *run);
/* Writes the progress of the search. */
HECO_API void heco_run_progress(const heco_run *run, heco_progress *out);
/* Returns the algorithm of the run. */
HECO_API const heco_algorithm *heco_run_algorithm(const heco_run *run);
/* Returns the option values in use, in the order of heco_algorithm_option_at(). */
HECO_API const double *heco_run_settings(const heco_run *run);
/* Writes one line about the search so far; "" if the algorithm has no `describe`. */
HECO_API void heco_run_describe(const heco_run *run, char *text, size_t size);
/* Writes a one-line summary of presolve: bounds found and tightened, variables eliminated,
 * variables without bounds; "" if there is nothing to say. */
HECO_API void heco_run_presolve_summary(const heco_run *run, char *text, size_t size);
/* Frees a run with its batch and result, or NULL. */
HECO_API void heco_run_free(heco_run *run);

/* Whether a search ends with the prices of the limits, which take one more evaluation if there are
 * exact derivatives, else one per variable. */
typedef enum {
    HECO_PRICES_AUTO, /* If the budget leaves n + 1 evaluations and no limit of time ended the
                       * search                                                          */
    HECO_PRICES_YES,  /* Also beyond the budget                                          */
    HECO_PRICES_NO    /* Never                                                           */
} heco_prices;

/* Designs whose values are known, from earlier work. A search takes the best 2 (n + 1) of them as
 * initial points after its own and evaluates none of them again; each of them that it asks for counts
 * as an evaluation. This struct is closed. */
typedef struct {
    size_t        count;   /* Number of designs                                          */
    const double *x;       /* Points inside the box, `count` rows of n                   */
    const double *f;       /* `count` values, as the problem gives them                  */
    const double *g, *h;   /* `count` rows of ng; of nh                                  */
} heco_known;

/* Options of heco_minimize(). Start from heco_minimize_options_default(). */
typedef struct {
    size_t                 size;       /* sizeof(heco_minimize_options), set by its default */
    heco_run_options       run;        /* seed, budget, stop rules                       */
    const char            *algorithm;  /* NULL: the recommended one                      */
    const char            *backend;    /* NULL: serial                                   */
    heco_evaluator_options evaluator;  /* workers, time limit, retries                   */
    const char            *journal;    /* file that records every evaluation; NULL: none */
    const char            *journal_metadata; /* kept in a new journal for the caller; NULL: none */
    int                    resume;     /* the journal exists: go on with it, bit for bit */
    const heco_algorithm  *own_algorithm; /* searches instead of `algorithm`; must stay valid
                                        * as long as the solution. NULL: that one        */
    const heco_backend    *own_backend; /* evaluates instead of `backend`. NULL: that one */
    heco_prices            prices;     /* whether to compute prices (heco/answer.h)      */
    const heco_known      *known;      /* designs whose values are known; NULL: none. A resumed
                                        * search needs the same ones                     */
    unsigned               samples;    /* evaluations of each of the five best points if the function
                                        * is not deterministic; 0: up to 10, as far as 5 % of the
                                        * budget allow; 1: none                          */
    size_t                 lanes;      /* searches side by side that share the workers
                                        * (heco/lanes.h); 0: heco_lanes_default(); HECO_LANES_AUTO:
                                        * as many as the workers can serve, with any algorithm;
                                        * HECO_LANES_NONE: one search, which waits for each batch */
} heco_minimize_options;
/* Value of heco_minimize_options.lanes: as many as the workers can serve, with any algorithm. */
#define HECO_LANES_AUTO SIZE_MAX
/* Value of heco_minimize_options.lanes: one search, which waits for each batch. */
#define HECO_LANES_NONE (SIZE_MAX - 1)
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_minimize_options_init(heco_minimize_options *options, size_t size);
/* As heco_run_options_default(), the recommended algorithm, serial. */
static inline heco_minimize_options heco_minimize_options_default(void) {
    heco_minimize_options options;
    heco_minimize_options_init(&options, sizeof options);
    return options;
}

/* Returns the algorithm that heco_minimize() takes if its options name none: sqp for a problem with
 * residuals, else heco_algorithm_default(). */
HECO_API const heco_algorithm *heco_minimize_default_algorithm(const heco_problem *problem);

/* The answer of a search: its result, confirmed by one more evaluation of the best point. */
typedef struct heco_solution heco_solution;
/* Searches until a stop rule ends the search. If an error occurs after points were evaluated, the
 * status reports it and *out still has the best of them: free *out whenever it is not NULL. */
HECO_API heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                                   const heco_minimize_options *options, heco_error *error);
/* Returns the best point and the reason why the search ended; f has the sign of the problem. */
HECO_API const heco_result *heco_solution_result(const heco_solution *solution);
/* Returns ng + nh reports, inequalities first, from the last evaluation of the best point. */
HECO_API const heco_constraint_report *heco_solution_constraints(const heco_solution *solution);
/* Returns 1 if the last evaluation gave the same bits; 0 if it did not, because the function is not
 * deterministic (the worse values are reported); -1 if it failed or was not done. */
HECO_API int heco_solution_reproduced(const heco_solution *solution);
/* Returns the number of evaluations that were read from the journal. */
HECO_API uint64_t heco_solution_replayed(const heco_solution *solution);
/* Returns how many evaluations took the values of known designs (heco_minimize_options.known). */
HECO_API uint64_t heco_solution_known(const heco_solution *solution);
/* Returns the number of lanes of the search; 0: it was not one in lanes. */
HECO_API size_t heco_solution_lanes(const heco_solution *solution);
/* Returns the number of evaluations that lanes made ahead and never asked for. */
HECO_API uint64_t heco_solution_ahead(const heco_solution *solution);
/* Returns the counts of failures, without those of the last evaluation. */
HECO_API const heco_failures *heco_solution_failures(const heco_solution *solution);
/* Returns the algorithm of the search. */
HECO_API const heco_algorithm *heco_solution_algorithm(const heco_solution *solution);
/* Returns the budget of the search, that of all lanes. */
HECO_API uint64_t heco_solution_max_evals(const heco_solution *solution);
/* Returns the option values in use, in the order of heco_algorithm_option_at(). */
HECO_API const double *heco_solution_settings(const heco_solution *solution);
/* Writes one line about the search; "" if the algorithm has no `describe`. */
HECO_API void heco_solution_describe(const heco_solution *solution, char *text, size_t size);
/* Writes the summary of presolve: heco_run_presolve_summary(). */
HECO_API void heco_solution_presolve_summary(const heco_solution *solution, char *text, size_t size);
/* Frees a solution with its result, or NULL. */
HECO_API void heco_solution_free(heco_solution *solution);

/* ---- several runs ---- */

/* Options of several runs. Start from heco_runs_options_default(). Run i (from 0) has the seed of
 * the first run plus i, and equals heco_minimize() with that seed bit for bit.
 *
 * Two runs end at the same point if their f differ by at most 1e-4 |f| (or 1e-8) and every variable
 * differs by at most 1e-2 of its range. For a variable with a default bound the range is replaced
 * by its value, at least 1. Unordered values must be equal. */
typedef struct {
    size_t   size;     /* sizeof(heco_runs_options), set by its default                  */
    size_t   runs;     /* Number of runs; must be set                                    */
    unsigned jobs;     /* runs at the same time; 0: one per core. With a parallel backend, or a
                        * problem for one thread only, they come one after the other, and
                        * their points are evaluated in parallel instead                 */
    const heco_minimize_options *each; /* of every run; must be set. seed: of the first run.
                        * journal: FILE of the first run, the others keep FILE.2, FILE.3, ..;
                        * resume: runs whose journal is missing or empty begin. run.on_progress
                        * is not called; evaluator.should_stop is called in the calling thread.
                        * run.batch 0 means 1, because the runs share the workers        */
    const char *const *journal_metadata; /* for each of the runs; NULL: that of `each`   */
    heco_stop_fn on_progress; /* called about 20 times a second in the calling thread with the
                        * progress of all runs together; nonzero ends all of them. NULL: none */
    void *user;        /* passed to on_progress                                          */
} heco_runs_options;
/* Fills the `size` bytes of the caller's options with the defaults. */
HECO_API void heco_runs_options_init(heco_runs_options *options, size_t size);
/* Returns the defaults: every other field is 0. */
static inline heco_runs_options heco_runs_options_default(void) {
    heco_runs_options options;
    heco_runs_options_init(&options, sizeof options);
    return options;
}

/* One of several runs. This struct is closed. */
typedef struct {
    uint64_t      seed;        /* Seed of the run                                         */
    heco_outcome  outcome;     /* Its outcome; stop is HECO_STOP_NOT_YET if it never began */
    const double *x;           /* Its best point, n values; NULL: it never began         */
    uint64_t      replayed;    /* Evaluations that were read from its journal             */
    int           reproduced;  /* heco_solution_reproduced() of the run                   */
    int           same_point;  /* 1: it ends where the best run does                      */
} heco_runs_row;

/* The summary of several runs. This struct is closed. */
typedef struct {
    size_t   runs, begun;  /* Runs requested; runs begun                                 */
    size_t   finished;     /* runs that were neither stopped by the user nor failed      */
    size_t   feasible;     /* runs that found a feasible point                           */
    size_t   best;         /* number of the best run, from 0; SIZE_MAX: none             */
    size_t   same_point;   /* feasible runs that end where the best one does, itself included */
    size_t   same_value;   /* feasible runs whose f is as close, wherever they end       */
    double   f_best;       /* best f of the feasible runs; NAN: there are none           */
    double   f_lower, f_median, f_upper; /* quartiles of f, interpolated linearly         */
    double   f_worst;      /* worst f of the feasible runs                               */
    uint64_t evals, failed; /* of all runs                                               */
    double   seconds;      /* of the call                                                */
    double   unseen;       /* with 95 % confidence, no point that a run finds with at least this
                            * probability was missed: 1 - 0.05^(1/finished)
                            * (hanley1983)                                                */
} heco_runs_summary;

/* Several runs and the answer of the best one. */
typedef struct heco_runs heco_runs;
/* Searches `runs` times. All of them end if should_stop or on_progress returns nonzero, if a
 * problem returns HECO_POINT_STOP, or if the first evaluations of a run all fail; points found so
 * far are kept. If an error occurs after points were evaluated, the function returns it and sets *out
 * to the runs so far: free it whenever it is not NULL. With several jobs every function of a problem
 * with HECO_SHARE_CLONE gets a clone in place of `user`, and set_should_stop of one with
 * HECO_SHARE_FREELY is not called. */
HECO_API heco_status heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                        const heco_runs_options *options, heco_error *error);
/* Returns a run by number; NULL past the end. */
HECO_API const heco_runs_row *heco_runs_at(const heco_runs *runs, size_t index);
/* Returns the answer of the best run: that with the smallest violation, then the best f, then the
 * smallest number. Returns NULL if no run has evaluated a point. */
HECO_API const heco_solution *heco_runs_best(const heco_runs *runs);
/* Returns the summary of the runs. */
HECO_API const heco_runs_summary *heco_runs_get_summary(const heco_runs *runs);
/* Summarises runs that the caller made one by one with heco_minimize(). Fills `summary`, except for
 * `seconds`, and same_point of each row; a row whose x is NULL is a run that never began. */
HECO_API heco_status heco_runs_summarise(heco_runs_summary *summary, const heco_problem *problem,
                                         heco_runs_row *rows, size_t count);
/* Frees the runs with the best answer, or NULL. */
HECO_API void heco_runs_free(heco_runs *runs);

/* ---- features of a problem ---- */

/* Properties of a problem, measured by sampling. This struct is closed. */
typedef struct {
    uint64_t evals;       /* Evaluations made                                             */
    size_t   samples;     /* Points drawn from the box, uniformly                         */
    double   feasible;    /* Share of them that meets every constraint                    */
    size_t   linear_ineq, nonlinear_ineq; /* Inequalities by kind                         */
    size_t   linear_eq, nonlinear_eq;     /* Equalities by kind                           */
    int      degree;      /* Of f: 1: linear, 2: quadratic, 0: neither, or not known      */
    int      best_known;  /* 1: the problem has a best known point                        */
    size_t   active;      /* Constraints that are active there, equalities included       */
    size_t   at_bounds;   /* Variables that are at a bound there                          */
    size_t   groups;      /* f is a sum of functions of so many disjoint groups of variables;
                           * n: separable; 0: not measured                                */
    size_t   largest;     /* Variables in the largest group                               */
    size_t   rank;        /* Of the Hessian of f at the best known point, or at the centre of the
                           * box, with each variable scaled to the width of its range     */
    double   condition;   /* Largest over smallest |eigenvalue| among those `rank`; NAN: rank 0 */
} heco_features;
/* Measures the features: evaluates `samples` points of the box and some 200 + 8 n^2 others, which
 * depend on `seed` alone. Fails with HECO_ERR_EVAL if no point can be evaluated. */
HECO_API heco_status heco_problem_features(heco_features *out, const heco_problem *problem,
                                           size_t samples, uint64_t seed, heco_error *error);

HECO_END_DECLS

#endif
