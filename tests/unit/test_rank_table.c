/* Rules by name, and totals side by side. */
#include "rank_helpers.h"

static void rules(void **state) {
    (void)state;
    size_t            count = 0;
    heco_rank_options o     = heco_rank_options_default();
    heco_records     *r     = rank_new();
    assert_string_equal(o.rule, "cec2017");
    for (; heco_rank_rule_at(count) != NULL; count++) assert_non_null(heco_rank_rule_help(count));
    assert_int_equal(count, 10);
    assert_null(heco_rank_rule_help(count));
    o.level = 1.0;
    rank_refused(r, &o, HECO_ERR_ARG, "level 1: give a number between 0 and 1");
    o.level = 0.05, o.resamples = 0;
    rank_refused(r, &o, HECO_ERR_ARG, "resamples 0: give 1 to 10000000");
    o.resamples = 1, o.rope = 0.5;
    rank_refused(r, &o, HECO_ERR_ARG, "rope 0.5: give a number from 0 to below 0.5");
    o.rope = 0.0, o.accuracy = -1.0;
    rank_refused(r, &o, HECO_ERR_ARG, "accuracy -1: give a positive number");
    o.accuracy = 0.0, o.digits = 18;
    rank_refused(r, &o, HECO_ERR_ARG, "digits 18: a number has at most 17");
    o.digits = 0;
    o.rule   = "cec2018";
    rank_refused(r, &o, HECO_ERR_NAME,
                 "'cec2018' is not a ranking rule: did you mean cec2017");
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
