/* Writes the rankings of a report page: every rule that the records allow, with the digits of
 * `heco rank --format json`. */
#include <math.h>
#include <string.h>

#include "report/page/page.h"
#include "report/table.h"

/* Writes one value of a row; null for an empty cell or a number that is not finite. */
static void page_table_cell(heco_json *j, const heco_cell *cell) {
    char buffer[HECO_TABLE_CELL_SIZE];
    if (cell->kind == HECO_CELL_TEXT) heco_page_label(j, NULL, cell->text);
    else if (cell->kind == HECO_CELL_NONE ||
             (cell->kind == HECO_CELL_REAL && !isfinite(cell->real)))
        heco_json_printed(j, NULL, "null");
    else heco_json_printed(j, NULL, heco_table_print_exact(cell, buffer));
}

static void page_table_columns(heco_json *j, const heco_table *table) {
    static const char *const styles[] = {"plain", "fixed", "general", "scientific"};
    const heco_column       *column;
    heco_json_open(j, "columns", '[');
    for (size_t k = 0; (column = heco_table_column(table, k)) != NULL; k++) {
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "name", column->name);
        heco_json_text(j, "title", column->title != NULL ? column->title : column->name);
        heco_json_text(j, "style", styles[column->style]);
        heco_json_count(j, "digits", (uint64_t)(column->digits > 0 ? column->digits : 0));
        heco_json_close(j);
    }
    heco_json_close(j);
}

static void page_table_rows(heco_json *j, const heco_table *table) {
    size_t rows = heco_table_rows(table), columns = heco_table_columns(table);
    heco_json_open(j, "rows", '[');
    for (size_t i = 0; i < rows; i++) {
        heco_json_open(j, NULL, '[');
        for (size_t k = 0; k < columns; k++) page_table_cell(j, heco_table_cell(table, i, k));
        heco_json_close(j);
    }
    heco_json_close(j);
    heco_json_open(j, "marks", '['); /* best values as row * columns + column */
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            if (heco_table_cell(table, i, k)->mark) heco_json_count(j, NULL, i * columns + k);
    heco_json_close(j);
}

static void page_table_write(heco_json *j, const char *key, const heco_table *table) {
    const char *note;
    heco_json_open(j, key, '{');
    heco_json_text(j, "title", heco_table_title(table));
    page_table_columns(j, table);
    page_table_rows(j, table);
    heco_json_open(j, "notes", '[');
    for (size_t i = 0; (note = heco_table_footnote_at(table, i)) != NULL; i++)
        heco_page_label(j, NULL, note);
    heco_json_close(j);
    heco_json_close(j);
}

/* Writes one view of one rule. If a rule does not apply (one algorithm only, no common problem),
 * writes the reason instead of a table. */
static heco_status page_table_view(heco_json *j, const char *key, const heco_records *records,
                                   const heco_rank_options *options) {
    heco_error  why    = {0};
    heco_table *table  = NULL;
    heco_status status = heco_rank_compute(&table, records, options, &why);
    if (status == HECO_OK) page_table_write(j, key, table);
    else if (status != HECO_ERR_MEMORY) {
        heco_json_open(j, key, '{');
        heco_page_label(j, "error", why.text);
        heco_json_close(j);
    }
    heco_table_free(table);
    return status == HECO_ERR_MEMORY ? status : HECO_OK;
}

/* Returns 1 if a run has a target, by which running times are measured. */
static int page_table_has_target(const heco_records *records) {
    for (size_t i = 0; i < heco_records_count(records); i++) {
        const heco_record *run = heco_records_at(records, i);
        if (!isnan(run->target) || run->outcome.evals_to_target > 0) return 1;
    }
    return 0;
}

/* A rule that does not compare algorithms has one table over all dimensions, so it is shown only
 * for suites without dimensions. The page draws critical differences and compares any pair itself,
 * so the resampling of these two rules is left to heco rank. */
static int page_table_is_wanted(const char *rule, const heco_records *records, int dims) {
    if (strcmp(rule, "critical") == 0 || strcmp(rule, "pairs") == 0) return 0;
    if (strcmp(rule, "ert") == 0 || strcmp(rule, "profile") == 0)
        return page_table_has_target(records);
    return !dims || (strcmp(rule, "cec2006") != 0 && strcmp(rule, "cec2020") != 0);
}

/* The tests per problem compare every run with every other. Above this number of runs per cell
 * they take too long for a page, which itself compares any two algorithms. */
enum { PAGE_TABLE_RUNS = 200 };

/* Returns 0 if the rule is friedman and there are too many runs per cell for a page. */
static int page_table_is_quick(const char *rule, const heco_records *records,
                               const heco_comparison *comparison) {
    size_t cells = comparison->problems * comparison->algorithms;
    return strcmp(rule, "friedman") != 0 ||
           heco_records_count(records) <= PAGE_TABLE_RUNS * (cells > 0 ? cells : 1);
}

/* Writes the reason in place of a table that page_table_is_quick() excludes. */
static void page_table_left_out(heco_json *j, const char *key) {
    heco_json_open(j, key, '{');
    heco_json_text(j, "error",
                   "left out, because there are many runs: heco rank --rule friedman "
                   "--per-problem has it");
    heco_json_close(j);
}

heco_status heco_page_rankings(heco_json *j, const heco_records *records,
                               const heco_comparison *comparison, const heco_records *traced) {
    int dims = comparison->dims > 1 || (comparison->dims == 1 && comparison->dim[0].dim != 0);
    heco_status status = HECO_OK;
    const char *rule;
    heco_json_open(j, "rankings", '[');
    for (size_t i = 0; status == HECO_OK && (rule = heco_rank_rule_at(i)) != NULL; i++) {
        int                 needs = heco_rank_rule_traces(rule);
        heco_rank_options   how   = heco_rank_options_default();
        const heco_records *from  = needs ? traced : records;
        if (from == NULL || !page_table_is_wanted(rule, from, dims)) continue;
        how.rule  = rule;
        how.suite = comparison->suite;
        heco_json_open(j, NULL, '{');
        heco_json_text(j, "rule", rule);
        heco_json_text(j, "help", heco_rank_rule_help(i));
        status   = page_table_view(j, "totals", from, &how);
        how.view = HECO_VIEW_PER_PROBLEM;
        if (status == HECO_OK && page_table_is_quick(rule, from, comparison))
            status = page_table_view(j, "problems", from, &how);
        else page_table_left_out(j, "problems");
        heco_json_close(j);
    }
    heco_json_close(j);
    return status;
}
