"""Cheap constraints, and functions that stop early."""

import math
import os
import tempfile
import unittest

import numpy as np

import heco

BOUNDS = [(-3, 3), (-3, 3)]
SOLUTION = math.sqrt(1 + math.sqrt(0.75))


def disc(x):
    return [x[0] ** 2 + x[1] ** 2 - 2, x[1] - x[0] - 0.5]


def simulation(x):
    """Raises outside of the disc, where f has no meaning."""
    if max(disc(x)) > 1e-8:
        raise AssertionError("called at %s" % x)
    return (x[0] - 2) ** 2 + (x[1] - 1) ** 2, [x[0] * x[1] - 0.5]


def stopping(x):
    first = disc(x)
    if first[0] > 0:
        return None, [first[0], None, None]
    g = [*first, x[0] * x[1] - 0.5]
    return (None if max(g) > 0 else (x[0] - 2) ** 2 + (x[1] - 1) ** 2), g


class Cheap(unittest.TestCase):
    def test_the_function_is_never_called_outside(self):
        for workers in (1, 2):
            with self.subTest(workers=workers):
                s = heco.minimize(simulation, BOUNDS, cheap=disc, budget=300, on_error="raise", workers=workers, lanes=0)
                self.assertAlmostEqual(s.x[0], SOLUTION, places=5)
                self.assertEqual((s.nfail, s.npartial), (0, 0))
                self.assertEqual([c["name"] for c in s.constraints], ["cheap1[0] <=", "cheap1[1] <=", "g1"])
                self.assertEqual(len(s.history), s.nfev - s.nrejected)

    def test_the_same_in_lanes_and_in_a_batch(self):
        def many(x):
            assert max(np.max(part) for part in disc(x)) <= 1e-8
            return (x[0] - 2) ** 2 + (x[1] - 1) ** 2, [x[0] * x[1] - 0.5]
        one = heco.minimize(simulation, BOUNDS, cheap=disc, budget=300)
        all_at_once = heco.minimize(many, BOUNDS, cheap=disc, budget=300, vectorized=True)
        self.assertTrue((one.x == all_at_once.x).all() and one.nrejected == all_at_once.nrejected)
        lanes = heco.minimize(simulation, BOUNDS, cheap=disc, budget=600, workers=2, lanes=2)
        self.assertAlmostEqual(lanes.x[0], SOLUTION, places=4)
        self.assertEqual(lanes.nfail, 0)

    def test_scipys_forms(self):
        from scipy.optimize import LinearConstraint
        s = heco.minimize(lambda x: x[0] + x[1], [(0, 1)] * 2, cheap=[LinearConstraint([[1, 2]], 1, np.inf),
                                                                      {"type": "ineq", "fun": lambda x: x[0] - 0.2}], budget=200)
        self.assertAlmostEqual(s.fun, 0.6, places=6)
        with self.assertRaisesRegex(ValueError, "cheap has an equality"):
            heco.minimize(sum, [(0, 1)] * 2, cheap=LinearConstraint([[1, 2]], 1, 1), budget=10)

    def test_a_journal_has_the_rejected_points(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal")
            s = heco.minimize(simulation, BOUNDS, cheap=disc, budget=200, journal=path, algorithm="sqp")
            history = heco.read_journal(path)
            self.assertEqual(len(history), s.nfev)
            self.assertEqual(np.isnan(history.f).sum(), s.nrejected)
            self.assertGreater(s.nrejected, 0)
            self.assertFalse(history.failed.any())
            again = heco.minimize(simulation, BOUNDS, cheap=disc, budget=200, journal=path, algorithm="sqp", resume=True)
            self.assertEqual((again.fun, again.nrejected, again.replayed), (s.fun, s.nrejected, s.nfev))

    def test_an_evaluation_may_stop_early(self):
        answers = [heco.minimize(stopping, BOUNDS, n_ineq=3, budget=4000, algorithm="heco-de", workers=w, lanes=0) for w in (1, 2)]
        for s in answers:
            self.assertAlmostEqual(s.x[0], SOLUTION, places=2)
            self.assertGreater(s.npartial, 0)
            self.assertEqual(s.nfail, 0)
        self.assertTrue((answers[0].x == answers[1].x).all())
        failing = heco.minimize(lambda x: (math.nan, [1.0]), BOUNDS, n_ineq=1, budget=20)
        self.assertEqual((failing.nfail, failing.npartial), (20, 0))


if __name__ == "__main__":
    unittest.main()
