// Charts are SVG, drawn by Observable Plot: they print, scale and can be saved as they are.
import * as Plot from "@observablehq/plot";
import { download, el, newId, slug } from "./dom";
import { exact, number, shortNames } from "./format";
import type { Cell } from "./data";
import { ground, ink, isPrinting, onRedraw } from "./theme";

export interface Label { text: string; x: number; y: number; colour: string }
export interface ChartOptions {
  title: string;
  describe: string; // text for screen readers
  use?: string; // how the reader can use it on a screen
  plot: Plot.PlotOptions;
  labels?: Label[]; // at the right ends of lines
  data: { head: string[]; rows: () => Cell[][] };
  wide?: boolean;
  paper?: number; // width in print; the page's otherwise
  ready?: (svg: SVGElement, plot: ReturnType<typeof Plot.plot>) => void; // after each drawing
}

/** Width of A4 between its margins in CSS pixels (180 mm at 96 per inch). */
export const PAPER = 680;
/** Rows of the table of values of a chart. */
const VALUES = 300;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

const power = (v: number): string => {
  const e = Math.round(Math.log10(v));
  return Math.abs(e) <= 3 ? String(Number(v.toPrecision(3))) : `1e${e}`.replace("-", "\u2212");
};

/** Makes a logarithmic axis with lines at powers of ten only; `bottom` labels its lower end. */
export function logAxis(label: string, values: number[], bottom?: string): Plot.ScaleOptions {
  const seen = values.filter((v) => v > 0 && Number.isFinite(v));
  const low = Math.min(...seen), high = Math.max(low * 1.5, ...seen);
  const from = Math.ceil(Math.log10(low) - 1e-9), to = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((to - from + 1) / 7));
  let ticks: number[] = [];
  for (let e = from; e <= to; e += step) ticks.push(10 ** e);
  if (bottom && ticks[0] > low * 2) ticks = [low, ...ticks];
  const few = ticks.length < 2;
  return {
    type: "log", label, domain: [low, high], grid: true, labelAnchor: label.startsWith("eval") || label === "seconds" ? "center" : undefined, labelArrow: "none",
    ticks: few ? 4 : ticks, tickFormat: (v: number) => (bottom && v <= low * 1.001 ? bottom : few ? String(Number(v.toPrecision(2))) : power(v)),
  };
}

/** Writes texts beside the right end of each line, moved apart if they would overlap. */
function putLabels(svg: SVGElement, plot: ReturnType<typeof Plot.plot>, labels: Label[], height: number): void {
  const y = plot.scale("y"), x = plot.scale("x");
  if (!y || !x) return;
  const space = 13, short = shortNames(labels.map((l) => l.text), 18);
  const placed = labels.map((l) => ({ ...l, px: x.apply(l.x) as number, py: y.apply(l.y) as number, at: 0 }))
    .filter((l) => Number.isFinite(l.py) && Number.isFinite(l.px)).sort((a, b) => a.py - b.py);
  let last = -Infinity;
  for (const l of placed) last = l.at = Math.max(l.py, last + space);
  const over = placed.length ? placed[placed.length - 1].at - (height - 34) : 0;
  if (over > 0) {
    let next = height - 34;
    for (const l of [...placed].reverse()) next = (l.at = Math.min(l.at, next)) - space;
  }
  for (const l of placed) {
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("x", String(l.px + 6));
    text.setAttribute("y", String(l.at));
    text.setAttribute("dy", "0.32em");
    text.setAttribute("text-anchor", "start");
    text.setAttribute("fill", l.colour);
    text.setAttribute("font-size", "11");
    text.textContent = short(l.text);
    svg.append(text);
  }
}

function save(title: string, svg: SVGElement): void {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("style", `background:${ground()};color:${ink()};font-family:${FONT}`);
  copy.querySelectorAll("[aria-label=tip], [data-mark=tip]").forEach((tip) => tip.remove());
  download(`${slug(title)}.svg`, "image/svg+xml", `<?xml version="1.0" encoding="UTF-8"?>\n${copy.outerHTML}\n`);
}

/** Draws itself again when its width or the colours change, and at once before printing: a browser prints the page as it
 * is when the event beforeprint ends. */
export function chart(make: () => ChartOptions): HTMLElement {
  const first = make();
  const box = el("div", { class: "plot" });
  const id = newId();
  let svg: SVGElement | null = null, drawn = 0;
  const draw = (again = false): void => {
    const width = isPrinting() ? first.paper ?? PAPER : Math.floor(box.clientWidth || 560);
    if (width === drawn && svg && !again) return;
    drawn = width;
    const o = make();
    const height = o.plot.height ?? Math.round(Math.max(230, Math.min(340, width * 0.56)));
    const longest = Math.max(0, ...(o.labels ?? []).map((l) => Math.min(18, l.text.length)));
    const plot = Plot.plot({
      width, height, marginRight: o.labels?.length ? 16 + longest * 6.3 : 20, marginLeft: 58, marginBottom: 42,
      ...o.plot, style: { background: "transparent", color: ink(), fontFamily: FONT, fontSize: "11px", overflow: "visible", ...(o.plot.style as object) },
      ariaLabel: o.title, ariaDescription: o.describe,
    });
    svg = (plot instanceof SVGElement ? plot : plot.querySelector("svg")) as SVGElement;
    svg.setAttribute("role", "img");
    // The label describes the figure; a screen reader skips the names of marks inside it.
    svg.querySelectorAll("g[aria-label]").forEach((g) => { g.setAttribute("data-mark", g.getAttribute("aria-label")!); g.removeAttribute("aria-label"); });
    if (o.labels) putLabels(svg, plot, o.labels, height);
    o.ready?.(svg, plot);
    box.replaceChildren(plot);
    box.style.minHeight = "0";
  };
  const csv = (): void => {
    const { head, rows } = make().data;
    download(`${slug(first.title)}.csv`, "text/csv", [head.map(exact), ...rows().map((r) => r.map(exact))].map((r) => r.join(",")).join("\n") + "\n");
  };
  // The values as a table, for readers without a pointer.
  const values = el("div", { hidden: true, class: "scroll", tabindex: 0, role: "region", "aria-label": `Values of ${first.title}` });
  const toggle = el("button", { type: "button", "aria-label": `Values: ${first.title}`, "aria-expanded": "false", onclick: () => {
    const { head, rows } = make().data, all = values.hidden ? rows() : [];
    values.hidden = !values.hidden;
    toggle.setAttribute("aria-expanded", String(!values.hidden));
    values.replaceChildren();
    if (values.hidden) return;
    const cell = (v: Cell): HTMLElement => el("td", { class: typeof v === "string" ? "text" : "num" }, typeof v === "number" ? number(v, 6) : (v ?? ""));
    values.append(el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col", class: "head" }, h)))),
      el("tbody", {}, ...all.slice(0, VALUES).map((row) => el("tr", {}, ...row.map(cell))))));
    if (all.length > VALUES) values.append(el("p", { class: "quiet" }, `The first ${VALUES} of ${all.length} rows; CSV has all.`));
  } }, "Values");
  const figure = el("figure", { class: first.wide ? "wide" : undefined, "aria-labelledby": id },
    el("figcaption", {}, el("h3", { id }, first.title), el("span", { class: "gap" }),
      el("button", { type: "button", "aria-label": `SVG: ${first.title}`, onclick: () => svg && save(first.title, svg) }, "SVG"),
      el("button", { type: "button", "aria-label": `CSV: ${first.title}`, onclick: csv }, "CSV"), toggle),
    box, values, first.describe ? el("p", { class: "quiet" }, first.describe, first.use ? el("span", { class: "screen" }, ` ${first.use}`) : null) : null);
  onRedraw(box, () => draw(true));
  if (typeof ResizeObserver === "function") new ResizeObserver(() => requestAnimationFrame(() => draw())).observe(box);
  else setTimeout(draw, 0);
  return figure;
}

export { Plot };
