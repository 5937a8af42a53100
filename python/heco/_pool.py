"""Evaluation in other processes: forked workers that may crash or hang, the caller's own pool, or its map()."""

import collections
import concurrent.futures
import copy
import multiprocessing
import multiprocessing.connection
import os
import pickle
import queue
import signal
import socket
import struct
import time
import warnings

import numpy as np

from ._solution import HecoError, one_line

POLL_SECONDS = 0.05  # between two questions whether the search is to end, while workers are busy
SILENT_SECONDS = 10.0  # without an answer, after which a pool is asked whether it has workers at all
ALIVE_SECONDS = 1.0  # between two questions whether a busy worker still exists: its end of the pipe may stay open in a child
READ_SECONDS = 20  # without a byte within an answer, after which it is given up


class Crash(RuntimeError):
    """A worker process ended, or was ended, while it evaluated a point."""


def portable(error):
    """Returns the exception itself if it can be pickled, else a RuntimeError with its message."""
    try:
        if error is not None:
            pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError("%s: %s" % (type(error).__name__, one_line(error)))


class _Block:
    """Evaluates rows of points in the process in which it is called."""

    def __init__(self, work):
        self.work = copy.copy(work)  # the caller's process raises errors and limits the time
        self.work.on_error, self.work.stop, self.work.warned = "fail", None, True

    def __call__(self, x):
        work, count = copy.copy(self.work), len(x)  # threads may share the block, but not an error
        work.last_error = None
        f, g, h = np.full(count, np.nan), np.full((count, work.ng), np.nan), np.full((count, work.nh), np.nan)
        work.fill((x, f, g, h, x.T, g.T, h.T))
        return f, g, h, portable(work.last_error), work.last_x


def _serve(function, end, others):
    """Answers the tasks that come through the pipe `end`. The parent handles Ctrl-C. The worker closes its copies of the
    ends of `others`, so that each worker notices when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    try:
        while True:
            end.send(function(end.recv()))
    except (EOFError, OSError):
        pass


class _Worker:
    def __init__(self, pool):
        self.end, self.far = pool.context.Pipe()
        with socket.socket(fileno=os.dup(self.end.fileno())) as end:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", READ_SECONDS, 0))
        pool.ends.add(self.end)
        self.process = pool.context.Process(target=_serve, args=(pool.function, self.far, list(pool.ends)), daemon=pool.daemon)
        self.key, self.seconds, self.limit = None, None, None

    def start(self):
        self.process.start()
        self.far.close()

    def send(self, key, argument, seconds):
        self.key, self.seconds = key, seconds
        self.limit = None if seconds is None else time.monotonic() + seconds
        self.end.send(argument)

    def receive(self):
        """Returns the answer, or a Crash."""
        try:
            return self.end.recv()
        except (EOFError, ConnectionError):
            self.process.join(5)
            return self.crash()
        except Exception as error:  # the function has written into the pipe: anything may be read
            return Crash("the worker process sent no answer that can be read (%s): does the function write into "
                         "descriptors that it did not open?" % type(error).__name__)

    def crash(self):
        code = self.process.exitcode
        return Crash("the worker process was ended by signal %d" % -code if code is not None and code < 0
                     else "the worker process ended with exit code %s" % code)

    def finish(self):
        self.end.close()
        self.far.close()
        if self.process.pid is not None:  # else it was not started yet
            self.process.kill()
            self.process.join()


class Pool:
    """Calls `function` in `count` forked workers. A worker that dies or takes too long is replaced, and its answer is a Crash.

    `daemon` is False for workers that start processes of their own."""

    def __init__(self, function, count, daemon=True):
        self.function, self.count, self.daemon = function, count, daemon
        self.context = multiprocessing.get_context("fork")
        self.ends, self.idle, self.busy = set(), [], {}
        self.workers = set()  # all of them: Ctrl-C may come while a worker is neither idle nor busy

    def answers(self, tasks, stop=None):
        """Yields (key, answer) for each (key, argument, seconds) of the list `tasks`, the last task first. The caller may append
        tasks meanwhile. If `stop` is given and returns True, the tasks under way are abandoned."""
        while tasks or self.busy:
            if stop is not None and stop():
                self.drop_busy()
                return
            while tasks and len(self.busy) < self.count:
                self._start(*tasks.pop())
            yield from self._wait(None if stop is None else POLL_SECONDS)

    def drop_busy(self):
        """Ends the workers that have a task."""
        for worker in list(self.busy.values()):
            self._remove(worker)
        self.busy.clear()

    def _start(self, *task):
        while True:
            worker = self.idle.pop() if self.idle else self._new()
            try:
                worker.send(*task)
            except OSError:  # the worker has died since its last answer, not because of this task
                self._remove(worker)
                continue
            self.busy[worker.end] = worker
            return

    def _new(self):
        worker = _Worker(self)
        self.workers.add(worker)
        worker.start()
        return worker

    def _wait(self, seconds):
        """Waits for an answer, a limit or that many seconds. Yields the pairs (key, answer or Crash)."""
        now = time.monotonic()
        waits = [w.limit - now for w in self.busy.values() if w.limit is not None] + ([] if seconds is None else [seconds])
        waits.append(ALIVE_SECONDS)
        ready = multiprocessing.connection.wait(list(self.busy), max(0.0, min(waits)))
        for worker in [w for w in self.busy.values() if w.end in ready or not w.process.is_alive()]:
            del self.busy[worker.end]
            answer = worker.receive() if worker.end.poll() else worker.crash()
            if isinstance(answer, Crash):
                self._remove(worker)
            else:
                self.idle.append(worker)
            yield worker.key, answer
        now = time.monotonic()
        for worker in [w for w in self.busy.values() if w.limit is not None and now >= w.limit]:
            del self.busy[worker.end]
            self._remove(worker)
            yield worker.key, Crash("no value within %g s" % worker.seconds)

    def _remove(self, worker):
        self.ends.discard(worker.end)
        worker.finish()
        self.workers.discard(worker)

    def close(self):
        for worker in list(self.workers):
            self._remove(worker)
        self.busy.clear()
        self.idle.clear()


class Processes:
    """Fills batches with a Pool. A worker that dies or takes too long costs the point it was at. `done` is a mask of the rows
    that have their values."""

    def __init__(self, work, workers, timeout):
        self.work, self.timeout, self.pool = work, timeout, Pool(_Block(work), workers)
        self.close, self.count = self.pool.close, workers
        self.done, self.finished = 0, collections.deque()

    def fill(self, views):
        x, f, g, h = views[:4]
        self.done = done = np.zeros(len(f), bool)
        size = -(-len(f) // self.pool.count) if self.work.vectorized else 1
        tasks = [self._task(np.arange(i, min(i + size, len(f))), x) for i in range(0, len(f), size)]
        tasks.reverse()
        for rows, answer in self.pool.answers(tasks, self.work.stop and (lambda: self.work.stop(int(done.sum())))):
            if isinstance(answer, Crash) and len(rows) > 1:
                tasks += [self._task(rows[k:k + 1], x) for k in range(len(rows))]  # finds the point that crashes
                continue
            if isinstance(answer, Crash):
                f[rows] = g[rows] = h[rows] = np.nan
                error, where = answer, x[rows[0]]
            else:
                f[rows], g[rows], h[rows] = answer[:3]
                error, where = answer[3:]
            done[rows] = True
            if error is not None:
                self.work.failed(error, where)
        return bool(done.all())

    def _task(self, rows, x):
        return rows, x[rows], None if self.timeout is None else self.timeout * len(rows)

    # --- points one by one

    def submit(self, key, x):
        """Begins the evaluation of a point, a row of shape (1, n); at most `count` are under way."""
        self.pool._start(key, x, self.timeout)

    def collect(self, seconds):
        """Returns (key, answer) of a point that has finished, waiting at most that long; None if there is none."""
        if not self.finished:
            self.finished.extend(self.pool._wait(seconds))
        return self.finished.popleft() if self.finished else None

    def abandon(self):
        """Ends the points under way."""
        self.pool.drop_busy()
        self.finished.clear()


class Mapped:
    """Fills batches through a map-like callable, such as the map of the caller's own pool of processes, which must be
    able to pickle the functions. It gets a whole batch at a time, and returns values or futures in the same order."""

    def __init__(self, work, mapper):
        self.work, self.mapper = work, mapper
        self.block = _Block(work)
        self.done = 0

    def answers(self, rows):
        """Yields what the mapper gives for the rows; waits for a future, as of Dask's map."""
        try:
            for answer in self.mapper(self.block, rows):
                yield answer if isinstance(answer, tuple) else answer.result()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            if "pickle" not in str(error):
                raise
            raise unpicklable(error) from error

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
            if self.work.stop is not None and self.work.stop(self.done):
                return self.done == len(f)
        if self.done < len(f):
            raise ValueError("workers returned values for %d of %d points" % (self.done, len(f)))
        return True


def broken(error):
    return HecoError("workers: the pool has lost its workers (%s): make a new one, and go on with journal= and resume=True"
                     % error)


class Submitted:
    """Evaluates points in the caller's own pool by its submit(), as concurrent.futures, Dask and mpi4py.futures have it. A
    worker gets the next point as soon as it has finished one."""

    def __init__(self, work, pool, count):
        self.work, self.pool, self.count, self.block = work, pool, count, _Block(work)
        self.done, self.under, self.finished = 0, {}, queue.SimpleQueue()
        self.heard, self.warned = time.monotonic(), False  # of the pool; that it has no workers

    def fill(self, views):
        """Evaluates a batch, `count` points at a time."""
        x, f, g, h = views[:4]
        self.done = done = np.zeros(len(f), bool)
        left = collections.deque(range(len(f)))
        while left or self.under:
            if self.work.stop is not None and self.work.stop(int(done.sum())):
                self.abandon()
                break
            while left and len(self.under) < self.count:
                i = left.popleft()
                self.submit(i, x[i:i + 1].copy())
            got = self.collect(POLL_SECONDS)
            if got is None:
                continue
            i, answer = got
            if isinstance(answer, Crash):
                f[i] = g[i] = h[i] = np.nan
                error, where = answer, x[i]
            else:
                f[i:i + 1], g[i:i + 1], h[i:i + 1], error, where = answer
            done[i] = True
            if error is not None:
                self.work.failed(error, where)
        return bool(done.all())

    def submit(self, key, x):
        finished = self.finished
        try:
            self.under[key] = future = self.pool.submit(self.block, x)
        except concurrent.futures.BrokenExecutor as error:
            raise broken(error) from error
        future.add_done_callback(lambda done: finished.put((key, done)))

    def collect(self, seconds):
        try:
            key, future = self.finished.get(timeout=seconds)
        except queue.Empty:
            self._warn_without_workers()
            return None
        self.heard, self.warned = time.monotonic(), False
        del self.under[key]
        try:
            return key, future.result()
        except concurrent.futures.BrokenExecutor as error:
            raise broken(error) from error
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            if "pickle" not in str(error):
                raise
            raise unpicklable(error) from error
        except Exception as error:  # of the pool itself, such as a worker that was lost with this point
            return key, Crash("%s: %s" % (type(error).__name__, one_line(error)))

    def _warn_without_workers(self):
        """Warns if a pool whose workers come and go, as Dask's, has none now. Its points wait there for new workers."""
        now, cores = time.monotonic(), getattr(self.pool, "ncores", None)
        if self.warned or now - self.heard < SILENT_SECONDS or not callable(cores):
            return
        self.heard = now
        if not cores():
            self.warned = True
            warnings.warn("heco.minimize: the pool has no workers and the search waits: add workers, or end it with Ctrl-C",
                          RuntimeWarning, stacklevel=2)

    def abandon(self):
        for future in list(self.under.values()):
            future.cancel()
        self.under, self.finished = {}, queue.SimpleQueue()  # later answers go to the old one


def unpicklable(error):
    return TypeError("workers: the functions cannot be sent to other processes (%s): define them at the top "
                     "level of a module, not as a lambda or inside a function" % error)


def size(pool):
    """Returns the number of workers of a pool with submit(): of concurrent.futures, mpi4py.futures or Dask; None: unknown."""
    found = getattr(pool, "_max_workers", None) or getattr(pool, "num_workers", None)
    if found is None and callable(getattr(pool, "ncores", None)):
        found = sum(pool.ncores().values())
    return found if isinstance(found, int) and found > 0 else None


def cores():
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
