"""Every evaluation of a search: from its memory, or from the journal that recorded it."""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any

import numpy as np

from . import _lib
from ._solution import HecoError

# Without history=, a search keeps its points if its whole budget needs at most so many numbers (128 MB).
KEPT_NUMBERS = 2 ** 24
_FIRST_ROWS, _MOST_FIRST = 1024, 2 ** 15  # rows that a Recording begins with, without and with a budget; it doubles them
_MORE_ROWS = 64  # rows of a search beyond its budget: the answer once more, prices


class History:
    """The evaluations of a search in their order, a row each.

    x                 points, shape (N, n)
    f                 objective as the function returned it, NaN where the evaluation failed
    g, h              inequalities, shape (N, ng), and equalities, shape (N, nh)
    failed            True where the evaluation failed
    violation         mean violation of the constraints, 0 if feasible, infinite if failed
    feasible          True where no constraint is violated
    seconds           of a journal: time of the search at the last time record before the row; else None
    names             of the variables; constraint_names of the constraints, inequalities first
    maximise          True if f was maximised
    """

    def __init__(self, x: np.ndarray, f: np.ndarray, g: np.ndarray, h: np.ndarray, failed: np.ndarray, names: list[str],
                 constraint_names: list[str], tolerances: np.ndarray, maximise: bool = False, seconds: Any = None) -> None:
        self.x, self.f, self.g, self.h, self.failed = x, np.where(failed, np.nan, f), g, h, failed
        self.names, self.constraint_names, self.tolerances = names, constraint_names, tolerances
        self.maximise, self.seconds = bool(maximise), seconds

    @functools.cached_property
    def violation(self) -> np.ndarray:
        """Mean violation of each row. It is computed at the first use, because it takes a tenth of a fast search."""
        size = np.concatenate([self.g, np.abs(self.h)], axis=1)
        with np.errstate(invalid="ignore"):
            over = np.where(size > self.tolerances, size, 0.0)
        total = over.mean(axis=1) if over.shape[1] else np.zeros(len(self.f))
        return np.where(self.failed | ~np.isfinite(size).all(axis=1) | ~np.isfinite(self.f), np.inf, total)

    @functools.cached_property
    def feasible(self) -> np.ndarray:
        """True where no constraint is violated."""
        return self.violation == 0.0

    def __len__(self) -> int:
        return len(self.f)

    def __repr__(self) -> str:
        return "<heco.History: %d evaluations, %d feasible, %d failed; x, f, g, h, violation, to_frame()>" % (
            len(self), self.feasible.sum(), self.failed.sum())

    def best(self) -> np.ndarray:
        """Returns for each row the number of the best row up to it, from 0: smaller violation, then better f.

        Returns
        -------
        ndarray of int
            -1 while every evaluation has failed.
        """
        number, found = np.full(len(self), -1), -1
        f = -self.f if self.maximise else self.f
        for i in np.flatnonzero(np.isfinite(self.violation)):
            if found < 0 or (self.violation[i], f[i]) < (self.violation[found], f[found]):
                number[i] = found = i
        return np.maximum.accumulate(number) if len(self) else number

    def columns(self) -> dict[str, np.ndarray]:
        """Returns the columns of the table by name: variables, f, constraints, violation, feasible, failed.

        Returns
        -------
        dict
        """
        columns = dict(zip(self.names, self.x.T))
        columns["f" if "f" not in columns else "f(x)"] = self.f
        columns.update((name if name not in columns else name + "(x)", values) for name, values in
                       zip(self.constraint_names, (*self.g.T, *self.h.T)))
        columns.update(violation=self.violation, feasible=self.feasible, failed=self.failed)
        if self.seconds is not None:
            columns["seconds"] = self.seconds
        return columns

    def to_frame(self) -> Any:
        """Returns the table as a pandas.DataFrame whose index is the number of the evaluation, from 1.

        Returns
        -------
        pandas.DataFrame
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("to_frame needs pandas (Debian: python3-pandas): install it, or use columns()") from None
        return pandas.DataFrame(self.columns(), index=pandas.RangeIndex(1, len(self) + 1, name="evaluation"))


class Recording:
    """Keeps the rows of batches while a search runs: an array per quantity, so that a batch is copied as a block."""

    def __init__(self, n, ng, nh, room=_FIRST_ROWS):
        self.sizes, self.rows, self.room = (n, ng, nh), 0, room
        self.x, self.g, self.h = (np.empty((room, size)) for size in self.sizes)
        self.f, self.state = np.empty(room), np.empty(room, np.ubyte)

    def add(self, x, f, g, h, state):
        """Appends rows; `state` is ROW_FAILED for failed ones."""
        begin, self.rows = self.rows, self.rows + len(f)
        if self.rows > self.room:
            self._grow(begin)
        at = slice(begin, self.rows)
        self.x[at], self.f[at], self.state[at] = x, f, state
        if self.sizes[1]:
            self.g[at] = g
        if self.sizes[2]:
            self.h[at] = h

    def _grow(self, kept):
        """Makes room for all rows and copies the first `kept` ones. A History may go on to use the old arrays."""
        self.room = max(self.rows, 2 * self.room)
        for name in ("x", "f", "g", "h", "state"):
            old = getattr(self, name)
            more = np.empty((self.room, *old.shape[1:]), old.dtype)
            more[:kept] = old[:kept]
            setattr(self, name, more)

    def table(self):
        """Returns a copy of the rows: x, f, g, h in columns."""
        return np.column_stack([part[:self.rows] for part in (self.x, self.f, self.g, self.h)])

    def history(self, count, names, constraint_names, tolerances, maximise):
        """Returns the History of the first `count` rows. It copies them only if most of the memory is not used."""
        count = min(count, self.rows)
        x, f, g, h, state = (part[:count] if 2 * count > self.room else part[:count].copy()
                             for part in (self.x, self.f, self.g, self.h, self.state))
        return History(x, f, g, h, state == _lib.ROW_FAILED, names, constraint_names, tolerances, maximise)


def recording(kept, budget, n, ng, nh):
    """Returns a Recording, or None if `kept` is False, or None and the budget needs too much memory."""
    rows = budget or 10000 * (n + 1)
    if kept is None:
        kept = rows * (n + ng + nh + 2) <= KEPT_NUMBERS
    return Recording(n, ng, nh, min(rows + _MORE_ROWS, _MOST_FIRST)) if kept else None


def read_journal(path: str | os.PathLike) -> History:
    """Reads the evaluations of a journal, also while the search runs.

    Parameters
    ----------
    path : str or path
        The file given as ``journal=`` to `heco.minimize` or `heco.solve`, or as ``--journal`` to the command.

    Returns
    -------
    History
        Every recorded evaluation with names of variables and constraints.

    Raises
    ------
    HecoError
        If the file is not a journal, or is damaged.
    """
    walk, error = ctypes.c_void_p(), _lib.Error()
    if _lib.journal_walk_open(walk, _lib.text(path, "journal"), error) != 0:
        raise HecoError(error.text.decode(errors="replace"))
    try:
        return _walked(walk, error)
    finally:
        _lib.journal_walk_close(walk)


def _walked(walk, error):
    sizes = [ctypes.c_size_t() for _ in range(3)]
    _lib.journal_walk_sizes(walk, *sizes)
    n, ng, nh = (size.value for size in sizes)
    names = [_lib.journal_walk_variable(walk, j).contents.name.decode(errors="replace") for j in range(n)]
    constraints = [_lib.journal_walk_constraint(walk, k).contents for k in range(ng + nh)]
    constraint_names = [c.name.decode(errors="replace") for c in constraints]
    tolerances, maximise = np.array([c.tolerance for c in constraints]), _lib.journal_walk_info(walk).contents.maximise
    rows, seconds, point = Recording(n, ng, nh), [], _lib.JournalPoint()
    while (more := _lib.journal_walk_next(walk, point, error)) == 1:
        f = np.array([-point.f if maximise else point.f])
        x, g, h = (np.array([at[:size]]) for at, size in ((point.x, n), (point.g, ng), (point.h, nh)))
        rows.add(x, f, g, h, point.failed)
        seconds.append(point.seconds)
    if more < 0:
        raise HecoError(error.text.decode(errors="replace"))
    found = rows.history(rows.rows, names, constraint_names, tolerances, maximise)
    found.seconds = np.array(seconds)
    return found
