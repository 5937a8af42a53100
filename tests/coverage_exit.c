/* Stands in for _exit in coverage builds (the preset `coverage`): gcov writes its counts at exit, which
 * workers after a fork and handlers of signals avoid. */
#include <stdlib.h>
#include <unistd.h> /* declares heco_coverage_exit: the build defines _exit as that name */

extern void __gcov_dump(void);

void heco_coverage_exit(int code) {
    __gcov_dump();
    _Exit(code);
}
