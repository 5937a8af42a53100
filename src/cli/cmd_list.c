/* heco list: prints the library's tables. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/option_space.h"
#include "cli/solve/settings.h"
#include "cli/view/feature_list.h"

typedef struct {
    settings    common; /* json, data, instance */
    const char *tuner;
    int         features;
    uint64_t    samples, dim;
} cmd_list_args;

#define ROW(name, kind, field, value, help) \
    { name, 0, kind, offsetof(cmd_list_args, common.field), value, help, 0, 0, NULL }

static const args_option cmd_list_options[] = {
    ROW("json", ARGS_FLAG, json, NULL, "one JSON document"),
    ROW("data", ARGS_TEXT, data, "DIR", "folder with official benchmark data"),
    ROW("instance", ARGS_TEXT, instance, "WHICH", "instance of a suite: official, or a seed"),
    {"for", 0, ARGS_TEXT, offsetof(cmd_list_args, tuner), "irace|smac",
     "options: print a parameter file for this tuner", 0, 0, NULL},
    {"features", 0, ARGS_FLAG, offsetof(cmd_list_args, features), NULL,
     "problems: measure the feasible share of the box, kinds of constraints, groups of variables "
     "and condition",
     0, 0, NULL},
    {"samples", 0, ARGS_COUNT, offsetof(cmd_list_args, samples), "N",
     "points for the feasible share (default: 100000)", 0, 0, NULL},
    {"dim", 0, ARGS_COUNT, offsetof(cmd_list_args, dim), "N",
     "dimension of problems that have several (default: the first)", 0, 0, NULL},
    ROW("seed", ARGS_COUNT, seed, "N", "seed of these points (default: 1)"),
    ARGS_END};

/* Opens the array of a list. It has a key only inside the document of all lists. */
static void cmd_list_open(heco_json *out, const char *name) {
    if (out != NULL) heco_json_open(out, out->depth > 0 ? name : NULL, '[');
}

static int cmd_list_close(heco_json *out) {
    if (out != NULL) heco_json_close(out);
    return CLI_OK;
}

/* Prints the name and a text as a line, or opens an object with them; `key` is that of the text.
 * Returns 1 if an object is open, to which the caller may add and which it closes. */
static int cmd_list_row(heco_json *out, const char *name, const char *key, const char *text) {
    if (out == NULL) {
        printf("%-16s %s\n", name, text);
        return 0;
    }
    heco_json_open(out, NULL, '{');
    heco_json_text(out, "name", name);
    heco_json_text(out, key, text);
    return 1;
}

static int cmd_list_algorithms(const cmd_list_args *args, const char *word, heco_json *out) {
    const heco_algorithm *a;
    (void)args, (void)word;
    cmd_list_open(out, "algorithms");
    for (size_t i = 0; (a = heco_algorithm_at(i)) != NULL; i++) {
        int recommended = a == heco_algorithm_default();
        if (out == NULL) {
            printf("%-16s %s [%s]%s\n", a->name, a->title, a->reference,
                   recommended ? " (default)" : "");
            continue;
        }
        heco_json_open(out, NULL, '{');
        heco_json_text(out, "name", a->name);
        heco_json_text(out, "title", a->title);
        heco_json_text(out, "reference", a->reference);
        heco_json_bool(out, "default", recommended);
        heco_json_bool(out, "sequential", (a->traits & HECO_TRAIT_SEQUENTIAL) != 0);
        heco_json_bool(out, "theory", (a->traits & HECO_TRAIT_THEORY) != 0);
        heco_json_bool(out, "derivatives", (a->traits & HECO_TRAIT_DERIVATIVES) != 0);
        heco_json_close(out);
    }
    return cmd_list_close(out);
}

static int cmd_list_suites(const cmd_list_args *args, const char *word, heco_json *out) {
    const char *name;
    (void)args, (void)word;
    cmd_list_open(out, "suites");
    for (size_t i = 0; (name = heco_suite_name_at(i)) != NULL; i++)
        if (cmd_list_row(out, name, "title", heco_suite_title_at(i))) heco_json_close(out);
    return cmd_list_close(out);
}

/* The list of a suite's problems. */
typedef struct {
    heco_suite *suite;
    heco_json  *out;     /* NULL: as text                                                      */
    int         width;   /* of the column of names                                             */
    size_t      missing; /* problems whose official data is not there                          */
} cmd_list_output;

/* Returns the width of the column of names. */
static int cmd_list_width(const heco_suite *suite) {
    size_t width = 8;
    for (size_t i = 0; i < heco_suite_count(suite); i++) {
        size_t length = strlen(heco_suite_at(suite, i)->name);
        if (length > width) width = length;
    }
    return (int)width;
}

/* Opens the object of a problem with its name, title and the first `dims` of its dimensions. */
static void cmd_list_open_problem(heco_json *out, const heco_suite_entry *entry, size_t dims) {
    heco_json_open(out, NULL, '{');
    heco_json_text(out, "name", entry->name);
    heco_json_text(out, "title", entry->title);
    heco_json_open_line(out, "dims", '[');
    for (size_t k = 0; k < dims; k++) heco_json_count(out, NULL, entry->dims[k]);
    heco_json_close(out);
}

/* Prints one problem. `features` may be NULL. */
static void cmd_list_problem(const cmd_list_output *l, size_t index, const heco_problem *p,
                             const heco_features *features) {
    const heco_suite_entry *entry = heco_suite_at(l->suite, index);
    heco_json              *out   = l->out;
    if (out == NULL && features != NULL) {
        feature_list_line(stdout, l->width, p, features);
        fflush(stdout); /* the next problem may take a while */
        return;
    }
    if (out == NULL) {
        char dims[80] = "", best[ARGS_REAL_SIZE];
        for (size_t k = 0, used = 0; k < entry->dim_count && used < sizeof dims; k++)
            used += (size_t)snprintf(dims + used, sizeof dims - used, "%s%zu", k > 0 ? "," : "",
                                     entry->dims[k]);
        printf("%-*s %-16s %3zu %3zu  %-20s ", l->width, entry->name, dims, p->space.ng,
               p->space.nh, args_print_real(best, p->f_ref));
        heco_text_write(stdout, entry->title, 0);
        puts(entry->compared ? "" : " (left out of comparisons)");
        return;
    }
    cmd_list_open_problem(out, entry, entry->dim_count);
    heco_json_count(out, "ng", p->space.ng);
    heco_json_count(out, "nh", p->space.nh);
    heco_json_real(out, "f_ref", p->f_ref);
    heco_json_bool(out, "compared", entry->compared);
    if (features != NULL) feature_list_json(out, p, features);
    heco_json_close(out);
}

/* Prints what the suite knows of a problem whose official data is missing. */
static void cmd_list_without_data(const cmd_list_output *l, size_t index, int features) {
    const heco_suite_entry *entry = heco_suite_at(l->suite, index);
    heco_json              *out   = l->out;
    if (out != NULL) {
        cmd_list_open_problem(out, entry, 1);
        heco_json_bool(out, "needs_data", 1);
        heco_json_close(out);
    } else if (features) printf("%-*s %3zu  needs data\n", l->width, entry->name, entry->dims[0]);
    else
        printf("%-*s %-16zu %3s %3s  %-20s %s\n", l->width, entry->name, entry->dims[0], "-", "-",
               "needs data", entry->title);
}

/* Returns whether the suite has official data, which may not be imported. */
static int cmd_list_has_data(const heco_suite *suite) {
    const char *name;
    for (size_t i = 0; (name = heco_data_suite_at(i)) != NULL; i++)
        if (strcmp(name, heco_suite_name(suite)) == 0) return 1;
    return 0;
}

/* Prints problem number `index` with its features if they are asked for. Problems that lack the
 * dimension are left out. If official data is missing, `error` says how to get it. */
static heco_status cmd_list_entry(const cmd_list_args *args, cmd_list_output *l, size_t index,
                                  heco_error *error) {
    const heco_suite_entry *entry = heco_suite_at(l->suite, index);
    const heco_problem     *problem;
    heco_features           features;
    int                     has = args->dim == 0;
    for (size_t k = 0; k < entry->dim_count; k++) has |= entry->dims[k] == args->dim;
    if (!has) return HECO_OK;
    heco_status status = heco_suite_problem(l->suite, index, (size_t)args->dim, &problem, error);
    if (status == HECO_ERR_IO && cmd_list_has_data(l->suite)) {
        cmd_list_without_data(l, index, args->features);
        l->missing += 1;
        return HECO_OK;
    }
    if (status == HECO_OK && args->features)
        status = heco_problem_features(&features, problem, (size_t)args->samples, args->common.seed,
                                       error);
    if (status == HECO_OK) cmd_list_problem(l, index, problem, args->features ? &features : NULL);
    return status;
}

static int cmd_list_problems(const cmd_list_args *args, const char *word, heco_json *out) {
    char               buffer[4096];
    heco_error         error = {0};
    cmd_list_output    l     = {.out = out};
    heco_suite_options how   = {.instance = args->common.instance};
    how.data                 = settings_data(args->common.data, buffer, sizeof buffer);
    heco_status status       = heco_suite_load(&l.suite, word, &how, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    l.width = cmd_list_width(l.suite);
    cmd_list_open(out, "problems");
    if (out == NULL && args->features) feature_list_head(stdout, l.width);
    else if (out == NULL)
        printf("%-*s %-16s %3s %3s  %-20s title\n", l.width, "name", "dimensions", "ng", "nh",
               "best known");
    for (size_t i = 0; status == HECO_OK && i < heco_suite_count(l.suite); i++)
        status = cmd_list_entry(args, &l, i, &error);
    heco_suite_close(l.suite);
    if (status == HECO_OK && l.missing > 0)
        cli_print(stderr, "heco: note: number of problems that lack data: %zu; %s\n", l.missing,
                  error.text);
    return status == HECO_OK ? cmd_list_close(out) : cli_fail_status(status, &error);
}

/* Writes the choices of an option, or its kind and range. */
static void cmd_list_range(const heco_option *o, char *text, size_t size) {
    char min[48], max[48];
    if (o->kind == HECO_OPTION_CHOICE) {
        snprintf(text, size, "%s", o->choices);
        return;
    }
    heco_option_print(o, o->min, min, sizeof min);
    heco_option_print(o, o->max, max, sizeof max);
    snprintf(text, size, "%s %s .. %s", o->kind == HECO_OPTION_INTEGER ? "integer" : "real", min,
             max);
}

/* Prints the options of the algorithm and of its members. */
static void cmd_list_print_options(const heco_algorithm *a, heco_json *out) {
    static const char *const kinds[] = {"real", "integer", "choice"};
    cmd_list_open(out, "options");
    const heco_option *o;
    char               name[120];
    for (size_t k = 0; (o = heco_algorithm_option_at(a, k, name, sizeof name)) != NULL; k++) {
        char value[48], range[160];
        heco_option_print(o, o->value, value, sizeof value);
        cmd_list_range(o, range, sizeof range);
        if (out == NULL) {
            cli_print(stdout, "%-18s %s\n", name, o->help != NULL ? o->help : "");
            cli_print(stdout, "%19sdefault %s; %s\n", "", isnan(o->value) ? "auto" : value, range);
            continue;
        }
        heco_json_open(out, NULL, '{');
        heco_json_text(out, "name", name);
        heco_json_text(out, "kind", kinds[o->kind]);
        heco_json_text(out, "default", isnan(o->value) ? "auto" : value);
        heco_json_real(out, "min", o->min);
        heco_json_real(out, "max", o->max);
        heco_json_text(out, "choices", o->choices);
        heco_json_text(out, "help", o->help);
        heco_json_close(out);
    }
    cmd_list_close(out);
}

static int cmd_list_algorithm_options(const cmd_list_args *args, const char *word, heco_json *out) {
    heco_algorithm_file  *file;
    const heco_algorithm *a;
    int                   code = settings_algorithm(word, &file, &a);
    if (code >= 0) return code;
    if (args->tuner != NULL) option_space_print(stdout, a, args->tuner);
    else cmd_list_print_options(a, out);
    settings_algorithm_close(file, word);
    return CLI_OK;
}

static int cmd_list_backends(const cmd_list_args *args, const char *word, heco_json *out) {
    const heco_backend *b;
    (void)args, (void)word;
    cmd_list_open(out, "backends");
    for (size_t i = 0; (b = heco_backend_at(i)) != NULL; i++) {
        if (!cmd_list_row(out, b->name, "title", b->title)) continue;
        heco_json_bool(out, "parallel", (b->traits & HECO_BACKEND_PARALLEL) != 0);
        heco_json_bool(out, "isolates", (b->traits & HECO_TRAIT_ISOLATES) != 0);
        heco_json_bool(out, "times", (b->traits & HECO_TRAIT_TIMEOUT) != 0);
        heco_json_bool(out, "retries", (b->traits & HECO_TRAIT_RETRIES) != 0);
        heco_json_bool(out, "limits", (b->traits & HECO_TRAIT_MEMORY_LIMIT) != 0);
        heco_json_close(out);
    }
    return cmd_list_close(out);
}

static int cmd_list_models(const cmd_list_args *args, const char *word, heco_json *out) {
    const char *name;
    (void)args, (void)word;
    cmd_list_open(out, "models");
    for (size_t i = 0; (name = heco_model_kind_at(i)) != NULL; i++)
        if (cmd_list_row(out, name, "help", heco_model_kind_help(i))) heco_json_close(out);
    return cmd_list_close(out);
}

/* One row per list. `needs` is the word that must follow; NULL: none. */
static const struct {
    const char *name, *needs;
    int (*print)(const cmd_list_args *args, const char *word, heco_json *out);
} cmd_list_table[] = {
    {"algorithms", NULL, cmd_list_algorithms}, {"suites", NULL, cmd_list_suites},
    {"models", NULL, cmd_list_models},         {"backends", NULL, cmd_list_backends},
    {"problems", "SUITE", cmd_list_problems},  {"options", "ALGORITHM", cmd_list_algorithm_options},
};

enum { CMD_LIST_COUNT = sizeof cmd_list_table / sizeof cmd_list_table[0] };

/* Prints every list that needs no second word. */
static int cmd_list_all(const cmd_list_args *args) {
    heco_json out = {.file = stdout};
    if (args->common.json) heco_json_open(&out, NULL, '{');
    for (size_t i = 0; i < CMD_LIST_COUNT; i++) {
        if (cmd_list_table[i].needs != NULL) continue;
        if (args->common.json) cmd_list_table[i].print(args, NULL, &out);
        else {
            printf("%s%s\n", i > 0 ? "\n" : "", cmd_list_table[i].name);
            cmd_list_table[i].print(args, NULL, NULL);
        }
    }
    if (args->common.json) heco_json_close(&out);
    else puts("\nheco list problems SUITE and heco list options ALGORITHM show more");
    return CLI_OK;
}

/* Refuses --for beside another list or with another tuner. Returns -1 if the command goes on. */
static int cmd_list_check_tuner(const cmd_list_args *args, const char *list) {
    if (args->tuner == NULL) return -1;
    if (list == NULL || strcmp(list, "options") != 0 || args->common.json)
        return cli_fail(CLI_USAGE, "--for prints options: heco list options ALGORITHM --for irace");
    if (strcmp(args->tuner, "irace") == 0 || strcmp(args->tuner, "smac") == 0) return -1;
    return cli_fail(CLI_USAGE, "--for is irace or smac, not \"%s\"", args->tuner);
}

/* Refuses --features and its options beside another list. Returns -1 if the command goes on. */
static int cmd_list_check_features(const cmd_list_args *args, const char *list) {
    int problems = list != NULL && strcmp(list, "problems") == 0;
    if (problems || (!args->features && args->dim == 0)) return -1;
    return cli_fail(CLI_USAGE, "--features and --dim need a suite: heco list problems SUITE "
                               "--features");
}

/* Prints the list that argv[0] names. */
static int cmd_list_one(const cmd_list_args *args, int argc, char **argv) {
    const char *names[CMD_LIST_COUNT];
    heco_error  why;
    for (size_t i = 0; i < CMD_LIST_COUNT; i++) {
        names[i]          = cmd_list_table[i].name;
        const char *needs = cmd_list_table[i].needs;
        if (strcmp(argv[0], names[i]) != 0) continue;
        if (needs != NULL && argc < 2)
            return cli_fail(CLI_USAGE, "list %s needs a word: heco list %s %s", names[i], names[i],
                            needs);
        if (needs == NULL && argc > 1)
            return cli_fail(CLI_USAGE, "list %s does not understand '%s'", names[i], argv[1]);
        if (!args->common.json) return cmd_list_table[i].print(args, argv[1], NULL);
        heco_json out = {.file = stdout};
        return cmd_list_table[i].print(args, argv[1], &out);
    }
    heco_fail_name(&why, argv[0], names, CMD_LIST_COUNT, "a list of heco");
    return cli_fail_status(HECO_ERR_NAME, &why);
}

static int cmd_list_run(const cli_command *self, int argc, char **argv) {
    cmd_list_args args = {.common = settings_default(), .samples = 100000};
    int           code = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_list_check_tuner(&args, argc > 0 ? argv[0] : NULL);
    if (code < 0) code = cmd_list_check_features(&args, argc > 0 ? argv[0] : NULL);
    if (code < 0) code = argc == 0 ? cmd_list_all(&args) : cmd_list_one(&args, argc, argv);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_list = {
    "list",
    "[algorithms|suites|problems SUITE|options ALGORITHM|models|backends]",
    "list algorithms, suites, problems, options, models and backends",
    "Without a word it prints all lists except for problems and options.",
    cmd_list_options,
    0,
    2,
    cmd_list_run};
