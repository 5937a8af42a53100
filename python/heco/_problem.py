"""What is to be minimised, from the many ways in which people write it down."""

import numpy as np


class Evaluation:
    """f, g and h of rows of points. Calls of the user's functions all happen here."""

    def __init__(self, fun, args, constraints, vectorized, sizes, n, on_error):
        self.fun, self.args, self.vectorized = fun, tuple(args), vectorized
        self.on_error = on_error
        self.parts = [_part(c, n) for c in _as_list(constraints)]
        self.combined = not self.parts and sizes is not None
        self.ng = sum(p.ng for p in self.parts if p.ng is not None)
        self.nh = sum(p.nh for p in self.parts if p.nh is not None)
        if self.combined:
            self.ng, self.nh = sizes
        self.failures = 0
        self.last_error = None

    def learn_sizes(self, x):
        """Counts the values of constraints whose number is not known, by evaluating x once."""
        for part in self.parts:
            part.learn(x if not self.vectorized else x[:, None], self.vectorized)
        if self.parts:
            self.ng = sum(p.ng for p in self.parts)
            self.nh = sum(p.nh for p in self.parts)
        elif not self.combined:
            value = self.fun(x[:, None] if self.vectorized else x, *self.args)
            if isinstance(value, (tuple, dict)):
                _, g, h = _split(value)
                self.ng, self.nh = _rows(g), _rows(h)
                self.combined = True

    def names(self):
        if not self.parts:
            return ["g%d" % (k + 1) for k in range(self.ng)] + ["h%d" % (k + 1) for k in range(self.nh)]
        names = []
        for kind in ("g", "h"):
            for number, part in enumerate(self.parts, 1):
                names += part.names(kind, number)
        return names

    def rows(self, x, f, g, h, xt, gt, ht):
        """Fills f, g, h for the rows of x (views of the library's memory; xt, gt, ht transposed)."""
        if self.vectorized:
            self._batch(xt, f, gt, ht)
            return
        for i in range(len(x)):
            self.one(x[i].copy(), f, g, h, i)

    def one(self, x, f, g, h, i):
        try:
            f[i], g[i], h[i] = self.point(x)
        except Exception as error:  # whatever the user's function raises
            self._failed(error)
            f[i] = np.nan

    def point(self, x):
        """(f, g, h) at one point; raises what the user's function raises."""
        value = self.fun(x, *self.args)
        if self.combined:
            f, g, h = _split(value)
            return float(np.asarray(f).reshape(())), _vector(g, self.ng, "g"), _vector(h, self.nh, "h")
        g, h = np.empty(self.ng), np.empty(self.nh)
        self._constraints(x, g, h)
        return float(np.asarray(value).reshape(())), g, h

    def _constraints(self, x, g, h):
        ig = ih = 0
        for part in self.parts:
            ig, ih = part.fill(x, g, h, ig, ih)

    def _batch(self, points, f, gt, ht):
        try:
            value = self.fun(points, *self.args)
            if self.combined:
                value, g, h = _split(value)
                if self.ng:
                    gt[:] = g
                if self.nh:
                    ht[:] = h
            else:
                self._constraints(points, gt, ht)
            f[:] = value
        except Exception as error:
            self._failed(error)
            f[:] = np.nan

    def _failed(self, error):
        if self.on_error == "raise":
            raise error
        self.failures += 1
        self.last_error = error


def _as_list(constraints):
    if constraints is None:
        return []
    if isinstance(constraints, (list, tuple)):
        return list(constraints)
    return [constraints]


def _rows(values):
    return 0 if values is None else np.atleast_1d(np.asarray(values, float)).shape[0]


def _split(value):
    """(f, g, h) from a tuple (f, g), (f, g, h) or a dict with these keys."""
    if isinstance(value, dict):
        return value["f"], value.get("g"), value.get("h")
    if len(value) == 2:
        return value[0], value[1], None
    if len(value) != 3:
        raise ValueError("fun returned %d things: f, (f, g) or (f, g, h) are possible" % len(value))
    return value


def _vector(values, size, what):
    if values is None:
        values = ()
    values = np.atleast_1d(np.asarray(values, float))
    if values.shape != (size,):
        raise ValueError("fun returned %s with shape %s: %d values were expected" % (what, values.shape, size))
    return values


class _Part:
    """A constraint lower <= c(x) <= upper, each component as g or h."""

    ng = nh = None

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def settle(self, size):
        lower = np.broadcast_to(np.asarray(self.lower, float), (size,))
        upper = np.broadcast_to(np.asarray(self.upper, float), (size,))
        if np.isnan(lower).any() or np.isnan(upper).any() or (lower > upper).any():
            raise ValueError("a constraint has a lower limit above its upper limit, or NaN")
        self.equal = np.flatnonzero(lower == upper)
        self.above = np.flatnonzero((lower != upper) & np.isfinite(upper))
        self.below = np.flatnonzero((lower != upper) & np.isfinite(lower))
        self.lower, self.upper = lower, upper
        self.ng, self.nh = len(self.above) + len(self.below), len(self.equal)

    def learn(self, x, vectorized):
        if self.ng is None:
            self.settle(_rows(self.values(x)))

    def names(self, kind, number):
        if kind == "h":
            return ["c%d[%d] ==" % (number, k) for k in self.equal]
        return (["c%d[%d] <=" % (number, k) for k in self.above] +
                ["c%d[%d] >=" % (number, k) for k in self.below])

    def fill(self, x, g, h, ig, ih):
        c = self.values(x)
        c = np.asarray(c, float)
        if c.ndim == 0:
            c = c.reshape(1)
        tail = (slice(None),) + (None,) * (c.ndim - 1)
        a, b = len(self.above), len(self.below)
        if a:
            g[ig:ig + a] = c[self.above] - self.upper[self.above][tail]
        if b:
            g[ig + a:ig + a + b] = self.lower[self.below][tail] - c[self.below]
        if len(self.equal):
            h[ih:ih + len(self.equal)] = c[self.equal] - self.lower[self.equal][tail]
        return ig + a + b, ih + len(self.equal)


class _Linear(_Part):
    def __init__(self, matrix, lower, upper, n):
        super().__init__(lower, upper)
        if hasattr(matrix, "toarray"):
            matrix = matrix.toarray()
        self.matrix = np.atleast_2d(np.asarray(matrix, float))
        if self.matrix.shape[1] != n:
            raise ValueError("a linear constraint has %d columns for %d variables" % (self.matrix.shape[1], n))
        self.settle(len(self.matrix))

    def values(self, x):
        return self.matrix @ x


class _Nonlinear(_Part):
    def __init__(self, fun, lower, upper, args=()):
        super().__init__(lower, upper)
        self.fun, self.args = fun, args

    def values(self, x):
        return self.fun(x, *self.args)


def _part(constraint, n):
    """A SciPy constraint object, or SciPy's dictionary {'type': 'ineq' or 'eq', 'fun': ...}."""
    if isinstance(constraint, dict):
        kind, fun, args = constraint["type"], constraint["fun"], constraint.get("args", ())
        if kind not in ("ineq", "eq"):
            raise ValueError("a constraint has type %r: 'ineq' and 'eq' are possible" % (kind,))
        return _Nonlinear(fun, 0.0, 0.0 if kind == "eq" else np.inf, args)
    if hasattr(constraint, "A"):
        return _Linear(constraint.A, constraint.lb, constraint.ub, n)
    if hasattr(constraint, "fun"):
        return _Nonlinear(constraint.fun, constraint.lb, constraint.ub)
    raise TypeError("%r is no constraint: use LinearConstraint, NonlinearConstraint or a dictionary" % (constraint,))


def box(bounds):
    """(lower, upper) from pairs or from a scipy.optimize.Bounds."""
    if hasattr(bounds, "lb"):
        lower, upper = np.broadcast_arrays(np.asarray(bounds.lb, float), np.asarray(bounds.ub, float))
        lower, upper = np.atleast_1d(lower).copy(), np.atleast_1d(upper).copy()
    else:
        pairs = np.asarray(bounds, float)
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError("bounds must be pairs (lower, upper), one per variable")
        lower, upper = pairs[:, 0].copy(), pairs[:, 1].copy()
    return lower, upper
