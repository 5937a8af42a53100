/* The report in the user's terms. It is not part of the library, so its sources are taken in. */
#include "heco/heco.h"
/* The search has no model here. */
#define heco_model_instance(model) ""
#define heco_model_note(model) ""
#include "cli/solve/answer.c"
#include "cli/solve/answer_json.c"
#include "cli/solve/answer_conflict.c"
#include "cli/solve/answer_prices.c"
#include "cli/solve/answer_rows.c"
#include "cli/solve/answer_runs.c"
#include "cli/solve/answer_slices.c"
#include "cli/args.c"
#include "cli/fold.c"
#include "cli/terminal.c"

#include "testing.h"

int interrupt_seen(void) { return 0; }

/* Six variables that want to be somewhere, and four constraints. */
typedef struct {
    double x[6], g[3], h[1];
} place;

static int eval(void *user, const double *x, double *f, double *g, double *h) {
    const place *at = user;
    f[0]            = 0.0;
    for (int j = 0; j < 6; j++) f[0] += fabs(x[j] - at->x[j]);
    memcpy(g, at->g, sizeof at->g);
    h[0] = at->h[0];
    return HECO_POINT_OK;
}

static const double        lower[6] = {0, -1e4, 3, 1, 4, 0}, upper[6] = {2, 1e4, 3, 3, 10, 9e6};
static const unsigned char open[6] = {0, 3, 0, 0, 0, 0}, integer[6] = {0, 0, 0, 0, 0, 1};
static const double        metals[3] = {1, 2, 3}, plates[3] = {4, 6, 10};
static const char *const metal[3] = {"steel", "brass", "copper"}, *const plate[3] = {"A", "B", "C"};
static const heco_choice  choices[6] = {{0}, {0}, {0}, {3, metals, metal, 1}, {3, plates, plate, 0},
                                        {0}};
static const heco_constraint_form forms[4] = {
    {'>', 0.5, -1.0, "m/s"}, {'<', 30000.0, 1.0, "Pa"}, {0}, {'=', 5.0, 1.0, NULL}};
static const char *const x_names[6] = {"t", "free", "three", "metal", "plate", "count"};
static const char *const c_names[4] = {"velocity", "drop", NULL, "heat"};
static const char *const units[6]   = {"mm", NULL, NULL, NULL, "mm", NULL};

/* The report or document about that place; the caller frees it. */
static char *report_within(double ineq_tol, place *at,
                           void (*write)(const solve_run *a, FILE *out), int verbose) {
    heco_problem          p        = heco_problem_default();
    heco_minimize_options o        = heco_minimize_options_default();
    heco_solution        *solution = NULL;
    heco_error            error    = {HECO_OK, ""};
    char                 *text     = NULL;
    size_t                size;
    p.space.n = 6, p.space.ng = 3, p.space.nh = 1;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer;
    p.space.missing = open, p.space.choices = choices;
    p.forms = forms, p.x_names = x_names, p.c_names = c_names, p.x_units = units;
    p.ineq_tol = ineq_tol, p.maximise = 1, p.f_unit = "kg", p.eval = eval, p.user = at;
    o.run.max_evals = 1, o.run.start = at->x, o.run.starts = 1, o.algorithm = "sqp";
    if (heco_minimize(&solution, &p, &o, &error) != HECO_OK) fail_msg("%s", error.text);
    solve_run_args args = {.common = {.target = NAN, .verbose = verbose}};
    solve_run      a    = {.args = &args, .spec = "m", .problem = &p, .solution = solution};
    a.how.backend       = "serial";
    FILE  *out = open_memstream(&text, &size);
    write(&a, out);
    fclose(out);
    heco_solution_free(solution);
    return text;
}

static char *report(place *at, void (*write)(const solve_run *a, FILE *out), int verbose) {
    return report_within(0.0, at, write, verbose);
}

static void the_users_terms(void **state) {
    (void)state;
    place at   = {{0, 12, 3, 2, 6, 1234567},
                  {
                      -0.9546,
                      -1e-3,
                      -4,
                },
                  {2e-5}};
    char *text = report(&at, answer_text, 0);
    assert_text(text, "\nf            0 kg  (maximised)\n");
    assert_text(text, "\n  t         0 mm      (at its lower bound)\n");
    assert_text(text, "\n  free      12\n");
    assert_text(text, "\n  three     3         (fixed)\n");
    assert_text(text, "\n  metal     brass\n");
    assert_text(text, "\n  plate     B (6 mm)\n");
    assert_text(text, "\n  count     1234567\n");
    assert_text(text, "\n  velocity  1.4546 m/s  >= 0.5    slack 0.9546  satisfied\n");
    assert_text(text, "\n  drop      30000 Pa    <= 30000  slack 0.001   satisfied, active\n");
    assert_text(text, "\n  g3        -4          <= 0      slack 4       satisfied\n");
    assert_text(text,
                "\n  heat      5.00002     = 5       off by 2e-05  satisfied within 0.0001\n");
    assert_null(strstr(text, "default"));
    free(text);
    text = report(&at, answer_text, 1);
    assert_text(text, "29999.999");
    free(text);
}

/* Rounding errors do not hide that a constraint is at its limit. */
static void at_a_limit_to_rounding(void **state) {
    (void)state;
    place at   = {{1, 0, 3, 2, 4, 7}, {-1, 1e-8, -1}, {1e-11}};
    char *text = report_within(3e-4, &at, answer_text, 0);
    assert_text(text, "<= 30000  slack -1e-08  satisfied, active\n");
    assert_text(text, "off by 1e-11  satisfied\n");
    free(text);
    at.g[1] = 1e-5, at.h[0] = 1e-9;
    text    = report_within(3e-4, &at, answer_text, 0);
    assert_text(text, "<= 30000  slack -1e-05  satisfied within 0.0003\n");
    assert_text(text, "off by 1e-09  satisfied within 0.0001\n");
    free(text);
}

static void a_default_bound(void **state) {
    (void)state;
    place at   = {{1, -1e4, 3, 2, 4, 7}, {-1, -1, -1}, {0}};
    char *text = report(&at, answer_text, 0);
    assert_text(text, "-10000    (at a default lower bound)\n");
    assert_text(text,
                "\nwarning: free is on a default bound: the model may be unbounded, or the box too "
                "small; give bounds in the model, or a larger box with --bound\n");
    free(text);
    text = report(&at, answer_json, 0);
    assert_text(text, "\"at_bound\": \"lower\",\n      \"default_bound\": true");
    free(text);
    at.x[1] = 9995.0; /* on its way there */
    text    = report(&at, answer_text, 0);
    assert_text(text, "(at a default upper bound)");
    free(text);
    at.x[1] = 9900.0;
    text    = report(&at, answer_text, 0);
    assert_null(strstr(text, "default"));
    free(text);
}

static void what_is_missing(void **state) {
    (void)state;
    place at   = {{1, 0, 3, 2, 4, 7}, {0.1, 5.34e-132, -1}, {-0.5}};
    char *text = report(&at, answer_text, 0);
    assert_text(text,
                "\nblocked by   heat (by 0.5), velocity (by 0.1 m/s), drop (by 5.34e-132 Pa)\n");
    assert_text(text, "\n  velocity  0.4 m/s   >= 0.5    slack -0.1        violated by 0.1\n");
    assert_null(strstr(text, "satisfied within"));
    free(text);
    at.g[0] = at.h[0] = 0.0;
    text              = report(&at, answer_text, 0);
    assert_text(text, "satisfied within 1e-06: --ineq-tol 1e-06 accepts this point as feasible\n");
    free(text);
    at.h[0] = 1.005e-4;
    text    = report(&at, answer_text, 0);
    assert_text(text, "satisfied within 1e-06: --ineq-tol 1e-06 --eq-tol 0.000101 accepts");
    free(text);
}

static void the_document(void **state) {
    (void)state;
    place at   = {{1, 0, 3, 2, 4, 7}, {-0.9546, 2, -1}, {0}};
    char *text = report(&at, answer_json, 0);
    assert_text(text, "\"unit\": \"kg\"");
    assert_text(text, "\"label\": \"brass\"");
    assert_text(text, "\"name\": \"velocity\",\n      \"kind\": \"inequality\",\n      \"value\": "
                      "1.4546000000000001,\n      \"sense\": \">=\",\n      \"bound\": 0.5,\n      "
                      "\"slack\": 0.9546,\n      \"unit\": \"m/s\",");
    assert_text(text, "\"g\": [-0.9546");
    assert_text(text, "\"excess\": 2,\n      \"satisfied\": false,\n      \"active\": false");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_users_terms),
        cmocka_unit_test(at_a_limit_to_rounding),
        cmocka_unit_test(a_default_bound),
        cmocka_unit_test(what_is_missing),
        cmocka_unit_test(the_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
