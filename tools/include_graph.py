#!/usr/bin/env python3
"""Prints which layer of src/ includes which, and fails on an include that goes the wrong way, or on a
call of a C library function whose bits depend on the machine.

    tools/include_graph.py [--root DIR] [--dot]

Exit code 0: all as agreed; 1: forbidden includes, each named on standard error.
"""
import argparse
import re
import sys
from collections import Counter
from pathlib import Path

# layer: the layers whose internal headers it may include, besides its own.
LAYERS = {
    "base": set(),
    "problem": {"base"},
    "evaluate": {"base", "problem"},
    "solver": {"base", "problem"},
    "run": {"base", "problem", "evaluate", "solver"},
    "suites": {"base", "problem"},
    "models": {"base", "problem", "solver", "suites"},
    "experiment": {"base", "problem", "evaluate", "run", "suites", "models"},
    "report": {"base", "problem", "run", "suites", "experiment"},
    "cli": {"base"},  # and every public header
}
# layer/folder: the folders of the same layer it may include, besides its own. A folder that is not
# named here may include every folder of its layer.
FOLDERS = {
    "solver/common": set(),
    "solver/de": {"solver/common"},
    "solver/sqp": {"solver", "solver/common"},
    "solver/surrogate": {"solver", "solver/common", "solver/sqp"},
    "solver/heco": {"solver", "solver/common", "solver/de", "solver/sqp"},
    "solver/papers": {"solver", "solver/common", "solver/de", "solver/heco"},
    "report/stats": set(),
    "run/presolve": set(),
}

# A public header belongs to the layer that implements it, so it obeys the same table.
HEADERS = {
    "common": "base",
    "problem": "problem", "algorithm": "problem",
    "evaluator": "evaluate", "mpi": "evaluate",
    "run": "run", "answer": "run", "journal": "run", "lanes": "run",
    "suite": "suites",
    "model": "models", "plugin": "models", "suite_plugin": "models",
    "experiment": "experiment",
    "report": "report",
}
# Every layer may include algorithm.h: it declares the memory and the random numbers of base beside
# the batches and algorithms that use them.
DATA = {"algorithm"}
# A third-party library is called from one folder only: (how a call looks, the folder).
CALLS = {
    "SQLite": (re.compile(r"\bsqlite3_\w+\s*\("), "src/experiment"),
    "Lua": (re.compile(r"\bluaL?_\w+\s*\("), "src/models/lua"),
    "ASL": (re.compile(r"#\s*include\s*[<\"](?:asl|nlp|getstub|psinfo)\w*\.h|\bASL_\w+\s*\("), "src/models/nl"),
    "MPI": (re.compile(r"\bMPI_\w+\s*\("), "src/evaluate/mpi"),
    "libmicrohttpd": (re.compile(r"\bMHD_\w+\s*\("), "src/cli/view"),
}
# What C libraries round differently; base/elementary.h has functions with the same bits everywhere.
# Searches and suites call no others. sqrt, fabs, floor, fmod, ldexp and the like are exact.
SAME_BITS = {"base", "problem", "evaluate", "solver", "run", "suites"}
LIBM = re.compile(r"(?<![\w.>])(exp2?|expm1|log(?:1p|2|10|b)?|pow|a?(?:sin|cos|tan)h?|atan2|hypot|cbrt|erfc?|"
                  r"[tl]gamma|fma)[fl]?\s*\(")
COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace"))


def folder_of(path):
    """The folder below src/ that holds `path`, at most two levels deep."""
    return "/".join(path.split("/")[:-1][:2])


def forbidden(layer, folder, quote, target):
    """Why a file of `layer` and `folder` may not include `target`; None when it may."""
    head, _, rest = target.partition("/")
    if head == "heco" and rest:
        name = rest.removesuffix(".h")
        if layer == "cli":
            return None
        if name == "heco":
            return f"{name}.h is for users; include the header that is meant"
        if name not in HEADERS:
            return "no layer for this public header in tools/include_graph.py"
        owner = HEADERS[name]
        if owner in LAYERS[layer] or owner in (layer, "base") or name in DATA:
            return None
        return f"{layer} may not know {owner}"
    if quote == "<":
        return None
    if not rest:
        return 'written without its layer: "layer/file.h"'
    if head not in LAYERS:
        return "no such layer"
    if head == layer:
        other = folder_of(target)
        if folder in FOLDERS and other != folder and other not in FOLDERS[folder]:
            return f"{folder} may not include {other}"
        return None
    if head in LAYERS[layer]:
        return None
    if layer == "cli":
        return "cli may include public headers, base and its own only"
    return f"{layer} may not include {head}"


def scan(root):
    """(edges between layers, complaints)"""
    edges, complaints = Counter(), []
    for path in sorted((root / "include").rglob("*.h")):
        for quote, target in includes(path):
            if quote == '"' and not target.startswith("heco/"):
                complaints.append(f"{path.relative_to(root)} includes {target}: "
                                  "a public header may include public headers only")
    for path in sorted((root / "src").rglob("*.[ch]")):
        where = path.relative_to(root).as_posix()
        layer = path.relative_to(root / "src").parts[0]
        if layer not in LAYERS:
            complaints.append(f"{where}: {layer} is not a layer in tools/include_graph.py")
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for name, (call, home) in CALLS.items():
            if not where.startswith(home + "/") and call.search(text):
                complaints.append(f"{where} calls {name}: only files in {home} may")
        if layer in SAME_BITS:
            for name in sorted(set(LIBM.findall(COMMENT.sub("", text)))):
                complaints.append(f"{where} calls {name} of the C library: "
                                  "its bits depend on the machine; use base/elementary.h")
        for quote, target in includes(path):
            why = forbidden(layer, folder_of(path.relative_to(root / "src").as_posix()), quote, target)
            if why is not None:
                complaints.append(f"{where} includes {target}: {why}")
            if target.startswith("heco/"):
                name = target[5:].removesuffix(".h")
                owner = None if name in DATA and layer == "base" else HEADERS.get(name)
            else:
                owner = target.split("/")[0] if quote == '"' else None
            if owner in LAYERS and owner != layer:
                edges[layer, owner] += 1
    return edges, complaints


def print_text(edges):
    for layer in LAYERS:
        to = [f"{other} ({count})" for (one, other), count in sorted(edges.items()) if one == layer]
        print(f"{layer:<11} -> {', '.join(to) if to else '-'}")


def print_dot(edges):
    print("digraph layers {\n    rankdir = BT;\n    node [shape = box];")
    for (one, other), count in sorted(edges.items()):
        print(f'    "{one}" -> "{other}" [label = "{count}"];')
    print("}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--dot", action="store_true", help="print the graph for graphviz")
    args = parser.parse_args()
    edges, complaints = scan(args.root)
    (print_dot if args.dot else print_text)(edges)
    for line in complaints:
        print(line, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
