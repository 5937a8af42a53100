/* Any bytes as the lines of an exec: program: nothing is read or written out of bounds, and what
 * is accepted is what it claims to be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "fuzz_input.h"
#include "models/exec/exec_answer.h"
#include "models/exec/exec_header.h"

static void try_line(const char *line) {
    char                 why[HECO_EXEC_WHY];
    heco_exec_sizes      sizes;
    heco_exec_variable   variable;
    heco_exec_answer     answer;
    heco_exec_constraint constraint;
    heco_arena           arena;
    double               values[3] = {0, 0, 0};
    if (heco_exec_parse_sizes(line, &sizes, why))
        check(sizes.n > 0 && sizes.n <= 1000000 && sizes.tolerance >= 0.0);
    else
        check(memchr(why, 0, sizeof why) != NULL);
    heco_arena_init(&arena);
    if (heco_exec_parse_variable(line, &variable, &arena, why)) {
        const heco_choice *c = &variable.choice;
        check(variable.lower <= variable.upper); /* either may be infinite */
        check(memchr(variable.name, 0, sizeof variable.name) != NULL);
        check(memchr(variable.unit, 0, sizeof variable.unit) != NULL);
        for (size_t i = 0; i < c->count; i++) {
            check(c->values[i] >= variable.lower && c->values[i] <= variable.upper);
            check(c->unordered || i == 0 || c->values[i - 1] < c->values[i]);
            check(c->labels == NULL || strlen(c->labels[i]) < HECO_EXEC_LABEL);
        }
        char   point[2 * HECO_NUMBER_TEXT];
        double x = variable.has_start ? variable.start : variable.lower;
        check(heco_exec_write_point(point, 1, &x, 1, c) <= sizeof point);
        if (variable.has_start)
            check(variable.start >= variable.lower && variable.start <= variable.upper);
    }
    heco_arena_release(&arena);
    if (heco_exec_parse_constraint(line, &constraint, why)) {
        check(constraint.sense != 0 && isfinite(constraint.bound));
        check(heco_exec_is_constraint(line));
        check(memchr(constraint.name, 0, sizeof constraint.name) != NULL);
    }
    for (size_t count = 1; count <= 3; count++)
        if (heco_exec_parse_answer(line, &answer, values, count, why) && !answer.ok)
            check(answer.words != NULL && strlen(answer.words) <= strlen(line));
    double want, value = 0.0;
    char  *end;
    want   = strtod(line, &end);
    int ok = end != line && *end == '\0';
    check(heco_number_read(line, strlen(line), &value) == ok);
    check(!ok || isnan(want) || memcmp(&want, &value, sizeof want) == 0);
    for (size_t size = 4; size < 40; size += 7) {
        char quoted[40];
        heco_exec_quote(quoted, size, line, strlen(line));
        check(strlen(quoted) < size);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char *text = malloc(size + 1); /* exactly so long, so that a byte too far is seen */
    if (text == NULL) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *line = text, *end; line != NULL; line = end) {
        end = memchr(line, '\n', size - (size_t)(line - text));
        if (end != NULL) *end++ = '\0';
        try_line(line);
    }
    free(text);
    return 0;
}
