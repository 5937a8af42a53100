"""minimize(): everything in one call."""

from __future__ import annotations

import difflib
import inspect
import time as clock
import warnings
from typing import Any, Callable, Mapping

import numpy as np

from . import _derivatives, _kinds, _lib, _pool, _problem, _runs
from ._optimize import Optimizer, Solution
from ._progress import Progress

MAX_FAILED = 200  # as the command: when the first so many evaluations all fail, something is wrong

# What SciPy and its relatives call things.
_WORDS = {
    "maxiter": "budget, which counts evaluations, not iterations", "iters": "budget, which counts evaluations",
    "maxfun": "budget, the number of evaluations", "nfev": "budget, the number of evaluations",
    "popsize": "options={'N0': ...} with algorithm='heco-de'; see heco.options(algorithm)",
    "method": "algorithm, a name of heco.algorithms()", "strategy": "algorithm, a name of heco.algorithms()",
    "mutation": "nothing: the algorithms adapt it", "recombination": "nothing: the algorithms adapt it",
    "polish": "nothing: the default algorithm polishes by itself", "updating": "nothing: batches are always evaluated whole",
    "init": "x0, initial points, one per row", "tol": "stall or target", "atol": "stall or target", "ftol": "stall or target",
    "xtol": "stall or target", "rng": "seed", "random_state": "seed", "hess": "nothing: second derivatives are not used",
    "verbose": "disp", "n_jobs": "workers", "timeout": "time for the search or eval_timeout for a point",
    "lb": "bounds, pairs (lower, upper)", "ub": "bounds, pairs (lower, upper)",
}


def minimize(fun: Callable, bounds: Any, args: tuple = (), constraints: Any = (), *, integrality: Any = None,
             x0: Any = None, seed: Any = 1, budget: float | None = None, maxfev: float | None = None,
             workers: int | Callable = 1, vectorized: bool = False, callback: Callable | None = None,
             algorithm: str | None = None, options: Mapping[str, Any] | None = None, n_ineq: int | None = None,
             n_eq: int | None = None, eq_tol: float = 1e-4, tolerances: Any = None, target: float | None = None,
             time: float | None = None, stall: int | None = None, eval_timeout: float | None = None,
             on_error: str = "fail", retries: int = 0, max_failed: int = MAX_FAILED, runs: int = 1, presolve: bool = True,
             disp: bool = False, jac: Callable | None = None, **unknown: Any) -> Solution:
    """Minimise ``fun(x, *args)`` over a box, subject to constraints.

    Parameters
    ----------
    fun : callable
        Returns f, or everything together: a tuple (f, g) or (f, g, h) or a dict with these keys, meaning
        g <= 0 and h = 0. With `vectorized` it gets x of shape (n, S) and returns f of shape (S,), g of shape
        (ng, S), h of shape (nh, S), as SciPy's. x is a copy: it may be changed and kept. NaN means that the
        point has no value.
    bounds : sequence of pairs or scipy.optimize.Bounds
        (lower, upper) of each variable, or `heco.Values` or `heco.Category` for one that has no range.
    args : tuple
        Further arguments of `fun`.
    constraints : constraint or list of constraints
        SciPy's LinearConstraint, NonlinearConstraint or dictionaries. The search knows the rows of a
        LinearConstraint as they are.
    integrality : array_like, optional
        Nonzero per variable that must be an integer, or one value for all.
    x0 : array_like, optional
        One initial point, or one per row.
    seed : int, None or numpy.random.Generator
        Same seed, same answer; None or a generator: drawn, and noted in the answer.
    budget : int, optional
        Evaluations (`maxfev` is the same); default 10000 (n + 1), of which the default algorithm uses no more
        than it takes to see that further descents would find nothing new.
    workers : int or callable
        1: in this process. A number of forked processes (-1: all cores): a crash of `fun` is then a failed
        point. Or a map-like callable such as the map of a pool. The answer does not depend on it.
    vectorized : bool
        `fun` takes many points in one call.
    callback : callable, optional
        Called after every batch as ``callback(optimizer)`` (best(), nfev, nfail), or in SciPy's forms:
        ``callback(intermediate_result)`` with a `Solution` of x, fun, nfev, nfail, maxcv, and
        ``callback(xk, convergence)`` with the share of the budget that is used. A true value or StopIteration
        ends the search.
    algorithm : str, optional
        A name of `heco.algorithms`; default: the library's recommended one.
    options : mapping, optional
        Options of that algorithm, see `heco.options`.
    n_ineq, n_eq : int, optional
        Sizes of g and h when `fun` returns them; otherwise it is evaluated once, at x0 or the centre and beyond
        the budget, to learn them.
    eq_tol : float
        abs(h) up to this counts as met; `tolerances`: one per constraint instead, g first.
    target, time, stall : number, optional
        Stop at a feasible f <= target, after that many seconds, after that many evaluations without a better
        point.
    eval_timeout : float, optional
        Seconds per point, then the point has failed; `fun` runs in a forked process.
    on_error : {'fail', 'raise'}
        An exception in `fun` makes a failed point, or ends the search.
    retries : int
        How often a point that failed is evaluated again, for functions that fail by chance.
    presolve : bool
        Use what follows from linear constraints: tighter bounds, equalities met by construction. False: they are
        constraints and nothing else.
    max_failed : int
        Give up when the first so many evaluations all fail; 0: never.
    runs : int
        That many searches with the seeds seed, seed + 1, ...: the best answer, with all of them in ``runs`` and
        what they say together in ``summary``.
    disp : bool
        Show a line of progress, also in a notebook.
    jac : callable, optional
        Exact derivatives: ``jac(x, *args)`` returns the gradient of f and, where `fun` returns (f, g) or (f, g, h),
        likewise (df, dg) or (df, dg, dh), a row per constraint. Constraints given apart bring their own `jac`, as
        SciPy's; if one has none, differences are taken. It gets one point, in this process.

    Returns
    -------
    Solution
        Ctrl-C returns the best point so far.

    Examples
    --------
    >>> import heco
    >>> s = heco.minimize(lambda x: (x[0] ** 2 + x[1] ** 2, [1 - x[0] - x[1]]), [(-5, 5)] * 2, budget=1000)
    >>> bool(s.success), round(s.fun, 6)
    (True, 0.5)
    """
    _refuse(unknown)
    if on_error not in ("fail", "raise"):
        raise ValueError("on_error is %r: 'fail' and 'raise' are possible" % (on_error,))
    if budget is not None and maxfev is not None:
        raise ValueError("budget and maxfev mean the same: give one of them")
    lower, upper = _problem.box(bounds)
    if x0 is not None and len(lower) == 1:  # Bounds(0, 1) means all variables
        n = np.shape(x0)[-1] if np.ndim(x0) else 1
        lower, upper = np.full(n, lower[0]), np.full(n, upper[0])
    n = len(lower)
    kinds = _kinds.of(bounds)
    box = [kind or pair for kind, pair in zip(kinds or [None] * n, zip(lower, upper))]
    tell = _callback(callback)
    work = _problem.evaluation(fun, args, constraints, vectorized, _sizes(n_ineq, n_eq), n, on_error)
    if not work.known:
        work.learn_sizes(_trials(box, integrality, x0))
    if budget is None and maxfev is None and algorithm in (None, "auto") and isinstance(options or {}, dict):
        options = {"stop": "converged", **(options or {})}
    if budget is None:
        budget = maxfev if maxfev is not None else 10000 * (n + 1)
    derive = _derivatives.derivatives(jac, work, n)
    evaluate = _evaluator(work, workers, eval_timeout)
    if _problem.count(retries, "retries") > 0:
        evaluate = _Again(evaluate, work, retries)

    def search(seed):
        opt = Optimizer(box, work.ng, work.nh, budget=budget, seed=seed,
                        algorithm=algorithm, options=options, integrality=integrality, x0=x0, eq_tol=eq_tol,
                        tolerances=tolerances, target=target, time=time, stall=stall, max_failed=max_failed, presolve=presolve,
                        derivatives=derive, _linear=work.linear())
        return _one(opt, evaluate, work, tell, time, Progress(_problem.count(budget, "budget", 1)) if disp else None)

    try:
        if _problem.count(runs, "runs", 1) == 1:
            s, interrupted = search(seed)
        else:
            s, interrupted = _several(search, seed, runs, box)
    finally:
        if evaluate is not work:
            evaluate.close()
    if s.found == "none" and not interrupted:
        warnings.warn("heco.minimize: " + s.message, RuntimeWarning, stacklevel=2)
    return s


def _one(opt, evaluate, work, tell, time, line):
    """One search; (answer, whether Ctrl-C ended it)."""
    work.last_error = work.last_x = None
    if time:
        work.deadline = clock.monotonic() + time
    interrupted = _search(opt, evaluate, work, tell, line)
    work.deadline = None
    if line is not None:
        line.end(opt)
    s = opt.result(work.names(), work.last_error, work.last_x)
    if not interrupted:
        _check(evaluate, work, opt, s)
    return s, interrupted


def _several(search, seed, runs, box):
    """Searches with one seed after the other; the best of them with all of them in it."""
    answers, interrupted, first = [], False, None
    for k in range(runs):
        s, interrupted = search(seed if first is None else first + k)
        first = s.seed if first is None else first
        answers.append(s)
        if interrupted:
            break
    best, summary = _runs.summary(answers, runs, box)
    together = Solution(best, runs=answers, summary=summary)
    together.pop("same_point")
    together.message += "; %d of %d searches were feasible, %d ended at this point" % (
        summary["feasible"], len(answers), summary["same_point"])
    return together, interrupted


def _refuse(unknown):
    """An argument that is none, with the nearest one that is."""
    for name in unknown:
        known = [k for k in inspect.signature(minimize).parameters if k != "unknown"]
        if name in _WORDS:
            hint = "in heco it is " + _WORDS[name]
        else:
            near = difflib.get_close_matches(name, known, 1)
            hint = "did you mean %s?" % near[0] if near else "there are " + ", ".join(known)
        raise TypeError("minimize() has no argument %r: %s" % (name, hint))


def _callback(callback):
    """A function of the Optimizer and the share of the budget, whatever form the user's has; None: there is none."""
    if callback is None:
        return None
    if not callable(callback):
        raise TypeError("callback is %r: a function was expected" % (callback,))
    try:
        names = list(inspect.signature(callback).parameters.values())
    except (TypeError, ValueError):  # some functions written in C do not say
        return lambda opt: callback(opt)
    needed = [p for p in names if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    if [p.name for p in names] == ["intermediate_result"]:
        return lambda opt: callback(intermediate_result=_so_far(opt))
    if any(p.name == "convergence" for p in names):
        return lambda opt: callback(opt.best()[0], convergence=opt.nfev / opt.budget)
    if len(needed) == 2:
        return lambda opt: callback(opt.best()[0], opt.nfev / opt.budget)
    return lambda opt: callback(opt)


def _so_far(opt):
    x, f, violation = opt.best()
    return Solution(x=x, fun=f, maxcv=violation, success=violation == 0.0, nfev=opt.nfev, nfail=opt.nfail, nit=opt.nit)


class _Again:
    """Evaluates the points of a batch that failed once more, `times` times at most."""

    def __init__(self, inner, work, times):
        self.inner, self.work, self.times, self.done = inner, work, times, 0

    def fill(self, views):
        _, f, g, h = views[:4]
        try:
            if not self.inner.fill(views):
                return False
        finally:
            self.done = self.inner.done
        for _ in range(self.times):
            bad = np.flatnonzero(~(np.isfinite(f) & np.isfinite(g).all(axis=1) & np.isfinite(h).all(axis=1)))
            if len(bad) == 0:
                break
            again = [np.ascontiguousarray(v[bad]) for v in views[:4]]
            whole = self.inner.fill((*again, again[0].T, again[2].T, again[3].T))
            done = self.inner.done
            kept = np.arange(len(bad))[done if isinstance(done, np.ndarray) else slice(done)]
            for to, values in zip((f, g, h), again[1:]):
                to[bad[kept]] = values[kept]
            if not whole:
                return False
        return True

    def close(self):
        if self.inner is not self.work:
            self.inner.close()


def _sizes(n_ineq, n_eq):
    if n_ineq is None and n_eq is None:
        return None
    return _problem.count(n_ineq or 0, "n_ineq"), _problem.count(n_eq or 0, "n_eq")


def _trials(box, integrality, x0):
    """Points at which sizes are learned: the first initial point or the centre; should it fail there, others."""
    lower, upper = _problem.box(box)
    whole = _problem.whole(0 if integrality is None else integrality, len(lower)).astype(bool)
    kinds = _kinds.of(box) or [None] * len(lower)
    random = np.random.default_rng(0)
    first = _problem.points(x0, len(lower))[0] if x0 is not None else (lower + upper) / 2
    for turn in range(20):
        x = first if turn == 0 else random.uniform(lower, upper)
        x = np.where(whole, np.round(x), x)
        for j, kind in enumerate(kinds):
            if kind is not None:
                x[j] = kind.values[np.abs(kind.values - x[j]).argmin()]
        yield x


def _evaluator(work, workers, timeout):
    """What fills batches."""
    if timeout is not None and not float(timeout) > 0.0:
        raise ValueError("eval_timeout is %r: seconds were expected" % (timeout,))
    if callable(workers):
        if timeout is not None:
            raise ValueError("eval_timeout needs workers to be a number of processes")
        return _pool.Mapped(work, workers)
    if workers == -1:
        workers = _pool.cores()
    workers = _problem.count(workers, "workers", 1)
    return work if workers == 1 and timeout is None else _pool.Pool(work, workers, timeout)


def _search(opt, evaluate, work, callback, line):
    """All turns of ask and tell. True when Ctrl-C ended them."""
    ask, fill, tell = opt._ask, evaluate.fill, opt._tell
    constrained = work.ng + work.nh > 0
    try:
        while (views := ask()) is not None:
            if not fill(views):
                opt._cut(evaluate.done, _lib.STOP_TIME)
                break
            if constrained and not np.isfinite(views[2].sum() + views[3].sum()):
                _note_nan(work, *views[:4])
            tell()
            if line is not None:
                line.show(opt)
            if callback is not None and _wants_end(callback, opt):
                opt.stop()
    except KeyboardInterrupt:
        opt._cut(evaluate.done, _lib.STOP_USER)
        return True
    return False


def _note_nan(work, x, f, g, h):
    """A constraint that is not a number makes a failed point: which one it was."""
    values = np.hstack([g, h])
    rows, columns = np.nonzero(~np.isfinite(values))
    for i, k in zip(rows, columns):
        if np.isfinite(f[i]):  # else the function failed as a whole
            work.last_error = ValueError("constraint %s is %g" % (work.names()[k], values[i, k]))
            work.last_x = x[i].copy()


def _wants_end(callback, opt):
    try:
        return callback(opt)
    except StopIteration:
        return True


def _check(evaluate, work, opt, s):
    """Evaluates the best point once more; the worse of the two evaluations is reported."""
    if s.found == "none":
        return
    x, f, g, h = s.x[None, :].copy(), np.full(1, np.nan), np.empty((1, work.ng)), np.empty((1, work.nh))
    quiet, work.on_error = work.on_error, "fail"
    try:
        evaluate.fill((x, f, g, h, x.T, g.T, h.T))
    except KeyboardInterrupt:
        return
    finally:
        work.on_error = quiet
    if not (np.isfinite(f).all() and np.isfinite(g).all() and np.isfinite(h).all()):
        return
    s.reproduced = bool(f[0] == s.fun and (g[0] == s.g).all() and (h[0] == s.h).all())
    if not s.reproduced:
        violation = opt.violation(g[0], h[0])
        if (violation, f[0]) > (s.violation, s.fun):
            s.fun, s.violation, s.g, s.h = float(f[0]), violation, g[0], h[0]
            s.success = violation == 0.0
            s.found = "feasible" if s.success else "infeasible"
            opt._report(s, work.names())
        s.message += "; evaluating the point again gave other values: the function is not deterministic"
