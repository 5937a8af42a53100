#!/usr/bin/env python3
"""Counts the evaluations that heco.minimize needs by default, by number of variables and kind of problem.

    PYTHONPATH=python python3 bench/evaluations_needed.py [SEEDS]

Each number is the median over the seeds (default 5) of the evaluations until a feasible point has f within
1e-4 (1 + |f*|) of the known optimum f*; "k/5" follows if fewer than all searches reached it within
2000 (n + 1) evaluations, which is the value of the others. docs/guide/evaluations.md shows the table.
"""
import sys
import warnings

import numpy as np

import heco

SIZES = (2, 5, 10, 20)


def shifts(n):
    """Returns a point without symmetry, inside [-2, 2]."""
    return 1.5 * np.sin(1.0 + np.arange(n))


# Each returns (function, bounds, integrality, f*, arguments of minimize).
def smooth(n):
    return lambda x: (x.sum(), [(x ** 2).sum() - 1.0]), [(-2.0, 2.0)] * n, None, -np.sqrt(n), {}


def valley(n):
    def fun(x):
        return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum(), [(x ** 2).sum() - 2.0 * n]
    return fun, [(-5.0, 5.0)] * n, None, 0.0, {}


def equality(n):
    def fun(x):
        return ((x - shifts(n)) ** 2).sum(), [], [x.sum() - shifts(n).sum() - 1.0]
    return fun, [(-5.0, 5.0)] * n, None, 1.0 / n, dict(n_ineq=0, n_eq=1)


def kinks(n):
    return lambda x: (np.abs(x - shifts(n)).sum(), [x.sum() - 2.0 * n]), [(-5.0, 5.0)] * n, None, 0.0, {}


def integers(n):
    whole = np.arange(n) % 2
    best = (np.where(whole, (np.round(shifts(n)) - shifts(n)) ** 2, 0.0)).sum()
    return lambda x: (((x - shifts(n)) ** 2).sum(), [x.sum() - 2.0 * n]), [(-5.0, 5.0)] * n, whole, best, {}


def basins(n):
    def fun(x):
        y = x - shifts(n)
        return (y ** 2 - 3.0 * np.cos(2.0 * np.pi * y) + 3.0).sum(), [x.sum() - 2.0 * n]
    return fun, [(-5.0, 5.0)] * n, None, 0.0, {}


KINDS = {"smooth, an active inequality": smooth, "smooth, an equality": equality, "a curved narrow valley": valley,
         "half of the variables integer": integers, "kinks (sum of absolute values)": kinks,
         "many basins (about 10 per variable)": basins}


def needed(kind, n, seeds):
    fun, bounds, whole, best, more = kind(n)
    budget, counts, reached = 2000 * (n + 1), [], 0
    for seed in range(1, seeds + 1):
        s = heco.minimize(fun, bounds, integrality=whole, seed=seed, budget=budget, target=best + 1e-4 * (1.0 + abs(best)),
                          history=False, **more)
        reached += s.stop == "target"
        counts.append(s.nfev if s.stop == "target" else budget)
    return "%d%s" % (np.median(counts), "" if reached == seeds else " (%d/%d)" % (reached, seeds))


if __name__ == "__main__":
    warnings.simplefilter("ignore", RuntimeWarning)
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("| kind | %s |" % " | ".join("n = %d" % n for n in SIZES))
    print("| --- |%s" % (" --- |" * len(SIZES)))
    for name, kind in KINDS.items():
        print("| %s | %s |" % (name, " | ".join(needed(kind, n, seeds) for n in SIZES)), flush=True)
