"""Plots of a search, a journal or a results database; each draws into `ax` (default: a new figure) and returns it.

    import heco, heco.plot
    record = heco.plot.Recorder()
    s = heco.minimize(fun, bounds, callback=record)
    heco.plot.convergence(record)                         # best f over evaluations
    heco.plot.violations(s)                               # slack of every constraint at the answer

    heco.plot.convergence("solve.journal")                # of heco solve --journal, also while it runs
    heco.plot.convergence("runs.db", problem="C01", dim=10)
    heco.plot.profile("runs.db", dim=10)
    heco.plot.ranks("runs.db")
    heco.plot.critical("runs.db")                         # critical differences of mean ranks
    heco.plot.performance("runs.db", accuracy=1e-4)       # performance profiles of Dolan and More

matplotlib is imported at the first plot.
"""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Iterable

import numpy as np

from . import _lib, _tools
from ._optimize import Optimizer
from ._rank import Ranking, rank
from ._solution import HecoError, Solution

__all__ = ["Recorder", "convergence", "critical", "parallel", "performance", "profile", "ranks", "read", "violations"]

# Wong (2011), darkened for white paper; with dashes, so that colour is never all there is.
COLOURS = ("#0b62a8", "#c04a00", "#007a58", "#a8377f", "#8a6500", "#5546c0", "#12808f", "#555b66")
DASHES = ("-", "--", ":", "-.")
GOOD, BAD = COLOURS[0], COLOURS[1]
FLOOR = 1e-8  # distances below it are drawn on it: the precision at which competitions compare
ACCURACIES = {0.1: 1, 1e-3: 2, 1e-5: 3, 1e-8: 4}


class Recorder:
    """A callback of `heco.minimize` that keeps the best point after every batch, to be plotted later.

    nfev, fun, violation, x    lists, one entry per batch
    """

    def __init__(self) -> None:
        self.nfev: list[int] = []
        self.fun: list[float] = []
        self.violation: list[float] = []
        self.x: list[np.ndarray] = []

    def __call__(self, opt: Optimizer) -> None:
        x, f, violation = opt.best()
        self.nfev.append(opt.nfev)
        self.fun.append(f)
        self.violation.append(violation)
        self.x.append(x)


def read(source: str | os.PathLike) -> dict[str, Any]:
    """The data of a journal or a results database as `heco report --data` prints them.

    Parameters
    ----------
    source
        A journal of ``heco solve --journal`` or a database of ``heco bench``; also while it is being written.
    """
    path = os.fspath(source)
    with open(path, "rb") as file:
        is_journal = file.read(8) == b"\nheco-j1"
    lib, error, how = _tools.load(), _lib.Error(), _tools.PageOptions()
    lib.heco_page_options_init(how, ctypes.sizeof(how))
    names = (ctypes.c_char_p * 1)(os.fsencode(path))
    how.db, how.dbs = names, 1

    def write(stream):
        status = (lib.heco_page_solve_data(stream, names[0], how, error) if is_journal
                  else lib.heco_page_bench_data(stream, how, error))
        if status != 0:
            raise HecoError(error.text.decode(errors="replace"))

    data = json.loads(_tools.written(write))
    for suite in data.get("suites", ()):  # a curve leaves its evaluations out where they are those of the one before
        last = []
        for cell in suite["cells"]:
            if "curve" in cell:
                last = cell["curve"].setdefault("e", last)
    return data


def _axes(ax):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt
    return plt.subplots(figsize=(6.4, 4.0), layout="constrained")[1]


def _tidy(ax, title, xlabel, ylabel):
    ax.set_title(title, loc="left", fontsize="medium")
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    ax.grid(True, which="major", color="0.9", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _numbers(values):
    return np.array([np.nan if v is None else v for v in values], float)


def _look(k):
    return {"color": COLOURS[k % len(COLOURS)], "linestyle": DASHES[(k + k // len(COLOURS)) % len(DASHES)]}


def _bench(source, suite, what):
    data = source if isinstance(source, dict) else read(source)
    if data.get("kind") != "bench":
        raise ValueError("%s needs a results database of heco bench" % what)
    if not data["suites"]:
        raise ValueError("%s: no finished run is in the database yet" % what)
    names = [s["name"] for s in data["suites"]]
    if suite is not None and suite not in names:
        raise ValueError("suite is %r: the database has %s" % (suite, ", ".join(names)))
    return data["suites"][names.index(suite) if suite is not None else 0]


def _group(suite, dim):
    dims = [d["dim"] for d in suite["dims"]]
    if dim is None:
        return len(dims) - 1
    if dim not in dims:
        raise ValueError("dim is %r: the database has %s" % (dim, ", ".join(map(str, dims))))
    return dims.index(dim)


def _chosen(suite, algorithms):
    labels = [a["label"] for a in suite["algorithms"]]
    if algorithms is None:
        return [k for k, a in enumerate(suite["algorithms"]) if a["runs"]]
    wanted = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    for name in wanted:
        if name not in labels:
            raise ValueError("algorithm %r: the database has %s" % (name, ", ".join(labels)))
    return [labels.index(name) for name in wanted]


def _where(suite, group):
    dim = suite["dims"][group]["dim"]
    return "" if dim == 0 else ", D = %d" % dim


def _history(source):
    """Evaluations, f, violation of the best point so far."""
    if isinstance(source, Recorder):
        return np.array(source.nfev, float), np.array(source.fun, float), np.array(source.violation, float)
    curve = source["curve"]
    e, f, v = (_numbers(curve[k]) for k in "efv")
    if len(e) and source["evals"] > e[-1]:
        e, f, v = np.append(e, source["evals"]), np.append(f, f[-1]), np.append(v, v[-1])
    return e, f, v


def convergence(source: Any, *, ax: Any = None, problem: str | None = None, dim: int | None = None,
                algorithms: Iterable[str] | None = None, suite: str | None = None) -> Any:
    """Best f over evaluations.

    Of one search (a `Recorder`, a journal) f itself, dashed where the best point was not feasible yet; the axis spans the
    feasible part. Of a database
    the distance of the median run to the best value known or found, with quartiles, where feasible.

    Parameters
    ----------
    source
        A `Recorder`, the path of a journal or of a results database, or the data that `read` returned.
    ax
        Axes to draw into; default: a new figure.
    problem, dim, algorithms, suite
        Which of a database; default: the first problem of the largest dimension, all algorithms that have runs.

    Returns
    -------
    matplotlib.axes.Axes
    """
    data = source if isinstance(source, (Recorder, dict)) else read(source)
    if isinstance(data, Recorder) or data.get("kind") == "solve":
        e, f, v = _history(data)
        ax = _axes(ax)
        ax.step(e, np.where(v > 0, f, np.nan), where="post", color=BAD, linestyle="--", label="not feasible yet")
        ax.step(e, np.where(v > 0, np.nan, f), where="post", color=GOOD, label="feasible")
        ax.set_xscale("log")
        met = f[(v == 0) & np.isfinite(f)]
        if met.size > 0 and met.max() > met.min():  # f of infeasible points may be far off: the axis spans the feasible part
            pad = 0.06 * (met.max() - met.min())
            ax.set_ylim(met.min() - pad, met.max() + pad)
        ax.legend(frameon=False)
        return _tidy(ax, "Best f", "evaluations", "f")
    s = _bench(data, suite, "convergence")
    group = _group(s, dim)
    here = [(k, p) for k, p in enumerate(s["problems"]) if p["group"] == group and problem in (None, p["name"])]
    if not here:
        raise ValueError("problem is %r: the database has %s" % (problem, ", ".join(p["name"] for p in s["problems"] if p["group"] == group)))
    number, about = here[0]
    ax, drawn = _axes(ax), 0
    for k, a in enumerate(_chosen(s, algorithms)):
        cell = next((c for c in s["cells"] if c["p"] == number and c["a"] == a and "curve" in c), None)
        if cell is None:
            continue
        curve, drawn = cell["curve"], drawn + 1
        q = [np.maximum(FLOOR, _numbers(f)) for f in curve["f"]]
        for i, v in enumerate(curve.get("v", ())):
            q[i][_numbers(v) > 0] = np.nan
        ax.fill_between(curve["e"], q[0], q[2], color=_look(k)["color"], alpha=0.15, linewidth=0)
        ax.plot(curve["e"], q[1], label=s["algorithms"][a]["label"], **_look(k))
    if not drawn:
        raise ValueError("convergence: the runs of %s were stored without traces" % about["name"])
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.legend(frameon=False)
    return _tidy(ax, "%s %s%s" % (s["name"], about["name"], _where(s, group)), "evaluations",
                 "f \u2212 %s" % ("best known f" if about["known"] else "best f found"))


def _slack_bars(rows, ax):
    """Draws a bar of relative slack per constraint, with the slack itself beside it."""
    slack = [c["slack"] if c["satisfied"] else -c["excess"] for c in rows]
    unscaled = max([abs(s) for s, c in zip(slack, rows) if not c["bound"]], default=0.0) or 1.0
    share = [np.clip(s / (abs(c["bound"]) or unscaled), -1.0, 1.0) for s, c in zip(slack, rows)]
    at, bad = np.arange(len(rows)), [not c["satisfied"] for c in rows]
    bars = ax.barh(at, share, color=[BAD if b else GOOD for b in bad])
    ax.bar_label(bars, ["%s%.4g%s" % ("violated by " if b else "", abs(s), ", active" if c.get("active") else "")
                        for s, b, c in zip(slack, bad, rows)], padding=4, fontsize="small")
    ax.axvline(0.0, color="0.3", linewidth=1.0)
    ax.set_yticks(at, [c["name"] for c in rows])
    ax.invert_yaxis()
    ax.set_xlim(-1.5 if any(bad) else -0.05, 1.5)
    title = "All constraints are met" if not any(bad) else "%d of %d constraints are violated" % (sum(bad), len(rows))
    return _tidy(ax, title, "slack relative to the limit, at most 1", "")


def violations(source: Any, *, ax: Any = None) -> Any:
    """How far constraints are violated: of a journal each one over evaluations, of a `Recorder` the mean. Of a `Solution` the
    slack of every constraint at the answer, relative to its limit, to the left where it is violated.

    Parameters
    ----------
    source
        A `Solution`, a `Recorder`, the path of a journal, or the data that `read` returned.
    ax
        Axes to draw into; default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    if isinstance(source, Solution):
        return _slack_bars(source.get("constraints") or (), _axes(ax))
    data = source if isinstance(source, (Recorder, dict)) else read(source)
    ax = _axes(ax)
    if isinstance(data, Recorder):
        e, _, v = _history(data)
        ax.step(e, v, where="post", color=BAD)
        ax.set(xscale="log", yscale="symlog" if np.all(v == 0) else "log")
        return _tidy(ax, "Violation of the best point", "evaluations", "mean violation")
    if data.get("kind") != "solve":
        raise ValueError("violations needs one search: a Solution, a Recorder or a journal")
    e, k = _numbers(data["curve"]["e"]), 0
    for c, values in zip(data["constraints"], data["curve"]["c"]):
        if values is None:
            continue
        v = _numbers(values)
        ax.step(np.append(e, data["evals"]), np.append(np.where(v > 0, v, np.nan), np.nan), where="post", label=c["name"], **_look(k))
        k += 1
    ax.set(xscale="log", yscale="log")
    if 0 < k <= 12:
        ax.legend(frameon=False, fontsize="small", ncols=1 + k // 7)
    return _tidy(ax, "Violation of each constraint, until it is met", "evaluations", "violation")


def profile(source: Any, *, ax: Any = None, dim: int | None = None, accuracy: float | None = None,
            algorithms: Iterable[str] | None = None, suite: str | None = None) -> Any:
    """How soon, over all problems of a dimension: the ECDF of evaluations to 51 targets, or with `accuracy` a data profile.

    Parameters
    ----------
    source
        The path of a results database, or the data that `read` returned.
    ax
        Axes to draw into; default: a new figure.
    dim, algorithms, suite
        Which of the database; default: the largest dimension, all algorithms that have runs.
    accuracy
        0.1, 1e-3, 1e-5 or 1e-8: the share of runs with a feasible f within accuracy * max(1, abs(f*)) of the best value
        known or found. None: the share of targets from 100 to 1e-8 above it.

    Returns
    -------
    matplotlib.axes.Axes
    """
    if accuracy is not None and accuracy not in ACCURACIES:
        raise ValueError("accuracy is %r: %s are possible" % (accuracy, ", ".join(map(str, ACCURACIES))))
    s = _bench(source, suite, "profile")
    group, ax = _group(s, dim), _axes(ax)
    data = s["profiles"][group]
    for k, a in enumerate(_chosen(s, algorithms)):
        if data["share"][a] is not None:
            share = _numbers(data["share"][a][0 if accuracy is None else ACCURACIES[accuracy]])
            ax.step(data["cost"], 100.0 * share, where="post", label=s["algorithms"][a]["label"], **_look(k))
    ax.set(xscale="log", ylim=(0, 100))
    ax.legend(frameon=False)
    return _tidy(ax, "%s%s" % (s["name"], _where(s, group)), "evaluations / variables",
                 "targets reached (%)" if accuracy is None else "runs within %g (%%)" % accuracy)


def ranks(source: Any, *, ax: Any = None, rule: str = "cec2017", dim: int | str | None = None, suite: str | None = None) -> Any:
    """The ranking as bars, best first.

    Parameters
    ----------
    source
        The path of a results database, or the data that `read` returned.
    ax
        Axes to draw into; default: a new figure.
    rule
        As in `heco.rank`, except for ``"cec2006"``, which does not compare algorithms.
    dim
        A dimension or ``"all"``; default: all of them together.
    suite
        Which of the database; default: the first.

    Returns
    -------
    matplotlib.axes.Axes
    """
    s = _bench(source, suite, "ranks")
    tables = {r["rule"]: r["totals"] for r in s["rankings"]}
    if rule not in tables or rule == "cec2006":
        raise ValueError("rule is %r: %s are possible" % (rule, ", ".join(r for r in tables if r != "cec2006")))
    if "error" in tables[rule]:
        raise ValueError(tables[rule]["error"])
    names = [c["name"] for c in tables[rule]["columns"]]
    key = next(k for k in ("total", "mean_rank", "score") if k in names)
    rows = [dict(zip(names, row)) for row in tables[rule]["rows"]]
    wanted = str(dim) if dim is not None else "all" if any(r["dim"] == "all" for r in rows) else str(rows[0]["dim"])
    rows = [r for r in rows if str(r["dim"]) == wanted and r.get("by", "mean") == "mean"]
    if not rows:
        raise ValueError("dim is %r: it is not in the ranking" % (dim,))
    rows.sort(key=lambda r: r[key], reverse=key == "score")
    ax, at = _axes(ax), np.arange(len(rows))
    bars = ax.barh(at, [r[key] for r in rows], color=GOOD)
    ax.bar_label(bars, fmt="%.5g", padding=3)
    ax.set_yticks(at, [r["algorithm"] for r in rows])
    ax.invert_yaxis()
    ax.margins(x=0.12)
    return _tidy(ax, "%s by %s%s" % (s["name"], rule, "" if wanted in ("all", "-") else ", D = " + wanted),
                 "%s (%s is better)" % (key.replace("_", " "), "larger" if key == "score" else "smaller"), "")


def _ranking(source, rule, options):
    if isinstance(source, Ranking):
        return source
    return rank(source, rule=rule, **options)


def _part(rows, dim):
    """The rows of one dimension, or of all of them, and words for the title."""
    wanted = str(dim) if dim is not None else "all" if any(r["dim"] == "all" for r in rows) else str(rows[0]["dim"]) if rows else ""
    found = [r for r in rows if str(r["dim"]) == wanted]
    if not found:
        raise ValueError("dim is %r: it is not in the ranking" % (dim,))
    return found, "" if wanted in ("all", "None") else ", D = " + wanted


def critical(source: Any, *, ax: Any = None, dim: int | str | None = None, by: str = "mean", test: str = "nemenyi",
             **options: Any) -> Any:
    """The critical-difference diagram of Demsar (2006): mean ranks, and bars that join algorithms which do not differ.

    Parameters
    ----------
    source
        The path of a results database, or the `Ranking` that ``heco.rank(..., rule="critical")`` returned.
    ax
        Axes to draw into; default: a new figure.
    dim
        A dimension or ``"all"``; default: all of them together.
    by
        Ranks by ``"mean"`` or by ``"median"``.
    test
        ``"nemenyi"`` or ``"holm"``.
    options
        Further arguments of `heco.rank`: csv, suite, algorithms, level, ...

    Returns
    -------
    matplotlib.axes.Axes
    """
    if by not in ("mean", "median") or test not in ("nemenyi", "holm"):
        raise ValueError("by is %r and test is %r: mean or median, nemenyi or holm are possible" % (by, test))
    rows, where = _part([r for r in _ranking(source, "critical", options) if r["by"] == by], dim)
    rows.sort(key=lambda r: r["mean_rank"])
    k, half, ax = len(rows), (len(rows) + 1) // 2, _axes(ax)
    ax.hlines(0, 1, k, color="black", linewidth=1)
    for place in range(1, k + 1):
        ax.vlines(place, 0, 0.12, color="black", linewidth=1)
        ax.text(place, 0.2, str(place), ha="center", va="bottom")
    depth = -0.3
    for letter in sorted(set("".join(r["group_" + test] for r in rows))):
        inside = [r["mean_rank"] for r in rows if letter in r["group_" + test]]
        if len(inside) > 1:
            ax.hlines(depth, inside[0] - 0.04, inside[-1] + 0.04, color="black", linewidth=4, capstyle="round", gid="group " + letter)
            depth -= 0.25
    for i, row in enumerate(rows):
        y, left = depth - 0.3 - 0.5 * (i if i < half else k - 1 - i), i < half
        ax.plot([row["mean_rank"], row["mean_rank"], 0.8 if left else k + 0.2], [0, y, y], color="black", linewidth=1)
        ax.text(0.75 if left else k + 0.25, y, "%s %.3g" % (row["algorithm"], row["mean_rank"]), ha="right" if left else "left", va="center")
    if test == "nemenyi":
        ax.plot([1, 1 + rows[0]["critical_difference"]], [0.8, 0.8], color="black", linewidth=1.5, marker="|")
        ax.text(1, 0.9, "critical difference %.3g" % rows[0]["critical_difference"], va="bottom")
    ax.set_title("Mean ranks by %s, %d problems%s" % (by, rows[0]["problems"], where), loc="left", fontsize="medium")
    ax.set_axis_off()
    return ax


def performance(source: Any, *, ax: Any = None, dim: int | str | None = None, **options: Any) -> Any:
    """Performance profiles of Dolan and More (2002): the share of problems whose expected running time is within a factor.

    Parameters
    ----------
    source
        The path of a results database, or the `Ranking` that ``heco.rank(..., rule="profile")`` returned.
    ax
        Axes to draw into; default: a new figure.
    dim
        A dimension or ``"all"``; default: all of them together.
    options
        Further arguments of `heco.rank`: csv, suite, algorithms, accuracy, ...

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows, where = _part(_ranking(source, "profile", options), dim)
    ax, last = _axes(ax), 2.0 * max(2.0, *(r["tau"] for r in rows))
    for k, name in enumerate(dict.fromkeys(r["algorithm"] for r in rows)):
        steps = [(r["tau"], r["share"]) for r in rows if r["algorithm"] == name]
        tau, share = zip(*steps, (last, steps[-1][1]))
        ax.step(tau, share, where="post", label=name, **_look(k))
    ax.set(xscale="log", xlim=(1, last), ylim=(0, 1.02))
    ax.legend(frameon=False)
    return _tidy(ax, "Performance profiles%s" % where, "factor of the best expected running time", "share of problems")


def parallel(source: Any, *, ax: Any = None, limit: int = 24) -> Any:
    """Points as parallel coordinates, each variable from its lower to its upper bound, coloured by feasibility.

    Parameters
    ----------
    source
        The path of a journal, the data that `read` returned, or a `Recorder` (best points only, which set the range).
    ax
        Axes to draw into; default: a new figure.
    limit
        At most so many variables.

    Returns
    -------
    matplotlib.axes.Axes
    """
    data = source if isinstance(source, (Recorder, dict)) else read(source)
    if isinstance(data, Recorder):
        points, feasible = np.array(data.x, float), np.array(data.violation) == 0
        names = ["x%d" % (k + 1) for k in range(points.shape[1])]
        low, high, best = points.min(axis=0), points.max(axis=0), points[-1]
    elif data.get("kind") == "solve" and data.get("best"):
        rows = np.array([_numbers(r) for r in data["points"] + data["improvements"]])
        names = [v["name"] for v in data["variables"]]
        points, feasible = rows[:, 3:3 + len(names)], rows[:, 2] == 0  # the constraints follow
        low, high = (_numbers(v[k] for v in data["variables"]) for k in ("lower", "upper"))
        low, high = np.where(np.isnan(low), points.min(axis=0), low), np.where(np.isnan(high), points.max(axis=0), high)
        best = np.array(data["best"]["x"][:len(names)])
    else:
        raise ValueError("parallel needs one search with at least one point: a journal or a Recorder")
    n, wide = min(limit, len(names)), np.where(high > low, high - low, 1.0)
    part = ((points - low) / wide)[:, :n]
    ax = _axes(ax)
    for which, colour, alpha in ((~feasible, BAD, 0.12), (feasible, GOOD, 0.2)):
        ax.plot(np.arange(n), part[which].T, color=colour, alpha=alpha, linewidth=0.8)
    ax.plot(np.arange(n), ((best - low) / wide)[:n], color="black", linewidth=2, marker="o", markersize=4)
    ax.set_xticks(np.arange(n), names[:n], rotation=35 if max(map(len, names[:n])) > 5 else 0)
    ax.set_yticks([0, 1], ["lower", "upper"])
    return _tidy(ax, "Points: blue feasible, orange not; black the best", "", "")
