"""The answer of a search."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import numpy as np

from . import _lib, _show

_SENSES = {b"<": "<=", b">": ">=", b"=": "="}


class HecoError(ValueError):
    """The library refused something; the message is its own. If a search failed after points had been evaluated,
    `solution` holds the best of them."""

    solution = None


class Solution(dict):
    """The answer: a dictionary whose items are attributes too, as SciPy's OptimizeResult.

    x, fun            the best point and its value
    g, h              its inequalities (met if <= 0) and equalities (met if 0)
    success           True if it is feasible
    found             'feasible', 'infeasible' or 'none' (every evaluation failed)
    stop              why the search ended: 'budget', 'target', 'time', 'stall', 'user', 'failed', ...
    message           the verdict, one line
    conflict          None, or why there is no feasible point: proved, and constraints that no point met together, a list of
                      dictionaries with name, relaxation and x, the point that meets all others
    noise             None, or the samples of a noisy function: samples, mean, spread (standard deviation), evaluations
    search            one line about the search
    prices            the worth of a unit of each active limit: a list of dictionaries with name, price (change of fun if the
                      limit rises by one unit), valid (the range of the limit); price_note says why there are none, and
                      price_nfev counts their evaluations, which are not in nfev
    maxcv             the largest violation of a constraint, 0 if feasible
    violation         the mean violation over the constraints, which ranks points
    constraints       a list of dictionaries with the names of the command's JSON: name, equality, value, sense, bound, slack,
                      tolerance, excess, satisfied, active, price; value and bound are those of the constraint as it was
                      given
    nfev, nfail, nit  evaluations, failed ones among them, batches
    nrejected         evaluations that violated a cheap constraint and did not call the function; the history lacks them
    npartial          evaluations that stopped early
    njev              how often exact derivatives were used (each with an evaluation, which is in nfev)
    lanes             searches side by side, on whose number the answer depends; 0: none
    ahead             evaluations that lanes made beforehand and did not ask for, which are not in nfev
    replayed          evaluations that were taken from the journal
    runs, summary     with runs=: all answers (same_point: it ends where the best one does, f within 1e-4 and x within 1 % of
                      the box), and how they agree, as in the command's JSON: runs, feasible, best, median, worst,
                      better_quartile, worse_quartile, same_point, same_value, unseen, ...
    evals_at_best     the evaluation that gave x, counted from 1
    last_error        the last exception of the function, and last_x the point at which it was raised
    names             of the variables
    presolve          a line about bounds and equalities derived from linear constraints
    history           every evaluation, a `heco.History`; None if it was not kept
    reproduced        True if evaluating x once more gave the same values; None if it was not evaluated again
    algorithm, options, seed, seconds
    """

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("a Solution has no %r; it has %s" % (name, ", ".join(self))) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return list(self) + dir(dict)

    def to_json(self, **how: Any) -> str:
        """Returns the answer as a JSON document.

        Parameters
        ----------
        **how
            Arguments of `json.dumps`, such as ``indent=2``.

        Returns
        -------
        str
            Arrays are lists, exceptions their text, and numbers that are not finite are null. The history is left out.
        """
        items = {k: v for k, v in self.items() if k != "history"}
        if "runs" in items:
            items["runs"] = [{k: v for k, v in run.items() if k != "history"} for run in items["runs"]]
        return json.dumps(_plain(items), allow_nan=False, **how)

    def to_frame(self) -> Any:
        """Returns every evaluation as a pandas.DataFrame: variables, f and constraints by name, violation, feasible, failed.

        Returns
        -------
        pandas.DataFrame
        """
        if self.get("history") is None:
            raise HecoError("to_frame: this search kept no history: give history=True, or journal= and heco.read_journal")
        return self.history.to_frame()

    def __repr__(self):
        if "fun" not in self:
            return "Solution(%s)" % dict.__repr__(self)
        return _show.text(self)

    def _repr_html_(self):
        """Returns the answer, its tables and a picture of the search, for notebooks."""
        return _show.page(self)


def _plain(value):
    """Returns the value in types that JSON has."""
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(v) for v in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def settings(algorithm, values):
    """Returns the options in use as texts by name."""
    out, text = {}, ctypes.create_string_buffer(60)
    while (option := algorithm.options[len(out)]).name is not None:
        _lib.option_print(ctypes.byref(option), values[len(out)], text, len(text))
        out[option.name.decode()] = text.value.decode()
    return out


def answer(problem, result, algorithm, values, **more):
    """Returns the Solution of a result of the library; `more` are items that the library does not know."""
    end, space = result.outcome, problem.space
    s = Solution(message="", success=end.found == _lib.FOUND_FEASIBLE, fun=end.f, x=np.array(result.x[:space.n]),
                 g=np.array(result.g[:space.ng]), h=np.array(result.h[:space.nh]), maxcv=0.0, violation=end.viol,
                 found=_lib.found_text(end.found).decode(), stop=_lib.stop_text(end.stop).decode(),
                 nfev=end.evals, nfail=end.failed, nrejected=result.rejected, npartial=result.partial,
                 njev=end.derivatives, evals_at_best=end.evals_at_best, seconds=end.seconds, algorithm=algorithm.name.decode(), options=settings(algorithm, values),
                 reproduced=None, last_error=None, last_x=None, **more)
    s.constraints = [_constraint(problem, k, value) for k, value in enumerate([*s.g, *s.h])]
    s.maxcv = max([c["excess"] for c in s.constraints], default=0.0)
    return s


def _constraint(problem, k, value):
    c, equality = _lib.ConstraintReport(), k >= problem.space.ng
    _lib.problem_report(problem, k, value, c)
    name = problem.c_names[k].decode() if problem.c_names else "%s%d" % (("h", k - problem.space.ng + 1) if equality else ("g", k + 1))
    return dict(name=name, equality=equality, value=c.value, sense=_SENSES[c.sense], bound=c.bound, slack=c.slack,
                tolerance=c.tolerance, excess=c.excess, satisfied=bool(c.satisfied), active=bool(c.active))


def price(s, solution, space):
    """Adds the prices of the limits to an answer."""
    m, found = len(s.constraints), _lib.solution_prices(solution)
    s.prices, s.price_note = [], _lib.solution_prices_note(solution).decode()
    s.price_nfev = _lib.solution_prices_evals(solution)
    for k in range(m + space.n):
        row = found[k] if found else None
        if k < m:
            s.constraints[k]["price"] = row.price if row else None
        if row and row.price != 0.0:
            s.prices.append(dict(name=s.constraints[k]["name"] if k < m else s.names[k - m], price=row.price,
                                 valid=(getattr(row, "from"), row.to)))


def conflict(s, solution, problem):
    """Adds the constraints that no evaluated point meets together to an answer."""
    rows, x, report = ctypes.POINTER(ctypes.c_size_t)(), _lib.c_double_p(), _lib.ConstraintReport()
    count, s.conflict = _lib.solution_conflict(solution, rows), None
    if count == 0:
        return
    s.conflict = dict(proved=bool(_lib.solution_conflict_is_proved(solution)), constraints=[])
    for k in rows[:count]:
        row, least = dict(name=s.constraints[k]["name"], relaxation=np.inf), _lib.solution_relaxation(solution, k, x)
        if x:
            _lib.problem_report(problem, k, least, report)
            row.update(relaxation=report.excess, x=np.array(x[:problem.space.n]))
        s.conflict["constraints"].append(row)


def one_line(error):
    """Returns the text of an exception without line breaks and control characters; '' if it has none or cannot give it."""
    try:
        text = str(error)
    except Exception:
        return ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def describe(s, verdict):
    """Writes the message of an answer: the verdict of the library, failures and the last error."""
    parts = [verdict]
    if s.nfail and s.found != "none":
        parts.append("%d of %d evaluations failed" % (s.nfail, s.nfev))
    if s.last_error is not None:
        words = one_line(s.last_error)
        parts.append("the last error was %s%s" % (type(s.last_error).__name__, ": " + words if words else ""))
    s.message = "; ".join(parts)
