/* The sizes of what libheco shares with its callers. */
#include "heco/common.h"

#include <string.h>

#include "heco/algorithm.h"
#include "heco/answer.h"
#include "heco/journal.h"
#include "heco/run.h"

/* clang-format off */
#define LAYOUT_LIST(HECO_X) \
    HECO_X(heco_error) HECO_X(heco_space) HECO_X(heco_choice) HECO_X(heco_linear) \
    HECO_X(heco_constraint_form) HECO_X(heco_constraint_report) HECO_X(heco_failures) \
    HECO_X(heco_problem) HECO_X(heco_batch) HECO_X(heco_option) HECO_X(heco_setup) \
    HECO_X(heco_algorithm) HECO_X(heco_member_value) HECO_X(heco_evaluator_options) \
    HECO_X(heco_backend) HECO_X(heco_answer) HECO_X(heco_outcome) HECO_X(heco_progress) \
    HECO_X(heco_run_options) \
    HECO_X(heco_result) HECO_X(heco_minimize_options) HECO_X(heco_runs_options) \
    HECO_X(heco_runs_row) HECO_X(heco_runs_summary) HECO_X(heco_journal_info) \
    HECO_X(heco_journal_variable) HECO_X(heco_journal_constraint) HECO_X(heco_journal_point) \
    HECO_X(heco_price) HECO_X(heco_known) HECO_X(heco_noise)
/* clang-format on */

size_t heco_layout_size(const char *type) {
    static const struct {
        const char *type;
        size_t      size;
    } table[] = {
#define HECO_X(name) {#name, sizeof(name)},
        LAYOUT_LIST(HECO_X)
#undef HECO_X
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].type, type) == 0) return table[i].size;
    return 0;
}
