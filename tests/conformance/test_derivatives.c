/* Exact derivatives from one end to the other: the same bits with every backend and from a journal,
 * and a search that goes on where they are missing, wrong, or crash. */
#include "testing.h"

#include <stdlib.h>
#include <unistd.h>

#include "../journal_cut.h"
#include "heco/heco.h"
#include "run/journal/journal_scan.h"

enum { N = 5 };

typedef enum { RIGHT, NONE, NOT_FINITE, FAILING, WRONG, WRONG_CONSTRAINT, CRASHING } kind;

typedef struct {
    kind     how;
    uint64_t evals, derived; /* calls in this process */
} counter;

/* min of the sum of 20 (x[j+1] - x[j]^2)^2 + (1 - x[j])^2 with sum of squares <= 4, x1 x2 = 0.5. */
static int chain_eval(void *user, const double *x, double *f, double *g, double *h) {
    ((counter *)user)->evals++;
    f[0] = g[0] = 0.0;
    for (int j = 0; j < N; j++) g[0] += x[j] * x[j];
    g[0] -= 4.0;
    h[0] = x[0] * x[1] - 0.5;
    for (int j = 0; j + 1 < N; j++) {
        double up = x[j + 1] - x[j] * x[j];
        f[0] += 20.0 * up * up + (1.0 - x[j]) * (1.0 - x[j]);
    }
    return HECO_POINT_OK;
}

static int chain_derivatives(void *user, const double *x, double *df, double *dg, double *dh) {
    counter *c = user;
    c->derived++;
    if (c->how == CRASHING && x[0] > 0.2) abort();
    for (int j = 0; j < N; j++) df[j] = dh[j] = 0.0, dg[j] = 2.0 * x[j];
    for (int j = 0; j + 1 < N; j++) {
        double up = x[j + 1] - x[j] * x[j];
        df[j] += -80.0 * up * x[j] - 2.0 * (1.0 - x[j]);
        df[j + 1] += 40.0 * up;
    }
    dh[0] = x[1], dh[1] = x[0];
    if (c->how == WRONG) df[2] = -df[2] - 1.0;
    if (c->how == WRONG_CONSTRAINT) dg[3] += 1.0;
    if (c->how == NOT_FINITE) dh[4] = NAN;
    return c->how == FAILING ? HECO_POINT_FAILED : HECO_POINT_OK;
}

static void *chain_clone(const void *user) {
    counter *c = malloc(sizeof *c);
    if (c != NULL) *c = *(const counter *)user;
    return c;
}

static const double lower[N] = {-2, -2, -2, -2, -2}, upper[N] = {2, 2, 2, 2, 2};

static heco_problem chain_problem(counter *c) {
    heco_problem p = heco_problem_default();
    p.name = "chain", p.eval = chain_eval, p.user = c;
    p.derivatives = c->how == NONE ? NULL : chain_derivatives;
    p.space.n = N, p.space.ng = p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper;
    p.sharing = HECO_SHARE_CLONE, p.clone = chain_clone, p.drop = free;
    return p;
}

typedef struct {
    heco_outcome outcome;
    double       x[N];
    uint64_t     replayed;
    char         text[300];
} summary;

typedef struct {
    const char *algorithm, *backend, *journal;
    int         resume, integer, list;
    uint64_t    evals;
} how;

static heco_status solve(counter *c, how o, summary *out) {
    heco_problem          p          = chain_problem(c);
    heco_minimize_options m          = heco_minimize_options_default();
    heco_solution        *s          = NULL;
    const unsigned char   integer[N] = {0, 0, 0, 1, 0};
    if (o.integer) p.space.integer = integer;
    static const double      values[]   = {-1.5, 0.25, 0.5, 1.75};
    static const heco_choice choices[N] = {[2] = {.count = 4, .values = values}};
    if (o.list) p.space.choices = choices;
    m.algorithm = o.algorithm, m.backend = o.backend, m.journal = o.journal, m.resume = o.resume;
    m.run.max_evals     = o.evals > 0 ? o.evals : 600;
    m.evaluator.workers = 2;
    p.protocol          = 1; /* no restoration: the evaluations are counted */
    m.prices            = HECO_PRICES_NO;
    heco_status status  = heco_minimize(&s, &p, &m, NULL);
    memset(out, 0, sizeof *out);
    if (s != NULL) {
        out->outcome         = heco_solution_result(s)->outcome;
        out->outcome.seconds = 0.0;
        out->replayed        = heco_solution_replayed(s);
        memcpy(out->x, heco_solution_result(s)->x, sizeof out->x);
        heco_solution_describe(s, out->text, sizeof out->text);
    }
    heco_solution_free(s);
    return status;
}

static void assert_same(const summary *a, const summary *b) {
    assert_memory_equal(a->x, b->x, sizeof a->x);
    assert_double(a->outcome.f, b->outcome.f);
    assert_int_equal(a->outcome.evals, b->outcome.evals);
    assert_int_equal(a->outcome.derivatives, b->outcome.derivatives);
    assert_int_equal(a->outcome.evals_at_best, b->outcome.evals_at_best);
}

static const char *const algorithms[] = {"sqp", "auto", "heco-next"};
enum { ALGORITHMS = 3 };

static void every_backend_gives_the_same_bits(void **state) {
    (void)state;
    for (int a = 0; a < ALGORITHMS; a++)
        for (int kinds = 0; kinds < 4; kinds++) {
            static const char *const backends[] = {"serial", "threads", "process"};
            summary                  first, other;
            how                      o = {.algorithm = algorithms[a],
                                          .integer   = kinds & 1,
                                          .list      = kinds >> 1,
                                          .evals     = a < 2 ? 900 : 6000};
            for (int b = 0; b < 3; b++) {
                counter c = {.how = RIGHT};
                o.backend = backends[b];
                assert_int_equal(solve(&c, o, b == 0 ? &first : &other), HECO_OK);
                if (b > 0) assert_same(&first, &other);
                if (b > 0) continue;
                assert_true(first.outcome.derivatives > 5);
                assert_int_equal(first.outcome.derivatives, c.derived);
                assert_int_equal(first.outcome.evals + 1, c.evals); /* one confirms the answer */
            }
        }
}

/* Fewer evaluations to the same f, and other algorithms never ask. */
static void they_are_worth_it(void **state) {
    (void)state;
    for (int a = 0; a < 2; a++) {
        counter with = {.how = RIGHT}, without = {.how = NONE};
        summary one, two;
        how     o = {.algorithm = algorithms[a], .evals = 2000};
        assert_int_equal(solve(&with, o, &one), HECO_OK);
        assert_int_equal(solve(&without, o, &two), HECO_OK);
        assert_int_equal(two.outcome.derivatives, 0);
        assert_true(one.outcome.viol == 0.0 && two.outcome.viol == 0.0);
        assert_near(one.outcome.f, two.outcome.f, 1e-5);
        assert_true(one.outcome.evals_to_feasible < two.outcome.evals_to_feasible);
    }
    counter c = {.how = RIGHT};
    summary s;
    assert_int_equal(solve(&c, (how){.algorithm = "heco-de"}, &s), HECO_OK);
    assert_int_equal(c.derived, 0);
}

/* Not finite, failed or wrong: the search ends where it ends without, and says what is wrong. */
static void bad_ones_do_no_harm(void **state) {
    (void)state;
    static const struct {
        kind        how;
        const char *says;
    } bad[]   = {{NOT_FINITE, "not given"},
                 {FAILING, "not given"},
                 {WRONG, "of the objective are wrong"},
                 {WRONG_CONSTRAINT, "of constraint 1 are wrong"}};
    counter c = {.how = NONE};
    summary good, s;
    for (int a = 0; a < 2; a++) {
        assert_int_equal(solve(&c, (how){.algorithm = algorithms[a], .evals = 2000}, &good),
                         HECO_OK);
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            counter odd = {.how = bad[i].how};
            assert_int_equal(solve(&odd, (how){.algorithm = algorithms[a], .evals = 2000}, &s),
                             HECO_OK);
            assert_near(s.outcome.f, good.outcome.f, 1e-6);
            assert_true(s.outcome.viol == 0.0);
            assert_true(odd.derived <= 6); /* it stops asking */
            if (strstr(s.text, bad[i].says) == NULL)
                fail_msg("'%s' lacks '%s'", s.text, bad[i].says);
        }
    }
}

/* With worker processes a crash costs the point. */
static void a_crash_costs_a_point(void **state) {
    (void)state;
    counter c = {.how = CRASHING};
    summary s;
    assert_int_equal(solve(&c, (how){.algorithm = "sqp", .backend = "process"}, &s), HECO_OK);
    assert_int_equal(s.outcome.evals, 600);
    assert_true(s.outcome.failed > 0 && s.outcome.failed < 100);
    assert_true(s.outcome.viol == 0.0);
}

/* Where the first evaluation may begin: the texts before it name the commit, so they differ in
 * length. */
static long end_of_texts(const char *path) {
    heco_journal_scan scan;
    assert_int_equal(heco_journal_scan_file(&scan, path, NULL, NULL), HECO_OK);
    long at = (long)scan.at;
    heco_journal_scan_free(&scan);
    assert_in_range(at, 100, 1000);
    return at;
}

/* Cut at many places: the same search, nothing recorded is evaluated again. */
static void a_journal_brings_them_back(void **state) {
    (void)state;
    char whole[100], cut[100];
    snprintf(whole, sizeof whole, "/tmp/heco-derivatives-%ld", (long)getpid());
    snprintf(cut, sizeof cut, "/tmp/heco-derivatives-%ld-cut", (long)getpid());
    unlink(whole);
    for (kind k = RIGHT; k <= NOT_FINITE; k += NOT_FINITE) {
        counter c = {.how = k};
        summary plain, kept, again;
        assert_int_equal(solve(&c, (how){.algorithm = "sqp", .evals = 200}, &plain), HECO_OK);
        assert_int_equal(
            solve(&c, (how){.algorithm = "sqp", .evals = 200, .journal = whole}, &kept), HECO_OK);
        assert_same(&plain, &kept);
        long size = file_size(whole);
        for (long at = end_of_texts(whole); at <= size; at += at > size - 900 ? 7 : size / 40) {
            copy_prefix(whole, cut, at);
            c     = (counter){.how = k};
            how o = {.algorithm = "sqp", .evals = 200, .journal = cut, .resume = 1};
            assert_int_equal(solve(&c, o, &again), HECO_OK);
            assert_same(&plain, &again);
            assert_int_equal(again.replayed + c.evals, 201);
            /* the same but for records of the time, of 28 bytes each */
            assert_int_equal((file_size(cut) - size) % 28, 0);
        }
        unlink(whole);
        unlink(cut);
    }
}

/* One that was begun without goes on without; one that was begun with cannot. */
static void a_journal_stays_what_it_was(void **state) {
    (void)state;
    char path[100];
    snprintf(path, sizeof path, "/tmp/heco-derivatives-%ld-old", (long)getpid());
    unlink(path);
    counter none = {.how = NONE}, right = {.how = RIGHT};
    summary plain, again;
    how     o = {.algorithm = "sqp", .evals = 200, .journal = path};
    assert_int_equal(solve(&none, o, &plain), HECO_OK);
    long size = file_size(path);
    assert_int_equal(truncate(path, size / 2), 0);
    o.resume = 1;
    assert_int_equal(solve(&right, o, &again), HECO_OK);
    assert_int_equal(right.derived, 0);
    assert_same(&plain, &again);
    o.evals = 400; /* a new schedule takes them */
    assert_int_equal(solve(&right, o, &again), HECO_OK);
    assert_true(again.outcome.derivatives > 0);
    o.evals = 800;
    assert_int_equal(solve(&none, o, &again), HECO_ERR_CONFLICT);
    unlink(path);
}

/* By hand: whoever leaves the flag alone and writes nothing is understood, too. */
static void ask_and_tell_without_an_answer(void **state) {
    (void)state;
    counter          c = {.how = RIGHT};
    heco_problem     p = chain_problem(&c);
    heco_run_options o = heco_run_options_default();
    heco_run        *run;
    heco_batch      *b;
    int              asked = 0;
    o.max_evals = 2000, o.derivatives = 1;
    assert_int_equal(heco_run_new(&run, heco_algorithm_find("sqp", NULL), &p.space, &o, NULL),
                     HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        asked += b->derivatives;
        assert_non_null(b->df);
        for (size_t i = 0; i < b->count; i++)
            chain_eval(&c, b->x + i * N, b->f + i, b->g + i, b->h + i);
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    assert_int_equal(asked, 3);
    assert_int_equal(heco_run_result(run)->outcome.derivatives, 0);
    assert_true(heco_run_result(run)->outcome.viol == 0.0);
    heco_run_free(run);
}

/* A batch of one's own: room and flag are enough. */
static void an_evaluator_gives_them(void **state) {
    (void)state;
    static const char *const backends[] = {"serial", "threads", "process"};
    for (kind k = RIGHT; k <= FAILING; k++)
        for (int i = 0; i < 3; i++) {
            counter         c = {.how = k};
            heco_problem    p = chain_problem(&c);
            heco_evaluator *ev;
            heco_batch     *b;
            double          df[N], dg[N], dh[N];
            assert_int_equal(heco_evaluator_open(&ev, &p, heco_backend_find(backends[i], NULL),
                                                 &(heco_evaluator_options){.workers = 2}, NULL),
                             HECO_OK);
            assert_int_equal(heco_batch_new(&b, &p.space, 4), HECO_OK);
            b->count = 4, b->derivatives = 1;
            b->df = df, b->dg = dg, b->dh = dh;
            for (int j = 0; j < 4 * N; j++) b->x[j] = 0.1 * j;
            assert_int_equal(heco_evaluate(ev, b), HECO_OK);
            assert_int_equal(b->derivatives, k == RIGHT);
            if (k == RIGHT) assert_near(dg[3], 0.6, 1e-15);
            if (k == RIGHT) assert_near(dh[0], 0.1, 1e-15);
            heco_batch_free(b);
            heco_evaluator_close(ev);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_backend_gives_the_same_bits),
        cmocka_unit_test(they_are_worth_it),
        cmocka_unit_test(bad_ones_do_no_harm),
        cmocka_unit_test(a_crash_costs_a_point),
        cmocka_unit_test(a_journal_brings_them_back),
        cmocka_unit_test(a_journal_stays_what_it_was),
        cmocka_unit_test(ask_and_tell_without_an_answer),
        cmocka_unit_test(an_evaluator_gives_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
