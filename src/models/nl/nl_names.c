/* Names of variables and constraints of a .nl file: STUB.col and STUB.row, a name per line. */
#include "models/nl/nl_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/os.h"

/* Opens the file whose name is `path` with `ending` in place of .nl. */
static FILE *nl_names_open(heco_arena *arena, const char *path, const char *ending) {
    size_t stub = strlen(path) - strlen(".nl");
    size_t size = stub + strlen(ending) + 1;
    char  *name = heco_arena_take(arena, size, 1);
    if (name == NULL) return NULL;
    snprintf(name, size, "%.*s%s", (int)stub, path, ending);
    const char *why;
    return heco_file_open_regular(name, &why);
}

const char *const *heco_nl_names(heco_arena *arena, const char *path, const char *ending,
                                 size_t count) {
    FILE *file = nl_names_open(arena, path, ending);
    if (file == NULL) return NULL;
    const char **names = heco_arena_take(arena, count + 1, sizeof *names);
    char        *line  = NULL;
    size_t       size  = 0;
    for (size_t i = 0; names != NULL && i < count && getline(&line, &size, file) >= 0; i++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0') names[i] = heco_arena_text(arena, line);
    }
    free(line);
    fclose(file);
    return names;
}
