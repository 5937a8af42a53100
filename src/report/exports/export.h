/* Exports: the runs of a results database in the file formats of other tools.
 *
 * export.c collects the runs of an algorithm on a function and passes them to the format. A format
 * is one file with one function, and a row in the table of export.c. */
#ifndef HECO_REPORT_EXPORTS_EXPORT_H
#define HECO_REPORT_EXPORTS_EXPORT_H

#include "base/file.h"
#include "heco/experiment.h"

/* Value of a point without a feasible objective: COCO's logger gives it to infeasible points where
 * the optimal value is unknown (LOGGER_BBOB_INFEASIBLE_PENALTY). */
#define HECO_EXPORT_PENALTY 1e10

/* One run, and its place among the functions of its suite. */
typedef struct {
    const heco_record *record;
    size_t             index;     /* number in the results                                    */
    unsigned           function;  /* number of the function, from 1                           */
    unsigned           instance;  /* instance of the function; the run if it has no instances */
    size_t             stem;      /* length of the function's name in the name of the problem */
    double             reference; /* best known f; else the best feasible f in the database   */
} heco_export_run;

/* The runs of one algorithm on one function, ordered by dimension, instance and run. */
typedef struct {
    heco_results          *results;
    const char            *folder;   /* where the files of the algorithm belong; exists          */
    const char            *label;    /* the algorithm as a part of a file name                   */
    char                   name[64]; /* the function as a part of a file name                  */
    const heco_export_run *run;
    size_t                 count;
    heco_error            *error;
} heco_export_function;

typedef heco_status (*heco_export_writer)(const heco_export_function *f);

heco_status heco_export_cec2020(const heco_export_function *f);
heco_status heco_export_cec2026(const heco_export_function *f);
heco_status heco_export_coco(const heco_export_function *f);
heco_status heco_export_iohprofiler(const heco_export_function *f);

/* ---- runs ---- */

/* Fills in function, instance and stem of the runs, which come in the order of the results. */
heco_status heco_export_number(heco_export_run *run, size_t count);
/* Returns the end of the runs that have the dimension of run `begin`. */
size_t heco_export_dim_end(const heco_export_function *f, size_t begin);
/* Returns what turns the mean violation of the run into the sum over its constraints. */
double heco_export_constraints(const heco_export_run *run);
/* Reads the trace of the run with its rows in the order of evaluations, which end at the last
 * evaluation of the run. */
heco_status heco_export_trace(const heco_export_function *f, const heco_export_run *run,
                              heco_trace **out);

/* ---- files ---- */

enum { HECO_EXPORT_PATH = 4096, HECO_EXPORT_NAME = 64 };

/* Copies a name; characters other than letters, digits, '.', '-' and '_' become '_'. */
void heco_export_name(char out[HECO_EXPORT_NAME], const char *name, size_t length);
/* Makes the folder, unless it exists. */
heco_status heco_export_folder(const char *path, heco_error *error);
/* Makes the folder of a dimension in suites where dimensions are shared: "D30/". Writes "" for
 * other suites, where the name of the problem says enough. */
heco_status heco_export_dim_folder(char out[HECO_EXPORT_NAME], const heco_export_function *f,
                                   const heco_export_run *run);
/* Opens the file of that name in the folder of the algorithm. Refuses a file that exists. */
heco_status heco_export_open(heco_file *out, const heco_export_function *f, const char *name);
/* Gives the file its name if `status` is HECO_OK, else removes it; returns the status of both. */
heco_status heco_export_close(heco_file *file, const heco_export_function *f, heco_status status);

#endif
