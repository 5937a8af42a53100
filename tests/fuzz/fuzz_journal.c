/* Any bytes as a journal: read, resumed, and resumed once more. The first byte says how they become
 * one, because a checksum stops nearly all that is merely random:
 *   0  the file itself;
 *   1  records (type, size, bytes), to which the framing is added;
 *   2  changes to the records of a real journal;
 *   3  one byte of a real journal changed: never taken for a crash, which would lose what follows. */
#include <string.h>

#include "fuzz_journal.h"
#include "heco/heco.h"
#include "heco/journal.h"

enum { BUDGET = 24, LARGEST = 1 << 16 };

/* ---- the search ---- */

static int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    ++*(unsigned *)user;
    if (x[0] > 4.5) return HECO_POINT_FAILED;
    f[0] = x[0] * x[0] + x[1];
    g[0] = 1.0 - x[0] - x[1];
    h[0] = x[0] - 0.5;
    return HECO_POINT_OK;
}

typedef struct {
    double   x[2], f, viol;
    uint64_t evals, replayed;
    unsigned calls;
} outcome;

static heco_status search(outcome *out, const char *path, int resume, uint64_t budget) {
    static const double      lower[2] = {-5, -5}, upper[2] = {5, 5};
    static const char *const set[] = {"N0=6"};
    heco_problem             p     = heco_problem_default();
    heco_minimize_options    o     = heco_minimize_options_default();
    heco_solution           *s     = NULL;
    memset(out, 0, sizeof *out);
    p.name = "fuzz", p.eval = evaluate, p.user = &out->calls;
    p.space.n = 2, p.space.ng = 1, p.space.nh = 1, p.space.lower = lower, p.space.upper = upper;
    o.algorithm = "lshade44", o.run.set = set, o.run.sets = 1, o.run.max_evals = budget;
    o.journal = path, o.resume = resume, o.journal_metadata = "text";
    o.prices = HECO_PRICES_NO, p.protocol = 1; /* no evaluations after the search but one */
    heco_status status = heco_minimize(&s, &p, &o, NULL);
    if (s != NULL) {
        const heco_result *r = heco_solution_result(s);
        memcpy(out->x, r->x, sizeof out->x);
        out->f = r->outcome.f, out->viol = r->outcome.viol, out->evals = r->outcome.evals;
        out->replayed = heco_solution_replayed(s);
    }
    heco_solution_free(s);
    return status;
}

/* The records of an undisturbed search; made once. */
static const records *genuine(void) {
    static records all;
    if (all.count > 0) return &all;
    outcome ignored;
    char    path[64];
    snprintf(path, sizeof path, "%s/heco-fuzz-XXXXXX", fuzz_place());
    int fd = mkstemp(path);
    check(fd >= 0 && close(fd) == 0 && unlink(path) == 0);
    check(search(&ignored, path, 0, BUDGET) == HECO_OK);
    read_records(&all, path);
    unlink(path);
    return &all;
}

/* ---- bytes become records ---- */

/* An empty identity stands for the right one, which no fuzzer would guess. */
static void from_scratch(records *all, fuzz_bytes *b) {
    const unsigned char *from;
    for (all->count = 0; b->left > 0 && all->count < RECORDS; all->count++) {
        record *r    = &all->at[all->count];
        size_t  size = 0;
        r->type      = fuzz_byte(b);
        size         = fuzz_byte(b);
        size |= (fuzz_byte(b) & 3) << 8;
        r->size = fuzz_take(b, size, &from);
        memcpy(r->data, from, r->size);
        if (r->type != HECO_JOURNAL_IDENTITY || r->size > 0) continue;
        for (size_t i = 0; i < genuine()->count; i++)
            if (genuine()->at[i].type == HECO_JOURNAL_IDENTITY) *r = genuine()->at[i];
    }
}

static void from_real(records *all, const records *real, fuzz_bytes *b) {
    *all = *real;
    for (int k = 0; k < 16 && b->left >= 5 && all->count > 0; k++) {
        unsigned what = fuzz_byte(b), i = fuzz_byte(b), offset = fuzz_byte(b);
        offset |= fuzz_byte(b) << 8;
        change(all, what, i % all->count, offset, fuzz_byte(b));
    }
}

/* ---- what must hold ---- */

static void try_read(const char *path, size_t size) {
    heco_journal_info *info  = NULL;
    heco_error         error = {HECO_OK, ""};
    heco_status        status = heco_journal_read(&info, path, &error);
    check((status == HECO_OK) == (info != NULL) && status == error.status);
    if (info == NULL) {
        check(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        return;
    }
    check(info->metadata != NULL && strlen(info->metadata) < size && strlen(info->identity) < size);
    check(info->schedules > 0 && info->torn < size && info->evals <= size / 16);
    heco_journal_info_free(info);
}

/* Every evaluation once, as a report reads them; or one line why not. */
static void try_walk(const char *path, size_t size) {
    heco_journal_walk *walk  = NULL;
    heco_journal_point point;
    heco_error         error = {HECO_OK, ""};
    size_t             count = 0;
    int                more;
    if (heco_journal_walk_open(&walk, path, &error) != HECO_OK) {
        check(walk == NULL && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        return;
    }
    while ((more = heco_journal_walk_next(walk, &point, &error)) == 1) count++;
    check(count <= size / 16 && (more == 0 || error.text[0] != '\0'));
    heco_journal_walk_close(walk);
}

static void try_resume(const char *path, uint64_t budget) {
    outcome first, again;
    if (search(&first, path, 1, budget) != HECO_OK) return;
    check(first.evals == budget && first.replayed <= budget);
    check(first.calls <= budget - first.replayed + 1); /* and one to check the answer */
    check(search(&again, path, 1, budget) == HECO_OK); /* now all of it is in the file */
    check(again.replayed == budget && again.calls <= 1 && again.evals == budget);
    check(memcmp(first.x, again.x, sizeof first.x) == 0 && first.viol == again.viol);
    check(memcmp(&first.f, &again.f, sizeof first.f) == 0);
}

static void try_damage(unsigned char *file, const records *real, fuzz_bytes *b) {
    size_t        end = frame(file, real, &(fuzz_bytes){NULL, 0});
    size_t        last = end - FRAME - real->at[real->count - 1].size;
    size_t        at   = (fuzz_byte(b) | fuzz_byte(b) << 8) % end;
    unsigned char bit  = (unsigned char)fuzz_byte(b);
    outcome       out;
    file[at] ^= bit;
    const char *path = fuzz_file(file, end);
    try_read(path, end);
    try_walk(path, end);
    heco_status status = search(&out, path, 1, BUDGET);
    if (bit != 0 && at < last)
        check(status == HECO_ERR_FORMAT && out.calls == 0);
    else if (status == HECO_OK) /* the last record at most was dropped */
        check(out.evals == BUDGET && (bit != 0 || out.calls == 1));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static unsigned char file[LARGEST];
    static records       all;
    fuzz_bytes           b    = {data, size};
    unsigned             mode = fuzz_byte(&b);
    uint64_t             budget = mode & 8 ? BUDGET + 6 : BUDGET;
    const records       *real   = genuine();
    const char          *path;
    switch (mode % 4) {
    case 0:
        path = fuzz_file(b.at, size = b.left);
        break;
    case 3:
        try_damage(file, real, &b);
        return 0;
    case 1:
        from_scratch(&all, &b);
        path = fuzz_file(file, size = frame(file, &all, &b));
        break;
    default:
        from_real(&all, real, &b);
        path = fuzz_file(file, size = frame(file, &all, &b));
    }
    try_read(path, size);
    try_resume(path, budget);
    return 0;
}
