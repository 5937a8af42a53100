"""Checks a dump of traces: evaluations rise, the best point never gets worse, and the last row is the end of the run.

    check_traces.py TRACES.csv FINALS.csv
"""
import csv
import itertools
import sys

KEY = ("suite", "instance", "algorithm", "dim", "function", "run")


def main(traces, finals):
    with open(traces, newline="") as file:
        rows = list(csv.DictReader(file))
    with open(finals, newline="") as file:
        ends = {tuple(r[k] for k in KEY): r for r in csv.DictReader(file)}
    seen = 0
    for key, group in itertools.groupby(rows, lambda r: tuple(r[k] for k in KEY)):
        run = [(int(r["evals"]), float(r["vio"]), float(r["obj"])) for r in group]
        assert all(a[0] < b[0] for a, b in zip(run, run[1:])), key
        assert all(a[1:] >= b[1:] for a, b in zip(run, run[1:])), key
        assert run[-1][1:] == (float(ends[key]["vio"]), float(ends[key]["obj"])), (key, run[-1])
        assert run[-1][0] == int(ends[key]["max_evals"]), key
        seen += 1
    assert seen == len(ends), (seen, len(ends))


main(*sys.argv[1:])
