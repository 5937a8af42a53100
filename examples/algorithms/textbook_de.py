"""The worked example of docs/guide/own-algorithm.md in Python: DE/rand/1/bin with the feasibility rule.

    python3 textbook_de.py SUITE DATABASE [RUNS]        # SUITE: cec2006, my.suite, ./mine.so
"""

import sys

import numpy as np

import heco


class TextbookDE:
    """Storn and Price (1997), J. Global Optimization 11, 341-359; Deb (2000)."""

    def __init__(self, space, seed, budget, F=0.6, CR=0.9):
        self.space, self.random, self.F, self.CR = space, np.random.default_rng(seed), F, CR
        self.N = int(min(100, max(20, 10 * space.n)))
        if self.N > budget:
            raise ValueError("N = %d does not fit %d evaluations: raise the budget" % (self.N, budget))
        self.x = None

    def ask(self):
        s = self.space
        if self.x is None:
            first = self.random.uniform(s.lower, s.upper, (self.N, s.n))
            count = min(len(s.x0), self.N)
            first[:count] = s.x0[:count]
            return self.inside(first, first)
        trials = np.array([self.trial(i) for i in range(self.N)])
        return self.inside(trials, self.x)

    def trial(self, i):
        a, b, c = self.random.choice(np.delete(np.arange(self.N), i), 3, replace=False)
        mutant = self.x[a] + self.F * (self.x[b] - self.x[c])
        take = self.random.random(self.space.n) < self.CR
        take[self.random.integers(self.space.n)] = True
        return np.where(take, mutant, self.x[i])

    def inside(self, u, x):
        s = self.space
        u = np.where(u < s.lower, (x + s.lower) / 2, u)
        u = np.where(u > s.upper, (x + s.upper) / 2, u)
        return np.where(s.integer, np.clip(np.round(u), s.lower, s.upper), u)

    def tell(self, x, f, g, h, violation):
        f, v = np.nan_to_num(f, nan=np.inf), np.nan_to_num(violation, nan=np.inf)
        if self.x is None:
            self.x, self.f, self.v = x.copy(), f, v
            return
        better = (v < self.v) | ((v == self.v) & (f < self.f))
        self.x[better], self.f[better], self.v[better] = x[better], f[better], v[better]


def main(suite, db, runs=3):
    result = heco.bench(suite, [TextbookDE, "heco-de"], runs=int(runs), db=db, evals=5000)
    print(result.rank(rule="friedman"))
    return result


if __name__ == "__main__":
    main(*sys.argv[1:])
