#!/usr/bin/env python3
"""SciPy in the comparison, counted by the same harness as the others (libpeers_harness.so).

    peers.py --library build/release/bench/peers/libpeers_harness.so --suite design \\
             --problems P,Q --solvers scipy-slsqp,scipy-de [--runs N] [--evals N] [--seed N]

prints the same CSV rows as the program `peers`. Needs numpy and SciPy.
"""
import argparse
import ctypes
import sys
import warnings

import numpy as np
from scipy.optimize import NonlinearConstraint, differential_evolution, minimize

MARGIN = 4e-9  # of local solvers, see peer_nlopt.c
HEADER = "suite,problem,n,solver,seed,evals_to_success,evals,best_f,violation"


class Over(Exception):
    """The run is over: solved, or out of evaluations."""


def load(path):
    library = ctypes.CDLL(path)
    real = ctypes.POINTER(ctypes.c_double)
    run = ctypes.c_void_p
    for name, result, *kinds in (
            ("open", run, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint64),
            ("free", None, run), ("restart", None, run), ("variables", ctypes.c_size_t, run),
            ("constraints", ctypes.c_size_t, run), ("over", ctypes.c_int, run),
            ("report", None, run, real),
            ("eval", ctypes.c_int, run, real, real, real),
            ("slopes", ctypes.c_int, run, real, real, real)):
        function = getattr(library, "peers_run_" + name)
        function.restype, function.argtypes = result, kinds
    return library


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class Run:
    """One problem; f and c <= 0 in the unit box."""

    def __init__(self, library, suite, problem, evals):
        self.library = library
        self.run = library.peers_run_open(suite.encode(), problem.encode(), evals)
        if not self.run:
            sys.exit(f"peers.py: no problem {suite}:{problem}")
        self.n = library.peers_run_variables(self.run)
        self.nc = library.peers_run_constraints(self.run)
        self.value = np.zeros(1)
        self.c, self.df = np.zeros(self.nc), np.zeros(self.n)
        self.dc = np.zeros((self.nc, self.n))

    def over(self):
        return bool(self.library.peers_run_over(self.run))

    def evaluate(self, u):
        u = np.ascontiguousarray(u, float)
        if self.library.peers_run_eval(self.run, pointer(u), pointer(self.value), pointer(self.c)):
            raise Over

    def f(self, u):
        self.evaluate(u)
        return float(self.value[0])

    def constraints(self, u):
        self.evaluate(u)
        return self.c.copy()

    def slopes(self, u):
        u = np.ascontiguousarray(u, float)
        if self.library.peers_run_slopes(self.run, pointer(u), pointer(self.df), pointer(self.dc)):
            raise Over

    def f_slopes(self, u):
        self.slopes(u)
        return self.df.copy()

    def c_slopes(self, u):
        self.slopes(u)
        return self.dc.copy()

    def report(self):
        out = np.zeros(4)
        self.library.peers_run_report(self.run, pointer(out))
        return out


def slsqp(run, seed):
    """From random starts until the run is over; scaled and limited as in peer_nlopt.c."""
    random = np.random.default_rng(seed)
    while not run.over():
        start = random.random(run.n)
        f_scale = 1 / max(1, abs(run.f_slopes(start)).max())
        rules = []
        if run.nc:
            scale = 1 / np.maximum(1, abs(run.c_slopes(start)).max(axis=1))
            rules = [{"type": "ineq", "fun": lambda u: -scale * (MARGIN + run.constraints(u)),
                      "jac": lambda u: -scale[:, None] * run.c_slopes(u)}]
        minimize(lambda u: f_scale * run.f(u), start, jac=lambda u: f_scale * run.f_slopes(u),
                 method="SLSQP", bounds=[(0, 1)] * run.n, constraints=rules,
                 options={"maxiter": 200, "ftol": 1e-13})


def evolution(run, seed):
    """Its population may collapse: new ones until the run is over."""
    rules = (NonlinearConstraint(run.constraints, -np.inf, 0.0),) if run.nc else ()
    random = np.random.default_rng(seed)
    while not run.over():
        differential_evolution(run.f, [(0, 1)] * run.n, constraints=rules, seed=random,
                               maxiter=10**6, tol=1e-10, polish=False)


SOLVERS = {"scipy-slsqp": slsqp, "scipy-de": evolution}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--library", required=True)
    options.add_argument("--suite", required=True)
    options.add_argument("--solvers", required=True)
    options.add_argument("--problems", required=True)
    options.add_argument("--runs", type=int, default=1)
    options.add_argument("--evals", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--no-header", action="store_true")
    args = options.parse_args()
    warnings.simplefilter("ignore")
    library = load(args.library)
    if not args.no_header:
        print(HEADER)
    for problem in args.problems.split(","):
        run = Run(library, args.suite, problem, args.evals)
        for solver in args.solvers.split(","):
            for seed in range(args.seed, args.seed + args.runs):
                library.peers_run_restart(run.run)
                try:
                    SOLVERS[solver](run, seed)
                except Over:
                    pass
                evals, solved, f, viol = run.report()
                print(f"{args.suite},{problem},{run.n},{solver},{seed},{solved:.0f},{evals:.0f},"
                      f"{f:.10g},{viol:.3g}", flush=True)
        library.peers_run_free(run.run)


if __name__ == "__main__":
    main()
