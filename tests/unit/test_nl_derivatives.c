/* Derivatives of .nl models: by hand, against differences in every file of tests/golden/nl, and
 * where they do not exist. */
#include "model_files.h"

#include <dirent.h>

#define GOLDEN(name) HECO_GOLDEN_DIR "/nl/" name ".nl"

enum { POINTS = 9, MOST = 64 };

typedef struct {
    double df[MOST], dg[MOST * MOST], dh[MOST * MOST];
} slopes;

static void by_hand(void **state) {
    (void)state;
    heco_model         *m    = files_open(GOLDEN("hs071"), NULL);
    const heco_problem *p    = heco_model_problem(m);
    const double        x[4] = {2, 3, 4, 5};
    slopes              s;
    assert_non_null(p->derivatives);
    assert_int_equal(p->derivatives(p->user, x, s.df, s.dg, s.dh), HECO_POINT_OK);
    /* x1 x4 (x1 + x2 + x3) + x3; 25 - x1 x2 x3 x4 <= 0; sum of squares - 40 = 0 */
    const double df[4] = {55, 10, 11, 18}, dg[4] = {-60, -40, -30, -24}, dh[4] = {4, 6, 8, 10};
    for (size_t j = 0; j < 4; j++) {
        assert_near(s.df[j], df[j], 1e-12);
        assert_near(s.dg[j], dg[j], 1e-12);
        assert_near(s.dh[j], dh[j], 1e-12);
    }
    heco_model_close(m);
}

/* A range has two bounds; derivatives are of f as the model states it. */
static void both_senses(void **state) {
    (void)state;
    const double        x[2] = {1, 2};
    slopes              s;
    heco_model         *m = files_open(GOLDEN("ranges"), NULL);
    const heco_problem *p = heco_model_problem(m);
    assert_int_equal(p->derivatives(p->user, x, s.df, s.dg, s.dh), HECO_POINT_OK);
    for (size_t j = 0; j < 2; j++) {
        assert_true(s.dg[j] == -s.dg[2 + j]);
        assert_true(s.dg[4 + j] == -s.dg[6 + j]);
    }
    heco_model_close(m);
    m = files_open(GOLDEN("maximise"), NULL);
    assert_true(heco_model_problem(m)->maximise);
    heco_model_close(m);
}

static double value_at(const heco_problem *p, double *x, size_t j, double to, size_t which) {
    double f, g[MOST], h[MOST], old = x[j];
    x[j]     = to;
    int said = p->eval(p->user, x, &f, g, h);
    x[j]     = old;
    if (said != HECO_POINT_OK) return NAN;
    return which == 0 ? f : which <= p->space.ng ? g[which - 1] : h[which - 1 - p->space.ng];
}

/* Differences of both sides with two steps: where these disagree there is an edge in between. */
static int agrees(const heco_problem *p, double *x, size_t j, size_t which, double slope) {
    double h = 1e-4 * fmax(1.0, fabs(x[j])), one[2];
    for (int k = 0; k < 2; k++, h /= 2.0)
        one[k] = (value_at(p, x, j, x[j] + h, which) - value_at(p, x, j, x[j] - h, which)) / 2 / h;
    if (!isfinite(one[1]) || fabs(one[0] - one[1]) > 1e-4 * (1.0 + fabs(one[1]))) return -1;
    if (fabs(one[1] - slope) <= 1e-5 * (1.0 + fabs(slope))) return 1;
    print_message("%s: derivative %zu of value %zu is %.12g, differences say %.12g\n", p->name,
                  j + 1, which, slope, one[1]);
    return 0;
}

/* Numbers of values compared and wrong at one point. */
static void compare_at(const heco_problem *p, double *x, size_t *compared, size_t *wrong) {
    const heco_space *sp = &p->space;
    slopes            s;
    if (p->derivatives(p->user, x, s.df, s.dg, s.dh) != HECO_POINT_OK) return;
    for (size_t which = 0; which <= sp->ng + sp->nh; which++)
        for (size_t j = 0; j < sp->n; j++) {
            double slope = which == 0        ? s.df[j]
                           : which <= sp->ng ? s.dg[(which - 1) * sp->n + j]
                                             : s.dh[(which - 1 - sp->ng) * sp->n + j];
            int    said  = agrees(p, x, j, which, slope);
            *compared += said >= 0;
            *wrong += said == 0;
        }
}

static size_t compare_file(const char *path, size_t *compared) {
    heco_model_options o     = heco_model_options_default();
    heco_model        *m     = NULL;
    size_t             wrong = 0;
    double             x[MOST];
    o.bound = 10.0;
    if (heco_model_open(&m, path, &o, NULL) != HECO_OK)
        return 0; /* refusals are tested there */
    const heco_problem *p = heco_model_problem(m);
    assert_true(p->space.n <= MOST && p->space.ng + p->space.nh < MOST);
    for (size_t i = 0; i < POINTS && p->derivatives != NULL; i++) {
        for (size_t j = 0; j < p->space.n; j++) {
            double lo = fmax(p->space.lower[j], -7.0), hi = fmin(p->space.upper[j], 7.0);
            x[j] = lo + (hi - lo) * fmod(0.37 + 0.6180339 * (double)i + 0.7548776 * (double)j, 1.0);
        }
        compare_at(p, x, compared, &wrong);
    }
    heco_model_close(m);
    return wrong;
}

static void every_file_agrees_with_differences(void **state) {
    (void)state;
    DIR           *folder = opendir(HECO_GOLDEN_DIR "/nl");
    struct dirent *entry;
    size_t         files = 0, wrong = 0, compared = 0;
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        char   path[1200];
        size_t size = strlen(entry->d_name), before = compared;
        if (size < 4 || strcmp(entry->d_name + size - 3, ".nl") != 0) continue;
        snprintf(path, sizeof path, "%s/nl/%s", HECO_GOLDEN_DIR, entry->d_name);
        wrong += compare_file(path, &compared);
        files += compared > before;
    }
    closedir(folder);
    print_message("%zu derivatives in %zu files\n", compared, files);
    assert_int_equal(wrong, 0);
    assert_true(files >= 15);
    assert_true(compared > 500);
}

/* Where a value exists and its derivative does not, or neither: failed, and the next point is as
 * it would have been. */
static void failures_do_not_stick(void **state) {
    (void)state;
    heco_model         *m = files_open(GOLDEN("domain"), NULL);
    const heco_problem *p = heco_model_problem(m);
    double              good[MOST], bad[MOST], f, g[MOST], h[MOST];
    slopes              s, again;
    int                 failed = 0;
    for (size_t j = 0; j < p->space.n; j++) good[j] = p->space.upper[j];
    assert_int_equal(p->derivatives(p->user, good, s.df, s.dg, s.dh), HECO_POINT_OK);
    for (int i = 0; i <= 20; i++) {
        for (size_t j = 0; j < p->space.n; j++)
            bad[j] = p->space.lower[j] + 0.05 * i * (p->space.upper[j] - p->space.lower[j]);
        failed += p->derivatives(p->user, bad, again.df, again.dg, again.dh) != HECO_POINT_OK;
        p->eval(p->user, bad, &f, g, h);
        assert_int_equal(p->derivatives(p->user, good, again.df, again.dg, again.dh),
                         HECO_POINT_OK);
        assert_memory_equal(s.df, again.df, p->space.n * sizeof *s.df);
    }
    assert_true(failed > 0);
    heco_model_close(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(both_senses),
        cmocka_unit_test(every_file_agrees_with_differences),
        cmocka_unit_test(failures_do_not_stick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
