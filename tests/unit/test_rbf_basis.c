/* One basis: it interpolates, and its leave-one-out errors are those of fits without the point. */
#include "testing.h"

#include "base/rng.h"
#include "solver/surrogate/rbf_basis.h"

enum { N = 2, MOST = 24 };

typedef struct {
    heco_arena     arena;
    heco_rbf_work  work;
    heco_rbf_basis basis[HECO_RBF_BASES];
    double         z[MOST * N], zt[MOST * N], kernel[MOST * MOST], values[MOST];
} bench;

static void bench_open(bench *b) {
    memset(b, 0, sizeof *b);
    heco_arena_init(&b->arena);
    heco_rbf_work_init(&b->work, MOST, 1, &b->arena);
    for (int t = 0; t < HECO_RBF_BASES; t++)
        heco_rbf_basis_init(&b->basis[t], (heco_rbf_tail)t, &b->work, N,
                            t == HECO_RBF_QUADRATIC_FORM ? &b->basis[0] : NULL, &b->arena);
    assert_false(heco_arena_failed(&b->arena));
}

/* Points `from` without number `skip`. */
static heco_rbf_task bench_task(bench *b, const double *from, const double *values, size_t count,
                                size_t skip) {
    size_t M = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == skip) continue;
        for (size_t j = 0; j < N; j++) b->z[M * N + j] = b->zt[j * MOST + M] = from[i * N + j];
        b->values[M++] = values[i];
    }
    for (size_t i = 0; i < M; i++)
        for (size_t k = 0; k < M; k++) {
            double dx = b->z[i * N] - b->z[k * N], dy = b->z[i * N + 1] - b->z[k * N + 1];
            b->kernel[i * M + k] = pow(sqrt(dx * dx + dy * dy), 3);
        }
    return (heco_rbf_task){.n       = N,
                           .count   = M,
                           .columns = 1,
                           .near    = M,
                           .stride  = MOST,
                           .z       = b->z,
                           .zt      = b->zt,
                           .kernel  = b->kernel,
                           .values  = b->values};
}

static heco_rbf_basis *bench_solve(bench *b, heco_rbf_tail tail, const heco_rbf_task *task) {
    heco_rbf_basis_solve(&b->basis[0], task, &b->work, NULL);
    if (tail != HECO_RBF_LINEAR)
        heco_rbf_basis_solve(&b->basis[tail], task, &b->work,
                             tail == HECO_RBF_QUADRATIC_FORM ? &b->basis[0] : NULL);
    return &b->basis[tail];
}

static double bench_kernel(heco_rbf_tail tail, const double *x, const double *y) {
    double dx = x[0] - y[0], dy = x[1] - y[1], dot = x[0] * y[0] + x[1] * y[1];
    double form = tail == HECO_RBF_QUADRATIC_FORM ? HECO_RBF_FORM_WEIGHT * dot * dot : 0.0;
    return pow(sqrt(dx * dx + dy * dy), 3) + form;
}

/* Returns the interpolant at x: kernels, and the polynomial through the remaining values. */
static double bench_value(bench *b, const heco_rbf_basis *a, size_t M, const double *x) {
    double rest[MOST], beta[8], row[8], work[1], sum = 0.0;
    for (size_t i = 0; i < M; i++) {
        rest[i] = b->values[i];
        for (size_t k = 0; k < M; k++)
            rest[i] -= a->lambda[k] * bench_kernel(a->tail, b->z + i * N, b->z + k * N);
    }
    heco_qr_apply_t(&a->qr, rest, 1, work);
    heco_qr_solve(&a->qr, beta, rest);
    heco_rbf_tail fitted = a->tail == HECO_RBF_QUADRATIC_FORM ? HECO_RBF_LINEAR : a->tail;
    heco_rbf_write_terms(row, fitted, x, N);
    for (size_t p = 0; p < heco_rbf_terms(fitted, N); p++) sum += beta[p] * row[p];
    for (size_t k = 0; k < M; k++) sum += a->lambda[k] * bench_kernel(a->tail, x, b->z + k * N);
    return sum;
}

static void sample(double *z, double *values, size_t count) {
    heco_rng rng;
    heco_rng_init(&rng, 5, 0);
    for (size_t i = 0; i < count; i++) {
        z[i * N] = heco_rng_normal_inline(&rng), z[i * N + 1] = heco_rng_normal_inline(&rng);
        values[i] = sin(2.0 * z[i * N]) + exp(z[i * N + 1] / 2.0);
    }
}

static void leaving_one_out(void **state) {
    (void)state;
    enum { COUNT = 17 };
    double z[COUNT * N], values[COUNT];
    bench  b;
    bench_open(&b);
    sample(z, values, COUNT);
    for (int t = 0; t < HECO_RBF_BASES; t++) {
        double          error[COUNT];
        heco_rbf_task   task = bench_task(&b, z, values, COUNT, COUNT);
        heco_rbf_basis *a    = bench_solve(&b, (heco_rbf_tail)t, &task);
        assert_int_equal(a->ok, 1);
        for (size_t i = 0; i < COUNT; i++) {
            assert_near(bench_value(&b, a, COUNT, z + i * N), values[i], 1e-9);
            error[i] = a->lambda[i] / a->A[i];
        }
        for (size_t i = 0; i < COUNT; i++) {
            task = bench_task(&b, z, values, COUNT, i);
            a    = bench_solve(&b, (heco_rbf_tail)t, &task);
            assert_near(error[i], values[i] - bench_value(&b, a, COUNT - 1, z + i * N), 1e-8);
        }
    }
    heco_arena_release(&b.arena);
}

/* Too few points, and points on a line: no basis of full rank, but still an interpolant. */
static void few_points_and_lines(void **state) {
    (void)state;
    double z[10 * N], values[10];
    bench  b;
    bench_open(&b);
    sample(z, values, 10);
    assert_false(heco_rbf_basis_is_usable(&b.basis[HECO_RBF_LINEAR], 4));
    assert_true(heco_rbf_basis_is_usable(&b.basis[HECO_RBF_LINEAR], 5));
    assert_false(heco_rbf_basis_is_usable(&b.basis[HECO_RBF_FULL], 7));
    heco_rbf_task task = bench_task(&b, z, values, 4, 10);
    assert_int_equal(bench_solve(&b, HECO_RBF_LINEAR, &task)->ok, 0);
    for (size_t i = 0; i < 10; i++) z[i * N + 1] = 2.0 * z[i * N] + 1.0;
    task              = bench_task(&b, z, values, 10, 10);
    heco_rbf_basis *a = bench_solve(&b, HECO_RBF_LINEAR, &task);
    assert_int_equal(a->ok, 1);
    assert_int_equal(a->qr.rank, 2);
    for (size_t i = 0; i < 10; i++) assert_near(bench_value(&b, a, 10, z + i * N), values[i], 1e-8);
    heco_arena_release(&b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_one_out),
        cmocka_unit_test(few_points_and_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
