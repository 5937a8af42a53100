/* The layouts, and what is said about a file that is wrong. */
#include "testing.h"

#include <unistd.h>

#include "heco/report.h"

#define SUMMARY "algorithm,dim,function,FR_percent,mean_vio,mean_obj,median_vio,median_obj\n"
#define RUNS "algorithm,dim,function,run,obj,vio,c1,c2,c3\n"
#define RUNS2006 "algorithm,function,run,obj,vio,c1,c2,c3,success_fes\n"

static char path[] = "/tmp/heco_published_XXXXXX";

static void write_file(const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

static heco_records *read_text(const char *text) {
    heco_records *r;
    heco_error    error;
    write_file(text, strlen(text));
    assert_int_equal(heco_records_new(&r), HECO_OK);
    if (heco_records_read_csv(r, path, &error) != HECO_OK) fail_msg("%s", error.text);
    return r;
}

static void layouts(void **state) {
    (void)state;
    heco_records         *r   = read_text(SUMMARY "UDE,10,C03,44,6e-4,110008,0.0001,40103.2\n");
    const heco_published *row = heco_records_published_at(r, 0);
    assert_string_equal(row->suite, "cec2017");
    assert_string_equal(row->problem, "C03");
    assert_int_equal(row->dim, 10);
    assert_double(row->entry.feasible_rate, 44.0);
    assert_double(row->entry.median, 40103.2);
    heco_records_free(r);

    r = read_text(RUNS "X,30,C01,7,-1.5,0.25,1,2,3\r\n\n\"a,\"\"b\"\"\",30,C01,8,nan,inf,0,0,0");
    const heco_record *run = heco_records_at(r, 0);
    assert_int_equal(heco_records_count(r), 2);
    assert_int_equal(run->run, 7);
    assert_double(run->outcome.f, -1.5);
    assert_double(run->outcome.viol, 0.25);
    assert_int_equal(run->outcome.c[2], 3);
    assert_string_equal(heco_records_at(r, 1)->algorithm, "a,\"b\"");
    heco_records_free(r);

    r   = read_text(RUNS2006 "X,g01,1,0,0,0,0,0,185355\n");
    run = heco_records_at(r, 0);
    assert_string_equal(run->suite, "cec2006");
    assert_int_equal(run->n, 0);
    assert_int_equal(run->outcome.evals_to_target, 185355);
    heco_records_free(r);

    r = read_text("run,vio,obj,function,algorithm,suite,dim\n1,0,5,p1,X,own,2\n"); /* any order */
    assert_string_equal(heco_records_at(r, 0)->suite, "own");
    heco_records_free(r);
}

/* Five problems of four dimensions are one table, whatever the suite is called. */
static void dimensions_of_their_own(void **state) {
    (void)state;
    static const char *const suites[] = {"rw2020", "cec2006"};
    for (int i = 0; i < 2; i++) {
        char text[600] = "suite,algorithm,dim,function,run,obj,vio\n";
        for (size_t k = 0, used = strlen(text); k < 10; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s,%s,%d,p%zu,1,%zu,0\n",
                                     suites[i], k % 2 ? "A" : "B",
                                     (const int[]){6, 7, 9, 11, 7}[k / 2], k / 2, k);
        heco_records     *r = read_text(text);
        heco_rank_options o = heco_rank_options_default();
        heco_table       *t;
        heco_error        error;
        o.wide = 1;
        if (heco_rank_compute(&t, r, &o, &error) != HECO_OK) fail_msg("%s", error.text);
        assert_int_equal(heco_table_columns(t), 2); /* the algorithm and one score */
        assert_string_equal(heco_table_column(t, 1)->name, "score");
        assert_string_equal(heco_table_cell(t, 0, 0)->text, "B");
        assert_double(heco_table_cell(t, 0, 1)->real, 10);
        assert_double(heco_table_cell(t, 1, 1)->real, 20);
        heco_table_free(t);
        heco_records_free(r);
    }
}

/* A file may say it itself. */
static void dimensions_as_the_file_says(void **state) {
    (void)state;
    heco_records *r = read_text("suite,dims,algorithm,dim,function,run,obj,vio\n"
                                "own,shared,X,2,p,1,0,0\nown,own,X,3,q,1,0,0\nown,,X,3,r,1,0,0\n");
    assert_int_equal(heco_records_at(r, 0)->dims, HECO_DIMS_SHARED);
    assert_int_equal(heco_records_at(r, 1)->dims, HECO_DIMS_OWN);
    assert_int_equal(heco_records_at(r, 2)->dims, HECO_DIMS_UNKNOWN);
    heco_records_free(r);
}

static void refuses(const char *text, size_t size, const char *part) {
    heco_records *r;
    heco_error    error = {HECO_OK, ""};
    char          with_path[300];
    write_file(text, size);
    assert_int_equal(heco_records_new(&r), HECO_OK);
    if (heco_records_read_csv(r, path, &error) != HECO_ERR_FORMAT) fail_msg("taken: %s", text);
    snprintf(with_path, sizeof with_path, "%s%s", path, part);
    assert_text(error.text, with_path);
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(heco_records_count(r), 0); /* also not the good rows before */
    assert_int_equal(heco_records_published_count(r), 0);
    heco_records_free(r);
}

static void refusals(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"", " is empty"},
        {"\n\n", " is empty"},
        {RUNS, ":1: nothing follows"},
        {"algorithm,dim,functoin,run,obj,vio\nX,1,C01,1,0,0\n",
         ":1: 'functoin' is not a column of a results table: did you mean function"},
        {"algorithm,function,run,obj,obj,vio\n", ":1: column 'obj' occurs twice"},
        {"algorithm,function,run,obj\nX,C01,1,0\n", ":1: a table of runs needs a column 'vio'"},
        {"algorithm,dim,function,FR_percent\n",
         ":1: a table of summaries needs a column 'mean_vio'"},
        {"algorithm,dim,function,run,obj,vio,mean_obj\n",
         ":1: column 'mean_obj' does not belong in a table of runs"},
        {"just some words\n", ":1: 'just some words' is not a column of a results table"},
        {RUNS "X,10,C01,1,0,0,0,0,0\nX,10,C01,2,0,0,0,0\n", ":3: a row of 9 fields"},
        {RUNS "X,10,C01,1,0,0,0,0,0,0\n", ":2: a row of 9 fields"},
        {RUNS "X,10,C01,1,0,0,0,0,0\nX,10,C01,2,abc,0,0,0,0\n",
         ":3: column 'obj' is 'abc', which is not a number"},
        {RUNS "X,10,C01,1,,0,0,0,0\n", ":2: column 'obj' is '', which is not a number"},
        {RUNS "X,10,C01,1,0,-1,0,0,0\n", ":2: column 'vio' is -1: it must be 0 or more"},
        {RUNS "X,10,C01,1,0,nan,0,0,0\n", ":2: column 'vio' is nan: it must be 0 or more"},
        {RUNS "X,0,C01,1,0,0,0,0,0\n", ":2: column 'dim' is '0': it must be a whole number from 1"},
        {RUNS "X,10,C01,1.5,0,0,0,0,0\n", ":2: column 'run' is '1.5'"},
        {RUNS "X,10,C01,1,0,0,0,-1,0\n", ":2: column 'c2' is '-1'"},
        {RUNS ",10,C01,1,0,0,0,0,0\n", ":2: column 'algorithm' is empty"},
        {RUNS "\"X,10,C01,1,0,0,0,0,0\n", ":2: a row of 9 fields"},
        {RUNS "X,10,D01,1,0,0,0,0,0\n",
         ":2: no suite has a problem 'D01': say in a column 'suite'"},
        {"suite,dims,algorithm,function,run,obj,vio\nown,two,X,p,1,0,0\n",
         ":2: column 'dims' is 'two': it must be own or shared"},
        {SUMMARY "UDE,10,C03,101,0,0,0,0\n",
         ":2: column 'FR_percent' is 101: it must be between 0 and 100"},
        {SUMMARY "UDE,10,C03,100,0,x,0,0\n", ":2: column 'mean_obj' is 'x'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuses(bad[i].text, strlen(bad[i].text), bad[i].part);
    static const char binary[] = RUNS "X,10,\0C01,1,0,0,0,0,0\n";
    refuses(binary, sizeof binary - 1, ":2: not a text file");
}

static void no_file(void **state) {
    (void)state;
    heco_records *r;
    heco_error    error;
    assert_int_equal(heco_records_new(&r), HECO_OK);
    assert_int_equal(heco_records_read_csv(r, "/nowhere/x.csv", &error), HECO_ERR_IO);
    assert_text(error.text, "cannot open /nowhere/x.csv: No such file");
    assert_int_equal(heco_records_read_csv(r, "/tmp", &error), HECO_ERR_IO);
    assert_text(error.text, "cannot read /tmp");
    assert_int_equal(heco_records_read_csv(r, "/nowhere/x.csv", NULL), HECO_ERR_IO);
    heco_records_free(r);
}

/* Every prefix and every damaged byte of a good file: refused or read, never worse. */
static void damaged(void **state) {
    (void)state;
    static const char good[] = RUNS "X,10,C01,1,0.5,0,0,0,0\n\"Y\",30,C02,2,-1e3,2,1,0,0\n";
    char              text[sizeof good];
    for (size_t i = 0; i < 2 * (sizeof good - 1); i++) {
        heco_records *r;
        heco_error    error;
        memcpy(text, good, sizeof good);
        size_t at = i % (sizeof good - 1), size = i < sizeof good - 1 ? at : sizeof good - 1;
        if (i >= sizeof good - 1) text[at] = (char)(text[at] ^ 0x15);
        write_file(text, size);
        assert_int_equal(heco_records_new(&r), HECO_OK);
        heco_status status = heco_records_read_csv(r, path, &error);
        assert_true(status == HECO_OK || status == HECO_ERR_FORMAT);
        assert_true((status == HECO_OK) == (heco_records_count(r) > 0));
        heco_records_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(layouts),
                                       cmocka_unit_test(dimensions_of_their_own),
                                       cmocka_unit_test(dimensions_as_the_file_says),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(no_file),
                                       cmocka_unit_test(damaged)};
    int                     fd      = mkstemp(path);
    if (fd < 0) return 77;
    close(fd);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
