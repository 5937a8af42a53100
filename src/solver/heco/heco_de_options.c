/* HECO-DE's options: automatic values, presets and profiles.
 *
 * Automatic values are for a problem that was not tuned for. With m constraints, n variables and a
 * budget: m <= 3: lambda 20, gamma 0.1 (the paper's CEC2017 settings, whose problems have 1 to 3);
 *   m >= 4: lambda 45, gamma 0.7 (its CEC2006 settings: "the more constraints, the larger gamma");
 *   N0 = max(12 n, 10 lambda), which is 12 D on CEC2017 for D >= 17 and 450 on CEC2006 for m >= 4.
 * A budget too small for that shrinks N0 to a twentieth of it, and lambda to half of N0. */
#include "base/error.h"
#include "solver/common/sample.h"
#include "solver/heco/heco_de.h"

enum { HECO_DE_PRESET_AUTO, HECO_DE_PRESET_CEC2006, HECO_DE_PRESET_CEC2017 };

/* Sets the option to `value` if the user left it automatic, and returns the value in force. */
static double heco_de_default(const heco_setup *setup, int option, double value) {
    if (isnan(setup->option[option])) setup->option[option] = value;
    return setup->option[option];
}

/* Sets lambda, N0 and gamma by preset and budget, also in the options. */
static void heco_de_set_sizes(heco_de_params *p, const heco_setup *setup) {
    int    preset = (int)setup->option[HECO_DE_PRESET];
    size_t n = setup->space->n, m = setup->space->ng + setup->space->nh;
    int    many   = preset == HECO_DE_PRESET_CEC2006 || (preset == HECO_DE_PRESET_AUTO && m >= 4);
    double lambda = many ? 45.0 : 20.0, N0 = 12.0 * (double)n;
    if (preset == HECO_DE_PRESET_CEC2006) N0 = 450.0;
    if (preset == HECO_DE_PRESET_AUTO) {
        double most  = fmax(8.0, floor((double)setup->max_evals / 20.0));
        double asked = setup->option[HECO_DE_LAMBDA];
        N0           = fmax(N0, 10.0 * (isnan(asked) ? lambda : asked));
        N0           = heco_clamp(N0, 0.0, isnan(asked) ? most : fmax(most, asked));
        lambda       = heco_clamp(lambda, 4.0, fmax(4.0, floor(N0 / 2.0)));
    }
    lambda    = heco_de_default(setup, HECO_DE_LAMBDA, lambda);
    p->lambda = (size_t)lambda;
    p->N0     = (size_t)heco_de_default(setup, HECO_DE_N0, fmax(N0, lambda));
    p->gamma  = heco_de_default(setup, HECO_DE_GAMMA, many ? 0.7 : 0.1);
}

heco_status heco_de_read_options(heco_de_params *p, const heco_setup *setup) {
    const double *o       = setup->option;
    int           authors = o[HECO_DE_PROFILE] == 1.0;
    heco_de_set_sizes(p, setup);
    p->H          = (size_t)o[HECO_DE_H];
    p->archive    = heco_de_default(setup, HECO_DE_ARCHIVE, authors ? 4.0 : 0.0);
    p->base       = (int)heco_de_default(setup, HECO_DE_BASE, HECO_DE_BASE_Q);
    p->cr_mean    = (heco_mean)heco_de_default(setup, HECO_DE_CR_MEAN,
                                            authors ? HECO_MEAN_ARITHMETIC : HECO_MEAN_LEHMER);
    p->cr_sample  = (int)heco_de_default(setup, HECO_DE_CR_SAMPLE,
                                        authors ? HECO_DE_SAMPLE_AUTHORS : HECO_DE_SAMPLE_NORMAL);
    p->cr_role    = (int)o[HECO_DE_CR_ROLE];
    size_t n      = setup->space->n;
    p->keep_max   = heco_de_default(setup, HECO_DE_EXP_KEEP_MAX, authors) == 0.0 ? n - 1 : n;
    p->equivalent = (heco_equivalent)(int)o[HECO_DE_EQUIVALENT];
    p->helpers    = HECO_MANY_SUM; /* the islands of others; heco-de has an option for it */
    if (o[HECO_DE_FR_SLIP] == 1.0) {
        if (!authors || p->equivalent != HECO_EQUIVALENT_FEASIBILITY)
            return heco_fail(setup->error, HECO_ERR_ARG,
                             "fr_slip=yes needs profile=authors and equivalent=feasibility-rule");
        p->equivalent = HECO_EQUIVALENT_FEASIBILITY_SLIP;
    }
    if (authors && p->base == HECO_DE_BASE_P)
        return heco_fail(setup->error, HECO_ERR_ARG, "base=P is not possible with profile=authors");
    if (p->N0 < p->lambda)
        return heco_fail(setup->error, HECO_ERR_ARG, "N0 = %zu is smaller than lambda = %zu", p->N0,
                         p->lambda);
    return heco_sample_check_budget(setup, p->N0);
}
