/* Reads the best points of a results database for --known. */
#include "cli/solve/known_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/args.h"
#include "heco/experiment.h"

int known_results_match(const char *path) {
    char        magic[16] = "";
    const char *why;
    FILE       *file = heco_file_open_regular(path, &why); /* a pipe can be read only once */
    if (file == NULL) return 0;
    size_t got = fread(magic, 1, sizeof magic, file);
    fclose(file);
    return got == sizeof magic && memcmp(magic, "SQLite format 3", sizeof magic) == 0;
}

/* Returns whether a run belongs to the problem: the same name and sizes. */
static int known_results_fits(const heco_record *r, const heco_problem *p) {
    const heco_space *s = &p->space;
    return p->name != NULL && strcmp(r->problem, p->name) == 0 && r->n == s->n && r->ng == s->ng &&
           r->nh == s->nh;
}

/* Returns the best run after those with a mark that fits; SIZE_MAX: there is none. */
static size_t known_results_next(heco_results *from, const heco_problem *p,
                                 const unsigned char *taken) {
    size_t              best = SIZE_MAX;
    const heco_outcome *o    = NULL;
    for (size_t i = 0; i < heco_results_count(from); i++) {
        const heco_record *r = heco_results_at(from, i);
        if (taken[i] || !known_results_fits(r, p) || r->outcome.found == HECO_FOUND_NONE) continue;
        if (o != NULL && !heco_better_feasible(r->outcome.f, r->outcome.viol, o->f, o->viol))
            continue;
        best = i, o = &r->outcome;
    }
    return best;
}

/* Adds the point of a run, unless it is there. Returns -1, or the exit code. */
static int known_results_add(points *out, heco_results *from, size_t i, const heco_problem *p) {
    heco_error error;
    double    *x = out->x + out->count * out->n;
    if (heco_results_point(from, i, x, &error) != HECO_OK)
        return cli_fail(CLI_ERROR, "%s", error.text);
    for (size_t k = 0; k < out->count; k++)
        if (memcmp(out->x + k * out->n, x, out->n * sizeof *x) == 0) return -1;
    if (out->value != NULL)
        out->value[out->count] = (p->maximise ? -1.0 : 1.0) * heco_results_at(from, i)->outcome.f;
    out->count++;
    return -1;
}

int known_results_read(points *out, const char *path, const heco_problem *problem, size_t most) {
    const heco_space *s = &problem->space;
    heco_results     *from;
    heco_error        error;
    *out = (points){.n = s->n, .m = 1};
    if (heco_results_open(&from, path, &error) != HECO_OK)
        return cli_fail(CLI_ERROR, "%s", error.text);
    unsigned char *taken = calloc(heco_results_count(from) + 1, 1);
    int            code  = taken != NULL ? -1 : cli_fail_memory();
    out->x               = malloc(most * s->n * sizeof *out->x);
    if (s->ng + s->nh == 0) out->value = malloc(most * sizeof *out->value);
    if (out->x == NULL || (s->ng + s->nh == 0 && out->value == NULL)) code = cli_fail_memory();
    while (code < 0 && out->count < most) {
        size_t i = known_results_next(from, problem, taken);
        if (i == SIZE_MAX) break;
        taken[i] = 1;
        code     = known_results_add(out, from, i, problem);
    }
    free(taken);
    heco_results_close(from);
    if (code < 0 && out->count == 0)
        code = cli_fail(CLI_USAGE,
                        "%s has no runs of %s with %zu variables and %zu constraints: give a "
                        "database of the same problem",
                        path, problem->name != NULL ? problem->name : "this problem", s->n,
                        s->ng + s->nh);
    return code;
}
