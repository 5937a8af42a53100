"""heco.problem and heco.bench."""

import os
import pathlib
import pickle
import runpy
import shutil
import subprocess
import tempfile
import unittest

import numpy as np

import heco
from test_own_algorithm import RandomSearch


class Suites(unittest.TestCase):
    def setUp(self):
        try:
            heco._tools.load()
            heco._command.command()
        except (ImportError, FileNotFoundError) as why:
            self.skipTest(str(why))


class Problems(Suites):
    def test_a_problem_is_a_function(self):
        p = heco.problem("cec2006:g06")
        self.assertEqual((p.n, p.n_ineq, p.n_eq, len(p.bounds), p.budget), (2, 2, 0, 2, 500000))
        self.assertIn("2 variables, 2 inequalities", repr(p))
        f, g, h = p(p.x_best)
        self.assertAlmostEqual(f, p.f_best, 6)
        self.assertEqual((g.shape, h.shape), ((2,), (0,)))
        self.assertLess(g.max(), 1e-6)
        with self.assertRaisesRegex(ValueError, "shape"):
            p([1.0])
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(p)

    def test_its_search_is_that_of_the_command(self):
        for name in ("cec2006:g06", "cec2006:g11", "design:welded-beam", "design:gear-train"):
            with self.subTest(name):
                s = heco.problem(name).minimize(budget=800, seed=4, algorithm="heco-de")
                t = heco.solve(name, budget=800, seed=4, algorithm="heco-de")
                self.assertEqual((s.fun, list(s.x), s.nfev), (t.fun, list(t.x), t.nfev))

    def test_it_lives_as_long_as_it_is_used(self):
        call = heco.problem("cec2006:g08").__call__
        self.assertTrue(np.isfinite(call([1.0, 4.0])[0]))

    def test_refused(self):
        with self.assertRaisesRegex(heco.HecoError, "g99"):
            heco.problem("cec2006:g99")


class Settings(Suites):
    """ctypes would cut a number to the bits of its field: 2 ** 70 evaluations were those of the protocol."""

    def test_numbers_are_checked(self):
        for name, values in {"runs": (0, -1, 1.5, "2", 2 ** 64), "evals": (-1, 2 ** 70, 0.5, "x"), "seed": (-1, 2 ** 64),
                             "jobs": (0, -2, "all")}.items():
            for value in values:
                with self.subTest(name, value=value), self.assertRaisesRegex(ValueError, "^%s is " % name):
                    heco.bench("cec2006", ["sqp", RandomSearch], problems="g08", db="none.db", **{name: value})
        with self.assertRaisesRegex(ValueError, "the list of algorithms is empty"):
            heco.bench("cec2006", [], db="none.db")
        for name, value in (("resamples", -1), ("digits", 2 ** 64), ("seed", -1), ("dims", [1e99]), ("dims", -3)):
            with self.subTest(name, value=value), self.assertRaisesRegex(ValueError, "^%s is " % name):
                heco.rank("none.db", **{name: value})
        self.assertFalse(os.path.exists("none.db") or os.path.exists("none.db.python.csv"))


class Benches(Suites):
    def setUp(self):
        super().setUp()
        built = subprocess.run([heco._command.command(), "version"], capture_output=True, text=True).stdout
        if "sqlite" not in built:
            self.skipTest("built without SQLite")

    def test_named_algorithms_and_one_in_python(self):
        with tempfile.TemporaryDirectory() as folder:
            db = pathlib.Path(folder) / "runs.db"
            r = heco.bench("cec2006", ["heco-de", RandomSearch], runs=2, db=db, problems="g06,g08", evals=2000)
            self.assertEqual(len(r.rows), 8)
            self.assertEqual({row["algorithm"] for row in r.rows}, {"heco-de", "random-search"})
            self.assertTrue(all(row["evals"] == 2000 for row in r.rows))
            ranked = r.rank(rule="cec2017", view="values")
            self.assertEqual({row["algorithm"] for row in ranked}, {"heco-de", "random-search"})
            again = heco.bench("cec2006", ["heco-de", RandomSearch], runs=2, db=db, problems="g06,g08", evals=2000)
            self.assertEqual(again.rows, r.rows)
            self.assertIn("8 runs of heco-de, random-search", repr(r))
            try:
                table = r.to_frame()
            except ImportError:
                return
            self.assertEqual(len(table[table.algorithm == "random-search"]), 4)

    def test_labels_and_shared_objects(self):
        """The database has the name of an algorithm, not the path of its file."""
        root = pathlib.Path(__file__).resolve().parents[2]
        with tempfile.TemporaryDirectory() as folder:
            source, file = root / "examples" / "algorithms" / "one_plus_lambda.c", pathlib.Path(folder, "x.so")
            build = ["cc", "-fPIC", "-shared", "-I", str(root / "include"), "-o", str(file), str(source), "-lm"]
            if shutil.which("cc") is None:
                self.skipTest("no compiler")
            subprocess.run(build, check=True)
            r = heco.bench("cec2006", ["short:heco-de[lambda=25,gamma=0]", os.path.relpath(file)], runs=2,
                           db=pathlib.Path(folder, "runs.db"), problems="g08", evals=2000)
            self.assertEqual(len(r.rows), 4)
            self.assertEqual({row["algorithm"] for row in r.rows}, {"short", "one-plus-lambda"})
            r.export("cec2026", pathlib.Path(folder, "out"))
            self.assertTrue(pathlib.Path(folder, "out", "cec2006", "short", "short_CEC26_CSOP_F8.txt").is_file())
            with self.assertRaisesRegex(heco.HecoError, "not a format of exports"):
                r.export("cec2027", pathlib.Path(folder, "out"))

    def test_a_suite_of_ones_own(self):
        """The worked example of the guide; the suite has another name than its file."""
        root = pathlib.Path(__file__).resolve().parents[2]
        example = runpy.run_path(str(root / "examples" / "algorithms" / "textbook_de.py"))["TextbookDE"]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "file.suite")
            file.write_text("name mine\nproblem one cec2006:g08 best=-0.0958 success=1e-2\nproblem two cec2006:g06\n")
            r = heco.bench(str(file), [example, "heco-de"], runs=2, evals=2000, db=pathlib.Path(folder, "runs.db"))
            self.assertEqual({(row["suite"], row["algorithm"]) for row in r.rows}, {("mine", "heco-de"), ("mine", "textbook-de")})
            self.assertEqual(len(r.rows), 8)
            self.assertTrue(all(row["success_fes"] > 0 for row in r.rows if row["algorithm"] == "textbook-de"
                                and row["function"] == "one"))
            self.assertIn("textbook-de", str(r.rank(rule="friedman")))
        with self.assertRaisesRegex(ValueError, "N = 20 does not fit 10 evaluations"):
            heco.problem("cec2006:g06").minimize(algorithm=example, budget=10)

    def test_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(heco.HecoError, "cec2066"):
            heco.bench("cec2066", RandomSearch, runs=1, db=pathlib.Path(folder) / "runs.db")


if __name__ == "__main__":
    unittest.main(verbosity=1)
