#include "models/nl/nl_annotations.h"

#include <stdio.h>
#include <string.h>

/* Suffixes of AMPL, Pyomo, CPLEX, Gurobi, Ipopt, Knitro and SCIP that do not change the model: they
 * steer a search or carry the result of another solver. */
/* clang-format off */
static const char *const nl_annotations_harmless[] = {
    "priority", "direction", "sstatus", "status", "relax", "lazy", "iis", "unbdd", "dunbdd",
    "bestbound", "bestnode", "up", "down", "current", "dual", "rc", "lrc", "urc", "slack",
    "scaling_factor", "ipopt_zL_in", "initial", "ipopt_zU_in", "removable", "separate",
    "propagate", "ipopt_zL_out", "dynamic", "ipopt_zU_out", "cfeastol", "xfeastol",
    "xscalefactor", "xscalecenter", "objscale", "cscalefactor", "partition", "funcpieces",
    "funcpieceerror", "funcpiecelength", "funcpieceratio",
};
/* clang-format on */

/* Suffixes of other solvers that change which points are feasible. */
static const char *const nl_annotations_refused[] = {"semicont", "semicontinuous", "semiint",
                                                     "semiinteger", "indicator"};

static int nl_annotations_is_among(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

heco_status heco_nl_annotations_init(heco_nl_annotations *annotations, heco_arena *arena,
                                     const heco_nl_header *header) {
    size_t cons = (size_t)header->cons, rows = cons + (size_t)header->objs;
    *annotations          = (heco_nl_annotations){.arena = arena};
    annotations->plain    = heco_arena_take(arena, rows + 1, 1);
    annotations->constant = heco_arena_take(arena, rows + 1, sizeof *annotations->constant);
    annotations->partner  = heco_arena_take(arena, cons + 1, sizeof *annotations->partner);
    annotations->bounds   = heco_arena_take(arena, cons + 1, 1);
    return heco_arena_failed(arena) ? HECO_ERR_MEMORY : HECO_OK;
}

/* Appends the name to annotations->unknown, unless that is full. */
static void nl_annotations_add_unknown(heco_nl_annotations *annotations, const char *name) {
    size_t used = strlen(annotations->unknown);
    if (used + strlen(name) + 3 > sizeof annotations->unknown) return;
    snprintf(annotations->unknown + used, sizeof annotations->unknown - used, "%s%s",
             used > 0 ? ", " : "", name);
}

int heco_nl_annotations_suffix(heco_nl_annotations *annotations, const heco_nl_header *header,
                               int kind, const char *name, double **values) {
    const struct {
        const char *name;
        double    **slot;
    } set[] = {{"sosno", &annotations->sosno},
               {"ref", &annotations->ref},
               {"sos", &annotations->sos},
               {"sosref", &annotations->sosref}};
    *values = NULL;
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) {
        if (strcmp(set[i].name, name) != 0) continue;
        /* AMPL also marks the constraints that it made for a set: they stay as they are. */
        if ((kind & 3) != 0) return strcmp(name, "sosno") != 0;
        if (annotations->arena == NULL) return 1;
        if (*set[i].slot == NULL)
            *set[i].slot =
                heco_arena_take(annotations->arena, (size_t)header->vars, sizeof(double));
        *values = *set[i].slot;
        return 1;
    }
    if (nl_annotations_is_among(nl_annotations_refused,
                                sizeof nl_annotations_refused / sizeof *nl_annotations_refused,
                                name))
        return 0;
    if (!nl_annotations_is_among(nl_annotations_harmless,
                                 sizeof nl_annotations_harmless / sizeof *nl_annotations_harmless,
                                 name))
        nl_annotations_add_unknown(annotations, name);
    return 1;
}
