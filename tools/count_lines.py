#!/usr/bin/env python3
"""Counts the lines of src and include: all lines, code and comments, for each layer.

    tools/count_lines.py [REV]

With REV, a column counts the lines that were there before REV or changed only in white space or
place since then (git blame -w -M): the size of the tree without what later commits added.
"""
import argparse
import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True,
                          encoding="utf-8", errors="replace").stdout.splitlines()


def dated(path, old):
    """The lines of the file whose commit is in `old`. Blame writes ^ before the first commit."""
    return sum(line.split()[0].lstrip("^")[:39] in old
               for line in git("blame", "-s", "-l", "-w", "-M", "--", path))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("rev", nargs="?", help="count the lines that date from REV or before")
    rev = parser.parse_args().rev
    old = {line[:39] for line in git("rev-list", rev)} if rev else set()
    layers = defaultdict(lambda: [0, 0, 0, 0])
    for path in git("ls-files", "src/*.c", "src/*.h", "include/*.h"):
        text = (ROOT / path).read_text(encoding="utf-8")
        comments = sum(m[0].count("\n") + 1 for m in COMMENT.finditer(text))
        filled = sum(bool(line.strip()) for line in COMMENT.sub("", text).splitlines())
        counts = text.count("\n"), filled, comments, dated(path, old) if rev else 0
        for name in ("/".join(path.split("/")[:-1][:2]), "total"):
            layers[name] = [a + b for a, b in zip(layers[name], counts)]
    layers["total"] = layers.pop("total")
    print(f"{'layer':16}{'lines':>8}{'code':>8}{'comment':>8}" + (f"  before {rev}" if rev else ""))
    for name, row in layers.items():
        print(f"{name:16}" + "".join(f"{n:8}" for n in row[:4 if rev else 3]))


if __name__ == "__main__":
    main()
