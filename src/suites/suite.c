/* An open suite: its descriptor's state and the problems made so far. */
#include "heco/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/text.h"
#include "suites/suite_table.h"

/* Each problem has its own arena, so that a problem that could not be made leaves nothing behind.
 * A list keeps the addresses of problems valid. */
typedef struct suite_made {
    struct suite_made *next;
    size_t             index, dim;
    heco_arena         arena;
    heco_problem       problem;
} suite_made;

struct heco_suite {
    const heco_suite_row *row;
    void                 *state;
    heco_arena            arena;
    suite_made           *made;
};

/* Returns whether the folder `data` has a folder for a suite. */
static int suite_has_folder(const char *data, const char *suite) {
    char        path[1200];
    struct stat about;
    int         used = snprintf(path, sizeof path, "%s/%s", data, suite);
    return used > 0 && (size_t)used < sizeof path && stat(path, &about) == 0;
}

/* Returns the folder with the data of a suite. Imported data has one folder per suite, so a suite
 * without a folder beside those of others has none: NULL. */
static const char *suite_own_data(const heco_suite_row *row, const char *data) {
    const char *other;
    if (data == NULL || suite_has_folder(data, row->name)) return data;
    for (size_t i = 0; (other = heco_data_suite_at(i)) != NULL; i++)
        if (strcmp(other, row->name) != 0 && suite_has_folder(data, other)) return NULL;
    return data;
}

heco_status heco_suite_open(heco_suite **out, const char *name, const heco_suite_options *options,
                            heco_error *error) {
    static const heco_suite_options nothing = {0};
    *out                                    = NULL;
    if (options == NULL) options = &nothing;
    const heco_suite_row *row = heco_suite_row_find(name, error);
    if (row == NULL) return HECO_ERR_NAME;
    heco_status status = HECO_OK;
    heco_suite *s      = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory_for(error, "suite %s", row->name);
    s->row = row;
    heco_arena_init(&s->arena);
    s->state = heco_arena_take(&s->arena, 1, row->state_size > 0 ? row->state_size : 1);
    heco_suite_options own = *options;
    own.data               = suite_own_data(row, options->data);
    if (s->state != NULL && row->open != NULL) status = row->open(s->state, &s->arena, &own, error);
    if (status == HECO_OK && heco_arena_failed(&s->arena))
        status = heco_fail_memory_for(error, "suite %s", row->name);
    if (status != HECO_OK) {
        heco_suite_close(s);
        return status;
    }
    *out = s;
    return HECO_OK;
}

heco_status heco_suite_wrap(heco_suite **out, const heco_suite_row *row, void *state,
                            heco_error *error) {
    heco_suite *s = *out = calloc(1, sizeof *s);
    if (s == NULL) {
        heco_status status = heco_fail_memory_for(error, "suite %s", row->name);
        row->close(state);
        return status;
    }
    s->row   = row;
    s->state = state;
    heco_arena_init(&s->arena);
    return HECO_OK;
}

const char *heco_suite_name(const heco_suite *s) { return s->row->name; }

const char *heco_suite_instance(const heco_suite *s) {
    return s->row->instance != NULL ? s->row->instance(s->state) : "";
}

size_t heco_suite_count(const heco_suite *s) { return s->row->count; }

const heco_suite_entry *heco_suite_at(const heco_suite *s, size_t index) {
    return index < s->row->count ? &s->row->entries[index] : NULL;
}

enum { SUITE_NAMES = 128 };

long heco_suite_find(const heco_suite *s, const char *problem, heco_error *error) {
    const char *names[SUITE_NAMES];
    size_t      count = 0;
    for (size_t i = 0; i < s->row->count; i++) {
        const char *name = s->row->entries[i].name;
        if (heco_text_distance(name, problem) == 0) return (long)i; /* case does not matter */
        if (count < SUITE_NAMES) names[count++] = name;
    }
    heco_fail_name(error, problem, names, count, "a problem of suite %s", s->row->name);
    return -1;
}

/* Refuses a dimension in which the problem does not exist. */
static heco_status suite_check_dim(const heco_suite *s, const heco_suite_entry *e, size_t dim,
                                   heco_error *error) {
    if (s->row->any_dim) return HECO_OK;
    char   list[120] = "";
    size_t used      = 0;
    for (size_t k = 0; k < e->dim_count; k++) {
        if (e->dims[k] == dim) return HECO_OK;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%zu", k > 0 ? ", " : "",
                                 e->dims[k]);
        if (used >= sizeof list) break;
    }
    return heco_fail(error, HECO_ERR_ARG, "%s:%s does not come in dimension %zu, only in %s",
                     s->row->name, e->name, dim, list);
}

void heco_suite_set_tolerances(heco_problem *p, heco_arena *arena) {
    heco_space *s     = &p->space;
    size_t      count = s->ng + s->nh;
    if (s->tol != NULL) return;
    double *tol = heco_arena_take(arena, count + 1, sizeof *tol);
    for (size_t k = s->ng; tol != NULL && k < count; k++) tol[k] = s->eq_tol;
    s->tol = tol;
}

/* Fills m->problem with the problem m->index in dimension m->dim. */
static heco_status suite_make_problem(heco_suite *s, suite_made *m, heco_error *error) {
    const heco_suite_entry *e = &s->row->entries[m->index];
    heco_arena_init(&m->arena);
    m->problem          = heco_problem_default();
    m->problem.name     = e->name;
    m->problem.sharing  = HECO_SHARE_FREELY;
    m->problem.protocol = s->row->band;
    if (s->row->eq_tol > 0.0) m->problem.space.eq_tol = s->row->eq_tol;
    heco_status status = s->row->make(s->state, &m->arena, m->index, m->dim, &m->problem, error);
    if (status == HECO_OK) heco_suite_set_tolerances(&m->problem, &m->arena);
    if (status == HECO_OK && heco_arena_failed(&m->arena))
        status = heco_fail_memory_for(error, "%s:%s", s->row->name, e->name);
    return status;
}

/* Makes the problem and puts it at the head of s->made. */
static heco_status suite_add_problem(heco_suite *s, size_t index, size_t dim, heco_error *error) {
    suite_made *m = calloc(1, sizeof *m);
    if (m == NULL)
        return heco_fail_memory_for(error, "%s:%s", s->row->name, s->row->entries[index].name);
    m->index = index, m->dim = dim;
    heco_status status = suite_make_problem(s, m, error);
    if (status != HECO_OK) {
        heco_arena_release(&m->arena);
        free(m);
        return status;
    }
    m->dim  = m->problem.space.n;
    m->next = s->made;
    s->made = m;
    return HECO_OK;
}

/* Makes a problem whose dimension is not known yet and enters the dimension. */
static heco_status suite_learn_dim(heco_suite *s, size_t index, heco_error *error) {
    size_t *dim = (size_t *)(uintptr_t)s->row->entries[index].dims; /* see heco_suite_wrap() */
    if (*dim != 0) return HECO_OK;
    heco_status status = suite_add_problem(s, index, 0, error);
    if (status == HECO_OK) *dim = s->made->dim;
    return status;
}

heco_status heco_suite_problem(heco_suite *s, size_t index, size_t dim, const heco_problem **out,
                               heco_error *error) {
    *out = NULL;
    if (index >= s->row->count)
        return heco_fail(error, HECO_ERR_ARG, "suite %s has no problem number %zu: it ends at %zu",
                         s->row->name, index, s->row->count - 1);
    const heco_suite_entry *e      = &s->row->entries[index];
    heco_status             status = suite_learn_dim(s, index, error);
    if (status != HECO_OK) return status;
    if (dim == 0) dim = e->dims[0];
    for (const suite_made *m = s->made; m != NULL; m = m->next)
        if (m->index == index && m->dim == dim) {
            *out = &m->problem;
            return HECO_OK;
        }
    status = suite_check_dim(s, e, dim, error);
    if (status == HECO_OK) status = suite_add_problem(s, index, dim, error);
    if (status == HECO_OK) *out = &s->made->problem;
    return status;
}

uint64_t heco_suite_budget(const heco_suite *s, size_t index, size_t dim) {
    return s->row->budget != NULL ? s->row->budget(s->state, index, dim) : s->row->evals;
}

heco_dims heco_suite_dims_of(const heco_suite *s) { return s->row->dims; }

double heco_suite_eq_tol(const heco_suite *s) { return s->row->eq_tol; }

double heco_suite_target(const heco_suite *s, const heco_problem *problem) {
    double absolute = s->row->success_tol, relative = s->row->success_rel;
    for (const suite_made *m = s->made; s->row->success != NULL && m != NULL; m = m->next)
        if (&m->problem == problem) s->row->success(s->state, m->index, &absolute, &relative);
    double best = problem->maximise ? -problem->f_ref : problem->f_ref; /* searches minimise */
    double tol  = fmax(absolute, relative * fabs(best));
    return tol > 0.0 && isfinite(best) ? best + tol : NAN;
}

void heco_suite_close(heco_suite *s) {
    if (s == NULL) return;
    while (s->made != NULL) {
        suite_made *m = s->made;
        s->made       = m->next;
        heco_arena_release(&m->arena);
        free(m);
    }
    if (s->row->close != NULL && s->state != NULL) s->row->close(s->state);
    heco_arena_release(&s->arena);
    free(s);
}
