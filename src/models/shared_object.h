/* A shared object with one entry point. */
#ifndef HECO_MODELS_SHARED_OBJECT_H
#define HECO_MODELS_SHARED_OBJECT_H

#include "heco/common.h"

#ifdef _WIN32
#define HECO_SHARED_SUFFIX ".dll"
#else
#define HECO_SHARED_SUFFIX ".so"
#endif

/* A function of any type: cast it to the one it has. */
typedef void (*heco_shared_fn)(void);

/* Returns whether the text is a file and not a name: it has a slash or ends in HECO_SHARED_SUFFIX.
 */
int heco_shared_is_file(const char *name);
/* Loads it, or returns NULL with the message of the loader. A name without a slash is a file of
 * the current folder. */
void *heco_shared_open(const char *path, heco_error *error);
/* Accepts NULL. */
void heco_shared_close(void *object);
/* Returns the function of that name, or NULL. */
heco_shared_fn heco_shared_find(void *object, const char *name);

#endif
