/* One run of one algorithm on one problem: ask and tell, budget, partial last batch. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/struct_read.h"
#include "heco/run.h"
#include "problem/batch_init.h"
#include "problem/problem_read.h"
#include "problem/violation.h"
#include "run/box_check.h"
#include "run/policy.h"
#include "run/presolve/presolve.h"
#include "run/run_internal.h"
#include "run/run_state.h"

void heco_run_options_init(heco_run_options *options, size_t size) {
    heco_run_options o = {
        .seed = 1, .target = NAN, .stop_at_target = 1, .max_failed = HECO_POLICY_MAX_FAILED};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Rounds integer variables for all algorithms. They search in the continuous box, and tell passes
 * the rounded point back because it reads the same rows. */
static void run_round_integers(const heco_space *s, double *x, size_t rows) {
    for (size_t j = 0; s->integer != NULL && j < s->n; j++) {
        if (!s->integer[j]) continue;
        double lo = ceil(s->lower[j]), hi = floor(s->upper[j]);
        for (size_t i = 0; i < rows; i++) {
            double v        = round(x[i * s->n + j]);
            x[i * s->n + j] = v < lo ? lo : v > hi ? hi : v;
        }
    }
}

/* Returns whether reflection at a bound or a difference of bounds may overflow. Only then does the
 * run clip every point, so that algorithms need not do it in their loops. */
static int run_is_near_overflow(const heco_space *s) {
    for (size_t j = 0; j < s->n; j++)
        if (fabs(s->lower[j]) > DBL_MAX / 4.0 || fabs(s->upper[j]) > DBL_MAX / 4.0) return 1;
    return 0;
}

static void run_clip(const heco_space *s, double *x, size_t rows) {
    for (size_t i = 0; i < rows * s->n; i++) {
        double lo = s->lower[i % s->n], hi = s->upper[i % s->n];
        x[i] = x[i] > hi ? hi : x[i] >= lo ? x[i] : lo; /* lo also if x is not a number */
    }
}

/* Sets setup.start to the initial points, clipped and rounded. */
static heco_status run_copy_start(heco_run *run, const heco_run_options *o, heco_error *error) {
    size_t  n = run->space.n, inner_n = run->inner->n;
    double *x = heco_arena_take(&run->arena, o->starts * n, sizeof *x), *to = x;
    if (run->translation != NULL)
        to = heco_arena_take(&run->arena, o->starts * inner_n, sizeof *to);
    run->align = heco_arena_take(&run->arena, inner_n, sizeof *run->align);
    if (x == NULL || to == NULL) return HECO_OK; /* the caller checks the arena */
    for (size_t i = 0; i < o->starts * n; i++) {
        double lo = run->space.lower[i % n], hi = run->space.upper[i % n], v = o->start[i];
        if (isnan(v))
            return heco_fail(error, HECO_ERR_ARG,
                             "initial point %zu is not a number in variable %zu", i / n + 1,
                             i % n + 1);
        x[i] = v < lo ? lo : v > hi ? hi : v;
    }
    for (size_t i = 0; run->translation != NULL && i < o->starts; i++)
        heco_translation_to_inner(run->translation, to + i * inner_n, x + i * n);
    run_round_integers(run->inner, to, o->starts);
    run->setup.start  = to;
    run->setup.starts = o->starts;
    return HECO_OK;
}

void heco_run_align(const heco_run *run, double *out, const double *x) {
    const heco_space *s = &run->space;
    for (size_t j = 0; j < s->n; j++) out[j] = fmin(fmax(x[j], s->lower[j]), s->upper[j]);
    if (run->translation != NULL) {
        double *inner = run->align;
        heco_translation_to_inner(run->translation, inner, out);
        run_round_integers(run->inner, inner, 1);
        heco_translation_to_outer(run->translation, out, inner);
    } else run_round_integers(s, out, 1);
}

/* Sets x of the tracker to the first initial point or the lower corner, and its g and h to infinity.
 * The result points there, so that a run which ends before its first evaluation has a point. */
static void run_set_first_point(heco_run *run) {
    const heco_space *s = &run->space;
    double           *x = run->translation != NULL ? run->align : run->tracker.x;
    memcpy(x, run->setup.starts > 0 ? run->setup.start : run->inner->lower,
           run->inner->n * sizeof *x);
    run_round_integers(run->inner, x, 1);
    if (run->translation != NULL) heco_translation_to_outer(run->translation, run->tracker.x, x);
    for (size_t k = 0; k < s->ng; k++) run->tracker.g[k] = INFINITY;
    for (size_t k = 0; k < s->nh; k++) run->tracker.h[k] = INFINITY;
}

/* Reads the options of the algorithm and of its members, then those that follow from the run's. */
static heco_status run_set_options(heco_run *run, const heco_algorithm *algorithm,
                                   const heco_run_options *o, heco_error *error) {
    size_t         count  = heco_algorithm_option_count(algorithm);
    double        *values = heco_arena_take(&run->arena, count + 1, sizeof *values);
    unsigned char *given  = heco_arena_take(&run->arena, count + 1, 1);
    if (values == NULL || given == NULL) return HECO_OK; /* the caller checks the arena */
    for (size_t i = 0; i < count; i++) {
        char name[120];
        values[i] = heco_algorithm_option_at(algorithm, i, name, sizeof name)->value;
    }
    heco_status status = HECO_OK;
    for (size_t i = 0; status == HECO_OK && i < o->sets; i++)
        status = heco_algorithm_set(algorithm, values, given, o->set[i], error);
    char   more[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    size_t mores = heco_policy_options(o, algorithm, run->space.n, more);
    for (size_t i = 0; status == HECO_OK && i < mores; i++)
        status = heco_algorithm_set(algorithm, values, given, more[i], error);
    if (status != HECO_OK) return status;
    run->setup.option = values;
    run->setup.given  = given;
    return HECO_OK;
}

static heco_status run_check_options(const heco_run_options *o, heco_error *error) {
    if (!(o->max_seconds >= 0.0))
        return heco_fail(error, HECO_ERR_ARG, "the time limit is %g seconds", o->max_seconds);
    if (o->starts > 0 && o->start == NULL)
        return heco_fail(error, HECO_ERR_ARG, "%zu initial points were announced, none given",
                         o->starts);
    if (o->checkpoint_count > 0 && o->checkpoints == NULL)
        return heco_fail(error, HECO_ERR_ARG, "%zu checkpoints were announced, none given",
                         o->checkpoint_count);
    for (size_t i = 0; i < o->sets; i++)
        if (o->set == NULL || o->set[i] == NULL)
            return heco_fail(error, HECO_ERR_ARG, "option text %zu of %zu is missing", i + 1,
                             o->sets);
    for (size_t i = 1; i < o->checkpoint_count; i++)
        if (o->checkpoints[i] < o->checkpoints[i - 1])
            return heco_fail(error, HECO_ERR_ARG, "checkpoint %zu comes before checkpoint %zu",
                             i + 1, i);
    return HECO_OK;
}

/* Sets timed_out after the time limit. Long computations poll it; an abandoned result must not be
 * evaluated, because a resumed search would ask for other points. */
static int run_check_time(void *user) {
    heco_run *run = user;
    if (heco_stop_seconds_left(&run->rules) <= 0.0) run->timed_out = 1;
    return run->timed_out;
}

/* Opens the algorithm and its batch. */
static heco_status run_open_member(heco_run *run, const heco_algorithm *algorithm,
                                   const heco_run_options *o, heco_error *error) {
    size_t max_batch       = 0;
    run->setup.space       = run->inner;
    run->setup.max_evals   = o->max_evals;
    run->setup.seed        = o->seed;
    run->setup.arena       = &run->arena;
    run->setup.error       = &run->error;
    run->setup.derivatives = algorithm->traits & HECO_TRAIT_DERIVATIVES ? o->derivatives : 0;
    if (o->max_seconds > 0.0)
        run->setup.is_timed_out = run_check_time, run->setup.timeout_user = run;
    heco_status status = heco_member_open(&run->member, algorithm, &run->setup, &max_batch);
    if (status == HECO_OK) heco_batch_init(&run->batch, run->inner, max_batch, &run->arena);
    if (status == HECO_OK && run->translation != NULL)
        heco_batch_init(&run->outer, &run->space, max_batch, &run->arena);
    if (status == HECO_OK && run->setup.derivatives) {
        heco_batch_init_derivatives(&run->batch, &run->arena);
        if (run->translation != NULL) heco_batch_init_derivatives(&run->outer, &run->arena);
    }
    if (heco_arena_failed(&run->arena))
        return heco_fail_memory_for(error, "%.60s with %zu variables: a request for %.1f MB failed",
                                    algorithm->name, run->space.n,
                                    1e-6 * (double)run->arena.wanted);
    if (status != HECO_OK) return heco_fail(error, status, "%s", run->error.text);
    return heco_member_begin(&run->member, o->max_evals, run->setup.start, run->setup.starts);
}

/* Raises the tolerance of linear equalities to 1e-9, the accuracy of projected points. */
static void run_raise_tolerances(heco_run *run) {
    heco_space *s   = &run->space;
    double     *tol = NULL;
    for (size_t i = 0; s->linear != NULL && i < s->linear->count; i++) {
        size_t k = s->linear->constraint[i];
        if (!(heco_presolve_tol(s, k) > heco_space_tol(s, k))) continue;
        if (tol == NULL) {
            tol = heco_arena_take(&run->arena, s->ng + s->nh, sizeof *tol);
            if (tol == NULL) return; /* the caller checks the arena */
            for (size_t c = 0; c < s->ng + s->nh; c++) tol[c] = heco_space_tol(s, c);
            s->tol = tol;
        }
        tol[k] = heco_presolve_tol(s, k);
    }
}

/* Chooses the space that the algorithm searches in: sets translation, inner and clips. */
static heco_status run_choose_space(heco_run *run, const heco_run_options *o, heco_error *error) {
    if (!o->no_presolve) run_raise_tolerances(run);
    if (heco_arena_failed(&run->arena)) return heco_fail_memory(error);
    heco_status status =
        heco_translation_new(&run->translation, &run->space, o, &run->arena, error);
    if (status != HECO_OK) return status;
    if (heco_arena_failed(&run->arena)) return heco_fail_memory(error);
    run->inner = run->translation != NULL ? heco_translation_inner(run->translation) : &run->space;
    run->clips = run_is_near_overflow(run->inner);
    return HECO_OK;
}

static heco_status run_build(heco_run *run, const heco_algorithm *algorithm,
                             const heco_space *space, heco_run_options *o, heco_error *error) {
    heco_space_copy(&run->space, space, &run->arena);
    heco_tracker_init(&run->tracker, &run->space, o, &run->arena);
    if (heco_arena_failed(&run->arena)) return heco_fail_memory(error);
    heco_status status = run_choose_space(run, o, error);
    if (status == HECO_OK) status = run_set_options(run, algorithm, o, error);
    o->max_evals = heco_policy_budget(o, space->n);
    if (status == HECO_OK) status = run_copy_start(run, o, error);
    if (status != HECO_OK) return status;
    if (heco_arena_failed(&run->arena)) return heco_fail_memory(error);
    status = run_open_member(run, algorithm, o, error);
    if (status == HECO_OK) heco_stop_init(&run->rules, o);
    run->rules.one_point = run->translation != NULL
                               ? heco_translation_leaves_one_point(run->translation)
                               : heco_box_is_point(run->inner, run->inner->n);
    return status;
}

/* Returns whether the points of the algorithm must be checked. Conformance tests check the built-in
 * ones; doing so here would cost 5 % of a fast search. */
static int run_is_external(const heco_algorithm *algorithm) {
    const heco_algorithm *a;
    for (size_t i = 0; (a = heco_algorithm_at(i)) != NULL; i++)
        if (a == algorithm) return 0;
    return 1;
}

heco_status heco_run_new(heco_run **out, const heco_algorithm *algorithm, const heco_space *space,
                         const heco_run_options *options, heco_error *error) {
    heco_run_options o = heco_run_options_default();
    *out               = NULL;
    if (algorithm == NULL || space == NULL || options == NULL)
        return heco_fail(error, HECO_ERR_ARG, "a run needs an algorithm, a space and options");
    heco_status status = heco_space_check(space, error);
    if (status == HECO_OK) status = heco_algorithm_check(algorithm, error);
    if (status == HECO_OK)
        status = heco_struct_read(&o, sizeof o, options, "heco_run_options",
                                  "start from heco_run_options_default()", error);
    if (status == HECO_OK) status = run_check_options(&o, error);
    if (status != HECO_OK) return status;
    heco_run *run = calloc(1, sizeof *run);
    if (run == NULL) return heco_fail_memory(error);
    heco_arena_init(&run->arena);
    run->external      = run_is_external(algorithm);
    run->on_progress   = o.on_progress;
    run->progress_user = o.progress_user;
    status             = run_build(run, algorithm, space, &o, error);
    if (status != HECO_OK) {
        heco_run_free(run);
        return status;
    }
    run_set_first_point(run);
    run->result.outcome.f    = INFINITY;
    run->result.outcome.viol = INFINITY;
    run->result.x            = run->tracker.x;
    run->result.g            = run->tracker.g;
    run->result.h            = run->tracker.h;
    *out                     = run;
    return HECO_OK;
}

/* Ends the run with the status and message of the algorithm, after its name. */
static heco_status run_fail(heco_run *run, heco_status status) {
    heco_run_stop(run, HECO_STOP_ERROR);
    return heco_fail(&run->error, status, "%s: %s", run->member.algorithm.name,
                     heco_member_message(&run->member));
}

/* Returns the batch in the user's space. */
static heco_batch *run_batch(heco_run *run) {
    return run->translation != NULL ? &run->outer : &run->batch;
}

/* Passes a request for derivatives on. They may belong to a rounded or clipped point, because tell
 * passes that point back as well. */
static void run_request_derivatives(heco_run *run) {
    heco_batch *out  = run_batch(run);
    out->derivatives = run->batch.derivatives && out->df != NULL;
    if (out->derivatives) heco_batch_wipe_derivatives(out);
}

/* Counts the derivatives, and passes them on only if the set is complete. */
static void run_take_derivatives(heco_run *run) {
    heco_batch *b  = run_batch(run);
    b->derivatives = heco_batch_has_derivatives(b);
    run->result.outcome.derivatives += b->derivatives != 0;
}

heco_status heco_run_set_problem(heco_run *run, const heco_problem *problem, heco_error *error) {
    if (problem->cheap == 0) return HECO_OK;
    run->cheap = heco_cheap_projection_new(problem, &run->space, &run->arena);
    return run->cheap != NULL ? HECO_OK : heco_fail_memory(error);
}

/* Moves rows that violate cheap constraints. A moved row is mapped to the inner space and back, so
 * that the point to evaluate is the one that the algorithm is told. */
static void run_project(const heco_run *run, heco_batch *inner, const heco_batch *outer) {
    const heco_batch *b = run->translation != NULL ? outer : inner;
    for (size_t i = 0; i < b->count; i++) {
        double *x = b->x + i * b->n, *u = inner->x + i * inner->n;
        if (!heco_cheap_projection_move(run->cheap, x) || run->translation == NULL) continue;
        heco_translation_to_inner(run->translation, u, x);
        heco_translation_to_outer(run->translation, x, u);
    }
}

void heco_run_place(const heco_run *run, heco_batch *inner, heco_batch *outer) {
    if (run->clips) run_clip(run->inner, inner->x, inner->count);
    run_round_integers(run->inner, inner->x, inner->count);
    if (run->translation != NULL) heco_translation_ask(run->translation, outer, inner);
    if (run->cheap != NULL && inner->as_asked != HECO_BATCH_AS_ASKED)
        run_project(run, inner, outer);
}

heco_batch *heco_run_ask(heco_run *run) {
    if (run->asked) {
        heco_fail(&run->error, HECO_ERR_ORDER, "ask: the last batch has not been told");
        return NULL;
    }
    if (run->result.outcome.stop != HECO_STOP_NOT_YET) return NULL;
    heco_status status = heco_member_ask(&run->member, &run->batch);
    if (status == HECO_OK && run->clips) run_clip(run->inner, run->batch.x, run->batch.count);
    if (status == HECO_OK && run->external)
        status = heco_box_check(&run->batch, run->inner, &run->member.error);
    if (status != HECO_OK) {
        run_fail(run, status);
        return NULL;
    }
    if (run->batch.count == 0 || run->timed_out) {
        heco_run_stop(run, run->timed_out ? HECO_STOP_TIME : HECO_STOP_ALGORITHM);
        return NULL;
    }
    if (run->rules.one_point) run->batch.count = 1; /* all rows are this point */
    heco_batch *out = run_batch(run);
    heco_run_place(run, &run->batch, out);
    memset(out->state, HECO_ROW_OK, out->count);
    out->stop = 0;
    run_request_derivatives(run);
    run->asked = out->count;
    run->part  = heco_member_part(&run->member);
    return out;
}

/* Copies counts, checkpoints and a new best point from the tracker to the result. */
static void run_update_result(heco_run *run) {
    const heco_tracker *r   = &run->tracker;
    heco_result        *out = &run->result;
    heco_outcome       *end = &out->outcome;
    end->evals              = r->evals;
    end->failed             = r->failed;
    out->rejected           = r->rejected;
    out->partial            = r->partial;
    out->checkpoint_count   = r->passed;
    out->checkpoint_f       = r->checkpoint_f;
    out->checkpoint_viol    = r->checkpoint_viol;
    if (end->evals_at_best == r->evals_at_best) return; /* the best point is the same */
    heco_violation_counts(&run->space, r->g, r->h, end->c);
    end->f                 = r->f;
    end->viol              = r->viol;
    end->found             = heco_found_of(r->f, r->viol);
    end->evals_at_best     = r->evals_at_best;
    run->best_part         = run->part;
    run->worst             = heco_violation_worst(&run->space, r->g, r->h);
    end->evals_to_feasible = r->evals_to_feasible;
    end->evals_to_target   = r->evals_to_target;
}

/* Returns whether the evaluation stopped early: it set a flag or skipped rows. */
static int run_is_batch_cut(const heco_batch *b) {
    int cut = b->stop;
    for (size_t i = 0; i < b->count && !cut; i++) cut = b->state[i] == HECO_ROW_SKIPPED;
    return cut;
}

heco_status heco_run_tell(heco_run *run) {
    if (!run->asked)
        return heco_fail(&run->error, HECO_ERR_ORDER, "tell: there is no batch to tell");
    heco_batch *told = run_batch(run);
    if (told->count != run->asked)
        return heco_fail(&run->error, HECO_ERR_ARG,
                         "tell: the batch has %zu rows, %zu were asked for: leave its count as it "
                         "is, and mark rows without values in its state",
                         told->count, run->asked);
    run->asked = 0;
    heco_tracker_add_batch(&run->tracker, told);
    run_take_derivatives(run);
    run_update_result(run);
    heco_stop stop = run_is_batch_cut(told) ? heco_stop_cut_reason(&run->rules)
                                            : heco_stop_reason(&run->rules, &run->tracker);
    if (heco_run_reports(run) && stop == HECO_STOP_NOT_YET) stop = HECO_STOP_USER;
    if (stop != HECO_STOP_NOT_YET) { /* the algorithm never sees a batch that was cut short */
        heco_run_stop(run, stop);
        return HECO_OK;
    }
    if (run->translation != NULL) heco_translation_tell(run->translation, &run->batch, told);
    heco_status status = heco_member_tell(&run->member, &run->batch);
    return status == HECO_OK ? status : run_fail(run, status);
}

void heco_run_stop(heco_run *run, heco_stop reason) {
    run->asked = 0;
    if (run->result.outcome.stop == HECO_STOP_NOT_YET) {
        run->result.outcome.stop    = reason != HECO_STOP_NOT_YET ? reason : HECO_STOP_USER;
        run->result.outcome.seconds = heco_clock() - run->rules.started;
    }
    run_update_result(run);
}

const heco_result    *heco_run_result(const heco_run *run) { return &run->result; }
const heco_space     *heco_run_space(const heco_run *run) { return &run->space; }
const heco_tracker   *heco_run_tracker(const heco_run *run) { return &run->tracker; }
const char           *heco_run_message(const heco_run *run) { return run->error.text; }
const heco_algorithm *heco_run_algorithm(const heco_run *run) { return run->member.given; }
const double *heco_run_settings(const heco_run *run) { return heco_member_settings(&run->member); }

void heco_run_free(heco_run *run) {
    if (run == NULL) return;
    heco_arena_release(&run->arena);
    free(run);
}

heco_status heco_run_status(const heco_run *run) { return run->error.status; }

/* Makes a run and frees it, because the algorithm's init may refuse the options. */
heco_status heco_run_check(const heco_algorithm *algorithm, const heco_space *space,
                           const heco_run_options *options, heco_error *error) {
    heco_run   *run;
    heco_status status = heco_run_new(&run, algorithm, space, options, error);
    heco_run_free(run);
    return status;
}
