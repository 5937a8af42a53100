#include "models/exec_worker.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number_text.h"

static const double exec_worker_grace_seconds = 1.0; /* for a point when somebody stops */

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
    w->leave = from->leave, w->asker = from->asker;
    w->shared->workers++;
    return w;
}

void heco_exec_worker_drop(void *clone) {
    heco_exec_worker *w    = clone;
    heco_exec_shared *s    = w->shared;
    int               mine = getpid() == s->owner;
    pthread_mutex_lock(&s->lock);
    s->workers--;
    if (mine && s->spare.pid == 0 && w->child.pid != 0) {
        s->spare = w->child;
        memset(&w->child, 0, sizeof w->child);
    }
    pthread_mutex_unlock(&s->lock);
    heco_exec_child_stop(&w->child, 0, NULL, 0);
    heco_exec_worker_free(w);
}

/* --- what is said of it -------------------------------------------------------------------- */

void heco_exec_worker_note(heco_exec_worker *w, const double *x, const char *format, ...) {
    heco_exec_shared *s = w->shared;
    char              what[260], point[300];
    va_list           args;
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

void heco_exec_worker_count(heco_exec_worker *w, uint64_t *counter) {
    pthread_mutex_lock(&w->shared->lock);
    (*counter)++;
    pthread_mutex_unlock(&w->shared->lock);
}

/* --- whether to go on ---------------------------------------------------------------------- */

int heco_exec_worker_asked(const heco_exec_worker *w) {
    return w->leave != NULL && w->leave(w->asker) != 0;
}

int heco_exec_worker_leaves(const heco_exec_worker *w, double *since) {
    if (!heco_exec_worker_asked(w)) return 0;
    double now = heco_clock();
    if (*since == 0.0) *since = now;
    return now - *since >= exec_worker_grace_seconds;
}

/* --- starting a program -------------------------------------------------------------------- */

/* A program that is to describe itself. */
typedef struct {
    heco_exec_shared       *shared;
    const heco_exec_worker *worker; /* NULL: none yet, nobody can stop it                    */
    heco_exec_child        *child;
    heco_exec_variable    **variable; /* NULL: only the sizes are wanted                     */
    heco_arena             *arena;    /* for the variables                                   */
} exec_worker_start;

/* Waits for a line. NULL, with `why` written, when none comes. */
static char *exec_worker_await(const exec_worker_start *start, double deadline, char *why,
                               size_t size) {
    heco_exec_child *c = start->child;
    size_t           length, nothing = 0;
    double           since = 0.0;
    char            *line, how[100];
    while ((line = heco_exec_child_line(c, &length)) == NULL) {
        heco_exec_event e = heco_exec_child_move(c, "", &nothing, 0, deadline);
        if (start->worker != NULL && heco_exec_worker_leaves(start->worker, &since)) {
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
                     start->shared->start_seconds);
        else
            snprintf(why, size, "%s",
                     e == HECO_EXEC_FLOOD ? "prints a line without an end" : "out of memory");
        break;
    }
    return line;
}

/* Reads the description: sizes, and a line per variable, kept when start->variable is not NULL. */
static int exec_worker_head(const exec_worker_start *start, heco_exec_sizes *sizes, char *why,
                            size_t size) {
    double deadline = heco_clock() + start->shared->start_seconds;
    char  *line = exec_worker_await(start, deadline, why, size), quoted[80], wrong[HECO_EXEC_WHY];
    if (line == NULL) return 0;
    heco_exec_quote(quoted, sizeof quoted, line, strlen(line));
    if (!heco_exec_parse_sizes(line, sizes, wrong)) {
        snprintf(why, size, "printed '%s' as its first line: %s", quoted, wrong);
        return 0;
    }
    heco_exec_variable **variable = start->variable;
    if (variable != NULL) {
        *variable = heco_arena_take(start->arena, sizes->n, sizeof **variable);
        if (*variable == NULL) return snprintf(why, size, "out of memory"), 0;
    }
    for (size_t j = 0; j < sizes->n; j++) {
        heco_exec_variable one;
        if ((line = exec_worker_await(start, deadline, why, size)) == NULL) return 0;
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

static int exec_worker_spawn(heco_exec_shared *s, heco_exec_child *c, char *why, size_t size) {
    pthread_mutex_lock(&s->lock); /* one at a time, so that no other inherits half-made pipes */
    int code = heco_exec_child_start(c, s->command, s->memory, &s->guard);
    pthread_mutex_unlock(&s->lock);
    if (code != 0) snprintf(why, size, "cannot be started: %s", strerror(code));
    return code == 0;
}

int heco_exec_worker_first(heco_exec_shared *s, heco_exec_variable **variable, heco_arena *arena,
                           char *why, size_t size) {
    exec_worker_start start = {
        .shared = s, .child = &s->spare, .variable = variable, .arena = arena};
    return exec_worker_spawn(s, &s->spare, why, size) &&
           exec_worker_head(&start, &s->sizes, why, size);
}

int heco_exec_worker_ready(heco_exec_worker *w, char *why, size_t size) {
    heco_exec_shared *s = w->shared;
    if (w->child.pid != 0) return 1;
    if (getpid() == s->owner) {
        pthread_mutex_lock(&s->lock);
        w->child = s->spare;
        memset(&s->spare, 0, sizeof s->spare);
        pthread_mutex_unlock(&s->lock);
        if (w->child.pid != 0) return 1;
    }
    heco_exec_sizes   sizes;
    exec_worker_start start = {.shared = s, .worker = w, .child = &w->child};
    w->unordered            = 0;
    w->heard                = 0;
    if (!exec_worker_spawn(s, &w->child, why, size)) return 0;
    int ok = exec_worker_head(&start, &sizes, why, size);
    if (ok && (sizes.n != s->sizes.n || sizes.ng != s->sizes.ng || sizes.nh != s->sizes.nh)) {
        snprintf(why, size, "describes another problem each time it is started");
        ok = 0;
    }
    if (!ok) heco_exec_child_stop(&w->child, 1, NULL, 0);
    return ok;
}
