"""bench/peers/data_profile.py: shares and means worked out by hand."""
import importlib.util
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "bench" / "peers" / "data_profile.py"
HEAD = "suite,problem,n,solver,seed,evals_to_success,evals,best_f,violation\n"

spec = importlib.util.spec_from_file_location("data_profile", TOOL)
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)


def rows(*lines):
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(HEAD + "".join(f"{line},0,0\n" for line in lines))
        file.flush()
        return tool.read([file.name])


class DataProfile(unittest.TestCase):
    def test_the_edge_counts(self):
        r = rows("s,p,4,a,1,50,50", "s,p,4,a,2,51,51", "s,p,4,a,3,-1,99")  # 10 (n + 1) is 50
        self.assertAlmostEqual(tool.share(r, "a", 10), 1 / 3)
        self.assertAlmostEqual(tool.share(r, "a", 30), 2 / 3)
        self.assertAlmostEqual(tool.share(r, "a", 10000), 2 / 3)

    def test_dimensions_scale(self):
        r = rows("s,p,1,a,1,100,100", "s,q,9,a,1,100,100")
        self.assertAlmostEqual(tool.share(r, "a", 10), 0.5)
        self.assertAlmostEqual(tool.share(r, "a", 30), 0.5)
        self.assertAlmostEqual(tool.share(r, "a", 100), 1.0)

    def test_problems_weigh_the_same(self):
        r = rows("s,p,1,a,1,5,5", "s,q,1,a,1,-1,9", "s,q,1,a,2,-1,9", "s,q,1,a,3,-1,9")
        self.assertAlmostEqual(tool.share(r, "a", 10), 0.5)

    def test_a_solver_without_runs_has_no_share(self):
        self.assertTrue(math.isnan(tool.share(rows("s,p,1,a,1,5,5"), "b", 10)))

    def test_geometric_mean(self):
        self.assertAlmostEqual(tool.geometric_mean([1, 100]), 10.0)
        self.assertTrue(math.isnan(tool.geometric_mean([])))

    def test_cells(self):
        r = rows("s,p,1,a,1,10,10", "s,p,1,a,2,1000,1000", "s,p,1,b,1,-1,9", "s,p,1,c,1,8,8",
                 "s,p,1,c,2,-1,9", "s,q,1,a,1,7,7")
        of = lambda solver: tool.cell(*tool.of_problem(r, ("s", "p"), solver))
        self.assertEqual([of("a"), of("b"), of("c")], ["100", "-", "8 (50 %)"])
        self.assertEqual(tool.cell(*tool.of_problem(r, ("s", "q"), "b")), ".")

    def test_notes(self):
        self.assertEqual(tool.check(rows("s,p,1,a,1,5,5", "s,p,1,b,1,5,5")), [])
        notes = tool.check(rows("s,p,1,a,1,5,5", "s,p,1,a,1,6,6", "s,q,1,b,1,5,5"))
        self.assertEqual(notes, ["given twice: s:p, a, seed 1", "a has 1 of 2 problems",
                                 "b has 1 of 2 problems"])

    def test_variants(self):
        r = rows("s,p,1,a,1,10,10", "s,p,1,a,2,-1,90", "s,q,1,a,1,4,4", "s,r,1,a,1,3,3",
                 "s+v,p,1,a,1,25,25", "s+v,p,1,a,2,25,25", "s+v,q,1,a,1,1,1", "s+v,r,1,a,1,-1,9")
        # p: (10 + 90) / 1 and 25; q: 4 and 1; r is solved in one of the two only
        self.assertEqual(tool.variant_table(r)[2:], ["| s | a | 2 | 20.0 | 3 of 4 |",
                                                     "| s+v | a | 2 | 5.0 | 3 of 4 |"])

    def test_command(self):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write(HEAD + "s,p,1,slow,1,900,900,0,0\ns,p,1,fast,1,9,9,0,0\n"
                       "t,p,1,fast,1,3,3,0,0\n")
            file.flush()
            done = subprocess.run([sys.executable, str(TOOL), "--suite", "s", "--problems",
                                   file.name], capture_output=True, text=True, check=True)
            empty = subprocess.run([sys.executable, str(TOOL), "--suite", "u", file.name],
                                   capture_output=True, text=True)
            other = subprocess.run([sys.executable, str(TOOL), "--only", "q,pp", file.name],
                                   capture_output=True, text=True)
        self.assertEqual(other.returncode, 1)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("| solver | 10 | 30 |"))
        self.assertTrue(lines[2].startswith("| fast | 100.0 %"))
        self.assertEqual(lines[3].split("|")[2:6], [" 0.0 % ", " 0.0 % ", " 0.0 % ", " 0.0 % "])
        self.assertEqual(lines[-1], "| s:p | 1 | 900 | 9 |")
        self.assertEqual(empty.returncode, 1)


if __name__ == "__main__":
    unittest.main()
