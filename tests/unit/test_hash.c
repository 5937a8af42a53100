/* Published check values, and pieces against the whole. */
#include "testing.h"

#include "base/hash.h"

static void crc32_is_the_published_one(void **state) {
    (void)state;
    assert_int_equal(heco_hash_crc32(0, "123456789", 9), 0xcbf43926); /* the usual check value */
    assert_int_equal(heco_hash_crc32(heco_hash_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
    assert_int_equal(heco_hash_crc32(0, "", 0), 0);
    unsigned char all[300];
    uint32_t      crc = 0;
    for (size_t i = 0; i < sizeof all; i++) all[i] = (unsigned char)(7 * i + i / 256);
    for (size_t i = 0; i < sizeof all; i++) crc = heco_hash_crc32(crc, all + i, 1);
    assert_int_equal(heco_hash_crc32(0, all, sizeof all), crc);
}

/* From the test vectors of RFC 9923. */
static void fnv1a_is_the_published_one(void **state) {
    (void)state;
    assert_true(heco_hash_fnv1a(HECO_HASH_BEGIN, "", 0) == 0xcbf29ce484222325u);
    assert_true(heco_hash_fnv1a(HECO_HASH_BEGIN, "a", 1) == 0xaf63dc4c8601ec8cu);
    uint64_t half = heco_hash_fnv1a(HECO_HASH_BEGIN, "foo", 3);
    assert_true(heco_hash_fnv1a(half, "bar", 3) == 0x85944171f73967e8u);
}

static void a_table_is_known_by_every_number(void **state) {
    (void)state;
    double v[3] = {1.0, 2.0, 3.0}, swapped[3] = {2.0, 1.0, 3.0}, low[3] = {1.0, 2.0, 3.0};
    low[1] += 0x1p-51; /* the last bit */
    assert_true(heco_hash_doubles(v, 3) != heco_hash_doubles(swapped, 3));
    assert_true(heco_hash_doubles(v, 3) != heco_hash_doubles(low, 3));
    assert_true(heco_hash_doubles(v, 3) != heco_hash_doubles(v, 2));
    assert_true(heco_hash_doubles(v, 0) == HECO_HASH_BEGIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc32_is_the_published_one),
        cmocka_unit_test(fnv1a_is_the_published_one),
        cmocka_unit_test(a_table_is_known_by_every_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
