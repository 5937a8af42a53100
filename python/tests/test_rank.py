"""heco.rank against what the command prints."""

import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest
import warnings

import heco

try:
    import scipy.optimize as so
except ImportError:
    so = None


class Rank(unittest.TestCase):
    """Against what the command prints; the libraries lie beside it in a build folder."""
    @classmethod
    def setUpClass(cls):
        cls.command = pathlib.Path(os.environ.get("HECO_LIBRARY", "")).with_name("heco")
        if not os.access(cls.command, os.X_OK):
            raise unittest.SkipTest("no command beside the library")
        if "sqlite" not in subprocess.run([cls.command, "version"], capture_output=True, text=True).stdout:
            raise unittest.SkipTest("built without SQLite")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.db = pathlib.Path(cls.folder.name) / "runs.db"
        subprocess.run([cls.command, "bench", "--suite", "cec2006", "--problems", "g06,g11,g05", "--runs", "3", "--evals",
                        "600", "--algorithms", "heco-de,lshade44,frofi", "--db", cls.db, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)

    def printed(self, *options):
        return subprocess.run([self.command, "rank", "--db", self.db, *options], check=True, capture_output=True,
                              text=True).stdout

    def test_a_database_is_ranked_as_the_command_does(self):
        for rule in ("cec2017", "cec2006", "cec2020", "u-score", "u-score-2024", "friedman", "critical", "pairs", "ert", "profile"):
            for view, option in (("totals", []), ("problems", ["--per-problem"]), ("values", ["--values"])):
                with self.subTest(rule=rule, view=view):
                    got = heco.rank(self.db, rule=rule, view=view)
                    self.assertEqual(got.write("csv"), self.printed("--rule", rule, "--format", "csv", *option))
        self.assertEqual(str(heco.rank(str(self.db), wide=True)), self.printed())

    def test_settings_of_the_statistics(self):
        got = heco.rank(self.db, rule="pairs", view="problems", resamples=50, seed=3, level=0.2, digits=4)
        self.assertEqual(got.write("csv"), self.printed("--rule", "pairs", "--per-problem", "--resamples", "50", "--seed", "3",
                                                        "--level", "0.2", "--digits", "4", "--format", "csv"))
        got = heco.rank(self.db, rule="ert", view="problems", accuracy=0.5)
        self.assertEqual(got.write("csv"), self.printed("--rule", "ert", "--per-problem", "--accuracy", "0.5", "--format", "csv"))
        with self.assertRaisesRegex(heco.HecoError, "level 2: give a number between 0 and 1"):
            heco.rank(self.db, rule="critical", level=2)

    def test_rows_are_dictionaries(self):
        got = heco.rank(self.db, algorithms=["lshade44", "heco-de"])
        self.assertEqual(got.columns, ["dim", "algorithm", "by_mean", "by_median", "total"])
        self.assertEqual([row["algorithm"] for row in got], ["lshade44", "heco-de"] * 2)
        self.assertEqual([row["dim"] for row in got], [None, None, "all", "all"])   # one table: cec2006
        for row in got:
            self.assertEqual(row["by_mean"] + row["by_median"], row["total"])
        values = heco.rank([self.db], view="values", algorithms="frofi")
        self.assertEqual([row["problem"] for row in values], ["g05", "g06", "g11"])
        self.assertIsInstance(values[0]["best"], float)

    def test_csv_and_database_together(self):
        path = pathlib.Path(self.folder.name) / "more.csv"
        path.write_text("algorithm,function,run,obj,vio\nmine,g06,1,-6961.9,0\nmine,g06,2,0,9\n")
        got = heco.rank(self.db, csv=path)
        self.assertIn("mine", [row["algorithm"] for row in got])
        self.assertTrue(any("mine has nothing on" in note for note in got.notes), got.notes)

    def test_refusals_with_the_librarys_message(self):
        for arguments, words in ((dict(), "no results to rank"), (dict(db="/nowhere.db"), "/nowhere.db"),
                                 (dict(db=self.db, rule="cec2016"), "did you mean cec2017"),
                                 (dict(db=self.db, algorithms="hecode"), "did you mean heco-de"),
                                 (dict(db=self.db, suite="cec2017"), "suite 'cec2017'")):
            with self.assertRaisesRegex(heco.HecoError, words):
                heco.rank(**arguments)
        with self.assertRaisesRegex(ValueError, "totals"):
            heco.rank(self.db, view="all")
        with self.assertRaisesRegex(heco.HecoError, "xls"):
            heco.rank(self.db).write("xls")
        with self.assertRaisesRegex(TypeError, "list"):
            pickle.dumps(heco.rank(self.db))

    def test_searching_needs_no_tools(self):
        code = "import heco; heco.minimize(lambda x: x[0] ** 2, [(-1, 1)], budget=50)\ntry: heco.rank()\n" \
               "except ImportError as e: print(e)"
        env = dict(os.environ, HECO_TOOLS_LIBRARY="/nowhere/libheco_tools.so")
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        self.assertIn("HECO_TOOLS_LIBRARY", done.stdout, done.stderr)


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
