"""heco as a driver of OpenMDAO: ``problem.driver = HecoDriver(budget=2000)``, then ``problem.run_driver()``."""

from __future__ import annotations

import numpy as np
from openmdao.core.driver import Driver, RecordingDebugging

from ._minimize import minimize

__all__ = ["HecoDriver"]

_NO_BOUND = 1e30  # OpenMDAO's number for a bound that was not given


class HecoDriver(Driver):
    """Minimises the objective of a problem subject to its constraints; derivatives are not used.

    A point at which the model raises, such as an AnalysisError, has failed, and the search goes on. The problem ends at the
    best point. The answer is in `solution`.

    Parameters
    ----------
    **options
        ``budget``, ``seed``, ``algorithm``, and ``settings``, a dictionary of further arguments of `heco.minimize`.
    """

    def __init__(self, **options):
        super().__init__(**options)
        for name in ("optimization", "inequality_constraints", "equality_constraints", "two_sided_constraints",
                     "integer_design_vars"):
            self.supports[name] = True
        for name in ("multiple_objectives", "linear_constraints", "simultaneous_derivatives", "active_set",
                     "distributed_design_vars"):
            self.supports[name] = False
        self.solution = None

    def _declare_options(self):
        self.options.declare("budget", default=None, allow_none=True, desc="Evaluations of the model.")
        self.options.declare("seed", default=1, desc="The same seed gives the same search.")
        self.options.declare("algorithm", default=None, allow_none=True, desc="A name of heco.algorithms().")
        self.options.declare("settings", default={}, types=dict, desc="Further arguments of heco.minimize.")

    def _get_name(self):
        return "heco"

    def run(self):
        """Returns True if no feasible point was found, as OpenMDAO expects."""
        parts, names, begin = [], [], 0
        for name, meta in self._designvars.items():
            size = np.size(self.get_design_var_values()[name])
            parts.append((name, slice(begin, begin + size), name in self._designvars_discrete))
            names += [name] if size == 1 else ["%s[%d]" % (name, k) for k in range(size)]
            begin += size
        lower, upper, x0, whole = (np.zeros(begin) for _ in range(4))
        for name, place, discrete in parts:
            meta = self._designvars[name]
            lower[place], upper[place], whole[place] = meta["lower"], meta["upper"], discrete
            x0[place] = np.ravel(self.get_design_var_values()[name])
        limits = _Limits(self._cons)
        self.solution = s = minimize(
            lambda x: self._values(x, parts, limits), [_pair(*pair) for pair in zip(lower, upper)], x0=x0, integrality=whole,
            names=names, n_ineq=limits.count("g"), n_eq=limits.count("h"), constraint_names=limits.names(),
            **dict({k: self.options[k] for k in ("budget", "seed", "algorithm")}, **self.options["settings"]))
        self._values(s.x, parts, limits)  # leaves the model at the best point
        return not s.success

    def _values(self, x, parts, limits):
        for name, place, discrete in parts:
            value = x[place].astype(int) if discrete else x[place]
            (self._set_design_var if hasattr(self, "_set_design_var") else self.set_design_var)(name, value)
        with RecordingDebugging(self._get_name(), self.iter_count, self) as record:
            self.iter_count += 1
            self._run_solve_nonlinear() if hasattr(self, "_run_solve_nonlinear") else self._problem().model.run_solve_nonlinear()
            record.abs = record.rel = 0.0
        f = float(np.ravel(next(iter(self.get_objective_values().values())))[0])
        return (f, *limits.values(self.get_constraint_values()))


class _Limits:
    """The constraints of a driver as rows of g <= 0 and h = 0."""

    def __init__(self, constraints):
        self.rows = {"g": [], "h": []}  # (name, component, factor, limit): factor * (value - limit)
        for name, meta in constraints.items():
            for k in range(meta["size"]):
                if meta["equals"] is not None:
                    self.rows["h"].append((name, k, 1.0, _at(meta["equals"], k)))
                    continue
                for limit, factor in ((meta["upper"], 1.0), (meta["lower"], -1.0)):
                    if limit is not None and abs(_at(limit, k)) < _NO_BOUND:
                        self.rows["g"].append((name, k, factor, _at(limit, k)))

    def count(self, kind):
        return len(self.rows[kind])

    def names(self):
        return ["%s[%d] %s %g" % (name, k, "=" if kind == "h" else "<=" if factor > 0 else ">=", limit)
                for kind in "gh" for name, k, factor, limit in self.rows[kind]] or None

    def values(self, found):
        return [[factor * (float(np.ravel(found[name])[k]) - limit) for name, k, factor, limit in self.rows[kind]] for kind in "gh"]


def _at(limit, k):
    return float(np.ravel(limit)[k if np.size(limit) > 1 else 0])


def _pair(lower, upper):
    return (lower if lower > -_NO_BOUND else None, upper if upper < _NO_BOUND else None)
