/* A suite file: models with their protocol, one line each (docs/guide/own-suite.md). */
#ifndef HECO_MODELS_SUITE_SUITE_FILE_H
#define HECO_MODELS_SUITE_SUITE_FILE_H

#include "base/arena.h"
#include "heco/suite.h"

/* The settings, which a suite has for all problems and a problem may have for itself. */
enum {
    HECO_SUITE_EVALS,
    HECO_SUITE_EVALS_PER_VARIABLE,
    HECO_SUITE_EQUALITY,
    HECO_SUITE_INEQUALITY,
    HECO_SUITE_SUCCESS,
    HECO_SUITE_SUCCESS_RELATIVE,
    HECO_SUITE_TIMEOUT,
    HECO_SUITE_SETTINGS
};

typedef struct {
    const char *model; /* as written, with its fields                                      */
    double     *best;  /* one per dimension, or one for all; NULL: not known               */
    size_t      bests;
    double      setting[HECO_SUITE_SETTINGS]; /* NAN: not given                              */
} heco_suite_file_row;

typedef struct {
    const char          *path, *folder, *name, *title;
    double               setting[HECO_SUITE_SETTINGS];
    heco_suite_file_row *row;
    heco_suite_entry    *entry; /* one per row                                               */
    size_t               count;
    heco_arena          *arena;
} heco_suite_file;

/* Reads the file. Everything is in the arena. */
heco_status heco_suite_file_read(heco_suite_file *file, const char *path, heco_arena *arena,
                                 heco_error *error);
/* Returns the setting of a problem: its own, or that of the suite; NAN: neither. */
double heco_suite_file_setting(const heco_suite_file *file, size_t index, int which);
/* Returns the model of a problem with its fields filled in and its path relative to the folder of
 * the file; NULL if memory is missing. */
char *heco_suite_file_model(const heco_suite_file *file, size_t index, size_t dim,
                            heco_arena *arena);

#endif
