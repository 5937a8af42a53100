/* Model kind suite: `suite:problem[/dimension]`, such as cec2006:g10, cec2017:C05/30 or
 * ./own.suite:beam. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "heco/suite.h"
#include "models/model_table.h"
#include "models/shared_object.h"

/* Returns the colon between suite and problem, or NULL. The path of a suite may contain colons. */
static const char *model_suite_colon(const char *spec) {
    const char *file = strstr(spec, ".suite:"), *object = strstr(spec, HECO_SHARED_SUFFIX ":");
    if (file != NULL) return file + strlen(".suite");
    return object != NULL ? object + strlen(HECO_SHARED_SUFFIX) : strchr(spec, ':');
}

/* Accepts any word before the colon, so that a mistyped suite gets a message with similar names. */
static int model_suite_match(const char *spec) {
    const char *colon = model_suite_colon(spec);
    if (colon == NULL || colon == spec) return 0;
    if (colon != strchr(spec, ':') || strstr(spec, ".suite:") ||
        strstr(spec, HECO_SHARED_SUFFIX ":"))
        return 1;
    for (const char *c = spec; c < colon; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_') return 0;
    return 1;
}

/* Splits the spec into its three parts; the dimension is 0 if none is given. */
static heco_status model_suite_split(char *spec, char **problem, size_t *dim, heco_error *error) {
    const char *colon  = model_suite_colon(spec);
    size_t      length = colon != NULL ? (size_t)(colon - spec) : 0; /* the spec matched */
    spec[length]       = '\0';
    *problem           = spec + length + 1;
    *dim               = 0;
    char *slash        = strchr(*problem, '/');
    if (slash == NULL) return HECO_OK;
    *slash = '\0';
    uint64_t value;
    if (!heco_text_uint64(slash + 1, &value) || value == 0 || value > 1000000)
        return heco_fail(error, HECO_ERR_ARG,
                         "%.60s:%.60s/%.60s: after the slash comes the dimension, such as /30",
                         spec, *problem, slash + 1);
    *dim = (size_t)value;
    return HECO_OK;
}

static heco_status model_suite_open(heco_model *m, const char *spec,
                                    const heco_model_options *options, heco_error *error) {
    char *text = heco_arena_text(&m->arena, spec), *name;
    if (text == NULL) return heco_fail_memory_for(error, "model '%.200s'", spec);
    size_t      dim;
    heco_status status = model_suite_split(text, &name, &dim, error);
    if (status != HECO_OK) return status;
    heco_suite        *suite;
    heco_suite_options how = {.data = options->data, .instance = options->instance};
    status                 = heco_suite_load(&suite, text, &how, error);
    if (status != HECO_OK) return status;
    m->state   = suite;
    long index = heco_suite_find(suite, name, error);
    if (index < 0) return HECO_ERR_NAME;
    const heco_problem *problem;
    status = heco_suite_problem(suite, (size_t)index, dim, &problem, error);
    if (status != HECO_OK) return status;
    m->problem  = *problem;
    m->instance = heco_suite_instance(suite);
    m->budget   = heco_suite_budget(suite, (size_t)index, problem->space.n);
    return HECO_OK;
}

static void model_suite_close(heco_model *m) { heco_suite_close(m->state); }

const heco_model_row heco_model_row_suite = {
    .name   = "suite",
    .form   = "SUITE:PROBLEM[/DIM]",
    .help   = "SUITE:PROBLEM[/DIM], a problem of a suite such as cec2006:g10 or ./own.suite:beam",
    .traits = HECO_MODEL_BUILT_IN,
    .match  = model_suite_match,
    .open   = model_suite_open,
    .close  = model_suite_close,
};
