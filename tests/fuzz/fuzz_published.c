/* Any bytes as tables of results, as `heco rank --with` takes them: read, ranked by every rule,
 * written in every format. The first three bytes choose the options of the ranking; a form feed
 * ends a table, and another one follows. */
#include <string.h>

#include "fuzz_input.h"
#include "heco/report.h"

static void try_write(const heco_table *table) {
    check(heco_table_check(table) == HECO_OK);
    for (size_t k = 0; heco_format_at(k) != NULL; k++) {
        char  *text = NULL;
        size_t size = 0;
        FILE  *file = open_memstream(&text, &size);
        check(file != NULL);
        check(heco_table_write(table, heco_format_at(k), file, NULL) == HECO_OK);
        check(fclose(file) == 0 && size > 0);
        free(text);
    }
}

/* One to three names from the tables, which may be the same. */
static size_t choose(const char *names[3], const heco_records *records, unsigned count) {
    size_t runs = heco_records_count(records), all = runs + heco_records_published_count(records);
    count = count < 3 ? count + 1 : 3;
    for (size_t i = 0; i < count; i++) {
        size_t at = i * all / count;
        names[i]  = at < runs ? heco_records_at(records, at)->algorithm
                              : heco_records_published_at(records, at - runs)->algorithm;
    }
    return count;
}

static void try_rank(const heco_records *records, unsigned how, unsigned dim, unsigned control) {
    heco_rank_options o       = heco_rank_options_default();
    size_t            dims[1] = {dim};
    size_t            runs    = heco_records_count(records);
    const char       *some[3];
    o.view            = (heco_rank_view)(how % 3);
    o.wide            = (how >> 2) & 1;
    o.round_published = (how >> 3) & 1;
    if ((how >> 5) & 1) o.algorithms = some, o.algorithm_count = choose(some, records, how >> 6);
    if (dim > 0) o.dims = dims, o.dim_count = 1;
    if (control > 0 && runs > 0) o.control = heco_records_at(records, control % runs)->algorithm;
    if ((how >> 4) & 1)
        o.suite = runs > 0 ? heco_records_at(records, 0)->suite
                           : heco_records_published_at(records, 0)->suite;
    for (size_t k = 0; heco_rank_rule_at(k) != NULL; k++) {
        heco_error  error = {HECO_OK, ""};
        heco_table *table = NULL;
        o.rule            = heco_rank_rule_at(k);
        if (heco_rank_compute(&table, records, &o, &error) == HECO_OK)
            try_write(table);
        else
            check(table == NULL && error.text[0] != '\0');
        heco_table_free(table);
    }
}

static size_t count_all(const heco_records *records) {
    return heco_records_count(records) + heco_records_published_count(records);
}

/* What is refused leaves what was read before. */
static void try_read(heco_records *records, const unsigned char *table, size_t size) {
    heco_error error  = {HECO_OK, ""};
    size_t     before = count_all(records);
    if (heco_records_read_csv(records, fuzz_file(table, size), &error) == HECO_OK)
        check(count_all(records) > before);
    else
        check(count_all(records) == before && error.text[0] != '\0');
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes           b   = {data, size};
    unsigned             how = fuzz_byte(&b), dim = fuzz_byte(&b), control = fuzz_byte(&b);
    const unsigned char *table;
    heco_records        *records = NULL;
    check(heco_records_new(&records) == HECO_OK);
    do {
        const unsigned char *end = b.left > 0 ? memchr(b.at, '\f', b.left) : NULL;
        size_t all = fuzz_take(&b, end != NULL ? (size_t)(end - b.at) : b.left, &table);
        try_read(records, table, all);
        fuzz_byte(&b);
    } while (b.left > 0);
    if (count_all(records) > 0) try_rank(records, how, dim, control);
    heco_records_free(records);
    return 0;
}
