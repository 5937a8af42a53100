"""A model as a program (exec:) that misbehaves at some of its points, chosen by the point itself:

    faulty_program.py FAULT RARITY

Which points these are and what the others answer is also what the soak knows about it (`guilty`, `values`)."""
import os
import resource
import signal
import struct
import sys
import time
import zlib

N, NG, NH = 3, 1, 1
BOX = (-2.0, 3.0)


def guilty(x, rarity):
    """One point in that many; never the middle of the box, which is looked at first."""
    return zlib.crc32(struct.pack(f"{N}d", *x)) % rarity == 1


def values(x):
    """f, g and h, in operations that have one result everywhere."""
    f = (x[0] - 0.5) * (x[0] - 0.5) + x[1] * x[1] + (x[2] - 1.0) * (x[2] - 1.0)
    return f, 1.0 - x[0] - x[1], x[2] - x[0] * x[1]


def say(words):
    sys.stdout.write(words)
    sys.stdout.flush()


def answer(number, x):
    say(f"{number} ok {' '.join(map(repr, values(x)))}\n")


def forever():
    while True:
        time.sleep(100)


def deaf():
    """Neither a signal that can be caught nor the end of its input moves it."""
    for name in ("TERM", "INT", "HUP", "PIPE"):
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN)
    forever()


def family():
    """Children that hold the pipes and do not end by themselves."""
    for _ in range(2):
        if os.fork() == 0:
            deaf()
    forever()


def half_line(number, x):
    say(f"{number} ok {values(x)[0]!r}"[:-3])


def misbehave(fault, number, x):
    """What happens at a guilty point."""
    if fault == "nonsense":
        say("the answer is 42\n")
    elif fault == "number":
        say(f"{number}x ok 1 2 3\n")
    elif fault == "half":
        half_line(number, x)
        sys.exit(0)
    elif fault == "half-hang":
        half_line(number, x)
        forever()
    elif fault == "exit":
        sys.exit(3)
    elif fault == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault == "hang":
        forever()
    elif fault == "deaf":
        deaf()
    elif fault == "family":
        family()
    elif fault == "orphans":
        if os.fork() == 0:
            deaf()
        os._exit(1)
    elif fault == "close":
        os.close(1)
        forever()
    elif fault == "many":
        say(f"{number} ok {' '.join(['1.5'] * 500)}\n")
    elif fault == "few":
        say(f"{number} ok 1.5\n")
    elif fault == "nan":
        say(f"{number} ok nan 0 0\n")
    elif fault == "fail":
        say(f"{number} fail \033]0;title\007 words \0 of \x80\xff any kind\n")
    elif fault == "long":
        say(f"{number} ok {'1' * 3000000}x 0 0\n")


def harmless(fault, number, x):
    """What is odd, but no fault."""
    if fault == "slow":
        time.sleep(0.003)
    elif fault == "noisy":
        sys.stderr.write("no newline at the end of this " * 4000)
        sys.stderr.flush()
    elif fault == "bytes":
        for letter in f"{number} ok {' '.join(map(repr, values(x)))}\n":
            say(letter)
        return
    answer(number, x)


FAULTS = {  # those that are only seen after a time limit come with few points
    "quick": ["nonsense", "number", "half", "exit", "crash", "many", "few", "nan", "fail", "long"],
    "late": ["half-hang", "hang", "deaf", "family", "orphans", "close"],
    "none": ["slow", "noisy", "bytes"],
}


def main():
    fault, rarity = sys.argv[1], int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.reconfigure(errors="surrogateescape", newline="\n")
    say(f"heco 1 {N} {NG} {NH}\n" + f"{BOX[0]} {BOX[1]}\n" * N)
    for line in sys.stdin:
        number, *words = line.split()
        x = [float(word) for word in words]
        if guilty(x, rarity) and fault not in FAULTS["none"]:
            misbehave(fault, number, x)
        else:
            harmless(fault, number, x)


if __name__ == "__main__":
    main()
