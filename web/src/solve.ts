// The page of one solve: the answer first, then how it was found.
import type { Solve } from "./data";
import { el, jump, keepFocus, section } from "./dom";
import { count } from "./format";
import { answer } from "./solve_answer";
import { convergence, type CurveState } from "./solve_curves";
import { explore, startExplore } from "./solve_explore";
import { Points } from "./solve_points";
import { repeat } from "./solve_repeat";
import { runs } from "./solve_runs";
import { slices, type SliceState } from "./solve_slices";
import { whatIf, type Limits } from "./solve_whatif";
import { general, plain, table } from "./table";

function failures(report: Solve): HTMLElement | null {
  if (report.failed === 0) return null;
  const groups = new Map<string, number>();
  for (const f of report.failures) groups.set(f.why, (groups.get(f.why) ?? 0) + 1);
  const reasons = report.reasons ?? [...groups].map(([why, n]) => ({ why, count: n }));
  return section("failures", "Failed points",
    report.last_failure ? el("p", { class: "warn" }, `Last failure: ${report.last_failure}`) : null,
    table({ caption: `Reasons of ${count(report.failed)} failed evaluations`, filter: false, columns: [plain("why", "Reason"), plain("count", "Evaluations")], rows: [...reasons].sort((a, b) => b.count - a.count).map((r) => [r.why, r.count]) }),
    table({ caption: `Failed points, the first ${report.failures.length} of ${count(report.failed)}`, columns: [plain("evaluation", "Evaluation"), plain("why", "Reason"), ...report.variables.slice(0, 8).map((v) => general(v.name))], rows: report.failures.map((f) => [f.e, f.why, ...f.x.slice(0, 8)]) }));
}

export function solve(report: Solve, main: HTMLElement, top: HTMLElement): void {
  const curves: CurveState = { axis: "evals", scale: "f" }, points = new Points(report), limits: Limits = new Map(), cut: SliceState = { show: "f" };
  const view = startExplore(report);
  const nav = el("nav", { "aria-label": "Sections" });
  top.append(nav);
  const draw = (): void => keepFocus(() => {
    const offset = window.scrollY;
    const parts = [answer(report, points), runs(report), convergence(report, curves, draw), explore(report, points, view), slices(report, cut, draw), whatIf(report, points, limits), failures(report), repeat(report)].filter((p): p is HTMLElement => p !== null);
    main.style.minHeight = `${main.offsetHeight}px`;
    main.replaceChildren(...parts);
    nav.replaceChildren(...parts.map(jump));
    window.scrollTo(0, offset);
    requestAnimationFrame(() => requestAnimationFrame(() => { main.style.minHeight = ""; }));
  });
  draw();
}
