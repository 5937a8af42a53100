/* The calls of the operating system that differ between POSIX and Windows: files, locks and
 * memory streams. os_posix.c and os_windows.c implement them. */
#ifndef HECO_BASE_OS_H
#define HECO_BASE_OS_H

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef _WIN32
#include <string.h>
/* Functions of POSIX that the C library of Windows lacks. */
ssize_t heco_os_getline(char **line, size_t *size, FILE *file);
char   *heco_os_strndup(const char *text, size_t length);
#define getline heco_os_getline
#define strndup heco_os_strndup
#define lstat stat
#define O_NOFOLLOW 0 /* symbolic links are rare there, and making one needs a privilege */
#endif

#ifdef _WIN32
#define HECO_OS_NULL_DEVICE "NUL"
#define HECO_OS_PATHS ";" /* separates the folders of PATH */
#else
#define HECO_OS_NULL_DEVICE "/dev/null"
#define HECO_OS_PATHS ":"
#endif

/* Opens a file like open(), with mode 0666. Bytes are not translated, and child processes do not
 * inherit the descriptor. Opening a pipe for reading does not wait. */
int heco_os_open(const char *path, int flags);

/* Opens a device or a pipe for writing. Fails with ENXIO if no process reads from the pipe yet. */
int heco_os_open_special(const char *path);

/* Locks the file for one writer until it is closed or the process ends. Returns 1 if the lock is
 * held; 0 with errno, which is EAGAIN or EACCES if another process holds it. */
int heco_os_lock(int fd);

/* Returns whether another process holds the lock. */
int heco_os_is_locked(int fd);

/* Returns the process that holds the lock; 0: none, or the system does not tell. */
long heco_os_lock_owner(int fd);

/* Returns whether the path still names the open file. */
int heco_os_is_file_at(int fd, const char *path);

/* Removes an open file and closes it, in the order that the system needs. */
void heco_os_close_and_remove(int fd, const char *path);

/* Returns whether two paths name the same file that exists. */
int heco_os_is_same_file(const char *one, const char *other);

/* Returns whether the state of a file is as before: the same file, size and time of change. */
int heco_os_is_unchanged(const struct stat *before, const struct stat *now);

/* Makes a new private file among the temporary files and writes its path. Returns 0, or an errno.
 */
int heco_os_temporary_file(char *path, size_t size);

/* Makes a new folder for temporary files and writes its path. Returns 0, or an errno. */
int heco_os_temporary_folder(char *path, size_t size);

/* Writes the data of the file to the disk. Returns 0, or -1 with errno. */
int heco_os_sync(int fd);

/* Makes a folder. Returns 0, or -1 with errno. */
int heco_os_make_folder(const char *path);

/* Renames a file, which replaces the file of the new name. Returns 0, or -1 with errno. */
int heco_os_rename(const char *from, const char *to);

/* Makes the file `from` visible as `to`: a symbolic link, on Windows a hard link or a copy. Returns
 * 0, or an errno. */
int heco_os_link(const char *from, const char *to);

/* Returns the absolute path of a file that exists, with '/' between its parts; the caller frees it.
 * Returns NULL with errno otherwise. */
char *heco_os_real_path(const char *path);

/* Returns whether the path does not depend on the current folder. */
int heco_os_is_absolute(const char *path);

/* Returns the suffix with which the path names a program that can be run: "" on POSIX, "" or such
 * as
 * ".exe" on Windows. Returns NULL if there is none. */
const char *heco_os_program_suffix(const char *path);

/* Gives a new file the mode and, if possible, the owner of `path`, or the mode of a new file. */
void heco_os_copy_mode(int fd, const char *path);

/* Returns the time of the last change in nanoseconds, as exact as the system tells it. */
int64_t heco_os_changed(const struct stat *about);

/* Duplicates a descriptor. The new one is above 2, and child processes do not inherit it. */
int heco_os_duplicate(int fd);

/* Opens a stream that collects text in memory; NULL: out of memory. */
FILE *heco_os_memory_open(char **text, size_t *size);
/* Closes the stream and sets *text, which the caller frees, and *size. Returns *text, which is NULL
 * if memory was too small. */
char *heco_os_memory_close(FILE *file, char **text, size_t *size);

/* Writes the size of the terminal. Returns 0 if the descriptor is none. */
int heco_os_terminal_size(int fd, int *rows, int *columns);

/* Returns whether text on the terminal is UTF-8. */
int heco_os_is_utf8(void);

/* Prepares the standard streams and signals of a command: a write to a full disk fails with an
 * error, and bytes are not translated. */
void heco_os_begin_command(void);

#endif
