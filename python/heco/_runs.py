"""What several searches say together, by the rules and in the words of the command (src/run/runs_summary.c)."""

import numpy as np

F_CLOSE, F_FLOOR, X_CLOSE = 1e-4, 1e-8, 1e-2  # the same f: relative, or absolute; the same x: in widths of the box


def summary(answers, runs, box):
    """(the best answer, the dictionary ``summary``); each answer gets ``same_point``.

    `box` has a pair of bounds, Values or Category per variable; `runs` were asked for."""
    best = min(answers, key=lambda s: (s.found == "none", s.violation, s.fun))
    feasible = [s for s in answers if s.success]
    near = [s for s in feasible if abs(s.fun - best.fun) <= max(F_CLOSE * abs(best.fun), F_FLOOR)]
    most = _most(box, best.x) if near else None
    for s in answers:
        s.same_point = False
    for s in near:
        s.same_point = bool((np.abs(s.x - best.x) <= most).all())
    values = [s.fun for s in feasible] or [np.nan]
    quartiles = [float(q) for q in np.percentile(values, [25, 50, 75])]
    finished = sum(s.stop not in ("user", "error") for s in answers)
    return best, dict(
        runs=runs, begun=len(answers), finished=finished, feasible=len(feasible),
        feasible_rate=100.0 * len(feasible) / len(answers), best_seed=best.seed, best=float(min(values)), median=quartiles[1],
        worst=float(max(values)), better_quartile=quartiles[0], worse_quartile=quartiles[2],
        same_point=sum(s.same_point for s in near), same_value=len(near),
        unseen=1.0 - 0.05 ** (1.0 / finished) if finished else 1.0,
        evaluations=sum(s.nfev for s in answers), failed=sum(s.nfail for s in answers),
        seconds=sum(s.seconds for s in answers))


def _most(box, x):
    """How far a variable may be from its value in `x` and still be the same."""
    most = np.empty(len(x))
    for j, entry in enumerate(box):
        if getattr(entry, "unordered", False):
            most[j] = 0.0
            continue
        low, high = (entry.values[0], entry.values[-1]) if hasattr(entry, "values") else entry
        width = high - low
        most[j] = X_CLOSE * (width if np.isfinite(width) else max(1.0, abs(x[j])))
    return most
