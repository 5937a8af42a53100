#!/usr/bin/env python3
"""Prints the shares of feasible and successful runs on rw2020 as a table in Markdown: those of a results
database beside those of published runs, all counted with the targets of the database.

    tools/rw2020_table.py RUNS.db DIR

DIR has NAME_f.csv and NAME_cv.csv for each competitor: one column per problem, one line per run.
"""
import argparse
import csv
import sqlite3
from collections import defaultdict
from pathlib import Path

GROUPS = (("RC01 to RC07", 1, 7), ("RC08 to RC14", 8, 14), ("RC15 to RC33", 15, 33), ("RC34 to RC43", 34, 43),
          ("RC44 to RC50", 44, 50), ("RC51 to RC57", 51, 57))


def stored(path):
    """Returns (algorithm, problem) -> list of (f, violation), and problem -> target."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    runs, target = defaultdict(list), {}
    for label, problem, limit, f, viol in db.execute(
            "SELECT variant.label, problem.name, problem.target, run.f, run.viol FROM run JOIN problem ON problem.id = "
            "run.problem JOIN variant ON variant.id = run.variant JOIN suite ON suite.id = problem.suite "
            "WHERE suite.name = 'rw2020'"):
        runs[label, problem].append((f, viol))
        target[problem] = limit
    return runs, target


def table(path):
    """Returns problem -> values of one file."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name.startswith("RC")}


def published(folder):
    runs = {}
    for path in sorted(folder.glob("*_f.csv")):
        name = path.name[:-len("_f.csv")]
        violation = table(folder / f"{name}_cv.csv")
        for problem, values in table(path).items():
            runs[name, problem] = list(zip(values, violation[problem]))
    return runs


def share(runs, hit):
    """Returns the share of runs in percent: the mean over problems."""
    parts = [100.0 * sum(hit(problem, *run) for run in found) / len(found) for problem, found in runs]
    return f"{sum(parts) / len(parts):.1f}" if parts else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("db", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    runs, target = stored(args.db)
    labels = sorted({label for label, _ in runs})
    runs.update(published(args.folder))
    labels += sorted({label for label, _ in runs} - set(labels))

    def solved(problem, f, viol):
        return viol <= 0.0 and target[problem] is not None and f <= target[problem]

    print("| algorithm | problems | feasible | success | " + " | ".join(name for name, _, _ in GROUPS) + " |")
    print("| --- " * (4 + len(GROUPS)) + "|")
    for label in labels:
        mine = [(problem, found) for (name, problem), found in runs.items() if name == label and problem in target]
        groups = [share([r for r in mine if low <= int(r[0][2:]) <= high], solved) for _, low, high in GROUPS]
        print(f"| {label} | {len(mine)} | {share(mine, lambda p, f, v: v <= 0.0)} | {share(mine, solved)} | "
              + " | ".join(groups) + " |")


if __name__ == "__main__":
    main()
