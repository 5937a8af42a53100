// The page of a sweep: the best f for a series of limits of one constraint, and what changes along it.
import { chart, Plot } from "./chart";
import { copyButton } from "./copy";
import type { Cell, Sweep, SweepRow } from "./data";
import { el, jump, section } from "./dom";
import { count, number, shortNames } from "./format";
import { general, plain, table } from "./table";
import { bad, good, ink } from "./theme";

const LEFT = 88, VARIABLES = 12; // left margin of the charts; variables that are drawn
type Known = SweepRow & { f: number };

const feasible = (rows: SweepRow[]): Known[] => rows.filter((r): r is Known => r.status === "feasible" && r.f !== null);
const unit = (u?: string): string => (u ? ` ${u}` : "");
const axis = (report: Sweep): string => `limit of ${report.limit.name}${report.limit.unit ? ` (${report.limit.unit})` : ""}`;
const scale = (report: Sweep): Plot.ScaleOptions => ({ label: axis(report), labelAnchor: "center", labelArrow: "none", grid: true, ticks: 8, domain: [Math.min(...report.rows.map((r) => r.limit)), Math.max(...report.rows.map((r) => r.limit))], tickFormat: (v: number) => number(v, 6) });

/** Says what the curve shows, in one sentence. */
function sentence(report: Sweep): string {
  const good = feasible(report.rows), name = report.limit.name, of = unit(report.limit.unit);
  if (good.length === 0) return `No limit of ${name} between ${number(report.rows[0].limit, 6)} and ${number(report.rows[report.rows.length - 1].limit, 6)}${of} has a feasible point.`;
  const [first, last] = [good[0], good[good.length - 1]], rest = report.rows.length - good.length;
  const change = first.f === last.f ? `f stays at ${number(first.f, 7)}` : `f goes from ${number(first.f, 7)} to ${number(last.f, 7)}${unit(report.unit)}`;
  return `${change} as the limit of ${name} goes from ${number(first.limit, 6)} to ${number(last.limit, 6)}${of}${rest > 0 ? `; ${rest} of ${report.rows.length} limits have no feasible point` : ""}.`;
}

/** f against the limit, with its slope at every answer and marks where the active constraints change. */
function curve(report: Sweep): HTMLElement {
  const rows = feasible(report.rows), width = report.rows.length > 1 ? Math.abs(report.rows[1].limit - report.rows[0].limit) : 1;
  const limits = report.rows.map((r) => r.limit), [low, high] = [Math.min(...limits), Math.max(...limits)];
  const slopes = rows.filter((r) => r.price !== null).map((r) => {
    const [x1, x2] = [Math.max(low, r.limit - 0.3 * width), Math.min(high, r.limit + 0.3 * width)];
    return { x1, x2, y1: r.f + (x1 - r.limit) * r.price!, y2: r.f + (x2 - r.limit) * r.price! };
  });
  const changes = rows.slice(1).flatMap((r, i) => (r.active.join() === rows[i].active.join() ? [] : [(r.limit + rows[i].limit) / 2]));
  const now = report.limit.now, inside = now >= low && now <= high ? [now] : [];
  return chart(() => ({
    title: "The best f for every limit", wide: true, describe: [slopes.length > 0 && "Short lines: the price, which is the slope.", changes.length > 0 && "Dotted: the active constraints change.", rows.length < report.rows.length && "Crosses at the bottom: no feasible point was found.", inside.length > 0 && "Dashed: the limit of the model."].filter(Boolean).join(" "),
    data: { head: ["limit", "f", "price"], rows: () => report.rows.map((r) => [r.limit, r.status === "feasible" ? r.f : null, r.price]) },
    plot: {
      height: 340, marginLeft: LEFT, x: scale(report), y: { label: `f${report.unit ? ` (${report.unit})` : ""}`, grid: true, labelArrow: "none", nice: true, ticks: 7, tickFormat: (v: number) => number(v, 8) },
      marks: [Plot.ruleX(changes, { stroke: ink(), strokeDasharray: "1 4" }), Plot.ruleX(inside, { stroke: ink(), strokeDasharray: "6 3" }), Plot.line(rows, { x: "limit", y: "f", stroke: good(), strokeWidth: 2 }), Plot.link(slopes, { x1: "x1", x2: "x2", y1: "y1", y2: "y2", stroke: bad(), strokeWidth: 2 }), Plot.dot(rows, { x: "limit", y: "f", r: 4, fill: good() }),
        Plot.dot(report.rows.filter((r) => r.status !== "feasible"), { x: "limit", frameAnchor: "bottom", r: 5, symbol: "times", stroke: bad(), strokeWidth: 2 }),
        Plot.tip(rows, Plot.pointerX({ x: "limit", y: "f", title: (r: SweepRow) => `limit ${number(r.limit, 6)}${unit(report.limit.unit)}\nf = ${number(r.f, 8)}${unit(report.unit)}\nprice ${r.price === null ? "unknown" : number(r.price, 5)}\nactive: ${r.active.map((k) => report.constraints[k]).join(", ") || "none"}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions))],
    },
  }));
}

/** Which inequalities are active at which limit. */
function active(report: Sweep): HTMLElement | null {
  const rows = feasible(report.rows), dots = rows.flatMap((r) => r.active.map((k) => ({ x: r.limit, name: report.constraints[k] })));
  const names = report.constraints.filter((n) => dots.some((d) => d.name === n)), short = shortNames(names, 24), widest = Math.max(0, ...names.map((n) => short(n).length));
  if (names.length === 0) return null;
  return chart(() => ({
    title: "Active constraints along the curve", wide: true, describe: "A dot where the answer lies on the constraint.",
    data: { head: ["limit", "constraint"], rows: () => dots.map((d) => [d.x, d.name]) },
    plot: { height: 60 + 20 * names.length, marginLeft: Math.max(LEFT, 16 + widest * 6.6), marginTop: 8, x: scale(report), y: { domain: names, label: null, tickSize: 0, tickFormat: short }, marks: [Plot.ruleY(names, { stroke: "var(--line)" }), Plot.dot(dots, { x: "x", y: "name", r: 4, fill: good() })] },
  }));
}

/** The design variables along the curve. */
function variables(report: Sweep): HTMLElement {
  const rows = feasible(report.rows), shown = report.variables.slice(0, VARIABLES);
  const charts = shown.map((v, k) => chart(() => ({
    title: v.name, describe: "", paper: 216, data: { head: ["limit", v.name], rows: () => rows.map((r) => [r.limit, r.x[k]]) },
    plot: { height: 150, marginLeft: 62, marginBottom: 34, x: { label: null, ticks: 4, tickFormat: (t: number) => number(t, 5) }, y: { label: v.unit ?? null, labelArrow: "none", ticks: 4, grid: true, nice: true, tickFormat: (t: number) => number(t, 5) }, marks: [Plot.line(rows, { x: "limit", y: (r: SweepRow) => r.x[k], stroke: good(), strokeWidth: 1.8 }), Plot.dot(rows, { x: "limit", y: (r: SweepRow) => r.x[k], r: 2.5, fill: good() })] },
  })));
  return section("variables", "The variables along the curve", report.n > shown.length ? el("p", { class: "quiet" }, `The first ${shown.length} of ${report.n} variables; the table has more.`) : null, el("div", { class: "small" }, ...charts));
}

export function sweep(report: Sweep, main: HTMLElement, top: HTMLElement): void {
  const limit = report.limit.name;
  const rows = report.rows.map((r): Cell[] => [r.limit, r.status === "feasible" ? r.f : null, r.price, r.status === "feasible" ? r.active.map((k) => report.constraints[k]).join(", ") : "no feasible point", ...r.x.map((x) => (r.status === "feasible" ? x : null)), r.evals]);
  const parts = [
    section("curve", "Trade-off", el("p", { class: "sentence" }, sentence(report)), el("p", { class: "quiet" }, `${report.rows.length} searches, ${count(report.evals)} evaluations in all; each starts from the best point that the others have seen for its limit.`), el("div", { class: "grid" }, curve(report), active(report))),
    variables(report),
    section("table", "Every limit", table({ caption: `Answers for ${report.rows.length} limits of ${limit}`, columns: [general("limit", `Limit of ${limit}`, 6), general("f", "f", 9), general("price", "Price", 5), plain("active", "Active constraints"), ...report.variables.map((v) => general(v.name, v.unit ? `${v.name} (${v.unit})` : v.name, 6)), plain("evaluations", "Evaluations")], rows })),
    report.command ? section("settings", "To repeat it", el("pre", { tabindex: 0, role: "region", "aria-label": "Command that repeats this sweep" }, report.command), el("div", { class: "copies" }, copyButton("copy", "Copy the command", () => report.command!))) : null,
  ].filter((p): p is HTMLElement => p !== null);
  main.replaceChildren(...parts);
  top.append(el("nav", { "aria-label": "Sections" }, ...parts.map(jump)));
}
