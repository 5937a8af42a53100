/* The row of a suite: a constant descriptor of its problems, provided by one file in src/suites.
 *
 * To add a suite: write src/suites/<file>.c with one `const heco_suite_row heco_suite_<file>` and
 * add HECO_X(<file>) to HECO_SUITE_LIST below. The command line, the models `suite:problem` and
 * the conformance tests read the table. cec2006.c and theory.c are examples without data or
 * instances: they leave `open`, `close`, `instance`, `verify` and `import` NULL. */
#ifndef HECO_SUITES_SUITE_TABLE_H
#define HECO_SUITES_SUITE_TABLE_H

#include "base/arena.h"
#include "heco/suite.h"

#define HECO_SUITE_LIST(HECO_X) \
    HECO_X(cec2006)             \
    HECO_X(cec2017)             \
    HECO_X(design)              \
    HECO_X(rw2020)              \
    HECO_X(theory)

/* A problem whose numbers are all constant: the row of a suite such as cec2006 and design. */
typedef struct {
    size_t                n, ng, nh;
    double                f_ref; /* f at `best`, rounded up in the last digit given */
    const double         *lower, *upper, *best;
    const unsigned char  *integer;          /* NULL: all continuous */
    const char *const    *x_names, *const *c_names;
    heco_eval_fn          eval;
} heco_suite_fixed;
/* Writes the problem into `out`. */
void heco_suite_fixed_make(const heco_suite_fixed *row, heco_problem *out);

/* Gives the inequalities of a problem the tolerance 0, as the protocols do, unless it has
 * tolerances. A failed request for memory is recorded in the arena. */
void heco_suite_set_tolerances(heco_problem *problem, heco_arena *arena);

typedef struct {
    const char             *name, *title;
    const heco_suite_entry *entries; /* `count` rows; the first of `dims` is the default   */
    size_t                  count;
    heco_dims               dims;        /* meaning of dimensions in a comparison          */

    /* The protocol. A run succeeds if f - f_ref is at most success_tol or success_rel |f_ref|,
     * whichever is larger; 0 and 0: no rule. */
    double   success_tol, success_rel;
    double   eq_tol; /* of equalities; make() may choose another                            */
    int      band;   /* 1: the protocol rewards the edge of tolerances: heco_problem.protocol */
    uint64_t evals;  /* per run; 0: budget() decides                                        */
    uint64_t (*budget)(const void *state, size_t index, size_t dim);
    /* Sets success_tol and success_rel of one problem; NULL: those above hold for all. */
    void (*success)(const void *state, size_t index, double *tol, double *rel);

    /* 1: make() decides about dimensions that are not in the list of the entry; 0: only listed
     * ones reach make(). */
    int    any_dim;
    size_t state_size; /* size of the state of an open suite, zeroed before open; may be 0 */

    /* Reads data and chooses the instance. `options` is never NULL, its members may be. Memory
     * from `arena` lives as long as the suite. May be NULL. */
    heco_status (*open)(void *state, heco_arena *arena, const heco_suite_options *options,
                        heco_error *error);
    /* Fills `out`, which holds heco_problem_default(), the name of the entry and
     * HECO_SHARE_FREELY. It is called once per (index, dim) and the result is kept. Memory from
     * `arena` lives as long as the suite; it is released immediately if make fails. The caller
     * checks the arena, so a failed allocation need not be reported. */
    heco_status (*make)(void *state, heco_arena *arena, size_t index, size_t dim,
                        heco_problem *out, heco_error *error);
    /* Returns "official", "1", ...; NULL if the suite has no instances. */
    const char *(*instance)(const void *state);
    /* Releases state that is not in the arena; also called if open failed. May be NULL. */
    void (*close)(void *state);

    /* heco_data_verify() and heco_data_import() of this suite; NULL: it has no official data. */
    heco_status (*verify)(const char *dir, heco_data_report_fn report, void *user,
                          heco_error *error);
    heco_status (*import)(const char *from, const char *to, heco_data_report_fn report,
                          void *user, heco_error *error);
} heco_suite_row;

#define HECO_X(file) extern const heco_suite_row heco_suite_##file;
HECO_SUITE_LIST(HECO_X)
#undef HECO_X

/* Makes an open suite of a row that is in no table and of its state. heco_suite_close() calls
 * row->close(state), which may free the row; it is also called if memory is missing. The dimension
 * of an entry may be 0: it then is that of the problem that make() returns for dimension 0, and the
 * entry, which the state owns, is corrected. */
heco_status heco_suite_wrap(heco_suite **out, const heco_suite_row *row, void *state,
                            heco_error *error);
/* Returns a row by number; NULL past the end. */
const heco_suite_row *heco_suite_row_at(size_t index);
/* Returns a row by name, or NULL with the nearest names in `error`. */
const heco_suite_row *heco_suite_row_find(const char *name, heco_error *error);

#endif
