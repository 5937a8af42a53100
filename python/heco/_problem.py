"""The functions to be minimised, in each form in which a caller may give them."""

import copy
import logging
import warnings

import numpy as np

from ._constraints import Linear, cheap_constraint, constraint
from ._solution import one_line
from ._values import ShapeError, real, unmasked

LOG = logging.getLogger("heco")
_DOUBLE = np.dtype(float)
# A share of failed points above which an answer comes with a warning, and the fewest evaluations for it.
_MANY_FAILURES, _FEW_EVALUATIONS = 0.2, 10
# Errors that are mistakes in the program more often than properties of a point.
_MISTAKES = (NameError, TypeError, KeyError, AttributeError, ImportError, ShapeError)


def evaluation(fun, args, constraints, vectorized, *more, cheap=()):
    """Returns the Evaluation of a function that takes one point, or many of them."""
    return (_Columns if vectorized else Evaluation)(fun, args, constraints, *more, cheap=cheap)


class Evaluation:
    """Computes f, g and h of rows of points. Each call of the user's functions is made here.

    fill(views) writes the values of a batch. After each call, and after an exception that ended it, `done` is the
    number of rows from the first on that have their values. If `stop` is set, stop(done) is called between points and
    returns True if the rest of the batch is to be left."""

    vectorized = False

    def __init__(self, fun, args, constraints, sizes, n, on_error, cheap=()):
        if not callable(fun):
            raise TypeError("fun is %r: a function was expected" % (fun,))
        self.fun, self.args = fun, args if isinstance(args, tuple) else (args,)
        self.on_error = on_error
        self.parts = [constraint(c, n) for c in _as_list(constraints)]
        self.cheap = [cheap_constraint(c, n) for c in _as_list(cheap)]  # the first values of g
        self.sizes = sizes  # how many g and h come from fun itself; None: not known, or f alone
        self.last_error = self.last_x = None  # the last exception, and the point it came for
        self.names = None  # of the constraints, inequalities first
        self.stop = None
        self.done = 0
        self.warned = False  # that an error looks like a mistake in the program

    def learn_sizes(self, points, learn):
        """Counts the values of functions whose number of values is not known, by evaluating a point.

        learn(x) returns what self.sizes_at(x) does, possibly from another process. If the function fails at a point, or
        returns NaN alone there, the next point is tried. If it raises at all of them, the first error is raised; if it
        never returns more than NaN, it has no constraints."""
        best = None
        for x in points:
            answer = learn(x[:, None] if self.vectorized else x)
            raised = isinstance(answer, Exception)
            if raised and self.on_error == "raise":
                raise answer
            if best is None or isinstance(best, Exception) and not raised:
                best = answer
            if not raised and answer[3]:
                best = answer
                break
        if isinstance(best, Exception):
            raise best
        self._settle(*best[:3])

    def _settle(self, sizes, rows, count):
        """Takes over what sizes_at() found."""
        self.sizes = sizes
        if hasattr(self.fun, "heco_objective"):  # another process may have counted
            self.fun.count = count
        for part, size in zip(self.cheap + self.parts, rows):
            part.settle(size)
        self.check_cheap()

    def sizes_at(self, x):
        """Returns (sizes of fun, [number of values of each constraint], number of parts of the objective or None, whether
        fun returned more than NaN alone) by evaluating x, or the exception."""
        try:
            sizes, complete = self.sizes, True
            rows = [part.size if part.ng is not None else _rows(part.values(x.copy())) for part in self.cheap + self.parts]
            if not self.parts and sizes is None:
                self._refuse_rejected(x, rows)
                value = self.fun(x.copy(), *self.args)
                f, g, h = _split(value)
                complete = not np.isnan(_number(f)) or value is not f
                if value is not f:
                    _check_lists(g, h, x.ndim)
                    sizes = _rows(g), _rows(h)
            return sizes, rows, getattr(self.fun, "count", None), complete
        except Exception as error:  # any error of the user's functions
            return error

    @property
    def known(self):
        """True if all sizes are known without an evaluation."""
        return all(p.ng is not None for p in self.cheap + self.parts) and (self.sizes is not None or bool(self.parts))

    @property
    def ng(self):
        return self.first + (self.sizes[0] if self.sizes else 0) + sum(p.ng for p in self.parts)

    @property
    def first(self):
        """The number of cheap constraints, which are the first values of g."""
        return sum(p.ng for p in self.cheap)

    def check_cheap(self):
        """Refuses cheap equalities."""
        if any(p.nh for p in self.cheap):
            raise ValueError("cheap has an equality: nearly every point would be rejected; give it in constraints")

    def _refuse_rejected(self, x, rows):
        """Raises an error if x violates a cheap constraint, because fun must not be called there."""
        for part, size in zip(self.cheap, rows):
            known = copy.copy(part)
            if known.ng is None:
                known.settle(size)
            g = np.full((known.ng,) + x.shape[1:], np.nan)
            known.fill(x.copy(), g, np.empty((known.nh,) + x.shape[1:]), 0, 0)
            if not (g <= 0.0).all():
                raise ValueError("no point was found that meets the cheap constraints, to count the values of fun: give x0, "
                                 "or n_ineq and n_eq")

    def fill_cheap(self, x):
        """Returns the cheap constraints at x."""
        x = x[:, None] if self.vectorized else x
        g, at = np.full((self.first,) + x.shape[1:], np.nan), 0
        for part in self.cheap:
            at, _ = part.fill(x.copy(), g, None, at, 0)
        return g.ravel()

    @property
    def nh(self):
        return (self.sizes[1] if self.sizes else 0) + sum(p.nh for p in self.parts)

    def linear(self):
        """Returns (number of the constraint, coefficients, constant) of each constraint that is known to be linear."""
        rows, at, place = [], 0, list(self.sizes or (0, 0))
        place[0] += self.first
        for part in self.cheap:
            if isinstance(part, Linear):
                rows += part.rows(at, self.ng)
            at += part.ng
        for part in self.parts:
            if isinstance(part, Linear):
                rows += part.rows(place[0], self.ng + place[1])
            place[0] += part.ng
            place[1] += part.nh
        return rows

    def forms(self):
        """Returns (name, sense, bound) of each constraint as the caller gave it, inequalities first; for the constraints that
        fun returns the sense is None."""
        rows = [("cheap%d[%d] %s" % (number, k, sense), sense[0], bound) for number, part in enumerate(self.cheap, 1)
                for k, sense, bound in part.forms("g")]
        for kind, own in zip("gh", self.sizes or (0, 0)):
            rows += [("%s%d" % (kind, k + 1), None, 0.0) for k in range(own)]
            for number, part in enumerate(self.parts, 1):
                rows += [("c%d[%d] %s" % (number, k, sense), sense[0], bound) for k, sense, bound in part.forms(kind)]
        if self.names is not None:
            rows = [(name, sense, bound) for name, (_, sense, bound) in zip(self.names, rows)]
        return rows

    def fill(self, views):
        """Writes f, g, h of the rows of `views`: x, f, g, h, and the transposes of x, g, h. Returns False if `stop` ended it."""
        x, f, g, h = views[:4]
        self.done, stop = 0, self.stop
        for i in range(len(f)):
            if stop is not None and stop(i):
                return False
            try:
                self._point(x[i].copy(), f, g, h, i)
            except Exception as error:
                self.failed(error, x[i])
                f[i] = g[i] = h[i] = np.nan
            self.done = i + 1
        return True

    def _point(self, x, f, g, h, i):
        value, first = self.fun(x, *self.args), self.first
        if first:
            g[i, :first] = self.fill_cheap(x)
        if self.parts:
            value = self._with_parts(value, x, g[i], h[i])
        if self.sizes is not None:
            value, own_g, own_h = _split(value)
            ng, nh = self.sizes
            if value is None and (own_g is not None or own_h is not None):  # fun stopped early
                f[i] = np.nan
                g[i, first:first + ng], h[i, :nh] = _known_part(own_g, ng, "g"), _known_part(own_h, nh, "h")
                return
            if own_g is None and own_h is None and np.isnan(number := _number(value)):
                f[i] = g[i] = h[i] = number  # NaN alone says that the point has no value
                return
            if ng or own_g is not None:
                g[i, first:first + ng] = _vector(own_g, ng, "g")
            if nh or own_h is not None:
                h[i, :nh] = _vector(own_h, nh, "h")
        f[i] = value if value.__class__ is float else _number(value)
        if f[i] != f[i]:
            g[i] = h[i] = np.nan  # constraints without f say that fun stopped early

    def _with_parts(self, value, x, g, h):
        """Writes the constraints given apart from fun behind those that fun returns."""
        if self.sizes is None and isinstance(value, (tuple, dict)):
            raise ShapeError("fun returned g or h although constraints= is given: say how many of them with "
                             "n_ineq and n_eq")
        ig, ih = self.sizes or (0, 0)
        ig += self.first
        for part in self.parts:
            ig, ih = part.fill(x.copy(), g, h, ig, ih)
        return value

    def failed(self, error, x):
        """Records that the point x has no value because of this exception."""
        if self.on_error == "raise":
            raise error
        self.last_error = error.with_traceback(None)  # its frames would keep the function's arrays alive
        self.last_x = np.array(x)
        LOG.debug("failed: %s: %s at x = %s", type(error).__name__, one_line(error), self.last_x)
        if isinstance(error, _MISTAKES) and not self.warned:
            self.warned = True
            warnings.warn("heco.minimize: " + _mistake(error, x), RuntimeWarning, stacklevel=2)

    def doubts(self, s):
        """Yields the reasons to distrust the answer `s` because of failed points."""
        if s.found == "none":
            yield s.message
        elif isinstance(s.last_error, _MISTAKES) and not self.warned:
            yield _mistake(s.last_error, s.last_x)
        if s.found != "none" and s.nfev >= _FEW_EVALUATIONS and s.nfail > _MANY_FAILURES * s.nfev:
            why = ("values that are not finite" if s.last_error is None else
                   "see last_error and last_x of the answer, or end the search at the first error with on_error='raise'")
            yield "%d of %d evaluations failed: %s" % (s.nfail, s.nfev, why)


def _mistake(error, x):
    return "%s: %s at x = %s: this looks like a mistake in the function; the point counts as failed, and on_error='raise' " \
        "ends the search there" % (type(error).__name__, one_line(error), np.array2string(np.asarray(x), precision=6, threshold=20))


class _Columns(Evaluation):
    """A function that takes many points in one call, as columns of x, and is called once per batch."""

    vectorized = True

    def fill(self, views):
        _, f, _, _, xt, gt, ht = views[:7]
        self.done = 0
        try:
            # The function gets a copy, because it may change its argument. Rows of the copy are contiguous, which makes
            # NumPy's operations on them about a third faster than on columns of the library's memory.
            self._columns(xt.copy(), f, gt, ht)
        except ShapeError as error:
            self.failed(error, xt[:, 0])
            f[:] = np.nan
        except Exception as error:
            if len(f) == 1 or self.on_error == "raise":
                self.failed(error, xt[:, 0])
                f[:] = np.nan
            else:
                self._one_by_one(f, xt, gt, ht)
        without = np.isnan(f)
        if without.any():  # a function of many points does not stop early
            gt[:, without] = ht[:, without] = np.nan
        self.done = len(f)
        return True

    def _one_by_one(self, f, xt, gt, ht):
        """Evaluates the points of a batch one by one, to find those that raise."""
        for i in range(len(f)):
            at = slice(i, i + 1)
            try:
                self._columns(xt[:, at].copy(), f[at], gt[:, at], ht[:, at])
            except Exception as error:
                self.failed(error, xt[:, i])
                f[i] = np.nan

    def _columns(self, points, f, gt, ht):
        value, at = self.fun(points, *self.args), 0
        for part in self.cheap:
            at, _ = part.fill(points.copy(), gt, None, at, 0)
        if self.parts:
            value = self._with_parts(value, points, gt, ht)
            gt, ht = (to[begin:begin + own] for to, begin, own in zip((gt, ht), (self.first, 0), self.sizes or (0, 0)))
        elif self.cheap:
            gt = gt[self.first:]
        if self.sizes is not None:
            value, g, h = _split(value)
            if g is not None or self.sizes[0]:
                gt[:] = g if _fits(g, gt) else _shaped(g, gt, "g")
            if h is not None or self.sizes[1]:
                ht[:] = h if _fits(h, ht) else _shaped(h, ht, "h")
        f[:] = value if _fits(value, f) else _shaped(value, f, "f")


def _as_list(constraints):
    if constraints is None:
        return []
    if isinstance(constraints, (list, tuple)):
        return list(constraints)
    return [constraints]


def _rows(values):
    return 0 if values is None else np.atleast_1d(real(values, "a constraint")).shape[0]


def _check_lists(g, h, ndim):
    """Refuses (f, g1, g2): a scalar h behind a scalar g is more often a second inequality than an equality. The points
    have `ndim` dimensions, so that a list of values has as many."""
    if g is not None and h is not None and max(np.ndim(g), np.ndim(h)) < ndim:
        raise ShapeError("fun returned a tuple of three single values: return (f, [g1, g2]) for two inequalities, or "
                         "(f, [g], [h]) for an inequality and an equality")


def _split(value):
    """Returns (f, g, h) from a tuple (f, g), (f, g, h) or a dict with these keys."""
    if isinstance(value, dict):
        if "f" not in value:
            raise ShapeError("fun returned a dictionary without 'f'")
        return value["f"], value.get("g"), value.get("h")
    if not isinstance(value, tuple):
        return value, None, None
    if len(value) == 2:
        return value[0], value[1], None
    if len(value) != 3:
        raise ShapeError("fun returned %d things: return f, (f, g) or (f, g, h), where g and h are lists such as [g1, g2]"
                         % len(value))
    return value


def _number(value):
    """Returns as a float the one number that a function returned."""
    try:
        array = unmasked(value)
        if array.size == 1 and array.dtype.kind in "fiub":
            return float(array.reshape(()))
    except ValueError:  # a list of things of different sizes
        pass
    hint = " (is a return missing?)" if value is None else ""
    raise ShapeError("fun returned %.60r%s: a number was expected, or a tuple (f, g) or (f, g, h)" % (value, hint))


def _known_part(values, size, what):
    """Returns the values of an evaluation that stopped early, NaN where they are None."""
    if values is None:
        return np.full(size, np.nan)
    values = [np.nan if value is None else value for value in np.atleast_1d(np.asarray(values, object))]
    return _vector(np.array(values, float), size, what)


def _vector(values, size, what):
    if values is None:
        raise ShapeError("fun returned no %s: %d values were expected" % (what, size))
    values = real(values, what)
    if values.ndim == 0:
        values = values.reshape(1)
    if values.shape != (size,):
        raise ShapeError("fun returned %s with shape %s: %d values were expected" % (what, values.shape, size))
    return values


def _fits(values, to):
    """True if a vectorised function returned an array of doubles of the expected shape, the usual case."""
    return values.__class__ is np.ndarray and values.dtype is _DOUBLE and values.shape == to.shape


def _shaped(values, to, what):
    """Returns other values as an array of that shape; nothing is broadcast, because that hides mistakes."""
    if values is None:
        raise ShapeError("fun returned no %s: numbers with shape %s were expected" % (what, to.shape))
    array = unmasked(values)
    if array.ndim == 1 and to.ndim == 2 and len(to) == 1:
        array = array[None, :]
    if array.dtype.kind not in "fiub" or array.shape != to.shape:
        raise ShapeError("fun returned %s with shape %s and type %s: numbers with shape %s were expected; is it "
                         "vectorised?" % (what, array.shape, array.dtype, to.shape))
    return array


def box(bounds):
    """Returns (lower, upper) from pairs or from a scipy.optimize.Bounds; None in a pair means no bound."""
    if hasattr(bounds, "lb"):
        lower, upper = np.broadcast_arrays(np.asarray(bounds.lb, float), np.asarray(bounds.ub, float))
        return np.atleast_1d(lower).copy(), np.atleast_1d(upper).copy()
    try:
        pairs = [(-np.inf if lower is None else float(lower), np.inf if upper is None else float(upper))
                 for lower, upper in map(_pair, bounds)]
    except (TypeError, ValueError):
        raise ValueError("bounds must be pairs (lower, upper) of numbers, heco.Log, heco.Values or heco.Category, one "
                         "per variable") from None
    if not pairs:
        raise ValueError("bounds is empty: give a pair (lower, upper) for each variable")
    return tuple(np.array(side) for side in zip(*pairs))


def middle(lower, upper):
    """Returns the middle of the box; the finite bound where the other one is missing, 0 where both are."""
    low, high = np.isfinite(lower), np.isfinite(upper)
    low, high = np.where(low, lower, np.where(high, upper, 0.0)), np.where(high, upper, np.where(low, lower, 0.0))
    return (low + high) / 2


def _pair(entry):
    values = getattr(entry, "values", None)  # of a list or category
    return (values.min(), values.max()) if isinstance(values, np.ndarray) else entry


def points(values, n):
    """Returns initial points, one per row."""
    try:
        rows = np.ascontiguousarray(np.atleast_2d(real(values, "x0")))
    except (TypeError, ValueError):
        raise ValueError("x0 must be numbers: one point, or one point per row") from None
    if rows.ndim != 2 or rows.shape[1] != n:
        raise ValueError("x0 has %d values per point, bounds has %d: give one value per variable"
                         % (rows.shape[-1], n))
    if len(rows) == 0:
        raise ValueError("x0 has no rows: leave it out, or give a point")
    return rows


def whole(integrality, n):
    """Returns a byte per variable, 1 if it must be an integer."""
    flags = spread(integrality, (n,), "integrality", None)
    if flags.dtype.kind not in "fiub" or np.isnan(flags).any():
        raise ValueError("integrality must be numbers: nonzero where a variable must be an integer")
    return (flags != 0).astype(np.uint8)


def names(given, count, what):
    """Returns `count` distinct texts, or None if none are given."""
    if given is None:
        return None
    texts = [given] if isinstance(given, str) else [str(name) for name in given]
    if len(texts) != count:
        raise ValueError("%s has %d texts: %d were expected" % (what, len(texts), count))
    for name in texts:
        if texts.count(name) > 1:
            raise ValueError("%s has %r twice: give each its own name" % (what, name))
    return texts


def spread(values, shape, what, kind=float):
    """Returns the values as a contiguous array of that shape; one value holds for all."""
    try:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(values), shape), dtype=kind)
    except (TypeError, ValueError):
        raise ValueError("%s must be one value or %d values" % (what, shape[0])) from None


def count(value, what, least=0):
    """Returns a whole number from an int or a float such as 1e4."""
    try:
        whole = int(value)
        if whole != value or isinstance(value, (str, bytes)):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise ValueError("%s is %r: a whole number was expected" % (what, value)) from None
    if whole < least:
        raise ValueError("%s is %r: it must be at least %d" % (what, value, least))
    if whole >= 2 ** 64:
        raise ValueError("%s is %r: it must be below 2 ** 64" % (what, value))
    return whole
