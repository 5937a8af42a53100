"""Variables that have no range: a list of values, or a category."""

import ctypes
import itertools
import math
from typing import Any, Optional

import numpy as np

from . import _lib


LOG_SCALE = 4  # HECO_LOG_SCALE


class Values:
    """A variable that takes one of these numbers, in place of its pair of bounds.

    The order matters: neighbours in size are neighbours in the search. ``Values(0, 1)`` is a binary variable.

    Parameters
    ----------
    *values : float
        The numbers, in any order; or one sequence of them.

    Examples
    --------
    >>> import heco
    >>> s = heco.minimize(lambda x: (x[0] - 6.8) ** 2, [heco.Values(4, 5, 6, 8, 10)], budget=100)
    >>> float(s.x[0])
    6.0
    """

    unordered = False

    def __init__(self, *values: Any) -> None:
        if len(values) == 1 and not np.isscalar(values[0]):
            values = tuple(values[0])
        try:
            numbers = sorted(float(v) for v in values)
        except (TypeError, ValueError):
            raise ValueError("Values%r: numbers were expected; words are a heco.Category" % (values,)) from None
        _check(numbers, values)
        self.values = np.array(numbers)
        self.labels = None

    def __repr__(self):
        return "Values(%s)" % ", ".join("%g" % v for v in self.values)


class Category:
    """A variable that takes one of these things, which are in no order, in place of its pair of bounds.

    In x it is the position, 0, 1, ..; indexing the category with it gives the thing itself.

    Parameters
    ----------
    *things : object
        The things to choose from; or one sequence of them.

    Examples
    --------
    >>> import heco
    >>> steel = heco.Category("S235", "S355", "X5CrNi")
    >>> price = {"S235": 3.0, "S355": 1.0, "X5CrNi": 2.0}
    >>> s = heco.minimize(lambda x: price[steel[x[0]]], [steel], budget=100)
    >>> steel[s.x[0]]
    'S355'
    """

    unordered = True

    def __init__(self, *things: Any) -> None:
        if len(things) == 1 and isinstance(things[0], (list, tuple, np.ndarray)):
            things = tuple(things[0])
        self.labels = [str(thing) for thing in things]
        _check(self.labels, things)
        self.things = list(things)
        self.values = np.arange(float(len(things)))

    def __getitem__(self, position: float) -> Any:
        return self.things[int(position)]

    def __repr__(self):
        return "Category(%s)" % ", ".join(self.labels)


class Log:
    """A variable over decades, in place of its pair of bounds: the search sees its logarithm.

    Bounds, x and reports stay in the user's numbers.

    Parameters
    ----------
    lower, upper : float
        The bounds; the lower one is above 0. ``upper=None`` means no upper bound.

    Examples
    --------
    >>> import heco
    >>> s = heco.minimize(lambda x: (x[0] * 1e5 - 1.0) ** 2, [heco.Log(1e-8, 10)], budget=100)
    >>> round(float(s.x[0]) * 1e5, 3)
    1.0
    """

    def __init__(self, lower: float, upper: Optional[float] = None) -> None:
        self.lower, self.upper = float(lower), math.inf if upper is None else float(upper)
        if not 0.0 < self.lower <= self.upper:
            raise ValueError("Log(%g, %g): the bounds must be above 0, the lower one first" % (self.lower, self.upper))

    def __iter__(self):
        return iter((self.lower, self.upper))

    def __repr__(self):
        return "Log(%g, %g)" % (self.lower, self.upper)


def entries(bounds, pairs):
    """Returns the Values, Category and Log in `bounds`, and the pair of each other variable."""
    given = bounds if isinstance(bounds, (list, tuple)) else itertools.repeat(None)
    return [entry if isinstance(entry, (Values, Category, Log)) else pair for pair, entry in zip(pairs, given)]


def flags(bounds):
    """Returns a byte per variable, LOG_SCALE for each Log in `bounds`; None if there is none."""
    logs = isinstance(bounds, (list, tuple)) and [isinstance(entry, Log) for entry in bounds]
    return np.array(logs, np.uint8) * LOG_SCALE if logs and any(logs) else None


def _check(values, given):
    if not values:
        raise ValueError("a list of values is empty")
    if len(set(values)) < len(values):
        raise ValueError("a value appears twice in %r" % (given,))
    if any(isinstance(v, float) and not math.isfinite(v) for v in values):
        raise ValueError("a value in %r is not finite" % (given,))


def of(bounds):
    """Returns a list of the Values and Category in `bounds`, with None for a range; None if all variables have ranges."""
    if not isinstance(bounds, (list, tuple)):
        return None
    kinds = [entry if isinstance(entry, (Values, Category)) else None for entry in bounds]
    return kinds if any(kinds) else None


def choices(kinds, keep):
    """Returns the library's array of them; the arrays that it points to are appended to `keep`."""
    array = (_lib.Choice * len(kinds))()
    for one, kind in zip(array, kinds):
        if kind is None:
            continue
        one.count, one.unordered = len(kind.values), kind.unordered
        one.values = kind.values.ctypes.data_as(_lib.c_double_p)
        keep.append(kind)
        if kind.labels is not None:
            one.labels = (ctypes.c_char_p * len(kind.labels))(*[_lib.text(t, "a label") for t in kind.labels])
            keep.append(one.labels)
    keep.append(array)
    return ctypes.cast(array, ctypes.c_void_p)


def linear(rows, keep):
    """Returns the library's form of linear rows, a list of (number of the constraint, coefficients, constant)."""
    count = len(rows)
    used = [np.flatnonzero(coef) for _, coef, _ in rows]
    size_t, double = ctypes.c_size_t, ctypes.c_double
    nonzeros = sum(len(u) for u in used)
    form = _lib.Linear(count=count, constraint=(size_t * count)(*[k for k, _, _ in rows]),
                       begin=(size_t * (count + 1))(*np.cumsum([0] + [len(u) for u in used]).tolist()),
                       index=(size_t * nonzeros)(*[int(j) for u in used for j in u]),
                       coef=(double * nonzeros)(*[float(c[j]) for (_, c, _), u in zip(rows, used) for j in u]),
                       constant=(double * count)(*[float(c) for _, _, c in rows]))
    keep.append(form)
    return ctypes.cast(ctypes.pointer(form), ctypes.c_void_p)
