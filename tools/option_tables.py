#!/usr/bin/env python3
"""Writes the tables of options in docs/algorithms from what the command knows of them. Between

    <!-- options: NAME -->              all options of the algorithm NAME
    <!-- options: NAME beside OTHER --> those that OTHER lacks or has otherwise

and <!-- /options --> everything is replaced, all other text stays.

    tools/option_tables.py [--check] [--heco COMMAND] [--docs DIR]

--check writes nothing. Exit code 1 and a line for each page that is not up to date, or that is
called like an algorithm and has no table. Algorithms that this build lacks are passed over.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- options: ([\w-]+)(?: beside ([\w-]+))? -->\n(.*?)<!-- /options -->", re.DOTALL)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs" / "algorithms")
    parser.add_argument("--heco", default=os.environ.get("HECO", str(ROOT / "build/release/heco")),
                        help="the command (default: $HECO, else build/release/heco)")
    return parser.parse_args()


def ask(heco, *words):
    answer = subprocess.run([heco, "list", *words, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(answer.stdout)


def values(option):
    if option["kind"] == "choice":
        return ", ".join("`%s`" % choice for choice in option["choices"].split("|"))
    low, high = (short(option[end]) for end in ("min", "max"))
    return "%s %s to %s" % (option["kind"], low, high)


def short(value):
    """Six digits are enough for reading."""
    try:
        return "%g" % float(value)
    except ValueError:
        return "`%s`" % value


def table(options):
    rows = ["| option | default | values | meaning |", "| --- | --- | --- | --- |"]
    for option in options:
        meaning = option["help"].replace("|", "\\|")
        rows.append("| `%s` | %s | %s | %s |"
                    % (option["name"], short(option["default"]), values(option), meaning))
    return "\n".join(rows)


class Pages:
    def __init__(self, heco):
        self.heco = heco
        self.built = {algorithm["name"] for algorithm in ask(heco, "algorithms")}
        self.known = {}

    def options(self, name):
        if name not in self.known:
            self.known[name] = ask(self.heco, "options", name)
        return self.known[name]

    def block(self, match):
        name, other, _ = match.groups()
        if not {name, other or name} <= self.built:
            return match.group(0)
        same = self.options(other) if other else []
        rows = table(option for option in self.options(name) if option not in same)
        return match.group(0)[:match.start(3) - match.start(0)] + rows + "\n<!-- /options -->"

    def fill(self, path):
        """The new text, and what is wrong with the page."""
        text = path.read_text(encoding="utf-8")
        if path.stem in self.built and not MARK.search(text):
            return text, "no table of options: write <!-- options: %s --> and <!-- /options -->" % path.stem
        new = MARK.sub(self.block, text)
        return new, "not up to date, run tools/option_tables.py" if new != text else None


def main():
    options = arguments()
    pages, wrong = Pages(options.heco), 0
    for path in sorted(options.docs.glob("*.md")):
        text, complaint = pages.fill(path)
        if complaint and not options.check and text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            print("written: %s" % path)
        elif complaint:
            print("%s: %s" % (path, complaint), file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
