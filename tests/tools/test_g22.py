#!/usr/bin/env python3
"""g22 of CEC 2006: the published best value is not the least one.

The formulas are written here a second time, from the definition in the report of 2006, and share
nothing with src/suites. The point was found by `heco solve cec2006:g22 --evals 20000 --seed 3
--target 0`. The second point needs no tolerance at all.
"""
import math
import unittest
from math import log

PUBLISHED = 236.430975504001
POINT = [
    236.31313287826222, 135.26532410916565, 200.17734983457666, 6461.158099016277, 2999999.99991,
    3999999.9999099965, 32999999.999910004, 130.0, 169.99999999999994, 300.0, 400.0, 330.00000000179995,
    184.8219428234555, 249.77850910239923, 127.68608774967258, 269.99990003542325, 159.9999000094608,
    5.298217366716132, 5.135898436882166, 5.598321588890349, 5.438179308791979, 5.0750731903406425]
BOUNDS = ([(0, 20000)] + [(0, 1e6)] * 3 + [(0, 4e7)] * 3 +
          [(100, 299.99), (100, 399.99), (100.01, 300), (100, 400), (100, 600)] + [(0, 500)] * 3 +
          [(0.01, 300), (0.01, 400)] + [(-4.7, 6.25)] * 5)


def constraints(point):
    """g1 and the list of equalities; x[0] is not used, so that numbers are those of the report."""
    x = [None] + point
    return x[2] ** 0.6 + x[3] ** 0.6 + x[4] ** 0.6 - x[1], [
        x[5] - 1e5 * x[8] + 1e7,
        x[6] + 1e5 * x[8] - 1e5 * x[9],
        x[7] + 1e5 * x[9] - 5e7,
        x[5] + 1e5 * x[10] - 3.3e7,
        x[6] + 1e5 * x[11] - 4.4e7,
        x[7] + 1e5 * x[12] - 6.6e7,
        x[5] - 120 * x[2] * x[13],
        x[6] - 80 * x[3] * x[14],
        x[7] - 40 * x[4] * x[15],
        x[8] - x[11] + x[16],
        x[9] - x[12] + x[17],
        log(x[10] - 100) - x[18],
        log(300 - x[8]) - x[19],
        log(x[16]) - x[20],
        log(400 - x[9]) - x[21],
        log(x[17]) - x[22],
        400 - x[8] - x[10] + x[13] * x[18] - x[13] * x[19],
        400 + x[8] - x[9] - x[11] + x[14] * x[20] - x[14] * x[21],
        100 + x[9] - x[12] - 4.60517 * x[15] + x[15] * x[22]]


class G22(unittest.TestCase):
    def test_a_better_point_is_feasible(self):
        g, h = constraints(POINT)
        self.assertLess(POINT[0], PUBLISHED - 0.117)
        self.assertLessEqual(g, 0.0)
        self.assertLessEqual(max(map(abs, h)), 1e-4)
        for value, (low, high) in zip(POINT, BOUNDS):
            self.assertTrue(low <= value <= high)

    def test_without_a_tolerance_it_is_better_too(self):
        """With h = 0 the linear equalities leave x5 .. x12 as functions of x8 and x9; on x8 = 130, x9 = 170
        the rest follows from top to bottom, and f = 236.3703133."""
        x8, x9 = 130.0, 170.0
        x5, x6, x7 = 1e5 * x8 - 1e7, 1e5 * (x9 - x8), 5e7 - 1e5 * x9
        x10, x11, x12 = (3.3e7 - x5) / 1e5, (4.4e7 - x6) / 1e5, (6.6e7 - x7) / 1e5
        x16, x17 = x11 - x8, x12 - x9
        x18, x19, x20, x21, x22 = log(x10 - 100), log(300 - x8), log(x16), log(400 - x9), log(x17)
        x13 = (x8 + x10 - 400) / (x18 - x19)
        x14 = (x11 + x9 - x8 - 400) / (x20 - x21)
        x15 = (x12 - x9 - 100) / (x22 - 4.60517)
        x2, x3, x4 = x5 / (120 * x13), x6 / (80 * x14), x7 / (40 * x15)
        x1 = x2 ** 0.6 + x3 ** 0.6 + x4 ** 0.6
        point = [x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21, x22]
        g, h = constraints(point)
        self.assertAlmostEqual(x1, 236.3703133, places=6)
        self.assertLess(x1, PUBLISHED)
        self.assertLessEqual(g, 1e-12)
        self.assertLessEqual(max(map(abs, h)), 1e-8)
        self.assertTrue(all(low <= v <= high for v, (low, high) in zip(point, BOUNDS)))
        self.assertTrue(math.isfinite(x1))


if __name__ == "__main__":
    unittest.main()
