/* A monotonic clock in seconds. It serves limits and reports; no result depends on it. */
#ifndef HECO_BASE_CLOCK_H
#define HECO_BASE_CLOCK_H
double heco_clock(void);
#endif
