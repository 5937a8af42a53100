/* heco rank: ranks algorithms by competition rules from databases and published tables. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "heco/report.h"

enum { CMD_RANK_DIMS = 64 };

typedef struct {
    const char *rule, *suite, *dims, *algorithms, *control, *format, *output;
    args_list   db, with;
    int         per_problem, values, round_published, quiet;
    unsigned    digits;
    uint64_t    resamples, seed;
    double      level, rope, accuracy;
} cmd_rank_args;

#define ROW(name, letter, kind, field, value, help) \
    { name, letter, kind, offsetof(cmd_rank_args, field), value, help, 0, 0, NULL }
#define LIMITED(name, kind, field, value, help, min, max) \
    { name, 0, kind, offsetof(cmd_rank_args, field), value, help, min, max, NULL }

static const args_option cmd_rank_options[] = {
    ROW("db", 0, ARGS_LIST, db, "FILE", "results database of heco bench (repeatable)"),
    ROW("with", 0, ARGS_LIST, with, "FILE.csv", "published results, or runs as CSV (repeatable)"),
    ROW("rule", 0, ARGS_TEXT, rule, "NAME",
        "cec2017 (default), cec2006, cec2020, u-score, u-score-2024, friedman, critical, pairs, "
        "ert "
        "or profile"),
    ROW("suite", 0, ARGS_TEXT, suite, "NAME",
        "rank the results of this suite (needed if there are several)"),
    ROW("dims", 0, ARGS_TEXT, dims, "10,30", "these dimensions only"),
    ROW("algorithms", 0, ARGS_TEXT, algorithms, "A,B,..", "these algorithms only, in this order"),
    ROW("control", 0, ARGS_TEXT, control, "NAME",
        "friedman: compare with this algorithm (default: the one with the best mean rank)"),
    ROW("per-problem", 0, ARGS_FLAG, per_problem, NULL, "one line per problem and algorithm"),
    ROW("values", 0, ARGS_FLAG, values, NULL,
        "print best, median, c, worst, mean, std, feasible rate and violation, no ranks"),
    ROW("round-published", 0, ARGS_FLAG, round_published, NULL,
        "cec2017: round published values to 8 decimals too"),
    LIMITED("digits", ARGS_NUMBER, digits, "N",
            "values that agree in N significant digits are equal, runs and published ones", 1, 17),
    LIMITED("accuracy", ARGS_REAL, accuracy, "E",
            "ert, profile: success at a feasible f within E max(1, |f*|) of the best f* (needs "
            "traces)",
            1e-300, 1e300),
    LIMITED("level", ARGS_REAL, level, "P", "level of tests and intervals (default 0.05)", 1e-9,
            0.999),
    LIMITED("rope", ARGS_REAL, rope, "R",
            "pairs: an A12 within R of 0.5 is no difference in practice (default 0.06)", 0, 0.499),
    LIMITED("resamples", ARGS_COUNT, resamples, "N", "bootstrap resamples (default 2000)", 1,
            10000000),
    LIMITED("seed", ARGS_COUNT, seed, "N", "seed of the resampling (default 1)", 0, 0),
    ROW("format", 0, ARGS_TEXT, format, "NAME", "text (default), md, csv, json or tex"),
    ROW("output", 'o', ARGS_TEXT, output, "FILE", "write to this file"),
    ROW("quiet", 'q', ARGS_FLAG, quiet, NULL, "no notes on standard error"),
    ARGS_END};

/* The options in the library's terms. `names` is a copy of the list, cut into names. */
typedef struct {
    heco_rank_options options;
    size_t            dims[CMD_RANK_DIMS];
    char             *names;
    const char      **algorithm;
} cmd_rank_request;

/* Fills w->dims from "10,30". */
static int cmd_rank_read_dims(cmd_rank_request *w, const char *text) {
    const char *at = text;
    for (;;) {
        char     one[24];
        uint64_t dim;
        size_t   length = strcspn(at, ",");
        if (length < sizeof one) memcpy(one, at, length);
        one[length < sizeof one ? length : 0] = '\0';
        if (!args_read_count(one, &dim) || dim == 0 || dim > 1000000)
            return cli_fail(CLI_USAGE, "--dims %s: give whole numbers such as 10,30", text);
        if (w->options.dim_count == CMD_RANK_DIMS)
            return cli_fail(CLI_USAGE, "--dims: at most %d dimensions", CMD_RANK_DIMS);
        w->dims[w->options.dim_count++] = (size_t)dim;
        if (at[length] == '\0') return -1;
        at += length + 1;
    }
}

/* Finds the comma that ends a name; a comma in heco-de[lambda=25,gamma=0] does not. */
static char *cmd_rank_comma(char *at) {
    int depth = 0;
    for (; *at != '\0' && (*at != ',' || depth > 0); at++) depth += (*at == '[') - (*at == ']');
    return at;
}

/* Fills w->algorithm from a list of labels. Commas in brackets belong to a label. */
static int cmd_rank_read_algorithms(cmd_rank_request *w, const char *text) {
    w->names     = strdup(text);
    w->algorithm = malloc((strlen(text) + 1) * sizeof *w->algorithm);
    if (w->names == NULL || w->algorithm == NULL) return cli_fail_memory();
    w->options.algorithms = w->algorithm;
    for (char *at = w->names, *end; at != NULL; at = end) {
        end      = cmd_rank_comma(at);
        int more = *end == ',';
        *end     = '\0';
        if (*at == '\0')
            return cli_fail(CLI_USAGE, "--algorithms %s: a name is missing before or after a comma",
                            text);
        w->algorithm[w->options.algorithm_count++] = at;
        end                                        = more ? end + 1 : NULL;
    }
    return -1;
}

/* Copies the settings of the statistics. */
static void cmd_rank_read_statistics(heco_rank_options *options, const cmd_rank_args *args) {
    options->digits    = args->digits;
    options->level     = args->level;
    options->resamples = (size_t)args->resamples;
    options->seed      = args->seed;
    options->rope      = args->rope;
    options->accuracy  = args->accuracy;
}

/* Fills the request from the options of the command line. The caller frees names and algorithm,
 * also on failure. */
static int cmd_rank_read_options(cmd_rank_request *w, const cmd_rank_args *args) {
    heco_error error   = {0};
    *w                 = (cmd_rank_request){.options = heco_rank_options_default()};
    heco_status status = heco_format_check(args->format, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    if (args->per_problem && args->values)
        return cli_fail(CLI_USAGE, "--per-problem and --values exclude each other");
    if (args->rule != NULL) w->options.rule = args->rule;
    w->options.suite           = args->suite;
    w->options.control         = args->control;
    w->options.round_published = args->round_published;
    w->options.wide            = heco_format_readable(args->format);
    w->options.view            = args->per_problem ? HECO_VIEW_PER_PROBLEM
                                 : args->values    ? HECO_VIEW_VALUES
                                                   : HECO_VIEW_TOTALS;
    w->options.dims            = w->dims;
    cmd_rank_read_statistics(&w->options, args);
    int code = args->dims != NULL ? cmd_rank_read_dims(w, args->dims) : -1;
    if (code < 0 && args->algorithms != NULL) code = cmd_rank_read_algorithms(w, args->algorithms);
    return code;
}

/* Reads the results. Traces are large, so they are read only for the rules that use them. */
static int cmd_rank_read(const cmd_rank_args *args, const heco_rank_options *options,
                         heco_records *records) {
    heco_error  error  = {0};
    heco_status status = HECO_OK;
    int traces = (heco_rank_rule_traces(options->rule) || options->accuracy > 0.0) && !args->values;
    if (args->db.count + args->with.count == 0)
        return cli_fail(CLI_USAGE,
                        "nothing to rank: give results with --db FILE or --with FILE.csv");
    for (size_t i = 0; i < args->db.count && status == HECO_OK; i++)
        status = heco_records_read_db(records, args->db.item[i], traces, &error);
    for (size_t i = 0; i < args->with.count && status == HECO_OK; i++)
        status = heco_records_read_csv(records, args->with.item[i], &error);
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}

/* Formats for programs have no notes (CSV) or hide them (JSON): print them on standard error. */
static int cmd_rank_write(const cmd_rank_args *args, const heco_table *table) {
    heco_error  error = {0};
    output      out;
    const char *note;
    int         code = output_open(&out, args->output);
    if (code >= 0) return code;
    heco_status status = heco_table_write(table, args->format, out.file, &error);
    if (status != HECO_OK) {
        output_drop(&out);
        return cli_fail_status(status, &error);
    }
    code = output_commit(&out);
    for (size_t i = 0; (note = heco_table_footnote_at(table, i)) != NULL; i++)
        if (!heco_format_readable(args->format) && !args->quiet) cli_print(stderr, "%s\n", note);
    return code >= 0 ? code : CLI_OK;
}

/* Reads the results, ranks and prints the table. */
static int cmd_rank_work(const cmd_rank_args *args) {
    cmd_rank_request wanted;
    heco_records    *records = NULL;
    heco_table      *table   = NULL;
    heco_error       error   = {0};
    int              code    = cmd_rank_read_options(&wanted, args);
    if (code < 0 && heco_records_new(&records) != HECO_OK) code = cli_fail_memory();
    if (code < 0) code = cmd_rank_read(args, &wanted.options, records);
    if (code < 0) {
        heco_status status = heco_rank_compute(&table, records, &wanted.options, &error);
        code = status == HECO_OK ? cmd_rank_write(args, table) : cli_fail_status(status, &error);
    }
    heco_table_free(table);
    heco_records_free(records);
    free(wanted.names);
    free(wanted.algorithm);
    return code;
}

static int cmd_rank_run(const cli_command *self, int argc, char **argv) {
    const heco_rank_options start = heco_rank_options_default();
    cmd_rank_args           args  = {.format    = "text",
                                     .level     = start.level,
                                     .resamples = start.resamples,
                                     .seed      = start.seed,
                                     .rope      = start.rope};
    int                     code  = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_rank_work(&args);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_rank = {
    "rank",
    "--db FILE [options]",
    "official competition ranking and statistics",
    "A problem is ranked if all algorithms of the dimension have results for it. Values of runs "
    "are\n"
    "rounded to 8 decimals before they are compared; published values are not.",
    cmd_rank_options,
    0,
    0,
    cmd_rank_run};
