"""lanes=: points one by one in processes and pools give one answer for a number of lanes; mistakes have messages."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np

import heco

BOX = [(-5.0, 5.0)] * 3
FORK = multiprocessing.get_context("fork")


def fun(x):
    if x[0] > 4.5:
        raise ArithmeticError("too far out")
    time.sleep(1e-4 * (abs(x[1]) % 1.0))  # points finish in another order each time
    return (x[0] - 1.0) ** 2 + (x[1] - x[0] ** 2) ** 2 + abs(x[2]), [1.0 - (x[0] + x[1])], None


def dies_at_once(x):
    os.kill(os.getpid(), signal.SIGKILL)


def dies_after_60_points(x, folder):
    """As fun(), but the process that gets the 60th point ends; that happens once. Each point is written down."""
    with open(os.path.join(folder, "points"), "ab", buffering=0) as log:
        log.write(np.array(x, dtype=float).tobytes())
        if log.tell() == 60 * 24 and not os.path.exists(os.path.join(folder, "died")):
            os.mkdir(os.path.join(folder, "died"))
            dies_at_once(x)
    return fun(x)


def points(folder):
    """Returns the points that dies_after_60_points() wrote down since the last call."""
    path = os.path.join(folder, "points")
    data = pathlib.Path(path).read_bytes()
    os.truncate(path, 0)
    return [data[i:i + 24] for i in range(0, len(data), 24)]


def solve(**how):
    return heco.minimize(fun, BOX, n_ineq=1, **{**dict(budget=1100, seed=5, lanes=3), **how})


class Sized:
    """A pool with submit() that does not tell its size, and whose points may be late."""

    def __init__(self, pool):
        self.submit = pool.submit


class Lanes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.serial = solve()
        assert cls.serial.nfail > 0 and cls.serial.lanes == 3 and cls.serial.ahead == 0

    def same(self, s):
        self.assertEqual((s.fun, s.nfev, s.nfail, s.stop, s.lanes), (self.serial.fun, self.serial.nfev, self.serial.nfail,
                                                                    self.serial.stop, 3))
        np.testing.assert_array_equal(s.x, self.serial.x)
        self.assertIn("too far out", str(s.last_error))
        self.assertEqual(len(s.history), s.nfev + s.ahead)

    def test_one_answer_however_points_are_evaluated(self):
        self.same(solve(workers=2))
        self.same(solve(workers=9))
        self.same(solve(workers=map))
        with concurrent.futures.ThreadPoolExecutor(7) as pool:
            self.same(solve(workers=pool))
            self.same(solve(workers=(Sized(pool), 4)))
            with self.assertRaisesRegex(ValueError, "does not tell how many workers it has: give .pool, number."):
                solve(workers=Sized(pool))
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=FORK) as pool:
            self.same(solve(workers=pool))

    def test_the_default(self):
        """As in the command and in C: several workers, the default algorithm and more than 1000 evaluations."""
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for lanes, how in ((3, dict(workers=8)), (3, dict(workers=pool)), (0, dict()), (0, dict(workers=8, budget=1000)),
                               (0, dict(workers=2, runs=2)), (0, dict(workers=8, algorithm="sqp")), (1, dict(workers=2)),
                               (3, dict(workers=8, algorithm="sqp", lanes="auto")), (0, dict(workers=8, lanes=0))):
                s = solve(**{**dict(lanes=None, time=20), **how})
                self.assertEqual((s.runs[0] if "runs" in s else s).lanes, lanes, how)
        one = solve(lanes=None)
        none = solve(lanes=0, workers=8)
        self.assertEqual((one.fun, one.nfev), (none.fun, none.nfev))
        few = solve(lanes=None, workers=16, budget=100)  # a batch is at most a 25th of the budget
        self.assertEqual((few.options["batch"], few.lanes), ("4", 0))

    def test_mistakes(self):
        for lanes, text in ((-1, "lanes is -1"), (1.5, "lanes is 1.5"), ("all", "lanes is 'all'"), (True, "lanes is True"),
                            (300, "300 lanes: choose 1 to 256")):
            with self.assertRaisesRegex(ValueError, text):
                solve(lanes=lanes, workers=2)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=FORK) as pool:
            with self.assertRaisesRegex(TypeError, "workers: the functions cannot be sent .*top level of a module"):
                heco.minimize(lambda x: x[0] ** 2, BOX, n_ineq=0, budget=1100, workers=pool)

    def test_journal(self):
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "j")
            self.same(solve(workers=5, journal=path))
            s = solve(workers=2, lanes=None, journal=path, resume=True)
            self.assertEqual((s.fun, s.nfev, s.replayed, s.lanes), (self.serial.fun, self.serial.nfev, self.serial.nfev, 3))
            with self.assertRaisesRegex(heco.HecoError, "was made with lanes=3, this search has lanes=4"):
                solve(workers=2, lanes=4, journal=path, resume=True)
            with self.assertRaisesRegex(heco.HecoError, "was made in lanes, this search has none"):
                solve(workers=2, lanes=0, journal=path, resume=True)

    def test_a_pool_whose_workers_die(self):
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=FORK) as pool:
            with self.assertRaisesRegex(heco.HecoError, "the pool has lost its workers"):
                heco.minimize(dies_at_once, BOX, n_ineq=0, budget=2000, workers=pool)
        # the package's own processes are started again; each point fails
        s = heco.minimize(dies_at_once, BOX, n_ineq=0, budget=2000, workers=4, max_failed=20)
        self.assertEqual((s.found, s.stop), ("none", "failed"))

    def test_a_pool_that_is_broken_before(self):
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=FORK) as pool:
            with self.assertRaises(concurrent.futures.BrokenExecutor):
                pool.submit(os._exit, 3).result()
            for lanes in (3, 0):
                with self.assertRaisesRegex(heco.HecoError, "the pool has lost its workers .*with journal= and resume=True"):
                    solve(workers=pool, lanes=lanes)

    def test_the_remedy_of_a_broken_pool(self):
        """A new pool and the journal: no evaluation is lost that had finished."""
        for lanes in (3, 0):
            with tempfile.TemporaryDirectory() as folder:
                def search(**how):
                    with concurrent.futures.ProcessPoolExecutor(2, mp_context=FORK) as pool:
                        return heco.minimize(dies_after_60_points, BOX, args=(folder,), n_ineq=1, budget=1100, seed=5, lanes=lanes,
                                             workers=pool, journal=os.path.join(folder, "journal"), **how)
                with self.assertRaisesRegex(heco.HecoError, "the pool has lost its workers .*with journal= and resume=True"):
                    search()
                first = points(folder)
                s = search(resume=True)
                self.assertGreater(s.replayed, 0)
                # of 60: those under way, and those whose answers the pool lost when it broke, one of each per worker
                self.assertLessEqual(len(set(first) & set(points(folder))), 4)
                one = self.serial if lanes else solve(lanes=0)
                self.assertEqual((s.fun, s.nfev, s.nfail, s.stop), (one.fun, one.nfev, one.nfail, one.stop))

    def test_a_pool_that_waits_for_workers(self):
        class Deserted:
            """A pool as Dask's is while it has no workers."""

            def submit(self, function, *arguments):
                return concurrent.futures.Future()

            def ncores(self):
                return {}

        seconds, heco._pool.SILENT_SECONDS = heco._pool.SILENT_SECONDS, 0.1
        try:
            for lanes in (3, 0):
                with warnings.catch_warnings(record=True) as seen:
                    warnings.simplefilter("always")
                    s = solve(workers=(Deserted(), 4), time=1.0, lanes=lanes)
                self.assertEqual(([str(w.message) for w in seen if "pool" in str(w.message)], s.stop, s.found),
                                 (["heco.minimize: the pool has no workers and the search waits: add workers, or end it with "
                                   "Ctrl-C"], "time", "none"))
        finally:
            heco._pool.SILENT_SECONDS = seconds

    def test_an_elastic_pool(self):
        try:
            import distributed  # noqa: F401
        except ImportError:
            self.skipTest("no Dask (Debian: python3-distributed)")
        script = pathlib.Path(__file__).resolve().parent / "elastic_pool.py"
        done = subprocess.run([sys.executable, str(script), "processes"], capture_output=True, text=True, timeout=300,
                              env=os.environ | {"PYTHONPATH": str(pathlib.Path(heco.__file__).parent.parent)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("pool of 2, 1, 2, 0, 2 workers: the answer of one process", done.stdout)

    def test_a_point_that_never_ends_fails(self):
        def sometimes(x):
            if abs(x[0]) < 0.02:
                time.sleep(1000)
            return fun(x)
        s = heco.minimize(sometimes, BOX, n_ineq=1, budget=1100, seed=5, lanes=3, workers=4, eval_timeout=0.3, target=0.01)
        self.assertTrue(s.success)

    def test_retries(self):
        def flaky(x, seen=set()):
            if tuple(x) not in seen and len(seen) % 3 == 0:
                seen.add(tuple(x))
                raise ArithmeticError("by chance")
            seen.add(tuple(x))
            return fun(x)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            s = heco.minimize(flaky, BOX, n_ineq=1, budget=1100, seed=5, lanes=3, workers=pool, retries=1)
        self.assertEqual((s.fun, s.nfev, s.nfail), (self.serial.fun, self.serial.nfev, self.serial.nfail))

    def test_callback_and_errors(self):
        seen = []
        s = solve(workers=4, callback=lambda search: seen.append(search.nfev) or len(seen) > 2)
        self.assertEqual((s.stop, len(seen)), ("user", 3))
        with self.assertRaisesRegex(ArithmeticError, "too far out"):
            solve(workers=4, on_error="raise")

    def test_interrupt(self):
        """Ctrl-C with many points under way gives the best point so far, at once."""
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            began = time.monotonic()
            s = heco.minimize(lambda x: time.sleep(0.1) or float(x @ x), BOX, n_ineq=0, budget=100000, workers=pool, lanes=16,
                              target=-1.0)
            self.assertLess(time.monotonic() - began, 200.0)
            timer.join()
        self.assertEqual((s.stop, s.found), ("user", "feasible"))

    def test_idle_workers_are_reported(self):
        def slow(x):
            time.sleep(0.02)
            return fun(x)
        for how, text in ((dict(lanes=1, budget=1100), "1 lanes keep at most 4 of 16 workers busy"),
                          (dict(lanes=0, budget=300, algorithm="sqp"), "of 16 workers were busy, .* use lanes='auto'")):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                heco.minimize(slow, BOX, n_ineq=1, workers=16, time=2.5, **how)
            self.assertEqual(len([w for w in seen if __import__("re").search(text, str(w.message))]), 1,
                             [str(w.message) for w in seen])

    def test_dask(self):
        try:
            import distributed
        except ImportError:
            self.skipTest("no Dask (Debian: python3-distributed)")
        import dask
        dask.config.set({"distributed.worker.use-file-locking": False, "distributed.admin.tick.limit": "1h"})
        with tempfile.TemporaryDirectory() as work:
            with distributed.LocalCluster(n_workers=1, threads_per_worker=3, processes=False, dashboard_address=None,
                                          local_directory=work) as cluster:
                with distributed.Client(cluster) as client:
                    s = solve(workers=client, budget=150)
        one = solve(budget=150)
        self.assertEqual((s.fun, s.nfev, s.lanes), (one.fun, one.nfev, 3))

    def test_mpi4py(self):
        launcher = shutil.which("mpirun") or shutil.which("mpiexec")
        try:
            import mpi4py  # noqa: F401
        except ImportError:
            self.skipTest("no mpi4py (Debian: python3-mpi4py)")
        if not launcher:
            self.skipTest("no mpirun")
        settings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "0"}
        here = pathlib.Path(__file__).resolve().parent
        done = subprocess.run(
            [launcher, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(here / "mpi4py_solve.py"), "lanes"],
            env=os.environ | settings, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("%r %d %d 3" % (self.serial.fun, self.serial.nfev, self.serial.nfail), done.stdout)


if __name__ == "__main__":
    unittest.main()
