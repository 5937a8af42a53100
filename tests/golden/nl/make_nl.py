#!/usr/bin/env python3
"""Writes the .nl files of this folder, each as text (NAME.nl), some also as binary (NAME_b.nl).

Format: Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. Expressions are nested tuples
in prefix order: ("+", a, b), ("^", a, 2), ("sum", a, b, c); ("v", j) is variable j from 0, a number
is itself, ("pl", [slope, end, slope ...], variable) a piecewise-linear term, ("short", 3) and
("long", 3) are numbers in a binary file. What each model is and where its solution comes from is beside it below.

    make_nl.py [FOLDER]         the models of this folder
    make_nl.py --beam FOLDER    beam.nl, beam.col, beam.row of examples/models
"""
import math
import os
import struct
import sys

INF = float("inf")


def places(f, x, digits):
    return math.copysign(f(abs(x) * 10 ** digits), x) / 10 ** digits


# Operators of the format: number, how many operands (None: a list with its length), what they mean.
OPS = {
    "+": (0, 2, lambda a, b: a + b),
    "-": (1, 2, lambda a, b: a - b),
    "*": (2, 2, lambda a, b: a * b),
    "/": (3, 2, lambda a, b: a / b),
    "rem": (4, 2, math.fmod),
    "^": (5, 2, lambda a, b: a ** b),
    "less": (6, 2, lambda a, b: max(a - b, 0.0)),
    "min": (11, None, lambda *a: min(a)),
    "max": (12, None, lambda *a: max(a)),
    "floor": (13, 1, math.floor),
    "ceil": (14, 1, math.ceil),
    "abs": (15, 1, abs),
    "neg": (16, 1, lambda a: -a),
    "or": (20, 2, lambda a, b: float(a != 0 or b != 0)),
    "and": (21, 2, lambda a, b: float(a != 0 and b != 0)),
    "<": (22, 2, lambda a, b: float(a < b)),
    "<=": (23, 2, lambda a, b: float(a <= b)),
    "==": (24, 2, lambda a, b: float(a == b)),
    ">=": (28, 2, lambda a, b: float(a >= b)),
    ">": (29, 2, lambda a, b: float(a > b)),
    "!=": (30, 2, lambda a, b: float(a != b)),
    "not": (34, 1, lambda a: float(a == 0)),
    "if": (35, 3, lambda a, b, c: b if a != 0 else c),
    "tanh": (37, 1, math.tanh),
    "tan": (38, 1, math.tan),
    "sqrt": (39, 1, math.sqrt),
    "sinh": (40, 1, math.sinh),
    "sin": (41, 1, math.sin),
    "log10": (42, 1, math.log10),
    "log": (43, 1, math.log),
    "exp": (44, 1, math.exp),
    "cosh": (45, 1, math.cosh),
    "cos": (46, 1, math.cos),
    "atanh": (47, 1, math.atanh),
    "atan2": (48, 2, math.atan2),
    "atan": (49, 1, math.atan),
    "asinh": (50, 1, math.asinh),
    "asin": (51, 1, math.asin),
    "acosh": (52, 1, math.acosh),
    "acos": (53, 1, math.acos),
    "sum": (54, None, lambda *a: sum(a)),
    "intdiv": (55, 2, lambda a, b: math.trunc(a / b)),
    "round": (57, 2, lambda a, b: places(lambda v: math.floor(v + 0.5), a, b)),
    "trunc": (58, 2, lambda a, b: places(math.floor, a, b)),
    "count": (59, None, lambda *a: float(sum(v != 0 for v in a))),
    "numberof": (60, None, lambda a, *b: float(sum(v == a for v in b))),
    "atleast": (62, 2, lambda a, b: float(b >= a)),
    "atmost": (63, 2, lambda a, b: float(b <= a)),
    "exactly": (66, 2, lambda a, b: float(a == b)),
    "forall": (70, None, lambda *a: float(all(v != 0 for v in a))),
    "exists": (71, None, lambda *a: float(any(v != 0 for v in a))),
    "implies": (72, 3, lambda a, b, c: float((b if a != 0 else c) != 0)),
    "iff": (73, 2, lambda a, b: float((a != 0) == (b != 0))),
    "alldiff": (74, None, lambda *a: float(len(set(a)) == len(a))),
}
MODELS = {}


def pieces(numbers, x):
    """A piecewise-linear term that is 0 at 0; slopes and the ends of the pieces in turn."""
    slopes, ends = numbers[0::2], [-INF, *numbers[1::2], INF]
    total = 0.0
    for slope, low, high in zip(slopes, ends, ends[1:]):
        total += slope * (min(max(x, low), high) - min(max(0.0, low), high))
    return total


def evaluate(e, x):
    """x has the defined variables after the others."""
    if not isinstance(e, tuple):
        return float(e)
    if e[0] == "v":
        return x[e[1]]
    if e[0] in ("short", "long"):
        return float(e[1])
    if e[0] == "pl":
        return pieces(e[1], evaluate(e[2], x))
    return float(OPS[e[0]][2](*(evaluate(part, x) for part in e[1:])))


def values(model, x):
    """Values of the objectives and of the rows at x."""
    x = list(x)
    for e, linear, *_ in model["defined"]:
        x.append(evaluate(e, x) + sum(c * x[j] for j, c in linear.items()))
    at = lambda e, linear: evaluate(e, x) + sum(c * x[j] for j, c in linear.items())
    return [at(e, linear) for _, e, linear in model["objectives"]], \
        [at(e, linear) for e, linear, *_ in model["constraints"]]


def truth(e, x, tol=0.0):
    """A logical expression, with comparisons met within tol: <= by that much, = likewise. Strict ones and
    negated equalities are as they are."""
    if not isinstance(e, tuple) or e[0] == "v":
        return evaluate(e, x) != 0
    op, parts = e[0], e[1:]
    if op in ("or", "exists"):
        return any(truth(p, x, tol) for p in parts)
    if op in ("and", "forall"):
        return all(truth(p, x, tol) for p in parts)
    if op == "implies":
        return truth(parts[1], x, tol) if truth(parts[0], x) else truth(parts[2], x, tol) or (
            tol > 0 and truth(parts[0], x, tol) and truth(parts[1], x, tol))
    if op == "not":
        return not truth(parts[0], x)
    if op in ("<=", ">=", "=="):
        a, b = (evaluate(p, x) for p in parts)
        return {"<=": a - b <= tol, ">=": b - a <= tol, "==": abs(a - b) <= tol}[op]
    return evaluate(e, x) != 0


def ordered_sets(model):
    """(type, variables in order) of each special ordered set, in heco's order: by signed number."""
    suffix = {(kind & 3, name): of for kind, name, of in model["suffixes"]}
    out = []
    for number, place, own in (("sosno", "ref", False), ("sos", "sosref", True)):
        numbers, ref = suffix.get((0, number), {}), suffix.get((0, place), {})
        signed = {}
        for j, value in numbers.items():
            if own:
                value = 0 if value & 2 else (-1 if value & 1 else 1) * (value >> 4)
            if value:
                signed.setdefault(value, []).append(j)
        for value in sorted(signed):
            kind, members = (1 if value > 0 else 2), sorted(signed[value], key=lambda j: (ref.get(j, 0), j))
            if len(members) > kind:
                out.append((kind, members))
    return out


def set_excess(kind, members, x):
    size = [abs(x[j]) for j in members]
    return min(sum(size[:k]) + sum(size[k + kind:]) for k in range(len(size) - kind + 1))


def residuals(model, x):
    """Inequalities (met when <= 0) and equalities (met when 0) of rows and sets; logical constraints
    are apart, see truth()."""
    g, h = [], []
    for i, (c, value) in enumerate(zip(model["constraints"], values(model, x)[1])):
        low, high = c[2:]
        if i in model["complements"]:
            kind, j = model["complements"][i]
            lower = model["variables"][j][0] if kind & 1 else -INF
            upper = model["variables"][j][1] if kind & 2 else INF
            h.append(x[j] - max(lower, min(upper, x[j] - value)))
        elif low == high:
            h.append(value - low)
        else:
            if low > -INF:
                g.append(low - value)
            if high < INF:
                g.append(value - high)
    return g + [set_excess(*s, x) for s in ordered_sets(model)], h


def violation(model, x, tol=1e-6, slack=1e-9):
    """The sum of what is missed by more than tol, box, integers and logical constraints included (1 each);
    slack is for the last bits, which another order of operations changes."""
    g, h = residuals(model, x)
    rows = [c[0] for c in model["constraints"]]
    scale = 1 + max([abs(v) for v in values(model, x)[1]] + [0]) if rows else 1
    limit = tol + slack * scale
    total = sum(v for v in g if v > limit) + sum(abs(v) for v in h if abs(v) > limit)
    whole = list(x)
    for e, linear, *_ in model["defined"]:
        whole.append(evaluate(e, whole) + sum(c * whole[j] for j, c in linear.items()))
    total += sum(not truth(e, whole, limit) for e in model["logical"])
    for (low, high), value in zip(model["variables"], x):
        total += max(0.0, low - value, value - high)
    return total + sum(x[j] != math.floor(x[j]) for j in integer_variables(model))


def integer_variables(model):
    """The last ones of each group of variables."""
    n = len(model["variables"])
    cons, objs, both = model["nonlinear"]
    binary, other, in_both, in_cons, in_objs = model["integers"]
    groups = ((both, in_both), (cons, in_cons), (objs, in_objs), (n, binary + other))
    return [j for end, count in groups for j in range(end - count, end)]


class Text:
    """One piece per call; a line ends where the format ends it."""
    def __init__(self):
        self.out = []

    def name(self, *numbers_and_name):
        self.segment("S", *numbers_and_name)

    def segment(self, letter, *numbers):
        self.out.append(letter + " ".join(str(n) for n in numbers) + "\n")

    def pair(self, j, value):
        self.out.append(f"{j} {value!r}\n")

    whole_pair = pair

    def bound(self, kind, *values):
        self.out.append(" ".join([str(kind), *(repr(float(v)) for v in values)]) + "\n")

    def pair_row(self, kind, j):
        self.out.append(f"5 {kind} {j}\n")

    def number(self, value):
        self.out.append(f"{value}\n")

    def leaf(self, letter, value):
        self.out.append(f"{letter}{value!r}\n")

    def bytes(self):
        return "".join(self.out).encode()


class Binary(Text):
    def __init__(self, order="<"):
        super().__init__()
        self.order = order

    def name(self, *numbers_and_name):
        *numbers, name = numbers_and_name
        self.segment("S", *numbers, len(name))
        self.out.append(name.encode())

    def segment(self, letter, *numbers):
        self.out.append(letter.encode() + struct.pack(f"{self.order}{len(numbers)}i", *numbers))

    def pair(self, j, value):
        self.out.append(struct.pack(self.order + "id", j, float(value)))

    def whole_pair(self, j, value):
        self.out.append(struct.pack(self.order + "ii", j, value))

    def bound(self, kind, *values):
        self.out.append(str(kind).encode() + struct.pack(f"{self.order}{len(values)}d", *values))

    def pair_row(self, kind, j):
        self.out.append(b"5" + struct.pack(self.order + "ii", kind, j))

    def number(self, value):
        self.out.append(struct.pack(self.order + "i", value))

    def leaf(self, letter, value):
        kind = {"n": "d", "s": "h"}.get(letter, "i")
        self.out.append(letter.encode() + struct.pack(self.order + kind, value))

    def bytes(self):
        return b"".join(self.out)


def expression(out, e):
    if not isinstance(e, tuple):
        out.leaf("n", float(e))
    elif e[0] in ("v", "short", "long"):
        out.leaf(e[0][0], e[1])
    elif e[0] == "pl":
        out.leaf("o", 64)
        out.number(len(e[1]) // 2 + 1)
        for value in e[1]:
            out.leaf("n", float(value))
        expression(out, e[2])
    else:
        out.leaf("o", OPS[e[0]][0])
        if OPS[e[0]][1] is None:
            out.number(len(e) - 1)
        for part in e[1:]:
            expression(out, part)


def bounds(out, low, high):
    if low == high:
        out.bound(4, low)
    elif low == -INF and high == INF:
        out.bound(3)
    elif low == -INF:
        out.bound(1, high)
    elif high == INF:
        out.bound(2, low)
    else:
        out.bound(0, low, high)


def write(name, about, binary=False, variables=(), constraints=(), objectives=(), defined=(),
          nonlinear=(0, 0, 0), integers=(0, 0, 0, 0, 0), guess=None, names=None, head=None,
          duals=None, suffixes=(), logical=(), complements=None):
    """variables: (lower, upper). constraints: (expression, {j: coefficient}, lower, upper).
    objectives: ("min" or "max", expression, {j: coefficient}). defined: (expression, {j: c}), the
    variables after the others; at the end those of one constraint or objective only, whose number
    (constraints first) is the third entry. nonlinear: in constraints, in objectives, in both.
    integers: binary, other, nonlinear in both, in constraints, in objectives. suffixes: (kind, name,
    {index: value}). logical: expressions. complements: {row: (kind, variable)}, kind 1 with the lower
    bound of the variable, 2 with the upper, 3 with both. binary: True, or ">" for the other order of bytes."""
    n, m = len(variables), len(constraints)
    jacobian = sum(len(c[1]) for c in constraints)
    gradient = sum(len(o[2]) for o in objectives)
    out = Binary("<" if binary is True else binary) if binary else Text()
    MODELS[name] = {"variables": variables, "constraints": list(constraints), "objectives": objectives,
                    "defined": defined, "guess": guess, "logical": list(logical), "integers": integers,
                    "nonlinear": nonlinear, "complements": complements or {}, "suffixes": suffixes}
    local = [[k for k, d in enumerate(defined) if d[2:] == (row,)] for row in range(m + len(objectives))]
    shared = [k for k, d in enumerate(defined) if len(d) < 3]
    ranges = sum(-INF < c[2] < c[3] < INF for c in constraints)
    equal = sum(c[2] == c[3] for c in constraints)
    h = {"logical": len(logical), "complementary": len(complements or ()), "functions": 0, "network": 0, "arcs": 0, "k": "k"}
    h.update(head or {})
    lines = [
        f"{'b' if binary else 'g'}3 1 1 0\t# {about}",
        f" {n} {m} {len(objectives)} {ranges} {equal} {h['logical']}\t# vars, constraints, objectives, "
        "ranges, eqns, lcons",
        f" {sum(not isinstance(c[0], (int, float)) for c in constraints)} "
        f"{sum(not isinstance(o[1], (int, float)) for o in objectives)} {h['complementary']} 0 0 0"
        "\t# nonlinear constraints, objectives, ccons: lin, nonlin, nd, nzlb",
        f" 0 {h['network']}\t# network constraints: nonlinear, linear",
        " %d %d %d\t# nonlinear vars in constraints, objectives, both" % nonlinear,
        f" {h['arcs']} {h['functions']} {0 if not binary else 2 if binary == '>' else 1} 1\t# linear network variables; functions; arith, flags",
        " %d %d %d %d %d\t# discrete variables: binary, integer, nonlinear (b,c,o)" % integers,
        f" {jacobian} {gradient}\t# nonzeros in Jacobian, gradients",
        f" {max((len(x) for x in names[1]), default=0) if names else 0} "
        f"{max((len(x) for x in names[0]), default=0) if names else 0}\t# max name lengths: constraints, variables",
        f" {len(shared)} 0 0 {sum(map(len, local[:m]))} {sum(map(len, local[m:]))}\t# common exprs: b,c,o,c1,o1",
    ]
    def define(k, user):
        e, linear, *_ = defined[k]
        out.segment("V", n + k, len(linear), user)
        for j, value in linear.items():
            out.pair(j, value)
        expression(out, e)

    for kind, title, of in suffixes:
        out.name(kind, len(of), title)
        for j, value in of.items():
            out.pair(j, float(value)) if kind & 4 else out.whole_pair(j, value)
    for k in shared:
        define(k, 0)
    for i, (e, *_) in enumerate(constraints):
        for k in local[i]:
            define(k, i + 1)
        out.segment("C", i)
        expression(out, e)
    for i, e in enumerate(logical):
        out.segment("L", i)
        expression(out, e)
    for i, (sense, e, _) in enumerate(objectives):
        for k in local[m + i]:
            define(k, m + i + 1)
        out.segment("O", i, int(sense == "max"))
        expression(out, e)
    if duals:
        out.segment("d", len(duals))
        for i, value in duals.items():
            out.pair(i, float(value))
    if guess:
        out.segment("x", len(guess))
        for j, value in guess.items():
            out.pair(j, float(value))
    if m:
        out.segment("r")
        for i, (_, _, low, high) in enumerate(constraints):
            kind, j = (complements or {}).get(i, (0, -1))
            out.pair_row(kind, j + 1) if j >= 0 else bounds(out, low, high)
    out.segment("b")
    for low, high in variables:
        bounds(out, low, high)
    out.segment(h["k"], n - 1)
    total = 0
    for j in range(n - 1):
        here = sum(j in c[1] for c in constraints)
        total = here if h["k"] == "K" else total + here
        out.number(total)
    for i, (_, linear, _, _) in enumerate(constraints):
        if linear:
            out.segment("J", i, len(linear))
            for j, value in linear.items():
                out.pair(j, float(value))
    for i, (_, _, linear) in enumerate(objectives):
        if linear:
            out.segment("G", i, len(linear))
            for j, value in linear.items():
                out.pair(j, float(value))
    body = out.bytes()
    if isinstance(out, Text) and not binary:
        body = body.replace(b"n-inf", b"n-1e999")
    with open(name + ".nl", "wb") as f:
        f.write(("\n".join(lines) + "\n").encode() + body)
    for kind, ending in zip(names or (), (".col", ".row")):
        with open(name + ending, "w") as f:
            f.write("".join(x + "\n" for x in kind))


def v(j):
    return ("v", j)


def square(e):
    return ("^", e, 2)


def all_models():
    # Hock and Schittkowski (1981), problem 71: f = 17.0140173 at (1, 4.7429994, 3.8211503, 1.3794082).
    zero = {j: 0 for j in range(4)}
    hs071 = dict(
        variables=[(1, 5)] * 4,
        constraints=[(("*", ("*", ("*", v(0), v(1)), v(2)), v(3)), zero, 25, INF),
                     (("sum", *(square(v(j)) for j in range(4))), zero, 40, 40)],
        objectives=[("min", ("*", ("*", v(0), v(3)), ("sum", v(0), v(1), v(2))), {0: 0, 1: 0, 2: 1, 3: 0})],
        nonlinear=(4, 4, 4), guess={0: 1, 1: 5, 2: 5, 3: 1},
        names=(["u", "v", "w", "z"], ["product", "circle", "cost"]))
    write("hs071", "Hock and Schittkowski 71", **hs071)
    write("hs071_b", "Hock and Schittkowski 71, binary", binary=True, **hs071)
    write("hs071_be", "Hock and Schittkowski 71, binary, big-endian", binary=">", **hs071)

    # Worth 10, 13, 7, 8, weight 5, 6, 3, 4, at most 10: by enumeration b and d, worth 21.
    knapsack = dict(
        variables=[(0, 1)] * 4, constraints=[(0, {0: 5, 1: 6, 2: 3, 3: 4}, -INF, 10)],
        objectives=[("max", 0, {0: 10, 1: 13, 2: 7, 3: 8})], integers=(4, 0, 0, 0, 0))
    write("knapsack", "binary variables, maximise, all linear", **knapsack)
    write("knapsack_b", "binary variables, maximise, all linear, binary", binary=True, **knapsack)

    # (3, 2) is too far out for x + y <= 4; its projection (2.5, 1.5) is the solution, f = 0.5.
    write("ranges", "two ranges", variables=[(-10, 10)] * 2,
          constraints=[(0, {0: 1, 1: 1}, 1, 4), (0, {0: 1, 1: -1}, -2, 2)],
          objectives=[("min", ("+", square(("-", v(0), 3)), square(("-", v(1), 2))), {0: 0, 1: 0})],
          nonlinear=(0, 2, 0), guess={0: 99, 1: -99})

    # max xy with x + 2y <= 8: x = 4, y = 2, f = 8. The constant 0.25 makes it 8.25.
    write("maximise", "maximise a nonlinear objective", variables=[(0, 10)] * 2,
          constraints=[(0, {0: 1, 1: 2}, -INF, 8)],
          objectives=[("max", ("+", ("*", v(0), v(1)), 0.25), {0: 0, 1: 0})], nonlinear=(0, 2, 0))

    # Hock and Schittkowski (1981), problem 6: f = 0 at (1, 1). Here y is linear in the constraint.
    write("equality", "an equality, Hock and Schittkowski 6", variables=[(-5, 5)] * 2,
          constraints=[(("*", -10, square(v(0))), {0: 0, 1: 10}, 0, 0)],
          objectives=[("min", square(("-", 1, v(0))), {0: 0})], nonlinear=(1, 1, 1),
          guess={0: -1.2, 1: 1})

    # x + y <= 1 and x + y >= 3: at least one of them is violated by 1 or more.
    write("infeasible", "no feasible point", variables=[(0, 2)] * 2,
          constraints=[(0, {0: 1, 1: 1}, -INF, 1), (0, {0: 1, 1: 1}, 3, INF)],
          objectives=[("min", 0, {0: 1})])

    write("noobj", "no objective: any point of a circle with x >= y", variables=[(-3, 3)] * 2,
          constraints=[(("+", square(v(0)), square(v(1))), {0: 0, 1: 0}, 4, 4), (0, {0: 1, 1: -1}, 0, INF)],
          nonlinear=(2, 0, 0))

    # d = xy + z, e = exp(-d) + x: min (d - 2)^2 + e with e >= 0.3. With x = 0.3 - exp(-d) <= 0.3
    # the bound e = 0.3 is met, and d = 2 is within reach: f = 0.3.
    write("defined", "two defined variables, one within the other", variables=[(-4, 4)] * 3,
          defined=[(("*", v(0), v(1)), {2: 1}), (("exp", ("neg", v(3))), {0: 1})],
          constraints=[(v(4), {0: 0, 1: 0, 2: 0}, 0.3, INF)],
          objectives=[("min", ("+", square(("-", v(3), 2)), v(4)), {0: 0, 1: 0, 2: 0})],
          nonlinear=(3, 3, 3))

    # f = 0.18 at (2, 2, 0.5): the rounded (2.3, 1.7) and the continuous (z - 0.5)^2.
    write("integer", "nonlinear integer variables behind a continuous one",
          variables=[(-1, 1), (-10, 10), (-10, 10)], constraints=[(0, {1: 1, 2: 1}, -INF, 4.5)],
          objectives=[("min", ("sum", square(("-", v(0), 0.5)), square(("-", v(1), 2.3)),
                               square(("-", v(2), 1.7))), {0: 0, 1: 0, 2: 0})],
          nonlinear=(0, 3, 0), integers=(0, 0, 0, 0, 2), guess={1: 1.6})

    # b, c integers of every group: both, constraints only, objectives only, linear.
    write("groups", "an integer in each group of variables",
          variables=[(0, 9)] * 8,
          constraints=[(("+", ("*", v(0), v(1)), ("*", v(2), v(3))), {0: 0, 1: 0, 2: 0, 3: 0, 6: 1}, -INF, 50)],
          objectives=[("min", ("+", ("*", v(0), v(1)), ("*", v(4), v(5))), {0: 0, 1: 0, 4: 0, 5: 0, 7: 1})],
          nonlinear=(4, 6, 2), integers=(0, 1, 1, 1, 1))

    write("unbounded", "x free, y without an upper, z without a lower bound",
          variables=[(-INF, INF), (3, INF), (-INF, 1), (0, 1)], constraints=[],
          objectives=[("min", ("sum", *(square(v(j)) for j in range(4))), {j: 0 for j in range(4)})],
          nonlinear=(0, 4, 0), names=(["x", "y", "z", "t"], ["total"]))

    write("objectives", "two objectives", variables=[(0, 1)] * 2, constraints=[],
          objectives=[("max", 0, {0: 1, 1: -1}), ("min", 0, {1: 1})],
          names=(["x", "y"], ["profit", "loss"]))

    # x log x, not defined for x <= 0; f = -1/e at 1/e. The defined variable fails, too.
    write("domain", "a logarithm of what may be negative", variables=[(-1, 1)] * 2,
          defined=[(("log", v(0)), {})],
          constraints=[(("sqrt", ("-", v(1), 0.25)), {1: 0}, -INF, 0.5)],
          objectives=[("min", ("*", v(0), v(2)), {0: 0})], nonlinear=(2, 1, 1))

    # min |x - 1| + (if x < 0 then 5 else y): 0 at (1, 0).
    write("branches", "if and abs", variables=[(-2, 2), (0, 2)], constraints=[],
          objectives=[("min", ("+", ("abs", ("-", v(0), 1)), ("if", ("<", v(0), 0), 5, v(1))), {0: 0, 1: 0})],
          nonlinear=(0, 2, 0))

    write("fixed", "a fixed variable, a free row, a row that is fixed", variables=[(2, 2), (0, 4)],
          constraints=[(0, {0: 1, 1: 1}, -INF, INF), (0, {0: 1, 1: 2}, 5, 5)],
          objectives=[("min", 0, {1: 1})])

    # Operators of every kind, each of them in a row of its own.
    one = ["floor", "ceil", "abs", "neg", "not", "tanh", "tan", "sinh", "sin", "exp", "cosh", "cos", "atan",
           "asinh"]
    two = ["+", "-", "*", "/", "rem", "less", "or", "and", "<", "<=", "==", ">=", ">", "!=", "atan2", "intdiv",
           "iff"]
    many = ["min", "max", "sum", "count", "numberof", "forall", "exists", "alldiff"]
    rows = [(f, v(0)) for f in one]
    rows += [(f, ("+", 0.5, ("/", v(3), 8))) for f in ("sqrt", "log10", "log", "atanh", "asin", "acos")]
    rows += [("acosh", ("+", 2, v(3))), ("^", ("+", 2, v(3)), v(0)), ("^", ("+", 2, v(3)), 2), ("^", v(0), 3)]
    rows += [(f, v(0), v(1)) for f in two]
    rows += [("round", v(0), 2), ("trunc", v(0), 2)]
    rows += [(f, ("floor", v(0)), ("floor", v(1)), ("floor", v(2))) for f in many]
    rows += [(f, 2, ("count", *((">", v(j), 0) for j in range(3)))) for f in ("atleast", "atmost", "exactly")]
    rows += [("implies", (">", v(0), 0), (">", v(1), 0), (">", v(2), 0)),
             ("if", ("<", v(0), v(1)), v(2), ("neg", v(2))),
             ("pl", [-1, -1, 0.5, 1, 2], v(0)), ("pl", [3, 0.5, -1], v(2))]
    operators = dict(
        variables=[(-3, 3)] * 3 + [(-1, 1)],
        constraints=[(e, {j: 0 for j in range(4)}, -INF, 0) for e in rows],
        objectives=[("min", ("sum", *(square(v(j)) for j in range(4))), {j: 0 for j in range(4)})],
        nonlinear=(4, 4, 4))
    write("operators", "every operator", **operators)
    derived = [(e, {j: 0 for j in range(4)}, -INF, 0) for e in rows if e[0] != "implies"]
    write("derived", "every operator that has derivatives", **{**operators, "constraints": derived})
    rows.append(("*", ("short", -3), ("+", v(0), ("long", 70000))))
    operators["constraints"].append((rows[-1], {0: 0}, -INF, 0))
    write("operators_b", "every operator, binary", binary=True, **operators)

    # A transport problem: supply 4 and 6, demand 3 and 7, costs 2, 3, 1, 5 of the four arcs. One free
    # choice: x0 = 0, x1 = 4, x2 = 3, x3 = 3, cost 30. With suffixes, dual values, K in place of k.
    transport = dict(
        variables=[(0, 10)] * 4,
        constraints=[(0, {0: 1, 1: 1}, 4, 4), (0, {2: 1, 3: 1}, 6, 6), (0, {0: 1, 2: 1}, 3, 3),
                     (0, {1: 1, 3: 1}, 7, 7)],
        objectives=[("min", 0, {0: 2, 1: 3, 2: 1, 3: 5})], head={"network": 4, "arcs": 4, "k": "K"},
        suffixes=[(0, "priority", {1: 3, 3: 1}), (5, "weight", {0: 0.5}), (2, "rank", {0: 1}), (3, "mode", {0: 2})],
        duals={0: 1.5, 3: -2})
    write("network", "arcs, suffixes, dual values", **transport)
    write("network_b", "arcs, suffixes, dual values, binary", binary=True, **transport)

    # xy is of both, x + xy of the constraint, y^2 of the objective only: min y^2 - xy with x + xy <= 3. On
    # this bound y = 3/x - 1 and f = y^2 - 3 + x, least where x^3 + 6x = 18: f = -0.76511390.
    write("local", "defined variables of one row", variables=[(0, 2), (0, 4)],
          defined=[(("*", v(0), v(1)), {}), (v(2), {0: 1}, 0), (square(v(1)), {}, 1)],
          constraints=[(v(3), {0: 0, 1: 0}, -INF, 3)],
          objectives=[("min", ("-", v(4), v(2)), {0: 0, 1: 0})], nonlinear=(2, 2, 2))

    # Of x0, x1, x2 one may differ from zero, of x3 .. x6 two neighbours in the order x6, x4, x3, x5 of
    # their `ref`. Each variable is worth something, at most 1 or 2 of it: x1 = 1 is worth 3, x4 = x6 = 1
    # 4 + 5; the pair x4, x5 would be worth 10, but they are no neighbours. Maximum 12.
    sets = dict(
        variables=[(0, 2)] + [(0, 1)] * 6, constraints=[(0, {j: 1 for j in range(7)}, -INF, 6)],
        objectives=[("max", 0, dict(enumerate([1, 3, 2, 1, 4, 6, 5])))],
        suffixes=[(0, "sosno", {0: 2, 1: 2, 2: 2, 3: -3, 4: -3, 5: -3, 6: -3}),
                  (4, "ref", {0: 1, 1: 2, 2: 3, 3: 3, 4: 2, 5: 4, 6: 1}), (0, "priority", {0: 1})])
    write("sets", "special ordered sets of both types", **sets)
    write("sets_b", "special ordered sets of both types, binary", binary=True, **sets)

    # 0 <= x complements x + y - 2 >= 0 and 0 <= y <= 3 complements y - x - 1: (1.5, 0.5) is no solution
    # because y - x - 1 = -2 there; y = 3 needs 2 - x <= 0: x > 0 and x + y = 2 fail; y = 0: x + 1 = 0 no;
    # so that y - x - 1 = 0 and x + y = 2: (0.5, 1.5). z is free and complements z - x: z = 0.5.
    write("complementary", "complementarity conditions of all kinds",
          variables=[(0, INF), (0, 3), (-INF, INF)],
          constraints=[(("-", v(2), v(0)), {0: 0, 2: 0}, -INF, INF), (-1, {0: -1, 1: 1}, -INF, INF),
                       (-2, {0: 1, 1: 1}, 0, INF)],
          objectives=[("min", 0, {2: 1})], nonlinear=(3, 0, 0), complements={0: (0, 2), 1: (3, 1), 2: (1, 0)})

    # (x <= 1 or x >= 3), x = 3 implies y < 2, not (z = 1): min (x - 2.2)^2 - y with y <= 5. At x = 3 it
    # would be 0.64 - 2; at x = 1 it is 1.44 - 5 = -3.56; at x > 3 it comes near 0.64 - 5 = -4.36.
    write("logical", "logical constraints", variables=[(0, 9), (0, 5), (0, 3)], constraints=[],
          objectives=[("min", square(("-", v(0), 2.2)), {0: 0, 1: -1})], nonlinear=(0, 1, 0),
          integers=(0, 1, 0, 0, 0),
          logical=[("or", ("<=", v(0), 1), (">=", v(0), 3)),
                   ("implies", ("==", v(0), 3), ("<", v(1), 2), 1), ("not", ("==", v(2), 1))])

    write("functions", "refused", variables=[(0, 1)], constraints=[(0, {0: 1}, 0, 1)],
          objectives=[("min", 0, {0: 1})], head={"functions": 1})
    write("semicont", "refused", variables=[(0, 1)], constraints=[(0, {0: 1}, 0, 1)],
          objectives=[("min", 0, {0: 1})], suffixes=[(0, "semicont", {0: 1})])


def chain(op, first, *rest):
    """first op rest[0] op rest[1] ..., from left to right."""
    for e in rest:
        first = (op, first, e)
    return first


def beam():
    # The beam of examples/models/beam.lua, operation by operation in the same order: the same bits.
    P, E, l = 50000, 2e7, 100
    b, h = [v(j) for j in range(5)], [v(j) for j in range(5, 10)]
    inertia = [("/", chain("*", b[i], h[i], h[i], h[i]), 12) for i in range(5)]
    volume = ("*", l, chain("+", *(("*", b[i], h[i]) for i in range(5))))
    stress = [("/", 6 * P * (5 - i) * l, chain("*", b[i], h[i], h[i])) for i in range(5)]
    bend = chain("+", *(("/", k, inertia[i]) for i, k in enumerate((61, 37, 19, 7, 1))))
    deflection = ("*", P * l * l * l / (3 * E), bend)
    both = [{i: 0, 5 + i: 0} for i in range(5)]
    all_of = {j: 0 for j in range(10)}
    write("beam", "stepped cantilever beam, see beam.lua",
          variables=[(1, 5)] * 5 + [(30, 65)] * 5,
          constraints=[*((stress[i], both[i], -INF, 14000) for i in range(5)),
                       (deflection, all_of, -INF, 2.7),
                       *((("/", h[i], b[i]), both[i], -INF, 20) for i in range(5))],
          objectives=[("min", volume, all_of)], nonlinear=(10, 10, 10),
          names=([f"b{i}" for i in range(1, 6)] + [f"h{i}" for i in range(1, 6)],
                 [f"stress {i}" for i in range(1, 6)] + ["deflection"]
                 + [f"shape {i}" for i in range(1, 6)] + ["volume"]))


if __name__ == "__main__":
    os.chdir(sys.argv[-1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    beam() if "--beam" in sys.argv else all_models()
