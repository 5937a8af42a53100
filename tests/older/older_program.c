/* A program built with older headers, on the libraries of today.
 *
 * Every struct it hands over ends where memory ends: behind it is a page that may not be touched
 * at all, so a library that believes in its own, longer struct dies here. */
#include "heco_older.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static heco_error error;

static void older_check(int right, const char *what) {
    if (right) return;
    fprintf(stderr, "older_program: %s (%s)\n", what, error.text);
    exit(1);
}

/* `size` bytes that are followed by nothing, filled with what must not be taken for 0. */
static void *older_take(size_t size) {
    size_t page  = (size_t)sysconf(_SC_PAGESIZE);
    char  *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    older_check(pages != MAP_FAILED && size <= page && size % sizeof(double) == 0, "mmap");
    older_check(mprotect(pages + page, page, PROT_NONE) == 0, "mprotect");
    memset(pages, 0xa5, page);
    return pages + page - size;
}

/* A copy of a constant there. */
static void *older_copy(const void *from, size_t size) {
    return memcpy(older_take(size), from, size);
}

static int older_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    f[0] = x[0] * x[0] + x[1] * x[1];
    g[0] = 1.0 - x[0] - x[1];
    return 0;
}

static heco_problem *older_problem(void) {
    static const double lower[] = {-3, -3}, upper[] = {3, 3};
    heco_problem       *p = older_take(sizeof *p);
    heco_problem_init(p, sizeof *p);
    older_check(p->size == sizeof *p && p->eval == NULL, "defaults of a problem");
    older_check(p->space.eq_tol == 1e-4, "the default of eq_tol");
    p->space.n = 2, p->space.ng = 1;
    p->space.lower = lower, p->space.upper = upper;
    p->eval    = older_eval;
    p->sharing = 2;
    return p;
}

static void older_minimize(const char *backend) {
    heco_problem          *p = older_problem();
    heco_minimize_options *o = older_take(sizeof *o);
    heco_solution         *solution;
    heco_minimize_options_init(o, sizeof *o);
    older_check(o->size == sizeof *o && o->run.size == sizeof o->run, "sizes of the options");
    older_check(o->run.seed == 1 && isnan(o->run.target), "defaults of the run's options");
    o->run.max_evals     = 10000;
    o->backend           = backend;
    o->evaluator.workers = 2;
    older_check(heco_problem_check(p, &error) == HECO_OK, "the problem is fine");
    older_check(heco_minimize(&solution, p, o, &error) == HECO_OK, "a search");
    older_check(fabs(heco_solution_result(solution)->outcome.f - 0.5) < 1e-4, "its answer");
    heco_solution_free(solution);
}

/* ---- an algorithm and a backend of its own ---- */

typedef struct {
    const heco_setup *setup;
    double            best;
} older_state;

static heco_status older_init(void *state, const heco_setup *setup, size_t *max_batch) {
    ((older_state *)state)->setup = setup;
    ((older_state *)state)->best  = INFINITY;
    *max_batch                    = 8;
    return HECO_OK;
}

static heco_status older_ask(void *state, heco_batch *out) {
    const heco_setup *setup = ((older_state *)state)->setup;
    const heco_space *s     = setup->space;
    heco_batch        half  = heco_batch_rows(out, 4, 8); /* a struct that comes by value */
    for (size_t i = 0; i < 8; i++)
        for (size_t j = 0; j < s->n; j++) {
            double v = s->lower[j] + heco_rng_uniform(setup->rng) * (s->upper[j] - s->lower[j]);
            if (i < 4) out->x[i * s->n + j] = v;
            else half.x[(i - 4) * s->n + j] = v;
        }
    out->count = 8;
    return HECO_OK;
}

static heco_status older_tell(void *state, const heco_batch *in) {
    older_state *s = state;
    for (size_t i = 0; i < in->count; i++)
        if (in->viol[i] == 0.0 && in->f[i] < s->best) s->best = in->f[i];
    return HECO_OK;
}

static heco_status older_open(void **state, const heco_problem *problem,
                              const heco_evaluator_options *options, heco_error *why) {
    (void)options, (void)why;
    *state = (void *)problem;
    return HECO_OK;
}

static heco_status older_rows(void *state, heco_batch *b, void *stats) {
    const heco_problem *p = state;
    (void)stats;
    for (size_t i = 0; i < b->count; i++)
        b->state[i] = (unsigned char)p->eval(p->user, b->x + i * b->n, b->f + i, b->g + i * b->ng,
                                             b->h + i * b->nh);
    return HECO_OK;
}

static void older_close(void *state) { (void)state; }

static void older_own(void) {
    static const heco_algorithm a = {.size = sizeof a, .name = "older",
                                     .state_size = sizeof(older_state), .init = older_init,
                                     .ask = older_ask, .tell = older_tell};
    static const heco_backend   b = {.size = sizeof b, .name = "older", .open = older_open,
                                     .eval = older_rows, .close = older_close};
    heco_algorithm   *algorithm   = older_copy(&a, sizeof a);
    heco_backend     *backend     = older_copy(&b, sizeof b);
    heco_problem     *p           = older_problem();
    heco_run_options *o           = older_take(sizeof *o);
    heco_run         *run;
    heco_evaluator   *evaluator;
    int               served = 1;
    heco_run_options_init(o, sizeof *o);
    o->max_evals = 2000;
    older_check(heco_algorithm_option_count(algorithm) == 0, "options of an algorithm");
    older_check(heco_run_new(&run, algorithm, &p->space, o, &error) == HECO_OK, "a run");
    older_check(heco_backend_serve(backend, p, NULL, &served, &error) == HECO_OK && !served,
                "nothing to serve");
    older_check(heco_evaluator_open(&evaluator, p, backend, NULL, &error) == HECO_OK, "workers");
    older_check(heco_run_drive(run, evaluator, &error) == HECO_OK, "the loop");
    const heco_result *r = heco_run_result(run);
    older_check(r->outcome.evals == 2000 && r->outcome.f < 1.0, "what a random search finds");
    heco_evaluator_close(evaluator);
    heco_run_free(run);
}

/* ---- the tools ---- */

static void older_model(void) {
    heco_model_options *o = older_take(sizeof *o);
    heco_model         *model;
    heco_model_options_init(o, sizeof *o);
    older_check(heco_model_open(&model, "cec2006:g06", o, &error) == HECO_OK, "a model");
    heco_model_close(model);
}

static void older_bench(void) {
    heco_plan_options  *what    = older_take(sizeof *what);
    heco_bench_options *how     = older_take(sizeof *how);
    heco_bench_summary *summary = older_take(sizeof *summary);
    heco_plan          *plan;
    char                folder[] = "/tmp/heco_older_XXXXXX", db[64];
    older_check(mkdtemp(folder) != NULL, "a folder");
    snprintf(db, sizeof db, "%s/runs.db", folder);
    heco_plan_options_init(what, sizeof *what);
    older_check(what->runs == 25 && what->seed == 1, "defaults of a plan");
    what->suites = "cec2006", what->problems = "g06", what->runs = 2, what->evals = 400;
    heco_bench_options_init(how, sizeof *how);
    how->db = db, how->jobs = 2;
    older_check(heco_plan_new(&plan, what, &error) == HECO_OK, "a plan");
    heco_status status = heco_bench(plan, how, summary, &error);
    older_check(status == HECO_ERR_UNSUPPORTED || (status == HECO_OK && summary->done == 2),
                "a bench");
    heco_plan_free(plan);
    unlink(db);
    older_check(rmdir(folder) == 0, "the folder goes away");
}

static void older_rank(void) {
    static const char *const names[] = {"A", "B"};
    heco_record       *run           = older_take(sizeof *run);
    heco_published    *row           = older_take(sizeof *row);
    heco_rank_options *o             = older_take(sizeof *o);
    heco_records      *records;
    heco_table        *table;
    older_check(heco_records_new(&records) == HECO_OK, "records");
    for (size_t k = 0; k < 2; k++) {
        heco_record_init(run, sizeof *run);
        run->suite = "cec2017", run->problem = "C01", run->algorithm = names[k], run->n = 10;
        run->run = 1, run->outcome.f = (double)k;
        older_check(heco_records_add(records, run, &error) == HECO_OK, "a record");
    }
    heco_published_init(row, sizeof *row);
    row->suite = "cec2017", row->problem = "C01", row->algorithm = "C", row->dim = 10;
    row->entry.feasible_rate = 100;
    older_check(heco_records_add_published(records, row, &error) == HECO_OK, "a summary");
    heco_rank_options_init(o, sizeof *o);
    older_check(strcmp(o->rule, "cec2017") == 0, "defaults of a ranking");
    older_check(heco_rank_compute(&table, records, o, &error) == HECO_OK, "a ranking");
    older_check(heco_table_rows(table) >= 3, "its rows");
    heco_table_free(table);
    heco_records_free(records);
}

int main(void) {
    older_minimize(NULL);
    older_minimize("threads");
    older_minimize("process");
    older_own();
    older_model();
    older_bench();
    older_rank();
    puts("a program built with older headers runs");
    return 0;
}
