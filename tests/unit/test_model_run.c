/* Decks: one command per point. Bad decks are refused in one line; a command that fails, hangs,
 * leaves processes or writes no, half or ambiguous values costs its own point only. */
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <time.h>

#include "model_files.h"

/* Writes a deck with one variable w in [0, 100] that runs `script` in sh, and `more` lines. */
static const char *deck(const char *script, const char *more) {
    static char spec[300];
    char        text[2000];
    files_write("p.sh", script);
    snprintf(text, sizeof text, "command sh {{heco_folder}}/p.sh {{w}}\nvariable w 0 100\n%s",
             more);
    snprintf(spec, sizeof spec, "run:%s", files_write("p.deck", text));
    return spec;
}

/* Counts the folders of points that are left. */
static size_t folders_left(void) {
    char   path[200];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/p.deck.points", files_folder);
    DIR *d = opendir(path);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) count += e->d_name[0] != '.';
    if (d != NULL) closedir(d);
    return count;
}

/* Evaluates w = x with a deck; returns the state of the row and the line about the failure. */
static int point(const char *spec, const heco_model_options *how, double x, double *f, double *g,
                 char *failure) {
    heco_model *m     = files_open(spec, how);
    int         state = files_point(heco_model_problem(m), &x, f, g, NULL, failure);
    heco_model_close(m);
    return state;
}

/* The point must fail with a line that has both parts. */
static void fails(const char *spec, const heco_model_options *how, const char *part1,
                  const char *part2) {
    double f, g[4];
    char   failure[400];
    assert_int_equal(point(spec, how, 3.0, &f, g, failure), HECO_ROW_FAILED);
    if (strstr(failure, part1) == NULL || strstr(failure, part2) == NULL || strchr(failure, '\n'))
        fail_msg("'%s' lacks '%s' or '%s', or has several lines", failure, part1, part2);
}

static void values_are_read_in_each_way(void **state) {
    (void)state;
    double      f = 0.0, g[5] = {0};
    const char *spec = deck("echo \"$1 7\"\n"
                            "echo 'peak stress = 12.5' >r.txt\n"
                            "echo 'step 1: load 1.0D+01 N' >>r.txt\n"
                            "echo 'step 2: load 2.0D+01 N' >>r.txt\n"
                            "echo '{\"a\": [1, {\"b\": -4e1}], \"c\": \"}\"}' >r.json\n",
                            "minimise f\nconstraint second <= 5\n"
                            "output r.txt\nconstraint stress <= 10 key='peak stress'\n"
                            "constraint load >= 1 match=\"load +([^ ]+) N\" take=last\n"
                            "constraint deep <= 0 json=a.1.b file=r.json\n"
                            "constraint first <= 0 match='load +([^ ]+) N' take=first\n");
    assert_int_equal(point(spec, NULL, 3.25, &f, g, NULL), HECO_ROW_OK);
    assert_true(f == 3.25 && g[0] == 2.0 && g[1] == 2.5 && g[2] == -19.0 && g[3] == -40.0);
    assert_true(g[4] == 10.0);
    assert_int_equal(folders_left(), 0);
}

static void templates_are_filled(void **state) {
    (void)state;
    double f;
    files_write("in.txt.template", "w {{w}}\nfixed [{{ w %8.3f }}] {{steel}}\n");
    files_write("data.txt", "100\n");
    const char *spec =
        deck("set -- $(cat in.txt data.txt)\n[ $4 = '[' ] || exit 1\n[ $5 = '3.142]' ] || exit 2\n"
             "[ $6 = X5 ] || exit 3\n[ $7 = 100 ] || exit 4\necho $2\n",
             "variable steel category S235 X5\ntemplate in.txt.template\nlink data.txt\n"
             "minimise f\n");
    heco_model *m    = files_open(spec, NULL);
    double      x[2] = {3.14159265358979, 2.0};
    char        failure[400];
    if (files_point(heco_model_problem(m), x, &f, NULL, NULL, failure) != HECO_ROW_OK)
        fail_msg("%s", failure);
    assert_true(f == x[0]);
    heco_model_close(m);
}

static void values_do_not_pass_through_a_shell(void **state) {
    (void)state;
    double      f, x[2] = {1.0, 1.0};
    const char *deck_text = "variable w 0 100\nvariable c category $(touch${IFS}hacked) b\n"
                            "command printf '%s\\n%s' {{w}} {{c}}\nminimise f position=1\n";
    char        spec[300], hacked[300];
    snprintf(spec, sizeof spec, "run:%s", files_write("q.deck", deck_text));
    heco_model *m = files_open(spec, NULL);
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 1.0);
    heco_model_close(m);
    snprintf(hacked, sizeof hacked, "%s/hacked", files_folder);
    assert_int_equal(access(hacked, F_OK), -1);
    files_write("q.deck", "variable w 0 100\nshell echo {{w}} | sed 's/$/5/' # a text for sh\n"
                          "minimise f\n");
    m = files_open(spec, NULL);
    assert_int_equal(files_point(heco_model_problem(m), x, &f, NULL, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 15.0);
    heco_model_close(m);
}

static void a_bad_command_costs_its_point(void **state) {
    (void)state;
    fails(deck("echo 'no licence' >&2; exit 1", "minimise f\n"), NULL, "exit code 1", "no licence");
    fails(deck("kill -SEGV $$", "minimise f\n"), NULL, "signal 11", "(w = 3)");
    fails(deck("sleep 100", "minimise f\n"), MODEL_HOW(.timeout = 0.1), "longer than 0.1 s",
          "--eval-timeout");
    assert_int_equal(folders_left(), 3);
    fails(deck("exit 1", "minimise f\nkeep none\n"), NULL, "exit code 1", "");
    assert_int_equal(folders_left(), 3);
}

static void bad_output_costs_its_point(void **state) {
    (void)state;
    fails(deck("true", "minimise f file=r.txt\n"), NULL, "r.txt is not there: check the command",
          "(w = 3)");
    fails(deck("mkfifo r.txt", "minimise f file=r.txt\n"), NULL, "r.txt is not a file", "");
    fails(deck("printf 'f = 12' >r.txt", "minimise f file=r.txt key=f\n"), NULL,
          "ends in the middle of a line", "newline");
    fails(deck("printf '{\"f\": 12' >r.txt", "minimise f file=r.txt json=f\n"), NULL,
          "is not complete JSON", "json=f");
    fails(deck("truncate -s 100M r.txt", "minimise f file=r.txt\n"), NULL, "more than the limit",
          "r.txt");
    fails(deck("echo f = 1; echo f = 2", "minimise f key=f\n"), NULL, "2 times", "take=first");
    fails(deck("echo 1; echo 2", "minimise f match='([0-9]+)'\n"), NULL, "2 times", "take=first");
    fails(deck("echo 1", "minimise f match='stress ([0-9]+)'\n"), NULL, "is nowhere in it",
          "stress");
    fails(deck("echo 1", "minimise f match='stress ([]a[:digit:]{(]{1,99}){1,99}'\n"), NULL,
          "is nowhere in it", "stress");
    fails(deck("echo 1 2", "minimise f\nconstraint a <= 1\nconstraint b <= 1\n"), NULL,
          "it has 2 values, value 3 is missing", "'b'");
    fails(deck("echo x1", "minimise f\n"), NULL, "'x1' is not a number", "check the deck");
    fails(deck("echo 1; echo nan", "minimise f\nconstraint a <= 1 unit=m\n"), NULL,
          "output 'a' in stdout.txt: it is nan", "(see ");
    fails(deck("echo 1", "minimise f\nrequire 'NORMAL END'\n"), NULL, "lacks 'NORMAL END'", "");
}

static void a_command_may_stop_early(void **state) {
    (void)state;
    double      f, g[4];
    char        failure[400];
    size_t      before = folders_left();
    const char *lines  = "partial STOPPED\nrequire END\nminimise f key=f\n"
                         "constraint a <= 1 key=a\nconstraint b <= 1 key=b file=r.txt\n";
    assert_int_equal(
        point(deck("echo STOPPED; echo f = 5; echo a = 3", lines), NULL, 3.0, &f, g, NULL),
        HECO_ROW_PARTIAL);
    assert_true(isnan(f) && g[0] == 2.0 && isnan(g[1]));
    assert_int_equal(
        point(deck("echo STOPPED; echo a = nan; echo b = 4 >r.txt", lines), NULL, 3.0, &f, g, NULL),
        HECO_ROW_PARTIAL);
    assert_true(isnan(g[0]) && g[1] == 3.0);
    assert_int_equal(point(deck("echo END; echo f = 5; echo a = 3; echo b = 4 >r.txt", lines), NULL,
                           3.0, &f, g, NULL),
                     HECO_ROW_OK);
    assert_true(f == 5.0 && g[0] == 2.0 && g[1] == 3.0);
    assert_int_equal(folders_left(), before);
    const char *met = deck("echo STOPPED; echo f = 5; echo a = 1", lines);
    assert_int_equal(point(met, NULL, 3.0, &f, g, failure), HECO_ROW_FAILED);
    if (strstr(failure, "stopped early, but no constraint") == NULL) fail_msg("%s", failure);
    fails(deck("echo a = 3", lines), NULL, "lacks 'END'", "(see ");
    fails(deck("echo STOPPED; echo a = 3; exit 1", lines), NULL, "exit code 1", "");
    assert_int_equal(
        point(deck("echo STOPPED; echo a 3", "partial STOPPED\nminimise_max f count=2 key=f\n"
                                             "constraint a <= 1 match='a ([0-9])'\n"),
              NULL, 3.0, &f, g, NULL),
        HECO_ROW_PARTIAL);
    assert_true(isnan(f) && g[0] == 2.0);
}

/* The command ends, but a process that it started would write the output later and stay. */
static void what_a_command_leaves_is_ended(void **state) {
    (void)state;
    double f;
    char   failure[400], path[200];
    int    pid = 0;
    fails(
        deck("(sleep 50; echo 1 >r.txt) & echo $! >../../child; exit 0", "minimise f file=r.txt\n"),
        NULL, "r.txt is not there", "");
    FILE *file = fopen(files_write("child", NULL), "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    snprintf(path, sizeof path, "/proc/%d/cwd", pid);
    char            target[200];
    struct timespec moment = {0, 1000000};
    for (int i = 0; i < 5000 && readlink(path, target, sizeof target) > 0; i++)
        nanosleep(&moment, NULL);
    assert_true(readlink(path, target, sizeof target) < 0);
    assert_int_equal(point(deck("echo $1", "minimise f\n"), NULL, 3.0, &f, NULL, failure),
                     HECO_ROW_OK);
}

static void a_failed_point_is_tried_again(void **state) {
    (void)state;
    double        f;
    heco_model   *m = files_open(deck("n=$(cat ../../count 2>/dev/null || echo 0)\n"
                                        "echo $((n + 1)) >../../count\n[ $n -ge 2 ] && echo 8\n",
                                      "minimise f\n"),
                                 MODEL_HOW(.retries = 2));
    const double  x = 1.0;
    heco_failures s;
    assert_int_equal(files_point(heco_model_problem(m), &x, &f, NULL, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 8.0);
    heco_model_problem(m)->failures(heco_model_problem(m)->user, &s);
    assert_int_equal(s.retried, 2);
    assert_non_null(strstr(heco_model_note(m), "a point took "));
    heco_model_close(m);
}

/* Points 0 .. 99 with crashes and hangs, two at a time: each value belongs to its point. */
static void no_point_is_lost_or_confused(void **state) {
    (void)state;
    enum { POINTS = 100 };
    const char *work = "n=${1%.*}\n[ $((n % 20)) = 7 ] && exit 3\n"
                       "[ $((n % 50)) = 11 ] && sleep 60\necho $((n * n)) >r.txt\n";
    heco_model *m    = files_open(deck(work, "minimise f file=r.txt\nkeep none\nfolder many\n"),
                                  MODEL_HOW(.timeout = 2.0));
    const heco_problem *p = heco_model_problem(m);
    heco_batch         *b;
    assert_int_equal(heco_batch_new(&b, &p->space, POINTS), HECO_OK);
    b->count = POINTS;
    for (size_t i = 0; i < POINTS; i++) b->x[i] = (double)i;
    heco_failures s = files_evaluate(p, b, "threads", (heco_evaluator_options){.workers = 2});
    for (size_t i = 0; i < POINTS; i++) {
        int bad = i % 20 == 7 || i % 50 == 11;
        assert_int_equal(b->state[i], bad ? HECO_ROW_FAILED : HECO_ROW_OK);
        if (!bad) assert_true(b->f[i] == (double)(i * i));
    }
    assert_int_equal(s.failed, 7);
    assert_int_equal(s.timed_out, 2);
    heco_batch_free(b);
    heco_model_close(m);
    struct stat about;
    char        path[200];
    snprintf(path, sizeof path, "%s/many", files_folder);
    assert_true(stat(path, &about) != 0);
}

static void refuses(const char *text, const char *part1, const char *part2) {
    char spec[300];
    snprintf(spec, sizeof spec, "%s", files_write("bad.deck", text));
    files_refused(spec, NULL, part1, part2);
}

static void bad_decks_are_refused(void **state) {
    (void)state;
    files_write("t.in", "{{width}}");
    files_write("u.in", "{{w}} {{w %d}}");
    files_write("v.in", "{{w");
    files_write("w.in", "{{w %.511111111f}}");
#define GOOD "command true {{w}}\nvariable w 0 1\n"
    refuses(GOOD "minimise f\ntemplate t.in\n", "{{width}} names no variable", "did you mean w?");
    refuses(GOOD "minimise f\ntemplate u.in\n", "{{w %d}} has a bad format", "%8.3f");
    refuses(GOOD "minimise f\ntemplate w.in\n", "has a bad format", "three digits");
    refuses(GOOD "minimise f\ntemplate v.in\n", "v.in", "has no }}");
    refuses(GOOD "minimise f\ntemplate none.in\n", "none.in", "is not there");
    refuses(GOOD "minimise f match='('\n", "bad.deck:3", "match=(");
    refuses(GOOD "minimise f match='((a{1,100}){1,100}){1,100}'\n", "bad.deck:3", "fewer counts");
    refuses(GOOD "minimise f match='(a{99}[])(]{2}){99,}|b+'\n", "bad.deck:3", "fewer counts");
    refuses(GOOD "minimise f match='x) (((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)'\n",
            "bad.deck:3", "fewer counts");
    refuses(GOOD "minimise f match='a\n", "bad.deck:3", "quotation mark");
    refuses(GOOD "minimise f file=../r.txt\n", "file=../r.txt", "another point");
    refuses(GOOD "minimise f file=t.in\nlink t.in\n", "t.in", "template or a link");
    refuses(GOOD "minimise f\nlink none\n", "none", "cannot be read");
    refuses(GOOD "minimise f\nvariable v 0 1\n", "variable 'v' is in no template", "{{v}}");
    refuses(GOOD "minimise f\nvariable w 0 1\n", "variable 'w' already", "bad.deck:4");
    refuses(GOOD "minimise f\nvariable u 3\n", "variable 'u'", "lower upper");
    refuses(GOOD "minimise f\nconstraint c < x\n", "constraint 'c'", "finite number");
    refuses(GOOD "minimise f\nconstraint c <= 1\nconstraint c >= 0\n", "constraint 'c' already",
            "bad.deck:5");
    refuses(GOOD, "'minimise NAME' is missing", "bad.deck");
    refuses("variable w 0 1\nminimise f\n", "'command PROGRAM", "missing");
    refuses("command no-such-program {{w}}\nvariable w 0 1\nminimise f\n", "no-such-program",
            "not in PATH");
    refuses("command ./none {{w}}\nvariable w 0 1\nminimise f\n", "/none", "not executable");
    refuses(GOOD "minimise f\nkeep some\n", "keep knows failed", "some");
    refuses(GOOD "minimise f\nconstrain c <= 0\n", "constrain", "constraint");
    files_refused("run:", NULL, "run: needs a deck", "heco init run");
    files_refused("run:/none/x.deck", NULL, "/none/x.deck", "is not there");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read_in_each_way),
        cmocka_unit_test(templates_are_filled),
        cmocka_unit_test(values_do_not_pass_through_a_shell),
        cmocka_unit_test(a_bad_command_costs_its_point),
        cmocka_unit_test(bad_output_costs_its_point),
        cmocka_unit_test(a_command_may_stop_early),
        cmocka_unit_test(what_a_command_leaves_is_ended),
        cmocka_unit_test(a_failed_point_is_tried_again),
        cmocka_unit_test(no_point_is_lost_or_confused),
        cmocka_unit_test(bad_decks_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
