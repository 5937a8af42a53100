/* A program is created suspended, put into a job object and then resumed, so that ending the job
 * ends every process that it has started. The job is closed with the host and ends its processes
 * then. Pipes are named pipes, because anonymous pipes of Windows have no overlapped operations,
 * and a wait for several of them needs these. */
#include "base/program.h"

#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/child_windows.h"

enum { PROGRAM_PIPE_BYTES = 1 << 16, PROGRAM_LINE = 32767 }; /* the longest command line */

/* --- the command line ---------------------------------------------------------------------- */

typedef struct {
    char   text[PROGRAM_LINE];
    size_t used; /* above the size if the text does not fit */
} program_line;

static void program_put(program_line *line, char c, size_t count) {
    for (; count > 0; count--, line->used++)
        if (line->used < sizeof line->text) line->text[line->used] = c;
}

/* Appends a word as the C library of Windows splits it again: a backslash is itself, except before
 * a quotation mark. */
static void program_put_word(program_line *line, const char *word) {
    size_t slashes = 0;
    if (line->used > 0) program_put(line, ' ', 1);
    program_put(line, '"', 1);
    for (; *word != '\0'; word++) {
        if (*word == '"') program_put(line, '\\', slashes + 1);
        slashes = *word == '\\' ? slashes + 1 : 0;
        program_put(line, *word, 1);
    }
    program_put(line, '\\', slashes); /* before the closing quotation mark */
    program_put(line, '"', 1);
}

/* Writes the command line. Returns 0 if it is too long. */
static int program_write_line(program_line *line, const heco_program *p, int by_shell) {
    line->used = 0;
    if (p->shell == NULL)
        for (size_t i = 0; p->words[i] != NULL; i++) program_put_word(line, p->words[i]);
    else {
        const char *around[] = {by_shell ? "cmd.exe /d /s /c \"" : "", p->shell,
                                by_shell ? "\"" : ""};
        for (int i = 0; i < 3; i++)
            for (const char *c = around[i]; *c != '\0'; c++) program_put(line, *c, 1);
    }
    program_put(line, '\0', 1);
    return line->used <= sizeof line->text;
}

/* --- starting ------------------------------------------------------------------------------ */

static int program_errno(DWORD code) {
    if (code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND) return ENOENT;
    if (code == ERROR_ACCESS_DENIED || code == ERROR_BAD_EXE_FORMAT) return EACCES;
    return code == ERROR_NOT_ENOUGH_MEMORY ? ENOMEM : EIO;
}

/* Makes a job whose processes end with it. */
static HANDLE program_job(uint64_t memory) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit;
    HANDLE                               job = CreateJobObjectA(NULL, NULL);
    memset(&limit, 0, sizeof limit);
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (memory > 0) {
        limit.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        limit.ProcessMemoryLimit = (SIZE_T)memory;
    }
    if (job != NULL)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit);
    return job;
}

/* Creates the suspended process, which inherits the handles `stream` and no other. */
static int program_create(const heco_program *p, program_line *line, HANDLE stream[HECO_PIPES],
                          PROCESS_INFORMATION *out) {
    STARTUPINFOEXA start;
    SIZE_T         size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    memset(&start, 0, sizeof start);
    start.lpAttributeList = malloc(size);
    if (start.lpAttributeList == NULL ||
        !InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size)) {
        free(start.lpAttributeList);
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return 0;
    }
    UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, stream,
                              HECO_PIPES * sizeof *stream, NULL, NULL);
    start.StartupInfo.cb        = sizeof start;
    start.StartupInfo.dwFlags   = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = stream[0], start.StartupInfo.hStdOutput = stream[1];
    start.StartupInfo.hStdError = stream[2];
    DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT;
    int   made  = CreateProcessA(p->shell == NULL ? p->file : NULL, line->text, NULL, NULL, TRUE,
                              flags, NULL, p->folder, &start.StartupInfo, out);
    DWORD code  = GetLastError();
    DeleteProcThreadAttributeList(start.lpAttributeList);
    free(start.lpAttributeList);
    SetLastError(code);
    return made;
}

/* A command without characters of the shell is tried as a program first. */
static int program_create_any(const heco_program *p, HANDLE stream[HECO_PIPES],
                              PROCESS_INFORMATION *out) {
    program_line *line   = malloc(sizeof *line);
    int           simple = p->shell == NULL || strpbrk(p->shell, "|<>&^%()@\n") == NULL;
    int           made   = 0;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    if (line != NULL && simple && program_write_line(line, p, 0))
        made = program_create(p, line, stream, out);
    if (line != NULL && !made && p->shell != NULL && program_write_line(line, p, 1))
        made = program_create(p, line, stream, out);
    DWORD code = GetLastError();
    free(line);
    if (!made) errno = program_errno(code);
    return made;
}

/* Starts a program with handles that it may inherit. */
static pid_t program_begin(const heco_program *p, HANDLE stream[HECO_PIPES]) {
    PROCESS_INFORMATION about;
    heco_child         *child = malloc(sizeof *child);
    HANDLE              job   = child != NULL ? program_job(p->memory) : NULL;
    if (job == NULL) return free(child), errno = ENOMEM, -1;
    if (!program_create_any(p, stream, &about)) {
        int code = errno;
        CloseHandle(job);
        free(child);
        return errno = code, -1;
    }
    AssignProcessToJobObject(job, about.hProcess);
    ResumeThread(about.hThread);
    CloseHandle(about.hThread);
    *child = (heco_child){.process = about.hProcess, .job = job};
    return (pid_t)(intptr_t)child;
}

pid_t heco_program_start(const heco_program *p, const int fd[HECO_PIPES]) {
    HANDLE stream[HECO_PIPES], self = GetCurrentProcess();
    int    made = 0;
    pid_t  pid  = -1;
    while (made < HECO_PIPES && DuplicateHandle(self, (HANDLE)_get_osfhandle(fd[made]), self,
                                                &stream[made], 0, TRUE, DUPLICATE_SAME_ACCESS))
        made++;
    if (made == HECO_PIPES) pid = program_begin(p, stream);
    else errno = EBADF;
    for (int i = 0; i < made; i++) CloseHandle(stream[i]);
    return pid;
}

/* --- pipes --------------------------------------------------------------------------------- */

/* The host's end of a pipe. At most one operation is in progress, on `data`. */
typedef struct {
    HANDLE     file;
    OVERLAPPED operation; /* its event is set when the operation ends                   */
    int        pending;
    int        ended;      /* the other end is closed                                        */
    size_t     begin, end; /* bytes of `data` that were read and not yet taken          */
    char       data[PROGRAM_PIPE_BYTES];
} program_pipe;

/* Opens the host's end, and the program's end, which a program may inherit. */
static program_pipe *program_pipe_open(int host_writes, HANDLE *theirs) {
    SECURITY_ATTRIBUTES inherit = {.nLength = sizeof inherit, .bInheritHandle = TRUE};
    program_pipe       *p       = calloc(1, sizeof *p);
    char                name[80];
    if (p == NULL) return NULL;
    snprintf(name, sizeof name, "\\\\.\\pipe\\heco-%lu-%p", GetCurrentProcessId(), (void *)p);
    p->operation.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL);
    p->file             = CreateNamedPipeA(
                    name, FILE_FLAG_OVERLAPPED | (host_writes ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND),
                    PIPE_TYPE_BYTE | PIPE_WAIT, 1, PROGRAM_PIPE_BYTES, PROGRAM_PIPE_BYTES, 0, NULL);
    *theirs = p->file == INVALID_HANDLE_VALUE
                  ? INVALID_HANDLE_VALUE
                  : CreateFileA(name, host_writes ? GENERIC_READ : GENERIC_WRITE, 0, &inherit,
                                OPEN_EXISTING, 0, NULL);
    if (p->operation.hEvent != NULL && *theirs != INVALID_HANDLE_VALUE) return p;
    if (p->file != INVALID_HANDLE_VALUE) CloseHandle(p->file);
    if (p->operation.hEvent != NULL) CloseHandle(p->operation.hEvent);
    free(p);
    return NULL;
}

pid_t heco_program_connect(const heco_program *p, heco_pipe pipe[HECO_PIPES]) {
    HANDLE theirs[HECO_PIPES];
    pid_t  pid  = -1;
    int    made = 0;
    for (; made < HECO_PIPES; made++) {
        program_pipe *one = program_pipe_open(made == HECO_PIPE_IN, &theirs[made]);
        if (one == NULL) break;
        pipe[made] = (heco_pipe)one;
    }
    if (made == HECO_PIPES) pid = program_begin(p, theirs);
    else errno = EMFILE;
    int code = errno;
    for (int i = 0; i < made; i++) {
        CloseHandle(theirs[i]);
        if (pid < 0) heco_pipe_close(&pipe[i]);
    }
    errno = code;
    return pid;
}

/* Completes the operation in progress. Returns 0 if it goes on. */
static int program_pipe_settle(program_pipe *p, DWORD *moved) {
    *moved = 0;
    if (!p->pending) return 1;
    if (!GetOverlappedResult(p->file, &p->operation, moved, FALSE)) {
        if (GetLastError() == ERROR_IO_INCOMPLETE) return 0;
        p->ended = 1;
    }
    p->pending = 0;
    return 1;
}

/* Notes that an operation has begun: `done` is what ReadFile() or WriteFile() returned. */
static void program_pipe_began(program_pipe *p, int done) {
    p->pending = done || GetLastError() == ERROR_IO_PENDING;
    p->ended   = !p->pending;
}

/* Returns whether bytes were read or the end was reached; begins to read if not. */
static int program_pipe_fill(program_pipe *p) {
    DWORD moved;
    if (p->begin < p->end || p->ended) return 1;
    if (!p->pending)
        program_pipe_began(p, ReadFile(p->file, p->data, sizeof p->data, NULL, &p->operation));
    if (!program_pipe_settle(p, &moved)) return 0;
    p->begin = 0, p->end = moved;
    return p->end > 0 || p->ended;
}

ssize_t heco_pipe_read(heco_pipe pipe, void *data, size_t size) {
    program_pipe *p = (program_pipe *)pipe;
    if (!program_pipe_fill(p)) return errno = EAGAIN, -1;
    size_t take = p->end - p->begin < size ? p->end - p->begin : size;
    memcpy(data, p->data + p->begin, take);
    p->begin += take;
    return (ssize_t)take;
}

/* The bytes are copied, because the operation goes on after the call. */
ssize_t heco_pipe_write(heco_pipe pipe, const void *data, size_t size) {
    program_pipe *p = (program_pipe *)pipe;
    DWORD         moved;
    if (!program_pipe_settle(p, &moved)) return errno = EAGAIN, -1;
    if (p->ended) return errno = EPIPE, -1;
    size_t take = size < sizeof p->data ? size : sizeof p->data;
    memcpy(p->data, data, take);
    program_pipe_began(p, WriteFile(p->file, p->data, (DWORD)take, NULL, &p->operation));
    if (p->ended) return errno = EPIPE, -1;
    return (ssize_t)take;
}

/* Returns the set of pipes that can be moved, and the events of the others. */
static unsigned program_pipes_ready(const heco_pipe pipe[HECO_PIPES], HANDLE *event, DWORD *count) {
    unsigned ready = 0;
    DWORD    moved;
    *count = 0;
    for (int i = 0; i < HECO_PIPES; i++) {
        program_pipe *p = (program_pipe *)pipe[i];
        if (pipe[i] == HECO_PIPE_NONE) continue;
        int can = i == HECO_PIPE_IN ? program_pipe_settle(p, &moved) : program_pipe_fill(p);
        ready |= (unsigned)can << i;
        if (!can) event[(*count)++] = p->operation.hEvent;
    }
    return ready;
}

unsigned heco_pipe_wait(const heco_pipe pipe[HECO_PIPES], int milliseconds) {
    HANDLE   event[HECO_PIPES];
    DWORD    count;
    unsigned ready = program_pipes_ready(pipe, event, &count);
    if (ready != 0) return ready;
    if (count == 0) Sleep((DWORD)milliseconds);
    else WaitForMultipleObjects(count, event, FALSE, (DWORD)milliseconds);
    return program_pipes_ready(pipe, event, &count);
}

void heco_pipe_close(heco_pipe *pipe) {
    program_pipe *p = (program_pipe *)*pipe;
    DWORD         moved;
    if (*pipe == HECO_PIPE_NONE) return;
    *pipe = HECO_PIPE_NONE;
    if (p->pending && !program_pipe_settle(p, &moved)) {
        CancelIoEx(p->file, &p->operation);
        GetOverlappedResult(p->file, &p->operation, &moved, TRUE);
    }
    CloseHandle(p->file);
    CloseHandle(p->operation.hEvent);
    free(p);
}
