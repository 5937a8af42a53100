/* A shared object with one entry point: found, loaded, and refused in one voice. */
#ifndef HECO_MODELS_SHARED_OBJECT_H
#define HECO_MODELS_SHARED_OBJECT_H

#include "heco/common.h"

/* A function of any type: cast it to the one it has. */
typedef void (*heco_shared_fn)(void);

/* 1: what was typed is a file, not a name: it has a slash or ends in .so. */
int heco_shared_is_file(const char *name);
/* Loads it; NULL with the loader's words. A name without a slash is a file of this folder. */
void *heco_shared_open(const char *path, heco_error *error);
/* NULL is fine. */
void heco_shared_close(void *object);
/* The function of that name, NULL: there is none. */
heco_shared_fn heco_shared_find(void *object, const char *name);

#endif
