#!/usr/bin/env python3
"""A flow sheet with a recycle: reactor, flash, distillation, purge; eight variables.

The recycle is found by successive substitution. In part of the box this does not converge; the
program then reports the last iterate and a constraint with the value 1 instead of 0, as STYRENE
(Audet, Bechard and Le Digabel 2008) does. f is minus the profit.
"""
import math

from simulator import serve

PASSES = 60


def one_pass(x, recycle):
    heat, pressure, _, length, reflux, split, purge, fresh = x
    feed = fresh + recycle
    conversion = 1.0 - math.exp(-length * math.exp(3.0 * (heat - 0.6)) / (0.3 + feed))
    made = feed * conversion * (1.0 - 0.35 * heat * pressure)
    lost = feed * conversion - made
    left = feed - made - lost
    back = left * (1.0 - purge) * (0.4 + 1.6 * split * reflux) * (1.0 + 0.5 * heat)
    return made, lost, left, back


def evaluate(x):
    heat, pressure, cooling, length, reflux, split, purge, _ = x
    recycle, passes = 0.0, 0
    while passes < PASSES:
        made, lost, left, back = one_pass(x, recycle)
        passes += 1
        if abs(back - recycle) < 1e-7 * (1.0 + back):
            break
        recycle = min(back, 1e6)
    purity = made / (made + lost + 0.15 * left * math.exp(-3.0 * reflux * split) + 1e-9)
    cost = 0.4 * length + 0.6 * pressure ** 1.5 + 0.5 * reflux * (1 + recycle) + 0.8 * heat ** 2
    cost += 0.2 * cooling + purge * left
    profit = 10.0 * made - 1.5 * x[7] - cost
    warm = heat * (1.0 + recycle) - 2.0 * cooling - 1.0
    return [repr(-profit), repr(float(passes == PASSES)), repr(0.8 - purity), repr(warm)]


serve(["0 1 name=heat", "0 1 name=pressure", "0 1 name=cooling", "0.1 2 name=length",
       "0 1 name=reflux", "0 1 name=split", "0.02 1 name=purge", "0.2 3 name=fresh"],
      ["c name=converged <= 0", "c name=purity <= 0", "c name=temperature <= 0"], evaluate)
