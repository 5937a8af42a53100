/* Handshake, disconnection and reports of the ranks. Every wait has a limit, and rank 0 alone
 * reports errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "evaluate/mpi/channel.h"
#include "heco/common.h"
#include "heco/mpi.h"

static const double handshake_goodbye_seconds = 2.0; /* for the GOODBYE of all ranks */

/* A HELLO message consists of these texts, each terminated by a 0. */
enum { HANDSHAKE_VERSION, HANDSHAKE_HOST, HANDSHAKE_ERROR, HANDSHAKE_IDENTITY, HANDSHAKE_TEXTS };

static void handshake_host(char host[64]) {
    memset(host, 0, 64);
    if (gethostname(host, 63) != 0) host[0] = '?', host[1] = '\0';
}

heco_status heco_channel_hello(heco_channel *channel, const char *identity, const char *failure,
                               heco_error *error) {
    char host[64];
    handshake_host(host);
    const char *text[HANDSHAKE_TEXTS] = {heco_version(), host, failure, identity};
    size_t      size                  = 0;
    for (int i = 0; i < HANDSHAKE_TEXTS; i++) size += strlen(text[i]) + 1;
    char *message = malloc(size), *at = message;
    if (message == NULL) return heco_fail_memory(error);
    for (int i = 0; i < HANDSHAKE_TEXTS; i++) {
        size_t length = strlen(text[i]) + 1;
        memcpy(at, text[i], length);
        at += length;
    }
    heco_status status = channel->send(channel, 0, HECO_MESSAGE_HELLO, message, size);
    free(message);
    return status == HECO_OK ? status : heco_fail(error, status, "rank 0 cannot be reached");
}

/* Splits a HELLO message into its texts. Returns 0 if it is malformed. */
static int handshake_read(const heco_message *message, const char *text[HANDSHAKE_TEXTS]) {
    const char *at = (const char *)message->bytes, *end = at + message->size;
    for (int i = 0; i < HANDSHAKE_TEXTS; i++) {
        const char *stop = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (stop == NULL) return 0;
        text[i] = at;
        at      = stop + 1;
    }
    return 1;
}

/* Copies the first line in which two identities differ, "" for the one that has ended. */
static void handshake_difference(const char *mine, const char *theirs, char here[120],
                                 char there[120]) {
    size_t a, b;
    for (;; mine += a + (mine[a] == '\n'), theirs += b + (theirs[b] == '\n')) {
        a = strcspn(mine, "\n"), b = strcspn(theirs, "\n");
        if (a != b || memcmp(mine, theirs, a) != 0 || (mine[a] == '\0' && theirs[b] == '\0')) break;
    }
    snprintf(here, 120, "%.*s", (int)(a < 119 ? a : 119), mine);
    snprintf(there, 120, "%.*s", (int)(b < 119 ? b : 119), theirs);
}

/* Compares the version, error and identity of a HELLO message with those of rank 0. */
static heco_status handshake_compare(const heco_message *message, const char *identity,
                                     heco_error *error) {
    const char *text[HANDSHAKE_TEXTS];
    char        here[120], there[120];
    if (!handshake_read(message, text))
        return heco_fail(error, HECO_ERR_EVAL,
                         "rank %d sent a malformed greeting; does it run the same version of heco?",
                         message->from);
    if (strcmp(text[HANDSHAKE_VERSION], heco_version()) != 0)
        return heco_fail(
            error, HECO_ERR_CONFLICT,
            "rank %d on %.60s runs heco %.20s, rank 0 runs heco %s: use the same version "
            "on all ranks",
            message->from, text[HANDSHAKE_HOST], text[HANDSHAKE_VERSION], heco_version());
    if (text[HANDSHAKE_ERROR][0] != '\0')
        return heco_fail(error, HECO_ERR_EVAL, "rank %d on %.60s: %.380s", message->from,
                         text[HANDSHAKE_HOST], text[HANDSHAKE_ERROR]);
    if (strcmp(text[HANDSHAKE_IDENTITY], identity) == 0) return HECO_OK;
    handshake_difference(identity, text[HANDSHAKE_IDENTITY], here, there);
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "rank %d on %.60s has a different problem: it has '%s', rank 0 has '%s'",
                     message->from, text[HANDSHAKE_HOST], there, here);
}

/* Reports the ranks whose `present` is 0. */
static heco_status handshake_fail_missing(const heco_channel *channel, const unsigned char *present,
                                          double wait, heco_error *error) {
    int missing = 0, first = 0;
    for (int i = channel->size - 1; i > 0; i--)
        if (!present[i]) missing++, first = i;
    return heco_fail(error, HECO_ERR_EVAL,
                     "%d of %d ranks did not respond within %g s, the first of them is rank %d",
                     missing, channel->size - 1, wait, first);
}

/* Waits for the HELLO of all other ranks and marks them in `present`. */
static heco_status handshake_wait_all(heco_channel *channel, const char *identity, double wait,
                                      unsigned char *present, heco_error *error) {
    double       until  = channel->now(channel) + wait;
    heco_status  status = HECO_OK;
    heco_message message;
    for (int left = channel->size - 1; left > 0;) {
        int got = channel->wait(channel, until - channel->now(channel), &message);
        if (got < 0) return heco_fail(error, HECO_ERR_EVAL, "the launcher of the ranks has ended");
        if (got == 0)
            return status != HECO_OK ? status
                                     : handshake_fail_missing(channel, present, wait, error);
        if (message.kind != HECO_MESSAGE_HELLO || present[message.from]) continue;
        present[message.from] = 1;
        left--;
        /* Keeps the first error, but waits for the other ranks, so that they are disconnected. */
        if (status == HECO_OK) status = handshake_compare(&message, identity, error);
    }
    return status;
}

heco_status heco_channel_handshake(heco_channel *channel, const char *identity, double wait,
                                   heco_error *error) {
    unsigned char *present = calloc((size_t)channel->size, 1);
    if (present == NULL) return heco_fail_memory(error);
    heco_status status = handshake_wait_all(channel, identity, wait, present, error);
    if (status != HECO_OK) heco_channel_disconnect(channel);
    free(present);
    return status;
}

void heco_channel_disconnect(heco_channel *channel) {
    double       until = channel->now(channel) + handshake_goodbye_seconds;
    heco_message message;
    for (int i = 1; i < channel->size; i++) channel->send(channel, i, HECO_MESSAGE_QUIT, NULL, 0);
    for (int left = channel->size - 1; left > 0;) {
        if (channel->wait(channel, until - channel->now(channel), &message) <= 0) break;
        left -= message.kind == HECO_MESSAGE_GOODBYE;
    }
    for (int i = 1; i < channel->size; i++) channel->send(channel, i, HECO_MESSAGE_END, NULL, 0);
}

void heco_channel_goodbye(heco_channel *channel, const char *why) {
    heco_message message = {.kind = HECO_MESSAGE_QUIT};
    if (channel->send(channel, 0, HECO_MESSAGE_GOODBYE, why, strlen(why)) != HECO_OK) return;
    while (message.kind != HECO_MESSAGE_END && channel->wait(channel, 1.0, &message) >= 0) continue;
}

/* --- reports before any work ---------------------------------------------------------------- */

/* Fills all[1 ..] with the reports of the other ranks. A rank that sends none gets code 1. */
static void handshake_collect_reports(heco_channel *channel, heco_mpi_report *all, double wait) {
    double       until = channel->now(channel) + wait;
    heco_message message;
    for (int i = 1; i < channel->size; i++) {
        all[i] = (heco_mpi_report){.rank = i, .code = 1};
        snprintf(all[i].text, sizeof all[i].text, "it did not respond within %g s", wait);
    }
    for (int left = channel->size - 1; left > 0;) {
        if (channel->wait(channel, until - channel->now(channel), &message) <= 0) return;
        if (message.kind != HECO_MESSAGE_REPORT || message.size != sizeof *all) continue;
        memcpy(&all[message.from], message.bytes, sizeof *all);
        left--;
    }
}

/* Returns the verdict of rank 0, or -2 if it has not come yet. */
static int handshake_receive_verdict(heco_channel *channel) {
    heco_message message;
    int          code, got = channel->wait(channel, 1.0, &message);
    if (got < 0) return 1;
    if (got == 0 || message.kind != HECO_MESSAGE_VERDICT || message.size != sizeof code) return -2;
    memcpy(&code, message.bytes, sizeof code);
    return code;
}

int heco_mpi_settle(const heco_mpi_report *own, heco_mpi_report *all, double wait,
                    int (*judge)(const heco_mpi_report *all, int count)) {
    heco_channel    channel;
    heco_mpi_report mine = *own;
    int             code = -2;
    if (heco_channel_open_mpi(&channel, NULL, NULL) != HECO_OK) return own->code;
    mine.rank = channel.rank;
    handshake_host(mine.host);
    if (channel.rank == 0) {
        all[0] = mine;
        handshake_collect_reports(&channel, all, wait);
        code = judge(all, channel.size);
        for (int i = 1; i < channel.size; i++)
            channel.send(&channel, i, HECO_MESSAGE_VERDICT, &code, sizeof code);
    } else if (channel.send(&channel, 0, HECO_MESSAGE_REPORT, &mine, sizeof mine) == HECO_OK)
        while (code == -2) code = handshake_receive_verdict(&channel); /* rank 0 has a time limit */
    heco_channel_close_mpi(&channel);
    return code;
}
