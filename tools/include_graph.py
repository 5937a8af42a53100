#!/usr/bin/env python3
"""Prints which layer of src/ includes which, and fails on an include that goes the wrong way.

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
    "search": {"base", "problem"},
    "algorithms": {"base", "problem", "search"},
    "presolve": {"base", "problem"},
    "run": {"base", "problem", "evaluate", "algorithms", "presolve"},
    "suites": {"base", "problem"},
    "plugins": {"base", "problem", "algorithms"},
    "models": {"base", "problem", "suites", "plugins"},
    "experiment": {"base", "problem", "evaluate", "run", "suites", "plugins"},
    "stats": {"base"},
    "report": {"base", "problem", "run", "suites", "experiment", "stats"},
    "cli": set(),  # and every public header
}

# A public header opens the layer that implements it, so it obeys the same table.
# algorithm.h is the contract over problem and batch that every search keeps.
HEADERS = {
    "export": "base", "status": "base", "version": "base", "rng": "base", "arena": "base",
    "problem": "problem", "batch": "problem", "outcome": "problem",
    "algorithm": "problem", "member": "algorithms",
    "evaluator": "evaluate", "mpi": "evaluate", "mpi_bench": "experiment",
    "run": "run", "runs": "run", "journal": "run", "layout": "run",
    "suite": "suites", "data": "suites",
    "algorithm_plugin": "plugins",
    "model": "models", "plugin": "models",
    "experiment": "experiment",
    "stats": "stats",
    "report": "report",
}
# Plain data that every layer may know: how a run ended.
DATA = {"outcome"}
# A third-party library lives behind this many files.
BEHIND = {"sqlite3.h": 1, "lua.h": 1, "asl.h": 1, "mpi.h": 2, "microhttpd.h": 1}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace"))


def forbidden(layer, quote, target):
    """Why a file of `layer` may not include `target`; None when it may."""
    head, _, rest = target.partition("/")
    if head == "heco" and rest:
        name = rest.removesuffix(".h")
        if layer == "cli":
            return None
        if name in ("heco", "core"):
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
    if head == layer or head in LAYERS[layer]:
        return None
    if layer == "cli":
        return "cli may include public headers and its own only"
    return f"{layer} may not include {head}"


def scan(root):
    """(edges between layers, complaints)"""
    edges, complaints, behind = Counter(), [], {name: [] for name in BEHIND}
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
        for quote, target in includes(path):
            if target in behind:
                behind[target].append(where)
            why = forbidden(layer, quote, target)
            if why is not None:
                complaints.append(f"{where} includes {target}: {why}")
            if target.startswith("heco/"):
                owner = HEADERS.get(target[5:].removesuffix(".h"))
            else:
                owner = target.split("/")[0] if quote == '"' else None
            if owner in LAYERS and owner != layer:
                edges[layer, owner] += 1
    for target, places in behind.items():
        if len(places) > BEHIND[target]:
            complaints.append(f"{target} is included by {', '.join(places)}: "
                              f"at most {BEHIND[target]} file(s) may")
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
