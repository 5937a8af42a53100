"""maximize(): minimize() of a function that is to be large."""

from __future__ import annotations

from typing import Any, Callable

from ._minimize import minimize
from ._solution import Solution


def maximize(fun: Callable, bounds: Any = None, *args: Any, **settings: Any) -> Solution:
    """Maximise ``fun``: `heco.minimize` with ``maximise=True``.

    Parameters
    ----------
    fun : callable
        As for `heco.minimize`; f is to be large, g and h mean the same as there.
    bounds
        As for `heco.minimize`.
    *args, **settings
        Further arguments of `heco.minimize`.

    Returns
    -------
    Solution
        `fun` holds the value of the function as it is.

    Examples
    --------
    >>> import heco
    >>> s = heco.maximize(lambda x: x[0] * (1 - x[0]), [(0, 1)], budget=200)
    >>> round(s.fun, 6)
    0.25
    """
    return minimize(fun, bounds, *args, maximise=True, **settings)
