/* The factors of an active set: J'BJ = I and J'N = [R; 0] after any changes. */
#include "testing.h"

#include "base/rng.h"
#include "solver/sqp/active_set.h"

enum { N = 6 };

typedef struct {
    heco_arena  arena;
    heco_active_set a;
    heco_rng    rng;
    double      B[N * N], rows[N][N]; /* rows[i]: the normal with id i, sign included */
} factors;

static void factors_open(factors *t, uint64_t seed) {
    double root[N * N];
    memset(t, 0, sizeof *t);
    heco_arena_init(&t->arena);
    heco_rng_init(&t->rng, seed, 0);
    heco_active_set_init(&t->a, N, &t->arena);
    assert_false(heco_arena_failed(&t->arena));
    for (size_t i = 0; i < N * N; i++) root[i] = heco_rng_uniform(&t->rng) - 0.5;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            t->B[i * N + j] = i == j ? 0.5 : 0.0;
            for (size_t k = 0; k < N; k++) t->B[i * N + j] += root[i * N + k] * root[j * N + k];
        }
    assert_int_equal(heco_active_set_factor(&t->a, t->B, N), 1);
}

static void factors_close(factors *t) { heco_arena_release(&t->arena); }

static void factors_add(factors *t, size_t id, double sign) {
    double row[N];
    for (size_t j = 0; j < N; j++) row[j] = heco_rng_uniform(&t->rng) - 0.5, t->rows[id][j] = sign * row[j];
    heco_active_set_project(&t->a, row, sign);
    assert_int_equal(heco_active_set_is_independent(&t->a), 1);
    heco_active_set_add(&t->a, id);
}

static double times(const double *a, const double *b) {
    double sum = 0.0;
    for (size_t j = 0; j < N; j++) sum += a[j] * b[j];
    return sum;
}

/* Both conditions, from their definitions. */
static void assert_factors(const factors *t) {
    const heco_active_set *a = &t->a;
    for (size_t k = 0; k < N; k++)
        for (size_t l = 0; l < N; l++) {
            double BJ[N];
            for (size_t i = 0; i < N; i++) BJ[i] = times(t->B + i * N, a->J + l * N);
            assert_near(times(a->J + k * N, BJ), k == l ? 1.0 : 0.0, 1e-10);
        }
    for (size_t c = 0; c < a->count; c++)
        for (size_t k = 0; k < N; k++)
            assert_near(times(a->J + k * N, t->rows[a->id[c]]), k <= c ? a->R[c * N + k] : 0.0, 1e-10);
}

static void constraints_come_and_go(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        factors t;
        factors_open(&t, seed);
        assert_factors(&t);
        for (size_t id = 0; id < N; id++) {
            factors_add(&t, id, id % 2 == 0 ? 1.0 : -1.0);
            assert_int_equal(t.a.count, id + 1);
            assert_factors(&t);
        }
        heco_active_set_drop(&t.a, 0); /* the first, one in the middle, the last */
        assert_factors(&t);
        heco_active_set_drop(&t.a, 2);
        assert_factors(&t);
        heco_active_set_drop(&t.a, t.a.count - 1);
        assert_factors(&t);
        assert_int_equal(t.a.count, N - 3);
        assert_int_equal(t.a.id[0], 1);
        assert_int_equal(t.a.id[2], 4);
        factors_add(&t, 0, -1.0); /* and back, another one */
        assert_factors(&t);
        assert_int_equal(t.a.changes, N + 3 + 1);
        heco_active_set_clear(&t.a);
        assert_true(t.a.count == 0 && t.a.changes == 0);
        assert_factors(&t);
        factors_close(&t);
    }
}

/* The span of the active normals is dependent; a unit vector equals the row with its coefficients. */
static void dependent_normals_are_noticed(void **state) {
    (void)state;
    factors t;
    double  sum[N], unit[N] = {0}, z[N];
    factors_open(&t, 3);
    factors_add(&t, 0, 1.0);
    factors_add(&t, 1, 1.0);
    for (size_t j = 0; j < N; j++) sum[j] = 2.0 * t.rows[0][j] - 3.0 * t.rows[1][j];
    heco_active_set_project(&t.a, sum, 1.0);
    assert_int_equal(heco_active_set_is_independent(&t.a), 0);
    unit[4] = 1.0;
    heco_active_set_project(&t.a, unit, -1.0);
    double tail = t.a.tail;
    memcpy(z, t.a.z, sizeof z);
    heco_active_set_project_unit(&t.a, 4, -1.0);
    assert_near(t.a.tail, tail, 1e-14);
    for (size_t j = 0; j < N; j++) assert_near(t.a.z[j], z[j], 1e-14);
    assert_near(times(z, t.rows[0]), 0.0, 1e-12); /* the step keeps the active ones */
    assert_near(times(z, t.rows[1]), 0.0, 1e-12);
    assert_near(-z[4], tail, 1e-12); /* a'z, a = -e_4 */
    while (t.a.count < N) factors_add(&t, t.a.count, 1.0);
    heco_active_set_project_unit(&t.a, 0, 1.0);
    assert_int_equal(heco_active_set_is_independent(&t.a), 0); /* n of them leave nothing */
    factors_close(&t);
}

static void systems_with_R_are_solved(void **state) {
    (void)state;
    factors t;
    double  v[N] = {3, -1, 4, 1}, r[N], back;
    factors_open(&t, 5);
    for (size_t id = 0; id < 4; id++) factors_add(&t, id, 1.0);
    heco_active_set_solve(&t.a, r, v);
    for (size_t k = 0; k < 4; k++) { /* R is upper triangular, stored by columns */
        back = 0.0;
        for (size_t c = k; c < 4; c++) back += t.a.R[c * N + k] * r[c];
        assert_near(back, v[k], 1e-10);
    }
    heco_active_set_solve_transposed(&t.a, r, v);
    for (size_t c = 0; c < 4; c++) {
        back = 0.0;
        for (size_t k = 0; k <= c; k++) back += t.a.R[c * N + k] * r[k];
        assert_near(back, v[c], 1e-10);
    }
    factors_close(&t);
}

static void an_indefinite_matrix_is_refused(void **state) {
    (void)state;
    factors t;
    factors_open(&t, 7);
    t.B[0] = -1.0;
    assert_int_equal(heco_active_set_factor(&t.a, t.B, N), 0);
    t.B[0] = NAN;
    assert_int_equal(heco_active_set_factor(&t.a, t.B, N), 0);
    factors_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_come_and_go),
        cmocka_unit_test(dependent_normals_are_noticed),
        cmocka_unit_test(systems_with_R_are_solved),
        cmocka_unit_test(an_indefinite_matrix_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
