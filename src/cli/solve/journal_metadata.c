#include "cli/solve/journal_metadata.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"

static const char metadata_head[] = "heco-solve 1";

/* --- writing ------------------------------------------------------------------------------- */

/* Writes one line. A line break inside the value is written as \n. */
static void metadata_line(FILE *out, const char *key, const char *value) {
    fprintf(out, "%s=", key);
    for (; *value != '\0'; value++)
        if (*value == '\n') fputs("\\n", out);
        else if (*value == '\\') fputs("\\\\", out);
        else fputc(*value, out);
    fputc('\n', out);
}

/* Computes FNV-1a of the file, its size, and SHA-256 unless `sha256` is NULL. Returns 0 if the file
 * cannot be read. */
static int metadata_digest(const char *path, uint64_t *hash, uint64_t *size, char *sha256) {
    unsigned char block[4096];
    size_t        got;
    struct stat   about;
    heco_sha256   strong;
    heco_sha256_start(&strong);
    *hash = 0xcbf29ce484222325u, *size = 0;
    if (stat(path, &about) != 0) return 0;
    errno      = ESPIPE; /* a pipe is not opened, because that would wait for its writer */
    FILE *file = S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL) return 0;
    while ((got = fread(block, 1, sizeof block, file)) > 0) {
        for (size_t i = 0; i < got; i++) *hash = (*hash ^ block[i]) * 0x100000001b3u;
        heco_sha256_add(&strong, block, got);
        *size += got;
    }
    int whole = !ferror(file);
    fclose(file);
    if (sha256 != NULL) heco_sha256_end(&strong, sha256);
    return whole;
}

/* Writes the line of a file: fingerprint, size and path. Skips a path that is no readable file. */
static void metadata_write_file(FILE *out, const char *path) {
    uint64_t hash, size;
    char     head[64];
    if (!metadata_digest(path, &hash, &size, NULL)) return;
    snprintf(head, sizeof head, "%016" PRIx64 " %" PRIu64 " ", hash, size);
    size_t room = strlen(head) + strlen(path) + 1;
    char  *both = malloc(room);
    if (both == NULL) return;
    snprintf(both, room, "%s%s", head, path);
    metadata_line(out, "file", both);
    free(both);
}

/* Writes the fingerprint of the model's file, or of each word of a command that is a file. */
static void metadata_files(FILE *out, const char *spec) {
    if (strncmp(spec, "exec:", 5) != 0) {
        metadata_write_file(out, strncmp(spec, "run:", 4) == 0 ? spec + 4 : spec);
        return;
    }
    char *words = strdup(spec + 5), *rest = NULL;
    for (char *word = words != NULL ? strtok_r(words, " \t\n", &rest) : NULL; word != NULL;
         word       = strtok_r(NULL, " \t\n", &rest))
        metadata_write_file(out, word);
    free(words);
}

/* Writes one line per initial point. */
static void metadata_write_points(FILE *out, const points *p) {
    for (size_t i = 0; i < p->count; i++) {
        fputs("start=", out);
        for (size_t j = 0; j < p->n; j++)
            fprintf(out, "%s%.17g", j > 0 ? "," : "", p->x[i * p->n + j]);
        fputc('\n', out);
    }
}

char *metadata_write(const solve_run *s) {
    char        folder[SETTINGS_PATH], buffer[SETTINGS_PATH];
    char       *text = NULL;
    size_t      size = 0;
    const char *data = settings_data(s->args->common.data, buffer, sizeof buffer);
    FILE       *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return NULL;
    fprintf(out, "%s\n", metadata_head);
    if (getcwd(folder, sizeof folder) != NULL) metadata_line(out, "folder", folder);
    metadata_files(out, s->spec);
    if (s->file != NULL) metadata_write_file(out, s->args->common.algorithm);
    metadata_write_points(out, &s->start);
    for (size_t i = 0; i < s->args->word.count; i++)
        metadata_line(out, "word", s->args->word.item[i]);
    /* A folder from the environment belongs to the command as well. */
    if (s->args->common.data == NULL && data != NULL) metadata_line(out, "data", data);
    return heco_os_memory_close(out, &text, &size);
}

char *metadata_model_files(const solve_run *s) {
    char  *text = NULL;
    size_t size = 0;
    FILE  *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return NULL;
    metadata_files(out, s->spec);
    return heco_os_memory_close(out, &text, &size);
}

/* --- reading ------------------------------------------------------------------------------- */

/* Replaces \n and \\ by their characters, in place. */
static void metadata_unescape(char *text) {
    char *to = text;
    for (; *text != '\0'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++;
            *to++ = *text == 'n' ? '\n' : *text;
        } else *to++ = *text;
    }
    *to = '\0';
}

/* Appends the point "x,x,..." to p. Returns 1, or 0 if it is malformed or memory is missing. */
static int metadata_read_point(points *p, char *value) {
    size_t n = 1;
    for (const char *c = value; *c != '\0'; c++) n += *c == ',';
    if (p->count == 0) p->n = n;
    double *x = n == p->n ? realloc(p->x, (p->count + 1) * n * sizeof *x) : NULL;
    if (x == NULL) return 0;
    p->x = x;
    x += p->count * n;
    for (size_t j = 0; j < n; j++) {
        char *end;
        x[j] = strtod(value, &end);
        if (end == value || *end != (j + 1 < n ? ',' : '\0')) return 0;
        value = end + 1;
    }
    p->count++;
    return 1;
}

/* Stores one line "key=value", which is cut in place and stays in use. */
static int metadata_read_line(metadata *n, const char *journal, char *line) {
    char *value = strchr(line, '=');
    if (value != NULL) {
        *value++ = '\0';
        if (strcmp(line, "start") == 0 && metadata_read_point(&n->start, value)) return -1;
        if (strcmp(line, "run") == 0 && args_read_count(value, &n->run) && n->run > 1) return -1;
        metadata_unescape(value);
        if (strcmp(line, "folder") == 0) {
            n->folder = value;
            return -1;
        }
        if (strcmp(line, "file") == 0) return args_append(&n->file, value);
        if (strcmp(line, "word") == 0) return args_append(&n->word, value);
        if (strcmp(line, "data") == 0) {
            int code = args_append(&n->word, "--data");
            return code < 0 ? args_append(&n->word, value) : code;
        }
    }
    return cli_fail(CLI_USAGE,
                    "journal %s: unknown line \"%.60s\" in its metadata: was it made by "
                    "another version of heco?",
                    journal, line);
}

int metadata_read(metadata *out, const char *journal, const char *text) {
    size_t head = sizeof metadata_head - 1;
    int    code = -1;
    *out        = (metadata){.folder = ""};
    if (strncmp(text, metadata_head, head) != 0 || text[head] != '\n')
        return cli_fail(CLI_USAGE,
                        "journal %s was not made by heco solve: resume it with the program that "
                        "made it",
                        journal);
    out->text = strdup(text + head + 1);
    if (out->text == NULL) return cli_fail_memory();
    char *rest = out->text;
    while (code < 0 && *rest != '\0') {
        char *line = rest;
        rest += strcspn(rest, "\n");
        if (*rest != '\0') *rest++ = '\0';
        code = metadata_read_line(out, journal, line);
    }
    if (code < 0 && out->word.count == 0)
        code = cli_fail(CLI_USAGE, "journal %s: its metadata names no model", journal);
    return code;
}

/* Reads "FINGERPRINT SIZE PATH" of file number i. Returns the path, or NULL if the line has another
 * form. */
static const char *metadata_read_file(const metadata *n, size_t i, uint64_t *hash, uint64_t *size) {
    char *space, *end;
    *hash = strtoull(n->file.item[i], &space, 16);
    *size = strtoull(space, &end, 10);
    return space == n->file.item[i] || end == space || *end != ' ' ? NULL : end + 1;
}

int metadata_file(const metadata *n, size_t i, uint64_t *size, const char **path,
                  char sha256[HECO_SHA256_TEXT]) {
    uint64_t hash, size_now, hash_then;
    *path = metadata_read_file(n, i, &hash_then, size);
    if (*path == NULL) *path = "";
    return metadata_digest(*path, &hash, &size_now, sha256) && hash == hash_then &&
           size_now == *size;
}

void metadata_drop_outputs(args_list *list) {
    size_t used = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *word = list->item[i];
        if (strcmp(word, "--report") == 0 || strcmp(word, "--journal") == 0) i++;
        else if (strncmp(word, "--report=", 9) != 0 && strncmp(word, "--journal=", 10) != 0)
            list->item[used++] = word;
    }
    list->count = used;
}

int metadata_check_files(const metadata *n, const char *journal) {
    for (size_t i = 0; i < n->file.count; i++) {
        uint64_t    hash, size, hash_then, size_then;
        const char *path = metadata_read_file(n, i, &hash_then, &size_then);
        if (path == NULL)
            return cli_fail(CLI_USAGE, "journal %s: its metadata has no fingerprint of the model",
                            journal);
        if (!metadata_digest(path, &hash, &size, NULL))
            return cli_fail(CLI_USAGE,
                            "%s: %s; journal %s was begun in the folder %s: resume it "
                            "there",
                            path, strerror(errno), journal, n->folder);
        if (hash != hash_then || size != size_then)
            return cli_fail(CLI_USAGE,
                            "%s has changed since journal %s was begun (%" PRIu64
                            " bytes then, %" PRIu64
                            " now): restore the file, or begin another journal",
                            path, journal, size_then, size);
    }
    return -1;
}

/* Prints a word, in quotes unless a shell reads it as it is. */
static void metadata_word(FILE *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,+@%-";
    int               quote   = word[strspn(word, plain)] != '\0' || *word == '\0';
    if (quote) fputc('\'', out);
    for (; *word != '\0'; word++)
        if (*word == '\'') fputs("'\\''", out);
        else fputc(*word, out);
    if (quote) fputc('\'', out);
}

char *metadata_command(const metadata *n) {
    char  *text = NULL;
    size_t size = 0;
    FILE  *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return NULL;
    fputs("heco solve", out);
    for (size_t i = 0; i < n->word.count; i++) {
        fputc(' ', out);
        metadata_word(out, n->word.item[i]);
    }
    if (heco_os_memory_close(out, &text, &size) != NULL) heco_text_clean(text);
    return text;
}

void metadata_free(metadata *n) {
    free(n->text);
    free(n->word.item);
    free(n->file.item);
    point_file_free(&n->start);
}
