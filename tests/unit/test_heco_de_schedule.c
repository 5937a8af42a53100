/* HECO-DE as an act of a longer search: how its schedule follows its clock. */
#include "algorithm_fixture.h"

#include "solver/algorithm_table.h"
#include "solver/heco/heco_de.h"

static fixture t;

static heco_member *act(const heco_member_value *set, uint64_t slice) {
    heco_member *m;
    size_t       rows = 0;
    fixture_open(&t, &heco_algorithm_heco_de, 3, 1, 0, 1000, NULL);
    heco_batch_free(t.batch);
    if (heco_member_new(&m, &heco_algorithm_heco_de, &t.setup, 1, set, &rows) != HECO_OK)
        fail_msg("%s", t.error.text);
    assert_int_equal(heco_batch_new(&t.batch, &t.space, rows), HECO_OK);
    assert_int_equal(heco_member_begin(m, slice, NULL, 0), HECO_OK);
    return m;
}

/* One turn; returns the rows asked for. */
static size_t turn(heco_member *m) {
    assert_int_equal(heco_member_ask(m, t.batch), HECO_OK);
    for (size_t i = 0; i < t.batch->count; i++) {
        const double *x = t.batch->x + 3 * i;
        t.batch->f[i]   = x[0] * x[0] + fabs(x[1]) + cos(5.0 * x[2]);
        t.batch->g[i]   = x[0] - x[1] * x[2];
    }
    if (t.batch->count > 0) assert_int_equal(heco_member_tell(m, t.batch), HECO_OK);
    return t.batch->count;
}

/* From 40 down to 20 while the first 200 evaluations pass, then 20. */
static void the_size_follows_the_horizon(void **state) {
    (void)state;
    static const heco_member_value set[] = {
        {"lambda", 10}, {"N0", 40}, {"end", 20}, {"horizon", 200}, {NULL, 0}};
    heco_member           *m     = act(set, 1000);
    const heco_population *P     = heco_de_member_population(m);
    size_t                 evals = turn(m);
    assert_int_equal(evals, 40);
    assert_int_equal(P->count, 40);
    while (evals < 400) {
        evals += turn(m);
        assert_int_equal(P->count, evals < 200 ? (size_t)round(40.0 - 20.0 * (double)evals / 200.0) : 20);
    }
    fixture_close(&t);
}

/* Evaluations that pass elsewhere move the schedule on. */
static void the_clock_of_the_slice_counts(void **state) {
    (void)state;
    static const heco_member_value set[] = {{"lambda", 10}, {"N0", 40}, {"horizon", 200}, {NULL, 0}};
    heco_member                   *m     = act(set, 1000);
    turn(m);
    heco_member_charge(m, 50);
    turn(m);
    assert_int_equal(heco_de_member_population(m)->count, 25); /* 100 of 200, from 40 to 10 */
    fixture_close(&t);
}

static uint64_t hash(double gamma, double ramp, double horizon) {
    heco_member_value set[] = {{"lambda", 10}, {"N0", 40},         {"gamma", gamma},
                               {"ramp", ramp}, {"horizon", horizon}, {NULL, 0}};
    heco_member      *m     = act(set, 1000);
    uint64_t          sum   = 0;
    while (turn(m) > 0)
        for (size_t k = 0; k < 3 * t.batch->count; k++) {
            uint64_t bits;
            memcpy(&bits, t.batch->x + k, sizeof bits);
            sum = (sum ^ bits) * 0x100000001b3u;
        }
    fixture_close(&t);
    return sum;
}

/* gamma tau is 0 for gamma = 0, gamma at tau = 1, and something else in between. */
static void gamma_follows_the_progress(void **state) {
    (void)state;
    assert_true(hash(0.0, 1, 1000) == hash(0.0, 0, 1000));
    assert_true(hash(0.7, 1, 1) == hash(0.7, 0, 1));
    assert_true(hash(0.7, 1, 1000) != hash(0.7, 0, 1000));
    assert_true(hash(0.7, 1, 1000) != hash(0.0, 0, 1000));
}

static void what_cannot_work_is_refused(void **state) {
    (void)state;
    static const heco_member_value sets[][4] = {
        {{"lambda", 10}, {"end", 9}, {NULL, 0}, {NULL, 0}},
        {{"lambda", 10}, {"N0", 40}, {"end", 41}, {NULL, 0}},
        {{"profile", 1}, {"ramp", 1}, {NULL, 0}, {NULL, 0}},
    };
    for (size_t k = 0; k < 3; k++) {
        heco_member *m;
        size_t       rows = 0;
        fixture_open(&t, &heco_algorithm_heco_de, 3, 1, 0, 1000, NULL);
        assert_int_equal(heco_member_new(&m, &heco_algorithm_heco_de, &t.setup, 1, sets[k], &rows),
                         HECO_ERR_ARG);
        assert_text(t.error.text, "end");
        fixture_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_follows_the_horizon),
        cmocka_unit_test(the_clock_of_the_slice_counts),
        cmocka_unit_test(gamma_follows_the_progress),
        cmocka_unit_test(what_cannot_work_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
