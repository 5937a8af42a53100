/* The list of suites, one row each (HECO_SUITE_LIST in suite_table.h). */
#include "suites/suite_table.h"

#include <string.h>

static const heco_suite_row *const suite_table[] = {
#define HECO_X(file) &heco_suite_##file,
    HECO_SUITE_LIST(HECO_X)
#undef HECO_X
};

enum { SUITE_TABLE_COUNT = sizeof suite_table / sizeof suite_table[0] };

const heco_suite_row *heco_suite_row_at(size_t index) {
    return index < SUITE_TABLE_COUNT ? suite_table[index] : NULL;
}

const heco_suite_row *heco_suite_row_find(const char *name, heco_error *error) {
    const char *names[SUITE_TABLE_COUNT];
    for (size_t i = 0; i < SUITE_TABLE_COUNT; i++) {
        if (strcmp(suite_table[i]->name, name) == 0) return suite_table[i];
        names[i] = suite_table[i]->name;
    }
    heco_fail_name(error, name, names, SUITE_TABLE_COUNT, "a suite");
    return NULL;
}

const char *heco_suite_name_at(size_t index) {
    return index < SUITE_TABLE_COUNT ? suite_table[index]->name : NULL;
}

heco_dims heco_suite_dims(const char *name) {
    for (size_t i = 0; i < SUITE_TABLE_COUNT; i++)
        if (strcmp(suite_table[i]->name, name) == 0) return suite_table[i]->dims;
    return HECO_DIMS_UNKNOWN;
}

const char *heco_suite_holding(const char *problem) {
    for (size_t i = 0; i < SUITE_TABLE_COUNT; i++)
        for (size_t k = 0; k < suite_table[i]->count; k++)
            if (strcmp(suite_table[i]->entries[k].name, problem) == 0) return suite_table[i]->name;
    return NULL;
}

static const char *const suite_table_dims[] = {"unknown", "own", "shared"};

const char *heco_dims_text(heco_dims dims) {
    return dims <= HECO_DIMS_SHARED ? suite_table_dims[dims] : suite_table_dims[0];
}

heco_dims heco_dims_parse(const char *text) {
    if (strcmp(text, suite_table_dims[HECO_DIMS_OWN]) == 0) return HECO_DIMS_OWN;
    if (strcmp(text, suite_table_dims[HECO_DIMS_SHARED]) == 0) return HECO_DIMS_SHARED;
    return HECO_DIMS_UNKNOWN;
}

const char *heco_suite_title_at(size_t index) {
    return index < SUITE_TABLE_COUNT ? suite_table[index]->title : NULL;
}

void heco_suite_fixed_make(const heco_suite_fixed *row, heco_problem *out) {
    out->space.n       = row->n;
    out->space.ng      = row->ng;
    out->space.nh      = row->nh;
    out->space.lower   = row->lower;
    out->space.upper   = row->upper;
    out->space.integer = row->integer;
    out->eval          = row->eval;
    out->f_ref         = row->f_ref;
    out->x_ref         = row->best;
    out->x_names       = row->x_names;
    out->c_names       = row->c_names;
}
