/* Runs a command whose system calls that change files in one folder fail, by seccomp notification:
 *   fail_write FOLDER FIRST LAST ERROR COMMAND...
 * The calls are counted from 1 over all threads and children; those from FIRST to LAST fail with
 * ERROR (a number of errno.h). Counted are: opening for writing, creating, write, pwrite, writev,
 * truncate, fsync, rename, link, mkdir and (unless ERROR is ENOSPC) unlink, of files below FOLDER.
 * Standard output and error are not in it, so messages can be read. The count goes to descriptor 3.
 * Exits like the command, with 128 + the signal if there was one, or with 77 if the system has no
 * seccomp notification. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A watched call: where its descriptor or its path is among the arguments. */
typedef struct {
    int number, descriptor, folder, path, flags; /* -1: none */
    int deletes;                                 /* 1: it removes a name */
} call;

static const call calls[] = {
    {SYS_write, 0, -1, -1, -1, 0},   {SYS_pwrite64, 0, -1, -1, -1, 0},
    {SYS_writev, 0, -1, -1, -1, 0},  {SYS_ftruncate, 0, -1, -1, -1, 0},
    {SYS_fsync, 0, -1, -1, -1, 0},   {SYS_fdatasync, 0, -1, -1, -1, 0},
    {SYS_openat, -1, 0, 1, 2, 0},    {SYS_renameat2, -1, 2, 3, -1, 0},
    {SYS_unlinkat, -1, 0, 1, -1, 1}, {SYS_mkdirat, -1, 0, 1, -1, 0},
    {SYS_linkat, -1, 2, 3, -1, 0},   {SYS_symlinkat, -1, 1, 2, -1, 0},
#ifdef SYS_open
    {SYS_open, -1, -1, 0, 1, 0},     {SYS_rename, -1, -1, 1, -1, 0},
    {SYS_unlink, -1, -1, 0, -1, 1},  {SYS_mkdir, -1, -1, 0, -1, 0},
    {SYS_link, -1, -1, 1, -1, 0},    {SYS_symlink, -1, -1, 1, -1, 0},
#endif
#ifdef SYS_renameat
    {SYS_renameat, -1, 2, 3, -1, 0},
#endif
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* Installs the filter in the calling process. Returns the descriptor of the notifications. */
static int watch_calls(void) {
    struct sock_filter code[2 * CALLS + 2];
    unsigned short     at = 0;
    code[at++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t k = 0; k < CALLS; k++) {
        code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                  (unsigned)calls[k].number, 0, 1);
        code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    code[at++]                = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {at, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}

/* Sends a descriptor by a socket, by calls that are not watched; receives it if fd is -1. */
static int pass(int by, int fd) {
    char          byte = 0, room[CMSG_SPACE(sizeof fd)] = {0};
    struct iovec  part = {&byte, 1};
    struct msghdr m    = {
           .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    if (fd < 0) {
        if (recvmsg(by, &m, 0) != 1 || CMSG_FIRSTHDR(&m) == NULL) return -1;
        memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
        return fd;
    }
    c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(c), &fd, sizeof fd);
    return sendmsg(by, &m, 0) == 1 ? fd : -1;
}

/* Writes the name behind a link of /proc. */
static void follow(char *out, size_t size, pid_t pid, const char *what, int number) {
    char    name[64];
    ssize_t got;
    snprintf(name, sizeof name, number >= 0 ? "/proc/%d/%s/%d" : "/proc/%d/%s", (int)pid, what,
             number);
    got                    = readlink(name, out, size - 1);
    out[got > 0 ? got : 0] = '\0';
}

/* Writes the file that the call concerns; "" if it only reads. */
static void find_file(char *out, size_t size, const struct seccomp_notif *n, const call *c) {
    const __u64 *arg        = n->data.args;
    char         path[2048] = "", name[64];
    out[0]                  = '\0';
    if (c->descriptor >= 0) {
        follow(out, size, (pid_t)n->pid, "fd", (int)arg[c->descriptor]);
        return;
    }
    if (c->flags >= 0 && (arg[c->flags] & (O_WRONLY | O_RDWR | O_CREAT)) == 0) return;
    snprintf(name, sizeof name, "/proc/%d/mem", (int)n->pid);
    int memory = open(name, O_RDONLY | O_CLOEXEC);
    if (memory < 0 || pread(memory, path, sizeof path - 1, (off_t)arg[c->path]) <= 0)
        path[0] = '\0';
    close(memory);
    if (path[0] != '/') {
        int at = c->folder >= 0 ? (int)arg[c->folder] : AT_FDCWD;
        if (at == AT_FDCWD) follow(out, size / 2, (pid_t)n->pid, "cwd", -1);
        else follow(out, size / 2, (pid_t)n->pid, "fd", at);
        strncat(out, "/", size - strlen(out) - 1);
    }
    strncat(out, path, size - strlen(out) - 1);
}

typedef struct {
    const char *folder;
    long        first, last, count;
    int         error;
} plan;

/* Answers one notification. */
static void answer(int listener, plan *p) {
    struct seccomp_notif      n = {0};
    struct seccomp_notif_resp r = {0};
    char                      file[4200];
    size_t                    k = 0;
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n) != 0) return;
    while (k < CALLS && calls[k].number != n.data.nr) k++;
    find_file(file, sizeof file, &n, &calls[k < CALLS ? k : 0]);
    r.id          = n.id;
    r.flags       = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    size_t length = strlen(p->folder);
    int    fits   = k < CALLS && !(calls[k].deletes && p->error == ENOSPC);
    if (fits && strncmp(file, p->folder, length) == 0 && file[length] == '/') {
        p->count++;
        if (p->count >= p->first && p->count <= p->last) r.flags = 0, r.error = -p->error;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

int main(int argc, char **argv) {
    int pair[2], status = 0;
    if (argc < 6 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) return 2;
    plan  p     = {argv[1], atol(argv[2]), atol(argv[3]), 0, atoi(argv[4])};
    pid_t child = fork();
    if (child == 0) {
        close(pair[0]);
        int listener = watch_calls();
        if (listener < 0 || pass(pair[1], listener) < 0) _exit(77);
        close(listener);
        close(pair[1]);
        execvp(argv[5], argv + 5);
        _exit(127);
    }
    close(pair[1]);
    int listener = pass(pair[0], -1);
    while (waitpid(child, &status, WNOHANG) == 0) {
        struct pollfd f = {listener, POLLIN, 0};
        if (poll(&f, 1, 20) > 0 && (f.revents & POLLIN)) answer(listener, &p);
    }
    dprintf(3, "%ld\n", p.count);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
