/* Options that solve and bench share: the rows, where they go, and what they mean to the
 * library. */
#ifndef HECO_CLI_SETTINGS_H
#define HECO_CLI_SETTINGS_H

#include "cli/args.h"
#include "heco/heco.h"

typedef struct {
    const char *algorithm;
    args_list   set;
    uint64_t    evals; /* 0: not given                                                       */
    double      time;  /* 0: no limit                                                        */
    double      target; /* NAN: none                                                         */
    uint64_t    stall;
    uint64_t    seed;
    const char *start;
    unsigned    workers; /* 0: one per core                                                  */
    const char *backend;
    double      eval_timeout;
    unsigned    retries;
    const char *data; /* NULL: see settings_data                                             */
    const char *instance;
    int         json, quiet;
    const char *output;
} settings;

extern const args_option settings_options[];
settings                 settings_default(void);

/* The folder with official data: --data, else HECO_DATA, else what `heco data import` made
 * known. NULL: none. The text is in `buffer` or belongs to the caller's environment. */
const char *settings_data(const char *given, char *buffer, size_t size);
/* The file in which `heco data import` notes the folder; 0 when there is no home. */
int settings_data_note(char *buffer, size_t size);

#endif
