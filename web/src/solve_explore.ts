// The evaluated points: two quantities against each other with brushing, all variables as parallel coordinates, points near
// the answer variable by variable, and one point in full.
import { at } from "./constraint";
import { chart, Plot } from "./chart";
import { copyButton, formats } from "./copy";
import type { Solve } from "./data";
import { el, keepFocus, section, select } from "./dom";
import { atLeast, count, number, seconds, shortNames } from "./format";
import { timeOf } from "./solve_curves";
import type { Point, Points } from "./solve_points";
import { general, plain, table } from "./table";
import { bad, faint, good, ink } from "./theme";

const SHOWN = 12, NEAR = 12, OPEN = 20; // variables that are drawn at first; charts of points near the answer; variables whose choice is open at first

export interface Explore { x: string; y: string; shown: number[]; point: number | null; open: boolean; brush: { x: [number, number]; y: [number, number] } | null }

export const startExplore = (report: Solve): Explore => ({ x: report.variables.length > 0 ? "0" : "e", y: "f", shown: report.variables.slice(0, SHOWN).map((_, k) => k), point: null, open: report.variables.length <= OPEN, brush: null });

export function explore(report: Solve, points: Points, state: Explore): HTMLElement | null {
  const best = report.best;
  if (!best || points.all.length === 0) return null;
  const label = (key: string): string => (key === "e" ? "evaluation" : key === "f" ? `f${report.unit ? ` (${report.unit})` : ""}` : key === "v" ? "violation" : name(Number(key)));
  const name = (k: number): string => `${report.variables[k].name}${report.variables[k].unit ? ` (${report.variables[k].unit})` : ""}`;
  const value = (p: Point, key: string): number | null => (key === "e" ? p.e : key === "f" ? p.f : key === "v" ? p.v : p.x[Number(key)]);
  const chosen = (p: Point): boolean => {
    if (!state.brush) return true;
    const [x, y] = [value(p, state.x), value(p, state.y)], b = state.brush;
    return x !== null && y !== null && x >= b.x[0] && x <= b.x[1] && y >= b.y[0] && y <= b.y[1];
  };
  const body = el("div", {}), detail = el("div", {}), note = el("p", { class: "quiet", role: "status" });
  const redraw = (): void => {
    body.style.minHeight = `${body.offsetHeight}px`; // keeps the place of the reader while the charts are drawn again
    keepFocus(() => body.replaceChildren(...parts()));
    requestAnimationFrame(() => requestAnimationFrame(() => { body.style.minHeight = ""; }));
  };
  const parts = (): HTMLElement[] => [controls(), el("div", { class: "grid" }, scatter(), parallel()), note, detail, near()].filter((x): x is HTMLElement => x !== null);

  const controls = (): HTMLElement => {
    const keys: [string, string][] = [["f", label("f")], ["v", label("v")], ["e", label("e")], ...report.variables.map((_, k): [string, string] => [String(k), name(k)])];
    return el("div", { class: "field", style: "flex-wrap:wrap" },
      select("Across", keys, state.x, (k) => { state.x = k; state.brush = null; redraw(); }), select("Up", keys, state.y, (k) => { state.y = k; state.brush = null; redraw(); }),
      select("Point", [["", "none"], ...points.all.map((p): [string, string] => [String(p.e), `evaluation ${count(p.e)}${p.e === best.e ? ", the answer" : ""}`])], String(state.point ?? ""), (v) => { state.point = v === "" ? null : Number(v); redraw(); show(); }));
  };

  // ---- two quantities ----
  const scatter = (): HTMLElement => {
    const rows = points.all.map((p) => ({ p, x: value(p, state.x), y: value(p, state.y) })).filter((d): d is { p: Point; x: number; y: number } => d.x !== null && d.y !== null && Number.isFinite(d.x) && Number.isFinite(d.y));
    const inside = state.y === "f" ? rows.filter((d) => d.p.v === 0).map((d) => d.y) : [], spread = inside.length > 4 ? Math.max(...inside) - Math.min(...inside) : 0;
    const domain = spread > 0 ? { domain: [Math.min(...inside, ...(best.v === 0 ? [best.f] : [])) - 0.3 * spread, Math.max(...inside) + 0.3 * spread] } : {};
    const answer = rows.filter((d) => d.p.e === best.e), picked = rows.filter((d) => d.p.e === state.point);
    return chart(() => ({
      title: `${label(state.y)} against ${label(state.x)}`, describe: `${count(points.all.length)} of ${count(report.evals)} evaluations: blue feasible, orange not, ring the answer.`, use: "Drag to select points, click for one of them.",
      data: { head: ["evaluation", label(state.x), label(state.y), "violation"], rows: () => rows.map((d) => [d.p.e, d.x, d.y, d.p.v]) },
      plot: {
        height: 330, inset: 8, clip: spread > 0, x: { label: label(state.x), grid: true, labelArrow: "none", nice: true, ticks: 6, tickFormat: (v: number) => number(v, 6) }, y: { label: label(state.y), grid: true, labelArrow: "none", ticks: 7, tickFormat: (v: number) => number(v, 7), ...domain },
        marks: [
          Plot.dot(rows, { x: "x", y: "y", r: 3, symbol: (d: any) => (d.p.v === 0 ? "circle" : "times"), stroke: (d) => (d.p.v === 0 ? good() : bad()), fill: (d) => (d.p.v === 0 ? good() : "none"), fillOpacity: 0.5, strokeOpacity: (d) => (chosen(d.p) ? 0.85 : 0.15), opacity: (d) => (chosen(d.p) ? 1 : 0.4) }),
          Plot.dot(answer, { x: "x", y: "y", r: 7, stroke: ink(), strokeWidth: 2 }), Plot.dot(picked, { x: "x", y: "y", r: 5, fill: ink() }),
          Plot.tip(rows, Plot.pointer({ x: "x", y: "y", maxRadius: 20, title: (d: any) => `evaluation ${count(d.p.e)}\nf = ${number(d.p.f, 8)}\nviolation ${number(d.p.v, 3)}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions)),
        ],
      },
      ready: (svg, plot) => brush(svg, plot, rows),
    }));
  };
  /** A drag selects a rectangle, a click the nearest point. */
  const brush = (svg: SVGElement, plot: ReturnType<typeof Plot.plot>, rows: { p: Point; x: number; y: number }[]): void => {
    const [sx, sy] = [plot.scale("x"), plot.scale("y")];
    if (!sx?.invert || !sy?.invert) return;
    let from: { x: number; y: number } | null = null;
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    box.setAttribute("class", "brush");
    svg.append(box);
    const where = (event: PointerEvent): { x: number; y: number } => {
      const frame = svg.getBoundingClientRect(), zoom = frame.width / Number(svg.getAttribute("width"));
      return { x: (event.clientX - frame.left) / zoom, y: (event.clientY - frame.top) / zoom };
    };
    svg.style.touchAction = "pan-y";
    // Captured, because the pointer of Plot keeps this event from other listeners.
    svg.addEventListener("pointerdown", (event) => { from = where(event as PointerEvent); }, { capture: true });
    svg.addEventListener("pointermove", (event) => {
      if (!from) return;
      const to = where(event as PointerEvent);
      for (const [k, v] of Object.entries({ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) })) box.setAttribute(k, String(v));
    });
    svg.addEventListener("pointerleave", () => { from = null; });
    svg.addEventListener("pointerup", (event) => {
      if (!from) return;
      const to = where(event as PointerEvent), start = from;
      from = null;
      if (Math.abs(to.x - start.x) + Math.abs(to.y - start.y) < 6) {
        const near = rows.map((d) => ({ d, r: Math.hypot((sx.apply(d.x) as number) - to.x, (sy.apply(d.y) as number) - to.y) })).sort((a, b) => a.r - b.r)[0];
        state.brush = null;
        state.point = near && near.r < 20 ? near.d.p.e : null;
      } else {
        const pair = (s: { invert?: (v: any) => any }, a: number, b: number): [number, number] => [s.invert!(a) as number, s.invert!(b) as number].sort((p, q) => p - q) as [number, number];
        state.brush = { x: pair(sx, start.x, to.x), y: pair(sy, start.y, to.y) };
      }
      redraw();
      show();
    });
  };

  // ---- parallel coordinates ----
  const parallel = (): HTMLElement | null => {
    const shown = state.shown, variables = shown.map((k) => report.variables[k]);
    if (report.variables.length < 2) return null;
    const chips = report.variables.length > SHOWN ? el("div", { class: "chips", role: "group", "aria-label": "Variables in the chart" }, ...report.variables.map((v, k) => el("button", { type: "button", "aria-pressed": shown.includes(k) ? "true" : "false", "data-key": `variable:${k}`, onclick: () => {
      state.shown = shown.includes(k) ? shown.filter((i) => i !== k) : [...shown, k].slice(-SHOWN).sort((a, b) => a - b);
      redraw();
    } }, v.name))) : null;
    const limits = shown.map((k) => {
      const v = report.variables[k], values = points.all.map((p) => p.x[k]).filter((q): q is number => q !== null);
      return [v.lower ?? Math.min(...values), v.upper ?? Math.max(...values)];
    });
    const part = (q: number | null, i: number): number | null => (q === null ? null : limits[i][1] > limits[i][0] ? (q - limits[i][0]) / (limits[i][1] - limits[i][0]) : 0.5);
    const flat = points.all.flatMap((p) => variables.map((v, i) => ({ id: p.e, name: v.name, y: part(p.x[shown[i]], i), feasible: p.v === 0, chosen: chosen(p), picked: p.e === state.point }))).filter((d) => d.y !== null);
    const answer = variables.map((v, i) => ({ name: v.name, y: part(best.x[shown[i]], i), value: best.x[shown[i]] }));
    const tilt = variables.some((v) => v.name.length > 6) || shown.length > 8;
    const line = (list: typeof flat, stroke: string, opacity: number, width: number): Plot.Markish => Plot.line(list, { x: "name", y: "y", z: "id", stroke, strokeOpacity: opacity, strokeWidth: width });
    const figure = chart(() => ({
      title: "All variables", describe: `The same points, each variable from its lower to its upper bound; the thick line is the answer.${report.n > shown.length ? ` ${shown.length} of ${report.n} variables.` : ""}`,
      data: { head: ["evaluation", "f", "violation", ...report.variables.map((v) => v.name)], rows: () => points.all.map((p) => [p.e, p.f, p.v, ...p.x]) },
      plot: {
        height: 330, marginBottom: tilt ? 84 : 34, x: { type: "point", domain: variables.map((v) => v.name), label: null, tickRotate: tilt ? -40 : 0, tickFormat: shortNames(variables.map((v) => v.name), 14) }, y: { domain: [0, 1], label: null, ticks: [0, 1], tickFormat: (t: number) => (t === 0 ? "lower" : "upper") },
        marks: [
          Plot.ruleX(variables.map((v) => v.name), { stroke: faint() }),
          line(flat.filter((d) => !d.chosen), faint(), 0.35, 1), line(flat.filter((d) => d.chosen && !d.feasible), bad(), 0.15, 1), line(flat.filter((d) => d.chosen && d.feasible), good(), 0.25, 1), line(flat.filter((d) => d.picked), bad(), 1, 2.2),
          Plot.line(answer, { x: "name", y: "y", stroke: ink(), strokeWidth: 2.6 }), Plot.dot(answer, { x: "name", y: "y", fill: ink(), r: 3 }),
          Plot.tip(answer, Plot.pointer({ x: "name", y: "y", title: (d: any) => `${d.name} = ${number(d.value, 8)}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions)),
        ],
      },
    }));
    const choose = chips && el("details", { open: state.open, ontoggle: () => { state.open = choose!.open; } }, el("summary", {}, `Choose up to ${SHOWN} of ${report.variables.length} variables`), chips);
    return el("div", {}, figure, choose);
  };

  // ---- near the answer ----
  const near = (): HTMLElement | null => {
    const used = report.variables.map((v, k) => ({ v, k, w: v.lower !== null && v.upper !== null ? v.upper - v.lower : 0 })).filter((d) => d.w > 0).slice(0, NEAR);
    const finite = points.all.filter((p) => p.f !== null && p.x.every((q) => q !== null));
    if (report.slices || used.length < 2 || finite.length < 30) return null; // slices show more
    const apart = (p: Point, k: number): number => Math.hypot(...used.filter((u) => u.k !== k).map((u) => ((p.x[u.k] as number) - best.x[u.k]) / u.w));
    const rows = used.flatMap(({ v, k }) => [...finite].sort((a, b) => apart(a, k) - apart(b, k)).slice(0, Math.ceil(finite.length / 5)).map((p) => ({ name: v.name, x: p.x[k] as number, y: p.f as number, v: p.v })));
    // Five digits on the axes: points that differ by less than a thousandth are drawn as one.
    const wide = (values: number[]): Plot.ScaleOptions => ({ domain: atLeast(values, 1e-3), nice: true });
    const charts = used.map(({ v, k }) => chart(() => {
      const mine = rows.filter((d) => d.name === v.name);
      return {
        title: v.name, describe: "", paper: 216, data: { head: [v.name, "f", "violation"], rows: () => mine.map((d) => [d.x, d.y, d.v]) },
        plot: { height: 150, marginLeft: 58, marginBottom: 34, x: { label: v.unit ?? null, labelArrow: "none", ticks: 3, tickFormat: (t: number) => (v.integer && !Number.isInteger(t) ? "" : number(t, 5)), ...wide(mine.map((d) => d.x)) }, y: { label: null, ticks: 4, grid: true, tickFormat: (t: number) => number(t, 5), ...wide(mine.map((d) => d.y)) },
          marks: [Plot.dot(mine, { x: "x", y: "y", r: 2.2, symbol: (d: any) => (d.v === 0 ? "circle" : "times"), stroke: (d) => (d.v === 0 ? good() : bad()), fill: (d) => (d.v === 0 ? good() : "none"), fillOpacity: 0.5 }), Plot.dot([{ x: best.x[k], y: best.f }], { x: "x", y: "y", r: 6, stroke: ink(), strokeWidth: 2 })] },
      };
    }));
    return el("div", {}, el("h3", { style: "margin-top:1.4rem" }, "Near the answer, variable by variable"), el("p", { class: "quiet" }, "f of the fifth of the points that is nearest to the answer in the other variables; ring: the answer. No point was evaluated for this."), el("div", { class: "small" }, ...charts));
  };

  // ---- one point ----
  const show = (): void => {
    const p = points.all.find((q) => q.e === state.point), selected = state.brush ? points.all.filter(chosen) : [];
    note.replaceChildren(...(state.brush ? [`${count(selected.length)} points selected, ${count(selected.filter((q) => q.v === 0).length)} feasible. `, el("button", { type: "button", onclick: () => { state.brush = null; redraw(); show(); } }, "select all")] : []));
    if (!p) { detail.replaceChildren(); return; }
    const named = report.variables.map((v, k) => ({ name: v.name, value: p.e === best.e ? best.x[k] : (p.x[k] as number) })), csv = formats(named, p.f)[0][1];
    const model = (report.command ?? "").split(" ").slice(2, 3)[0] || report.model || "MODEL";
    detail.replaceChildren(el("div", { class: "point" },
      el("h3", {}, `Evaluation ${count(p.e)}`), el("p", {}, el("b", {}, `f = ${number(p.f, 9)}${report.unit ? ` ${report.unit}` : ""}`), p.v === 0 ? ", feasible" : `, violation ${number(p.v, 4)}`,
        report.curve.ts.length > 0 ? `, after ${seconds(timeOf(report, p.e))}` : "", p.part ? `, found by ${p.part}` : "", p.improved ? ", the best point at its time" : "", p.e === best.e ? ", the answer" : ""),
      report.n > report.variables.length ? null : el("div", { class: "copies" }, el("span", { class: "quiet" }, "Copy"), copyButton("as --start", "Copy as a file for --start", () => csv), copyButton("as heco eval", "Copy as heco eval", () => `heco eval ${model} --points - <<'END'\n${csv}END\n`)),
      el("div", { class: "two" },
        table({ caption: "Variables of this point", filter: false, columns: [plain("name", "Variable"), general("value", "Value", 9), plain("unit", "Unit")], rows: report.variables.map((v, k) => [v.name, named[k].value, v.unit ?? ""]) }),
        report.constraints.length > 0 ? table({ caption: "Constraints at this point", filter: false, columns: [plain("name", "Constraint"), general("value", "Value", 6), plain("limit", "Limit"), general("slack", "Slack", 5)], rows: report.constraints.map((c, k) => {
          const a = at(c, (p.c[k] as number) ?? NaN);
          return [c.name, a.value, `${a.sense} ${number(a.bound, 6)}${c.unit ? ` ${c.unit}` : ""}`, a.slack];
        }) }) : null)));
  };

  redraw();
  show();
  return section("points", "Points", body);
}
