"""heco.minimize, heco solve and the C function heco_minimize() without options: the same evaluations, the same bits."""

import ctypes
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import heco
from heco import _lib, _setup

MODELS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "models"


class Model:
    """A model in Lua and in Python. `lua` is the body of evaluate(); both compute in the same order."""

    def __init__(self, variables, constraints, lua, fun, ng=0, nh=0):
        self.variables, self.constraints, self.lua, self.fun, self.ng, self.nh = variables, constraints, lua, fun, ng, nh
        self.bounds = [(low, high) for _, low, high, *_ in variables]
        self.integrality = [int(len(v) > 3) for v in variables]

    def write(self, path):
        variables = ", ".join("{ '%s', %r, %r%s }" % (*v[:3], ", 'integer'" if len(v) > 3 else "") for v in self.variables)
        constraints = ", ".join("{ '%s', '%s', %r }" % c for c in self.constraints)
        path.write_text("return { variables = { %s }, constraints = { %s },\nevaluate = function(%s) %s end }\n" % (
            variables, constraints, ", ".join(v[0] for v in self.variables), self.lua))


PLANE = [("a", -5.0, 5.0), ("b", -5.0, 5.0)]


def rosenbrock(x):
    a, b = map(float, x)
    return 100 * ((b - a * a) * (b - a * a)) + (1 - a) * (1 - a)


def rastrigin(x):
    a, b = map(float, x)
    return 20 + a * a + b * b - 10 * math.cos(2 * math.pi * a) - 10 * math.cos(2 * math.pi * b)


def half(x):
    a, b = map(float, x)
    return a * a + b * b, [1 - (a + b)]


def column(x):
    b, h = map(float, x)
    return 2 * b * h, [6 / (b * h * h) - 1, h - 8 * b]


def circle(x):
    a, b = map(float, x)
    return a + 2 * b, None, [a * a + b * b - 4]


def sines(x):
    a, b = map(float, x)
    return math.sin(a) * math.cos(b) + 0.1 * (a * a + b * b), [math.exp(0.5 * a) - 2]


def steps(x):
    a, n = map(float, x)
    return (a - 0.3) * (a - 0.3) + (n - 1.4) * (n - 1.4), [a + n - 2]


def fails(x):
    a, b = map(float, x)
    return math.sqrt(a) + b * b if a >= 0 else math.nan


TEN = {
    "rosenbrock": Model(PLANE, [], "return 100 * ((b - a * a) * (b - a * a)) + (1 - a) * (1 - a)", rosenbrock),
    "rastrigin": Model(PLANE, [], "return 20 + a * a + b * b - 10 * math.cos(2 * math.pi * a) - 10 * math.cos(2 * math.pi * b)",
                       rastrigin),
    "half": Model(PLANE, [("sum", ">=", 1)], "return a * a + b * b, a + b", half, 1),
    "column": Model([("b", 0.1, 5.0), ("h", 0.1, 10.0)], [("stress", "<=", 1), ("slender", "<=", 0)],
                    "return 2 * b * h, 6 / (b * h * h), h - 8 * b", column, 2),
    "circle": Model(PLANE, [("radius", "=", 4)], "return a + 2 * b, a * a + b * b", circle, 0, 1),
    "sines": Model(PLANE, [("limit", "<=", 2)], "return math.sin(a) * math.cos(b) + 0.1 * (a * a + b * b), math.exp(0.5 * a)",
                   sines, 1),
    "steps": Model([("a", -5.0, 5.0), ("n", -5.0, 5.0, True)], [("sum", "<=", 2)],
                   "return (a - 0.3) * (a - 0.3) + (n - 1.4) * (n - 1.4), a + n", steps, 1),
    "fails": Model(PLANE, [], "if a < 0 then return 0 / 0 end return math.sqrt(a) + b * b", fails),
}


class SameSearch(unittest.TestCase):
    def setUp(self):
        try:
            built = subprocess.run([heco._command.command(), "version"], capture_output=True, text=True).stdout
        except FileNotFoundError as why:
            self.skipTest(str(why))
        if "lua" not in built:
            self.skipTest("built without Lua")

    def by_the_command(self, path):
        out = subprocess.run([heco._command.command(), "solve", str(path), "--json", "--quiet", "--ineq-tol", "1e-8"], capture_output=True, text=True)
        answer = json.loads(out.stdout)
        return answer["evaluations"], answer["failed"], answer["stop"], answer["f"], answer["x"]

    def by_python(self, fun, bounds, **more):
        s = heco.minimize(fun, bounds, **more)
        return s.nfev, s.nfail, s.stop, s.fun, list(s.x)

    def by_c(self, fun, bounds, ng, nh, integrality=None):
        """heco_minimize() with its own loop over points, and options as heco_minimize_options_init() leaves them."""
        @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *[_lib.c_double_p] * 4)
        def evaluate(user, x, f, g, h):
            value = fun(x[:len(bounds)])
            value, *rest = value if isinstance(value, tuple) else (value,)
            f[0] = value
            for to, values in zip((g, h), rest):
                for k, one in enumerate([] if values is None else values):
                    to[k] = one
            return 0
        keep = []
        problem = _setup.problem(bounds, ng, nh, integrality, 1e-4, None, None, keep)
        problem.eval = ctypes.cast(evaluate, ctypes.c_void_p)
        how, solution, error = _lib.default(_lib.MinimizeOptions, _lib.minimize_options_init), ctypes.c_void_p(), _lib.Error()
        self.assertEqual(_lib.minimize(solution, problem, how, error), 0, error.text)
        r = _lib.solution_result(solution).contents
        found = (r.outcome.evals, r.outcome.failed, _lib.stop_text(r.outcome.stop).decode(), r.outcome.f, r.x[:len(bounds)])
        _lib.solution_free(solution)
        return found

    def compare(self, name, path, fun, bounds, ng, nh, integrality=None, python=None):
        with self.subTest(model=name):
            there = self.by_the_command(path)
            self.assertGreater(there[0], 10)
            self.assertEqual(self.by_python(*(python or (fun, bounds)), integrality=integrality, vectorized=python is not None,
                                            n_ineq=ng, n_eq=nh), there)
            self.assertEqual(self.by_c(fun, bounds, ng, nh, integrality), there)

    def test_models_in_lua_and_python(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, model in TEN.items():
                path = pathlib.Path(folder) / (name + ".lua")
                model.write(path)
                self.compare(name, path, model.fun, model.bounds, model.ng, model.nh,
                             model.integrality if any(model.integrality) else None)

    def test_the_beam_and_the_cooler(self):
        sys.path.insert(0, str(MODELS))
        self.addCleanup(sys.path.remove, str(MODELS))
        import beam_minimize
        import cooler_minimize
        import numpy as np

        def one(x):
            f, g = beam_minimize.beam(np.array(x, float)[:, None])
            return f[0], g[:, 0]
        self.compare("beam", MODELS / "beam.lua", one, beam_minimize.BOUNDS, 11, 0,
                     python=(beam_minimize.beam, beam_minimize.BOUNDS))
        self.compare("cooler", MODELS / "cooler.lua", cooler_minimize.cooler, cooler_minimize.BOUNDS, 5, 1, cooler_minimize.WHOLE)


if __name__ == "__main__":
    unittest.main(verbosity=1)
