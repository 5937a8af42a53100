/* Any bytes as the file of known designs: a table, or a journal of an earlier search with changed
 * records. It is refused in one line, or each design lies within the bounds, has integers where
 * they are needed and finite values. A search takes them or refuses them in one line. */
#include <math.h>
#include <string.h>

#define cli_fail args_prints_this /* here the message is looked at instead */
#include "cli/args.c"
#include "cli/fold.c"
#include "cli/terminal.c"
#undef cli_fail
#include "fuzz_cli.h"
#define cli_fail fuzz_fail_or_say
/* known_file_take reports designs that it leaves out with the exit code 0. */
static int fuzz_fail_or_say(int code, const char *format, ...) {
    check(format[0] != '\0' && strchr(format, '\n') == NULL);
    return code;
}
#include "cli/solve/known_file.c"
#include "cli/solve/point_file.c"
#undef cli_fail
#include "fuzz_journal.h"
#include "heco/heco.h"

enum { LARGEST = 1 << 16, EVALS = 12 };

static const double        lower[2] = {-5, -5}, upper[2] = {5, 5};
static const unsigned char integer[2] = {0, 1};

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    (void)user;
    f[0] = x[0] * x[0] + x[1], g[0] = 1.0 - x[0] - x[1], h[0] = x[0] - 0.5;
    return HECO_POINT_OK;
}

static heco_problem problem(void) {
    heco_problem p = heco_problem_default();
    p.name = "fuzz", p.eval = evaluate;
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1, p.space.lower = lower, p.space.upper = upper;
    p.space.integer = integer;
    return p;
}

static void search(const char *journal, const heco_known *known, uint64_t evals) {
    static const char *const set[] = {"N0=6"};
    heco_problem             p     = problem();
    heco_minimize_options    o     = heco_minimize_options_default();
    heco_solution           *s     = NULL;
    heco_error               error = {HECO_OK, ""};
    o.algorithm = "lshade44", o.run.set = set, o.run.sets = 1, o.run.max_evals = evals;
    o.known = known, o.journal = journal, o.prices = HECO_PRICES_NO;
    heco_status status = heco_minimize(&s, &p, &o, &error);
    check(status == HECO_OK || (error.text[0] != '\0' && strchr(error.text, '\n') == NULL));
    if (s != NULL) check(heco_solution_result(s)->outcome.evals <= evals);
    heco_solution_free(s);
}

/* The records of a search without known designs; made once. */
static const records *genuine(void) {
    static records all;
    char           path[64];
    if (all.count > 0) return &all;
    snprintf(path, sizeof path, "%s/heco-fuzz-%ld.journal", fuzz_place(), (long)getpid());
    search(path, NULL, EVALS);
    read_records(&all, path);
    unlink(path);
    return &all;
}

static const char *journal(fuzz_bytes *b) {
    static unsigned char file[LARGEST];
    static records       all;
    all = *genuine();
    for (int k = 0; k < 16 && b->left >= 5 && all.count > 0; k++) {
        unsigned what = fuzz_byte(b), i = fuzz_byte(b), offset = fuzz_byte(b);
        offset |= fuzz_byte(b) << 8;
        change(&all, what, i % all.count, offset, fuzz_byte(b));
    }
    return fuzz_file(file, frame(file, &all, b));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    fuzz_bytes    b     = {data, size};
    unsigned      how   = fuzz_byte(&b);
    heco_problem  p     = problem();
    known_designs known = {0};
    const char   *path  = how & 1 ? journal(&b) : fuzz_file(b.at, b.left);
    if (known_file_read(&known, path, &p, how & 2) < 0) {
        for (size_t i = 0; i < known.view.count; i++) {
            for (size_t j = 0; j < 2; j++) {
                double x = known.x[2 * i + j];
                check(x >= lower[j] && x <= upper[j] && (!integer[j] || x == floor(x)));
            }
            check(isfinite(known.f[i]) && isfinite(known.g[i]) && isfinite(known.h[i]));
        }
        if (how & 4) search(NULL, &known.view, EVALS);
    }
    known_file_free(&known);
    return 0;
}
