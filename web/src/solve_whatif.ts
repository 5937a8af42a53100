// Ranks the evaluated points again under limits that the reader moves. Nothing is evaluated or optimised.
import { at } from "./constraint";
import type { Solve } from "./data";
import { el, section } from "./dom";
import { count, number } from "./format";
import { ordered } from "./solve_answer";
import type { Point, Points } from "./solve_points";

export type Limits = Map<number, number>;
const SLIDERS = 8, STEPS = 200;

/** Returns the best feasible point under other limits; null if there is none. */
export function bestUnder(report: Solve, points: Points, limits: Limits): Point | null {
  const feasible = (p: Point): boolean => p.f !== null && report.constraints.every((c, k) => typeof p.c[k] === "number" && at(c, p.c[k] as number, limits.get(k)).satisfied);
  const better = (a: Point, b: Point): boolean => (report.maximises ? a.f! > b.f! : a.f! < b.f!);
  return points.all.filter(feasible).reduce<Point | null>((best, p) => (best === null || better(p, best) ? p : best), null);
}

export function whatIf(report: Solve, points: Points, limits: Limits): HTMLElement | null {
  const movable = ordered(report, points).map((r) => report.constraints.indexOf(r.c)).filter((k) => !report.constraints[k].equality).slice(0, SLIDERS);
  if (movable.length === 0 || !report.best || report.ng + report.nh > report.constraints.length) return null;
  const result = el("p", { class: "verdict", role: "status" });
  const update = (): void => {
    const found = bestUnder(report, points, limits), unit = report.unit ? ` ${report.unit}` : "";
    const moved = [...limits.keys()].map((k) => report.constraints[k].name).join(", ");
    if (!moved && report.best!.v === 0) result.replaceChildren(el("b", {}, `f = ${number(report.best!.f, 8)}${unit}`), " is the answer under the limits of the model.");
    else if (!found) result.replaceChildren(el("b", {}, "No evaluated point is feasible"), " under these limits.");
    else result.replaceChildren(el("b", {}, `f = ${number(found.f, 8)}${unit}`), ` is the best of ${count(points.all.length)} evaluated points, at evaluation ${count(found.e)}`,
      report.best!.v === 0 ? `, ${number(found.f! - report.best!.f, 4)}${unit} from the answer` : "", ". ", moved ? el("span", { class: "tag" }, "not optimised") : "", moved ? " A search under these limits finds at least this." : "");
  };
  const rows = movable.map((k) => {
    const c = report.constraints[k], home = c.sense ? (c.bound ?? 0) : 0;
    const seen = points.all.flatMap((p) => (typeof p.c[k] === "number" ? [at(c, p.c[k] as number).value] : []));
    const reach = home !== 0 ? 0.5 * Math.abs(home) : Math.max(1e-12, ...seen.map((v) => Math.abs(v))) * 0.5;
    const out = el("output", { class: "num" }), text = (v: number): string => `${number(v, 5)}${c.unit ? ` ${c.unit}` : ""}`;
    const slider = el("input", { type: "range", min: -STEPS, max: STEPS, step: 1, value: Math.round(((limits.get(k) ?? home) - home) / reach * STEPS), "aria-label": `Limit of ${c.name}`, oninput: () => {
      const step = Number(slider.value), limit = home + (reach * step) / STEPS;
      if (step === 0) limits.delete(k);
      else limits.set(k, limit);
      out.textContent = text(limit);
      slider.setAttribute("aria-valuetext", text(limit));
      update();
    } });
    out.textContent = text(limits.get(k) ?? home);
    return el("div", { class: "slider" }, el("span", {}, `${c.name} ${c.sense === ">" ? "\u2265" : "\u2264"}`), slider, out,
      el("button", { type: "button", "aria-label": `reset the limit of ${c.name}`, onclick: () => { slider.value = "0"; slider.dispatchEvent(new Event("input")); } }, "reset"));
  });
  update();
  return section("whatif", "What if a limit moved", el("p", { class: "quiet" }, "Move a limit: the points of this page that were evaluated already are ranked again."), result, el("div", { class: "sliders" }, ...rows));
}
