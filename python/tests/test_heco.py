"""Tests of the package; run by ctest with Debian's python3-numpy and python3-scipy."""

import copy
import gc
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import warnings

import numpy as np

import heco
from heco import _lib

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
            ways.append(dict(fun=sphere, constraints=[so.LinearConstraint([[1, 1]], 1.0, np.inf)],
                             presolve=False))
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
        self.assertGreater(s.last_x[0], 2.0)
        with self.assertRaisesRegex(RuntimeError, "outside the model"):
            heco.minimize(breaks, BOX, budget=2000, on_error="raise")

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

    def test_refusals_have_a_message(self):
        for words, call in [
            ("did you mean", lambda: heco.minimize(sphere, BOX, algorithm="heco-dee")),
            ("variable 2 has no finite bounds", lambda: heco.minimize(sphere, [(0, 1), (0, np.inf)])),
            ("lower bound", lambda: heco.minimize(sphere, [(1, 0), (0, 1)])),
            ("not an option of", lambda: heco.minimize(sphere, BOX, options={"lamda": 3})),
            ("x0 has 3", lambda: heco.minimize(sphere, BOX, x0=[1, 2, 3])),
            ("on_error", lambda: heco.minimize(sphere, BOX, on_error="ignore")),
            ("pairs", lambda: heco.minimize(sphere, [1, 2, 3])),
            ("pairs", lambda: heco.minimize(sphere, None)),
            ("bounds is empty", lambda: heco.minimize(sphere, [])),
            ("no finite bounds", lambda: heco.minimize(sphere, [(None, 1), (0, 1)])),
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
        s = heco.minimize(breaks, BOX, budget=1000, vectorized=True,
                          callback=lambda opt: points.append((opt.nfev, opt.nfail)) and None)
        alone = heco.minimize(lambda x: breaks(x[:, None])[0], BOX, budget=1000)
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

    def test_without_a_budget_it_stops_when_it_has_converged(self):
        s = heco.minimize(sphere, BOX)
        self.assertEqual((s.stop, s.found), ("algorithm", "feasible"))
        self.assertLess(s.nfev, 2000)
        self.assertLess(s.fun, 1e-8)
        self.assertEqual(heco.minimize(sphere, BOX, budget=3000).nfev, 3000)
        self.assertEqual(heco.minimize(sphere, BOX, options={"stop": "budget"}, algorithm="auto", budget=3000).nfev, 3000)

    def test_the_answer_as_an_object(self):
        s = heco.minimize(everything, BOX, budget=500)
        for other in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
            self.assertEqual((type(other), other.fun, other["fun"]), (heco.Solution, s.fun, s.fun))
        with self.assertRaisesRegex(AttributeError, "sucess"):
            s.sucess
        self.assertRegex(repr(s), r"(?m)^ *g1: .* \(met\)$")
        self.assertIn("nfev", dir(s))

    def run_program(self, program):
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60,
                             env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
        self.assertEqual(out.stderr, "")
        return out.stdout.strip()

    def test_interrupt_returns_the_best_so_far(self):
        """Also in the middle of the first batch, whose points count as far as they were evaluated."""
        for at, how in [(700, ""), (20, ", algorithm='heco-de', options={'N0': 400}"), (3, ", vectorized=True")]:
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


def dies_above(x):
    if x[0] > 4.0:
        os._exit(3)
    return everything(x)


class Workers(unittest.TestCase):
    def test_a_crash_is_a_failed_point(self):
        def raises_above(x):
            if x[0] > 4.0:
                raise RuntimeError
            return everything(x)
        plain = heco.minimize(raises_above, BOX, n_ineq=1, budget=300)
        self.assertGreater(plain.nfail, 0)
        s = heco.minimize(dies_above, BOX, n_ineq=1, budget=300, workers=2)
        self.assertEqual((s.fun, s.nfail), (plain.fun, plain.nfail))
        self.assertIn("exit code 3", str(s.last_error))
        self.assertGreater(s.last_x[0], 4.0)

        def dies_in_a_block(x):
            if (x[0] > 4.0).any():
                os._exit(3)
            return x[0] ** 2 + x[1] ** 2, 1.0 - (x[0] + x[1])
        s = heco.minimize(dies_in_a_block, BOX, n_ineq=1, budget=300, workers=2, vectorized=True)
        self.assertEqual((s.fun, s.nfail), (plain.fun, plain.nfail))
        with self.assertRaisesRegex(RuntimeError, "exit code 3"):
            heco.minimize(dies_above, BOX, n_ineq=1, budget=300, workers=2, on_error="raise")
        self.assertEqual(multiprocessing.active_children(), [])

    def test_a_point_that_takes_too_long(self):
        def hangs(x):
            if x[0] > 4.0:
                time.sleep(60)
            return sphere(x)
        began = time.monotonic()
        s = heco.minimize(hangs, BOX, n_ineq=0, budget=60, eval_timeout=0.2)
        self.assertLess(time.monotonic() - began, 30)
        self.assertGreater(s.nfail, 0)
        self.assertIn("no value within 0.2 s", str(s.last_error))

    def test_exceptions_come_home(self):
        class Local(Exception):
            pass

        def breaks(x):
            if x[0] > 2.0:
                raise Local("outside") if x[1] > 0 else KeyError("inside")
            return sphere(x)
        s = heco.minimize(breaks, BOX, n_ineq=0, budget=300, workers=2)
        self.assertGreater(s.nfail, 0)
        with self.assertRaises((KeyError, RuntimeError)):
            heco.minimize(breaks, BOX, n_ineq=0, budget=300, workers=2, on_error="raise")

    def test_the_map_of_a_pool(self):
        one = heco.minimize(everything, BOX, n_ineq=1, budget=300)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            two = heco.minimize(everything, BOX, n_ineq=1, budget=300, workers=pool.map)
            lazy = heco.minimize(everything, BOX, n_ineq=1, budget=300, workers=pool.imap)
        self.assertEqual((one.fun, one.fun), (two.fun, lazy.fun))
        with self.assertRaisesRegex(ValueError, "0 of"):
            heco.minimize(everything, BOX, n_ineq=1, budget=300, workers=lambda f, points: [])

    def test_vectorised_blocks(self):
        shapes = []

        def fun(x):
            return x[0] ** 2 + x[1] ** 2, (1.0 - (x[0] + x[1]))[None, :]
        one = heco.minimize(lambda x: shapes.append(x.shape) or fun(x), BOX, n_ineq=1, budget=300, vectorized=True)
        two = heco.minimize(fun, BOX, n_ineq=1, budget=300, vectorized=True, workers=2)
        np.testing.assert_array_equal(one.x, two.x)
        self.assertTrue(all(len(shape) == 2 for shape in shapes))


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
        opt.stop()
        self.assertIsNone(opt.ask())

    def test_shapes_of_values(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100, algorithm="heco-de")
        x = opt.ask()
        for f, g in [(0.0, x[:, :1]), (x, x[:, :1]), (x[:, 0], x), (x[:3, 0], x[:, :1]), (x[:, 0], 0.0)]:
            with self.assertRaisesRegex(heco.HecoError, "shape"):
                opt.tell(f, g=g)
        self.assertIn("nothing has been evaluated", opt.result().message)
        opt.tell(list(x[:, 0]), g=x[:, 0])
        self.assertEqual((opt.nfev, opt.nit), (len(x), 1))
        self.assertIn("1 inequalities", repr(opt))
        with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
            copy.copy(opt)

    def test_imaginary_parts_are_not_dropped(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100)
        x = opt.ask()
        for f, g in [(x[:, 0] + 1j, x[:, :1]), (x[:, 0], x[:, :1] + 0j)]:
            with self.assertRaisesRegex(ValueError, "is complex"):
                opt.tell(f, g=g)
        opt.tell(x[:, 0], g=x[:, :1])

    def test_memory_goes_with_the_object_and_not_before(self):
        freed, free = [], heco._lib.run_free
        with unittest.mock.patch.object(heco._lib, "run_free", lambda run: (freed.append(run), free(run))):
            opt = heco.Optimizer(BOX, budget=100)
            self.assertFalse(hasattr(opt, "__del__"))
            self.assertEqual(freed, [])
            del opt
            gc.collect()
            self.assertEqual(len(freed), 1)

    def test_the_violation_of_values(self):
        opt = heco.Optimizer(BOX, n_ineq=2, n_eq=1, eq_tol=0.0, budget=100)
        self.assertEqual(opt.violation([3.0, -1.0], [-6.0]), 3.0)
        for g, h in [([1.0], [0.0]), ([1.0, 2.0], []), (1.0, [0.0]), ([1.0, 2.0, 3.0], [0.0]), ([[1.0, 2.0]], [0.0])]:
            with self.assertRaisesRegex(heco.HecoError, "shapes"):
                opt.violation(g, h)


class Rank(unittest.TestCase):
    """Against what the command prints; the libraries lie beside it in a build folder."""
    @classmethod
    def setUpClass(cls):
        cls.command = pathlib.Path(os.environ.get("HECO_LIBRARY", "")).with_name("heco")
        if not os.access(cls.command, os.X_OK):
            raise unittest.SkipTest("no command beside the library")
        if "sqlite" not in subprocess.run([cls.command, "version"], capture_output=True, text=True).stdout:
            raise unittest.SkipTest("built without SQLite")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.db = pathlib.Path(cls.folder.name) / "runs.db"
        subprocess.run([cls.command, "bench", "--suite", "cec2006", "--problems", "g06,g11,g05", "--runs", "3", "--evals",
                        "600", "--algorithms", "heco-de,lshade44,frofi", "--db", cls.db, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)

    def printed(self, *options):
        return subprocess.run([self.command, "rank", "--db", self.db, *options], check=True, capture_output=True,
                              text=True).stdout

    def test_a_database_is_ranked_as_the_command_does(self):
        for rule in ("cec2017", "cec2006", "u-score", "u-score-2024", "friedman"):
            for view, option in (("totals", []), ("problems", ["--per-problem"]), ("values", ["--values"])):
                with self.subTest(rule=rule, view=view):
                    got = heco.rank(self.db, rule=rule, view=view)
                    self.assertEqual(got.write("csv"), self.printed("--rule", rule, "--format", "csv", *option))
        self.assertEqual(str(heco.rank(str(self.db), wide=True)), self.printed())

    def test_rows_are_dictionaries(self):
        got = heco.rank(self.db, algorithms=["lshade44", "heco-de"])
        self.assertEqual(got.columns, ["dim", "algorithm", "by_mean", "by_median", "total"])
        self.assertEqual([row["algorithm"] for row in got], ["lshade44", "heco-de"] * 2)
        self.assertEqual([row["dim"] for row in got], [None, None, "all", "all"])   # one table: cec2006
        for row in got:
            self.assertEqual(row["by_mean"] + row["by_median"], row["total"])
        values = heco.rank([self.db], view="values", algorithms="frofi")
        self.assertEqual([row["problem"] for row in values], ["g05", "g06", "g11"])
        self.assertIsInstance(values[0]["best"], float)

    def test_csv_and_database_together(self):
        path = pathlib.Path(self.folder.name) / "more.csv"
        path.write_text("algorithm,function,run,obj,vio\nmine,g06,1,-6961.9,0\nmine,g06,2,0,9\n")
        got = heco.rank(self.db, csv=path)
        self.assertIn("mine", [row["algorithm"] for row in got])
        self.assertTrue(any("mine has nothing on" in note for note in got.notes), got.notes)

    def test_refusals_with_the_librarys_message(self):
        for arguments, words in ((dict(), "no results to rank"), (dict(db="/nowhere.db"), "/nowhere.db"),
                                 (dict(db=self.db, rule="cec2016"), "did you mean cec2017"),
                                 (dict(db=self.db, algorithms="hecode"), "did you mean heco-de"),
                                 (dict(db=self.db, suite="cec2017"), "suite 'cec2017'")):
            with self.assertRaisesRegex(heco.HecoError, words):
                heco.rank(**arguments)
        with self.assertRaisesRegex(ValueError, "totals"):
            heco.rank(self.db, view="all")
        with self.assertRaisesRegex(heco.HecoError, "xls"):
            heco.rank(self.db).write("xls")
        with self.assertRaisesRegex(TypeError, "list"):
            pickle.dumps(heco.rank(self.db))

    def test_searching_needs_no_tools(self):
        code = "import heco; heco.minimize(lambda x: x[0] ** 2, [(-1, 1)], budget=50)\ntry: heco.rank()\n" \
               "except ImportError as e: print(e)"
        env = dict(os.environ, HECO_TOOLS_LIBRARY="/nowhere/libheco_tools.so")
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        self.assertIn("HECO_TOOLS_LIBRARY", done.stdout, done.stderr)


class Library:
    """Looks like a loaded library of that version with structures of those sizes."""
    def __init__(self, number, **sizes):
        self.heco_version_number = lambda: number
        self.heco_layout_size = lambda name: sizes.get(name.decode(), _lib.lib.heco_layout_size(name))


class Agreement(unittest.TestCase):
    def test_the_library_in_use_is_the_one_described(self):
        number = _lib.lib.heco_version_number()
        self.assertEqual("%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100), heco.__version__)
        self.assertEqual((number // 10000, number // 100 % 100), _lib.VERSION)
        self.assertEqual(_lib.lib.heco_layout_size(b"heco_nothing"), 0)

    def test_another_interface_is_refused_in_one_line(self):
        _lib.check_version(Library(107), "libheco.so")   # 0.1.7
        for library, words in ((Library(200), "libheco.so is heco 0.2.0, this package is for heco 0.1"),
                               (Library(10000), "is heco 1.0.0"), (object(), "is older than this package")):
            with self.assertRaisesRegex(ImportError, words) as caught:
                _lib.check_version(library, "libheco.so")
            self.assertEqual(str(caught.exception).count("\n"), 0)

    def test_structures_of_another_size_are_refused(self):
        size = _lib.lib.heco_layout_size
        _lib.check_layout(Library(100, heco_result=size(b"heco_result") + 16), "libheco.so")   # grown at its end
        for name, by in (("heco_batch", 8), ("heco_batch", -8), ("heco_result", -8)):
            with self.assertRaisesRegex(ImportError, "libheco.so has a %s of" % name):
                _lib.check_layout(Library(100, **{name: size(name.encode()) + by}), "libheco.so")

    def test_a_search_by_the_package_stops_at_its_target(self):
        s = heco.minimize(sphere, BOX, budget=4000, target=1e-3)
        self.assertEqual(s.stop, "target")
        self.assertLess(s.nfev, 4000)



class Derivatives(unittest.TestCase):
    """Exact derivatives: fewer evaluations for the same answer, whoever gives them in whatever form."""

    @staticmethod
    def valley(x):
        return 100.0 * (x[1] - x[0] ** 2) ** 2 + (1.0 - x[0]) ** 2

    @staticmethod
    def slope(x):
        up = x[1] - x[0] ** 2
        return np.array([-400.0 * x[0] * up - 2.0 * (1.0 - x[0]), 200.0 * up])

    def solve(self, jac, fun=None, **more):
        more.setdefault("n_ineq", 1 if fun is None else None)
        more = {k: v for k, v in more.items() if v is not None}
        fun = fun or (lambda x: (self.valley(x), [x[0] + x[1] - 1.5]))
        return heco.minimize(fun, BOX, algorithm="sqp", budget=300, jac=jac, **more)

    def test_they_are_used_and_counted(self):
        plain = self.solve(None)
        exact = self.solve(lambda x: (self.slope(x), [[1.0, 1.0]]))
        self.assertEqual(plain.njev, 0)
        self.assertGreater(exact.njev, 10)
        self.assertAlmostEqual(exact.fun, plain.fun, 6)
        again = self.solve(lambda x: {"f": self.slope(x), "g": [1.0, 1.0]}, workers=2)
        self.assertEqual((again.fun, again.njev, list(again.x)), (exact.fun, exact.njev, list(exact.x)))

    def test_constraints_bring_their_own(self):
        apart = [{"type": "ineq", "fun": lambda x: 1.5 - x[0] - x[1], "jac": lambda x: [-1.0, -1.0]},
                 {"type": "eq", "fun": lambda x: x[0] * x[1] - 0.5, "jac": lambda x: np.array([[x[1], x[0]]])}]
        exact = self.solve(self.slope, self.valley, constraints=apart)
        self.assertGreater(exact.njev, 5)
        self.assertTrue(exact.success)
        self.assertAlmostEqual(exact.fun, self.solve(None, self.valley, constraints=apart).fun, 5)
        del apart[1]["jac"]
        with self.assertWarnsRegex(RuntimeWarning, "constraint 2 has no jac"):
            self.assertEqual(self.solve(self.slope, self.valley, constraints=apart).njev, 0)

    @unittest.skipIf(so is None, "no SciPy")
    def test_scipy_constraints(self):
        limits = [so.LinearConstraint([[1, 1], [1, -1]], [-np.inf, -2], [1.5, 2]),
                  so.NonlinearConstraint(lambda x: [x[0] * x[1]], 0.4, 0.6, jac=lambda x: [[x[1], x[0]]])]
        exact = self.solve(self.slope, self.valley, constraints=limits)
        self.assertGreater(exact.njev, 5)
        self.assertAlmostEqual(exact.fun, self.solve(None, self.valley, constraints=limits).fun, 5)
        limits[1] = so.NonlinearConstraint(lambda x: [x[0] * x[1]], 0.4, 0.6)  # its jac is '2-point'
        with self.assertWarns(RuntimeWarning):
            self.assertEqual(self.solve(self.slope, self.valley, constraints=limits).njev, 0)

    def test_what_is_wrong_or_missing_does_no_harm(self):
        best = self.solve(None, self.valley).fun
        for jac in (lambda x: -self.slope(x), lambda x: self.slope(x) * np.nan, lambda x: 1 / 0):
            s = self.solve(jac, self.valley)
            self.assertEqual(s.njev < 4, True)
            self.assertAlmostEqual(s.fun, best, 6)
        with self.assertRaisesRegex(ValueError, "shape"):
            self.solve(lambda x: [1.0, 2.0, 3.0], self.valley)
        with self.assertRaises(ZeroDivisionError):
            self.solve(lambda x: 1 / 0, self.valley, on_error="raise")
        for jac in (True, 3.0):
            with self.assertRaises(TypeError):
                self.solve(jac, self.valley)

    def test_ask_and_tell(self):
        used = 0
        opt = heco.Optimizer(BOX, algorithm="sqp", budget=200, derivatives=True)
        while (x := opt.ask()) is not None:
            f = [self.valley(row) for row in x]
            if opt.wants_derivatives:
                used += 1
                opt.tell(f, df=self.slope(x[0]) if used != 3 else None)
            else:
                opt.tell(f)
        self.assertGreater(used, 10)
        self.assertEqual(opt.result().njev, used - 1)
        self.assertLess(opt.result().fun, 1e-8)


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
