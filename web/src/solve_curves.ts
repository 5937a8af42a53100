// Convergence of a solve: f and violation over the same axis, and which constraint blocked until when.
import { chart, logAxis, Plot } from "./chart";
import type { Solve } from "./data";
import { choice, el, section } from "./dom";
import { count, number, shortNames } from "./format";
import { bad, good, ink, isDark } from "./theme";

const FLOOR = 1e-12; // smallest distance to the best known f that is drawn
const LEFT = 74; // left margin of both charts, so that their axes are one below the other

export interface CurveState { axis: string; scale: string }
interface Step { e: number; x: number; f: number | null; v: number }

/** Returns the seconds at an evaluation; the journal records the time about once a second. */
export function timeOf(report: Solve, e: number): number {
  const { te, ts } = report.curve;
  let k = 0;
  while (k < te.length && te[k] < e) k++;
  const [e0, t0] = k > 0 ? [te[k - 1], ts[k - 1]] : [0, 0];
  if (k === te.length) return t0;
  return te[k] > e0 ? t0 + ((ts[k] - t0) * (e - e0)) / (te[k] - e0) : ts[k];
}

const place = (report: Solve, state: CurveState, e: number): number => (state.axis === "time" ? Math.max(1e-3, timeOf(report, e)) : e);
const axis = (state: CurveState, values: number[]): Plot.ScaleOptions => logAxis(state.axis === "time" ? "seconds" : "evaluations", values);

function steps(report: Solve, state: CurveState): Step[] {
  const rows = report.curve.e.map((e, k) => ({ e, x: place(report, state, e), f: report.curve.f[k], v: report.curve.v[k] ?? 0 }));
  const last = rows[rows.length - 1];
  if (last && report.evals > last.e) rows.push({ ...last, e: report.evals, x: place(report, state, report.evals) });
  return rows;
}

const tip = (list: object[], text: (d: any) => string): Plot.Markish => Plot.tip(list, Plot.pointerX({ x: "x", y: "y", maxRadius: Infinity, title: text, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions));

/** f of the best point so far. The axis follows the feasible part; an infeasible f beyond it is cut off. */
function objective(report: Solve, state: CurveState, rows: Step[], known: number | null): HTMLElement {
  const sign = report.maximises ? -1 : 1, feasible = rows.filter((d) => d.v === 0 && d.f !== null);
  const y = (d: Step): number | null => (d.f === null ? null : known === null ? d.f : d.v === 0 ? Math.max(FLOOR, sign * (d.f - known)) : null);
  const switchAt = report.first_feasible > 0 ? [place(report, state, report.first_feasible)] : [];
  const shown = feasible.length > 1 ? feasible.map((d) => d.f as number) : rows.flatMap((d) => (d.f === null ? [] : [d.f]));
  const [low, high] = [Math.min(...shown), Math.max(...shown)], pad = 0.06 * (high - low || Math.abs(high) || 1);
  const unit = report.unit ? ` (${report.unit})` : "", inside = (v: number | null): number | null => (v !== null && known === null && (v < low - pad || v > high + pad) ? null : v);
  const data = rows.map((d) => ({ ...d, y: inside(y(d)) }));
  return chart(() => ({
    title: known !== null ? "Distance to the best known f" : "Best f so far", wide: true,
    describe: known !== null ? `From the first feasible point on, above f = ${number(known, 8)}; a better point is drawn at the bottom.` : feasible.length > 1 ? "The axis spans the feasible part; dashed where the best point was not feasible yet, and left out where its f is beyond the axis." : "Dashed where the best point was not feasible.",
    data: { head: ["evaluations", "seconds", "f", "violation"], rows: () => rows.map((d) => [d.e, report.curve.ts.length > 0 ? timeOf(report, d.e) : null, d.f, d.v]) },
    plot: {
      height: 260, marginLeft: LEFT, x: axis(state, rows.map((d) => d.x)), 
      y: known !== null ? logAxis(`f \u2212 best known${unit}`, data.flatMap((d) => (d.y === null ? [] : [d.y])), undefined) : { label: `f${unit}`, grid: true, labelArrow: "none", domain: [low - pad, high + pad], ticks: 6, tickFormat: (v: number) => number(v, 8) },
      marks: [Plot.ruleX(switchAt, { stroke: good(), strokeDasharray: "2 3" }),
        known === null ? Plot.line(data, { x: "x", y: (d: Step & { y: number | null }) => (d.v > 0 ? d.y : null), stroke: bad(), strokeWidth: 2, strokeDasharray: "4 3", curve: "step-after" }) : null,
        Plot.line(data, { x: "x", y: (d: Step & { y: number | null }) => (d.v === 0 ? d.y : null), stroke: good(), strokeWidth: 2.2, curve: "step-after" }),
        tip(data.filter((d) => d.y !== null), (d) => `f = ${number(d.f, 8)}\nviolation ${number(d.v, 3)}\nevaluation ${count(d.e)}`)],
    },
  }));
}

function violation(report: Solve, state: CurveState, rows: Step[]): HTMLElement | null {
  if (rows.every((d) => d.v === 0)) return null;
  const low = Math.min(...rows.filter((d) => d.v > 0).map((d) => d.v), 1), bottom = 10 ** (Math.floor(Math.log10(low)) - 1);
  const data = rows.map((d) => ({ ...d, y: Math.max(bottom, d.v) })), switchAt = report.first_feasible > 0 ? [place(report, state, report.first_feasible)] : [];
  return chart(() => ({
    title: "Violation of the best point", wide: true, describe: report.first_feasible > 0 ? `Feasible from evaluation ${count(report.first_feasible)} on (dotted line).` : "No feasible point so far.",
    data: { head: ["evaluations", "violation"], rows: () => rows.map((d) => [d.e, d.v]) },
    plot: {
      height: 190, marginLeft: LEFT, x: axis(state, rows.map((d) => d.x)), y: { ...logAxis("mean violation", data.map((d) => d.y), "0") },
      marks: [Plot.ruleX(switchAt, { stroke: good(), strokeDasharray: "2 3" }), Plot.line(data, { x: "x", y: "y", stroke: bad(), strokeWidth: 2, curve: "step-after" }), tip(data, (d) => `violation ${number(d.v, 4)}\nevaluation ${count(d.e)}`)],
    },
  }));
}

function timeline(report: Solve, state: CurveState, events: Step[]): HTMLElement | null {
  const names = report.constraints.map((c) => c.name);
  const bands = report.curve.c.flatMap((values, k) => (values === null ? [] : events.slice(0, -1).map((d, i) => ({ name: names[k], x1: d.x, x2: events[i + 1].x, e: d.e, v: values[i] ?? 0 })).filter((d) => d.v > 0 && d.x2 > d.x1)));
  if (bands.length === 0) return null;
  const shown = names.filter((n) => bands.some((d) => d.name === n)), sizes = bands.map((d) => d.v);
  const short = shortNames(shown, 24), widest = Math.max(...shown.map((n) => short(n).length));
  const met = report.constraints.filter((c) => shown.includes(c.name) && c.met > 0).map((c) => ({ name: c.name, x: place(report, state, c.met), e: c.met }));
  return chart(() => ({
    title: "Which constraint blocked, and until when", describe: "Violation of each constraint at the best point so far; darker is more; a mark where it was met for good. Constraints that the best point never violated are left out.", wide: true,
    data: { head: ["constraint", "evaluation", "violation"], rows: () => bands.map((d) => [d.name, d.e, d.v]) },
    plot: {
      height: 66 + shown.length * 22, marginLeft: Math.max(LEFT, 16 + widest * 6.4), marginRight: 96, marginTop: 12, x: { ...axis(state, bands.flatMap((d) => [d.x1, d.x2])), grid: false }, y: { domain: shown, label: null, tickSize: 0, tickFormat: short },
      color: { type: "log", domain: [Math.max(1e-12, Math.min(...sizes)), Math.max(...sizes)], range: isDark() ? ["#3b2c22", "#ff9a5c"] : ["#fde3d3", "#b84300"], interpolate: "rgb", label: "violation" },
      marks: [
        Plot.rect(bands, { x1: "x1", x2: "x2", y: "name", fill: "v", insetTop: 2, insetBottom: 2, title: (d) => `${d.name}\nviolation ${number(d.v, 4)}\nfrom evaluation ${count(d.e)}`, tip: { fill: "var(--ground)", stroke: "var(--line)" } } as Plot.RectOptions),
        Plot.tickX(met, { x: "x", y: "name", stroke: good(), strokeWidth: 3 }),
        Plot.text(met, { x: "x", y: "name", text: (d) => `met at ${count(d.e)}`, dx: 6, textAnchor: "start", fill: ink(), fontSize: 10 }),
      ],
    },
  }));
}

export function convergence(report: Solve, state: CurveState, draw: () => void): HTMLElement | null {
  const rows = steps(report, state), timed = report.curve.ts.length > 0;
  if (!report.best || rows.length === 0) return null;
  const reference = typeof report.reference === "number" && rows.filter((d) => d.v === 0).length > 1 ? report.reference : null;
  return section("convergence", "Convergence",
    el("div", { class: "field", style: "flex-wrap:wrap" }, timed ? choice("Over", [["evals", "evaluations"], ["time", "time"]], state.axis, (k) => { state.axis = k; draw(); }) : null,
      reference !== null ? choice("Show", [["f", "f itself"], ["gap", "distance to the best known f"]], state.scale, (k) => { state.scale = k; draw(); }) : null),
    el("div", { class: "grid", style: "margin-top:.8rem" }, objective(report, state, rows, state.scale === "gap" ? reference : null), violation(report, state, rows), timeline(report, state, rows)));
}
