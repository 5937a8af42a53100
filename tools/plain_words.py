#!/usr/bin/env python3
"""Finds retired words, and comments whose subject is "who", "what", "nobody" or "somebody".

    tools/plain_words.py [--list] [PATH...]

Without PATH it reads include, src, python, web/src, docs, README.md and CONTRIBUTING.md. A retired word is a
private word that docs/glossary.md replaces by a term of the textbooks. Comments are read in C, Python and
TypeScript files; documents are read as a whole, except for code in back quotes.

Exit code 0: no retired word, and at most MOST comments with such a subject. 1: each place is printed.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = ["include", "src", "python", "web/src", "docs", "README.md", "CONTRIBUTING.md"]
SUFFIXES = {".c", ".h", ".py", ".ts", ".md", ".scd"}
MOST = 10  # comments with such a subject that are tolerated in all

# The pattern of a retired word, and the word that replaces it.
RETIRED = [
    (r"crews?", "workers, job pool"),
    (r"(?:row_?)?farms?", "row dispatcher"),
    (r"heco_meet\w*|the meeting|meeting_\w+", "handshake"),
    (r"rehears\w+", "trial fork"),
    (r"workforces?", "parallel advice"),
    (r"adopt(?:ed|s|ing)?", "read (a struct)"),
    (r"wordings?|worded", "original form, constraint report"),
    (r"askers?", "context"),
    (r"troubles?", "failures"),
    (r"chords?", "step with the old model"),
    (r"leap(?:s|ing)?", "extrapolation"),
    (r"stairs?", "staircase"),
    (r"misled", "rejected"),
    (r"in vain", "unavailable"),
    (r"freshen\w*", "perturb"),
    (r"made[ _]up", "default bound"),
    (r"elastic_qp|model_sqp", "qp, descent"),
    (r"act[ _][VH]\b|acts?\b(?= of heco)", "violation phase, objective phase"),
    (r"heco_(?:letter|post|field|guard|place|note|chain|evaluated|spread|watch|leave)\w*", "see docs/glossary.md"),
    (r"HECO_(?:LETTER|POST|FIELD|GUARD|PLACE|OPEN|CHAIN)_\w+", "see docs/glossary.md"),
    (r"no number(?=[,.;: ])", "not a number"),
    (r"but for", "except for"),
    (r"could not be had|to be had", "not available"),
    (r"speaks? another language", "sent a malformed message"),
    (r"mean ill", "malicious"),
    (r"set free", "released"),
    (r"by the clock of", "measured by"),
    (r"anew", "again"),
]
# Ordinary uses of a retired word.
ALLOWED = re.compile(r"Chebyshev|leap year|leap second|stair(?:s)?case|CHANGELOG")
SUBJECT = re.compile(
    r"\b(?:nobody|somebody|anybody|everybody|whoever|whatever|who)\b"
    r"|(?:^|(?<=[.:;,(] ))what\b(?= (?!to do\b))"
    r"|\bwhat (?:is|was|it|they|are|were|has|had|he|came|comes|goes|can|cannot|must|there|this|that|an?)\b",
    re.IGNORECASE)
WORDS = [(re.compile(r"(?<![A-Za-z0-9])(?:" + p + r")(?![A-Za-z0-9])"), plain) for p, plain in RETIRED]

C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*(.*?)\*/|//([^\n]*)', re.DOTALL)
PY_COMMENT = re.compile(r'"""(.*?)"""|#([^\n]*)', re.DOTALL)


def comments(path, text):
    """Yields (line number, text) of each comment; a document is one comment."""
    if path.suffix in (".md", ".scd"):
        text = re.sub(r"```.*?```|`[^`\n]*`", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)
        yield 1, text
        return
    pattern = PY_COMMENT if path.suffix == ".py" else C_COMMENT
    for match in pattern.finditer(text):
        body = next((g for g in match.groups() if g is not None), None)
        if body is not None:
            yield text.count("\n", 0, match.start()) + 1, body


def plain(body):
    """The comment in one line, without the stars at the beginning of its lines."""
    return re.sub(r"\s+", " ", re.sub(r"\n\s*\*?", " ", body)).strip()


def retired(path, text):
    """Yields (line number, word, replacement) for each retired word."""
    if path.suffix in (".md", ".scd"):
        text = next(comments(path, text))[1]
    for number, line in enumerate(text.split("\n"), 1):
        line = ALLOWED.sub("", line)
        for pattern, word in WORDS:
            for match in pattern.finditer(line):
                yield number, match[0], word


def subjects(path, text):
    """Yields (line number, comment) for each comment with a subject that is not allowed."""
    if path.suffix in (".md", ".scd"):
        return
    for number, body in comments(path, text):
        if SUBJECT.search(plain(body)):
            yield number, plain(body)


def files(paths):
    for name in paths:
        path = (ROOT / name) if not Path(name).is_absolute() else Path(name)
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in found:
            if file.suffix in SUFFIXES and file.is_file() and file.name not in ("glossary.md", "references.bib"):
                yield file


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print each place even if the counts are good")
    parser.add_argument("paths", nargs="*", default=DEFAULT)
    args = parser.parse_args()
    words, hanging = [], []
    for path in files(args.paths):
        text = path.read_text(encoding="utf-8", errors="replace")
        where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        words += [f"{where}:{n}: {w}: write {p}" for n, w, p in retired(path, text)]
        hanging += [f"{where}:{n}: {c}" for n, c in subjects(path, text)]
    bad = bool(words) or len(hanging) > MOST
    if bad or args.list:
        print("\n".join(words + hanging))
    print(f"{len(words)} retired words, {len(hanging)} comments whose subject is who, what, nobody or somebody")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
