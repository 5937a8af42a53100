/* The methods paragraph of a paper: runs, version, seeds and protocol in LaTeX with citations,
 * and the BibTeX entries of everything cited.
 *
 * An algorithm names the key of its paper. The paper of a suite has "suite NAME" among its keywords
 * in docs/references.bib, so that no suite is named here. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "heco/algorithm.h"
#include "report/comparison.h"
#include "report/references.h"
#include "report/table.h"

enum { METHODS_KEYS = 256, METHODS_KEY_SIZE = 64, METHODS_SUITES = 64 };

typedef struct {
    FILE               *out;
    const heco_records *records;
    heco_error         *error;
    char                key[METHODS_KEYS][METHODS_KEY_SIZE]; /* cited so far                */
    size_t              keys;
    char                unknown[400]; /* names without a reference, separated by ", "        */
} methods_work;

/* ---- entries ---- */

/* An entry of the references; NULL: none. */
typedef struct {
    const char *begin;
    size_t      length;
} methods_entry;

/* Returns the entry that contains the position. */
static methods_entry methods_entry_around(const char *at) {
    const char *begin = at;
    while (begin > (const char *)heco_references && !(begin[0] == '@' && begin[-1] == '\n'))
        begin--;
    const char *end = strstr(begin, "\n}");
    return (methods_entry){begin, end != NULL ? (size_t)(end + 2 - begin) : strlen(begin)};
}

static methods_entry methods_find_key(const char *key) {
    char text[METHODS_KEY_SIZE + 4];
    snprintf(text, sizeof text, "{%s,", key);
    const char *at = strstr((const char *)heco_references, text);
    return at != NULL ? methods_entry_around(at) : (methods_entry){NULL, 0};
}

/* Writes the key of the suite's paper into `key`. Returns 0 if there is none. */
static int methods_suite_key(const char *suite, char key[METHODS_KEY_SIZE]) {
    char text[128];
    snprintf(text, sizeof text, "{suite %.100s}", suite);
    const char *at = strstr((const char *)heco_references, text);
    if (at == NULL) return 0;
    methods_entry entry  = methods_entry_around(at);
    const char   *start  = memchr(entry.begin, '{', entry.length);
    size_t        length = start != NULL ? strcspn(start + 1, ",") : METHODS_KEY_SIZE;
    if (start == NULL || length >= METHODS_KEY_SIZE) return 0;
    memcpy(key, start + 1, length);
    key[length] = '\0';
    return 1;
}

/* ---- text ---- */

/* Writes " \cite{key}" and remembers the key. */
static void methods_cite(methods_work *w, const char *key) {
    size_t k = 0;
    if (key == NULL || key[0] == '\0' || strlen(key) >= METHODS_KEY_SIZE) return;
    fprintf(w->out, "~\\cite{%s}", key);
    while (k < w->keys && strcmp(w->key[k], key) != 0) k++;
    if (k == w->keys && w->keys < METHODS_KEYS)
        snprintf(w->key[w->keys++], METHODS_KEY_SIZE, "%s", key);
}

/* Remembers a name for which no reference is known, once. Names that do not fit are left out. */
static void methods_without_reference(methods_work *w, const char *name) {
    size_t used = strlen(w->unknown), length = strlen(name);
    for (const char *at = w->unknown; (at = strstr(at, name)) != NULL; at++) {
        int begins = at == w->unknown || at[-1] == ' ',
            ends   = at[length] == '\0' || at[length] == ',';
        if (begins && ends) return;
    }
    if (used + length + 3 > sizeof w->unknown) return;
    snprintf(w->unknown + used, sizeof w->unknown - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Writes "5" or "5 to 25". */
static void methods_range(const methods_work *w, uint64_t low, uint64_t high) {
    fprintf(w->out, "%llu", (unsigned long long)low);
    if (high != low) fprintf(w->out, " to %llu", (unsigned long long)high);
}

/* Writes "a, b and c" item by item. */
static void methods_comma(const methods_work *w, size_t i, size_t count) {
    if (i > 0) fputs(i + 1 == count ? " and " : ", ", w->out);
}

/* Returns a run of the algorithm of the comparison; NULL if it has published values only. */
static const heco_record *methods_run(const heco_comparison *c, size_t algorithm) {
    for (size_t p = 0; p < c->problems; p++) {
        const heco_comparison_cell *cell = heco_comparison_at(c, p, algorithm);
        if (cell != NULL && cell->runs > 0) return cell->record[0];
    }
    return NULL;
}

/* Writes the algorithms with their citations. A label that is not the name of the algorithm is
 * followed by the algorithm and all its option values. */
static void methods_algorithms(methods_work *w, const heco_comparison *c, int published) {
    size_t count = 0, at = 0;
    for (size_t a = 0; a < c->algorithms; a++) count += (methods_run(c, a) == NULL) == published;
    for (size_t a = 0; a < c->algorithms; a++) {
        const heco_record *run = methods_run(c, a);
        if ((run == NULL) != published) continue;
        methods_comma(w, at++, count);
        heco_latex_write(w->out, c->algorithm[a]);
        const char *name = run != NULL && run->algorithm != NULL ? run->algorithm : c->algorithm[a];
        const heco_algorithm *known = heco_algorithm_find(name, NULL);
        if (run != NULL && strcmp(name, c->algorithm[a]) != 0) {
            fputs(" (", w->out);
            heco_latex_write(w->out, name);
            if (run->options != NULL && run->options[0] != '\0') {
                fputs(" with ", w->out);
                heco_latex_write(w->out, run->options);
            }
            fputs(")", w->out);
        }
        if (known != NULL && !published) methods_cite(w, known->reference);
        else methods_without_reference(w, c->algorithm[a]);
    }
}

/* The extent of the runs of one suite. */
typedef struct {
    uint64_t runs[2], evals[2], seed[2]; /* least and largest                              */
    size_t   problems;                   /* the largest number in one dimension            */
    int      any, published;
} methods_extent;

static void methods_stretch(uint64_t range[2], uint64_t value) {
    if (value < range[0]) range[0] = value;
    if (value > range[1]) range[1] = value;
}

static methods_extent methods_measure(const heco_comparison *c) {
    methods_extent e = {{UINT64_MAX, 0}, {UINT64_MAX, 0}, {UINT64_MAX, 0}, 0, 0, 0};
    for (size_t d = 0; d < c->dims; d++)
        if (c->dim[d].end - c->dim[d].begin > e.problems)
            e.problems = c->dim[d].end - c->dim[d].begin;
    for (size_t i = 0; i < c->problems * c->algorithms; i++) {
        const heco_comparison_cell *cell = c->cell[i];
        if (cell == NULL) continue;
        e.published |= cell->runs == 0;
        if (cell->runs == 0) continue;
        e.any = 1;
        methods_stretch(e.runs, cell->runs);
        for (size_t k = 0; k < cell->runs; k++) {
            methods_stretch(e.evals, cell->record[k]->max_evals);
            methods_stretch(e.seed, cell->record[k]->seed);
        }
    }
    return e;
}

/* Writes the problems of the suite: "On the suite X, 28 problems in 10 and 30 dimensions". */
static void methods_problems(methods_work *w, const heco_comparison *c, size_t problems) {
    char key[METHODS_KEY_SIZE];
    fputs("On the suite ", w->out);
    heco_latex_write(w->out, c->suite);
    if (methods_suite_key(c->suite, key)) methods_cite(w, key);
    else methods_without_reference(w, c->suite);
    if (c->instance != NULL && c->instance[0] != '\0') {
        fputs(" (instance ", w->out);
        heco_latex_write(w->out, c->instance);
        fputs(")", w->out);
    }
    fprintf(w->out, ", %zu problem%s", problems, problems == 1 ? "" : "s");
    if (c->dims > 0 && c->dim[0].dim > 0) {
        fputs(" in dimension ", w->out);
        for (size_t d = 0; d < c->dims; d++) {
            methods_comma(w, d, c->dims);
            fprintf(w->out, "%zu", c->dim[d].dim);
        }
    }
}

/* Writes the sentences about one suite. */
static heco_status methods_suite(methods_work *w, const char *suite) {
    heco_comparison  *c;
    heco_rank_options how = heco_rank_options_default();
    how.suite             = suite;
    heco_status status    = heco_comparison_open(&c, w->records, &how, 0, w->error);
    if (status != HECO_OK) return status;
    methods_extent e = methods_measure(c);
    methods_problems(w, c, e.problems);
    if (e.any) {
        fputs(e.problems == 1 ? " was solved by " : " were solved by ", w->out);
        methods_algorithms(w, c, 0);
        fputs(", with ", w->out);
        methods_range(w, e.runs[0], e.runs[1]);
        fputs(" independent runs each", w->out);
        if (e.evals[0] > 0) {
            fputs(" of at most ", w->out);
            methods_range(w, e.evals[0], e.evals[1]);
            fputs(" evaluations", w->out);
        }
        fputs(". The seed of the experiment was ", w->out);
        methods_range(w, e.seed[0], e.seed[1]);
        fputs(".", w->out);
    } else fputs(e.problems == 1 ? " was compared." : " were compared.", w->out);
    if (e.published) {
        fputs(" Published values were used for ", w->out);
        methods_algorithms(w, c, 1);
        fputs(".", w->out);
    }
    fputs("\n", w->out);
    heco_comparison_close(c);
    return HECO_OK;
}

/* ---- the whole ---- */

/* Writes the builds of the runs, or this one if no run names its build. */
static void methods_builds(methods_work *w) {
    const char *build[8];
    size_t      count = 0, runs = heco_records_count(w->records);
    for (size_t i = 0; i < runs; i++) {
        const char *name = heco_records_at(w->records, i)->build;
        size_t      k    = 0;
        if (name == NULL || name[0] == '\0') continue;
        while (k < count && strcmp(build[k], name) != 0) k++;
        if (k == count && count < 8) build[count++] = name;
    }
    fputs("The experiments were run with heco", w->out);
    methods_cite(w, "heco");
    if (count == 0) build[count++] = heco_version_build();
    for (size_t k = 0; k < count; k++) {
        methods_comma(w, k, count);
        fputs(k == 0 ? " " : "", w->out);
        heco_latex_write(w->out, build[k]);
    }
    fputs(".\n", w->out);
}

/* Writes what holds for every run of heco bench. */
static void methods_protocol(methods_work *w) {
    fputs("Budgets, tolerances of constraints and targets are those of the suites unless stated "
          "otherwise.\n"
          "Of two points the one with the smaller mean violation of the constraints is better, and "
          "of equally\nviolated points the one with the smaller objective value. Every run draws "
          "its random numbers from a\nstream of its own, which follows from the seed, the suite, "
          "the problem, the dimension, the algorithm\nand the number of the run, so that each run "
          "can be repeated.\n% Add the model of the processor if times are reported: the other "
          "results do not depend on it.\n",
          w->out);
    if (w->unknown[0] == '\0') return;
    fputs("% Add references of: ", w->out);
    heco_latex_write(w->out, w->unknown);
    putc('\n', w->out);
}

static void methods_bibtex(const methods_work *w) {
    for (size_t k = 0; k < w->keys; k++) {
        methods_entry entry = methods_find_key(w->key[k]);
        if (entry.begin != NULL) fprintf(w->out, "\n%.*s\n", (int)entry.length, entry.begin);
        else if (strcmp(w->key[k], "heco") == 0)
            fprintf(w->out,
                    "\n@misc{heco,\n  author = {{The heco developers}},\n"
                    "  title  = {heco: constrained black-box optimisation with helper and "
                    "equivalent objectives},\n"
                    "  note   = {Version %s, commit %s},\n}\n",
                    heco_version(), heco_version_commit());
        else fprintf(w->out, "\n%% %s: no entry is known\n", w->key[k]);
    }
}

/* Returns 1 if the suite is among the first `count`. Names are kept once each. */
static int methods_is_seen(const char *const *seen, size_t count, const char *suite) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(seen[k], suite) == 0) return 1;
    return 0;
}

static heco_status methods_write(methods_work *w) {
    const char *seen[METHODS_SUITES];
    size_t      count = 0, runs = heco_records_count(w->records);
    size_t      all    = runs + heco_records_published_count(w->records);
    heco_status status = HECO_OK;
    if (all == 0) return heco_fail(w->error, HECO_ERR_ARG, "there are no results to describe");
    methods_builds(w);
    for (size_t i = 0; i < all && status == HECO_OK && count < METHODS_SUITES; i++) {
        const char *suite = i < runs ? heco_records_at(w->records, i)->suite
                                     : heco_records_published_at(w->records, i - runs)->suite;
        if (methods_is_seen(seen, count, suite)) continue;
        seen[count++] = suite;
        status        = methods_suite(w, suite);
    }
    if (status == HECO_OK) {
        methods_protocol(w);
        methods_bibtex(w);
        if (ferror(w->out))
            return heco_fail(w->error, HECO_ERR_IO,
                             "the text could not be written: is the disk full?");
    }
    return status;
}

/* methods_write_records writes the text about these records to out. */
static heco_status methods_write_records(FILE *out, const heco_records *records,
                                         heco_error *error) {
    methods_work *w = calloc(1, sizeof *w);
    if (w == NULL) return heco_fail_memory_for(error, "the text");
    *w                 = (methods_work){.out = out, .records = records, .error = error};
    heco_status status = methods_write(w);
    free(w);
    return status;
}

heco_status heco_report_methods(FILE *out, const heco_page_options *options, heco_error *error) {
    heco_page_options o = heco_page_options_default();
    heco_records     *records;
    heco_status       status = heco_struct_read(&o, sizeof o, options, "heco_page_options",
                                                "start from heco_page_options_default()", error);
    if (status != HECO_OK) return status;
    if (heco_records_new(&records) != HECO_OK) return heco_fail_memory_for(error, "the text");
    for (size_t i = 0; i < o.dbs && status == HECO_OK; i++)
        status = heco_records_read_db(records, o.db[i], 0, error);
    for (size_t i = 0; i < o.withs && status == HECO_OK; i++)
        status = heco_records_read_csv(records, o.with[i], error);
    if (status == HECO_OK) status = methods_write_records(out, records, error);
    heco_records_free(records);
    return status;
}
