"""tools/doc_links.py on a made-up tree."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "doc_links.py"


class DocLinks(unittest.TestCase):
    def run_on(self, text):
        with tempfile.TemporaryDirectory() as root:
            (Path(root) / "docs").mkdir()
            (Path(root) / "docs" / "a.md").write_text("# The `heco` run\n\n## Stop, or go on?\n")
            (Path(root) / "README.md").write_text(text)
            done = subprocess.run([sys.executable, str(TOOL), root], capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_good_links(self):
        text = "[a](docs/a.md) [b](docs/a.md#the-heco-run) [c](docs/a.md#stop-or-go-on) " \
               "[d](https://example.org/x) [e](#here)\n# Here\n"
        self.assertEqual(self.run_on(text), (0, ""))

    def test_broken_links_are_named(self):
        code, out = self.run_on("[a](docs/b.md)\n")
        self.assertEqual(code, 1)
        self.assertIn("README.md: no file docs/b.md", out)
        code, out = self.run_on("[a](docs/a.md#nothing)\n")
        self.assertEqual(code, 1)
        self.assertIn("no heading for docs/a.md#nothing", out)
        self.assertEqual(self.run_on("![picture](docs/no.svg)\n")[0], 1)

    def test_code_is_not_a_link(self):
        self.assertEqual(self.run_on("```\n[a](b.md)\n```\n`x[i](j)`\n")[0], 0)


if __name__ == "__main__":
    unittest.main()
