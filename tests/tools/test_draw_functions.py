"""tools/draw_functions: the same seed draws the same functions, and a drawn line holds a definition."""
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def draw(*words):
    command = [sys.executable, "-B", ROOT / "tools" / "draw_functions", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


class DrawFunctions(unittest.TestCase):
    def test_seed_decides(self):
        self.assertEqual(draw("101"), draw("101", "30"))
        self.assertNotEqual(draw("101"), draw("102"))
        self.assertEqual(len(draw("5", "7")), 7)

    def test_lines_hold_definitions(self):
        for line in draw("7", "200"):
            path, number, name = re.fullmatch(r"(src/\S+\.c):(\d+) (\w+)", line).groups()
            text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(number) - 1]
            self.assertRegex(text, rf"\b{name}\(")


if __name__ == "__main__":
    unittest.main()
