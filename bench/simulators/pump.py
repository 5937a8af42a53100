#!/usr/bin/env python3
"""A pump chosen from a lookup table: the efficiency is a table with steps, the speed a whole number
from 1 to 10000, the outputs have seven digits. f is the power; the head must be reached, and the
flow of every consumer.
"""
import math

from simulator import serve

STEPS = 40


def efficiency(flow, rise):
    """A table with STEPS x STEPS entries: constant in between."""
    a = math.floor(flow * STEPS) / STEPS
    b = math.floor(rise * STEPS) / STEPS
    return 0.25 + 0.6 * math.exp(-6.0 * (a - 0.6) ** 2 - 4.0 * (b - 0.55) ** 2)


def evaluate(x):
    speed, diameter, opening, pipe = x
    turn = speed / 10000.0
    flow = min(1.0, 1.4 * turn * diameter ** 2 * opening / (0.4 + 0.6 / (0.05 + pipe ** 2)))
    head = 2.2 * (turn * diameter) ** 2 - 0.5 * flow ** 2 * (0.2 + 0.1 / (0.05 + pipe ** 4))
    power = (0.2 + flow) * (0.1 + turn ** 2 * diameter ** 2) / efficiency(flow, min(1.0, max(0.0, head)))
    cost = power + 0.25 * pipe + 0.1 * diameter
    return [f"{value:.7g}" for value in (cost, 0.45 - flow, 0.5 - head)]


serve(["1 10000 integer name=speed", "0.3 1.2 name=diameter", "0.1 1 name=opening",
       "0.2 1.5 name=pipe"],
      ["c name=flow <= 0", "c name=head <= 0"], evaluate)
