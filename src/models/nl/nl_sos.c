#include "models/nl/nl_sos.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* A variable in a set: the number of the set with its sign, and the place of the variable there. */
typedef struct {
    long   number;
    double place;
    size_t variable;
} nl_sos_entry;

/* Decodes the suffix sos of AMPL: the bits from the fifth on are the number of the set, bit 0 means
 * type 2, and bit 1 marks variables that AMPL added to enforce the set and that are not in it. */
static long nl_sos_own_number(double value) {
    long bits = fabs(value) < INT_MAX ? (long)value : 0;
    if (bits <= 0 || bits & 2) return 0;
    return bits & 1 ? -(bits >> 4) : bits >> 4;
}

static long nl_sos_number(double value) { return fabs(value) < INT_MAX ? (long)value : 0; }

/* Orders by number and place. The order is total, because no variable is twice in the list. */
static int nl_sos_compare(const void *a, const void *b) {
    const nl_sos_entry *p = a, *q = b;
    if (p->number != q->number) return p->number < q->number ? -1 : 1;
    if (p->place != q->place) return p->place < q->place ? -1 : 1;
    return (p->variable > q->variable) - (p->variable < q->variable);
}

/* Appends the sets of one pair of suffixes; `entry` has room for all variables. */
static void nl_sos_add(heco_nl_sos *sos, nl_sos_entry *entry, const double *number,
                       const double *place, size_t n, int own) {
    size_t used = 0, total = 0;
    for (size_t k = 0; k < sos->count; k++) total += sos->set[k].count;
    for (size_t j = 0; j < n; j++) {
        long set = own ? nl_sos_own_number(number[j]) : nl_sos_number(number[j]);
        if (set != 0) entry[used++] = (nl_sos_entry){set, place != NULL ? place[j] : 0.0, j};
    }
    qsort(entry, used, sizeof *entry, nl_sos_compare);
    for (size_t k = 0, end; k < used; k = end) {
        int type = entry[k].number > 0 ? 1 : 2;
        for (end = k; end < used && entry[end].number == entry[k].number;) end++;
        if (end - k <= (size_t)type) continue;
        sos->set[sos->count++] =
            (heco_nl_sos_set){type, (int)labs(entry[k].number), own, total, end - k};
        for (size_t i = k; i < end; i++) sos->variable[total++] = entry[i].variable;
    }
}

heco_status heco_nl_sos_init(heco_nl_sos *sos, heco_arena *arena,
                             const heco_nl_annotations *annotations, size_t n) {
    *sos = (heco_nl_sos){0};
    if (annotations->sosno == NULL && annotations->sos == NULL) return HECO_OK;
    nl_sos_entry *entry = heco_arena_take(arena, n, sizeof *entry);
    sos->set            = heco_arena_take(arena, n, sizeof *sos->set);
    sos->variable       = heco_arena_take(arena, 2 * n, sizeof *sos->variable);
    if (entry == NULL || sos->set == NULL || sos->variable == NULL) return HECO_ERR_MEMORY;
    if (annotations->sosno != NULL)
        nl_sos_add(sos, entry, annotations->sosno, annotations->ref, n, 0);
    if (annotations->sos != NULL)
        nl_sos_add(sos, entry, annotations->sos, annotations->sosref, n, 1);
    return HECO_OK;
}

double heco_nl_sos_violation(const heco_nl_sos *sos, size_t which, const double *x) {
    const heco_nl_sos_set *set  = &sos->set[which];
    const size_t          *at   = sos->variable + set->begin;
    double                 best = 0.0, sum = 0.0;
    size_t                 keep = 0;
    for (size_t k = 0; k + (size_t)set->type <= set->count; k++) {
        double kept = fabs(x[at[k]]) + (set->type == 2 ? fabs(x[at[k + 1]]) : 0.0);
        if (kept > best) best = kept, keep = k;
    }
    /* Adds up the others instead of subtracting the best, which would lose digits. */
    for (size_t k = 0; k < set->count; k++)
        if (k < keep || k >= keep + (size_t)set->type) sum += fabs(x[at[k]]);
    return sum;
}
