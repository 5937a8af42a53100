#include "models/deck/deck_point.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/os.h"
#include "base/program.h"
#include "models/deck/deck_folder.h"
#include "models/exec/exec_answer.h"

/* Names of the command's own output in the folder of a point. */
#define DECK_POINT_OUT "stdout.txt"
#define DECK_POINT_ERR "stderr.txt"

enum {
    DECK_POINT_MOST  = 64 << 20, /* bytes of an output file                                  */
    DECK_POINT_KEEP  = 50,       /* folders of failed points that stay: enough to look at     */
    DECK_POINT_SLEEP = 10000000  /* longest nanoseconds between two looks at the command      */
};

/* --- preparing ------------------------------------------------------------------------------ */

/* Writes a template to a file of the folder. Returns 0, or an errno. */
static int deck_point_fill(const heco_deck_runner *r, const heco_deck_file *f, const double *x,
                           const char *folder) {
    char path[HECO_DECK_PATH];
    if (!heco_deck_folder_file(path, folder, f->to)) return ENAMETOOLONG;
    if (f->is_link) return heco_os_link(f->from, path);
    int   fd  = heco_os_open(path, O_WRONLY | O_CREAT | O_TRUNC);
    FILE *out = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (out == NULL) return errno;
    heco_deck_text_write(&f->text, r->problem, x, out);
    int bad = ferror(out);
    return fclose(out) != 0 || bad ? errno : 0;
}

/* Writes the words of the command, which the caller frees with deck_point_free_words(). */
static char **deck_point_words(const heco_deck_runner *r, const double *x) {
    const heco_deck *d = &r->deck;
    size_t           size;
    char           **words = calloc(d->words + 1, sizeof *words);
    if (words == NULL) return NULL;
    for (size_t i = 0; i < d->words; i++) {
        FILE *out = heco_os_memory_open(&words[i], &size);
        if (out != NULL) {
            heco_deck_text_write(&d->command[i], r->problem, x, out);
            heco_os_memory_close(out, &words[i], &size);
        }
    }
    return words;
}

static void deck_point_free_words(char **words, size_t count) {
    for (size_t i = 0; words != NULL && i < count; i++) free(words[i]);
    free(words);
}

/* --- running -------------------------------------------------------------------------------- */

/* Opens a new file of the folder for the command, or the device `name` if `folder` is NULL. Its
 * number is above 2. Returns -1 with errno set. */
static int deck_point_open(const char *folder, const char *name) {
    char path[HECO_DECK_PATH];
    if (folder == NULL) snprintf(path, sizeof path, "%s", name);
    else if (!heco_deck_folder_file(path, folder, name)) return errno = ENAMETOOLONG, -1;
    int raw = heco_os_open(path, folder == NULL ? O_RDONLY : O_WRONLY | O_CREAT | O_EXCL);
    int fd  = raw >= 0 ? heco_os_duplicate(raw) : -1;
    if (raw >= 0) close(raw);
    return fd;
}

/* Starts the command. Returns its process, or -1 with errno set. */
static pid_t deck_point_start(const heco_deck_runner *r, const double *x, const char *folder) {
    heco_program program = {.file = r->deck.program, .folder = folder, .memory = r->memory};
    char       **words   = deck_point_words(r, x);
    pid_t        pid     = -1;
    int          ready   = words != NULL, fd[HECO_PIPES], code;
    for (size_t i = 0; ready && i < r->deck.words; i++) ready = words[i] != NULL;
    fd[0] = deck_point_open(NULL, HECO_OS_NULL_DEVICE);
    fd[1] = deck_point_open(folder, DECK_POINT_OUT);
    fd[2] = deck_point_open(folder, DECK_POINT_ERR);
    if (!ready) errno = ENOMEM;
    program.words = words;
    if (ready && r->deck.shell) program.shell = words[0];
    if (ready && fd[0] >= 0 && fd[1] >= 0 && fd[2] >= 0) pid = heco_program_start(&program, fd);
    code = errno;
    for (int i = 0; i < 3; i++)
        if (fd[i] >= 0) close(fd[i]);
    deck_point_free_words(words, r->deck.words);
    if (pid > 0) heco_orphan_reaper_add(&r->reaper, pid);
    errno = code;
    return pid;
}

/* Waits until the command ends, then ends the processes it left. Writes its wait status. */
static heco_deck_end deck_point_wait(const heco_deck_runner *r, pid_t pid, int *status) {
    double          deadline = r->timeout > 0.0 ? heco_clock() + r->timeout : 0.0;
    struct timespec moment   = {0, 100000};
    heco_deck_end   end      = HECO_DECK_DONE;
    while (end == HECO_DECK_DONE && !heco_child_has_ended(pid)) {
        if (deadline > 0.0 && heco_clock() > deadline) end = HECO_DECK_LATE;
        else if (r->should_stop != NULL && r->should_stop(r->context, NULL))
            end = HECO_DECK_STOPPED;
        else nanosleep(&moment, NULL);
        if (moment.tv_nsec < DECK_POINT_SLEEP) moment.tv_nsec += moment.tv_nsec / 2;
    }
    heco_child_kill(pid);
    heco_orphan_reaper_remove(&r->reaper, pid); /* while the id is still the command's */
    *status = heco_child_end(pid);
    return end;
}

/* --- reading -------------------------------------------------------------------------------- */

/* Copies the last line that the command wrote to standard error, or "". */
static void deck_point_last_words(const char *folder, char *out, size_t size) {
    char path[HECO_DECK_PATH], tail[400];
    out[0]  = '\0';
    FILE *f = heco_deck_folder_file(path, folder, DECK_POINT_ERR) ? fopen(path, "rb") : NULL;
    if (f == NULL) return;
    if (fseek(f, -(long)sizeof tail, SEEK_END) != 0) rewind(f);
    heco_exec_quote_last(out, size, tail, fread(tail, 1, sizeof tail, f));
    fclose(f);
}

/* The folder of a point, and the file of it that was read last: outputs that follow each other
 * often share one. */
typedef struct {
    const char      *folder, *name;
    char            *text; /* that of `found`, or NULL                                        */
    heco_deck_source found;
} deck_point_source;

static void deck_point_forget(deck_point_source *s) {
    free(s->text);
    free(s->found.matches.part);
    *s = (deck_point_source){.folder = s->folder};
}

/* Reads the file of an output into `s` unless it is there. Returns 0 with `why`. */
static int deck_point_read(deck_point_source *s, const char *name, char *why, size_t size) {
    char path[HECO_DECK_PATH], wrong[100];
    if (s->text != NULL && strcmp(s->name, name) == 0) return 1;
    deck_point_forget(s);
    s->name = name;
    if (heco_deck_folder_file(path, s->folder, name))
        s->text = heco_deck_read_file(path, DECK_POINT_MOST, &s->found.length, wrong, sizeof wrong);
    else snprintf(wrong, sizeof wrong, "has too long a path");
    if (s->text == NULL)
        snprintf(why, size,
                 "the output file %.60s %s: check the command and the deck's file=", name, wrong);
    s->found.text = s->text;
    return s->text != NULL;
}

/* Reads the value of output k. Returns 0 with `why`. */
static int deck_point_value(const heco_deck *d, deck_point_source *s, size_t k, double *value,
                            char *why, size_t size) {
    const heco_deck_output *o    = &d->output[k];
    const char             *name = o->file != NULL ? o->file : DECK_POINT_OUT;
    char                    wrong[200];
    if (!deck_point_read(s, name, why, size)) return 0;
    size_t length     = s->found.length;
    s->found.complete = o->file == NULL || length == 0 || s->text[length - 1] == '\n';
    int ok            = heco_deck_output_find(o, &s->found, value, wrong, sizeof wrong);
    if (ok && isnan(*value))
        ok = 0, snprintf(wrong, sizeof wrong, "it is nan: the simulation had no result");
    if (!ok) snprintf(why, size, "output '%.40s' in %.40s: %s", o->name, name, wrong);
    return ok;
}

/* Looks for the texts of `partial` and `require` in the standard output. */
static heco_deck_end deck_point_texts(const heco_deck *d, deck_point_source *s, char *why,
                                      size_t size) {
    if (d->partial == NULL && d->require == NULL) return HECO_DECK_DONE;
    if (!deck_point_read(s, DECK_POINT_OUT, why, size)) return HECO_DECK_FAILED;
    if (d->partial != NULL && strstr(s->text, d->partial) != NULL) return HECO_DECK_PARTIAL;
    if (d->require == NULL || strstr(s->text, d->require) != NULL) return HECO_DECK_DONE;
    snprintf(why, size, "its output lacks '%.60s', which the deck requires", d->require);
    return HECO_DECK_FAILED;
}

/* Reads all values. A command that stopped early has no f; values that cannot be read are NAN. */
static heco_deck_end deck_point_values(const heco_deck_runner *r, const char *folder,
                                       double *values, char *why, size_t size) {
    const heco_deck       *d      = &r->deck;
    const heco_exec_sizes *sizes  = &d->header.sizes;
    size_t                 count  = heco_exec_values(sizes);
    size_t                 parts  = heco_exec_objective_values(sizes);
    deck_point_source      source = {.folder = folder};
    heco_deck_end          end    = deck_point_texts(d, &source, why, size);
    for (size_t k = 0; k < count && end != HECO_DECK_FAILED; k++) {
        values[k] = NAN;
        if (end == HECO_DECK_PARTIAL && k < parts) continue;
        if (deck_point_value(d, &source, k, &values[k], why, size)) continue;
        values[k] = NAN;
        if (end == HECO_DECK_DONE) end = HECO_DECK_FAILED;
    }
    deck_point_forget(&source);
    return end;
}

/* Runs the command in the folder and reads its values. */
static heco_deck_end deck_point_run(const heco_deck_runner *r, const double *x, const char *folder,
                                    double *values, char *why, size_t size) {
    char how[80], words[120];
    int  status = 0, code = 0;
    for (size_t i = 0; code == 0 && i < r->deck.files; i++)
        code = deck_point_fill(r, &r->deck.file[i], x, folder);
    pid_t pid = code == 0 ? deck_point_start(r, x, folder) : -1;
    if (pid < 0) {
        snprintf(why, size, "the command could not be started: %s",
                 strerror(code != 0 ? code : errno));
        return HECO_DECK_FAILED;
    }
    heco_deck_end end = deck_point_wait(r, pid, &status);
    if (end == HECO_DECK_LATE)
        snprintf(why, size,
                 "the command took longer than %g s and was ended: give it more time "
                 "(--eval-timeout)",
                 r->timeout);
    if (end != HECO_DECK_DONE) return end;
    if (status != 0) {
        heco_child_describe(status, r->deck.shell, how, sizeof how);
        deck_point_last_words(folder, words, sizeof words);
        snprintf(why, size, "the command %s%s%s%s", how, words[0] != '\0' ? "; it said '" : "",
                 words, words[0] != '\0' ? "'" : "");
        return HECO_DECK_FAILED;
    }
    return deck_point_values(r, folder, values, why, size);
}

/* Returns whether the folder of a point that ended like this stays. */
static int deck_point_stays(heco_deck_runner *r, heco_deck_end end) {
    if (r->deck.keep == HECO_DECK_KEEP_ALL) return end != HECO_DECK_STOPPED;
    if (r->deck.keep == HECO_DECK_KEEP_NONE || (end != HECO_DECK_FAILED && end != HECO_DECK_LATE))
        return 0;
    return atomic_fetch_add(&r->kept, 1) < DECK_POINT_KEEP;
}

heco_deck_end heco_deck_point(heco_deck_runner *r, const double *x, double *values, char *why,
                              size_t size) {
    char folder[HECO_DECK_PATH];
    int  code = EEXIST;
    while (code == EEXIST) /* of an earlier process with the same id */
        code = heco_deck_folder_make(folder, r->deck.points, atomic_fetch_add(&r->next, 1));
    if (code != 0) {
        snprintf(why, size, "the folder %.150s cannot be made: %s", folder, strerror(code));
        return HECO_DECK_FAILED;
    }
    heco_deck_end end = deck_point_run(r, x, folder, values, why, size);
    if (!deck_point_stays(r, end)) heco_deck_folder_remove(folder);
    else if (end != HECO_DECK_DONE && end != HECO_DECK_PARTIAL) {
        size_t used = strlen(why);
        snprintf(why + used, size - used, " (see %.100s)", strrchr(folder, '/') + 1);
    }
    return end;
}
