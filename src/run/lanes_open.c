/* Opens and closes a search in lanes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/rng.h"
#include "base/struct_read.h"
#include "run/lanes_state.h"

enum {
    LANES_SETS  = 62, /* most options                                                     */
    LANES_EVALS = 60, /* evaluations per variable and lane that a descent needs: with fewer the
                       * lanes miss problems that one search solves (CEC 2006)              */
    LANES_DEFAULTS_FROM = 8, /* with so many lanes, */
    LANES_DEFAULTS      = 2, /* so many are the default algorithm */
    LANES_DEFAULT_PART  = 4  /* with a quarter of the budget each: their surrogate and populations
                              * find optima where descents keep failing. lanes_time multimodal with
                              * 256 workers, 10 seeds: 318.6 without them (3 of 80 missed), 260.0
                              * with them (0); CEC 2006 12.4 and 11.9                       */
};
#define LANES_BATCH \
    "batch=4" /* points that the surrogate of lane 0 asks for at a time: 2, 4, 8 and \
               * 16 took 18.3, 17.4, 17.1 and 19.0 mean evaluations on CEC 2006 \
               * with 16 workers                                            */
static const double lanes_radius_least = 0.05; /* the first trust radius of lanes from 1 on is
                                                * log-uniform between this and 1            */

size_t heco_lanes_for(size_t workers, size_t n, uint64_t max_evals) {
    if (workers <= 1) return 0;
    double columns = (double)n + 1.0, most = floor((double)max_evals / (LANES_EVALS * columns));
    double lanes = 1.0 + round((double)(workers - 1) / columns);
    lanes        = fmin(lanes, fmin(most, HECO_LANES_MOST));
    return lanes > 1.0 ? (size_t)lanes : 1;
}

/* Appends a setting to `set` if the algorithm has the option and the caller has not set it. */
static void lanes_set(heco_run_options *o, const char **set, const heco_algorithm *a,
                      const char *text) {
    size_t             length = strcspn(text, "=");
    const heco_option *option = a->options;
    while (option != NULL && option->name != NULL &&
           (strlen(option->name) != length || strncmp(option->name, text, length) != 0))
        option++;
    if (option == NULL || option->name == NULL) return;
    for (size_t i = 0; i < o->sets; i++)
        if (strncmp(set[i], text, length + 1) == 0) return;
    set[o->sets++] = text;
}

/* Returns how many of the lanes, the last ones, are searches of the default algorithm. */
static size_t lanes_count_defaults(size_t lanes) {
    return lanes >= LANES_DEFAULTS_FROM ? LANES_DEFAULTS : 0;
}

/* Writes the first trust radius of a lane's descents as a setting. */
static void lanes_print_radius(char *text, size_t size, uint64_t seed, size_t k) {
    heco_rng rng;
    heco_rng_init(&rng, seed, k);
    double at   = heco_exp(heco_log(lanes_radius_least) * (1.0 - heco_rng_uniform_inline(&rng)));
    size_t used = (size_t)snprintf(text, size, "radius=");
    heco_number_format(text + used, size - used, "%.17g", at);
}

/* Returns the budget of lane k, from 1 on. All these lanes together have that of lane 0. */
static uint64_t lanes_budget(const heco_lanes *s, size_t k) {
    uint64_t most = heco_run_max_evals(s->lane[0].run), each = most / LANES_DEFAULT_PART;
    size_t   defaults = s->count - s->descending;
    if (k < s->descending) each = (most - defaults * each) / (s->descending - 1);
    return each > 0 ? each : 1;
}

/* Opens the run of lane k. */
static heco_status lanes_open_run(heco_lanes *s, size_t k, const heco_algorithm *algorithm,
                                  const heco_space *space, const heco_run_options *given,
                                  heco_error *error) {
    heco_run_options o = *given;
    const char      *set[LANES_SETS + 2];
    char             radius[48];
    lane_state      *l = &s->lane[k];
    if (k > 0) {
        algorithm = k < s->descending ? heco_algorithm_find("sqp", NULL) : heco_algorithm_default();
        lanes_print_radius(radius, sizeof radius, given->seed, k);
        o.seed      = heco_rng_mix(given->seed, k);
        o.max_evals = lanes_budget(s, k);
        o.starts = o.stall = 0;
        o.start            = NULL;
        o.sets             = 0;
        lanes_set(&o, set, algorithm, radius);
    } else if (o.sets > LANES_SETS)
        return heco_fail(error, HECO_ERR_ARG, "%zu options are too many: set fewer", o.sets);
    else if (o.sets > 0) memcpy(set, o.set, o.sets * sizeof *set);
    o.batch = 0; /* the search does not depend on the number of workers */
    lanes_set(&o, set, algorithm, "eager=yes");
    if (k == 0 || k >= s->descending) lanes_set(&o, set, algorithm, LANES_BATCH);
    o.set              = set;
    heco_status status = heco_run_new(&l->run, algorithm, space, &o, error);
    return status == HECO_OK ? heco_run_prepare_ahead(l->run, error) : status;
}

/* Takes the memory of a lane for its largest batch. */
static heco_status lanes_open_lane(lane_state *l, heco_error *error) {
    size_t most = heco_run_most_rows(l->run);
    l->demand   = calloc(most, sizeof *l->demand);
    l->ahead    = calloc(most, sizeof *l->ahead);
    return l->demand != NULL && l->ahead != NULL ? HECO_OK : heco_fail_memory(error);
}

static heco_status lanes_open(heco_lanes *s, const heco_algorithm *algorithm,
                              const heco_space *space, const heco_run_options *options,
                              heco_error *error) {
    heco_status status = HECO_OK;
    for (size_t k = 0; k < s->count && status == HECO_OK; k++) {
        status = lanes_open_run(s, k, algorithm, space, options, error);
        if (status == HECO_OK && s->problem != NULL)
            status = heco_run_set_problem(s->lane[k].run, s->problem, error);
        if (status == HECO_OK) status = lanes_open_lane(&s->lane[k], error);
    }
    if (status != HECO_OK) return status;
    s->space         = *heco_run_space(s->lane[0].run);
    s->width         = s->space.n + 1 + s->space.ng + s->space.nh;
    s->result_values = calloc(s->width, sizeof *s->result_values);
    return s->result_values != NULL ? HECO_OK : heco_fail_memory(error);
}

heco_status heco_lanes_new(heco_lanes **out, const heco_algorithm *algorithm,
                           const heco_space *space, const heco_run_options *options, size_t lanes,
                           heco_error *error) {
    heco_lanes_outside alone = {.lanes = lanes};
    return heco_lanes_new_recorded(out, algorithm, space, options, &alone, error);
}

heco_status heco_lanes_new_recorded(heco_lanes **out, const heco_algorithm *algorithm,
                                    const heco_space *space, const heco_run_options *options,
                                    const heco_lanes_outside *outside, heco_error *error) {
    heco_run_options o     = heco_run_options_default();
    size_t           lanes = outside->lanes;
    *out                   = NULL;
    if (algorithm == NULL || space == NULL || options == NULL)
        return heco_fail(error, HECO_ERR_ARG, "lanes need an algorithm, a space and options");
    heco_status status = heco_struct_read(&o, sizeof o, options, "heco_run_options",
                                          "start from heco_run_options_default()", error);
    if (status != HECO_OK) return status;
    if (lanes < 1 || lanes > HECO_LANES_MOST)
        return heco_fail(error, HECO_ERR_ARG, "%zu lanes: choose 1 to %d", lanes, HECO_LANES_MOST);
    if (o.checkpoint_count > 0 || o.derivatives || o.on_progress != NULL)
        return heco_fail(error, HECO_ERR_UNSUPPORTED,
                         "lanes support neither checkpoints nor derivatives nor on_progress: leave "
                         "them 0, or use a run");
    heco_lanes *s = calloc(1, sizeof *s);
    if (s != NULL) s->lane = calloc(lanes, sizeof *s->lane);
    if (s == NULL || s->lane == NULL) {
        free(s);
        return heco_fail_memory(error);
    }
    s->count      = lanes;
    s->descending = lanes - lanes_count_defaults(lanes);
    s->limit      = UINT64_MAX;
    s->journal    = outside->journal;
    s->problem    = outside->problem;
    s->learn = outside->learn, s->learn_user = outside->learn_user;
    status = lanes_open(s, algorithm, space, &o, error);
    if (status == HECO_OK && s->journal != NULL) status = heco_journal_load(s->journal, error);
    if (status == HECO_OK) heco_lanes_begin(s);
    if (status == HECO_OK) status = heco_lanes_status(s, error);
    if (status != HECO_OK) {
        heco_lanes_free(s);
        return status;
    }
    *out = s;
    return HECO_OK;
}

void heco_lanes_free(heco_lanes *s) {
    if (s == NULL) return;
    for (size_t i = 0; i < s->rows; i++) free(s->row[i].values);
    for (size_t k = 0; k < s->count; k++) {
        heco_run_free(s->lane[k].run);
        free(s->lane[k].demand);
        free(s->lane[k].ahead);
    }
    heco_lanes_free_history(s);
    free(s->result_values);
    free(s->row);
    free(s->free);
    free(s->lane);
    free(s);
}

int             heco_lanes_is_over(const heco_lanes *s) { return s->over; }
uint64_t        heco_lanes_ahead(const heco_lanes *s) { return s->ahead; }
const heco_run *heco_lanes_run(const heco_lanes *s, size_t k) {
    return k < s->count ? s->lane[k].run : NULL;
}

heco_status heco_lanes_status(const heco_lanes *s, heco_error *error) {
    if (s->error.status == HECO_OK) return HECO_OK;
    return heco_fail(error, s->error.status, "%s", s->error.text);
}
