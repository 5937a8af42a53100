/* Writes a text that may contain paths into the data of a report page. Pages are passed on to other
 * people, so paths lose their folders unless the caller of the page keeps them. */
#ifndef HECO_REPORT_PAGE_PAGE_LABEL_H
#define HECO_REPORT_PAGE_PAGE_LABEL_H

#include "base/json.h"

/* Writes `text`, null if it is NULL; without the folders of its paths unless j->paths is set. */
void heco_page_label(heco_json *j, const char *key, const char *text);

/* Writes a command. "./" stands for the folders of a path: without it, heco takes a program for a
 * command of the system and a shared object for a name. */
void heco_page_command(heco_json *j, const char *key, const char *text);

#endif
