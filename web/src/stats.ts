// The rank-sum test of src/report/stats/wilcoxon.c and Holm's adjustment, so that any two algorithms can be compared.
export interface RankSum { p: number; effect: number }

function midranks(values: number[]): { ranks: number[]; ties: number } {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Array<number>(values.length);
  let ties = 0;
  for (let i = 0, j = 0; i < order.length; i = j) {
    while (j < order.length && values[order[j]] === values[order[i]]) j++;
    for (let k = i; k < j; k++) ranks[order[k]] = (i + j + 1) / 2;
    ties += (j - i) ** 3 - (j - i);
  }
  return { ranks, ties };
}

/** Complementary error function of Numerical Recipes, relative error 1e-7. */
function normalTail(z: number): number {
  const x = z / Math.SQRT2, t = 1 / (1 + 0.5 * x);
  const poly = [0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223];
  return 0.5 * t * Math.exp(-x * x + poly.reduce((sum, c) => sum * t + c, 0));
}

/** Counts the ways to choose m of the doubled ranks, by their sum (Streitberg and Roehmel 1986). */
function exact(ranks: number[], m: number, sum: number): number {
  const top = ranks.length * (ranks.length + 1);
  const way = Array.from({ length: m + 1 }, () => new Float64Array(top + 1));
  way[0][0] = 1;
  let reach = 0;
  ranks.forEach((rank, i) => {
    const r = Math.round(2 * rank);
    reach += r;
    for (let k = Math.min(m, i + 1); k >= 1; k--) {
      const to = way[k], from = way[k - 1];
      for (let s = reach; s >= r; s--) to[s] += from[s - r];
    }
  });
  let below = 0, above = 0, all = 0;
  way[m].forEach((w, s) => {
    all += w;
    if (s <= sum) below += w;
    if (s >= sum) above += w;
  });
  return Math.min(1, (2 * Math.min(below, above)) / all);
}

export function rankSum(a: number[], b: number[]): RankSum {
  const n = a.length + b.length;
  const { ranks, ties } = midranks([...a, ...b]);
  const statistic = ranks.slice(0, a.length).reduce((s, r) => s + r, 0);
  const effect = 1 - (statistic - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
  if (n <= 50) {
    const small = a.length <= b.length;
    const sum = small ? statistic : (n * (n + 1)) / 2 - statistic;
    return { p: exact(ranks, small ? a.length : b.length, Math.round(2 * sum)), effect };
  }
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  const near = Math.max(0, Math.abs(statistic - (a.length * (n + 1)) / 2) - 0.5);
  return { p: variance > 0 && near > 0 ? 2 * normalTail(near / Math.sqrt(variance)) : 1, effect };
}

/** Returns the smallest p that the rank-sum test can have with samples of these sizes: 2 / C(a + b, a). */
export function leastP(a: number, b: number): number {
  let p = 2;
  for (let i = 1; i <= a; i++) p *= i / (b + i);
  return Math.min(1, p);
}

export function holm(p: number[]): number[] {
  const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b]);
  const adjusted = new Array<number>(p.length);
  let last = 0;
  order.forEach((i, k) => { adjusted[i] = last = Math.max(last, Math.min(1, p[i] * (p.length - k))); });
  return adjusted;
}
