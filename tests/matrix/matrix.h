/* The fault matrix: every algorithm of the table in odd spaces, with functions that misbehave, tiny
 * and usual budgets, and every way to run a search. An observer inside the function keeps each
 * call, and what the library says afterwards is compared with that list and with nothing else.
 *
 *   matrix_space.c     spaces: boxes, integers, lists, linear rows
 *   matrix_fault.c     the function, and what is done to its values
 *   matrix_setting.c   settings: stop rules, initial points, options, derivatives
 *   matrix_observer.c  the list of calls
 *   matrix_verdict.c   what must hold between that list and a result
 *   matrix_way.c       ways to run a search: threads, processes, ask and tell, journals
 *   matrix_cell.c      one cell: twice the same search, both judged, then compared
 *   matrix_main.c      which cells, and the counts */
#ifndef HECO_TESTS_MATRIX_H
#define HECO_TESTS_MATRIX_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "heco/heco.h"

enum {
    MATRIX_MAX_N      = 40,
    MATRIX_MAX_C      = 130,  /* constraints                                             */
    MATRIX_MAX_LINEAR = 4,    /* linear rows                                             */
    MATRIX_MAX_STARTS = 12,
    MATRIX_ROWS       = 16000 /* calls that are kept: more than any budget               */
};

/* --- spaces ---------------------------------------------------------------------------------- */

typedef struct {
    const char   *name;
    heco_space    space; /* its arrays are those below */
    double        lower[MATRIX_MAX_N], upper[MATRIX_MAX_N], tol[MATRIX_MAX_C];
    unsigned char integer[MATRIX_MAX_N], missing[MATRIX_MAX_N];
    heco_choice   choices[MATRIX_MAX_N];
    heco_linear   linear;
    size_t        constraint[MATRIX_MAX_LINEAR], begin[MATRIX_MAX_LINEAR + 1];
    size_t        index[4 * MATRIX_MAX_LINEAR];
    double        coef[4 * MATRIX_MAX_LINEAR], constant[MATRIX_MAX_LINEAR];
} matrix_space;

size_t      matrix_space_count(void);
const char *matrix_space_name(size_t index);
void        matrix_space_make(matrix_space *out, size_t index);
/* Where x is in the range of variable j, from 0 to 1; finite in every box. */
double matrix_space_unit(const matrix_space *s, size_t j, double x);
/* And how that changes with x. */
double matrix_space_slope(const matrix_space *s, size_t j, double x);

/* --- faults ---------------------------------------------------------------------------------- */

typedef struct matrix_fault matrix_fault;
const matrix_fault *matrix_fault_at(size_t index); /* NULL past the end */
const char         *matrix_fault_name(const matrix_fault *fault);
/* 1: what it does depends on the point alone, so every way must give the same bits. */
int matrix_fault_is_pure(const matrix_fault *fault);
/* 0: values that are NAN are not written at all. */
int matrix_fault_writes(const matrix_fault *fault);
/* 1: it has something to act on in this space. */
int matrix_fault_applies(const matrix_fault *fault, const matrix_space *s);
/* The function with its fault at call number `call` (from 1); *fired: the fault acted. Values that
 * the function would not write are NAN. Returns what the function returns. */
int matrix_fault_eval(const matrix_fault *fault, const matrix_space *s, const double *x,
                      uint64_t call, double *f, double *c, int *fired);

typedef enum {
    DERIVATIVE_REPORT_NONE, DERIVATIVE_REPORT_EXACT, DERIVATIVE_REPORT_NAN, DERIVATIVE_REPORT_ONE_NAN, DERIVATIVE_REPORT_INFINITE, DERIVATIVE_REPORT_WRONG_SIGN,
    DERIVATIVE_REPORT_ZERO, DERIVATIVE_REPORT_HUGE, DERIVATIVE_REPORT_RANDOM, DERIVATIVE_REPORT_FAIL, DERIVATIVE_REPORT_UNWRITTEN, DERIVATIVE_REPORT_SOMETIMES
} matrix_slopes;
/* Derivatives of the function without its fault, spoilt in one of these ways. */
int matrix_fault_slopes(const matrix_space *s, matrix_slopes how, const double *x, double *df,
                        double *dg, double *dh);

/* --- the observer ---------------------------------------------------------------------------- */

/* In memory that forked workers share. Slots are taken by an atomic count, so that nothing waits
 * for anybody. */
typedef struct {
    atomic_uint_fast64_t calls, fired, slopes, derivative_report_given, clones, drops;
    atomic_int           odd;     /* what is wrong with a point: MATRIX_OUTSIDE, ..      */
    double               odd_x;   /* its value there                                     */
    size_t               n, m, stride;
    double               row[];   /* of each call: x, f, constraints, what was returned  */
} matrix_log;
enum { MATRIX_FINE, MATRIX_OUTSIDE, MATRIX_NOT_INTEGER, MATRIX_NOT_LISTED, MATRIX_SLOPE_ELSEWHERE };
enum { MATRIX_CONFIRMS = 1 << 20, MATRIX_AGAIN }; /* instead of what was returned: see below */

/* What the function knows: `user` of the problem. */
typedef struct {
    const matrix_space *space;
    const matrix_fault *fault;
    matrix_log         *log;
    matrix_slopes       slopes;
    uint64_t            stop_at, interrupt_at; /* calls; 0: never                        */
    volatile int       *interrupt;
    int                 dies;  /* in a worker of its own: points that fail take it along */
    int                 parent; /* the process that must not die                         */
    int                 serial; /* calls come one after the other, in this process       */
} matrix_user;

matrix_log *matrix_log_new(void); /* NULL: no memory */
void        matrix_log_reset(matrix_log *log, const matrix_space *s);
/* Calls that are kept, and their parts; numbers from 0. */
uint64_t      matrix_log_count(const matrix_log *log);
const double *matrix_log_x(const matrix_log *log, uint64_t call);
double        matrix_log_f(const matrix_log *log, uint64_t call);
const double *matrix_log_c(const matrix_log *log, uint64_t call);
int           matrix_log_said(const matrix_log *log, uint64_t call);
/* That call was the answer once more. */
void matrix_log_confirms(matrix_log *log, uint64_t call);
/* That call took the place of the last one before it at the same point; 0: there is none. */
int matrix_log_again(matrix_log *log, uint64_t call);
/* 1: a part of the search, neither its end nor the answer once more. */
int matrix_log_counts(const matrix_log *log, uint64_t call);
int           matrix_observe(void *user, const double *x, double *f, double *g, double *h);
int           matrix_observe_batch(void *user, const double *x, size_t count, double *f, double *g,
                                   double *h);
int   matrix_observe_slopes(void *user, const double *x, double *df, double *dg, double *dh);
void *matrix_observe_clone(const void *user);
void  matrix_observe_drop(void *clone);

/* --- settings -------------------------------------------------------------------------------- */

/* What a search is asked to do. */
typedef struct {
    heco_run_options run;
    matrix_slopes    slopes;
    uint64_t         stop_at, interrupt_at, watch_at, progress_at;
    int              timed; /* the clock decides: no two searches are alike              */
    double           start[MATRIX_MAX_STARTS * MATRIX_MAX_N];
    char             text[2][160];
    const char      *set[2];
    uint64_t         checkpoint[5];
} matrix_setting;

size_t      matrix_setting_count(void);
const char *matrix_setting_name(size_t index);
void        matrix_setting_make(matrix_setting *out, size_t index, const heco_algorithm *algorithm,
                                const matrix_space *s, uint64_t budget, uint64_t seed);

/* --- ways ------------------------------------------------------------------------------------ */

typedef struct matrix_way matrix_way;
/* How a search ended, copied out of the library's objects. */
typedef struct {
    heco_status  status;
    heco_error   error;
    int          answered;   /* there is a result                                        */
    heco_outcome outcome;
    double       x[MATRIX_MAX_N], c[MATRIX_MAX_C];
    int          reproduced; /* -2: nobody evaluated it again                            */
    int          loose;      /* workers died, points may have been tried twice           */
    size_t       checkpoints;
    double       checkpoint_f[5], checkpoint_viol[5];
    char         wrong[300]; /* what the way itself found wrong; "": nothing             */
} matrix_result;

/* All that a way needs. */
typedef struct {
    const heco_algorithm *algorithm;
    const matrix_space   *space;
    const matrix_setting *setting;
    matrix_user          *user;
    const char           *folder; /* for journals                                        */
} matrix_search;

const matrix_way *matrix_way_at(size_t index); /* NULL past the end; the first is the plain one */
const char       *matrix_way_name(const matrix_way *way);
/* 1: this setting can be run that way. */
int matrix_way_takes(const matrix_way *way, const matrix_setting *setting, const matrix_fault *f);
/* 1: the calls come in the order of the rows. */
int  matrix_way_is_serial(const matrix_way *way);
void matrix_way_run(const matrix_way *way, const matrix_search *search, matrix_result *out);

/* --- verdict --------------------------------------------------------------------------------- */

/* Mean violation as documented; infinite where a value is not finite. */
double matrix_violation(const heco_space *s, const double *c);
/* "" where the result is what the list of calls says; else what is wrong, in one line. */
void matrix_judge(const matrix_search *search, const matrix_result *result, int serial,
                  char text[300]);
/* The same of two searches that must be the same, bit by bit. `ordered`: so must the order of their
 * calls. */
void matrix_compare(const matrix_log *logs[2], const matrix_result results[2], int ordered,
                    char text[300]);

/* --- cells ----------------------------------------------------------------------------------- */

typedef struct {
    size_t   algorithm, space, fault, setting, way;
    uint64_t budget, seed;
} matrix_cell;

typedef struct {
    uint64_t cells, searches, refused, evaluations, faults, findings;
} matrix_counts;

typedef struct {
    matrix_log   *log[2];
    char          folder[200];
    matrix_counts counts;
    FILE         *out;
    int           talks; /* says what every search gave                                  */
} matrix_desk;

void matrix_cell_text(const matrix_cell *cell, char *text, size_t size);
void matrix_cell_run(matrix_desk *desk, const matrix_cell *cell);

/* --- numbers --------------------------------------------------------------------------------- */

static inline uint64_t matrix_mix(uint64_t z) { /* splitmix64 */
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static inline uint64_t matrix_hash(uint64_t hash, const void *data, size_t size) { /* FNV-1a */
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}
static const uint64_t MATRIX_HASH = 0xcbf29ce484222325u;
static inline double  matrix_uniform(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

#endif
