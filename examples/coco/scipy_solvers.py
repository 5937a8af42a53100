#!/usr/bin/env python3
"""SLSQP or COBYLA of SciPy on bbob-constrained, for comparison with heco on COCO.

    cc -O2 -DNDEBUG -fPIC -shared -o libcoco.so COCO_FOLDER/coco.c -lm
    examples/coco/scipy_solvers.py ./libcoco.so 5 slsqp 5000      # variables, solver, evaluations

COCO's observer writes exdata/slsqp, which targets.py reads. A run begins at COCO's initial point
and, when the solver ends, again at uniform points until the evaluations are used. An evaluation is
one point: f and all constraints.
"""
import ctypes
import sys

import numpy as np
from scipy.optimize import minimize

INSTANCES = "instances: 1-3"
OPTIONS = {"slsqp": {"ftol": 1e-14, "maxiter": 200}, "cobyla": {"rhobeg": 1, "maxiter": 2500}}


class Spent(Exception):
    """The evaluations are used up."""


def load(path):
    """Returns COCO's library with the types of the functions that are called."""
    coco, pointer, text = ctypes.CDLL(path), ctypes.c_void_p, ctypes.c_char_p
    types = {"coco_suite": (pointer, [text] * 3), "coco_observer": (pointer, [text] * 2),
             "coco_suite_get_next_problem": (pointer, [pointer] * 2),
             "coco_problem_get_dimension": (ctypes.c_size_t, [pointer]),
             "coco_problem_get_number_of_constraints": (ctypes.c_size_t, [pointer]),
             "coco_problem_get_initial_solution": (None, [pointer] * 2),
             "coco_evaluate_function": (None, [pointer] * 3),
             "coco_evaluate_constraint": (None, [pointer] * 3)}
    for name, (result, arguments) in types.items():
        getattr(coco, name).restype, getattr(coco, name).argtypes = result, arguments
    return coco


class Run:
    """A problem whose evaluations are counted; the values at the last point are kept."""

    def __init__(self, coco, problem, budget):
        self.coco, self.problem, self.left, self.key = coco, problem, budget, None
        self.n = coco.coco_problem_get_dimension(problem)
        self.f, self.g = np.zeros(1), np.zeros(coco.coco_problem_get_number_of_constraints(problem))

    def values(self, x):
        x = np.ascontiguousarray(x, dtype=float)
        if x.tobytes() != self.key:
            if self.left == 0:
                raise Spent
            self.left -= 1
            self.coco.coco_evaluate_function(self.problem, x.ctypes.data, self.f.ctypes.data)
            self.coco.coco_evaluate_constraint(self.problem, x.ctypes.data, self.g.ctypes.data)
            self.key = x.tobytes()
        return self.f[0], self.g.copy()

    def solve(self, solver, start):
        met = [{"type": "ineq", "fun": lambda x: -self.values(x)[1]}]
        box = [(-5, 5)] * self.n if solver == "slsqp" else None
        if solver == "cobyla":
            met.append({"type": "ineq", "fun": lambda x: 5 - np.abs(x)})
        minimize(lambda x: self.values(x)[0], start, method=solver.upper(), bounds=box,
                 constraints=met, tol=1e-10 if solver == "cobyla" else None, options=OPTIONS[solver])


def main():
    if len(sys.argv) != 5 or sys.argv[3] not in OPTIONS:
        sys.exit("usage: scipy_solvers.py LIBRARY DIM slsqp|cobyla EVALUATIONS")
    coco, dim, solver, budget = load(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    suite = coco.coco_suite(b"bbob-constrained", INSTANCES.encode(), b"dimensions: " + dim.encode())
    name = ("result_folder: %s algorithm_name: %s" % (solver, solver)).encode()
    observer = coco.coco_observer(b"bbob", name)
    while problem := coco.coco_suite_get_next_problem(suite, observer):
        run, random = Run(coco, problem, budget), np.random.default_rng(1)
        start = np.zeros(run.n)
        coco.coco_problem_get_initial_solution(problem, start.ctypes.data)
        while run.left > 0:
            try:
                run.solve(solver, start)
            except Spent:
                pass
            start = random.uniform(-5, 5, run.n)


if __name__ == "__main__":
    main()
