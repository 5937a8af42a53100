/* A kind of model, and an open model.
 *
 * To add a kind, write src/models/model_<kind>.c with one `const heco_model_row
 * heco_model_row_<kind>` and add HECO_X(<kind>) to the list in model_table.c. If its library may be
 * missing, only that list tests HECO_HAVE_... */
#ifndef HECO_MODELS_MODEL_TABLE_H
#define HECO_MODELS_MODEL_TABLE_H

#include "base/arena.h"
#include "heco/model.h"
#include "models/nl/nl_header.h"

typedef struct {
    const char *name; /* "lua"                                                             */
    const char *form; /* how the spec is written: "FILE.lua"; NULL: its name is shown       */
    const char *help; /* one line: the form of the spec and its meaning                    */
    unsigned    traits; /* HECO_TRAIT_* that it provides itself, HECO_MODEL_*              */
    /* Returns whether the spec is of this kind. */
    int (*match)(const char *spec);
    /* Fills model->problem, which heco_problem_check() checks afterwards, and other fields of the
     * model. `options` is never NULL. The caller reports memory missing in model->arena. */
    heco_status (*open)(heco_model *model, const char *spec, const heco_model_options *options,
                        heco_error *error);
    /* Frees memory outside the arena, also after a failed open. model->state is NULL until open
     * sets it. May be NULL. */
    void (*close)(heco_model *model);
    /* Returns one line about the evaluations so far, or "". NULL: model->note is shown. */
    const char *(*note)(const heco_model *model);
} heco_model_row;

struct heco_model {
    const heco_model_row *row;
    heco_arena            arena;   /* lives as long as the model                           */
    heco_problem          problem; /* heco_problem_default() and name = spec before open   */
    void                 *state;   /* the kind's own                                       */
    const char           *instance;
    const double         *start; /* `starts` rows of n                                   */
    size_t                starts;
    heco_known            known; /* designs with their values; count 0: none             */
    uint64_t              budget;
    double                target;    /* f that cannot be beaten; NAN before open                */
    const char           *note;      /* for the user; "" before open                          */
    const heco_nl_header *nl;        /* of a .nl file, for its answer; else NULL              */
    const struct heco_nl_rows *nl_rows; /* of a .nl file, for its answer; else NULL        */
    int                   objective; /* of a .nl file, from 0: the one that is used        */
};

/* For match(): return whether the spec begins or ends with that text. */
int heco_model_begins(const char *spec, const char *prefix);
int heco_model_ends(const char *spec, const char *suffix);

/* Returns the row for a spec, or NULL with an error. */
const heco_model_row *heco_model_row_for(const char *spec, heco_error *error);

#endif
