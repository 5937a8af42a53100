/* Writes a table as one JSON document: title, notes, rows as objects with the column names. Missing
 * and infinite values are null. */
#include <math.h>

#include "base/json.h"
#include "report/table.h"

static void out_json_cell(heco_json *j, const char *name, const heco_cell *cell) {
    char buffer[HECO_TABLE_CELL_SIZE];
    int  infinite = cell->kind == HECO_CELL_REAL && !isfinite(cell->real);
    if (cell->kind == HECO_CELL_TEXT) heco_json_text(j, name, cell->text);
    else if (cell->kind == HECO_CELL_NONE || infinite) heco_json_printed(j, name, "null");
    else heco_json_printed(j, name, heco_table_print_exact(cell, buffer));
}

heco_status heco_out_json(const heco_table *table, FILE *file) {
    size_t      columns = heco_table_columns(table), rows = heco_table_rows(table);
    heco_json   j = {.file = file};
    const char *note;
    heco_json_open(&j, NULL, '{');
    heco_json_text(&j, "schema", "heco-table/1");
    heco_json_text(&j, "title", heco_table_title(table));
    heco_json_open_line(&j, "notes", '[');
    for (size_t i = 0; (note = heco_table_footnote_at(table, i)) != NULL; i++)
        heco_json_text(&j, NULL, note);
    heco_json_close(&j);
    heco_json_open(&j, "rows", '[');
    for (size_t i = 0; i < rows; i++) {
        heco_json_open_line(&j, NULL, '{');
        for (size_t k = 0; k < columns; k++)
            out_json_cell(&j, heco_table_column(table, k)->name, heco_table_cell(table, i, k));
        heco_json_close(&j);
    }
    heco_json_close(&j);
    heco_json_close(&j);
    return HECO_OK;
}
