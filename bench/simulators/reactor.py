#!/usr/bin/env python3
"""A batch reactor A -> B -> C with three temperatures, a batch time and a feed.

The concentrations follow from an ordinary differential equation that is integrated with adaptive
steps (Bogacki and Shampine 1989) to a tolerance of 1e-6, and the outputs are printed with six
digits: f jumps by about 1e-6 where the number of steps changes. B is to be maximised, so f = -B per
hour; the heat release and the rest of A are limited.
"""
import math

from simulator import serve

TOLERANCE = 1e-6


def rates(y, kelvin):
    first = 2.0e7 * math.exp(-6000.0 / kelvin) * y[0]
    second = 6.0e11 * math.exp(-10000.0 / kelvin) * y[1]
    return [-first, first - second], first


def integrate(y, kelvin, hours):
    """Returns the end of one segment and the largest rate in it."""
    t, step, peak = 0.0, hours / 10.0, 0.0
    k1, rate = rates(y, kelvin)
    while t < hours:
        step = min(step, hours - t)
        k2, _ = rates([a + step / 2 * b for a, b in zip(y, k1)], kelvin)
        k3, _ = rates([a + 3 * step / 4 * b for a, b in zip(y, k2)], kelvin)
        new = [a + step * (2 * b + 3 * c + 4 * d) / 9 for a, b, c, d in zip(y, k1, k2, k3)]
        k4, new_rate = rates(new, kelvin)
        error = max(abs(step * (-5 * a / 72 + b / 12 + c / 9 - d / 8))
                    for a, b, c, d in zip(k1, k2, k3, k4))
        if error <= TOLERANCE:
            t, y, k1, rate = t + step, new, k4, new_rate
            peak = max(peak, rate)
        step *= min(4.0, max(0.2, 0.9 * (TOLERANCE / max(error, 1e-12)) ** (1 / 3)))
    return y, peak


def evaluate(x):
    *kelvin, hours, feed = x
    y, peak = [feed, 0.0], 0.0
    for temperature in kelvin:
        y, rate = integrate(y, temperature, hours / 3)
        peak = max(peak, rate)
    return [f"{value:.6g}" for value in (-y[1] / (hours + 0.5), peak, y[0])]


serve(["280 400 name=T1", "280 400 name=T2", "280 400 name=T3", "0.5 8 name=hours",
       "0.5 3 name=feed"],
      ["c name=heat <= 0.6", "c name=rest <= 0.15"], evaluate)
