"""Solves AMPL models and checks every answer with an evaluator that shares no code with heco.

  answers.py HECO FOLDER [--evals N] [--most-variables N] [--reference FILE] [--csv FILE]
  answers.py --compare --reference FILE TABLE.csv TABLE.csv ..

Prints the number of feasible answers, the median and largest violation of their rows, answers that
contradict themselves, feasible answers that are outside the tolerance, and feasible values that are
better than the reference without being confirmed.

Many values of the reference use up a tolerance. --compare counts the solved models of several tables
against the best value of a point that meets its constraints within 1e-8: one of these tables, of
Ipopt or Bonmin, or, without constraints, of the reference.
"""

import argparse
import csv
import json
import math
import os
import statistics
import subprocess
import sys

from nl_reader import Model

TOLERANCE = 1e-6  # of .nl files
ROUNDING = 1e-9   # relative difference of two evaluations of a row


def solve(heco, path, evals):
    words = [heco, "solve", path, "--json", "--quiet", "--seed", "1", "--evals", str(evals)]
    done = subprocess.run(words, capture_output=True, text=True)
    return json.loads(done.stdout) if done.stdout.startswith("{") else None


def check(answer, path):
    """the answer as one row of the table"""
    rows = answer["constraints"]
    met = sum(bool(c["satisfied"]) for c in rows)
    feasible = answer["status"] == "feasible"
    row = dict(feasible=int(feasible), f=answer["f"], violation=answer["violation"],
               stop=answer.get("stop", ""), evaluations=answer["evaluations"], constraints=len(rows), met=met,
               reported=max([0.0] + [-c["slack"] for c in rows if c["slack"] is not None]), checked="", outside=0, f_checked="",
               contradiction=int(feasible != (met == len(rows)) or feasible != (answer["violation"] == 0)))
    try:
        model = Model(path)
        x = answer["x"]
        row["checked"], row["f_checked"] = model.violation(x), model.f(x)
        scale = max([1.0] + [abs(value) for value, _, _ in model.rows(x)])
        row["outside"] = int(feasible and row["checked"] > TOLERANCE + ROUNDING * scale)
    except (ValueError, KeyError, IndexError, OverflowError, ZeroDivisionError, TypeError) as why:
        row["checked"] = "no: %s" % why
    return row


def better(row, known):
    """by how much a feasible answer is better than the best value known, relative to 1 + |f|"""
    if not known or not known["best_feasible"] or not row["feasible"]:
        return 0.0
    best, sign = float(known["best_feasible"]), -1.0 if known["sense"] == "max" else 1.0
    return sign * (best - row["f"]) / (1.0 + abs(best))


def summary(rows):
    told = [r for r in rows if r["feasible"] and r["constraints"] > 0]
    sizes = [max(r["reported"], r["checked"] if isinstance(r["checked"], float) else 0.0) for r in told]
    print("%d models answered, %d feasible, %d of them with constraints" %
          (len(rows), sum(r["feasible"] for r in rows), len(told)))
    if sizes:
        print("violation of feasible answers: median %.3g, %d above 1e-9, %d above 5e-7, largest %.3g" %
              (statistics.median(sizes), sum(s > 1e-9 for s in sizes), sum(s > 5e-7 for s in sizes), max(sizes)))
    print("evaluated independently: %d; outside the tolerance: %s" %
          (sum(isinstance(r["checked"], float) for r in rows), [r["name"] for r in rows if r["outside"]]))
    print("contradictions: %s" % [r["name"] for r in rows if r["contradiction"]])
    print("solved to 1e-6 of the best known: %d" % sum(r["feasible"] and -r["better"] <= 1e-6 for r in rows if r["known"]))
    print("better than the best known by more than 1e-6: %s" %
          [(r["name"], "%.1e" % r["better"], r["checked"]) for r in rows if r["better"] > 1e-6])
    print("evaluations: %d" % sum(r["evaluations"] for r in rows))


EXACT = 1e-8  # largest violation of a point whose value is a reference


def exact_values(known, tables):
    """the best value of each model, times -1 if it is maximised"""
    best = {}
    for name, about in known.items():
        sign, values = sign_of(about), []
        if about["ipopt_or_bonmin"] and about["best_feasible"]:
            values.append(sign * float(about["ipopt_or_bonmin"]))
        if about["best_feasible"] and about["constraints"] == "0":
            values.append(sign * float(about["best_feasible"]))
        for row in (t[name] for t in tables if name in t):
            far = max(number(row["checked"]), float(row["reported"]))
            if row["feasible"] == "1" and far <= EXACT:
                values.append(sign * float(row["f"]))
        if values:
            best[name] = min(values)
    return best


def sign_of(about):
    return -1.0 if about["sense"] == "max" else 1.0


def number(text):
    """the violation that was checked; 0 if the checker cannot read the model"""
    try:
        return float(text)
    except ValueError:
        return 0.0


def compare(known, paths):
    tables = []
    for path in paths:
        with open(path) as source:
            tables.append({row["name"]: row for row in csv.DictReader(source)})
    best = exact_values(known, tables)
    for path, table in zip(paths, tables):
        told = [r for n, r in table.items() if n in best]
        solved = [r for r in told if r["feasible"] == "1" and sign_of(known[r["name"]]) * float(r["f"]) <=
                  best[r["name"]] + 1e-6 * (1.0 + abs(best[r["name"]]))]
        print("%s: %d of %d solved" % (path, len(solved), len(told)))
    return 0


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("heco")
    read.add_argument("folder", nargs="+")
    read.add_argument("--compare", action="store_true")
    read.add_argument("--evals", type=int, default=2000)
    read.add_argument("--most-variables", type=int, default=60)
    read.add_argument("--reference")
    read.add_argument("--csv")
    args = read.parse_args()
    known = {}
    if args.reference:
        with open(args.reference) as source:
            known = {row["name"]: row for row in csv.DictReader(source)}
    if args.compare:
        return compare(known, [args.heco] + args.folder)
    args.folder, rows = args.folder[0], []
    for name in sorted(n[:-3] for n in os.listdir(args.folder) if n.endswith(".nl")):
        about = known.get(name)
        if about and int(about["variables"]) > args.most_variables:
            continue
        path = os.path.join(args.folder, name + ".nl")
        answer = solve(args.heco, path, args.evals)
        if answer is None:
            print("no answer: %s" % name)
            continue
        row = dict(name=name, **check(answer, path))
        row["known"] = int(bool(about and about["best_feasible"]))
        row["better"] = better(row, about)
        rows.append(row)
    if args.csv:
        with open(args.csv, "w", newline="") as out:
            table = csv.DictWriter(out, rows[0].keys())
            table.writeheader()
            table.writerows(rows)
    summary(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
