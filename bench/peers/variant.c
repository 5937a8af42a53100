/* Variants of a problem. What is random depends on the point or the variable only, so that one
 * point always has one value. */
#include "variant.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    SAME,
    DIGITS,
    FAILING,
    NOISE,
    BARRIER,
    BINARY,
    SCALED,
    DOUBLED,
    SHIFTED
} variant_kind;

static const struct {
    const char  *name;
    variant_kind kind;
    double       amount; /* digits; share of points; relative noise; constant */
    int          exact;  /* the target of the suite can be reached */
} variant_rows[] = {
    {"same", SAME, 0.0, 1},      {"loose", SAME, 0.0, 0},       {"digits6", DIGITS, 6.0, 0},
    {"digits4", DIGITS, 4.0, 0}, {"failing", FAILING, 0.1, 0},  {"noise4", NOISE, 1e-4, 0},
    {"noise3", NOISE, 1e-3, 0},  {"barrier", BARRIER, 0.1, 0},  {"binary", BINARY, 0.0, 0},
    {"scaled", SCALED, 3.0, 1},  {"doubled", DOUBLED, 10.0, 1}, {"shifted", SHIFTED, 1e6, 1}};
const char peers_variant_names[] =
    "same, loose, digits6, digits4, failing, noise4, noise3, barrier, binary, scaled, doubled, "
    "shifted";

struct peers_variant {
    size_t              row;
    const heco_problem *inner;
    heco_problem        problem;
    peers_truth         truth;
    double             *x, *scale, *lower, *upper, *tol;
};

/* splitmix64 of the bits of a number. */
static uint64_t variant_mix(uint64_t state, double value) {
    uint64_t z;
    memcpy(&z, &value, sizeof z);
    z = (z ^ state) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double variant_uniform(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

static uint64_t variant_hash(const double *x, size_t n) {
    uint64_t bits = n;
    for (size_t j = 0; j < n; j++) bits = variant_mix(bits, x[j]);
    return bits;
}

/* Rounds or disturbs one output. Both keep its sign, so that feasibility stays what it is. */
static double variant_output(const peers_variant *v, double value, uint64_t bits) {
    char   text[40];
    double amount = variant_rows[v->row].amount;
    switch (variant_rows[v->row].kind) {
    case DIGITS: snprintf(text, sizeof text, "%.*g", (int)amount, value); return strtod(text, NULL);
    case NOISE: return value * (1.0 + amount * (2.0 * variant_uniform(bits) - 1.0));
    default: return value;
    }
}

/* Returns 1 beyond a plane at a tenth of the box from the best known point. */
static int variant_is_beyond(const peers_variant *v) {
    const heco_space *s   = &v->inner->space;
    double            sum = 0.0;
    for (size_t j = 0; j < s->n; j++) {
        double sign = variant_mix(j, 1.0) % 2 == 0 ? 1.0 : -1.0, width = s->upper[j] - s->lower[j];
        if (width > 0.0) sum += sign * (v->x[j] - v->inner->x_ref[j]) / width;
    }
    return sum > variant_rows[v->row].amount * sqrt((double)s->n);
}

static int variant_eval(void *user, const double *x, double *f, double *g, double *h) {
    peers_variant    *v    = user;
    const heco_space *s    = &v->inner->space;
    variant_kind      kind = variant_rows[v->row].kind;
    for (size_t j = 0; j < s->n; j++)
        v->x[j] = fmin(s->upper[j], fmax(s->lower[j], x[j] / v->scale[j]));
    uint64_t bits = variant_hash(x, s->n);
    v->truth      = (peers_truth){INFINITY, INFINITY};
    if (kind == FAILING && variant_uniform(bits) < variant_rows[v->row].amount)
        return HECO_POINT_FAILED;
    int how = v->inner->eval(v->inner->user, v->x, f, g, h);
    if (how != HECO_POINT_OK) return how;
    v->truth = (peers_truth){f[0], heco_violation(s, g, h)};
    f[0]     = variant_output(v, f[0], variant_mix(bits, 0.5));
    for (size_t k = 0; k < s->ng; k++)
        g[k] = variant_output(v, g[k], variant_mix(bits, 1.0 + (double)k));
    for (size_t k = 0; k < s->nh; k++)
        h[k] = variant_output(v, h[k], variant_mix(bits, -1.0 - (double)k));
    for (size_t k = 0; kind == BINARY && k < s->ng; k++) g[k] = g[k] > heco_space_tol(s, k);
    if (kind == SHIFTED) f[0] += variant_rows[v->row].amount;
    if (kind == BARRIER) {
        g[s->ng] = variant_is_beyond(v);
        if (g[s->ng] > 0.0) v->truth.viol += g[s->ng];
    }
    return how;
}

/* Returns the factor of variable j: a power of 10 or of 2 if the variable is scaled. */
static double variant_scale(const peers_variant *v, size_t j) {
    const heco_space *s      = &v->inner->space;
    variant_kind      kind   = variant_rows[v->row].kind;
    double            amount = variant_rows[v->row].amount;
    double            power  = amount * (2.0 * variant_uniform(variant_mix(j, 2.0)) - 1.0);
    if (s->integer != NULL && s->integer[j]) return 1.0;
    if (kind == DOUBLED) return ldexp(1.0, (int)nearbyint(power));
    return kind == SCALED ? pow(10.0, power) : 1.0;
}

/* Sets the box, and the tolerances with one more inequality. */
static void variant_fill(peers_variant *v) {
    const heco_space *s = &v->inner->space;
    heco_space       *t = &v->problem.space;
    for (size_t j = 0; j < s->n; j++) {
        v->scale[j] = variant_scale(v, j);
        v->lower[j] = s->lower[j] * v->scale[j], v->upper[j] = s->upper[j] * v->scale[j];
    }
    t->lower = v->lower, t->upper = v->upper, t->linear = NULL, t->missing = NULL;
    if (variant_rows[v->row].kind != BARRIER) return;
    for (size_t k = 0; k < s->ng + s->nh; k++) v->tol[k + (k >= s->ng)] = heco_space_tol(s, k);
    t->ng++, t->tol = v->tol;
}

peers_variant *peers_variant_new(const char *name, const heco_problem *problem) {
    const heco_space *s   = &problem->space;
    size_t            row = 0, rows = sizeof variant_rows / sizeof *variant_rows;
    while (row < rows && strcmp(variant_rows[row].name, name) != 0) row++;
    if (row == rows || (variant_rows[row].kind == BARRIER && problem->x_ref == NULL)) return NULL;
    peers_variant *v     = calloc(1, sizeof *v);
    double        *block = calloc(4 * s->n + s->ng + s->nh + 1, sizeof *block);
    if (v == NULL || block == NULL) {
        free(v);
        free(block);
        return NULL;
    }
    v->row = row, v->inner = problem, v->problem = *problem;
    v->x = block, v->scale = block + s->n, v->lower = block + 2 * s->n, v->upper = block + 3 * s->n;
    v->tol          = block + 4 * s->n;
    v->problem.size = sizeof v->problem;
    v->problem.eval = variant_eval, v->problem.eval_batch = NULL, v->problem.user = v;
    v->problem.derivatives = NULL, v->problem.c_names = NULL, v->problem.forms = NULL;
    v->problem.failures = NULL, v->problem.set_should_stop = NULL, v->problem.x_ref = NULL;
    v->problem.sharing = HECO_SHARE_NONE;
    variant_fill(v);
    return v;
}

void peers_variant_free(peers_variant *v) {
    if (v != NULL) free(v->x);
    free(v);
}

const heco_problem *peers_variant_problem(const peers_variant *v) { return &v->problem; }
const peers_truth  *peers_variant_truth(const peers_variant *v) { return &v->truth; }

double peers_variant_target(const peers_variant *v, double target) {
    double best = v->inner->f_ref;
    return variant_rows[v->row].exact ? target : best + 1e-3 * fmax(fabs(best), 0.1);
}
