"""heco: constrained black-box optimisation with helper and equivalent objectives.

    import heco
    s = heco.minimize(fun, bounds, constraints=...)       # one call
    s = heco.solve("beam.lua", journal="j")               # a model in a file; heco.resume("j") goes on
    opt = heco.Optimizer(bounds, n_ineq=2)                # ask and tell
    print(heco.rank("results.db"))                        # the results of heco bench, ranked
"""

from ._lib import version as _version
from ._command import resume, solve
from ._kinds import Category, Values
from ._minimize import minimize
from ._optimize import Optimizer, algorithms, options
from ._rank import Ranking, rank
from ._solution import HecoError, Solution

__version__ = _version().decode()
__all__ = ["Category", "HecoError", "Optimizer", "Ranking", "Solution", "Values", "algorithms", "minimize", "options",
           "rank", "resume", "solve"]
