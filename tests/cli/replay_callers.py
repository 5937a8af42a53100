#!/usr/bin/env python3
"""Calls heco as Pyomo and JuMP call a solver, and reads its answer as they do: replay_callers.py HECO.

Neither of them is needed: this file repeats what they do, from their sources:
  Pyomo, pyomo/solvers/plugins/solvers/ASL.py (command line, environment, -v),
         pyomo/opt/base/solvers.py (_extract_version), pyomo/opt/plugins/sol.py (reading, status),
         pyomo/opt/results/solver.py (check_optimal_termination)
  JuMP,  AmplNLWriter.jl src/AmplNLWriter.jl (command line), MathOptInterface.jl
         src/FileFormats/NL/sol.jl (reading, status)
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "nl"))
import make_nl  # noqa: E402

HECO = os.path.abspath(sys.argv[1])


def pyomo_version():
    said = subprocess.run([HECO, "-v"], timeout=5, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = re.search(r"[0-9]+(\.[0-9]+){1,3}", said.stdout)
    assert said.returncode == 0 and found, said.stdout
    return found.group(0)


def pyomo_call(name, options):
    """SolverFactory("heco") and SolverFactory("asl:heco"): the options go both ways. The exit code must
    be 0, or the status becomes an error."""
    env = dict(os.environ)
    command = [HECO, os.path.abspath(name + ".nl"), "-AMPL"]
    words = []
    for key, value in options.items():
        quoted = f'{key}="{value}"' if isinstance(value, str) and " " in value else f"{key}={value}"
        words.append(quoted)
        command.append(f"{key}={value}")
    env["heco_options"] = " ".join(words)
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def pyomo_read(name):
    """(message, values, status, termination)"""
    with open(name + ".sol") as file:
        lines = file.read().split("\n")
    end = lines.index("")
    message, rest = lines[:end], lines[end + 1:]
    assert rest[0][:7] == "Options"
    options = int(rest[1])
    assert options <= 4  # else two of them are something else
    sizes = [int(v) for v in rest[2:2 + options + 4]]
    duals, values = sizes[options + 1], sizes[options + 3]
    at = 2 + options + 4 + duals
    x = [float(v) for v in rest[at:at + values]]
    word, _, result = rest[at + values].split()
    assert word == "objno"
    pyomo_suffixes(rest[at + values + 1:])
    kinds = [("ok", "optimal"), ("warning", "optimal"), ("warning", "infeasible"), ("warning", "unbounded"),
             ("warning", "maxIterations"), ("error", "internalSolverError")]
    return message, x, *kinds[int(result) // 100]


def pyomo_suffixes(lines):
    """Reads the suffixes as Pyomo's sol.py does: kind, values, length of the name, of the table, its lines."""
    while lines[0].startswith("suffix "):
        kind, values, _, _, table = (int(word) for word in lines[0].split()[1:])
        assert kind & 4 and kind & 3 in (0, 1) and table == 0, lines[0]
        for line in lines[2:2 + values]:
            index, value = line.split()
            int(index), float(value)
        lines = lines[2 + values:]
    assert lines == [""], lines


def optimal_termination(status, termination):
    """Pyomo's check_optimal_termination(): what scripts assert."""
    return status == "ok" and termination in ("optimal", "locallyOptimal", "globallyOptimal")


def yaml_safe(message):
    """Pyomo prints the message as the value of a key: a colon is printed as \\x3a, blanks are lost."""
    for line in message:
        assert ":" not in line and "  " not in line and line == line.strip(), line
        assert "Options" not in line  # where newer readers see the end of the message


def pyomo(name, options, ok, termination="optimal"):
    pyomo_call(name, options)
    message, x, *status = pyomo_read(name)
    yaml_safe(message)
    assert optimal_termination(*status) == ok and status[1] == termination, (name, options, status, message)
    return message, x


def jump(name, options, wanted):
    """AmplNLWriter.Optimizer("heco") with attributes: MODEL.nl -AMPL key=value ..."""
    command = [HECO, name + ".nl", "-AMPL"] + [f"{k}={v}" if v != "" else k for k, v in options.items()]
    subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    with open(name + ".sol") as file:
        lines = [line.strip() for line in file.read().split("\n")]
    at = next(i for i, line in enumerate(lines) if line.startswith("Options"))
    raw = "".join(lines[:at]).lower()
    count = int(lines[at + 1])
    assert 3 <= count <= 9 and int(lines[at + 3]) != 3
    cons, duals, variables, values = (int(v) for v in lines[at + 2 + count:at + 6 + count])
    model = make_nl.MODELS[name]
    assert cons == len(model["constraints"]) and duals in (0, cons)
    assert variables == len(model["variables"]) and values in (0, variables)
    word, number, result = lines[at + 6 + count + duals + values].split(" ")
    assert word == "objno" and int(number) == 0
    result = int(result)
    if "time limit, feasible solution" in raw:
        status = "TIME_LIMIT", "FEASIBLE_POINT"
    elif result < 200:
        status = "LOCALLY_SOLVED", "FEASIBLE_POINT"
    else:
        status = ("LOCALLY_INFEASIBLE", "DUAL_INFEASIBLE", "OTHER_LIMIT", "OTHER_ERROR")[result // 100 - 2], "UNKNOWN"
    assert status == wanted, (name, options, status, raw)


def models():
    """A model as Pyomo's users have them: free variables, no start, an SOS1; and one without a solution."""
    v, square = make_nl.v, make_nl.square
    make_nl.write("free", "free variables", variables=[(-make_nl.INF, make_nl.INF)] * 2,
                  constraints=[(0, {0: 1, 1: 1}, 1, make_nl.INF)],
                  objectives=[("min", ("+", square(("-", v(0), 2)), square(("+", v(1), 3))), {0: 0, 1: 0})],
                  nonlinear=(0, 2, 0))
    make_nl.write("downhill", "unbounded", variables=[(-make_nl.INF, make_nl.INF)] * 2, constraints=[],
                  objectives=[("min", 0, {0: 1, 1: 1})])
    make_nl.all_models()


def main():
    assert re.fullmatch(r"[0-9]+(\.[0-9]+){1,3}", pyomo_version())
    # converged, stalled, target: optimal to Pyomo
    message, x = pyomo("free", {}, True)
    assert abs(x[0] - 3) < 1e-3 and abs(x[1] + 2) < 1e-3, x
    assert "optimal, proved by multipliers" in message[0], message  # a convex quadratic program
    message, _ = pyomo("hs071", {}, True)
    assert "not proven" in message[0], message
    message, x = pyomo("sets", {"stall": 3000, "seed": 2}, True)
    assert "no better point for a long time" in message[0], message
    pyomo("noobj", {}, True)
    pyomo("maximise", {"target": 8}, True)
    for name in ("hs071", "knapsack", "ranges", "equality", "defined", "integer", "local", "objectives"):
        pyomo(name, {}, True)
    # an end of a box that nobody gave is no optimum
    message, _ = pyomo("downhill", {}, False, "unbounded")
    assert "x1 is on a default bound" in message[1], message
    # limits stay limits, with and without a feasible point
    pyomo("hs071", {"evals": 500}, False, "maxIterations")
    message, _ = pyomo("maximise", {"evals": "1e12", "stop": "budget", "timelimit": 0.3}, False, "maxIterations")
    assert "time limit" in message[0]
    message, _ = pyomo("infeasible", {"evals": 500, "no_presolve": 1}, False, "maxIterations")
    assert message[1].startswith("blocked by c"), message
    message, _ = pyomo("infeasible", {"evals": 500}, False, "infeasible")
    assert any("contradict" in line for line in message), message
    pyomo("domain", {"evals": 500}, False, "maxIterations")
    # an option with blanks: quoted in the variable, bare on the command line
    os.mkdir("my files")
    with open("my files/start.csv", "w") as file:
        file.write("1,1\n")
    pyomo("free", {"start": "my files/start.csv", "evals": 300}, True)
    jump("hs071", {}, ("LOCALLY_SOLVED", "FEASIBLE_POINT"))
    jump("hs071", {"quiet": "", "evals": 200}, ("OTHER_LIMIT", "UNKNOWN"))
    jump("maximise", {"evals": "1e12", "stop": "budget", "time": 0.3}, ("TIME_LIMIT", "FEASIBLE_POINT"))
    jump("infeasible", {"evals": 300, "no_presolve": 1}, ("OTHER_LIMIT", "UNKNOWN"))


if __name__ == "__main__":
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    try:
        models()
        main()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
