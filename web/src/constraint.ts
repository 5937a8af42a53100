// A constraint at a point in the terms of the model, as src/problem/report.c reports it.
import type { Constraint } from "./data";

/** Relative slack up to which an inequality counts as active; the same number as in src/problem/report.c. */
const ACTIVE = 1e-4;

export interface At { value: number; sense: string; bound: number; slack: number; tolerance: number; excess: number; satisfied: boolean; active: boolean }

/** Returns the constraint where its g or h is `raw`. `bound` replaces the limit of the model. */
export function at(c: Constraint, raw: number, bound?: number): At {
  const form = c.sense ? { sense: c.sense, bound: c.bound ?? 0, factor: c.factor ?? 1 } : { sense: c.equality ? "=" : "<", bound: 0, factor: 1 };
  const value = form.bound + form.factor * raw, limit = bound ?? form.bound, scale = Math.abs(form.factor);
  const moved = bound === undefined ? 0 : form.sense === ">" ? bound - form.bound : form.bound - bound; // tighter: larger
  const size = (c.equality ? Math.abs(scale * raw) : scale * raw) + (c.equality ? 0 : moved), tolerance = scale * c.tolerance;
  const satisfied = size <= tolerance, slack = 0 - size;
  return {
    value, bound: limit, slack, tolerance, satisfied, sense: form.sense === ">" ? "\u2265" : form.sense === "=" ? "=" : "\u2264", excess: satisfied ? 0 : size - tolerance,
    active: satisfied && (!!c.equality || slack <= Math.max(ACTIVE * (limit !== 0 ? Math.abs(limit) : 1), tolerance)),
  };
}

/** Relative slack, negative if violated: by the limit, or by the usual distance if the limit is 0. */
export const relative = (a: At, usual: number): number => (a.satisfied ? a.slack : 0 - a.excess) / (a.bound !== 0 ? Math.abs(a.bound) : Math.max(usual, 1e-300));
