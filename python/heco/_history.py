"""Every evaluation of a search: from its memory, or from the journal that recorded it."""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np

from . import _lib
from ._solution import HecoError

# Without history=, a search keeps its points if its whole budget needs at most so many numbers (128 MB).
KEPT_NUMBERS = 2 ** 24
_FIRST_ROWS = 1024  # rows that a Recording begins with; it doubles them


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
        size = np.concatenate([g, np.abs(h)], axis=1)
        with np.errstate(invalid="ignore"):
            over = np.where(size > tolerances, size, 0.0)
        total = over.mean(axis=1) if over.shape[1] else np.zeros(len(f))
        self.violation = np.where(failed | ~np.isfinite(size).all(axis=1) | ~np.isfinite(self.f), np.inf, total)
        self.feasible = self.violation == 0.0

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
    """Keeps the rows of batches while a search runs."""

    def __init__(self, n, ng, nh):
        self.sizes, self.rows = (n, 1, ng, nh, 1), 0
        self.table = np.empty((_FIRST_ROWS, sum(self.sizes)))

    def add(self, x, f, g, h, failed):
        """Appends rows; `failed` is ROW_FAILED for failed ones."""
        last = self.rows + len(f)
        if last > len(self.table):
            more = np.empty((max(last, 2 * len(self.table)), self.table.shape[1]))
            more[:self.rows] = self.table[:self.rows]
            self.table = more
        begin, part = 0, self.table[self.rows:last]
        for values, width in zip((x, f, g, h, failed), self.sizes):
            if width:
                part[:, begin:begin + width] = values.reshape(len(f), width)
            begin += width
        self.rows = last

    def history(self, count, names, constraint_names, tolerances, maximise):
        """Returns the History of the first `count` rows."""
        parts = np.split(self.table[:min(count, self.rows)], np.cumsum(self.sizes)[:-1], axis=1)
        x, f, g, h, failed = (np.ascontiguousarray(part) for part in parts)
        return History(x, f[:, 0], g, h, failed[:, 0] == _lib.ROW_FAILED, names, constraint_names, tolerances, maximise)


def recording(kept, budget, n, ng, nh):
    """Returns a Recording, or None if `kept` is False, or None and the budget needs too much memory."""
    if kept is None:
        kept = (budget or 10000 * (n + 1)) * (n + ng + nh + 2) <= KEPT_NUMBERS
    return Recording(n, ng, nh) if kept else None


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
        rows.add(x, f, g, h, np.array([float(point.failed)]))
        seconds.append(point.seconds)
    if more < 0:
        raise HecoError(error.text.decode(errors="replace"))
    found = rows.history(rows.rows, names, constraint_names, tolerances, maximise)
    found.seconds = np.array(seconds)
    return found
