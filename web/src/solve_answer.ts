// The first screen of the page of a solve: verdict, variables, constraints, what to do next.
import { at, relative, type At } from "./constraint";
import { copyButton, formats } from "./copy";
import type { Constraint, Price, Solve } from "./data";
import { el, section } from "./dom";
import { count, number, seconds } from "./format";
import type { Points } from "./solve_points";

type Advice = (string | HTMLElement)[] | null;

/** The model as the command names it. */
const modelOf = (report: Solve): string => /^heco (?:solve )?('[^']*'|[^\s-]\S*)/.exec(report.command ?? "")?.[1] ?? "MODEL";

const withUnit = (text: string, unit?: string): string => (unit ? `${text} ${unit}` : text);

/** Facts that the terminal prints, as pairs of name and value. */
function facts(report: Solve): [string, string][] {
  const best = report.best, stops: Record<string, string> = { budget: "the evaluations are used up", target: "a feasible point reached the target", time: "the time limit was reached", stall: "no better point within the limit", user: "interrupted, or the model requested it", converged: "the algorithm expects no better point", algorithm: "the algorithm expects no better point", failed: "all evaluations failed up to the limit", error: "the search failed" };
  return ([
    ["evaluations", `${count(report.evals)} of ${count(report.max_evals)}`],
    ["failed", report.failed > 0 ? count(report.failed) : null],
    ["first feasible at", report.first_feasible > 0 ? count(report.first_feasible) : "no evaluation"],
    ["best found at", best ? count(best.e) : null],
    ["best known", typeof report.reference === "number" ? number(report.reference, 8) : null],
    ["stopped by", report.running ? "still running" : report.stop ? `${report.stop}: ${stops[report.stop] ?? ""}` : null],
    ["algorithm", report.algorithm ?? null],
    ["search", report.search ?? null],
    ["presolve", report.presolve ?? null],
    ["seed", report.seed ?? null],
    ["time", report.seconds > 0 ? seconds(report.seconds) : null],
  ] as [string, string | null][]).filter((f): f is [string, string] => f[1] !== null);
}

/** Names the constraints that no evaluated point meets together, and how far each would have to move. */
function conflict(report: Solve): Advice {
  const rows = report.conflict?.rows ?? [];
  if (rows.length === 0) return null;
  const moves = rows.flatMap((r) => {
    const c = report.constraints.find((k) => k.name === r.name);
    if (!c || !r.x || typeof r.relaxation !== "number") return [];
    const place = r.x.slice(0, 4).map((x, k) => `${report.variables[k]?.name ?? `x${k + 1}`} = ${number(x, 5)}`).join(", ");
    return [`${r.name} relaxed by ${withUnit(number(at(c, r.relaxation).excess, 5), c.unit)} holds with the others at ${place}${r.x.length > 4 ? ", \u2026" : ""}`];
  });
  const names = rows.map((r) => r.name), all = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];
  return [`relax or drop one limit. ${report.conflict!.proved ? `The linear constraints ${all} contradict each other.` : names.length > 1 ? `No evaluated point meets ${all} together.` : `No evaluated point meets ${all}.`}${moves.map((m) => ` ${m[0].toUpperCase()}${m.slice(1)}.`).join("")}`];
}

/** Names the limit whose relative change moves f most, and how to see f against it. */
function dearest(report: Solve): Advice {
  const priced = report.constraints.flatMap((c) => (typeof c.price === "number" && c.price !== 0 && c.sense && c.bound ? [{ c, price: c.price, bound: c.bound }] : []));
  const [top] = priced.sort((a, b) => Math.abs(b.price * b.bound) - Math.abs(a.price * a.bound));
  if (!top) return null;
  const range = [0.9, 1.1].map((share) => Number((share * top.bound).toPrecision(3))).sort((a, b) => a - b).join(":");
  const limit = `${top.c.name}=${range}:5`;
  return [`the limit of ${top.c.name} moves f most, ${withUnit(number(top.price, 4), report.unit)} per ${top.c.unit || "unit"}: `, el("code", {}, `heco solve ${modelOf(report)} --sweep ${/^[\w=:.-]+$/.test(limit) ? limit : `"${limit}"`}`), " draws the trade-off."];
}

/** Returns one line of advice. A verdict that ends with advice has none. */
function next(report: Solve, worst: Constraint | undefined): Advice {
  const code = (command: string): HTMLElement => el("code", {}, command), more = 2 * report.max_evals;
  const runs = [code(`heco solve ${modelOf(report)} --runs 5`), " shows whether other seeds agree."];
  if (report.verdict && /: (try|allow) /.test(report.verdict)) return null;
  if (report.verdict && worst) return conflict(report) ?? [`${worst.name} is violated most: allow it more, or search longer with `, code(`--evals ${more}`), "."];
  if (report.verdict && report.best) return dearest(report) ?? (report.runs || report.stop === "optimal" ? null : runs);
  if (report.running) return [report.evals > 0 && report.seconds > 0 ? `wait: ${number((100 * report.evals) / report.max_evals, 2)} % of the evaluations are done, and the others take about ${seconds((report.seconds / report.evals) * (report.max_evals - report.evals))} at this rate.` : "wait for the first evaluation."];
  if (report.evals === 0) return ["Look at the model first: ", code("heco eval MODEL --points FILE.csv"), " evaluates given points."];
  if (!report.best) return ["Every evaluation failed: look at the reasons below, then at one point with ", code("heco eval"), "."];
  if (worst) return [`No feasible point was found. ${worst.name} is violated most: allow it more, or continue with `, code(`heco resume JOURNAL --evals ${more}`), "."];
  if (report.best.e > 0.8 * report.max_evals) return ["The last fifth of the budget still improved f: ", code(`heco resume JOURNAL --evals ${more}`), " continues."];
  return runs;
}

const priceText = (p: Price, f?: string, unit?: string): string => {
  if (typeof p.price !== "number" || p.price === 0) return "";
  const [from, to] = [p.price_from, p.price_to], range = typeof from === "number" && typeof to === "number" ? `, valid from ${number(from, 5)} to ${number(to, 5)}` : "";
  return `${withUnit(number(p.price, 4), f)} per ${unit || "unit"}${range}`;
};

/** A track from the lower to the upper bound with a mark at the value. */
const track = (share: number, atEnd: boolean): HTMLElement => el("span", { class: "track", "aria-hidden": "true" }, el("i", { class: atEnd ? "mark end" : "mark", style: `left:${(100 * Math.max(0, Math.min(1, share))).toFixed(2)}%` }));

/** Longer names may take several lines. */
const nameClass = (name: string): string => (name.length > 18 ? "text wrap" : "text");

function variables(report: Solve): HTMLElement | null {
  const best = report.best;
  if (!best) return null;
  const priced = report.variables.some((v) => priceText(v) !== "");
  const rows = report.variables.map((v, k) => {
    const x = best.x[k], known = v.lower !== null && v.upper !== null, width = known ? v.upper! - v.lower! : 0;
    const near = (bound: number | null): boolean => bound !== null && Math.abs(x - bound) <= 1e-6 * Math.min(width || Infinity, Math.max(1, Math.abs(bound)));
    const fixed = known && width === 0, end = fixed ? "fixed" : near(v.lower) ? "at its lower bound" : near(v.upper) ? "at its upper bound" : "";
    return el("tr", {}, el("th", { scope: "row", class: nameClass(v.name) }, v.name, v.integer ? el("span", { class: "tag" }, "integer") : null),
      el("td", { class: "num" }, el("b", {}, number(x, 8))), el("td", { class: "text unit" }, v.unit ?? ""),
      el("td", { class: "num low" }, v.lower === null ? "" : number(v.lower, 4)), el("td", { class: "gauge" }, known && width > 0 ? track((x - v.lower!) / width, end !== "") : null), el("td", { class: "num high" }, v.upper === null ? "" : number(v.upper, 4)),
      el("td", { class: "text quiet" }, end, priced && priceText(v) !== "" ? ` \u00b7 ${priceText(v, report.unit, v.unit)}` : ""));
  });
  const more = report.n > report.variables.length ? el("p", { class: "quiet" }, `The first ${report.variables.length} of ${report.n} variables; CSV has all of them.`) : null;
  return el("div", { class: "rows" }, el("h3", {}, `Variables (${report.n})`), scroller("Variables at the best point", ["Variable", "Value", "Unit", "Lower", "", "Upper", "Remark"], rows), more);
}

const scroller = (name: string, heads: string[], rows: HTMLElement[]): HTMLElement => el("div", { class: "fit", tabindex: 0, role: "region", "aria-label": name },
  el("table", {}, el("thead", { class: "sr" }, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, h || "Place between the bounds")))), el("tbody", {}, ...rows)));

/** Violated constraints come first, then active ones, then the others by their relative slack. */
export function ordered(report: Solve, points: Points): { c: Constraint; a: At; share: number }[] {
  const rows = report.constraints.flatMap((c, k) => (typeof c.value === "number" ? [{ c, k, a: at(c, c.value) }] : []));
  const list = rows.map(({ c, k, a }) => ({ c, a, share: relative(a, points.distance(k)) }));
  const group = (r: { a: At }): number => (!r.a.satisfied ? 0 : r.a.active ? 1 : 2);
  return list.sort((p, q) => group(p) - group(q) || p.share - q.share);
}

function constraints(report: Solve, points: Points): HTMLElement | null {
  if (report.constraints.length === 0 || !report.best) return null;
  const list = ordered(report, points), priced = list.some((r) => priceText(r.c) !== "");
  const rows = list.map(({ c, a, share }) => {
    const state = !a.satisfied ? `violated by ${number(a.excess, 4)}` : c.equality ? `off by ${number(Math.abs(a.slack), 4)}` : `slack ${number(a.slack, 5)}${a.active ? ", active" : ""}`;
    const size = `${Math.min(50, 50 * Math.abs(share)).toFixed(2)}%`;
    return el("tr", { class: !a.satisfied ? "violated" : a.active ? "active" : undefined }, el("th", { scope: "row", class: nameClass(c.name) }, c.name),
      el("td", { class: "num" }, el("b", {}, number(a.value, 6))), el("td", { class: "text unit limit" }, `${a.sense} ${withUnit(number(a.bound, 6), c.unit)}`),
      el("td", { class: "gauge" }, el("span", { class: "slack", "aria-hidden": "true" }, el("i", { class: a.satisfied ? "met" : "bad", style: a.satisfied ? `left:50%;width:${size}` : `right:50%;width:${size}` }))),
      el("td", { class: "text" }, state, priceText(c) !== "" ? el("span", { class: "price" }, priceText(c, report.unit, c.unit)) : null));
  });
  const all = report.ng + report.nh, met = list.filter((r) => r.a.satisfied).length;
  return el("div", { class: "rows" }, el("h3", {}, `Constraints (${met} of ${list.length} satisfied)`),
    scroller("Constraints at the best point", ["Constraint", "Value", "Limit", "Relative slack", priced ? "State and price" : "State"], rows),
    el("p", { class: "quiet" }, "Bars: slack relative to the limit, to the left if violated.", list.some((r) => r.a.bound === 0) ? " If the limit is 0: relative to the median distance of the points." : "", priced ? " Price: change of f if the limit rises by one unit." : "",
      report.price_note ? ` Prices are unknown: ${report.price_note}.` : "", all > report.constraints.length ? ` The first ${report.constraints.length} of ${all} constraints.` : ""));
}

export function answer(report: Solve, points: Points): HTMLElement {
  const best = report.best, status = !best ? "Nothing found" : best.v === 0 ? "Feasible" : "Infeasible";
  const worst = best && best.v > 0 ? ordered(report, points)[0]?.c : undefined, advice = next(report, worst);
  const named = best ? best.x.map((value, k) => ({ name: report.variables[k]?.name ?? `x${k + 1}`, value })) : [];
  return section("result", "Answer",
    el("p", { class: best && best.v === 0 ? "sentence" : "sentence warn" }, report.verdict ? `${report.verdict[0].toUpperCase()}${report.verdict.slice(1)}.` : el("b", {}, status + (report.running ? " so far" : ""))),
    best ? el("p", { class: "headline" }, el("span", { class: "quiet" }, report.maximises ? "f, maximised" : "f"), el("b", {}, number(best.f, 10)), report.unit ? el("span", {}, report.unit) : null,
      best.v > 0 ? el("span", { class: "violation" }, `violation ${number(best.v, 4)}`) : null) : null,
    advice ? el("p", { class: "next" }, el("b", {}, "Next: "), ...advice) : null,
    report.reproduced === 0 ? el("p", { class: "warn" }, "Evaluating the best point again gave other values: the model is not deterministic.") : null,
    report.note ? el("p", { class: "warn" }, report.note) : null,
    report.torn > 0 ? el("p", { class: "warn" }, `The last record of the journal is incomplete (${report.torn} bytes): the search was killed while writing, or is writing now.`) : null,
    best && !report.verdict && !report.running ? el("p", { class: "quiet" }, "Made from the journal alone: the page of heco solve --report also has the verdict and the prices.") : null,
    report.evals === 0 ? el("p", { class: "warn" }, "No evaluation has been recorded yet.") : null,
    report.schedules > 1 ? el("p", { class: "quiet" }, `The budget was raised ${report.schedules - 1} times; evaluations are counted through.`) : null,
    best ? el("div", { class: "copies" }, el("span", { class: "quiet" }, "Copy the point as"), ...formats(named, best.f).map(([name, text]) => copyButton(name, `Copy as ${name}`, () => text))) : null,
    el("div", { class: "answer" }, variables(report), constraints(report, points)),
    el("dl", { class: "facts" }, ...facts(report).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))));
}
