/* An algorithm that proposes lower + 0.001 k (k = 0, 1, 2, ...) in every variable and remembers
 * what it was told: the run around it can be worked out by hand. */
#ifndef HECO_TESTS_SCRIPTED_ALGORITHM_H
#define HECO_TESTS_SCRIPTED_ALGORITHM_H

#include <math.h>

#include "heco/run.h"

enum { SCRIPTED_BATCH, SCRIPTED_END, SCRIPTED_BREAK, SCRIPTED_REAL, SCRIPTED_MODE };
static const heco_option scripted_options[] = {
    {"batch", HECO_OPTION_INTEGER, 4, 1, 100, NULL, "rows per batch"},
    {"end", HECO_OPTION_INTEGER, 1e6, 0, 1e6, NULL, "nothing more to ask after that many batches"},
    {"break", HECO_OPTION_INTEGER, 1e6, 0, 1e6, NULL, "tell fails after that many batches"},
    {"real", HECO_OPTION_REAL, NAN, -1, 1, NULL, "automatic"},
    {"mode", HECO_OPTION_CHOICE, 0, 0, 2, "one|two|three", "a choice"},
    {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL},
};

typedef struct {
    const heco_setup *setup;
    size_t            asked, batches, tells, rows;
} scripted;

static inline heco_status scripted_init(void *state, const heco_setup *setup, size_t *max_batch) {
    scripted *s = state;
    s->setup    = setup;
    *max_batch  = (size_t)setup->option[SCRIPTED_BATCH];
    if (isnan(setup->option[SCRIPTED_REAL])) setup->option[SCRIPTED_REAL] = 0.25;
    return HECO_OK;
}

static inline heco_status scripted_ask(void *state, heco_batch *out) {
    scripted *s = state;
    size_t    n = s->setup->space->n;
    out->count  = s->batches >= (size_t)s->setup->option[SCRIPTED_END]
                      ? 0
                      : (size_t)s->setup->option[SCRIPTED_BATCH];
    for (size_t i = 0; i < out->count; i++, s->asked++)
        for (size_t j = 0; j < n; j++)
            out->x[i * n + j] = s->asked < s->setup->starts
                                    ? s->setup->start[s->asked * n + j]
                                    : s->setup->space->lower[j] + 0.001 * (double)s->asked;
    s->batches++;
    return HECO_OK;
}

static inline heco_status scripted_tell(void *state, const heco_batch *in) {
    scripted *s = state;
    s->tells++;
    s->rows += in->count;
    return s->tells > (size_t)s->setup->option[SCRIPTED_BREAK] ? HECO_ERR_ARG : HECO_OK;
}

static const heco_algorithm scripted_algorithm = {
    .size       = sizeof(heco_algorithm),
    .name       = "scripted",
    .title      = "a counter",
    .reference  = "-",
    .options    = scripted_options,
    .state_size = sizeof(scripted),
    .init       = scripted_init,
    .ask        = scripted_ask,
    .tell       = scripted_tell,
};

#endif
