/* Any bytes as official data. An even first byte: as one file of numbers, of a size chosen by the next
 * bytes, without the fingerprint that only the official numbers have (they are not kept here). Else as
 * a folder of files, which must be refused, and from which nothing may be imported. */
#include <sys/stat.h>

#include "fuzz_input.h"
#include "heco/suite.h"

#include "suites/number_file.c"

/* ---- one file ---- */

static heco_status read_numbers(double *out, const char *path, size_t count, size_t per_line,
                                heco_error *error) {
    number_reader r = {.file = fopen(path, "r"), .path = path, .line = 1, .per_line = per_line};
    check(r.file != NULL);
    heco_status status = number_file_numbers(&r, out, count, 100.0, error);
    check(r.count <= count && r.line >= 1);
    fclose(r.file);
    return status;
}

/* The same numbers by strtok and strtod. */
static void check_words(const fuzz_bytes *b, const double *v, size_t count) {
    char *text = malloc(b->left + 1), *end, *rest = NULL;
    check(text != NULL && memchr(b->at, 0, b->left) == NULL);
    memcpy(text, b->at, b->left);
    text[b->left] = '\0';
    for (char *word = strtok_r(text, " \t\r\n,", &rest); word != NULL;
         word       = strtok_r(NULL, " \t\r\n,", &rest)) {
        check(count-- > 0 && strtod(word, &end) == *v++);
        check(end[strspn(end, "\v\f")] == '\0');
    }
    check(count == 0);
    free(text);
}

static void try_numbers(fuzz_bytes *b) {
    size_t     per_line = 1 + fuzz_byte(b) % 4, count = per_line * (1 + fuzz_byte(b) % 4);
    size_t     used  = 0;
    char       text[512];
    heco_error error = {HECO_OK, ""};
    double    *v = malloc(count * sizeof *v), *again = malloc(count * sizeof *again);
    check(v != NULL && again != NULL);
    if (read_numbers(v, fuzz_file(b->at, b->left), count, per_line, &error) != HECO_OK) {
        check(error.text[0] != '\0');
    } else {
        check_words(b, v, count);
        for (size_t i = 0; i < count; i++) {
            check(fabs(v[i]) <= 100.0);
            used += (size_t)snprintf(text + used, sizeof text - used, "%.17g%c", v[i],
                                     (i + 1) % per_line == 0 ? '\n' : ' ');
        }
        check(used < sizeof text); /* as heco data import writes them */
        check(read_numbers(again, fuzz_file(text, used), count, per_line, &error) == HECO_OK);
        check(memcmp(v, again, count * sizeof *v) == 0);
    }
    free(v), free(again);
}

/* ---- a folder ---- */

static const char *const names[] = {
    "shift/C01.txt",     "shift/C03.txt",    "shift/C28.txt", "matrix/M_D10.txt", "matrix/C05_M1_D10.txt",
    "shift_data_1.txt",  "shift_data_9.txt", "M_2_D10.txt",   "M_21_D30.txt",     "M2_5_D10.txt",
    "data/shift_data_4.txt"};
enum { NAMES = sizeof names / sizeof names[0] };
static const char *const folders[] = {"", "/shift", "/matrix", "/data"};
static char              root[64];

static void remove_all(void) {
    char path[256];
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        unlink(path);
    }
    for (size_t i = 4; i-- > 0;) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        rmdir(path);
    }
}

static void put(const char *name, fuzz_bytes *b) {
    char                 path[256];
    const unsigned char *from;
    size_t               size = fuzz_byte(b) | (fuzz_byte(b) & 3) << 8;
    snprintf(path, sizeof path, "%s/%s", root, name);
    *strrchr(path, '/') = '\0';
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    check(file != NULL);
    size = fuzz_take(b, size, &from);
    check(fwrite(from, 1, size, file) == size && fclose(file) == 0);
}

static void count_line(void *user, const char *line) {
    check(strchr(line, '\n') == NULL);
    ++*(size_t *)user;
}

static void try_folder(fuzz_bytes *b) {
    static int  made;
    char        to[256];
    struct stat about;
    size_t      lines = 0;
    heco_error  error = {HECO_OK, ""};
    if (!made) {
        snprintf(root, sizeof root, "%s/heco-fuzz-XXXXXX", fuzz_place());
        check(mkdtemp(root) != NULL);
        made = 1;
    }
    mkdir(root, 0700);
    for (int k = 0; k < 6 && b->left > 0; k++) put(names[fuzz_byte(b) % NAMES], b);
    snprintf(to, sizeof to, "%s-imported", root);
    check(heco_data_import("cec2017", root, to, count_line, &lines, &error) != HECO_OK);
    check(error.text[0] != '\0' && stat(to, &about) != 0);
    remove_all();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes b = {data, size};
    if (fuzz_byte(&b) % 2 == 0)
        try_numbers(&b);
    else
        try_folder(&b);
    return 0;
}
