/* Rows: their places and views of them. */
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

static void a_view_shares_the_rows(void **state) {
    (void)state;
    heco_space  s = space(2, 1, 3);
    heco_batch *a;
    assert_int_equal(heco_batch_new(&a, &s, 5), HECO_OK);
    a->count        = 5;
    heco_batch part = heco_batch_rows(a, 2, 4);
    assert_int_equal(part.count, 2);
    assert_int_equal(part.capacity, 2);
    part.x[1] = 1.0, part.f[1] = 2.0, part.g[0] = 3.0, part.h[4] = 4.0;
    part.viol[0] = 5.0, part.state[1] = HECO_ROW_FAILED;
    assert_double(a->x[5], 1.0);
    assert_double(a->f[3], 2.0);
    assert_double(a->g[2], 3.0);
    assert_double(a->h[10], 4.0);
    assert_double(a->viol[2], 5.0);
    assert_int_equal(a->state[3], HECO_ROW_FAILED);
    assert_int_equal(a->count, 5);
    heco_batch_free(a);
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

static void a_view_may_be_empty(void **state) {
    (void)state;
    heco_space  s = space(1, 0, 0);
    heco_batch *a;
    assert_int_equal(heco_batch_new(&a, &s, 1), HECO_OK);
    heco_batch part = heco_batch_rows(a, 1, 1);
    assert_int_equal(part.count, 0);
    part = heco_batch_rows(a, 0, 1);
    part.x[0] = 4.0;
    assert_double(a->x[0], 4.0);
    heco_batch_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_overlap),
        cmocka_unit_test(a_view_shares_the_rows),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(a_view_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
