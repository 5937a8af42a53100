/* What one file in src/suites provides: a constant descriptor of its problems.
 *
 * To add a suite: write src/suites/<file>.c with one `const heco_suite_row heco_suite_<file>`
 * and add HECO_X(<file>) to HECO_SUITE_LIST below. The command line, the models `suite:problem`
 * and the conformance tests read the table. cec2006.c and theory.c are examples without
 * data or instances: they leave `open`, `close`, `instance`, `verify` and `import` NULL. */
#ifndef HECO_SUITES_SUITE_TABLE_H
#define HECO_SUITES_SUITE_TABLE_H

#include "base/arena.h"
#include "heco/suite.h"

#define HECO_SUITE_LIST(HECO_X) \
    HECO_X(cec2006)             \
    HECO_X(cec2017)             \
    HECO_X(design)              \
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
/* Writes it into `out`. */
void heco_suite_fixed_make(const heco_suite_fixed *row, heco_problem *out);

typedef struct {
    const char             *name, *title;
    const heco_suite_entry *entries; /* `count` rows; the first of `dims` is the default   */
    size_t                  count;
    heco_dims               dims;        /* what the dimensions mean to a comparison       */

    /* The protocol. Success: f - f_ref up to success_tol, or up to success_rel |f_ref| if that
     * is more; 0 and 0: no rule. */
    double   success_tol, success_rel;
    double   eq_tol; /* of equalities; make() may choose another                            */
    uint64_t evals;  /* per run; 0: budget() says                                           */
    uint64_t (*budget)(size_t index, size_t dim);

    /* 1: make() decides about dimensions that are not in the entry's list; 0: only the
     * listed ones reach make(). */
    int    any_dim;
    size_t state_size; /* what the suite keeps while open; zeroed before open; may be 0    */

    /* Reads data, chooses the instance. `options` is never NULL, its members may be. Memory
     * from `arena` lives as long as the suite. NULL: nothing to do. */
    heco_status (*open)(void *state, heco_arena *arena, const heco_suite_options *options,
                        heco_error *error);
    /* Fills `out`, which holds heco_problem_default() and the entry's name, sharing
     * HECO_SHARE_FREELY. Called once per (index, dim): the result is kept. Memory from
     * `arena` lives as long as the problem, which is as long as the suite; it is released
     * immediately when make fails. A failed take need not be reported: it is looked at after. */
    heco_status (*make)(void *state, heco_arena *arena, size_t index, size_t dim,
                        heco_problem *out, heco_error *error);
    /* "official", "1", ...; NULL: the suite has no instances. */
    const char *(*instance)(const void *state);
    /* Only for what is not in the arena; also called when open failed. NULL: nothing. */
    void (*close)(void *state);

    /* Official data: heco_data_verify() and heco_data_import() of this suite. NULL: it has
     * none. */
    heco_status (*verify)(const char *dir, heco_data_report_fn report, void *user,
                          heco_error *error);
    heco_status (*import)(const char *from, const char *to, heco_data_report_fn report,
                          void *user, heco_error *error);
} heco_suite_row;

#define HECO_X(file) extern const heco_suite_row heco_suite_##file;
HECO_SUITE_LIST(HECO_X)
#undef HECO_X

/* Row by number, NULL past the end. */
const heco_suite_row *heco_suite_row_at(size_t index);
/* Row by name, or NULL with the nearest names in `error`. */
const heco_suite_row *heco_suite_row_find(const char *name, heco_error *error);

#endif
