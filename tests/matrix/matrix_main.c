/* Which cells are run, and the counts. See tools/matrix. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "matrix.h"

enum { HANG_SECONDS = 300 }; /* for one cell: a guard, not a measurement */

static const char usage[] =
    "usage: matrix [--full] [--rounds N] [--part I/K] [--seed N] [--only A/S/F/B/T/W] [--list]\n"
    "  quick     every algorithm with every space and every fault once\n"
    "  --full    every algorithm in every space with every fault, N rounds (2)\n"
    "  --part    I of K parts of these cells, for several cores\n"
    "  --only    cells of these names (* for any): algorithm, space, fault, budget, setting, way;\n"
    "            the last ones may be left out; with all six --seed is the seed of the cell\n"
    "  --list    the names\n";

static const uint64_t BUDGETS[] = {0,  1,  2,   3,   4,   5,   7,   10,   15,  25,
                                   40, 60, 100, 150, 250, 400, 700, 1200, 2500, 6000};
enum { BUDGET_COUNT = sizeof BUDGETS / sizeof BUDGETS[0], EXPENSIVE_BUDGETS = 12 };

typedef struct {
    int      full, list;
    uint64_t rounds, seed, part, parts;
    char     only[6][64]; /* "": any */
    int      only_parts;
} main_options;

/* What is under way, for the handler of a crash: it may not ask anybody. */
static char main_cell[400];

static void main_crashed(int signal_number) {
    const char *what = signal_number == SIGALRM ? "FINDING hangs: " : "FINDING crashes: ";
    ssize_t     n    = write(STDERR_FILENO, what, strlen(what));
    n += write(STDERR_FILENO, main_cell, strlen(main_cell));
    n += write(STDERR_FILENO, "\n", 1);
    _exit(n > 0 ? 1 : 2);
}

#ifdef HECO_SANITIZED
/* A report is followed by abort(), so that the cell is named after it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1:allocator_may_return_null=1";
}
#endif

static void main_guard(void) {
    signal(SIGALRM, main_crashed);
    signal(SIGABRT, main_crashed);
#ifndef HECO_SANITIZED
    signal(SIGSEGV, main_crashed);
    signal(SIGBUS, main_crashed);
    signal(SIGFPE, main_crashed);
    signal(SIGILL, main_crashed);
#endif
}

/* --- one cell ------------------------------------------------------------------------------ */

static int main_wants(const main_options *o, int part, const char *name) {
    return o->only[part][0] == '\0' || strcmp(o->only[part], "*") == 0 ||
           strcmp(o->only[part], name) == 0;
}

static size_t main_count(const void *(*at)(size_t)) {
    size_t count = 0;
    while (at(count) != NULL) count++;
    return count;
}
static const void *main_way(size_t i) { return matrix_way_at(i); }
static const void *main_fault(size_t i) { return matrix_fault_at(i); }
static const void *main_algorithm(size_t i) { return heco_algorithm_at(i); }

/* Budget, setting and way of a cell follow from its seed. */
static void main_draw(matrix_cell *c) {
    const heco_algorithm *a    = heco_algorithm_at(c->algorithm);
    uint64_t              bits = matrix_mix(c->seed);
    int                   slow = (a->traits & HECO_TRAIT_EXPENSIVE) != 0;
    c->budget  = BUDGETS[1 + bits % ((slow ? EXPENSIVE_BUDGETS : BUDGET_COUNT) - 1)];
    c->setting = matrix_mix(bits + 1) % matrix_setting_count();
    c->way     = matrix_mix(bits + 2) % main_count(main_way);
}

static void main_run(matrix_desk *d, const main_options *o, matrix_cell *c) {
    char          text[24];
    matrix_space  space;
    snprintf(text, sizeof text, "%llu", (unsigned long long)c->budget);
    if (!main_wants(o, 0, heco_algorithm_at(c->algorithm)->name) ||
        !main_wants(o, 1, matrix_space_name(c->space)) ||
        !main_wants(o, 2, matrix_fault_name(matrix_fault_at(c->fault))) ||
        !main_wants(o, 3, text) || !main_wants(o, 4, matrix_setting_name(c->setting)) ||
        !main_wants(o, 5, matrix_way_name(matrix_way_at(c->way))))
        return;
    matrix_space_make(&space, c->space);
    if (!matrix_fault_applies(matrix_fault_at(c->fault), &space)) return;
    size_t used = (size_t)snprintf(main_cell, sizeof main_cell, "tools/matrix --seed %llu --only ",
                                   (unsigned long long)c->seed);
    matrix_cell_text(c, main_cell + used, sizeof main_cell - used);
    alarm(HANG_SECONDS);
    matrix_cell_run(d, c);
    alarm(0);
}

/* --- many cells ---------------------------------------------------------------------------- */

static void main_cells(matrix_desk *d, const main_options *o, matrix_cell c, uint64_t round) {
    uint64_t name = ((uint64_t)c.algorithm * 1000 + c.space) * 1000 + c.fault;
    if (matrix_mix(name) % o->parts != o->part) return;
    c.seed        = matrix_mix(matrix_mix(o->seed + round) ^ name) >> 20; /* short to type */
    main_draw(&c);
    main_run(d, o, &c);
}

/* Every space and every fault at least once with each algorithm. */
static void main_quick(matrix_desk *d, const main_options *o) {
    size_t algorithms = main_count(main_algorithm), faults = main_count(main_fault);
    size_t spaces = matrix_space_count(), most = faults > spaces ? faults : spaces;
    for (size_t a = 0; a < algorithms; a++)
        for (size_t i = 0; i < most; i++) {
            matrix_cell c = {.algorithm = a, .space = (i + 5 * a) % spaces,
                             .fault = (i * 7 + 11 * a) % faults};
            main_cells(d, o, c, 0);
        }
}

static void main_full(matrix_desk *d, const main_options *o) {
    size_t algorithms = main_count(main_algorithm), faults = main_count(main_fault);
    for (uint64_t round = 0; round < o->rounds; round++) {
        for (size_t a = 0; a < algorithms; a++)
            for (size_t s = 0; s < matrix_space_count(); s++)
                for (size_t f = 0; f < faults; f++)
                    main_cells(d, o, (matrix_cell){.algorithm = a, .space = s, .fault = f}, round);
        fprintf(d->out, "round %llu: %llu searches, %llu findings\n",
                (unsigned long long)round + 1, (unsigned long long)d->counts.searches,
                (unsigned long long)d->counts.findings);
        fflush(d->out);
    }
}

/* All names are given: that cell, with the seed as it is. */
static int main_one(matrix_desk *d, const main_options *o) {
    matrix_cell c = {.seed = o->seed, .budget = strtoull(o->only[3], NULL, 10)};
    size_t      found = 0;
    d->talks = 1;
    for (size_t a = 0; a < main_count(main_algorithm); a++)
        for (size_t s = 0; s < matrix_space_count(); s++)
            for (size_t f = 0; f < main_count(main_fault); f++)
                for (size_t t = 0; t < matrix_setting_count(); t++)
                    for (size_t w = 0; w < main_count(main_way); w++) {
                        if (!main_wants(o, 0, heco_algorithm_at(a)->name) ||
                            !main_wants(o, 1, matrix_space_name(s)) ||
                            !main_wants(o, 2, matrix_fault_name(matrix_fault_at(f))) ||
                            !main_wants(o, 4, matrix_setting_name(t)) ||
                            !main_wants(o, 5, matrix_way_name(matrix_way_at(w))))
                            continue;
                        c.algorithm = a, c.space = s, c.fault = f, c.setting = t, c.way = w;
                        main_run(d, o, &c);
                        found++;
                    }
    return found > 0;
}

/* --- the command --------------------------------------------------------------------------- */

static int main_parse_only(main_options *o, const char *text) {
    while (o->only_parts < 6) {
        size_t length = strcspn(text, "/");
        if (length >= sizeof o->only[0]) return 0;
        memcpy(o->only[o->only_parts], text, length);
        o->only[o->only_parts++][length] = '\0';
        if (text[length] == '\0') return 1;
        text += length + 1;
    }
    return 0;
}

static int main_parse(main_options *o, int argc, char **argv) {
    *o = (main_options){.rounds = 2, .seed = 1, .parts = 1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--full") == 0) o->full = 1;
        else if (strcmp(argv[i], "--list") == 0) o->list = 1;
        else if (value != NULL && strcmp(argv[i], "--seed") == 0)
            o->seed = strtoull(value, NULL, 10), i++;
        else if (value != NULL && strcmp(argv[i], "--rounds") == 0)
            o->rounds = strtoull(value, NULL, 10), i++;
        else if (value != NULL && strcmp(argv[i], "--part") == 0) {
            char *end;
            o->part  = strtoull(value, &end, 10) - 1;
            o->parts = *end == '/' ? strtoull(end + 1, NULL, 10) : 0;
            if (o->part >= o->parts) return 0;
            i++;
        } else if (value != NULL && strcmp(argv[i], "--only") == 0) {
            if (!main_parse_only(o, value)) return 0;
            i++;
        } else return 0;
    }
    return 1;
}

static int main_list(void) {
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++)
        printf("algorithm %s\n", heco_algorithm_at(i)->name);
    for (size_t i = 0; i < matrix_space_count(); i++) printf("space %s\n", matrix_space_name(i));
    for (size_t i = 0; matrix_fault_at(i) != NULL; i++)
        printf("fault %s\n", matrix_fault_name(matrix_fault_at(i)));
    for (size_t i = 0; i < BUDGET_COUNT; i++) printf("budget %d\n", (int)BUDGETS[i]);
    for (size_t i = 0; i < matrix_setting_count(); i++)
        printf("setting %s\n", matrix_setting_name(i));
    for (size_t i = 0; matrix_way_at(i) != NULL; i++)
        printf("way %s\n", matrix_way_name(matrix_way_at(i)));
    return 0;
}

static int main_report(const matrix_desk *d) {
    const matrix_counts *n = &d->counts;
    printf("%zu algorithms, %zu spaces, %zu faults, %d budgets, %zu settings, %zu ways\n",
           main_count(main_algorithm), matrix_space_count(), main_count(main_fault),
           (int)BUDGET_COUNT, matrix_setting_count(), main_count(main_way));
    printf("cells %llu, searches %llu (%llu refused), evaluations %llu, faults injected %llu, "
           "findings %llu\n",
           (unsigned long long)n->cells, (unsigned long long)n->searches,
           (unsigned long long)n->refused, (unsigned long long)n->evaluations,
           (unsigned long long)n->faults, (unsigned long long)n->findings);
    return n->findings > 0 ? 1 : 0;
}

int main(int argc, char **argv) {
    main_options o;
    matrix_desk  d = {.out = stdout};
    if (!main_parse(&o, argc, argv)) return fputs(usage, stderr), 2;
    if (o.list) return main_list();
    d.log[0] = matrix_log_new();
    d.log[1] = matrix_log_new();
    snprintf(d.folder, sizeof d.folder, "%s/heco-matrix-XXXXXX",
             getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    if (d.log[0] == NULL || d.log[1] == NULL || mkdtemp(d.folder) == NULL)
        return fputs("matrix: no memory, or no folder for journals\n", stderr), 2;
    main_guard();
    int known = 1;
    if (o.only_parts == 6 && strcmp(o.only[3], "*") != 0) known = main_one(&d, &o);
    else {
        if (o.full || o.only_parts > 0) main_full(&d, &o);
        else main_quick(&d, &o);
    }
    rmdir(d.folder);
    if (!known || d.counts.cells == 0)
        return fprintf(stderr, "matrix: there is no such cell: see --list\n"), 2;
    return main_report(&d);
}
