"""heco: constrained black-box optimisation with helper and equivalent objectives.

    import heco
    s = heco.minimize(fun, bounds, constraints=...)       # one call
    s = heco.solve("beam.lua", journal="j")               # a model in a file; heco.resume("j") goes on
    opt = heco.Optimizer(bounds, n_ineq=2)                # ask and tell
    print(heco.rank("results.db"))                        # the results of heco bench, ranked
"""

from ._lib import version as _version
from ._bench import Bench, bench
from ._command import resume, solve
from ._history import History, read_journal
from ._kinds import Category, Log, Values
from ._maximize import maximize
from ._minimize import minimize
from ._optimize import Optimizer, algorithms, options
from ._rank import Ranking, rank
from ._scipy import scipy_method
from ._solution import HecoError, Solution
from ._structure import minimize_max, minimize_squares
from ._suite import Problem, problem
from ._sweep import sweep

__version__ = _version().decode()
__all__ = ["Bench", "Category", "HecoError", "History", "Log", "Optimizer", "Problem", "Ranking", "Solution", "Values",
           "algorithms", "bench", "maximize", "minimize", "minimize_max", "minimize_squares", "options", "problem", "rank",
           "read_journal", "resume", "scipy_method", "solve", "sweep"]
