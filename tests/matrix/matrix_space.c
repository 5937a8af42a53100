/* Spaces: usual ones, and those at the edge of what a double, a range or a list can be. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix.h"

enum {
    SOME_INTEGER = 1,    /* every other variable                                */
    ALL_INTEGER  = 2,
    FIX_SECOND   = 4,    /* lower == upper                                      */
    FIX_ALL      = 8,
    FIX_REST     = 16,   /* all but the first                                   */
    LISTS        = 32,   /* a list, a range, a category, a list of one value    */
    OPEN_SOME    = 64,   /* no upper bound of every other variable              */
    OPEN_ALL     = 128,
    LINEAR       = 256,  /* the first constraints are linear rows               */
    CONTRADICT   = 512,  /* two linear equalities that cannot both be met       */
    TOL_ZERO     = 1024,
    TOL_HUGE     = 2048,
    WIDTHS       = 4096, /* each variable has another odd range                 */
    LISTS_FAR    = 8192  /* lists with values near the largest numbers          */
};

typedef struct {
    const char *name;
    size_t      n, ng, nh;
    double      lower, upper;
    unsigned    kind;
} space_row;

static const space_row SPACES[] = {
    {"plain", 3, 2, 1, -2.0, 3.0, 0},
    {"free", 3, 0, 0, -2.0, 3.0, 0},
    {"inequalities", 5, 4, 0, -2.0, 3.0, 0},
    {"equalities", 4, 0, 2, -2.0, 3.0, 0},
    {"one", 1, 0, 0, -2.0, 3.0, 0},
    {"one-g", 1, 1, 0, -2.0, 3.0, 0},
    {"one-h", 1, 0, 1, -2.0, 3.0, 0},
    {"two", 2, 1, 1, -2.0, 3.0, 0},
    {"forty", 40, 6, 3, -5.0, 5.0, 0},
    {"many-rows", 3, 120, 10, -2.0, 3.0, 0},
    {"exact", 3, 1, 1, -2.0, 3.0, TOL_ZERO},
    {"lenient", 3, 1, 1, -2.0, 3.0, TOL_HUGE},
    {"fixed", 4, 1, 1, -2.0, 3.0, FIX_SECOND},
    {"all-fixed", 3, 1, 1, 0.75, 0.75, FIX_ALL},
    {"one-fixed", 1, 1, 0, 0.75, 0.75, FIX_ALL},
    {"all-but-one-fixed", 4, 1, 0, -2.0, 3.0, FIX_REST},
    {"integers", 4, 1, 1, -3.0, 9.0, SOME_INTEGER},
    {"all-integers", 4, 2, 1, -3.0, 9.0, ALL_INTEGER},
    {"binary", 8, 2, 1, 0.0, 1.0, ALL_INTEGER},
    {"one-integer", 1, 1, 0, -50.0, 50.0, ALL_INTEGER},
    {"one-binary", 1, 0, 0, 0.0, 1.0, ALL_INTEGER},
    {"single-integer", 3, 1, 0, 0.2, 1.7, ALL_INTEGER},
    {"integers-1e17", 3, 1, 0, 1e17, 1e17 + 64.0, ALL_INTEGER},
    {"integers-fixed", 3, 1, 0, -3.0, 9.0, ALL_INTEGER | FIX_SECOND},
    {"lists", 5, 2, 0, -2.0, 3.0, LISTS},
    {"lists-integers", 6, 1, 1, -2.0, 3.0, LISTS | SOME_INTEGER},
    {"one-list", 1, 1, 0, -2.0, 3.0, LISTS},
    {"lists-far", 4, 1, 0, -1.5e307, 1.6e308, LISTS_FAR},
    {"open", 3, 1, 1, -1e12, 1e12, OPEN_ALL},
    {"open-some", 4, 2, 0, -3.0, 1e12, OPEN_SOME},
    {"open-integers", 3, 1, 0, -1e12, 1e12, OPEN_ALL | ALL_INTEGER},
    {"open-linear", 4, 1, 2, -1e12, 1e12, OPEN_ALL | LINEAR},
    {"open-far", 3, 1, 0, -8e307, 8e307, OPEN_ALL},
    {"linear", 5, 1, 2, -2.0, 3.0, LINEAR},
    {"linear-integers", 5, 1, 1, -3.0, 9.0, LINEAR | SOME_INTEGER},
    {"linear-all-integers", 4, 1, 1, -3.0, 9.0, LINEAR | ALL_INTEGER},
    {"linear-lists", 5, 1, 1, -2.0, 3.0, LINEAR | LISTS},
    {"linear-fixed", 4, 1, 1, -2.0, 3.0, LINEAR | FIX_SECOND},
    {"linear-all-fixed", 4, 1, 1, 0.75, 0.75, LINEAR | FIX_ALL},
    {"contradiction", 4, 1, 2, -2.0, 3.0, LINEAR | CONTRADICT},
    {"far-down", 4, 1, 1, -1e308, 0.0, 0},
    {"far-up", 4, 1, 0, 0.0, 1.79e308, 0},
    {"far-both", 4, 1, 1, -8.9e307, 8.9e307, 0},
    {"far-off", 3, 1, 0, 1e308, 1.7e308, 0},
    {"far-one", 1, 1, 0, -1e308, 0.0, 0},
    {"far-integers", 4, 1, 0, -1e308, 5e307, SOME_INTEGER},
    {"far-all-integers", 2, 1, 0, -1e308, 5e307, ALL_INTEGER},
    {"far-linear", 4, 1, 2, -8.9e307, 8.9e307, LINEAR},
    {"far-down-linear", 4, 1, 1, -1e308, 0.0, LINEAR},
    {"1e155", 3, 1, 1, -1e155, 1e155, 0},
    {"1e300", 3, 2, 0, -1e300, 1e300, 0},
    {"denormal", 3, 1, 0, 0.0, 1e-310, 0},
    {"least", 2, 1, 0, 0.0, 5e-324, 0},
    {"zeros", 2, 1, 0, -0.0, 0.0, 0},
    {"ulp", 3, 1, 0, 1.0, 1.0 + DBL_EPSILON, 0},
    {"widths", 8, 2, 1, 0.0, 1.0, WIDTHS},
    {"widths-integers", 8, 1, 0, 0.0, 1.0, WIDTHS | SOME_INTEGER},
};
enum { SPACE_COUNT = sizeof SPACES / sizeof SPACES[0] };

size_t      matrix_space_count(void) { return SPACE_COUNT; }
const char *matrix_space_name(size_t index) { return SPACES[index].name; }

static void space_box(matrix_space *s, const space_row *r) {
    static const double odd[8][2] = {{0.0, 1e-310},   {-1e308, 0.0}, {-1.0, 1.0},   {1e17, 1.1e17},
                                     {-1e-3, 1e300},  {0.0, 0.0},    {-1e155, 3.0}, {7.0, 7.5}};
    for (size_t j = 0; j < r->n; j++) {
        int odd_one   = (r->kind & WIDTHS) != 0;
        s->lower[j]   = odd_one ? odd[j % 8][0] : r->lower;
        s->upper[j]   = odd_one ? odd[j % 8][1] : r->upper;
        s->integer[j] = (r->kind & ALL_INTEGER) || ((r->kind & SOME_INTEGER) && j % 2 == 1);
        if ((r->kind & FIX_SECOND) && j == 1) s->lower[j] = s->upper[j] = 1.0;
        if ((r->kind & FIX_REST) && j > 0) s->lower[j] = s->upper[j] = 0.25 * (double)j;
        if (odd_one && s->integer[j] && ceil(s->lower[j]) > floor(s->upper[j])) s->integer[j] = 0;
        if (r->kind & OPEN_ALL) s->missing[j] = HECO_LOWER_MISSING | HECO_UPPER_MISSING;
        if ((r->kind & OPEN_SOME) && j % 2 == 0) s->missing[j] = HECO_UPPER_MISSING;
        if ((r->kind & OPEN_SOME) && j % 2 == 1) s->upper[j] = 4.0;
    }
}

/* A list, a range, a category, a list of one value, and again. */
static void space_lists(matrix_space *s, const space_row *r) {
    static const double      list[]  = {-2.0, -0.75, -0.5, 0.0, 0.375, 1.0, 3.0};
    static const double      words[] = {2.0, -1.0, 1.0, 3.0, 0.0};
    static const double      lone[]  = {0.5};
    static const double      far[]   = {-1e307, -5e-324, 0.0, 1e-300, 1.0, 1e160, 1.5e308};
    static const heco_choice kinds[4] = {
        {7, list, NULL, 0}, {0, NULL, NULL, 0}, {5, words, NULL, 1}, {1, lone, NULL, 0}};
    static const heco_choice far_kinds[2] = {{7, far, NULL, 0}, {7, far, NULL, 1}};
    for (size_t j = 0; j < r->n; j++) {
        s->choices[j] = r->kind & LISTS_FAR ? far_kinds[j % 2] : kinds[j % 4];
        if (s->choices[j].count > 0) s->integer[j] = 0;
    }
    s->space.choices = s->choices;
}

/* Row `at` is constraint k: alternating signs over the first four variables, or a second one that
 * is not a multiple of it; the middle of the box is on it, except of a contradiction. */
static void space_row_linear(matrix_space *s, size_t at, size_t k, unsigned kind) {
    static const double coef[2][4] = {{1.0, -1.0, 1.0, -1.0}, {0.5, 1.0, -0.5, -1.0}};
    size_t              from = s->begin[at], n = s->space.n < 4 ? s->space.n : 4;
    int                 which = at % 2 == 1 && !(kind & CONTRADICT);
    double              sum   = 0.0;
    for (size_t j = 0; j < n; j++) {
        s->index[from + j] = j;
        s->coef[from + j]  = coef[which][j];
        sum += coef[which][j] * (0.5 * s->lower[j] + 0.5 * s->upper[j]);
    }
    s->constraint[at] = k;
    s->begin[at + 1]  = from + n;
    s->constant[at]   = -sum + ((kind & CONTRADICT) ? (double)at : 0.0);
    s->linear.count   = at + 1;
}

static void space_linear(matrix_space *s, const space_row *r) {
    size_t at = 0;
    for (size_t k = 0; k < r->nh && at < MATRIX_MAX_LINEAR - 1; k++)
        space_row_linear(s, at++, r->ng + k, r->kind);
    if (r->ng > 0) space_row_linear(s, at, 0, r->kind);
    s->linear.constraint = s->constraint, s->linear.begin = s->begin;
    s->linear.index = s->index, s->linear.coef = s->coef, s->linear.constant = s->constant;
    s->space.linear = &s->linear;
}

void matrix_space_make(matrix_space *s, size_t index) {
    const space_row *r = &SPACES[index];
    memset(s, 0, sizeof *s);
    s->name         = r->name;
    s->space.n      = r->n;
    s->space.ng     = r->ng;
    s->space.nh     = r->nh;
    s->space.eq_tol = 1e-4;
    space_box(s, r);
    s->space.lower = s->lower, s->space.upper = s->upper;
    if (r->kind & (LISTS | LISTS_FAR)) space_lists(s, r);
    if (r->kind & (ALL_INTEGER | SOME_INTEGER)) s->space.integer = s->integer;
    if (r->kind & (OPEN_ALL | OPEN_SOME)) s->space.missing = s->missing;
    if (r->kind & LINEAR) space_linear(s, r);
    if (r->kind & TOL_ZERO) s->space.eq_tol = 0.0;
    for (size_t k = 0; k < r->ng + r->nh; k++) s->tol[k] = r->kind & TOL_HUGE ? 1e300 : 0.25;
    if (r->kind & TOL_HUGE) s->space.tol = s->tol;
}

double matrix_space_unit(const matrix_space *s, size_t j, double x) {
    double width = s->upper[j] - s->lower[j];
    if (s->missing[j]) return 0.5 + asinh(x) / 60.0;
    return width > 0.0 ? (x - s->lower[j]) / width : 0.5;
}

double matrix_space_slope(const matrix_space *s, size_t j, double x) {
    double width = s->upper[j] - s->lower[j];
    if (s->missing[j]) return 1.0 / (60.0 * hypot(1.0, x));
    return width > 0.0 ? 1.0 / width : 0.0;
}
