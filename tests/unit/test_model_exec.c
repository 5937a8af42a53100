/* Programs as models: they answer in any order, fail, die, hang, print malformed lines, answer twice and
 * flood their standard error; each costs what it should and is reported in one line. */
#include <signal.h>

#include "beam_check.h"

/* A program in sh with one variable in [0, 100]: `work` gets $id and $x and answers. */
static const char *program_with(const char *more, const char *work) {
    static char spec[300];
    char        text[2000];
    snprintf(text, sizeof text,
             "echo 'heco 1 1 1 0%s'\necho '0 100 name=w'\nwhile read -r id x; do\n%s\ndone\n", more,
             work);
    snprintf(spec, sizeof spec, "exec:sh %s", files_write("p.sh", text));
    return spec;
}

static const char *program(const char *work) { return program_with("", work); }

#define ANSWER "echo \"$id ok $x -$x\""

/* count points 0, 1, 2, ... through one program. */
static heco_failures run_points(const char *spec, const heco_model_options *how,
                                       size_t count, unsigned char *state, double *f) {
    heco_model         *m = files_open(spec, how);
    const heco_problem *p = heco_model_problem(m);
    heco_batch         *b;
    assert_int_equal(heco_batch_new(&b, &p->space, count), HECO_OK);
    b->count = count;
    for (size_t i = 0; i < count; i++) b->x[i] = (double)i;
    heco_failures s = files_evaluate(p, b, "serial", (heco_evaluator_options){0});
    memcpy(state, b->state, count);
    memcpy(f, b->f, count * sizeof *f);
    for (size_t i = 0; i < count; i++)
        if (state[i] == HECO_ROW_OK) assert_true(f[i] == (double)i && b->g[i] == -(double)i);
    heco_batch_free(b);
    heco_model_close(m);
    return s;
}

static void check_failed(const unsigned char *state, size_t count, size_t first, size_t last) {
    for (size_t i = 0; i < count; i++)
        if ((state[i] == HECO_ROW_FAILED) != (i >= first && i <= last))
            fail_msg("point %zu is %s", i, state[i] == HECO_ROW_FAILED ? "failed" : "not failed");
}

static unsigned char state_of[64];
static double        f_of[64];

static void the_beam_is_the_beam_in_c(void **state) {
    (void)state;
    const char *built = getenv("HECO_BEAM") != NULL ? getenv("HECO_BEAM") : "";
    char        spec[600];
    if (system("command -v cc >/dev/null 2>&1") != 0 && *built == '\0') skip();
    snprintf(spec, sizeof spec,
             "cc -std=c11 -O2 -ffp-contract=off -o %s/beam examples/models/beam_exec.c",
             files_folder);
    assert_int_equal(system(spec), 0);
    snprintf(spec, sizeof spec, "exec:%s/beam", files_folder);
    heco_model         *m = files_open(spec, NULL);
    const heco_problem *p = heco_model_problem(m);
    assert_string_equal(p->x_names[6], "h2");
    assert_is_beam(p);
    heco_model_close(m);
}

static void the_description_is_read(void **state) {
    (void)state;
    heco_model *m =
        files_open("exec:echo 'heco 1 2 0 1 maximise tolerance=0.5'; echo '0 9 integer start=4';"
                   "echo '1 2 name=w'; read -r id a b; echo \"$id ok $a $b\"",
                   NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, h, x[] = {3, 1.5};
    size_t              starts;
    assert_true(heco_model_problem(m)->maximise);
    assert_true(p->space.integer[0] && !p->space.integer[1]);
    assert_true(heco_space_tol(&p->space, 0) == 0.5);
    const double *start = heco_model_start(m, &starts);
    assert_int_equal(starts, 1);
    assert_true(start[0] == 4.0 && start[1] == 1.5);
    assert_int_equal(files_point(p, x, &f, NULL, &h, NULL), HECO_ROW_OK);
    assert_true(f == -3.0 && h == 1.5);
    heco_model_close(m);
}

/* The program gives its own quantities, in the order of its lines; the problem has g and h, and
 * says how they read. `flag` announces the lines; without it they must follow closely. */
static void constraints_are_in_the_programs_terms(void **state) {
    (void)state;
    for (int flag = 0; flag < 2; flag++) {
        char text[1000], spec[300];
        snprintf(text, sizeof text,
                 "printf 'heco 1 2 2 1%s unit=kg\\n0 9 name=a unit=m\\nlist 4 8\\n"
                 "c name=tie = 5 tolerance=0.5\\nc name=drop <= 30 unit=Pa\\nc >= 2\\n'\n"
                 "while read -r id x y; do echo \"$id ok 1 $x 20 $y\"; done\n",
                 flag ? " constraints" : "");
        snprintf(spec, sizeof spec, "exec:sh %s", files_write("c.sh", text));
        heco_model         *m = files_open(spec, NULL);
        const heco_problem *p = heco_model_problem(m);
        double              f, g[2], h, x[] = {7, 8};
        assert_int_equal(files_point(p, x, &f, g, &h, NULL), HECO_ROW_OK);
        assert_true(g[0] == 20 - 30 && g[1] == 2 - 8 && h == 7 - 5);
        assert_string_equal(p->c_names[0], "drop");
        assert_null(p->c_names[1]);
        assert_string_equal(p->c_names[2], "tie");
        assert_true(p->forms[0].sense == '<' && p->forms[0].bound == 30);
        assert_string_equal(p->forms[0].unit, "Pa");
        assert_true(p->forms[1].sense == '>' && p->forms[1].factor == -1);
        assert_true(p->forms[2].sense == '=' && p->forms[2].unit == NULL);
        assert_true(p->space.tol[0] == 30e-8 && p->space.tol[2] == 0.5);
        assert_string_equal(p->x_units[0], "m");
        assert_string_equal(p->f_unit, "kg");
        assert_true(p->space.choices[1].count == 2 && p->space.choices[0].count == 0);
        heco_model_close(m);
    }
}

/* The program gets back the word it wrote, also after it has died and was started again. */
static void a_category_is_sent_as_its_word(void **state) {
    (void)state;
    char spec[300];
    snprintf(spec, sizeof spec, "exec:sh %s",
             files_write("w.sh", "printf 'heco 1 2 1 0 constraints\\ncategory S235 X5\\n0 9\\n"
                                 "c <= 1\\n'\nwhile read -r id s x; do\n"
                                 "case $x in 3*) exit 2;; esac\n"
                                 "case $s in X5) echo \"$id ok 5 $x\";; *) echo \"$id ok 1 $x\";; "
                                 "esac\ndone\n"));
    heco_model         *m = files_open(spec, NULL);
    const heco_problem *p = heco_model_problem(m);
    double              f, g, x[] = {2, 4};
    assert_int_equal(files_point(p, x, &f, &g, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 5 && g == 3);
    x[1] = 3;
    assert_int_equal(files_point(p, x, &f, &g, NULL, NULL), HECO_ROW_FAILED);
    x[0] = 1, x[1] = 2;
    assert_int_equal(files_point(p, x, &f, &g, NULL, NULL), HECO_ROW_OK);
    assert_true(f == 1 && g == 1);
    heco_model_close(m);
}

static void wrong_lines_about_constraints_are_refused(void **state) {
    (void)state;
    files_refused("exec:echo heco 1 1 1 0 constraints; echo 0 1; echo 1 ok 2; cat >/dev/null", NULL,
                  "printed '1 ok 2' for constraint 1 of 1", "'c <= bound'");
    files_refused("exec:printf 'heco 1 1 1 0\\n0 1\\nc = 3\\n'; cat >/dev/null", NULL,
                  "1 constraints with '='", "NH = 0");
    files_refused("exec:printf 'heco 1 1 2 0\\n0 1\\nc <= 3\\n'", NULL, "ended with exit code 0",
                  "before it had described");
    /* lines that come too late are not taken for something else */
    char        why[400];
    double      f, g, x = 1;
    heco_model *m = files_open(
        "exec:printf 'heco 1 1 1 0\\n0 1\\n'; sleep 1; echo c '<=' 3; while read -r id x; do echo "
        "\"$id ok 1 $x\"; done",
        NULL);
    assert_int_equal(files_point(heco_model_problem(m), &x, &f, &g, NULL, why), HECO_ROW_FAILED);
    assert_text(why, "too late for a constraint");
    heco_model_close(m);
}

static void take_hint(void *user, const char *line) {
    char *said = user;
    snprintf(said + strlen(said), 400 - strlen(said), "%s", line);
}

/* Silence before the description or before the first answer is explained, once. */
static void silence_gets_a_hint(void **state) {
    (void)state;
    static const char *const silent[] = {
        "exec:sleep 1; echo heco 1 1 0 0; echo 0 9; while read -r id x; do echo $id ok $x; done",
        "exec:echo heco 1 1 0 0; echo 0 9; while read -r id x; do sleep 1.5; echo $id ok $x; done",
        "exec:echo heco 1 1 0 0; echo 0 9; while read -r id x; do echo $id ok $x; done",
    };
    static const char *const part[] = {"has not described its problem for 0.2 s",
                                       "has not answered for 0.2 s", NULL};
    for (size_t i = 0; i < 3; i++) {
        char        said[400] = "";
        double      f, x = 2;
        heco_model *m = files_open(
            silent[i], MODEL_HOW(.on_hint = take_hint, .hint_user = said, .hint_after = 0.2));
        for (int k = 0; k < 2; k++)
            assert_int_equal(files_point(heco_model_problem(m), &x, &f, NULL, NULL, NULL),
                             HECO_ROW_OK);
        heco_model_close(m);
        if (part[i] == NULL) {
            assert_string_equal(said, "");
            continue;
        }
        assert_text(said, part[i]);
        assert_text(said, "mawk: -W interactive");
        assert_null(strstr(strstr(said, "has not") + 1, "has not"));
    }
}

static void answers_may_come_in_any_order(void **state) {
    (void)state;
    /* pairs, the second first */
    const char          *spec = program("read -r id2 x2; echo \"$id2 ok $x2 -$x2\"; " ANSWER);
    heco_failures s    = run_points(spec, NULL, 40, state_of, f_of);
    assert_int_equal(s.failed, 0);
    assert_int_equal(s.restarted, 0);
}

/* A program that passes its standard input on needs batch=1; other input is lost. */
static void as_many_points_wait_as_the_program_says(void **state) {
    (void)state;
    heco_failures s = run_points(
        program_with(" batch=1", "timeout 0.05 cat >/dev/null; " ANSWER), NULL, 6, state_of, f_of);
    assert_int_equal(s.failed + s.restarted, 0);
    s = run_points(program_with(" batch=2", "read -r id2 x2; echo \"$id2 ok $x2 -$x2\"; " ANSWER),
                   NULL, 10, state_of, f_of);
    assert_int_equal(s.failed + s.restarted, 0);
}

static void a_refused_point_fails_alone(void **state) {
    (void)state;
    heco_failures s =
        run_points(program("if [ $x = 7 ]; then echo \"$id fail bad mesh\"; else " ANSWER "; fi"),
                   NULL, 20, state_of, f_of);
    check_failed(state_of, 20, 7, 7);
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.restarted, 0);
    assert_text(s.last_failure, "says 'bad mesh' at (w = 7)");
}

static void a_program_that_dies_is_started_again(void **state) {
    (void)state;
    heco_failures s = run_points(
        program(
            "if [ $x = 7 ] || [ $x = 12 ]; then echo 'out of licences' >&2; exit 3; fi; " ANSWER),
        NULL, 20, state_of, f_of);
    assert_int_equal(s.failed, 2);
    assert_int_equal(s.restarted, 2);
    assert_true(state_of[7] == HECO_ROW_FAILED && state_of[12] == HECO_ROW_FAILED);
    assert_text(s.last_failure, "ended with exit code 3; it said 'out of licences' at (w = 12)");
    s = run_points(program("if [ $x = 7 ]; then kill -SEGV $$; fi; " ANSWER), NULL, 20, state_of,
                   f_of);
    check_failed(state_of, 20, 7, 7);
    assert_text(s.last_failure, "signal 11 (Segmentation fault)");
    /* out of order: the guilty point is found by sending one by one */
    s = run_points(program("read -r id2 x2; if [ $x2 = 7 ]; then exit 3; fi; if [ -n \"$id2\" ]; "
                           "then echo \"$id2 ok $x2 -$x2\"; fi; " ANSWER),
                   MODEL_HOW(.timeout = 1.0), 8, state_of, f_of);
    assert_true(state_of[7] == HECO_ROW_FAILED);
}

static void a_point_that_takes_too_long_fails(void **state) {
    (void)state;
    heco_model_options   how = {.size = sizeof how, .timeout = 1.5};
    heco_failures s =
        run_points(program("if [ $x = 7 ]; then sleep 100; fi; " ANSWER), &how, 20, state_of, f_of);
    check_failed(state_of, 20, 7, 7);
    assert_int_equal(s.timed_out, 1);
    assert_int_equal(s.restarted, 1);
    assert_text(s.last_failure, "no answer within 1.5 s (does it flush its output");
}

static void a_program_that_never_describes_itself_is_given_up(void **state) {
    (void)state;
    heco_model_options how = {.size = sizeof how, .open_timeout = 0.1};
    files_refused("exec:sleep 100", &how, "exec:sleep 100",
                  "has not described the problem within 0.1 s");
    how.timeout = 30.0;
    files_refused("exec:echo 'heco 1 2 1 0'; sleep 100", &how,
                  "exec:", "has not described the problem within 0.1 s");
}

static void a_failed_point_is_tried_again(void **state) {
    (void)state;
    char        work[400];
    const char *mark = files_write("mark", NULL);
    snprintf(work, sizeof work, "if [ $x = 7 ] && [ ! -e %s ]; then : > %s; exit 1; fi; " ANSWER,
             mark, mark);
    heco_model_options   how = {.size = sizeof how, .retries = 1};
    heco_failures s   = run_points(program(work), &how, 20, state_of, f_of);
    assert_int_equal(s.failed, 0);
    assert_int_equal(s.retried, 1);
    s = run_points(program("if [ $x = 7 ]; then echo \"$id fail\"; else " ANSWER "; fi"), &how, 20,
                   state_of, f_of);
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.retried, 1);
}

static void rubbish_costs_its_point_and_is_quoted(void **state) {
    (void)state;
    static const struct {
        const char *instead, *why;
    } row[] = {
        {"echo 'step 1 of 5'", "printed 'step 1 of 5': expected 'ID ok f ..' or 'ID fail words'"},
        {"echo \"$id ok 1\"", "expected 2 numbers (f and 1 constraints), got 1"},
        {"echo \"$id ok 1 abc\"", "'abc' is not a number"},
        {"echo \"$id done\"", "'ok', 'partial' or 'fail' must follow the ID"},
        {"echo '999999 ok 1 2'", "no point has this ID"},
        {"printf '\\000\\377\\n'", "expected 'ID ok"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char work[300];
        snprintf(work, sizeof work, "if [ $x = 7 ]; then %s; else " ANSWER "; fi", row[i].instead);
        heco_failures s = run_points(program(work), NULL, 20, state_of, f_of);
        check_failed(state_of, 20, 7, 7);
        assert_text(s.last_failure, row[i].why);
        assert_text(s.last_failure, "(w = 7)");
    }
}

static void answering_twice_discredits_all_answers(void **state) {
    (void)state;
    heco_failures s = run_points(program(ANSWER "; " ANSWER), NULL, 20, state_of, f_of);
    check_failed(state_of, 20, 0, 19);
    assert_text(s.last_failure, "answered before; print one line per point");
    /* earlier answers stay, and the message doubts them */
    s = run_points(
        program_with(" batch=1", "if [ $x = 7 ]; then " ANSWER "; sleep 0.1; fi; " ANSWER), NULL,
        20, state_of, f_of);
    assert_true(state_of[6] == HECO_ROW_OK && state_of[9] == HECO_ROW_FAILED);
    check_failed(state_of + 8, 12, 0, 11);
    assert_text(s.last_failure, "the program is not used any more, earlier answers may be wrong");
}

static void a_flood_on_standard_error_blocks_nothing(void **state) {
    (void)state;
    heco_failures s =
        run_points(program("i=0; while [ $i -lt 3000 ]; do echo 'a warning that nobody reads, "
                           "number' $i >&2; i=$((i+1)); done; "
                           "if [ $x = 2 ]; then exit 1; fi; " ANSWER),
                   NULL, 4, state_of, f_of);
    check_failed(state_of, 4, 2, 2);
    assert_text(s.last_failure, "number 2999'");
}

static void programs_that_cannot_work_are_refused(void **state) {
    (void)state;
    files_refused("exec:", NULL, "exec: needs a command", "exec:./beam");
    files_refused("exec:/nonexistent/program", NULL,
                  "exec:/nonexistent/program ended with exit code 127", "is the path right?");
    files_refused("exec:echo broken >&2; exit 4", NULL,
                  "ended with exit code 4 before it had described the problem", "'broken'");
    files_refused("exec:echo Hello world", NULL, "printed 'Hello world' as its first line",
                  "heco 1 n NG NH");
    files_refused("exec:echo heco 2 1 1 1", NULL, "version 1 of the protocol", "heco 2 1 1 1");
    files_refused("exec:echo heco 1 2 0 0; echo 0 1; echo 1 0", NULL,
                  "printed '1 0' for variable 2 of 2", "lower not above");
    files_refused("exec:echo heco 1 2 0 0; echo 0 1", NULL, "ended with exit code 0",
                  "described the problem");
    files_refused("exec:echo heco 1 1 0 0; echo 0.2 0.8 integer", NULL, "integer variable 1",
                  "0.2");
    files_refused("exec:yes | tr -d '\\n'", NULL, "prints a line that does not end", "");
}

/* It describes itself once and dies at every later start: the points fail, nothing hangs. */
static void a_program_that_starts_only_once(void **state) {
    (void)state;
    char spec[500], mark[200];
    snprintf(mark, sizeof mark, "%s/once", files_folder);
    snprintf(spec, sizeof spec,
             "exec:if [ -e %s ]; then exit 5; fi; : > %s; echo heco 1 1 1 0; echo 0 100; read -r "
             "id x; exit 6",
             mark, mark);
    heco_failures s = run_points(spec, NULL, 20, state_of, f_of);
    check_failed(state_of, 20, 0, 19);
    assert_int_equal(s.failed, 20);
    assert_text(s.last_failure, "ended with exit code 5");
}

/* The host must survive a write to a program that is gone, with SIGPIPE at its default. */
static void a_broken_pipe_does_not_kill_the_host(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_DFL);
    heco_failures s = run_points("exec:echo heco 1 1 1 0; echo 0 100; exec 0<&-; sleep 0.2",
                                        NULL, 3, state_of, f_of);
    assert_int_equal(s.failed, 3);
    sigset_t pending;
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_beam_is_the_beam_in_c),
        cmocka_unit_test(the_description_is_read),
        cmocka_unit_test(constraints_are_in_the_programs_terms),
        cmocka_unit_test(a_category_is_sent_as_its_word),
        cmocka_unit_test(wrong_lines_about_constraints_are_refused),
        cmocka_unit_test(silence_gets_a_hint),
        cmocka_unit_test(answers_may_come_in_any_order),
        cmocka_unit_test(as_many_points_wait_as_the_program_says),
        cmocka_unit_test(a_refused_point_fails_alone),
        cmocka_unit_test(a_program_that_dies_is_started_again),
        cmocka_unit_test(a_point_that_takes_too_long_fails),
        cmocka_unit_test(a_program_that_never_describes_itself_is_given_up),
        cmocka_unit_test(a_failed_point_is_tried_again),
        cmocka_unit_test(rubbish_costs_its_point_and_is_quoted),
        cmocka_unit_test(answering_twice_discredits_all_answers),
        cmocka_unit_test(a_flood_on_standard_error_blocks_nothing),
        cmocka_unit_test(programs_that_cannot_work_are_refused),
        cmocka_unit_test(a_program_that_starts_only_once),
        cmocka_unit_test(a_broken_pipe_does_not_kill_the_host),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
