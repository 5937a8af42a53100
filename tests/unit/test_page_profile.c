#include "testing.h"

#include "report/page/page.h"

/* Two variables, budget 200, so that the grid goes from 1 to 100 evaluations per variable. */
static void shares_worked_by_hand(void **state) {
    (void)state;
    heco_profile p;
    uint64_t     evals[] = {2, 20, 200};
    double       f[] = {5.0, 1.0 + 0.9e-2, 1.0}, viol[] = {0.1, 0.0, 0.0};
    heco_trace   trace = {.count = 3, .evals = evals, .f = f, .viol = viol};
    assert_int_equal(heco_profile_init(&p, 1, 2), HECO_OK);
    p.top[0] = 100.0;
    heco_profile_add(&p, 0, 0, 2, 1.0, &trace);
    assert_near(heco_profile_at(&p, 0, 0), 1.0, 1e-12);
    assert_near(heco_profile_at(&p, 0, HECO_PROFILE_GRID - 1), 100.0, 1e-9);

    char     *text = NULL;
    size_t    size = 0;
    heco_json j    = {.compact = 1, .html_safe = 1, .file = open_memstream(&text, &size)};
    heco_json_open(&j, NULL, '{');
    heco_profile_write(&p, &j);
    heco_json_close(&j);
    fclose(j.file);
    /* 20 evaluations are 10 per variable, the middle of the grid; f - 1 = 0.009 reaches the targets
     * 1e2, 10^1.8, .., 1e-2: 21 of 51. At the end all are reached. The second algorithm took no
     * part. */
    const double *ecdf = p.share, *loose = p.share + HECO_PROFILE_GRID,
                 *tight = p.share + 4 * HECO_PROFILE_GRID;
    assert_near(ecdf[23], 0.0, 0.0);
    assert_near(ecdf[24], 21.0 / 51.0, 1e-12);
    assert_near(ecdf[HECO_PROFILE_GRID - 2], 21.0 / 51.0, 1e-12);
    assert_near(ecdf[HECO_PROFILE_GRID - 1], 1.0, 1e-12);
    assert_near(loose[23], 0.0, 0.0);
    assert_near(loose[24], 1.0, 0.0);
    assert_near(tight[HECO_PROFILE_GRID - 2], 0.0, 0.0);
    assert_near(tight[HECO_PROFILE_GRID - 1], 1.0, 0.0);
    assert_text(text, ",null]}]}");
    free(text);
    heco_profile_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shares_worked_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
