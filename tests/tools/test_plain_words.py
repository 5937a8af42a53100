"""tools/plain_words.py: retired words and subjects of comments, in samples and in the tree."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "plain_words.py"


def run(*args):
    done = subprocess.run([sys.executable, str(TOOL), *args], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class PlainWords(unittest.TestCase):
    def sample(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_text(text)
            return run("--list", str(path))

    def test_a_retired_word_in_code_and_messages(self):
        self.assertEqual(self.sample("a.c", "int heco_crew_size;\n")[0], 1)
        self.assertEqual(self.sample("a.c", 'say("rank 1 speaks another language");\n')[0], 1)
        self.assertEqual(self.sample("a.c", "int screws;\n")[0], 0)

    def test_documents_may_quote_code(self):
        self.assertEqual(self.sample("a.md", "the old `crew`\n")[0], 0)
        self.assertEqual(self.sample("a.md", "the old crew\n")[0], 1)

    def test_subjects_of_comments(self):
        for comment in ("What is left is dropped.", "Rows nobody asked for.", "Whoever calls it frees it."):
            code, out = self.sample("a.c", f"/* {comment} */\n")
            self.assertEqual(code, 0)  # a few are tolerated
            self.assertIn("0 retired words, 1 comments", out)
        self.assertIn("0 comments", self.sample("a.c", "/* Returns the number of rows. */\n")[1])
        self.assertIn("0 comments", self.sample("a.c", 'say("what is wrong");\n')[1])

    def test_many_of_them_fail(self):
        self.assertEqual(self.sample("a.c", "/* What is left. */\n" * 11)[0], 1)

    def test_the_tree(self):
        code, out = run()
        self.assertEqual(code, 0, out)


if __name__ == "__main__":
    unittest.main()
