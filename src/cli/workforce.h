/* Who works on a search: one line before it begins, and a line about each of the usual mistakes. */
#ifndef HECO_CLI_WORKFORCE_H
#define HECO_CLI_WORKFORCE_H

#include "cli/solving.h"

/* On standard error, unless --quiet; nothing where one worker does everything. */
void workforce_announce(const search *s);

#endif
