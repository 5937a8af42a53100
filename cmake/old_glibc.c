/* old_glibc.c: functions of the C library by their oldest versions, for files that run on older
 * systems than the one that compiled them (HECO_OLD_GLIBC, cmake/old_glibc.cmake; x86-64 only).
 *
 * A program that is linked with glibc 2.36 asks for the newest version of each function, even where
 * an older version has the same interface. The linker redirects every call of NAME, also those in
 * archives, to __wrap_NAME (its option --wrap), and __wrap_NAME calls the version that all releases
 * since 2.3.4 have. Every version of the functions of libm below gives the same values; the
 * versions differ in errno. Functions that moved from libpthread and libdl into libc (2.34) are
 * found there because the linked file names these libraries as well. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define BASE "GLIBC_2.2.5" /* the first release for x86-64 */
#define OLD(name, version) __asm__(".symver old_" #name "," #name "@" version)

/* Defines __wrap_NAME, which calls the old version of NAME. */
#define REDIRECT(type, name, version, parameters, arguments) \
    type old_##name parameters; \
    OLD(name, version); \
    type __wrap_##name parameters; \
    type __wrap_##name parameters { return old_##name arguments; }

REDIRECT(double, exp, BASE, (double x), (x))
REDIRECT(double, log, BASE, (double x), (x))
REDIRECT(double, log2, BASE, (double x), (x))
REDIRECT(double, pow, BASE, (double x, double y), (x, y))

REDIRECT(int, pthread_create, BASE,
         (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *),
          void *argument),
         (thread, attributes, start, argument))
REDIRECT(int, pthread_join, BASE, (pthread_t thread, void **result), (thread, result))
REDIRECT(int, pthread_sigmask, BASE, (int how, const sigset_t *set, sigset_t *before),
         (how, set, before))
REDIRECT(int, pthread_condattr_setclock, "GLIBC_2.3.3",
         (pthread_condattr_t * attributes, clockid_t clock), (attributes, clock))
REDIRECT(int, pthread_mutex_trylock, BASE, (pthread_mutex_t * mutex), (mutex))
REDIRECT(int, pthread_mutexattr_init, BASE, (pthread_mutexattr_t * attributes), (attributes))
REDIRECT(int, pthread_mutexattr_destroy, BASE, (pthread_mutexattr_t * attributes), (attributes))
REDIRECT(int, pthread_mutexattr_settype, BASE, (pthread_mutexattr_t * attributes, int type),
         (attributes, type))

REDIRECT(void *, dlopen, BASE, (const char *file, int mode), (file, mode))
REDIRECT(void *, dlsym, BASE, (void *handle, const char *name), (handle, name))
REDIRECT(int, dlclose, BASE, (void *handle), (handle))
REDIRECT(char *, dlerror, BASE, (void), ())

/* Before 2.33 stat() and its relatives were calls of __xstat() with the version of the struct. */
#define STAT_VERSION 1 /* of x86-64, where struct stat and struct stat64 are the same */
#define REDIRECT_STAT(name, xname, first) \
    int old_##xname(int version, first, void *status); \
    OLD(xname, BASE); \
    int __wrap_##name(first, void *status); \
    int __wrap_##name(first, void *status) { return old_##xname(STAT_VERSION, file, status); }

REDIRECT_STAT(stat, __xstat, const char *file)
REDIRECT_STAT(lstat, __lxstat, const char *file)
REDIRECT_STAT(fstat, __fxstat, int file)
REDIRECT_STAT(stat64, __xstat64, const char *file)
REDIRECT_STAT(lstat64, __lxstat64, const char *file)
REDIRECT_STAT(fstat64, __fxstat64, int file)

/* fcntl64() is fcntl() on x86-64. Its third argument is an int or a pointer, which fits into a
 * pointer. */
int old_fcntl(int file, int command, void *argument);
OLD(fcntl, BASE);
int __wrap_fcntl64(int file, int command, ...);
int __wrap_fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return old_fcntl(file, command, argument);
}

#ifdef HECO_OLD_GLIBC_LIBRARY

/* Debian's archives of Lua and SQLite are compiled for programs: they address the standard streams
 * as variables of the same file. A shared library cannot do so; it redirects them to copies of the
 * pointers. */
FILE        *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;
extern FILE *__real_stdin, *__real_stdout, *__real_stderr;

__attribute__((constructor)) static void old_glibc_set_streams(void) {
    __wrap_stdin  = __real_stdin;
    __wrap_stdout = __real_stdout;
    __wrap_stderr = __real_stderr;
}

#else

/* Since 2.34 the C library itself calls the initialisers of a program; before, the program's start
 * code passed a function that does so. The start code of the compiling system passes none, so that
 * this one is passed. */
typedef int main_fn(int argc, char **argv, char **environment);
extern void (*const __init_array_start[])(int, char **, char **);
extern void (*const __init_array_end[])(int, char **, char **);

static int old_glibc_init(int argc, char **argv, char **environment) {
    size_t count = (size_t)(__init_array_end - __init_array_start);
    for (size_t i = 0; i < count; i++) __init_array_start[i](argc, argv, environment);
    return 0;
}

int old___libc_start_main(main_fn *main, int argc, char **argv, main_fn *init, void (*fini)(void),
                          void (*loader_fini)(void), void *stack_end);
OLD(__libc_start_main, BASE);
int __wrap___libc_start_main(main_fn *main, int argc, char **argv, main_fn *init,
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end);
int __wrap___libc_start_main(main_fn *main, int argc, char **argv, main_fn *init,
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end) {
    return old___libc_start_main(main, argc, argv, init ? init : old_glibc_init, fini, loader_fini,
                                 stack_end);
}

#endif
