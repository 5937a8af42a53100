"""Evaluations until f is within 1e-4 of the optimum, with and without the structure: logarithmic scales, maxima
and sums of squares.

    PYTHONPATH=python HECO_LIBRARY=build/release/libheco.so python3 bench/bench_structure.py [log|max|squares|antenna] [SEEDS]

The median over the seeds, and how many of them arrive. Beside them SciPy: differential evolution on the user's scale and
SLSQP on the logarithm from random starts (log), Nelder-Mead on the maximum and SLSQP on the epigraph (max), least_squares
and SLSQP on the sum (squares). NLopt (its C library) from the same random starts: BOBYQA on the logarithm and on the sum,
COBYLA on the epigraph. `antenna` is the pattern of 40 elements with 20 amplitudes: side lobes as low as possible, below
-50 dB in a sector, 4,000 evaluations, eight seeds.
The maxima are cb2, cb3, dem, ql and rosen-suzuki of Luksan and Vlcek, Test Problems for Nonsmooth Unconstrained and
Linearly Constrained Optimization (2000).
"""
import ctypes
import ctypes.util
import sys

import numpy as np
from scipy import optimize

import heco

BUDGET = 2000
T = np.logspace(0, 7, 21)


def decay(k):
    return np.exp(-k[0] * T) * (1 - np.exp(-k[1] * T))


def fit(model, truth):
    data = model(np.array(truth))
    return lambda k: float(np.sum((model(np.asarray(k)) - data) ** 2))


LOG = [  # name, f, bounds; the optimum is 0
    ("two rates", fit(decay, [3e-6, 0.4]), [(1e-8, 10)] * 2),
    ("three rates", fit(lambda k: np.exp(-k[0] * T) + np.exp(-k[1] * T) + np.exp(-k[2] * T), [2e-6, 1e-3, 0.2]),
     [(1e-8, 1e-4), (1e-5, 0.1), (1e-3, 10)]),
    ("saturation", fit(lambda k: k[0] * T / (k[1] + T), [2.0, 3e4]), [(1e-3, 1e3), (1e-2, 1e8)]),
    ("power law", fit(lambda k: np.log10(k[0]) + k[1] * np.log10(T) / 10, [4e-7, 0.3]), [(1e-12, 1), (1e-3, 10)]),
    ("low pass", fit(lambda k: 1 / np.sqrt(1 + (k[0] * T) ** 2) / np.sqrt(1 + (k[1] * T) ** 2), [1e-2, 1e-5]),
     [(1e-4, 10), (1e-8, 1e-3)]),
]


def rosen_suzuki(x):
    a, b, c, d = x
    f = a * a + b * b + 2 * c * c + d * d - 5 * a - 5 * b - 21 * c + 7 * d
    g = [a * a + b * b + c * c + d * d + a - b + c - d - 8, a * a + 2 * b * b + c * c + 2 * d * d - a - d - 10,
         2 * a * a + b * b + c * c + 2 * a - b - d - 5]
    return [f] + [f + 10 * v for v in g]


MAX = [  # name, values, n, minimum of the largest
    ("cb2", lambda x: [x[0] ** 2 + x[1] ** 4, (2 - x[0]) ** 2 + (2 - x[1]) ** 2, 2 * np.exp(x[1] - x[0])], 2, 1.9522245),
    ("cb3", lambda x: [x[0] ** 4 + x[1] ** 2, (2 - x[0]) ** 2 + (2 - x[1]) ** 2, 2 * np.exp(x[1] - x[0])], 2, 2.0),
    ("dem", lambda x: [5 * x[0] + x[1], -5 * x[0] + x[1], x[0] ** 2 + x[1] ** 2 + 4 * x[1]], 2, -3.0),
    ("ql", lambda x: [x[0] ** 2 + x[1] ** 2, x[0] ** 2 + x[1] ** 2 + 10 * (-4 * x[0] - x[1] + 4),
                      x[0] ** 2 + x[1] ** 2 + 10 * (-x[0] - 2 * x[1] + 6)], 2, 7.2),
    ("rosen-suzuki", rosen_suzuki, 4, -44.0),
]


S = np.linspace(0, 4, 21)


def residuals(model, truth):
    data = model(np.array(truth))
    return lambda k: model(np.asarray(k)) - data


SQUARES = [  # name, residuals, bounds; the optimum is 0
    ("rosenbrock", lambda x: np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]]), [(-5, 5)] * 2),
    ("decay", residuals(lambda k: k[0] * np.exp(-k[1] * S), [2.0, 0.7]), [(0, 10)] * 2),
    ("oscillation", residuals(lambda k: k[0] * np.exp(-k[1] * S) * np.cos(k[2] * S), [1.5, 0.4, 2.0]), [(0, 5)] * 3),
    ("peak", residuals(lambda k: k[0] * np.exp(-((S - k[1]) / k[2]) ** 2) + k[3], [3.0, 1.7, 0.6, 0.5]),
     [(0, 10), (0, 4), (0.1, 4), (-2, 2)]),
    ("two decays", residuals(lambda k: k[0] * np.exp(-k[1] * S) + k[2] * np.exp(-k[3] * S), [2.0, 0.3, 1.0, 3.0]),
     [(0, 5), (0, 1), (0, 5), (1, 10)]),
]


class Count:
    """Counts the evaluations until f reaches the target."""

    def __init__(self, f, target):
        self.f, self.target, self.calls, self.arrived, self.last = f, target, 0, None, None

    def __call__(self, x):
        value = self.f(x)
        self.calls += 1
        if value <= self.target and self.arrived is None and self.calls <= BUDGET:
            self.arrived = self.calls
        return value


def show(name, columns):
    cells = []
    for arrived in columns:
        there = [a for a in arrived if a is not None]
        cells.append("%.0f (%d)" % (np.median(there), len(there)) if there else "- (0)")
    print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


def starts(box, seed, logs):
    rng = np.random.default_rng(seed)
    lo, hi = np.array(box).T
    while True:
        yield np.exp(rng.uniform(np.log(lo), np.log(hi))) if logs else rng.uniform(lo, hi)


DOUBLES = ctypes.POINTER(ctypes.c_double)
OBJECTIVE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_uint, DOUBLES, DOUBLES, ctypes.c_void_p)
ROWS = ctypes.CFUNCTYPE(None, ctypes.c_uint, DOUBLES, ctypes.c_uint, DOUBLES, DOUBLES, ctypes.c_void_p)


def nlopt(name, f, x0, lower, upper, evals, rows=None, count=0):
    """Minimises f from x0 with an algorithm of NLopt that needs no derivatives; rows(x) <= 0."""
    lib = ctypes.CDLL(ctypes.util.find_library("nlopt"))
    lib.nlopt_create.restype = ctypes.c_void_p
    n, array = len(x0), lambda v: (ctypes.c_double * len(v))(*v)
    opt = ctypes.c_void_p(lib.nlopt_create(lib.nlopt_algorithm_from_string(name.encode()), n))
    objective = OBJECTIVE(lambda n, x, g, d: f(np.array(x[:n])))

    def write(m, out, n, x, g, d):
        for k, value in enumerate(rows(np.array(x[:n]))):
            out[k] = value
    constraint = ROWS(write)
    lib.nlopt_set_min_objective(opt, objective, None)
    lib.nlopt_set_lower_bounds(opt, array(lower))
    lib.nlopt_set_upper_bounds(opt, array(upper))
    if rows is not None:
        lib.nlopt_add_inequality_mconstraint(opt, count, constraint, None, array([1e-8] * count))
    lib.nlopt_set_maxeval(opt, int(evals))
    lib.nlopt_set_xtol_rel.argtypes = [ctypes.c_void_p, ctypes.c_double]
    lib.nlopt_set_xtol_rel(opt, 1e-8)
    x, best = array(np.clip(x0, lower, upper)), ctypes.c_double()
    lib.nlopt_optimize(opt, x, ctypes.byref(best))
    lib.nlopt_destroy(opt)
    return np.array(x[:])


def restarted(c, box, seed, logs, solve):
    """Calls solve(x0) from random points until c has arrived or used the budget."""
    for x0 in starts(box, seed, logs):
        if c.arrived is not None or c.calls >= BUDGET:
            return c.arrived
        solve(x0)


def log_row(name, f, box, seeds):
    columns = [[] for _ in range(5)]
    for seed in range(1, seeds + 1):
        for column, bounds in zip(columns, (box, [heco.Log(*b) for b in box])):
            c = Count(f, 1e-4)
            heco.minimize(c, bounds, budget=BUDGET, seed=seed, target=1e-4, n_ineq=0, n_eq=0, prices=False)
            column.append(c.arrived)
        c = Count(f, 1e-4)
        optimize.differential_evolution(c, box, seed=seed, maxiter=100, polish=False,
                                        callback=lambda x, convergence=0: c.arrived is not None)
        columns[2].append(c.arrived)
        c = Count(f, 1e-4)
        for x0 in starts(box, seed, True):
            if c.arrived is not None or c.calls >= BUDGET:
                break
            optimize.minimize(lambda u: c(np.exp(u)), np.log(x0), method="SLSQP", bounds=np.log(box))
        columns[3].append(c.arrived)
        c, (lo, hi) = Count(f, 1e-4), np.log(box).T
        columns[4].append(restarted(c, box, seed, True, lambda x0: nlopt(
            "LN_BOBYQA", lambda u: c(np.exp(u)), np.log(x0), lo, hi, BUDGET - c.calls)))
    show(name, columns)


def max_row(name, parts, n, best, seeds):
    target, box, columns = best + 1e-4 * max(1.0, abs(best)), [(-10, 10)] * n, [[] for _ in range(5)]
    for seed in range(1, seeds + 1):
        c = Count(lambda x: max(parts(x)), target)
        heco.minimize(c, box, budget=BUDGET, seed=seed, target=target, n_ineq=0, n_eq=0, prices=False)
        columns[0].append(c.arrived)
        c = Count(lambda x: max(parts(x)), target)
        heco.minimize_max(lambda x: (c(x), parts(x))[1], box, budget=BUDGET, seed=seed, prices=False)
        columns[1].append(c.arrived)
        c = Count(lambda x: max(parts(x)), target)
        for x0 in starts(box, seed, False):
            if c.arrived is not None or c.calls >= BUDGET:
                break
            optimize.minimize(c, x0, method="Nelder-Mead", bounds=box, options={"maxfev": BUDGET - c.calls})
        columns[2].append(c.arrived)
        c = Count(lambda x: max(parts(x)), target)
        for x0 in starts(box, seed, False):
            if c.arrived is not None or c.calls >= BUDGET:
                break
            rows = {"type": "ineq", "fun": lambda z: (c(z[:-1]), z[-1] - np.array(parts(z[:-1])))[1]}
            optimize.minimize(lambda z: z[-1], np.append(x0, max(parts(x0))), method="SLSQP", constraints=rows)
        columns[3].append(c.arrived)
        c, lo = Count(lambda x: max(parts(x)), target), np.append(np.full(n, -10.0), -1e6)
        columns[4].append(restarted(c, box, seed, False, lambda x0: nlopt(
            "LN_COBYLA", lambda z: z[-1], np.append(x0, max(parts(x0))), lo, -lo, BUDGET - c.calls,
            lambda z: (c(z[:-1]), np.array(parts(z[:-1])) - z[-1])[1], len(parts(x0)))))
    show(name, columns)


def squares_row(name, parts, box, seeds):
    columns = [[] for _ in range(5)]
    f = lambda x: float(np.sum(parts(x) ** 2))
    for seed in range(1, seeds + 1):
        c = Count(f, 1e-4)
        heco.minimize(c, box, budget=BUDGET, seed=seed, target=1e-4, n_ineq=0, n_eq=0, prices=False)
        columns[0].append(c.arrived)
        c = Count(f, 1e-4)
        heco.minimize_squares(lambda x: (c(x), parts(x))[1], box, budget=BUDGET, seed=seed, target=1e-4, prices=False)
        columns[1].append(c.arrived)
        for column, solve in ((2, lambda c, x0: optimize.least_squares(lambda x: (c(x), parts(x))[1], x0, bounds=np.array(box).T)),
                              (3, lambda c, x0: optimize.minimize(c, x0, method="SLSQP", bounds=box))):
            c = Count(f, 1e-4)
            for x0 in starts(box, seed, False):
                if c.arrived is not None or c.calls >= BUDGET:
                    break
                solve(c, x0)
            columns[column].append(c.arrived)
        c, (lo, hi) = Count(f, 1e-4), np.array(box, float).T
        columns[4].append(restarted(c, box, seed, False, lambda x0: nlopt("LN_BOBYQA", c, x0, lo, hi, BUDGET - c.calls)))
    show(name, columns)


def antenna(seeds):
    n, k = 20, np.arange(20) + 0.5
    rows = lambda degrees: np.cos(np.pi * np.outer(np.sin(np.radians(degrees)), k))
    side, sector, beam = rows(np.linspace(6, 90, 120)), rows(np.linspace(40, 50, 11)), rows([1.0])
    level = lambda A, a: 20 * np.log10(np.abs(A @ a) / np.sum(a) + 1e-6)
    parts = lambda a: level(side, a)
    g = lambda a: np.concatenate([level(sector, a) + 50, -3 - level(beam, a)])
    box, how = [(0.05, 1)] * n, dict(budget=4000, prices=False)

    def cobyla(seed):
        x0 = np.random.default_rng(seed).uniform(0.05, 1, n)
        inside = lambda z: np.concatenate([z[-1] - parts(z[:-1]), -g(z[:-1]), z[:-1] - 0.05, 1 - z[:-1]])
        z = optimize.minimize(lambda z: z[-1], np.append(x0, max(parts(x0))), method="COBYLA",
                              constraints={"type": "ineq", "fun": inside}, options={"maxiter": 4000, "rhobeg": 0.1}).x
        return max(parts(z[:-1])), np.all(g(z[:-1]) <= 1e-6) and np.all(z[:-1] > 0.05 - 1e-6)

    def found(s):
        return s.fun, s.found == "feasible"
    for name, solve in (
            ("heco, maximum", lambda seed: found(heco.minimize(lambda a: (max(parts(a)), g(a)), box, seed=seed, **how))),
            ("heco, parts", lambda seed: found(heco.minimize_max(lambda a: (parts(a), g(a)), box, seed=seed, **how))),
            ("SciPy COBYLA, epigraph", cobyla)):
        answers = [solve(seed) for seed in range(1, seeds + 1)]
        good = [f for f, feasible in answers if feasible]
        print("| %s | %d of %d | %.2f | %.2f |" % (name, len(good), seeds, np.median(good), max(good)), flush=True)


what, seeds = (sys.argv[1:] + ["all"])[0], int((sys.argv[1:] + ["", "10"])[-1] if len(sys.argv) > 2 else 10)
if what in ("log", "all"):
    print("| problem | heco, linear | heco, log | SciPy DE, linear | SciPy SLSQP, log by hand | NLopt BOBYQA, log by hand |\n" + "| --- " * 6 + "|")
    for row in LOG:
        log_row(*row, seeds)
if what in ("max", "all"):
    print("| problem | heco, maximum | heco, parts | SciPy Nelder-Mead, maximum | SciPy SLSQP, epigraph | NLopt COBYLA, epigraph |\n"
          + "| --- " * 6 + "|")
    for row in MAX:
        max_row(*row, seeds)
if what in ("squares", "all"):
    print("| problem | heco, sum | heco, residuals | SciPy least_squares | SciPy SLSQP, sum | NLopt BOBYQA, sum |\n" + "| --- " * 6 + "|")
    for row in SQUARES:
        squares_row(*row, seeds)
if what in ("antenna", "all"):
    print("| search | feasible | median dB | worst dB |\n" + "| --- " * 4 + "|")
    antenna(min(seeds, 8))
