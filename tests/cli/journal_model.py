"""The model of journal_model.lua as a program, which also writes down every point it is asked for."""
import math
import os
import sys

path = os.environ.get("HECO_POINTS_LOG")
log = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if path else None
print("heco 1 4 1 1\n-2 2 name=a\n-2 2 name=b\n-2 2 name=c\n-2 2 integer name=d", flush=True)
for line in sys.stdin:
    number, *x = line.split()
    a, b, c, d = map(float, x)
    if log is not None:
        os.write(log, ("%.17g %.17g %.17g %.17g\n" % (a, b, c, d)).encode())
    s = sum(math.sin(a * i) for i in range(1, 21))  # so that it takes a while
    f = a ** 2 + (b - 0.1) ** 2 + (c - 0.2) ** 2 + (d - 0.3) ** 2 + 0 * s
    print(number, "ok", repr(f), repr(2 - (a + b + c + d)), repr(a * b - 0.5), flush=True)
