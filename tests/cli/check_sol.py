#!/usr/bin/env python3
"""Checks .sol files, all in one process: check_sol.py HECO LIST.

Each line of LIST: FILE.sol, FILE.nl, options for `heco eval`, a Python expression, between tabs. The
expression sees d, the .sol file as AMPL reads it; e, its point as `heco eval` values it; f and x of
these; near(a, b). Lines whose check fails are printed."""
import json
import subprocess
import sys


def read(path):
    lines = open(path).read().split("\n")
    end = lines.index("")
    out = {"message": lines[:end]}
    assert lines[end + 1] == "Options", lines[end + 1]
    count = int(lines[end + 2])
    at = end + 3
    out["options"] = [int(v) for v in lines[at:at + count]]
    at += count
    sizes = [int(v) for v in lines[at:at + 4]]
    out["constraints"], duals, out["variables"], values = sizes
    assert duals == 0
    at += 4
    out["x"] = [float(v) for v in lines[at:at + values]]
    word, objective, out["result"] = lines[at + values].split()
    out["result"] = int(out["result"])
    assert word == "objno" and objective == "0"
    assert lines[at + values + 1:] == [""]
    return out


def value(heco, nl, options, x):
    point = ",".join(map(repr, x))
    done = subprocess.run([heco, "eval", nl, "--json", *options.split()], input=point, text=True,
                          capture_output=True, check=True)
    return json.loads(done.stdout)["points"][0]


def check(heco, sol, nl, options, expression):
    d = read(sol)
    counts = open(nl, "rb").read().split(b"\n")[1].split()
    assert d["options"] == [1, 1, 0], "options"
    assert d["variables"] == int(counts[0]) and d["constraints"] == int(counts[1]), "counts"
    assert d["message"][0].startswith("heco "), "message"
    x, e = d["x"], None
    assert len(x) == d["variables"], "values"
    if d["result"] < 500:
        e = value(heco, nl, options, x)
        assert (d["result"] % 100 < 10) == (e["violation"] == 0), f"violation {e['violation']}"
    names = {"d": d, "e": e, "f": e and e["f"], "x": x,
             "near": lambda a, b, t=1e-3: abs(a - b) <= t}
    assert eval(expression, names), expression


if __name__ == "__main__":
    heco, list_of = sys.argv[1:]
    bad = 0
    for line in open(list_of):
        sol, *rest = line.rstrip("\n").split("\t")
        try:
            check(heco, sol, *rest)
        except Exception as why:
            bad += 1
            text = open(sol).read() if not isinstance(why, FileNotFoundError) else ""
            print(f"{sol}: {type(why).__name__} {why}\n{text}", file=sys.stderr)
    sys.exit(bad != 0)
