/* heco eval: evaluates a model at given points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/number_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/solve/derivative_report.h"
#include "cli/solve/point_file.h"
#include "cli/solve/settings.h"

enum { CMD_EVAL_ROWS = 1024 };

typedef struct {
    const char *points;
    int         best_known, trust, derivatives;
    settings    common;
} cmd_eval_args;

#define ROW(name, kind, field, value, help) \
    { name, 0, kind, offsetof(cmd_eval_args, field), value, help, 0, 0, NULL }

static const args_option cmd_eval_options[] = {
    ROW("points", ARGS_TEXT, points, "FILE|-",
        "CSV with one point per line (default: -, standard input); columns are matched by name if "
        "the header names all variables; any other header is skipped"),
    ROW("best-known", ARGS_FLAG, best_known, NULL,
        "evaluate the best known point of the model instead"),
    ROW("check-derivatives", ARGS_FLAG, derivatives, NULL,
        "compare the derivatives of the model with finite differences at these points, or without "
        "--points at its initial points and some points of its box"),
    ROW("trust", ARGS_FLAG, trust, NULL, "allow a script to use files, processes and modules"),
    ARGS_INCLUDE(offsetof(cmd_eval_args, common), settings_model_options),
    ARGS_INCLUDE(offsetof(cmd_eval_args, common), settings_output_options),
    ARGS_END};

/* The state of one call. */
typedef struct {
    const heco_problem *problem;
    double              sense; /* -1 if the model maximises: f is printed as it states it     */
    output              out;
    heco_json           document;
    int                 as_json;
    const char         *spec;
    crash_phase         phase;
    size_t              done, failed;
} cmd_eval_work;

static int cmd_eval_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the names of the columns in alphabetical order, to find duplicates; NULL if out of
 * memory. */
static const char **cmd_eval_sorted(const heco_problem *p, size_t *count) {
    const char **name = malloc((p->space.ng + p->space.nh + 3) * sizeof *name);
    *count            = 0;
    if (name == NULL) return NULL;
    name[(*count)++] = "f", name[(*count)++] = "feasible", name[(*count)++] = "violation";
    for (size_t k = 0; p->c_names != NULL && k < p->space.ng + p->space.nh; k++)
        if (p->c_names[k] != NULL) name[(*count)++] = p->c_names[k];
    qsort(name, *count, sizeof *name, cmd_eval_compare);
    return name;
}

/* Returns 1 if no other column has this name, nor a default name such as g1. */
static int cmd_eval_is_unique(const char **sorted, size_t count, const char *name) {
    if ((name[0] == 'g' || name[0] == 'h') && name[1] != '\0' &&
        name[1 + strspn(name + 1, "0123456789")] == '\0')
        return 0;
    const char **at =
        sorted != NULL ? bsearch(&name, sorted, count, sizeof *sorted, cmd_eval_compare) : NULL;
    if (at == NULL) return 0;
    return (at == sorted || strcmp(at[-1], name) != 0) &&
           (at + 1 == sorted + count || strcmp(at[1], name) != 0);
}

/* Prints the names of the constraints if they are unique, else g1, .., h1, .. */
static void cmd_eval_csv_header(cmd_eval_work *w) {
    const heco_problem *p = w->problem;
    const heco_space   *s = &p->space;
    size_t              count;
    const char        **sorted = cmd_eval_sorted(p, &count);
    fputs("f", w->out.file);
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        const char *name = p->c_names != NULL ? p->c_names[k] : NULL;
        putc(',', w->out.file);
        char buffer[24];
        if (name != NULL && cmd_eval_is_unique(sorted, count, name))
            heco_csv_put(w->out.file, name);
        else if (heco_problem_is_part(p, k)) fputs(heco_problem_c_name(p, k, buffer), w->out.file);
        else
            fprintf(w->out.file, "%c%zu", k < s->ng ? 'g' : 'h', k < s->ng ? k + 1 : k - s->ng + 1);
    }
    fputs(",violation,feasible\n", w->out.file);
    free(sorted);
}

/* Writes a value and a comma, and removes the sign of a NaN: many readers do not understand
 * "-nan". */
static void cmd_eval_put(cmd_eval_work *w, double value) {
    char text[HECO_NUMBER_TEXT];
    heco_number_text(text, isnan(value) ? NAN : value);
    fprintf(w->out.file, "%s,", text);
}

static void cmd_eval_csv_row(cmd_eval_work *w, const heco_batch *b, size_t i, double violation) {
    cmd_eval_put(w, w->sense * b->f[i]);
    for (size_t k = 0; k < b->ng; k++) cmd_eval_put(w, b->g[i * b->ng + k]);
    for (size_t k = 0; k < b->nh; k++) cmd_eval_put(w, b->h[i * b->nh + k]);
    cmd_eval_put(w, violation);
    fprintf(w->out.file, "%d\n", violation == 0.0);
}

static void cmd_eval_json_row(cmd_eval_work *w, const heco_batch *b, size_t i, double violation) {
    heco_json *out = &w->document;
    heco_json_open(out, NULL, '{');
    heco_json_reals(out, "x", b->x + i * b->n, b->n);
    heco_json_real(out, "f", w->sense * b->f[i]);
    heco_json_reals(out, "g", b->g + i * b->ng, b->ng);
    heco_json_reals(out, "h", b->h + i * b->nh, b->nh);
    heco_json_real(out, "violation", violation);
    heco_json_bool(out, "feasible", violation == 0.0);
    heco_json_bool(out, "failed", b->state[i] != HECO_ROW_OK);
    heco_json_close(out);
}

/* Prints the rows of a batch; adds to w->done and w->failed. */
static void cmd_eval_print_batch(cmd_eval_work *w, const heco_batch *b) {
    for (size_t i = 0; i < b->count; i++) {
        int    ok = b->state[i] == HECO_ROW_OK && isfinite(b->f[i]);
        double v =
            ok ? heco_violation(&w->problem->space, b->g + i * b->ng, b->h + i * b->nh) : INFINITY;
        if (!ok) w->failed++;
        if (w->as_json) cmd_eval_json_row(w, b, i, v);
        else cmd_eval_csv_row(w, b, i, v);
    }
    w->done += b->count;
}

/* Evaluates the points in batches and prints the rows. */
static int cmd_eval_batches(cmd_eval_work *w, heco_evaluator *evaluator, heco_batch *batch,
                            const points *p) {
    for (size_t from = 0; from < p->count; from += batch->count) {
        batch->count = p->count - from < batch->capacity ? p->count - from : batch->capacity;
        memcpy(batch->x, p->x + from * p->n, batch->count * p->n * sizeof *batch->x);
        crash_begin(w->spec, w->phase);
        heco_status status = heco_evaluate(evaluator, batch);
        crash_end();
        if (status != HECO_OK) return cli_fail_status(status, NULL);
        cmd_eval_print_batch(w, batch);
        if (batch->stop)
            return cli_fail(CLI_FAILED, "the model stopped the evaluation after %zu points",
                            w->done);
    }
    return -1;
}

/* Evaluates and prints all points. The evaluator is open already, so that an error when opening it
 * leaves no output. */
static int cmd_eval_points(cmd_eval_work *w, heco_evaluator *evaluator, const points *p) {
    size_t      rows   = p->count < CMD_EVAL_ROWS ? p->count : CMD_EVAL_ROWS;
    heco_batch *batch  = NULL;
    heco_status status = heco_batch_new(&batch, &w->problem->space, rows);
    int         code   = status == HECO_OK ? cmd_eval_batches(w, evaluator, batch, p)
                                           : cli_fail_status(status, NULL);
    const char *last   = heco_evaluator_failures(evaluator)->last_failure;
    if (w->failed > 0)
        cli_fail(0, "%zu of %zu points failed%s%s", w->failed, w->done, last[0] != '\0' ? ": " : "",
                 last);
    heco_batch_free(batch);
    return code;
}

/* Writes the whole output and gives the file its name. */
static int cmd_eval_write(cmd_eval_work *w, heco_evaluator *evaluator, const char *spec,
                          const char *path, const points *p) {
    int code = output_open(&w->out, path);
    if (code >= 0) return code;
    w->document = (heco_json){.file = w->out.file};
    if (w->as_json) {
        heco_json_open(&w->document, NULL, '{');
        heco_json_text(&w->document, "schema", "heco-eval-1");
        heco_json_text(&w->document, "version", heco_version());
        heco_json_text(&w->document, "model", spec);
        heco_json_open(&w->document, "points", '[');
    } else cmd_eval_csv_header(w);
    code = cmd_eval_points(w, evaluator, p);
    if (code >= 0) {
        output_drop(&w->out);
        return code;
    }
    if (w->as_json) {
        heco_json_close(&w->document);
        heco_json_close(&w->document);
    }
    code = output_commit(&w->out);
    if (code >= 0) return code;
    return w->failed == p->count ? CLI_FAILED : CLI_OK;
}

/* Compares the derivatives of the model with differences. */
static int cmd_eval_check(cmd_eval_work *w, heco_evaluator *evaluator, const char *path,
                          const points *p) {
    int code = output_open(&w->out, path);
    if (code >= 0) return code;
    derivative_report_source source = {evaluator, w->problem, w->spec, w->phase};
    code                            = derivative_report_check(&source, p, w->out.file);
    int written                     = output_commit(&w->out);
    return written >= 0 ? written : code;
}

/* Reads --points or takes the best known point, which p->x then refers to without a copy. */
static int cmd_eval_read_points(const cmd_eval_args *args, const heco_problem *problem, points *p) {
    const char *path = args->points != NULL ? args->points : "-";
    if (args->best_known) {
        if (problem->x_ref == NULL)
            return cli_fail(CLI_USAGE, "%s has no best known point: give --points FILE",
                            problem->name);
        *p = (points){.n = problem->space.n, .count = 1, .x = (double *)problem->x_ref};
        return -1;
    }
    if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO) && !args->common.quiet)
        fprintf(stderr, "reading points from the terminal: %zu numbers per line, end with Ctrl-D\n",
                problem->space.n);
    int code = point_file_read(p, path, problem);
    if (code < 0 && !args->common.quiet)
        point_file_warn(p, problem, "they are evaluated; feasible refers to constraints only");
    return code;
}

/* Chooses the points for --check-derivatives. */
static int cmd_eval_choose_points(const cmd_eval_args *args, const heco_model *model, points *p) {
    const heco_problem *problem = heco_model_problem(model);
    if (problem->derivatives == NULL)
        return cli_fail(CLI_USAGE, "%s has no derivatives to check", problem->name);
    if (args->points == NULL && !args->best_known) return derivative_report_points(p, model);
    return cmd_eval_read_points(args, problem, p);
}

/* Opens the evaluator and sets w->phase. */
static int cmd_eval_open_evaluator(cmd_eval_work *w, const settings *s, const heco_model *model,
                                   heco_evaluator **out) {
    heco_evaluator_options how   = settings_evaluator(s);
    heco_error             error = {0};
    const heco_backend    *backend;
    int                    code = settings_backend(s, model, &backend);
    if (code >= 0) return code;
    code = settings_serve(&how, model, backend);
    if (code >= 0) return code;
    w->phase = settings_crash_phase(model, backend);
    crash_begin(w->spec, w->phase); /* workers inherit the redirected output */
    heco_status status = heco_evaluator_open(out, w->problem, backend, &how, &error);
    crash_end();
    return status == HECO_OK ? -1 : cli_fail_status(status, &error);
}

/* Opens the model and evaluates it, or checks its derivatives. */
static int cmd_eval_model(const cmd_eval_args *args, const char *spec) {
    heco_model        *model;
    points             p    = {0};
    heco_model_options more = heco_model_options_default();
    more.trust              = args->trust;
    int code                = settings_model(&args->common, spec, more, &model);
    if (code >= 0) return code;
    cmd_eval_work work = {.problem = heco_model_problem(model),
                          .sense   = heco_model_problem(model)->maximise ? -1.0 : 1.0,
                          .as_json = args->common.json,
                          .spec    = spec};
    code               = args->derivatives ? cmd_eval_choose_points(args, model, &p)
                                           : cmd_eval_read_points(args, work.problem, &p);
    if (code < 0) {
        heco_evaluator *evaluator;
        code = cmd_eval_open_evaluator(&work, &args->common, model, &evaluator);
        if (code < 0) {
            code = args->derivatives
                       ? cmd_eval_check(&work, evaluator, args->common.output, &p)
                       : cmd_eval_write(&work, evaluator, spec, args->common.output, &p);
            heco_evaluator_close(evaluator);
        }
        if (!args->best_known) point_file_free(&p);
    }
    crash_begin(spec, CRASH_ISOLATED); /* output of the model after the answer */
    heco_model_close(model);
    crash_end();
    return code;
}

static int cmd_eval_run(const cli_command *self, int argc, char **argv) {
    cmd_eval_args args = {.common = settings_default()};
    int           code = args_parse(self, &args, &argc, argv);
    if (code < 0) code = cmd_eval_model(&args, argv[0]);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_eval = {
    "eval",
    "MODEL [--points FILE|-]",
    "evaluate a model at given points",
    "Writes CSV with the header f,g1,..,h1,..,violation,feasible and one line per point. Numbers\n"
    "read back to the same bits. If the model names its constraints, their names are the column\n"
    "names; the values are still g (satisfied if g <= 0) and h (satisfied if h = 0). The "
    "violation\n"
    "is the mean over all constraints of g if g exceeds its tolerance and of |h| if |h| does, "
    "else\n"
    "0. A failed point has f nan and violation inf.",
    cmd_eval_options,
    1,
    1,
    cmd_eval_run};
