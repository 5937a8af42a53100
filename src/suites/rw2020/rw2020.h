/* rw2020: the 57 real-world problems of the CEC 2020 competition on constrained optimisation.
 *
 *   rw2020_process.c     RC01 to RC14: chemical processes, process synthesis
 *   rw2020_machines.c    RC15 to RC21, RC25, RC28 to RC32: machine elements
 *   rw2020_gears.c       RC22, RC23, RC26: gear trains, pulley
 *   rw2020_structures.c  RC24, RC27, RC33: gripper, truss, topology
 *   rw2020_power.c       RC34 to RC43: power systems
 *   rw2020_energy.c      RC44 to RC50: wind park, inverters
 *   rw2020_feed.c        RC51 to RC57: feed rations
 *   rw2020_data.c        number tables of the last four groups
 */
#ifndef HECO_SUITES_RW2020_RW2020_H
#define HECO_SUITES_RW2020_RW2020_H

#include <math.h>
#include <stddef.h>

#include "base/arena.h"
#include "heco/suite.h"

#define RW2020_PI 3.14159265358979323846

static inline double sq(double a) { return a * a; }
static inline double cube(double a) { return a * a * a; }
/* Returns the entry of a table that x numbers, counted from 1. A number beside the table, of a point
 * outside of the box, takes one of its ends. */
static inline double rw2020_entry(const double *table, int count, double x) {
    return table[(int)fmin(fmax(round(x), 1.0), count) - 1];
}

/* The number tables that a problem reads. */
typedef enum {
    RW2020_NONE,
    RW2020_PS1,
    RW2020_PS2,
    RW2020_PS11,
    RW2020_FEED,
    RW2020_DAIRY
} rw2020_data;

/* The arguments of an evaluation that are not x. */
typedef struct {
    int           variant;  /* which of the problems that share an evaluation function this is */
    const double *table[5]; /* the tables of the problem's data; see rw2020_data.c             */
} rw2020_user;

enum {
    RW2020_PS2_BUSES = 38, /* of RC35, RC36 and RC40 to RC43                             */
    RW2020_LINES     = 37, /* of ps14_lines.csv                                          */
    RW2020_FEEDS     = 59, /* columns of feed.csv                                        */
    RW2020_DAIRIES   = 64  /* columns of dairy.csv                                       */
};

/* The evaluation functions: one per problem, or per group of problems that differ in numbers. */
#define RW2020_EVALUATIONS(HECO_X) \
    HECO_X(rc01) \
    HECO_X(rc02) HECO_X(rc03) HECO_X(rc04) HECO_X(rc05) HECO_X(rc06) HECO_X(rc07) HECO_X(rc08) \
        HECO_X(rc09) HECO_X(rc10) HECO_X(rc11) HECO_X(rc12) HECO_X(rc13) HECO_X(rc14) HECO_X(rc15) \
            HECO_X(rc16) HECO_X(rc17) HECO_X(rc18) HECO_X(rc19) HECO_X(rc20) HECO_X(rc21) \
                HECO_X(rc22) HECO_X(rc23) HECO_X(rc24) HECO_X(rc25) HECO_X(rc26) HECO_X(rc27) \
                    HECO_X(rc28) HECO_X(rc29) HECO_X(rc30) HECO_X(rc31) HECO_X(rc32) HECO_X(rc33) \
                        HECO_X(rc34) HECO_X(generation) HECO_X(power_flow) HECO_X(microgrid) \
                            HECO_X(rc44) HECO_X(inverter) HECO_X(beef) HECO_X(dairy)
#define HECO_X(id) \
    int heco_rw2020_##id(void *user, const double *x, double *f, double *g, double *h);
RW2020_EVALUATIONS(HECO_X)
#undef HECO_X

/* Reads the tables of `data` from the folder `dir` into user->table, for the named problem. */
heco_status heco_rw2020_read(rw2020_user *user, const char *problem, rw2020_data data,
                             const char *dir, heco_arena *arena, heco_error *error);
/* heco_data_verify() and heco_data_import() of the suite. */
heco_status heco_rw2020_verify(const char *dir, heco_data_report_fn report, void *user,
                               heco_error *error);
heco_status heco_rw2020_import(const char *from, const char *to, heco_data_report_fn report,
                               void *user, heco_error *error);

#endif
