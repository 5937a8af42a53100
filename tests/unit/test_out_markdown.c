#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is("md", "50% of \"it\"\n\n"
                           "| Name | rank | Mean |\n"
                           "| --- | ---: | ---: |\n"
                           "| a\\_b\\|c, \"d\" | **1** | -1.00E-01 |\n"
                           "| e | 20 | - |\n"
                           "| f | 3 | INF |\n"
                           "\nR&D: a note\n");
}

static void labels_do_nothing(void **state) {
    (void)state;
    report_table_is(report_hostile(), "md", "| Name |\n| --- |\n| \\<script> |\n| =1+\"1\" |\n| + |\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample), cmocka_unit_test(labels_do_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
