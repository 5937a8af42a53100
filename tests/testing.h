/* What every cmocka test includes, and a few assertions on doubles. */
#ifndef HECO_TESTING_H
#define HECO_TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_double(a, b) assert_memory_equal(&(double){(a)}, &(double){(b)}, sizeof(double))
#define assert_near(a, b, tol)                                                                     \
    do {                                                                                           \
        double near_a = (a), near_b = (b);                                                         \
        if (!(fabs(near_a - near_b) <= (tol)))                                                     \
            fail_msg("%s = %.17g, expected %.17g within %g", #a, near_a, near_b, (double)(tol));   \
    } while (0)
#define assert_text(error, part)                                                                   \
    do {                                                                                           \
        if (strstr((error), (part)) == NULL) fail_msg("no \"%s\" in \"%s\"", (part), (error));     \
    } while (0)

#endif
