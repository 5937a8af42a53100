/* Words for how a run ended. */
#include "heco/run.h"

#include <math.h>
#include <string.h>

const char *heco_stop_text(heco_stop stop) {
    switch (stop) {
#define HECO_X(name, text) \
    case HECO_STOP_##name: return text;
        HECO_STOP_LIST(HECO_X)
#undef HECO_X
    }
    return "unknown";
}

heco_stop heco_stop_parse(const char *text) {
#define HECO_X(name, word) \
    if (strcmp(text, word) == 0) return HECO_STOP_##name;
    HECO_STOP_LIST(HECO_X)
#undef HECO_X
    if (strcmp(text, "algorithm") == 0) return HECO_STOP_ALGORITHM; /* of older files */
    return HECO_STOP_UNKNOWN;
}

const char *heco_found_text(heco_found found) {
    switch (found) {
    case HECO_FOUND_NONE: return "none";
    case HECO_FOUND_INFEASIBLE: return "infeasible";
    case HECO_FOUND_FEASIBLE: return "feasible";
    }
    return "unknown";
}

heco_found heco_found_of(double f, double viol) {
    if (!isfinite(f) || !isfinite(viol)) return HECO_FOUND_NONE;
    return viol == 0.0 ? HECO_FOUND_FEASIBLE : HECO_FOUND_INFEASIBLE;
}
