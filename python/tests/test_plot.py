"""heco.plot: the numbers in the plots are those of the search, and every example runs."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import heco
import heco.plot
from heco import _command

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    raise unittest.SkipTest("no matplotlib (Debian: python3-matplotlib)") from None

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = _command.command()


def run(*words):
    subprocess.run([COMMAND, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.journal, cls.db = (os.path.join(cls.folder.name, n) for n in ("journal", "runs.db"))
        run("solve", "cec2006:g06", "--evals", 3000, "--algorithm", "heco-de", "--quiet", "--journal", cls.journal)
        run("bench", "--suite", "cec2006", "--problems", "g01,g06", "--algorithms", "heco-de,lshade44", "--runs", 3, "--evals", 3000,
            "--trace", "coarse", "--db", cls.db, "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tearDown(self):
        plt.close("all")

    def test_matplotlib_is_imported_when_used(self):
        code = "import sys, heco.plot; sys.exit('matplotlib' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_convergence_of_a_recorder_ends_at_the_answer(self):
        record = heco.plot.Recorder()
        s = heco.minimize(lambda x: (x[0] + x[1], [2 - x[0] * x[1]]), [(0, 4), (0, 4)], budget=1000, algorithm="heco-de", callback=record)
        ax = plt.subplots()[1]
        self.assertIs(heco.plot.convergence(record, ax=ax), ax)
        self.assertEqual(ax.lines[-1].get_ydata()[-1], s.fun)
        self.assertEqual(ax.lines[-1].get_xdata()[-1], 1000)

    def test_convergence_and_violations_of_a_journal(self):
        data = heco.plot.read(self.journal)
        self.assertEqual((data["kind"], data["evals"], len(data["constraints"])), ("solve", 3000, 2))
        y = heco.plot.convergence(self.journal).lines[-1].get_ydata()
        self.assertAlmostEqual(y[-1], data["best"]["f"], places=4)
        self.assertGreaterEqual(len(heco.plot.violations(self.journal).lines), 1)
        self.assertEqual(len(heco.plot.parallel(self.journal).lines), len(data["points"]) + len(data["improvements"]) + 1)

    def test_a_database(self):
        ax = heco.plot.ranks(self.db)
        widths = sorted(p.get_width() for p in ax.patches)
        self.assertEqual(widths, sorted(r["total"] for r in heco.rank(self.db, suite="cec2006") if r["dim"] == "all" or r["dim"] == "-")[:2])
        self.assertEqual(len(heco.plot.convergence(self.db, problem="g06").lines), 2)
        y = heco.plot.profile(self.db, algorithms="heco-de").lines[0].get_ydata()
        self.assertTrue(np.all(np.diff(y) >= 0) and 0 <= y[0] and y[-1] <= 100)

    def test_refusals(self):
        for call in (lambda: heco.plot.convergence(self.db, problem="g99"), lambda: heco.plot.profile(self.db, dim=17),
                     lambda: heco.plot.profile(self.db, accuracy=0.5), lambda: heco.plot.ranks(self.db, rule="best"),
                     lambda: heco.plot.ranks(self.journal), lambda: heco.plot.parallel(self.db), lambda: heco.plot.violations(self.db),
                     lambda: heco.plot.convergence(self.db, algorithms=["nobody"]), lambda: heco.plot.read(__file__)):
            self.assertRaises(ValueError, call)

    def test_html_of_an_answer(self):
        s = heco.minimize(lambda x: (x[0], [2 - x[0]]), [(0, 4)], budget=200)
        s.constraints[0]["name"] = "<script>"
        page = s._repr_html_()
        self.assertIn("&lt;script&gt;", page)
        self.assertNotIn("<script>", page)
        self.assertIn("met", page)

    def test_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "examples/plots.py", folder, COMMAND], check=True)
            self.assertEqual(len(list(pathlib.Path(folder).glob("*.svg"))), 11)


if __name__ == "__main__":
    unittest.main()
