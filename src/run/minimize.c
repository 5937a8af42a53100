/* heco_minimize(): finds algorithm and backend, runs the loop of drive.c and confirms the answer
 * (confirm.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "problem/problem_read.h"
#include "run/box_check.h"
#include "run/limit_scale.h"
#include "run/parallel_choice.h"
#include "run/run_internal.h"
#include "run/solution_state.h"

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
    *out = name != NULL ? heco_backend_find(name, error) : heco_backend_at(0);
    return *out != NULL ? HECO_OK : HECO_ERR_NAME;
}

/* Sets *out to the algorithm of the options, and the name of one that they do not name. */
static heco_status minimize_find_algorithm(const heco_algorithm **out, heco_minimize_options *o,
                                           const heco_problem *problem, heco_error *error) {
    *out = o->own_algorithm;
    if (*out != NULL) return heco_algorithm_check(*out, error);
    if (o->algorithm == NULL) o->algorithm = heco_minimize_default_algorithm(problem)->name;
    *out = heco_algorithm_find(o->algorithm, error);
    return *out != NULL ? HECO_OK : HECO_ERR_NAME;
}

/* Learns from a batch of lane 0, which does not depend on the order in which points finish. */
static void minimize_learn_lane(void *user, heco_run *run, const heco_batch *batch) {
    heco_solution  *s    = user;
    heco_drive_plan plan = {.noise = &s->noise, .watcher = s->watcher, .conflict = &s->conflict};
    heco_drive_learn(&plan, run, batch, &s->half_f);
}

/* Opens the journal, if the options name one, and the run, which starts from the journal's points.
 * The caller closes the journal, after an error too. */
static heco_status minimize_open(heco_solution *s, heco_journal **journal,
                                 const heco_problem *problem, const heco_algorithm *algorithm,
                                 const heco_minimize_options *o, heco_error *error) {
    heco_run_options run    = o->run;
    heco_status      status = HECO_OK;
    run.derivatives = problem->derivatives == NULL ? 0 : problem->derivatives_trusted ? 2 : 1;
    if (o->journal != NULL) {
        /* Options that the run refuses leave no journal behind. */
        if (!o->resume) status = heco_run_check(algorithm, &problem->space, &run, error);
        heco_minimize_options named = *o;
        named.lanes                 = s->lane_count;
        if (status == HECO_OK) status = heco_journal_open(journal, problem, &named, error);
        if (status == HECO_OK) run.start = heco_journal_start(*journal, &run.starts);
        if (status == HECO_OK && !heco_journal_exact(*journal)) run.derivatives = 0;
        else if (run.derivatives == 0) run.derivatives = 1; /* recorded ones are replayed */
    }
    if (status != HECO_OK) return status;
    if (s->lane_count == 0) {
        status = heco_run_new(&s->run, algorithm, &problem->space, &run, error);
        if (status == HECO_OK) status = heco_run_set_problem(s->run, problem, error);
        if (status == HECO_OK && s->known != NULL) heco_known_align(s->known, s->run);
        return status;
    }
    run.on_progress            = NULL; /* the drive calls it */
    heco_lanes_outside outside = {s->lane_count, *journal, minimize_learn_lane, s, problem};
    status = heco_lanes_new_recorded(&s->lanes, algorithm, &problem->space, &run, &outside, error);
    if (status == HECO_OK) s->run = (heco_run *)heco_lanes_run(s->lanes, 0);
    return status;
}

/* Evaluates the best points several times, because the function is not deterministic. */
static heco_status minimize_sample_noise(heco_solution *s, const heco_drive *drive,
                                         heco_error *error) {
    heco_stop stop = s->result.outcome.stop;
    size_t samples = heco_noise_samples(&s->noise, drive->plan.samples, heco_solution_max_evals(s));
    if (samples == 0 || stop == HECO_STOP_USER || stop == HECO_STOP_ERROR) return HECO_OK;
    heco_status status =
        heco_noise_sample(&s->noise, heco_run_space(s->run), samples, drive->evaluator, &s->result);
    return status == HECO_OK ? status : heco_fail_memory(error);
}

/* Computes the prices at the answer if they are wanted. */
static heco_status minimize_find_prices(heco_solution *s, const heco_drive *drive,
                                        heco_error *error) {
    heco_problem        p = *drive->plan.problem;
    const heco_outcome *o = &s->result.outcome;
    uint64_t max = heco_solution_max_evals(s), left = max > o->evals ? max - o->evals : 0;
    p.space = *heco_run_space(s->run);
    if (!heco_prices_wanted(&s->prices, drive->plan.prices, &p.space, o, left)) return HECO_OK;
    if (s->confirmed.reproduced != 1) {
        snprintf(s->prices.note, sizeof s->prices.note, "the answer could not be reproduced");
        return HECO_OK;
    }
    heco_status status =
        heco_prices_compute(&s->prices, &p, &s->result, drive->evaluator, &s->arena);
    return status == HECO_ERR_MEMORY ? heco_fail_memory(error) : HECO_OK;
}

/* Writes the verdict, with f as the user knows it. */
static void minimize_write_verdict(heco_solution *s, const heco_problem *problem) {
    heco_problem p = *problem;
    char         search[500];
    p.space = *heco_run_space(s->run);
    heco_run_describe(s->run, search, sizeof search);
    heco_verdict_facts facts = {.result     = &s->result,
                                .problem    = &p,
                                .search     = search,
                                .max_evals  = heco_solution_max_evals(s),
                                .late_gain  = s->late_gain,
                                .conflict   = &s->conflict,
                                .noise      = &s->noise.result,
                                .reproduced = s->confirmed.reproduced};
    heco_verdict_write(&facts, s->verdict, sizeof s->verdict);
}

/* Most evaluations of a restoration beyond the budget, as a part of the budget. */
static const uint64_t minimize_restore_part = 20;

/* Moves the answer onto the constraints, unless a benchmark or an impatient user wants it as it
 * is. */
static void minimize_restore(heco_solution *s, const heco_drive *drive) {
    const heco_outcome *o = &s->result.outcome;
    uint64_t          max = heco_solution_max_evals(s), left = max > o->evals ? max - o->evals : 0;
    heco_restore_plan   plan = {.space     = heco_run_space(s->run),
                                .tracker   = heco_run_tracker(s->run),
                                .evaluator = drive->evaluator,
                                .most      = left + max / minimize_restore_part,
                                .arena     = &s->arena};
    if (drive->plan.problem->protocol || s->edge || o->stop == HECO_STOP_USER ||
        o->stop == HECO_STOP_TIME || o->stop == HECO_STOP_ERROR || o->stop == HECO_STOP_FAILED)
        return;
    heco_restore_answer(&s->restored, &plan, &s->result);
}

/* Runs the search and confirms its best point. Fills result, stats, confirmed and replayed of s. */
static heco_status minimize_search(heco_solution *s, const heco_drive_plan *plan,
                                   heco_error *error) {
    heco_drive  drive;
    heco_status status = heco_drive_open(&drive, s->run, plan, error);
    if (status != HECO_OK) return status;
    status = heco_drive_run(&drive, error);
    if (s->lanes != NULL) {
        drive.half_f = s->half_f;
        heco_lanes_each_best(s->lanes, minimize_learn_lane, s);
    }
    s->result     = *heco_drive_result(&drive);
    s->stats      = heco_drive_stats(&drive); /* without the confirmation */
    s->known_rows = drive.known;
    s->late_gain  = heco_drive_late_gain(&drive);
    if (s->conflict.proved) s->result.outcome.stop = HECO_STOP_INFEASIBLE;
    if (heco_exact_is_optimal(&s->exact, plan->problem, &s->result.outcome))
        s->result.outcome.stop = HECO_STOP_OPTIMAL;
    if (s->result.outcome.found == HECO_FOUND_INFEASIBLE) heco_conflict_find(&s->conflict);
    if (heco_drive_allow_confirmation(&drive)) {
        minimize_restore(s, &drive);
        heco_confirmation_evaluate(&s->confirmed, heco_run_space(s->run), drive.evaluator,
                                   &s->result);
    }
    if (status == HECO_OK && s->confirmed.reproduced == 0)
        status = minimize_sample_noise(s, &drive, error);
    if (status == HECO_OK) status = minimize_find_prices(s, &drive, error);
    heco_confirmation_report(&s->confirmed, plan->problem, heco_run_space(s->run), &s->result);
    heco_drive_close(&drive);
    if (plan->journal != NULL) s->replayed = heco_journal_replayed(plan->journal);
    return status;
}

/* If the linear constraints contradict each other, makes a search of one point of it: the one with
 * the least sum of their violations, which s->least holds. */
static heco_status minimize_prove_conflict(heco_solution *s, const heco_space *space,
                                           const heco_algorithm *algorithm, heco_run_options *o,
                                           heco_error *error) {
    if (o->no_presolve || space->linear == NULL) return HECO_OK;
    s->least = heco_arena_take(&s->arena, space->n, sizeof *s->least);
    if (s->least == NULL) return heco_fail_memory(error);
    heco_status status = heco_conflict_prove(&s->conflict, space, s->least, error);
    if (status != HECO_OK || !s->conflict.proved) return status;
    uint64_t budget = o->max_evals;
    o->start = s->least, o->starts = 1;
    o->max_evals = 1;
    /* A population needs more than one evaluation: it then keeps its budget. */
    if (heco_run_check(algorithm, space, o, NULL) != HECO_OK) o->max_evals = budget;
    return HECO_OK;
}

/* Opens journal and run, searches, and closes the journal. s->run stays open for the caller. */
static heco_status minimize_fill_solution(heco_solution *s, const heco_problem *problem,
                                          const heco_minimize_options *o,
                                          const heco_algorithm        *algorithm,
                                          const heco_backend *backend, heco_error *error) {
    heco_journal *journal = NULL;
    heco_status     status  = minimize_open(s, &journal, problem, algorithm, o, error);
    heco_drive_plan plan = {.problem       = problem,
                            .backend       = backend,
                            .evaluator     = o->evaluator,
                            .journal       = journal,
                            .conflict      = &s->conflict,
                            .noise         = &s->noise,
                            .watcher       = s->watcher,
                            .prices        = o->prices,
                            .known         = s->known,
                            .samples       = o->samples,
                            .lanes         = s->lanes,
                            .on_progress   = o->run.on_progress,
                            .progress_user = o->run.progress_user};
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

/* Adds the options that policy.c chooses for a user's problem to those of the caller. */
static heco_status minimize_set_options(heco_solution *s, heco_run_options *o,
                                        const heco_algorithm *algorithm, heco_error *error) {
    for (size_t i = 0; i < o->sets; i++)
        if (o->set == NULL || o->set[i] == NULL) return HECO_OK; /* the run refuses it */
    for (size_t i = 0; i < o->sets; i++) s->edge |= strcmp(o->set[i], "band=yes") == 0;
    size_t more = heco_policy_answer_options(o, algorithm, s->policy);
    s->set      = heco_arena_take(&s->arena, o->sets + HECO_POLICY_OPTIONS, sizeof *s->set);
    if (s->set == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < o->sets; i++) s->set[i] = o->set[i];
    for (size_t i = 0; i < more; i++) s->set[o->sets + i] = s->policy[i];
    o->set = s->set;
    o->sets += more;
    return HECO_OK;
}

/* Sets the tolerances of the problem by heco_problem_tol(), unless it has an array of them and no
 * residuals or pieces, which the search recognises by their tolerance. */
static heco_status minimize_set_tolerances(heco_solution *s, heco_problem *p, heco_error *error) {
    size_t count = p->space.ng + p->space.nh;
    if (p->space.tol != NULL && p->residuals + p->pieces == 0) return HECO_OK;
    s->tol = heco_arena_take(&s->arena, count, sizeof *s->tol);
    if (s->tol == NULL) return heco_fail_memory(error);
    for (size_t k = 0; k < count; k++) s->tol[k] = heco_problem_tol(p, k);
    p->space.tol = s->tol;
    return HECO_OK;
}

/* Reads problem and options, and finds backend and algorithm. */
static heco_status minimize_read(heco_problem *p, heco_minimize_options *o,
                                 const heco_minimize_options *options, const heco_backend **backend,
                                 const heco_algorithm **algorithm, heco_error *error) {
    heco_status status = heco_struct_read(o, sizeof *o, options, "heco_minimize_options",
                                          "start from heco_minimize_options_default()", error);
    if (status == HECO_OK) status = minimize_find_backend(backend, o, error);
    if (status == HECO_OK) status = minimize_find_algorithm(algorithm, o, p, error);
    if (status == HECO_OK && !((*algorithm)->traits & HECO_TRAIT_DERIVATIVES))
        p->derivatives = NULL;
    return status;
}

/* Completes the problem and the options of the run: tolerances, limits, known designs and the
 * library's own options. Then tries the proofs that need no search. */
static heco_status minimize_prepare(heco_solution *s, heco_problem *p, heco_minimize_options *o,
                                    const heco_algorithm *algorithm, heco_error *error) {
    heco_status status = minimize_set_tolerances(s, p, error);
    if (status == HECO_OK) status = heco_limits_set(&o->run, &s->limits, p, error);
    if (status == HECO_OK) status = heco_known_new(&s->known, o->known, p, &o->run, error);
    if (s->known != NULL) o->run.start = heco_known_starts(s->known, &o->run.starts);
    if (status == HECO_OK && !p->protocol)
        status = minimize_set_options(s, &o->run, algorithm, error);
    if (status != HECO_OK) return status;
    heco_conflict_init(&s->conflict, &p->space, &s->arena);
    heco_noise_init(&s->noise, &p->space, &s->arena);
    heco_confirmation_init(&s->confirmed, &p->space, &s->arena);
    if (heco_arena_failed(&s->arena)) return heco_fail_memory(error);
    status = minimize_prove_conflict(s, &p->space, algorithm, &o->run, error);
    if (status != HECO_OK) return status;
    if (!s->conflict.proved) heco_exact_apply(&s->exact, p, algorithm, o, &s->arena);
    if (s->conflict.proved || s->exact.proved || heco_box_is_point(&p->space, p->space.n))
        s->lane_count = 0; /* the answer is one point */
    return HECO_OK;
}

heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                          const heco_minimize_options *options, heco_error *error) {
    return heco_minimize_watched(out, problem, options, NULL, error);
}

heco_status heco_minimize_watched(heco_solution **out, const heco_problem *problem,
                                  const heco_minimize_options *options,
                                  const heco_minimize_watcher *watcher, heco_error *error) {
    const heco_backend   *backend;
    const heco_algorithm *algorithm;
    heco_problem          p = heco_problem_default();
    heco_run_options      given;
    heco_parallel_choice  parallel;
    heco_minimize_options o = heco_minimize_options_default();
    *out                    = NULL;
    heco_status status      = heco_problem_check(problem, error);
    if (status == HECO_OK) status = heco_problem_read(&p, problem, error);
    if (status == HECO_OK) status = minimize_read(&p, &o, options, &backend, &algorithm, error);
    if (status == HECO_OK)
        status = heco_parallel_choose(&parallel, &p, &o, algorithm, backend, error);
    if (status != HECO_OK) return status;
    o.run.batch = parallel.batch;

    heco_solution *s = calloc(1, sizeof *s);
    if (s == NULL) return heco_fail_memory(error);
    heco_arena_init(&s->arena);
    s->watcher    = watcher;
    s->lane_count = parallel.lanes;
    s->half_f     = INFINITY;
    status        = minimize_prepare(s, &p, &o, algorithm, error);
    if (status == HECO_OK && p.maximise) minimize_negate_options(&o.run, &given);
    if (status == HECO_OK) status = minimize_fill_solution(s, &p, &o, algorithm, backend, error);
    if (status == HECO_OK && s->exact.proved && s->result.outcome.stop == HECO_STOP_BUDGET) {
        heco_solution_free(s); /* the functions contradict the structure that the problem states */
        heco_problem_read(&p, problem, NULL);
        p.quadratic = NULL;
        return heco_minimize_watched(out, &p, options, watcher, error);
    }
    /* After the first evaluation the best point is returned even if the search failed. */
    if (status != HECO_OK && (s->run == NULL || s->result.outcome.evals == 0)) {
        heco_solution_free(s);
        return status;
    }
    if (p.maximise) minimize_negate_result(&s->result);
    if (p.maximise) s->noise.result.mean = 0.0 - s->noise.result.mean;
    minimize_write_verdict(s, &p);
    *out = s;
    return status;
}
