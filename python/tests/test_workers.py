"""workers= with the map of other pools gives the bits of one process, and a clear message for functions that cannot be pickled."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import heco

BOX = [(-5.0, 5.0)] * 3


def fun(x):
    if x[0] > 4.5:
        raise ArithmeticError("too far out")
    return (x[0] - 1.0) ** 2 + x[1] ** 2 + abs(x[2]), [1.0 - (x[0] + x[1])], None


def solve(workers):
    return heco.minimize(fun, BOX, n_ineq=1, integrality=[0, 0, 1], budget=300, seed=5, workers=workers)


class Counted:
    """A map that notes how many points it gets at a time."""

    def __init__(self):
        self.sizes = []

    def __call__(self, function, rows):
        rows = list(rows)
        self.sizes.append(len(rows))
        return map(function, rows)


class Workers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.serial = solve(1)
        assert cls.serial.nfail > 0

    def same(self, s):
        self.assertEqual((s.fun, s.nfev, s.nfail, s.stop), (self.serial.fun, self.serial.nfev, self.serial.nfail,
                                                            self.serial.stop))
        np.testing.assert_array_equal(s.x, self.serial.x)
        self.assertIn("too far out", str(s.last_error))

    def test_whole_batches(self):
        mapped = Counted()
        self.same(solve(mapped))
        self.assertGreater(max(mapped.sizes), 1)

    def test_threads(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.same(solve(pool.map))

    def test_processes(self):
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            self.same(solve(pool.map))

    def test_what_cannot_be_pickled(self):
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            with self.assertRaisesRegex(TypeError, "workers: the functions cannot be sent .*top level of a module"):
                heco.minimize(lambda x: x[0] ** 2, BOX, n_ineq=0, budget=100, workers=pool.map)
        with self.assertRaisesRegex(TypeError, "unrelated"):
            heco.minimize(fun, BOX, n_ineq=1, budget=100, workers=broken)

    def test_dask(self):
        try:
            import distributed
        except ImportError:
            self.skipTest("no Dask (Debian: python3-distributed)")
        import dask
        dask.config.set({"distributed.worker.use-file-locking": False, "distributed.admin.tick.limit": "1h"})
        with tempfile.TemporaryDirectory() as work:
            with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None,
                                          local_directory=work) as cluster:
                with distributed.Client(cluster) as client:
                    self.same(solve(client.map))
                    self.same(solve(lambda f, rows: client.gather(client.map(f, rows))))

    def test_mpi4py(self):
        launcher = shutil.which("mpirun") or shutil.which("mpiexec")
        try:
            import mpi4py
        except ImportError:
            self.skipTest("no mpi4py (Debian: python3-mpi4py)")
        if not launcher:
            self.skipTest("no mpirun")
        settings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "0"}
        here = pathlib.Path(__file__).resolve().parent
        for ranks in (2, 3):
            done = subprocess.run(
                [launcher, "-n", str(ranks), sys.executable, "-m", "mpi4py.futures", str(here / "mpi4py_solve.py")],
                env=os.environ | settings, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{self.serial.fun!r} {self.serial.nfev} {self.serial.nfail}", done.stdout)


def broken(function, rows):
    raise TypeError("unrelated")


if __name__ == "__main__":
    unittest.main()
