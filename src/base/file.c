#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"

/* Opens a new file beside f->path and sets f->temporary and f->file. Returns 0 or an errno. */
static int file_open_temporary(heco_file *f) {
    size_t size = strlen(f->path) + 8;
    char  *name = malloc(size);
    if (name == NULL) return ENOMEM;
    snprintf(name, size, "%s.XXXXXX", f->path);
    int fd = mkstemp(name);
    if (fd < 0) {
        int code = errno;
        free(name);
        return code;
    }
    f->temporary = name;
    heco_os_copy_mode(fd, f->path); /* mkstemp makes a private file */
    f->file = fdopen(fd, "wb");
    if (f->file == NULL) close(fd);
    return f->file != NULL ? 0 : ENOMEM;
}

int heco_file_open(heco_file *f, const char *path) {
    *f       = (heco_file){.path = strdup(path)};
    int code = f->path != NULL ? file_open_temporary(f) : ENOMEM;
    if (code != 0) heco_file_drop(f);
    return code;
}

FILE *heco_file_open_regular(const char *path, const char **why) {
    struct stat about;
    int         fd = heco_os_open(path, O_RDONLY);
    *why           = "it is not a file";
    if (fd < 0) {
        *why = strerror(errno);
        return NULL;
    }
    FILE *file = fstat(fd, &about) == 0 && S_ISREG(about.st_mode) ? fdopen(fd, "rb") : NULL;
    if (file == NULL) close(fd);
    return file;
}

int heco_file_is_binary(FILE *file) {
    int next = getc(file);
    if (next != EOF) ungetc(next, file);
    return next == '\0';
}

/* Returns errno, or -1 if the function that failed did not set it. */
static int file_code(void) { return errno != 0 ? errno : -1; }

int heco_file_close(FILE *file, int sync) {
    errno    = 0;
    int bad  = fflush(file) != 0 || ferror(file) || (sync && heco_os_sync(fileno(file)) != 0);
    int code = bad ? file_code() : 0;
    if (fclose(file) != 0 && code == 0) code = file_code();
    return code;
}

int heco_file_commit(heco_file *f) {
    if (f->path == NULL) {
        errno = 0;
        return fflush(f->file) != 0 || ferror(f->file) ? file_code() : 0;
    }
    int code = heco_file_close(f->file, f->temporary != NULL);
    f->file  = NULL;
    if (code == 0 && f->temporary != NULL) {
        if (heco_os_rename(f->temporary, f->path) != 0) code = file_code();
        else {
            free(f->temporary);
            f->temporary = NULL;
        }
    }
    return code;
}

void heco_file_drop(heco_file *f) {
    if (f->path != NULL && f->file != NULL) fclose(f->file);
    if (f->temporary != NULL) unlink(f->temporary);
    free(f->temporary);
    free(f->path);
    *f = (heco_file){0};
}

const char *heco_file_reason(int code) { return code < 0 ? "is the disk full?" : strerror(code); }
