/* Stands in for _exit and execl in coverage builds (preset `coverage`): gcov writes its counts at
 * exit, which workers after a fork and handlers of signals avoid. */
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h> /* declares these: the build defines _exit and execl as their names */

extern void __gcov_dump(void);

void heco_coverage_exit(int code) {
    __gcov_dump();
    _Exit(code);
}

int heco_coverage_execl(const char *path, const char *first, ...) {
    char   *words[8] = {(char *)first};
    va_list list;
    va_start(list, first);
    for (int i = 1; i < 7 && words[i - 1] != NULL; i++) words[i] = va_arg(list, char *);
    va_end(list);
    __gcov_dump();
    return execv(path, words);
}
