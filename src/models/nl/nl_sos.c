#include "models/nl/nl_sos.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* A variable in a set: the set's number with its sign, and its place there. */
typedef struct {
    long   number;
    double place;
    size_t variable;
} nl_sos_entry;

/* AMPL's own number: the set from the fifth bit on, bit 0 set for type 2, bit 1 for variables that
 * AMPL made to enforce the set by inequalities, and which are not in it. */
static long nl_sos_own_number(double value) {
    long bits = fabs(value) < INT_MAX ? (long)value : 0;
    if (bits <= 0 || bits & 2) return 0;
    return bits & 1 ? -(bits >> 4) : bits >> 4;
}

static long nl_sos_number(double value) { return fabs(value) < INT_MAX ? (long)value : 0; }

static int nl_sos_before(const nl_sos_entry *a, const nl_sos_entry *b) {
    if (a->number != b->number) return a->number < b->number;
    if (a->place != b->place) return a->place < b->place;
    return a->variable < b->variable;
}

static void nl_sos_sink(nl_sos_entry *entry, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && nl_sos_before(&entry[child], &entry[child + 1])) child++;
        if (!nl_sos_before(&entry[at], &entry[child])) return;
        nl_sos_entry held = entry[at];
        entry[at]         = entry[child];
        entry[child]      = held;
    }
}

/* By number and place. No two entries are equal, so that any sort gives the same. */
static void nl_sos_sort(nl_sos_entry *entry, size_t count) {
    for (size_t at = count / 2; at-- > 0;) nl_sos_sink(entry, at, count);
    for (size_t end = count; end-- > 1;) {
        nl_sos_entry held = entry[0];
        entry[0]          = entry[end];
        entry[end]        = held;
        nl_sos_sink(entry, 0, end);
    }
}

/* Appends the sets of one pair of suffixes; `entry` has room for all variables. */
static void nl_sos_add(heco_nl_sos *sets, nl_sos_entry *entry, const double *number,
                       const double *place, size_t n, int own) {
    size_t used = 0, total = 0;
    for (size_t k = 0; k < sets->count; k++) total += sets->set[k].count;
    for (size_t j = 0; j < n; j++) {
        long set = own ? nl_sos_own_number(number[j]) : nl_sos_number(number[j]);
        if (set != 0) entry[used++] = (nl_sos_entry){set, place != NULL ? place[j] : 0.0, j};
    }
    nl_sos_sort(entry, used);
    for (size_t k = 0, end; k < used; k = end) {
        int type = entry[k].number > 0 ? 1 : 2;
        for (end = k; end < used && entry[end].number == entry[k].number;) end++;
        if (end - k <= (size_t)type) continue;
        sets->set[sets->count++] =
            (heco_nl_set){type, (int)labs(entry[k].number), own, total, end - k};
        for (size_t i = k; i < end; i++) sets->variable[total++] = entry[i].variable;
    }
}

heco_status heco_nl_sos_init(heco_nl_sos *sets, heco_arena *arena,
                             const heco_nl_annotations *annotations, size_t n) {
    *sets = (heco_nl_sos){0};
    if (annotations->sosno == NULL && annotations->sos == NULL) return HECO_OK;
    nl_sos_entry *entry = heco_arena_take(arena, n, sizeof *entry);
    sets->set           = heco_arena_take(arena, n, sizeof *sets->set);
    sets->variable      = heco_arena_take(arena, 2 * n, sizeof *sets->variable);
    if (entry == NULL || sets->set == NULL || sets->variable == NULL) return HECO_ERR_MEMORY;
    if (annotations->sosno != NULL)
        nl_sos_add(sets, entry, annotations->sosno, annotations->ref, n, 0);
    if (annotations->sos != NULL)
        nl_sos_add(sets, entry, annotations->sos, annotations->sosref, n, 1);
    return HECO_OK;
}

double heco_nl_set_excess(const heco_nl_sos *sets, size_t which, const double *x) {
    const heco_nl_set *set  = &sets->set[which];
    const size_t      *at   = sets->variable + set->begin;
    double             best = 0.0, sum = 0.0;
    size_t             keep = 0;
    for (size_t k = 0; k + (size_t)set->type <= set->count; k++) {
        double kept = fabs(x[at[k]]) + (set->type == 2 ? fabs(x[at[k + 1]]) : 0.0);
        if (kept > best) best = kept, keep = k;
    }
    /* Not the sum less the best: what is left must not drown in its rounding. */
    for (size_t k = 0; k < set->count; k++)
        if (k < keep || k >= keep + (size_t)set->type) sum += fabs(x[at[k]]);
    return sum;
}
