/* Derivatives through a translation: compared with differences of the function as the algorithm
 * sees it. */
#include "testing.h"

#include "problem/batch_init.h"
#include "run/translate.h"

enum { N = 5 };

/* x5 = (2 x2 - x1) / 4 is eliminated, x1 has no bounds, x4 has a list. */
static const double        lower[N] = {-1e12, 0, 0, 2, -1e12}, upper[N] = {1e12, 5, 5, 11, 1e12};
static const double        sizes[]      = {2, 3, 5, 7.5, 11};
static const heco_choice   choices[]    = {{0}, {0}, {0}, {5, sizes, NULL, 0}, {0}};
static const unsigned char open_ends[]  = {3, 0, 0, 0, 3};
static const size_t        constraint[] = {2}, begin[] = {0, 3}, entry[] = {0, 1, 4};
static const double        coef[] = {1, -2, 4}, constant[] = {0};
static const heco_linear   rows = {1, constraint, begin, entry, coef, constant};

static void values(const double *x, double *f, double *g, double *h) {
    *f   = x[0] * x[0] * x[1] + sin(x[2]) * x[4] + x[3] * x[0];
    g[0] = x[0] * x[4] - x[2] * x[2];
    h[0] = exp(0.1 * x[4]) - x[1];
    h[1] = x[0] - 2.0 * x[1] + 4.0 * x[4];
}

static void slopes(const double *x, double *df, double *dg, double *dh) {
    const double f[N] = {2 * x[0] * x[1] + x[3], x[0] * x[0], cos(x[2]) * x[4], x[0], sin(x[2])};
    const double g[N] = {x[4], 0, -2 * x[2], 0, x[0]};
    const double h[2 * N] = {0, -1, 0, 0, 0.1 * exp(0.1 * x[4]), 1, -2, 0, 0, 4};
    memcpy(df, f, sizeof f);
    memcpy(dg, g, sizeof g);
    memcpy(dh, h, sizeof h);
}

/* f, g and the equality that is left, where the algorithm is at u. */
static void seen(const heco_translation *t, const double *u, double out[3]) {
    double x[N], h[2];
    heco_translation_to_outer(t, x, u);
    values(x, &out[0], &out[1], h);
    out[2] = h[0];
}

static void the_chain_rule_holds(void **state) {
    (void)state;
    heco_space        s = heco_problem_default().space;
    heco_run_options  o = heco_run_options_default();
    heco_translation *t;
    heco_arena        arena;
    heco_batch        in = {0}, out = {0};
    heco_error        error    = {HECO_OK, ""};
    const double      start[N] = {30, 1, 2, 5, 0};
    s.n = N, s.ng = 1, s.nh = 2, s.lower = lower, s.upper = upper, s.choices = choices;
    s.missing = open_ends, s.linear = &rows;
    o.start = start, o.starts = 1;
    heco_arena_init(&arena);
    assert_int_equal(heco_translation_new(&t, &s, &o, &arena, &error), HECO_OK);
    const heco_space *inner = heco_translation_inner(t);
    assert_int_equal(inner->n, 4);
    assert_int_equal(inner->nh, 1);
    heco_batch_init(&in, inner, 1, &arena);
    heco_batch_init(&out, &s, 1, &arena);
    heco_batch_init_derivatives(&in, &arena);
    heco_batch_init_derivatives(&out, &arena);
    const double u[4] = {0.7, 1.25, 3.5, 2.0};
    memcpy(in.x, u, sizeof u);
    in.count = 1, in.as_asked = 1;
    heco_translation_ask(t, &out, &in);
    values(out.x, out.f, out.g, out.h);
    slopes(out.x, out.df, out.dg, out.dh);
    out.viol[0] = 0.0, out.derivatives = 1;
    heco_translation_tell(t, &in, &out);
    assert_int_equal(in.derivatives, 1);
    for (size_t j = 0; j < 3; j++) {
        double left[4], right[4], low[3], high[3];
        memcpy(left, u, sizeof u), memcpy(right, u, sizeof u);
        left[j] -= 1e-5, right[j] += 1e-5;
        seen(t, left, low), seen(t, right, high);
        const double given[3] = {in.df[j], in.dg[j], in.dh[j]};
        for (size_t k = 0; k < 3; k++) {
            double slope = (high[k] - low[k]) / 2e-5;
            assert_near(given[k], slope, 1e-6 * fmax(1.0, fabs(slope)));
        }
    }
    assert_double(in.df[3], 0.0); /* a list has no slope */
    heco_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_chain_rule_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
