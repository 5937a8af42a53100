/* The footnotes of a comparison, which warn the reader of a ranking, and tables that carry them. */
#include <stdarg.h>

#include "report/comparison.h"

enum { COMPARISON_FOOTNOTES = 16, COMPARISON_FOOTNOTE_SIZE = 300 };

void heco_comparison_footnote(heco_comparison *c, const char *format, ...) {
    if (c->footnote == NULL)
        c->footnote = heco_arena_take(&c->arena, COMPARISON_FOOTNOTES, sizeof *c->footnote);
    if (c->footnote == NULL || c->footnotes == COMPARISON_FOOTNOTES) return;
    char   *text = heco_arena_take(&c->arena, COMPARISON_FOOTNOTE_SIZE, 1);
    va_list words;
    if (text == NULL) return;
    va_start(words, format);
    vsnprintf(text, COMPARISON_FOOTNOTE_SIZE, format, words);
    va_end(words);
    c->footnote[c->footnotes++] = text;
}

/* Adds a footnote if the budgets on a problem differ. Such results can be ranked all the same. */
static void comparison_footnote_budgets(heco_comparison *c) {
    for (size_t p = 0; p < c->problems; p++) {
        uint64_t least = UINT64_MAX, most = 0;
        for (size_t a = 0; a < c->algorithms; a++) {
            const heco_comparison_cell *cell = heco_comparison_at(c, p, a);
            for (size_t i = 0; cell != NULL && i < cell->runs; i++) {
                uint64_t evals = cell->record[i]->max_evals;
                if (evals != 0 && evals < least) least = evals;
                if (evals > most) most = evals;
            }
        }
        if (most <= least) continue;
        heco_comparison_footnote(c, "Budgets differ: from %llu to %llu evaluations on %s.",
                                 (unsigned long long)least, (unsigned long long)most,
                                 c->problem[p].name);
        return; /* one example is enough */
    }
}

/* Adds footnotes about different numbers of runs and about the instance. */
static void comparison_footnote_runs(heco_comparison *c) {
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < c->problems * c->algorithms; i++) {
        if (c->cell[i] == NULL || c->cell[i]->published) continue;
        if (c->cell[i]->runs < least) least = c->cell[i]->runs;
        if (c->cell[i]->runs > most) most = c->cell[i]->runs;
    }
    if (most > least)
        heco_comparison_footnote(c, "The number of runs differs: from %zu to %zu.", least, most);
    if (c->instance != NULL)
        heco_comparison_footnote(c, "Instance of %s: %s.", c->suite, c->instance);
}

void heco_comparison_footnotes(heco_comparison *c) {
    comparison_footnote_budgets(c);
    comparison_footnote_runs(c);
}

heco_status heco_comparison_table(heco_table **out, const heco_comparison *c, const char *title,
                                  const heco_column *columns, size_t count) {
    heco_status status = heco_table_new(out, title, columns, count);
    for (size_t i = 0; i < c->footnotes && status == HECO_OK; i++)
        heco_table_footnote(*out, c->footnote[i]);
    return status;
}
