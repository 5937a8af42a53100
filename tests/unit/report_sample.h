/* A small table with everything that writers must take care of, and its text in a format. */
#ifndef HECO_REPORT_SAMPLE_H
#define HECO_REPORT_SAMPLE_H

#include "heco/report.h"
#include "testing.h"

static inline heco_table *report_sample(void) {
    const heco_column columns[] = {{"name", "Name", HECO_STYLE_PLAIN, 0},
                                   {"rank", NULL, HECO_STYLE_PLAIN, 0},
                                   {"mean_value", "Mean", HECO_STYLE_SCIENTIFIC, 2}};
    heco_table       *t;
    assert_int_equal(heco_table_new(&t, "50% of \"it\"", columns, 3), HECO_OK);
    heco_table_put_text(t, "a_b|c, \"d\"");
    heco_table_put_integer(t, 1);
    heco_table_mark(t);
    heco_table_put_real(t, -0.1);
    heco_table_put_text(t, "e");
    heco_table_put_integer(t, 20);
    heco_table_put_real(t, NAN);
    heco_table_put_text(t, "f");
    heco_table_put_integer(t, 3);
    heco_table_put_real(t, INFINITY);
    heco_table_footnote(t, "R&D: a note");
    return t;
}

/* Labels that other programs would take for something to run. */
static inline heco_table *report_hostile(void) {
    const heco_column columns[] = {{"name", "Name", HECO_STYLE_PLAIN, 0}};
    heco_table       *t;
    assert_int_equal(heco_table_new(&t, "", columns, 1), HECO_OK);
    heco_table_put_text(t, "<script>");
    heco_table_put_text(t, "=1+\"1\"");
    heco_table_put_text(t, "+");
    return t;
}

static inline void report_table_is(heco_table *t, const char *format, const char *want) {
    char       *text = NULL;
    size_t      size;
    heco_error  error;
    FILE       *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_int_equal(heco_table_write(t, format, file, &error), HECO_OK);
    fclose(file);
    assert_string_equal(text, want);
    free(text);
    heco_table_free(t);
}

static inline void report_sample_is(const char *format, const char *want) {
    report_table_is(report_sample(), format, want);
}

#endif
