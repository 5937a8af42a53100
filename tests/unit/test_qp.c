#include "testing.h"

#include "base/rng.h"
#include "solver/sqp/qp.h"

enum { QP_N = 40, QP_M = 50 };

typedef struct {
    size_t     n, m;
    double     B[QP_N * QP_N], A[QP_M * QP_N], b[QP_N], lo[QP_M], up[QP_M], dl[QP_N], du[QP_N], rho;
    double     d[QP_N], lambda[QP_M];
    heco_qp    qp;
    heco_arena arena;
} program;

static void program_open(program *t) {
    heco_arena_init(&t->arena);
    memset(&t->qp, 0, sizeof t->qp);
    heco_qp_init(&t->qp, QP_N, QP_M, &t->arena);
    assert_false(heco_arena_failed(&t->arena));
}

static void program_close(program *t) { heco_arena_release(&t->arena); }

static int program_solve(program *t) {
    heco_qp_program p = {t->b, t->lo, t->up, t->dl, t->du, t->rho};
    return heco_qp_solve(&t->qp, t->d, t->lambda, &p);
}

static void program_set(program *t) {
    assert_true(heco_qp_set_hessian(&t->qp, t->B, t->n));
    heco_qp_set_rows(&t->qp, t->A, t->m);
}

/* How much v is above 0 by at most `least`, or inside. */
static double beyond(double v) { return v > 0.0 ? v : 0.0; }

/* The largest violation of the optimality conditions; the program is convex, so 0 is a proof. */
static double kkt_error(const program *t) {
    double worst = 0.0;
    for (size_t j = 0; j < t->n; j++) {
        double r = t->b[j];
        for (size_t k = 0; k < t->n; k++) r += t->B[j * t->n + k] * t->d[k];
        for (size_t i = 0; i < t->m; i++) r += t->A[i * t->n + j] * t->lambda[i];
        worst = fmax(worst, beyond(t->dl[j] - t->d[j]) + beyond(t->d[j] - t->du[j]));
        if (t->d[j] > t->dl[j]) worst = fmax(worst, fmin(beyond(r), t->d[j] - t->dl[j]));
        if (t->d[j] < t->du[j]) worst = fmax(worst, fmin(beyond(-r), t->du[j] - t->d[j]));
    }
    for (size_t i = 0; i < t->m; i++) {
        double a = 0.0, l = t->lambda[i];
        for (size_t k = 0; k < t->n; k++) a += t->A[i * t->n + k] * t->d[k];
        worst = fmax(worst, beyond(fabs(l) - t->rho));
        worst = fmax(worst, fmin(beyond(a - t->up[i]), t->rho - l)); /* violated: at rho */
        worst = fmax(worst, fmin(beyond(t->lo[i] - a), t->rho + l));
        worst = fmax(worst, fmin(beyond(t->up[i] - a), beyond(l))); /* slack: no multiplier */
        worst = fmax(worst, fmin(beyond(a - t->lo[i]), beyond(-l)));
    }
    return worst;
}

/* min (x^2 + y^2)/2 - 2x - y with x + y <= 1: unconstrained (2, 1), projected (1, 0), lambda 1. */
static void program_by_hand(program *t) {
    program_open(t);
    t->n = 2, t->m = 1, t->rho = 10.0;
    memcpy(t->B, (double[]){1, 0, 0, 1}, 4 * sizeof(double));
    t->A[0] = t->A[1] = 1.0;
    t->b[0] = -2.0, t->b[1] = -1.0, t->lo[0] = -INFINITY, t->up[0] = 1.0;
    t->dl[0] = t->dl[1] = -5.0, t->du[0] = t->du[1] = 5.0;
    program_set(t);
}

/* Many bounds that all bind take a step each. The time limit stops the third. */
static int late_after_three(void *user) { return ++*(int *)user > 3; }

static void the_time_limit_ends_a_long_solve(void **state) {
    (void)state;
    enum { N = 150 };
    static double B[N * N], b[N], dl[N], du[N], d[N];
    heco_arena    arena;
    heco_qp       q;
    int           asked = 0;
    heco_arena_init(&arena);
    heco_qp_init(&q, N, 0, &arena);
    for (size_t j = 0; j < N; j++)
        B[j * N + j] = 1.0, b[j] = -2.0 - (double)j, dl[j] = -1.0, du[j] = 1.0;
    const heco_qp_program p = {b, NULL, NULL, dl, du, 1.0};
    assert_true(heco_qp_set_hessian(&q, B, N));
    assert_int_equal(heco_qp_solve(&q, d, NULL, &p), N);
    heco_qp_clear_active_set(&q);
    q.is_timed_out = late_after_three, q.timeout_user = &asked;
    assert_int_equal(heco_qp_solve(&q, d, NULL, &p), -1);
    assert_true(asked >= 4 && asked <= 6);
    for (size_t j = 0; j < N; j++) assert_true(d[j] >= -1.0 && d[j] <= 1.0);
    asked = -1000;
    assert_int_equal(heco_qp_solve(&q, d, NULL, &p), N);
    heco_arena_release(&arena);
}

static void a_projection_worked_by_hand(void **state) {
    (void)state;
    program t;
    program_by_hand(&t);
    assert_int_equal(program_solve(&t), 1);
    assert_near(t.d[0], 1.0, 1e-15);
    assert_near(t.d[1], 0.0, 1e-15);
    assert_near(t.lambda[0], 1.0, 1e-15);
    assert_int_equal(program_solve(&t), 0); /* begins where it ended */
    assert_near(t.lambda[0], 1.0, 1e-15);
    t.du[0] = 0.5; /* then y = 0.5 and x + y = 1: lambda = 1 - 0.5 */
    program_solve(&t);
    assert_near(t.d[0], 0.5, 0.0);
    assert_near(t.d[1], 0.5, 1e-15);
    assert_near(t.lambda[0], 0.5, 1e-15);
    program_close(&t);
}

/* With rho = 0.25 the same row is relaxed: d = (2, 1) - 0.25 (1, 1). */
static void a_row_is_relaxed_at_rho(void **state) {
    (void)state;
    program t;
    program_by_hand(&t);
    t.rho = 0.25;
    program_solve(&t);
    assert_near(t.d[0], 1.75, 1e-15);
    assert_near(t.d[1], 0.75, 1e-15);
    assert_near(t.lambda[0], 0.25, 0.0);
    t.rho = 3.0; /* and taken back when it is dearer */
    program_solve(&t);
    assert_near(t.d[0], 1.0, 1e-15);
    assert_near(t.lambda[0], 1.0, 1e-15);
    program_close(&t);
}

/* x >= 1 and x <= -1 at rho = 3 with x^2/2: anywhere between costs 2 rho in violation, so x = 0. */
static void contradicting_rows_have_a_solution(void **state) {
    (void)state;
    program t;
    program_open(&t);
    t.n = 1, t.m = 2, t.rho = 3.0;
    t.B[0] = 1.0, t.b[0] = 0.0, t.A[0] = t.A[1] = 1.0;
    t.lo[0] = 1.0, t.up[0] = INFINITY, t.lo[1] = -INFINITY, t.up[1] = -1.0;
    t.dl[0] = -9.0, t.du[0] = 9.0;
    program_set(&t);
    assert_true(program_solve(&t) >= 0);
    assert_near(t.d[0], 0.0, 1e-14);
    assert_near(t.lambda[0] + t.lambda[1], 0.0, 1e-14);
    assert_near(kkt_error(&t), 0.0, 1e-14);
    program_close(&t);
}

static void an_indefinite_matrix_is_refused(void **state) {
    (void)state;
    program t;
    program_open(&t);
    memcpy(t.B, (double[]){1, 2, 2, 1}, 4 * sizeof(double));
    assert_false(heco_qp_set_hessian(&t.qp, t.B, 2));
    program_close(&t);
}

static double draw(heco_rng *rng) { return 2.0 * heco_rng_uniform_inline(rng) - 1.0; }

/* B = M M' + eps I; ranges of width 0, duplicated and opposite rows, pinned variables. */
static void program_draw(program *t, size_t most_n, size_t most_m, heco_rng *rng) {
    double M[QP_N * QP_N], eps = pow(10.0, -3.0 * heco_rng_uniform_inline(rng));
    t->n = 1 + heco_rng_index_inline(rng, most_n), t->m = heco_rng_index_inline(rng, most_m + 1);
    t->rho = pow(10.0, 3.0 * heco_rng_uniform_inline(rng) - 1.0);
    for (size_t k = 0; k < t->n * t->n; k++) M[k] = draw(rng);
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->n; j++) {
            double s = i == j ? eps : 0.0;
            for (size_t k = 0; k < t->n; k++) s += M[i * t->n + k] * M[j * t->n + k];
            t->B[i * t->n + j] = s;
        }
    for (size_t j = 0; j < t->n; j++) {
        t->b[j]  = 3.0 * draw(rng);
        t->dl[j] = -heco_rng_uniform_inline(rng), t->du[j] = heco_rng_uniform_inline(rng);
        if (heco_rng_index_inline(rng, 8) == 0)
            t->dl[j] = t->du[j] = heco_rng_index_inline(rng, 2) ? 0.0 : 0.5 * draw(rng);
    }
    for (size_t i = 0; i < t->m; i++) {
        double *a = t->A + i * t->n, sign = heco_rng_index_inline(rng, 2) ? 1.0 : -1.0;
        int     copy = i > 0 && heco_rng_index_inline(rng, 4) == 0;
        for (size_t j = 0; j < t->n; j++) a[j] = copy ? sign * a[j - t->n] : draw(rng);
        t->lo[i] = t->up[i] = draw(rng);
        if (heco_rng_index_inline(rng, 3) > 0) t->up[i] += heco_rng_uniform_inline(rng);
        if (copy && heco_rng_index_inline(rng, 2)) {
            t->lo[i] = sign > 0.0 ? t->lo[i - 1] : -t->up[i - 1];
            t->up[i] = sign > 0.0 ? t->up[i - 1] : -t->lo[i - 1];
        }
        if (heco_rng_index_inline(rng, 3) == 0) t->lo[i] = -INFINITY;
    }
}

static void random_programs_meet_the_conditions(void **state) {
    (void)state;
    program  t;
    heco_rng rng;
    double   worst = 0.0;
    heco_rng_init(&rng, 1, 0);
    program_open(&t);
    for (int run = 0; run < 20000; run++) {
        program_draw(&t, run % 10 ? 8 : QP_N, run % 10 ? 12 : QP_M, &rng);
        program_set(&t);
        if (run % 2) heco_qp_clear_active_set(&t.qp);
        if (program_solve(&t) < 0) fail_msg("program %d: no solution", run);
        worst = fmax(worst, kkt_error(&t) / (1.0 + t.rho));
        if (worst > 1e-11) fail_msg("program %d: error %g", run, worst);
    }
    program_close(&t);
}

/* A warm start changes nothing but the way: d is unique. */
static void warm_and_cold_starts_agree(void **state) {
    (void)state;
    program  t;
    heco_rng rng;
    double   warm[QP_N];
    heco_rng_init(&rng, 2, 0);
    program_open(&t);
    for (int run = 0; run < 300; run++) {
        program_draw(&t, QP_N, QP_M, &rng);
        program_set(&t);
        program_solve(&t);
        for (int turn = 0; turn < 10; turn++) {
            for (size_t j = 0; j < t.n; j++) t.b[j] += 0.3 * draw(&rng);
            for (size_t i = 0; i < t.m; i++) {
                double by = 0.1 * draw(&rng);
                t.lo[i] += by, t.up[i] += by;
            }
            t.rho *= turn % 3 == 0 ? 4.0 : turn % 3 == 1 ? 0.3 : 1.0;
            assert_true(program_solve(&t) >= 0);
            memcpy(warm, t.d, sizeof warm);
            heco_qp_clear_active_set(&t.qp);
            assert_true(program_solve(&t) >= 0);
            for (size_t j = 0; j < t.n; j++) assert_near(warm[j], t.d[j], 1e-9);
        }
    }
    program_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_projection_worked_by_hand),
        cmocka_unit_test(the_time_limit_ends_a_long_solve),
        cmocka_unit_test(a_row_is_relaxed_at_rho),
        cmocka_unit_test(contradicting_rows_have_a_solution),
        cmocka_unit_test(an_indefinite_matrix_is_refused),
        cmocka_unit_test(random_programs_meet_the_conditions),
        cmocka_unit_test(warm_and_cold_starts_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
