/* The table of backends, and the check of a descriptor. */
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "evaluate/backends.h"
#include "problem/problem_read.h"

static const heco_backend *const backend_table[] = {
#define HECO_X(name) &heco_backend_##name,
    HECO_BACKEND_LIST(HECO_X)
#undef HECO_X
};

enum { BACKEND_COUNT = sizeof backend_table / sizeof backend_table[0] };

const heco_backend *heco_backend_at(size_t index) {
    return index < BACKEND_COUNT ? backend_table[index] : NULL;
}

const heco_backend *heco_backend_find(const char *name, heco_error *error) {
    const char *names[BACKEND_COUNT];
    for (size_t i = 0; i < BACKEND_COUNT; i++) {
        names[i] = backend_table[i]->name;
        if (strcmp(names[i], name) == 0) return backend_table[i];
    }
    heco_fail_name(error, name, names, BACKEND_COUNT, "a backend of this build");
    return NULL;
}

heco_status heco_backend_read(heco_backend *out, const heco_backend *given, heco_error *error) {
    memset(out, 0, sizeof *out);
    heco_status status = heco_struct_read(out, sizeof *out, given, "the descriptor of a backend",
                                          "set it to sizeof(heco_backend)", error);
    if (status != HECO_OK) return status;
    if (out->name == NULL || out->open == NULL || out->eval == NULL || out->close == NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "the descriptor of a backend needs name, open, eval and close");
    return HECO_OK;
}

heco_status heco_backend_check(const heco_backend *backend, heco_error *error) {
    heco_backend whole;
    return heco_backend_read(&whole, backend, error);
}

unsigned heco_backend_workers(const heco_backend *backend, const heco_evaluator_options *options) {
    heco_backend whole;
    if (heco_backend_read(&whole, backend, NULL) != HECO_OK) return 1;
    if (whole.workers != NULL) return whole.workers(options);
    if (!(whole.traits & HECO_BACKEND_PARALLEL)) return 1;
    return options->workers > 0 ? options->workers : heco_cores_count();
}

heco_status heco_backend_serve(const heco_backend *backend, const heco_problem *problem,
                               const heco_evaluator_options *options, int *served,
                               heco_error *error) {
    static const heco_evaluator_options defaults = {.workers = 0};
    heco_backend                        whole;
    heco_problem                        ours;
    *served            = 0;
    heco_status status = heco_backend_read(&whole, backend, error);
    if (status == HECO_OK && whole.serve != NULL) status = heco_problem_check(problem, error);
    if (status != HECO_OK || whole.serve == NULL) return status;
    status = heco_problem_read(&ours, problem, error);
    if (status != HECO_OK) return status;
    ours.maximise = 0; /* the evaluator of the process that searches changes the sign of f */
    return whole.serve(&ours, options != NULL ? options : &defaults, served, error);
}
