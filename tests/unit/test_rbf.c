/* Fitted models: the transform, values and gradients. */
#include "testing.h"

#include "base/rng.h"
#include "solver/surrogate/rbf_fit.h"

static void plog_and_back(void **state) {
    (void)state;
    assert_near(heco_plog(1.0, 1.0), log(2.0), 1e-15);
    assert_near(heco_plog(-3.0, 2.0), -2.0 * log(2.5), 1e-15);
    assert_double(heco_plog(0.0, 5.0), 0.0);
    for (double y = -1e6; y < 2e6; y += 314159.0)
        assert_near(heco_plog_inverse(heco_plog(y, 0.25), 0.25), y, 1e-9 * (1.0 + fabs(y)));
    assert_true(isfinite(heco_plog_inverse(1e9, 1.0)));
}

static void terms_by_hand(void **state) {
    (void)state;
    double       row[6];
    const double z[2] = {2, 3}, full[6] = {1, 2, 3, 4, 6, 9}, squares[5] = {1, 2, 3, 4, 9};
    assert_int_equal(heco_rbf_terms(HECO_RBF_LINEAR, 2), 3);
    assert_int_equal(heco_rbf_terms(HECO_RBF_SQUARES, 2), 5);
    assert_int_equal(heco_rbf_terms(HECO_RBF_FULL, 2), 6);
    heco_rbf_write_terms(row, HECO_RBF_FULL, z, 2);
    assert_memory_equal(row, full, sizeof full);
    heco_rbf_write_terms(row, HECO_RBF_SQUARES, z, 2);
    assert_memory_equal(row, squares, sizeof squares);
}

/* One kernel at 0 of weight 2 and the polynomial 1 + z1: at (3, 4) that is 2 * 125 + 4. */
static void a_value_by_hand(void **state) {
    (void)state;
    heco_arena arena;
    heco_rbf   q;
    double     v, y;
    heco_arena_init(&arena);
    heco_rbf_init(&q, 2, 1, 4, &arena);
    assert_false(heco_arena_failed(&arena));
    q.count = 1, q.s = 0.5;
    q.c[0] = 10.0, q.c[1] = 20.0;
    q.lambda[0] = 2.0;
    q.beta[0] = q.beta[1] = 1.0;
    q.out[0]              = (heco_rbf_output){.tail = HECO_RBF_LINEAR, .y0 = 7.0, .scale = 10.0};
    heco_rbf_eval(&q, (const double[]){3, 4}, &v, NULL);
    assert_near(v, 254.0, 1e-12);
    heco_rbf_predict(&q, (const double[]){11.5, 22.0}, &y); /* z = (3, 4) */
    assert_near(y, 2547.0, 1e-11);
    q.out[0].plog = 1, q.out[0].alpha = 100.0;
    heco_rbf_predict(&q, (const double[]){11.5, 22.0}, &y);
    assert_near(y, 7.0 + 100.0 * expm1(25.4), 1e-3);
    assert_near(heco_rbf_slope(&q, 0, 107.0), 0.5, 1e-15);
    q.out[0].tail = HECO_RBF_CONSTANT;
    heco_rbf_predict(&q, (const double[]){11.5, 22.0}, &y);
    assert_double(y, 7.0);
    heco_arena_release(&arena);
}

/* Gradients against central differences, for every kind of polynomial. */
static void gradients_are_those_of_the_values(void **state) {
    (void)state;
    enum { N = 3, M = 4, POINTS = 40 };
    heco_arena arena;
    heco_rng   rng;
    heco_rbf   q;
    heco_arena_init(&arena);
    heco_rng_init(&rng, 3, 0);
    heco_rbf_init(&q, N, M, POINTS, &arena);
    q.count = POINTS - 1, q.s = 1.0;
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < N; j++)
            q.z[i * N + j] = q.zt[j * POINTS + i] = heco_rng_normal_inline(&rng);
    for (size_t i = 0; i < M * POINTS; i++) q.lambda[i] = heco_rng_normal_inline(&rng);
    for (size_t i = 0; i < M * q.terms; i++) q.beta[i] = heco_rng_normal_inline(&rng);
    for (size_t k = 0; k < M; k++) q.out[k].tail = (heco_rbf_tail)k;
    for (int t = 0; t < 20; t++) {
        double z[N], v[M], G[M * N], up[M], down[M], step = 1e-5;
        for (size_t j = 0; j < N; j++) z[j] = heco_rng_normal_inline(&rng);
        heco_rbf_eval(&q, z, v, G);
        heco_rbf_eval(&q, z, up, NULL);
        assert_memory_equal(v, up, sizeof v);
        for (size_t j = 0; j < N; j++) {
            double at = z[j];
            z[j]      = at + step;
            heco_rbf_eval(&q, z, up, NULL);
            z[j] = at - step;
            heco_rbf_eval(&q, z, down, NULL);
            z[j] = at;
            for (size_t k = 0; k < M; k++)
                assert_near(G[k * N + j], (up[k] - down[k]) / (2.0 * step),
                            1e-6 * (1.0 + fabs(v[k])));
        }
    }
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plog_and_back),
        cmocka_unit_test(terms_by_hand),
        cmocka_unit_test(a_value_by_hand),
        cmocka_unit_test(gradients_are_those_of_the_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
