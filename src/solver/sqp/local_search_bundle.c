/* The bundle method within a local search: it takes over where kinks have stopped the descent. */
#include "solver/sqp/local_search.h"

#include <math.h>

/* An end this close to a known optimum, in widths, is that optimum: a bundle is less exact than a
 * descent. */
static const double local_search_bundle_near = 0.01;
enum { LOCAL_SEARCH_USELESS = 2 }; /* bundles without a gain after which none begins: noise */

int heco_local_search_begin_bundle(heco_local_search *s) {
    if (!heco_bundle_may_begin(&s->bundle)) return 0;
    heco_bundle_begin(&s->bundle);
    if (s->bundle.phase == HECO_BUNDLE_OVER) return 0;
    s->phase = HECO_LOCAL_SEARCH_BUNDLE;
    return 1;
}

/* Records the end of a bundle as an optimum, or recognises a known one. */
static void local_search_end_bundle(heco_local_search *s) {
    const heco_descent_point *p = &s->bundle.centre;
    s->phase                    = HECO_LOCAL_SEARCH_OVER;
    s->useless                  = 0;
    s->bundled                  = 1;
    if (s->known == NULL || p->viol > 0.0) return;
    if (heco_optima_is_known(s->known, p->x, p->f, p->viol, local_search_bundle_near))
        s->end = HECO_DESCENT_DUPLICATE;
    else if (s->records) heco_optima_add(s->known, p->x, p->f, p->viol);
}

/* Repeats the descent from its last iterate with medium differences. */
static void local_search_widen(heco_local_search *s) {
    const heco_descent_point *p = &s->bundle.centre;
    const heco_descent       *d = &s->descent;
    heco_descent_start at = heco_descent_start_at(p->x, p->f, p->c, p->c + d->space->ng, p->viol,
                                                  d->region.saved_radius);
    at.level              = HECO_DESCENT_MEDIUM;
    at.known = d->goal.known, at.rival = d->goal.rival;
    if (++s->useless >= LOCAL_SEARCH_USELESS) s->descent.options.kinks = 0;
    heco_descent_begin(&s->descent, &at);
    s->phase = HECO_LOCAL_SEARCH_DESCENT;
    if (s->descent.end != HECO_DESCENT_RUNNING) s->phase = HECO_LOCAL_SEARCH_OVER;
}

void heco_local_search_tell_bundle(heco_local_search *s, const heco_batch *in) {
    double *c = s->descent.step.uncorrected.c; /* scratch: the descent has ended */
    for (size_t i = 0; i < in->count; i++) {
        if (!heco_descent_row_is_finite(in, i)) continue;
        heco_descent_row_values(&s->descent, c, in, i);
        heco_local_search_record(s, in->x + i * in->n, in->f[i], c, in->viol[i]);
    }
    if (!heco_bundle_tell(&s->bundle, in)) return;
    if (heco_bundle_was_useful(&s->bundle)) local_search_end_bundle(s);
    else local_search_widen(s);
}
