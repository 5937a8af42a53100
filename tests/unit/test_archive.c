/* The archive: room, random overwriting, trimming. */
#include "testing.h"

#include "solver/de/archive.h"

static void it_fills_overwrites_and_trims(void **state) {
    (void)state;
    heco_arena   arena;
    heco_archive a;
    heco_rng     rng;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 1, 0);
    heco_archive_init(&a, 2, 4, &arena);
    for (int i = 0; i < 4; i++) heco_archive_add(&a, (double[]){i, -i}, &rng);
    assert_int_equal(a.count, 4);
    for (int i = 0; i < 4; i++) assert_double(a.x[2 * i + 1], -i);
    heco_archive_add(&a, (double[]){9, -9}, &rng);
    assert_int_equal(a.count, 4);
    int found = 0;
    for (int i = 0; i < 4; i++) found += a.x[2 * i] == 9.0 && a.x[2 * i + 1] == -9.0;
    assert_int_equal(found, 1);
    heco_archive_trim(&a, 2, &rng);
    assert_int_equal(a.count, 2);
    assert_true(a.x[0] != a.x[2] && a.x[1] == -a.x[0] && a.x[3] == -a.x[2]);
    heco_archive_trim(&a, 0, &rng);
    heco_archive_add(&a, (double[]){1, 1}, &rng);
    assert_int_equal(a.count, 0); /* no room, nothing kept */
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_fills_overwrites_and_trims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
