/* Letters, whole numbers, numbers and names, from text and from bytes in either order. */
#include "models/nl/nl_reader.h"

#include "model_files.h"

static heco_nl_reader reader(const char *bytes, size_t size, int binary, int swap) {
    const char *path = files_write("read", NULL);
    FILE       *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    return (heco_nl_reader){.file = fopen(path, "rb"), .binary = binary, .swap = swap};
}

static void lines_of_text(void **state) {
    (void)state;
    static const char text[] =
        "V7 -3 0\t# a comment 5\n12 1.5e-3\r\n  4   inf\nS0 1 name\n\nx2147483639\n"
        "k99999999999\nn0x\n1 nan\nlast";
    heco_nl_reader r = reader(text, sizeof text - 1, 0, 0);
    long           a, b, c;
    assert_int_equal(heco_nl_letter(&r), 'V');
    assert_true(heco_nl_int(&r, &a) && heco_nl_int(&r, &b) && heco_nl_int(&r, &c));
    assert_true(a == 7 && b == -3 && c == 0);
    assert_false(heco_nl_int(&r, &a)); /* the rest is a comment */
    assert_true(heco_nl_group(&r) && heco_nl_int(&r, &a) && a == 12 && heco_nl_real(&r));
    assert_true(heco_nl_group(&r) && heco_nl_int(&r, &a) && a == 4 && heco_nl_real(&r));
    assert_false(heco_nl_real(&r));
    assert_int_equal(heco_nl_letter(&r), 'S');
    assert_true(heco_nl_int(&r, &a) && heco_nl_int(&r, &b) && heco_nl_name(&r));
    assert_int_equal(heco_nl_letter(&r), '\n');
    assert_int_equal(heco_nl_letter(&r), 'x');
    assert_true(heco_nl_int(&r, &a) && a == 2147483639);
    assert_int_equal(heco_nl_letter(&r), 'k');
    assert_false(heco_nl_int(&r, &a)); /* beyond the range of int */
    assert_int_equal(heco_nl_letter(&r), 'n');
    assert_false(heco_nl_real(&r));
    assert_true(heco_nl_group(&r) && heco_nl_int(&r, &a));
    assert_false(heco_nl_real(&r)); /* a NaN is not a number */
    assert_int_equal(r.place, 9);
    assert_false(r.ended);
    assert_int_equal(heco_nl_letter(&r), EOF); /* a line without an end was cut */
    assert_true(r.ended);
    fclose(r.file);
}

/* The library that reads the file after us would see two lines, or half of one. */
static void control_characters(void **state) {
    (void)state;
    static const char text[] = "one\r\nt\0wo\nth\rree\nfour";
    heco_nl_reader    r      = reader(text, sizeof text - 1, 0, 0);
    char              line[4];
    assert_int_equal(heco_nl_text(r.file, line, sizeof line), 1);
    assert_string_equal(line, "one");
    assert_int_equal(heco_nl_text(r.file, line, sizeof line), -1);
    assert_int_equal(heco_nl_text(r.file, line, sizeof line), -1);
    assert_int_equal(heco_nl_text(r.file, line, sizeof line), 0);
    assert_string_equal(line, "fou");
    fclose(r.file);
}

/* Of a line of any length only the beginning is kept. */
static void long_lines(void **state) {
    (void)state;
    static char text[5000];
    long        a;
    memset(text, 'x', sizeof text);
    memcpy(text, "v12 ", 4);
    text[4900] = '\n', text[4901] = 'w', text[4902] = '3', text[4999] = '\n';
    text[4903]       = ' ';
    heco_nl_reader r = reader(text, sizeof text, 0, 0);
    assert_int_equal(heco_nl_letter(&r), 'v');
    assert_true(heco_nl_int(&r, &a) && a == 12);
    assert_int_equal(heco_nl_letter(&r), 'w');
    assert_true(heco_nl_int(&r, &a) && a == 3);
    assert_int_equal(heco_nl_letter(&r), EOF);
    fclose(r.file);
}

static void bytes_in_either_order(void **state) {
    (void)state;
    static const unsigned char little[]  = {'V', 2,   1, 0, 0, 0xfe, 0xff, 3, 0,    0,    0, 'a',
                                            'b', 'c', 0, 0, 0, 0,    0,    0, 0xf0, 0x3f, 9};
    static const unsigned char big[]     = {'V', 0,   0,    1,    2, 0xff, 0xfe, 0, 0, 0, 3, 'a',
                                            'b', 'c', 0x3f, 0xf0, 0, 0,    0,    0, 0, 0, 9};
    static const short         one       = 1;
    int                        is_little = *(const char *)&one == 1;
    for (int order = 0; order < 2; order++) {
        heco_nl_reader r =
            reader((const char *)(order ? big : little), sizeof big, 1, order == is_little);
        long a;
        assert_int_equal(heco_nl_letter(&r), 'V');
        assert_true(heco_nl_int(&r, &a) && a == 258);
        assert_true(heco_nl_short(&r, &a) && a == -2);
        assert_true(heco_nl_name(&r) && heco_nl_real(&r));
        assert_int_equal(r.place, 22);
        assert_false(heco_nl_int(&r, &a)); /* one byte is left of four */
        assert_true(r.ended);
        fclose(r.file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_text),
        cmocka_unit_test(control_characters),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(bytes_in_either_order),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
