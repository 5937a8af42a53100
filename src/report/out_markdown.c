/* Writes a pipe table with the best value of a column in bold and footnotes as paragraphs below. */
#include <string.h>

#include "report/table.h"

/* Prints text with the special characters of Markdown escaped. */
static void out_markdown_text(const char *text, FILE *file) {
    for (; *text != '\0'; text++) {
        if (strchr("|*_\\<", *text) != NULL) putc('\\', file); /* < would begin HTML */
        putc(*text, file);
    }
}

static void out_markdown_cell(const heco_cell *cell, const heco_column *column, FILE *file) {
    char buffer[HECO_TABLE_CELL_SIZE];
    fputs(cell->mark ? " **" : " ", file);
    out_markdown_text(heco_table_print_cell(cell, column, buffer), file);
    fputs(cell->mark ? "** |" : " |", file);
}

heco_status heco_out_markdown(const heco_table *t, FILE *file) {
    size_t columns = heco_table_columns(t), rows = heco_table_rows(t);
    if (heco_table_title(t)[0] != '\0') {
        out_markdown_text(heco_table_title(t), file);
        fputs("\n\n", file);
    }
    putc('|', file);
    for (size_t j = 0; j < columns; j++) {
        putc(' ', file);
        out_markdown_text(heco_table_column(t, j)->title, file);
        fputs(" |", file);
    }
    fputs("\n|", file);
    for (size_t j = 0; j < columns; j++)
        fputs(heco_table_column_is_text(t, j) ? " --- |" : " ---: |", file);
    putc('\n', file);
    for (size_t i = 0; i < rows; i++) {
        putc('|', file);
        for (size_t j = 0; j < columns; j++)
            out_markdown_cell(heco_table_cell(t, i, j), heco_table_column(t, j), file);
        putc('\n', file);
    }
    const char *note;
    for (size_t i = 0; (note = heco_table_footnote_at(t, i)) != NULL; i++) {
        putc('\n', file);
        out_markdown_text(note, file);
        putc('\n', file);
    }
    return HECO_OK;
}
