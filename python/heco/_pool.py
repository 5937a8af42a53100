"""Evaluation in other processes: forked workers that may crash or hang, or the caller's own map()."""

import copy
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import time

import numpy as np


class Crash(RuntimeError):
    """A worker process ended, or was ended, while it evaluated a point."""


def _portable(error):
    """The exception itself when it survives the way through a pipe, else its message."""
    try:
        if error is not None:
            pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError("%s: %s" % (type(error).__name__, error))


class _Block:
    """Rows to values in whatever process it is called."""

    def __init__(self, work):
        self.work = copy.copy(work)  # errors are the caller's business, and so is the time
        self.work.on_error, self.work.deadline = "fail", None

    def __call__(self, x):
        work, count = copy.copy(self.work), len(x)  # threads may share the block, but not an error
        work.last_error = None
        f, g, h = np.full(count, np.nan), np.full((count, work.ng), np.nan), np.full((count, work.nh), np.nan)
        work.fill((x, f, g, h, x.T, g.T, h.T))
        return f, g, h, _portable(work.last_error), work.last_x


def _serve(block, end, others):
    """What a worker does. Ctrl-C is the parent's business; the ends of other pipes are closed, so that
    all workers end with the parent, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    try:
        while True:
            end.send(block(end.recv()))
    except (EOFError, OSError):
        pass


class _Worker:
    def __init__(self, context, block, ends):
        self.end, far = context.Pipe()
        ends.add(self.end)
        self.process = context.Process(target=_serve, args=(block, far, list(ends)), daemon=True)
        self.far, self.rows, self.limit = far, None, None

    def start(self):
        self.process.start()
        self.far.close()

    def send(self, rows, x, timeout):
        self.rows = rows
        self.limit = None if timeout is None else time.monotonic() + timeout * len(rows)
        self.end.send(x[rows])

    def finish(self):
        self.end.close()
        self.far.close()
        if self.process.pid is not None:  # else it was not started yet
            self.process.kill()
            self.process.join()


class Pool:
    """Fills batches with forked workers. A worker that dies or takes too long costs the point it was at, and is
    replaced. `done` is a mask of the rows that have their values."""

    def __init__(self, work, workers, timeout):
        self.work, self.timeout, self.count = work, timeout, workers
        self.context = multiprocessing.get_context("fork")
        self.block = _Block(work)
        self.ends, self.idle, self.busy = set(), [], {}
        self.workers = set()  # all of them: Ctrl-C may come while one is neither idle nor busy
        self.done = 0

    def fill(self, views):
        x, f, g, h = views[:4]
        self.done = done = np.zeros(len(f), bool)
        size = -(-len(f) // self.count) if self.work.vectorized else 1
        todo = [np.arange(i, min(i + size, len(f))) for i in range(0, len(f), size)]
        todo.reverse()
        while todo or self.busy:
            if self.work.deadline is not None and time.monotonic() >= self.work.deadline:
                self._drop_busy()
                return False
            while todo and len(self.busy) < self.count:
                self._start(todo.pop(), x)
            for rows, answer in self._answers():
                if isinstance(answer, Crash) and len(rows) > 1:
                    todo += [rows[k:k + 1] for k in range(len(rows))]  # which of them is it?
                elif isinstance(answer, Crash):
                    f[rows] = np.nan
                    self.work.failed(answer, x[rows[0]])
                else:
                    f[rows], g[rows], h[rows] = answer[:3]
                    if answer[3] is not None:
                        self.work.failed(*answer[3:])
                if not isinstance(answer, Crash) or len(rows) == 1:
                    done[rows] = True
        return True

    def _start(self, rows, x):
        while True:
            worker = self.idle.pop() if self.idle else self._new()
            try:
                worker.send(rows, x, self.timeout)
            except OSError:  # it has died since its last answer, not by this point
                self._bury(worker)
                continue
            self.busy[worker.end] = worker
            return

    def _new(self):
        worker = _Worker(self.context, self.block, self.ends)
        self.workers.add(worker)
        worker.start()
        return worker

    def _answers(self):
        """Waits for some worker. Pairs (rows, what its block returned or a Crash)."""
        limits = [w.limit for w in self.busy.values() if w.limit is not None]
        if self.work.deadline is not None:
            limits.append(self.work.deadline)
        wait = None if not limits else max(0.0, min(limits) - time.monotonic())
        for end in multiprocessing.connection.wait(list(self.busy), wait):
            worker = self.busy.pop(end)
            try:
                answer = end.recv()
                self.idle.append(worker)
            except (EOFError, OSError):
                worker.process.join(5)
                code = worker.process.exitcode
                answer = Crash("the worker process was ended by signal %d" % -code if code is not None and code < 0
                               else "the worker process ended with exit code %s" % code)
                self._bury(worker)
            yield worker.rows, answer
        now = time.monotonic()
        for worker in [w for w in self.busy.values() if w.limit is not None and now >= w.limit]:
            del self.busy[worker.end]
            self._bury(worker)
            yield worker.rows, Crash("no value within %g s" % (self.timeout * len(worker.rows)))

    def _bury(self, worker):
        self.ends.discard(worker.end)
        worker.finish()
        self.workers.discard(worker)

    def _drop_busy(self):
        for worker in list(self.busy.values()):
            self._bury(worker)
        self.busy.clear()

    def close(self):
        for worker in list(self.workers):
            self._bury(worker)
        self.busy.clear()
        self.idle.clear()


class Mapped:
    """Fills batches through a map-like callable, such as the map of the caller's own pool of processes, which must be
    able to pickle the functions. It gets a whole batch at a time, and returns values or futures in the same order."""

    def __init__(self, work, mapper):
        self.work, self.mapper = work, mapper
        self.block = _Block(work)
        self.done = 0

    def answers(self, rows):
        """What the mapper gives for the rows; a future (as of Dask's map) is waited for."""
        try:
            for answer in self.mapper(self.block, rows):
                yield answer if isinstance(answer, tuple) else answer.result()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            if "pickle" not in str(error):
                raise
            raise TypeError("workers: the functions cannot be sent to other processes (%s): define them at the top "
                            "level of a module, not as a lambda or inside a function" % error) from error

    def fill(self, views):
        x, f, g, h = views[:4]
        self.done = 0
        for answer in self.answers([x[i:i + 1].copy() for i in range(len(f))]):
            i = self.done
            if i == len(f):
                break
            f[i], g[i], h[i] = (part[0] for part in answer[:3])
            self.done = i + 1
            if answer[3] is not None:
                self.work.failed(*answer[3:])
            if self.work.deadline is not None and time.monotonic() >= self.work.deadline:
                return self.done == len(f)
        if self.done < len(f):
            raise ValueError("workers returned values for %d of %d points" % (self.done, len(f)))
        return True

    def close(self):
        pass


def cores():
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
