/* One JSON document: title, notes, rows as objects with the column names. What JSON has no
 * number for (missing, infinite) is null. */
#include <math.h>

#include "report/table.h"

static void out_json_text(const char *text, FILE *file) {
    putc('"', file);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
        else if (c < 0x20) fprintf(file, "\\u%04x", c);
        else putc(c, file);
    }
    putc('"', file);
}

static void out_json_cell(const heco_cell *cell, FILE *file) {
    char buffer[HECO_TABLE_CELL_SIZE];
    int  infinite = cell->kind == HECO_CELL_REAL && !isfinite(cell->real);
    if (cell->kind == HECO_CELL_TEXT) out_json_text(cell->text, file);
    else if (cell->kind == HECO_CELL_NONE || infinite) fputs("null", file);
    else fputs(heco_table_print_exact(cell, buffer), file);
}

heco_status heco_out_json(const heco_table *table, FILE *file) {
    size_t      columns = heco_table_columns(table), rows = heco_table_rows(table);
    const char *note;
    fputs("{\n  \"schema\": \"heco-table/1\",\n  \"title\": ", file);
    out_json_text(heco_table_title(table), file);
    fputs(",\n  \"notes\": [", file);
    for (size_t i = 0; (note = heco_table_note_at(table, i)) != NULL; i++) {
        if (i > 0) fputs(", ", file);
        out_json_text(note, file);
    }
    fputs("],\n  \"rows\": [", file);
    for (size_t i = 0; i < rows; i++) {
        fputs(i > 0 ? ",\n    {" : "\n    {", file);
        for (size_t j = 0; j < columns; j++) {
            if (j > 0) fputs(", ", file);
            out_json_text(heco_table_column(table, j)->name, file);
            fputs(": ", file);
            out_json_cell(heco_table_cell(table, i, j), file);
        }
        putc('}', file);
    }
    fputs(rows > 0 ? "\n  ]\n}\n" : "]\n}\n", file);
    return HECO_OK;
}
