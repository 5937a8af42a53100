/* Performance profiles: the share of problems on which an algorithm's expected running time is
 * within a factor tau of the best one. Dolan and More (2002), Math. Program. 91, 201-213.
 *
 * For reading there is a column per factor. For programs there is a row per step of the profile, so
 * that a plot of the rows is exact. */
#include <math.h>
#include <stdlib.h>

#include "base/index_sort.h"
#include "base/number_text.h"
#include "report/rank.h"

static const double rank_profile_tau[] = {1, 1.5, 2, 4, 8, 16, 64, 256};
enum { PROFILE_TAUS = sizeof rank_profile_tau / sizeof rank_profile_tau[0] };

/* Fills `ratio` with the ascending ratios of an algorithm on the problems of the part. */
static void rank_profile_sort(const heco_rank_times *times, const heco_comparison *c,
                              const heco_rank_part *part, size_t algorithm, double *ratio) {
    for (size_t p = part->begin; p < part->end; p++) {
        double r               = heco_rank_times_ratio(times, c, p, algorithm);
        ratio[p - part->begin] = isnan(r) ? INFINITY : r;
    }
    heco_sort_ascending(ratio, part->end - part->begin);
}

/* Adds one row with the shares at the factors, and the share of solved problems. */
static void rank_profile_wide(heco_table *t, const heco_comparison *c, const heco_rank_part *part,
                              size_t algorithm, const double *ratio) {
    size_t count = part->end - part->begin;
    heco_rank_put_part(t, part);
    heco_table_put_text(t, c->algorithm[algorithm]);
    for (size_t k = 0; k <= PROFILE_TAUS; k++) {
        size_t in = 0;
        while (in < count && ratio[in] <= (k < PROFILE_TAUS ? rank_profile_tau[k] : HUGE_VAL) &&
               isfinite(ratio[in]))
            in++;
        heco_table_put_real(t, (double)in / (double)count);
    }
}

/* Adds one row per step: the factor and the share from there on. The first row is at 1. */
static void rank_profile_long(heco_table *t, const heco_comparison *c, const heco_rank_part *part,
                              size_t algorithm, const double *ratio) {
    size_t count = part->end - part->begin, in = 0;
    for (double tau = 1.0; isfinite(tau); tau = in < count ? ratio[in] : INFINITY) {
        while (in < count && ratio[in] <= tau) in++;
        heco_rank_put_part(t, part);
        heco_table_put_text(t, c->algorithm[algorithm]);
        heco_table_put_real(t, tau);
        heco_table_put_real(t, (double)in / (double)count);
    }
}

static heco_status rank_profile_table(heco_table **out, const heco_comparison *c, int wide) {
    heco_column columns[3 + PROFILE_TAUS] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                             {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                             {"tau", NULL, HECO_STYLE_PLAIN, 0},
                                             {"share", NULL, HECO_STYLE_PLAIN, 0}};
    char        name[PROFILE_TAUS][16];
    size_t      count = 4;
    for (count = wide ? 2 : 4; wide && count < 2 + PROFILE_TAUS; count++) {
        heco_number_format(name[count - 2], sizeof name[0], "%g", rank_profile_tau[count - 2]);
        columns[count] = (heco_column){name[count - 2], NULL, HECO_STYLE_FIXED, 3};
    }
    if (wide) columns[count++] = (heco_column){"solved", NULL, HECO_STYLE_FIXED, 3};
    return heco_comparison_table(
        out, c, "Performance profiles: share of problems within a factor of the best time", columns,
        count);
}

static heco_status rank_profile_totals(heco_table **out, const heco_comparison *c,
                                       const heco_rank_options *options,
                                       const heco_rank_times *times, double *ratio) {
    heco_status status = rank_profile_table(out, c, options->wide);
    for (size_t i = 0; i < heco_rank_parts(c, options->wide) && status == HECO_OK; i++) {
        heco_rank_part part = heco_rank_part_at(c, i);
        for (size_t k = 0; k < part.count; k++) {
            rank_profile_sort(times, c, &part, part.algorithm[k], ratio);
            if (options->wide) rank_profile_wide(*out, c, &part, part.algorithm[k], ratio);
            else rank_profile_long(*out, c, &part, part.algorithm[k], ratio);
        }
    }
    return status;
}

/* Makes the table of the ratios themselves. */
static heco_status rank_profile_per_problem(heco_table **out, const heco_comparison *c,
                                            const heco_rank_times *times) {
    static const heco_column columns[] = {{"dim", "D", HECO_STYLE_PLAIN, 0},
                                          {"problem", "Problem", HECO_STYLE_PLAIN, 0},
                                          {"algorithm", "Algorithm", HECO_STYLE_PLAIN, 0},
                                          {"ert", "ERT", HECO_STYLE_GENERAL, 6},
                                          {"ratio", NULL, HECO_STYLE_GENERAL, 4}};
    heco_status status = heco_comparison_table(out, c, "Ratios to the best time", columns, 5);
    for (size_t i = 0; i < c->dims && status == HECO_OK; i++)
        for (size_t p = c->dim[i].begin; p < c->dim[i].end; p++)
            for (size_t k = 0; k < c->dim[i].algorithms; k++) {
                size_t a = c->dim[i].algorithm[k];
                heco_comparison_put_dim(*out, c->problem[p].dim);
                heco_table_put_text(*out, c->problem[p].name);
                heco_table_put_text(*out, c->algorithm[a]);
                heco_table_put_real(*out, times->ert[p * c->algorithms + a]);
                heco_table_put_real(*out, heco_rank_times_ratio(times, c, p, a));
            }
    return status;
}

heco_status heco_rank_profile(heco_table **out, const heco_comparison *c,
                              const heco_rank_options *options, heco_error *error) {
    heco_rank_times times;
    double         *ratio = heco_arena_take(c->work, c->problems, sizeof *ratio);
    if (ratio == NULL) return HECO_ERR_MEMORY;
    heco_status status = heco_rank_times_compute(&times, NULL, c, options, error);
    if (status != HECO_OK) return status;
    return options->view == HECO_VIEW_PER_PROBLEM
               ? rank_profile_per_problem(out, c, &times)
               : rank_profile_totals(out, c, options, &times, ratio);
}
