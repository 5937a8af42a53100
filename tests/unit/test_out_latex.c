#include "report_sample.h"

static void sample(void **state) {
    (void)state;
    report_sample_is("tex", "\\begin{table}[ht]\n\\centering\n\\caption{50\\% of \"it\"}\n"
                            "\\begin{tabular}{lrr}\n\\hline\n"
                            "Name & rank & Mean \\\\\n\\hline\n"
                            "a\\_b|c, \"d\" & \\textbf{1} & $-$1.00E-01 \\\\\n"
                            "e & 20 & - \\\\\n"
                            "f & 3 & INF \\\\\n"
                            "\\hline\n\\end{tabular}\n\n"
                            "\\smallskip\\footnotesize R\\&D: a note\n\\end{table}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
