/* Elementary functions with the same bits on every machine.
 *
 * The C libraries round exp, log, sin and their relatives differently: glibc on x86 with fused
 * multiply-add, without it, on ARM, and musl. So searches and suites call these functions. Each is
 * one fixed algorithm of + - * / sqrt and integer operations in IEEE double arithmetic, compiled
 * without contraction, so that its results do not depend on the processor or the C library.
 *
 * Errors, in units of the last place, and special values (those of C11 annex F) are tested in
 * tests/unit/test_elementary.c; the bounds are the largest errors measured there, rounded up.
 *
 *   exp 0.52     log 0.52     pow 0.53     sin 0.80    asin 0.80    sinh 0.60
 *   expm1 0.60   log1p 0.60   cbrt 0.70    cos 0.80    acos 0.80    cosh 0.60
 *                log10 0.52   hypot 0.51                            asinh 0.80
 *
 * The C library's sqrt, fabs, floor, ceil, round, nearbyint, fmod, ldexp and frexp are exact or
 * correctly rounded everywhere and may be used beside these. The errno and the exception flags of
 * the functions are not specified. */
#ifndef HECO_BASE_ELEMENTARY_H
#define HECO_BASE_ELEMENTARY_H

/* ---- elementary_power.c ---- */

double heco_exp(double x);
/* Returns exp(x) - 1, accurately for small x. */
double heco_expm1(double x);
double heco_log(double x);
/* Returns log(1 + x), accurately for small x. */
double heco_log1p(double x);
double heco_log10(double x);
double heco_pow(double x, double y);
double heco_sinh(double x);
double heco_cosh(double x);
double heco_asinh(double x);

/* ---- elementary_angle.c ---- */

double heco_sin(double x);
double heco_cos(double x);
double heco_asin(double x);
double heco_acos(double x);

/* ---- elementary_root.c ---- */

double heco_cbrt(double x);
/* Returns sqrt(x^2 + y^2) without overflow of the squares. */
double heco_hypot(double x, double y);

#endif
