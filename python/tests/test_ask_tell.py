"""heco.Optimizer: the same search with the values from outside."""

import copy
import gc
import pickle
import threading
import unittest
import unittest.mock
import warnings

import numpy as np

import heco
from problems import BOX, everything


class AskTell(unittest.TestCase):
    def run_by_hand(self, **how):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=3000, seed=7, **how)
        while (x := opt.ask()) is not None:
            opt.tell((x[:, 0] ** 2 + x[:, 1] ** 2), g=(1.0 - (x[:, 0] + x[:, 1]))[:, None])
        return opt.result()

    def test_equals_minimize(self):
        s = heco.minimize(everything, BOX, n_ineq=1, budget=3000, seed=7, options={"band": "yes", "stop": "budget"})
        np.testing.assert_array_equal(self.run_by_hand().x, s.x)

    def test_every_algorithm_runs(self):
        for name in heco.algorithms():
            with self.subTest(algorithm=name):
                s = self.run_by_hand(algorithm=name)
                self.assertEqual(s.nfev, 3000)
                self.assertTrue(np.all(np.abs(s.x) <= 5))

    def test_out_of_turn(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100)
        with self.assertRaisesRegex(heco.HecoError, "no batch"):
            opt.tell([0.0])
        opt.ask()
        with self.assertRaisesRegex(heco.HecoError, "not been told"):
            opt.ask()
        with self.assertRaisesRegex(heco.HecoError, "1 inequalities"):
            opt.tell(0.0)
        opt.stop()
        self.assertIsNone(opt.ask())

    def test_shapes_of_values(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100, algorithm="heco-de")
        x = opt.ask()
        for f, g in [(0.0, x[:, :1]), (x, x[:, :1]), (x[:, 0], x), (x[:3, 0], x[:, :1]), (x[:, 0], 0.0)]:
            with self.assertRaisesRegex(heco.HecoError, "shape"):
                opt.tell(f, g=g)
        self.assertIn("nothing has been evaluated", opt.result().message)
        opt.tell(list(x[:, 0]), g=x[:, 0])
        self.assertEqual((opt.nfev, opt.nit), (len(x), 1))
        self.assertIn("1 inequalities", repr(opt))

    def test_a_pickled_search_goes_on_bit_for_bit(self):
        def go(opt, batches):
            for _ in range(batches):
                if (x := opt.ask()) is None:
                    break
                f = np.where(x[:, 0] > 4.0, np.nan, x[:, 0] ** 2 + x[:, 1] ** 2)
                opt.tell(f, g=(1.0 - (x[:, 0] + x[:, 1]))[:, None])
            return opt
        for how in (dict(), dict(algorithm="heco-de"), dict(x0=[1.0, 2.0], seed=np.random.default_rng(3))):
            opt = go(heco.Optimizer(BOX, n_ineq=1, budget=600, **how), 3)
            twin = pickle.loads(pickle.dumps(opt))
            opt.ask()
            middle = copy.copy(opt)  # between ask and tell
            self.assertEqual(middle._asked[0].tolist(), opt._asked[0].tolist())
            for other in (opt, middle):
                x = other._asked[0]
                other.tell((x ** 2).sum(axis=1), g=x[:, :1])
            self.assertEqual(twin.nfev + len(x), opt.nfev)
            x = twin.ask()
            twin.tell((x ** 2).sum(axis=1), g=x[:, :1])
            answers = [go(one, 10 ** 6).result() for one in (opt, middle, twin)]
            for s in answers[1:]:
                np.testing.assert_array_equal(s.x, answers[0].x)
                self.assertEqual((s.fun, s.nfev, s.nfail, s.nit, s.seed), tuple(
                    answers[0][k] for k in ("fun", "nfev", "nfail", "nit", "seed")))
                np.testing.assert_array_equal(s.history.x, answers[0].history.x)

    def test_a_pickled_search_with_derivatives_and_one_that_was_stopped(self):
        opt, used = heco.Optimizer(BOX, n_ineq=1, budget=200, derivatives=True, algorithm="sqp"), 0
        for _ in range(12):
            x = opt.ask()
            exact = dict(df=2 * x[0], dg=[[-1.0, -1.0]]) if opt.wants_derivatives else {}
            used += bool(exact)
            opt.tell((x ** 2).sum(axis=1), g=1 - x.sum(axis=1), **exact)
        self.assertGreater(used, 1)
        twin = pickle.loads(pickle.dumps(opt))
        self.assertEqual(twin.result().njev, opt.result().njev)
        np.testing.assert_array_equal(twin.ask(), opt.ask())
        opt.stop()
        twin = pickle.loads(pickle.dumps(opt))
        self.assertIsNone(twin.ask())
        self.assertEqual(twin.result().stop, "user")

    def test_another_search_is_refused(self):
        opt = heco.Optimizer(BOX, budget=100)
        x = opt.ask()
        opt.tell(x[:, 0])
        make, parts = opt.__reduce__()
        with self.assertRaisesRegex(heco.HecoError, "other points"):
            make(*parts[:2], parts[2] + 1.0, *parts[3:])

    def test_imaginary_parts_are_not_dropped(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100)
        x = opt.ask()
        for f, g in [(x[:, 0] + 1j, x[:, :1]), (x[:, 0], x[:, :1] + 0j)]:
            with self.assertRaisesRegex(ValueError, "is complex"):
                opt.tell(f, g=g)
        opt.tell(x[:, 0], g=x[:, :1])

    def test_memory_goes_with_the_object_and_not_before(self):
        freed, free = [], heco._lib.run_free
        with unittest.mock.patch.object(heco._lib, "run_free", lambda run: (freed.append(run), free(run))):
            opt = heco.Optimizer(BOX, budget=100)
            self.assertFalse(hasattr(opt, "__del__"))
            self.assertEqual(freed, [])
            del opt
            gc.collect()
            self.assertEqual(len(freed), 1)

    def test_a_second_thread_is_refused(self):
        """While one thread is in the library with a search, a call of another raises and changes nothing."""
        opt = heco.Optimizer(BOX, n_ineq=1, budget=100)
        inside, leave, ask = threading.Event(), threading.Event(), heco._lib.run_ask

        def slow_ask(run):
            inside.set()
            leave.wait(30)
            return ask(run)
        points = []
        with unittest.mock.patch.object(heco._lib, "run_ask", slow_ask):
            other = threading.Thread(target=lambda: points.append(opt.ask()))
            other.start()
            inside.wait(30)
            for call in (opt.ask, opt.stop, opt.best, opt.result, lambda: opt.tell([0.0], g=[[0.0]])):
                with self.assertRaisesRegex(RuntimeError, "another thread is using this Optimizer"):
                    call()
            leave.set()
            other.join()
        x = points[0]
        opt.tell(x[:, 0], g=x[:, :1])
        self.assertEqual(opt.nfev, len(x))

    def test_threads_that_share_a_search_do_no_harm(self):
        opt = heco.Optimizer(BOX, n_ineq=1, budget=20000, algorithm="heco-de")
        refused = []

        def work():
            for _ in range(300):
                try:
                    x = opt.ask()
                    opt.tell(x[:, 0], g=x[:, :1])
                except (RuntimeError, heco.HecoError) as error:
                    refused.append(error)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(opt.nfev, 0)
        self.assertEqual(len(opt.result().x), 2)

    def test_the_violation_of_values(self):
        opt = heco.Optimizer(BOX, n_ineq=2, n_eq=1, eq_tol=0.0, budget=100)
        self.assertEqual(opt.violation([3.0, -1.0], [-6.0]), 3.0)
        for g, h in [([1.0], [0.0]), ([1.0, 2.0], []), (1.0, [0.0]), ([1.0, 2.0, 3.0], [0.0]), ([[1.0, 2.0]], [0.0])]:
            with self.assertRaisesRegex(heco.HecoError, "shapes"):
                opt.violation(g, h)


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
