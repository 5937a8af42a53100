/* The suite's formulas with the C library's sine, cosine and exponential: right for points
 * however far outside the box, and a check on the other versions. */
#define HECO_VMATH_LIBM
#define CEC2017_KERNELS heco_cec2017_libm
#define CEC2017_KERNELS_NAME "libm"
#include "suites/cec2017/cec2017_kernels.h"
