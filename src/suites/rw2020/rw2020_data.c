/* The number tables of RC34 to RC43 and RC51 to RC57: read, verified and imported. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "suites/data_copy.h"
#include "suites/number_file.h"
#include "suites/rw2020/rw2020.h"

enum { RW2020_PATH = 1024, RW2020_TABLES = 15, RW2020_LARGEST = 38 * 38 };

typedef struct {
    const char *name;
    rw2020_data data;
    int         place; /* index in rw2020_user.table */
    size_t      rows, columns;
    uint64_t    sum;
} rw2020_table;

/* The files, with fingerprints of the numbers distributed with the reference functions. */
static const rw2020_table rw2020_tables[RW2020_TABLES] = {
    {"ps1_G.csv", RW2020_PS1, 0, 30, 30, 0xf810bf98362019f6},
    {"ps1_B.csv", RW2020_PS1, 1, 30, 30, 0xdc2cea1cae2f5be4},
    {"ps1_P.csv", RW2020_PS1, 2, 30, 1, 0xdfb7d4f3ec8a89b3},
    {"ps1_Q.csv", RW2020_PS1, 3, 30, 1, 0x4340cc99e8a4449c},
    {"ps2_G.csv", RW2020_PS2, 0, RW2020_PS2_BUSES, RW2020_PS2_BUSES, 0xd819d9f8fbaf73b5},
    {"ps2_B.csv", RW2020_PS2, 1, RW2020_PS2_BUSES, RW2020_PS2_BUSES, 0x57dcf62f41b815b8},
    {"ps2_P.csv", RW2020_PS2, 2, RW2020_PS2_BUSES, 6, 0x2850b6c56312bc37},
    {"ps2_Q.csv", RW2020_PS2, 3, RW2020_PS2_BUSES, 6, 0x73c8f076d4366083},
    {"ps14_lines.csv", RW2020_PS2, 4, RW2020_LINES, 6, 0x05e9a1497faa8692},
    {"ps11_G.csv", RW2020_PS11, 0, 30, 30, 0xcc09445fe2e32763},
    {"ps11_B.csv", RW2020_PS11, 1, 30, 30, 0x6842a42fe7a04c9f},
    {"ps11_P.csv", RW2020_PS11, 2, 30, 1, 0xeae7b957b4e1d2f1},
    {"ps11_Q.csv", RW2020_PS11, 3, 30, 1, 0xb4cd7faf605e59cb},
    {"feed.csv", RW2020_FEED, 0, 7, RW2020_FEEDS, 0xb7378ae48b3dbb18},
    {"dairy.csv", RW2020_DAIRY, 0, 14, RW2020_DAIRIES, 0x7a21ae6fc4f926bc},
};

static const char *const rw2020_names[] = {
    "ps1_G.csv",  "ps1_B.csv", "ps1_P.csv",      "ps1_Q.csv",  "ps2_G.csv",  "ps2_B.csv",
    "ps2_P.csv",  "ps2_Q.csv", "ps14_lines.csv", "ps11_G.csv", "ps11_B.csv", "ps11_P.csv",
    "ps11_Q.csv", "feed.csv",  "dairy.csv",      "ORIGIN.txt"};

/* Finds the tables in `dir` or in its usual folders. */
static heco_status rw2020_data_find(char out[RW2020_PATH], const char *dir, heco_error *error) {
    static const char *const below[] = {"", "/data", "/rw2020", "/rw2020/data"};
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++)
        for (size_t k = 0; k < RW2020_TABLES; k++) {
            char        path[RW2020_PATH + 64];
            struct stat about;
            if (snprintf(out, RW2020_PATH, "%s%s", dir, below[i]) >= RW2020_PATH)
                return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is too long");
            snprintf(path, sizeof path, "%s/%s", out, rw2020_tables[k].name);
            if (stat(path, &about) == 0) return HECO_OK;
        }
    return heco_fail(error, HECO_ERR_IO,
                     "no rw2020 data in %.300s: expected ps1_G.csv, feed.csv and others", dir);
}

/* Reads a table from a folder that rw2020_data_find() has found. */
static heco_status rw2020_data_read(double *out, const char *folder, const rw2020_table *t,
                                    heco_error *error) {
    heco_number_file expected = {.count    = t->rows * t->columns,
                                 .per_line = t->columns,
                                 .limit    = 1e4,
                                 .sum      = t->sum,
                                 .suite    = "CEC 2020",
                                 .remedy   = "take a fresh copy"};
    char             path[RW2020_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, t->name);
    return heco_number_file_read(out, path, &expected, error);
}

heco_status heco_rw2020_read(rw2020_user *user, const char *problem, rw2020_data data,
                             const char *dir, heco_arena *arena, heco_error *error) {
    char folder[RW2020_PATH];
    if (data == RW2020_NONE) return HECO_OK;
    if (dir == NULL)
        return heco_fail(error, HECO_ERR_IO,
                         "rw2020:%s needs number tables of CEC 2020: import them (heco data import "
                         "DIR), name their folder (--data DIR), or choose other problems "
                         "(--problems RC01-RC33,RC44-RC50)",
                         problem);
    heco_status status = rw2020_data_find(folder, dir, error);
    for (size_t k = 0; k < RW2020_TABLES && status == HECO_OK; k++) {
        const rw2020_table *t = &rw2020_tables[k];
        if (t->data != data) continue;
        double *numbers = heco_arena_take(arena, t->rows * t->columns, sizeof *numbers);
        if (numbers == NULL) return HECO_OK; /* the caller reports it */
        status                = rw2020_data_read(numbers, folder, t, error);
        user->table[t->place] = numbers;
    }
    return status;
}

HECO_FORMAT(3, 4)
/* Passes one line to the caller's report function. */
static void rw2020_data_say(heco_data_report_fn report, void *user, const char *format, ...) {
    char    line[400];
    va_list args;
    if (report == NULL) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    report(user, line);
}

heco_status heco_rw2020_verify(const char *dir, heco_data_report_fn report, void *user,
                               heco_error *error) {
    char        folder[RW2020_PATH];
    double      numbers[RW2020_LARGEST];
    heco_error  own = {0}, *told = error != NULL ? error : &own;
    heco_status status = rw2020_data_find(folder, dir, told), first = HECO_OK;
    if (status != HECO_OK) return status;
    rw2020_data_say(report, user, "rw2020 data in %.300s", folder);
    for (size_t k = 0; k < RW2020_TABLES; k++) {
        heco_error each = {0};
        status          = rw2020_data_read(numbers, folder, &rw2020_tables[k], &each);
        if (status == HECO_OK) continue;
        rw2020_data_say(report, user, "%s", each.text);
        if (first == HECO_OK) first = status, *told = each;
    }
    if (first == HECO_OK)
        rw2020_data_say(report, user, "number tables: %d files, all official", RW2020_TABLES);
    return first;
}

/* Writes the tables of the folder `user` into the folder `to`. */
static heco_status rw2020_data_write(void *user, const char *to, heco_error *error) {
    char        path[RW2020_PATH + 256];
    double      numbers[RW2020_LARGEST];
    heco_status status = HECO_OK;
    for (size_t k = 0; k < RW2020_TABLES && status == HECO_OK; k++) {
        const rw2020_table *t = &rw2020_tables[k];
        status                = rw2020_data_read(numbers, user, t, error);
        snprintf(path, sizeof path, "%s/%s", to, t->name);
        if (status == HECO_OK)
            status =
                heco_data_copy_numbers(path, numbers, t->rows * t->columns, t->columns, ',', error);
    }
    if (status != HECO_OK) return status;
    snprintf(path, sizeof path, "%s/ORIGIN.txt", to);
    return heco_data_copy_text(
        path,
        "Number tables of the CEC 2020 competition on real-world constrained "
        "optimization,\nas distributed with its reference functions (Kumar et "
        "al., Swarm and Evolutionary\nComputation 56, 2020, 100693).\n",
        error);
}

static void rw2020_data_remove(const char *dir) {
    char path[RW2020_PATH + 256];
    for (size_t k = 0; k < sizeof rw2020_names / sizeof rw2020_names[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", dir, rw2020_names[k]);
        unlink(path);
    }
    rmdir(dir);
}

heco_status heco_rw2020_import(const char *from, const char *to, heco_data_report_fn report,
                               void *user, heco_error *error) {
    static const heco_data_copy copy = {rw2020_names, sizeof rw2020_names / sizeof rw2020_names[0],
                                        rw2020_data_write, rw2020_data_remove};
    char                        folder[RW2020_PATH];
    heco_status                 status = heco_rw2020_verify(from, report, user, error);
    if (status == HECO_OK) status = rw2020_data_find(folder, from, error);
    if (status == HECO_OK) status = heco_data_copy_make(&copy, folder, to, error);
    if (status == HECO_OK) rw2020_data_say(report, user, "written to %.300s", to);
    return status;
}
