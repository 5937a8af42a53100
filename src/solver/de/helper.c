#include "solver/de/helper.h"

void heco_extremes_init(heco_extremes *x) {
    x->f_min = x->v_min = x->feasible_min = x->infeasible_min = INFINITY;
    x->f_max = x->v_max = x->feasible_max = x->infeasible_max = -INFINITY;
    x->f_star = x->v_star = INFINITY;
}

/* Returns 1/(high - low), or 0 if that is not finite: then every member gets 0. */
static double helper_scale(double low, double high) {
    double width = high - low;
    return width > 0.0 && isfinite(1.0 / width) ? 1.0 / width : 0.0;
}

void heco_helper_set(heco_helper *h, const heco_extremes *x, heco_equivalent kind) {
    double low = 0.0, high = 0.0;
    h->kind     = kind;
    h->f_min    = x->f_min;
    h->f_scale  = helper_scale(x->f_min, x->f_max);
    h->v_min    = x->v_min;
    h->v_scale  = helper_scale(x->v_min, x->v_max);
    h->f_star   = x->f_star;
    h->feasible = x->feasible_max >= x->feasible_min;
    h->f_worst  = h->feasible ? x->feasible_max : 0.0;
    switch (kind) {
    case HECO_EQUIVALENT_NEW: /* x* is in S, so the least |f - f*| is 0 */
        high = fmax(x->f_max - x->f_star, x->f_star - x->f_min);
        break;
    case HECO_EQUIVALENT_NONE: low = x->f_min, high = x->f_max; break;
    case HECO_EQUIVALENT_DEATH: low = x->feasible_min, high = x->feasible_max; break;
    default:
        /* The program searches the largest feasible f with the comparison the wrong way round
         * and keeps the start value, the most negative 32-bit integer. */
        if (kind == HECO_EQUIVALENT_FEASIBILITY_SLIP && h->feasible) h->f_worst = -2147483647.0;
        low  = fmin(x->feasible_min, x->infeasible_min + h->f_worst);
        high = fmax(x->feasible_max, x->infeasible_max + h->f_worst);
        break;
    }
    h->e_min   = low;
    h->e_scale = helper_scale(low, high);
}
