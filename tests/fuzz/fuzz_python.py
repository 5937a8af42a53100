#!/usr/bin/env python3
"""The Python package with functions that do everything wrong: wrong shapes and types, exceptions of every kind, values
that raise when they are read, exits, signals, forks, endless loops, closed descriptors and junk written into them.

    tests/fuzz/fuzz_python.py [--seconds 60] [--seed 1] [--case NUMBER]

A case is a search with random arguments, of a function that is right at some points and wrong in one of the ways of
the table below at the others; the number of the case holds all that is random. Each case runs in a process of its own
and has to end there within a minute, either with an exception that has a message, or with an answer: as many evaluations
as the budget allows at most, a point in the box, and, if only values that are none were wrong, the value of the right
function there. No process may be left behind. What would end or block the caller's own process is done in worker
processes only. Exit code 1: a case failed; `--case` repeats it and shows its output. Needs NumPy."""
import argparse
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

LIMIT = 60.0  # seconds of a case
TOGETHER = 10  # cases in a process, because Python takes a second to start
BOX = [(-5.0, 5.0), (-1.0, 3.0)]


class Mistake(Exception):
    """Raised by functions; its text has two lines and control characters."""

    def __str__(self):
        return "first\x1b[2J\nsecond"


class Speechless(Exception):
    """Has no text that can be read."""

    def __str__(self):
        raise RuntimeError("no text")


class Strange:
    """A value that raises when it is read."""

    def __init__(self, error):
        self.error = error

    def __float__(self):
        raise self.error

    def __array__(self, *_, **__):
        raise self.error

    def __len__(self):
        return -1

    def __iter__(self):
        raise self.error


def raises(error):
    def fun(x):
        raise error
    return fun


def recurses(x):
    return recurses(x) + 1


def writes_junk(x):
    for fd in range(3, 30):
        try:
            os.set_blocking(fd, False)
            os.write(fd, b"\x00\x00\x00\x08junk junk")
        except OSError:
            pass
    return 0.0


def forks(seconds):
    """The child keeps the descriptors of the worker open for that long."""
    def fun(x):
        if os.fork() == 0:
            time.sleep(seconds)
            os._exit(0)
        os._exit(5)
    return fun


def changes(x):
    x[:] = float("nan")
    x.resize((1, 1), refcheck=False)
    return 1.0


# At a wrong point these give no number: the point fails, or the search ends with an exception.
INVALID = {
    "none": lambda x: None, "nan": lambda x: float("nan"), "infinite": lambda x: float("-inf"), "text": lambda x: "one",
    "bytes": lambda x: b"1", "dictionary": lambda x: {"f": None}, "keys": lambda x: {"value": 1.0}, "set": lambda x: {1.0},
    "generator": lambda x: (v for v in [1.0]), "empty": lambda x: [], "tuple of none": lambda x: (),
    "complex": lambda x: 1.0 + 2.0j, "function": lambda x: recurses, "type": lambda x: float, "object": lambda x: object(),
    "four": lambda x: (1.0, [1.0], [1.0], [1.0]), "vector": lambda x: [1.0, 2.0, 3.0], "matrix": lambda x: [[1.0], [2.0, 3.0]],
    "nothing in g": lambda x: (1.0, None, [None]), "text in g": lambda x: (1.0, ["a", "b"]), "long g": lambda x: (1.0, [0.0] * 1000),
    "strange": lambda x: Strange(ValueError("no value")), "very strange": lambda x: (1.0, Strange(Mistake())),
    "raises": raises(ValueError("not here")), "mistake": raises(Mistake()), "speechless": raises(Speechless()), "empty error": raises(RuntimeError()),
    "arithmetic": lambda x: 1 / 0, "memory": raises(MemoryError()), "stop": raises(StopIteration(3)), "recursion": recurses,
    "assertion": raises(AssertionError(("a", 1))), "unicode": raises(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")),
    "huge integer": lambda x: 10 ** 400, "interrupted call": raises(InterruptedError("again")), "broken pipe": raises(BrokenPipeError(32, "gone")),
    "end of file": raises(EOFError()), "unpicklable": raises(type("Local", (Exception,), {"__reduce__": lambda self: 1 / 0})()),
}
# These give numbers, which count.
NUMBERS = {"bool": lambda x: True, "text of a number": lambda x: "1.5", "changes": changes, "prints": lambda x: print("\x1b[31m", x) or 1.0,
           "huge": lambda x: 1e308, "many warnings": lambda x: __import__("warnings").warn("odd") or 2.0,
           "other search": lambda x: __import__("heco").minimize(lambda y: y[0] ** 2, [(-1, 1)], budget=20).fun}
# These end, block or break the process that calls them; in workers only.
FATAL = {"exits": lambda x: os._exit(3), "system exit": raises(SystemExit(4)), "killed": lambda x: os.kill(os.getpid(), signal.SIGKILL),
         "crashes": lambda x: os.kill(os.getpid(), signal.SIGSEGV), "sleeps": lambda x: time.sleep(1000), "junk": writes_junk,
         "stopped": lambda x: os.kill(os.getpid(), signal.SIGSTOP), "closes": lambda x: os.closerange(0, 100), "forks": forks(0.5),
         "interrupt": raises(KeyboardInterrupt()), "exit of generator": raises(GeneratorExit())}


def right(x):
    return float(x[0] ** 2 + (x[1] - 1) ** 2)


def draw(rng):
    """Returns (name of the mistake, function, arguments of minimize)."""
    fatal = rng.random() < 0.3
    table = FATAL if fatal else NUMBERS if rng.random() < 0.25 else INVALID
    name = rng.choice(sorted(table))
    share, calls = rng.choice([0.02, 0.3, 1.0]), rng.randrange(0, 8)
    args = {"budget": rng.choice([1, 7, 40]), "seed": rng.randrange(1000), "on_error": rng.choice(["fail", "raise"])}
    if fatal or rng.random() < 0.3:
        args["eval_timeout"] = 1.0
        args["workers"] = rng.choice([1, 2])
    for key, values in {"algorithm": [None, "heco-de", "sqp"], "n_ineq": [0, 1], "max_failed": [0, 3], "retries": [1],
                        "vectorized": [True], "integrality": [1], "maximise": [True], "runs": [2], "history": [True]}.items():
        if rng.random() < 0.2:
            args[key] = rng.choice(values)
    seen = [0]

    def fun(x):
        seen[0] += 1  # the calls before a mistake differ from worker to worker, the points do not
        wrong = (seen[0] > calls or fatal) and (abs(float(x.flat[0] if hasattr(x, "flat") else 0)) * 1e6 % 1.0) < share
        if wrong:
            return table[name](x)
        values = right(x) if x.ndim == 1 else x[0] ** 2 + (x[1] - 1) ** 2
        return (values, (1 - x[0]).reshape((1,) + x.shape[1:])) if args.get("n_ineq") else values
    return name, fun, args, table is INVALID


def check(holds, what):
    if not holds:
        raise SystemExit("WRONG: %s" % what)


def run_case(number):
    """Makes the search of a case and prints one line."""
    import warnings

    import numpy as np

    import heco
    warnings.simplefilter("ignore")
    name, fun, args, invalid = draw(random.Random(number))
    try:
        s = heco.minimize(fun, BOX, **args)
    except Exception as error:  # a message, but for errors of the function that have none
        own = name in ("empty error", "memory", "end of file", "speechless", "unpicklable")
        check(own or str(error) != "", "an exception without a message: %r" % error)
        check(not isinstance(error, (IndexError, AttributeError, UnboundLocalError, NameError, SystemError)), "an error of the package: %r" % error)
        print("%s: %s" % (name, type(error).__name__))
        return
    runs = args.get("runs", 1)
    check(s.nfev <= args["budget"] * max(1, runs), "%d evaluations" % s.nfev)
    check(np.shape(s.x) == (2,) and all(lo <= v <= hi for v, (lo, hi) in zip(s.x, BOX)), "x = %r" % s.x)
    check(isinstance(s.message, str) and "\n" not in s.message, "message %r" % s.message)
    if invalid and np.isfinite(s.fun):
        check(abs(s.fun - right(np.asarray(s.x))) < 1e-12, "f = %r at %r" % (s.fun, s.x))
    print("%s: answer" % name)


def processes_of(session):
    """Processes of a session; those that a case left behind."""
    left = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            left.append(int(stat.parent.name))
    return left


def try_cases(first, count, show=False):
    """Returns why one of these cases failed, or None."""
    command = [sys.executable, "-X", "faulthandler", __file__, "--run", str(first), str(count)]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True)
    try:
        text = child.communicate(timeout=LIMIT * count)[0].decode(errors="replace")
        why = None if child.returncode == 0 else "exit code %d" % child.returncode
    except subprocess.TimeoutExpired:
        text, why = "", "not over after %g s" % (LIMIT * count)
    until = time.monotonic() + 5
    while why is None and processes_of(child.pid) and time.monotonic() < until:
        time.sleep(0.05)
    left = processes_of(child.pid)
    if why is None and left:
        why = "processes are left: %s" % left
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    child.wait()
    if show or (why is not None and count == 1):
        print(text, end="")
    return why


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int)
    parser.add_argument("--run", type=int, nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run is not None:
        for number in range(args.run[0], sum(args.run)):
            run_case(number)
        return 0
    if args.case is not None:
        why = try_cases(args.case, 1, show=True)
        print("FAULT: %s" % why if why is not None else "no fault")
        return why is not None
    until, first, number, faults = time.monotonic() + args.seconds, args.seed * 1000000, args.seed * 1000000, 0
    while time.monotonic() < until:
        if try_cases(number, TOGETHER) is not None:
            for case in range(number, number + TOGETHER):
                why = try_cases(case, 1)
                if why is not None:
                    faults += 1
                    print("FAULT: case %d (%s): %s" % (case, draw(random.Random(case))[0], why), flush=True)
        number += TOGETHER
    print("%d cases, %d faults" % (number - first, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
