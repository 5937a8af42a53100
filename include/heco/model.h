/* Models from outside: a file, a program or a suite's problem becomes a heco_problem. */
#ifndef HECO_MODEL_H
#define HECO_MODEL_H

#include "heco/run.h"

HECO_BEGIN_DECLS

/* How a model is opened. Start from heco_model_options_default(). */
typedef struct {
    size_t      size;         /* sizeof(heco_model_options), set by its default              */
    const char *data;         /* folder with official benchmark data, or NULL                */
    const char *instance;     /* see heco_suite_options                                      */
    int         trust;        /* scripts may use files, processes and modules                */
    double      timeout;      /* seconds per point for programs and scripts, 0: none         */
    int         ends_outside; /* the evaluator ends points that take longer: a script need
                               * not look at the clock, which makes long ones three times
                               * as fast                                                     */
    unsigned    retries;      /* how often a program is asked again about a failed point     */
    double      bound;        /* .nl: variables without a bound get this one, 0:
                               * HECO_OPEN_LIMIT; see heco_space.open                        */
    double      eq_tol;       /* tolerance of equalities; 0: the model's own (.nl: 1e-6),
                               * < 0: none                                                   */
    double      ineq_tol;     /* the same for inequalities                                   */
    unsigned    objective;    /* .nl: which of several is used, from 1; 0: the first        */
    uint64_t    memory_limit; /* bytes for each program, 0: no limit                      */
    double      open_timeout; /* seconds that a program has to describe itself; 0: 60, or with
                               * `timeout` that time and at least 10                         */
    /* Told once, in one line without a newline, what may be wrong when a program has not
     * described its problem or not answered its first point for `hint_after` seconds (0: 10). In
     * whichever thread waits for it. NULL: nobody is told.                                  */
    void (*on_hint)(void *user, const char *line);
    void  *hint_user;  /* handed to on_hint                                                  */
    double hint_after; /* seconds of silence, 0: 10                                          */
    int strict_bounds;        /* .nl: a missing bound is refused, unless `bound` is given    */
} heco_model_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_model_options_init(heco_model_options *options, size_t size);
/* Nothing is set. */
static inline heco_model_options heco_model_options_default(void) {
    heco_model_options options;
    heco_model_options_init(&options, sizeof options);
    return options;
}

/* An open model: the problem, and what keeps it alive. */
typedef struct heco_model heco_model;

/* The kinds of model this build knows, by number: "suite", "lua", ...; NULL past the end. */
HECO_API const char *heco_model_kind_at(size_t index);
/* What to type for it, in one line. */
HECO_API const char *heco_model_kind_help(size_t index);
/* The kind that a spec is of by the way it is written, whether or not such a model exists; NULL:
 * it is not written like a model. */
HECO_API const char *heco_model_kind_of(const char *spec);

/* Opens a model. `spec` as typed: "cec2006:g10", "cec2017:C05/30", "beam.lua", "beam.so",
 * "beam.nl", "exec:./beam". `options` NULL: defaults. */
HECO_API heco_status heco_model_open(heco_model **out, const char *spec,
                                     const heco_model_options *options, heco_error *error);
/* The problem; belongs to the model. */
HECO_API const heco_problem *heco_model_problem(const heco_model *model);
/* "suite", "lua", ...: see heco_model_kind_at(). */
HECO_API const char *heco_model_kind(const heco_model *model);
/* What else heco_model_traits() may say of a model. */
enum {
    HECO_MODEL_BUILT_IN = 16 /* its code is heco's own                                       */
};
/* What the model does itself about points that crash or hang (HECO_GUARD_...), and HECO_MODEL_...
 */
HECO_API unsigned heco_model_traits(const heco_model *model);
/* Instance of the suite that the problem is from; "" where there are none. */
HECO_API const char *heco_model_instance(const heco_model *model);
/* Initial guess that came with the model: rows of n, `count` of them (may be 0). */
HECO_API const double *heco_model_start(const heco_model *model, size_t *count);
/* Evaluations suggested by a suite's protocol, 0: none. */
HECO_API uint64_t heco_model_budget(const heco_model *model);
/* f that cannot be beaten, so that a search may stop there: 0 for a model without an objective,
 * whose f is always 0; NAN: unknown. */
HECO_API double heco_model_target(const heco_model *model);
/* Completes the options of a run from the model: initial points, target and default budget. Values
 * that are set stay. */
HECO_API void heco_model_run_options(const heco_model *model, heco_run_options *options);
/* One line that the user should know, such as which of several objectives is used; may be "". */
HECO_API const char *heco_model_note(const heco_model *model);
/* Ends the programs that belong to it and frees everything. NULL is fine. */
HECO_API void heco_model_close(heco_model *model);

/* The answer to a .nl file for AMPL to read; `path` is usually STUB.sol for STUB.nl. The message
 * may have several lines, x is in the model's order (NULL: no point), `result` is AMPL's
 * solve_result_num. The file appears complete or not at all. */
HECO_API heco_status heco_model_write_sol(const heco_model *model, const char *path,
                                          const char *message, const double *x, int result,
                                          heco_error *error);

/* ---- algorithms from shared objects ---- */

/* A loaded object. */
typedef struct heco_algorithm_file heco_algorithm_file;
/* 1: what was typed for an algorithm is a file (it has a slash or ends in .so), not a name. */
HECO_API int heco_algorithm_is_file(const char *typed);
/* Loads the object and checks its descriptor (heco_algorithm_check). An algorithm with the name of
 * a built-in one is refused. */
HECO_API heco_status heco_algorithm_load(heco_algorithm_file **out, const char *path,
                                         heco_error *error);
/* The descriptor; belongs to the file. For heco_run_new() and heco_minimize_options.own_algorithm.
 */
HECO_API const heco_algorithm *heco_algorithm_loaded(const heco_algorithm_file *file);
/* Unloads the object: runs and solutions made with it must be gone. NULL is fine. */
HECO_API void heco_algorithm_unload(heco_algorithm_file *file);

HECO_END_DECLS

#endif
