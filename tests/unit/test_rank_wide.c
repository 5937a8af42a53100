/* One row per algorithm: best total first, the best of each column marked, gaps last. */
#include "rank_helpers.h"

static void totals(void **state) {
    (void)state;
    heco_records     *r   = rank_new();
    heco_rank_options o   = heco_rank_options_default();
    const double      f[] = {1, 2, 3};
    rank_add(r, "late", "C01", 30, f, 1);
    for (int d = 0; d < 2; d++) {
        rank_add(r, "second", "C01", d == 0 ? 10 : 30, f + 2, 1);
        rank_add(r, "first", "C01", d == 0 ? 10 : 30, f + 1, 1);
    }
    o.wide        = 1;
    heco_table *t = rank_table(r, &o);
    assert_int_equal(heco_table_columns(t), 4);
    assert_string_equal(heco_table_column(t, 1)->name, "10D");
    assert_string_equal(heco_table_cell(t, 0, 0)->text, "first");
    assert_string_equal(heco_table_cell(t, 1, 0)->text, "second");
    assert_string_equal(heco_table_cell(t, 2, 0)->text, "late");
    assert_double(heco_table_cell(t, 0, 3)->real, 2 + 4);
    assert_true(heco_table_cell(t, 0, 1)->mark);
    assert_false(heco_table_cell(t, 0, 2)->mark);
    assert_true(heco_table_cell(t, 2, 2)->mark); /* best in dimension 30 */
    assert_int_equal(heco_table_cell(t, 2, 1)->kind, HECO_CELL_NONE);
    assert_int_equal(heco_table_cell(t, 2, 3)->kind, HECO_CELL_NONE);
    heco_table_free(t);
    const size_t dim = 10; /* one dimension needs no total */
    o.dims           = &dim;
    o.dim_count      = 1;
    t                = rank_table(r, &o);
    assert_int_equal(heco_table_columns(t), 2);
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(totals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
