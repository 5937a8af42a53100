/* The row dispatcher on a simulated cluster: every row gets its own values in any order of evaluation, and a stop ends
 * the batch in time. */
#include "testing.h"

#include "../../bench/scaling/simulated_cluster.h"

static double uneven(simulated_cluster *c, int rank) {
    double u = simulated_uniform(c);
    return (rank == 1 ? 10.0 : 1.0) * 1e-3 * u / (1.0 - 0.99 * u);
}

/* f tells the row, g how it came about; every seventh fails. */
static void values(simulated_cluster *c, const double *x, double *f, double *g, double *h,
                   unsigned char *state) {
    (void)c, (void)h;
    f[0]     = 3.0 * x[0];
    g[0]     = x[0] + x[1];
    state[0] = (int)x[0] % 7 == 0 ? HECO_ROW_FAILED : HECO_ROW_OK;
}

static const double     lower[2] = {0, 0}, upper[2] = {1e6, 1e6};
static const heco_space space = {.n = 2, .ng = 1, .lower = lower, .upper = upper};

typedef struct {
    simulated_cluster     cluster;
    heco_row_dispatcher       *dispatcher;
    heco_batch          *batch;
    heco_failures stats;
} farmer;

static void begin(farmer *t, int workers, size_t rows, const heco_evaluator_options *options) {
    heco_error error;
    memset(t, 0, sizeof *t);
    t->cluster = (simulated_cluster){.space    = &space,
                                    .latency  = 2e-5,
                                    .handling = 3e-6,
                                    .draw     = uneven,
                                    .values   = values,
                                    .random   = 7};
    simulated_open(&t->cluster, workers);
    assert_int_equal(heco_row_dispatcher_new(&t->dispatcher, &t->cluster.channel, &space, options, &error),
                     HECO_OK);
    assert_int_equal(heco_batch_new(&t->batch, &space, rows), HECO_OK);
    t->batch->count = rows;
    for (size_t i = 0; i < rows; i++) {
        t->batch->x[2 * i] = (double)i, t->batch->x[2 * i + 1] = 0.5;
        t->batch->state[i] = HECO_ROW_SKIPPED;
    }
}

static void end(farmer *t) {
    heco_row_dispatcher_free(t->dispatcher);
    heco_batch_free(t->batch);
    simulated_close(&t->cluster);
}

static void every_row_gets_its_own_values(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    static const int                    workers[] = {1, 2, 7, 300};
    for (size_t k = 0; k < 4; k++) {
        farmer t;
        begin(&t, workers[k], 257, &none);
        for (int round = 0; round < 3; round++) {
            memset(t.batch->state, HECO_ROW_SKIPPED, t.batch->count);
            assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
            for (size_t i = 0; i < t.batch->count; i++) {
                assert_true(t.batch->f[i] == 3.0 * (double)i);
                assert_true(t.batch->g[i] == (double)i + 0.5);
                assert_int_equal(t.batch->state[i], i % 7 == 0 ? HECO_ROW_FAILED : HECO_ROW_OK);
            }
            assert_false(t.batch->stop);
        }
        assert_int_equal(t.cluster.events, 0);
        end(&t);
    }
}

/* Rows take much longer than messages here: no rank waits while there is work. */
static void nobody_is_idle_for_long(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    farmer                              t;
    begin(&t, 8, 4000, &none);
    assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
    double efficiency = t.cluster.worked / (8.0 * t.cluster.now);
    if (efficiency < 0.9) fail_msg("efficiency %g", efficiency);
    end(&t);
}

typedef struct {
    farmer *t;
    double  at;
    size_t  done;
} stopper;

static int stop_later(void *user, const heco_progress *now) {
    stopper *s = user;
    assert_true(now->evals >= s->done);
    s->done = now->evals;
    return s->t->cluster.now > s->at;
}

static double endless(simulated_cluster *c, int rank) { return rank == 2 ? 1e9 : uneven(c, rank); }

static void a_stop_does_not_wait_for_a_hung_rank(void **state) {
    (void)state;
    farmer                 t;
    stopper                s = {&t, 0.3, 0};
    heco_evaluator_options o = {.should_stop = stop_later, .stop_user = &s};
    begin(&t, 3, 2000, &o);
    t.cluster.draw = endless;
    assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
    assert_true(t.batch->stop);
    assert_true(t.cluster.now < 1.0);
    size_t skipped = 0;
    for (size_t i = 0; i < t.batch->count; i++)
        if (t.batch->state[i] == HECO_ROW_SKIPPED)
            skipped++;
        else
            assert_true(t.batch->f[i] == 3.0 * (double)i);
    assert_true(skipped > 0 && skipped < t.batch->count);
    /* The two others still work, for the next batch. */
    s.at = 1e9, s.done = 0;
    t.batch->count = 10, t.batch->stop = 0;
    memset(t.batch->state, HECO_ROW_SKIPPED, 10);
    assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
    for (size_t i = 0; i < 10; i++) assert_true(t.batch->f[i] == 3.0 * (double)i);
    assert_false(t.batch->stop);
    end(&t);
}

static int gone(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds, (void)out;
    return -1;
}

static int strange(heco_channel *channel, double seconds, heco_message *out) {
    static heco_row_done done;
    (void)channel, (void)seconds;
    done = (heco_row_done){.work = {.batch = 1, .begin = 5, .count = 1000}};
    *out = (heco_message){1, HECO_MESSAGE_DONE, (const unsigned char *)&done, sizeof done};
    return 1;
}

/* Answers the only row that rank 1 has, always with the same state. */
static int answer_row(heco_message *out, unsigned char row_state) {
    static union {
        struct {
            heco_row_done done;
            double        f, g;
            unsigned char state;
        } row;
        double aligned;
    } m;
    m.row.done  = (heco_row_done){.work = {.batch = 1, .begin = 0, .count = 1}, .seconds = 1.0};
    m.row.state = row_state;
    *out = (heco_message){1, HECO_MESSAGE_DONE, (const unsigned char *)&m.row, heco_row_done_size(&space, 1)};
    return 1;
}

static int always_the_same(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds;
    return answer_row(out, HECO_ROW_OK);
}

static int never_evaluated(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds;
    return answer_row(out, HECO_ROW_SKIPPED);
}

static int unknown_state(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds;
    return answer_row(out, 9);
}

static int last_word(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds;
    *out = (heco_message){1, HECO_MESSAGE_GOODBYE, (const unsigned char *)"no memory", 9};
    return 1;
}

static void what_breaks_is_named(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    static const struct {
        int (*wait)(heco_channel *channel, double seconds, heco_message *out);
        const char *text;
    } cases[] = {{gone, "the launcher of the ranks has ended"},
                 {strange, "a rank sent rows that were not requested"},
                 {always_the_same, "a rank sent rows that were not requested"},
                 {never_evaluated, "a rank sent rows that were not requested"},
                 {unknown_state, "a rank sent rows that were not requested"},
                 {last_word, "rank 1 gave up: no memory"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        farmer t;
        begin(&t, 2, 20, &none);
        t.cluster.channel.wait = cases[k].wait;
        assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_ERR_EVAL);
        assert_string_equal(t.stats.last_failure, cases[k].text);
        end(&t);
    }
}

/* ---- points one by one ---- */

/* Submits points 0 .. count - 1, at most `workers` at a time, and checks the values of each. */
static void points_all_come_back(farmer *t, size_t workers, size_t count) {
    unsigned char seen[600] = {0};
    size_t        busy = 0, next = 0, done = 0;
    heco_answer   a;
    while (done < count) {
        for (; busy < workers && next < count; busy++, next++) {
            const double x[2] = {(double)next, 0.5};
            assert_int_equal(heco_row_dispatcher_submit(t->dispatcher, 1000 + next, x), HECO_OK);
        }
        int got = heco_row_dispatcher_collect(t->dispatcher, 100.0, &a, &t->stats);
        assert_int_equal(got, 1);
        size_t i = (size_t)a.id - 1000;
        assert_true(i < count && !seen[i]++);
        assert_true(a.f == 3.0 * (double)i && a.g[0] == (double)i + 0.5 && a.x[0] == (double)i);
        assert_int_equal(a.state, i % 7 == 0 ? HECO_ROW_FAILED : HECO_ROW_OK);
        busy--, done++;
    }
}

static void every_point_gets_its_own_values(void **state) {
    (void)state;
    static const unsigned inside[] = {0, 1, 3};
    for (size_t k = 0; k < 3; k++) {
        heco_evaluator_options o = {.workers = inside[k]};
        farmer                 t;
        begin(&t, 7, 20, &o);
        points_all_come_back(&t, 7 * (inside[k] > 0 ? inside[k] : 1), 500);
        heco_row_dispatcher_abandon(t.dispatcher);
        assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
        for (size_t i = 0; i < 20; i++) assert_true(t.batch->f[i] == 3.0 * (double)i);
        end(&t);
    }
}

/* There is room for one point per rank; points that were abandoned do not come back. */
static void abandoned_points_are_forgotten(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    farmer                              t;
    const double                        x[2] = {5.0, 0.5};
    begin(&t, 3, 10, &none);
    for (uint64_t id = 0; id < 3; id++)
        assert_int_equal(heco_row_dispatcher_submit(t.dispatcher, id, x), HECO_OK);
    assert_int_equal(heco_row_dispatcher_submit(t.dispatcher, 3, x), HECO_ERR_ORDER);
    heco_row_dispatcher_abandon(t.dispatcher);
    points_all_come_back(&t, 3, 30);
    heco_row_dispatcher_abandon(t.dispatcher);
    assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_OK);
    for (size_t i = 0; i < 10; i++) assert_true(t.batch->f[i] == 3.0 * (double)i);
    end(&t);
}

/* The answer of rank 1 comes three times. */
static void a_second_answer_is_ignored(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    farmer                              t;
    heco_answer                         a;
    const double                        x[2] = {5.0, 0.5};
    begin(&t, 1, 10, &none);
    for (uint64_t id = 1; id < 4; id++) {
        assert_int_equal(heco_row_dispatcher_submit(t.dispatcher, id, x), HECO_OK);
        for (int k = 0; k < 2; k++) {
            simulated_event again = t.cluster.event[0];
            again.bytes           = malloc(again.size);
            assert_non_null(again.bytes);
            memcpy(again.bytes, t.cluster.event[0].bytes, again.size);
            simulated_push(&t.cluster, again);
        }
        assert_int_equal(heco_row_dispatcher_collect(t.dispatcher, 100.0, &a, &t.stats), 1);
        assert_int_equal(a.id, id);
        assert_int_equal(heco_row_dispatcher_collect(t.dispatcher, 100.0, &a, &t.stats), 0);
    }
    end(&t);
}

/* Rank 2, and then all ranks, leave while they have points. */
static void the_points_of_a_lost_rank_go_to_another(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    farmer                              t;
    heco_answer                         a;
    unsigned char                      *why[3];
    begin(&t, 3, 10, &none);
    for (uint64_t id = 0; id < 3; id++) {
        const double x[2] = {(double)id, 0.5};
        assert_int_equal(heco_row_dispatcher_submit(t.dispatcher, id, x), HECO_OK);
    }
    for (size_t k = 0; k < 3; k++) {
        why[k] = calloc(1, 10);
        memcpy(why[k], "no memory", 9);
    }
    simulated_push(&t.cluster, (simulated_event){.from = 2, .kind = HECO_MESSAGE_GOODBYE, .bytes = why[0], .size = 9});
    unsigned seen = 0;
    for (int k = 0; k < 3; k++) {
        assert_int_equal(heco_row_dispatcher_collect(t.dispatcher, 100.0, &a, &t.stats), 1);
        assert_true(a.f == 3.0 * (double)a.id);
        seen |= 1u << a.id;
    }
    assert_int_equal(seen, 7);
    assert_int_equal(t.stats.restarted, 1);
    assert_int_equal(heco_row_dispatcher_submit(t.dispatcher, 0, lower), HECO_OK);
    for (int r = 1; r < 4; r += 2)
        simulated_push(&t.cluster, (simulated_event){.from = r, .kind = HECO_MESSAGE_GOODBYE, .bytes = why[(r + 1) / 2], .size = 9});
    assert_int_equal(heco_row_dispatcher_collect(t.dispatcher, 100.0, &a, &t.stats), -1);
    assert_non_null(strstr(t.stats.last_failure, "gave up: no memory"));
    heco_row_dispatcher_abandon(t.dispatcher);
    assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_ERR_EVAL);
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_gets_its_own_values), cmocka_unit_test(nobody_is_idle_for_long),
        cmocka_unit_test(a_stop_does_not_wait_for_a_hung_rank),
        cmocka_unit_test(what_breaks_is_named),
        cmocka_unit_test(every_point_gets_its_own_values),
        cmocka_unit_test(abandoned_points_are_forgotten),
        cmocka_unit_test(the_points_of_a_lost_rank_go_to_another),
        cmocka_unit_test(a_second_answer_is_ignored)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
