"""tools/check_stages.sh: what ./check does with tests that fail."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.16)
project(few NONE)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME busy COMMAND sh -c "test -e ${CMAKE_BINARY_DIR}/again || { touch ${CMAKE_BINARY_DIR}/again; false; }")
add_test(NAME bad COMMAND false)
add_test(NAME left_out COMMAND sh -c "exit 77")
set_tests_properties(left_out PROPERTIES SKIP_RETURN_CODE 77)
"""
SCRIPT = """cores=2 jobs=2 logs=build/check
. {stages}
tests few
finish
"""


@unittest.skipUnless(shutil.which("ctest"), "no ctest")
class CheckTests(unittest.TestCase):
    def run_check(self, project):
        with tempfile.TemporaryDirectory() as work:
            Path(work, "CMakeLists.txt").write_text(project)
            Path(work, "build/check").mkdir(parents=True)
            Path(work, "tools").symlink_to(ROOT / "tools")
            subprocess.run(["cmake", "-S", ".", "-B", "build/few"], cwd=work, check=True, stdout=subprocess.DEVNULL)
            out = subprocess.run(["bash", "-uc", SCRIPT.format(stages="tools/check_stages.sh")], cwd=work,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return out.returncode, out.stdout.splitlines()

    def test_failed_tests_are_repeated_alone(self):
        code, lines = self.run_check(PROJECT)
        self.assertEqual((code, lines[-1]), (1, "2 passed, 1 failed, 1 skipped"))
        for line in ("2 passed, 1 failed, 1 skipped", "FAILED  bad", "repeated alone: busy (passed)",
                     "repeated alone: bad (failed again)"):
            self.assertIn("        " + line, lines)

    def test_a_test_that_passes_alone_counts_as_passed(self):
        code, lines = self.run_check(PROJECT.replace("COMMAND false", "COMMAND true"))
        self.assertEqual((code, lines[-1]), (0, "3 passed, 0 failed, 1 skipped"))
        self.assertIn("        repeated alone: busy (passed)", lines)

    def test_nothing_is_repeated_without_a_failure(self):
        code, lines = self.run_check(PROJECT.replace("COMMAND false", "COMMAND true").replace("{ touch", "true || { touch"))
        self.assertEqual((code, lines[-1]), (0, "3 passed, 0 failed, 1 skipped"))
        self.assertFalse([line for line in lines if "alone" in line])

    def test_a_stage_says_how_long_it_took(self):
        work = "import time\nwhile time.process_time() < 0.6: pass"
        script = f"cores=2 jobs=2 logs=$1\n. {ROOT}/tools/check_stages.sh\nrecord busy python3 -c '{work}'\nreport busy"
        with tempfile.TemporaryDirectory() as logs:
            out = subprocess.run(["bash", "-uc", script, "check", logs], capture_output=True, text=True)
        self.assertRegex(out.stdout, r"^ok +busy \([0-9]+ s, CPU time [1-9][0-9]* s\)$")


if __name__ == "__main__":
    unittest.main()
