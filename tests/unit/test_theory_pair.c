/* Section IV of the paper on the wide gap (suite theory, e2): from 2000 the helper objective leads
 * across the infeasible gap to [0, 1000]; the equivalent objective alone never moves. */
#include "testing.h"

#include "heco/run.h"
#include "heco/suite.h"

typedef struct {
    uint64_t generations; /* until a point of [0, 1000] was evaluated; 0: never */
    double   f;
} outcome;

static outcome search(const char *name, uint64_t seed, uint64_t evals) {
    heco_suite         *suite;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&suite, "theory", NULL, NULL), HECO_OK);
    assert_int_equal(heco_suite_problem(suite, (size_t)heco_suite_find(suite, "e2", NULL), 0, &p, NULL), HECO_OK);
    heco_run_options o     = heco_run_options_default();
    double           start = 2000.0;
    o.seed = seed, o.max_evals = evals, o.start = &start, o.starts = 1;
    heco_run       *run;
    heco_evaluator *ev;
    heco_batch     *batch;
    outcome         out = {0, 0};
    assert_int_equal(heco_run_new(&run, heco_algorithm_find(name, NULL), &p->space, &o, NULL), HECO_OK);
    assert_int_equal(heco_evaluator_open(&ev, p, NULL, NULL, NULL), HECO_OK);
    for (uint64_t t = 0; (batch = heco_run_ask(run)) != NULL; t++) {
        heco_evaluate(ev, batch);
        heco_run_tell(run);
        if (out.generations == 0 && heco_run_result(run)->outcome.viol == 0.0 &&
            heco_run_result(run)->outcome.f <= 1000.0)
            out.generations = t;
    }
    out.f = heco_run_result(run)->outcome.f;
    heco_evaluator_close(ev);
    heco_run_free(run);
    heco_suite_close(suite);
    return out;
}

/* Expected progress 1/4 a generation over a width of 1000: near 4000 generations. */
static void heco_crosses_the_gap(void **state) {
    (void)state;
    double sum = 0.0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        outcome o = search("theory-heco", seed, 40000);
        assert_in_range(o.generations, 3500, 4500);
        assert_near(o.f, 0.0, 1.0); /* and goes on to the optimum */
        sum += (double)o.generations;
    }
    assert_near(sum / 8.0, 4000.0, 150.0);
}

static void soco_never_moves(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        outcome o = search("theory-soco", seed, 200000);
        assert_int_equal(o.generations, 0);
        assert_double(o.f, 2000.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(heco_crosses_the_gap), cmocka_unit_test(soco_never_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
