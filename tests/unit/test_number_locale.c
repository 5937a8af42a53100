/* Numbers that programs read have a point in every locale of the process: German has a comma, Pashto a sign of two
 * bytes. Each conversion is done in the locale "C" first, where it is that of the C library, and again in the others.
 * The locales are made by localedef from the sources of Debian's package locales. */
#include <locale.h>
#include <unistd.h>

#include "base/json.h"
#include "base/number_text.h"
#include "base/text.h"
#include "heco/experiment.h"
#include "heco/report.h"
#include "testing.h"

static char folder[] = "/tmp/heco-locale-XXXXXX";

static const char *const locales[] = {"de_DE", "ps_AF"};
enum { LOCALES = 2 };

/* Makes the locales. Returns 0 if that is not possible here. */
static int make_locales(void) {
    char command[300];
    if (mkdtemp(folder) == NULL) return 0;
    for (size_t i = 0; i < LOCALES; i++) {
        snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s >%s/log 2>&1", locales[i], folder, locales[i],
                 folder);
        if (system(command) != 0) return 0;
    }
    return setenv("LOCPATH", folder, 1) == 0;
}

static int remove_locales(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Switches to locale i, in which 0.5 is not written "0.5"; to "C" if there is none. Returns 0 after the last. */
static int next_locale(size_t i) {
    char half[20];
    if (i == LOCALES) {
        assert_non_null(setlocale(LC_ALL, "C"));
        return 0;
    }
    assert_non_null(setlocale(LC_ALL, locales[i]));
    snprintf(half, sizeof half, "%.1f", 0.5);
    assert_string_not_equal(half, "0.5");
    return 1;
}

static const double numbers[] = {0.1,    1.0 / 3.0, 5e-324, -2.0,     0.30000000000000004, 1e22, NAN,  -0.0,
                                 -1.5e9, 1e300,     1e-5,   -1.25e-7, INFINITY,            12.5, 1e15, 123456.789};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static void numbers_are_written_with_a_point(void **state) {
    (void)state;
    /* Forms with a width are last: they count bytes, of which the sign of Pashto has two. */
    static const char *const forms[] = {"%.17g", "%.3e", "%+.15e", "%#.0f", "%.15G", "%12.4f", "%-12.4fx", "%08.2f"};
    enum { FORMS = sizeof forms / sizeof forms[0], WIDTHS = 3 };
    static char text[NUMBERS][HECO_NUMBER_TEXT], shown[NUMBERS][FORMS][400];
    for (size_t k = 0; k < NUMBERS; k++) {
        heco_number_text(text[k], numbers[k]);
        for (size_t f = 0; f < FORMS; f++) snprintf(shown[k][f], sizeof shown[k][f], forms[f], numbers[k]);
    }
    for (size_t i = 0; next_locale(i); i++)
        for (size_t k = 0; k < NUMBERS; k++) {
            char now[400];
            assert_int_equal(heco_number_text(now, numbers[k]), strlen(text[k]));
            assert_string_equal(now, text[k]);
            for (size_t f = 0; f < (i == 0 ? FORMS : FORMS - WIDTHS); f++) {
                assert_int_equal(heco_number_format(now, sizeof now, forms[f], numbers[k]), strlen(shown[k][f]));
                assert_string_equal(now, shown[k][f]);
                if (strlen(shown[k][f]) < sizeof(heco_number_shown))
                    assert_string_equal(heco_number_show(forms[f], numbers[k]).text, shown[k][f]);
            }
        }
}

static void a_number_that_is_too_long_is_cut(void **state) {
    (void)state;
    for (size_t i = 0; next_locale(i); i++) {
        char small[8] = "1234567";
        assert_int_equal(heco_number_format(small, sizeof small, "%.10f", 2.5), i == 0 ? 7 : 6);
        assert_memory_equal(small, "2.5000", 6);
        assert_int_equal(heco_number_format(small, 1, "%.10f", 2.5), 0);
        assert_string_equal(small, "");
    }
}

/* Texts with what strtod() makes of them in the locale "C": the value, and how many bytes. */
static void texts_are_parsed_with_a_point(void **state) {
    (void)state;
    static const char *const texts[] = {
        "0.25",     "-0.25e-3x", "1.5.2",    "0,25",      "1.500,5", ".5",       "5.",       ".",    "-.e5",       "",
        "  7.5 8",  "0x1.8p-3",  "1e5.5",    "inf",       "nan",     "nan(1_a)", "abc",      "12",   "-12.75\t1",  "1.e3",
        "1\331\2535", "1.\331\253", "+3.25,4.5", "1.7976931348623157e308", "1e400", "4.9e-324", "\n2.5", "0.1d5", "1e+", "--1.5"};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    static double value[TEXTS], all[TEXTS];
    static size_t used[TEXTS];
    static int    is_number[TEXTS], is_all[TEXTS];
    char         *end;
    for (size_t k = 0; k < TEXTS; k++) {
        value[k]     = strtod(texts[k], &end);
        used[k]      = (size_t)(end - texts[k]);
        is_number[k] = heco_number_read(texts[k], strlen(texts[k]), &all[k]);
        is_all[k]    = heco_text_double(texts[k], &all[k]);
    }
    assert_true(is_number[0] && !is_number[3] && is_all[0] && !is_all[3]);
    for (size_t i = 0; next_locale(i); i++)
        for (size_t k = 0; k < TEXTS; k++) {
            double now = heco_number_scan(texts[k], &end), again = all[k];
            if ((size_t)(end - texts[k]) != used[k]) fail_msg("%s: %zu bytes, not %zu", texts[k], (size_t)(end - texts[k]), used[k]);
            assert_true(now == value[k] || (isnan(now) && isnan(value[k])));
            assert_int_equal(heco_number_read(texts[k], strlen(texts[k]), &again), is_number[k]);
            assert_int_equal(heco_text_double(texts[k], &again), is_all[k]);
            assert_true(!is_all[k] || again == all[k] || isnan(again));
        }
}

static void json_has_a_point(void **state) {
    (void)state;
    for (size_t i = 0; i <= LOCALES; i++) {
        char  *text = NULL;
        size_t size = 0;
        next_locale(i);
        FILE     *file = open_memstream(&text, &size);
        heco_json j    = {.file = file};
        heco_json_open(&j, NULL, '[');
        heco_json_real(&j, NULL, 1.25e-9);
        heco_json_rounded(&j, NULL, 1.23456789, 4);
        heco_json_close(&j);
        assert_int_equal(fclose(file), 0);
        assert_non_null(strstr(text, "1.25e-09"));
        assert_non_null(strstr(text, "1.235"));
        free(text);
    }
}

/* Writes the runs of a database in every format to the folder `name`. */
static void write_results(const char *db, const char *name) {
    static const char *const format[] = {"coco", "iohprofiler", "cec2020"};
    static const char *const prefix[] = {"o", "i", "c"};
    heco_results *r;
    char          path[200];
    assert_int_equal(heco_results_open(&r, db, NULL), HECO_OK);
    for (size_t k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s/%s-%s", folder, name, prefix[k]);
        assert_int_equal(heco_results_export(r, format[k], path, NULL), HECO_OK);
    }
    snprintf(path, sizeof path, "%s/%s-dump", folder, name);
    FILE *dump = fopen(path, "w");
    assert_non_null(dump);
    assert_int_equal(heco_results_dump(r, HECO_DUMP_ALL, dump, NULL), HECO_OK);
    assert_int_equal(heco_results_dump(r, HECO_DUMP_TRACES, dump, NULL), HECO_OK);
    assert_int_equal(fclose(dump), 0);
    heco_results_close(r);
}

static void results_have_a_point(void **state) {
    (void)state;
    heco_plan_options  p = heco_plan_options_default();
    heco_bench_options o = heco_bench_options_default();
    heco_bench_summary summary;
    heco_plan         *plan;
    char               db[100], command[400];
    p.suites = "cec2006", p.problems = "g08,g11", p.algorithms = "ude,heco-de[gamma=0.25]";
    p.runs = 2, p.evals = 60, p.trace = HECO_TRACE_COARSE;
    snprintf(db, sizeof db, "%s/runs.db", folder);
    o.db = db, o.jobs = 1;
    assert_int_equal(heco_plan_new(&plan, &p, NULL), HECO_OK);
    heco_status status = heco_bench(plan, &o, &summary, NULL);
    heco_plan_free(plan);
    if (status == HECO_ERR_UNSUPPORTED) skip(); /* no SQLite */
    assert_int_equal(status, HECO_OK);
    write_results(db, "C");
    for (size_t i = 0; next_locale(i); i++) {
        heco_bench_summary again;
        assert_int_equal(heco_plan_new(&plan, &p, NULL), HECO_OK);
        assert_int_equal(heco_bench(plan, &o, &again, NULL), HECO_OK); /* its runs are there already */
        heco_plan_free(plan);
        write_results(db, locales[i]);
        for (const char *kind = "oic"; *kind != '\0'; kind++) {
            snprintf(command, sizeof command, "cd %s && diff -r C-%c %s-%c", folder, *kind, locales[i], *kind);
            assert_int_equal(system(command), 0);
        }
        snprintf(command, sizeof command, "cd %s && cmp C-dump %s-dump", folder, locales[i]);
        assert_int_equal(system(command), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_with_a_point), cmocka_unit_test(a_number_that_is_too_long_is_cut),
        cmocka_unit_test(texts_are_parsed_with_a_point), cmocka_unit_test(json_has_a_point),
        cmocka_unit_test(results_have_a_point)};
    if (!make_locales()) {
        remove_locales(NULL);
        printf("skipped: localedef cannot make locales here (Debian: locales)\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, remove_locales);
}
