/* The function, and what is done to its values. Smooth with ripples, feasible in a part of the box;
 * a fault acts on f, g, h or on what is returned, always or at some points or calls. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "matrix.h"

enum { ON_F = 1, ON_G = 2, ON_H = 4, ON_FIRST_G = 8, ON_FIRST_H = 16, ON_SAID = 32 };

typedef enum { /* those from FIRST on depend on the number of the call */
    NEVER, ALWAYS, SOMETIMES, OFTEN, HALF, OUTSIDE_CORNER, FIRST, AFTER, THIRD, BUT_FIRST
} fault_when;

typedef enum {
    SET,      /* to the value                                  */
    SCALE,    /* by the value                                  */
    ADD,      /* the value                                     */
    NOISE,    /* random, up to the value; by the point's bits  */
    STEPS,    /* of that height                                */
    SIGNS,    /* the value or its negative                     */
    COUNTED,  /* the value for each call so far is subtracted  */
    AT_TOL,   /* exactly at the tolerance, or just beyond it   */
    UNWRITTEN /* whatever was there before                     */
} fault_what;

struct matrix_fault {
    const char *name;
    unsigned    on;
    fault_when  when;
    fault_what  what;
    double      value;
};

static const matrix_fault FAULTS[] = {
    {"none", 0, NEVER, SET, 0.0},
    {"f-nan", ON_F, ALWAYS, SET, NAN},
    {"f-nan-sometimes", ON_F, SOMETIMES, SET, NAN},
    {"f-nan-often", ON_F, OFTEN, SET, NAN},
    {"f-nan-half", ON_F, HALF, SET, NAN},
    {"f-nan-but-corner", ON_F, OUTSIDE_CORNER, SET, NAN},
    {"f-nan-first", ON_F, FIRST, SET, NAN},
    {"f-nan-after", ON_F, AFTER, SET, NAN},
    {"f-nan-but-first", ON_F, BUT_FIRST, SET, NAN},
    {"f-inf", ON_F, ALWAYS, SET, INFINITY},
    {"f-minus-inf", ON_F, ALWAYS, SET, -INFINITY},
    {"f-inf-sometimes", ON_F, SOMETIMES, SET, INFINITY},
    {"f-minus-inf-sometimes", ON_F, SOMETIMES, SET, -INFINITY},
    {"f-minus-inf-half", ON_F, HALF, SET, -INFINITY},
    {"f-1e308", ON_F, ALWAYS, SET, 1e308},
    {"f-largest-signs", ON_F, ALWAYS, SIGNS, DBL_MAX},
    {"f-1e300-scale", ON_F, ALWAYS, SCALE, 1e300},
    {"f-minus-1e300-half", ON_F, HALF, SET, -1e300},
    {"f-denormal", ON_F, ALWAYS, SCALE, 1e-320},
    {"f-constant", ON_F, ALWAYS, SET, 0.0},
    {"f-zeros", ON_F, ALWAYS, SIGNS, 0.0},
    {"f-steps", ON_F, ALWAYS, STEPS, 0.5},
    {"f-cliff", ON_F, HALF, ADD, -1e10},
    {"f-noise", ON_F, ALWAYS, NOISE, 1.0},
    {"f-noise-1e308", ON_F, ALWAYS, NOISE, 1e308},
    {"f-drifts", ON_F, ALWAYS, COUNTED, 1e-3},
    {"g-nan", ON_G, ALWAYS, SET, NAN},
    {"g-nan-sometimes", ON_FIRST_G, SOMETIMES, SET, NAN},
    {"g-nan-half", ON_G, HALF, SET, NAN},
    {"g-nan-after", ON_FIRST_G, AFTER, SET, NAN},
    {"g-inf", ON_FIRST_G, ALWAYS, SET, INFINITY},
    {"g-inf-sometimes", ON_G, SOMETIMES, SET, INFINITY},
    {"g-minus-inf", ON_G, ALWAYS, SET, -INFINITY},
    {"g-minus-inf-sometimes", ON_FIRST_G, SOMETIMES, SET, -INFINITY},
    {"g-1e308", ON_G, ALWAYS, SET, 1e308},
    {"g-1e300-scale", ON_G, ALWAYS, SCALE, 1e300},
    {"g-denormal", ON_G, ALWAYS, SET, 5e-324},
    {"g-never-feasible", ON_G, ALWAYS, ADD, 1e3},
    {"g-constant", ON_G, ALWAYS, SET, 1.0},
    {"g-always-feasible", ON_G | ON_H, ALWAYS, SET, -0.0},
    {"g-at-tolerance", ON_G, ALWAYS, AT_TOL, 0.0},
    {"g-noise", ON_G, ALWAYS, NOISE, 1.0},
    {"g-signs", ON_G, ALWAYS, SIGNS, DBL_MAX},
    {"g-drifts", ON_G, ALWAYS, COUNTED, 1e-3},
    {"h-nan", ON_H, ALWAYS, SET, NAN},
    {"h-nan-sometimes", ON_FIRST_H, SOMETIMES, SET, NAN},
    {"h-nan-half", ON_H, HALF, SET, NAN},
    {"h-inf-sometimes", ON_FIRST_H, SOMETIMES, SET, INFINITY},
    {"h-minus-inf", ON_H, ALWAYS, SET, -INFINITY},
    {"h-1e308", ON_H, ALWAYS, SIGNS, 1e308},
    {"h-1e300-scale", ON_H, ALWAYS, SCALE, 1e300},
    {"h-denormal", ON_H, ALWAYS, SCALE, 1e-320},
    {"h-never-met", ON_H, ALWAYS, ADD, 1e3},
    {"h-at-tolerance", ON_H, ALWAYS, AT_TOL, 0.0},
    {"h-noise", ON_H, ALWAYS, NOISE, 1e-3},
    {"all-nan", ON_F | ON_G | ON_H, SOMETIMES, SET, NAN},
    {"all-noise", ON_F | ON_G | ON_H, ALWAYS, NOISE, 1e3},
    {"all-1e308", ON_F | ON_G | ON_H, ALWAYS, SIGNS, 1e308},
    {"all-zero", ON_F | ON_G | ON_H, ALWAYS, SET, 0.0},
    {"f-unwritten-sometimes", ON_F, SOMETIMES, UNWRITTEN, 0.0},
    {"g-unwritten", ON_G, ALWAYS, UNWRITTEN, 0.0},
    {"h-unwritten-sometimes", ON_FIRST_H, SOMETIMES, UNWRITTEN, 0.0},
    {"all-unwritten", ON_F | ON_G | ON_H, OFTEN, UNWRITTEN, 0.0},
    {"fails", ON_SAID, ALWAYS, SET, HECO_POINT_FAILED},
    {"fails-sometimes", ON_SAID, SOMETIMES, SET, HECO_POINT_FAILED},
    {"fails-often", ON_SAID, OFTEN, SET, HECO_POINT_FAILED},
    {"fails-half", ON_SAID, HALF, SET, HECO_POINT_FAILED},
    {"fails-but-corner", ON_SAID, OUTSIDE_CORNER, SET, HECO_POINT_FAILED},
    {"fails-first", ON_SAID, FIRST, SET, HECO_POINT_FAILED},
    {"fails-after", ON_SAID, AFTER, SET, HECO_POINT_FAILED},
    {"fails-third", ON_SAID, THIRD, SET, HECO_POINT_FAILED},
    {"says-77-sometimes", ON_SAID, SOMETIMES, SET, 77.0},
    {"says-least-sometimes", ON_SAID, SOMETIMES, SET, (double)INT_MIN},
};
enum { FAULT_COUNT = sizeof FAULTS / sizeof FAULTS[0], FAULT_CALLS = 40 };

const matrix_fault *matrix_fault_at(size_t i) { return i < FAULT_COUNT ? &FAULTS[i] : NULL; }
const char         *matrix_fault_name(const matrix_fault *fault) { return fault->name; }
int                 matrix_fault_is_pure(const matrix_fault *fault) {
    return fault->when < FIRST && fault->what != COUNTED;
}
int matrix_fault_writes(const matrix_fault *fault) { return fault->what != UNWRITTEN; }
int matrix_fault_applies(const matrix_fault *fault, const matrix_space *s) {
    unsigned has = ON_F | ON_SAID | (s->space.ng > 0 ? ON_G | ON_FIRST_G : 0) |
                   (s->space.nh > 0 ? ON_H | ON_FIRST_H : 0);
    return fault->on == 0 || (fault->on & has) != 0;
}

/* Constraint k: a linear row where the space says that it is one. */
static double fault_linear(const heco_linear *l, size_t at, const double *x) {
    double sum = l->constant[at];
    for (size_t e = l->begin[at]; e < l->begin[at + 1]; e++) sum += l->coef[e] * x[l->index[e]];
    return sum;
}

static void fault_base(const matrix_space *s, const double *x, double *f, double *c) {
    size_t n = s->space.n, ng = s->space.ng, nh = s->space.nh;
    double u[MATRIX_MAX_N], total = 0.0;
    f[0] = 0.0;
    for (size_t j = 0; j < n; j++) {
        u[j]     = matrix_space_unit(s, j, x[j]);
        double d = u[j] - 0.3 - 0.4 * (double)j / (double)n;
        f[0] += (1.0 + (double)j) * d * d + 0.1 * (1.0 - cos(9.0 * d));
        total += u[j];
    }
    for (size_t k = 0; k < ng; k++) c[k] = total - 0.5 * (double)n - 0.002 * (double)k;
    for (size_t k = 0; k < nh; k++) c[ng + k] = u[k % n] * u[(k + 1) % n] - 0.2;
    for (size_t i = 0; s->space.linear != NULL && i < s->linear.count; i++)
        c[s->linear.constraint[i]] = fault_linear(&s->linear, i, x);
}

static int fault_fires(const matrix_fault *fault, const matrix_space *s, const double *x,
                       uint64_t call) {
    uint64_t bits = matrix_mix(matrix_hash(MATRIX_HASH, x, s->space.n * sizeof *x));
    double   most = 0.0;
    switch (fault->when) {
    case NEVER: return 0;
    case ALWAYS: return 1;
    case SOMETIMES: return bits % 7 == 0;
    case OFTEN: return bits % 20 != 0;
    case HALF: return matrix_space_unit(s, 0, x[0]) > 0.5;
    case OUTSIDE_CORNER:
        for (size_t j = 0; j < s->space.n; j++) most = fmax(most, matrix_space_unit(s, j, x[j]));
        return most > 0.6;
    case FIRST: return call <= FAULT_CALLS;
    case AFTER: return call > FAULT_CALLS;
    case THIRD: return call % 3 == 0;
    case BUT_FIRST: return call > 1;
    }
    return 0;
}

static double fault_value(const matrix_fault *fault, double v, uint64_t bits, uint64_t call,
                          double tol) {
    switch (fault->what) {
    case SET: return fault->value;
    case SCALE: return v * fault->value;
    case ADD: return v + fault->value;
    case NOISE: return fault->value * (2.0 * matrix_uniform(bits) - 1.0);
    case STEPS: return floor(v / fault->value) * fault->value;
    case SIGNS: return bits % 2 ? fault->value : -fault->value;
    case COUNTED: return v - fault->value * (double)call;
    case AT_TOL: return bits % 2 ? tol : nextafter(tol, INFINITY);
    case UNWRITTEN: return NAN;
    }
    return v;
}

int matrix_fault_eval(const matrix_fault *fault, const matrix_space *s, const double *x,
                      uint64_t call, double *f, double *c, int *fired) {
    size_t   ng = s->space.ng, m = ng + s->space.nh;
    uint64_t bits = matrix_mix(~matrix_hash(MATRIX_HASH, x, s->space.n * sizeof *x));
    fault_base(s, x, f, c);
    *fired = fault_fires(fault, s, x, call);
    if (!*fired) return HECO_POINT_OK;
    if (fault->on & ON_F) f[0] = fault_value(fault, f[0], bits, call, 0.0);
    for (size_t k = 0; k < m; k++) {
        unsigned on = k < ng ? ON_G | (k == 0 ? ON_FIRST_G : 0)
                             : ON_H | (k == ng ? ON_FIRST_H : 0);
        double   tol = s->space.tol != NULL ? s->space.tol[k] : k < ng ? 0.0 : s->space.eq_tol;
        bits         = matrix_mix(bits);
        if (fault->on & on) c[k] = fault_value(fault, c[k], bits, call, tol);
    }
    return fault->on & ON_SAID ? (int)fault->value : HECO_POINT_OK;
}

/* Row k of the derivatives of constraints, or of f where k is SIZE_MAX. */
static void fault_gradient(const matrix_space *s, const double *x, size_t k, double *d) {
    size_t n = s->space.n, ng = s->space.ng;
    for (size_t j = 0; j < n; j++) {
        double slope = matrix_space_slope(s, j, x[j]), u = matrix_space_unit(s, j, x[j]);
        double a = u - 0.3 - 0.4 * (double)j / (double)n;
        size_t one = (k - ng) % n, two = (k - ng + 1) % n;
        if (k == SIZE_MAX)
            d[j] = slope * (2.0 * (1.0 + (double)j) * a + 0.9 * sin(9.0 * a));
        else if (k < ng)
            d[j] = slope;
        else
            d[j] = slope * ((j == one ? matrix_space_unit(s, two, x[two]) : 0.0) +
                            (j == two ? matrix_space_unit(s, one, x[one]) : 0.0));
    }
    for (size_t i = 0; s->space.linear != NULL && i < s->linear.count; i++) {
        if (s->linear.constraint[i] != k) continue;
        memset(d, 0, n * sizeof *d);
        for (size_t e = s->begin[i]; e < s->begin[i + 1]; e++) d[s->index[e]] = s->coef[e];
    }
}

static double fault_spoil(matrix_slopes how, double v, uint64_t bits) {
    switch (how) {
    case DERIVATIVE_REPORT_NAN: return NAN;
    case DERIVATIVE_REPORT_ONE_NAN: return bits % 5 == 0 ? NAN : v;
    case DERIVATIVE_REPORT_INFINITE: return bits % 2 ? INFINITY : -INFINITY;
    case DERIVATIVE_REPORT_WRONG_SIGN: return -v;
    case DERIVATIVE_REPORT_ZERO: return 0.0;
    case DERIVATIVE_REPORT_HUGE: return v < 0.0 ? -1e308 : 1e308;
    case DERIVATIVE_REPORT_RANDOM: return 200.0 * matrix_uniform(bits) - 100.0;
    default: return v;
    }
}

int matrix_fault_slopes(const matrix_space *s, matrix_slopes how, const double *x, double *df,
                        double *dg, double *dh) {
    size_t   n = s->space.n, ng = s->space.ng, m = ng + s->space.nh;
    uint64_t bits = matrix_hash(MATRIX_HASH, x, n * sizeof *x);
    if (how == DERIVATIVE_REPORT_SOMETIMES) how = matrix_mix(bits) % 3 ? DERIVATIVE_REPORT_EXACT : DERIVATIVE_REPORT_FAIL;
    if (how == DERIVATIVE_REPORT_FAIL) df[0] = 1.0; /* half-way */
    if (how == DERIVATIVE_REPORT_FAIL) return HECO_POINT_FAILED;
    if (how == DERIVATIVE_REPORT_UNWRITTEN) return HECO_POINT_OK;
    for (size_t k = 0; k <= m; k++) {
        double *d = k == m ? df : k < ng ? dg + k * n : dh + (k - ng) * n;
        fault_gradient(s, x, k == m ? SIZE_MAX : k, d);
        for (size_t j = 0; j < n; j++) d[j] = fault_spoil(how, d[j], bits = matrix_mix(bits));
    }
    return HECO_POINT_OK;
}
