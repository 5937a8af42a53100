/* The suite's formulas for machines with AVX2: four points at a time. */
#define HECO_VECTOR_AVX2
#define CEC2017_KERNELS heco_cec2017_avx2
#define CEC2017_KERNELS_NAME "avx2"
#include "suites/cec2017/cec2017_kernels.h"
