"""heco.plot: the numbers in the plots are those of the search, and every example runs."""
import os
import pathlib
import re
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

    def test_critical_differences(self):
        found = heco.rank(self.db, rule="critical", suite="cec2006")
        ax = heco.plot.critical(found)
        words = [t.get_text() for t in ax.texts]
        self.assertTrue(all(any(w.startswith(r["algorithm"] + " ") for w in words) for r in found), words)
        self.assertTrue(any(w.startswith("critical difference ") for w in words), words)
        bars = [c for c in ax.collections if (c.get_gid() or "").startswith("group")]
        letters = "".join(r["group_nemenyi"] for r in found if r["dim"] == "all" and r["by"] == "mean")
        self.assertEqual(len(bars), len([x for x in set(letters) if letters.count(x) > 1]))
        self.assertRaises(ValueError, heco.plot.critical, found, test="best")
        self.assertRaises(ValueError, heco.plot.critical, found, dim=17)

    def test_performance_profiles(self):
        rows = [r for r in heco.rank(self.db, rule="profile", accuracy=0.1, suite="cec2006") if r["dim"] == "all"]
        ax = heco.plot.performance(self.db, accuracy=0.1, suite="cec2006")
        for line in ax.lines:
            mine = [r for r in rows if r["algorithm"] == line.get_label()]
            self.assertEqual(list(line.get_xdata())[:-1], [r["tau"] for r in mine])
            self.assertEqual(list(line.get_ydata())[:-1], [r["share"] for r in mine])
        self.assertEqual(len(ax.lines), len({r["algorithm"] for r in rows}))

    def test_slack_of_an_answer(self):
        s = heco.minimize(lambda x: (x[0] + x[1], [2 - x[0] * x[1], x[0] - 3.0, 1 - x[1]]), [(0, 4), (0, 4)], budget=2000)
        ax = heco.plot.violations(s)
        self.assertEqual(ax.get_title(loc="left"), "All constraints are met")
        self.assertEqual(len(ax.patches), 3)
        self.assertGreater(max(p.get_width() for p in ax.patches), 0.3)  # the axes are not empty
        for c in s.constraints:  # as if the first were violated
            c["satisfied"] = c["name"] != "g1"
        s.constraints[0]["excess"] = 0.5
        ax = heco.plot.violations(s)
        self.assertEqual(ax.get_title(loc="left"), "1 of 3 constraints are violated")
        self.assertLess(ax.patches[0].get_width(), 0)

    def test_convergence_shows_the_feasible_part(self):
        record = heco.plot.Recorder()
        record.nfev, record.fun, record.violation = [1, 2, 3, 4], [1e9, 5.0, 4.0, 3.0], [1.0, 0.0, 0.0, 0.0]
        low, high = heco.plot.convergence(record).get_ylim()
        self.assertTrue(2.5 < low < 3 and 5 < high < 5.5, (low, high))

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

    def test_html_is_styled(self):
        s = heco.minimize(lambda x: (x[0], [2 - x[0], x[0] - 3.5]), [(0, 4)], budget=200)
        page = s._repr_html_()
        active, other = sorted(float(t) for t in re.findall("<title>relative slack ([-+.0-9e]+)<", page))
        self.assertLess(active, 1e-6)
        self.assertEqual(other, 1)
        self.assertIn("fill='currentColor'", page)  # follows a dark notebook

        def light(colour):
            parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
            return sum(w * (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4) for w, p in zip((0.2126, 0.7152, 0.0722), parts))
        for colour in (heco._show.GOOD, heco._show.BAD):
            for ground in ("#ffffff", "#14171c", "#1e1e1e"):
                a, b = sorted((light(colour), light(ground)))
                self.assertGreaterEqual((b + 0.05) / (a + 0.05), 3.0, (colour, ground))

    def test_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "examples/plots.py", folder, COMMAND], check=True)
            self.assertEqual(len(list(pathlib.Path(folder).glob("*.svg"))), 12)


if __name__ == "__main__":
    unittest.main()
