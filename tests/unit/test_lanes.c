/* Lanes: the result depends on their number and never on the order in which points finish. */
#include "testing.h"

#include <math.h>
#include <unistd.h>

#include "../lanes_orders.h"
#include "run/lanes_state.h"

/* HECO_LANES_ORDERS=100 tests more orders. */
static uint64_t orders(void) {
    const char *text = getenv("HECO_LANES_ORDERS");
    return text != NULL ? strtoull(text, NULL, 10) : 6;
}

static heco_run_options options(uint64_t evals) {
    heco_run_options o = heco_run_options_default();
    o.max_evals = evals, o.seed = 3;
    return o;
}

static void assert_orders_agree(const heco_problem *p, const heco_run_options *o, size_t lanes) {
    static const size_t workers[] = {1, 4, 7, 16, 64};
    uint64_t            first     = 0;
    for (uint64_t k = 0; k < orders(); k++) {
        lanes_cluster c      = {workers[k % 5], k, k % 2 == 1, k % 3 == 2};
        uint64_t      digest = lanes_search(p, o, lanes, &c);
        if (k == 0) first = digest;
        assert_true(digest == first);
    }
}

static void the_order_does_not_matter(void **state) {
    static const char *names[] = {"g01", "g04", "g06", "g07", "g08", "g10", "g13", "g17", "g18"};
    heco_suite        *suite;
    heco_problem       bumpy = lanes_bumpy_problem();
    (void)state;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const heco_problem *p;
        heco_run_options    o = options(i % 2 == 0 ? 900 : 1300); /* with and without a surrogate */
        o.set = (const char *[]){"surrogate=0"}, o.sets = 1;
        long at = heco_suite_find(suite, names[i], NULL);
        assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
        assert_orders_agree(p, &o, 1 + i % 5);
    }
    heco_suite_close(suite);
    heco_run_options o = options(3000);
    for (o.seed = 1; o.seed <= 8; o.seed++) assert_orders_agree(&bumpy, &o, 6);
    o.seed = 4;
    assert_orders_agree(&bumpy, &o, 9);
}

/* From 8 lanes on the last two are the default algorithm with a quarter of the budget each, and the
 * descents share the rest. All lanes from 1 on together have at most the budget of lane 0. */
static void many_lanes_have_populations(void **state) {
    static const struct {
        size_t   lanes, defaults;
        uint64_t evals, each;
    } rows[] = {{2, 0, 4000, 4000},
                {7, 0, 4200, 700},
                {8, 2, 4000, 400},
                {13, 2, 4001, 200},
                {256, 2, 100, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        heco_problem     p = lanes_bumpy_problem();
        heco_run_options o = options(rows[i].evals);
        heco_lanes      *lanes;
        assert_int_equal(
            heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, rows[i].lanes, NULL),
            HECO_OK);
        for (size_t k = 1; k < rows[i].lanes; k++) {
            int             is_default = k >= rows[i].lanes - rows[i].defaults;
            const heco_run *run        = heco_lanes_run(lanes, k);
            assert_text(heco_run_algorithm(run)->name, is_default ? "auto" : "sqp");
            assert_int_equal(heco_run_max_evals(run),
                             is_default ? rows[i].evals / 4 : rows[i].each);
        }
        heco_lanes_free(lanes);
    }
}

/* A point that the search no longer wants may come back or not; no other number is taken for it. */
static void dropped_points_may_come_back_once(void **state) {
    heco_problem     p = lanes_bumpy_problem();
    heco_run_options o = options(400);
    heco_lanes      *lanes;
    heco_lanes_point x[64];
    uint64_t         id = 0;
    double           f, g;
    (void)state;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, 3, NULL),
                     HECO_OK);
    /* all points that were asked for come back, points ahead do not: in time some are dropped */
    while (heco_lanes_dropped(lanes, &id, 1) == 0) {
        size_t count = heco_lanes_pull(lanes, x, 64), back = 0;
        for (size_t i = 0; i < count; i++) {
            if (x[i].ahead) continue;
            int result = p.eval(NULL, x[i].x, &f, &g, NULL);
            assert_int_equal(
                heco_lanes_push(lanes, x[i].id,
                                result == HECO_POINT_OK ? HECO_ROW_OK : HECO_ROW_FAILED, f, &g,
                                NULL),
                HECO_OK);
            back++;
        }
        assert_true(back > 0);
    }
    uint64_t evals = heco_lanes_result(lanes)->outcome.evals, ahead = heco_lanes_ahead(lanes);
    assert_int_equal(heco_lanes_push(lanes, id, HECO_ROW_OK, -1e9, &g, NULL), HECO_OK);
    assert_int_equal(heco_lanes_push(lanes, id, HECO_ROW_OK, -1e9, &g, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_lanes_push(lanes, id + 1, HECO_ROW_OK, -1e9, &g, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_lanes_result(lanes)->outcome.evals, evals); /* its value is not used */
    assert_true(heco_lanes_result(lanes)->outcome.f > -1e9);
    assert_int_equal(heco_lanes_ahead(lanes), ahead + 1);
    heco_lanes_free(lanes);
}

static void lanes_follow_from_workers(void **state) {
    (void)state;
    assert_int_equal(heco_lanes_for(0, 3, 5000), 0);
    assert_int_equal(heco_lanes_for(1, 3, 5000), 0);
    assert_int_equal(heco_lanes_for(2, 3, 5000), 1);
    assert_int_equal(heco_lanes_for(16, 3, 5000), 5);
    assert_int_equal(heco_lanes_for(16, 3, 500), 2);  /* lanes must be paid for */
    assert_int_equal(heco_lanes_for(16, 3, 10), 1);
    assert_int_equal(heco_lanes_for(4096, 1, 1000000), 256);
}

static int one_variable(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = (x[0] - 0.3) * (x[0] - 0.3);
    g[0] = x[0] - 1.5;
    return HECO_POINT_OK;
}

/* 256 lanes with three variables or one, and fewer evaluations than lanes: they end without a
 * deadlock, and the order does not matter. */
static void many_lanes_and_few_evaluations(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        heco_problem     p = lanes_bumpy_problem();
        heco_run_options o = options(k < 2 ? 100 : 2000);
        if (k % 2 == 1) p.eval = one_variable, p.space.n = 1;
        uint64_t first = lanes_search(&p, &o, 256, &(lanes_cluster){300, 1, 0, 0});
        assert_true(lanes_search(&p, &o, 256, &(lanes_cluster){7, 2, 1, 1}) == first);
    }
}

/* The lane that meets the target ends the search at once, although others are behind. */
static void a_target_ends_the_search(void **state) {
    heco_problem     p = lanes_bumpy_problem();
    heco_run_options o = options(3000);
    heco_lanes      *lanes;
    heco_lanes_point x;
    double           f, g;
    (void)state;
    o.target = -3.0;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, 4, NULL), HECO_OK);
    while (heco_lanes_pull(lanes, &x, 1) == 1) {
        int result = p.eval(NULL, x.x, &f, &g, NULL);
        assert_int_equal(heco_lanes_push(lanes, x.id, result == HECO_POINT_OK ? HECO_ROW_OK : HECO_ROW_FAILED, f, &g, NULL), HECO_OK);
    }
    const heco_result *r = heco_lanes_result(lanes);
    assert_true(heco_lanes_is_over(lanes) && r->outcome.evals < 3000);
    assert_int_equal(r->outcome.stop, HECO_STOP_TARGET);
    assert_true(r->outcome.f <= -3.0 && r->outcome.viol == 0.0);
    heco_lanes_free(lanes);
}

static void wrong_pushes_are_refused(void **state) {
    heco_problem     p = lanes_bumpy_problem();
    heco_run_options o = options(200);
    heco_lanes      *lanes;
    heco_lanes_point x[4];
    heco_error       error;
    double           g = 0.0;
    (void)state;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, 0, &error), HECO_ERR_ARG);
    assert_text(error.text, "0 lanes: choose 1 to 256");
    o.derivatives = 1;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, 2, &error), HECO_ERR_UNSUPPORTED);
    o.derivatives = 0;
    assert_int_equal(heco_lanes_new(&lanes, heco_algorithm_default(), &p.space, &o, 2, &error), HECO_OK);
    assert_int_equal(heco_lanes_pull(lanes, x, 4), 4);
    assert_int_equal(heco_lanes_push(lanes, 12345, HECO_ROW_OK, 1.0, &g, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_lanes_push(lanes, x[0].id, HECO_ROW_OK, 1.0, &g, NULL), HECO_OK);
    assert_int_equal(heco_lanes_push(lanes, x[0].id, HECO_ROW_OK, 1.0, &g, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_lanes_status(lanes, &error), HECO_ERR_ARG);
    assert_text(error.text, "return each point once");
    heco_lanes_stop(lanes, HECO_STOP_USER); /* the others are no longer wanted */
    uint64_t ids[4];
    assert_int_equal(heco_lanes_dropped(lanes, ids, 4), 3);
    assert_int_equal(heco_lanes_dropped(lanes, ids, 4), 0);
    assert_int_equal(heco_lanes_push(lanes, x[1].id, HECO_ROW_OK, 1.0, &g, NULL), HECO_OK);
    assert_int_equal(heco_lanes_push(lanes, x[1].id, HECO_ROW_OK, 1.0, &g, NULL), HECO_ERR_ARG);
    assert_int_equal(heco_lanes_result(lanes)->outcome.stop, HECO_STOP_USER);
    heco_lanes_free(lanes);
}

/* A journal of lanes is resumed with the same number of lanes only, or with the number it names. */
static void a_journal_keeps_its_lanes(void **state) {
    heco_problem          p = lanes_bumpy_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *first, *again;
    heco_error            error;
    char                  path[] = "test_lanes_journal.tmp";
    (void)state;
    unlink(path);
    o.run.max_evals = 400, o.lanes = 3, o.journal = path;
    assert_int_equal(heco_minimize(&first, &p, &o, &error), HECO_OK);
    uint64_t evals = heco_solution_result(first)->outcome.evals;
    assert_int_equal(heco_solution_lanes(first), 3);
    o.resume = 1, o.lanes = 4;
    assert_int_equal(heco_minimize(&again, &p, &o, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "was made with lanes=3, this search has lanes=4");
    o.lanes = HECO_LANES_NONE;
    assert_int_equal(heco_minimize(&again, &p, &o, &error), HECO_ERR_CONFLICT);
    assert_text(error.text, "was made in lanes, this search has none: use the same --lanes");
    static const size_t open[] = {0, HECO_LANES_AUTO};
    for (size_t k = 0; k < 2; k++) {
        o.lanes = open[k], o.evaluator.workers = (unsigned)(9 * k);
        assert_int_equal(heco_minimize(&again, &p, &o, &error), HECO_OK);
        assert_int_equal(heco_solution_lanes(again), 3);
        assert_true(heco_solution_replayed(again) == evals);
        assert_true(heco_solution_result(again)->outcome.f ==
                    heco_solution_result(first)->outcome.f);
        heco_solution_free(again);
    }
    heco_solution_free(first);
    unlink(path);
}

/* Begins or resumes a journaled search in three lanes, which ends when *journal is closed. */
static heco_lanes *journaled_lanes(const heco_problem *p, const heco_minimize_options *o,
                                   heco_journal **journal) {
    heco_lanes *lanes;
    assert_int_equal(heco_journal_open(journal, p, o, NULL), HECO_OK);
    const heco_lanes_outside outside = {3, *journal, NULL, NULL, p};
    assert_int_equal(heco_lanes_new_recorded(&lanes, heco_algorithm_default(), &p->space, &o->run,
                                             &outside, NULL),
                     HECO_OK);
    return lanes;
}

/* Returns how many rows of the journal come after the last batch of lane 0. */
static size_t rows_beyond_lane_0(const heco_journal_table *t) {
    uint64_t end  = 0;
    size_t   rows = 0;
    for (size_t i = 0; i < t->count; i++)
        if (t->row[i].place.lane == 0 && !t->row[i].ahead && t->row[i].place.batch >= end)
            end = t->row[i].place.batch + 1;
    for (size_t i = 0; i < t->count; i++) rows += !t->row[i].ahead && t->row[i].place.batch >= end;
    return rows;
}

/* If lane 0 is slow, the journal has rows of the others that the search does not have where lane 0 is
 * fast: they come after the end of lane 0. They change neither the answer nor that of a resumed search. */
static void rows_beyond_the_end_do_not_count(void **state) {
    heco_problem          p = lanes_bumpy_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_journal         *journal;
    size_t                beyond[2];
    uint64_t              digest[3];
    char                  path[] = "test_lanes_beyond.tmp";
    (void)state;
    o.run = options(400), o.run.stall = 60; /* which ends lane 0 only */
    o.lanes = 3, o.journal = path;
    for (int slow = 0; slow < 2; slow++) {
        unlink(path);
        o.resume     = 0;
        digest[slow] = lanes_finish(journaled_lanes(&p, &o, &journal), &p, &(lanes_cluster){1 + 5 * slow, 1, 0, slow});
        heco_journal_close(journal);
        o.resume          = 1;
        heco_lanes *again = journaled_lanes(&p, &o, &journal);
        assert_true(heco_lanes_is_over(again));
        digest[2]    = lanes_finish(again, &p, &(lanes_cluster){1, 1, 0, 0});
        beyond[slow] = rows_beyond_lane_0(heco_journal_rows(journal));
        heco_journal_close(journal);
        assert_true(digest[slow] == digest[0] && digest[2] == digest[0]);
    }
    assert_int_equal(beyond[0], 0);
    assert_true(beyond[1] > 0);
    unlink(path);
}

/* Several workers, the default algorithm and more than 1000 evaluations: see heco_lanes_default(). */
static void several_workers_mean_lanes(void **state) {
    heco_problem          p = lanes_bumpy_problem();
    heco_minimize_options o = heco_minimize_options_default();
    heco_solution        *s;
    static const struct {
        const char *backend, *algorithm;
        unsigned    workers;
        uint64_t    evals;
        size_t      given, want;
    } cases[] = {
        {"threads", NULL, 4, 1001, 0, 2},       {"threads", NULL, 1, 1001, 0, 0},
        {"threads", NULL, 4, 1000, 0, 0},       {"serial", NULL, 4, 1001, 0, 0},
        {"threads", "sqp", 4, 1001, 0, 0},      {"threads", "sqp", 4, 1001, HECO_LANES_AUTO, 2},
        {"threads", NULL, 4, 1001, HECO_LANES_NONE, 0},
        {"process", NULL, 7, 1001, 0, 3},       {"threads", NULL, 4, 1001, 5, 5},
    };
    (void)state;
    p.sharing = HECO_SHARE_FREELY;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        o.backend = cases[k].backend, o.algorithm = cases[k].algorithm;
        o.evaluator.workers = cases[k].workers;
        o.run.max_evals = cases[k].evals, o.lanes = cases[k].given;
        assert_int_equal(heco_minimize(&s, &p, &o, NULL), HECO_OK);
        assert_int_equal(heco_solution_lanes(s), cases[k].want);
        heco_solution_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(many_lanes_have_populations),
        cmocka_unit_test(dropped_points_may_come_back_once),
        cmocka_unit_test(lanes_follow_from_workers),
        cmocka_unit_test(many_lanes_and_few_evaluations),
        cmocka_unit_test(a_target_ends_the_search),
        cmocka_unit_test(wrong_pushes_are_refused),
        cmocka_unit_test(a_journal_keeps_its_lanes),
        cmocka_unit_test(rows_beyond_the_end_do_not_count),
        cmocka_unit_test(several_workers_mean_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
