#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/interrupt.h"

/* 0: a write before the last one has failed, and nobody has kept the reason. */
static int output_failed(const char *path, int why) {
    return cli_fail(CLI_ERROR, "%s cannot be written: %s", path,
                    why == ENXIO ? "nobody reads it"
                    : why == 0   ? "is the disk full?"
                                 : strerror(why));
}

static int output_is_standard(const char *path) { return path == NULL || strcmp(path, "-") == 0; }

/* Only what is a file, or nothing yet, may be replaced by a rename: never a device, nor the
 * name of a link in place of what it points to. */
static int output_is_special(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* mkstemp makes private files: this one is as the file it replaces, or as new ones are. Where the
 * group cannot be kept, it gets nothing. */
static void output_take_mode(int fd, const char *path) {
    struct stat about;
    mode_t      mask = umask(0);
    umask(mask);
    mode_t mode = 0666 & ~mask;
    if (stat(path, &about) == 0) {
        mode = about.st_mode & 0777;
        if (fchown(fd, about.st_uid, about.st_gid) != 0 && fchown(fd, (uid_t)-1, about.st_gid) != 0)
            mode &= 0707;
    }
    (void)fchmod(fd, mode);
}

static int output_open_temporary(output *out) {
    size_t size    = strlen(out->path) + 8;
    out->temporary = malloc(size);
    if (out->temporary == NULL) return ENOMEM;
    /* In the same folder, because a rename does not cross file systems. */
    snprintf(out->temporary, size, "%s.XXXXXX", out->path);
    int fd = mkstemp(out->temporary);
    if (fd < 0) {
        int why = errno;
        free(out->temporary);
        out->temporary = NULL;
        return why;
    }
    output_take_mode(fd, out->path);
    out->file = fdopen(fd, "w");
    if (out->file == NULL) close(fd);
    return out->file != NULL ? 0 : ENOMEM;
}

/* Waits for the reader of a pipe as fopen() does, but not beyond a signal that ends the command:
 * then it is ENXIO. */
static FILE *output_open_special(const char *path) {
    struct timespec moment = {0, 20000000};
    int             fd;
    while ((fd = open(path, O_WRONLY | O_TRUNC | O_CREAT | O_NONBLOCK, 0666)) < 0 &&
           errno == ENXIO && !interrupt_seen())
        nanosleep(&moment, NULL);
    if (fd < 0) return NULL;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    FILE *file = fdopen(fd, "w");
    if (file == NULL) close(fd);
    return file;
}

int output_open(output *out, const char *path) {
    int why = 0;
    *out    = (output){.file = stdout};
    if (output_is_standard(path)) return -1;
    *out = (output){.path = strdup(path)};
    if (out->path == NULL) why = ENOMEM;
    else if (!output_is_special(out->path)) why = output_open_temporary(out);
    else if ((out->file = output_open_special(out->path)) == NULL) why = errno;
    if (why == 0) return -1;
    output_drop(out);
    return output_failed(path, why);
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
    errno   = 0;
    int bad = fflush(out->file) != 0 || ferror(out->file);
    if (out->path == NULL)
        return bad ? cli_fail(CLI_ERROR, "standard output cannot be written") : -1;
    if (out->temporary != NULL) bad = bad || fsync(fileno(out->file)) != 0;
    bad |= fclose(out->file) != 0;
    out->file = NULL;
    if (out->temporary != NULL) bad = bad || rename(out->temporary, out->path) != 0;
    int code = bad ? output_failed(out->path, errno) : -1;
    if (!bad) {
        free(out->temporary);
        out->temporary = NULL;
    }
    output_drop(out);
    return code;
}

void output_drop(output *out) {
    if (out->path != NULL && out->file != NULL) fclose(out->file);
    if (out->temporary != NULL) unlink(out->temporary);
    free(out->temporary);
    free(out->path);
    *out = (output){0};
}
