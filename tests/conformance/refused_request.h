/* One memory request of many fails: the one with the number given to expect_failure. */
#ifndef REFUSED_REQUEST_H
#define REFUSED_REQUEST_H

static long requests;     /* so far                                     */
static long fail_at = -1; /* the request that fails, from 0; -1: none   */

static int refuse(void) { return requests++ == fail_at; }

#include "refused_memory.h"

static void expect_failure(long at) {
    requests = 0;
    fail_at  = at;
}

#endif
