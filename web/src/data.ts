// The data of the page, written by src/report/page/page_bench.c and page_solve.c.
export type Num = number | null;

export interface Column { name: string; title: string; style: "plain" | "fixed" | "general" | "scientific"; digits: number }
export type Cell = string | number | null;
export interface RankTable { error?: string; title: string; columns: Column[]; rows: Cell[][]; marks: number[]; notes: string[] }
export interface Ranking { rule: string; help: string; totals: RankTable; problems: RankTable }
export interface Algorithm {
  label: string; source: "database" | "file" | "published"; runs: number; algorithm?: string; options?: string;
  version?: string; seed?: number; evals?: number; failed?: number; seconds?: number;
}
export interface Problem { name: string; dim: number; group: number; reference: Num; known: number; profiled: number }
// e: evaluations, f: distance to the reference, v: violation (by quartile), r: feasible rate
export interface Curve { e: number[]; f: Num[][]; v?: Num[][]; r?: number[] }
export interface BenchCell { p: number; a: number; n: number; f: Num[]; v?: Num[]; k: number[]; curve?: Curve }
export interface Profile { cost: number[]; share: (number[][] | null)[] }
export interface Suite {
  name: string; instance: string | null; algorithms: Algorithm[]; dims: { dim: number; low: number; high: number }[];
  problems: Problem[]; cells: BenchCell[]; profiles: Profile[]; rankings: Ranking[];
}
export interface Bench { kind: "bench"; heco: string; runs: number; published: number; suites: Suite[] }

export interface Variable { name: string; unit?: string; lower: Num; upper: Num; integer?: number }
export interface Constraint {
  name: string; unit?: string; equality: number; tolerance: number; sense?: "<" | ">" | "="; bound?: number; factor?: number;
  met: number; value?: Num; violation?: Num;
}
export interface Solve {
  kind: "solve"; heco: string; running: number; maximises: number; version?: string; model?: string; algorithm?: string;
  set?: string; seed?: string; command: string | null; n: number; ng: number; nh: number; evals: number; max_evals: number;
  schedules: number; torn: number; failed: number; feasible: number; first_feasible: number; seconds: number;
  best?: { e: number; f: number; v: number; x: number[] }; variables: Variable[]; constraints: Constraint[];
  curve: { e: number[]; f: Num[]; v: Num[]; c: (Num[] | null)[]; te: number[]; ts: number[] };
  points: Num[][]; improvements: Num[][]; failures: { e: number; why: string; x: Num[] }[];
}
export type Report = Bench | Solve | { kind: "live" };

/** Fills in the evaluations of curves, which are left out if they equal those of the previous curve. */
export function complete(report: Report): Report {
  if (report.kind !== "bench") return report;
  for (const suite of report.suites) {
    let last: number[] = [];
    for (const cell of suite.cells) if (cell.curve) cell.curve.e = last = cell.curve.e ?? last;
  }
  return report;
}
