#!/usr/bin/env python3
"""The beam through the Python package, a whole batch per call: PYTHONPATH=python python3 beam_minimize.py

Operations in the order of beam_model.h, so that the answer has the same bits. A batch has some 45 points only, so
NumPy's cost per call is most of the cost. Hence few calls (quotients are written where they belong, all limits are
subtracted together), and calls of the cheap kind: with arrays of equal shape instead of a column or a Python number."""
import functools

import numpy as np

import heco

P, E, L = 50000.0, 2e7, 100.0  # load in N, modulus in N/cm^2, length of a segment in cm
BOUNDS = [(1.0, 5.0)] * 5 + [(30.0, 65.0)] * 5
MOMENTS = [6 * P * k * L for k in (5, 4, 3, 2, 1)]
WEIGHTS = [61.0, 37.0, 19.0, 7.0, 1.0]
LIMITS = [14000.0] * 5 + [2.7] + [20.0] * 5  # stresses, deflection, ratios of height to width


@functools.lru_cache
def constants(count):
    """Moments, weights, twelves and limits, length and bending: a column per point."""
    ones = np.ones(count)
    return [np.multiply.outer(c, ones) for c in (MOMENTS, WEIGHTS, [12.0] * 5, LIMITS, L, P * L * L * L / (3 * E))]


def beam(x):
    """f and g of the columns of x, 10 rows."""
    moment, weight, twelve, limit, length, bending = constants(x.shape[1])
    b, h = x[:5], x[5:]
    area = b * h
    square = area * h
    g = np.empty(limit.shape)
    np.divide(moment, square, g[:5])
    np.multiply(bending, np.add.reduce(weight / (square * h / twelve)), g[5])
    np.divide(h, b, g[6:])
    g -= limit
    return length * np.add.reduce(area), g


if __name__ == "__main__":
    s = heco.minimize(beam, BOUNDS, vectorized=True, n_ineq=11, budget=50000)
    print(s.found, "f =", repr(float(s.fun)), "violation =", s.violation)
    for j, value in enumerate(s.x):
        print("x%d = %r" % (j + 1, float(value)))
