/* The interface of a table to its writers. Each format is one out_<format>.c and one row in
 * format_table.c. A writer need not check `file` for errors: its caller does. */
#ifndef HECO_REPORT_TABLE_H
#define HECO_REPORT_TABLE_H

#include "heco/report.h"

enum { HECO_TABLE_CELL_SIZE = 64 };

/* Prints the cell for a reader; `buffer` holds HECO_TABLE_CELL_SIZE bytes. */
const char *heco_table_print_cell(const heco_cell *cell, const heco_column *column, char *buffer);
/* Prints the number with 17 significant digits; "" for a cell without a number. */
const char *heco_table_print_exact(const heco_cell *cell, char *buffer);
/* Returns 1 for a column that contains text, which is left-aligned. */
int heco_table_column_is_text(const heco_table *table, size_t column);

/* Adds a drawing in LaTeX, which the LaTeX writer prints below the table. */
void heco_table_drawing(heco_table *table, const char *latex);
/* Returns a drawing by number; NULL past the end. */
const char *heco_table_drawing_at(const heco_table *table, size_t index);
/* Writes text with the special characters of LaTeX escaped, and control characters as '?'. */
void heco_latex_write(FILE *out, const char *text);

typedef heco_status (*heco_table_writer)(const heco_table *table, FILE *file);
heco_status heco_out_text(const heco_table *table, FILE *file);
heco_status heco_out_markdown(const heco_table *table, FILE *file);
heco_status heco_out_csv(const heco_table *table, FILE *file);
heco_status heco_out_json(const heco_table *table, FILE *file);
heco_status heco_out_latex(const heco_table *table, FILE *file);

#endif
