#!/usr/bin/env python3
"""Data profiles of the comparison: for each solver, the share of problems x runs solved within
k (n + 1) evaluations (More and Wild 2009), and per problem how many evaluations that took.

    data_profile.py [--suite NAME] [--only P,Q] [--problems | --variants] FILE.csv...

Rows have suite, problem, n, solver, seed, evals_to_success (-1: not solved), evals, ..., as the
program `peers` and peers.py print them.
"""
import argparse
import csv
import math
import sys

STEPS = (10, 30, 100, 300, 1000, 3000, 10000)


def read(paths, suite=None, only=None):
    rows = []
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if suite in (None, row["suite"]) and (only is None or row["problem"] in only):
                    rows.append({"problem": (row["suite"], row["problem"]), "n": int(row["n"]),
                                 "solver": row["solver"], "seed": int(row["seed"]),
                                 "solved": int(row["evals_to_success"]),
                                 "evals": int(row["evals"])})
    return rows


def check(rows):
    """What makes the shares hard to compare: runs given twice, problems that a solver lacks."""
    notes, seen, problems = [], set(), {}
    for row in rows:
        key = (row["problem"], row["solver"], row["seed"])
        if key in seen:
            notes.append("given twice: %s:%s, %s, seed %d" % (*key[0], *key[1:]))
        seen.add(key)
        problems.setdefault(row["solver"], set()).add(row["problem"])
    everything = {row["problem"] for row in rows}
    for solver, have in problems.items():
        if have != everything:
            notes.append("%s has %d of %d problems" % (solver, len(have), len(everything)))
    return notes


def solvers(rows):
    return list(dict.fromkeys(row["solver"] for row in rows))


def share(rows, solver, k):
    """Every problem counts the same, however many runs it has."""
    hits = {}
    for row in rows:
        if row["solver"] == solver:
            solved = 0 < row["solved"] <= k * (row["n"] + 1)
            hits.setdefault(row["problem"], []).append(solved)
    if not hits:
        return math.nan
    return sum(sum(runs) / len(runs) for runs in hits.values()) / len(hits)


def geometric_mean(values):
    """NAN for no values."""
    if not values:
        return math.nan
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def of_problem(rows, problem, solver):
    """Share of runs solved and geometric mean of the evaluations these took."""
    runs = [row["solved"] for row in rows
            if row["problem"] == problem and row["solver"] == solver]
    solved = [evals for evals in runs if evals > 0]
    return (len(solved) / len(runs) if runs else math.nan), geometric_mean(solved)


def cell(part, mean):
    if math.isnan(part):
        return "."
    if part == 0:
        return "-"
    text = "%.0f" % mean
    return text if part == 1 else "%s (%.0f %%)" % (text, 100 * part)


def table(head, body):
    """A Markdown table; numbers to the right."""
    lines = ["| " + " | ".join(head) + " |",
             "| --- |" + " ---: |" * (len(head) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in body]


def profile_table(rows):
    names = sorted(solvers(rows), key=lambda s: [-share(rows, s, k) for k in reversed(STEPS)])
    return table(["solver"] + ["%d" % k for k in STEPS],
                 [[s] + ["%.1f %%" % (100 * share(rows, s, k)) for k in STEPS] for s in names])


def problem_table(rows):
    names = solvers(rows)
    sizes = {row["problem"]: row["n"] for row in rows}
    return table(["problem", "n"] + names,
                 [["%s:%s" % p, str(n)] + [cell(*of_problem(rows, p, s)) for s in names]
                  for p, n in sizes.items()])


def expected_evals(rows):
    """All evaluations over the number of successes; None if fewer than half of the runs succeed."""
    solved = sum(row["solved"] > 0 for row in rows)
    if 2 * solved < len(rows):
        return None
    return sum(row["solved"] if row["solved"] > 0 else row["evals"] for row in rows) / solved


def variant_table(rows):
    """Compares variants of a suite, SUITE+NAME, over the problems that are solved in all of them:
    geometric mean of the evaluations to a success."""
    cells = {}
    for row in rows:
        cells.setdefault((*row["problem"], row["solver"]), []).append(row)
    body = []
    for solver in solvers(rows):
        suites = list(dict.fromkeys(suite for suite, _, name in cells if name == solver))
        means = {(suite, problem): expected_evals(runs)
                 for (suite, problem, name), runs in cells.items() if name == solver}
        common = [problem for suite, problem in means if suite == suites[0]
                  and all(means.get((other, problem)) for other in suites)]
        for suite in suites:
            mean = geometric_mean([means[suite, problem] for problem in common])
            runs = [row for key, part in cells.items() if (key[0], key[2]) == (suite, solver)
                    for row in part]
            body.append([suite, solver, "%d" % len(common), "%.1f" % mean,
                         "%d of %d" % (sum(row["solved"] > 0 for row in runs), len(runs))])
    return table(["suite", "solver", "problems", "evaluations", "runs solved"], body)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--suite")
    options.add_argument("--only", help="names of problems, separated by commas")
    options.add_argument("--problems", action="store_true",
                         help="also evaluations to success per problem, geometric means")
    options.add_argument("--variants", action="store_true",
                         help="only: mean evaluations to success for each variant of a suite")
    options.add_argument("files", nargs="+")
    args = options.parse_args()
    rows = read(args.files, args.suite, args.only and args.only.split(","))
    if not rows:
        sys.exit("data_profile.py: no rows")
    for note in check(rows):
        print("note:", note, file=sys.stderr)
    if args.variants:
        print("\n".join(variant_table(rows)))
        return
    print("\n".join(profile_table(rows)))
    if args.problems:
        print()
        print("\n".join(problem_table(rows)))


if __name__ == "__main__":
    main()
