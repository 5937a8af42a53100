/* exec: any program that reads points and writes values, line by line (docs/guide/models.md).
 *
 * A clone of the problem is one running program. A batch is written in one go and answered in any
 * order, so that it costs few system calls. A program that ends, says nothing in time or does
 * not keep to the protocol is started again; the point it was at fails (or is retried) and the
 * points after it are sent again. Which point that was: the oldest without an answer, as long
 * as the program has always answered in order; else the open points are sent one by one. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/number_text.h"
#include "heco/version.h"
#include "models/exec_answer.h"
#include "models/exec_child.h"
#include "models/model_table.h"

enum {
    MODEL_EXEC_BYTES  = 1 << 20, /* of points written ahead                             */
    MODEL_EXEC_PIECE  = 4096,    /* bytes sent at a time, after the first point         */
    MODEL_EXEC_STARTS = 3,       /* in a row without success: the batch is given up     */
    MODEL_EXEC_WRONG  = 10,      /* breaches without a single answer: it is given up    */
};
#define MODEL_EXEC_ANSWERED (~(SIZE_MAX >> 1))       /* flag in model_exec_batch.row */
static const double model_exec_start_seconds = 60.0; /* until the first lines are there  */
static const double model_exec_grace_seconds = 1.0;  /* for a point when somebody stops  */
static const double model_exec_echo_seconds  = 0.05; /* for a second answer to the first */

/* What all workers share. */
typedef struct {
    const heco_problem *problem;
    const char         *command;
    heco_exec_sizes     sizes;
    double              timeout;
    unsigned            retries;
    uint64_t            memory;
    int (*watch)(void *user);
    void           *watch_user;
    pid_t           owner; /* a forked copy must not touch the owner's program          */
    int             cores;
    atomic_int      workers; /* clones alive                                            */
    pthread_mutex_t lock;
    heco_trouble    trouble;
    int             answers;    /* has any come?                                        */
    unsigned        wrong;      /* breaches of the protocol                             */
    int             distrusted; /* it does not keep to the protocol at all              */
    heco_exec_child spare;      /* running, but nobody's: the next worker takes it           */
} model_exec_shared;

typedef struct {
    model_exec_shared *shared;
    heco_exec_child       child;
    int                   heard;     /* it has answered the first point                     */
    int                   unordered; /* it has answered out of order at least once          */
    size_t                alone;     /* points that are still to be sent one by one      */
    uint64_t              next_id;
    double               *values; /* of one answer                                       */
    char                 *text;   /* points as they are sent                             */
    size_t                text_size;
    size_t               *open;  /* rows without an answer, oldest first                */
    unsigned             *tries; /* per row                                             */
    size_t                capacity;
} model_exec_worker;

/* The batch in hand. */
typedef struct {
    const double *x;
    double       *f, *g, *h;
    size_t        opens; /* rows in worker->open                                          */
    uint64_t      first; /* ID of the first row sent                                      */
    size_t        count; /* rows sent                                                     */
    size_t       *row;   /* which they were, by ID - first                                */
} model_exec_batch;

static void model_exec_release(model_exec_worker *w) {
    free(w->values);
    free(w->text);
    free(w->open);
    free(w->tries);
    free(w);
}

/* --- starting a program -------------------------------------------------------------------- */

/* Somebody wants to stop, since a while: *since is when it was first seen, 0 before. */
static int model_exec_leaves(const model_exec_shared *s, double *since) {
    if (s->watch == NULL || !s->watch(s->watch_user)) return 0;
    double now = heco_clock();
    if (*since == 0.0) *since = now;
    return now - *since >= model_exec_grace_seconds;
}

/* Waits for a line. NULL, with `why` written, when none comes. */
static char *model_exec_await(model_exec_shared *s, heco_exec_child *c, double deadline,
                                 char *why, size_t size) {
    size_t length, nothing = 0;
    double since = 0.0;
    char  *line, how[100];
    while ((line = heco_exec_child_line(c, &length)) == NULL) {
        heco_exec_event e = heco_exec_child_move(c, "", &nothing, 0, deadline);
        if (model_exec_leaves(s, &since)) {
            snprintf(why, size, "was stopped before it described the problem");
            break;
        }
        if (e == HECO_EXEC_MOVED) continue;
        if (e == HECO_EXEC_CLOSED) {
            char words[120];
            heco_exec_child_stop(c, 0, how, sizeof how);
            heco_exec_child_words(c, words, sizeof words);
            snprintf(why, size, "%s before it had described the problem%s%s%s%s", how,
                     words[0] != '\0' ? "; it said '" : "", words, words[0] != '\0' ? "'" : "",
                     strstr(how, "code 127") != NULL   ? ": is the path right?"
                     : strstr(how, "code 126") != NULL ? ": is it executable?"
                                                       : "");
        } else if (e == HECO_EXEC_LATE)
            snprintf(why, size,
                     "has not described the problem within %g s: it must first print "
                     "'heco 1 n NG NH' and the bounds, and flush its output",
                     fmax(s->timeout, model_exec_start_seconds));
        else
            snprintf(why, size, "%s",
                     e == HECO_EXEC_FLOOD ? "prints a line without an end" : "out of memory");
        break;
    }
    return line;
}

/* Reads the description: sizes, and a line per variable, kept when `variable` is not NULL. */
static int model_exec_head(model_exec_shared *s, heco_exec_child *c, heco_exec_sizes *sizes,
                              heco_exec_variable **variable, heco_arena *arena, char *why,
                              size_t size) {
    double deadline = heco_clock() + fmax(s->timeout, model_exec_start_seconds);
    char  *line = model_exec_await(s, c, deadline, why, size), quoted[80], wrong[HECO_EXEC_WHY];
    if (line == NULL) return 0;
    heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
    if (!heco_exec_parse_sizes(line, sizes, wrong)) {
        snprintf(why, size, "printed '%s' as its first line: %s", quoted, wrong);
        return 0;
    }
    if (variable != NULL) {
        *variable = heco_arena_take(arena, sizes->n, sizeof **variable);
        if (*variable == NULL) return snprintf(why, size, "out of memory"), 0;
    }
    for (size_t j = 0; j < sizes->n; j++) {
        heco_exec_variable one;
        if ((line = model_exec_await(s, c, deadline, why, size)) == NULL) return 0;
        heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
        if (!heco_exec_parse_variable(line, &one, wrong)) {
            snprintf(why, size, "printed '%s' for variable %zu of %zu: %s", quoted, j + 1, sizes->n,
                     wrong);
            return 0;
        }
        if (variable != NULL) (*variable)[j] = one;
    }
    return 1;
}

static int model_exec_spawn(model_exec_shared *s, heco_exec_child *c, char *why,
                               size_t size) {
    pthread_mutex_lock(&s->lock); /* one at a time, so that no other inherits half-made pipes */
    int code = heco_exec_child_start(c, s->command, s->memory);
    pthread_mutex_unlock(&s->lock);
    if (code != 0) snprintf(why, size, "cannot be started: %s", strerror(code));
    return code == 0;
}

/* A running program for this worker: the spare one, or a new one that describes the same sizes. */
static int model_exec_ready(model_exec_worker *w, char *why, size_t size) {
    model_exec_shared *s = w->shared;
    if (w->child.pid != 0) return 1;
    if (getpid() == s->owner) {
        pthread_mutex_lock(&s->lock);
        w->child = s->spare;
        memset(&s->spare, 0, sizeof s->spare);
        pthread_mutex_unlock(&s->lock);
        if (w->child.pid != 0) return 1;
    }
    heco_exec_sizes sizes;
    w->unordered = 0;
    w->heard     = 0;
    if (!model_exec_spawn(s, &w->child, why, size)) return 0;
    int ok = model_exec_head(s, &w->child, &sizes, NULL, NULL, why, size);
    if (ok && (sizes.n != s->sizes.n || sizes.ng != s->sizes.ng || sizes.nh != s->sizes.nh)) {
        snprintf(why, size, "describes another problem each time it is started");
        ok = 0;
    }
    if (!ok) heco_exec_child_stop(&w->child, 1, NULL, 0);
    return ok;
}

/* --- a batch ------------------------------------------------------------------------------- */

static int model_exec_reserve(model_exec_worker *w, size_t count) {
    size_t n = w->shared->sizes.n, text = (n + 1) * HECO_NUMBER_TEXT;
    if (text < MODEL_EXEC_BYTES) text = MODEL_EXEC_BYTES;
    if (w->values == NULL)
        w->values = calloc(1 + w->shared->sizes.ng + w->shared->sizes.nh, sizeof *w->values);
    if (w->text == NULL) w->text = malloc(w->text_size = text);
    if (w->values == NULL || w->text == NULL) return 0;
    if (count > w->capacity) {
        size_t   *open  = realloc(w->open, 2 * count * sizeof *open);
        unsigned *tries = realloc(w->tries, count * sizeof *tries);
        if (open != NULL) w->open = open;
        if (tries != NULL) w->tries = tries;
        if (open == NULL || tries == NULL) return 0;
        w->capacity = count;
    }
    memset(w->tries, 0, count * sizeof *w->tries);
    return 1;
}

/* Keeps one line about a failed point, for heco_evaluator_stats. */
static void model_exec_note(model_exec_worker *w, const double *x, const char *format, ...) {
    model_exec_shared *s = w->shared;
    char                  what[260], point[300];
    va_list               args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    heco_point_text(point, sizeof point, x, s->sizes.n, s->problem->x_names);
    pthread_mutex_lock(&s->lock);
    char  *out  = s->trouble.last_failure;
    size_t room = sizeof s->trouble.last_failure;
    size_t used = (size_t)snprintf(out, room, "exec:%.60s %s at ", s->command, what);
    if (used < room) snprintf(out + used, room - used, "%s", point);
    pthread_mutex_unlock(&s->lock);
}

static void model_exec_count(model_exec_worker *w, uint64_t *counter) {
    pthread_mutex_lock(&w->shared->lock);
    (*counter)++;
    pthread_mutex_unlock(&w->shared->lock);
}

/* Takes row out of the open ones. */
static void model_exec_settle(model_exec_worker *w, model_exec_batch *b, size_t row) {
    size_t at = 0;
    while (at < b->opens && w->open[at] != row) at++;
    if (at == b->opens) return;
    memmove(w->open + at, w->open + at + 1, (b->opens - at - 1) * sizeof *w->open);
    b->opens--;
    if (w->alone > 0) w->alone--;
}

/* The row failed: 1 when it stays open to be tried again. */
static int model_exec_fail(model_exec_worker *w, model_exec_batch *b, size_t row) {
    if (w->tries[row] < w->shared->retries) {
        w->tries[row]++;
        model_exec_count(w, &w->shared->trouble.retried);
        return 1;
    }
    b->f[row] = NAN;
    model_exec_settle(w, b, row);
    return 0;
}

/* Writes open rows as text, as many as fit, and sends it piece by piece, so that the program
 * begins with the first points while the others are written. Returns the length of the text. */
static size_t model_exec_write(model_exec_worker *w, model_exec_batch *b, size_t *sent) {
    size_t n = w->shared->sizes.n, used = 0, most = w->alone > 0 ? 1 : b->opens;
    if (w->shared->sizes.batch > 0 && most > w->shared->sizes.batch) most = w->shared->sizes.batch;
    b->first = w->next_id;
    b->count = 0;
    while (b->count < most && used + (n + 1) * HECO_NUMBER_TEXT <= w->text_size) {
        size_t row = w->open[b->count];
        if (used > (*sent > 0 ? *sent + MODEL_EXEC_PIECE : 0))
            heco_exec_child_push(&w->child, w->text, sent, used);
        used += heco_exec_write_point(w->text + used, w->next_id++, b->x + row * n, n);
        b->row[b->count++] = row;
    }
    return used;
}

static void model_exec_take(model_exec_worker *w, model_exec_batch *b, size_t row) {
    const heco_exec_sizes *s = &w->shared->sizes;
    b->f[row]                = s->maximise ? -w->values[0] : w->values[0];
    if (s->ng) memcpy(b->g + row * s->ng, w->values + 1, s->ng * sizeof *b->g);
    if (s->nh) memcpy(b->h + row * s->nh, w->values + 1 + s->ng, s->nh * sizeof *b->h);
    if (isnan(b->f[row])) model_exec_note(w, b->x + row * s->n, "answered nan");
    model_exec_settle(w, b, row);
}

/* One line of output. 0 with `why` when it is not an answer to an open point. */
static int model_exec_line(model_exec_worker *w, model_exec_batch *b, const char *line,
                              char *why, size_t size) {
    heco_exec_answer a;
    char             wrong[HECO_EXEC_WHY], quoted[60];
    size_t           wanted = 1 + w->shared->sizes.ng + w->shared->sizes.nh;
    if (!heco_exec_parse_answer(line, &a, w->values, wanted, wrong)) {
        heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
        snprintf(why, size, "printed '%s': %s", quoted, wrong);
        return 0;
    }
    if (a.id < b->first || a.id - b->first >= b->count ||
        (b->row[a.id - b->first] & MODEL_EXEC_ANSWERED) != 0) {
        int twice = a.id < w->next_id;
        heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
        snprintf(why, size, "printed '%s': %s", quoted,
                 twice ? "this point was answered before, one line per point is wanted"
                       : "no point has that ID, answer with the ID of the point");
        return twice ? -1 : 0;
    }
    size_t row = b->row[a.id - b->first];
    if (b->opens > 0 && w->open[0] != row) w->unordered = 1;
    b->row[a.id - b->first] |= MODEL_EXEC_ANSWERED;
    if (a.ok)
        model_exec_take(w, b, row);
    else {
        model_exec_note(w, b->x + row * w->shared->sizes.n, "says '%.120s'", a.words);
        model_exec_fail(w, b, row);
    }
    return 1;
}

typedef enum {
    MODEL_EXEC_DONE,
    MODEL_EXEC_ENDED,
    MODEL_EXEC_LATE,
    MODEL_EXEC_RUBBISH,
    MODEL_EXEC_TWICE,
    MODEL_EXEC_LEFT
} model_exec_end;

/* A program that answers twice does so from the first point on, but a moment too late for an
 * exchange of one point: so there it gets that moment. */
static int model_exec_echoes(model_exec_worker *w, model_exec_batch *b, char *why,
                                size_t size) {
    size_t ignored, nothing = 0;
    double until = heco_clock() + model_exec_echo_seconds;
    char  *line;
    if (w->heard || b->count > 1) return w->heard = 1, 0;
    w->heard = 1;
    while ((line = heco_exec_child_line(&w->child, &ignored)) == NULL)
        if (heco_exec_child_move(&w->child, "", &nothing, 0, until) != HECO_EXEC_MOVED) return 0;
    return model_exec_line(w, b, line, why, size) < 0;
}

/* Sends what fits and takes answers until all of it has some. */
static model_exec_end model_exec_exchange(model_exec_worker *w, model_exec_batch *b,
                                                char *why, size_t size) {
    double timeout = w->shared->timeout;
    /* Its reader may stay awake where it and all others have a core, and their programs, too; but
     * nobody knows how many forked copies of this worker there are. */
    int cores     = getpid() == w->shared->owner ? w->shared->cores : 0;
    w->child.spin = cores > 1 && cores >= 2 * w->shared->workers;
    size_t sent = 0, length = model_exec_write(w, b, &sent), answered = 0, ignored;
    double heard = heco_clock(), since = 0.0;
    while (answered < b->count) {
        char *line;
        while (answered < b->count && (line = heco_exec_child_line(&w->child, &ignored)) != NULL) {
            int said = model_exec_line(w, b, line, why, size);
            if (said <= 0) return said < 0 ? MODEL_EXEC_TWICE : MODEL_EXEC_RUBBISH;
            answered++;
            if (timeout > 0.0) heard = heco_clock();
        }
        if (answered == b->count) break;
        heco_exec_event e = heco_exec_child_move(&w->child, w->text, &sent, length,
                                                 timeout > 0.0 ? heard + timeout : 0.0);
        if (model_exec_leaves(w->shared, &since)) return MODEL_EXEC_LEFT;
        if (e == HECO_EXEC_MOVED) continue;
        snprintf(why, size, "%s",
                 e == HECO_EXEC_FLOOD    ? "printed a line without an end"
                 : e == HECO_EXEC_MEMORY ? "could not be read: out of memory"
                                         : "");
        return e == HECO_EXEC_LATE     ? MODEL_EXEC_LATE
               : e == HECO_EXEC_CLOSED ? MODEL_EXEC_ENDED
                                       : MODEL_EXEC_RUBBISH;
    }
    return model_exec_echoes(w, b, why, size) ? MODEL_EXEC_TWICE : MODEL_EXEC_DONE;
}

/* Whether it is worth asking any more: not when it answers twice, nor when it has broken the
 * protocol so often and never kept it. */
static void model_exec_judge(model_exec_worker *w, const model_exec_batch *b,
                                model_exec_end end) {
    model_exec_shared *s        = w->shared;
    int                   answered = 0;
    for (size_t i = 0; i < b->count && !answered; i++)
        answered = (b->row[i] & MODEL_EXEC_ANSWERED) != 0;
    pthread_mutex_lock(&s->lock);
    s->answers |= answered;
    s->wrong += end == MODEL_EXEC_RUBBISH;
    if (end == MODEL_EXEC_TWICE || (!s->answers && s->wrong >= MODEL_EXEC_WRONG))
        s->distrusted = 1;
    pthread_mutex_unlock(&s->lock);
}

static int model_exec_is_distrusted(model_exec_shared *s) {
    pthread_mutex_lock(&s->lock);
    int distrusted = s->distrusted;
    pthread_mutex_unlock(&s->lock);
    return distrusted;
}

/* An exchange went wrong: ends the program and says which points paid for it. */
static void model_exec_recover(model_exec_worker *w, model_exec_batch *b,
                                  model_exec_end end, char *why, size_t size) {
    char how[100], words[100];
    heco_exec_child_stop(&w->child, end != MODEL_EXEC_ENDED, how, sizeof how);
    heco_exec_child_words(&w->child, words, sizeof words);
    if (end == MODEL_EXEC_ENDED)
        snprintf(why, size, "%s%s", how,
                 strcmp(how, "ended with exit code 0") == 0
                     ? ": it must go on reading points until its input ends"
                     : "");
    if (end == MODEL_EXEC_LATE) {
        snprintf(why, size,
                 "gave no answer within %g s (does it flush its output after each line?)",
                 w->shared->timeout);
        model_exec_count(w, &w->shared->trouble.timed_out);
    }
    model_exec_count(w, &w->shared->trouble.restarted);
    int said = words[0] != '\0';
    if (end == MODEL_EXEC_TWICE) {
        /* Nobody knows which of its answers are true: none of this exchange counts. */
        model_exec_note(w, b->x + w->open[0] * w->shared->sizes.n, "%s", why);
        for (size_t i = 0; i < b->count; i++) {
            size_t row = b->row[i] & ~MODEL_EXEC_ANSWERED;
            b->f[row]  = NAN;
            model_exec_settle(w, b, row);
        }
        return;
    }
    if (w->unordered && w->alone == 0 && b->opens > 1) {
        w->alone = b->opens;
        return;
    }
    size_t row = w->open[0];
    model_exec_note(w, b->x + row * w->shared->sizes.n, "%.150s%s%s%s", why,
                       said ? "; it said '" : "", words, said ? "'" : "");
    model_exec_fail(w, b, row);
}

static int model_exec_eval_batch(void *user, const double *x, size_t count, double *f, double *g,
                                    double *h) {
    model_exec_worker *w        = user;
    char                  why[240] = "";
    if (model_exec_is_distrusted(w->shared) || !model_exec_reserve(w, count)) {
        for (size_t i = 0; i < count; i++) f[i] = NAN;
        return HECO_POINT_OK;
    }
    model_exec_batch b = {
        .x = x, .f = f, .g = g, .h = h, .opens = count, .row = w->open + count};
    for (size_t i = 0; i < count; i++) w->open[i] = i;
    w->alone = 0;
    for (unsigned starts = 0; b.opens > 0;) {
        if (!model_exec_ready(w, why, sizeof why)) {
            if (w->shared->watch != NULL && w->shared->watch(w->shared->watch_user))
                return HECO_POINT_STOP;
            if (++starts < MODEL_EXEC_STARTS) continue;
            model_exec_note(w, x + w->open[0] * w->shared->sizes.n, "%s", why);
            break;
        }
        starts                = 0;
        model_exec_end end = model_exec_exchange(w, &b, why, sizeof why);
        model_exec_judge(w, &b, end);
        if (end == MODEL_EXEC_LEFT) {
            heco_exec_child_stop(&w->child, 1, NULL, 0);
            return HECO_POINT_STOP;
        }
        if (end == MODEL_EXEC_DONE) continue;
        model_exec_recover(w, &b, end, why, sizeof why);
        if (model_exec_is_distrusted(w->shared)) break;
    }
    while (b.opens > 0) f[w->open[--b.opens]] = NAN;
    return HECO_POINT_OK;
}

static int model_exec_eval(void *user, const double *x, double *f, double *g, double *h) {
    int said = model_exec_eval_batch(user, x, 1, f, g, h);
    return said == HECO_POINT_OK && isnan(*f) ? HECO_POINT_FAILED : said;
}

static void model_exec_trouble(const void *user, heco_trouble *out) {
    model_exec_shared *s = ((const model_exec_worker *)user)->shared;
    pthread_mutex_lock(&s->lock);
    *out = s->trouble;
    pthread_mutex_unlock(&s->lock);
}

/* --- workers ------------------------------------------------------------------------------- */

/* Its program is started when the first point comes. */
static void *model_exec_clone(const void *user) {
    model_exec_worker *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    w->shared  = ((const model_exec_worker *)user)->shared;
    w->next_id = 1;
    w->shared->workers++;
    return w;
}

static void model_exec_drop(void *clone) {
    model_exec_worker *w    = clone;
    model_exec_shared *s    = w->shared;
    int                   mine = getpid() == s->owner;
    pthread_mutex_lock(&s->lock);
    s->workers--;
    if (mine && s->spare.pid == 0 && w->child.pid != 0) {
        s->spare = w->child;
        memset(&w->child, 0, sizeof w->child);
    }
    pthread_mutex_unlock(&s->lock);
    heco_exec_child_stop(&w->child, 0, NULL, 0);
    model_exec_release(w);
}

/* --- opening ------------------------------------------------------------------------------- */

static heco_status model_exec_describe(heco_model *m, model_exec_shared *s,
                                          const heco_exec_variable *v, heco_error *error) {
    heco_problem  *p     = &m->problem;
    size_t         n     = s->sizes.n;
    double        *lower = heco_arena_take(&m->arena, 3 * n, sizeof *lower);
    unsigned char *whole = heco_arena_take(&m->arena, n, sizeof *whole);
    const char   **names = heco_arena_take(&m->arena, n, sizeof *names);
    if (lower == NULL || whole == NULL || names == NULL)
        return heco_fail_memory_for(error, "model 'exec:%.200s'", s->command);
    double *upper = lower + n, *start = upper + n;
    for (size_t j = 0; j < n; j++) {
        lower[j] = v[j].lower, upper[j] = v[j].upper;
        whole[j] = (unsigned char)v[j].integer;
        start[j] = v[j].has_start ? v[j].start : 0.5 * v[j].lower + 0.5 * v[j].upper;
        if (v[j].has_start) m->starts = 1;
        if (v[j].name[0] != '\0') names[j] = v[j].name, p->x_names = names;
    }
    if (m->starts > 0) m->start = start;
    p->space.n = n, p->space.ng = s->sizes.ng, p->space.nh = s->sizes.nh;
    p->space.lower = lower, p->space.upper = upper;
    p->space.integer = whole;
    p->space.eq_tol  = s->sizes.tolerance;
    p->eval          = model_exec_eval;
    p->eval_batch    = model_exec_eval_batch;
    p->trouble       = model_exec_trouble;
    p->sharing       = HECO_SHARE_CLONE;
    p->clone = model_exec_clone, p->drop = model_exec_drop;
    m->maximises = s->sizes.maximise;
    return HECO_OK;
}

static heco_status model_exec_open(heco_model *m, const char *spec,
                                      const heco_model_options *options, heco_error *error) {
    model_exec_worker *w = calloc(1, sizeof *w);
    model_exec_shared *s = calloc(1, sizeof *s);
    if (w == NULL || s == NULL) {
        free(w);
        free(s);
        return heco_fail_memory_for(error, "model '%.200s'", spec);
    }
    w->shared = s, w->next_id = 1;
    m->state = m->problem.user = w;
    s->problem                 = &m->problem;
    s->timeout                 = options->timeout;
    s->retries                 = options->retries;
    s->memory                  = options->memory_limit;
    s->watch = options->watch, s->watch_user = options->watch_user;
    s->owner = getpid();
    s->cores = (int)heco_cores_count();
    pthread_mutex_init(&s->lock, NULL);
    s->command = heco_arena_text(&m->arena, spec + strlen("exec:"));
    if (s->command == NULL)
        return heco_fail_memory_for(error, "model '%.200s'", spec);
    if (s->command[strspn(s->command, " \t")] == '\0')
        return heco_fail(error, HECO_ERR_MODEL, "exec: needs a command, such as exec:./beam");
    heco_exec_variable *variable = NULL;
    char                why[400] = "";
    if (!model_exec_spawn(s, &s->spare, why, sizeof why) ||
        !model_exec_head(s, &s->spare, &s->sizes, &variable, &m->arena, why, sizeof why))
        return heco_fail(error, HECO_ERR_MODEL, "exec:%.80s %s", s->command, why);
    return model_exec_describe(m, s, variable, error);
}

static void model_exec_close(heco_model *m) {
    model_exec_worker *w = m->state;
    if (w == NULL) return;
    model_exec_shared *s = w->shared;
    heco_exec_child_stop(&w->child, 0, NULL, 0);
    heco_exec_child_stop(&s->spare, 0, NULL, 0);
    pthread_mutex_destroy(&s->lock);
    model_exec_release(w);
    free(s);
}

static int model_exec_match(const char *spec) { return heco_model_begins(spec, "exec:"); }

const heco_model_row heco_model_row_process = {
    .name  = "exec",
    .form  = "exec:COMMAND",
    .help  = "exec:COMMAND, a program that reads points and writes values",
    .match = model_exec_match,
    .open  = model_exec_open,
    .close = model_exec_close,
};
