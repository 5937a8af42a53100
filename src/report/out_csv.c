/* Writes a table as CSV. The header holds the column names; a missing value is an empty field. */
#include <string.h>

#include "base/text.h"
#include "report/table.h"

/* A spreadsheet takes a text that begins with one of these characters for a formula, unless it
 * follows an apostrophe. A sign alone is no formula. */
static void out_csv_text(FILE *file, const char *text) {
    if (text[0] == '\0' || text[1] == '\0' || strchr("=+-@\t\r", text[0]) == NULL) {
        heco_csv_put(file, text);
        return;
    }
    fputs("\"'", file);
    heco_text_write(file, text, '"');
    putc('"', file);
}

heco_status heco_out_csv(const heco_table *table, FILE *file) {
    char   buffer[HECO_TABLE_CELL_SIZE];
    size_t columns = heco_table_columns(table), rows = heco_table_rows(table);
    for (size_t j = 0; j < columns; j++) {
        if (j > 0) putc(',', file);
        heco_csv_put(file, heco_table_column(table, j)->name);
    }
    putc('\n', file);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            const heco_cell *cell = heco_table_cell(table, i, j);
            if (j > 0) putc(',', file);
            if (cell->kind == HECO_CELL_TEXT) out_csv_text(file, cell->text);
            else fputs(heco_table_print_exact(cell, buffer), file);
        }
        putc('\n', file);
    }
    return HECO_OK;
}
