/* The option parser of the command: it is not part of the library, so its source is taken in. */
#include "cli/args.c"
#include "cli/fold.c"
#include "cli/terminal.c"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

typedef struct {
    uint64_t count;
    double   real;
} inner_args;

typedef struct {
    int         flag;
    const char *text;
    args_list   list;
    unsigned    number;
    inner_args  inner;
} outer_args;

static const args_option inner_options[] = {
    {"count", 0, ARGS_COUNT, offsetof(inner_args, count), "N", "help", 1, 0, NULL},
    {"real", 'r', ARGS_REAL, offsetof(inner_args, real), "X", "help", -2, 2, NULL},
    ARGS_END};
static const args_option outer_options[] = {
    {"flag", 'f', ARGS_FLAG, offsetof(outer_args, flag), NULL, "help", 0, 0, NULL},
    {"text", 't', ARGS_TEXT, offsetof(outer_args, text), "T", "help", 0, 0, NULL},
    {"list", 0, ARGS_LIST, offsetof(outer_args, list), "L", "help", 0, 0, NULL},
    {"number", 0, ARGS_NUMBER, offsetof(outer_args, number), "N", "help", 1, 8, NULL},
    ARGS_INCLUDE(offsetof(outer_args, inner), inner_options),
    ARGS_END};
static const cli_command command = {"test", "W", "title", NULL, outer_options, 0, 2, NULL};

enum { WORDS_MAX = 8 };

/* Parses words that end with NULL; those that are not options stay in `argv`. */
static int parse(outer_args *args, int *argc, char **argv, const char *const *words) {
    *args = (outer_args){0};
    for (*argc = 0; words[*argc] != NULL; ++*argc) argv[*argc] = (char *)words[*argc];
    return args_parse(&command, args, argc, argv);
}

static int refuses(const char *first, const char *second) {
    const char *words[] = {first, second, NULL};
    outer_args  args;
    int         argc;
    char       *argv[WORDS_MAX];
    int         code = parse(&args, &argc, argv, words);
    args_free(&command, &args);
    return code;
}

static void test_every_form(void **state) {
    (void)state;
    outer_args  args;
    int         argc;
    char       *argv[WORDS_MAX];
    const char *words[] = {"one", "--text=a=b", "-f", "--count", "2e5", "two", "-r-1.5", NULL};
    assert_int_equal(parse(&args, &argc, argv, words), -1);
    assert_int_equal(argc, 2);
    assert_string_equal(argv[0], "one");
    assert_string_equal(argv[1], "two");
    assert_string_equal(args.text, "a=b");
    assert_int_equal(args.flag, 1);
    assert_true(args.inner.count == 200000);
    assert_true(args.inner.real == -1.5);
}

static void test_values_that_look_like_options(void **state) {
    (void)state;
    outer_args  args;
    int         argc;
    char       *argv[WORDS_MAX];
    const char *words[] = {"--text=--flag", "-r", "-1", "-", "--", "--flag", NULL};
    assert_int_equal(parse(&args, &argc, argv, words), -1);
    assert_string_equal(args.text, "--flag");
    assert_true(args.inner.real == -1.0);
    assert_int_equal(args.flag, 0);
    assert_int_equal(argc, 2);
    assert_string_equal(argv[0], "-");
    assert_string_equal(argv[1], "--flag");
}

static void test_list_grows(void **state) {
    (void)state;
    outer_args  args;
    int         argc;
    char       *argv[WORDS_MAX];
    const char *words[] = {"--list=a=1", "--list", "b=2", "--list=", NULL};
    assert_int_equal(parse(&args, &argc, argv, words), -1);
    assert_int_equal(args.list.count, 3);
    assert_string_equal(args.list.item[0], "a=1");
    assert_string_equal(args.list.item[1], "b=2");
    assert_string_equal(args.list.item[2], "");
    args_free(&command, &args);
    assert_null(args.list.item);
}

static void test_refusals(void **state) {
    (void)state;
    assert_int_equal(refuses("--nothing", NULL), CLI_USAGE);
    assert_int_equal(refuses("--fla", NULL), CLI_USAGE); /* no abbreviations */
    assert_int_equal(refuses("-x", NULL), CLI_USAGE);
    assert_int_equal(refuses("--flag=1", NULL), CLI_USAGE);
    assert_int_equal(refuses("--text", NULL), CLI_USAGE);
    assert_int_equal(refuses("--text", "--flag"), CLI_USAGE);
    assert_int_equal(refuses("--text", "--flag=1"), CLI_USAGE);
    assert_int_equal(refuses("--text", "--other"), -1);
    assert_int_equal(refuses("--number", "0"), CLI_USAGE);
    assert_int_equal(refuses("--number", "9"), CLI_USAGE);
    assert_int_equal(refuses("--number", "8"), -1);
    assert_int_equal(refuses("--real", "2.5"), CLI_USAGE);
    assert_int_equal(refuses("--real", "nan"), CLI_USAGE);
    assert_int_equal(refuses("--real", "1x"), CLI_USAGE);
    assert_int_equal(refuses("--count", "1.5"), CLI_USAGE);
    assert_int_equal(refuses("--count", "-1"), CLI_USAGE);
    assert_int_equal(refuses("--count", "99999999999999999999"), CLI_USAGE);
    assert_int_equal(refuses("--count", ""), CLI_USAGE);
}

static void test_read_count(void **state) {
    (void)state;
    uint64_t value = 7;
    assert_true(args_read_count("18446744073709551615", &value) && value == UINT64_MAX);
    assert_true(args_read_count("9007199254740993", &value) && value == 9007199254740993u);
    assert_true(args_read_count("1e12", &value) && value == 1000000000000u);
    assert_false(args_read_count(" 1", &value));
    assert_false(args_read_count("1e-1", &value));
    assert_false(args_read_count("1e30", &value));
}

static void test_print_real_reads_back(void **state) {
    (void)state;
    const double values[] = {0.1, 1.0 / 3.0, -6961.8138755801392, 5e-324, 1e300, 123456789.0, -0.0};
    char         text[ARGS_REAL_SIZE];
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_true(strtod(args_print_real(text, values[i]), NULL) == values[i]);
    assert_string_equal(args_print_real(text, 0.1), "0.1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form),
        cmocka_unit_test(test_values_that_look_like_options),
        cmocka_unit_test(test_list_grows),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_read_count),
        cmocka_unit_test(test_print_real_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
