"""heco.minimize: ways to give a problem, refusals, answers, interrupts."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import time
import unittest
import unittest.mock
import warnings

import numpy as np

import heco
from problems import BOX, everything, sphere

try:
    import scipy.optimize as so
except ImportError:
    so = None


class Minimize(unittest.TestCase):
    def near_half(self, s):
        self.assertTrue(s.success, s.message)
        np.testing.assert_allclose(s.x, [0.5, 0.5], atol=1e-3)
        self.assertLessEqual(s.maxcv, 0.0)

    def test_unconstrained(self):
        s = heco.minimize(sphere, BOX, budget=4000, options={"stop": "budget"})
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
            ways.append(dict(fun=sphere, constraints=[so.LinearConstraint([[1, 1]], 1.0, np.inf)],
                             presolve=False))
        answers = [heco.minimize(way.pop("fun"), BOX, budget=5000, seed=3, **way) for way in ways]
        for s in answers:
            self.near_half(s)
            np.testing.assert_array_equal(s.x, answers[0].x)
            self.assertEqual(s.fun, answers[0].fun)

    @unittest.skipIf(so is None, "SciPy is missing")
    def test_the_unit_of_a_stated_limit_does_not_matter(self):
        def solve(unit):
            limit = so.NonlinearConstraint(lambda x: [unit * 1e8 / (x[0] * x[1]), x[0] * x[1] ** 3], -np.inf, [unit * 2e9, 0.002])
            s = heco.minimize(sphere, [(0.01, 1.0)] * 2, constraints=limit, budget=400, algorithm="lshade44")
            return s.x.tolist(), s.fun, s.nfev
        self.assertEqual(solve(1.0), solve(2.0 ** -20))

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
        two = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, workers=2, options={"batch": 1})
        mapped = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, workers=map)
        np.testing.assert_array_equal(one.x, two.x)
        np.testing.assert_array_equal(one.x, mapped.x)

    def test_a_small_budget_gives_each_worker_a_point(self):
        """The rule of the library, as for the command: the batch of few evaluations is as large as the number of workers."""
        two = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, workers=2)
        batch = heco.minimize(everything, BOX, n_ineq=1, budget=600, seed=5, options={"batch": 2})
        self.assertEqual(two.options["batch"], "2")
        np.testing.assert_array_equal(two.x, batch.x)

    def test_exceptions_are_failed_points_or_raised(self):
        def breaks(x):
            if x[0] > 2.0:
                raise RuntimeError("outside the model")
            return sphere(x) if x[0] > -4 else float("nan")
        s = heco.minimize(breaks, BOX, budget=2000)
        self.assertLess(s.fun, 1e-4)
        self.assertGreater(s.nfail, 0)
        self.assertIn("outside the model", str(s.last_error))
        self.assertGreater(s.last_x[0], 2.0)
        with self.assertRaisesRegex(RuntimeError, "outside the model"):
            heco.minimize(breaks, BOX, budget=2000, on_error="raise")

    def test_exceptions_pass_the_library(self):
        """An exception of fun or of the callback leaves minimize(), and a search within a search works."""
        for error in (SystemExit, GeneratorExit, ZeroDivisionError):
            def raises(*_):
                raise error
            with self.assertRaises(error):
                heco.minimize(raises, BOX, n_ineq=0, budget=50, on_error="raise")
            with self.assertRaises(error):
                heco.minimize(sphere, BOX, n_ineq=0, budget=50, callback=lambda search: raises())

        def inner(x):
            return heco.minimize(lambda y: (y[0] - x[0]) ** 2, [(-3, 3)], n_ineq=0, budget=30, algorithm="sqp").fun + x[0] ** 2
        self.assertEqual(heco.minimize(inner, BOX[:1], n_ineq=0, budget=20, algorithm="sqp").nfev, 20)

    def test_nothing_feasible_still_gives_a_point(self):
        s = heco.minimize(lambda x: (sphere(x), [1.0 + x[0] ** 2]), BOX, budget=2000)
        self.assertFalse(s.success)
        self.assertEqual(s.found, "infeasible")
        self.assertAlmostEqual(s.maxcv, 1.0, places=3)
        self.assertIn("g1", s.message)

    def test_every_point_fails(self):
        with self.assertWarnsRegex(RuntimeWarning, "every evaluation failed"):
            s = heco.minimize(lambda x: float("nan"), BOX, budget=500)
        self.assertEqual((s.found, s.nfail, s.success, s.stop), ("none", s.nfev, False, "failed"))
        self.assertEqual(len(s.x), 2)

    def test_prices(self):
        # doors and windows (Hillier and Lieberman, section 3.1): the prices are 0, 1.5 and 1
        s = heco.minimize(lambda x: (3 * x[0] + 5 * x[1], [x[0] - 4, 2 * x[1] - 12, 3 * x[0] + 2 * x[1] - 18]),
                          [(0, 10)] * 2, maximise=True)
        np.testing.assert_allclose([c["price"] for c in s.constraints], [0, 1.5, 1], atol=1e-4)
        self.assertEqual([p["name"] for p in s.prices], ["g2", "g3"])
        np.testing.assert_allclose(s.prices[0]["valid"], [-6, 6], atol=1e-2)
        self.assertEqual((s.price_nfev, s.price_note), (2, ""))
        self.assertRegex(s.message, "^feasible and converged: ")
        s = heco.minimize(lambda x: (x[0] ** 2, [1 - x[0]]), [(-5, 5)], prices=False)
        self.assertEqual((s.prices, s.constraints[0]["price"]), ([], None))

    def test_conflict(self):
        s = heco.minimize(lambda x: (x[0], [3 - x[0], x[0] - 1, x[1] - 2]), [(-5, 5)] * 2, budget=800)
        self.assertEqual((s.conflict["proved"], [c["name"] for c in s.conflict["constraints"]]), (False, ["g1", "g2"]))
        self.assertAlmostEqual(s.conflict["constraints"][0]["relaxation"], 2, 3)
        self.assertIn("g1 and g2 are not met together", s.message)
        self.assertIsNone(heco.minimize(lambda x: x[0], [(0, 1)], budget=50).conflict)

    def test_sweep(self):
        # doors and windows: the optimum is 18 + b for b up to 24
        answers = heco.sweep(lambda x: (3 * x[0] + 5 * x[1], [x[0] - 4, 2 * x[1] - 12, 3 * x[0] + 2 * x[1]]), [(0, 10)] * 2, 2,
                             [16, 20, 28], maximise=True)
        np.testing.assert_allclose([s.fun for s in answers], [34, 38, 42], atol=1e-4)
        np.testing.assert_allclose([s.constraints[2]["price"] for s in answers], [1, 1, 0], atol=1e-4)
        self.assertEqual([s.limit for s in answers], [16, 20, 28])

    def test_a_function_that_is_not_deterministic(self):
        noise = iter(np.random.default_rng(1).normal(size=10000))
        s = heco.minimize(lambda x: sphere(x) + next(noise), BOX, budget=500)
        self.assertIs(s.reproduced, False)
        self.assertIn("the function is noisy", s.message)

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

    def test_known_designs_are_not_evaluated_again(self):
        def bowl(x):
            calls.append(tuple(x))
            return float(np.sum((x - 0.3) ** 2)), [0.2 - x[0]]

        calls = []
        X = np.random.default_rng(1).uniform(0, 1, (20, 2))
        F, G = np.sum((X - 0.3) ** 2, axis=1), 0.2 - X[:, :1]
        s = heco.minimize(bowl, [(0, 1), (0, 1)], budget=60, known=(X, F, G), n_ineq=1, n_eq=0)
        self.assertFalse(set(calls) & set(map(tuple, X)) - {tuple(s.x)})
        self.assertLessEqual(len(calls), 60 - 6 + 10)  # 2 (n + 1) designs; the answer and its prices are evaluated at the end
        self.assertLess(s.fun, 1e-8)
        for words, known in [("X has 3 columns", (np.ones((4, 3)), F)), ("G has 0 values", (X, F)), ("arrays", 3),
                             ("outside its bounds", (X + 1.0, F, G)), ("not finite", (X, F * np.nan, G))]:
            with self.assertRaisesRegex((ValueError, heco.HecoError), words):
                heco.minimize(bowl, [(0, 1), (0, 1)], budget=60, known=known, n_ineq=1, n_eq=0)

    def test_one_point_needs_one_evaluation(self):
        for bounds in ([(1, 1), (2, 2)], [heco.Values([1]), (2, 2)]):
            for workers in (1, 2):
                s = heco.minimize(sphere, bounds, workers=workers)
                self.assertEqual((s.nfev, s.fun, s.stop), (1, 5.0, "converged"))
                self.assertIn("leave one point", s.message)

    def test_a_feasible_point_is_enough_if_f_is_constant(self):
        def rows(x):
            return 0.0, [np.sum((x - 0.3) ** 2) - 0.05], [x[1] + x[2] * x[3] - 0.5]

        for fun, n in ((lambda x: 7.0, 3), (rows, 6)):
            s = heco.minimize(fun, [(-2, 2)] * n)
            self.assertEqual((s.success, s.stop), (True, "converged"))
            self.assertLess(s.nfev, 200)
            self.assertIn("f had one value at", s.message)
            self.assertLess(np.max(np.abs(s.h), initial=0.0), 1e-8)  # the tolerance is not used up

    def test_refusals_have_a_message(self):
        for words, call in [
            ("did you mean", lambda: heco.minimize(sphere, BOX, algorithm="heco-dee")),
            ("variable 2 has the bounds", lambda: heco.minimize(sphere, [(0, 1), (0, np.nan)])),
            ("Log.0, 1.: the bounds must be above 0", lambda: heco.minimize(sphere, [(0, 1), heco.Log(0, 1)])),
            ("lower bound", lambda: heco.minimize(sphere, [(1, 0), (0, 1)])),
            ("not an option of", lambda: heco.minimize(sphere, BOX, options={"lamda": 3})),
            ("x0 has 3 values per point, bounds has 2: give", lambda: heco.minimize(sphere, BOX, x0=[1, 2, 3])),
            ("on_error", lambda: heco.minimize(sphere, BOX, on_error="ignore")),
            ("pairs", lambda: heco.minimize(sphere, [1, 2, "x"])),
            ("pairs", lambda: heco.minimize(sphere, None)),
            ("bounds is empty", lambda: heco.minimize(sphere, [])),
            ("has the bounds", lambda: heco.minimize(sphere, [(None, -np.inf), (0, 1)])),
            ("budget is -1", lambda: heco.minimize(sphere, BOX, budget=-1)),
            ("budget is 0", lambda: heco.minimize(sphere, BOX, budget=0)),
            ("budget is 10.5", lambda: heco.minimize(sphere, BOX, budget=10.5)),
            ("budget and maxfev", lambda: heco.minimize(sphere, BOX, budget=100, maxfev=50)),
            ("seed is 1.5", lambda: heco.minimize(sphere, BOX, seed=1.5)),
            ("seed is -1", lambda: heco.minimize(sphere, BOX, seed=-1)),
            ("stall is -1", lambda: heco.minimize(sphere, BOX, stall=-1)),
            ("workers is 0", lambda: heco.minimize(sphere, BOX, workers=0)),
            ("eval_timeout", lambda: heco.minimize(sphere, BOX, eval_timeout=0)),
            ("integrality must be", lambda: heco.minimize(sphere, BOX, integrality=[1, 0, 1])),
            ("tolerances must be", lambda: heco.minimize(everything, BOX, tolerances=[1, 2, 3])),
            ("x0 must be numbers", lambda: heco.minimize(sphere, BOX, x0="ab")),
            ("needs 'type' and 'fun'", lambda: heco.minimize(sphere, BOX, constraints={"type": "ineq"})),
            ("is a return missing", lambda: heco.minimize(lambda x: None, BOX)),
            ("fun returned 4 things", lambda: heco.minimize(lambda x: (1, 2, 3, 4), BOX)),
            ("without 'f'", lambda: heco.minimize(lambda x: {"g": [1.0]}, BOX)),
            ("x0 has no rows", lambda: heco.minimize(sphere, BOX, x0=np.zeros((0, 2)))),
            ("x0 must be numbers", lambda: heco.minimize(sphere, BOX, x0=[1.0, 2.0 + 1j])),
            ("integrality must be numbers", lambda: heco.minimize(sphere, BOX, integrality="x")),
            ("integrality must be numbers", lambda: heco.minimize(sphere, BOX, integrality=[1, np.nan])),
            ("NUL", lambda: heco.minimize(sphere, BOX, algorithm="heco-de\0x")),
            ("NUL", lambda: heco.minimize(sphere, BOX, options={"N0": "30\0x"})),
            ("below 2 [*][*] 64", lambda: heco.minimize(sphere, BOX, budget=2 ** 64)),
            ("constraint is complex", lambda: heco.minimize(
                sphere, BOX, on_error="raise", constraints={"type": "ineq", "fun": lambda x: x[0] + 1j})),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                call()
        for words, call in [
            ("fun is 3", lambda: heco.minimize(3, BOX)),
            ("callback is 3", lambda: heco.minimize(sphere, BOX, callback=3)),
            ("options is", lambda: heco.minimize(sphere, BOX, options=["N0"])),
            ("not a constraint", lambda: heco.minimize(sphere, BOX, constraints="x")),
        ]:
            with self.assertRaisesRegex(TypeError, words):
                call()

    def test_a_wrong_number_of_values(self):
        with self.assertWarnsRegex(RuntimeWarning, "1 values were expected"):
            s = heco.minimize(lambda x: (sphere(x), [0.0, 0.0]), BOX, n_ineq=1, budget=300)
        self.assertEqual(s.found, "none")
        self.assertIn("1 values were expected", str(s.last_error))

    def test_sizes_are_learned_elsewhere_when_the_first_point_fails(self):
        def centre_fails(x):
            if abs(x[0]) < 1e-9:
                raise ValueError("at the centre")
            return everything(x)
        self.near_half(heco.minimize(centre_fails, BOX, budget=5000))
        with self.assertRaisesRegex(ValueError, "at the centre"):
            heco.minimize(centre_fails, BOX, on_error="raise")
        with self.assertRaisesRegex(NameError, "undefined"):
            heco.minimize(lambda x: undefined(x), BOX)  # noqa: F821

    def test_nan_alone_does_not_say_that_there_are_no_constraints(self):
        def centre_is_nan(x):
            return np.nan if abs(x[0]) < 1e-9 else everything(x)
        for options in ({}, {"eval_timeout": 60}, {"on_error": "raise"}):
            s = heco.minimize(centre_is_nan, BOX, budget=200, **options)
            self.assertEqual((len(s.constraints), s.success), (1, True))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(heco.minimize(lambda x: np.nan, BOX, budget=30).nfail, 30)

        calls = []

        def second_call_raises(x):
            calls.append(x)
            if len(calls) == 2:
                raise ValueError("the second call")
            return np.nan if len(calls) == 1 else everything(x)
        with self.assertRaisesRegex(ValueError, "the second call"):
            heco.minimize(second_call_raises, BOX, budget=30, on_error="raise")

    def test_constraints_from_fun_and_apart(self):
        con = {"type": "ineq", "fun": lambda x: 0.6 - x[1]}
        s = heco.minimize(everything, BOX, n_ineq=1, constraints=con, budget=5000)
        self.assertEqual([c["name"] for c in s.constraints], ["g1", "c1[0] >="])
        self.near_half(s)
        with self.assertWarnsRegex(RuntimeWarning, "n_ineq and n_eq"):
            heco.minimize(everything, BOX, constraints=con, budget=100)

    def test_functions_may_change_what_they_get(self):
        def moves(x):
            x -= 1.0
            return (x ** 2).sum(axis=0)
        for how in (dict(), dict(vectorized=True)):
            s = heco.minimize(moves, BOX, budget=4000, **how)
            self.assertTrue(s.reproduced)
            np.testing.assert_allclose(s.x, [1.0, 1.0], atol=1e-3)

    def test_vectorised_values_are_not_broadcast(self):
        for fun, sizes in [(lambda x: 1.0, {}), (lambda x: (x[0], x[1]), dict(n_ineq=2)),
                           (lambda x: (x[0], x.T), dict(n_ineq=2)), (lambda x: x[0] + 0j, {})]:
            with self.assertWarnsRegex(RuntimeWarning, "is it vectorised"):
                s = heco.minimize(fun, BOX, budget=100, vectorized=True, **dict(dict(n_ineq=0), **sizes))
            self.assertEqual(s.nfail, 100)

    def test_vectorised_exceptions_cost_the_points_that_raise(self):
        def breaks(x):
            if (x[0] > 2.0).any():
                raise RuntimeError("outside the model")
            return x[0] ** 2 + x[1] ** 2
        points = []
        whole = {"stop": "budget"}
        s = heco.minimize(breaks, BOX, budget=1000, vectorized=True, options=whole,
                          callback=lambda opt: points.append((opt.nfev, opt.nfail)) and None)
        alone = heco.minimize(lambda x: breaks(x[:, None])[0], BOX, budget=1000, options=whole)
        self.assertGreater(s.nfail, 0)
        self.assertLess(s.nfail, 500)
        self.assertEqual((s.fun, s.nfail), (alone.fun, alone.nfail))
        self.assertEqual(points[-1], (1000, s.nfail))

    def test_seeds(self):
        first = heco.minimize(sphere, BOX, budget=200, seed=None)
        again = heco.minimize(sphere, BOX, budget=200, seed=first.seed)
        np.testing.assert_array_equal(first.x, again.x)
        a, b = (heco.minimize(sphere, BOX, budget=200, seed=np.random.default_rng(5)) for _ in range(2))
        self.assertEqual((a.seed, a.fun), (b.seed, b.fun))

    def test_time_ends_in_the_middle_of_a_batch(self):
        def slow(x):
            time.sleep(0.02)
            return sphere(x)
        for how in (dict(), dict(workers=2), dict(workers=map)):
            s = heco.minimize(slow, BOX, budget=10000, n_ineq=0, time=0.6,
                              algorithm="heco-de", options={"N0": 400}, **how)
            self.assertEqual((s.stop, s.found), ("time", "feasible"))
            self.assertLess(s.nfev, 400)
            self.assertGreater(s.nfev, 0)

    def test_a_budget_is_a_ceiling(self):
        s = heco.minimize(sphere, BOX)
        self.assertEqual((s.stop, s.found), ("converged", "feasible"))
        self.assertLess(s.nfev, 2000)
        self.assertLess(s.fun, 1e-8)
        ceiling = heco.minimize(sphere, BOX, budget=3000)
        self.assertEqual(ceiling.stop, "converged")
        self.assertLess(ceiling.nfev, 2000)
        self.assertEqual(heco.minimize(sphere, BOX, options={"stop": "budget"}, algorithm="auto", budget=3000).nfev, 3000)

    def test_a_maximum(self):
        """The search is that of -f; answer, target and runs have the sign of f."""
        def down(x):
            return x[0] + 2 * x[1], [x[0] ** 2 + x[1] ** 2 - 1]

        def up(x):
            return -x[0] - 2 * x[1], [x[0] ** 2 + x[1] ** 2 - 1]
        low = heco.minimize(up, [(-4, 4)] * 2, budget=400)
        high = heco.minimize(down, [(-4, 4)] * 2, budget=400, maximise=True)
        self.assertEqual((high.fun, high.nfev, list(high.x)), (-low.fun, low.nfev, list(low.x)))
        self.assertGreater(high.fun, 2.2)
        s = heco.minimize(down, [(-4, 4)] * 2, budget=20000, algorithm="heco-de", maximise=True, target=2.2)
        self.assertEqual(s.stop, "target")
        s = heco.minimize(down, [(-4, 4)] * 2, budget=400, algorithm="heco-de", maximise=True, runs=3)
        self.assertEqual(s.fun, max(run.fun for run in s.runs))

    def test_the_answer_as_an_object(self):
        s = heco.minimize(everything, BOX, budget=500)
        for other in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
            self.assertEqual((type(other), other.fun, other["fun"]), (heco.Solution, s.fun, s.fun))
        with self.assertRaisesRegex(AttributeError, "sucess"):
            s.sucess
        self.assertRegex(repr(s), r"(?m)^ *g1 .* met, active$")
        self.assertIn("nfev", dir(s))

    def run_program(self, program):
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300,
                             env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
        self.assertEqual(out.stderr, "")
        return out.stdout.strip()

    def test_interrupt_returns_the_best_so_far(self):
        """Also in the middle of the first batch, whose points count as far as they were evaluated."""
        for at, how in [(700, ", options={'stop': 'budget'}"), (20, ", algorithm='heco-de', options={'N0': 400}"), (3, ", vectorized=True")]:
            out = self.run_program(
                "import heco, os, signal\n"
                "n = [0]\n"
                "def f(x):\n"
                "    n[0] += 1\n"
                "    if n[0] == %d: os.kill(os.getpid(), signal.SIGINT)\n"
                "    return x[0] ** 2\n"
                "s = heco.minimize(f, [(-1, 1)], budget=100000, n_ineq=0%s)\n"
                "print(s.stop, s.found, 0 < s.nfev < 1000, s.fun < 1)" % (at, how))
            self.assertEqual(out, "user feasible True True")

    def test_interrupt_ends_the_workers(self):
        out = self.run_program(
            "import heco, multiprocessing, os, signal, threading, time\n"
            "def f(x):\n"
            "    time.sleep(0.01)\n"
            "    return x[0] ** 2\n"
            "threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "s = heco.minimize(f, [(-1, 1)], budget=100000, n_ineq=0, workers=2)\n"
            "print(s.stop, s.found, s.nfev > 0, multiprocessing.active_children())")
        self.assertEqual(out, "user feasible True []")

    def test_interrupt_leaves_no_worker_that_is_neither_idle_nor_busy(self):
        from heco import _pool
        send = _pool._Worker.send

        def interrupted(worker, *arguments):
            send(worker, *arguments)
            raise KeyboardInterrupt
        with unittest.mock.patch.object(_pool._Worker, "send", interrupted):
            s = heco.minimize(lambda x: x[0] ** 2, [(-1, 1)], budget=100, n_ineq=0, workers=2)
        self.assertEqual((s.stop, multiprocessing.active_children()), ("user", []))


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
