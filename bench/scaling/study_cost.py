#!/usr/bin/env python3
"""Estimates the cost of a full CEC2017 study of one algorithm: 28 problems in 10, 30, 50 and 100 variables,
25 runs of 20000 D evaluations each. Measures the processor time of short runs in each dimension (a busy machine
does not change it), then schedules the 2800 runs, longest first, on several numbers of cores.

    bench/scaling/study_cost.py HECO [--algorithm heco-de] [--evals 20000]
"""
import argparse
import heapq
import os
import subprocess
import tempfile

DIMS, PROBLEMS, RUNS = (10, 30, 50, 100), 28, 25


def seconds(heco, algorithm, dim, evals, work):
    """Processor seconds of one evaluation, search included."""
    before = os.times()
    subprocess.run([heco, "bench", "--suite", "cec2017", "--instance", "1", "--dims", str(dim), "--runs", "1",
                    "--evals", str(evals), "--algorithms", algorithm, "--jobs", "1", "--quiet", "--db",
                    os.path.join(work, f"{dim}.db")], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) / (PROBLEMS * evals)


def makespan(jobs, cores):
    free = [0.0] * cores
    for job in sorted(jobs, reverse=True):
        heapq.heapreplace(free, free[0] + job)
    return max(free)


def span(value):
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if value >= 2 * size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.0f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("heco")
    parser.add_argument("--algorithm", default="heco-de")
    parser.add_argument("--evals", type=int, default=20000)
    options = parser.parse_args()
    jobs = []
    with tempfile.TemporaryDirectory() as work:
        for dim in DIMS:
            each = seconds(options.heco, options.algorithm, dim, options.evals, work)
            jobs += [each * 20000 * dim] * (PROBLEMS * RUNS)
            print(f"{dim:4} variables: {1e6 * each:.2f} us per evaluation, {span(jobs[-1])} per run")
    print(f"{options.algorithm}: {len(jobs)} runs, {sum(jobs) / 3600:.1f} core hours")
    for cores in (1, 64, 4096):
        took = makespan(jobs, cores)
        print(f"{cores:5} cores: {span(took)}, {100 * sum(jobs) / (cores * took):.0f} % of them busy")


if __name__ == "__main__":
    main()
