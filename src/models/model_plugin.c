/* Model kind plugin: a shared object with the entry point of include/heco/plugin.h. Its functions
 * are called directly, without a wrapper. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "heco/plugin.h"
#include "models/model_table.h"
#include "models/shared_object.h"

typedef struct {
    void       *library;
    heco_plugin about; /* its descriptor; fields beyond its size are 0             */
} model_plugin_state;

/* Size of the first version of heco_plugin. */
enum { MODEL_PLUGIN_LEAST = offsetof(heco_plugin, choices) };

/* Checks the version and the size of a descriptor. */
static heco_status model_plugin_check(const heco_plugin *d, const char *path, heco_error *error) {
    if (d == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' does not support plugin version %d: build it with the "
                         "heco/plugin.h of this heco",
                         path, HECO_PLUGIN_VERSION);
    if (d->version != HECO_PLUGIN_VERSION || d->size < MODEL_PLUGIN_LEAST)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' was built for plugin version %u (%u bytes), this heco supports "
                         "version %d (%zu bytes): build it again with its heco/plugin.h",
                         path, (unsigned)d->version, (unsigned)d->size, HECO_PLUGIN_VERSION,
                         sizeof(heco_plugin));
    return HECO_OK;
}

static heco_status model_plugin_check_fields(const heco_plugin *d, const char *path,
                                             heco_error *error) {
    if (d->sharing < HECO_PLUGIN_ALONE || d->sharing > HECO_PLUGIN_FREELY)
        return heco_fail(
            error, HECO_ERR_MODEL,
            "'%.200s' gives %d as its sharing: use HECO_PLUGIN_ALONE, _CLONES or _FREELY", path,
            d->sharing);
    if (d->starts > 0 && d->start == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' has starts = %zu but no start points: set start", path,
                         d->starts);
    if (d->eval == NULL && d->eval_batch == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' has neither eval nor eval_batch: set one",
                         path);
    for (size_t k = 0; d->forms != NULL && k < d->ng + d->nh; k++) {
        const heco_plugin_form *w = &d->forms[k];
        if (w->sense == 0) continue;
        if (strchr("<>=", w->sense) == NULL || !isfinite(w->bound) || !isfinite(w->factor) ||
            w->factor == 0.0)
            return heco_fail(
                error, HECO_ERR_MODEL,
                "'%.200s' describes constraint %zu with sense %d, bound %g, factor %g: "
                "use '<', '>' or '=' and finite numbers, the factor not 0",
                path, k + 1, w->sense, w->bound, w->factor);
    }
    return HECO_OK;
}

/* Sets lists, linear rows, forms and units of m->problem. Copies the types of plugin.h to those of
 * problem.h field by field: a plugin includes plugin.h only. Returns 0 if there is no memory. */
static int model_plugin_copy(heco_model *m, const heco_plugin *d) {
    heco_problem         *p    = &m->problem;
    heco_choice          *c    = NULL;
    heco_constraint_form *w    = NULL;
    heco_linear          *rows = NULL;
    if (d->choices != NULL) {
        c = heco_arena_take(&m->arena, d->n, sizeof *c);
        for (size_t j = 0; c != NULL && j < d->n; j++)
            c[j] = (heco_choice){.count     = d->choices[j].count,
                                 .values    = d->choices[j].values,
                                 .labels    = d->choices[j].labels,
                                 .unordered = d->choices[j].unordered};
    }
    if (d->forms != NULL) {
        w = heco_arena_take(&m->arena, d->ng + d->nh, sizeof *w);
        for (size_t k = 0; w != NULL && k < d->ng + d->nh; k++)
            w[k] = (heco_constraint_form){.sense  = d->forms[k].sense,
                                          .bound  = d->forms[k].bound,
                                          .factor = d->forms[k].factor,
                                          .unit   = d->forms[k].unit};
    }
    if (d->linear != NULL && (rows = heco_arena_take(&m->arena, 1, sizeof *rows)) != NULL)
        *rows = (heco_linear){.count      = d->linear->count,
                              .constraint = d->linear->constraint,
                              .begin      = d->linear->begin,
                              .index      = d->linear->index,
                              .coef       = d->linear->coef,
                              .constant   = d->linear->constant};
    p->space.choices = c, p->space.linear = rows;
    p->forms = w, p->x_units = d->x_units, p->f_unit = d->f_unit;
    return !heco_arena_failed(&m->arena);
}

/* Sets the other fields of m->problem, and the start. */
static void model_plugin_describe(heco_model *m, const heco_plugin *d) {
    heco_problem *p = &m->problem;
    if (d->name != NULL) p->name = d->name;
    p->space.n = d->n, p->space.ng = d->ng, p->space.nh = d->nh;
    p->space.lower = d->lower, p->space.upper = d->upper;
    p->space.integer = d->integer;
    p->space.tol     = d->tol;
    p->x_names = d->x_names, p->c_names = d->c_names;
    p->sharing = d->sharing == HECO_PLUGIN_FREELY   ? HECO_SHARE_FREELY
                 : d->sharing == HECO_PLUGIN_CLONES ? HECO_SHARE_CLONE
                                                    : HECO_SHARE_NONE;
    p->user    = d->user;
    p->eval = d->eval, p->eval_batch = d->eval_batch;
    p->clone = d->clone, p->drop = d->drop;
    p->derivatives = d->derivatives;
    m->start       = d->starts > 0 ? d->start : NULL;
    m->starts      = d->starts;
    p->maximise    = d->maximise != 0;
}

static heco_status model_plugin_open(heco_model *m, const char *path,
                                     const heco_model_options *options, heco_error *error) {
    (void)options;
    model_plugin_state *s = heco_arena_take(&m->arena, 1, sizeof *s);
    if (s == NULL) return heco_fail_memory_for(error, "model '%.200s'", path);
    m->state   = s;
    s->library = heco_shared_open(path, error);
    if (s->library == NULL) return HECO_ERR_MODEL;
    heco_plugin_entry_fn entry =
        (heco_plugin_entry_fn)heco_shared_find(s->library, "heco_plugin_entry");
    if (entry == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' %s", path,
                         heco_shared_find(s->library, "heco_algorithm_entry") != NULL
                             ? "is an algorithm, not a model: name it with --algorithm"
                             : "has no function heco_plugin_entry: include heco/plugin.h and "
                               "describe the model with HECO_PLUGIN(...)");
    const heco_plugin *d      = entry(HECO_PLUGIN_VERSION);
    heco_status        status = model_plugin_check(d, path, error);
    if (status != HECO_OK) return status;
    memcpy(&s->about, d, d->size < sizeof s->about ? d->size : sizeof s->about);
    status = model_plugin_check_fields(&s->about, path, error);
    if (status != HECO_OK) return status;
    model_plugin_describe(m, &s->about);
    return model_plugin_copy(m, &s->about) ? HECO_OK
                                           : heco_fail_memory_for(error, "model '%.200s'", path);
}

static void model_plugin_close(heco_model *m) {
    model_plugin_state *s = m->state;
    if (s != NULL) heco_shared_close(s->library);
}

static int model_plugin_match(const char *spec) { return heco_model_ends(spec, ".so"); }

const heco_model_row heco_model_row_plugin = {
    .name  = "plugin",
    .form  = "FILE.so",
    .help  = "FILE.so, a shared object with the entry point of heco/plugin.h",
    .match = model_plugin_match,
    .open  = model_plugin_open,
    .close = model_plugin_close,
};
