/* Sizes by name, where sizes stand, and the version as a number. */
#include "testing.h"

#include "heco/heco.h"

static void sizes_are_those_of_the_compiler(void **state) {
    (void)state;
    assert_int_equal(heco_layout_size("heco_batch"), sizeof(heco_batch));
    assert_int_equal(heco_layout_size("heco_problem"), sizeof(heco_problem));
    assert_int_equal(heco_layout_size("heco_outcome"), sizeof(heco_outcome));
    assert_int_equal(heco_layout_size("heco_minimize_options"), sizeof(heco_minimize_options));
    assert_int_equal(heco_layout_size("heco_nothing"), 0);
    assert_int_equal(heco_layout_size(""), 0);
}

static void the_size_comes_first(void **state) {
    (void)state;
    static const size_t at[] = {
        offsetof(heco_problem, size), offsetof(heco_run_options, size),
        offsetof(heco_minimize_options, size), offsetof(heco_runs_options, size),
        offsetof(heco_model_options, size),
        offsetof(heco_plan_options, size), offsetof(heco_bench_options, size),
        offsetof(heco_rank_options, size), offsetof(heco_record, size),
        offsetof(heco_published, size), offsetof(heco_algorithm, size),
        offsetof(heco_backend, size),
    };
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) assert_int_equal(at[i], 0);
}

static void the_version_is_a_number_too(void **state) {
    (void)state;
    char text[40];
    unsigned v = heco_version_number();
    assert_int_equal(v, HECO_VERSION_NUMBER);
    snprintf(text, sizeof text, "%u.%u.%u", v / 10000, v / 100 % 100, v % 100);
    assert_string_equal(text, heco_version());
#if HECO_VERSION_NUMBER < 100
#error "HECO_VERSION_NUMBER cannot be used in #if"
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_those_of_the_compiler),
        cmocka_unit_test(the_size_comes_first),
        cmocka_unit_test(the_version_is_a_number_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
