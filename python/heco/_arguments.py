"""Arguments of minimize() in the words, forms and order of other packages."""

import difflib
import functools
import inspect

import numpy as np

from ._solution import Solution

# The arguments of SciPy and similar packages, and the arguments of heco that correspond to them.
_WORDS = {
    "maxiter": "budget, which counts evaluations, not iterations", "iters": "budget, which counts evaluations",
    "maxfun": "budget, the number of evaluations", "nfev": "budget, the number of evaluations",
    "popsize": "options={'N0': ...} with algorithm='heco-de'; see heco.options(algorithm)",
    "method": "algorithm, a name of heco.algorithms()", "strategy": "algorithm, a name of heco.algorithms()",
    "mutation": "nothing: the algorithms adapt it", "recombination": "nothing: the algorithms adapt it",
    "polish": "nothing: the default algorithm polishes by itself", "updating": "nothing: batches are always evaluated whole",
    "init": "x0, initial points, one per row", "tol": "stall or target", "atol": "stall or target", "ftol": "stall or target",
    "xtol": "stall or target", "rng": "seed", "random_state": "seed", "hess": "nothing: second derivatives are not used",
    "verbose": "disp", "n_jobs": "workers", "timeout": "time for the search or eval_timeout for a point",
    "lb": "bounds, pairs (lower, upper)", "ub": "bounds, pairs (lower, upper)",
}


def either_order(minimize):
    """Returns minimize(fun, bounds, ...) that is called as SciPy's minimize(fun, x0, ..., bounds=...), too.

    A list of numbers in the place of the bounds is an initial point, because bounds are pairs."""
    @functools.wraps(minimize)
    def called(fun, *place, **named):
        if place and ("bounds" in named or _is_point(place[0])):
            if "x0" in named:
                raise TypeError("the second argument is an initial point, and x0 is another: give one of them")
            named["x0"], place = place[0], (named.pop("bounds", None),) + place[1:]
        return minimize(fun, *place, **named)
    return called


def _is_point(values):
    """True for a list or array of numbers, one per variable."""
    try:
        array = np.asarray(values)
    except ValueError:  # a list of things of different sizes
        return False
    return array.ndim == 1 and array.size > 0 and array.dtype.kind in "fiu"


def refuse(unknown, known):
    """Refuses unknown arguments and names the nearest argument that exists."""
    for name in unknown:
        if name in _WORDS:
            hint = "in heco it is " + _WORDS[name]
        else:
            near = difflib.get_close_matches(name, known, 1)
            hint = "did you mean %s?" % near[0] if near else "there are " + ", ".join(known)
        raise TypeError("minimize() has no argument %r: %s" % (name, hint))


def callback_of(callback):
    """Returns a function of the Search that calls the user's function in the form that it has; None if there is none."""
    if callback is None:
        return None
    if not callable(callback):
        raise TypeError("callback is %r: a function was expected" % (callback,))
    try:
        names = list(inspect.signature(callback).parameters.values())
    except (TypeError, ValueError):  # some functions written in C have no signature
        return lambda opt: callback(opt)
    needed = [p for p in names if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    if [p.name for p in names] == ["intermediate_result"]:
        return lambda opt: callback(intermediate_result=_so_far(opt))
    if any(p.name == "convergence" for p in names):
        return lambda opt: callback(opt.best()[0], convergence=opt.nfev / opt.budget)
    if len(needed) == 2:
        return lambda opt: callback(opt.best()[0], opt.nfev / opt.budget)
    return lambda opt: callback(opt)


def _so_far(opt):
    x, f, violation = opt.best()
    return Solution(x=x, fun=f, maxcv=violation, success=violation == 0.0, nfev=opt.nfev, nfail=opt.nfail, nit=opt.nit)
