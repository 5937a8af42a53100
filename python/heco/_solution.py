"""The answer of a search."""

from __future__ import annotations

import ctypes
import html
import json
from typing import Any

import numpy as np

from . import _lib

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
    message           one line about all this
    maxcv             the largest violation of a constraint, 0 if feasible
    violation         the mean violation over the constraints, which ranks points
    constraints       a list of dictionaries with the names of the command's JSON: name, equality, value, sense, bound, slack,
                      tolerance, excess, satisfied, active; value and bound are those of the constraint as it was given
    nfev, nfail, nit  evaluations, failed ones among them, batches
    njev              how often exact derivatives were used (each with an evaluation, which is in nfev)
    replayed          evaluations that were taken from the journal
    runs, summary     with runs=: all answers (same_point: it ends where the best one does, f within 1e-4 and x within 1 % of
                      the box), and how they agree, as in the command's JSON: runs, feasible, best, median, worst,
                      better_quartile, worse_quartile, same_point, same_value, unseen, ...
    evals_at_best     the evaluation that gave x, counted from 1
    last_error        the last exception of the function, and last_x the point at which it was raised
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
            Arrays are lists, exceptions their text, and numbers that are not finite are null.
        """
        return json.dumps(_plain(dict(self)), allow_nan=False, **how)

    def __repr__(self):
        rows = [(k, "%r" % (v,)) for k, v in self.items() if k not in ("constraints", "runs", "document")]
        for c in self.get("constraints") or ():
            rows.append((c["name"], "%s (%s)" % (_relation(c, "%.10g"), _state(c))))
        width = max([len(k) for k, _ in rows], default=0)
        return "\n".join("%*s: %s" % (width, k, v.replace("\n", "\n" + " " * (width + 2))) for k, v in rows)

    def _repr_html_(self):
        """Returns the answer and a table of the constraints, for notebooks."""
        def row(cells, tag="td"):
            return "<tr>%s</tr>" % "".join("<%s style='text-align:left'>%s</%s>" % (tag, html.escape(str(c)), tag) for c in cells)

        def number(value):
            return "%.8g" % value if isinstance(value, (float, np.floating)) else str(value)

        head = [row((k, number(self[k]))) for k in ("found", "fun", "maxcv", "nfev", "nfail", "stop", "algorithm", "seed", "message") if k in self]
        head.append(row(("x", np.array2string(np.asarray(self.get("x", ())), precision=8, threshold=20))))
        parts = ["<table>%s</table>" % "".join(head)]
        constraints = self.get("constraints") or ()
        if constraints:
            rows = [row((c["name"], _relation(c, "%.8g"), number(c["tolerance"]), _state(c))) for c in constraints]
            parts.append("<table>%s%s</table>" % (row(("constraint", "value", "tolerance", "state"), "th"), "".join(rows)))
        return "<div>%s</div>" % "".join(parts)


def _state(c):
    return "met" if c["satisfied"] else "violated by %.6g" % c["excess"]


def _relation(c, number):
    """Returns a constraint at the answer as text, such as '0.4 <= 0.5'."""
    return "%s %s %s" % (number % c["value"], c.get("sense") or ("=" if c["equality"] else "<="), number % c.get("bound", 0.0))


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
                 nfev=end.evals, nfail=end.failed, njev=end.derivatives, evals_at_best=end.evals_at_best,
                 seconds=end.seconds, algorithm=algorithm.name.decode(), options=settings(algorithm, values),
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


def describe(s):
    """Writes the message of an answer."""
    broken = [c["name"] for c in s.constraints if not c["satisfied"]]
    parts = ["nothing has been evaluated" if s.nfev == 0 else "every evaluation failed" if s.found == "none" else
             "feasible" if not broken else "no feasible point; violated: " + ", ".join(broken)]
    parts.append("not ended" if s.stop == "running" else "stopped by " + s.stop)
    if s.nfail and s.found != "none":
        parts.append("%d of %d evaluations failed" % (s.nfail, s.nfev))
    if s.last_error is not None:
        words = ": %s" % s.last_error if str(s.last_error) else ""
        parts.append("the last error was %s%s" % (type(s.last_error).__name__, words))
    if s.reproduced is False:
        parts.append("evaluating the point again gave other values: the function is not deterministic")
    s.message = "; ".join(parts)
