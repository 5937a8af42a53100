// The evaluated points of a solve: sample and improvements, each once.
import { at } from "./constraint";
import type { Num, Solve } from "./data";

export interface Point { e: number; f: number | null; v: number; x: Num[]; c: Num[]; improved: boolean; part: string }

export class Points {
  readonly all: Point[];
  constructor(private readonly report: Solve) {
    const n = report.variables.length, m = report.constraints.length, by = new Map<number, Point>();
    const add = (row: Num[], improved: boolean): void => { by.set(row[0] as number, { e: row[0] as number, f: row[1], v: row[2] ?? Infinity, x: row.slice(3, 3 + n), c: row.slice(3 + n, 3 + n + m), improved, part: part(row) }); };
    const part = (row: Num[]): string => report.parts?.[(row[3 + n + m] ?? 0) - 1] ?? "";
    const best = report.best; // has all digits
    report.points.forEach((row) => add(row, false));
    report.improvements.forEach((row) => add(row, true));
    // The answer may have been moved onto the constraints after its evaluation, so that no row is equal to it.
    if (best) by.set(best.e, { e: best.e, f: best.f, v: best.v, x: best.x.slice(0, n), c: report.constraints.map((c) => c.value ?? null), improved: true, part: by.get(best.e)?.part ?? "" });
    this.all = [...by.values()].sort((a, b) => a.e - b.e);
  }
  /** The median distance of constraint k to its limit, over the points where it is not 0. */
  distance(k: number): number {
    const c = this.report.constraints[k], seen = this.all.map((p) => Math.abs(typeof p.c[k] === "number" ? at(c, p.c[k] as number).slack : 0)).filter((d) => d > 0);
    return seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
  }
}
