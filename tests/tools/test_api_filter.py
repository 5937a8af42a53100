"""tools/api_filter.py: comments as doxygen wants them."""
import importlib.util
import unittest
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "tools" / "api_filter.py"
SPEC = importlib.util.spec_from_file_location("api_filter", PATH)
TOOL = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TOOL)


def words(text):
    """Without the layout, which nobody reads."""
    return " ".join(TOOL.header("/* File. */\n" + text).split()).removeprefix("/** @file File. */ ")


class ApiFilter(unittest.TestCase):
    def test_above_and_behind(self):
        self.assertEqual(words("/* One. */\nint f(void);\nint g(int a,\n      int b); /* two */\n"),
                         "/** One. */ int f(void); /** two */ int g(int a, int b);")

    def test_fields(self):
        self.assertEqual(words("typedef struct { /* S */\n int a; /* b */\n double *x, *y; /* each */\n} s;"),
                         "/** S */ typedef struct { /** b */ int a; "
                         "/** each */ double *x; /** each */ double *y; } s;")
        self.assertEqual(words("struct s {\n size_t n, m; /* rows; columns */\n};"),
                         "struct s { /** rows */ size_t n; /** columns */ size_t m; };")

    def test_constants(self):
        self.assertEqual(words("enum {\n A = 1, /* one */\n B /* two */\n};"),
                         "enum { /** one */ A = 1, /** two */ B };")
        self.assertEqual(words("#define N 1 /* one */\n"), "/** one */ #define N 1")

    def test_lists(self):
        text = ('#define HECO_A_LIST(HECO_X) \\\n    HECO_X(OK, 0, "fine") \\\n    HECO_X(BAD, -1, "b") /* not fine */\n'
                "typedef enum {\n#define HECO_X(name, code, text) HECO_##name = code,\n    HECO_A_LIST(HECO_X)\n"
                "#undef HECO_X\n} heco_a;\n")
        self.assertEqual(words(text), "typedef enum { /** fine */ HECO_OK = 0, "
                                      "/** not fine */ HECO_BAD = -1, } heco_a;")

    def test_text(self):
        self.assertEqual(words("/* At <a.h>, 1 .. 2, \\n.\n *\n *     code <b>\n */\nint f;"),
                         r"/** At \<a.h>, 1 \.. 2, \\n. @verbatim code <b> @endverbatim */ int f;")

    def test_groups(self):
        self.assertEqual(words("/* ---- a ---- */\nint f;\n/* ---- b ---- */\nint g;\n"),
                         "/** @name a @{ */ int f; /** @} */ /** @name b @{ */ int g; /** @} */")

    def test_links(self):
        path = PATH.parents[1] / "docs" / "api.md"
        self.assertEqual(TOOL.markdown("[a](guide/library.md) [b](../check) [c](https://x.org)", path),
                         "[a](guide/library.md) b [c](https://x.org)")


if __name__ == "__main__":
    unittest.main()
