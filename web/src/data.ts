// The data of the page, written by src/report/page/page_bench.c, page_solve.c, page_extras.c and page_sweep.c.
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

// The price of a limit is the change of the optimal f per unit of the limit, valid from price_from to price_to.
export interface Price { price?: Num; price_from?: Num; price_to?: Num }
export interface Variable extends Price { name: string; unit?: string; lower: Num; upper: Num; integer?: number }
export interface Constraint extends Price {
  name: string; unit?: string; equality: number; tolerance: number; sense?: "<" | ">" | "="; bound?: number; factor?: number;
  met: number; value?: Num; violation?: Num;
}
export interface Run { seed: number; status?: string; stop?: string; f?: Num; v?: Num; evals?: number; same?: number; x?: Num[] }
export interface Runs { count: number; begun: number; feasible: number; same: number; best: Num; lower: Num; median: Num; upper: Num; worst: Num; evals: number; seconds: number; confidence?: string; rows: Run[] }
export interface Slice { here: number; x: number[]; f: Num[]; c: Num[][] } // c: g and h by constraint
export interface ModelFile { path: string; bytes: number; sha256: string | null }
export interface Solve {
  kind: "solve"; heco: string; running: number; maximises: number; version?: string; model?: string; algorithm?: string;
  set?: string; seed?: string; command: string | null;
  verdict?: string; stop?: string; price_note?: string; unit?: string; reference?: Num; search?: string; presolve?: string;
  last_failure?: string; note?: string; reproduced?: number; reasons?: { why: string; count: number }[]; n: number; ng: number; nh: number; evals: number; max_evals: number;
  schedules: number; torn: number; failed: number; feasible: number; first_feasible: number; seconds: number;
  best?: { e: number; f: number; v: number; x: number[] }; variables: Variable[]; constraints: Constraint[];
  curve: { e: number[]; f: Num[]; v: Num[]; c: (Num[] | null)[]; te: number[]; ts: number[] };
  points: Num[][]; improvements: Num[][]; // rows: evaluation, f, violation, x, g and h, number of the part from 1 on
  parts?: string[]; // of the search
  failures: { e: number; why: string; x: Num[] }[];
  conflict?: { proved: number; rows: { name: string; relaxation?: Num; x?: number[] }[] }; // relaxation of g or h
  runs?: Runs; slices?: Slice[]; files?: ModelFile[];
}
export interface SweepRow { limit: number; status: string; f: Num; price: Num; evals: number; active: number[]; x: Num[] }
export interface Sweep {
  kind: "sweep"; heco: string; model: string | null; command: string | null; maximises: number; unit?: string; evals: number; n: number;
  limit: { name: string; unit: string; sense: "<" | ">" | "="; now: number }; constraints: string[]; variables: Variable[]; rows: SweepRow[];
}
export interface Compare { kind: "compare"; heco: string; names: string[]; solves: Solve[] }
export type Report = Bench | Solve | Sweep | Compare | { kind: "live" };

/** Fills in the evaluations of curves, which are left out if they equal those of the previous curve. */
export function complete(report: Report): Report {
  if (report.kind !== "bench") return report;
  for (const suite of report.suites) {
    let last: number[] = [];
    for (const cell of suite.cells) if (cell.curve) cell.curve.e = last = cell.curve.e ?? last;
  }
  return report;
}
