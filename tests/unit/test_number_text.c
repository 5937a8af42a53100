#include "base/number_text.h"
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

/* The same bits as strtod: ties, long and short, with and without exponent, and what is none. */
static void reading_is_strtod(void **state) {
    (void)state;
    static const char *const text[] = {
        "0",
        "-0",
        "0.0",
        "1",
        "-1.5",
        ".5",
        "5.",
        "1e3",
        "1E-3",
        "1e+05",
        "123456789012345678",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000001",
        "1.7976931348623157e308",
        "18446744073709551615",
        "9999999999999999999",
        "0.0000000000000000001",
        "4.9e-324",
        "1e-400",
        "1e400",
        "inf",
        "nan",
        "0x1p-3",
        "-0x1.8P+1",
        "0X1.FFFFFFFFFFFFFp+1023",
        "0x1.fffffffffffff8p+0",
        "0x1.00000000000008p+0",
        "0x123456789abcdef01p-4",
        "0x0p+0",
        "-0x0.0000000000001p-1022",
        "0x0.00000000000008p-1022",
        "0x1p-1080",
        "0x1p+1024",
        "0x1p99999",
        "0x1p100000",
        "0x.8",
        "0x8.",
        "0x.",
        "0x",
        "0x.p1",
        "0xp1",
        "0x1p",
        "0x1p+",
        "0x1.8.1",
        "0x1.8p1.",
        "0xg",
        "0x1p1p1",
        "+7",
        "72057594037927945",
        "72057594037927944",
        "1e-19",
        "3e19",
        "",
        ".",
        "-",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "12a",
        "1 2",
        "--1",
        "1e5x",
    };
    uint64_t seed = 4;
    for (int i = 0; i < 300000; i++) {
        char   line[64], *end;
        double value = 0.0, want;
        seed         = seed * 6364136223846793005u + 1442695040888963407u;
        size_t rows  = sizeof text / sizeof text[0];
        if ((size_t)i < rows)
            snprintf(line, sizeof line, "%s", text[i]);
        else if (i % 4 == 0)
            snprintf(line, sizeof line, "%.*a", i % 8 ? 13 : i % 15,
                     ldexp((double)(seed >> 11) - 0x1p52, i % 2101 - 1100));
        else
            snprintf(line, sizeof line, "%s%.*g", i % 3 ? "" : "-", 1 + i % 19,
                     (double)(seed >> 11) * 0x1p-53 * pow(10.0, i % 23 - 9));
        want   = strtod(line, &end);
        int ok = line[0] != '\0' && *end == '\0' && end != line;
        if (heco_number_read(line, strlen(line), &value) != ok) fail_msg("'%s'", line);
        if (ok && !(isnan(want) && isnan(value)) && memcmp(&want, &value, sizeof want) != 0)
            fail_msg("'%s' is read as %.17g", line, value);
    }
}

static void whole_numbers(void **state) {
    (void)state;
    char text[HECO_NUMBER_TEXT];
    assert_int_equal(heco_integer_text(text, 0), 1);
    assert_string_equal(text, "0");
    assert_int_equal(heco_integer_text(text, 1020), 4);
    assert_string_equal(text, "1020");
    assert_int_equal(heco_integer_text(text, UINT64_MAX), 20);
    assert_string_equal(text, "18446744073709551615");
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
        cmocka_unit_test(reading_is_strtod),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(points_are_named_and_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
