"""Compares the forms of one answer: JSON, the text of the report, the .sol file and Python.

  answer_forms.py HECO FILE.nl|FOLDER .. [--evals N] [--most-variables N] [--reference FILE]

Solves each model once for each form with the same seed and prints what contradicts the JSON document:
whether the point is feasible, the number of constraints that are met, the violation, f, the point, and
the reason for the end. Without NumPy the form of Python is left out. Exit code 1 if there is a
contradiction.
"""

import argparse
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python"))

try:
    import heco
except ImportError:  # no NumPy, or no library
    heco = None

FEASIBLE, INFEASIBLE = (0, 1, 100, 300, 401, 403, 405), (200, 411, 413, 415)
NEGATIVE = ("infeasible", "no answer")  # first words of a verdict
LIMIT = {"budget": (401, 411), "time": (403, 413)}


def run(words):
    return subprocess.run(words, capture_output=True, text=True)


def check_json(told):
    """an answer against itself"""
    rows, feasible = told["constraints"], told["status"] == "feasible"
    met = sum(bool(row["satisfied"]) for row in rows)
    yield "JSON: all constraints met", met == len(rows), feasible
    yield "JSON: violation 0", told["violation"] == 0, feasible
    yield "JSON: excess 0", told["f"] is not None and all(not row["excess"] for row in rows), feasible
    yield "JSON: verdict", not told["verdict"].lower().startswith(NEGATIVE), feasible


def check_text(heco_command, path, evals, told):
    """the report with all digits"""
    out = run([heco_command, "solve", path, "--quiet", "--seed", "1", "--evals", str(evals), "-v"]).stdout
    first = out.split("\n")[0][len(path):].lstrip(": ")
    fields = dict(re.findall(r"^(f|violation|stopped by) +(\S+)", out, re.M))
    met = re.search(r"^constraints \((\d+) of (\d+) satisfied\)", out, re.M)
    rows = told["constraints"]
    yield "text: first line", first.startswith(NEGATIVE), told["status"] != "feasible"
    yield "text: f", float(fields["f"]) if "f" in fields else None, told["f"]
    if rows and told["f"] is not None:
        yield "text: violation", float(fields["violation"]), told["violation"]
        yield "text: constraints met", int(met.group(1)) if met else -1, sum(bool(row["satisfied"]) for row in rows)
        yield "text: constraints", int(met.group(2)) if met else -1, len(rows)
    yield "text: end", fields["stopped by"].rstrip(":"), told["stop"].split()[0]


def read_sol(path, n):
    """the message, the n values of the variables and the result of a .sol file"""
    with open(path) as source:
        lines = source.read().split("\n")
    end = next(i for i, line in enumerate(lines) if line.startswith("objno "))
    return dict(message=lines, x=[float(v) for v in lines[end - n:end]], result=int(lines[end].split()[2]))


def check_sol(heco_command, path, evals, told):
    """the .sol file of a caller such as AMPL"""
    with tempfile.TemporaryDirectory() as folder:
        stub = os.path.join(folder, "model")
        shutil.copy(path, stub + ".nl")
        run([heco_command, stub, "-AMPL", "seed=1", "evals=%d" % evals, "outlev=0"])
        sol = read_sol(stub + ".sol", len(told["x"] or ()))
    feasible = told["status"] == "feasible"
    yield ".sol: feasible", sol["result"] in FEASIBLE, feasible
    yield ".sol: infeasible", sol["result"] in INFEASIBLE, not feasible and told["f"] is not None
    yield ".sol: message", "no feasible point" in sol["message"][0], not feasible and told["f"] is not None
    if told["stop"] in LIMIT and told["f"] is not None and sol["result"] != 300:
        yield ".sol: end", sol["result"], LIMIT[told["stop"]][not feasible]
    if told["f"] is not None:
        yield ".sol: point", sol["x"], told["x"]


def check_python(path, evals, told):
    """heco.solve()"""
    s = heco.solve(path, seed=1, evals=evals)
    feasible = told["status"] == "feasible"
    yield "Python: success", bool(s.success), feasible
    yield "Python: maxcv 0", s.maxcv == 0.0, feasible
    yield "Python: message", s.message, told["verdict"]
    if told["f"] is None:
        yield "Python: violation", s.violation, math.inf
        return
    yield "Python: violation", s.violation, told["violation"]
    yield "Python: f", s.fun, told["f"]
    yield "Python: point", [float(v) for v in s.x], told["x"]
    yield "Python: end", s.stop, told["stop"]


def contradictions(heco_command, path, evals):
    """texts about what the forms of the answer say differently, or None if the model is refused"""
    done = run([heco_command, "solve", path, "--json", "--quiet", "--seed", "1", "--evals", str(evals)])
    if not done.stdout.startswith("{"):
        return None
    told = json.loads(done.stdout)
    facts = list(check_json(told)) + list(check_text(heco_command, path, evals, told))
    facts += check_sol(heco_command, path, evals, told)
    if heco is not None:
        facts += check_python(path, evals, told)
    return ["%s: %s instead of %s" % (what, str(got)[:60], str(wanted)[:60]) for what, got, wanted in facts if got != wanted]


def models(paths, most, reference):
    sizes = {}
    if reference:
        with open(reference) as source:
            sizes = {row["name"]: int(row["variables"]) for row in csv.DictReader(source)}
    for path in paths:
        names = [path] if path.endswith(".nl") else sorted(os.path.join(path, n) for n in os.listdir(path) if n.endswith(".nl"))
        yield from (n for n in names if sizes.get(os.path.basename(n)[:-3], 0) <= most)


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("heco")
    read.add_argument("model", nargs="+")
    read.add_argument("--evals", type=int, default=200)
    read.add_argument("--most-variables", type=int, default=1000)
    read.add_argument("--reference")
    args = read.parse_args()
    os.environ["HECO_COMMAND"] = args.heco
    answered, refused, wrong = 0, [], 0
    for path in models(args.model, args.most_variables, args.reference):
        try:
            found = contradictions(args.heco, path, args.evals)
        except (AssertionError, KeyError, ValueError, IndexError) as why:
            found = ["a form cannot be read: %r" % why]
        if found is None:
            refused.append(os.path.basename(path))
            continue
        answered += 1
        wrong += bool(found)
        for text in found:
            print("%s: %s" % (os.path.basename(path), text))
    print("%d models answered in %d forms, %d contradict; refused: %s" %
          (answered, 4 if heco is not None else 3, wrong, ", ".join(refused) or "none"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
