/* Who is compared on what: choice, order, gaps and contradictions. */
#include "rank_helpers.h"

#include "report/comparison.h"

static const double one = 1.0;

static heco_comparison *comparison_open(const heco_records *r, const heco_rank_options *o, int complete) {
    heco_comparison *f;
    heco_error  error;
    if (heco_comparison_open(&f, r, o, complete, &error) != HECO_OK) fail_msg("%s", error.text);
    return f;
}

static void refused(const heco_records *r, const heco_rank_options *o, heco_status status,
                    const char *part) {
    heco_comparison *f;
    heco_error  error;
    assert_int_equal(heco_comparison_open(&f, r, o, 1, &error), status);
    assert_null(f);
    assert_text(error.text, part);
}

/* A and B on C01 to C03 in two dimensions; B lacks C02 in dimension 10; C is in dimension 30
 * alone. */
static heco_records *with_gaps(void) {
    heco_records            *r          = rank_new();
    static const char *const problems[] = {"C03", "C01", "C02"};
    for (int d = 0; d < 2; d++)
        for (int p = 0; p < 3; p++) {
            size_t dim = d == 0 ? 30 : 10;
            rank_add(r, "B", problems[p], dim, &one, !(dim == 10 && p == 2));
            rank_add(r, "A", problems[p], dim, &one, 1);
            rank_add(r, "C", problems[p], dim, &one, dim == 30);
        }
    return r;
}

static void gaps(void **state) {
    (void)state;
    heco_records     *r = with_gaps();
    heco_rank_options o = heco_rank_options_default();
    heco_comparison       *f = comparison_open(r, &o, 1);
    assert_int_equal(f->algorithms, 3);
    assert_string_equal(f->algorithm[0], "B"); /* in order of appearance */
    assert_int_equal(f->problems, 5);
    assert_int_equal(f->dims, 2);
    assert_int_equal(f->dim[0].dim, 10);
    assert_int_equal(f->dim[0].algorithms, 2);
    assert_int_equal(f->dim[0].end, 2);
    assert_string_equal(f->problem[1].name, "C03");
    assert_non_null(heco_comparison_at(f, 1, 0));
    assert_null(heco_comparison_at(f, 1, 2));
    assert_int_equal(f->dim[1].begin, 2);
    assert_int_equal(f->dim[1].algorithms, 3);
    assert_string_equal(f->problem[2].name, "C01");
    assert_int_equal(f->everywhere_count, 2);
    assert_int_equal(f->footnotes, 2);
    assert_text(f->footnote[0], "Dimension 10: ranked on 2 of 3 problems, those that all 2 algorithms "
                            "have; B has nothing on C02");
    assert_text(f->footnote[1], "C has results in 1 of 2 dimensions");
    heco_comparison_close(f);
    f = comparison_open(r, &o, 0);
    assert_int_equal(f->problems, 6);
    heco_comparison_close(f);
    heco_records_free(r);
}

static void choice(void **state) {
    (void)state;
    heco_records     *r      = with_gaps();
    heco_rank_options o      = heco_rank_options_default();
    const char       *some[] = {"C", "A"}, *wrong[] = {"AB"}, *twice[] = {"A", "A"};
    const size_t      dims[] = {30}, none[] = {50};
    o.algorithms      = some;
    o.algorithm_count = 2;
    o.dims            = dims;
    o.dim_count       = 1;
    heco_comparison *f     = comparison_open(r, &o, 1);
    assert_string_equal(f->algorithm[0], "C");
    assert_int_equal(f->algorithms, 2);
    assert_int_equal(f->problems, 3);
    assert_int_equal(f->footnotes, 0);
    heco_comparison_close(f);
    o.dims = none;
    refused(r, &o, HECO_ERR_ARG, "no results in dimension 50");
    o.dim_count       = 0;
    o.algorithms      = wrong;
    o.algorithm_count = 1;
    refused(r, &o, HECO_ERR_NAME,
            "'AB' is not an algorithm with results on cec2017: did you mean B, A or C?");
    o.algorithms      = twice;
    o.algorithm_count = 2;
    refused(r, &o, HECO_ERR_ARG, "'A' is named twice");
    heco_records_free(r);
}

static void contradictions(void **state) {
    (void)state;
    heco_rank_options o = heco_rank_options_default();
    heco_error        error;
    heco_records     *r = rank_new();
    refused(r, &o, HECO_ERR_ARG, "no results to rank");
    rank_add(r, "A", "C01", 10, &one, 1);
    rank_add(r, "A", "C01", 10, &one, 1);
    refused(r, &o, HECO_ERR_CONFLICT, "run 1 of A on C01 in dimension 10 is given twice");
    heco_records_free(r);

    r                  = rank_new();
    heco_published row = {.size = sizeof row, .suite = "cec2017",
                          .problem = "C01", .algorithm = "A", .dim = 10,
                          .entry = {100, 0, 1, 0, 1}};
    rank_add(r, "A", "C01", 10, &one, 1);
    assert_int_equal(heco_records_add_published(r, &row, &error), HECO_OK);
    refused(r, &o, HECO_ERR_CONFLICT, "both runs and published values");
    heco_records_free(r);

    r               = rank_new();
    heco_record run = {.size = sizeof run,
                       .suite = "cec2017", .problem = "C01", .algorithm = "A",
                       .instance = "official", .n = 10, .run = 1, .outcome = {.f = 1}};
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    heco_comparison *f = comparison_open(r, &o, 1);
    assert_text(f->footnote[0], "Instance of cec2017: official");
    heco_comparison_close(f);
    run.algorithm = "B";
    run.instance  = "1";
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    refused(r, &o, HECO_ERR_CONFLICT, "cannot be compared");
    heco_records_free(r);

    r = rank_new(); /* nothing in common */
    rank_add(r, "A", "C01", 10, &one, 1);
    rank_add(r, "B", "C02", 10, &one, 1);
    refused(r, &o, HECO_ERR_ARG, "no problem that all 2 algorithms have");
    heco_records_free(r);
}

/* Two algorithms on four problems of a suite that nobody knows, in the dimensions given. */
static heco_records *of_dims(const size_t dims[4], heco_dims said) {
    static const char *const problems[] = {"RC08", "RC09", "RC10", "RC11"};
    heco_records            *r          = rank_new();
    for (size_t i = 0; i < 8; i++) {
        heco_record run = {.size      = sizeof run,
                           .suite     = "rw2999",
                           .problem   = problems[i / 2],
                           .algorithm = i % 2 ? "A" : "B",
                           .n         = dims[i / 2],
                           .dims      = said,
                           .run       = 1,
                           .outcome   = {.f = (double)i}};
        assert_int_equal(heco_records_add(r, &run, NULL), HECO_OK);
    }
    return r;
}

static size_t tables(heco_records *r) {
    heco_rank_options o = heco_rank_options_default();
    heco_comparison       *f = comparison_open(r, &o, 1);
    size_t            n = f->dims;
    if (n == 1) assert_int_equal(f->dim[0].end, 4);
    heco_comparison_close(f);
    heco_records_free(r);
    return n;
}

/* What dimensions mean: the records' word, then the suite's, then what the results show. */
static void dimensions(void **state) {
    (void)state;
    static const size_t own[] = {6, 7, 9, 7}, same[] = {10, 10, 10, 10};
    assert_int_equal(tables(of_dims(own, HECO_DIMS_UNKNOWN)), 1);
    assert_int_equal(tables(of_dims(own, HECO_DIMS_OWN)), 1);
    assert_int_equal(tables(of_dims(own, HECO_DIMS_SHARED)), 3);
    assert_int_equal(tables(of_dims(same, HECO_DIMS_UNKNOWN)), 1);

    heco_rank_options o = heco_rank_options_default(); /* one dimension is still told */
    heco_records     *r = of_dims(same, HECO_DIMS_UNKNOWN);
    heco_comparison       *f = comparison_open(r, &o, 1);
    assert_int_equal(f->dim[0].dim, 10);
    heco_comparison_close(f);
    heco_published twice = {.size = sizeof twice, .suite = "rw2999",
                            .problem = "RC08", .algorithm = "C", .dim = 30,
                            .entry = {100, 0, 1, 0, 1}};
    assert_int_equal(heco_records_add_published(r, &twice, NULL), HECO_OK);
    f = comparison_open(r, &o, 0); /* RC08 in two dimensions */
    assert_int_equal(f->dims, 2);
    heco_comparison_close(f);
    heco_records_free(r);

    r = rank_new(); /* cec2017 has shared dimensions, whatever is there of it */
    rank_add(r, "A", "C01", 10, &one, 1);
    rank_add(r, "A", "C02", 30, &one, 1);
    f = comparison_open(r, &o, 1);
    assert_int_equal(f->dims, 2);
    heco_comparison_close(f);
    heco_records_free(r);
}

static void suites(void **state) {
    (void)state;
    heco_rank_options o = heco_rank_options_default();
    heco_error        error;
    heco_records     *r   = rank_new();
    heco_record       run = {.size = sizeof run,
                             .suite = "own", .problem = "p", .algorithm = "A", .n = 2, .run = 1,
                             .outcome = {.f = 1}};
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    heco_comparison *f = comparison_open(r, &o, 1); /* the only suite there is */
    assert_string_equal(f->suite, "own");
    heco_comparison_close(f);
    run.suite = "other";
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    refused(r, &o, HECO_ERR_ARG, "several suites: choose one");
    o.suite = "other";
    f       = comparison_open(r, &o, 1);
    assert_int_equal(f->problems, 1);
    heco_comparison_close(f);
    o.suite = "missing";
    refused(r, &o, HECO_ERR_NAME, "no results of a suite 'missing'");
    o.suite   = NULL;
    run.suite = "cec2017"; /* the suite of the rule */
    assert_int_equal(heco_records_add(r, &run, &error), HECO_OK);
    f = comparison_open(r, &o, 1);
    assert_string_equal(f->suite, "cec2017");
    heco_comparison_close(f);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(gaps), cmocka_unit_test(choice),
                                       cmocka_unit_test(contradictions),
                                       cmocka_unit_test(dimensions), cmocka_unit_test(suites)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
