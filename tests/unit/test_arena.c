/* Memory that lives as long as its owner. */
#include "testing.h"

#include "base/arena.h"

static void pieces_are_zeroed_aligned_and_apart(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    unsigned char *piece[20];
    for (size_t i = 0; i < 20; i++) {
        piece[i] = heco_arena_take(&arena, i + 1, 3);
        assert_non_null(piece[i]);
        assert_int_equal((uintptr_t)piece[i] % 64, 0);
        for (size_t k = 0; k < 3 * (i + 1); k++) assert_int_equal(piece[i][k], 0);
        memset(piece[i], (int)i + 1, 3 * (i + 1));
    }
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < 3 * (i + 1); k++) assert_int_equal(piece[i][k], i + 1);
    assert_false(heco_arena_failed(&arena));
    heco_arena_release(&arena);
}

static void nothing_is_a_piece_too(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    assert_non_null(heco_arena_take(&arena, 0, 8)); /* a problem without constraints */
    assert_non_null(heco_arena_take(&arena, 8, 0));
    assert_false(heco_arena_failed(&arena));
    heco_arena_release(&arena);
}

static void an_overflow_fails_and_stays_failed(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    assert_null(heco_arena_take(&arena, SIZE_MAX / 4, 8));
    assert_true(heco_arena_failed(&arena));
    assert_true(arena.wanted == SIZE_MAX);
    assert_null(heco_arena_take(&arena, SIZE_MAX, 1));
    assert_non_null(heco_arena_take(&arena, 1, 1));
    assert_true(heco_arena_failed(&arena));
    heco_arena_release(&arena);
}

static void texts_are_copied(void **state) {
    (void)state;
    heco_arena arena;
    char       word[] = "lambda";
    heco_arena_init(&arena);
    char *copy = heco_arena_text(&arena, word);
    word[0]    = 'g';
    assert_string_equal(copy, "lambda");
    assert_null(heco_arena_text(&arena, NULL));
    assert_false(heco_arena_failed(&arena));
    heco_arena_release(&arena);
    heco_arena_release(&arena); /* empty by now: nothing happens */
}

static void a_rewind_hands_out_the_same_pieces_zeroed(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    unsigned char *a = heco_arena_take(&arena, 10, 1), *b = heco_arena_take(&arena, 100, 1);
    memset(a, 1, 10);
    memset(b, 2, 100);
    heco_arena_rewind(&arena);
    assert_ptr_equal(heco_arena_take(&arena, 9, 1), a);
    assert_ptr_equal(heco_arena_take(&arena, 100, 1), b);
    for (size_t k = 0; k < 100; k++) assert_int_equal(b[k], 0);
    unsigned char *c = heco_arena_take(&arena, 5, 1);
    assert_true(c != a && c != b);
    heco_arena_rewind(&arena);
    unsigned char *larger = heco_arena_take(&arena, 11, 1); /* the first piece is too small now */
    assert_true(larger != a && larger != b && larger != c);
    assert_ptr_equal(heco_arena_take(&arena, 1, 1), a);
    heco_arena_release(&arena);
}

static void an_arena_inside_fails_and_rewinds_with_its_parent(void **state) {
    (void)state;
    heco_arena arena;
    heco_arena_init(&arena);
    heco_arena *first = heco_arena_take_arena(&arena), *second = heco_arena_take_arena(&arena);
    void       *piece = heco_arena_take(first, 3, 8), *other = heco_arena_take(second, 3, 8);
    heco_arena_rewind(first);
    assert_ptr_equal(heco_arena_take(first, 3, 8), piece);
    assert_ptr_not_equal(heco_arena_take(second, 3, 8), other);
    heco_arena_rewind(&arena);
    assert_ptr_equal(heco_arena_take_arena(&arena), first);
    assert_ptr_equal(heco_arena_take_arena(&arena), second);
    assert_ptr_equal(heco_arena_take(second, 3, 8), other);
    assert_null(heco_arena_take(second, SIZE_MAX, 2));
    assert_true(heco_arena_failed(&arena));
    assert_false(heco_arena_failed(first));
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(nothing_is_a_piece_too),
        cmocka_unit_test(an_overflow_fails_and_stays_failed),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(a_rewind_hands_out_the_same_pieces_zeroed),
        cmocka_unit_test(an_arena_inside_fails_and_rewinds_with_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
