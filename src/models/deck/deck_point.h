/* One point of a deck: a folder, a command, and the values that it wrote. */
#ifndef HECO_MODELS_DECK_DECK_POINT_H
#define HECO_MODELS_DECK_DECK_POINT_H

#include <limits.h>
#include <stdatomic.h>

#include "models/deck/deck.h"
#include "models/exec/orphan_reaper.h"

/* How points are evaluated. Nothing changes after opening except the counters. */
typedef struct {
    heco_deck           deck;
    const heco_problem *problem;
    double              timeout; /* seconds; 0: none                                        */
    uint64_t            memory;  /* bytes; 0: no limit                                      */
    heco_orphan_reaper  reaper;  /* ends the commands if the host is killed                 */
    atomic_ullong       next;    /* number of the next folder                               */
    atomic_ullong       kept;    /* folders of failed points that stay                      */
    heco_stop_fn        should_stop;
    void               *context;
} heco_deck_runner;

typedef enum {
    HECO_DECK_DONE,    /* the values are written                                            */
    HECO_DECK_PARTIAL, /* the command stopped early: f and other values may be NAN          */
    HECO_DECK_FAILED,  /* `why` says why                                                     */
    HECO_DECK_LATE,    /* likewise: the command took too long                                */
    HECO_DECK_STOPPED  /* the caller wants to stop                                           */
} heco_deck_end;

/* Evaluates x: writes 1 + ng + nh values in the order of the outputs. `why` has room for `size`
 * characters. */
heco_deck_end heco_deck_point(heco_deck_runner *r, const double *x, double *values, char *why,
                              size_t size);

#endif
