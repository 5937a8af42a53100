"""Exact derivatives by every way that a caller may give them."""

import unittest
import warnings

import numpy as np

import heco
from problems import BOX

try:
    import scipy.optimize as so
except ImportError:
    so = None


class Derivatives(unittest.TestCase):
    """Exact derivatives save evaluations and lead to the same answer, in each form in which they may be given."""

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
