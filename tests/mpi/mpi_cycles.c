/* Opens and closes each backend a thousand times: memory, threads and descriptors stay what they were.
 * With one rank those of the table, with several the backend mpi, on every rank. */
#include <dirent.h>

#include "../conformance/conformance.h"

#include "heco/mpi.h"

/* AddressSanitizer keeps up to 256 MB of freed memory back; it finds leaks by itself. */
#ifdef HECO_SANITIZED
enum { WARM = 50, CYCLES = 1000, GROWTH_KB = 300 * 1024 };
#else
enum { WARM = 50, CYCLES = 1000, GROWTH_KB = 1024 };
#endif

static const shape small = {.name = "small", .n = 3, .ng = 1};

typedef struct {
    long kb, threads, files;
} footprint;

static long status_line(const char *name) {
    char  line[200];
    long  value = -1;
    FILE *f     = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, name, strlen(name)) == 0) value = strtol(line + strlen(name), NULL, 10);
    if (f != NULL) fclose(f);
    return value;
}

static footprint look(void) {
    footprint      now = {status_line("VmRSS:"), status_line("Threads:"), 0};
    DIR           *dir = opendir("/proc/self/fd");
    while (dir != NULL && readdir(dir) != NULL) now.files++;
    if (dir != NULL) closedir(dir);
    return now;
}

/* One cycle: a batch in between, so that the workers have worked. */
static void cycle(const heco_problem *p, const heco_backend *backend, unsigned workers) {
    heco_evaluator_options o      = {.workers = workers};
    heco_error             error  = {HECO_OK, ""};
    int                    served = 0;
    heco_evaluator        *ev;
    heco_batch            *b;
    if (heco_backend_serve(backend, p, &o, &served, &error) != HECO_OK) exit(1);
    if (served) return;
    if (heco_evaluator_open(&ev, p, backend, &o, &error) != HECO_OK ||
        heco_batch_new(&b, &p->space, 8) != HECO_OK) {
        fprintf(stderr, "%s: %s\n", backend->name, error.text);
        exit(1);
    }
    memset(b->x, 0, 8 * b->n * sizeof *b->x);
    b->count = 8;
    if (heco_evaluate(ev, b) != HECO_OK) exit(1);
    heco_batch_free(b);
    heco_evaluator_close(ev);
}

static int test(const heco_problem *p, const heco_backend *backend, unsigned workers) {
    for (int i = 0; i < WARM; i++) cycle(p, backend, workers);
    footprint before = look();
    for (int i = 0; i < CYCLES; i++) cycle(p, backend, workers);
    footprint after = look();
    int good = after.kb - before.kb < GROWTH_KB && after.threads == before.threads &&
               after.files == before.files;
    printf("%-8s rank %d: memory %+ld kB, threads %+ld, descriptors %+ld in %d cycles%s\n",
           backend->name, heco_mpi_rank(), after.kb - before.kb, after.threads - before.threads,
           after.files - before.files, CYCLES, good ? "" : ": GROWS");
    return good;
}

int main(void) {
    heco_problem p = shape_problem(&small);
    int          good = 1;
    if (heco_mpi_start(NULL) != HECO_OK) return 1;
    for (size_t i = 0; heco_mpi_count() == 1 && heco_backend_at(i) != NULL; i++)
        good &= test(&p, heco_backend_at(i), 2);
    good &= test(&p, heco_mpi_backend(), 0);
    fflush(stdout);
    heco_mpi_end(!good);
    return !good;
}
