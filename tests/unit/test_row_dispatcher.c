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
                 {last_word, "rank 1 gave up: no memory"}};
    for (size_t k = 0; k < 3; k++) {
        farmer t;
        begin(&t, 2, 20, &none);
        t.cluster.channel.wait = cases[k].wait;
        assert_int_equal(heco_row_dispatcher_eval(t.dispatcher, t.batch, &t.stats), HECO_ERR_EVAL);
        assert_string_equal(t.stats.last_failure, cases[k].text);
        end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_gets_its_own_values), cmocka_unit_test(nobody_is_idle_for_long),
        cmocka_unit_test(a_stop_does_not_wait_for_a_hung_rank),
        cmocka_unit_test(what_breaks_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
