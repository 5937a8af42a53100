/* Options that several commands share: the rows, where they go, and what they mean to the
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
    int         no_derivatives; /* exact ones are not taken                              */
    int         no_presolve;    /* linear rows are constraints like others               */
    /* model and evaluation */
    unsigned    workers; /* 0: one per core; ARGS_IS_AUTO: see settings_workers            */
    unsigned    typed_workers; /* as typed for the search, whoever evaluates it later       */
    int         open_end;      /* no budget was typed: the search may end when it is done   */
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

/* All rows together, or one of the three groups above. */
extern const args_option settings_options[];
extern const args_option settings_search_options[];
extern const args_option settings_model_options[];
extern const args_option settings_output_options[];

settings settings_default(void);

/* The folder with official data: `given`, else HECO_DATA, else what `heco data import`
 * copied. NULL: none. The text is in `buffer` or belongs to the caller or the environment. */
const char *settings_data(const char *given, char *buffer, size_t size);
/* The folder into which `heco data import` copies: heco in the user's data folder; 0 when there
 * is none. */
enum { SETTINGS_PATH = 4096, SETTINGS_NAME = 80 /* of a suite, and a slash */ };
int settings_data_home(char *buffer, size_t size);

/* These return -1, or the exit code after saying why. */
/* Without --backend: the first that can do what the options ask for and the model does not do
 * itself (a limit per point, retries, several workers; several processes for models that are not
 * thread-safe). */
int settings_backend(const settings *s, const heco_model *model, const heco_backend **out);
/* The algorithm that was typed: a name (NULL: the recommended one) or a shared object, then *file
 * is not NULL and is closed when nothing refers to the algorithm any more. */
int  settings_algorithm(const char *typed, heco_algorithm_file **file, const heco_algorithm **out);
void settings_algorithm_close(heco_algorithm_file *file, const char *typed);
/* `how` holds what is not a setting: trust. */
int settings_model(const settings *s, const char *spec, heco_model_options how, heco_model **out);
/* Whether the model's code runs inside this command, or elsewhere. */
crash_phase settings_crash_phase(const heco_model *model, const heco_backend *backend);
/* Where the backend's workers are processes like this one: works for the one that searches. -1: it
 * is this one; CLI_OK: all is done. */
int settings_serve(const heco_evaluator_options *how, const heco_model *model,
                   const heco_backend *backend);
/* What the evaluator is to know. */
heco_evaluator_options settings_evaluator(const settings *s);

/* How many were asked for; 0: nobody has said. With auto as many as there are cores: they do not
 * change the search, as a typed number may do (see solving.c). */
unsigned settings_workers(const settings *s);

/* Remembers what was typed, before a resume takes other values. */
void settings_remember(settings *s);

#endif
