/* One memory request of many fails: the one with the number given to expect_failure. */
#ifndef REFUSED_REQUEST_H
#define REFUSED_REQUEST_H

#include <unistd.h>

static long  requests;     /* so far                                     */
static long  fail_at = -1; /* the request that fails, from 0; -1: none   */
static pid_t fail_in;      /* in coverage builds the process where       */

static int refuse(void) {
#ifdef HECO_COVERAGE /* gcov writes its counts before a child ends, and does not check its memory */
    if (fail_in != getpid()) return 0;
#endif
    return requests++ == fail_at;
}

#include "refused_memory.h"

static void expect_failure(long at) {
    requests = 0;
    fail_at  = at;
    fail_in  = getpid();
}

#endif
