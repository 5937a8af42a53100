"""minimize(): everything in one call."""

import time as clock
import warnings

import numpy as np

from . import _derivatives, _lib, _pool, _problem
from ._optimize import Optimizer


def minimize(fun, bounds, args=(), constraints=(), *, integrality=None, x0=None, seed=1, budget=None, maxfev=None,
             workers=1, vectorized=False, callback=None, algorithm=None, options=None, n_ineq=None, n_eq=None,
             eq_tol=1e-4, tolerances=None, target=None, time=None, stall=None, eval_timeout=None, on_error="fail",
             jac=None):
    """Minimise fun(x, *args) over a box, subject to constraints.

    fun           returns f, or everything together: a tuple (f, g) or (f, g, h) or a dict with these keys,
                  meaning g <= 0 and h = 0. With vectorized=True it gets x of shape (n, S) and returns
                  f of shape (S,), g of shape (ng, S), h of shape (nh, S), as SciPy's. x is a copy: it may
                  be changed and kept. NaN means that the point has no value.
    bounds        pairs (lower, upper), or scipy.optimize.Bounds; all finite
    constraints   SciPy's LinearConstraint, NonlinearConstraint or dictionaries, one or a list
    integrality   nonzero per variable that must be an integer, or one value for all
    x0            one initial point, or one per row
    seed          a whole number: same seed, same answer; None or a NumPy generator: drawn, and noted in
                  the answer
    budget        evaluations (maxfev is the same); default 10000 (n + 1), of which the default algorithm
                  uses no more than it takes to see that further descents would find nothing new
    workers       1: in this process. A number of forked processes (-1: all cores): a crash of fun is then
                  a failed point. Or a map-like callable such as the map of a pool. The answer does not
                  depend on it.
    eval_timeout  seconds per point, then the point has failed; fun runs in a forked process
    vectorized    fun takes many points in one call
    callback      called with the Optimizer after every batch (best(), nfev, nfail); a true value or
                  StopIteration ends the search
    algorithm     a name of heco.algorithms(); default: the library's recommended one
    options       a dictionary of that algorithm's options
    n_ineq, n_eq  sizes of g and h when fun returns them; otherwise it is evaluated once, at x0 or the
                  centre and beyond the budget, to learn them
    eq_tol        |h| up to this counts as met; `tolerances`: one per constraint instead, g first
    target, time, stall
                  stop at a feasible f <= target, after that many seconds, after that many evaluations
                  without a better point
    on_error      'fail': an exception in fun makes a failed point; 'raise': it ends the search
    jac           exact derivatives: jac(x, *args) returns the gradient of f, and where fun returns (f, g) or
                  (f, g, h), likewise (df, dg) or (df, dg, dh), a row per constraint. Constraints given
                  apart bring their own, as SciPy's; if one has none, differences are taken. Always one
                  point, in this process.

    Returns a Solution. Ctrl-C returns the best point so far.
    """
    if on_error not in ("fail", "raise"):
        raise ValueError("on_error is %r: 'fail' and 'raise' are possible" % (on_error,))
    if callback is not None and not callable(callback):
        raise TypeError("callback is %r: a function was expected" % (callback,))
    if budget is not None and maxfev is not None:
        raise ValueError("budget and maxfev mean the same: give one of them")
    lower, upper = _problem.box(bounds)
    if x0 is not None and len(lower) == 1:  # Bounds(0, 1) means all variables
        n = np.shape(x0)[-1] if np.ndim(x0) else 1
        lower, upper = np.full(n, lower[0]), np.full(n, upper[0])
    n = len(lower)
    work = _problem.evaluation(fun, args, constraints, vectorized, _sizes(n_ineq, n_eq), n, on_error)
    if not work.known:
        work.learn_sizes(_trials(lower, upper, integrality, x0))
    if budget is None and maxfev is None and algorithm in (None, "auto") and isinstance(options or {}, dict):
        options = {"stop": "converged", **(options or {})}
    if budget is None:
        budget = maxfev if maxfev is not None else 10000 * (n + 1)
    opt = Optimizer(np.column_stack([lower, upper]), work.ng, work.nh, budget=budget, seed=seed,
                    algorithm=algorithm, options=options, integrality=integrality, x0=x0, eq_tol=eq_tol,
                    tolerances=tolerances, target=target, time=time, stall=stall,
                    derivatives=_derivatives.derivatives(jac, work, n))
    evaluate = _evaluator(work, workers, eval_timeout)
    if time:
        work.deadline = clock.monotonic() + time
    try:
        interrupted = _search(opt, evaluate, callback)
        work.deadline = None
        s = opt.result(work.names(), work.last_error, work.last_x)
        if not interrupted:
            _check(evaluate, work, opt, s)
    finally:
        if evaluate is not work:
            evaluate.close()
    if s.found == "none" and not interrupted:
        warnings.warn("heco.minimize: " + s.message, RuntimeWarning, stacklevel=2)
    return s


def _sizes(n_ineq, n_eq):
    if n_ineq is None and n_eq is None:
        return None
    return _problem.count(n_ineq or 0, "n_ineq"), _problem.count(n_eq or 0, "n_eq")


def _trials(lower, upper, integrality, x0):
    """Points at which sizes are learned: the first initial point or the centre; should it fail there, others."""
    whole = _problem.whole(0 if integrality is None else integrality, len(lower)).astype(bool)
    random = np.random.default_rng(0)
    first = _problem.points(x0, len(lower))[0] if x0 is not None else (lower + upper) / 2
    for turn in range(20):
        x = first if turn == 0 else random.uniform(lower, upper)
        yield np.where(whole, np.round(x), x)


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


def _search(opt, evaluate, callback):
    """All turns of ask and tell. True when Ctrl-C ended them."""
    ask, fill, tell = opt._ask, evaluate.fill, opt._tell
    try:
        while (views := ask()) is not None:
            if not fill(views):
                opt._cut(evaluate.done, _lib.STOP_TIME)
                break
            tell()
            if callback is not None and _wants_end(callback, opt):
                opt.stop()
    except KeyboardInterrupt:
        opt._cut(evaluate.done, _lib.STOP_USER)
        return True
    return False


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
