#!/usr/bin/env python3
"""Writes the .nl files of this folder, each as text (NAME.nl), some also as binary (NAME_b.nl).

Format: Gay (2005), Writing .nl files, Sandia report SAND2005-7907P. Expressions are nested tuples
in prefix order: ("+", a, b), ("^", a, 2), ("sum", a, b, c); ("v", j) is variable j from 0, a number
is itself. What each model is and where its solution comes from stands beside it below.

    make_nl.py [FOLDER]         the models of this folder
    make_nl.py --beam FOLDER    beam.nl, beam.col, beam.row of examples/models
"""
import os
import struct
import sys

OPS = {"+": 0, "-": 1, "*": 2, "/": 3, "^": 5, "neg": 16, "abs": 15, "if": 35, "<": 22, "sqrt": 39,
       "log": 43, "exp": 44, "sin": 41, "sum": 54}
INF = float("inf")


class Text:
    """One piece per call; a line ends where the format ends it."""
    def __init__(self):
        self.out = []

    def segment(self, letter, *numbers):
        self.out.append(letter + " ".join(str(n) for n in numbers) + "\n")

    def pair(self, j, value):
        self.out.append(f"{j} {value!r}\n")

    def bound(self, kind, *values):
        self.out.append(" ".join([str(kind), *(repr(float(v)) for v in values)]) + "\n")

    def number(self, value):
        self.out.append(f"{value}\n")

    def leaf(self, letter, value):
        self.out.append(f"{letter}{value!r}\n")

    def bytes(self):
        return "".join(self.out).encode()


class Binary(Text):
    def segment(self, letter, *numbers):
        self.out.append(letter.encode() + struct.pack(f"={len(numbers)}i", *numbers))

    def pair(self, j, value):
        self.out.append(struct.pack("=id", j, float(value)))

    def bound(self, kind, *values):
        self.out.append(str(kind).encode() + struct.pack(f"={len(values)}d", *values))

    def number(self, value):
        self.out.append(struct.pack("=i", value))

    def leaf(self, letter, value):
        self.out.append(letter.encode() + struct.pack("=d" if letter == "n" else "=i", value))

    def bytes(self):
        return b"".join(self.out)


def expression(out, e):
    if not isinstance(e, tuple):
        out.leaf("n", float(e))
    elif e[0] == "v":
        out.leaf("v", e[1])
    else:
        out.leaf("o", OPS[e[0]])
        if e[0] == "sum":
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
          nonlinear=(0, 0, 0), integers=(0, 0, 0, 0, 0), guess=None, names=None, head=None):
    """variables: (lower, upper). constraints: (expression, {j: coefficient}, lower, upper).
    objectives: ("min" or "max", expression, {j: coefficient}). defined: (expression, {j: c}), the
    variables behind the others. nonlinear: in constraints, in objectives, in both. integers:
    binary, other, nonlinear in both, in constraints, in objectives."""
    n, m = len(variables), len(constraints)
    jacobian = sum(len(c[1]) for c in constraints)
    gradient = sum(len(o[2]) for o in objectives)
    out = Binary() if binary else Text()
    ranges = sum(-INF < c[2] < c[3] < INF for c in constraints)
    equal = sum(c[2] == c[3] for c in constraints)
    h = {"logical": 0, "complementary": 0, "functions": 0}
    h.update(head or {})
    lines = [
        f"{'b' if binary else 'g'}3 1 1 0\t# {about}",
        f" {n} {m} {len(objectives)} {ranges} {equal} {h['logical']}\t# vars, constraints, objectives, "
        "ranges, eqns, lcons",
        f" {sum(not isinstance(c[0], (int, float)) for c in constraints)} "
        f"{sum(not isinstance(o[1], (int, float)) for o in objectives)} {h['complementary']} 0 0 0"
        "\t# nonlinear constraints, objectives, ccons: lin, nonlin, nd, nzlb",
        " 0 0\t# network constraints: nonlinear, linear",
        " %d %d %d\t# nonlinear vars in constraints, objectives, both" % nonlinear,
        f" 0 {h['functions']} {1 if binary else 0} 1\t# linear network variables; functions; arith, flags",
        " %d %d %d %d %d\t# discrete variables: binary, integer, nonlinear (b,c,o)" % integers,
        f" {jacobian} {gradient}\t# nonzeros in Jacobian, gradients",
        f" {max((len(x) for x in names[1]), default=0) if names else 0} "
        f"{max((len(x) for x in names[0]), default=0) if names else 0}\t# max name lengths: constraints, variables",
        f" {len(defined)} 0 0 0 0\t# common exprs: b,c,o,c1,o1",
    ]
    for k, (e, linear) in enumerate(defined):
        out.segment("V", n + k, len(linear), 0)
        for j, value in linear.items():
            out.pair(j, value)
        expression(out, e)
    for i, (e, *_) in enumerate(constraints):
        out.segment("C", i)
        expression(out, e)
    for i, (sense, e, _) in enumerate(objectives):
        out.segment("O", i, int(sense == "max"))
        expression(out, e)
    if guess:
        out.segment("x", len(guess))
        for j, value in guess.items():
            out.pair(j, float(value))
    if m:
        out.segment("r")
        for _, _, low, high in constraints:
            bounds(out, low, high)
    out.segment("b")
    for low, high in variables:
        bounds(out, low, high)
    out.segment("k", n - 1)
    total = 0
    for j in range(n - 1):
        total += sum(j in c[1] for c in constraints)
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

    for kind in ("logical", "complementary", "functions"):
        write(kind, "refused", variables=[(0, 1)], constraints=[(0, {0: 1}, 0, 1)],
              objectives=[("min", 0, {0: 1})], head={kind: 1})


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
