/* An algorithm as a shared object, which heco solve, resume and bench take in place of a name.
 *
 * The object exports one function, heco_algorithm_entry, which HECO_ALGORITHM_PLUGIN writes. The
 * functions of heco that it calls (heco_arena_take, heco_rng_uniform, heco_member_new, ...) are
 * those of the program that loads it, so it links to nothing of heco:
 *
 *     cc -O2 -ffp-contract=off -fPIC -shared -o mine.so mine.c
 *
 * As built-in ones, its functions may run in several threads at once, each on a state of its own:
 * what a search knows is in the state, not in variables of the file.
 *
 *     static const heco_algorithm mine = {.size = sizeof(heco_algorithm), .name = "mine", ...};
 *     HECO_ALGORITHM_PLUGIN(mine)
 */
#ifndef HECO_ALGORITHM_PLUGIN_H
#define HECO_ALGORITHM_PLUGIN_H

#include "heco/member.h"
#include "heco/version.h"

HECO_BEGIN_DECLS

/* Goes up when the meaning of a field changes. */
#define HECO_ALGORITHM_PLUGIN_VERSION 1
/* Of the interface that the object was built for: before 1.0 a minor version may change it. */
#define HECO_ALGORITHM_PLUGIN_HECO (1000 * HECO_VERSION_MAJOR + HECO_VERSION_MINOR)

/* What the object says of itself. The sizes tell whether it and the program mean the same. */
typedef struct {
    uint32_t version;         /* HECO_ALGORITHM_PLUGIN_VERSION                              */
    uint32_t size;            /* sizeof(heco_algorithm_plugin)                              */
    uint32_t heco;            /* HECO_ALGORITHM_PLUGIN_HECO                                 */
    uint32_t setup_size;      /* sizeof(heco_setup)                                         */
    uint32_t space_size;      /* sizeof(heco_space)                                         */
    uint32_t batch_size;      /* sizeof(heco_batch)                                         */
    uint32_t option_size;     /* sizeof(heco_option)                                        */
    const heco_algorithm *algorithm; /* stays valid as long as the object is loaded         */
} heco_algorithm_plugin;

/* The type of heco_algorithm_entry. */
typedef const heco_algorithm_plugin *(*heco_algorithm_entry_fn)(uint32_t host);

/* The one entry point. `host` is the program's HECO_ALGORITHM_PLUGIN_VERSION. NULL: the object
 * cannot work with it. */
HECO_API const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host);

/* Writes the entry point for a descriptor. */
#define HECO_ALGORITHM_PLUGIN(descriptor)                                                     \
    HECO_API const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host) {               \
        static const heco_algorithm_plugin plugin = {HECO_ALGORITHM_PLUGIN_VERSION,           \
                                                     sizeof(heco_algorithm_plugin),           \
                                                     HECO_ALGORITHM_PLUGIN_HECO,              \
                                                     sizeof(heco_setup),                      \
                                                     sizeof(heco_space),                      \
                                                     sizeof(heco_batch),                      \
                                                     sizeof(heco_option),                     \
                                                     &(descriptor)};                          \
        (void)host;                                                                           \
        return &plugin;                                                                       \
    }

/* ---- for programs that load such objects (libheco_tools) ---- */

/* A loaded object. */
typedef struct heco_algorithm_file heco_algorithm_file;
/* 1: what was typed for an algorithm is a file (it has a slash or ends in .so), not a name. */
HECO_API int heco_algorithm_is_file(const char *typed);
/* Loads the object and checks its descriptor (heco_algorithm_check). An algorithm with the name of
 * a built-in one is refused. */
HECO_API heco_status heco_algorithm_load(heco_algorithm_file **out, const char *path,
                                         heco_error *error);
/* The descriptor; belongs to the file. For heco_run_new() and heco_minimize_options.own_algorithm.
 */
HECO_API const heco_algorithm *heco_algorithm_loaded(const heco_algorithm_file *file);
/* Unloads the object: runs and solutions made with it must be gone. NULL is fine. */
HECO_API void heco_algorithm_unload(heco_algorithm_file *file);

HECO_END_DECLS

#endif
