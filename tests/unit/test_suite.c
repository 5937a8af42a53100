/* suite and suite_table: names, ownership, refusals; and what every suite has to keep. */
#include "testing.h"

#include "heco/suite.h"
#include "suites/suite_table.h"

static void table_lists_suites_by_number(void **state) {
    (void)state;
    size_t count = 0, cec2006 = 0, theory = 0;
    for (; heco_suite_name_at(count) != NULL; count++) {
        cec2006 += strcmp(heco_suite_name_at(count), "cec2006") == 0;
        theory += strcmp(heco_suite_name_at(count), "theory") == 0;
        assert_true(strlen(heco_suite_title_at(count)) > 0);
    }
    assert_int_equal(cec2006, 1);
    assert_int_equal(theory, 1);
    assert_null(heco_suite_title_at(count));
    assert_null(heco_suite_row_at(count));
}

static void unknown_suite_gets_the_nearest(void **state) {
    (void)state;
    heco_error  error;
    heco_suite *s = (heco_suite *)&error;
    assert_int_equal(heco_suite_open(&s, "cec206", NULL, &error), HECO_ERR_NAME);
    assert_null(s);
    assert_int_equal(error.status, HECO_ERR_NAME);
    assert_text(error.text, "'cec206'");
    assert_text(error.text, "cec2006");
    assert_int_equal(heco_suite_open(&s, "", NULL, NULL), HECO_ERR_NAME);
}

static void unknown_problem_gets_the_nearest(void **state) {
    (void)state;
    heco_error  error;
    heco_suite *s;
    assert_int_equal(heco_suite_open(&s, "cec2006", NULL, &error), HECO_OK);
    assert_int_equal(heco_suite_find(s, "g10", &error), 9);
    assert_int_equal(heco_suite_find(s, "G10", &error), 9);
    assert_int_equal(heco_suite_find(s, "g42", &error), -1);
    assert_text(error.text, "'g42' is not a problem of suite cec2006");
    assert_text(error.text, "g02");
    assert_int_equal(heco_suite_find(s, "", &error), -1);
    heco_suite_close(s);
}

static void problems_are_made_once_and_kept(void **state) {
    (void)state;
    heco_suite         *s;
    const heco_problem *first, *again, *other;
    assert_int_equal(heco_suite_open(&s, "cec2006", NULL, NULL), HECO_OK);
    assert_string_equal(heco_suite_name(s), "cec2006");
    assert_int_equal(heco_suite_problem(s, 9, 0, &first, NULL), HECO_OK);
    assert_int_equal(heco_suite_problem(s, 0, 0, &other, NULL), HECO_OK);
    assert_int_equal(heco_suite_problem(s, 9, 8, &again, NULL), HECO_OK);
    assert_ptr_equal(first, again);
    assert_string_equal(first->name, "g10");
    assert_string_equal(other->name, "g01");
    assert_int_equal(first->sharing, HECO_SHARE_FREELY);
    heco_suite_close(s);
    heco_suite_close(NULL);
}

static void wrong_number_and_dimension_are_refused(void **state) {
    (void)state;
    heco_error          error;
    heco_suite         *s;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&s, "cec2006", NULL, NULL), HECO_OK);
    assert_int_equal(heco_suite_problem(s, 1000, 0, &p, &error), HECO_ERR_ARG);
    assert_null(p);
    assert_int_equal(heco_suite_problem(s, 9, 30, &p, &error), HECO_ERR_ARG);
    assert_text(error.text, "cec2006:g10 does not come in dimension 30, only in 8");
    assert_null(heco_suite_at(s, heco_suite_count(s)));
    heco_suite_close(s);
}

/* Every problem of a suite in its default dimension: a valid box, names that are found again,
 * finite values in the middle, best points in the box, the same bits twice. */
static void check_problem(heco_suite *s, size_t i) {
    const heco_suite_entry *e = heco_suite_at(s, i);
    const heco_problem     *p;
    heco_error              error = {0};
    assert_int_equal(heco_suite_find(s, e->name, NULL), i);
    assert_true(strlen(e->title) > 0 && e->dim_count > 0);
    heco_status status = heco_suite_problem(s, i, 0, &p, &error);
    if (status == HECO_ERR_IO && strstr(error.text, "needs number tables") != NULL) return;
    if (status != HECO_OK) fail_msg("%s", error.text);
    if (heco_problem_check(p, &error) != HECO_OK) fail_msg("%s: %s", p->name, error.text);
    assert_int_equal(p->space.n, e->dims[0]);
    double *x = calloc(p->space.n, sizeof *x), value[2][200], h[2][200];
    assert_non_null(x);
    assert_true(p->space.ng < 199 && p->space.nh < 199);
    for (size_t j = 0; j < p->space.n; j++) { /* off the diagonal: radii that differ */
        double share = j % 2 == 0 ? 0.6 : 0.55;
        x[j]         = (1.0 - share) * p->space.lower[j] + share * p->space.upper[j];
    }
    for (int k = 0; k < 2; k++)
        if (p->eval != NULL) p->eval(p->user, x, value[k], value[k] + 1, h[k]);
        else p->eval_batch(p->user, x, 1, value[k], value[k] + 1, h[k]);
    assert_memory_equal(value[0], value[1], (1 + p->space.ng) * sizeof(double));
    assert_memory_equal(h[0], h[1], p->space.nh * sizeof(double));
    for (size_t k = 0; k <= p->space.ng; k++) assert_true(isfinite(value[0][k]));
    for (size_t k = 0; k < p->space.nh; k++) assert_true(isfinite(h[0][k]));
    double target = heco_suite_target(s, p);
    assert_true(isnan(target) || target > p->f_ref);
    if (heco_suite_dims(heco_suite_name(s)) == HECO_DIMS_OWN) assert_int_equal(e->dim_count, 1);
    for (size_t j = 0; p->x_ref != NULL && j < p->space.n; j++)
        assert_true(p->space.lower[j] <= p->x_ref[j] && p->x_ref[j] <= p->space.upper[j]);
    assert_true(heco_suite_budget(s, i, p->space.n) > 0);
    free(x);
}

static void every_suite_keeps_the_rules(void **state) {
    (void)state;
    for (size_t k = 0; heco_suite_name_at(k) != NULL; k++) {
        heco_suite *s;
        heco_error  error;
        if (heco_suite_open(&s, heco_suite_name_at(k), NULL, &error) != HECO_OK)
            fail_msg("%s", error.text);
        assert_non_null(heco_suite_instance(s));
        assert_true(heco_suite_eq_tol(s) >= 0.0);
        heco_dims dims = heco_suite_dims(heco_suite_name_at(k));
        assert_true(dims == HECO_DIMS_OWN || dims == HECO_DIMS_SHARED);
        for (size_t i = 0; i < heco_suite_count(s); i++) check_problem(s, i);
        heco_suite_close(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_lists_suites_by_number),
        cmocka_unit_test(unknown_suite_gets_the_nearest),
        cmocka_unit_test(unknown_problem_gets_the_nearest),
        cmocka_unit_test(problems_are_made_once_and_kept),
        cmocka_unit_test(wrong_number_and_dimension_are_refused),
        cmocka_unit_test(every_suite_keeps_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
