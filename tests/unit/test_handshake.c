/* The handshake of ranks, with messages made by hand and a simulated clock. A rank that does not fit or does not
 * respond is named, and all others are disconnected. */
#include "testing.h"

#include "evaluate/mpi/channel.h"
#include "heco/common.h"

enum { MOST = 40 };

/* The messages that rank 0 receives, in this order, a second apart, and those it sent. */
typedef struct {
    heco_message in[MOST];
    size_t      count, next, sent;
    int         to[MOST], gone, broken;
    int         kind[MOST];
    char        text[MOST][200];
    size_t      size[MOST];
    double      now;
} office;

static heco_status office_send(heco_channel *channel, int to, heco_message_kind kind, const void *bytes, size_t size) {
    office *o = channel->state;
    assert_true(o->sent < MOST && size <= sizeof o->text[0]);
    if (size > 0) memcpy(o->text[o->sent], bytes, size);
    o->size[o->sent] = size, o->kind[o->sent] = (int)kind, o->to[o->sent++] = to;
    return o->broken ? HECO_ERR_EVAL : HECO_OK;
}

static int office_wait(heco_channel *channel, double seconds, heco_message *out) {
    office *o = channel->state;
    if (o->gone) return -1;
    o->now += seconds < 1.0 ? fmax(seconds, 0.0) : 1.0;
    if (seconds < 1.0 || o->next == o->count) {
        o->now += fmax(seconds - 1.0, 0.0);
        return 0;
    }
    *out = o->in[o->next++];
    return 1;
}

static double office_now(heco_channel *channel) { return ((office *)channel->state)->now; }

static heco_channel office_open(office *o, int size) {
    memset(o, 0, sizeof *o);
    return (heco_channel){.size = size, .most = SIZE_MAX, .state = o, .send = office_send, .wait = office_wait, .now = office_now};
}

static void receive(office *o, int from, heco_message_kind kind, const void *bytes, size_t size) {
    assert_true(o->count < MOST);
    o->in[o->count++] = (heco_message){.from = from, .kind = kind, .bytes = bytes, .size = size};
}

/* A greeting as the others send it: version, host, trouble, identity. */
static void greeting(office *o, int from, const char *version, const char *trouble, const char *identity) {
    static char   text[MOST][300];
    static size_t used;
    char         *at   = text[used++ % MOST];
    int           size = snprintf(at, 300, "%s%cnode7%c%s%c%s", version, 0, 0, trouble, 0, identity);
    receive(o, from, HECO_MESSAGE_HELLO, at, (size_t)size + 1);
}

/* Checks that QUIT and then END were sent to all `size` - 1 others. */
static void assert_sent_away(const office *o, int size) {
    assert_int_equal(o->sent, 2 * (size_t)(size - 1));
    for (int i = 1; i < size; i++) {
        assert_true(o->kind[i - 1] == HECO_MESSAGE_QUIT && o->to[i - 1] == i);
        assert_true(o->kind[size - 2 + i] == HECO_MESSAGE_END && o->to[size - 2 + i] == i);
    }
}

static void the_same_work_is_agreed(void **state) {
    (void)state;
    office     o;
    heco_error error = {HECO_OK, ""};
    heco_channel  channel  = office_open(&o, 4);
    greeting(&o, 3, heco_version(), "", "work\nseed=1");
    receive(&o, 2, HECO_MESSAGE_DONE, NULL, 0); /* of the work before: passed over */
    greeting(&o, 1, heco_version(), "", "work\nseed=1");
    greeting(&o, 1, heco_version(), "", "something else"); /* it has greeted already */
    greeting(&o, 2, heco_version(), "", "work\nseed=1");
    assert_int_equal(heco_channel_handshake(&channel, "work\nseed=1", 60.0, &error), HECO_OK);
    assert_int_equal(o.sent, 0);
    assert_int_equal(o.next, 5);
}

static void refused(const char *version, const char *trouble, const char *identity, heco_status status,
                    const char *text) {
    office     o;
    heco_error error = {HECO_OK, ""};
    heco_channel  channel  = office_open(&o, 3);
    greeting(&o, 2, version, trouble, identity);
    greeting(&o, 1, heco_version(), "", "work\nseed=1\nn=2");
    receive(&o, 1, HECO_MESSAGE_GOODBYE, NULL, 0);
    receive(&o, 2, HECO_MESSAGE_GOODBYE, NULL, 0);
    assert_int_equal(heco_channel_handshake(&channel, "work\nseed=1\nn=2", 60.0, &error), status);
    assert_text(error.text, text);
    assert_sent_away(&o, 3);
}

static void others_are_named(void **state) {
    (void)state;
    refused("0.0.9", "", "work\nseed=1\nn=2", HECO_ERR_CONFLICT, "rank 2 on node7 runs heco 0.0.9, rank 0 runs");
    refused(heco_version(), "no such file", "", HECO_ERR_EVAL, "rank 2 on node7: no such file");
    refused(heco_version(), "", "work\nseed=2\nn=2", HECO_ERR_CONFLICT, "it has 'seed=2', rank 0 has 'seed=1'");
    refused(heco_version(), "", "work\nseed=1", HECO_ERR_CONFLICT, "it has '', rank 0 has 'n=2'");
    refused(heco_version(), "", "work\nseed=1\nn=2\nm=3", HECO_ERR_CONFLICT, "it has 'm=3', rank 0 has ''");
}

static void a_letter_of_another_program(void **state) {
    (void)state;
    static const char *const texts[] = {"", "no end", "one\0two"};
    static const size_t      sizes[] = {0, 6, 8};
    for (int i = 0; i < 3; i++) {
        office     o;
        heco_error error = {HECO_OK, ""};
        heco_channel  channel  = office_open(&o, 2);
        receive(&o, 1, HECO_MESSAGE_HELLO, texts[i], sizes[i]);
        assert_int_equal(heco_channel_handshake(&channel, "work", 60.0, &error), HECO_ERR_EVAL);
        assert_text(error.text, "rank 1 sent a malformed greeting");
        assert_sent_away(&o, 2);
    }
}

static void ranks_that_do_not_come(void **state) {
    (void)state;
    office     o;
    heco_error error = {HECO_OK, ""};
    heco_channel  channel  = office_open(&o, 5);
    greeting(&o, 1, heco_version(), "", "work");
    greeting(&o, 3, heco_version(), "", "work");
    assert_int_equal(heco_channel_handshake(&channel, "work", 10.0, &error), HECO_ERR_EVAL);
    assert_string_equal(error.text, "2 of 4 ranks did not respond within 10 s, the first of them is rank 2");
    assert_near(o.now, 12.0, 1e-9); /* the wait, and two seconds for their last words */
    assert_sent_away(&o, 5);
    channel = office_open(&o, 5);
    greeting(&o, 1, heco_version(), "", "other"); /* the first error is reported */
    assert_int_equal(heco_channel_handshake(&channel, "work", 10.0, &error), HECO_ERR_CONFLICT);
    channel   = office_open(&o, 3);
    o.gone = 1;
    assert_int_equal(heco_channel_handshake(&channel, "work", 10.0, &error), HECO_ERR_EVAL);
    assert_text(error.text, "the launcher of the ranks has ended");
}

/* The other side: a greeting that rank 0 can read, and the last word. */
static void a_greeting_is_read_by_rank_0(void **state) {
    (void)state;
    office     o, first;
    heco_error error = {HECO_OK, ""};
    heco_channel  channel  = office_open(&o, 2), zero;
    assert_int_equal(heco_channel_hello(&channel, "work", "", &error), HECO_OK);
    assert_true(o.sent == 1 && o.to[0] == 0 && o.kind[0] == HECO_MESSAGE_HELLO);
    zero = office_open(&first, 2);
    receive(&first, 1, HECO_MESSAGE_HELLO, o.text[0], o.size[0]);
    assert_int_equal(heco_channel_handshake(&zero, "work", 5.0, &error), HECO_OK);
    o.broken = 1;
    assert_int_equal(heco_channel_hello(&channel, "work", "", &error), HECO_ERR_EVAL);
    assert_text(error.text, "rank 0 cannot be reached");
    channel = office_open(&o, 2);
    receive(&o, 0, HECO_MESSAGE_WORK, NULL, 0); /* comes too late */
    receive(&o, 0, HECO_MESSAGE_END, NULL, 0);
    heco_channel_goodbye(&channel, "no memory");
    assert_true(o.sent == 1 && o.kind[0] == HECO_MESSAGE_GOODBYE && o.size[0] == 9);
    assert_int_equal(o.next, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_work_is_agreed),
        cmocka_unit_test(others_are_named),
        cmocka_unit_test(a_letter_of_another_program),
        cmocka_unit_test(ranks_that_do_not_come),
        cmocka_unit_test(a_greeting_is_read_by_rank_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
