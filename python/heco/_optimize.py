"""The ask/tell class Optimizer."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref
from typing import Any, Mapping

import numpy as np

from . import _history, _lib, _problem, _setup
from ._solution import HecoError, Solution, answer, describe, settings


def options(algorithm: str | None = None) -> dict[str, dict[str, Any]]:
    """Returns the options of an algorithm, those of its members after its own.

    Parameters
    ----------
    algorithm : str, optional
        A name of `heco.algorithms`; default: the library's recommended one.

    Returns
    -------
    dict
        By name: ``default`` ('auto' if it follows from the problem), ``help``, and ``choices`` or ``min`` and ``max``.

    Examples
    --------
    >>> heco.options("heco-de")["gamma"]["default"]
    'auto'
    """
    which = _setup.algorithm(algorithm)
    out, name, text = {}, ctypes.create_string_buffer(120), ctypes.create_string_buffer(60)
    while option := _lib.algorithm_option_at(which, len(out), name, len(name)):
        o = option.contents
        _lib.option_print(option, o.value, text, len(text))
        row = {"default": "auto" if np.isnan(o.value) else text.value.decode(), "help": (o.help or b"").decode()}
        if o.choices:
            row["choices"] = o.choices.decode().split("|")
        else:
            row["min"], row["max"] = o.min, o.max
        out[name.value.decode()] = row
    return out


def algorithms() -> list[str]:
    """Returns the names of the algorithms built into the library.

    Returns
    -------
    list of str
    """
    names = []
    while _lib.algorithm_at(len(names)):
        names.append(_lib.algorithm_at(len(names)).contents.name.decode())
    return names


class Optimizer:
    """Ask for points, tell their values: f, inequalities g <= 0 and equalities h = 0.

    Parameters
    ----------
    bounds : sequence of pairs or scipy.optimize.Bounds
        (lower, upper) of each variable, or `heco.Values` or `heco.Category` for one that has no range.
    n_ineq, n_eq : int
        The numbers of inequalities and equalities.
    budget : int
        Evaluations.
    seed, algorithm, options, integrality, x0, eq_tol, ineq_tol, tolerances, target, time, stall
        As for `heco.minimize`.
    presolve : bool
        As for `heco.minimize`.
    max_failed : int, optional
        The search stops if the first so many evaluations all fail; 0: never. Default: 200.
    derivatives : bool
        The caller can give exact derivatives to tell().

    Notes
    -----
    An Optimizer can be copied and pickled: the copy makes the same search again with the values told so far, and goes on
    bit for bit. Its `time` starts again.

    Examples
    --------
    >>> opt = heco.Optimizer([(-5, 5)] * 2, n_ineq=1, budget=2000)
    >>> while (x := opt.ask()) is not None:
    ...     opt.tell((x ** 2).sum(axis=1), g=1 - x.sum(axis=1, keepdims=True))
    >>> opt.result().x
    """

    def __init__(self, bounds: Any, n_ineq: int = 0, n_eq: int = 0, budget: float = 10000, seed: Any = 1,
                 algorithm: str | None = None, options: Mapping[str, Any] | None = None, integrality: Any = None,
                 x0: Any = None, eq_tol: float = 1e-4, ineq_tol: float | None = None, tolerances: Any = None, target: float | None = None,
                 time: float | None = None, stall: int | None = None, max_failed: int | None = None,
                 presolve: bool = True, derivatives: Any = None, _linear: Any = None) -> None:
        self._made = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        self._run, self._keep, self._lock = ctypes.c_void_p(), [], threading.Lock()
        self.n_ineq, self.n_eq = _problem.count(n_ineq, "n_ineq"), _problem.count(n_eq, "n_eq")
        self._problem = _setup.problem(bounds, self.n_ineq, self.n_eq, integrality, eq_tol, tolerances, _linear, self._keep,
                                       _lib.INEQ_TOL if ineq_tol is None else ineq_tol)
        self._space = self._problem.space
        self.n = self._space.n
        how = _lib.default(_lib.RunOptions, _lib.run_options_init)
        _setup.run_options(how, self.n, self._keep, seed=seed, budget=budget, options=options, x0=x0, target=target, time=time,
                           stall=stall, max_failed=max_failed, presolve=presolve)
        how.derivatives = bool(derivatives)
        error, which = _lib.Error(), _setup.algorithm(algorithm)
        if _lib.run_new(self._run, which, self._space, how, error) != 0:
            raise HecoError(error.text.decode() or "the run could not be set up")
        # There is no __del__, because a caller could call it and go on to use arrays over freed memory.
        weakref.finalize(self, _lib.run_free, self._run).atexit = False
        self.algorithm, self.seed, self.budget, self.nit = which.contents, how.seed, how.max_evals, 0
        self._batch = self._views = self._asked = None
        self._made["seed"], self._stopped = how.seed, False
        self._told, self._exact = _history.Recording(self.n, self.n_ineq, self.n_eq), {}  # _exact: derivatives by batch

    @contextlib.contextmanager
    def _alone(self, what):
        """Refuses a call while another thread is in the library with this search, which serves one thread at a time."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("%s: another thread is using this Optimizer: give each thread its own, or share it under a lock"
                               % what)
        try:
            yield
        finally:
            self._lock.release()

    def ask(self) -> np.ndarray | None:
        """Returns the next points.

        Returns
        -------
        ndarray of shape (S, n) or None
            One point per row (a copy); None when the search is over.
        """
        with self._alone("ask"):
            if self._asked is not None:
                raise HecoError("ask: the last batch has not been told")
            address = _lib.run_ask(self._run)
            if address is None:
                message = _lib.run_message(self._run)
                if message:
                    raise HecoError(message.decode())
                return None
            if self._batch is None:  # the batch of a run never moves
                self._batch = batch = _lib.Batch.from_address(address)
                self._views = [_lib.view(at, (batch.capacity, *width)) for at, width in (
                    (batch.x, (self.n,)), (batch.f, ()), (batch.g, (self.n_ineq,)), (batch.h, (self.n_eq,)))]
            self._asked = [v[:self._batch.count] for v in self._views]
            return self._asked[0].copy()

    def _slopes(self):
        """Returns arrays over the library's df, dg and dh."""
        b = self._batch
        return [_lib.view(at, shape) for at, shape in ((b.df, (self.n,)), (b.dg, (self.n_ineq, self.n)), (b.dh, (self.n_eq, self.n)))]

    @property
    def wants_derivatives(self) -> bool:
        """True if tell may give the derivatives of the first point asked for."""
        return self._asked is not None and bool(self._batch.derivatives)

    def tell(self, f: Any, g: Any = None, h: Any = None, df: Any = None, dg: Any = None, dh: Any = None) -> None:
        """Takes the values of the points asked for, one row per point.

        Parameters
        ----------
        f : array_like of shape (S,)
        g : array_like of shape (S, n_ineq)
        h : array_like of shape (S, n_eq)
            NaN marks a point that could not be evaluated.
        df, dg, dh : array_like of shapes (n,), (n_ineq, n) and (n_eq, n), optional
            Exact derivatives at the first point, if `wants_derivatives` is True.
        """
        with self._alone("tell"):
            if self._asked is None:
                raise HecoError("tell: there is no batch to tell")
            if (g is None and self.n_ineq) or (h is None and self.n_eq):
                raise HecoError("tell: values are needed for %d inequalities and %d equalities" % (self.n_ineq, self.n_eq))
            rows = len(self._asked[1])
            for to, values, what, wanted in zip(self._asked[1:4], (f, g, h), "fgh", (1, self.n_ineq, self.n_eq)):
                if values is None and what != "f":
                    continue
                array = _problem.real(values, what)
                if wanted == 1 and array.shape == (rows,):
                    array = array.reshape(to.shape)
                if array.shape != to.shape:
                    raise HecoError("tell: %s has shape %s, %s was expected" % (what, array.shape, to.shape))
                to[:] = array
            if self._batch.derivatives:
                self._batch.derivatives = df is not None
                for to, values in zip(self._slopes(), (df, dg, dh)):
                    if df is not None and to.size:
                        to[:] = _problem.real(np.nan if values is None else values, "derivatives")
                if df is not None:
                    self._exact[self.nit] = [slopes.copy() for slopes in self._slopes()]
            self._told.add(*self._asked, ~np.isfinite(self._asked[1]))
            self._asked = None
            self.nit += 1
            if _lib.run_tell(self._run) != 0:
                raise HecoError(_lib.run_message(self._run).decode())

    def stop(self) -> None:
        """Ends the search; the best point so far stays."""
        with self._alone("stop"):
            self._asked, self._stopped = None, True
            _lib.run_stop(self._run, _lib.STOP_USER)

    @property
    def nfev(self) -> int:
        """Evaluations so far, failed ones included."""
        return _lib.run_result(self._run).contents.outcome.evals

    @property
    def nfail(self) -> int:
        """Failed evaluations so far."""
        return _lib.run_result(self._run).contents.outcome.failed

    def __repr__(self):
        return "<heco.Optimizer %s: %d variables, %d inequalities, %d equalities, %d evaluations>" % (
            self.algorithm.name.decode(), self.n, self.n_ineq, self.n_eq, self.nfev)

    def __reduce__(self):
        with self._alone("pickle"):
            return _again, (type(self), self._made, self._told.table(), dict(self._exact),
                            self._asked is not None, self._stopped)

    def _replay(self, rows, exact):
        """Tells this new search the rows of another search with the same arguments."""
        ends, begin = np.cumsum((self.n, 1, self.n_ineq)), 0
        while begin < len(rows):
            x = self.ask()
            told = rows[begin:begin + (len(rows) if x is None else len(x))]
            then, f, g, h = np.split(told, ends, axis=1)
            if x is None or not np.array_equal(x, then):
                raise HecoError("the pickled search asks for other points here: use the version of heco that pickled it")
            self.tell(f[:, 0], g, h, *exact.get(self.nit, ()))
            begin += len(told)

    def best(self) -> tuple[np.ndarray, float, float]:
        """Returns the best point so far.

        Returns
        -------
        x, f, violation
        """
        with self._alone("best"):
            r = _lib.run_result(self._run).contents
            return np.array(r.x[:self.n]), r.outcome.f, r.outcome.viol

    def settings(self) -> dict[str, str]:
        """Returns the algorithm's options in use, automatic ones resolved."""
        return settings(self.algorithm, _lib.run_settings(self._run))

    def violation(self, g: Any, h: Any) -> float:
        """Returns the mean violation of one point with these values, which ranks points.

        Parameters
        ----------
        g, h : array_like
            Values of the inequalities and the equalities.

        Returns
        -------
        float
        """
        g, h = (np.ascontiguousarray(_problem.real(v, w)) for v, w in ((g, "g"), (h, "h")))
        if g.shape != (self.n_ineq,) or h.shape != (self.n_eq,):
            raise HecoError("violation: g and h have shapes %s and %s, %s and %s were expected" %
                            (g.shape, h.shape, (self.n_ineq,), (self.n_eq,)))
        return _lib.violation(self._space, _setup.doubles(g), _setup.doubles(h))

    def result(self, names: list[str] | None = None, last_error: Any = None, last_x: Any = None) -> Solution:
        """Returns the answer so far.

        Parameters
        ----------
        names : list of str, optional
            Of the constraints, inequalities first.
        last_error, last_x
            Kept in the answer.

        Returns
        -------
        Solution
        """
        with self._alone("result"):
            s = answer(self._problem, _lib.run_result(self._run).contents, self.algorithm, _lib.run_settings(self._run),
                       nit=self.nit, seed=self.seed, search=_lib.described(_lib.run_describe, self._run),
                       names=["x%d" % (j + 1) for j in range(self.n)])
        s.update(last_error=last_error, last_x=last_x)
        for c, name in zip(s.constraints, names or ()):
            c["name"] = name
        s.history = self._told.history(s.nfev, s.names, [c["name"] for c in s.constraints],
                                       np.array([c["tolerance"] for c in s.constraints]), False)
        describe(s, _lib.described(_lib.run_verdict, self._run, self._problem))
        return s


def _again(kind, made, rows, exact, asked, stopped):
    """Returns the copy of an Optimizer that was pickled."""
    opt = kind(**made)
    opt._replay(rows, exact)
    if asked:
        opt.ask()
    if stopped:
        opt.stop()
    return opt
