#include "models/deck/deck_output.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_find.h"
#include "base/number_text.h"
#include "models/exec/exec_answer.h"

#define DECK_OUTPUT_BLANKS " \t\r\n,;"

/* Reads a part as a number. Fortran's D is accepted as the letter of the exponent. */
static int deck_output_number(const heco_deck_part *part, double *value) {
    char   copy[80];
    size_t length = part->length;
    if (heco_number_read(part->begin, length, value)) return 1;
    if (length >= sizeof copy) return 0;
    memcpy(copy, part->begin, length);
    copy[length] = '\0';
    for (char *c = copy; *c != '\0'; c++)
        if (*c == 'D' || *c == 'd') *c = 'e';
    return heco_number_read(copy, length, value);
}

/* Finds word number `position`. Returns the number of words up to there. */
static size_t deck_output_word(const char *text, size_t position, heco_deck_part *out) {
    size_t count = 0;
    for (const char *at = text + strspn(text, DECK_OUTPUT_BLANKS); *at != '\0';
         at += strspn(at, DECK_OUTPUT_BLANKS)) {
        size_t length = strcspn(at, DECK_OUTPUT_BLANKS);
        if (++count == position) {
            *out = (heco_deck_part){at, length};
            return count;
        }
        at += length;
    }
    return count;
}

/* Returns the place after "key =" or "key:" if the line begins with it, else NULL. */
static const char *deck_output_after_key(const char *line, const char *key) {
    size_t length = strlen(key);
    line += strspn(line, " \t");
    if (strncmp(line, key, length) != 0) return NULL;
    line += length;
    line += strspn(line, " \t");
    return *line == '=' || *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

/* Counts the lines of the key, and finds the first or the last value. */
static size_t deck_output_key(const heco_deck_output *o, const char *text, heco_deck_part *out) {
    size_t count = 0;
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *at  = deck_output_after_key(line, o->text);
        const char *end = strchr(line, '\n');
        if (at != NULL && (count++ == 0 || o->take != HECO_DECK_FIRST))
            *out = (heco_deck_part){at, strcspn(at, DECK_OUTPUT_BLANKS)};
        line = end != NULL ? end + 1 : NULL;
    }
    return count;
}

/* Counts the matches of the expression. Finds the first `room` values, the last of which is that of
 * the last match. */
static size_t deck_output_match(const heco_deck_output *o, const char *text, size_t room,
                                heco_deck_part *out) {
    regmatch_t m[2];
    size_t     count = 0;
    int        flags = 0;
    while (regexec(&o->regex, text, 2, m, flags) == 0) {
        int group = o->regex.re_nsub > 0 && m[1].rm_so >= 0;
        count++;
        if (count <= room || o->take != HECO_DECK_FIRST)
            out[(count < room ? count : room) - 1] =
                (heco_deck_part){text + m[group].rm_so, (size_t)(m[group].rm_eo - m[group].rm_so)};
        if (text[m[0].rm_eo] == '\0') break;
        flags = m[0].rm_eo == 0 || text[m[0].rm_eo - 1] != '\n' ? REG_NOTBOL : 0;
        text += m[0].rm_eo > 0 ? m[0].rm_eo : 1; /* an empty match moves on by one */
    }
    return count;
}

/* Finds value o->which of a list, whose expression is searched for once. Returns the number of
 * matches. */
static size_t deck_output_list(const heco_deck_output *o, heco_deck_source *source,
                               heco_deck_part *out) {
    heco_deck_matches *m = &source->matches;
    if (m->expression != o->text) {
        free(m->part);
        *m = (heco_deck_matches){.part = calloc(o->count, sizeof *m->part)};
        if (m->part == NULL) return SIZE_MAX;
        m->expression = o->text;
        m->found      = deck_output_match(o, source->text, o->count, m->part);
    }
    if (o->which <= m->found) *out = m->part[o->which - 1];
    return m->found;
}

/* Writes why the key or expression does not give one value. */
static void deck_output_count_why(const heco_deck_output *o, size_t count, char *why, size_t size) {
    const char *what = o->reader == HECO_DECK_KEY ? "key" : "match";
    if (count == SIZE_MAX) snprintf(why, size, "out of memory for %zu matches", o->count);
    else if (o->which > 0)
        snprintf(why, size, "%s=%.60s is in it %zu times, count=%zu: check the deck and the output",
                 what, o->text, count, o->count);
    else if (count == 0)
        snprintf(why, size, "%s=%.60s is nowhere in it: check the deck and the output", what,
                 o->text);
    else
        snprintf(why, size,
                 "%s=%.60s is in it %zu times: make it unique, or add take=first or take=last",
                 what, o->text, count);
}

/* Finds the part of the text with the value. Returns 0 with `why`. */
static int deck_output_part_of(const heco_deck_output *o, heco_deck_source *source,
                               heco_deck_part *out, char *why, size_t size) {
    const char *text = source->text;
    if (o->reader == HECO_DECK_POSITION) {
        size_t count = deck_output_word(text, o->position, out);
        if (count == o->position) return 1;
        snprintf(why, size, "it has %zu values, value %zu is missing", count, o->position);
        return 0;
    }
    size_t count = o->reader == HECO_DECK_KEY ? deck_output_key(o, text, out)
                   : o->which > 0             ? deck_output_list(o, source, out)
                                              : deck_output_match(o, text, 1, out);
    if (o->which > 0 ? count == o->count : count == 1 || (count > 1 && o->take != HECO_DECK_ONLY))
        return 1;
    deck_output_count_why(o, count, why, size);
    return 0;
}

/* Finds the value of json=. Returns 0 with `why`. */
static int deck_output_json(const heco_deck_output *o, const char *text, double *value, char *why,
                            size_t size) {
    heco_json_value found;
    const char     *wrong = heco_json_find(text, o->text, &found);
    if (wrong == NULL && found.count > 1) wrong = "has it twice";
    if (wrong == NULL && found.kind == HECO_JSON_NONE) wrong = "has no such entry";
    if (wrong == NULL && found.kind != HECO_JSON_NUMBER) wrong = "has another kind of value there";
    if (wrong != NULL) snprintf(why, size, "json=%.60s: it %s", o->text, wrong);
    else *value = found.number;
    return wrong == NULL;
}

int heco_deck_output_repeat(heco_deck_output *o, size_t count, heco_arena *arena) {
    heco_deck_output first = *o;
    for (size_t i = 0; i < count; i++) {
        char  *text = NULL;
        size_t size = first.text != NULL ? strlen(first.text) + 24 : 0;
        o[i]        = first;
        o[i].position += i;
        o[i].compiled = i == 0 && first.compiled; /* the copies share the expression */
        if (first.reader == HECO_DECK_MATCH) o[i].which = i + 1;
        if (first.reader != HECO_DECK_KEY && first.reader != HECO_DECK_JSON) continue;
        text = heco_arena_take(arena, size, 1);
        if (text == NULL) return 0;
        if (first.reader == HECO_DECK_KEY) snprintf(text, size, "%s%zu", first.text, i + 1);
        else snprintf(text, size, "%s.%zu", first.text, i);
        o[i].text = text;
    }
    return 1;
}

int heco_deck_output_find(const heco_deck_output *o, heco_deck_source *source, double *value,
                          char *why, size_t size) {
    heco_deck_part part = {"", 0};
    char           quoted[60];
    if (o->reader == HECO_DECK_JSON) return deck_output_json(o, source->text, value, why, size);
    if (!deck_output_part_of(o, source, &part, why, size)) return 0;
    if (!source->complete && part.begin + part.length == source->text + source->length) {
        snprintf(why, size,
                 "it ends in the middle of a line: write a newline after the last "
                 "value");
        return 0;
    }
    if (deck_output_number(&part, value)) return 1;
    heco_exec_quote(quoted, sizeof quoted, part.begin, part.length);
    snprintf(why, size, "'%s' is not a number: check the deck and the output", quoted);
    return 0;
}
