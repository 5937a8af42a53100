#!/usr/bin/env python3
"""Checks .sol files: check_sol.py LIST.

Each line of LIST: FILE.sol, the name of its model in make_nl.py, a Python expression, between tabs.
The expression sees d, the .sol file as AMPL reads it; f, x and the violation of its point as computed
here, without heco; near(a, b). Lines whose check fails are printed."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "nl"))
import make_nl  # noqa: E402


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
    assert duals in (0, out["constraints"])
    at += 4
    out["dual"] = [float(v) for v in lines[at:at + duals]]
    at += duals
    out["x"] = [float(v) for v in lines[at:at + values]]
    word, *numbers = lines[at + values].split()
    out["objective"], out["result"] = map(int, numbers)
    assert word == "objno"
    at += values + 1
    while lines[at].startswith("suffix "):
        kind, used, length, table, rows = map(int, lines[at].split()[1:])
        name = lines[at + 1]
        assert (length, table, rows) == (len(name) + 1, 0, 0)
        pairs = [line.split() for line in lines[at + 2:at + 2 + used]]
        out[name] = {int(i): float(v) for i, v in pairs}
        at += 2 + used
    assert lines[at:] == [""]
    return out


def check(sol, name, expression):
    d, model = read(sol), make_nl.MODELS[name]
    x, f, violation = d["x"], None, None
    assert d["options"] == [1, 1, 0], "options"
    assert len(x) == d["variables"] == len(model["variables"]), "variables"
    assert d["constraints"] == len(model["constraints"]), "constraints"
    assert d["message"][0].startswith("heco "), "message"
    if d["result"] < 500:
        objectives, _ = make_nl.values(model, x)
        f = objectives[d["objective"]] if objectives else 0.0
        violation = make_nl.violation(model, x)
        assert (d["result"] % 100 < 10 and d["result"] != 200) == (violation == 0), f"violation {violation}"
    names = {"d": d, "f": f, "x": x, "violation": violation,
             "near": lambda a, b, t=1e-3: abs(a - b) <= t}
    assert eval(expression, names), expression


def main():
    with tempfile.TemporaryDirectory() as folder:
        here = os.getcwd()
        os.chdir(folder)
        make_nl.all_models()
        os.chdir(here)
    bad = 0
    for line in open(sys.argv[1]):
        sol, *rest = line.rstrip("\n").split("\t")
        try:
            check(sol, *rest)
        except Exception as why:
            bad += 1
            print(f"{sol}: {type(why).__name__} {why}\n{open(sol).read()}", file=sys.stderr)
    sys.exit(bad != 0)


main()
