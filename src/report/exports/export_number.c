/* Numbers the functions of a suite as the formats want it: "C05" is function 5, and "f012_i03" is
 * instance 3 of function 12. If the problems of a suite are not named so, with equal letters before
 * the number, each is a function, numbered in the order of the names. */
#include <stdlib.h>
#include <string.h>

#include "report/exports/export.h"

static int export_is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads up to six digits at *text and moves it behind them. Returns 0 if there are none or more. */
static unsigned export_read_digits(const char **text) {
    unsigned    value = 0;
    const char *begin = *text;
    while (export_is_digit(**text) && *text - begin < 6)
        value = 10 * value + (unsigned)(*(*text)++ - '0');
    return export_is_digit(**text) ? 0 : value;
}

/* Reads function, instance and stem from the name. Returns 0 if the name has another form. */
static int export_read_name(heco_export_run *run) {
    const char *name = run->record->problem, *text = name;
    while (*text != '\0' && !export_is_digit(*text)) text++;
    run->function = export_read_digits(&text);
    run->stem     = (size_t)(text - name);
    run->instance = (unsigned)run->record->run;
    if (strncmp(text, "_i", 2) == 0) {
        text += 2;
        run->instance = export_read_digits(&text);
    }
    return run->function > 0 && run->instance > 0 && *text == '\0';
}

/* Returns 1 if all names have the form, with the same letters before the number. */
static int export_read_names(heco_export_run *run, size_t count) {
    const char *first   = run->record->problem;
    size_t      letters = strcspn(first, "0123456789");
    for (size_t i = 0; i < count; i++) {
        const char *name = run[i].record->problem;
        if (!export_read_name(&run[i])) return 0;
        if (strcspn(name, "0123456789") != letters || memcmp(name, first, letters) != 0) return 0;
    }
    return 1;
}

static int export_compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Numbers the functions by the order of their names. */
static heco_status export_count_names(heco_export_run *run, size_t count) {
    size_t       used = 0;
    const char **name = malloc(count * sizeof *name);
    if (name == NULL) return HECO_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) name[i] = run[i].record->problem;
    qsort(name, count, sizeof *name, export_compare_names);
    for (size_t i = 0; i < count; i++)
        if (used == 0 || strcmp(name[used - 1], name[i]) != 0) name[used++] = name[i];
    for (size_t i = 0; i < count; i++) {
        const char *key = run[i].record->problem, **at;
        at              = bsearch(&key, name, used, sizeof *name, export_compare_names);
        run[i].function = (unsigned)(at - name) + 1;
        run[i].instance = (unsigned)run[i].record->run;
        run[i].stem     = strlen(key);
    }
    free(name);
    return HECO_OK;
}

heco_status heco_export_number(heco_export_run *run, size_t count) {
    heco_status status = HECO_OK;
    for (size_t begin = 0, end; status == HECO_OK && begin < count; begin = end) {
        const char *suite = run[begin].record->suite;
        for (end = begin + 1; end < count && strcmp(run[end].record->suite, suite) == 0;) end++;
        if (!export_read_names(&run[begin], end - begin))
            status = export_count_names(&run[begin], end - begin);
    }
    return status;
}
