#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is("csv", "name,rank,mean_value\n"
                            "\"a_b|c, \"\"d\"\"\",1,-0.10000000000000001\n"
                            "e,20,\n"
                            "f,3,inf\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
