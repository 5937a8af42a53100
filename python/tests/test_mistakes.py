"""Mistakes that a function makes at a point or at every point: each is named, and none counts as a value."""

import unittest
import warnings

import numpy as np

import heco
from problems import BOX, everything, sphere


class Texts(unittest.TestCase):
    def test_the_message_is_one_line(self):
        class Speechless(Exception):
            def __str__(self):
                raise RuntimeError

        def fun(x):
            if x[0] > 0:
                raise error
            return sphere(x)
        for error, words in ((ValueError("first\x1b[2J\n\tsecond"), "ValueError: first [2J second"), (Speechless(), "Speechless")):
            for workers in (1, 2):
                s = heco.minimize(fun, BOX, n_ineq=0, budget=20, workers=workers)
                self.assertIn("the last error was ", s.message)
                self.assertIn(words, s.message)
                self.assertTrue(s.message.isprintable())


class Masked(unittest.TestCase):
    """A masked value is a missing one; NumPy's conversion would give 0 or the data below the mask."""

    def test_a_masked_objective_is_a_failed_point(self):
        with self.assertWarnsRegex(RuntimeWarning, "values that are not finite"):
            s = heco.minimize(lambda x: np.ma.masked if x[0] < 0 else 1.0 + sphere(x), BOX, budget=400)
        self.assertGreater(s.nfail, 0)
        self.assertGreaterEqual(s.fun, 1.0)

    def test_a_masked_constraint_is_a_failed_point(self):
        def fun(x):
            return sphere(x), np.ma.array([-1.0, 1 - x[0] - x[1]], mask=[x[0] < 0, False])
        s = heco.minimize(fun, BOX, budget=400)
        self.assertGreater(s.nfail, 0)
        self.assertGreaterEqual(s.x[0], 0.0)

    def test_masked_rows_of_a_vectorised_function(self):
        def fun(x):
            return np.ma.array(1.0 + x[0] ** 2 + x[1] ** 2, mask=x[0] < 0)
        with self.assertWarnsRegex(RuntimeWarning, "evaluations failed"):
            s = heco.minimize(fun, BOX, budget=400, vectorized=True)
        self.assertGreater(s.nfail, 0)
        self.assertGreaterEqual(s.fun, 1.0)

    def test_tell(self):
        opt = heco.Optimizer(BOX, budget=100, algorithm="heco-de")
        x = opt.ask()
        opt.tell(np.ma.array(x[:, 0].astype(int), mask=x[:, 0] > 0))
        self.assertEqual(opt.nfail, int((x[:, 0] > 0).sum()))


class Alone(unittest.TestCase):
    def test_nan_without_constraints_is_a_failed_point(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for nothing in (np.nan, np.ma.masked, (np.nan, None)):
                s = heco.minimize(lambda x: nothing if x[0] > 4 else everything(x), BOX, budget=200, algorithm="heco-de", seed=2)
                self.assertGreater(s.nfail, 0)
                self.assertIsNone(s.last_error)


class Tuples(unittest.TestCase):
    def test_single_values_are_refused_with_the_remedy(self):
        for fun, remedy in ((lambda x: (sphere(x), x[0], x[1]), r"return \(f, \[g1, g2\]\)"),
                            (lambda x: (sphere(x), x[0], x[1], x[0]), r"lists such as \[g1, g2\]")):
            with self.assertRaisesRegex(ValueError, remedy):
                heco.minimize(fun, BOX, budget=100)
        with self.assertRaisesRegex(ValueError, r"return \(f, \[g1, g2\]\)"):
            heco.minimize(lambda x: (x[0], x[0], x[1]), BOX, budget=100, vectorized=True)

    def test_what_is_clear_is_taken(self):
        for fun, sizes in ((lambda x: (sphere(x), 1 - x[0]), (1, 0)), (lambda x: (sphere(x), [1 - x[0]], x[1]), (1, 1)),
                           (lambda x: (sphere(x), None, x[1]), (0, 1))):
            s = heco.minimize(fun, BOX, budget=100)
            self.assertEqual((len(s.g), len(s.h)), sizes)
        s = heco.minimize(lambda x: (sphere(x), 1 - x[0], x[1]), BOX, budget=100, n_ineq=1, n_eq=1)
        self.assertEqual((len(s.g), len(s.h)), (1, 1))


class Warned(unittest.TestCase):
    def warnings_of(self, fun, **how):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            s = heco.minimize(fun, BOX, **dict(dict(budget=200, n_ineq=0, algorithm="heco-de"), **how))
        return s, [str(w.message) for w in seen]

    def test_an_error_that_looks_like_a_mistake(self):
        def fun(x, wrong):
            if x[0] > 3.5:
                wrong()
            return sphere(x)

        for wrong, words in ((lambda: undefined, "NameError: name 'undefined' is not defined at x = "),  # noqa: F821
                             (lambda: {}["a"], "KeyError: 'a'"), (lambda: 1 + "a", "TypeError"),
                             (lambda: None.a, "AttributeError")):
            for workers in (1, 2):
                s, seen = self.warnings_of(fun, args=(wrong,), workers=workers)
                self.assertTrue(0 < s.nfail <= 40, s.nfail)
                self.assertEqual(len(seen), 1, seen)  # one warning, not one per point
                self.assertIn(words, seen[0])
                self.assertIn("on_error='raise'", seen[0])

    def test_searches_in_other_processes(self):
        s, seen = self.warnings_of(lambda x: {}["a"] if x[0] > 3.5 else sphere(x), runs=2, workers=2)
        self.assertEqual([w for w in seen if "KeyError" in w], seen)
        self.assertEqual(len(seen), 1)

    def test_many_failures(self):
        def fun(x, limit):
            if x[0] > limit:
                raise ArithmeticError("no convergence")
            return -x[0]
        s, seen = self.warnings_of(fun, args=(-3.0,))
        self.assertGreater(s.nfail, 40)
        self.assertEqual(len(seen), 1)
        self.assertIn("%d of %d evaluations failed" % (s.nfail, s.nfev), seen[0])
        s, seen = self.warnings_of(fun, args=(4.9,))
        self.assertTrue(0 < s.nfail <= 40, s.nfail)
        self.assertEqual(seen, [])

    def test_a_filter_that_raises_ends_the_search(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(RuntimeWarning, "looks like a mistake"):
                heco.minimize(lambda x: undefined, BOX, n_ineq=0, budget=200)  # noqa: F821


class Maximize(unittest.TestCase):
    def test_equals_minimize(self):
        s = heco.maximize(lambda x: -sphere(x), BOX, budget=500, seed=3)
        t = heco.minimize(sphere, BOX, budget=500, seed=3)
        self.assertEqual((s.fun, list(s.x)), (-t.fun, list(t.x)))
        with self.assertRaisesRegex(TypeError, "did you mean budget"):
            heco.maximize(sphere, BOX, buget=3)


class ScipysOrder(unittest.TestCase):
    def test_an_initial_point_in_the_second_place(self):
        s = heco.minimize(everything, BOX, x0=[1.0, 2.0], budget=300)
        for t in (heco.minimize(everything, [1.0, 2.0], bounds=BOX, budget=300),
                  heco.minimize(everything, np.array([1.0, 2.0]), (), bounds=BOX, budget=300)):
            np.testing.assert_array_equal(t.x, s.x)
            self.assertEqual(t.fun, s.fun)
        with self.assertRaisesRegex(TypeError, "give one of them"):
            heco.minimize(everything, [1.0, 2.0], x0=[1.0, 2.0], bounds=BOX)


if __name__ == "__main__":
    unittest.main(verbosity=1)
