"""sweep(): the optimum for a series of limits of one constraint."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._minimize import minimize
from ._solution import Solution


def sweep(fun: Callable, bounds: Any, constraint: int, limits: Any, **more: Any) -> list[Solution]:
    """Minimise ``fun`` for a series of limits of one inequality.

    Every search starts from the best point of all searches so far: f and g do not depend on the limit, so that every
    evaluated point is valid for every limit.

    Parameters
    ----------
    fun : callable
        Returns (f, g) or (f, g, h) as for `minimize`; it is not vectorized.
    bounds : sequence of pairs
        As for `minimize`.
    constraint : int
        The position of the inequality in g, from 0; it becomes g[constraint] <= limit.
    limits : sequence of float
        The limits, in the order of the searches.
    **more
        Further arguments of `minimize`, such as `seed` or `budget`.

    Returns
    -------
    list of Solution
        One answer per limit, with the limit as ``limit``. ``s.constraints[constraint]["price"]`` is the slope of f against
        the limit.

    Examples
    --------
    >>> import heco
    >>> answers = heco.sweep(lambda x: (x[0] ** 2, [-x[0]]), [(-5, 5)], 0, [-1.0, -2.0], budget=500)
    >>> [round(s.fun, 4) for s in answers]
    [1.0, 4.0]
    """
    seen, answers = [], []
    start = more.pop("x0", None)

    def moved(limit):
        def values(x, *args):
            f, g, *h = fun(x, *args)
            g = np.array(g, dtype=float)
            seen.append((np.array(x), float(f), g.copy(), np.abs(np.concatenate([np.ravel(v) for v in h] or [[]]))))
            g[constraint] -= limit
            return (f, g, *h)
        return values

    def rank(point, limit):
        _, f, g, h = point
        g = g.copy()
        g[constraint] -= limit
        return float(np.maximum(g, 0).sum() + h.sum()), -f if more.get("maximise") else f

    for limit in limits:
        finite = [p for p in seen if np.isfinite(p[1]) and np.isfinite(p[2]).all()]
        x0 = min(finite, key=lambda p: rank(p, limit))[0] if finite else start
        seen[:] = finite[-20000:]
        answers.append(minimize(moved(limit), bounds, x0=x0, **more))
        answers[-1].limit = limit
    return answers
