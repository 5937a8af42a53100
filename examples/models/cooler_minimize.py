#!/usr/bin/env python3
"""The oil cooler of cooler.lua through the Python package: python3 cooler_minimize.py [evaluations [seed]]"""
import math
import sys

import heco

# diameter of the tubes in mm; length in m; velocity of the water in m/s; diameter of the shell and spacing of
# the baffles in m; tubes
BOUNDS = [(8.0, 25.0), (0.5, 5.0), (0.5, 3.0), (0.1, 0.6), (0.05, 0.5), (10.0, 200.0)]
WHOLE = [0, 0, 0, 0, 0, 1]


def cooler(x):
    """Cost in EUR; heat in kW, drops in kPa, velocity of the oil in m/s, clearance in mm, as g <= 0; flow in l/s, h = 0."""
    diameter, length, velocity, shell, spacing, tubes = map(float, x)
    inner = 0.001 * diameter
    outer = inner + 0.002
    re_water = 1243750 * velocity * inner
    inside = 0.028 * re_water ** 0.8 / inner
    flux = 16 / (shell * spacing)
    gap = 0.95 * outer
    re_oil = flux * gap / 0.03
    outside = 0.362 * re_oil ** 0.55 / gap
    transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003)
    area = math.pi * outer * length * tubes
    left = math.exp(-0.615 * (transfer * area / 8000))
    heat = 400 * (1 - left) / (1 - 0.385 * left)
    water = 0.4975 * (velocity * velocity) * (0.184 * re_water ** -0.2 * length / inner + 2.5)
    oil = 1.8 * re_oil ** -0.19 * (length / spacing) * (shell / gap) * (flux * flux) / 1720000
    clearance = 1000 * (shell - 1.4 * outer * math.sqrt(tubes / 0.785))
    flow = 250 * math.pi * velocity * tubes * (inner * inner)
    steel = 7850 * math.pi * ((outer * outer - inner * inner) / 4 * length * tubes + 0.006 * shell * (length + 0.3))
    cost = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil)
    return cost, [160 - heat, water - 30, oil - 70, 0.3 - flux / 860, 20 - clearance], [flow - 5]


if __name__ == "__main__":
    budget, seed = ([int(word) for word in sys.argv[1:]] + [500, 1][len(sys.argv) - 1:])
    s = heco.minimize(cooler, BOUNDS, integrality=WHOLE, n_ineq=5, n_eq=1, budget=budget, seed=seed)
    print(s.found, "f =", repr(float(s.fun)), "x =", [float(value) for value in s.x])
