#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"

int terminal_is_smart(int descriptor) {
    const char *term = getenv("TERM");
    return isatty(descriptor) && term != NULL && strcmp(term, "dumb") != 0;
}

int terminal_shows_colours(int descriptor) {
    const char *refused = getenv("NO_COLOR");
    return terminal_is_smart(descriptor) && (refused == NULL || refused[0] == '\0');
}

int terminal_columns(int descriptor, int otherwise) {
    int rows, columns;
    return heco_os_terminal_size(descriptor, &rows, &columns) ? columns : otherwise;
}
