/* Every algorithm in boxes at the edge of what a double holds: people write 1e308 for "no bound".
 * The widths are finite, but twice a bound is not, nor is a bound plus a width. */
#include "conformance.h"

enum { WIDE_N = 4, WIDE_EVALS = 2000 };

typedef struct {
    const char *name;
    double      lower, upper, at; /* at: the best point, in units of 1e308 */
    int         integer;
} wide_box;

static const wide_box WIDE[] = {
    {"up from zero", 0.0, 9.1e307, 1.2, 0},   {"down from zero", -1e308, 0.0, -0.3, 0},
    {"all of it", -8.9e307, 8.9e307, 0.5, 0}, {"as wide as may be", 0.0, 1.79e308, 2.0, 0},
    {"far up", 1e308, 1.7e308, 1.0, 0},       {"far down", -1.79e308, -1.78e308, -1.785, 0},
    {"integers", -1e308, 5e307, 0.5, 1},
    {"few integers beyond 2^53", 1e16, 1e16 + 40.0, 0.0, 1},
};

/* Finite everywhere: where f overflows every row fails, and nobody learns where it was. */
static int wide_eval(void *user, const double *x, double *f, double *g, double *h) {
    const wide_box *w     = user;
    double          total = 0.0;
    *f                    = 0.0;
    for (size_t j = 0; j < WIDE_N; j++) {
        *f += fabs(x[j] / 1e308 - w->at) * (double)(1 + j);
        total += x[j] / 1e308;
    }
    g[0] = total - 0.5 * (double)WIDE_N;
    h[0] = 0.0;
    return isfinite(*f) ? HECO_POINT_OK : HECO_POINT_FAILED;
}

static void no_point_leaves_a_wide_box(void **state) {
    (void)state;
    const heco_algorithm *a;
    for (size_t i = 0; (a = part_algorithm(i)) != NULL; i++)
        for (size_t k = 0; k < sizeof WIDE / sizeof WIDE[0]; k++) {
            double        lower[WIDE_N], upper[WIDE_N];
            unsigned char integer[WIDE_N] = {0, 1, 0, 1};
            heco_problem  p               = heco_problem_default();
            for (size_t j = 0; j < WIDE_N; j++) lower[j] = WIDE[k].lower, upper[j] = WIDE[k].upper;
            p.name    = WIDE[k].name;
            p.space.n = WIDE_N, p.space.ng = 1;
            p.space.lower = lower, p.space.upper = upper;
            p.space.integer    = WIDE[k].integer ? integer : NULL;
            p.eval             = wide_eval;
            p.user             = (void *)&WIDE[k];
            heco_run_options o = hand_options(3);
            o.max_evals        = WIDE_EVALS;
            hand_run h;
            if (!hand_complete(&h, a, &p, &o)) continue;
            const heco_result *r = heco_run_result(h.run);
            if (r->outcome.failed > 0 || r->outcome.stop != HECO_STOP_BUDGET)
                fail_msg("%s on %s: %llu failed, stopped by %s: %s", a->name, p.name,
                         (unsigned long long)r->outcome.failed, heco_stop_text(r->outcome.stop),
                         heco_run_message(h.run));
            heco_run_free(h.run);
        }
}

/* A few integers so large that x + 1 is x: loops over all values must end. */
static int large_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    *f = fabs(x[0] - 1e16 - 20.0) + fabs(x[1] - 2.0) + x[2] * x[2];
    return x[0] >= 1e16 && x[0] <= 1e16 + 40.0 ? HECO_POINT_OK : HECO_POINT_STOP;
}

static void large_integers_end(void **state) {
    (void)state;
    const heco_algorithm *a;
    for (size_t i = 0; (a = part_algorithm(i)) != NULL; i++) {
        unsigned char integer[] = {1, 1, 0};
        double        lower[] = {1e16, -5.0, -1.0}, upper[] = {1e16 + 40.0, 5.0, 1.0};
        heco_problem  p = heco_problem_default();
        p.name          = "integers beyond 2^53";
        p.space.n       = 3;
        p.space.lower = lower, p.space.upper = upper;
        p.space.integer    = integer;
        p.eval             = large_eval;
        heco_run_options o = hand_options(3);
        o.max_evals        = 500;
        hand_run h;
        if (!hand_complete(&h, a, &p, &o)) continue;
        if (heco_run_result(h.run)->outcome.stop != HECO_STOP_BUDGET)
            fail_msg("%s: %s", a->name, heco_stop_text(heco_run_result(h.run)->outcome.stop));
        heco_run_free(h.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_leaves_a_wide_box),
        cmocka_unit_test(large_integers_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
