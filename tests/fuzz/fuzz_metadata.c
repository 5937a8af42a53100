/* Any bytes as the metadata that the command keeps in a journal. An even first byte: the text itself;
 * else words that are written into metadata and must come back from it. The functions belong to the
 * command, so their source is included. */
#include "cli/solve/journal_metadata.c"

#include "fuzz_cli.h"

int cli_fail_memory(void) { return cli_fail(CLI_ERROR, "out of memory"); }

const char *settings_data(const char *given, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return given;
}

void point_file_free(points *p) { free(p->x); }

int args_read_count(const char *text, uint64_t *value) { /* without the 2e5 that people type */
    char *end;
    *value = strtoull(text, &end, 10);
    return end != text && *end == '\0';
}

static void try_text(fuzz_bytes *b) {
    size_t head = sizeof metadata_head;
    char  *text = malloc(head + b->left + 1);
    metadata   read;
    check(text != NULL);
    memcpy(text, "heco-solve 1\n", head);
    memcpy(text + head, b->at, b->left);
    text[head + b->left] = '\0';
    if (metadata_read(&read, "FILE", text) < 0) {
        check(read.word.count > 0);
        for (size_t i = 0; i < read.word.count; i++)
            check(strlen(read.word.item[i]) <= strlen(text));
    }
    metadata_free(&read);
    free(text);
}

/* Words end with a 0 byte; a last byte is not part of them. */
static void try_words(fuzz_bytes *b) {
    double      x[4]     = {0.1, -1e300, 5e-324, 3.0};
    const char *word[64] = {"model"};
    solve_run_args args     = {.word = {word, 1}};
    solve_run      s        = {.args = &args, .spec = "no such file", .start = {.n = 2, .count = 2, .x = x}};
    char       *copy     = malloc(b->left + 1);
    metadata        read;
    check(copy != NULL && heco_model_open(&s.model, "cec2006:g08", NULL, NULL) == HECO_OK);
    memcpy(copy, b->at, b->left);
    copy[b->left] = '\0';
    for (char *at = copy; at < copy + b->left && args.word.count < 64; at += strlen(at) + 1)
        word[args.word.count++] = at;
    char *text = metadata_write(&s);
    check(text != NULL && metadata_read(&read, "FILE", text) < 0);
    check(read.word.count == args.word.count && read.start.count == 2 && read.start.n == 2);
    check(memcmp(read.start.x, x, sizeof x) == 0);
    for (size_t i = 0; i < args.word.count; i++)
        check(strcmp(read.word.item[i], args.word.item[i]) == 0);
    metadata_free(&read);
    heco_model_close(s.model);
    free(text), free(copy);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes b = {data, size};
    if (fuzz_byte(&b) % 2 == 0)
        try_text(&b);
    else
        try_words(&b);
    return 0;
}
