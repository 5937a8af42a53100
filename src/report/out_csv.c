/* The header holds the column names; a missing value is an empty field. */
#include "base/csv.h"
#include "report/table.h"

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
            if (cell->kind == HECO_CELL_TEXT)
                heco_csv_put(file, cell->text);
            else
                fputs(heco_table_print_exact(cell, buffer), file);
        }
        putc('\n', file);
    }
    return HECO_OK;
}
