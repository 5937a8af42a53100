/* Writes a LaTeX table environment that needs no package, then the drawings of the table. */
#include <string.h>

#include "report/table.h"

void heco_latex_write(FILE *out, const char *text) {
    static const char        special[] = "&%$#_{}~^\\";
    static const char *const escaped[] = {"\\&",
                                          "\\%",
                                          "\\$",
                                          "\\#",
                                          "\\_",
                                          "\\{",
                                          "\\}",
                                          "\\textasciitilde{}",
                                          "\\textasciicircum{}",
                                          "\\textbackslash{}"};
    for (; *text != '\0'; text++) {
        const char *at = strchr(special, *text);
        if (at != NULL) fputs(escaped[at - special], out);
        else putc((unsigned char)*text < ' ' ? '?' : *text, out);
    }
}

/* Math mode gives -1.5E+01 a proper minus sign. */
static void out_latex_cell(const heco_cell *cell, const heco_column *column, FILE *file) {
    char        buffer[HECO_TABLE_CELL_SIZE];
    const char *text = heco_table_print_cell(cell, column, buffer);
    int         negative =
        (cell->kind == HECO_CELL_REAL || cell->kind == HECO_CELL_INTEGER) && text[0] == '-';
    if (cell->mark) fputs("\\textbf{", file);
    if (negative) fputs("$-$", file);
    heco_latex_write(file, text + negative);
    if (cell->mark) putc('}', file);
}

heco_status heco_out_latex(const heco_table *t, FILE *file) {
    size_t      columns = heco_table_columns(t), rows = heco_table_rows(t);
    const char *note, *drawing;
    fputs("\\begin{table}[ht]\n\\centering\n\\caption{", file);
    heco_latex_write(file, heco_table_title(t));
    fputs("}\n\\begin{tabular}{", file);
    for (size_t j = 0; j < columns; j++) putc(heco_table_column_is_text(t, j) ? 'l' : 'r', file);
    fputs("}\n\\hline\n", file);
    for (size_t j = 0; j < columns; j++) {
        if (j > 0) fputs(" & ", file);
        heco_latex_write(file, heco_table_column(t, j)->title);
    }
    fputs(" \\\\\n\\hline\n", file);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            if (j > 0) fputs(" & ", file);
            out_latex_cell(heco_table_cell(t, i, j), heco_table_column(t, j), file);
        }
        fputs(" \\\\\n", file);
    }
    fputs("\\hline\n\\end{tabular}\n", file);
    for (size_t i = 0; (note = heco_table_footnote_at(t, i)) != NULL; i++) {
        fputs("\n\\smallskip\\footnotesize ", file);
        heco_latex_write(file, note);
        putc('\n', file);
    }
    fputs("\\end{table}\n", file);
    for (size_t i = 0; (drawing = heco_table_drawing_at(t, i)) != NULL; i++) fputs(drawing, file);
    return HECO_OK;
}
