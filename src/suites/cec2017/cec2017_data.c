/* Reads the official numbers of the suite from text files. */
#include "suites/cec2017/cec2017_data.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/error.h"
#include "suites/number_file.h"

const size_t heco_cec2017_dims[CEC2017_DIMENSIONS] = {10, 30, 50, 100};

/* Fingerprints of the numbers published in github.com/P-N-Suganthan/CEC2017. */
static const uint64_t cec2017_data_shift_sums[CEC2017_VECTORS] = {
    0xca6c7620dd29cf0a, 0xac454840f5c91056, 0xae5c5d49e4525fdc, 0x2242f6e5653bccb6,
    0xf60174d4290e44df, 0x9c3c78fea7605cfe, 0xf7826b6966a4fa62, 0xcaf8b342cbc785ca,
    0x0cde44c07c9b8c34, 0x1a7d1a4134eda01b};
static const uint64_t cec2017_data_matrix_sums[CEC2017_DIMENSIONS][CEC2017_MATRICES] = {
    {0x3eb20b5c1be15082, 0x90e18e75ff8e5bcc, 0x052e81518bc9b7ee},
    {0x1cd476bfb471a15f, 0xd555b52968c134d2, 0x7e42b07f81690c76},
    {0x640830bc203af154, 0x47a27af33a7f98cc, 0x76850e67287a2d77},
    {0xe6b72044a1da2b85, 0xdcaaeda4c39ff117, 0x2496c7de8923b634}};

static const char cec2017_data_remedy[] = "take a fresh copy, or use instance SEED";

size_t heco_cec2017_vector(size_t problem) { return problem < 3 || problem > 11 ? 1 : problem; }

/* Returns 1 if the path is a folder (`folder` 1) or another file (`folder` 0). */
static int cec2017_data_is(const char *dir, const char *name, int folder) {
    char        path[2 * CEC2017_PATH];
    struct stat info;
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return 0;
    if (stat(path, &info) != 0) return 0;
    return folder ? S_ISDIR(info.st_mode) : !S_ISDIR(info.st_mode);
}

int heco_cec2017_has(const cec2017_folder *folder, const char *name) {
    return cec2017_data_is(folder->path, name, 0);
}

void heco_cec2017_shift_name(char *out, size_t size, cec2017_layout layout, size_t problem) {
    snprintf(out, size, layout == CEC2017_LAYOUT_NAMED ? "shift/C%02zu.txt" : "shift_data_%zu.txt",
             problem);
}

void heco_cec2017_matrix_name(char *out, size_t size, cec2017_layout layout, cec2017_matrix which,
                              size_t problem, size_t n) {
    if (layout == CEC2017_LAYOUT_NAMED && which == CEC2017_M)
        snprintf(out, size, "matrix/M_D%zu.txt", n);
    else if (layout == CEC2017_LAYOUT_NAMED)
        snprintf(out, size, "matrix/C05_M%d_D%zu.txt", (int)which, n);
    else if (which == CEC2017_M) snprintf(out, size, "M_%zu_D%zu.txt", problem, n);
    else snprintf(out, size, "M%d_5_D%zu.txt", (int)which, n);
}

/* The problems under whose number the official distribution repeats the matrix M. */
static const size_t cec2017_data_rotated[] = {2, 21, 22, 23, 24, 25, 26, 27, 28};

int heco_cec2017_has_matrix(char *out, size_t size, const cec2017_folder *folder,
                            cec2017_matrix which, size_t n) {
    size_t copies = sizeof cec2017_data_rotated / sizeof cec2017_data_rotated[0];
    for (size_t i = 0; i < copies; i++) {
        heco_cec2017_matrix_name(out, size, folder->layout, which, cec2017_data_rotated[i], n);
        if (heco_cec2017_has(folder, out)) return 1;
    }
    heco_cec2017_matrix_name(out, size, folder->layout, which, 2, n);
    return 0;
}

/* Sets *layout and returns 1 if the folder holds data. A file may be missing, so any file of a
 * layout identifies it. */
static int cec2017_data_layout(const char *path, cec2017_layout *layout) {
    char name[64];
    *layout = CEC2017_LAYOUT_NAMED;
    if (cec2017_data_is(path, "shift", 1) || cec2017_data_is(path, "matrix", 1)) return 1;
    *layout = CEC2017_LAYOUT_NUMBERED;
    for (size_t problem = 1; problem <= 28; problem++) {
        heco_cec2017_shift_name(name, sizeof name, *layout, problem);
        if (cec2017_data_is(path, name, 0)) return 1;
    }
    return 0;
}

heco_status heco_cec2017_find(cec2017_folder *out, const char *dir, heco_error *error) {
    static const char *const below[] = {
        "", "/data", "/cec2017", "/cec2017/data", "/inputData", "/cec2017/inputData"};
    if (!cec2017_data_is(dir, ".", 1))
        return heco_fail(error, HECO_ERR_IO, "%.300s is not a folder: no cec2017 data there", dir);
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        int used = snprintf(out->path, sizeof out->path, "%s%s", dir, below[i]);
        if (used < 0 || (size_t)used >= sizeof out->path)
            return heco_fail(error, HECO_ERR_ARG, "the name of the data folder is too long");
        if (cec2017_data_layout(out->path, &out->layout)) return HECO_OK;
    }
    return heco_fail(error, HECO_ERR_IO,
                     "no cec2017 data in %.300s: expected shift/C01.txt and matrix/M_D10.txt, or "
                     "shift_data_1.txt and M_2_D10.txt",
                     dir);
}

/* Reads a file of the folder. */
static heco_status cec2017_data_read(double *out, const cec2017_folder *folder, const char *name,
                                     const heco_number_file *expected, heco_error *error) {
    char path[CEC2017_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    return heco_number_file_read(out, path, expected, error);
}

heco_status heco_cec2017_read_shift(double *out, const cec2017_folder *folder, size_t problem,
                                    heco_error *error) {
    size_t           vector = heco_cec2017_vector(problem), at = vector == 1 ? 0 : vector - 2;
    heco_number_file e = {CEC2017_SHIFT_COUNT,         1,          heco_cec2017_range(problem),
                          cec2017_data_shift_sums[at], "CEC 2017", cec2017_data_remedy};
    char             name[64];
    heco_cec2017_shift_name(name, sizeof name, folder->layout, problem);
    return cec2017_data_read(out, folder, name, &e, error);
}

heco_status heco_cec2017_read_matrix_file(double *out, const cec2017_folder *folder,
                                          const char *name, cec2017_matrix which, size_t n,
                                          heco_error *error) {
    size_t d = 0;
    while (d < CEC2017_DIMENSIONS && heco_cec2017_dims[d] != n) d++;
    if (d == CEC2017_DIMENSIONS)
        return heco_fail(error, HECO_ERR_ARG, "there is no official matrix of dimension %zu", n);
    heco_number_file e = {n * n,
                          n,
                          heco_cec2017_stretch(which),
                          cec2017_data_matrix_sums[d][which],
                          "CEC 2017",
                          cec2017_data_remedy};
    return cec2017_data_read(out, folder, name, &e, error);
}

heco_status heco_cec2017_read_matrix(double *out, const cec2017_folder *folder,
                                     cec2017_matrix which, size_t n, heco_error *error) {
    char name[64];
    heco_cec2017_has_matrix(name, sizeof name, folder, which, n);
    return heco_cec2017_read_matrix_file(out, folder, name, which, n, error);
}
