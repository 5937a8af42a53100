#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is(
        "json",
        "{\n  \"schema\": \"heco-table/1\",\n  \"title\": \"50% of \\\"it\\\"\",\n"
        "  \"notes\": [\"R&D: a note\"],\n  \"rows\": [\n"
        "    {\"name\": \"a_b|c, \\\"d\\\"\", \"rank\": 1, \"mean_value\": -0.1},\n"
        "    {\"name\": \"e\", \"rank\": 20, \"mean_value\": null},\n"
        "    {\"name\": \"f\", \"rank\": 3, \"mean_value\": null}\n  ]\n}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
