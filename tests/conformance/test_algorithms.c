/* Every algorithm of the table: repeatable, undisturbed, inside the box, exact in its budget,
 * on problems of every shape. */
#include "conformance.h"

#define FOR_EACH_ALGORITHM(a)                                                                      \
    for (size_t a_index = 0; (a = part_algorithm(a_index)) != NULL; a_index++)

static void the_table_is_in_order(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a) {
        assert_ptr_equal(heco_algorithm_find(a->name, NULL), a);
        assert_non_null(a->title);
        assert_non_null(a->reference);
        assert_int_equal(strspn(a->name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(a->name));
        for (size_t i = 0; heco_algorithm_at(i) != a; i++)
            assert_string_not_equal(a->name, heco_algorithm_at(i)->name);
    }
    assert_true(part_algorithm(0) != NULL);
    assert_non_null(heco_algorithm_default());
    assert_ptr_equal(heco_algorithm_find(heco_algorithm_default()->name, NULL),
                     heco_algorithm_default());
    heco_error error;
    assert_null(heco_algorithm_find("heco-d", &error));
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_text(error.text, "heco-d");
    assert_text(error.text, "heco-de");
}

static void every_shape_within_box_and_budget(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k < SHAPE_COUNT; k++) {
        if (is_thinned(a, k)) continue;
        heco_problem     p = shape_problem(&SHAPES[k]);
        heco_run_options o = hand_options(3);
        hand_run         h;
        if (!hand_complete(&h, a, &p, &o)) continue;
        const heco_result *r = heco_run_result(h.run);
        if (r->outcome.stop != HECO_STOP_BUDGET)
            fail_msg("%s on %s stops by %s: %s", a->name, p.name, heco_stop_text(r->outcome.stop),
                     heco_run_message(h.run));
        assert_int_equal(r->outcome.evals, o.max_evals);
        assert_int_equal(h.asked, o.max_evals);
        assert_true((a->traits & HECO_TRAIT_SEQUENTIAL) == 0 || h.batches > 1);
        if (SHAPES[k].behaviour == EVAL_ALL_FAIL) {
            assert_int_equal(r->outcome.found, HECO_FOUND_NONE);
            assert_int_equal(r->outcome.failed, r->outcome.evals);
        } else {
            assert_int_not_equal(r->outcome.found, HECO_FOUND_NONE);
            double f[1] = {NAN}, g[8] = {NAN}, hh[8] = {NAN};
            assert_int_equal(shape_eval(p.user, r->x, f, g, hh), HECO_POINT_OK);
            assert_double(r->outcome.f, f[0]);
            assert_double(r->outcome.viol, heco_violation(&p.space, g, hh));
            assert_int_equal(r->outcome.found == HECO_FOUND_FEASIBLE, r->outcome.viol == 0.0);
        }
        for (size_t j = 0; j < p.space.n; j++)
            assert_true(r->x[j] >= p.space.lower[j] && r->x[j] <= p.space.upper[j]);
        heco_run_free(h.run);
    }
}

/* No multiple of any batch, a little more than the first population, and in between. */
static void budgets_are_met_exactly(void **state) {
    (void)state;
    static const uint64_t budgets[] = {500, 501, 997, 1511, 2999};
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k < sizeof budgets / sizeof budgets[0]; k++)
        for (size_t s = 0; s <= 4; s += 4) { /* mixed; one variable */
            heco_problem     p = shape_problem(&SHAPES[s]);
            heco_run_options o = hand_options(5);
            hand_run         h;
            o.max_evals = budgets[k];
            if (!hand_complete(&h, a, &p, &o)) continue;
            assert_int_equal(heco_run_result(h.run)->outcome.evals, budgets[k]);
            assert_int_equal(h.asked, budgets[k]);
            assert_int_equal(heco_run_result(h.run)->outcome.stop, HECO_STOP_BUDGET);
            assert_null(heco_run_ask(h.run)); /* over is over */
            assert_int_equal(heco_run_tell(h.run), HECO_ERR_ORDER);
            heco_run_free(h.run);
        }
}

static void same_seed_same_bits(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = a_index % THIN; k < SHAPE_COUNT; k += THIN) {
        heco_problem     p = shape_problem(&SHAPES[k]);
        heco_run_options o = hand_options(11), other = hand_options(12);
        hand_run         one, two, three;
        if (!hand_complete(&one, a, &p, &o)) continue;
        assert_true(hand_complete(&two, a, &p, &o));
        assert_true(hand_complete(&three, a, &p, &other));
        if (one.hash != two.hash) fail_msg("%s on %s: same seed, other points", a->name, p.name);
        if (one.hash == three.hash) fail_msg("%s on %s: other seed, same points", a->name, p.name);
        assert_same_result(heco_run_result(one.run), heco_run_result(two.run), &p.space, a->name);
        heco_run_free(one.run);
        heco_run_free(two.run);
        heco_run_free(three.run);
    }
}

/* Two runs taking turns, the problem's arrays overwritten after the start. */
static void interleaved_runs_are_undisturbed(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k <= 4; k += 4) {
        heco_problem     p = shape_problem(&SHAPES[k]), q = p;
        heco_run_options o1 = hand_options(21), o2 = hand_options(22);
        hand_run         alone1, alone2, turn1, turn2;
        if (!hand_complete(&alone1, a, &p, &o1)) continue;
        assert_true(hand_complete(&alone2, a, &p, &o2));
        double lower[MAX_N], upper[MAX_N];
        memcpy(lower, p.space.lower, p.space.n * sizeof *lower);
        memcpy(upper, p.space.upper, p.space.n * sizeof *upper);
        q.space.lower = lower, q.space.upper = upper;
        assert_true(hand_open(&turn1, a, &q, &o1));
        assert_true(hand_open(&turn2, a, &q, &o2));
        memset(lower, 0xff, sizeof lower); /* NaN: everything was to be copied */
        memset(upper, 0xff, sizeof upper);
        int more1 = 1, more2 = 1;
        while (more1 || more2) {
            more1 = more1 && hand_step(&turn1, &p);
            more2 = more2 && hand_step(&turn2, &p);
        }
        if (alone1.hash != turn1.hash || alone2.hash != turn2.hash)
            fail_msg("%s: two interleaved runs disturb each other", a->name);
        heco_run_free(alone1.run);
        heco_run_free(alone2.run);
        heco_run_free(turn1.run);
        heco_run_free(turn2.run);
    }
}

/* ask/tell by hand against heco_minimize(), one row at a time or with a batch function. */
static int shape_eval_batch(void *user, const double *x, size_t count, double *f, double *g,
                            double *h) {
    const shape *s = user;
    for (size_t i = 0; i < count; i++)
        if (shape_eval(user, x + i * s->n, f + i, g + i * s->ng, h + i * s->nh) != HECO_POINT_OK)
            f[i] = NAN;
    return HECO_POINT_OK;
}

static void minimize_equals_ask_and_tell(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k < SHAPE_COUNT; k++) {
        if (is_thinned(a, k)) continue;
        heco_problem          p = shape_problem(&SHAPES[k]);
        heco_minimize_options m = heco_minimize_options_default();
        p.ineq_tol = 0.0, p.protocol = 1; /* as a run by ask and tell, which has the space only */
        m.run       = hand_options(31);
        m.algorithm = a->name;
        hand_run h;
        if (!hand_complete(&h, a, &p, &m.run)) continue;
        for (int batch = 0; batch < 2; batch++) {
            heco_solution *solution;
            heco_error     error = {HECO_OK, ""};
            p.eval_batch         = batch ? shape_eval_batch : NULL;
            if (heco_minimize(&solution, &p, &m, &error) != HECO_OK)
                fail_msg("%s: %s", a->name, error.text);
            assert_same_result(heco_run_result(h.run), heco_solution_result(solution), &p.space,
                               a->name);
            assert_ptr_equal(heco_solution_algorithm(solution), a);
            heco_solution_free(solution);
        }
        heco_run_free(h.run);
    }
}

/* Initial points come first: each is asked for in the first 500 evaluations, to the bit. */
static void initial_points_are_honoured(void **state) {
    (void)state;
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k <= 4; k += 4) {
        heco_problem     p = shape_problem(&SHAPES[k]);
        heco_run_options o = hand_options(41);
        double           start[2 * MAX_N];
        int              seen[2] = {0, 0};
        size_t           n = p.space.n, starts = may_refuse(a) ? 1 : 2;
        hand_run         h;
        for (size_t i = 0; i < 2 * n; i++)
            start[i] =
                i < n ? 0.123456789 + 0.1 * (double)i : -0.987654321 + 0.01 * (double)(i - n);
        o.start = start, o.starts = starts;
        if (!hand_open(&h, a, &p, &o)) continue;
        heco_batch *b;
        while (h.asked < 500 && (b = heco_run_ask(h.run)) != NULL) {
            hand_check_box(b, &p, a->name);
            for (size_t i = 0; i < b->count; i++)
                for (size_t s = 0; s < starts; s++)
                    seen[s] |= memcmp(b->x + i * n, start + s * n, n * sizeof *start) == 0;
            h.asked += b->count;
            hand_evaluate(b, &p);
            assert_int_equal(heco_run_tell(h.run), HECO_OK);
        }
        for (size_t s = 0; s < starts; s++)
            if (!seen[s]) fail_msg("%s never asks for initial point %zu", a->name, s + 1);
        heco_run_free(h.run);
    }
}

/* The start as the space allows it: the nearest integer, the first of the nearest of a list. */
static double allowed_start(const heco_space *s, size_t j, double start) {
    if (s->integer != NULL && s->integer[j]) return round(start);
    if (s->choices == NULL || s->choices[j].count == 0) return start;
    const heco_choice *list = &s->choices[j];
    size_t             best = 0;
    for (size_t i = 1; i < list->count; i++)
        if (fabs(list->values[i] - start) < fabs(list->values[best] - start)) best = i;
    return list->values[best];
}

/* A guess is never lost: the first evaluation is for it, whatever the shape and the budget. */
static void one_initial_point_is_the_first(void **state) {
    (void)state;
    static const uint64_t budgets[] = {600, 5000};
    const double          start[]   = {1, 0.75, 2, 0.5, 0.25};
    const heco_algorithm *a;
    FOR_EACH_ALGORITHM(a)
    for (size_t k = 0; k < 2 * SHAPE_COUNT; k++) {
        if (is_thinned(a, k)) continue;
        heco_problem     p = shape_problem(&SHAPES[k / 2]);
        heco_run_options o = hand_options(43);
        hand_run         h;
        o.max_evals = budgets[k % 2];
        o.start = start, o.starts = 1;
        o.no_presolve = 1; /* else it is moved onto the linear rows */
        if (!hand_open(&h, a, &p, &o)) continue;
        heco_batch *b    = heco_run_ask(h.run);
        int         same = b != NULL;
        for (size_t j = 0; same && j < p.space.n; j++)
            same = b->x[j] == allowed_start(&p.space, j, start[j]);
        if (!same)
            fail_msg("%s on %s, %d evaluations: the guess is not the first point", a->name, p.name,
                     (int)o.max_evals);
        heco_run_free(h.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_order),
        cmocka_unit_test(every_shape_within_box_and_budget),
        cmocka_unit_test(budgets_are_met_exactly),
        cmocka_unit_test(same_seed_same_bits),
        cmocka_unit_test(interleaved_runs_are_undisturbed),
        cmocka_unit_test(minimize_equals_ask_and_tell),
        cmocka_unit_test(initial_points_are_honoured),
        cmocka_unit_test(one_initial_point_is_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
