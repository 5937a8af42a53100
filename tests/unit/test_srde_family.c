/* What CL-SRDE, RDEx and RDE26 share: level, acceptance, overwriting, rho, reduction, top, race. */
#include "solver/papers/srde_family.c"

#include "algorithm_fixture.h"

/* The state of an algorithm after its first population of `N` was told with these values. */
static srde_family *open_with(fixture *t, const char *name, size_t n, uint64_t evals, const char *set, size_t N,
                              const double *f, const double *v) {
    fixture_open(t, heco_algorithm_find(name, NULL), n, 1, 0, evals, set);
    srde_family *s = t->state;
    assert_int_equal(heco_srde_family_ask(s, t->batch), HECO_OK);
    assert_int_equal(t->batch->count, N);
    memcpy(t->batch->f, f, N * sizeof *f);
    memcpy(t->batch->viol, v, N * sizeof *v);
    assert_int_equal(heco_srde_family_tell(s, fixture_count(t)), HECO_OK);
    return s;
}

/* N = 10, share 0.8: places floor(8 (1 - s)^2) = 8 at s = 0, 2 at s = 0.5, 0 at s = 0.7; then 0. */
static void the_level_is_a_quantile(void **state) {
    (void)state;
    static const double f[10] = {0}, v[10] = {9, 3, 7, 1, 5, 8, 2, 6, 4, 0.5};
    fixture      t;
    srde_family *s = open_with(&t, "cl-srde", 2, 1000, "N0=10", 10, f, v);
    assert_double(srde_level(s, 0.0), 8.0);
    assert_double(srde_level(s, 0.25), 4.0); /* floor(4.5) */
    assert_double(srde_level(s, 0.5), 2.0);
    assert_double(srde_level(s, 0.7), 0.5);
    assert_double(srde_level(s, 0.8), 0.5);
    assert_double(srde_level(s, 0.8001), 0.0);
    fixture_close(&t);
}

static void acceptance(void **state) {
    (void)state;
    double gain = -1;
    /* eps = 1: f decides between eps-feasible points, also against a target above the level */
    assert_true(srde_accepts(2, 0.5, 3, 0, 1, &gain));
    assert_double(gain, 1.0);
    assert_true(srde_accepts(2, 0.5, 2, 0.9, 1, &gain));
    assert_double(gain, 0.0);
    assert_true(srde_accepts(2, 1, 5, 9, 1, &gain));
    assert_double(gain, 3.0);
    assert_true(srde_accepts(7, 1, 5, 9, 1, &gain)); /* worse f: the violation, 0 within the level */
    assert_double(gain, 9.0);
    assert_false(srde_accepts(4, 0, 3, 1, 1, &gain));
    /* above the level: smaller violation, or the same and f not larger */
    assert_true(srde_accepts(9, 2, 1, 3, 1, &gain));
    assert_double(gain, 1.0);
    assert_true(srde_accepts(1, 3, 1, 3, 1, &gain));
    assert_false(srde_accepts(2, 3, 1, 3, 1, &gain));
    assert_false(srde_accepts(0, 4, 1, 3, 1, &gain));
    assert_false(srde_accepts(0, 1.5, 1, 1, 1, &gain));
    /* what failed is never accepted, and losing it gains nothing that could be a weight */
    assert_false(srde_accepts(INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, &gain));
    assert_true(srde_accepts(1, 2, INFINITY, INFINITY, 1, &gain));
    assert_double(gain, 0.0);
}

/* Tells the point that is out: (f, v). Returns its first coordinate. */
static double tell(fixture *t, double f, double v) {
    srde_family *s = t->state;
    assert_int_equal(heco_srde_family_ask(s, t->batch), HECO_OK);
    assert_int_equal(t->batch->count, 1);
    double x         = t->batch->x[0];
    t->batch->f[0]    = f;
    t->batch->viol[0] = v;
    assert_int_equal(heco_srde_family_tell(s, fixture_count(t)), HECO_OK);
    return x;
}

/* Five members, budget 500: a generation of five trials, of which the second to fourth succeed. */
static void a_generation_step_by_step(void **state) {
    (void)state;
    static const double f[5] = {50, 20, 30, 10, 40}, v[5] = {0};
    fixture      t;
    srde_family *s = open_with(&t, "cl-srde", 3, 500, "N0=5", 5, f, v);
    double       x[4], F[3], CR[3], gain[3], M_CR = 0, M_F = 0, w = 0, wF = 0, wC = 0;
    size_t       target;
    assert_double(s->SR, 0.5);
    tell(&t, 99, 0); /* refused */
    assert_near(s->mean_F, cbrt(0.5), 1e-15);
    assert_int_equal(s->write, 0);
    for (size_t k = 0; k < 3; k++) {
        x[k]   = tell(&t, 9.0 - (double)k, 0);
        target = s->trial.target;
        F[k] = s->success.F[k], CR[k] = s->success.CR[k], gain[k] = s->success.gain[k];
        assert_double(heco_population_row(&s->front, k)[0], x[k]); /* cyclic, not over the target */
        assert_double(s->front.f[k], 9.0 - (double)k);
        assert_int_equal(s->front_rank.order[0], k); /* in order immediately */
        assert_double(s->last_trial[target], 9.0 - (double)k);
        assert_true(CR[k] == 1.0 / 3.0 || CR[k] == 2.0 / 3.0 || CR[k] == 1.0); /* what was taken */
        assert_true(gain[k] > 0.0);
        w += gain[k];
    }
    assert_int_equal(s->write, 3);
    assert_int_equal(s->front.count, 5);
    tell(&t, 99, 0);
    /* s = 10/500: N' = floor(5 - 0.02) = 4. Front 9 8 7 10 40 loses 40; top is the best four. */
    assert_int_equal(s->step, 0);
    assert_double(s->SR, 0.6);
    assert_int_equal(s->front.count, 4);
    assert_int_equal(s->top.count, 4);
    static const double front[4] = {9, 8, 7, 10}, top[4] = {7, 8, 9, 10};
    for (size_t i = 0; i < 4; i++) {
        assert_double(s->front.f[i], front[i]);
        assert_double(s->top.f[i], top[i]);
    }
    assert_double(heco_population_row(&s->top, 2)[0], x[0]);
    for (size_t k = 0; k < 3; k++) {
        wF += gain[k] / w * F[k], M_F += gain[k] / w * F[k] * F[k];
        wC += gain[k] / w * CR[k], M_CR += gain[k] / w * CR[k] * CR[k];
    }
    assert_near(s->memory.F[0], 0.5 * M_F / wF + 0.5 * 0.3, 1e-14);
    assert_near(s->memory.CR[0], 0.5 * M_CR / wC + 0.5, 1e-14);
    assert_int_equal(s->memory.at, 1);
    /* without success: SR = 0, nothing moves, the top keeps its first */
    for (size_t k = 0; k < 4; k++) tell(&t, 99, 0);
    assert_double(s->SR, 0.0);
    assert_int_equal(s->memory.at, 1);
    assert_double(s->top.f[3], 10.0);
    assert_int_equal(s->write, 3);
    fixture_close(&t);
}

/* Index 3 leaves and what follows it moves up, m with it; t and b keep their places. */
static void the_front_closes_up(void **state) {
    (void)state;
    static const double f[6] = {3, 1, 2, 9, 5, 4}, v[6] = {0};
    fixture      t;
    srde_family *s = open_with(&t, "rde26", 1, 1000, "N0=6", 6, f, v);
    srde_begin_generation(s);
    for (size_t i = 0; i < 6; i++) s->before[i] = 10.0 * (double)i, s->last_trial[i] = (double)i;
    s->write = 5;
    srde_shrink_front(s, 5);
    static const double left[5] = {3, 1, 2, 5, 4}, before[5] = {0, 10, 20, 40, 50};
    for (size_t i = 0; i < 5; i++) {
        assert_double(s->front.f[i], left[i]);
        assert_double(s->before[i], before[i]);
        assert_double(s->last_trial[i], (double)i);
    }
    assert_int_equal(s->write, 0);
    fixture_close(&t);
}

static void rho_is_the_share_of_the_gain(void **state) {
    (void)state;
    static const double f[5] = {10, 10, 10, 10, 10}, v[5] = {0}, t1[5] = {7, 12, 9, INFINITY, 10};
    static const unsigned char b1[5] = {1, 1, 0, 0, 0};
    fixture      t;
    srde_family *s = open_with(&t, "rde26", 1, 1000, "N0=5", 5, f, v);
    assert_double(s->rho, 0.91);
    memcpy(s->last_trial, t1, sizeof t1);
    memcpy(s->exploited, b1, sizeof b1);
    s->front.f[4] = 2.0;
    srde_update_rho(s); /* EB gained 3, the others 1 */
    assert_double(s->rho, 0.75);
    assert_double(s->before[4], 2.0);
    s->last_trial[2] = 11.0; /* only EB gained */
    srde_update_rho(s);
    assert_double(s->rho, 0.91);
    fixture_close(&t);
}

/* rde26, N = 12, all feasible, s small: the best max(1, round(0.08 N)) = 1 of the front races. */
static void a_race_keeps_the_better_trial(void **state) {
    (void)state;
    double f[12], v[12] = {0};
    for (size_t i = 0; i < 12; i++) f[i] = 20.0 + (double)i;
    int won = 0, lost = 0;
    fixture      t;
    srde_family *s = open_with(&t, "rde26", 2, 100000, "N0=12", 12, f, v);
    for (int turn = 0; turn < 400; turn++) {
        uint64_t evals = t.evals;
        double   x1    = tell(&t, 1e3, 0); /* loses to any target */
        int      elite = s->front_rank.place[s->trial.target] == 0;
        if (!s->trial.second) {
            assert_true(!s->trial.race && (!elite || s->step == 0));
            continue;
        }
        assert_true(elite);
        size_t i    = s->trial.target, step = s->step, at = s->write;
        double best = s->front.f[i], F = s->trial.F, CR1 = s->trial.CR;
        double f2   = turn % 2 ? best - 1.0 : 2e3;
        double x2   = tell(&t, f2, 0);
        assert_int_equal(t.evals, evals + 2);
        assert_true(s->step == step + 1 || s->step == 0); /* one trial step */
        assert_false(s->trial.second);
        assert_double(s->last_trial[i], turn % 2 ? f2 : 1e3); /* the survivor's */
        assert_double(s->trial.F, F);
        if (turn % 2) {
            won++;
            if (s->step != 0) assert_double(heco_population_row(&s->front, at)[0], x2);
        } else {
            lost++;
            assert_double(s->trial.CR, CR1);
        }
        (void)x1;
    }
    assert_true(won > 5 && lost > 5);
    fixture_close(&t);
}

/* No race without feasible members, late, for other targets, or with one evaluation left. */
static void who_races(void **state) {
    (void)state;
    double f[25], v[25];
    for (size_t i = 0; i < 25; i++) f[i] = (double)i, v[i] = i < 12 ? 0.0 : 1.0;
    fixture      t;
    srde_family *s = open_with(&t, "rde26", 2, 1000, "N0=25", 25, f, v);
    srde_begin_generation(s);
    assert_double(s->feasible, 0.48);
    assert_false(srde_races(s, 0, 0.1)); /* must be more than 0.48 */
    s->front.v[12] = 0.99e-4;
    srde_begin_generation(s);
    assert_double(s->feasible, 0.52);
    assert_true(srde_races(s, 0, 0.1));
    assert_true(srde_races(s, 1, 0.7599)); /* round(0.08 * 25) = 2 targets */
    assert_false(srde_races(s, 2, 0.1));
    assert_false(srde_races(s, 1, 0.76));
    t.evals = 999;
    assert_false(srde_races(s, 0, 0.1));
    fixture_close(&t);
    open_with(&t, "rde26", 2, 1000, "N0=25 race=0", 25, f, v);
    srde_begin_generation(t.state);
    assert_false(srde_races(t.state, 0, 0.1));
    fixture_close(&t);
}

/* EB: order by f alone, violation ignored; both draws stay within the pools. */
static void exploitation_orders_by_f(void **state) {
    (void)state;
    double f[20], v[20];
    for (size_t i = 0; i < 20; i++) f[i] = 20.0 - (double)i, v[i] = (double)i; /* best by v is worst by f */
    fixture      t;
    srde_family *s = open_with(&t, "rde26", 1, 10000, "N0=20", 20, f, v);
    t.evals       = 9000;
    srde_begin_generation(s);
    assert_double(s->eps, 0.0);
    size_t pool = srde_pool(0.4 * (1.0 - 0.35 * 0.9), 20); /* floor(5.48) */
    assert_int_equal(pool, 5);
    for (int turn = 0; turn < 2000; turn++) {
        heco_parents p = srde_exploitation(s, 3);
        size_t      a  = (size_t)((p.b >= s->front.x && p.b < s->front.x + 20 ? p.b - s->front.x : p.b - s->top.x));
        size_t      b  = (size_t)((p.c >= s->front.x && p.c < s->front.x + 20 ? p.c - s->front.x : p.c - s->top.x));
        size_t      c  = (size_t)((p.d >= s->front.x && p.d < s->front.x + 20 ? p.d - s->front.x : p.d - s->top.x));
        assert_true(f[a] <= f[b] && f[b] <= f[c]);
        assert_true(a != b && b != c && a != c); /* numbers differ, also across the populations */
        assert_true(c < pool);                   /* pbest, by violation, is the worst by f or worse */
        assert_true(s->trial.F > 0 && s->trial.F < 1);
    }
    fixture_close(&t);
}

/* Parents of the standard branch: pbest among the best of the top, never number i. */
static void standard_parents(void **state) {
    (void)state;
    double f[20], v[20] = {0};
    size_t low = 0;
    for (size_t i = 0; i < 20; i++) f[i] = (double)i;
    fixture      t;
    srde_family *s = open_with(&t, "cl-srde", 1, 10000, "N0=20", 20, f, v);
    srde_begin_generation(s);
    for (int turn = 0; turn < 4000; turn++) {
        heco_parents p = srde_standard(s, 3);
        size_t      pb = (size_t)(p.b - s->top.x), r1 = (size_t)(p.c - s->front.x), r2 = (size_t)(p.d - s->top.x);
        assert_true(pb < 6 && pb != 3 && r1 < 20 && r2 < 20);
        assert_true(r1 != pb && r2 != pb && r2 != r1);
        low += r1 < 4;
    }
    /* exp(-7 k/20): places 0 to 3 have 1 - exp(-1.4) = 75 %; less what pbest excludes */
    assert_in_range(low, 2600, 3000);
    fixture_close(&t);
}

static void jumps_scale_with_the_box(void **state) {
    (void)state;
    static const struct { const char *set; double half, scale; } cases[] = {
        {"jump_units=auto", 100, 0.3}, {"jump_units=auto", 10, 0.3},     {"jump_units=auto", 1, 0.003},
        {"jump_units=auto", 1e3, 3.0}, {"jump_units=problem", 1, 0.3}, {"jump_units=box", 10, 0.03}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fixture t;
        fixture_open(&t, heco_algorithm_find("rde26", NULL), 1, 0, 0, 1000, cases[k].set);
        srde_family *s = t.state;
        t.lower[0] = -cases[k].half, t.upper[0] = cases[k].half;
        srde_set_scale(s);
        assert_near(s->scale[0], cases[k].scale, 1e-15);
        fixture_close(&t);
    }
}

/* A front that has met in one point: differences are 0, and one variable is always taken from the
 * mutant, so that nothing but a jump of the variable itself can move it. */
static void one_variable_jumps(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, heco_algorithm_find("rdex", NULL), 1, 0, 0, 1000, "N0=10 jump=1");
    srde_family *s   = t.state;
    double       x[] = {0.25}, row[] = {0.25};
    srde_cross(s, row, x, 1.0, 0);
    assert_true(row[0] == 0.25 && s->trial.CR == 1.0);
    for (int i = 0; i < 20; i++) {
        row[0] = 0.25;
        srde_cross(s, row, x, 1.0, 1);
        assert_true(row[0] != 0.25 && fabs(row[0]) <= 1.0 && s->trial.CR == 0.0);
    }
    fixture_close(&t);
}

/* Trials that are rounded to a member of the front move on; without integers nothing is done. */
static void rounded_copies_move(void **state) {
    (void)state;
    static const unsigned char whole[] = {1, 1, 1, 1};
    for (int integers = 0; integers < 2; integers++) {
        fixture t;
        fixture_open(&t, heco_algorithm_find("cl-srde", NULL), 4, 0, 0, 1000, "N0=4");
        srde_family *s = t.state;
        int          moved = 0;
        for (size_t j = 0; j < 4; j++) t.lower[j] = 0.0, t.upper[j] = 9.0;
        if (integers) t.space.integer = whole;
        srde_set_scale(s);
        s->front.count = 1;
        for (size_t j = 0; j < 4; j++) s->front.x[j] = 3.0;
        for (int i = 0; i < 50; i++) {
            double row[] = {3.0, 3.4, 2.6, 3.0}, before[4];
            if (!integers) row[1] = row[2] = 3.0;
            memcpy(before, row, sizeof row);
            srde_cross(s, row, s->front.x, 1.0, 0);
            moved += memcmp(before, row, sizeof row) != 0;
            double other[] = {3.0, 3.0, 5.0, 3.0}; /* nobody's copy */
            srde_cross(s, other, s->front.x, 1.0, 0);
            assert_true(other[0] == 3.0 && other[2] == 5.0);
        }
        assert_int_equal(moved, integers ? 50 : 0);
        fixture_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_is_a_quantile),       cmocka_unit_test(acceptance),
        cmocka_unit_test(a_generation_step_by_step),     cmocka_unit_test(the_front_closes_up),
        cmocka_unit_test(rho_is_the_share_of_the_gain),  cmocka_unit_test(a_race_keeps_the_better_trial),
        cmocka_unit_test(who_races),                     cmocka_unit_test(exploitation_orders_by_f),
        cmocka_unit_test(standard_parents),              cmocka_unit_test(jumps_scale_with_the_box),
        cmocka_unit_test(one_variable_jumps),            cmocka_unit_test(rounded_copies_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
