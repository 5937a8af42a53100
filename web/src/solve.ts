// The page of one solve.
import type { Cell, Constraint, Solve } from "./data";
import { choice, el, keepFocus, section } from "./dom";
import { count, number, seconds } from "./format";
import { chart, logAxis, Plot } from "./chart";
import { general, plain, table } from "./table";
import { bad, faint, good, ink, isDark, onTheme } from "./theme";

const FLOOR = 1e-12;

export function solve(report: Solve, main: HTMLElement, top: HTMLElement): void {
  const state = { axis: "evals", scale: "gap" };
  const curve = report.curve, best = report.best;
  const timed = curve.ts.length > 0;

  /** Returns the seconds at an evaluation; the journal records the time about once a second. */
  const time = (e: number): number => {
    let k = 0;
    while (k < curve.te.length && curve.te[k] < e) k++;
    const [e0, t0] = k > 0 ? [curve.te[k - 1], curve.ts[k - 1]] : [0, 0];
    if (k === curve.te.length) return t0;
    return curve.te[k] > e0 ? t0 + ((curve.ts[k] - t0) * (e - e0)) / (curve.te[k] - e0) : curve.ts[k];
  };
  const x = (e: number): number => (state.axis === "time" ? Math.max(1e-3, time(e)) : e);
  const xAxis = (values: number[]) => logAxis(state.axis === "time" ? "seconds" : "evaluations", values);

  const result = (): HTMLElement => {
    const tile = (value: string, name: string): HTMLElement => el("div", { class: "tile" }, el("b", {}, value), el("span", {}, name));
    const status = !best ? "nothing found" : best.v === 0 ? "feasible" : "infeasible";
    const ended = report.running ? "running" : report.evals >= report.max_evals ? "finished" : "stopped or finished early";
    return section("result", "Result",
      el("div", { class: "tiles" }, tile(status, ended), best ? tile(number(best.f, 8), report.maximises ? "f (maximised)" : "f") : null, best ? tile(number(best.v, 4), "violation") : null,
        tile(`${count(report.evals)}`, `of ${count(report.max_evals)} evaluations`), report.seconds > 0 ? tile(seconds(report.seconds), "spent") : null,
        tile(report.first_feasible > 0 ? count(report.first_feasible) : "never", "first feasible at"), tile(count(report.failed), "failed evaluations")),
      report.torn > 0 ? el("p", { class: "warn" }, `The last record of the journal is incomplete (${report.torn} bytes): the search was killed while writing, or is writing now.`) : null,
      report.evals === 0 ? el("p", { class: "warn" }, "No evaluation has been recorded yet.") : null,
      report.schedules > 1 ? el("p", { class: "quiet" }, `The budget was raised ${report.schedules - 1} times; evaluations are counted through.`) : null);
  };

  const steps = (): { e: number; x: number; f: number | null; v: number }[] => {
    const rows = curve.e.map((e, k) => ({ e, x: x(e), f: curve.f[k], v: curve.v[k] ?? 0 }));
    const last = rows[rows.length - 1];
    if (last && report.evals > last.e) rows.push({ ...last, e: report.evals, x: x(report.evals) });
    return rows;
  };
  const convergence = (): HTMLElement | null => {
    const rows = steps();
    if (!best || rows.length === 0) return null;
    const feasible = rows.filter((d) => d.v === 0), sign = report.maximises ? -1 : 1;
    const gap = (f: number | null): number | null => (f === null ? null : Math.max(FLOOR, sign * (f - best.f)));
    const useGap = state.scale === "gap" && feasible.length > 1;
    const y = (d: { f: number | null; v: number }): number | null => (useGap ? (d.v === 0 ? gap(d.f) : null) : d.f);
    const data = rows.map((d) => ({ ...d, y: y(d) }));
    const floor = useGap ? Math.max(FLOOR, 10 ** Math.floor(Math.log10(Math.min(...data.filter((d) => d.y !== null && d.y > FLOOR).map((d) => d.y as number), 1)))) : 0;
    const shown = data.map((d) => ({ ...d, y: d.y === null ? null : useGap ? Math.max(floor / 10, d.y) : d.y }));
    const switchAt = report.first_feasible > 0 ? [x(report.first_feasible)] : [];
    const tip = (list: object[], text: (d: any) => string): Plot.Markish => Plot.tip(list, Plot.pointerX({ x: "x", y: "y", maxRadius: Infinity, title: text, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions));
    const f = chart(() => ({
      title: useGap ? "Distance to the best f found" : "Best f", describe: useGap ? "From the first feasible point on; the bottom line is the best point itself." : "Dashed where the best point was not feasible yet.",
      data: { head: ["evaluations", "seconds", "f", "violation"], rows: () => rows.map((d) => [d.e, timed ? time(d.e) : null, d.f, d.v]) },
      plot: {
        marginLeft: 66, x: xAxis(rows.map((d) => d.x)), y: useGap ? logAxis("f \u2212 best f", shown.flatMap((d) => (d.y === null ? [] : [d.y])), "best") : { label: "f", grid: true, labelArrow: "none" },
        marks: [Plot.ruleX(switchAt, { stroke: good(), strokeDasharray: "2 3" }), useGap ? null : Plot.line(shown, { x: "x", y: (d) => (d.v > 0 ? d.y : null), stroke: bad(), strokeWidth: 2, strokeDasharray: "4 3", curve: "step-after" }),
          Plot.line(shown, { x: "x", y: (d) => (d.v === 0 ? d.y : null), stroke: good(), strokeWidth: 2, curve: "step-after" }),
          tip(shown.filter((d) => d.y !== null), (d) => `f = ${number(d.f, 8)}\nviolation ${number(d.v, 3)}\nevaluation ${count(d.e)}`)],
      },
    }));
    const low = Math.min(...rows.filter((d) => d.v > 0).map((d) => d.v), 1), bottom = 10 ** (Math.floor(Math.log10(low)) - 1);
    const viol = rows.map((d) => ({ ...d, y: Math.max(bottom, d.v) }));
    const v = rows.some((d) => d.v > 0) ? chart(() => ({
      title: "Violation of the best point", describe: report.first_feasible > 0 ? `Feasible from evaluation ${count(report.first_feasible)} on (dotted line).` : "No feasible point so far.",
      data: { head: ["evaluations", "violation"], rows: () => rows.map((d) => [d.e, d.v]) },
      plot: {
        marginLeft: 66, x: xAxis(rows.map((d) => d.x)), y: logAxis("mean violation", viol.map((d) => d.y), "0"),
        marks: [Plot.ruleX(switchAt, { stroke: good(), strokeDasharray: "2 3" }), Plot.line(viol, { x: "x", y: "y", stroke: bad(), strokeWidth: 2, curve: "step-after" }), tip(viol, (d) => `violation ${number(d.v, 4)}\nevaluation ${count(d.e)}`)],
      },
    })) : null;
    return section("convergence", "Convergence",
      el("div", { class: "field", style: "flex-wrap:wrap" }, timed ? choice("Over", [["evals", "evaluations"], ["time", "time"]], state.axis, (k) => { state.axis = k; draw(); }) : null,
        feasible.length > 1 ? choice("Show", [["gap", "distance to the best"], ["f", "f itself"]], state.scale, (k) => { state.scale = k; draw(); }) : null),
      el("div", { class: "grid", style: "margin-top:.8rem" }, f, v));
  };

  // ---- constraints ----
  const timeline = (): HTMLElement | null => {
    const events = steps(), names = report.constraints.map((c) => c.name);
    const bands = curve.c.flatMap((values, k) => (values === null ? [] : events.slice(0, -1).map((d, i) => ({ name: names[k], x1: d.x, x2: events[i + 1].x, e: d.e, v: values[i] ?? 0 })).filter((d) => d.v > 0 && d.x2 > d.x1)));
    if (bands.length === 0) return null;
    const shown = names.filter((n) => bands.some((d) => d.name === n)), sizes = bands.map((d) => d.v);
    const widest = Math.max(...shown.map((n) => Math.min(24, n.length)));
    const met = report.constraints.filter((c) => shown.includes(c.name) && c.met > 0).map((c) => ({ name: c.name, x: x(c.met), e: c.met }));
    return chart(() => ({
      title: "Which constraint blocked, and until when", describe: "Violation of each constraint at the best point so far; darker is more; a mark where it was met for good. Constraints that the best point never violated are left out.", wide: true,
      data: { head: ["constraint", "evaluation", "violation"], rows: () => bands.map((d) => [d.name, d.e, d.v]) },
      plot: {
        height: 66 + shown.length * 22, marginLeft: 16 + widest * 6.4, marginRight: 96, marginTop: 12, x: { ...xAxis(bands.flatMap((d) => [d.x1, d.x2])), grid: false }, y: { domain: shown, label: null, tickSize: 0, tickFormat: (n: string) => (n.length > 24 ? `${n.slice(0, 23)}\u2026` : n) },
        color: { type: "log", domain: [Math.max(1e-12, Math.min(...sizes)), Math.max(...sizes)], range: isDark() ? ["#3b2c22", "#ff9a5c"] : ["#fde3d3", "#b84300"], interpolate: "rgb", label: "violation" },
        marks: [
          Plot.rect(bands, { x1: "x1", x2: "x2", y: "name", fill: "v", insetTop: 2, insetBottom: 2, title: (d) => `${d.name}\nviolation ${number(d.v, 4)}\nfrom evaluation ${count(d.e)}`, tip: { fill: "var(--ground)", stroke: "var(--line)" } } as Plot.RectOptions),
          Plot.tickX(met, { x: "x", y: "name", stroke: good(), strokeWidth: 3 }),
          Plot.text(met, { x: "x", y: "name", text: (d) => `met at ${count(d.e)}`, dx: 6, textAnchor: "start", fill: ink(), fontSize: 10 }),
        ],
      },
    }));
  };
  const constraintRow = (c: Constraint): Cell[] => {
    const raw = c.value ?? null;
    const value = raw === null ? null : c.sense ? (c.bound ?? 0) + (c.factor ?? 1) * raw : raw;
    const sense = c.sense === ">" ? "\u2265" : c.sense === "=" || c.equality ? "=" : "\u2264";
    const slack = raw === null ? null : c.equality ? c.tolerance - Math.abs(raw) : c.tolerance - raw;
    return [c.unit ? `${c.name} [${c.unit}]` : c.name, value, sense, c.sense ? (c.bound ?? 0) : 0, slack, raw === null ? null : (c.violation ?? 0) > 0 ? `violated by ${number(c.violation, 4)}` : "met", c.met || null];
  };
  const constraints = (): HTMLElement | null => {
    if (report.constraints.length === 0) return null;
    const all = report.ng + report.nh;
    return section("constraints", "Constraints", timeline(),
      table({ caption: "Constraints at the best point", columns: [plain("name", "Constraint"), general("value", "Value"), plain("sense", ""), general("bound", "Bound"), general("slack", "Slack"), plain("status", "Status"), plain("met_from", "met from evaluation")], rows: report.constraints.map(constraintRow),
        notes: all > report.constraints.length ? [`The first ${report.constraints.length} of ${all} constraints.`] : [] }));
  };

  // ---- points ----
  const parallel = (): HTMLElement | null => {
    const shown = Math.min(report.variables.length, 24), variables = report.variables.slice(0, shown);
    const rows = [...report.points, ...report.improvements];
    if (rows.length === 0 || shown < 2 || !best) return null;
    const limits = variables.map((v, k) => {
      const values = rows.map((r) => r[3 + k]).filter((q): q is number => q !== null);
      return [v.lower ?? Math.min(...values), v.upper ?? Math.max(...values)];
    });
    const part = (q: number | null, k: number): number | null => (q === null ? null : limits[k][1] > limits[k][0] ? (q - limits[k][0]) / (limits[k][1] - limits[k][0]) : 0.5);
    const flat = (list: (number | null)[][], from: number, kind: string) => list.flatMap((r, i) => variables.map((v, k) => ({ id: `${kind}${i}`, name: v.name, y: part(r[from + k], k), feasible: r[2] === 0 })));
    const points = flat(rows, 3, "p").filter((d) => d.y !== null), top1 = variables.map((v, k) => ({ name: v.name, y: part(best.x[k], k), value: best.x[k] }));
    const tilt = variables.some((v) => v.name.length > 6) || shown > 14;
    return chart(() => ({
      title: "Points as parallel coordinates", describe: `A sample of ${count(rows.length)} points, each variable from its lower to its upper bound; blue: feasible, orange: not; the thick line is the best point.${report.n > shown ? ` The first ${shown} of ${report.n} variables.` : ""}`, wide: true,
      data: { head: ["evaluation", "f", "violation", ...variables.map((v) => v.name)], rows: () => rows.map((r) => r.slice(0, 3 + shown)) },
      plot: {
        height: 320, marginBottom: tilt ? 70 : 34, x: { type: "point", domain: variables.map((v) => v.name), label: null, tickRotate: tilt ? -35 : 0 }, y: { domain: [0, 1], label: null, ticks: [0, 1], tickFormat: (t: number) => (t === 0 ? "lower" : "upper") },
        marks: [
          Plot.ruleX(variables.map((v) => v.name), { stroke: faint() }),
          Plot.line(points.filter((d) => !d.feasible), { x: "name", y: "y", z: "id", stroke: bad(), strokeOpacity: 0.13, strokeWidth: 1 }),
          Plot.line(points.filter((d) => d.feasible), { x: "name", y: "y", z: "id", stroke: good(), strokeOpacity: 0.22, strokeWidth: 1 }),
          Plot.line(top1, { x: "name", y: "y", stroke: ink(), strokeWidth: 2.6 }), Plot.dot(top1, { x: "name", y: "y", fill: ink(), r: 3 }),
          Plot.tip(top1, Plot.pointer({ x: "name", y: "y", title: (d: any) => `${d.name} = ${number(d.value, 8)}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.TipOptions & Plot.PointerOptions)),
        ],
      },
    }));
  };
  const points = (): HTMLElement | null => {
    if (!best) return null;
    const rows = report.variables.map((v, k): Cell[] => {
      const near = v.lower !== null && v.upper !== null ? 1e-7 * Math.max(1e-300, v.upper - v.lower) : 0;
      const at = v.lower !== null && best.x[k] <= v.lower + near ? "at its lower bound" : v.upper !== null && best.x[k] >= v.upper - near ? "at its upper bound" : "";
      return [v.unit ? `${v.name} [${v.unit}]` : v.name, best.x[k], v.lower, v.upper, (v.integer ? "integer " : "") + at || null];
    });
    return section("points", "Points", parallel(), table({ caption: "Variables at the best point", columns: [plain("name", "Variable"), general("value", "Value", 8), general("lower", "Lower"), general("upper", "Upper"), plain("note", "")], rows,
      notes: report.n > rows.length ? [`The first ${rows.length} of ${report.n} variables.`] : [] }));
  };
  const failures = (): HTMLElement | null => {
    if (report.failed === 0) return null;
    return section("failures", "Failed points", table({ caption: `Failed points, the first ${report.failures.length} of ${count(report.failed)}`, columns: [plain("evaluation", "Evaluation"), plain("why", "Reason"), ...report.variables.slice(0, 8).map((v) => general(v.name))], rows: report.failures.map((f) => [f.e, f.why, ...f.x.slice(0, 8)]) }));
  };
  const settings = (): HTMLElement => section("settings", "Settings",
    table({ caption: "Settings", filter: false, columns: [plain("name", "Setting"), plain("value", "Value")], rows: ([["model", report.model ?? ""], ["algorithm", report.algorithm ?? ""], ["options", report.set || "defaults"], ["seed", report.seed ?? ""], ["evaluations", String(report.max_evals)], ["variables", String(report.n)], ["inequalities", String(report.ng)], ["equalities", String(report.nh)], ["heco", report.version ?? ""]] as Cell[][]) }),
    report.command ? el("h3", {}, "To repeat it") : null, report.command ? el("pre", { tabindex: 0, "aria-label": "Command that repeats this solve" }, report.command) : null);

  const nav = el("nav", { "aria-label": "Sections" });
  top.append(nav);
  const draw = (): void => keepFocus(() => {
    const offset = window.scrollY;
    const parts = [result(), convergence(), constraints(), points(), failures(), settings()].filter((p): p is HTMLElement => p !== null);
    main.style.minHeight = `${main.offsetHeight}px`;
    main.replaceChildren(...parts);
    nav.replaceChildren(...parts.map((p) => el("a", { href: `#${p.id}` }, p.querySelector("h2")!.textContent ?? "")));
    window.scrollTo(0, offset);
    requestAnimationFrame(() => requestAnimationFrame(() => { main.style.minHeight = ""; }));
  });
  draw();
  onTheme(draw);
}
