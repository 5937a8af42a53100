#include "models/exec/exec_batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/number_text.h"
#include "models/exec/exec_problem.h"

enum {
    EXEC_BATCH_BYTES = 1 << 20, /* of points written ahead                             */
    EXEC_BATCH_PIECE = 4096,    /* bytes sent at a time, after the first point         */
};
static const double exec_batch_twice_seconds = 0.05; /* for a second answer to the first point */

/* Makes room for `count` rows and resets w->tries. Returns 0 if there is no memory. */
static int exec_batch_reserve(heco_exec_worker *w, size_t count) {
    size_t n = w->shared->sizes.n, text = (n + 1) * HECO_NUMBER_TEXT;
    if (text < EXEC_BATCH_BYTES) text = EXEC_BATCH_BYTES;
    if (w->values == NULL)
        w->values = calloc(heco_exec_values(&w->shared->sizes), sizeof *w->values);
    if (w->text == NULL) w->text = malloc(w->text_size = text);
    if (w->values == NULL || w->text == NULL) return 0;
    if (count > w->capacity) {
        if (!heco_array_resize(&w->open, 2 * count, sizeof *w->open) ||
            !heco_array_resize(&w->tries, count, sizeof *w->tries))
            return 0;
        w->capacity = count;
    }
    memset(w->tries, 0, count * sizeof *w->tries);
    return 1;
}

int heco_exec_batch_begin(heco_exec_worker *w, heco_exec_batch *b, size_t count) {
    if (!exec_batch_reserve(w, count)) return 0;
    for (size_t i = 0; i < count; i++) w->open[i] = i;
    w->alone = 0;
    b->opens = count;
    b->row   = w->open + count;
    return 1;
}

void heco_exec_batch_settle(heco_exec_worker *w, heco_exec_batch *b, size_t row) {
    size_t at = 0;
    while (at < b->opens && w->open[at] != row) at++;
    if (at == b->opens) return;
    memmove(w->open + at, w->open + at + 1, (b->opens - at - 1) * sizeof *w->open);
    b->opens--;
    if (w->alone > 0) w->alone--;
}

void heco_exec_batch_fail(heco_exec_worker *w, heco_exec_batch *b, size_t row) {
    if (w->tries[row] < w->shared->retries) {
        w->tries[row]++;
        heco_exec_worker_count(w, &w->shared->failures.retried);
        return;
    }
    b->f[row] = NAN;
    heco_exec_batch_settle(w, b, row);
}

/* Writes as many open rows as fit as text, and sends the text in pieces, so that the program starts
 * with the first points while the others are written. Sets first, count and row of b. Returns the
 * length of the text, of which *sent bytes are sent. */
static size_t exec_batch_send(heco_exec_worker *w, heco_exec_batch *b, size_t *sent) {
    size_t n = w->shared->sizes.n, used = 0, most = w->alone > 0 ? 1 : b->opens;
    if (w->shared->sizes.batch > 0 && most > w->shared->sizes.batch) most = w->shared->sizes.batch;
    b->first = w->next_id;
    b->count = 0;
    while (b->count < most && used + (n + 1) * HECO_NUMBER_TEXT <= w->text_size) {
        size_t row = w->open[b->count];
        if (used > (*sent > 0 ? *sent + EXEC_BATCH_PIECE : 0))
            heco_exec_child_push(&w->child, w->text, sent, used);
        used += heco_exec_write_point(w->text + used, w->next_id++, b->x + row * n, n,
                                      w->shared->problem->space.choices);
        b->row[b->count++] = row;
    }
    return used;
}

/* Stores the values of an answer in a row, which is then no longer open. */
static void exec_batch_store(heco_exec_worker *w, heco_exec_batch *b, size_t row, int partial) {
    const heco_exec_sizes *s  = &w->shared->sizes;
    size_t                 ng = w->shared->problem->space.ng;
    heco_exec_split_values(s, w->shared->constraint, w->values, &b->f[row], b->g + row * ng,
                           b->h + row * s->nh);
    b->partial |= partial;
    /* Only a partial answer has constraints without f. */
    for (size_t k = 0; k < ng && !partial && isnan(b->f[row]); k++) b->g[row * ng + k] = NAN;
    for (size_t k = 0; k < s->nh && !partial && isnan(b->f[row]); k++) b->h[row * s->nh + k] = NAN;
    if (isnan(b->f[row]) && !partial)
        heco_exec_worker_failure(w, b->x + row * s->n, "answered nan");
    heco_exec_batch_settle(w, b, row);
}

/* Reads an answer. Returns 0 with `why` if it is wrong. */
static int exec_batch_parse(heco_exec_worker *w, const char *line, heco_exec_answer *a, char *why) {
    const heco_exec_sizes *s      = &w->shared->sizes;
    size_t                 wanted = heco_exec_values(s), parts = s->pieces + s->residuals;
    if (heco_exec_parse_answer(line, a, w->values, wanted, why)) return 1;
    if (parts == 0 || a->got == 0 || a->got == wanted) return 0;
    return heco_exec_refuse(why, "expected %zu numbers (%zu %s and %zu constraints), got %zu",
                            wanted, parts, s->pieces > 0 ? "pieces" : "residuals", s->ng + s->nh,
                            a->got);
}

/* Handles one line of output: stores or fails its row. Returns 1; 0 if the line is wrong; -1 if it
 * is a second answer. In the last two cases `why` is written. */
static int exec_batch_take_line(heco_exec_worker *w, heco_exec_batch *b, const char *line,
                                char *why, size_t size) {
    heco_exec_answer a;
    char             wrong[HECO_EXEC_WHY], quoted[60];
    if (!exec_batch_parse(w, line, &a, wrong)) {
        heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
        snprintf(why, size, "printed '%s': %s", quoted,
                 heco_exec_is_constraint(line)
                     ? "too late for a constraint; write 'constraints' after the sizes"
                     : wrong);
        return 0;
    }
    if (a.id < b->first || a.id - b->first >= b->count ||
        (b->row[a.id - b->first] & HECO_EXEC_ANSWERED) != 0) {
        int twice = a.id < w->next_id;
        heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
        snprintf(why, size, "printed '%s': %s", quoted,
                 twice ? "this point was answered before; print one line per point"
                       : "no point has this ID; repeat the ID of the point");
        return twice ? -1 : 0;
    }
    size_t row = b->row[a.id - b->first];
    if (b->opens > 0 && w->open[0] != row) w->unordered = 1;
    b->row[a.id - b->first] |= HECO_EXEC_ANSWERED;
    if (a.ok) exec_batch_store(w, b, row, a.partial);
    else {
        heco_exec_worker_failure(w, b->x + row * w->shared->sizes.n, "says '%.120s'", a.words);
        heco_exec_batch_fail(w, b, row);
    }
    return 1;
}

/* Waits after the first point of a program for a second answer, and sets w->heard. Returns 1 if one
 * came. A program that answers twice does so from the first point on; an exchange of a single point
 * would end before its second answer arrives. */
static int exec_batch_await_second(heco_exec_worker *w, heco_exec_batch *b, char *why,
                                   size_t size) {
    size_t ignored, nothing = 0;
    double until = heco_clock() + exec_batch_twice_seconds;
    char  *line;
    if (w->heard || b->count > 1) return w->heard = 1, 0;
    w->heard = 1;
    while ((line = heco_exec_child_line(&w->child, &ignored)) == NULL)
        if (heco_exec_child_move(&w->child, "", &nothing, 0, until) != HECO_EXEC_MOVED) return 0;
    return exec_batch_take_line(w, b, line, why, size) < 0;
}

heco_exec_end heco_exec_batch_exchange(heco_exec_worker *w, heco_exec_batch *b, char *why,
                                       size_t size) {
    double timeout = w->shared->timeout;
    /* The reader may poll if every worker and every program has a core. In a forked copy the number
     * of workers is unknown. */
    int cores     = getpid() == w->shared->owner ? w->shared->cores : 0;
    w->child.spin = cores > 1 && cores >= 2 * w->shared->workers;
    size_t sent = 0, length = exec_batch_send(w, b, &sent), answered = 0, ignored;
    double heard = heco_clock(), since = 0.0;
    while (answered < b->count) {
        char *line;
        while (answered < b->count && (line = heco_exec_child_line(&w->child, &ignored)) != NULL) {
            int result = exec_batch_take_line(w, b, line, why, size);
            if (result <= 0) return result < 0 ? HECO_EXEC_END_TWICE : HECO_EXEC_END_MALFORMED;
            answered++;
            if (timeout > 0.0) heard = heco_clock();
        }
        if (answered == b->count) break;
        heco_exec_event e = heco_exec_child_move(&w->child, w->text, &sent, length,
                                                 timeout > 0.0 ? heard + timeout : 0.0);
        if (heco_exec_worker_should_abort(w, &since)) return HECO_EXEC_END_STOPPED;
        if (e == HECO_EXEC_MOVED) {
            if (answered == 0) heco_exec_worker_hint(w->shared, heard, "has not answered");
            continue;
        }
        snprintf(why, size, "%s",
                 e == HECO_EXEC_LONG_LINE ? "printed a line that does not end"
                 : e == HECO_EXEC_MEMORY  ? "could not be read: out of memory"
                                          : "");
        return e == HECO_EXEC_LATE     ? HECO_EXEC_END_LATE
               : e == HECO_EXEC_CLOSED ? HECO_EXEC_END_ENDED
                                       : HECO_EXEC_END_MALFORMED;
    }
    return exec_batch_await_second(w, b, why, size) ? HECO_EXEC_END_TWICE : HECO_EXEC_END_DONE;
}
