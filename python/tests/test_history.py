"""Every evaluation of a search: s.history, s.to_frame(), heco.read_journal; names, logging, and how an answer is shown."""

import logging
import os
import pathlib
import pickle
import tempfile
import unittest
import xml.etree.ElementTree

import numpy as np

import heco
from heco import _history
from problems import BOX, everything, sphere


def beam(x):
    b, h = x
    return 2.0 * b * h, [6.0 / (b * h * h) - 1.0, h - 8.0 * b]


NAMED = dict(bounds={"b": (0.1, 5.0), "h": (0.1, 10.0)}, constraint_names=["stress", "slender"])


class Histories(unittest.TestCase):
    def check(self, history, seen, s, exact=False):
        """The history holds the calls of the function in their order, and finds the best point as the library does."""
        np.testing.assert_array_equal(history.x, np.array(seen)[:s.nfev])
        self.assertEqual(len(history), s.nfev)
        best = history.best()[-1]
        if exact:
            self.assertEqual((best + 1, history.f[best]), (s.evals_at_best, s.fun))
            np.testing.assert_array_equal(history.x[best], s.x)
        self.assertAlmostEqual(history.f[best], s.fun, delta=1e-2 * abs(s.fun))  # without the tolerances used up
        self.assertEqual(history.violation[best], s.violation)
        self.assertEqual(int(history.failed.sum()), s.nfail)

    def test_every_call_is_there(self):
        def fun(x, sign=1.0):
            seen.append(x.copy())
            if x[0] > 3:
                raise ArithmeticError("no value")
            return sign * beam(x)[0], beam(x)[1]
        for how in (dict(options={"band": "yes"}), dict(), dict(algorithm="heco-de"), dict(maximise=True, args=(-1.0,)), dict(tolerances=0.01)):
            seen = []
            s = heco.minimize(fun, n_ineq=2, budget=700, **NAMED, **how)
            self.check(s.history, seen, s, "options" in how)
            i = int(np.flatnonzero(~s.history.failed)[5])
            f, g = beam(seen[i])
            self.assertEqual((s.history.f[i], list(s.history.g[i])), (how.get("args", (1.0,))[0] * f, g))

    def test_stopped_within_a_batch(self):
        def fun(x):
            seen.append(x.copy())
            if len(seen) == 57:
                raise KeyboardInterrupt
            return everything(x)
        seen = []
        s = heco.minimize(fun, BOX, n_ineq=1, budget=700, algorithm="heco-de")
        self.assertEqual((s.stop, s.nfev), ("user", 56))
        self.check(s.history, seen, s)

    def test_processes_and_several_runs(self):
        alone = heco.minimize(everything, BOX, n_ineq=1, budget=400, seed=2, algorithm="heco-de")
        two = heco.minimize(everything, BOX, n_ineq=1, budget=400, seed=2, workers=2, algorithm="heco-de")
        np.testing.assert_array_equal(two.history.x, alone.history.x)
        runs = heco.minimize(everything, BOX, n_ineq=1, budget=400, workers=2, runs=2, algorithm="heco-de").runs
        np.testing.assert_array_equal(runs[1].history.x, alone.history.x)

    def test_memory(self):
        self.assertIsNone(heco.minimize(sphere, BOX, budget=100, history=False).history)
        self.assertIsNone(_history.recording(None, 10 ** 7, 2, 0, 0))
        self.assertIsNotNone(_history.recording(True, 10 ** 7, 2, 0, 0))
        self.assertIsNotNone(_history.recording(None, 0, 2, 0, 0))
        with self.assertRaisesRegex(heco.HecoError, "history=True"):
            heco.Solution(fun=1.0).to_frame()

    def test_a_history_outlives_later_rows(self):
        def add(first, count):
            x = np.arange(first, first + count, dtype=float)[:, None] + (0.0, 0.5)
            rows.add(x, 10.0 * x[:, 0], x[:, 1:] - 2.0, np.empty((count, 0)), x[:, 0] == 1.0)
        rows, rest = _history.Recording(2, 1, 0, room=4), (["a", "b"], ["g"], np.zeros(1), False)
        add(0, 3)
        early = rows.history(3, *rest)
        add(3, 6)  # the arrays grow
        late = rows.history(100, *rest)
        for history, count in (early, 3), (late, 9), (rows.history(2, *rest), 2):
            f = 10.0 * np.arange(count)
            f[1] = np.nan
            np.testing.assert_array_equal(history.f, f)
            np.testing.assert_array_equal(history.x[:, 1], np.arange(count) + 0.5)
            np.testing.assert_array_equal(history.failed, np.arange(count) == 1)
            np.testing.assert_array_equal(history.violation, ([0.0, np.inf] + [k - 1.5 for k in range(2, 9)])[:count])
            np.testing.assert_array_equal(history.feasible, np.arange(count) == 0)
        np.testing.assert_array_equal(rows.table()[:, 3], np.arange(9) - 1.5)

    def test_optimizer(self):
        opt, seen = heco.Optimizer(BOX, n_ineq=1, budget=300), []
        while (x := opt.ask()) is not None:
            seen.extend(x)
            opt.tell((x ** 2).sum(axis=1), g=1.0 - x.sum(axis=1))
        self.check(opt.result().history, seen, opt.result())

    def test_frame(self):
        s = heco.minimize(beam, budget=200, **NAMED)
        names = ["b", "h", "f", "stress", "slender", "violation", "feasible", "failed"]
        self.assertEqual(list(s.history.columns()), names)
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pandas"):
                s.to_frame()
            return
        table = s.to_frame()
        self.assertEqual((list(table.columns), table.index[0], table.index.name), (names, 1, "evaluation"))
        self.assertAlmostEqual(table[table.feasible].f.min(), s.fun, delta=1e-6)
        self.assertEqual(list(heco.minimize(lambda x: x[0], {"f": (0, 1)}, budget=20).to_frame().columns)[:2], ["f", "f(x)"])


class Journals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.journal = pathlib.Path(folder.name) / "j"

    def test_a_journal_has_the_same_history(self):
        for maximise in (False, True):
            s = heco.minimize(lambda x: beam(x) if x[1] < 8.5 else np.nan, budget=500, n_ineq=2, journal=self.journal,
                              maximise=maximise, algorithm="heco-de", **NAMED)
            self.assertGreater(s.nfail, 0)
            read = heco.read_journal(self.journal)
            for name, values in s.history.columns().items():
                np.testing.assert_array_equal(read.columns()[name], values, name)
            self.assertEqual((read.names, read.maximise, len(read.seconds)), (["b", "h"], maximise, 500))
            os.unlink(self.journal)

    def test_a_resumed_search_has_all_of_it(self):
        whole = heco.minimize(everything, BOX, n_ineq=1, budget=500, journal=self.journal, algorithm="heco-de")
        data = self.journal.read_bytes()
        self.journal.write_bytes(data[:len(data) // 2])
        s = heco.minimize(everything, BOX, n_ineq=1, budget=500, journal=self.journal, resume=True, algorithm="heco-de")
        self.assertGreater(s.replayed, 0)
        np.testing.assert_array_equal(s.history.x, whole.history.x)

    def test_not_a_journal(self):
        self.journal.write_text("nothing of the kind")
        with self.assertRaisesRegex(heco.HecoError, "not a heco journal"):
            heco.read_journal(self.journal)
        with self.assertRaisesRegex(heco.HecoError, "nosuch"):
            heco.read_journal("nosuch")


class Names(unittest.TestCase):
    def test_they_are_in_the_answer(self):
        s = heco.minimize(beam, budget=200, **NAMED)
        self.assertEqual((s.names, [c["name"] for c in s.constraints]), (["b", "h"], ["stress", "slender"]))
        t = heco.minimize(beam, [(0.1, 5.0), (0.1, 10.0)], budget=200, names=["b", "h"])
        np.testing.assert_array_equal(t.x, s.x)
        with self.assertWarnsRegex(RuntimeWarning, "constraint stress is nan"):
            heco.minimize(lambda x: (x[0], [np.nan, 0.0]), budget=250, max_failed=20, **NAMED)

    def test_refused(self):
        for how, words in ((dict(names=["b"]), "names has 1 texts: 2 were expected"), (dict(names=["b", "b"]), "'b' twice"),
                           (dict(constraint_names=["a", "b", "c"]), "constraint_names has 3 texts"), (dict(names=["a", "\0"]), "NUL")):
            with self.assertRaisesRegex(ValueError, words):
                heco.minimize(beam, [(0.1, 5.0), (0.1, 10.0)], budget=100, **how)


class Shown(unittest.TestCase):
    def setUp(self):
        self.s = heco.minimize(beam, budget=300, **NAMED)

    def test_text(self):
        text = repr(self.s)
        for words in (r"^feasible: f = 3\.30", r"(?m)^\d+ evaluations, best at \d+, algorithm auto, seed 1, ",
                      r"(?m)^  b +0\.45", r"(?m)^  stress +\S+ +<= +0 +met, active$", r"SQP from"):
            self.assertRegex(text, words)
        self.assertLess(len(text.splitlines()), 20)
        many = heco.minimize(lambda x: x.sum(), [(0.0, 1.0)] * 50, budget=100)
        self.assertRegex(repr(many), r"(?m)^  \.\.\. 20 more$")
        self.assertEqual(repr(heco.Solution(a=1)), "Solution({'a': 1})")
        self.assertTrue(self.s.search)
        self.assertIn("'history'", repr(list(self.s)))

    def test_page_with_a_picture(self):
        tree = xml.etree.ElementTree.fromstring(self.s._repr_html_().replace("<br>", "<br/>"))
        drawn = tree.find("svg").findall("path")
        self.assertGreater(len(drawn), 2)
        self.assertNotIn("nan", self.s._repr_html_())
        self.assertEqual([cell.text for cell in tree.iter("td")][:2], ["b", "%.10g" % self.s.x[0]])
        with self.assertWarns(RuntimeWarning):
            failed = heco.minimize(lambda x: np.nan, BOX, budget=60, n_ineq=0, algorithm="heco-de")
        self.assertIn("</div>", failed._repr_html_())

    def test_pickle_and_json(self):
        again = pickle.loads(pickle.dumps(self.s))
        np.testing.assert_array_equal(again.history.x, self.s.history.x)
        self.assertNotIn("history", self.s.to_json())


class Logging(unittest.TestCase):
    def test_levels(self):
        def fun(x):
            if x[0] > 4:
                raise ArithmeticError("no value")
            return sphere(x)
        with self.assertLogs("heco", logging.DEBUG) as log:
            s = heco.minimize(fun, BOX, n_ineq=0, budget=300, seed=5, algorithm="heco-de")
        text = "\n".join(log.output)
        self.assertRegex(text, r"INFO:heco:.*fun: 2 variables, 0 inequalities, 0 equalities, seed 5")
        self.assertRegex(text, r"DEBUG:heco:failed: ArithmeticError: no value at x = ")
        self.assertRegex(text, r"DEBUG:heco:evaluation \d+: f = ")
        self.assertIn("INFO:heco:" + "Logging.test_levels.<locals>.fun: " + s.message, text)
        plain = heco.minimize(fun, BOX, n_ineq=0, budget=300, seed=5, algorithm="heco-de")
        np.testing.assert_array_equal(plain.x, s.x)


if __name__ == "__main__":
    unittest.main(verbosity=1)
