#include "suites/data_copy.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "base/os.h"

enum { DATA_COPY_PLACE = 1024, DATA_COPY_PATH = DATA_COPY_PLACE + 192 };

static heco_status data_copy_failed(heco_error *error, const char *path) {
    return heco_fail(error, HECO_ERR_IO, "cannot write %.300s: %s", path, strerror(errno));
}

heco_status heco_data_copy_folders(const char *path, heco_error *error) {
    char part[DATA_COPY_PATH];
    int  used = snprintf(part, sizeof part, "%s", path);
    if (used <= 0 || (size_t)used >= sizeof part)
        return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is empty or too long");
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != '\0') continue;
        char end = *at;
        *at      = '\0';
        if (heco_os_make_folder(part) != 0 && errno != EEXIST) return data_copy_failed(error, part);
        *at = end;
        if (end == '\0') return HECO_OK;
    }
}

static heco_status data_copy_close(FILE *file, const char *path, heco_error *error) {
    int code = heco_file_close(file, 1);
    if (code == 0) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "cannot write %.300s: %s", path, heco_file_reason(code));
}

heco_status heco_data_copy_numbers(const char *path, const double *v, size_t count, size_t per_line,
                                   char separator, heco_error *error) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return data_copy_failed(error, path);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%c", heco_number_show("%.17g", v[i]).text,
                (i + 1) % per_line == 0 ? '\n' : separator);
    return data_copy_close(file, path, error);
}

heco_status heco_data_copy_text(const char *path, const char *text, heco_error *error) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return data_copy_failed(error, path);
    fputs(text, file);
    return data_copy_close(file, path, error);
}

/* Renames `made` to `to`. An existing folder is renamed first, and gets its name back on
 * failure. */
static heco_status data_copy_swap(const heco_data_copy *c, const char *made, const char *to,
                                  heco_error *error) {
    char aside[DATA_COPY_PATH];
    if (rename(made, to) == 0) return HECO_OK; /* nothing there, or an empty folder */
    snprintf(aside, sizeof aside, "%s.old-%ld", to, (long)getpid());
    if (rename(to, aside) != 0) return data_copy_failed(error, to);
    if (rename(made, to) == 0) {
        c->remove(aside);
        return HECO_OK;
    }
    heco_status status = data_copy_failed(error, to);
    if (rename(aside, to) != 0)
        status = heco_fail(error, HECO_ERR_IO,
                           "the earlier import of %.200s could not be put back: it is in %.200s",
                           to, aside);
    return status;
}

/* Refuses to replace a folder that contains anything else than an earlier import. */
static heco_status data_copy_replaceable(const heco_data_copy *c, const char *to,
                                         heco_error *error) {
    heco_status status = HECO_OK;
    DIR        *dir    = opendir(to);
    if (dir == NULL && errno == ENOENT) return HECO_OK;
    if (dir == NULL) return data_copy_failed(error, to);
    for (const struct dirent *e; (e = readdir(dir)) != NULL && status == HECO_OK;) {
        size_t k = 0;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        while (k < c->count && strcmp(e->d_name, c->names[k]) != 0) k++;
        if (k == c->count)
            status =
                heco_fail(error, HECO_ERR_CONFLICT,
                          "%.300s holds %.60s, which is not imported data: choose another folder",
                          to, e->d_name);
    }
    closedir(dir);
    return status;
}

heco_status heco_data_copy_make(const heco_data_copy *c, void *user, const char *to,
                                heco_error *error) {
    char   made[DATA_COPY_PATH], place[DATA_COPY_PLACE];
    size_t length = strlen(to);
    while (length > 1 && to[length - 1] == '/') length--;
    if (length == 0 || length >= sizeof place)
        return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is empty or too long");
    memcpy(place, to, length);
    place[length] = '\0';
    snprintf(made, sizeof made, "%s.new-%ld", place, (long)getpid());
    heco_status status = data_copy_replaceable(c, place, error);
    if (status == HECO_OK) status = heco_data_copy_folders(made, error);
    if (status == HECO_OK) status = c->write(user, made, error);
    if (status == HECO_OK) status = data_copy_swap(c, made, place, error);
    if (status != HECO_OK) c->remove(made);
    return status;
}
