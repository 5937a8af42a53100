#include "testing.h"

#include "experiment/trace.h"

enum { ROWS = 70010 };
static double        f[ROWS], viol[ROWS], f2[ROWS], viol2[ROWS];
static unsigned char bytes[17 * ROWS];

static size_t round_trip(size_t rows) {
    size_t size = heco_trace_encode(bytes, f, viol, rows);
    assert_true(size <= heco_trace_room(rows));
    assert_true(heco_trace_decode(f2, viol2, rows, bytes, size));
    assert_memory_equal(f, f2, rows * sizeof *f);
    assert_memory_equal(viol, viol2, rows * sizeof *viol);
    return size;
}

/* The bytes of the description, worked out by hand: 1.0 is 0x3FF0000000000000, 1.5 is
 * 0x3FF8000000000000, so they differ in bit 51: seven bytes, the highest 0x08. */
static void the_form_is_the_documented_one(void **state) {
    (void)state;
    static const unsigned char expected[] = {
        0x88, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, /* 1.5, 1.0         */
        0x07, 0, 0, 0, 0, 0, 0, 0x08,                                     /* f becomes 1.0    */
        0x80, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,                               /* violation 0      */
        0xFF, 5, 0,                                                       /* five more rows   */
        0x00,                                                             /* not here: 1 row  */
    };
    double given_f[]    = {1.5, 1, 1, 1, 1, 1, 1, 1};
    double given_viol[] = {1, 1, 0, 0, 0, 0, 0, 0};
    size_t size         = heco_trace_encode(bytes, given_f, given_viol, 8);
    assert_int_equal(size, sizeof expected - 1);
    assert_memory_equal(bytes, expected, size);
    size = heco_trace_encode(bytes, given_f, given_viol, 4); /* one repeated row is a zero byte */
    assert_int_equal(size, 17 + 8 + 9 + 1);
    assert_int_equal(bytes[size - 1], 0);
}

static void values_come_back_bit_by_bit(void **state) {
    (void)state;
    static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, 5e-324, 1.7976931348623157e308,
                                 -1.0, 1.0 / 3.0};
    for (size_t i = 0; i < 64; i++) {
        f[i]    = odd[i % 8];
        viol[i] = odd[i / 8];
    }
    round_trip(64);
    f[3] = NAN;
    round_trip(64);
    for (size_t i = 0; i < 2001; i++) {
        f[i]    = 1e3 * exp(-0.01 * (double)i) - 7.0;
        viol[i] = i < 500 ? 1.0 / (double)(i + 1) : 0.0;
    }
    assert_true(round_trip(2001) < 2001 * 16);
}

/* Longer runs of equal rows than one count holds, from the first row on. */
static void long_repeats(void **state) {
    (void)state;
    memset(f, 0, sizeof f);
    memset(viol, 0, sizeof viol);
    assert_int_equal(round_trip(ROWS), 6);
    f[0] = 2.0;
    round_trip(ROWS);
    round_trip(1);
    round_trip(3);
    assert_int_equal(heco_trace_encode(bytes, f, viol, 0), 0);
    assert_true(heco_trace_decode(f2, viol2, 0, bytes, 0));
}

static void damage_is_noticed(void **state) {
    (void)state;
    for (size_t i = 0; i < 100; i++) f[i] = (double)(i / 2), viol[i] = 1.0;
    size_t size = heco_trace_encode(bytes, f, viol, 100);
    for (size_t cut = 0; cut < size; cut++)
        assert_false(heco_trace_decode(f2, viol2, 100, bytes, cut));
    assert_false(heco_trace_decode(f2, viol2, 99, bytes, size));
    assert_false(heco_trace_decode(f2, viol2, 101, bytes, size));
    assert_false(heco_trace_decode(f2, viol2, 1, (const unsigned char *)"\x09", 1));
    assert_false(heco_trace_decode(f2, viol2, 1, (const unsigned char *)"\xFF\x02\x00", 3));
    srand(1);
    for (int trial = 0; trial < 20000; trial++) { /* nothing is read or written outside */
        unsigned char noise[40];
        size_t        length = (size_t)rand() % sizeof noise;
        for (size_t i = 0; i < length; i++) noise[i] = (unsigned char)(rand() >> 4);
        heco_trace_decode(f2, viol2, 10, noise, length);
    }
}

static void modes(void **state) {
    (void)state;
    heco_trace_mode mode;
    assert_true(heco_trace_mode_parse("coarse", &mode));
    assert_int_equal(mode, HECO_TRACE_COARSE);
    assert_string_equal(heco_trace_mode_text(HECO_TRACE_NONE), "none");
    assert_false(heco_trace_mode_parse("Full", &mode));
    heco_trace *t = heco_trace_new(4, 10, 7);
    assert_int_equal(t->count, 5);
    assert_true(t->evals[0] == 7 && t->evals[1] == 3 && t->evals[4] == 10);
    heco_trace_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_is_the_documented_one), cmocka_unit_test(values_come_back_bit_by_bit),
        cmocka_unit_test(long_repeats), cmocka_unit_test(damage_is_noticed), cmocka_unit_test(modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
