/* The beam as a shared object: make beam.so && heco solve ./beam.so */
#include <heco/plugin.h>

#include "beam_model.h"

static int beam_eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h;
    beam_values(x, f, g);
    return HECO_PLUGIN_OK;
}

static const char *const x_names[] = {"b1", "b2", "b3", "b4", "b5", "h1", "h2", "h3", "h4", "h5"};
static const char *const c_names[] = {"stress 1", "stress 2",   "stress 3", "stress 4",
                                      "stress 5", "deflection", "shape 1",  "shape 2",
                                      "shape 3",  "shape 4",    "shape 5"};

HECO_PLUGIN(.name = "stepped cantilever beam", .n = BEAM_N, .ng = BEAM_NG, .lower = beam_lower,
            .upper = beam_upper, .x_names = x_names, .c_names = c_names, .eval = beam_eval,
            .sharing = HECO_PLUGIN_FREELY)
