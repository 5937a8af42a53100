#!/usr/bin/env python3
"""The beam through the Python package, a whole batch per call: PYTHONPATH=python python3 beam_minimize.py

Operations in the order of beam_model.h, so that the answer has the same bits."""
import numpy as np

import heco

P, E, L = 50000.0, 2e7, 100.0  # load in N, modulus in N/cm^2, length of a segment in cm
WEIGHT = np.array([61.0, 37.0, 19.0, 7.0, 1.0])[:, None]
MOMENT = (6 * P * (5 - np.arange(5.0)) * L)[:, None]
BOUNDS = [(1.0, 5.0)] * 5 + [(30.0, 65.0)] * 5


def beam(x):
    """f and g of the columns of x, 10 rows."""
    b, h = x[:5], x[5:]
    area = b * h
    square = area * h
    bend = (WEIGHT / (square * h / 12)).sum(axis=0)
    g = np.empty((11, x.shape[1]))
    g[:5] = MOMENT / square - 14000
    g[5] = P * L * L * L / (3 * E) * bend - 2.7
    g[6:] = h / b - 20
    return L * area.sum(axis=0), g


if __name__ == "__main__":
    s = heco.minimize(beam, BOUNDS, vectorized=True, n_ineq=11, budget=50000)
    print(s.found, "f =", repr(float(s.fun)), "violation =", s.violation)
    for j, value in enumerate(s.x):
        print("x%d = %r" % (j + 1, float(value)))
