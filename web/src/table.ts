// A table that can be sorted by keyboard and mouse, filtered, and saved as CSV or LaTeX.
import type { Cell, Column } from "./data";
import { cell as show, exact, latex } from "./format";
import { download, el, slug } from "./dom";
import { PAPER } from "./chart";
import { isPrinting, onRedraw } from "./theme";

export interface TableOptions {
  caption: string;
  columns: Column[];
  rows: Cell[][];
  best?: (row: Cell[], column: number) => boolean;
  colour?: (row: Cell[], column: number) => { background: string; ink: string } | null;
  filter?: boolean;
  notes?: string[];
  compact?: boolean;
}

/** Rows that are shown before a button shows the rest, and rows that are printed. */
const SCREEN_ROWS = 150, PAPER_ROWS = 1000;
/** Width of a printed table before it is scaled to the paper: 13 px letters become 7.6 px. A printed column has 10 px
 * less of padding than one on the screen. */
const PAPER_TABLE = PAPER * 1.7, PAPER_LESS = 10;

/** Packs columns into tables that fit on paper; each starts with the first column. */
function paperColumns(widths: number[]): number[][] {
  const parts: number[][] = [[0]];
  let used = widths[0];
  for (let k = 1; k < widths.length; k++) {
    if (used + widths[k] > PAPER_TABLE && parts[parts.length - 1].length > 1) {
      parts.push([0]);
      used = widths[0];
    }
    parts[parts.length - 1].push(k);
    used += widths[k];
  }
  return parts;
}

const compare = (a: Cell, b: Cell): number => {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
};

export function table(o: TableOptions): HTMLElement {
  let sorted = -1, down = false, wanted = "", limit = SCREEN_ROWS;
  const text = o.columns.map((_, k) => o.rows.some((row) => typeof row[k] === "string"));
  const body = el("tbody");
  const status = el("span", { class: "quiet", role: "status" });
  const heads = o.columns.map((column, k) => {
    const button = el("button", { type: "button", onclick: () => sort(k), "aria-label": column.title === "" ? column.name : undefined }, column.title, el("span", { class: "arrow", "aria-hidden": "true" }));
    return el("th", { scope: "col", class: text[k] ? "text" : "num", "aria-sort": "none" }, button);
  });

  const shown = (): Cell[][] => {
    let rows = o.rows;
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) rows = rows.filter((row) => words.every((w) => row.some((c) => c !== null && String(c).toLowerCase().includes(w))));
    if (sorted >= 0) {
      rows = rows.map((row, i) => ({ row, i })).sort((a, b) => {
        const none = (a.row[sorted] === null ? 1 : 0) - (b.row[sorted] === null ? 1 : 0);
        return none || (down ? -1 : 1) * compare(a.row[sorted], b.row[sorted]) || a.i - b.i;
      }).map((x) => x.row);
    }
    return rows;
  };

  const box = (row: Cell[], k: number): HTMLElement => {
    const best = o.best?.(row, k), paint = o.colour?.(row, k), content = show(row[k], o.columns[k]);
    return el(k === 0 ? "th" : "td", {
      class: `${text[k] ? "text" : "num"}${best ? " best" : ""}`, scope: k === 0 ? "row" : undefined,
      style: paint ? `background:${paint.background};color:${paint.ink}` : undefined,
    }, best ? el("b", {}, content, el("span", { class: "sr" }, " (best)")) : content);
  };
  const more = el("button", { type: "button", class: "more", onclick: () => { limit = Infinity; fill(); } });
  const fill = (): void => {
    const rows = shown();
    more.hidden = rows.length <= limit;
    more.textContent = `Show all ${rows.length} rows`;
    body.replaceChildren(...rows.slice(0, limit).map((row) => el("tr", {}, ...row.map((_, k) => box(row, k)))));
    status.textContent = rows.length < o.rows.length ? `${rows.length} of ${o.rows.length} rows` : "";
    heads.forEach((head, k) => head.setAttribute("aria-sort", k !== sorted ? "none" : down ? "descending" : "ascending"));
  };
  const sort = (k: number): void => {
    down = sorted === k ? !down : false;
    sorted = k;
    fill();
  };

  // A printed table has every row, and columns that do not fit on the paper follow in tables of their own.
  const paper = el("div", { class: "paper" });
  const print = (): void => {
    fill();
    paper.replaceChildren();
    if (!isPrinting()) return;
    whole.style.width = "auto"; // the natural widths of the columns; long texts wrap
    const natural = heads.map((head) => Math.max(20, head.offsetWidth - (o.compact ? 0 : PAPER_LESS))), rows = shown();
    const widths = natural.map((w) => Math.min(PAPER / 2, w));
    whole.style.width = "";
    const kind = (k: number): string => (natural[k] > widths[k] ? "text long" : text[k] ? "text" : "num");
    const parts = paperColumns(widths), width = Math.max(...parts.map((part) => part.reduce((sum, k) => sum + widths[k], 0)));
    for (const part of parts) {
      paper.append(el("table", { style: `zoom:${Math.min(1, PAPER / width).toFixed(3)}` },
        el("thead", {}, el("tr", {}, ...part.map((k) => el("th", { scope: "col", class: kind(k) }, o.columns[k].title)))),
        el("tbody", {}, ...rows.slice(0, PAPER_ROWS).map((row) => el("tr", {}, ...part.map((k) => {
          const cell = box(row, k);
          if (natural[k] > widths[k]) cell.classList.add("long");
          return cell;
        }))))));
    }
    if (rows.length > PAPER_ROWS) paper.append(el("p", { class: "quiet" }, `The first ${PAPER_ROWS} of ${rows.length} rows; the page saves all of them as CSV.`));
    else if (rows.length < o.rows.length) paper.append(el("p", { class: "quiet" }, `${rows.length} of ${o.rows.length} rows match the filter "${wanted}".`));
  };

  const csv = (): void => download(`${slug(o.caption)}.csv`, "text/csv",
    [o.columns.map((c) => exact(c.name)), ...shown().map((row) => row.map(exact))].map((r) => r.join(",")).join("\n") + "\n");
  const tex = (): void => {
    const line = (cells: string[]): string => `${cells.join(" & ")} \\\\`;
    const rows = shown().map((row) => line(row.map((value, k) => {
      const content = latex(show(value, o.columns[k]));
      return o.best?.(row, k) ? `\\textbf{${content}}` : content;
    })));
    download(`${slug(o.caption)}.tex`, "application/x-tex", [`% ${o.caption.replace(/\n/g, " ")}`,
      `\\begin{tabular}{${text.map((t) => (t ? "l" : "r")).join("")}}`, "\\toprule", line(o.columns.map((c) => latex(c.title))),
      "\\midrule", ...rows, "\\bottomrule", "\\end{tabular}", ""].join("\n"));
  };

  const whole = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), body);
  fill();
  onRedraw(paper, print);
  const input = el("input", { type: "search", placeholder: "filter", "aria-label": `Filter: ${o.caption}`, oninput: () => { wanted = input.value; fill(); } });
  return el("div", { class: `table${o.compact ? " compact" : ""}` },
    el("div", { class: "tools" }, el("h3", {}, o.caption), el("span", { class: "gap" }), status, o.filter !== false && o.rows.length > 8 ? input : null,
      el("button", { type: "button", "aria-label": `CSV: ${o.caption}`, onclick: csv }, "CSV"), el("button", { type: "button", "aria-label": `LaTeX: ${o.caption}`, onclick: tex }, "LaTeX")),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": o.caption }, whole), more, paper,
    ...notes(o.notes ?? []));
}

/** Shows a few footnotes directly, many behind a button. */
function notes(texts: string[]): HTMLElement[] {
  const lines = texts.map((text) => el("p", { class: "quiet" }, text));
  return lines.length < 4 ? lines : [el("details", {}, el("summary", { class: "quiet" }, `${lines.length} notes`), ...lines)];
}

export const plain = (name: string, title = name): Column => ({ name, title, style: "plain", digits: 0 });
export const general = (name: string, title = name, digits = 5): Column => ({ name, title, style: "general", digits });
