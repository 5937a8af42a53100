"""Lists of values, categories and linear rows; run by ctest with Debian's python3-numpy."""

import ctypes
import unittest

import numpy as np

import heco
from heco import _lib, _problem


class Rows:
    """As scipy.optimize.LinearConstraint."""

    def __init__(self, A, lb, ub):
        self.A, self.lb, self.ub = A, lb, ub


class Kinds(unittest.TestCase):
    def test_a_list_is_searched_in_its_values_alone(self):
        values, seen = [10, 4, 5, 6.5, 8], set()

        def fun(x):
            seen.add(float(x[0]))
            return (x[0] - 7.4) ** 2 + (x[1] - 1) ** 2
        s = heco.minimize(fun, [heco.Values(*values), (0, 3)], budget=500)
        self.assertEqual(float(s.x[0]), 8.0)
        self.assertLess(s.fun, 0.37)
        self.assertLessEqual(seen, set(map(float, values)))
        self.assertGreater(len(seen), 2)

    def test_a_category_is_its_position(self):
        steel = heco.Category(["S235", "S355", "X5"])
        price = {"S235": 2.0, "S355": 1.0, "X5": 3.0}
        s = heco.minimize(lambda x: (price[steel[x[0]]] + x[1] ** 2, [1 - x[1]]), (steel, (0, 3)), budget=500)
        self.assertEqual(steel[s.x[0]], "S355")
        self.assertAlmostEqual(s.fun, 2.0, 4)

    def test_integrality_does_not_touch_lists(self):
        s = heco.minimize(lambda x: abs(x[0] - 0.4) + abs(x[1] - 2.6), [heco.Values(0.5, 0.1), (0, 9)], integrality=1,
                          budget=300)
        self.assertEqual([float(v) for v in s.x], [0.5, 3.0])

    def test_ask_and_tell_know_lists(self):
        opt = heco.Optimizer([heco.Values(1, 2, 4), (0, 1)], budget=200, seed=3)
        while (x := opt.ask()) is not None:
            self.assertTrue(np.isin(x[:, 0], [1, 2, 4]).all())
            opt.tell((x[:, 0] - 3.2) ** 2 + x[:, 1])
        self.assertEqual(float(opt.result().x[0]), 4.0)

    def test_what_cannot_be_is_refused(self):
        for make in (lambda: heco.Values(), lambda: heco.Values(1, 1), lambda: heco.Values("a"),
                     lambda: heco.Values(1, float("nan")), lambda: heco.Category(), lambda: heco.Category("a", "a")):
            self.assertRaises(ValueError, make)
        self.assertRaises(ValueError, heco.minimize, sum, [heco.Values(1, 2), 3])

    def test_words_are_labels_of_the_library(self):
        opt = heco.Optimizer([heco.Category("a", "b"), (0, 1)], budget=10)
        choice = ctypes.cast(opt._space.choices, ctypes.POINTER(_lib.Choice))
        self.assertEqual((choice[0].count, choice[0].unordered, choice[0].labels[1]), (2, 1, b"b"))
        self.assertEqual(choice[1].count, 0)


class Linear(unittest.TestCase):
    def constraints(self):
        return [{"type": "ineq", "fun": lambda x: x[0]},
                Rows([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]], [-np.inf, 1.0], [4.0, 6.0]),
                Rows([[1.0, 1.0, 1.0]], [2.0], [2.0]), {"type": "eq", "fun": lambda x: x[1] - x[2]}]

    def test_rows_are_what_the_constraints_compute(self):
        work = _problem.evaluation(lambda x: 0.0, (), self.constraints(), False, (1, 0), 3, "raise")
        work.fun = lambda x: (0.0, [7.0])
        x = np.array([0.3, 1.7, -0.4])
        work.learn_sizes([x], work.sizes_at)
        g, h = np.zeros((1, work.ng)), np.zeros((1, work.nh))
        work._point(x.copy(), np.zeros(1), g, h, 0)
        rows, all_values = work.linear(), np.hstack([g[0], h[0]])
        self.assertEqual([k for k, _, _ in rows], [2, 3, 4, 5])
        for k, coef, constant in rows:
            self.assertAlmostEqual(all_values[k], coef @ x + constant, 12)

    def test_the_library_gets_them(self):
        rows = [(1, np.array([0.0, 2.0]), -1.0), (0, np.array([1.0, 3.0]), -0.5)]
        opt = heco.Optimizer([(0, 1)] * 2, n_ineq=2, budget=10, _linear=rows)
        form = ctypes.cast(opt._space.linear, ctypes.POINTER(_lib.Linear)).contents
        self.assertEqual((form.count, form.constraint[0], form.begin[1], form.begin[2]), (2, 1, 1, 3))
        self.assertEqual((form.index[0], form.coef[0], form.constant[1]), (1, 2.0, -0.5))

    def test_a_linear_equality_is_met(self):
        s = heco.minimize(lambda x: float(((x - 1) ** 2).sum()), [(-5, 5)] * 3, constraints=self.constraints(),
                          budget=3000)
        self.assertTrue(s.success, s.message)
        self.assertLess(abs(s.x.sum() - 2), 1.1e-4)


class Scales(unittest.TestCase):
    def test_a_variable_over_decades(self):
        def misfit(x):
            return (np.log10(x[0]) + 5.0) ** 2 + (x[1] - 0.5) ** 2

        s = heco.minimize(misfit, [heco.Log(1e-8, 10), (0, 1)], budget=100)
        self.assertLess(s.fun, 1e-10)
        self.assertAlmostEqual(s.x[0] / 1e-5, 1.0, 4)
        self.assertEqual(repr(heco.Log(1e-8, 10)), "Log(1e-08, 10)")
        o = heco.Optimizer([heco.Log(1e-8, 10), (0, 1)], budget=100, seed=1)
        x = o.ask()
        self.assertTrue(((x[:, 0] >= 1e-8) & (x[:, 0] <= 10)).all())

    def test_the_largest_of_several_values(self):
        def values(x):
            return [x[0] ** 2 + x[1] ** 2, 2.0 - x[0] - x[1]]

        box = [(-5, 5), (-5, 5)]
        s = heco.minimize_max(values, box, budget=500)
        self.assertAlmostEqual(s.fun, 3.0 - 5.0 ** 0.5, 6)  # 2 x^2 = 2 - 2 x
        self.assertEqual((len(s.x), len(s.parts), len(s.g)), (2, 2, 0))
        s = heco.minimize_max(lambda x: (values(x), [0.7 - x[0]]), box, budget=500, x0=[1, 1], names=["a", "b"])
        self.assertAlmostEqual(s.x[0], 0.7, 5)
        self.assertEqual(len(s.g), 1)
        self.assertAlmostEqual(s.fun, max(values(s.x)), 12)
        for words, call in [("needs a list of values", lambda: heco.minimize_max(lambda x: x[0], box, budget=100)),
                            ("has no jac", lambda: heco.minimize_max(values, box, jac=values))]:
            with self.assertRaisesRegex(ValueError, words):
                call()

    def test_squares(self):
        def residuals(x):
            return [10 * (x[1] - x[0] ** 2), 1 - x[0]]
        box = [(-5, 5), (-5, 5)]
        s = heco.minimize_squares(residuals, box, budget=200)
        self.assertLess(s.fun, 1e-12)
        self.assertEqual((len(s.parts), len(s.g), s.constraints, s.algorithm), (2, 0, [], "sqp"))
        s = heco.minimize_squares(lambda x: (residuals(x), [x[0] + x[1] - 1]), box, n_ineq=1, budget=300)
        self.assertAlmostEqual(s.x[0] + s.x[1], 1.0, 6)
        self.assertAlmostEqual(s.fun, 0.145607, 5)
        self.assertEqual([c["name"] for c in s.constraints], ["g1"])
        for words, call in [("needs a list of residuals", lambda: heco.minimize_squares(lambda x: x[0], box, budget=100)),
                            ("give minimize_squares n_ineq=1",
                             lambda: heco.minimize_squares(lambda x: ([1.0], [x[0]]), box, n_ineq=2)),
                            ("has no maximise", lambda: heco.minimize_squares(residuals, box, maximise=True))]:
            with self.assertRaisesRegex(ValueError, words):
                call()

    def test_missing_bounds(self):
        def bowl(x):
            return (x[0] - 1234.0) ** 2 + (x[1] + 7.0) ** 2

        for bounds in ([(None, None), (-np.inf, 0)], [(0, None), (None, None)]):
            s = heco.minimize(bowl, bounds, budget=3000)
            self.assertLess(s.fun, 1e-6)
        s = heco.minimize(bowl, [1.0, 1.0], budget=3000)
        self.assertLess(s.fun, 1e-6)


if __name__ == "__main__":
    unittest.main(verbosity=1)
