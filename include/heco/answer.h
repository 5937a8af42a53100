/* The value of an answer: a verdict, why it is infeasible, a price for every limit,
 * how f depends on a limit, and how f, g and h depend on each variable. */
#ifndef HECO_ANSWER_H
#define HECO_ANSWER_H

#include "heco/evaluator.h"
#include "heco/run.h"

HECO_BEGIN_DECLS

/* ---- verdict ---- */

/* Bytes that hold every verdict. */
enum { HECO_VERDICT_SIZE = 600 };
/* Writes one sentence about the answer: whether it is feasible, and whether the search converged,
 * was still improving or was stopped, with what to do next. */
HECO_API void heco_solution_verdict(const heco_solution *solution, char *text, size_t size);
/* Writes the verdict of a run that the caller drives by ask and tell. The names of violated
 * constraints are those of the problem. */
HECO_API void heco_run_verdict(const heco_run *run, const heco_problem *problem, char *text,
                               size_t size);
/* Writes the verdict of several runs: `best` is that of the best one. */
HECO_API void heco_runs_verdict(const heco_runs_summary *summary, const char *best, char *text,
                                size_t size);
/* Returns the improvement of f in the second half of the budget, at least 0; INFINITY if the first
 * half found no feasible point, NAN if no feasible point is known. */
HECO_API double heco_solution_late_gain(const heco_solution *solution);

/* ---- conflicts ---- */

/* Returns the number of constraints that no evaluated point meets together, and sets *constraints
 * to their numbers; 0 if a feasible point was found, or if there are more than 64 constraints. The
 * set is small, and without any one of its members some point meets the others. Constraints are
 * numbered from 0, inequalities first. The array belongs to the solution. */
HECO_API size_t heco_solution_conflict(const heco_solution *solution, const size_t **constraints);
/* Returns 1 if the conflict is proved: its constraints are linear and have no common point in the
 * box. Then nothing was searched, and the stop reason is HECO_STOP_INFEASIBLE. */
HECO_API int heco_solution_conflict_is_proved(const heco_solution *solution);
/* Returns the least relaxation of constraint k that makes a point feasible which was evaluated: its
 * violation of g or h there. Sets *x to that point. Returns INFINITY, and *x = NULL, if no point
 * violates k alone. */
HECO_API double heco_solution_relaxation(const heco_solution *solution, size_t k,
                                         const double **x);

/* ---- noise ---- */

/* The samples of the answer of a function that is not deterministic. This struct is closed. */
typedef struct {
    size_t   samples; /* Evaluations of the answer; 0: the function is deterministic, or no point was
                       * sampled                                                          */
    double   mean;    /* Mean of f, which is the f of the answer                          */
    double   spread;  /* Standard deviation of f; NAN: one sample                         */
    uint64_t evals;   /* Evaluations of all points that were sampled; outcome.evals does not contain
                       * them                                                             */
} heco_noise;
/* Writes the samples. Returns 1 if there are any: then f, g and h of the answer are means. */
HECO_API int heco_solution_noise(const heco_solution *solution, heco_noise *out);

/* ---- prices ---- */

/* The price of a limit is the change of the optimal f per unit by which the limit rises: the
 * Lagrange multiplier in the units of the problem, with the sign that AMPL gives it. Raising the
 * limit of "value <= limit" never makes f worse, so its price is not positive if f is minimised and
 * not negative if f is maximised. The price of an inactive limit is 0.
 *
 * Prices come from first derivatives at the answer, exact ones or differences. Integers and listed
 * values stay as they are. The range in which a price is valid follows from the linear model: beyond
 * it another constraint or bound becomes active, or this one becomes inactive. This struct is
 * closed. */
typedef struct {
    double price;    /* change of f per unit of the limit; NAN: unknown                   */
    double from, to; /* the limit may move within this range; infinite: no end is known   */
} heco_price;
/* Returns ng + nh prices of the constraints and n prices of the bounds that the variables are at;
 * NULL if they are unknown. A variable inside its bounds, at a default bound, or without a range has
 * the price 0 and the range NAN. */
HECO_API const heco_price *heco_solution_prices(const heco_solution *solution);
/* Returns why there are no prices, in a few words; "" if there are prices, or no limits. */
HECO_API const char *heco_solution_prices_note(const heco_solution *solution);
/* Returns the number of evaluations that the prices took; outcome.evals does not contain them. */
HECO_API uint64_t heco_solution_prices_evals(const heco_solution *solution);

/* ---- sweeps ---- */

/* Options of a sweep. Start from heco_sweep_options_default(). */
typedef struct {
    size_t size;       /* sizeof(heco_sweep_options), set by its default                  */
    size_t constraint; /* Number of the constraint whose limit moves, 0 .. ng+nh-1        */
    double from, to;   /* First and last limit, in the original form of the constraint    */
    size_t count;      /* Number of limits, at least 2                                    */
    const heco_minimize_options *each; /* of every search; must be set. It has no journal and no
                        * own_backend                                                     */
} heco_sweep_options;
/* Fills the `size` bytes of the caller's options with the defaults. */
HECO_API void heco_sweep_options_init(heco_sweep_options *options, size_t size);
/* Returns the defaults: 11 limits; every other field is 0. */
static inline heco_sweep_options heco_sweep_options_default(void) {
    heco_sweep_options options;
    heco_sweep_options_init(&options, sizeof options);
    return options;
}

/* The optimum for one limit. This struct is closed. */
typedef struct {
    double               limit;   /* The limit                                            */
    heco_outcome         outcome; /* How its search ended                                 */
    double               price;   /* Price of the limit: the slope of f against it; NAN: unknown */
    const double        *x;       /* The answer, n values                                 */
    const unsigned char *active;  /* ng + nh flags, 1: an active inequality               */
} heco_sweep_row;

/* The optima for a series of limits. */
typedef struct heco_sweep heco_sweep;
/* Searches for every limit. A search starts from the best point that the others have seen for its
 * limit, because f, g and h do not depend on the limit. */
HECO_API heco_status heco_sweep_new(heco_sweep **out, const heco_problem *problem,
                                    const heco_sweep_options *options, heco_error *error);
/* Returns the optimum for a limit by number; NULL past the end. */
HECO_API const heco_sweep_row *heco_sweep_at(const heco_sweep *sweep, size_t index);
/* Returns the number of evaluations of all searches. */
HECO_API uint64_t heco_sweep_evals(const heco_sweep *sweep);
/* Frees a sweep, or NULL. */
HECO_API void heco_sweep_free(heco_sweep *sweep);

/* ---- slices ---- */

/* f, g and h along one variable; the others stay as they are. This struct is closed. */
typedef struct {
    size_t        count; /* Number of values of the variable                              */
    size_t        here;  /* Number of the value that the centre has                       */
    const double *x;     /* `count` values, ascending                                     */
    const double *f;     /* `count` values of f; NAN: the evaluation failed               */
    const double *c;     /* `count` rows of g and then h, ng + nh values each             */
} heco_slice;

/* The slices of all variables through one point. */
typedef struct heco_slices heco_slices;
/* Evaluates f, g and h along each variable through x, with up to `side` values on each side. Their
 * distances to x grow quadratically up to the bounds; a missing bound counts as max(1, |x|) away.
 * Integers and lists take their own values. A failed evaluation leaves NAN. */
HECO_API heco_status heco_slices_new(heco_slices **out, const heco_problem *problem,
                                     heco_evaluator *evaluator, const double *x, size_t side,
                                     heco_error *error);
/* Returns the slice of a variable by number; NULL past the end. */
HECO_API const heco_slice *heco_slices_at(const heco_slices *slices, size_t variable);
/* Returns the number of evaluations. */
HECO_API uint64_t heco_slices_evals(const heco_slices *slices);
/* Frees slices, or NULL. */
HECO_API void heco_slices_free(heco_slices *slices);

HECO_END_DECLS

#endif
