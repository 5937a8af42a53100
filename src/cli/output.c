#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args.h"

int output_open(output *out, const char *path) {
    *out = (output){.file = stdout};
    if (path == NULL || strcmp(path, "-") == 0) return -1;
    size_t length  = strlen(path);
    out->file      = NULL;
    out->path      = strdup(path);
    out->temporary = malloc(length + 8);
    if (out->path == NULL || out->temporary == NULL) {
        output_drop(out);
        return cli_fail(CLI_ERROR, "out of memory");
    }
    /* In the same folder, because a rename does not cross file systems. */
    snprintf(out->temporary, length + 8, "%s.XXXXXX", path);
    int fd = mkstemp(out->temporary);
    if (fd < 0) {
        int why = errno;
        free(out->temporary);
        out->temporary = NULL;
        output_drop(out);
        return cli_fail(CLI_ERROR, "%s cannot be written: %s", path, strerror(why));
    }
    mode_t mask = umask(0); /* mkstemp makes private files; this one is as others are */
    umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
    out->file = fdopen(fd, "w");
    if (out->file != NULL) return -1;
    close(fd);
    output_drop(out);
    return cli_fail(CLI_ERROR, "%s cannot be written", path);
}

int output_commit(output *out) {
    int bad = fflush(out->file) != 0 || ferror(out->file);
    if (out->path == NULL)
        return bad ? cli_fail(CLI_ERROR, "standard output cannot be written") : -1;
    bad |= fsync(fileno(out->file)) != 0;
    bad |= fclose(out->file) != 0;
    out->file = NULL;
    bad       = bad || rename(out->temporary, out->path) != 0;
    int code =
        bad ? cli_fail(CLI_ERROR, "%s cannot be written: %s", out->path, strerror(errno)) : -1;
    if (!bad) {
        free(out->temporary);
        out->temporary = NULL;
    }
    output_drop(out);
    return code;
}

void output_drop(output *out) {
    if (out->file != NULL && out->file != stdout) fclose(out->file);
    if (out->temporary != NULL) unlink(out->temporary);
    free(out->temporary);
    free(out->path);
    *out = (output){0};
}
