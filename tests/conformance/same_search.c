/* Solves each model with heco_minimize() and default options, and with `heco solve MODEL --json`:
 * the number of evaluations and every bit of x must agree.
 *
 * usage: same_search COMMAND MODEL ... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heco/heco.h"

/* Runs the command; the document, or NULL. The caller frees it. */
static char *command_document(const char *command, const char *spec) {
    char   line[4096], *text = malloc(1 << 20);
    size_t size = 0;
    snprintf(line, sizeof line, "'%s' solve '%s' --json --quiet", command, spec);
    FILE *pipe = text != NULL ? popen(line, "r") : NULL;
    if (pipe == NULL) return text;
    size       = fread(text, 1, (1 << 20) - 1, pipe);
    text[size] = '\0';
    pclose(pipe);
    return text;
}

/* The text after "key": in the document; "" if there is none. */
static const char *value_of(const char *document, const char *key) {
    char pattern[80];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *at = document != NULL ? strstr(document, pattern) : NULL;
    return at != NULL ? at + strlen(pattern) : "";
}

/* 1: the search and the document agree. */
static int agrees(const heco_result *r, uint64_t max_evals, size_t n, const char *document) {
    const char *at   = value_of(document, "x");
    size_t      same = 0;
    at += strcspn(at, "[") + (*at != '\0');
    for (size_t j = 0; j < n && *at != '\0'; j++) {
        char  *end;
        double x = strtod(at, &end);
        same += end != at && memcmp(&x, &r->x[j], sizeof x) == 0;
        at = end + strspn(end, ", \n");
    }
    return same == n && strtoull(value_of(document, "evaluations"), NULL, 10) == r->outcome.evals &&
           strtoull(value_of(document, "max_evaluations"), NULL, 10) == max_evals;
}

static int compare(const char *command, const char *spec) {
    heco_model           *model;
    heco_solution        *solution = NULL;
    heco_error            error    = {HECO_OK, ""};
    heco_model_options    how      = heco_model_options_default();
    heco_minimize_options o        = heco_minimize_options_default();
    heco_status           status   = heco_model_open(&model, spec, &how, &error);
    int                   same     = 0;
    if (status == HECO_OK) {
        heco_model_run_options(model, &o.run);
        status = heco_minimize(&solution, heco_model_problem(model), &o, &error);
    }
    if (status == HECO_OK) {
        const heco_result *r         = heco_solution_result(solution);
        uint64_t           max_evals = heco_solution_max_evals(solution);
        char              *document  = command_document(command, spec);
        same = agrees(r, max_evals, heco_model_problem(model)->space.n, document);
        printf("%-28s %8llu of %8llu evaluations, command %8llu, f %.17g: %s\n", spec,
               (unsigned long long)r->outcome.evals, (unsigned long long)max_evals,
               strtoull(value_of(document, "evaluations"), NULL, 10), r->outcome.f,
               same ? "same bits" : "DIFFERENT");
        free(document);
    } else printf("%s: %s\n", spec, error.text);
    heco_solution_free(solution);
    if (model != NULL) heco_model_close(model);
    return same;
}

int main(int argc, char **argv) {
    int different = argc < 3;
    for (int i = 2; i < argc; i++) different += !compare(argv[1], argv[i]);
    return different > 0;
}
