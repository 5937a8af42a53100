#!/usr/bin/env python3
"""Wraps paragraphs and list items of Markdown files at 100 columns.

    tools/wrap_markdown.py [--check] FILE...

Headings, tables, quotes, code and lines that end in two blanks stay as they are, and so does a paragraph
without a longer line. Only white space changes. --check writes nothing; exit code 1 if a file would change.
"""
import argparse
import re
import sys
import textwrap
from pathlib import Path

WIDTH = 100
FENCE = re.compile(r"\s*(```|~~~)")
KEPT = re.compile(r"\s*$|\s*[|#<>]|\s*\$\$|\[[^\]]+\]: |.*  $|\s*(---+|===+)\s*$")
ITEM = re.compile(r"(\s*)([-+*]|\d+[.)])(\s+)")
LIKE_ITEM = re.compile(r"\s*([-+*#>]|\d+[.)])\s")


def fill(lines, first, rest):
    """The lines of one paragraph, filled. A short code span is not broken."""
    spans = re.split(r"(`[^`]*`)", " ".join(line.strip() for line in lines))
    text = "".join(s.replace(" ", "\0") if i % 2 and len(s) < 60 else s for i, s in enumerate(spans))
    filled = textwrap.fill(text, width=WIDTH, initial_indent=first, subsequent_indent=rest,
                           break_long_words=False, break_on_hyphens=False).replace("\0", " ")
    out = []
    for line in filled.split("\n"):
        if out and LIKE_ITEM.match(line):  # a number or a dash must not begin an item
            word, _, line = line.strip().partition(" ")
            out[-1] += " " + word
            if not line:
                continue
            line = rest + line
        out.append(line)
    return out


def wrap(text):
    """The text with every paragraph that has a long line wrapped."""
    out, paragraph, first, rest, in_code = [], [], "", "", False

    def flush():
        if any(len(line) > WIDTH for line in paragraph):
            body = [paragraph[0][len(first):], *paragraph[1:]]
            out.extend(fill(body, first, rest))
        else:
            out.extend(paragraph)
        paragraph.clear()

    for line in text.split("\n"):
        if FENCE.match(line):
            in_code = not in_code
            flush()
            out.append(line)
        elif in_code or KEPT.match(line) or (re.match(r"    \S", line) and not paragraph):
            flush()
            out.append(line)
        else:
            item = ITEM.match(line)
            if item:
                flush()
                first, rest = item[0], " " * len(item[0])
            elif not paragraph:
                first = rest = re.match(r"\s*", line)[0]
            paragraph.append(line)
    flush()
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()
    changed = 0
    for path in args.files:
        text = path.read_text(encoding="utf-8")
        wrapped = wrap(text)
        if wrapped != text:
            changed += 1
            print(f"{path}: " + ("has paragraphs beyond 100 columns" if args.check else "wrapped"))
            if not args.check:
                path.write_text(wrapped, encoding="utf-8")
    return 1 if changed and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
