#include "cli/view/journal_page.h"

#include <stdlib.h>
#include <string.h>

#include "cli/solve/journal_metadata.h"
#include "heco/journal.h"

enum { PAGE_FILES = 8 /* files of a model that are shown */ };

/* The options of a page with what the metadata of its journal adds. */
typedef struct {
    heco_page_options  how;
    heco_journal_info *info;
    metadata           kept;
    char              *command;
    heco_page_file     file[PAGE_FILES];
    char               sha256[PAGE_FILES][HECO_SHA256_TEXT];
} journal_page;

static void journal_page_close(journal_page *p) {
    free(p->command);
    metadata_free(&p->kept);
    heco_journal_info_free(p->info);
}

/* Adds the files of the model; one that has changed since the search has no SHA-256. */
static void journal_page_files(journal_page *p) {
    size_t count = p->kept.file.count < PAGE_FILES ? p->kept.file.count : PAGE_FILES;
    for (size_t i = 0; i < count; i++) {
        heco_page_file *f    = &p->file[i];
        int             same = metadata_file(&p->kept, i, &f->bytes, &f->path, p->sha256[i]);
        f->sha256            = same ? p->sha256[i] : NULL;
    }
    p->how.files = p->file, p->how.file_count = count;
}

/* Adds command and files. A journal of another program has other metadata, or none. */
static void journal_page_fill(journal_page *p, const char *journal, const heco_journal_info *info) {
    if (strncmp(info->metadata, "heco-solve ", 11) == 0 &&
        metadata_read(&p->kept, journal, info->metadata) < 0) {
        metadata_drop_outputs(&p->kept.word);
        p->command = metadata_command(&p->kept);
        journal_page_files(p);
    }
    p->how.command = p->command;
}

/* Reads the metadata. Close the page in either case. */
static int journal_page_open(journal_page *p, const char *journal, heco_page_options how) {
    heco_error error   = {0};
    *p                 = (journal_page){.how = how};
    heco_status status = heco_journal_read(&p->info, journal, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    journal_page_fill(p, journal, p->info);
    return -1;
}

int journal_page_write(FILE *out, const char *journal, heco_page_options how, int data) {
    heco_error   error = {0};
    journal_page p;
    int          code = journal_page_open(&p, journal, how);
    if (code < 0) {
        heco_status status = data ? heco_page_solve_data(out, journal, &p.how, &error)
                                  : heco_page_solve(out, journal, &p.how, &error);
        if (status != HECO_OK) code = cli_fail_status(status, &error);
    }
    journal_page_close(&p);
    return code;
}

int journal_page_compare(FILE *out, char *const *journals, size_t count, heco_page_options how,
                         int data) {
    heco_error               error = {0};
    journal_page             page[JOURNAL_PAGE_MOST];
    const char              *name[JOURNAL_PAGE_MOST];
    const heco_page_options *each[JOURNAL_PAGE_MOST];
    size_t                   opened = 0;
    int                      code   = -1;
    for (; code < 0 && opened < count; opened++) {
        code         = journal_page_open(&page[opened], journals[opened], how);
        name[opened] = journals[opened];
        each[opened] = &page[opened].how;
    }
    if (code < 0) {
        heco_status status = data ? heco_page_compare_data(out, name, each, count, &error)
                                  : heco_page_compare(out, name, each, count, &error);
        if (status != HECO_OK) code = cli_fail_status(status, &error);
    }
    while (opened > 0) journal_page_close(&page[--opened]);
    return code;
}

heco_status journal_page_follow(FILE *out, const char *journal, heco_page_feed **feed) {
    journal_page p      = {.how = heco_page_options_default()};
    heco_status  status = HECO_OK;
    if (*feed == NULL) status = heco_page_feed_open(feed, journal, NULL);
    if (status != HECO_OK) return status;
    journal_page_fill(&p, journal, heco_page_feed_info(*feed));
    status = heco_page_feed_write(*feed, out, &p.how, NULL);
    journal_page_close(&p);
    if (status == HECO_OK) return HECO_OK;
    heco_page_feed_close(*feed);
    *feed = NULL;
    return status;
}
