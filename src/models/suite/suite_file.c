#include "models/suite/suite_file.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/os.h"
#include "base/text.h"
#include "models/deck/deck_line.h"
#include "models/model_table.h"

enum { SUITE_FILE_BYTES = 16 << 20, SUITE_FILE_DIM = 1000000 };

static const char *const suite_file_settings[HECO_SUITE_SETTINGS] = {"evals",
                                                                     "evals_per_variable",
                                                                     "equality_tolerance",
                                                                     "inequality_tolerance",
                                                                     "success",
                                                                     "success_relative",
                                                                     "timeout"};

/* The line that is read. */
typedef struct {
    heco_suite_file *file;
    heco_deck_line   words;
} suite_file_line;

/* Returns the number of the setting whose name has that length, or HECO_SUITE_SETTINGS. */
static int suite_file_find_setting(const char *name, size_t length) {
    int i = 0;
    while (i < HECO_SUITE_SETTINGS && (strlen(suite_file_settings[i]) != length ||
                                       strncmp(suite_file_settings[i], name, length) != 0))
        i++;
    return i;
}

/* Parses the value of setting number `which` and writes it to setting[which], where `setting` is the
 * array of the suite or of one problem. */
static heco_status suite_file_take_setting(const suite_file_line *l, double *setting, int which,
                                           const char *text, heco_error *error) {
    double value;
    int    count = which == HECO_SUITE_EVALS || which == HECO_SUITE_EVALS_PER_VARIABLE;
    if (!heco_text_double(text, &value) || !(value >= count && value <= 1e15) ||
        (count && value != floor(value)))
        return heco_deck_wrong(&l->words, error, "%s needs a %snumber, %d or more, not '%.40s'",
                               suite_file_settings[which], count ? "whole " : "", count, text);
    setting[which] = value;
    return HECO_OK;
}

/* Returns the number of items of a comma-separated list. */
static size_t suite_file_items(const char *list) {
    size_t count = 1;
    for (; *list != '\0'; list++) count += *list == ',';
    return count;
}

/* Reads a comma-separated list of numbers, "best=" or "dims=". */
static heco_status suite_file_numbers(const suite_file_line *l, const char *word, double **out,
                                      size_t *count, heco_error *error) {
    const char *list = strchr(word, '=') + 1;
    char        item[60];
    *count = suite_file_items(list);
    *out   = heco_arena_take(l->file->arena, *count, sizeof **out);
    if (*out == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < *count; i++) {
        size_t length = strcspn(list, ",");
        snprintf(item, sizeof item, "%.*s", (int)(length < 59 ? length : 59), list);
        if (!heco_text_double(item, &(*out)[i]) || !isfinite((*out)[i]))
            return heco_deck_wrong(&l->words, error, "%.60s: '%s' is not a number", word, item);
        list += length + (list[length] == ',');
    }
    return HECO_OK;
}

static heco_status suite_file_take_dims(const suite_file_line *l, heco_suite_entry *e,
                                        const char *word, heco_error *error) {
    double     *number;
    size_t      count;
    heco_status status = suite_file_numbers(l, word, &number, &count, error);
    if (status != HECO_OK) return status;
    size_t *dims = heco_arena_take(l->file->arena, count, sizeof *dims);
    if (dims == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!(number[i] >= 1 && number[i] <= SUITE_FILE_DIM) || number[i] != floor(number[i]))
            return heco_deck_wrong(&l->words, error, "%.60s: a dimension is a whole number above 0",
                                   word);
        dims[i] = (size_t)number[i];
        for (size_t k = 0; k < i; k++)
            if (dims[k] == dims[i])
                return heco_deck_wrong(&l->words, error, "%.60s: dimension %zu is named twice",
                                       word, dims[i]);
    }
    e->dims      = dims;
    e->dim_count = count;
    return HECO_OK;
}

/* Takes one word "key=value" of a problem. */
static heco_status suite_file_take_key(const suite_file_line *l, const char *word,
                                       heco_error *error) {
    static const char *const others[] = {"best", "dims", "title", "compared"};
    const char              *names[HECO_SUITE_SETTINGS + 4];
    size_t                   length = strcspn(word, "=");
    heco_suite_file_row     *row    = &l->file->row[l->file->count];
    heco_suite_entry        *e      = &l->file->entry[l->file->count];
    heco_error               why;
    char                     key[40];
    int                      which = suite_file_find_setting(word, length);
    if (word[length] == '\0' || word[length + 1] == '\0')
        return heco_deck_wrong(&l->words, error, "'%.60s' is not KEY=VALUE", word);
    if (which < HECO_SUITE_SETTINGS)
        return suite_file_take_setting(l, row->setting, which, word + length + 1, error);
    if (strncmp(word, "best=", 5) == 0)
        return suite_file_numbers(l, word, &row->best, &row->bests, error);
    if (strncmp(word, "dims=", 5) == 0) return suite_file_take_dims(l, e, word, error);
    if (strncmp(word, "title=", 6) == 0) return e->title = word + 6, HECO_OK;
    if (strcmp(word, "compared=no") == 0) return e->compared = 0, HECO_OK;
    if (strcmp(word, "compared=yes") == 0) return e->compared = 1, HECO_OK;
    for (int i = 0; i < HECO_SUITE_SETTINGS; i++) names[i] = suite_file_settings[i];
    for (int i = 0; i < 4; i++) names[HECO_SUITE_SETTINGS + i] = others[i];
    snprintf(key, sizeof key, "%.*s", (int)(length < 39 ? length : 39), word);
    if (strcmp(key, "compared") == 0)
        return heco_deck_wrong(&l->words, error, "compared knows yes and no, not '%.40s'",
                               word + 9);
    heco_fail_name(&why, key, names, HECO_SUITE_SETTINGS + 4, "a key of a problem");
    return heco_deck_wrong(&l->words, error, "%.200s", why.text);
}

/* Returns whether a problem of that name can be typed as SUITE:NAME/DIM and in lists. */
static int suite_file_is_name(const char *name) {
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-_.", *c) == NULL) return 0;
    return name[0] != '\0' && strlen(name) < 60;
}

/* Returns whether two names differ at most in case, as file systems may see them. */
static int suite_file_is_same(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return *a == '\0' && *b == '\0';
}

static heco_status suite_file_take_problem(const suite_file_line *l, heco_error *error) {
    heco_suite_file     *f      = l->file;
    heco_suite_file_row *row    = &f->row[f->count];
    heco_suite_entry    *e      = &f->entry[f->count];
    char *const         *word   = l->words.word;
    heco_status          status = HECO_OK;
    if (l->words.count < 3) return heco_deck_wrong(&l->words, error, "write 'problem NAME MODEL'");
    if (!suite_file_is_name(word[1]))
        return heco_deck_wrong(&l->words, error,
                               "'%.60s' is not a name: use up to 59 letters, digits, - _ .",
                               word[1]);
    for (size_t i = 0; i < f->count; i++)
        if (suite_file_is_same(f->entry[i].name, word[1]))
            return heco_deck_wrong(&l->words, error, "there is a problem '%s' already", word[1]);
    if (strstr(word[2], ".suite:") != NULL) /* a suite that lists itself would never end */
        return heco_deck_wrong(&l->words, error, "'%.60s' is in another suite file: name its model",
                               word[2]);
    size_t *dim = heco_arena_take(f->arena, 1, sizeof *dim);
    if (dim == NULL) return heco_fail_memory(error);
    row->model = word[2];
    for (int i = 0; i < HECO_SUITE_SETTINGS; i++) row->setting[i] = NAN;
    *e = (heco_suite_entry){
        .name = word[1], .title = word[2], .dims = dim, .dim_count = 1, .compared = 1};
    for (size_t i = 3; i < l->words.count && status == HECO_OK; i++)
        status = suite_file_take_key(l, word[i], error);
    if (status != HECO_OK) return status;
    if (row->bests > 1 && row->bests != e->dim_count)
        return heco_deck_wrong(&l->words, error, "best= has %zu numbers for %zu dimensions",
                               row->bests, e->dim_count);
    if (e->dim_count > 1 && strstr(row->model, "{{dim}}") == NULL)
        return heco_deck_wrong(&l->words, error, "the model of several dimensions needs {{dim}}");
    f->count++;
    return HECO_OK;
}

static heco_status suite_file_take_line(void *line, heco_error *error) {
    suite_file_line *l                              = line;
    const char *names[HECO_SUITE_SETTINGS + 3] = {"name", "title", "problem"};
    const char *first                          = l->words.word[0];
    heco_error  why;
    int         which = suite_file_find_setting(first, strlen(first));
    if (strcmp(first, "problem") == 0) return suite_file_take_problem(l, error);
    if (which < HECO_SUITE_SETTINGS || strcmp(first, "name") == 0 || strcmp(first, "title") == 0) {
        if (l->words.count != 2)
            return heco_deck_wrong(&l->words, error,
                                   "'%s' needs one word: quote a text with blanks", first);
        if (which < HECO_SUITE_SETTINGS)
            return suite_file_take_setting(l, l->file->setting, which, l->words.word[1], error);
        if (first[0] == 't') return l->file->title = l->words.word[1], HECO_OK;
        l->file->name = l->words.word[1];
        return suite_file_is_name(l->file->name)
                   ? HECO_OK
                   : heco_deck_wrong(&l->words, error, "'%.60s' is not a name", l->file->name);
    }
    for (int i = 0; i < HECO_SUITE_SETTINGS; i++) names[3 + i] = suite_file_settings[i];
    heco_fail_name(&why, first, names, HECO_SUITE_SETTINGS + 3, "the first word of a line");
    return heco_deck_wrong(&l->words, error, "%.200s", why.text);
}

/* Sets the folder, and the name of the file without its suffix as the name of the suite. */
static heco_status suite_file_set_folder(heco_suite_file *f, heco_error *error) {
    char *real = heco_os_real_path(f->path);
    if (real == NULL)
        return heco_fail(error, HECO_ERR_IO, "the suite %.150s is not there", f->path);
    char *folder = heco_arena_text(f->arena, real);
    free(real);
    if (folder == NULL) return heco_fail_memory(error);
    char *slash  = strrchr(folder, '/');
    *slash       = '\0';
    f->folder    = folder;
    f->name      = slash + 1;
    char *suffix = strrchr(slash + 1, '.');
    if (suffix != NULL) *suffix = '\0';
    return HECO_OK;
}

heco_status heco_suite_file_read(heco_suite_file *f, const char *path, heco_arena *arena,
                                 heco_error *error) {
    size_t          length, lines = 1;
    char            why[120];
    suite_file_line line = {.file = f, .words = {.path = path, .arena = arena}};
    *f                   = (heco_suite_file){.path = path, .title = path, .arena = arena};
    for (int i = 0; i < HECO_SUITE_SETTINGS; i++) f->setting[i] = NAN;
    heco_status status = suite_file_set_folder(f, error);
    if (status != HECO_OK) return status;
    char *raw = heco_deck_read_file(path, SUITE_FILE_BYTES, &length, why, sizeof why);
    if (raw == NULL) return heco_fail(error, HECO_ERR_IO, "the suite %.150s %s", path, why);
    char *text = heco_arena_text(arena, raw);
    free(raw);
    for (const char *c = text; c != NULL && *c != '\0'; c++) lines += *c == '\n';
    f->row   = heco_arena_take(arena, lines, sizeof *f->row);
    f->entry = heco_arena_take(arena, lines, sizeof *f->entry);
    if (heco_arena_failed(arena)) return heco_fail_memory_for(error, "suite '%.200s'", path);
    status = heco_deck_line_each(&line.words, text, suite_file_take_line, &line, error);
    if (status == HECO_OK && f->count == 0)
        return heco_fail(error, HECO_ERR_MODEL, "%.150s: a line 'problem NAME MODEL' is missing",
                         path);
    return status;
}

double heco_suite_file_setting(const heco_suite_file *f, size_t index, int which) {
    double own = f->row[index].setting[which];
    return isnan(own) ? f->setting[which] : own;
}

/* Appends `text` to `out` with {{dim}} and {{heco_folder}} filled in. */
static void suite_file_fill(char *out, const char *text, size_t dim, const char *folder) {
    for (out += strlen(out); *text != '\0';) {
        if (strncmp(text, "{{dim}}", 7) == 0) {
            out += sprintf(out, "%zu", dim);
            text += 7;
        } else if (strncmp(text, "{{heco_folder}}", 15) == 0) {
            out += sprintf(out, "%s", folder);
            text += 15;
        } else *out++ = *text++;
    }
    *out = '\0';
}

/* Writes the prefix of the model, then the folder if a relative path follows. A program without a
 * slash is found in PATH, and a problem of a built-in suite has no path. */
char *heco_suite_file_model(const heco_suite_file *f, size_t index, size_t dim, heco_arena *arena) {
    const char *text   = f->row[index].model;
    size_t      prefix = 0, fields = 1;
    for (const char *c = text; (c = strstr(c, "{{")) != NULL; c += 2) fields++;
    size_t size = strlen(text) + fields * (strlen(f->folder) + 24) + 2;
    char  *out  = heco_arena_take(arena, size, 1);
    if (out == NULL) return NULL;
    int is_exec = heco_model_begins(text, "exec:");
    if (is_exec) prefix = 5;
    else if (heco_model_begins(text, "run:")) prefix = 4;
    const char *kind = heco_model_kind_of(text), *path = text + prefix;
    int         relative = !heco_os_is_absolute(path) && path[0] != '{';
    if (is_exec) {
        const char *slash = strchr(path, '/');
        relative          = relative && slash != NULL && slash < path + strcspn(path, " ");
    } else if (kind != NULL && strcmp(kind, "suite") == 0) relative = 0;
    memcpy(out, text, prefix);
    if (relative) sprintf(out + prefix, "%s/", f->folder);
    suite_file_fill(out, path, dim, f->folder);
    return out;
}
