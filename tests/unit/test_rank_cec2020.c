/* Rule cec2020: worked by hand, and the published scores of the competition. */
#include "rank_helpers.h"

static void add(heco_records *r, const char *algorithm, const char *problem, size_t n,
                const double (*value)[2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        heco_record run = {.size      = sizeof run,
                           .suite     = "rw2020",
                           .problem   = problem,
                           .algorithm = algorithm,
                           .n         = n,
                           .run       = i + 1,
                           .outcome   = {.f = value[i][0], .viol = value[i][1]}};
        assert_int_equal(heco_records_add(r, &run, NULL), HECO_OK);
    }
}

/* Two problems of weights 1 and 2, three runs. On p1: A 1 2 3, B 2 2 5. Best: A 0, B 1; mean 2 and
 * 3: A 0, B 1; median 2 and 2: both 0. So A 0 and B 0.8. On p2 B is infeasible throughout: its best
 * is 4 + 1, its mean 6 + 2, its median 6 + 2, and every part is 1; A has 0. The totals are 0 and
 * (0.8 + 2) / 3. */
static heco_records *by_hand(void) {
    heco_records *r = rank_new();
    add(r, "A", "p1", 10, (const double[][2]){{1, 0}, {2, 0}, {3, 0}}, 3);
    add(r, "B", "p1", 10, (const double[][2]){{2, 0}, {2, 0}, {5, 0}}, 3);
    add(r, "A", "p2", 30, (const double[][2]){{4, 0}, {6, 0}, {8, 0}}, 3);
    add(r, "B", "p2", 30, (const double[][2]){{-9, 1}, {-9, 2}, {-9, 3}}, 3);
    return r;
}

static void worked_by_hand(void **state) {
    (void)state;
    heco_records     *r = by_hand();
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "cec2020";
    heco_table *t       = rank_table(r, &o);
    assert_string_equal(rank_at(t, 0, "algorithm")->text, "A");
    assert_true(rank_at(t, 0, "score")->real == 0.0);
    assert_near(rank_at(t, 1, "score")->real, (0.8 + 2.0) / 3.0, 1e-15);
    assert_near(rank_at(t, 1, "median")->real, 2.0 / 3.0, 1e-15);
    heco_table_free(t);
    o.view = HECO_VIEW_PER_PROBLEM;
    t      = rank_table(r, &o);
    assert_near(rank_at(t, 1, "score")->real, 0.8, 1e-15);
    assert_true(rank_at(t, 3, "best")->real == 1.0);
    assert_int_equal(rank_at(t, 3, "dim")->integer, 30);
    heco_table_free(t);
    heco_records_free(r);
}

/* The next field of a file of comma separated fields, as a number; blanks and words are NAN. */
static double next_number(FILE *in) {
    char   word[64], *end;
    size_t used = 0;
    for (int c; (c = getc(in)) != EOF && c != ',' && c != '\n';)
        if (used + 1 < sizeof word) word[used++] = (char)c;
    word[used]   = '\0';
    double value = strtod(word, &end);
    return end > word ? value : NAN;
}

/* Adds the 25 runs of a competitor on the 57 problems. Returns 0 if the files are not there. */
static int add_competitor(heco_records *r, const char *name) {
    static const size_t dims[57] = {
        9,   11, 7,  6,  9,  38, 48, 2,  3,  3,  7,  7,  5,  10, 7,   14,  3,   4,   4,
        2,   5,  9,  5,  7,  4,  22, 10, 10, 4,  3,  4,  5,  30, 118, 153, 158, 126, 126,
        126, 76, 74, 86, 86, 30, 25, 25, 25, 30, 30, 30, 59, 59, 59,  59,  64,  64,  64};
    char  path[2][600];
    FILE *in[2];
    char  head[1000];
    for (int k = 0; k < 2; k++) {
        snprintf(path[k], sizeof path[k], "%s/rw2020/baselines/%s_%s.csv", HECO_SHARED_DIR, name,
                 k == 0 ? "f" : "cv");
        if ((in[k] = fopen(path[k], "r")) == NULL) return 0;
        assert_non_null(fgets(head, sizeof head, in[k]));
    }
    for (size_t run = 1; run <= 25; run++) {
        assert_true(next_number(in[0]) == (double)run && next_number(in[1]) == (double)run);
        for (size_t p = 0; p < 57; p++) {
            char        problem[8];
            heco_record record = {.size      = sizeof record,
                                  .suite     = "rw2020",
                                  .problem   = problem,
                                  .algorithm = name,
                                  .n         = dims[p],
                                  .run       = run};
            snprintf(problem, sizeof problem, "RC%02zu", p + 1);
            record.outcome.f    = next_number(in[0]);
            record.outcome.viol = next_number(in[1]);
            assert_int_equal(heco_records_add(r, &record, NULL), HECO_OK);
        }
    }
    fclose(in[0]), fclose(in[1]);
    return 1;
}

/* Two values that differ in the last bit are different, unless `digits` rounds them. An infeasible
 * value counts by its violation, also where f is not a number. */
static void last_bits_and_no_f(void **state) {
    (void)state;
    heco_records *r = rank_new();
    add(r, "A", "p", 10, (const double[][2]){{2, 0}, {2, 0}, {2, 0}}, 3);
    add(r, "B", "p", 10, (const double[][2]){{2 - 0x1p-52, 0}, {2, 0}, {2, 0}}, 3);
    add(r, "C", "p", 10, (const double[][2]){{NAN, 8}, {NAN, 8}, {NAN, 8}}, 3);
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "cec2020";
    heco_table *t       = rank_table(r, &o);
    /* A, B, C: 2, 2 - eps, 2 + 8: scaled by 8 + eps or 8 */
    assert_string_equal(rank_at(t, 0, "algorithm")->text, "B");
    assert_true(rank_at(t, 1, "best")->real > 0.0 && rank_at(t, 2, "best")->real == 1.0);
    heco_table_free(t);
    o.digits = 12;
    t        = rank_table(r, &o);
    assert_true(rank_at(t, 0, "score")->real == 0.0 && rank_at(t, 1, "score")->real == 0.0);
    assert_string_equal(rank_at(t, 2, "algorithm")->text, "C");
    heco_table_free(t);
    heco_records_free(r);
}

/* The scores that README.md of the reference data states, from the same files, to four digits. */
static void the_competition(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double      score;
    } competitor[]  = {{"SASS", 0.0773},  {"COLSHADE", 0.1108}, {"sCMAgES", 0.1713},
                       {"BiPop", 0.2321}, {"EnMODE", 0.2728},   {"VMCH", 0.2764},
                       {"DEQL", 0.5652},  {"FCHA", 0.8601}};
    heco_records *r = rank_new();
    for (size_t i = 0; i < 8; i++)
        if (!add_competitor(r, competitor[i].name)) {
            print_message("no baselines in %s/rw2020: skipped\n", HECO_SHARED_DIR);
            heco_records_free(r);
            skip();
        }
    heco_rank_options o = heco_rank_options_default();
    o.rule              = "cec2020";
    heco_table *t       = rank_table(r, &o);
    for (size_t i = 0; i < 8; i++) { /* the official order */
        assert_string_equal(rank_at(t, i, "algorithm")->text, competitor[i].name);
        assert_near(rank_at(t, i, "score")->real, competitor[i].score, 5e-5);
    }
    heco_table_free(t);
    heco_records_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(worked_by_hand),
                                       cmocka_unit_test(last_bits_and_no_f),
                                       cmocka_unit_test(the_competition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
