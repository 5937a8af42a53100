/* Seconds on a clock that never goes back. Only for limits and reports, never for results. */
#ifndef HECO_BASE_CLOCK_H
#define HECO_BASE_CLOCK_H
double heco_clock(void);
#endif
