"""Stand-ins of the interfaces of Optuna, OpenMDAO and pyOptSparse, as far as the adapters use them, for machines that do not
have these packages. install() makes them importable; a package that is installed is used itself."""

import enum
import importlib.util
import sys
import types

import numpy as np


def install(name, *modules):
    """Puts modules, pairs (name, contents), in place of a package that is not installed. Returns True if they are there."""
    if name in sys.modules:
        return getattr(sys.modules[name], "__stand_in__", False)
    if importlib.util.find_spec(name) is not None:
        return False
    for path, contents in modules:
        module = types.ModuleType(path)
        module.__dict__.update(contents, __stand_in__=True)
        sys.modules[path] = module
        parent, _, child = path.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    return True


# --- Optuna: distributions, a sampler's five functions, and a study that calls them in Optuna's order

class Float:
    def __init__(self, low, high, log=False, step=None):
        self.low, self.high, self.log, self.step = low, high, log, step


class Int(Float):
    def __init__(self, low, high, log=False, step=1):
        super().__init__(low, high, log, step)


class Categorical:
    def __init__(self, choices):
        self.choices = tuple(choices)


class State(enum.Enum):
    COMPLETE, FAIL = 1, 3

    def is_finished(self):
        return True


class Direction(enum.Enum):
    MINIMIZE, MAXIMIZE = 1, 2


class Trial:
    def __init__(self, study, number):
        self.study, self.number, self._trial_id, self.state = study, number, number, None
        self.params, self.distributions, self.user_attrs, self.value = {}, {}, {}, None
        space = study.sampler.infer_relative_search_space(study, self)
        self.relative = study.sampler.sample_relative(study, self, space)

    def _suggest(self, name, distribution):
        self.distributions[name] = distribution
        self.params[name] = self.relative[name] if name in self.relative else self.study.sampler.sample_independent(
            self.study, self, name, distribution)
        return self.params[name]

    def suggest_float(self, name, low, high, step=None, log=False):
        return self._suggest(name, Float(low, high, log, step))

    def suggest_int(self, name, low, high, step=1, log=False):
        return self._suggest(name, Int(low, high, log, None if log else step))

    def suggest_categorical(self, name, choices):
        return self._suggest(name, Categorical(choices))

    def set_user_attr(self, name, value):
        self.user_attrs[name] = value


class Study:
    def __init__(self, sampler, direction):
        self.sampler, self.direction, self.trials = sampler, Direction[direction.upper()], []
        self.attrs = {}
        self._storage = types.SimpleNamespace(set_trial_system_attr=lambda at, name, value: self.attrs.update({(at, name): value}))

    def get_trials(self, deepcopy=True):
        return self.trials

    def optimize(self, objective, n_trials, catch=()):
        for _ in range(n_trials):
            trial = Trial(self, len(self.trials))
            try:
                trial.value, trial.state = float(objective(trial)), State.COMPLETE
            except catch:
                trial.state = State.FAIL
            done = trial.state is State.COMPLETE
            self.sampler.after_trial(self, trial, trial.state, [trial.value] if done else None)
            self.trials.append(trial)

    @property
    def best_trial(self):
        sign = 1.0 if self.direction is Direction.MINIMIZE else -1.0
        feasible = [t for t in self.trials if t.value is not None and max(self.attrs.get((t.number, "constraints"), (0.0,))) <= 0]
        return min(feasible, key=lambda t: sign * t.value)


def optuna():
    return install("optuna", ("optuna", {"create_study": lambda sampler, direction="minimize": Study(sampler, direction)}),
                   ("optuna.samplers", {"BaseSampler": object}),
                   ("optuna.distributions", {"FloatDistribution": Float, "IntDistribution": Int, "CategoricalDistribution": Categorical}),
                   ("optuna.trial", {"TrialState": State}), ("optuna.study", {"StudyDirection": Direction}))


# --- OpenMDAO: a driver over a model that is a function of a dictionary

class Options(dict):
    def declare(self, name, default=None, **_):
        self[name] = default


class Driver:
    def __init__(self, **options):
        self.options, self.supports, self.iter_count = Options(), {}, 0
        self._declare_options()
        self.options.update(options)
        self._designvars, self._cons, self._designvars_discrete, self.inputs, self.outputs = {}, {}, {}, {}, {}

    def get_design_var_values(self):
        return {name: self.inputs[name] for name in self._designvars}

    def set_design_var(self, name, value):
        self.inputs[name] = value

    def get_objective_values(self):
        return {"f": np.array([self.outputs["f"]])}

    def get_constraint_values(self):
        return {name: np.atleast_1d(self.outputs[name]) for name in self._cons}

    def _problem(self):
        return types.SimpleNamespace(model=types.SimpleNamespace(run_solve_nonlinear=lambda: self.outputs.update(
            self.function(**{k: np.ravel(v) for k, v in self.inputs.items()}))))


class Recording:
    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def openmdao():
    return install("openmdao", ("openmdao", {}), ("openmdao.core", {}),
                   ("openmdao.core.driver", {"Driver": Driver, "RecordingDebugging": Recording}))


# --- pyOptSparse: an optimizer over an Optimization whose constraints are in the order that getOrdering() asks for

class Optimization:
    def __init__(self, function, lower, upper, x0, equalities, inequalities):
        self.objFun, self.box, self.nh = function, (np.array(lower), np.array(upper), np.array(x0)), equalities
        self.constraints = list(range(equalities + inequalities))
        self.comm = types.SimpleNamespace(bcast=lambda value, root=0: value, rank=0)

    def finalize(self):
        pass

    def getOrdering(self, kinds, oneSided):
        count = len(self.constraints) if "ni" in kinds else self.nh
        return np.arange(count), None, np.zeros(count), np.ones(count)


class Optimizer:
    def __init__(self, name, category, defaultOptions, informs, options):
        self.informs, self.chosen = informs, {k: options.get(k, default) for k, (_, default) in defaultOptions.items()}

    def getOption(self, name):
        return self.chosen[name]

    def _setHistory(self, store, hot):
        self.storeHistory = False

    def _setInitialCacheValues(self):
        pass

    def _assembleContinuousVariables(self):
        return self.optProb.box

    def _masterFunc(self, x, evaluate):
        return self.optProb.objFun(x)

    def _createSolution(self, seconds, inform, f, x):
        return types.SimpleNamespace(fStar=f, xStar=x, optInform=inform)

    def _communicateSolution(self, solution):
        return solution


def pyoptsparse():
    return install("pyoptsparse", ("pyoptsparse", {}), ("pyoptsparse.pyOpt_optimizer", {"Optimizer": Optimizer}))
