#!/usr/bin/env python3
"""Checks the links between the Markdown files of the tree: every relative link must lead to a
file, and every #anchor to a heading. Exit code 1, and one line each, for those that do not.

    tools/doc_links.py [DIR]
"""
import re
import sys
from pathlib import Path

LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^()\s]+)\)|!\[[^\]]*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?) *#*$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
SKIP = {"build", "node_modules", ".git"}


def prose(path):
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path):
    """Headings as GitHub turns them into anchors."""
    found = set()
    for heading in HEADING.findall(prose(path)):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def complaints(root):
    for path in sorted(root.rglob("*.md")):
        if SKIP & set(path.relative_to(root).parts):
            continue
        text = re.sub(r"`[^`\n]*`", "", prose(path))
        for pair in LINK.findall(text):
            link = pair[0] or pair[1]
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / name) if name else path
            if not target.exists():
                yield f"{path.relative_to(root)}: no file {link}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{path.relative_to(root)}: no heading for {link}"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = list(complaints(root))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
