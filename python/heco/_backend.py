"""A backend of the library whose functions are Python's: heco_minimize() searches, Python evaluates."""

import collections
import ctypes
import signal
import threading

import numpy as np

from . import _lib


class Search:
    """A search under way, as callbacks see it: nfev, nfail, nit, budget and best()."""

    def __init__(self, n):
        self.n, self.nfev, self.nfail, self.nit, self.budget = n, 0, 0, 0, 0
        self._best, self.stopped = (np.full(n, np.nan), np.inf, np.inf), False

    def best(self):
        """Returns x, f and violation of the best point so far."""
        return self._best

    def stop(self):
        """Ends the search; the best point so far stays."""
        self.stopped = True

    def take(self, now):
        self.nfev, self.nfail, self.budget = now.evals, now.failed, now.max_evals
        self._best = np.array(now.x[:self.n]), now.f, now.viol


class Backend:
    """Evaluates the batches of heco_minimize().

    An exception must not leave a callback, because it cannot pass the frames of C below. _guard() stores it in `error` and
    ends the search; the caller raises it when the library has returned. The handler of Ctrl-C raises only while `inside` is
    True, that is within _guard(), and sets `interrupted` otherwise."""

    def __init__(self, work, evaluate, n, derive=None, retries=0, callback=None, lines=(), shared=None, recording=None):
        self.sizes = collections.deque(maxlen=8)  # rows of the last batches
        self.work, self.evaluate, self.n, self.derive, self.retries = work, evaluate, n, derive, retries
        self.callback, self.lines, self.search, self.recording = callback, lines, Search(n), recording
        self.error, self.interrupted, self.inside, self.within_batch, self.whole = None, False, False, False, False
        self.address = self.batch = self.should_stop = self.stop_user = None
        self.views, self.zeros, self.shared = {}, np.zeros(0), shared  # shared.value: nonzero ends all searches of a call
        self.functions = [_lib.BACKEND_OPEN(self._open), _lib.BACKEND_EVAL(self._eval), _lib.BACKEND_CLOSE(lambda state: None),
                          _lib.PROGRESS(self._progress), _lib.POINT(lambda: _lib.POINT_FAILED)]
        addresses = [ctypes.cast(function, ctypes.c_void_p) for function in self.functions]
        self.on_progress, self.point = addresses[3:]
        self.descriptor = _lib.Backend(size=ctypes.sizeof(_lib.Backend), name=b"python", title=b"functions of Python",
                                       traits=_lib.BACKEND_TRAITS, open=addresses[0], eval=addresses[1], close=addresses[2])
        self.cheap_fn = _lib.CHEAP(self._cheap)
        self.eval_cheap = ctypes.cast(self.cheap_fn, ctypes.c_void_p)
        self.rows_fn = _lib.BACKEND_ON_ROWS(self._on_rows)
        self.descriptor.on_rows = ctypes.cast(self.rows_fn, ctypes.c_void_p)
        self.row_done = self.row_user = self.reported = self.filling = self.current = None  # current: views of the batch
        self.report_next = 0
        self.under, self.recorded, self.rows, self.capacity = {}, 0, 0, 0  # rows, and what the workers could have done
        self.count = getattr(evaluate, "count", 1)
        if self.count > 1:
            self.points = [_lib.BACKEND_SUBMIT(self._submit), _lib.BACKEND_COLLECT(self._collect), _lib.BACKEND_CLOSE(self._abandon)]
            self.descriptor.submit, self.descriptor.collect, self.descriptor.abandon = (
                ctypes.cast(function, ctypes.c_void_p) for function in self.points)
            self.descriptor.traits |= _lib.BACKEND_PARALLEL

    # --- Ctrl-C and exceptions

    def __enter__(self):
        self.handler = None
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if handler is signal.default_int_handler or isinstance(getattr(handler, "__self__", None), Backend):
                self.handler = signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(self, *_):
        if self.handler is not None:
            signal.signal(signal.SIGINT, self.handler)

    def _on_interrupt(self, number, frame):
        if self.inside:
            self.inside = False
            raise KeyboardInterrupt
        self.interrupted = True

    def _guard(self, function, *arguments):
        """Returns what function(*arguments) does; None if it raised an exception, which is kept."""
        try:
            try:
                self.inside = True
                return function(*arguments)
            finally:
                self.inside = False
        except KeyboardInterrupt:
            self.interrupted = True
        except BaseException as error:
            self.error = error
        return None

    # --- functions of the backend

    def _open(self, state, problem, options, error):
        self.views.clear()
        self.address, self.stop_user = None, options.contents.stop_user
        self.should_stop = _lib.PROGRESS(options.contents.should_stop) if options.contents.should_stop else None
        self.work.stop = self._stop if self.should_stop is not None or self.shared is not None else None
        return 0

    def _cheap(self, user, x, g):
        """Writes the cheap constraints at x. A point where they raise is rejected, or ends the search."""
        point = np.array(_lib.view(x, (self.n,)))
        try:
            values = self.work.fill_cheap(point)
        except Exception as error:
            try:
                self.work.failed(error, point)
            except Exception as final:
                self.error = final
            return _lib.POINT_FAILED
        _lib.view(g, values.shape)[:] = values
        return 0

    def _stop(self, done):
        """True if the rest of a batch is to be left. The library may call _progress(), which has a guard of its own."""
        if self.filling is not None:
            self._report(self.filling)
        if self.shared is not None and self.shared.value:
            self.interrupted = True
        if self.should_stop is None or self.interrupted:
            return self.interrupted
        self.inside, self.within_batch = False, True
        stop = self.should_stop(self.stop_user, _lib.Progress(evals=int(done), f=np.inf, viol=np.inf))
        self.inside, self.within_batch = True, False
        return bool(stop) or self.interrupted

    def _eval(self, state, address, stats):
        if self.address != address:
            self.address, self.batch = address, _lib.Batch.from_address(address)
        if not self.interrupted and self.error is None:
            count = self.batch.count
            self.search.nit += 1
            self.sizes.append(count)
            self.rows += count
            self.capacity += -(-count // self.count) * self.count
            self.reported = np.zeros(count, bool) if self.row_done is not None else None
            self.report_next, self.current = 0, None
            self._guard(self._fill, self.batch)
            self.filling, views = None, self.current
            if not self.interrupted and self.error is None:
                self._report_rest(views)
                self._record(views, None)
                return 0
            if views is not None:  # rows that were evaluated before the exception count
                self._mark(views)
                self._report_rest(views)
                self._record(views, views[8] != _lib.ROW_SKIPPED)
        self.batch.stop, self.batch.derivatives = 1, 0
        return 0

    # --- rows that finish within a batch, for the journal

    def _on_rows(self, state, done, user):
        self.row_done, self.row_user = (_lib.ROWS(done), user) if done else (None, None)

    def _report(self, views):
        """Reports rows that have their values. Rows that may be evaluated again, and one whose derivatives are wanted, wait."""
        f, g, h, state, done = views[1], views[2], views[3], views[8], self.evaluate.done
        if self.reported is None:
            return
        if not isinstance(done, np.ndarray):  # the usual case of one process, without arrays
            first, self.report_next = self.report_next, done
            for i in range(first, done):
                if f[i] == f[i] and not self.retries and not (i == 0 and self.batch.derivatives):
                    state[i] = _lib.ROW_OK
                    self.row_done(self.row_user, self.address, i, i + 1)
                    self.reported[i] = True
            if self.reported[:done].all():
                return
        new = _mask(done, len(f)) & ~self.reported
        if self.batch.derivatives:
            new[0] = False
        if self.retries:
            new &= _finite(f, g, h)
        state[new] = _lib.ROW_OK
        _mark_failed(new & np.isnan(f), g, h, state)
        self._pass_rows(new)

    def _report_rest(self, views):
        if self.reported is not None and views is not None:
            self._pass_rows((views[8] != _lib.ROW_SKIPPED) & ~self.reported)

    def _pass_rows(self, new):
        for i in np.flatnonzero(new).tolist():
            self.row_done(self.row_user, self.address, i, i + 1)
        self.reported |= new

    # --- points one by one

    def _submit(self, state, key, x):
        if not self.interrupted and self.error is None:
            point = np.array(_lib.view(x, (1, self.n)))
            self.under[key] = [point, self.retries]
            self._guard(self.evaluate.submit, key, point)
        return 0

    def _collect(self, state, seconds, out, stats):
        got = None
        if not self.interrupted and self.error is None:
            got = self._guard(self._next, seconds)
        a = out.contents
        if self.interrupted or self.error is not None:  # ends the search
            a.id, a.state, a.stop = 0, _lib.ROW_SKIPPED, 1
            return 1
        if got is None:
            return 0
        a.id, a.stop, self.answer = got[0], 0, got[1:]
        x, f, g, h, marks = self.answer  # the arrays live until the next call
        a.x, a.f, a.g, a.h, a.state = x.ctypes.data, f[0], g.ctypes.data, h.ctypes.data, int(marks[0])
        self.search.nit += 1
        if self.recording is not None:
            self.recording.add(x, f, g, h, marks)
            self.recorded = self.recording.rows
        return 1

    def _next(self, seconds):
        """Returns (key, x, f, g, h, state) of a point that has finished; None if there is none yet."""
        got = self.evaluate.collect(seconds)
        if got is None:
            return None
        key, answer = got
        x, tries = self.under[key]
        if isinstance(answer, Exception):
            f, g, h, error, where = np.full(1, np.nan), np.full((1, self.work.ng), np.nan), np.full((1, self.work.nh), np.nan), answer, x[0]
        else:
            f, g, h, error, where = answer
        if tries > 0 and not _finite(f, g, h).all():
            self.under[key][1] -= 1
            self.evaluate.submit(key, x)
            return None
        del self.under[key]
        if error is not None:
            self.work.failed(error, where)
        marks, self.whole = np.zeros(1, np.ubyte), True
        self._mark((x, f, g, h, None, None, None, None, marks))
        return key, x, f, g, h, marks

    def _abandon(self, state):
        self.under.clear()
        self._guard(self.evaluate.abandon)

    def _record(self, views, rows):
        """Keeps the rows of the batch that have values; all of them if `rows` is None."""
        if self.recording is None:
            return
        x, f, g, h, _, _, _, _, state = views[:9]
        if rows is None and not self.whole:
            rows = state != _lib.ROW_SKIPPED
        if rows is not None:
            x, f, g, h, state = x[rows], f[rows], g[rows], h[rows], state[rows]
        self.recording.add(x, f, g, h, state)

    def _fill(self, batch):
        """Writes the values and states of a batch."""
        self.whole = False
        self.current = views = self.views.get(_key(batch)) or self._view(batch)
        _, f, _, h, _, _, _, g, state, zeros_f, zeros_g = views
        self.evaluate.done = 0
        self.filling = views
        self.whole = self.evaluate.fill(views)
        self.filling = None
        # A product with 0 is 0, unless a number is not finite. This costs less than numpy.isfinite().
        if self.whole and f.dot(zeros_f) == 0.0 and g.dot(zeros_g) == 0.0 and (not h.size or np.isfinite(h).all()):
            state.fill(_lib.ROW_OK)
        else:
            self._retry(views)
            self._mark(views)
        if batch.derivatives:
            batch.derivatives = int(bool(self.derive is not None and state[0] == _lib.ROW_OK
                                         and self.derive.fill(views[0][0], *self._slopes(batch))))

    def _view(self, batch):
        """Returns arrays over a batch: x, f, g, h, the transposes of x, g, h, flat g, the states, and zeros."""
        count, ng, nh = batch.count, batch.ng, batch.nh
        if len(self.zeros) < count * max(1, ng):
            self.zeros = np.zeros(count * max(1, ng))
        x, f, g, h = (_lib.view(at, shape) for at, shape in (
            (batch.x, (count, self.n)), (batch.f, (count,)), (batch.g, (count, ng)), (batch.h, (count, nh))))
        views = (x, f, g, h, x.T, g.T, h.T, g.reshape(-1), _lib.view(batch.state, (count,), ctypes.c_ubyte),
                 self.zeros[:count], self.zeros[:count * ng])
        self.views[_key(batch)] = views
        return views

    def _slopes(self, batch):
        return [_lib.view(at, shape) for at, shape in (
            (batch.df, (self.n,)), (batch.dg, (batch.ng, self.n)), (batch.dh, (batch.nh, self.n)))]

    def _retry(self, views):
        """Evaluates the rows of a whole batch that failed once more, `retries` times at most."""
        f, g, h = views[1:4]
        for _ in range(self.retries if self.whole else 0):
            bad = np.flatnonzero(~_finite(f, g, h))
            if len(bad) == 0:
                break
            again = [np.ascontiguousarray(v[bad]) for v in views[:4]]
            whole = self.evaluate.fill((*again, again[0].T, again[2].T, again[3].T))
            kept = np.flatnonzero(_mask(self.evaluate.done, len(bad)))
            for to, values in zip((f, g, h), again[1:]):
                to[bad[kept]] = values[kept]
            if not whole:
                break

    def _mark(self, views):
        """Writes the states of the rows that were evaluated, and names a constraint without a value."""
        x, f, g, h, state = *views[:4], views[8]
        has = np.ones(len(f), bool) if self.whole else _mask(self.evaluate.done, len(f))
        state[has] = _lib.ROW_OK
        _mark_failed(has & np.isnan(f), g, h, state)
        for i in np.flatnonzero(has & np.isfinite(f) & ~_finite(f, g, h)):
            values = np.append(g[i], h[i])
            k = np.flatnonzero(~np.isfinite(values))[-1]
            self.work.last_error = ValueError("constraint %s is %g" % (self.work.forms()[k][0], values[k]))
            self.work.last_x = x[i].copy()

    def _progress(self, user, now):
        return int(bool(self._guard(self._show, now.contents)) or self.interrupted or self.error is not None)

    def _show(self, now):
        self.search.take(now)
        for line in self.lines:
            line.show(self.search)
        if self.callback is not None and not self.within_batch:
            try:
                return self.callback(self.search) or self.search.stopped
            except StopIteration:
                return True


def _mark_failed(rows, g, h, state):
    """Marks rows without f: an evaluation that stopped early has constraints, a known violated one among them."""
    if not rows.any():
        return
    with np.errstate(invalid="ignore"):
        partial = rows & ((g > 0.0).any(axis=1) | (np.abs(h) > 0.0).any(axis=1))
    failed = rows & ~partial
    state[partial] = _lib.ROW_PARTIAL
    state[failed], g[failed], h[failed] = _lib.ROW_FAILED, np.nan, np.nan


def _mask(done, count):
    """Returns a mask of the rows that are done; `done` is one already, or the number of rows from the first on."""
    return done if isinstance(done, np.ndarray) else np.arange(count) < done


def _key(batch):
    """Returns the arrays of a batch by their addresses: batches after the search may take the memory of earlier ones."""
    return batch.x, batch.f, batch.g, batch.h, batch.state, batch.count


def _finite(f, g, h):
    return np.isfinite(f) & np.isfinite(g).all(axis=1) & np.isfinite(h).all(axis=1)
