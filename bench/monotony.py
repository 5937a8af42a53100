#!/usr/bin/env python3
"""Tests that a larger budget does not make the default's answers worse.

usage: monotony.py HECO --suite NAME,.. [--problems P,..] [--dims D,..] [--budgets 100,1000,..]
                   [--runs N] [--seed N] [--jobs N] [--algorithm NAME] [--data DIR] [--work DIR]

Runs `heco bench` with each budget and compares the medians of neighbouring budgets for each
problem: first the violation, then f. A median is worse if its violation is larger, or if f exceeds
the other by more than 1e-6 (1 + |f|). Prints these problems and the counts of better, equal and
worse ones, and ends with code 1 if there is a worse one. With --work the databases are kept in DIR,
and a second call uses the stored results.
"""
import argparse
import csv
import io
import subprocess
import sys
import tempfile
from pathlib import Path

NEGLIGIBLE = 1e-6


def command(args, words):
    done = subprocess.run([args.heco, "bench", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"monotony.py: heco bench failed: {done.stderr.strip()}")
    return done.stdout


def medians(args, folder, evals):
    """Returns {(suite, dimension, problem): (violation, f)}, the medians over the runs."""
    database = str(folder / f"monotony_{evals}.db")
    words = ["--suite", args.suite, "--algorithms", args.algorithm, "--evals", str(evals),
             "--runs", str(args.runs), "--seed", str(args.seed), "--jobs", str(args.jobs),
             "--trace", "none", "--db", database, "--quiet"]
    for name in ("problems", "dims", "data"):
        if getattr(args, name):
            words += [f"--{name}", getattr(args, name)]
    command(args, words)
    found = {}
    for row in csv.DictReader(io.StringIO(command(args, ["--db", database, "--dump", "finals"]))):
        key = row["suite"], int(row["dim"]), row["function"]
        found.setdefault(key, []).append((float(row["vio"]), float(row["obj"])))
    return {key: sorted(values)[len(values) // 2] for key, values in found.items()}


def is_worse(more, less):
    """Returns True if the answer `more` is worse than `less`, by more than rounding."""
    if more[0] > 0.0 or less[0] > 0.0:
        return more[0] > less[0] * (1.0 + NEGLIGIBLE)
    return more[1] > less[1] + NEGLIGIBLE * (1.0 + abs(less[1]))


def compare(less, more, budgets):
    """Prints the problems whose median is worse with more evaluations and returns their number."""
    worse = [key for key in less if is_worse(more[key], less[key])]
    better = [key for key in less if is_worse(less[key], more[key])]
    for key in worse:
        (v0, f0), (v1, f1) = less[key], more[key]
        print(f"{key[0]} {key[2]} D={key[1]}: f {f0:.10g} violation {v0:.3g} with {budgets[0]}, "
              f"f {f1:.10g} violation {v1:.3g} with {budgets[1]} evaluations")
    print(f"{budgets[0]} to {budgets[1]} evaluations: {len(better)} better, "
          f"{len(less) - len(better) - len(worse)} equal, {len(worse)} worse")
    return len(worse)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("heco")
    parser.add_argument("--suite", required=True)
    parser.add_argument("--problems")
    parser.add_argument("--dims")
    parser.add_argument("--data")
    parser.add_argument("--work", type=Path)
    parser.add_argument("--budgets", default="100,1000")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--algorithm", default="auto")
    args = parser.parse_args()
    budgets = [int(text) for text in args.budgets.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.work or Path(temporary)
        found = [medians(args, folder, evals) for evals in budgets]
    worse = 0
    for less, more, pair in zip(found, found[1:], zip(budgets, budgets[1:])):
        worse += compare(less, more, pair)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
