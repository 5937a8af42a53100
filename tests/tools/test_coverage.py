"""tools/coverage: its tables and its verdict from made-up counts."""
import contextlib
import importlib.machinery
import importlib.util
import io
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "coverage"
LOADER = importlib.machinery.SourceFileLoader("coverage_tool", str(TOOL))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(tool)


def shown(total):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        good = tool.show({Path(name): lines for name, lines in total.items()})
    return good, out.getvalue()


class Coverage(unittest.TestCase):
    def test_ranges_of_lines_that_never_ran(self):
        self.assertEqual(tool.gaps({1: 1, 2: 0, 4: 0, 7: 3, 8: 0, 9: 1}), "2-4, 8")
        self.assertEqual(tool.gaps({1: 0, 5: 0}), "1-5")
        self.assertEqual(tool.gaps({1: 1}), "")

    def test_shares_per_layer(self):
        good, text = shown({"base/a.c": {1: 1, 2: 1, 3: 5, 4: 0}, "base/b.c": {n: 1 for n in range(16)},
                            "cli/c.c": {1: 1}})
        self.assertTrue(good)
        self.assertIn("| base | 2 | 20 | 19 | 95.0 % |", text)
        self.assertIn("| cli | 1 | 1 | 1 | 100.0 % |", text)
        self.assertIn("| all | 3 | 21 | 20 | 95.2 % |", text)
        self.assertIn("1 files below 90 %", text)
        self.assertIn("75.0 %  src/base/a.c: 4\n", text)
        self.assertNotIn("src/base/b.c", text)

    def test_one_layer_below_is_enough_to_fail(self):
        good, text = shown({"base/a.c": {n: 1 for n in range(1000)}, "run/b.c": {1: 1, 2: 0}})
        self.assertFalse(good)
        self.assertIn("| run | 1 | 2 | 1 | 50.0 % |", text)
        self.assertIn("| all | 2 | 1002 | 1001 | 99.9 % |", text)


if __name__ == "__main__":
    unittest.main()
