#!/usr/bin/env python3
"""Prints the shares of feasible and successful runs on rw2020 as a table in Markdown: those of results
databases and of the comparison program beside those of published runs, all counted with the same targets.

    tools/rw2020_table.py RUNS.db DIR                       # a database of `heco bench`
    tools/rw2020_table.py auto.csv DIR --data TABLES        # CSV of bench/peers
    tools/rw2020_table.py --as-runs DIR > published.csv     # the published runs, for `heco rank --with`

DIR has NAME_f.csv and NAME_cv.csv for each competitor: one column per problem, one line per run. The
targets are those of a database, or without one those of the command (--heco, --data).
"""
import argparse
import csv
import json
import math
import sqlite3
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

GROUPS = (("RC01 to RC07", 1, 7), ("RC08 to RC14", 8, 14), ("RC15 to RC33", 15, 33), ("RC34 to RC43", 34, 43),
          ("RC44 to RC50", 44, 50), ("RC51 to RC57", 51, 57))
HECO = Path(__file__).resolve().parents[1] / "build" / "release" / "heco"


def stored(path, runs, target):
    """Adds (algorithm, problem) -> list of (feasible, solved) and problem -> target of a database."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    for label, problem, limit, f, viol in db.execute(
            "SELECT variant.label, problem.name, problem.target, run.f, run.viol FROM run JOIN problem ON problem.id = "
            "run.problem JOIN variant ON variant.id = run.variant JOIN suite ON suite.id = problem.suite "
            "WHERE suite.name = 'rw2020'"):
        target[problem] = limit
        runs[label, problem].append(judged(f, viol, limit))


def peers(path, runs):
    """Adds the runs of a CSV of bench/peers, which end at success. It has a head unless --no-header was given."""
    with open(path, newline="", encoding="utf-8") as file:
        for suite, problem, _, solver, _, success, _, _, violation in csv.reader(file):
            if suite == "rw2020":
                solved = int(success) >= 0
                runs[solver, problem].append((solved or float(violation) <= 0.0, solved))


def listed(heco, data):
    """Returns what the command says of each problem."""
    words = [heco, "list", "problems", "rw2020", "--json"] + (["--data", data] if data else [])
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def judged(f, viol, limit):
    """Returns whether a run is feasible, and whether it is successful."""
    feasible = viol <= 0.0
    return feasible, feasible and limit is not None and f <= limit


def table(path):
    """Returns problem -> values of one file."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name.startswith("RC")}


def published(folder):
    """Returns (algorithm, problem) -> list of (f, violation)."""
    runs = {}
    for path in sorted(folder.glob("*_f.csv")):
        name = path.name[:-len("_f.csv")]
        violation = table(folder / f"{name}_cv.csv")
        for problem, values in table(path).items():
            runs[name, problem] = list(zip(values, violation[problem]))
    return runs


def print_runs(found, dims):
    """Prints published runs in the layout of `heco rank --with`. A value that is not a number is infinite."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("suite", "algorithm", "function", "dim", "dims", "run", "obj", "vio"))
    for (name, problem), values in found.items():
        for number, pair in enumerate(values, 1):
            f, viol = (math.inf if math.isnan(value) else value for value in pair)
            out.writerow(("rw2020", name, problem, dims[problem], "own", number, f"{f:.17g}", f"{viol:.17g}"))


def share(runs, column):
    """Returns the share of runs in percent: the mean over problems."""
    parts = [100.0 * sum(run[column] for run in found) / len(found) for _, found in runs]
    return f"{sum(parts) / len(parts):.1f}" if parts else "-"


def print_table(runs, labels):
    head = ["algorithm", "problems", "runs", "feasible", "success", "even numbers"] + [name for name, _, _ in GROUPS]
    print("| " + " | ".join(head) + " |")
    print("| --- " * len(head) + "|")
    for label in labels:
        mine = [(int(problem[2:]), found) for (name, problem), found in runs.items() if name == label]
        sizes = {len(found) for _, found in mine}
        parts = [[r for r in mine if r[0] % 2 == 0]] + [[r for r in mine if low <= r[0] <= high] for _, low, high in GROUPS]
        size = str(min(sizes)) if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)}"
        cells = [label, str(len(mine)), size, share(mine, 0), share(mine, 1)] + [share(part, 1) for part in parts]
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", type=Path, help="databases, or CSV files of bench/peers")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the published runs")
    parser.add_argument("--heco", default=HECO, type=Path, help="the command (default: build/release/heco)")
    parser.add_argument("--data", help="folder of the number tables, for targets without a database")
    parser.add_argument("--as-runs", action="store_true", help="print the published runs for `heco rank --with`")
    args = parser.parse_args()
    found = published(args.folder)
    if args.as_runs:
        print_runs(found, {row["name"]: row["dims"][0] for row in listed(args.heco, args.data)})
        return
    runs, target = defaultdict(list), {}
    for path in args.runs:
        if path.suffix == ".csv":
            peers(path, runs)
        else:
            stored(path, runs, target)
    if not target:
        rows = listed(args.heco, args.data)
        target = {row["name"]: row["f_ref"] + max(1e-8, 1e-4 * abs(row["f_ref"])) for row in rows if "f_ref" in row}
    labels = sorted({label for label, _ in runs})
    labels += sorted({name for name, _ in found} - set(labels))
    for (name, problem), values in found.items():
        if problem in target:
            runs[name, problem] = [judged(f, viol, target[problem]) for f, viol in values]
    print_table(runs, labels)


if __name__ == "__main__":
    main()
