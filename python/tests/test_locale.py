"""A process whose locale writes 0,5 for 0.5 reads and writes the same files."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import heco

EXAMPLES = pathlib.Path(heco.__file__).resolve().parent.parent.parent / "examples"

# Prints what options, models, decks, suite files and rankings give in the locale argv[1].
PROGRAM = r'''
import json, locale, pathlib, sys
locale.setlocale(locale.LC_ALL, sys.argv[1])
import heco
examples, here = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
found = {"half": locale.format_string("%.1f", 0.5)}

def answer(s):
    return [s.fun, list(s.x), s.nfev]

box = [(-2.5, 2.5)] * 2
fun = lambda x: (x[0] - 0.25) ** 2 + (x[1] + 1.5) ** 2
found["option"] = answer(heco.minimize(fun, box, budget=300, algorithm="heco-de", options={"gamma": 0.25}))
found["lanes"] = answer(heco.minimize(fun, box, budget=2000, lanes=8))
models = {"lua": "models/beam.lua", "nl": "models/beam.nl", "suite": "suite/own.suite:disc/3"}
if sys.platform != "win32":
    models["deck"] = here / "tube/tube.deck"
for name, model in models.items():
    try:
        found[name] = answer(heco.problem(examples / model).minimize(budget=120))
    except heco.HecoError as why:
        found[name] = str(why)
r = heco.bench("cec2006", ["heco-de[gamma=0.25]", "sqp"], problems="g08,g11", runs=2, evals=200, db=here / "runs.db")
for rule in "friedman", "critical", "cec2017", "ert", "profile":
    for form in "csv", "json", "tex":
        found[rule, form] = r.rank(rule=rule).write(form)
print(json.dumps({str(k): v for k, v in found.items()}))
'''


class Locales(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        try:
            heco._tools.load()
            self.command = heco._command.command()
        except (ImportError, FileNotFoundError) as why:
            self.skipTest(str(why))
        built = subprocess.run([self.command, "version"], capture_output=True, text=True).stdout
        if "sqlite" not in built:
            self.skipTest("heco was built without SQLite")
        made = shutil.which("localedef") and subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / "comma"], capture_output=True)
        if not made or made.returncode != 0:
            self.skipTest("localedef cannot make a locale here (Debian: locales)")

    def results(self, locale):
        here = self.folder / ("in_" + locale)
        here.mkdir()
        subprocess.run([self.command, "init", "run", here / "tube"], check=True, capture_output=True)
        run = subprocess.run([sys.executable, "-c", PROGRAM, locale, EXAMPLES, here], capture_output=True, text=True,
                             env=dict(os.environ, LOCPATH=str(self.folder)))
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def test_files_have_a_point(self):
        plain, comma = self.results("C"), self.results("comma")
        self.assertEqual((plain.pop("half"), comma.pop("half")), ("0.5", "0,5"))
        self.maxDiff = 2000
        for what, value in plain.items():
            with self.subTest(what):
                self.assertEqual(comma[what], value)
        self.assertIsInstance(plain["deck"], list)


if __name__ == "__main__":
    unittest.main()
