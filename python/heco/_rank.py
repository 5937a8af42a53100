"""Rankings of results databases and published tables."""

from __future__ import annotations

import ctypes
import os
import weakref
from typing import Any

from . import _lib, _tools
from ._problem import count
from ._solution import HecoError


class Ranking(list):
    """A table as a list of rows; a row is a dictionary by column name, None if there is no value.

    title, columns, notes    its title, the names of its columns, its footnotes
    write(format)            as text: 'text', 'md', 'csv', 'json' or 'tex', as heco rank prints it
    """

    def __init__(self, table):
        self._table = table
        lib = _tools.load()
        weakref.finalize(self, lib.heco_table_free, table).atexit = False
        self.title = lib.heco_table_title(table).decode()
        count = lib.heco_table_columns(table)
        self.columns = [lib.heco_table_column(table, j).contents.name.decode() for j in range(count)]
        self.notes = []
        while (note := lib.heco_table_footnote_at(table, len(self.notes))) is not None:
            self.notes.append(note.decode())
        for i in range(lib.heco_table_rows(table)):
            cells = (lib.heco_table_cell(table, i, j).contents for j in range(count))
            self.append(dict(zip(self.columns, map(_value, cells))))

    def write(self, format: str = "text") -> str:
        """The table as text.

        Parameters
        ----------
        format : {'text', 'md', 'csv', 'json', 'tex'}

        Returns
        -------
        str
        """
        lib, error = _tools.load(), _lib.Error()
        format = _lib.text(format, "format")

        def put(stream):
            if lib.heco_table_write(self._table, format, stream, error) != 0:
                raise HecoError(error.text.decode())

        return _tools.written(put)

    def __str__(self):
        return self.write()

    def __reduce__(self):
        raise TypeError("a Ranking holds a table of the C library: pickle list(ranking) instead")


def _value(cell):
    if cell.kind == _tools.CELL_TEXT:
        return cell.text.decode()
    return cell.integer if cell.kind == _tools.CELL_INTEGER else cell.real if cell.kind == _tools.CELL_REAL else None


def _list(value):
    """One thing or several, as a list."""
    if value is None:
        return []
    return [value] if isinstance(value, (str, bytes, os.PathLike, int)) else list(value)


def _options(lib, rule, suite, dims, algorithms, control, view, wide, round_published, statistics):
    if view not in _tools.VIEWS:
        raise ValueError("view is %r: it must be one of %s" % (view, ", ".join(_tools.VIEWS)))
    how = _tools.RankOptions()
    lib.heco_rank_options_init(how, ctypes.sizeof(how))
    how.rule = _lib.text(rule, "rule")
    how.suite = None if suite is None else _lib.text(suite, "suite")
    how.control = None if control is None else _lib.text(control, "control")
    dims, names = [count(d, "dims", 1) for d in _list(dims)], [_lib.text(a, "algorithms") for a in _list(algorithms)]
    how.dims, how.dim_count = (ctypes.c_size_t * len(dims))(*dims), len(dims)
    how.algorithms, how.algorithm_count = (ctypes.c_char_p * len(names))(*names), len(names)
    how.view, how.wide = _tools.VIEWS.index(view), bool(wide)
    how.round_published = bool(round_published)
    for name, value in statistics.items():
        if value is not None:
            setattr(how, name, count(value, name) if name in ("digits", "resamples", "seed") else value)
    return how


def rank(db: Any = None, csv: Any = None, rule: str = "cec2017", suite: str | None = None, dims: Any = None,
         algorithms: Any = None, control: str | None = None, view: str = "totals", wide: bool = False,
         round_published: bool = False, *, digits: int | None = None, level: float | None = None,
         resamples: int | None = None, seed: int | None = None, rope: float | None = None,
         accuracy: float | None = None) -> Ranking:
    """Ranks the algorithms of results databases and of tables in CSV files.

    Parameters
    ----------
    db, csv : path or list of paths, optional
        Databases of ``heco bench``; published results, or runs as CSV.
    rule : {'cec2017', 'cec2006', 'cec2020', 'u-score', 'u-score-2024', 'friedman', 'critical', 'pairs', 'ert', 'profile'}
        Explained in docs/guide/ranking.md.
    suite : str, optional
        Where there are results of several.
    dims, algorithms : list, optional
        These only; algorithms in this order.
    control : str, optional
        friedman: compare with this algorithm instead of the best.
    view : {'totals', 'problems', 'values'}
        Sums of ranks, ranks on each problem, or best, median, ... without ranks.
    wide : bool
        totals: one row per algorithm, best first, a column per dimension.
    round_published : bool
        cec2017: round published values to 8 decimals too.
    digits : int, optional
        Values that agree in so many significant digits are equal, runs and published ones.
    level : float, optional
        Level of tests and intervals, 0.05 by default.
    resamples, seed : int, optional
        Of bootstrap intervals: 2000 and 1 by default.
    rope : float, optional
        pairs: an A12 within rope of 0.5 is no difference in practice, 0.06 by default.
    accuracy : float, optional
        ert, profile: a run succeeds at a feasible f within accuracy * max(1, abs(f*)) of the best value known or found,
        which needs traces. None: at the target of the suite.

    Returns
    -------
    Ranking
    """
    lib, error = _tools.load(), _lib.Error()
    how = _options(lib, rule, suite, dims, algorithms, control, view, wide, round_published,
                   dict(digits=digits, level=level, resamples=resamples, seed=seed, rope=rope, accuracy=accuracy))
    records, table = ctypes.c_void_p(), ctypes.c_void_p()

    def check(status):
        if status != 0:
            raise HecoError(error.text.decode() or _lib.status_text(status).decode())

    check(lib.heco_records_new(records))
    try:
        traces = view != "values" and (lib.heco_rank_rule_traces(how.rule) or how.accuracy > 0)
        for path in _list(db):
            check(lib.heco_records_read_db(records, _lib.text(os.fspath(path), "db"), traces, error))
        for path in _list(csv):
            check(lib.heco_records_read_csv(records, _lib.text(os.fspath(path), "csv"), error))
        check(lib.heco_rank_compute(table, records, how, error))
    finally:
        lib.heco_records_free(records)
    return Ranking(table)
