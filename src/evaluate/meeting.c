/* How ranks begin to work together and how they part: nobody waits for ever, and what is wrong is
 * said once, by rank 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "evaluate/post.h"
#include "heco/mpi.h"
#include "heco/version.h"

static const double meeting_part_seconds = 2.0;

/* A greeting: version, host, trouble and identity, each ended by a 0. */
enum { MEETING_VERSION, MEETING_HOST, MEETING_TROUBLE, MEETING_IDENTITY, MEETING_TEXTS };

static void meeting_host(char host[64]) {
    memset(host, 0, 64);
    if (gethostname(host, 63) != 0) host[0] = '?', host[1] = '\0';
}

heco_status heco_post_greet(heco_post *post, const char *identity, const char *trouble,
                            heco_error *error) {
    char host[64];
    meeting_host(host);
    const char *text[MEETING_TEXTS] = {heco_version(), host, trouble, identity};
    size_t      size                = 0;
    for (int i = 0; i < MEETING_TEXTS; i++) size += strlen(text[i]) + 1;
    char *letter = malloc(size), *at = letter;
    if (letter == NULL) return heco_fail_memory(error);
    for (int i = 0; i < MEETING_TEXTS; i++) {
        size_t length = strlen(text[i]) + 1;
        memcpy(at, text[i], length);
        at += length;
    }
    heco_status status = post->send(post, 0, HECO_LETTER_HELLO, letter, size);
    free(letter);
    return status == HECO_OK ? status : heco_fail(error, status, "rank 0 cannot be reached");
}

/* 0: the letter is not a greeting of this kind. */
static int meeting_read(const heco_letter *letter, const char *text[MEETING_TEXTS]) {
    const char *at = (const char *)letter->bytes, *end = at + letter->size;
    for (int i = 0; i < MEETING_TEXTS; i++) {
        const char *stop = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (stop == NULL) return 0;
        text[i] = at;
        at      = stop + 1;
    }
    return 1;
}

/* The first line in which they differ; "" where one of them ends. */
static void meeting_difference(const char *mine, const char *theirs, char here[120],
                               char there[120]) {
    size_t a, b;
    for (;; mine += a + (mine[a] == '\n'), theirs += b + (theirs[b] == '\n')) {
        a = strcspn(mine, "\n"), b = strcspn(theirs, "\n");
        if (a != b || memcmp(mine, theirs, a) != 0 || (mine[a] == '\0' && theirs[b] == '\0')) break;
    }
    snprintf(here, 120, "%.*s", (int)(a < 119 ? a : 119), mine);
    snprintf(there, 120, "%.*s", (int)(b < 119 ? b : 119), theirs);
}

static heco_status meeting_compare(const heco_letter *letter, const char *identity,
                                   heco_error *error) {
    const char *text[MEETING_TEXTS];
    char        here[120], there[120];
    if (!meeting_read(letter, text))
        return heco_fail(error, HECO_ERR_EVAL, "rank %d speaks another language: is it this heco?",
                         letter->from);
    if (strcmp(text[MEETING_VERSION], heco_version()) != 0)
        return heco_fail(error, HECO_ERR_CONFLICT,
                         "rank %d on %.60s runs heco %.20s, rank 0 runs heco %s: let all ranks run "
                         "the same",
                         letter->from, text[MEETING_HOST], text[MEETING_VERSION], heco_version());
    if (text[MEETING_TROUBLE][0] != '\0')
        return heco_fail(error, HECO_ERR_EVAL, "rank %d on %.60s: %.380s", letter->from,
                         text[MEETING_HOST], text[MEETING_TROUBLE]);
    if (strcmp(text[MEETING_IDENTITY], identity) == 0) return HECO_OK;
    meeting_difference(identity, text[MEETING_IDENTITY], here, there);
    return heco_fail(error, HECO_ERR_CONFLICT,
                     "rank %d on %.60s works on something else: it has '%s', rank 0 has '%s'",
                     letter->from, text[MEETING_HOST], there, here);
}

static heco_status meeting_missing(const heco_post *post, const unsigned char *came, double wait,
                                   heco_error *error) {
    int missing = 0, first = 0;
    for (int i = post->size - 1; i > 0; i--)
        if (!came[i]) missing++, first = i;
    return heco_fail(error, HECO_ERR_EVAL,
                     "%d of %d ranks did not come within %g s, the first of them is rank %d",
                     missing, post->size - 1, wait, first);
}

static heco_status meeting_wait(heco_post *post, const char *identity, double wait,
                                unsigned char *came, heco_error *error) {
    double      until  = post->now(post) + wait;
    heco_status status = HECO_OK;
    heco_letter letter;
    for (int left = post->size - 1; left > 0;) {
        int got = post->wait(post, until - post->now(post), &letter);
        if (got < 0) return heco_fail(error, HECO_ERR_EVAL, "the launcher of the ranks is gone");
        if (got == 0) return status != HECO_OK ? status : meeting_missing(post, came, wait, error);
        if (letter.kind != HECO_LETTER_HELLO || came[letter.from]) continue;
        came[letter.from] = 1;
        left--;
        /* The first thing that is wrong is named; the others are still waited for, to part well. */
        if (status == HECO_OK) status = meeting_compare(&letter, identity, error);
    }
    return status;
}

heco_status heco_post_meet(heco_post *post, const char *identity, double wait, heco_error *error) {
    unsigned char *came = calloc((size_t)post->size, 1);
    if (came == NULL) return heco_fail_memory(error);
    heco_status status = meeting_wait(post, identity, wait, came, error);
    if (status != HECO_OK) heco_post_part(post);
    free(came);
    return status;
}

void heco_post_part(heco_post *post) {
    double      until = post->now(post) + meeting_part_seconds;
    heco_letter letter;
    for (int i = 1; i < post->size; i++) post->send(post, i, HECO_LETTER_QUIT, NULL, 0);
    for (int left = post->size - 1; left > 0;) {
        if (post->wait(post, until - post->now(post), &letter) <= 0) break;
        left -= letter.kind == HECO_LETTER_BYE;
    }
    for (int i = 1; i < post->size; i++) post->send(post, i, HECO_LETTER_END, NULL, 0);
}

void heco_post_leave(heco_post *post, const char *why) {
    heco_letter letter = {.kind = HECO_LETTER_QUIT};
    if (post->send(post, 0, HECO_LETTER_BYE, why, strlen(why)) != HECO_OK) return;
    while (letter.kind != HECO_LETTER_END && post->wait(post, 1.0, &letter) >= 0) continue;
}

/* --- before any work: is everybody ready? --------------------------------------------------- */

static void meeting_collect(heco_post *post, heco_mpi_report *all, double wait) {
    double      until = post->now(post) + wait;
    heco_letter letter;
    for (int i = 1; i < post->size; i++) {
        all[i] = (heco_mpi_report){.rank = i, .code = 1};
        snprintf(all[i].text, sizeof all[i].text, "nothing was heard of it within %g s", wait);
    }
    for (int left = post->size - 1; left > 0;) {
        if (post->wait(post, until - post->now(post), &letter) <= 0) return;
        if (letter.kind != HECO_LETTER_REPORT || letter.size != sizeof *all) continue;
        memcpy(&all[letter.from], letter.bytes, sizeof *all);
        left--;
    }
}

/* -2: not yet. */
static int meeting_hear_verdict(heco_post *post) {
    heco_letter letter;
    int         code, got = post->wait(post, 1.0, &letter);
    if (got < 0) return 1;
    if (got == 0 || letter.kind != HECO_LETTER_VERDICT || letter.size != sizeof code) return -2;
    memcpy(&code, letter.bytes, sizeof code);
    return code;
}

int heco_mpi_settle(const heco_mpi_report *own, heco_mpi_report *all, double wait,
                    int (*judge)(const heco_mpi_report *all, int count)) {
    heco_post       post;
    heco_mpi_report mine = *own;
    int             code = -2;
    if (heco_post_open_mpi(&post, NULL, NULL) != HECO_OK) return own->code;
    mine.rank = post.rank;
    meeting_host(mine.host);
    if (post.rank == 0) {
        all[0] = mine;
        meeting_collect(&post, all, wait);
        code = judge(all, post.size);
        for (int i = 1; i < post.size; i++)
            post.send(&post, i, HECO_LETTER_VERDICT, &code, sizeof code);
    } else if (post.send(&post, 0, HECO_LETTER_REPORT, &mine, sizeof mine) == HECO_OK)
        while (code == -2) code = meeting_hear_verdict(&post); /* rank 0 has a limit */
    heco_post_close_mpi(&post);
    return code;
}
