/* A message of MPI holds less than 2 GB. A rank whose values or results are longer says so and ends, and a search whose
 * rows are longer does not begin; no rank waits for a message that cannot be sent. Here a channel with messages of a
 * few hundred bytes takes the place of MPI; tests/mpi/mpi_long_messages.c has the limit of MPI itself. */
#include "testing.h"

#include "evaluate/mpi/row_dispatcher.h"
#include "heco/mpi.h"

/* ---- a channel with shorter messages ---- */

enum { MOST = 8, LONGEST = 700 };

/* The messages that this rank receives, then the launcher has ended; and those that it sent. */
typedef struct {
    heco_message in[MOST];
    size_t       ins, next, longest;
    struct {
        heco_message_kind kind;
        size_t            size;
        char              bytes[LONGEST];
    } out[MOST];
    size_t outs, refused;
} mailbox;

static mailbox box;
static int     rank_here;

static heco_status mailbox_send(heco_channel *channel, int to, heco_message_kind kind, const void *bytes,
                                size_t size) {
    (void)to;
    if (size > channel->most) {
        box.refused++;
        return HECO_ERR_UNSUPPORTED;
    }
    assert_true(box.outs < MOST);
    box.out[box.outs].kind = kind, box.out[box.outs].size = size;
    if (size > 0) memcpy(box.out[box.outs].bytes, bytes, size < LONGEST ? size : LONGEST);
    box.outs++;
    return HECO_OK;
}

static int mailbox_wait(heco_channel *channel, double seconds, heco_message *out) {
    (void)channel, (void)seconds;
    if (box.next == box.ins) return -1;
    *out = box.in[box.next++];
    return 1;
}

static double mailbox_now(heco_channel *channel) {
    (void)channel;
    return 0.0;
}

/* The linker puts these in the place of heco_channel_open_mpi and heco_channel_close_mpi. */
heco_status __wrap_heco_channel_open_mpi(heco_channel *channel, const void *communicator, heco_error *error);
void        __wrap_heco_channel_close_mpi(heco_channel *channel);

heco_status __wrap_heco_channel_open_mpi(heco_channel *channel, const void *communicator, heco_error *error) {
    (void)communicator, (void)error;
    *channel = (heco_channel){.rank = rank_here,
                              .size = 2,
                              .most = box.longest,
                              .send = mailbox_send,
                              .wait = mailbox_wait,
                              .now  = mailbox_now};
    return HECO_OK;
}

void __wrap_heco_channel_close_mpi(heco_channel *channel) { (void)channel; }

static void mailbox_open(int rank, size_t longest) {
    memset(&box, 0, sizeof box);
    rank_here   = rank;
    box.longest = longest;
}

static void receive(heco_message_kind kind, const void *bytes, size_t size) {
    assert_true(box.ins < MOST);
    box.in[box.ins++] = (heco_message){.kind = kind, .bytes = bytes, .size = size};
}

/* ---- a problem with many constraints ---- */

enum { MANY = 200 };
static const double lower[3] = {0, 0, 0}, upper[3] = {1, 1, 1};

static int many(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    *f = x[0];
    for (size_t k = 0; k < MANY; k++) g[k] = -1.0;
    return 0;
}

static const heco_space space = {.n = 3, .ng = MANY, .lower = lower, .upper = upper};

/* A rank that cannot send its values gives up and says why; rank 0 waits for them otherwise. */
static void a_rank_with_too_many_values_gives_up(void **state) {
    (void)state;
    static const uint64_t single[] = {0, 1};
    for (size_t k = 0; k < 2; k++) {
        heco_evaluator_options o       = {.workers = 1};
        heco_problem           problem = heco_problem_default();
        heco_error             error   = {HECO_OK, ""};
        int                    served = 0;
        struct {
            heco_row_work work;
            double        x[3];
        } work = {.work = {.batch = 1, .count = 1, .single = single[k]}, .x = {0.5, 0.5, 0.5}};
        problem.space = space, problem.eval = many;
        mailbox_open(1, LONGEST);
        receive(HECO_MESSAGE_WORK, &work, sizeof work);
        receive(HECO_MESSAGE_END, NULL, 0);
        assert_int_equal(heco_backend_serve(heco_mpi_backend(), &problem, &o, &served, &error), HECO_OK);
        assert_true(served);
        assert_int_equal(box.refused, 1);
        assert_int_equal(box.outs, 2);
        assert_int_equal(box.out[0].kind, HECO_MESSAGE_HELLO);
        assert_int_equal(box.out[1].kind, HECO_MESSAGE_GOODBYE);
        assert_true(box.out[1].size > 0);
        assert_non_null(strstr(box.out[1].bytes, "message"));
    }
}

/* Rank 0 knows before the search that a row of its problem is too long. */
static void rows_that_are_too_long_are_refused(void **state) {
    (void)state;
    static const heco_evaluator_options none = {.workers = 0};
    const size_t need = heco_row_done_size(&space, 1);
    for (size_t less = 0; less < 2; less++) {
        heco_row_dispatcher *dispatcher = NULL;
        heco_error           error      = {HECO_OK, ""};
        heco_channel         channel    = {.size = 2, .most = need - less};
        heco_status status = heco_row_dispatcher_new(&dispatcher, &channel, &space, &none, &error);
        assert_int_equal(status, less ? HECO_ERR_UNSUPPORTED : HECO_OK);
        if (less) {
            assert_null(dispatcher);
            assert_non_null(strstr(error.text, "3 variables"));
            assert_non_null(strstr(error.text, "200 constraints"));
        }
        heco_row_dispatcher_free(dispatcher);
    }
    const heco_space wide = {.n = 1000, .lower = lower, .upper = upper}; /* its x is longer than its values */
    heco_row_dispatcher *dispatcher = NULL;
    heco_error           error;
    heco_channel         channel = {.size = 2, .most = 8000};
    assert_int_equal(heco_row_dispatcher_new(&dispatcher, &channel, &wide, &none, &error), HECO_ERR_UNSUPPORTED);
    assert_null(dispatcher);
}

/* ---- a bench ---- */

typedef struct {
    int64_t job, status;
} result_head;

/* A rank whose result is too long sends the reason in its place, with the number of the job. */
static void a_result_that_is_too_long_is_an_error(void **state) {
    (void)state;
    static const size_t  longest[] = {200, 1u << 20};
    static const uint64_t job      = 1;
    for (size_t k = 0; k < 2; k++) {
        heco_plan_options  p = heco_plan_options_default();
        heco_bench_options o = heco_bench_options_default();
        heco_bench_summary summary;
        heco_error         error = {HECO_OK, ""};
        heco_plan         *plan;
        result_head        head;
        int                served = 0;
        p.suites = "cec2006", p.problems = "g08", p.algorithms = "ude";
        p.runs = 2, p.evals = 60, p.trace = HECO_TRACE_COARSE;
        assert_int_equal(heco_plan_new(&plan, &p, NULL), HECO_OK);
        mailbox_open(1, longest[k]);
        receive(HECO_MESSAGE_WORK, &job, sizeof job);
        receive(HECO_MESSAGE_QUIT, NULL, 0);
        receive(HECO_MESSAGE_END, NULL, 0);
        assert_int_equal(heco_mpi_bench(plan, &o, &summary, &served, &error), HECO_OK);
        assert_true(served);
        assert_int_equal(box.refused, k == 0);
        assert_int_equal(box.out[1].kind, HECO_MESSAGE_DONE);
        memcpy(&head, box.out[1].bytes, sizeof head);
        assert_int_equal(head.job, 1);
        assert_int_equal(head.status, k == 0 ? HECO_ERR_UNSUPPORTED : HECO_OK);
        if (k == 0) assert_non_null(strstr(box.out[1].bytes + sizeof head, "message"));
        assert_int_equal(box.out[2].kind, HECO_MESSAGE_GOODBYE);
        heco_plan_free(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_rank_with_too_many_values_gives_up),
                                       cmocka_unit_test(rows_that_are_too_long_are_refused),
                                       cmocka_unit_test(a_result_that_is_too_long_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
