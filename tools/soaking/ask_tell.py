"""One search from Python for the soak, restored from LOG where that exists:

    ask_tell.py ask ALGORITHM EVALS SEED LOG      what was told, one line per batch: x and f as bytes in hexadecimal
    ask_tell.py solve MODEL EVALS SEED LOG        LOG is the journal
"""
import json
import os
import sys

import heco
import numpy as np


def values(x):
    """f, one inequality and one equality of each row; every seventh region of the box cannot be evaluated."""
    f = ((x - 0.3) ** 2).sum(axis=1) + np.sin(5 * x[:, 0])
    f[np.floor(x[:, 1] * 7) % 7 == 3] = np.nan
    return f, (1 - x.sum(axis=1))[:, None], (x[:, 0] * x[:, 1] - 0.2)[:, None]


def told_before(path):
    """The whole lines of the log; half a line at its end goes."""
    if not os.path.exists(path):
        return []
    with open(path, "rb+") as file:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)
    return data.decode().split("\n")[:-1] if b"\n" in data else []


def ask(algorithm, evals, seed, path):
    search = heco.Optimizer([(-1, 2)] * 4, n_ineq=1, n_eq=1, budget=evals, algorithm=algorithm, seed=seed)
    lines = told_before(path)
    with open(path, "a", encoding="ascii") as log:
        turn = 0
        while (x := search.ask()) is not None:
            f, g, h = values(x)
            line = x.tobytes().hex() + " " + f.tobytes().hex()
            if turn < len(lines):
                if line != lines[turn]:
                    sys.exit("batch %d is not the one that was told before" % turn)
            else:
                log.write(line + "\n")
                log.flush()
            search.tell(f, g, h)
            turn += 1
    x, f, violation = search.best()
    return {"x": list(x), "f": f, "violation": violation, "evaluations": search.nfev, "failed": search.nfail}


def solve(model, evals, seed, path):
    with open(path, "ab+") as file:
        file.seek(0)
        begun = b"\nsize=" in file.read()
    found = heco.resume(path) if begun else heco.solve(model, budget=evals, seed=seed, journal=path)
    return found.document


def main():
    what, name, evals, seed, path = sys.argv[1:]
    print(json.dumps({"ask": ask, "solve": solve}[what](name, int(evals), int(seed), path)))


if __name__ == "__main__":
    main()
