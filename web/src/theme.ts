// Light and dark, and colours that people with any kind of colour vision can tell apart (after Wong 2011, darkened or
// lightened to 3:1 against the background). Beyond eight colours, dashes distinguish the lines.
export type Mode = "auto" | "light" | "dark";
let mode: Mode = "auto", printing = false;
const listeners: (() => void)[] = [];
const redraws = new Map<Node, () => void>();
const media = window.matchMedia("(prefers-color-scheme: dark)");

export const isDark = (): boolean => !printing && (mode === "dark" || (mode === "auto" && media.matches));
export const getMode = (): Mode => mode;
/** Draws charts and tables again in place, so that they keep their order and their filters. */
const apply = (): void => {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  listeners.forEach((f) => f());
  for (const [node, draw] of redraws) {
    if (node.isConnected) draw();
    else redraws.delete(node);
  }
};
export const isPrinting = (): boolean => printing;
export function setMode(next: Mode): void {
  mode = next;
  apply();
}
export function onTheme(f: () => void): void { listeners.push(f); }
/** Calls `draw` when the colours change and before and after printing, while `node` is part of the page. */
export function onRedraw(node: Node, draw: () => void): void { redraws.set(node, draw); }
/** Forgets the drawing functions of the previous page before a redraw from new data. */
export function forgetTheme(): void { listeners.length = 0; redraws.clear(); }
export function startTheme(): void {
  media.addEventListener?.("change", apply);
  window.addEventListener("beforeprint", () => { printing = true; apply(); });
  window.addEventListener("afterprint", () => { printing = false; apply(); });
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

const light = ["#0b62a8", "#c04a00", "#007a58", "#a8377f", "#8a6500", "#5546c0", "#12808f", "#555b66"];
const dark = ["#6cb6ff", "#ff9a5c", "#3ecf9b", "#f08cc8", "#e3b341", "#b3a6ff", "#5fd3e0", "#c3c8d1"];
const dashes = ["", "7 3", "2 3", "9 3 2 3", "", "7 3", "2 3", "9 3 2 3"];
export const SERIES = 8;
export const colour = (k: number): string => (isDark() ? dark : light)[k % SERIES];
export const dash = (k: number): string => dashes[(k + Math.floor(k / SERIES)) % dashes.length];
export const ink = (): string => (isDark() ? "#e6e8ec" : "#1c2128");
export const ground = (): string => (isDark() ? "#14171c" : "#ffffff");
export const faint = (): string => (isDark() ? "#3a414d" : "#d8dde4");
export const good = (): string => (isDark() ? "#6cb6ff" : "#0b62a8");
export const bad = (): string => (isDark() ? "#ff9a5c" : "#c04a00");

/** Maps 0 .. 1 to a colour between the background and blue, and to a readable text colour. */
export function ramp(share: number): { background: string; ink: string } {
  const t = Math.max(0, Math.min(1, share));
  const from = isDark() ? [24, 29, 36] : [250, 251, 253], to = isDark() ? [38, 96, 152] : [96, 160, 214];
  const rgb = from.map((c, k) => Math.round(c + (to[k] - c) * t));
  const bright = (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]) / 255;
  return { background: `rgb(${rgb.join(",")})`, ink: bright > 0.42 ? "#10151c" : "#f4f6f8" };
}
