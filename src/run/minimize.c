/* heco_minimize(): finds algorithm and backend, runs the loop of drive.c and confirms the answer
 * (confirm.c). */
#include <stdlib.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "problem/problem_read.h"
#include "run/confirm.h"
#include "run/drive.h"
#include "run/run_internal.h"

struct heco_solution {
    heco_run         *run;
    heco_result       result;
    heco_confirmation confirmed;
    heco_failures     stats;
    uint64_t          replayed;
};

void heco_minimize_options_init(heco_minimize_options *options, size_t size) {
    heco_minimize_options o = {.run = heco_run_options_default()};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Sets *out to the caller's own backend, else the one of that name, else the default. */
static heco_status minimize_find_backend(const heco_backend **out, const heco_minimize_options *o,
                                         heco_error *error) {
    const char *name = o->backend;
    *out             = o->own_backend;
    if (*out != NULL) return heco_backend_check(*out, error);
    *out = name != NULL ? heco_backend_find(name) : heco_backend_at(0);
    if (*out != NULL) return HECO_OK;
    const char *names[16];
    size_t      count = 0;
    while (count < 16 && heco_backend_at(count) != NULL) {
        names[count] = heco_backend_at(count)->name;
        count++;
    }
    return heco_fail_name(error, name, names, count, "a backend of this build");
}

static heco_status minimize_find_algorithm(const heco_algorithm       **out,
                                           const heco_minimize_options *o, heco_error *error) {
    *out = o->own_algorithm;
    if (*out != NULL) return heco_algorithm_check(*out, error);
    *out = o->algorithm ? heco_algorithm_find(o->algorithm, error) : heco_algorithm_default();
    return *out != NULL ? HECO_OK : HECO_ERR_NAME;
}

/* Opens the journal, if the options name one, and the run, which starts from the journal's points.
 * The caller closes the journal, after an error too. */
static heco_status minimize_open(heco_solution *s, heco_journal **journal,
                                 const heco_problem *problem, const heco_algorithm *algorithm,
                                 const heco_minimize_options *o, heco_error *error) {
    heco_run_options run    = o->run;
    heco_status      status = HECO_OK;
    run.derivatives         = problem->derivatives != NULL;
    if (o->journal != NULL) {
        /* Options that the run refuses leave no journal behind. */
        if (!o->resume) status = heco_run_check(algorithm, &problem->space, &run, error);
        if (status == HECO_OK) status = heco_journal_open(journal, problem, o, error);
        if (status == HECO_OK) run.start = heco_journal_start(*journal, &run.starts);
        if (status == HECO_OK) run.derivatives = (uint64_t)heco_journal_exact(*journal);
    }
    if (status != HECO_OK) return status;
    return heco_run_new(&s->run, algorithm, &problem->space, &run, error);
}

/* Runs the search and confirms its best point. Fills result, stats, confirmed and replayed of s. */
static heco_status minimize_search(heco_solution *s, const heco_drive_plan *plan,
                                   heco_error *error) {
    heco_drive  drive;
    heco_status status = heco_drive_open(&drive, s->run, plan, error);
    if (status != HECO_OK) return status;
    status    = heco_drive_run(&drive, error);
    s->result = *heco_run_result(s->run);
    s->stats  = heco_drive_stats(&drive); /* without the confirmation */
    if (heco_drive_allow_confirmation(&drive))
        heco_confirmation_evaluate(&s->confirmed, heco_run_space(s->run), drive.evaluator,
                                   &s->result);
    heco_confirmation_report(&s->confirmed, plan->problem, heco_run_space(s->run), &s->result);
    heco_drive_close(&drive);
    if (plan->journal != NULL) s->replayed = heco_journal_replayed(plan->journal);
    return status;
}

/* Opens journal and run, searches, and closes the journal. s->run stays open for the caller. */
static heco_status minimize_fill_solution(heco_solution *s, const heco_problem *problem,
                                          const heco_minimize_options *o,
                                          const heco_algorithm        *algorithm,
                                          const heco_backend *backend, heco_error *error) {
    heco_journal *journal = NULL;
    heco_status   status  = heco_confirmation_init(&s->confirmed, &problem->space, error);
    if (status == HECO_OK) status = minimize_open(s, &journal, problem, algorithm, o, error);
    heco_drive_plan plan = {
        .problem = problem, .backend = backend, .evaluator = o->evaluator, .journal = journal};
    if (status == HECO_OK) status = minimize_search(s, &plan, error);
    heco_journal_close(journal); /* releases the lock for another process */
    return status;
}

/* --- maximising ---------------------------------------------------------------------------- */

/* A run minimises. These functions change the sign of f between a run and a problem that
 * maximises. */
static int minimize_report_negated(void *user, const heco_progress *now) {
    const heco_run_options *given = user;
    heco_progress           shown = *now;
    shown.f                       = -now->f;
    return given->on_progress(given->progress_user, &shown);
}

/* Keeps the caller's options in `given`, to which the new on_progress refers. */
static void minimize_negate_options(heco_run_options *o, heco_run_options *given) {
    *given    = *o;
    o->target = -given->target;
    if (given->on_progress == NULL) return;
    o->on_progress = minimize_report_negated, o->progress_user = given;
}

static void minimize_negate_result(heco_result *r) {
    double *f    = (double *)r->checkpoint_f; /* memory of the run, which is over */
    r->outcome.f = 0.0 - r->outcome.f;        /* no -0 */
    for (size_t i = 0; i < r->checkpoint_count; i++) f[i] = 0.0 - f[i];
}

heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                          const heco_minimize_options *options, heco_error *error) {
    const heco_backend   *backend;
    const heco_algorithm *algorithm;
    heco_problem          p;
    heco_run_options      given;
    heco_minimize_options o = heco_minimize_options_default();
    *out                    = NULL;
    heco_status status      = heco_problem_check(problem, error);
    if (status == HECO_OK) status = heco_problem_read(&p, problem, error);
    if (status == HECO_OK)
        status = heco_struct_read(&o, sizeof o, options, "heco_minimize_options",
                                  "start from heco_minimize_options_default()", error);
    if (status == HECO_OK) status = minimize_find_backend(&backend, &o, error);
    if (status == HECO_OK) status = minimize_find_algorithm(&algorithm, &o, error);
    if (status != HECO_OK) return status;
    if (o.run.batch == 0) o.run.batch = o.evaluator.workers;
    if (!(algorithm->traits & HECO_TRAIT_DERIVATIVES)) p.derivatives = NULL;

    heco_solution *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    if (p.maximise) minimize_negate_options(&o.run, &given);
    status = minimize_fill_solution(s, &p, &o, algorithm, backend, error);
    if (p.maximise) minimize_negate_result(&s->result);
    /* After the first evaluation the best point is returned even if the search failed. */
    if (status != HECO_OK && (s->run == NULL || heco_run_result(s->run)->outcome.evals == 0)) {
        heco_solution_free(s);
        return status;
    }
    *out = s;
    return status;
}

const heco_result            *heco_solution_result(const heco_solution *s) { return &s->result; }
const heco_constraint_report *heco_solution_constraints(const heco_solution *s) {
    return s->confirmed.constraint;
}
int      heco_solution_reproduced(const heco_solution *s) { return s->confirmed.reproduced; }
uint64_t heco_solution_replayed(const heco_solution *s) { return s->replayed; }
const heco_failures  *heco_solution_failures(const heco_solution *s) { return &s->stats; }
const heco_algorithm *heco_solution_algorithm(const heco_solution *s) {
    return heco_run_algorithm(s->run);
}
uint64_t heco_solution_max_evals(const heco_solution *s) {
    heco_progress now;
    heco_run_progress(s->run, &now);
    return now.max_evals;
}
const double *heco_solution_settings(const heco_solution *s) { return heco_run_settings(s->run); }

void heco_solution_free(heco_solution *s) {
    if (s == NULL) return;
    heco_run_free(s->run);
    heco_confirmation_free(&s->confirmed);
    free(s);
}

void heco_solution_describe(const heco_solution *s, char *text, size_t size) {
    heco_run_describe(s->run, text, size);
}

void heco_solution_presolve_summary(const heco_solution *s, char *text, size_t size) {
    heco_run_presolve_summary(s->run, text, size);
}
