/* The list of algorithms: every row can be found by its name, anything else is refused with names that
 * exist. */
#include "testing.h"

#include "heco/heco.h"

static void every_row_is_found_by_its_own_name(void **state) {
    (void)state;
    size_t count = 0;
    for (; heco_algorithm_at(count) != NULL; count++) {
        const heco_algorithm *a     = heco_algorithm_at(count);
        heco_error            error = {HECO_OK, ""};
        assert_ptr_equal(heco_algorithm_find(a->name, &error), a);
        assert_string_equal(error.text, "");
        assert_true(a->size == sizeof(heco_algorithm) && a->title[0] != '\0');
        for (size_t i = 0; i < count; i++) /* a second row of that name would never be found */
            assert_string_not_equal(heco_algorithm_at(i)->name, a->name);
    }
    assert_true(count >= 28);
    assert_null(heco_algorithm_at(count));
    assert_null(heco_algorithm_at(SIZE_MAX));
}

static void the_default_is_auto(void **state) {
    (void)state;
    assert_string_equal(heco_algorithm_default()->name, "auto");
    assert_ptr_equal(heco_algorithm_default(), heco_algorithm_at(0));
}

static void unknown_names_are_refused_with_the_nearest(void **state) {
    (void)state;
    heco_error error = {HECO_OK, ""};
    assert_null(heco_algorithm_find("heco-ed", &error));
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_text(error.text, "'heco-ed' is not an algorithm");
    assert_text(error.text, "heco-de");
    assert_null(heco_algorithm_find("", &error));
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_null(heco_algorithm_find("HECO-DE", &error)); /* names are lower case */
    assert_null(heco_algorithm_find("heco-ed", NULL));   /* nobody listens */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_found_by_its_own_name),
        cmocka_unit_test(the_default_is_auto),
        cmocka_unit_test(unknown_names_are_refused_with_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
