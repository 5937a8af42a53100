"""heco.bench: algorithms of the library and algorithms in Python on the problems of a suite."""

from __future__ import annotations

import csv
import ctypes
import io
import json
import os
import subprocess
import weakref
from typing import Any, Callable

import numpy as np

from . import _algorithm, _command, _lib, _rank, _tools
from ._problem import count
from ._solution import HecoError
from ._suite import Problem

_COLUMNS = ("suite", "algorithm", "dim", "function", "run", "obj", "vio", "c1", "c2", "c3", "evals", "failed",
            "evals_to_feasible", "success_fes", "max_evals")
_NUMBERS = ("obj", "vio")
_TEXTS = ("suite", "algorithm", "function")


class Bench:
    """The runs of a bench.

    rows        a list of dictionaries: suite, algorithm, dim, function, run, obj, vio, evals, success_fes, ...
    db, csv     the results database, and the file with the runs of algorithms in Python; None if there is none
    """

    def __init__(self, rows, db, table):
        self.rows, self.db, self.csv = rows, db, table

    def to_frame(self) -> Any:
        """Returns the runs as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame(self.rows, columns=_COLUMNS)

    def rank(self, **how: Any) -> _rank.Ranking:
        """Ranks the algorithms: `heco.rank` of the database and the file, with its arguments `how`."""
        return _rank.rank(db=self.db, csv=self.csv, **how)

    def export(self, format: str, folder: str | os.PathLike) -> None:
        """Writes the runs of the database for other tools, as ``heco db export`` does.

        ``format`` is "coco", "iohprofiler", "cec2020" or "cec2026".
        """
        if self.db is None:
            raise HecoError("algorithms in Python have no traces to export: name an algorithm of the library")
        _call([_command.command(), "db", "export", self.db, format, os.fspath(folder)])

    def __repr__(self):
        names = list(dict.fromkeys(row["algorithm"] for row in self.rows))
        return "<heco.Bench: %d runs of %s>" % (len(self.rows), ", ".join(names))


def bench(suite: str, algorithms: Any = ("auto",), runs: int = 5, *, db: str | os.PathLike, problems: str | None = None,
          dims: str | None = None, evals: int | None = None, seed: int = 1, data: str | os.PathLike | None = None,
          jobs: int | None = None) -> Bench:
    """Runs algorithms on the problems of a suite.

    Parameters
    ----------
    suite : str
        As for ``heco bench --suite``; ``problems``, ``dims``, ``evals``, ``seed``, ``data`` and ``jobs`` likewise.
    algorithms : list
        Names, with options as for the command (``"heco-de[lambda=25]"``), and algorithms in Python, as `heco.minimize`
        takes them.
    runs : int
        Runs of each algorithm on each problem.
    db : path
        The results database; runs that it has are not made again. The runs of algorithms in Python go into the
        file DB.python.csv instead, without traces, and are made each time.
    problems, dims : str, optional
        ``"C01-C05,C12"`` and ``"10,30"``; default: those of the suite's protocol.
    evals, seed, data, jobs
        Evaluations per run, seed of the whole bench, folder with official data, runs at the same time.

    Returns
    -------
    Bench
        The runs as rows and as a data frame; ``rank()`` ranks them.
    """
    given = [algorithms] if isinstance(algorithms, str) or callable(algorithms) else list(algorithms)
    names, own = [a for a in given if isinstance(a, str)], [a for a in given if not isinstance(a, str)]
    if not given:
        raise ValueError("the list of algorithms is empty")
    db = os.fsdecode(db)
    runs, seed = count(runs, "runs", 1), count(seed, "seed")
    evals = None if evals is None else count(evals, "evals")
    jobs = None if jobs is None else count(jobs, "jobs", 1)
    settings = {"problems": problems, "dims": dims, "evals": evals, "seed": seed, "data": data, "runs": runs}
    rows = _named_runs(suite, names, db, jobs, settings) if names else []
    table = None
    if own:
        table = db + ".python.csv"
        made = [row for algorithm in own for row in _own_runs(suite, algorithm, settings)]
        with open(table, "w", newline="") as file:
            writer = csv.DictWriter(file, _COLUMNS)
            writer.writeheader()
            writer.writerows(made)
        rows += made
    return Bench(rows, db if names else None, table)


def _named_runs(suite, names, db, jobs, settings):
    words = [_command.command(), "bench", "--suite", suite, "--db", db, "--algorithms", ",".join(names)]
    for name, value in dict(settings, jobs=jobs).items():
        words += [] if value is None else ["--" + name, str(value)]
    _call(words + ["--quiet"])
    # Files have other names than their paths, and an algorithm may have a label.
    plan = json.loads(_call(words + ["--dry-run", "--json"]))["plan"]
    made = {(row["suite"], row["algorithm"]) for row in plan}
    dump = _call([_command.command(), "bench", "--suite", suite, "--db", db, "--dump", "finals"])
    rows = [row for row in csv.DictReader(io.StringIO(dump)) if (row["suite"], row["algorithm"]) in made]
    return [{k: row[k] if k in _TEXTS else float(row[k]) if k in _NUMBERS else int(row[k]) for k in _COLUMNS} for row in rows]


def _call(words):
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", errors="surrogateescape")
    if done.returncode != 0:
        raise HecoError((done.stderr.strip().split("\n")[-1] or "heco bench failed").removeprefix("heco: "))
    return done.stdout


class _Plan:
    """The jobs of a suite, as the command makes them."""

    def __init__(self, suite, settings):
        lib, how, error = _tools.load(), _tools.PlanOptions(), _lib.Error()
        lib.heco_plan_options_init(how, ctypes.sizeof(how))
        how.suites, how.runs, how.seed = _lib.text(suite, "suite"), settings["runs"], settings["seed"]
        for name in ("problems", "dims"):
            if settings[name] is not None:
                setattr(how, name, _lib.text(settings[name], name))
        how.evals = settings["evals"] or 0
        data = settings["data"] or os.environ.get("HECO_DATA")
        how.suite.data = None if data is None else os.fsencode(data)
        plan = ctypes.c_void_p()
        if lib.heco_plan_new(plan, how, error) != 0:
            raise HecoError(error.text.decode(errors="replace"))
        weakref.finalize(self, lib.heco_plan_free, plan).atexit = False
        self.jobs = [lib.heco_plan_at(plan, k).contents for k in range(lib.heco_plan_count(plan))]


def _own_runs(suite, algorithm: Callable, settings):
    """Yields the rows of an algorithm in Python."""
    plan, label = _Plan(suite, settings), _algorithm.Own(algorithm).name
    for job in plan.jobs:
        problem = Problem(job.what, plan)
        stream = _tools.load().heco_job_stream(settings["seed"], job.suite, job.problem, problem.n, label, job.run)
        s = problem.minimize(algorithm=algorithm, seed=stream, budget=job.max_evals, history=True)
        yield dict(_outcome(s, job.target), suite=job.suite.decode(), algorithm=label.decode(), dim=problem.n, function=job.problem.decode(),
                   run=job.run, max_evals=job.max_evals)


def _outcome(s, target):
    size = np.concatenate([s.g, np.abs(s.h)])
    broken = size[[not c["satisfied"] for c in s.constraints]]
    feasible = np.flatnonzero(s.history.feasible)
    with np.errstate(invalid="ignore"):
        hits = feasible[s.history.f[feasible] <= target]
    return dict(obj=s.fun, vio=s.violation, c1=int((broken > 1).sum()), c2=int(((broken > 0.01) & (broken <= 1)).sum()),
                c3=int(((broken > 1e-4) & (broken <= 0.01)).sum()), evals=s.nfev, failed=s.nfail,
                evals_to_feasible=int(feasible[0]) + 1 if len(feasible) else 0, success_fes=int(hits[0]) + 1 if len(hits) else 0)
