/* Sorts the chosen records by dimension, problem, algorithm and run; neighbours then form the
 * cells. What does not fit together (two values for one run, runs beside published values,
 * different instances) is refused rather than ranked. */
#include "report/comparison.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

enum { COMPARISON_NOTES = 16, COMPARISON_NOTE_SIZE = 300 };

typedef struct {
    const heco_record    *run; /* one of the two is NULL                             */
    const heco_published *published;
    const char           *problem;
    size_t                dim, algorithm;
    uint64_t              number;
} comparison_item;

typedef struct {
    heco_comparison         *comparison;
    const heco_records      *records;
    const heco_rank_options *options;
    heco_error              *error;
    comparison_item         *item;
    size_t                   items;
    heco_dims                dims;
} comparison_work;

static heco_status comparison_memory(heco_error *error) {
    return heco_fail_memory_for(error, "the ranking");
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
comparison_note(heco_comparison *f, const char *format, ...) {
    if (f->note == NULL) f->note = heco_arena_take(&f->arena, COMPARISON_NOTES, sizeof *f->note);
    if (f->note == NULL || f->notes == COMPARISON_NOTES) return;
    char   *text = heco_arena_take(&f->arena, COMPARISON_NOTE_SIZE, 1);
    va_list words;
    if (text == NULL) return;
    va_start(words, format);
    vsnprintf(text, COMPARISON_NOTE_SIZE, format, words);
    va_end(words);
    f->note[f->notes++] = text;
}

/* ---- which suite, which algorithms, which dimensions ---- */

static size_t comparison_source_count(const heco_records *r) {
    return heco_records_count(r) + heco_records_published_count(r);
}

/* Runs first, then published rows, as one list. */
static comparison_item comparison_source(const heco_records *r, size_t i, const char **suite,
                                         const char **algorithm) {
    comparison_item item = {0};
    size_t          runs = heco_records_count(r);
    if (i < runs) {
        const heco_record *run = item.run = heco_records_at(r, i);
        item.problem                      = run->problem;
        item.dim                          = run->n;
        item.number                       = run->run;
        *suite                            = run->suite;
        *algorithm                        = run->label;
    } else {
        const heco_published *row = item.published = heco_records_published_at(r, i - runs);
        item.problem                               = row->problem;
        item.dim                                   = row->dim;
        *suite                                     = row->suite;
        *algorithm                                 = row->algorithm;
    }
    return item;
}

static heco_status comparison_suite(comparison_work *w) {
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
                         "the results are of several suites: choose one ('%s', ...)", only);
    w->comparison->suite = found;
    return heco_comparison_dims(&w->dims, w->records, found) == HECO_OK
               ? HECO_OK
               : comparison_memory(w->error);
}

static size_t comparison_find(const heco_comparison *f, const char *algorithm) {
    size_t a = 0;
    while (a < f->algorithms && strcmp(f->algorithm[a], algorithm) != 0) a++;
    return a;
}

/* The order of first appearance: of runs, then of published rows. */
static heco_status comparison_appearance(comparison_work *w) {
    heco_comparison *f        = w->comparison;
    size_t           capacity = 0;
    const char      *suite, *algorithm, *last = NULL;
    for (size_t i = 0; i < comparison_source_count(w->records); i++) {
        comparison_source(w->records, i, &suite, &algorithm);
        if (strcmp(suite, f->suite) != 0 || algorithm == last) continue;
        last = algorithm;
        if (comparison_find(f, algorithm) < f->algorithms) continue;
        if (f->algorithms == capacity) {
            const char **more = heco_arena_take(&f->arena, 2 * capacity + 16, sizeof *more);
            if (more == NULL) return comparison_memory(w->error);
            if (capacity > 0) memcpy(more, f->algorithm, capacity * sizeof *more);
            f->algorithm = more;
            capacity     = 2 * capacity + 16;
        }
        f->algorithm[f->algorithms++] = algorithm;
    }
    return HECO_OK;
}

static heco_status comparison_algorithms(comparison_work *w) {
    heco_comparison *f      = w->comparison;
    heco_status      status = comparison_appearance(w);
    if (status != HECO_OK || w->options->algorithm_count == 0) return status;
    size_t       count  = w->options->algorithm_count;
    const char **chosen = heco_arena_take(&f->arena, count, sizeof *chosen);
    if (chosen == NULL) return comparison_memory(w->error);
    for (size_t k = 0; k < count; k++) {
        const char *name = w->options->algorithms[k];
        size_t      a    = comparison_find(f, name);
        if (a == f->algorithms) {
            return heco_fail_name(w->error, name, f->algorithm, f->algorithms,
                                  "an algorithm with results on %s", f->suite);
        }
        for (size_t j = 0; j < k; j++)
            if (chosen[j] == f->algorithm[a])
                return heco_fail(w->error, HECO_ERR_ARG, "algorithm '%s' is named twice", name);
        chosen[k] = f->algorithm[a];
    }
    f->algorithm  = chosen;
    f->algorithms = count;
    return HECO_OK;
}

static int comparison_wants_dim(const heco_rank_options *o, size_t dim) {
    for (size_t k = 0; k < o->dim_count; k++)
        if (o->dims[k] == dim) return 1;
    return o->dim_count == 0;
}

/* ---- cells ---- */

static int comparison_compare(const void *left, const void *right) {
    const comparison_item *a = left, *b = right;
    if (a->dim != b->dim) return a->dim < b->dim ? -1 : 1;
    int order = strcmp(a->problem, b->problem);
    if (order != 0) return order;
    if (a->algorithm != b->algorithm) return a->algorithm < b->algorithm ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static heco_status comparison_collect(comparison_work *w) {
    heco_comparison *f = w->comparison;
    const char      *suite, *algorithm;
    w->item = malloc(comparison_source_count(w->records) * sizeof *w->item);
    if (w->item == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < comparison_source_count(w->records); i++) {
        comparison_item item = comparison_source(w->records, i, &suite, &algorithm);
        if (w->dims == HECO_DIMS_OWN) item.dim = 0; /* it says nothing */
        if (strcmp(suite, f->suite) != 0 || !comparison_wants_dim(w->options, item.dim)) continue;
        item.algorithm = comparison_find(f, algorithm);
        if (item.algorithm < f->algorithms) w->item[w->items++] = item;
    }
    qsort(w->item, w->items, sizeof *w->item, comparison_compare);
    for (size_t k = 0; k < w->options->dim_count; k++) {
        size_t i = 0;
        while (i < w->items && w->item[i].dim != w->options->dims[k]) i++;
        if (i == w->items)
            return heco_fail(w->error, HECO_ERR_ARG, "there are no results in dimension %zu",
                             w->options->dims[k]);
    }
    return HECO_OK;
}

static int comparison_same_problem(const comparison_item *a, const comparison_item *b) {
    return a->dim == b->dim && strcmp(a->problem, b->problem) == 0;
}

static heco_status comparison_problems(comparison_work *w) {
    heco_comparison *f = w->comparison;
    f->problem         = heco_arena_take(&f->arena, w->items, sizeof *f->problem);
    if (f->problem == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < w->items; i++)
        if (i == 0 || !comparison_same_problem(w->item + i, w->item + i - 1)) {
            f->problem[f->problems].dim    = w->item[i].dim;
            f->problem[f->problems++].name = w->item[i].problem;
        }
    f->cell = heco_arena_take(&f->arena, f->problems * f->algorithms, sizeof *f->cell);
    return f->cell != NULL ? HECO_OK : comparison_memory(w->error);
}

static heco_status comparison_check_cell(const comparison_work *w, const comparison_item *item,
                                         size_t count) {
    const char *algorithm = w->comparison->algorithm[item->algorithm];
    for (size_t i = 1; i < count; i++) {
        if ((item[i].run == NULL) != (item[i - 1].run == NULL))
            return heco_fail(
                w->error, HECO_ERR_CONFLICT,
                "%s has both runs and published values on %s in dimension %zu: choose one",
                algorithm, item->problem, item->dim);
        if (item[i].number == item[i - 1].number)
            return heco_fail(
                w->error, HECO_ERR_CONFLICT, "%s %llu of %s on %s in dimension %zu is given twice",
                item->run != NULL ? "run" : "published row", (unsigned long long)item[i].number,
                algorithm, item->problem, item->dim);
    }
    return HECO_OK;
}

static heco_status comparison_fill_runs(comparison_work *w, heco_comparison_cell *cell,
                                        const comparison_item *item, size_t count) {
    heco_comparison    *f       = w->comparison;
    heco_outcome       *outcome = heco_arena_take(&f->arena, count, sizeof *outcome);
    const heco_record **record  = heco_arena_take(&f->arena, count, sizeof *record);
    if (outcome == NULL || record == NULL) return comparison_memory(w->error);
    for (size_t i = 0; i < count; i++) {
        record[i]            = item[i].run;
        outcome[i]           = item[i].run->outcome;
        const char *instance = item[i].run->instance;
        if (instance[0] == '\0' || f->instance == instance) continue;
        if (f->instance != NULL)
            return heco_fail(w->error, HECO_ERR_CONFLICT,
                             "results of instance '%s' and of instance '%s' of %s do not compare",
                             f->instance, instance, f->suite);
        f->instance = instance;
    }
    cell->runs    = count;
    cell->outcome = outcome;
    cell->record  = record;
    if (heco_summary_compute(outcome, count, &cell->summary) != HECO_OK)
        return comparison_memory(w->error);
    cell->entry = heco_cec_entry_of(&cell->summary);
    return HECO_OK;
}

static heco_status comparison_fill(comparison_work *w) {
    heco_comparison *f       = w->comparison;
    size_t           problem = 0;
    heco_status      status  = HECO_OK;
    for (size_t begin = 0, end; begin < w->items && status == HECO_OK; begin = end) {
        const comparison_item *first = w->item + begin;
        if (begin > 0 && !comparison_same_problem(first, first - 1)) problem++;
        for (end = begin + 1; end < w->items && comparison_same_problem(first, w->item + end) &&
                              w->item[end].algorithm == first->algorithm;)
            end++;
        heco_comparison_cell *cell = heco_arena_take(&f->arena, 1, sizeof *cell);
        if (cell == NULL) return comparison_memory(w->error);
        f->cell[problem * f->algorithms + first->algorithm] = cell;
        status = comparison_check_cell(w, first, end - begin);
        if (status != HECO_OK) return status;
        if (first->run != NULL) status = comparison_fill_runs(w, cell, first, end - begin);
        else {
            cell->published = 1;
            cell->entry     = first->published->entry;
            if (w->options->round_published) cell->entry = heco_cec_entry_round(cell->entry);
        }
    }
    return status;
}

/* ---- dimensions ---- */

static int comparison_has(const heco_comparison *f, size_t problem, size_t algorithm) {
    return f->cell[problem * f->algorithms + algorithm] != NULL;
}

/* Moves the complete problems of the dimension down to `to`; returns how many there are. */
static size_t comparison_keep_complete(heco_comparison *f, const heco_comparison_dim *d,
                                       size_t to) {
    size_t      kept = 0, dropped = 0, who = 0;
    const char *what = "";
    char        where[40];
    for (size_t p = d->begin; p < d->end; p++) {
        size_t k = 0;
        while (k < d->algorithms && comparison_has(f, p, d->algorithm[k])) k++;
        if (k < d->algorithms) {
            if (dropped++ == 0) who = d->algorithm[k], what = f->problem[p].name;
            continue;
        }
        memmove(f->cell + (to + kept) * f->algorithms, f->cell + p * f->algorithms,
                f->algorithms * sizeof *f->cell);
        f->problem[to + kept++] = f->problem[p];
    }
    if (dropped > 0)
        comparison_note(f,
                        "%s: ranked on %zu of %zu problems, those that all %zu algorithms "
                        "have; %s has nothing on %s.",
                        heco_comparison_dim_text(where, sizeof where, d->dim), kept,
                        d->end - d->begin, d->algorithms, f->algorithm[who], what);
    return kept;
}

static heco_status comparison_one_dim(comparison_work *w, heco_comparison_dim *d, int complete,
                                      size_t *to) {
    heco_comparison *f = w->comparison;
    d->algorithm       = heco_arena_take(&f->arena, f->algorithms, sizeof *d->algorithm);
    if (d->algorithm == NULL) return comparison_memory(w->error);
    for (size_t a = 0; a < f->algorithms; a++) {
        size_t p = d->begin;
        while (p < d->end && !comparison_has(f, p, a)) p++;
        if (p < d->end) d->algorithm[d->algorithms++] = a;
    }
    if (!complete) {
        *to = d->end;
        return HECO_OK;
    }
    size_t kept = comparison_keep_complete(f, d, *to);
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

static heco_status comparison_dims(comparison_work *w, int complete) {
    heco_comparison *f  = w->comparison;
    size_t           to = 0;
    f->dim              = heco_arena_take(&f->arena, f->problems, sizeof *f->dim);
    if (f->dim == NULL) return comparison_memory(w->error);
    for (size_t begin = 0, end; begin < f->problems; begin = end) {
        size_t dim = f->problem[begin].dim;
        for (end = begin + 1; end < f->problems && f->problem[end].dim == dim;) end++;
        heco_comparison_dim *d = f->dim + f->dims++;
        d->dim                 = dim;
        d->begin               = begin;
        d->end                 = end;
        heco_status status     = comparison_one_dim(w, d, complete, &to);
        if (status != HECO_OK) return status;
    }
    f->problems = to;
    return HECO_OK;
}

static heco_status comparison_everywhere(comparison_work *w) {
    heco_comparison *f = w->comparison;
    f->everywhere      = heco_arena_take(&f->arena, f->algorithms, sizeof *f->everywhere);
    if (f->everywhere == NULL) return comparison_memory(w->error);
    for (size_t a = 0; a < f->algorithms; a++) {
        size_t in = 0;
        for (size_t d = 0; d < f->dims; d++)
            for (size_t k = 0; k < f->dim[d].algorithms; k++) in += f->dim[d].algorithm[k] == a;
        if (in == f->dims) f->everywhere[f->everywhere_count++] = a;
        else
            comparison_note(f, "%s takes part in %zu of %zu dimensions and has no total.",
                            f->algorithm[a], in, f->dims);
    }
    return HECO_OK;
}

/* Results after different numbers of evaluations can be ranked, but the reader must know. */
static void comparison_note_budgets(heco_comparison *f) {
    for (size_t p = 0; p < f->problems; p++) {
        uint64_t least = UINT64_MAX, most = 0;
        for (size_t a = 0; a < f->algorithms; a++) {
            const heco_comparison_cell *cell = heco_comparison_at(f, p, a);
            for (size_t i = 0; cell != NULL && i < cell->runs; i++) {
                uint64_t evals = cell->record[i]->max_evals;
                if (evals != 0 && evals < least) least = evals;
                if (evals > most) most = evals;
            }
        }
        if (most <= least) continue;
        comparison_note(f, "Budgets differ: from %llu to %llu evaluations on %s.",
                        (unsigned long long)least, (unsigned long long)most, f->problem[p].name);
        return; /* one example is enough */
    }
}

static void comparison_note_runs(heco_comparison *f) {
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < f->problems * f->algorithms; i++) {
        if (f->cell[i] == NULL || f->cell[i]->published) continue;
        if (f->cell[i]->runs < least) least = f->cell[i]->runs;
        if (f->cell[i]->runs > most) most = f->cell[i]->runs;
    }
    if (most > least)
        comparison_note(f, "The number of runs differs: from %zu to %zu.", least, most);
    if (f->instance != NULL) comparison_note(f, "Instance of %s: %s.", f->suite, f->instance);
}

heco_status heco_comparison_open(heco_comparison **out, const heco_records *records,
                                 const heco_rank_options *options, int complete,
                                 heco_error *error) {
    *out               = NULL;
    heco_comparison *f = calloc(1, sizeof *f);
    if (f == NULL) return comparison_memory(error);
    heco_arena_init(&f->arena);
    comparison_work w      = {f, records, options, error, NULL, 0, HECO_DIMS_UNKNOWN};
    heco_status     status = comparison_suite(&w);
    if (status == HECO_OK) status = comparison_algorithms(&w);
    if (status == HECO_OK) status = comparison_collect(&w);
    if (status == HECO_OK) status = comparison_problems(&w);
    if (status == HECO_OK) status = comparison_fill(&w);
    if (status == HECO_OK) status = comparison_dims(&w, complete);
    if (status == HECO_OK) status = comparison_everywhere(&w);
    if (status == HECO_OK) {
        comparison_note_budgets(f);
        comparison_note_runs(f);
    }
    if (status == HECO_OK && heco_arena_failed(&f->arena)) status = comparison_memory(error);
    free(w.item);
    if (status == HECO_OK) *out = f;
    else heco_comparison_close(f);
    return status;
}

void heco_comparison_close(heco_comparison *f) {
    if (f == NULL) return;
    heco_arena_release(&f->arena);
    free(f);
}

const heco_comparison_cell *heco_comparison_at(const heco_comparison *f, size_t problem,
                                               size_t algorithm) {
    return f->cell[problem * f->algorithms + algorithm];
}

heco_status heco_comparison_table(heco_table **out, const heco_comparison *f, const char *title,
                                  const heco_column *columns, size_t count) {
    heco_status status = heco_table_new(out, title, columns, count);
    for (size_t i = 0; i < f->notes && status == HECO_OK; i++) heco_table_note(*out, f->note[i]);
    return status;
}
