/* What the conformance tests share: small problems of every shape, and a run driven by hand that
 * leaves a fingerprint of all it asked for and was told. */
#ifndef HECO_TESTS_CONFORMANCE_H
#define HECO_TESTS_CONFORMANCE_H

#include "testing.h"

#include "base/elementary.h" /* a cosine with the same bits on every platform */
#include "heco/heco.h"

enum { MAX_N = 6, BUDGET = 3000 };

/* The i-th algorithm of the part of the table that this program tests. HECO_TEST_PART=K/N in the
 * environment selects every N-th algorithm from the K-th on, so that ctest can run one program as
 * several short tests. */
static inline const heco_algorithm *part_algorithm(size_t i) {
    const char *text = getenv("HECO_TEST_PART");
    unsigned    part = 1, parts = 1;
    if (text != NULL) assert_int_equal(sscanf(text, "%u/%u", &part, &parts), 2);
    return heco_algorithm_at(part - 1 + i * parts);
}

/* Sanitizers make a test ten times slower: there a matrix is tested in every THIN-th place. */
#ifdef HECO_SANITIZED
enum { THIN = 4 };
#else
enum { THIN = 1 };
#endif

/* Whether shape k is left out: for an algorithm that needs milliseconds of its own per point. */
static inline int is_thinned(const heco_algorithm *a, size_t k) {
    return (a->traits & HECO_TRAIT_EXPENSIVE) != 0 && k % THIN != 0;
}

typedef enum { EVAL_GOOD, EVAL_SOME_FAIL, EVAL_ALL_FAIL, EVAL_STOPS } shape_behaviour;

typedef struct {
    const char     *name;
    size_t          n, ng, nh;
    int             fixed;   /* variable 2 has lower == upper                     */
    int             integer; /* variables 1 and 3 are integers                    */
    shape_behaviour behaviour;
    int             lists;   /* variable 1 has a list, variable 3 is a category   */
    int             open;    /* variables 1 and 3 have no bounds, variable 2 no upper one */
    int             linear;  /* equalities are linear, and said to be             */
} shape;

static const shape SHAPES[] = {
    {"mixed", 3, 2, 1, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"no constraints", 3, 0, 0, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"only inequalities", 5, 4, 0, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"only equalities", 3, 0, 2, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"one variable", 1, 1, 0, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"one variable, equality", 1, 0, 1, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"two variables", 2, 1, 0, 0, 0, EVAL_GOOD, 0, 0, 0},
    {"a fixed variable", 3, 1, 0, 1, 0, EVAL_GOOD, 0, 0, 0},
    {"integers", 4, 1, 0, 0, 1, EVAL_GOOD, 0, 0, 0},
    {"integer and fixed", 3, 1, 0, 1, 1, EVAL_GOOD, 0, 0, 0},
    {"one integer", 1, 1, 0, 0, 1, EVAL_GOOD, 0, 0, 0},
    {"some points fail", 3, 2, 1, 0, 0, EVAL_SOME_FAIL, 0, 0, 0},
    {"one variable, some points fail", 1, 1, 0, 0, 0, EVAL_SOME_FAIL, 0, 0, 0},
    {"every point fails", 3, 1, 1, 0, 0, EVAL_ALL_FAIL, 0, 0, 0},
    {"one variable, every point fails", 1, 0, 0, 0, 0, EVAL_ALL_FAIL, 0, 0, 0},
    {"lists", 4, 2, 0, 0, 0, EVAL_GOOD, 1, 0, 0},
    {"lists and an integer", 3, 1, 0, 0, 1, EVAL_GOOD, 1, 0, 0},
    {"one list", 1, 1, 0, 0, 0, EVAL_GOOD, 1, 0, 0},
    {"lists, some points fail", 3, 1, 1, 0, 0, EVAL_SOME_FAIL, 1, 0, 0},
    {"no bounds", 4, 2, 0, 0, 0, EVAL_GOOD, 0, 1, 0},
    {"no bounds, integers", 3, 1, 1, 0, 1, EVAL_GOOD, 0, 1, 0},
    {"one variable, no bounds, some points fail", 1, 0, 0, 0, 0, EVAL_SOME_FAIL, 0, 1, 0},
    {"linear", 5, 1, 2, 0, 0, EVAL_GOOD, 0, 0, 1},
    {"linear, no bounds", 4, 1, 2, 0, 0, EVAL_GOOD, 0, 1, 1},
    {"linear, integers, some points fail", 5, 0, 1, 0, 1, EVAL_SOME_FAIL, 0, 0, 1},
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) { /* FNV-1a */
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}
static const uint64_t HASH_START = 0xcbf29ce484222325u;

/* The linear rows: x1 + x2 + x3 + x4 = 1.5 and x2 - 2 x4 = 0.25. */
static const size_t SHAPE_BEGIN[] = {0, 4, 6}, SHAPE_INDEX[] = {0, 1, 2, 3, 1, 3};
static const double SHAPE_COEF[] = {1.0, 1.0, 1.0, 1.0, 1.0, -2.0}, SHAPE_CONSTANT[] = {-1.5, -0.25};

static inline double shape_row(const double *x, size_t k) {
    double sum = SHAPE_CONSTANT[k];
    for (size_t e = SHAPE_BEGIN[k]; e < SHAPE_BEGIN[k + 1]; e++)
        sum += SHAPE_COEF[e] * x[SHAPE_INDEX[e]];
    return sum;
}

/* Smooth with ripples, optimum inside and constraints active; which points fail is a matter of
 * their bits alone, so it does not depend on who evaluates them when. */
static inline int shape_eval(void *user, const double *x, double *f, double *g, double *h) {
    const shape *s = user;
    if (s->behaviour == EVAL_ALL_FAIL) return HECO_POINT_FAILED;
    double sum = 0.0, total = 0.0;
    for (size_t j = 0; j < s->n; j++) {
        double d = x[j] - 0.4 * (double)(j + 1);
        sum += d * d * (1.0 + (double)j) + 0.1 * (1.0 - heco_cos(9.0 * d));
        total += x[j];
    }
    f[0] = sum;
    for (size_t k = 0; k < s->ng; k++) g[k] = total - 0.5 * (double)s->n - 0.1 * (double)k;
    for (size_t k = 0; s->linear && k < s->nh; k++) h[k] = shape_row(x, k);
    for (size_t k = 0; !s->linear && k < s->nh; k++)
        h[k] = s->n == 1 ? x[0] * x[0] - 0.25 : x[k] * x[(k + 1) % s->n] - 0.2;
    if (s->behaviour == EVAL_SOME_FAIL) {
        uint64_t odd = hash_bytes(HASH_START, x, s->n * sizeof *x) % 20;
        if (odd < 2) return HECO_POINT_FAILED;
        if (odd == 2) f[0] = NAN;
        if (odd == 3) f[0] = -INFINITY;
        if (odd == 4 && s->ng > 0) g[0] = NAN;
        if (odd == 5 && s->nh > 0) h[0] = INFINITY;
        if (odd == 6 && s->ng > 0) g[0] = -INFINITY;
    }
    return HECO_POINT_OK;
}

static const double      SHAPE_LIST[]   = {-2.0, -0.75, -0.5, 0.0, 0.375, 1.0, 3.0};
static const double      SHAPE_WORDS[]  = {2.0, -1.0, 1.0, 3.0, 0.0};
static const heco_choice SHAPE_CHOICES[MAX_N] = {{7, SHAPE_LIST, NULL, 0},
                                                 {0, NULL, NULL, 0},
                                                 {5, SHAPE_WORDS, NULL, 1}};

static inline heco_problem shape_problem(const shape *s) {
    static const double        lower[MAX_N]      = {-2.0, -3.0, -1.5, -2.0, -2.0, -2.0};
    static const double        upper[MAX_N]      = {3.0, 2.5, 4.25, 3.0, 3.0, 3.0};
    static const double        low_fixed[MAX_N]  = {-2.0, 0.75, -1.5, -2.0, -2.0, -2.0};
    static const double        high_fixed[MAX_N] = {3.0, 0.75, 4.25, 3.0, 3.0, 3.0};
    static const unsigned char integer[MAX_N]    = {1, 0, 1, 0, 0, 0};
    static const unsigned char second[MAX_N]     = {0, 1, 0, 0, 0, 0};
    static const double        open_lower[MAX_N] = {-1e12, -3.0, -1e12, -2.0, -2.0, -2.0};
    static const double        open_upper[MAX_N] = {1e12, 1e12, 1e12, 3.0, 3.0, 3.0};
    static const unsigned char open[MAX_N]       = {3, 2, 3, 0, 0, 0};
    static const size_t        zero[] = {0, 1}, one[] = {1, 2};
    static const heco_linear   linear[5] = {
        [1] = {1, zero, SHAPE_BEGIN, SHAPE_INDEX, SHAPE_COEF, SHAPE_CONSTANT},
        [4] = {2, one, SHAPE_BEGIN, SHAPE_INDEX, SHAPE_COEF, SHAPE_CONSTANT}};
    heco_problem               p                 = heco_problem_default();
    p.name                                       = s->name;
    p.space.n = s->n, p.space.ng = s->ng, p.space.nh = s->nh;
    p.space.lower   = s->fixed ? low_fixed : lower;
    p.space.upper   = s->fixed ? high_fixed : upper;
    p.space.integer = s->integer ? integer : NULL;
    if (s->lists) { /* variable 2 is the integer here */
        p.space.integer = s->integer ? second : NULL;
        p.space.choices = SHAPE_CHOICES;
    }
    if (s->open) {
        p.space.lower = open_lower;
        p.space.upper = open_upper;
        p.space.missing  = open;
    }
    if (s->linear) p.space.linear = &linear[2 * s->ng + s->nh];
    p.eval          = shape_eval;
    p.user          = (void *)s;
    p.sharing       = HECO_SHARE_FREELY;
    return p;
}

/* An algorithm made for a proof need not accept every shape; it must refuse it with a message. */
static inline int may_refuse(const heco_algorithm *a) {
    return (a->traits & HECO_TRAIT_THEORY) != 0;
}

typedef struct {
    heco_run *run;
    uint64_t  hash;  /* of everything asked and told            */
    uint64_t  asked; /* points                                  */
    size_t    batches;
} hand_run;

static inline void hand_evaluate(heco_batch *b, const heco_problem *p) {
    for (size_t i = 0; i < b->count; i++)
        if (p->eval(p->user, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh) !=
            HECO_POINT_OK)
            b->f[i] = NAN;
}

static inline void hand_check_box(const heco_batch *b, const heco_problem *p, const char *who) {
    const heco_space *s = &p->space;
    for (size_t i = 0; i < b->count; i++)
        for (size_t j = 0; j < s->n; j++) {
            double v = b->x[i * s->n + j];
            if (!(v >= s->lower[j] && v <= s->upper[j]))
                fail_msg("%s on %s asks for %.17g, outside [%g, %g]", who, p->name, v, s->lower[j],
                         s->upper[j]);
            if (s->integer != NULL && s->integer[j] && v != floor(v))
                fail_msg("%s on %s asks for %.17g where an integer is wanted", who, p->name, v);
            int known = s->choices == NULL || s->choices[j].count == 0;
            for (size_t c = 0; !known && c < s->choices[j].count; c++)
                known = v == s->choices[j].values[c];
            if (!known) fail_msg("%s on %s asks for %.17g, not in its list", who, p->name, v);
        }
}

/* Rows are met by construction, unless they are where an algorithm wants to have them, or integers
 * leave no way. */
static inline void hand_check_rows(const heco_batch *b, const heco_problem *p, const char *who) {
    if (p->space.linear == NULL || p->space.integer != NULL || b->as_asked) return;
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < p->space.nh; k++) {
            const double *x = b->x + i * b->n;
            double        size = 1.0; /* far out numbers are no better than their last digit */
            for (size_t j = 0; j < b->n; j++) size = fmax(size, 1e-5 * fabs(x[j]));
            if (size > 1e5) continue; /* at the end of the world there is nowhere to go */
            if (!(fabs(shape_row(x, k)) <= 1e-9 * size))
                fail_msg("%s on %s asks for a point with %g in linear row %zu", who, p->name,
                         shape_row(x, k), k + 1);
        }
}

/* One turn; 0 when the run is over. */
static inline int hand_step(hand_run *h, const heco_problem *p) {
    heco_batch *b = heco_run_ask(h->run);
    if (b == NULL) return 0;
    assert_true(b->count > 0 && b->count <= b->capacity);
    hand_check_box(b, p, heco_run_algorithm(h->run)->name);
    hand_check_rows(b, p, heco_run_algorithm(h->run)->name);
    hand_evaluate(b, p);
    h->hash = hash_bytes(h->hash, b->x, b->count * b->n * sizeof *b->x);
    h->asked += b->count;
    h->batches++;
    if (heco_run_tell(h->run) != HECO_OK)
        fail_msg("%s on %s: %s", heco_run_algorithm(h->run)->name, p->name,
                 heco_run_message(h->run));
    h->hash = hash_bytes(h->hash, b->viol, b->count * sizeof *b->viol);
    return 1;
}

/* Opens a run; 0 when the algorithm refuses, which only some may and only with a message. */
static inline int hand_open(hand_run *h, const heco_algorithm *a, const heco_problem *p,
                            const heco_run_options *options) {
    heco_error error   = {HECO_OK, ""};
    *h                 = (hand_run){NULL, HASH_START, 0, 0};
    heco_status status = heco_run_new(&h->run, a, &p->space, options, &error);
    if (status == HECO_OK) return 1;
    assert_null(h->run);
    assert_true(strlen(error.text) > 10);
    if (!may_refuse(a)) fail_msg("%s refuses %s: %s", a->name, p->name, error.text);
    return 0;
}

static inline heco_run_options hand_options(uint64_t seed) {
    heco_run_options o = heco_run_options_default();
    o.seed             = seed;
    o.max_evals        = BUDGET;
    o.max_failed       = 0;
    return o;
}

/* The whole run; 0 when refused. The caller frees h->run. */
static inline int hand_complete(hand_run *h, const heco_algorithm *a, const heco_problem *p,
                                const heco_run_options *options) {
    if (!hand_open(h, a, p, options)) return 0;
    while (hand_step(h, p)) {
    }
    return 1;
}

static inline void assert_same_result(const heco_result *a, const heco_result *b,
                                      const heco_space *s, const char *who) {
    int same = a->outcome.evals == b->outcome.evals && a->outcome.failed == b->outcome.failed &&
               a->outcome.stop == b->outcome.stop && a->outcome.found == b->outcome.found &&
               memcmp(&a->outcome.f, &b->outcome.f, sizeof a->outcome.f) == 0 &&
               memcmp(&a->outcome.viol, &b->outcome.viol, sizeof a->outcome.viol) == 0 &&
               a->outcome.evals_at_best == b->outcome.evals_at_best &&
               a->outcome.evals_to_feasible == b->outcome.evals_to_feasible &&
               memcmp(a->x, b->x, s->n * sizeof *a->x) == 0 &&
               (s->ng == 0 || memcmp(a->g, b->g, s->ng * sizeof *a->g) == 0) &&
               (s->nh == 0 || memcmp(a->h, b->h, s->nh * sizeof *a->h) == 0);
    if (!same)
        fail_msg("%s: results differ: f %.17g and %.17g, violation %.17g and %.17g, evaluations "
                 "%llu and %llu",
                 who, a->outcome.f, b->outcome.f, a->outcome.viol, b->outcome.viol,
                 (unsigned long long)a->outcome.evals, (unsigned long long)b->outcome.evals);
}

#endif
