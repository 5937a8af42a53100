"""minimize(): a search in one call."""

from __future__ import annotations

import contextlib
import ctypes
import difflib
import inspect
import mmap
import os
import tempfile
import time as clock
import warnings
from typing import Any, Callable, Mapping

import numpy as np

from . import _backend, _derivatives, _kinds, _lib, _pool, _problem, _setup, _tools
from ._progress import Progress, show_runs
from ._solution import HecoError, Solution, answer, describe

# The arguments of SciPy and similar packages, and the arguments of heco that correspond to them.
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
             on_error: str = "fail", retries: int = 0, max_failed: int | None = None, runs: int = 1, presolve: bool = True,
             maximise: bool = False, disp: bool = False, jac: Callable | None = None, journal: str | os.PathLike | None = None,
             resume: bool = False, report: str | os.PathLike | None = None, **unknown: Any) -> Solution:
    """Minimise ``fun(x, *args)`` over a box, subject to constraints.

    Parameters
    ----------
    fun : callable
        Returns f, or everything together: a tuple (f, g) or (f, g, h) or a dict with these keys, meaning
        g <= 0 and h = 0. With `vectorized` it gets x of shape (n, S) and returns f of shape (S,), g of shape
        (ng, S), h of shape (nh, S), as SciPy's. x is a copy, which the function may change and keep. NaN means that the
        point has no value.
    bounds : sequence of pairs or scipy.optimize.Bounds
        (lower, upper) of each variable, or `heco.Values` or `heco.Category` for one that has no range.
    args : tuple
        Further arguments of `fun`.
    constraints : constraint or list of constraints
        SciPy's LinearConstraint, NonlinearConstraint or dictionaries. The search uses the coefficients of a
        LinearConstraint.
    integrality : array_like, optional
        Nonzero per variable that must be an integer, or one value for all.
    x0 : array_like, optional
        One initial point, or one per row.
    seed : int, None or numpy.random.Generator
        The same seed gives the same answer. For None or a generator a seed is drawn, and the answer names it.
    budget : int, optional
        Evaluations (`maxfev` is the same). The default is 10000 (n + 1), and the default algorithm stops earlier if
        further local searches are unlikely to find a better point.
    workers : int or callable
        1 evaluates in this process; another number in that many forked processes (-1: all cores), in which a crash of
        `fun` is a failed point. A callable is used like ``map``, such as the map of a pool. The answer is the same, except
        that the default algorithm asks for a point per worker if `budget` is at most 1000; ``options={"batch": 1}``
        keeps it the same there, too.
    vectorized : bool
        `fun` takes many points in one call.
    callback : callable, optional
        Called after every batch as ``callback(search)`` (best(), nfev, nfail, nit, budget), or in SciPy's forms:
        ``callback(intermediate_result)`` with a `Solution` of x, fun, nfev, nfail, maxcv, and
        ``callback(xk, convergence)`` with the share of the budget that is used. A true value or StopIteration
        ends the search.
    algorithm : str, optional
        A name of `heco.algorithms`; default: the library's recommended one.
    options : mapping, optional
        Options of that algorithm, see `heco.options`.
    n_ineq, n_eq : int, optional
        Sizes of g and h that `fun` returns. Without them it is evaluated once beyond the budget, at x0 or the centre.
    eq_tol : float
        An equality is met if abs(h) is at most this; `tolerances`: one per constraint instead, g first.
    target, time, stall : number, optional
        The search stops at a feasible f <= target, after that many seconds, after that many evaluations without a better
        point.
    eval_timeout : float, optional
        Seconds per point, after which the point has failed; `fun` runs in a forked process.
    on_error : {'fail', 'raise'}
        An exception in `fun` makes a failed point, or ends the search.
    retries : int
        How often a point that failed is evaluated again, for functions that fail by chance.
    maximise : bool
        Maximise `fun`. `target`, the progress and the answer have its values as they are.
    presolve : bool
        Derive tighter bounds from linear constraints, and meet linear equalities by construction.
    max_failed : int, optional
        The search stops if the first so many evaluations all fail; 0: never. Default: 200.
    runs : int
        Makes that many searches with the seeds seed, seed + 1, ... The answer is the best of them, with all of them in
        ``runs`` and how they agree in ``summary``. With a number of `workers` and no `callback`, the searches run at the
        same time, one per worker.
    disp : bool
        Show a line of progress, also in a notebook.
    jac : callable, optional
        Exact derivatives: ``jac(x, *args)`` returns the gradient of f and, if `fun` returns (f, g) or (f, g, h),
        likewise (df, dg) or (df, dg, dh), a row per constraint. Constraints given apart have a `jac` of their own, as
        SciPy's; if one has none, the search takes differences. It gets one point, in this process.
    journal : str or path, optional
        A new file that records every evaluation, in the format of ``heco solve --journal``; several `runs` keep FILE,
        FILE.2, FILE.3, ... ``heco watch`` and ``heco report`` read it, also while the search runs.
    resume : bool
        Go on with the search of `journal`, bit for bit, with the same arguments; `budget` may be larger.
    report : str or path, optional
        An HTML page about the search, as of ``heco solve --report``; it needs libheco_tools.

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
    if resume and journal is None:
        raise ValueError("resume needs journal, the file of the search to go on with")
    lower, upper = _problem.box(bounds)
    if x0 is not None and len(lower) == 1:  # Bounds(0, 1) means all variables
        n = np.shape(x0)[-1] if np.ndim(x0) else 1
        lower, upper = np.full(n, lower[0]), np.full(n, upper[0])
    n = len(lower)
    kinds = _kinds.of(bounds)
    box = [kind or pair for kind, pair in zip(kinds or [None] * n, zip(lower, upper))]
    work = _problem.evaluation(fun, args, constraints, vectorized, _sizes(n_ineq, n_eq), n, on_error)
    runs, workers = _problem.count(runs, "runs", 1), _workers(workers, eval_timeout)
    if report is not None:
        _tools.load()  # a missing library is better known before the search than after it
    job = _Job(work, workers, eval_timeout, _problem.count(retries, "retries"), _callback(callback), disp, runs)
    if not work.known:
        job.learn_sizes(_trials(box, integrality, x0))
    job.set_problem(fun, box, integrality, eq_tol, tolerances, maximise, _derivatives.derivatives(jac, work, n))
    job.set_options(algorithm, budget=maxfev if budget is None else budget, seed=seed, options=options, x0=x0, target=target,
                    time=time, stall=stall, max_failed=max_failed, presolve=presolve)
    with contextlib.ExitStack() as scope:
        if report is not None and journal is None:
            journal = os.path.join(scope.enter_context(tempfile.TemporaryDirectory()), "journal")
        job.journal, job.resume = None if journal is None else os.fspath(journal), resume
        s, interrupted = job.run()
        if report is not None:
            _tools.page(report, job.journal_of(s.seed - job.options.run.seed))
    if s.found == "none" and not interrupted:
        warnings.warn("heco.minimize: " + s.message, RuntimeWarning, stacklevel=2)
    return s


class _Job:
    """One call of minimize(): a problem, options and the processes that evaluate."""

    def __init__(self, work, workers, timeout, retries, callback, disp, runs):
        self.work, self.workers, self.timeout, self.retries, self.runs = work, workers, timeout, retries, runs
        self.callback, self.disp, self.keep = callback, disp, []
        # Several searches share the processes if each of them needs nothing of this process but its answer.
        self.at_once = runs > 1 and not callable(workers) and workers > 1 and callback is None
        self.forks = not callable(workers) and (workers > 1 or timeout is not None)
        self.interrupt = None  # shared with the processes of several searches

    def learn_sizes(self, points):
        """Learns how many values the functions have, in a process of its own if the points are evaluated in such."""
        if not self.forks:
            return self.work.learn_sizes(points, self.work.sizes_at)

        def sizes_at(x):
            found = self.work.sizes_at(x)
            return _pool.portable(found) if isinstance(found, Exception) else found
        pool = _pool.Pool(sizes_at, 1)
        try:
            self.work.learn_sizes(points, lambda x: next(pool.answers([(0, x, self.timeout)]))[1])
        finally:
            pool.close()

    def set_problem(self, fun, box, integrality, eq_tol, tolerances, maximise, derive):
        work, self.derive = self.work, derive
        self.problem = p = _setup.problem(box, work.ng, work.nh, integrality, eq_tol, tolerances, work.linear(), self.keep)
        p.maximise = bool(maximise)
        p.name = _lib.text(getattr(fun, "__qualname__", type(fun).__name__), "the name of fun")
        rows = work.forms()
        if rows:
            p.c_names = _setup.texts([name for name, _, _ in rows], "a name")
            p.forms = (_lib.ConstraintForm * len(rows))(*[
                (sense.encode() if sense else b"\0", bound, -1.0 if sense == ">" else 1.0, None) for _, sense, bound in rows])

    def set_options(self, algorithm, **settings):
        self.options = how = _lib.default(_lib.MinimizeOptions, _lib.minimize_options_init)
        _setup.run_options(how.run, self.problem.space.n, self.keep, **settings)
        if algorithm is not None:
            how.algorithm = _lib.text(algorithm, "algorithm")
        how.evaluator.workers = 1 if callable(self.workers) or self.runs > 1 else self.workers
        how.journal_metadata = b"heco-python 1\n"

    def run(self):
        """Returns (answer, whether Ctrl-C ended the search)."""
        if self.runs == 1:
            with self.evaluator(self.workers) as evaluate:
                return self.search(evaluate, 0)
        for journal in () if self.journal is None or self.resume else map(self.journal_of, range(self.runs)):
            if os.path.exists(journal) and os.path.getsize(journal) > 0:
                raise HecoError("journal %s exists already: resume it, or choose another file" % journal)
        began = clock.monotonic()
        answers, interrupted = self._at_once() if self.at_once else self._in_turn()
        if not answers:
            raise KeyboardInterrupt
        return self._together(answers, clock.monotonic() - began), interrupted

    @contextlib.contextmanager
    def evaluator(self, workers):
        """Yields the object whose fill() evaluates batches."""
        if not self.forks:
            yield _pool.Mapped(self.work, workers) if callable(workers) else self.work
            return
        processes = _pool.Processes(self.work, workers, self.timeout)
        try:
            yield processes
        finally:
            processes.close()

    def journal_of(self, k):
        """Returns the journal of search k, from 0: FILE, FILE.2, FILE.3, ..., as the command names them."""
        return self.journal if self.journal is None or k == 0 else "%s.%d" % (self.journal, k + 1)

    def search(self, evaluate, k):
        """Makes search number k, from 0. Returns (answer, whether Ctrl-C ended it)."""
        work, how = self.work, _lib.MinimizeOptions.from_buffer_copy(self.options)
        work.last_error = work.last_x = None
        line = Progress() if self.disp and not self.at_once else None
        backend = _backend.Backend(work, evaluate, self.problem.space.n, self.derive, self.retries, self.callback, line,
                                   self.interrupt)
        how.own_backend, how.run.seed = ctypes.pointer(backend.descriptor), self.options.run.seed + k
        self.problem.eval = backend.point
        self.problem.derivatives = backend.point if self.derive is not None else None
        if backend.callback is not None or line is not None:
            how.run.on_progress = backend.on_progress
        if (journal := self.journal_of(k)) is not None:
            how.journal = _lib.text(journal, "journal")
            begun = self.runs == 1 or (os.path.exists(journal) and os.path.getsize(journal) > 0)
            how.resume = self.resume and begun
        solution, error = ctypes.c_void_p(), _lib.Error()
        with backend:
            status = _lib.minimize(solution, self.problem, how, error)
        if line is not None:
            line.end(backend.search)
        try:
            return self._answer(solution, status, error, backend, how.run.seed), backend.interrupted
        finally:
            _lib.solution_free(solution)

    def _answer(self, solution, status, error, backend, seed):
        refused = HecoError(error.text.decode()) if status else None
        if not solution:
            raise backend.error or (KeyboardInterrupt() if backend.interrupted else refused)
        result = _lib.solution_result(solution).contents
        s = answer(self.problem, result, _lib.solution_algorithm(solution).contents, _lib.solution_settings(solution),
                   seed=seed, nit=backend.search.nit, replayed=_lib.solution_replayed(solution))
        same = _lib.solution_reproduced(solution)
        if same >= 0:
            s.reproduced, s.nit = bool(same), s.nit - 1  # the last batch was the best point once more
        s.last_error, s.last_x = self.work.last_error, self.work.last_x
        describe(s)
        if refused is not None:
            refused.solution = s
            raise refused
        # An exception at the last evaluation of the best point does not lose the answer.
        if backend.error is not None and result.outcome.stop in (_lib.STOP_USER, _lib.STOP_ERROR):
            raise backend.error
        return s

    # --- several searches

    def _in_turn(self):
        answers = []
        with self.evaluator(self.workers) as evaluate:
            for k in range(self.runs):
                s, interrupted = self.search(evaluate, k)
                answers.append(s)
                if interrupted or s.stop in ("user", "failed"):
                    break
        return answers, interrupted

    def _at_once(self):
        """Makes the searches in forked processes, as many at a time as there are workers; each has one process that evaluates
        its points. Ctrl-C sets the shared `interrupt`, and each search returns its best point so far."""
        self.interrupt = ctypes.c_int.from_buffer(mmap.mmap(-1, mmap.PAGESIZE))
        answers, interrupted = {}, False
        pool = _pool.Pool(self._one, min(self.workers, self.runs), daemon=False)
        try:
            tasks = [(k, k, None) for k in reversed(range(self.runs))]
            while tasks or pool.busy:
                try:
                    for k, s in pool.answers(tasks):
                        if isinstance(s, Exception):
                            raise s
                        answers[k] = s
                        if self.disp:
                            show_runs(answers.values(), self.runs, self.problem.maximise)
                        if s.stop in ("user", "failed"):
                            tasks.clear()
                            self.interrupt.value = 1
                except KeyboardInterrupt:
                    if interrupted:  # a second Ctrl-C does not wait for the searches
                        raise
                    interrupted, self.interrupt.value = True, 1
                    tasks.clear()
        finally:
            pool.close()
        return [answers[k] for k in sorted(answers)], interrupted

    def _one(self, k):
        try:
            with self.evaluator(1) as evaluate:
                return self.search(evaluate, k)[0]
        except Exception as error:
            return _pool.portable(error)

    def _together(self, answers, seconds):
        """Returns the best answer, with all of them and their summary in it."""
        rows, summary = (_lib.RunsRow * self.runs)(), _lib.RunsSummary()
        for row, s in zip(rows, answers):
            row.seed, row.x = s.seed, _setup.doubles(s.x)
            row.outcome.f, row.outcome.viol, row.outcome.evals, row.outcome.failed = s.fun, s.violation, s.nfev, s.nfail
            row.outcome.found, row.outcome.stop = _lib.FOUNDS.index(s.found), _lib.STOPS.index(s.stop)
        if _lib.runs_summarise(summary, self.problem, rows, self.runs) != 0:
            raise MemoryError
        for row, s in zip(rows, answers):
            s.same_point = bool(row.same_point)
        best = answers[summary.best]
        together = Solution(best, runs=answers, summary=dict(
            runs=summary.runs, begun=summary.begun, finished=summary.finished, feasible=summary.feasible,
            feasible_rate=100.0 * summary.feasible / summary.begun, best_seed=best.seed, best=summary.f_best,
            median=summary.f_median, worst=summary.f_worst, better_quartile=summary.f_lower, worse_quartile=summary.f_upper,
            same_point=summary.same_point, same_value=summary.same_value, unseen=summary.unseen, evaluations=summary.evals,
            failed=summary.failed, seconds=seconds))
        together.pop("same_point")
        together.message += "; %d of %d searches were feasible, %d ended at this point" % (
            summary.feasible, summary.begun, summary.same_point)
        return together


def _refuse(unknown):
    """Refuses unknown arguments and names the nearest argument that exists."""
    for name in unknown:
        known = [k for k in inspect.signature(minimize).parameters if k != "unknown"]
        if name in _WORDS:
            hint = "in heco it is " + _WORDS[name]
        else:
            near = difflib.get_close_matches(name, known, 1)
            hint = "did you mean %s?" % near[0] if near else "there are " + ", ".join(known)
        raise TypeError("minimize() has no argument %r: %s" % (name, hint))


def _callback(callback):
    """Returns a function of the Search that calls the user's function in the form that it has; None if there is none."""
    if callback is None:
        return None
    if not callable(callback):
        raise TypeError("callback is %r: a function was expected" % (callback,))
    try:
        names = list(inspect.signature(callback).parameters.values())
    except (TypeError, ValueError):  # some functions written in C have no signature
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


def _sizes(n_ineq, n_eq):
    if n_ineq is None and n_eq is None:
        return None
    return _problem.count(n_ineq or 0, "n_ineq"), _problem.count(n_eq or 0, "n_eq")


def _trials(box, integrality, x0):
    """Yields points at which sizes may be learned: the first initial point or the centre, then random points."""
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


def _workers(workers, timeout):
    """Returns the number of processes, or the callable."""
    if timeout is not None and not float(timeout) > 0.0:
        raise ValueError("eval_timeout is %r: seconds were expected" % (timeout,))
    if not callable(workers):
        return _pool.cores() if workers == -1 else _problem.count(workers, "workers", 1)
    if timeout is not None:
        raise ValueError("eval_timeout needs workers to be a number of processes")
    return workers
