/* Reads the files of a deck. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "models/deck/deck.h"

/* Reads `length` bytes, or as many as there are. Returns the number of bytes. */
static size_t deck_file_take(int fd, char *text, size_t length) {
    size_t used = 0;
    while (used < length) {
        ssize_t got = read(fd, text + used, length - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
    }
    return used;
}

/* A pipe or device is refused, because reading it might wait for ever. */
char *heco_deck_read_file(const char *path, size_t most, size_t *length, char *why, size_t size) {
    struct stat about;
    char       *text = NULL;
    int         fd   = heco_os_open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &about) != 0)
        snprintf(why, size, "%s", errno == ENOENT ? "is not there" : strerror(errno));
    else if (!S_ISREG(about.st_mode)) snprintf(why, size, "is not a file");
    else if (about.st_size > (off_t)most)
        snprintf(why, size, "has %.0f MB, more than the limit of %.0f MB",
                 1e-6 * (double)about.st_size, 1e-6 * (double)most);
    else if ((text = malloc((size_t)about.st_size + 1)) == NULL)
        snprintf(why, size, "does not fit into memory");
    else {
        *length       = deck_file_take(fd, text, (size_t)about.st_size);
        text[*length] = '\0';
        if (strlen(text) != *length) {
            snprintf(why, size, "has a zero byte, so it is not text");
            free(text);
            text = NULL;
        }
    }
    if (fd >= 0) close(fd);
    return text;
}
