#include "cli/option_space.h"

#include <math.h>
#include <string.h>

option_space_range option_space_of(const heco_option *o) {
    option_space_range r     = {o->min, o->max, o->value, 0};
    int                known = !isnan(o->value);
    /* A range without end or over more than two decades is cut around the default. */
    if (!isfinite(o->min) || !isfinite(o->max) || o->max - o->min > 100.0) {
        double centre = known ? fabs(o->value) : fmax(fabs(o->min), 1.0) * 10.0;
        double reach  = centre > 0.0 ? centre : 1.0;
        r.low =
            fmax(o->min, known && o->value < 0.0 ? -10.0 * reach : 0.1 * reach * (centre > 0.0));
        r.high = fmin(o->max, 10.0 * reach);
    }
    if (o->kind == HECO_OPTION_INTEGER) {
        r.low  = ceil(r.low);
        r.high = floor(r.high);
    }
    r.log = r.low > 0.0 && r.high / r.low >= 10.0;
    if (!known) r.start = r.log ? sqrt(r.low * r.high) : 0.5 * (r.low + r.high);
    if (o->kind == HECO_OPTION_INTEGER) r.start = rint(r.start);
    return r;
}

/* Prints the names of a choice with this separator between them. */
static void option_space_choices(FILE *out, const char *choices) {
    for (const char *at = choices; *at != '\0'; at++) {
        if (*at == '|') fputs(", ", out);
        else putc(*at, out);
    }
}

/* Prints the first `index`-th name of a choice. */
static void option_space_choice(FILE *out, const char *choices, size_t index) {
    for (; index > 0 && *choices != '\0'; choices++) index -= *choices == '|';
    fprintf(out, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* Prints a number so that both tuners take it for a real one, or as an integer. */
static void option_space_number(FILE *out, const heco_option *o, double value) {
    char text[40];
    if (o->kind == HECO_OPTION_INTEGER) {
        fprintf(out, "%.0f", value);
        return;
    }
    snprintf(text, sizeof text, "%.10g", value);
    fprintf(out, "%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

/* Prints one row for irace, whose names have letters, digits and underscores. */
static void option_space_irace(FILE *out, const char *name, const heco_option *o) {
    option_space_range r = option_space_of(o);
    for (const char *at = name; *at != '\0'; at++) putc(*at == '-' || *at == '.' ? '_' : *at, out);
    fprintf(out, " \"%s=\" ", name);
    if (o->kind == HECO_OPTION_CHOICE) {
        fputs("c (", out);
        option_space_choices(out, o->choices);
    } else {
        fprintf(out, "%c%s (", o->kind == HECO_OPTION_INTEGER ? 'i' : 'r', r.log ? ",log" : "");
        option_space_number(out, o, r.low);
        fputs(", ", out);
        option_space_number(out, o, r.high);
    }
    fputs(")\n", out);
}

static void option_space_smac(FILE *out, const char *name, const heco_option *o) {
    option_space_range r = option_space_of(o);
    if (o->kind == HECO_OPTION_CHOICE) {
        fprintf(out, "%s categorical {", name);
        option_space_choices(out, o->choices);
        fputs("} [", out);
        option_space_choice(out, o->choices, isnan(o->value) ? 0 : (size_t)o->value);
        fputs("]\n", out);
        return;
    }
    fprintf(out, "%s %s [", name, o->kind == HECO_OPTION_INTEGER ? "integer" : "real");
    option_space_number(out, o, r.low);
    fputs(", ", out);
    option_space_number(out, o, r.high);
    fputs("] [", out);
    option_space_number(out, o, r.start);
    fprintf(out, "]%s\n", r.log ? " log" : "");
}

void option_space_print(FILE *out, const heco_algorithm *a, const char *tuner) {
    const heco_option *o;
    char               name[120];
    int                irace = strcmp(tuner, "irace") == 0;
    fprintf(
        out,
        "# Options of %s for %s. Ranges are the default divided and multiplied by 10 where the\n"
        "# valid range is wider: delete what is not to be tuned and edit the ranges.\n",
        a->name, irace ? "irace" : "SMAC");
    for (size_t k = 0; (o = heco_algorithm_option_at(a, k, name, sizeof name)) != NULL; k++) {
        option_space_range r = option_space_of(o);
        if (o->kind != HECO_OPTION_CHOICE && !(r.low < r.high)) continue; /* nothing to choose */
        if (irace) option_space_irace(out, name, o);
        else option_space_smac(out, name, o);
    }
}
