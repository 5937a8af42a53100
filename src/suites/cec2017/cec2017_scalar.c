/* The suite's formulas with the sine, cosine and exponential of base/elementary.h: right for points
 * however far outside the box, and a check on the other versions. */
#define HECO_VMATH_SCALAR
#define CEC2017_KERNELS heco_cec2017_scalar
#define CEC2017_KERNELS_NAME "scalar"
#include "suites/cec2017/cec2017_kernels.h"
