#!/usr/bin/env python3
"""Share of CEC 2006 (without g02, g20, g22) and `design` solved after few evaluations, 3 seeds.

    bench/few_evaluations.py HECO {0,1,all} {loose,tight} SETTING ...

HECO is the command; 0 and 1 are every second problem. Solved: feasible, and f within max(1e-4, 1e-3 |f*|)
of the best value (loose) or by the rule of the suite (tight). A SETTING is algorithm[,option=value ...],
such as auto,surrogate=100.
"""
import json
import subprocess
import sys

BUDGETS = (30, 50, 100, 150, 200, 300, 500, 700, 1000)


def problems(heco, suite):
    out = subprocess.run([heco, "list", "problems", suite, "--json"], capture_output=True, text=True, check=True)
    return [(suite, p["name"], p["f_ref"]) for p in json.loads(out.stdout) if p["name"] not in ("g02", "g20", "g22")]


def evaluations(heco, setting, problem, seed, loose):
    suite, name, best = problem
    slack = max(1e-4, 1e-3 * abs(best)) if loose else 1e-4 if suite == "cec2006" else 1e-4 * abs(best)
    algorithm, *options = setting.split(",")
    command = [heco, "solve", "%s:%s" % (suite, name), "--algorithm", algorithm, "--evals", "1000",
               "--seed", str(seed), "--target", repr(best + slack), "--json", "--quiet"]
    for option in options:
        command += ["--set", option]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    return answer["evaluations"] if answer["stop"] == "target" else float("inf")


def main():
    if len(sys.argv) < 5 or sys.argv[2] not in ("0", "1", "all") or sys.argv[3] not in ("loose", "tight"):
        print(__doc__, file=sys.stderr)
        return 2
    heco, half, rule, *settings = sys.argv[1:]
    every = problems(heco, "cec2006") + problems(heco, "design")
    chosen = [p for i, p in enumerate(every) if half == "all" or i % 2 == int(half)]
    for setting in settings:
        counts = [evaluations(heco, setting, p, seed, rule == "loose") for p in chosen for seed in (11, 12, 13)]
        shares = ("%d:%.1f" % (b, 100.0 * sum(c <= b for c in counts) / len(counts)) for b in BUDGETS)
        print("%-24s %s" % (setting, " ".join(shares)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
