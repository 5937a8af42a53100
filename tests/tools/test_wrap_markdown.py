"""tools/wrap_markdown.py: paragraphs of at most 100 columns, in samples and in the tree."""
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from wrap_markdown import wrap


class WrapMarkdown(unittest.TestCase):
    def test_a_long_paragraph_is_wrapped_and_a_short_one_kept(self):
        long = "word " * 40
        self.assertTrue(all(len(line) <= 100 for line in wrap(long.strip()).split("\n")))
        self.assertEqual(wrap("two\nlines"), "two\nlines")

    def test_items_keep_their_indentation(self):
        lines = wrap("- " + "word " * 40 + "end").split("\n")
        self.assertTrue(lines[0].startswith("- word"))
        self.assertTrue(all(line.startswith("  word") or line.startswith("  end") for line in lines[1:]))

    def test_tables_code_and_headings_stay(self):
        for text in ("| " + "cell " * 40 + "|", "# " + "word " * 40 + "end", "```\n" + "word " * 40 + "end\n```"):
            self.assertEqual(wrap(text), text)

    def test_a_number_does_not_begin_a_line(self):
        text = "x" * 95 + " at\n2. of the list and " + "word " * 20
        self.assertNotRegex(wrap(text.replace("\n", " ").strip()), r"(?m)^2\. ")

    def test_the_tree(self):
        files = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False)
        if files.returncode != 0:
            self.skipTest("no git checkout")
        long = [name for name in files.stdout.split()
                if wrap((ROOT / name).read_text(encoding="utf-8")) != (ROOT / name).read_text(encoding="utf-8")]
        self.assertEqual(long, [])


if __name__ == "__main__":
    unittest.main()
