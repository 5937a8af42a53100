/* The list of formats, one row each. */
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "report/table.h"

static const struct {
    const char       *name;
    heco_table_writer write;
    int               readable;
} format_table[] = {
    {"text", heco_out_text, 1}, {"md", heco_out_markdown, 1}, {"csv", heco_out_csv, 0},
    {"json", heco_out_json, 0}, {"tex", heco_out_latex, 1},
};
enum { FORMAT_COUNT = sizeof format_table / sizeof format_table[0] };

/* Returns the index of the format; -1 if there is none of that name. */
static int format_find(const char *name) {
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(format_table[i].name, name) == 0) return i;
    return -1;
}

const char *heco_format_at(size_t index) {
    return index < FORMAT_COUNT ? format_table[index].name : NULL;
}

heco_status heco_format_check(const char *format, heco_error *error) {
    if (format_find(format) >= 0) return HECO_OK;
    const char *names[FORMAT_COUNT];
    for (int i = 0; i < FORMAT_COUNT; i++) names[i] = format_table[i].name;
    return heco_fail_name(error, format, names, FORMAT_COUNT, "a format of tables");
}

int heco_format_readable(const char *format) {
    int i = format_find(format);
    return i >= 0 && format_table[i].readable;
}

heco_status heco_table_write(const heco_table *table, const char *format, FILE *file,
                             heco_error *error) {
    heco_status status = heco_format_check(format, error);
    if (status != HECO_OK) return status;
    status = heco_table_check(table);
    if (status == HECO_OK) status = format_table[format_find(format)].write(table, file);
    if (status != HECO_OK)
        return heco_fail(error, status, "cannot write the table: %s", heco_status_text(status));
    if (ferror(file) || fflush(file) != 0)
        return heco_fail(error, HECO_ERR_IO, "cannot write the table: %s", strerror(errno));
    return HECO_OK;
}
