/* What one file in src/models provides: a kind of model, and what an open model holds.
 *
 * To add a kind: write src/models/model_<kind>.c with one `const heco_model_row
 * heco_model_row_<kind>` and add HECO_X(<kind>) to the list in model_table.c (after
 * HECO_HAVE_... there, and only there, when its library may be missing). */
#ifndef HECO_MODELS_MODEL_TABLE_H
#define HECO_MODELS_MODEL_TABLE_H

#include "base/arena.h"
#include "heco/model.h"
#include "models/nl/nl_header.h"

typedef struct {
    const char *name; /* "lua"                                                             */
    const char *form; /* how the spec is written: "FILE.lua"; NULL: its name is shown       */
    const char *help; /* one line: how the spec is written and what it is                  */
    unsigned    traits; /* HECO_GUARD_... that it keeps itself, HECO_MODEL_...             */
    /* Is this spec of the kind? The first row of the table that says yes gets it. */
    int (*match)(const char *spec);
    /* Fills model->problem (checked afterwards by heco_problem_check) and what else it
     * knows. `options` is never NULL. A failed take from model->arena need not be reported. */
    heco_status (*open)(heco_model *model, const char *spec, const heco_model_options *options,
                        heco_error *error);
    /* Gives back what is not in the arena. Also called when open failed, with model->state
     * as open left it (NULL before). NULL: nothing to do. */
    void (*close)(heco_model *model);
} heco_model_row;

struct heco_model {
    const heco_model_row *row;
    heco_arena            arena;   /* lives as long as the model                           */
    heco_problem          problem; /* heco_problem_default() and name = spec before open   */
    void                 *state;   /* the kind's own                                       */
    const char           *instance;
    const double         *start; /* `starts` rows of n                                   */
    size_t                starts;
    uint64_t              budget;
    int                   maximises;
    double                target;    /* f that cannot be beaten; NAN before open                */
    const char           *note;      /* for the user; "" before open                          */
    const heco_nl_header *nl;        /* of a .nl file, for its answer; else NULL              */
    int                   objective; /* of a .nl file, from 0: the one that is used        */
};

/* For match(): does the spec begin or end like that? */
int heco_model_begins(const char *spec, const char *prefix);
int heco_model_ends(const char *spec, const char *suffix);

/* Row by number, NULL past the end; the row for a spec, or NULL with the kinds in `error`. */
const heco_model_row *heco_model_row_at(size_t index);
const heco_model_row *heco_model_row_for(const char *spec, heco_error *error);

#endif
