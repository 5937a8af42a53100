// Slices: f or a constraint along each variable through the answer, evaluated by heco solve --slices.
import { at } from "./constraint";
import { chart, Plot } from "./chart";
import type { Num, Slice, Solve } from "./data";
import { el, section, select } from "./dom";
import { number } from "./format";
import { bad, good, ink } from "./theme";

export interface SliceState { show: string }
interface Spot { x: number; y: number | null; feasible: boolean; blocked: string }

/** Returns the names of the constraints that value i of a slice violates. */
const violated = (report: Solve, slice: Slice, i: number): string[] => report.constraints.filter((c, k) => typeof slice.c[k]?.[i] === "number" && !at(c, slice.c[k][i] as number).satisfied).map((c) => c.name);

function spots(report: Solve, slice: Slice, show: string): Spot[] {
  const k = Number(show.slice(1));
  return slice.x.map((x, i) => {
    const raw: Num = show === "f" ? slice.f[i] : slice.c[k][i], names = violated(report, slice, i);
    return { x, y: raw === null ? null : show === "f" ? raw : at(report.constraints[k], raw).value, feasible: names.length === 0 && slice.f[i] !== null, blocked: names.slice(0, 3).join(", ") };
  });
}

/** Says where the feasible range ends, and what ends it. */
function range(report: Solve, slice: Slice, unit?: string): string {
  const ok = (i: number): boolean => i >= 0 && i < slice.x.length && slice.f[i] !== null && violated(report, slice, i).length === 0;
  if (!ok(slice.here)) return "the answer is not feasible";
  let [low, high] = [slice.here, slice.here];
  while (ok(low - 1)) low--;
  while (ok(high + 1)) high++;
  const cause = (i: number): string => (i < 0 || i >= slice.x.length ? "" : slice.f[i] === null ? "failed" : violated(report, slice, i)[0]);
  const ends = [cause(low - 1) && `below: ${cause(low - 1)}`, cause(high + 1) && `above: ${cause(high + 1)}`].filter(Boolean).join(", ");
  return `feasible ${low === high ? `only at ${number(slice.x[low], 5)}` : `from ${number(slice.x[low], 5)} to ${number(slice.x[high], 5)}`}${unit ? ` ${unit}` : ""}${ends ? `; ${ends}` : ""}`;
}

export function slices(report: Solve, state: SliceState, draw: () => void): HTMLElement | null {
  if (!report.slices || !report.best) return null;
  const label = state.show === "f" ? `f${report.unit ? ` (${report.unit})` : ""}` : report.constraints[Number(state.show.slice(1))].name;
  const limit = state.show === "f" ? [] : [at(report.constraints[Number(state.show.slice(1))], 0).bound];
  const charts = report.slices.map((slice, j) => {
    const v = report.variables[j], rows = spots(report, slice, state.show);
    if (slice.x.length < 2) return null;
    return chart(() => ({
      title: v.name, describe: range(report, slice, v.unit), paper: 216,
      data: { head: [v.name, label, "feasible", "violates"], rows: () => rows.map((d) => [d.x, d.y, d.feasible ? "yes" : "no", d.blocked]) },
      plot: {
        height: 170, marginLeft: 62, marginBottom: 34, x: { label: v.unit ?? null, labelArrow: "none", ticks: 4, tickFormat: (t: number) => number(t, 5) }, y: { label: null, ticks: 4, grid: true, tickFormat: (t: number) => number(t, 5) },
        marks: [Plot.ruleY(limit, { stroke: ink(), strokeDasharray: "4 3" }), Plot.line(rows, { x: "x", y: "y", stroke: bad(), strokeWidth: 1.3, strokeDasharray: "3 3" }), Plot.line(rows, { x: "x", y: (d: Spot) => (d.feasible ? d.y : null), stroke: good(), strokeWidth: 2.4 }),
          Plot.dot(rows, { x: "x", y: "y", r: 2, symbol: (d: Spot) => (d.feasible ? "circle" : "times"), stroke: (d: Spot) => (d.feasible ? good() : bad()), fill: (d: Spot) => (d.feasible ? good() : "none") } as Plot.DotOptions), Plot.dot([rows[slice.here]], { x: "x", y: "y", r: 6, stroke: ink(), strokeWidth: 2 }),
          Plot.tip(rows.filter((d) => d.y !== null), Plot.pointerX({ x: "x", y: "y", title: (d: Spot) => `${v.name} = ${number(d.x, 6)}\n${label}: ${number(d.y, 7)}${d.feasible ? "" : `\nviolates ${d.blocked || "a constraint"}`}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions))],
      },
    }));
  });
  return section("slices", "Slices through the answer",
    el("p", { class: "quiet" }, "Each variable moves alone, the others stay at the answer (ring). Solid: feasible; dashed: some constraint is violated."),
    el("div", { class: "field" }, select("Show along each variable", [["f", "f"], ...report.constraints.map((c, k): [string, string] => [`c${k}`, c.name])], state.show, (v) => { state.show = v; draw(); })),
    el("div", { class: "small", style: "margin-top:.8rem" }, ...charts));
}
