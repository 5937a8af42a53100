#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is("text", "50% of \"it\"\n\n"
                             "Name        rank        Mean\n"
                             "----------------------------\n"
                             "a_b|c, \"d\"     1*  -1.00E-01\n"
                             "e             20           -\n"
                             "f              3         INF\n"
                             "\nR&D: a note\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
