/* The folder of one point. */
#ifndef HECO_MODELS_DECK_DECK_FOLDER_H
#define HECO_MODELS_DECK_DECK_FOLDER_H

#include <limits.h>
#include <stddef.h>

enum { HECO_DECK_PATH = PATH_MAX };

/* Makes a new folder `parent`/PROCESS-NUMBER, and `parent` if it is not there. Returns 0, or an
 * errno. */
int heco_deck_folder_make(char path[HECO_DECK_PATH], const char *parent, unsigned long long number);
/* Removes a folder with everything in it; links are removed, not followed. */
void heco_deck_folder_remove(const char *path);
/* Writes the path of a file in the folder. Returns 0 if it is too long. */
int heco_deck_folder_file(char path[HECO_DECK_PATH], const char *folder, const char *name);

#endif
