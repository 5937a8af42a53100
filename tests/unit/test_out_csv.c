#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is("csv", "name,rank,mean_value\n"
                            "\"a_b|c, \"\"d\"\"\",1,-0.1\n"
                            "e,20,\n"
                            "f,3,inf\n");
}

static void labels_do_nothing(void **state) {
    (void)state;
    report_table_is(report_hostile(), "csv", "name\n<script>\n\"'=1+\"\"1\"\"\"\n+\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample), cmocka_unit_test(labels_do_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
