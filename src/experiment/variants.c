/* Turns "heco-de,heco-de[lambda=25],hcr:heco-de[gamma=0,lambda=25]" into a list of variants.
 *
 * An item is [label:]name[option=value,...]. Without a label the text itself is the label, so one
 * algorithm may appear several times with different options. Values come in three layers, of which
 * later ones win: --set ALGORITHM.OPTION=VALUE for all variants of an algorithm, then the
 * brackets, then --set LABEL.OPTION=VALUE for the variant with that label. */
#include "experiment/variants.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

size_t heco_variant_print_size(const heco_algorithm *algorithm) {
    size_t size = 1;
    char   name[120];
    for (size_t i = 0; heco_algorithm_option_at(algorithm, i, name, sizeof name) != NULL; i++)
        size += strlen(name) + 2 + 40;
    return size;
}

void heco_variant_print(const heco_algorithm *algorithm, const double *values, char *buffer,
                        size_t size) {
    size_t             used = 0, own = heco_option_count(algorithm->options);
    const heco_option *o;
    char               name[120], text[64];
    buffer[0] = '\0';
    for (size_t i = 0; (o = heco_algorithm_option_at(algorithm, i, name, sizeof name)) != NULL;
         i++) {
        int usual = values[i] == o->value || (isnan(values[i]) && isnan(o->value));
        if ((i >= own && usual) || used >= size) continue;
        heco_option_print(o, values[i], text, sizeof text);
        int wrote =
            snprintf(buffer + used, size - used, "%s%s=%s", used > 0 ? " " : "", name, text);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

static char *variants_copy(heco_arena *arena, const char *text, size_t length) {
    char *copy = heco_arena_take(arena, length + 1, 1);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

/* Returns the text without surrounding blanks, cut in place. */
static char *variants_trim(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    return text;
}

/* Cuts `text` at the next comma outside brackets; returns the rest, or NULL at the end. */
static char *variants_cut(char *text) {
    int depth = 0;
    for (; *text != '\0'; text++) {
        depth += (*text == '[') - (*text == ']');
        if (*text == ',' && depth == 0) {
            *text = '\0';
            return text + 1;
        }
    }
    return NULL;
}

/* Appends one "OPTION=VALUE" to the settings of the variant. `set` stays in use and is not copied.
 * NULL means that the copy of the text failed. */
static heco_status variants_add_setting(heco_variant *v, const char *set, heco_arena *arena) {
    const char **grown = heco_arena_take(arena, v->sets + 1, sizeof *grown);
    if (grown == NULL || set == NULL) return HECO_ERR_MEMORY;
    if (v->sets > 0) memcpy(grown, v->set, v->sets * sizeof *grown);
    grown[v->sets++] = set;
    v->set           = grown;
    return HECO_OK;
}

/* Returns OPTION=VALUE of a `set` "NAME.OPTION=VALUE" whose NAME is `name`, else NULL. */
static const char *variants_match(const char *set, const char *name) {
    size_t length = strlen(name);
    return strncmp(set, name, length) == 0 && set[length] == '.' ? set + length + 1 : NULL;
}

/* Adds the --set of one layer: those whose NAME is `name`, a label or the name of an algorithm. */
static heco_status variants_add_layer(heco_variant *v, const char *name,
                                      const heco_plan_options *options, heco_arena *arena) {
    for (size_t i = 0; i < options->sets; i++) {
        const char *part = variants_match(options->set[i], name);
        if (part != NULL && variants_add_setting(v, heco_arena_text(arena, part), arena) != HECO_OK)
            return HECO_ERR_MEMORY;
    }
    return HECO_OK;
}

/* Adds the settings of "option=value,...", which is cut in place. `list` may be NULL. */
static heco_status variants_add_brackets(heco_variant *v, char *list, heco_arena *arena) {
    while (list != NULL) {
        char *next = variants_cut(list);
        list       = variants_trim(list);
        if (*list != '\0' && variants_add_setting(v, list, arena) != HECO_OK)
            return HECO_ERR_MEMORY;
        list = next;
    }
    return HECO_OK;
}

/* Splits "label:name[list]" in place; *list is NULL if there are no brackets. */
static heco_status variants_split(char *item, char **label, char **name, char **list,
                                  heco_error *error) {
    *list      = NULL;
    char *open = strchr(item, '[');
    if (open != NULL) {
        char *close = strrchr(open, ']');
        if (close == NULL || *variants_trim(close + 1) != '\0')
            return heco_fail(error, HECO_ERR_ARG,
                             "algorithm '%s': a list of options is written name[option=value,...]",
                             item);
        *open  = '\0';
        *close = '\0';
        *list  = open + 1;
    }
    char *colon = strchr(item, ':');
    *label      = NULL;
    if (colon != NULL) {
        *colon = '\0';
        *label = variants_trim(item);
        item   = colon + 1;
        if (**label == '\0') return heco_fail(error, HECO_ERR_ARG, "an algorithm's label is empty");
    }
    *name = variants_trim(item);
    return HECO_OK;
}

/* Checks every setting and sets v->options to the full table of options. */
static heco_status variants_set_options(heco_variant *v, heco_arena *arena, heco_error *error) {
    const heco_algorithm *a      = v->algorithm;
    size_t                count  = heco_algorithm_option_count(a);
    double               *values = heco_arena_take(arena, count + 1, sizeof *values);
    size_t                size   = heco_variant_print_size(a);
    char                 *text   = heco_arena_take(arena, size, 1), name[120];
    if (values == NULL || text == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        values[i] = heco_algorithm_option_at(a, i, name, sizeof name)->value;
    for (size_t i = 0; i < v->sets; i++) {
        heco_status status = heco_algorithm_set(a, values, NULL, v->set[i], error);
        if (status != HECO_OK) return status;
    }
    heco_variant_print(a, values, text, size);
    v->options = text;
    return HECO_OK;
}

/* Sets v->algorithm: finds it by name or opens a shared object into v->file. Without a label,
 * v->label of a shared object becomes the name of its algorithm instead of its path, followed by
 * the brackets as written. */
static heco_status variants_find_algorithm(heco_variant *v, const char *name, const char *written,
                                           heco_arena *arena, heco_error *error) {
    if (!heco_algorithm_is_file(name)) {
        v->algorithm = heco_algorithm_find(name, error);
        return v->algorithm != NULL ? HECO_OK : HECO_ERR_NAME;
    }
    heco_status status = heco_algorithm_load(&v->file, name, error);
    if (status != HECO_OK) return status;
    v->algorithm = heco_algorithm_loaded(v->file);
    if (v->label != written) return HECO_OK;
    const char *brackets = written != NULL ? strchr(written, '[') : NULL;
    if (brackets == NULL) brackets = "";
    size_t size  = strlen(v->algorithm->name) + strlen(brackets) + 1;
    char  *label = heco_arena_take(arena, size, 1);
    if (label != NULL) snprintf(label, size, "%s%s", v->algorithm->name, brackets);
    v->label = label; /* NULL: no memory */
    return HECO_OK;
}

void heco_variants_close(heco_variant *v, size_t count) {
    for (size_t i = 0; i < count; i++) heco_algorithm_unload(v[i].file);
}

/* Fills the variant from one item of the list, which is cut in place. */
static heco_status variants_read(heco_variant *v, char *item, const heco_plan_options *options,
                                 heco_arena *arena, heco_error *error) {
    char       *label = NULL, *name = NULL, *list = NULL;
    const char *written = heco_arena_text(arena, item);
    heco_status status  = variants_split(item, &label, &name, &list, error);
    if (status != HECO_OK) return status;
    v->label = label != NULL ? label : written;
    status   = variants_find_algorithm(v, name, written, arena, error);
    if (status != HECO_OK) return status;
    if (v->label == NULL || variants_add_layer(v, v->algorithm->name, options, arena) != HECO_OK ||
        variants_add_brackets(v, list, arena) != HECO_OK ||
        (strcmp(v->label, v->algorithm->name) != 0 &&
         variants_add_layer(v, v->label, options, arena) != HECO_OK))
        return heco_fail_memory(error);
    return variants_set_options(v, arena, error);
}

/* Refuses two variants with the same label. */
static heco_status variants_check_labels(const heco_variant *v, size_t count, heco_error *error) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(v[i].label, v[k].label) == 0)
                return heco_fail(
                    error, HECO_ERR_ARG,
                    "'%s' appears twice among the algorithms: give one of them another "
                    "label, as in other:%s",
                    v[i].label, v[i].algorithm->name);
    return HECO_OK;
}

/* Refuses a --set that names nothing in the list, which would be lost silently. */
static heco_status variants_check_sets(const heco_variant *v, size_t count,
                                       const heco_plan_options *options, heco_error *error) {
    for (size_t i = 0; i < options->sets; i++) {
        int used = 0;
        for (size_t k = 0; k < count; k++)
            used |= variants_match(options->set[i], v[k].label) != NULL ||
                    variants_match(options->set[i], v[k].algorithm->name) != NULL;
        if (!used)
            return heco_fail(error, HECO_ERR_NAME,
                             "--set %s: it is written NAME.OPTION=VALUE, where NAME is one of the "
                             "algorithms of this bench, such as %s",
                             options->set[i], v[0].label);
    }
    return HECO_OK;
}

heco_status heco_variants_parse(heco_variant **out, size_t *count, const heco_plan_options *options,
                                heco_arena *arena, heco_error *error) {
    const char *given = options->algorithms;
    if (given == NULL) {
        if (heco_algorithm_default() == NULL)
            return heco_fail(error, HECO_ERR_UNSUPPORTED, "this build has no algorithm");
        given = heco_algorithm_default()->name;
    }
    char  *text = variants_copy(arena, given, strlen(given));
    size_t most = 1;
    for (const char *c = given; *c != '\0'; c++) most += *c == ',';
    heco_variant *v = heco_arena_take(arena, most, sizeof *v);
    if (text == NULL || v == NULL) return heco_fail_memory(error);
    size_t used = 0;
    *out        = v;
    while (text != NULL) {
        char *next = variants_cut(text);
        text       = variants_trim(text);
        if (*text != '\0') {
            heco_status status = variants_read(&v[used++], text, options, arena, error);
            *count             = used;
            if (status != HECO_OK) return status;
        }
        text = next;
    }
    if (used == 0) return heco_fail(error, HECO_ERR_ARG, "the list of algorithms is empty");
    heco_status status = variants_check_labels(v, used, error);
    if (status == HECO_OK) status = variants_check_sets(v, used, options, error);
    return status;
}
