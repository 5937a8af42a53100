/* Options of algorithms: text in, number out, and back. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/text.h"
#include "solver/member.h"

enum { OPTION_MAX = 64 };

size_t heco_option_count(const heco_option *options) {
    size_t count = 0;
    while (options != NULL && options[count].name != NULL) count++;
    return count;
}

/* Returns the number of the choice `text` in "a|b|c", from 0, or -1. */
static int option_choice(const char *choices, const char *text) {
    size_t length = strlen(text);
    for (int index = 0;; index++) {
        const char *end = strchr(choices, '|');
        size_t      n   = end != NULL ? (size_t)(end - choices) : strlen(choices);
        if (n == length && strncmp(choices, text, n) == 0) return index;
        if (end == NULL) return -1;
        choices = end + 1;
    }
}

/* Fails with a message that names the options there are. */
static heco_status option_fail_unknown(const heco_option *options, const char *name,
                                       const char *algorithm, heco_error *error) {
    const char *names[OPTION_MAX];
    size_t      count = 0;
    for (; options != NULL && count < OPTION_MAX && options[count].name != NULL; count++)
        names[count] = options[count].name;
    if (count == 0)
        return heco_fail(error, HECO_ERR_NAME, "%s has no options, so '%s' cannot be set",
                         algorithm, name);
    return heco_fail_name(error, name, names, count, "an option of %s", algorithm);
}

/* Reads the value of an option; `auto` is NAN. */
static heco_status option_parse(const heco_option *o, double *value, const char *text,
                                const char *algorithm, heco_error *error) {
    if (isnan(o->value) && strcmp(text, "auto") == 0) {
        *value = NAN;
        return HECO_OK;
    }
    if (o->kind == HECO_OPTION_CHOICE) {
        int index = option_choice(o->choices, text);
        if (index < 0)
            return heco_fail(error, HECO_ERR_ARG, "%s: option %s is '%.60s', but must be one of %s",
                             algorithm, o->name, text, o->choices);
        *value = index;
        return HECO_OK;
    }
    double v;
    if (!heco_text_double(text, &v) || isnan(v))
        return heco_fail(error, HECO_ERR_ARG, "%s: option %s is '%.60s', which is not a number",
                         algorithm, o->name, text);
    if (!(v >= o->min && v <= o->max))
        return heco_fail(error, HECO_ERR_ARG, "%s: option %s is %g, outside its range %g .. %g",
                         algorithm, o->name, v, o->min, o->max);
    if (o->kind == HECO_OPTION_INTEGER && v != floor(v))
        return heco_fail(error, HECO_ERR_ARG, "%s: option %s is %g, but must be a whole number",
                         algorithm, o->name, v);
    *value = v;
    return HECO_OK;
}

heco_status heco_option_set(const heco_option *options, double *values, const char *name_value,
                            const char *algorithm, heco_error *error) {
    const char *equals = strchr(name_value, '=');
    size_t      length = equals != NULL ? (size_t)(equals - name_value) : 0;
    char        name[80];
    if (length == 0 || length >= sizeof name)
        return heco_fail(error, HECO_ERR_ARG, "'%.100s' is not of the form option=value",
                         name_value);
    memcpy(name, name_value, length);
    name[length] = '\0';
    for (size_t i = 0; options != NULL && options[i].name != NULL; i++)
        if (strcmp(options[i].name, name) == 0)
            return option_parse(&options[i], &values[i], equals + 1, algorithm, error);
    return option_fail_unknown(options, name, algorithm, error);
}

/* Returns member k of an algorithm, NULL past the end. Older descriptors end before the list, and a
 * member that this build lacks has no options. */
static const heco_algorithm *option_member(const heco_algorithm *a, size_t k) {
    if (a->size < offsetof(heco_algorithm, members) + sizeof a->members || a->members == NULL)
        return NULL;
    static const heco_algorithm absent = {.size = sizeof absent, .name = ""};
    for (size_t i = 0; i < k; i++)
        if (a->members[i] == NULL) return NULL;
    if (a->members[k] == NULL) return NULL;
    const heco_algorithm *member = heco_algorithm_find(a->members[k], NULL);
    return member != NULL ? member : &absent;
}

size_t heco_algorithm_option_count(const heco_algorithm *a) {
    const heco_algorithm *m;
    size_t                count = heco_option_count(a->options);
    for (size_t k = 0; (m = option_member(a, k)) != NULL; k++)
        count += heco_algorithm_option_count(m);
    return count;
}

size_t heco_algorithm_option_offset(const heco_algorithm *a, const char *member) {
    const heco_algorithm *m;
    size_t                at = heco_option_count(a->options);
    for (size_t k = 0; (m = option_member(a, k)) != NULL; k++) {
        if (strcmp(m->name, member) == 0) return at;
        at += heco_algorithm_option_count(m);
    }
    return SIZE_MAX;
}

const heco_option *heco_algorithm_option_at(const heco_algorithm *a, size_t index, char *name,
                                            size_t size) {
    size_t own = heco_option_count(a->options);
    if (index < own) {
        snprintf(name, size, "%s", a->options[index].name);
        return &a->options[index];
    }
    index -= own;
    const heco_algorithm *m;
    for (size_t k = 0; (m = option_member(a, k)) != NULL; k++) {
        size_t count = heco_algorithm_option_count(m);
        if (index < count) {
            char               inner[120];
            const heco_option *o = heco_algorithm_option_at(m, index, inner, sizeof inner);
            snprintf(name, size, "%s.%s", m->name, inner);
            return o;
        }
        index -= count;
    }
    return NULL;
}

heco_status heco_algorithm_set(const heco_algorithm *a, double *values, unsigned char *given,
                               const char *name_value, heco_error *error) {
    size_t dot = strcspn(name_value, ".="), at = SIZE_MAX;
    char   member[80];
    if (dot < sizeof member && name_value[dot] == '.') {
        memcpy(member, name_value, dot);
        member[dot] = '\0';
        at          = heco_algorithm_option_offset(a, member);
    }
    if (at != SIZE_MAX)
        return heco_algorithm_set(heco_algorithm_find(member, NULL), values + at,
                                  given != NULL ? given + at : NULL, name_value + dot + 1, error);
    heco_status status = heco_option_set(a->options, values, name_value, a->name, error);
    size_t      length = strcspn(name_value, "=");
    for (size_t i = 0; status == HECO_OK && given != NULL && a->options[i].name != NULL; i++)
        if (strlen(a->options[i].name) == length &&
            !strncmp(a->options[i].name, name_value, length))
            given[i] = 1;
    return status;
}

void heco_option_print(const heco_option *o, double value, char *buffer, size_t size) {
    if (isnan(value)) {
        snprintf(buffer, size, "auto");
    } else if (o->kind == HECO_OPTION_CHOICE) {
        const char *at = o->choices;
        for (int k = 0; k < (int)value && strchr(at, '|') != NULL; k++) at = strchr(at, '|') + 1;
        snprintf(buffer, size, "%.*s", (int)strcspn(at, "|"), at);
    } else {
        double back;
        heco_number_format(buffer, size, "%.15g", value);
        if (!heco_text_double(buffer, &back) || back != value)
            heco_number_format(buffer, size, "%.17g", value);
    }
}
