/* Any bytes as a deck line, a template or an output file: nothing is read or written out of bounds.
 * The first byte chooses. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "models/deck/deck_line.h"

static void try_output(const char *text, size_t length) {
    heco_deck_output outputs[] = {{.name = "f", .position = 2},
                                  {.name = "f", .reader = HECO_DECK_KEY, .text = "f"},
                                  {.name = "f", .reader = HECO_DECK_JSON, .text = "a.0"}};
    heco_deck_source source    = {.text = text, .length = length};
    double           value;
    char             why[200];
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        heco_deck_output_find(&outputs[i], &source, &value, why, sizeof why);
}

static void try_template(const char *text, heco_arena *arena) {
    const char      *names[] = {"a", "b"};
    double           bound[] = {0, 1}, x[] = {0.5, 1e300};
    heco_problem     p = heco_problem_default();
    heco_deck_text   t;
    unsigned char    used[2];
    heco_error       why    = {HECO_OK, ""};
    heco_deck_fields fields = {.problem = &p, .folder = "/tmp", .used = used};
    p.space.n = 2, p.space.lower = bound, p.space.upper = bound, p.x_names = names;
    if (!heco_deck_text_parse(&t, text, &fields, arena, &why)) {
        check(strchr(why.text, '\n') == NULL || strchr(text, '\n') != NULL);
        return;
    }
    FILE *out = fopen("/dev/null", "w");
    if (out != NULL) heco_deck_text_write(&t, &p, x, out), fclose(out);
}

/* Returns 0 for an expression with counted repetitions: the C library's regcomp() needs memory in
 * proportion to the product of their counts, and the deck is the user's own. */
static int is_worth_trying(const char *word) {
    return strlen(word) < 40 && strchr(word, '{') == NULL;
}

static void try_line(const char *text, heco_arena *arena) {
    heco_deck_line   line = {.arena = arena};
    heco_deck_output o;
    char             why[HECO_EXEC_WHY];
    if (!heco_deck_line_split(&line, text)) return;
    for (size_t i = 0; i < line.count; i++) {
        memset(&o, 0, sizeof o);
        if (is_worth_trying(line.word[i])) heco_deck_output_word(&o, line.word[i], why);
        if (o.compiled) regfree(&o.regex);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    heco_arena arena;
    if (size == 0 || memchr(data, 0, size) != NULL) return 0;
    char *text = malloc(size);
    if (text == NULL) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    heco_arena_init(&arena);
    if (data[0] % 3 == 0) try_output(text, size - 1);
    else if (data[0] % 3 == 1) try_template(text, &arena);
    else try_line(text, &arena);
    heco_arena_release(&arena);
    free(text);
    return 0;
}
