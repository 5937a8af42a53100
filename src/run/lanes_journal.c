/* The journal of a search in lanes. A row is recorded when it finishes, with its place: lane, clock
 * and row, and whether it was ahead. A row ahead that its lane then asks for is recorded once more
 * with its new place, so that rows ahead need not be looked at to know the search. On resume the
 * lanes run from the start and take the values of recorded rows. */
#include <string.h>

#include "base/error.h"
#include "run/lanes_state.h"

static heco_journal_place lanes_place(const lane_row *r) {
    return (heco_journal_place){r->lane, r->clock, r->index};
}

/* Copies recorded values into a row. */
static void lanes_take_recorded(heco_lanes *s, lane_row *r, const heco_journal_table_row *from) {
    const heco_journal_table *t = heco_journal_rows(s->journal);
    memcpy(r->values, t->values + from->at * t->width, s->width * sizeof *r->values);
    r->state = from->state;
    r->phase = LANE_ROW_DONE;
}

void heco_lanes_keep(heco_lanes *s, const lane_row *r) {
    heco_journal_place place = lanes_place(r);
    if (s->journal == NULL || s->error.status != HECO_OK) return;
    if (heco_journal_append_lane(s->journal, &place, !r->demanded, r->state, r->values,
                                 &s->error) != HECO_OK)
        s->over = 1;
}

/* Looks for a row first by its place, among the rows that lanes asked for; their points must be
 * equal. Then it looks for the values of the same point among the rows ahead of the batch before,
 * which is the last batch for a row that its lane asks for now. */
void heco_lanes_recall(heco_lanes *s, lane_row *r) {
    if (s->journal == NULL) return;
    const heco_journal_table     *t     = heco_journal_rows(s->journal);
    heco_journal_place            place = lanes_place(r);
    const heco_journal_table_row *found = r->demanded ? heco_journal_table_find(t, &place) : NULL;
    if (found != NULL) {
        if (memcmp(t->values + found->at * t->width, r->values, t->n * sizeof *r->values) != 0) {
            heco_fail(&s->error, HECO_ERR_CONFLICT,
                      "the journal does not belong to this search: the points of batch %llu of its "
                      "lane %zu differ",
                      (unsigned long long)r->clock, r->lane);
            s->over = 1;
            return;
        }
        lanes_take_recorded(s, r, found);
        heco_journal_count_replayed(s->journal);
        return;
    }
    if (r->phase != LANE_ROW_DONE && r->clock >= (uint64_t)r->demanded)
        found = heco_journal_table_ahead(t, r->lane, r->clock - (uint64_t)r->demanded, r->values);
    if (found != NULL) {
        lanes_take_recorded(s, r, found);
        if (r->demanded) heco_journal_count_replayed(s->journal);
    }
    if (r->demanded && r->phase == LANE_ROW_DONE) heco_lanes_keep(s, r);
}
