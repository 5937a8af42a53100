#include "models/exec/exec_worker.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number_text.h"

static const double exec_worker_grace_seconds =
    1.0; /* for points in progress after a stop request */
static const double exec_worker_more_seconds = 0.1; /* for constraints that were not announced */

/* --- memory -------------------------------------------------------------------------------- */

heco_exec_worker *heco_exec_worker_new(heco_exec_shared *shared) {
    heco_exec_worker *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    w->shared  = shared;
    w->next_id = 1;
    return w;
}

void heco_exec_worker_free(heco_exec_worker *w) {
    free(w->values);
    free(w->text);
    free(w->open);
    free(w->tries);
    free(w);
}

void *heco_exec_worker_clone(const void *user) {
    const heco_exec_worker *from = user;
    heco_exec_worker       *w    = heco_exec_worker_new(from->shared);
    if (w == NULL) return NULL;
    w->should_stop = from->should_stop, w->context = from->context;
    w->shared->workers++;
    return w;
}

/* The program of a clone becomes the standby process if there is none. */
void heco_exec_worker_drop(void *clone) {
    heco_exec_worker *w    = clone;
    heco_exec_shared *s    = w->shared;
    int               mine = getpid() == s->owner;
    pthread_mutex_lock(&s->lock);
    s->workers--;
    if (mine && s->standby.pid == 0 && w->child.pid != 0) {
        s->standby = w->child;
        memset(&w->child, 0, sizeof w->child);
    }
    pthread_mutex_unlock(&s->lock);
    heco_exec_child_stop(&w->child, 0, NULL, 0);
    heco_exec_worker_free(w);
}

/* --- messages ------------------------------------------------------------------------------ */

void heco_exec_worker_failure(heco_exec_worker *w, const double *x, const char *format, ...) {
    heco_exec_shared *s = w->shared;
    char              what[260], point[300];
    va_list           args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    heco_point_text(point, sizeof point, x, s->sizes.n, s->problem->x_names);
    pthread_mutex_lock(&s->lock);
    char  *out  = s->failures.last_failure;
    size_t room = sizeof s->failures.last_failure;
    size_t used = (size_t)snprintf(out, room, "exec:%.60s %s at ", s->command, what);
    if (used < room) snprintf(out + used, room - used, "%s", point);
    pthread_mutex_unlock(&s->lock);
}

void heco_exec_worker_count(heco_exec_worker *w, uint64_t *counter) {
    pthread_mutex_lock(&w->shared->lock);
    (*counter)++;
    pthread_mutex_unlock(&w->shared->lock);
}

/* Forked copies of the host give no hint, so that there is only one. */
void heco_exec_worker_hint(heco_exec_shared *s, double began, const char *lacks) {
    char line[400];
    if (s->on_hint == NULL || heco_clock() - began < s->hint_after || getpid() != s->owner) return;
    pthread_mutex_lock(&s->lock);
    int known = s->hinted || s->answers;
    s->hinted = 1;
    pthread_mutex_unlock(&s->lock);
    if (known) return;
    snprintf(
        line, sizeof line,
        "exec:%.80s %s for %g s: unless it takes that long, let it flush its output after each "
        "line (Python: flush=True) and read its input line by line (mawk: -W interactive)",
        s->command, lacks, s->hint_after);
    s->on_hint(s->hint_user, line);
}

/* --- stopping ------------------------------------------------------------------------------ */

int heco_exec_worker_should_stop(const heco_exec_worker *w) {
    return w->should_stop != NULL && w->should_stop(w->context, NULL) != 0;
}

int heco_exec_worker_should_abort(const heco_exec_worker *w, double *since) {
    if (!heco_exec_worker_should_stop(w)) return 0;
    double now = heco_clock();
    if (*since == 0.0) *since = now;
    return now - *since >= exec_worker_grace_seconds;
}

/* --- starting a program -------------------------------------------------------------------- */

/* A program while it describes its problem. */
typedef struct {
    heco_exec_shared       *shared;
    const heco_exec_worker *worker; /* NULL: the first program, which cannot be stopped      */
    heco_exec_child        *child;
    heco_exec_header       *header;
    heco_arena             *arena; /* holds the lists of the header                          */
} exec_worker_start;

/* Waits for a line. Returns NULL and writes `why` if none comes. */
static char *exec_worker_await_line(const exec_worker_start *start, double deadline, char *why,
                                    size_t size) {
    heco_exec_child *c = start->child;
    size_t           length, nothing = 0;
    double           since = 0.0, began = heco_clock();
    char            *line, how[100];
    while ((line = heco_exec_child_line(c, &length)) == NULL) {
        heco_exec_event e = heco_exec_child_move(c, "", &nothing, 0, deadline);
        if (start->worker != NULL && heco_exec_worker_should_abort(start->worker, &since)) {
            snprintf(why, size, "was stopped before it described the problem");
            break;
        }
        if (e == HECO_EXEC_MOVED) {
            heco_exec_worker_hint(start->shared, began, "has not described its problem");
            continue;
        }
        if (e == HECO_EXEC_CLOSED) {
            char words[120];
            heco_exec_child_stop(c, 0, how, sizeof how);
            heco_exec_child_last_line(c, words, sizeof words);
            snprintf(why, size, "%s before it had described the problem%s%s%s%s", how,
                     words[0] != '\0' ? "; it said '" : "", words, words[0] != '\0' ? "'" : "",
                     strstr(how, "code 127") != NULL   ? ": is the path right?"
                     : strstr(how, "code 126") != NULL ? ": is it executable?"
                                                       : "");
        } else if (e == HECO_EXEC_LATE)
            snprintf(why, size,
                     "has not described the problem within %g s: it must first print "
                     "'heco 1 n NG NH' and the bounds, and flush its output",
                     start->shared->start_seconds);
        else
            snprintf(why, size, "%s",
                     e == HECO_EXEC_LONG_LINE ? "prints a line that does not end"
                                              : "out of memory");
        break;
    }
    return line;
}

/* Writes a message about a wrong line. Returns 0. */
static int exec_worker_wrong(const char *line, const char *what, const char *wrong, char *why,
                             size_t size) {
    char quoted[80];
    heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
    snprintf(why, size, "printed '%s' %s: %s", quoted, what, wrong);
    return 0;
}

/* Returns whether lines about constraints follow: they were announced, an earlier start had some,
 * or the first of them comes within a moment, because most programs write their description at
 * once. It takes no line. */
static int exec_worker_expects_constraints(const exec_worker_start *start) {
    const heco_exec_sizes *sizes = &start->header->sizes;
    double                 until = heco_clock() + exec_worker_more_seconds;
    size_t                 length, nothing = 0;
    char                  *line;
    if (sizes->constraints || start->shared->constraint != NULL) return 1;
    if (sizes->ng + sizes->nh == 0 || start->worker != NULL) return 0;
    while ((line = heco_exec_child_line(start->child, &length)) == NULL)
        if (heco_exec_child_move(start->child, "", &nothing, 0, until) != HECO_EXEC_MOVED) return 0;
    int more = heco_exec_is_constraint(line);
    heco_exec_child_unread(start->child, line, length);
    return more;
}

/* Reads a line per constraint into header->constraint, or none. Returns 0 with `why` on an
 * error. */
static int exec_worker_read_constraints(const exec_worker_start *start, double deadline, char *why,
                                        size_t size) {
    heco_exec_header *header = start->header;
    size_t            count = header->sizes.ng + header->sizes.nh, equal = 0;
    char             *line, wrong[HECO_EXEC_WHY], what[80];
    if (!exec_worker_expects_constraints(start)) return 1;
    header->constraint = heco_arena_take(start->arena, count + 1, sizeof *header->constraint);
    if (header->constraint == NULL) return snprintf(why, size, "out of memory"), 0;
    for (size_t k = 0; k < count; k++) {
        if ((line = exec_worker_await_line(start, deadline, why, size)) == NULL) return 0;
        snprintf(what, sizeof what, "for constraint %zu of %zu", k + 1, count);
        if (!heco_exec_parse_constraint(line, &header->constraint[k], wrong))
            return exec_worker_wrong(line, what, wrong, why, size);
        equal += header->constraint[k].sense == '=';
    }
    if (equal == header->sizes.nh) return 1;
    snprintf(why, size, "describes %zu constraints with '=', but its first line says NH = %zu",
             equal, header->sizes.nh);
    return 0;
}

/* Reads the description: sizes, a line per variable, and optionally one per constraint. Returns 0
 * with `why` on an error. */
static int exec_worker_read_header(const exec_worker_start *start, char *why, size_t size) {
    heco_exec_header *header   = start->header;
    double            deadline = heco_clock() + start->shared->start_seconds;
    char             *line     = exec_worker_await_line(start, deadline, why, size);
    char              wrong[HECO_EXEC_WHY], what[80];
    if (line == NULL) return 0;
    if (!heco_exec_parse_sizes(line, &header->sizes, wrong))
        return exec_worker_wrong(line, "as its first line", wrong, why, size);
    size_t n         = header->sizes.n;
    header->variable = heco_arena_take(start->arena, n, sizeof *header->variable);
    if (header->variable == NULL) return snprintf(why, size, "out of memory"), 0;
    for (size_t j = 0; j < n; j++) {
        if ((line = exec_worker_await_line(start, deadline, why, size)) == NULL) return 0;
        snprintf(what, sizeof what, "for variable %zu of %zu", j + 1, n);
        if (!heco_exec_parse_variable(line, &header->variable[j], start->arena, wrong))
            return exec_worker_wrong(line, what, wrong, why, size);
    }
    return exec_worker_read_constraints(start, deadline, why, size);
}

/* Starts the program of child c. Returns 0 with `why` on an error. */
static int exec_worker_spawn(heco_exec_shared *s, heco_exec_child *c, char *why, size_t size) {
    pthread_mutex_lock(&s->lock); /* one at a time, so that no other program inherits the pipes */
    int code = heco_exec_child_start(c, s->command, s->memory, &s->reaper);
    pthread_mutex_unlock(&s->lock);
    if (code != 0) snprintf(why, size, "cannot be started: %s", strerror(code));
    return code == 0;
}

int heco_exec_worker_first(heco_exec_shared *s, heco_exec_header *header, heco_arena *arena,
                           char *why, size_t size) {
    exec_worker_start start = {.shared = s, .child = &s->standby, .header = header, .arena = arena};
    if (!exec_worker_spawn(s, &s->standby, why, size) ||
        !exec_worker_read_header(&start, why, size))
        return 0;
    s->sizes      = header->sizes;
    s->constraint = header->constraint;
    return 1;
}

/* Returns whether the program describes the same problem as the first one. */
static int exec_worker_agrees(const heco_exec_shared *s, const heco_exec_header *header) {
    const heco_exec_sizes *old = &s->sizes, *now = &header->sizes;
    if (old->n != now->n || old->ng != now->ng || old->nh != now->nh) return 0;
    if (old->pieces != now->pieces || old->residuals != now->residuals) return 0;
    for (size_t k = 0; s->constraint != NULL && k < old->ng + old->nh; k++)
        if (s->constraint[k].sense != header->constraint[k].sense ||
            s->constraint[k].bound != header->constraint[k].bound)
            return 0;
    return 1;
}

int heco_exec_worker_ensure_program(heco_exec_worker *w, char *why, size_t size) {
    heco_exec_shared *s = w->shared;
    if (w->child.pid != 0) return 1;
    if (getpid() == s->owner) {
        pthread_mutex_lock(&s->lock);
        w->child = s->standby;
        memset(&s->standby, 0, sizeof s->standby);
        pthread_mutex_unlock(&s->lock);
        if (w->child.pid != 0) return 1;
    }
    heco_exec_header  header = {0};
    heco_arena        arena;
    exec_worker_start start = {
        .shared = s, .worker = w, .child = &w->child, .header = &header, .arena = &arena};
    w->unordered = 0;
    w->heard     = 0;
    if (!exec_worker_spawn(s, &w->child, why, size)) return 0;
    heco_arena_init(&arena);
    int ok = exec_worker_read_header(&start, why, size);
    if (ok && !exec_worker_agrees(s, &header)) {
        snprintf(why, size, "describes a different problem each time it is started");
        ok = 0;
    }
    heco_arena_release(&arena);
    if (!ok) heco_exec_child_stop(&w->child, 1, NULL, 0);
    return ok;
}
