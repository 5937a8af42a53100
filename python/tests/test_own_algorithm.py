"""Algorithms written in Python below heco.minimize."""

import os
import tempfile
import unittest

import numpy as np

import heco
from problems import BOX, everything


class RandomSearch:
    """Draws points around the best one so far."""

    def __init__(self, space, seed, budget, size=20):
        self.space, self.random, self.best, self.size = space, np.random.default_rng(seed), None, size
        self.radius = 0.5 * (space.upper - space.lower)

    def ask(self):
        s = self.space
        centre = (s.lower + s.upper) / 2 if self.best is None else self.best[2]
        x = centre + self.radius * self.random.uniform(-1.0, 1.0, (self.size, s.n))
        x = np.clip(x, s.lower, s.upper)
        return np.where(s.integer, np.round(x), x)

    def tell(self, x, f, g, h, violation):
        self.radius *= 0.97
        for row in zip(violation, f, x):
            if np.isfinite(row[1]) and (self.best is None or row[:2] < self.best[:2]):
                self.best = row


def halves(space, seed, budget):
    """Cuts the box in halves, a generator."""
    lower, upper = space.lower.copy(), space.upper.copy()
    for turn in range(1000):
        j = turn % space.n
        x = np.tile((lower + upper) / 2, (2, 1))
        quarter = (upper[j] - lower[j]) / 4
        x[:, j] += [-quarter, quarter]
        f, g, h, violation = yield x
        if (violation[0], f[0]) < (violation[1], f[1]):
            upper[j] -= 2 * quarter
        else:
            lower[j] += 2 * quarter


class Own(unittest.TestCase):
    def test_a_class_searches_with_everything_around_it(self):
        s = heco.minimize(everything, BOX, n_ineq=1, budget=4000, algorithm=RandomSearch, seed=3)
        self.assertTrue(s.success)
        self.assertAlmostEqual(s.fun, 0.5, 2)
        self.assertEqual((s.nfev, s.algorithm, s.stop, s.reproduced), (4000, "random-search", "budget", True))
        for more in (dict(workers=2), dict(workers=map)):
            t = heco.minimize(everything, BOX, n_ineq=1, budget=4000, algorithm=RandomSearch, seed=3, **more)
            np.testing.assert_array_equal(t.x, s.x)
        runs = heco.minimize(everything, BOX, n_ineq=1, budget=500, algorithm=RandomSearch, runs=3).runs
        self.assertEqual(len({r.fun for r in runs}), 3)

    def test_a_generator(self):
        s = heco.minimize(lambda x: (x[0] - 1) ** 2 + (x[1] + 2) ** 2, BOX, algorithm=halves, budget=500)
        np.testing.assert_allclose(s.x, [1, -2], atol=1e-6)
        ended = heco.minimize(lambda x: x[0], [(0, 1)], budget=500, algorithm=lambda *a: Few(*a))
        self.assertEqual((ended.stop, ended.nfev), ("converged", 3))

    def test_a_large_batch_is_told_as_one(self):
        s = heco.minimize(everything, BOX, n_ineq=1, budget=5000, algorithm=lambda *a: RandomSearch(*a, size=2500))
        self.assertEqual((s.nfev, s.success), (5000, True))

    def test_integers_and_failed_points(self):
        s = heco.minimize(lambda x: np.nan if x[0] > 3 else (x[0] - 1.4) ** 2 + x[1] ** 2, BOX, integrality=[1, 0], n_ineq=0,
                          budget=2000, algorithm=RandomSearch)
        self.assertEqual(s.x[0], 1.0)

    def test_a_journal_is_resumed(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = os.path.join(folder, "j")
            how = dict(n_ineq=1, budget=1000, algorithm=RandomSearch, journal=journal)
            s = heco.minimize(everything, BOX, **how)
            with open(journal, "rb") as file:
                data = file.read()
            with open(journal, "wb") as file:
                file.write(data[:len(data) // 2])
            t = heco.minimize(everything, BOX, resume=True, **how)
            self.assertGreater(t.replayed, 100)
            np.testing.assert_array_equal(t.x, s.x)

    def test_mistakes_are_told(self):
        def broken(where):
            class Broken(RandomSearch):
                def ask(self):
                    return 1 / 0 if where == "ask" else np.zeros((3, 5)) if where == "shape" else super().ask() + 100

                def tell(self, *values):
                    raise KeyError("tell")
            return Broken
        for where, error, words in (("ask", ZeroDivisionError, ""), ("shape", ValueError, r"\(points, 2\) was expected"),
                                    ("outside", heco.HecoError, "outside")):
            with self.assertRaisesRegex(error, words):
                heco.minimize(everything, BOX, n_ineq=1, budget=100, algorithm=broken(where))
        with self.assertRaisesRegex(TypeError, "has no function ask"):
            heco.minimize(everything, BOX, n_ineq=1, budget=100, algorithm=lambda *a: 3)
        with self.assertRaisesRegex(TypeError, "a generator function was expected"):
            heco.minimize(everything, BOX, n_ineq=1, budget=100, algorithm=3)


class Few(RandomSearch):
    """Ends after three points."""

    asked = False

    def ask(self):
        done, self.asked = self.asked, True
        return None if done else super().ask()[:3]


if __name__ == "__main__":
    unittest.main(verbosity=1)
