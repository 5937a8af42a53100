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

/* Why the search ended: kept apart from what was found. */
#define HECO_STOP_LIST(HECO_X)                                                   \
    HECO_X(NOT_YET, "running")                                                   \
    HECO_X(BUDGET, "budget")       /* the evaluations are used up */             \
    HECO_X(TARGET, "target")       /* a feasible point with f <= target */       \
    HECO_X(TIME, "time")           /* the time limit */                          \
    HECO_X(STALL, "stall")         /* no better point for that many evaluations */ \
    HECO_X(USER, "user")           /* a callback asked for it, or an interrupt */ \
    HECO_X(ALGORITHM, "algorithm") /* the algorithm has nothing more to ask */   \
    HECO_X(FAILED, "failed")       /* all of the first evaluations failed */ \
    HECO_X(ERROR, "error")         /* the algorithm or the backend broke: see the status */ \
    HECO_X(UNKNOWN, "unknown")     /* a run that somebody else made */
typedef enum {
#define HECO_X(name, text) HECO_STOP_##name,
    HECO_STOP_LIST(HECO_X)
#undef HECO_X
} heco_stop;
/* A static text: "budget", "target", ... */
HECO_API const char *heco_stop_text(heco_stop stop);
/* The reason with that text; UNKNOWN for any other text. */
HECO_API heco_stop heco_stop_parse(const char *text);

/* What was found. NONE: every evaluation failed; x is then just a point of the box. */
typedef enum { HECO_FOUND_NONE, HECO_FOUND_INFEASIBLE, HECO_FOUND_FEASIBLE } heco_found;
HECO_API const char *heco_found_text(heco_found found); /* "none", "infeasible", "feasible" */
/* What a best point with these values is worth. */
HECO_API heco_found heco_found_of(double f, double viol);

/* The best point of a run and how it came about. The violation is everywhere the mean over all
 * constraints; a ranking whose rule wants a sum works it out itself. Its size is fixed: other
 * structs hold it, and there are arrays of it. */
typedef struct {
    double     f;                 /* of the best point; infinity: no evaluation worked   */
    double     viol;              /* its violation, mean over the constraints; 0: feasible */
    unsigned   c[3];              /* constraints violated by more than 1, by 0.01 to 1, and
                                   * by 0.0001 to 0.01                                   */
    heco_found found;             /* what f and viol are worth                           */
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

/* The seed, when to stop, and where to begin. Start from heco_run_options_default(). */
typedef struct {
    size_t             size;         /* sizeof(heco_run_options), set by its default      */
    uint64_t           seed;         /* same seed, same search                           */
    uint64_t           max_evals;    /* the budget; 0: default_evals, and an algorithm that has
                                      * the option stop=converged may end before         */
    double             max_seconds;  /* 0: no limit                                      */
    double             target;       /* NAN: none                                        */
    int                stop_at_target; /* 0: note when the target was met, and go on      */
    uint64_t           stall;        /* stop after that many evaluations without a better
                                      * point; 0: never                                  */
    uint64_t           max_failed;   /* stop when the first N evaluations all fail;
                                      * 0: never                                         */
    const char *const *set;          /* options as "name=value"                          */
    size_t             sets;         /* how many                                         */
    const double      *start;        /* initial points, `starts` rows of n               */
    size_t             starts;       /* how many                                         */
    const uint64_t    *checkpoints;  /* ascending evaluation counts at which the best
                                      * point is noted                                   */
    size_t             checkpoint_count; /* how many                                     */
    heco_stop_fn       on_progress;  /* NULL: no reports                                 */
    void              *progress_user; /* handed to on_progress                           */
    int                derivatives;  /* 1: whoever evaluates can give exact derivatives when a
                                      * batch wants them; heco_minimize() sets it itself */
    int                no_presolve;  /* 1: linear rows are constraints and nothing else; else they
                                      * give bounds, and equalities are met by construction */
    uint64_t           default_evals; /* the budget if max_evals is 0; 0: 10000 (n + 1)   */
    uint64_t           batch;        /* points at a time if the budget is at most 1000 and the
                                      * algorithm has the option batch; 0: heco_minimize() takes
                                      * evaluator.workers, else 1                        */
} heco_run_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_run_options_init(heco_run_options *options, size_t size);
/* The defaults: seed 1, the default budget; the run ends when its first 200 evaluations all fail; a
 * target, if one is set, ends it. */
static inline heco_run_options heco_run_options_default(void) {
    heco_run_options options;
    heco_run_options_init(&options, sizeof options);
    return options;
}

/* The best point so far and how it was found. Valid until the run is freed. */
typedef struct {
    heco_outcome  outcome;           /* its values, counts of evaluations, why it ended   */
    const double *x;                 /* the point, n values                              */
    const double *g, *h;             /* constraints at x                                 */
    size_t        checkpoint_count;  /* how many of those asked for have been passed     */
    const double *checkpoint_f, *checkpoint_viol; /* of the best point at each of these  */
} heco_result;

/* A search under way. */
typedef struct heco_run heco_run;
/* A run, ready to be asked. Everything is copied: space arrays, start points and option texts may
 * be freed immediately. */
HECO_API heco_status heco_run_new(heco_run **out, const heco_algorithm *algorithm,
                                  const heco_space *space, const heco_run_options *options,
                                  heco_error *error);
/* HECO_OK when heco_run_new() would make this run; else its status and message. */
HECO_API heco_status heco_run_check(const heco_algorithm *algorithm, const heco_space *space,
                                    const heco_run_options *options, heco_error *error);
/* The next points to evaluate, at most what the budget leaves; NULL: over, or broken, which
 * heco_run_status() tells apart. An algorithm that asks for a point outside the box, or for one
 * that is not a number, is broken. */
HECO_API heco_batch *heco_run_ask(heco_run *run);
/* Takes the values written into that same batch. A row whose f, g or h is not finite counts
 * as failed. Out of turn: HECO_ERR_ORDER; with another count than was asked for: HECO_ERR_ARG; both
 * change nothing. */
HECO_API heco_status heco_run_tell(heco_run *run);
/* The loop in one call: ask, evaluate, tell, until the run is over. Returns HECO_OK, or the status
 * and message of what failed. */
HECO_API heco_status heco_run_drive(heco_run *run, heco_evaluator *evaluator, heco_error *error);
/* Ends the search; the result stays valid. HECO_STOP_NOT_YET is not a reason: HECO_STOP_USER. */
HECO_API void heco_run_stop(heco_run *run, heco_stop reason);
/* The best point so far; at any time. */
HECO_API const heco_result *heco_run_result(const heco_run *run);
/* The status of the last error, HECO_OK when there was none: the algorithm's own where ask or tell
 * of the algorithm failed. */
HECO_API heco_status heco_run_status(const heco_run *run);
/* The message of the last error; "" when there was none. */
HECO_API const char *heco_run_message(const heco_run *run);
/* How far the search is; at any time. */
HECO_API void heco_run_progress(const heco_run *run, heco_progress *out);
/* Who searches. */
HECO_API const heco_algorithm *heco_run_algorithm(const heco_run *run);
/* Option values in use, in the order of heco_algorithm_option_at(). */
HECO_API const double *heco_run_settings(const heco_run *run);
/* What the search did so far, in one line; "" where the algorithm does not say. */
HECO_API void heco_run_describe(const heco_run *run, char *text, size_t size);
/* Writes a one-line summary of presolve: bounds found and tightened, variables eliminated, variables
 * without bounds; "" if there is nothing to say. */
HECO_API void heco_run_presolve_summary(const heco_run *run, char *text, size_t size);
/* Frees the run with its batch and result. NULL is fine. */
HECO_API void heco_run_free(heco_run *run);

/* minimize(): everything in one call. Start from heco_minimize_options_default(). */
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
} heco_minimize_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_minimize_options_init(heco_minimize_options *options, size_t size);
/* As heco_run_options_default(), the recommended algorithm, serial. */
static inline heco_minimize_options heco_minimize_options_default(void) {
    heco_minimize_options options;
    heco_minimize_options_init(&options, sizeof options);
    return options;
}

/* The answer: the result, and what one more evaluation of the best point gave. */
typedef struct heco_solution heco_solution;
/* Searches until a stop rule ends it. When something fails after points were evaluated, the status
 * says so and *out still holds the best of them: free it whenever it is not NULL. */
HECO_API heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                                   const heco_minimize_options *options, heco_error *error);
/* What was found and why the search ended. */
HECO_API const heco_result *heco_solution_result(const heco_solution *solution);
/* ng + nh rows, inequalities first, from the final re-evaluation of the best point. */
HECO_API const heco_constraint_report *heco_solution_constraints(const heco_solution *solution);
/* 1: the re-evaluation gave the same bits; 0: it did not, the function is not deterministic
 * (the larger violation is reported); -1: it failed or was not done. */
HECO_API int heco_solution_reproduced(const heco_solution *solution);
/* Evaluations that were taken from the journal instead of being made. */
HECO_API uint64_t heco_solution_replayed(const heco_solution *solution);
/* What happened during the evaluations, the last one left out. */
HECO_API const heco_failures *heco_solution_failures(const heco_solution *solution);
/* Who searched. */
HECO_API const heco_algorithm *heco_solution_algorithm(const heco_solution *solution);
/* The budget, the default one if the options had none. */
HECO_API uint64_t heco_solution_max_evals(const heco_solution *solution);
/* Option values in use, in the order of heco_algorithm_option_at(). */
HECO_API const double *heco_solution_settings(const heco_solution *solution);
/* What the search did, in one line; "" where the algorithm does not say. */
HECO_API void heco_solution_describe(const heco_solution *solution, char *text, size_t size);
/* Writes the summary of presolve: heco_run_presolve_summary(). */
HECO_API void heco_solution_presolve_summary(const heco_solution *solution, char *text, size_t size);
/* Frees everything, the result included. NULL is fine. */
HECO_API void heco_solution_free(heco_solution *solution);

/* ---- several runs ---- */

/* The same search several times, with one seed after the other: the best answer, and how much the
 * runs agree. Run i (from 0) has the seed of the first plus i, and is bit for bit what
 * heco_minimize() gives with that seed.
 *
 * Which runs end at the same point, as far as that matters for a design: those whose f differs by
 * at most 1e-4 |f| (1e-8 is always near enough) and in which every variable differs by at most 1e-2
 * of its range (where a bound was made up: of its value, or of 1 where that is smaller); words
 * without an order must be the same. */
/* What to do. Start from heco_runs_options_default(). */
typedef struct {
    size_t   size;     /* sizeof(heco_runs_options), set by its default                  */
    size_t   runs;     /* how many; must be set                                          */
    unsigned jobs;     /* runs at the same time; 0: one per core. With a parallel backend, or a
                        * problem for one thread only, they come one after the other, and
                        * their points are evaluated in parallel instead                 */
    const heco_minimize_options *each; /* of every run; must be set. seed: of the first run.
                        * journal: FILE of the first run, the others keep FILE.2, FILE.3, ..;
                        * resume: runs whose journal is missing or empty begin. run.on_progress
                        * is not called; evaluator.should_stop is called in the calling thread.
                        * run.batch 0 means 1, because the runs share the workers        */
    const char *const *notes; /* journal_metadata for each of the runs; NULL: that of `each`  */
    heco_stop_fn on_progress; /* called about 20 times a second in the calling thread with the
                        * progress of all runs together; nonzero ends all of them. NULL: none */
    void *user;        /* passed to on_progress                                          */
} heco_runs_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_runs_options_init(heco_runs_options *options, size_t size);
/* Nothing is set. */
static inline heco_runs_options heco_runs_options_default(void) {
    heco_runs_options options;
    heco_runs_options_init(&options, sizeof options);
    return options;
}

/* One run. Its size is fixed: there are arrays of it. */
typedef struct {
    uint64_t      seed;        /* of this run                                             */
    heco_outcome  outcome;     /* stop is HECO_STOP_NOT_YET for a run that never began    */
    const double *x;           /* its best point, n values; NULL: it never began         */
    uint64_t      replayed;    /* evaluations that came from its journal                  */
    int           reproduced;  /* see heco_solution_reproduced()                          */
    int           same_point;  /* 1: it ends where the best run does                      */
} heco_runs_row;

/* What the runs say together. Its size is fixed. */
typedef struct {
    size_t   runs, begun;  /* asked for; begun                                           */
    size_t   finished;     /* neither cut short by somebody nor broken                   */
    size_t   feasible;     /* runs that found a feasible point                           */
    size_t   best;         /* number of the best run, from 0; SIZE_MAX: none             */
    size_t   same_point;   /* feasible runs that end where the best one does, itself included */
    size_t   same_value;   /* feasible runs whose f is as close, wherever they end       */
    double   f_best;       /* least f of the feasible runs; this and the next: NAN: none */
    double   f_lower, f_median, f_upper; /* quartiles of f, interpolated linearly         */
    double   f_worst;      /* largest f of the feasible runs                             */
    uint64_t evals, failed; /* of all runs                                               */
    double   seconds;      /* of the call                                                */
    double   unseen;       /* a point that a run finds with at least this probability would have
                            * been found by one of the finished runs, 95 times in 100:
                            * 1 - 0.05^(1/finished) (hanley1983)                          */
} heco_runs_summary;

/* The runs and their best answer. */
typedef struct heco_runs heco_runs;
/* Searches `runs` times. All of them end if should_stop or on_progress returns nonzero, if a problem
 * returns HECO_POINT_STOP, or if the first evaluations of a run all fail; points found so far are kept. When
 * something fails after points were evaluated, the status says so and *out holds what there is:
 * free it whenever it is not NULL.
 * With several jobs every function of a problem with HECO_SHARE_CLONE gets a clone in place of
 * `user`, and set_should_stop of one with HECO_SHARE_FREELY is not called. */
HECO_API heco_status heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                        const heco_runs_options *options, heco_error *error);
/* The rows by number; NULL past the end. */
HECO_API const heco_runs_row *heco_runs_at(const heco_runs *runs, size_t index);
/* The answer of the best run: smaller violation, then smaller f, then the earlier run. NULL: no run
 * has evaluated anything. */
HECO_API const heco_solution *heco_runs_best(const heco_runs *runs);
/* Best, spread, and agreement. */
HECO_API const heco_runs_summary *heco_runs_get_summary(const heco_runs *runs);
/* Sums up runs that the caller made one by one with heco_minimize(). Fills `summary`, except for
 * `seconds`, and same_point of each row; a row whose x is NULL is a run that never began. */
HECO_API heco_status heco_runs_summarise(heco_runs_summary *summary, const heco_problem *problem,
                                         heco_runs_row *rows, size_t count);
/* Frees everything, the best answer included. NULL is fine. */
HECO_API void heco_runs_free(heco_runs *runs);

HECO_END_DECLS

#endif
