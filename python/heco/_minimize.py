"""minimize(): a search in one call."""

from __future__ import annotations

import contextlib
import ctypes
import inspect
import mmap
import os
import tempfile
import time as clock
import warnings
from typing import Any, Callable, Mapping

import numpy as np

from . import _algorithm, _arguments, _backend, _derivatives, _history, _kinds, _lib, _pool, _problem, _setup, _tools
from ._progress import lines as lines_of, show_runs
from ._solution import HecoError, Solution, answer, conflict, describe, price


@_arguments.either_order
def minimize(fun: Callable, bounds: Any = None, args: tuple = (), constraints: Any = (), *, integrality: Any = None,
             x0: Any = None, seed: Any = 1, budget: float | None = None, maxfev: float | None = None,
             workers: Any = 1, lanes: int | str | None = None, vectorized: bool = False, callback: Callable | None = None,
             algorithm: str | Callable | None = None, options: Mapping[str, Any] | None = None, n_ineq: int | None = None,
             n_eq: int | None = None, eq_tol: float = 1e-4, ineq_tol: float | None = None, tolerances: Any = None,
             target: float | None = None, time: float | None = None, stall: int | None = None, eval_timeout: float | None = None,
             on_error: str = "fail", retries: int = 0, max_failed: int | None = None, runs: int = 1, presolve: bool = True,
             maximise: bool = False, disp: bool = False, jac: Callable | None = None, journal: str | os.PathLike | None = None,
             resume: bool = False, report: str | os.PathLike | None = None, names: Any = None, constraint_names: Any = None,
             history: bool | None = None, prices: bool | None = None, known: Any = None, samples: int = 0, cheap: Any = (),
             **unknown: Any) -> Solution:
    """Minimise ``fun(x, *args)`` over a box, subject to constraints.

    Parameters
    ----------
    fun : callable
        Returns f, or everything together: a tuple (f, g) or (f, g, h) or a dict with these keys, meaning
        g <= 0 and h = 0. With `vectorized` it gets x of shape (n, S) and returns f of shape (S,), g of shape
        (ng, S), h of shape (nh, S), as SciPy's. x is a copy, which the function may change and keep. NaN means that the
        point has no value. None for f, and for each constraint that was not computed, means that `fun` stopped early,
        because a constraint is violated: ``(None, [0.3, None])``.
    bounds : sequence of pairs or scipy.optimize.Bounds
        (lower, upper) of each variable, or `heco.Log` for one over decades, or `heco.Values` or
        `heco.Category` for one that has no range; None or inf means no bound. SciPy's order,
        ``minimize(fun, x0, bounds=...)``, is understood, too. A dictionary gives the variables names.
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
    workers : int, pool or callable
        1 evaluates in this process; another number in that many forked processes (-1: all cores), in which a crash of
        `fun` is a failed point. A pool with submit(), such as those of concurrent.futures, mpi4py.futures and Dask's
        Client, gets points one by one; give ``(pool, number)`` if it does not tell its size. Another callable is used like
        ``map`` and gets whole batches. With several workers and the default algorithm, the search runs in `lanes`, or, if
        `budget` is at most 1000, asks for as many points at a time as there are workers, at most a 25th of the budget.
        ``lanes=0, options={"batch": 1}`` makes the search of one worker.
    lanes : int or 'auto', optional
        Searches side by side that share the workers point by point; those beside the first one may make as many
        evaluations again as `budget` says. The answer depends on their number, which it names, and not on the workers.
        'auto': as many as the workers can serve, with any algorithm. 0: none. Default: 'auto' with several workers, the
        default algorithm and a budget above 1000, else none.
    vectorized : bool
        `fun` takes many points in one call.
    callback : callable, optional
        Called after every batch as ``callback(search)`` (best(), nfev, nfail, nit, budget), or in SciPy's forms:
        ``callback(intermediate_result)`` with a `Solution` of x, fun, nfev, nfail, maxcv, and
        ``callback(xk, convergence)`` with the share of the budget that is used. A true value or StopIteration
        ends the search.
    algorithm : str or callable, optional
        A name of `heco.algorithms`; default: the library's recommended one. Or an algorithm in Python: a class whose
        objects, made by ``cls(space, seed, budget)``, have ask() and tell(x, f, g, h, violation), or a generator function
        of the same arguments that yields points and receives (f, g, h, violation).
    options : mapping, optional
        Options of that algorithm, see `heco.options`.
    n_ineq, n_eq : int, optional
        Sizes of g and h that `fun` returns. Without them it is evaluated once beyond the budget, at x0 or the centre.
    eq_tol, ineq_tol : float
        An equality is met if abs(h) is at most `eq_tol`, an inequality if g is at most `ineq_tol` (1e-8, or 1e-8 of the
        bound that a constraint states); `tolerances`: one per constraint instead, g first.
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
    samples : int
        Evaluations of each of the five best points if `fun` is noisy; 0: up to 10, as far as 5 % of the budget allow.
    prices : bool, optional
        Whether to compute the prices of the limits: True also beyond the budget. Default: if the budget leaves n + 1
        evaluations.
    report : str or path, optional
        An HTML page about the search, as of ``heco solve --report``; it needs libheco_tools.
    names, constraint_names : sequence of str, optional
        Names of the variables, and of the constraints, inequalities first; for reports, journals and tables.
    history : bool, optional
        Keep every evaluation in ``history`` of the answer. None: if the budget needs at most 128 MB for it.
    known : tuple (X, F), (X, F, G) or (X, F, G, H), optional
        Designs with their values, one per row: the search starts from them and does not evaluate them again.
    cheap : function, constraint or list of these, optional
        Inequalities that are known without `fun`: functions g with g(x) <= 0, or SciPy's constraints. They are evaluated
        first, in this process, and `fun` is never called at a point that violates one of them. Such a point counts as an
        evaluation (``nrejected`` of the answer). They are the first of the constraints.

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
    _arguments.refuse(unknown, [k for k in inspect.signature(minimize).parameters if k != "unknown"])
    if on_error not in ("fail", "raise"):
        raise ValueError("on_error is %r: 'fail' and 'raise' are possible" % (on_error,))
    if budget is not None and maxfev is not None:
        raise ValueError("budget and maxfev mean the same: give one of them")
    if resume and journal is None:
        raise ValueError("resume needs journal, the file of the search to go on with")
    if bounds is None and x0 is not None:
        bounds = [(None, None)] * np.shape(np.atleast_1d(x0))[-1]
    if isinstance(bounds, Mapping):
        names, bounds = list(bounds) if names is None else names, list(bounds.values())
    lower, upper = _problem.box(bounds)
    if x0 is not None and len(lower) == 1:  # Bounds(0, 1) means all variables
        n = np.shape(x0)[-1] if np.ndim(x0) else 1
        lower, upper = np.full(n, lower[0]), np.full(n, upper[0])
    n = len(lower)
    kinds = _kinds.of(bounds)
    box = _kinds.entries(bounds, zip(lower, upper))
    work = _problem.evaluation(fun, args, constraints, vectorized, _sizes(n_ineq, n_eq), n, on_error, cheap=cheap)
    runs, workers = _problem.count(runs, "runs", 1), _workers(workers, eval_timeout)
    if report is not None:
        _tools.load()  # a missing library is better known before the search than after it
    job = _Job(work, workers, eval_timeout, _problem.count(retries, "retries"), _arguments.callback_of(callback), disp, runs)
    if not work.known:
        job.learn_sizes(_trials(box, integrality, x0))
    work.check_cheap()
    work.names = _problem.names(constraint_names, work.ng + work.nh, "constraint_names")
    job.names, job.keeps = _problem.names(names, n, "names"), history
    job.set_problem(fun, box, integrality, (eq_tol, ineq_tol), tolerances, maximise, _derivatives.derivatives(jac, work, n))
    job.set_options(algorithm, budget=maxfev if budget is None else budget, seed=seed, options=options, x0=x0, target=target,
                    time=time, stall=stall, max_failed=max_failed, presolve=presolve)
    job.options.samples = _problem.count(samples, "samples")
    job.options.prices = 0 if prices is None else 1 if prices else 2  # HECO_PRICES_AUTO, _YES, _NO
    job.options.lanes = _lanes(lanes, runs)
    if known is not None:
        job.options.known = _setup.known(known, job.problem.space, job.keep)
    _problem.LOG.info("%s: %d variables, %d inequalities, %d equalities, seed %d", job.problem.name.decode(), n, work.ng,
                      work.nh, job.options.run.seed)
    with contextlib.ExitStack() as scope:
        if report is not None and journal is None:
            journal = os.path.join(scope.enter_context(tempfile.TemporaryDirectory()), "journal")
        job.journal, job.resume = None if journal is None else os.fspath(journal), resume
        s, interrupted = job.run()
        if report is not None:
            _tools.page(report, job.journal_of(s.seed - job.options.run.seed))
    for doubt in () if interrupted else [*work.doubts(s), *job.idle(s)]:
        warnings.warn("heco.minimize: " + doubt, RuntimeWarning, stacklevel=3)
    return s


class _Job:
    """One call of minimize(): a problem, options and the processes that evaluate."""

    def __init__(self, work, workers, timeout, retries, callback, disp, runs):
        self.work, self.workers, self.timeout, self.retries, self.runs = work, workers, timeout, retries, runs
        self.callback, self.disp, self.keep = callback, disp, []
        # Several searches share the processes if each of them needs nothing of this process but its answer.
        counted = isinstance(workers, int)
        self.at_once = runs > 1 and counted and workers > 1 and callback is None
        self.forks = counted and (workers > 1 or timeout is not None)
        self.count = workers if counted else 1 if callable(workers) else workers[1]
        self.interrupt = None  # shared with the processes of several searches
        self.used = 1.0  # share of the workers that were busy in batches

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

    def set_problem(self, fun, box, integrality, tols, tolerances, maximise, derive):
        work, self.derive = self.work, derive
        self.problem = p = _setup.problem(box, work.ng, work.nh, integrality, tols[0], tolerances, work.linear(),
                                           self.keep, tols[1])
        p.maximise = bool(maximise)
        p.cheap = work.first
        if hasattr(fun, "heco_objective"):  # of minimize_max() and minimize_squares()
            setattr(p, fun.heco_objective, fun.count)
        p.name = _lib.text(getattr(fun, "__qualname__", type(fun).__name__), "the name of fun")
        if self.names is not None:
            p.x_names = _setup.texts(self.names, "a name")
        else:
            self.names = ["x%d" % (j + 1) for j in range(p.space.n)]
        rows = work.forms()
        if rows:
            p.c_names = _setup.texts([name for name, _, _ in rows], "a name")
            p.forms = (_lib.ConstraintForm * len(rows))(*[
                (sense.encode() if sense else b"\0", bound, -1.0 if sense == ">" else 1.0, None) for _, sense, bound in rows])

    def set_options(self, algorithm, **settings):
        self.options = how = _lib.default(_lib.MinimizeOptions, _lib.minimize_options_init)
        _setup.run_options(how.run, self.problem.space.n, self.keep, **settings)
        self.own = None if algorithm is None or isinstance(algorithm, str) else _algorithm.Own(algorithm)
        if self.own is not None:
            how.own_algorithm = ctypes.addressof(self.own.descriptor)
        elif algorithm is not None:
            how.algorithm = _lib.text(algorithm, "algorithm")
        how.evaluator.workers = 1 if self.runs > 1 else self.count
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
            yield (self.work if isinstance(workers, int) else _pool.Mapped(self.work, workers) if callable(workers)
                   else _pool.Submitted(self.work, *workers))
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
        lines, space = lines_of(self.disp and not self.at_once), self.problem.space
        recording = _history.recording(self.keeps, how.run.max_evals, space.n, space.ng, space.nh)
        backend = _backend.Backend(work, evaluate, space.n, self.derive, self.retries, self.callback, lines,
                                   self.interrupt, recording)
        how.own_backend, how.run.seed = ctypes.pointer(backend.descriptor), self.options.run.seed + k
        self.problem.eval = backend.point
        self.problem.eval_cheap = backend.eval_cheap if self.problem.cheap else None
        self.problem.derivatives = backend.point if self.derive is not None else None
        if backend.callback is not None or lines:
            how.run.on_progress = backend.on_progress
        if (journal := self.journal_of(k)) is not None:
            how.journal = _lib.text(journal, "journal")
            begun = self.runs == 1 or (os.path.exists(journal) and os.path.getsize(journal) > 0)
            how.resume = self.resume and begun
        solution, error = ctypes.c_void_p(), _lib.Error()
        with backend:
            status = _lib.minimize(solution, self.problem, how, error)
        for line in lines:
            line.end(backend.search)
        try:
            return self._answer(solution, status, error, backend, how.run.seed, journal), backend.interrupted
        finally:
            _lib.solution_free(solution)

    def _answer(self, solution, status, error, backend, seed, journal):
        refused = HecoError(error.text.decode()) if status else None
        if self.own is not None and self.own.error is not None:
            raise self.own.error
        if not solution:
            raise backend.error or (KeyboardInterrupt() if backend.interrupted else refused)
        result = _lib.solution_result(solution).contents
        s = answer(self.problem, result, _lib.solution_algorithm(solution).contents, _lib.solution_settings(solution),
                   seed=seed, nit=backend.search.nit, replayed=_lib.solution_replayed(solution))
        noise = _lib.Noise()
        sampled = _lib.solution_noise(solution, noise)
        s.noise = dict(samples=noise.samples, mean=noise.mean, spread=noise.spread, evaluations=noise.evals) if sampled else None
        s.lanes, s.ahead = _lib.solution_lanes(solution), _lib.solution_ahead(solution)
        self.used = backend.rows / max(1, backend.capacity)
        same, rows = _lib.solution_reproduced(solution), _lib.solution_prices_evals(solution) + noise.evals
        while rows > 0 and backend.sizes:  # the last batches were for noise and prices,
            rows, s.nit = rows - backend.sizes.pop(), s.nit - 1
        if same >= 0:
            s.reproduced, s.nit = bool(same), s.nit - 1  # and one was the best point once more
        s.last_error, s.last_x, s.names = self.work.last_error, self.work.last_x, self.names
        s.search, s.presolve = (_lib.described(write, solution) for write in
                                (_lib.solution_describe, _lib.solution_presolve_summary))
        s.history = self._history(backend.recording, s, journal, (s.lanes and backend.recorded) or s.nfev - s.nrejected)
        price(s, solution, self.problem.space)
        conflict(s, solution, self.problem)
        describe(s, _lib.described(_lib.solution_verdict, solution))
        _problem.LOG.info("%s: %s; f = %.10g after %d evaluations", self.problem.name.decode(), s.message, s.fun, s.nfev)
        if refused is not None:
            refused.solution = s
            raise refused
        # An exception at the last evaluation of the best point does not lose the answer.
        if backend.error is not None and result.outcome.stop in (_lib.STOP_USER, _lib.STOP_ERROR):
            if isinstance(backend.error, HecoError):
                backend.error.solution = s
            raise backend.error
        return s

    def idle(self, s):
        """Yields a warning if most workers had nothing to do in a search that took a while."""
        if self.count < 2 or self.runs > 1 or s.seconds < IDLE_SECONDS:
            return
        most = s.lanes * (self.problem.space.n + 1)
        if s.lanes and most < IDLE_SHARE * self.count:
            yield "%d lanes keep at most %d of %d workers busy: use fewer workers, or a larger budget" % (s.lanes, most, self.count)
        elif not s.lanes and self.used < IDLE_SHARE:
            yield ("about %.0f %% of %d workers were busy, because the search waits for each batch: use lanes='auto', fewer "
                   "workers, or a budget above 1000" % (100.0 * self.used, self.count))

    def _history(self, recording, s, journal, count):
        if recording is None:
            return None
        if s.replayed:
            return _history.read_journal(journal)
        tolerances = np.array([c["tolerance"] for c in s.constraints])
        return recording.history(count, self.names, [c["name"] for c in s.constraints], tolerances, self.problem.maximise)

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
        self.work.warned = True  # the calling process warns
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
        together.message = _lib.described(_lib.runs_verdict, summary, together.message.encode())
        return together


IDLE_SHARE, IDLE_SECONDS = 0.5, 2.0  # a warning below this share of busy workers, if the search took that long


def _lanes(lanes, runs):
    """Returns heco_minimize_options.lanes; the library checks the number."""
    if lanes is None:
        return 0 if runs == 1 else _lib.LANES_NONE
    if isinstance(lanes, str) and lanes == "auto":
        return _lib.LANES_AUTO
    if isinstance(lanes, str) or isinstance(lanes, bool):
        raise ValueError("lanes is %r: a number or 'auto' was expected" % (lanes,))
    return _problem.count(lanes, "lanes", 0) or _lib.LANES_NONE


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
    first = _problem.points(x0, len(lower))[0] if x0 is not None else _problem.middle(lower, upper)
    for turn in range(20):
        near = np.where(np.isfinite(lower), lower, first - 10.0), np.where(np.isfinite(upper), upper, first + 10.0)
        x = first if turn == 0 else random.uniform(*near)
        x = np.where(whole, np.round(x), x)
        for j, kind in enumerate(kinds):
            if kind is not None:
                x[j] = kind.values[np.abs(kind.values - x[j]).argmin()]
        yield x


def _workers(workers, timeout):
    """Returns the number of processes, (pool, number) of a pool with submit(), or the callable."""
    if timeout is not None and not float(timeout) > 0.0:
        raise ValueError("eval_timeout is %r: seconds were expected" % (timeout,))
    pool, number = workers if isinstance(workers, tuple) and len(workers) == 2 else (workers, None)
    if hasattr(pool, "submit"):
        number = _pool.size(pool) if number is None else _problem.count(number, "the number of workers", 1)
        if number is None:
            raise ValueError("workers: the pool does not tell how many workers it has: give (pool, number)")
        workers = pool, number
    elif not callable(workers):
        return _pool.cores() if workers == -1 else _problem.count(workers, "workers", 1)
    if timeout is not None:
        raise ValueError("eval_timeout needs workers to be a number of processes")
    return workers
