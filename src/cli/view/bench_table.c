#include "cli/view/bench_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "cli/args.h"
#include "heco/common.h"

/* A group of runs: same suite, dimension and algorithm. Groups may alternate in the order of the
 * runs, so the few groups are searched from the end. */
typedef struct {
    const char *suite, *instance, *label;
    size_t      n; /* 0: several, in a suite whose problems have dimensions of their own   */
    size_t      problems, runs, feasible, success, targets;
    const char *problem; /* the last one that was counted                                  */
    const char *first, *last;
    uint64_t    evals, max_evals;
    double      seconds;
} bench_table_group;

/* Largest number of groups that are printed; a line tells how many runs are left out. */
enum { BENCH_TABLE_GROUPS = 400 };

typedef struct {
    bench_table_group group[BENCH_TABLE_GROUPS];
    size_t            count, left_out;
} bench_table;

/* Finds or adds the group of a run. If problems have dimensions of their own, they share a group.
 */
static bench_table_group *bench_table_find(bench_table *t, const char *suite, heco_dims dims,
                                           size_t n, const char *label) {
    for (size_t i = t->count; i-- > 0;) {
        bench_table_group *g = &t->group[i];
        if ((g->n != n && dims != HECO_DIMS_OWN) || strcmp(g->label, label) != 0 ||
            strcmp(g->suite, suite) != 0)
            continue;
        if (g->n != n) g->n = 0;
        return g;
    }
    if (t->count == BENCH_TABLE_GROUPS) {
        t->left_out++;
        return NULL;
    }
    bench_table_group *g = &t->group[t->count++];
    *g                   = (bench_table_group){.suite = suite, .n = n, .label = label};
    return g;
}

/* Counts the problem in its group. Runs of one problem are neighbours. */
static void bench_table_count_problem(bench_table_group *g, const char *problem) {
    if (g->problem == NULL) g->first = g->last = problem;
    if (g->problem == NULL || strcmp(g->problem, problem) != 0) g->problems++;
    if (strcmp(problem, g->first) < 0) g->first = problem;
    if (strcmp(problem, g->last) > 0) g->last = problem;
    g->problem = problem;
}

static const char *bench_table_dim(const bench_table_group *g, char *out, size_t size) {
    if (g->n == 0) return "-";
    snprintf(out, size, "%zu", g->n);
    return out;
}

/* Writes a duration in its natural unit. */
static void bench_table_clock(char *out, size_t size, double seconds) {
    if (!(seconds < 1e9)) snprintf(out, size, "very long");
    else if (seconds < 60.0) snprintf(out, size, "%.2g s", seconds);
    else if (seconds < 3600.0) snprintf(out, size, "%.0f min", seconds / 60.0);
    else snprintf(out, size, "%.1f h", seconds / 3600.0);
}

/* Returns the width of the column of algorithms, from 9 to 60. */
static int bench_table_width(const bench_table *t) {
    size_t width = 9;
    for (size_t i = 0; i < t->count; i++)
        if (strlen(t->group[i].label) > width) width = strlen(t->group[i].label);
    return width < 60 ? (int)width : 60;
}

static void bench_table_names(const bench_table_group *g, char *out, size_t size) {
    if (g->problems <= 1) snprintf(out, size, "%s", g->first);
    else snprintf(out, size, "%s..%s (%zu)", g->first, g->last, g->problems);
}

/* Opens an object with the common fields of a group; the caller closes it. */
static void bench_table_open_json(heco_json *doc, const bench_table_group *g) {
    heco_json_open(doc, NULL, '{');
    heco_json_text(doc, "suite", g->suite);
    heco_json_text(doc, "instance", g->instance);
    if (g->n > 0) heco_json_count(doc, "dim", g->n);
    else heco_json_text(doc, "dim", NULL);
    heco_json_text(doc, "algorithm", g->label);
    heco_json_count(doc, "problems", g->problems);
    heco_json_count(doc, "runs", g->runs);
}

/* Prints the plan of a bench as JSON: groups of jobs, runs, stored runs, estimated time. */
static void bench_table_plan_json(FILE *out, const bench_table *t, const heco_plan *plan,
                                  const heco_bench_options *o, const heco_bench_summary *e) {
    heco_json doc = {.file = out};
    heco_json_open(&doc, NULL, '{');
    heco_json_open(&doc, "plan", '[');
    for (size_t i = 0; i < t->count; i++) {
        const bench_table_group *g = &t->group[i];
        bench_table_open_json(&doc, g);
        heco_json_count(&doc, "evals", g->max_evals);
        heco_json_close(&doc);
    }
    heco_json_close(&doc);
    if (o->parts > 0)
        heco_json_count(&doc, "part", o->part), heco_json_count(&doc, "parts", o->parts);
    heco_json_count(&doc, "runs", e->total);
    heco_json_count(&doc, "stored", e->skipped);
    heco_json_count(&doc, "seed", heco_plan_seed(plan));
    heco_json_real(&doc, "core_seconds", e->seconds);
    heco_json_close(&doc);
}

/* Prints the names of the columns that both tables begin with. */
static void bench_table_begin(FILE *out, int width) {
    fprintf(out, "%-9s %-9s %4s  %-18s %-*s %6s", "suite", "instance", "dim", "problems", width,
            "algorithm", "runs");
}

/* Prints these columns of a group. */
static void bench_table_begin_row(FILE *out, const bench_table_group *g, int width) {
    char names[80], dim[24];
    bench_table_names(g, names, sizeof names);
    cli_print(out, "%-9s %-9s %4s  %-18s %-*s %6zu", g->suite,
              g->instance[0] != '\0' ? g->instance : "-", bench_table_dim(g, dim, sizeof dim),
              names, width, g->label, g->runs);
}

static void bench_table_plan_text(FILE *out, const bench_table *t, int width) {
    bench_table_begin(out, width);
    fprintf(out, " %10s\n", "evals/run");
    for (size_t i = 0; i < t->count; i++) {
        bench_table_begin_row(out, &t->group[i], width);
        fprintf(out, " %10" PRIu64 "\n", t->group[i].max_evals);
    }
}

static unsigned bench_table_jobs(const heco_bench_options *options) {
    return options->jobs > 0 ? options->jobs : heco_cores_count();
}

/* Returns the expected time with several runs at a time. */
static double bench_table_duration(const heco_bench_options *options,
                                   const heco_bench_summary *expected) {
    size_t   rest = expected->total - expected->skipped;
    unsigned jobs = bench_table_jobs(options);
    return expected->seconds / (jobs < rest || rest == 0 ? jobs : (double)rest);
}

void bench_table_announce(FILE *out, const heco_bench_options *options,
                          const heco_bench_summary *expected) {
    char total[40];
    bench_table_clock(total, sizeof total, bench_table_duration(options, expected));
    fprintf(out, "heco: %zu runs, %zu of them stored; about %s with %u at a time\n",
            expected->total, expected->skipped, total, bench_table_jobs(options));
}

void bench_table_plan(FILE *out, const heco_plan *plan, const heco_bench_options *options,
                      const heco_bench_summary *expected, int as_json) {
    bench_table t    = {.count = 0};
    unsigned    jobs = bench_table_jobs(options);
    char        total[40], alone[40];
    for (size_t i = 0; i < heco_plan_count(plan); i++) {
        const heco_job    *job = heco_plan_at(plan, i);
        size_t             n   = job->what->space.n;
        bench_table_group *g   = bench_table_find(&t, job->suite, job->dims, n, job->label);
        if (g == NULL) continue;
        bench_table_count_problem(g, job->problem);
        g->instance  = job->instance;
        g->max_evals = job->max_evals;
        g->runs++;
    }
    if (as_json) {
        bench_table_plan_json(out, &t, plan, options, expected);
        return;
    }
    bench_table_plan_text(out, &t, bench_table_width(&t));
    if (t.left_out > 0) fprintf(out, "and %zu runs of further groups\n", t.left_out);
    size_t rest = expected->total - expected->skipped;
    bench_table_clock(alone, sizeof alone, expected->seconds);
    bench_table_clock(total, sizeof total, bench_table_duration(options, expected));
    fputc('\n', out);
    if (options->parts > 0) fprintf(out, "part %u of %u: ", options->part, options->parts);
    fprintf(out, "%zu runs, %.4g evaluations at most, seed %" PRIu64 "; %zu stored, %zu to do\n",
            expected->total, (double)expected->evals, heco_plan_seed(plan), expected->skipped,
            rest);
    fprintf(out, "estimate: %s with %u at a time (%s on one core)\n", total, jobs, alone);
}

/* Adds the stored runs to their groups. */
static void bench_table_fill(bench_table *t, const heco_results *results) {
    for (size_t i = 0; i < heco_results_count(results); i++) {
        const heco_record *row = heco_results_at(results, i);
        bench_table_group *g   = bench_table_find(t, row->suite, row->dims, row->n, row->label);
        if (g == NULL) continue;
        bench_table_count_problem(g, row->problem);
        g->instance = row->instance;
        g->runs++;
        g->feasible += row->outcome.viol == 0.0;
        g->targets += !isnan(row->target);
        g->success += row->outcome.evals_to_target > 0;
        g->evals += row->outcome.evals;
        g->seconds += row->outcome.seconds;
    }
}

static void bench_table_print_json(FILE *out, const bench_table *t,
                                   const heco_bench_summary *summary) {
    heco_json doc = {.file = out};
    heco_json_open(&doc, NULL, '{');
    heco_json_open(&doc, "groups", '[');
    for (size_t i = 0; i < t->count; i++) {
        const bench_table_group *g = &t->group[i];
        bench_table_open_json(&doc, g);
        heco_json_real(&doc, "feasible_rate", 100.0 * (double)g->feasible / (double)g->runs);
        heco_json_real(&doc, "success_rate",
                       g->targets > 0 ? 100.0 * (double)g->success / (double)g->targets : NAN);
        heco_json_real(&doc, "seconds_per_run", g->seconds / (double)g->runs);
        heco_json_close(&doc);
    }
    heco_json_close(&doc);
    heco_json_count(&doc, "runs", summary->total);
    heco_json_count(&doc, "stored_before", summary->skipped);
    heco_json_count(&doc, "stored_now", summary->done);
    heco_json_count(&doc, "evaluations", summary->evals);
    heco_json_real(&doc, "seconds", summary->seconds);
    heco_json_bool(&doc, "interrupted", summary->interrupted);
    heco_json_close(&doc);
}

static void bench_table_print_groups(FILE *out, const bench_table *t) {
    int width = bench_table_width(t);
    bench_table_begin(out, width);
    fprintf(out, " %9s %9s %9s\n", "feasible", "success", "s/run");
    for (size_t i = 0; i < t->count; i++) {
        const bench_table_group *g           = &t->group[i];
        char                     success[24] = "-";
        if (g->targets > 0)
            snprintf(success, sizeof success, "%.1f %%",
                     100.0 * (double)g->success / (double)g->targets);
        bench_table_begin_row(out, g, width);
        fprintf(out, " %7.1f %% %9s %9.3g\n", 100.0 * (double)g->feasible / (double)g->runs,
                success, g->seconds / (double)g->runs);
    }
    if (t->left_out > 0) fprintf(out, "and %zu runs of further groups\n", t->left_out);
}

void bench_table_groups(FILE *out, const heco_results *results) {
    bench_table t = {.count = 0};
    bench_table_fill(&t, results);
    bench_table_print_groups(out, &t);
}

void bench_table_print(FILE *out, const char *db, const heco_results *results,
                       const heco_bench_summary *summary, int as_json) {
    bench_table t = {.count = 0};
    bench_table_fill(&t, results);
    if (as_json) {
        bench_table_print_json(out, &t, summary);
        return;
    }
    bench_table_print_groups(out, &t);
    char clock[40];
    bench_table_clock(clock, sizeof clock, summary->seconds);
    cli_print(out, "\n%zu runs requested: %zu were stored in %s before, %zu now in %s",
              summary->total, summary->skipped, db, summary->done, clock);
    if (summary->seconds > 0.0 && summary->done > 0)
        fprintf(out, " (%.3g evaluations/s)", (double)summary->evals / summary->seconds);
    fputc('\n', out);
}
