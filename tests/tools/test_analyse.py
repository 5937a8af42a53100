"""tools/analyse: what it takes from the output of the analysers, and what a comment suppresses."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools/analyse"


def load(root):
    loader = importlib.machinery.SourceFileLoader("analyse", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("analyse", loader))
    loader.exec_module(module)
    module.ROOT = root
    return module


class Analyse(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "src").mkdir()
        (self.root / "include").mkdir()
        self.analyse = load(self.root)

    def report(self, tool, source, said, whole=True):
        (self.root / "src/a.c").write_text(source)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            line, bad = self.analyse.report(tool, 1, self.analyse.findings(said), whole)
        return out.getvalue(), line, bad

    def test_findings_of_each_tool(self):
        said = (f"{self.root}/src/a.c:7:3: warning: leak of 'x' [CWE-401] [-Wanalyzer-malloc-leak]\n"
                f"{self.root}/src/a.c:5:1: note: (1) entry to 'f'\n"
                f"{self.root}/src/a.c:9:3: warning: odd [bugprone-odd,cert-odd-c]\n"
                "src/b.c:2:1: error: Memory leak: text [memleak]\n"
                "src/c.c:4:1: error: expected ';'\n")
        self.assertEqual(set(self.analyse.findings(said)),
                         {("src/a.c", 7, "analyzer-malloc-leak"), ("src/a.c", 9, "bugprone-odd"),
                          ("src/a.c", 9, "cert-odd-c"), ("src/b.c", 2, "memleak"), ("src/c.c", 4, "failed")})

    def test_a_comment_suppresses_its_finding_on_its_line_or_the_next(self):
        said = "src/a.c:3:1: error: Memory leak: p [memleak]\n"
        above = "int a;\n/* analyse: cppcheck memleak: kept by b */\nint b;\n"
        wrapped = "/* analyse: cppcheck memleak: kept\n * by b */\nint b;\n"
        for source in (above, wrapped, "\n\nint b; /* analyse: cppcheck memleak: kept by b */\n"):
            text, line, bad = self.report("cppcheck", source, said)
            self.assertEqual((text, bad), ("", 0), source)
            self.assertIn("1 files, 0 findings, 1 suppressed lines", line)
        (self.root / "src/a.c").write_text(wrapped)
        self.assertEqual(self.analyse.allowances(), [("cppcheck", "memleak", "src/a.c", 1, 3, "kept by b")])

    def test_another_tool_line_or_finding_is_not_suppressed(self):
        said = "src/a.c:3:1: error: Memory leak: p [memleak]\n"
        for source in ("int a;\n/* analyse: gcc memleak: kept */\nint b;\n",
                       "int a;\n/* analyse: cppcheck nullPointer: kept */\nint b;\n",
                       "/* analyse: cppcheck memleak: kept */\nint a;\nint b;\n"):
            text, _, bad = self.report("cppcheck", source, said, whole=False)
            self.assertEqual((text, bad), ("src/a.c:3: Memory leak: p [memleak]\n", 1), source)

    def test_a_suppression_that_suppresses_nothing_is_a_finding(self):
        text, _, bad = self.report("cppcheck", "/* analyse: cppcheck memleak: kept */\nint a;\n", "")
        self.assertEqual((text, bad), ("src/a.c:1: this suppression of memleak suppresses nothing\n", 1))


if __name__ == "__main__":
    unittest.main()
