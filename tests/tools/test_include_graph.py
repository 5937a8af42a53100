"""tools/include_graph.py on made-up trees: what is allowed passes, what is not is named."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "include_graph.py"


class IncludeGraph(unittest.TestCase):
    def run_on(self, files, *options):
        with tempfile.TemporaryDirectory() as root:
            (Path(root) / "include" / "heco").mkdir(parents=True)
            (Path(root) / "src").mkdir()
            for name, text in files.items():
                path = Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, str(TOOL), "--root", root, *options],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout, done.stderr

    def assert_refused(self, name, include, because):
        code, _, err = self.run_on({name: f"#include {include}\n"})
        self.assertEqual(code, 1, f"{name} may include {include}")
        self.assertIn(name, err)
        self.assertIn(because, err)

    def assert_allowed(self, name, include):
        code, _, err = self.run_on({name: f"#include {include}\n"})
        self.assertEqual((code, err), (0, ""))

    def test_downward_is_allowed(self):
        self.assert_allowed("src/run/run.c", '"solver/member.h"')
        self.assert_allowed("src/solver/heco/heco_de.c", '"solver/de/mutate.h"')
        self.assert_allowed("src/base/rng.c", "<math.h>")
        self.assert_allowed("src/models/model_suite.c", '"heco/suite.h"')
        self.assert_allowed("src/experiment/plan.c", '"heco/algorithm.h"')

    def test_every_layer_may_include_the_interface_of_algorithms(self):
        self.assert_allowed("src/base/arena.h", '"heco/algorithm.h"')

    def test_upward_is_refused(self):
        self.assert_refused("src/base/rng.c", '"problem/batch_init.h"', "base may not include problem")
        self.assert_refused("src/solver/common/pick.c", '"evaluate/backends.h"', "solver may not include")
        self.assert_refused("src/solver/heco/heco_de.c", '"run/tracker.h"', "solver may not")
        self.assert_refused("src/suites/cec2006/cec2006.c", '"solver/x.h"', "suites may not include")

    def test_folders_of_a_layer(self):
        self.assert_refused("src/report/stats/wilcoxon.c", '"report/table.h"', "report/stats may not include report")
        self.assert_refused("src/solver/common/pick.c", '"solver/heco/heco_de.h"', "solver/common may not")
        self.assert_refused("src/solver/de/cross.c", '"solver/sqp/qp.h"', "solver/de may not")
        self.assert_allowed("src/solver/auto/auto.c", '"solver/sqp/qp.h"')

    def test_public_headers_obey_the_table(self):
        self.assert_refused("src/solver/heco/heco_de.c", '"heco/run.h"', "solver may not know run")
        self.assert_refused("src/solver/common/pick.c", '"heco/evaluator.h"', "may not know evaluate")
        self.assert_refused("src/run/run.c", '"heco/heco.h"', "include the header that is meant")
        self.assert_refused("src/run/run.c", '"heco/new.h"', "no layer for this public header")

    def test_algorithms_internals_are_closed_to_experiments(self):
        self.assert_refused("src/experiment/plan.c", '"solver/algorithm_table.h"', "experiment may not")

    def test_cli_sees_public_headers_and_its_own(self):
        self.assert_allowed("src/cli/main.c", '"heco/heco.h"')
        self.assert_allowed("src/cli/main.c", '"cli/args.h"')
        self.assert_allowed("src/cli/main.c", '"base/text.h"')
        self.assert_refused("src/cli/main.c", '"run/drive.h"', "cli may include public headers")

    def test_public_header_includes_only_public(self):
        self.assert_refused("include/heco/run.h", '"base/rng.h"', "public headers only")

    def test_odd_paths_are_refused(self):
        self.assert_refused("src/run/run.c", '"record.h"', "written without its layer")
        self.assert_refused("src/util/util.c", "<math.h>", "is not a layer")

    def test_spaces_do_not_hide_an_include(self):
        self.assert_refused("src/base/a.h", '"run/x.h"\n', "base may not")
        code, _, _ = self.run_on({"src/base/a.h": '  #  include   "run/x.h"\n'})
        self.assertEqual(code, 1)

    def test_a_library_is_called_from_one_folder(self):
        call = "int f(void) { return sqlite3_step(0); }\n"
        self.assertEqual(self.run_on({"src/experiment/store.c": call})[0], 0)
        code, _, err = self.run_on({"src/models/other.c": call})
        self.assertEqual(code, 1)
        self.assertIn("src/models/other.c calls SQLite: only files in src/experiment may", err)

    def test_functions_whose_bits_depend_on_the_machine(self):
        call = "double f(double x) { return %s(x); } /* pow(x) */\n"
        for name in ("exp", "cbrt", "hypot", "log1p", "sinf", "lgamma"):
            code, _, err = self.run_on({"src/solver/a.c": call % name})
            self.assertEqual(code, 1, name)
            self.assertIn("of the C library: its bits depend on the machine; use base/elementary.h", err)
        for name in ("heco_exp", "sqrt", "fabs", "ldexp", "frexp", "my.exp"):
            self.assertEqual(self.run_on({"src/suites/a.c": call % name})[0], 0, name)
        self.assertEqual(self.run_on({"src/report/a.c": call % "exp"})[0], 0)

    def test_graph_and_dot(self):
        tree = {"src/run/run.c": '#include "base/error.h"\n#include "base/clock.h"\n'}
        code, out, _ = self.run_on(tree)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"run +-> base \(2\)")
        code, out, _ = self.run_on(tree, "--dot")
        self.assertIn('"run" -> "base" [label = "2"];', out)


if __name__ == "__main__":
    unittest.main()
