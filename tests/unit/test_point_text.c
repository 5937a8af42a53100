#include "base/point_text.h"
#include "testing.h"

static void numbers_are_short_and_exact(void **state) {
    (void)state;
    static const struct {
        double      value;
        const char *text;
    } row[] = {{0.1, "0.1"},
               {1.0 / 3.0, "0.3333333333333333"},
               {5e-324, "4.94065645841247e-324"},
               {-2.0, "-2"},
               {0.1 + 0.2, "0.30000000000000004"},
               {1e22, "1e+22"},
               {NAN, "nan"},
               {-0.0, "-0"}};
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

/* Numbers of all sizes, among them whole ones, short ones and powers of two with their
 * neighbours: the text reads back to the same bits, and no text with fewer digits does. */
static void every_number_reads_back(void **state) {
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 200000; i++) {
        char   text[HECO_NUMBER_TEXT], shorter[HECO_NUMBER_TEXT];
        double value;
        seed     = seed * 6364136223846793005u + 1442695040888963407u;
        double u = (double)(seed >> 11) * 0x1p-53;
        switch (i % 5) {
        case 0:
            value = u * pow(10.0, i % 31 - 12);
            break;
        case 1:
            value = -floor(u * 1e15);
            break;
        case 2:
            value = floor(u * 1e6) / 1e4;
            break;
        case 3:
            value = nextafter(ldexp(1.0, i % 60 - 10), i % 2 ? 0.0 : 1e300);
            break;
        default:
            value = ldexp(1.0, i % 60 - 10);
        }
        size_t length = heco_number_text(text, value);
        assert_int_equal(length, strlen(text));
        double back = strtod(text, NULL);
        assert_memory_equal(&back, &value, sizeof back);
        int digits = 15;
        do snprintf(shorter, sizeof shorter, "%.*g", digits, value);
        while (strtod(shorter, NULL) != value && ++digits < 17);
        int used = 0, zeros = 0; /* significant digits of the text */
        for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
            if (*c == '0')
                zeros += used > 0;
            else if (*c >= '1' && *c <= '9')
                used += zeros + 1, zeros = 0;
        }
        assert_true(used <= digits);
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
        cmocka_unit_test(every_number_reads_back),
        cmocka_unit_test(points_are_named_and_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
