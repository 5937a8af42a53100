/* Models: a file, a program or a problem of a suite becomes a heco_problem. */
#ifndef HECO_MODEL_H
#define HECO_MODEL_H

#include "heco/answer.h"
#include "heco/suite.h"

HECO_BEGIN_DECLS

/* Options of opening a model. Start from heco_model_options_default(). */
typedef struct {
    size_t      size;         /* sizeof(heco_model_options), set by its default              */
    const char *data;         /* Folder with official benchmark data, or NULL                */
    const char *instance;     /* Instance of a suite, see heco_suite_options                 */
    int         trust;        /* 1: scripts may use files, processes and modules             */
    double      timeout;      /* Seconds per point for programs and scripts; 0: no limit     */
    int         ends_outside; /* 1: the evaluator enforces `timeout`, so that a script does
                               * not check the clock, which makes long scripts three times
                               * as fast                                                     */
    unsigned    retries;      /* Number of times that a program retries a failed point       */
    double      bound;        /* Default distance of a missing bound; 0:
                               * HECO_DEFAULT_BOUND, see heco_space.missing                        */
    double      eq_tol;       /* Tolerance of equalities; 0: that of the model (.nl: 1e-6);
                               * negative: no tolerance                                      */
    double      ineq_tol;     /* Tolerance of inequalities, likewise                         */
    unsigned    objective;    /* .nl: number of the objective, from 1; 0: the first         */
    uint64_t    memory_limit; /* Bytes for each program; 0: no limit                      */
    double      open_timeout; /* Seconds in which a program must describe its problem; 0: 60,
                               * or with `timeout` that time, at least 10                    */
    /* Called once with a line of advice if a program has not described its problem or not answered
     * its first point for `hint_after` seconds, in the thread that waits for it. May be NULL. */
    void (*on_hint)(void *user, const char *line);
    void  *hint_user;  /* Passed to on_hint                                                  */
    double hint_after; /* Seconds without an answer; 0: 10                                   */
    int    strict_bounds; /* 1: a missing bound is an error, unless `bound` is given         */
} heco_model_options;
/* Fills the `size` bytes of the caller's options with the defaults. */
HECO_API void heco_model_options_init(heco_model_options *options, size_t size);
/* Returns the defaults: every other field is 0. */
static inline heco_model_options heco_model_options_default(void) {
    heco_model_options options;
    heco_model_options_init(&options, sizeof options);
    return options;
}

/* Opens a suite by name (heco/suite.h), or from a file: FILE.suite lists models with their protocol
 * (docs/guide/own-suite.md). `options` may be NULL. */
HECO_API heco_status heco_suite_load(heco_suite **out, const char *typed,
                                     const heco_suite_options *options, heco_error *error);

/* An open model: a problem and its resources. */
typedef struct heco_model heco_model;

/* Returns a kind of model that this build supports, by number: "suite", "lua", ...; NULL past the
 * end. */
HECO_API const char *heco_model_kind_at(size_t index);
/* Returns one line about the specification of that kind. */
HECO_API const char *heco_model_kind_help(size_t index);
/* Returns the kind of a specification by its form, whether or not the model exists; NULL if it has
 * no known form. */
HECO_API const char *heco_model_kind_of(const char *spec);

/* Opens a model. The specification is what users type: "cec2006:g10", "cec2017:C05/30", "beam.lua",
 * "beam.so", "beam.nl" or "exec:./beam". `options` may be NULL. */
HECO_API heco_status heco_model_open(heco_model **out, const char *spec,
                                     const heco_model_options *options, heco_error *error);
/* Returns the problem; it belongs to the model. */
HECO_API const heco_problem *heco_model_problem(const heco_model *model);
/* Returns the kind of the model, see heco_model_kind_at(). */
HECO_API const char *heco_model_kind(const heco_model *model);
/* A further bit of heco_model_traits(). */
enum {
    HECO_MODEL_BUILT_IN = 16 /* The code of the model is part of heco                        */
};
/* Returns how the model itself contains crashes and hangs (HECO_TRAIT_...), and HECO_MODEL_...
 * bits. */
HECO_API unsigned heco_model_traits(const heco_model *model);
/* Returns the instance of the suite; "" if there are no instances. */
HECO_API const char *heco_model_instance(const heco_model *model);
/* Returns the model's initial points: `count` rows of n values; `count` may be 0. */
HECO_API const double *heco_model_start(const heco_model *model, size_t *count);
/* Returns the designs whose values the model states, or NULL. */
HECO_API const heco_known *heco_model_known(const heco_model *model);
/* Returns the evaluations of the suite's protocol; 0 if there is none. */
HECO_API uint64_t heco_model_budget(const heco_model *model);
/* Returns a value of f at which a search may stop: 0 for a model without an objective; NAN if it is
 * unknown. */
HECO_API double heco_model_target(const heco_model *model);
/* Completes the options of a run from the model: initial points, target and default budget. Values
 * that are set stay. */
HECO_API void heco_model_run_options(const heco_model *model, heco_run_options *options);
/* Returns one line of information for the user, such as the objective in use; may be "". */
HECO_API const char *heco_model_note(const heco_model *model);
/* Ends the programs of a model and frees it, or NULL. */
HECO_API void heco_model_close(heco_model *model);

/* The contents of a solution file. Start from {0}. This struct is closed. */
typedef struct {
    const char       *message; /* May have several lines                                     */
    const double     *x;       /* The point in the model's order; NULL: none                 */
    int               result;  /* AMPL's solve_result_num                                    */
    const heco_price *prices;  /* heco_solution_prices(), written as dual values of the rows and
                                * as the suffixes rc of variables (reduced cost), down and up of
                                * rows (the range of the limit); NULL: none                  */
} heco_sol;
/* Writes the solution file of a .nl file for AMPL; `path` is usually STUB.sol for STUB.nl. The file
 * is replaced completely or not at all. */
HECO_API heco_status heco_model_write_solution(const heco_model *model, const char *path,
                                               const heco_sol *sol, heco_error *error);

/* ---- algorithms from shared objects ---- */

/* A loaded shared object. */
typedef struct heco_algorithm_file heco_algorithm_file;
/* Returns 1 if the text is a file (it has a slash or ends in .so) and not the name of an
 * algorithm. */
HECO_API int heco_algorithm_is_file(const char *typed);
/* Loads a shared object and checks its descriptor. It refuses an algorithm with the name of a
 * built-in one. */
HECO_API heco_status heco_algorithm_load(heco_algorithm_file **out, const char *path,
                                         heco_error *error);
/* Returns the descriptor, for heco_run_new() and heco_minimize_options.own_algorithm; it belongs to
 * the file. */
HECO_API const heco_algorithm *heco_algorithm_loaded(const heco_algorithm_file *file);
/* Unloads a shared object, or NULL. The caller frees all runs and solutions made with it first. */
HECO_API void heco_algorithm_unload(heco_algorithm_file *file);

HECO_END_DECLS

#endif
