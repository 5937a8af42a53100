"""Models in files and programs: heco.solve and heco.resume run the command `heco`, whose searches, journals and answers they
share. A model that crashes ends the command, not Python."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import Any, Mapping, Sequence

import numpy as np

from . import _lib
from ._history import KEPT_NUMBERS, read_journal
from ._solution import HecoError, Solution

# Arguments of solve() that are options of the command under another name.
_OTHER_NAMES = {"budget": "evals", "maxfev": "evals"}
_FLAGS = ("trust", "no_presolve", "strict_bounds")


def command() -> str:
    """Path of the command `heco`: $HECO_COMMAND, that of the wheel, that beside the library, or that on the PATH.

    Raises
    ------
    FileNotFoundError
        When there is none.
    """
    here = pathlib.Path(__file__).resolve().parent
    beside = pathlib.Path(_lib.lib._name).with_name("heco")
    for path in (os.environ.get("HECO_COMMAND"), str(here / "heco-command"), str(beside)):
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    found = shutil.which("heco")
    if found is None:
        raise FileNotFoundError("the command heco was not found: build it with ./quickstart, install the package heco, "
                                "or set HECO_COMMAND to its path")
    return found


def solve(model: str | os.PathLike, *, algorithm: str | None = None, options: Mapping[str, Any] | None = None,
          seed: int = 1, x0: Any = None, disp: bool = False, **settings: Any) -> Solution:
    """Minimise a model in a file, a program or a problem of a suite.

    Parameters
    ----------
    model : str or path
        As for the command: ``"beam.lua"``, ``"beam.so"``, ``"beam.nl"``, ``"exec:./simulate"``, ``"cec2006:g10"``.
    algorithm : str, optional
        A name of `heco.algorithms`, or the path of a shared object.
    options : mapping, optional
        Options of the algorithm, see `heco.options`.
    seed : int
        The same seed gives the same answer.
    x0 : array_like, optional
        One initial point, or one per row; with a journal they are kept beside it, in JOURNAL.start.csv.
    disp : bool
        Show progress on standard error.
    **settings
        Other options of ``heco solve`` with ``_`` for ``-``: ``budget`` (or ``evals``), ``time``, ``target``, ``stall``,
        ``workers``, ``backend``, ``eval_timeout``, ``retries``, ``memory_limit``, ``runs``, ``journal``, ``bound``,
        ``eq_tol``, ``ineq_tol``, ``data``, ``trust=True`` ...

    Returns
    -------
    Solution
        As of `heco.minimize`; ``document`` is all that the command said, ``history`` holds the rows of its journal. With
        ``runs``, ``runs`` and ``summary`` as
        there; each run has the point and the counts, not the constraints.

    Raises
    ------
    HecoError
        What the command refused, in its words.
    """
    words = ["solve", os.fspath(model), "--seed", str(seed)]
    if algorithm is not None:
        words += ["--algorithm", str(algorithm)]
    for name, value in (options or {}).items():
        words += ["--set", "%s=%s" % (name, value)]
    words += _words(settings)
    start = None
    if x0 is not None:
        rows = np.atleast_2d(np.asarray(x0, float))
        start = "".join(",".join(repr(float(v)) for v in row) + "\n" for row in rows)
        path = "/dev/stdin"
        if settings.get("journal") is not None:  # resume wants them again
            path, text, start = os.fspath(settings["journal"]) + ".start.csv", start, None
            pathlib.Path(path).write_text(text)
        words += ["--start", path]
    return _with_history(_run(words, disp, start), settings.get("journal"))


def resume(journal: str | os.PathLike, *, disp: bool = False, **settings: Any) -> Solution:
    """Go on with a search that was stopped, bit for bit the search it would have been.

    Parameters
    ----------
    journal : str or path
        The file given as ``journal=`` to `heco.solve` or as ``--journal`` to the command.
    disp : bool
        Show progress on standard error.
    **settings
        Options of ``heco resume``: ``budget`` (or ``evals``), ``time``, ``workers``, ``backend``, ``trust=True``.

    Returns
    -------
    Solution

    Raises
    ------
    HecoError
        What the command refused, in its words.
    """
    return _with_history(_run(["resume", os.fspath(journal)] + _words(settings), disp, None), journal)


def _with_history(s, journal):
    """Adds the evaluations in the journal of a search; of several runs, whose journals are several files, it adds none."""
    if journal is not None and "runs" not in s and s.nfev * (len(s.x) + len(s.constraints) + 2) <= KEPT_NUMBERS:
        s.history = read_journal(journal)
    return s


def _words(settings):
    words = []
    for name, value in settings.items():
        if value is None:
            continue
        option = "--" + _OTHER_NAMES.get(name, name).replace("_", "-")
        if name in _FLAGS or isinstance(value, bool):
            words += [option] if value else []
        else:
            words += [option, str(int(value)) if isinstance(value, float) and value.is_integer() and
                      name in ("budget", "maxfev", "evals", "stall") else str(value)]
    return words


def _run(words, disp, start):
    words = [command()] + words + ["--json"] + ([] if disp else ["--quiet"])
    child = subprocess.Popen(words, stdin=subprocess.PIPE if start else subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=None if disp else subprocess.PIPE, text=True)
    try:
        out, err = child.communicate(start)
    except KeyboardInterrupt:  # the terminal has interrupted the command, too, which now prints its best point
        if child.poll() is None and not sys.stdin.isatty():
            child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    try:
        document = json.loads(out)
    except ValueError:
        text = (err or "").strip() or "heco ended with exit code %d and no answer" % child.returncode
        raise HecoError(text.split("\n")[-1].removeprefix("heco: ")) from None
    return _several(_solution(document), document)


def _floats(values):
    return np.array([np.nan if v is None else float(v) for v in values or ()])


def _several(s, document):
    """`s` with ``runs`` and ``summary`` where the command made several."""
    if "runs" not in document:
        return s
    s.runs = [Solution(success=r["status"] == "feasible", fun=np.nan if r["f"] is None else r["f"], x=_floats(r["x"]),
                       violation=np.inf if r["violation"] is None else r["violation"], found=r["status"] or "none",
                       stop=r["stop"], nfev=r["evaluations"], nfail=r["failed"], evals_at_best=r["evaluations_at_best"],
                       reproduced=r["reproduced"], seconds=r["seconds"], seed=r["seed"], same_point=r["same_point"])
              for r in document["runs"]]
    s.summary = {name: np.nan if value is None else value for name, value in document["summary"].items()}
    return s


def _solution(d):
    constraints = [dict(c, equality=c.get("kind") == "equality") for c in d.get("constraints", ())]
    found = d["status"]
    f, v = d.get("f"), d.get("violation")
    return Solution(message=d["verdict"], success=found == "feasible", fun=np.nan if f is None else f, x=_floats(d.get("x")),
                    g=_floats(d.get("g")), h=_floats(d.get("h")),
                    maxcv=np.inf if v is None else max([c["excess"] or 0.0 for c in constraints], default=0.0),
                    violation=np.inf if v is None else v, found=found, stop=d["stop"], nfev=d["evaluations"],
                    nfail=d["failed"], evals_at_best=d.get("evaluations_at_best"), names=d.get("names"),
                    last_error=d.get("last_failure"), last_x=None, reproduced=d.get("reproduced"),
                    seconds=d.get("seconds"), seed=d.get("seed"), algorithm=d.get("algorithm"),
                    options=d.get("options"), search=d.get("search", ""), presolve=d.get("presolve", ""), history=None,
                    constraints=constraints, document=d)


def main(argv: Sequence[str] | None = None) -> int:
    """The command `heco` of a wheel."""
    words = [command()] + list(sys.argv[1:] if argv is None else argv)
    os.execv(words[0], words)
    return 1
