// The page of many runs.
import type { Bench, BenchCell, Cell, Column, RankTable, Ranking, Suite } from "./data";
import { choice, el, jump, keepFocus, section, select } from "./dom";
import { count, number, seconds, shortNames } from "./format";
import { chart, logAxis, Plot, type Label } from "./chart";
import { criticalChart } from "./critical";
import { onAddress, readAddress, writeAddress } from "./address";
import { holm, leastP, rankSum } from "./stats";
import { general, plain, table } from "./table";
import { SERIES, colour, dash, faint, ink, onTheme, ramp } from "./theme";

const LOWER = new Set(["by_mean", "by_median", "total", "mean_rank", "rank_sum", "rank", "rank_mean", "rank_median"]);
const HIGHER = new Set(["score", "accuracy", "speed"]);
const FLOOR = 1e-8; // precision of the comparison in competitions

interface State { suite: number; dim: string; rule: number; on: number[]; problem: number; a: number; b: number; accuracy: number }

export function bench(report: Bench, top: HTMLElement, main: HTMLElement): void {
  const suites = report.suites;
  if (suites.length === 0) {
    main.append(el("p", { class: "warn" }, "No finished run is in this database yet. When the first runs are stored, make the report again."));
    return;
  }
  const state: State = { suite: 0, dim: "", rule: 0, on: [], problem: 0, a: 0, b: 1, accuracy: 2 };
  const suite = (): Suite => suites[state.suite];
  const cells = suites.map((s) => new Map(s.cells.map((c) => [c.p * s.algorithms.length + c.a, c])));
  const cellAt = (p: number, a: number): BenchCell | undefined => cells[state.suite].get(p * suite().algorithms.length + a);

  // ---- dimension, rule, order ----
  const dimText = (dim: number): string => (dim === 0 ? "-" : String(dim));
  const group = (): number => Math.max(0, suite().dims.findIndex((d) => dimText(d.dim) === state.dim) >= 0
    ? suite().dims.findIndex((d) => dimText(d.dim) === state.dim) : suite().dims.length - 1);
  const dimName = (g: number): string => (suite().dims[g].dim === 0 ? "all problems" : `D = ${suite().dims[g].dim}`);
  const ranking = (): Ranking | undefined => suite().rankings[state.rule];
  const column = (t: RankTable, name: string): number => t.columns.findIndex((c) => c.name === name);
  const inDim = (t: RankTable, dim: string): Cell[][] => {
    const k = column(t, "dim");
    return k < 0 ? t.rows : t.rows.filter((row) => (row[k] === null ? dimText(0) : String(row[k])) === dim);
  };
  const scoreOf = (t: RankTable): { k: number; high: boolean } => {
    for (const name of ["total", "mean_rank", "score"]) if (column(t, name) >= 0) return { k: column(t, name), high: name === "score" };
    return { k: -1, high: false };
  };
  /** Returns the algorithms, best first by the rule; those without a rank follow. */
  const order = (): number[] => {
    const s = suite(), r = ranking()?.totals, all = s.algorithms.map((_, i) => i);
    if (!r || r.error) return all;
    const { k, high } = scoreOf(r), name = column(r, "algorithm");
    if (k < 0) return all;
    const value = new Map<string, number>();
    for (const row of inDim(r, state.dim)) if (!value.has(String(row[name]))) value.set(String(row[name]), (row[k] as number) * (high ? -1 : 1));
    return all.sort((a, b) => (value.get(s.algorithms[a].label) ?? Infinity) - (value.get(s.algorithms[b].label) ?? Infinity) || a - b);
  };
  const slot = (a: number): number => state.on.indexOf(a);
  const drawn = (): number[] => state.on;

  const start = (): void => {
    const s = suite();
    state.dim = dimText(s.dims[0].dim);
    state.rule = Math.max(0, s.rankings.findIndex((r) => !r.totals.error && scoreOf(r.totals).k >= 0));
    // Shows all dimensions together, unless some algorithms lack a dimension.
    const t = ranking()?.totals, among = (dim: string): number => (t && !t.error && column(t, "dim") >= 0 ? inDim(t, dim).length : 0);
    for (const dim of [...s.dims.map((d) => dimText(d.dim)), "all"]) if (s.dims.length > 1 && among(dim) >= among(state.dim)) state.dim = dim;
    const withRuns = order().filter((a) => s.algorithms[a].runs > 0);
    state.on = withRuns.slice(0, 6);
    [state.a, state.b] = [withRuns[0] ?? 0, withRuns[1] ?? withRuns[0] ?? 0];
    state.problem = s.problems.findIndex((p) => p.group === group());
    state.accuracy = accuracyFor();
  };
  /** The strictest accuracy of the data profile that half of the runs of some algorithm reach; else the mildest one. */
  const accuracyFor = (): number => {
    const reached = (k: number): number => Math.max(0, ...(suite().profiles[group()]?.share ?? []).map((s) => (s ? s[k][s[k].length - 1] : 0)));
    return [4, 3, 2].find((k) => reached(k) >= 0.5) ?? 1;
  };

  // ---- the choices in the address ----
  const toAddress = (): void => writeAddress({
    suite: suite().name, dim: state.dim, rule: ranking()?.rule ?? "", problem: suite().problems[state.problem]?.name ?? "", algorithms: state.on.map((a) => suite().algorithms[a].label).join(","),
    first: suite().algorithms[state.a]?.label ?? "", second: suite().algorithms[state.b]?.label ?? "", accuracy: String(state.accuracy),
  });
  const fromAddress = (): void => {
    const want = readAddress(), found = (list: { label: string }[], name: string | null): number => list.findIndex((x) => x.label === name);
    const which = suites.findIndex((s) => s.name === want.get("suite"));
    if (which >= 0) { state.suite = which; start(); }
    const s = suite(), dim = want.get("dim");
    if (dim !== null && (s.dims.some((d) => dimText(d.dim) === dim) || (dim === "all" && s.dims.length > 1))) state.dim = dim;
    const rule = s.rankings.findIndex((r) => r.rule === want.get("rule")), problem = s.problems.findIndex((p) => p.group === group() && p.name === want.get("problem"));
    if (rule >= 0) state.rule = rule;
    state.problem = problem >= 0 ? problem : s.problems.findIndex((p) => p.group === group());
    const on = (want.get("algorithms") ?? "").split(",").map((name) => found(s.algorithms, name)).filter((a) => a >= 0 && s.algorithms[a].runs > 0);
    if (want.has("algorithms")) state.on = on.slice(0, SERIES);
    for (const [key, name] of [["a", "first"], ["b", "second"]] as const) if (found(s.algorithms, want.get(name)) >= 0) state[key] = found(s.algorithms, want.get(name));
    if (/^[1-4]$/.test(want.get("accuracy") ?? "")) state.accuracy = Number(want.get("accuracy"));
  };

  // ---- controls ----
  const bar = el("div", { class: "bar" }), chips = el("div", { class: "chips", role: "group", "aria-label": "Algorithms in the charts" });
  const drawBar = (): void => {
    const s = suite();
    const dims: [string, string][] = s.dims.map((d) => [dimText(d.dim), d.dim === 0 ? "all" : String(d.dim)]);
    if (s.dims.length > 1) dims.push(["all", "all"]);
    bar.replaceChildren(...[
      suites.length > 1 ? select("Suite", suites.map((x, i) => [String(i), x.name]), String(state.suite), (v) => { state.suite = Number(v); start(); draw(); }) : null,
      dims.length > 1 ? choice("Dimension", dims, state.dim, (v) => {
        const name = s.problems[state.problem]?.name;
        state.dim = v;
        const same = s.problems.findIndex((p) => p.group === group() && p.name === name);
        state.problem = same >= 0 ? same : s.problems.findIndex((p) => p.group === group());
        state.accuracy = accuracyFor();
        draw();
      }) : null,
      select("Rule", s.rankings.map((r, i) => [String(i), r.rule]), String(state.rule), (v) => { state.rule = Number(v); draw(); }),
    ].filter((x): x is HTMLElement => x !== null));
    chips.replaceChildren(...order().filter((a) => s.algorithms[a].runs > 0).map((a) => {
      const k = slot(a), label = s.algorithms[a].label;
      const mark = el("span", { "aria-hidden": "true" });
      mark.innerHTML = `<svg viewBox="0 0 22 8"><line x1="0" x2="22" y1="4" y2="4" stroke="${k >= 0 ? colour(k) : faint()}" stroke-width="2.5" stroke-dasharray="${k >= 0 ? dash(k) : ""}"/></svg>`;
      return el("button", { type: "button", "aria-pressed": k >= 0 ? "true" : "false", "data-key": `chip:${label}`, onclick: () => {
        state.on = k >= 0 ? state.on.filter((x) => x !== a) : [...state.on, a].slice(-SERIES);
        draw();
      } }, mark, label);
    }));
  };

  // ---- the sentence ----
  const NAMES: Record<string, string> = { total: "total ranks", mean_rank: "mean rank", score: "score" };
  const sentence = (): HTMLElement | null => {
    const r = ranking(), t = r?.totals;
    if (!t || t.error || scoreOf(t).k < 0) return null;
    const { k, high } = scoreOf(t), name = column(t, "algorithm"), by = column(t, "by");
    const rows = inDim(t, state.dim).filter((row) => (by < 0 || row[by] === "mean") && typeof row[k] === "number").sort((a, b) => ((a[k] as number) - (b[k] as number)) * (high ? -1 : 1));
    if (rows.length < 2) return null;
    const [first, second] = rows, tie = first[k] === second[k], value = (row: Cell[]): string => number(row[k] as number, 5);
    return el("p", { class: "sentence", id: "sentence" }, el("b", {}, String(first[name])), tie ? ` and ${second[name]} share the first place by ${NAMES[t.columns[k].name]}: ${value(first)}` : ` first by ${NAMES[t.columns[k].name]}: ${value(first)}, then ${second[name]} ${value(second)}`,
      rows.length > 2 ? `, ahead of ${rows.length - 2} more` : "", el("span", { class: "quiet" }, ` (${suite().name}, ${where()}, rule ${r!.rule}; ${high ? "larger" : "smaller"} is better)`));
  };
  const where = (): string => (state.dim === "all" ? "all dimensions" : dimName(group()));

  // ---- algorithms ----
  /** Removes empty columns. */
  const filled = (columns: Column[], rows: Cell[][]): { columns: Column[]; rows: Cell[][] } => {
    const keep = columns.map((_, k) => k).filter((k) => rows.some((row) => row[k] !== null));
    return { columns: keep.map((k) => columns[k]), rows: rows.map((row) => keep.map((k) => row[k])) };
  };
  const overview = (): HTMLElement => {
    const s = suite();
    const runs = s.algorithms.reduce((n, a) => n + a.runs, 0);
    const evals = s.algorithms.reduce((n, a) => n + (a.evals ?? 0), 0), time = s.algorithms.reduce((n, a) => n + (a.seconds ?? 0), 0);
    const names = new Set(s.problems.map((p) => p.name)).size;
    const missing = s.problems.length * s.algorithms.length - s.algorithms.reduce((n, a, i) =>
      n + s.problems.filter((_, p) => cellAt(p, i) !== undefined || a.source === "published").length, 0);
    const tile = (value: string, name: string): HTMLElement => el("div", { class: "tile" }, el("b", {}, value), el("span", {}, name));
    const columns = [plain("label", "Algorithm"), plain("source", "from"), plain("runs"), plain("algorithm", "name"), plain("seed"), plain("version", "heco"), plain("failed", "failed"), plain("options")];
    return section("run", "What was run",
      el("div", { class: "tiles" }, tile(s.name + (s.instance ? ` \u00b7 ${s.instance}` : ""), s.instance ? "suite \u00b7 instance" : "suite"),
        tile(count(names), "problems"), tile(s.dims.map((d) => (d.dim === 0 ? "own" : String(d.dim))).join(", "), s.dims.length > 1 ? "dimensions" : s.dims[0].dim === 0 ? "dimension of each problem" : "dimension"),
        tile(count(s.algorithms.length), "algorithms"), tile(count(runs), "runs"),
        evals > 0 ? tile(number(evals, 3), "evaluations") : null, time > 0 ? tile(seconds(time), "of one core") : null),
      missing > 0 ? el("p", { class: "warn" }, `${count(missing)} of ${count(s.problems.length * s.algorithms.length)} combinations of algorithm and problem have no runs yet. Rankings use the problems that all algorithms of a dimension have.`) : null,
      table({ caption: "Algorithms", ...filled(columns, s.algorithms.map((a) => [a.label, a.source, a.runs || null, a.algorithm ?? null, a.seed ?? null, a.version ?? null, a.failed ?? null, a.options ?? null])) }));
  };

  // ---- ranking ----
  const bests = (t: RankTable, rows: Cell[][], groupBy: string[]): ((row: Cell[], k: number) => boolean) => {
    const keys = groupBy.map((name) => column(t, name)).filter((k) => k >= 0);
    const key = (row: Cell[], k: number): string => [...keys.map((i) => row[i]), k].join("\u0000");
    const top = new Map<string, number>();
    for (const row of rows) t.columns.forEach((c, k) => {
      const v = row[k];
      if (typeof v !== "number" || !(LOWER.has(c.name) || HIGHER.has(c.name))) return;
      const was = top.get(key(row, k));
      if (was === undefined || (LOWER.has(c.name) ? v < was : v > was)) top.set(key(row, k), v);
    });
    return (row, k) => typeof row[k] === "number" && top.get(key(row, k)) === row[k];
  };
  const without = (t: RankTable, rows: Cell[][], names: string[]): { columns: Column[]; rows: Cell[][]; map: number[] } => {
    const map = t.columns.map((_, k) => k).filter((k) => !names.includes(t.columns[k].name) && (rows.length === 0 || rows.some((r) => r[k] !== null)));
    return { columns: map.map((k) => t.columns[k]), rows: rows.map((r) => map.map((k) => r[k])), map };
  };
  const rankTable = (t: RankTable, caption: string, groupBy: string[], hide: string[], first: string): HTMLElement => {
    const rows = groupBy.length > 1 && state.dim === "all" ? t.rows : inDim(t, state.dim);
    const { k, high } = scoreOf(t);
    const sorted = k >= 0 && groupBy.length < 2 ? [...rows].sort((a, b) => ((a[k] as number) - (b[k] as number)) * (high ? -1 : 1)) : rows;
    const at = column(t, first);
    const swap = (row: Cell[]): Cell[] => (at > 0 ? [row[at], ...row.filter((_, i) => i !== at)] : row);
    const turned: RankTable = { ...t, columns: at > 0 ? [t.columns[at], ...t.columns.filter((_, i) => i !== at)] : t.columns, rows: [] };
    const all = sorted.map(swap), best = bests(turned, all, groupBy), cut = without(turned, all, hide);
    const full = new Map(cut.rows.map((row, i) => [row, all[i]]));
    return table({ caption, columns: cut.columns, rows: cut.rows, notes: groupBy.length > 1 ? [] : t.notes, best: (row, c) => best(full.get(row) ?? [], cut.map[c]) });
  };
  const rankChart = (r: Ranking): HTMLElement | null => {
    const t = r.totals, { k, high } = scoreOf(t), name = column(t, "algorithm"), by = column(t, "by");
    if (k < 0) return null;
    const rows = inDim(t, state.dim).filter((row) => by < 0 || row[by] === "mean").map((row) => ({ name: String(row[name]), value: row[k] as number }));
    rows.sort((a, b) => (a.value - b.value) * (high ? -1 : 1));
    const index = (label: string): number => slot(suite().algorithms.findIndex((a) => a.label === label));
    const title = `${t.columns[k].title[0].toUpperCase()}${t.columns[k].title.slice(1)} by the rule ${r.rule}`;
    const widest = Math.max(...rows.map((x) => Math.min(22, x.name.length)));
    return chart(() => ({
      title, describe: high ? "Larger is better." : "Smaller is better.",
      data: { head: ["algorithm", t.columns[k].name], rows: () => rows.map((x) => [x.name, x.value]) },
      plot: {
        height: 50 + rows.length * 22, marginLeft: 16 + widest * 6.4, marginRight: 60, x: { label: null, grid: true, nice: true, ticks: 5 }, y: { label: null, domain: rows.map((x) => x.name), tickSize: 0, tickFormat: shortNames(rows.map((x) => x.name), 22) },
        marks: [
          Plot.barX(rows, { x: "value", y: "name", inset: 3, fill: (d) => (index(d.name) >= 0 ? colour(index(d.name)) : faint()) }),
          Plot.text(rows, { x: "value", y: "name", text: (d) => number(d.value, 5), dx: 5, textAnchor: "start", fill: ink() }),
          Plot.ruleX([0], { stroke: ink() }),
        ],
      },
    }));
  };
  const rankHeat = (r: Ranking): HTMLElement | null => {
    const t = r.problems;
    if (t.error || column(t, "problem") < 0) return null;
    const parts = ["rank_mean", "rank_median", "rank"].map((n) => column(t, n)).filter((k) => k >= 0);
    if (parts.length === 0) return null;
    const dim = state.dim === "all" ? dimText(suite().dims[group()].dim) : state.dim;
    const rows = inDim(t, dim), p = column(t, "problem"), a = column(t, "algorithm");
    const names = [...new Set(rows.map((x) => String(x[p])))], who = order().map((i) => suite().algorithms[i].label);
    const value = new Map(rows.map((x) => [`${x[a]}\u0000${x[p]}`, parts.reduce((s, k) => s + (x[k] as number), 0)]));
    const heat = who.filter((w) => names.some((n) => value.has(`${w}\u0000${n}`))).map((w) => [w, ...names.map((n) => value.get(`${w}\u0000${n}`) ?? null)] as Cell[]);
    if (heat.length < 2) return null;
    const most = Math.max(...[...value.values()]), least = Math.min(...[...value.values()]);
    return table({
      caption: `Ranks on each problem, ${dimName(group())}`, compact: true, filter: false, columns: [plain("algorithm", "Algorithm"), ...names.map((n) => plain(n))], rows: heat,
      colour: (row, k) => (k === 0 || row[k] === null ? null : ramp((most - (row[k] as number)) / Math.max(1, most - least))),
      notes: [parts.length > 1 ? "Rank by mean plus rank by median; darker is better." : "Darker is better."],
    });
  };
  /** Critical differences of the mean ranks of the Friedman test, which the page has for every rule. */
  const differences = (): HTMLElement | null => {
    const t = suite().rankings.find((x) => x.rule === "friedman")?.totals;
    if (!t || t.error) return null;
    const [name, by, rank, problems] = ["algorithm", "by", "mean_rank", "problems"].map((n) => column(t, n));
    const rows = inDim(t, state.dim).filter((row) => by < 0 || row[by] === "mean");
    return rows.length < 3 ? null : criticalChart(rows.map((row) => ({ name: String(row[name]), rank: row[rank] as number })), Number(rows[0][problems] ?? 0), where());
  };
  const rankings = (): HTMLElement => {
    const r = ranking();
    if (!r) return section("ranking", "Ranking", el("p", {}, "There is nothing to rank."));
    if (r.totals.error) return section("ranking", "Ranking", el("p", {}, r.help + "."), el("p", { class: "warn" }, r.totals.error));
    const flat = r.rule === "cec2006";
    return section("ranking", "Ranking", el("p", { class: "quiet" }, `Rule ${r.rule}: ${r.help}.`),
      el("div", { class: flat ? "" : "two" },
        rankTable(r.totals, flat ? r.totals.title : `${r.totals.title}, ${where()}`, flat ? ["problem"] : ["by"], ["dim", "control", "chi2", "p_chi2", "iman_davenport", "p_iman_davenport", "problems"], flat ? "problem" : "algorithm"),
        rankChart(r)),
      differences(), rankHeat(r),
      !flat && !r.problems.error ? rankTable(r.problems, `${r.problems.title}, ${where()}`, ["dim", "problem"], state.dim === "all" ? [] : ["dim"], "problem") : null);
  };

  // ---- profiles ----
  const lines = <T,>(series: { a: number; points: T[] }[], x: (d: T) => number, y: (d: T) => number | null): { rows: { a: number; x: number; y: number | null }[]; labels: Label[] } => {
    const rows: { a: number; x: number; y: number | null }[] = [], labels: Label[] = [];
    for (const s of series) {
      const mine = s.points.map((d) => ({ a: s.a, x: x(d), y: y(d) }));
      rows.push(...mine);
      const last = [...mine].reverse().find((d) => d.y !== null);
      if (last) labels.push({ text: suite().algorithms[s.a].label, x: last.x, y: last.y as number, colour: colour(slot(s.a)) });
    }
    return { rows, labels };
  };
  const style = { stroke: (d: { a: number }) => colour(slot(d.a)), z: "a" as const, strokeWidth: 1.9 };
  const lineMarks = <T extends { a: number }>(rows: T[], more: object = {}): Plot.Markish[] => drawn().map((a) =>
    Plot.line(rows.filter((d) => d.a === a), { x: "x", y: "y", ...style, strokeDasharray: dash(slot(a)), ...more } as Plot.LineOptions));
  const tip = (rows: object[], y: (d: any) => string): Plot.Markish => Plot.tip(rows, Plot.pointer({
    x: "x", y: "y", maxRadius: Infinity, title: (d: any) => `${suite().algorithms[d.a].label}\n${y(d)}`, fill: "var(--ground)", stroke: "var(--line)" } as Plot.PointerOptions & Plot.TipOptions));

  const profileChart = (g: number, kind: number, title: string, describe: string, ylabel: string): HTMLElement | null => {
    const profile = suite().profiles[g];
    const series = drawn().filter((a) => profile.share[a]).map((a) => ({ a, points: profile.cost.map((c, k) => [c, profile.share[a]![kind][k]]) }));
    if (series.length === 0) return null;
    const { rows, labels } = lines(series, (d) => d[0], (d) => 100 * d[1]);
    const most = Math.max(...rows.map((d) => d.y ?? 0)), top = most > 50 ? 100 : Math.max(10, 10 * Math.ceil(most / 8)); // short runs use the whole height
    return chart(() => ({
      title, describe, labels: labels.map((l, i) => ({ ...l, colour: colour(slot(series[i].a)) })),
      data: { head: ["algorithm", "evaluations_per_variable", "percent"], rows: () => rows.map((d) => [suite().algorithms[d.a].label, d.x, d.y]) },
      plot: {
        x: logAxis("evaluations / variables", rows.map((d) => d.x)), y: { label: ylabel, domain: [0, Math.min(100, top)], grid: true, labelArrow: "none" },
        marks: [Plot.ruleY([0], { stroke: faint() }), ...lineMarks(rows, { curve: "step-after" }), tip(rows, (d) => `${number(d.y, 3)} % after ${number(d.x, 3)} evaluations per variable`)],
      },
    }));
  };
  const profiles = (): HTMLElement | null => {
    const s = suite(), shown = (state.dim === "all" ? s.dims.map((_, g) => g) : [group()]).filter((g) => s.profiles[g]?.share.some(Boolean));
    if (shown.length === 0) return null;
    const names = ["", "0.1", "0.001", "1e\u22125", "1e\u22128"];
    const about = (g: number): string => {
      const on = s.problems.filter((p) => p.group === g);
      return `${dimName(g)}, ${on.filter((p) => p.profiled).length} of ${on.length} problems`;
    };
    return section("profiles", "How soon, over all problems",
      choice("Accuracy of the data profile", [1, 2, 3, 4].map((k) => [String(k), names[k]]), String(state.accuracy), (v) => { state.accuracy = Number(v); draw(); }),
      el("div", { class: "grid", style: "margin-top:.8rem" }, ...shown.flatMap((g) => [
        profileChart(g, 0, `ECDF of evaluations to targets, ${dimName(g)}`, `${about(g)}. Share of 51 targets, 100 to 1e\u22128 above the best value known or found, reached by feasible points.`, "targets reached (%)"),
        profileChart(g, state.accuracy, `Data profile, ${dimName(g)}`, `${about(g)}. Share of runs with a feasible point within ${names[state.accuracy]} \u00b7 max(1, |f*|) of the best value known or found.`, "runs that got there (%)")])));
  };

  // ---- one problem ----
  const logDomain = (values: (number | null)[]): { low: number; high: number } => {
    const seen = values.filter((v): v is number => v !== null && v > FLOOR);
    return { low: FLOOR, high: Math.max(FLOOR * 10, ...seen) };
  };
  const curveChart = (kind: "f" | "v"): HTMLElement | null => {
    const p = state.problem, s = suite(), problem = s.problems[p];
    const series = drawn().map((a) => ({ a, cell: cellAt(p, a) })).filter((x) => x.cell?.curve);
    if (series.length === 0) return null;
    const raw = series.flatMap(({ a, cell }) => cell!.curve!.e.map((x, k) => {
      const c = cell!.curve!, feasible = (q: number): boolean => !c.v || c.v[q][k] === 0;
      const at = (q: number): number | null => (kind === "v" ? (c.v ? c.v[q][k] : 0) : problem.reference !== null && !feasible(q) ? null : c.f[q][k]);
      return { a, x, low: at(0), y: at(1), high: at(2), full: kind === "v" ? null : c.f[1][k] };
    }));
    if (raw.every((d) => d.y === null && d.low === null)) return kind === "f" ? el("figure", {}, el("figcaption", {}, el("h3", {}, "Distance to the best value")), el("p", { class: "quiet" }, "The median run of the chosen algorithms has no feasible point.")) : null;
    if (kind === "v" && raw.every((d) => d.y === 0 && d.high === 0)) return null;
    const linear = kind === "f" && problem.reference === null;
    const clip = (v: number | null): number | null => (v === null ? null : linear ? v : Math.max(FLOOR, v));
    const rows = raw.map((d) => ({ ...d, low: clip(d.low), y: clip(d.y), high: clip(d.high) }));
    const { high } = logDomain(rows.flatMap((d) => [d.low, d.y, d.high]));
    const labels = series.flatMap(({ a }): Label[] => {
      const last = [...rows].reverse().find((d) => d.a === a && d.y !== null);
      return last ? [{ text: s.algorithms[a].label, x: last.x, y: last.y as number, colour: colour(slot(a)) }] : [];
    });
    const title = kind === "f" ? (linear ? "Best f of the median run" : `Distance to ${problem.known ? "the best known value" : "the best value found"}`) : "Violation";
    const describe = kind === "f"
      ? `${problem.name}: median run and quartiles${linear ? "; no feasible point is known" : `, where feasible, above f* = ${number(problem.reference, 8)}; below 1e\u22128 drawn as 1e\u22128`}.`
      : "Mean violation of the constraints, median run and quartiles; 1e\u22128 and below, also none, at the bottom.";
    return chart(() => ({
      title, describe, labels: labels.map((l, i) => ({ ...l, colour: colour(slot(series.filter(({ a }) => rows.some((d) => d.a === a && d.y !== null))[i].a)) })),
      data: { head: ["algorithm", "evaluations", "quartile1", "median", "quartile3"], rows: () => raw.map((d) => [s.algorithms[d.a].label, d.x, d.low, d.y, d.high]) },
      plot: {
        x: logAxis("evaluations", rows.map((d) => d.x)), y: linear ? { label: "f", grid: true, labelArrow: "none" } : logAxis(kind === "f" ? "f \u2212 f*" : "violation", [FLOOR, high], kind === "v" ? "0" : undefined),
        marks: [
          ...drawn().map((a) => Plot.areaY(rows.filter((d) => d.a === a && d.low !== null && d.high !== null), { x: "x", y1: "low", y2: "high", fill: colour(slot(a)), fillOpacity: 0.13 })),
          ...lineMarks(rows), tip(rows.filter((d) => d.y !== null), (d) => `${number(d.y, 3)} after ${count(d.x)} evaluations\nquartiles ${number(d.low, 3)} to ${number(d.high, 3)}`),
        ],
      },
    }));
  };
  const rateChart = (): HTMLElement | null => {
    const p = state.problem, s = suite();
    const series = drawn().map((a) => ({ a, cell: cellAt(p, a) })).filter((x) => x.cell?.curve);
    if (series.length === 0 || series.every((x) => !x.cell!.curve!.r)) return null;
    const { rows, labels } = lines(series.map(({ a, cell }) => ({ a, points: cell!.curve!.e.map((x, k) => [x, cell!.curve!.r?.[k] ?? 100]) })), (d) => d[0], (d) => d[1]);
    return chart(() => ({
      title: "Feasible rate", describe: "Share of runs that have found a feasible point.", labels: labels.map((l, i) => ({ ...l, colour: colour(slot(series[i].a)) })),
      data: { head: ["algorithm", "evaluations", "percent"], rows: () => rows.map((d) => [s.algorithms[d.a].label, d.x, d.y]) },
      plot: { x: logAxis("evaluations", rows.map((d) => d.x)), y: { label: "runs with a feasible point (%)", domain: [0, 100], grid: true, labelArrow: "none" }, marks: [...lineMarks(rows, { curve: "step-after" }), tip(rows, (d) => `${number(d.y, 3)} % after ${count(d.x)} evaluations`)] },
    }));
  };
  const finalsChart = (): HTMLElement | null => {
    const p = state.problem, s = suite(), problem = s.problems[p];
    const rows = drawn().flatMap((a) => (cellAt(p, a)?.f ?? []).map((f, k) => ({ a, name: s.algorithms[a].label, f, v: cellAt(p, a)!.v?.[k] ?? 0 })));
    if (rows.length === 0) return null;
    const shown = drawn().filter((a) => cellAt(p, a)), infeasible = rows.every((d) => d.v > 0);
    const value = (d: { f: number | null; v: number }): number | null => (infeasible ? d.v : d.f === null ? null : problem.reference === null ? d.f : Math.max(FLOOR, d.f));
    const log = infeasible || problem.reference !== null;
    const points = rows.map((d) => ({ ...d, x: infeasible || d.v === 0 ? value(d) : null })).filter((d) => d.x !== null);
    const none = shown.map((a) => ({ name: s.algorithms[a].label, bad: rows.filter((d) => d.a === a && d.v > 0).length, all: rows.filter((d) => d.a === a).length }));
    const widest = Math.max(...shown.map((a) => Math.min(20, s.algorithms[a].label.length)));
    const { high } = logDomain(points.map((d) => d.x));
    return chart(() => ({
      title: infeasible ? "Final violations" : "Finals", describe: infeasible ? "Every run; no run is feasible at its end." : "Every feasible run, tick at the median; on the right how many of the runs are feasible.",
      data: { head: ["algorithm", "distance", "violation"], rows: () => rows.map((d) => [d.name, d.f, d.v]) },
      plot: {
        height: 70 + shown.length * 34, marginLeft: 16 + widest * 6.4, marginRight: 62,
        x: log ? logAxis(infeasible ? "violation" : "f \u2212 f*", [infeasible ? Math.min(...points.map((d) => d.x as number)) / 1.5 : FLOOR, high * 1.3]) : { grid: true, label: "f" },
        y: { domain: shown.map((a) => s.algorithms[a].label), label: null, tickSize: 0, tickFormat: shortNames(shown.map((a) => s.algorithms[a].label), 20) },
        marks: [
          Plot.dot(points, { x: "x", y: "name", r: 3.2, fill: (d) => colour(slot(d.a)), fillOpacity: 0.55, stroke: (d) => colour(slot(d.a)), strokeOpacity: 0.9, strokeWidth: 0.6 }),
          Plot.tickX(points, Plot.groupY({ x: "median" }, { x: "x", y: "name", stroke: ink(), strokeWidth: 2, insetTop: 6, insetBottom: 6 })),
          infeasible ? null : Plot.text(none, { y: "name", frameAnchor: "right", dx: 56, textAnchor: "end", text: (d) => `${d.all - d.bad}/${d.all}`, fill: ink() }),
          tip(points.map((d) => ({ ...d, y: d.name })), (d) => `${number(d.x, 4)}${d.v > 0 ? `, violation ${number(d.v, 3)}` : ""}`),
        ],
      },
    }));
  };
  const problem = (): HTMLElement => {
    const s = suite(), g = group(), list = s.problems.map((p, i) => ({ p, i })).filter((x) => x.p.group === g), at = list.findIndex((x) => x.i === state.problem);
    const step = (by: number) => (): void => { state.problem = list[(at + by + list.length) % list.length].i; draw(); };
    const charts = [curveChart("f"), curveChart("v"), rateChart(), finalsChart()].filter((x): x is HTMLElement => x !== null);
    const traced = drawn().some((a) => cellAt(state.problem, a)?.curve);
    return section("problem", "One problem",
      el("div", { class: "field", style: "flex-wrap:wrap" }, el("button", { type: "button", "data-key": "previous", "aria-label": "Previous problem", onclick: step(-1) }, "\u2190"),
        select("Problem", list.map((x) => [String(x.i), x.p.name]), String(state.problem), (v) => { state.problem = Number(v); draw(); }),
        el("button", { type: "button", "data-key": "next", "aria-label": "Next problem", onclick: step(1) }, "\u2192"), el("span", { class: "quiet" }, dimName(g))),
      traced ? null : el("p", { class: "quiet" }, "These runs were stored without traces, so there are no curves: run heco bench with --trace full or coarse."),
      el("div", { class: "grid", style: "margin-top:.8rem" }, ...charts));
  };

  // ---- two algorithms ----
  const compare = (): HTMLElement | null => {
    const s = suite(), g = group(), who = s.algorithms.map((a, i) => ({ a, i })).filter((x) => x.a.runs > 0);
    if (who.length < 2) return null;
    const options = who.map((x): [string, string] => [String(x.i), x.a.label]);
    const rows = s.problems.map((p, i) => ({ p, i })).filter((x) => x.p.group === g && cellAt(x.i, state.a) && cellAt(x.i, state.b))
      .map((x) => ({ name: x.p.name, test: rankSum(cellAt(x.i, state.a)!.k, cellAt(x.i, state.b)!.k), thin: cellAt(x.i, state.a)!.n > cellAt(x.i, state.a)!.k.length, runs: [cellAt(x.i, state.a)!.k.length, cellAt(x.i, state.b)!.k.length], equal: new Set([...cellAt(x.i, state.a)!.k, ...cellAt(x.i, state.b)!.k]).size === 1 }));
    const adjusted = holm(rows.map((r) => r.test.p));
    // So few runs that no result could be significant decide nothing; that is not a tie.
    const verdict = rows.map((r, i) => (adjusted[i] < 0.05 ? (r.test.effect > 0.5 ? "+" : "-") : !r.equal && rows.length * leastP(r.runs[0], r.runs[1]) >= 0.05 ? "?" : "="));
    const [wins, ties, losses, open] = ["+", "=", "-", "?"].map((v) => verdict.filter((x) => x === v).length);
    const fewest = Math.min(...rows.filter((_, i) => verdict[i] === "?").map((r) => Math.min(...r.runs)));
    const [A, B] = [s.algorithms[state.a].label, s.algorithms[state.b].label];
    return section("compare", "Two algorithms side by side",
      el("div", { class: "field", style: "flex-wrap:wrap" }, select("First", options, String(state.a), (v) => { state.a = Number(v); draw(); }), select("Second", options, String(state.b), (v) => { state.b = Number(v); draw(); })),
      el("p", { class: "verdict", role: "status" }, `${A} against ${B}, ${dimName(g)}: `, el("b", {}, `${wins} wins, ${ties} ties, ${losses} losses`), ` on ${rows.length} problems.`, open > 0 ? ` Undecided: ${fewest} run${fewest === 1 ? "" : "s"} cannot show a difference on ${open} problem${open === 1 ? "" : "s"}.` : ""),
      table({
        caption: `${A} against ${B}, ${dimName(g)}`, rows: rows.map((r, i) => [r.name, verdict[i], r.test.effect, r.test.p, adjusted[i]]),
        columns: [plain("problem", "Problem"), plain("outcome", "Outcome"), { name: "a12", title: "A12: chance that the first is better", style: "fixed", digits: 3 }, general("p_rank_sum", "p (rank sum)", 3), general("p_holm", "p (Holm)", 3)],
        notes: [`Wilcoxon's rank-sum test on the final runs (violation first, then f, equal to 8 decimals is equal), Holm's adjustment over the problems, at the level 0.05.${rows.some((r) => r.thin) ? " Of many runs an even selection is compared." : ""}`],
      }));
  };

  // ---- sweeps ----
  const sweep = (): HTMLElement | null => {
    const s = suite(), r = s.rankings.find((x) => x.rule === "cec2017")?.problems;
    if (!r || r.error) return null;
    const g = group(), dim = dimText(s.dims[g].dim), rows = inDim(r, dim);
    const [p, a, mean, median] = ["problem", "algorithm", "rank_mean", "rank_median"].map((n) => column(r, n));
    const parse = (text: string): Map<string, string> => new Map(text.split(" ").filter((x) => x.includes("=")).map((x) => [x.slice(0, x.indexOf("=")), x.slice(x.indexOf("=") + 1)]));
    const families = new Map<string, { label: string; options: Map<string, string> }[]>();
    for (const x of s.algorithms) if (x.algorithm && x.options !== undefined) families.set(x.algorithm, [...(families.get(x.algorithm) ?? []), { label: x.label, options: parse(x.options) }]);
    const rank = new Map(rows.map((x) => [`${x[a]}\u0000${x[p]}`, (x[mean] as number) + (x[median] as number)]));
    const parts: HTMLElement[] = [];
    for (const [name, members] of families) {
      const keys = [...new Set(members.flatMap((m) => [...m.options.keys()]))].filter((k) => new Set(members.map((m) => m.options.get(k))).size > 1);
      if (members.length < 2 || keys.length === 0) continue;
      const names = [...new Set(rows.map((x) => String(x[p])))];
      const heat = members.map((m): Cell[] => {
        const ranks = names.map((n) => rank.get(`${m.label}\u0000${n}`) ?? null);
        return [m.label, ...keys.map((k) => { const v = m.options.get(k); return v === undefined ? null : Number.isNaN(Number(v)) ? v : Number(v); }), ranks.reduce((t: number, v) => t + (v ?? 0), 0), ...ranks];
      }).filter((row) => row.some((v, k) => k > keys.length + 1 && v !== null));
      if (heat.length < 2) continue;
      const range = (k: number): [number, number] => { const v = heat.map((row) => row[k]).filter((x): x is number => typeof x === "number"); return [Math.min(...v), Math.max(...v)]; };
      parts.push(table({
        caption: `${name}: ${keys.join(", ")}, ${dimName(g)}`, compact: true, filter: false, rows: heat.sort((x, y) => (typeof x[1] === "number" && typeof y[1] === "number" ? x[1] - y[1] : 0)),
        columns: [plain("variant", "Variant"), ...keys.map((k) => plain(k)), plain("total"), ...names.map((n) => plain(n))],
        colour: (row, k) => { if (k <= keys.length || row[k] === null) return null; const [low, high] = range(k); return high > low ? ramp((high - (row[k] as number)) / (high - low)) : null; },
        notes: ["Rank by mean plus rank by median among all algorithms of this page; darker is better within a column."],
      }));
    }
    return parts.length ? section("sweep", "Options compared", ...parts) : null;
  };

  // ---- the page ----
  const choices = el("p", { class: "paper" });
  const drawChoices = (): void => choices.replaceChildren(`${suite().name}, ${where()}, rule ${ranking()?.rule ?? "none"}. In the charts: ${drawn().map((a) => suite().algorithms[a].label).join(", ") || "no algorithm"}.`);
  const nav = el("nav", { "aria-label": "Sections" });
  top.append(nav, bar, chips, choices);
  const draw = (): void => keepFocus(() => {
    const offset = window.scrollY;
    drawBar();
    drawChoices();
    toAddress();
    const parts = [rankings(), profiles(), problem(), compare(), sweep(), overview()].filter((x): x is HTMLElement => x !== null);
    main.style.minHeight = `${main.offsetHeight}px`;
    main.replaceChildren(...[sentence()].filter((x): x is HTMLElement => x !== null), ...parts);
    nav.replaceChildren(...parts.map(jump));
    window.scrollTo(0, offset);
    requestAnimationFrame(() => requestAnimationFrame(() => { main.style.minHeight = ""; }));
  });
  start();
  fromAddress();
  draw();
  onAddress(() => { fromAddress(); draw(); });
  onTheme(drawBar);
}
