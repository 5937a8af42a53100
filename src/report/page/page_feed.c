/* The data of a search that goes on: a walk and its history, which later reads continue. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "report/page/page.h"

struct heco_page_feed {
    char              *path;
    heco_journal_walk *walk;    /* NULL: not open                                            */
    heco_history       history; /* all zero unless the walk is open                          */
    struct stat        about;   /* of the file when it was read                              */
};

/* Closes the journal and drops its history. */
static void feed_drop(heco_page_feed *f) {
    if (f->walk != NULL) heco_history_free(&f->history);
    heco_journal_walk_close(f->walk);
    memset(&f->history, 0, sizeof f->history);
    f->walk = NULL;
}

/* Reads the journal from its beginning. */
static heco_status feed_read_all(heco_page_feed *f, heco_error *error) {
    feed_drop(f);
    if (stat(f->path, &f->about) != 0) memset(&f->about, 0, sizeof f->about);
    heco_status status = heco_journal_walk_open(&f->walk, f->path, error);
    if (status != HECO_OK) return status;
    status = heco_history_begin(&f->history, f->walk, error);
    if (status == HECO_OK) status = heco_history_add(&f->history, f->walk, error);
    if (status != HECO_OK) feed_drop(f);
    return status;
}

/* Returns whether the file is the one that was read, with or without more records. */
static int feed_is_same(const heco_page_feed *f, const struct stat *now) {
    return f->walk != NULL && now->st_ino == f->about.st_ino && now->st_dev == f->about.st_dev &&
           now->st_size >= f->about.st_size;
}

/* Reads the records since the last time. A raised budget begins a new schedule, and the description
 * of the journal is out of date then: everything is read again. */
static heco_status feed_read_on(heco_page_feed *f, heco_error *error) {
    struct stat now;
    uint64_t    schedule = f->history.schedules;
    if (stat(f->path, &now) != 0 || !feed_is_same(f, &now)) return feed_read_all(f, error);
    if (now.st_size == f->about.st_size) return HECO_OK;
    heco_status status = heco_journal_walk_follow(f->walk, error);
    if (status == HECO_OK) status = heco_history_add(&f->history, f->walk, error);
    if (status != HECO_OK || (schedule > 0 && f->history.schedules != schedule))
        return feed_read_all(f, error);
    f->about = now;
    return HECO_OK;
}

heco_status heco_page_feed_open(heco_page_feed **out, const char *journal, heco_error *error) {
    heco_error      own;
    heco_page_feed *f = calloc(1, sizeof *f);
    *out              = NULL;
    if (error == NULL) error = &own;
    if (f == NULL) return heco_fail_memory(error);
    f->path            = strdup(journal);
    heco_status status = f->path != NULL ? feed_read_all(f, error) : heco_fail_memory(error);
    if (status == HECO_OK) *out = f;
    else heco_page_feed_close(f);
    return status;
}

const heco_journal_info *heco_page_feed_info(const heco_page_feed *f) {
    return f->walk != NULL ? heco_journal_walk_info(f->walk) : NULL;
}

heco_status heco_page_feed_write(heco_page_feed *f, FILE *out, const heco_page_options *options,
                                 heco_error *error) {
    heco_error own;
    if (error == NULL) error = &own;
    int         running = heco_journal_running(f->path);
    heco_status status  = feed_read_on(f, error);
    if (status != HECO_OK) return status;
    heco_page_search search = {f->walk, &f->history, running};
    return heco_page_solve_write(out, &search, options, error);
}

void heco_page_feed_close(heco_page_feed *f) {
    if (f == NULL) return;
    feed_drop(f);
    free(f->path);
    free(f);
}
