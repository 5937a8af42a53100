/* Every option of every algorithm: outside its range refused with a message, inside it taken. */
#include "conformance.h"

static heco_status run_with(const heco_algorithm *a, const heco_problem *p, const char *set,
                            heco_error *error) {
    heco_run_options o = hand_options(61);
    heco_run        *run;
    *error = (heco_error){HECO_OK, ""};
    o.set = &set, o.sets = 1;
    heco_status status = heco_run_new(&run, a, &p->space, &o, error);
    heco_run_free(run);
    return status;
}

static void assert_refused(const heco_algorithm *a, const char *name, const char *value,
                           heco_status why) {
    heco_problem p = shape_problem(&SHAPES[4]); /* one variable: everybody takes it */
    heco_error   error;
    char         set[200];
    snprintf(set, sizeof set, "%s=%s", name, value);
    heco_status status = run_with(a, &p, set, &error);
    if (status != why) fail_msg("%s with %s gives \"%s\"", a->name, set, heco_status_text(status));
    assert_text(error.text, a->name);
    assert_text(error.text, name);
    assert_null(strchr(error.text, '\n'));
}

static void values_outside_the_range(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++) {
        const heco_algorithm *a = part_algorithm(i);
        for (const heco_option *o = a->options; o != NULL && o->name != NULL; o++) {
            static const char *const words[] = {"", "abc", "nan", "1.0.0", "new|none", "auto "};
            char                     text[64];
            for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
                assert_refused(a, o->name, words[w], HECO_ERR_ARG);
            if (o->kind == HECO_OPTION_CHOICE) continue; /* "auto" may be a choice */
            if (!isnan(o->value)) assert_refused(a, o->name, "auto", HECO_ERR_ARG);
            assert_true(o->min <= o->max);
            snprintf(text, sizeof text, "%.17g", o->min - 1.0 - 1e-9 * fabs(o->min));
            assert_refused(a, o->name, text, HECO_ERR_ARG);
            snprintf(text, sizeof text, "%.17g", o->max + 1.0 + 1e-9 * fabs(o->max));
            if (isfinite(o->max)) assert_refused(a, o->name, text, HECO_ERR_ARG);
            assert_refused(a, o->name, isfinite(o->max) ? "inf" : "-inf", HECO_ERR_ARG);
            if (o->kind == HECO_OPTION_INTEGER && o->max - o->min >= 1.0) {
                snprintf(text, sizeof text, "%.17g", o->min + 0.5);
                assert_refused(a, o->name, text, HECO_ERR_ARG);
            }
        }
        assert_refused(a, "no-such-option", "1", HECO_ERR_NAME);
        heco_problem p = shape_problem(&SHAPES[4]);
        heco_error   error;
        assert_int_equal(run_with(a, &p, "lambda", &error), HECO_ERR_ARG);
        assert_int_equal(run_with(a, &p, "=3", &error), HECO_ERR_ARG);
        assert_int_equal(run_with(a, &p, "", &error), HECO_ERR_ARG);
    }
}

/* An algorithm may end before its budget where an option asks for that; then it says why. */
static int has_converged(const heco_run *run) {
    char text[500];
    heco_run_describe(run, text, sizeof text);
    return heco_run_result(run)->outcome.stop == HECO_STOP_ALGORITHM &&
           strstr(text, "converged") != NULL;
}

/* A value at the end of its range may not suit the problem or the budget; then there is a message,
 * else there is a complete run. */
static void try_value(const heco_algorithm *a, const heco_option *o, const char *value) {
    for (size_t k = 0; k < SHAPE_COUNT; k += 4 * THIN) { /* mixed, one variable, integers, ... */
        heco_problem     p     = shape_problem(&SHAPES[k]);
        heco_run_options r     = hand_options(71);
        heco_error       error = {HECO_OK, ""};
        char             set[200];
        const char      *sets[1] = {set};
        hand_run         h       = {NULL, HASH_START, 0, 0};
        snprintf(set, sizeof set, "%s=%s", o->name, value);
        uint64_t budget = a->traits & HECO_TRAIT_EXPENSIVE ? 67 : 701;
        r.set = sets, r.sets = 1, r.max_evals = budget;
        if (heco_run_new(&h.run, a, &p.space, &r, &error) != HECO_OK) {
            assert_true(strlen(error.text) > 10);
            assert_null(h.run);
            continue;
        }
        const double *used = heco_run_settings(h.run);
        char          text[64];
        for (size_t i = 0; a->options[i].name != NULL; i++) { /* nothing stays automatic */
            if (isnan(used[i])) fail_msg("%s leaves %s open", a->name, a->options[i].name);
            heco_option_print(&a->options[i], used[i], text, sizeof text);
            assert_true(strlen(text) > 0);
        }
        while (hand_step(&h, &p)) {
        }
        if (heco_run_result(h.run)->outcome.evals != budget && !has_converged(h.run))
            fail_msg("%s with %s on %s ends after %llu evaluations by %s", a->name, set, p.name,
                     (unsigned long long)heco_run_result(h.run)->outcome.evals,
                     heco_stop_text(heco_run_result(h.run)->outcome.stop));
        heco_run_free(h.run);
    }
}

static void values_at_the_ends_of_the_range(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++) {
        const heco_algorithm *a = part_algorithm(i);
        for (const heco_option *o = a->options; o != NULL && o->name != NULL; o++) {
            char text[64];
            if (o->kind == HECO_OPTION_CHOICE)
                for (double v = o->min; v <= o->max; v += 1.0) {
                    heco_option_print(o, v, text, sizeof text);
                    assert_null(strchr(text, '|'));
                    try_value(a, o, text);
                }
            else {
                snprintf(text, sizeof text, "%.17g", o->min);
                try_value(a, o, text);
                snprintf(text, sizeof text, "%.17g", o->max);
                try_value(a, o, text);
            }
            if (isnan(o->value)) try_value(a, o, "auto");
        }
    }
}

/* Without a first population every budget will do. */
static int takes_any_budget(const heco_algorithm *a) {
    return strcmp(a->name, "sqp") == 0 || strcmp(a->name, "auto") == 0;
}

/* A budget smaller than the first population is refused with a message, or met exactly. */
static void tiny_budgets(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++) {
        const heco_algorithm *a       = part_algorithm(i);
        int                   refused = 0;
        for (uint64_t budget = 1; budget <= 64; budget += budget < 12 ? 1 : 13) {
            heco_problem     p     = shape_problem(&SHAPES[4]);
            heco_run_options o     = hand_options(81);
            heco_error       error = {HECO_OK, ""};
            hand_run         h     = {NULL, HASH_START, 0, 0};
            o.max_evals            = budget;
            heco_status status     = heco_run_new(&h.run, a, &p.space, &o, &error);
            if (status != HECO_OK) {
                assert_int_equal(status, HECO_ERR_ARG);
                assert_true(strlen(error.text) > 10);
                refused++;
                continue;
            }
            while (hand_step(&h, &p)) {
            }
            assert_int_equal(heco_run_result(h.run)->outcome.evals, budget);
            heco_run_free(h.run);
        }
        if (takes_any_budget(a)) assert_int_equal(refused, 0);
        else if (!may_refuse(a) && refused == 0) fail_msg("%s takes a budget of 1", a->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_outside_the_range),
        cmocka_unit_test(values_at_the_ends_of_the_range),
        cmocka_unit_test(tiny_budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
