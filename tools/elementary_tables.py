#!/usr/bin/env python3
"""Prints src/base/elementary_tables.h: the constants of heco's elementary functions.

    tools/elementary_tables.py > src/base/elementary_tables.h     (needs mpmath)

Polynomials interpolate at the Chebyshev nodes of their interval, with 80 digits; the error in the
comment is the largest relative error of the function they serve, before rounding.
"""
import struct

import mpmath as mp

mp.mp.dps = 80
BITS = 7  # the tables of exp and log have 2^7 = 128 rows


def text(value):
    """`value`, rounded to a double, as C writes it."""
    return float(value).hex()


def two(value):
    """`value` as the sum of two doubles."""
    head = mp.mpf(float(value))
    return text(head), text(value - head)


def short(value, bits):
    """`value` rounded to `bits` significant bits."""
    mantissa, exponent = mp.frexp(value)
    return mp.mpf(int(mp.nint(mp.ldexp(mantissa, bits)))) * mp.mpf(2) ** (int(exponent) - bits)


def fit(function, low, high, degree):
    """The coefficients of the interpolating polynomial, constant term first."""
    nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * degree + 2))
             for k in range(degree + 1)]
    matrix = mp.matrix(degree + 1)
    for i, x in enumerate(nodes):
        for j in range(degree + 1):
            matrix[i, j] = x ** j
    return list(mp.lu_solve(matrix, mp.matrix([function(x) for x in nodes])))


def series(name, what, rest, whole, interval, degree):
    """One polynomial: `rest(x)` is fitted; `whole(x, p)` is the relative error when p replaces it."""
    low, high = (mp.mpf(end) for end in interval)
    coefficients = [mp.mpf(float(c)) for c in fit(rest, low, high, degree)]
    points = [low + (high - low) * k / 401 for k in range(402)]
    worst = max(abs(whole(x, mp.polyval(coefficients[::-1], x))) for x in points if x != 0)
    print(f"/* {what}; relative error 2^{float(mp.log(worst, 2)):.1f} */")
    print(f"static const double {name}[] = {{")
    for k in range(0, len(coefficients), 3):
        print("    " + " ".join(text(c) + "," for c in coefficients[k:k + 3]))
    print("};\n")


def taylor(terms):
    """A function from its Taylor coefficients, for arguments near 0 where the quotient loses digits."""
    return lambda x: mp.fsum(terms(k) * x ** k for k in range(90))


def print_polynomials():
    exp_rest = taylor(lambda k: 1 / mp.factorial(k + 2))
    series("exp_series", "exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/256", exp_rest,
           lambda x, p: (1 + x + x * x * p) / mp.exp(x) - 1, (-0.00271, 0.00271), 3)
    expm1_rest = taylor(lambda k: 1 / mp.factorial(k + 3))
    series("expm1_series", "expm1(x) = x + x^2/2 + x^3 P(x), -0.2877 <= x <= 0.2232", expm1_rest,
           lambda x, p: (x + x * x / 2 + x ** 3 * p) / mp.expm1(x) - 1, (-0.2877, 0.2232), 10)
    sinh_rest = taylor(lambda k: 1 / mp.factorial(2 * k + 3))
    series("sinh_series", "sinh(x) = x + x^3 P(x^2), |x| <= 0.3", sinh_rest,
           lambda z, p: (1 + z * p) * mp.sqrt(z) / mp.sinh(mp.sqrt(z)) - 1, (0, 0.0901), 4)
    log_rest = taylor(lambda k: mp.mpf((-1) ** k) / (k + 3))
    series("log_series", "log(1 + r) = r - r^2/2 + r^3 P(r), |r| <= 0.0079", log_rest,
           lambda x, p: (x - x * x / 2 + x ** 3 * p) / mp.log1p(x) - 1, (-0.0079, 0.0079), 6)
    sin_rest = taylor(lambda k: mp.mpf((-1) ** (k + 1)) / mp.factorial(2 * k + 3))
    series("sin_series", "sin(r) = r + r^3 P(r^2), |r| <= pi/4", sin_rest,
           lambda z, p: (1 + z * p) * mp.sqrt(z) / mp.sin(mp.sqrt(z)) - 1, (0, 0.6169), 6)
    cos_rest = taylor(lambda k: mp.mpf((-1) ** k) / mp.factorial(2 * k + 4))
    series("cos_series", "cos(r) = 1 - r^2/2 + r^4 P(r^2), |r| <= pi/4", cos_rest,
           lambda z, p: (1 - z / 2 + z * z * p) / mp.cos(mp.sqrt(z)) - 1, (0, 0.6169), 5)
    asin_rest = taylor(lambda k: mp.binomial(2 * k + 2, k + 1) / (mp.mpf(4) ** (k + 1) * (2 * k + 3)))
    series("asin_series", "asin(s) = s + s^3 P(s^2), |s| <= 1/2", asin_rest,
           lambda z, p: (1 + z * p) * mp.sqrt(z) / mp.asin(mp.sqrt(z)) - 1, (0, 0.25), 13)
    series("cbrt_series", "cbrt(m) for 1 <= m < 2", mp.cbrt, lambda x, p: p / mp.cbrt(x) - 1, (1, 2), 4)


def print_exp_table():
    print("/* 2^(j/128) rounded to a double, and the relative rest. */")
    print("static const struct {\n    double head, rest;\n} exp_table[] = {")
    for j in range(2 ** BITS):
        value = mp.mpf(2) ** (mp.mpf(j) / 2 ** BITS)
        head = mp.mpf(float(value))
        print(f"    {{{text(head)}, {text(value / head - 1)}}},")
    print("};\n")


def print_log_table():
    """Rows for m from 0.6875 to 1.375, by the seven bits after the leading one of m - 0.6875."""
    print("/* A reciprocal of nine bits for each part of [0.6875, 1.375), and minus its logarithm.\n"
          " * The head has at most 42 bits, so that its sum with a multiple of LN2_HEAD is exact. */")
    print("static const struct {\n    double inverse, head, rest;\n} log_table[] = {")
    start = 0x3FE6000000000000
    worst = mp.mpf(0)
    for j in range(2 ** BITS):
        ends = [mp.mpf(double_of(start + ((j + side) << (52 - BITS)))) for side in (0, 1)]
        inverse = short(2 / (ends[0] + ends[1]), 9)
        if ends[0] == 1 or ends[1] == 1:
            inverse = mp.mpf(1)
        worst = max(worst, *(abs(end * inverse - 1) for end in ends))
        value = -mp.log(inverse)
        head = mp.nint(value * mp.mpf(2) ** 42) / mp.mpf(2) ** 42
        print(f"    {{{text(inverse)}, {text(head)}, {text(value - head)}}},")
    print("};")
    assert worst < 0.0079, worst
    print(f"/* The largest |m inverse - 1| is {float(worst):.6f}. */\n")


def double_of(bits):
    """The double with these bits."""
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def print_constants():
    ln2 = mp.log(2)
    head = mp.floor(ln2 * mp.mpf(2) ** 42) / mp.mpf(2) ** 42
    print("/* ln 2: 42 bits, so that its product with an exponent is exact, and the rest. */")
    print(f"#define LN2_HEAD {text(head)}\n#define LN2_REST {text(ln2 - head)}")
    step = ln2 / 2 ** BITS
    head = mp.floor(step * mp.mpf(2) ** 40) / mp.mpf(2) ** 40
    print("/* ln(2)/128: 33 bits, so that its product with 19 bits is exact, and the rest. */")
    print(f"#define LN2_STEP_HEAD {text(head)}\n#define LN2_STEP_REST {text(step - head)}")
    print(f"#define STEPS_PER_LN2 {text(1 / step)} /* 128/ln(2) */")
    names = ("PI_2_HEAD", "PI_2_REST"), ("LOG10_E_HEAD", "LOG10_E_REST")
    for (head, rest), value in zip(names, (mp.pi / 2, 1 / mp.log(10))):
        a, b = two(value)
        print(f"#define {head} {a}\n#define {rest} {b}")
    print(f"#define TWO_OVER_PI {text(2 / mp.pi)}")
    print("/* pi/2 in parts of 33, 33 and 53 bits: the products of the first two with 20 bits are exact. */")
    rest = mp.pi / 2
    for k, bits in ((1, 32), (2, 65)):
        part = mp.floor(rest * mp.mpf(2) ** bits) / mp.mpf(2) ** bits
        print(f"#define PI_2_PART_{k} {text(part)}")
        rest -= part
    print(f"#define PI_2_PART_3 {text(rest)}\n")
    print("/* The first 1280 bits of 2/pi behind the point, 32 in each word. */")
    print("static const uint32_t two_over_pi[] = {")
    with mp.workdps(420):
        bits = int(mp.floor(2 / mp.pi * mp.mpf(2) ** 1280))
    words = [(bits >> (1280 - 32 * (k + 1))) & 0xFFFFFFFF for k in range(40)]
    for k in range(0, 40, 8):
        print("    " + " ".join(f"0x{word:08x}," for word in words[k:k + 8]))
    print("};\n")


def main():
    print("/* The constants of elementary_*.c, written by tools/elementary_tables.py: do not edit. */")
    print("#ifndef HECO_BASE_ELEMENTARY_TABLES_H\n#define HECO_BASE_ELEMENTARY_TABLES_H\n")
    print("#include <stdint.h>\n")
    print_constants()
    print_polynomials()
    print_exp_table()
    print_log_table()
    print("#endif")


if __name__ == "__main__":
    main()
