#include "models/shared_object.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

int heco_shared_is_file(const char *name) {
    size_t length = strlen(name), own = strlen(HECO_SHARED_SUFFIX);
    return strchr(name, '/') != NULL ||
           (length > own && strcmp(name + length - own, HECO_SHARED_SUFFIX) == 0);
}

void *heco_shared_open(const char *path, heco_error *error) {
    char *here = NULL;
    /* dlopen() searches system folders for a name without a slash; heco opens the file here. */
    if (strchr(path, '/') == NULL) {
        size_t size = strlen(path) + 3;
        here        = malloc(size);
        if (here == NULL) return heco_fail_memory(error), NULL;
        snprintf(here, size, "./%s", path);
    }
    void *object = dlopen(here != NULL ? here : path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        const char *why = dlerror();
        heco_fail(error, HECO_ERR_MODEL, "cannot load the shared object '%.100s': %.300s", path,
                  why != NULL ? why : "unknown reason");
    }
    free(here);
    return object;
}

void heco_shared_close(void *object) {
    if (object != NULL) dlclose(object);
}

heco_shared_fn heco_shared_find(void *object, const char *name) {
    heco_shared_fn function = NULL;
    void          *symbol   = dlsym(object, name);
    if (symbol != NULL) memcpy(&function, &symbol, sizeof function); /* ISO C has no such cast */
    return function;
}
