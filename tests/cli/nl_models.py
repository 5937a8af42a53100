#!/usr/bin/env python3
"""A hundred .nl files of the kinds that people have, each solved by heco and judged here.

    nl_models.py HECO [FIRST [LAST]]

The files are made each time, from seeds: special ordered sets, variables without bounds, linear
equalities, linear and integer-linear models, complementarity, logic, ranges, free rows, semi-continuous
variables, nonlinear expressions, models without a start or an objective, text and binary. What must hold:

  * none is refused for lack of bounds, but with --strict-bounds exactly those that lack one;
  * none is called feasible that make_nl.py, which never saw heco, finds violated by more than 1e-6;
  * values at the answer are the same as computed here.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "nl"))
import make_nl  # noqa: E402
from make_nl import INF, v, write  # noqa: E402

EVALS = 600


def linear(draw, n, most=4):
    """A few small coefficients."""
    chosen = draw.sample(range(n), min(n, draw.randint(2, most)))
    return {j: draw.choice([-3, -2, -1, 1, 2, 3]) for j in sorted(chosen)}


def at(e, x):
    return sum(c * x[j] for j, c in e.items())


def bowl(draw, n, of=None):
    """A smooth bowl over some variables."""
    of = range(n) if of is None else of
    return ("sum", *(make_nl.square(("-", v(j), round(draw.uniform(-3, 3), 2))) for j in of), 0, 0)


def everything(n):
    return {j: 0 for j in range(n)}


def sos(draw, name, kind):
    n = draw.randint(4, 7)
    ref = draw.sample(range(1, 20), n)
    low = draw.choice([0, 0, -2])
    write(name, f"SOS{kind}", variables=[(low, 4)] * n, constraints=[(0, {j: 1 for j in range(n)}, 1, 6)],
          objectives=[("max", 0, {j: draw.randint(1, 9) for j in range(n)})],
          suffixes=[(0, "sosno", {j: 3 if kind == 1 else -3 for j in range(n)}), (4, "ref", dict(enumerate(ref)))],
          binary=draw.random() < 0.3)


def two_sets(draw, name):
    write(name, "SOS1 and SOS2 with a nonlinear objective", variables=[(-INF, INF)] * 3 + [(0, INF)] * 4,
          constraints=[(0, {j: 1 for j in range(7)}, -5, 5), (0, {3: 1, 4: 1, 5: 1, 6: 1}, 1, 1)],
          objectives=[("min", bowl(draw, 7), everything(7))], nonlinear=(0, 7, 0),
          suffixes=[(0, "sosno", {0: 1, 1: 1, 2: 1, 3: -2, 4: -2, 5: -2, 6: -2}),
                    (4, "ref", {j: j + 1.5 for j in range(7)}), (0, "priority", {0: 2})])


def piecewise(draw, name):
    """As AMPL writes a piecewise-linear term: weights of its corners, an SOS2, and binaries that say the
    same by rows (bit 1 of `sos`)."""
    corners = [(0, 0), (1, 3), (2, 1), (4, 5)]
    weights = {2 + k: y for k, (_, y) in enumerate(corners)}
    rows = [(0, {0: -1, **{2 + k: x for k, (x, _) in enumerate(corners)}}, 0, 0), (0, {1: -1, **weights}, 0, 0),
            (0, {2 + k: 1 for k in range(4)}, 1, 1), (0, {0: 1}, draw.choice([0.5, 1.5]), INF),
            (0, {6: 1, 7: 1, 8: 1}, 1, 1), (0, {2: 1, 6: -1}, -INF, 0), (0, {3: 1, 6: -1, 7: -1}, -INF, 0),
            (0, {4: 1, 7: -1, 8: -1}, -INF, 0), (0, {5: 1, 8: -1}, -INF, 0)]
    write(name, "a piecewise-linear term as AMPL writes it", integers=(3, 0, 0, 0, 0),
          variables=[(0, 4), (-INF, INF)] + [(0, 1)] * 7, constraints=rows, objectives=[("min", 0, {1: 1})],
          suffixes=[(0, "sos", {**{j: 17 for j in range(2, 6)}, **{j: 19 for j in range(6, 9)}}),
                    (4, "sosref", {2 + k: k + 1.0 for k in range(4)}), (1, "sos", {k: 19 for k in range(4, 9)})])


def unbounded(draw, name):
    n = draw.randint(2, 6)
    kinds = [(-INF, INF), (0, INF), (-INF, 10), (-1e20, 1e20), (-5, 5)]
    write(name, "variables without bounds", variables=[kinds[0]] + [draw.choice(kinds) for _ in range(n - 1)],
          constraints=[(0, linear(draw, n), -20, INF)], objectives=[("min", bowl(draw, n), everything(n))],
          nonlinear=(0, n, 0), guess={0: draw.uniform(-50, 50)} if draw.random() < 0.5 else None)


def equalities(draw, name):
    """Linear equalities through a known point, and a smooth objective."""
    n = draw.randint(3, 6)
    x = [draw.randint(-3, 3) for _ in range(n)]
    rows = [linear(draw, n) for _ in range(draw.randint(1, 2))]
    write(name, "linear equalities", variables=[(-10, 10) if draw.random() < 0.6 else (-INF, INF) for _ in range(n)],
          constraints=[(0, row, at(row, x), at(row, x)) for row in rows],
          objectives=[("min", bowl(draw, n), everything(n))], nonlinear=(0, n, 0),
          binary=draw.random() < 0.3)


def lp(draw, name):
    n, m = draw.randint(3, 6), draw.randint(2, 4)
    x = [draw.randint(0, 5) for _ in range(n)]
    rows = [{j: draw.randint(1, 5) for j in range(n)} for _ in range(m)]
    write(name, "a linear program", variables=[(0, INF)] * n,
          constraints=[(0, row, -INF, at(row, x) + 1) for row in rows],
          objectives=[("max", draw.choice([0, 2.5]), {j: draw.randint(1, 9) for j in range(n)})])


def milp(draw, name):
    n, whole = draw.randint(4, 7), draw.randint(1, 3)
    x = [draw.randint(0, 4) for _ in range(n)]
    rows = [{j: draw.randint(1, 6) for j in range(n)} for _ in range(2)]
    write(name, "an integer linear program", integers=(0, n if draw.random() < 0.5 else whole, 0, 0, 0),
          variables=[(0, draw.choice([9, INF]))] * n, constraints=[(0, row, -INF, at(row, x)) for row in rows],
          objectives=[("max", 0, {j: draw.randint(1, 9) for j in range(n)})])


def complementarity(draw, name):
    """x >= 0 complements a body; the last one is a range of y with both bounds."""
    n = draw.randint(2, 4)
    c, slope = draw.choice([(-1, 3), (-6, 1)])  # y inside its range, or at its upper end
    bodies = [(-draw.randint(1, 4), {j: 2 if j == i else draw.choice([0.5, 0, 1]) for j in range(n)}) for i in range(n)]
    write(name, "complementarity", variables=[(0, draw.choice([INF, 50])) for _ in range(n)] + [(-2, 2)],
          constraints=[(*body, 0, INF) for body in bodies] + [(c, {n: slope, 0: 1}, -INF, INF)],
          objectives=[("min", 0, {n: 1})], complements={**{i: (1, i) for i in range(n)}, n: (3, n)},
          guess={0: 1} if draw.random() < 0.5 else None)


def free_pair(draw, name):
    write(name, "complementarity with a nonlinear body and a free variable",
          variables=[(-INF, INF), (0, INF), (-INF, 3)],
          constraints=[(("-", make_nl.square(v(0)), draw.randint(1, 4)), {0: 0}, 0, 0),
                       (("-", ("exp", ("/", v(1), 4)), 3), {0: 0, 1: 0}, 0, INF), (-5, {2: 1, 1: 1}, -INF, 0)],
          objectives=[("min", 0, {0: 1, 1: 1})], nonlinear=(2, 0, 0), complements={0: (0, 0), 1: (1, 1), 2: (2, 2)})


def logic(draw, name):
    n = 4
    a, b = sorted(draw.sample(range(1, 8), 2))
    rules = [("or", ("<=", v(0), a), (">=", v(0), b)), ("implies", (">=", v(0), b), ("<=", v(1), 2), (">=", v(1), 1)),
             ("not", ("==", v(3), draw.randint(1, 3))), ("forall", ("<=", v(0), 9), (">=", v(2), 0.5), ("<=", v(2), 7)),
             ("exists", ("==", v(3), 2), ("==", v(3), 4), (">=", v(1), 1))]
    write(name, "logical constraints", variables=[(0, 9), (0, 9), (-INF, INF), (0, 5)],
          constraints=[(0, {0: 1, 1: 1}, -INF, 12)], objectives=[("min", bowl(draw, n), everything(n))],
          nonlinear=(4, 4, 4), integers=(0, 0, 1, 0, 0), logical=draw.sample(rules, draw.randint(2, 5)))


def ranges(draw, name):
    n = draw.randint(2, 5)
    x = [draw.uniform(-2, 2) for _ in range(n)]
    rows = [linear(draw, n) for _ in range(3)]
    write(name, "ranges and a free row", variables=[(-5, 5)] * n,
          constraints=[(0, row, at(row, x) - 1, at(row, x) + draw.choice([0.5, 2])) for row in rows[:2]]
          + [(0, rows[2], -INF, INF)],
          objectives=[("max" if draw.random() < 0.3 else "min", 0, {j: draw.randint(-5, 5) for j in range(n)})])


def semicontinuous(draw, name):
    """x in {0} union [2, 8]: as AMPL writes it, with a binary and two rows."""
    write(name, "a semi-continuous variable", variables=[(0, 8), (0, 8), (0, 1), (0, 1)], integers=(2, 0, 0, 0, 0),
          constraints=[(0, {0: 1, 2: -2}, 0, INF), (0, {0: 1, 2: -8}, -INF, 0), (0, {1: 1, 3: -3}, 0, INF),
                       (0, {1: 1, 3: -8}, -INF, 0), (0, {0: 1, 1: 1}, draw.choice([1, 2.5, 4]), INF)],
          objectives=[("min", 0, {0: draw.randint(1, 5), 1: draw.randint(1, 5), 2: 3, 3: 2})])


def nonlinear(draw, name):
    """Operators of many kinds around a point that is feasible."""
    n = draw.randint(2, 5)
    x = [draw.uniform(0.5, 3) for _ in range(n)]
    shapes = [("log", v(0)), ("sqrt", v(1)), ("*", v(0), v(1)), ("sin", ("*", 2, v(0))), ("/", v(1), ("+", v(0), 1)),
              ("abs", ("-", v(0), v(1))), ("max", v(0), v(1)), ("exp", ("neg", v(0))), ("^", v(1), 1.5),
              ("if", ("<", v(0), 2), v(1), 2), ("tanh", v(0)), ("pl", [-1, 1, 0.5, 2, 2], v(0))]
    rows = []
    for e in draw.sample(shapes, 3):
        value = make_nl.evaluate(e, x)
        rows.append((e, everything(n), -INF, value + 0.25) if draw.random() < 0.5 else (e, everything(n), value - 0.25, INF))
    write(name, "nonlinear rows", variables=[(0.1, 9)] * n, constraints=rows,
          objectives=[("min", bowl(draw, n), everything(n))], nonlinear=(n, n, n),
          integers=(0, 0, draw.choice([0, 0, 1]), 0, 0), binary=draw.random() < 0.3)


def circle(draw, name):
    """A nonlinear equality; sometimes without an objective."""
    n, radius = draw.randint(2, 4), draw.randint(1, 5)
    write(name, "a nonlinear equality", variables=[(-INF, INF) if draw.random() < 0.5 else (-6, 6) for _ in range(n)],
          constraints=[(("sum", *(make_nl.square(v(j)) for j in range(n)), 0), everything(n), radius, radius),
                       (0, {0: 1, 1: -1}, 0, INF)],
          objectives=[] if draw.random() < 0.4 else [("min", 0, {0: 1, 1: 1})], nonlinear=(n, 0, 0),
          guess={0: 1.0} if draw.random() < 0.5 else None)


def impossible(draw, name):
    kind = draw.randint(0, 2)
    rows = [(0, {0: 1, 1: 1}, 3, INF), (0, {0: 1, 1: 1}, -INF, 3 - draw.choice([1e-5, 1e-3, 1]))]
    sets = [(0, "sosno", {0: 1, 1: 1})]
    write(name, "no feasible point", variables=[(1, 5)] * 2 if kind else [(-INF, INF)] * 2,
          constraints=rows if kind < 2 else [(0, {0: 1, 1: 1}, 2, INF)], objectives=[("min", 0, {0: 1})],
          suffixes=sets if kind == 2 else ())


KINDS = [(sos, 8, 1), (sos, 8, 2), (two_sets, 4), (piecewise, 2), (unbounded, 10), (equalities, 8), (lp, 8),
         (milp, 8), (complementarity, 6), (free_pair, 2), (logic, 8), (ranges, 6), (semicontinuous, 4),
         (nonlinear, 8), (circle, 6), (impossible, 4)]


def make_all():
    for kind, count, *more in KINDS:
        for k in range(count):
            name = f"{kind.__name__}{''.join(map(str, more))}_{k}"
            kind(random.Random(name), name, *more)


def heco(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, timeout=60)


def near(a, b, tol=1e-9):
    return abs(a - b) <= tol * max(1.0, abs(a), abs(b))


def judge(name, model):
    """What is wrong with the answer, or None; and whether it is feasible."""
    open_ = any(low <= -1e20 or high >= 1e20 for low, high in model["variables"])
    strict = heco("solve", name + ".nl", "--strict-bounds", "--evals", "1", "--quiet")
    if (strict.returncode == 2) != open_ or open_ != ("without bounds" in strict.stderr):
        return f"--strict-bounds: {strict.returncode}, {strict.stderr}", False
    done = heco("solve", name + ".nl", "--evals", str(EVALS), "--quiet", "--json")
    if done.returncode not in (0, 3):
        return f"exit code {done.returncode}: {done.stderr}", False
    got = json.loads(done.stdout)
    x, feasible = got["x"], got["status"] == "feasible"
    missed = make_nl.violation(model, x)
    if feasible and missed > 0:
        return f"called feasible, violated by {missed} at {x}", feasible
    if not feasible and missed == 0 and make_nl.violation(model, x, tol=1e-7) == 0:
        return f"called infeasible, but nothing is wrong with {x}", feasible
    objectives = make_nl.values(model, x)[0]
    if objectives and not near(objectives[0], got["f"]):
        return f"f is {got['f']} instead of {objectives[0]} at {x}", feasible
    g, h = make_nl.residuals(model, x)
    for mine, theirs in zip(g + h, got["g"][:len(g)] + got["h"]):
        if not near(mine, theirs):
            return f"a row is {theirs} instead of {mine} at {x}", feasible
    return None, feasible


def main():
    sys.argv[1] = os.path.abspath(sys.argv[1])
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    try:
        make_all()
        first, last = (int(w) for w in (sys.argv[2:] + [0, len(make_nl.MODELS)][len(sys.argv) - 2:])[:2])
        bad = found = 0
        chosen = list(make_nl.MODELS.items())[first:last]
        files = len(chosen)
        with ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(lambda pair: judge(*pair), chosen))
        for (name, _), (wrong, feasible) in zip(chosen, verdicts):
            found += feasible
            if feasible and name.startswith("impossible"):
                wrong = "there is no feasible point"
            if wrong:
                bad += 1
                print(f"{name}: {wrong}", file=sys.stderr)
            elif not feasible:
                print(f"{name}: no feasible point found")
        print(f"{files} models, {found} feasible answers, {bad} wrong")
        # most have a feasible point, and finding it is not what is tested, but it should not get lost
        return bad > 0 or (files == len(make_nl.MODELS) and (files < 100 or found < 80))
    finally:
        os.chdir("/")
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
