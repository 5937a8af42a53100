"""Reads a .nl file, text or binary, and evaluates it, without heco and without the AMPL library.

The format is described by D. M. Gay, "Writing .nl files", Sandia report SAND2005-7907P. Functions of
the user, logical rows, complementarity and special ordered sets are refused with ValueError.
"""

import math
import struct


def _div(a, b):
    return math.copysign(math.inf, a) if b == 0 else a / b


def _floor_mod(a, b):
    return math.fmod(a, b)


_BINARY = {0: lambda a, b: a + b, 1: lambda a, b: a - b, 2: lambda a, b: a * b, 3: _div,
           4: _floor_mod, 5: lambda a, b: a ** b, 6: lambda a, b: max(a - b, 0.0),
           48: math.atan2, 55: lambda a, b: float(int(_div(a, b))),
           75: lambda a, b: a ** b, 76: lambda a: a * a, 77: lambda a, b: a ** b}
_UNARY = {13: math.floor, 14: math.ceil, 15: abs, 16: lambda a: -a, 37: math.tanh, 38: math.tan,
          39: math.sqrt, 40: math.sinh, 41: math.sin, 42: math.log10, 43: math.log, 44: math.exp,
          45: math.cosh, 46: math.cos, 47: math.atanh, 49: math.atan, 50: math.asinh, 51: math.asin,
          52: math.acosh, 53: math.acos, 76: lambda a: a * a}
_MANY = {11: min, 12: max, 54: lambda *a: math.fsum(a)}
_COMPARE = {22: lambda a, b: a < b, 23: lambda a, b: a <= b, 24: lambda a, b: a == b,
            28: lambda a, b: a >= b, 29: lambda a, b: a > b, 30: lambda a, b: a != b,
            20: lambda a, b: bool(a) or bool(b), 21: lambda a, b: bool(a) and bool(b)}


_LISTS = {11, 12, 54, 59, 60, 61, 70, 71, 74}  # operators with a number of operands


class _Binary:
    """the lines that a binary file would have as a text file"""

    def __init__(self, data):
        head = data.split(b"\n", 10)
        self.lines = [line.decode("latin-1").split("#")[0].strip() for line in head[:10]]
        self._order = ">" if self.lines[5].split()[2:3] == ["2"] else "<"
        self._data, self._at = head[10], 0
        rows, variables = int(self.lines[1].split()[1]), int(self.lines[1].split()[0])
        while self._at < len(self._data):
            self._segment(chr(self._data[self._at]), rows, variables)

    def _read(self, kinds):
        size = struct.calcsize(self._order + kinds)
        values = struct.unpack_from(self._order + kinds, self._data, self._at)
        self._at += size
        return values

    def _add(self, letter, values):
        self.lines.append(letter + " ".join(repr(v) for v in values))

    def _segment(self, letter, rows, variables):
        self._at += 1
        if letter in "rb":
            self.lines.append(letter)
            for _ in range(rows if letter == "r" else variables):
                self._bound()
        elif letter == "S":
            kind, count, length = self._read("iii")
            name = self._data[self._at:self._at + length].decode("latin-1")
            self._at += length
            self.lines.append("S%d %d %s" % (kind, count, name))
            for _ in range(count):
                self._add("", self._read("id" if kind & 4 else "ii"))
        else:
            head = self._read("i" * {"V": 3, "O": 2, "J": 2, "G": 2}.get(letter, 1))
            self._add(letter, head)
            for _ in range(head[1] if letter in "VJG" else head[0] if letter in "xdkK" else 0):
                self._add("", self._read("i" if letter in "kK" else "id"))
            if letter in "VCLO":
                self._expression()

    def _bound(self):
        kind = chr(self._read("B")[0])
        self._add(kind + " ", self._read({"0": "dd", "3": "", "5": "ii"}.get(kind, "d")))

    def _expression(self):
        letter = chr(self._read("B")[0])
        value = self._read({"n": "d", "s": "h"}.get(letter, "i"))
        self._add(letter, value)
        if letter != "o":
            return
        if value[0] in _LISTS:
            count = self._read("i")[0]
            self._add("", (count,))
        else:
            count = 1 if value[0] in _UNARY and value[0] not in _BINARY or value[0] in (34, 76) else 2
            count = 3 if value[0] in (35, 72) else count
        for _ in range(count):
            self._expression()


def _lines_of(path):
    with open(path, "rb") as source:
        data = source.read()
    if data.startswith(b"b"):
        return _Binary(data).lines
    if not data.startswith(b"g"):
        raise ValueError("not a .nl file")
    return [line.split("#")[0].strip() for line in data.decode("latin-1").split("\n")]


class Model:
    """variables, rows with their bounds, and the first objective of a .nl file"""

    def __init__(self, path, objective=0):
        self._lines = _lines_of(path)
        sizes = [int(float(w)) for w in self._lines[1].split()]
        self.n, self.m, self.objectives = sizes[:3]
        if len(sizes) > 5 and sizes[5] > 0:
            raise ValueError("has logical rows")
        if self._lines[5].split()[1:2] not in ([], ["0"]):
            raise ValueError("has functions of the user")
        self.defined, self.body, self.goal = {}, {}, {}
        self.linear = {i: {} for i in range(self.m)}
        self.goal_linear = {}
        self.row, self.box, self.maximise = [], [], {}
        self._at = 10
        while self._at < len(self._lines):
            self._segment(self._next())
        self.objective = objective

    def _next(self):
        line = self._lines[self._at]
        self._at += 1
        return line

    def _terms(self, count):
        terms = {}
        for _ in range(count):
            j, value = self._next().split()[:2]
            terms[int(j)] = terms.get(int(j), 0.0) + float(value)
        return terms

    def _bound(self):
        words = self._next().split()
        kind, values = words[0], [float(w) for w in words[1:]]
        if kind == "5":
            raise ValueError("has complementarity")
        return {"0": lambda: (values[0], values[1]), "1": lambda: (-math.inf, values[0]),
                "2": lambda: (values[0], math.inf), "3": lambda: (-math.inf, math.inf),
                "4": lambda: (values[0], values[0])}[kind]()

    def _segment(self, line):
        words = line[1:].split()
        kind = line[:1]
        if kind == "V":
            number, count = int(words[0]), int(words[1])
            terms = self._terms(count)
            self.defined[number] = (terms, self._expression())
        elif kind == "C":
            self.body[int(words[0])] = self._expression()
        elif kind == "O":
            self.maximise[int(words[0])] = words[1] == "1"
            self.goal[int(words[0])] = self._expression()
        elif kind == "J":
            self.linear[int(words[0])] = self._terms(int(words[1]))
        elif kind == "G":
            self.goal_linear[int(words[0])] = self._terms(int(words[1]))
        elif kind == "r":
            self.row = [self._bound() for _ in range(self.m)]
        elif kind == "b":
            self.box = [self._bound() for _ in range(self.n)]
        elif kind in "xdk" and kind:
            self._at += int(words[0])
        elif kind == "S":
            if len(words) > 2 and words[2] in ("sosno", "ref"):
                raise ValueError("has special ordered sets")
            self._at += int(words[1])
        elif kind != "":
            raise ValueError("has a segment %s" % kind)

    def _expression(self):
        word = self._next()
        kind, rest = word[0], word[1:]
        if kind == "n":
            return ("n", float(rest))
        if kind in "ls":
            return ("n", float(rest))
        if kind == "v":
            return ("v", int(rest))
        if kind != "o":
            raise ValueError("has an expression %s" % word)
        code = int(rest)
        if code in _MANY:
            return ("o", code, [self._expression() for _ in range(int(self._next()))])
        if code == 35:
            return ("o", code, [self._expression() for _ in range(3)])
        if code in _COMPARE or (code in _BINARY and code != 76):
            return ("o", code, [self._expression(), self._expression()])
        if code in _UNARY or code == 34:
            return ("o", code, [self._expression()])
        raise ValueError("has operation %d" % code)

    def _value(self, e, x, known):
        if e[0] == "n":
            return e[1]
        if e[0] == "v":
            return x[e[1]] if e[1] < self.n else self._defined(e[1], x, known)
        code, arguments = e[1], e[2]
        if code == 35:
            return self._value(arguments[1 if self._value(arguments[0], x, known) else 2], x, known)
        values = [self._value(a, x, known) for a in arguments]
        for table in (_MANY, _COMPARE):
            if code in table:
                return table[code](*values)
        if code == 34:
            return not values[0]
        return float((_UNARY if len(values) == 1 else _BINARY)[code](*values))

    def _defined(self, number, x, known):
        if number not in known:
            terms, e = self.defined[number]
            known[number] = self._sum(terms, x, known) + self._value(e, x, known)
        return known[number]

    def _sum(self, terms, x, known):
        return math.fsum(c * (x[j] if j < self.n else self._defined(j, x, known)) for j, c in terms.items())

    def f(self, x):
        """the objective; 0 if there is none"""
        k = self.objective
        if k not in self.goal:
            return 0.0
        known = {}
        return self._value(self.goal[k], x, known) + self._sum(self.goal_linear.get(k, {}), x, known)

    def rows(self, x):
        """value, lower and upper bound of every row"""
        known = {}
        return [(self._value(self.body[i], x, known) + self._sum(self.linear[i], x, known),) + self.row[i]
                for i in range(self.m)]

    def violation(self, x):
        """the largest violation of a row or of a bound of a variable"""
        worst = 0.0
        for value, low, high in self.rows(x):
            worst = max(worst, low - value, value - high)
        for value, (low, high) in zip(x, self.box):
            worst = max(worst, low - value, value - high)
        return worst
