// Several runs of one solve: how far they agree, groups of answers, and each run.
import { chart, Plot } from "./chart";
import type { Num, Run, Runs, Solve } from "./data";
import { el, section } from "./dom";
import { atLeast, count, number, seconds } from "./format";
import { general, plain, table } from "./table";
import { bad, good, ink } from "./theme";

/** Relative distances below which two runs have the same f and the same point; as in src/run/runs_summary.c. */
const F_CLOSE = 1e-4, F_FLOOR = 1e-8, X_CLOSE = 1e-2;

export interface Group { first: Run; runs: Run[] }

/** Groups feasible runs by their answers, best first. A run joins the group whose best run it equals. */
export function groupRuns(report: Solve, all: Runs): Group[] {
  const sign = report.maximises ? -1 : 1, groups: Group[] = [];
  const runs = all.rows.filter((r) => r.status === "feasible" && typeof r.f === "number").sort((a, b) => sign * (a.f! - b.f!));
  const near = (a: Run, b: Run): boolean => Math.abs(a.f! - b.f!) <= Math.max(F_CLOSE * Math.abs(b.f!), F_FLOOR) &&
    report.variables.every((v, k) => Math.abs((a.x![k] as number) - (b.x![k] as number)) <= X_CLOSE * (v.lower !== null && v.upper !== null && v.upper - v.lower < 1e11 ? v.upper - v.lower : Math.max(1, Math.abs(b.x![k] as number))));
  for (const run of runs) {
    const home = groups.find((g) => near(run, g.first));
    if (home) home.runs.push(run);
    else groups.push({ first: run, runs: [run] });
  }
  return groups;
}

/** f of every run in the order of f; groups follow each other. */
function spread(report: Solve, all: Runs, groups: Group[]): HTMLElement | null {
  const rows = groups.flatMap((g, i) => g.runs.map((r) => ({ run: r, group: i })));
  if (rows.length < 2) return null;
  const unit = report.unit ? ` (${report.unit})` : "";
  return chart(() => ({
    title: "f of every feasible run, best first", wide: true, describe: `Filled: the runs that ended at the answer. Dashed: the median.${all.feasible < all.begun ? ` ${all.begun - all.feasible} runs found no feasible point.` : ""}`,
    data: { head: ["seed", "f", "answer"], rows: () => rows.map((d) => [d.run.seed, d.run.f as Num, d.group + 1]) },
    plot: {
      height: 220, marginLeft: 84, x: { label: "run, by f", labelArrow: "none", ticks: Math.min(10, rows.length), tickFormat: (v: number) => (Number.isInteger(v) ? String(v) : ""), domain: [0.5, rows.length + 0.5] }, y: { label: `f${unit}`, grid: true, labelArrow: "none", ticks: 5, nice: true, tickFormat: (v: number) => number(v, 9), domain: atLeast(rows.map((d) => d.run.f as number), F_CLOSE) },
      marks: [Plot.ruleY([all.median as number], { stroke: ink(), strokeDasharray: "4 3" }),
        Plot.dot(rows, { x: (_d: unknown, i: number) => i + 1, y: (d: any) => d.run.f, r: 5, stroke: (d: any) => (d.group === 0 ? good() : bad()), fill: (d: any) => (d.group === 0 ? good() : "none"), symbol: (d: any) => (d.group === 0 ? "circle" : "diamond"), strokeWidth: 1.6 }),
        Plot.tip(rows, Plot.pointer({ x: (_d: unknown, i: number) => i + 1, y: (d: any) => d.run.f, title: (d: any) => `seed ${d.run.seed}\nf = ${number(d.run.f, 9)}\nanswer ${d.group + 1}`, fill: "var(--ground)", stroke: "var(--line)" } as unknown as Plot.TipOptions & Plot.PointerOptions))],
    },
  }));
}

export function runs(report: Solve): HTMLElement | null {
  const all = report.runs;
  if (!all) return null;
  const groups = groupRuns(report, all), shown = report.variables.slice(0, 8);
  const confidence = all.confidence ?? "";
  return section("runs", "Runs",
    confidence ? el("p", { class: "verdict" }, `${confidence[0].toUpperCase()}${confidence.slice(1)}.`) : null,
    el("p", { class: "quiet" }, `${count(all.evals)} evaluations in ${seconds(all.seconds)}; ${all.feasible} of ${all.begun} runs feasible${all.begun < all.count ? `, ${all.count - all.begun} not begun` : ""}. The page shows the search of the best run.`),
    groups.length > 0 ? table({ caption: groups.length === 1 ? "One answer" : `${groups.length} different answers`, filter: false,
      columns: [plain("answer", "Answer"), plain("runs", "Runs"), general("f", `Best f${report.unit ? ` (${report.unit})` : ""}`, 9), ...shown.map((v) => general(v.name, v.name, 6)), plain("seeds", "Seeds")],
      rows: groups.map((g, i) => [i + 1, g.runs.length, g.first.f as Num, ...shown.map((_, k) => g.first.x![k]), g.runs.length > 6 ? `${g.runs.slice(0, 6).map((r) => r.seed).join(", ")} \u2026` : g.runs.map((r) => r.seed).join(", ")]),
      notes: report.n > shown.length ? [`The first ${shown.length} of ${report.n} variables.`] : [] }) : null,
    el("div", { class: "grid" }, spread(report, all, groups)),
    table({ caption: "Every run", columns: [plain("seed", "Seed"), plain("status", "Status"), general("f", "f", 10), general("violation", "Violation", 4), plain("evaluations", "Evaluations"), plain("stop", "Stopped by"), plain("here", "Ended at the answer")],
      rows: all.rows.map((r) => [r.seed, r.status ?? "not begun", (r.f ?? null) as Num, (r.v ?? null) as Num, r.evals ?? null, r.stop ?? "", r.same ? "yes" : "no"]),
      notes: all.count > all.rows.length ? [`The first ${all.rows.length} of ${all.count} runs.`] : [] }));
}
