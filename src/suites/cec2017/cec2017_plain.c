/* The suite's formulas for any machine: two points at a time. */
#define CEC2017_KERNELS heco_cec2017_plain
#define CEC2017_KERNELS_NAME "plain"
#include "suites/cec2017/cec2017_kernels.h"
