/* Any bytes as a deck line, a template, an output file, or a whole deck with its template and its
 * output, which bytes of 1 separate: nothing is read or written out of bounds. No command is run.
 * The first byte chooses. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "models/deck/deck_line.h"
#include "models/exec/exec_problem.h"
#include "models/model_table.h"

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

/* The C library needs very long for some expressions; see is_worth_trying(). */
static int has_long_expression(const char *text) {
    for (const char *at = text; (at = strstr(at, "match=")) != NULL; at++)
        if (strcspn(at, "{\\") < strcspn(at, "\n") || strcspn(at, "\n") > 40) return 1;
    return 0;
}

/* Finds every output in the text, and fills the template with a point. */
static void try_values(const heco_deck *d, const heco_problem *p, const char *text) {
    heco_deck_source source = {.text = text, .length = strlen(text), .complete = 1};
    double           value, x[64] = {0.5, -1e300, 1.0 / 3.0};
    char             why[200];
    for (size_t k = 0; k < heco_exec_values(&d->header.sizes); k++)
        if (!heco_deck_output_find(&d->output[k], &source, &value, why, sizeof why))
            check(why[0] != '\0' && memchr(why, '\0', sizeof why) != NULL);
    free(source.matches.part);
    FILE *out = p->space.n <= 64 ? fopen("/dev/null", "w") : NULL;
    if (out == NULL) return;
    for (size_t i = 0; i < d->files; i++)
        if (!d->file[i].is_link) heco_deck_text_write(&d->file[i].text, p, x, out);
    fclose(out);
}

static void try_deck(char *text) {
    char *template = strchr(text, 1), *output = NULL, path[96];
    heco_model m     = {.problem = heco_problem_default()};
    heco_deck  deck  = {0};
    heco_error error = {HECO_OK, ""};
    if (template != NULL) *template ++ = '\0', output = strchr(template, 1);
    if (output != NULL) *output++ = '\0';
    if (has_long_expression(text)) return;
    snprintf(path, sizeof path, "%s/t", fuzz_folder());
    fuzz_write(path, template != NULL ? template : "", template != NULL ? strlen(template) : 0);
    snprintf(path, sizeof path, "%s/x.deck", fuzz_folder());
    fuzz_write(path, text, strlen(text));
    heco_arena_init(&m.arena);
    heco_status status = heco_deck_read(&deck, path, &m.arena, &error);
    if (status == HECO_OK) {
        heco_exec_fill_problem(&m, &deck.header);
        check(!heco_arena_failed(&m.arena));
        status = heco_deck_read_templates(&deck, &m.problem, &m.arena, &error);
    }
    if (status != HECO_OK) check(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    else try_values(&deck, &m.problem, output != NULL ? output : "");
    heco_deck_free(&deck);
    heco_arena_release(&m.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    heco_arena arena;
    if (size == 0 || memchr(data, 0, size) != NULL) return 0;
    char *text = malloc(size);
    if (text == NULL) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    heco_arena_init(&arena);
    if (data[0] % 4 == 0) try_output(text, size - 1);
    else if (data[0] % 4 == 1) try_template(text, &arena);
    else if (data[0] % 4 == 2) try_line(text, &arena);
    else try_deck(text);
    heco_arena_release(&arena);
    free(text);
    return 0;
}
