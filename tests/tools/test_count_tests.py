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
    def counts(self, *cases):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write("<testsuite>" + "".join(cases) + "</testsuite>")
            file.flush()
            out = subprocess.run([sys.executable, str(TOOL), file.name], capture_output=True,
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


if __name__ == "__main__":
    unittest.main()
