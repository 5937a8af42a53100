"""Tests of the package; run by ctest with Debian's python3-numpy and python3-scipy."""

import os
import signal
import subprocess
import sys
import unittest

import numpy as np

import heco

try:
    import scipy.optimize as so
except ImportError:
    so = None

BOX = [(-5.0, 5.0)] * 2


def sphere(x):
    return float(x[0] ** 2 + x[1] ** 2)


def everything(x):
    return x[0] ** 2 + x[1] ** 2, [1.0 - (x[0] + x[1])], None


class Minimize(unittest.TestCase):
    def near_half(self, s):
        self.assertTrue(s.success, s.message)
        np.testing.assert_allclose(s.x, [0.5, 0.5], atol=1e-3)
        self.assertLessEqual(s.maxcv, 0.0)

    def test_unconstrained(self):
        s = heco.minimize(sphere, BOX, budget=4000)
        self.assertLess(s.fun, 1e-8)
        self.assertEqual((s.nfev, s.stop, s.found, s.reproduced), (4000, "budget", "feasible", True))

    def test_all_ways_give_the_same_bits(self):
        """One problem, f and g by one call, by a dictionary, by SciPy's objects and vectorised."""
        ways = [
            dict(fun=everything, n_ineq=1, n_eq=0),
            dict(fun=everything),
            dict(fun=lambda x: {"f": everything(x)[0], "g": everything(x)[1]}),
            dict(fun=sphere, constraints={"type": "ineq", "fun": lambda x: x[0] + x[1] - 1.0}),
            dict(fun=lambda x: (x[0] ** 2 + x[1] ** 2, [1.0 - (x[0] + x[1])]), vectorized=True),
        ]
        if so:
            ways.append(dict(fun=sphere, constraints=so.NonlinearConstraint(lambda x: x[0] + x[1], 1.0, np.inf)))
            ways.append(dict(fun=sphere, constraints=[so.LinearConstraint([[1, 1]], 1.0, np.inf)]))
        answers = [heco.minimize(way.pop("fun"), BOX, budget=5000, seed=3, **way) for way in ways]
        for s in answers:
            self.near_half(s)
            np.testing.assert_array_equal(s.x, answers[0].x)
            self.assertEqual(s.fun, answers[0].fun)

    def test_equalities_and_ranges(self):
        if not so:
            self.skipTest("no SciPy")
        con = so.NonlinearConstraint(lambda x: [x[0] + x[1], x[0] - x[1], x[0]], [1, -0.5, -np.inf], [1, 0.5, 0.4])
        s = heco.minimize(sphere, so.Bounds([-5, -5], [5, 5]), constraints=con, budget=20000)
        self.assertEqual((len(s.g), len(s.h)), (3, 1))
        self.assertTrue(s.success)
        np.testing.assert_allclose(s.x, [0.4, 0.6], atol=2e-3)
        self.assertEqual([c["equality"] for c in s.constraints], [False] * 3 + [True])

    def test_integers(self):
        s = heco.minimize(lambda x: (x[0] - 1.4) ** 2 + (x[1] - 0.3) ** 2, BOX, integrality=[1, 0], budget=3000)
        self.assertEqual(s.x[0], 1.0)
        self.assertAlmostEqual(s.x[1], 0.3, places=4)

    def test_workers_do_not_change_the_answer(self):
        one = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5)
        two = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, workers=2)
        mapped = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, workers=map)
        np.testing.assert_array_equal(one.x, two.x)
        np.testing.assert_array_equal(one.x, mapped.x)

    def test_exceptions_are_failed_points_or_raised(self):
        def breaks(x):
            if x[0] > 2.0:
                raise RuntimeError("outside the model")
            return sphere(x) if x[0] > -4 else float("nan")
        s = heco.minimize(breaks, BOX, budget=2000)
        self.assertLess(s.fun, 1e-4)
        self.assertGreater(s.nfail, 0)
        self.assertIn("outside the model", str(s.last_error))
        with self.assertRaisesRegex(RuntimeError, "outside the model"):
            heco.minimize(breaks, BOX, budget=2000, on_error="raise")

    def test_nothing_feasible_still_gives_a_point(self):
        s = heco.minimize(lambda x: (sphere(x), [1.0 + x[0] ** 2]), BOX, budget=2000)
        self.assertFalse(s.success)
        self.assertEqual(s.found, "infeasible")
        self.assertAlmostEqual(s.maxcv, 1.0, places=3)
        self.assertIn("g1", s.message)

    def test_every_point_fails(self):
        s = heco.minimize(lambda x: float("nan"), BOX, budget=500)
        self.assertEqual((s.found, s.nfail, s.success), ("none", 500, False))
        self.assertEqual(len(s.x), 2)

    def test_a_function_that_is_not_deterministic(self):
        noise = iter(np.random.default_rng(1).normal(size=10000))
        s = heco.minimize(lambda x: sphere(x) + next(noise), BOX, budget=500)
        self.assertIs(s.reproduced, False)
        self.assertIn("not deterministic", s.message)

    def test_callback_target_start_and_options(self):
        calls = []
        s = heco.minimize(sphere, BOX, budget=9000, callback=lambda opt: calls.append(opt.best()[1]) or len(calls) == 5)
        self.assertEqual((s.stop, len(calls)), ("user", 5))
        self.assertEqual(sorted(calls, reverse=True), calls)
        s = heco.minimize(sphere, BOX, budget=9000, target=1e-3)
        self.assertEqual(s.stop, "target")
        s = heco.minimize(sphere, BOX, budget=9000, x0=[0.0, 0.0], target=0.0)
        self.assertEqual(s.fun, 0.0)
        self.assertEqual(s.evals_at_best, 1)
        s = heco.minimize(sphere, BOX, budget=2000, algorithm="lshade44", options={"N0": 30, "p": 0.2})
        self.assertEqual((s.options["N0"], s.options["p"]), ("30", "0.2"))

    def test_refusals_are_in_words(self):
        for words, call in [
            ("did you mean", lambda: heco.minimize(sphere, BOX, algorithm="heco-dee")),
            ("variable 2 has no finite bounds", lambda: heco.minimize(sphere, [(0, 1), (0, np.inf)])),
            ("lower bound", lambda: heco.minimize(sphere, [(1, 0), (0, 1)])),
            ("has no option", lambda: heco.minimize(sphere, BOX, options={"lamda": 3})),
            ("x0 has 3", lambda: heco.minimize(sphere, BOX, x0=[1, 2, 3])),
            ("on_error", lambda: heco.minimize(sphere, BOX, on_error="ignore")),
            ("pairs", lambda: heco.minimize(sphere, [1, 2, 3])),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                call()

    def test_a_wrong_number_of_values(self):
        s = heco.minimize(lambda x: (sphere(x), [0.0, 0.0]), BOX, n_ineq=1, budget=300)
        self.assertEqual(s.found, "none")
        self.assertIn("1 values were expected", str(s.last_error))

    def test_interrupt_returns_the_best_so_far(self):
        program = ("import heco, os, signal\n"
                   "n = [0]\n"
                   "def f(x):\n"
                   "    n[0] += 1\n"
                   "    if n[0] == 700: os.kill(os.getpid(), signal.SIGINT)\n"
                   "    return float(x[0] ** 2)\n"
                   "s = heco.minimize(f, [(-1, 1)], budget=100000, on_error='fail')\n"
                   "print(s.stop, s.nfev < 1000, s.fun < 1e-3)\n")
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60,
                             env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
        self.assertEqual(out.stdout.strip(), "user True True", out.stderr)


class AskTell(unittest.TestCase):
    def run_by_hand(self, **how):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=3000, seed=7, **how)
        while (x := opt.ask()) is not None:
            opt.tell((x[:, 0] ** 2 + x[:, 1] ** 2), g=(1.0 - (x[:, 0] + x[:, 1]))[:, None])
        return opt.result()

    def test_equals_minimize(self):
        s = heco.minimize(everything, BOX, n_ineq=1, budget=3000, seed=7)
        np.testing.assert_array_equal(self.run_by_hand().x, s.x)

    def test_every_algorithm_runs(self):
        for name in heco.algorithms():
            with self.subTest(algorithm=name):
                s = self.run_by_hand(algorithm=name)
                self.assertEqual(s.nfev, 3000)
                self.assertTrue(np.all(np.abs(s.x) <= 5))

    def test_out_of_turn(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100)
        with self.assertRaisesRegex(heco.HecoError, "no batch"):
            opt.tell([0.0])
        opt.ask()
        with self.assertRaisesRegex(heco.HecoError, "not been told"):
            opt.ask()
        with self.assertRaisesRegex(heco.HecoError, "1 inequalities"):
            opt.tell(0.0)


if __name__ == "__main__":
    unittest.main(verbosity=1)
