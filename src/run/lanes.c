/* The scheduler of lanes: rows, logical time, and the order in which points are given out.
 *
 * The clock of a lane counts its batches. Everything that a lane learns is its own values and the
 * best point that other lanes had published HECO_LANES_LAG rounds before. A lane that would read a
 * time which a slower lane has not reached waits; the slowest lane never waits, so that there is no
 * deadlock. The search ends at the time at which lane 0 ends. Lanes that are behind go on up to
 * that time, and results beyond it do not count. A lane that meets the target ends the search at
 * once: with a heavy tail of durations, waiting for slower lanes would cost more than lanes gain.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "run/lanes_state.h"

enum {
    LANES_SLOT_BITS  = 24, /* an id is a serial number and the slot of the row */
    LANES_FIRST_ROWS = 64
};

/* ---- rows ---- */

static void lanes_fail_memory(heco_lanes *s) {
    heco_fail_memory(&s->error);
    s->over = 1;
}

/* Makes room for more rows. Returns 0 if there is no memory. */
static int lanes_grow(heco_lanes *s) {
    size_t capacity = s->capacity > 0 ? 2 * s->capacity : LANES_FIRST_ROWS;
    if (capacity >> LANES_SLOT_BITS != 0 || !heco_array_resize(&s->row, capacity, sizeof *s->row) ||
        !heco_array_resize(&s->free, capacity, sizeof *s->free))
        return 0;
    memset(s->row + s->capacity, 0, (capacity - s->capacity) * sizeof *s->row);
    s->capacity = capacity;
    return 1;
}

/* Returns the slot of a new row of a lane; SIZE_MAX: there is no memory, and the search is over. */
static size_t lanes_take_row(heco_lanes *s, size_t lane, const double *x) {
    size_t slot = SIZE_MAX;
    if (s->frees > 0) slot = s->free[--s->frees];
    else if (s->rows < s->capacity || lanes_grow(s)) slot = s->rows++;
    lane_row *r = slot != SIZE_MAX ? &s->row[slot] : NULL;
    if (r != NULL && r->values == NULL) r->values = malloc(s->width * sizeof *r->values);
    /* analyse: gcc analyzer-malloc-leak: heco_lanes_free() frees the values of all rows */
    if (r == NULL || r->values == NULL) {
        lanes_fail_memory(s);
        return SIZE_MAX;
    }
    *r = (lane_row){.id     = ++s->serial << LANES_SLOT_BITS | slot,
                    .phase  = LANE_ROW_QUEUED,
                    .lane   = lane,
                    .values = r->values};
    memcpy(r->values, x, s->space.n * sizeof *x);
    return slot;
}

static void lanes_free_row(heco_lanes *s, size_t slot) {
    s->row[slot].phase  = LANE_ROW_FREE;
    s->free[s->frees++] = slot;
}

/* A row that is no longer wanted: one that was given out stays until it is returned. */
static void lanes_drop_row(heco_lanes *s, size_t slot) {
    lane_row *r = &s->row[slot];
    s->ahead += r->phase == LANE_ROW_DONE && !r->demanded;
    if (r->phase == LANE_ROW_STARTED) r->dropped = 1;
    else lanes_free_row(s, slot);
}

static void lanes_drop_ahead(heco_lanes *s, lane_state *l) {
    for (size_t i = 0; i < l->aheads; i++) lanes_drop_row(s, l->ahead[i]);
    l->aheads = 0;
}

/* Ends a lane. */
static void lanes_end_lane(heco_lanes *s, lane_state *l) {
    for (size_t i = 0; l->batch != NULL && i < l->batch->count; i++)
        lanes_drop_row(s, l->demand[i]);
    lanes_drop_ahead(s, l);
    l->batch = NULL;
    l->over  = 1;
}

/* ---- the end ---- */

/* Ends lanes that have reached the limit, and the search if all have ended. */
static void lanes_apply_limit(heco_lanes *s) {
    int over = 1;
    for (size_t k = 0; k < s->count; k++) {
        lane_state *l = &s->lane[k];
        if (!l->over && l->clock >= s->limit) lanes_end_lane(s, l);
        over &= l->over;
    }
    s->over |= over;
}

/* Handles the end of a lane's run. */
static void lanes_run_ended(heco_lanes *s, size_t k) {
    lane_state *l    = &s->lane[k];
    heco_stop   stop = heco_run_result(l->run)->outcome.stop;
    lanes_end_lane(s, l);
    if (stop == HECO_STOP_ERROR)
        heco_fail(&s->error, heco_run_status(l->run), "%s", heco_run_message(l->run));
    if (stop == HECO_STOP_ERROR || stop == HECO_STOP_TIME || stop == HECO_STOP_USER ||
        stop == HECO_STOP_TARGET) {
        heco_lanes_stop(s, stop);
        return;
    }
    if (k == 0) s->limit = l->clock, s->stop = stop;
    lanes_apply_limit(s);
}

void heco_lanes_stop(heco_lanes *s, heco_stop reason) {
    if (s->over) return;
    for (size_t k = 0; k < s->count; k++) lanes_end_lane(s, &s->lane[k]);
    s->limit = UINT64_MAX;
    s->stop  = reason != HECO_STOP_NOT_YET ? reason : HECO_STOP_USER;
    s->over  = 1;
}

/* ---- a round of a lane ---- */

/* Moves a row ahead with these bits from the lane's list. Returns SIZE_MAX if there is none. */
static size_t lanes_find_ahead(heco_lanes *s, lane_state *l, const double *x) {
    for (size_t i = 0; i < l->aheads; i++) {
        size_t slot = l->ahead[i];
        if (memcmp(s->row[slot].values, x, s->space.n * sizeof *x) != 0) continue;
        l->ahead[i] = l->ahead[--l->aheads];
        return slot;
    }
    return SIZE_MAX;
}

/* Demands the rows of the batch; those that are known ahead are not given out again. */
static void lanes_demand(heco_lanes *s, size_t k) {
    lane_state *l = &s->lane[k];
    l->missing    = 0;
    for (size_t i = 0; i < l->batch->count && !s->over; i++) {
        const double *x    = l->batch->x + i * l->batch->n;
        size_t        slot = lanes_find_ahead(s, l, x);
        if (slot == SIZE_MAX) slot = lanes_take_row(s, k, x);
        if (slot == SIZE_MAX) return;
        l->demand[i]          = slot;
        s->row[slot].demanded = 1;
        s->row[slot].clock = l->clock, s->row[slot].index = i;
        heco_lanes_recall(s, &s->row[slot]);
        l->missing += s->row[slot].phase != LANE_ROW_DONE;
    }
    lanes_drop_ahead(s, l);
}

/* Returns whether the lane's batch has a row with these bits. */
static int lanes_is_demanded(const lane_state *l, const double *x) {
    for (size_t i = 0; i < l->batch->count; i++)
        if (memcmp(l->batch->x + i * l->batch->n, x, l->batch->n * sizeof *x) == 0) return 1;
    return 0;
}

static void lanes_look_ahead(heco_lanes *s, size_t k) {
    lane_state       *l    = &s->lane[k];
    const heco_batch *rows = heco_run_ahead(l->run);
    for (size_t i = 0; i < rows->count && !s->over; i++) {
        const double *x    = rows->x + i * rows->n;
        size_t        slot = lanes_is_demanded(l, x) ? SIZE_MAX : lanes_take_row(s, k, x);
        if (slot == SIZE_MAX) continue;
        s->row[slot].clock = l->clock, s->row[slot].index = i;
        heco_lanes_recall(s, &s->row[slot]);
        l->ahead[l->aheads++] = slot;
    }
}

/* Passes the values of the batch to the lane's run and advances its clock. */
static void lanes_tell(heco_lanes *s, size_t k) {
    lane_state *l = &s->lane[k];
    heco_batch *b = l->batch;
    for (size_t i = 0; i < b->count; i++) {
        const lane_row *r = &s->row[l->demand[i]];
        const double   *v = r->values + b->n;
        b->state[i]       = r->state;
        b->f[i]           = v[0];
        if (b->ng > 0) memcpy(b->g + i * b->ng, v + 1, b->ng * sizeof *v);
        if (b->nh > 0) memcpy(b->h + i * b->nh, v + 1 + b->ng, b->nh * sizeof *v);
        lanes_free_row(s, l->demand[i]);
    }
    l->batch = NULL;
    heco_run_tell(l->run);
    if (k == 0 && s->learn != NULL) s->learn(s->learn_user, l->run, b);
    l->clock++;
    if (!heco_lanes_record(s, l)) lanes_fail_memory(s);
    else if (heco_run_result(l->run)->outcome.stop != HECO_STOP_NOT_YET) lanes_run_ended(s, k);
    else if (l->clock >= s->limit) lanes_apply_limit(s);
}

/* Returns whether all lanes that share have reached the time that lane k reads up to. */
static int lanes_may_read(const heco_lanes *s, size_t k) {
    uint64_t now = s->lane[k].clock;
    for (size_t j = 1; j < s->descending && now > HECO_LANES_LAG; j++)
        if (!s->lane[j].over && s->lane[j].clock + HECO_LANES_LAG < now) return 0;
    return 1;
}

/* At a restart: publishes the lane's best point and hears of the others. Returns 0 if the lane must
 * wait for slower ones. */
static int lanes_share(heco_lanes *s, size_t k) {
    lane_state *l = &s->lane[k];
    if (s->count < 3 || !heco_run_is_at_rest(l->run)) return 1; /* the default takes no part */
    if (!l->waiting && !heco_lanes_publish(s, k)) lanes_fail_memory(s);
    l->waiting = !lanes_may_read(s, k);
    if (l->waiting || l->clock <= HECO_LANES_LAG) return !l->waiting;
    const lane_best *b = heco_lanes_news(s, l->clock - HECO_LANES_LAG);
    if (b == NULL) return 1;
    const double *g     = b->values + s->space.n;
    heco_point    point = {b->values, g, g + s->space.ng, b->f, b->viol};
    if (heco_run_inform(l->run, &point) != HECO_OK) lanes_fail_memory(s);
    return 1;
}

/* Asks a lane for its next batch. */
static void lanes_ask(heco_lanes *s, size_t k) {
    lane_state *l = &s->lane[k];
    if (!lanes_share(s, k) || s->over) return;
    l->batch = heco_run_ask(l->run);
    if (l->batch == NULL) {
        lanes_run_ended(s, k);
        return;
    }
    lanes_demand(s, k);
    if (l->missing > 0 && !s->over) lanes_look_ahead(s, k);
}

/* Lets a lane go on until it needs values, waits or ends. */
static void lanes_step(heco_lanes *s, size_t k) {
    lane_state *l = &s->lane[k];
    while (!s->over && !l->over && (l->batch == NULL || l->missing == 0)) {
        if (l->batch != NULL) lanes_tell(s, k);
        if (!s->over && !l->over) lanes_ask(s, k);
        if (l->waiting) return;
    }
}

/* Lets lanes go on whose wait is over. */
static void lanes_wake(heco_lanes *s) {
    for (int again = 1; again && !s->over;) {
        again = 0;
        for (size_t k = 1; k < s->count && !s->over; k++)
            if (s->lane[k].waiting && !s->lane[k].over && lanes_may_read(s, k)) {
                lanes_step(s, k);
                again = 1;
            }
    }
}

void heco_lanes_begin(heco_lanes *s) {
    for (size_t k = 0; k < s->count; k++) lanes_step(s, k);
    lanes_wake(s);
}

/* ---- pull and push ---- */

/* Returns a row of the lane that was not given out yet: rows ahead if `ahead` is set; else NULL. */
static lane_row *lanes_queued_row(heco_lanes *s, const lane_state *l, int ahead) {
    const size_t *slot  = ahead ? l->ahead : l->demand;
    size_t        count = ahead ? l->aheads : l->batch != NULL ? l->batch->count : 0;
    for (size_t i = 0; i < count; i++)
        if (s->row[slot[i]].phase == LANE_ROW_QUEUED) return &s->row[slot[i]];
    return NULL;
}

/* Returns the most urgent row: rows that were asked for first, lanes that are behind first. */
static lane_row *lanes_next_row(heco_lanes *s) {
    for (int ahead = 0; ahead < 2; ahead++) {
        lane_row *best  = NULL;
        uint64_t  clock = UINT64_MAX;
        for (size_t k = 0; k < s->count; k++) {
            const lane_state *l = &s->lane[k];
            lane_row *r = l->over || l->clock >= clock ? NULL : lanes_queued_row(s, l, ahead);
            if (r != NULL) best = r, clock = l->clock;
        }
        if (best != NULL) return best;
    }
    return NULL;
}

size_t heco_lanes_pull(heco_lanes *s, heco_lanes_point *out, size_t most) {
    size_t    count = 0;
    lane_row *r;
    while (count < most && !s->over && (r = lanes_next_row(s)) != NULL) {
        r->phase     = LANE_ROW_STARTED;
        out[count++] = (heco_lanes_point){r->id, r->lane, !r->demanded, r->values};
    }
    return count;
}

/* Returns the slot of a row that was given out and not returned; SIZE_MAX: there is none. */
static size_t lanes_find_started(const heco_lanes *s, uint64_t id) {
    size_t slot = (size_t)(id & (((uint64_t)1 << LANES_SLOT_BITS) - 1));
    if (slot >= s->rows || s->row[slot].id != id || s->row[slot].phase != LANE_ROW_STARTED)
        return SIZE_MAX;
    return slot;
}

/* Copies the values of a point into its row. */
static void lanes_store(const heco_lanes *s, lane_row *r, int state, double f, const double *g,
                        const double *h) {
    double *to            = r->values + s->space.n + 1;
    r->state              = (unsigned char)state;
    r->values[s->space.n] = f;
    if (s->space.ng > 0) memcpy(to, g, s->space.ng * sizeof *g);
    if (s->space.nh > 0) memcpy(to + s->space.ng, h, s->space.nh * sizeof *h);
}

/* Takes a point that is no longer wanted. The journal keeps its values as those of a point ahead.
 */
static void lanes_take_dropped(heco_lanes *s, size_t slot) {
    lane_row *r = &s->row[slot];
    r->demanded = 0;
    s->ahead++;
    if (!s->over) heco_lanes_keep(s, r);
    lanes_free_row(s, slot);
}

heco_status heco_lanes_push(heco_lanes *s, uint64_t id, int state, double f, const double *g,
                            const double *h) {
    size_t slot = lanes_find_started(s, id);
    if (slot == SIZE_MAX)
        return heco_fail(&s->error, HECO_ERR_ARG,
                         "push: the point %llu was not given out, or was returned before: return "
                         "each point once",
                         (unsigned long long)id);
    lane_row *r = &s->row[slot];
    if (state != HECO_ROW_SKIPPED) lanes_store(s, r, state, f, g, h);
    if (r->dropped && state == HECO_ROW_SKIPPED) lanes_free_row(s, slot);
    else if (r->dropped) lanes_take_dropped(s, slot);
    if (r->dropped) return HECO_OK;
    r->phase = state == HECO_ROW_SKIPPED ? LANE_ROW_QUEUED : LANE_ROW_DONE;
    if (state == HECO_ROW_SKIPPED || s->over) return HECO_OK;
    lane_state *l = &s->lane[r->lane];
    heco_lanes_keep(s, r);
    if (s->over) return s->error.status;
    if (!r->demanded || --l->missing > 0) return HECO_OK;
    lanes_step(s, r->lane);
    lanes_wake(s);
    return s->error.status == HECO_ERR_ARG ? HECO_OK : s->error.status;
}

size_t heco_lanes_dropped(heco_lanes *s, uint64_t *ids, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < s->rows && count < most; i++) {
        lane_row *r = &s->row[i];
        if (r->phase != LANE_ROW_STARTED || r->dropped != 1) continue;
        r->dropped   = 2; /* it was reported */
        ids[count++] = r->id;
    }
    return count;
}
