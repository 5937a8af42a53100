/* Any bytes as a table of results: read, ranked by every rule, written in every format. The first
 * three bytes choose the options of the ranking. */
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

static void try_rank(const heco_records *records, unsigned how, unsigned dim, unsigned control) {
    heco_rank_options o       = heco_rank_options_default();
    size_t            dims[1] = {dim};
    size_t            runs    = heco_records_count(records);
    o.view                    = (heco_rank_view)(how % 3);
    o.wide                    = (how >> 2) & 1;
    o.round_published         = (how >> 3) & 1;
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

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes    b   = {data, size};
    unsigned      how = fuzz_byte(&b), dim = fuzz_byte(&b), control = fuzz_byte(&b);
    heco_error    error   = {HECO_OK, ""};
    heco_records *records = NULL;
    check(heco_records_new(&records) == HECO_OK);
    if (heco_records_read_csv(records, fuzz_file(b.at, b.left), &error) == HECO_OK) {
        check(heco_records_count(records) + heco_records_published_count(records) > 0);
        try_rank(records, how, dim, control);
    } else {
        check(heco_records_count(records) + heco_records_published_count(records) == 0);
        check(error.text[0] != '\0');
    }
    heco_records_free(records);
    return 0;
}
