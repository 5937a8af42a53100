#include "cli/view/journal_page.h"

#include <stdlib.h>
#include <string.h>

#include "cli/solve/journal_metadata.h"
#include "heco/journal.h"

/* Removes the words that name private files of the user. */
static void journal_page_words(metadata *kept) {
    size_t used = 0;
    for (size_t i = 0; i < kept->word.count; i++) {
        const char *word = kept->word.item[i];
        if (strcmp(word, "--report") == 0 || strcmp(word, "--journal") == 0) i++;
        else if (strncmp(word, "--report=", 9) != 0 && strncmp(word, "--journal=", 10) != 0)
            kept->word.item[used++] = word;
    }
    kept->word.count = used;
}

int journal_page_write(FILE *out, const char *journal, heco_page_options how, int data) {
    heco_error         error = {0};
    heco_journal_info *info;
    metadata           kept    = {0};
    char              *command = NULL;
    heco_status        status  = heco_journal_read(&info, journal, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    /* A journal of another program has other metadata, or none. */
    if (strncmp(info->metadata, "heco-solve ", 11) == 0 &&
        metadata_read(&kept, journal, info->metadata) < 0) {
        journal_page_words(&kept);
        command = metadata_command(&kept);
    }
    how.command = command;
    status      = data ? heco_page_solve_data(out, journal, &how, &error)
                       : heco_page_solve(out, journal, &how, &error);
    free(command);
    metadata_free(&kept);
    heco_journal_info_free(info);
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}
