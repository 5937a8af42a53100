/* Model kind plugin: a shared object with the entry point of include/heco/plugin.h. */
#include <string.h>

#include "base/error.h"
#include "heco/plugin.h"
#include "models/model_table.h"
#include "models/plugin_problem.h"
#include "models/shared_object.h"

typedef struct {
    void       *library;
    heco_plugin about; /* its descriptor; fields beyond its size are 0             */
} model_plugin_state;

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
    if (entry == NULL && heco_shared_find(s->library, "heco_suite_plugin_entry") != NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' is a suite, not a model: name a problem of it, FILE.so:NAME/DIM",
                         path);
    if (entry == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' %s", path,
                         heco_shared_find(s->library, "heco_algorithm_entry") != NULL
                             ? "is an algorithm, not a model: name it with --algorithm"
                             : "has no function heco_plugin_entry: include heco/plugin.h and "
                               "describe the model with HECO_PLUGIN(...)");
    const heco_plugin *d      = entry(HECO_PLUGIN_VERSION);
    heco_status        status = heco_plugin_check(d, path, error);
    if (status != HECO_OK) return status;
    memcpy(&s->about, d, d->size < sizeof s->about ? d->size : sizeof s->about);
    m->start  = s->about.starts > 0 ? s->about.start : NULL;
    m->starts = s->about.starts;
    return heco_plugin_describe(&m->problem, &s->about, path, &m->arena, error);
}

static void model_plugin_close(heco_model *m) {
    model_plugin_state *s = m->state;
    if (s != NULL) heco_shared_close(s->library);
}

static int model_plugin_match(const char *spec) {
    return heco_model_ends(spec, HECO_SHARED_SUFFIX);
}

const heco_model_row heco_model_row_plugin = {
    .name  = "plugin",
    .form  = "FILE" HECO_SHARED_SUFFIX,
    .help  = "FILE" HECO_SHARED_SUFFIX ", a shared object with the entry point of heco/plugin.h",
    .match = model_plugin_match,
    .open  = model_plugin_open,
    .close = model_plugin_close,
};
