/* Turns the options of a bench into a flat list of jobs. Names, dimensions, options and data are
 * checked here, before the first run. */
#include "experiment/plan.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "base/text.h"
#include "experiment/job.h"
#include "heco/model.h"

enum { PLAN_SUITES = 16, PLAN_DIMS = 64, PLAN_JOBS = 10000000 };

/* One problem in one dimension, shared by its jobs. */
typedef struct {
    const heco_suite   *suite;
    const char         *problem;
    const heco_problem *what;
    uint64_t            max_evals;
    double              target;
} plan_task;

struct heco_plan {
    heco_arena        arena;
    heco_plan_options options; /* its texts are not kept                               */
    heco_suite       *suite[PLAN_SUITES];
    size_t            suites;
    size_t            dim[PLAN_DIMS];
    size_t            dims;
    heco_variant     *variant;
    size_t            variants;
    plan_task        *task;
    size_t            tasks, capacity;
    heco_job         *job;
    size_t            jobs;
};

void heco_plan_options_init(heco_plan_options *options, size_t size) {
    heco_plan_options o = {.runs = 25, .seed = 1, .trace = HECO_TRACE_FULL};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Copies the next item of a comma-separated list into `item` without surrounding blanks; returns 0
 * at the end. An item too long for the buffer is cut, and a cut name is then refused as unknown. */
static int plan_next(const char **list, char *item, size_t size) {
    for (;;) {
        while (isspace((unsigned char)**list) || **list == ',') (*list)++;
        if (**list == '\0') return 0;
        size_t length = strcspn(*list, ","), keep = length;
        while (keep > 0 && isspace((unsigned char)(*list)[keep - 1])) keep--;
        if (keep >= size) keep = size - 1;
        memcpy(item, *list, keep);
        item[keep] = '\0';
        *list += length;
        return 1;
    }
}

static heco_status plan_open_suites(heco_plan *p, const heco_plan_options *o, heco_error *error) {
    const char *list = o->suites != NULL ? o->suites : "";
    char        name[4096];
    while (plan_next(&list, name, sizeof name)) {
        if (p->suites == PLAN_SUITES)
            return heco_fail(error, HECO_ERR_ARG, "more than %d suites in one bench", PLAN_SUITES);
        heco_status status = heco_suite_load(&p->suite[p->suites], name, &o->suite, error);
        if (status != HECO_OK) return status;
        const char *opened = heco_suite_name(p->suite[p->suites++]);
        for (size_t i = 0; i + 1 < p->suites; i++)
            if (strcmp(opened, heco_suite_name(p->suite[i])) == 0)
                return heco_fail(error, HECO_ERR_ARG, "suite %s is named twice", opened);
    }
    if (p->suites == 0)
        return heco_fail(error, HECO_ERR_ARG, "no suite is named: give one, such as cec2006");
    return HECO_OK;
}

static heco_status plan_read_dims(heco_plan *p, const char *list, heco_error *error) {
    char item[40];
    if (list == NULL) return HECO_OK;
    while (plan_next(&list, item, sizeof item)) {
        uint64_t value;
        if (!heco_text_uint64(item, &value) || value < 1 || value > 100000)
            return heco_fail(error, HECO_ERR_ARG, "dimension '%s' is not a whole number above 0",
                             item);
        if (p->dims == PLAN_DIMS)
            return heco_fail(error, HECO_ERR_ARG, "more than %d dimensions", PLAN_DIMS);
        for (size_t i = 0; i < p->dims; i++)
            if (p->dim[i] == value)
                return heco_fail(error, HECO_ERR_ARG, "dimension %zu is named twice", p->dim[i]);
        p->dim[p->dims++] = (size_t)value;
    }
    return p->dims > 0 ? HECO_OK
                       : heco_fail(error, HECO_ERR_ARG, "the list of dimensions is empty");
}

/* Marks the problems of one item of --problems in one suite: a name, or a range first-last. */
static int plan_mark(const heco_suite *suite, const char *item, unsigned char *wanted,
                     heco_error *error) {
    long first = heco_suite_find(suite, item, NULL), last = first;
    for (const char *dash = item; first < 0 && (dash = strchr(dash, '-')) != NULL; dash++) {
        char   from[80];
        size_t length = (size_t)(dash - item);
        if (length >= sizeof from) break;
        memcpy(from, item, length);
        from[length] = '\0';
        first        = heco_suite_find(suite, from, NULL);
        last         = heco_suite_find(suite, dash + 1, NULL);
        if (first < 0 || last < 0) { /* names may contain dashes: try the next one       */
            heco_suite_find(suite, first < 0 ? from : dash + 1, error);
            first = -1;
        }
    }
    if (first < 0) {
        if (strchr(item, '-') == NULL) heco_suite_find(suite, item, error);
        return 0;
    }
    if (first > last) {
        heco_fail(error, HECO_ERR_ARG, "range of problems '%s' runs backwards", item);
        return 0;
    }
    for (long i = first; i <= last; i++) wanted[i] = 1;
    return 1;
}

/* Flags the chosen problems of all suites, one block per suite. */
static heco_status plan_select(heco_plan *p, const char *problems, unsigned char **wanted,
                               heco_error *error) {
    char item[80];
    for (size_t s = 0; s < p->suites; s++) {
        wanted[s] = heco_arena_take(&p->arena, heco_suite_count(p->suite[s]) + 1, 1);
        if (wanted[s] == NULL) return heco_fail_memory(error);
        for (size_t i = 0; problems == NULL && i < heco_suite_count(p->suite[s]); i++)
            wanted[s][i] = heco_suite_at(p->suite[s], i)->compared != 0;
    }
    while (problems != NULL && plan_next(&problems, item, sizeof item)) {
        int        found = 0;
        heco_error why   = {0};
        for (size_t s = 0; s < p->suites; s++)
            found |= plan_mark(p->suite[s], item, wanted[s], &why);
        if (!found) {
            if (why.status == HECO_OK) heco_fail(&why, HECO_ERR_NAME, "no problem '%s'", item);
            if (error != NULL) *error = why;
            return why.status;
        }
    }
    return HECO_OK;
}

/* Returns the evaluations per run: those of the options, or a share of the suite's protocol. */
static uint64_t plan_budget(const heco_plan *p, const heco_suite *suite, size_t index, size_t n) {
    if (p->options.evals > 0) return p->options.evals;
    uint64_t all = heco_suite_budget(suite, index, n);
    if (p->options.evals_share <= 0.0 || all == 0) return all;
    /* The smallest share of the smallest budget is one evaluation. */
    return (uint64_t)fmax(1.0, floor(p->options.evals_share * (double)all + 0.5));
}

/* Adds the problem in one dimension to p->task, with its budget and target. */
static heco_status plan_add_task(heco_plan *p, heco_suite *suite, size_t index, size_t dim,
                                 heco_error *error) {
    if (p->tasks == p->capacity) {
        size_t     capacity = p->capacity > 0 ? 2 * p->capacity : 64;
        plan_task *grown    = heco_arena_take(&p->arena, capacity, sizeof *grown);
        if (grown == NULL) return heco_fail_memory(error);
        if (p->tasks > 0) memcpy(grown, p->task, p->tasks * sizeof *grown);
        p->task     = grown;
        p->capacity = capacity;
    }
    plan_task  *t      = &p->task[p->tasks];
    heco_status status = heco_suite_problem(suite, index, dim, &t->what, error);
    if (status != HECO_OK) return status;
    size_t n     = t->what->space.n;
    t->suite     = suite;
    t->problem   = heco_suite_at(suite, index)->name;
    t->max_evals = plan_budget(p, suite, index, n);
    t->target    = heco_suite_target(suite, t->what);
    if (t->max_evals == 0)
        return heco_fail(error, HECO_ERR_ARG, "suite %s has no standard budget: give --evals",
                         heco_suite_name(suite));
    p->tasks++;
    return HECO_OK;
}

/* Adds a task for each requested dimension of a problem, or for all its dimensions if none was
 * requested. A dimension that a problem of one dimension lacks leaves the problem out; for other
 * problems the suite decides whether the dimension exists. */
static heco_status plan_add_problem(heco_plan *p, heco_suite *suite, size_t index,
                                    heco_error *error) {
    const heco_suite_entry *entry  = heco_suite_at(suite, index);
    heco_status             status = HECO_OK;
    const heco_problem     *opened;
    if (entry->dims[0] == 0) status = heco_suite_problem(suite, index, 0, &opened, error);
    if (status != HECO_OK) return status;
    if (p->dims == 0) {
        for (size_t k = 0; k < entry->dim_count && status == HECO_OK; k++)
            status = plan_add_task(p, suite, index, entry->dims[k], error);
        return status;
    }
    for (size_t k = 0; k < p->dims && status == HECO_OK; k++)
        if (entry->dim_count != 1 || entry->dims[0] == p->dim[k])
            status = plan_add_task(p, suite, index, p->dim[k], error);
    return status;
}

/* Fills p->task with the chosen problems of all suites in the chosen dimensions. */
static heco_status plan_collect_tasks(heco_plan *p, const heco_plan_options *o, heco_error *error) {
    unsigned char *wanted[PLAN_SUITES];
    heco_status    status = plan_select(p, o->problems, wanted, error);
    for (size_t s = 0; s < p->suites && status == HECO_OK; s++)
        for (size_t i = 0; i < heco_suite_count(p->suite[s]) && status == HECO_OK; i++)
            /* analyse: clang-tidy clang-analyzer-core.NullDereference: plan_select filled it */
            if (wanted[s][i]) status = plan_add_problem(p, p->suite[s], i, error);
    if (status == HECO_OK && p->tasks == 0)
        return heco_fail(error, HECO_ERR_ARG,
                         "nothing to run: no problem of the suite is in these dimensions");
    return status;
}

/* Returns the number of checkpoints of a trace, at most one per evaluation. */
static size_t plan_points(heco_trace_mode mode, uint64_t max_evals) {
    size_t points = mode == HECO_TRACE_FULL ? 2000 : mode == HECO_TRACE_COARSE ? 100 : 0;
    return points < max_evals ? points : (size_t)max_evals;
}

/* Fills p->job: for each task and variant one job per run. */
static void plan_fill_jobs(heco_plan *p) {
    heco_job *job = p->job;
    for (size_t t = 0; t < p->tasks; t++)
        for (size_t v = 0; v < p->variants; v++)
            for (unsigned run = 1; run <= p->options.runs; run++, job++) {
                const plan_task    *task    = &p->task[t];
                const heco_variant *variant = &p->variant[v];
                job->suite                  = heco_suite_name(task->suite);
                job->dims                   = heco_suite_dims_of(task->suite);
                job->instance               = heco_suite_instance(task->suite);
                job->problem                = task->problem;
                job->label                  = variant->label;
                job->algorithm              = variant->algorithm;
                job->what                   = task->what;
                job->set                    = (const char *const *)variant->set;
                job->sets                   = variant->sets;
                job->run                    = run;
                job->max_evals              = task->max_evals;
                job->target                 = task->target;
                job->points                 = plan_points(p->options.trace, task->max_evals);
                job->stream = heco_job_stream(p->options.seed, job->suite, job->problem,
                                              task->what->space.n, variant->algorithm->name, run);
            }
}

/* Checks each algorithm on each problem now rather than after hours of running. */
static heco_status plan_check(const heco_plan *p, heco_error *error) {
    heco_status status = HECO_OK;
    for (size_t i = 0; i < p->jobs && status == HECO_OK; i += p->options.runs)
        status = heco_job_check(&p->job[i], error);
    return status;
}

/* Fills suites, dimensions, variants, tasks and jobs of the plan. */
static heco_status plan_build(heco_plan *p, const heco_plan_options *o, heco_error *error) {
    if (o->runs < 1) return heco_fail(error, HECO_ERR_ARG, "at least one run is needed");
    heco_status status = plan_open_suites(p, o, error);
    if (status == HECO_OK) status = plan_read_dims(p, o->dims, error);
    if (status == HECO_OK)
        status = heco_variants_parse(&p->variant, &p->variants, o, &p->arena, error);
    if (status == HECO_OK) status = plan_collect_tasks(p, o, error);
    if (status != HECO_OK) return status;
    if ((double)p->tasks * (double)p->variants * o->runs > PLAN_JOBS)
        return heco_fail(error, HECO_ERR_ARG,
                         "more than %d runs in one bench: take fewer at a time", PLAN_JOBS);
    p->jobs = p->tasks * p->variants * o->runs;
    p->job  = heco_arena_take(&p->arena, p->jobs, sizeof *p->job);
    if (heco_arena_failed(&p->arena)) return heco_fail_memory(error);
    plan_fill_jobs(p);
    return plan_check(p, error);
}

heco_status heco_plan_new(heco_plan **out, const heco_plan_options *options, heco_error *error) {
    *out         = NULL;
    heco_plan *p = calloc(1, sizeof *p);
    if (p == NULL) return heco_fail_memory(error);
    heco_arena_init(&p->arena);
    p->options = heco_plan_options_default();
    heco_status status =
        heco_struct_read(&p->options, sizeof p->options, options, "heco_plan_options",
                         "start from heco_plan_options_default()", error);
    if (status == HECO_OK) status = plan_build(p, &p->options, error);
    if (status != HECO_OK) {
        heco_plan_free(p);
        return status;
    }
    *out = p;
    return HECO_OK;
}

void heco_plan_free(heco_plan *p) {
    if (p == NULL) return;
    for (size_t i = 0; i < p->suites; i++) heco_suite_close(p->suite[i]);
    heco_variants_close(p->variant, p->variants);
    heco_arena_release(&p->arena);
    free(p);
}

size_t          heco_plan_count(const heco_plan *p) { return p->jobs; }
uint64_t        heco_plan_seed(const heco_plan *p) { return p->options.seed; }
heco_trace_mode heco_plan_trace(const heco_plan *p) { return p->options.trace; }

const heco_job *heco_plan_at(const heco_plan *p, size_t index) {
    return index < p->jobs ? &p->job[index] : NULL;
}

const heco_variant *heco_plan_variants(const heco_plan *p, size_t *count) {
    *count = p->variants;
    return p->variant;
}

size_t   heco_plan_tasks(const heco_plan *p) { return p->tasks; }
unsigned heco_plan_runs(const heco_plan *p) { return p->options.runs; }

const heco_job *heco_plan_task(const heco_plan *p, size_t task) {
    return &p->job[task * p->variants * p->options.runs];
}
