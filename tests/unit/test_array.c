/* Arrays that grow keep their elements, also without memory. */
#include "testing.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"

static void an_array_grows_and_keeps_its_elements(void **state) {
    (void)state;
    uint64_t *value    = NULL;
    size_t    capacity = 0, reached = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        size_t before = capacity;
        assert_true(heco_array_grow(&value, (size_t)i, &capacity, sizeof *value));
        assert_true(capacity > i && (capacity == before || i == before));
        reached += capacity != before;
        value[i] = 7 * i;
    }
    assert_int_equal(reached, 7); /* 16, 32, .., 1024 */
    for (uint64_t i = 0; i < 1000; i++) assert_true(value[i] == 7 * i);
    free(value);
}

static void without_memory_the_array_stays(void **state) {
    (void)state;
    int   *value    = NULL;
    size_t capacity = SIZE_MAX / 16;
    assert_true(heco_array_resize(&value, 3, sizeof *value));
    int *first = value;
    value[2]   = 5;
    assert_false(heco_array_resize(&value, PTRDIFF_MAX / sizeof *value, sizeof *value));
    assert_false(heco_array_grow(&value, capacity, &capacity, sizeof *value));
    assert_true(capacity == SIZE_MAX / 16);
    assert_ptr_equal(value, first);
    assert_int_equal(value[2], 5);
    free(value);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_array_grows_and_keeps_its_elements),
                                       cmocka_unit_test(without_memory_the_array_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
