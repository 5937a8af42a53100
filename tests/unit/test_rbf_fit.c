/* Fitting: quantiles, windows, functions that are reproduced exactly, the choice of the transform. */
#include "testing.h"

#include "base/rng.h"
#include "solver/surrogate/rbf_fit.h"

enum { N = 3, M = 2, ROWS = 60 };

typedef struct {
    heco_arena      arena;
    heco_rng        rng;
    heco_rbf_fitter fitter;
    heco_rbf        q;
    double          x[ROWS * N], y[ROWS * M];
    unsigned char   usable[ROWS];
    heco_rbf_data   data;
} bench;

static double quadratic(const double *x) {
    return 3.0 + x[0] - 2.0 * x[1] + x[0] * x[0] - 4.0 * x[0] * x[1] + 2.0 * x[1] * x[2] +
           0.5 * x[2] * x[2];
}

static void bench_open(bench *b, size_t count) {
    memset(b, 0, sizeof *b);
    heco_arena_init(&b->arena);
    heco_rng_init(&b->rng, 11, 0);
    heco_rbf_fitter_init(&b->fitter, N, M, 40, ROWS, &b->arena);
    heco_rbf_init(&b->q, N, M, 40, &b->arena);
    assert_false(heco_arena_failed(&b->arena));
    for (size_t i = 0; i < count * N; i++) b->x[i] = heco_rng_uniform_inline(&b->rng);
    memset(b->usable, 1, sizeof b->usable);
    b->data = (heco_rbf_data){b->x, b->y, b->usable, count};
    for (size_t i = 0; i < count; i++) {
        b->y[i * M]     = quadratic(b->x + i * N);
        b->y[i * M + 1] = exp(12.0 * b->x[i * N]) - 50.0;
    }
}

/* (n+1)(n+2)/2 + 2 = 12 points make a quadratic exact everywhere. */
static void a_quadratic_is_reproduced(void **state) {
    (void)state;
    bench b;
    bench_open(&b, 12);
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
    assert_int_equal(b.q.out[0].tail, HECO_RBF_FULL);
    assert_int_equal(b.q.out[0].plog, 0);
    for (int t = 0; t < 50; t++) {
        double x[N], y[M];
        for (size_t j = 0; j < N; j++) x[j] = 2.0 * heco_rng_uniform_inline(&b.rng) - 0.5;
        heco_rbf_predict(&b.q, x, y);
        assert_near(y[0], quadratic(x), 1e-9);
    }
    heco_arena_release(&b.arena);
}

/* With fewer points a quadratic form of least norm comes close between them, closer than the cubic
 * with a linear polynomial. */
static void few_points_of_a_quadratic(void **state) {
    (void)state;
    bench  b;
    double error[2] = {0, 0};
    for (int form = 0; form < 2; form++) {
        bench_open(&b, 11);
        heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
        if (form)
            assert_int_equal(b.q.out[0].tail, HECO_RBF_QUADRATIC_FORM);
        else { /* the same without that basis */
            b.fitter.basis[HECO_RBF_QUADRATIC_FORM].terms = 0;
            b.fitter.basis[HECO_RBF_SQUARES].terms        = 0;
            heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
            assert_int_equal(b.q.out[0].tail, HECO_RBF_LINEAR);
        }
        for (size_t i = 0; i + 1 < 11; i++) {
            double x[N], y[M];
            for (size_t j = 0; j < N; j++) x[j] = 0.9 * b.x[i * N + j] + 0.1 * b.x[i * N + N + j];
            heco_rbf_predict(&b.q, x, y);
            error[form] = fmax(error[form], fabs(y[0] - quadratic(x)));
        }
        heco_arena_release(&b.arena);
    }
    assert_true(error[1] < 0.05); /* the function spans about 8 here */
    assert_true(error[1] < 0.75 * error[0]);
}

static void an_exponential_is_modelled_by_its_logarithm(void **state) {
    (void)state;
    bench b;
    bench_open(&b, 30);
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
    assert_int_equal(b.q.out[1].plog, 1);
    for (size_t i = 0; i < 30; i++) { /* and every point is met */
        double y[M];
        heco_rbf_predict(&b.q, b.x + i * N, y);
        assert_near(y[1], b.y[i * M + 1], 1e-6 * (1.0 + fabs(b.y[i * M + 1])));
    }
    heco_arena_release(&b.arena);
}

/* The nearest usable points, as many as the cap allows. */
static void windows(void **state) {
    (void)state;
    bench b;
    bench_open(&b, 50);
    b.usable[7]    = 0;
    b.y[7 * M]     = NAN;
    double score   = heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x + 5 * N, 20, 0);
    double largest = 0.0;
    size_t nearer  = 0;
    assert_true(isfinite(score));
    assert_int_equal(b.q.count, 20);
    for (size_t i = 0; i < 20; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < N; j++) sum += b.q.z[i * N + j] * b.q.z[i * N + j];
        largest = fmax(largest, sqrt(sum) * b.q.s);
    }
    for (size_t i = 0; i < 50; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < N; j++)
            sum += (b.x[i * N + j] - b.x[5 * N + j]) * (b.x[i * N + j] - b.x[5 * N + j]);
        nearer += i != 7 && sqrt(sum) <= largest + 1e-12;
    }
    assert_int_equal(nearer, 20);
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 1000, 0);
    assert_int_equal(b.q.count, 40); /* the capacity */
    b.data.count = 3;                /* too few for any basis: the value at the centre */
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
    double y[M];
    heco_rbf_predict(&b.q, b.x + 2 * N, y);
    assert_double(y[0], b.y[0]);
    heco_arena_release(&b.arena);
}

/* With a nugget the model smooths: it does not meet a value that is off. */
static void noise_is_smoothed(void **state) {
    (void)state;
    bench  b;
    double exact[M], smooth[M];
    bench_open(&b, 40);
    b.y[20 * M] += 1.0;
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
    heco_rbf_predict(&b.q, b.x + 20 * N, exact);
    b.fitter.noise = 1.0;
    heco_rbf_fit(&b.fitter, &b.q, &b.data, b.x, 40, 0);
    heco_rbf_predict(&b.q, b.x + 20 * N, smooth);
    assert_near(exact[0], b.y[20 * M], 1e-6);
    assert_true(fabs(smooth[0] - quadratic(b.x + 20 * N)) < 0.75);
    heco_arena_release(&b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quadratic_is_reproduced),
        cmocka_unit_test(few_points_of_a_quadratic),
        cmocka_unit_test(an_exponential_is_modelled_by_its_logarithm),
        cmocka_unit_test(windows),
        cmocka_unit_test(noise_is_smoothed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
