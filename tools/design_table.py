#!/usr/bin/env python3
"""The default algorithm on the suite `design`: evaluations until the best known value is met within
1e-4, beside those of NLopt's SLSQP with restarts from the stored runs of bench/peers.

    tools/design_table.py HECO [--seeds N]

HECO is the command. Exit code 1 when a problem is not solved within 100000 evaluations.
"""
import argparse
import csv
import json
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STORED = ROOT / "bench/peers/results/design_nlopt-slsqp.csv"
BUDGET = 100000


def problems(heco):
    out = subprocess.run([heco, "list", "problems", "design", "--json"], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)


def evaluations(heco, problem, seed):
    """(evaluations, f) of one search that stops at the target; None for the first when it is not met."""
    target = problem["f_ref"] + 1e-4 * abs(problem["f_ref"])
    out = subprocess.run([heco, "solve", "design:" + problem["name"], "--seed", str(seed), "--evals", str(BUDGET),
                          "--target", repr(target), "--json", "--quiet"], capture_output=True, text=True)
    answer = json.loads(out.stdout)
    return answer["evaluations"] if answer["stop"] == "target" else None, answer["f"]


def peers():
    """{problem: (solved runs, runs, median evaluations of the solved ones)}"""
    runs = {}
    with STORED.open(newline="") as file:
        for row in csv.DictReader(file):
            runs.setdefault(row["problem"], []).append(int(row["evals_to_success"]))
    solved = {name: [e for e in all_ if e > 0] for name, all_ in runs.items()}
    return {name: (len(solved[name]), len(runs[name]), statistics.median(solved[name] or [0])) for name in runs}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heco")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    stored, missed = peers(), 0
    print("%-24s %3s %8s  %14s  %12s  %s" % ("problem", "n", "integers", "f", "evaluations", "NLopt SLSQP, stored"))
    for problem in problems(options.heco):
        runs = [evaluations(options.heco, problem, seed) for seed in range(1, options.seeds + 1)]
        met = [count for count, _ in runs if count is not None]
        missed += len(runs) - len(met)
        done, of, median = stored.get(problem["name"], (0, 0, 0))
        peer = "%8d" % median if done else "   never"
        if done < of:
            peer += " (%d of %d runs)" % (done, of)
        print("%-24s %3d %8s  %14.8g  %12s  %s"
              % (problem["name"], problem["dims"][0], problem.get("integers", ""), min(f for _, f in runs),
                 "%d" % statistics.median(met) if met else "never", peer))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
