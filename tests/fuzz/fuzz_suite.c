/* Any bytes as a suite file: it is read, or refused in one line that names the file. What is read
 * has names that can be typed, settings within their limits, and a model for every dimension that
 * lies in the folder of the file, unless it names another one. No model is opened. */
#include <math.h>
#include <string.h>

#include "fuzz_input.h"
#include "models/suite/suite_file.h"

static void check_settings(const heco_suite_file *f, size_t i) {
    for (int k = 0; k < HECO_SUITE_SETTINGS; k++) {
        double value = heco_suite_file_setting(f, i, k);
        check(isnan(value) || (value >= 0.0 && value <= 1e15));
    }
}

static void check_problem(const heco_suite_file *f, size_t i) {
    const heco_suite_file_row *row = &f->row[i];
    const heco_suite_entry    *e   = &f->entry[i];
    check(e->name != NULL && e->name[0] != '\0' && strpbrk(e->name, ":/, \t\r\n") == NULL);
    check(e->dim_count > 0 && (row->bests <= 1 || row->bests == e->dim_count));
    for (size_t k = 0; k < row->bests; k++) check(isfinite(row->best[k]));
    for (size_t k = 0; k < i; k++) check(strcmp(f->entry[k].name, e->name) != 0);
    check_settings(f, i);
    for (size_t k = 0; k < e->dim_count && k < 8; k++) {
        char *model = heco_suite_file_model(f, i, e->dims[k] > 0 ? e->dims[k] : 1, f->arena);
        check(model != NULL && strstr(model, "{{dim}}") == NULL);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    heco_arena      arena;
    heco_suite_file f;
    heco_error      error = {HECO_OK, ""};
    char            path[96];
    snprintf(path, sizeof path, "%s/x.suite", fuzz_folder());
    fuzz_write(path, data, size);
    heco_arena_init(&arena);
    heco_status status = heco_suite_file_read(&f, path, &arena, &error);
    check(status == error.status);
    if (status != HECO_OK) check(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    else check(f.count > 0 && memchr(data, 0, size) == NULL);
    for (size_t i = 0; status == HECO_OK && i < f.count; i++) check_problem(&f, i);
    heco_arena_release(&arena);
    return 0;
}
