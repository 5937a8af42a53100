/* Any bytes as a file of points. What is read can be written and read again to the same bits. The
 * reader belongs to the command, not to the library, so its source is taken in. */
#include <math.h>
#include <string.h>

#define cli_fail args_prints_this /* here the message is looked at instead */
#include "cli/args.c"
#include "cli/fold.c"
#include "cli/terminal.c"
#undef cli_fail
#include "fuzz_cli.h"
#include "cli/solve/point_file.c"

static heco_problem problem_with(size_t n, int named) {
    static const char *const names[] = {"a", "b", "x1", "long name"};
    heco_problem             p       = heco_problem_default();
    p.name                           = "fuzz";
    p.space.n                        = n;
    if (named) p.x_names = names;
    return p;
}

static void try_again(const points *first, const heco_problem *p) {
    size_t room = first->count * p->space.n * 32, used = 0;
    char  *text = malloc(room);
    points again;
    check(text != NULL);
    for (size_t i = 0; i < first->count * first->n; i++)
        used += (size_t)snprintf(text + used, room - used, "%.17g%c", first->x[i],
                                 (i + 1) % first->n == 0 ? '\n' : ',');
    check(point_file_read(&again, fuzz_file(text, used), p) == -1);
    check(again.n == first->n && again.count == first->count);
    check(memcmp(again.x, first->x, first->count * first->n * sizeof *first->x) == 0);
    point_file_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes   b    = {data, size};
    unsigned     how  = fuzz_byte(&b);
    heco_problem p    = problem_with(1 + how % 4, how & 8);
    points       read = {0};
    if (point_file_read(&read, fuzz_file(b.at, b.left), &p) >= 0) {
        check(read.count == 0 && read.x == NULL);
        return 0;
    }
    check(read.count > 0 && read.n == p.space.n && memchr(b.at, 0, b.left) == NULL);
    for (size_t i = 0; i < read.count * read.n; i++) check(isfinite(read.x[i]));
    try_again(&read, &p);
    point_file_free(&read);
    return 0;
}
