/* Sorts the chosen records by dimension, problem, algorithm and run; neighbours then form the
 * cells. Contradictory records (two values for one run, runs beside published values, different
 * instances) are refused rather than ranked. */
#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef struct {
    const heco_record    *run; /* one of the two is NULL                             */
    const heco_published *published;
    const char           *problem;
    size_t                dim, algorithm;
    uint64_t              number;
} comparison_entry;

typedef struct {
    heco_comparison         *comparison;
    const heco_records      *records;
    const heco_rank_options *options;
    heco_error              *error;
    comparison_entry        *entry;
    size_t                   entries;
    heco_dims                dims;
} comparison_work;

/* Reports that memory is missing. */
static heco_status comparison_memory(heco_error *error) {
    return heco_fail_memory_for(error, "the ranking");
}

/* ---- which suite, which algorithms, which dimensions ---- */

static size_t comparison_source_count(const heco_records *r) {
    return heco_records_count(r) + heco_records_published_count(r);
}

/* Returns entry i of one list: runs first, then published rows. */
static comparison_entry comparison_source(const heco_records *r, size_t i, const char **suite,
                                          const char **algorithm) {
    comparison_entry entry = {0};
    size_t           runs  = heco_records_count(r);
    if (i < runs) {
        const heco_record *run = entry.run = heco_records_at(r, i);
        entry.problem                      = run->problem;
        entry.dim                          = run->n;
        entry.number                       = run->run;
        *suite                             = run->suite;
        *algorithm                         = run->label;
    } else {
        const heco_published *row = entry.published = heco_records_published_at(r, i - runs);
        entry.problem                               = row->problem;
        entry.dim                                   = row->dim;
        *suite                                      = row->suite;
        *algorithm                                  = row->algorithm;
    }
    return entry;
}

/* Sets comparison->suite and w->dims: the wanted suite, else the one named like the rule, else the
 * only one. */
static heco_status comparison_choose_suite(comparison_work *w) {
    const char *suite, *algorithm, *only = NULL, *wanted = w->options->suite;
    const char *found   = NULL;
    int         several = 0;
    for (size_t i = 0; i < comparison_source_count(w->records); i++) {
        comparison_source(w->records, i, &suite, &algorithm);
        if (only == NULL) only = suite;
        else several |= only != suite;
        if (strcmp(suite, wanted != NULL ? wanted : w->options->rule) == 0) found = suite;
    }
    if (only == NULL) return heco_fail(w->error, HECO_ERR_ARG, "there are no results to rank");
    if (wanted == NULL) found = found != NULL ? found : several ? NULL : only;
    else if (found == NULL)
        return heco_fail(w->error, HECO_ERR_NAME,
                         "there are no results of a suite '%s', only of '%s'%s", wanted, only,
                         several ? " and others" : "");
    if (found == NULL)
        return heco_fail(w->error, HECO_ERR_ARG,
                         "the results are of several suites: choose one (--suite %s; in C and "
                         "Python the option suite)",
                         only);
    w->comparison->suite = found;
    return heco_comparison_dims(&w->dims, w->records, found) == HECO_OK
               ? HECO_OK
               : comparison_memory(w->error);
}

/* Returns the number of the algorithm; c->algorithms if it is not in the list. */
static size_t comparison_find_algorithm(const heco_comparison *c, const char *algorithm) {
    size_t a = 0;
    while (a < c->algorithms && strcmp(c->algorithm[a], algorithm) != 0) a++;
    return a;
}

/* Fills c->algorithm in order of first appearance: in runs, then in published rows. */
static heco_status comparison_list_algorithms(comparison_work *w) {
    heco_comparison *c        = w->comparison;
    size_t           capacity = 0;
    const char      *suite, *algorithm, *last = NULL;
    for (size_t i = 0; i < comparison_source_count(w->records); i++) {
        comparison_source(w->records, i, &suite, &algorithm);
        if (strcmp(suite, c->suite) != 0 || algorithm == last) continue;
        last = algorithm;
        if (comparison_find_algorithm(c, algorithm) < c->algorithms) continue;
        if (c->algorithms == capacity) {
            const char **more = heco_arena_take(&c->arena, 2 * capacity + 16, sizeof *more);
            if (more == NULL) return comparison_memory(w->error);
            if (capacity > 0) memcpy(more, c->algorithm, capacity * sizeof *more);
            c->algorithm = more;
            capacity     = 2 * capacity + 16;
        }
        c->algorithm[c->algorithms++] = algorithm;
    }
    return HECO_OK;
}

/* Fills c->algorithm with the algorithms of the options in their order, or with all of them. */
static heco_status comparison_choose_algorithms(comparison_work *w) {
    heco_comparison *c      = w->comparison;
    heco_status      status = comparison_list_algorithms(w);
    if (status != HECO_OK || w->options->algorithm_count == 0) return status;
    size_t       count  = w->options->algorithm_count;
    const char **chosen = heco_arena_take(&c->arena, count, sizeof *chosen);
    if (chosen == NULL) return comparison_memory(w->error);
    for (size_t k = 0; k < count; k++) {
        const char *name = w->options->algorithms[k];
        size_t      a    = comparison_find_algorithm(c, name);
        if (a == c->algorithms) {
            return heco_fail_name(w->error, name, c->algorithm, c->algorithms,
                                  "an algorithm with results on %s", c->suite);
        }
        for (size_t j = 0; j < k; j++)
            if (chosen[j] == c->algorithm[a])
                return heco_fail(w->error, HECO_ERR_ARG, "algorithm '%s' is named twice", name);
        chosen[k] = c->algorithm[a];
    }
    c->algorithm  = chosen;
    c->algorithms = count;
    return HECO_OK;
}

static int comparison_wants_dim(const heco_rank_options *o, size_t dim) {
    for (size_t k = 0; k < o->dim_count; k++)
        if (o->dims[k] == dim) return 1;
    return o->dim_count == 0;
}

/* ---- cells ---- */

static int comparison_compare(const void *left, const void *right) {
    const comparison_entry *a = left, *b = right;
    if (a->dim != b->dim) return a->dim < b->dim ? -1 : 1;
    int order = strcmp(a->problem, b->problem);
    if (order != 0) return order;
    if (a->algorithm != b->algorithm) return a->algorithm < b->algorithm ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Fills w->entry with the chosen records, sorted. Refuses a dimension without results. */
static heco_status comparison_collect(comparison_work *w) {
    heco_comparison *c = w->comparison;
    const char      *suite, *algorithm;
    w->entry = malloc(comparison_source_count(w->records) * sizeof *w->entry);
    if (w->entry == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < comparison_source_count(w->records); i++) {
        comparison_entry entry = comparison_source(w->records, i, &suite, &algorithm);
        if (w->dims == HECO_DIMS_OWN) entry.dim = 0; /* dimensions have no meaning here */
        if (strcmp(suite, c->suite) != 0 || !comparison_wants_dim(w->options, entry.dim)) continue;
        entry.algorithm = comparison_find_algorithm(c, algorithm);
        if (entry.algorithm < c->algorithms) w->entry[w->entries++] = entry;
    }
    qsort(w->entry, w->entries, sizeof *w->entry, comparison_compare);
    for (size_t k = 0; k < w->options->dim_count; k++) {
        size_t i = 0;
        while (i < w->entries && w->entry[i].dim != w->options->dims[k]) i++;
        if (i == w->entries)
            return heco_fail(w->error, HECO_ERR_ARG, "there are no results in dimension %zu",
                             w->options->dims[k]);
    }
    return HECO_OK;
}

static int comparison_same_problem(const comparison_entry *a, const comparison_entry *b) {
    return a->dim == b->dim && strcmp(a->problem, b->problem) == 0;
}

/* Fills c->problem from the sorted entries and allocates c->cell. */
static heco_status comparison_list_problems(comparison_work *w) {
    heco_comparison *c = w->comparison;
    c->problem         = heco_arena_take(&c->arena, w->entries, sizeof *c->problem);
    if (c->problem == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < w->entries; i++)
        if (i == 0 || !comparison_same_problem(w->entry + i, w->entry + i - 1)) {
            c->problem[c->problems].dim    = w->entry[i].dim;
            c->problem[c->problems++].name = w->entry[i].problem;
        }
    c->cell = heco_arena_take(&c->arena, c->problems * c->algorithms, sizeof *c->cell);
    return c->cell != NULL ? HECO_OK : comparison_memory(w->error);
}

/* Refuses two values for one run, and runs beside published values. */
static heco_status comparison_check_cell(const comparison_work *w, const comparison_entry *entry,
                                         size_t count) {
    const char *algorithm = w->comparison->algorithm[entry->algorithm];
    for (size_t i = 1; i < count; i++) {
        if ((entry[i].run == NULL) != (entry[i - 1].run == NULL))
            return heco_fail(
                w->error, HECO_ERR_CONFLICT,
                "%s has both runs and published values on %s in dimension %zu: choose one",
                algorithm, entry->problem, entry->dim);
        if (entry[i].number == entry[i - 1].number)
            return heco_fail(
                w->error, HECO_ERR_CONFLICT, "%s %llu of %s on %s in dimension %zu is given twice",
                entry->run != NULL ? "run" : "published row", (unsigned long long)entry[i].number,
                algorithm, entry->problem, entry->dim);
    }
    return HECO_OK;
}

/* Fills a cell that has runs and sets c->instance; refuses runs of two instances. */
static heco_status comparison_fill_runs(comparison_work *w, heco_comparison_cell *cell,
                                        const comparison_entry *entry, size_t count) {
    heco_comparison    *c       = w->comparison;
    heco_outcome       *outcome = heco_arena_take(&c->arena, count, sizeof *outcome);
    const heco_record **record  = heco_arena_take(&c->arena, count, sizeof *record);
    if (outcome == NULL || record == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < count; i++) {
        record[i]            = entry[i].run;
        outcome[i]           = entry[i].run->outcome;
        const char *instance = entry[i].run->instance;
        if (instance[0] == '\0' || c->instance == instance) continue;
        if (c->instance != NULL)
            return heco_fail(
                w->error, HECO_ERR_CONFLICT,
                "results of instances '%s' and '%s' of %s cannot be compared: choose one",
                c->instance, instance, c->suite);
        c->instance = instance;
    }
    cell->runs    = count;
    cell->outcome = outcome;
    cell->record  = record;
    if (heco_summary_compute(outcome, count, &cell->summary) != HECO_OK)
        return comparison_memory(w->error);
    cell->entry = heco_cec_entry_of(&cell->summary);
    if (w->options->digits > 0) {
        const heco_summary  *m     = &cell->summary;
        const heco_cec_entry exact = {m->feasible_rate, m->mean_viol, m->mean, m->median_viol,
                                      m->median};
        cell->entry                = heco_cec_entry_significant(exact, w->options->digits);
    }
    return HECO_OK;
}

/* Makes one cell of each group of entries with the same problem and algorithm. */
static heco_status comparison_fill_cells(comparison_work *w) {
    heco_comparison *c       = w->comparison;
    size_t           problem = 0;
    heco_status      status  = HECO_OK;
    for (size_t begin = 0, end; begin < w->entries && status == HECO_OK; begin = end) {
        const comparison_entry *first = w->entry + begin;
        if (begin > 0 && !comparison_same_problem(first, first - 1)) problem++;
        for (end = begin + 1; end < w->entries && comparison_same_problem(first, w->entry + end) &&
                              w->entry[end].algorithm == first->algorithm;)
            end++;
        heco_comparison_cell *cell = heco_arena_take(&c->arena, 1, sizeof *cell);
        if (cell == NULL) return comparison_memory(w->error);
        c->cell[problem * c->algorithms + first->algorithm] = cell;
        status = comparison_check_cell(w, first, end - begin);
        if (status != HECO_OK) return status;
        if (first->run != NULL) status = comparison_fill_runs(w, cell, first, end - begin);
        else {
            cell->published = 1;
            cell->entry     = first->published->entry;
            if (w->options->digits > 0)
                cell->entry = heco_cec_entry_significant(cell->entry, w->options->digits);
            else if (w->options->round_published) cell->entry = heco_cec_entry_round(cell->entry);
        }
    }
    return status;
}

/* ---- dimensions ---- */

static int comparison_has_cell(const heco_comparison *c, size_t problem, size_t algorithm) {
    return c->cell[problem * c->algorithms + algorithm] != NULL;
}

/* Moves the complete problems of the dimension down to `to`, with a footnote if some are dropped.
 * Returns their number. */
static size_t comparison_keep_complete(heco_comparison *c, const heco_comparison_dim *d,
                                       size_t to) {
    size_t      kept = 0, dropped = 0, lacking = 0;
    const char *example = "";
    char        where[40];
    for (size_t p = d->begin; p < d->end; p++) {
        size_t k = 0;
        while (k < d->algorithms && comparison_has_cell(c, p, d->algorithm[k])) k++;
        if (k < d->algorithms) {
            if (dropped++ == 0) lacking = d->algorithm[k], example = c->problem[p].name;
            continue;
        }
        memmove(c->cell + (to + kept) * c->algorithms, c->cell + p * c->algorithms,
                c->algorithms * sizeof *c->cell);
        c->problem[to + kept++] = c->problem[p];
    }
    if (dropped > 0)
        heco_comparison_footnote(c,
                                 "%s: ranked on %zu of %zu problems, those that all %zu algorithms "
                                 "have; %s has nothing on %s.",
                                 heco_comparison_dim_text(where, sizeof where, d->dim), kept,
                                 d->end - d->begin, d->algorithms, c->algorithm[lacking], example);
    return kept;
}

/* Fills d->algorithm. If `complete` is nonzero, also drops incomplete problems and updates begin
 * and end. *to is the end of the problems kept so far. */
static heco_status comparison_fill_dim(comparison_work *w, heco_comparison_dim *d, int complete,
                                       size_t *to) {
    heco_comparison *c = w->comparison;
    d->algorithm       = heco_arena_take(&c->arena, c->algorithms, sizeof *d->algorithm);
    if (d->algorithm == NULL) return comparison_memory(w->error);
    for (size_t a = 0; a < c->algorithms; a++) {
        size_t p = d->begin;
        while (p < d->end && !comparison_has_cell(c, p, a)) p++;
        if (p < d->end) d->algorithm[d->algorithms++] = a;
    }
    if (!complete) {
        *to = d->end;
        return HECO_OK;
    }
    size_t kept = comparison_keep_complete(c, d, *to);
    if (kept == 0)
        return heco_fail(
            w->error, HECO_ERR_ARG,
            "in dimension %zu there is no problem that all %zu algorithms have: choose "
            "algorithms or dimensions",
            d->dim, d->algorithms);
    d->begin = *to;
    d->end   = *to += kept;
    return HECO_OK;
}

/* Fills c->dim and reduces c->problems to the problems that were kept. */
static heco_status comparison_list_dims(comparison_work *w, int complete) {
    heco_comparison *c  = w->comparison;
    size_t           to = 0;
    c->dim              = heco_arena_take(&c->arena, c->problems, sizeof *c->dim);
    if (c->dim == NULL) return comparison_memory(w->error);
    for (size_t begin = 0, end; begin < c->problems; begin = end) {
        size_t dim = c->problem[begin].dim;
        for (end = begin + 1; end < c->problems && c->problem[end].dim == dim;) end++;
        heco_comparison_dim *d = c->dim + c->dims++;
        d->dim                 = dim;
        d->begin               = begin;
        d->end                 = end;
        heco_status status     = comparison_fill_dim(w, d, complete, &to);
        if (status != HECO_OK) return status;
    }
    c->problems = to;
    return HECO_OK;
}

/* Fills c->everywhere, with a footnote for each algorithm that is missing there. */
static heco_status comparison_find_everywhere(comparison_work *w) {
    heco_comparison *c = w->comparison;
    c->everywhere      = heco_arena_take(&c->arena, c->algorithms, sizeof *c->everywhere);
    if (c->everywhere == NULL) return comparison_memory(w->error);
    for (size_t a = 0; a < c->algorithms; a++) {
        size_t in = 0;
        for (size_t d = 0; d < c->dims; d++)
            for (size_t k = 0; k < c->dim[d].algorithms; k++) in += c->dim[d].algorithm[k] == a;
        if (in == c->dims) c->everywhere[c->everywhere_count++] = a;
        else
            heco_comparison_footnote(c, "%s has results in %zu of %zu dimensions and has no total.",
                                     c->algorithm[a], in, c->dims);
    }
    return HECO_OK;
}

heco_status heco_comparison_open(heco_comparison **out, const heco_records *records,
                                 const heco_rank_options *options, int complete,
                                 heco_error *error) {
    *out               = NULL;
    heco_comparison *c = calloc(1, sizeof *c);
    if (c == NULL) return comparison_memory(error);
    heco_arena_init(&c->arena);
    c->work                = heco_arena_take_arena(&c->arena);
    comparison_work w      = {c, records, options, error, NULL, 0, HECO_DIMS_UNKNOWN};
    heco_status     status = comparison_choose_suite(&w);
    if (status == HECO_OK) status = comparison_choose_algorithms(&w);
    if (status == HECO_OK) status = comparison_collect(&w);
    if (status == HECO_OK) status = comparison_list_problems(&w);
    if (status == HECO_OK) status = comparison_fill_cells(&w);
    if (status == HECO_OK) status = comparison_list_dims(&w, complete);
    if (status == HECO_OK) status = comparison_find_everywhere(&w);
    if (status == HECO_OK) heco_comparison_footnotes(c);
    if (status == HECO_OK && heco_arena_failed(&c->arena)) status = comparison_memory(error);
    free(w.entry);
    if (status == HECO_OK) *out = c;
    else heco_comparison_close(c);
    return status;
}

void heco_comparison_close(heco_comparison *c) {
    if (c == NULL) return;
    heco_arena_release(&c->arena);
    free(c);
}

const heco_comparison_cell *heco_comparison_at(const heco_comparison *c, size_t problem,
                                               size_t algorithm) {
    return c->cell[problem * c->algorithms + algorithm];
}

double heco_comparison_reference(const heco_comparison *c, size_t problem, int *known) {
    double best = INFINITY, ref = NAN;
    for (size_t a = 0; a < c->algorithms; a++) {
        const heco_comparison_cell *cell = heco_comparison_at(c, problem, a);
        for (size_t r = 0; cell != NULL && r < cell->runs; r++) {
            if (cell->outcome[r].viol == 0.0) best = fmin(best, cell->outcome[r].f);
            if (!isnan(cell->record[r]->f_ref)) ref = cell->record[r]->f_ref;
        }
    }
    int is_known = ref <= best && !isnan(ref);
    if (known != NULL) *known = is_known;
    return is_known ? ref : isfinite(best) ? best : NAN;
}
