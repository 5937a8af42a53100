#!/usr/bin/env python3
"""Percentage of targets that a data set of COCO reaches, by evaluations per variable.

    examples/coco/targets.py exdata/auto 5

The arguments are a result folder of COCO's observer and the number of variables. Targets are 51
values from 1e2 to 1e-8 above the minimum, equally spaced in the exponent; COCO adds the violation
of the constraints to f. An evaluation is one call of f.
"""
import glob
import os
import sys

PER_VARIABLE = (3, 10, 30, 100, 300, 1000)
TARGETS = [10 ** (2 - k / 5) for k in range(51)]
ROUNDING = 1 + 1e-7  # COCO writes ten digits


def read_runs(folder, dim):
    """Yields each run as a list of (evaluations of f, best value above the minimum)."""
    for path in sorted(glob.glob(os.path.join(folder, "data_f*", "*_DIM%d.dat" % dim))):
        run = None
        for line in open(path):
            if line.startswith("%"):
                if run is not None:
                    yield run
                run = []
            else:
                word = line.split()
                run.append((int(word[0]), float(word[2])))
        if run is not None:
            yield run


def best(run, evals):
    """Returns the best value within so many evaluations."""
    return min((value for used, value in run if used <= evals), default=float("inf"))


def reached(value):
    """Returns how many targets a value reaches."""
    return sum(value <= target * ROUNDING for target in TARGETS)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: targets.py FOLDER DIM")
    dim = int(sys.argv[2])
    runs = list(read_runs(sys.argv[1], dim))
    if not runs:
        sys.exit("targets.py: %s holds no data of dimension %d" % (sys.argv[1], dim))
    for k in PER_VARIABLE:
        share = sum(reached(best(run, k * dim)) for run in runs) / len(runs) / len(TARGETS)
        print("%4d n %5.1f %%" % (k, 100 * share))
    for close in (1e-6, 1e-8):
        count = sum(best(run, float("inf")) <= close * ROUNDING for run in runs)
        print("%6.0e %5.1f %% of %d runs" % (close, 100 * count / len(runs), len(runs)))


if __name__ == "__main__":
    main()
