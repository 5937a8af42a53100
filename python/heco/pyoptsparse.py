"""heco as an optimizer of pyOptSparse: ``solution = HECO(options={"budget": 2000})(optProb)``."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from pyoptsparse.pyOpt_optimizer import Optimizer

from ._minimize import minimize

__all__ = ["HECO"]

_FAILED, _TERMINATE = 1, 2  # values of pyOptSparse's fail flag: the point has no value; the user ends the optimization


class HECO(Optimizer):
    """Minimises an ``Optimization`` without derivatives. The answer of heco is in `answer`.

    Parameters
    ----------
    options : dict
        ``budget`` (default 10000), ``seed``, ``algorithm``, and ``settings``, a dictionary of further arguments of
        `heco.minimize`.
    """

    def __init__(self, options: dict = {}) -> None:
        defaults = {"budget": [int, 10000], "seed": [int, 1], "algorithm": [str, "auto"], "settings": [dict, {}]}
        super().__init__("heco", "Global Optimizer", defaultOptions=defaults, informs={0: "feasible", 1: "no feasible point"},
                         options=options)
        self.answer = None

    def __call__(self, optProb: Any, storeHistory: str | None = None, hotStart: str | None = None, **ignored: Any) -> Any:
        """Returns the solution of pyOptSparse.

        Parameters
        ----------
        optProb : pyoptsparse.Optimization
        storeHistory, hotStart : str, optional
            Files of pyOptSparse.
        **ignored
            ``sens`` and other arguments about derivatives.
        """
        self.startTime = begin = time.time()
        self.optProb = optProb
        optProb.finalize()
        self._setHistory(storeHistory, hotStart)
        self._setInitialCacheValues()
        self.unconstrained = len(optProb.constraints) == 0
        lower, upper, x0 = self._assembleContinuousVariables()
        ng, nh = self._order()
        self.answer = s = minimize(
            lambda x: self._values(x, nh), list(zip(lower, upper)), x0=np.clip(x0, lower, upper), n_ineq=ng, n_eq=nh,
            **dict({k: self.getOption(k) for k in ("budget", "seed", "algorithm")}, **self.getOption("settings")))
        seconds = time.time() - begin
        if self.storeHistory:
            self.metadata["optTime"] = seconds
            self.hist.writeData("metadata", self.metadata)
            self.hist.close()
        optProb.comm.bcast(-1, root=0)
        inform = {"value": int(not s.success), "text": self.informs[int(not s.success)]}
        return self._communicateSolution(self._createSolution(seconds, inform, s.fun, s.x))

    def _order(self):
        """Puts equalities first, and all constraints into the form c <= 0 or c = 0. Returns how many of each there are."""
        if self.unconstrained:
            return 0, 0
        indices, _, offset, factor = self.optProb.getOrdering(["ne", "le", "ni", "li"], oneSided=True)
        self.optProb.jacIndices, self.optProb.fact, self.optProb.offset = indices, factor, offset
        nh = len(self.optProb.getOrdering(["ne", "le"], oneSided=True)[0])
        return len(indices) - nh, nh

    def _values(self, x, nh):
        f, c, fail = self._masterFunc(x, ["fobj", "fcon"])
        if fail == _TERMINATE:
            raise KeyboardInterrupt  # heco returns the best point so far
        c = np.atleast_1d(c) if not self.unconstrained else np.zeros(0)
        return np.nan if fail == _FAILED else float(np.ravel(f)[0]), c[nh:], c[:nh]
