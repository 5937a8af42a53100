#!/usr/bin/env python3
"""Writes the oil cooler of cooler.lua as an AMPL model: python3 cooler_nl.py FOLDER makes cooler.nl, .col and .row."""
import math
import pathlib
import sys

PLUS, MINUS, TIMES, OVER, POWER, ROOT, EXP = 0, 1, 2, 3, 5, 39, 44  # operators of the format


class Term:
    """A formula as the lines of its prefix form, and the variables in it."""

    def __init__(self, lines, used=frozenset()):
        self.lines, self.used = lines, used

    @staticmethod
    def of(value):
        return value if isinstance(value, Term) else Term(["n%r" % value])

    def _with(self, code, other, turned=False):
        first, second = (Term.of(other), self) if turned else (self, Term.of(other))
        return Term(["o%d" % code] + first.lines + second.lines, first.used | second.used)

    __add__ = lambda a, b: a._with(PLUS, b)
    __sub__ = lambda a, b: a._with(MINUS, b)
    __mul__ = lambda a, b: a._with(TIMES, b)
    __truediv__ = lambda a, b: a._with(OVER, b)
    __pow__ = lambda a, b: a._with(POWER, b)
    __radd__ = lambda a, b: a._with(PLUS, b, True)
    __rsub__ = lambda a, b: a._with(MINUS, b, True)
    __rmul__ = lambda a, b: a._with(TIMES, b, True)
    __rtruediv__ = lambda a, b: a._with(OVER, b, True)

    def call(self, code):
        return Term(["o%d" % code] + self.lines, self.used)


VARIABLES = [("diameter", 8, 25), ("length", 0.5, 5), ("velocity", 0.5, 3), ("shell", 0.1, 0.6),
             ("spacing", 0.05, 0.5), ("tubes", 10, 200)]  # the last one is an integer


def cooler():
    """The objective and rows (name, formula, bound line)."""
    diameter, length, velocity, shell, spacing, tubes = (Term(["v%d" % j], {j}) for j in range(len(VARIABLES)))
    inner = 0.001 * diameter
    outer = inner + 0.002
    re_water = 1243750 * velocity * inner
    inside = 0.028 * re_water ** 0.8 / inner
    flux = 16 / (shell * spacing)
    gap = 0.95 * outer
    re_oil = flux * gap / 0.03
    outside = 0.362 * re_oil ** 0.55 / gap
    transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003)
    area = math.pi * outer * length * tubes
    left = (-0.615 * (transfer * area / 8000)).call(EXP)
    heat = 400 * (1 - left) / (1 - 0.385 * left)
    water = 0.4975 * (velocity * velocity) * (0.184 * re_water ** -0.2 * length / inner + 2.5)
    oil = 1.8 * re_oil ** -0.19 * (length / spacing) * (shell / gap) * (flux * flux) / 1720000
    clearance = 1000 * (shell - 1.4 * outer * (tubes / 0.785).call(ROOT))
    flow = 250 * math.pi * velocity * tubes * (inner * inner)
    steel = 7850 * math.pi * ((outer * outer - inner * inner) / 4 * length * tubes + 0.006 * shell * (length + 0.3))
    cost = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil)
    return cost, [("heat", heat, "2 160"), ("water drop", water, "1 30"), ("oil drop", oil, "1 70"),
                  ("oil velocity", flux / 860, "2 0.3"), ("clearance", clearance, "2 20"), ("water flow", flow, "4 5")]


def text():
    cost, rows = cooler()
    n, m, nonzeros = len(VARIABLES), len(rows), sum(len(f.used) for _, f, _ in rows)
    lines = ["g3 1 1 0\t# oil cooler, see cooler.lua", " %d %d 1 0 1 0" % (n, m), " %d 1 0 0 0 0" % m, " 0 0",
             " %d %d %d" % (n, n, n), " 0 0 0 1", " 0 0 1 0 0", " %d %d" % (nonzeros, len(cost.used)),
             " %d %d" % (max(len(name) for name, _, _ in rows), max(len(v[0]) for v in VARIABLES)), " 0 0 0 0 0"]
    for i, (_, formula, _) in enumerate(rows):
        lines += ["C%d" % i] + formula.lines
    lines += ["O0 0"] + cost.lines
    lines += ["r"] + [bound for _, _, bound in rows]
    lines += ["b"] + ["0 %r %r" % (lower, upper) for _, lower, upper in VARIABLES]
    columns = [sum(j in f.used for _, f, _ in rows) for j in range(n)]
    lines += ["k%d" % (n - 1)] + ["%d" % sum(columns[:j + 1]) for j in range(n - 1)]
    for i, (_, formula, _) in enumerate(rows):
        lines += ["J%d %d" % (i, len(formula.used))] + ["%d 0" % j for j in sorted(formula.used)]
    lines += ["G0 %d" % len(cost.used)] + ["%d 0" % j for j in sorted(cost.used)]
    return "\n".join(lines) + "\n", [v[0] for v in VARIABLES], [row[0] for row in rows]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    model, columns, names = text()
    (folder / "cooler.nl").write_text(model)
    (folder / "cooler.col").write_text("\n".join(columns) + "\n")
    (folder / "cooler.row").write_text("\n".join(names + ["cost"]) + "\n")
