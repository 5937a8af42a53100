/* A problem that a shared object describes by heco/plugin.h. */
#ifndef HECO_MODELS_PLUGIN_PROBLEM_H
#define HECO_MODELS_PLUGIN_PROBLEM_H

#include "base/arena.h"
#include "heco/plugin.h"
#include "heco/problem.h"

/* Checks the version and the size of a description. `path` names the object in messages. */
heco_status heco_plugin_check(const heco_plugin *given, const char *path, heco_error *error);
/* Writes the described problem into `out`, which holds heco_problem_default(). `known` is the
 * description with 0 in fields that the object does not have. Arrays of the description are used
 * where they are; converted ones are in the arena. */
heco_status heco_plugin_describe(heco_problem *out, const heco_plugin *known, const char *path,
                                 heco_arena *arena, heco_error *error);

#endif
