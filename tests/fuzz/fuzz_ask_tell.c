/* Any bytes as a program of calls of the run: an algorithm, a space and options, right or wrong,
 * then asks, tells and questions in any order, with any values. What is wrong is refused with a
 * status and one line; what is asked for is in the box and in the budget; the best point is the
 * best of those that were told; and what was called out of turn changes nothing: a second run,
 * which gets the right calls only, asks for the same points. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fuzz_input.h"
#include "problem/default_bound.h"
#include "heco/heco.h"
#include "run/run_internal.h"

enum { N = 5, M = 4, LIST = 4, ROWS = 800, STEPS = 400, FEW = 16 };

typedef struct { /* everything a run is made from */
    const heco_algorithm *algorithm;
    heco_space            space;
    heco_run_options      options;
    double                lower[N], upper[N], tol[M], list[N][LIST], start[2 * N];
    unsigned char         integer[N], missing[N];
    heco_choice           choices[N];
    heco_linear           linear;
    size_t                constraint[M], begin[M + 1], index[M * N];
    double                coef[M * N], constant[M];
    uint64_t              checkpoints[4];
    char                  text[2][160];
    const char           *set[2];
} recipe;

typedef struct { /* what an observer knows without asking the run */
    heco_run   *run, *twin;
    heco_batch *out, *twin_out; /* asked for and not told */
    size_t      rows;           /* as they were asked for */
    int         over;
    uint64_t    evals, failed;
    double      f, viol;
} game;

static double number(fuzz_bytes *b) {
    static const double some[] = {0.0,    -0.0,    1.0,      -1.0,  0.5,      -5.0,
                                  10.0,   1e-4,    1e12,     -1e12, 3.0,      -3.0,
                                  1e-300, 5e-324,  -1e300,   1e300, INFINITY, -INFINITY,
                                  NAN,    DBL_MAX, -DBL_MAX, 100.0, -100.0,   1e-9};
    unsigned            which  = fuzz_byte(b);
    if (which < 232) return some[which % (sizeof some / sizeof some[0])];
    return ((double)fuzz_byte(b) - 128.0) / 8.0;
}

/* ---- what a run is made from ---- */

static void make_lists(recipe *r, fuzz_bytes *b) {
    r->space.choices = r->choices;
    for (size_t j = 0; j < N; j++) {
        heco_choice *c = &r->choices[j];
        c->count       = fuzz_byte(b) % (LIST + 2);
        if (c->count > LIST) c->count = 0;
        c->values    = r->list[j];
        c->unordered = fuzz_byte(b) & 1;
        for (size_t i = 0; i < c->count; i++) r->list[j][i] = number(b);
    }
}

static void make_linear(recipe *r, fuzz_bytes *b) {
    heco_linear *l  = &r->linear;
    size_t       at = 0;
    *l              = (heco_linear){
                     fuzz_byte(b) % (M + 1), r->constraint, r->begin, r->index, r->coef, r->constant};
    for (size_t i = 0; i < l->count; i++) {
        unsigned entries = fuzz_byte(b) % (N + 1);
        r->constraint[i] = i + fuzz_byte(b) % 2;
        r->begin[i]      = fuzz_byte(b) == 255 ? 3 : at;
        r->constant[i]   = number(b);
        for (unsigned e = 0; e < entries; e++, at++)
            r->index[at] = fuzz_byte(b) % (N + 1), r->coef[at] = number(b);
    }
    r->begin[l->count] = at;
    r->space.linear    = l;
}

static void make_space(recipe *r, fuzz_bytes *b) {
    heco_space *s     = &r->space;
    unsigned    parts = fuzz_byte(b);
    *s                = heco_problem_default().space;
    s->n              = fuzz_byte(b) % (N + 1);
    s->ng             = fuzz_byte(b) % (M / 2 + 1);
    s->nh             = fuzz_byte(b) % (M / 2 + 1);
    s->lower          = r->lower;
    s->upper          = parts == 255 ? NULL : r->upper;
    for (size_t j = 0; j < N; j++) {
        unsigned plain = fuzz_byte(b);
        r->lower[j]    = plain < 128 ? -(double)plain : number(b);
        r->upper[j]    = plain < 128 ? 5.0 : number(b);
        r->integer[j]  = plain & 1;
        r->missing[j]  = parts & 4 ? (unsigned char)(fuzz_byte(b) % 5) : 0;
    }
    for (size_t k = 0; k < M; k++) r->tol[k] = parts & 1 ? number(b) : 0.0;
    if (parts & 1) s->tol = r->tol;
    if (parts & 2) s->integer = r->integer;
    if (parts & 4) s->missing = r->missing;
    if (parts & 8) make_lists(r, b);
    if (parts & 16) make_linear(r, b);
    if (parts & 32) s->eq_tol = number(b);
}

/* A surrogate, also as a member, thinks for long about each point. */
static int is_slow(const heco_algorithm *a) {
    const char *const *member = a->members;
    unsigned           traits = a->traits;
    for (; member != NULL && *member != NULL; member++)
        traits |= heco_algorithm_find(*member, NULL)->traits;
    return (traits & HECO_TRAIT_EXPENSIVE) != 0;
}

/* "name=value" of an option of the algorithm, in its range or just outside; sometimes not even
 * that. */
static void make_set(recipe *r, size_t i, fuzz_bytes *b) {
    size_t             count = heco_algorithm_option_count(r->algorithm);
    unsigned           what  = fuzz_byte(b) % 8;
    char               name[120], value[40] = "auto";
    const heco_option *o;
    r->set[i] = r->text[i];
    snprintf(r->text[i], sizeof r->text[i], "%.*s", (int)(b->left < 20 ? b->left : 20),
             (const char *)b->at);
    if (what == 7 || count == 0) return;
    o            = heco_algorithm_option_at(r->algorithm, fuzz_byte(b) % count, name, sizeof name);
    double range = is_slow(r->algorithm) ? 5.0 : 40.0; /* of a batch, for instance */
    double top   = o->max < o->min + range ? o->max : o->min + range;
    if (what < 6) heco_option_print(o, o->min + (top - o->min) * what / 5.0, value, sizeof value);
    snprintf(r->text[i], sizeof r->text[i], "%s=%s%s", name, value, what == 5 ? "0" : "");
}

static void make_options(recipe *r, fuzz_bytes *b) {
    static const uint64_t budgets[] = {0, 1, 2, 7, 1000, 100000, 1000000000000, UINT64_MAX};
    heco_run_options     *o         = &r->options;
    unsigned              parts = fuzz_byte(b), budget = fuzz_byte(b);
    *o           = heco_run_options_default();
    o->max_evals = budget < 8 ? budgets[budget] : 4 * budget;
    if (o->max_evals == 0) o->max_evals = 1; /* 0 is the default budget: too long for an input */
    o->seed      = fuzz_byte(b);
    o->set       = r->set;
    o->sets      = parts & 3;
    if (o->sets == 3) o->sets = 0;
    for (size_t i = 0; i < o->sets; i++) make_set(r, i, b);
    if (parts & 4) o->target = number(b), o->stop_at_target = fuzz_byte(b) & 1;
    if (parts & 8) o->stall = fuzz_byte(b), o->max_failed = fuzz_byte(b);
    if (parts & 16) {
        o->start  = r->start;
        o->starts = fuzz_byte(b) % 3;
        for (size_t i = 0; i < 2 * N; i++) r->start[i] = number(b);
    }
    if (parts & 32) {
        o->checkpoints      = r->checkpoints;
        o->checkpoint_count = fuzz_byte(b) % 5;
        for (size_t i = 0; i < 4; i++) r->checkpoints[i] = fuzz_byte(b);
    }
    o->derivatives = parts & 64 ? 1 : 0;
    o->no_presolve = parts & 128 ? 1 : 0;
    if (budget == 255) o->size = fuzz_byte(b) * 4; /* as an older or newer caller would have it */
    if (budget == 253) o->start = NULL, o->starts = 2;
    if (budget == 252) o->max_seconds = number(b);
}

/* ---- what must hold ---- */

static void check_point(const recipe *r, const double *x) {
    const heco_space *s = &r->space;
    for (size_t j = 0; j < s->n; j++) {
        const heco_choice *c     = s->choices != NULL ? &s->choices[j] : NULL;
        size_t             found = 0;
        /* A default bound gives way if a linear constraint implies a bound beyond it. */
        check(x[j] >= s->lower[j] || heco_space_missing(s, j) & HECO_LOWER_MISSING);
        check(x[j] <= s->upper[j] || heco_space_missing(s, j) & HECO_UPPER_MISSING);
        if (s->integer != NULL && s->integer[j]) check(x[j] == floor(x[j]));
        if (c == NULL || c->count == 0) continue;
        while (found < c->count && c->values[found] != x[j]) found++;
        check(found < c->count);
    }
}

static void check_result(const recipe *r, const game *g) {
    const heco_result *now = heco_run_result(g->run);
    char               text[64];
    heco_progress      progress;
    check(now->outcome.evals == g->evals && g->evals <= r->options.max_evals);
    check(now->outcome.failed == g->failed && now->outcome.evals_at_best <= g->evals);
    check(now->outcome.f == g->f && now->outcome.viol == g->viol);
    check(now->outcome.found == heco_found_of(g->f, g->viol));
    check(now->checkpoint_count <= r->options.checkpoint_count);
    check_point(r, now->x);
    heco_run_progress(g->run, &progress);
    check(progress.evals == g->evals && progress.f == g->f &&
          progress.feasible == (g->viol == 0.0));
    heco_run_describe(g->run, text, sizeof text);
    check(memchr(text, '\0', sizeof text) != NULL && strchr(text, '\n') == NULL);
    heco_run_presolve_summary(g->run, text, sizeof text);
    check(memchr(text, '\0', sizeof text) != NULL && strchr(text, '\n') == NULL);
    check((heco_run_status(g->run) == HECO_OK) == (heco_run_message(g->run)[0] == '\0'));
    for (size_t i = 0; i < heco_algorithm_option_count(r->algorithm); i++)
        (void)heco_run_settings(g->run)[i];
}

static void expect_order(const game *g) {
    check(heco_run_status(g->run) == HECO_ERR_ORDER && heco_run_message(g->run)[0] != '\0');
}

/* Of two runs with one time limit either may be the first to reach it. */
static int ended_by_clock(const game *g) {
    return heco_run_result(g->run)->outcome.stop == HECO_STOP_TIME ||
           heco_run_result(g->twin)->outcome.stop == HECO_STOP_TIME;
}

/* ---- the calls ---- */

static void do_ask(const recipe *r, game *g) {
    heco_batch *b = heco_run_ask(g->run);
    if (g->out != NULL) { /* out of turn: the rows that are out stay as they are */
        check(b == NULL);
        expect_order(g);
        return;
    }
    heco_batch *twin = heco_run_ask(g->twin);
    if ((b == NULL) != (twin == NULL) && ended_by_clock(g)) { /* the other one ends here, too */
        heco_run_stop(g->run, HECO_STOP_TIME);
        heco_run_stop(g->twin, HECO_STOP_TIME);
        g->over = 1;
        return;
    }
    check((b == NULL) == (twin == NULL));
    if (b == NULL) {
        check(heco_run_result(g->run)->outcome.stop != HECO_STOP_NOT_YET);
        g->over = 1;
        return;
    }
    check(!g->over && b->count > 0 && b->count <= b->capacity);
    check(b->count <= r->options.max_evals - g->evals && b->count == twin->count);
    check(memcmp(b->x, twin->x, b->count * b->n * sizeof *b->x) == 0);
    check(b->derivatives == twin->derivatives && (b->df != NULL || !b->derivatives));
    for (size_t i = 0; i < b->count; i++) check_point(r, b->x + i * b->n);
    g->out = b, g->twin_out = twin, g->rows = b->count;
}

static void evaluate_row(heco_batch *b, size_t i, unsigned how) {
    const double *x   = b->x + i * b->n;
    double        sum = 0.0;
    for (size_t j = 0; j < b->n; j++) sum += how & 1 ? x[j] * x[j] : fabs(x[j] - 1.0);
    b->f[i] = how & 2 ? floor(sum) : sum;
    for (size_t k = 0; k < b->ng; k++)
        b->g[i * b->ng + k] = x[0] - (double)k - (how & 4 ? sum : 0.5);
    for (size_t k = 0; k < b->nh; k++) b->h[i * b->nh + k] = x[b->n - 1] - (double)k - 0.25;
}

/* Values of all rows, some of them strange; then some things that only a bug would write. */
static void do_evaluate(game *g, fuzz_bytes *bytes) {
    heco_batch *b   = g->out;
    unsigned    how = fuzz_byte(bytes), odd = fuzz_byte(bytes) % 8;
    for (size_t i = 0; i < b->count; i++) evaluate_row(b, i, how);
    for (unsigned k = 0; k < odd; k++) {
        size_t i = fuzz_byte(bytes) % b->count;
        switch (fuzz_byte(bytes) % 5) {
        case 0:
            b->f[i] = number(bytes);
            break;
        case 1:
            if (b->ng > 0) b->g[i * b->ng] = number(bytes);
            break;
        case 2:
            if (b->nh > 0) b->h[i * b->nh] = number(bytes);
            break;
        case 3:
            b->state[i] = (unsigned char)(fuzz_byte(bytes) % 5);
            break;
        default:
            b->viol[i] = number(bytes);
        }
    }
    if (how & 8)
        for (size_t i = 0; i < b->count; i++) b->f[i] = NAN;
    if ((how & 0xf0) == 0xf0) b->stop = 1;
    if (b->df == NULL) {
        b->derivatives = how & 16 ? 1 : 0;
    } else if (b->derivatives) {
        for (size_t i = 0; i < b->n; i++) b->df[i] = how & 32 ? number(bytes) : 1.0;
        for (size_t i = 0; i < b->n * b->ng; i++) b->dg[i] = how & 64 ? number(bytes) : 1.0;
        for (size_t i = 0; i < b->n * b->nh; i++) b->dh[i] = 1.0;
    }
}

static void copy_values(heco_batch *to, const heco_batch *from) {
    memcpy(to->f, from->f, from->count * sizeof *to->f);
    if (to->ng > 0) memcpy(to->g, from->g, from->count * to->ng * sizeof *to->g);
    if (to->nh > 0) memcpy(to->h, from->h, from->count * to->nh * sizeof *to->h);
    memcpy(to->state, from->state, from->count);
    to->stop = from->stop, to->derivatives = from->derivatives;
    if (to->df == NULL) return;
    memcpy(to->df, from->df, to->n * sizeof *to->df);
    if (to->ng > 0) memcpy(to->dg, from->dg, to->n * to->ng * sizeof *to->dg);
    if (to->nh > 0) memcpy(to->dh, from->dh, to->n * to->nh * sizeof *to->dh);
}

/* The best point by the definitions of the header; the tolerance of linear equalities is the run's.
 */
static void observe(game *g) {
    const heco_space *s = heco_run_space(g->run);
    const heco_batch *b = g->out;
    for (size_t i = 0; i < b->count; i++) {
        if (b->state[i] == HECO_ROW_SKIPPED) continue;
        if (heco_batch_lacks_f(b, i)) { /* neither failed nor ever the best point */
            g->evals++;
            continue;
        }
        double viol = heco_violation(s, b->g + i * b->ng, b->h + i * b->nh);
        int    good = isfinite(b->f[i]) && viol < INFINITY;
        g->evals++;
        g->failed += !good;
        if (good && heco_better_feasible(b->f[i], viol, g->f, g->viol))
            g->f = b->f[i], g->viol = viol;
    }
}

static void do_tell(game *g) {
    if (g->out == NULL) {
        check(heco_run_tell(g->run) == HECO_ERR_ORDER);
        expect_order(g);
        return;
    }
    copy_values(g->twin_out, g->out);
    observe(g);
    heco_status status = heco_run_tell(g->run);
    check(status == heco_run_tell(g->twin));
    check(status == HECO_OK || heco_run_message(g->run)[0] != '\0');
    g->out = NULL;
}

/* Rows that were not asked for, or fewer: refused, and the right ones can still be told. */
static void do_miscount(game *g, fuzz_bytes *b) {
    size_t count = fuzz_byte(b) * 3;
    if (g->out == NULL || count == g->rows) return;
    g->out->count = count;
    check(heco_run_tell(g->run) == HECO_ERR_ARG && heco_run_message(g->run)[0] != '\0');
    g->out->count = g->rows;
}

static void do_stop(game *g, fuzz_bytes *b) {
    heco_stop reason = (heco_stop)(fuzz_byte(b) % 12);
    heco_run_stop(g->run, reason);
    heco_run_stop(g->twin, reason);
    check(heco_run_result(g->run)->outcome.stop != HECO_STOP_NOT_YET);
    g->out = NULL, g->over = 1;
}

static void play(const recipe *r, game *g, fuzz_bytes *b) {
    int    slow  = is_slow(r->algorithm) && r->options.max_evals <= 1000;
    size_t steps = slow ? FEW : STEPS, rows = slow ? FEW : ROWS;
    for (size_t i = 0; b->left > 0 && i < steps && g->evals < rows; i++) {
        unsigned what = fuzz_byte(b);
        if (what >= 200)
            do_stop(g, b);
        else if (what < 160 && what % 8 < 6) { /* mostly as it is meant: ask, evaluate, tell */
            if (g->out == NULL) do_ask(r, g);
            if (g->out == NULL) continue;
            do_evaluate(g, b);
            if (what % 8 < 5) do_tell(g);
        } else if (what % 8 == 6)
            do_ask(r, g);
        else if (what % 8 == 7)
            do_tell(g);
        else if (what % 8 == 1)
            do_miscount(g, b);
        check_result(r, g);
    }
}

static heco_status make_run(heco_run **out, const recipe *r) {
    heco_error  error  = {HECO_OK, ""};
    heco_status status = heco_run_new(out, r->algorithm, &r->space, &r->options, &error);
    check((status == HECO_OK) == (*out != NULL) && (status == HECO_OK) == (error.text[0] == '\0'));
    check(strchr(error.text, '\n') == NULL && (status == HECO_OK || status == error.status));
    check(strcmp(heco_status_text(status), "unknown status") != 0);
    return status;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static recipe r;
    fuzz_bytes    b     = {data, size};
    size_t        count = 0;
    game          g     = {.f = INFINITY, .viol = INFINITY};
    memset(&r, 0, sizeof r);
    while (heco_algorithm_at(count) != NULL) count++;
    r.algorithm = heco_algorithm_at(fuzz_byte(&b) % count);
    make_space(&r, &b);
    make_options(&r, &b);
    if (make_run(&g.run, &r) == HECO_OK && make_run(&g.twin, &r) == HECO_OK) {
        check_result(&r, &g);
        play(&r, &g, &b);
        check_result(&r, &g);
    }
    heco_run_free(g.run);
    heco_run_free(g.twin);
    return 0;
}
