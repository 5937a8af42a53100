#include "cli/solve/known_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/args.h"
#include "heco/journal.h"

/* Makes room for `count` designs. Returns -1, or the exit code. */
static int known_file_reserve(known_designs *out, const heco_space *s, size_t count) {
    out->x    = malloc((count * s->n + 1) * sizeof *out->x);
    out->f    = malloc((count + 1) * sizeof *out->f);
    out->g    = malloc((count * s->ng + 1) * sizeof *out->g);
    out->h    = malloc((count * s->nh + 1) * sizeof *out->h);
    out->view = (heco_known){.x = out->x, .f = out->f, .g = out->g, .h = out->h};
    return out->x != NULL && out->f != NULL && out->g != NULL && out->h != NULL ? -1
                                                                                : cli_fail_memory();
}

/* Appends a design; values are f, g and h. */
static void known_file_add(known_designs *out, const heco_space *s, const double *x,
                           const double *value) {
    size_t i = out->view.count++;
    memcpy(out->x + i * s->n, x, s->n * sizeof *x);
    out->f[i] = value[0];
    if (s->ng > 0) memcpy(out->g + i * s->ng, value + 1, s->ng * sizeof *value);
    if (s->nh > 0) memcpy(out->h + i * s->nh, value + 1 + s->ng, s->nh * sizeof *value);
}

int known_file_take(known_designs *out, const points *from, const heco_problem *problem,
                    int quiet) {
    const heco_space *s         = &problem->space;
    size_t            void_rows = 0, outside = 0;
    int               code = known_file_reserve(out, s, from->count);
    for (size_t i = 0; code < 0 && i < from->count; i++) {
        const double *value = from->value + i * from->m;
        double        sum   = 0.0;
        for (size_t k = 0; k < from->m; k++) sum += value[k];
        if (!isfinite(sum)) void_rows++;
        else if (point_file_outside(s, from->x + i * s->n) < s->n) outside++;
        else known_file_add(out, s, from->x + i * s->n, value);
    }
    if (code < 0 && !quiet && void_rows + outside > 0)
        cli_fail(
            0,
            "%zu of %zu known designs are left out: %zu have no finite values, %zu are outside "
            "the bounds",
            void_rows + outside, from->count, void_rows, outside);
    return code;
}

/* Reads the evaluations of a journal. Returns -1 if they are read, 0 if the file is not a journal,
 * else the exit code. */
static int known_file_read_journal(points *out, const char *path, const heco_problem *problem) {
    heco_journal_walk *walk;
    heco_journal_point row;
    const heco_space  *s = &problem->space;
    size_t             n, ng, nh, capacity = 0;
    int                more = 0;
    *out                    = (points){.n = s->n, .m = 1 + s->ng + s->nh};
    if (heco_journal_walk_open(&walk, path, NULL) != HECO_OK) return 0;
    heco_journal_walk_sizes(walk, &n, &ng, &nh);
    double sign = heco_journal_walk_info(walk)->maximise ? -1.0 : 1.0;
    int    code = n == s->n && ng == s->ng && nh == s->nh
                      ? -1
                      : cli_fail(CLI_USAGE,
                                 "journal %s has %zu variables and %zu constraints, %s has %zu and "
                                    "%zu: give a journal of the same model",
                                 path, n, ng + nh, problem->name, s->n, s->ng + s->nh);
    while (code < 0 && (more = heco_journal_walk_next(walk, &row, NULL)) > 0) {
        if (out->count == capacity) {
            capacity = capacity > 0 ? 2 * capacity : 256;
            if (!heco_array_resize(&out->x, capacity, n * sizeof *out->x) ||
                !heco_array_resize(&out->value, capacity, out->m * sizeof *out->value))
                code = cli_fail_memory();
        }
        if (code >= 0 || row.state != HECO_ROW_OK || out->value == NULL) continue;
        double *value = out->value + out->count * out->m;
        memcpy(out->x + out->count++ * n, row.x, n * sizeof *row.x);
        value[0] = sign * row.f;
        if (ng > 0) memcpy(value + 1, row.g, ng * sizeof *value);
        if (nh > 0) memcpy(value + 1 + ng, row.h, nh * sizeof *value);
    }
    if (code < 0 && more < 0) code = cli_fail(CLI_ERROR, "journal %s cannot be read", path);
    heco_journal_walk_close(walk);
    return code;
}

int known_file_read(known_designs *out, const char *path, const heco_problem *problem, int quiet) {
    points from;
    char   buffer[24], constraint[24];
    *out     = (known_designs){0};
    int code = known_file_read_journal(&from, path, problem);
    if (code == 0) {
        point_file_free(&from);
        code = point_file_read(&from, path, problem);
        if (code < 0 && from.value == NULL)
            code = cli_fail(
                CLI_USAGE,
                "%s: known designs need a header that names every variable (%s, ...), f "
                "and every constraint, as heco eval writes them: '%s' is missing",
                path, heco_problem_x_name(problem, 0, buffer),
                from.lacks == 0 ? "f" : heco_problem_c_name(problem, from.lacks - 1, constraint));
    }
    if (code < 0 && from.count == 0)
        code = cli_fail(CLI_USAGE, "journal %s has no evaluations", path);
    if (code < 0) code = known_file_take(out, &from, problem, quiet);
    point_file_free(&from);
    return code;
}

void known_file_free(known_designs *out) {
    free(out->x);
    free(out->f);
    free(out->g);
    free(out->h);
    *out = (known_designs){0};
}
