"""minimize() and the ask/tell class Optimizer."""

import ctypes

import numpy as np

from . import _lib, _problem


class HecoError(ValueError):
    """What the library refused, in its words."""


class Solution(dict):
    """The answer: a dictionary whose items are attributes too, as SciPy's OptimizeResult.

    x, fun            the best point and its value
    success           True when it is feasible
    found             'feasible', 'infeasible' or 'none' (every evaluation failed)
    stop              why the search ended: 'budget', 'target', 'time', 'stall', 'user', ...
    maxcv             the largest violation of a constraint, 0 when feasible
    violation         mean violation over the constraints, as it is ranked
    constraints       a list of dictionaries: name, equality, value, tolerance, satisfied, excess
    nfev, nfail       evaluations, and how many of them failed
    reproduced        True when evaluating x once more gave the same values; None: not done
    message           one line about all this
    """

    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return list(self)

    def __repr__(self):
        lines = ["%12s: %r" % (k, v) for k, v in self.items() if k != "constraints"]
        for c in self.get("constraints") or ():
            state = "met" if c["satisfied"] else "violated by %.6g" % c["excess"]
            lines.append("%12s: %.10g (%s)" % (c["name"], c["value"], state))
        return "\n".join(lines)


def algorithms():
    """Names of the algorithms built into the library."""
    names = []
    while _lib.algorithm_at(len(names)):
        names.append(_lib.algorithm_at(len(names)).contents.name.decode())
    return names


def _doubles(values):
    return values.ctypes.data_as(_lib.c_double_p)


class Optimizer:
    """Ask for points, tell their values: f, inequalities g <= 0 and equalities h = 0.

    >>> opt = heco.Optimizer([(-5, 5)] * 2, n_ineq=1, budget=2000)
    >>> while (x := opt.ask()) is not None:
    ...     opt.tell((x ** 2).sum(axis=1), g=1 - x.sum(axis=1, keepdims=True))
    >>> opt.result().x
    """

    def __init__(self, bounds, n_ineq=0, n_eq=0, budget=10000, seed=1, algorithm=None, options=None,
                 integrality=None, x0=None, eq_tol=1e-4, tolerances=None, target=None, time=None, stall=None):
        self._run = ctypes.c_void_p()
        lower, upper = _problem.box(bounds)
        n = len(lower)
        self.n, self.n_ineq, self.n_eq = n, int(n_ineq), int(n_eq)
        self._keep = keep = [lower, upper]
        space = _lib.Space(n=n, ng=self.n_ineq, nh=self.n_eq, lower=_doubles(lower), upper=_doubles(upper),
                           eq_tol=eq_tol)
        if integrality is not None:
            flags = np.ascontiguousarray(np.broadcast_to(np.asarray(integrality) != 0, (n,)), dtype=np.uint8)
            keep.append(flags)
            space.integer = flags.ctypes.data_as(ctypes.POINTER(ctypes.c_ubyte))
        if tolerances is not None:
            tol = np.ascontiguousarray(np.broadcast_to(tolerances, (self.n_ineq + self.n_eq,)), dtype=float)
            keep.append(tol)
            space.tol = _doubles(tol)
        self._space = space
        how = self._options(budget, seed, options, x0, target, time, stall)
        error = _lib.Error()
        which = _lib.algorithm_default()
        if algorithm is not None:
            which = _lib.algorithm_find(str(algorithm).encode(), error)
            if not which:
                raise HecoError(error.text.decode())
        if _lib.run_new(self._run, which, space, how, error) != 0:
            raise HecoError(error.text.decode() or "the run could not be set up")
        self.algorithm = which.contents
        self._batch = None
        self._views = None
        self._sliced = {}
        self._asked = None

    def _options(self, budget, seed, options, x0, target, time, stall):
        how = _lib.run_options_default()
        how.seed, how.max_evals = int(seed), int(budget)
        how.max_seconds = 0.0 if time is None else float(time)
        how.target = np.nan if target is None else float(target)
        how.stall = 0 if stall is None else int(stall)
        texts = ["%s=%s" % (k, v if isinstance(v, str) else repr(v)) for k, v in (options or {}).items()]
        if texts:
            how.set = (ctypes.c_char_p * len(texts))(*[t.encode() for t in texts])
            how.sets = len(texts)
        if x0 is not None:
            start = np.ascontiguousarray(np.atleast_2d(np.asarray(x0, float)))
            if start.shape[1] != self.n:
                raise HecoError("x0 has %d coordinates, there are %d variables" % (start.shape[1], self.n))
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

    def ask_batch(self):
        """Views (x, f, g, h, x.T, g.T, h.T) of the next rows, to be filled in place; None: it is over."""
        address = _lib.run_ask(self._run)
        if address is None:
            message = _lib.run_message(self._run)
            if message:
                raise HecoError(message.decode())
            return None
        self._asked = views = self._view(address)
        return views

    def ask(self):
        """The next points, one per row (a copy); None when the search is over."""
        views = self.ask_batch()
        return None if views is None else views[0].copy()

    def tell(self, f=None, g=None, h=None):
        """The values of the points asked for; NaN marks a point that could not be evaluated."""
        if self._asked is None:
            raise HecoError("tell: there is no batch to tell")
        if f is not None:
            x, to_f, to_g, to_h = self._asked[:4]
            to_f[:] = f
            if (g is None) != (self.n_ineq == 0) or (h is None) != (self.n_eq == 0):
                raise HecoError("tell: values are needed for %d inequalities and %d equalities" %
                                (self.n_ineq, self.n_eq))
            if g is not None:
                to_g[:] = g
            if h is not None:
                to_h[:] = h
        self._asked = None
        if _lib.run_tell(self._run) != 0:
            raise HecoError(_lib.run_message(self._run).decode())

    def stop(self):
        """Ends the search; the best point so far stays."""
        _lib.run_stop(self._run, _lib.STOP_USER)

    def best(self):
        """(x, f, violation) of the best point so far."""
        r = _lib.run_result(self._run).contents
        return np.array(r.x[:self.n]), r.f, r.viol

    def settings(self):
        """The algorithm's options in use, automatic ones resolved."""
        values, out, text = _lib.run_settings(self._run), {}, ctypes.create_string_buffer(60)
        k = 0
        while self.algorithm.options[k].name is not None:
            option = self.algorithm.options[k]
            _lib.option_print(ctypes.byref(option), values[k], text, len(text))
            out[option.name.decode()] = text.value.decode()
            k += 1
        return out

    def violation(self, g, h):
        g, h = np.ascontiguousarray(g, float), np.ascontiguousarray(h, float)
        return _lib.violation(self._space, _doubles(g), _doubles(h))

    def result(self, names=None):
        """The answer so far as a Solution."""
        r = _lib.run_result(self._run).contents
        g, h = np.array(r.g[:self.n_ineq]), np.array(r.h[:self.n_eq])
        s = Solution(x=np.array(r.x[:self.n]), fun=r.f, success=r.found == _lib.FOUND_FEASIBLE,
                     found=_lib.found_text(r.found).decode(), stop=_lib.stop_text(r.stop).decode(),
                     violation=r.viol, nfev=r.evals, nfail=r.failed, evals_at_best=r.evals_at_best,
                     g=g, h=h, algorithm=self.algorithm.name.decode(), options=self.settings(),
                     seconds=r.seconds, reproduced=None)
        self._report(s, names)
        return s

    def _report(self, s, names):
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
        s.message = ("every evaluation failed" if s.found == "none" else
                     "feasible" if not broken else "no feasible point; violated: " + ", ".join(broken))
        s.message += "; stopped by " + s.stop

    def __del__(self):
        if getattr(self, "_run", None):
            _lib.run_free(self._run)
            self._run = None


def _mapper(workers):
    """A map-like callable and what closes it."""
    if callable(workers):
        return workers, lambda: None
    import multiprocessing
    pool = multiprocessing.get_context("fork").Pool(None if workers == -1 else int(workers))
    return pool.map, pool.terminate


_shared = None  # the evaluation inherited by forked workers


def _worker_point(x):
    try:
        return _shared.point(x), None
    except Exception as error:
        return None, "%s: %s" % (type(error).__name__, error)


def _fill_parallel(mapper, work, x, f, g, h):
    for i, (values, error) in enumerate(mapper(_worker_point, [row.copy() for row in x])):
        if error is None:
            f[i], g[i], h[i] = values
        else:
            work._failed(RuntimeError(error))
            f[i] = np.nan


def _check(work, opt, s):
    """Evaluates the best point once more; the worse of the two evaluations is reported."""
    if s.found == "none":
        return
    f, g, h = np.empty(1), np.empty((1, work.ng)), np.empty((1, work.nh))
    quiet, work.on_error = work.on_error, "fail"
    failures = work.failures
    x = s.x[None, :].copy()
    work.rows(x, f, g, h, x.T, g.T, h.T)
    work.on_error = quiet
    if work.failures > failures or not (np.isfinite(f).all() and np.isfinite(g).all() and np.isfinite(h).all()):
        work.failures = failures
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


def minimize(fun, bounds, args=(), constraints=(), *, integrality=None, x0=None, seed=1, budget=None, maxfev=None,
             workers=1, vectorized=False, callback=None, algorithm=None, options=None, n_ineq=None, n_eq=None,
             eq_tol=1e-4, tolerances=None, target=None, time=None, stall=None, on_error="fail"):
    """Minimise fun(x, *args) over a box, subject to constraints.

    fun          returns f, or everything at once: (f, g), (f, g, h) or a dict with these keys,
                 meaning g <= 0 and h = 0. With vectorized=True it gets x of shape (n, S) and returns
                 f of shape (S,), g of shape (ng, S), h of shape (nh, S), as SciPy's.
    bounds       pairs (lower, upper), or scipy.optimize.Bounds
    constraints  SciPy's LinearConstraint, NonlinearConstraint or dictionaries, one or a list
    integrality  truthy per variable that must be an integer
    x0           one initial point or several
    budget       evaluations (maxfev is the same); default 10000 (n + 1)
    workers      1, a number of processes (-1: all cores), or a map-like callable; the result does
                 not depend on it
    callback     called with the Optimizer after every batch; a true value ends the search
    n_ineq, n_eq sizes when fun returns them; otherwise it is evaluated once at x0 or the centre
                 to learn them
    on_error     'fail': an exception in fun makes a failed point; 'raise': it ends the search

    Returns a Solution. Ctrl-C returns the best point so far.
    """
    global _shared
    if on_error not in ("fail", "raise"):
        raise ValueError("on_error is %r: 'fail' and 'raise' are possible" % (on_error,))
    lower, upper = _problem.box(bounds)
    n = len(lower)
    sizes = None if n_ineq is None and n_eq is None else (int(n_ineq or 0), int(n_eq or 0))
    work = _problem.Evaluation(fun, args, constraints, vectorized, sizes, n, on_error)
    if sizes is None:
        first = np.atleast_2d(np.asarray(x0, float))[0] if x0 is not None else (lower + upper) / 2
        if integrality is not None:
            first = np.where(np.broadcast_to(np.asarray(integrality) != 0, (n,)), np.round(first), first)
        work.learn_sizes(first)
    budget = budget if budget is not None else maxfev if maxfev is not None else 10000 * (n + 1)
    opt = Optimizer(np.column_stack([lower, upper]), work.ng, work.nh, budget=budget, seed=seed,
                    algorithm=algorithm, options=options, integrality=integrality, x0=x0, eq_tol=eq_tol,
                    tolerances=tolerances, target=target, time=time, stall=stall)
    mapper = close = None
    if workers != 1:
        _shared = work  # before the fork
        mapper, close = _mapper(workers)
    try:
        while (views := opt.ask_batch()) is not None:
            if mapper is None:
                work.rows(*views)
            else:
                _fill_parallel(mapper, work, *views[:4])
            opt.tell()
            if callback is not None and callback(opt):
                opt.stop()
    except KeyboardInterrupt:
        opt.stop()
    finally:
        if close is not None:
            close()
            _shared = None
    s = opt.result(work.names())
    s.seed, s.last_error = seed, work.last_error
    _check(work, opt, s)
    return s
