/* The slices of heco solve --slices, as text and as JSON. */
#include "cli/solve/answer_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>


enum { SLICES_CELL = 2 * ARGS_REAL_SIZE };

/* Returns the first constraint that value i of a slice violates; ng + nh if it violates none. */
static size_t slices_violated(const solve_run *a, const heco_slice *s, size_t i) {
    size_t                 m = a->problem->space.ng + a->problem->space.nh;
    heco_constraint_report report;
    for (size_t k = 0; k < m; k++) {
        heco_problem_report(a->problem, k, s->c[i * m + k], &report);
        if (!report.satisfied) return k;
    }
    return m;
}

static int slices_is_feasible(const solve_run *a, const heco_slice *s, size_t i) {
    return !isnan(s->f[i]) &&
           slices_violated(a, s, i) == a->problem->space.ng + a->problem->space.nh;
}

/* Returns the value that ends the feasible range on one side of the answer. */
static size_t slices_end(const solve_run *a, const heco_slice *s, int up) {
    size_t i = s->here;
    while (up ? i + 1 < s->count && slices_is_feasible(a, s, i + 1)
              : i > 0 && slices_is_feasible(a, s, i - 1))
        i = up ? i + 1 : i - 1;
    return i;
}

typedef struct { /* one end of the feasible range */
    double x, f;
    size_t cause; /* the constraint that ends it; ng + nh: a failure or the end of the slice */
} slices_limit;

/* Returns the part of the step from value i to value `next` after which constraint k is at its
 * limit, an equality at its tolerance, if it is linear; INFINITY if `next` does not violate it. */
static double slices_part(const solve_run *a, const heco_slice *s, size_t k, size_t i,
                          size_t next) {
    const heco_space      *space = &a->problem->space;
    size_t                 m     = space->ng + space->nh;
    double                 from = s->c[i * m + k], to = s->c[next * m + k];
    heco_constraint_report report;
    heco_problem_report(a->problem, k, to, &report);
    if (report.satisfied) return INFINITY;
    double end = k < space->ng ? 0.0 : copysign(heco_problem_tol(a->problem, k), to);
    return fmax(0.0, (end - from) / (to - from));
}

/* Moves the end of a range from value i towards value `next`, up to the first constraint there.
 * Integers and lists have no values between. */
static void slices_interpolate(const solve_run *a, const heco_slice *s, size_t j, size_t i,
                               size_t next, slices_limit *out) {
    const heco_space *space = &a->problem->space;
    size_t            m     = space->ng + space->nh;
    double            least = INFINITY;
    for (size_t k = 0; k < m; k++) {
        double part = slices_part(a, s, k, i, next);
        if (part < least) least = part, out->cause = k;
    }
    if ((space->integer != NULL && space->integer[j]) || !(least < INFINITY) ||
        (space->choices != NULL && space->choices[j].count > 0))
        return;
    out->x += least * (s->x[next] - s->x[i]);
    out->f += least * (s->f[next] - s->f[i]);
}

static slices_limit slices_find_limit(const solve_run *a, const heco_slice *s, size_t j, int up) {
    size_t       i = slices_end(a, s, up), next = up ? i + 1 : i - 1;
    slices_limit out  = {s->x[i], s->f[i], a->problem->space.ng + a->problem->space.nh};
    int          more = up ? next < s->count : i > 0;
    if (more && !isnan(s->f[next])) slices_interpolate(a, s, j, i, next, &out);
    return out;
}

/* Returns what ends the range: a constraint, a failure or a bound. */
static const char *slices_cause(const solve_run *a, const heco_slice *s, const slices_limit *limit,
                                int up, char buffer[24]) {
    size_t m = a->problem->space.ng + a->problem->space.nh;
    if (limit->cause < m) return heco_problem_c_name(a->problem, limit->cause, buffer);
    if (limit->x == s->x[up ? s->count - 1 : 0]) return up ? "its upper end" : "its lower end";
    return "a failed evaluation";
}

static void slices_row(const solve_run *a, FILE *out, size_t j, int width) {
    const heco_slice *s     = heco_slices_at(a->slices, j);
    const char       *unit  = a->problem->x_units != NULL ? a->problem->x_units[j] : NULL;
    int               alone = !slices_is_feasible(a, s, s->here);
    slices_limit      low = slices_find_limit(a, s, j, 0), high = slices_find_limit(a, s, j, 1);
    char              name[2][24], text[4][ARGS_REAL_SIZE], x[SLICES_CELL + 8], f[SLICES_CELL + 8];
    answer_number(a, text[0], low.x);
    answer_number(a, text[1], high.x);
    answer_number(a, text[2], low.f);
    answer_number(a, text[3], high.f);
    int one = strcmp(text[0], text[1]) == 0;
    fputs("  ", out);
    answer_name(out, heco_problem_x_name(a->problem, j, name[0]), width);
    if (alone || s->count == 1) {
        fputs(alone ? "  the answer is not feasible\n" : "  fixed\n", out);
        return;
    }
    snprintf(x, sizeof x, one ? "only %s" : "%s to %s", text[0], text[1]);
    snprintf(f, sizeof f, one ? "f %s" : "f %s to %s", text[2], text[3]);
    cli_print(out, "  %-22s %-6s %-24s", x, unit != NULL ? unit : "", f);
    cli_print(out, "  below: %s", slices_cause(a, s, &low, 0, name[0]));
    cli_print(out, ", above: %s\n", slices_cause(a, s, &high, 1, name[1]));
}

void answer_slices(const solve_run *a, FILE *out) {
    size_t n = a->problem->space.n, shown = n;
    int    width = 0;
    char   buffer[24];
    if (a->slices == NULL) return;
    if (n > ANSWER_LIST_MAX && !a->args->common.verbose) shown = ANSWER_LIST_MAX;
    for (size_t j = 0; j < shown; j++)
        answer_widen(&width, heco_problem_x_name(a->problem, j, buffer), ANSWER_NAME_MAX);
    fprintf(out,
            "\nslices (feasible range of each variable if the others stay, and what ends it; "
            "%" PRIu64 " evaluations)\n",
            heco_slices_evals(a->slices));
    for (size_t j = 0; j < shown; j++) slices_row(a, out, j, width);
    if (shown < n) fprintf(out, "  ... and %zu more: -v shows all\n", n - shown);
}

/* Writes f and the values of the constraints, in the terms of the model, along variable j. */
static void slices_json_variable(const solve_run *a, heco_json *out, size_t j) {
    const heco_slice      *s = heco_slices_at(a->slices, j);
    size_t                 m = a->problem->space.ng + a->problem->space.nh;
    heco_constraint_report report;
    char                   name[24];
    heco_json_open(out, NULL, '{');
    heco_json_text(out, "name", heco_problem_x_name(a->problem, j, name));
    heco_json_reals(out, "x", s->x, s->count);
    heco_json_reals(out, "f", s->f, s->count);
    heco_json_open(out, "constraints", '[');
    for (size_t k = 0; k < m; k++) {
        heco_json_open_line(out, NULL, '[');
        for (size_t i = 0; i < s->count; i++) {
            heco_problem_report(a->problem, k, s->c[i * m + k], &report);
            heco_json_real(out, NULL, report.value);
        }
        heco_json_close(out);
    }
    heco_json_close(out);
    heco_json_close(out);
}

void answer_slices_json(const solve_run *a, heco_json *out) {
    if (a->slices == NULL) return;
    heco_json_count(out, "slice_evaluations", heco_slices_evals(a->slices));
    heco_json_open(out, "slices", '[');
    for (size_t j = 0; j < a->problem->space.n; j++) slices_json_variable(a, out, j);
    heco_json_close(out);
}
