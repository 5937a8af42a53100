"""workers=N: the package's own processes, which may crash, hang or raise."""

import multiprocessing
import os
import time
import unittest
import warnings

import numpy as np

import heco
from problems import BOX, everything, sphere


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


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
