/* Random polytopes that are not empty: every point of the box lands on the rows, inside the box. */
#include "testing.h"

#include "base/rng.h"
#include "run/presolve/presolve.h"

enum { N = 24, ROWS = 12 };

typedef struct {
    size_t      n, rows, constraint[ROWS], begin[ROWS + 1], index[ROWS * N];
    double      lower[N], upper[N], coef[ROWS * N], constant[ROWS];
    heco_linear linear;
    heco_space  space;
} polytope;

/* Rows through a point that is partly on the bounds. */
static void draw(polytope *p, heco_rng *rng) {
    double inside[N];
    size_t at = 0;
    p->n      = 4 + heco_rng_index(rng, N - 3);
    p->rows   = 1 + heco_rng_index(rng, p->n / 2);
    for (size_t j = 0; j < p->n; j++) {
        p->lower[j] = 0.0;
        p->upper[j] = heco_rng_uniform(rng) < 0.3 ? 100.0 : 1.0;
        inside[j]   = heco_rng_uniform(rng) < 0.4 ? 0.0 : heco_rng_uniform(rng) * p->upper[j];
    }
    for (size_t i = 0; i < p->rows; i++) {
        p->constraint[i] = i;
        p->constant[i]   = 0.0;
        for (size_t j = 0; j < p->n; j++) {
            if (heco_rng_uniform(rng) < 0.5) continue;
            p->index[at] = j;
            p->coef[at]  = heco_rng_uniform(rng) < 0.5 ? 1.0 : 2.0 * heco_rng_uniform(rng) - 1.0;
            p->constant[i] -= p->coef[at++] * inside[j];
        }
        p->begin[i + 1] = at;
    }
    p->linear  = (heco_linear){p->rows, p->constraint, p->begin, p->index, p->coef, p->constant};
    p->space   = heco_problem_default().space;
    p->space.n = p->n, p->space.nh = p->rows;
    p->space.lower = p->lower, p->space.upper = p->upper, p->space.linear = &p->linear;
}

static double off(const polytope *p, const double *x) {
    double worst = 0.0;
    for (size_t i = 0; i < p->rows; i++) {
        double sum = p->constant[i], size = 1.0;
        for (size_t e = p->begin[i]; e < p->begin[i + 1]; e++) {
            sum += p->coef[e] * x[p->index[e]];
            size += fabs(p->coef[e] * x[p->index[e]]);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

/* A random point of the tightened box, brought onto the rows. */
static void draw_projected(double *x, heco_presolve *presolve, size_t n, heco_rng *rng) {
    for (size_t j = 0; j < n; j++) {
        double lo = presolve->box.lower[j], hi = presolve->box.upper[j];
        x[j] = lo + heco_rng_uniform(rng) * (hi - lo);
    }
    heco_project_point(&presolve->projection, x);
}

static void points_land_on_random_polytopes(void **state) {
    (void)state;
    static polytope p;
    heco_rng        rng;
    heco_rng_init(&rng, 5, 0);
    for (int k = 0; k < 300; k++) {
        heco_arena    arena;
        heco_presolve presolve;
        heco_error    error = {HECO_OK, ""};
        memset(&p, 0, sizeof p);
        draw(&p, &rng);
        heco_arena_init(&arena);
        if (heco_presolve_init(&presolve, &p.space, &arena, &error) != HECO_OK)
            fail_msg("polytope %d: %s", k, error.text);
        for (int t = 0; t < 40; t++) {
            double x[N];
            draw_projected(x, &presolve, p.n, &rng);
            heco_equalities_complete(&presolve.equalities, x);
            if (!(off(&p, x) <= 1e-11)) fail_msg("polytope %d: off by %g", k, off(&p, x));
            for (size_t j = 0; j < p.n; j++)
                assert_true(x[j] >= p.lower[j] - 1e-10 && x[j] <= p.upper[j] + 1e-10);
        }
        heco_arena_release(&arena);
    }
}

/* Widths whose squares are no numbers: points stay in the box, and land on the rows where sums of
 * such numbers can be trusted at all. */
static void wide_boxes_are_not_left(void **state) {
    (void)state;
    static const double reach[] = {1e100, 1e154, 1e200, 1e300, 2e307, 8.9e307};
    static polytope     p;
    heco_rng            rng;
    heco_rng_init(&rng, 6, 0);
    for (int k = 0; k < 12; k++) {
        heco_arena    arena;
        heco_presolve presolve;
        memset(&p, 0, sizeof p);
        draw(&p, &rng);
        for (size_t j = 0; j < p.n; j++)
            p.upper[j] = reach[k % 6], p.lower[j] = k < 6 ? -reach[k % 6] : 0.0;
        for (size_t i = 0; i < p.rows; i++) p.constant[i] = 0.0;
        heco_arena_init(&arena);
        assert_int_equal(heco_presolve_init(&presolve, &p.space, &arena, NULL), HECO_OK);
        for (int t = 0; t < 40; t++) {
            double x[N];
            draw_projected(x, &presolve, p.n, &rng);
            for (size_t j = 0; j < p.n; j++)
                if (!(x[j] >= p.lower[j] && x[j] <= p.upper[j]))
                    fail_msg("%g in a box up to %g", x[j], p.upper[j]);
            heco_equalities_complete(&presolve.equalities, x);
            if (reach[k % 6] < 1e306 && k < 6 && !(off(&p, x) <= 1e-11))
                fail_msg("off by %g in a box up to %g", off(&p, x), p.upper[0]);
        }
        heco_arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_land_on_random_polytopes),
        cmocka_unit_test(wide_boxes_are_not_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
