"""The model of journal_model.lua in Python, for tools/kill_search: journal_search.py JOURNAL python-lanes|python-batches
process|processes|threads WORKERS EVALS begin|resume. It writes down every point and prints the answer."""
import concurrent.futures
import contextlib
import json
import math
import os
import sys

import heco

log = os.open(os.environ["HECO_POINTS_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def fun(x):
    a, b, c, d = map(float, x)
    os.write(log, ("%.17g %.17g %.17g %.17g\n" % (a, b, c, d)).encode())
    s = sum(math.sin(a * i) for i in range(1, 61))  # so that it takes a while
    return a ** 2 + (b - 0.1) ** 2 + (c - 0.2) ** 2 + (d - 0.3) ** 2 + 0 * s, [2 - (a + b + c + d)], [a * b - 0.5]


if __name__ == "__main__":
    journal, kind, pool, workers, evals, how = sys.argv[1:]
    with contextlib.ExitStack() as scope:
        workers = int(workers)
        if pool == "threads":
            workers = scope.enter_context(concurrent.futures.ThreadPoolExecutor(workers))
        s = heco.minimize(fun, [(-2, 2)] * 4, n_ineq=1, n_eq=1, integrality=[0, 0, 0, 1], budget=int(evals), seed=5, history=False,
                          workers=workers, lanes=3 if kind == "python-lanes" else 0, journal=journal, resume=how == "resume",
                          options={"batch": 1} if kind == "python-batches" else None)
    print(json.dumps(dict(x=s.x.tolist(), f=s.fun, evaluations=s.nfev, failed=s.nfail, stop=s.stop, lanes=s.lanes)))
