// The critical difference of mean ranks: Nemenyi's test at the level 0.05, drawn as in Demsar, Statistical comparisons of
// classifiers over multiple data sets, JMLR 7 (2006), figure 1.
import { chart, Plot } from "./chart";
import { number, shortNames } from "./format";
import { ink } from "./theme";

/** Quantiles of the studentized range over sqrt(2) at 0.05 for 2 to 20 algorithms; Demsar (2006), table 5, extended. */
const Q = [1.96, 2.344, 2.569, 2.728, 2.85, 2.948, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426, 3.458, 3.489, 3.517, 3.544];

export interface Ranked { name: string; rank: number }

/** Returns the critical difference for k algorithms on n problems; null if there are too many or too few. */
export const criticalDifference = (k: number, n: number): number | null => (k < 2 || k > Q.length + 1 || n < 2 ? null : Q[k - 2] * Math.sqrt((k * (k + 1)) / (6 * n)));

/** Returns the largest groups of neighbours whose ranks differ by less than the critical difference. */
export function groups(sorted: Ranked[], difference: number): [number, number][] {
  const found: [number, number][] = [];
  sorted.forEach((from, i) => {
    let j = i;
    while (j + 1 < sorted.length && sorted[j + 1].rank - from.rank < difference) j++;
    if (j > i && !found.some(([a, b]) => a <= i && b >= j)) found.push([i, j]);
  });
  return found;
}

export function criticalChart(list: Ranked[], problems: number, where: string): HTMLElement | null {
  const sorted = [...list].sort((a, b) => a.rank - b.rank), difference = criticalDifference(sorted.length, problems);
  if (difference === null) return null;
  const bars = groups(sorted, difference).map(([a, b], i) => ({ x1: sorted[a].rank - 0.04, x2: sorted[b].rank + 0.04, y: -0.35 - 0.3 * i }));
  const half = Math.ceil(sorted.length / 2), base = -0.6 - 0.3 * bars.length, k = sorted.length;
  const ends = sorted.map((d, i) => ({ ...d, y: base - (i < half ? i : k - 1 - i) * 0.8, left: i < half, edge: i < half ? 1 - 0.25 : k + 0.25 }));
  const lowest = Math.min(...ends.map((d) => d.y)), short = shortNames(sorted.map((d) => d.name), 24);
  const text = (d: Ranked): string => `${short(d.name)} ${number(d.rank, 3)}`, margin = 14 + 6.4 * Math.max(...sorted.map((d) => text(d).length));
  return chart(() => ({
    title: `Critical differences, ${where}`, wide: true, describe: `Mean ranks on ${problems} problems, best on the left. A bar joins algorithms whose mean ranks differ by less than ${number(difference, 3)} (Nemenyi's test, level 0.05), the length of the dashed line.`,
    data: { head: ["algorithm", "mean_rank"], rows: () => sorted.map((d) => [d.name, d.rank]) },
    plot: {
      height: 70 + 22 * (half + bars.length * 0.5), marginLeft: margin, marginRight: margin, marginTop: 34, marginBottom: 8, x: { domain: [1, k], axis: "top", label: null, ticks: k, tickFormat: (v: number) => String(v) }, y: { domain: [lowest - 0.4, 0], axis: null },
      marks: [
        Plot.ruleY([0], { x1: 1, x2: k, stroke: ink() }), Plot.link([{ x1: 1, x2: Math.min(k, 1 + difference) }], { x1: "x1", x2: "x2", y1: -0.12, y2: -0.12, stroke: ink(), strokeWidth: 1.5, strokeDasharray: "3 2" }),
        Plot.link(bars, { x1: "x1", x2: "x2", y1: "y", y2: "y", stroke: ink(), strokeWidth: 5, strokeLinecap: "round" }),
        Plot.link(ends, { x1: "rank", x2: "rank", y1: 0, y2: "y", stroke: ink(), strokeWidth: 1 }), Plot.link(ends, { x1: "rank", x2: (d: { left: boolean }) => (d.left ? 1 : k), y1: "y", y2: "y", stroke: ink(), strokeWidth: 1 }),
        Plot.text(ends.filter((d) => d.left), { x: 1, y: "y", text, textAnchor: "end", dx: -6, fill: ink() }), Plot.text(ends.filter((d) => !d.left), { x: k, y: "y", text, textAnchor: "start", dx: 6, fill: ink() }),
      ],
    },
  }));
}
