/* A suite as a shared object with the entry point of heco/suite_plugin.h. */
#ifndef HECO_MODELS_SUITE_SUITE_OBJECT_H
#define HECO_MODELS_SUITE_SUITE_OBJECT_H

#include "heco/suite.h"

/* Loads the object and opens its suite. */
heco_status heco_suite_object_load(heco_suite **out, const char *path, heco_error *error);

#endif
