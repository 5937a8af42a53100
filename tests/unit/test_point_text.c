#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/point_text.h"

static void numbers_are_short_and_exact(void **state) {
    (void)state;
    static const struct {
        double      value;
        const char *text;
    } row[] = {{0.1, "0.1"},  {1.0 / 3.0, "0.3333333333333333"},  {5e-324, "4.94065645841247e-324"},
               {-2.0, "-2"},  {0.1 + 0.2, "0.30000000000000004"}, {1e22, "1e+22"},
               {NAN, "nan"},  {-0.0, "-0"}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char text[HECO_NUMBER_TEXT];
        assert_int_equal(heco_number_text(text, row[i].value), strlen(row[i].text));
        assert_string_equal(text, row[i].text);
        if (!isnan(row[i].value)) {
            double back = strtod(text, NULL);
            assert_memory_equal(&back, &row[i].value, sizeof back);
        }
    }
}

static void points_are_named_and_cut(void **state) {
    (void)state;
    const char *name[] = {"width", "height"};
    double      x[]    = {1.5, 40};
    char        out[64], small[20];
    heco_point_text(out, sizeof out, x, 2, NULL);
    assert_string_equal(out, "(1.5, 40)");
    heco_point_text(out, sizeof out, x, 2, name);
    assert_string_equal(out, "(width = 1.5, height = 40)");
    heco_point_text(small, sizeof small, x, 2, name);
    assert_string_equal(small, "(width = 1.5, ...)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short_and_exact),
        cmocka_unit_test(points_are_named_and_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
