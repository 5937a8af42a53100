/* Sources of benchmark problems. A suite is opened once; its problems are fetched by
 * number, never change, and belong to the suite. */
#ifndef HECO_SUITE_H
#define HECO_SUITE_H

#include "heco/problem.h"

HECO_BEGIN_DECLS

/* Which numbers a suite uses; all 0: defaults. */
typedef struct {
    const char *data;     /* folder with official data, or NULL                          */
    const char *instance; /* "official", a seed, or NULL: official where data is known,
                           * else instance 1                                             */
} heco_suite_options;

/* What the dimensions of a suite's problems mean to a comparison. */
typedef enum {
    HECO_DIMS_UNKNOWN, /* nobody has said                                                 */
    HECO_DIMS_OWN,     /* each problem has a dimension of its own, which says nothing: all
                        * problems are compared in one table                              */
    HECO_DIMS_SHARED   /* the same problems in several dimensions, one table for each     */
} heco_dims;
/* "unknown", "own", "shared". */
HECO_API const char *heco_dims_text(heco_dims dims);
/* The value with that text; UNKNOWN for any other text. */
HECO_API heco_dims heco_dims_parse(const char *text);

/* An open suite. */
typedef struct heco_suite heco_suite;

/* One problem of a suite, as `heco list problems` shows it. */
typedef struct {
    const char   *name;      /* "g01", "C05"                                             */
    const char   *title;     /* one line                                                 */
    const size_t *dims;      /* dimensions of the official protocol                      */
    size_t        dim_count; /* how many                                                 */
    int           compared;  /* 0: usually left out of comparisons (g20, g22)            */
} heco_suite_entry;

/* The table of suites by number: NULL past the end. */
HECO_API const char *heco_suite_name_at(size_t index);
/* What that suite is, in one line. */
HECO_API const char *heco_suite_title_at(size_t index);
/* What its dimensions mean; UNKNOWN when there is no suite of that name. */
HECO_API heco_dims heco_suite_dims(const char *name);
/* The first suite of the table that has a problem of that name; NULL: none has. */
HECO_API const char *heco_suite_holding(const char *problem);

/* Opens a suite by name. `options` NULL: defaults. */
HECO_API heco_status heco_suite_open(heco_suite **out, const char *name,
                                     const heco_suite_options *options, heco_error *error);
/* Its name. */
HECO_API const char *heco_suite_name(const heco_suite *suite);
/* Which instance is in use: "official", "1", or "" where a suite has no instances. */
HECO_API const char *heco_suite_instance(const heco_suite *suite);
/* Number of problems. */
HECO_API size_t heco_suite_count(const heco_suite *suite);
/* What there is to know of a problem, by number; NULL past the end. */
HECO_API const heco_suite_entry *heco_suite_at(const heco_suite *suite, size_t index);
/* Number of the problem with that name, for the calls that take an index; -1, with the nearest
 * names in `error`, when there is none. */
HECO_API long heco_suite_find(const heco_suite *suite, const char *problem, heco_error *error);
/* The problem in that dimension (0: the first of its list). Owned by the suite. Not to be
 * called from two threads at the same time; the problems themselves may be used from any thread. */
HECO_API heco_status heco_suite_problem(heco_suite *suite, size_t index, size_t dim,
                                        const heco_problem **out, heco_error *error);
/* Evaluations per run of that problem in that dimension by the suite's protocol. */
HECO_API uint64_t heco_suite_budget(const heco_suite *suite, size_t index, size_t dim);
/* Up to this an equality counts as met by the protocol; problems come with it. */
HECO_API double heco_suite_eq_tol(const heco_suite *suite);
/* A feasible f up to this solves the problem by the protocol, whose rule may be absolute,
 * relative to |f_ref| or the larger of both; NAN: there is no rule, or no f_ref. */
HECO_API double heco_suite_target(const heco_suite *suite, const heco_problem *problem);
/* Frees the suite and all its problems. NULL is fine. */
HECO_API void heco_suite_close(heco_suite *suite);

/* ---- official data ---- */

/* Official benchmark data of the suites that have any: is a folder complete and right, and a
 * clean copy of it. The numbers are compared with fingerprints of the published ones.
 *
 * cec2017 comes in one of two layouts of the same numbers:
 *
 *   shift/C01.txt .. C28.txt, matrix/M_D10.txt, matrix/C05_M1_D10.txt, matrix/C05_M2_D10.txt, ..
 *   shift_data_1.txt .., M_2_D10.txt .., M1_5_D10.txt, M2_5_D10.txt, .. (official C++ version)
 *
 * A folder may also be a parent that holds them in cec2017/, data/ or inputData/. */
/* Gets one line of a report at a time, without a line end. */
typedef void (*heco_data_report_fn)(void *user, const char *line);

/* The suites that have official data, by number; NULL past the end. */
HECO_API const char *heco_data_suite_at(size_t index);

/* Checks every file of the suite's data. A dimension of which no matrix is there is reported, not
 * refused. HECO_OK, or the first thing wrong in `error`; each wrong thing is a line of the report,
 * which names file and line. `report` may be NULL. */
HECO_API heco_status heco_data_verify(const char *suite, const char *dir,
                                      heco_data_report_fn report, void *user, heco_error *error);

/* Checks `from` as heco_data_verify does and writes its numbers into the folder `to`, in the
 * suite's first layout, for heco_suite_options.data. Folders above `to` are made as needed. `to`
 * appears whole or not at all; what was there before is replaced. */
HECO_API heco_status heco_data_import(const char *suite, const char *from, const char *to,
                                      heco_data_report_fn report, void *user, heco_error *error);

HECO_END_DECLS

#endif
