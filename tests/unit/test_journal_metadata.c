/* The metadata of a journal: reading returns the words that were written, and unknown lines are refused. It belongs
 * to the command, so its source is taken in. */
#include "cli/solve/journal_metadata.c"

#include "testing.h"

/* What the command would print, and the little it needs of other files. */
static char said[1000];

int cli_fail(int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    return code;
}

int cli_fail_memory(void) { return cli_fail(CLI_ERROR, "out of memory"); }

const char *settings_data(const char *given, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return given != NULL ? given : "/usual data";
}

void point_file_free(points *p) { free(p->x); }

int args_read_count(const char *text, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return end != text && *end == '\0';
}

static int refused(const char *lines, const char *part) {
    metadata n;
    char text[500];
    snprintf(text, sizeof text, "heco-solve 1\n%s", lines);
    said[0]  = '\0';
    int code = metadata_read(&n, "J", text);
    metadata_free(&n);
    if (strstr(said, part) == NULL) fail_msg("'%s': no \"%s\" in \"%s\"", lines, part, said);
    return code;
}

/* Words with every character that has a meaning somewhere. */
static void words_come_back(void **state) {
    (void)state;
    static const char *const typed[] = {"exec:./my model.sh", "--set", "a=b=c", "line\nbreak", "back\\slash\\n",
                                        "it's", "", "caf\xc3\xa9", "bell\a"};
    enum { WORDS = sizeof typed / sizeof typed[0] };
    double       x[] = {1.0 / 3.0, -2e300, 0.0, 5.0};
    solve_run_args args = {.common = {.data = NULL}};
    solve_run       s    = {.args = &args, .spec = "exec:./my model.sh", .start = {.n = 2, .count = 2, .x = x}};
    metadata         n;
    heco_model  *model;
    assert_int_equal(heco_model_open(&model, "cec2006:g06", NULL, NULL), HECO_OK);
    s.model        = model;
    args.word.item = (const char **)typed, args.word.count = WORDS;
    char *text = metadata_write(&s);
    assert_non_null(text);
    assert_int_equal(metadata_read(&n, "J", text), -1);
    assert_int_equal(n.word.count, WORDS + 2); /* --data comes from the environment */
    for (size_t i = 0; i < WORDS; i++) assert_string_equal(n.word.item[i], typed[i]);
    assert_string_equal(n.word.item[WORDS], "--data");
    assert_string_equal(n.word.item[WORDS + 1], "/usual data");
    assert_true(n.start.n == 2 && n.start.count == 2);
    assert_memory_equal(n.start.x, x, sizeof x);
    assert_true(n.run == 0 && n.folder[0] == '/');
    char *command = metadata_command(&n); /* as a shell takes it; control characters are not shown */
    assert_string_equal(command, "heco solve 'exec:./my model.sh' --set a=b=c 'line break' 'back\\slash\\n' "
                                 "'it'\\''s' '' 'caf\xc3\xa9' 'bell?' --data '/usual data'");
    free(command);
    metadata_free(&n);
    free(text);
    heco_model_close(model);
}

/* The fingerprints of the files in a command; a changed, missing or unreadable one is named. */
static void files_are_compared(void **state) {
    (void)state;
    char         path[] = "/tmp/heco-test-note-XXXXXX", spec[100], text[400];
    solve_run_args args = {0};
    solve_run       s    = {.args = &args, .spec = spec};
    metadata         n;
    int          fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "one", 3) == 3);
    snprintf(spec, sizeof spec, "exec:sh %s no-such-file", path);
    char *files = metadata_model_files(&s);
    assert_non_null(files);
    snprintf(text, sizeof text, "heco-solve 1\nfolder=/there\n%sword=x\n", files);
    free(files);
    assert_int_equal(metadata_read(&n, "J", text), -1);
    assert_int_equal(n.file.count, 1); /* words that are no files have none */
    assert_int_equal(metadata_check_files(&n, "J"), -1);
    assert_int_equal(write(fd, "!", 1), 1);
    assert_int_equal(metadata_check_files(&n, "J"), CLI_USAGE);
    assert_text(said, "has changed since journal J was begun (3 bytes then, 4 now)");
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, "eno", 3, 0), 3); /* of the same length */
    assert_int_equal(metadata_check_files(&n, "J"), CLI_USAGE);
    assert_text(said, "has changed since");
    close(fd), unlink(path);
    assert_int_equal(metadata_check_files(&n, "J"), CLI_USAGE);
    assert_text(said, "No such file");
    assert_text(said, "begun in the folder /there: resume it there");
    assert_int_equal(mkfifo(path, 0600), 0); /* opening it would wait */
    assert_int_equal(metadata_check_files(&n, "J"), CLI_USAGE);
    assert_text(said, "Illegal seek");
    unlink(path);
    metadata_free(&n);
    assert_int_equal(metadata_read(&n, "J", "heco-solve 1\nfile=zzz\nword=x\n"), -1);
    assert_int_equal(metadata_check_files(&n, "J"), CLI_USAGE);
    assert_text(said, "no fingerprint");
    metadata_free(&n);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    metadata n;
    assert_int_equal(metadata_read(&n, "J", "some other program"), CLI_USAGE);
    assert_text(said, "was not made by heco solve");
    assert_int_equal(metadata_read(&n, "J", "heco-solve 11\nword=x\n"), CLI_USAGE); /* another version */
    assert_text(said, "was not made by heco solve");
    assert_int_equal(refused("", "names no model"), CLI_USAGE);
    assert_int_equal(refused("folder=/x\n", "names no model"), CLI_USAGE);
    assert_int_equal(refused("word=x\nnonsense\n", "\"nonsense\" in its metadata"), CLI_USAGE);
    assert_int_equal(refused("word=x\ncolour=red\n", "unknown line"), CLI_USAGE);
    assert_int_equal(refused("word=x\nstart=1,two\n", "unknown line"), CLI_USAGE);
    assert_int_equal(refused("word=x\nstart=1,2\nstart=1\n", "unknown line"), CLI_USAGE);
    assert_int_equal(refused("word=x\nrun=1\n", "unknown line"), CLI_USAGE); /* the first has none */
    assert_int_equal(refused("word=x\nrun=two\n", "unknown line"), CLI_USAGE);
    assert_int_equal(metadata_read(&n, "J", "heco-solve 1\nword=x\nrun=3"), -1);
    assert_true(n.run == 3);
    metadata_free(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_come_back),
        cmocka_unit_test(files_are_compared),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
