"""The library's problem and options, from the arguments of Optimizer and minimize()."""

import ctypes

import numpy as np

from . import _kinds, _lib, _problem, _values
from ._solution import HecoError


def doubles(values):
    return values.ctypes.data_as(_lib.c_double_p)


def texts(values, what):
    return (ctypes.c_char_p * len(values))(*[_lib.text(t, what) for t in values])


def problem(bounds, ng, nh, integrality, eq_tol, tolerances, linear, keep, ineq_tol=None):
    """Returns a heco_problem without functions. The arrays that it points to are appended to `keep`."""
    lower, upper = _problem.box(bounds)
    keep += [lower, upper]
    made, n, kinds = _lib.default(_lib.Problem, _lib.problem_init), len(lower), _kinds.of(bounds)
    space = made.space
    space.n, space.ng, space.nh, space.eq_tol = n, ng, nh, eq_tol
    space.lower, space.upper = doubles(lower), doubles(upper)
    if kinds is not None:
        space.choices = _kinds.choices(kinds, keep)
    scales = _kinds.flags(bounds)
    if scales is not None:
        keep.append(scales)
        space.missing = scales.ctypes.data_as(ctypes.POINTER(ctypes.c_ubyte))
    if linear:
        space.linear = _kinds.linear(linear, keep)
    if integrality is not None:
        keep.append(_problem.whole(integrality, n))
        if kinds is not None:  # a list may have values that are not integers
            keep[-1][[kind is not None for kind in kinds]] = 0
        space.integer = keep[-1].ctypes.data_as(ctypes.POINTER(ctypes.c_ubyte))
    if ineq_tol is not None and tolerances is None:
        tolerances = np.concatenate([np.full(ng, float(ineq_tol)), np.full(nh, float(eq_tol))])
    if tolerances is not None:
        keep.append(_problem.spread(tolerances, (ng + nh,), "tolerances"))
        space.tol = doubles(keep[-1])
    return made


def algorithm(name):
    """Returns the algorithm of that name, the library's default for None."""
    if name is None:
        return _lib.algorithm_default()
    error = _lib.Error()
    found = _lib.algorithm_find(_lib.text(name, "algorithm"), error)
    if not found:
        raise HecoError(error.text.decode())
    return found


def run_options(how, n, keep, *, seed, budget, options, x0, target, time, stall, max_failed, presolve):
    """Fills the heco_run_options `how`. An argument that is None leaves the library's default."""
    how.seed, how.no_presolve = _seed(seed), not presolve
    if budget is not None:
        how.max_evals = _problem.count(budget, "budget", 1)
    if time is not None:
        how.max_seconds = float(time)
    if target is not None:
        how.target = float(target)
    if stall is not None:
        how.stall = _problem.count(stall, "stall")
    if max_failed is not None:
        how.max_failed = _problem.count(max_failed, "max_failed")
    if options is not None and not hasattr(options, "items"):
        raise TypeError("options is %r: a dictionary of names and values was expected" % (options,))
    words = ["%s=%s" % (k, v if isinstance(v, str) else repr(v)) for k, v in (options or {}).items()]
    if words:
        how.set, how.sets = texts(words, "options"), len(words)
    if x0 is not None:
        start = _problem.points(x0, n)
        keep.append(start)
        how.start, how.starts = doubles(start), len(start)


def known(designs, space, keep):
    """Returns the library's form of known designs (X, F), (X, F, G) or (X, F, G, H), one design per row."""
    try:
        parts = [_values.real(part, "known") for part in designs]
    except (TypeError, ValueError):
        raise ValueError("known must be arrays (X, F, G, H): points, f, and the values of g and h, one per row") from None
    x = np.ascontiguousarray(np.atleast_2d(parts[0]))
    count = len(x)
    if x.shape[1] != space.n:
        raise ValueError("known: X has %d columns, there are %d variables" % (x.shape[1], space.n))
    rows = [x]
    for what, part, width in zip("FGH", parts[1:] + [np.empty(0)] * 3, (1, space.ng, space.nh)):
        if part.size != count * width:
            raise ValueError("known: %s has %d values, %d designs need %d" % (what, part.size, count, count * width))
        rows.append(np.ascontiguousarray(part.reshape(count, width)))
    made = _lib.Known(count, *[doubles(row) for row in rows])
    keep += rows + [made]
    return ctypes.cast(ctypes.pointer(made), ctypes.c_void_p)


def _seed(seed):
    """Returns a seed from a number, None (drawn by the system) or a NumPy generator."""
    if seed is None:
        seed = np.random.default_rng()
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2 ** 63))
    if isinstance(seed, np.random.RandomState):
        return int(seed.randint(2 ** 63, dtype=np.int64))
    return _problem.count(seed, "seed")
