/* Loads a suite from a shared object, checks its description and makes its problems. */
#include "models/suite/suite_object.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "heco/suite_plugin.h"
#include "models/plugin_problem.h"
#include "models/shared_object.h"
#include "problem/default_bound.h"
#include "suites/suite_table.h"

/* A problem that the object has described, until `release`. */
typedef struct suite_object_problem {
    struct suite_object_problem *next;
    heco_plugin                  about;
} suite_object_problem;

typedef struct {
    heco_suite_row        row;
    heco_arena            arena;
    void                 *object;
    const char           *path;
    heco_suite_plugin     about; /* fields beyond its size are 0 */
    suite_object_problem *opened;
} suite_object;

static void suite_object_close(void *state) {
    suite_object *s = state;
    while (s->opened != NULL) {
        suite_object_problem *next = s->opened->next;
        if (s->about.release != NULL) s->about.release(s->about.user, &s->opened->about);
        free(s->opened);
        s->opened = next;
    }
    if (s->about.close != NULL) s->about.close(s->about.user);
    heco_shared_close(s->object);
    heco_arena_release(&s->arena);
    free(s);
}

/* Returns the place of a dimension in the list of a problem. */
static size_t suite_object_place(const heco_suite_plugin_problem *p, size_t dim) {
    size_t k = 0;
    while (k + 1 < p->dim_count && p->dims[k] != dim) k++;
    return k;
}

static uint64_t suite_object_budget(const void *state, size_t index, size_t dim) {
    const suite_object              *s = state;
    const heco_suite_plugin_problem *p = &s->about.problems[index];
    if (p->evals != NULL) return p->evals[suite_object_place(p, dim)];
    return s->about.evals > 0 ? s->about.evals : s->about.evals_per_variable * dim;
}

/* Asks the object for a problem and adds it to s->opened. */
static heco_status suite_object_describe(suite_object *s, size_t index, size_t dim,
                                         heco_error *error) {
    char                  text[200] = "";
    suite_object_problem *p         = calloc(1, sizeof *p);
    if (p == NULL) return heco_fail_memory(error);
    p->about.version = HECO_PLUGIN_VERSION;
    p->about.size    = sizeof p->about;
    if (s->about.open(s->about.user, index, dim, &p->about, text, sizeof text) == HECO_PLUGIN_OK) {
        p->next   = s->opened;
        s->opened = p;
        return HECO_OK;
    }
    free(p);
    text[sizeof text - 1] = '\0';
    return heco_fail(error, HECO_ERR_MODEL, "%.100s: problem %s in dimension %zu: %.200s", s->path,
                     s->about.problems[index].name, dim,
                     text[0] != '\0' ? text : "the suite cannot open it");
}

/* Fills `out` with problem `index` in dimension `dim` as the shared object describes it, and checks
 * the description. */
static heco_status suite_object_make(void *state, heco_arena *arena, size_t index, size_t dim,
                                     heco_problem *out, heco_error *error) {
    suite_object                    *s      = state;
    const heco_suite_plugin_problem *p      = &s->about.problems[index];
    const char                      *name   = out->name;
    heco_status                      status = suite_object_describe(s, index, dim, error);
    if (status != HECO_OK) return status;
    status = heco_plugin_describe(out, &s->opened->about, s->path, arena, error);
    if (status != HECO_OK) return status;
    if (out->space.n != dim)
        return heco_fail(error, HECO_ERR_MODEL,
                         "%.100s: problem %s has %zu variables in dimension %zu: set n to it",
                         s->path, p->name, out->space.n, dim);
    out->name         = name;
    out->space.eq_tol = s->row.eq_tol;
    if (p->best != NULL && !isnan(p->best[suite_object_place(p, dim)]))
        out->f_ref = p->best[suite_object_place(p, dim)];
    heco_default_bounds(&out->space, HECO_DEFAULT_BOUND, arena);
    heco_suite_set_tolerances(out, arena);
    return HECO_OK;
}

/* Returns whether a name can be typed as SUITE:NAME/DIM and in lists. */
static int suite_object_is_name(const char *name) {
    if (name == NULL || name[0] == '\0' || strlen(name) >= 60) return 0;
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-_.", *c) == NULL) return 0;
    return 1;
}

/* Checks the versions and struct sizes with which the object was built. */
static heco_status suite_object_check(const heco_suite_plugin *p, const char *path,
                                      heco_error *error) {
    if (p == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' does not support suite plugin version %d or could not be set "
                         "up: build it with the headers of this heco",
                         path, HECO_SUITE_PLUGIN_VERSION);
    if (p->version != HECO_SUITE_PLUGIN_VERSION ||
        p->size < offsetof(heco_suite_plugin, user) + sizeof p->user ||
        p->plugin_size != sizeof(heco_plugin) ||
        p->problem_size != sizeof(heco_suite_plugin_problem))
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' was built with headers of another heco: build it again", path);
    if (!suite_object_is_name(p->name) || heco_suite_row_find(p->name, NULL) != NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' has the suite name '%.60s': use up to 59 letters, digits, "
                         "- _ ., and not the name of a built-in suite",
                         path, p->name != NULL ? p->name : "");
    if (p->count == 0 || p->problems == NULL || p->open == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' has no problems or no open: set them",
                         path);
    return HECO_OK;
}

/* Writes the entries of the suite and checks the rows of the problems. */
static heco_status suite_object_list(suite_object *s, heco_error *error) {
    heco_suite_entry *entry = heco_arena_take(&s->arena, s->about.count, sizeof *entry);
    s->row.dims             = HECO_DIMS_OWN;
    for (size_t i = 0; entry != NULL && i < s->about.count; i++) {
        const heco_suite_plugin_problem *p = &s->about.problems[i];
        if (!suite_object_is_name(p->name) || p->dim_count == 0 || p->dims == NULL)
            return heco_fail(error, HECO_ERR_MODEL,
                             "'%.200s': problem %zu needs a name (up to 59 letters, digits, - _ .) "
                             "and dims",
                             s->path, i + 1);
        entry[i] = (heco_suite_entry){.name      = p->name,
                                      .title     = p->title != NULL ? p->title : "",
                                      .dims      = p->dims,
                                      .dim_count = p->dim_count,
                                      .compared  = !p->optional};
        if (p->dim_count > 1) s->row.dims = HECO_DIMS_SHARED;
    }
    s->row.entries = entry;
    return entry != NULL ? HECO_OK : heco_fail_memory(error);
}

/* Loads the object and fills the row. The caller closes it, after an error too. */
static heco_status suite_object_fill(suite_object *s, const char *path, heco_error *error) {
    s->path = heco_arena_text(&s->arena, path);
    if (s->path == NULL) return heco_fail_memory(error);
    s->object = heco_shared_open(path, error);
    if (s->object == NULL) return HECO_ERR_MODEL;
    heco_suite_plugin_entry_fn entry =
        (heco_suite_plugin_entry_fn)heco_shared_find(s->object, "heco_suite_plugin_entry");
    if (entry == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' has no function heco_suite_plugin_entry: include "
                         "heco/suite_plugin.h and describe the suite with HECO_SUITE_PLUGIN(...)",
                         path);
    const heco_suite_plugin *p      = entry(HECO_SUITE_PLUGIN_VERSION);
    heco_status              status = suite_object_check(p, path, error);
    if (status != HECO_OK) return status;
    memcpy(&s->about, p, p->size < sizeof s->about ? p->size : sizeof s->about);
    double tolerance = s->about.equality_tolerance;
    s->row           = (heco_suite_row){.name        = s->about.name,
                                        .title       = s->about.title != NULL ? s->about.title : "",
                                        .count       = s->about.count,
                                        .success_tol = s->about.success,
                                        .success_rel = s->about.success_relative,
                                        .eq_tol      = tolerance > 0.0 ? tolerance : 1e-4,
                                        .budget      = suite_object_budget,
                                        .make        = suite_object_make,
                                        .close       = suite_object_close};
    return suite_object_list(s, error);
}

heco_status heco_suite_object_load(heco_suite **out, const char *path, heco_error *error) {
    suite_object *s = calloc(1, sizeof *s);
    *out            = NULL;
    if (s == NULL) return heco_fail_memory(error);
    heco_arena_init(&s->arena);
    heco_status status = suite_object_fill(s, path, error);
    if (status == HECO_OK) return heco_suite_wrap(out, &s->row, s, error);
    suite_object_close(s);
    return status;
}
