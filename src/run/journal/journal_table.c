#include "run/journal/journal_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

int heco_journal_table_add(heco_journal_table *t, const heco_journal_entry *e, double seconds) {
    if (t->count == t->capacity) {
        size_t capacity = t->capacity > 0 ? 2 * t->capacity : 256;
        if (!heco_array_resize(&t->row, capacity, sizeof *t->row) ||
            !heco_array_resize(&t->values, capacity, t->width * sizeof *t->values))
            return 0;
        t->capacity = capacity;
    }
    t->row[t->count] = (heco_journal_table_row){e->place, e->ahead, e->state, t->count, seconds};
    memcpy(t->values + t->count * t->width, e->values, t->width * sizeof *t->values);
    t->count++;
    return 1;
}

/* Orders rows by lane, batch, ahead, row. */
static int table_compare(const void *left, const void *right) {
    const heco_journal_table_row *a = left, *b = right;
    if (a->place.lane != b->place.lane) return a->place.lane < b->place.lane ? -1 : 1;
    if (a->place.batch != b->place.batch) return a->place.batch < b->place.batch ? -1 : 1;
    if (a->ahead != b->ahead) return a->ahead < b->ahead ? -1 : 1;
    return a->place.row < b->place.row ? -1 : a->place.row > b->place.row;
}

void heco_journal_table_sort(heco_journal_table *t) {
    if (t->count > 0) qsort(t->row, t->count, sizeof *t->row, table_compare);
}

/* Returns the number of the first row that is not before the key. */
static size_t table_lower(const heco_journal_table *t, const heco_journal_table_row *key) {
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table_compare(&t->row[middle], key) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

const heco_journal_table_row *heco_journal_table_find(const heco_journal_table *t,
                                                      const heco_journal_place *place) {
    heco_journal_table_row key = {.place = *place};
    size_t                 at  = table_lower(t, &key);
    return at < t->count && table_compare(&t->row[at], &key) == 0 ? &t->row[at] : NULL;
}

const heco_journal_table_row *heco_journal_table_ahead(const heco_journal_table *t, uint64_t lane,
                                                       uint64_t batch, const double *x) {
    heco_journal_table_row key = {.place = {lane, batch, 0}, .ahead = 1};
    for (size_t at = table_lower(t, &key); at < t->count; at++) {
        const heco_journal_table_row *r = &t->row[at];
        if (!r->ahead || r->place.lane != lane || r->place.batch != batch) return NULL;
        if (memcmp(t->values + r->at * t->width, x, t->n * sizeof *x) == 0) return r;
    }
    return NULL;
}

void heco_journal_table_free(heco_journal_table *t) {
    free(t->row);
    free(t->values);
    memset(t, 0, sizeof *t);
}
