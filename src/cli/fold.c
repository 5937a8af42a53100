/* Texts on a terminal that is narrower than their lines. */
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"

enum { FOLD_INDENT = 2 }; /* columns of indent of the rest of a line without a label */

/* Returns the indent of the rest of a line: the column after its first label, which at least two
 * spaces separate from the text, if that is in the left half. */
static int fold_indent(const char *line, size_t length, int columns) {
    size_t i = 0;
    while (i < length && line[i] == ' ') i++;
    int margin = (int)i;
    for (; i + 1 < length; i++) {
        if (line[i] != ' ' || line[i + 1] != ' ') continue;
        while (i < length && line[i] == ' ') i++;
        int indent = (int)heco_text_columns(line, i);
        return indent <= columns / 2 ? indent : margin + FOLD_INDENT;
    }
    return margin + FOLD_INDENT;
}

/* Returns the number of bytes of the line that fit into `columns`, up to the end of a word after
 * byte `from`; a longer word is not broken. */
static size_t fold_fit(const char *line, size_t from, size_t length, int columns) {
    size_t fit = 0;
    for (size_t i = from; i <= length; i++) {
        if (i < length && line[i] != ' ') continue;
        if (i > from && line[i - 1] == ' ') continue;
        if (fit > 0 && (int)heco_text_columns(line, i) > columns) break;
        if (i > from) fit = i;
    }
    return fit > 0 ? fit : length;
}

static void fold_line(FILE *out, const char *line, size_t length, int columns) {
    int    indent = fold_indent(line, length, columns), width = columns;
    size_t margin = strspn(line, " ");
    if (margin > length) margin = length;
    while ((int)heco_text_columns(line, length) > width) {
        size_t fit = fold_fit(line, margin, length, width);
        fprintf(out, "%.*s\n", (int)fit, line);
        while (fit < length && line[fit] == ' ') fit++;
        line += fit, length -= fit;
        if (length == 0) return;
        fprintf(out, "%*s", indent, "");
        width = columns - indent, margin = 0;
    }
    fprintf(out, "%.*s\n", (int)length, line);
}

void fold_write(FILE *out, const char *text, int columns) {
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fold_line(out, line, length, columns);
        line += length + (line[length] == '\n');
    }
}

FILE *fold_open(fold *f, FILE *to, int descriptor) {
    *f      = (fold){.to = to, .columns = terminal_columns(descriptor, 0)};
    f->copy = f->columns > 0 ? heco_os_memory_open(&f->text, &f->size) : NULL;
    return f->copy != NULL ? f->copy : to;
}

int fold_close(fold *f) {
    int failed = f->copy != NULL && heco_os_memory_close(f->copy, &f->text, &f->size) == NULL;
    if (f->copy != NULL && !failed) fold_write(f->to, f->text, f->columns);
    free(f->text);
    return failed ? -1 : 0;
}
