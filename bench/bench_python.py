#!/usr/bin/env python3
"""Measures the cost of a candidate through the Python package, as a ratio to the same problem in C.

    PYTHONPATH=python /usr/bin/python3 bench/bench_python.py [BUILD FOLDER]

The C side is examples/models/beam.so, whose functions are called directly. Python searches with and
without a history, and its time is CPU time of the whole call. All take turns; the best round of each
counts. They must end with the same bits."""
import json
import os
import subprocess
import sys
import time

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "build/release")
sys.path[:0] = [os.path.join(here, "python"), os.path.join(here, "examples/models")]

import beam_minimize  # noqa: E402
import heco  # noqa: E402

EVALS, ROUNDS = 20000, 15
c, python = float("inf"), {True: float("inf"), False: float("inf")}
for turn in range(ROUNDS):
    out = subprocess.run([os.path.join(build, "heco"), "solve", os.path.join(build, "examples/models/beam.so"),
                          "--algorithm", "heco-de", "--evals", str(EVALS), "--json", "-q"], capture_output=True, check=True)
    answer = json.loads(out.stdout)
    c = min(c, answer["seconds"])
    for history in python:
        began = time.process_time()
        s = heco.minimize(beam_minimize.beam, beam_minimize.BOUNDS, vectorized=True, n_ineq=11, algorithm="heco-de",
                          budget=EVALS, history=history)
        python[history] = min(python[history], time.process_time() - began)
same = s.fun == answer["f"] and list(s.x) == [v["value"] if isinstance(v, dict) else v for v in answer["x"]]
print("C %.3f us, Python vectorised %.3f us per candidate, ratio %.2f, with history %.3f us, ratio %.2f; same bits: %s"
      % (1e6 * c / EVALS, 1e6 * python[False] / EVALS, python[False] / c, 1e6 * python[True] / EVALS, python[True] / c, same))
sys.exit(not same)
