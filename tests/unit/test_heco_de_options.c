/* HECO-DE's settings: what is derived from the problem, what the user sets wins, what cannot work is
 * refused. */
#include "testing.h"

#include "solver/algorithm_table.h"
#include "solver/heco/heco_de.h"
#include "heco/heco.h"

typedef struct {
    heco_de_params p;
    double         option[32];
    heco_status    status;
    heco_error     error;
} settings;

/* n variables, m inequalities, "name=value name=value" */
static settings read(size_t n, size_t m, uint64_t evals, const char *set) {
    const heco_algorithm *a = &heco_algorithm_heco_de;
    static const double   zero[40], one[40] = {1};
    settings              r;
    heco_space            space = {.n = n, .ng = m, .lower = zero, .upper = one};
    heco_setup            setup = {.space = &space, .max_evals = evals, .option = r.option, .error = &r.error};
    char                  words[200];
    memset(&r, 0, sizeof r);
    for (size_t i = 0; i < heco_option_count(a->options); i++) r.option[i] = a->options[i].value;
    snprintf(words, sizeof words, "%s", set);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(heco_option_set(a->options, r.option, word, a->name, &r.error), HECO_OK);
    r.status = heco_de_read_options(&r.p, &setup);
    return r;
}

static void sizes_follow_the_problem_or_the_papers(void **state) {
    (void)state;
    static const struct {
        size_t      n, m;
        uint64_t    evals;
        const char *set;
        size_t      lambda, N0;
        double      gamma;
    } cases[] = {
        {10, 3, 200000, "", 20, 200, 0.1},                 /* 10 lambda > 12 n            */
        {30, 3, 200000, "", 20, 360, 0.1},                 /* 12 n                        */
        {10, 4, 200000, "", 45, 450, 0.7},                 /* four constraints are many   */
        {10, 1, 200000, "preset=cec2006", 45, 450, 0.7},   /* whatever the problem        */
        {10, 9, 200000, "preset=cec2017", 20, 120, 0.1},
        {10, 1, 1000, "", 20, 50, 0.1},                    /* a twentieth of the budget   */
        {10, 1, 400, "", 10, 20, 0.1},                     /* lambda: half of N0          */
        {10, 1, 60, "", 4, 8, 0.1},                        /* never below 8               */
        {10, 1, 200000, "lambda=30", 30, 300, 0.1},        /* N0 follows the user's       */
        {10, 1, 1000, "lambda=80", 80, 80, 0.1},           /* which the budget does not cut */
        {10, 1, 200000, "N0=33 gamma=0.4", 20, 33, 0.4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        settings r = read(cases[i].n, cases[i].m, cases[i].evals, cases[i].set);
        if (r.status != HECO_OK) fail_msg("case %zu: %s", i, r.error.text);
        if (r.p.lambda != cases[i].lambda || r.p.N0 != cases[i].N0 || r.p.gamma != cases[i].gamma)
            fail_msg("case %zu: lambda %zu, N0 %zu, gamma %g", i, r.p.lambda, r.p.N0, r.p.gamma);
        assert_double(r.option[HECO_DE_LAMBDA], (double)r.p.lambda); /* shown as it holds */
        assert_double(r.option[HECO_DE_N0], (double)r.p.N0);
        assert_double(r.option[HECO_DE_GAMMA], r.p.gamma);
    }
}

static void profiles_differ_in_these(void **state) {
    (void)state;
    settings r = read(10, 2, 200000, ""), a = read(10, 2, 200000, "profile=authors");
    assert_true(r.p.archive == 0.0 && a.p.archive == 4.0);
    assert_true(r.p.cr_mean == HECO_MEAN_LEHMER && a.p.cr_mean == HECO_MEAN_ARITHMETIC);
    assert_true(r.p.cr_sample == HECO_DE_SAMPLE_NORMAL && a.p.cr_sample == HECO_DE_SAMPLE_AUTHORS);
    assert_true(r.p.keep_max == 9 && a.p.keep_max == 10);
    assert_true(r.p.H == a.p.H && r.p.base == HECO_DE_BASE_Q && a.p.base == HECO_DE_BASE_Q);
    a = read(10, 2, 200000, "profile=authors archive=1 cr_mean=lehmer exp_keep_max=n-1");
    assert_true(a.p.archive == 1.0 && a.p.cr_mean == HECO_MEAN_LEHMER && a.p.keep_max == 9);
    a = read(10, 2, 200000, "profile=authors equivalent=feasibility-rule fr_slip=yes");
    assert_int_equal(a.status, HECO_OK);
    assert_int_equal(a.p.equivalent, HECO_EQUIVALENT_FEASIBILITY_SLIP);
}

static void refused(const char *set, uint64_t evals, const char *text) {
    settings r = read(10, 2, evals, set);
    if (r.status != HECO_ERR_ARG) fail_msg("'%s': %s", set, heco_status_text(r.status));
    assert_text(r.error.text, text);
}

static void what_cannot_work_is_refused(void **state) {
    (void)state;
    refused("fr_slip=yes", 200000, "needs profile=authors and equivalent=feasibility-rule");
    refused("fr_slip=yes equivalent=feasibility-rule", 200000, "needs profile=authors");
    refused("fr_slip=yes profile=authors equivalent=new", 200000, "needs profile=authors");
    refused("profile=authors base=P", 200000, "base=P is not possible");
    refused("N0=19 lambda=20", 200000, "N0 = 19 is smaller than lambda = 20");
    refused("N0=500", 499, "500");
    assert_int_equal(read(10, 2, 500, "N0=500").status, HECO_OK);
    assert_int_equal(read(10, 2, 200000, "base=P").status, HECO_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_follow_the_problem_or_the_papers),
        cmocka_unit_test(profiles_differ_in_these),
        cmocka_unit_test(what_cannot_work_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
