/* heco bench: makes a plan from the options and runs it, lists it, or dumps the stored runs. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/mpi_ranks.h"
#include "cli/output.h"
#include "cli/solve/settings.h"
#include "cli/terminal.h"
#include "cli/view/bench_table.h"
#include "cli/view/progress.h"

typedef struct {
    const char *suite, *dims, *problems, *algorithms, *db, *data, *instance, *trace, *dump, *output;
    const char *part, *evals;
    args_list   set;
    unsigned    runs, jobs;
    uint64_t    seed;
    int         dry_run, quiet, json, cost;
} cmd_bench_args;

#define ROW(name, kind, field, value, help, min, max) \
    { name, 0, kind, offsetof(cmd_bench_args, field), value, help, min, max, NULL }

static const args_option cmd_bench_options[] = {
    ROW("suite", ARGS_TEXT, suite, "NAME,..",
        "suites to take problems from; FILE.suite lists models of your own, FILE.so is a suite in "
        "C (heco/suite_plugin.h)", 0, 0),
    ROW("dims", ARGS_TEXT, dims, "10,30", "dimensions (default: those of the protocol)", 0, 0),
    ROW("problems", ARGS_TEXT, problems, "C01-C05,C12",
        "names and ranges (default: the problems that are compared by convention)", 0, 0),
    ROW("algorithms", ARGS_TEXT, algorithms, "a,b[x=1]",
        "each [label:]name[option=value,...]; the same algorithm may appear several times; a name "
        "may be a shared object, ./mine.so (heco/algorithm.h)",
        0, 0),
    ROW("algorithm", ARGS_TEXT, algorithms, "a", "the same as --algorithms", 0, 0),
    ROW("set", ARGS_LIST, set, "NAME.OPTION=VALUE",
        "an option of the algorithm or label NAME, may be repeated", 0, 0),
    ROW("runs", ARGS_NUMBER, runs, "N", "runs of each algorithm on each problem (default: 25)", 1,
        1e6),
    ROW("seed", ARGS_COUNT, seed, "N", "seed of the whole bench (default: 1)", 0, 0),
    ROW("evals", ARGS_TEXT, evals, "N|P%",
        "evaluations per run, or a share of the suite's protocol such as 10% (default: 100%)", 0,
        0),
    ROW("jobs", ARGS_NUMBER, jobs, "N", "runs at the same time (default: one per core)", 1, 4096),
    ROW("part", ARGS_TEXT, part, "K/N",
        "only the K-th of N equal parts of the plan, for job arrays; heco db merge merges their "
        "databases",
        0, 0),
    ROW("db", ARGS_TEXT, db, "FILE", "the results database; created if it does not exist", 0, 0),
    ROW("trace", ARGS_TEXT, trace, "full|coarse|none",
        "best f and violation at 2000, 100 or no points of each run (default: full)", 0, 0),
    ROW("data", ARGS_TEXT, data, "DIR",
        "folder with official benchmark data (default: $HECO_DATA, else the data that heco data "
        "import copied)",
        0, 0),
    ROW("instance", ARGS_TEXT, instance, "WHICH",
        "instance of a suite: official, or a seed to draw one from", 0, 0),
    ROW("dry-run", ARGS_FLAG, dry_run, NULL, "list the plan and estimate its time; run nothing", 0,
        0),
    ROW("dump", ARGS_TEXT, dump, "finals|traces|all",
        "print the runs stored in --db as CSV, without times; run nothing", 0, 0),
    ROW("json", ARGS_FLAG, json, NULL, "the summary as one JSON document", 0, 0),
    ROW("cost", ARGS_FLAG, cost, NULL,
        "print one number for tuners instead of the summary: the mean cost of the runs", 0, 0),
    {"quiet", 'q', ARGS_FLAG, offsetof(cmd_bench_args, quiet), NULL,
     "print no progress and no notes on standard error", 0, 0, NULL},
    {"output", 'o', ARGS_TEXT, offsetof(cmd_bench_args, output), "FILE",
     "write to FILE; it appears complete, at the end", 0, 0, NULL},
    ARGS_END};

/* Reads --evals: a number, or a share of the protocol such as 10%. Returns -1 on success. */
static int cmd_bench_evals(const char *text, heco_plan_options *options) {
    char   number[40];
    size_t length = text != NULL ? strlen(text) : 0;
    double share  = 0.0;
    if (text == NULL) return -1;
    if (length > 1 && length < sizeof number && text[length - 1] == '%') {
        snprintf(number, sizeof number, "%.*s", (int)length - 1, text);
        if (args_read_real(number, &share) && share > 0.0 && share <= 1e6) {
            options->evals_share = share / 100.0;
            return -1;
        }
    } else if (args_read_count(text, &options->evals) && options->evals > 0) return -1;
    return cli_fail(CLI_USAGE,
                    "--evals is a number above 0, or a share of the protocol such as 10%%, not "
                    "\"%s\"",
                    text);
}

/* Makes the plan from the options of the command line. */
static int cmd_bench_make_plan(heco_plan **plan, const cmd_bench_args *args) {
    char              folder[4096];
    heco_error        error   = {0};
    heco_plan_options options = heco_plan_options_default();
    options.suites            = args->suite;
    options.problems          = args->problems;
    options.dims              = args->dims;
    options.algorithms        = args->algorithms;
    options.set               = args->set.item;
    options.sets              = args->set.count;
    options.runs              = args->runs;
    options.seed              = args->seed;
    options.suite.data        = settings_data(args->data, folder, sizeof folder);
    options.suite.instance    = args->instance;
    if (args->suite == NULL)
        return cli_fail(CLI_USAGE, "bench needs a suite: --suite cec2006, or see heco list suites");
    if (args->trace != NULL && !heco_trace_mode_parse(args->trace, &options.trace))
        return cli_fail(CLI_USAGE, "--trace is full, coarse or none, not \"%s\"", args->trace);
    int code = cmd_bench_evals(args->evals, &options);
    if (code >= 0) return code;
    heco_status status = heco_plan_new(plan, &options, &error);
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}

typedef struct {
    progress show;
    int      quiet;
} cmd_bench_watch;

/* Prints a line of progress if one is due. The share is that of the runs; the time left follows the
 * expected time of the runs that are missing. */
static void cmd_bench_progress(void *user, const heco_bench_progress *p) {
    cmd_bench_watch *watch = user;
    char             detail[80];
    if (!progress_due(&watch->show, p->seconds)) return;
    uint64_t done = p->done - p->skipped, total = p->total - p->skipped;
    snprintf(detail, sizeof detail, "%.3g evaluations/s%s",
             p->seconds > 0.0 ? (double)p->evals / p->seconds : 0.0,
             p->skipped > 0 ? ", the other runs were stored before" : "");
    progress_show(&watch->show,
                  &(progress_line){.done    = done,
                                   .total   = total,
                                   .share   = total > 0 ? (double)done / (double)total : 0.0,
                                   .seconds = p->seconds,
                                   .left    = isfinite(p->seconds_left) ? p->seconds_left : NAN,
                                   .detail  = detail});
}

/* Prints a note of the library above the line of progress. */
static void cmd_bench_note(void *user, const char *line) {
    cmd_bench_watch *watch = user;
    if (watch->quiet) return;
    progress_end(&watch->show);
    cli_print(stderr, "heco: note: %s\n", line);
}

/* Prints all runs of the database, as a table or as JSON, or the cost of those of the plan. */
static int cmd_bench_print(const cmd_bench_args *args, const heco_plan *plan,
                           const heco_bench_summary *summary) {
    heco_error    error = {0};
    heco_results *results;
    output        out;
    heco_status   status = heco_results_open(&results, args->db, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    int code = output_open(&out, args->output);
    if (code < 0) {
        char cost[ARGS_REAL_SIZE];
        if (!args->cost) bench_table_print(out.file, args->db, results, summary, args->json);
        else fprintf(out.file, "%s\n", args_print_real(cost, bench_cost_mean(plan, results)));
        code = output_commit(&out);
    }
    heco_results_close(results);
    return code < 0 ? CLI_OK : code;
}

/* Parses K/N, such as 3/20. Returns -1 on success, else prints a message and returns the exit
 * code. */
static int cmd_bench_part(const char *text, heco_bench_options *options) {
    const char *slash = text != NULL ? strchr(text, '/') : NULL;
    uint64_t    part = 0, parts = 0;
    char        first[24] = "";
    if (text == NULL) return -1;
    if (slash != NULL && slash - text < (int)sizeof first)
        memcpy(first, text, (size_t)(slash - text));
    if (slash == NULL || !args_read_count(first, &part) || !args_read_count(slash + 1, &parts) ||
        part < 1 || part > parts || parts > 1000000)
        return cli_fail(CLI_USAGE,
                        "--part is K/N, such as 3/20 for the third of twenty, not \"%s\"", text);
    options->part = (unsigned)part, options->parts = (unsigned)parts;
    return -1;
}

/* Checks the options and waits for the other ranks. Returns -1 if the work can begin. */
static int cmd_bench_ready(const cmd_bench_args *args, heco_bench_options *options) {
    int code = cmd_bench_part(args->part, options);
    if (code < 0 && args->db == NULL)
        code = cli_fail(CLI_USAGE, "bench needs a results database: --db results.db");
    if (code < 0 && args->jobs > 1 && mpi_ranks_count() > 1)
        code = cli_fail(CLI_USAGE, "each rank runs one job at a time: omit --jobs and start more "
                                   "ranks");
    return code < 0 ? mpi_ranks_settle(code, args->quiet) : code;
}

/* A plan of so many runs is announced with its expected time, which takes short trials. */
enum { BENCH_ANNOUNCE = 100 };

/* Prints one line before a long bench on a terminal: the number of runs and their expected time. */
static void cmd_bench_announce(const cmd_bench_args *args, const heco_plan *plan,
                               const heco_bench_options *options) {
    heco_error         error    = {0};
    heco_bench_summary expected = {0};
    if (args->quiet || !terminal_is_smart(2) || mpi_ranks_count() > 1 ||
        heco_plan_count(plan) < BENCH_ANNOUNCE)
        return;
    if (heco_bench_estimate(plan, options, &expected, &error) != HECO_OK) return;
    bench_table_announce(stderr, options, &expected);
}

/* Runs the plan and prints the summary. Ranks other than the first of heco-mpi only serve. */
static int cmd_bench_work(const cmd_bench_args *args, const heco_plan *plan) {
    heco_error         error   = {0};
    heco_bench_summary summary = {0};
    heco_bench_options options = heco_bench_options_default();
    cmd_bench_watch    watch   = {progress_start(args->quiet, "runs"), args->quiet};
    int                served = 0, ready = cmd_bench_ready(args, &options);
    if (ready >= 0) return ready;
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit then fails with an error */
#endif
    options.db   = args->db;
    options.jobs = args->jobs;
    interrupt_catch(1);
    cmd_bench_announce(args, plan, &options);
    options.should_stop = interrupt_should_stop;
    options.on_progress = cmd_bench_progress;
    options.on_info     = cmd_bench_note;
    options.user        = &watch;
    heco_status status  = mpi_ranks_bench(plan, &options, &summary, &served, &error);
    progress_end(&watch.show);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    if (served) return CLI_OK;
    if (args->cost && summary.interrupted) return CLI_INTERRUPTED;
    int code = cmd_bench_print(args, plan, &summary);
    if (code != CLI_OK || !summary.interrupted) return code;
    return cli_fail(CLI_INTERRUPTED,
                    "interrupted: %zu of %zu runs are stored in %s; repeat the command to continue",
                    summary.skipped + summary.done, summary.total, args->db);
}

/* Prints the plan with its expected time; runs nothing but short trials. */
static int cmd_bench_estimate(const cmd_bench_args *args, const heco_plan *plan) {
    heco_error         error    = {0};
    heco_bench_summary expected = {0};
    heco_bench_options options  = heco_bench_options_default();
    output             out;
    int                code = cmd_bench_part(args->part, &options);
    if (code >= 0) return code;
    options.db         = args->db;
    options.jobs       = args->jobs;
    heco_status status = heco_bench_estimate(plan, &options, &expected, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    code = output_open(&out, args->output);
    if (code >= 0) return code;
    bench_table_plan(out.file, plan, &options, &expected, args->json);
    code = output_commit(&out);
    return code < 0 ? CLI_OK : code;
}

/* Prints the stored runs as CSV. */
static int cmd_bench_dump(const cmd_bench_args *args) {
    heco_error    error = {0};
    heco_results *results;
    output        out;
    heco_dump     what;
    if (strcmp(args->dump, "finals") == 0) what = HECO_DUMP_FINALS;
    else if (strcmp(args->dump, "all") == 0) what = HECO_DUMP_ALL;
    else if (strcmp(args->dump, "traces") == 0) what = HECO_DUMP_TRACES;
    else return cli_fail(CLI_USAGE, "--dump is finals, traces or all, not \"%s\"", args->dump);
    if (args->db == NULL) return cli_fail(CLI_USAGE, "--dump needs a database: --db FILE");
    heco_status status = heco_results_open(&results, args->db, &error);
    if (status != HECO_OK) return cli_fail_status(status, &error);
    int code = output_open(&out, args->output);
    if (code < 0) {
        status = heco_results_dump(results, what, out.file, &error);
        if (status == HECO_OK) code = output_commit(&out);
        else {
            output_drop(&out);
            code = cli_fail_status(status, &error);
        }
    }
    heco_results_close(results);
    return code < 0 ? CLI_OK : code;
}

static int cmd_bench_run(const cli_command *self, int argc, char **argv) {
    cmd_bench_args args = {.runs = 25, .seed = 1};
    heco_plan     *plan = NULL;
    int            code = args_parse(self, &args, &argc, argv);
    if (code < 0 && !mpi_ranks_is_first() && (args.dump != NULL || args.dry_run)) code = CLI_OK;
    if (code < 0 && args.cost && (args.dump != NULL || args.dry_run || args.json))
        code = cli_fail(CLI_USAGE, "--cost excludes --dump, --dry-run and --json");
    if (code < 0 && args.dump != NULL) code = cmd_bench_dump(&args);
    if (code < 0) code = cmd_bench_make_plan(&plan, &args);
    if (code < 0)
        code = args.dry_run ? cmd_bench_estimate(&args, plan) : cmd_bench_work(&args, plan);
    heco_plan_free(plan);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_bench = {
    "bench",
    "--suite NAME --db FILE [options]",
    "run algorithms on suites and store the results in a database",
    "Every run is stored as soon as it is finished. After a stop at any moment, even by kill -9,\n"
    "the same command continues. The random numbers of a run depend only on seed, suite, problem,\n"
    "dimension, algorithm and number of the run.\n\n"
    "  heco bench --suite cec2006 --algorithms heco-de,heco-de[lambda=25] --db runs.db\n"
    "  heco rank --db runs.db",
    cmd_bench_options,
    0,
    0,
    cmd_bench_run};
