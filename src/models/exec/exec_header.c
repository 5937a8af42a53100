#include "models/exec/exec_header.h"

#include <math.h>
#include <string.h>

#include "base/number_text.h"

enum { EXEC_HEADER_MOST = 1000000, EXEC_HEADER_VALUES = 10000 }; /* limits of the protocol */

/* Copies a name or unit. Returns 0 with `why` if it is too long. */
static int header_copy_text(const char *value, size_t length, char out[HECO_EXEC_NAME], char *why) {
    if (length >= HECO_EXEC_NAME)
        return heco_exec_refuse(why, "a name or unit has at most %d characters",
                                HECO_EXEC_NAME - 1);
    memcpy(out, value, length);
    out[length] = '\0';
    return 1;
}

/* --- sizes --------------------------------------------------------------------------------- */

/* Reads a tolerance. */
static int header_read_tol(const char *value, size_t length, double *out, const char *name,
                           char *why) {
    if (heco_number_read(value, length, out) && *out >= 0.0 && isfinite(*out)) return 1;
    return heco_exec_refuse(why, "%s=T needs a number, 0 or more", name);
}

/* Reads the number of parts of an objective. */
static int header_read_parts(const char *value, size_t length, size_t *out, char *why) {
    uint64_t number;
    if (!heco_exec_read_integer(value, length, &number) || number == 0 || number > EXEC_HEADER_MOST)
        return heco_exec_refuse(why, "pieces=K and residuals=K need a whole number, 1 or more");
    *out = (size_t)number;
    return 1;
}

/* Reads an option after the sizes. This and the following functions return 0 with `why` on an
 * error. */
static int header_size_word(const char *word, size_t length, heco_exec_sizes *out, char *why) {
    const char *value;
    uint64_t    number;
    if (heco_exec_is(word, length, "maximise") || heco_exec_is(word, length, "maximize"))
        return out->maximise = 1;
    if (heco_exec_is(word, length, "constraints")) return out->constraints = 1;
    if ((value = heco_exec_value(word, length, "unit=")) != NULL)
        return header_copy_text(value, length - 5, out->unit, why);
    if ((value = heco_exec_value(word, length, "tolerance=")) != NULL)
        return header_read_tol(value, length - 10, &out->tolerance, "tolerance", why);
    if ((value = heco_exec_value(word, length, "ineq_tol=")) != NULL)
        return header_read_tol(value, length - 9, &out->ineq_tol, "ineq_tol", why);
    if ((value = heco_exec_value(word, length, "batch=")) != NULL) {
        if (!heco_exec_read_integer(value, length - 6, &number) || number == 0)
            return heco_exec_refuse(why, "batch=N needs a whole number, 1 or more");
        out->batch = (size_t)number;
        return 1;
    }
    if ((value = heco_exec_value(word, length, "pieces=")) != NULL)
        return header_read_parts(value, length - 7, &out->pieces, why);
    if ((value = heco_exec_value(word, length, "residuals=")) != NULL)
        return header_read_parts(value, length - 10, &out->residuals, why);
    return heco_exec_refuse(why,
                            "after the sizes only 'maximise', 'constraints', 'tolerance=T', "
                            "'ineq_tol=T', 'batch=N', 'pieces=K', 'residuals=K' and 'unit=WORD' "
                            "may follow");
}

int heco_exec_parse_sizes(const char *line, heco_exec_sizes *out, char why[HECO_EXEC_WHY]) {
    const char *at = line, *word;
    uint64_t    number[4];
    size_t      length = heco_exec_word(&at, &word);
    memset(out, 0, sizeof *out);
    out->tolerance = 1e-4;
    out->ineq_tol  = -1.0;
    if (!heco_exec_is(word, length, "heco"))
        return heco_exec_refuse(why, "the first line must be 'heco 1 n NG NH'");
    for (int i = 0; i < 4; i++) {
        length = heco_exec_word(&at, &word);
        if (!heco_exec_read_integer(word, length, &number[i]))
            return heco_exec_refuse(why, "four whole numbers must follow 'heco': 1 n NG NH");
    }
    if (number[0] != HECO_EXEC_VERSION)
        return heco_exec_refuse(why, "this heco supports version %d of the protocol only",
                                HECO_EXEC_VERSION);
    if (number[1] == 0) return heco_exec_refuse(why, "a problem needs at least one variable");
    if (number[1] > EXEC_HEADER_MOST || number[2] > EXEC_HEADER_MOST ||
        number[3] > EXEC_HEADER_MOST)
        return heco_exec_refuse(why, "at most %d variables or constraints are possible",
                                EXEC_HEADER_MOST);
    out->n = (size_t)number[1], out->ng = (size_t)number[2], out->nh = (size_t)number[3];
    while ((length = heco_exec_word(&at, &word)) > 0)
        if (!header_size_word(word, length, out, why)) return 0;
    if (out->pieces > 0 && out->residuals > 0)
        return heco_exec_refuse(why, "write one of pieces=K and residuals=K");
    if (out->maximise && out->pieces + out->residuals > 0)
        return heco_exec_refuse(why,
                                "an objective with pieces or residuals is minimised: leave out "
                                "'maximise'");
    return 1;
}

/* --- variables ----------------------------------------------------------------------------- */

/* Returns whether the word is an option, which ends the values of a variable. */
static int header_is_option(const char *word, size_t length) {
    return heco_exec_value(word, length, "start=") != NULL ||
           heco_exec_value(word, length, "name=") != NULL ||
           heco_exec_value(word, length, "unit=") != NULL;
}

/* Reads the lower and the upper bound. Moves *at after them. */
static int header_read_range(const char **at, heco_exec_variable *out, char *why) {
    const char *word;
    double      bound[2];
    for (int i = 0; i < 2; i++) {
        size_t length = heco_exec_word(at, &word);
        if (!heco_number_read(word, length, &bound[i]))
            return heco_exec_refuse(
                why, "expected 'lower upper [integer] [log]', 'binary', 'list V ..' or "
                     "'category W ..'");
    }
    out->lower = bound[0], out->upper = bound[1];
    if (!(bound[0] <= bound[1]) || bound[0] == INFINITY || bound[1] == -INFINITY)
        return heco_exec_refuse(why,
                                "the bounds must be numbers (-inf or inf: none), the lower not "
                                "above the upper");
    return 1;
}

/* Counts the values that follow, and tells whether all of them are numbers. */
static size_t header_count_values(const char *at, int *numbers) {
    const char *word;
    size_t      count = 0, length;
    double      ignored;
    *numbers = 1;
    while ((length = heco_exec_word(&at, &word)) > 0 && !header_is_option(word, length)) {
        *numbers &= heco_number_read(word, length, &ignored) && isfinite(ignored);
        count++;
    }
    return count;
}

/* Inserts value i: by size, or at the end of an unordered list. Returns 0 if it is there
 * already. */
static int header_put_number(double *value, size_t i, double one, int unordered) {
    for (size_t k = 0; k < i; k++)
        if (value[k] == one) return 0;
    for (; !unordered && i > 0 && value[i - 1] > one; i--) value[i] = value[i - 1];
    value[i] = one;
    return 1;
}

/* Copies word i of a category to `text`. Returns 0 if it is there already. */
static int header_put_label(const char **label, size_t i, char *text, const char *word,
                            size_t length) {
    memcpy(text, word, length);
    text[length] = '\0';
    label[i]     = text;
    for (size_t k = 0; k < i; k++)
        if (strcmp(label[k], label[i]) == 0) return 0;
    return 1;
}

/* Reads the values of a list or category into out->choice, and sets the bounds to their range. */
static int header_read_values(const char **at, heco_exec_variable *out, heco_arena *arena,
                              char *why) {
    heco_choice *c = &out->choice;
    int          numbers;
    size_t       count = header_count_values(*at, &numbers);
    if (count == 0 || count > EXEC_HEADER_VALUES)
        return heco_exec_refuse(why, "a list has 1 to %d values, this one has %zu",
                                EXEC_HEADER_VALUES, count);
    if (!numbers && !c->unordered)
        return heco_exec_refuse(why, "a list has numbers only; words are a 'category'");
    double      *value = heco_arena_take(arena, count, sizeof *value);
    const char **label = numbers ? NULL : heco_arena_take(arena, count, sizeof *label);
    char        *text  = numbers ? NULL : heco_arena_take(arena, count, HECO_EXEC_LABEL);
    if (value == NULL || (!numbers && (label == NULL || text == NULL)))
        return heco_exec_refuse(why, "out of memory for its values");
    for (size_t i = 0; i < count; i++) {
        const char *word;
        double      one    = (double)(i + 1);
        size_t      length = heco_exec_word(at, &word);
        if (numbers) heco_number_read(word, length, &one);
        if (!numbers && length >= HECO_EXEC_LABEL)
            return heco_exec_refuse(why, "a word of a category has at most %d characters",
                                    HECO_EXEC_LABEL - 1);
        if (!header_put_number(value, i, one, c->unordered) ||
            (!numbers && !header_put_label(label, i, text + i * HECO_EXEC_LABEL, word, length)))
            return heco_exec_refuse(why, "the value '%.*s' appears twice",
                                    (int)(length < 40 ? length : 40), word);
        out->lower = i == 0 ? one : fmin(out->lower, one);
        out->upper = i == 0 ? one : fmax(out->upper, one);
    }
    c->count = count, c->values = value, c->labels = label;
    return 1;
}

/* Reads the value of start=V: a word of a category, one of a list, or a number in the range. */
static int header_read_start(const char *value, size_t length, heco_exec_variable *out, char *why) {
    const heco_choice *c = &out->choice;
    out->has_start       = 1;
    for (size_t i = 0; c->labels != NULL && i < c->count; i++)
        if (heco_exec_is(value, length, c->labels[i])) return out->start = c->values[i], 1;
    if (c->labels != NULL || !heco_number_read(value, length, &out->start) ||
        !(out->start >= out->lower && out->start <= out->upper))
        return heco_exec_refuse(why, c->count > 0 ? "start= needs one of the values"
                                                  : "start= needs a number between the bounds");
    for (size_t i = 0; i < c->count; i++)
        if (c->values[i] == out->start) return 1;
    return c->count == 0 || heco_exec_refuse(why, "start= needs one of the values");
}

/* Sets the logarithmic scale of a continuous variable with positive bounds. */
static int header_set_log(heco_exec_variable *out, char *why) {
    if (out->integer || out->choice.count > 0)
        return heco_exec_refuse(why, "'log' is for continuous variables: omit it");
    if (!(out->lower > 0.0))
        return heco_exec_refuse(why, "'log' needs a lower bound above 0, not %g", out->lower);
    return out->log_scale = 1;
}

int heco_exec_parse_variable(const char *line, heco_exec_variable *out, heco_arena *arena,
                             char why[HECO_EXEC_WHY]) {
    const char *at     = line, *word, *value;
    size_t      length = heco_exec_word(&at, &word);
    memset(out, 0, sizeof *out);
    out->choice.unordered = heco_exec_is(word, length, "category");
    if (heco_exec_is(word, length, "binary")) out->upper = 1.0, out->integer = 1;
    else if (out->choice.unordered || heco_exec_is(word, length, "list")) {
        if (!header_read_values(&at, out, arena, why)) return 0;
    } else {
        at = line;
        if (!header_read_range(&at, out, why)) return 0;
    }
    while ((length = heco_exec_word(&at, &word)) > 0) {
        int ok = 1;
        if (heco_exec_is(word, length, "integer") && out->choice.count == 0) out->integer = 1;
        else if (heco_exec_is(word, length, "log")) ok = header_set_log(out, why);
        else if ((value = heco_exec_value(word, length, "start=")) != NULL)
            ok = header_read_start(value, length - 6, out, why);
        else if ((value = heco_exec_value(word, length, "name=")) != NULL)
            ok = header_copy_text(value, length - 5, out->name, why);
        else if ((value = heco_exec_value(word, length, "unit=")) != NULL)
            ok = header_copy_text(value, length - 5, out->unit, why);
        else
            ok = heco_exec_refuse(why, "after the bounds or values only 'integer', 'log', "
                                       "'start=V', 'name=WORD' and 'unit=WORD' may follow");
        if (!ok) return 0;
    }
    return 1;
}

/* --- constraints --------------------------------------------------------------------------- */

/* Returns '<', '>' or '=', or 0 if the word is not a sense. */
static char header_sense(const char *word, size_t length) {
    if (heco_exec_is(word, length, "<=") || heco_exec_is(word, length, "<")) return '<';
    if (heco_exec_is(word, length, ">=") || heco_exec_is(word, length, ">")) return '>';
    return heco_exec_is(word, length, "=") || heco_exec_is(word, length, "==") ? '=' : 0;
}

int heco_exec_is_constraint(const char *line) {
    const char *at     = line, *word;
    size_t      length = heco_exec_word(&at, &word);
    return heco_exec_is(word, length, "c");
}

/* Reads a sense with its bound, which is the next word, or an option of a constraint. */
static int header_constraint_word(const char **at, const char *word, size_t length,
                                  heco_exec_constraint *out, char *why) {
    const char *value;
    if (header_sense(word, length) != 0 && out->sense == 0) {
        out->sense = header_sense(word, length);
        length     = heco_exec_word(at, &word);
        if (!heco_number_read(word, length, &out->bound) || !isfinite(out->bound))
            return heco_exec_refuse(why, "a finite number must follow the sense");
        return 1;
    }
    if ((value = heco_exec_value(word, length, "name=")) != NULL)
        return header_copy_text(value, length - 5, out->name, why);
    if ((value = heco_exec_value(word, length, "unit=")) != NULL)
        return header_copy_text(value, length - 5, out->unit, why);
    if ((value = heco_exec_value(word, length, "tolerance=")) != NULL &&
        heco_number_read(value, length - 10, &out->tolerance) && out->tolerance >= 0.0 &&
        isfinite(out->tolerance))
        return 1;
    return heco_exec_refuse(why,
                            "only a sense with its bound ('<= 5', '>= 5' or '= 5'), 'name=WORD', "
                            "'unit=WORD' and 'tolerance=T' may follow 'c'");
}

int heco_exec_parse_constraint(const char *line, heco_exec_constraint *out,
                               char why[HECO_EXEC_WHY]) {
    const char *at     = line, *word;
    size_t      length = heco_exec_word(&at, &word);
    memset(out, 0, sizeof *out);
    out->tolerance = -1.0;
    if (!heco_exec_is(word, length, "c"))
        return heco_exec_refuse(why, "expected 'c <= bound' with name=WORD");
    while ((length = heco_exec_word(&at, &word)) > 0)
        if (!header_constraint_word(&at, word, length, out, why)) return 0;
    if (out->sense == 0)
        return heco_exec_refuse(why,
                                "expected a sense and a bound, such as 'c name=drop <= 30000'");
    return 1;
}
