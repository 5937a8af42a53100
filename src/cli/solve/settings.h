/* Options that several commands share: their rows, their values and their meaning to the
 * library. */
#ifndef HECO_CLI_SOLVE_SETTINGS_H
#define HECO_CLI_SOLVE_SETTINGS_H

#include "cli/args.h"
#include "cli/crash_handler.h"
#include "heco/heco.h"

typedef struct {
    /* search */
    const char *algorithm; /* NULL: the recommended one                                      */
    args_list   set;
    uint64_t    evals;  /* 0: not given                                                   */
    double      time;   /* 0: no limit                                                    */
    double      target; /* NAN: none                                                      */
    uint64_t    stall;  /* 0: never                                                       */
    uint64_t    seed;
    const char *start; /* NULL: none                                                     */
    const char *known;  /* file of known designs                                            */
    int         no_derivatives; /* do not use exact derivatives                          */
    int         no_presolve;    /* treat linear constraints like any other               */
    unsigned    samples;   /* of noisy points; 0: by the budget                          */
    int         prices, no_prices; /* always; never                                      */
    /* model and evaluation */
    unsigned    workers; /* 0: one per core; ARGS_IS_AUTO: see settings_workers            */
    unsigned    lanes;   /* 0: the library decides; ARGS_IS_AUTO: see settings_lanes       */
    int         no_lanes;
    int         open_end;      /* --evals was not given: the search may stop on convergence */
    const char *backend; /* NULL: see settings_backend                                     */
    double      eval_timeout;
    unsigned    retries;
    uint64_t    memory_limit; /* megabytes, 0: none                                        */
    const char *data;         /* NULL: see settings_data                                        */
    const char *instance;
    double      bound;            /* of .nl files; 0: see heco_model_options                */
    int         strict_bounds;    /* of .nl files                                          */
    double      eq_tol, ineq_tol; /* NAN: not given                                         */
    unsigned    objno;
    /* output */
    int         json, quiet, verbose;
    const char *output; /* NULL: standard output                                          */
} settings;

/* All rows, and each of the three groups above. */
extern const args_option settings_options[];
extern const args_option settings_search_options[];
extern const args_option settings_model_options[];
extern const args_option settings_output_options[];

settings settings_default(void);

/* Returns the folder with official data: `given`, else HECO_DATA, else the folder of `heco data
 * import`; NULL if there is none. The text may be in `buffer`. */
const char *settings_data(const char *given, char *buffer, size_t size);
/* Writes the folder of `heco data import`, which is heco in the user's data folder, to `buffer`.
 * Returns 0 if there is none. */
enum { SETTINGS_PATH = 4096, SETTINGS_NAME = 80 /* of a suite, and a slash */ };
int settings_data_home(char *buffer, size_t size);

/* The following functions return -1 on success. Otherwise they print a message and return the exit
 * code.
 *
 * Finds the backend. Without --backend it is the first one that can do what the options need and
 * the model does not do itself: a timeout per point, a memory limit, retries, several workers, or
 * several processes for a model that is not thread-safe. */
int settings_backend(const settings *s, const heco_model *model, const heco_backend **out);
/* Finds the algorithm by its name (NULL: the recommended one) or loads a shared object. In the
 * second case *file is not NULL; close it when nothing refers to the algorithm any more. */
int  settings_algorithm(const char *typed, heco_algorithm_file **file, const heco_algorithm **out);
void settings_algorithm_close(heco_algorithm_file *file, const char *typed);
/* Opens the model. The caller sets how.trust, which is not a setting. */
int settings_model(const settings *s, const char *spec, heco_model_options how, heco_model **out);
/* Returns CRASH_EVALUATING if the model's code runs in this process, else CRASH_ISOLATED. */
crash_phase settings_crash_phase(const heco_model *model, const heco_backend *backend);
/* Evaluates for rank 0 if this process is another rank of the backend, and returns CLI_OK at the
 * end. Returns -1 at once if this process is to search. */
int settings_serve(const heco_evaluator_options *how, const heco_model *model,
                   const heco_backend *backend);
/* Returns when prices are computed. */
heco_prices settings_prices(const settings *s);
/* Returns the settings that the evaluator needs. */
heco_evaluator_options settings_evaluator(const settings *s);

/* Returns the number of workers; 0 if it was not given. With auto it is the number of cores, which
 * does not change the search as a given number may do (see batch in docs/algorithms/auto.md). */
unsigned settings_workers(const settings *s);
/* Returns heco_minimize_options.lanes. */
size_t settings_lanes(const settings *s);

/* Sets open_end from the typed values, before a resume changes those. */
void settings_remember(settings *s);

#endif
