/* A table in memory: typed cells in rows, and their text for readers. */
#include "report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/number_text.h"
#include "base/text.h"

struct heco_table {
    heco_arena   arena; /* texts */
    char        *title;
    heco_column *columns;
    size_t       column_count;
    heco_cell   *cells;
    size_t       used, capacity;
    const char **notes;
    size_t       note_count;
    const char **drawings;
    size_t       drawing_count;
    int          failed;
};

/* Stores a copy of a text for people: it has no control characters. */
static char *table_text(heco_table *t, const char *text) {
    char *copy = heco_arena_text(&t->arena, text);
    if (copy != NULL) heco_text_clean(copy);
    return copy;
}

heco_status heco_table_new(heco_table **out, const char *title, const heco_column *columns,
                           size_t count) {
    *out = NULL;
    if (count == 0) return HECO_ERR_ARG;
    heco_table *t = calloc(1, sizeof *t);
    if (t == NULL) return HECO_ERR_MEMORY;
    heco_arena_init(&t->arena);
    t->title        = table_text(t, title != NULL ? title : "");
    t->columns      = heco_arena_take(&t->arena, count, sizeof *t->columns);
    t->column_count = count;
    for (size_t j = 0; j < count && t->columns != NULL; j++) {
        t->columns[j]      = columns[j];
        t->columns[j].name = heco_arena_text(&t->arena, columns[j].name);
        t->columns[j].title =
            table_text(t, columns[j].title == NULL ? columns[j].name : columns[j].title);
    }
    if (heco_arena_failed(&t->arena)) {
        heco_table_free(t);
        return HECO_ERR_MEMORY;
    }
    *out = t;
    return HECO_OK;
}

/* Appends an empty cell. Returns NULL and sets t->failed if memory is missing. */
static heco_cell *table_next(heco_table *t) {
    if (t->failed) return NULL;
    if (!heco_array_grow(&t->cells, t->used, &t->capacity, sizeof *t->cells)) {
        t->failed = 1;
        return NULL;
    }
    heco_cell *cell = t->cells + t->used++;
    memset(cell, 0, sizeof *cell);
    return cell;
}

void heco_table_put_text(heco_table *t, const char *text) {
    heco_cell *cell = table_next(t);
    if (cell == NULL || text == NULL) return;
    cell->kind  = HECO_CELL_TEXT;
    cell->text  = heco_arena_text(&t->arena, text);
    cell->shown = table_text(t, text);
    if (cell->text == NULL || cell->shown == NULL) t->failed = 1;
}

void heco_table_put_integer(heco_table *t, int64_t value) {
    heco_cell *cell = table_next(t);
    if (cell == NULL) return;
    cell->kind    = HECO_CELL_INTEGER;
    cell->integer = value;
    cell->real    = (double)value;
}

void heco_table_put_real(heco_table *t, double value) {
    heco_cell *cell = table_next(t);
    if (cell == NULL || isnan(value)) return;
    cell->kind = HECO_CELL_REAL;
    cell->real = value;
}

void heco_table_mark(heco_table *t) {
    if (!t->failed && t->used > 0) t->cells[t->used - 1].mark = 1;
}

void heco_table_footnote(heco_table *t, const char *text) {
    int         room = heco_array_resize(&t->notes, t->note_count + 1, sizeof *t->notes);
    const char *copy = room ? table_text(t, text) : NULL;
    if (copy == NULL) t->failed = 1;
    else t->notes[t->note_count++] = copy;
}

void heco_table_drawing(heco_table *t, const char *latex) {
    int   room = heco_array_resize(&t->drawings, t->drawing_count + 1, sizeof *t->drawings);
    char *copy = room ? heco_arena_text(&t->arena, latex) : NULL;
    if (copy == NULL) t->failed = 1;
    else t->drawings[t->drawing_count++] = copy;
}

const char *heco_table_drawing_at(const heco_table *t, size_t index) {
    return index < t->drawing_count ? t->drawings[index] : NULL;
}

heco_status heco_table_check(const heco_table *t) {
    if (t->failed) return HECO_ERR_MEMORY;
    return t->used % t->column_count == 0 ? HECO_OK : HECO_ERR_ORDER;
}

const char *heco_table_title(const heco_table *t) { return t->title; }
size_t      heco_table_rows(const heco_table *t) { return t->used / t->column_count; }
size_t      heco_table_columns(const heco_table *t) { return t->column_count; }

const heco_column *heco_table_column(const heco_table *t, size_t column) {
    return column < t->column_count ? t->columns + column : NULL;
}

const heco_cell *heco_table_cell(const heco_table *t, size_t row, size_t column) {
    if (row >= heco_table_rows(t) || column >= t->column_count) return NULL;
    return t->cells + row * t->column_count + column;
}

const char *heco_table_footnote_at(const heco_table *t, size_t index) {
    return index < t->note_count ? t->notes[index] : NULL;
}

void heco_table_free(heco_table *t) {
    if (t == NULL) return;
    heco_arena_release(&t->arena);
    free(t->cells);
    free(t->notes);
    free(t->drawings);
    free(t);
}

const char *heco_table_print_cell(const heco_cell *cell, const heco_column *column, char *buffer) {
    static const char *const form[] = {"%.*g", "%.*f", "%.*g", "%.*E"};
    enum { SIZE = HECO_TABLE_CELL_SIZE };
    switch (cell->kind) {
    case HECO_CELL_TEXT: return cell->shown;
    case HECO_CELL_INTEGER: snprintf(buffer, SIZE, "%lld", (long long)cell->integer); break;
    case HECO_CELL_REAL: {
        int digits = column->style == HECO_STYLE_PLAIN ? 15 : column->digits;
        /* Fixed decimals of 1e300 would fill several lines. */
        heco_style style = column->style;
        if (style == HECO_STYLE_FIXED && fabs(cell->real) >= 1e15) style = HECO_STYLE_GENERAL;
        heco_number_format(buffer, SIZE, form[style], digits, cell->real + 0.0);
        break;
    }
    case HECO_CELL_NONE: return "-";
    }
    return buffer;
}

const char *heco_table_print_exact(const heco_cell *cell, char *buffer) {
    if (cell->kind == HECO_CELL_REAL) heco_number_text(buffer, cell->real + 0.0);
    else if (cell->kind == HECO_CELL_INTEGER)
        snprintf(buffer, HECO_TABLE_CELL_SIZE, "%lld", (long long)cell->integer);
    else buffer[0] = '\0';
    return buffer;
}

int heco_table_column_is_text(const heco_table *t, size_t column) {
    for (size_t i = 0; i < heco_table_rows(t); i++) {
        const heco_cell *cell = heco_table_cell(t, i, column);
        if (cell != NULL && cell->kind == HECO_CELL_TEXT) return 1;
    }
    return 0;
}
