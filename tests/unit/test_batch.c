/* Rows: their places and copies. */
#include "testing.h"

#include "problem/batch_init.h"

static heco_space space(size_t n, size_t ng, size_t nh) {
    heco_space s = heco_problem_default().space;
    s.n = n, s.ng = ng, s.nh = nh;
    return s;
}

static void rows_do_not_overlap(void **state) {
    (void)state;
    heco_space  s = space(3, 2, 1);
    heco_batch *b;
    assert_int_equal(heco_batch_new(&b, &s, 4), HECO_OK);
    assert_int_equal(b->count, 0);
    assert_int_equal(b->capacity, 4);
    assert_int_equal(b->n, 3);
    assert_int_equal(b->ng, 2);
    assert_int_equal(b->nh, 1);
    for (size_t i = 0; i < 4 * 3; i++) b->x[i] = (double)i;
    for (size_t i = 0; i < 4 * 2; i++) b->g[i] = 100.0 + (double)i;
    for (size_t i = 0; i < 4; i++)
        b->f[i] = -1.0, b->h[i] = -2.0, b->viol[i] = -3.0, b->state[i] = 9;
    for (size_t i = 0; i < 4 * 3; i++) assert_double(b->x[i], (double)i);
    for (size_t i = 0; i < 4 * 2; i++) assert_double(b->g[i], 100.0 + (double)i);
    heco_batch_free(b);
    heco_batch_free(NULL);
}

static void a_row_is_copied_whole(void **state) {
    (void)state;
    heco_space  s = space(2, 1, 1);
    heco_batch *a, *b;
    assert_int_equal(heco_batch_new(&a, &s, 2), HECO_OK);
    assert_int_equal(heco_batch_new(&b, &s, 3), HECO_OK);
    a->x[2] = 1.0, a->x[3] = 2.0, a->f[1] = 3.0, a->g[1] = 4.0, a->h[1] = 5.0;
    a->viol[1] = 6.0, a->state[1] = HECO_ROW_FAILED;
    heco_batch_copy_row(b, 2, a, 1);
    assert_double(b->x[4], 1.0);
    assert_double(b->x[5], 2.0);
    assert_double(b->f[2], 3.0);
    assert_double(b->g[2], 4.0);
    assert_double(b->h[2], 5.0);
    assert_double(b->viol[2], 6.0);
    assert_int_equal(b->state[2], HECO_ROW_FAILED);
    assert_double(b->x[3], 0.0);
    assert_double(b->f[1], 0.0);
    heco_batch_free(a);
    heco_batch_free(b);
}

static void too_large_is_refused(void **state) {
    (void)state;
    heco_space  s = space(1000, 0, 0);
    heco_batch *b = (heco_batch *)&s;
    assert_int_equal(heco_batch_new(&b, &s, SIZE_MAX / 1000), HECO_ERR_MEMORY);
    assert_null(b);
    assert_int_equal(heco_batch_new(&b, &s, SIZE_MAX / 2 + 1), HECO_ERR_MEMORY);
    assert_null(b);
}

static void no_constraints_no_arrays_needed(void **state) {
    (void)state;
    heco_space  s = space(1, 0, 0);
    heco_batch *a, *b;
    assert_int_equal(heco_batch_new(&a, &s, 1), HECO_OK);
    assert_int_equal(heco_batch_new(&b, &s, 1), HECO_OK);
    a->x[0] = 4.0;
    heco_batch_copy_row(b, 0, a, 0);
    assert_double(b->x[0], 4.0);
    heco_batch_free(a);
    heco_batch_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_overlap),
        cmocka_unit_test(a_row_is_copied_whole),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(no_constraints_no_arrays_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
