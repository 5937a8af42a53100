/* ude: pool selection without duplicates, local search, and the end point on C11 that the
 * published table shows, which only the penalty R = 100 gives. */
#include "solver/papers/ude.c"

#include "algorithm_fixture.h"

static void tell_values(fixture *t, const double *f) {
    memcpy(t->batch->f, f, t->batch->count * sizeof *f);
    assert_int_equal(ude_tell(t->state, t->batch), HECO_OK);
}

/* N = 4, T = 2 without constraints: candidates 0.5 and 6 (top), 9 and 2.5 join 1 2 3 4. */
static void the_pool_keeps_the_best_half(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude, 2, 0, 0, 1000, "N=4 local=no");
    ude_state *s = t.state;
    ude_ask(s, t.batch);
    tell_values(&t, (double[]){4, 3, 2, 1});
    ude_ask(s, t.batch);
    assert_int_equal(t.batch->count, 8);
    tell_values(&t, (double[]){7, 0.5, 9, 9, 6, 7, 9, 2.5});
    static const double after[4] = {0.5, 1, 2, 2.5}; /* two parents leave, wherever they were */
    for (size_t i = 0; i < 4; i++) assert_double(s->e.P.f[i], after[i]);
    assert_int_equal(s->e.P.count, 4);
    assert_int_equal(s->phase, UDE_GENERATION);
    fixture_close(&t);
}

/* All candidates equal one parent: one of them stays, nothing is missing. All points equal: three
 * uniform points are asked for. */
static void duplicates_leave(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude, 2, 0, 0, 1000, "N=4 local=no");
    ude_state *s = t.state;
    ude_ask(s, t.batch);
    tell_values(&t, (double[]){4, 3, 2, 1});
    ude_ask(s, t.batch);
    for (size_t row = 0; row < 8; row++)
        memcpy(t.batch->x + 2 * row, s->e.P.x, 2 * sizeof *t.batch->x);
    tell_values(&t, (double[]){1, 1, 1, 1, 1, 1, 1, 1});
    for (size_t i = 0; i < 4; i++) assert_double(s->e.P.f[i], (double)(i + 1));
    ude_ask(s, t.batch);
    for (size_t row = 0; row < 8; row++) t.batch->x[2 * row] = t.batch->x[2 * row + 1] = 0.25;
    for (size_t i = 0; i < 8; i++) s->e.P.x[i] = 0.25;
    tell_values(&t, (double[]){1, 1, 1, 1, 1, 1, 1, 1});
    assert_int_equal(s->phase, UDE_FILL);
    assert_int_equal(s->missing, 3);
    ude_ask(s, t.batch);
    assert_int_equal(t.batch->count, 3);
    tell_values(&t, (double[]){5, 0, 7});
    assert_int_equal(s->e.P.count, 4);
    assert_double(s->e.P.f[0], 0.0);
    assert_double(s->e.P.f[3], 7.0);
    assert_int_equal(s->phase, UDE_GENERATION);
    fixture_close(&t);
}

/* The extra trial goes to its place, or nowhere when it is no better than the worst. */
static void the_local_trial_is_inserted_in_order(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_ude, 2, 1, 0, 1000, "N=4");
    ude_state *s = t.state;
    ude_ask(s, t.batch);
    for (size_t i = 0; i < 4; i++) t.batch->g[i] = 0.0;
    tell_values(&t, (double[]){4, 3, 2, 1});
    ude_ask(s, t.batch);
    for (size_t i = 0; i < 8; i++) t.batch->g[i] = 0.01;
    tell_values(&t, (double[]){9, 9, 9, 9, 9, 9, 9, 9}); /* nothing wins */
    assert_int_equal(s->phase, UDE_LOCAL_TRIAL);
    ude_ask(s, t.batch);
    assert_int_equal(t.batch->count, 1);
    t.batch->g[0] = 0.01; /* 1.5 + 100 * 0.01 = 2.5 */
    tell_values(&t, (double[]){1.5});
    static const double after[4] = {1, 2, 2.5, 3};
    for (size_t i = 0; i < 4; i++) assert_double(s->e.P.f[i], after[i]);
    s->phase      = UDE_LOCAL_TRIAL;
    t.batch->g[0] = 0.0;
    tell_values(&t, (double[]){3.0});
    assert_double(s->e.P.f[3], 3.0);
    assert_double(s->e.P.f[2], 2.5);
    fixture_close(&t);
}

/* On C11 y = -c (1, .., 1) has f = -D c and product violation c^D, so F = f + R v is least at
 * c = R^(-1/(D-1)), up to the slack of the equality tolerance. The published runs all end with
 * f = -5.9956 and mean violation 0.0029969 (D = 10). */
static void c11_ends_where_the_penalty_says(void **state) {
    (void)state;
    heco_suite         *suite;
    const heco_problem *p;
    heco_error          error;
    heco_suite_options  so = {.data = HECO_SHARED_DIR "/cec2017/data", .instance = "official"};
    if (heco_suite_open(&suite, "cec2017", &so, &error) != HECO_OK) {
        print_message("no official cec2017 data: %s\n", error.text);
        skip();
    }
    long index = heco_suite_find(suite, "C11", &error);
    assert_int_equal(heco_suite_problem(suite, (size_t)index, 10, &p, &error), HECO_OK);
    heco_run_options o = heco_run_options_default();
    heco_run        *run;
    heco_evaluator  *ev;
    heco_batch      *b;
    double           best = INFINITY, f = 0.0, v = 0.0;
    o.max_evals           = 200000;
    heco_evaluator_options eo = {.workers = 1};
    const heco_backend *serial = heco_backend_find("serial", NULL);
    assert_int_equal(heco_evaluator_open(&ev, p, serial, &eo, &error), HECO_OK);
    assert_int_equal(heco_run_new(&run, &heco_algorithm_ude, &p->space, &o, &error), HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_int_equal(heco_run_tell(run), HECO_OK);
        for (size_t i = 0; i < b->count; i++) {
            double F = b->f[i] + 100.0 * 2.0 * b->viol[i]; /* two constraints: sum = 2 mean */
            if (F < best) best = F, f = b->f[i], v = b->viol[i];
        }
    }
        assert_near(f, -5.9956, 0.002);
    assert_near(v, 0.0029969, 2e-6);
    heco_run_free(run);
    heco_evaluator_close(ev);
    heco_suite_close(suite);
}

static void g08_is_solved(void **state) {
    (void)state;
    assert_near(fixture_solve_cec2006("ude", "g08", 50000), -0.0958250414, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pool_keeps_the_best_half),
        cmocka_unit_test(duplicates_leave),
        cmocka_unit_test(the_local_trial_is_inserted_in_order),
        cmocka_unit_test(c11_ends_where_the_penalty_says),
        cmocka_unit_test(g08_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
