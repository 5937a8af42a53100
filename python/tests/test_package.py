"""Tests of what people expect around the search: words, callbacks, progress, several runs, files, JSON, hints."""

import ast
import inspect
import io
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import numpy as np

import heco
from heco import _progress

BOX = [(-5.0, 5.0)] * 2
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODEL = """
return { variables = { { "b", 0.1, 5 }, { "h", 0.1, 10 } },
         constraints = { { "stress", "<=", 1 } },
         evaluate = function(b, h) return 2 * b * h, 6 / (b * h ^ 2) end }
"""


def half(x):
    return x[0] ** 2 + x[1] ** 2, [1.0 - x[0] - x[1]]


class Words(unittest.TestCase):
    def test_words_of_scipy_are_answered_with_ours(self):
        for name, ours in (("maxiter", "budget"), ("popsize", "N0"), ("method", "algorithm"), ("rng", "seed"),
                           ("polish", "by itself"), ("buget", "did you mean budget"), ("hess", "not used")):
            with self.assertRaisesRegex(TypeError, "no argument '%s': .*%s" % (name, ours)):
                heco.minimize(half, BOX, **{name: 1})

    def test_every_public_thing_is_described_and_annotated(self):
        for name in heco.__all__:
            thing = getattr(heco, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isfunction(thing):
                self.assertIn("Returns\n-------", inspect.getdoc(thing), name)
                if inspect.signature(thing).parameters:
                    self.assertIn("Parameters\n----------", inspect.getdoc(thing), name)
                self.assertIn("return", thing.__annotations__, name)
                for p in inspect.signature(thing).parameters:
                    self.assertIn(p, thing.__annotations__, "%s of %s" % (p, name))
        described = inspect.getdoc(heco.minimize)
        for p in inspect.signature(heco.minimize).parameters:
            if p != "unknown":
                self.assertRegex(described, r"\b%s\b" % p)
        self.assertTrue((pathlib.Path(heco.__file__).parent / "py.typed").is_file())

    def test_options(self):
        gamma = heco.options("heco-de")["gamma"]
        self.assertEqual((gamma["default"], gamma["min"]), ("auto", 0.0))
        self.assertIn("reference", heco.options("heco-de")["profile"]["choices"])
        self.assertIn("heco-de.gamma", heco.options("heco-next"))
        with self.assertRaisesRegex(heco.HecoError, "heco-ed.*heco-de"):
            heco.options("heco-ed")


class Callbacks(unittest.TestCase):
    def seen(self, callback):
        return heco.minimize(half, BOX, budget=400, callback=callback, options={"stop": "budget"})

    def test_three_forms(self):
        seen = []

        def scipy_old(xk, convergence):
            seen.append((xk.shape, convergence))

        def scipy_new(intermediate_result):
            seen.append((intermediate_result.x.shape, intermediate_result.nfev / 400))

        def own(optimizer):
            seen.append((optimizer.best()[0].shape, optimizer.nfev / 400))

        runs = []
        for callback in (scipy_old, scipy_new, own):
            seen.clear()
            self.seen(callback)
            runs.append(list(seen))
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(runs[0], runs[2])
        self.assertEqual(runs[0][-1], ((2,), 1.0))

    def test_each_may_end_the_search(self):
        for callback in (lambda xk, convergence: True, lambda intermediate_result: True, lambda optimizer: True):
            s = self.seen(callback)
            self.assertEqual(s.stop, "user")
            self.assertLess(s.nfev, 400)


class Several(unittest.TestCase):
    def test_runs_are_the_single_searches(self):
        s = heco.minimize(half, BOX, budget=600, runs=3, seed=5, algorithm="heco-de")
        alone = [heco.minimize(half, BOX, budget=600, seed=k, algorithm="heco-de") for k in (5, 6, 7)]
        for one, other in zip(s.runs, alone):
            np.testing.assert_array_equal(one.x, other.x)
        self.assertEqual(s.fun, min(a.fun for a in alone))
        self.assertEqual((s.summary["runs"], s.summary["feasible"]), (3, 3))
        self.assertAlmostEqual(s.summary["median"], np.median([a.fun for a in alone]))

    def test_basins_are_counted(self):
        """Two equal hollows, far apart: an answer in the other one is no hit."""
        def hollows(x):
            return min((x[0] - 3) ** 2, (x[0] + 3) ** 2 + 1e-9)
        s = heco.minimize(hollows, [(-5, 5)], budget=12, runs=12, algorithm="sqp")
        inside = sum(abs(a.x[0] - s.x[0]) < 0.1 and abs(a.fun - s.fun) <= 1e-8 for a in s.runs)
        self.assertEqual(s.summary["same_point"], inside)
        self.assertEqual(inside, sum(a.same_point for a in s.runs))
        self.assertEqual(s.summary["same_value"], sum(abs(a.fun - s.fun) <= 1e-8 for a in s.runs))
        self.assertLess(inside, 12)
        self.assertGreater(inside, 0)


class Failures(unittest.TestCase):
    def test_it_gives_up_as_the_command_does(self):
        def broken(x):
            raise ValueError("no licence")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            s = heco.minimize(broken, BOX, n_ineq=0, budget=5000, algorithm="heco-de")
        self.assertEqual(s.stop, "failed")
        self.assertLess(s.nfev, 400)

    def test_the_constraint_that_is_nan_is_named(self):
        s = heco.minimize(lambda x: (x[0] ** 2, [x[0] - 1, np.nan if x[0] > 0 else -1.0]), [(-5, 5)], budget=300)
        self.assertGreater(s.nfail, 0)
        self.assertIn("constraint g2 is nan", s.message)
        self.assertGreater(s.last_x[0], 0)

    def test_retries(self):
        """Every other point fails when it is evaluated for the first time; with one retry none does."""
        seen, calls = set(), []

        def flaky(x):
            calls.append(1)
            if tuple(x) not in seen and len(calls) % 2:
                seen.add(tuple(x))
                raise RuntimeError("licence server busy")
            return half(x)
        s = heco.minimize(flaky, BOX, n_ineq=1, budget=200, retries=1, algorithm="heco-de")
        self.assertEqual((s.nfail, s.success), (0, True))
        self.assertGreater(len(seen), 50)
        plain = heco.minimize(half, BOX, n_ineq=1, budget=200, algorithm="heco-de")
        np.testing.assert_array_equal(s.x, plain.x)


class Shown(unittest.TestCase):
    def test_plain_and_moving_lines(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        opt = heco.Optimizer(BOX, budget=100)
        x = opt.ask()
        opt.tell((x ** 2).sum(axis=1))
        for stream, starts in ((io.StringIO(), "heco: "), (Terminal(), "\rheco: ")):
            line = _progress.Progress(stream)
            line.next = 0.0
            line.show(opt)
            line.show(opt)  # not due
            text = stream.getvalue()
            self.assertTrue(text.startswith(starts), text)
            self.assertEqual(text.count("heco:"), 1)
            self.assertIn("of 100 evaluations", text)

    def test_disp(self):
        code = "import heco; heco.minimize(lambda x: x[0] ** 2, [(-1, 1)], budget=200, disp=True, options={'stop': 'budget'})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("200 of 200 evaluations, f ", done.stderr)

    def test_json_and_pickle(self):
        s = heco.minimize(half, BOX, budget=300, runs=2)
        document = json.loads(s.to_json(indent=1))
        self.assertEqual(document["x"], list(s.x))
        self.assertEqual(len(document["runs"]), 2)
        again = pickle.loads(pickle.dumps(s))
        np.testing.assert_array_equal(again.x, s.x)
        self.assertEqual(again.summary, s.summary)
        broken = heco.Solution(fun=np.nan, x=np.array([np.inf]), last_error=ValueError("no"))
        self.assertEqual(json.loads(broken.to_json()), {"fun": None, "x": [None], "last_error": "no"})


class Files(unittest.TestCase):
    def setUp(self):
        try:
            built = subprocess.run([heco._command.command(), "version"], capture_output=True, text=True).stdout
        except FileNotFoundError as why:
            self.skipTest(str(why))
        if "lua" not in built:
            self.skipTest("built without Lua")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "beam.lua"
        self.model.write_text(MODEL)

    def solve(self, *words, **more):
        return heco.solve(self.model, *words, **more)

    def test_a_model_is_solved_as_the_command_does(self):
        s = self.solve(budget=3000, seed=4, algorithm="heco-de", options={"lambda": 12})
        self.assertTrue(s.success, s)
        self.assertEqual((s.nfev, s.seed, s.options["lambda"], len(s.x)), (3000, 4, 12, 2))
        out = subprocess.run([heco._command.command(), "solve", self.model, "--evals", "3000", "--seed", "4", "--algorithm",
                              "heco-de", "--set", "lambda=12", "--json", "--quiet"], capture_output=True, text=True)
        self.assertEqual(json.loads(out.stdout)["x"], list(s.x))
        self.assertEqual(s.constraints[0]["name"], "stress")
        from_start = self.solve(budget=1, x0=[1.0, 3.0], algorithm="sqp")
        np.testing.assert_array_equal(from_start.x, [1.0, 3.0])

    def test_several_runs_are_summed_up_as_in_python(self):
        """Two equal hollows: searches end in either; the command and minimize() count them alike."""
        model = self.folder / "hollows.lua"
        model.write_text("return {variables = {{'x', -5, 5}}, evaluate = function(x) "
                         "return math.min((x - 3) * (x - 3), (x + 3) * (x + 3)) end}")
        here = heco.minimize(lambda x: min((x[0] - 3) * (x[0] - 3), (x[0] + 3) * (x[0] + 3)), [(-5, 5)], budget=12, runs=12,
                             algorithm="sqp")
        there = heco.solve(model, budget=12, runs=12, algorithm="sqp")
        self.assertEqual([r.fun for r in there.runs], [r.fun for r in here.runs])
        self.assertEqual([r.same_point for r in there.runs], [r.same_point for r in here.runs])
        for name, value in here.summary.items():
            if name != "seconds":
                self.assertAlmostEqual(there.summary[name], value, places=14, msg=name)
        self.assertLess(0, here.summary["same_point"])
        self.assertLess(here.summary["same_point"], here.summary["same_value"])

    def test_journal_and_resume(self):
        whole = self.solve(budget=4000, algorithm="heco-de")
        journal = self.folder / "j"
        cut = self.solve(budget=4000, algorithm="heco-de", journal=journal)
        data = journal.read_bytes()
        journal.write_bytes(data[:len(data) // 2])
        s = heco.resume(journal)
        np.testing.assert_array_equal(s.x, whole.x)
        np.testing.assert_array_equal(cut.x, whole.x)
        self.assertGreater(s.document["replayed"], 0)
        self.assertEqual((len(s.history), s.history.names), (4000, ["b", "h"]))
        self.assertEqual(s.history.f[s.evals_at_best - 1], s.fun)
        self.assertIsNone(whole.history)
        self.assertIn("stress", repr(s))

    def test_initial_points_are_there_when_it_goes_on(self):
        journal, points = self.folder / "j", [[1.0, 3.0], [2.0, 2.0]]
        whole = self.solve(budget=300, algorithm="heco-de", x0=points, journal=journal)
        data = journal.read_bytes()
        journal.write_bytes(data[:len(data) // 2])
        np.testing.assert_array_equal(heco.resume(journal).x, whole.x)

    def test_refusals_are_the_commands(self):
        with self.assertRaisesRegex(heco.HecoError, "nosuch.lua"):
            heco.solve(self.folder / "nosuch.lua")
        with self.assertRaisesRegex(heco.HecoError, "heco-ed"):
            heco.solve("cec2006:g08", algorithm="heco-ed")
        with self.assertRaisesRegex(heco.HecoError, "--no-such-thing"):
            heco.solve("cec2006:g08", no_such_thing=3)

    def test_interrupt_gives_the_best_so_far(self):
        self.model.write_text(MODEL.replace("return 2 * b", "for i = 1, 20000 do end return 2 * b"))
        journal = self.folder / "j"
        code = ("import heco; s = heco.solve(%r, budget=10**7, algorithm='heco-de', journal=%r); print(s.stop, len(s.x))"
                % (str(self.model), str(journal)))
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                                 stdin=subprocess.DEVNULL, start_new_session=True)
        while child.poll() is None and not (journal.exists() and journal.stat().st_size > 5000):
            time.sleep(0.05)
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=300)
        self.assertEqual(out, "user 2\n")


class OldPythons(unittest.TestCase):
    def test_annotations_are_not_evaluated(self):
        """`int | None` is an error in Python 3.9, which the package supports, if annotations are evaluated."""
        for file in sorted(pathlib.Path(heco.__file__).parent.glob("*.py")):
            tree = ast.parse(file.read_text())
            future = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
            types = [node.annotation for node in ast.walk(tree) if isinstance(node, (ast.arg, ast.AnnAssign))]
            types += [node.returns for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            unions = [part for one in types if one for part in ast.walk(one) if isinstance(part, ast.BinOp)]
            self.assertTrue(future or not unions, file.name)


if __name__ == "__main__":
    unittest.main(verbosity=1)
