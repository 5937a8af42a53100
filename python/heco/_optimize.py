"""The ask/tell class Optimizer and the answer."""

from __future__ import annotations

import ctypes
import html
import json
import weakref
from typing import Any, Mapping

import numpy as np

from . import _kinds, _lib, _problem


class HecoError(ValueError):
    """What the library refused, with its message."""


class Solution(dict):
    """The answer: a dictionary whose items are attributes too, as SciPy's OptimizeResult.

    x, fun            the best point and its value
    g, h              its inequalities (met when <= 0) and equalities (met when 0)
    success           True when it is feasible
    found             'feasible', 'infeasible' or 'none' (every evaluation failed)
    stop              why the search ended: 'budget', 'target', 'time', 'stall', 'user', 'failed', ...
    message           one line about all this
    maxcv             the largest violation of a constraint, 0 when feasible
    violation         mean violation over the constraints, as it is ranked
    constraints       a list of dictionaries: name, equality, value, tolerance, satisfied, excess
    nfev, nfail, nit  evaluations, how many of them failed, batches
    njev              how often exact derivatives were used (each with an evaluation, which is in nfev)
    runs, summary     with runs=: all answers (same_point: it ends where the best one does, f within 1e-4 and x within 1 % of
                      the box), and what they say together, as in the command's JSON: runs, feasible, best, median, worst,
                      better_quartile, worse_quartile, same_point, same_value, unseen, ...
    evals_at_best     the evaluation that gave x, counted from 1
    last_error        the last exception of the function, and last_x the point it came for
    reproduced        True when evaluating x once more gave the same values; None: not done
    algorithm, options, seed, seconds
    """

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("a Solution has no %r; it has %s" % (name, ", ".join(self))) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return list(self) + dir(dict)

    def to_json(self, **how: Any) -> str:
        """The answer as a JSON document.

        Parameters
        ----------
        **how
            Handed to `json.dumps`, such as ``indent=2``.

        Returns
        -------
        str
            Arrays are lists, exceptions their text, and numbers that are not finite are null.
        """
        return json.dumps(_plain(dict(self)), allow_nan=False, **how)

    def __repr__(self):
        rows = [(k, "%r" % (v,)) for k, v in self.items() if k not in ("constraints", "runs", "document")]
        for c in self.get("constraints") or ():
            state = "met" if c["satisfied"] else "violated by %.6g" % c["excess"]
            rows.append((c["name"], "%.10g (%s)" % (c["value"], state)))
        width = max([len(k) for k, _ in rows], default=0)
        return "\n".join("%*s: %s" % (width, k, v.replace("\n", "\n" + " " * (width + 2))) for k, v in rows)

    def _repr_html_(self):
        """For notebooks: the answer, and a table of the constraints."""
        def row(cells, tag="td"):
            return "<tr>%s</tr>" % "".join("<%s style='text-align:left'>%s</%s>" % (tag, html.escape(str(c)), tag) for c in cells)

        def number(value):
            return "%.8g" % value if isinstance(value, (float, np.floating)) else str(value)

        head = [row((k, number(self[k]))) for k in ("found", "fun", "maxcv", "nfev", "nfail", "stop", "algorithm", "seed", "message") if k in self]
        head.append(row(("x", np.array2string(np.asarray(self.get("x", ())), precision=8, threshold=20))))
        parts = ["<table>%s</table>" % "".join(head)]
        constraints = self.get("constraints") or ()
        if constraints:
            rows = [row((c["name"], number(c["value"]), "=" if c["equality"] else "\u2264", number(c["tolerance"]),
                         "met" if c["satisfied"] else "violated by %.6g" % c["excess"])) for c in constraints]
            parts.append("<table>%s%s</table>" % (row(("constraint", "value", "0", "tolerance", "state"), "th"), "".join(rows)))
        return "<div>%s</div>" % "".join(parts)


def _plain(value):
    """What JSON can hold."""
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(v) for v in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def options(algorithm: str | None = None) -> dict[str, dict[str, Any]]:
    """Options of an algorithm, those of its members after its own.

    Parameters
    ----------
    algorithm : str, optional
        A name of `heco.algorithms`; default: the library's recommended one.

    Returns
    -------
    dict
        By name: ``default`` ('auto' where it follows from the problem), ``help``, and ``choices`` or ``min`` and ``max``.

    Examples
    --------
    >>> heco.options("heco-de")["gamma"]["default"]
    'auto'
    """
    error, which = _lib.Error(), _lib.algorithm_default()
    if algorithm is not None:
        which = _lib.algorithm_find(_lib.text(algorithm, "algorithm"), error)
        if not which:
            raise HecoError(error.text.decode())
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
    """Names of the algorithms built into the library.

    Returns
    -------
    list of str
    """
    names = []
    while _lib.algorithm_at(len(names)):
        names.append(_lib.algorithm_at(len(names)).contents.name.decode())
    return names


def _seed(seed):
    """A seed from a number, None (drawn by the system) or a NumPy generator."""
    if seed is None:
        seed = np.random.default_rng()
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2 ** 63))
    if isinstance(seed, np.random.RandomState):
        return int(seed.randint(2 ** 63, dtype=np.int64))
    return _problem.count(seed, "seed")


def _doubles(values):
    return values.ctypes.data_as(_lib.c_double_p)


class Optimizer:
    """Ask for points, tell their values: f, inequalities g <= 0 and equalities h = 0.

    Parameters
    ----------
    bounds : sequence of pairs or scipy.optimize.Bounds
        (lower, upper) of each variable, or `heco.Values` or `heco.Category` for one that has no range.
    n_ineq, n_eq : int
        How many inequalities and equalities there are.
    budget : int
        Evaluations.
    seed, algorithm, options, integrality, x0, eq_tol, tolerances, target, time, stall
        As for `heco.minimize`.
    presolve : bool
        As for `heco.minimize`.
    max_failed : int, optional
        Stop when the first so many evaluations all fail; 0: never. Default: 5000.
    derivatives : bool
        Whoever tells can give exact derivatives.

    Examples
    --------
    >>> opt = heco.Optimizer([(-5, 5)] * 2, n_ineq=1, budget=2000)
    >>> while (x := opt.ask()) is not None:
    ...     opt.tell((x ** 2).sum(axis=1), g=1 - x.sum(axis=1, keepdims=True))
    >>> opt.result().x
    """

    def __init__(self, bounds: Any, n_ineq: int = 0, n_eq: int = 0, budget: float = 10000, seed: Any = 1,
                 algorithm: str | None = None, options: Mapping[str, Any] | None = None, integrality: Any = None,
                 x0: Any = None, eq_tol: float = 1e-4, tolerances: Any = None, target: float | None = None,
                 time: float | None = None, stall: int | None = None, max_failed: int | None = None,
                 presolve: bool = True, derivatives: Any = None, _linear: Any = None) -> None:
        self._run = ctypes.c_void_p()
        lower, upper = _problem.box(bounds)
        n = len(lower)
        self.n = n
        self.n_ineq, self.n_eq = _problem.count(n_ineq, "n_ineq"), _problem.count(n_eq, "n_eq")
        self._keep = keep = [lower, upper]
        space = _lib.Space(n=n, ng=self.n_ineq, nh=self.n_eq, lower=_doubles(lower), upper=_doubles(upper),
                           eq_tol=eq_tol)
        kinds = _kinds.of(bounds)
        if kinds is not None:
            space.choices = _kinds.choices(kinds, keep)
        if _linear:
            space.linear = _kinds.linear(_linear, keep)
        if integrality is not None:
            keep.append(_problem.whole(integrality, n))
            if kinds is not None:  # a list need not have whole numbers
                keep[-1][[kind is not None for kind in kinds]] = 0
            space.integer = keep[-1].ctypes.data_as(ctypes.POINTER(ctypes.c_ubyte))
        if tolerances is not None:
            keep.append(_problem.spread(tolerances, (self.n_ineq + self.n_eq,), "tolerances"))
            space.tol = _doubles(keep[-1])
        self._space = space
        how = self._options(budget, seed, options, x0, target, time, stall)
        how.derivatives = bool(derivatives)
        self._derive = derivatives if hasattr(derivatives, "fill") else None
        how.no_presolve = not presolve
        if max_failed is not None:
            how.max_failed = _problem.count(max_failed, "max_failed")
        self.budget = how.max_evals
        error = _lib.Error()
        which = _lib.algorithm_default()
        if algorithm is not None:
            which = _lib.algorithm_find(_lib.text(algorithm, "algorithm"), error)
            if not which:
                raise HecoError(error.text.decode())
        if _lib.run_new(self._run, which, space, how, error) != 0:
            raise HecoError(error.text.decode() or "the run could not be set up")
        # Not __del__, which anybody can call and go on: arrays over freed memory would stay.
        weakref.finalize(self, _lib.run_free, self._run).atexit = False
        self.algorithm = which.contents
        self.seed = how.seed
        self._batch = None
        self._views = None
        self._sliced = {}
        self._asked = None
        self.nit = 0

    def _options(self, budget, seed, options, x0, target, time, stall):
        how = _lib.run_options_default()
        how.seed, how.max_evals = _seed(seed), _problem.count(budget, "budget", 1)
        how.max_seconds = 0.0 if time is None else float(time)
        how.target = np.nan if target is None else float(target)
        how.stall = 0 if stall is None else _problem.count(stall, "stall")
        if options is not None and not hasattr(options, "items"):
            raise TypeError("options is %r: a dictionary of names and values was expected" % (options,))
        texts = ["%s=%s" % (k, v if isinstance(v, str) else repr(v)) for k, v in (options or {}).items()]
        if texts:
            how.set = (ctypes.c_char_p * len(texts))(*[_lib.text(t, "options") for t in texts])
            how.sets = len(texts)
        if x0 is not None:
            start = _problem.points(x0, self.n)
            self._keep.append(start)
            how.start, how.starts = _doubles(start), len(start)
        return how

    def _view(self, address):
        """Arrays over the library's batch, made once per size: x, f, g, h, then x, g, h transposed."""
        if self._batch is None:
            self._batch = batch = _lib.Batch.from_address(address)

            def array(pointer, width):
                if width == 0:
                    return np.empty((batch.capacity, 0))
                return np.ctypeslib.as_array(pointer, shape=(batch.capacity, width))
            self._views = (array(batch.x, self.n), np.ctypeslib.as_array(batch.f, shape=(batch.capacity,)),
                           array(batch.g, self.n_ineq), array(batch.h, self.n_eq))
        count = self._batch.count
        views = self._sliced.get(count)
        if views is None:
            x, f, g, h = (v[:count] for v in self._views)
            views = self._sliced[count] = (x, f, g, h, x.T, g.T, h.T)
        return views

    def _ask(self):
        """Views (x, f, g, h, x.T, g.T, h.T) of the next rows, to be filled in place; None: it is over."""
        if self._asked is not None:
            raise HecoError("ask: the last batch has not been told")
        address = _lib.run_ask(self._run)
        if address is None:
            message = _lib.run_message(self._run)
            if message:
                raise HecoError(message.decode())
            return None
        self._asked = views = self._view(address)
        return views

    def _tell(self):
        """The views are filled."""
        self._asked = None
        self.nit += 1
        batch = self._batch
        if self._derive is not None and batch.derivatives and not batch.stop and batch.count:
            batch.derivatives = self._derive.fill(self._views[0][0], *self._slopes())
        if _lib.run_tell(self._run) != 0:
            raise HecoError(_lib.run_message(self._run).decode())

    def _cut(self, done, stop):
        """Ends the search in the middle of a batch; the rows that have values (a number of them from the first on, or a
        mask) count."""
        if self._asked is not None:
            count, batch = len(self._asked[1]), self._batch
            has = done if isinstance(done, np.ndarray) else np.arange(count) < done
            for row in np.flatnonzero(~has):
                batch.state[row] = _lib.ROW_SKIPPED
            batch.stop, batch.derivatives = stop == _lib.STOP_USER, 0
            self._tell()
        _lib.run_stop(self._run, stop)

    def ask(self) -> np.ndarray | None:
        """The next points.

        Returns
        -------
        ndarray of shape (S, n) or None
            One point per row (a copy); None when the search is over.
        """
        views = self._ask()
        return None if views is None else views[0].copy()

    def _slopes(self):
        """Arrays over the library's df, dg and dh."""
        shapes = (self.n,), (self.n_ineq, self.n), (self.n_eq, self.n)
        return [np.ctypeslib.as_array(pointer, shape=shape) if shape[0] else np.empty(shape)
                for pointer, shape in zip((self._batch.df, self._batch.dg, self._batch.dh), shapes)]

    @property
    def wants_derivatives(self) -> bool:
        """True: tell may give the derivatives of the first point asked for."""
        return self._asked is not None and bool(self._batch.derivatives)

    def tell(self, f: Any, g: Any = None, h: Any = None, df: Any = None, dg: Any = None, dh: Any = None) -> None:
        """The values of the points asked for, one row per point.

        Parameters
        ----------
        f : array_like of shape (S,)
        g : array_like of shape (S, n_ineq)
        h : array_like of shape (S, n_eq)
            NaN marks a point that could not be evaluated.
        df, dg, dh : array_like of shapes (n,), (n_ineq, n) and (n_eq, n), optional
            Exact derivatives at the first point, where `wants_derivatives` says so.
        """
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
        if self._derive is None and self._batch.derivatives:
            self._batch.derivatives = df is not None
            for to, values in zip(self._slopes(), (df, dg, dh)):
                if df is not None and to.size:
                    to[:] = _problem.real(np.nan if values is None else values, "derivatives")
        self._tell()

    def stop(self) -> None:
        """Ends the search; the best point so far stays."""
        self._asked = None
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
        raise TypeError("an Optimizer is a running search of the C library: it can be neither copied nor pickled")

    def best(self) -> tuple[np.ndarray, float, float]:
        """The best point so far.

        Returns
        -------
        x, f, violation
        """
        r = _lib.run_result(self._run).contents
        return np.array(r.x[:self.n]), r.outcome.f, r.outcome.viol

    def settings(self) -> dict[str, str]:
        """The algorithm's options in use, automatic ones resolved."""
        values, out, text = _lib.run_settings(self._run), {}, ctypes.create_string_buffer(60)
        k = 0
        while self.algorithm.options[k].name is not None:
            option = self.algorithm.options[k]
            _lib.option_print(ctypes.byref(option), values[k], text, len(text))
            out[option.name.decode()] = text.value.decode()
            k += 1
        return out

    def violation(self, g: Any, h: Any) -> float:
        """The mean violation of one point with these values, as it is ranked.

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
        return _lib.violation(self._space, _doubles(g), _doubles(h))

    def result(self, names: list[str] | None = None, last_error: Any = None, last_x: Any = None) -> Solution:
        """The answer so far.

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
        r = _lib.run_result(self._run).contents
        end = r.outcome
        s = Solution(message="", success=end.found == _lib.FOUND_FEASIBLE, fun=end.f, x=np.array(r.x[:self.n]),
                     g=np.array(r.g[:self.n_ineq]), h=np.array(r.h[:self.n_eq]), maxcv=0.0, violation=end.viol,
                     found=_lib.found_text(end.found).decode(), stop=_lib.stop_text(end.stop).decode(),
                     nfev=end.evals, nfail=end.failed, njev=end.derivatives, nit=self.nit, evals_at_best=end.evals_at_best,
                     last_error=last_error, last_x=last_x, reproduced=None, seconds=end.seconds, seed=self.seed,
                     algorithm=self.algorithm.name.decode(), options=self.settings())
        self._report(s, names)
        return s

    def _report(self, s, names):
        """Constraints one by one, and the message."""
        names = names or (["g%d" % (k + 1) for k in range(self.n_ineq)] +
                          ["h%d" % (k + 1) for k in range(self.n_eq)])
        rows = []
        for k, value in enumerate(np.concatenate([s.g, s.h])):
            equality = k >= self.n_ineq
            tol = self._space.tol[k] if self._space.tol else (self._space.eq_tol if equality else 0.0)
            size = abs(value) if equality else value
            met = bool(size <= tol)
            rows.append(dict(name=names[k], equality=equality, value=float(value), tolerance=tol,
                             satisfied=met, excess=0.0 if met else float(size - tol)))
        s.constraints = rows
        s.maxcv = max([c["excess"] for c in rows], default=0.0)
        broken = [c["name"] for c in rows if not c["satisfied"]]
        parts = ["nothing has been evaluated" if s.nfev == 0 else "every evaluation failed" if s.found == "none" else
                 "feasible" if not broken else "no feasible point; violated: " + ", ".join(broken)]
        parts.append("not ended" if s.stop == "running" else "stopped by " + s.stop)
        if s.nfail and s.found != "none":
            parts.append("%d of %d evaluations failed" % (s.nfail, s.nfev))
        if s.last_error is not None:
            words = ": %s" % s.last_error if str(s.last_error) else ""
            parts.append("the last error was %s%s" % (type(s.last_error).__name__, words))
        s.message = "; ".join(parts)
