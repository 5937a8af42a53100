/* Suites of benchmark problems. A suite is opened once. Its problems never change and belong to
 * it. */
#ifndef HECO_SUITE_H
#define HECO_SUITE_H

#include "heco/problem.h"

HECO_BEGIN_DECLS

/* The data that a suite uses. All fields may be 0. This struct is closed. */
typedef struct {
    const char *data;     /* Folder with official data, or NULL                          */
    const char *instance; /* "official" or a seed; NULL: official if data is known, else
                           * instance 1                                                  */
} heco_suite_options;

/* The role of the dimension in comparisons. */
typedef enum {
    HECO_DIMS_UNKNOWN, /* The role is not known                                           */
    HECO_DIMS_OWN,     /* Each problem has one dimension of its own: all problems are
                        * compared in one table                                           */
    HECO_DIMS_SHARED   /* The same problems exist in several dimensions: one table for each */
} heco_dims;
/* Returns "unknown", "own" or "shared". */
HECO_API const char *heco_dims_text(heco_dims dims);
/* Returns the value of a text; UNKNOWN for any other text. */
HECO_API heco_dims heco_dims_parse(const char *text);

/* An open suite. */
typedef struct heco_suite heco_suite;

/* One problem of a suite, as `heco list problems` shows it. */
typedef struct {
    const char   *name;      /* Name, such as "g01" or "C05"                             */
    const char   *title;     /* Title in one line                                        */
    const size_t *dims;      /* Dimensions of the official protocol; 0 in the suite of a file
                              * until heco_suite_problem() has opened the model          */
    size_t        dim_count; /* Number of dimensions                                     */
    int           compared;  /* 0: comparisons usually omit it (g20, g22)                */
} heco_suite_entry;

/* Returns the name of a suite by number; NULL past the end. */
HECO_API const char *heco_suite_name_at(size_t index);
/* Returns the title of a suite by number. */
HECO_API const char *heco_suite_title_at(size_t index);
/* Returns the role of its dimensions; UNKNOWN if there is no suite of that name. */
HECO_API heco_dims heco_suite_dims(const char *name);
/* Returns the first suite that has a problem of that name; NULL if none has. */
HECO_API const char *heco_suite_holding(const char *problem);

/* Opens a suite by name. `options` may be NULL. */
HECO_API heco_status heco_suite_open(heco_suite **out, const char *name,
                                     const heco_suite_options *options, heco_error *error);
/* Returns the name of the suite. */
HECO_API const char *heco_suite_name(const heco_suite *suite);
/* Returns the instance in use: "official", "1", or "" if the suite has no instances. */
HECO_API const char *heco_suite_instance(const heco_suite *suite);
/* Returns the role of the dimensions of an open suite. */
HECO_API heco_dims heco_suite_dims_of(const heco_suite *suite);
/* Returns the number of problems. */
HECO_API size_t heco_suite_count(const heco_suite *suite);
/* Returns the description of a problem by number; NULL past the end. */
HECO_API const heco_suite_entry *heco_suite_at(const heco_suite *suite, size_t index);
/* Returns the number of the problem with that name; -1, with the nearest names in `error`, if there
 * is none. */
HECO_API long heco_suite_find(const heco_suite *suite, const char *problem, heco_error *error);
/* Gives the problem in a dimension (0: the first of its list). The suite owns it. Two threads may
 * not call this function at the same time; any thread may use the problem. */
HECO_API heco_status heco_suite_problem(heco_suite *suite, size_t index, size_t dim,
                                        const heco_problem **out, heco_error *error);
/* Returns the evaluations per run of a problem in a dimension by the suite's protocol. */
HECO_API uint64_t heco_suite_budget(const heco_suite *suite, size_t index, size_t dim);
/* Returns the tolerance of equalities by the protocol. The problems have it. */
HECO_API double heco_suite_eq_tol(const heco_suite *suite);
/* Returns the largest f of a feasible point that solves the problem by the protocol. The rule may
 * be absolute, relative to |f_ref|, or the larger of both. Returns NAN without a rule or f_ref. If
 * the problem is maximised, the target is one of -f, as runs see it. */
HECO_API double heco_suite_target(const heco_suite *suite, const heco_problem *problem);
/* Frees a suite and all its problems, or NULL. */
HECO_API void heco_suite_close(heco_suite *suite);

/* ---- official data ---- */

/* These functions check and copy the official benchmark data of a suite. They compare the numbers
 * with fingerprints of the published ones.
 *
 * cec2017 has two layouts of the same numbers:
 *
 *   shift/C01.txt .. C28.txt, matrix/M_D10.txt, matrix/C05_M1_D10.txt, matrix/C05_M2_D10.txt, ..
 *   shift_data_1.txt .., M_2_D10.txt .., M1_5_D10.txt, M2_5_D10.txt, .. (official C++ version)
 *
 * The files may also be in a subfolder cec2017/, data/ or inputData/. */
/* Receives one line of a report at a time, without a line end. */
typedef void (*heco_data_report_fn)(void *user, const char *line);

/* Returns the name of a suite that has official data, by number; NULL past the end. */
HECO_API const char *heco_data_suite_at(size_t index);

/* Checks every file of the suite's data. A dimension without any matrix is reported, but is not an
 * error. `error` names the first error; `report` (may be NULL) receives a line for each error, with
 * file and line. */
HECO_API heco_status heco_data_verify(const char *suite, const char *dir,
                                      heco_data_report_fn report, void *user, heco_error *error);

/* Checks `from` like heco_data_verify() and writes its numbers into the folder `to`, in the suite's
 * first layout, for heco_suite_options.data. It makes parent folders as needed. It replaces `to`
 * completely or leaves it unchanged. */
HECO_API heco_status heco_data_import(const char *suite, const char *from, const char *to,
                                      heco_data_report_fn report, void *user, heco_error *error);

HECO_END_DECLS

#endif
