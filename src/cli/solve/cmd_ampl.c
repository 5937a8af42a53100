/* heco STUB -AMPL: the convention by which AMPL, Pyomo and others call a solver. It reads STUB.nl
 * and writes STUB.sol. Options are key=value in the variable heco_options and on the command line,
 * which takes precedence: the options of heco solve without their hyphens, and those of the
 * algorithm. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve/ampl_answer.h"
#include "cli/solve/answer.h"
#include "cli/solve/solve_run.h"

static const args_option cmd_ampl_options[] = {
    ARGS_INCLUDE(offsetof(solve_run_args, common), settings_search_options),
    ARGS_INCLUDE(offsetof(solve_run_args, common), settings_model_options),
    {"max-failed", 0, ARGS_COUNT, offsetof(solve_run_args, max_failed), "N",
     "stop if the first N evaluations all fail (default: 200; 0: never)", 0, 0, NULL},
    {"journal", 0, ARGS_TEXT, offsetof(solve_run_args, journal), "FILE",
     "append every evaluation to FILE, so that heco resume can continue after a stop", 0, 0, NULL},
    {"quiet", 'q', ARGS_FLAG, offsetof(solve_run_args, common.quiet), NULL,
     "print no progress on standard error", 0, 0, NULL},
    {"outlev", 0, ARGS_NUMBER, offsetof(solve_run_args, outlev), "N",
     "0: print no progress, as quiet (default: 1)", 0, 9, NULL},
    {"wantsol", 0, ARGS_NUMBER, offsetof(solve_run_args, wantsol), "N",
     "the sum of 2: print the variables, 4: print the dual values; STUB.sol is always written", 0,
     15, NULL},
    {"timing", 0, ARGS_FLAG, offsetof(solve_run_args, timing), NULL,
     "add the time of the search to the message", 0, 0, NULL},
    {"version", 0, ARGS_FLAG, offsetof(solve_run_args, version), NULL,
     "print the version before the search", 0, 0, NULL},
    ARGS_END};

/* --- options ------------------------------------------------------------------------------- */

/* The options as words "--key=value", and the model. All texts are on the heap. */
typedef struct {
    char **word;
    size_t count;
} cmd_ampl_words;

/* Appends a formatted word. */
static int cmd_ampl_add_word(cmd_ampl_words *w, const char *format, ...) {
    char  **grown = realloc(w->word, (w->count + 2) * sizeof *grown);
    va_list list, again;
    if (grown == NULL) return cli_fail_memory();
    w->word = grown;
    va_start(list, format);
    va_copy(again, list);
    size_t size     = (size_t)vsnprintf(NULL, 0, format, list) + 1;
    grown[w->count] = malloc(size);
    if (grown[w->count] != NULL) vsnprintf(grown[w->count], size, format, again);
    va_end(again);
    va_end(list);
    if (grown[w->count] == NULL) return cli_fail_memory();
    w->count++;
    return -1;
}

static void cmd_ampl_drop(cmd_ampl_words *w) {
    for (size_t i = 0; i < w->count; i++) free(w->word[i]);
    free(w->word);
}

/* Compares an option with a key: AMPL's keys have no hyphens, eval_timeout is --eval-timeout. */
static int cmd_ampl_same(const char *option, const char *key) {
    for (; *option != '\0' && *key != '\0'; option++, key++)
        if (*option != *key && !(*option == '-' && *key == '_')) return 0;
    return *option == *key;
}

/* Keys of other solvers, and the option that each stands for. */
static const struct {
    const char *key, *option;
} cmd_ampl_aliases[] = {{"timelimit", "time"}, {"timelim", "time"}, {"tech:timelimit", "time"}};

/* Returns the row of a key or of its alias; NULL if there is none. */
static const args_option *cmd_ampl_find_key(const char *key) {
    for (size_t i = 0; i < sizeof cmd_ampl_aliases / sizeof cmd_ampl_aliases[0]; i++)
        if (strcmp(cmd_ampl_aliases[i].key, key) == 0) key = cmd_ampl_aliases[i].option;
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(cmd_ampl_options, i, NULL)) != NULL; i++)
        if (cmd_ampl_same(row->name, key)) break;
    return row;
}

/* Prints the nearest keys. Returns the exit code. */
static int cmd_ampl_fail_unknown(const char *key, const heco_algorithm *algorithm) {
    enum { NAMES = 128 };
    const char        *names[NAMES];
    heco_error         why;
    size_t             count = 0;
    const args_option *row;
    for (; count < NAMES && (row = args_row_at(cmd_ampl_options, count, NULL)) != NULL; count++)
        names[count] = row->name;
    for (size_t k = 0; k < heco_option_count(algorithm->options) && count < NAMES; k++)
        names[count++] = algorithm->options[k].name;
    heco_fail_name(&why, key, names, count, "a key of heco or an option of %s", algorithm->name);
    return cli_fail(CLI_USAGE, "heco_options: %s", why.text);
}

/* Adds the words for one key; `value` is NULL if none was given. */
static int cmd_ampl_key(cmd_ampl_words *w, const char *key, const char *value,
                        const heco_algorithm *algorithm) {
    const args_option *row = cmd_ampl_find_key(key);
    if (row != NULL && row->kind == ARGS_FLAG) {
        int on = value == NULL || strcmp(value, "0") != 0;
        return on ? cmd_ampl_add_word(w, "--%s", row->name) : -1;
    }
    if (value == NULL)
        return row != NULL || strlen(key) > 0
                   ? cli_fail(CLI_USAGE, "heco_options: %s needs a value: %s=%s", key, key,
                              row != NULL ? row->value : "VALUE")
                   : -1;
    if (row != NULL) return cmd_ampl_add_word(w, "--%s=%s", row->name, value);
    char name[120];
    for (size_t k = 0; heco_algorithm_option_at(algorithm, k, name, sizeof name) != NULL; k++)
        if (strcmp(name, key) == 0) return cmd_ampl_add_word(w, "--set=%s=%s", key, value);
    return cmd_ampl_fail_unknown(key, algorithm);
}

/* Returns the next piece of *rest, NULL at the end, and moves *rest behind it. A piece ends at a
 * blank or '=', or is enclosed in quotation marks. The byte behind it becomes its zero byte, but a
 * '=' stays, and then *rest begins with it: the caller cuts there. */
static char *cmd_ampl_piece(char **rest) {
    char *at = *rest + strspn(*rest, " \t\r\n"), *end;
    if (*at == '\0') return NULL;
    if (*at == '"' || *at == '\'') {
        char quote = *at++;
        end        = strchr(at, quote);
        if (end == NULL) end = at + strlen(at);
    } else end = at + strcspn(at, " \t\r\n=");
    *rest = *end != '\0' && *end != '=' ? end + 1 : end;
    if (*end != '=') *end = '\0';
    return at;
}

/* Parses `text` and cuts it: "key=value", "key = value", or "key value" for a key that takes one.
 * If `algorithm` is NULL, only looks for the key algorithm and stores its value in *name. */
static int cmd_ampl_text(cmd_ampl_words *w, char *text, const heco_algorithm *algorithm,
                         const char **name) {
    char *rest = text, *key;
    int   code = -1;
    while (code < 0 && (key = cmd_ampl_piece(&rest)) != NULL) {
        size_t blank = strspn(rest, " \t\r\n");
        char  *value = NULL;
        if (rest[blank] == '=') {
            char *equal = rest + blank;
            rest        = equal + 1;
            *equal      = '\0';
            size_t gap  = strspn(rest, " \t\r\n");
            value       = rest[gap] != '\0' ? rest + gap : rest;
            if (*value == '"' || *value == '\'') value = cmd_ampl_piece(&rest);
            else {
                rest = value + strcspn(value, " \t\r\n");
                if (*rest != '\0') *rest++ = '\0';
            }
        } else {
            const args_option *row = cmd_ampl_find_key(key);
            if (row != NULL && row->kind != ARGS_FLAG) value = cmd_ampl_piece(&rest);
        }
        if (algorithm != NULL) code = cmd_ampl_key(w, key, value, algorithm);
        else if (strcmp(key, "algorithm") == 0) *name = value;
    }
    return code;
}

/* Parses one word of the command line. Pyomo and JuMP pass "key=value" as one word, whose value may
 * contain blanks without quotation marks: such a word is cut at its only '='. */
static int cmd_ampl_word(cmd_ampl_words *w, char *word, const heco_algorithm *algorithm,
                         const char **name) {
    char *equal = strchr(word, '='), *blank = strpbrk(word, " \t\r\n");
    if (equal == NULL || blank == NULL || blank <= equal + 1 || equal[1] == '"' ||
        equal[1] == '\'' || strchr(equal + 1, '=') != NULL)
        return cmd_ampl_text(w, word, algorithm, name);
    *equal = '\0';
    if (algorithm != NULL) return cmd_ampl_key(w, word, equal + 1, algorithm);
    if (strcmp(word, "algorithm") == 0) *name = equal + 1;
    return -1;
}

/* Returns whether a word is a key whose value is the next word: it has no value itself, takes one,
 * and the next word is not a key with a value. */
static int cmd_ampl_splits(const char *word, const char *next, const heco_algorithm *algorithm) {
    const args_option *row = cmd_ampl_find_key(word);
    char               name[120];
    if (next == NULL || strchr(next, '=') != NULL || strpbrk(word, "= \t\r\n") != NULL) return 0;
    if (row != NULL) return row->kind != ARGS_FLAG;
    for (size_t k = 0;
         algorithm != NULL && heco_algorithm_option_at(algorithm, k, name, sizeof name) != NULL;
         k++)
        if (strcmp(name, word) == 0) return 1;
    return 0;
}

/* Parses the variable heco_options, then the command line. A key and its value may be two words.
 * Writes the name of the algorithm if one is given. */
static int cmd_ampl_given(cmd_ampl_words *w, int argc, char **argv, const heco_algorithm *algorithm,
                          char name[SETTINGS_PATH]) {
    const char *variable = getenv("heco_options");
    int         code     = -1;
    for (int i = -1; code < 0 && i < argc; i++) {
        const char *found = NULL;
        const char *text  = i < 0 ? variable : argv[i];
        const char *next  = i >= 0 && i + 1 < argc ? argv[i + 1] : NULL;
        if (text == NULL) continue;
        if (i >= 0 && cmd_ampl_splits(text, next, algorithm)) {
            if (algorithm != NULL) code = cmd_ampl_key(w, text, next, algorithm);
            else if (strcmp(text, "algorithm") == 0) snprintf(name, SETTINGS_PATH, "%s", next);
            i++;
            continue;
        }
        char *copy = strdup(text);
        if (copy == NULL) return cli_fail_memory();
        code = i < 0 ? cmd_ampl_text(w, copy, algorithm, &found)
                     : cmd_ampl_word(w, copy, algorithm, &found);
        if (found != NULL) snprintf(name, SETTINGS_PATH, "%s", found);
        free(copy);
    }
    return code;
}

/* Collects the words for args_parse(). Finds the algorithm first, because its options are keys. */
static int cmd_ampl_collect(cmd_ampl_words *w, int argc, char **argv) {
    char                  name[SETTINGS_PATH] = "";
    heco_algorithm_file  *file;
    const heco_algorithm *algorithm;
    int                   code = cmd_ampl_given(w, argc, argv, NULL, name);
    if (code >= 0) return code;
    code = settings_algorithm(name[0] != '\0' ? name : NULL, &file, &algorithm);
    if (code >= 0) return code;
    code = cmd_ampl_given(w, argc, argv, algorithm, name);
    settings_algorithm_close(file, name);
    return code;
}

/* --- the answer ---------------------------------------------------------------------------- */

/* Returns STUB.sol for STUB.nl; NULL if out of memory. The caller frees it. */
static char *cmd_ampl_sol(const char *nl) {
    size_t stub = strlen(nl) - strlen(".nl");
    size_t size = stub + sizeof ".sol";
    char  *sol  = malloc(size);
    if (sol != NULL) snprintf(sol, size, "%.*s.sol", (int)stub, nl);
    return sol;
}

/* Writes the .sol file. Returns the exit code. */
static int cmd_ampl_write_sol(const solve_run *s, const char *sol) {
    heco_error  error   = {0};
    char       *message = ampl_answer_message(s);
    heco_status status  = HECO_ERR_MEMORY;
    heco_sol    answer  = {.message = message,
                           .x       = heco_solution_result(s->solution)->x,
                           .result  = ampl_answer_result(s),
                           .prices  = heco_solution_prices(s->solution)};
    if (message != NULL) status = heco_model_write_solution(s->model, sol, &answer, &error);
    free(message);
    /* The .sol file holds the answer; its solve_result_num says how the search ended. */
    if (status == HECO_OK) return CLI_OK;
    /* The file could not be written: print the answer, so that it is not lost. */
    answer_text(s, stdout);
    return cli_fail_status(status, &error);
}

/* Prints what wantsol asks for. */
static void cmd_ampl_print(const solve_run *s) {
    const heco_space *space = &s->problem->space;
    const double     *x     = heco_solution_result(s->solution)->x;
    const heco_price *price = heco_solution_prices(s->solution);
    char              name[24], number[ARGS_REAL_SIZE];
    for (size_t j = 0; (s->args->wantsol & 2) && j < space->n; j++)
        cli_print(stdout, "%s %s\n", heco_problem_x_name(s->problem, j, name),
                  args_print_real(number, x[j]));
    for (size_t k = 0; (s->args->wantsol & 4) && price != NULL && k < space->ng + space->nh; k++)
        cli_print(stdout, "%s %s\n", heco_problem_c_name(s->problem, k, name),
                  args_print_real(number, price[k].price));
}

/* --- the command --------------------------------------------------------------------------- */

/* Opens the model, searches and writes the .sol file. */
static int cmd_ampl_search(const solve_run_args *args, const char *nl) {
    solve_run s;
    char     *sol  = cmd_ampl_sol(nl);
    int       code = solve_run_open(&s, args, nl);
    if (code < 0 && sol == NULL) code = cli_fail_memory();
    /* Check before the search that the file can be written. */
    if (code < 0) code = output_check(sol);
    if (code < 0) code = solve_run_minimize(&s);
    if (code < 0) cmd_ampl_print(&s);
    if (code < 0) code = cmd_ampl_write_sol(&s, sol);
    solve_run_close(&s);
    free(sol);
    return code;
}

/* Parses the collected words like a command line and searches. */
static int cmd_ampl_run_words(const cli_command *self, cmd_ampl_words *w) {
    solve_run_args args = {.common     = settings_default(),
                           .outlev     = 1,
                           .max_failed = heco_run_options_default().max_failed};
    int            argc = (int)w->count;
    char         **argv = malloc((w->count + 1) * sizeof *argv);
    if (argv == NULL) return cli_fail_memory();
    for (int i = 0; i < argc; i++) argv[i] = w->word[i];
    int code = solve_run_keep_words(&args, argc, argv);
    if (code < 0) code = args_parse(self, &args, &argc, argv);
    settings_remember(&args.common);
    if (args.outlev == 0) args.common.quiet = 1;
    if (code < 0 && args.version) printf("heco %s\n", heco_version_build());
    if (code < 0) code = cmd_ampl_search(&args, argv[0]);
    args_free(self, &args);
    solve_run_drop_words(&args);
    free(argv);
    return code;
}

/* Solves STUB.nl with the command line that AMPL gives: STUB -AMPL key=value ... */
static int cmd_ampl_run(const cli_command *self, int argc, char **argv) {
    cmd_ampl_words words  = {0};
    const char    *stub   = argv[0];
    size_t         length = strlen(stub);
    int            whole  = length > 3 && strcmp(stub + length - 3, ".nl") == 0;
    int            code   = cmd_ampl_collect(&words, argc - 2, argv + 2);
    if (code < 0) code = cmd_ampl_add_word(&words, "--");
    if (code < 0) code = cmd_ampl_add_word(&words, "%s%s", stub, whole ? "" : ".nl");
    if (code < 0) code = cmd_ampl_run_words(self, &words);
    cmd_ampl_drop(&words);
    return code;
}

/* Prints the rows as keys, with underscores in place of hyphens. Lists have no key. */
static void cmd_ampl_print_rows(void) {
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(cmd_ampl_options, i, NULL)) != NULL; i++) {
        char key[80];
        if (row->kind == ARGS_LIST) continue;
        snprintf(key, sizeof key, "%s%s%s", row->name, row->kind == ARGS_FLAG ? "" : "=",
                 row->kind == ARGS_FLAG ? "" : row->value);
        for (char *c = key; *c != '\0' && *c != '='; c++)
            if (*c == '-') *c = '_';
        printf("  %-24s %s\n", key, row->help);
    }
}

int cli_ampl_keys(void) {
    const heco_algorithm *algorithm = heco_algorithm_default();
    const heco_option    *option;
    char                  name[120];
    printf("Keys for heco STUB -AMPL and the variable heco_options, as key=value or key value:\n");
    cmd_ampl_print_rows();
    printf("  %-24s the same as time\n", "timelimit=SECONDS");
    printf("and the options of the algorithm, here of %s:\n", algorithm->name);
    for (size_t k = 0; (option = heco_algorithm_option_at(algorithm, k, name, sizeof name)) != NULL;
         k++)
        printf("  %-24s %s\n", name, option->help);
    return CLI_OK;
}

const cli_command cli_command_ampl = {
    "-AMPL",
    "STUB -AMPL [key=value ...]",
    "solve STUB.nl for AMPL, Pyomo and others, write STUB.sol",
    "Keys are the options below without their hyphens (eval_timeout for --eval-timeout) and the\n"
    "options of the algorithm; they may also be given in the variable heco_options, as in\n"
    "option heco_options 'evals=1e5 seed=3'; the command line takes precedence.\n"
    "\n"
    "heco -= lists the keys alone.\n"
    "\n"
    "The exit code is 0 if STUB.sol was written. Its solve_result_num says why the search ended:\n"
    "0 the target was reached or the search converged to a local optimum, 1 feasible and no\n"
    "better point for a long time, 100 one of these on a default bound, 200 linear constraints\n"
    "contradict each other, 300 unbounded, 401 limit on evaluations,\n"
    "403 time limit, 405 interrupted, 411, 413 and 415 the same without a feasible point,\n"
    "500 failure",
    cmd_ampl_options,
    1,
    1,
    cmd_ampl_run};
