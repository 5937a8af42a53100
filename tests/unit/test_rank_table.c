/* Rules by name, and totals side by side. */
#include "rank_helpers.h"

static void rules(void **state) {
    (void)state;
    size_t            count = 0;
    heco_rank_options o     = heco_rank_options_default();
    heco_records     *r     = rank_new();
    assert_string_equal(o.rule, "cec2017");
    for (; heco_rank_rule_at(count) != NULL; count++) assert_non_null(heco_rank_rule_help(count));
    assert_int_equal(count, 5);
    assert_null(heco_rank_rule_help(count));
    o.rule = "cec2018";
    rank_refused(r, &o, HECO_ERR_NAME,
                 "'cec2018' is not a ranking rule: did you mean cec2017");
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
