/* Writes aligned columns for a terminal: text to the left, numbers to the right, the best value
 * marked with a star. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/table.h"

static size_t out_text_width(const char *text) { return heco_text_columns(text, strlen(text)); }

static void out_text_repeat(char c, size_t count, FILE *file) {
    while (count-- > 0) putc(c, file);
}

typedef struct {
    size_t width;
    int    left;   /* a column of text                                                    */
    int    marked; /* 1 if each cell needs room for a star                               */
} out_text_column;

/* Fills `column`: alignment, width, and whether a cell is marked. */
static void out_text_measure(const heco_table *t, size_t j, out_text_column *column) {
    char buffer[HECO_TABLE_CELL_SIZE];
    column->left   = heco_table_column_is_text(t, j);
    column->marked = 0;
    column->width  = out_text_width(heco_table_column(t, j)->title);
    for (size_t i = 0; i < heco_table_rows(t); i++) {
        const heco_cell *cell = heco_table_cell(t, i, j);
        size_t width = out_text_width(heco_table_print_cell(cell, heco_table_column(t, j), buffer));
        if (width > column->width) column->width = width;
        column->marked |= cell->mark;
    }
}

/* Prints a cell with its padding. A mark takes one column; the last column gets no padding. */
static void out_text_cell(const char *text, int mark, const out_text_column *column, int last,
                          FILE *file) {
    size_t pad = column->width - out_text_width(text);
    if (!column->left) out_text_repeat(' ', pad, file);
    fputs(text, file);
    if (mark) putc('*', file);
    if (last) return;
    if (column->left) out_text_repeat(' ', pad, file);
    out_text_repeat(' ', 2 + (size_t)(column->marked && !mark), file);
}

static void out_text_lines(const heco_table *t, const out_text_column *columns, FILE *file) {
    size_t count = heco_table_columns(t), total = 0;
    char   buffer[HECO_TABLE_CELL_SIZE];
    for (size_t j = 0; j < count; j++) {
        out_text_cell(heco_table_column(t, j)->title, 0, columns + j, j + 1 == count, file);
        total += columns[j].width + (size_t)columns[j].marked + (j + 1 < count ? 2 : 0);
    }
    putc('\n', file);
    out_text_repeat('-', total, file);
    putc('\n', file);
    for (size_t i = 0; i < heco_table_rows(t); i++) {
        for (size_t j = 0; j < count; j++) {
            const heco_cell *cell = heco_table_cell(t, i, j);
            out_text_cell(heco_table_print_cell(cell, heco_table_column(t, j), buffer), cell->mark,
                          columns + j, j + 1 == count, file);
        }
        putc('\n', file);
    }
}

heco_status heco_out_text(const heco_table *t, FILE *file) {
    size_t           count   = heco_table_columns(t);
    out_text_column *columns = calloc(count + 1, sizeof *columns);
    if (columns == NULL) return HECO_ERR_MEMORY;
    for (size_t j = 0; j < count; j++) out_text_measure(t, j, columns + j);
    if (heco_table_title(t)[0] != '\0') fprintf(file, "%s\n\n", heco_table_title(t));
    out_text_lines(t, columns, file);
    const char *note;
    for (size_t i = 0; (note = heco_table_footnote_at(t, i)) != NULL; i++)
        fprintf(file, "%s%s\n", i == 0 ? "\n" : "", note);
    free(columns);
    return HECO_OK;
}
