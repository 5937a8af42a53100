/* The units of a problem do not matter: if variables, f or constraints have other units, which
 * differ by powers of two, then every number that a search computes is the same but for a power of
 * two. No rounding differs, so that the search asks for the same points. */
#include "conformance.h"

static const char *const ALGORITHMS[] = {"auto", "sqp", "surrogate"};
enum { ALGORITHM_COUNT = sizeof ALGORITHMS / sizeof ALGORITHMS[0], UNITS_FEW = 600 };

typedef struct {
    const shape *s;
    double       variable[MAX_N], f, constraint; /* new value of what was 1 */
    uint64_t     hash;                           /* of the points in the units before */
} units;

static units units_of(const shape *s) {
    units u = {.s = s, .f = 1.0, .constraint = 1.0};
    for (size_t j = 0; j < MAX_N; j++) u.variable[j] = 1.0;
    return u;
}

static int units_eval(void *user, const double *x, double *f, double *g, double *h) {
    units       *u = user;
    const shape *s = u->s;
    double       before[MAX_N];
    for (size_t j = 0; j < s->n; j++) before[j] = x[j] / u->variable[j];
    u->hash    = hash_bytes(u->hash, before, s->n * sizeof *before);
    int status = shape_eval((void *)s, before, f, g, h);
    f[0] *= u->f;
    for (size_t k = 0; k < s->ng; k++) g[k] *= u->constraint;
    for (size_t k = 0; k < s->nh; k++) h[k] *= u->constraint;
    return status;
}

/* Runs the problem in these units. Returns the number of points and sets u->hash. */
static uint64_t units_run(const heco_algorithm *a, units *u, uint64_t evals) {
    double       lower[MAX_N], upper[MAX_N];
    heco_problem p = shape_problem(u->s);
    for (size_t j = 0; j < u->s->n; j++) {
        lower[j] = p.space.lower[j] * u->variable[j];
        upper[j] = p.space.upper[j] * u->variable[j];
    }
    p.space.lower = lower, p.space.upper = upper;
    p.space.eq_tol *= u->constraint;
    p.eval = units_eval, p.user = u;
    u->hash            = HASH_START;
    heco_run_options o = hand_options(5);
    o.max_evals        = evals;
    hand_run h;
    if (!hand_complete(&h, a, &p, &o)) return 0;
    heco_run_free(h.run);
    return h.asked;
}

/* Expects the same points in both units. */
static void assert_same_points(units before, units after, const char *what, uint64_t evals) {
    for (size_t i = 0; i < ALGORITHM_COUNT; i++) {
        const heco_algorithm *a = heco_algorithm_find(ALGORITHMS[i], NULL);
        assert_non_null(a);
        uint64_t count = units_run(a, &before, evals);
        assert_true(count > 0);
        if (units_run(a, &after, evals) != count || after.hash != before.hash)
            fail_msg("%s on %s: other points if %s other units", a->name, before.s->name, what);
    }
}

static int units_is_integer(const heco_space *s, size_t j) {
    return (s->integer != NULL && s->integer[j]) || (s->choices != NULL && s->choices[j].count > 0);
}

/* Variables without bounds are left out, because their unit is 1, and linear rows, because their
 * coefficients would be others. */
static void units_of_variables_do_not_matter(void **state) {
    static const int exponent[MAX_N] = {7, -10, 9, -1, 10, -6};
    (void)state;
    for (size_t k = 0; k < SHAPE_COUNT; k += THIN) {
        const shape *s = &SHAPES[k];
        heco_problem p = shape_problem(s);
        units        u = units_of(s);
        if (s->open || s->linear) continue;
        for (size_t j = 0; j < s->n; j++)
            if (!units_is_integer(&p.space, j)) u.variable[j] = ldexp(1.0, exponent[j]);
        assert_same_points(units_of(s), u, "variables have", BUDGET);
    }
}

/* If all values of f are below 1, they are compared with the largest one. Shapes without bounds
 * have large values far away. MA-ES, which auto uses after more evaluations, compares values
 * with 1. */
static void units_of_a_small_f_do_not_matter(void **state) {
    (void)state;
    for (size_t k = 0; k < SHAPE_COUNT; k += THIN) {
        units before = units_of(&SHAPES[k]), after = before;
        if (SHAPES[k].open) continue;
        before.f = 0x1p-10, after.f = 0x1p-50;
        assert_same_points(before, after, "f has", UNITS_FEW);
    }
}

static void units_of_constraints_do_not_matter(void **state) {
    (void)state;
    for (size_t k = 0; k < SHAPE_COUNT; k += THIN) {
        units u = units_of(&SHAPES[k]);
        if (SHAPES[k].linear) continue;
        u.constraint = 0x1p-20;
        assert_same_points(units_of(&SHAPES[k]), u, "the constraints have", UNITS_FEW);
        u.constraint = 0x1p10;
        assert_same_points(units_of(&SHAPES[k]), u, "the constraints have", UNITS_FEW);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_variables_do_not_matter),
        cmocka_unit_test(units_of_a_small_f_do_not_matter),
        cmocka_unit_test(units_of_constraints_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
