/* Any bytes as a .nl file: a line about what is wrong, or a model that the AMPL Solver Library
 * reads and evaluates without exiting or crashing. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "heco/heco.h"
#include "models/nl/nl_scan.h"

static char fuzz_nl_path[64];

static void fuzz_nl_remove(void) { unlink(fuzz_nl_path); }

/* The library wants a name that ends with .nl. */
static void fuzz_nl_write(const unsigned char *data, size_t size) {
    static int fd = -1;
    if (fd < 0) {
        snprintf(fuzz_nl_path, sizeof fuzz_nl_path, "%s/heco-fuzz-%ld.nl", fuzz_place(),
                 (long)getpid());
        fd = open(fuzz_nl_path, O_CREAT | O_EXCL | O_RDWR, 0600);
        check(fd >= 0 && atexit(fuzz_nl_remove) == 0);
    }
    check(pwrite(fd, data, size, 0) == (ssize_t)size && ftruncate(fd, (off_t)size) == 0);
}

/* The middle of the box and its corners. */
static void fuzz_nl_evaluate(const heco_problem *p) {
    heco_evaluator *ev;
    heco_batch     *b;
    check(heco_evaluator_open(&ev, p, NULL, NULL, NULL) == HECO_OK);
    check(heco_batch_new(&b, &p->space, 3) == HECO_OK);
    b->count = 3;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < p->space.n; j++) {
            double lower = p->space.lower[j], upper = p->space.upper[j];
            b->x[i * p->space.n + j] = i == 0   ? lower
                                       : i == 1 ? upper
                                                : lower + (upper - lower) / 2;
        }
    check(heco_evaluate(ev, b) == HECO_OK);
    heco_batch_free(b);
    heco_evaluator_close(ev);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    heco_nl_header head;
    heco_error     error = {HECO_OK, ""};
    heco_model    *m;
    fuzz_nl_write(data, size);
    heco_status status = heco_nl_header_read(&head, fuzz_nl_path, &error);
    if (status == HECO_OK) status = heco_nl_scan(&head, fuzz_nl_path, NULL, &error);
    if (status != HECO_OK) {
        check(strchr(error.text, '\n') == NULL && strstr(error.text, fuzz_nl_path) != NULL);
        return 0;
    }
    heco_model_options how = heco_model_options_default();
    how.bound              = size % 2 != 0 ? 10 : 0; /* both ways to make a box */
    status                 = heco_model_open(&m, fuzz_nl_path, &how, &error);
    if (status == HECO_ERR_UNSUPPORTED) return 0;
    if (status == HECO_OK) {
        fuzz_nl_evaluate(heco_model_problem(m));
        heco_model_close(m);
    } else if (strstr(error.text, "crashes") != NULL || strstr(error.text, "not end") != NULL) {
        /* What the library itself refuses with a message does no harm: users get one line either way. */
        fprintf(stderr, "%s\n", error.text);
        check(!"accepted, but reading it crashes the library or does not end");
    }
    return 0;
}
