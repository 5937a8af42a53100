"""tools/count_tests.py: the counts that ./check ends with."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "count_tests.py"
CMOCKA = """[==========] Running 3 test(s).
[ RUN      ] a
[       OK ] a
[ RUN      ] b
[  {verdict} ] b
[ RUN      ] c
[  SKIPPED ] c
[==========] 3 test(s) run.
[  PASSED  ] 1 test(s).
[  SKIPPED ] 1 test(s), listed below:
[  SKIPPED ] c
"""


def case(name, status, output, inner=""):
    return f'<testcase name="{name}" status="{status}">{inner}<system-out>{output}</system-out></testcase>'


class CountTests(unittest.TestCase):
    def counts(self, *cases, again=None):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("first.xml", "again.xml")[:1 if again is None else 2]]
            for file, tests in zip(files, (cases, again)):
                file.write_text("<testsuite>" + "".join(tests) + "</testsuite>")
            out = subprocess.run([sys.executable, str(TOOL), *map(str, files)], capture_output=True,
                                 text=True, check=True).stdout
        return out.splitlines()

    def test_cmocka_cases(self):
        out = self.counts(case("t", "run", CMOCKA.format(verdict="     OK")))
        self.assertEqual(out, ["2 0 1", "skipped t: c"])

    def test_failed_cases(self):
        out = self.counts(case("t", "fail", CMOCKA.format(verdict="FAILED ")))
        self.assertEqual(out, ["1 1 1", "FAILED  t b"])

    def test_a_crash_is_a_failure(self):
        self.assertEqual(self.counts(case("t", "fail", "[ RUN      ] a\n"))[0], "0 1 0")

    def test_plain_tests_count_as_one(self):
        out = self.counts(case("a", "run", "words"), case("b", "fail", ""),
                          case("c", "notrun", "no data\n", '<skipped message="SKIP"/>'))
        self.assertEqual(out[0], "1 1 1")
        self.assertIn("skipped c: no data", out)

    def test_parts_of_a_program_count_once(self):
        good, bad = CMOCKA.format(verdict="     OK"), CMOCKA.format(verdict="FAILED ")
        out = self.counts(case("t_1_of_3", "run", good), case("t_2_of_3", "run", good),
                          case("t_3_of_3", "fail", bad))
        self.assertEqual(out[0], "3 1 2")
        self.assertIn("FAILED  t_3_of_3 b", out)

    def test_unittest(self):
        out = self.counts(case("t", "run", "Ran 10 tests in 1.6s\n\nOK (skipped=3)\n"))
        self.assertEqual(out, ["7 0 3", "skipped t: 3 case(s)"])

    def test_what_was_repeated_counts_once(self):
        good, bad = CMOCKA.format(verdict="     OK"), CMOCKA.format(verdict="FAILED ")
        first = (case("t", "fail", bad), case("u", "fail", ""), case("v", "run", ""), case("w_2_of_2", "fail", bad))
        again = (case("t", "run", good), case("u", "fail", ""), case("w_2_of_2", "run", good))
        self.assertEqual(self.counts(*first, again=again),
                         ["3 1 1", "skipped t: c", "FAILED  u", "repeated alone: t (passed)",
                          "repeated alone: u (failed again)", "repeated alone: w_2_of_2 (passed)"])
        self.assertEqual(self.counts(*first, again=()), self.counts(*first))


if __name__ == "__main__":
    unittest.main()
