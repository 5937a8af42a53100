import type { Cell, Column } from "./data";

const minus = (text: string): string => text.replace(/^-/, "\u2212").replace(/e-/, "e\u2212").replace("e+", "e");

/** Formats a number for readers: short, the same everywhere. */
export function number(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return minus(String(Number(value.toPrecision(digits)).toExponential()));
  return minus(String(Number(value.toPrecision(digits))));
}

/** Returns the range of an axis for these values, at least `share` of their size wide: the digits that tick labels show
 * tell its ends apart. */
export function atLeast(values: number[], share: number): [number, number] {
  const low = Math.min(...values), high = Math.max(...values), middle = (low + high) / 2;
  const half = (share / 2) * (Math.abs(middle) || 1);
  return high - low >= 2 * half ? [low, high] : [middle - half, middle + half];
}

/** Returns a short text for each name, at most `most` letters. Names that would become equal lose the words that all of
 * them begin with; if that is not enough, their middle. */
export function shortNames(names: string[], most: number): (name: string) => string {
  const end = (n: string): string => (n.length > most ? `${n.slice(0, most - 1)}\u2026` : n), middle = (n: string): string => (n.length > most ? `${n.slice(0, Math.ceil(most / 2))}\u2026${n.slice(1 + Math.ceil(most / 2) - most)}` : n);
  const apart = (make: (n: string) => string): boolean => new Set(names.map(make)).size === new Set(names).size;
  let same = names.length > 1 ? names[0].length : 0;
  for (const n of names) while (!n.startsWith(names[0].slice(0, same))) same--;
  const from = names[0]?.slice(0, same).lastIndexOf(" ") ?? -1, rest = (n: string): string => (n.length > most && from > 0 ? end(`\u2026${n.slice(from + 1)}`) : end(n));
  return [end, rest].find(apart) ?? middle;
}

export const count = (value: number): string => value.toLocaleString("en").replace(/,/g, "\u202f");

export function seconds(value: number): string {
  if (value < 100) return `${number(value, 3)} s`;
  const minutes = Math.round(value / 60);
  return minutes < 100 ? `${minutes} min` : `${number(value / 3600, 3)} h`;
}

/** Formats a cell as `heco rank` prints it for readers. */
export function cell(value: Cell, column: Column): string {
  if (value === null) return "\u2013";
  if (typeof value === "string") return value;
  if (column.style === "fixed") return minus(value.toFixed(column.digits));
  if (column.style === "scientific" && value === 0) return "0";
  if (column.style === "scientific") return minus(value.toExponential(column.digits));
  if (column.style === "general") return number(value, column.digits || 6);
  return number(value, 10);
}

/** Formats a cell for CSV with all digits. An apostrophe keeps a spreadsheet from taking a text for a formula, as in
 * src/report/out_csv.c. */
export function exact(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "string" && /^[=+\-@\t\r]./s.test(value)) return `"'${value.replace(/"/g, '""')}"`;
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export const latex = (text: string): string =>
  text.replace(/\\/g, "\\textbackslash ").replace(/[&%$#_{}]/g, "\\$&").replace(/~/g, "\\textasciitilde ")
    .replace(/\^/g, "\\textasciicircum ").replace(/\u2212/g, "$-$").replace(/\u2013/g, "--").replace(/\u202f/g, "\\,");
