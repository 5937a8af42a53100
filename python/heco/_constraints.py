"""Constraints that are given apart from the function, in SciPy's forms."""

import numpy as np

from ._values import ShapeError, real


class Constraint:
    """A constraint lower <= c(x) <= upper, each component as g or h."""

    ng = nh = None
    jacobian = None  # a function of x that returns the derivatives of c, a row each

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def settle(self, size):
        try:
            lower = np.broadcast_to(np.asarray(self.lower, float), (size,))
            upper = np.broadcast_to(np.asarray(self.upper, float), (size,))
        except ValueError:
            raise ValueError("a constraint has %d values, but limits of shapes %s and %s" %
                             (size, np.shape(self.lower), np.shape(self.upper))) from None
        if np.isnan(lower).any() or np.isnan(upper).any() or (lower > upper).any():
            raise ValueError("a constraint has a lower limit above its upper limit, or NaN")
        self.size = size
        self.equal = np.flatnonzero(lower == upper)
        self.above = np.flatnonzero((lower != upper) & np.isfinite(upper))
        self.below = np.flatnonzero((lower != upper) & np.isfinite(lower))
        self.lower, self.upper = lower, upper
        self.ng, self.nh = len(self.above) + len(self.below), len(self.equal)

    def forms(self, kind):
        """Returns (component, sense, bound) of the inequalities ("g") or equalities ("h")."""
        if kind == "h":
            return [(k, "==", self.lower[k]) for k in self.equal]
        return [(k, "<=", self.upper[k]) for k in self.above] + [(k, ">=", self.lower[k]) for k in self.below]

    def fill(self, x, g, h, ig, ih):
        c = real(self.values(x), "a constraint")
        wanted = (self.size,) + x.shape[1:]
        if c.shape != wanted:
            if c.size != np.prod(wanted) or c.shape not in ((), x.shape[1:]):
                raise ShapeError("a constraint returned values of shape %s: %s was expected" % (c.shape, wanted))
            c = c.reshape(wanted)
        tail = (slice(None),) + (None,) * (c.ndim - 1)
        a, b = len(self.above), len(self.below)
        if a:
            g[ig:ig + a] = c[self.above] - self.upper[self.above][tail]
        if b:
            g[ig + a:ig + a + b] = self.lower[self.below][tail] - c[self.below]
        if len(self.equal):
            h[ih:ih + len(self.equal)] = c[self.equal] - self.lower[self.equal][tail]
        return ig + a + b, ih + len(self.equal)

    def fill_jacobian(self, x, dg, dh, ig, ih):
        """Writes the derivatives in the same order."""
        c = self.jacobian(x)
        c = real(c.toarray() if hasattr(c, "toarray") else c, "the jac of a constraint")
        if c.shape != (self.size, len(x)):
            if self.size != 1 or c.size != len(x):
                raise ShapeError("the jac of a constraint returned values of shape %s: %s was expected" %
                                 (c.shape, (self.size, len(x))))
            c = c.reshape(1, len(x))
        a, b = len(self.above), len(self.below)
        dg[ig:ig + a] = c[self.above]
        dg[ig + a:ig + a + b] = -c[self.below]
        dh[ih:ih + len(self.equal)] = c[self.equal]
        return ig + a + b, ih + len(self.equal)


class Linear(Constraint):
    def __init__(self, matrix, lower, upper, n):
        super().__init__(lower, upper)
        if hasattr(matrix, "toarray"):
            matrix = matrix.toarray()
        self.matrix = np.atleast_2d(real(matrix, "the matrix of a constraint"))
        if self.matrix.shape[1] != n:
            raise ValueError("a linear constraint has %d columns for %d variables" % (self.matrix.shape[1], n))
        self.settle(len(self.matrix))

    def values(self, x):
        return self.matrix @ x

    def rows(self, g, h):
        """Returns the rows as Evaluation.linear does; g and h are the numbers of the first inequality and equality."""
        above, below, equal = self.above, self.below, self.equal
        return ([(g + i, self.matrix[k], -self.upper[k]) for i, k in enumerate(above)] +
                [(g + len(above) + i, -self.matrix[k], self.lower[k]) for i, k in enumerate(below)] +
                [(h + i, self.matrix[k], -self.lower[k]) for i, k in enumerate(equal)])

    def jacobian(self, x):
        return self.matrix


class Nonlinear(Constraint):
    def __init__(self, fun, lower, upper, args=(), jac=None):
        super().__init__(lower, upper)
        if not callable(fun):
            raise TypeError("a constraint has fun=%r: a function was expected" % (fun,))
        self.fun, self.args = fun, args if isinstance(args, tuple) else (args,)
        if callable(jac):  # SciPy also has the names of difference formulas here
            self.jacobian = lambda x: jac(x, *self.args)

    def values(self, x):
        return self.fun(x, *self.args)


def constraint(given, n):
    """Returns the Constraint of a SciPy constraint object, or of SciPy's dictionary {'type': 'ineq' or 'eq', 'fun': ...}."""
    if isinstance(given, dict):
        if "type" not in given or "fun" not in given:
            raise ValueError("a constraint dictionary needs 'type' and 'fun'; it has %s" % sorted(given))
        kind, fun, args = given["type"], given["fun"], given.get("args", ())
        if kind not in ("ineq", "eq"):
            raise ValueError("a constraint has type %r: 'ineq' and 'eq' are possible" % (kind,))
        return Nonlinear(fun, 0.0, 0.0 if kind == "eq" else np.inf, args, given.get("jac"))
    if hasattr(given, "A"):
        return Linear(given.A, given.lb, given.ub, n)
    if hasattr(given, "fun"):
        return Nonlinear(given.fun, given.lb, given.ub, jac=getattr(given, "jac", None))
    raise TypeError("%r is not a constraint: use LinearConstraint, NonlinearConstraint or a dictionary" % (given,))


def cheap_constraint(given, n):
    """Returns the Constraint of a cheap constraint: as constraint() does, or of a function g with g(x) <= 0."""
    return Nonlinear(given, -np.inf, 0.0) if callable(given) and not hasattr(given, "fun") else constraint(given, n)
