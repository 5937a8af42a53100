/* The oil cooler of cooler.lua as a shared object: make cooler.so && heco solve ./cooler.so */
#include <heco/plugin.h>
#include <math.h>

enum { N = 6, NG = 5, NH = 1 };

static const double        lower[N]   = {8, 0.5, 0.5, 0.1, 0.05, 10};
static const double        upper[N]   = {25, 5, 3, 0.6, 0.5, 200};
static const unsigned char integer[N] = {0, 0, 0, 0, 0, 1};

static const char *const x_names[N] = {"diameter", "length", "velocity", "shell", "spacing", "tubes"};
static const char *const x_units[N] = {"mm", "m", "m/s", "m", "m", NULL};
static const char *const c_names[NG + NH] = {"heat",         "water drop", "oil drop",
                                             "oil velocity", "clearance",  "water flow"};

/* What the answer says about each: value, sense, bound; value = bound + factor g. */
static const heco_plugin_form forms[NG + NH] = {
    {'>', 160, -1, "kW"}, {'<', 30, 1, "kPa"}, {'<', 70, 1, "kPa"},
    {'>', 0.3, -1, "m/s"}, {'>', 20, -1, "mm"}, {'=', 5, 1, "l/s"},
};

static int cooler(void *user, const double *x, double *f, double *g, double *h) {
    const double pi = 3.141592653589793;
    const double length = x[1], velocity = x[2], shell = x[3], spacing = x[4], tubes = x[5];
    (void)user;
    double inner = 0.001 * x[0], outer = inner + 0.002;
    /* heat transfer inside (Dittus and Boelter), outside (Kern), and through fouled walls */
    double re_water = 1243750 * velocity * inner;
    double inside   = 0.028 * pow(re_water, 0.8) / inner;
    double flux     = 16 / (shell * spacing); /* of oil, kg/s through a m2 */
    double gap      = 0.95 * outer;
    double re_oil   = flux * gap / 0.03;
    double outside  = 0.362 * pow(re_oil, 0.55) / gap;
    double transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003);
    double area     = pi * outer * length * tubes;
    double left     = exp(-0.615 * (transfer * area / 8000));
    double heat     = 400 * (1 - left) / (1 - 0.385 * left);
    /* pressure drops in kPa */
    double water = 0.4975 * (velocity * velocity) *
                   (0.184 * pow(re_water, -0.2) * length / inner + 2.5);
    double oil = 1.8 * pow(re_oil, -0.19) * (length / spacing) * (shell / gap) * (flux * flux) /
                 1720000;
    double clearance = 1000 * (shell - 1.4 * outer * sqrt(tubes / 0.785));
    double flow      = 250 * pi * velocity * tubes * (inner * inner);
    /* steel at 8 EUR/kg, 12 EUR a tube for its holes, 1 EUR for each watt of the pumps */
    double steel = 7850 * pi *
                   ((outer * outer - inner * inner) / 4 * length * tubes +
                    0.006 * shell * (length + 0.3));
    f[0] = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil);
    g[0] = 160 - heat;
    g[1] = water - 30;
    g[2] = oil - 70;
    g[3] = 0.3 - flux / 860;
    g[4] = 20 - clearance;
    h[0] = flow - 5;
    return HECO_PLUGIN_OK;
}

HECO_PLUGIN(.name = "oil cooler", .n = N, .ng = NG, .nh = NH, .lower = lower, .upper = upper,
            .integer = integer, .x_names = x_names, .x_units = x_units, .c_names = c_names,
            .forms = forms, .f_unit = "EUR", .eval = cooler, .sharing = HECO_PLUGIN_FREELY)
