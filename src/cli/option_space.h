/* The options of an algorithm as a parameter space for irace and SMAC. */
#ifndef HECO_CLI_OPTION_SPACE_H
#define HECO_CLI_OPTION_SPACE_H

#include <stdio.h>

#include "heco/algorithm.h"

/* A tuning range of a number. Ranges of validity are far too wide to tune in, so the range is the
 * default divided and multiplied by 10, within the range of validity. */
typedef struct {
    double low, high, start; /* start is the default, or the middle if that is automatic       */
    int    log;              /* 1: searched on a logarithmic scale                            */
} option_space_range;
option_space_range option_space_of(const heco_option *option);

/* Prints the options as a file for `tuner`, "irace" or "smac". */
void option_space_print(FILE *out, const heco_algorithm *algorithm, const char *tuner);

#endif
