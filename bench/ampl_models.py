#!/usr/bin/env python3
"""Solves AMPL models with a heco command and prints which ones are unsolved.

usage: ampl_models.py HECO DIR [--half 0|1] [--evals N] [--most N] [--jobs N] [--out FILE.csv]
                      [--set OPTION=VALUE ..] [--algorithm NAME] [--seed N]

DIR holds models/*.nl and reference.csv with the columns name, variables, sense, best_feasible. A
model counts as solved if a feasible point is within 1e-6, relative to max(1, |f|), of the best
known value or better. --half takes the models whose name has a hash of that parity: choose on one
half, confirm on the other. The CSV has one line per model: name, n, solved, evaluations, f, the
best known value, the remark about the search.
"""
import argparse
import csv
import json
import math
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ACCURACY = 1e-6


def models(folder, half, most):
    """Yields name, n, sense and best value of each model with at most `most` variables."""
    with open(folder / "reference.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            n = int(row["variables"])
            if n > most or row["best_feasible"] == "":
                continue
            if half is not None and zlib.crc32(row["name"].encode()) % 2 != half:
                continue
            yield row["name"], n, row["sense"], float(row["best_feasible"])


def solve(args, name, sense, best):
    """Returns the JSON answer of one search that stops at the best known value."""
    slack = ACCURACY * max(1.0, abs(best))
    target = best - slack if sense == "max" else best + slack
    command = [args.heco, "solve", str(args.folder / "models" / f"{name}.nl"), "--json",
               "--evals", str(args.evals), "--seed", str(args.seed), f"--target={target!r}",
               "--algorithm", args.algorithm]
    for value in args.set:
        command += ["--set", value]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=args.timeout,
                              check=False)
        return json.loads(done.stdout), target
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return {"f": math.nan, "status": "none", "evaluations": 0, "search": "no answer"}, target


def row_of(args, model):
    name, n, sense, best = model
    answer, target = solve(args, name, sense, best)
    f = answer["f"] if answer["f"] is not None else math.nan
    reached = f >= target if sense == "max" else f <= target
    solved = int(answer["status"] == "feasible" and reached)
    return [name, n, solved, answer["evaluations"], f, best, answer.get("search") or ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("heco")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--evals", type=int, default=20000)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--out")
    parser.add_argument("--algorithm", default="auto")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[])
    args = parser.parse_args()
    with ThreadPoolExecutor(args.jobs) as pool:
        rows = list(pool.map(lambda m: row_of(args, m), models(args.folder, args.half, args.most)))
    if args.out:
        with open(args.out, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
    missed = [r for r in rows if not r[2]]
    for name, n, _, evals, f, best, search in missed:
        print(f"{name:20s} n {n:3d} evaluations {evals:6d} f {f:.10g} best {best:.10g}  {search}")
    logs = [math.log(max(1, r[3])) for r in rows if r[2]]
    wrong = sum("are wrong" in r[6] for r in rows)
    replaced = sum("replaced by differences" in r[6] for r in rows)
    print(f"{len(rows)} models, {len(missed)} unsolved; geometric mean of the evaluations of the "
          f"solved ones {math.exp(sum(logs) / max(1, len(logs))):.1f}; derivatives called wrong in "
          f"{wrong}, replaced by differences in {replaced}")


if __name__ == "__main__":
    main()
