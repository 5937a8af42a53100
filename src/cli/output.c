#include "cli/output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/os.h"
#include "cli/args.h"
#include "cli/interrupt.h"

static int output_failed(const char *path, int code) {
    return cli_fail(CLI_ERROR, "%s cannot be written: %s", path,
                    code == ENXIO ? "no process reads from it" : heco_file_reason(code));
}

static int output_is_standard(const char *path) { return path == NULL || strcmp(path, "-") == 0; }

/* Returns 1 for devices, pipes and links: they are written directly, never replaced by a rename. */
static int output_is_special(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* Waits for the reader of a pipe as fopen() does. A signal ends the waiting with ENXIO. */
static FILE *output_open_special(const char *path) {
    struct timespec moment = {0, 20000000};
    int             fd;
    while ((fd = heco_os_open_special(path)) < 0 && errno == ENXIO && !interrupt_seen())
        nanosleep(&moment, NULL);
    if (fd < 0) return NULL;
    FILE *file = fdopen(fd, "wb");
    if (file == NULL) close(fd);
    return file;
}

/* Opens a device or a pipe, which cannot be replaced by renaming. Returns 0 or errno. */
static int output_open_directly(output *out, const char *path) {
    *out = (output){.path = strdup(path)};
    if (out->path == NULL) return ENOMEM;
    out->file = output_open_special(path);
    int code  = out->file != NULL ? 0 : errno;
    if (code != 0) heco_file_drop(out);
    return code;
}

int output_open(output *out, const char *path) {
    *out = (output){.file = stdout};
    if (output_is_standard(path)) return -1;
    int code =
        output_is_special(path) ? output_open_directly(out, path) : heco_file_open(out, path);
    return code == 0 ? -1 : output_failed(path, code);
}

int output_check(const char *path) {
    output probe;
    if (output_is_standard(path)) return -1;
    /* Opening a pipe and closing it again would be the end of its reader. */
    if (output_is_special(path)) {
        struct stat about;
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return output_failed(path, EISDIR);
        return access(path, W_OK) == 0 ? -1 : output_failed(path, errno);
    }
    int code = output_open(&probe, path);
    if (code < 0) output_drop(&probe);
    return code;
}

int output_commit(output *out) {
    int code = heco_file_commit(out), exit = -1;
    if (code != 0 && out->path == NULL)
        exit = cli_fail(CLI_ERROR, "standard output cannot be written");
    else if (code != 0) exit = output_failed(out->path, code);
    heco_file_drop(out);
    return exit;
}

void output_drop(output *out) { heco_file_drop(out); }
