"""heco as a sampler of Optuna: ``optuna.create_study(sampler=HecoSampler(n_trials=200))``.

A study with one objective; constraints as for Optuna's own samplers, a function of the trial whose values are met if <= 0.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, Mapping, Sequence

import numpy as np
import optuna

from ._kinds import Category
from ._optimize import Optimizer

__all__ = ["HecoSampler"]


class HecoSampler(optuna.samplers.BaseSampler):
    """Proposes the points of a search by heco.

    The first trial is random if the search space or the number of constraints is not known yet. Trials that run at the same
    time get the points of one batch; a trial beyond the batch, and one after `n_trials`, is random.

    Parameters
    ----------
    n_trials : int
        The budget of the search, as given to ``study.optimize``.
    search_space : mapping, optional
        Distributions by name. Default: those of the first trial that ended.
    constraints_func : callable, optional
        A function of the trial that returns the values of the constraints, met if <= 0.
    n_constraints : int, optional
        How many they are. Default: as many as at the first trial.
    seed : int
        The same seed gives the same trials, one after the other.
    algorithm, options
        As for `heco.minimize`.
    """

    def __init__(self, n_trials: int, search_space: Mapping[str, Any] | None = None,
                 constraints_func: Callable[[Any], Sequence[float]] | None = None, n_constraints: int | None = None,
                 seed: int = 1, algorithm: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.n_trials, self.space, self.constraints_func = n_trials, dict(search_space) if search_space else None, constraints_func
        self.n_constraints = 0 if constraints_func is None else n_constraints
        self.how = dict(seed=seed, algorithm=algorithm, options=options)
        self.random = np.random.default_rng(seed)
        self.search, self.waiting, self.batch, self.told = None, [], {}, None
        self.lock = threading.RLock()  # study.optimize(n_jobs=...) has threads

    def infer_relative_search_space(self, study: Any, trial: Any) -> dict[str, Any]:
        """Returns the search space, or nothing before it is known."""
        with self.lock:
            if self.space is None:
                ended = [t for t in study.get_trials(deepcopy=False) if t.state.is_finished() and t.distributions]
                self.space = dict(ended[0].distributions) if ended else None
            return dict(self.space) if self.space is not None and self.n_constraints is not None else {}

    def sample_relative(self, study: Any, trial: Any, search_space: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the next point of the search; nothing if other trials have all of its points."""
        with self.lock:
            if not search_space:
                return {}
            if self.search is None:
                variables = [_variable(d) for d in self.space.values()]
                self.search = Optimizer([v[0] for v in variables], n_ineq=self.n_constraints, budget=self.n_trials,
                                        integrality=[v[1] for v in variables], **self.how)
            if not self.waiting and not self.batch and (x := self.search.ask()) is not None:
                self.waiting = list(enumerate(x))[::-1]
                self.told = np.full(len(x), np.nan), np.full((len(x), self.n_constraints), np.nan)
            if not self.waiting:
                return {}
            row, x = self.waiting.pop()
            self.batch[trial.number] = row
            return {name: _variable(d)[2](v) for (name, d), v in zip(self.space.items(), x)}

    def sample_independent(self, study: Any, trial: Any, param_name: str, param_distribution: Any) -> Any:
        """Returns a random value."""
        with self.lock:
            pair, integer, value = _variable(param_distribution)
            low, high = (0, len(pair.values) - 1) if isinstance(pair, Category) else pair
            whole = integer or isinstance(pair, Category)
            return value(self.random.integers(low, high + 1) if whole else self.random.uniform(low, high))

    def after_trial(self, study: Any, trial: Any, state: Any, values: Sequence[float] | None) -> None:
        """Passes the value of a trial to the search when its batch is complete."""
        complete = state == optuna.trial.TrialState.COMPLETE
        with self.lock:
            g = self._constraints(study, trial) if complete else None
            row = self.batch.pop(trial.number, None)
            if row is None:
                return
            if complete:
                maximise = study.direction == optuna.study.StudyDirection.MAXIMIZE
                self.told[0][row], self.told[1][row] = -values[0] if maximise else values[0], g
            if not self.batch and not self.waiting:
                self.search.tell(*self.told)

    def _constraints(self, study, trial):
        """Returns the values of the constraints, and stores them as Optuna's samplers do."""
        if self.constraints_func is None:
            return ()
        g = [float(v) for v in self.constraints_func(trial)]
        if self.n_constraints is None:
            self.n_constraints = len(g)
        if len(g) != self.n_constraints:
            raise ValueError("constraints_func returned %d values: %d were expected" % (len(g), self.n_constraints))
        study._storage.set_trial_system_attr(trial._trial_id, "constraints", tuple(g))
        return g


def _variable(d):
    """Returns (bounds, whether an integer, function from the search's number to the value) of a distribution."""
    if isinstance(d, optuna.distributions.CategoricalDistribution):
        return Category(range(len(d.choices))), False, lambda v: d.choices[int(v)]
    whole = isinstance(d, optuna.distributions.IntDistribution)
    if d.log:
        least, most = np.log(d.low - 0.5 * whole), np.log(d.high + 0.5 * whole)
        return (least, most), False, lambda v: _within(d, round(float(np.exp(v))) if whole else float(np.exp(v)))
    if d.step is not None:
        steps = int((d.high - d.low) / d.step + 1e-9)
        return (0, steps), True, lambda v: _within(d, d.low + int(v) * d.step)
    return (d.low, d.high), False, float


def _within(d, value):
    return min(max(value, d.low), d.high)
