/* The output of heco list problems --features. */
#ifndef HECO_CLI_VIEW_FEATURE_LIST_H
#define HECO_CLI_VIEW_FEATURE_LIST_H

#include "base/json.h"
#include "heco/run.h"

/* Prints the head of the table; `width` is that of the column of names. */
void feature_list_head(FILE *out, int width);
/* Prints one problem as a line. */
void feature_list_line(FILE *out, int width, const heco_problem *problem,
                       const heco_features *features);
/* Writes the features as an object with the key "features". */
void feature_list_json(heco_json *out, const heco_problem *problem, const heco_features *features);

#endif
