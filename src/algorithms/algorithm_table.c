/* The list of all algorithms: one row each. The build, `heco list`, the option pages and the
 * conformance tests read it. */
#include "algorithms/algorithm_table.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"

static const heco_algorithm *const algorithm_table[] = {
#define X(name) &heco_algorithm_##name,
    HECO_ALGORITHM_LIST(X)
#undef X
};

enum { ALGORITHM_COUNT = sizeof algorithm_table / sizeof algorithm_table[0] };

const heco_algorithm *heco_algorithm_at(size_t index) {
    return index < ALGORITHM_COUNT ? algorithm_table[index] : NULL;
}

const heco_algorithm *heco_algorithm_default(void) { return &heco_algorithm_heco_de; }

const heco_algorithm *heco_algorithm_find(const char *name, heco_error *error) {
    const char *names[ALGORITHM_COUNT];
    for (size_t i = 0; i < ALGORITHM_COUNT; i++) {
        names[i] = algorithm_table[i]->name;
        if (strcmp(names[i], name) == 0) return algorithm_table[i];
    }
    char near[200];
    heco_text_nearest(near, sizeof near, name, names, ALGORITHM_COUNT);
    heco_fail(error, HECO_ERR_NAME, "there is no algorithm '%s': did you mean %s?", name, near);
    return NULL;
}
