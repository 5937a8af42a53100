/* Loads an algorithm from a shared object and checks its descriptor. */
#include "heco/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "models/shared_object.h"

struct heco_algorithm_file {
    void          *object;
    heco_algorithm algorithm; /* a copy in which no text is NULL */
};

int heco_algorithm_is_file(const char *typed) { return heco_shared_is_file(typed); }

/* Checks the versions and struct sizes with which the object was built. */
static heco_status algorithm_file_check_entry(const heco_algorithm_plugin *p, const char *path,
                                              heco_error *error) {
    if (p == NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' does not support algorithm plugin version %d: build it with "
                         "the headers of this heco",
                         path, HECO_ALGORITHM_PLUGIN_VERSION);
    if (p->version != HECO_ALGORITHM_PLUGIN_VERSION || p->size < sizeof *p ||
        p->heco != HECO_ALGORITHM_PLUGIN_HECO)
        return heco_fail(
            error, HECO_ERR_MODEL,
            "'%.200s' was built for algorithm plugin version %u of heco %u.%u, this is "
            "version %d of heco %d.%d: build it again with the headers of this heco",
            path, (unsigned)p->version, (unsigned)p->heco / 1000, (unsigned)p->heco % 1000,
            HECO_ALGORITHM_PLUGIN_VERSION, HECO_VERSION_MAJOR, HECO_VERSION_MINOR);
    /* A setup may be longer than the object knows; the others have a fixed size. */
    if (p->setup_size > sizeof(heco_setup) || p->space_size != sizeof(heco_space) ||
        p->batch_size != sizeof(heco_batch) || p->option_size != sizeof(heco_option))
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' was built with headers of another heco: build it again", path);
    if (p->algorithm == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' has no algorithm in it", path);
    return HECO_OK;
}

/* Checks the descriptor; the name of a built-in algorithm is refused. */
static heco_status algorithm_file_check(const heco_algorithm *a, const char *path,
                                        heco_error *error) {
    heco_error why = {0};
    if (heco_algorithm_check(a, &why) != HECO_OK)
        return heco_fail(error, HECO_ERR_MODEL, "'%.100s': %.350s", path, why.text);
    if (heco_algorithm_find(a->name, NULL) != NULL)
        return heco_fail(error, HECO_ERR_MODEL,
                         "'%.200s' has an algorithm '%s', which is the name of a built-in one: "
                         "rename it",
                         path, a->name);
    return HECO_OK;
}

/* Copies the descriptor; missing texts become "". */
static heco_status algorithm_file_read(heco_algorithm *out, const heco_algorithm *given,
                                       heco_error *error) {
    static const heco_option none = {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL};
    memset(out, 0, sizeof *out);
    heco_status status = heco_struct_read(out, sizeof *out, given, "the descriptor of an algorithm",
                                          "set it to sizeof(heco_algorithm)", error);
    if (out->title == NULL) out->title = "";
    if (out->reference == NULL) out->reference = "";
    if (out->options == NULL) out->options = &none;
    return status;
}

/* Loads the object, checks it and copies its descriptor. The caller unloads it, after an error
 * too. */
static heco_status algorithm_file_fill(heco_algorithm_file *file, const char *path,
                                       heco_error *error) {
    file->object = heco_shared_open(path, error);
    if (file->object == NULL) return HECO_ERR_MODEL;
    heco_algorithm_entry_fn entry =
        (heco_algorithm_entry_fn)heco_shared_find(file->object, "heco_algorithm_entry");
    if (entry == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "'%.200s' %s", path,
                         heco_shared_find(file->object, "heco_plugin_entry") != NULL
                             ? "is a model, not an algorithm: solve it with heco solve FILE.so"
                             : "has no function heco_algorithm_entry: include "
                               "heco/algorithm.h and describe the algorithm with "
                               "HECO_ALGORITHM_PLUGIN(...)");
    const heco_algorithm_plugin *p      = entry(HECO_ALGORITHM_PLUGIN_VERSION);
    heco_status                  status = algorithm_file_check_entry(p, path, error);
    if (status == HECO_OK) status = algorithm_file_check(p->algorithm, path, error);
    if (status != HECO_OK) return status;
    return algorithm_file_read(&file->algorithm, p->algorithm, error);
}

heco_status heco_algorithm_load(heco_algorithm_file **out, const char *path, heco_error *error) {
    heco_algorithm_file *file = calloc(1, sizeof *file);
    *out                      = NULL;
    if (file == NULL) return heco_fail_memory(error);
    heco_status status = algorithm_file_fill(file, path, error);
    if (status != HECO_OK) {
        heco_algorithm_unload(file);
        return status;
    }
    *out = file;
    return HECO_OK;
}

const heco_algorithm *heco_algorithm_loaded(const heco_algorithm_file *file) {
    return &file->algorithm;
}

void heco_algorithm_unload(heco_algorithm_file *file) {
    if (file == NULL) return;
    heco_shared_close(file->object);
    free(file);
}
