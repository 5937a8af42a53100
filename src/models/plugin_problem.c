/* Copies a description of heco/plugin.h to a problem. The functions of the object are called
 * directly, without a wrapper. */
#include "models/plugin_problem.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

/* Size of the first version of heco_plugin. */
enum { PLUGIN_PROBLEM_LEAST = offsetof(heco_plugin, choices) };

heco_status heco_plugin_check(const heco_plugin *d, const char *path, heco_error *error) {
    if (d == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' does not support plugin version %d: build it with the "
                         "heco/plugin.h of this heco",
                         path, HECO_PLUGIN_VERSION);
    if (d->version != HECO_PLUGIN_VERSION || d->size < PLUGIN_PROBLEM_LEAST)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' was built for plugin version %u (%u bytes), this heco supports "
                         "version %d (%zu bytes): build it again with its heco/plugin.h",
                         path, (unsigned)d->version, (unsigned)d->size, HECO_PLUGIN_VERSION,
                         sizeof(heco_plugin));
    return HECO_OK;
}

static heco_status plugin_problem_check_fields(const heco_plugin *d, const char *path,
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

/* Sets lists, linear rows, forms and units of the problem. Copies the types of plugin.h to those of
 * problem.h field by field: a plugin includes plugin.h only. Returns 0 if there is no memory. */
static int plugin_problem_copy(heco_problem *p, const heco_plugin *d, heco_arena *arena) {
    heco_choice          *c    = NULL;
    heco_constraint_form *w    = NULL;
    heco_linear          *rows = NULL;
    if (d->choices != NULL) {
        c = heco_arena_take(arena, d->n, sizeof *c);
        for (size_t j = 0; c != NULL && j < d->n; j++)
            c[j] = (heco_choice){.count     = d->choices[j].count,
                                 .values    = d->choices[j].values,
                                 .labels    = d->choices[j].labels,
                                 .unordered = d->choices[j].unordered};
    }
    if (d->forms != NULL) {
        w = heco_arena_take(arena, d->ng + d->nh, sizeof *w);
        for (size_t k = 0; w != NULL && k < d->ng + d->nh; k++)
            w[k] = (heco_constraint_form){.sense  = d->forms[k].sense,
                                          .bound  = d->forms[k].bound,
                                          .factor = d->forms[k].factor,
                                          .unit   = d->forms[k].unit};
    }
    if (d->linear != NULL && (rows = heco_arena_take(arena, 1, sizeof *rows)) != NULL)
        *rows = (heco_linear){.count      = d->linear->count,
                              .constraint = d->linear->constraint,
                              .begin      = d->linear->begin,
                              .index      = d->linear->index,
                              .coef       = d->linear->coef,
                              .constant   = d->linear->constant};
    if (d->log_scale != NULL) {
        unsigned char *flags = heco_arena_take(arena, d->n, 1);
        for (size_t j = 0; flags != NULL && j < d->n; j++)
            flags[j] = d->log_scale[j] ? HECO_LOG_SCALE : 0;
        p->space.missing = flags;
    }
    p->space.choices = c, p->space.linear = rows;
    p->forms = w, p->x_units = d->x_units, p->f_unit = d->f_unit;
    return !heco_arena_failed(arena);
}

/* Sets the other fields of the problem. */
static void plugin_problem_fill(heco_problem *p, const heco_plugin *d) {
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
    p->maximise    = d->maximise != 0;
}

heco_status heco_plugin_describe(heco_problem *out, const heco_plugin *known, const char *path,
                                 heco_arena *arena, heco_error *error) {
    heco_status status = plugin_problem_check_fields(known, path, error);
    if (status != HECO_OK) return status;
    plugin_problem_fill(out, known);
    return plugin_problem_copy(out, known, arena)
               ? HECO_OK
               : heco_fail_memory_for(error, "model '%.200s'", path);
}
