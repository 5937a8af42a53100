/* Each memory request of opening suites and models fails in turn: the call says so, gives
 * nothing back and loses nothing; the suite stays usable. */
#include "testing.h"

#include "heco/model.h"
#include "heco/suite.h"

static long countdown = -1; /* the request that fails; below 0: none */

static int refuse(void) { return countdown >= 0 && countdown-- == 0; }

#include "refused_memory.h"

static int failed_for_memory(heco_status status, const heco_error *error) {
    if (status == HECO_OK) return 0;
    assert_int_equal(status, HECO_ERR_MEMORY);
    assert_int_equal(error->status, HECO_ERR_MEMORY);
    assert_true(strlen(error->text) > 0);
    return 1;
}

static void opening_a_suite_survives(const char *name) {
    for (long k = 0;; k++) {
        heco_error  error = {0};
        heco_suite *s;
        countdown          = k;
        heco_status status = heco_suite_open(&s, name, NULL, &error);
        int         spent  = countdown < 0;
        countdown          = -1;
        if (!failed_for_memory(status, &error)) {
            heco_suite_close(s);
            if (!spent) return; /* fewer requests than k: all have been tried */
            fail_msg("%s: request %ld failed unnoticed", name, k);
        }
        assert_null(s);
    }
}

static void making_a_problem_survives(const char *name, size_t index) {
    heco_suite         *s;
    const heco_problem *p;
    assert_int_equal(heco_suite_open(&s, name, NULL, NULL), HECO_OK);
    for (long k = 0;; k++) {
        heco_error error   = {0};
        countdown          = k;
        heco_status status = heco_suite_problem(s, index, 0, &p, &error);
        countdown          = -1;
        if (!failed_for_memory(status, &error)) break;
        assert_null(p);
    }
    assert_int_equal(heco_problem_check(p, NULL), HECO_OK);
    heco_suite_close(s);
}

static void suites_survive_failing_memory(void **state) {
    (void)state;
    for (size_t i = 0; heco_suite_name_at(i) != NULL; i++) {
        opening_a_suite_survives(heco_suite_name_at(i));
        making_a_problem_survives(heco_suite_name_at(i), 0);
        making_a_problem_survives(heco_suite_name_at(i), 1);
    }
}

static void models_survive_failing_memory(void **state) {
    (void)state;
    for (long k = 0;; k++) {
        heco_error  error = {0};
        heco_model *m;
        countdown          = k;
        heco_status status = heco_model_open(&m, "cec2006:g10/8", NULL, &error);
        countdown          = -1;
        if (!failed_for_memory(status, &error)) {
            assert_true(k >= 3);
            heco_model_close(m);
            return;
        }
        assert_null(m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suites_survive_failing_memory),
        cmocka_unit_test(models_survive_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
