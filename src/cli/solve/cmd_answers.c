/* heco answers: joins the JSON answers of single solves, such as the jobs of an array. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json_find.h"
#include "base/os.h"
#include "cli/command.h"
#include "cli/solve/answer_parts.h"
#include "heco/heco.h"

enum { CMD_ANSWERS_MOST = 64 << 20 }; /* bytes of one answer */

typedef struct {
    int            json;
    size_t         count;
    const char   **path;
    char          *model; /* of all answers                                                  */
    int            maximise;
    size_t         n;
    double        *lower, *upper; /* of the first answer                                     */
    double        *x;             /* count rows of n                                         */
    heco_runs_row *row;
} cmd_answers;

static const args_option cmd_answers_options[] = {{"json", 0, ARGS_FLAG,
                                                   offsetof(cmd_answers, json), NULL,
                                                   "print one JSON document", 0, 0, NULL},
                                                  ARGS_END};

/* --- reading -------------------------------------------------------------------------------- */

/* Opens a regular file. Others are refused: opening a pipe would wait for its writer. Returns NULL
 * after a message. */
static FILE *cmd_answers_open(const char *path) {
    struct stat about;
    FILE       *file = NULL;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        cli_fail(0, "%s is not a file: write the answer into one with -o", path);
    else if ((file = fopen(path, "r")) == NULL) cli_fail(0, "%s: %s", path, strerror(errno));
    return file;
}

/* Reads a whole file, which the caller frees; NULL after a message. */
static char *cmd_answers_file(const char *path) {
    FILE  *file = cmd_answers_open(path);
    char  *text = NULL;
    size_t used = 0, size = 0;
    if (file == NULL) return NULL;
    do {
        size       = size > 0 ? 2 * size : 1 << 16;
        char *more = size <= CMD_ANSWERS_MOST ? realloc(text, size + 1) : NULL;
        if (more == NULL) {
            cli_fail(0, "%s does not fit into memory: is it an answer of heco solve --json?", path);
            free(text);
            fclose(file);
            return NULL;
        }
        text = more;
        used += fread(text + used, 1, size - used, file);
    } while (used == size);
    fclose(file);
    text[used] = '\0';
    if (strlen(text) == used) return text;
    cli_fail(0, "%s has a zero byte: is it an answer of heco solve --json?", path);
    free(text);
    return NULL;
}

/* Finds an entry of the answer. Returns its kind. */
static heco_json_kind cmd_answers_find(const char *text, const char *name, heco_json_value *out) {
    if (heco_json_find(text, name, out) != NULL) out->kind = HECO_JSON_NONE;
    return out->kind;
}

/* Returns the number of that entry, NAN if it is null or not there. */
static double cmd_answers_number(const char *text, const char *name) {
    heco_json_value v;
    return cmd_answers_find(text, name, &v) == HECO_JSON_NUMBER ? v.number : NAN;
}

static double cmd_answers_variable(const char *text, size_t j, const char *field) {
    char name[60];
    snprintf(name, sizeof name, "variables.%zu.%s", j, field);
    return cmd_answers_number(text, name);
}

/* Checks that the document is an answer of one search of the same model. Keeps the model and the
 * bounds of the first. */
static int cmd_answers_check(cmd_answers *a, const char *text, const char *path) {
    heco_json_value v;
    const char     *wrong = heco_json_find(text, "schema", &v);
    if (wrong != NULL) return cli_fail(CLI_USAGE, "%s %s", path, wrong);
    if (v.kind != HECO_JSON_STRING || v.length != 12 || memcmp(v.text, "heco-solve-1", 12) != 0)
        return cli_fail(CLI_USAGE, "%s is not an answer of heco solve --json", path);
    if (cmd_answers_find(text, "model", &v) != HECO_JSON_STRING)
        return cli_fail(CLI_USAGE, "%s names no model: was it written by heco solve --json?", path);
    if (a->model == NULL) {
        size_t n = 0;
        while (isfinite(cmd_answers_variable(text, n, "value"))) n++;
        a->model = strndup(v.text, v.length);
        a->n     = n;
        a->lower = malloc((2 * n + 1) * sizeof *a->lower);
        a->x     = malloc((a->count * n + 1) * sizeof *a->x);
        if (a->model == NULL || a->lower == NULL || a->x == NULL) return cli_fail_memory();
        a->upper = a->lower + n;
        for (size_t j = 0; j < n; j++) {
            a->lower[j] = cmd_answers_variable(text, j, "lower");
            a->upper[j] = cmd_answers_variable(text, j, "upper");
        }
        a->maximise = cmd_answers_find(text, "sense", &v) == HECO_JSON_STRING && v.length > 2 &&
                      v.text[1] == 'a';
    } else if (strlen(a->model) != v.length || memcmp(a->model, v.text, v.length) != 0)
        return cli_fail(CLI_USAGE, "%s is an answer for %.*s, %s is one for %s: join one model",
                        path, (int)(v.length < 100 ? v.length : 100), v.text, a->path[0], a->model);
    return -1;
}

/* Returns the stop reason that the text names; HECO_STOP_ERROR if it names none. */
static heco_stop cmd_answers_stop(const heco_json_value *v) {
    for (int i = HECO_STOP_NOT_YET; i <= HECO_STOP_ERROR; i++) {
        const char *text = heco_stop_text((heco_stop)i);
        if (v->kind == HECO_JSON_STRING && strlen(text) == v->length &&
            memcmp(text, v->text, v->length) == 0)
            return (heco_stop)i;
    }
    return HECO_STOP_ERROR;
}

/* Reads answer i into its row. */
static int cmd_answers_read(cmd_answers *a, size_t i) {
    const char     *path = a->path[i];
    char           *text = cmd_answers_file(path);
    heco_runs_row  *row  = &a->row[i];
    heco_json_value v;
    int             code = text != NULL ? cmd_answers_check(a, text, path) : CLI_USAGE;
    if (code < 0) {
        heco_outcome *o = &row->outcome;
        cmd_answers_find(text, "stop", &v);
        o->stop = cmd_answers_stop(&v);
        o->f = cmd_answers_number(text, "f"), o->viol = cmd_answers_number(text, "violation");
        if (isnan(o->viol)) o->viol = INFINITY;
        o->found  = isnan(o->f)      ? HECO_FOUND_NONE
                    : o->viol == 0.0 ? HECO_FOUND_FEASIBLE
                                     : HECO_FOUND_INFEASIBLE;
        o->evals  = (uint64_t)fmax(cmd_answers_number(text, "evaluations"), 0.0);
        o->failed = (uint64_t)fmax(cmd_answers_number(text, "failed"), 0.0);
        row->seed = (uint64_t)fmax(cmd_answers_number(text, "seed"), 0.0);
        for (size_t j = 0; j < a->n && code < 0; j++) {
            a->x[i * a->n + j] = cmd_answers_variable(text, j, "value");
            if (isnan(a->x[i * a->n + j]))
                code = cli_fail(CLI_USAGE, "%s has fewer variables than %s", path, a->path[0]);
        }
        row->x = isnan(o->f) ? NULL : a->x + i * a->n;
    }
    for (size_t k = 0; k < i && code < 0; k++)
        if (a->row[k].seed == row->seed)
            code = cli_fail(CLI_USAGE,
                            "%s and %s have the same seed %" PRIu64
                            ": they are one search; give each job a seed of its own",
                            a->path[k], path, row->seed);
    free(text);
    return code;
}

/* --- writing -------------------------------------------------------------------------------- */

static void cmd_answers_text(const cmd_answers *a, const heco_runs_summary *s) {
    char confidence[ANSWER_CONFIDENCE];
    cli_print(stdout, "%s: %zu answers, %zu feasible\n\n", a->model, s->runs, s->feasible);
    if (s->best != SIZE_MAX) {
        const heco_runs_row *best = &a->row[s->best];
        printf("f            %.10g\n", best->outcome.f);
        printf("violation    %.3g\n", best->outcome.viol);
        cli_print(stdout, "answer       %s, seed %" PRIu64 "\n", a->path[s->best], best->seed);
    }
    if (s->feasible > 0) {
        printf("median       %.10g, worst %.10g\n", s->f_median, s->f_worst);
        printf("this point   %zu of %zu runs ended here\n", s->same_point, s->begun);
    }
    printf("evaluations  %" PRIu64 " in total, %" PRIu64 " failed\n", s->evals, s->failed);
    answer_confidence_text(s, 0, confidence);
    printf("\nconfidence: %s\n", confidence);
}

static void cmd_answers_json(const cmd_answers *a, const heco_runs_summary *s) {
    heco_json out = {.file = stdout};
    char      confidence[ANSWER_CONFIDENCE];
    answer_confidence_text(s, 0, confidence);
    heco_json_open(&out, NULL, '{');
    heco_json_text(&out, "schema", "heco-answers-1");
    heco_json_text(&out, "model", a->model);
    heco_json_text(&out, "best", s->best != SIZE_MAX ? a->path[s->best] : NULL);
    heco_json_real(&out, "f", s->best != SIZE_MAX ? a->row[s->best].outcome.f : NAN);
    if (s->best != SIZE_MAX && a->row[s->best].x != NULL)
        heco_json_reals(&out, "x", a->row[s->best].x, a->n);
    heco_json_count(&out, "answers", s->runs);
    heco_json_count(&out, "feasible", s->feasible);
    heco_json_count(&out, "same_point", s->same_point);
    heco_json_count(&out, "evaluations", s->evals);
    heco_json_real(&out, "f_median", s->f_median);
    heco_json_real(&out, "f_worst", s->f_worst);
    heco_json_text(&out, "confidence", confidence);
    heco_json_close(&out);
}

static int cmd_answers_join(cmd_answers *a) {
    heco_problem      problem = heco_problem_default();
    heco_runs_summary summary;
    int               code = -1;
    for (size_t i = 0; i < a->count && code < 0; i++) code = cmd_answers_read(a, i);
    if (code >= 0) return code;
    problem.space.n = a->n, problem.space.lower = a->lower, problem.space.upper = a->upper;
    problem.maximise = a->maximise;
    if (heco_runs_summarise(&summary, &problem, a->row, a->count) != HECO_OK)
        return cli_fail_memory();
    if (a->json) cmd_answers_json(a, &summary);
    else cmd_answers_text(a, &summary);
    return summary.feasible > 0 ? CLI_OK : summary.begun > 0 ? CLI_INFEASIBLE : CLI_FAILED;
}

static int cmd_answers_run(const cli_command *self, int argc, char **argv) {
    cmd_answers a    = {0};
    int         code = args_parse(self, &a, &argc, argv);
    if (code >= 0) return code;
    a.count = (size_t)argc;
    a.path  = (const char **)argv;
    a.row   = calloc(a.count, sizeof *a.row);
    code    = a.row != NULL ? cmd_answers_join(&a) : cli_fail_memory();
    free(a.row);
    free(a.x);
    free(a.lower);
    free(a.model);
    return code;
}

const cli_command cli_command_answers = {
    "answers",
    "FILE.json ...",
    "join the answers of single solves: the best one, and how far they agree",
    "Each FILE is the output of heco solve MODEL --seed N --json, with the same model and another\n"
    "seed. The output is that of heco solve --runs: the best answer, how many runs ended there, "
    "and\n"
    "the confidence that this gives.\n"
    "\n"
    "exit codes: 0 a feasible point was found, 3 none was found, 4 every evaluation failed,\n"
    "2 wrong usage",
    cmd_answers_options,
    1,
    1000000,
    cmd_answers_run};
