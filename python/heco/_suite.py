"""Problems of suites and models in files as Python objects: heco.problem."""

from __future__ import annotations

import ctypes
import os
import weakref
from typing import Any

import numpy as np

from . import _lib, _tools
from ._kinds import LOG_SCALE, Category, Log, Values
from ._minimize import minimize
from ._solution import HecoError, Solution

_EVAL = _lib._callback("int", "void *", "double *", "double *", "double *", "double *")


class Problem:
    """A problem of the library that can be called: ``problem(x)`` returns (f, g, h), meaning g <= 0 and h = 0.

    name, n, n_ineq, n_eq        its name, and the numbers of variables, inequalities and equalities
    bounds, integrality          arguments of `heco.minimize`; tolerances: one per constraint, inequalities first
    names, constraint_names      of the variables and constraints
    f_best, x_best               the best known value and point, NaN and None if there are none
    budget                       the evaluations of the suite's protocol, None if there is none
    maximise                     True if f is maximised
    """

    def __init__(self, address, owner, start=(), budget=0):
        self._owner = owner  # keeps the memory of the problem
        self._problem = p = _lib.Problem.from_address(address)
        space = p.space
        self.name = (p.name or b"").decode()
        self.n, self.n_ineq, self.n_eq = space.n, space.ng, space.nh
        lower, upper = np.array(space.lower[:self.n]), np.array(space.upper[:self.n])
        self.bounds = [_kind(space, j) or (lower[j], upper[j]) for j in range(self.n)]
        for j in range(self.n if space.missing else 0):
            if space.missing[j] & LOG_SCALE:
                self.bounds[j] = Log(lower[j], upper[j])
        self.integrality = np.array(space.integer[:self.n], int) if space.integer else np.zeros(self.n, int)
        self.tolerances = np.array([_lib.space_tol(space, k) for k in range(self.n_ineq + self.n_eq)])
        self.names = _texts(p.x_names, self.n) or ["x%d" % (j + 1) for j in range(self.n)]
        self.constraint_names = _texts(p.c_names, self.n_ineq + self.n_eq)
        self.f_best, self.x_best = p.f_ref, np.array(p.x_ref[:self.n]) if p.x_ref else None
        self.x0, self.budget, self.maximise = np.array(start), int(budget) or None, bool(p.maximise)
        self._eval = _EVAL(p.eval) if p.eval else None

    def __call__(self, x: Any) -> tuple[float, np.ndarray, np.ndarray]:
        """Evaluates one point. A point that cannot be evaluated has f = NaN."""
        x = np.ascontiguousarray(x, float)
        if x.shape != (self.n,):
            raise ValueError("x has shape %s: (%d,) was expected" % (x.shape, self.n))
        if self._eval is None:
            raise HecoError("%s cannot be called point by point: use heco.solve" % self.name)
        f, g, h = np.zeros(1), np.zeros(self.n_ineq), np.zeros(self.n_eq)
        at = [a.ctypes.data_as(_lib.c_double_p) for a in (x, f, g, h)]
        failed = self._eval(self._problem.user, *at) != 0
        return (np.nan if failed else float(f[0])), g, h

    def minimize(self, **settings: Any) -> Solution:
        """Minimises the problem with `heco.minimize`, whose arguments `settings` are.

        Returns
        -------
        Solution
        """
        given = dict(integrality=self.integrality, n_ineq=self.n_ineq, n_eq=self.n_eq, tolerances=self.tolerances,
                     names=self.names, constraint_names=self.constraint_names, maximise=self.maximise)
        if len(self.x0):
            given["x0"] = self.x0
        return minimize(self, self.bounds, **dict(given, **settings))

    def __repr__(self):
        return "<heco.Problem %s: %d variables, %d inequalities, %d equalities>" % (self.name, self.n, self.n_ineq, self.n_eq)

    def __reduce__(self):
        raise TypeError("a Problem belongs to the C library: it cannot be pickled; open it where it is needed")


def _kind(space, j):
    """Returns the list of values or the category of variable j; None if it has a range."""
    if not space.choices:
        return None
    choice = ctypes.cast(space.choices, ctypes.POINTER(_lib.Choice))[j]
    if choice.count == 0:
        return None
    if not choice.unordered:
        return Values(choice.values[:choice.count])
    labels = [choice.labels[k].decode() for k in range(choice.count)] if choice.labels else choice.values[:choice.count]
    return Category(list(labels))


def _texts(array, count):
    return [array[k].decode(errors="replace") for k in range(count)] if array and count else None


def problem(model: str | os.PathLike, *, data: str | os.PathLike | None = None, trust: bool = False) -> Problem:
    """Opens a problem of a suite, or a model in a file, as a function with bounds and constraints.

    Parameters
    ----------
    model : str or path
        As for the command: ``"cec2017:C05/10"``, ``"design:welded-beam"``, ``"beam.lua"``, ``"beam.so"``, ...
    data : path, optional
        The folder with official benchmark data; default: ``$HECO_DATA``.
    trust : bool
        A script may use files, processes and modules.

    Returns
    -------
    Problem

    Raises
    ------
    HecoError
        If there is no such model.

    Examples
    --------
    >>> p = heco.problem("cec2006:g08")
    >>> s = p.minimize(budget=5000)
    """
    lib, error, how, opened = _tools.load(), _lib.Error(), _tools.ModelOptions(), ctypes.c_void_p()
    lib.heco_model_options_init(how, ctypes.sizeof(how))
    data = data if data is not None else os.environ.get("HECO_DATA")
    how.data, how.trust = None if data is None else os.fsencode(data), bool(trust)
    if lib.heco_model_open(opened, _lib.text(os.fspath(model), "model"), how, error) != 0:
        raise HecoError(error.text.decode(errors="replace"))
    owner = _Model(lib, opened)
    count = ctypes.c_size_t()
    start = lib.heco_model_start(opened, count)
    address = lib.heco_model_problem(opened)
    n = _lib.Problem.from_address(address).space.n
    return Problem(address, owner, np.array(start[:count.value * n]).reshape(-1, n) if count.value else (),
                   lib.heco_model_budget(opened))


class _Model:
    """Closes a model when the last object that uses it is gone."""

    def __init__(self, lib, model):
        weakref.finalize(self, lib.heco_model_close, model).atexit = False
