/* An algorithm as something that can be held: options, stream, memory, slice of the budget, turns.
 *
 * The memory of a member is an arena inside the outer one. Opening calls init once for the whole
 * outer budget, which reserves the pieces; every beginning rewinds the arena and calls init again,
 * which finds them there. */
#include "solver/member.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"

heco_status heco_algorithm_read(heco_algorithm *out, const heco_algorithm *given,
                                heco_error *error) {
    memset(out, 0, sizeof *out);
    heco_status status = heco_struct_read(out, sizeof *out, given, "the descriptor of an algorithm",
                                          "set it to sizeof(heco_algorithm)", error);
    if (status != HECO_OK) return status;
    if (out->name == NULL || out->init == NULL || out->ask == NULL || out->tell == NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "the descriptor of an algorithm needs name, init, ask and tell");
    return HECO_OK;
}

/* Resets the member, rewinds its arena and calls init. `ended` is 0 only after success. */
static heco_status member_start(heco_member *m, size_t *max_batch) {
    size_t count = heco_algorithm_option_count(&m->algorithm);
    m->evals     = 0;
    m->asked     = 0;
    m->ended     = 1;
    m->error     = (heco_error){HECO_OK, ""};
    heco_rng_init(&m->rng, m->setup.seed, 0);
    heco_arena_rewind(m->arena);
    m->state        = heco_arena_take(m->arena, 1, m->algorithm.state_size);
    m->setup.option = heco_arena_take(m->arena, count + 1, sizeof *m->setup.option);
    if (heco_arena_failed(m->arena)) return heco_fail_memory(&m->error);
    if (count > 0) memcpy(m->setup.option, m->value, count * sizeof *m->value);
    heco_status status = m->algorithm.init(m->state, &m->setup, max_batch);
    if (heco_arena_failed(m->arena)) return heco_fail_memory(&m->error);
    if (status == HECO_OK) {
        m->error =
            (heco_error){HECO_OK, ""}; /* drops the message of an inner member that refused */
        m->ended = 0;
    } else if (m->error.text[0] == '\0') {
        heco_fail(&m->error, status, "%s", heco_status_text(status));
    }
    return status;
}

heco_status heco_member_open(heco_member *m, const heco_algorithm *algorithm,
                             const heco_setup *outer, size_t *max_batch) {
    heco_status status = heco_algorithm_read(&m->algorithm, algorithm, outer->error);
    if (status != HECO_OK) return status;
    m->given = algorithm;
    m->seed  = outer->seed;
    m->value = outer->option;
    m->arena = heco_arena_take_arena(outer->arena);
    if (m->arena == NULL) return heco_fail_memory(outer->error);
    m->setup           = *outer;
    m->setup.algorithm = &m->algorithm;
    m->setup.rng       = &m->rng;
    m->setup.arena     = m->arena;
    m->setup.error     = &m->error;
    m->setup.evals     = &m->evals;
    status             = member_start(m, &m->max_batch);
    *max_batch         = m->max_batch;
    m->ended           = 1; /* until it begins */
    if (status == HECO_ERR_MEMORY) return heco_fail_memory(outer->error);
    if (status == HECO_OK) return status;
    char message[sizeof m->error.text];
    memcpy(message, m->error.text, sizeof message);
    return heco_fail(outer->error, status, "%s: %.400s", m->algorithm.name, message);
}

/* Sets an option value of the member unless the user has set it. */
static heco_status member_set_value(heco_member *m, const char *option, double value,
                                    heco_error *error) {
    const heco_option *table = m->algorithm.options;
    for (size_t i = 0; table != NULL && table[i].name != NULL; i++) {
        if (strcmp(table[i].name, option) != 0) continue;
        if (!(value >= table[i].min && value <= table[i].max) && value == value)
            return heco_fail(error, HECO_ERR_ARG, "%s: option %s is %g, outside its range %g .. %g",
                             m->algorithm.name, option, value, table[i].min, table[i].max);
        if (m->setup.given == NULL || !m->setup.given[i]) m->value[i] = value;
        return HECO_OK;
    }
    return heco_fail(error, HECO_ERR_NAME, "%s has no option '%s'", m->algorithm.name, option);
}

/* Sets all option values: defaults, then those of `set`, then those of the user. */
static heco_status member_set_values(heco_member *m, const heco_algorithm *algorithm,
                                     const heco_setup *outer, const heco_member_value *set) {
    size_t count = heco_algorithm_option_count(algorithm);
    /* The user cannot set options of members that the outer algorithm does not list. */
    size_t from = outer->algorithm != NULL
                      ? heco_algorithm_option_offset(outer->algorithm, algorithm->name)
                      : SIZE_MAX;
    m->value    = heco_arena_take(outer->arena, count + 1, sizeof *m->value);
    if (m->value == NULL) return heco_fail_memory(outer->error);
    for (size_t i = 0; i < count; i++) {
        char name[120];
        m->value[i] = from != SIZE_MAX
                          ? outer->option[from + i]
                          : heco_algorithm_option_at(algorithm, i, name, sizeof name)->value;
    }
    if (from != SIZE_MAX && outer->given != NULL) m->setup.given = outer->given + from;
    for (size_t k = 0; set != NULL && set[k].option != NULL; k++) {
        heco_status status = member_set_value(m, set[k].option, set[k].value, outer->error);
        if (status != HECO_OK) return status;
    }
    return HECO_OK;
}

heco_status heco_member_new(heco_member **out, const heco_algorithm *algorithm,
                            const heco_setup *outer, uint64_t number, const heco_member_value *set,
                            size_t *max_batch) {
    heco_member *m = heco_arena_take(outer->arena, 1, sizeof *m);
    *out           = NULL;
    *max_batch     = 0;
    if (m == NULL) return heco_fail_memory(outer->error);
    heco_status status = heco_algorithm_read(&m->algorithm, algorithm, outer->error);
    if (status == HECO_OK) status = member_set_values(m, algorithm, outer, set);
    if (status != HECO_OK) return status;
    heco_setup inner = *outer;
    inner.option     = m->value;
    inner.given      = m->setup.given;
    inner.start      = NULL;
    inner.starts     = 0;
    inner.seed       = number == 0 ? outer->seed : heco_rng_mix(outer->seed, number);
    status           = heco_member_open(m, algorithm, &inner, max_batch);
    if (status == HECO_OK) *out = m;
    return status;
}

heco_status heco_member_set(heco_member *m, const char *option, double value) {
    return member_set_value(m, option, value, &m->error);
}

heco_status heco_member_begin(heco_member *m, uint64_t max_evals, const double *start,
                              size_t starts) {
    size_t rows        = 0;
    m->setup.max_evals = max_evals;
    m->setup.start     = start;
    m->setup.starts    = starts;
    m->setup.seed      = m->begun == 0 ? m->seed : heco_rng_mix(m->seed, m->begun);
    m->begun++;
    heco_status status = member_start(m, &rows);
    if (status != HECO_OK || rows <= m->max_batch) return status;
    m->ended = 1;
    return heco_fail(&m->error, HECO_ERR_ARG, "begins with %zu rows, but %zu were reserved", rows,
                     m->max_batch);
}

/* Ends the member after an error and returns its status. */
static heco_status member_end_failed(heco_member *m, heco_status status) {
    m->ended = 1;
    if (m->error.text[0] == '\0') heco_fail(&m->error, status, "%s", heco_status_text(status));
    return status;
}

heco_status heco_member_ask(heco_member *m, heco_batch *rows) {
    rows->count       = 0;
    rows->derivatives = 0;
    rows->as_asked    = 0;
    if (m->ended) return HECO_OK;
    if (m->asked > 0)
        return heco_fail(&m->error, HECO_ERR_ORDER, "ask: the last rows have not been told");
    if (rows->capacity < m->max_batch)
        return heco_fail(&m->error, HECO_ERR_ARG, "ask: room for %zu rows where %zu are needed",
                         rows->capacity, m->max_batch);
    heco_status status = m->algorithm.ask(m->state, rows);
    if (status != HECO_OK) return member_end_failed(m, status);
    if (rows->count > m->max_batch) {
        heco_fail(&m->error, HECO_ERR_ARG, "asks for %zu rows, but announced at most %zu",
                  rows->count, m->max_batch);
        return member_end_failed(m, HECO_ERR_ARG);
    }
    uint64_t left = m->setup.max_evals - m->evals;
    m->cut        = rows->count > left;
    if (m->cut) rows->count = (size_t)left;
    m->asked = rows->count;
    m->ended = rows->count == 0;
    return HECO_OK;
}

/* The last rows of a slice are not told, cut or not: nothing follows from them. */
heco_status heco_member_tell(heco_member *m, const heco_batch *rows) {
    if (m->asked == 0 || rows->count != m->asked)
        return heco_fail(&m->error, HECO_ERR_ORDER, "tell: %zu rows where %zu were asked for",
                         rows->count, m->asked);
    m->asked = 0;
    m->evals += rows->count;
    if (m->cut || m->evals >= m->setup.max_evals) {
        m->ended = 1;
        return HECO_OK;
    }
    heco_status status = m->algorithm.tell(m->state, rows);
    return status == HECO_OK ? status : member_end_failed(m, status);
}

heco_status heco_member_inform(heco_member *m, const heco_batch *rows) {
    if (m->ended || m->algorithm.inform == NULL) return HECO_OK;
    if (m->asked > 0)
        return heco_fail(&m->error, HECO_ERR_ORDER, "inform: the last rows have not been told");
    heco_status status = m->algorithm.inform(m->state, rows);
    return status == HECO_OK ? status : member_end_failed(m, status);
}

void heco_member_ahead(heco_member *m, heco_batch *out) {
    out->count    = 0;
    out->as_asked = 0;
    if (m->ended || m->asked == 0 || m->cut || m->algorithm.ahead == NULL) return;
    if (m->algorithm.ahead(m->state, out) != HECO_OK) out->count = 0;
}

const char *heco_member_part(const heco_member *m) {
    return m->asked > 0 && m->algorithm.part != NULL ? m->algorithm.part(m->state) : NULL;
}

int heco_member_is_at_rest(const heco_member *m) {
    return !m->ended && m->asked == 0 && m->algorithm.is_at_rest != NULL &&
           m->algorithm.is_at_rest(m->state);
}

void heco_member_charge(heco_member *m, uint64_t evals) {
    uint64_t left = m->setup.max_evals - m->evals;
    m->evals += evals < left ? evals : left;
    if (m->evals >= m->setup.max_evals && m->asked == 0) m->ended = 1;
}

uint64_t heco_member_left(const heco_member *m) {
    return m->ended ? 0 : m->setup.max_evals - m->evals;
}

const double *heco_member_settings(const heco_member *m) { return m->setup.option; }
const char   *heco_member_message(const heco_member *m) { return m->error.text; }

void heco_member_describe(const heco_member *m, char *text, size_t size) {
    if (size > 0) text[0] = '\0';
    if (m->state != NULL && m->algorithm.describe != NULL)
        m->algorithm.describe(m->state, text, size);
}
