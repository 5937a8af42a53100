"""minimize_max() and minimize_squares(): objectives that are the maximum, or the sum of the squares, of several values."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._minimize import minimize
from ._problem import ShapeError, count
from ._solution import Solution

_REFUSED = {"constraints": "let fun return g and h", "jac": "leave it out", "n_eq": "leave it out",
            "tolerances": "leave it out", "known": "leave it out", "vectorized": "leave it out",
            "constraint_names": "leave it out"}


def minimize_max(fun: Callable, bounds: Any, args: tuple = (), *, n_ineq: int | None = None, **settings: Any) -> Solution:
    """Minimise the largest of the values that ``fun(x, *args)`` returns: masks, Chebyshev fits, the worst load case.

    The maximum itself has kinks where two values meet. The search therefore sees the values, its pieces: it minimises one
    more variable t subject to ``piece <= t`` for each of them, which are as smooth as the pieces.

    Parameters
    ----------
    fun : callable
        Returns a list of values, or (values, g) or (values, g, h) with constraints g <= 0 and h = 0.
    bounds, args
        As for `heco.minimize`, without t.
    n_ineq : int, optional
        How many constraints g has; an answer of `fun` with another number is refused.
    **settings
        Other arguments of `heco.minimize`, such as x0, budget, seed and workers.

    Returns
    -------
    Solution
        ``fun`` is the maximum, ``parts`` the values at ``x``, ``g`` and ``h`` the constraints.

    Examples
    --------
    >>> import heco
    >>> s = heco.minimize_max(lambda x: [x[0] ** 2 + x[1] ** 2, 2.0 - x[0] - x[1]], [(-5, 5), (-5, 5)], budget=500)
    >>> round(s.fun, 4), [round(float(v), 3) for v in s.x]
    (0.7639, [0.618, 0.618])
    """
    return _minimize(_Maximum(fun, n_ineq), bounds, args, settings, "return the values with the other sign")


def minimize_squares(fun: Callable, bounds: Any, args: tuple = (), *, n_ineq: int | None = None, **settings: Any) -> Solution:
    """Minimise the sum of the squares of the residuals that ``fun(x, *args)`` returns: fits and calibrations.

    The search sees the residuals. Its descents take the Gauss-Newton matrix from their derivatives, which needs no steps to
    learn the curvature.

    Parameters
    ----------
    fun : callable
        Returns a list of residuals, or (residuals, g) or (residuals, g, h) with constraints g <= 0 and h = 0.
    bounds, args
        As for `heco.minimize`.
    n_ineq : int, optional
        How many constraints g has; an answer of `fun` with another number is refused.
    **settings
        Other arguments of `heco.minimize`, such as x0, budget, seed and workers.

    Returns
    -------
    Solution
        ``fun`` is the sum of squares, ``parts`` the residuals at ``x``, ``g`` and ``h`` the constraints.

    Examples
    --------
    >>> import heco
    >>> s = heco.minimize_squares(lambda x: [10 * (x[1] - x[0] ** 2), 1 - x[0]], [(-5, 5), (-5, 5)], budget=200)
    >>> s.fun < 1e-12, [round(float(v), 3) for v in s.x]
    (True, [1.0, 1.0])
    """
    return _minimize(_Squares(fun, n_ineq), bounds, args, settings, "leave it out")


def _minimize(fun, bounds, args, settings, maximise):
    for name, remedy in dict(_REFUSED, maximise=maximise).items():
        if name in settings:
            raise ValueError("%s has no %s: %s" % (fun.door, name, remedy))
    s = minimize(fun, bounds, args, **settings)
    own = len(s.g) - fun.count
    s["parts"], s["g"] = s.g[own:], s.g[:own]
    s["constraints"] = s.constraints[:own] + s.constraints[own + fun.count:]
    return s


class _Structured:
    """fun with its values after g, as the library wants them. `count` is their number, once it is known. An object of a
    module can be pickled for workers."""

    def __init__(self, fun, n_ineq):
        self.fun, self.count, self.__qualname__ = fun, None, getattr(fun, "__qualname__", type(fun).__name__)
        self.n_ineq = None if n_ineq is None else count(n_ineq, "n_ineq")

    def __call__(self, x, *args):
        value = self.fun(x, *args)
        split = isinstance(value, tuple) and 2 <= len(value) <= 3 and np.ndim(value[0]) > 0
        v, g, h = (tuple(value) + ([],) * (3 - len(value))) if split else (value, [], [])
        v, g = np.asarray(v, float), np.atleast_1d(np.asarray([] if g is None else g, float))
        if v.ndim != 1 or not v.size:
            raise ShapeError("fun returned %s: %s needs a list of %s; heco.minimize takes one number"
                             % ("one number" if v.ndim == 0 else "no list of " + self.what, self.door, self.what))
        if self.n_ineq is not None and g.size != self.n_ineq:
            raise ShapeError("fun returned %d constraints g, n_ineq is %d: give %s n_ineq=%d"
                             % (g.size, self.n_ineq, self.door, g.size))
        if self.count not in (None, v.size):
            raise ShapeError("fun returned %d %s, before it returned %d: return as many at every point"
                             % (v.size, self.what, self.count))
        self.count = v.size
        return self.objective(v), np.concatenate([g, v]), [] if h is None else h


class _Maximum(_Structured):
    door, what, heco_objective, objective = "minimize_max", "values", "pieces", staticmethod(lambda v: float(np.max(v)))


class _Squares(_Structured):
    door, what, heco_objective, objective = "minimize_squares", "residuals", "residuals", staticmethod(lambda v: float(v @ v))
