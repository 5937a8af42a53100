/* U-scores per problem, summed per dimension and over all dimensions, and the sum of per-problem
 * ranks, which the competition prints beside them. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "report/rank.h"

typedef struct {
    const heco_comparison *comparison;
    heco_uscore_rule       rule;
    heco_error            *error;
    size_t                *algorithm; /* algorithm of each trial of one problem           */
    double                *f, *viol;  /* the curves of these trials                       */
    double                *accuracy, *speed, *rank; /* values on one problem, by algorithm      */
    double                *sum; /* three values per dimension and algorithm; NAN: no score */
} rank_uscore_work;

/* Counts the trials and checkpoints of one problem. Every run must have the same number of
 * checkpoints. */
static heco_status rank_uscore_size(const rank_uscore_work *w, const heco_comparison_dim *d,
                                    size_t p, size_t *trials, size_t *steps) {
    const heco_comparison *c = w->comparison;
    *trials = *steps = 0;
    for (size_t k = 0; k < d->algorithms; k++) {
        const heco_comparison_cell *cell = heco_comparison_at(c, p, d->algorithm[k]);
        const char                 *name = c->algorithm[d->algorithm[k]];
        if (cell->published)
            return heco_fail(
                w->error, HECO_ERR_ARG,
                "the U-score needs runs with traces, but %s has only published values: "
                "leave it out",
                name);
        *trials += cell->runs;
        for (size_t i = 0; i < cell->runs; i++) {
            size_t count = cell->record[i]->points + 1;
            if (cell->record[i]->trace_f == NULL)
                return heco_fail(w->error, HECO_ERR_ARG,
                                 "the U-score needs traces, but run %llu of %s on %s has none",
                                 (unsigned long long)cell->record[i]->run, name,
                                 c->problem[p].name);
            if (*steps != 0 && count != *steps)
                return heco_fail(w->error, HECO_ERR_CONFLICT,
                                 "traces on %s have %zu and %zu checkpoints and cannot be compared",
                                 c->problem[p].name, *steps, count);
            *steps = count;
        }
    }
    return HECO_OK;
}

/* Copies a trace. The rule compares sums over the constraints; records hold means. */
static void rank_uscore_curve(rank_uscore_work *w, const heco_record *run, size_t at,
                              size_t steps) {
    double constraints = run->ng + run->nh > 0 ? (double)(run->ng + run->nh) : 1.0;
    for (size_t s = 0; s < steps; s++) {
        w->f[at + s]    = run->trace_f[s];
        w->viol[at + s] = run->trace_viol[s] * constraints;
    }
}

/* Fills w->rank with the ranks by score on one problem; tied algorithms share the smaller rank. */
static void rank_uscore_ranks(rank_uscore_work *w, const heco_comparison_dim *d) {
    for (size_t k = 0; k < d->algorithms; k++) {
        size_t a   = d->algorithm[k];
        w->rank[a] = 1.0;
        for (size_t j = 0; j < d->algorithms; j++) {
            size_t b = d->algorithm[j];
            w->rank[a] += w->accuracy[b] + w->speed[b] > w->accuracy[a] + w->speed[a];
        }
    }
}

/* Fills w->accuracy, w->speed and w->rank for one problem. */
static heco_status rank_uscore_score_problem(rank_uscore_work *w, const heco_comparison_dim *d,
                                             size_t p) {
    const heco_comparison *c = w->comparison;
    size_t                 trials, steps, t = 0;
    heco_status            status = rank_uscore_size(w, d, p, &trials, &steps);
    if (status != HECO_OK) return status;
    free(w->algorithm);
    free(w->f);
    w->algorithm = malloc((trials + 1) * sizeof *w->algorithm);
    w->f         = malloc((2 * trials * steps + 1) * sizeof *w->f);
    if (w->algorithm == NULL || w->f == NULL) return HECO_ERR_MEMORY;
    w->viol = w->f + trials * steps;
    for (size_t k = 0; k < d->algorithms; k++) {
        const heco_comparison_cell *cell = heco_comparison_at(c, p, d->algorithm[k]);
        for (size_t i = 0; i < cell->runs; i++, t++) {
            w->algorithm[t] = d->algorithm[k];
            rank_uscore_curve(w, cell->record[i], t * steps, steps);
        }
    }
    heco_uscore_trials all = {c->algorithms, trials, steps, w->algorithm, w->f, w->viol};
    status                 = heco_uscore_compute(&all, w->rule, w->accuracy, w->speed);
    if (status == HECO_OK) rank_uscore_ranks(w, d);
    return status;
}

/* Returns the sums of accuracy, speed and rank. */
static double *rank_uscore_sum(const rank_uscore_work *w, size_t dim, size_t algorithm) {
    return w->sum + 3 * (dim * w->comparison->algorithms + algorithm);
}

/* Fills w->sum: accuracy, speed and rank, summed over the problems of each dimension. */
static heco_status rank_uscore_totals(rank_uscore_work *w) {
    const heco_comparison *c      = w->comparison;
    heco_status            status = HECO_OK;
    for (size_t i = 0; i < 3 * c->dims * c->algorithms; i++) w->sum[i] = NAN;
    for (size_t i = 0; i < c->dims; i++) {
        const heco_comparison_dim *d = c->dim + i;
        for (size_t p = d->begin; p < d->end && status == HECO_OK; p++) {
            status = rank_uscore_score_problem(w, d, p);
            for (size_t k = 0; k < d->algorithms && status == HECO_OK; k++) {
                size_t  a   = d->algorithm[k];
                double *sum = rank_uscore_sum(w, i, a);
                if (p == d->begin) sum[0] = sum[1] = sum[2] = 0.0;
                sum[0] += w->accuracy[a];
                sum[1] += w->speed[a];
                sum[2] += w->rank[a];
            }
        }
    }
    return status;
}

/* Adds the cells accuracy, speed, score and rank. */
static void rank_uscore_put(const rank_uscore_work *w, heco_table *t, const double *sum) {
    int pairwise = w->rule == HECO_USCORE_PAIRWISE; /* the other rule has one kind of points only */
    heco_table_put_real(t, pairwise ? sum[0] : NAN);
    heco_table_put_real(t, pairwise ? sum[1] : NAN);
    heco_table_put_real(t, sum[0] + sum[1]);
    heco_table_put_real(t, sum[2]);
}

/* Makes the table with one row per dimension and algorithm, then the sums over all dimensions. */
static heco_status rank_uscore_long(heco_table **out, rank_uscore_work *w) {
    static const heco_column columns[] = {
        {"dim", "D", HECO_STYLE_PLAIN, 0},       {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
        {"accuracy", NULL, HECO_STYLE_PLAIN, 0}, {"speed", NULL, HECO_STYLE_PLAIN, 0},
        {"score", NULL, HECO_STYLE_PLAIN, 0},    {"rank_sum", "sum of ranks", HECO_STYLE_PLAIN, 0}};
    const heco_comparison *c = w->comparison;
    heco_status status = heco_comparison_table(out, c, "U-score, larger is better", columns, 6);
    if (status != HECO_OK) return status;
    for (size_t i = 0; i < c->dims; i++)
        for (size_t k = 0; k < c->dim[i].algorithms; k++) {
            size_t a = c->dim[i].algorithm[k];
            heco_comparison_put_dim(*out, c->dim[i].dim);
            heco_table_put_text(*out, c->algorithm[a]);
            rank_uscore_put(w, *out, rank_uscore_sum(w, i, a));
        }
    for (size_t k = 0; k < c->everywhere_count; k++) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (size_t i = 0; i < c->dims; i++)
            for (int j = 0; j < 3; j++) sum[j] += rank_uscore_sum(w, i, c->everywhere[k])[j];
        heco_table_put_text(*out, "all");
        heco_table_put_text(*out, c->algorithm[c->everywhere[k]]);
        rank_uscore_put(w, *out, sum);
    }
    return HECO_OK;
}

/* Makes the table with one column per dimension. Overwrites w->sum. */
static heco_status rank_uscore_wide(heco_table **out, rank_uscore_work *w) {
    const heco_comparison *c = w->comparison;
    /* The sums are read in threes and written in ones, so writing to the front overwrites only
     * values that have been read. */
    for (size_t i = 0; i < c->dims * c->algorithms; i++)
        w->sum[i] = w->sum[3 * i] + w->sum[3 * i + 1];
    heco_rank_scores scores = {"U-score, larger is better", w->sum, 1};
    return heco_rank_wide(out, c, &scores);
}

/* Makes the table with one row per problem and algorithm. */
static heco_status rank_uscore_per_problem(heco_table **out, rank_uscore_work *w) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"accuracy", NULL, HECO_STYLE_PLAIN, 0},
                                          {"speed", NULL, HECO_STYLE_PLAIN, 0},
                                          {"score", NULL, HECO_STYLE_PLAIN, 0},
                                          {"rank", NULL, HECO_STYLE_PLAIN, 0}};
    const heco_comparison   *c         = w->comparison;
    heco_status status = heco_comparison_table(out, c, "U-score per problem", columns, 7);
    for (size_t i = 0; i < c->dims; i++)
        for (size_t p = c->dim[i].begin; p < c->dim[i].end && status == HECO_OK; p++) {
            status = rank_uscore_score_problem(w, c->dim + i, p);
            for (size_t k = 0; k < c->dim[i].algorithms && status == HECO_OK; k++) {
                size_t a      = c->dim[i].algorithm[k];
                double one[3] = {w->accuracy[a], w->speed[a], w->rank[a]};
                heco_comparison_put_dim(*out, c->dim[i].dim);
                heco_table_put_text(*out, c->problem[p].name);
                heco_table_put_text(*out, c->algorithm[a]);
                rank_uscore_put(w, *out, one);
            }
        }
    return status;
}

/* Makes the table of the wanted view by one of both rules. */
static heco_status rank_uscore_run(heco_table **out, const heco_comparison *c,
                                   const heco_rank_options *options, heco_uscore_rule rule,
                                   heco_error *error) {
    rank_uscore_work w      = {.comparison = c, .rule = rule, .error = error};
    heco_status      status = HECO_OK;
    w.accuracy              = heco_arena_take(c->work, c->algorithms, sizeof *w.accuracy);
    w.speed                 = heco_arena_take(c->work, c->algorithms, sizeof *w.speed);
    w.rank                  = heco_arena_take(c->work, c->algorithms, sizeof *w.rank);
    w.sum                   = heco_arena_take(c->work, 3 * c->dims * c->algorithms, sizeof *w.sum);
    if (heco_arena_failed(c->work)) return HECO_ERR_MEMORY;
    if (options->view == HECO_VIEW_PER_PROBLEM) status = rank_uscore_per_problem(out, &w);
    else {
        status = rank_uscore_totals(&w);
        if (status == HECO_OK)
            status = options->wide ? rank_uscore_wide(out, &w) : rank_uscore_long(out, &w);
    }
    free(w.algorithm);
    free(w.f);
    return status;
}

heco_status heco_rank_uscore(heco_table **out, const heco_comparison *comparison,
                             const heco_rank_options *options, heco_error *error) {
    return rank_uscore_run(out, comparison, options, HECO_USCORE_PAIRWISE, error);
}

heco_status heco_rank_uscore_2024(heco_table **out, const heco_comparison *comparison,
                                  const heco_rank_options *options, heco_error *error) {
    return rank_uscore_run(out, comparison, options, HECO_USCORE_RANKED, error);
}
