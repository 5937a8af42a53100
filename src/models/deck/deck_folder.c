#define _XOPEN_SOURCE 700 /* nftw */
#include "models/deck/deck_folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"

enum { DECK_FOLDER_OPEN = 16 }; /* descriptors that removing a folder may use */

int heco_deck_folder_make(char path[HECO_DECK_PATH], const char *parent,
                          unsigned long long number) {
    int length = snprintf(path, HECO_DECK_PATH, "%s/%ld-%llu", parent, (long)getpid(), number);
    if (length < 0 || length >= HECO_DECK_PATH) return ENAMETOOLONG;
    if (heco_os_make_folder(path) == 0) return 0;
    if (errno != ENOENT) return errno;
    if (heco_os_make_folder(parent) != 0 && errno != EEXIST) return errno;
    return heco_os_make_folder(path) == 0 ? 0 : errno;
}

static int deck_folder_drop(const char *path, const struct stat *about, int kind,
                            struct FTW *where) {
    (void)about, (void)where;
    /* A file that cannot be removed stays with its folder. remove() of Windows takes files only. */
    if (kind == FTW_DP) rmdir(path);
    else remove(path);
    return 0;
}

void heco_deck_folder_remove(const char *path) {
    nftw(path, deck_folder_drop, DECK_FOLDER_OPEN, FTW_DEPTH | FTW_PHYS);
}

int heco_deck_folder_file(char path[HECO_DECK_PATH], const char *folder, const char *name) {
    int length = snprintf(path, HECO_DECK_PATH, "%s/%s", folder, name);
    return length > 0 && length < HECO_DECK_PATH;
}
