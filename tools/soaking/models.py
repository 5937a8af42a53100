"""Random models as Lua scripts and as programs: the same formulas, every point written down."""
import sys
from pathlib import Path

from journal_reading import ROOT

PROBLEMS = {"cec2006": [f"g{i:02d}" for i in range(1, 25)], "design": "welded-beam spring speed-reducer gear-train "
            "three-bar-truss ten-bar-truss clutch-brake step-cone-pulley oil-cooler concrete-beam".split()}
NL = ("branches defined derived domain equality groups hs071 hs071_b infeasible integer knapsack local logical "
      "maximise network_b operators ranges sets unbounded").split()

LUA = """local path = os.getenv("HECO_POINTS_LOG")
local log = path and assert(io.open(path, "a"))
local c, t = {%(c)s}, {%(t)s}
return {
  variables = {%(variables)s},
  constraints = {%(constraints)s},
  evaluate = function(...)
    local x, f = {...}, 0
    if log then
      for i = 1, #x do log:write(string.format("%%.17g", x[i]), i < #x and " " or "\\n") end
      log:flush()
    end
    if x[1] > %(edge)s then error("beyond the edge") end
    for i = 1, #x do f = f + c[i] * (x[i] - t[i]) ^ 2 + math.sin(3 * x[i]) end
    for i = 1, %(work)d do f = f + 0 * math.sin(f + i) end
    return f%(values)s
  end,
}
"""

PROGRAM = """import math, os, sys
path = os.environ.get("HECO_POINTS_LOG")
log = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600) if path else None
c, t = [%(c)s], [%(t)s]
print("heco 1 %(n)d %(ng)d %(nh)d")
for line in [%(lines)s]: print(line)
sys.stdout.flush()
for line in sys.stdin:
    number, *words = line.split()
    v = [float(word) for word in words]
    if log is not None: os.write(log, (" ".join("%%.17g" %% a for a in v) + "\\n").encode())
    x = [0.0] + v
    if x[1] > %(edge)s:
        print(number, "fail beyond the edge", flush=True)
        continue
    f = 0.0
    for i in range(1, len(x)): f += c[i - 1] * (x[i] - t[i - 1]) ** 2 + math.sin(3 * x[i])
    for i in range(%(work)d): f += 0 * math.sin(f + i)
    print(number, "ok", repr(f)%(answers)s, flush=True)
"""


def random_parts(chance, work):
    """The pieces that both languages are filled with."""
    n, ng, nh = chance.randint(1, 6), chance.randint(0, 3), chance.choice([0, 0, 1])
    integer = [chance.random() < 0.25 for _ in range(n)]
    upper = [chance.choice([2, 3, 7.5]) for _ in range(n)]
    bounds = [chance.choice([2, 1, 2.5]) for _ in range(ng)]
    pick = [chance.randint(1, n) for _ in range(ng)]
    values = [f"x[{i}] ^ 2 - {b}" for i, b in zip(pick, bounds)] + ["x[1] * x[1] - 0.5"] * nh
    senses = ['"<="'] * ng + ['"=="'] * nh
    return {
        "n": n, "ng": ng, "nh": nh, "work": work, "edge": repr(upper[0] - chance.choice([-1, 0.2, 0.5])),
        "c": ", ".join(repr(chance.uniform(0.1, 3)) for _ in range(n)),
        "t": ", ".join(repr(chance.uniform(-2, 2)) for _ in range(n)),
        "variables": ", ".join(f'{{ "v{i}", -2, {u}{", " + chr(34) + "integer" + chr(34) if whole else ""} }}'
                               for i, (u, whole) in enumerate(zip(upper, integer))),
        "constraints": ", ".join(f'{{ "c{i}", {sense} }}' for i, sense in enumerate(senses)),
        "lines": ", ".join(repr(f"-2 {u}{' integer' if whole else ''}") for u, whole in zip(upper, integer)),
        "values": "".join(f", {value}" for value in values),
        "answers": "".join(f", repr({value.replace('^', '**')})" for value in values)}


class Model:
    """What to type for it, and whether it writes down its points."""

    def __init__(self, words, logs=False, slow=1, threads=True):
        self.words, self.logs, self.slow, self.threads = words, logs, slow, threads


def random_model(episode):
    chance, there = episode.chance, [*episode.listed("models"), "cec2017"]
    kind = chance.choice([k for k in "lua lua exec nl suite suite cec2017".split() if k in there])
    if kind == "lua":
        path = episode.work / "model.lua"
        path.write_text(LUA % random_parts(chance, chance.choice([5, 60])))
        return Model(["model.lua", "--trust"], logs=True)
    if kind == "exec":
        path = episode.work / "model.py"
        path.write_text(PROGRAM % random_parts(chance, 5))
        return Model([f"exec:{sys.executable} -S model.py"], logs=True, slow=6)
    if kind == "nl":
        return Model([str(Path(ROOT, "tests/golden/nl", chance.choice(NL) + ".nl"))], threads=False)
    if kind == "cec2017":
        return Model([f"cec2017:C{chance.randint(1, 28):02d}/10", "--instance", str(chance.randint(1, 99))], slow=2)
    suite = chance.choice(sorted(PROBLEMS))
    return Model([f"{suite}:{chance.choice(PROBLEMS[suite])}"])
