/* Checks a folder of official data file by file, and writes a clean copy. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "suites/cec2017/cec2017_data.h"
#include "suites/cec2017/cec2017_tile.h"
#include "suites/data_copy.h"

enum { CEC2017_LARGEST = 100 * 100, CEC2017_NAME = 64, CEC2017_LONG_PATH = CEC2017_PATH + 128 };

typedef struct {
    cec2017_folder      folder;
    heco_data_report_fn report;
    void               *user;
    heco_error          first; /* the first error; status HECO_OK: none                     */
    size_t              wrong;
    double              numbers[CEC2017_LARGEST];
} cec2017_check;

HECO_FORMAT(2, 3)
/* Passes one line to the caller's report function. */
static void
cec2017_import_say(const cec2017_check *c, const char *format, ...) {
    char    line[sizeof c->first.text];
    va_list args;
    if (c->report == NULL) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    c->report(c->user, line);
}

/* Counts an error, keeps the first one and reports it. */
static void cec2017_import_wrong(cec2017_check *c, const heco_error *error) {
    if (c->wrong++ == 0) c->first = *error;
    cec2017_import_say(c, "%s", error->text);
}

/* Checks the shift vectors. The ten vectors must exist; copies under other numbers may exist and
 * then must agree. */
static void cec2017_import_shifts(cec2017_check *c) {
    heco_error error = {0};
    char       name[CEC2017_NAME];
    size_t     read = 0, wrong = c->wrong;
    for (size_t problem = 1; problem <= CEC2017_PROBLEMS; problem++) {
        heco_cec2017_shift_name(name, sizeof name, c->folder.layout, problem);
        if (heco_cec2017_vector(problem) != problem && !heco_cec2017_has(&c->folder, name))
            continue;
        if (heco_cec2017_read_shift(c->numbers, &c->folder, problem, &error) != HECO_OK)
            cec2017_import_wrong(c, &error);
        read++;
    }
    if (c->wrong == wrong)
        cec2017_import_say(c, "shift vectors: %zu files of %d numbers, all official", read,
                           CEC2017_SHIFT_COUNT);
}

/* Checks one matrix under each of its names; returns the number of files read. */
static size_t cec2017_import_matrix(cec2017_check *c, cec2017_matrix which, size_t n) {
    static const size_t numbers[] = {2, 21, 22, 23, 24, 25, 26, 27, 28};
    size_t     copies = c->folder.layout == CEC2017_LAYOUT_NUMBERED && which == CEC2017_M ? 9 : 1;
    size_t     read   = 0;
    char       name[CEC2017_NAME];
    heco_error error = {0};
    for (size_t i = 0; i < copies; i++) {
        heco_cec2017_matrix_name(name, sizeof name, c->folder.layout, which, numbers[i], n);
        if (!heco_cec2017_has(&c->folder, name)) continue;
        if (heco_cec2017_read_matrix_file(c->numbers, &c->folder, name, which, n, &error) !=
            HECO_OK)
            cec2017_import_wrong(c, &error);
        read++;
    }
    return read;
}

/* Checks the matrices of dimension n. Either all kinds exist or none. */
static void cec2017_import_check_dim(cec2017_check *c, size_t n) {
    char   name[CEC2017_NAME], missing[CEC2017_NAME] = "";
    size_t kinds = 0, read = 0, wrong = c->wrong;
    for (int which = 0; which < CEC2017_MATRICES; which++) {
        read += cec2017_import_matrix(c, (cec2017_matrix)which, n);
        if (heco_cec2017_has_matrix(name, sizeof name, &c->folder, (cec2017_matrix)which, n))
            kinds++;
        else memcpy(missing, name, sizeof name);
    }
    if (kinds == 0) {
        cec2017_import_say(c, "D = %zu: no matrices, C02, C05 and C21..C28 cannot be used", n);
    } else if (kinds < CEC2017_MATRICES) {
        heco_error error = {0};
        heco_fail(&error, HECO_ERR_IO, "%.300s/%s is missing, other matrices of D = %zu are there",
                  c->folder.path, missing, n);
        cec2017_import_wrong(c, &error);
    } else if (c->wrong == wrong) {
        cec2017_import_say(c, "D = %zu: %zu matrix files of %zu x %zu numbers, all official", n,
                           read, n, n);
    }
}

/* Checks the data in `dir` and sets c->folder. Returns the status of the first error. */
static heco_status cec2017_import_check(cec2017_check *c, const char *dir, heco_error *error) {
    heco_status status = heco_cec2017_find(&c->folder, dir, error);
    if (status != HECO_OK) return status;
    cec2017_import_say(c, "cec2017 data in %.300s, layout of %s", c->folder.path,
                       c->folder.layout == CEC2017_LAYOUT_NAMED ? "named files"
                                                                : "the official C++ version");
    cec2017_import_shifts(c);
    for (size_t d = 0; d < CEC2017_DIMENSIONS; d++)
        cec2017_import_check_dim(c, heco_cec2017_dims[d]);
    if (c->wrong == 0) return HECO_OK;
    if (error != NULL) *error = c->first;
    return c->first.status;
}

/* Allocates the state of a check; NULL: no memory. */
static cec2017_check *cec2017_import_begin(heco_data_report_fn report, void *user,
                                           heco_error *error) {
    cec2017_check *c = calloc(1, sizeof *c);
    if (c == NULL) {
        heco_fail_memory_for(error, "the check of cec2017 data");
        return NULL;
    }
    c->report = report, c->user = user;
    return c;
}

heco_status heco_cec2017_verify(const char *dir, heco_data_report_fn report, void *user,
                                heco_error *error) {
    cec2017_check *c = cec2017_import_begin(report, user, error);
    if (c == NULL) return HECO_ERR_MEMORY;
    heco_status status = cec2017_import_check(c, dir, error);
    free(c);
    return status;
}

/* Writes the numbers of a file of the copy. */
static heco_status cec2017_import_write(const char *dir, const char *name, const double *v,
                                        size_t count, size_t per_line, heco_error *error) {
    char path[CEC2017_LONG_PATH + CEC2017_NAME];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return heco_data_copy_numbers(path, v, count, per_line, ' ', error);
}

/* Makes the folders of the copy and writes the origin of the numbers, because their licence
 * requires the notice. */
static heco_status cec2017_import_begin_copy(const char *dir, heco_error *error) {
    char        path[CEC2017_LONG_PATH + CEC2017_NAME];
    heco_status status;
    snprintf(path, sizeof path, "%s/shift", dir);
    if ((status = heco_data_copy_folders(path, error)) != HECO_OK) return status;
    snprintf(path, sizeof path, "%s/matrix", dir);
    if ((status = heco_data_copy_folders(path, error)) != HECO_OK) return status;
    snprintf(path, sizeof path, "%s/ORIGIN.txt", dir);
    return heco_data_copy_text(
        path,
        "Shift vectors and matrices of the CEC 2017 competition on constrained\n"
        "real-parameter optimization, as published in github.com/P-N-Suganthan/CEC2017.\n"
        "MIT License, Copyright (c) 2021 Ponnuthurai Nagaratnam Suganthan.\n",
        error);
}

/* Writes the checked data to the folder `to` in the layout of named files. */
static heco_status cec2017_import_copy(void *check, const char *to, heco_error *error) {
    cec2017_check *c = check;
    char           name[CEC2017_NAME];
    heco_status    status = cec2017_import_begin_copy(to, error);
    for (size_t problem = 1; problem <= CEC2017_PROBLEMS && status == HECO_OK; problem++) {
        size_t vector = heco_cec2017_vector(problem);
        status        = heco_cec2017_read_shift(c->numbers, &c->folder, vector, error);
        heco_cec2017_shift_name(name, sizeof name, CEC2017_LAYOUT_NAMED, problem);
        if (status == HECO_OK)
            status = cec2017_import_write(to, name, c->numbers, CEC2017_SHIFT_COUNT, 1, error);
    }
    for (size_t k = 0; k < CEC2017_DIMENSIONS * CEC2017_MATRICES && status == HECO_OK; k++) {
        size_t         n     = heco_cec2017_dims[k / CEC2017_MATRICES];
        cec2017_matrix which = (cec2017_matrix)(k % CEC2017_MATRICES);
        if (!heco_cec2017_has_matrix(name, sizeof name, &c->folder, which, n)) continue;
        status = heco_cec2017_read_matrix(c->numbers, &c->folder, which, n, error);
        heco_cec2017_matrix_name(name, sizeof name, CEC2017_LAYOUT_NAMED, which, 2, n);
        if (status == HECO_OK) status = cec2017_import_write(to, name, c->numbers, n * n, n, error);
    }
    return status;
}

/* Removes the files that an import writes, and no others. */
static void cec2017_import_remove(const char *dir) {
    char path[CEC2017_LONG_PATH + CEC2017_NAME], name[CEC2017_NAME];
    for (size_t problem = 1; problem <= CEC2017_PROBLEMS; problem++) {
        heco_cec2017_shift_name(name, sizeof name, CEC2017_LAYOUT_NAMED, problem);
        snprintf(path, sizeof path, "%s/%s", dir, name);
        unlink(path);
    }
    for (size_t k = 0; k < CEC2017_DIMENSIONS * CEC2017_MATRICES; k++) {
        heco_cec2017_matrix_name(name, sizeof name, CEC2017_LAYOUT_NAMED,
                                 (cec2017_matrix)(k % CEC2017_MATRICES), 2,
                                 heco_cec2017_dims[k / CEC2017_MATRICES]);
        snprintf(path, sizeof path, "%s/%s", dir, name);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/ORIGIN.txt", dir);
    unlink(path);
    snprintf(path, sizeof path, "%s/shift", dir);
    rmdir(path);
    snprintf(path, sizeof path, "%s/matrix", dir);
    rmdir(path);
    rmdir(dir);
}

heco_status heco_cec2017_import(const char *from, const char *to, heco_data_report_fn report,
                                void *user, heco_error *error) {
    static const char *const    names[] = {"shift", "matrix", "ORIGIN.txt"};
    static const heco_data_copy copy    = {names, 3, cec2017_import_copy, cec2017_import_remove};
    cec2017_check              *c       = cec2017_import_begin(report, user, error);
    if (c == NULL) return HECO_ERR_MEMORY;
    heco_status status = cec2017_import_check(c, from, error);
    if (status == HECO_OK) status = heco_data_copy_make(&copy, c, to, error);
    if (status == HECO_OK) cec2017_import_say(c, "written to %.300s", to);
    free(c);
    return status;
}
