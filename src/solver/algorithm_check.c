/* Refuses, with a message, a descriptor of an external algorithm that would crash later. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "solver/member.h"

enum { ALGORITHM_CHECK_NAME = 60 }; /* characters of a name */

/* Returns 1 if a name is one word without special characters: names go into journals, databases and
 * messages. */
static int algorithm_check_word(const char *name) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+";
    size_t length = strlen(name);
    return length > 0 && length <= ALGORITHM_CHECK_NAME && strspn(name, allowed) == length;
}

/* Returns 1 if the choices are "a|b|c" and the range is that of their numbers. */
static int algorithm_check_choices(const heco_option *o) {
    size_t count = 1;
    if (o->choices == NULL || o->choices[0] == '\0') return 0;
    for (const char *c = o->choices; *c != '\0'; c++) count += *c == '|';
    return o->min == 0.0 && o->max == (double)count - 1.0;
}

/* Returns the end of a message about a wrong option, or NULL. */
static const char *algorithm_check_option(const heco_option *o) {
    if (!algorithm_check_word(o->name)) return "has a name that is not one word";
    if (o->kind < HECO_OPTION_REAL || o->kind > HECO_OPTION_CHOICE) return "is of no known kind";
    if (o->kind == HECO_OPTION_CHOICE && !algorithm_check_choices(o))
        return "is a choice: it needs choices such as \"a|b|c\", min 0 and max their number less 1";
    if (!(o->min <= o->max)) return "has a minimum above its maximum";
    if (isnan(o->value)) return NULL;
    if (!(o->value >= o->min && o->value <= o->max)) return "has a default outside its range";
    if (o->kind != HECO_OPTION_REAL && o->value != floor(o->value))
        return "has a default that is not a whole number";
    return NULL;
}

heco_status heco_algorithm_check(const heco_algorithm *given, heco_error *error) {
    heco_algorithm a;
    heco_status    status = heco_algorithm_read(&a, given, error);
    if (status != HECO_OK) return status;
    if (!algorithm_check_word(a.name))
        return heco_fail(error, HECO_ERR_ARG,
                         "an algorithm is called '%.80s': a name is made of letters, digits and "
                         "hyphens, %d at most",
                         a.name, ALGORITHM_CHECK_NAME);
    for (size_t i = 0; a.options != NULL && a.options[i].name != NULL; i++) {
        const heco_option *o   = &a.options[i];
        const char        *why = algorithm_check_option(o);
        for (size_t k = 0; why == NULL && k < i; k++)
            if (strcmp(o->name, a.options[k].name) == 0) why = "is in the table twice";
        if (why != NULL)
            return heco_fail(error, HECO_ERR_ARG, "%s: option %zu '%.60s' %s", a.name, i + 1,
                             o->name, why);
    }
    return HECO_OK;
}
