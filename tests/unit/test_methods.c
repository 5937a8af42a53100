/* The methods paragraph: every algorithm and suite of the tables has its entry; names are escaped.
 */
#include "testing.h"

#include <unistd.h>

#include "base/os.h"
#include "heco/algorithm.h"
#include "heco/report.h"

/* Returns the paragraph about a CSV file with this content; the caller frees it. */
static char *methods(const char *csv, heco_status want, heco_error *error) {
    char   path[] = "/tmp/heco_methods_XXXXXX";
    int    fd     = mkstemp(path);
    FILE  *file   = fd < 0 ? NULL : fdopen(fd, "w");
    char  *text   = NULL;
    size_t size   = 0;
    assert_non_null(file);
    fputs(csv, file);
    fclose(file);
    const char       *with[1] = {path};
    heco_page_options o       = heco_page_options_default();
    o.with = with, o.withs = 1;
    FILE *out = heco_os_memory_open(&text, &size);
    assert_non_null(out);
    assert_int_equal(heco_report_methods(out, &o, error), want);
    assert_non_null(heco_os_memory_close(out, &text, &size));
    unlink(path);
    return text;
}

static void every_algorithm_is_cited(void **state) {
    (void)state;
    char       csv[8192] = "algorithm,suite,dim,function,run,obj,vio,max_evals\n";
    heco_error error     = {0};
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++) {
        size_t used = strlen(csv);
        snprintf(csv + used, sizeof csv - used, "%s,cec2006,13,g01,1,-15,0,5000\n",
                 heco_algorithm_at(i)->name);
    }
    char *text = methods(csv, HECO_OK, &error);
    assert_null(strstr(text, "no entry is known"));
    for (size_t i = 0; heco_algorithm_at(i) != NULL; i++) {
        char        entry[100];
        const char *key = heco_algorithm_at(i)->reference;
        if (key == NULL) continue;
        snprintf(entry, sizeof entry, "{%s,\n", key);
        if (strstr(text, entry) == NULL)
            fail_msg("%s: no entry %s", heco_algorithm_at(i)->name, key);
    }
    free(text);
}

static void suites_and_names(void **state) {
    (void)state;
    heco_error error = {0};
    char      *text  = methods("algorithm,suite,dim,function,run,obj,vio,max_evals\n"
                                     "my_algorithm,cec2006,13,g01,1,-15,0,5000\n"
                                     "my_algorithm,cec2006,13,g01,2,-15,0,5000\n"
                                     "my_algorithm,cec2017,10,C01,1,0,0,200000\n"
                                     "my_algorithm,cec2017,30,C01,1,0,0,600000\n"
                                     "my_algorithm,own&suite,2,p1,1,0,0,100\n",
                               HECO_OK, &error);
    assert_text(text, "On the suite cec2006~\\cite{liang2006}, 1 problem was solved by "
                      "my\\_algorithm, with 2 independent runs each of at most 5000 evaluations");
    assert_text(text, "cec2017~\\cite{wu2017}, 1 problem in dimension 10 and 30 was solved");
    assert_text(text, "of at most 200000 to 600000 evaluations");
    assert_text(text, "On the suite own\\&suite, 1 problem");
    assert_text(text, "@techreport{wu2017,");
    assert_text(text, "% Add references of: my\\_algorithm, own\\&suite\n");
#if defined(__x86_64__) && defined(__linux__)
    assert_text(text, ", x86-64 Linux");
#endif
    free(text);
    text = methods("algorithm,dim,function,FR_percent,mean_vio,mean_obj,median_vio,median_obj\n"
                   "P,10,C01,100,0,2,0,2\n",
                   HECO_OK, &error);
    assert_text(text, "was compared. Published values were used for P.");
    assert_text(text, heco_version());
    free(text);
}

static void refusals(void **state) {
    (void)state;
    heco_error        error = {0};
    heco_page_options o     = heco_page_options_default();
    assert_int_equal(heco_report_methods(stdout, &o, &error), HECO_ERR_ARG);
    assert_text(error.text, "there are no results to describe");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_algorithm_is_cited),
                                       cmocka_unit_test(suites_and_names),
                                       cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
