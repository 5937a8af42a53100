#!/usr/bin/env python3
"""Prints a file as doxygen wants to read it, so that it can stay as people want to read it.

Headers: a comment above a declaration or after it documents it; the first one documents the file;
a line `/* ---- words ---- */` begins a group. After several fields, words between semicolons belong
to one field each where the numbers agree, and else to all of them. Lists `#define HECO_..._LIST(HECO_X)` become the enum that
they make, each constant with the words of its row. Indented lines of a comment stay as they are.
Markdown: a link to a section or to a file that is not a page becomes plain text, a formula stays as it
is written. Others stay as they are.

    tools/api_filter.py FILE        (INPUT_FILTER in docs/Doxyfile.in)
"""
import re
import sys
from pathlib import Path

PIECE = re.compile(r"/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*|[^/#\n]+|.|\n", re.DOTALL | re.MULTILINE)
ROW = re.compile(r'HECO_X\((\w+),\s*(?:(-?\d+),\s*)?"([^"]*)"\)(?:[ \t]*/\*\s*(.*?)\s*\*/)?')
USE = re.compile(r"#define HECO_X\([^)]*\) HECO_(\w*)##name.*\n\s*(HECO_\w+_LIST)\(HECO_X\)\n#undef HECO_X\n")
PAGES = ["api.md", "design.md", "journal.md", "results-database.md"]
LINK = re.compile(r"\[([^\]]*)\]\(([^()\s]+)\)")


def escape(text):
    text = re.sub(r"([\\@])", r"\\\1", text)
    text = re.sub(r"(?<!\w)\.(?=\.|$)", r"\\.", text)  # else the end of a list
    return re.sub(r"<(?=[A-Za-z/])", r"\\<", text)


def paragraphs(comment):
    """The lines of a comment without its frame; indented ones as a block of their own."""
    inner = re.sub(r"^/\*|\s*\*/$", "", comment)
    verbatim, lines = False, []
    for line in inner.split("\n"):
        line = re.sub(r"^\s*\* ?", "", line).rstrip() if lines else line.strip()
        indented = line.startswith("  ") or (verbatim and not line)
        if indented != verbatim:
            lines.append("@verbatim" if indented else "@endverbatim")
            verbatim = indented
        lines.append(line if indented else escape(line.strip()))
    if verbatim:
        lines.append("@endverbatim")
    return lines


def document(comment, head=""):
    lines = paragraphs(comment)
    return "/** " + head + "\n".join(lines) + (" */" if len(lines) == 1 else "\n*/")


def documented(statement, comment):
    """The comment in front of a declaration; in front of each where there are several."""
    fields = re.fullmatch(r"([\w ]+?[\w*]) *(\**\w+(?:\[\w+\])?(?:, *\**\w+)+);(\s*)", statement)
    if not fields:
        return document(comment) + "\n" + statement
    names = re.split(r", *", fields.group(2))
    words = re.split(r";\s+", " ".join(paragraphs(comment)))
    each = words if len(words) == len(names) else [" ".join(paragraphs(comment))] * len(names)
    return "".join(f"/** {word} */\n{fields.group(1)} {name};\n" for word, name in zip(each, names))


def with_lists(text):
    """Replaces the lists and their use by plain enum constants."""
    rows = {}
    for define in re.findall(r"#define HECO_\w+_LIST\(HECO_X\)(?:\\\n|[^\n])*\n", text):
        name = re.match(r"#define (\w+)", define).group(1)
        rows[name] = ROW.findall(define)
        text = text.replace(define, "")

    def constants(match):
        made = []
        for name, code, words, comment in rows[match.group(2)]:
            value = f" = {code}" if code else ""
            made.append(f"    HECO_{match.group(1)}{name}{value}, /* {comment or words} */\n")
        return "".join(made)

    return USE.sub(constants, text)


class Header:
    def __init__(self):
        self.out = ""
        self.start = self.last = 0  # of the statement being written, and of the one before
        self.braces = []
        self.parens = 0
        self.group = False
        self.first = True

    def ended(self):
        self.last, self.start = self.start, len(self.out)

    def code(self, text):
        for char in text:
            fresh = not self.out[self.start:].strip()
            if fresh and not char.isspace():
                self.start = len(self.out)
            self.out += char
            self.parens += (char == "(") - (char == ")")
            if char == "{":
                self.braces.append("enum" if "enum" in self.out[self.start:] else "other")
                self.ended()
            elif char == "}" and self.braces:
                self.braces.pop()
            elif char == ";" or (char == "," and not self.parens and self.braces[-1:] == ["enum"]):
                self.ended()
            elif char == "\n" and not self.parens and self.out.endswith("\n\n"):
                self.start = len(self.out)

    def comment(self, text):
        line = self.out[self.out.rfind("\n") + 1:]
        section = re.fullmatch(r"/\* -+ (.*?) -+ \*/", text)
        if section:
            self.close()
            self.out += f"/** @name {section.group(1)}\n@{{ */\n"
            self.start = len(self.out)
            self.group = True
        elif self.first:
            self.out += document(text, "@file\n")
            self.start = len(self.out)
            self.first = False
        elif line.strip():
            at = self.start if self.out[self.start:].strip() else self.last
            self.out = self.out[:at] + documented(self.out[at:], text)
            self.start = len(self.out)
        else:
            self.out += document(text)
            self.start = len(self.out)

    def close(self):
        if self.group:
            self.out += "/** @} */\n"
        self.group = False

    def directive(self, text):
        match = re.fullmatch(r"(#define .*?)\s*(/\*.*\*/)", text)
        self.out += document(match.group(2)) + "\n" + match.group(1) if match else text
        self.start = len(self.out)


def header(text):
    made = Header()
    for piece in PIECE.findall(with_lists(text)):
        if piece.startswith("/*"):
            made.comment(piece)
        elif piece.lstrip().startswith("#"):
            made.directive(piece)
        else:
            if piece.startswith("HECO_END_DECLS"):
                made.close()
            made.code(piece)
    made.close()
    return made.out


def markdown(text, path):
    docs = Path(__file__).resolve().parent.parent / "docs"
    pages = {*docs.glob("guide/*.md"), *(docs / name for name in PAGES)}

    def link(match):
        target = match.group(2).partition("#")[0]
        known = target and (re.match(r"[a-z]+:", target) or (path.parent / target).resolve() in pages)
        return match.group(0 if known else 1)

    text = re.sub(r"^\$\$\n(.*?)\n\$\$$", r"@verbatim\n\1\n@endverbatim", text, flags=re.MULTILINE | re.DOTALL)
    return LINK.sub(link, text)


def main():
    path = Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    made = {".md": lambda: markdown(text, path), ".h": lambda: header(text)}
    sys.stdout.write(made.get(path.suffix, lambda: text)())


if __name__ == "__main__":
    main()
