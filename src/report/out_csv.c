/* Comma-separated values as in RFC 4180, but with plain newlines. The header holds the
 * column names; a missing value is an empty field. */
#include <string.h>

#include "report/table.h"

static void out_csv_text(const char *text, FILE *file) {
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, file);
        return;
    }
    putc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"') putc('"', file);
        putc(*text, file);
    }
    putc('"', file);
}

heco_status heco_out_csv(const heco_table *table, FILE *file) {
    char   buffer[HECO_TABLE_CELL_SIZE];
    size_t columns = heco_table_columns(table), rows = heco_table_rows(table);
    for (size_t j = 0; j < columns; j++) {
        if (j > 0) putc(',', file);
        out_csv_text(heco_table_column(table, j)->name, file);
    }
    putc('\n', file);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            const heco_cell *cell = heco_table_cell(table, i, j);
            if (j > 0) putc(',', file);
            if (cell->kind == HECO_CELL_TEXT)
                out_csv_text(cell->text, file);
            else
                fputs(heco_table_print_exact(cell, buffer), file);
        }
        putc('\n', file);
    }
    return HECO_OK;
}
