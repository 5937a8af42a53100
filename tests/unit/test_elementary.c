/* Elementary functions: errors against the C library in long double, special values, and one hash
 * of many results that every machine has to reproduce. */
#include "testing.h"

#include <float.h>

#include "base/elementary.h"
#include "base/hash.h"
#include "base/rng.h"

enum { DRAWS = 20000 };

typedef struct {
    const char *name;
    double (*heco)(double);
    long double (*reference)(long double);
    double low,
        high;        /* 0 < low: magnitudes are drawn from the logarithmic scale, with both signs */
    int    positive; /* only arguments above 0 */
    double bound;    /* units of the last place */
} range;

static const range RANGES[] = {
    {"exp", heco_exp, expl, -6.0, 6.0, 0, 0.52},
    {"exp", heco_exp, expl, -745.0, 709.7, 0, 0.52},
    {"exp", heco_exp, expl, 1e-20, 1.0, 0, 0.52},
    {"expm1", heco_expm1, expm1l, -0.3, 0.3, 0, 0.6},
    {"expm1", heco_expm1, expm1l, -50.0, 709.7, 0, 0.6},
    {"expm1", heco_expm1, expm1l, 1e-20, 2.0, 0, 0.6},
    {"log", heco_log, logl, 1e-320, 1e308, 1, 0.52},
    {"log", heco_log, logl, 0.98, 1.02, 1, 0.52},
    {"log1p", heco_log1p, log1pl, -0.999, 3.0, 0, 0.6},
    {"log1p", heco_log1p, log1pl, 1e-20, 0.9, 0, 0.6},
    {"log1p", heco_log1p, log1pl, 1e-3, 1e308, 1, 0.6},
    {"log10", heco_log10, log10l, 1e-320, 1e308, 1, 0.52},
    {"log10", heco_log10, log10l, 0.9, 1.1, 1, 0.52},
    {"sin", heco_sin, sinl, -8.0, 8.0, 0, 0.8},
    {"sin", heco_sin, sinl, 1e-20, 1e18, 0, 0.8},
    {"cos", heco_cos, cosl, -8.0, 8.0, 0, 0.8},
    {"cos", heco_cos, cosl, 1e-20, 1e18, 0, 0.8},
    {"asin", heco_asin, asinl, -1.0, 1.0, 0, 0.8},
    {"asin", heco_asin, asinl, 1e-20, 1.0, 0, 0.8},
    {"acos", heco_acos, acosl, -1.0, 1.0, 0, 0.8},
    {"sinh", heco_sinh, sinhl, -3.0, 3.0, 0, 0.6},
    {"sinh", heco_sinh, sinhl, 1e-20, 710.4, 0, 0.6},
    {"cosh", heco_cosh, coshl, -3.0, 3.0, 0, 0.6},
    {"cosh", heco_cosh, coshl, 1e-20, 710.4, 0, 0.6},
    {"asinh", heco_asinh, asinhl, -3.0, 3.0, 0, 0.8},
    {"asinh", heco_asinh, asinhl, 1e-20, 1e308, 0, 0.8},
    {"cbrt", heco_cbrt, cbrtl, 1e-320, 1e308, 0, 0.7},
};
enum { RANGE_COUNT = sizeof RANGES / sizeof RANGES[0] };

static double draw(const range *r, heco_rng *rng) {
    double u = heco_rng_uniform_inline(rng);
    if (r->low <= 0.0) return r->low + u * (r->high - r->low);
    double x = heco_exp(heco_log(r->low) + u * (heco_log(r->high) - heco_log(r->low)));
    return !r->positive && heco_rng_uniform_inline(rng) < 0.5 ? -x : x;
}

/* The distance of `got` from the true value in units of the last place of the nearest double. */
static double error_of(double got, long double want) {
    int exponent;
    if (got == (double)want) return 0.5;
    frexp((double)want, &exponent);
    if (exponent < DBL_MIN_EXP) exponent = DBL_MIN_EXP;
    return (double)(fabsl((long double)got - want) / (long double)ldexp(1.0, exponent - 53));
}

static void errors_stay_below_their_bounds(void **state) {
    (void)state;
    if (LDBL_MANT_DIG < 64) skip(); /* no reference */
    for (size_t k = 0; k < RANGE_COUNT; k++) {
        const range *r = &RANGES[k];
        heco_rng     rng;
        heco_rng_init(&rng, 11, k);
        for (int i = 0; i < DRAWS; i++) {
            double x = draw(r, &rng), error = error_of(r->heco(x), r->reference((long double)x));
            if (!(error <= r->bound)) fail_msg("%s(%a): error %.3f units", r->name, x, error);
        }
    }
}

static void powers_and_lengths_stay_below_their_bounds(void **state) {
    (void)state;
    heco_rng rng;
    heco_rng_init(&rng, 12, 0);
    if (LDBL_MANT_DIG < 64) skip();
    for (int i = 0; i < 4 * DRAWS; i++) {
        double a = heco_rng_uniform_inline(&rng), b = heco_rng_uniform_inline(&rng) - 0.5;
        double x     = i % 3 == 0   ? 4.0 * a
                       : i % 3 == 1 ? heco_exp(1400.0 * a - 700.0)
                                    : 1.0 + 1e-3 * b;
        double y     = i % 3 == 2 ? 1e6 * b : 1400.0 * b / fmax(fabs(heco_log(x)), 1.0);
        double error = error_of(heco_pow(x, y), powl((long double)x, (long double)y));
        if (!(error <= 0.53)) fail_msg("pow(%a, %a): error %.3f units", x, y, error);
        y     = x * heco_exp(40.0 * b);
        error = error_of(heco_hypot(x, y), hypotl((long double)x, (long double)y));
        if (!(error <= 0.51)) fail_msg("hypot(%a, %a): error %.3f units", x, y, error);
    }
}

/* Values to 17 digits, computed with mpmath 1.3 and 400 digits. */
static void hard_arguments_have_their_published_values(void **state) {
    (void)state;
    /* The double that is nearest to a multiple of pi/2: Muller (2016), Elementary Functions, 11.2.
     */
    double worst = ldexp(6381956970095103.0, 797);
    assert_double(heco_sin(worst), 1.0);
    assert_double(heco_cos(worst), -4.6871659242546276e-19);
    assert_double(heco_sin(1e22), -0.8522008497671888);
    assert_double(heco_cos(1e22), 0.52321478539513895);
    assert_double(heco_sin(DBL_MAX), 0.0049619547891840618);
    assert_double(heco_cos(DBL_MAX), -0.99998768942655994);
    assert_double(heco_sin(1048576.0), 0.33049314002173467);
    for (int k = -300; k <= 300; k++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", k);
        assert_double(heco_log10(strtod(text, NULL)), (double)k);
    }
    for (int k = -1074; k <= 1023; k++) assert_double(heco_pow(2.0, (double)k), ldexp(1.0, k));
    assert_double(heco_exp(1.0), 2.7182818284590452);
    assert_double(heco_cbrt(27.0), 3.0);
    assert_double(heco_hypot(3e300, 4e300), 5e300);
    assert_double(heco_hypot(3e-320, 4e-320), 5e-320);
    assert_double(heco_asin(1.0), 1.5707963267948966);
    assert_double(heco_acos(-1.0), 3.1415926535897932);
}

static void special_values_are_those_of_annex_f(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    assert_double(heco_exp(0.0), 1.0);
    assert_double(heco_exp(inf), inf);
    assert_double(heco_exp(-inf), 0.0);
    assert_double(heco_exp(709.8), inf);
    assert_double(heco_exp(-745.2), 0.0);
    assert_double(heco_exp(-745.0), 0x1p-1074);
    assert_double(heco_expm1(-0.0), -0.0);
    assert_double(heco_expm1(inf), inf);
    assert_double(heco_expm1(-inf), -1.0);
    assert_double(heco_expm1(0x1p-1074), 0x1p-1074);
    assert_double(heco_log(1.0), 0.0);
    assert_double(heco_log(0.0), -inf);
    assert_double(heco_log(-0.0), -inf);
    assert_double(heco_log(inf), inf);
    assert_double(heco_log1p(-0.0), -0.0);
    assert_double(heco_log1p(-1.0), -inf);
    assert_double(heco_log1p(inf), inf);
    assert_double(heco_log10(0.0), -inf);
    assert_double(heco_sin(-0.0), -0.0);
    assert_double(heco_cos(0.0), 1.0);
    assert_double(heco_asin(-0.0), -0.0);
    assert_double(heco_acos(1.0), 0.0);
    assert_double(heco_cbrt(-0.0), -0.0);
    assert_double(heco_cbrt(-inf), -inf);
    assert_double(heco_cbrt(-8.0), -2.0);
    assert_double(heco_hypot(-0.0, 0.0), 0.0);
    assert_double(heco_hypot(NAN, -inf), inf);
    assert_double(heco_hypot(DBL_MAX, DBL_MAX), inf);
    assert_double(heco_sinh(-0.0), -0.0);
    assert_double(heco_sinh(-inf), -inf);
    assert_double(heco_cosh(-inf), inf);
    assert_double(heco_cosh(0.0), 1.0);
    assert_double(heco_cosh(711.0), inf);
    assert_double(heco_asinh(-0.0), -0.0);
    assert_double(heco_asinh(-inf), -inf);
    assert_true(isnan(heco_sinh(NAN)) && isnan(heco_cosh(NAN)) && isnan(heco_asinh(NAN)));
    double (*const each[])(double) = {heco_exp, heco_expm1, heco_log,  heco_log1p, heco_log10,
                                      heco_sin, heco_cos,   heco_asin, heco_acos,  heco_cbrt};
    for (size_t k = 0; k < sizeof each / sizeof each[0]; k++) assert_true(isnan(each[k](NAN)));
    for (size_t k = 2; k < 5; k++) assert_true(isnan(each[k](-1.5)) && isnan(each[k](-inf)));
    for (size_t k = 5; k < 9; k++) assert_true(isnan(each[k](inf)) && isnan(each[k](-inf)));
    assert_true(isnan(heco_asin(1.0 + DBL_EPSILON)) && isnan(heco_acos(-1.0 - DBL_EPSILON)));
    assert_true(isnan(heco_hypot(NAN, 1.0)));
}

static void special_powers_are_those_of_annex_f(void **state) {
    (void)state;
    const double inf       = HUGE_VAL;
    const double rows[][3] = {
        {0.0, -3.0, inf},
        {-0.0, -3.0, -inf},
        {-0.0, -2.0, inf},
        {0.0, 3.0, 0.0},
        {-0.0, 3.0, -0.0},
        {-0.0, 2.0, 0.0},
        {-1.0, inf, 1.0},
        {-1.0, -inf, 1.0},
        {1.0, NAN, 1.0},
        {NAN, 0.0, 1.0},
        {0.5, inf, 0.0},
        {0.5, -inf, inf},
        {2.0, inf, inf},
        {2.0, -inf, 0.0},
        {inf, 2.0, inf},
        {inf, -2.0, 0.0},
        {-inf, 3.0, -inf},
        {-inf, 2.0, inf},
        {-inf, -3.0, -0.0},
        {-inf, -2.0, 0.0},
        {-2.0, 3.0, -8.0},
        {-2.0, 2.0, 4.0},
        {2.0, 1e300, inf},
        {0.5, 1e300, 0.0},
        {2.0, 1e-300, 1.0},
        {-3.0, 1e17, inf},
        {10.0, -400.0, 0.0},
        {10.0, 400.0, inf},
        {0x1p-1074, 1.0, 0x1p-1074},
        {-10.0, 401.0, -inf},
        {-10.0, -401.0, -0.0},
        {4.0, 0.5, 2.0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        double got = heco_pow(rows[k][0], rows[k][1]);
        if (memcmp(&got, &rows[k][2], sizeof got) != 0)
            fail_msg("pow(%g, %g) = %g", rows[k][0], rows[k][1], got);
    }
    assert_true(isnan(heco_pow(-2.0, 0.5)) && isnan(heco_pow(NAN, 1.0)) &&
                isnan(heco_pow(2.0, NAN)));
}

/* The hash was printed by this test on amd64; ARM64 and other C libraries have to give the same. */
static void results_are_the_same_bits_everywhere(void **state) {
    (void)state;
    uint64_t hash = HECO_HASH_BEGIN;
    for (size_t k = 0; k < RANGE_COUNT; k++) {
        heco_rng rng;
        heco_rng_init(&rng, 13, k);
        for (int i = 0; i < DRAWS; i++) {
            double x = draw(&RANGES[k], &rng), y = draw(&RANGES[k], &rng);
            double out[3] = {RANGES[k].heco(x), heco_pow(fabs(x), y), heco_hypot(x, y)};
            for (int j = 0; j < 3; j++) out[j] = isnan(out[j]) ? 0.0 : out[j];
            hash = heco_hash_fnv1a(hash, out, sizeof out);
        }
    }
    if (hash != 0xbdd74f526da69d05u) fail_msg("the hash is 0x%016llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_stay_below_their_bounds),
        cmocka_unit_test(powers_and_lengths_stay_below_their_bounds),
        cmocka_unit_test(hard_arguments_have_their_published_values),
        cmocka_unit_test(special_values_are_those_of_annex_f),
        cmocka_unit_test(special_powers_are_those_of_annex_f),
        cmocka_unit_test(results_are_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
