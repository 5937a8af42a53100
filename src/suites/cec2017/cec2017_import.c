/* Checks a folder of official data file by file, and writes a clean copy.
 *
 * The copy is made in a temporary folder beside its destination, which is then renamed, so a
 * reader sees all of it or nothing, also after a crash. */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "suites/cec2017/cec2017_data.h"
#include "suites/cec2017/cec2017_tile.h"

enum { CEC2017_LARGEST = 100 * 100, CEC2017_NAME = 64, CEC2017_LONG_PATH = CEC2017_PATH + 128 };

typedef struct {
    cec2017_folder      folder;
    heco_data_report_fn report;
    void               *user;
    heco_error          first; /* the first error; status HECO_OK: none                     */
    size_t              wrong;
    double              numbers[CEC2017_LARGEST];
} cec2017_check;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
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

static heco_status cec2017_import_failed(heco_error *error, const char *path) {
    return heco_fail(error, HECO_ERR_IO, "cannot write %.300s: %s", path, strerror(errno));
}

/* Creates `path` and every folder on the way to it. */
static heco_status cec2017_import_folders(const char *path, heco_error *error) {
    char part[CEC2017_LONG_PATH];
    int  used = snprintf(part, sizeof part, "%s", path);
    if (used <= 0 || (size_t)used >= sizeof part)
        return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is empty or too long");
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != '\0') continue;
        char end = *at;
        *at      = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) return cec2017_import_failed(error, part);
        *at = end;
        if (end == '\0') return HECO_OK;
    }
}

static heco_status cec2017_import_close(FILE *file, const char *path, heco_error *error) {
    int code = heco_file_close(file, 1);
    if (code == 0) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "cannot write %.300s: %s", path, heco_file_reason(code));
}

/* Writes a file with `per_line` numbers per line. 17 digits read back as the same number. */
static heco_status cec2017_import_write(const char *dir, const char *name, const double *v,
                                        size_t count, size_t per_line, heco_error *error) {
    char path[CEC2017_LONG_PATH + CEC2017_NAME];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) return cec2017_import_failed(error, path);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.17g%c", v[i], (i + 1) % per_line == 0 ? '\n' : ' ');
    return cec2017_import_close(file, path, error);
}

/* Writes the origin of the numbers, because their licence requires the notice. */
static heco_status cec2017_import_origin(const char *dir, heco_error *error) {
    char path[CEC2017_LONG_PATH + CEC2017_NAME];
    snprintf(path, sizeof path, "%s/ORIGIN.txt", dir);
    FILE *file = fopen(path, "w");
    if (file == NULL) return cec2017_import_failed(error, path);
    fputs("Shift vectors and matrices of the CEC 2017 competition on constrained\n"
          "real-parameter optimization, as published in github.com/P-N-Suganthan/CEC2017.\n"
          "MIT License, Copyright (c) 2021 Ponnuthurai Nagaratnam Suganthan.\n",
          file);
    return cec2017_import_close(file, path, error);
}

/* Writes the checked data to the folder `to` in the layout of named files. */
static heco_status cec2017_import_copy(cec2017_check *c, const char *to, heco_error *error) {
    char        name[CEC2017_NAME];
    heco_status status = cec2017_import_origin(to, error);
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

/* Renames `made` to `to`. An existing folder is renamed first, and gets its name back on
 * failure. */
static heco_status cec2017_import_swap(const char *made, const char *to, heco_error *error) {
    char aside[CEC2017_LONG_PATH];
    if (rename(made, to) == 0) return HECO_OK; /* nothing there, or an empty folder */
    snprintf(aside, sizeof aside, "%s.old-%ld", to, (long)getpid());
    if (rename(to, aside) != 0) return cec2017_import_failed(error, to);
    if (rename(made, to) == 0) {
        cec2017_import_remove(aside);
        return HECO_OK;
    }
    heco_status status = cec2017_import_failed(error, to);
    if (rename(aside, to) != 0)
        status = heco_fail(error, HECO_ERR_IO,
                           "the earlier import of %.200s could not be put back: it is in %.200s",
                           to, aside);
    return status;
}

/* Refuses to replace a folder that contains anything else than an earlier import. */
static heco_status cec2017_import_replaceable(const char *to, heco_error *error) {
    static const char *const ours[] = {".", "..", "shift", "matrix", "ORIGIN.txt"};
    heco_status              status = HECO_OK;
    DIR                     *dir    = opendir(to);
    if (dir == NULL && errno == ENOENT) return HECO_OK;
    if (dir == NULL) return cec2017_import_failed(error, to);
    for (const struct dirent *e; (e = readdir(dir)) != NULL && status == HECO_OK;) {
        size_t k = 0;
        while (k < sizeof ours / sizeof ours[0] && strcmp(e->d_name, ours[k]) != 0) k++;
        if (k == sizeof ours / sizeof ours[0])
            status =
                heco_fail(error, HECO_ERR_CONFLICT,
                          "%.300s holds %.60s, which is not imported data: choose another folder",
                          to, e->d_name);
    }
    closedir(dir);
    return status;
}

/* Makes the copy in a temporary folder and renames it to `to`. */
static heco_status cec2017_import_into(cec2017_check *c, const char *to, heco_error *error) {
    char   made[CEC2017_LONG_PATH], part[CEC2017_LONG_PATH + CEC2017_NAME], place[CEC2017_PATH];
    size_t length = strlen(to);
    while (length > 1 && to[length - 1] == '/') length--;
    if (length == 0 || length >= sizeof place)
        return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is empty or too long");
    memcpy(place, to, length);
    place[length] = '\0';
    snprintf(made, sizeof made, "%s.new-%ld", place, (long)getpid());
    snprintf(part, sizeof part, "%s/shift", made);
    heco_status status = cec2017_import_replaceable(place, error);
    if (status == HECO_OK) status = cec2017_import_folders(part, error);
    snprintf(part, sizeof part, "%s/matrix", made);
    if (status == HECO_OK) status = cec2017_import_folders(part, error);
    if (status == HECO_OK) status = cec2017_import_copy(c, made, error);
    if (status == HECO_OK) status = cec2017_import_swap(made, place, error);
    if (status != HECO_OK) cec2017_import_remove(made);
    else cec2017_import_say(c, "written to %.300s", place);
    return status;
}

heco_status heco_cec2017_import(const char *from, const char *to, heco_data_report_fn report,
                                void *user, heco_error *error) {
    cec2017_check *c = cec2017_import_begin(report, user, error);
    if (c == NULL) return HECO_ERR_MEMORY;
    heco_status status = cec2017_import_check(c, from, error);
    if (status == HECO_OK) status = cec2017_import_into(c, to, error);
    free(c);
    return status;
}
