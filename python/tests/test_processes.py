"""workers=N: the package's own processes, which may crash, hang or raise."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import numpy as np

import heco
from heco import _pool
from problems import BOX, everything, sphere

ONE = {"batch": 1}  # the library asks for a point per worker if the budget is small


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
        s = heco.minimize(dies_above, BOX, n_ineq=1, budget=300, workers=2, options=ONE)
        self.assertEqual((s.fun, s.nfail), (plain.fun, plain.nfail))
        self.assertIn("exit code 3", str(s.last_error))
        self.assertGreater(s.last_x[0], 4.0)

        def dies_in_a_block(x):
            if (x[0] > 4.0).any():
                os._exit(3)
            return x[0] ** 2 + x[1] ** 2, 1.0 - (x[0] + x[1])
        s = heco.minimize(dies_in_a_block, BOX, n_ineq=1, budget=300, workers=2, vectorized=True, options=ONE)
        self.assertEqual((s.fun, s.nfail), (plain.fun, plain.nfail))
        with self.assertRaisesRegex(RuntimeError, "exit code 3"):
            heco.minimize(dies_above, BOX, n_ineq=1, budget=300, workers=2, on_error="raise")
        self.assertEqual(multiprocessing.active_children(), [])

    def test_junk_in_the_pipe_is_a_failed_point(self):
        def writes(x):
            if x[0] > 4.0:
                for fd in range(3, 30):
                    with contextlib.suppress(OSError):
                        os.write(fd, junk)
            return sphere(x)
        patience, _pool.READ_SECONDS = _pool.READ_SECONDS, 1
        self.addCleanup(setattr, _pool, "READ_SECONDS", patience)
        for junk in (b"\x00\x00\x00\x04junk", b"\x40\x00\x00\x00junk", b"\xff\xff\xff\xff\x7f" + b"\xff" * 7 + b"junk"):
            s = heco.minimize(writes, BOX, n_ineq=0, budget=40, workers=2, algorithm="heco-de")
            self.assertGreater(s.nfail, 0)
            self.assertIn("no answer that can be read", str(s.last_error))
            self.assertEqual(s.fun, sphere(s.x))

    def test_a_child_that_outlives_its_worker(self):
        with tempfile.TemporaryDirectory() as folder:
            def forks(x):
                child = os.fork()
                if child == 0:  # it keeps the worker's end of the pipe open
                    time.sleep(600)
                    os._exit(0)
                open(os.path.join(folder, str(child)), "w").close()
                os._exit(5)
            s = heco.minimize(forks, BOX, n_ineq=0, budget=2, workers=2)
            children = [int(name) for name in os.listdir(folder)]
            self.assertEqual(s.nfail, 2)
            self.assertIn("exit code 5", str(s.last_error))
            self.assertGreaterEqual(len(children), 2)
            for child in children:
                os.kill(child, signal.SIGKILL)

    def test_a_point_that_takes_too_long(self):
        def hangs(x):
            if x[0] > 4.0:
                time.sleep(600)
            return sphere(x)
        began = time.monotonic()
        s = heco.minimize(hangs, BOX, n_ineq=0, budget=60, eval_timeout=0.2)
        self.assertLess(time.monotonic() - began, 300)
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
        two = heco.minimize(fun, BOX, n_ineq=1, budget=300, vectorized=True, workers=2, options=ONE)
        np.testing.assert_array_equal(one.x, two.x)
        self.assertTrue(all(len(shape) == 2 for shape in shapes))


class FirstEvaluation(unittest.TestCase):
    """Sizes that are not given are learned where the points are evaluated."""

    def test_a_hang_ends_with_the_time_limit(self):
        def hangs_at_the_centre(x):
            if abs(x[0]) < 1e-9:
                time.sleep(600)
            return everything(x)
        began = time.monotonic()
        s = heco.minimize(hangs_at_the_centre, BOX, budget=60, eval_timeout=0.3)
        self.assertLess(time.monotonic() - began, 300)
        self.assertEqual(len(s.g), 1)

    def test_a_crash_costs_a_point(self):
        def dies_at_the_centre(x):
            if abs(x[0]) < 1e-9:
                os.kill(os.getpid(), signal.SIGSEGV)
            return everything(x)
        s = heco.minimize(dies_at_the_centre, BOX, budget=60, workers=2)
        self.assertEqual((len(s.g), s.nfev), (1, 60))
        with self.assertRaisesRegex(RuntimeError, "signal 11"):
            heco.minimize(dies_at_the_centre, BOX, budget=60, workers=2, on_error="raise")
        self.assertEqual(multiprocessing.active_children(), [])

    def test_sizes_of_constraints_come_home(self):
        con = {"type": "ineq", "fun": lambda x: [x[0] + x[1] - 1.0, 4.0 - x[0]]}
        one, two = (heco.minimize(sphere, BOX, constraints=con, budget=300, workers=k, options=ONE) for k in (1, 2))
        self.assertEqual((len(two.g), one.fun), (2, two.fun))
        with self.assertRaisesRegex(NameError, "undefined"):
            heco.minimize(lambda x: undefined(x), BOX, workers=2)  # noqa: F821


class SeveralAtOnce(unittest.TestCase):
    def test_the_searches_are_those_in_turn(self):
        pids = set()

        def fun(x):
            pids.add(os.getpid())
            return everything(x)
        kwargs = dict(n_ineq=1, budget=300, runs=3, seed=5, algorithm="heco-de")
        turn, once = heco.minimize(fun, BOX, **kwargs), heco.minimize(fun, BOX, workers=2, **kwargs)
        self.assertEqual(pids, {os.getpid()})
        self.assertEqual([list(s.x) for s in turn.runs], [list(s.x) for s in once.runs])
        self.assertEqual([s.same_point for s in turn.runs], [s.same_point for s in once.runs])
        for name, value in turn.summary.items():
            if name != "seconds":
                self.assertEqual(once.summary[name], value, name)
        self.assertEqual(multiprocessing.active_children(), [])

    def test_they_overlap(self):
        """The first point of each search waits until another search has begun."""
        with tempfile.TemporaryDirectory() as folder:
            def meets(x):
                open(os.path.join(folder, str(os.getpid())), "a").close()
                limit = time.monotonic() + 300
                while len(os.listdir(folder)) < 2 and time.monotonic() < limit:
                    time.sleep(0.01)
                return sphere(x)
            began = time.monotonic()
            once = heco.minimize(meets, BOX, n_ineq=0, budget=20, runs=2, workers=2, algorithm="sqp")
        self.assertLess(time.monotonic() - began, 300)
        self.assertEqual([s.nfev for s in once.runs], [20, 20])

    def test_crashes_and_exceptions(self):
        s = heco.minimize(dies_above, BOX, n_ineq=1, budget=200, runs=2, workers=2, algorithm="heco-de")
        self.assertGreater(min(one.nfail for one in s.runs), 0)
        self.assertIn("exit code 3", str(s.last_error))

        def raises(x):
            raise KeyError("here")
        with self.assertRaisesRegex(KeyError, "here"):
            heco.minimize(raises, BOX, n_ineq=0, budget=200, runs=2, workers=2, on_error="raise")
        with self.assertRaisesRegex(heco.HecoError, "not an option of"):
            heco.minimize(sphere, BOX, n_ineq=0, runs=2, workers=2, options={"lamda": 3})
        self.assertEqual(multiprocessing.active_children(), [])

    def test_interrupt_returns_the_best_of_each(self):
        program = ("import heco, multiprocessing, os, signal, threading, time\n"
                   "def f(x):\n"
                   "    time.sleep(0.005)\n"
                   "    return x[0] ** 2\n"
                   "threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                   "s = heco.minimize(f, [(-1, 1)], budget=100000, n_ineq=0, workers=2, runs=3, algorithm='heco-de')\n"
                   "print(s.stop, s.found, len(s.runs), min(r.nfev for r in s.runs) > 0, multiprocessing.active_children())")
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300,
                             env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
        self.assertEqual((out.stdout.strip(), out.stderr), ("user feasible 2 True []", ""))


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
