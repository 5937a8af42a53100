/* The parts of a solution, which minimize.c makes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/run_internal.h"
#include "run/solution_state.h"

const heco_result            *heco_solution_result(const heco_solution *s) { return &s->result; }
const heco_constraint_report *heco_solution_constraints(const heco_solution *s) {
    return s->confirmed.constraint;
}
int      heco_solution_reproduced(const heco_solution *s) { return s->confirmed.reproduced; }
uint64_t heco_solution_replayed(const heco_solution *s) { return s->replayed; }
uint64_t heco_solution_known(const heco_solution *s) { return s->known_rows; }
size_t   heco_solution_lanes(const heco_solution *s) { return s->lane_count; }
uint64_t heco_solution_ahead(const heco_solution *s) {
    return s->lanes != NULL ? heco_lanes_ahead(s->lanes) : 0;
}
const heco_failures  *heco_solution_failures(const heco_solution *s) { return &s->stats; }
const heco_algorithm *heco_solution_algorithm(const heco_solution *s) {
    return heco_run_algorithm(s->run);
}
uint64_t heco_solution_max_evals(const heco_solution *s) {
    heco_progress now;
    heco_run_progress(s->run, &now);
    return s->lane_count > 1 ? 2 * now.max_evals : now.max_evals;
}
const heco_price *heco_solution_prices(const heco_solution *s) { return s->prices.row; }
const char       *heco_solution_prices_note(const heco_solution *s) { return s->prices.note; }
uint64_t          heco_solution_prices_evals(const heco_solution *s) { return s->prices.evals; }
double            heco_solution_late_gain(const heco_solution *s) { return s->late_gain; }

int heco_solution_noise(const heco_solution *s, heco_noise *out) {
    *out = s->noise.result;
    return out->samples > 0;
}

int    heco_solution_conflict_is_proved(const heco_solution *s) { return s->conflict.proved; }
size_t heco_solution_conflict(const heco_solution *s, const size_t **constraints) {
    *constraints = s->conflict.row;
    return s->conflict.rows;
}
double heco_solution_relaxation(const heco_solution *s, size_t k, const double **x) {
    int known = k < s->conflict.m && !s->conflict.solved && s->conflict.least[k] < INFINITY;
    *x        = known ? s->conflict.x + k * heco_run_space(s->run)->n : NULL;
    return known ? s->conflict.least[k] : INFINITY;
}
const double *heco_solution_settings(const heco_solution *s) { return heco_run_settings(s->run); }

void heco_solution_free(heco_solution *s) {
    if (s == NULL) return;
    if (s->lanes != NULL) heco_lanes_free(s->lanes);
    else heco_run_free(s->run);
    heco_known_free(s->known);
    free(s->limits);
    heco_arena_release(&s->arena);
    free(s);
}

void heco_solution_describe(const heco_solution *s, char *text, size_t size) {
    heco_run_describe(s->run, text, size);
    size_t at = size > 0 ? strlen(text) : 0;
    if (s->restored.evals > 0 && at < size)
        snprintf(text + at, size - at, "%srestoration %llu evaluations", at > 0 ? ", " : "",
                 (unsigned long long)s->restored.evals);
}

void heco_solution_verdict(const heco_solution *s, char *text, size_t size) {
    snprintf(text, size, "%s", s->verdict);
}

void heco_solution_presolve_summary(const heco_solution *s, char *text, size_t size) {
    heco_run_presolve_summary(s->run, text, size);
}
