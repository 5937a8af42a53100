#!/usr/bin/env python3
"""What it saves to say that constraints are cheap: simulations until f is within 0.1 % of the best known value at a feasible
point, mean of SEEDS seeds, for five problems with a simulation and constraints of geometry.

    HECO_LIBRARY=build/release/libheco.so PYTHONPATH=python bench/cheap_constraints.py [SEEDS] [BUDGET]

`all simulated`: the geometry is computed by the simulation. `stops early`: the simulation computes the geometry first and
stops if it is violated; such a point counts as a simulation of no cost in the second number. `cheap`: cheap=.
The best known value comes from 4 searches of 20,000 evaluations."""

import math
import sys

import numpy as np

import heco

SEEDS, BUDGET = (int(word) for word in (sys.argv[1:] + ["10", "600"][len(sys.argv) - 1:]))


def vessel(x):
    """Pressure vessel with continuous thicknesses: the volume is simulated."""
    a, b, r, l = x
    f = 0.6224 * a * r * l + 1.7781 * b * r * r + 3.1661 * a * a * l + 19.84 * a * a * r
    return f, [1 - math.pi * r * r * (l + 4 / 3 * r) / 1296000]


def spring(x):
    """Spring: deflection, stress and surge are simulated."""
    d, w, n = x
    stress = (4 * w * w - d * w) / (12566 * (w * d ** 3 - d ** 4)) + 1 / (5108 * d * d) - 1
    return (n + 2) * w * d * d, [1 - w ** 3 * n / (71785 * d ** 4), stress, 1 - 140.45 * d / (w * w * n)]


def beam(x):
    """Welded beam: stresses, deflection and buckling are simulated."""
    h, l, t, b = x
    load, length = 6000.0, 14.0
    m = load * (length + l / 2)
    r = math.sqrt(l * l / 4 + ((h + t) / 2) ** 2)
    j = 2 * math.sqrt(2) * h * l * (l * l / 12 + ((h + t) / 2) ** 2)
    t1, t2 = load / (math.sqrt(2) * h * l), m * r / j
    tau = math.sqrt(t1 * t1 + t1 * t2 * l / r + t2 * t2)
    sigma, delta = 6 * load * length / (b * t * t), 4 * load * length ** 3 / (30e6 * t ** 3 * b)
    buckling = 4.013 * 30e6 * math.sqrt(t * t * b ** 6 / 36) / length ** 2 * (1 - t / (2 * length) * math.sqrt(30e6 / (4 * 12e6)))
    return 1.10471 * h * h * l + 0.04811 * t * b * (14 + l), [tau / 13600 - 1, sigma / 30000 - 1, delta / 0.25 - 1,
                                                               1 - buckling / load]


def sensors(x):
    """Eight sensors on a line: the error of an interpolation, one noise limit."""
    at = np.linspace(0, 1, 60)
    error = np.min(np.abs(at[:, None] - np.asarray(x)), axis=1)
    weight = 1 + 3 * np.exp(-((at - 0.6) / 0.15) ** 2)
    return float((weight * error ** 2).sum()), [0.06 - float(np.mean(x) - np.min(x)) / 4]


def rotor(x):
    """Annular rotor: inertia per mass at a stress limit; radii and web are packaging."""
    ri, ro, w, h = x
    mass = 7.8 * math.pi * ((ro * ro - ri * ri) * w + 0.5 * (ri * ri) * h)
    inertia = 3.9 * math.pi * (ro ** 4 - ri ** 4) * w + 0.5 * 3.9 * math.pi * ri ** 4 * h
    stress = 0.9 * ro * ro * (1 + 0.3 * (ri / ro) ** 2) / (0.2 + h / w)
    return mass, [4 - inertia, stress - 1.6]


PROBLEMS = {
    "vessel": (vessel, [(0.1, 10), (0.1, 10), (10, 200), (10, 200)], lambda x: [0.0193 * x[2] - x[0], 0.00954 * x[2] - x[1]]),
    "spring": (spring, [(0.05, 2), (0.25, 1.3), (2, 15)], lambda x: [(x[0] + x[1]) / 1.5 - 1, 3 * x[0] - x[1],
                                                                     x[1] - 12 * x[0]]),
    "welded beam": (beam, [(0.1, 2), (0.1, 10), (0.1, 10), (0.1, 2)], lambda x: [x[0] - x[3], x[1] - 4 * x[2], 0.2 - x[0]]),
    "sensors": (sensors, [(0, 1)] * 8, lambda x: [x[i] - x[i + 1] + 0.05 for i in range(7)]),
    "rotor": (rotor, [(0.1, 2), (0.1, 2), (0.05, 1), (0.01, 1)], lambda x: [x[0] - x[1] + 0.1, 4 * x[3] - x[2],
                                                                           x[1] ** 2 + x[2] ** 2 - 2.5]),
}


def search(name, way, seed, budget, target=None):
    """Returns (answer, simulations, simulations without those that stopped early)."""
    fun, bounds, cheap = PROBLEMS[name]
    calls = [0, 0]

    def simulate(x):
        calls[0] += 1
        if way != "cheap" and max(cheap(x)) > 0 and way == "stops early":
            return None, [*cheap(x), *[None] * inequalities]
        calls[1] += 1
        try:
            f, g = fun(x)
        except (ValueError, ZeroDivisionError):
            return math.nan
        return f, (g if way == "cheap" else [*cheap(x), *g])
    middle = [(low + high) / 2 for low, high in bounds]
    inequalities = len(fun(middle)[1])
    ng = inequalities + (0 if way == "cheap" else len(cheap(middle)))
    s = heco.minimize(simulate, bounds, n_ineq=ng, n_eq=0, budget=budget, seed=seed, target=target, prices=False, samples=1,
                      cheap=cheap if way == "cheap" else ())
    return s, calls[0], calls[1]


def main():
    print("| problem | all simulated | stops early | of these in full | cheap | rejected |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in PROBLEMS:
        best = min((s.fun for s in (search(name, way, seed, 20000)[0] for way in ("all", "cheap") for seed in (1, 2)) if s.success))
        target, cells = best + 1e-3 * abs(best), []
        for way in ("all", "stops early", "cheap"):
            rows = [search(name, way, seed, BUDGET, target) for seed in range(1, SEEDS + 1)]
            solved = sum(s.stop == "target" for s, _, _ in rows)
            cells.append("%.0f (%d)" % (np.mean([all_ for _, all_, _ in rows]), solved))
            if way == "stops early":
                cells.append("%.0f" % np.mean([full for _, _, full in rows]))
            if way == "cheap":
                cells.append("%.0f" % np.mean([s.nrejected for s, _, _ in rows]))
        print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


if __name__ == "__main__":
    main()
