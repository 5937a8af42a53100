#!/usr/bin/env python3
"""The beam as a Python program: heco solve 'exec:python3 beam.py'"""
import sys

P, E, L = 50000.0, 2e7, 100.0  # load in N, modulus in N/cm^2, length of a segment in cm


def beam(x):
    b, h = x[:5], x[5:]
    area = bend = 0.0
    for i, weight in enumerate((61, 37, 19, 7, 1)):
        area += b[i] * h[i]
        bend += weight / (b[i] * h[i] * h[i] * h[i] / 12)
    stress = [6 * P * (5 - i) * L / (b[i] * h[i] * h[i]) - 14000 for i in range(5)]
    deflection = P * L * L * L / (3 * E) * bend - 2.7
    shape = [h[i] / b[i] - 20 for i in range(5)]
    return [L * area] + stress + [deflection] + shape


print("heco 1 10 11 0")
for j in range(10):
    print("1 5 name=b%d" % (j + 1) if j < 5 else "30 65 name=h%d" % (j - 4))
sys.stdout.flush()  # heco waits for these lines

for line in sys.stdin:
    number, *x = line.split()
    try:
        values = beam([float(v) for v in x])
        print(number, "ok", *map(repr, values), flush=True)
    except ArithmeticError as problem:
        print(number, "fail", problem, flush=True)
