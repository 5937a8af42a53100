/* Records are copies; going back forgets what came last. */
#include "testing.h"

#include "report/records.h"

static void copies(void **state) {
    (void)state;
    heco_records *r;
    heco_error    error;
    char          name[] = "heco-de";
    double        f[] = {3, 2}, viol[] = {1, 0};
    heco_record   record = {.size = sizeof record,
                            .suite       = "cec2017",
                            .problem     = "C01",
                            .algorithm   = name,
                            .n           = 10,
                            .run         = 1,
                            .outcome     = {.f = 2, .evals_to_feasible = 5},
                            .points = 1,
                            .trace_f     = f,
                            .trace_viol  = viol};
    assert_int_equal(heco_records_new(&r), HECO_OK);
    assert_int_equal(heco_records_add(r, &record, &error), HECO_OK);
    name[0] = 'X', f[0] = 99;
    assert_int_equal(heco_records_add(r, &record, &error), HECO_OK);
    const heco_record *first = heco_records_at(r, 0), *second = heco_records_at(r, 1);
    assert_string_equal(first->algorithm, "heco-de");
    assert_string_equal(first->instance, "");
    assert_double(first->trace_f[0], 3.0);
    assert_int_equal(first->outcome.found, HECO_FOUND_FEASIBLE); /* worked out, not believed */
    assert_ptr_equal(first->problem, second->problem); /* one copy of equal names */
    assert_int_equal(heco_records_count(r), 2);
    assert_null(heco_records_at(r, 2));
    heco_records_state before = heco_records_save(r);
    heco_published     row    = {.size = sizeof row, .suite = "cec2017",
                                 .problem = "C01", .algorithm = "UDE", .dim = 10,
                                 .entry = {100, 0, 1, 0, 1}};
    for (int i = 0; i < 200; i++) {
        assert_int_equal(heco_records_add(r, &record, &error), HECO_OK);
        assert_int_equal(heco_records_add_published(r, &row, &error), HECO_OK);
    }
    assert_int_equal(heco_records_published_count(r), 200);
    assert_string_equal(heco_records_published_at(r, 199)->algorithm, "UDE");
    heco_records_restore(r, before);
    assert_int_equal(heco_records_count(r), 2);
    assert_int_equal(heco_records_published_count(r), 0);
    record.outcome.viol = -1;
    assert_int_equal(heco_records_add(r, &record, &error), HECO_ERR_ARG);
    assert_text(error.text, "negative violation");
    heco_records_free(r);
    heco_records_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
