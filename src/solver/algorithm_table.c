/* The list of all algorithms: one row each. The build, `heco list`, the option pages and the
 * conformance tests read it. */
#include "solver/algorithm_table.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"

static const heco_algorithm *const algorithm_table[] = {
#define HECO_X(file) &heco_algorithm_##file,
    HECO_ALGORITHM_LIST(HECO_X)
#undef HECO_X
};

enum { ALGORITHM_COUNT = sizeof algorithm_table / sizeof algorithm_table[0] };

const heco_algorithm *heco_algorithm_at(size_t index) {
    return index < ALGORITHM_COUNT ? algorithm_table[index] : NULL;
}

const heco_algorithm *heco_algorithm_default(void) { return &heco_algorithm_auto; }

const heco_algorithm *heco_algorithm_find(const char *name, heco_error *error) {
    const char *names[ALGORITHM_COUNT];
    for (size_t i = 0; i < ALGORITHM_COUNT; i++) {
        names[i] = algorithm_table[i]->name;
        if (strcmp(names[i], name) == 0) return algorithm_table[i];
    }
    heco_fail_name(error, name, names, ALGORITHM_COUNT, "an algorithm");
    return NULL;
}
