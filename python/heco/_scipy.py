"""heco as a method of scipy.optimize.minimize."""

from __future__ import annotations

from typing import Any, Callable

from ._minimize import minimize

# Arguments that SciPy passes to every method and that have no effect here.
_IGNORED = ("hess", "hessp", "tol", "jac")


def scipy_method(fun: Callable, x0: Any, args: tuple = (), bounds: Any = None, constraints: Any = (), callback: Any = None,
                 **options: Any) -> Any:
    """A method for ``scipy.optimize.minimize(fun, x0, method=heco.scipy_method, bounds=..., constraints=...)``.

    Parameters
    ----------
    fun, x0, args, bounds, constraints, callback
        From SciPy. The search begins at x0.
    **options
        The dictionary ``options`` of SciPy: any argument of `heco.minimize`, such as ``budget``, ``seed``, ``workers``.
        A `jac` that is a function is used; second derivatives and `tol` are not.

    Returns
    -------
    scipy.optimize.OptimizeResult
        With every item of the answer of `heco.minimize`.
    """
    from scipy.optimize import OptimizeResult
    jac = options.get("jac")
    settings = {name: value for name, value in options.items() if name not in _IGNORED}
    s = minimize(fun, bounds, args, constraints, x0=x0, callback=callback, jac=jac if callable(jac) else None, **settings)
    return OptimizeResult(s, status=0 if s.success else 1)
