/* Principal components: points on a line and in a plane, both ways of computing, explained variance. */
#include "testing.h"

#include "base/rng.h"
#include "solver/heco/pca.h"

static const size_t all[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* (0, 0), (2, 2), (4, 4): mean (2, 2), direction (1, 1)/sqrt(2). */
static void a_line_by_hand(void **state) {
    (void)state;
    const double x[] = {0, 0, 9, 9, 2, 2, 4, 4};
    const size_t member[] = {0, 2, 3};
    heco_arena   arena;
    heco_pca     p;
    heco_arena_init(&arena);
    heco_pca_init(&p, 2, 3, 2, &arena);
    assert_int_equal(heco_pca_fit(&p, x, member, 3, 0.0), 0);
    assert_int_equal(p.count, 1); /* no variance across the line */
    assert_near(p.mean[0], 2.0, 1e-15);
    assert_near(p.direction[0], sqrt(0.5), 1e-12);
    assert_near(p.direction[1], sqrt(0.5), 1e-12);
    double u[2] = {5, 1}; /* foot of the perpendicular on y = x */
    heco_pca_project(&p, u);
    assert_near(u[0], 3.0, 1e-12);
    assert_near(u[1], 3.0, 1e-12);
    heco_arena_release(&arena);
}

/* Variances 100, 9 and 1 along the axes of six points: 90.9, 99.1, 100 % explained. */
static void the_largest_come_first(void **state) {
    (void)state;
    const double x[] = {0, 10, 0, 0, -10, 0, 3, 0, 0, -3, 0, 0, 0, 0, 1, 0, 0, -1};
    heco_arena   arena;
    heco_pca     p;
    heco_arena_init(&arena);
    heco_pca_init(&p, 3, 6, 2, &arena);
    assert_int_equal(heco_pca_fit(&p, x, all, 6, 0.0), 0);
    assert_int_equal(p.count, 2);
    assert_near(p.direction[1], 1.0, 1e-12);
    assert_near(p.direction[3], 1.0, 1e-12);
    double u[3] = {5, 7, 4};
    heco_pca_project(&p, u);
    assert_near(u[0], 5.0, 1e-12);
    assert_near(u[1], 7.0, 1e-12);
    assert_near(u[2], 0.0, 1e-12);
    assert_int_equal(heco_pca_fit(&p, x, all, 6, 0.9), 0);
    assert_int_equal(p.count, 1);
    assert_int_equal(heco_pca_fit(&p, x, all, 6, 0.95), 0);
    assert_int_equal(p.count, 2);
    heco_arena_release(&arena);
}

/* More coordinates than rows: the rows themselves are reproduced by rows - 1 components, and any
 * point's projection is one (projecting again changes nothing, the rest is orthogonal). */
static void more_coordinates_than_rows(void **state) {
    (void)state;
    enum { N = 12, ROWS = 5 };
    double     x[ROWS * N], u[N], once[N];
    heco_rng   rng;
    heco_arena arena;
    heco_pca   p;
    heco_rng_init(&rng, 4, 0);
    heco_arena_init(&arena);
    for (size_t i = 0; i < ROWS * N; i++) x[i] = heco_rng_uniform_inline(&rng);
    heco_pca_init(&p, N, ROWS, 9, &arena);
    assert_int_equal(heco_pca_fit(&p, x, all, ROWS, 0.0), 0);
    assert_int_equal(p.count, ROWS - 1);
    for (size_t a = 0; a < p.count; a++)
        for (size_t b = 0; b <= a; b++) {
            double dot = 0.0;
            for (size_t j = 0; j < N; j++) dot += p.direction[a * N + j] * p.direction[b * N + j];
            assert_near(dot, a == b ? 1.0 : 0.0, 1e-12);
        }
    for (size_t i = 0; i < ROWS; i++) {
        memcpy(u, x + i * N, sizeof u);
        heco_pca_project(&p, u);
        for (size_t j = 0; j < N; j++) assert_near(u[j], x[i * N + j], 1e-12);
    }
    for (size_t j = 0; j < N; j++) u[j] = 3.0 * heco_rng_uniform_inline(&rng);
    memcpy(once, u, sizeof u);
    heco_pca_project(&p, once);
    double dot = 0.0, twice[N];
    memcpy(twice, once, sizeof once);
    heco_pca_project(&p, twice);
    for (size_t j = 0; j < N; j++) {
        assert_near(twice[j], once[j], 1e-12);
        dot += (u[j] - once[j]) * (once[j] - p.mean[j]);
    }
    assert_near(dot, 0.0, 1e-12);
    heco_arena_release(&arena);
}

/* The same rows padded with zero coordinates: X X^T instead of X^T X, the same subspace. */
static void both_ways_agree(void **state) {
    (void)state;
    enum { N = 4, ROWS = 6, WIDE = 9 };
    double     x[ROWS * N], y[ROWS * WIDE] = {0}, u[N], w[WIDE] = {0};
    heco_rng   rng;
    heco_arena arena;
    heco_pca   p, q;
    heco_rng_init(&rng, 5, 0);
    heco_arena_init(&arena);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < N; j++) y[i * WIDE + 2 * j] = x[i * N + j] = heco_rng_normal_inline(&rng);
    heco_pca_init(&p, N, ROWS, 2, &arena);
    heco_pca_init(&q, WIDE, ROWS, 2, &arena);
    assert_int_equal(heco_pca_fit(&p, x, all, ROWS, 0.0), 0);
    assert_int_equal(heco_pca_fit(&q, y, all, ROWS, 0.0), 0);
    for (size_t j = 0; j < N; j++) w[2 * j] = u[j] = 2.0 * heco_rng_normal_inline(&rng);
    heco_pca_project(&p, u);
    heco_pca_project(&q, w);
    for (size_t j = 0; j < N; j++) assert_near(w[2 * j], u[j], 1e-12);
    heco_arena_release(&arena);
}

static void degenerate_rows(void **state) {
    (void)state;
    double     x[] = {1, 2, 1, 2, 1, 2}, u[2] = {5, 5};
    heco_arena arena;
    heco_pca   p;
    heco_arena_init(&arena);
    heco_pca_init(&p, 2, 3, 2, &arena);
    assert_int_equal(heco_pca_fit(&p, x, all, 3, 0.0), 0);
    assert_int_equal(p.count, 0); /* all the same point: there is nothing but the mean */
    heco_pca_project(&p, u);
    assert_double(u[0], 1.0);
    x[3] = INFINITY;
    assert_int_not_equal(heco_pca_fit(&p, x, all, 3, 0.0), 0);
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_by_hand),             cmocka_unit_test(the_largest_come_first),
        cmocka_unit_test(more_coordinates_than_rows), cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(degenerate_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
