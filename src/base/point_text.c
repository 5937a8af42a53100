#include "base/point_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t heco_number_text(char out[HECO_NUMBER_TEXT], double value) {
    /* Most numbers of a search need all 17 digits, most numbers that people type at most 15. */
    static const int digits[] = {15, 16, 17};
    int              length   = 0;
    for (size_t i = 0; i < 3; i++) {
        length = snprintf(out, HECO_NUMBER_TEXT, "%.*g", digits[i], value);
        if (!isfinite(value) || strtod(out, NULL) == value) break;
    }
    return (size_t)length;
}

void heco_point_text(char *out, size_t size, const double *x, size_t n, const char *const *names) {
    static const char rest[] = ", ...)";
    size_t            used   = (size_t)snprintf(out, size, "(");
    for (size_t j = 0; j < n; j++) {
        char number[HECO_NUMBER_TEXT], item[120];
        heco_number_text(number, x[j]);
        int named = names != NULL && names[j] != NULL;
        int width = snprintf(item, sizeof item, "%s%.60s%s%s", j > 0 ? ", " : "",
                             named ? names[j] : "", named ? " = " : "", number);
        if (used + (size_t)width + sizeof rest > size) {
            snprintf(out + used, size - used, "%s", rest);
            return;
        }
        memcpy(out + used, item, (size_t)width + 1);
        used += (size_t)width;
    }
    snprintf(out + used, size - used, ")");
}
