/* Cells in, cells out; how a cell reads; and lack of a cell. */
#include "testing.h"

#include "report/table.h"

static void cells(void **state) {
    (void)state;
    const heco_column columns[] = {{"name", "Name", HECO_STYLE_PLAIN, 0},
                                   {"value", NULL, HECO_STYLE_FIXED, 2}};
    heco_table       *t;
    char              text[] = "first";
    assert_int_equal(heco_table_new(&t, "Title", columns, 2), HECO_OK);
    heco_table_put_text(t, text);
    strcpy(text, "other"); /* the table has its own copy */
    heco_table_put_real(t, 1.5);
    heco_table_mark(t);
    heco_table_put_text(t, NULL);
    heco_table_put_real(t, NAN);
    heco_table_footnote(t, "a note");
    assert_int_equal(heco_table_check(t), HECO_OK);
    assert_int_equal(heco_table_rows(t), 2);
    assert_int_equal(heco_table_columns(t), 2);
    assert_string_equal(heco_table_title(t), "Title");
    assert_string_equal(heco_table_column(t, 0)->title, "Name");
    assert_string_equal(heco_table_column(t, 1)->title, "value");
    assert_string_equal(heco_table_cell(t, 0, 0)->text, "first");
    assert_true(heco_table_cell(t, 0, 1)->mark);
    assert_int_equal(heco_table_cell(t, 1, 0)->kind, HECO_CELL_NONE);
    assert_int_equal(heco_table_cell(t, 1, 1)->kind, HECO_CELL_NONE);
    assert_string_equal(heco_table_footnote_at(t, 0), "a note");
    assert_null(heco_table_footnote_at(t, 1));
    assert_null(heco_table_cell(t, 2, 0));
    assert_null(heco_table_column(t, 2));
    assert_true(heco_table_column_is_text(t, 0));
    assert_false(heco_table_column_is_text(t, 1));
    heco_table_put_integer(t, 3);
    assert_int_equal(heco_table_check(t), HECO_ERR_ORDER);
    heco_table_free(t);
    heco_table_free(NULL);
    assert_int_equal(heco_table_new(&t, "", columns, 0), HECO_ERR_ARG);
}

static void prints(double value, heco_style style, int digits, const char *want) {
    const heco_column column = {"x", NULL, style, digits};
    const heco_cell   cell   = {.kind = HECO_CELL_REAL, .real = value};
    char              buffer[HECO_TABLE_CELL_SIZE];
    assert_string_equal(heco_table_print_cell(&cell, &column, buffer), want);
}

static void styles(void **state) {
    (void)state;
    prints(2.0 / 3.0, HECO_STYLE_FIXED, 3, "0.667");
    prints(1e300, HECO_STYLE_FIXED, 3, "1e+300");
    prints(0.000123456, HECO_STYLE_GENERAL, 3, "0.000123");
    prints(-15.0, HECO_STYLE_SCIENTIFIC, 4, "-1.5000E+01");
    prints(205.5, HECO_STYLE_PLAIN, 0, "205.5");
    prints(-0.0, HECO_STYLE_FIXED, 1, "0.0");
    prints(INFINITY, HECO_STYLE_SCIENTIFIC, 4, "INF");
    char            buffer[HECO_TABLE_CELL_SIZE];
    const heco_cell cell = {.kind = HECO_CELL_REAL, .real = 0.1};
    assert_string_equal(heco_table_print_exact(&cell, buffer), "0.1");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells), cmocka_unit_test(styles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
