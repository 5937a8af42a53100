/* Any bytes as a command line: every subcommand with its parser, its checks and, kept small, its
 * work. An even first byte: words that end with a newline or a zero byte; odd: each byte is one of
 * the words below, of which JOIN glues its neighbours together. The command ends with one of its
 * exit codes, and with a message where that says wrong usage.
 *
 * It works in a folder of its own, also while the fuzzer runs (so its paths have to be absolute),
 * with a few files. Nothing outside is named: words with a slash are not run, nor those that start
 * programs or load shared objects. Searches are cut short by the linker's --wrap (CMakeLists.txt).
 */
#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

int heco_main(int argc, char **argv);
#define main heco_main
#include "cli/main.c"
#undef main
#include "cli/crash_handler.h"
#include "cli/interrupt.h"
#include "fuzz_input.h"
#include "fuzz_json.h"

enum { WORDS = 24, LENGTH = 200, EVALS = 30, LARGEST = 2000, DIM = 120 };

/* Crashes are the fuzzer's to see, and so are signals. */
void crash_begin(const char *spec, crash_phase phase) { (void)spec, (void)phase; }
void crash_end(void) {}
int  interrupt_seen(void) { return 0; }

void interrupt_catch(int evaluates) { (void)evaluates; }
int  interrupt_should_stop(void *user, const heco_progress *progress) {
    (void)user, (void)progress;
    return 0;
}

/* ---- less work ---- */

heco_status __real_heco_minimize(heco_solution **out, const heco_problem *problem,
                                 const heco_minimize_options *options, heco_error *error);
heco_status __wrap_heco_minimize(heco_solution **out, const heco_problem *problem,
                                 const heco_minimize_options *options, heco_error *error);
heco_status __wrap_heco_minimize(heco_solution **out, const heco_problem *problem,
                                 const heco_minimize_options *options, heco_error *error) {
    heco_minimize_options o = *options;
    if (o.run.max_evals == 0 || o.run.max_evals > EVALS) o.run.max_evals = EVALS;
    o.evaluator.workers = o.evaluator.workers > 2 ? 2 : o.evaluator.workers;
    return __real_heco_minimize(out, problem, &o, error);
}

heco_status __real_heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                      const heco_runs_options *options, heco_error *error);
heco_status __wrap_heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                      const heco_runs_options *options, heco_error *error);
heco_status __wrap_heco_minimize_runs(heco_runs **out, const heco_problem *problem,
                                      const heco_runs_options *options, heco_error *error) {
    heco_runs_options     o    = *options;
    heco_minimize_options each = *options->each;
    if (each.run.max_evals == 0 || each.run.max_evals > EVALS) each.run.max_evals = EVALS;
    each.evaluator.workers = each.evaluator.workers > 2 ? 2 : each.evaluator.workers;
    o.each                 = &each;
    o.jobs                 = 1;
    if (o.runs > 3) o.runs = 3;
    return __real_heco_minimize_runs(out, problem, &o, error);
}

heco_status __real_heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                       const heco_backend           *backend,
                                       const heco_evaluator_options *options, heco_error *error);
heco_status __wrap_heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                       const heco_backend           *backend,
                                       const heco_evaluator_options *options, heco_error *error);
heco_status __wrap_heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                       const heco_backend           *backend,
                                       const heco_evaluator_options *options, heco_error *error) {
    heco_evaluator_options o = {0};
    if (options != NULL) o = *options;
    if (o.workers > 2) o.workers = 2;
    return __real_heco_evaluator_open(out, problem, backend, options != NULL ? &o : NULL, error);
}

/* Drawing the matrices of an instance is cubic in the dimension. */
heco_status __real_heco_suite_problem(heco_suite *suite, size_t index, size_t dim,
                                      const heco_problem **out, heco_error *error);
heco_status __wrap_heco_suite_problem(heco_suite *suite, size_t index, size_t dim,
                                      const heco_problem **out, heco_error *error);
heco_status __wrap_heco_suite_problem(heco_suite *suite, size_t index, size_t dim,
                                      const heco_problem **out, heco_error *error) {
    if (dim <= DIM) return __real_heco_suite_problem(suite, index, dim, out, error);
    *out          = NULL;
    error->status = HECO_ERR_ARG;
    snprintf(error->text, sizeof error->text, "too large for a fuzzer");
    return HECO_ERR_ARG;
}

heco_status __real_heco_bench(const heco_plan *plan, const heco_bench_options *options,
                              heco_bench_summary *summary, heco_error *error);
heco_status __wrap_heco_bench(const heco_plan *plan, const heco_bench_options *options,
                              heco_bench_summary *summary, heco_error *error);
heco_status __wrap_heco_bench(const heco_plan *plan, const heco_bench_options *options,
                              heco_bench_summary *summary, heco_error *error) {
    heco_bench_options o     = *options;
    uint64_t           evals = 0;
    for (size_t i = 0; i < heco_plan_count(plan) && evals <= LARGEST; i++)
        evals += heco_plan_at(plan, i)->max_evals + 1;
    o.jobs = 1;
    if (evals <= LARGEST / 10) return __real_heco_bench(plan, &o, summary, error);
    error->status = HECO_ERR_ARG;
    snprintf(error->text, sizeof error->text, "too long for a fuzzer");
    return HECO_ERR_ARG;
}

heco_status __wrap_heco_bench_estimate(const heco_plan *plan, const heco_bench_options *options,
                                       heco_bench_summary *expected, heco_error *error);
heco_status __wrap_heco_bench_estimate(const heco_plan *plan, const heco_bench_options *options,
                                       heco_bench_summary *expected, heco_error *error) {
    (void)options, (void)error;
    *expected = (heco_bench_summary){.total = heco_plan_count(plan), .seconds = 1.0};
    return HECO_OK;
}

/* ---- the folder ---- */

static struct {
    const char *name, *text; /* text NULL: made by a command */
    char       *data;
    size_t      size;
    struct stat about;
} files[] = {
    {"a.csv",
     "algorithm,dim,function,FR_percent,mean_vio,mean_obj,median_vio,median_obj\n"
     "A,10,C01,100,0,1,0,1\nB,10,C01,40,1e-3,2,0,3\n",
     NULL,
     0,
     {0}},
    {"p.csv", "13,0.5\n14.1,0.9\n", NULL, 0, {0}},
    {"m.lua",
     "return { variables = { { \"a\", 0, 1 }, { \"b\", -5, 5 } },\n"
     "minimise = function(a, b) return a + b end }\n",
     NULL,
     0,
     {0}},
    {"j.journal", NULL, NULL, 0, {0}},
    {"r.db", NULL, NULL, 0, {0}},
};
enum { FILES = sizeof files / sizeof files[0] };

static int run(const char *line) { /* words with one blank between them */
    char copy[LENGTH], *argv[WORDS] = {"heco"}, *rest = NULL;
    int  argc = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok_r(copy, " ", &rest); w != NULL; w = strtok_r(NULL, " ", &rest))
        argv[argc++] = w;
    return main_run(argc, argv);
}

static void write_file(size_t i) {
    FILE *file = fopen(files[i].name, "wb");
    check(file != NULL && fwrite(files[i].data, 1, files[i].size, file) == files[i].size);
    check(fclose(file) == 0 && stat(files[i].name, &files[i].about) == 0);
}

static void read_file(size_t i) {
    struct stat about;
    FILE       *file = fopen(files[i].name, "rb");
    check(file != NULL && fstat(fileno(file), &about) == 0);
    files[i].size = (size_t)about.st_size;
    files[i].data = malloc(files[i].size);
    check(fread(files[i].data, 1, files[i].size, file) == files[i].size && fclose(file) == 0);
}

static int is_untouched(size_t i) {
    struct stat now;
    return stat(files[i].name, &now) == 0 && now.st_size == files[i].about.st_size &&
           now.st_mtim.tv_nsec == files[i].about.st_mtim.tv_nsec &&
           now.st_mtim.tv_sec == files[i].about.st_mtim.tv_sec &&
           now.st_ino == files[i].about.st_ino;
}

/* As it was before the command. */
static void tidy(void) {
    DIR           *folder = opendir(".");
    struct dirent *entry;
    check(folder != NULL);
    while ((entry = readdir(folder)) != NULL) {
        size_t i = 0;
        while (i < FILES && strcmp(files[i].name, entry->d_name) != 0) i++;
        if (i == FILES && entry->d_name[0] != '.') check(remove(entry->d_name) == 0);
    }
    closedir(folder);
    for (size_t i = 0; i < FILES; i++)
        if (!is_untouched(i)) write_file(i);
}

static char place[64];

static void remove_place(void) {
    for (size_t i = 0; i < FILES; i++) remove(files[i].name), free(files[i].data);
    if (chdir("..") == 0) rmdir(place);
}

static void begin(void) {
    snprintf(place, sizeof place, "%s/heco-fuzz-XXXXXX", fuzz_place());
    check(mkdtemp(place) != NULL && chdir(place) == 0 && atexit(remove_place) == 0);
    check(setenv("HOME", place, 1) == 0 && setenv("XDG_DATA_HOME", place, 1) == 0);
    check(setenv("TMPDIR", place, 1) == 0 && unsetenv("HECO_DATA") == 0);
    check(freopen("/dev/null", "r", stdin) != NULL && freopen("/dev/null", "w", stdout) != NULL);
    for (size_t i = 0; i < FILES; i++) {
        if (files[i].text == NULL) continue;
        files[i].data = strdup(files[i].text), files[i].size = strlen(files[i].text);
        write_file(i);
    }
    check(run("solve m.lua --algorithm ude --evals 25 --journal j.journal -q") == CLI_OK);
    check(run("bench --suite cec2006 --problems g08 --algorithms ude,lshade44 --runs 2 --evals 40 "
              "--db r.db -q") == CLI_OK);
    for (size_t i = 0; i < FILES; i++)
        if (files[i].text == NULL) read_file(i), write_file(i);
}

/* ---- the words ---- */

#define JOIN "\1"
/* clang-format off */
static const char *const vocabulary[] = {
    JOIN, "solve", "resume", "eval", "bench", "rank", "report", "watch", "db", "list", "data",
    "completion", "version", "help", "-AMPL", "-=", "--", "-", "-q", "-o", "-v", "-h", "m.lua",
    "a.csv", "p.csv", "j.journal", "r.db", "new", "cec2006:g08", "cec2006:g01", "cec2017:C01/10",
    "cec2006", "cec2017", "theory", "design", "g08", "g01-g03", "C01-C05,C12", "C01", "10", "10,30",
    "2", "0", "1", "-1", "1e2", "25", "99999999999999999999", "0.5", "nan", "inf", "auto", "serial",
    "threads", "ude", "lshade44", "sqp", "heco-de", "A", "A,B", "ude,lshade44", "ude[CR=0.5]",
    "l:ude", "[", "]", ",", "=", ":", "/", "N0=20", "CR=0.5", "stop=converged", "algorithms",
    "suites", "problems", "options", "models", "backends", "check", "merge", "import", "verify",
    "bash", "zsh", "fish", "official", "1/2", "full", "coarse", "none", "finals", "all", "text",
    "md", "csv", "json", "tex", "cec2017", "friedman", "u-score", "u-score-2024", "wantsol=1",
    "maxit=5", "--algorithm", "--algorithms", "--set", "--evals", "--time", "--target", "--stall",
    "--seed", "--start", "--no-derivatives", "--no-presolve", "--workers", "--backend", "--data",
    "--instance", "--bound", "--strict-bounds", "--eq-tol", "--ineq-tol", "--objno", "--json",
    "--quiet", "--output", "--trust", "--runs", "--max-failed", "--log", "--journal", "--report",
    "--verbose", "--points", "--best-known", "--check-derivatives", "--suite", "--dims",
    "--problems", "--jobs", "--part", "--db", "--trace", "--dry-run", "--dump", "--with", "--rule",
    "--control", "--per-problem", "--values", "--round-published", "--digits", "--level",
    "--resamples", "--rope", "--accuracy", "--format", "--paths", "--once",
    "--interval", "--help", "--version", "--nonsense"};
/* clang-format on */

static size_t compose(char *text, size_t room, fuzz_bytes *b) {
    size_t used = 0, count = sizeof vocabulary / sizeof vocabulary[0];
    int    glued = 1;
    while (b->left > 0) {
        const char *word   = vocabulary[fuzz_byte(b) % count];
        size_t      length = strlen(word);
        if (used + length + 2 > room) break;
        if (strcmp(word, JOIN) == 0) {
            glued = 1;
            continue;
        }
        if (!glued) text[used++] = '\0';
        memcpy(text + used, word, length);
        used += length, glued = 0;
    }
    text[used] = '\0';
    return used;
}

/* An option of an algorithm that asks for much memory, which a fuzzer takes for a fault. */
static int is_large(const char *word) {
    const char *at = strchr(word, '=');
    if (at != NULL && strncmp(word, "--", 2) == 0) at = strchr(at + 1, '=');
    for (; at != NULL; at = strchr(at + 1, '='))
        if (!(fabs(strtod(at + 1, NULL)) <= LARGEST)) return 1;
    return 0;
}

static int is_safe(const char *word) {
    static const char *const not [] = {"/",       "..",    "exec:",  ".so",     ".nl",
                                       "process", "serve", "eval-t", "retries", "memory-l"};
    for (size_t i = 0; i < sizeof not / sizeof not [0]; i++)
        if (strstr(word, not [i]) != NULL && strcmp(word, "cec2017:C01/10") != 0 &&
            strcmp(word, "1/2") != 0)
            return 0;
    return word[0] != '.' && strlen(word) < LENGTH && !is_large(word);
}

typedef struct {
    char  *text;
    size_t size;
} said;

/* What the command says is looked at instead of printed. */
static int run_quietly(int argc, char **argv, said *out, said *err) {
    FILE *own_out = stdout, *own_err = stderr;
    stdout = open_memstream(&out->text, &out->size);
    stderr = open_memstream(&err->text, &err->size);
    check(stdout != NULL && stderr != NULL);
    int code = main_run(argc, argv);
    fclose(stdout), fclose(stderr);
    stdout = own_out, stderr = own_err;
    return code;
}

/* --json: one document, unless help or the keys of AMPL were asked for. */
static int wants_json(int argc, char **argv) {
    int wanted = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strncmp(argv[i], "-h", 2) == 0) return 0;
        if (strcmp(argv[i], "--") == 0 || strcmp(argv[i], "-=") == 0) return 0;
        wanted |= strcmp(argv[i], "--json") == 0;
    }
    return wanted;
}

static void try_command(char *text, size_t size) {
    char *argv[WORDS + 2] = {"heco"}, once[] = "--once";
    said  out = {NULL, 0}, err = {NULL, 0};
    int   argc = 1;
    for (char *at = text; at < text + size && argc < WORDS; at += strlen(at) + 1) {
        if (!is_safe(at)) return;
        argv[argc++] = at;
    }
    if (argc > 1 && strcmp(argv[1], "watch") == 0) argv[argc++] = once;
    int json = wants_json(argc, argv), code = run_quietly(argc, argv, &out, &err);
    check(code == CLI_OK || code == CLI_ERROR || code == CLI_USAGE || code == CLI_INFEASIBLE ||
          code == CLI_FAILED);
    check((code != CLI_USAGE && code != CLI_ERROR) || err.size > 0);
    check(err.size == 0 || err.text[err.size - 1] == '\n');
    check(!json || code != CLI_OK || out.size == 0 || is_json(out.text));
    free(out.text), free(err.text);
    tidy();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static int  begun;
    static char text[4096];
    fuzz_bytes  b    = {data, size};
    unsigned    how  = fuzz_byte(&b);
    size_t      used = b.left < sizeof text ? b.left : sizeof text - 1;
    if (!begun) begin();
    begun = 1;
    if (how % 2 == 1) {
        used = compose(text, sizeof text, &b);
    } else {
        if (used > 0) memcpy(text, b.at, used);
        text[used] = '\0';
        for (size_t i = 0; i < used; i++)
            if (text[i] == '\n') text[i] = '\0';
    }
    try_command(text, used);
    return 0;
}
