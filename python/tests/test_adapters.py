"""heco below the interfaces of SciPy, Optuna, OpenMDAO and pyOptSparse."""

import unittest
import warnings

import numpy as np

import heco
import stand_ins
from problems import BOX, everything

OPTIMUM = 3.3019272488946263  # of the beam: 2 b h with 6 / (b h^2) <= 1 and h <= 8 b, b^3 = 6 / 64


def beam(b, h):
    return 2.0 * b * h, 6.0 / (b * h * h), h - 8.0 * b


class Scipy(unittest.TestCase):
    def setUp(self):
        try:
            import scipy.optimize
        except ImportError as why:
            self.skipTest(str(why))
        self.so = scipy.optimize

    def test_a_method_of_scipy(self):
        limits = [self.so.NonlinearConstraint(lambda x: beam(*x)[1:], -np.inf, [1.0, 0.0])]
        bounds, seen = [(0.1, 5.0), (0.1, 10.0)], []
        s = self.so.minimize(lambda x, k: k * beam(*x)[0], [1.0, 3.0], args=(1.0,), method=heco.scipy_method, bounds=bounds,
                             constraints=limits, callback=lambda xk, convergence: seen.append(xk),
                             options=dict(budget=300, seed=2))
        t = heco.minimize(lambda x: beam(*x)[0], bounds, constraints=limits, x0=[1.0, 3.0], budget=300, seed=2)
        self.assertIsInstance(s, self.so.OptimizeResult)
        self.assertEqual((s.fun, list(s.x), s.nfev, s.success, s.status), (t.fun, list(t.x), t.nfev, True, 0))
        self.assertAlmostEqual(s.fun, OPTIMUM, 6)
        self.assertTrue(seen)

    def test_derivatives_and_unknown_options(self):
        s = self.so.minimize(lambda x: (x ** 2).sum(), [1.0, 2.0], method=heco.scipy_method, bounds=self.so.Bounds([-5, -5], [5, 5]),
                             jac=lambda x: 2 * x, options=dict(budget=100, algorithm="sqp"))
        self.assertGreater(s.njev, 0)
        with self.assertRaisesRegex(TypeError, "did you mean budget"):
            self.so.minimize(lambda x: 0.0, [1.0], method=heco.scipy_method, bounds=[(0, 1)], options=dict(buget=3))


class Optuna(unittest.TestCase):
    def setUp(self):
        stand_ins.optuna()
        import optuna

        import heco.optuna
        self.optuna, self.sampler = optuna, heco.optuna.HecoSampler

    def objective(self, trial):
        b, h = trial.suggest_float("b", 0.1, 5.0), trial.suggest_float("h", 0.1, 10.0)
        f, *g = beam(b, h)
        trial.set_user_attr("g", (g[0] - 1.0, g[1]))
        return f

    def study(self, objective, trials, catch=(), direction="minimize", **how):
        study = self.optuna.create_study(sampler=self.sampler(n_trials=trials, **how), direction=direction)
        study.optimize(objective, n_trials=trials, catch=catch)
        return study

    def test_constraints(self):
        study = self.study(self.objective, 150, constraints_func=lambda trial: trial.user_attrs["g"])
        self.assertAlmostEqual(study.best_trial.value, OPTIMUM, 4)

    def test_every_kind_of_distribution(self):
        def objective(trial):
            k, m = trial.suggest_int("k", 1, 9, step=2), trial.suggest_int("m", 1, 1000, log=True)
            r, s = trial.suggest_float("r", 1e-6, 1.0, log=True), trial.suggest_float("s", 0.0, 1.0, step=0.25)
            c = trial.suggest_categorical("c", ["a", "b"])
            self.assertTrue(k in (1, 3, 5, 7, 9) and 1 <= m <= 1000 and m == int(m) and 1e-6 <= r <= 1 and s in (0, .25, .5, .75, 1))
            return (k - 5) ** 2 + np.log(m / 30) ** 2 + np.log10(r / 1e-3) ** 2 + (s - 0.5) ** 2 + (c == "a")
        study = self.study(objective, 200)
        self.assertLess(study.best_trial.value, 1.1)
        self.assertLess(abs(np.log10(study.best_trial.params["r"] / 1e-3)), 0.1)

    def test_the_search_is_that_of_an_optimizer(self):
        """With the search space known at first, the trials are the points that Optimizer asks for; failed ones have no value."""
        distributions = self.optuna.distributions
        space = {"b": distributions.FloatDistribution(0.1, 5.0), "h": distributions.FloatDistribution(0.1, 10.0)}

        def objective(trial):
            f = self.objective(trial)
            if trial.params["b"] > 4.0:
                raise ArithmeticError
            return -f
        study = self.study(objective, 120, catch=(ArithmeticError,), direction="maximize", search_space=space, algorithm="heco-de")
        opt, points = heco.Optimizer([(0.1, 5.0), (0.1, 10.0)], budget=120, algorithm="heco-de"), []
        while (x := opt.ask()) is not None:
            points.extend(x)
            opt.tell([np.nan if row[0] > 4.0 else beam(*row)[0] for row in x])
        trials = [[t.params["b"], t.params["h"]] for t in study.trials]
        np.testing.assert_array_equal(trials, points)

    def test_more_trials_than_the_budget_are_random(self):
        study = self.optuna.create_study(sampler=self.sampler(n_trials=20))
        study.optimize(self.objective, n_trials=30)
        self.assertEqual(len(study.trials), 30)

    def test_a_changing_number_of_constraints(self):
        with self.assertRaisesRegex(ValueError, "constraints_func returned 1 values: 2 were expected"):
            self.study(self.objective, 10, constraints_func=lambda t: t.user_attrs["g"][:1 if t.number else 2])


class OpenMDAO(unittest.TestCase):
    def test_driver(self):
        if not stand_ins.openmdao():
            self.skipTest("OpenMDAO is installed: the stand-in is for machines without it")
        from heco.openmdao import HecoDriver

        driver = HecoDriver(budget=400, seed=3)
        driver._designvars = {"b": dict(lower=0.1, upper=5.0), "h": dict(lower=[0.1], upper=[10.0]), "k": dict(lower=0, upper=5)}
        driver._designvars_discrete = {"k": True}
        driver.inputs = {"b": np.array([1.0]), "h": np.array([3.0]), "k": 1}
        driver._cons = {"stress": dict(size=1, equals=None, lower=-1e30, upper=1.0),
                        "slender": dict(size=1, equals=None, lower=None, upper=[0.0]),
                        "k_is_b": dict(size=1, equals=0.0, lower=None, upper=None)}

        def function(b, h, k):
            if b[0] > 4.9:
                raise ArithmeticError("no convergence")
            f, stress, slender = beam(b[0], h[0])
            return dict(f=f, stress=stress, slender=slender, k_is_b=0.001 * (k[0] - 2))
        driver.function = function
        self.assertFalse(driver.run())
        s = driver.solution
        self.assertAlmostEqual(s.fun, OPTIMUM, 4)
        self.assertEqual((s.names, s.x[2], driver.outputs["f"]), (["b", "h", "k"], 2.0, s.fun))
        self.assertEqual([c["name"] for c in s.constraints], ["stress[0] <= 1", "slender[0] <= 0", "k_is_b[0] = 0"])
        # the answer once more, the state in which the model is left, and a restoration onto the constraints
        self.assertGreaterEqual(driver.iter_count, s.nfev + 2)
        self.assertLessEqual(driver.iter_count, s.nfev + 12)


class PyOptSparse(unittest.TestCase):
    def setUp(self):
        if not stand_ins.pyoptsparse():
            self.skipTest("pyOptSparse is installed: the stand-in is for machines without it")

    def test_optimizer(self):
        from heco.pyoptsparse import HECO

        def function(x):
            f, stress, slender = beam(*x[:2])
            return f, [x[2] - 2.0, stress - 1.0, slender], x[0] > 4.0
        problem = stand_ins.Optimization(function, [0.1, 0.1, 0.0], [5.0, 10.0, 5.0], [1.0, 3.0, 9.0], 1, 2)
        optimizer = HECO(options={"budget": 500, "settings": {"eq_tol": 1e-6}})
        solution = optimizer(problem, sens="FD")
        self.assertAlmostEqual(solution.fStar, OPTIMUM, 4)
        self.assertEqual(solution.optInform, {"value": 0, "text": "feasible"})
        self.assertAlmostEqual(solution.xStar[2], 2.0, 5)
        self.assertEqual((len(optimizer.answer.g), len(optimizer.answer.h), optimizer.answer.nfev <= 500), (2, 1, True))

    def test_the_user_ends_it(self):
        from heco.pyoptsparse import HECO
        calls = []

        def function(x):
            calls.append(1)
            return everything(x)[0], [], 2 if len(calls) == 30 else 0
        optimizer = HECO()
        optimizer(stand_ins.Optimization(function, *zip(*BOX), [0.0, 0.0], 0, 0))
        self.assertEqual((optimizer.answer.stop, optimizer.answer.nfev), ("user", 29))


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main(verbosity=1)
