"""journal=, resume= and report=: the files of the command, written by a search in Python."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import numpy as np

import heco
from problems import BOX, everything, sphere


class Journal(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.journal = self.folder / "j"

    def search(self, fun=everything, **more):
        return heco.minimize(fun, BOX, **dict(dict(n_ineq=1, budget=600, algorithm="heco-de", journal=self.journal), **more))

    def test_a_kill_within_a_batch_loses_no_finished_row(self):
        program = ("import heco, os, sys\n"
                   "seen = []\n"
                   "def fun(x):\n"
                   "    seen.append(1)\n"
                   "    if len(seen) == 47:\n"
                   "        os.kill(os.getpid(), 9)\n"
                   "    return float('nan') if len(seen) %% 5 == 0 else float(x @ x)\n"
                   "heco.minimize(fun, [(-1, 1)] * 3, n_ineq=0, budget=600, algorithm='heco-de', options={'lambda': 40}, journal=%r%s)\n")
        for more in ("", ", time=100", ", retries=1"):
            self.journal.unlink(missing_ok=True)
            code = subprocess.run([sys.executable, "-c", program % (str(self.journal), more)]).returncode
            self.assertEqual(code, -9)
            rows = heco.read_journal(self.journal)
            if more == ", retries=1":  # points that failed are evaluated again at the end of the batch
                self.assertGreater(len(rows), 30)
            else:
                self.assertEqual((len(rows), int(rows.failed.sum())), (46, 9))

    def cut(self, journal=None, share=0.5):
        """Leaves the first part of a journal, as a kill would."""
        path = pathlib.Path(journal or self.journal)
        data = path.read_bytes()
        path.write_bytes(data[:int(share * len(data))])

    def test_a_search_goes_on_bit_for_bit(self):
        for how in (dict(), dict(workers=2), dict(workers=map), dict(vectorized=True, fun=lambda x: (
                x[0] ** 2 + x[1] ** 2, (1.0 - (x[0] + x[1]))[None, :]))):
            with self.subTest(how=list(how)):
                whole = self.search(**how)
                self.assertEqual((whole.replayed, whole.nfev), (0, 600))
                self.cut()
                calls = []
                fun = how.get("fun", everything)
                counted = dict(how, fun=lambda x: calls.append(1) or fun(x)) if how.get("workers") != 2 else how
                counted.get("fun", fun).__qualname__ = fun.__qualname__
                again = self.search(resume=True, **counted)
                np.testing.assert_array_equal(again.x, whole.x)
                self.assertEqual((again.fun, again.nfev, again.evals_at_best), (whole.fun, whole.nfev, whole.evals_at_best))
                self.assertTrue(100 < again.replayed < 600, again.replayed)
                self.assertTrue(again.reproduced)
                if how.get("workers") is None and "vectorized" not in how:
                    self.assertEqual(len(calls), 600 - again.replayed + 1)  # and the answer once more
                os.unlink(self.journal)

    def test_after_an_interrupt_and_an_exception(self):
        whole = self.search(journal=None)
        calls = []

        def breaks(x):
            calls.append(1)
            if len(calls) in (100, 150):
                raise KeyboardInterrupt if len(calls) == 100 else OSError("disk")
            return everything(x)
        breaks.__qualname__ = "everything"
        cut = self.search(breaks)
        self.assertEqual((cut.stop, cut.nfev), ("user", 99))
        with self.assertRaisesRegex(OSError, "disk"):
            self.search(breaks, resume=True, on_error="raise")
        self.assertEqual(self.search(resume=True).replayed, 99 + 49)
        np.testing.assert_array_equal(self.search(resume=True).x, whole.x)

    def test_derivatives_are_recorded(self):
        def jac(x):
            return 2.0 * x, [[-1.0, -1.0]]
        whole = self.search(jac=jac, algorithm="sqp", budget=60)
        self.cut()
        again = self.search(jac=jac, algorithm="sqp", budget=60, resume=True)
        np.testing.assert_array_equal(again.x, whole.x)
        self.assertGreater(again.njev, 0)

    def test_a_larger_budget(self):
        self.search()
        more = self.search(budget=900, resume=True)
        self.assertEqual((more.nfev, more.stop), (900, "budget"))

    def test_another_search_is_refused(self):
        self.search()
        for words, how in (("exists already", dict()), ("seed=1", dict(resume=True, seed=2)),
                           ("algorithm=heco-de", dict(resume=True, algorithm="sqp")),
                           ("model=everything", dict(resume=True, fun=lambda x: everything(x)))):
            with self.assertRaisesRegex(heco.HecoError, words):
                self.search(**how)
        with self.assertRaisesRegex(heco.HecoError, "no such file|No such file"):
            self.search(journal=self.folder / "nosuch", resume=True)
        with self.assertRaisesRegex(ValueError, "resume needs journal"):
            self.search(journal=None, resume=True)

    def test_several_searches_keep_a_journal_each(self):
        for how in (dict(), dict(workers=2)):
            whole = self.search(runs=3, seed=4, **how)
            names = [self.folder / name for name in ("j", "j.2", "j.3")]
            self.assertEqual(sorted(self.folder.iterdir()), names)
            self.cut(names[1])
            names[2].unlink()
            again = self.search(runs=3, seed=4, resume=True, **how)
            self.assertEqual([list(s.x) for s in again.runs], [list(s.x) for s in whole.runs])
            self.assertEqual(again.runs[2].replayed, 0)
            self.assertGreater(again.runs[1].replayed, 100)
            names[0].unlink()
            with self.assertRaisesRegex(heco.HecoError, "j.2 exists already"):
                self.search(runs=3, seed=4, **how)
            self.assertFalse(names[0].exists())  # nothing was evaluated
            for name in names[1:]:
                name.unlink()

    def command(self, *words):
        try:
            return subprocess.run([heco._command.command(), *words], capture_output=True, text=True)
        except FileNotFoundError as why:
            self.skipTest(str(why))

    def test_the_command_reads_it(self):
        self.search(constraints={"type": "ineq", "fun": lambda x: x[0] - 0.25})
        refused = self.command("resume", str(self.journal))
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("resume it with the program that made it", refused.stderr)
        shown = self.command("watch", "--once", str(self.journal))
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("600", shown.stdout)
        data = json.loads(self.command("report", str(self.journal), "--data").stdout)
        self.assertEqual(data["evals"], 600)

    def test_the_page(self):
        try:
            heco._tools.load()
        except ImportError as why:
            self.skipTest(str(why))
        page = self.folder / "page.html"
        kept = self.search(report=page)
        self.assertTrue(self.journal.exists())
        first = page.read_text()
        self.assertIn("<html", first)
        self.assertIn("everything", first)
        self.journal.unlink()
        s = self.search(report=page, journal=None, runs=2)
        self.assertEqual(sorted(self.folder.iterdir()), [page])
        self.assertEqual(min(r.fun for r in s.runs), s.fun)
        self.assertEqual(kept.fun, s.runs[0].fun)

    def test_a_page_without_the_library_is_refused_before_the_search(self):
        calls = []
        with unittest.mock.patch.dict(os.environ, HECO_TOOLS_LIBRARY="/nosuch.so"):
            heco._tools.load.cache_clear()
            with self.assertRaisesRegex(ImportError, "report pages need libheco_tools"):
                heco.minimize(lambda x: calls.append(1) or sphere(x), BOX, n_ineq=0, report=self.folder / "p.html")
        heco._tools.load.cache_clear()
        self.assertEqual(calls, [])


class Wording(unittest.TestCase):
    def test_constraints_are_reported_as_they_were_given(self):
        limits = [{"type": "ineq", "fun": lambda x: x[0] + x[1] - 1.0}]
        try:
            import scipy.optimize as so
            limits.append(so.NonlinearConstraint(lambda x: x[0], 0.25, 0.75))
        except ImportError:
            pass
        s = heco.minimize(everything, BOX, n_ineq=1, constraints=limits, budget=3000)
        words = {c["name"]: (c["sense"], c["bound"], c["active"]) for c in s.constraints}
        self.assertEqual(words["g1"], ("<=", 0.0, True))
        self.assertEqual(words["c1[0] >="], (">=", 0.0, True))
        if len(limits) == 2:
            self.assertEqual((words["c2[0] <="], words["c2[0] >="]), (("<=", 0.75, False), (">=", 0.25, False)))
            value = [c for c in s.constraints if c["name"] == "c2[0] <="][0]
            self.assertAlmostEqual(value["value"], s.x[0], 12)
            self.assertAlmostEqual(value["slack"], 0.75 - s.x[0], 12)
        self.assertRegex(repr(s), r"(?m)^ *c1\[0\] >= +\S+ +>= +0 +met, active$")


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
