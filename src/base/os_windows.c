/* The lock of a file covers one byte far behind its end, because locks of Windows are mandatory:
 * a lock on the data would keep other processes from reading it. */
#include "base/os.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

#include "heco/common.h"

/* fmin and fmax are other names of these in this build (CMakeLists.txt). If both arguments are
 * zero, C leaves the sign of the result open: glibc returns the first argument, mingw-w64 the
 * second. */
double heco_os_fmin(double a, double b);
double heco_os_fmax(double a, double b);
double heco_os_fmin(double a, double b) { return a <= b || b != b ? a : b; }
double heco_os_fmax(double a, double b) { return a >= b || b != b ? a : b; }

enum { OS_LOCK_HIGH = 0x40000000 }; /* upper half of the place of the lock */

ssize_t heco_os_getline(char **line, size_t *size, FILE *file) {
    size_t used = 0;
    int    c    = 0;
    while (c != '\n' && (c = fgetc(file)) != EOF) {
        if (used + 2 > *size) {
            size_t more = *size < 120 ? 120 : 2 * *size;
            char  *text = realloc(*line, more);
            if (text == NULL) return -1;
            *line = text, *size = more;
        }
        (*line)[used++] = (char)c;
        (*line)[used]   = '\0';
    }
    return used > 0 ? (ssize_t)used : -1;
}

char *heco_os_strndup(const char *text, size_t length) {
    size_t size = strnlen(text, length);
    char  *copy = malloc(size + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

int heco_os_open(const char *path, int flags) {
    return _open(path, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

int heco_os_open_special(const char *path) { return heco_os_open(path, _O_WRONLY | _O_CREAT); }

/* Tries to lock. Returns 1, or 0 with errno. */
static int os_try_lock(int fd, DWORD flags) {
    HANDLE     file = (HANDLE)_get_osfhandle(fd);
    OVERLAPPED at   = {.OffsetHigh = OS_LOCK_HIGH};
    if (LockFileEx(file, flags | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)) return 1;
    errno =
        GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING ? EACCES : EIO;
    return 0;
}

int heco_os_lock(int fd) { return os_try_lock(fd, LOCKFILE_EXCLUSIVE_LOCK); }

int heco_os_is_locked(int fd) {
    OVERLAPPED at = {.OffsetHigh = OS_LOCK_HIGH};
    if (!os_try_lock(fd, 0)) return errno == EACCES;
    UnlockFileEx((HANDLE)_get_osfhandle(fd), 0, 1, 0, &at);
    return 0;
}

long heco_os_lock_owner(int fd) { return (void)fd, 0; }

/* An open file cannot be removed or replaced. */
int heco_os_is_file_at(int fd, const char *path) { return (void)fd, (void)path, 1; }

/* Removing the file fails if another process has opened it meanwhile, which then uses it. */
void heco_os_close_and_remove(int fd, const char *path) {
    _close(fd);
    _unlink(path);
}

/* The numbers of a file on its volume identify it. */
int heco_os_is_same_file(const char *one, const char *other) {
    const char                *path[2] = {one, other};
    BY_HANDLE_FILE_INFORMATION about[2];
    for (int i = 0; i < 2; i++) {
        HANDLE file =
            CreateFileA(path[i], 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
        int known = file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, &about[i]);
        if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
        if (!known) return 0;
    }
    return about[0].dwVolumeSerialNumber == about[1].dwVolumeSerialNumber &&
           about[0].nFileIndexHigh == about[1].nFileIndexHigh &&
           about[0].nFileIndexLow == about[1].nFileIndexLow;
}

/* stat() does not number files there. */
int heco_os_is_unchanged(const struct stat *before, const struct stat *now) {
    return before->st_size == now->st_size && before->st_mtime == now->st_mtime;
}

int heco_os_temporary_file(char *path, size_t size) {
    char folder[MAX_PATH + 1], full[MAX_PATH + 1];
    if (GetTempPathA(sizeof folder, folder) == 0 || GetTempFileNameA(folder, "hec", 0, full) == 0)
        return EACCES;
    int length = snprintf(path, size, "%s", full);
    return length > 0 && (size_t)length < size ? 0 : ENAMETOOLONG;
}

int heco_os_temporary_folder(char *path, size_t size) {
    char parent[MAX_PATH + 1];
    if (GetTempPathA(sizeof parent, parent) == 0) return ENOENT;
    for (unsigned i = 0; i < 10000; i++) {
        int length = snprintf(path, size, "%sheco-%lu-%u", parent, GetCurrentProcessId(), i);
        if (length < 0 || (size_t)length >= size) return ENAMETOOLONG;
        if (_mkdir(path) == 0) return 0;
        if (errno != EEXIST) return errno;
    }
    return EEXIST;
}

int heco_os_sync(int fd) { return _commit(fd); }

int heco_os_make_folder(const char *path) { return _mkdir(path); }

int heco_os_rename(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return 0;
    errno = GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
    return -1;
}

int heco_os_link(const char *from, const char *to) {
    if (CreateHardLinkA(to, from, NULL) || CopyFileA(from, to, TRUE)) return 0;
    return GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
}

char *heco_os_real_path(const char *path) {
    char *full = _access(path, 0) == 0 ? _fullpath(NULL, path, 0) : NULL;
    for (char *c = full; c != NULL && *c != '\0'; c++)
        if (*c == '\\') *c = '/';
    return full;
}

int heco_os_is_absolute(const char *path) {
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}

/* The suffixes that cmd.exe and CreateProcess() know without further settings. */
const char *heco_os_program_suffix(const char *path) {
    static const char *const suffixes[] = {".exe", ".com", ".bat", ".cmd"};
    char                     full[MAX_PATH + 5];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t length = strlen(path), own = strlen(suffixes[i]);
        if (length > own && _stricmp(path + length - own, suffixes[i]) == 0)
            return _access(path, 0) == 0 ? "" : NULL;
        snprintf(full, sizeof full, "%.*s%s", MAX_PATH, path, suffixes[i]);
        if (_access(full, 0) == 0) return suffixes[i];
    }
    return NULL;
}

/* A new file inherits its rights from the folder. */
void heco_os_copy_mode(int fd, const char *path) { (void)fd, (void)path; }

int64_t heco_os_changed(const struct stat *about) { return (int64_t)about->st_mtime * 1000000000; }

int heco_os_duplicate(int fd) {
    HANDLE copy = INVALID_HANDLE_VALUE, self = GetCurrentProcess();
    if (!DuplicateHandle(self, (HANDLE)_get_osfhandle(fd), self, &copy, 0, FALSE,
                         DUPLICATE_SAME_ACCESS))
        return errno = EBADF, -1;
    return _open_osfhandle((intptr_t)copy, _O_BINARY | _O_NOINHERIT);
}

/* A temporary file, which Windows keeps in memory as long as it can and removes when it is closed.
 */
FILE *heco_os_memory_open(char **text, size_t *size) {
    char folder[MAX_PATH + 1], path[MAX_PATH + 1];
    *text = NULL, *size = 0;
    if (GetTempPathA(sizeof folder, folder) == 0 || GetTempFileNameA(folder, "hec", 0, path) == 0)
        return NULL;
    return fopen(path, "w+bTD");
}

char *heco_os_memory_close(FILE *file, char **text, size_t *size) {
    int  bad = fflush(file) != 0 || ferror(file) || fseek(file, 0, SEEK_END) != 0;
    long end = bad ? -1 : ftell(file);
    *text    = end >= 0 ? malloc((size_t)end + 1) : NULL;
    *size    = *text != NULL ? (size_t)end : 0;
    if (*text != NULL) {
        rewind(file);
        bad            = fread(*text, 1, *size, file) != *size;
        (*text)[*size] = '\0';
    }
    if (fclose(file) == 0 && !bad) return *text;
    free(*text);
    return *text = NULL;
}

unsigned heco_cores_count(void) {
    DWORD_PTR mine = 0, all = 0;
    unsigned  count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &mine, &all))
        for (; mine != 0; mine &= mine - 1) count++;
    return count > 0 ? count : 1;
}

int heco_os_terminal_size(int fd, int *rows, int *columns) {
    CONSOLE_SCREEN_BUFFER_INFO about;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(fd), &about)) return 0;
    *rows    = about.srWindow.Bottom - about.srWindow.Top + 1;
    *columns = about.srWindow.Right - about.srWindow.Left + 1;
    return *columns > 1;
}

int heco_os_is_utf8(void) { return GetConsoleOutputCP() == CP_UTF8; }

void heco_os_begin_command(void) {
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
}
