// Several solves side by side: the better answer, the differences, and both searches.
import { at } from "./constraint";
import { chart, logAxis, Plot, type Label } from "./chart";
import type { Cell, Compare, Constraint, Solve } from "./data";
import { el, jump, section } from "./dom";
import { count, number, seconds } from "./format";
import { general, plain, table } from "./table";
import { colour, dash } from "./theme";

const LEFT = 84, SAME = 1e-6; // left margin of the charts; relative difference below which f counts as the same

/** A letter for each solve, with what tells it apart. */
function titles(report: Compare): string[] {
  return report.solves.map((s, i) => `${String.fromCharCode(65 + i)}: ${report.names[i] || s.algorithm || ""}`);
}

/** Returns whether a is better than b: the smaller violation, then the better f. */
function better(a: Solve, b: Solve): boolean {
  if (!a.best || !b.best) return !!a.best && !b.best;
  if (a.best.v !== b.best.v) return a.best.v < b.best.v;
  return a.maximises ? a.best.f > b.best.f : a.best.f < b.best.f;
}

/** Says how the solves that are not among the best two compare with the best. */
function others(rest: { s: Solve; name: string }[], first: Solve): string {
  const text = ({ s, name }: { s: Solve; name: string }): string => (!s.best ? `${name} has no answer` : s.best.v > 0 ? `${name} is infeasible` : `${name} has f = ${number(s.best.f, 8)}`);
  return rest.length === 0 || !first.best ? "" : ` ${rest.map(text).join("; ")}.`;
}

function sentence(report: Compare, names: string[]): string {
  const order = report.solves.map((s, i) => ({ s, name: names[i] })).sort((p, q) => (better(p.s, q.s) ? -1 : better(q.s, p.s) ? 1 : 0));
  return pair(order[0], order[1]) + others(order.slice(2), order[0].s);
}

function pair(first: { s: Solve; name: string }, second: { s: Solve; name: string }): string {
  const unit = first.s.unit ? ` ${first.s.unit}` : "";
  if (!first.s.best) return "No solve has found a point.";
  if (!second.s.best) return `${first.name} has an answer, f = ${number(first.s.best.f, 8)}${unit}; ${second.name} has none.`;
  if (!better(first.s, second.s)) return `${first.name} and ${second.name} have the same f, ${number(first.s.best.f, 8)}${unit}.`;
  if (first.s.best.v !== second.s.best.v) return first.s.best.v === 0 ? `${first.name} is feasible with f = ${number(first.s.best.f, 8)}${unit}; ${second.name} is not: violation ${number(second.s.best.v, 4)}.` : `None is feasible; ${first.name} has the smaller violation, ${number(first.s.best.v, 4)} against ${number(second.s.best.v, 4)}.`;
  const gap = Math.abs(first.s.best.f - second.s.best.f);
  if (gap <= SAME * Math.abs(first.s.best.f)) return `${first.name} and ${second.name} agree: f = ${number(first.s.best.f, 8)}${unit}; they differ by ${number(gap, 2)}${unit}, less than a millionth.`;
  const share = first.s.best.f !== 0 ? `, ${number((100 * gap) / Math.abs(first.s.best.f), 3)} %` : "";
  return `${first.name} is better: f = ${number(first.s.best.f, 8)} against ${number(second.s.best.f, 8)}${unit}, a difference of ${number(gap, 4)}${unit}${share}.`;
}

/** Rows of variables or constraints by name, in the order of the first solve that has them. */
const union = (lists: string[][]): string[] => [...new Set(lists.flat())];
/** The last column of two solves: the difference, second minus first. */
const difference = (report: Compare, values: (number | null)[]): Cell[] => (report.solves.length === 2 ? [values[0] !== null && values[1] !== null ? values[1] - values[0] : null] : []);
const differs = (report: Compare): ReturnType<typeof general>[] => (report.solves.length === 2 ? [general("difference", "B \u2212 A", 5)] : []);

function variables(report: Compare, names: string[]): HTMLElement {
  const rows = union(report.solves.map((s) => s.variables.map((v) => v.name))).map((name): Cell[] => {
    const values = report.solves.map((s) => { const k = s.variables.findIndex((v) => v.name === name); return k >= 0 && s.best ? s.best.x[k] : null; });
    return [name, report.solves.flatMap((s) => s.variables).find((v) => v.name === name)?.unit ?? "", ...values, ...difference(report, values)];
  });
  return table({ caption: "Variables", columns: [plain("name", "Variable"), plain("unit", "Unit"), ...names.map((n) => general(n, n, 8)), ...differs(report)], rows });
}

function constraints(report: Compare, names: string[]): HTMLElement | null {
  const found = (s: Solve, name: string): Constraint | undefined => s.constraints.find((c) => c.name === name);
  const rows = union(report.solves.map((s) => s.constraints.map((c) => c.name))).map((name): Cell[] => {
    const c = report.solves.map((s) => found(s, name)), values = c.map((x) => (x && typeof x.value === "number" ? at(x, x.value) : null));
    const limit = values.find((v) => v !== null), slacks = values.map((v) => v?.slack ?? null);
    return [name, limit ? `${limit.sense} ${number(limit.bound, 6)}${c.find((x) => x)?.unit ? ` ${c.find((x) => x)!.unit}` : ""}` : "", ...values.flatMap((v): Cell[] => [v?.value ?? null, v?.slack ?? null, !v ? "" : !v.satisfied ? "violated" : v.active ? "active" : "met"]), ...difference(report, slacks)];
  });
  if (rows.length === 0) return null;
  const letter = (n: string): string => n.split(":")[0];
  return table({ caption: "Constraints", columns: [plain("name", "Constraint"), plain("limit", "Limit"), ...names.flatMap((n) => [general(`${n} value`, `${letter(n)} value`, 6), general(`${n} slack`, `${letter(n)} slack`, 5), plain(`${n} state`, `${letter(n)} state`)]), ...(report.solves.length === 2 ? [general("difference", "Slack B \u2212 A", 5)] : [])], rows });
}

function effort(report: Compare, names: string[]): HTMLElement {
  const facts: [string, (s: Solve) => Cell][] = [
    ["f", (s) => (s.best ? number(s.best.f, 10) : "none")], ["violation", (s) => (s.best ? number(s.best.v, 4) : "")], ["evaluations", (s) => `${count(s.evals)} of ${count(s.max_evals)}`], ["first feasible at", (s) => (s.first_feasible > 0 ? count(s.first_feasible) : "never")], ["best found at", (s) => (s.best ? count(s.best.e) : "")],
    ["failed", (s) => count(s.failed)], ["time", (s) => (s.seconds > 0 ? seconds(s.seconds) : "")], ["model", (s) => s.model ?? ""], ["algorithm", (s) => s.algorithm ?? ""], ["options", (s) => s.set || "defaults"], ["seed", (s) => s.seed ?? ""], ["heco", (s) => s.version ?? ""], ["SHA-256 of the model", (s) => (s.files ?? []).map((f) => f.sha256?.slice(0, 16) ?? "changed").join(", ")], ["command", (s) => s.command ?? ""],
  ];
  return table({ caption: "Searches", filter: false, columns: [plain("what", ""), ...names.map((n) => plain(n))], rows: facts.filter(([, f]) => report.solves.some((s) => f(s) !== "")).map(([name, f]) => [name, ...report.solves.map(f)]) });
}

/** One line per solve; `value` of an improvement is null where it is not drawn. */
function lines(report: Compare, names: string[], title: string, describe: string, value: (s: Solve, k: number) => number | null, scale: (seen: number[]) => Plot.ScaleOptions): HTMLElement | null {
  const all = report.solves.map((s, i) => {
    const list = s.curve.e.map((e, k) => ({ e, y: value(s, k), name: names[i] }));
    const last = list[list.length - 1];
    return last && s.evals > last.e ? [...list, { ...last, e: s.evals }] : list;
  });
  const seen = all.flat().flatMap((d) => (d.y === null ? [] : [d.y]));
  if (seen.length < 2) return null;
  const labels = (): Label[] => all.flatMap((list, i) => { const d = [...list].reverse().find((p) => p.y !== null); return d ? [{ text: names[i], x: Math.max(...report.solves.map((s) => s.evals)), y: d.y as number, colour: colour(i) }] : []; });
  return chart(() => ({
    title, describe, wide: true, labels: labels(), data: { head: ["solve", "evaluations", title], rows: () => all.flat().map((d) => [d.name, d.e, d.y]) },
    plot: { height: 280, marginLeft: LEFT, x: logAxis("evaluations", all.flat().map((d) => d.e)), y: scale(seen),
      marks: [...all.map((list, i) => Plot.line(list, { x: "e", y: "y", stroke: colour(i), strokeWidth: 2.2, strokeDasharray: dash(i), curve: "step-after" })),
        Plot.tip(all.flat().filter((d) => d.y !== null), Plot.pointer({ x: "e", y: "y", title: (d: { name: string; e: number; y: number }) => `${d.name}\n${number(d.y, 8)}\nevaluation ${count(d.e)}`, fill: "var(--ground)", stroke: "var(--line)" } as unknown as Plot.TipOptions & Plot.PointerOptions))] },
  }));
}

function convergence(report: Compare, names: string[]): HTMLElement {
  const unit = report.solves.find((s) => s.unit)?.unit, label = `f${unit ? ` (${unit})` : ""}`;
  const anyFeasible = report.solves.some((s) => s.curve.v.some((v) => v === 0));
  const f = lines(report, names, "Best f so far", anyFeasible ? "From the first feasible point of each search on." : "No search found a feasible point.", (s, k) => (anyFeasible && (s.curve.v[k] ?? 0) > 0 ? null : s.curve.f[k]), () => ({ label, grid: true, labelArrow: "none", nice: true, ticks: 6, tickFormat: (v: number) => number(v, 8) }));
  const smallest = Math.min(1, ...report.solves.flatMap((s) => s.curve.v.filter((v): v is number => v !== null && v > 0))), floor = 10 ** (Math.floor(Math.log10(smallest)) - 1);
  const v = report.solves.some((s) => s.curve.v.some((x) => (x ?? 0) > 0)) ? lines(report, names, "Violation of the best point", "The bottom is 0: feasible.", (s, k) => Math.max(floor, s.curve.v[k] ?? 0), (seen) => logAxis("mean violation", seen, "0")) : null;
  return section("convergence", "Convergence", el("div", { class: "grid" }, f, v));
}

export function compare(report: Compare, main: HTMLElement, top: HTMLElement): void {
  const names = titles(report), models = new Set(report.solves.map((s) => s.model));
  const parts = [
    section("verdict", "Side by side", el("p", { class: "sentence" }, sentence(report, names)), models.size > 1 ? el("p", { class: "warn" }, `The solves have different models: ${[...models].join(", ")}.`) : null, variables(report, names), constraints(report, names)),
    convergence(report, names),
    section("effort", "The searches", effort(report, names)),
  ];
  main.replaceChildren(...parts);
  top.append(el("nav", { "aria-label": "Sections" }, ...parts.map(jump)));
}
